//! The seam between the harness and a game.

use std::path::PathBuf;

use gauntlet_core::{Game, Player, Rng};
use rand::RngExt;

use crate::agents::Registry;
use crate::cli::{CampaignArgs, CardsCommand, LoadArgs, PerftArgs, PoliciesArgs, ReplayArgs, ScenarioArgs};
use crate::details::{Follow, Vocabulary};
use crate::error::Error;
use crate::fuzz::examine::Extra;
use crate::play::Limits;
use crate::replay::Recording;
use crate::screen::{Exit, Screen};

/// The setup that a host's game starts from.
pub type Setup<H> = <<H as Host>::Game as Game>::Setup;

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
    /// decides the seeds ([`crate::schedule::pairing_seed`]).
    pub cards: String,
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

    /// The directory of the game's own decks: where decks are looked for that are named without a path.
    const HOME: &'static str = crate::files::HOME;
    /// The deck in [`Host::HOME`] that `bench` plays against itself if none is named; by default the first.
    const BENCH_DECK: Option<&'static str> = None;

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

    /// A hash of all card definitions in play, in hexadecimal; empty if the game has none.
    fn pool_fingerprint(&self) -> String {
        String::new()
    }

    /// The setup for games in which deck number `first` takes the first turn against deck number `second`.
    ///
    /// [`crate::play::play_game`] holds games to `limits`; a game that knows them too keeps an agent's rollouts within them.
    /// With `journal`, positions keep a record for [`Host::tell`].
    fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self>;

    /// As [`Host::setup`], for games after the first of a match: both have exchanged cards with their sideboards, as their plans against
    /// this opponent say. By default nobody has a sideboard.
    fn setup_after(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self> {
        self.setup(first, second, limits, journal)
    }

    /// As [`Host::list`], for games after the first of a match against deck number `opponent`.
    fn list_after(&self, deck: usize, opponent: usize, on_the_play: bool) -> Vec<String> {
        let _ = (opponent, on_the_play);
        self.list(deck)
    }

    /// The names of the numbers that say how a side was dealt; none if the game has none.
    fn luck_names() -> &'static [&'static str] {
        &[]
    }

    /// Adds these numbers for a player, of a game that stands at its first decision. They must depend on the shuffle alone, so that their means
    /// are known before the game ([`Host::expected_luck`]).
    fn luck(game: &Self::Game, player: Player, to: &mut [u64]) {
        let _ = (game, player, to);
    }

    /// The exact means of these numbers for a player with deck number `deck`.
    fn expected_luck(&self, deck: usize) -> Vec<f64> {
        let _ = deck;
        Vec::new()
    }

    /// Whether a deck may have any number of the card of this name and pays for others with it: `deck tune` tries other numbers of such.
    fn is_basic(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// What the stories of games have, if the game can be followed.
    fn vocabulary() -> Option<&'static Vocabulary> {
        None
    }

    /// As [`Host::setup`], for games that are followed: they are the same, choice by choice.
    fn setup_followed(&self, first: usize, second: usize, limits: Limits) -> Setup<Self> {
        self.setup(first, second, limits, false)
    }

    /// Follows games of these decks, by seat. The cards of a story are the different ones of [`Host::list`].
    ///
    /// # Panics
    /// If there is no [`Host::vocabulary`].
    fn follow(&self, first: usize, second: usize) -> Box<dyn Follow<Self::Game>> {
        let _ = (first, second);
        panic!("games of {} can't be followed", Self::NAME)
    }

    /// The files that the cards' definitions were read from, as the user named them or as they were found.
    fn card_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The cards of a deck by name, in the order that shuffles go by.
    fn list(&self, deck: usize) -> Vec<String> {
        let _ = deck;
        Vec::new()
    }

    /// A host without decks, with the cards of these names in this order, or with all that can be played. Without `files`, the
    /// cards are where those of the shipped decks are.
    ///
    /// # Errors
    /// If files can't be read, there is no such card, or the game's cards have no names.
    fn with_cards(files: &[PathBuf], names: Option<&[String]>) -> Result<Self, Error> {
        let _ = (files, names);
        Err(Error::input(format!("games of {} can't be played from a record, or at random", Self::NAME)))
    }

    /// This host with just the cards of these names, in this order: games that are played with it depend on nothing else.
    ///
    /// # Errors
    /// If there is no such card, or the game's cards have no names.
    fn only(&self, names: &[String]) -> Result<Self, Error> {
        Self::with_cards(&self.card_files(), Some(names))
    }

    /// The setup for a game with decks that are given card by card; that of the player who takes the first turn first. If not
    /// `shuffled`, they are in the order in which they lie, the top first.
    ///
    /// # Panics
    /// If there are other cards in them than the host was made with.
    fn deal(&self, lists: &[Vec<String>; 2], limits: Limits, shuffled: bool, journal: bool) -> Setup<Self> {
        let _ = (lists, limits, shuffled, journal);
        panic!("{} has no cards with names", Self::NAME)
    }

    /// A hash of the definitions of the cards in these decks, in hexadecimal.
    fn list_fingerprint(&self, lists: &[Vec<String>; 2]) -> String {
        let _ = lists;
        String::new()
    }

    /// A random legal deck.
    fn random_deck(&self, rng: &mut Rng) -> Vec<String> {
        let _ = rng;
        Vec::new()
    }

    /// What a player of a random game chooses. `eager` is from 0 to 8: how much the player would rather do something than nothing;
    /// `None` is one who does nothing more if that can be chosen.
    fn random_choice(
        game: &Self::Game,
        legal: &[<Self::Game as Game>::Action],
        eager: Option<u32>,
        rng: &mut Rng,
    ) -> usize {
        let _ = game;
        if eager.is_none() { 0 } else { rng.random_range(0..legal.len() as u32) as usize }
    }

    /// How many different cards random decks are made of.
    fn cards_to_fuzz(&self) -> usize {
        0
    }

    /// The decks in the order in which they lie at the first decision of a game, as if they had not been shuffled;
    /// `None` if a game can't be dealt so.
    fn stacked(game: &Self::Game) -> Option<[Vec<String>; 2]> {
        let _ = game;
        None
    }

    /// What must be true of every position of a game of this setup.
    ///
    /// # Errors
    /// What is not so.
    fn check(game: &Self::Game, setup: &Setup<Self>) -> Result<(), String> {
        let _ = (game, setup);
        Ok(())
    }

    /// A failure that was recorded as a scenario with this id, for `gauntlet scenario`: the contents of the file. It has been
    /// tried and fails in the same way. `extra` is a check of the caller's own.
    ///
    /// # Errors
    /// Why there is none.
    fn scenario(
        &self,
        id: &str,
        recording: &Recording,
        extra: Option<Extra<'_, Self::Game>>,
    ) -> Result<String, String> {
        let _ = (id, recording, extra);
        Err(format!("{} has no scenarios", Self::NAME))
    }

    /// A number that depends on all that a player sees; 0 if the game doesn't say.
    fn known(game: &Self::Game, viewer: Player) -> u64 {
        let _ = (game, viewer);
        0
    }

    /// A number that is equal for positions of one turn from which the same can happen; `None` where that can't be told.
    fn situation(game: &Self::Game) -> Option<u64> {
        let _ = game;
        None
    }

    /// The names of the cards that actions are about, and that are about to do something.
    fn at_work(game: &Self::Game, actions: &[<Self::Game as Game>::Action]) -> Vec<String> {
        let _ = (game, actions);
        Vec::new()
    }

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

    /// Answers `gauntlet perft`. A game without positions in files says so.
    ///
    /// # Errors
    /// If the position can't be read, or the answer not written.
    fn perft(args: &PerftArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("{} has no positions in files", Self::NAME)))
    }

    /// Answers `gauntlet scenario`. A game without scenarios says so.
    ///
    /// # Errors
    /// If files can't be read or make no sense.
    fn scenarios(args: &ScenarioArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("{} has no scenarios to run", Self::NAME)))
    }

    /// Answers `gauntlet policies`. A game whose effects resolve in one order only says so.
    ///
    /// # Errors
    /// If there is no such policy or agent, or the answer can't be written.
    fn policies(args: &PoliciesArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("the effects of {} resolve in one order only; try --game millennials", Self::NAME)))
    }

    /// Answers `gauntlet campaign`. A game without runs of battles says so.
    ///
    /// # Errors
    /// If there is no such agent or policy, or the answer can't be written.
    fn campaign(args: &CampaignArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("{} has no runs of battles; try --game millennials", Self::NAME)))
    }

    /// Answers `gauntlet replay` for a file in a format of the game's own; `None` for recordings as all games have them.
    fn replay(args: &ReplayArgs, screen: &mut Screen<'_>) -> Option<Result<Exit, Error>> {
        let _ = (args, screen);
        None
    }

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

    /// This host with games in which players pay mana by hand.
    ///
    /// # Errors
    /// If the game has no mana.
    fn with_manual_mana(self) -> Result<Self, Error> {
        Err(Error::input(format!("there is no mana to pay by hand in {}", Self::NAME)))
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
