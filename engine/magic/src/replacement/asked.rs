//! What replacement effects ask for that decides when they are looked at (CR 614.12).

use gauntlet_cards::effect::Script;
use gauntlet_cards::filter::{Amount, Objects, Test, Zone};
use gauntlet_cards::mention::{Mention, Mentions};
use gauntlet_cards::walk::Walk;

/// Returns whether what is chosen as an object enters depends on the creature types that it will have (CR 702.38a).
pub(super) fn asks_for_own_types(script: &Script) -> bool {
    script.has(|test: &Test| matches!(test, Test::SharesCreatureType(with) if **with == Objects::Source))
}

/// Returns whether an amount depends on the cards in graveyards or exile.
pub(super) fn counts_cards(amount: &Amount) -> bool {
    amount.mentions(|mention| matches!(mention, Mention::Zone(zone) | Mention::Each(zone) if lies_open(zone)))
}

/// Returns whether a zone other than the battlefield and the stack is one in which cards lie where all can count them.
pub(super) fn lies_open(zone: Zone) -> bool {
    matches!(zone, Zone::Graveyard | Zone::Exile)
}
