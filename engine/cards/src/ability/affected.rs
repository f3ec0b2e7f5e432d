//! What static abilities apply to.

use crate::filter::{Filter, Zone};
use crate::walk::Walk;

/// What a static ability applies to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Affected {
    /// The source.
    Source,
    /// What the source is attached to.
    Host,
    /// Every permanent that fits.
    Each(Filter),
    /// Every object in a zone that fits.
    EachIn(Zone, Filter),
}

impl Affected {
    /// What the affected objects must fit, if any that do are affected.
    pub fn filter(&self) -> Option<&Filter> {
        match self {
            Affected::Each(filter) | Affected::EachIn(_, filter) => Some(filter),
            Affected::Source | Affected::Host => None,
        }
    }
}
