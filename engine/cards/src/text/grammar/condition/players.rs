//! What players have: life, cards in hand, counters, designations.

use crate::text::grammar::amount::{AtLeast, Num};
use crate::text::grammar::condition::LifeCmp;
use crate::text::grammar::noun::{Cmp, Noun};
use crate::text::grammar::player::{Own, OwnZone, Player};
use crate::text::grammar::words::{DungeonName, Numeral};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// How two life totals compare.
    enum MoreOrLess {
        More = ["more"];
        Less = ["less"];
    }

    /// What players have: life, cards in hand, counters, designations.
    enum PlayerCondition {
        HasLife { who: Player, cmp: LifeCmp } = [who ["has|have" by who] cmp "life"];
        LifeTotal { cmp: Cmp } = ["your life total is" cmp];
        CardsInHand { who: Player, n: AtLeast } = [who ["has|have" by who] n ["card|cards" by n] "in hand"];
        KindInHand { n: AtLeast, noun: Noun } = ["you have" n [noun by n] "in hand"]
            where |v| matches!(v, PlayerCondition::KindInHand { noun, .. } if noun.is_about_cards() && !noun.is_bare_card());
        HasPoison { who: Player, n: AtLeast } = [who ["has|have" by who] n "poison counters"];
        HasRad { who: Player, n: AtLeast } = [who ["has|have" by who] n "rad" ["counter|counters" by n]];
        HasNoRad { who: Player } = [who ["doesn't|don't have any rad counters" by who]];
        Poisoned { who: Player } = [who ["is|are poisoned" by who]];
        CardsIn { who: Player, n: AtLeast, whose: Own, zone: OwnZone } =
            [who ["has|have" by who] n ["card|cards" by n] "in" whose [zone singular]]
            where |v| !matches!(v, PlayerCondition::CardsIn { zone: OwnZone::Graveyard, .. });
        Blessed = ["you have the city's blessing"];
        MaxSpeed = ["you have max speed"];
        YouAreMonarch = ["you're the monarch"];
        IsMonarch { who: Player } = [who "is the monarch"]
            where |v| matches!(v, PlayerCondition::IsMonarch { who: Player::AnOpponent | Player::DefendingPlayer | Player::Host { .. } });
        NoMonarch = ["there is no monarch"];
        HaveInitiative = ["you have the initiative"];
        CompletedADungeon = ["you've completed a dungeon"];
        NotCompleted { name: DungeonName } = ["you haven't completed" name];
        Tempted { n: Numeral } = ["the Ring has tempted you" n "or more times this game"];
        LifeCompared { who: Player, more: MoreOrLess, than: Player } = [who ["has|have" by who] more "life than" than];
        OneHasMoreCards = ["a player has more cards in hand than each other player"];
        NoneHasMoreLife { than: Player } = ["no opponent has more life than" than];
        AboveStarting { n: Num } = ["you have at least" n "life more than your starting life total"];
        MoreCardsByFar { who: Player, n: Numeral } = [who "has at least" n "more cards in hand than you"]
            where |v| matches!(v, PlayerCondition::MoreCardsByFar { who: Player::AnOpponent, .. });
        MoreCardsThanEach = ["you have more cards in hand than each opponent"];
        MoreCards { who: Player } = [who "has more cards in hand than you"] where |v| !matches!(v, PlayerCondition::MoreCards { who } if who.is_plural());
        Opponents { n: AtLeast } = ["you have" n "opponents"];
    }
}
