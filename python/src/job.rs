//! Work that takes long: it is done on another thread, without the interpreter's lock, while this one listens for Ctrl-C and tells how far it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gauntlet::commands::session::Watch;
use gauntlet::error::Error;
use gauntlet::output::progress::Progress;
use gauntlet::play::{panics, threads};
use pyo3::prelude::*;

use crate::errors::Problem;

/// How often Ctrl-C is listened for.
const LISTEN: Duration = Duration::from_millis(50);
/// How long games in flight may take to be finished after Ctrl-C, before they are left alone.
const PATIENCE: Duration = Duration::from_millis(600);

/// What the threads of a job share.
pub(crate) struct Job {
    stop: AtomicBool,
    progress: Progress,
    /// What an agent raised that is no error of its own: Ctrl-C, or leaving the interpreter.
    raised: Mutex<Option<PyErr>>,
}

impl Job {
    /// How the library is told to stop, and tells how far it is.
    pub(crate) fn watch(&self) -> Watch<'_> {
        Watch { stop: &self.stop, progress: &self.progress }
    }

    /// Ends the job with an exception.
    pub(crate) fn end_with(&self, error: PyErr) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Does `work` on a thread of its own. `progress` is called with how many games were played and how many there are, whenever that has changed, on the
/// thread of the caller.
///
/// # Errors
/// What the work ends with, what `progress` raises, and KeyboardInterrupt: within a second, whatever the games in flight take.
pub(crate) fn done<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Arc<Job>) -> Result<T, Problem> + Send + 'static,
) -> PyResult<T> {
    let job =
        Arc::new(Job { stop: AtomicBool::new(false), progress: Progress::new(0, false), raised: Mutex::new(None) });
    let (tell, mut told) = mpsc::channel();
    let own = Arc::clone(&job);
    let start = move || {
        // Compiling cards, and agents, may need a large stack.
        let done = panics::catch(|| threads::with_stack(|| panics::catch(|| work(&own))));
        // Nobody may be listening any more.
        let _ = tell.send(done);
    };
    thread::Builder::new().name("gauntlet".into()).spawn(start).map_err(Error::Output).map_err(Problem::from)?;
    let mut last = [0, 0];
    let mut report = |job: &Job| -> PyResult<()> {
        let counts = job.progress.counts();
        let Some(progress) = progress.filter(|_| counts != last && counts[1] > 0) else { return Ok(()) };
        last = counts;
        progress.call1((counts[0], counts[1])).map(drop)
    };
    let done = loop {
        let answer = wait(py, &mut told, LISTEN);
        if let Err(error) = py.check_signals().and_then(|()| report(&job)) {
            job.stop.store(true, Ordering::Relaxed);
            let since = Instant::now();
            while since.elapsed() < PATIENCE && matches!(wait(py, &mut told, LISTEN), Err(RecvTimeoutError::Timeout)) {}
            return Err(error);
        }
        match answer {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(done) => break done,
            Err(RecvTimeoutError::Disconnected) => break Err("the thread that played has gone".to_owned()),
        }
    };
    if let Some(error) = job.raised() {
        return Err(error);
    }
    let failed = |message| Problem::Failed { message, replay: None };
    let done = done.map_err(failed)?.map_err(Error::Output).map_err(Problem::from)?;
    Ok(done.map_err(failed)??)
}

/// Waits for an answer without the interpreter's lock.
fn wait<T: Send>(py: Python<'_>, told: &mut Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    let told: &mut Receiver<T> = told;
    py.detach(move || told.recv_timeout(time))
}
