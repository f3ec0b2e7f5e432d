//! The command line.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::adapt::Points;
use crate::experiment::BestOf;
use crate::plan::Shard;
use crate::play::Limits;
use crate::schedule::Seats;
use crate::tally::Side;
use crate::threads::Threads;

/// Games of each pairing, if nobody says.
pub const GAMES: NonZeroU64 = NonZeroU64::new(200).unwrap();

/// How the help of all commands together says that there are agents.
pub const AGENTS: &str = "Agents are named";

const EXAMPLES: &str = "\
Examples:
  gauntlet matrix decks/                          every deck against every other, 200 games each
  gauntlet match burn white-tokens --games 10000  two decks, until the interval is ±1%
  gauntlet field my-deck.txt decks/               how does my deck do?
  gauntlet matrix decks/ --until 1.0              games go where the rate is still uncertain
  gauntlet match burn white-tokens --best-of 3    matches, with the decks' sideboard plans
  gauntlet compare old.txt new.txt --against decks/
                                                  is the change of cards real?
  gauntlet match burn burn --agent-a mc --agent-b heuristic
                                                  which agent is stronger?
  gauntlet watch burn white-tokens --seed 7       one game, told turn by turn

Agents are named NAME or NAME:KEY=VALUE,KEY=VALUE, for example mc:rollouts=200.

Exit codes: 0 done, 1 done but games failed in the engine or checks failed, 2 bad input,
130 stopped by Ctrl-C (what was played is kept, and marked partial).";

/// Plays card games against themselves, by the million, and tells which deck or agent is better, and how sure that is.
///
/// Every seed is played twice with seats swapped, so luck and the first turn cancel out. Win rates come with their 95%
/// intervals. The same seed gives the same tables, byte for byte, on one thread or on a hundred.
#[derive(Parser, Debug)]
#[command(name = "gauntlet", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Cli {
    /// The game: magic or millennials [default: magic, or that of the run or recording that is named].
    #[arg(long, global = true, value_name = "NAME")]
    pub game: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play one deck against another.
    Match {
        /// The first deck: a file, or the name of a deck in decks/.
        a: PathBuf,
        /// The second deck.
        b: PathBuf,
        /// How.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Play every deck of a directory against every other.
    Matrix {
        /// The directory that has the decks.
        #[arg(default_value = "decks")]
        dir: PathBuf,
        /// Let decks also play themselves (they win half of it).
        #[arg(long)]
        mirrors: bool,
        /// How.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Play one deck against every deck of a directory.
    Field {
        /// The deck: a file, or the name of a deck in decks/.
        deck: PathBuf,
        /// The directory that has its opponents.
        #[arg(default_value = "decks")]
        dir: PathBuf,
        /// Let the deck also play itself.
        #[arg(long)]
        mirrors: bool,
        /// How.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Play an experiment file: the same as a command, its options in TOML.
    Run {
        /// The file.
        experiment: PathBuf,
        /// The part to play of it [default: all, or what the file says].
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,
        /// Play everything anew, whatever is there of it.
        #[arg(long)]
        fresh: bool,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
        /// What comes out.
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Go on with a run that was stopped, by Ctrl-C or by the machine.
    Resume(ResumeArgs),
    /// Is a new version of a deck better than the old one? Plays both against a field until that is known.
    Compare(CompareArgs),
    /// What a matrix says about the field: its equilibrium, what beats a given field, who beats whom in circles.
    Metagame(MetagameArgs),
    /// Make one HTML file of a run, with tables and charts, that needs no network.
    Report(ReportArgs),
    /// Put the shards of a run together: the same files as if it had been played in one piece.
    Merge(MergeArgs),
    /// Play one game and tell it turn by turn.
    Watch(WatchArgs),
    /// Play a recorded game again and tell it, or say where it differs.
    Replay(ReplayArgs),
    /// Play random games with random decks of all cards, and check everything that can be checked.
    Fuzz(FuzzArgs),
    /// Does an agent choose by what its player can't know? At each decision a twin is dealt other hidden cards, and must choose the same.
    Honesty(HonestyArgs),
    /// Measure how fast this machine plays.
    Bench(BenchArgs),
    /// Look into card files.
    #[command(subcommand)]
    Cards(CardsCommand),
    /// Work on decks.
    #[command(subcommand)]
    Deck(DeckCommand),
    /// Run scenario files: positions, scripted actions, and what must be true then.
    Scenario(ScenarioArgs),
    /// Count the sequences of actions from a position: the numbers change when a rule does.
    Perft(PerftArgs),
    /// Play runs of battles against the villains, with a shop before each (Millennials).
    Campaign(CampaignArgs),
    /// Self-play under each order in which effects can resolve: which cards' win rates move, and by how much.
    Policies(PoliciesArgs),
}

/// Which scenarios to run, and what to say of them.
#[derive(Args, Clone, Debug)]
pub struct ScenarioArgs {
    /// Scenario files (.jsonl, .toml) or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Card files, JSON Lines of cards, or folders of them [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// Write a summary as JSON to the standard output and nothing else.
    #[arg(long)]
    pub json: bool,
    /// Write a CSV file with a line for each scenario: id, area, status, detail.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Show the game's journal with each failure (of Millennials: with each policy).
    #[arg(long, short)]
    pub verbose: bool,
    /// Millennials: show every message that was delivered, with its sender, its listener, and how deep in others it was sent.
    #[arg(long)]
    pub messages: bool,
    /// Only scenarios whose id has this in it.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Only scenarios of this area.
    #[arg(long, value_name = "AREA")]
    pub area: Option<String>,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
}

/// What to play under each policy.
#[derive(Args, Clone, Debug)]
pub struct PoliciesArgs {
    /// How many battles under each policy, rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = from_one::<NonZeroU64>)]
    pub games: NonZeroU64,
    /// The number that decks, locations and choices derive from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Who plays both sides [default: the game's own].
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// A policy to compare with the first; may be given several times [default: all that have a name].
    #[arg(long = "policy", value_name = "POLICY")]
    pub policies: Vec<String>,
    /// How many cards the table shows, those that move most; the file has all.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub cards: usize,
    /// Write the numbers of all cards to policies.csv in this directory.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write JSON instead of tables.
    #[arg(long)]
    pub json: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
}

/// Which runs to play.
#[derive(Args, Clone, Debug)]
pub struct CampaignArgs {
    /// How many runs: one is told, of several there are tables.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>)]
    pub runs: NonZeroU64,
    /// The seed of the first run; each further one has the next number. In the shipped game it is a time in milliseconds.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>)]
    pub seed: NonZeroU64,
    /// The most battles of a run. The shipped game has three, and goes on with random opponents if asked to.
    #[arg(long, value_name = "N", default_value = "3", value_parser = from_one::<NonZeroU32>)]
    pub battles: NonZeroU32,
    /// Who plays against the villains, which play by themselves [default: the game's own].
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// What is taken in the shop: the strongest card for the weakest of the deck, anything for anything, or nothing.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Buy::Strongest)]
    pub buy: Buy,
    /// In which order effects resolve: a name, or KEY=VALUE,... [default: location-first, as shipped].
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    /// Tell the battles of a single run, too.
    #[arg(long)]
    pub story: bool,
    /// Write JSON instead of a story or tables.
    #[arg(long)]
    pub json: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
}

/// What is taken in a shop.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buy {
    /// The card with the greatest power, for the one of the deck with the least.
    Strongest,
    /// Any card for any card.
    Random,
    /// Nothing.
    Nothing,
}

/// From which position to count action sequences, and how deep.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs {
    /// A scenario file (.jsonl, .toml): what it begins with is the position.
    pub position: PathBuf,
    /// The id of the scenario, in a file that has several.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// Count sequences of up to so many actions.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// Count for each first action by itself.
    #[arg(long)]
    pub divide: bool,
    /// Card files, JSON Lines of cards, or folders of them [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// Write JSON to the standard output and nothing else.
    #[arg(long)]
    pub json: bool,
}

/// What decks are made of: common to all commands that read decks.
#[derive(Args, Clone, Default, Debug)]
pub struct LoadArgs {
    /// Card files or a folder of them [default: the folder 'cards' next to the decks, or decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Option<PathBuf>,
    /// The least number of cards in a deck [default: 60].
    #[arg(long, value_name = "N", value_parser = from_one::<NonZeroU32>)]
    pub min_cards: Option<NonZeroU32>,
    /// Make each mana ability that is activated for a cost, and each mana that is spent, a choice of its player.
    #[arg(long)]
    pub manual_mana: bool,
    /// How battles of Millennials go.
    #[command(flatten)]
    pub battle: BattleArgs,
}

/// How battles of Millennials go: what decides them beside decks and seed. Other games refuse these options.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleArgs {
    /// Millennials: in which order effects resolve: a name, or KEY=VALUE,... [default: location-first, as shipped].
    #[arg(long, value_name = "POLICY")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Millennials: symmetric, or shipped: the first seat is the villain [default: symmetric].
    #[arg(long, value_name = "MODE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Millennials: whose cards are revealed first in symmetric battles: alternate, leader or first [default: alternate].
    #[arg(long, value_name = "WHO")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    /// Millennials: where random numbers come from: mixed or shipped [default: mixed].
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// Millennials: the types of the three locations, for example 3,13,0 [default: drawn for each battle].
    #[arg(long, value_name = "L,M,R")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locations: Option<String>,
}

impl BattleArgs {
    /// Whether nothing is said.
    pub fn is_default(&self) -> bool {
        *self == BattleArgs::default()
    }

    fn words(&self) -> Vec<String> {
        let BattleArgs { policy, mode, priority, generator, locations } = self;
        let all = [
            ("--policy", policy),
            ("--mode", mode),
            ("--priority", priority),
            ("--generator", generator),
            ("--locations", locations),
        ];
        let given = all.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value.clone()?]));
        given.flatten().collect()
    }
}

/// Who plays, from which seed, until when: common to all commands that play games.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// The number that all random streams derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The agent that plays both sides [default: heuristic].
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// The agent of the first deck (in a matrix: of the row's deck) [default: --agent].
    #[arg(long, value_name = "SPEC")]
    pub agent_a: Option<String>,
    /// The agent of the second deck (in a matrix: of the column's deck) [default: --agent].
    #[arg(long, value_name = "SPEC")]
    pub agent_b: Option<String>,
    /// What decks are made of.
    #[command(flatten)]
    pub load: LoadArgs,
    /// A game that goes past this turn is a draw (both players' turns count).
    #[arg(long, value_name = "N", default_value_t = turns(), value_parser = from_one::<NonZeroU32>)]
    pub max_turns: NonZeroU32,
    /// A game that takes more choices than this is a draw.
    #[arg(long, value_name = "N", default_value_t = actions(), value_parser = from_one::<NonZeroU64>)]
    pub max_actions: NonZeroU64,
}

/// How a run is played and where its results go.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Games of each pairing, rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = from_one::<NonZeroU64>)]
    pub games: NonZeroU64,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Go on until the 95% interval of every pairing is at most so many percentage points to either side; --games is what each plays at first.
    #[arg(long, value_name = "POINTS")]
    pub until: Option<Points>,
    /// Play matches of so many games, with sideboarding; the loser of a game begins the next. --games then counts matches.
    #[arg(long, value_name = "1|3|5", default_value = "1")]
    pub best_of: BestOf,
    /// Also tell win rates without the luck of the deal: as sure, with fewer games.
    #[arg(long)]
    pub luck: bool,
    /// Who takes the first turn: both in turn on the same seeds, or always the first deck, or always the second.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = OnThePlay::Swap)]
    pub on_the_play: OnThePlay,
    /// Write a file with a row for each game: games.csv, or with --rows=parquet games.parquet.
    #[arg(long, value_name = "FORMAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "csv")]
    pub rows: Option<Rows>,
    /// Follow the games: tables of cards, opening hands, mana, and who was ahead when.
    #[arg(long)]
    pub details: bool,
    /// Play just this part of the run, for example 3/100; 'gauntlet merge' puts the parts together.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Play everything anew, whatever the directory has of this run.
    #[arg(long)]
    pub fresh: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Where results go.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Where the files go [default: results/COMMAND-HASH, the hash of all that decides the results].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the tables as JSON to the standard output instead of showing them.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Which run to go on with.
#[derive(Args, Clone, Debug)]
pub struct ResumeArgs {
    /// The directory of the run.
    pub dir: PathBuf,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Write the tables as JSON to the standard output instead of showing them.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

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
    /// A difference of fewer percentage points is none.
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub margin: f64,
    /// The most games, of both versions together.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = from_one::<NonZeroU64>)]
    pub max_games: NonZeroU64,
    /// Play the new version from other seeds than the old: what the pairing saves can be measured so.
    #[arg(long)]
    pub unpaired: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: CompareOutput,
}

/// What to do with decks.
#[derive(Subcommand, Clone, Debug)]
pub enum DeckCommand {
    /// Which changes of one card make a deck better? All race against a field until that is known.
    Tune(TuneArgs),
}

/// Which deck to tune, with what.
#[derive(Args, Clone, Debug)]
pub struct TuneArgs {
    /// The deck: a file, or the name of a deck in decks/.
    pub list: PathBuf,
    /// The cards that may come in: a name on each line, with the most copies before it or without (4).
    #[arg(long, value_name = "FILE")]
    pub pool: PathBuf,
    /// The directory that has the opponents.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub against: PathBuf,
    /// Who plays: agent A the deck, agent B its opponents.
    #[command(flatten)]
    pub play: PlayArgs,
    /// A change that is better by fewer percentage points is of no interest.
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub margin: f64,
    /// The most games, of all changes together.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = from_one::<NonZeroU64>)]
    pub max_games: NonZeroU64,
    /// How often the best change is made and the race run again.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU32>)]
    pub passes: NonZeroU32,
    /// Write the list with the best changes to this file.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: CompareOutput,
}

/// Where the answer goes.
#[derive(Args, Clone, Debug)]
pub struct CompareOutput {
    /// Write the answer to a file in this directory: compare.json or tune.json. What was tuned before goes on there.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the answer as JSON to the standard output instead of telling it.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Which matrix to look into.
#[derive(Args, Clone, Debug)]
pub struct MetagameArgs {
    /// The directory that 'gauntlet matrix' wrote.
    pub dir: PathBuf,
    /// The field to find the best deck against: shares of decks [default: all alike].
    #[arg(long, value_name = "DECK=SHARE,...")]
    pub field: Option<String>,
    /// How often the games are drawn again, for the intervals.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_one::<NonZeroU32>)]
    pub samples: NonZeroU32,
    /// Write JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// What to make a page of.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// The directory of the run.
    pub dir: PathBuf,
    /// Where the page goes [default: report.html in the directory].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write what the page shows as JSON to the standard output, and no page.
    #[arg(long)]
    pub json: bool,
}

/// Which shards to put together.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    /// The directories of the shards.
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// What comes out.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// How a row for each game is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// As comma-separated values.
    Csv,
    /// As a Parquet file.
    Parquet,
}

/// Who takes the first turn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnThePlay {
    /// Always the first deck.
    A,
    /// Always the second deck.
    B,
    /// Each seed is played twice, with seats swapped.
    #[default]
    Swap,
}

impl From<OnThePlay> for Seats {
    fn from(who: OnThePlay) -> Seats {
        match who {
            OnThePlay::A => Seats::Fixed(Side::A),
            OnThePlay::B => Seats::Fixed(Side::B),
            OnThePlay::Swap => Seats::Swap,
        }
    }
}

/// Which game to tell.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// The first deck: a file, or the name of a deck in decks/.
    pub a: PathBuf,
    /// The second deck.
    pub b: PathBuf,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Which pair of games of the seed, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub pair: u64,
    /// Which game of a match, from 1: all but the first are played after sideboarding.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub match_game: u8,
    /// Who takes the first turn.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = First::A)]
    pub on_the_play: First,
    /// Write the game to a file that 'gauntlet replay' plays again.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write a JSON object to the standard output instead of telling the game.
    #[arg(long)]
    pub json: bool,
}

/// Who takes the first turn in a single game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// The first deck.
    A,
    /// The second deck.
    B,
}

impl From<First> for Side {
    fn from(first: First) -> Side {
        match first {
            First::A => Side::A,
            First::B => Side::B,
        }
    }
}

/// Which recorded game to play again.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// The recording, as fuzz, match and watch --record write them.
    pub file: PathBuf,
    /// Stop after so many choices, and show what could be chosen there.
    #[arg(long, value_name = "STEP")]
    pub to: Option<usize>,
    /// Card files or a folder of them [default: those that the recording names].
    #[arg(long, value_name = "PATH")]
    pub cards: Option<PathBuf>,
    /// Millennials: resolve effects in this order instead of the recorded one.
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    /// Write a JSON object instead of the story.
    #[arg(long)]
    pub json: bool,
}

/// What to play at random.
#[derive(Args, Clone, Debug)]
pub struct FuzzArgs {
    /// How many games.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_one::<NonZeroU64>)]
    pub games: NonZeroU64,
    /// The number that decks, shuffles and choices derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The number of the first game: to play one of a run again, or to go on with a run.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Who plays both sides, as in a match (heuristic, mc:rollouts=20); without it players choose at random. An agent that panics,
    /// chooses what there isn't, recurses or does the same thing over and over fails its game.
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Play with the decks in this directory instead of random ones: all pairings in turn. Lists that can't be played are left out.
    #[arg(long, value_name = "DIR")]
    pub decks: Option<PathBuf>,
    /// Card files or a folder of them; cards that don't compile are passed over [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Option<PathBuf>,
    /// Make each mana ability that is activated for a cost, and each mana that is spent, a choice of its player.
    #[arg(long)]
    pub manual_mana: bool,
    /// A game that goes past this turn is a draw (both players' turns count).
    #[arg(long, value_name = "N", default_value_t = fuzz_turns(), value_parser = from_one::<NonZeroU32>)]
    pub max_turns: NonZeroU32,
    /// A game that takes more choices than this is a draw.
    #[arg(long, value_name = "N", default_value_t = fuzz_actions(), value_parser = from_one::<NonZeroU64>)]
    pub max_actions: NonZeroU64,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Where recordings of failures go [default: results/fuzz-SEED].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a JSON object instead of a report.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

impl FuzzArgs {
    /// Long enough for anything to happen, short enough for many games.
    pub const LIMITS: Limits = Limits { turns: 60, actions: 10_000 };
}

fn fuzz_turns() -> NonZeroU32 {
    NonZeroU32::new(FuzzArgs::LIMITS.turns).unwrap_or(NonZeroU32::MAX)
}

fn fuzz_actions() -> NonZeroU64 {
    NonZeroU64::new(FuzzArgs::LIMITS.actions).unwrap_or(NonZeroU64::MAX)
}

/// Whom to test, and with which decks.
#[derive(Args, Clone, Debug)]
pub struct HonestyArgs {
    /// The agent, which plays both sides. oracle:AGENT sees everything: a control that must be found out, and plays nowhere else.
    #[arg(value_name = "SPEC")]
    pub agent: String,
    /// The directory that has the decks.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub decks: PathBuf,
    /// How many decisions, rounded up to whole games.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_one::<NonZeroU64>)]
    pub decisions: NonZeroU64,
    /// The number that pairings, shuffles, choices and worlds derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The number of the first game: to play one of a run again.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// What decks are made of.
    #[command(flatten)]
    pub load: LoadArgs,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Where recordings of differences go [default: results/honesty-SEED].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a JSON object instead of a report.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

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

/// What to do with card files.
#[derive(Subcommand, Clone, Debug)]
pub enum CardsCommand {
    /// Compile card files and show all that can't be read, with file, line and column.
    Check {
        /// Card files or folders of them [default: decks/cards].
        files: Vec<PathBuf>,
        /// Write a JSON object to the standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Compare what the programs of cards do with what their texts say: durations, choices, numbers, whose, riders, keywords, ….
    Compare {
        /// Card files or folders of them [default: decks/cards].
        files: Vec<PathBuf>,
        /// Write a JSON object to the standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Tell what a card does, in English made from the program that it was compiled to.
    Show {
        /// The card's name.
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Show every card that is understood, in the order of the files.
        #[arg(long, conflicts_with = "name")]
        all: bool,
        /// Card files or a folder of them [default: decks/cards].
        #[arg(long, value_name = "PATH")]
        cards: Option<PathBuf>,
        /// Show the instructions of the program instead.
        #[arg(long)]
        program: bool,
        /// Write a JSON object to the standard output and nothing else; with --all, one on each line.
        #[arg(long)]
        json: bool,
    },
}

/// A number of things of which there must be one.
fn from_one<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "it must be a whole number from 1, not too great".to_owned())
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.0..=100.0).contains(points));
    points.ok_or_else(|| "it must be a number of percentage points from 0 to 100".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "it must be a number of seconds from 0.01 to 3600".to_owned())
}

pub(crate) fn turns() -> NonZeroU32 {
    NonZeroU32::new(Limits::default().turns).unwrap_or(NonZeroU32::MAX)
}

pub(crate) fn actions() -> NonZeroU64 {
    NonZeroU64::new(Limits::default().actions).unwrap_or(NonZeroU64::MAX)
}

impl LoadArgs {
    /// These options as words of a command line; nothing where defaults do.
    pub fn words(&self) -> Vec<String> {
        let cards = self.cards.iter().flat_map(|path| ["--cards".to_owned(), path.display().to_string()]);
        let least = self.min_cards.iter().flat_map(|least| ["--min-cards".to_owned(), least.to_string()]);
        let manual = self.manual_mana.then(|| "--manual-mana".to_owned());
        cards.chain(least).chain(manual).chain(self.battle.words()).collect()
    }
}

impl PlayArgs {
    /// The specs of side A's and side B's agents.
    pub fn agents<'a>(&'a self, default: &'a str) -> (&'a str, &'a str) {
        let both = self.agent.as_deref().unwrap_or(default);
        (self.agent_a.as_deref().unwrap_or(both), self.agent_b.as_deref().unwrap_or(both))
    }

    /// When a game is a draw.
    pub fn limits(&self) -> Limits {
        Limits { turns: self.max_turns.get(), actions: self.max_actions.get() }
    }
}
