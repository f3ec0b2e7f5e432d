//! `gauntlet cards`.

mod author;
mod check;
mod coverage;
mod coverage_told;
mod download;
pub(super) mod hints;
mod list;
mod lists;
pub(super) mod load;
mod update;
mod watch;
mod words;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{ArgMatches, Subcommand as _};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::explain::{explain, listing};
use gauntlet_cards::text::{CardBase, Diagnostic, render};
use gauntlet_magic::deck::Catalog;
use rayon::prelude::*;
use serde::Serialize;

pub use self::check::{Checked, check_files};
use self::load::{find_card, load, load_all};
use super::compare;
use crate::error::Error;
use crate::host::subcommand::{Subcommand, options};
use crate::output::file::json;
use crate::output::screen::{Exit, Screen, shown};
use crate::play::threads;

/// What to do with card files.
#[derive(clap::Subcommand, Clone, Debug)]
enum CardsCommand {
    /// Compile card files and show all that can't be read, with file, line and column.
    Check {
        /// Card files, card data or folders of them [default: decks/cards].
        files: Vec<PathBuf>,
        /// Write a JSON object to the standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Tell how many cards compile, and why most of the others, and most decklists, don't.
    Coverage(coverage::CoverageArgs),
    /// Compare what the programs of cards do with what their texts say: durations, choices, numbers, whose, riders, keywords, ….
    Compare {
        /// Card files or folders of them [default: decks/cards].
        files: Vec<PathBuf>,
        /// Write a JSON object to the standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Describe what a card does, in English made from its compiled program.
    Show {
        /// The card's name, or its identifier in the data.
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Show every card that is understood, in the order of the files.
        #[arg(long, conflicts_with = "name")]
        all: bool,
        /// Card files, card data or folders of them; can be given many times [default: decks/cards].
        #[arg(long, value_name = "PATH")]
        cards: Vec<PathBuf>,
        /// Show the instructions of the program instead.
        #[arg(long)]
        program: bool,
        /// Write a JSON object to the standard output and nothing else; with --all, one on each line.
        #[arg(long)]
        json: bool,
    },
    /// List cards by what they are, and where they are written.
    List(list::ListArgs),
    /// Make the user's card database, which every command finds: download the public card data and compile it.
    Update(update::UpdateArgs),
    /// Compile card files and card data into an archive.
    Compile(update::CompileArgs),
    /// Tell what the card database has, and which cards of files differ from it.
    Status(list::StatusArgs),
    /// Make a card: a stub, or one from another.
    New(author::NewArgs),
    /// Copy a card to another card file, without overwriting one.
    Copy(author::MoveArgs),
    /// Move a card to another card file, without overwriting one.
    Move(author::MoveArgs),
    /// Make cards from a template and a table.
    Generate(author::GenerateArgs),
    /// Check a card file whenever it is saved, and play its cards in a game.
    Watch(watch::WatchArgs),
}

/// `gauntlet cards`.
pub(super) const COMMAND: Subcommand =
    Subcommand { name: "cards", declare, run, refuse: |game| format!("{game} has no card files to look into") };

fn declare() -> clap::Command {
    let command = clap::Command::new("cards").subcommand_required(true).arg_required_else_help(true);
    CardsCommand::augment_subcommands(command).about("Check, describe, find and write cards")
}

fn run(matches: &ArgMatches, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    match options(matches)? {
        CardsCommand::Check { files, json } => check(&files, json, screen),
        CardsCommand::Coverage(args) => coverage::coverage(&args, screen),
        CardsCommand::Compare { files, json } => compare::compare(&files, json, screen),
        CardsCommand::Show { name: Some(name), cards, program, json, .. } => show(&name, &cards, program, json, screen),
        CardsCommand::Show { name: None, cards, program, json, .. } => show_all(&cards, program, json, screen),
        CardsCommand::List(args) => list::list(&args, screen),
        CardsCommand::Update(args) => update::update(&args, screen),
        CardsCommand::Compile(args) => update::compile(&args, screen),
        CardsCommand::Status(args) => list::status(&args, screen),
        CardsCommand::New(args) => author::new(&args, screen),
        CardsCommand::Copy(args) => author::relocate(&args, false, screen),
        CardsCommand::Move(args) => author::relocate(&args, true, screen),
        CardsCommand::Generate(args) => author::generate(&args, screen),
        CardsCommand::Watch(args) => watch::watch(&args, screen),
    }
}

/// Compiles all cards in `files` and prints everything that can't be read.
fn check(files: &[PathBuf], as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let Checked { cards, understood: supported, problems: found } = check_files(files)?;
    if as_json {
        let problems: Vec<ProblemLine<'_>> = found.iter().map(ProblemLine::new).collect();
        let answer = CheckAnswer { cards, understood: supported, problems };
        screen.print_json(&answer)?;
        return Ok(if found.is_empty() { Exit::Ok } else { Exit::Problems });
    }
    let mut out = String::new();
    for diagnostic in &found {
        let _ = writeln!(out, "{}\n", shown(&diagnostic.to_string()));
    }
    let _ = match found.len() {
        0 if cards == 1 => writeln!(out, "1 card, understood"),
        0 => writeln!(out, "{cards} cards, all understood"),
        1 => writeln!(out, "{supported} of {cards} cards understood; 1 problem"),
        problems => writeln!(out, "{supported} of {cards} cards understood; {problems} problems"),
    };
    screen.print(&out)?;
    Ok(if found.is_empty() { Exit::Ok } else { Exit::Problems })
}

/// Compiles the card called `name`, or known by that in the data; if it can't be, that is what is wrong with it. `cards` are card files, card data
/// or folders of them; others are those that are found by themselves.
///
/// # Errors
/// If there is no such card or a file can't be read.
pub fn look_up(name: &str, cards: &[PathBuf]) -> Result<Result<Shown, Vec<Diagnostic>>, Error> {
    let (base, broken) = load_all(cards)?;
    let catalog = Catalog::new(&base, &broken);
    if catalog.find(name).is_none() {
        let broken = catalog.broken(name);
        if !broken.is_empty() {
            return Ok(Err(broken));
        }
    }
    let name = &find_card(&base, &broken, name)?.name;
    Ok(compiled(&base, name).map_err(|mut problems| {
        hints::add(&base, &mut problems);
        problems
    }))
}

/// Compiles the cards of a text, in the format of card files or as JSON Lines: what they are, in alphabetical order, and what is wrong with the
/// others. `file` stands for its name.
pub fn compile_text(text: &str, file: &str) -> (Vec<Shown>, Vec<Diagnostic>) {
    let mut base = CardBase::new();
    let mut problems = base.add_contents(file, text);
    let mut cards = Vec::new();
    for name in base.names() {
        match compiled(&base, name) {
            Ok(card) => cards.push(card),
            Err(found) => problems.extend(found),
        }
    }
    (cards, problems)
}

fn compiled(base: &CardBase, name: &str) -> Result<Shown, Vec<Diagnostic>> {
    let mut pool = Pool::new();
    base.compile(name, &mut pool).map(|card| Shown::new(&pool, card))
}

/// Prints what the card called `name` does, in English made from its program; the program itself, if that is wanted.
fn show(name: &str, cards: &[PathBuf], program: bool, as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    match look_up(name, cards)? {
        Ok(card) => {
            screen.print(&match as_json {
                true => String::from_utf8_lossy(&json(&card)?).into_owned(),
                false if program => card.compiled,
                false => card.does,
            })?;
            Ok(Exit::Ok)
        }
        Err(diagnostics) => problems(&diagnostics, as_json, screen),
    }
}

/// Prints every card that compiles as [`show`] prints one, an empty line between them; as JSON each on a line of its own.
///
/// # Errors
/// If a file can't be read or there are no cards.
fn show_all(cards: &[PathBuf], program: bool, as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let (base, broken) = load(cards)?;
    let names: Vec<&str> = base.names().collect();
    let show = |name: &&str| {
        let mut pool = Pool::new();
        let card = base.compile(name, &mut pool).ok()?;
        Some(match as_json {
            true => serde_json::to_string(&Shown::new(&pool, card)).expect("texts alone"),
            false if program => listing(&pool, card),
            false => explain(&pool, card),
        })
    };
    let shown: Vec<String> = threads::on_all(|| names.par_iter().filter_map(show).collect());
    screen.print(&shown.join("\n"))?;
    let left_out = broken.len() + names.len() - shown.len();
    if left_out > 0 {
        let cards = if left_out == 1 { "1 card isn't".to_owned() } else { format!("{left_out} cards aren't") };
        screen.remark(&format!("{cards} understood: `gauntlet cards check` tells why"));
    }
    Ok(Exit::Ok)
}

/// What `cards check --json` says.
#[derive(Serialize)]
struct CheckAnswer<'a> {
    cards: usize,
    understood: usize,
    problems: Vec<ProblemLine<'a>>,
}

/// A card that compiles, as `cards show --json` has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// Its text as the compiled form is written back, `~` for its name.
    pub text: Vec<String>,
    /// What its program does, in English.
    pub does: String,
    /// The program itself: its instructions.
    pub compiled: String,
}

impl Shown {
    fn new(pool: &Pool, card: CardId) -> Shown {
        Shown {
            name: pool.card(card).name.clone(),
            text: render(pool, card),
            does: explain(pool, card),
            compiled: listing(pool, card),
        }
    }
}

#[derive(Serialize)]
struct ProblemLine<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    card: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl<'a> ProblemLine<'a> {
    fn new(diagnostic: &'a Diagnostic) -> Self {
        ProblemLine {
            file: &diagnostic.file,
            line: diagnostic.line,
            column: diagnostic.column,
            card: diagnostic.card.as_deref(),
            message: &diagnostic.message,
            hint: diagnostic.hint.as_deref(),
        }
    }
}

fn problems(diagnostics: &[Diagnostic], as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    if as_json {
        let problems: Vec<ProblemLine<'_>> = diagnostics.iter().map(ProblemLine::new).collect();
        screen.print_json(&problems)?;
        return Ok(Exit::Problems);
    }
    let lines: Vec<String> = diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect();
    screen.print(&lines.join("\n"))?;
    Ok(Exit::Problems)
}
