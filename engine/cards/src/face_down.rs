//! Ways of being face down (CR 708), and cards that were put into exile for later.

use crate::walk::Walk;

/// Why an object is face down, or how its card was put into exile for later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum FaceDown {
    /// It isn't.
    #[default]
    Up,
    /// Cast face down with morph or megamorph (CR 702.37).
    Morph,
    /// Cast face down with disguise (CR 702.168): it has ward {2}.
    Disguise,
    /// Manifested (CR 701.40).
    Manifest,
    /// Cloaked (CR 701.58): it has ward {2}.
    Cloak,
    /// A foretold card in exile (CR 702.143).
    Foretold,
    /// A plotted card in exile (CR 702.170), which is face up.
    Plotted,
}

impl FaceDown {
    /// Returns whether spells and permanents can be so.
    pub fn is_creature(self) -> bool {
        matches!(self, FaceDown::Morph | FaceDown::Disguise | FaceDown::Manifest | FaceDown::Cloak)
    }

    /// Returns whether the face-down creature has ward {2}.
    pub(crate) fn has_ward(self) -> bool {
        matches!(self, FaceDown::Disguise | FaceDown::Cloak)
    }
}
