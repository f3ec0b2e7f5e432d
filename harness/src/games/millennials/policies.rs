//! `gauntlet policies`: the same battles of random decks under each order in which effects can resolve.
//!
//! A pair is two random decks and one seed, played twice with seats swapped, under every policy. All sums are whole numbers, so that
//! any number of threads makes the same tables.

use std::fs;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use gauntlet_core::{Game, PerPlayer, Player, Reason, Seed};
use gauntlet_millennials::options::Options;
use gauntlet_millennials::policy::Policy;
use gauntlet_millennials::{Action, Kind, Pool, Position, Setup};
use rand::RngExt;
use serde::Serialize;

use super::{DECK, agents};
use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::{Limits, from_one, from_zero, whole};
use crate::host::subcommand::{Subcommand, options};
use crate::output::grid::{Grid, wrap};
use crate::output::screen::{Exit, Screen};
use crate::play::game::{Trace, play_game};
use crate::play::panics;
use crate::play::threads::Threads;
use crate::stats::interval::Z95;

/// What to play under each policy.
#[derive(Args, Clone, Debug)]
struct PoliciesArgs {
    /// How many battles under each policy, rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    games: NonZeroU64,
    /// The number that decks, locations and choices derive from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,
    /// Who plays both sides [default: the game's own].
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// A policy to compare with the first; may be given several times [default: all that have a name].
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    /// How many cards the table shows, those that move most; the file has all.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = from_zero::<usize>, allow_negative_numbers = true)]
    cards: usize,
    /// Write the numbers of all cards to policies.csv in this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write JSON instead of tables.
    #[arg(long)]
    json: bool,
    /// How many threads.
    #[command(flatten)]
    threads: Threads,
}

/// What came of the pairs in which a deck has some card. Points are halves: a pair gives a deck 0 to 4.
#[derive(Clone, Copy, Default, Debug)]
struct CardSum {
    decks: i64,
    points: i64,
    /// Points beyond those under the first policy, and their squares.
    more: i64,
    squares: i64,
}

/// What came of all pairs under one policy.
#[derive(Clone, Debug)]
struct Sums {
    games: i64,
    /// Games that someone else won than under the first policy; pairs by how many of their games did: 0, 1, 2.
    turned: [i64; 3],
    /// Half points of the first seat.
    first: i64,
    power: i64,
    endless: i64,
    failed: i64,
    cards: Vec<CardSum>,
}

impl Sums {
    fn new() -> Sums {
        let cards = vec![CardSum::default(); Pool::shipped().kinds().count()];
        Sums { games: 0, turned: [0; 3], first: 0, power: 0, endless: 0, failed: 0, cards }
    }

    fn add(&mut self, other: &Sums) {
        self.games += other.games;
        self.first += other.first;
        self.power += other.power;
        self.endless += other.endless;
        self.failed += other.failed;
        for (mine, theirs) in self.turned.iter_mut().zip(other.turned) {
            *mine += theirs;
        }
        for (mine, theirs) in self.cards.iter_mut().zip(&other.cards) {
            mine.decks += theirs.decks;
            mine.points += theirs.points;
            mine.more += theirs.more;
            mine.squares += theirs.squares;
        }
    }
}

/// The half points of the first seat, the power of both, and why the game ended.
type Played = (i64, i64, Reason);

struct Table {
    game: Position,
    legal: Vec<Action>,
}

impl Table {
    fn play(&mut self, setup: &Setup, seed: Seed, pilot: &Pilot<Position>) -> Played {
        let mut players = Player::BOTH.map(|_| pilot.make());
        let [one, other] = &mut players;
        let mut agents = PerPlayer([one.as_mut(), other.as_mut()]);
        let mut rngs = PerPlayer::from_fn(|player| seed.derive("agent", player.index() as u64).rng());
        self.game.restart(setup, seed.derive("game", 0));
        let outcome = play_game(
            &mut self.game,
            &mut agents,
            &mut rngs,
            &mut self.legal,
            Limits::default(),
            &mut Trace::default(),
            |_, _, _| (),
        );
        let half = |winner: Option<Player>| winner.map_or(1, |winner| 2 * i64::from(winner == Player::FIRST));
        let power = Player::BOTH.iter().map(|player| i64::from(self.game.total(*player))).sum();
        (half(outcome.winner), power, outcome.reason)
    }
}

/// Plays the pairs of these numbers under all policies.
fn play(policies: &[Policy], pairs: std::ops::Range<u64>, seed: Seed, pilot: &Pilot<Position>) -> Vec<Sums> {
    let pool = Pool::shipped();
    let mut all = vec![Sums::new(); policies.len()];
    let nothing = Setup::new([Vec::new(), Vec::new()], Options::default());
    let mut table = Table { game: Position::new(&nothing, seed), legal: Vec::new() };
    for number in pairs {
        let seed = seed.derive("pair", number);
        let mut rng = seed.derive("decks", 0).rng();
        let kinds = pool.collectible();
        let mut deck = || -> Arc<Vec<Kind>> {
            Arc::new((0..DECK).map(|_| kinds[rng.random_range(0..kinds.len() as u32) as usize]).collect())
        };
        let decks = [deck(), deck()];
        let mut before: Option<[i64; 2]> = None;
        for (policy, sums) in policies.iter().zip(&mut all) {
            let mut firsts = [0; 2];
            for (swapped, first) in firsts.iter_mut().enumerate() {
                let seats = [&decks[swapped], &decks[1 - swapped]].map(Arc::clone);
                let options = Options { policy: *policy, ..Options::default() };
                let setup = Setup { decks: PerPlayer(seats), options, ..nothing.clone() };
                let played = panics::catch(|| table.play(&setup, seed, pilot));
                let (points, power, reason) = played.unwrap_or_else(|_| {
                    table.game = Position::new(&nothing, seed);
                    (1, 0, Reason::EngineError)
                });
                *first = points;
                sums.games += 1;
                sums.first += points;
                sums.power += power;
                sums.endless += i64::from(reason == Reason::ActionLimit);
                sums.failed += i64::from(reason == Reason::EngineError);
            }
            let earlier = *before.get_or_insert(firsts);
            let turned = firsts.iter().zip(earlier).filter(|(now, before)| **now != *before).count();
            sums.turned[turned] += 1;
            // The first deck has the first seat in the first game, and the second in the second.
            let points = |firsts: [i64; 2]| [firsts[0] + 2 - firsts[1], 2 - firsts[0] + firsts[1]];
            for (deck, (now, before)) in decks.iter().zip(points(firsts).into_iter().zip(points(earlier))) {
                let mut kinds: Vec<Kind> = deck.to_vec();
                kinds.sort_unstable();
                kinds.dedup();
                for kind in kinds {
                    let card = &mut sums.cards[usize::from(kind.0)];
                    card.decks += 1;
                    card.points += now;
                    card.more += now - before;
                    card.squares += (now - before) * (now - before);
                }
            }
        }
    }
    all
}

/// A card under a policy.
#[derive(Clone, Serialize)]
struct CardRow {
    policy: String,
    card: String,
    /// Decks that have it.
    decks: i64,
    /// The win rate of these decks under the first policy, in percent.
    before: f64,
    /// Under this one.
    rate: f64,
    /// The difference in percentage points, and half its 95% interval.
    change: f64,
    interval: f64,
}

/// A policy.
#[derive(Serialize)]
struct PolicyRow {
    policy: String,
    games: i64,
    /// Games that are won by someone else than under the first policy, in percent, and half the interval.
    turned: f64,
    turned_interval: f64,
    /// The first seat's win rate in percent.
    first_seat: f64,
    /// The total power of both players at the end, on average.
    power: f64,
    /// Battles that would go on forever.
    endless: i64,
    /// Battles that failed in the engine.
    failed: i64,
    /// Cards whose change is greater than its interval, of all.
    moved: usize,
    /// The greatest change of a card, in percentage points.
    greatest: f64,
}

#[derive(Serialize)]
struct Answer {
    gauntlet: &'static str,
    game: &'static str,
    seed: u64,
    agent: String,
    first: String,
    policies: Vec<PolicyRow>,
    cards: Vec<CardRow>,
}

/// `gauntlet policies`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "policies",
    declare: || {
        let about =
            "Self-play under each order in which effects can resolve: which cards' win rates move, and by how much";
        PoliciesArgs::augment_args(clap::Command::new("policies")).about(about)
    },
    run: |matches, screen| policies(&options(matches)?, screen),
    refuse: |game| format!("the effects of {game} resolve in one order only; try --game millennials"),
};

/// Answers the command.
///
/// # Errors
/// If there is no such policy or agent, or the answer can't be written.
fn policies(args: &PoliciesArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let mut policies = vec![Policy::default()];
    for name in &args.policies {
        policies.push(name.parse().map_err(|error| Error::input(format!("--policy: {error}")))?);
    }
    if args.policies.is_empty() {
        policies.extend(Policy::named().map(|(_, policy)| policy).skip(1));
    }
    policies.dedup();
    let pilot = agents::registry().resolve(args.agent.as_deref().unwrap_or(agents::DEFAULT))?;
    let seed = Seed::from_u64(args.seed);
    let pairs = args.games.get().div_ceil(2);
    let threads = args.threads.count().max(1) as u64;
    let mut all = vec![Sums::new(); policies.len()];
    std::thread::scope(|scope| {
        let part = |number: u64| number * pairs / threads..(number + 1) * pairs / threads;
        let (policies, pilot) = (&policies, &pilot);
        let parts: Vec<_> =
            (0..threads).map(|number| scope.spawn(move || play(policies, part(number), seed, pilot))).collect();
        for part in parts {
            let sums = part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (all, sums) in all.iter_mut().zip(&sums) {
                all.add(sums);
            }
        }
    });
    let answer = answer(args, &policies, &all, pilot.spec);
    if let Some(dir) = &args.out {
        let path = dir.join("policies.csv");
        let written = fs::create_dir_all(dir).and_then(|()| fs::write(&path, csv(&answer)));
        written.map_err(|cause| Error::Write { path, cause })?;
    }
    if args.json {
        screen.print_json(&answer)?;
    } else {
        screen.print(&tables(&answer, args.cards, screen))?;
    }
    let failed = answer.policies.iter().any(|row| row.failed > 0);
    Ok(if failed { Exit::Problems } else { Exit::Ok })
}

/// The mean of this many numbers with this sum and sum of squares, and half its 95% interval.
fn mean(count: i64, sum: i64, squares: i64) -> (f64, f64) {
    if count < 2 {
        return (if count == 0 { 0.0 } else { sum as f64 }, f64::INFINITY);
    }
    let (count, sum) = (count as f64, sum as f64);
    let mean = sum / count;
    let variance = (squares as f64 - sum * mean) / (count - 1.0);
    (mean, Z95 * (variance.max(0.0) / count).sqrt())
}

fn answer(args: &PoliciesArgs, policies: &[Policy], all: &[Sums], agent: String) -> Answer {
    let pool = Pool::shipped();
    let mut answer = Answer {
        gauntlet: crate::VERSION,
        game: "millennials",
        seed: args.seed,
        agent,
        first: policies[0].to_string(),
        policies: Vec::new(),
        cards: Vec::new(),
    };
    for (policy, sums) in policies.iter().zip(all) {
        let mut rows: Vec<CardRow> = pool
            .collectible()
            .iter()
            .map(|kind| {
                let card = sums.cards[usize::from(kind.0)];
                let (change, interval) = mean(card.decks, card.more, card.squares);
                // A pair is 4 half points for a deck.
                let rate = |points: i64| 25.0 * points as f64 / card.decks.max(1) as f64;
                CardRow {
                    policy: policy.to_string(),
                    card: pool.card(*kind).name.clone(),
                    decks: card.decks,
                    before: rate(card.points - card.more),
                    rate: rate(card.points),
                    change: 25.0 * change,
                    interval: 25.0 * interval,
                }
            })
            .collect();
        rows.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()).then(one.card.cmp(&other.card)));
        let [none, one, two] = sums.turned;
        let (turned, interval) = mean(none + one + two, one + 2 * two, one + 4 * two);
        answer.policies.push(PolicyRow {
            policy: policy.to_string(),
            games: sums.games,
            turned: 50.0 * turned,
            turned_interval: 50.0 * interval,
            first_seat: 50.0 * sums.first as f64 / sums.games.max(1) as f64,
            power: sums.power as f64 / sums.games.max(1) as f64,
            endless: sums.endless,
            failed: sums.failed,
            moved: rows.iter().filter(|row| row.change.abs() > row.interval).count(),
            greatest: rows.first().map_or(0.0, |row| row.change),
        });
        answer.cards.extend(rows);
    }
    answer
}

fn tables(answer: &Answer, cards: usize, screen: &Screen<'_>) -> String {
    let first = &answer.first;
    let text = format!(
        "The same battles of random decks under each policy; agent {}, seed {}.\n\
         'turned' are battles that someone else wins than under {first}; 'moved' the cards whose decks win more or less often \
         than there by more than the 95% interval (of {} cards, about {} would by chance); 'greatest' the greatest such change.\n\n",
        answer.agent,
        answer.seed,
        Pool::shipped().collectible().len(),
        Pool::shipped().collectible().len() / 20,
    );
    let mut text = wrap(&text, screen.width);
    let mut grid = Grid::new(1);
    grid.heading(["policy", "battles", "turned %", "first seat %", "power", "moved", "greatest", "endless"]);
    for row in &answer.policies {
        grid.row(vec![
            row.policy.clone().into(),
            row.games.to_string().into(),
            format!("{:.2} ±{:.2}", row.turned, row.turned_interval).into(),
            format!("{:.1}", row.first_seat).into(),
            format!("{:.1}", row.power).into(),
            row.moved.to_string().into(),
            format!("{:+.1}", row.greatest).into(),
            row.endless.to_string().into(),
        ]);
    }
    text += &grid.render_within(screen.width, screen.colour);
    let mut unmoved = Vec::new();
    for policy in answer.policies.iter().filter(|row| row.policy != *first) {
        let moved = |row: &&CardRow| row.policy == policy.policy && row.change.abs() > row.interval;
        let rows: Vec<&CardRow> = answer.cards.iter().filter(moved).take(cards).collect();
        if rows.is_empty() {
            unmoved.push(policy.policy.clone());
            continue;
        }
        text += &format!("\n{}: win rates of decks with a card, in %\n", policy.policy);
        for row in rows {
            text += &format!(
                "  {:<16} {:>5.1} → {:>5.1}  {:>+5.2} ±{:.2}  ({} decks)\n",
                row.card, row.before, row.rate, row.change, row.interval, row.decks
            );
        }
    }
    if !unmoved.is_empty() {
        let under = format!("Under {} no card's win rate moves by more than its interval.", unmoved.join(", "));
        text += &format!("\n{}\n", wrap(&under, screen.width).trim_end());
    }
    text
}

fn csv(answer: &Answer) -> String {
    let mut text = String::from("policy,card,decks,before,rate,change,interval\n");
    for row in &answer.cards {
        let CardRow { policy, card, decks, before, rate, change, interval } = row;
        text += &format!("\"{policy}\",\"{card}\",{decks},{before:.3},{rate:.3},{change:.3},{interval:.3}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn a_mean_and_its_interval() {
        // 0, 0, 1, 1: mean ½, variance ⅓.
        let (value, interval) = mean(4, 2, 2);
        assert!((value - 0.5).abs() < 1e-12);
        assert!((interval - 1.959_963_984_540_054 * (1.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(mean(1, 3, 9).0, 3.0);
    }
}
