//! The contract with agents and harness.

use std::sync::Arc;

use gauntlet_core::{Game, Outcome, PerPlayer, Player, Rng, Seed};
use rand::Rng as _;
use smallvec::SmallVec;
use xxhash_rust::xxh3::xxh3_64;

use crate::options::{Mode, Options};
use crate::pool::{Kind, Pool};
use crate::random::{Generator, Random};
use crate::state::{LOCATIONS, Modifier, Position};
use crate::visible::Visible;

/// What battles start from.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The cards of the game.
    pub pool: &'static Pool,
    /// The decks, the top first; by seat.
    pub decks: PerPlayer<Arc<Vec<Kind>>>,
    /// Parameters.
    pub options: Options,
    /// The types of the locations; without, three different ones are drawn.
    pub locations: Option<[u8; 3]>,
    /// Decks are used in the order in which they are listed, in symmetric battles too.
    pub stacked: bool,
    /// Whether a journal is kept.
    pub journal: bool,
    /// Whether facts are noted for tables.
    pub annals: bool,
}

impl Setup {
    /// A battle of these decks over random locations, with the pool of the shipped game.
    pub fn new(decks: [Vec<Kind>; 2], options: Options) -> Setup {
        let [one, other] = decks;
        Setup {
            pool: Pool::shipped(),
            decks: PerPlayer([Arc::new(one), Arc::new(other)]),
            options,
            locations: None,
            stacked: false,
            journal: false,
            annals: false,
        }
    }
}

/// What a player can do while placing cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Place a card of the hand face down.
    Play {
        /// The kind of card that is placed.
        card: Kind,
        /// Of several in the hand that are not alike in cost and power: which of them, from 0.
        copy: u8,
        /// Where, from left to right.
        location: u8,
    },
    /// No more cards this turn.
    Done,
}

impl Position {
    /// The cards of a hand that differ: place in the hand, kind, and number among those of that kind.
    fn different(&self, player: Player) -> SmallVec<[(usize, Kind, u8); 7]> {
        let hand = self.hand(player);
        let mut different = SmallVec::new();
        for (place, card) in hand.iter().enumerate() {
            let slot = self.slot(*card);
            let before = hand[..place].iter().filter(|other| self.slot(**other).kind == slot.kind);
            let alike = |other: &u16| {
                let mods = |card: u16| self.modifiers(card).map(Modifier::what);
                mods(*other).eq(mods(*card))
            };
            if !before.clone().any(alike) {
                different.push((place, slot.kind, before.count() as u8));
            }
        }
        different
    }

    /// The place in the hand of the card that an action means.
    fn meant(&self, player: Player, card: Kind, copy: u8) -> Option<usize> {
        let hand = self.hand(player).iter().enumerate();
        hand.filter(|(_, other)| self.slot(**other).kind == card).nth(usize::from(copy)).map(|(place, _)| place)
    }
}

impl Game for Position {
    type Setup = Setup;
    type Action = Action;
    type Visible<'a> = Visible<'a>;

    fn new(setup: &Setup, seed: Seed) -> Self {
        let mut position = Position::empty(setup.pool, setup.options, Random::from_u64(Generator::Mixed, 0));
        position.restart(setup, seed);
        position
    }

    fn restart(&mut self, setup: &Setup, seed: Seed) {
        let (mut locate, random, shuffles) = seed.stream().with(|rng| {
            let random = Random::from_u64(setup.options.generator, rng.next_u64());
            let mixed = |rng: &mut Rng| Random::from_u64(Generator::Mixed, rng.next_u64());
            // Each deck has a stream of its own, so that a change of one deck doesn't shuffle the other one otherwise.
            (mixed(rng), random, [mixed(rng), mixed(rng)])
        });
        let annals = self.annals.take();
        self.clear(setup.pool, setup.options, random);
        self.annals = setup.annals.then(|| {
            let mut annals = annals.unwrap_or_default();
            annals.facts.clear();
            annals
        });
        if setup.journal {
            self.keep_journal(Position::seat_names(setup.options.mode));
        }
        let locations = setup.locations.unwrap_or_else(|| draw_locations(setup.pool, &mut locate));
        let shuffles = (setup.options.mode == Mode::Symmetric && !setup.stacked).then_some(shuffles);
        let decks = [&setup.decks.0[0][..], &setup.decks.0[1][..]];
        self.begin(decks, locations, shuffles, setup.stacked);
        self.advance();
    }

    fn to_act(&self) -> Option<Player> {
        self.acting
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let Some(player) = self.acting else { return };
        for (place, card, copy) in self.different(player) {
            let slot = self.slot(self.hand(player)[place]);
            if slot.cost > self.energy(player) {
                continue;
            }
            for location in 0..3 {
                if self.playable(slot.object, player, location) {
                    out.push(Action::Play { card, copy, location: location as u8 });
                }
            }
        }
        out.push(Action::Done);
    }

    fn apply(&mut self, action: Action) {
        let player = self.acting.expect("the battle is not over");
        match action {
            Action::Play { card, copy, location } => {
                let place = self.meant(player, card, copy).expect("a card of the hand");
                self.place(player, place, usize::from(location));
            }
            Action::Done => self.done(player),
        }
        self.advance();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        self.deal_anew(viewer, rng);
    }

    fn fingerprint(&self) -> u64 {
        let mut bytes: SmallVec<[u8; 1024]> = SmallVec::new();
        let (generator, state) = self.random.parts();
        bytes.extend_from_slice(&state.to_le_bytes());
        bytes.extend([
            generator as u8,
            self.turn,
            self.last_turn,
            self.acting.map_or(2, |player| player.index() as u8),
            u8::from(self.placed[0]) | u8::from(self.placed[1]) << 1,
            self.first.index() as u8,
        ]);
        for energy in self.energy.iter().chain(&self.budget) {
            bytes.extend(energy.to_le_bytes());
        }
        for (place, location) in self.locations.iter().enumerate() {
            bytes.extend([location.kind, u8::from(location.revealed), location.version]);
            for player in Player::BOTH {
                list(&mut bytes, self.side(place, player));
            }
        }
        for player in Player::BOTH {
            for cards in [self.hand(player), self.deck(player), self.trash(player)] {
                list(&mut bytes, cards);
            }
        }
        list(&mut bytes, &self.plays);
        bytes.extend(self.plays_before.to_le_bytes());
        for (card, slot) in (0..).zip(&self.slots) {
            if slot.place.owner().is_none() {
                continue;
            }
            bytes.extend([slot.kind.0, slot.played, u8::from(slot.revealed), slot.known]);
            bytes.extend(slot.object.to_le_bytes());
            for modifier in self.modifiers(card) {
                bytes.extend(modifier.origin.to_le_bytes());
                bytes.extend([modifier.op as u8, modifier.lasts as u8]);
                bytes.extend(modifier.value.to_le_bytes());
            }
            bytes.push(0xff);
        }
        xxh3_64(&bytes)
    }

    fn visible(&self, viewer: Player) -> Visible<'_> {
        Visible::new(self, viewer)
    }

    fn describe(&self, action: Action) -> String {
        match action {
            Action::Done => "Done".to_owned(),
            Action::Play { card, copy, location } => {
                let name = &self.pool.card(card).name;
                let place = LOCATIONS[usize::from(location)];
                match copy {
                    0 => format!("Play {name} to {place}"),
                    copy => format!("Play {name} (number {} in hand) to {place}", copy + 1),
                }
            }
        }
    }

    fn question(&self) -> String {
        if self.to_act().is_none() { String::new() } else { "card to play".to_owned() }
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    fn counter_names() -> &'static [&'static str] {
        &["cards_played", "cards_trashed", "cards_moved", "energy_spent", "power", "locations_won"]
    }

    fn counter(&self, player: Player, index: usize) -> u32 {
        let counters = &self.counters[player.index()];
        match index {
            0 => counters.played.into(),
            1 => counters.trashed.into(),
            2 => counters.moved.into(),
            3 => counters.energy_spent.into(),
            4 => self.total(player).max(0) as u32,
            _ => self.locations_won(player) as u32,
        }
    }
}

fn list(bytes: &mut SmallVec<[u8; 1024]>, cards: &[u16]) {
    for card in cards {
        bytes.extend_from_slice(&card.to_le_bytes());
    }
    bytes.extend_from_slice(&[0xff, 0xff]);
}

/// Three different locations of those that battles are fought over.
pub(crate) fn draw_locations(pool: &Pool, random: &mut Random) -> [u8; 3] {
    let mut all: SmallVec<[u8; 32]> =
        pool.locations().iter().filter(|location| location.drawn).map(|location| location.number).collect();
    std::array::from_fn(|_| {
        let chosen = random.below(all.len());
        all.swap_remove(chosen)
    })
}
