//! What waits to be done, and from where what is done speaks.

use gauntlet_core::Player;

use super::{Lasts, Place, Trace};
use crate::vocabulary::Hear;

/// An action. Where it was wanted, the card was at `from`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// Turn a card face up, once more if it is.
    Reveal { object: u16, broadcast: bool },
    /// A card enters the table and is revealed.
    Enter { object: u16, location: u8, player: Player, from: Place },
    /// A card is trashed.
    Trash { object: u16, from: Place },
    /// A card moves to a side of a location.
    Move { object: u16, location: u8, player: Player, from: Place },
    /// A card comes into a hand.
    ToHand { object: u16, player: Player, from: Place },
    /// A player draws a card from a deck.
    Draw { player: Player, from: Player },
}

/// What waits in the queue.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waiting {
    /// An action.
    Act(Act, Trace),
    /// A message about a card.
    Message { hear: Hear, subject: u16, trace: Trace, sent: Place, self_told: bool, audience: Option<(u32, u32)> },
}

/// The marks in a trace that aren't listeners: what follows is one more indented in the log, or one less.
pub(crate) const INDENT: u16 = 0xfffe;
pub(crate) const OUTDENT: u16 = 0xfffd;

/// From where an ability speaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The object, or from [`ORIGIN_LOCATION`] on the location, whose ability it is.
    pub(crate) this: u16,
    /// Whose "own" is, for locations.
    pub(crate) own: Option<Player>,
    /// The object that the message is about.
    pub(crate) subject: Option<u16>,
    /// What led here, this included.
    pub(crate) trace: Trace,
    /// How long the modifiers are there that it gives.
    pub(crate) lasts: Lasts,
    /// Their place in the order of modifiers.
    pub(crate) priority: i8,
}

impl Context {
    pub(crate) fn of(this: u16, subject: Option<u16>, trace: Trace) -> Context {
        Context { this, own: None, subject, trace, lasts: Lasts::Stays, priority: 0 }
    }
}

/// A revealed card that was found on a side of a location, and the object that it was then.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) card: u16,
    pub(crate) object: u16,
    pub(crate) player: Player,
}
