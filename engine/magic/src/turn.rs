//! The structure of a turn (CR 500) and priority (CR 117).

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::effect::{DelayedUntil, Duration};
use gauntlet_cards::filter::{Step, Zone};
use gauntlet_cards::keyword::{EventKinds, Features, Keywords, Marks, Restrictions};
use gauntlet_core::{Audience, Player, Reason};

use crate::choosing::{NO_OR_YES, YES_OR_NO};
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Defender, Flags, Next, ObjectId, PlayerInfo};
use crate::task::Task;

impl Engine<'_> {
    /// CR 103.8: the starting player takes the first turn.
    pub(crate) fn first_turn(&mut self) {
        self.s.active = self.s.starting;
        self.s.regular = self.s.starting;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        if self.s.turn >= self.options.max_turns {
            self.finish(None, Reason::TurnLimit);
            return;
        }
        self.note_change();
        self.await_extra_turn();
        self.s.turn += 1;
        self.s.creatures_died = 0;
        // CR 722.1: the player who controls this turn makes all choices in it.
        self.s.controlled = self.s.controlled_next & 1 << self.s.active.index();
        self.s.controlled_next &= !self.s.controlled;
        for _ in 0..std::mem::take(&mut self.s.extra_after_next[self.s.active]) {
            self.s.extra_turns.push(self.s.active);
        }
        // "Until your next turn" ends as it begins, untap step or not; so do the memories of the last turn.
        let active = self.s.active;
        self.expire(|_, duration, player, _, _, _| duration == Duration::YourNextTurn && player == active);
        self.s
            .delayed
            .retain(|delayed| delayed.until != DelayedUntil::EventUntilYourNextTurn || delayed.controller != active);
        self.s.each_permanent_even_phased_out(|object| {
            object.flags -= Flags::ENTERED_THIS_TURN | Flags::ATTACKED_THIS_TURN | Flags::LOYALTY_USED;
            object.marks -= Marks::EXERTED | Marks::LOYALTY_USED_AGAIN;
            if object.controller == active {
                object.flags -= Flags::SICK;
            }
        });
        let info = &mut self.s.players[active];
        info.turns_begun = (info.turns_begun + 1).min(PlayerInfo::MOST_TURNS);
        if self.pool.features.contains(Features::LAST_TURN) {
            let state = &mut *self.s;
            std::mem::swap(&mut state.history, &mut state.history_last_turn);
        }
        self.s.history.clear();
        self.s.firsts.clear();
        self.s.must_block.clear();
        self.s.cant_block.clear();
        self.s.extra_phases.clear();
        self.s.main_phases = 0;
        self.s.combat_phases = 0;
        self.s.attackers_declared = false;
        self.s.resume = None;
        // What is kept of how permanents entered is forgotten once they are gone.
        let objects = &self.s.objects;
        let there = |id: ObjectId| objects.get(id.index()).is_some_and(|object| object.generation == id.generation);
        self.s.tributes.retain(|id| there(*id));
        self.s.chosen_as.retain(|made| there(made.0));
        self.s.devoured.retain(|entry| there(entry.0));
        self.forget_uses();
        for player in Player::BOTH {
            let info = &mut self.s.players[player];
            info.lands_played = 0;
            info.extra_lands = 0;
            info.cards_drawn = 0;
            info.drawn_in_draw_step = false;
            info.expended = 0;
            info.spells_last_turn = info.spells_cast;
            info.spells_cast = 0;
            info.life_lost_last_turn = info.life_lost;
            info.life_gained = 0;
            info.life_lost = 0;
            info.attackers_declared = 0;
            info.sped_up = false;
        }
        // What holds in one player's untap step only begins or stops to hold, even if that step is skipped.
        if self.s.effects.iter().any(|effect| effect.duration == Duration::PlayersNextUntap) {
            self.touch();
        }
        self.fact_of_turn();
        self.tell(Audience::Everyone, |eye| {
            let life = |player: Player| eye.s.players[player].life;
            let (you, other) = (eye.s.active, !eye.s.active);
            format!(
                "\nTurn {}: {} — {} life, {} in hand; {} — {} life, {} in hand",
                eye.s.turn,
                eye.player_name(you),
                life(you),
                eye.s.hands[you].len(),
                eye.player_name(other),
                life(other),
                eye.s.hands[other].len(),
            )
        });
        if self.options.pause_at_turns {
            self.s.step = Step::Untap;
            self.s.tasks.push(Task::TurnBegins);
        } else {
            self.begin_step(Step::Untap);
        }
    }

    /// The pause before a turn.
    pub(crate) fn turn_begins(&mut self) -> Flow {
        if self.s.answer.take().is_none() {
            self.offer_these([Action::Pass]);
            return self.ask(
                Task::TurnBegins,
                self.s.active,
                DecisionKind::TurnBegins,
                ObjectId::NONE,
                Particulars::Nothing,
            );
        }
        self.begin_step(Step::Untap);
        Flow::Go
    }

    /// Begins a step: its turn-based actions, then its triggers. Players get priority when the loop comes to it.
    fn begin_step(&mut self, mut step: Step) {
        // CR 500.11: what is skipped isn't there, so that nothing happens in it, not even what has triggered before.
        while self.is_skipped(step) {
            self.forget_what_waits_for(step);
            match self.following(if step == Step::BeginCombat { Step::EndCombat } else { step }) {
                Next::Step(next) => step = next,
                Next::Turn => return self.end_turn(),
            }
        }
        self.s.step = step;
        // What becomes of the game in these steps lists look at; of the others only if a card asks which it is.
        if matches!(step, Step::Untap | Step::Draw) || self.pool.features.contains(Features::STEPS) {
            self.note_change();
        }
        self.s.volatile_dirty = true;
        self.s.priority = self.s.active;
        self.s.passes = 0;
        let active = self.s.active;
        match step {
            Step::Untap => {
                self.untap_step();
                // Nobody gets priority (CR 502.4).
                self.s.passes = 2;
            }
            Step::Draw => {
                self.draw(active, 1);
                self.trigger_step(step);
            }
            Step::DeclareAttackers => {
                self.s.attackers_declared = true;
                self.s.tasks.push(Task::Attackers(0));
            }
            Step::DeclareBlockers => {
                self.s.tasks.push(Task::Blockers(0));
            }
            Step::FirstStrikeDamage | Step::CombatDamage => self.begin_combat_damage(),
            Step::Cleanup => {
                self.fact_of_end();
                self.trigger_step(step);
                self.s.tasks.push(Task::Cleanup);
            }
            Step::PrecombatMain => {
                self.s.main_phases += 1;
                self.advance_sagas(active);
                self.trigger_step(step);
            }
            Step::PostcombatMain => {
                self.s.main_phases = self.s.main_phases.saturating_add(1);
                self.trigger_step(step);
            }
            Step::Upkeep => {
                self.expire(|_, duration, player, _, _, _| duration == Duration::YourNextUpkeep && player == active);
                self.renew_echoes();
                self.trigger_step(step);
            }
            Step::End => {
                self.expire(|_, duration, player, _, _, _| duration == Duration::YourNextEndStep && player == active);
                self.trigger_step(step);
            }
            Step::BeginCombat => {
                self.s.combat_phases = self.s.combat_phases.saturating_add(1);
                self.trigger_step(step);
            }
            Step::EndCombat => self.trigger_step(step),
        }
    }

    /// Returns whether a step is skipped that would begin now: that uses one of the effects up that say so of the next one (CR 614.10a).
    fn is_skipped(&mut self, step: Step) -> bool {
        let active = self.s.active;
        // CR 103.8a.
        if step == Step::Draw && self.s.turn == 1 && active == self.s.starting {
            return true;
        }
        let times = &mut self.s.players[active].skip_steps[step as usize];
        if *times > 0 {
            *times -= 1;
            return true;
        }
        self.eye().player_rule(RuleKinds::SKIPPED_STEPS, active, |rule| *rule == PlayerRule::SkipStep(step))
    }

    /// What is to happen in a step of this turn doesn't if that step is skipped; what waits for the next such step goes on waiting
    /// (CR 614.10a).
    fn forget_what_waits_for(&mut self, step: Step) {
        let turn = self.s.turn;
        self.s.delayed.retain(|delayed| delayed.until != DelayedUntil::NextTurns(step, false) || delayed.turn == turn);
    }

    /// As an upkeep begins, permanents that came under their controller's control since the last one are told apart (CR 702.30a).
    fn renew_echoes(&mut self) {
        if !self.pool.features.contains(gauntlet_cards::keyword::Features::ECHO) {
            return;
        }
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let active = self.s.active;
            let object = self.object(index);
            if object.controller == active {
                object.marks.set(Marks::ECHO_DUE, object.marks.contains(Marks::NEW_CONTROL));
                object.marks -= Marks::NEW_CONTROL;
            }
        }
        self.note_change();
    }

    /// CR 502: the active player's permanents untap.
    fn untap_step(&mut self) {
        self.refresh();
        self.phase();
        if self.s.daytime != gauntlet_cards::designation::Daytime::Neither {
            self.check_daytime();
        }
        if self.eye().untaps_too_many() {
            self.s.tasks.push(Task::UntapSome(self.nothing_chosen()));
        } else {
            self.untap_what_can();
        }
    }

    /// Of those that can untap some may stay tapped, if their controller wants that; the others untap.
    pub(crate) fn untap_what_can(&mut self) -> Flow {
        if self.may_stay_tapped(0).is_some() {
            self.s.tasks.push(Task::Untap(0));
        } else {
            self.untap_all();
        }
        Flow::Go
    }

    /// CR 502.1: all at once, the active player's permanents with phasing phase out, and what phased out phases in.
    fn phase(&mut self) {
        let active = self.s.active;
        let phasing = |object: &crate::state::Object| {
            object.controller == active && object.characteristics.keywords.contains(Keywords::PHASING)
        };
        if self.s.phased.is_empty() && !self.s.permanents().any(|(_, object)| phasing(object)) {
            return;
        }
        let out: smallvec::SmallVec<[ObjectId; 4]> =
            self.s.permanents().filter(|(_, object)| phasing(object)).map(|(id, _)| id).collect();
        let back: smallvec::SmallVec<[u16; 4]> = self
            .s
            .phased
            .iter()
            .filter(|phased| phased.with.is_none() && self.s.objects[phased.index as usize].controller == active)
            .map(|phased| phased.index)
            .collect();
        for id in out {
            self.phase_out(id, None);
        }
        for index in back {
            self.phase_in(index);
        }
        self.refresh();
    }

    /// The first permanent from a place on that would untap and whose controller may choose that it doesn't.
    fn may_stay_tapped(&self, from: u16) -> Option<u16> {
        let active = self.s.active;
        let mut found = None;
        self.eye().each_rule(RuleKinds::UNTAPS, &mut |scope, ability| {
            if ability.effect != gauntlet_cards::ability::StaticEffect::MayNotUntap {
                return;
            }
            let Some(place) = self.s.battlefield.iter().position(|index| *index == scope.source.index) else { return };
            let object = &self.s.objects[scope.source.index()];
            let untaps = object.controller == active
                && object.is(Flags::TAPPED)
                && !object.is(Flags::STAYS_TAPPED)
                && !object.restrictions.contains(Restrictions::DOESNT_UNTAP);
            let place = place as u16;
            if untaps && place >= from && found.is_none_or(|other| place < other) {
                found = Some(place);
            }
        });
        found
    }

    /// CR 502.3: which permanents untap is determined first, then they untap.
    pub(crate) fn choose_untaps(&mut self, mut next: u16) -> Flow {
        if let Some(answer) = self.s.answer.take() {
            let index = self.s.battlefield[next as usize];
            self.object(index).flags.set(Flags::STAYS_TAPPED, answer == Action::No);
            next += 1;
        }
        let Some(place) = self.may_stay_tapped(next) else {
            self.untap_all();
            return Flow::Go;
        };
        self.offer_these(YES_OR_NO);
        let id = self.s.id(self.s.battlefield[place as usize]);
        self.ask(Task::Untap(place), self.s.active, DecisionKind::May, id, Particulars::Nothing)
    }

    fn untap_all(&mut self) {
        let active = self.s.active;
        for id in self.untapped_by_effects() {
            self.untap(id);
        }
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let object = &mut self.s.objects[index as usize];
            if object.controller != active {
                continue;
            }
            let stays = object.restrictions.contains(Restrictions::DOESNT_UNTAP) || object.is(Flags::STAYS_TAPPED);
            object.flags -= Flags::STAYS_TAPPED;
            if object.is(Flags::TAPPED) && !stays {
                let id = self.s.id(index);
                self.untap(id);
            }
        }
        self.return_as_untapped();
        // "Doesn't untap during its controller's next untap step" was used up by this one.
        if !self.s.effects.is_empty() {
            let mut effects = std::mem::take(&mut self.s.effects);
            let before = effects.len();
            effects.retain(|effect| match effect.duration {
                Duration::ControllersNextUntap => {
                    self.s.get(effect.object).is_none_or(|object| object.controller != active)
                }
                Duration::PlayersNextUntap => effect.player != active,
                _ => true,
            });
            if effects.len() != before {
                self.touch();
            }
            self.s.effects = effects;
        }
    }

    /// "During your next untap step, as you untap your permanents, return ~ to its owner's hand": together with what untaps (CR 502.3).
    fn return_as_untapped(&mut self) {
        let active = self.s.active;
        let start = self.s.scratch.len() as u16;
        let mut found: smallvec::SmallVec<[ObjectId; 4]> = smallvec::SmallVec::new();
        self.eye().each_rule(RuleKinds::UNTAPS, &mut |scope, ability| {
            let said = |effect: &crate::state::ActiveEffect| {
                effect.object == scope.source
                    && effect.player == active
                    && effect.duration == Duration::PlayersNextUntap
            };
            let returns = ability.effect == gauntlet_cards::ability::StaticEffect::ReturnsAsPlayerUntaps;
            if returns && !found.contains(&scope.source) && self.s.effects.iter().any(said) {
                found.push(scope.source);
            }
        });
        if found.is_empty() {
            return;
        }
        self.s.scratch.extend(found);
        let range = crate::state::Range { start, end: self.s.scratch.len() as u16 };
        let hand = gauntlet_cards::effect::Destination::to(gauntlet_cards::filter::Zone::Hand);
        self.move_objects(&crate::task::Scope::of(ObjectId::NONE, active), range, &hand);
        self.s.scratch.truncate(usize::from(start));
    }

    /// What effects untap in another player's untap step, at the same time (CR 502.3).
    fn untapped_by_effects(&self) -> smallvec::SmallVec<[ObjectId; 8]> {
        let mut found = smallvec::SmallVec::new();
        let active = self.s.active;
        self.eye().each_rule(RuleKinds::UNTAPS, &mut |scope, ability| {
            let gauntlet_cards::ability::StaticEffect::UntapsOnOthersTurns(filter) = &ability.effect else { return };
            if scope.you == active {
                return;
            }
            for (id, object) in self.s.permanents() {
                if object.is(Flags::TAPPED) && !found.contains(&id) && self.eye().matches(scope, filter, id, object) {
                    found.push(id);
                }
            }
        });
        found
    }

    /// The step or phase ends when all players pass in succession with an empty stack (CR 500.2).
    fn next_step(&mut self) {
        self.empty_mana();
        if self.s.step == Step::EndCombat {
            self.end_combat();
        }
        match self.following(self.s.step) {
            Next::Step(next) => self.begin_step(next),
            Next::Turn => self.end_turn(),
        }
    }

    /// What follows a step or phase that ends or is skipped (CR 500.1).
    fn following(&mut self, step: Step) -> Next {
        let next = match step {
            Step::Untap => Step::Upkeep,
            Step::Upkeep => Step::Draw,
            Step::Draw => Step::PrecombatMain,
            Step::PrecombatMain => Step::BeginCombat,
            Step::BeginCombat => Step::DeclareAttackers,
            // CR 508.8: whether an attacker is still there doesn't matter.
            Step::DeclareAttackers if self.s.attacked => Step::DeclareBlockers,
            Step::DeclareAttackers => Step::EndCombat,
            Step::DeclareBlockers if self.first_strike_needed() => Step::FirstStrikeDamage,
            Step::DeclareBlockers | Step::FirstStrikeDamage => Step::CombatDamage,
            Step::CombatDamage => Step::EndCombat,
            Step::EndCombat => Step::PostcombatMain,
            Step::PostcombatMain => Step::End,
            Step::End => Step::Cleanup,
            // CR 514.3a: players had priority, so that there is another cleanup step.
            Step::Cleanup if self.s.cleanup_again => {
                self.s.cleanup_again = false;
                return Next::Step(Step::Cleanup);
            }
            Step::Cleanup => return self.after_phase(Next::Turn),
        };
        match step {
            Step::Draw | Step::PrecombatMain | Step::EndCombat | Step::PostcombatMain => {
                self.after_phase(Next::Step(next))
            }
            _ => Next::Step(next),
        }
    }

    /// CR 500.8: additional phases come directly after the phase in which they were created, the most recently created first;
    /// then the turn goes on where it would have, or ends.
    fn after_phase(&mut self, next: Next) -> Next {
        match self.s.extra_phases.pop() {
            Some(phase) => {
                self.s.resume.get_or_insert(next);
                Next::Step(phase)
            }
            None => self.s.resume.take().unwrap_or(next),
        }
    }

    /// CR 511.3: all creatures leave combat.
    fn end_combat(&mut self) {
        let fights = Flags::ATTACKING | Flags::BLOCKING | Flags::BLOCKED | Flags::DEALT_FIRST_STRIKE;
        let mut fought = !self.s.blocks.is_empty() || !self.s.history.is_empty();
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let object = self.object(index);
            fought |= object.flags.intersects(fights);
            object.flags -= fights;
        }
        if fought {
            self.note_change();
        }
        self.combat_is_past();
        self.s.blocks.clear();
        self.s.bands.clear();
        self.s.must_block.retain(|entry| !entry.2);
        self.s.blocks_chosen_by = self.s.blocks_chosen_by.filter(|(_, combat)| !combat);
        self.s.first_strike_step = false;
        (self.s.attacked, self.s.attacked_player) = (false, false);
        self.expire(|_, duration, _, _, _, _| duration == Duration::EndOfCombat);
    }

    fn end_turn(&mut self) {
        self.s.blocks_chosen_by = None;
        self.s.active_spells_last_turn = self.s.players[self.s.active].spells_cast;
        self.next_turn();
    }

    /// CR 500.7: extra turns come directly after this one, the most recently created first. Then the turns go on from the last regular one:
    /// an extra turn that was gained in the opponent's turn takes nobody's place.
    fn next_turn(&mut self) {
        let (ended, turn) = (self.s.active, self.s.turn);
        let over = |until: &DelayedUntil| matches!(until, DelayedUntil::NextTurns(_, true));
        self.s.delayed.retain(|one| !over(&one.until) || one.controller != ended || one.turn >= turn);
        loop {
            let extra = self.s.extra_turns.pop();
            let next = extra.unwrap_or(!self.s.regular);
            if extra.is_none() {
                self.s.regular = next;
            }
            // CR 616.1: which of several effects applies is the player's choice, so that those that leave one come first.
            if self.may_skip_turn(next, 0).is_some() {
                self.s.tasks.push(Task::SkipTurn(next, extra.is_some(), 0));
                return;
            }
            if !self.skips_turn(next, extra.is_some()) {
                (self.s.active, self.s.extra_turn) = (next, extra.is_some());
                return self.begin_turn();
            }
        }
    }

    /// CR 614.10: a turn that is skipped doesn't begin; the one after it comes.
    fn skips_turn(&mut self, player: Player, extra: bool) -> bool {
        let skip = &mut self.s.players[player].skip_turns;
        // CR 616.1: of two effects that skip an extra turn the player takes the one that would cost another turn later.
        if *skip > 0 {
            *skip -= 1;
        } else {
            let skips = |rule: &PlayerRule| *rule == PlayerRule::SkipExtraTurns;
            if !extra || !self.eye().player_rule(RuleKinds::SKIPPED_STEPS, player, skips) {
                return false;
            }
        }
        self.tell(Audience::Everyone, |eye| format!("{} skips a turn.", eye.player_name(player)));
        true
    }

    /// The first permanent from a place on that lets its controller skip the turn that would begin.
    fn may_skip_turn(&self, player: Player, from: u16) -> Option<u16> {
        let mut found = None;
        self.eye().each_rule(RuleKinds::SKIPPED_STEPS, &mut |scope, ability| {
            if ability.effect != gauntlet_cards::ability::StaticEffect::MaySkipTurn || scope.you != player {
                return;
            }
            let Some(place) = self.s.battlefield.iter().position(|index| *index == scope.source.index) else { return };
            let place = place as u16;
            if place >= from && found.is_none_or(|other| place < other) {
                found = Some(place);
            }
        });
        found
    }

    /// A player chooses whether to skip a turn that would begin (CR 614.10). What that untaps untaps before anything else happens.
    pub(crate) fn choose_skip(&mut self, player: Player, extra: bool, mut from: u16) -> Flow {
        if let Some(answer) = self.s.answer.take() {
            let id = self.s.id(self.s.battlefield[usize::from(from)]);
            if answer == Action::Yes {
                self.tell(Audience::Everyone, |eye| format!("{} skips a turn.", eye.player_name(player)));
                self.untap(id);
                self.next_turn();
                return Flow::Go;
            }
            from += 1;
        }
        if let Some(place) = self.may_skip_turn(player, from) {
            self.offer_these(NO_OR_YES);
            let id = self.s.id(self.s.battlefield[usize::from(place)]);
            let task = Task::SkipTurn(player, extra, place);
            return self.ask(task, player, DecisionKind::May, id, Particulars::Nothing);
        }
        if self.skips_turn(player, extra) {
            self.next_turn();
        } else {
            (self.s.active, self.s.extra_turn) = (player, extra);
            self.begin_turn();
        }
        Flow::Go
    }

    /// Cards that a player was allowed to cast and hasn't: what was said of that spell isn't said of one cast later for another reason.
    fn forget_what_was_not_cast(&mut self) {
        for index in 0..self.s.objects.len() as u16 {
            let id = self.s.id(index);
            let object = &self.s.objects[usize::from(index)];
            if object.is(Flags::EXILED_AFTERWARDS)
                && matches!(object.zone, Zone::Graveyard | Zone::Exile)
                && !self.s.permissions.iter().any(|permission| permission.card == id)
            {
                self.object(index).flags -= Flags::EXILED_AFTERWARDS;
            }
        }
    }

    /// The cleanup step (CR 514): discard to the maximum hand size, then damage and effects "this turn" end.
    pub(crate) fn discard_to_hand_size(&mut self) -> Flow {
        let active = self.s.active;
        // Nothing else is going on: the scratch list has what was chosen so far, which is discarded together.
        match self.s.answer.take() {
            Some(Action::Card(card)) => {
                let chosen = self.take_from_hand(active, card, active);
                self.s.scratch.extend(chosen);
            }
            _ => self.s.scratch.clear(),
        }
        let most = self.maximum_hand_size(active);
        let excess = self.s.hands[active].len().saturating_sub(most);
        if excess > 0 {
            self.offer_hand_cards(active);
            return self.ask(
                Task::Cleanup,
                active,
                DecisionKind::Discard,
                ObjectId::NONE,
                Particulars::Left(excess as u16),
            );
        }
        if !self.s.scratch.is_empty() {
            self.discard_together(0, None);
            self.s.scratch.clear();
        }
        self.s.each_permanent_even_phased_out(|object| {
            object.damage = 0;
            object.shields = 0;
            object.flags -= Flags::DAMAGED | Flags::DEATHTOUCHED;
        });
        self.s.found.board.hurt = false;
        self.s.shields.clear();
        let turn = self.s.turn;
        self.expire(|_, duration, player, made, _, _| match duration {
            Duration::EndOfTurn | Duration::EndOfCombat => true,
            Duration::EndOfYourNextTurn => player == active && made < turn,
            _ => false,
        });
        if self.pool.features.contains(Features::EXILES_AFTERWARDS) {
            self.forget_what_was_not_cast();
        }
        let turn_only = |until: &gauntlet_cards::effect::DelayedUntil| {
            use gauntlet_cards::effect::DelayedUntil;
            matches!(until, DelayedUntil::EventThisTurn | DelayedUntil::NextEventThisTurn)
        };
        self.s.delayed.retain(|delayed| !turn_only(&delayed.until));
        self.forget_memories();
        // CR 514.3: nobody gets priority, unless something triggers or a state-based action is due.
        self.s.check_needed = true;
        self.s.passes = 2;
        Flow::Go
    }

    /// CR 402.2.
    fn maximum_hand_size(&self, player: Player) -> usize {
        let mut most = 7;
        self.eye().each_rule(RuleKinds::HAND_SIZE, &mut |scope, ability| {
            if let gauntlet_cards::ability::StaticEffect::Player(who, rule) = &ability.effect
                && self.eye().player_fits(scope, *who, player)
            {
                match rule {
                    PlayerRule::NoMaximumHandSize => most = 10_000,
                    PlayerRule::HandSize(amount) => most = self.eye().amount(scope, amount),
                    PlayerRule::HandSizeChange(amount) => most += self.eye().amount(scope, amount),
                    _ => {}
                }
            }
        });
        most.max(0) as usize
    }

    /// Registers that no delayed trigger and no trigger on its way remembers any more.
    fn forget_memories(&mut self) {
        if self.s.memories.is_empty() {
            return;
        }
        let mut memories = std::mem::take(&mut self.s.memories);
        memories.retain(|memory| {
            self.s.delayed.iter().any(|delayed| delayed.memory == Some(memory.list))
                || self.s.pending.iter().any(|trigger| trigger.memory == Some(memory.list))
                || self.s.stack.iter().any(|item| item.memory == Some(memory.list))
                || self.s.shields.iter().any(|shield| shield.memory == Some(memory.list))
        });
        self.s.memories = memories;
    }

    /// State-based actions and triggers, then the player with priority acts or passes (CR 117.3–5).
    pub(crate) fn priority(&mut self) -> Flow {
        if let Some(answer) = self.s.answer.take() {
            self.act(answer);
            return Flow::Go;
        }
        if self.s.turn_ends {
            self.note_change();
            // CR 723.1d: straight to the cleanup step.
            self.s.turn_ends = false;
            self.end_combat();
            self.begin_step(Step::Cleanup);
            return Flow::Go;
        }
        let volatile = self.s.layers_volatile && self.s.volatile_dirty;
        if self.s.watched.contains(EventKinds::STATE) {
            self.refresh();
            self.trigger_states();
        }
        if self.s.check_needed || self.s.layers_needed || volatile || !self.s.pending.is_empty() {
            self.note_change();
            if self.state_based_actions() {
                return Flow::Go;
            }
            // Something happened in a step in which nobody would get priority: now they do (CR 514.3a). Not in the untap step,
            // whose triggers wait for the upkeep (CR 502.4).
            if self.s.step != Step::Untap && self.put_triggers() {
                self.give_priority_in_cleanup();
                return Flow::Go;
            }
        }
        if self.s.passes == 2 {
            if self.s.stack.is_empty() {
                self.next_step();
            } else {
                self.note_change();
                self.s.passes = 0;
                self.s.priority = self.s.active;
                self.resolve_top();
            }
            return Flow::Go;
        }
        if self.s.stack.is_empty() {
            // What a delayed trigger will do is done by its source, and with what it remembers, as they last were (CR 608.2h, 603.7c–d).
            let (delayed, memories) = (&self.s.delayed, &self.s.memories);
            self.s.last_known.retain(|(id, _)| {
                delayed.iter().any(|delayed| delayed.source == *id)
                    || memories.iter().any(|memory| memory.object == *id)
            });
            self.s.last_sizes.clear();
            self.forget_company();
            self.s.left_stack.clear();
            self.s.lapses.clear();
            if !self.s.texts.is_empty() {
                self.note_change();
                self.forget_texts();
            }
            self.s.targets.clear();
            self.s.scratch.clear();
        }
        loop {
            let player = self.s.priority;
            let asked = self.decider(player);
            if !self.passes_unasked(player, asked) {
                self.offer_actions(player);
                if self.s.choices.len() > 1 || self.options.ask_forced {
                    self.s.decision = crate::decision::Decision {
                        player: asked,
                        kind: DecisionKind::Priority,
                        about: ObjectId::NONE,
                        detail: Particulars::Stack(self.s.stack.len() as u16),
                    };
                    return Flow::Ask;
                }
                self.pass(player);
            }
            // Where all that has happened is that somebody passed, there is nothing to look at again before the next player is asked, or
            // the next step begins.
            let resolves = self.s.passes == 2 && !self.s.stack.is_empty();
            if resolves || self.s.outcome.is_some() || self.s.watched.contains(EventKinds::STATE) {
                return Flow::Go;
            }
            self.asking.forced += 1;
            if self.s.passes == 2 {
                self.next_step();
                return Flow::Go;
            }
        }
    }

    /// CR 514.3a: as a state-based action was performed or a trigger put on the stack, the active player gets priority where nobody would, and
    /// another cleanup step follows.
    pub(crate) fn give_priority_in_cleanup(&mut self) {
        if self.s.passes == 2 {
            self.s.passes = 0;
            self.s.priority = self.s.active;
            self.s.cleanup_again = self.s.step == Step::Cleanup;
        }
    }

    pub(crate) fn pass(&mut self, player: Player) {
        self.s.passes += 1;
        self.s.priority = !player;
    }

    fn act(&mut self, action: Action) {
        let player = self.s.priority;
        if action != Action::Pass {
            self.note_change();
        }
        match action {
            Action::Pass => self.pass(player),
            Action::Play { card, ability } => {
                self.s.volatile_dirty = true;
                self.s.passes = 0;
                self.begin_from_hand(player, card, ability);
            }
            Action::PlayTop { ability, .. } => {
                self.s.volatile_dirty = true;
                self.s.passes = 0;
                let top = self.s.libraries[player].len() - 1;
                let id = self.set_aside(player, gauntlet_cards::filter::Zone::Library, top);
                self.begin_from_object(player, id, ability);
            }
            Action::Activate { object, ability } => {
                self.s.volatile_dirty = true;
                self.s.passes = 0;
                let id = self.s.id(object);
                self.begin_from_object(player, id, ability);
            }
            _ => unreachable!("not an answer to having priority: {action:?}"),
        }
    }

    /// Makes a creature an attacker. It has attacked once the whole attack is declared.
    pub(crate) fn set_attacking(&mut self, id: ObjectId, defender: Defender) {
        let object = self.object(id.index);
        object.flags |= Flags::ATTACKING | Flags::DECLARED;
        object.defender = defender;
        object.marks -= Marks::ON_PLAYER;
    }
}
