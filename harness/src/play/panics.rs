//! Turning a panic into a value, without the noise on the terminal.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What this thread is in the middle of, as far as panics are concerned.
enum Watch {
    Off,
    On,
    Panicked(String),
}

/// What [`fail`] panics with.
struct Told(String);

/// Panics with a message that says all there is to say: where it was raised in this program is of no use to who reads it.
///
/// # Panics
/// Always.
pub fn fail(message: String) -> ! {
    panic::panic_any(Told(message))
}

thread_local! {
    static WATCH: RefCell<Watch> = const { RefCell::new(Watch::Off) };
}

static HOOK: Once = Once::new();

/// Runs `f`. If it panics, the error is the panic's message and place, and nothing is printed.
///
/// Whatever `f` was changing may be half changed afterwards: the caller must throw it away. Panics elsewhere, on other
/// threads too, are reported as before.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let watched = WATCH.with_borrow_mut(|watch| match watch {
                Watch::Off => false,
                Watch::On | Watch::Panicked(_) => {
                    let payload = info.payload();
                    if let Some(Told(message)) = payload.downcast_ref() {
                        *watch = Watch::Panicked(message.clone());
                        return true;
                    }
                    let text = (payload.downcast_ref::<&str>().copied())
                        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                        .unwrap_or("a panic without a message");
                    let place = info.location().map_or(String::new(), |place| format!(" ({place})"));
                    *watch = Watch::Panicked(format!("{text}{place}"));
                    true
                }
            });
            if !watched {
                previous(info);
            }
        }));
    });
    let before = WATCH.replace(Watch::On);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    // Who calls this within another call of it is still watched afterwards.
    let watch = WATCH.replace(before);
    result.map_err(|_| match watch {
        Watch::Panicked(message) => message,
        Watch::On | Watch::Off => "a panic without a message".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(catch(|| 3), Ok(3));
        let message = catch(|| panic!("no object {}", 7)).expect_err("it panics");
        assert!(message.starts_with("no object 7 ("), "{message}");
        assert!(message.contains("panics.rs:"), "{message}");
    }

    #[test]
    fn what_says_all_has_no_place() {
        assert_eq!(catch(|| -> u32 { fail("ValueError: boo".to_owned()) }), Err("ValueError: boo".to_owned()));
    }

    #[test]
    fn what_is_caught_within_leaves_the_watch_on() {
        let message = catch(|| {
            assert!(catch(|| panic!("within")).is_err_and(|message| message.starts_with("within (")));
            assert_eq!(catch(|| 3), Ok(3));
            panic!("without");
        });
        assert!(message.expect_err("it panics").starts_with("without ("));
    }
}
