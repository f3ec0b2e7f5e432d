//! What a player with priority can do: each activatable whose condition holds, whose cost can be paid and whose targets exist.

mod bill;
mod look;
mod targets;

use std::cell::OnceCell;

use gauntlet_cards::ability::{Activatable, ActivatableKind, Affected, Caused, PlayerRule, StaticEffect, Timing};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::{ModeChoice, ModeCost, Part, Permitted, SpentAs};
use gauntlet_cards::filter::{CounterKind, Filter, PlayerFilter, Step, Zone};
use gauntlet_cards::keyword::{Features, Keywords, Restrictions};
use gauntlet_cards::mana_ability::by_hand;
use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::Action;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::purse::Purse;
use crate::state::{Flags, Modes, Object, ObjectId, Paid, State, Target};
use crate::task::{Price, Scope};
use crate::together::is_chosen;

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

impl Engine<'_> {
    /// Fills `choices` with what the player can do: passing first.
    pub(crate) fn offer_actions(&mut self, player: Player) {
        if self.s.rules_used {
            self.look_at_top_cards();
        }
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        choices.push(Action::Pass);
        self.eye().each_action(player, &mut |action| {
            // An object may have the same ability several times (CR 113.2c); to activate one or the other is the same.
            if !(matches!(action, Action::Activate { .. }) && choices.contains(&action)) {
                choices.push(action);
            }
        });
        self.s.choices = choices;
        if self.options.mana_actions {
            self.offer_mana_abilities(player);
        }
    }
}

impl<'a> Eye<'a> {
    /// Returns whether it is a time at which a player could cast a sorcery (CR 307.1).
    pub(crate) fn sorcery_time(self, player: Player) -> bool {
        self.s.active == player
            && self.s.stack.is_empty()
            && matches!(self.s.step, Step::PrecombatMain | Step::PostcombatMain)
    }

    /// Calls `f` with each action other than passing that the player, who has priority, can take.
    pub(crate) fn each_action(self, player: Player, f: &mut dyn FnMut(Action)) {
        let s: &'a State = self.s;
        // CR 702.61: while a spell with split second is on the stack, only special actions and mana abilities are left.
        let split = |item: &crate::state::StackItem| {
            s.get(item.object).is_some_and(|spell| spell.characteristics.keywords.contains(Keywords::SPLIT_SECOND))
        };
        let mut left = |action: Action| {
            if let Action::Activate { ability, .. } | Action::Play { ability, .. } = action {
                let way = self.pool.activatable(ability);
                let special = way.kind == ActivatableKind::Special && way.timing != Timing::Castable;
                if special || way.mana.is_some() {
                    f(action);
                }
            }
        };
        if !s.stack.is_empty() && s.stack.iter().any(split) {
            return self.each_action_of_any_kind(player, &mut left);
        }
        self.each_action_of_any_kind(player, f);
    }

    fn each_action_of_any_kind(self, player: Player, f: &mut dyn FnMut(Action)) {
        let s: &'a State = self.s;
        let sorcery_time = self.sorcery_time(player);
        let sources = OnceCell::new();
        let purse = &Purse::new(self, player, &sources);
        let hand = &s.hands[player];
        for (place, hidden) in hand.iter().enumerate() {
            let derived = &self.pool.card(hidden.card).derived;
            if !(sorcery_time || derived.instant_speed || s.rules_used) {
                continue;
            }
            if hand[..place].iter().any(|other| other.card == hidden.card) {
                continue;
            }
            if u32::from(derived.least_mana) > purse.most_mana()
                && !s.rules_used
                && !has_reductions(self, &derived.from_hand)
            {
                continue;
            }
            let object = self.as_object(hidden.card, player, Zone::Hand);
            for &ability in &derived.from_hand {
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id: ObjectId::NONE, object: &object, activatable, price: Price::Own };
                if activatable.per_turn.is_some() && self.s.unused_in_hand(player, hidden.card).is_none() {
                    continue;
                }
                if self.can_begin(attempt, sorcery_time, purse) {
                    f(Action::Play { card: hidden.card, ability });
                }
            }
        }
        let permanents = s.abilities_used.then(|| s.permanents()).into_iter().flatten();
        for (id, object) in permanents {
            if !object.flags.intersects(Flags::HAS_ACTIONS | Flags::HAS_GRANTED) {
                continue;
            }
            let is_action = |kind: &gauntlet_cards::ability::AbilityKind| matches!(kind, gauntlet_cards::ability::AbilityKind::Activatable(activatable) if activatable.mana.is_none() || by_hand(activatable));
            for ability in self.abilities(object, id.index, |derived| &derived.on_battlefield, is_action) {
                let activatable = self.pool.activatable(ability);
                let anyone = activatable.player != PlayerFilter::You;
                if object.controller != player && !(anyone && self.may_use(player, object, activatable)) {
                    continue;
                }
                let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                if self.can_begin(attempt, sorcery_time, purse) && !self.has_lost(id, ability) {
                    f(Action::Activate { object: id.index, ability });
                }
            }
            if object.is(Flags::FACE_DOWN) && object.controller == player {
                for ability in self.ways_to_turn_up(object) {
                    let activatable = self.pool.activatable(ability);
                    let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                    if self.can_begin(attempt, sorcery_time, purse) {
                        f(Action::Activate { object: id.index, ability });
                    }
                }
            }
        }
        if self.pool.features.contains(Features::ENDED_EFFECTS) {
            self.each_end_of_effect(player, purse, f);
        }
        if s.elsewhere || s.other_zones {
            self.each_action_elsewhere(player, sorcery_time, purse, f);
        }
        if s.rules_used {
            self.each_action_by_rule(player, sorcery_time, purse, f);
        }
        for permission in &s.permissions {
            // What is a spell or a permanent already is no card to play.
            if permission.player == player
                && let Some(object) = s.get(permission.card)
                && !matches!(object.zone, Zone::Stack | Zone::Battlefield)
            {
                for &ability in &self.pool.card(object.card).derived.from_hand {
                    let activatable = self.pool.activatable(ability);
                    let usable = match activatable.kind {
                        _ if permission.whole && activatable.face.is_some() => false,
                        _ if activatable.from_hand_only && object.zone != Zone::Hand => false,
                        _ if permission.how == Permitted::Later && permission.turn == s.turn => false,
                        _ if permission.how == Permitted::Flashback => {
                            self.casts_for_mana_cost(object, activatable) && !self.lost_since(object, permission.since)
                        }
                        ActivatableKind::Cast => true,
                        ActivatableKind::PlayLand => permission.lands,
                        _ => false,
                    };
                    let attempt = Attempt {
                        player,
                        id: permission.card,
                        object,
                        activatable,
                        price: Price::free(permission.free),
                    };
                    if usable && self.can_begin(attempt, sorcery_time, purse) {
                        f(Action::Activate { object: permission.card.index, ability });
                    }
                }
            }
        }
    }

    /// What rules allow to be played from the top of the library and from the graveyard (CR 601.3e).
    fn each_action_by_rule(self, player: Player, sorcery_time: bool, purse: &Purse<'_>, f: &mut dyn FnMut(Action)) {
        let mut offered: smallvec::SmallVec<[Action; 8]> = smallvec::SmallVec::new();
        self.each_rule_with_id(&mut |scope, number, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            let (filter, zone) = match rule {
                PlayerRule::PlayFromTop(filter) => (filter, Zone::Library),
                PlayerRule::PlayFromGraveyard(filter, once) => {
                    if *once && self.used(scope.source, number) > 0 {
                        return;
                    }
                    (filter, Zone::Graveyard)
                }
                PlayerRule::Flashback(filter) => (filter, Zone::Graveyard),
                _ => return,
            };
            if !self.player_fits(scope, *who, player) {
                return;
            }
            let mut offer = |id: ObjectId, object: &Object| {
                for &ability in &self.pool.card(object.card).derived.from_hand {
                    let activatable = self.pool.activatable(ability);
                    // What is cast or played must fit, not the whole card (CR 601.3e).
                    let played = self.as_played(object, activatable);
                    if !self.matches(scope, filter, id, played.as_ref().unwrap_or(object)) {
                        continue;
                    }
                    let usable = match rule {
                        _ if activatable.from_hand_only => false,
                        PlayerRule::Flashback(_) => self.casts_for_mana_cost(object, activatable),
                        _ => matches!(activatable.kind, ActivatableKind::Cast | ActivatableKind::PlayLand),
                    };
                    if !usable {
                        continue;
                    }
                    let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                    let action = match zone {
                        Zone::Library => Action::PlayTop { card: object.card, ability },
                        _ => Action::Activate { object: id.index, ability },
                    };
                    if !offered.contains(&action) && self.can_begin(attempt, sorcery_time, purse) {
                        offered.push(action);
                    }
                }
            };
            if zone == Zone::Library {
                if let Some(top) = self.s.libraries[player].last() {
                    offer(ObjectId::NONE, &self.as_object(top.card, player, Zone::Library));
                }
            } else {
                for &index in &self.s.graveyards[player] {
                    offer(self.s.id(index), &self.s.objects[index as usize]);
                }
            }
        });
        for action in offered {
            f(action);
        }
    }

    /// The alternative costs that effects offer for a spell, or a card that would be one (CR 118.9). They are for casting it for
    /// its mana cost only (CR 118.9a).
    pub(crate) fn prices(self, attempt: Attempt<'_>) -> SmallVec<[Price; 2]> {
        let mut prices = SmallVec::new();
        if !self.casts_for_mana_cost(attempt.object, attempt.activatable) {
            return prices;
        }
        self.each_rule_with_id(&mut |scope, number, ability| {
            if let StaticEffect::Player(who, PlayerRule::OtherPrice(other)) = &ability.effect
                && self.player_fits(scope, *who, attempt.player)
                && !(other.once && self.used(scope.source, number) > 0)
                && self.matches(scope, &other.spells, attempt.id, attempt.object)
            {
                prices.push(Price::Offered(scope.source, number));
            }
        });
        prices
    }

    /// Returns whether this is to cast the card for its mana cost: no other alternative cost can be paid besides one (CR 118.9a).
    fn casts_for_mana_cost(self, object: &Object, way: &Activatable) -> bool {
        way.kind == ActivatableKind::Cast
            && way.named_cost.is_none()
            && way.offering.is_none()
            && !way.down.is_creature()
            && (way.cost.mana.is_some() || way.has_no_mana_cost())
            && way.cost.mana == self.pool.card(way.face.unwrap_or(object.card)).mana_cost
    }

    /// Returns whether a card in a graveyard has lost the abilities that were given to it at a time: to the ability of a permanent that is
    /// newer (CR 613.1f, 613.7a).
    fn lost_since(self, card: &Object, since: u32) -> bool {
        let takes = |permanent: &Object| {
            self.pool.card(permanent.card).derived.statics.iter().any(|id| {
                matches!(&self.pool.static_ability(*id).effect,
                    StaticEffect::Continuous(Affected::EachIn(Zone::Graveyard, _), changes)
                        if changes.iter().any(gauntlet_cards::layers::takes_abilities))
            })
        };
        card.is(Flags::LOST_ABILITIES)
            && self.s.permanents().any(|(_, permanent)| permanent.timestamp > since && takes(permanent))
    }

    /// Returns whether an effect lets a player cast a card in a graveyard for a flashback cost that is its mana cost.
    pub(crate) fn flashes_back(self, player: Player, id: ObjectId, way: &Activatable) -> bool {
        let Some(object) = self.s.get(id).filter(|object| object.zone == Zone::Graveyard) else { return false };
        if way.zone == Zone::Graveyard || !self.casts_for_mana_cost(object, way) {
            return false;
        }
        let permission = |permission: &crate::state::PlayPermission| {
            permission.card == id
                && permission.player == player
                && permission.how == Permitted::Flashback
                && !self.lost_since(object, permission.since)
        };
        let mut found = self.s.permissions.iter().any(permission);
        if self.s.rules_used {
            self.each_rule(&mut |scope, ability| {
                if let StaticEffect::Player(who, PlayerRule::Flashback(filter)) = &ability.effect {
                    found |= self.player_fits(scope, *who, player) && self.matches(scope, filter, id, object);
                }
            });
        }
        found
    }

    fn may_use(self, player: Player, object: &Object, activatable: &Activatable) -> bool {
        let scope = Scope::of(ObjectId::NONE, object.controller);
        self.player_fits(&scope, activatable.player, player)
    }

    fn each_action_elsewhere(self, player: Player, sorcery_time: bool, purse: &Purse<'_>, f: &mut dyn FnMut(Action)) {
        let lists: [(&[u16], Zone); 3] = [
            (&self.s.graveyards[player], Zone::Graveyard),
            (&self.s.exile, Zone::Exile),
            (&self.s.command, Zone::Command),
        ];
        for (list, zone) in lists {
            for &index in list {
                let object = &self.s.objects[index as usize];
                if self.pool.card(object.card).derived.elsewhere.is_empty() && !object.is(Flags::HAS_GRANTED) {
                    continue;
                }
                // A card that lies face down has no abilities for who may not look at it (CR 406.3a).
                if object.owner != player || object.is_hidden_from(player) {
                    continue;
                }
                let usable = |kind: &gauntlet_cards::ability::AbilityKind| {
                    matches!(kind, gauntlet_cards::ability::AbilityKind::Activatable(_))
                };
                for ability in self.abilities(object, index, |derived| &derived.elsewhere, usable) {
                    let activatable = self.pool.activatable(ability);
                    let attempt = Attempt { player, id: self.s.id(index), object, activatable, price: Price::Own };
                    if activatable.zone == zone && self.can_begin(attempt, sorcery_time, purse) {
                        f(Action::Activate { object: index, ability });
                    }
                }
            }
        }
    }

    /// An object as what it is cast or played as, if that isn't the whole card: a face has its own characteristics (CR 709.3b, 712.11b,
    /// 715.3a), and what is cast face down those of that (CR 708.4).
    pub(crate) fn as_played(self, object: &Object, way: &Activatable) -> Option<Object> {
        match way.face {
            Some(face) => Some(self.as_face(object, face)),
            None => way.down.is_creature().then(|| self.as_face_down(object, way.down)),
        }
    }

    /// Returns whether the attempt can be begun and completed legally (CR 601.3, 602.5).
    pub(crate) fn can_begin(self, attempt: Attempt<'_>, sorcery_time: bool, purse: &Purse<'_>) -> bool {
        let played = self.as_played(attempt.object, attempt.activatable);
        let attempt = Attempt { object: played.as_ref().unwrap_or(attempt.object), ..attempt };
        let Attempt { player, id, object, activatable, .. } = attempt;
        let spell = activatable.kind == ActivatableKind::Cast;
        let timely = match activatable.timing {
            Timing::Instant => true,
            Timing::Sorcery => sorcery_time || spell && self.has_flash(player, object),
            Timing::Castable => self.could_begin_to_cast(player, id, object, sorcery_time),
        };
        if !timely {
            return false;
        }
        let mut scope = Scope::of(id, player);
        scope.from = object.zone;
        let mut unpayable = false;
        if let Some(condition) = &activatable.condition
            && !self.holds(&scope, condition)
        {
            // CR 118.6a: what has no mana cost can be cast for what is paid instead.
            unpayable = activatable.has_no_mana_cost();
            if !unpayable {
                return false;
            }
        }
        match activatable.kind {
            ActivatableKind::PlayLand => return self.s.players[player].lands_played < self.land_plays(player),
            ActivatableKind::Cast => {
                if self.cast_forbidden(player, object) {
                    return false;
                }
            }
            ActivatableKind::Loyalty => {
                if object.is(Flags::LOYALTY_USED) {
                    return false;
                }
            }
            ActivatableKind::Ability | ActivatableKind::Special => {}
        }
        if !spell && object.zone == Zone::Battlefield {
            let special = activatable.kind == ActivatableKind::Special;
            let stopped = Restrictions::CANT_ACTIVATE | Restrictions::CANT_ACTIVATE_NONMANA;
            if object.restrictions.intersects(stopped) && !special {
                return false;
            }
            let limit = if activatable.once { Some(1) } else { activatable.per_turn };
            if limit.is_some_and(|limit| self.uses_of(id, activatable) >= limit) {
                return false;
            }
        }
        if !(unpayable && attempt.price == Price::Own) && self.can_complete(&scope, attempt, purse) {
            return true;
        }
        // CR 118.9: for what an effect offers instead, maybe.
        let offered = |price| self.can_complete(&scope, Attempt { price, ..attempt }, purse);
        spell && self.s.rules_used && attempt.price == Price::Own && self.prices(attempt).into_iter().any(offered)
    }

    /// Returns whether a player may cast what they would have to wait for their main phase with.
    pub(crate) fn has_flash(self, player: Player, object: &Object) -> bool {
        object.characteristics.keywords.contains(Keywords::FLASH) || self.flash_rule(player, object)
    }

    /// Returns whether a player could begin to cast a card of their hand: what it costs and its targets don't matter, as those come later
    /// (CR 601.3, 702.62a).
    fn could_begin_to_cast(self, player: Player, id: ObjectId, card: &Object, sorcery_time: bool) -> bool {
        self.pool.card(card.card).derived.from_hand.iter().any(|&ability| {
            let way = self.pool.activatable(ability);
            let face = way.face.map(|face| self.as_face(card, face));
            let object = face.as_ref().unwrap_or(card);
            let scope = Scope { from: Zone::Hand, ..Scope::of(id, player) };
            let timely = way.timing == Timing::Instant || sorcery_time || self.has_flash(player, object);
            // What has no mana cost is castable for all but its cost (CR 118.6a).
            let allowed = || way.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition));
            way.kind == ActivatableKind::Cast
                && timely
                && (way.has_no_mana_cost() || allowed())
                && !(self.s.rules_used && self.cast_forbidden(player, object))
        })
    }

    /// Returns whether what is offered for it, if anything, its targets and its costs allow something that may be begun to be completed.
    pub(crate) fn can_complete_so(self, scope: &Scope, attempt: Attempt<'_>, purse: &Purse<'_>) -> bool {
        let way = attempt.activatable;
        let asks = || way.script.targets_ask_what_was_paid() || way.script.modes_ask_what_is_paid();
        if way.optional_costs.is_empty() || !asks() {
            return self.can_complete_as(scope, attempt, purse);
        }
        // There may be modes and targets only if some of the optional costs are paid (CR 601.2b–c).
        (0..1_u8 << way.optional_costs.len()).any(|set| {
            let mut with = *scope;
            for place in 0..way.optional_costs.len() {
                with.paid[place] += set >> place & 1;
            }
            self.can_complete_as(&with, attempt, purse)
        })
    }

    fn can_complete_as(self, scope: &Scope, attempt: Attempt<'_>, purse: &Purse<'_>) -> bool {
        let (mut scope, activatable) = (*scope, attempt.activatable);
        let x_in_parts = activatable.cost.parts.iter().any(CostPart::uses_x);
        let all_payable = |scope: &Scope| {
            self.parts_payable(scope, attempt, &activatable.cost)
                && optional_paid(scope, activatable).all(|cost| self.parts_payable(scope, attempt, cost))
        };
        let parts_payable = all_payable(&scope);
        if !parts_payable && !x_in_parts {
            return false;
        }
        // Where the targets say what it costs, those are looked for with which it can be paid for (CR 601.2f).
        let aimed = self.aims_matter(&attempt);
        if !aimed && !self.mana_payable(&scope, attempt, Modes::default(), purse) {
            return false;
        }
        let payable = parts_payable && (aimed || self.paid_together(&scope, attempt, Modes::default(), purse));
        if !payable && !x_in_parts {
            return false;
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
            return payable && self.payable_with_targets(&scope, attempt, object, purse);
        }
        if let Some(ModeChoice { cost: ModeCost::Each(costs), .. }) = &activatable.script.modes {
            return payable && self.some_mode_payable(&scope, attempt, costs, object, purse);
        }
        if payable && self.script_possible(&scope, &activatable.script, object) {
            return true;
        }
        // Where X says what can be a target or what pays, another X than 0 may do (CR 601.2b).
        let x_in_mana = self.mana_part(&attempt).is_some_and(|mana| mana.x_count() > 0);
        let x_matters = x_in_parts || activatable.script.parts.iter().any(Part::targets_use_x);
        if !(x_in_mana || x_in_parts) || !x_matters {
            return false;
        }
        let most = if x_in_mana {
            purse.most_mana() + self.left_of_reductions(&scope, attempt, Paid::default(), Modes::default())
        } else {
            255
        };
        (1..=most.min(255) as u8).any(|x| {
            scope.x = x;
            all_payable(&scope)
                && self.script_possible(&scope, &activatable.script, object)
                && self.mana_payable(&scope, attempt, Modes::default(), purse)
                && self.paid_together(&scope, attempt, Modes::default(), purse)
        })
    }

    /// Returns whether there is a mode whose targets are there and whose own cost can be paid too (CR 601.2b).
    fn some_mode_payable(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        costs: &[Cost],
        from: &Object,
        purse: &Purse<'_>,
    ) -> bool {
        let parts = &attempt.activatable.script.parts;
        (0..).zip(parts.iter().zip(costs)).any(|(mode, (part, cost))| {
            self.part_possible(scope, part, from)
                && self.parts_payable(scope, attempt, cost)
                && self.mana_payable(scope, attempt, Modes::one(mode), purse)
        })
    }

    fn flash_rule(self, player: Player, object: &Object) -> bool {
        let scope = Scope::of(ObjectId::NONE, player);
        self.player_rule(
            player,
            |rule| matches!(rule, PlayerRule::Flash(filter) if self.matches(&scope, filter, ObjectId::NONE, object)),
        )
    }

    /// Returns whether a player can't cast a card, whatever it would cost (CR 601.3).
    pub(crate) fn cast_forbidden(self, player: Player, object: &Object) -> bool {
        self.lacks_legend(player, object) || self.s.rules_used && self.cast_forbidden_by_rule(player, object)
    }

    /// Returns whether it is a legendary instant or sorcery, and the player controls neither a legendary creature nor a legendary
    /// planeswalker (CR 205.4e).
    fn lacks_legend(self, player: Player, object: &Object) -> bool {
        let chars = &object.characteristics;
        if !chars.supertypes.contains(Supertypes::LEGENDARY)
            || !chars.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
        {
            return false;
        }
        let is_legend = |permanent: &Object| {
            let chars = &permanent.characteristics;
            permanent.controller == player
                && chars.supertypes.contains(Supertypes::LEGENDARY)
                && chars.types.intersects(CardTypes::CREATURE | CardTypes::PLANESWALKER)
        };
        !self.s.permanents().any(|(_, permanent)| is_legend(permanent))
    }

    fn cast_forbidden_by_rule(self, player: Player, object: &Object) -> bool {
        let cast = self.s.players[player].spells_cast;
        let mut forbidden = false;
        self.each_rule(&mut |scope, ability| {
            if let StaticEffect::Player(who, rule) = &ability.effect
                && self.player_fits(scope, *who, player)
            {
                forbidden |= match rule {
                    PlayerRule::CantCast(filter) => self.matches(scope, filter, ObjectId::NONE, object),
                    PlayerRule::SpellsPerTurn(most) => cast >= *most,
                    _ => false,
                };
            }
        });
        forbidden
    }

    /// How many lands a player may play this turn (CR 305.2).
    pub(crate) fn land_plays(self, player: Player) -> u8 {
        let mut plays = 1 + self.s.players[player].extra_lands;
        if self.s.rules_used {
            self.each_rule(&mut |scope, ability| {
                if let StaticEffect::Player(who, PlayerRule::ExtraLands(more)) = &ability.effect
                    && self.player_fits(scope, *who, player)
                {
                    plays += more;
                }
            });
        }
        plays
    }

    /// Returns whether the parts of a cost that aren't mana can be paid.
    pub(crate) fn parts_payable(self, scope: &Scope, attempt: Attempt<'_>, cost: &Cost) -> bool {
        cost.parts.iter().all(|part| self.part_payable(scope, attempt, part))
    }

    fn part_payable(self, scope: &Scope, attempt: Attempt<'_>, part: &CostPart) -> bool {
        let Attempt { player, id, object, .. } = attempt;
        let info = &self.s.players[player];
        // With X among the amounts, 0 can always be chosen.
        let number = |amount: &gauntlet_cards::filter::Amount| self.amount(scope, amount).max(0);
        let permanents = |filter: &Filter, test: &dyn Fn(ObjectId, &Object) -> bool| {
            let fits = |(other, permanent): &(ObjectId, &Object)| {
                permanent.controller == player
                    && test(*other, permanent)
                    && self.matches(scope, filter, *other, permanent)
            };
            self.s.permanents().filter(fits).count() as i32
        };
        let in_hand = |filter: &Filter| {
            let cards = self.s.hands[player].iter();
            let own = i32::from(object.zone == Zone::Hand && self.matches(scope, filter, id, object));
            cards.filter(|hidden| self.card_matches(scope, filter, hidden.card, player, Zone::Hand)).count() as i32
                - if id.is_none() { own } else { 0 }
        };
        // Who can't be made to do it can't choose to either, where another player's spell or ability offers it (CR 118.12, 701.21).
        let spared = |what: Caused| self.cannot_be_caused(what, player, scope.by);
        match part {
            CostPart::Tap => {
                // CR 302.6: summoning sickness, and CR 107.5.
                !object.is(Flags::TAPPED) && self.not_sick(object)
            }
            CostPart::Untap => object.is(Flags::TAPPED) && self.not_sick(object),
            CostPart::SacrificeSource => {
                // CR 701.21a: nobody sacrifices what they don't control.
                object.zone == Zone::Battlefield
                    && object.controller == player
                    && !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
                    && !spared(Caused::Sacrifice)
            }
            CostPart::Sacrifice(amount, filter) => {
                permanents(filter, &|_, permanent| !permanent.restrictions.contains(Restrictions::CANT_BE_SACRIFICED))
                    >= number(amount)
                    && !spared(Caused::Sacrifice)
            }
            CostPart::ReturnSource | CostPart::SourceToLibraryBottom => true,
            CostPart::ExileSource => true,
            CostPart::Discard(amount, filter) => in_hand(filter) >= number(amount) && !spared(Caused::Discard),
            CostPart::DiscardRandom(amount) => in_hand(&Filter::ANY) >= number(amount) && !spared(Caused::Discard),
            CostPart::DiscardSource | CostPart::DiscardHand => !spared(Caused::Discard),
            // CR 119.8: nor can life be paid by who can't lose any.
            CostPart::Life(amount) => {
                let can_lose = || !self.player_rule(player, |rule| *rule == PlayerRule::CantLoseLife);
                number(amount) == 0 || (info.life >= number(amount) && can_lose())
            }
            CostPart::ExileFromGraveyard(amount, filter) => {
                let fits = |index: &&u16| {
                    let other = self.s.id(**index);
                    other != id && self.matches(scope, filter, other, &self.s.objects[**index as usize])
                };
                self.s.graveyards[player].iter().filter(fits).count() as i32 >= number(amount)
            }
            CostPart::ExileFromHand(amount, filter) | CostPart::Reveal(amount, filter) => {
                in_hand(filter) >= number(amount)
            }
            CostPart::ExileMaterials(amount, _) => {
                let mut count = 0;
                self.each_to_pay_with(scope, player, part, &mut |thing, _| {
                    count += i32::from(thing != crate::together::Thing::Object(id));
                });
                count >= number(amount)
            }
            CostPart::ExilePermanent(amount, filter)
            | CostPart::Return(amount, filter)
            | CostPart::RemoveCounterFrom(amount, _, filter) => permanents(filter, &|_, _| true) >= number(amount),
            CostPart::PutCounterOn(amount, kind, filter) => {
                permanents(filter, &|other, _| self.may_get_counters(Target::Object(other), *kind)) >= number(amount)
            }
            CostPart::TapPermanents(amount, filter) => {
                permanents(filter, &|_, permanent| !permanent.is(Flags::TAPPED)) >= number(amount)
            }
            CostPart::Evidence(amount) => {
                let mut total = 0;
                self.each_to_pay_with(scope, player, part, &mut |_, worth| total += worth);
                total >= number(amount)
            }
            CostPart::TapPower(amount, filter) => self.power_to_tap(scope, player, filter, &[]) >= number(amount),
            CostPart::UntapPermanents(amount, filter) => {
                permanents(filter, &|_, permanent| permanent.is(Flags::TAPPED)) >= number(amount)
            }
            CostPart::RemoveCounters(amount, kind) => i32::from(self.s.counters_on(id.index, *kind)) >= number(amount),
            CostPart::AddCounters(_, kind) => self.may_get_counters(Target::Object(id), *kind),
            // Nothing is put for a cost of 0.
            CostPart::Loyalty(change) if *change > 0 => self.may_get_counters(Target::Object(id), CounterKind::LOYALTY),
            CostPart::Loyalty(change) => {
                *change == 0 || i32::from(self.s.counters_on(id.index, CounterKind::LOYALTY)) >= -change
            }
            CostPart::LoyaltyMinusX => u16::from(scope.x) <= self.s.counters_on(id.index, CounterKind::LOYALTY),
            CostPart::Exert => object.zone == Zone::Battlefield,
            CostPart::Mill(amount) => self.s.libraries[player].len() as i32 >= number(amount),
            CostPart::Energy(amount) => i32::from(info.energy) >= number(amount),
            CostPart::OneOf(costs) => costs.iter().any(|cost| self.parts_payable(scope, attempt, cost)),
        }
    }

    /// The total power of the untapped permanents that fit, those of `but` not counted. Power below 0 only hinders.
    fn power_to_tap(self, scope: &Scope, player: Player, filter: &Filter, but: &[ObjectId]) -> i32 {
        let mut total = 0;
        self.each_to_tap_for_power(scope, player, filter, but, &mut |_, object| {
            total += i32::from(object.characteristics.power);
        });
        total
    }

    /// Calls `f` with each permanent that can be tapped for its power, those of `but` apart.
    pub(crate) fn each_to_tap_for_power(
        self,
        scope: &Scope,
        player: Player,
        filter: &Filter,
        but: &[ObjectId],
        f: &mut dyn FnMut(ObjectId, &Object),
    ) {
        // There may be thousands of creatures, and as many that were chosen.
        let mut but: SmallVec<[ObjectId; 8]> = SmallVec::from_slice(but);
        but.sort_unstable();
        for (id, object) in self.s.permanents() {
            let usable = object.controller == player
                && !object.is(Flags::TAPPED)
                && object.characteristics.power > 0
                && !object.restrictions.contains(Restrictions::CANT_CREW);
            if usable && but.binary_search(&id).is_err() && self.matches(scope, filter, id, object) {
                f(id, object);
            }
        }
    }

    pub(crate) fn not_sick(self, object: &Object) -> bool {
        !object.is(Flags::SICK)
            || !object.is_creature()
            || object.characteristics.keywords.contains(Keywords::HASTE)
            || self.player_rule(object.controller, |rule| *rule == PlayerRule::AbilitiesIgnoreSickness)
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
        if self.cast_forbidden(player, object) {
            return false;
        }
        let attempt = Attempt { player, id, object, activatable: way, price };
        let sources = OnceCell::new();
        let purse = Purse::new(self, player, &sources);
        self.can_complete(&Scope::of(id, player), attempt, &purse)
    }

    /// Returns whether the mana can be made, what the modes cost included.
    pub(crate) fn mana_payable(self, scope: &Scope, attempt: Attempt<'_>, modes: Modes, purse: &Purse<'_>) -> bool {
        let bill = self.bill(scope, attempt, scope.paid, modes);
        if bill.is_zero() {
            return true;
        }
        let due = self.due_begun(scope, attempt, None);
        let (life, without) = (self.life_for_mana(&due), self.kept_from_mana(&due));
        self.with_purse(attempt, purse, |purse| purse.can_pay(&bill, life, &without))
    }

    /// Returns whether things can be chosen for the parts of a cost such that all of it can be paid, each part and the mana being
    /// payable by itself.
    pub(crate) fn paid_together(self, scope: &Scope, attempt: Attempt<'_>, modes: Modes, purse: &Purse<'_>) -> bool {
        let way = attempt.activatable;
        let chosen = |cost: &Cost| cost.parts.iter().any(is_chosen);
        if !chosen(&way.cost) && !optional_paid(scope, way).any(chosen) {
            return true;
        }
        let due = self.due_begun(scope, attempt, Some(self.bill(scope, attempt, scope.paid, modes)));
        self.with_purse(attempt, purse, |purse| self.payable_together(&due, purse))
    }

    /// Asks about the player's purse, or about one for this attempt if that isn't the same.
    fn with_purse(self, attempt: Attempt<'_>, purse: &Purse<'_>, ask: impl FnOnce(&Purse<'_>) -> bool) -> bool {
        let (player, way) = (attempt.player, attempt.activatable);
        let usual = || self.permitted_mana(player, attempt.id, way) == SpentAs::Itself;
        if !self.may_have_help(attempt) && !self.pool.has_spend_rules() && usual() {
            return ask(purse);
        }
        let sources = OnceCell::new();
        ask(&Purse::for_attempt(self, attempt, &sources))
    }
}

/// The optional costs that would be paid for something that may be begun.
#[inline]
pub(crate) fn optional_paid<'w>(scope: &Scope, way: &'w Activatable) -> impl Iterator<Item = &'w Cost> {
    let optional = way.optional_costs.iter().zip(scope.paid).filter(|(_, times)| *times > 0);
    optional.map(|(cost, _)| &cost.cost)
}

/// Returns whether one of the ways to play a card may cost less than it says.
fn has_reductions(eye: Eye<'_>, ways: &[AbilityId]) -> bool {
    let given = eye.pool.features.contains(gauntlet_cards::keyword::Features::SPELL_HELPERS);
    given
        || ways.iter().any(|id| {
            let way = eye.pool.activatable(*id);
            !way.cost_changes.is_empty() || !way.helpers.is_empty()
        })
}
