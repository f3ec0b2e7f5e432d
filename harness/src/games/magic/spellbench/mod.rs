//! The Spellbench protocol in both roles: `gauntlet serve` is an engine for hosts that speak it, and `exec:COMMAND` is any bot that does.

mod answers;
mod arrange;
mod asking;
mod bot;
mod check;
mod conduct;
mod exec;
mod ids;
mod offer;
mod printed;
mod scene;
mod table;
mod words;

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use clap::{ArgMatches, Args};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, Diagnostic};
use gauntlet_core::{Game as _, Player};
use gauntlet_magic::Position;
use gauntlet_magic::deck::Deck;
use gauntlet_spellbench::observation::Observation;
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::Secret;
use gauntlet_spellbench::session;

use self::ids::Ids;
use self::printed::Printed;
use self::scene::{Scene, Seating};
use self::table::MagicTable;
use super::decklists::read_deck;
use super::host::Magic;
use super::library::{card_paths, whole_base};
use crate::error::Error;
use crate::host::options::SkipArgs;
use crate::host::subcommand::{Subcommand, options};
use crate::output::screen::{Exit, Screen};
use crate::plan::files;

/// What to serve.
#[derive(Args, Clone, Debug)]
struct ServeArgs {
    /// The directory of the decks that hosts can name.
    #[arg(default_value = crate::host::HOME)]
    decks: PathBuf,
    /// Card files or folders of them; can be given many times [default: the folder 'cards' next to the decks, or decks/cards].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// What becomes of decks that can't be played.
    #[command(flatten)]
    skip: SkipArgs,
    /// A format that hosts may ask for; can be given several times.
    #[arg(long = "format", value_name = "NAME", default_value = "pauper-bo1")]
    formats: Vec<String>,
    /// Mana is paid by hand: each mana ability and each mana that is spent is a decision.
    #[arg(long)]
    manual_mana: bool,
}

/// `gauntlet serve`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "serve",
    declare,
    run,
    refuse: |game| format!("{game} isn't played by the Spellbench protocol"),
};

pub(super) use self::bot::COMMAND as BOT;
pub(super) use self::check::COMMAND as CHECK;
/// The kind of agent that bots are which speak the protocol.
pub(super) use self::exec::kind as bots;

fn declare() -> clap::Command {
    let command = clap::Command::new("serve");
    ServeArgs::augment_args(command)
        .about("Serve games to a host that speaks the Spellbench protocol, over the standard input and output")
}

fn run(matches: &ArgMatches, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let args: ServeArgs = options(matches)?;
    let source = Source::read(&args.decks, &args.cards)?;
    let (table, left_out) = source.table(args.formats, args.manual_mana);
    files::refuse_or_tell(&left_out, source.files, args.skip, screen)?;
    files::tell_below::<Magic>(&args.decks, screen, false);
    session::serve(table, io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Ok)
}

/// Decks of a directory, and the cards that there are for them.
struct Source {
    /// How many files there are.
    files: usize,
    decks: Vec<Deck>,
    /// Why some of them can't be read.
    left_out: Vec<String>,
    base: CardBase,
    broken: Vec<Diagnostic>,
}

impl Source {
    fn read(folder: &Path, cards: &[PathBuf]) -> Result<Source, Error> {
        let files = files::in_directory::<Magic>(folder)?;
        let (base, broken) = whole_base(&card_paths(&files, cards))?;
        let (mut decks, mut left_out) = (Vec::new(), Vec::new());
        for file in &files {
            match read_deck(file) {
                Ok(deck) => decks.push(deck),
                Err(error) => left_out.push(error.to_string()),
            }
        }
        Ok(Source { files: files.len(), decks, left_out, base, broken })
    }

    /// A table with these decks, and why some of them can't be played.
    fn table(&self, formats: Vec<String>, manual_mana: bool) -> (MagicTable<'_>, Vec<String>) {
        let (table, more) = MagicTable::new(&self.base, &self.broken, &self.decks, formats, manual_mana);
        (table, self.left_out.iter().cloned().chain(more).collect())
    }
}

/// What a player sees of a position that belongs to no game of the protocol. The player who takes the first turn is p0. An object is called the
/// same in all positions as long as it is the same object; cards in hand are numbered again in each.
pub(super) fn observe(game: &Position, viewer: Player) -> Observation {
    let visible = game.visible(viewer);
    let printed = printed(visible.shared_pool());
    let seating = Seating(Seat::P0);
    let mut ids = Ids::new(Secret([0; 32]));
    let hand: Vec<CardId> = visible.hand().collect();
    ids.note_hand(seating.seat(viewer), &hand, &hand);
    let mut legal = Vec::new();
    if game.to_act() == Some(viewer) {
        game.legal_actions(&mut legal);
    }
    Scene::new(visible, seating, &printed, &mut ids, &legal).observe()
}

/// What is printed on the cards of a pool. That of the latest one is kept: one asks again and again about positions of the same game.
fn printed(pool: &Arc<Pool>) -> Arc<Printed> {
    thread_local! {
        static LATEST: RefCell<Option<(Weak<Pool>, Arc<Printed>)>> = const { RefCell::new(None) };
    }
    LATEST.with_borrow_mut(|latest| match latest {
        Some((known, printed)) if known.upgrade().is_some_and(|known| Arc::ptr_eq(&known, pool)) => Arc::clone(printed),
        _ => Arc::clone(&latest.insert((Arc::downgrade(pool), Arc::new(Printed::new(pool)))).1),
    })
}
