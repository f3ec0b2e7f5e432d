//! What Millennials has beside the core of a host.

use std::path::PathBuf;
use std::sync::Arc;

use gauntlet_core::{Game, PerPlayer, Player, Rng};
use gauntlet_millennials::{Action, Kind, Pool, Position, Setup};
use rand::RngExt;

use super::{Battle, DECK, Millennials, annals, board, fingerprint, replay};
use crate::error::Error;
use crate::host::Host;
use crate::host::board::{Area, Board, Face};
use crate::host::options::{Limits, ReplayArgs};
use crate::host::parts::{Boards, CardLists, Positions, RandomGames, Records, Stories};
use crate::output::screen::{Exit, Screen};
use crate::stats::details::{Follow, Vocabulary};

/// What Millennials has beside the core of a host.
pub(super) struct Part;

impl CardLists<Millennials> for Part {
    fn list(&self, host: &Millennials, deck: usize) -> Vec<String> {
        Pool::shipped().list(&host.lists[deck])
    }

    fn with_cards(&self, files: &[PathBuf], names: Option<&[String]>) -> Result<Millennials, Error> {
        if let Some(file) = files.first() {
            return Err(Error::input(format!("millennials has no card files, and {} is named", file.display())));
        }
        if let Some(name) = names.into_iter().flatten().find(|name| Pool::shipped().find(name).is_none()) {
            return Err(Error::input(format!("there is no card '{name}'")));
        }
        Ok(Millennials { decks: Vec::new(), lists: Vec::new(), battle: Battle::default() })
    }

    fn only(&self, host: &Millennials, names: &[String]) -> Result<Millennials, Error> {
        Ok(Millennials { battle: host.battle, ..self.with_cards(&[], Some(names))? })
    }

    fn deal(
        &self,
        host: &Millennials,
        lists: &[Vec<String>; 2],
        _limits: Limits,
        shuffled: bool,
        journal: bool,
    ) -> Setup {
        let Battle { options, locations } = host.battle;
        let decks = PerPlayer([0, 1].map(|seat: usize| Arc::new(Millennials::kinds(&lists[seat]))));
        Setup { pool: Pool::shipped(), decks, options, locations, stacked: !shuffled, journal, annals: false }
    }

    fn fingerprint(&self, _: &Millennials, lists: &[Vec<String>; 2]) -> String {
        let mut kinds = Millennials::kinds(&lists.concat());
        kinds.sort_unstable();
        kinds.dedup();
        fingerprint(kinds)
    }
}

impl Stories<Millennials> for Part {
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        Some(&annals::WORDS)
    }

    fn setup_followed(&self, host: &Millennials, first: usize, second: usize, limits: Limits) -> Setup {
        Setup { annals: true, ..host.setup(first, second, limits, false) }
    }

    fn follow(&self, host: &Millennials, first: usize, second: usize) -> Box<dyn Follow<Position>> {
        Box::new(annals::Follower::new([first, second].map(|deck| host.lists[deck].as_slice())))
    }
}

impl RandomGames<Millennials> for Part {
    /// Twelve cards of all that there are, the villains' too: whatever meets must get along.
    fn random_deck(&self, _: &Millennials, rng: &mut Rng) -> Vec<String> {
        let pool = Pool::shipped();
        let kinds: Vec<Kind> = pool.kinds().collect();
        let one = |_| kinds[rng.random_range(0..kinds.len() as u32) as usize];
        pool.list(&(0..DECK).map(one).collect::<Vec<Kind>>())
    }

    fn random_choice(&self, _: &Position, legal: &[Action], eager: Option<u32>, rng: &mut Rng) -> usize {
        let below = |rng: &mut Rng, bound: usize| rng.random_range(0..bound as u32) as usize;
        let choice = below(rng, legal.len());
        let done = legal.iter().position(|action| *action == Action::Done).unwrap_or(choice);
        match eager {
            None => done,
            Some(eager) if choice == done && below(rng, 9) < eager as usize => below(rng, legal.len()),
            Some(_) => choice,
        }
    }

    fn count_cards(&self, _: &Millennials) -> usize {
        Pool::shipped().kinds().count()
    }
}

impl Positions<Millennials> for Part {
    fn check(&self, game: &Position, _: &Setup) -> Result<(), String> {
        game.check()
    }

    fn known(&self, game: &Position, viewer: Player) -> u64 {
        let numbers = game.visible(viewer).numbers();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        u64::from_le_bytes(*blake3::hash(&bytes).as_bytes().first_chunk().unwrap_or(&[0; 8]))
    }

    fn at_work(&self, _: &Position, actions: &[Action]) -> Vec<String> {
        let card = |action: &Action| match action {
            Action::Play { card, .. } => Some(Pool::shipped().card(*card).name.clone()),
            Action::Done => None,
        };
        actions.iter().filter_map(card).collect()
    }

    fn position_bytes(&self, game: &Position) -> usize {
        game.bytes()
    }

    fn objects(&self, game: &Position) -> usize {
        (0..game.cards() as u16).filter(|card| game.slot(*card).place.owner().is_some()).count()
    }
}

impl Records<Millennials> for Part {
    fn replay(&self, args: &ReplayArgs, screen: &mut Screen<'_>) -> Option<Result<Exit, Error>> {
        replay::records(args, screen)
    }
}

impl Boards<Millennials> for Part {
    fn areas(&self) -> &'static [Area] {
        board::AREAS
    }

    fn numbers(&self) -> &'static [&'static str] {
        board::NUMBERS
    }

    fn fill(&self, game: &Position, names: [&str; 2], viewer: Option<Player>, board: &mut Board) {
        board::fill(game, names, viewer, board);
    }

    fn face(&self, game: &Position, card: u32) -> Face {
        board::face(game, card)
    }

    fn pointed_at(&self, game: &Position, action: Action) -> Option<u32> {
        board::pointed_at(game, action)
    }
}
