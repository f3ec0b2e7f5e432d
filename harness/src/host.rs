//! The seam between the harness and a game.

use std::path::PathBuf;

use gauntlet_core::{Game, Player};

use crate::agents::Registry;
use crate::cli::{CardsCommand, LoadArgs, ScenarioArgs};
use crate::error::Error;
use crate::play::Limits;
use crate::screen::{Exit, Screen};

/// The setup that a host's game starts from.
pub type Setup<H> = <<H as Host>::Game as Game>::Setup;

/// A deck that takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The name in tables. Together with the opponent's it decides the seeds ([`crate::schedule::pairing_seed`]), so two
    /// versions of a deck should have the same.
    pub name: String,
    /// The file it was read from, as the user named it.
    pub file: PathBuf,
    /// A hash of what matters of its contents, in hexadecimal: equal for decks that play the same.
    pub fingerprint: String,
}

/// A game as the harness sees it: decks from files, setups from decks, and the agents that can play it.
///
/// Everything else in this crate is generic over it; a new game is one implementation.
pub trait Host: Sized + Sync {
    /// The game.
    type Game: Game + 'static;

    /// The game's name in `run.json`.
    const NAME: &'static str;
    /// The extensions, without dot, of the files in a directory that are decks.
    const DECK_EXTENSIONS: &'static [&'static str];
    /// The spec of the agent that plays if none is named.
    const DEFAULT_AGENT: &'static str;

    /// The deck in `decks/` that `bench` plays against itself if none is named; by default the first.
    const BENCH_DECK: Option<&'static str> = None;

    /// The agents that can play this game.
    fn agents() -> Registry<Self::Game>;

    /// Reads the decks in `files` and the cards they need, as `load` says. `files` has no duplicates.
    ///
    /// # Errors
    /// If a file can't be read or a deck can't be played: one sentence that names file, line and remedy, or several joined
    /// by line breaks if several things are wrong.
    fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Self, Error>;

    /// The decks, in the order of the files they were loaded from.
    fn decks(&self) -> &[Deck];

    /// A hash of all card definitions in play, in hexadecimal; empty if the game has none.
    fn pool_fingerprint(&self) -> String {
        String::new()
    }

    /// The setup for games in which deck number `first` takes the first turn against deck number `second`.
    ///
    /// [`crate::play::play_game`] holds games to `limits`; a game that knows them too keeps an agent's rollouts within them.
    /// With `journal`, positions keep a record for [`Host::tell`].
    fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self>;

    /// The bytes that a position takes, what it owns on the heap included.
    fn position_bytes(game: &Self::Game) -> usize {
        std::mem::size_of_val(game)
    }

    /// The cards and other objects in a position, for `bench`; 0 if the game doesn't count them.
    fn objects(game: &Self::Game) -> usize {
        let _ = game;
        0
    }

    /// Answers `gauntlet cards`. A game without card files says so.
    ///
    /// # Errors
    /// If files can't be read or there is no such card.
    fn cards(command: &CardsCommand, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (command, screen);
        Err(Error::input(format!("{} has no card files to look into", Self::NAME)))
    }

    /// Answers `gauntlet scenario`. A game without scenarios says so.
    ///
    /// # Errors
    /// If files can't be read or make no sense.
    fn scenarios(args: &ScenarioArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("{} has no scenarios to run", Self::NAME)))
    }

    /// The story of a game so far, for `watch`: adds to `lines` what happened since the last call. `told` is the host's to
    /// remember how far it got, 0 at first. `names` are the players' names. `next` is the choice just made and not yet
    /// carried out; `None` at the end of the game.
    ///
    /// Without an own implementation it is the list of all choices.
    fn tell(
        game: &Self::Game,
        next: Option<(Player, <Self::Game as Game>::Action)>,
        names: [&str; 2],
        told: &mut usize,
        lines: &mut Vec<String>,
    ) {
        let turn = game.turn() as usize;
        if let Some((player, action)) = next {
            if *told != turn {
                *told = turn;
                lines.push(format!("Turn {turn}"));
            }
            lines.push(format!("  {}: {}", names[player.index()], game.describe(action)));
        }
    }
}
