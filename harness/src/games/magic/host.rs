//! Magic with the decks that were loaded, and the lists of names that these decks are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, ReadCard};
use gauntlet_core::PerPlayer;
use gauntlet_magic::commander::{Leader, Leaders};
use gauntlet_magic::deck::identity::color_identity;
use gauntlet_magic::deck::{Exchanged, Playable};
use gauntlet_magic::{Options, Setup};

use super::checks;
use super::field::Knows;
use crate::error::Error;
use crate::host::Deck;
use crate::host::options::Limits;

/// How the commander of a deck is marked in its list of names.
pub(super) const LEADER: &str = "Commander: ";

/// How cards of its sideboard are marked there: those of a deck that may bring them in from outside the game (CR 400.11a).
pub(super) const ASIDE: &str = "Sideboard: ";

/// Magic, with the decks that were loaded.
pub struct Magic {
    pub(super) decks: Vec<Deck>,
    /// The cards of each deck by name, in alphabetical order.
    pub(super) lists: Vec<Vec<String>>,
    /// What each deck is after sideboarding, by numbers in the pool of all decks.
    pub(super) plans: Vec<Vec<Exchanged>>,
    /// The cards of all decks.
    pub(super) pool: Arc<Pool>,
    /// The same as they were read, for the pools of pairings; empty if all games are played with `pool`.
    pub(super) read: BTreeMap<String, ReadCard>,
    /// The pools of the pairings that are being played, by the names of their cards.
    pub(super) pools: Mutex<BTreeMap<Vec<String>, Weak<Pool>>>,
    pub(super) pool_fingerprint: String,
    pub(super) base: Arc<CardBase>,
    pub(super) card_files: Vec<PathBuf>,
    pub(super) kinds: checks::Kinds,
    /// Mana is paid by hand.
    pub(super) manual_mana: bool,
    /// What agents are told of the other's deck.
    pub(super) knows: Knows,
    /// What was made of the decks and isn't plain to see.
    pub(super) notes: Vec<String>,
}

impl Magic {
    pub(super) fn setup_of(&self, lists: [&[String]; 2], limits: Limits, journal: bool) -> Setup {
        self.dealt(lists, self.options_of(limits, journal))
    }

    /// The setup for games after the first of a match, in which decks and the lists of the field have been sideboarded.
    pub(super) fn setup_after(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup {
        let fields = [self.field_after(0, second), self.field_after(1, first)];
        let fields = fields.each_ref().map(|field| field.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let lists = [self.after(first, second, true), self.after(second, first, false)];
        self.dealt_among([&lists[0], &lists[1]], [&fields[0], &fields[1]], self.options_of(limits, journal))
    }

    pub(super) fn options_of(&self, limits: Limits, journal: bool) -> Options {
        Options {
            max_turns: limits.turns,
            max_actions: u32::try_from(limits.actions).unwrap_or(u32::MAX),
            journal,
            manual_payment: PerPlayer([self.manual_mana; 2]),
            ..Options::default()
        }
    }

    /// The setup for these lists, whose names are those of whole cards.
    pub(super) fn dealt(&self, lists: [&[String]; 2], options: Options) -> Setup {
        let [first, second] = self.knows.lists();
        self.dealt_among(lists, [&first, &second], options)
    }

    /// The same where the lists of the field are these, by seat.
    pub(super) fn dealt_among(&self, lists: [&[String]; 2], fields: [&[&[String]]; 2], options: Options) -> Setup {
        let pool = self.pool_of(lists.iter().chain(fields.concat().iter()).copied());
        let told = self.told(&pool, fields);
        let decks = PerPlayer(lists.map(|list| Arc::new(cards_of(&pool, list))));
        let outside = PerPlayer(lists.map(|list| Arc::new(outside_of(&pool, list))));
        let commanders = PerPlayer(lists.map(|list| self.leaders_of(&pool, list)));
        let led = commanders.0.iter().any(|leaders| leaders[0].is_some());
        let brawl = led && lists.iter().all(|list| list.len() <= BRAWL);
        let life = match (led, brawl) {
            (false, _) => options.life,
            // CR 903.7, 903.12f.
            (true, false) => 40,
            (true, true) => 25,
        };
        Setup { pool, decks, outside, options: Options { commanders, brawl, life, ..options }, told }
    }

    /// The commanders that a list has.
    pub(super) fn leaders_of(&self, pool: &Pool, list: &[String]) -> Leaders {
        let mut leaders = [None; 2];
        let marked = list.iter().filter_map(|name| name.strip_prefix(LEADER));
        for (leader, name) in leaders.iter_mut().zip(marked) {
            let card = pool.find(name).unwrap_or_else(|| panic!("{name} is none of the cards that were loaded"));
            let identity = self.base.source(name).map(color_identity).unwrap_or_default();
            *leader = Some(Leader { card: pool.whole(card), identity });
        }
        leaders
    }

    /// The pool for games of these lists: it has just their cards, in alphabetical order. So nothing that depends on how cards are
    /// numbered can depend on which other decks were loaded, on how their files are called, or on the order of the lines in them.
    ///
    /// Where agents take a deck for one of a field, the lists of the field are among these: their cards are in worlds.
    pub(super) fn pool_of<'l>(&self, lists: impl IntoIterator<Item = &'l [String]>) -> Arc<Pool> {
        let names: BTreeSet<&str> = lists.into_iter().flatten().map(|name| bare(name)).collect();
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if !names.iter().all(|name| self.read.contains_key(name)) {
            return Arc::clone(&self.pool);
        }
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(&names).and_then(Weak::upgrade) {
            return pool;
        }
        let mut pool = Pool::new();
        for name in &names {
            let added = self.read[name].add_to(&mut pool);
            added.unwrap_or_else(|_| panic!("{name} can't be compiled beside the other cards of the two decks"));
        }
        self.knows.prepare(&mut pool);
        let pool = Arc::new(pool);
        pools.retain(|_, other| other.strong_count() > 0);
        pools.insert(names, Arc::downgrade(&pool));
        pool
    }

    /// See [`crate::host::parts::CardLists::card_file`].
    pub(super) fn card_file(&self) -> Result<String, Error> {
        let text = |name: &String| {
            let text = self.base.source(name).and_then(|source| source.to_lines());
            text.ok_or_else(|| Error::cards(format!("{name} can't be written into a card file")))
        };
        Ok(self.read.keys().map(text).collect::<Result<Vec<String>, Error>>()?.join("\n"))
    }

    /// A deck after sideboarding against another.
    pub(super) fn after(&self, deck: usize, opponent: usize, on_the_play: bool) -> Vec<String> {
        self.exchanged(&self.lists[deck], &self.plans[deck], &self.decks[opponent].name, on_the_play)
    }

    /// A list after sideboarding against a deck of this name.
    pub(super) fn exchanged(
        &self,
        list: &[String],
        plans: &[Exchanged],
        opponent: &str,
        on_the_play: bool,
    ) -> Vec<String> {
        let Some(plan) = Exchanged::best(plans, opponent, on_the_play) else { return list.to_vec() };
        let leaders = list.iter().filter(|name| name.starts_with(LEADER)).cloned();
        let main = named(&self.pool, &plan.main);
        // What isn't in the deck any more is outside the game now.
        let aside = list.iter().any(|name| name.starts_with(ASIDE));
        let mut left: Vec<&str> =
            list.iter().filter(|name| aside && !name.starts_with(LEADER)).map(|name| bare(name)).collect();
        for name in &main {
            if let Some(place) = left.iter().position(|other| other == name) {
                left.remove(place);
            }
        }
        let left = left.into_iter().map(|name| format!("{ASIDE}{name}")).collect::<Vec<String>>();
        leaders.chain(main).chain(left).collect()
    }
}

/// The cards of a deck of Brawl, its commander included (CR 903.12d).
pub(super) const BRAWL: usize = 60;

/// A name of a list without the mark of commanders or of the sideboard.
pub(super) fn bare(name: &str) -> &str {
    name.strip_prefix(LEADER).or_else(|| name.strip_prefix(ASIDE)).unwrap_or(name)
}

/// A deck as a list of names, with what marks commanders and sideboards.
pub(super) fn listed(pool: &Pool, cards: &Playable) -> Vec<String> {
    let leaders = cards.leaders.iter().flatten().map(|leader| format!("{LEADER}{}", pool.card(leader.card).name));
    leaders.chain(named(pool, &cards.main)).chain(aside(pool, cards)).collect()
}

/// The names of cards.
pub(super) fn named(pool: &Pool, cards: &[CardId]) -> Vec<String> {
    cards.iter().map(|card| pool.card(*card).name.clone()).collect()
}

/// The cards of the sideboard as a list has them: those of a deck with a card that may bring them in. In games with commanders none can be
/// (CR 903.11).
pub(super) fn aside(pool: &Pool, cards: &Playable) -> Vec<String> {
    let asks = cards.main.iter().chain(&cards.sideboard).any(|card| pool.brings_in(*card));
    let asks = asks && cards.leaders[0].is_none();
    let mut names = named(pool, if asks { &cards.sideboard } else { &[] });
    names.sort_unstable();
    names.iter().map(|name| format!("{ASIDE}{name}")).collect()
}

/// The cards of these names, whole cards where a name is that of a face; commanders and sideboards, which aren't in the deck, are left out.
///
/// # Panics
/// If there is none of a name.
pub(super) fn cards_of(pool: &Pool, names: &[String]) -> Vec<CardId> {
    names.iter().filter(|name| bare(name) == *name).map(|name| card_of(pool, name)).collect()
}

/// The cards of the sideboard of these names.
///
/// # Panics
/// If there is none of a name.
pub(super) fn outside_of(pool: &Pool, names: &[String]) -> Vec<CardId> {
    names.iter().filter_map(|name| name.strip_prefix(ASIDE)).map(|name| card_of(pool, name)).collect()
}

pub(super) fn card_of(pool: &Pool, name: &str) -> CardId {
    let found = pool.find(name).unwrap_or_else(|| panic!("{name} is none of the cards that were loaded"));
    pool.whole(found)
}

/// A hash of the definitions of the cards with these names.
pub(super) fn fingerprint(base: &CardBase, names: &BTreeSet<String>) -> String {
    let mut hasher = blake3::Hasher::new();
    for name in names {
        hasher.update(&base.fingerprint(name).unwrap_or_default());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
