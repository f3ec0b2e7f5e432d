//! Which cards an effect is about.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::always::within;
use crate::effects::Context;
use crate::state::{Place, Position};
use crate::vocabulary::{Pick, Select, When, Where, Whose};

/// Objects in order.
pub(crate) type Found = SmallVec<[u16; 16]>;

impl Position {
    /// Whether a card is one of those that a choice is about, wherever it is.
    pub(crate) fn fits(&self, card: u16, select: &Select, context: &Context) -> bool {
        let slot = self.slot(card);
        if select.other && slot.object == context.this
            || !within(select.cost, slot.cost)
            || select.once && !self.def(card).once
            || select.kinds != 0 && select.kinds >> slot.kind.0 & 1 == 0
        {
            return false;
        }
        if let Some(least) = select.power_from
            && self.power(card) < least
        {
            return false;
        }
        let turn = match select.turn {
            None => true,
            Some(When::This) => slot.played == self.turn,
            Some(When::Previous) => slot.played + 1 == self.turn,
        };
        turn && !(select.untraced && self.in_trace(context.trace, slot.object))
    }

    /// Whether cards of this player are among those that a choice is about.
    pub(crate) fn is_whose(player: Player, whose: Whose, own: Option<Player>) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Own => Some(player) == own,
            Whose::Opponent => own.is_some_and(|own| own != player),
        }
    }

    /// The locations whose cards a choice is about.
    pub(crate) fn reach(&self, select: &Select, context: &Context) -> [bool; 3] {
        let here = self.here(context);
        match select.zone {
            Where::Board => [true; 3],
            Where::Here => std::array::from_fn(|location| here == Some(location)),
            Where::Elsewhere => std::array::from_fn(|location| here.is_some_and(|here| here != location)),
            _ => [false; 3],
        }
    }

    /// All cards that a choice finds just now, before one is picked.
    pub(crate) fn found(&self, select: &Select, context: &Context) -> Found {
        let own = self.own(context);
        let mut found = Found::new();
        let players = match select.whose {
            Whose::Own => [own, None],
            Whose::Opponent => [own.map(|own| !own), None],
            Whose::Any => self.order().map(Some),
        };
        match select.zone {
            Where::This => found.push(context.this),
            Where::Here | Where::Elsewhere | Where::Board => {
                let reach = self.reach(select, context);
                for location in (0..3).filter(|location| reach[*location]) {
                    for player in players.into_iter().flatten() {
                        for card in self.revealed(location, player) {
                            if self.seen(card) && self.fits(card, select, context) {
                                found.push(self.slot(card).object);
                            }
                        }
                    }
                }
            }
            Where::Hand | Where::Deck | Where::Trash => {
                for player in players.into_iter().flatten() {
                    let cards = match select.zone {
                        Where::Hand => self.hand(player),
                        Where::Deck => self.deck(player),
                        _ => self.trash(player),
                    };
                    let fitting = cards.iter().filter(|card| self.fits(**card, select, context));
                    found.extend(fitting.map(|card| self.slot(*card).object));
                }
            }
            Where::Played => {
                let owner = |object: &u16| self.slot(self.slot_of(*object)).place.owner();
                let theirs = |object: &&u16| **object != context.this && owner(object) == own && own.is_some();
                found.extend(self.plays.iter().rev().filter(theirs).copied());
            }
        }
        found
    }

    /// Of what was found, what a choice picks.
    pub(crate) fn picked(&mut self, select: &Select, mut found: Found) -> Found {
        let first = |found: &Found, place: usize| found.get(place).copied().into_iter().collect();
        match select.pick {
            Pick::All => found,
            Pick::First => first(&found, 0),
            Pick::Random => {
                let place = self.random.below(found.len());
                first(&found, place)
            }
            Pick::Cheapest => {
                let cost = |object: &u16| self.slot(self.slot_of(*object)).cost;
                found.iter().copied().min_by_key(cost).into_iter().collect()
            }
            Pick::Strongest => {
                let power = |object: &u16| self.power(self.slot_of(*object));
                let most = found.iter().map(power).max();
                found.retain(|object| Some(power(object)) == most);
                found
            }
            Pick::ThreeShuffled => {
                self.random.shuffle(&mut found);
                found.truncate(3);
                found
            }
        }
    }

    /// Where a card could be played, from left to right: its side has room, the location allows it (one that is not revealed
    /// allows all), and it allows the location.
    pub fn places(&self, card: u16, player: Player) -> SmallVec<[usize; 3]> {
        (0..3).filter(|location| self.playable(card, player, *location)).collect()
    }

    pub(crate) fn playable(&self, card: u16, player: Player, location: usize) -> bool {
        use crate::options::{Mode, VILLAIN};
        use crate::vocabulary::{CardRule, LocationRule};
        if self.full(location, player) {
            return false;
        }
        if self.locations[location].revealed {
            let def = self.location_def(location);
            let villain = self.options.mode == Mode::Shipped && player == VILLAIN;
            if def.rule == Some(LocationRule::VillainOnly) && !villain
                || def.forbidden_cost.is_some() && within(def.forbidden_cost, self.slot(card).cost)
            {
                return false;
            }
        }
        match self.def(card).rule {
            Some(CardRule::OnlyWhereWinning) => self.score(location, player) > self.score(location, !player),
            Some(CardRule::NotAfterAPlay) => !(0..3)
                .any(|location| self.revealed(location, player).any(|card| self.slot(card).played + 1 == self.turn)),
            _ => true,
        }
    }

    pub(crate) fn on_table(&self, object: u16) -> bool {
        matches!(self.slot(self.slot_of(object)).place, Place::Table(..))
    }
}
