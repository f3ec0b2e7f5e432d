//! Keyword actions (CR 701) that have no other room, and designations of players.

use crate::text::grammar::amount::{Count, Num};
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::verb::Times;
use crate::text::grammar::words::{Digits, DungeonName};
use crate::text::syntax::syntax;

syntax! {
    /// Keyword actions that are done several times.
    #[derive(Copy)]
    enum Repeated {
        Proliferate = ["proliferates|proliferate"];
        Investigate = ["investigates|investigate"];
        Populate = ["populates|populate"];
        ManifestDread = ["manifests|manifest dread"];
        TimeTravel = ["time travels|travel"];
    }

    /// How often they are.
    enum OftenDone {
        Again = ["again"];
        ThatMany = ["that many times"];
        Times { times: Times } = [times];
    }

    /// Keyword actions that have no other room.
    enum KeywordVerb {
        Support { n: Num } = ["support" n];
        Bolster { n: Num } = ["bolster" n];
        Clash { with: Player } = ["clashes|clash with" with]
            where |v| matches!(v, KeywordVerb::Clash { with: Player::AnOpponent | Player::TargetOpponent | Player::DefendingPlayer });
        Adapt { n: Digits } = ["adapts|adapt" n];
        ManifestTop = ["manifests|manifest the top card of your library"];
        ManifestTheirTop = ["manifests|manifest the top card of their library"];
        ManifestTopMany { n: Count } = ["manifests|manifest the top" n "cards of your library"];
        ManifestCard { what: Np } = ["manifests|manifest" [what singular]]
            where |v| matches!(v, KeywordVerb::ManifestCard { what: Np::Quant { quant: Quant::A, noun } } if noun.is_about_cards());
        ManifestDread = ["manifests|manifest dread"];
        CloakTop = ["cloaks|cloak the top card of your library"];
        CloakTopMany { n: Count } = ["cloaks|cloak the top" n "cards of your library"];
        Proliferate = ["proliferates|proliferate"];
        Earthbend { n: Num } = ["earthbend" n];
        Airbend { what: Nps } = ["airbends|airbend" [what singular]];
        Harness = ["harness ~"];
        Monstrosity { n: Num } = ["monstrosity" n];
        Learn = ["learns|learn"];
        Discover { n: Num } = ["discovers|discover" n];
        BecomeMonarch = ["becomes|become the monarch"];
        TakeInitiative = ["takes|take the initiative"];
        Venture = ["ventures|venture into the dungeon"];
        VentureInto { name: DungeonName } = ["ventures|venture into" name];
        Often { what: Repeated, times: OftenDone } = [what times];
        TimeTravel = ["time travels|travel"];
        Forage = ["forages|forage"];
        Blight { n: Num } = ["blights|blight" n];
    }
}
