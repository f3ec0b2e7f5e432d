//! What a matrix says about the field: which mixture of decks no deck beats, what to bring against a given field, and who beats whom in
//! circles. The games were played; here they are only counted, and counted again with other luck to say how sure it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use gauntlet_core::{Rng, Seed, suggest};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::show::report::Look;
use crate::stats::equilibrium::{against, equilibrium, symmetric};
use crate::store::results::Earlier;

/// How many cycles are told.
const CYCLES: usize = 10;

/// What is read of a row of `matchups.csv`.
#[derive(Deserialize)]
struct Row {
    deck_a: String,
    deck_b: String,
    agent_a: String,
    agent_b: String,
    on_the_play: String,
    pairs_0: u64,
    pairs_1: u64,
    pairs_2: u64,
    pairs_3: u64,
    pairs_4: u64,
    paired_low: Option<f64>,
}

impl Row {
    fn pairs(&self) -> [u64; 5] {
        [self.pairs_0, self.pairs_1, self.pairs_2, self.pairs_3, self.pairs_4]
    }
}

/// The pairs of games of every deck against every other: how many scored 0, ½, 1, 1½ and 2 points.
#[derive(Debug)]
struct Matrix {
    decks: Vec<String>,
    /// By row and column; the diagonal has none.
    pairs: Vec<Vec<[u64; 5]>>,
    /// Whether the row beats the column with 95%.
    beats: Vec<Vec<bool>>,
}

/// A number, and the interval that holds 95 of 100 resampled ones.
#[derive(Clone, Copy, Debug, Serialize)]
struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Debug, Serialize)]
struct DeckLine {
    deck: String,
    /// Its part of the equilibrium.
    share: Estimate,
    /// Its win rate against the equilibrium.
    against_equilibrium: Estimate,
    /// Its part of the field.
    field: f64,
    /// Its win rate against the field.
    against_field: Estimate,
}

/// Three decks, each of which beats the next, and by how much.
#[derive(Debug, Serialize)]
struct Cycle {
    decks: [String; 3],
    rates: [f64; 3],
}

/// The answer.
#[derive(Debug, Serialize)]
pub struct Metagame {
    run: String,
    samples: u32,
    decks: Vec<DeckLine>,
    best_response: String,
    cycles: Vec<Cycle>,
}

impl Matrix {
    /// Reads `matchups.csv`; `here` is what it is called.
    fn read(rows: impl Read, here: &str) -> Result<Matrix, Error> {
        let mut reader = csv::Reader::from_reader(rows);
        let mut found = BTreeMap::new();
        let mut decks: Vec<String> = Vec::new();
        for row in reader.deserialize() {
            let row: Row = row.map_err(|error| Error::input(format!("{here}: {error}")))?;
            if row.on_the_play != "swap" || row.agent_a != row.agent_b {
                return Err(Error::input(format!(
                    "{here} has games with fixed seats or different agents; a metagame is a matrix with one agent and swapped \
                     seats"
                )));
            }
            if !decks.contains(&row.deck_a) {
                decks.push(row.deck_a.clone());
            }
            if row.deck_a != row.deck_b {
                found.insert((row.deck_a.clone(), row.deck_b.clone()), row);
            }
        }
        let (mut pairs, mut beats) = (Vec::new(), Vec::new());
        for a in &decks {
            let (mut line, mut better) = (Vec::new(), Vec::new());
            for b in &decks {
                let row = found.get(&(a.clone(), b.clone()));
                let own = row.map_or([0; 5], Row::pairs);
                if a != b && own.iter().sum::<u64>() == 0 {
                    return Err(Error::input(format!(
                        "{here} has no games of {a} against {b}; make it with 'gauntlet matrix'"
                    )));
                }
                line.push(own);
                better.push(row.and_then(|row| row.paired_low).is_some_and(|low| low > 0.5));
            }
            pairs.push(line);
            beats.push(better);
        }
        if decks.len() < 2 {
            return Err(Error::input(format!("{here} has fewer than two decks")));
        }
        Ok(Matrix { decks, pairs, beats })
    }

    /// What each deck wins against each other above one half, as played or with other luck.
    fn payoff(&self, mut luck: Option<&mut Rng>) -> Vec<Vec<f64>> {
        symmetric(self.decks.len(), |row, column| {
            let counts = &self.pairs[row][column];
            match &mut luck {
                None => score(counts) - 0.5,
                Some(rng) => score(&drawn_again(counts, rng)) - 0.5,
            }
        })
    }

    /// The cycles of three, the clearest first.
    fn cycles(&self) -> Vec<Cycle> {
        let n = self.decks.len();
        let rate = |row: usize, column: usize| score(&self.pairs[row][column]);
        let mut cycles = Vec::new();
        for one in 0..n {
            // Each cycle is found once: from its first deck.
            for (two, three) in (one + 1..n).flat_map(|two| (one + 1..n).map(move |three| (two, three))) {
                if self.beats[one][two] && self.beats[two][three] && self.beats[three][one] {
                    let rates = [rate(one, two), rate(two, three), rate(three, one)];
                    let decks = [one, two, three].map(|deck| self.decks[deck].clone());
                    cycles.push(Cycle { decks, rates });
                }
            }
        }
        let weakest = |cycle: &Cycle| cycle.rates.into_iter().fold(1.0, f64::min);
        cycles.sort_by(|a, b| weakest(b).total_cmp(&weakest(a)));
        cycles.truncate(CYCLES);
        cycles
    }
}

/// The mean score per game.
fn score(pairs: &[u64; 5]) -> f64 {
    let count: u64 = pairs.iter().sum();
    let points: u64 = (0..).zip(pairs).map(|(quarters, count)| quarters * count).sum();
    points as f64 / (4.0 * count as f64)
}

/// As many pairs, each drawn with replacement from those that were played (B. Efron, *Bootstrap methods*, 1979). Counts of each kind
/// are drawn one after the other as binomials, by their normal approximation where they are many.
fn drawn_again(pairs: &[u64; 5], rng: &mut Rng) -> [u64; 5] {
    let mut left: u64 = pairs.iter().sum();
    let mut weight = left;
    pairs.map(|count| {
        let drawn = if weight == 0 { 0 } else { binomial(left, count as f64 / weight as f64, rng) };
        left -= drawn;
        weight -= count;
        drawn
    })
}

fn binomial(n: u64, p: f64, rng: &mut Rng) -> u64 {
    if p >= 1.0 {
        return n;
    }
    let variance = n as f64 * p * (1.0 - p);
    if variance > 100.0 {
        // Twelve uniform numbers less six are normal enough in the middle, and 95% is what is asked for.
        let normal: f64 = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        return (n as f64 * p + normal * variance.sqrt()).round().clamp(0.0, n as f64) as u64;
    }
    (0..n).filter(|_| rng.random::<f64>() < p).count() as u64
}

/// The middle 95% of what was resampled, around what was played.
fn estimate(value: f64, samples: &mut [f64]) -> Estimate {
    samples.sort_by(f64::total_cmp);
    let at = |share: f64| samples[((samples.len() - 1) as f64 * share).round() as usize];
    Estimate { value, low: at(0.025), high: at(0.975) }
}

/// The field that `--field` names: shares of decks, which needn't add up; all decks alike without.
fn field(decks: &[String], text: Option<&str>) -> Result<Vec<f64>, Error> {
    let Some(text) = text else { return Ok(vec![1.0 / decks.len() as f64; decks.len()]) };
    let mut shares = vec![0.0; decks.len()];
    for part in text.split(',') {
        let (name, share) = part.split_once('=').unwrap_or((part, "1"));
        let name = name.trim();
        let index = decks.iter().position(|deck| deck == name).ok_or_else(|| {
            Error::input(match suggest::nearest(name, decks.iter().map(String::as_str)) {
                Some(near) => format!("--field: there is no deck '{name}' in the matrix; did you mean '{near}'?"),
                None => format!("--field: there is no deck '{name}' in the matrix; it has {}", suggest::list(decks)),
            })
        })?;
        let share: f64 =
            share.trim().parse().ok().filter(|share: &f64| share.is_finite() && *share >= 0.0).ok_or_else(|| {
                Error::input(format!("--field: '{share}' isn't a share; write --field \"{name}=30, …\""))
            })?;
        shares[index] += share;
    }
    let sum: f64 = shares.iter().sum();
    if sum <= 0.0 {
        return Err(Error::input("--field: the shares add up to nothing"));
    }
    Ok(shares.into_iter().map(|share| share / sum).collect())
}

/// What the matrix in a directory says about a field, with as many resamplings.
///
/// # Errors
/// If the directory has no matrix, or the field is not of its decks.
pub fn analyse(dir: &Path, given: Option<&str>, resamplings: u32) -> Result<Metagame, Error> {
    let earlier = Earlier::read(dir)?
        .ok_or_else(|| Error::input(format!("{}; name the directory of a matrix", Earlier::absent(dir))))?;
    let path = dir.join("matchups.csv");
    let here = path.display().to_string();
    let rows = File::open(&path).map_err(|error| Error::input(format!("can't read {here}: {error}")))?;
    analyse_rows(&earlier.run, rows, &here, given, resamplings)
}

/// As [`analyse`], for the rows of a run's `matchups.csv`, which is called `here`. `run` is the run's id.
///
/// # Errors
/// If they aren't matrix, or the field is not of its decks.
pub fn analyse_rows(
    run: &str,
    rows: impl Read,
    here: &str,
    given: Option<&str>,
    resamplings: u32,
) -> Result<Metagame, Error> {
    let matrix = Matrix::read(rows, here)?;
    let field = field(&matrix.decks, given)?;
    let n = matrix.decks.len();
    let played = matrix.payoff(None);
    let mixture = equilibrium(&played);
    let mut rng = Seed::from_u64(1).derive(run, 0).rng();
    let (mut shares, mut own, mut theirs) = (vec![Vec::new(); n], vec![Vec::new(); n], vec![Vec::new(); n]);
    for _ in 0..resamplings {
        let payoff = matrix.payoff(Some(&mut rng));
        let sampled = equilibrium(&payoff);
        // How decks do against the mixture that was found, had luck been other.
        let (equal, given) = (against(&payoff, &mixture), against(&payoff, &field));
        for deck in 0..n {
            shares[deck].push(sampled[deck]);
            own[deck].push(0.5 + equal[deck]);
            theirs[deck].push(0.5 + given[deck]);
        }
    }
    let (equal, given) = (against(&played, &mixture), against(&played, &field));
    let mut decks: Vec<DeckLine> = (0..n)
        .map(|deck| DeckLine {
            deck: matrix.decks[deck].clone(),
            share: estimate(mixture[deck], &mut shares[deck]),
            against_equilibrium: estimate(0.5 + equal[deck], &mut own[deck]),
            field: field[deck],
            against_field: estimate(0.5 + given[deck], &mut theirs[deck]),
        })
        .collect();
    decks.sort_by(|a, b| b.against_field.value.total_cmp(&a.against_field.value));
    Ok(Metagame {
        run: run.to_owned(),
        samples: resamplings,
        best_response: decks[0].deck.clone(),
        decks,
        cycles: matrix.cycles(),
    })
}

/// The answer in words and tables; `given` is whether the user named the field.
pub fn told(answer: &Metagame, given: bool, look: Look) -> String {
    let percent = |rate: f64| format!("{:.1}%", 100.0 * rate);
    let between = |estimate: Estimate| format!("{:.1}–{:.1}", 100.0 * estimate.low, 100.0 * estimate.high);
    let mut text = String::new();
    let field =
        if given { "the field that was given" } else { "a field of all decks alike, the deck itself among them (50%)" };
    let _ = writeln!(text, "Best against {field}: {}", answer.best_response);
    let _ = writeln!(
        text,
        "The equilibrium is the mixture that no deck beats; intervals (95%) are from {} resamplings\n",
        answer.samples
    );
    let mut grid = Grid::new(1);
    grid.heading(["deck", "field", "against field", "95%", "equilibrium", "95%", "against it", "95%"]);
    for line in &answer.decks {
        let tone = match line.against_field {
            Estimate { low, .. } if low > 0.5 => Tone::Good,
            Estimate { high, .. } if high < 0.5 => Tone::Bad,
            _ => Tone::Plain,
        };
        grid.row(vec![
            shorten(&line.deck, 36).into(),
            percent(line.field).into(),
            Cell::new(percent(line.against_field.value), tone),
            between(line.against_field).into(),
            percent(line.share.value).into(),
            between(line.share).into(),
            percent(line.against_equilibrium.value).into(),
            between(line.against_equilibrium).into(),
        ]);
    }
    text.push_str(&grid.render_within(look.width, look.colour));
    text.push('\n');
    if answer.cycles.is_empty() {
        text.push_str("No three decks beat each other in a circle, each with 95%.\n");
    } else {
        text.push_str("Who beats whom in cycles (each with 95%), the clearest first:\n");
    }
    for Cycle { decks: [one, two, three], rates } in &answer.cycles {
        let [a, b, c] = rates.map(percent);
        let _ = writeln!(text, "  {one} beats {two} ({a}), which beats {three} ({b}), which beats {one} ({c})");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampled_scores_scatter_as_they_should() {
        for pairs in [[10, 3, 40, 2, 20], [1000, 200, 4000, 100, 2500]] {
            let mut rng = Seed::from_u64(7).rng();
            let count: u64 = pairs.iter().sum();
            let mut scores: Vec<f64> = (0..4000)
                .map(|_| {
                    let again = drawn_again(&pairs, &mut rng);
                    assert_eq!(again.iter().sum::<u64>(), count);
                    score(&again)
                })
                .collect();
            // The interval is that of the paired mean, but for chance and the divisor n − 1.
            let expected = crate::stats::interval::paired(&pairs);
            let got = estimate(score(&pairs), &mut scores);
            let width = expected.half_width();
            assert!(
                (got.low - expected.low).abs() < width / 8.0 && (got.high - expected.high).abs() < width / 8.0,
                "{got:?} {expected:?}"
            );
        }
    }

    #[test]
    fn fields_are_shares() {
        let decks = ["burn", "elves"].map(String::from);
        assert_eq!(field(&decks, None).expect("a field"), [0.5, 0.5]);
        assert_eq!(field(&decks, Some("elves=30, burn=10")).expect("a field"), [0.25, 0.75]);
        for (text, part) in
            [("elvess=1", "did you mean 'elves'?"), ("elves=x", "isn't a share"), ("elves=0", "nothing")]
        {
            assert!(field(&decks, Some(text)).expect_err("bad").to_string().contains(part));
        }
    }
}
