//! The whole battle.

mod facts;
mod home;
mod journal;
mod queue;

pub(crate) use self::facts::Annals;
pub use self::facts::Fact;
pub(crate) use self::home::Home;
pub use self::journal::{Change, Delivery, Journal, LOCATIONS, Line};
pub(crate) use self::queue::{Act, Context, Found, INDENT, OUTDENT, Waiting};

use gauntlet_core::{Outcome, Player};

use crate::options::{HERO, Mode, Options, VILLAIN};
use crate::policy::Ongoing;
use crate::pool::{CardDef, Kind, LocationDef, Pool};
use crate::random::Random;
use crate::vocabulary::{CardRule, Hear};

/// The most cards on one side of a location.
pub const ROOM: usize = 4;
/// The most cards in a hand.
pub const HAND: usize = 7;
/// Origins of modifiers and listeners from here on are locations: the left, the middle, the right one; then those that they have
/// become, in the same order, and so on.
pub const ORIGIN_LOCATION: u16 = 0xff00;
/// No modifier.
pub(crate) const NONE: u16 = u16::MAX;

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// Not yet in a zone.
    Nowhere,
    /// In no zone any more: it was made, and there was no room for it. The next card that is made takes its number.
    Lost,
    /// In a hand.
    Hand(Player),
    /// In a deck.
    Deck(Player),
    /// In a trash.
    Trash(Player),
    /// At a location, on a side.
    Table(u8, Player),
}

impl Place {
    /// Whose card it is there: ownership goes by place.
    pub fn owner(self) -> Option<Player> {
        match self {
            Place::Nowhere | Place::Lost => None,
            Place::Hand(player) | Place::Deck(player) | Place::Trash(player) | Place::Table(_, player) => Some(player),
        }
    }

    /// The location.
    pub fn location(self) -> Option<usize> {
        match self {
            Place::Table(location, _) => Some(usize::from(location)),
            _ => None,
        }
    }
}

/// What a modifier does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Adds to the power.
    AddPower,
    /// Replaces the power there was so far.
    SetPower,
    /// Adds to the cost.
    AddCost,
    /// Makes the power what the cost is so far, and the cost what the power is so far, but for what ongoing abilities give.
    Switch,
}

/// How long a modifier is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Lasts {
    /// Until something takes it away.
    #[default]
    Stays,
    /// While an ongoing ability gives it.
    WhileOngoing,
    /// Until this turn has ended and everyone has been told.
    ThisTurn,
}

/// A change of a card that stays on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// The object (or, from [`ORIGIN_LOCATION`] on, the location) that made it.
    pub origin: u16,
    /// What it does.
    pub op: Op,
    /// How long it is there.
    pub lasts: Lasts,
    /// Its declared place in the order: a lower one comes before a higher one, whichever was there first.
    pub priority: i8,
    /// How much.
    pub value: i32,
    pub(crate) next: u16,
    /// How many of the same stand for themselves here, one after the other.
    pub(crate) count: u8,
}

impl Modifier {
    /// Returns whether an ongoing ability gives it.
    pub fn ongoing(&self) -> bool {
        self.lasts == Lasts::WhileOngoing
    }

    /// One that an ongoing ability gives; what it does is still to be said.
    pub(crate) fn ongoing_from(origin: u16) -> Modifier {
        let (op, lasts) = (Op::AddPower, Lasts::WhileOngoing);
        Modifier { origin, op, lasts, priority: 0, value: 0, next: NONE, count: 1 }
    }

    /// What it is but for where it stands.
    pub(crate) fn what(&self) -> (u16, Op, Lasts, i8, i32) {
        (self.origin, self.op, self.lasts, self.priority, self.value)
    }
}

/// A card: where it is, and what has become of it. What it *is* is its object: transforming makes a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub kind: Kind,
    /// The object that it is.
    pub object: u16,
    /// The turn in which it was revealed first; 0 if it has not been.
    pub played: u8,
    /// Whether it is among the revealed cards.
    pub revealed: bool,
    /// The players who know, in a hidden zone, what it is, as bits.
    pub(crate) known: u8,
    /// Where its kind comes from, for one who doesn't see it.
    pub(crate) home: Home,
    /// The messages about others that it hears, as bits.
    pub(crate) hears: u16,
    /// Its cost now.
    pub cost: i16,
    /// Its first modifier.
    pub(crate) modifiers: u16,
    /// Its power now, without what is pulled.
    pub(crate) power: i32,
}

/// What a card was at some time: messages, traces, walks and the list of plays mean objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    pub(crate) slot: u16,
    pub(crate) kind: Kind,
    /// For an object that its card no longer is: the turn in which it was revealed first.
    pub(crate) played: u8,
}

/// A few cards in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row<const MOST: usize> {
    len: u8,
    cards: [u16; MOST],
}

impl<const MOST: usize> Row<MOST> {
    const EMPTY: Self = Row { len: 0, cards: [0; MOST] };

    pub(crate) fn cards(&self) -> &[u16] {
        &self.cards[..usize::from(self.len)]
    }

    pub(crate) fn full(&self) -> bool {
        usize::from(self.len) >= MOST
    }

    pub(crate) fn push(&mut self, card: u16) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    pub(crate) fn sort(&mut self) {
        self.cards[..usize::from(self.len)].sort_unstable();
    }

    fn remove(&mut self, card: u16) {
        if let Some(place) = self.cards().iter().position(|other| *other == card) {
            self.cards.copy_within(place + 1..usize::from(self.len), place);
            self.len -= 1;
        }
    }
}

/// Cards in order, of which there may be many.
pub(crate) type Pile = Vec<u16>;

/// One of the three locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Its type.
    pub kind: u8,
    /// Whether it has been revealed.
    pub revealed: bool,
    /// How often it has become another one.
    pub(crate) version: u8,
    pub(crate) sides: [Row<ROOM>; 2],
}

/// A chain of listeners, by its last link; 0 is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trace(pub(crate) u32);

impl Trace {
    pub(crate) const EMPTY: Trace = Trace(0);
}

/// What is only there while effects resolve. Copies don't have it.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    /// Links of traces: the listener, and the link before.
    pub(crate) traces: Vec<(u16, Trace)>,
    pub(crate) queue: std::collections::VecDeque<Waiting>,
    /// The audiences of waiting messages.
    pub(crate) audiences: Vec<u16>,
    /// Actions since the last time that nothing was going on.
    pub(crate) acts: u32,
    /// It goes on and on.
    pub(crate) endless: bool,
    /// The audience that handlers see just now, as a range of `audiences`.
    pub(crate) seen: Option<(u32, u32)>,
}

/// Numbers that are counted for each player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counters {
    pub(crate) played: u16,
    pub(crate) trashed: u16,
    pub(crate) moved: u16,
    pub(crate) energy_spent: u16,
}

/// A battle, at a decision or over.
#[derive(Debug)]
pub struct Position {
    pub(crate) pool: &'static Pool,
    pub(crate) options: Options,
    pub(crate) random: Random,
    pub(crate) turn: u8,
    pub(crate) last_turn: u8,
    /// Who places cards now.
    pub(crate) acting: Option<Player>,
    /// Who has placed all cards of this turn.
    pub(crate) placed: [bool; 2],
    /// Whose cards come first this turn.
    pub(crate) first: Player,
    pub(crate) energy: [i16; 2],
    /// The energy that each had when it began to place cards.
    pub(crate) budget: [i16; 2],
    pub(crate) locations: [Location; 3],
    pub(crate) hands: [Row<HAND>; 2],
    pub(crate) decks: [Pile; 2],
    pub(crate) trash: [Pile; 2],
    /// Objects in the order in which they were placed.
    pub(crate) plays: Pile,
    /// How many of them were placed before this turn.
    pub(crate) plays_before: u16,
    pub(crate) slots: Vec<Slot>,
    pub(crate) objects: Vec<Object>,
    pub(crate) modifiers: Vec<Modifier>,
    /// The first modifier that is free.
    pub(crate) free: u16,
    /// How many cards are lost.
    pub(crate) lost: u16,
    /// Messages that something in this battle hears.
    pub(crate) heard: u16,
    /// Whether something in this battle has an ongoing ability.
    pub(crate) ongoing: bool,
    /// Rules that some card of this battle makes.
    pub(crate) protects: bool,
    pub(crate) doubles: bool,
    /// There may be modifiers that go when the turn has ended.
    pub(crate) fleeting: bool,
    /// Something has changed since ongoing abilities were settled.
    pub(crate) unsettled: bool,
    pub(crate) counters: [Counters; 2],
    pub(crate) outcome: Option<Outcome>,
    pub(crate) journal: Option<Box<Journal>>,
    pub(crate) annals: Option<Box<Annals>>,
    pub(crate) scratch: Scratch,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut copy = Position::empty(self.pool, self.options, self.random);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        self.pool = from.pool;
        self.options = from.options;
        self.random = from.random;
        self.turn = from.turn;
        self.last_turn = from.last_turn;
        self.acting = from.acting;
        self.placed = from.placed;
        self.first = from.first;
        self.energy = from.energy;
        self.budget = from.budget;
        self.locations = from.locations;
        self.hands = from.hands;
        self.decks.clone_from(&from.decks);
        self.trash.clone_from(&from.trash);
        self.plays.clone_from(&from.plays);
        self.plays_before = from.plays_before;
        self.slots.clone_from(&from.slots);
        self.objects.clone_from(&from.objects);
        self.modifiers.clone_from(&from.modifiers);
        self.free = from.free;
        self.lost = from.lost;
        self.heard = from.heard;
        self.ongoing = from.ongoing;
        self.protects = from.protects;
        self.doubles = from.doubles;
        self.fleeting = from.fleeting;
        self.unsettled = from.unsettled;
        self.counters = from.counters;
        self.outcome = from.outcome;
        self.journal.clone_from(&from.journal);
        self.annals = None;
    }
}

impl Position {
    /// A battle with nothing in it.
    pub(crate) fn empty(pool: &'static Pool, options: Options, random: Random) -> Position {
        let location = Location { kind: 0, revealed: false, version: 0, sides: [Row::EMPTY; 2] };
        Position {
            pool,
            options,
            random,
            turn: 0,
            last_turn: 6,
            acting: None,
            placed: [false; 2],
            first: HERO,
            energy: [0; 2],
            budget: [0; 2],
            locations: [location; 3],
            hands: [Row::EMPTY; 2],
            decks: Default::default(),
            trash: Default::default(),
            plays: Pile::new(),
            plays_before: 0,
            slots: Vec::new(),
            objects: Vec::new(),
            modifiers: Vec::new(),
            free: NONE,
            lost: 0,
            heard: 0,
            ongoing: false,
            protects: false,
            doubles: false,
            fleeting: false,
            unsettled: false,
            counters: [Counters::default(); 2],
            outcome: None,
            journal: None,
            annals: None,
            scratch: Scratch::default(),
        }
    }

    /// Makes this what [`Position::empty`] returns, keeping its memory.
    pub(crate) fn clear(&mut self, pool: &'static Pool, options: Options, random: Random) {
        let mut kept = Position::empty(pool, options, random);
        std::mem::swap(&mut kept.slots, &mut self.slots);
        std::mem::swap(&mut kept.objects, &mut self.objects);
        std::mem::swap(&mut kept.modifiers, &mut self.modifiers);
        std::mem::swap(&mut kept.decks, &mut self.decks);
        std::mem::swap(&mut kept.trash, &mut self.trash);
        std::mem::swap(&mut kept.plays, &mut self.plays);
        std::mem::swap(&mut kept.scratch, &mut self.scratch);
        *self = kept;
        self.slots.clear();
        self.objects.clear();
        self.modifiers.clear();
        self.plays.clear();
        for player in 0..2 {
            self.decks[player].clear();
            self.trash[player].clear();
        }
        self.scratch.traces.clear();
        self.scratch.queue.clear();
        self.scratch.audiences.clear();
        self.scratch.seen = None;
        self.scratch.acts = 0;
        self.scratch.endless = false;
    }

    /// The cards of the game.
    pub fn pool(&self) -> &'static Pool {
        self.pool
    }

    /// The parameters of the battle.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The last turn.
    pub fn last_turn(&self) -> u8 {
        self.last_turn
    }

    /// A player's energy.
    pub fn energy(&self, player: Player) -> i16 {
        self.energy[player.index()]
    }

    /// A location.
    pub fn location(&self, location: usize) -> &Location {
        &self.locations[location]
    }

    /// What a location is as a listener and as the origin of modifiers.
    pub(crate) fn location_id(&self, location: usize) -> u16 {
        ORIGIN_LOCATION + location as u16 + 3 * u16::from(self.locations[location].version)
    }

    /// The cards on a side of a location, in order of arrival.
    pub fn side(&self, location: usize, player: Player) -> &[u16] {
        self.locations[location].sides[player.index()].cards()
    }

    /// A player's hand.
    pub fn hand(&self, player: Player) -> &[u16] {
        self.hands[player.index()].cards()
    }

    /// A player's deck, the top first.
    pub fn deck(&self, player: Player) -> &[u16] {
        &self.decks[player.index()]
    }

    /// A player's trash, the oldest first.
    pub fn trash(&self, player: Player) -> &[u16] {
        &self.trash[player.index()]
    }

    /// A card.
    pub fn slot(&self, card: u16) -> &Slot {
        &self.slots[usize::from(card)]
    }

    /// What is printed on a card.
    pub fn def(&self, card: u16) -> &'static CardDef {
        self.pool.card(self.slot(card).kind)
    }

    /// How many cards there have been.
    pub fn cards(&self) -> usize {
        self.slots.len()
    }

    /// What a location is.
    pub fn location_def(&self, location: usize) -> &'static LocationDef {
        self.pool.location(self.locations[location].kind)
    }

    /// The two players in the order in which their cards are gone through.
    pub(crate) fn order(&self) -> [Player; 2] {
        match self.options.mode {
            Mode::Shipped => [HERO, VILLAIN],
            Mode::Symmetric => [self.first, !self.first],
        }
    }

    /// Whose cards are revealed first, in the order of a turn.
    pub(crate) fn reveal_order(&self) -> [Player; 2] {
        match self.options.mode {
            Mode::Shipped => [VILLAIN, HERO],
            Mode::Symmetric => [self.first, !self.first],
        }
    }

    /// A new card, in no zone.
    pub(crate) fn create(&mut self, kind: Kind) -> u16 {
        let def = self.pool.card(kind);
        let mut new = Slot {
            place: Place::Nowhere,
            kind,
            object: 0,
            played: 0,
            revealed: false,
            known: 0,
            home: Home::Anywhere,
            hears: 0,
            cost: def.cost,
            modifiers: NONE,
            power: def.power,
        };
        if self.lost > 0
            && let Some(card) = self.slots.iter().position(|slot| slot.place == Place::Lost)
        {
            self.lost -= 1;
            new.object = self.slots[card].object;
            self.slots[card] = new;
            self.be(card as u16, new.object, kind);
            return card as u16;
        }
        let card = self.slots.len() as u16;
        self.slots.push(new);
        self.become_kind(card, kind);
        card
    }

    /// Gives up a card that was made and for which there is no room.
    pub(crate) fn lose(&mut self, card: u16) {
        if self.journal.is_some() {
            let unique = self.options.policy.ongoing == Ongoing::Unique;
            let noted = |one: &&Modifier| !(unique && one.ongoing());
            let gone: Vec<Modifier> = self.modifiers(card).filter(noted).copied().collect();
            for modifier in &gone {
                self.note_removed(card, modifier, false, Trace::EMPTY);
            }
        }
        self.take_modifiers(card, |_| true);
        self.slots[usize::from(card)].place = Place::Lost;
        self.lost += 1;
    }

    /// Makes a card another object, of this kind.
    pub(crate) fn become_kind(&mut self, card: u16, kind: Kind) {
        let object = self.objects.len() as u16;
        assert!(object < ORIGIN_LOCATION, "a battle has at most {ORIGIN_LOCATION} objects");
        self.objects.push(Object { slot: card, kind, played: 0 });
        self.be(card, object, kind);
    }

    /// Makes a card this object, of this kind.
    fn be(&mut self, card: u16, object: u16, kind: Kind) {
        self.objects[usize::from(object)] = Object { slot: card, kind, played: 0 };
        let slot = &mut self.slots[usize::from(card)];
        (slot.object, slot.kind, slot.hears) = (object, kind, self.pool.card(kind).of_others);
        self.meet(kind);
        if self.slot(card).modifiers != NONE {
            self.refresh(card);
        } else {
            let def = self.pool.card(kind);
            let slot = &mut self.slots[usize::from(card)];
            (slot.cost, slot.power) = (def.cost, def.power);
        }
    }

    /// Notes what a kind of card brings into the battle.
    pub(crate) fn meet(&mut self, kind: Kind) {
        let def = self.pool.card(kind);
        self.heard |= def.of_itself | def.of_others;
        self.ongoing |= def.always.is_some();
        self.protects |= def.rule == Some(CardRule::ProtectsFromTrash);
        self.doubles |= def.rule == Some(CardRule::DoublesScore);
    }

    /// The card that an object was.
    pub(crate) fn slot_of(&self, object: u16) -> u16 {
        self.objects[usize::from(object)].slot
    }

    /// What is printed on an object.
    pub(crate) fn object_def(&self, object: u16) -> &'static CardDef {
        self.pool.card(self.objects[usize::from(object)].kind)
    }

    /// The kind of an object.
    pub(crate) fn object_kind(&self, object: u16) -> Kind {
        self.objects[usize::from(object)].kind
    }

    /// Returns whether an object's card still is this object: transforming makes it another one.
    pub(crate) fn is_current(&self, object: u16) -> bool {
        self.slot(self.slot_of(object)).object == object
    }

    /// The object that an object's card is now.
    pub(crate) fn current(&self, object: u16) -> u16 {
        self.slot(self.slot_of(object)).object
    }

    /// An object's cost now: what is printed on it with the modifiers of its card.
    pub(crate) fn object_cost(&self, object: u16) -> i16 {
        let card = self.slot_of(object);
        if self.is_current(object) {
            return self.slot(card).cost;
        }
        self.modified(card, self.object_def(object)).0
    }

    /// An object's power now: what is printed on it with the modifiers of its card, and with what is pulled.
    pub(crate) fn object_power(&self, object: u16) -> i32 {
        let card = self.slot_of(object);
        if self.is_current(object) {
            return self.power(card);
        }
        if self.ongoing && self.options.policy.ongoing == Ongoing::Pull {
            return self.pulled(card, self.object_def(object));
        }
        self.modified(card, self.object_def(object)).1
    }

    /// The turn in which an object was revealed first; 0 if it has not been.
    pub(crate) fn object_played(&self, object: u16) -> u8 {
        if self.is_current(object) {
            self.slot(self.slot_of(object)).played
        } else {
            self.objects[usize::from(object)].played
        }
    }

    /// Takes a card from where it is.
    pub(crate) fn take(&mut self, card: u16) {
        let remove = |pile: &mut Pile| {
            if let Some(place) = pile.iter().position(|other| *other == card) {
                pile.remove(place);
            }
        };
        match self.slot(card).place {
            Place::Nowhere | Place::Lost => {}
            Place::Hand(player) => self.hands[player.index()].remove(card),
            Place::Deck(player) => remove(&mut self.decks[player.index()]),
            Place::Trash(player) => remove(&mut self.trash[player.index()]),
            Place::Table(location, player) => {
                self.locations[usize::from(location)].sides[player.index()].remove(card);
            }
        }
        self.slots[usize::from(card)].place = Place::Nowhere;
        self.unsettled = true;
    }

    /// Puts a card that is nowhere at the end of a zone that has room.
    pub(crate) fn put(&mut self, card: u16, place: Place) {
        match place {
            Place::Nowhere | Place::Lost => {}
            Place::Hand(player) => self.hands[player.index()].push(card),
            Place::Deck(player) => self.decks[player.index()].push(card),
            Place::Trash(player) => self.trash[player.index()].push(card),
            Place::Table(location, player) => {
                self.locations[usize::from(location)].sides[player.index()].push(card);
            }
        }
        let slot = &mut self.slots[usize::from(card)];
        slot.place = place;
        slot.known = match place {
            Place::Trash(_) => 0b11,
            Place::Hand(player) => slot.known | 1 << player.index(),
            _ => slot.known,
        };
        self.unsettled = true;
    }

    /// Returns whether a side of a location has no room.
    pub fn full(&self, location: usize, player: Player) -> bool {
        self.locations[location].sides[player.index()].full()
    }

    /// The revealed cards on a side of a location.
    pub fn revealed(&self, location: usize, player: Player) -> impl Iterator<Item = u16> + '_ {
        self.side(location, player).iter().copied().filter(|card| self.slot(*card).revealed)
    }

    /// A card's power now.
    #[inline]
    pub fn power(&self, card: u16) -> i32 {
        if self.ongoing && self.options.policy.ongoing == Ongoing::Pull {
            self.pulled(card, self.def(card))
        } else {
            self.slot(card).power
        }
    }

    /// The score of a side of a location.
    pub fn score(&self, location: usize, player: Player) -> i32 {
        let (mut sum, mut doubled) = (0, 0);
        for card in self.revealed(location, player) {
            sum += self.power(card);
            doubled += u32::from(self.doubles && self.def(card).rule == Some(CardRule::DoublesScore));
        }
        sum << doubled
    }

    /// A player's score at all locations.
    pub fn total(&self, player: Player) -> i32 {
        (0..3).map(|location| self.score(location, player)).sum()
    }

    /// A card's name in a log.
    pub(crate) fn name(&self, card: u16) -> &'static str {
        &self.def(card).name
    }

    pub(crate) fn hears(&self, hear: Hear) -> bool {
        self.heard & hear.bit() != 0
    }

    /// The bytes that a battle takes, those on the heap included.
    pub fn bytes(&self) -> usize {
        let piles = [&self.decks[0], &self.decks[1], &self.trash[0], &self.trash[1], &self.plays];
        std::mem::size_of::<Position>()
            + size_of_val(self.slots.as_slice())
            + size_of_val(self.objects.as_slice())
            + size_of_val(self.modifiers.as_slice())
            + piles.iter().map(|pile| size_of_val(pile.as_slice())).sum::<usize>()
    }
}
