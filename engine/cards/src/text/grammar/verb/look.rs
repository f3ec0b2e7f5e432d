//! Looking at cards and revealing them (CR 701.20).

use crate::text::grammar::amount::Count;
use crate::text::grammar::noun::{Noun, Np, With};
use crate::text::grammar::player::{Own, ZoneRef};
use crate::text::syntax::syntax;

syntax! {
    /// Looking at cards and revealing them.
    enum LookVerb {
        Reveal { what: Np } = ["reveals|reveal" [what singular]];
        RevealOutside { noun: Noun } = ["reveals|reveal a" [noun singular] "from outside the game"];
        RevealHandOrTop = ["reveals|reveal a card from your hand or the top card of your library"];
        RevealTheTop = ["reveals|reveal the top card"];
        RevealHand { whose: Own } = ["reveals|reveal" whose "hand"];
        LookAtTop { what: Np } = ["looks|look at" [what singular]]
            where |v| matches!(v, LookVerb::LookAtTop { what: Np::TopCard { .. } | Np::TopCards { .. } | Np::FromTop { n: Count::ThatMany | Count::TwiceX, .. } });
        LookAtExiled = ["looks|look at the exiled cards"];
        LookAtHand { zone: ZoneRef } = ["looks|look at" zone];
        ChooseFromIt { noun: Noun, with: Option<With> } = ["chooses|choose a" [noun singular] "from it" with];
        ChooseSomeFromIt { n: Count, noun: Noun } = ["chooses|choose" n [noun by n] "from it"]
            where |v| matches!(v, LookVerb::ChooseSomeFromIt { n: Count::An { .. } | Count::UpTo { .. } | Count::X, .. });
        RevealUntilThey { noun: Noun } = ["reveals|reveal cards from the top of their library until they reveal a" [noun singular]];
        RevealUntilTheySo { n: Count, noun: Noun } =
            ["reveals|reveal cards from the top of their library until they reveal" n [noun by n]]
            where |v| matches!(v, LookVerb::RevealUntilTheySo { n, .. } if n.is_certain_plural());
        RevealUntilSo { n: Count, noun: Noun } =
            ["reveals|reveal cards from the top of your library until you reveal" n [noun by n]]
            where |v| matches!(v, LookVerb::RevealUntilSo { n, .. } if n.is_certain_plural());
        RevealUntilAreTheirs { n: Count, noun: Noun } =
            ["reveals|reveal cards from the top of their library until" n [noun by n] "are revealed"]
            where |v| matches!(v, LookVerb::RevealUntilAreTheirs { n, .. } if n.is_certain_plural());
        RevealUntilIsTheirs { noun: Noun } =
            ["reveals|reveal cards from the top of their library until a" [noun singular] "is revealed"];
        ExileUntil { noun: Noun } = ["exiles|exile cards from the top of your library until you exile a" [noun singular]];
        ExileUntilThey { noun: Noun } = ["exiles|exile cards from the top of their library until they exile a" [noun singular]];
        RevealUntil { noun: Noun } = ["reveals|reveal cards from the top of your library until you reveal a" [noun singular]];
    }
}
