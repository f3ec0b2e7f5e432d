//! How many threads work. Their number never changes a result.

use std::sync::OnceLock;

use gauntlet_core::guard;

use crate::error::Error;

/// The option that says how many.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Threads {
    /// Threads [default: one per processor]. Their number never changes a result.
    #[arg(long = "threads", value_name = "N", value_parser = threads)]
    number: Option<u16>,
}

/// A number of threads.
fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| (1..=4096).contains(number));
    number.ok_or_else(|| "it must be a whole number from 1 to 4096".to_owned())
}

impl Threads {
    /// How many threads work: as many as there are processors if nobody says.
    pub fn count(self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        self.number.map_or_else(processors, usize::from)
    }
}

/// The stack of a thread that plays games, in bytes. Only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// Runs `f` on a thread of its own whose stack is as large as that of those that play games.
///
/// # Errors
/// If the thread can't be started.
///
/// # Panics
/// If `f` does.
pub fn with_stack<T: Send>(f: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let run = || {
            guard::set_stack(STACK);
            f()
        };
        let thread = std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn_scoped(scope, run)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Starts the threads.
///
/// # Errors
/// If they can't be started.
pub fn start(threads: usize) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .start_handler(|_| guard::set_stack(STACK))
        .build()
        .map_err(|cause| Error::input(format!("can't start {threads} threads: {cause}; ask for fewer with --threads")))
}

/// Does work that is divided among threads, such as that of a parallel iterator, on threads whose stacks are large enough for it: on those of
/// the pool that it is called from, or else on a pool of this program's own. Rayon's own threads have the system's small stacks, and texts of
/// cards nest deep.
pub fn on_all<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static POOL: OnceLock<Option<rayon::ThreadPool>> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return work();
    }
    match POOL.get_or_init(|| start(Threads::default().count()).ok()) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
