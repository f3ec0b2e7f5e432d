//! What happens later: abilities that are made now and trigger at a step or on an event (CR 603.7, 603.12).

use super::at_one_time::or_gone;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{Frame, Item, Referent};
use super::noun::Use;
use crate::ability::{Ability, AbilityKind, TriggerEvent, Triggered};
use crate::card::AbilityId;
use crate::effect::{DelayedUntil, Instr, Part, Register, Script};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Step, Test, Zone};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clauses, LaterEvent, NextStep, Prefix, Sentence, Suffix};
use crate::text::grammar::object::Duration;
use crate::text::grammar::player::Under;
use crate::text::grammar::said::{refers_back, says, says_any};
use crate::text::grammar::trigger::When;
use crate::text::syntax::{Syntax, has, print};
use crate::walk::Walk;

/// The number of no instruction: what is pending on it isn't found.
const NOWHERE: usize = usize::MAX;

impl Context<'_> {
    /// What happens at a later step (CR 603.7).
    pub(super) fn delayed(&mut self, frame: &mut Frame, when: &NextStep, clauses: &Clauses) -> Lowered<()> {
        if *when == NextStep::TheirNextUpkeep {
            return self.at_their_upkeep(frame, clauses);
        }
        if *when == NextStep::ThatTurnsEnd && !matches!(frame.last_instr(), Some(Instr::ExtraTurn(_))) {
            return decline("no earlier sentence gives an extra turn");
        }
        self.delayed_so(frame, when, clauses)
    }

    fn delayed_so(&mut self, frame: &mut Frame, when: &NextStep, clauses: &Clauses) -> Lowered<()> {
        let (steps, player) = next_step(when);
        let (events, until) = as_begins(when, &steps, player);
        let (id, number) = self.later(frame, clauses, events)?;
        frame.emit(Instr::Delayed(id, until, number));
        frame.forget_for_later(clauses);
        Ok(())
    }

    /// "Return it to the battlefield under its owner's control at the beginning of their next upkeep": yours or your opponent's, whichever it
    /// is (CR 102.2).
    fn at_their_upkeep(&mut self, frame: &mut Frame, clauses: &Clauses) -> Lowered<()> {
        if !has(clauses, |under: &Under| *under == Under::Owner) {
            return unsupported("whose upkeep it is:", clauses);
        }
        let it = frame.discourse.mentions.last().and_then(|mention| mention.before.clone());
        let Some(it @ (Objects::Event | Objects::Source)) = it else {
            return unsupported("whose upkeep it is:", clauses);
        };
        let (theirs, end) = (frame.label(), frame.label());
        let yours = Condition::ObjectIs(it, Filter::just(Test::Owner(PlayerFilter::You)));
        frame.emit(Instr::Unless(yours, theirs));
        let discourse = frame.discourse.clone();
        self.delayed_so(frame, &NextStep::YourNextUpkeep, clauses)?;
        frame.emit(Instr::Jump(end));
        frame.mark(theirs);
        frame.discourse = discourse;
        self.delayed_so(frame, &NextStep::TheirNextUpkeep, clauses)?;
        frame.mark(end);
        Ok(())
    }

    /// "Exile it and return it to the battlefield at the beginning of the next end step": a time at the end is that of the last thing
    /// that is done, and what stands before it happens at once (CR 603.7).
    /// `then` is a sentence about it, which is carried out then, too.
    pub(super) fn last_of_them_later(
        &mut self,
        frame: &mut Frame,
        when: &NextStep,
        clauses: &Clauses,
        then: Option<&Sentence>,
    ) -> Lowered<()> {
        let Some((before, last)) = clauses.without_last() else {
            return unsupported("when each of these happens:", clauses);
        };
        // "Destroy target creature at end of combat": the target is chosen now (CR 603.7d is about what triggers then).
        if says_any(&last, &["target"]) {
            return unsupported("what is chosen now and happens", when);
        }
        if let Some(before) = before {
            self.clauses(frame, &before)?;
        }
        match then {
            Some(then) => self.delayed_with(frame, when, &last, then),
            None => self.delayed(frame, when, &last),
        }
    }

    /// "Return that card to the battlefield at the beginning of the next end step if ~ is still on the battlefield": what has left it and
    /// come back is another object (CR 400.7).
    pub(super) fn later_while_there(&mut self, frame: &mut Frame, when: &NextStep, clauses: &Clauses) -> Lowered<()> {
        if says_any(clauses, &["target"]) || matches!(when, NextStep::TheirNextUpkeep | NextStep::ThatTurnsEnd) {
            return unsupported("what is chosen now and happens", when);
        }
        let (steps, player) = next_step(when);
        let (events, until) = as_begins(when, &steps, player);
        let mut own = Context::kept(frame, refers_back(clauses), false)?;
        own.ask_what_is_there(clauses);
        let (gone, there) = (own.label(), Condition::Exists(Zone::Battlefield, Filter::just(Test::Source)));
        own.emit(Instr::Unless(there, gone));
        self.clauses(&mut own, clauses)?;
        own.mark(gone);
        frame.code.next_register = own.code.next_register;
        let text = format!("{} if ~ is still on the battlefield.", print(clauses));
        let id = self.made_now(frame, own, text, events, None)?;
        frame.emit(Instr::Delayed(id, until, None));
        frame.forget_for_later(clauses);
        Ok(())
    }

    /// "Return it to the battlefield at the beginning of your next upkeep. It gains haste": it does as it returns (CR 603.7c). Returns
    /// whether the sentence is one that returns something later; if not, nothing is done.
    pub(super) fn returns_later_and(
        &mut self,
        frame: &mut Frame,
        sentence: &Sentence,
        then: &Sentence,
    ) -> Lowered<bool> {
        let Sentence::Plain { prefix, clauses, suffix: Some(Suffix::Next { when }), x: None } = sentence else {
            return Ok(false);
        };
        let condition = match prefix {
            _ if !returns(clauses) => return Ok(false),
            None | Some(Prefix::Then) => None,
            Some(Prefix::If { condition }) => Some(self.conditions(frame, condition)?),
            Some(_) => return Ok(false),
        };
        let label = frame.label();
        if let Some(condition) = condition {
            frame.emit(Instr::Unless(condition, label));
        }
        self.last_of_them_later(frame, when, clauses, Some(then))?;
        frame.mark(label);
        Ok(true)
    }

    /// "At the beginning of your next end step, sacrifice it unless you pay {2}": that is asked then.
    pub(super) fn delayed_unless(
        &mut self,
        frame: &mut Frame,
        when: &NextStep,
        clauses: &Clauses,
        unless: &Suffix,
    ) -> Lowered<()> {
        let all =
            Sentence::Plain { prefix: None, clauses: clauses.clone().into(), suffix: Some(unless.clone()), x: None };
        self.sentences_later(frame, when, clauses, (&all, &[]), print(&all))
    }

    /// "At the beginning of your next upkeep, pay {3}. If you don't, you lose the game": both at that time.
    pub(super) fn delayed_with(
        &mut self,
        frame: &mut Frame,
        when: &NextStep,
        clauses: &Clauses,
        then: &Sentence,
    ) -> Lowered<()> {
        let text = format!("{}. {}", print(clauses), print(then));
        let first = Sentence::Plain { prefix: None, clauses: clauses.clone().into(), suffix: None, x: None };
        self.sentences_later(frame, when, clauses, (&first, std::slice::from_ref(then)), text)
    }

    /// Sentences of which all is done at that time, and that begin with these clauses.
    fn sentences_later(
        &mut self,
        frame: &mut Frame,
        when: &NextStep,
        clauses: &Clauses,
        (first, rest): (&Sentence, &[Sentence]),
        text: String,
    ) -> Lowered<()> {
        if *when == NextStep::TheirNextUpkeep {
            return unsupported("whose upkeep it is:", clauses);
        }
        let all = || [first].into_iter().chain(rest);
        let mut own = Context::kept(frame, all().any(|one| refers_back(one)), false)?;
        own.ask_what_is_there(clauses);
        self.sentences(&mut own, first, rest)?;
        frame.code.next_register = own.code.next_register;
        let (steps, player) = next_step(when);
        let (events, until) = as_begins(when, &steps, player);
        all().for_each(|one| frame.forget_for_later(one));
        let id = self.made_now(frame, own, text, events, None)?;
        frame.emit(Instr::Delayed(id, until, None));
        Ok(())
    }

    /// What happens when or whenever an event happens from now on.
    pub(super) fn delayed_event(
        &mut self,
        frame: &mut Frame,
        later: &LaterEvent,
        condition: Option<&Conditions>,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        then: Option<&Sentence>,
    ) -> Lowered<()> {
        // CR 603.7c: the target is chosen now, and what waits is about it whatever becomes of it as a target.
        if let Some((target, later)) = later.of_target() {
            self.objects(frame, &target, Use::Act)?;
            return self.delayed_event(frame, &later, condition, clauses, suffix, then);
        }
        let mut text = format!("{} {}", print(later), super::keyword::print_in_sentence(clauses));
        if let Some(then) = then {
            text += &format!(". {}", print(then));
        }
        let refers = refers_back(later) || refers_back(clauses) || then.is_some_and(refers_back);
        let mut own = Context::kept(frame, refers, false)?;
        let once = |when: &When| *when == When::When;
        let (events, until) = match later {
            LaterEvent::Until { dur: Duration::YourNextTurn, when, event } => {
                if once(when) {
                    return unsupported("the event", later);
                }
                (self.waited_for(&mut own, event)?, DelayedUntil::EventUntilYourNextTurn)
            }
            LaterEvent::ThisTurn { when, event } | LaterEvent::Until { when, event, .. } => {
                let until = if once(when) { DelayedUntil::NextEventThisTurn } else { DelayedUntil::EventThisTurn };
                (self.waited_for(&mut own, event)?, until)
            }
            LaterEvent::OfTarget { .. } | LaterEvent::ThisTurnOfTarget { .. } | LaterEvent::UntilOfTarget { .. } => {
                return unsupported("the event", later);
            }
            LaterEvent::After { event } => (self.waited_for(&mut own, event)?, DelayedUntil::NextEvent),
            LaterEvent::NextCast { noun } | LaterEvent::NextCasts { noun } => {
                let mut described = self.noun(&mut own, noun)?;
                if !described.spell || described.zone != Some(Zone::Stack) {
                    return unsupported("the event", later);
                }
                described.filter.tests.retain(|test| *test != Test::Spell);
                self.mention_event(&mut own, Objects::Event, &described);
                let event = TriggerEvent::Cast { player: PlayerFilter::You, what: described.filter.clone(), nth: None };
                (vec![event], DelayedUntil::NextEventThisTurn)
            }
        };
        // What was chosen is known of the source only as long as that is there.
        if own.setting.asks_chosen {
            return decline("what was chosen isn't remembered for later");
        }
        let condition = match condition {
            Some(condition) => Some(self.conditions(&mut own, condition)?),
            None => None,
        };
        own.code.next_register = own.code.next_register.max(frame.code.next_register);
        let zone = own.setting.zone;
        self.with_suffix(&mut own, clauses, suffix)?;
        if let Some(then) = then {
            self.sentence(&mut own, then)?;
        }
        if own.setting.zone != zone {
            return decline("the card moves from a zone in which nothing waits for it");
        }
        frame.code.next_register = own.code.next_register;
        let end = if then.is_some() { "" } else { "." };
        let of_another = own.discourse.mentions.iter().any(|it| it.before == Some(Objects::Event) && !it.source);
        let id = self.made_now(frame, own, format!("{text}{end}"), events, condition)?;
        frame.emit(Instr::Delayed(id, until, None));
        frame.discourse.did = false;
        // "Whenever a creature you control attacks alone this turn, put a counter on it. It gains trample": that would be done by then, too.
        if of_another && frame.discourse.mentions.last().is_none_or(|it| it.source) {
            frame.discourse.unclear = Some(frame.discourse.mentions.len());
        }
        Ok(())
    }

    fn waited_for(
        &mut self,
        own: &mut Frame,
        event: &crate::text::grammar::trigger::Event,
    ) -> Lowered<Vec<TriggerEvent>> {
        let (mut events, abouts) = self.event(own, event)?;
        self.remember(own, &abouts)?;
        self.remember_attackers(own, &mut events, &abouts)?;
        Ok(events)
    }

    /// A frame for an ability that is made now for later: what it refers to is put into registers, which it shares.
    /// `same_event`: it is told the event of the ability that makes it.
    pub(super) fn kept(frame: &mut Frame, refers: bool, same_event: bool) -> Lowered<Frame> {
        let mut own = Frame::new();
        own.setting.spell = frame.setting.spell;
        own.setting.apart = true;
        own.discourse.x = frame.discourse.x.clone();
        own.discourse.sides = frame.discourse.sides.clone();
        if refers {
            for mention in frame.discourse.mentions.clone() {
                let mut kept = mention.clone();
                let mut as_it_was = None;
                match &mention.after {
                    Referent::Known(Objects::Source | Objects::Register(_)) => {}
                    Referent::Known(Objects::Event | Objects::EventOther) if same_event => {}
                    Referent::Known(objects) => {
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects.clone()));
                        kept.after = Referent::Known(Objects::Register(register));
                        // What has left is another object where it is now: what it was is asked of itself (CR 608.2h).
                        if matches!(objects, Objects::Event | Objects::EventOther | Objects::Target(_))
                            && let Ok(register) = frame.register()
                        {
                            frame.emit(Instr::SetObjects(register, or_gone(objects.clone())));
                            own.code.as_it_was.push(register);
                            as_it_was = Some(register);
                        }
                    }
                    Referent::Pending(number) if frame.hides(*number) => {
                        // Nothing finds it there (CR 400.7), and what it was is known only while what triggers now waits (608.2h).
                        kept.after = Referent::Pending(NOWHERE);
                        kept.before = match &mention.before {
                            Some(before) if same_event => frame.kept_before(*number, before)?,
                            _ => None,
                        };
                    }
                    Referent::Pending(number) => {
                        let register = frame.register_of(*number)?;
                        kept.after = Referent::Known(Objects::Register(register));
                        // What it was before it moved is asked of that (CR 608.2h).
                        let unused = frame.code.next_register;
                        if frame.is_laid_open(*number)
                            && let Some(before) = &mention.before
                            && let Ok(Some(Objects::Register(register))) = frame.kept_before(*number, before)
                        {
                            if register >= unused {
                                own.code.as_it_was.push(register);
                            }
                            as_it_was = Some(register);
                        }
                    }
                    Referent::Perhaps(..) => {
                        let objects = frame.resolve(&mention)?;
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects));
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                }
                if let Referent::Known(objects) = &kept.after {
                    kept.before = Some(as_it_was.map_or_else(|| objects.clone(), Objects::Register));
                }
                own.discourse.mentions.push(kept);
            }
        }
        // What only this resolution knows is gone by then.
        let passing = [On::Registers, On::Target, On::Event, On::Current, On::ThisWay, On::Host];
        if own.discourse.x.as_ref().is_some_and(|x| depends(x, &passing)) {
            own.discourse.x = None;
        }
        own.code.next_register = frame.code.next_register;
        own.code.given = frame.code.next_register;
        Ok(own)
    }

    /// "If ..., whenever a creature dies this turn, ...": what is asked is asked now, and once.
    pub(super) fn if_later(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        later: &LaterEvent,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        then: Option<&Sentence>,
    ) -> Lowered<()> {
        let condition = self.conditions(frame, condition)?;
        let label = frame.label();
        frame.emit(Instr::Unless(condition, label));
        frame.setting.perhaps += 1;
        let result = self.delayed_event(frame, later, None, clauses, suffix, then);
        frame.setting.perhaps -= 1;
        frame.mark(label);
        result
    }

    /// An ability that is made now for later, and the number that is kept for it: the mana value of a spell, or what was spent on it, as it is
    /// gone by then (CR 608.2h).
    fn later(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        events: Vec<TriggerEvent>,
    ) -> Lowered<(AbilityId, Option<Amount>)> {
        let text = print(clauses);
        let mut own = Context::kept(frame, refers_back(clauses), false)?;
        own.ask_what_is_there(clauses);
        let place = frame.discourse.mentions.iter().rposition(|mention| mention.spell && !mention.plural);
        let mut number = None;
        if let Some(prevented) = frame.discourse.prevented.clone().filter(|_| says(clauses, "prevented this way")) {
            own.discourse.prevented = Some(Amount::Event);
            number = Some(prevented);
        } else if let Some(place) = place {
            let spell = frame.discourse.mentions[place].clone();
            let of: fn(Objects) -> Amount = match says(clauses, "mana spent to cast") {
                true => |spell| Amount::ManaSpent(spell, None),
                false => Amount::ManaValue,
            };
            let value = of(frame.read(&spell)?);
            if frame.discourse.x.as_ref() == Some(&value) {
                own.discourse.x = Some(Amount::Event);
            } else {
                own.discourse.kept_value =
                    own.discourse.mentions.get(place).and_then(|mention| mention.before.clone()).map(of);
            }
            number = Some(value);
        }
        self.clauses(&mut own, clauses)?;
        frame.code.next_register = own.code.next_register;
        // CR 113.6m: what makes it works where that moves its card from.
        frame.setting.zone = frame.setting.zone.or(own.setting.zone);
        let id = self.made_now(frame, own, format!("{text}."), events, None)?;
        // What the ability doesn't speak of it isn't told.
        let told = match &self.pool.ability(id).kind {
            AbilityKind::Triggered(triggered) => triggered.script.has(|amount: &Amount| *amount == Amount::Event),
            _ => false,
        };
        Ok((id, number.filter(|_| told)))
    }

    /// Makes the ability of `own`, a frame that [`Context::kept`] has made. Of what that keeps as it last was only that stays in `frame` which the
    /// ability asks for.
    pub(super) fn made_now(
        &mut self,
        frame: &mut Frame,
        own: Frame,
        text: String,
        events: Vec<TriggerEvent>,
        condition: Option<Condition>,
    ) -> Lowered<AbilityId> {
        let (only_if, as_it_was) = (own.setting.only_if.clone(), own.code.as_it_was.clone());
        let part: Part = own.finish(text.clone())?;
        super::stored::check_later(&part)?;
        let script = Script { parts: vec![part], modes: None };
        let triggered = Triggered { condition, only_if, ..Triggered::new(events, Zone::Battlefield, script) };
        let unasked = |register: &Register| {
            as_it_was.contains(register) && !triggered.has(|objects: &Objects| *objects == Objects::Register(*register))
        };
        let kept = |item: &Item| !matches!(item, Item::Instr(_, Instr::SetObjects(register, _)) if unasked(register));
        frame.code.items.retain(kept);
        Ok(self.pool.add_ability(Ability { text, kind: AbilityKind::Triggered(Box::new(triggered)) }))
    }
}

impl Frame {
    /// What an ability that is made now returns to the battlefield is asked as the permanent that it becomes: "that creature's toughness".
    fn ask_what_is_there(&mut self, clauses: &Clauses) {
        if returns(clauses) {
            for mention in &mut self.discourse.mentions {
                if let Referent::Known(objects) = &mention.after {
                    mention.before = Some(objects.clone());
                }
            }
        }
    }

    /// A sentence after what is done only later speaks of things as they are now: "exile it at the beginning of the next end step.
    /// If it would leave the battlefield, ...". Of what is put onto the battlefield only then it is unclear what is meant.
    fn forget_for_later(&mut self, later: &impl Syntax) {
        if returns(later) {
            self.discourse.mentions.clear();
        }
    }
}

/// Returns whether something is put onto the battlefield.
fn returns(words: &impl Syntax) -> bool {
    says(words, "to the battlefield") || says(words, "onto the battlefield")
}

/// Which steps a time begins with, and in whose turn.
fn next_step(when: &NextStep) -> (Vec<Step>, Option<PlayerFilter>) {
    let you = Some(PlayerFilter::You);
    match when {
        NextStep::NextEnd | NextStep::ThatTurnsEnd => (vec![Step::End], None),
        NextStep::YourNextEnd => (vec![Step::End], you),
        NextStep::NextUpkeep | NextStep::NextUpkeepOfAny => (vec![Step::Upkeep], None),
        NextStep::YourNextUpkeep => (vec![Step::Upkeep], you),
        NextStep::TheirNextUpkeep => (vec![Step::Upkeep], Some(PlayerFilter::Opponent)),
        NextStep::YourNextAttackers => (vec![Step::DeclareAttackers], you),
        NextStep::EndOfCombat | NextStep::ThisTurnsEndOfCombat => (vec![Step::EndCombat], None),
        NextStep::YourNextMain => (vec![Step::PrecombatMain, Step::PostcombatMain], you),
        NextStep::YourNextPrecombatMain => (vec![Step::PrecombatMain], you),
        // CR 514.3a: what triggers in it is put on the stack all the same.
        NextStep::NextCleanup => (vec![Step::Cleanup], None),
    }
}

/// The events that such a time is, and until when something waits for one of them.
fn as_begins(when: &NextStep, steps: &[Step], player: Option<PlayerFilter>) -> (Vec<TriggerEvent>, DelayedUntil) {
    let whose = player.unwrap_or(PlayerFilter::Any);
    let events = steps.iter().map(|step| TriggerEvent::StepBegins { step: *step, player: whose }).collect();
    match steps {
        _ if *when == NextStep::ThisTurnsEndOfCombat => (events, DelayedUntil::NextEventThisTurn),
        [step] if *when == NextStep::YourNextAttackers => (events, DelayedUntil::NextTurns(*step, true)),
        [step] if *when == NextStep::NextUpkeep => (events, DelayedUntil::NextTurns(*step, false)),
        [step] if *when == NextStep::ThatTurnsEnd => (events, DelayedUntil::ExtraTurns(*step)),
        [step] => (events, DelayedUntil::NextStep(*step, player)),
        _ => (events, DelayedUntil::NextEvent),
    }
}

/// What is known of the objects of a reference.
pub(super) fn described(mention: &super::frame::Mention) -> Described {
    Described {
        zone: Some(Zone::Battlefield),
        types: mention.types,
        card: false,
        spell: mention.spell,
        token: mention.token,
        ..Described::default()
    }
}
