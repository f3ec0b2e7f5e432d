//! What players did this turn: life gained and lost, cards drawn, lands played, crimes.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::LifeCmp;
use crate::text::grammar::player::Player;
use crate::text::grammar::words::Numeral;
use crate::text::syntax::syntax;

syntax! {
    /// What players did this turn: life gained and lost, cards drawn, lands played, crimes.
    enum DeedCondition {
        GainedLife { who: Player, cmp: Option<LifeCmp> } = [who "gained" cmp "life this turn"];
        YouveGainedSo { cmp: LifeCmp } = ["you've gained" cmp "life this turn"];
        LostLife { who: Player, cmp: Option<LifeCmp> } = [who "lost" cmp "life this turn"];
        YouDidntLoseLife = ["you didn't lose life this turn"];
        LostLifeLastTurn { who: Player } = [who "lost life last turn"];
        YouveDrawnN { n: Numeral } = ["you've drawn" n "or more cards this turn"];
        GainedOrLost = ["you gained or lost life this turn"];
        GainedAndLost = ["you gained and lost life this turn"];
        Drew { who: Player, n: AtLeast } = [who "drew" n ["card|cards" by n] "this turn"];
        HasDrawn { n: AtLeast } = ["an opponent has drawn" n ["card|cards" by n] "this turn"];
        SearchedLibrary { who: Player } = [who "searched their library this turn"];
        CommittedCrime = ["you've committed a crime this turn"];
        NoManaAdded = ["you haven't added mana with this ability this turn"];
        PlayedLand = ["you played a land this turn"];
        DidntPlayLand = ["you didn't play a land this turn"];
    }
}
