//! What was done before in the same resolution: "if you do", "this way", votes, clashes, coins.

use crate::text::grammar::amount::{AtLeast, ExcessTo};
use crate::text::grammar::noun::{Back, Noun, Participle};
use crate::text::grammar::player::Player;
use crate::text::grammar::tense::{Be, Doing};
use crate::text::grammar::words::{Numeral, Ordinal, VoteWord};
use crate::text::syntax::syntax;

syntax! {
    /// Who did what is asked for.
    enum Doer {
        Player { who: Player, does: Doing } = [who [does by who]] where |v| matches!(v, Doer::Player { who, does } if does.is_asked_of(who));
        NoOne = ["no one does"];
        CantDo { who: Player } = [who "can't"]
            where |v| matches!(v, Doer::CantDo { who: Player::You | Player::They | Player::ThatPlayer | Player::ThePlayer });
        DontPutBattlefield = ["you don't put the card onto the battlefield"];
        DontPutHand = ["you don't put the card into your hand"];
        DidntPutHand = ["you didn't put a card into your hand this way"];
        DidntPutBattlefield = ["you didn't put a card onto the battlefield this way"];
        DontPutIt = ["you don't put it into your hand"];
        DontCastIt = ["you don't cast it"];
        DontCastThat = ["you don't cast that card"];
        DontCastTheCard = ["you don't cast the card"];
    }

    /// What was done before in the same resolution.
    enum DoneCondition {
        Do { who: Doer } = [who];
        Excess { to: Option<ExcessTo> } = ["excess damage was dealt" to "this way"];
        ReturnedThisWay { n: AtLeast, noun: Noun } = ["returned" n [noun by n] "to your hand this way"];
        YouReturnThisWay { n: AtLeast, noun: Noun } = ["you return" n [noun by n] "to your hand this way"];
        YouPutInHandThisWay { n: AtLeast, noun: Noun } = ["you put" n [noun by n] "into your hand this way"];
        YouPutThisWay { n: AtLeast, noun: Noun } = ["you put" n [noun by n] "onto the battlefield this way"];
        PlayerDamaged = ["a player is dealt damage this way"];
        WasntCast = ["it wasn't cast this way"];
        Prevented = ["damage is prevented this way"];
        LostLife = ["you lost life this way"];
        TypesAmong { n: Numeral, of: Back } = ["there were" n "or more card types among" of];
        PreventedFrom { noun: Noun } = ["damage from a" [noun singular] "is prevented this way"];
        ThisWay { n: AtLeast, noun: Noun, be: Be, past: Participle } = [n [noun by n] [be by n] past "this way"] where |v| matches!(v, DoneCondition::ThisWay { be, .. } if !be.denies());
        YouRevealThisWay { n: AtLeast, noun: Noun } = ["you reveal" n [noun by n] "this way"];
        YouDiscardedThisWay { n: AtLeast, noun: Noun } = ["you discarded" n [noun by n] "this way"];
        YouSacrificedThisWay { n: AtLeast, noun: Noun } = ["you sacrificed" n [noun by n] "this way"];
        DiesThisWay { n: AtLeast, noun: Noun } = [n [noun by n] ["dies|die this way" by n]] where |v| !matches!(v, DoneCondition::DiesThisWay { n: AtLeast::No, .. });
        MoreVotes { word: VoteWord } = [word "gets more votes"];
        MoreVotesOrTied { word: VoteWord } = [word "gets more votes or the vote is tied"];
        ResolvedBefore { n: Ordinal } = ["this is the" n "time this ability has resolved this turn"];
        ResolvedBeforeToo { n: Ordinal } = ["it's the" n "time"];
        CountersRemoved { n: AtLeast } = [n "counters were removed this way"];
        ActivatedBefore { n: AtLeast } = ["this ability has been activated" n "times this turn"];
        YouSearchLibrary = ["you search your library this way"];
        YouWinClash = ["you win"];
        YouWonFlip = ["you win the flip"];
        YouLostFlip = ["you lose the flip"];
    }
}
