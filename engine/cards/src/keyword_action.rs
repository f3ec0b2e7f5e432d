//! Keyword actions that abilities watch.

use crate::walk::Walk;

/// A keyword action, or what is like one, that abilities watch (CR 700–705).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum KeywordAction {
    /// CR 701.22.
    Scry,
    /// CR 701.25.
    Surveil,
    /// CR 701.16.
    Investigate,
    /// CR 701.34.
    Proliferate,
    /// CR 701.59.
    CollectEvidence,
    /// A player searches their own library (CR 701.23).
    Search,
    /// A player shuffles their library (CR 701.24).
    Shuffle,
    /// A player wins a coin flip (CR 705.2).
    WinFlip,
    /// A player loses a coin flip (CR 705.2).
    LoseFlip,
    /// A player expends that much mana (CR 700.14).
    Expend(u8),
    /// A permanent explores (CR 701.44b).
    Explore,
    /// A player loses the game (CR 104.3): a game of two is over then, so that nothing triggers any more (CR 104.2a).
    LoseGame,
    /// A creature evolves (CR 702.100b).
    Evolve,
    /// A creature fights another, the other object (CR 701.14).
    Fight,
    /// A creature crews a Vehicle, the other object (CR 702.122c).
    Crew,
    /// A spell or ability of the player counters a spell (CR 701.6).
    CounterSpell,
    /// A creature champions another permanent (CR 702.72c).
    Champion,
    /// A creature saddles a Mount, the other object (CR 702.171c).
    Saddle,
    /// A Vehicle becomes crewed (CR 702.122d).
    BecomeCrewed,
    /// The final chapter ability of a Saga triggers (CR 714.2e).
    FinalChapterTriggers,
    /// The final chapter ability of a Saga resolves (CR 714.2e).
    FinalChapterResolves,
    /// A player rolls one or more dice (CR 706.1). The number is the result.
    RollDice,
    /// A creature mutates (CR 702.140d).
    Mutate,
    /// A player gets one or more {E} (CR 107.14). The number is how many.
    GetEnergy,
}

impl KeywordAction {
    /// The action in words: what a player or permanent does.
    pub(crate) fn words(self) -> String {
        match self {
            KeywordAction::Scry => "scry".to_owned(),
            KeywordAction::Surveil => "surveil".to_owned(),
            KeywordAction::Investigate => "investigate".to_owned(),
            KeywordAction::Proliferate => "proliferate".to_owned(),
            KeywordAction::CollectEvidence => "collect evidence".to_owned(),
            KeywordAction::Search => "search their library".to_owned(),
            KeywordAction::Shuffle => "shuffle their library".to_owned(),
            KeywordAction::WinFlip => "win a coin flip".to_owned(),
            KeywordAction::LoseFlip => "lose a coin flip".to_owned(),
            KeywordAction::Expend(n) => format!("expend {n}"),
            KeywordAction::Explore => "explore".to_owned(),
            KeywordAction::LoseGame => "lose the game".to_owned(),
            KeywordAction::Evolve => "evolve".to_owned(),
            KeywordAction::Fight => "fight".to_owned(),
            KeywordAction::Crew => "crew a Vehicle".to_owned(),
            KeywordAction::CounterSpell => "counter a spell".to_owned(),
            KeywordAction::Champion => "champion a permanent".to_owned(),
            KeywordAction::Saddle => "saddle a Mount".to_owned(),
            KeywordAction::BecomeCrewed => "become crewed".to_owned(),
            KeywordAction::FinalChapterTriggers => "have its final chapter ability trigger".to_owned(),
            KeywordAction::FinalChapterResolves => "have its final chapter ability resolve".to_owned(),
            KeywordAction::RollDice => "roll one or more dice".to_owned(),
            KeywordAction::Mutate => "mutate".to_owned(),
            KeywordAction::GetEnergy => "get one or more {E}".to_owned(),
        }
    }
}
