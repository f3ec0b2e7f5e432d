//! The seam between the harness and a game.

pub mod agents;
pub mod board;
pub mod knows;
pub mod lists;
pub mod options;
pub mod parts;
pub mod recording;
pub mod search;
pub mod shipped;
pub mod subcommand;
pub mod views;

use std::path::PathBuf;

use gauntlet_core::{Audience, Game, Player, StoryLine};

use self::options::LoadArgs;
use crate::error::Error;
use crate::host::agents::Registry;
use crate::host::knows::{Assumed, Told};
use crate::host::options::Limits;
use crate::host::parts::Parts;
use crate::host::subcommand::Subcommand;

/// Where a deck is looked for that is named without a path.
pub const HOME: &str = "decks";

/// The setup that a host's game starts from.
pub type Setup<H> = <<H as Host>::Game as Game>::Setup;

/// A check of the caller's own that every position must pass.
pub type Extra<'a, G> = &'a (dyn Fn(&G) -> Result<(), String> + Sync);

/// A deck that takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The name in tables.
    pub name: String,
    /// The file it was read from, as the user named it.
    pub file: PathBuf,
    /// A hash of what matters of its contents, in hexadecimal: equal for decks that play the same.
    pub fingerprint: String,
    /// A hash of the cards that a game begins with, whatever their order in the file, in hexadecimal. Together with the opponent's it
    /// decides the seeds ([`crate::plan::schedule::pairing_seed`]).
    pub cards: String,
}

/// A game as the harness sees it: decks from files, setups from decks, and the agents that can play it.
///
/// Everything else in this crate is generic over it; a new game is one implementation.
pub trait Host: Sized + Sync + 'static {
    /// The game.
    type Game: Game + 'static;

    /// The game's name in `run.json`.
    const NAME: &'static str;
    /// The extensions, without dot, of the files in a directory that are decks.
    const DECK_EXTENSIONS: &'static [&'static str];
    /// The spec of the agent that plays if none is named.
    const DEFAULT_AGENT: &'static str;

    /// The directory of the game's own decks: where decks are looked for that are named without a path.
    const HOME: &'static str = HOME;
    /// Where decks of this game lie among those that come with the program ([`shipped`]), if there are any: a folder's path.
    const SHIPPED: Option<&'static str> = None;
    /// The deck in [`Host::HOME`] that `bench` plays against itself if none is named; by default the first.
    const BENCH_DECK: Option<&'static str> = None;
    /// The commands that this game adds to those that every game has.
    const SUBCOMMANDS: &'static [Subcommand] = &[];
    /// The optional parts that this game has.
    const PARTS: Parts<Self> = Parts::NONE;

    /// The agents that can play this game.
    fn agents() -> Registry<Self::Game>;

    /// Reads the decks in `files` and the cards they need, as `load` says. `files` has no duplicates.
    ///
    /// # Errors
    /// If a file can't be read or a deck can't be played: one sentence that names file, line and remedy, or several joined
    /// by line breaks if several things are wrong.
    fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Self, Error>;

    /// As [`Host::load`], but of the files from number `needed` on those are left out that can't be played: also returns why, a text for
    /// each.
    ///
    /// # Errors
    /// As [`Host::load`].
    fn load_playable(files: &[PathBuf], needed: usize, load: &LoadArgs) -> Result<(Self, Vec<String>), Error> {
        let _ = needed;
        Ok((Self::load(files, load)?, Vec::new()))
    }

    /// The decks, in the order of the files they were loaded from.
    fn decks(&self) -> &[Deck];

    /// What was made of the decks and isn't plain to see, a sentence for each such thing.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// A hash of all card definitions in play, in hexadecimal; empty if the game has none.
    fn pool_fingerprint(&self) -> String {
        String::new()
    }

    /// The setup for games in which deck number `first` takes the first turn against deck number `second`.
    ///
    /// [`crate::play::game::play_game`] holds games to `limits`; a game that knows them too keeps an agent's rollouts within them.
    /// With `journal`, positions keep a record for [`Host::tell`].
    fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self>;

    /// What decides a game beside decks and seed, for recordings; empty for the default.
    fn options(&self) -> String {
        String::new()
    }

    /// This host with options as [`Host::options`] wrote them.
    ///
    /// # Errors
    /// If they make no sense.
    fn with_options(self, options: &str) -> Result<Self, Error> {
        if options.is_empty() {
            Ok(self)
        } else {
            Err(Error::input(format!("{} has no options '{options}'", Self::NAME)))
        }
    }

    /// What agents are told of each other's decks; `None`: the lists.
    fn assumed(&self) -> Option<Assumed> {
        None
    }

    /// This host with agents that are told what [`Host::assumed`] wrote.
    ///
    /// # Errors
    /// If cards of the lists in it aren't there, or agents of this game can't be told anything else than lists.
    fn assuming(self, assumed: &Assumed) -> Result<Self, Error> {
        match assumed.told {
            Told::List => Ok(self),
            told => Err(Error::input(format!("agents of {} can't be told '{}'", Self::NAME, told.name()))),
        }
    }

    /// The story of a game so far, for `watch`: adds to `lines` what happened since the last call. `told` is the host's to
    /// remember how far it got, 0 at first. `names` are the players' names. `next` is the choice just made and not yet
    /// carried out; `None` at the end of the game. Each line says who may read it: who made the line knows whose secret it tells.
    ///
    /// By default it is the list of all choices, each of which only who made it may read.
    fn tell(
        game: &Self::Game,
        next: Option<(Player, <Self::Game as Game>::Action)>,
        names: [&str; 2],
        told: &mut usize,
        lines: &mut Vec<StoryLine>,
    ) {
        let turn = game.turn() as usize;
        if let Some((player, action)) = next {
            if *told != turn {
                *told = turn;
                lines.push(StoryLine::public(format!("Turn {turn}")));
            }
            let text = format!("  {}: {}", names[player.index()], game.describe(action));
            lines.push(StoryLine { audience: Audience::Only(player), text });
        }
    }
}
