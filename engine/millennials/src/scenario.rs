//! Bug reports as files: a board, plays, and what must come of them under each policy.

use std::collections::BTreeMap;

use gauntlet_core::Player;
use serde::Deserialize;

use crate::options::{HERO, Mode, Options, VILLAIN};
use crate::policy::Policy;
use crate::pool::{Kind, Pool};
use crate::random::{Generator, Random};
use crate::state::{Place, Position};

/// A board and plays.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// What it is about.
    pub name: String,
    /// The types of the locations. All are revealed.
    pub locations: [u8; 3],
    /// The turn, which is the last one.
    #[serde(default = "late")]
    pub turn: u8,
    /// The seed of random numbers.
    #[serde(default = "one")]
    pub seed: u64,
    /// Revealed cards, by location, on the player's side.
    #[serde(default)]
    pub player: Vec<Vec<String>>,
    /// Revealed cards, by location, on the villain's side.
    #[serde(default)]
    pub villain: Vec<Vec<String>>,
    /// The player's hand beside what is played.
    #[serde(default)]
    pub hand: Vec<String>,
    /// The villain's hand.
    #[serde(default)]
    pub villain_hand: Vec<String>,
    /// The player's deck, the top first.
    #[serde(default)]
    pub deck: Vec<String>,
    /// The villain's deck, the top first.
    #[serde(default)]
    pub villain_deck: Vec<String>,
    /// The player's trash.
    #[serde(default)]
    pub trash: Vec<String>,
    /// The villain's trash.
    #[serde(default)]
    pub villain_trash: Vec<String>,
    /// What the player plays, in this order, whatever it costs: card and location from 0.
    #[serde(default)]
    pub plays: Vec<(String, usize)>,
    /// For policies: the powers of the revealed cards on the player's side of location 0.
    #[serde(default)]
    pub expect: BTreeMap<String, Vec<i32>>,
}

fn late() -> u8 {
    6
}

fn one() -> u64 {
    1
}

/// What came of a scenario.
#[derive(Clone, Debug)]
pub struct Told {
    /// The policy.
    pub policy: Policy,
    /// The powers of the revealed cards on the player's side of location 0.
    pub powers: Vec<i32>,
    /// How often an ongoing ability wanted to give a modifier.
    pub tried: usize,
    /// How many modifiers ongoing abilities gave.
    pub applied: usize,
    /// The battle.
    pub battle: Position,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(text: &str) -> Result<Scenario, String> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            format!("line {line}: {}", error.message())
        })
    }

    /// The position before anything is revealed: all is placed, and [`Position::done`] goes on.
    ///
    /// # Errors
    /// If it names cards or locations that aren't there, or more than there is room for.
    pub fn arrange(&self, pool: &'static Pool, options: Options) -> Result<Position, String> {
        let options = Options { mode: Mode::Shipped, generator: Generator::Shipped, ..options };
        let mut battle = Position::empty(pool, options, Random::shipped(self.seed.max(1)));
        battle.keep_journal(["Villain", "You"]);
        (battle.turn, battle.last_turn) = (self.turn, self.turn);
        for (place, kind) in self.locations.into_iter().enumerate() {
            if usize::from(kind) >= pool.locations().len() {
                return Err(format!("there is no location of type {kind}"));
            }
            let location = &mut battle.locations[place];
            (location.kind, location.revealed) = (kind, true);
            battle.heard |= pool.location(kind).hears;
        }
        for (player, table) in [(HERO, &self.player), (VILLAIN, &self.villain)] {
            for (location, names) in table.iter().enumerate() {
                for name in names {
                    battle.add(name, Place::Table(location as u8, player))?;
                }
            }
        }
        let piles = [
            (&self.hand, Place::Hand(HERO)),
            (&self.villain_hand, Place::Hand(VILLAIN)),
            (&self.deck, Place::Deck(HERO)),
            (&self.villain_deck, Place::Deck(VILLAIN)),
            (&self.trash, Place::Trash(HERO)),
            (&self.villain_trash, Place::Trash(VILLAIN)),
        ];
        for (names, place) in piles {
            for name in names {
                battle.add(name, place)?;
            }
        }
        battle.acting = Some(HERO);
        battle.placed[VILLAIN.index()] = true;
        battle.finish();
        for (name, location) in &self.plays {
            if *location >= 3 {
                return Err(format!("there is no location {location}"));
            }
            let card = battle.add(name, Place::Hand(HERO))?;
            battle.energy[HERO.index()] = battle.slot(card).cost;
            if battle.full(*location, HERO) {
                return Err(format!("there is no room for {name}"));
            }
            battle.place(HERO, battle.hand(HERO).len() - 1, *location);
        }
        battle.energy = [0; 2];
        Ok(battle)
    }

    /// Plays it under a policy.
    ///
    /// # Errors
    /// As for [`Scenario::arrange`].
    pub fn play(&self, pool: &'static Pool, policy: Policy) -> Result<Told, String> {
        let mut battle = self.arrange(pool, Options { policy, ..Options::default() })?;
        battle.done(HERO);
        let powers = battle.revealed(0, HERO).map(|card| battle.power(card)).collect();
        let journal = battle.journal().expect("a journal is kept");
        let given = |change: &&crate::state::Change| !change.removed && !change.copied && change.origin < 0xff00;
        let ongoing = |change: &&crate::state::Change| battle.object_def(change.origin).always.is_some();
        let applied = journal.changes.iter().filter(given).filter(ongoing).count();
        Ok(Told { policy, powers, tried: journal.tried, applied, battle })
    }
}

impl Position {
    /// Adds a card to a zone; on the table it is revealed, and was played in the turn before this one.
    pub(crate) fn add(&mut self, name: &str, place: Place) -> Result<u16, String> {
        let kind: Kind = self.pool.find(name).ok_or(format!("there is no card called {name}"))?;
        let full = match place {
            Place::Table(location, _) if usize::from(location) >= 3 => {
                return Err("there are three locations".to_owned());
            }
            Place::Table(location, player) => self.full(usize::from(location), player),
            Place::Hand(player) => self.hand_full(player),
            _ => false,
        };
        if full {
            return Err(format!("there is no room for {name}"));
        }
        let card = self.create(kind);
        self.put(card, place);
        let slot = &mut self.slots[usize::from(card)];
        if let Some(player) = place.owner() {
            slot.home = crate::state::Home::deck(player);
        }
        if matches!(place, Place::Table(..) | Place::Trash(_)) {
            slot.revealed = true;
            slot.played = self.turn.saturating_sub(1);
        }
        Ok(card)
    }

    /// The revealed cards of a player's side by name and power.
    pub fn names_and_powers(&self, location: usize, player: Player) -> Vec<(&'static str, i32)> {
        self.revealed(location, player).map(|card| (self.name(card), self.power(card))).collect()
    }
}
