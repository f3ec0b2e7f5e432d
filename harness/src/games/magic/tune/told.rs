//! What came of a tuning, in words.

use std::fmt::Write as _;

use super::record::{Answer, Scored, Tuned, Verdict};
use crate::output::grid::{Cell, Grid, Tone};
use crate::stats::spsa::UNIT;

/// How many weights are shown, those that moved most first.
const MOST: usize = 12;

/// How many decks of a validation are shown.
const MOST_DECKS: usize = 30;

fn count(number: usize, of: &str) -> String {
    if number == 1 { format!("1 {of}") } else { format!("{number} {of}s") }
}

fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

/// Elo points with their sign; what can't be said of a score of 0 or 1 is a dash.
fn points(elo: Option<f64>) -> String {
    elo.map_or("–".to_owned(), |elo| format!("{:+.0}", elo + 0.0))
}

/// The answer in words.
pub(super) fn told(answer: &Answer, width: usize, colour: bool) -> String {
    let mut text = format!(
        "{}: {} tuned in {} games with {}\n",
        answer.agent,
        count(answer.weights.len(), "weight"),
        answer.games,
        count(answer.decks.len(), "deck")
    );
    if answer.iterations < answer.iterations_planned {
        let _ = writeln!(text, "So far: iteration {} of {}", answer.iterations, answer.iterations_planned);
    }
    moved(answer, &mut text, width, colour);
    validation(answer, &mut text, width, colour);
    text
}

/// The weights that moved.
fn moved(answer: &Answer, text: &mut String, width: usize, colour: bool) {
    let steps = |weight: &Tuned| f64::from(weight.tuned - weight.start) * UNIT as f64 / weight.step as f64;
    let mut moved: Vec<&Tuned> = answer.weights.iter().filter(|weight| weight.tuned != weight.start).collect();
    moved.sort_by(|one, other| steps(other).abs().total_cmp(&steps(one).abs()));
    if moved.is_empty() {
        text.push_str("\nNo weight is another than it was.\n");
        return;
    }
    let mut grid = Grid::new(1);
    grid.heading(["weight", "was", "is", "in steps"]);
    for weight in moved.iter().take(MOST) {
        grid.row(vec![
            weight.key.as_str().into(),
            weight.start.to_string().into(),
            weight.tuned.to_string().into(),
            format!("{:+.1}", steps(weight)).into(),
        ]);
    }
    let _ = write!(text, "\n{}", grid.render_within(width, colour));
    match moved.len().saturating_sub(MOST) {
        0 => {}
        more => {
            let _ = writeln!(text, "… and {more} more; {} has all", super::record::WEIGHTS);
        }
    }
}

/// What the validation says.
fn validation(answer: &Answer, text: &mut String, width: usize, colour: bool) {
    let validation = &answer.validation;
    if validation.all.games > 0 {
        let of = count(validation.decks.len(), "deck");
        let _ = writeln!(
            text,
            "\nThe tuned weights against those before, with {of} and deals that the tuning hasn't seen; % of points, 95% intervals\n"
        );
        let mut grid = Grid::new(1);
        grid.heading(["deck", "score", "from", "to", "games"]);
        for deck in validation.decks.iter().take(MOST_DECKS) {
            row(&mut grid, deck);
        }
        row(&mut grid, &validation.all);
        text.push_str(&grid.render_within(width, colour));
        match validation.decks.len().saturating_sub(MOST_DECKS) {
            0 => {}
            more => {
                let _ = writeln!(text, "… and {more} more decks; --json has all");
            }
        }
    }
    let _ = writeln!(text, "\n{}", verdict(answer));
}

fn row(grid: &mut Grid, scored: &Scored) {
    let tone = match () {
        () if scored.low > 0.5 => Tone::Good,
        () if scored.high < 0.5 => Tone::Bad,
        () => Tone::Plain,
    };
    grid.row(vec![
        scored.deck.as_str().into(),
        Cell::new(scored.score.map_or("–".to_owned(), percent), tone),
        percent(scored.low).into(),
        percent(scored.high).into(),
        scored.games.to_string().into(),
    ]);
}

/// How many of several decks say the same by themselves, and how many the contrary.
fn by_deck(decks: &[Scored]) -> String {
    let stronger = decks.iter().filter(|deck| deck.low > 0.5).count();
    let weaker = decks.iter().filter(|deck| deck.high < 0.5).count();
    match decks.len() {
        1 => String::new(),
        all => format!("; {stronger} of the {all} show it by themselves, and {weaker} the contrary"),
    }
}

/// Whether the tuned weights are stronger, and how sure that is. No more is said than what was shown.
fn verdict(answer: &Answer) -> String {
    let validation = &answer.validation;
    let all = &validation.all;
    let (Some(score), elo) = (all.score, points(all.elo)) else {
        return match validation.verdict {
            Verdict::Unchanged => "There is nothing to validate.",
            _ if !answer.finished => "Not validated yet: whether the tuned weights are stronger isn't known.",
            _ => "Not validated: whether the tuned weights are stronger isn't known.",
        }
        .to_owned();
    };
    let (low, high) = (points(all.elo_low), points(all.elo_high));
    let score = percent(score);
    let interval = format!("{} to {}%", percent(all.low), percent(all.high));
    match validation.verdict {
        Verdict::Stronger => format!(
            "Stronger: the tuned weights score {score}% (95%: {interval}), {elo} Elo points ({low} to {high}), with these decks{}.",
            by_deck(&validation.decks)
        ),
        Verdict::Weaker => format!(
            "Weaker: the tuned weights score {score}% (95%: {interval}), {elo} Elo points ({low} to {high}), with these decks. Don't use them."
        ),
        Verdict::NotShown => format!(
            "Not shown to be stronger: the tuned weights score {score}% (95%: {interval}): between {low} and {high} Elo points. \
             More --validation-games make the interval shorter, more --games the tuning better."
        ),
        Verdict::NotValidated => {
            format!(
                "Not validated yet: {score}% (95%: {interval}) so far, and whether to go on mustn't depend on that."
            )
        }
        Verdict::Unchanged => "There is nothing to validate.".to_owned(),
    }
}
