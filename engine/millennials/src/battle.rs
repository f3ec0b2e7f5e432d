//! The flow of a battle: turns, placing cards, revealing them, the end.

use gauntlet_core::{Audience, Outcome, Player, Reason};
use smallvec::SmallVec;

use crate::options::{HERO, Mode, Priority, VILLAIN};
use crate::pool::Kind;
use crate::random::Random;
use crate::state::{Context, Fact, Home, LOCATIONS, Place, Position, Trace};
use crate::vocabulary::Hear;

/// Cards in the hands at the start.
const START: usize = 3;

impl Position {
    /// Begins a battle in this, which must be empty but for journal and options, and goes on to the first turn's plays.
    /// `shuffles` are the streams that decks are shuffled with, by seat; without, the shipped game's way: the villain's deck isn't
    /// shuffled, and the player's (if not `stacked`) is with the battle's own stream.
    pub(crate) fn begin(
        &mut self,
        decks: [&[Kind]; 2],
        locations: [u8; 3],
        shuffles: Option<[Random; 2]>,
        stacked: bool,
    ) {
        for player in Player::BOTH {
            for kind in decks[player.index()] {
                let card = self.create(*kind);
                self.slots[usize::from(card)].home = Home::deck(player);
                self.put(card, Place::Deck(player));
            }
        }
        for (place, kind) in locations.into_iter().enumerate() {
            self.locations[place].kind = kind;
            self.heard |= self.pool.location(kind).hears;
        }
        let order = match self.options.mode {
            Mode::Shipped => [VILLAIN, HERO],
            Mode::Symmetric => Player::BOTH,
        };
        for player in order {
            let mut deck = std::mem::take(&mut self.decks[player.index()]);
            match shuffles {
                Some(mut streams) => streams[player.index()].shuffle(&mut deck),
                None if player == HERO && !stacked => self.random.shuffle(&mut deck),
                None => {}
            }
            self.decks[player.index()] = deck;
            for _ in 0..START {
                self.draw(player, player, Trace::EMPTY);
            }
        }
        self.finish();
        self.start_turn();
    }

    fn start_turn(&mut self) {
        self.turn += 1;
        let (turn, last) = (self.turn, self.last_turn);
        self.first = self.whose_turn_first();
        self.say(Audience::Everyone, Trace::EMPTY, 0, |_| format!("Turn {turn} of {last}"));
        self.fact(|_| Fact::Turn);
        for player in self.order() {
            self.energy[player.index()] = i16::from(turn);
            self.draw(player, player, Trace::EMPTY);
            self.finish();
        }
        if let Some(location) = usize::from(turn).checked_sub(1).filter(|location| *location < 3) {
            self.reveal_location(location);
        }
        self.tell_turn(Hear::TurnStarts);
        if self.outcome.is_some() {
            return;
        }
        self.note_ahead();
        self.budget = self.energy;
        self.placed = [false; 2];
        self.plays_before = self.plays.len() as u16;
        self.acting = Some(match self.options.mode {
            Mode::Shipped => VILLAIN,
            Mode::Symmetric => Player::FIRST,
        });
    }

    /// Whose cards come first in this turn.
    fn whose_turn_first(&self) -> Player {
        let alternating = if self.turn % 2 == 1 { Player::FIRST } else { Player::SECOND };
        match self.options.priority {
            _ if self.options.mode == Mode::Shipped => HERO,
            Priority::First => Player::FIRST,
            Priority::Alternate => alternating,
            Priority::Leader => match self.total(Player::FIRST).cmp(&self.total(Player::SECOND)) {
                std::cmp::Ordering::Greater => Player::FIRST,
                std::cmp::Ordering::Less => Player::SECOND,
                std::cmp::Ordering::Equal => alternating,
            },
        }
    }

    fn reveal_location(&mut self, location: usize) {
        self.say(Audience::Everyone, Trace::EMPTY, 0, |_| format!("{} is revealed", LOCATIONS[location]));
        let def = self.location_def(location);
        if def.hears & Hear::Reveal.bit() != 0 {
            let listener = self.location_id(location);
            let trace = self.longer(Trace::EMPTY, listener);
            for handler in def.on.iter().filter(|handler| handler.hear == Hear::Reveal) {
                self.handle(handler, &Context::of(listener, None, trace));
            }
        }
        self.locations[location].revealed = true;
        self.finish();
    }

    /// Goes on while there is nothing to decide: a player who can place no card is done.
    pub(crate) fn advance(&mut self) {
        while let Some(player) = self.acting {
            if self.options.villain_plays && self.options.mode == Mode::Shipped && player == VILLAIN {
                self.villain_places();
            } else if self.can_place(player) {
                return;
            }
            self.done(player);
        }
    }

    fn can_place(&self, player: Player) -> bool {
        let energy = self.energy(player);
        self.hand(player).iter().any(|card| {
            let slot = self.slot(*card);
            slot.cost <= energy && (0..3).any(|location| self.playable(slot.object, player, location))
        })
    }

    /// Returns whether a player may place a card of the hand at a location now.
    pub fn may_place(&self, player: Player, hand: usize, location: usize) -> bool {
        self.acting == Some(player)
            && location < 3
            && self.hand(player).get(hand).is_some_and(|card| {
                let slot = self.slot(*card);
                slot.cost <= self.energy(player) && self.playable(slot.object, player, location)
            })
    }

    /// Places a card of the hand face down at a location and pays for it.
    ///
    /// # Panics
    /// If there is no such card or no room; see [`Position::may_place`].
    pub fn place(&mut self, player: Player, hand: usize, location: usize) {
        let card = self.hand(player)[hand];
        let cost = self.slot(card).cost;
        self.energy[player.index()] -= cost;
        self.take(card);
        self.put(card, Place::Table(location as u8, player));
        self.plays.push(self.slot(card).object);
        let counters = &mut self.counters[player.index()];
        counters.played += 1;
        counters.energy_spent += cost.max(0) as u16;
        if self.options.mode == Mode::Shipped {
            self.forget_hand(player);
            self.slots[usize::from(card)].known = 1 << player.index();
        }
        let open = self.open(player);
        // In symmetric battles that a card was placed, and where, is secret too until both are done.
        let audience = match self.options.mode {
            Mode::Shipped if !open => Audience::Everyone,
            Mode::Shipped | Mode::Symmetric => Audience::Only(player),
        };
        self.say(audience, Trace::EMPTY, 0, |position| {
            let who = position.player_name(player);
            let what = if open { position.name(card) } else { "a card" };
            format!("{who} play {what} to {}", LOCATIONS[location])
        });
    }

    /// Which of the cards that it knew in this hand were placed, the opponent didn't see.
    fn forget_hand(&mut self, player: Player) {
        for place in 0..self.hand(player).len() {
            let card = self.hand(player)[place];
            self.slots[usize::from(card)].known &= 1 << player.index();
        }
    }

    /// Takes back the card that a player placed last in this turn: its energy is returned, and it goes to the end of the hand. The
    /// shipped game takes the last card that anyone placed and may so lose one of the villain's; this doesn't.
    ///
    /// Returns whether there was one.
    pub fn take_back(&mut self, player: Player) -> bool {
        let theirs = |object: &u16| self.slot(self.slot_of(*object)).place.owner() == Some(player);
        let before = usize::from(self.plays_before);
        let Some(place) = self.plays[before..].iter().rposition(theirs).filter(|_| self.acting == Some(player)) else {
            return false;
        };
        let object = self.plays.remove(before + place);
        let card = self.slot_of(object);
        let cost = self.slot(card).cost;
        self.energy[player.index()] += cost;
        let counters = &mut self.counters[player.index()];
        counters.played -= 1;
        counters.energy_spent -= cost.max(0) as u16;
        self.take(card);
        self.put(card, Place::Hand(player));
        true
    }

    /// A player has placed all cards: the other one's turn to place, or all are revealed.
    pub fn done(&mut self, player: Player) {
        self.placed[player.index()] = true;
        if !self.placed[(!player).index()] {
            self.acting = Some(!player);
            return;
        }
        if self.options.mode == Mode::Symmetric {
            // Only now is it seen that cards were placed.
            for player in Player::BOTH {
                if self.placed_now(player).next().is_some() {
                    self.forget_hand(player);
                }
            }
        }
        self.acting = None;
        self.unsettled = true;
        self.end_turn();
    }

    fn end_turn(&mut self) {
        let owner = |object: &u16| self.slot(self.slot_of(*object)).place.owner();
        let placed = &self.plays[usize::from(self.plays_before)..];
        let of = |player: Player| placed.iter().copied().filter(move |object| owner(object) == Some(player));
        let [one, other] = self.reveal_order();
        let order: SmallVec<[u16; 24]> = of(one).chain(of(other)).collect();
        for object in &order {
            let slot = *self.slot(self.slot_of(*object));
            if let Some(player) = slot.place.owner() {
                self.fact(|_| Fact::Play { player, kind: slot.kind });
            }
        }
        for object in order {
            self.send(Hear::LeavesHand, object, Trace::EMPTY);
            self.finish();
            self.reveal(object, true, Trace::EMPTY);
            self.finish();
            if self.outcome.is_some() {
                return;
            }
        }
        self.note_end();
        self.tell_turn(Hear::TurnEnds);
        self.drop_fleeting();
        if self.outcome.is_some() {
            return;
        }
        if self.turn >= self.last_turn {
            self.end();
        } else {
            self.start_turn();
        }
    }

    /// How many locations a player has won: at the shipped game's end ties are the player's, in symmetric battles nobody's.
    pub fn locations_won(&self, player: Player) -> usize {
        let won = |location: &usize| {
            let (mine, theirs) = (self.score(*location, player), self.score(*location, !player));
            mine > theirs || mine == theirs && self.options.mode == Mode::Shipped && player == HERO
        };
        (0..3).filter(won).count()
    }

    fn end(&mut self) {
        let [one, other] = Player::BOTH.map(|player| self.total(player));
        let winner = match self.options.mode {
            Mode::Shipped => {
                let (mine, theirs) = if HERO == Player::FIRST { (one, other) } else { (other, one) };
                let hero = mine > theirs || mine == theirs && self.locations_won(HERO) > 1;
                Some(if hero { HERO } else { VILLAIN })
            }
            Mode::Symmetric => {
                let [first, second] = Player::BOTH.map(|player| self.locations_won(player));
                match (one, first).cmp(&(other, second)) {
                    std::cmp::Ordering::Greater => Some(Player::FIRST),
                    std::cmp::Ordering::Less => Some(Player::SECOND),
                    std::cmp::Ordering::Equal => None,
                }
            }
        };
        self.outcome = Some(Outcome { winner, reason: Reason::Score });
        self.say(Audience::Everyone, Trace::EMPTY, 0, |position| match position.options.mode {
            Mode::Shipped => {
                let word = if winner == Some(HERO) { "win" } else { "lose" };
                format!("You {word} {} — {}!", position.total(HERO), position.total(VILLAIN))
            }
            Mode::Symmetric => format!("{one} — {other}"),
        });
    }
}
