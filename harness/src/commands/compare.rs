//! Is one version of a deck better than another?
//!
//! Both play the same games ([`crate::play::versions`]). What is left of the noise is watched with a confidence sequence
//! ([`crate::stats::sequence`]), and playing stops when the answer is known, or when it can't be known within the games allowed.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use gauntlet_core::Seed;
use serde::Serialize;

use crate::VERSION;
use crate::commands::options::{CompareOutput, PlayArgs, points};
use crate::commands::session::Watch;
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Registry;
use crate::host::options::from_one;
use crate::output::file::{json, write_whole};
use crate::output::grid::in_points;
use crate::output::grid::{Cell, Grid, Tone, shorten, wrap};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::plan::files;
use crate::play::threads::{self, Threads};
use crate::play::versions::{Bout, Player, Plays, Score, Versions, align, change};
use crate::stats::interval::{Z95, rounded};
use crate::stats::sequence::{self, ALPHA, Sequence, VALUES};
use crate::stats::tally::Record;
use crate::store::knows::Knows;

/// Which versions to compare.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// The old version: a file, or the name of a deck in decks/.
    pub old: PathBuf,
    /// The new version.
    pub new: PathBuf,
    /// The directory that has their opponents.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub against: PathBuf,
    /// Who plays: agent A both versions, agent B their opponents.
    #[command(flatten)]
    pub play: PlayArgs,
    /// A difference smaller than this many percentage points counts as none.
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub margin: f64,
    /// The most games, of both versions together.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub max_games: NonZeroU64,
    /// Play the new version from other seeds than the old: to measure what pairing saves.
    #[arg(long)]
    pub unpaired: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: CompareOutput,
}

/// The first batch of rounds; then a twentieth of what was played is played before the next look. Batches don't depend on threads or
/// time, so neither does the moment at which the answer is known.
const BATCH: u64 = 16;

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
    /// It can't be known within the most games, about: not even if the difference is as large as it may well be.
    Hopeless,
    /// Stopped before.
    Interrupted,
}

/// What is known of one opponent.
#[derive(Clone, Default)]
struct Against {
    /// The games of the old and of the new version.
    records: [Record; 2],
    /// Their pairs of games, by half points.
    pairs: [[u64; 5]; 2],
    difference: Sequence,
}

impl Against {
    fn add(&mut self, scores: [Score; 2]) {
        for ((record, pairs), score) in self.records.iter_mut().zip(&mut self.pairs).zip(scores) {
            pairs[score.halves() as usize] += 1;
            for halves in score.games {
                match halves {
                    2 => record.wins += 1,
                    1 => record.draws += 1,
                    _ => record.losses += 1,
                }
            }
        }
        self.difference.add(scores[1].halves() - scores[0].halves());
    }

    /// The shares of the differences that there would be if the versions didn't play the same games.
    fn unpaired(&self) -> [f64; VALUES] {
        let mut shares = [0.0; VALUES];
        let all = self.pairs.map(|pairs| pairs.iter().sum::<u64>().max(1) as f64);
        for (old, old_count) in self.pairs[0].iter().enumerate() {
            for (new, new_count) in self.pairs[1].iter().enumerate() {
                shares[4 + new - old] += (*old_count as f64 / all[0]) * (*new_count as f64 / all[1]);
            }
        }
        shares
    }
}

/// What is known.
#[derive(Default)]
struct Known {
    against: Vec<Against>,
    /// The differences against all opponents, from complete rounds.
    all: Sequence,
    rounds: u64,
    failed: u64,
    unfinished: u64,
    forfeited: u64,
}

impl Known {
    /// The verdict if it is known already.
    fn verdict(&self, margin: f64) -> Option<Verdict> {
        if self.all.is_above(0.0, ALPHA) {
            Some(Verdict::Better)
        } else if self.all.is_below(0.0, ALPHA) {
            Some(Verdict::Worse)
        } else if margin > 0.0 && self.all.is_above(-margin, ALPHA) && self.all.is_below(margin, ALPHA) {
            Some(Verdict::NoDifference)
        } else {
            None
        }
    }

    /// Returns whether more than `most` rounds are needed, about, even if the difference is as large as it may well be.
    fn is_hopeless(&self, margin: f64, most: u64) -> bool {
        if self.rounds < 2 * BATCH {
            return false;
        }
        // The width is that of a normal distribution at about this many standard errors.
        const ERRORS: f64 = 3.3;
        let needed = |away: f64| ERRORS * ERRORS * self.all.variance() / (away * away);
        // As far from zero as an ordinary interval reaches.
        let away = self.all.mean().abs() + Z95 * (self.all.variance() / self.all.count() as f64).sqrt();
        let away = away.max(margin);
        needed(away) > (most * self.against.len() as u64) as f64
    }

    /// The variance of a difference against one opponent, and what it would be if the versions didn't play the same games.
    fn variances(&self) -> [f64; 2] {
        let variance = |shares: [f64; VALUES]| {
            let values = || (0..VALUES).map(|value| (value as f64 - 4.0) / 4.0).zip(shares);
            let mean: f64 = values().map(|(value, share)| value * share).sum();
            values().map(|(value, share)| (value - mean) * (value - mean) * share).sum::<f64>()
        };
        let n = self.against.len() as f64;
        [
            self.against.iter().map(|against| variance(against.difference.shares())).sum::<f64>() / n,
            self.against.iter().map(|against| variance(against.unpaired())).sum::<f64>() / n,
        ]
    }

    /// How many games it would have taken, about, to come to this verdict if the versions hadn't played the same games. What was measured is
    /// taken for the truth.
    fn unpaired_games(&self, verdict: Verdict, margin: f64) -> Option<u64> {
        let mut shares = [0.0; VALUES];
        for against in &self.against {
            for (share, own) in shares.iter_mut().zip(against.unpaired()) {
                *share += own / self.against.len() as f64;
            }
        }
        let above = |mean| sequence::numbers_until_above(&shares, mean, ALPHA);
        let below = |mean| sequence::numbers_until_below(&shares, mean, ALPHA);
        let numbers = match verdict {
            Verdict::Better => above(0.0)?,
            Verdict::Worse => below(0.0)?,
            Verdict::NoDifference => above(-margin)?.max(below(margin)?),
            Verdict::Undecided | Verdict::Hopeless | Verdict::Interrupted => return None,
        };
        let rounds = (numbers / self.against.len() as f64).ceil() as u64;
        Some(4 * self.against.len() as u64 * rounds)
    }
}

/// The files of the two versions, and of their opponents.
fn deck_files<H: Host>(args: &CompareArgs) -> Result<Vec<PathBuf>, Error> {
    let versions = vec![files::one::<H>(&args.old)?, files::one::<H>(&args.new)?];
    Ok(files::distinct([versions, files::in_directory::<H>(&args.against)?].concat()))
}

/// Reads the two versions and their opponents.
fn prepare<H: Host>(args: &CompareArgs, registry: &Registry<H::Game>) -> Result<Versions<H>, Error> {
    let (old, new) = (files::one::<H>(&args.old)?, files::one::<H>(&args.new)?);
    let two = files::distinct(vec![old, new]).len() == 2;
    let decks = deck_files::<H>(args)?;
    let named = if two { 2 } else { 1 };
    let needed = args.play.deal.load.skip.needed(named, decks.len());
    let (host, left_out) = H::load_playable(&decks, needed, &args.play.deal.load)?;
    let fingerprints: Vec<&str> = host.decks().iter().map(|deck| deck.fingerprint.as_str()).collect();
    if !two || fingerprints[0] == fingerprints[1] {
        return Err(Error::input(format!(
            "{} and {} are the same list: there is nothing to compare",
            args.old.display(),
            args.new.display()
        )));
    }
    // The versions themselves may lie among the opponents; games against oneself say nothing of the field.
    let opponents: Vec<Player> = (2..host.decks().len())
        .filter(|&deck| !fingerprints[..2].contains(&fingerprints[deck]))
        .map(|deck| Player::of(&host, deck))
        .collect();
    if opponents.is_empty() {
        return Err(Error::input(format!("{} has no decks but these two", args.against.display())));
    }
    let (a, b) = args.play.agents(H::DEFAULT_AGENT);
    let mut versions = [0, 1].map(|deck| Player::of(&host, deck));
    let old = versions[0].list.clone();
    for version in &mut versions {
        version.list = align(&old, &version.list);
    }
    Ok(Versions {
        limits: args.play.deal.limits(),
        pilots: [registry.resolve(a)?, registry.resolve(b)?],
        seed: Seed::from_u64(args.play.deal.seed),
        cards: versions[0].cards.clone(),
        opponents,
        versions: versions.to_vec(),
        unpaired: args.unpaired,
        only: None,
        left_out,
        host,
    })
}

/// The answer, as `compare.json` and `--json` have it. Differences are in win rate, from −1 to 1.
#[derive(Serialize)]
pub struct Answer {
    gauntlet: &'static str,
    game: &'static str,
    old: String,
    new: String,
    change: String,
    agents: [String; 2],
    seed: u64,
    paired: bool,
    /// What is known.
    pub verdict: Verdict,
    margin: f64,
    rounds: u64,
    games: u64,
    failed_games: u64,
    unfinished_games: u64,
    forfeited_games: u64,
    old_rate: f64,
    new_rate: f64,
    difference: f64,
    low: f64,
    high: f64,
    /// The variance of the difference of one round against one opponent, and what it would be if all games were independent.
    variance: f64,
    unpaired_variance: f64,
    /// How many times smaller the variance is for the pairing.
    saving: Option<f64>,
    /// How many games the same verdict would have taken, about, without pairing.
    unpaired_games: Option<u64>,
    /// Decks of the directory that can't be played: why, of each the first reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// What agents were told of the other's deck, if it wasn't its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    knows: Option<Knows>,
    opponents: Vec<OpponentLine>,
}

/// What is known of one opponent.
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
/// If there are no such decks or agents, or results can't be written.
pub fn compare<H: Host>(
    args: &CompareArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    files::tell_shipped_files::<H>(&deck_files::<H>(args)?, screen, args.output.quiet);
    files::tell_below::<H>(&args.against, screen, args.output.quiet);
    let progress = Progress::new(0, screen.live && !args.output.quiet);
    let begin = Instant::now();
    let answer = find_out::<H>(args, &H::agents(), Watch { stop: stop(), progress: &progress }, None);
    progress.clear();
    let (answer, seconds) = (answer?, begin.elapsed().as_secs_f64());
    show(&answer, seconds, args, screen)?;
    Ok(match (answer.verdict, answer.failed_games) {
        (Verdict::Interrupted, _) => Exit::Interrupted,
        (_, 0) => Exit::Ok,
        _ => Exit::Problems,
    })
}

/// Plays until the answer is known. Agents are those of `registry`; without `elsewhere` this machine plays.
///
/// # Errors
/// If there are no such decks or agents.
pub fn find_out<H: Host>(
    args: &CompareArgs,
    registry: &Registry<H::Game>,
    watch: Watch<'_>,
    elsewhere: Option<&Plays<'_, H>>,
) -> Result<Answer, Error> {
    let Watch { stop, progress } = watch;
    let versions = prepare::<H>(args, registry)?;
    let pool = threads::start(args.threads.count())?;
    let here = |versions: &Versions<H>, bouts: &[Bout]| versions.play_all(bouts, &pool, stop, progress);
    let play = elsewhere.unwrap_or(&here);
    let field = versions.opponents.len();
    let per_round = 4 * field as u64;
    let most = (args.max_games.get() / per_round).max(1);
    let margin = args.margin / 100.0;
    progress.more(most * per_round);
    let mut known = Known { against: vec![Against::default(); field], ..Known::default() };
    let verdict = loop {
        if let Some(verdict) = known.verdict(margin) {
            break verdict;
        } else if known.rounds >= most {
            break Verdict::Undecided;
        } else if known.is_hopeless(margin, most) {
            break Verdict::Hopeless;
        }
        let rounds = known.rounds..(known.rounds + BATCH.max(known.rounds / 20)).min(most);
        let bouts: Vec<Bout> = (0..field)
            .flat_map(|opponent| [0, 1].map(|version| (opponent, version)))
            .flat_map(|(opponent, version)| rounds.clone().map(move |round| Bout { version, opponent, round }))
            .collect();
        let Some(scores) = play(&versions, &bouts)? else { break Verdict::Interrupted };
        let count = (rounds.end - rounds.start) as usize;
        for (against, scores) in known.against.iter_mut().zip(scores.chunks(2 * count)) {
            for (old, new) in scores[..count].iter().zip(&scores[count..]) {
                against.add([*old, *new]);
                known.failed += u64::from(old.failed + new.failed);
                known.unfinished += u64::from(old.unfinished + new.unfinished);
                known.forfeited += u64::from(old.forfeited + new.forfeited);
            }
        }
        known.rounds = rounds.end;
        known.all = Sequence::default();
        for against in &known.against {
            known.all.merge(&against.difference);
        }
    };
    Ok(answer(&versions, args, verdict, &known))
}

/// Shows the answer, writes it where it is wanted, and says what there is to say beside it.
fn show(answer: &Answer, seconds: f64, args: &CompareArgs, screen: &mut Screen<'_>) -> Result<(), Error> {
    if args.output.json {
        screen.print_json(answer)?;
    } else {
        screen.print(&told(answer, screen.width, screen.colour))?;
    }
    if let Some(out) = &args.output.out {
        write(out, answer)?;
    }
    if !args.output.quiet {
        screen.remark(&format!(
            "{} games in {seconds:.1} s, {:.0} games/s{}",
            answer.games,
            answer.games as f64 / seconds,
            args.output.out.as_ref().map_or(String::new(), |out| format!("; files in {}", out.display()))
        ));
    }
    if let failed @ 1.. = answer.failed_games {
        screen.remark(&format!(
            "{failed} games failed in the engine and count as draws; 'gauntlet field' writes them down"
        ));
    }
    if let unfinished @ 1.. = answer.unfinished_games {
        screen.remark(&format!("{unfinished} games reached --max-turns or --max-actions and count as draws"));
    }
    if let forfeited @ 1.. = answer.forfeited_games {
        screen.remark(&forfeits(forfeited));
    }
    Ok(())
}

/// What is said of games that agents forfeited where the games aren't kept.
pub(super) fn forfeits(count: u64) -> String {
    format!(
        "{count} games were forfeited by an agent and count as lost; 'gauntlet match' and 'gauntlet field' say of each what for"
    )
}

/// Writes `compare.json` into a directory.
///
/// # Errors
/// If it can't be written.
pub fn write(out: &Path, answer: &Answer) -> Result<(), Error> {
    std::fs::create_dir_all(out).map_err(|cause| Error::Out { path: out.to_owned(), cause })?;
    let path: PathBuf = out.join("compare.json");
    write_whole(&path, &json(answer)?)
}

fn answer<H: Host>(versions: &Versions<H>, args: &CompareArgs, verdict: Verdict, known: &Known) -> Answer {
    let against = &known.against;
    let margin = args.margin / 100.0;
    let rate = |version: usize| {
        let rates = against.iter().map(|against| against.records[version].rate().unwrap_or(0.5));
        rounded(rates.sum::<f64>() / against.len() as f64)
    };
    let [variance, unpaired_variance] = known.variances();
    let (low, high) = known.all.interval(ALPHA);
    let [old, new] = [0, 1].map(|version| &versions.versions[version]);
    Answer {
        gauntlet: VERSION,
        game: H::NAME,
        old: old.name.clone(),
        new: new.name.clone(),
        change: change(&old.list, &new.list),
        agents: [0, 1].map(|side| versions.pilots[side].spec.clone()),
        seed: args.play.deal.seed,
        paired: !versions.unpaired,
        verdict,
        margin,
        rounds: known.rounds,
        games: known.rounds * 4 * against.len() as u64,
        failed_games: known.failed,
        unfinished_games: known.unfinished,
        forfeited_games: known.forfeited,
        old_rate: rate(0),
        new_rate: rate(1),
        difference: rounded(known.all.mean()),
        low: rounded(low),
        high: rounded(high),
        variance: rounded(variance),
        unpaired_variance: rounded(unpaired_variance),
        saving: (!versions.unpaired && variance > 0.0).then(|| rounded(unpaired_variance / variance)),
        left_out: files::reasons(&versions.left_out),
        knows: Knows::of(&versions.host),
        unpaired_games: if versions.unpaired { None } else { known.unpaired_games(verdict, margin) },
        opponents: (versions.opponents.iter().zip(against))
            .map(|(opponent, against)| {
                let (low, high) = against.difference.interval(ALPHA);
                OpponentLine {
                    deck: opponent.name.clone(),
                    games: against.records[0].games() + against.records[1].games(),
                    old_rate: rounded(against.records[0].rate().unwrap_or(0.5)),
                    new_rate: rounded(against.records[1].rate().unwrap_or(0.5)),
                    difference: rounded(against.difference.mean()),
                    low: rounded(low),
                    high: rounded(high),
                }
            })
            .collect(),
    }
}

/// The answer in words, and a line for each opponent.
pub fn told(answer: &Answer, width: usize, colour: bool) -> String {
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
        Verdict::NoDifference => format!("No difference of {} or more", in_points(100.0 * answer.margin)),
        Verdict::Undecided => "Not decided after the games that --max-games allows; allow more to go on".to_owned(),
        Verdict::Hopeless => "Stopped, as the games that --max-games allows would not decide it; so far".to_owned(),
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
        "{} games: {} rounds, each with 2 games of each version against {}",
        answer.games,
        answer.rounds,
        match answer.opponents.len() {
            1 => "the one deck".to_owned(),
            many => format!("each of {many} decks"),
        }
    );
    if let Some(knows) = &answer.knows {
        let _ = writeln!(text, "{}", knows.sentence());
    }
    if let Some(saving) = answer.saving {
        let _ = writeln!(text, "Playing the same games has made the variance {saving:.1} times smaller");
    }
    if let Some(games) = answer.unpaired_games {
        let times = games as f64 / answer.games as f64;
        let _ = writeln!(text, "An unpaired test would have taken about {games} games, {times:.1} times as many");
    }
    let mut text = wrap(&text, width);
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
    text.push_str(&grid.render_within(width, colour));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(games: [u8; 2]) -> Score {
        Score { games, ..Score::default() }
    }

    #[test]
    fn what_pairing_saves_is_measured() {
        let mut known = Known { against: vec![Against::default()], ..Known::default() };
        // Luck decides most, and both versions have it alike; now and then the new one wins where the old one lost.
        for round in 0..1000 {
            let old = [[0, 0], [2, 2], [2, 0], [0, 2]][round % 4];
            let new = if round % 20 == 0 { [2, 2] } else { old };
            known.against[0].add([score(old), score(new)]);
        }
        known.rounds = 1000;
        known.all = known.against[0].difference.clone();
        let [variance, unpaired] = known.variances();
        assert!((0.01..0.06).contains(&variance) && (0.24..0.26).contains(&unpaired), "{variance} {unpaired}");
        assert_eq!(known.verdict(0.005), Some(Verdict::Better));
        let games = known.unpaired_games(Verdict::Better, 0.005).expect("a number");
        // About 11 variances over the square of the difference, which is 5 points.
        assert!((3000..6000).contains(&games), "{games}");
        assert!(!known.is_hopeless(0.005, 2000));
    }

    #[test]
    fn what_cannot_be_known_is_given_up() {
        let mut known = Known { against: vec![Against::default()], ..Known::default() };
        for round in 0..2000 {
            known.against[0].add(if round % 2 == 0 {
                [score([2, 2]), score([0, 0])]
            } else {
                [score([0, 0]), score([2, 2])]
            });
        }
        known.rounds = 2000;
        known.all = known.against[0].difference.clone();
        assert_eq!(known.verdict(0.005), None);
        assert!(known.is_hopeless(0.005, 2100) && !known.is_hopeless(0.005, 1_000_000));
    }
}
