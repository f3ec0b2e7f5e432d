//! The actions of a player with priority (CR 117.1), zone by zone.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use gauntlet_cards::ability::{
    AbilityKind, Activatable, ActivatableKind, FromExile, FromGraveyard, OtherPrice, PlayerRule, RuleKinds,
    StaticEffect, Timing,
};
use gauntlet_cards::card::{AbilityId, Layout};
use gauntlet_cards::effect::Permitted;
use gauntlet_cards::filter::{PlayerFilter, Zone};
use gauntlet_cards::keyword::{Features, Keywords};
use gauntlet_cards::mana_ability::by_hand;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::decision::Action;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::legal::{Attempt, OnAction};
use crate::state::{Flags, Object, ObjectId, State};
use crate::task::{Price, Scope};

impl Engine<'_> {
    /// Fills `choices` with what the player can do: passing first.
    pub(crate) fn offer_actions(&mut self, player: Player) {
        if self.eye().has_rules(RuleKinds::LOOKS) {
            self.look_at_top_cards();
            self.note_change();
        }
        let sorcery_time = self.eye().sorcery_time(player);
        if let Some(kept) = self.kept.list(player, sorcery_time) {
            self.s.choices.clear();
            self.s.choices.extend_from_slice(kept);
            if cfg!(debug_assertions) {
                self.build_actions(player);
                let built = Some(self.s.choices.as_slice());
                assert_eq!(self.kept.list(player, sorcery_time), built, "a list was kept too long");
            }
            return;
        }
        self.build_actions(player);
        self.kept.keep(player, sorcery_time, &self.s.choices);
    }

    /// Returns whether the player can do anything but pass, without saying what.
    pub(crate) fn can_act(&mut self, player: Player) -> bool {
        if self.eye().has_rules(RuleKinds::LOOKS) {
            self.look_at_top_cards();
            self.note_change();
        }
        let sorcery_time = self.eye().sorcery_time(player);
        let can_act = match self.kept.can_act(player, sorcery_time) {
            Some(known) => known,
            None => {
                let found = self.eye().each_action(player, &mut |_| ControlFlow::Break(())).is_break();
                if found {
                    self.kept.keep_found(player, sorcery_time);
                } else {
                    self.kept.keep(player, sorcery_time, &[Action::Pass]);
                }
                found
            }
        };
        if cfg!(debug_assertions) {
            self.build_actions(player);
            assert_eq!(can_act, self.s.choices.len() > 1, "it was kept too long whether something can be done");
        }
        can_act
    }

    fn build_actions(&mut self, player: Player) {
        self.offer(|engine, choices| {
            choices.push(Action::Pass);
            let all = engine.eye().each_action(player, &mut |action| {
                // An object may have the same ability several times (CR 113.2c); to activate one or the other is the same.
                if !(matches!(action, Action::Activate { .. }) && choices.contains(&action)) {
                    choices.push(action);
                }
                ControlFlow::Continue(())
            });
            debug_assert!(all.is_continue());
        });
        if self.options.mana_actions {
            self.offer_mana_abilities(player);
        }
    }
}

impl<'a> Eye<'a> {
    /// Calls `f` with each action other than passing that the player, who has priority, can take, as long as it wants more.
    pub(crate) fn each_action(self, player: Player, f: OnAction<'_>) -> ControlFlow<()> {
        let s: &'a State = self.s;
        let mut left = |action: Action| {
            if let Action::Activate { ability, .. } | Action::Play { ability, .. } = action
                && self.pool.activatable(ability).is_left_by_split_second()
            {
                return f(action);
            }
            ControlFlow::Continue(())
        };
        if !s.stack.is_empty() && self.is_split_second() {
            return self.each_action_of_any_kind(player, &mut left);
        }
        self.each_action_of_any_kind(player, f)
    }

    /// Returns whether a spell with split second is on the stack (CR 702.61a): only mana abilities and special actions are left then. An
    /// ability of what has split second isn't a spell (CR 112.1, 113.7a).
    pub(crate) fn is_split_second(self) -> bool {
        self.s.stack.iter().any(|item| {
            self.s.get(item.object).is_some_and(|spell| {
                !spell.is(Flags::ABILITY) && spell.characteristics.keywords.contains(Keywords::SPLIT_SECOND)
            })
        })
    }

    fn each_action_of_any_kind(self, player: Player, f: OnAction<'_>) -> ControlFlow<()> {
        let s: &'a State = self.s;
        let sorcery_time = self.sorcery_time(player);
        let sources = OnceCell::new();
        let available = &AvailableMana::new(self, player, &sources);
        self.each_action_in_hand(player, sorcery_time, available, f)?;
        self.each_action_of_permanents(player, sorcery_time, available, f)?;
        if sorcery_time && self.pool.features.contains(Features::ROOMS) {
            self.each_half_to_unlock(player, sorcery_time, available, f)?;
        }
        if self.pool.features.contains(Features::ENDED_EFFECTS) {
            self.each_end_of_effect(player, available, f)?;
        }
        if s.elsewhere && self.pool.features.contains(Features::ACTIONS_ELSEWHERE) || s.other_zones {
            for (zone, pile) in
                &[(Zone::Graveyard, &s.graveyards[player]), (Zone::Exile, &s.exile), (Zone::Command, &s.command)]
            {
                // Whatever effects give is given where characteristics are computed.
                let usable = *zone != Zone::Graveyard || s.other_zones || s.found.graveyard_uses[player] > 0;
                debug_assert!(
                    usable || self.first_that_works_elsewhere(pile).is_none(),
                    "a card in a graveyard is of use"
                );
                if usable && let Some(first) = self.first_that_works_elsewhere(pile) {
                    self.each_action_elsewhere(*zone, &pile[first..], player, sorcery_time, available, f)?;
                }
            }
        }
        if !s.commanders.is_empty() {
            self.each_commander_to_cast(player, sorcery_time, available, f)?;
        }
        if self.has_rules(RuleKinds::PLAYS_FROM) {
            self.each_action_by_rule(player, sorcery_time, available, f)?;
        }
        if !s.permissions.is_empty() {
            self.each_permitted_action(player, sorcery_time, available, f)?;
        }
        ControlFlow::Continue(())
    }

    /// What can be done with the cards of the player's hand.
    #[inline]
    fn each_action_in_hand(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        let hand = &self.s.hands[player];
        let plainly = self.asks_nothing_more();
        for (place, hidden) in hand.iter().enumerate() {
            let derived = &self.pool.card(hidden.card).derived;
            if !(sorcery_time || derived.instant_speed || self.has_rules(RuleKinds::FLASH)) {
                continue;
            }
            if hand[..place].iter().any(|other| other.card == hidden.card) {
                continue;
            }
            if !available.may_reach(u32::from(derived.least_mana))
                && !self.has_rules(RuleKinds::COSTS | RuleKinds::HELPERS | RuleKinds::OTHER_PRICES)
                && !has_reductions(self, &derived.from_hand)
            {
                continue;
            }
            let object = OnceCell::new();
            for (&ability, plain) in derived.from_hand.iter().zip(&derived.plain) {
                if plainly
                    && let Some(plain) = plain
                    && let Some(possible) = self.can_begin_plainly(player, hidden.card, ability, plain, available)
                {
                    if possible {
                        f(Action::Play { card: hidden.card, ability })?;
                    }
                    continue;
                }
                let object = object.get_or_init(|| self.as_object(hidden.card, player, Zone::Hand));
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id: ObjectId::NONE, object, activatable, price: Price::Own };
                if activatable.per_turn.is_some() && self.s.unused_in_hand(player, hidden.card).is_none() {
                    continue;
                }
                if self.can_begin(attempt, sorcery_time, available) {
                    f(Action::Play { card: hidden.card, ability })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What abilities of permanents can be activated (CR 602), and which permanents can be turned face up (CR 708.7).
    #[inline]
    fn each_action_of_permanents(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for (id, object) in self.s.may_act() {
            let is_action = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(activatable) if activatable.mana.is_none() || by_hand(activatable));
            for ability in self.abilities(object, id.index, |derived| &derived.on_battlefield, is_action) {
                let activatable = self.pool.activatable(ability);
                let anyone = activatable.player != PlayerFilter::You;
                let may = if anyone { self.may_use(player, object, activatable) } else { object.controller == player };
                if !may || !sorcery_time && self.waits_for_main_phase(activatable) {
                    continue;
                }
                let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                if self.can_begin(attempt, sorcery_time, available) && !self.has_lost(id, ability) {
                    f(Action::Activate { object: id.index, ability })?;
                }
            }
            if object.is(Flags::FACE_DOWN) && object.controller == player && !self.stays_face_down(id, object) {
                for ability in self.ways_to_turn_up(id, object) {
                    let activatable = self.pool.activatable(ability);
                    let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                    if self.can_begin(attempt, sorcery_time, available) {
                        f(Action::Activate { object: id.index, ability })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether an ability of a permanent can be activated in its player's main phase only (CR 602.5d, 606.3).
    #[inline]
    fn waits_for_main_phase(self, ability: &Activatable) -> bool {
        let at_any_time = ability.kind == ActivatableKind::Loyalty && self.has_rules(RuleKinds::LOYALTY);
        matches!(ability.timing, Timing::Sorcery | Timing::MainPhase)
            && ability.kind != ActivatableKind::Cast
            && !at_any_time
    }

    /// What locked halves of permanents can be unlocked (CR 709.5e).
    fn each_half_to_unlock(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for (id, object) in self.s.permanents() {
            if object.controller != player || self.pool.card(object.card).layout != Layout::Room {
                continue;
            }
            for &ability in &self.pool.card(object.card).derived.turn_up {
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id, object, activatable, price: Price::Own };
                if self.can_begin(attempt, sorcery_time, available) {
                    f(Action::Activate { object: id.index, ability })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a card that isn't on the battlefield may have abilities that can be activated there.
    #[inline]
    fn works_elsewhere(self, object: &Object) -> bool {
        object.is(Flags::HAS_GRANTED) || !self.pool.card(object.card).derived.elsewhere.is_empty()
    }

    /// The place of the first object of a pile that may have such abilities: nearly all of them do nothing there.
    fn first_that_works_elsewhere(self, pile: &[u16]) -> Option<usize> {
        pile.iter().position(|index| self.works_elsewhere(&self.s.objects[usize::from(*index)]))
    }

    /// What can be done with what lies in a graveyard, in exile or in the command zone (CR 113.6).
    fn each_action_elsewhere(
        self,
        zone: Zone,
        pile: &[u16],
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for &index in pile {
            let object = &self.s.objects[index as usize];
            if !self.works_elsewhere(object) {
                continue;
            }
            // A card that lies face down has no abilities for who may not look at it (CR 406.3a).
            if object.owner != player || object.is_hidden_from(player) {
                continue;
            }
            let usable = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(_));
            for ability in self.abilities(object, index, |derived| &derived.elsewhere, usable) {
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id: self.s.id(index), object, activatable, price: Price::Own };
                if activatable.zone == zone && self.can_begin(attempt, sorcery_time, available) {
                    f(Action::Activate { object: index, ability })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What rules allow to be played from the top of the library and from the graveyard (CR 601.3e).
    fn each_action_by_rule(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        let mut offered: SmallVec<[Action; 8]> = SmallVec::new();
        self.each_rule_with_id(RuleKinds::PLAYS_FROM, &mut |scope, number, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            let (filter, zone) = match rule {
                PlayerRule::PlayFromTop(filter) => (filter, Zone::Library),
                PlayerRule::PlayFromGraveyard(rule) => {
                    if rule.once && self.used_up(scope.source, number) {
                        return;
                    }
                    (&rule.cards, Zone::Graveyard)
                }
                PlayerRule::PlayExiled(rule) => (&rule.cards, Zone::Exile),
                PlayerRule::Flashback(filter) => (filter, Zone::Graveyard),
                PlayerRule::OtherPrice(OtherPrice { spells, from: Some(zone), once, .. }) => {
                    if *once && self.used(scope.source, number) > 0 {
                        return;
                    }
                    (spells, *zone)
                }
                _ => return,
            };
            let price = match rule {
                PlayerRule::OtherPrice(OtherPrice { from: Some(Zone::Exile), .. }) => {
                    Price::Offered(scope.source, number)
                }
                PlayerRule::OtherPrice(_) => Price::Tied,
                _ => Price::Own,
            };
            if !self.player_fits(scope, *who, player) {
                return;
            }
            let mut offer = |id: ObjectId, object: &Object| {
                for &ability in &self.pool.card(object.card).derived.from_hand {
                    let activatable = self.pool.activatable(ability);
                    // What is cast or played must fit, not the whole card (CR 601.3e).
                    let of_card = matches!(rule, PlayerRule::OtherPrice(OtherPrice { keyword: true, .. }));
                    let played = if of_card { None } else { self.as_played(object, activatable) };
                    if !self.matches(scope, filter, id, played.as_ref().unwrap_or(object)) {
                        continue;
                    }
                    let usable = match rule {
                        _ if activatable.from_hand_only => false,
                        PlayerRule::Flashback(_) | PlayerRule::OtherPrice(_) => {
                            self.casts_for_mana_cost(object, activatable)
                        }
                        _ => matches!(activatable.kind, ActivatableKind::Cast | ActivatableKind::PlayLand),
                    };
                    if !usable {
                        continue;
                    }
                    let attempt = Attempt { player, id, object, activatable, price };
                    let action = match zone {
                        Zone::Library => Action::PlayTop { card: object.card, ability },
                        _ => Action::Activate { object: id.index, ability },
                    };
                    if !offered.contains(&action) && self.can_begin(attempt, sorcery_time, available) {
                        offered.push(action);
                    }
                }
            };
            if zone == Zone::Library {
                if let Some(top) = self.s.libraries[player].last() {
                    offer(ObjectId::NONE, &self.as_object(top.card, player, Zone::Library));
                }
            } else if zone == Zone::Exile {
                // What lies face down and may not be looked at can't be told to fit (CR 406.3a).
                let mut offer_seen = |id: ObjectId| {
                    if let Some(object) = self.s.get(id).filter(|object| !object.is_hidden_from(player)) {
                        offer(id, object);
                    }
                };
                match rule {
                    PlayerRule::PlayExiled(FromExile { linked: false, .. }) => {
                        self.s.exile.iter().for_each(|&index| offer_seen(self.s.id(index)));
                    }
                    _ => self.links_of(scope).for_each(|link| offer_seen(link.card)),
                }
            } else {
                let anyones = matches!(rule, PlayerRule::PlayFromGraveyard(FromGraveyard { anyones: true, .. }));
                let theirs = if anyones { self.s.graveyards[!player].as_slice() } else { &[] };
                for &index in self.s.graveyards[player].iter().chain(theirs) {
                    offer(self.s.id(index), &self.s.objects[index as usize]);
                }
            }
        });
        offered.into_iter().try_for_each(f)
    }

    /// What an effect has permitted the player to cast or play (CR 601.3b).
    fn each_permitted_action(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for permission in &self.s.permissions {
            // What is a spell or a permanent already isn't a card to play.
            if permission.player == player
                && let Some(object) = self.s.get(permission.card)
                && !matches!(object.zone, Zone::Stack | Zone::Battlefield)
                && !self.is_phased_out_with_source(permission)
            {
                let derived = &self.pool.card(object.card).derived;
                // What its owner can cast from their graveyard anyway is offered there.
                let zone = if object.owner == player { Zone::Hand } else { object.zone };
                for ability in derived.ways_from(zone) {
                    let activatable = self.pool.activatable(ability);
                    let usable = match activatable.kind {
                        _ if permission.whole && activatable.face.is_some() => false,
                        _ if activatable.from_hand_only && object.zone != Zone::Hand => false,
                        // What another alternative cost is paid for isn't free (CR 118.9a).
                        ActivatableKind::Cast
                            if permission.price() != Price::Own && !self.casts_for_mana_cost(object, activatable) =>
                        {
                            false
                        }
                        _ if permission.how == Permitted::Plotted
                            && (permission.turn == self.s.turn || !sorcery_time) =>
                        {
                            false
                        }
                        _ if !self.holds_for(permission) => false,
                        _ if permission.how == Permitted::Later && permission.turn == self.s.turn => false,
                        _ if permission.how == Permitted::Flashback => {
                            self.casts_for_mana_cost(object, activatable) && !self.lost_since(object, permission.since)
                        }
                        ActivatableKind::Cast => self.permits_spell(permission, ability),
                        ActivatableKind::PlayLand => permission.lands,
                        _ => false,
                    };
                    let attempt =
                        Attempt { player, id: permission.card, object, activatable, price: permission.price() };
                    if usable && self.can_begin(attempt, sorcery_time, available) {
                        f(Action::Activate { object: permission.card.index, ability })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn may_use(self, player: Player, object: &Object, activatable: &Activatable) -> bool {
        let scope = Scope::of(ObjectId::NONE, object.controller);
        self.player_fits(&scope, activatable.player, player)
    }
}

/// Returns whether one of the ways to play a card may cost less than it says.
fn has_reductions(eye: Eye<'_>, ways: &[AbilityId]) -> bool {
    let given = eye.pool.features.contains(Features::SPELL_HELPERS);
    given
        || ways.iter().any(|id| {
            let way = eye.pool.activatable(*id);
            !way.cost_changes.is_empty() || !way.helpers.is_empty()
        })
}
