//! The optional parts of a host: what one game has and another doesn't.
//!
//! A host names those that it has in [`Host::PARTS`]; each method that it doesn't implement does what is right for a game without.

use std::path::{Path, PathBuf};

use gauntlet_core::{Game, Player, Rng, View};
use rand::RngExt;
use serde::Serialize;

use crate::error::Error;
use crate::host::board::{Area, Board, Face, Waiting};
use crate::host::lists::merged;
use crate::host::options::{CheckDecksArgs, ConvertDeckArgs, Limits, ReplayArgs};
use crate::host::recording::Recording;
use crate::host::{Extra, Host, Setup};
use crate::output::screen::{Exit, Screen};
use crate::stats::details::{Follow, Vocabulary};

/// Shorthand for an action of a host's game.
pub type Action<H> = <<H as Host>::Game as Game>::Action;

/// The optional parts of a host: [`Parts::NONE`] with those replaced that it has.
pub struct Parts<H: Host> {
    /// Decks that are lists of cards with names: then games can be recorded, played again and made small, and decks be tuned.
    pub lists: &'static dyn CardLists<H>,
    /// Matches in which decks exchange cards with their sideboards after the first game.
    pub sideboards: &'static dyn Sideboards<H>,
    /// Numbers that say how a side was dealt, for `--luck`.
    pub luck: &'static dyn Luck<H>,
    /// Games that can be followed, for `--details`.
    pub stories: &'static dyn Stories<H>,
    /// Random decks and players who choose at random, for `fuzz`.
    pub random_games: &'static dyn RandomGames<H>,
    /// What can be seen in a position beyond the contract of games: what must be true of it, what it takes.
    pub positions: &'static dyn Positions<H>,
    /// Failures told as scenarios.
    pub scenarios: &'static dyn Scenarios<H>,
    /// Recorded games in a format of the game's own.
    pub records: &'static dyn Records<H>,
    /// Positions as boards, for pages of games.
    pub boards: &'static dyn Boards<H>,
    /// Decklists looked into, and written for other programs.
    pub deck_files: &'static dyn DeckFiles<H>,
    /// Numbers by which positions are valued, for `export --features value`.
    pub values: &'static dyn Values<H>,
}

impl<H: Host> Parts<H> {
    /// A host without any.
    pub const NONE: Parts<H> = Parts {
        lists: &Missing,
        sideboards: &Missing,
        luck: &Missing,
        stories: &Missing,
        random_games: &Missing,
        positions: &Missing,
        scenarios: &Missing,
        records: &Missing,
        boards: &Missing,
        deck_files: &Missing,
        values: &Missing,
    };
}

/// The part that a game doesn't have.
struct Missing;

impl<H: Host> CardLists<H> for Missing {}
impl<H: Host> Sideboards<H> for Missing {}
impl<H: Host> Luck<H> for Missing {}
impl<H: Host> Stories<H> for Missing {}
impl<H: Host> RandomGames<H> for Missing {}
impl<H: Host> Positions<H> for Missing {}
impl<H: Host> Scenarios<H> for Missing {}
impl<H: Host> Records<H> for Missing {}
impl<H: Host> Boards<H> for Missing {}

/// Decks that are lists of cards with names: then games can be recorded, played again and made small, and decks be tuned.
pub trait CardLists<H: Host>: Sync {
    /// The files that the cards' definitions were read from, as the user named them or as they were found.
    fn card_files(&self, host: &H) -> Vec<PathBuf> {
        let _ = host;
        Vec::new()
    }

    /// The cards of a deck by name, in the order that shuffles go by.
    fn list(&self, host: &H, deck: usize) -> Vec<String> {
        let _ = (host, deck);
        Vec::new()
    }

    /// A host without decks, with the cards of these names in this order, or with all that can be played. Without `files`, the
    /// cards are where those of the shipped decks are.
    ///
    /// # Errors
    /// If files can't be read, there is no such card, or the game's cards have no names.
    fn with_cards(&self, files: &[PathBuf], names: Option<&[String]>) -> Result<H, Error> {
        let _ = (files, names);
        Err(Error::input(format!("games of {} can't be played from a record, or at random", H::NAME)))
    }

    /// As [`CardLists::with_cards`], with cards that were written by [`CardLists::texts`]; `file` is where they are from.
    ///
    /// # Errors
    /// If a text isn't a card's, there is no card of a name, or the game's cards have no texts.
    fn with_texts(&self, texts: &[String], file: &Path, names: &[String]) -> Result<H, Error> {
        let _ = (texts, names);
        Err(Error::input(format!("{}: cards of {} have no texts", file.display(), H::NAME)))
    }

    /// The cards of these decks, each as a card file has it; none if they are in the program, or one of them can't be written.
    fn texts(&self, host: &H, lists: &[Vec<String>; 2]) -> Vec<String> {
        let _ = (host, lists);
        Vec::new()
    }

    /// A card file with all cards that the decks of this host name; none if cards are in the program.
    ///
    /// # Errors
    /// If a card can't be written.
    fn card_file(&self, host: &H) -> Result<Option<String>, Error> {
        let _ = host;
        Ok(None)
    }

    /// This host with just the cards of these names, in this order: games that are played with it depend on nothing else.
    ///
    /// # Errors
    /// If there is no such card, or the game's cards have no names.
    fn only(&self, host: &H, names: &[String]) -> Result<H, Error> {
        self.with_cards(&self.card_files(host), Some(names))
    }

    /// The setup for a game with decks that are given card by card; that of the player who takes the first turn first. If not
    /// `shuffled`, they are in the order in which they lie, the top first.
    ///
    /// # Panics
    /// If there are other cards in them than the host was made with.
    fn deal(&self, host: &H, lists: &[Vec<String>; 2], limits: Limits, shuffled: bool, journal: bool) -> Setup<H> {
        let _ = (host, lists, limits, shuffled, journal);
        panic!("{} has no cards with names", H::NAME)
    }

    /// A hash of the definitions of the cards in these decks, in hexadecimal.
    fn fingerprint(&self, host: &H, lists: &[Vec<String>; 2]) -> String {
        let _ = (host, lists);
        String::new()
    }

    /// The name of the card that someone means who writes `name` in a list.
    ///
    /// # Errors
    /// If there is no such card: the nearest name that there is.
    fn meant(&self, host: &H, name: &str) -> Result<String, Option<String>> {
        let names = [name.to_owned()];
        self.only(host, &names).map_or(Err(None), |_| Ok(name.to_owned()))
    }

    /// The deck of a file with other cards in its main deck, as a deck file has it: its sideboard and all else stays.
    ///
    /// # Errors
    /// If the file can't be read.
    fn with_main(&self, file: &Path, cards: &[String]) -> Result<String, Error> {
        let _ = file;
        Ok(merged(cards).into_iter().map(|(count, name)| format!("{count} {name}\n")).collect())
    }

    /// Why `deck tune` can't change a list card by card, if it can't.
    fn not_tuned(&self, list: &[String]) -> Option<&'static str> {
        let _ = list;
        None
    }

    /// Returns whether a deck may have any number of the card of this name and pays for others with it: `deck tune` tries other numbers of those.
    fn is_basic(&self, host: &H, name: &str) -> bool {
        let _ = (host, name);
        false
    }

    /// This host with games in which players pay mana by hand.
    ///
    /// # Errors
    /// If the game has no mana.
    fn with_manual_mana(&self, host: H) -> Result<H, Error> {
        let _ = host;
        Err(Error::input(format!("there is no mana to pay by hand in {}", H::NAME)))
    }
}

/// Matches in which decks exchange cards with their sideboards after the first game.
pub trait Sideboards<H: Host>: Sync {
    /// As [`Host::setup`], for games after the first of a match: both have exchanged cards with their sideboards, as their plans against
    /// this opponent say. By default nobody has a sideboard.
    fn setup_after(&self, host: &H, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<H> {
        host.setup(first, second, limits, journal)
    }

    /// As [`CardLists::only`], with just the cards of a game after the first of a match, and with what agents are told of decks there.
    ///
    /// # Errors
    /// As [`CardLists::only`].
    fn only_after(&self, host: &H, first: usize, second: usize) -> Result<H, Error> {
        let lists = [self.list_after(host, first, second, true), self.list_after(host, second, first, false)];
        H::PARTS.lists.only(host, &lists.concat())
    }

    /// As [`CardLists::list`], for games after the first of a match against deck number `opponent`.
    fn list_after(&self, host: &H, deck: usize, opponent: usize, on_the_play: bool) -> Vec<String> {
        let _ = (opponent, on_the_play);
        H::PARTS.lists.list(host, deck)
    }
}

/// Numbers that say how a side was dealt, for `--luck`.
pub trait Luck<H: Host>: Sync {
    /// The names of the numbers that say how a side was dealt; none if the game has none.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Adds these numbers for a player, of a game that stands at its first decision. They must depend on the shuffle alone, so that their means
    /// are known before the game ([`Luck::expected`]).
    fn count(&self, game: &H::Game, player: Player, to: &mut [u64]) {
        let _ = (game, player, to);
    }

    /// The exact means of these numbers for a player with deck number `deck`.
    fn expected(&self, host: &H, deck: usize) -> Vec<f64> {
        let _ = (host, deck);
        Vec::new()
    }
}

/// Games that can be followed, for `--details`.
pub trait Stories<H: Host>: Sync {
    /// What the stories of games have, if the game can be followed.
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        None
    }

    /// As [`Host::setup`], for games that are followed: they are the same, choice by choice.
    fn setup_followed(&self, host: &H, first: usize, second: usize, limits: Limits) -> Setup<H> {
        host.setup(first, second, limits, false)
    }

    /// Follows games of these decks, by seat. The cards of a story are the different ones of [`CardLists::list`].
    ///
    /// # Panics
    /// If there is no [`Stories::vocabulary`].
    fn follow(&self, host: &H, first: usize, second: usize) -> Box<dyn Follow<H::Game>> {
        let _ = (host, first, second);
        panic!("games of {} can't be followed", H::NAME)
    }
}

/// Random decks and players who choose at random, for `fuzz`.
pub trait RandomGames<H: Host>: Sync {
    /// A random legal deck.
    fn random_deck(&self, host: &H, rng: &mut Rng) -> Vec<String> {
        let _ = (host, rng);
        Vec::new()
    }

    /// What a player of a random game chooses. `eager` is from 0 to 8: how much the player would rather do something than nothing;
    /// `None` is one who does nothing more if that can be chosen.
    fn random_choice(&self, game: &H::Game, legal: &[Action<H>], eager: Option<u32>, rng: &mut Rng) -> usize {
        let _ = game;
        if eager.is_none() { 0 } else { rng.random_range(0..legal.len() as u32) as usize }
    }

    /// How many different cards random decks are made of.
    fn count_cards(&self, host: &H) -> usize {
        let _ = host;
        0
    }
}

/// What a player takes the other's deck for who isn't told its list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TakenFor {
    /// The lists that it may be, the likeliest first; none if nothing is known of it.
    pub lists: Vec<MayBe>,
    /// No list of the field has what was seen: these are the nearest.
    pub nearest: bool,
}

/// A list that a deck may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MayBe {
    /// Its name.
    pub list: String,
    /// How likely it is, from 0 to 1.
    pub share: f64,
}

/// What can be seen in a position beyond the contract of games: what must be true of it, what it takes.
pub trait Positions<H: Host>: Sync {
    /// The decks in the order in which they lie at the first decision of a game, as if they had not been shuffled;
    /// `None` if a game can't be dealt in this way.
    fn stacked(&self, game: &H::Game) -> Option<[Vec<String>; 2]> {
        let _ = game;
        None
    }

    /// What must be true of every position of a game of this setup.
    ///
    /// # Errors
    /// What is not so.
    fn check(&self, game: &H::Game, setup: &Setup<H>) -> Result<(), String> {
        let _ = (game, setup);
        Ok(())
    }

    /// What must be true of the position of a game besides, and needn't be of worlds that are dealt for a player: those have the actions of the
    /// true one, and other cards.
    ///
    /// # Errors
    /// What is not so.
    fn check_offered(&self, game: &H::Game) -> Result<(), String> {
        let _ = game;
        Ok(())
    }

    /// A number that depends on all that a player sees; 0 if the game doesn't say.
    fn known(&self, game: &H::Game, viewer: Player) -> u64 {
        let _ = (game, viewer);
        0
    }

    /// What a player takes the other's deck for; `None` if they are told its list.
    fn taken_for(&self, game: &H::Game, viewer: Player) -> Option<TakenFor> {
        let _ = (game, viewer);
        None
    }

    /// A number that is equal for positions of one turn from which the same can happen; `None` where that can't be told.
    fn situation(&self, game: &H::Game) -> Option<u64> {
        let _ = game;
        None
    }

    /// The names of the cards that actions are about, and that are about to do something.
    fn at_work(&self, game: &H::Game, actions: &[Action<H>]) -> Vec<String> {
        let _ = (game, actions);
        Vec::new()
    }

    /// The bytes that a position takes, what it owns on the heap included.
    fn position_bytes(&self, game: &H::Game) -> usize {
        std::mem::size_of_val(game)
    }

    /// The cards and other objects in a position, for `bench`; 0 if the game doesn't count them.
    fn objects(&self, game: &H::Game) -> usize {
        let _ = game;
        0
    }
}

/// Who is asked for a player's choices: the number of a legal action, or none to end the game.
pub type Ask<'a, H> = &'a mut dyn FnMut(&<H as Host>::Game, Player, &[Action<H>]) -> Option<usize>;

/// Positions in files, and failures told as scenarios.
pub trait Scenarios<H: Host>: Sync {
    /// Asks for each choice of the player whose turn it is to be played in a scenario, from where it begins on. Returns the scenario's id.
    ///
    /// # Errors
    /// If the file can't be read, has no such scenario, or its cards can't be played.
    fn ask(&self, file: &Path, id: Option<&str>, cards: &[PathBuf], ask: Ask<'_, H>) -> Result<String, Error> {
        let _ = (id, cards, ask);
        Err(Error::input(format!(
            "{} isn't a recorded game, and {} has no other positions in files",
            file.display(),
            H::NAME
        )))
    }

    /// A failure that was recorded as a scenario with this id, for `gauntlet scenario`: the contents of the file. It has been
    /// tried and fails in the same way. `extra` is a check of the caller's own.
    ///
    /// # Errors
    /// Why there is none.
    fn scenario(
        &self,
        host: &H,
        id: &str,
        recording: &Recording,
        extra: Option<Extra<'_, H::Game>>,
    ) -> Result<String, String> {
        let _ = (host, id, recording, extra);
        Err(format!("{} has no scenarios", H::NAME))
    }
}

/// Recorded games in a format of the game's own.
pub trait Records<H: Host>: Sync {
    /// Answers `gauntlet replay` for a file in a format of the game's own; `None` for recordings as all games have them.
    fn replay(&self, args: &ReplayArgs, screen: &mut Screen<'_>) -> Option<Result<Exit, Error>> {
        let _ = (args, screen);
        None
    }
}

/// Decklists looked into, and written for other programs.
pub trait DeckFiles<H: Host>: Sync {
    /// Answers `gauntlet deck check`.
    ///
    /// # Errors
    /// If there are no such files, or the game's decks can't be looked into.
    fn check(&self, args: &CheckDecksArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!(
            "decks of {} are checked when they are played: there is no 'deck check' for them",
            H::NAME
        )))
    }

    /// Answers `gauntlet deck convert`.
    ///
    /// # Errors
    /// If the file isn't a decklist, or the format can't express it.
    fn convert(&self, args: &ConvertDeckArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let _ = (args, screen);
        Err(Error::input(format!("decks of {} have one format: there is nothing to convert", H::NAME)))
    }
}

impl<H: Host> DeckFiles<H> for Missing {}

/// Numbers by which positions are valued, for `export --features value`.
pub trait Values<H: Host>: Sync {
    /// The version of the numbers, which changes whenever they do; none if the game has none.
    fn version(&self) -> Option<u32> {
        None
    }

    /// What each of the numbers is called, and what it is.
    fn names(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }

    /// What counts them, with the memory that it takes to do so.
    fn counter(&self) -> CountFn<H::Game> {
        Box::new(|_, _| ())
    }
}

/// Adds the numbers of a position as its viewer sees it.
pub type CountFn<G> = Box<dyn FnMut(View<'_, G>, &mut Vec<i16>) + Send>;

impl<H: Host> Values<H> for Missing {}

/// Positions as boards, for pages of games. Without them a page has the choices and the story alone.
pub trait Boards<H: Host>: Sync {
    /// The areas of a board, in the order in which they are read out.
    fn areas(&self) -> &'static [Area] {
        &[]
    }

    /// What the numbers of a player are called; the first is drawn as a curve.
    fn numbers(&self) -> &'static [&'static str] {
        &[]
    }

    /// What lies where and how much of what there is as `viewer` sees it; without, as who sees everything does. `names` are the players'
    /// names; `board` is empty. Which card a thing is may still be unknown to the viewer: [`Thing::unknown_to`](crate::host::board::Thing)
    /// says so.
    fn fill(&self, game: &H::Game, names: [&str; 2], viewer: Option<Player>, board: &mut Board) {
        let _ = (game, names, viewer, board);
    }

    /// What waits to resolve, is being put there or is resolving, the last one first; with more of it than there is on a board.
    fn waiting(&self, game: &H::Game, names: [&str; 2]) -> Vec<Waiting> {
        let _ = (game, names);
        Vec::new()
    }

    /// What is printed on card number `card` of the things on a board.
    fn face(&self, game: &H::Game, card: u32) -> Face {
        let _ = (game, card);
        Face::default()
    }

    /// What is asked, with the players' names in it.
    fn question(&self, game: &H::Game, names: [&str; 2]) -> String {
        let _ = names;
        game.question()
    }

    /// A legal choice, with the players' names in it.
    fn choice(&self, game: &H::Game, action: Action<H>, names: [&str; 2]) -> String {
        let _ = names;
        game.describe(action)
    }

    /// The mark of the thing on the board that a choice is about.
    fn pointed_at(&self, game: &H::Game, action: Action<H>) -> Option<u32> {
        let _ = (game, action);
        None
    }

    /// The mark of the thing on the board that a choice is asked for.
    fn asked_for(&self, game: &H::Game) -> Option<u32> {
        let _ = game;
        None
    }
}
