//! `gauntlet ladder` and `gauntlet sprt`: which agent is stronger? Both are experiments like any other, whose pairings are of agents.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;

use crate::commands::options::{DealArgs, OutputArgs};
use crate::error::Error;
use crate::host::options::from_one;
use crate::plan::file::{GAMES, Kind, Plan, Rows, Shard, Sprt, WantedRows};
use crate::play::threads::Threads;
use crate::stats::sprt::Test;

/// What ladders and tests have in common.
#[derive(Args, Clone, Debug)]
pub struct AgentsArgs {
    /// The directory that has the decks: in each game both agents play the same one.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub decks: PathBuf,
    /// What is dealt.
    #[command(flatten)]
    pub deal: DealArgs,
    /// Write a file with a row for each game: games.csv, or with --rows=parquet games.parquet.
    #[arg(long, value_name = "FORMAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "csv")]
    pub rows: Option<Rows>,
    /// Follow the games, too: how well each agent plays each deck (with 'random' among the agents, by what is won against it), cards, opening hands.
    #[arg(long)]
    pub details: bool,
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

/// Which agents to rate.
#[derive(Args, Clone, Debug)]
pub struct LadderArgs {
    /// The agents, two or more.
    #[arg(value_name = "SPEC", required = true, num_args = 2..)]
    pub agents: Vec<String>,
    /// Games of each two agents, spread evenly over the decks, in whole pairs of each.
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub games: NonZeroU64,
    /// Play just this part of the run, for example 3/100; 'gauntlet merge' puts the parts together.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// How.
    #[command(flatten)]
    pub how: AgentsArgs,
}

/// Which agents to test, and for what.
#[derive(Args, Clone, Debug)]
pub struct SprtArgs {
    /// The agent that may be stronger.
    #[arg(value_name = "A")]
    pub a: String,
    /// The agent that it is measured against.
    #[arg(value_name = "B")]
    pub b: String,
    /// The difference in Elo points at which A isn't worth having.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_negative_numbers = true, value_parser = points)]
    pub elo0: f64,
    /// The difference in Elo points at which A is worth having.
    #[arg(long, value_name = "POINTS", default_value_t = 10.0, allow_negative_numbers = true, value_parser = points)]
    pub elo1: f64,
    /// How often the test may decide for elo1 although elo0 is true.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub alpha: f64,
    /// How often the test may decide for elo0 although elo1 is true.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub beta: f64,
    /// The most games.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub max_games: NonZeroU64,
    /// How.
    #[command(flatten)]
    pub how: AgentsArgs,
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points: &f64| points.abs() <= 1000.0);
    points.ok_or_else(|| "it must be a number of Elo points from -1000 to 1000".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0001..=0.4).contains(share));
    share.ok_or_else(|| "it must be a share from 0.0001 to 0.4, like 0.05".to_owned())
}

impl LadderArgs {
    /// The plan that these options make.
    pub fn plan(&self, game: Option<String>) -> Plan {
        Plan { shard: self.shard, ..self.how.plan(game, self.agents.clone(), self.games, None) }
    }
}

impl SprtArgs {
    /// The plan that these options make.
    ///
    /// # Errors
    /// If there is nothing to tell apart.
    pub fn plan(&self, game: Option<String>) -> Result<Plan, Error> {
        if self.elo0 >= self.elo1 {
            return Err(Error::input(format!("--elo0 {} must be less than --elo1 {}", self.elo0, self.elo1)));
        }
        let test = Test { low: self.elo0, high: self.elo1, alpha: self.alpha, beta: self.beta };
        let sprt = Sprt { test, max_games: self.max_games };
        // Few at first: what is far from even is decided soon.
        let games = NonZeroU64::MIN;
        Ok(self.how.plan(game, vec![self.a.clone(), self.b.clone()], games, Some(sprt)))
    }
}

impl AgentsArgs {
    fn plan(&self, game: Option<String>, agents: Vec<String>, games: NonZeroU64, sprt: Option<Sprt>) -> Plan {
        let rows = WantedRows(self.rows);
        Plan {
            agents,
            sprt,
            rows,
            details: self.details,
            ..self.deal.plan(game, Kind::Ladder, vec![self.decks.clone()], games)
        }
    }
}
