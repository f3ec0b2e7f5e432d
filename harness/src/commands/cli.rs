//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::ask::{AskArgs, ExplainArgs};
use crate::commands::bench::BenchArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::fuzz::FuzzArgs;
use crate::commands::honesty::HonestyArgs;
use crate::commands::human::PlayGameArgs;
use crate::commands::ladder::{LadderArgs, SprtArgs};
use crate::commands::metagame::MetagameArgs;
use crate::commands::options::{OutputArgs, RunArgs};
use crate::commands::report::ReportArgs;
use crate::commands::session::{MergeArgs, ResumeArgs};
use crate::commands::tune::TuneArgs;
use crate::commands::view::ViewArgs;
use crate::commands::watch::WatchArgs;
use crate::host::options::{CheckDecksArgs, ConvertDeckArgs, ReplayArgs};
use crate::host::subcommand;
use crate::plan::file::Shard;
use crate::play::threads::Threads;

/// How the help of all commands together says that there are agents.
pub const AGENTS: &str = "Agents are named";

const EXAMPLES: &str = "\
Examples:
  gauntlet matrix decks/                          every deck against every other, 200 games each
  gauntlet match burn white-tokens --games 10000  two decks, as many games as ±1% takes
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
#[command(name = "gauntlet", version, long_version = crate::BUILD, after_help = EXAMPLES, max_term_width = 110)]
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
        /// The directory that has the decks; DIR/... means those in the directories below it, too.
        #[arg(default_value = "decks")]
        dir: PathBuf,
        /// Let decks also play themselves (they score one half).
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
        /// The directory that has its opponents; DIR/... means those in the directories below it, too.
        #[arg(default_value = "decks")]
        dir: PathBuf,
        /// Let the deck also play itself.
        #[arg(long)]
        mirrors: bool,
        /// How.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Which agent is stronger? All play each other with the decks of a directory, and are rated.
    Ladder(Box<LadderArgs>),
    /// Is one agent stronger than another, with as few games as that takes? A sequential probability ratio test.
    Sprt(Box<SprtArgs>),
    /// Play an experiment file: the same as a command, its options in TOML.
    Run {
        /// The file.
        experiment: PathBuf,
        /// Play just this part of it [default: all, or what the file says].
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,
        /// Play everything again, whatever is there of it.
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
    /// What a matrix says about the field: its equilibrium, what beats a given field, who beats whom in cycles.
    Metagame(MetagameArgs),
    /// Make one HTML file of a run, with tables and charts, that needs no network.
    Report(ReportArgs),
    /// Put the shards of a run together: the same files as if it had been played in one piece.
    Merge(MergeArgs),
    /// Play one game and tell it turn by turn.
    Watch(WatchArgs),
    /// Play a game yourself, at the terminal, against an agent.
    Play(Box<PlayGameArgs>),
    /// Play a recorded game again and tell it, or say where it differs.
    Replay(ReplayArgs),
    /// Show a position: where a recorded or saved game stops, all of it or what one player may know.
    View(ViewArgs),
    /// What does an agent do here, and why? A position, what each choice is worth to the agent, and how it would go on.
    Ask(AskArgs),
    /// Where would an agent have played a recorded game otherwise?
    Explain(ExplainArgs),
    /// Play random games with random decks of all cards, and check everything that can be checked.
    Fuzz(FuzzArgs),
    /// Does an agent choose by what its player can't know? At each decision a twin is dealt other hidden cards, and must choose the same.
    Honesty(HonestyArgs),
    /// Measure how fast this machine plays.
    Bench(BenchArgs),
    /// Write a completion script for a shell: source it, or put it where the shell looks for completions.
    #[command(display_order = 30)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual: the page of the program, or with a directory a page for each command.
    #[command(display_order = 31)]
    Man {
        /// The directory for the pages, which is created if it doesn't exist.
        dir: Option<PathBuf>,
    },
    /// Work on decks.
    // After `cards`, which is the first of those that games add.
    #[command(subcommand, display_order = 17)]
    Deck(DeckCommand),
}

/// What to do with decks.
#[derive(Subcommand, Clone, Debug)]
pub enum DeckCommand {
    /// Which changes of one card make a deck better? Each card for one of the pool, and a basic land of the deck more or less for each other card;
    /// all race against a field until that is known.
    Tune(Box<TuneArgs>),
    /// Which lists can be played, and why can't the others?
    Check(CheckDecksArgs),
    /// Write a list for another program.
    Convert(ConvertDeckArgs),
    /// Write the decks and cards that come with the program to a directory.
    Export {
        /// The directory, which is created if it doesn't exist.
        #[arg(default_value = "decks")]
        dir: PathBuf,
    },
}

/// The whole command, with those of games that there are beside the common ones.
pub fn whole(own: &[&'static subcommand::Subcommand]) -> clap::Command {
    Cli::command().subcommands(own.iter().map(|command| (command.declare)()))
}

/// What a command line asks for.
#[derive(Debug)]
pub enum Asked {
    /// A command that every game has.
    Common(Box<Cli>),
    /// A command of some games, by its name, with its options.
    Own {
        /// The game that is named.
        game: Option<String>,
        /// The command's name.
        name: String,
        /// Its options.
        options: ArgMatches,
    },
}

impl Asked {
    /// Reads a command line, the program's name first. `own` are the commands of games that there are beside the common ones.
    ///
    /// # Errors
    /// If it makes no sense, or asks for help.
    pub fn read(
        arguments: impl IntoIterator<Item = OsString>,
        own: &[&'static subcommand::Subcommand],
    ) -> Result<Asked, clap::Error> {
        let mut all = whole(own);
        let mut matches = all.try_get_matches_from_mut(arguments)?;
        if let Some((name, options)) = matches.subcommand()
            && own.iter().any(|command| command.name == name)
        {
            let game = matches.get_one::<String>("game").cloned();
            return Ok(Asked::Own { game, name: name.to_owned(), options: options.clone() });
        }
        let cli = Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut all))?;
        Ok(Asked::Common(Box::new(cli)))
    }

    /// The game that is named.
    pub fn game(&self) -> Option<&str> {
        match self {
            Asked::Common(cli) => cli.game.as_deref(),
            Asked::Own { game, .. } => game.as_deref(),
        }
    }
}
