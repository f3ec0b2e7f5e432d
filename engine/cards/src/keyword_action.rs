//! Keyword actions that abilities watch.

use crate::walk::Walk;

/// A keyword action that abilities watch (CR 701).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum KeywordAction {
    /// CR 701.22.
    Scry,
    /// CR 701.25.
    Surveil,
    /// CR 701.16.
    Investigate,
}
