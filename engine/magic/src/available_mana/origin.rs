//! Mana by what made it, where some card of the pool asks for that: how much of it was spent on what (CR 106.1, 601.2h).

use gauntlet_cards::ability::PaymentHelper;
use gauntlet_cards::card::ManaOrigin;
use gauntlet_cards::effect::SpendRule;
use gauntlet_cards::filter::{Objects, Zone};
use gauntlet_core::Player;

use crate::available_mana::Purpose;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::payment::SourceKey;
use crate::state::{ObjectId, SpentFrom};
use crate::task::Scope;

impl Eye<'_> {
    /// Which of the pool's origins of mana a permanent is, or was as it last was on the battlefield, as bits.
    pub(crate) fn origins_of(self, source: ObjectId) -> u16 {
        let origins = self.pool.mana_origins();
        if origins.is_empty() {
            return 0;
        }
        let Some(object) = self.s.last_known(source).filter(|object| object.zone == Zone::Battlefield) else {
            return 0;
        };
        let scope = Scope::of(ObjectId::NONE, object.controller);
        let is_one = |filter| self.matches(&scope, filter, source, object);
        origins.iter().enumerate().filter(|(_, filter)| is_one(filter)).fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The same of what makes a mana for a payment.
    pub(super) fn origins_of_key(self, key: SourceKey) -> u16 {
        match key {
            SourceKey::Object(index) => self.origins_of(self.s.id(index)),
            SourceKey::Restricted(place) => self.s.restricted_mana[usize::from(place)].origins,
            SourceKey::Pool(_) | SourceKey::Spent(_) | SourceKey::Made(_) => 0,
        }
    }

    /// What alone may make the mana for something, if its text says so.
    pub(crate) fn only_from(self, purpose: Purpose<'_>) -> Option<ManaOrigin> {
        let Purpose::For(attempt) = purpose else { return None };
        attempt.activatable.helpers.iter().find_map(|helper| match helper {
            PaymentHelper::OnlyFrom(origin) => Some(*origin),
            _ => None,
        })
    }

    /// How much mana of an origin was spent on objects, or on the spell or ability whose text asks.
    pub(crate) fn spent_from(self, scope: &Scope, on: Option<&Objects>, origin: ManaOrigin) -> i32 {
        let of = |id: ObjectId| -> i32 {
            let all = self.s.spent_from.iter().filter(|spent| spent.on == id && spent.origin == origin.0);
            all.map(|spent| i32::from(spent.count)).sum()
        };
        match on {
            None if scope.item.is_none() => 0,
            None => of(scope.item),
            Some(objects) => {
                let mut sum = 0;
                self.each_object(scope, objects, &mut |id| sum += of(id));
                sum
            }
        }
    }
}

impl Engine<'_> {
    /// A payment begins: of what was spent for nothing that was announced nobody asks.
    pub(crate) fn begin_spending(&mut self) {
        if !self.s.spent_from.is_empty() {
            self.s.spent_from.retain(|spent| !spent.on.is_none());
        }
    }

    /// That much mana of these origins is spent on what is being paid for.
    pub(crate) fn note_spent_from(&mut self, origins: u16, count: u8) {
        for origin in (0..16).filter(|origin| origins >> origin & 1 != 0) {
            let same = |spent: &&mut SpentFrom| spent.on.is_none() && spent.origin == origin;
            match self.s.spent_from.iter_mut().find(same) {
                Some(spent) => spent.count = spent.count.saturating_add(count),
                None => self.s.spent_from.push(SpentFrom { on: ObjectId::NONE, origin, count }),
            }
        }
    }

    /// What was being paid for is announced.
    pub(crate) fn settle_spending(&mut self, on: ObjectId) {
        for spent in self.s.spent_from.iter_mut().filter(|spent| spent.on.is_none()) {
            spent.on = on;
        }
    }

    /// A spell becomes a permanent, for which the same mana was spent (CR 400.7d).
    pub(crate) fn carry_spending(&mut self, spell: ObjectId, permanent: ObjectId) {
        for place in 0..self.s.spent_from.len() {
            let spent = self.s.spent_from[place];
            if spent.on == spell {
                self.s.spent_from.push(SpentFrom { on: permanent, ..spent });
            }
        }
    }

    /// Adds mana that a source makes to a pool (CR 106.4): under a rule, if there is one, or, where it is asked what made it, so that it is told apart.
    pub(crate) fn add_mana_of(
        &mut self,
        player: Player,
        place: u8,
        count: u8,
        rule: Option<SpendRule>,
        source: ObjectId,
    ) {
        let apart = || self.pool.free_spend_rule().filter(|_| self.eye().origins_of(source) != 0);
        match rule.or_else(apart) {
            Some(rule) => self.add_restricted_mana(player, place, count, rule, source),
            None => {
                let pool = &mut self.s.players[player].mana[usize::from(place)];
                *pool = pool.saturating_add(count);
            }
        }
    }
}
