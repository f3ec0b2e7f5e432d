//! `gauntlet scenario`, which both games have: its options.

use std::path::PathBuf;

use clap::Args;

use crate::play::threads::Threads;

/// Which scenarios to run, and what to say of them.
#[derive(Args, Clone, Debug)]
pub(super) struct ScenarioArgs {
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
    /// Show the game's journal with each failure, and why scenarios can't be run (of Millennials: the journal with each policy).
    #[arg(long, short)]
    pub verbose: bool,
    /// Millennials: show every message that was delivered, with its sender, its listener, and how deep in others it was sent.
    #[arg(long)]
    pub messages: bool,
    /// Only scenarios whose id contains this.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Only scenarios of this area.
    #[arg(long, value_name = "AREA")]
    pub area: Option<String>,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
}

/// The command, before a game says what it does.
pub(super) fn declare() -> clap::Command {
    let about = "Run scenario files: positions, scripted actions, and what must be true then";
    ScenarioArgs::augment_args(clap::Command::new("scenario")).about(about)
}

/// What a game without scenarios says.
pub(super) fn refuse(game: &str) -> String {
    format!("{game} has no scenarios to run")
}
