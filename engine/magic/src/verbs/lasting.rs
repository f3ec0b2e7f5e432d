//! Effects that last, their numbers locked in (CR 611.2): on objects, on rules for players; control that is exchanged (CR 701.12b).

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Duration, Modification};
use gauntlet_cards::filter::{Amount, Filter, Objects, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::state::{ActiveEffect, CopyPart, ObjectId};
use crate::task::Resolve;

impl Engine<'_> {
    /// Changes objects for a time: the set of objects and the numbers are locked in (CR 611.2c).
    pub(super) fn change_objects(
        &mut self,
        task: &Resolve,
        objects: &Objects,
        modifications: &[Modification],
        duration: Duration,
    ) {
        for id in self.list(&task.scope, objects) {
            self.add_effect(task, id, modifications, duration);
        }
    }

    /// The static ability applies for a time as if on an object of the player.
    pub(super) fn add_player_effect(&mut self, task: &Resolve, you: Player, ability: AbilityId, duration: Duration) {
        if self.ended_before_it_began(task, duration, task.scope.you, ObjectId::NONE) {
            return;
        }
        let effect = self.effect(task, ObjectId::NONE, duration);
        let chosen = self.eye().chosen_name(&task.scope).map_or(0, |name| name.0.wrapping_add(1));
        let numbers = [i16::from(task.scope.x), chosen as i16, 0, 0];
        // "Until your next turn" is said by whoever makes it.
        let player = task.scope.you;
        self.begin_rule(ActiveEffect { ability, numbers, controller: you, player, ..effect });
    }

    /// The same this turn, for the next spell that fits: it is told the number of that spell as X.
    pub(super) fn add_effect_on_next_spell(&mut self, task: &Resolve, ability: AbilityId, filter: &Filter) {
        let effect = self.effect(task, ObjectId::NONE, Duration::EndOfTurn);
        // One more, as no X at all would be that of the source.
        let cast = self.eye().happened(&task.scope, Happening::CAST, filter).min(254) + 1;
        let numbers = [cast as i16, 0, 0, 0];
        self.begin_rule(ActiveEffect { ability, numbers, ..effect });
    }

    /// A rule that applies from now on, at once: to the spell that makes it, too, as that is put into the graveyard (CR 608.2n).
    pub(super) fn begin_rule(&mut self, effect: ActiveEffect) {
        self.s.rules |= self.pool.rule_kinds(&self.pool.static_ability(effect.ability).effect);
        self.s.player_effects.push(effect);
        self.touch();
    }

    /// Where the instruction at work is written.
    pub(super) fn at_work(&self, task: &Resolve) -> (AbilityId, u8) {
        self.pool.written(task.item.ability, task.item.modes.parts[usize::from(task.scope.mode)])
    }

    /// An effect of the instruction at work, its numbers locked in.
    pub(crate) fn effect(&mut self, task: &Resolve, object: ObjectId, duration: Duration) -> ActiveEffect {
        let (ability, part) = self.at_work(task);
        ActiveEffect {
            ability,
            part,
            instr: task.pc,
            object,
            source: task.scope.source,
            controller: task.scope.you,
            timestamp: self.s.tick(),
            duration,
            turn: self.s.turn,
            numbers: [0; 4],
            copied: CardId(0),
            copy: CopyPart::Whole,
            player: task.scope.current_player,
            of: if object.is_none() { task.scope.current_object } else { ObjectId::NONE },
            withheld: Keywords::empty(),
        }
    }

    /// Adds an effect of the instruction at work on an object, or on whatever fits, its numbers locked in (CR 611.2c–d). Abilities that
    /// the object can't have aren't part of it (CR 113.11).
    pub(crate) fn add_effect(
        &mut self,
        task: &Resolve,
        object: ObjectId,
        modifications: &[Modification],
        duration: Duration,
    ) {
        if self.ended_before_it_began(task, duration, task.scope.you, object) {
            return;
        }
        if let [Modification::AddActivatedOf(of)] = modifications {
            return self.grant_activated_of(task, object, of, duration);
        }
        let mut effect = self.effect(task, object, duration);
        effect.withheld = self.cannot_gain(object);
        let mut copied_object = ObjectId::NONE;
        let mut next = 0;
        let mut scope = task.scope;
        scope.current_object = if object.is_none() { scope.current_object } else { object };
        for change in modifications {
            match change {
                Modification::AddPT(power, toughness) => {
                    let numbers = [self.number(&scope, power), self.number(&scope, toughness)];
                    self.lock(&mut effect, &mut next, numbers);
                }
                Modification::SetBasePT(power, toughness) => {
                    let value =
                        |amount: &Option<Amount>| amount.as_ref().map_or(0, |amount| self.number(&scope, amount));
                    let numbers = [value(power), value(toughness)];
                    self.lock(&mut effect, &mut next, numbers);
                }
                // What was chosen as it resolved is locked in too, as `layers/change.rs` reads it.
                Modification::AddChosenType | Modification::SetChosenType => {
                    let chosen = self.eye().chosen_type(&scope).map_or(-1, |subtype| i32::from(subtype.0));
                    self.lock(&mut effect, &mut next, [chosen, 0]);
                }
                Modification::SetChosenColor
                | Modification::AddChosenColor
                | Modification::AddProtectionFromChosenColor => {
                    let chosen = self.eye().chosen_color(&scope).map_or(0, |color| i32::from(color.bits()));
                    self.lock(&mut effect, &mut next, [chosen, 0]);
                }
                Modification::ChangeText(register) => {
                    let register = usize::from(*register);
                    let words = [scope.numbers[register], scope.numbers[register + 1]];
                    self.lock(&mut effect, &mut next, words);
                }
                Modification::Control(players) => {
                    if let Some(player) = self.who(&scope, players).first(scope.you) {
                        effect.player = player;
                    }
                }
                Modification::CopyOf(objects) => {
                    let Some(id) = self.known(&scope, objects).first().copied() else { return };
                    let Some(copied) = self.s.last_known(id) else { return };
                    // Copiable values are what the copy is, not abilities that it gains (CR 707.2).
                    effect.withheld = Keywords::empty();
                    effect.copied = self.eye().copied_card(copied);
                    copied_object = id;
                    self.forget_uses_of_copy(object, effect.copied, modifications);
                }
                _ => {}
            }
        }
        // What it becomes as it is, like one of several sizes, is added to its copiable values (CR 707.2).
        if copied_object == object && !object.is_none() {
            effect.copy = CopyPart::Exceptions;
        } else if !self.copy_chain(copied_object).is_empty() {
            self.s.effects.push(ActiveEffect { copy: CopyPart::Card, ..effect });
            self.repeat_exceptions(copied_object, object, Some(&effect));
            effect.copy = CopyPart::Exceptions;
        }
        self.s.effects.push(effect);
        self.touch();
    }

    /// An object gains the activated abilities that others have now, each by an effect of its own (CR 611.2d).
    fn grant_activated_of(&mut self, task: &Resolve, object: ObjectId, of: &Objects, duration: Duration) {
        let effect = self.effect(task, object, duration);
        for ability in self.eye().activated_of_all(&task.scope, of) {
            self.s.effects.push(ActiveEffect { numbers: ActiveEffect::granting(ability), ..effect });
        }
        self.touch();
    }

    /// Keeps the next numbers of an effect.
    pub(super) fn lock(&self, effect: &mut ActiveEffect, next: &mut usize, numbers: [i32; 2]) {
        for number in numbers {
            if let Some(place) = effect.numbers.get_mut(*next) {
                *place = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
            *next += 1;
        }
    }

    /// CR 701.12b: nothing happens unless there are two, controlled by different players.
    pub(super) fn exchange_control(&mut self, task: &Resolve, first: &Objects, second: &Objects) {
        let scope = task.scope;
        let mut both: SmallVec<[ObjectId; 8]> = self.list(&scope, first);
        for id in self.list(&scope, second) {
            if !both.contains(&id) {
                both.push(id);
            }
        }
        let [a, b] = both.as_slice() else { return };
        let (a, b) = (*a, *b);
        let on_battlefield = |id: ObjectId| self.s.get(id).filter(|object| object.zone == Zone::Battlefield);
        let (Some(one), Some(other)) = (on_battlefield(a), on_battlefield(b)) else { return };
        let (one, other) = (one.controller, other.controller);
        if one == other {
            return;
        }
        for (id, player) in [(a, other), (b, one)] {
            let effect = self.effect(task, id, Duration::Indefinite);
            self.s.effects.push(ActiveEffect { player, ..effect });
        }
        self.touch();
    }
}
