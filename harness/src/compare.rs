//! Is one version of a deck better than another?
//!
//! Both versions play the same games: the same seeds, seats and opponents, and the cards that they have in common lie in the same places
//! of the list, so that they are drawn alike. A game in which the changed cards don't matter ends alike and adds nothing to the
//! noise. What is left is watched with a confidence sequence ([`crate::sequence`]), and playing stops when the answer is known.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use gauntlet_core::Seed;
use serde::Serialize;

use crate::agents::Pilot;
use crate::cli::CompareArgs;
use crate::error::Error;
use crate::files;
use crate::grid::{Cell, Grid, Tone, shorten};
use crate::host::Host;
use crate::panics;
use crate::play::{Limits, Trace};
use crate::progress::Progress;
use crate::results::{VERSION, json, write_whole};
use crate::schedule::{pairing_seed, unit_seeds};
use crate::screen::{Exit, Screen};
use crate::seating::{Memory, Seating};
use crate::sequence::Sequence;
use crate::tally::{PerSide, Record, Side};
use crate::threads;

/// The first batch of rounds; then a tenth of what was played is played before the next look. Batches don't depend on threads or
/// time, so neither does the moment at which the answer is known.
const BATCH: u64 = 32;

/// Which version a game is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    Old,
    New,
}

/// What there is to say in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The new version is better.
    Better,
    /// The new version is worse.
    Worse,
    /// The difference, if there is one, is smaller than the margin.
    NoDifference,
    /// The most games were played and nothing of that is known.
    Undecided,
    /// Stopped before.
    Interrupted,
}

/// The games of one round against one opponent.
#[derive(Clone, Copy, Default)]
struct Score {
    /// The half points of the old and of the new version in its two games.
    halves: [u8; 2],
    /// Wins, draws and losses of each, packed as they come: the first game's half points, and the second's.
    games: [[u8; 2]; 2],
    failed: u8,
}

/// What is known of one opponent.
#[derive(Clone, Default)]
struct Against {
    records: [Record; 2],
    difference: Sequence,
}

/// A comparison that is ready to be played.
struct Comparison<H: Host> {
    host: H,
    limits: Limits,
    pilots: [Pilot<H::Game>; 2],
    seed: Seed,
    names: [String; 2],
    /// The numbers of the opponents' decks.
    opponents: Vec<usize>,
    /// The lists by card, those of the new version in the places of the old; empty if decks aren't lists.
    lists: [Vec<String>; 2],
    unpaired: bool,
}

/// The cards of `new` in the places that they have in `old`, and the others in the places of those that are gone.
pub fn align(old: &[String], new: &[String]) -> Vec<String> {
    let mut left: Vec<&String> = new.iter().collect();
    let mut places: Vec<Option<&String>> =
        old.iter().map(|card| left.iter().position(|other| *other == card).map(|place| left.remove(place))).collect();
    let mut left = left.into_iter();
    for place in places.iter_mut().filter(|place| place.is_none()) {
        *place = left.next();
    }
    places.into_iter().flatten().chain(left).cloned().collect()
}

/// The cards that were taken out and put in, with their numbers: `-2 Bear, +2 Elf`.
fn change(old: &[String], new: &[String]) -> String {
    let mut names: Vec<&String> = old.iter().chain(new).collect();
    names.sort();
    names.dedup();
    let count = |list: &[String], name: &String| list.iter().filter(|card| *card == name).count() as i64;
    let changed = names.into_iter().map(|name| (count(new, name) - count(old, name), name)).filter(|(by, _)| *by != 0);
    let (out, into): (Vec<_>, Vec<_>) = changed.partition(|(by, _)| *by < 0);
    let words: Vec<String> = out.into_iter().chain(into).map(|(by, name)| format!("{by:+} {name}")).collect();
    words.join(", ")
}

impl<H: Host> Comparison<H> {
    fn prepare(args: &CompareArgs) -> Result<Self, Error> {
        let (old, new) = (files::one::<H>(&args.old)?, files::one::<H>(&args.new)?);
        let versions = files::distinct(vec![old, new]);
        let two = versions.len() == 2;
        let decks = files::distinct([versions, files::in_directory::<H>(&args.against)?].concat());
        let host = H::load(&decks, &args.play.load)?;
        let fingerprints: Vec<&str> = host.decks().iter().map(|deck| deck.fingerprint.as_str()).collect();
        if !two || fingerprints[0] == fingerprints[1] {
            return Err(Error::input(format!(
                "{} and {} are the same list: there is nothing to compare",
                args.old.display(),
                args.new.display()
            )));
        }
        // The versions themselves may lie among the opponents; games against oneself say nothing of the field.
        let opponents: Vec<usize> =
            (2..decks.len()).filter(|&deck| !fingerprints[..2].contains(&fingerprints[deck])).collect();
        if opponents.is_empty() {
            return Err(Error::input(format!("{} has no decks but these two", args.against.display())));
        }
        let (a, b) = args.play.agents(H::DEFAULT_AGENT);
        let registry = H::agents();
        let list = host.list(0);
        let lists = [align(&list, &list), align(&list, &host.list(1))];
        Ok(Comparison {
            limits: args.play.limits(),
            pilots: [registry.resolve(a)?, registry.resolve(b)?],
            seed: Seed::from_u64(args.play.seed),
            names: [0, 1].map(|deck| host.decks()[deck].name.clone()),
            opponents,
            lists,
            unpaired: args.unpaired,
            host,
        })
    }

    fn games_per_round(&self) -> u64 {
        4 * self.opponents.len() as u64
    }

    fn seating(&self, version: Version, opponent: usize) -> Seating<H> {
        let decks = [version as usize, opponent];
        let setup = |first: Side| {
            let order = if first == Side::A { [0, 1] } else { [1, 0] };
            if self.lists[0].is_empty() {
                return self.host.setup(decks[order[0]], decks[order[1]], self.limits, false);
            }
            let lists = [self.lists[version as usize].clone(), self.host.list(opponent)];
            self.host.deal(&order.map(|side| lists[side].clone()), self.limits, true, false)
        };
        Seating { setups: PerSide::from_fn(setup), agents: PerSide::from_fn(|side| self.pilots[side as usize].make()) }
    }

    /// Plays one round against one opponent: two games of each version.
    fn play(
        &self,
        opponent: usize,
        round: u64,
        tables: &mut Option<(usize, [Seating<H>; 2])>,
        memory: &mut Memory<H::Game>,
    ) -> Score {
        if tables.as_ref().is_none_or(|(other, _)| *other != opponent) {
            *tables = Some((opponent, [Version::Old, Version::New].map(|version| self.seating(version, opponent))));
        }
        let mut score = Score::default();
        for version in [Version::Old, Version::New] {
            // Both versions under the name of the old one: the same seeds.
            let pairing = pairing_seed(self.seed, &self.names[0], &self.host.decks()[opponent].name);
            let pairing =
                if self.unpaired && version == Version::New { pairing.derive("unpaired", 0) } else { pairing };
            let seeds = unit_seeds(pairing, round);
            for (number, first) in Side::BOTH.into_iter().enumerate() {
                let mut trace = Trace::default();
                let (_, seats) = tables.get_or_insert_with(|| {
                    (opponent, [Version::Old, Version::New].map(|version| self.seating(version, opponent)))
                });
                let played =
                    panics::catch(|| seats[version as usize].play(memory, first, &seeds, self.limits, &mut trace));
                let winner = match played {
                    Ok((winner, _)) => winner,
                    Err(_) => {
                        // Nothing half changed is used again.
                        (*tables, *memory) = (None, Memory::default());
                        score.failed += 1;
                        None
                    }
                };
                let halves = match winner {
                    Some(Side::A) => 2,
                    None => 1,
                    Some(Side::B) => 0,
                };
                score.halves[version as usize] += halves;
                score.games[version as usize][number] = halves;
            }
        }
        score
    }

    /// Plays rounds on several threads: the scores, round by round and opponent by opponent.
    fn batch(
        &self,
        pool: &rayon::ThreadPool,
        rounds: std::ops::Range<u64>,
        stop: &AtomicBool,
        progress: &Progress,
    ) -> Option<Vec<Score>> {
        let count = (rounds.end - rounds.start) as usize;
        let all = count * self.opponents.len();
        let scores = Mutex::new(vec![Score::default(); all]);
        let next = AtomicUsize::new(0);
        // An opponent's rounds are played together: tables are made anew less often.
        const TOGETHER: usize = 8;
        pool.broadcast(|_| {
            let (mut tables, mut memory) = (None, Memory::default());
            while !stop.load(Ordering::Relaxed) {
                let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
                for place in first..(first + TOGETHER).min(all) {
                    let (opponent, round) = (place / count, place % count);
                    let score =
                        self.play(self.opponents[opponent], rounds.start + round as u64, &mut tables, &mut memory);
                    let mut scores = scores.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    scores[round * self.opponents.len() + opponent] = score;
                    progress.played(4);
                }
                if first >= all {
                    break;
                }
            }
        });
        (!stop.load(Ordering::Relaxed)).then(|| scores.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// The answer, as `compare.json` and `--json` have it. Differences are in win rate, from −1 to 1.
#[derive(Serialize)]
struct Answer {
    gauntlet: &'static str,
    game: &'static str,
    old: String,
    new: String,
    change: String,
    agents: [String; 2],
    seed: u64,
    paired: bool,
    verdict: Verdict,
    margin: f64,
    rounds: u64,
    games: u64,
    failed_games: u64,
    old_rate: f64,
    new_rate: f64,
    difference: f64,
    low: f64,
    high: f64,
    /// The variance of a round's difference, and what it would be if all games were independent.
    variance: f64,
    unpaired_variance: f64,
    /// How many times smaller the variance is for the pairing.
    saving: Option<f64>,
    opponents: Vec<OpponentLine>,
}

#[derive(Serialize)]
struct OpponentLine {
    deck: String,
    games: u64,
    old_rate: f64,
    new_rate: f64,
    difference: f64,
    low: f64,
    high: f64,
}

/// Answers `gauntlet compare`.
///
/// # Errors
/// If decks or agents are not known, or results can't be written.
pub fn compare<H: Host>(
    args: &CompareArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let comparison = Comparison::<H>::prepare(args)?;
    let pool = threads::start(args.threads.count())?;
    let stop = stop();
    let most = (args.max_games.get() / comparison.games_per_round()).max(1);
    let margin = args.margin / 100.0;
    let progress = Progress::new(most * comparison.games_per_round(), screen.live && !args.output.quiet);
    let begin = Instant::now();
    let mut against = vec![Against::default(); comparison.opponents.len()];
    let mut all = Sequence::default();
    let mut failed = 0;
    let verdict = loop {
        let (low, high) = all.interval();
        if low > 0.0 {
            break Verdict::Better;
        } else if high < 0.0 {
            break Verdict::Worse;
        } else if low > -margin && high < margin {
            break Verdict::NoDifference;
        } else if all.count() >= most {
            break Verdict::Undecided;
        }
        let rounds = all.count()..(all.count() + BATCH.max(all.count() / 10)).min(most);
        let Some(scores) = comparison.batch(&pool, rounds, stop, &progress) else { break Verdict::Interrupted };
        for round in scores.chunks(comparison.opponents.len()) {
            let mut sum = 0;
            for (score, against) in round.iter().zip(&mut against) {
                let difference = i32::from(score.halves[1]) - i32::from(score.halves[0]);
                sum += difference;
                against.difference.add(f64::from(difference) / 4.0);
                failed += u64::from(score.failed);
                for (record, games) in against.records.iter_mut().zip(score.games) {
                    for halves in games {
                        match halves {
                            2 => record.wins += 1,
                            1 => record.draws += 1,
                            _ => record.losses += 1,
                        }
                    }
                }
            }
            all.add(f64::from(sum) / (4.0 * round.len() as f64));
        }
    };
    progress.clear();
    let seconds = begin.elapsed().as_secs_f64();
    let answer = answer(&comparison, args, verdict, &all, &against, failed);
    if args.output.json {
        screen.print(&String::from_utf8_lossy(&json(&answer)?))?;
    } else {
        screen.print(&told(&answer, screen.colour))?;
    }
    if let Some(out) = &args.output.out {
        write(out, &answer)?;
    }
    if !args.output.quiet {
        screen.remark(&format!(
            "{} games in {seconds:.1} s, {:.0} games/s{}",
            answer.games,
            answer.games as f64 / seconds,
            args.output.out.as_ref().map_or(String::new(), |out| format!("; files in {}", out.display()))
        ));
    }
    if failed > 0 {
        screen.remark(&format!(
            "{failed} games failed in the engine and count as draws; 'gauntlet field' writes them down"
        ));
    }
    Ok(match (verdict, failed) {
        (Verdict::Interrupted, _) => Exit::Interrupted,
        (_, 0) => Exit::Ok,
        _ => Exit::Problems,
    })
}

fn write(out: &Path, answer: &Answer) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(|cause| Error::Write { path: out.to_owned(), cause })?;
    let path: PathBuf = out.join("compare.json");
    write_whole(&path, &json(answer)?)
}

fn answer<H: Host>(
    comparison: &Comparison<H>,
    args: &CompareArgs,
    verdict: Verdict,
    all: &Sequence,
    against: &[Against],
    failed: u64,
) -> Answer {
    let rate = |version: usize| {
        let rates = against.iter().map(|against| against.records[version].rate().unwrap_or(0.5));
        rates.sum::<f64>() / against.len() as f64
    };
    // The variance of the mean of two independent games of each version against each opponent.
    let alone = |record: &Record| {
        let n = record.games() as f64;
        let mean = record.rate().unwrap_or(0.5);
        (record.wins as f64 + record.draws as f64 / 4.0) / n - mean * mean
    };
    let opponents = against.len() as f64;
    let unpaired_variance = match all.count() {
        0 => 0.0,
        _ => {
            against.iter().flat_map(|against| &against.records).map(|record| alone(record) / 2.0).sum::<f64>()
                / (opponents * opponents)
        }
    };
    let variance = all.variance();
    let (low, high) = all.interval();
    Answer {
        gauntlet: VERSION,
        game: H::NAME,
        old: comparison.names[0].clone(),
        new: comparison.names[1].clone(),
        change: change(&comparison.lists[0], &comparison.lists[1]),
        agents: [0, 1].map(|side| comparison.pilots[side].spec.clone()),
        seed: args.play.seed,
        paired: !comparison.unpaired,
        verdict,
        margin: args.margin / 100.0,
        rounds: all.count(),
        games: all.count() * comparison.games_per_round(),
        failed_games: failed,
        old_rate: rate(0),
        new_rate: rate(1),
        difference: all.mean(),
        low,
        high,
        variance,
        unpaired_variance,
        saving: (!comparison.unpaired && variance > 0.0).then(|| unpaired_variance / variance),
        opponents: (comparison.opponents.iter().zip(against))
            .map(|(deck, against)| {
                let (low, high) = against.difference.interval();
                OpponentLine {
                    deck: comparison.host.decks()[*deck].name.clone(),
                    games: against.records[0].games() + against.records[1].games(),
                    old_rate: against.records[0].rate().unwrap_or(0.5),
                    new_rate: against.records[1].rate().unwrap_or(0.5),
                    difference: against.difference.mean(),
                    low,
                    high,
                }
            })
            .collect(),
    }
}

/// The answer in words, and a line for each opponent.
fn told(answer: &Answer, colour: bool) -> String {
    let points = |rate: f64| format!("{:+.2}", 100.0 * rate);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} against {}{}",
        answer.new,
        answer.old,
        if answer.change.is_empty() { String::new() } else { format!(": {}", answer.change) }
    );
    let verdict = match answer.verdict {
        Verdict::Better => "The new version is better".to_owned(),
        Verdict::Worse => "The new version is worse".to_owned(),
        Verdict::NoDifference => format!("No difference of {} points or more", 100.0 * answer.margin),
        Verdict::Undecided => "Not decided; --max-games allows more games".to_owned(),
        Verdict::Interrupted => "Interrupted before it was decided".to_owned(),
    };
    let _ = writeln!(
        text,
        "{verdict}: {} percentage points, 95% between {} and {}, valid at every look ({:.1}% with the old, {:.1}% with the new)",
        points(answer.difference),
        points(answer.low),
        points(answer.high),
        100.0 * answer.old_rate,
        100.0 * answer.new_rate,
    );
    let _ = writeln!(
        text,
        "{} games: {} rounds, each with 2 games of each version against each of {} decks",
        answer.games,
        answer.rounds,
        answer.opponents.len()
    );
    if let Some(saving) = answer.saving {
        let _ = writeln!(
            text,
            "Pairing the games has made the variance of a round {saving:.1} times smaller than that of independent games"
        );
    }
    text.push('\n');
    let mut grid = Grid::new(1);
    grid.heading(["against", "old", "new", "difference", "95% from", "to"]);
    for line in &answer.opponents {
        let tone = match (line.low > 0.0, line.high < 0.0) {
            (true, _) => Tone::Good,
            (_, true) => Tone::Bad,
            _ => Tone::Plain,
        };
        grid.row(vec![
            shorten(&line.deck, 36).into(),
            format!("{:.1}%", 100.0 * line.old_rate).into(),
            format!("{:.1}%", 100.0 * line.new_rate).into(),
            Cell::new(points(line.difference), tone),
            points(line.low).into(),
            points(line.high).into(),
        ]);
    }
    text.push_str(&grid.render(colour));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn cards_in_common_keep_their_places() {
        let old = cards("a a a b b c");
        assert_eq!(align(&old, &cards("b b c a a d")), cards("a a d b b c"));
        assert_eq!(align(&old, &old), old);
        assert_eq!(align(&old, &cards("c b a")), cards("a b c"));
        assert_eq!(align(&old, &cards("a a a b b c d e")), cards("a a a b b c d e"));
        assert_eq!(change(&old, &cards("a a d b b c")), "-1 a, +1 d");
        assert_eq!(change(&old, &old), "");
    }
}
