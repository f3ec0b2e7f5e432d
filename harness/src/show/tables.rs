//! From tallies to the rows of `matchups.csv` and `decks.csv`.
//!
//! Rows are keyed by the entrants themselves, never by seat: who sat where is folded in long before.

use gauntlet_core::{Game, Reason};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::plan::experiment::Experiment;
use crate::plan::schedule::{Entrant, Seats};
use crate::stats::interval;
use crate::stats::tally::{Side, Tally};

/// How the names of decks begin whose win rates say less of the deck than of who plays it.
pub const MARK: &str = "† ";

/// All games of one entrant against another, seen from `a`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matchup {
    /// Whose wins are counted.
    pub a: Entrant,
    /// The opponent.
    pub b: Entrant,
    /// Who took the first turn, with `a` as side A.
    pub seats: Seats,
    /// The sums.
    pub tally: Tally,
}

impl Matchup {
    /// Returns whether an entrant plays itself: then its record says nothing about its strength.
    pub fn is_mirror(&self) -> bool {
        self.a == self.b
    }
}

/// The matchups of an experiment in the order of decks, each pairing from both its sides. A pairing of an entrant with
/// itself comes once, unless seats are fixed: then its two sides have different records.
///
/// So every game is in exactly two rows, or for such a mirror in one.
pub fn matchups<G: Game + 'static>(experiment: &Experiment<G>, tallies: &[Tally]) -> Vec<Matchup> {
    let seats = experiment.options.seats;
    let mut rows: Vec<Matchup> = Vec::with_capacity(2 * tallies.len());
    for (pairing, tally) in experiment.pairings.iter().zip(tallies) {
        rows.push(Matchup { a: pairing.a, b: pairing.b, seats, tally: tally.clone() });
        if pairing.a != pairing.b || seats != Seats::Swap {
            rows.push(Matchup { a: pairing.b, b: pairing.a, seats: seats.mirrored(), tally: tally.mirrored() });
        }
    }
    rows.sort_by_key(|row| (row.a, row.b, row.seats));
    rows
}

/// One entrant against all its opponents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// Whose games these are.
    pub entrant: Entrant,
    /// How many matchups were added up.
    pub matchups: u64,
    /// The sums.
    pub tally: Tally,
}

/// The totals of each entrant, in the order of decks: the sums over its rows in [`matchups`], its games against itself
/// left out, which would pull every win rate towards ½.
pub fn totals(matchups: &[Matchup]) -> Vec<Total> {
    // The rows are sorted by `a`.
    let entrants = matchups.chunk_by(|one, next| one.a == next.a);
    entrants
        .map(|rows| {
            let mut total =
                Total { entrant: rows[0].a, matchups: 0, tally: Tally::new(rows[0].tally.counters[Side::A].len()) };
            for row in rows.iter().filter(|row| !row.is_mirror()) {
                total.matchups += 1;
                total.tally.merge(&row.tally);
            }
            total
        })
        .collect()
}

/// One cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A name.
    Text(String),
    /// A count.
    Count(u64),
    /// A measured number and how many decimals are written.
    Number(f64, usize),
    /// There is nothing to say, as of a rate without games.
    Empty,
}

impl Value {
    /// The text in a CSV file.
    pub fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Number(number, decimals) => format!("{number:.decimals$}"),
            Value::Empty => String::new(),
        }
    }

    /// A rate, a difference of rates, or a mean.
    pub fn rate(rate: Option<f64>) -> Value {
        rate.map_or(Value::Empty, |rate| Value::Number(rate, 6))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Text(text) => serializer.serialize_str(text),
            Value::Count(count) => serializer.serialize_u64(*count),
            // The number that the CSV file shows, not one with more digits.
            Value::Number(number, _) => serializer.serialize_f64(self.text().parse().unwrap_or(*number)),
            Value::Empty => serializer.serialize_none(),
        }
    }
}

/// Named columns, and rows that have a value for each.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// Adds a row. The first row names the columns; all others must have the same.
    pub fn push(&mut self, row: Vec<(String, Value)>) {
        let (columns, values): (Vec<String>, Vec<Value>) = row.into_iter().unzip();
        if self.rows.is_empty() {
            self.columns = columns;
        } else {
            debug_assert_eq!(self.columns, columns);
        }
        self.rows.push(values);
    }

    /// The table as a CSV file (RFC 4180, but lines end with a line feed).
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(Value::text))?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }
}

/// As a list of objects.
impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Row<'a>(&'a [String], &'a [Value]);
        impl Serialize for Row<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(self.0.len()))?;
                for (name, value) in self.0.iter().zip(self.1) {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
        serializer.collect_seq(self.rows.iter().map(|row| Row(&self.columns, row)))
    }
}

/// The rows of `matchups.csv`.
pub fn matchup_table<G: Game + 'static>(experiment: &Experiment<G>, matchups: &[Matchup]) -> Table {
    let mut table = Table::default();
    for row in matchups {
        let mut values = named([
            ("deck_a", Value::Text(experiment.label(row.a).to_owned())),
            ("deck_b", Value::Text(experiment.label(row.b).to_owned())),
            ("agent_a", Value::Text(experiment.pilot(row.a).spec.clone())),
            ("agent_b", Value::Text(experiment.pilot(row.b).spec.clone())),
            ("on_the_play", Value::Text(row.seats.name().to_owned())),
        ]);
        values.extend(record(&row.tally));
        let has_pairs = row.seats == Seats::Swap && row.tally.total().games() > 0;
        let paired = has_pairs.then(|| interval::paired(&row.tally.pairs));
        values.extend(named([
            ("paired_low", Value::rate(paired.map(|interval| interval.low))),
            ("paired_high", Value::rate(paired.map(|interval| interval.high))),
        ]));
        let pairs = row.tally.pairs.iter().enumerate();
        values.extend(pairs.map(|(halves, count)| (format!("pairs_{halves}"), Value::Count(*count))));
        values.extend(course(&row.tally));
        for (index, name) in G::counter_names().iter().enumerate() {
            for (side, suffix) in [(Side::A, 'a'), (Side::B, 'b')] {
                values.push((format!("{name}_{suffix}"), Value::Count(row.tally.counters[side][index])));
            }
        }
        if experiment.options.luck {
            let expected = experiment.expected_luck(row.a, row.b);
            let adjusted = row.tally.luck.adjusted(&expected, row.tally.games_per_unit());
            values.extend(named([
                ("luck_adjusted_win_rate", Value::rate(adjusted.map(|adjusted| adjusted.rate))),
                ("luck_adjusted_low", Value::rate(adjusted.map(|adjusted| adjusted.interval.low))),
                ("luck_adjusted_high", Value::rate(adjusted.map(|adjusted| adjusted.interval.high))),
                ("luck_variance_ratio", Value::rate(adjusted.map(|adjusted| adjusted.ratio))),
            ]));
        }
        values.extend(either_way(&row.tally));
        values.extend(experiment.options.best_of.is_match().then(|| of_matches(&row.tally)).into_iter().flatten());
        values.extend(endings(&row.tally));
        table.push(values);
    }
    table
}

/// The rows of `decks.csv`.
pub fn deck_table<G: Game + 'static>(experiment: &Experiment<G>, totals: &[Total]) -> Table {
    let mut table = Table::default();
    for total in totals {
        let mut values = named([
            ("deck", Value::Text(experiment.label(total.entrant).to_owned())),
            ("agent", Value::Text(experiment.pilot(total.entrant).spec.clone())),
            ("matchups", Value::Count(total.matchups)),
        ]);
        values.extend(record(&total.tally));
        values.extend(course(&total.tally));
        for (index, name) in G::counter_names().iter().enumerate() {
            values.push(((*name).to_owned(), Value::Count(total.tally.counters[Side::A][index])));
        }
        values.extend(either_way(&total.tally));
        values.extend(experiment.options.best_of.is_match().then(|| of_matches(&total.tally)).into_iter().flatten());
        values.extend(endings(&total.tally));
        table.push(values);
    }
    table
}

/// A part of a row.
pub fn named<const N: usize>(values: [(&str, Value); N]) -> Vec<(String, Value)> {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn record(tally: &Tally) -> Vec<(String, Value)> {
    let total = tally.total();
    let wilson = interval::wilson(total.points(), total.games());
    named([
        ("games", Value::Count(total.games())),
        ("wins", Value::Count(total.wins)),
        ("losses", Value::Count(total.losses)),
        ("draws", Value::Count(total.draws)),
        ("win_rate", Value::rate(total.rate())),
        ("wilson_low", Value::rate(total.rate().map(|_| wilson.low))),
        ("wilson_high", Value::rate(total.rate().map(|_| wilson.high))),
    ])
}

fn course(tally: &Tally) -> Vec<(String, Value)> {
    named([
        ("win_rate_on_the_play", Value::rate(tally.on_the_play.rate())),
        ("win_rate_on_the_draw", Value::rate(tally.on_the_draw.rate())),
        ("mean_turns", interval::mean(&tally.turns).map_or(Value::Empty, |mean| Value::Number(mean, 3))),
        ("median_turns", interval::median(&tally.turns).map_or(Value::Empty, |median| Value::Number(median, 1))),
        ("decisions", Value::Count(tally.decisions)),
    ])
}

/// The rate if the games that nobody finished were lost, and if they were won.
fn either_way(tally: &Tally) -> Vec<(String, Value)> {
    let rates = tally.rate_either_way();
    named([
        ("win_rate_if_lost", Value::rate(rates.map(|[lost, _]| lost))),
        ("win_rate_if_won", Value::rate(rates.map(|[_, won]| won))),
    ])
}

/// Matches, and their games before and after sideboarding.
fn of_matches(tally: &Tally) -> Vec<(String, Value)> {
    let matches = tally.matches;
    let wilson = interval::wilson(matches.record.points(), matches.record.games());
    named([
        ("matches", Value::Count(matches.record.games())),
        ("match_wins", Value::Count(matches.record.wins)),
        ("match_losses", Value::Count(matches.record.losses)),
        ("match_draws", Value::Count(matches.record.draws)),
        ("match_win_rate", Value::rate(matches.record.rate())),
        ("match_wilson_low", Value::rate(matches.record.rate().map(|_| wilson.low))),
        ("match_wilson_high", Value::rate(matches.record.rate().map(|_| wilson.high))),
        ("games_before_sideboarding", Value::Count(matches.before.games())),
        ("win_rate_before_sideboarding", Value::rate(matches.before.rate())),
        ("games_after_sideboarding", Value::Count(matches.after.games())),
        ("win_rate_after_sideboarding", Value::rate(matches.after.rate())),
    ])
}

fn endings(tally: &Tally) -> impl Iterator<Item = (String, Value)> {
    Reason::ALL.into_iter().map(|reason| (format!("end_{reason}"), Value::Count(tally.ended(reason))))
}
