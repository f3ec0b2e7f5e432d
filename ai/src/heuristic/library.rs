//! What the viewer's own library still has: the list is known, the order isn't. Searches, and what is revealed until a card of a
//! kind is found, are valued by it.

use std::cell::RefCell;

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::{Filter, PlayerFilter, Test, Zone};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::state::ObjectId;
use gauntlet_magic::view::Visible;

use super::amount::Env;
use super::memory::About;
use super::value::Judge;

/// The cards of a library, each once with how many of it there are.
#[derive(Debug, Default)]
pub(super) struct Library {
    kept: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The turn, the size of the library and that of the hand for which it was counted.
    stamp: (u32, usize, usize),
    cards: Vec<(CardId, u8)>,
    deck: Vec<CardId>,
}

impl Library {
    /// Counts once more when it is next asked for.
    pub(super) fn forget(&self) {
        self.kept.borrow_mut().stamp = (0, 0, 0);
    }

    fn refresh(&self, see: Visible<'_>, me: Player) {
        let stamp = (see.turn(), see.library_size(me), see.hand_size(me));
        if self.kept.borrow().stamp == stamp {
            return;
        }
        let mut kept = self.kept.borrow_mut();
        let kept = &mut *kept;
        kept.stamp = stamp;
        kept.cards.clear();
        see.deck_into(me, &mut kept.deck);
        for &card in &kept.deck {
            match kept.cards.last_mut() {
                Some((last, count)) if *last == card => *count += 1,
                _ => kept.cards.push((card, 1)),
            }
        }
        for card in see.hand() {
            if let Some((_, count)) = kept.cards.iter_mut().find(|(other, _)| *other == card) {
                *count -= 1;
            }
        }
        kept.cards.retain(|(_, count)| *count > 0);
    }
}

impl Judge<'_> {
    /// Calls `f` with each card that the viewer's library has and how many of it there are.
    pub(super) fn each_in_library(self, f: &mut dyn FnMut(CardId, i32)) {
        let library = self.memory.library();
        library.refresh(self.see, self.me);
        for (card, count) in &library.kept.borrow().cards {
            f(*card, i32::from(*count));
        }
    }

    /// Returns whether a card fits a filter by what is printed on it. What depends on anything else it doesn't fit.
    pub(super) fn fits_printed(self, env: &Env<'_>, filter: &Filter, card: CardId) -> bool {
        let printed = self.see.pool().card(card);
        let chars = &printed.characteristics;
        filter.tests.iter().all(|test| match test {
            Test::Types(types) => chars.types.intersects(*types),
            Test::AllTypes(types) => chars.types.contains(*types),
            Test::NotTypes(types) => !chars.types.intersects(*types),
            Test::Supertype(supertypes) => printed.has_supertype(*supertypes),
            Test::NotSupertype(supertypes) => !printed.has_supertype(*supertypes),
            Test::Subtype(subtype) => chars.subtypes.contains(*subtype),
            Test::Colors(colors) => chars.colors.intersects(*colors),
            Test::NotColors(colors) => !chars.colors.intersects(*colors),
            Test::Colorless => chars.colors.is_empty(),
            Test::Keyword(keywords) => chars.keywords.contains(*keywords),
            Test::NotKeyword(keywords) => !chars.keywords.intersects(*keywords),
            Test::Power(comparison, amount) => comparison.holds(i32::from(chars.power), self.amount(env, amount)),
            Test::Toughness(comparison, amount) => {
                comparison.holds(i32::from(chars.toughness), self.amount(env, amount))
            }
            Test::ManaValue(comparison, amount) => {
                comparison.holds(i32::from(chars.mana_value), self.amount(env, amount))
            }
            Test::Named(name) => printed.name == *name,
            Test::Controller(player) | Test::Owner(player) => {
                matches!(player, PlayerFilter::You | PlayerFilter::Any)
            }
            Test::AnyOf(filters) => filters.iter().any(|filter| self.fits_printed(env, filter, card)),
            Test::Not(filter) => !self.fits_printed(env, filter, card),
            Test::Card(filter) => self.fits_printed(env, filter, card),
            Test::NotSource | Test::Nontoken | Test::OwnerIn(_) | Test::ControllerIn(_) => true,
            _ => false,
        })
    }

    /// What it is worth to the viewer that a card comes into a zone, not from the battlefield.
    pub(super) fn card_into(self, card: CardId, zone: Zone) -> i32 {
        let w = &self.w.card;
        let facts = self.facts.card(card);
        match zone {
            Zone::Battlefield if facts.land => w.land_found * self.land_need() / 10,
            Zone::Battlefield => self.arrival(card, self.me),
            Zone::Graveyard if self.is_for_graveyard(card) => facts.worth * 3 / 4,
            Zone::Graveyard => facts.on_death.clamp(0, 60),
            // On top of the library it takes the place of the card that would be drawn.
            Zone::Library => (self.card_into(card, Zone::Hand) - w.draw).max(0) + w.scry,
            // Without lands nothing is done at all.
            Zone::Hand | Zone::Exile if facts.land => {
                (w.land_drawn * self.land_need() / 10).max(self.land_wanted() - w.land_drawn)
            }
            _ => self.promise(card) * w.found / 100,
        }
    }

    /// The same to a player.
    fn put(self, card: CardId, to: Zone, player: Player) -> i32 {
        match to {
            Zone::Battlefield if player != self.me => self.arrival(card, player),
            _ => self.card_into(card, to),
        }
    }

    /// What a card in the viewer's hand is worth, as far as it can be used before long: what it would do now counts as much as what
    /// it does in an ordinary position.
    pub(super) fn promise(self, card: CardId) -> i32 {
        self.once(About::Promise(card), || self.find_promise(card))
    }

    fn find_promise(self, card: CardId) -> i32 {
        let held = self.in_hand(card);
        let facts = self.facts.card(card);
        let Some(judge) = self.deeper(2) else { return held };
        if facts.types.intersects(CardTypes::PERMANENT) || facts.counterspell || facts.trick {
            return held;
        }
        let now = self.see.pool().card(card).derived.from_hand.iter().filter_map(|ability| {
            let way = judge.facts.ability(*ability);
            (way.kind == Some(ActivatableKind::Cast))
                .then(|| judge.best_script(*ability, &Env { x: 2, ..Env::of_card(card, self.me) }))
                .flatten()
        });
        let now = now.max().unwrap_or(0);
        if now >= self.w.life.lethal / 4 {
            return if facts.mana_value <= self.open_mana(self.me) { now } else { held + 100 };
        }
        let late = (facts.mana_value - self.mana_sources(self.me) - 1).max(0);
        (held + now.clamp(0, 400) * 10 / (10 + 2 * late)) / 2
    }

    /// What a card is worth as it enters under a player's control: the permanent, and what happens as it enters.
    pub(super) fn arrival(self, card: CardId, player: Player) -> i32 {
        self.once(About::Arrival(card, player), || self.find_arrival(card, player))
    }

    fn find_arrival(self, card: CardId, player: Player) -> i32 {
        // A second copy of a legend would only replace the first one.
        if player == self.me && self.has_legend(card) {
            return 0;
        }
        let mut value = self.entering(card, player, 0, Default::default());
        let enters = &self.facts.card(card).enters;
        if !enters.is_empty()
            && let Some(judge) = self.deeper(2)
        {
            for id in enters {
                let best = judge.best_script(*id, &Env::of_card(card, player)).unwrap_or(0);
                value += if player == self.me { best } else { best.abs() };
            }
        }
        value
    }

    /// What one more permanent is worth to the viewer that makes mana, which may be there and be counted: more if something in hand waits for it.
    fn new_source(self, id: ObjectId) -> i32 {
        let w = &self.w.permanent;
        let counted = i32::from(self.see.last_known(id).is_some_and(|object| object.mana_mask != 0));
        let sources = self.mana_sources(self.me) - counted;
        let open = self.open_mana(self.me) - counted;
        let (mut waits, mut now) = (false, false);
        for card in self.see.hand().filter(|card| !self.facts.card(*card).land) {
            let cost = self.facts.card(card).mana_value;
            waits |= cost > sources;
            now |= cost == open + 1;
        }
        let sooner = i32::from(waits) + i32::from(now);
        w.mana_source * (12 - sources).clamp(1, 10) / 5 + sooner * w.mana_source
    }

    /// What it is worth to a player to cast the first card of their library that fits for nothing, on average.
    pub(super) fn casts_found(self, env: &Env<'_>, player: Player, filter: &Filter) -> i32 {
        if player != self.me {
            return self.w.card.found;
        }
        let Some(judge) = self.deeper(2) else { return 0 };
        let (mut sum, mut number) = (0, 0);
        self.each_in_library(&mut |card, count| {
            let facts = self.facts.card(card);
            if facts.land || !self.fits_printed(env, filter, card) || !self.memory.may_think() {
                return;
            }
            let value = if facts.types.intersects(CardTypes::PERMANENT) {
                judge.arrival(card, self.me)
            } else {
                let ways = self.see.pool().card(card).derived.from_hand.iter();
                let casts = ways.filter(|way| judge.facts.ability(**way).kind == Some(ActivatableKind::Cast));
                let best = casts.filter_map(|way| judge.best_script(*way, &Env::of_card(card, self.me))).max();
                best.unwrap_or(0)
            };
            sum += value * count;
            number += count;
        });
        sum / number.max(1)
    }

    /// How much one more land is needed, in tenths: the tenth one is worth little.
    fn land_need(self) -> i32 {
        10 - (self.mana_sources(self.me) - 3).clamp(0, 9)
    }

    /// What choosing that many cards that fit is worth to a player: the best that there are, from a zone into another.
    pub(super) fn finds(
        self,
        env: &Env<'_>,
        player: Player,
        amount: i32,
        filter: &Filter,
        (from, to): (Zone, Zone),
    ) -> i32 {
        let w = &self.w.card;
        if player != self.me && from != Zone::Graveyard {
            // It isn't known what there is: a land, mostly.
            return match (from, to) {
                (Zone::Library, Zone::Battlefield) => w.land_found * amount,
                (Zone::Library, _) => w.land_drawn * amount,
                (_, Zone::Battlefield) if self.see.hand_size(player) > 0 => w.found,
                _ => 0,
            };
        }
        if from == Zone::Hand && to == Zone::Exile && self.facts.card(env.card).imprints {
            // The mana of a color that it has, for as long as the permanent is there.
            let fits = |card: &CardId| self.fits_printed(env, filter, *card);
            let least = self.see.hand().filter(fits).map(|card| self.in_hand(card)).min();
            return least.map_or(0, |least| self.new_source(env.source) - least);
        }
        if from == Zone::Hand && to != Zone::Battlefield {
            return w.own_discard * amount.min(self.see.hand_size(self.me) as i32);
        }
        let mut best = Best::of(amount);
        match from {
            Zone::Library => self.each_in_library(&mut |card, count| {
                if self.fits_printed(env, filter, card) && self.memory.may_think() {
                    best.add(self.card_into(card, to), count);
                }
            }),
            Zone::Hand => {
                for card in self.see.hand() {
                    if self.fits_printed(env, filter, card) {
                        best.add(self.card_into(card, to) - self.in_hand(card) / 4, 1);
                    }
                }
            }
            _ => {
                // Of each player's own, if it is said whose; else of both.
                let own = filter.tests.iter().any(|test| {
                    matches!(test, Test::OwnerIn(_) | Test::Owner(_) | Test::Controller(_) | Test::ControllerIn(_))
                });
                for owner in Player::BOTH.into_iter().filter(|owner| !own || *owner == player) {
                    for (_, object) in self.see.graveyard_objects(owner) {
                        if self.fits_printed(env, filter, object.card) {
                            best.add(self.put(object.card, to, player), 1);
                        }
                    }
                }
            }
        }
        best.sum()
    }

    /// What it is worth to a player if that many of the cards that fit, of that many on top of the library, or the first ones there, go
    /// into a zone.
    pub(super) fn reveals(
        self,
        env: &Env<'_>,
        player: Player,
        amount: i32,
        filter: &Filter,
        (looked, to): (Option<i32>, Zone),
    ) -> i32 {
        if player != self.me {
            // An ordinary creature.
            return if to == Zone::Battlefield { 2 * self.w.card.found * amount.min(2) } else { 0 };
        }
        let (mut sum, mut number, mut all) = (0, 0, 0);
        self.each_in_library(&mut |card, count| {
            all += count;
            if self.fits_printed(env, filter, card) && self.memory.may_think() {
                sum += self.card_into(card, to) * count;
                number += count;
            }
        });
        if to == Zone::Graveyard && looked.is_none() {
            // All that is revealed goes there: everything if there are fewer of them.
            let revealed = if number < amount { all } else { (all + 1) * amount / (number + 1) };
            return self.mills(player, revealed);
        }
        if number == 0 {
            return 0;
        }
        // In tenths of cards: as many as there are among those looked at, on average.
        let found = looked.map_or(10 * amount, |looked| (10 * number * looked / all.max(1)).min(10 * amount));
        sum / number * found / 10
    }
}

/// The most cards that are chosen at once for all that is known.
const MOST: usize = 4;

/// The greatest of some numbers.
struct Best {
    values: [i32; MOST],
    count: usize,
}

impl Best {
    fn of(count: i32) -> Best {
        Best { values: [0; MOST], count: count.clamp(0, MOST as i32) as usize }
    }

    fn add(&mut self, value: i32, times: i32) {
        for _ in 0..times.min(self.count as i32) {
            if let Some(least) = self.values[..self.count].iter_mut().min()
                && value > *least
            {
                *least = value;
            }
        }
    }

    fn sum(&self) -> i32 {
        self.values[..self.count].iter().sum()
    }
}
