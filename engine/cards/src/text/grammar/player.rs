//! Noun phrases for players, and zones, which belong to players.

use super::amount::AtLeast;
use super::condition::ConditionWords;
use super::noun::{Attached, Head, Noun, Np, Participle};
use super::said::begins_with;
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// That something is what follows.
    enum ThatIs {
        Said = ["that's|that_are"];
    }

    /// Whom creatures attack.
    #[derive(Copy)]
    enum Attacked {
        You = ["you"];
        Yours = ["you or a planeswalker you control"];
        AnOpponent = ["one of your opponents"];
        ThatPlayer = ["that player"];
        Opponents = ["your opponents"];
        Enchanted = ["enchanted player"];
    }

    /// A player or several.
    enum Player {
        You = ["you"];
        TargetPlayer = ["target player"];
        TargetOpponent = ["target opponent"];
        TwoTargetPlayers = ["two target players"];
        AnotherTargetPlayer = ["another target player"];
        AnyTargetPlayers = ["any number of target players"];
        AnyTargetOpponents = ["any number of target opponents"];
        UpToOneTargetPlayer = ["up to one target player"];
        ThatPlayersOpponents = ["each of that player's opponents"];
        EachWho { those: Box<Those> } = ["each" those];
        EachWhoDid { all: Everyone, past: Participle, noun: Noun } = ["each" all "who" past "a" [noun singular] "this way"]
            where |v| matches!(v, Player::EachWhoDid { past: Participle::Discarded | Participle::Sacrificed, .. });
        EachOpponentWho { deed: DidOrNot } = ["each opponent who" deed];
        EachPlayerWho { deed: DidOrNot } = ["each player who" deed]
            where |v| matches!(v, Player::EachPlayerWho { deed: DidOrNot::DidntDiscard { .. } });
        EachPlayerWhoCant = ["each player who can't"];
        Who = ["who"];
        WhoseController = ["whose controller"];
        TargetWho { those: Box<Those> } = ["target" those];
        EachPlayer = ["each player"];
        EachOpponent = ["each opponent"];
        EachOtherPlayer = ["each other player"];
        EachOtherThan { who: Box<Player> } = ["each player other than" who]
            where |v| matches!(v, Player::EachOtherThan { who } if matches!(**who, Player::TargetPlayer | Player::TargetOpponent | Player::Its { .. }));
        EachWithMost { most: MostOrFewest, noun: Box<Noun> } = ["each player who controls the" most [noun plural]];
        EachFriend = ["each friend"];
        EachFoe = ["each foe"];
        EachOtherOpponent = ["each other opponent"];
        ThatPlayer = ["that player"];
        ThatOpponent = ["that opponent"];
        AnOpponent = ["an opponent"];
        OneOfYourOpponents = ["one of your opponents"];
        OneOfTheirOpponents = ["one of their opponents"];
        APlayer = ["a player"];
        ThatAttackingPlayer = ["that attacking player"];
        AnyPlayer = ["any player"];
        AnyOpponent = ["any opponent"];
        EachOfThem = ["each of those players"];
        AttackingPlayer = ["attacking player"];
        AnotherPlayer = ["another player"];
        DefendingPlayer = ["defending player"];
        EnchantedPlayer = ["enchanted player"];
        EnchantedOpponent = ["enchanted opponent"];
        ChosenPlayer = ["the chosen player"];
        Monarch = ["the monarch"];
        They = ["they"];
        Players = ["players"];
        Opponents = ["opponents"];
        YourOpponents = ["your opponents"];
        TheActivePlayer = ["the player whose turn it is"];
        ThatPlayerOrController = ["that player or that planeswalker's controller"];
        ThatPermanentsController = ["that permanent's controller or that player"];
        ThePlayer = ["the player"];
        Leading { most: MostHad } = ["the player" most];
        Its { relation: Relation } = ["its" relation];
        TheirController = ["their controller"];
        Source { relation: Relation } = ["~ 's" relation];
        That { head: Head, relation: Relation } = ["that" [head singular] "'s" relation];
        The { head: Head, relation: Relation } = ["the" [head singular] "'s" relation];
        ThePast { past: Participle, head: Head, relation: Relation } = ["the" past [head singular] "'s" relation];
        Host { attached: Attached, head: Head, relation: Relation } = [attached [head singular] "'s" relation];
        Target { noun: Noun, relation: Relation } = ["target" [noun singular] "'s" relation];
        OfTarget { relation: Relation, noun: Noun } = ["the" relation "of target" [noun singular]];
        YouAnd { who: Box<Player> } = ["you and" who] where |v| matches!(v, Player::YouAnd { who } if !who.is_plural());
        ThatPlayerOrPermanents = ["that player or that permanent's controller"];
    }

    /// Of what a player controls at least, or at most, as many as each other player.
    #[derive(Copy)]
    enum MostOrFewest {
        Most = ["most"];
        Fewest = ["fewest"];
    }

    /// Of what one player has more than each other player.
    enum MostHad {
        Life = ["with the most life"];
        Cards = ["who has the most cards in hand"];
        Permanents { noun: Box<Noun> } = ["who controls the most" [noun plural]];
    }

    /// What someone did of what the sentence before says.
    enum DidOrNot {
        Does = ["does"];
        Doesnt = ["doesn't"];
        Cant = ["can't"];
        DidntDiscard { n: AtLeast, noun: Noun } = ["didn't discard" n [noun by n] "this way"];
    }

    /// Opponents or players.
    enum Everyone {
        Opponent = ["opponent"];
        Player = ["player"];
    }

    /// Those of them of whom something is true: "opponent who lost life this turn".
    struct Those { all: Everyone, what: ConditionWords } = [all what] where |v| begins_with(&v.what, "who");

    /// Whose an object is.
    enum Relation {
        Controller = ["controller"];
        Owner = ["owner"];
    }

    /// What is one's own.
    #[derive(Copy)]
    enum Own {
        Your = ["your"];
        Their = ["their"];
    }

    /// Whose zone.
    enum Whose {
        Your = ["your"];
        Their = ["their"];
        A = ["a"];
        Of { player: Player } = [player "'s"];
        TheirOwners = ["their owners'"];
        TheirOwner = ["their owner's"];
        YourOpponents = ["your opponents'"];
        AllOpponents = ["all opponents'"];
        AllPlayers = ["all players'"];
        TargetPlayers = ["any number of target players'"];
    }

    /// A zone that a player has.
    enum OwnZone {
        Graveyard = ["graveyard|graveyards"];
        Hand = ["hand|hands"];
        Library = ["library|libraries"];
    }

    /// A zone.
    enum ZoneRef {
        Of { whose: Whose, zone: OwnZone } = [whose [zone by whose]];
        ThatLibrary = ["that library"];
        AllGraveyards = ["all graveyards"];
        AllHands = ["all hands"];
        Graveyards = ["graveyards"];
        SingleGraveyard = ["a single graveyard"];
        EachGraveyard = ["each graveyard"];
        Exile = ["exile"];
        Battlefield = ["the battlefield"];
    }

    /// Under whose control something enters.
    enum Under {
        Your = ["under your control"];
        Owner = ["under its owner's control"];
        Owners = ["under their owners' control"];
        TheirOwner = ["under their owner's control"];
        ThatPlayer = ["under that player's control"];
        Their = ["under their control"];
    }

    /// Where cards are put in a library.
    enum LibraryEnd {
        Top = ["on top of"];
        Bottom = ["on the bottom of"];
    }

    /// The possessor of "its power".
    enum Possessor {
        Its = ["its"];
        Their = ["their"];
        Of { np: Box<Np> } = [[np singular] "'s"];
    }
}

impl ZoneRef {
    /// Returns whether it is a graveyard, or all of them.
    pub(crate) fn is_graveyard(&self) -> bool {
        matches!(
            self,
            ZoneRef::AllGraveyards
                | ZoneRef::Graveyards
                | ZoneRef::EachGraveyard
                | ZoneRef::Of { zone: OwnZone::Graveyard, .. }
        )
    }
}

impl Possessor {
    /// Returns whether it is the source, or "its".
    pub(crate) fn is_of_source(&self) -> bool {
        match self {
            Possessor::Its => true,
            Possessor::Their => false,
            Possessor::Of { np } => **np == Np::Itself,
        }
    }
}

impl Agrees for Player {
    fn is_plural(&self) -> bool {
        matches!(
            self,
            Player::You
                | Player::They
                | Player::Players
                | Player::AnyTargetPlayers
                | Player::AnyTargetOpponents
                | Player::TwoTargetPlayers
                | Player::Opponents
                | Player::YourOpponents
                | Player::YouAnd { .. }
        )
    }
}

impl Agrees for Whose {
    fn is_plural(&self) -> bool {
        matches!(
            self,
            Whose::TheirOwners | Whose::YourOpponents | Whose::AllOpponents | Whose::AllPlayers | Whose::TargetPlayers
        )
    }
}
