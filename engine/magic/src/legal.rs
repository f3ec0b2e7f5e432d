//! What a player with priority can do: each activatable whose condition holds, whose cost can be paid and whose targets exist.

mod actions;
mod bill;
mod costs;
mod kept;
mod look;
mod permission;
mod plain;
mod targets;

pub(crate) use self::kept::KeptLists;
use std::cell::OnceCell;
use std::ops::ControlFlow;

use gauntlet_cards::ability::{Activatable, ActivatableKind, RuleKinds, Timing};
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::{ModeChoice, ModeCost, Part};
use gauntlet_cards::filter::{Condition, Zone};
use gauntlet_core::Player;

use crate::available_mana::AvailableMana;
use crate::decision::Action;
use crate::evaluate::Eye;
use crate::state::{Modes, Object, ObjectId};
use crate::task::{Price, Scope};

/// What is done with each action that a player can take, and whether there is more to come.
pub(crate) type OnAction<'f> = &'f mut dyn FnMut(Action) -> ControlFlow<()>;

/// Something that a player may be about to do: an activatable and what it is on.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) player: Player,
    pub(crate) id: ObjectId,
    /// The object, or for cards in hand what it would be.
    pub(crate) object: &'a Object,
    pub(crate) activatable: &'a Activatable,
    pub(crate) price: Price,
}

impl Attempt<'_> {
    /// The object as the spell that it will be (CR 601.2a).
    pub(crate) fn as_spell(&self) -> Object {
        let came_from = if self.object.zone == Zone::Stack { self.object.came_from } else { self.object.zone };
        Object { zone: Zone::Stack, came_from, controller: self.player, ..*self.object }
    }
}

impl<'a> Eye<'a> {
    /// An object as what it is cast or played as, if that isn't the whole card: a face has its own characteristics (CR 709.3b, 712.11b,
    /// 715.3a), and what is cast face down those of that (CR 708.4). Effects on cards where it is apply to it as that (CR 601.3e).
    pub(crate) fn as_played(self, object: &Object, way: &Activatable) -> Option<Object> {
        let mut played = match way.face {
            Some(face) => self.as_face(object, face),
            None if way.down.is_creature() => self.as_face_down(object, way.down),
            None => return None,
        };
        if matches!(object.zone, Zone::Hand | Zone::Library) && self.has_rules(RuleKinds::HIDDEN_CARDS) {
            self.tell_of_hidden(&mut played);
        }
        Some(played)
    }

    /// Returns whether the attempt can be begun and completed legally (CR 601.3, 602.5).
    pub(crate) fn can_begin(self, attempt: Attempt<'_>, sorcery_time: bool, available: &AvailableMana<'_>) -> bool {
        let played = self.as_played(attempt.object, attempt.activatable);
        let mut attempt = Attempt { object: played.as_ref().unwrap_or(attempt.object), ..attempt };
        if self.is_late(attempt, sorcery_time) {
            attempt.price = Price::Late;
        }
        let Attempt { player, id, object, activatable, .. } = attempt;
        let spell = activatable.kind == ActivatableKind::Cast;
        let timely = match activatable.timing {
            Timing::Instant => true,
            Timing::Sorcery => {
                let loyalty = activatable.kind == ActivatableKind::Loyalty;
                sorcery_time
                    || spell && self.has_flash(player, object)
                    || loyalty && self.loyalty_any_time(player, id, object)
            }
            Timing::MainPhase => sorcery_time,
            Timing::Castable => self.could_begin_to_cast(player, id, object, sorcery_time),
        };
        if !timely && attempt.price != Price::Late {
            return false;
        }
        let mut scope = Scope::of(id, player);
        scope.from = object.zone;
        scope.ability = self.gained_way(id, activatable);
        scope.stays = activatable.kind == ActivatableKind::Ability;
        let mut unpayable = false;
        if let Some(condition) = &activatable.condition
            && !self.allows(&scope, condition, object)
        {
            // CR 118.6a: what has no mana cost can be cast for what is paid instead.
            unpayable = activatable.has_no_mana_cost();
            if !unpayable {
                return false;
            }
        }
        match activatable.kind {
            ActivatableKind::PlayLand => {
                return self.s.players[player].lands_played < self.land_plays(player)
                    && !self.land_forbidden(player, object)
                    && !self.kept_where_it_is(id, object);
            }
            ActivatableKind::Cast => {
                if self.cast_forbidden_for_any_x(player, object) {
                    return false;
                }
            }
            ActivatableKind::Loyalty => {
                if self.loyalty_spent(player, id, object) {
                    return false;
                }
            }
            ActivatableKind::Ability | ActivatableKind::Special => {}
        }
        let activates = matches!(activatable.kind, ActivatableKind::Ability | ActivatableKind::Loyalty);
        let loyalty = activatable.kind == ActivatableKind::Loyalty;
        if activates && activatable.mana.is_none() && self.activation_forbidden(player, id, object, loyalty) {
            return false;
        }
        if !spell && object.zone == Zone::Battlefield {
            let special = activatable.kind == ActivatableKind::Special;
            if object.restrictions.contains(activatable.stopped_by()) && !special {
                return false;
            }
            let limit = self.limit_of_uses(player, id, object, activatable);
            let most = |limit: u8| limit.saturating_mul(self.times_had(id, object, activatable));
            if limit.is_some_and(|limit| self.uses_of(id, activatable) >= most(limit)) {
                return false;
            }
        }
        let offered_only = matches!(attempt.price, Price::Late | Price::Tied);
        let own = !(offered_only || unpayable && attempt.price == Price::Own);
        if own && self.can_complete(&scope, attempt, available) {
            return true;
        }
        // CR 118.9: for what an effect offers instead, maybe.
        let offered = |price| self.can_complete(&scope, Attempt { price, ..attempt }, available);
        spell
            && matches!(attempt.price, Price::Own | Price::Late | Price::Tied)
            && self.has_rules(RuleKinds::OTHER_PRICES)
            && self.prices(attempt).into_iter().any(offered)
    }

    /// Returns whether the condition of a way to use something is met. A card of a hand isn't an object that could be found.
    fn allows(self, scope: &Scope, condition: &Condition, object: &Object) -> bool {
        match condition {
            Condition::DealtCombatDamage { by, alike: true } => self.dealt_combat_damage(scope, by, Some(object)),
            _ => self.holds(scope, condition),
        }
    }

    /// Returns whether a player could begin to cast a card of their hand: what it costs and its targets don't matter, as those come later
    /// (CR 601.3, 702.62a).
    fn could_begin_to_cast(self, player: Player, id: ObjectId, card: &Object, sorcery_time: bool) -> bool {
        self.pool.card(card.card).derived.from_hand.iter().any(|&ability| {
            let way = self.pool.activatable(ability);
            let played = self.as_played(card, way);
            let object = played.as_ref().unwrap_or(card);
            let scope = Scope { from: Zone::Hand, ..Scope::of(id, player) };
            let timely = way.timing == Timing::Instant || sorcery_time || self.has_flash(player, object);
            // What has no mana cost is castable for all but its cost (CR 118.6a).
            let allowed = || way.condition.as_ref().is_none_or(|condition| self.allows(&scope, condition, object));
            way.kind == ActivatableKind::Cast
                && timely
                && (way.has_no_mana_cost() || allowed())
                && !self.cast_forbidden(player, object)
        })
    }

    /// Returns whether what is offered for it, if anything, its targets and its costs allow something that may be begun to be completed.
    pub(crate) fn can_complete_so(self, scope: &Scope, attempt: Attempt<'_>, available: &AvailableMana<'_>) -> bool {
        let way = attempt.activatable;
        let asks = || way.script.targets_ask_what_was_paid() || way.script.modes_ask_what_is_paid();
        if way.optional_costs.is_empty() || !asks() {
            return self.can_complete_as(scope, attempt, available)
                || way.costs_less_if_more_is_paid() && self.can_complete_for_more(scope, attempt, available);
        }
        // There may be modes and targets only if some of the optional costs are paid (CR 601.2b–c).
        (0..1_u8 << way.optional_costs.len()).any(|set| {
            let mut with = *scope;
            for place in 0..way.optional_costs.len() {
                with.paid[place] += set >> place & 1;
            }
            self.can_complete_as(&with, attempt, available)
        })
    }

    pub(crate) fn can_complete_as(self, scope: &Scope, attempt: Attempt<'_>, available: &AvailableMana<'_>) -> bool {
        let activatable = attempt.activatable;
        // The least that can be chosen for X (CR 107.3a).
        let least;
        let scope = if scope.x < activatable.least_x {
            least = Scope { x: activatable.least_x, ..*scope };
            &least
        } else {
            scope
        };
        let x_in_parts = activatable.cost.parts.iter().any(CostPart::uses_x);
        let all_payable = |scope: &Scope| {
            self.parts_payable(scope, attempt, &activatable.cost)
                && attempt.price.parts(self.pool).iter().all(|part| self.part_payable(scope, attempt, part))
                && optional_paid(scope, activatable).all(|cost| self.parts_payable(scope, attempt, cost))
        };
        let parts_payable = all_payable(scope);
        if !parts_payable && !x_in_parts {
            return false;
        }
        if self.lacks_spell(&activatable.script) {
            return false;
        }
        let has_x = || self.mana_part(&attempt).is_some_and(|mana| mana.x_count() > 0);
        // What it costs, what may be spent on it, and whether it may be cast can depend on its mana value, and so on X (CR 202.3e, 601.3a).
        let cast = activatable.kind == ActivatableKind::Cast;
        let x_in_value =
            cast && (self.has_rules(RuleKinds::COSTS | RuleKinds::CANT_CAST) || self.pool.has_spend_rules()) && has_x();
        let allowed = !cast || !self.forbidden_with_x(attempt.player, attempt.object);
        // Where the targets say what it costs, those are looked for with which it can be paid for (CR 601.2f).
        let aimed = self.targets_change_cost(&attempt);
        let affordable = allowed && (aimed || self.mana_payable(scope, attempt, Modes::default(), available));
        if !affordable && !x_in_value {
            return false;
        }
        let payable =
            parts_payable && affordable && (aimed || self.paid_jointly(scope, attempt, Modes::default(), available));
        if !payable && !x_in_parts && !x_in_value {
            return false;
        }
        let script = &activatable.script;
        if payable && !aimed && script.modes.is_none() && script.parts.iter().all(|part| part.targets.is_empty()) {
            return true;
        }
        // What is being cast is a spell for what asks about it while its targets are chosen (CR 601.2a).
        let spell;
        let object = if activatable.kind == ActivatableKind::Cast {
            spell = attempt.as_spell();
            &spell
        } else {
            attempt.object
        };
        if aimed {
            return payable && self.payable_with_targets(scope, attempt, object, available);
        }
        if let Some(ModeChoice { cost: ModeCost::Each(costs), .. }) = &activatable.script.modes {
            return payable && self.some_mode_payable(scope, attempt, costs, object, available);
        }
        if payable && self.script_possible(scope, &activatable.script, object) {
            return true;
        }
        // Where X says what can be a target or what pays, another X than 0 may do (CR 601.2b).
        let x_in_mana = has_x();
        let x_in_targets = || activatable.script.parts.iter().any(Part::targets_use_x);
        if !(x_in_parts || x_in_value || x_in_mana && x_in_targets()) {
            return false;
        }
        let most = if x_in_mana {
            let biggest = Object { x: u8::MAX, ..*attempt.object };
            let attempt = Attempt { object: &biggest, ..attempt };
            let mana = self.with_available(attempt, available, |available| available.most_mana());
            mana.max(available.most_mana()) + self.left_of_reductions(scope, attempt, scope.paid, Modes::default())
        } else {
            255
        };
        let mut scope = *scope;
        (scope.x.max(1)..=most.min(255) as u8).any(|x| {
            scope.x = x;
            let with_x = Object { x, ..*attempt.object };
            let attempt = Attempt { object: &with_x, ..attempt };
            let spell = Object { x, ..*object };
            all_payable(&scope)
                && !(cast && self.forbidden_with_x(attempt.player, &with_x))
                && self.script_possible(&scope, &activatable.script, &spell)
                && self.mana_payable(&scope, attempt, Modes::default(), available)
                && self.paid_jointly(&scope, attempt, Modes::default(), available)
        })
    }

    /// Returns whether there is a mode whose targets are there and whose own cost can be paid too (CR 601.2b).
    fn some_mode_payable(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        costs: &[Cost],
        from: &Object,
        available: &AvailableMana<'_>,
    ) -> bool {
        let parts = &attempt.activatable.script.parts;
        (0..).zip(parts.iter().zip(costs)).any(|(mode, (part, cost))| {
            self.part_possible(scope, part, from)
                && self.parts_payable(scope, attempt, cost)
                && self.mana_payable(scope, attempt, Modes::one(mode), available)
        })
    }

    /// Returns whether a card can be cast in a way while something resolves, timing and conditions aside (CR 601.3, 608.2g).
    /// Additional costs are paid whatever the price (CR 118.9d).
    pub(crate) fn castable_at_once(
        self,
        player: Player,
        id: ObjectId,
        object: &Object,
        way: &Activatable,
        price: Price,
    ) -> bool {
        let face = way.face.map(|face| self.as_face(object, face));
        let object = face.as_ref().unwrap_or(object);
        // CR 702.61a: nor while a spell with split second waits, as an ability of something that triggered meanwhile resolves.
        if self.cast_forbidden_for_any_x(player, object) || self.is_split_second() {
            return false;
        }
        let attempt = Attempt { player, id, object, activatable: way, price };
        let sources = OnceCell::new();
        let available = AvailableMana::new(self, player, &sources);
        self.can_complete(&Scope::of(id, player), attempt, &available)
    }
}

/// The optional costs that would be paid for something that may be begun.
#[inline]
pub(crate) fn optional_paid<'w>(scope: &Scope, way: &'w Activatable) -> impl Iterator<Item = &'w Cost> {
    let optional = way.optional_costs.iter().zip(scope.paid);
    optional.flat_map(|(cost, times)| std::iter::repeat_n(&cost.cost, usize::from(times)))
}
