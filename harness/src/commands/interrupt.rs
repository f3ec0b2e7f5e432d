//! Ctrl-C, and what ends a process otherwise (SIGTERM, SIGHUP): the first asks to stop, the second stops.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use crate::output::screen::Exit;

static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Signals that follow the first within this time are the same one: `timeout` sends it to the process and then to its group.
const TOGETHER: Duration = Duration::from_millis(200);

/// A flag that Ctrl-C raises, or SIGTERM or SIGHUP. A second one ends the process at once.
pub fn flag() -> &'static AtomicBool {
    HANDLER.call_once(|| {
        // If the handler can't be set, Ctrl-C ends the process as it does by default: nothing to tell the user.
        let _ = ctrlc::set_handler(|| {
            let first = *FIRST.get_or_init(Instant::now);
            if STOP.swap(true, Ordering::Relaxed) {
                if first.elapsed() < TOGETHER {
                    return;
                }
                std::process::exit(Exit::Interrupted as i32);
            }
            let _ = writeln!(
                std::io::stderr(),
                "\nfinishing the games in flight, to keep what was played; press Ctrl-C again to stop at once"
            );
        });
    });
    &STOP
}
