//! Looking at cards and revealing them (CR 701.20).

use crate::text::grammar::amount::Count;
use crate::text::grammar::noun::{Noun, Np, With};
use crate::text::grammar::player::{Own, ZoneRef};
use crate::text::syntax::syntax;

syntax! {
    /// Looking at cards and revealing them.
    enum LookVerb {
        Reveal { what: Np } = ["reveals|reveal" [what singular]]
            where |v| !matches!(v, LookVerb::Reveal { what: Np::TopCard { .. } | Np::TopCards { n: Count::An { .. } | Count::X, .. } });
        RevealHand { whose: Own } = ["reveals|reveal" whose "hand"];
        LookAtTop { n: Count, zone: ZoneRef } = ["looks|look at the top" n ["card|cards" by n] "of" zone];
        LookAtTopOne { zone: ZoneRef } = ["looks|look at the top card of" zone];
        RevealTopOne { zone: ZoneRef } = ["reveals|reveal the top card of" zone];
        LookAtHand { zone: ZoneRef } = ["looks|look at" zone];
        RevealTop { n: Count, zone: ZoneRef } = ["reveals|reveal the top" n ["card|cards" by n] "of" zone];
        ChooseFromIt { noun: Noun, with: Option<With> } = ["chooses|choose a" [noun singular] "from it" with];
        RevealUntilThey { noun: Noun } = ["reveals|reveal cards from the top of their library until they reveal a" [noun singular]];
        ExileUntil { noun: Noun } = ["exiles|exile cards from the top of your library until you exile a" [noun singular]];
        ExileUntilThey { noun: Noun } = ["exiles|exile cards from the top of their library until they exile a" [noun singular]];
        RevealUntil { noun: Noun } = ["reveals|reveal cards from the top of your library until you reveal a" [noun singular]];
    }
}
