//! What Magic has beside the core of a host.

use std::path::{Path, PathBuf};

use gauntlet_ai::heuristic::learned::{Observer, features};
use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_core::{Game, Player, Rng};
use gauntlet_magic::beliefs::Belief;
use gauntlet_magic::decision::Action;
use gauntlet_magic::deck::{Catalog, Deck, Entry, Notation};
use gauntlet_magic::{Options, Position, Setup};

use super::host::{ASIDE, LEADER, Magic, cards_of};
use super::{annals, board, checks, decklists, luck, shelf, story};
use crate::error::Error;
use crate::host::board::{Area, Board, Face, Waiting};
use crate::host::lists::merged;
use crate::host::options::Limits;
use crate::host::parts::{
    Ask, Boards, CardLists, CountFn, Luck, MayBe, Positions, RandomGames, Scenarios, Sideboards, Stories, TakenFor,
    Values,
};
use crate::host::recording::Recording;
use crate::host::{Extra, Host};
use crate::stats::details::{Follow, Vocabulary};

/// What Magic has beside the core of a host.
pub(super) struct Part;

impl Values<Magic> for Part {
    fn version(&self) -> Option<u32> {
        Some(u32::from(features::VERSION))
    }

    fn names(&self) -> Vec<(String, &'static str)> {
        features::names().collect()
    }

    fn counter(&self) -> CountFn<Position> {
        let mut observer = Observer::default();
        Box::new(move |view, out| out.extend_from_slice(&observer.count(view)))
    }
}

impl CardLists<Magic> for Part {
    fn card_files(&self, host: &Magic) -> Vec<PathBuf> {
        host.card_files.clone()
    }

    fn list(&self, host: &Magic, deck: usize) -> Vec<String> {
        host.lists[deck].clone()
    }

    fn with_cards(&self, files: &[PathBuf], names: Option<&[String]>) -> Result<Magic, Error> {
        checks::with_cards(files, names)
    }

    fn with_texts(&self, texts: &[String], file: &Path, names: &[String]) -> Result<Magic, Error> {
        checks::with_texts(texts, file, names)
    }

    fn texts(&self, host: &Magic, lists: &[Vec<String>; 2]) -> Vec<String> {
        host.texts_of(lists)
    }

    fn card_file(&self, host: &Magic) -> Result<Option<String>, Error> {
        host.card_file().map(Some)
    }

    fn only(&self, host: &Magic, names: &[String]) -> Result<Magic, Error> {
        let knows = host.knows.clone();
        Ok(Magic { manual_mana: host.manual_mana, ..checks::with_named(&host.base, &host.card_files, names, knows)? })
    }

    fn deal(&self, host: &Magic, lists: &[Vec<String>; 2], limits: Limits, shuffled: bool, journal: bool) -> Setup {
        host.deal_lists(lists, limits, shuffled, journal)
    }

    fn fingerprint(&self, host: &Magic, lists: &[Vec<String>; 2]) -> String {
        host.fingerprint_of(lists)
    }

    fn meant(&self, host: &Magic, name: &str) -> Result<String, Option<String>> {
        // As a line of a list, which may have the printing behind the name.
        let line = Deck::parse(Path::new("pool.txt"), &format!("1 {name}"));
        let name = line.main.first().map_or(name, |entry| &entry.name);
        let catalog = Catalog::new(&host.base, &[]);
        catalog.find(name).map(str::to_owned).ok_or_else(|| catalog.nearest(name).map(str::to_owned))
    }

    fn with_main(&self, file: &Path, cards: &[String]) -> Result<String, Error> {
        let mut deck = decklists::read_deck(file).map_err(|error| Error::deck(error.to_string()))?;
        let entry = |(count, name): (usize, &str)| Entry {
            count: u32::try_from(count).unwrap_or(u32::MAX),
            name: name.to_owned(),
            line: 0,
            column: 0,
        };
        deck.main = merged(cards).into_iter().map(entry).collect();
        deck.name.push_str(" — tuned");
        Ok(Notation::Text.write(&deck))
    }

    fn not_tuned(&self, list: &[String]) -> Option<&'static str> {
        let led = list.iter().any(|name| name.starts_with(LEADER));
        let wishes = list.iter().any(|name| name.starts_with(ASIDE));
        led.then_some("the cards of Commander decks are all different, which changes of one card don't heed").or_else(
            || {
                wishes.then_some(
                    "a card of it brings in cards of its sideboard, which changes of the main deck don't heed",
                )
            },
        )
    }

    fn is_basic(&self, host: &Magic, name: &str) -> bool {
        let card = host.pool.find(name).map(|id| &host.pool.card(id).characteristics);
        card.is_some_and(|card| card.types.contains(CardTypes::LAND) && card.supertypes.contains(Supertypes::BASIC))
    }

    fn with_manual_mana(&self, host: Magic) -> Result<Magic, Error> {
        Ok(Magic { manual_mana: true, ..host })
    }
}

impl Sideboards<Magic> for Part {
    fn setup_after(&self, host: &Magic, first: usize, second: usize, limits: Limits, journal: bool) -> Setup {
        host.setup_after(first, second, limits, journal)
    }

    fn only_after(&self, host: &Magic, first: usize, second: usize) -> Result<Magic, Error> {
        let lists = [host.after(first, second, true), host.after(second, first, false)];
        let knows = host.knows_after(first, second);
        let small = checks::with_named(&host.base, &host.card_files, &lists.concat(), knows)?;
        Ok(Magic { manual_mana: host.manual_mana, ..small })
    }

    fn list_after(&self, host: &Magic, deck: usize, opponent: usize, on_the_play: bool) -> Vec<String> {
        host.after(deck, opponent, on_the_play)
    }
}

impl Luck<Magic> for Part {
    fn names(&self) -> &'static [&'static str] {
        luck::NAMES
    }

    fn count(&self, game: &Position, player: Player, to: &mut [u64]) {
        luck::of(game, player, to);
    }

    fn expected(&self, host: &Magic, deck: usize) -> Vec<f64> {
        luck::expected(&host.pool, &cards_of(&host.pool, &host.lists[deck]))
    }
}

impl Stories<Magic> for Part {
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        Some(&annals::WORDS)
    }

    fn setup_followed(&self, host: &Magic, first: usize, second: usize, limits: Limits) -> Setup {
        let setup = host.setup(first, second, limits, false);
        Setup { options: Options { annals: true, ..setup.options }, ..setup }
    }

    fn follow(&self, host: &Magic, first: usize, second: usize) -> Box<dyn Follow<Position>> {
        let lists = [first, second].map(|deck| host.lists[deck].as_slice());
        let [one, other] = host.knows.lists();
        let pool = host.pool_of(lists.into_iter().chain(one).chain(other));
        let cards = lists.map(|list| cards_of(&pool, list));
        Box::new(annals::Follower::new(&pool, [&cards[0], &cards[1]]))
    }
}

impl RandomGames<Magic> for Part {
    fn random_deck(&self, host: &Magic, rng: &mut Rng) -> Vec<String> {
        host.make_random_deck(rng)
    }

    fn random_choice(&self, game: &Position, legal: &[Action], eager: Option<u32>, rng: &mut Rng) -> usize {
        checks::random_choice(game, legal, eager, rng)
    }

    fn count_cards(&self, host: &Magic) -> usize {
        host.fuzzed()
    }
}

impl Positions<Magic> for Part {
    fn stacked(&self, game: &Position) -> Option<[Vec<String>; 2]> {
        Some(checks::stacked(game))
    }

    fn check(&self, game: &Position, setup: &Setup) -> Result<(), String> {
        checks::check(game, setup)
    }

    fn check_offered(&self, game: &Position) -> Result<(), String> {
        game.check_offered().map_err(|broken| broken.to_string())
    }

    fn known(&self, game: &Position, viewer: Player) -> u64 {
        checks::known(game, viewer)
    }

    fn taken_for(&self, game: &Position, viewer: Player) -> Option<TakenFor> {
        match game.belief(viewer) {
            Belief::List => None,
            Belief::Nothing => Some(TakenFor { lists: Vec::new(), nearest: false }),
            Belief::Field { lists, nearest } => {
                let may_be = |(list, share)| MayBe { list, share: f64::from(share) / 1e6 };
                Some(TakenFor { lists: lists.into_iter().map(may_be).collect(), nearest })
            }
        }
    }

    fn situation(&self, game: &Position) -> Option<u64> {
        game.situation()
    }

    fn at_work(&self, game: &Position, actions: &[Action]) -> Vec<String> {
        game.names_at_work(actions)
    }

    fn position_bytes(&self, game: &Position) -> usize {
        game.size()
    }

    fn objects(&self, game: &Position) -> usize {
        let seen = game.visible(Player::FIRST);
        let cards = |player| seen.hand_size(player) + seen.library_size(player) + seen.graveyard(player).count();
        seen.permanents().count() + seen.stack().len() + Player::BOTH.map(cards).iter().sum::<usize>()
    }
}

impl Scenarios<Magic> for Part {
    fn ask(&self, file: &Path, id: Option<&str>, cards: &[PathBuf], ask: Ask<'_, Magic>) -> Result<String, Error> {
        shelf::ask(file, id, cards, ask)
    }

    fn scenario(
        &self,
        host: &Magic,
        id: &str,
        recording: &Recording,
        extra: Option<Extra<'_, Position>>,
    ) -> Result<String, String> {
        checks::scenario(host, id, recording, extra)
    }
}

impl Boards<Magic> for Part {
    fn areas(&self) -> &'static [Area] {
        board::AREAS
    }

    fn numbers(&self) -> &'static [&'static str] {
        board::NUMBERS
    }

    fn fill(&self, game: &Position, names: [&str; 2], _viewer: Option<Player>, board: &mut Board) {
        // Where things lie and how much there is of what is public: what isn't is which cards they are, and that each thing says.
        board::fill(game, names, board);
    }

    fn waiting(&self, game: &Position, names: [&str; 2]) -> Vec<Waiting> {
        board::waiting(game, names)
    }

    fn face(&self, game: &Position, card: u32) -> Face {
        board::face(game, card)
    }

    fn question(&self, game: &Position, names: [&str; 2]) -> String {
        story::named(&game.question(), names)
    }

    fn choice(&self, game: &Position, action: Action, names: [&str; 2]) -> String {
        board::choice(game, action, names)
    }

    fn pointed_at(&self, game: &Position, action: Action) -> Option<u32> {
        board::pointed_at(game, action)
    }

    fn asked_for(&self, game: &Position) -> Option<u32> {
        board::asked_for(game)
    }
}
