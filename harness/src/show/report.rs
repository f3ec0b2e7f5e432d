//! What the terminal shows of a run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gauntlet_core::{Game, Reason};

use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::plan::experiment::{Experiment, Shape};
use crate::plan::schedule::{Entrant, Seats};
use crate::show::ladder::Ladder;
use crate::show::tables::{MARK, Matchup, Total};
use crate::stats::interval::{self, Interval};
use crate::stats::luck::{Adjusted, Luck};
use crate::stats::tally::{Matches, Record, Side, Tally};

/// How wide and how colourful.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Columns of a line.
    pub width: usize,
    /// Whether to colour.
    pub colour: bool,
}

/// How many times smaller the variance of a rate must be to show it as the surer one.
const SURER: f64 = 1.005;

/// The run as a person wants to see it: one matchup told in words, the matrix and the ranking of the decks, or the ratings of agents. Entrants
/// in `marks` carry a mark.
pub fn report<G: Game + 'static>(
    experiment: &Experiment<G>,
    matchups: &[Matchup],
    totals: &[Total],
    marks: &BTreeSet<Entrant>,
    look: Look,
) -> String {
    let mut out = String::new();
    match experiment.options.shape {
        Shape::Match => {
            let pairing = experiment.pairings[0];
            let seats = experiment.options.seats;
            let row = matchups.iter().find(|row| (row.a, row.b, row.seats) == (pairing.a, pairing.b, seats));
            out.extend(row.map(|row| one_matchup(experiment, row, marks, look)));
        }
        Shape::Field { .. } => out.push_str(&field(experiment, matchups, totals, marks, look)),
        Shape::Matrix { .. } => {
            out.push_str(&matrix(experiment, matchups, marks, look));
            if !ranked(totals).is_empty() {
                out.push('\n');
                out.push_str(&ranking(experiment, totals, marks, look));
            }
        }
        Shape::Ladder => out.push_str(&Ladder::of(experiment, matchups).told(look)),
    }
    if experiment.options.luck && experiment.options.shape != Shape::Match {
        out.push_str(
            "\nWin rates without the luck of the deal are in matchups.csv and in --json, with how much surer each is\n",
        );
    }
    out
}

/// "54.5% ± 6.9", with half of the Wilson interval; "–" without games.
fn rate(record: Record) -> String {
    record
        .rate()
        .map_or("–".into(), |rate| format!("{:.1}% ± {:.1}", 100.0 * rate, 100.0 * wilson(record).half_width()))
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or("–".into(), |rate| format!("{:.1}%", 100.0 * rate))
}

fn wilson(record: Record) -> Interval {
    interval::wilson(record.points(), record.games())
}

/// The tone of a rate that is shown among this many.
fn tone(record: Record, among: usize) -> Tone {
    let rate = record.rate().unwrap_or(0.5);
    match interval::stands_out(rate, wilson(record), record.games(), among) {
        Some(true) => Tone::Good,
        Some(false) => Tone::Bad,
        None => Tone::Plain,
    }
}

fn span(interval: Interval) -> String {
    format!("{:.1}–{:.1}%", 100.0 * interval.low, 100.0 * interval.high)
}

fn number(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.1}"))
}

fn matches_of(count: u64) -> String {
    if count == 1 { "1 match".into() } else { format!("{count} matches") }
}

fn games(count: u64) -> String {
    if count == 1 { "1 game".into() } else { format!("{count} games") }
}

/// The name of an entrant, with its agent where there are two.
fn name<G: Game + 'static>(experiment: &Experiment<G>, marks: &BTreeSet<Entrant>, entrant: Entrant) -> String {
    let mark = if marks.contains(&entrant) { MARK } else { "" };
    let deck = format!("{mark}{}", experiment.label(entrant));
    match experiment.pilots.len() {
        1 => deck,
        _ => format!("{deck} [{}]", experiment.pilot(entrant).spec),
    }
}

fn one_matchup<G: Game + 'static>(
    experiment: &Experiment<G>,
    row: &Matchup,
    marks: &BTreeSet<Entrant>,
    look: Look,
) -> String {
    let (a, b) = (name(experiment, marks, row.a), name(experiment, marks, row.b));
    let tally = &row.tally;
    let record = tally.score();
    let is_match = experiment.options.best_of.is_match();
    let games = |count| if is_match { matches_of(count) } else { games(count) };
    let agents = match experiment.pilots.as_slice() {
        [one] => format!(", both played by {}", one.spec),
        _ => String::new(),
    };
    let how = match row.seats {
        Seats::Swap => format!("{} in pairs with seats swapped", games(record.games())),
        Seats::Fixed(Side::A) => format!("{}, {a} always on the play", games(record.games())),
        Seats::Fixed(Side::B) => format!("{}, {b} always on the play", games(record.games())),
    };
    let title = Tone::Bold.paint(&format!("{a} against {b}"), look.colour);
    let mut out = format!("{title}{agents}: {how}\n");
    let mut grid = Grid::new(2);
    let mut line = |label: &str, cell: Cell| grid.row(vec![format!("  {label}").into(), cell]);
    line("win rate", Cell::new(rate(record), tone(record, 1)));
    line("95% interval", span(wilson(record)).into());
    if row.seats == Seats::Swap {
        line("95% from pairs", span(interval::paired(&tally.pairs)).into());
    }
    let expected = experiment.expected_luck(row.a, row.b);
    if experiment.options.luck {
        let adjusted = tally.luck.adjusted(&expected, tally.games_per_unit());
        let unit = match (row.seats, is_match) {
            (Seats::Swap, true) => "pairs of matches",
            (Seats::Swap, false) => "pairs of games",
            (Seats::Fixed(_), true) => "matches",
            (Seats::Fixed(_), false) => "games",
        };
        line("without luck", without_luck(adjusted, Luck::needed(expected.len()), unit).into());
    }
    if is_match && tally.matches.after.games() + tally.matches.before.games() > 0 {
        let Matches { before, after, .. } = tally.matches;
        line("games before sideboarding", format!("{} of {}", rate(before), before.games()).into());
        line("games after sideboarding", format!("{} of {}", rate(after), after.games()).into());
    }
    if let (count @ 1.., Some([lost, won])) = (tally.unfinished(), tally.rate_either_way()) {
        let all = tally.total().games();
        line(
            "unfinished",
            format!("{count} of {all} games; {} to {} if lost or won", percent(Some(lost)), percent(Some(won))).into(),
        );
    }
    line("wins, losses, draws", format!("{}, {}, {}", record.wins, record.losses, record.draws).into());
    if row.seats == Seats::Swap {
        line("on the play", rate(tally.on_the_play).into());
        line("on the draw", rate(tally.on_the_draw).into());
    }
    line(
        "turns",
        format!("mean {}, median {}", number(interval::mean(&tally.turns)), number(interval::median(&tally.turns)))
            .into(),
    );
    line("ended by", endings(tally).into());
    for (index, counter) in G::counter_names().iter().enumerate() {
        line(counter, format!("{} and {}", tally.counters[Side::A][index], tally.counters[Side::B][index]).into());
    }
    out.push_str(&grid.render_within(look.width, look.colour));
    out
}

/// The rate without luck where it is the surer one, or why it isn't offered: it needs so many of a unit.
fn without_luck(adjusted: Option<Adjusted>, needed: u64, unit: &str) -> String {
    match adjusted {
        Some(Adjusted { rate, interval, ratio }) if ratio >= SURER => {
            format!("{:.1}%, {}; variance {ratio:.2} times smaller", 100.0 * rate, span(interval))
        }
        Some(Adjusted { ratio, .. }) if ratio > 1.0 / SURER => {
            "– (it isn't surer than the win rate: the variance is the same)".to_owned()
        }
        Some(Adjusted { ratio, .. }) => {
            let larger = 1.0 / ratio;
            format!(
                "– (it is less sure than the win rate after so few games: the variance is {larger:.2} times larger)"
            )
        }
        None => format!("– (it needs {needed} {unit} or more)"),
    }
}

fn endings(tally: &Tally) -> String {
    let mut counts: Vec<(u64, Reason)> = Reason::ALL.into_iter().map(|reason| (tally.ended(reason), reason)).collect();
    counts.retain(|&(count, _)| count > 0);
    counts.sort_by_key(|&(count, reason)| (std::cmp::Reverse(count), reason));
    let words = counts.iter().map(|(count, reason)| format!("{} {count}", reason.name().replace('_', " ")));
    words.collect::<Vec<_>>().join(", ")
}

fn matrix<G: Game + 'static>(
    experiment: &Experiment<G>,
    matchups: &[Matchup],
    marks: &BTreeSet<Entrant>,
    look: Look,
) -> String {
    let agent_b = experiment.pairings.first().map_or(0, |pairing| pairing.b.agent);
    let decks = experiment.decks.len();
    let mut out = Tone::Bold.paint("Win rate in % of the row's deck against the column's", look.colour);
    let mut notes = vec![match experiment.pilots.as_slice() {
        [a, b] => format!("rows played by {}, columns by {}", a.spec, b.spec),
        pilots => format!("all played by {}", pilots[0].spec),
    }];
    match experiment.options.seats {
        Seats::Fixed(Side::A) => notes.push("rows always on the play".to_owned()),
        Seats::Fixed(Side::B) => notes.push("columns always on the play".to_owned()),
        Seats::Swap => {}
    }
    let _ = write!(out, " ({})", notes.join("; "));
    let counts = || matchups.iter().map(|row| row.tally.score().games());
    let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    // They differ in an interrupted run, and where games go where the rate is uncertain.
    let from = if least < most { format!("{least} to ") } else { String::new() };
    let most = if experiment.options.best_of.is_match() { matches_of(most) } else { games(most) };
    let _ = writeln!(out, ", ± half the 95% interval; {from}{most} a pairing");
    // Digits that the next run would change only take room.
    let shown: Vec<Record> = matchups.iter().map(|row| row.tally.score()).filter(|record| record.games() > 0).collect();
    let decimals = usize::from(shown.iter().all(|record| 100.0 * wilson(*record).half_width() < 2.0));
    let cell = |a: usize, b: usize| {
        let (a, b) = (Entrant { deck: a, agent: 0 }, Entrant { deck: b, agent: agent_b });
        let row = matchups.iter().find(|row| (row.a, row.b, row.seats) == (a, b, experiment.options.seats));
        row.map_or(Cell::new("·", Tone::Dim), |row| {
            let record = row.tally.score();
            let text = record.rate().map_or("–".into(), |rate| {
                // Free of noise, so that halves are rounded to even and a cell and its mirror image add up to 100.
                let rate = (rate * 1e9).round() / 1e7;
                format!("{rate:.decimals$} ±{:.decimals$}", 100.0 * wilson(record).half_width())
            });
            Cell::new(text, if row.is_mirror() { Tone::Dim } else { tone(record, experiment.pairings.len()) })
        })
    };
    let all = (0..decks).flat_map(|a| (0..decks).map(move |b| (a, b)));
    // With the gap to the next.
    let width = all.map(|(a, b)| cell(a, b).width()).max().unwrap_or(0) + 2;
    let digits = decks.to_string().len();
    let mark = |deck| if marks.iter().any(|entrant| entrant.deck == deck) { MARK } else { "" };
    let label =
        |deck: usize| shorten(&format!("{:>digits$} {}{}", deck + 1, mark(deck), experiment.deck_label(deck)), 24);
    let first = (0..decks).map(|deck| console::measure_text_width(&label(deck))).max().unwrap_or(0);
    // As many columns as fit; the rest goes into further bands of about equal size.
    let fit = (look.width.saturating_sub(first) / width).max(1);
    let bands = decks.div_ceil(fit).max(1);
    let band = decks.div_ceil(bands).max(1);
    for start in (0..decks).step_by(band) {
        let columns = start..(start + band).min(decks);
        let mut grid = Grid::new(1);
        let mut heading = vec![Cell::default()];
        // The rows say which deck has which number.
        heading.extend(columns.clone().map(|deck| Cell::new((deck + 1).to_string(), Tone::Bold)));
        grid.row(heading);
        for a in 0..decks {
            let mut row = vec![label(a).into()];
            row.extend(columns.clone().map(|b| cell(a, b)));
            grid.row(row);
        }
        out.push('\n');
        out.push_str(&grid.render(look.colour));
    }
    out
}

/// The entrants by win rate, the best first.
fn ranking<G: Game + 'static>(
    experiment: &Experiment<G>,
    totals: &[Total],
    marks: &BTreeSet<Entrant>,
    look: Look,
) -> String {
    let mut grid = Grid::new(2);
    grid.heading(["", "deck", "win rate", "wins", "losses", "draws", "on the play", "on the draw", "turns"]);
    for (rank, total) in (1..).zip(ranked(totals)) {
        let record = total.tally.score();
        grid.row(vec![
            format!("{rank:>2}").into(),
            shorten(&name(experiment, marks, total.entrant), 36).into(),
            Cell::new(rate(record), tone(record, totals.len())),
            record.wins.to_string().into(),
            record.losses.to_string().into(),
            record.draws.to_string().into(),
            percent(total.tally.on_the_play.rate()).into(),
            percent(total.tally.on_the_draw.rate()).into(),
            number(interval::mean(&total.tally.turns)).into(),
        ]);
    }
    grid.render_within(look.width, look.colour)
}

fn ranked(totals: &[Total]) -> Vec<&Total> {
    let mut ranked: Vec<&Total> = totals.iter().filter(|total| total.matchups > 0).collect();
    let rate = |total: &Total| total.tally.score().rate().unwrap_or(0.0);
    // Stable: equal rates stay in the order of the decks.
    ranked.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
    ranked
}

fn field<G: Game + 'static>(
    experiment: &Experiment<G>,
    matchups: &[Matchup],
    totals: &[Total],
    marks: &BTreeSet<Entrant>,
    look: Look,
) -> String {
    let hero = experiment.pairings[0].a;
    let seats = experiment.options.seats;
    let mut rows: Vec<&Matchup> = matchups.iter().filter(|row| row.a == hero && row.seats == seats).collect();
    let rate_of = |row: &Matchup| row.tally.score().rate().unwrap_or(0.0);
    rows.sort_by(|one, other| rate_of(other).total_cmp(&rate_of(one)));
    let mut out = Tone::Bold.paint(&name(experiment, marks, hero), look.colour);
    let _ = writeln!(out, " against the field, best matchup first; ± half the 95% interval");
    let mut grid = Grid::new(1);
    grid.heading(["against", "win rate", "wins", "losses", "draws", "on the play", "on the draw", "turns"]);
    let mut line = |label: String, tally: &Tally| {
        let record = tally.score();
        grid.row(vec![
            shorten(&label, 36).into(),
            Cell::new(rate(record), tone(record, experiment.pairings.len())),
            record.wins.to_string().into(),
            record.losses.to_string().into(),
            record.draws.to_string().into(),
            percent(tally.on_the_play.rate()).into(),
            percent(tally.on_the_draw.rate()).into(),
            number(interval::mean(&tally.turns)).into(),
        ]);
    };
    for row in rows {
        line(name(experiment, marks, row.b), &row.tally);
    }
    if let Some(total) = totals.iter().find(|total| total.entrant == hero && total.matchups > 0) {
        line("all".into(), &total.tally);
    }
    out.push_str(&grid.render_within(look.width, look.colour));
    out
}
