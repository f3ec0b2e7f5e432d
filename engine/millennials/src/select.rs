//! Which cards an effect is about.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::always::within;
use crate::state::{Context, Place, Position};
use crate::vocabulary::{Pick, Select, When, Where, Whose};

/// Objects in order.
pub(crate) type Found = SmallVec<[u16; 16]>;

impl Position {
    /// Returns whether an object is one of those that a choice is about, wherever its card is, and whatever that has become.
    pub(crate) fn fits(&self, object: u16, select: &Select, context: &Context) -> bool {
        if select.other && object == context.this
            || select.cost.is_some() && !within(select.cost, self.object_cost(object))
            || select.once && !self.object_def(object).once
            || select.kinds != 0 && select.kinds >> self.object_kind(object).0 & 1 == 0
        {
            return false;
        }
        if let Some(least) = select.power_from
            && self.object_power(object) < least
        {
            return false;
        }
        let turn = match select.turn {
            None => true,
            Some(When::This) => self.object_played(object) == self.turn,
            Some(When::Previous) => self.object_played(object) + 1 == self.turn,
        };
        turn && !(select.untraced && self.in_trace(context.trace, object))
    }

    /// Returns whether cards of this player are among those that a choice is about.
    pub(crate) fn is_whose(player: Player, whose: Whose, own: Option<Player>) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Own => Some(player) == own,
            Whose::Opponent => own.is_some_and(|own| own != player),
        }
    }

    /// The locations whose cards a choice is about. A location that has become another one finds no cards here.
    pub(crate) fn reach(&self, select: &Select, context: &Context) -> [bool; 3] {
        let here = self.here(context).filter(|_| self.still_this(context));
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
                            let object = self.slot(card).object;
                            if self.seen(card) && self.fits(object, select, context) {
                                found.push(object);
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
                    let objects = cards.iter().map(|card| self.slot(*card).object);
                    found.extend(objects.filter(|object| self.fits(*object, select, context)));
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
                let cost = |object: &u16| self.object_cost(*object);
                found.iter().copied().min_by_key(cost).into_iter().collect()
            }
            Pick::Strongest => {
                let power = |object: &u16| self.object_power(*object);
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
        (0..3).filter(|location| self.playable(self.slot(card).object, player, *location)).collect()
    }

    pub(crate) fn playable(&self, object: u16, player: Player, location: usize) -> bool {
        use crate::options::{Mode, VILLAIN};
        use crate::vocabulary::{CardRule, LocationRule};
        if self.full(location, player) {
            return false;
        }
        if self.locations[location].revealed {
            let def = self.location_def(location);
            let villain = self.options.mode == Mode::Shipped && player == VILLAIN;
            if def.rule == Some(LocationRule::VillainOnly) && !villain
                || def.forbidden_cost.is_some() && within(def.forbidden_cost, self.object_cost(object))
            {
                return false;
            }
        }
        match self.object_def(object).rule {
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
