//! The damage that can be dealt to the opponent this turn without an attack: by spells in hand, and by permanents that are tapped or
//! sacrificed, or for which others are. If it is enough to win, all of it is worth a game.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId, Layout};
use gauntlet_cards::filter::{Amount, Step};
use gauntlet_cards::types::CardTypes;
use gauntlet_magic::state::{Flags, Object, ObjectId};
use gauntlet_magic::view::Standpoint;

use super::amount::Env;
use super::reading::AbilityFacts;
use super::value::Judge;

/// The most mana that is planned with.
pub(super) const MOST_MANA: usize = 24;

/// Damage by an ability on the battlefield.
struct Outlet {
    damage: i32,
    mana: usize,
    times: i32,
}

impl Judge<'_> {
    /// The damage that a card in hand could deal to the opponent.
    pub(super) fn burn_of(self, card: CardId) -> i32 {
        let printed = self.see.pool().card(card);
        let adventurer = printed.layout == Layout::Adventure;
        if !adventurer && !self.facts.card(card).types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
            return 0;
        }
        let mut most = 0;
        for ability in &printed.derived.from_hand {
            let face = self.facts.card(self.face(card, *ability));
            if !face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
                continue;
            }
            let way = self.facts.ability(*ability);
            if let Some(burn) = &way.burn
                && way.cost.sacrifice.is_none()
                && self.can_hit_players(*ability)
            {
                let damage = match burn {
                    Amount::Const(damage) => *damage,
                    _ => {
                        let x = (self.open_mana(self.me) - way.cost.mana).max(0);
                        self.amount(&Env { x, ..Env::of_card(card, self.me) }, burn)
                    }
                };
                most = most.max(damage);
            }
        }
        most
    }

    pub(super) fn can_hit_players(self, ability: AbilityId) -> bool {
        self.script(ability).is_some_and(|script| {
            script.parts.iter().any(|part| part.targets.first().is_none_or(|spec| spec.players.is_some()))
        })
    }

    /// The damage that spells in hand and permanents could deal with that much mana, and `more`, if it is enough to win; else 0.
    pub(super) fn reach_with(self, mana: i32, more: i32) -> i32 {
        let life = self.see.player(!self.me).life;
        let reach = self.damage_with(mana) + more;
        if reach >= life { reach } else { 0 }
    }

    /// The damage that spells in hand and permanents could deal this turn with that much mana.
    pub(super) fn damage_with(self, mana: i32) -> i32 {
        let sorcery_time =
            self.see.active() == self.me && matches!(self.see.step(), Step::PrecombatMain | Step::PostcombatMain);
        let mut best = [0i32; MOST_MANA + 1];
        let mana = mana.clamp(0, MOST_MANA as i32) as usize;
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            if !(sorcery_time || facts.types.contains(CardTypes::INSTANT)) {
                continue;
            }
            let burn = self.burn_of(card);
            if burn == 0 {
                continue;
            }
            let cost = (facts.mana_value.max(0) as usize).min(MOST_MANA);
            for spent in (cost..=mana).rev() {
                best[spent] = best[spent].max(best[spent - cost] + burn);
            }
        }
        let mut free = 0;
        // What is sacrificed for one is gone for the others: the best of them counts.
        let mut fed = Outlet { damage: 0, mana: 0, times: 0 };
        for (id, object) in self.see.permanents().filter(|(_, object)| object.controller == self.me) {
            if !self.facts.card(object.card).deals || object.is(Flags::LOST_ABILITIES) {
                continue;
            }
            for ability in &self.see.pool().card(object.card).derived.on_battlefield {
                let Some((outlet, feeds)) = self.outlet(id, object, *ability) else { continue };
                match (feeds, outlet.mana) {
                    (true, _) if outlet.damage * outlet.times > fed.damage * fed.times => fed = outlet,
                    (true, _) => {}
                    (false, 0) => free += outlet.damage * outlet.times,
                    (false, cost) => spend(&mut best[..=mana], cost, outlet.damage, outlet.times),
                }
            }
        }
        if fed.mana == 0 {
            free += fed.damage * fed.times;
        } else {
            spend(&mut best[..=mana], fed.mana, fed.damage, fed.times);
        }
        best[mana] + free
    }

    /// What an ability of a permanent could deal to the opponent, and whether others are sacrificed for it.
    fn outlet(self, id: ObjectId, object: &Object, ability: AbilityId) -> Option<(Outlet, bool)> {
        let way = self.facts.ability(ability);
        let burn = way.burn.as_ref()?;
        let AbilityFacts { cost, .. } = way;
        let simple = cost.x == 0 && cost.other == 0 && cost.discard == 0 && cost.crew == 0 && cost.loyalty.is_none();
        let usual = way.kind == Some(ActivatableKind::Ability) && self.is_free(ability);
        if !simple || !usual || cost.life > 0 || !self.can_hit_players(ability) {
            return None;
        }
        let ready = !(object.is(Flags::TAPPED) || object.is_creature() && object.is(Flags::SICK));
        if cost.tap && !ready {
            return None;
        }
        let mut times = if cost.tap || cost.sacrifice_self || cost.mana == 0 { 1 } else { MOST_MANA as i32 };
        if let Some((amount, filter)) = &cost.sacrifice {
            let fits = self.see.permanents_that_fit(filter, Standpoint::of(id, self.me));
            let fits = fits.filter(|(_, object)| object.controller == self.me);
            let each = self.amount(&Env::of_object(id, object, self.me), amount).max(1);
            let most = (fits.count() as i32 / each).min(MOST_MANA as i32);
            times = if cost.tap || cost.sacrifice_self { most.min(1) } else { most };
        }
        let damage = self.amount(&Env::of_object(id, object, self.me), burn).max(0);
        Some((Outlet { damage, mana: (cost.mana.max(0) as usize).min(MOST_MANA), times }, cost.sacrifice.is_some()))
    }

    /// Returns whether an ability can be activated at any time, as often as its cost is paid.
    fn is_free(self, ability: AbilityId) -> bool {
        let gauntlet_cards::ability::AbilityKind::Activatable(way) = &self.see.pool().ability(ability).kind else {
            return false;
        };
        way.per_turn.is_none() && !way.once && way.condition.is_none()
    }
}

/// Counts in what deals that much damage for that much mana, a number of times.
fn spend(best: &mut [i32], cost: usize, damage: i32, times: i32) {
    for _ in 0..times {
        let mut better = false;
        for spent in (cost..best.len()).rev() {
            let with = best[spent - cost] + damage;
            better |= with > best[spent];
            best[spent] = best[spent].max(with);
        }
        if !better {
            return;
        }
    }
}
