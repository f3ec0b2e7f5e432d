//! Options that several commands share.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use clap::Args;

use crate::host::options::{Limits, LoadArgs, from_one, whole};
use crate::plan::adapt::Points;
use crate::plan::experiment::BestOf;
use crate::plan::file::{GAMES, Kind, OnThePlay, Plan, Rows, Shard, WantedRows, actions, turns};
use crate::play::threads::Threads;

/// What is dealt, from which seed, until when: common to all commands that play games, whoever plays.
#[derive(Args, Clone, Debug)]
pub struct DealArgs {
    /// The number that all random streams derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,
    /// What decks are made of.
    #[command(flatten)]
    pub load: LoadArgs,
    /// A game that goes past this turn is a draw (both players' turns count).
    #[arg(long, value_name = "N", default_value_t = turns(), value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub max_turns: NonZeroU32,
    /// A game that takes more choices than this is a draw.
    #[arg(long, value_name = "N", default_value_t = actions(), value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub max_actions: NonZeroU64,
}

impl DealArgs {
    /// When a game is a draw.
    pub fn limits(&self) -> Limits {
        Limits { turns: self.max_turns.get(), actions: self.max_actions.get() }
    }

    /// The plan of that many games with these options and no others.
    pub(super) fn plan(&self, game: Option<String>, command: Kind, decks: Vec<PathBuf>, games: NonZeroU64) -> Plan {
        let load = self.load.clone();
        Plan {
            command,
            decks,
            mirrors: false,
            games,
            until: None,
            best_of: BestOf::ONE,
            luck: false,
            seed: self.seed,
            agent: None,
            agent_a: None,
            agent_b: None,
            agents: Vec::new(),
            sprt: None,
            on_the_play: OnThePlay::Swap,
            max_turns: self.max_turns,
            max_actions: self.max_actions,
            cards: load.decks.cards,
            min_cards: load.decks.min_cards,
            any_deck: load.decks.any_deck,
            without_unplayable_sideboards: load.without_unplayable_sideboards,
            skip_unplayable: load.skip.skip_unplayable,
            manual_mana: load.manual_mana,
            knows: load.knows.knows,
            field_of: load.knows.field_of,
            rows: WantedRows(None),
            details: false,
            shard: None,
            game,
            battle: load.battle,
        }
    }
}

/// Who plays two sides, and what.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// What is dealt.
    #[command(flatten)]
    pub deal: DealArgs,
    /// The agent that plays both sides [default: heuristic].
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// The agent of the first deck (in a matrix: of the row's deck) [default: --agent].
    #[arg(long, value_name = "SPEC")]
    pub agent_a: Option<String>,
    /// The agent of the second deck (in a matrix: of the column's deck) [default: --agent].
    #[arg(long, value_name = "SPEC")]
    pub agent_b: Option<String>,
}

impl PlayArgs {
    /// The specs of side A's and side B's agents.
    pub fn agents<'a>(&'a self, default: &'a str) -> (&'a str, &'a str) {
        let both = self.agent.as_deref().unwrap_or(default);
        (self.agent_a.as_deref().unwrap_or(both), self.agent_b.as_deref().unwrap_or(both))
    }
}

/// How a run is played and where its results go.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Games of each pairing, rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub games: NonZeroU64,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Go on until the 95% interval of every pairing is at most this many percentage points to either side; --games is what each plays at first.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub until: Option<Points>,
    /// Play matches of this many games, with sideboarding; the loser of a game begins the next. --games then counts matches.
    #[arg(long, value_name = "1|3|5", default_value = "1")]
    pub best_of: BestOf,
    /// Also give win rates without the luck of the deal, a little more certain if games are many: some thousands a pairing.
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
    /// Play everything again, whatever the directory has of this run.
    #[arg(long)]
    pub fresh: bool,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl RunArgs {
    /// The plan that these options make for a command with these decks.
    pub fn plan(&self, game: Option<String>, command: Kind, decks: Vec<PathBuf>, mirrors: bool) -> Plan {
        let PlayArgs { deal, agent, agent_a, agent_b } = self.play.clone();
        Plan {
            mirrors,
            until: self.until,
            best_of: self.best_of,
            luck: self.luck,
            agent,
            agent_a,
            agent_b,
            on_the_play: self.on_the_play,
            rows: WantedRows(self.rows),
            details: self.details,
            shard: self.shard,
            ..deal.plan(game, command, decks, self.games)
        }
    }
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

/// Where the answer goes.
#[derive(Args, Clone, Debug)]
pub struct CompareOutput {
    /// Write the answer to a file in this directory: compare.json or tune.json. What was tuned before goes on there.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the answer as JSON to the standard output instead of a report.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

pub(super) fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.0..=100.0).contains(points));
    points.ok_or_else(|| "it must be a number of percentage points from 0 to 100".to_owned())
}
