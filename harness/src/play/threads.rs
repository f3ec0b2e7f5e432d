//! How many threads work. Their number never changes a result.

use gauntlet_core::guard;

use crate::error::Error;

/// The option that says how many.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Threads {
    /// Threads [default: one per processor]. Their number never changes a result.
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    number: Option<u16>,
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
