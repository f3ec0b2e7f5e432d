//! `gauntlet bench`: how fast this machine plays.
//!
//! Machines are noisy, so measurements take turns in short rounds and each number is the median of its rounds; ratios are
//! taken within a round, where both sides met the same noise.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use gauntlet_ai::Agent;
use gauntlet_core::{Game, PerPlayer, Player, Seed, View};
use serde::Serialize;

use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::{Limits, LoadArgs};
use crate::host::{Host, Setup};
use crate::output::grid::{Cell, Grid, Tone};
use crate::output::screen::{Exit, Screen};
use crate::plan::experiment::{BestOf, Experiment, Options, Shape};
use crate::plan::files;
use crate::plan::schedule::{Seats, pairing_seed, unit_seeds};
use crate::play::game::{Trace, play_unseen};
use crate::play::run::{Control, run};

/// What to measure.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// The first deck: a file, or the name of a deck in decks/ [default: the game's own choice for this].
    pub a: Option<PathBuf>,
    /// The second deck [default: the first].
    pub b: Option<PathBuf>,
    /// Seconds for each measurement.
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    pub seconds: Duration,
    /// What decks are made of.
    #[command(flatten)]
    pub load: LoadArgs,
    /// Write a JSON list of {"name", "value", "unit"} instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Rounds of each measurement.
const ROUNDS: usize = 5;
/// Middle positions that clones and legal actions are measured on.
const POSITIONS: usize = 16;
/// Objects in a position that is large enough to tell what large ones cost.
const LARGE: usize = 120;
/// Games of which allocations are counted, after they were played once to warm up.
const COUNTED_GAMES: u64 = 50;
/// The same for a slow agent: the choices of one game.
const COUNTED_CHOICES: u64 = 20;

/// Runs what it is given and returns how many allocations that made on this thread. The process has to count them: a
/// library doesn't choose the allocator.
pub type CountAllocations = fn(&mut dyn FnMut()) -> u64;

/// One number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measurement {
    name: String,
    value: f64,
    unit: &'static str,
}

/// Measures and prints.
///
/// # Errors
/// If decks can't be loaded or the output can't be written.
pub fn bench<H: Host>(
    args: &BenchArgs,
    screen: &mut Screen<'_>,
    allocations: Option<CountAllocations>,
) -> Result<Exit, Error> {
    let a = match &args.a {
        Some(a) => files::one::<H>(a)?,
        None => match H::BENCH_DECK {
            Some(deck) => files::one::<H>(deck.as_ref())?,
            None => files::in_directory::<H>("decks".as_ref())?.swap_remove(0),
        },
    };
    let b = args.b.as_ref().map_or_else(|| Ok(a.clone()), |b| files::one::<H>(b))?;
    let host = H::load(&files::distinct(vec![a, b]), &args.load)?;
    let measured = measure(&host, args.seconds, allocations)?;
    if args.json {
        screen.print_json(&measured)?;
        return Ok(Exit::Ok);
    }
    let decks = host.decks();
    screen.print(&format!(
        "gauntlet {} on {}, {} against {}, one thread\n\n",
        crate::VERSION,
        H::NAME,
        decks[0].name,
        decks[decks.len() - 1].name
    ))?;
    let mut grid = Grid::new(1);
    for line in &measured {
        let decimals = if line.value >= 100.0 || line.value == 0.0 { 0 } else { 2 };
        let value = Cell::new(format!("{:.decimals$}", line.value), Tone::Bold);
        grid.row(vec![line.name.clone().into(), value, line.unit.into()]);
    }
    screen.print(&grid.render_within(screen.width, screen.colour))?;
    Ok(Exit::Ok)
}

/// All measurements, each for about `time`.
fn measure<H: Host>(
    host: &H,
    time: Duration,
    allocations: Option<CountAllocations>,
) -> Result<Vec<Measurement>, Error> {
    let registry = H::agents();
    let mut pilots = vec![registry.resolve("random")?];
    for spec in [H::DEFAULT_AGENT, "mc"] {
        if registry.knows(spec) && pilots.iter().all(|pilot| pilot.spec != spec) {
            pilots.push(registry.resolve(spec)?);
        }
    }
    let mut players: Vec<Bench<'_, H>> = pilots.iter().map(|pilot| Bench::new(host, pilot)).collect();
    let mut out = Measured::default();

    let mut rounds = vec![Vec::new(); players.len()];
    let mut spent = vec![Duration::ZERO; players.len()];
    for _ in 0..ROUNDS {
        for ((player, rounds), spent) in players.iter_mut().zip(&mut rounds).zip(&mut spent) {
            // A game of a slow agent takes longer than its share of the time.
            if *spent < 2 * time {
                let begin = Instant::now();
                rounds.push(player.play_for(time / ROUNDS as u32));
                *spent += begin.elapsed();
            }
        }
    }
    for (pilot, own) in pilots.iter().zip(&rounds) {
        out.add(&format!("{} games", pilot.spec), median(own.iter().map(|speed| speed.games)), "games/s");
        out.add(&format!("{} decisions", pilot.spec), median(own.iter().map(|speed| speed.decisions)), "decisions/s");
        out.add(&format!("{} decision", pilot.spec), median(own.iter().map(|speed| 1e9 / speed.decisions)), "ns");
        if pilot.spec != pilots[0].spec {
            let ratios = own.iter().zip(&rounds[0]).map(|(one, random)| one.games / random.games);
            out.add(&format!("{} games to random games", pilot.spec), median(ratios), "ratio");
        }
    }

    measure_positions::<H>(&players[0].middles(), time, &mut out);
    if let Some(allocations) = allocations {
        for (player, pilot) in players.iter_mut().zip(&pilots) {
            let count = player.allocations(allocations);
            let name = if pilot.spec == H::DEFAULT_AGENT { "" } else { &format!("{} ", pilot.spec) };
            out.add(&format!("{name}allocations per game"), count, "allocations");
        }
    }
    for ((player, pilot), own) in
        players.iter_mut().zip(&pilots).zip(&rounds).filter(|((_, pilot), _)| pilot.spec != "mc")
    {
        let speed = median(own.iter().map(|speed| speed.games));
        let games = (speed * time.as_secs_f64() / ROUNDS as f64) as u64;
        out.add(&format!("{} run to bare loop", pilot.spec), run_to_loop(host, player, games)?, "ratio");
    }
    if std::thread::available_parallelism().is_ok_and(|processors| processors.get() > 1) {
        let speed = median(rounds[0].iter().map(|speed| speed.games));
        out.add("two threads to one", two_threads(host, (speed * time.as_secs_f64() / 2.0) as u64)?, "ratio");
    }
    Ok(out.0)
}

/// What a search does with positions: copies, legal actions, worlds.
fn measure_positions<H: Host>(positions: &[H::Game], time: Duration, out: &mut Measured) {
    let Some(first) = positions.first() else { return };
    let mut copy = first.clone();
    let ns = nanoseconds(time, positions, |position| copy.clone_from(black_box(position)));
    out.add("clone", ns, "ns");
    black_box(&copy);
    let mut legal = Vec::new();
    let ns = nanoseconds(time, positions, |position| {
        black_box(position).legal_actions(&mut legal);
        black_box(&legal);
    });
    out.add("legal actions", ns, "ns");
    let large = positions.iter().filter(|position| H::PARTS.positions.objects(position) >= LARGE);
    if let Some(large) = large.min_by_key(|position| H::PARTS.positions.objects(position)) {
        let ns = nanoseconds(time, std::slice::from_ref(large), |position| copy.clone_from(black_box(position)));
        out.add(&format!("clone of a {LARGE}-object position"), ns, "ns");
    }
    let ns = nanoseconds(time, positions, |position| {
        black_box(position.clone());
    });
    out.add("clone into new memory", ns, "ns");
    let mut rng = Seed::from_u64(1).rng();
    let ns = nanoseconds(time, positions, |position| {
        View::new(position, deciding(position)).sample_into(&mut copy, &mut rng);
    });
    out.add("determinize", ns, "ns");
    let bytes = positions.iter().map(|position| H::PARTS.positions.position_bytes(position)).max().unwrap_or(0);
    out.add("position size", bytes as f64, "bytes");
}

/// Who is to choose in a position that is a decision.
fn deciding(game: &impl Game) -> Player {
    game.to_act().unwrap_or(Player::FIRST)
}

#[derive(Default)]
struct Measured(Vec<Measurement>);

impl Measured {
    fn add(&mut self, name: &str, value: f64, unit: &'static str) {
        self.0.push(Measurement { name: name.to_owned(), value, unit });
    }
}

/// What was done in one round, per second.
#[derive(Clone, Copy)]
struct Speed {
    games: f64,
    decisions: f64,
}

/// Plays games of one agent against itself, as a worker of a run does.
struct Bench<'a, H: Host> {
    setups: [Setup<H>; 2],
    agents: [Box<dyn Agent<H::Game>>; 2],
    pilot: &'a Pilot<H::Game>,
    seed: Seed,
    next: u64,
    game: H::Game,
    legal: Vec<<H::Game as Game>::Action>,
    limits: Limits,
}

impl<'a, H: Host> Bench<'a, H> {
    fn new(host: &H, pilot: &'a Pilot<H::Game>) -> Self {
        let decks = host.decks();
        let last = decks.len() - 1;
        let setups = [(0, last), (last, 0)].map(|(first, second)| host.setup(first, second, Limits::default(), false));
        let seed = pairing_seed(Seed::from_u64(1), &decks[0].cards, &decks[last].cards);
        let game = H::Game::new(&setups[0], seed);
        let agents = [pilot.make(), pilot.make()];
        Bench { setups, agents, pilot, seed, next: 0, game, legal: Vec::new(), limits: Limits::default() }
    }

    /// Plays game number `number` to its end or the limits, and says how far it came.
    fn play(&mut self, number: u64) -> Trace {
        let seeds = unit_seeds(self.seed, number / 2);
        self.game.restart(&self.setups[(number % 2) as usize], seeds.game);
        let [a, b] = &mut self.agents;
        let mut agents = PerPlayer([a.as_mut(), b.as_mut()]);
        let mut rngs = PerPlayer::from_fn(|player: Player| seeds.agents[player].rng());
        let mut trace = Trace::default();
        play_unseen(&mut self.game, &mut agents, &mut rngs, &mut self.legal, self.limits, &mut trace);
        trace
    }

    /// Plays on for about `time`, at least one game.
    fn play_for(&mut self, time: Duration) -> Speed {
        let (begin, mut games, mut decisions) = (Instant::now(), 0, 0);
        while games < 1 || begin.elapsed() < time {
            decisions += self.play(self.next).decisions;
            self.next += 1;
            games += 1;
        }
        let seconds = begin.elapsed().as_secs_f64();
        Speed { games: games as f64 / seconds, decisions: decisions as f64 / seconds }
    }

    /// Positions half-way through games, all at a decision.
    fn middles(&mut self) -> Vec<H::Game> {
        let mut positions = Vec::new();
        for number in 0..POSITIONS as u64 {
            self.limits = Limits::default();
            let decisions = self.play(number).decisions;
            self.limits = Limits { actions: decisions / 2, ..Limits::default() };
            self.play(number);
            if self.game.to_act().is_some() {
                positions.push(self.game.clone());
            }
        }
        self.limits = Limits::default();
        positions
    }

    /// Allocations per game, of games that were played once before: all buffers have had their chance to grow.
    fn allocations(&mut self, count: CountAllocations) -> f64 {
        self.agents = [self.pilot.make(), self.pilot.make()];
        // Search is slow, and its allocations are many or none: the beginning of a game tells.
        let slow = self.pilot.spec == "mc";
        let games = if slow { 1 } else { COUNTED_GAMES };
        self.limits.actions = if slow { COUNTED_CHOICES } else { self.limits.actions };
        let mut play = || {
            for number in 0..games {
                self.play(number);
            }
        };
        play();
        let count = count(&mut play);
        self.limits = Limits::default();
        count as f64 / games as f64
    }
}

/// The time of one call of `work` on one of `positions`, each of which is worked on in turn.
fn nanoseconds<G>(time: Duration, positions: &[G], mut work: impl FnMut(&G)) -> f64 {
    const CALLS: u32 = 200;
    let mut rounds = Vec::new();
    let begin = Instant::now();
    while rounds.len() < ROUNDS || begin.elapsed() < time {
        let round = Instant::now();
        for position in positions {
            for _ in 0..CALLS {
                work(position);
            }
        }
        rounds.push(round.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS) / positions.len() as f64);
    }
    median(rounds.into_iter())
}

/// How much more processor time a run takes on one thread than a bare loop that plays the same games: what tables, sums and threads cost. Both
/// take turns.
fn run_to_loop<H: Host>(host: &H, player: &mut Bench<'_, H>, games: u64) -> Result<f64, Error> {
    /// The least processor time that is measured, in seconds.
    const LEAST: f64 = 0.05;
    let options = Options {
        shape: Shape::Match,
        seed: 1,
        games: games.max(20),
        until: None,
        sprt: None,
        best_of: BestOf::ONE,
        luck: false,
        seats: Seats::Swap,
        limits: Limits::default(),
    };
    let experiment = Experiment::new(host, options, &[player.pilot.spec.as_str()], Vec::new())?;
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let mut spent = [0.0; 2];
    let mut round = 0;
    // The processor's clock is coarse: of games that are over at once, more are played.
    while round < 2 * ROUNDS || spent.iter().any(|spent| *spent < LEAST) {
        // Who goes first has a warm or a cold machine: each does in turn.
        for which in [round % 2, 1 - round % 2] {
            let before = processor_seconds(begin);
            if which == 0 {
                for number in 0..experiment.games() {
                    black_box(player.play(number));
                }
            } else {
                black_box(run(host, &experiment, 1, Control::new(&stop, &|_| ()))?);
            }
            spent[which] += processor_seconds(begin) - before;
        }
        round += 1;
    }
    Ok(spent[1] / spent[0])
}

/// The processor time that this process has taken, where the system tells (Linux: proc(5)); elsewhere the time since `begin`. A busy machine
/// makes processes wait, more so those that start threads, and that is not what is asked for.
fn processor_seconds(begin: Instant) -> f64 {
    /// Ticks of a second in that file.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok();
    // The program's name is in brackets and may have anything in it.
    let times = stat.as_deref().and_then(|stat| stat.rsplit_once(')')).and_then(|(_, rest)| {
        let mut fields = rest.split_whitespace().skip(11);
        Some(fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?)
    });
    times.map_or_else(|| begin.elapsed().as_secs_f64(), |ticks| ticks / TICKS)
}

/// How much faster two threads play `games` games than one.
fn two_threads<H: Host>(host: &H, games: u64) -> Result<f64, Error> {
    let options = Options {
        shape: Shape::Match,
        seed: 1,
        games: games.max(100),
        until: None,
        sprt: None,
        best_of: BestOf::ONE,
        luck: false,
        seats: Seats::Swap,
        limits: Limits::default(),
    };
    let experiment = Experiment::new(host, options, &["random"], Vec::new())?;
    let stop = AtomicBool::new(false);
    let time = |threads| {
        let begin = Instant::now();
        run(host, &experiment, threads, Control::new(&stop, &|_| ()))?;
        Ok::<f64, Error>(begin.elapsed().as_secs_f64())
    };
    let mut ratios = Vec::new();
    for _ in 0..3 {
        ratios.push(time(1)? / time(2)?);
    }
    Ok(median(ratios.into_iter()))
}

/// The middle one, or the upper of the middle two; 0 of nothing.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "it must be a number of seconds from 0.01 to 3600".to_owned())
}
