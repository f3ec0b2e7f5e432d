//! Kinds of past events that texts ask for ("if a creature died this turn"). Games keep those that some card of their pool asks for.

use crate::walk::leaves;
use bitflags::bitflags;

bitflags! {
    /// Kinds of past events.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Happening: u32 {
        /// A permanent entered the battlefield.
        const ENTERED = 1 << 0;
        /// A permanent left the battlefield.
        const LEFT = 1 << 1;
        /// A permanent was put into a graveyard from the battlefield.
        const DIED = 1 << 2;
        /// A card that isn't a token was put into a graveyard from anywhere.
        const TO_GRAVEYARD = 1 << 3;
        /// A card left a graveyard.
        const LEFT_GRAVEYARD = 1 << 4;
        /// A card was discarded.
        const DISCARDED = 1 << 5;
        /// A permanent was sacrificed.
        const SACRIFICED = 1 << 6;
        /// A spell was cast.
        const CAST = 1 << 7;
        /// Damage was dealt.
        const DAMAGE = 1 << 8;
        /// A player searched their library.
        const SEARCHED = 1 << 9;
        /// A player committed a crime (CR 700.15).
        const CRIME = 1 << 10;
        /// A spell was cast for its warp cost (CR 702.185).
        const WARPED = 1 << 11;
        /// Excess damage was dealt to a permanent (CR 120.10).
        const EXCESS = 1 << 12;
        /// A creature attacked or blocked.
        const FOUGHT = 1 << 13;
        /// A spell was countered by a spell or ability of an opponent of its controller.
        const COUNTERED = 1 << 14;
        /// An attacking creature was blocked by another, the source.
        const BLOCKED = 1 << 15;
        /// A creature crewed a Vehicle or saddled a Mount, the source (CR 702.122c, 702.171c).
        const CREWED = 1 << 16;
        /// A permanent was devoured by another, the source (CR 702.82b).
        const DEVOURED = 1 << 17;
    }
}

leaves!(Happening);
