//! Tokens that are to be created (CR 111.1).

use super::operands::Register;
use crate::filter::{Amount, Objects, Players};
use crate::ids::CardId;
use crate::walk::Walk;

/// Whether something enters attacking, and whom (CR 508.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Attacking {
    /// It doesn't.
    No,
    /// It attacks what its controller chooses.
    Chosen,
    /// It attacks "that player", no planeswalker or battle: with two players, the defending one.
    ThatPlayer,
}

impl Attacking {
    /// Returns whether it attacks at all.
    pub fn attacks(self) -> bool {
        self != Attacking::No
    }

    /// What its controller chooses, if it attacks at all.
    pub fn chosen_if(attacks: bool) -> Attacking {
        if attacks { Attacking::Chosen } else { Attacking::No }
    }
}

/// Which tokens a player creates, and how they enter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct NewTokens {
    /// Who creates and controls them.
    pub player: Players,
    /// The token, as a card of the pool that is never in a deck.
    pub token: CardId,
    /// How many.
    pub amount: Amount,
    /// Power and toughness where they are computed.
    pub pt: Option<(Amount, Amount)>,
    /// They enter tapped.
    pub tapped: bool,
    /// They enter attacking.
    pub attacking: Attacking,
    /// They enter blocking this (CR 509.4).
    pub blocking: Option<Objects>,
    /// They enter attached to this (CR 303.4i): Auras.
    pub attached: Option<Objects>,
    /// They enter with that many +1/+1 counters.
    pub counters: Option<Amount>,
    /// Where the tokens are remembered.
    pub into: Option<Register>,
    /// At the same time as those of the next instruction: "a Food token and a Treasure token".
    pub with_next: bool,
}

impl NewTokens {
    /// That many tokens as they are.
    pub fn new(player: Players, token: CardId, amount: Amount) -> NewTokens {
        NewTokens {
            player,
            token,
            amount,
            pt: None,
            tapped: false,
            attacking: Attacking::No,
            blocking: None,
            attached: None,
            counters: None,
            into: None,
            with_next: false,
        }
    }
}
