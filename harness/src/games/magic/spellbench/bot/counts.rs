//! How many decisions were mapped, and how many weren't, by kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What became of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answered {
    /// There was one candidate.
    Alone,
    /// The agent chose among all candidates.
    Mapped,
    /// The agent chose among those candidates that could be mapped, and there were others.
    Partly,
    /// Nobody was asked: the fallback was answered.
    Fallback,
}

/// Decisions of a kind by what became of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) alone: u64,
    pub(super) mapped: u64,
    pub(super) partly: u64,
    pub(super) fallback: u64,
}

impl Row {
    fn all(self) -> u64 {
        self.alone + self.mapped + self.partly + self.fallback
    }

    fn plus(self, other: Row) -> Row {
        Row {
            alone: self.alone + other.alone,
            mapped: self.mapped + other.mapped,
            partly: self.partly + other.partly,
            fallback: self.fallback + other.fallback,
        }
    }
}

/// The counts of all games of a process.
#[derive(Clone, Default, Debug)]
pub(super) struct Counts {
    pub(super) games: u64,
    rows: BTreeMap<&'static str, Row>,
    /// Why decisions weren't mapped, as far as something failed.
    failures: BTreeMap<String, u64>,
    /// The cards that the other side or we have and that aren't here.
    missing: BTreeMap<String, u64>,
}

/// How many different failures are told.
const MOST_FAILURES: usize = 10;

impl Counts {
    pub(super) fn count(&mut self, kind: &'static str, answered: Answered) {
        let row = self.rows.entry(kind).or_default();
        match answered {
            Answered::Alone => row.alone += 1,
            Answered::Mapped => row.mapped += 1,
            Answered::Partly => row.partly += 1,
            Answered::Fallback => row.fallback += 1,
        }
    }

    /// Something failed inside.
    pub(super) fn failed(&mut self, message: String) {
        if self.failures.len() < MOST_FAILURES || self.failures.contains_key(&message) {
            *self.failures.entry(message).or_default() += 1;
        }
    }

    /// A card of a deck isn't here.
    pub(super) fn misses(&mut self, card: &str) {
        *self.missing.entry(card.to_owned()).or_default() += 1;
    }

    /// All kinds together.
    pub(super) fn total(&self) -> Row {
        self.rows.values().fold(Row::default(), |sum, row| sum.plus(*row))
    }

    /// The report.
    pub(super) fn told(&self) -> String {
        let total = self.total();
        let of = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut text = format!("{}, {}\n", of(self.games, "game"), of(total.all(), "decision"));
        let _ = writeln!(
            text,
            "{:<22} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "kind", "all", "mapped", "partly", "fallback", "alone"
        );
        for (kind, row) in self.rows.iter().map(|(kind, row)| (*kind, *row)).chain([("all", total)]) {
            let Row { alone, mapped, partly, fallback } = row;
            let _ = writeln!(text, "{kind:<22} {:>8} {mapped:>8} {partly:>8} {fallback:>8} {alone:>8}", row.all());
        }
        for (card, games) in &self.missing {
            let s = if *games == 1 { "" } else { "s" };
            let _ = writeln!(text, "not here: {card} ({games} game{s})");
        }
        for (message, times) in &self.failures {
            let often = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
            let _ = writeln!(text, "failed {often}: {message}");
        }
        text
    }
}
