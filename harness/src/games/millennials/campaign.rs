//! `gauntlet campaign`: runs of battles against the villains, with a shop before each.
//!
//! A run is the shipped game's own, number by number; only its shopper and its player are ours. Sums are whole numbers, so that any number of
//! threads makes the same tables.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use clap::{Args, ValueEnum};
use gauntlet_core::{Game, Rng, Seed, View};
use gauntlet_millennials::journal::LOCATIONS;
use gauntlet_millennials::options::{HERO, Mode, Options, VILLAIN};
use gauntlet_millennials::run::{MOST_SEED, Pick, Run};
use gauntlet_millennials::{Kind, Pool, Position};
use rand::RngExt;
use serde::Serialize;

use super::{Millennials, agents};
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::options::from_one;
use crate::host::subcommand::{Subcommand, options};
use crate::output::grid::{Grid, Tone};
use crate::output::screen::{Exit, Screen};
use crate::play::panics;
use crate::play::threads::Threads;
use crate::stats::interval;

/// Which runs to play.
#[derive(Args, Clone, Debug)]
struct CampaignArgs {
    /// How many runs: one is told, of several there are tables.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    runs: NonZeroU64,
    /// The seed of the first run; each further one has the next number. In the shipped game it is a time in milliseconds.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    seed: NonZeroU64,
    /// The most battles of a run. The shipped game has three, and goes on with random opponents if asked to.
    #[arg(long, value_name = "N", default_value = "3", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    battles: NonZeroU32,
    /// Who plays against the villains, which play by themselves [default: the game's own].
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// What is taken in the shop: the strongest card for the weakest of the deck, anything for anything, or nothing.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Buy::Strongest)]
    buy: Buy,
    /// In which order effects resolve: a name, or KEY=VALUE,... [default: location-first, as shipped].
    #[arg(long, value_name = "POLICY")]
    policy: Option<String>,
    /// Tell the battles of a single run, too.
    #[arg(long)]
    story: bool,
    /// Write JSON instead of a story or tables.
    #[arg(long)]
    json: bool,
    /// How many threads.
    #[command(flatten)]
    threads: Threads,
}

/// What is taken in a shop.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Buy {
    /// The card with the greatest power, for the one of the deck with the least.
    Strongest,
    /// Any card for any card.
    Random,
    /// Nothing.
    Nothing,
}

/// A card that was taken in the shop, and the one that it replaced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Bought {
    bought: String,
    gone: String,
}

/// A battle of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct BattleTold {
    opponent: String,
    /// What the three locations say, from left to right.
    locations: [String; 3],
    /// The rows of the shop before it.
    shop: Vec<Vec<String>>,
    bought: Vec<Bought>,
    won: bool,
    /// The power of player and villain.
    scores: [i32; 2],
    locations_won: usize,
    /// The battle's log, with `--story`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<String>,
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct RunTold {
    gauntlet: &'static str,
    game: &'static str,
    seed: u64,
    agent: String,
    buy: String,
    policy: String,
    /// Whether all battles were won.
    won: bool,
    battles: Vec<BattleTold>,
    /// The deck at the end.
    deck: Vec<String>,
}

/// Battles against one opponent, or of one number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sum {
    battles: u64,
    won: u64,
    power: [i64; 2],
    locations: u64,
}

impl Sum {
    fn add(&mut self, battle: &BattleTold) {
        self.battles += 1;
        self.won += u64::from(battle.won);
        for (sum, score) in self.power.iter_mut().zip(battle.scores) {
            *sum += i64::from(score);
        }
        self.locations += battle.locations_won as u64;
    }
}

/// A line of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Line {
    name: String,
    battles: u64,
    won: u64,
    /// From 0 to 1, with its 95% interval (Wilson).
    win_rate: f64,
    low: f64,
    high: f64,
    power: f64,
    villains_power: f64,
    /// Per battle, ties included: the picks of the next shop.
    locations_won: f64,
}

impl Line {
    fn new(name: String, sum: Sum) -> Line {
        let Sum { battles, won, power, locations } = sum;
        let interval = interval::wilson(won as f64, battles);
        let mean = |sum: i64| sum as f64 / battles as f64;
        Line {
            name,
            battles,
            won,
            win_rate: won as f64 / battles as f64,
            low: interval.low,
            high: interval.high,
            power: mean(power[0]),
            villains_power: mean(power[1]),
            locations_won: mean(locations as i64),
        }
    }
}

/// What came of several runs.
#[derive(Serialize)]
struct Answer {
    gauntlet: &'static str,
    game: &'static str,
    seed: u64,
    runs: u64,
    agent: String,
    buy: String,
    policy: String,
    /// The most battles of a run.
    battles: u32,
    /// Runs whose battles were all won.
    won: u64,
    low: f64,
    high: f64,
    /// Runs that failed in the engine.
    failed: u64,
    by_battle: Vec<Line>,
    by_opponent: Vec<Line>,
}

/// Plays runs: who plays, how, and how far.
struct Player<'a> {
    args: &'a CampaignArgs,
    options: Options,
    pilot: &'a Pilot<Position>,
}

impl Player<'_> {
    /// What is bought, in a word.
    fn buy(&self) -> String {
        self.args.buy.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// What is taken in a shop that has something.
    fn pick(&self, run: &Run, shop: &[Vec<Kind>], rng: &mut Rng) -> Option<Pick> {
        let power = |kind: Kind| Pool::shipped().card(kind).power;
        let below = |rng: &mut Rng, bound: usize| rng.random_range(0..bound as u32) as usize;
        let cards = || shop.iter().enumerate().flat_map(|(row, cards)| (0..cards.len()).map(move |card| (row, card)));
        match self.args.buy {
            Buy::Nothing => None,
            Buy::Random => {
                let (row, card) = cards().nth(below(rng, cards().count()))?;
                Some(Pick { row, card, replaces: below(rng, run.deck().len()) })
            }
            Buy::Strongest => {
                let (row, card) = cards().max_by_key(|(row, card)| power(shop[*row][*card]))?;
                let weakest = (0..run.deck().len()).min_by_key(|place| power(run.deck()[*place]))?;
                let better = power(shop[row][card]) > power(run.deck()[weakest]);
                better.then_some(Pick { row, card, replaces: weakest })
            }
        }
    }

    /// Plays the run of this seed.
    fn play(&self, seed: u64) -> RunTold {
        let pool = Pool::shipped();
        let name = |kind: &Kind| pool.card(*kind).name.clone();
        let mut run = Run::new(pool, seed, self.options);
        let root = Seed::from_u64(seed);
        let mut shopper = root.derive("shop", 0).rng();
        let mut battles = Vec::new();
        while !run.over() && run.number() <= self.args.battles.get() {
            let mut shop = run.shop();
            let rows = shop.iter().map(|row| row.iter().map(name).collect()).collect();
            let mut bought = Vec::new();
            while run.picks() > 0 && shop.iter().any(|row| !row.is_empty()) {
                let Some(pick) = self.pick(&run, &shop, &mut shopper) else { break };
                let gone = name(&run.deck()[pick.replaces]);
                run.pick(&shop, pick).unwrap_or_else(|what| panic!("{what}"));
                // What was taken is no longer there.
                bought.push(Bought { bought: name(&shop[pick.row].remove(pick.card)), gone });
            }
            let mut battle = run.battle(self.args.story);
            let mut rng = root.derive("battle", run.number().into()).rng();
            let mut agent = self.pilot.make();
            agent.start();
            let mut legal = Vec::new();
            while let Some(player) = battle.to_act() {
                battle.legal_actions(&mut legal);
                let choice = agent.choose(View::new(&battle, player), &legal, &mut rng);
                battle.apply(legal[choice]);
            }
            let mut log = Vec::new();
            if self.args.story {
                let mut names = ["you"; 2];
                names[VILLAIN.index()] = &run.opponent().name;
                Millennials::tell(&battle, None, names, &mut 0, &mut log);
            }
            battles.push(BattleTold {
                opponent: run.opponent().name.clone(),
                locations: run.opponent().locations.map(|location| pool.location(location).text.clone()),
                shop: rows,
                bought,
                won: battle.outcome().is_some_and(|outcome| outcome.winner == Some(HERO)),
                scores: [battle.total(HERO), battle.total(VILLAIN)],
                locations_won: battle.locations_won(HERO),
                log: log.into_iter().map(|line| line.text).collect(),
            });
            run.after(&battle);
        }
        let deck = pool.list(run.deck());
        RunTold {
            gauntlet: crate::VERSION,
            game: Millennials::NAME,
            seed,
            agent: self.pilot.spec.clone(),
            buy: self.buy(),
            policy: self.options.policy.to_string(),
            won: !run.over(),
            battles,
            deck,
        }
    }
}

/// What runs add up to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Sums {
    won: u64,
    failed: u64,
    by_battle: Vec<Sum>,
    by_opponent: BTreeMap<String, Sum>,
}

impl Sums {
    fn add(&mut self, run: &RunTold) {
        self.won += u64::from(run.won);
        for (index, battle) in run.battles.iter().enumerate() {
            self.by_battle.resize(self.by_battle.len().max(index + 1), Sum::default());
            self.by_battle[index].add(battle);
            // Random opponents are all alike.
            let random = index >= Pool::shipped().villains().len();
            let name = if random { "random opponents".to_owned() } else { battle.opponent.clone() };
            self.by_opponent.entry(name).or_default().add(battle);
        }
    }

    fn merge(&mut self, other: Sums) {
        self.won += other.won;
        self.failed += other.failed;
        let add = |sum: &mut Sum, more: Sum| {
            sum.battles += more.battles;
            sum.won += more.won;
            sum.locations += more.locations;
            (sum.power[0], sum.power[1]) = (sum.power[0] + more.power[0], sum.power[1] + more.power[1]);
        };
        self.by_battle.resize(self.by_battle.len().max(other.by_battle.len()), Sum::default());
        for (sum, more) in self.by_battle.iter_mut().zip(other.by_battle) {
            add(sum, more);
        }
        for (name, more) in other.by_opponent {
            add(self.by_opponent.entry(name).or_default(), more);
        }
    }
}

/// `gauntlet campaign`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "campaign",
    declare: || {
        let about = "Play runs of battles against the villains, with a shop before each (Millennials)";
        CampaignArgs::augment_args(clap::Command::new("campaign")).about(about)
    },
    run: |matches, screen| campaign(&options(matches)?, screen),
    refuse: |game| format!("{game} has no runs of battles; try --game millennials"),
};

/// Answers the command.
///
/// # Errors
/// If there is no such policy or agent, or the answer can't be written.
fn campaign(args: &CampaignArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let policy = args.policy.as_deref().unwrap_or_default();
    let policy = match policy {
        "" => Default::default(),
        name => name.parse().map_err(|error| Error::input(format!("--policy: {error}")))?,
    };
    let runs = args.runs.get();
    if args.story && runs > 1 {
        return Err(Error::input("--story tells the battles of a single run; leave --runs out"));
    }
    let last = args.seed.get().checked_add(runs - 1);
    if last.is_none_or(|last| last > MOST_SEED) {
        return Err(Error::input(format!("seeds of runs go up to {MOST_SEED}: --seed and --runs go beyond")));
    }
    let pilot = agents::registry().resolve(args.agent.as_deref().unwrap_or(agents::DEFAULT))?;
    let options = Options { mode: Mode::Shipped, policy, ..Options::default() };
    let player = Player { args, options, pilot: &pilot };
    if runs == 1 {
        let told = panics::catch(|| player.play(args.seed.get()));
        let told = match told {
            Ok(told) => told,
            Err(message) => {
                screen.remark(&format!("The run with seed {} failed in the engine: {message}", args.seed));
                return Ok(Exit::Problems);
            }
        };
        match args.json {
            true => screen.print_json(&told)?,
            false => screen.print(&tell(&told, screen))?,
        }
        return Ok(Exit::Ok);
    }
    let threads = args.threads.count().max(1) as u64;
    let mut sums = Sums::default();
    std::thread::scope(|scope| {
        let part = |number: u64| number * runs / threads..(number + 1) * runs / threads;
        let player = &player;
        let work = |range: std::ops::Range<u64>| {
            let mut sums = Sums::default();
            for number in range {
                match panics::catch(|| player.play(player.args.seed.get() + number)) {
                    Ok(told) => sums.add(&told),
                    Err(_) => sums.failed += 1,
                }
            }
            sums
        };
        let parts: Vec<_> = (0..threads).map(|number| scope.spawn(move || work(part(number)))).collect();
        for part in parts {
            sums.merge(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    let interval = interval::wilson(sums.won as f64, runs);
    let by_battle = sums.by_battle.iter().enumerate();
    let answer = Answer {
        gauntlet: crate::VERSION,
        game: Millennials::NAME,
        seed: args.seed.get(),
        runs,
        agent: pilot.spec.clone(),
        buy: player.buy(),
        policy: policy.to_string(),
        battles: args.battles.get(),
        won: sums.won,
        low: interval.low,
        high: interval.high,
        failed: sums.failed,
        by_battle: by_battle.map(|(index, sum)| Line::new((index + 1).to_string(), *sum)).collect(),
        by_opponent: sums.by_opponent.into_iter().map(|(name, sum)| Line::new(name, sum)).collect(),
    };
    match args.json {
        true => screen.print_json(&answer)?,
        false => screen.print(&tables(&answer, screen))?,
    }
    Ok(if answer.failed > 0 { Exit::Problems } else { Exit::Ok })
}

fn tell(run: &RunTold, screen: &Screen<'_>) -> String {
    let bold = |text: &str| Tone::Bold.paint(text, screen.colour);
    let mut text = format!("Run {}, played by {}, policy {}\n", run.seed, run.agent, run.policy);
    for (index, battle) in run.battles.iter().enumerate() {
        text += &format!("\n{}\n", bold(&format!("Battle {}: {}", index + 1, battle.opponent)));
        for (location, words) in LOCATIONS.iter().zip(&battle.locations) {
            text += &format!("  {location}: {words}\n");
        }
        for row in &battle.shop {
            text += &format!("  In the shop: {}\n", row.join(", "));
        }
        for Bought { bought, gone } in &battle.bought {
            text += &format!("  {bought} comes into the deck for {gone}\n");
        }
        for line in &battle.log {
            text += &format!("  {line}\n");
        }
        let word = if battle.won { "Won" } else { "Lost" };
        let [mine, theirs] = battle.scores;
        text += &format!("  {word}, {mine} to {theirs}, with {} of the locations\n", battle.locations_won);
    }
    let won = run.battles.iter().filter(|battle| battle.won).count();
    text += &match run.won {
        true => format!("\nThe run is won: {won} of {won} battles. The deck: {}\n", run.deck.join(", ")),
        false => format!("\nThe run is lost, with battles won: {won}. The deck: {}\n", run.deck.join(", ")),
    };
    crate::output::grid::wrap(&text, screen.width)
}

fn tables(answer: &Answer, screen: &Screen<'_>) -> String {
    let percent = |rate: f64| 100.0 * rate;
    let mut text = format!(
        "{} runs from seed {}, played by {}, buying {}, policy {}\n\
         {:.1}% win all {} battles, 95% between {:.1}% and {:.1}%\n",
        answer.runs,
        answer.seed,
        answer.agent,
        match answer.buy.as_str() {
            "strongest" => "the strongest card",
            "random" => "any card",
            _ => "nothing",
        },
        answer.policy,
        percent(answer.won as f64 / answer.runs as f64),
        answer.battles,
        percent(answer.low),
        percent(answer.high),
    );
    if answer.failed > 0 {
        text += &format!("{} runs failed in the engine and count as not won\n", answer.failed);
    }
    for (title, lines) in [("battle", &answer.by_battle), ("against", &answer.by_opponent)] {
        let mut grid = Grid::new(1);
        grid.heading([title, "won", "± ", "battles", "power", "villain's", "locations"]);
        for line in lines {
            grid.row(vec![
                line.name.clone().into(),
                format!("{:.1}%", percent(line.win_rate)).into(),
                format!("{:.1}", percent((line.high - line.low) / 2.0)).into(),
                line.battles.to_string().into(),
                format!("{:.1}", line.power).into(),
                format!("{:.1}", line.villains_power).into(),
                format!("{:.2}", line.locations_won).into(),
            ]);
        }
        text += "\n";
        text += &grid.render_within(screen.width, screen.colour);
    }
    text
}
