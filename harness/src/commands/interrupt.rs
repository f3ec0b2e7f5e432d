//! Ctrl-C, and what ends a process otherwise (SIGTERM, SIGHUP): the first asks to stop, the second stops.

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::screen::Exit;

static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();

/// A flag that Ctrl-C raises, or SIGTERM or SIGHUP. A second one ends the process at once.
pub fn flag() -> &'static AtomicBool {
    HANDLER.call_once(|| {
        // If the handler can't be set, Ctrl-C ends the process as it does by default: nothing to tell the user.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
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
