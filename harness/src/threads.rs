//! How many threads work. Their number never changes a result.

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

/// Starts the threads.
///
/// # Errors
/// If they can't be started.
pub fn start(threads: usize) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|cause| Error::input(format!("can't start {threads} threads: {cause}; ask for fewer with --threads")))
}
