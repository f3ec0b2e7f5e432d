//! A row for each game, as text.

use std::fmt::Write as _;

use gauntlet_core::Game;

use crate::plan::experiment::Experiment;
use crate::plan::schedule::{Seats, Unit};
use crate::stats::tally::{GameResult, PerSide, Side};

/// The names of the columns; those of matches have two more.
pub fn header<G: Game + 'static>(matches: bool) -> String {
    let mut line = String::from("deck_a,deck_b,agent_a,agent_b,pair,");
    line.push_str(if matches { "match,game," } else { "" });
    line.push_str("first,winner,reason,turns,decisions");
    for name in G::counter_names() {
        let _ = write!(line, ",{name}_a,{name}_b");
    }
    line.push('\n');
    line
}

/// Adds the row of a game: number `number`, from 0, of a match that `began` began.
pub fn write_row<G: Game + 'static>(
    rows: &mut String,
    experiment: &Experiment<G>,
    unit: Unit,
    (began, number): (Side, u8),
    game: &GameResult,
    counters: &PerSide<Vec<u64>>,
) {
    let pairing = &experiment.pairings[unit.pairing];
    for side in Side::BOTH {
        field(rows, experiment.label(pairing.entrant(side)));
        rows.push(',');
    }
    for side in Side::BOTH {
        field(rows, &experiment.pilot(pairing.entrant(side)).spec);
        rows.push(',');
    }
    let name = |side| if side == Side::A { "a" } else { "b" };
    let winner = game.winner.map_or("", name);
    let GameResult { reason, turns, decisions, .. } = game;
    let _ = write!(rows, "{},", unit.index);
    if experiment.options.best_of.is_match() {
        // Both matches of a pair have the same seeds, and another side begins.
        let place = match experiment.options.seats {
            Seats::Swap => 2 * unit.index + began as u64,
            Seats::Fixed(_) => unit.index,
        };
        let _ = write!(rows, "{place},{},", number + 1);
    }
    let _ = write!(rows, "{},{winner},{reason},{turns},{decisions}", name(game.first));
    let PerSide([a, b]) = counters;
    for (a, b) in a.iter().zip(b) {
        let _ = write!(rows, ",{a},{b}");
    }
    rows.push('\n');
}

/// Ends the rows of a unit.
pub fn end_unit(rows: &mut String) {
    rows.push('\n');
}

/// A field of a CSV file, quoted where it must be (RFC 4180).
fn field(row: &mut String, text: &str) {
    if !text.contains(['"', ',', '\n', '\r']) {
        row.push_str(text);
        return;
    }
    row.push('"');
    row.push_str(&text.replace('"', "\"\""));
    row.push('"');
}
