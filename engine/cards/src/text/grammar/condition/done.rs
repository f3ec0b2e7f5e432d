//! What was done before in the same resolution: "if you do", "this way", votes, clashes, coins.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Noun, Past};
use crate::text::grammar::words::{Ordinal, VoteWord};
use crate::text::syntax::syntax;

syntax! {
    /// Who did what is asked for.
    enum Doer {
        You = ["you do"];
        YouDont = ["you don't"];
        They = ["they do"];
        TheyDont = ["they don't"];
        ThatPlayer = ["that player does"];
        ThatPlayerDoesnt = ["that player doesn't"];
        AnyPlayer = ["a player does"];
        NoOne = ["no one does"];
        CantDo = ["you can't"];
        ThePlayer = ["the player does"];
        ThePlayerDoesnt = ["the player doesn't"];
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
        Prevented = ["damage is prevented this way"];
        PreventedFrom { noun: Noun } = ["damage from a" [noun singular] "is prevented this way"];
        ThisWayIs { n: AtLeast, noun: Noun, past: Past } = [n [noun by n] ["is|are" by n] past "this way"];
        ThisWayWas { n: AtLeast, noun: Noun, past: Past } = [n [noun by n] ["was|were" by n] past "this way"];
        MoreVotes { word: VoteWord } = [word "gets more votes"];
        MoreVotesOrTied { word: VoteWord } = [word "gets more votes or the vote is tied"];
        ResolvedBefore { n: Ordinal } = ["this is the" n "time this ability has resolved this turn"];
        ResolvedBeforeToo { n: Ordinal } = ["it's the" n "time"];
        YouSearchLibrary = ["you search your library this way"];
        YouWinClash = ["you win"];
        YouWonFlip = ["you win the flip"];
        YouLostFlip = ["you lose the flip"];
    }
}
