//! What is done to spells and abilities on the stack: countering (CR 701.6), copying (CR 707.10), new targets (CR 115.7).

use gauntlet_cards::ability::{KeywordAction, OfNextSpell, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Destination, Duration, Instr};
use gauntlet_cards::filter::{Objects, Players, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::{EventKinds, Marks, Restrictions};
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{ChosenTarget, ExileLink, Flags, Object, ObjectId, Paid, Range, StackItem, Target};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Counters spells and abilities (CR 701.6). They go where the effect says instead of to a graveyard (CR 614.15).
    pub(super) fn counter(&mut self, task: &mut Resolve, objects: &Objects, to: Option<&Destination>) -> After {
        if let Some(to) = to.filter(|to| to.zone == Zone::Battlefield) {
            return self.counter_onto_battlefield(task, objects, to);
        }
        for id in self.list(&task.scope, objects) {
            if let Some(item) = self.counterable(task, id) {
                let spell = self.tell_countered(task, &item);
                self.remove_from_stack(&item, to);
                self.trigger_on_countered(task, spell);
            }
        }
        After::Next
    }

    /// Counters spells whose cards are put onto the battlefield, with the choices that are made before they enter (CR 614.12a). A copy is no
    /// card: it goes where it went otherwise.
    fn counter_onto_battlefield(&mut self, task: &mut Resolve, objects: &Objects, to: &Destination) -> After {
        let range = if task.begun {
            task.progress.objects
        } else {
            let start = self.s.scratch.len() as u16;
            for id in self.list(&task.scope, objects) {
                let Some(item) = self.counterable(task, id) else { continue };
                let spell = self.tell_countered(task, &item);
                if self.s.objects[id.index()].is(Flags::COPY) {
                    self.remove_from_stack(&item, None);
                } else {
                    self.s.scratch.push(id);
                }
                self.trigger_on_countered(task, spell);
                self.forget_casting(id);
            }
            Range { start, end: self.s.scratch.len() as u16 }
        };
        if self.choose_how_they_enter(&task.scope, range, to) {
            task.progress.objects = range;
            return After::Again;
        }
        let scope = task.scope;
        self.move_objects(&scope, range, to);
        After::Next
    }

    /// A spell that doesn't resolve becomes a permanent of which nothing is known that was so of the spell (CR 400.7): how it was cast, with
    /// which X, what was paid for it, what it was turned face down for, what effects have said of it.
    fn forget_casting(&mut self, id: ObjectId) {
        self.s.spent_from.retain(|spent| spent.on != id);
        self.s.links.retain(|link| link.source != id);
        self.s.effects.retain(|effect| effect.object != id);
        let card = self.eye().as_its_card(id, &self.s.objects[id.index()]);
        let object = self.object(id.index);
        *object = card;
        (object.x, object.paid, object.spent_mana, object.marks) = (0, Paid::default(), 0, Marks::empty());
        // What wasn't cast came from nowhere else.
        object.came_from = Zone::Stack;
    }

    /// The spell or ability on the stack, if it can be countered by what resolves.
    fn counterable(&self, task: &Resolve, id: ObjectId) -> Option<StackItem> {
        // What is said of spells that would counter isn't said of their abilities.
        let by = task.item.object;
        let by = if self.s.last_known(by).is_some_and(|by| by.is(Flags::ABILITY)) { ObjectId::NONE } else { by };
        let item = self.s.stack.iter().find(|item| item.object == id).copied()?;
        let restrictions = self.s.objects[id.index()].restrictions;
        let derived = &self.pool.card(self.s.objects[id.index()].card).derived;
        let of_item = Scope::of_item(&item);
        let holds = |ability: &AbilityId| {
            let condition = &self.pool.static_ability(*ability).condition;
            condition.as_ref().is_none_or(|condition| self.eye().holds(&of_item, condition))
        };
        let fixed = !self.s.objects[id.index()].is(Flags::ABILITY)
            && (derived.cant_be_countered || derived.cant_be_countered_if.iter().any(holds));
        let firm = fixed
            || restrictions.contains(Restrictions::CANT_BE_COUNTERED)
            || self.is_next_spell(&item, OfNextSpell::Uncounterable)
            || self.is_uncounterable_by(id, by);
        (!firm).then_some(item)
    }

    /// Tells that something is countered, and returns whether it is a spell.
    fn tell_countered(&mut self, task: &Resolve, item: &StackItem) -> bool {
        self.tell(Audience::Everyone, |eye| format!("{} is countered.", eye.item_name(item)));
        if item.controller != task.scope.you {
            self.note(Happening::COUNTERED, item.object);
        }
        !self.s.objects[item.object.index()].is(Flags::ABILITY)
    }

    /// What triggers on a spell that is countered.
    fn trigger_on_countered(&mut self, task: &Resolve, spell: bool) {
        if spell && self.watches(EventKinds::LIBRARY) {
            self.trigger_keyword_action(task.scope.you, KeywordAction::CounterSpell);
        }
    }

    /// Returns whether a rule keeps the first, a spell, from being countered by the second, what would counter it.
    fn is_uncounterable_by(&self, id: ObjectId, by: ObjectId) -> bool {
        let eye = self.eye();
        let mut firm = false;
        eye.each_rule(RuleKinds::UNCOUNTERABLE, &mut |scope, ability| {
            if let StaticEffect::Player(_, PlayerRule::SpellsUncounterableBy(what, others)) = &ability.effect {
                let fits = |filter, id| self.s.last_known(id).is_some_and(|one| eye.matches(scope, filter, id, one));
                firm |= fits(what, id) && fits(others, by);
            }
        });
        firm
    }

    /// Returns whether it is a spell that says that it can't be copied.
    fn cant_be_copied(&self, item: &StackItem, object: &Object) -> bool {
        let says = |id: &AbilityId| self.pool.static_ability(*id).effect == StaticEffect::CantBeCopied;
        item.source == item.object && self.pool.card(object.card).derived.statics_elsewhere.iter().any(says)
    }

    /// Copies spells and abilities on the stack (CR 707.10).
    pub(super) fn copy_spells(&mut self, instr: &Instr, task: &Resolve) {
        let Instr::CopySpell { of, player, new_targets, except, at } = instr else {
            unreachable!("called for the copying of spells only")
        };
        let scope = &task.scope;
        let Some(player) = self.who(scope, player).first(scope.you) else { return };
        // A spell that has left the stack is copied as it last was there (CR 707.10, 608.2h).
        for id in self.known(scope, of) {
            let mut items = self.s.stack.iter().chain(&self.s.left_stack);
            let Some(item) = items.find(|item| item.object == id).copied() else { continue };
            let Some(mut object) = self.s.last_known(id).copied() else { continue };
            if self.cant_be_copied(&item, &object) {
                continue;
            }
            object.flags |= Flags::COPY;
            object.controller = player;
            object.owner = player;
            // A copy wasn't cast, and no mana was spent on it (CR 707.10).
            object.spent_mana = 0;
            object.came_from = Zone::Stack;
            // What effects make of the spell isn't copied (CR 707.2).
            object.restrictions = Restrictions::empty();
            let aims: SmallVec<[Option<ObjectId>; 8]> = match at {
                None => SmallVec::from_elem(None, 1),
                Some(at) => {
                    let others = self.list(scope, at).into_iter().filter(|other| self.could_target(&item, *other));
                    others.map(Some).collect()
                }
            };
            for aim in aims {
                let copy = self.allocate(object);
                let start = self.s.targets.len() as u16;
                for place in item.targets.start..item.targets.end {
                    let mut target = self.s.targets[place as usize];
                    target.target = aim.map_or(target.target, Target::Object);
                    self.s.targets.push(target);
                }
                let targets = Range { start, end: self.s.targets.len() as u16 };
                let source = if item.source == item.object { copy } else { item.source };
                let from = Zone::Stack;
                let copied = StackItem { object: copy, source, controller: player, targets, from, ..item };
                self.tell(Audience::Everyone, |eye| {
                    format!("{} copies {}.", eye.player_name(player), eye.item_name(&item))
                });
                if source == copy {
                    self.links_of_copy(id, copy);
                }
                self.repeat_exceptions(id, copy, None);
                if !except.is_empty() {
                    self.add_effect(task, copy, except, Duration::Indefinite);
                    // The exception is part of what it copies (CR 707.9): its new targets are chosen for what it is with that (CR 707.10c).
                    self.refresh();
                }
                self.announce_copy(copied, *new_targets);
            }
        }
    }

    /// The copy of a spell means by what was exiled to pay for it the objects that the original's costs were paid with (CR 707.10), and so
    /// does the token that it becomes (CR 607.2q).
    fn links_of_copy(&mut self, original: ObjectId, copy: ObjectId) {
        for place in 0..self.s.links.len() {
            let link = self.s.links[place];
            // What has left the stack may be a permanent by now.
            if link.source == original || link.source == original.moved() {
                self.s.links.push(ExileLink { source: copy, ..link });
            }
        }
    }

    /// Returns whether a spell or ability that targets something else could target an object with all its targets.
    fn could_target(&self, item: &StackItem, id: ObjectId) -> bool {
        let range = item.targets.start as usize..item.targets.end as usize;
        let from = *self.item_source(item);
        let mut targets = self.s.targets[range].iter();
        let legal = |chosen: &ChosenTarget| {
            let spec = &self.item_part(item, chosen.mode).targets[usize::from(chosen.spec)];
            let scope = Scope { mode: chosen.mode, ..Scope::of_item(item) };
            chosen.target != Target::Object(id) && self.eye().still_legal(&scope, spec, Target::Object(id), &from)
        };
        item.targets.start < item.targets.end && targets.all(legal)
    }

    /// CR 115.7a, d: for each target in turn, another legal one, or the same if it need not be changed.
    pub(super) fn choose_new_targets(
        &mut self,
        task: &mut Resolve,
        objects: &Objects,
        players: &Players,
        must: bool,
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let Some(id) = self.list(&scope, objects).first().copied() else { return After::Next };
        // Who has just gained control of a spell is "you" for its new targets (CR 109.5).
        self.refresh();
        let Some(item) = self.s.stack.iter_mut().find(|item| item.object == id) else { return After::Next };
        let object = &self.s.objects[id.index()];
        if !object.is(Flags::ABILITY) {
            item.controller = object.controller;
        }
        let item = *item;
        let place = |done: u16| item.targets.start as usize + usize::from(done);
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let target = Target::Object(self.s.id(index));
                self.retarget(&item, place(task.progress.done), target);
                task.progress.done += 1;
            }
            Some(Action::Player(player)) => {
                self.retarget(&item, place(task.progress.done), Target::Player(player));
                task.progress.done += 1;
            }
            Some(_) => task.progress.done += 1,
            None => {}
        }
        while place(task.progress.done) < item.targets.end as usize {
            let number = place(task.progress.done);
            let this = self.s.targets[number];
            let stays = self.offer_targets_instead(&item, number, true);
            self.s.choices.retain(|choice| *choice != Action::from(this.target));
            if !self.s.choices.is_empty() {
                if !must && stays {
                    // "Done": it stays as it is.
                    self.s.choices.push(Action::Done);
                }
                return After::Ask(player, DecisionKind::Target, item.object, Particulars::Spec(this.spec));
            }
            task.progress.done += 1;
        }
        After::Next
    }

    /// One target of a spell or ability becomes another object, where that can be one (CR 115.7b).
    pub(super) fn aim_at(&mut self, task: &mut Resolve, objects: &Objects, to: &Objects) -> After {
        let scope = task.scope;
        let (Some(id), Some(to)) =
            (self.list(&scope, objects).first().copied(), self.list(&scope, to).first().copied())
        else {
            return After::Next;
        };
        let Some(item) = self.s.stack.iter().find(|item| item.object == id).copied() else { return After::Next };
        let range = item.targets.start as usize..item.targets.end as usize;
        let place = |done: u16| range.start + usize::from(done);
        match self.s.answer.take() {
            Some(Action::Object(_)) => {
                self.retarget(&item, place(task.progress.done), Target::Object(to));
                return After::Next;
            }
            Some(_) => task.progress.done += 1,
            None => {}
        }
        let mut able: SmallVec<[usize; 8]> = SmallVec::new();
        for number in place(task.progress.done)..range.end {
            self.offer_targets_instead(&item, number, false);
            let this = self.s.targets[number];
            let fits = this.target != Target::Object(to) && self.s.choices.contains(&Action::Object(to.index));
            self.s.choices.clear();
            if fits {
                able.push(number);
            }
        }
        match able.as_slice() {
            [] => After::Next,
            [only] => {
                self.retarget(&item, *only, Target::Object(to));
                After::Next
            }
            // Which one is changed.
            [first, ..] => {
                task.progress.done = (*first - range.start) as u16;
                self.s.choices.extend([Action::Object(to.index), Action::Done]);
                let spec = self.s.targets[*first].spec;
                After::Ask(scope.you, DecisionKind::Target, item.object, Particulars::Spec(spec))
            }
        }
    }

    /// Puts into `choices` what may be in the place of a target, that one included if it is legal (CR 115.7): no other target may become
    /// illegal by it (CR 115.7d), but for those that come later if they are chosen again `in_turn` and can be others. Returns whether the
    /// target may be left as it is: not if an earlier change has made it illegal.
    pub(crate) fn offer_targets_instead(&mut self, item: &StackItem, number: usize, in_turn: bool) -> bool {
        let this = self.s.targets[number];
        let part = self.item_part(item, this.mode);
        let mut scope = Scope::of_item(item);
        scope.mode = this.mode;
        let from = *self.item_source(item);
        let range = item.targets.start as usize..item.targets.end as usize;
        // Each mode must target a different player, if the text says so.
        let apart = self.script(item.ability).modes.as_ref().is_some_and(|choice| choice.apart);
        self.offer(|engine, choices| {
            let others = &engine.s.targets[range.clone()];
            let taken = |target| others.iter().any(|other| other.mode != this.mode && other.target == target);
            let chosen = engine.targets_beside(range.clone(), number);
            engine.eye().each_candidate(&scope, part, this.spec, &chosen, &from, &mut |target| {
                let goes = target == this.target || !apart || !taken(target);
                if goes && engine.others_stay_legal(item, number, target, in_turn) {
                    choices.push(target.into());
                }
                true
            });
        });
        if self.s.choices.contains(&this.target.into()) {
            return true;
        }
        let spec = &part.targets[usize::from(this.spec)];
        let is_there = match this.target {
            Target::Object(id) => self.s.get(id).is_some(),
            Target::Player(_) => true,
        };
        !is_there || spec.different_from.is_empty() && spec.asks_of.is_none()
    }

    /// What else a spell or ability targets in the mode of one of its targets.
    fn targets_beside(&self, range: std::ops::Range<usize>, number: usize) -> SmallVec<[(u8, Target); 8]> {
        let mode = self.s.targets[number].mode;
        let others = range.filter(|other| *other != number).map(|other| self.s.targets[other]);
        others.filter(|other| other.mode == mode).map(|other| (other.spec, other.target)).collect()
    }

    /// Returns whether no other target that is legal becomes illegal if one is changed to this ("another target", "target creature that player
    /// controls"), or if it comes later and is chosen again `in_turn`, can be changed, too.
    fn others_stay_legal(&self, item: &StackItem, number: usize, target: Target, in_turn: bool) -> bool {
        let this = self.s.targets[number];
        if target == this.target {
            return true;
        }
        let part = self.item_part(item, this.mode);
        let scope = Scope { mode: this.mode, ..Scope::of_item(item) };
        let from = *self.item_source(item);
        let range = item.targets.start as usize..item.targets.end as usize;
        let speaks_of_it = |spec: u8| {
            let spec = &part.targets[usize::from(spec)];
            spec.different_from.contains(&this.spec) || spec.asks_of == Some(this.spec)
        };
        range.clone().filter(|place| *place != number).all(|place| {
            let other = self.s.targets[place];
            if other.mode != this.mode || !speaks_of_it(other.spec) {
                return true;
            }
            let before = self.targets_beside(range.clone(), place);
            let mut after = before.clone();
            if let Some(changed) = after.iter_mut().find(|chosen| **chosen == (this.spec, this.target)) {
                changed.1 = target;
            }
            // Whether one that fits is there beside such targets: this one, or any.
            let is_there = |chosen: &[(u8, Target)], fits: &dyn Fn(Target) -> bool| {
                let mut found = false;
                self.eye().each_candidate(&scope, part, other.spec, chosen, &from, &mut |one| {
                    found = fits(one);
                    !found
                });
                found
            };
            let itself = |one: Target| one == other.target;
            !is_there(&before, &itself)
                || is_there(&after, &itself)
                || in_turn && place > number && is_there(&after, &|_| true)
        })
    }

    /// Changes a target (CR 115.7): what was a target of the same spell or ability already doesn't become one.
    fn retarget(&mut self, item: &StackItem, place: usize, target: Target) {
        let is_one = self.s.targets[item.targets.start as usize..item.targets.end as usize]
            .iter()
            .any(|chosen| chosen.target == target);
        self.s.targets[place].target = target;
        if !is_one && self.watches(EventKinds::TARGET) {
            self.trigger_aimed(target, item.object);
        }
    }
}
