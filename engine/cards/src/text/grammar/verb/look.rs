//! Looking at cards and revealing them (CR 701.20).

use crate::text::grammar::noun::{Noun, Np, With};
use crate::text::grammar::player::{Own, ZoneRef};
use crate::text::syntax::syntax;

syntax! {
    /// Looking at cards and revealing them.
    enum LookVerb {
        Reveal { what: Np } = ["reveals|reveal" [what singular]];
        RevealOutside { noun: Noun } = ["reveals|reveal a" [noun singular] "from outside the game"];
        RevealHand { whose: Own } = ["reveals|reveal" whose "hand"];
        LookAtTop { what: Np } = ["looks|look at" [what singular]]
            where |v| matches!(v, LookVerb::LookAtTop { what: Np::TopCard { .. } | Np::TopCards { .. } });
        LookAtHand { zone: ZoneRef } = ["looks|look at" zone];
        ChooseFromIt { noun: Noun, with: Option<With> } = ["chooses|choose a" [noun singular] "from it" with];
        RevealUntilThey { noun: Noun } = ["reveals|reveal cards from the top of their library until they reveal a" [noun singular]];
        ExileUntil { noun: Noun } = ["exiles|exile cards from the top of your library until you exile a" [noun singular]];
        ExileUntilThey { noun: Noun } = ["exiles|exile cards from the top of their library until they exile a" [noun singular]];
        RevealUntil { noun: Noun } = ["reveals|reveal cards from the top of your library until you reveal a" [noun singular]];
    }
}
