//! Resolving spells and abilities (CR 608): targets are checked again, then the script is carried out, stopping wherever a
//! player must choose.

mod offered;
mod pay;

use gauntlet_cards::ability::{AbilityKind, KeywordAction, RuleKinds};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Destination, Instr, Label};
use gauntlet_cards::filter::{Objects, Players, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use self::pay::Paying;
use crate::choosing::YES_OR_NO;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::PlayerSet;
use crate::state::{ChosenTarget, EventData, Flags, MemoryList, ObjectId, Paid, Range, StackItem, Target};
use crate::task::{Loop, LoopKind, Offered, Progress, Resolve, Scope, Task};
use crate::verbs::joint;

/// What becomes of a script after an instruction.
pub(crate) enum After {
    /// The next instruction.
    Next,
    /// The instruction at the label.
    Jump(Label),
    /// The player is asked; the same instruction goes on with the answer.
    Ask(Player, DecisionKind, ObjectId, Particulars),
    /// A subgame is played first; the next instruction follows then.
    Subgame(Option<i32>),
    /// The game is restarted; the next instruction follows just before the first turn.
    Restart,
    /// The same instruction goes on after what it has put on the list of tasks.
    Again,
    /// The script is over.
    End,
}

impl Resolve {
    /// The script of a static ability or of a mana ability, which doesn't use the stack.
    pub(crate) fn of_static(ability: AbilityId, source: ObjectId, controller: Player, base: u16) -> Resolve {
        let modes = crate::state::Modes { count: 1, ..Default::default() };
        let item = StackItem {
            object: ObjectId::NONE,
            ability,
            source,
            controller,
            x: 0,
            paid: Paid::default(),
            modes,
            targets: Range::default(),
            event: EventData::NONE,
            memory: None,
            from: Zone::Battlefield,
        };
        Resolve::of(item, base)
    }

    /// The resolution of something on the stack, or of a special action.
    pub(crate) fn of(item: StackItem, base: u16) -> Resolve {
        Resolve {
            item,
            scope: Scope::of_item(&item),
            pc: 0,
            base,
            began: 0,
            loops: [None; 2],
            progress: Progress::default(),
            begun: false,
            offered: None,
            searched: [None; 2],
        }
    }
}

/// Returns whether an instruction asks a player whether to do something.
fn offers(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::May(..)
            | Instr::MayPay(..)
            | Instr::MayPayTimes(..)
            | Instr::MayPayX(..)
            | Instr::MayGive(..)
            | Instr::Pay(..)
    )
}

impl Engine<'_> {
    /// The top of the stack resolves (CR 608.1).
    pub(crate) fn resolve_top(&mut self) {
        self.s.check_needed = true;
        self.s.volatile_dirty = true;
        let item = self.s.stack.last_mut().expect("something is on the stack");
        // Who has gained control of a spell is "you" as it resolves (CR 109.5).
        let object = &self.s.objects[item.object.index()];
        if !object.is(Flags::ABILITY) {
            item.controller = object.controller;
        }
        let mut item = *item;
        let triggered = matches!(self.pool.ability(item.ability).kind, AbilityKind::Triggered(_));
        let scope = Scope::of_item(&item);
        if triggered {
            // CR 603.4: the intervening "if" is checked again.
            let condition = &self.pool.triggered(item.ability).condition;
            if condition.as_ref().is_some_and(|condition| !self.eye().holds(&scope, condition)) {
                self.tell(Audience::Everyone, |eye| {
                    format!("{} does nothing: its condition no longer holds.", eye.item_name(&item))
                });
                return self.remove_from_stack(&item, None);
            }
        }
        if !self.check_targets(&item) && !self.cease_to_bestow(item.object) && !self.cease_to_mutate(&mut item) {
            self.tell(Audience::Everyone, |eye| {
                format!("{} does nothing: its targets are gone.", eye.item_name(&item))
            });
            return self.remove_from_stack(&item, None);
        }
        let spell = !self.s.objects[item.object.index()].is(Flags::ABILITY);
        let permanent = spell && self.pool.card(self.s.objects[item.object.index()].card).is_permanent();
        if permanent && !(item.targets.start < item.targets.end && self.merges(&item)) {
            self.s.tasks.push(Task::ResolvePermanent);
            return;
        }
        self.tell_resolution(&item, "resolves");
        let mut task = Resolve::of(item, self.s.scratch.len() as u16);
        task.began = self.s.clock;
        task.scope.history = self.s.history.len() as u32;
        self.recall(&mut task);
        self.s.tasks.push(Task::Resolve(task));
    }

    /// Puts remembered objects back into registers.
    pub(crate) fn recall(&mut self, task: &mut Resolve) {
        let Some(list) = task.item.memory else { return };
        for register in 0..task.scope.registers.len() as u8 {
            let start = self.s.scratch.len() as u16;
            for place in 0..self.s.memories.len() {
                let memory = self.s.memories[place];
                if memory.list == list && memory.register == register {
                    self.s.scratch.push(memory.object);
                }
            }
            task.scope.registers[register as usize] = Range { start, end: self.s.scratch.len() as u16 };
        }
    }

    /// Remembers what is in the registers, if something is, for a trigger that comes later.
    pub(crate) fn remember(&mut self, scope: &Scope) -> Option<MemoryList> {
        if scope.registers.iter().all(|range| range.start == range.end) {
            return None;
        }
        let list = self.s.new_memory();
        for (register, range) in scope.registers.iter().enumerate() {
            for place in range.start..range.end {
                let object = self.s.scratch[place as usize];
                self.s.memories.push(crate::state::Memory { list, register: register as u8, object });
            }
        }
        Some(list)
    }

    /// Makes illegal targets refer to nothing, and returns whether the spell or ability has no targets or at least one that is legal
    /// (CR 608.2b). A target
    /// that another one describes ("that player") stays legal if that one isn't.
    fn check_targets(&mut self, item: &StackItem) -> bool {
        if item.targets.start == item.targets.end {
            return true;
        }
        let from = *self.item_source(item);
        let (mut illegal, mut together) = (SmallVec::<[u16; 8]>::new(), false);
        for place in item.targets.start..item.targets.end {
            let chosen = self.s.targets[place as usize];
            let part = self.item_part(item, chosen.mode);
            let spec = &part.targets[chosen.spec as usize];
            together |= spec.together.is_asked();
            // What a trigger was told as it was made is known here, too (CR 603.12).
            let mut scope = Scope { memory: item.memory, ..Scope::of_item(item) };
            scope.mode = chosen.mode;
            if !self.eye().still_legal(&scope, spec, chosen.target, &from) {
                illegal.push(place);
            }
        }
        for place in &illegal {
            self.s.targets[usize::from(*place)].target = Target::Object(ObjectId::NONE);
        }
        illegal.len() < usize::from(item.targets.end - item.targets.start)
            && (!together || self.check_targets_together(item))
    }

    /// Makes targets of which something is asked together refer to nothing, if that isn't so any more (CR 608.2b). Returns whether a target
    /// is left.
    fn check_targets_together(&mut self, item: &StackItem) -> bool {
        let range = usize::from(item.targets.start)..usize::from(item.targets.end);
        let there = |chosen: &ChosenTarget| chosen.target != Target::Object(ObjectId::NONE);
        for place in range.clone() {
            let chosen = self.s.targets[place];
            let together = &self.item_part(item, chosen.mode).targets[chosen.spec as usize].together;
            let Target::Object(id) = chosen.target else { continue };
            let Some(object) = self.s.get(id).filter(|_| together.is_asked()) else { continue };
            let scope = Scope { mode: chosen.mode, memory: item.memory, ..Scope::of_item(item) };
            let own = |other: &&ChosenTarget| (other.mode, other.spec) == (chosen.mode, chosen.spec);
            let all = self.s.targets[range.clone()].iter().filter(own).filter(|other| there(other));
            let others = all.filter(|other| other.target != chosen.target).map(|other| (other.spec, other.target));
            let others: SmallVec<[(u8, Target); 8]> = others.collect();
            if !self.eye().fits_with(&scope, together, chosen.spec, &others, (id, object)) {
                for target in &mut self.s.targets[range.clone()] {
                    if (target.mode, target.spec) == (chosen.mode, chosen.spec) {
                        target.target = Target::Object(ObjectId::NONE);
                    }
                }
            }
        }
        self.s.targets[range].iter().any(there)
    }

    /// How a permanent spell enters the battlefield as it resolves, if the way in which it was cast says so (CR 702.190b).
    fn enters_as(&self, item: &StackItem) -> Option<Destination> {
        match &self.pool.ability(item.ability).kind {
            AbilityKind::Activatable(way) => {
                way.afterwards.clone().filter(|destination| destination.zone == Zone::Battlefield)
            }
            _ => None,
        }
    }

    /// Returns whether a spell is exiled instead of being put anywhere else any time it would leave the stack, as it was cast from a graveyard
    /// in a way that says so (CR 702.34a).
    pub(crate) fn is_exiled_from_stack(&self, id: ObjectId) -> bool {
        let Some(item) = self.s.stack.iter().find(|item| item.object == id) else { return false };
        let marked = |spell: &crate::state::Object| spell.marks.contains(gauntlet_cards::keyword::Marks::FLASHED_BACK);
        let way = match &self.pool.ability(item.ability).kind {
            AbilityKind::Activatable(way) => way,
            _ => return false,
        };
        self.s.get(id).is_some_and(marked)
            || way.zone == Zone::Graveyard && way.afterwards.as_ref().is_some_and(|to| to.zone == Zone::Exile)
    }

    /// A permanent spell becomes a permanent (CR 608.3).
    pub(crate) fn resolve_permanent(&mut self) -> Flow {
        let item = *self.s.stack.last().expect("the spell is on the stack");
        self.s.tasks.push(Task::ResolvePermanent);
        // What it has become a copy of says whether it is an Aura.
        self.refresh();
        let scope = Scope { source: item.object, text: item.object, ..Scope::of_item(&item) };
        let its_controllers = Destination {
            controller: Some(gauntlet_cards::filter::Players::You),
            ..Destination::to(Zone::Battlefield)
        };
        if self.choose_how_to_enter(item.object, item.controller)
            || self.choose_host(&scope, item.object, &its_controllers)
        {
            return Flow::Go;
        }
        self.s.tasks.pop();
        let item = &item;
        self.s.objects[item.object.index()].x = item.x;
        let host =
            self.s.targets[item.targets.start as usize..item.targets.end as usize].first().map(|chosen| chosen.target);
        let destination = Destination {
            controller: Some(gauntlet_cards::filter::Players::You),
            ..self.enters_as(item).unwrap_or(Destination::to(Zone::Battlefield))
        };
        let start = self.s.scratch.len() as u16;
        // CR 702.190b: it attacks what was attacked by the creature that it was paid with.
        let mut paid = Resolve::of(*item, start);
        self.recall(&mut paid);
        let place = self.s.scratch.len() as u16;
        self.s.scratch.push(item.object);
        let registers = paid.scope.registers;
        let scope = Scope { source: item.object, text: item.object, registers, ..Scope::of_item(item) };
        // An Aura enters attached (CR 608.3c): what sees it enter sees it attached.
        self.tell_resolution(item, "enters the battlefield");
        let aura_host = match host {
            Some(Target::Object(id)) if !id.is_none() => Some(id),
            _ => None,
        };
        if let Some(Target::Player(player)) = host {
            self.object(item.object.index).defender = crate::state::Defender::Player(player);
        }
        self.s.entering_host = aura_host;
        self.move_objects(&scope, Range { start: place, end: place + 1 }, &destination);
        self.s.entering_host = None;
        self.s.scratch.truncate(start as usize);
        Flow::Go
    }

    /// Takes a spell or ability off the stack: the card goes to the graveyard or where it is said.
    pub(crate) fn remove_from_stack(&mut self, item: &StackItem, to: Option<&Destination>) {
        let graveyard = Destination::to(Zone::Graveyard);
        self.move_object(item.object, to.unwrap_or(&graveyard));
    }

    /// Carries out a script until it is over or a player must choose.
    pub(crate) fn resolve(&mut self, mut task: Resolve) -> Flow {
        let waiting = self.s.tasks.len();
        loop {
            let part = (task.scope.mode < task.item.modes.count).then(|| self.item_part(&task.item, task.scope.mode));
            let Some(part) = part else {
                self.end_offer(&mut task);
                self.end_resolution(&task);
                return Flow::Go;
            };
            if task.offered.is_some_and(|offered| task.pc >= offered.end) {
                self.end_offer(&mut task);
            }
            if self.next_round(&mut task) {
                continue;
            }
            let Some(instr) = part.code.get(task.pc as usize) else {
                task.scope.mode += 1;
                task.pc = 0;
                task.loops = [None; 2];
                continue;
            };
            self.s.layers_needed |= self.s.layers_volatile;
            if self.s.layers_needed {
                self.settle();
            }
            // CR 603.8: as soon as it is so, be it in the middle of a resolution.
            if self.s.watched.contains(EventKinds::STATE) {
                self.trigger_states();
            }
            self.s.cause = Some(task.scope.you);
            let after = self.execute(instr, &mut task);
            self.s.cause = None;
            match after {
                After::Ask(player, kind, about, detail) => {
                    task.begun = true;
                    return self.ask(Task::Resolve(task), player, kind, about, detail);
                }
                After::Subgame(life) => {
                    task.begun = false;
                    task.progress = Progress::default();
                    task.pc += 1;
                    self.s.tasks.push(Task::Resolve(task));
                    self.begin_subgame(life);
                    return Flow::Go;
                }
                After::Restart => {
                    if let Instr::Restart(left, into) = instr {
                        self.restart_game(task, left, *into);
                    }
                    return Flow::Go;
                }
                After::Again => task.begun = true,
                After::Next | After::Jump(_) | After::End => {
                    task.begun = false;
                    task.progress = Progress::default();
                    match after {
                        After::Jump(label) => task.pc = label,
                        After::End => {
                            task.scope.mode = task.item.modes.count;
                        }
                        _ => task.pc += 1,
                    }
                }
            }
            // A procedure in which effects could meet is a short one: see `replacement/order.rs`.
            if self.s.tasks.len() > waiting || self.keeps() {
                // What the instruction has begun comes first.
                self.s.tasks.insert(waiting, Task::Resolve(task));
                return Flow::Go;
            }
        }
    }

    /// At the end of a loop's body, begins the next round or leaves the loop. Returns whether the script stood there.
    fn next_round(&mut self, task: &mut Resolve) -> bool {
        let Some(depth) = task.loops.iter().rposition(Option::is_some) else { return false };
        let Some(mut this) = task.loops[depth] else { return false };
        if task.pc != this.end {
            return false;
        }
        let more = match this.kind {
            LoopKind::Times => this.left > 0,
            LoopKind::Players => this.players != 0,
            LoopKind::Objects => this.objects.start < this.objects.end,
        };
        if !more {
            task.loops[depth] = None;
            // The instruction after the body is not at the end of this loop any more.
            return true;
        }
        this.left = this.left.saturating_sub(1);
        self.take_round(&mut this, &mut task.scope);
        task.loops[depth] = Some(this);
        task.pc = this.start;
        true
    }

    /// Takes the next player or object of a loop.
    fn take_round(&mut self, this: &mut Loop, scope: &mut Scope) {
        match this.kind {
            LoopKind::Times => {}
            LoopKind::Players => {
                if let Some(player) = PlayerSet(this.players).first(self.s.active) {
                    this.players &= !(1 << player.index());
                    scope.current_player = player;
                }
            }
            LoopKind::Objects => {
                scope.current_object = self.s.scratch[this.objects.start as usize];
                this.objects.start += 1;
            }
        }
    }

    /// Begins a loop over what is given; where to go on.
    fn begin_loop(
        &mut self,
        task: &mut Resolve,
        kind: LoopKind,
        left: u16,
        objects: Range,
        players: u8,
        end: Label,
    ) -> After {
        let empty = match kind {
            LoopKind::Times => left == 0,
            LoopKind::Players => players == 0,
            LoopKind::Objects => objects.start == objects.end,
        };
        if empty {
            return After::Jump(end);
        }
        let mut this = Loop { start: task.pc + 1, end, left: left.saturating_sub(1), objects, players, kind };
        self.take_round(&mut this, &mut task.scope);
        let depth = task.loops.iter().position(Option::is_none).expect("loops are nested twice at most");
        task.loops[depth] = Some(this);
        After::Next
    }

    /// Cards that were looked at and not moved go back where they were, the first one topmost: those of a player's library, before
    /// something else is done with that, or all.
    pub(crate) fn return_unmoved(&mut self, task: &Resolve, library_of: Option<Player>) {
        for place in (task.base as usize..self.s.scratch.len()).rev() {
            let id = self.s.scratch[place];
            if let Some(object) = self.s.get(id)
                && object.is(Flags::ASIDE)
                && library_of.is_none_or(|player| object.zone == Zone::Library && object.owner == player)
            {
                let zone = object.zone;
                self.move_object(id, &Destination::to(zone));
            }
        }
    }

    /// The script is over: the spell goes to the graveyard or where it is said (CR 608.2n); an ability ceases to exist.
    fn end_resolution(&mut self, task: &Resolve) {
        self.return_unmoved(task, None);
        self.s.scratch.truncate(task.base as usize);
        if task.item.object.is_none() {
            return;
        }
        // What the spell has changed, such as who controls a permanent, decides where it goes itself (CR 608.2n, 614.4).
        if self.s.layers_needed && self.eye().has_rules(RuleKinds::MOVES) {
            self.settle();
        }
        self.put_away(&task.item);
        let chapter = task.scope.event.amount;
        self.tell_of_final_chapter(task.item.source, task.item.ability, chapter, KeywordAction::FinalChapterResolves);
    }

    /// Carries out instructions that direct the script; all others are in `verbs.rs`.
    fn execute(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let scope = &task.scope;
        match instr {
            Instr::Jump(label) => After::Jump(*label),
            Instr::Unless(condition, _) if self.eye().holds(scope, condition) => After::Next,
            Instr::Unless(_, label) => self.skip(task, *label),
            Instr::DoneIf(condition) => {
                let done = self.eye().holds(scope, condition);
                task.scope.did = done;
                if !done && self.is_done_already(task) {
                    self.take_back_done(task.item.controller, task.item.source, task.item.ability);
                }
                After::Next
            }
            Instr::End => After::End,
            Instr::Subgame(life) => After::Subgame(*life),
            Instr::Restart(..) => After::Restart,
            Instr::May(players, label) => self.ask_whether(task, players, *label),
            Instr::MayPay(players, cost, label) => self.may_pay(task, players, cost, *label, Paying::Optional),
            Instr::MayPayX(players, cost, register, label) => {
                self.may_pay(task, players, cost, *label, Paying::WithX(*register))
            }
            Instr::MayGive(players, cost, register, label) => {
                self.may_pay(task, players, cost, *label, Paying::Together(*register))
            }
            Instr::MayPayTimes(players, cost, amount, label) => {
                let times = self.eye().amount(scope, amount).clamp(0, 255);
                let cost = cost.times(times);
                self.may_pay(task, players, &cost, *label, Paying::Optional)
            }
            Instr::Pay(players, cost, label) => self.may_pay(task, players, cost, *label, Paying::Forced),
            Instr::ForEachPlayer(players, label) => self.go_over_players(task, players, *label),
            Instr::ForEachObject(objects, label) => self.go_over_objects(task, objects, *label),
            Instr::Repeat(amount, label) => {
                let times = self.eye().amount(scope, amount).clamp(0, 10_000) as u16;
                self.begin_loop(task, LoopKind::Times, times, Range::default(), 0, *label)
            }
            Instr::SetNumber(register, amount) => {
                task.scope.numbers[*register as usize] = self.eye().amount(scope, amount);
                After::Next
            }
            Instr::NotePlayer(register) => {
                let player = scope.current_player;
                task.scope.numbers[*register as usize] |= 1 << player.index();
                After::Next
            }
            Instr::AddObjects(register, objects) => {
                self.add_objects(task, *register, objects);
                After::Next
            }
            Instr::SetObjects(register, objects) => {
                // What the event or the cost has moved is meant where it went (CR 400.7e, 603.7c).
                task.scope.registers[*register as usize] = match objects {
                    Objects::Source | Objects::Event | Objects::Host => self.gather_moving(task, objects),
                    objects => self.gather(scope, objects),
                };
                After::Next
            }
            _ => self.perform(instr, task),
        }
    }

    /// Goes on at a label. What a part offers that is skipped isn't done.
    fn skip(&mut self, task: &mut Resolve, label: Label) -> After {
        let code = &self.item_part(&task.item, task.scope.mode).code;
        let skipped = code.get(usize::from(task.pc) + 1..usize::from(label)).unwrap_or_default();
        task.scope.did &= !skipped.iter().any(offers);
        After::Jump(label)
    }

    /// "You may": asks whether what follows is done (CR 608.2d).
    fn ask_whether(&mut self, task: &mut Resolve, players: &Players, label: Label) -> After {
        let Some(player) = self.eye().players(&task.scope, players).first(task.scope.you) else {
            return After::Jump(label);
        };
        if self.is_done_already(task) || self.offers_the_impossible(task, label, player) {
            task.scope.did = false;
            return After::Jump(label);
        }
        let yes =
            if self.only_this_is_possible(task, label, player) { Some(Action::Yes) } else { self.s.answer.take() };
        let Some(answer) = yes else {
            self.offer_these(YES_OR_NO);
            return After::Ask(player, DecisionKind::May, task.item.object, Particulars::Progress(task.pc));
        };
        task.scope.did = answer == Action::Yes;
        if task.scope.did {
            if self.note_done(task) && self.leaves_traces(task, label) {
                task.offered = Some(Offered { end: label, before: self.public_digest() });
            }
            After::Next
        } else {
            After::Jump(label)
        }
    }

    /// Goes over players: at one time where what is done for each is one action (CR 608.2f), else one after the other.
    fn go_over_players(&mut self, task: &mut Resolve, players: &Players, label: Label) -> After {
        let scope = task.scope;
        let players = self.eye().players(&scope, players);
        let body = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc) + 1..usize::from(label)];
        if let Some(action) = joint(body) {
            let each = players.in_order(self.s.active);
            let scopes: SmallVec<[Scope; 2]> = each.map(|player| Scope { current_player: player, ..scope }).collect();
            return match self.act_jointly(task, action, &scopes, body) {
                true => After::Jump(label),
                false => After::Again,
            };
        }
        self.begin_loop(task, LoopKind::Players, 0, Range::default(), players.0, label)
    }

    /// The same over objects.
    fn go_over_objects(&mut self, task: &mut Resolve, objects: &Objects, label: Label) -> After {
        let scope = task.scope;
        let range = self.gather(&scope, objects);
        let body = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc) + 1..usize::from(label)];
        if let Some(action) = joint(body) {
            let each = self.s.scratch[range.start as usize..range.end as usize].iter();
            let scopes: SmallVec<[Scope; 8]> = each.map(|object| Scope { current_object: *object, ..scope }).collect();
            return match self.act_jointly(task, action, &scopes, body) {
                true => After::Jump(label),
                false => After::Again,
            };
        }
        let asks = |instr: &Instr| match instr {
            Instr::May(players, _) | Instr::MayPay(players, ..) | Instr::MayPayTimes(players, ..) => {
                Some(players.clone())
            }
            _ => None,
        };
        if let Some(players) = body.iter().find_map(asks) {
            self.active_first(&scope, &players, range);
        }
        self.begin_loop(task, LoopKind::Objects, 0, range, 0, label)
    }

    /// Puts objects in the order in which players are asked about them: those of the active player come first (CR 101.4).
    fn active_first(&mut self, scope: &Scope, players: &Players, range: Range) {
        let mut objects: SmallVec<[ObjectId; 8]> =
            self.s.scratch[usize::from(range.start)..usize::from(range.end)].into();
        let eye = self.eye();
        let of_other =
            |id: &ObjectId| !eye.players(&Scope { current_object: *id, ..*scope }, players).contains(self.s.active);
        objects.sort_by_key(of_other);
        self.s.scratch[usize::from(range.start)..usize::from(range.end)].copy_from_slice(&objects);
    }

    /// Returns whether what the ability offers was done this turn and may be done only once (CR 603.2i).
    fn is_done_already(&self, task: &Resolve) -> bool {
        matches!(&self.pool.ability(task.item.ability).kind, AbilityKind::Triggered(triggered) if triggered.do_once)
            && self.was_done(task.item.controller, task.item.source, task.item.ability)
    }

    /// What the ability offers is being done. Returns whether it may be done only once each turn: it is noted at once, so that doing it doesn't
    /// make the ability trigger (CR 603.2i).
    fn note_done(&mut self, task: &Resolve) -> bool {
        let once = matches!(&self.pool.ability(task.item.ability).kind, AbilityKind::Triggered(triggered) if triggered.do_once);
        if once {
            self.note_done_by(task.item.controller, task.item.source, task.item.ability);
        }
        once
    }

    /// Returns whether it can be told from the position that what is offered was done: looking at cards or searching leaves nothing.
    fn leaves_traces(&self, task: &Resolve, end: Label) -> bool {
        let code = &self.item_part(&task.item, task.scope.mode).code;
        code[usize::from(task.pc) + 1..usize::from(end)].iter().all(|instr| {
            matches!(
                instr,
                Instr::Move(..)
                    | Instr::Tap(_)
                    | Instr::Untap(_)
                    | Instr::Attach(..)
                    | Instr::AttachAsToCreature(..)
                    | Instr::Destroy(..)
                    | Instr::GainLife(..)
                    | Instr::AddCounters(..)
                    | Instr::AndCounters(..)
                    | Instr::CreateToken(_)
                    | Instr::CreateCopy { .. }
                    | Instr::CopySpell { .. }
                    | Instr::ChooseNewTargets(..)
                    | Instr::Continuous(..)
                    | Instr::Pick(..)
                    | Instr::SetNumber(..)
                    | Instr::SetObjects(..)
                    | Instr::Unless(..)
                    | Instr::May(..)
            )
        })
    }

    /// What the player has agreed to is over. If nothing could be done, the action wasn't taken, and can still be in this turn (CR 603.2i).
    fn end_offer(&mut self, task: &mut Resolve) {
        if let Some(offered) = task.offered.take()
            && offered.before == self.public_digest()
        {
            self.take_back_done(task.item.controller, task.item.source, task.item.ability);
        }
    }
}
