//! The events that trigger abilities (CR 603.2), each told to what watches its kind.

use gauntlet_cards::ability::{KeywordAction, TriggerEvent};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::DelayedUntil;
use gauntlet_cards::filter::{Filter, PlayerFilter, Step, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{EventData, Flags, Object, ObjectId, PendingTrigger, Target};
use crate::task::Scope;
use crate::trigger::Match;

/// An object that moves from one zone to another.
#[derive(Clone, Copy)]
pub(crate) struct Moving {
    pub(crate) id: ObjectId,
    pub(crate) from: Zone,
    pub(crate) to: Zone,
}

impl Engine<'_> {
    /// An object moves from one zone to another. For leaving the battlefield it is still there; for entering it is there already.
    /// `earlier`: those that move together with it and were told before: what asks for "one or more" is told of the first that fits.
    pub(crate) fn trigger_zone_change(&mut self, moving: Moving, earlier: &[Moving]) {
        let Moving { id, from, to } = moving;
        // What enters has left a graveyard before: that was announced while it was there.
        let leaving = self.s.get(id).is_some_and(|object| object.zone == from && from == Zone::Graveyard);
        let kinds = if to == Zone::Battlefield {
            if leaving { EventKinds::MOVES } else { EventKinds::ENTERS }
        } else if from == Zone::Battlefield {
            EventKinds::LEAVES
        } else {
            EventKinds::MOVES
        };
        let Some(object) = self.s.get(id) else { return };
        let object = *object;
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        // A permanent's own abilities see it leave; a card elsewhere may watch its own move.
        self.watch(kinds, Some(id), &|eye, scope, event| match event {
            event if event.is_arrival() => None,
            event if to == Zone::Battlefield && event.leaves_graveyard() != leaving => None,
            TriggerEvent::ZoneChange { what, from: wanted_from, to: wanted_to, batched } => {
                let fits = |moving: &Moving| {
                    wanted_from.is_none_or(|zone| zone == moving.from)
                        && wanted_to.is_none_or(|zone| zone == moving.to)
                        && eye.s.get(moving.id).is_some_and(|object| eye.matches(scope, what, moving.id, object))
                };
                // What causes no abilities to trigger isn't what one or more are asked for (CR 603.2d).
                let told = |one: &Moving| fits(one) && !eye.is_kept_silent(scope.source, one, false);
                (fits(&moving) && !(*batched && earlier.iter().any(told))).then_some(data)
            }
            TriggerEvent::LeavesAlive(what, batched) => {
                let fits = |moving: &Moving| {
                    moving.from == Zone::Battlefield
                        && moving.to != Zone::Graveyard
                        && eye.s.get(moving.id).is_some_and(|object| eye.matches(scope, what, moving.id, object))
                };
                let told = |one: &Moving| fits(one) && !eye.is_kept_silent(scope.source, one, false);
                (fits(&moving) && !(*batched && earlier.iter().any(told))).then_some(data)
            }
            TriggerEvent::LosesControl { what } => {
                let lost = moving.from == Zone::Battlefield
                    && object.controller == scope.you
                    && eye.matches(scope, what, moving.id, &object);
                lost.then_some(data)
            }
            _ => None,
        });
        self.tell_of_move(moving, earlier, leaving, false);
        self.trigger_again_for(moving, earlier, false);
    }

    /// A player has lost control of a permanent to another. Its own abilities were that player's then (CR 603.10d).
    pub(crate) fn trigger_lost_control(&mut self, id: ObjectId, before: Player) {
        let Some(object) = self.s.get(id).copied() else { return };
        let object = Object { controller: before, ..object };
        let data = EventData { object: id, other: None, player: Some(before), amount: 1 };
        let matches = |eye: Eye<'_>, scope: &Scope, event: &TriggerEvent| match event {
            TriggerEvent::LosesControl { what } => {
                (scope.you == before && eye.matches(scope, what, id, &object)).then_some(data)
            }
            _ => None,
        };
        self.watch(EventKinds::CONTROL, None, &matches);
        self.watch_object_of(id, before, Zone::Battlefield, EventKinds::CONTROL, &matches);
    }

    /// A card has been put into a graveyard, wherever from: abilities that watch for cards.
    pub(crate) fn trigger_card_arrival(&mut self, moving: Moving, earlier: &[Moving]) {
        let Some(object) = self.s.get(moving.id) else { return };
        let data = EventData { object: moving.id, other: None, player: Some(object.owner), amount: 1 };
        self.watch(EventKinds::ARRIVES, None, &|eye, scope, event| match event {
            // Its own ability is told apart: see below.
            TriggerEvent::ZoneChange { what, batched, .. } if event.is_arrival() && scope.source != moving.id => {
                let fits = |moving: &Moving| {
                    eye.s.get(moving.id).is_some_and(|object| eye.matches(scope, what, moving.id, object))
                };
                let told = |one: &Moving| fits(one) && !eye.is_kept_silent(scope.source, one, true);
                (fits(&moving) && !(*batched && earlier.iter().any(told))).then_some(data)
            }
            event => eye.was_move(scope, event, &moving).then_some(data),
        });
        self.tell_of_move(moving, earlier, false, true);
        self.trigger_again_for(moving, earlier, true);
    }

    /// A card has been put into a graveyard: its own abilities that work there. What triggers on leaving the battlefield looks back to when
    /// the card wasn't there yet, so that it doesn't see the card arrive, nor what leaves together with it (CR 603.10a).
    pub(crate) fn trigger_arrival(&mut self, id: ObjectId, earlier: &[Moving]) {
        let object = self.s.objects[id.index()];
        let moving = Moving { id, from: object.came_from, to: object.zone };
        let to = moving.to;
        let data = EventData { object: id, other: None, player: Some(object.owner), amount: 1 };
        let kinds = EventKinds::LEAVES | EventKinds::MOVES | EventKinds::ARRIVES;
        self.watch_object(id, to, kinds, &|eye, scope, event| match event {
            // What else is asked about the event, such as what makes abilities trigger again, isn't the card.
            TriggerEvent::ZoneChange { from: Some(Zone::Battlefield), .. } if scope.source == id => None,
            event if eye.was_move(scope, event, &moving) => Some(data),
            TriggerEvent::ZoneChange { what, from: wanted_from, to: wanted_to, batched } if *wanted_to == Some(to) => {
                let fits = |moving: &Moving| {
                    wanted_from.is_none_or(|zone| zone == moving.from)
                        && eye.s.get(moving.id).is_some_and(|object| eye.matches(scope, what, moving.id, object))
                };
                (fits(&moving) && !(*batched && earlier.iter().any(fits))).then_some(data)
            }
            _ => None,
        });
    }

    /// A creature was declared as an attacker.
    pub(crate) fn trigger_attacks(&mut self, id: ObjectId, target: Target, alone: bool) {
        let object = self.s.objects[id.index()];
        let player = self.eye().defender_player(object.defender);
        let data = EventData { object: id, other: Some(target), player: Some(player), amount: 1 };
        self.watch(EventKinds::ATTACKS, None, &|eye, scope, event| match event {
            TriggerEvent::Attacks { what, defender, alone: only_alone, others, planeswalkers } => {
                let defends = defender.is_none_or(|players| match target {
                    Target::Player(player) => eye.player_fits(scope, players, player),
                    Target::Object(id) if *planeswalkers => eye.s.get(id).is_some_and(|attacked| {
                        attacked.characteristics.types.contains(gauntlet_cards::types::CardTypes::PLANESWALKER)
                            && eye.player_fits(scope, players, attacked.controller)
                    }),
                    Target::Object(_) => false,
                });
                let accompanied = || {
                    others.as_ref().is_none_or(|(filter, least)| {
                        let scope = Scope { event: data, ..*scope };
                        let fits = |(other, attacker): &(ObjectId, &Object)| {
                            *other != id
                                && attacker.is(Flags::DECLARED)
                                && eye.matches(&scope, filter, *other, attacker)
                        };
                        eye.s.permanents().filter(fits).count() >= usize::from(*least)
                    })
                };
                let fits = defends && (alone || !only_alone) && eye.matches(scope, what, id, &object);
                (fits && accompanied()).then_some(data)
            }
            _ => None,
        });
    }

    /// Attackers were declared.
    pub(crate) fn trigger_attackers_declared(&mut self) {
        let active = self.s.active;
        let waiting = self.s.pending.len();
        self.watch(EventKinds::ATTACKS, None, &|eye, scope, event| match event {
            TriggerEvent::AttackersDeclared { player, what, at_least, .. } => {
                let attackers = eye
                    .s
                    .permanents()
                    .filter(|(id, object)| object.is(Flags::DECLARED) && eye.matches(scope, what, *id, object));
                let count = attackers.count();
                let fits = count >= usize::from(*at_least) && eye.player_fits(scope, *player, active);
                let data =
                    EventData { object: ObjectId::NONE, other: None, player: Some(!active), amount: count as i32 };
                fits.then_some(data)
            }
            _ => None,
        });
        for place in waiting..self.s.pending.len() {
            self.tell_attackers(place);
        }
    }

    /// Blockers were declared: for each block, each blocked and each unblocked attacker.
    pub(crate) fn trigger_blocks(&mut self) {
        for place in 0..self.s.blocks.len() {
            let (blocker, attacker) = self.s.blocks[place];
            let (blocker, attacker) = (self.s.id(blocker), self.s.id(attacker));
            let (blocking, attacking) = (self.s.objects[blocker.index()], self.s.objects[attacker.index()]);
            self.watch(EventKinds::BLOCKS, None, &|eye, scope, event| match event {
                // CR 509.3a–b: "blocks" is once, whatever is blocked; "blocks a creature" is each time.
                TriggerEvent::Blocks { what, attacker: filter, at_least } => {
                    let same = |pair: &(u16, u16)| {
                        let (id, object) = (eye.s.id(pair.1), &eye.s.objects[usize::from(pair.1)]);
                        pair.0 == blocker.index && eye.matches(scope, filter, id, object)
                    };
                    let fits = eye.matches(scope, what, blocker, &blocking) && eye.is_told(place, *at_least, same);
                    let other = Some(Target::Object(attacker));
                    let player = Some(attacking.controller);
                    fits.then_some(EventData { object: blocker, other, player, amount: 1 })
                }
                // CR 509.3c–d: the same from the other side.
                TriggerEvent::BecomesBlocked { what, by, at_least } => {
                    let same = |pair: &(u16, u16)| {
                        let (id, object) = (eye.s.id(pair.0), &eye.s.objects[usize::from(pair.0)]);
                        pair.1 == attacker.index && eye.matches(scope, by, id, object)
                    };
                    let fits = eye.matches(scope, what, attacker, &attacking) && eye.is_told(place, *at_least, same);
                    let other = Some(Target::Object(blocker));
                    let player = Some(blocking.controller);
                    fits.then_some(EventData { object: attacker, other, player, amount: 1 })
                }
                _ => None,
            });
        }
        self.watch(EventKinds::BLOCKS, None, &|eye, scope, event| {
            let TriggerEvent::AttackersUnblocked { what } = event else { return None };
            let mut unblocked = eye.s.permanents().filter(|(id, object)| {
                object.is(Flags::ATTACKING) && !object.is(Flags::BLOCKED) && eye.matches(scope, what, *id, object)
            });
            let (id, object) = unblocked.next()?;
            let amount = 1 + unblocked.count() as i32;
            Some(EventData { object: id, other: None, player: Some(object.controller), amount })
        });
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let object = self.s.objects[id.index()];
            if object.is(Flags::ATTACKING) && !object.is(Flags::BLOCKED) {
                let player = Some(self.eye().defender_player(object.defender));
                self.watch(EventKinds::BLOCKS, None, &|eye, scope, event| match event {
                    TriggerEvent::AttacksUnblocked { what } => eye
                        .matches(scope, what, id, &object)
                        .then_some(EventData { object: id, other: None, player, amount: 1 }),
                    _ => None,
                });
            }
        }
    }

    /// The last of the blocks is by a creature that was put onto the battlefield blocking. It doesn't block for what watches that (CR 509.3a–b);
    /// the attacker becomes blocked if it was `unblocked` (CR 509.3c), becomes blocked by this creature in any case (CR 509.3d), and by that
    /// many if this one makes it that many (CR 509.3e).
    pub(crate) fn trigger_entered_blocking(&mut self, unblocked: bool) {
        let Some(&(blocker, attacker)) = self.s.blocks.last() else { return };
        let (blocker, attacker) = (self.s.id(blocker), self.s.id(attacker));
        let (blocking, attacking) = (self.s.objects[blocker.index()], self.s.objects[attacker.index()]);
        self.watch(EventKinds::BLOCKS, None, &|eye, scope, event| match event {
            TriggerEvent::BecomesBlocked { what, by, at_least } => {
                let fits = |pair: &(u16, u16)| {
                    let (id, object) = (eye.s.id(pair.0), &eye.s.objects[usize::from(pair.0)]);
                    pair.1 == attacker.index && eye.matches(scope, by, id, object)
                };
                let told = match at_least {
                    None => true,
                    Some(1) if *by == Filter::ANY => unblocked,
                    Some(least) => eye.s.blocks.iter().filter(|pair| fits(pair)).count() == usize::from(*least),
                };
                let data = EventData {
                    object: attacker,
                    other: Some(Target::Object(blocker)),
                    player: Some(blocking.controller),
                    amount: 1,
                };
                (told && fits(&(blocker.index, attacker.index)) && eye.matches(scope, what, attacker, &attacking))
                    .then_some(data)
            }
            _ => None,
        });
    }

    /// An attacker became blocked though nothing blocks it: what asks for blockers isn't told (CR 509.3c–e).
    pub(crate) fn trigger_blocked_by_none(&mut self, attacker: ObjectId) {
        let Some(attacking) = self.s.get(attacker).copied() else { return };
        let player = Some(self.eye().defender_player(attacking.defender));
        let data = EventData { object: attacker, other: None, player, amount: 1 };
        self.watch(EventKinds::BLOCKS, None, &|eye, scope, event| match event {
            TriggerEvent::BecomesBlocked { what, by, at_least: Some(1) } if *by == Filter::ANY => {
                eye.matches(scope, what, attacker, &attacking).then_some(data)
            }
            _ => None,
        });
    }

    /// Damage was dealt: by whom to whom how much at one time (CR 510.2, 608.2f), and which of that this is about. What asks once for
    /// several of them is told with the first that fits.
    pub(crate) fn trigger_damage(&mut self, dealt: &[(ObjectId, Target, u32)], place: usize, combat: bool) {
        let (source, target, amount) = dealt[place];
        let Some(dealer) = self.s.last_known(source).copied() else { return };
        let dealt_to: Option<(ObjectId, Object)> = match target {
            Target::Object(id) => self.s.last_known(id).map(|object| (id, *object)),
            Target::Player(_) => None,
        };
        let player = match (target, dealt_to) {
            (Target::Player(player), _) => Some(player),
            (_, Some((_, object))) => Some(object.controller),
            _ => None,
        };
        let first = dealt[..place].iter().all(|entry| entry.1 != target);
        // Damage that a source deals to several at one time is one event for what asks only for the source (CR 120.2a).
        let first_of_source = dealt[..place].iter().all(|entry| entry.0 != source);
        let total: u32 = dealt.iter().filter(|entry| entry.0 == source).map(|entry| entry.2).sum();
        let received: u32 = dealt.iter().filter(|entry| entry.1 == target).map(|entry| entry.2).sum();
        let waiting = self.s.pending.len();
        self.watch(EventKinds::DAMAGE, Some(source), &|eye, scope, event| match event {
            TriggerEvent::DealsDamage { source: what, to_players, to_objects, combat: wanted, batched } => {
                let to = match (target, dealt_to) {
                    (Target::Player(player), _) => {
                        to_players.is_some_and(|filter| eye.player_fits(scope, filter, player))
                    }
                    (_, Some((id, object))) => {
                        to_objects.as_ref().is_some_and(|filter| eye.matches(scope, filter, id, &object))
                    }
                    _ => false,
                };
                if !to || wanted.is_some_and(|wanted| wanted != combat) || !eye.matches(scope, what, source, &dealer) {
                    return None;
                }
                let whoever = *to_players == Some(PlayerFilter::Any) && to_objects.as_ref() == Some(&Filter::ANY);
                // Together with it: others that fit and deal damage to the same, if it matters to whom.
                let together = |entry: &&(ObjectId, Target, u32)| {
                    let dealer = eye.s.last_known(entry.0);
                    (whoever || entry.1 == target)
                        && dealer.is_some_and(|dealer| eye.matches(scope, what, entry.0, dealer))
                };
                let (fits, amount) = match batched {
                    true => {
                        let sum = dealt.iter().filter(together).map(|entry| entry.2).sum();
                        (!dealt[..place].iter().any(|entry| together(&entry)), sum)
                    }
                    false if whoever => (first_of_source, total),
                    false => (true, amount),
                };
                fits.then_some(EventData { object: source, other: Some(target), player, amount: amount as i32 })
            }
            TriggerEvent::DealtDamage { what, combat: wanted } => {
                let (id, object) = dealt_to?;
                // Once for all that is dealt to it at one time.
                let fits =
                    first && wanted.is_none_or(|wanted| wanted == combat) && eye.matches(scope, what, id, &object);
                let other = Some(Target::Object(source));
                fits.then_some(EventData {
                    object: id,
                    other,
                    player: Some(dealer.controller),
                    amount: received as i32,
                })
            }
            TriggerEvent::PlayerDamaged { player: who, combat: wanted } => {
                let Target::Player(player) = target else { return None };
                let fits =
                    first && wanted.is_none_or(|wanted| wanted == combat) && eye.player_fits(scope, *who, player);
                fits.then_some(EventData {
                    object: source,
                    other: Some(target),
                    player: Some(player),
                    amount: received as i32,
                })
            }
            _ => None,
        });
        let dealers = dealt.iter().filter(|entry| entry.1 == target).map(|entry| entry.0);
        self.tell_those(waiting, dealers, |event| match event {
            TriggerEvent::DealsDamage { source, batched: true, .. } => Some(source),
            _ => None,
        });
    }

    /// A spell was cast.
    pub(crate) fn trigger_cast(&mut self, spell: ObjectId, player: Player) {
        let object = self.s.objects[spell.index()];
        let number = self.s.players[player].spells_cast;
        // The number is how many spells were cast before it this turn (CR 702.40a).
        let before =
            Player::BOTH.into_iter().map(|player| i32::from(self.s.players[player].spells_cast)).sum::<i32>() - 1;
        let data = EventData { object: spell, other: None, player: Some(player), amount: before };
        self.watch(EventKinds::CAST, Some(spell), &|eye, scope, event| match event {
            TriggerEvent::Cast { player: who, what, nth } => {
                let fits = eye.player_fits(scope, *who, player)
                    && nth.is_none_or(|nth| nth == number)
                    && eye.matches(scope, what, spell, &object);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// A spell was copied.
    pub(crate) fn trigger_copied(&mut self, spell: ObjectId, player: Player) {
        let object = self.s.objects[spell.index()];
        let data = EventData { object: spell, other: None, player: Some(player), amount: 1 };
        self.watch(EventKinds::CAST, None, &|eye, scope, event| match event {
            TriggerEvent::Copies { player: who, what } => {
                (eye.player_fits(scope, *who, player) && eye.matches(scope, what, spell, &object)).then_some(data)
            }
            _ => None,
        });
    }

    /// What was put on the stack targets an opponent, what an opponent controls, or a card in an opponent's graveyard.
    pub(crate) fn trigger_crime(&mut self, player: Player) {
        let data = EventData { object: ObjectId::NONE, other: None, player: Some(player), amount: 1 };
        self.watch(EventKinds::TARGET, None, &|eye, scope, event| match event {
            TriggerEvent::Crime { player: who } => eye.player_fits(scope, *who, player).then_some(data),
            _ => None,
        });
    }

    /// A permanent got a designation, by something whose X is this (CR 701.37c).
    pub(crate) fn trigger_marked(&mut self, id: ObjectId, marks: gauntlet_cards::keyword::Marks, x: i32) {
        let Some(object) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: x };
        self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
            TriggerEvent::Marked { what, mark } => {
                (marks.contains(*mark) && eye.matches(scope, what, id, &object)).then_some(data)
            }
            _ => None,
        });
    }

    /// A permanent exploited a creature; it may have left since then.
    pub(crate) fn trigger_exploit(&mut self, id: ObjectId) {
        let Some(object) = self.s.last_known(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
            TriggerEvent::Exploits { what } => eye.matches(scope, what, id, &object).then_some(data),
            _ => None,
        });
        // It may have exploited itself.
        self.watch_gone(id, Zone::Battlefield, EventKinds::TAP, &|eye, scope, event| match event {
            TriggerEvent::Exploits { what } => eye.matches(scope, what, id, &object).then_some(data),
            _ => None,
        });
    }

    /// A step begins: abilities that watch steps, and delayed triggers that wait for one.
    pub(crate) fn trigger_step(&mut self, step: Step) {
        let active = self.s.active;
        if step == Step::PrecombatMain {
            self.radiate();
        }
        if self.watches(EventKinds::STEP) {
            let data = EventData { object: ObjectId::NONE, other: None, player: Some(active), amount: 0 };
            self.watch(EventKinds::STEP, None, &|eye, scope, event| match event {
                TriggerEvent::StepBegins { step: wanted, player } => {
                    // CR 608.2k: "the upkeep of enchanted creature's controller" is about that creature too.
                    let object = match player {
                        PlayerFilter::HostController => eye.s.get(scope.source).map(|source| source.attached_to),
                        _ => None,
                    };
                    let data = EventData { object: object.unwrap_or(ObjectId::NONE), ..data };
                    (*wanted == step && eye.player_fits(scope, *player, active)).then_some(data)
                }
                _ => None,
            });
        }
        let mut place = 0;
        while place < self.s.delayed.len() {
            let delayed = &self.s.delayed[place];
            let now = match delayed.until {
                DelayedUntil::NextStep(wanted, players) => {
                    let scope = Scope::of(delayed.source, delayed.controller);
                    wanted == step && players.is_none_or(|players| self.eye().player_fits(&scope, players, active))
                }
                DelayedUntil::NextTurns(wanted, true) => {
                    wanted == step && delayed.turn < self.s.turn && delayed.controller == active
                }
                DelayedUntil::NextTurns(wanted, false) => wanted == step && delayed.turn < self.s.turn,
                _ => false,
            };
            if !now {
                place += 1;
                continue;
            }
            let delayed = self.s.delayed.remove(place);
            self.s.pending.push(PendingTrigger {
                ability: delayed.ability,
                source: delayed.source,
                controller: delayed.controller,
                event: EventData {
                    player: Some(active),
                    amount: delayed.number.unwrap_or(EventData::NONE.amount),
                    ..EventData::NONE
                },
                memory: delayed.memory,
                x: delayed.x,
                turned: Some(delayed.turned),
            });
            self.s.check_needed = true;
        }
    }

    /// A player drew a card, the first in their own draw step or not.
    pub(crate) fn trigger_draw(&mut self, player: Player, first_of_step: bool) {
        let number = self.s.players[player].cards_drawn;
        let data = EventData { object: ObjectId::NONE, other: None, player: Some(player), amount: 1 };
        self.watch(EventKinds::DRAW, None, &|eye, scope, event| match event {
            TriggerEvent::Draws { player: who, nth, but_first } => {
                let fits = eye.player_fits(scope, *who, player)
                    && nth.is_none_or(|nth| nth == number)
                    && !(*but_first && first_of_step);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// A player revealed the first card that they drew this turn.
    pub(crate) fn trigger_revealed_draw(&mut self, player: Player, card: CardId) {
        let data = EventData { object: ObjectId::NONE, other: None, player: Some(player), amount: 1 };
        let own = self.s.active == player;
        self.watch(EventKinds::DRAW, None, &|eye, scope, event| match event {
            TriggerEvent::RevealsDrawn { what, own_turn } => {
                let fits = player == scope.you && (own || !own_turn);
                (fits && eye.card_matches(scope, what, card, player, Zone::Hand)).then_some(data)
            }
            _ => None,
        });
    }

    /// A player discards a card, which has been put aside.
    /// `cause`: who controls the spell or ability that makes them discard it; none for costs and the cleanup step.
    pub(crate) fn trigger_discard(&mut self, player: Player, card: ObjectId, cause: Option<Player>) {
        self.note(gauntlet_cards::happening::Happening::DISCARDED, card);
        let object = self.s.objects[card.index()];
        let data = EventData { object: card, other: None, player: Some(player), amount: 1 };
        self.watch(EventKinds::DISCARD, None, &|eye, scope, event| match event {
            TriggerEvent::Discards { player: who, what, batched: false, by } => {
                let caused = by.is_none_or(|by| cause.is_some_and(|cause| eye.player_fits(scope, by, cause)));
                let fits = caused && eye.player_fits(scope, *who, player) && eye.matches(scope, what, card, &object);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// A card has been discarded and is where it went, or was last known as this object if that is a hidden zone: its own abilities
    /// that say so trigger, unless effects have taken them away by then.
    pub(crate) fn trigger_own_discard(&mut self, player: Player, card: ObjectId, cause: Option<Player>) {
        let data = EventData { object: card, other: None, player: Some(player), amount: 1 };
        self.watch_where_it_went(card, EventKinds::DISCARD, &|eye, scope, event| match event {
            TriggerEvent::Discards { player: who, what, batched: false, by } => {
                let object = eye.s.last_known(card)?;
                let caused = by.is_none_or(|by| cause.is_some_and(|cause| eye.player_fits(scope, by, cause)));
                let fits = caused && eye.player_fits(scope, *who, player) && eye.matches(scope, what, card, object);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// Looks through the abilities of a card that works "when you cycle" or "discard this card", wherever that has put it
    /// (CR 702.29c).
    fn watch_where_it_went(&mut self, card: ObjectId, kinds: EventKinds, matches: &Match<'_>) {
        if !self.watched_elsewhere(kinds) {
            return;
        }
        if self.s.other_zones {
            self.refresh();
        }
        if self.s.get(card).is_some() {
            self.watch_object(card, Zone::Hand, kinds, matches);
        } else {
            self.watch_gone(card, Zone::Hand, kinds, matches);
        }
    }

    /// Cards have been discarded together and are where they went: what watches for "one or more" is told how many of a player's fit.
    pub(crate) fn trigger_discards(&mut self, cards: crate::state::Range) {
        if !self.watches(EventKinds::DISCARD) {
            return;
        }
        let all = self.ids(cards);
        for player in [self.s.active, !self.s.active] {
            let own = |id: &ObjectId| self.s.last_known(*id).is_some_and(|object| object.owner == player);
            let cards: smallvec::SmallVec<[ObjectId; 8]> = all.iter().copied().filter(own).collect();
            if !cards.is_empty() {
                self.trigger_discards_of(player, &cards);
            }
        }
    }

    fn trigger_discards_of(&mut self, player: Player, cards: &[ObjectId]) {
        let waiting = self.s.pending.len();
        self.watch(EventKinds::DISCARD, None, &|eye, scope, event| match event {
            TriggerEvent::Discards { player: who, what, batched: true, by: None }
                if eye.player_fits(scope, *who, player) =>
            {
                let fits = |id: &&ObjectId| {
                    eye.s.last_known(**id).is_some_and(|object| eye.matches(scope, what, **id, object))
                };
                let amount = cards.iter().filter(fits).count() as i32;
                let object = cards.iter().find(fits).copied().unwrap_or(ObjectId::NONE);
                (amount > 0).then_some(EventData { object, other: None, player: Some(player), amount })
            }
            _ => None,
        });
        self.tell_those(waiting, cards.iter().copied(), |event| match event {
            TriggerEvent::Discards { what, batched: true, .. } => Some(what),
            _ => None,
        });
    }

    /// A player cycles a card, for a cost with this X. It is in the graveyard or wherever it went; one that went to a hidden zone is
    /// last known as it was in the hand.
    pub(crate) fn trigger_cycle(&mut self, player: Player, card: ObjectId, x: u8) {
        let moved = card.moved();
        let card = if self.s.get(moved).is_some() { moved } else { card };
        let Some(object) = self.s.last_known(card).copied() else { return };
        let data = EventData { object: card, other: None, player: Some(player), amount: i32::from(x) };
        let cycles: &Match<'_> = &|eye, scope, event| match event {
            TriggerEvent::Cycles { player: who, what } => {
                let fits = eye.player_fits(scope, *who, player) && eye.matches(scope, what, card, &object);
                fits.then_some(data)
            }
            _ => None,
        };
        self.watch(EventKinds::LIBRARY, None, cycles);
        self.watch_where_it_went(card, EventKinds::LIBRARY, cycles);
    }

    /// A player has done what a keyword action says.
    pub(crate) fn trigger_keyword_action(&mut self, player: Player, done: KeywordAction) {
        self.trigger_numbered_action(player, done, 1);
    }

    /// The same of what has a number: a result (CR 706.2), how many.
    pub(crate) fn trigger_numbered_action(&mut self, player: Player, done: KeywordAction, amount: i32) {
        let data = EventData { object: ObjectId::NONE, other: None, player: Some(player), amount };
        self.watch(EventKinds::LIBRARY, None, &|eye, scope, event| match event {
            TriggerEvent::Does { player: who, action } => {
                (*action == done && eye.player_fits(scope, *who, player)).then_some(data)
            }
            _ => None,
        });
    }

    /// A permanent, which may have left since (CR 701.44c), has done what a keyword action says, to another object if there is one.
    pub(crate) fn trigger_permanent_action(&mut self, id: ObjectId, done: KeywordAction, to: Option<ObjectId>) {
        let Some(object) = self.s.last_known(id).copied() else { return };
        let other = to.map(Target::Object);
        let data = EventData { object: id, other, player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::LIBRARY, None, &|eye, scope, event| match event {
            TriggerEvent::PermanentDoes { what, action } => {
                (*action == done && eye.matches(scope, what, id, &object)).then_some(data)
            }
            _ => None,
        });
    }

    /// A player gained (positive) or lost (negative) life.
    pub(crate) fn trigger_life(&mut self, player: Player, change: i32) {
        let data = EventData { object: ObjectId::NONE, other: None, player: Some(player), amount: change.abs() };
        self.watch(EventKinds::LIFE, None, &|eye, scope, event| match event {
            TriggerEvent::GainsLife { player: who } if change > 0 => {
                eye.player_fits(scope, *who, player).then_some(data)
            }
            TriggerEvent::LosesLife { player: who } if change < 0 => {
                eye.player_fits(scope, *who, player).then_some(data)
            }
            _ => None,
        });
    }

    /// A permanent is about to be sacrificed.
    pub(crate) fn trigger_sacrifice(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::SACRIFICE, None, &|eye, scope, event| match event {
            TriggerEvent::Sacrifices { player, what } => {
                let fits = eye.player_fits(scope, *player, object.controller) && eye.matches(scope, what, id, &object);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// An object or a player became the target of a spell or ability.
    pub(crate) fn trigger_aimed(&mut self, target: Target, by: ObjectId) {
        match target {
            Target::Object(id) => self.trigger_targeted(id, by),
            Target::Player(player) => self.trigger_player_targeted(player, by),
        }
    }

    /// A permanent became the target of a spell or ability: no event speaks of what is a target elsewhere (CR 109.2).
    fn trigger_targeted(&mut self, id: ObjectId, by: ObjectId) {
        let (Some(object), Some(item)) = (self.s.get(id).copied(), self.s.get(by).copied()) else { return };
        if object.zone != Zone::Battlefield {
            return;
        }
        let data = EventData { object: id, other: Some(Target::Object(by)), player: Some(item.controller), amount: 1 };
        self.watch(EventKinds::TARGET, None, &|eye, scope, event| match event {
            TriggerEvent::Targeted { what, by: filter } => {
                let fits = eye.matches(scope, what, id, &object) && eye.matches(scope, filter, by, &item);
                fits.then_some(data)
            }
            _ => None,
        });
    }

    /// A player became the target of a spell or ability.
    fn trigger_player_targeted(&mut self, player: Player, by: ObjectId) {
        let Some(item) = self.s.get(by).copied() else { return };
        let other = Some(Target::Object(by));
        let data = EventData { object: ObjectId::NONE, other, player: Some(item.controller), amount: 1 };
        self.watch(EventKinds::TARGET, None, &|eye, scope, event| match event {
            TriggerEvent::PlayerTargeted { player: who, by: filter } => {
                (eye.player_fits(scope, *who, player) && eye.matches(scope, filter, by, &item)).then_some(data)
            }
            _ => None,
        });
    }

    /// A permanent became tapped or untapped.
    pub(crate) fn trigger_tap(&mut self, id: ObjectId, tapped: bool, tapper: Option<Player>) {
        let Some(object) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
            TriggerEvent::BecomesTapped { what, by } if tapped => {
                let by_whom = |who| tapper.is_some_and(|tapper| eye.player_fits(scope, who, tapper));
                (by.is_none_or(by_whom) && eye.matches(scope, what, id, &object)).then_some(data)
            }
            TriggerEvent::BecomesUntapped { what } if !tapped => eye.matches(scope, what, id, &object).then_some(data),
            _ => None,
        });
    }

    /// A permanent was tapped for mana: triggered abilities that aren't mana abilities themselves (CR 605.5a).
    pub(crate) fn trigger_mana(&mut self, id: ObjectId, object: &Object, data: EventData) {
        let waiting = self.s.pending.len();
        self.watch(EventKinds::MANA, None, &|eye, scope, event| match event {
            TriggerEvent::TappedForMana { what } => eye.matches(scope, what, id, object).then_some(data),
            _ => None,
        });
        let mut place = waiting;
        while place < self.s.pending.len() {
            if crate::mana_bonus::is_mana_trigger(self.pool.triggered(self.s.pending[place].ability)) {
                self.s.pending.remove(place);
            } else {
                place += 1;
            }
        }
    }
}

impl Eye<'_> {
    /// Returns whether an ability is told of the block at a place: of each that fits, or, if it asks for at least this many, of the first of
    /// that many (CR 509.3e).
    fn is_told(self, place: usize, at_least: Option<u8>, fits: impl Fn(&(u16, u16)) -> bool) -> bool {
        let blocks = &self.s.blocks;
        fits(&blocks[place])
            && at_least.is_none_or(|least| {
                !blocks[..place].iter().any(&fits)
                    && blocks[place..].iter().filter(|pair| fits(pair)).count() >= usize::from(least)
            })
    }
}
