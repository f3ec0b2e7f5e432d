//! Bounds on what a call may take, so that an agent or an engine that doesn't come to an end costs one game and not the process.
//!
//! A stack that runs out ends a Rust process at once, and a loop that never ends can't be broken from outside. Who plays games
//! says how much there is ([`set_stack`], [`begin`]); what calls itself, or is called again and again, looks whether it is still
//! within that ([`check`]) and panics if not, and a panic can be caught. Every way into a [`crate::View`] looks, so an agent that recurses or
//! loops and looks at the game while it does so is stopped. One that never looks at anything is not.
//!
//! How deep a stack is depends on the build, so a game that is stopped for it may go on in another; how often something was looked at
//! does not.

use std::cell::Cell;

/// How often a position may be looked at or redealt in one choice. A search of a million worlds with rollouts of sixty choices each
/// looks about a hundred million times.
pub const MOST_LOOKS: u64 = 1_000_000_000;

/// What is kept free of a stack for what doesn't look: a sixteenth of it would do in release builds.
const RESERVE: usize = 4;

thread_local! {
    /// Where the stack of this thread begins and how many bytes of it may be used; unknown, and unbounded, at first.
    static STACK: Cell<(usize, usize)> = const { Cell::new((0, usize::MAX)) };
    /// How often this choice has looked, and how often it may.
    static LOOKS: Cell<(u64, u64)> = const { Cell::new((0, MOST_LOOKS)) };
}

/// About where the stack is now.
#[inline]
fn here() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(&marker).addr()
}

/// Says how large the stack of this thread is, in bytes. To be called by what starts a thread, as the first thing on it.
pub fn set_stack(bytes: usize) {
    STACK.set((here(), bytes - bytes / RESERVE));
}

/// A choice, or the carrying out of one, begins, in which there may be `looks` looks.
#[inline]
pub fn begin(looks: u64) {
    LOOKS.set((0, looks));
}

/// Counts a look.
///
/// # Panics
/// If the stack is used up but for a reserve, or if there were too many looks since [`begin`].
#[inline]
pub fn check() {
    let (base, most) = STACK.get();
    if here().abs_diff(base) > most {
        too_deep();
    }
    let (looks, most) = LOOKS.get();
    LOOKS.set((looks + 1, most));
    if looks >= most {
        too_long(most);
    }
}

#[cold]
#[inline(never)]
fn too_deep() -> ! {
    panic!("endless recursion: the stack is used up");
}

#[cold]
#[inline(never)]
fn too_long(most: u64) -> ! {
    // What is caught may look again.
    LOOKS.set((0, MOST_LOOKS));
    panic!("endless loop: more than {most} looks at positions in one choice");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deeper(depth: u64) -> u64 {
        check();
        if depth == u64::MAX {
            return depth;
        }
        // Not a tail call.
        1 + std::hint::black_box(deeper(std::hint::black_box(depth + 1)))
    }

    fn message(f: impl FnOnce() + Send + 'static) -> String {
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(f).expect("a thread");
        let panic = thread.join().expect_err("it panics");
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).expect("a message")
    }

    #[test]
    fn recursion_is_stopped_before_the_stack_ends() {
        let found = message(|| {
            set_stack(1 << 20);
            begin(u64::MAX);
            deeper(0);
        });
        assert!(found.starts_with("endless recursion"), "{found}");
    }

    #[test]
    fn loops_are_stopped() {
        let found = message(|| {
            begin(1_000);
            loop {
                check();
            }
        });
        assert_eq!(found, "endless loop: more than 1000 looks at positions in one choice");
    }

    #[test]
    fn nothing_is_bounded_where_nobody_said_so() {
        (0..1_000).for_each(|_| check());
    }
}
