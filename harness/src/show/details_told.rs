//! What the terminal shows of a run whose games were followed.

use std::fmt::Write as _;

use crate::host::Host;
use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::plan::experiment::{Experiment, Shape};
use crate::show::details::{Sheet, cards_of};
use crate::show::report::Look;
use crate::stats::details::{Difference, Score, Vocabulary, unlock};

/// The cards, resources and opening hands of the decks that the run is about: both of a match, the first of a field, none of a matrix or a ladder.
pub fn shown<H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    sheets: &[Sheet],
    words: &Vocabulary,
    look: Look,
) -> String {
    let decks = match experiment.options.shape {
        Shape::Match => usize::MAX,
        Shape::Field { .. } => 1,
        Shape::Matrix { .. } | Shape::Ladder => 0,
    };
    let mut out = String::new();
    let mut told = Vec::new();
    for sheet in sheets {
        // The first sheet of an entrant is that of all its games.
        if sheet.entrant.deck >= decks || told.contains(&sheet.entrant) {
            continue;
        }
        told.push(sheet.entrant);
        let deck = experiment.label(sheet.entrant);
        let title = Tone::Bold.paint(&format!("Cards of {deck}"), look.colour);
        let _ = write!(out, "\n{title}: % won with one in the opening hand; what drawing one is worth, in points\n");
        out.push_str(&cards(host, sheet).render_within(look.width, look.colour));
        let title = Tone::Bold.paint(&format!("Opening hands of {deck}"), look.colour);
        let _ = write!(out, "\n{title}: kept and given back, and % won then\n");
        out.push_str(&hands(sheet, words).render_within(look.width, look.colour));
        let all = sheet.details.games;
        let share = |score: &Score| 100.0 * score.0 as f64 / all.0 as f64;
        let troubles = words.conditions.iter().zip(&sheet.details.conditions).filter(|(_, score)| score.0 > 0);
        for (name, score) in troubles {
            let _ = writeln!(
                out,
                "  {} in {:.1}% of the games, which are won {}",
                name.replace('_', " "),
                share(score),
                percent(*score)
            );
        }
    }
    out
}

fn cards<H: Host>(host: &H, sheet: &Sheet) -> Grid {
    let mut grid = Grid::new(1);
    grid.heading(["", "copies", "opening", "draw", "95%", "played", "stranded"]);
    for ((name, copies), sums) in cards_of(host, sheet.entrant.deck).into_iter().zip(&sheet.details.cards) {
        let [opening, _, held, played, stranded] = sums.scores;
        let of_held = |score: Score| match held.0 {
            0 => "–".to_owned(),
            games => format!("{:.0}%", 100.0 * score.0 as f64 / games as f64),
        };
        let effect = sums.effect();
        grid.row(vec![
            format!("  {}", shorten(&name, 30)).into(),
            copies.to_string().into(),
            percent(opening).into(),
            effect.map_or(Cell::from("–"), |effect| Cell::new(points(effect.value), tone(effect))),
            effect.map_or("–".to_owned(), |effect| format!("{} to {}", points(effect.low), points(effect.high))).into(),
            of_held(played).into(),
            of_held(stranded).into(),
        ]);
    }
    grid
}

/// First hands, by the first two facts but the number of mulligans: the files have the rest.
fn hands(sheet: &Sheet, words: &Vocabulary) -> Grid {
    let mut sums: std::collections::BTreeMap<(u8, u8), [[Score; 2]; 2]> = std::collections::BTreeMap::new();
    for (key, scores) in &sheet.details.hands {
        let (on_the_play, facts) = unlock(*key);
        let sum = &mut sums.entry((facts[0], facts[1])).or_default()[usize::from(!on_the_play)];
        sum[0].merge(scores[0]);
        sum[1].merge(scores[1]);
    }
    let mut grid = Grid::new(0);
    let name = |place: usize| words.hand.get(place).copied().unwrap_or_default().replace('_', " ");
    let headings = ["kept", "play", "draw", "given back", "play", "draw"].map(str::to_owned);
    let headings = [name(0), name(1)].into_iter().chain(headings);
    grid.row(headings.map(|text| Cell::new(text, Tone::Bold)).collect());
    for ((first, second), [play, draw]) in sums {
        let games = |kind: usize| (play[kind].0 + draw[kind].0).to_string();
        grid.row(vec![
            first.to_string().into(),
            second.to_string().into(),
            games(0).into(),
            percent(play[0]).into(),
            percent(draw[0]).into(),
            games(1).into(),
            percent(play[1]).into(),
            percent(draw[1]).into(),
        ]);
    }
    grid
}

fn percent(score: Score) -> String {
    score.rate().map_or("–".into(), |rate| {
        let half = 100.0 * score.wilson().half_width();
        format!("{:.1}% ± {half:.1}", 100.0 * rate)
    })
}

fn points(difference: f64) -> String {
    // Rounded first, and no -0.0.
    let rounded = (1000.0 * difference).round() / 10.0 + 0.0;
    if rounded == 0.0 { "0.0".to_owned() } else { format!("{rounded:+.1}") }
}

fn tone(effect: Difference) -> Tone {
    match effect {
        Difference { low, .. } if low > 0.0 => Tone::Good,
        Difference { high, .. } if high < 0.0 => Tone::Bad,
        _ => Tone::Plain,
    }
}
