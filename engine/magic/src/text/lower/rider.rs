//! Riders of sentences → instructions: conditions before and after, "instead", "unless", "otherwise", what happens later.

use super::filter::unsupported;
use super::lasting::span;
use super::sentence::refers_back;
use super::{Context, Frame, Item, Lowered, Referent, decline};
use crate::ability::{Ability, AbilityKind, TriggerEvent, Triggered};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::effect::{DelayedUntil, Duration as Span, Instr, Part, Script};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Step, Zone};
use crate::text::grammar::amount::Num;
use crate::text::grammar::effect::{Clause, Clauses, NextStep, Prefix, Suffix};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::object::{ObjectItem, ObjectVerb};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::Chain;
use crate::text::grammar::verb::{Discard, PlayerItem, PlayerVerb, Unless};
use crate::text::syntax::print;

impl Context<'_> {
    pub(super) fn plain(
        &mut self,
        frame: &mut Frame,
        prefix: Option<&Prefix>,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        match (prefix, suffix) {
            (Some(Prefix::If { condition }), Some(Suffix::Instead)) => self.instead(frame, condition, clauses),
            (None, Some(Suffix::InsteadIf { condition })) => self.instead(frame, condition, clauses),
            (_, Some(Suffix::Instead | Suffix::InsteadIf { .. })) => {
                decline("`instead` without a condition is not known")
            }
            (Some(Prefix::If { condition } | Prefix::ThenIf { condition }), suffix) => {
                let condition = self.conditions(frame, condition)?;
                let start = frame.items.len();
                let label = frame.label();
                let mentions = frame.mentions.len();
                // "If you do, create a token. Sacrifice it ...": there, what was made is what is meant.
                let done = condition == Condition::Did;
                frame.emit(Instr::Unless(condition, label));
                frame.perhaps += 1;
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.perhaps -= 1;
                frame.mark(label);
                if !done {
                    // What is mentioned only in one case is not what later sentences mean.
                    frame.mentions.truncate(mentions);
                }
                frame.otherwise = Some(label);
                frame.sentence = start;
                Ok(())
            }
            (Some(Prefix::Otherwise), suffix) => {
                // The code so far ends with the label of the "if": jump over what follows from before it.
                let Some(label) = frame.otherwise.take() else { return decline("`otherwise` without an `if` before") };
                let Some(at) = frame.items.iter().rposition(|item| matches!(item, Item::Mark(mark) if *mark == label))
                else {
                    return decline("`otherwise` without an `if` before");
                };
                if at + 1 != frame.items.len() {
                    return decline("`otherwise` is too far from its `if`");
                }
                frame.items.pop();
                let end = frame.label();
                frame.emit(Instr::Jump(end));
                frame.mark(label);
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.mark(end);
                Ok(())
            }
            (Some(Prefix::ForEach { each }), suffix) => {
                if refers_back(&print(clauses)) {
                    return decline("what `for each` refers to inside the sentence is not known");
                }
                let targets = frame.targets.len();
                let n = self.for_each(frame, each)?;
                let label = frame.label();
                frame.emit(Instr::Repeat(n, label));
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.mark(label);
                if frame.targets.len() > targets { decline("a target for each is not known") } else { Ok(()) }
            }
            (Some(Prefix::Until { dur }), suffix) => {
                let span = span(dur)?;
                frame.until = Some(span);
                let result = self.with_suffix(frame, clauses, suffix, Some(span));
                frame.until = None;
                result
            }
            (Some(Prefix::Next { when }), None) => self.delayed(frame, when, clauses),
            (Some(Prefix::WhenYouDo), None) => {
                if !frame.did {
                    return decline("nothing before says what is done or not");
                }
                let label = frame.label();
                frame.emit(Instr::Unless(Condition::Did, label));
                let id = self.later(frame, clauses, Vec::new(), "When you do, ")?;
                frame.emit(Instr::Reflexive(id));
                frame.mark(label);
                Ok(())
            }
            (Some(Prefix::IfNext { condition, when }), None) => {
                let condition = self.conditions(frame, condition)?;
                let label = frame.label();
                frame.emit(Instr::Unless(condition, label));
                self.delayed(frame, when, clauses)?;
                frame.mark(label);
                Ok(())
            }
            (Some(Prefix::Next { .. } | Prefix::WhenYouDo | Prefix::IfNext { .. }), Some(_)) => {
                decline("two riders on one sentence")
            }
            (None | Some(Prefix::Then), suffix) => {
                let start = frame.items.len();
                self.with_suffix(frame, clauses, suffix, None)?;
                frame.sentence = start;
                Ok(())
            }
        }
    }

    /// Clauses with what stands after them.
    fn with_suffix(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        dur: Option<Span>,
    ) -> Lowered<()> {
        // "Each player loses 2 life unless they discard a card": each in turn may do it or not.
        if let (
            Some(Suffix::Unless { .. }),
            Clause::Player { who: who @ (Player::EachPlayer | Player::EachOpponent), verbs },
        ) = (suffix, &clauses.0.first)
            && clauses.0.rest.is_empty()
        {
            let who = self.players(frame, who)?;
            let first = Clause::Player { who: Player::They, verbs: verbs.clone() };
            let own = Clauses(Chain { first, rest: Vec::new() });
            return self.each_player(frame, &who, |context, frame| context.with_suffix(frame, &own, suffix, dur));
        }
        let start = frame.items.len();
        match suffix {
            None => self.clauses(frame, clauses, dur),
            Some(Suffix::If { .. } | Suffix::UnlessIf { .. } | Suffix::Unless { .. }) => {
                frame.perhaps += 1;
                let result = self.guarded(frame, clauses, suffix, dur, start);
                frame.perhaps -= 1;
                result
            }
            Some(Suffix::Next { when }) => self.delayed(frame, when, clauses),
            Some(Suffix::Instead | Suffix::InsteadIf { .. }) => decline("`instead` is not known here"),
        }
    }

    /// Clauses that are carried out only under a condition or if a price is not paid.
    fn guarded(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        dur: Option<Span>,
        start: usize,
    ) -> Lowered<()> {
        match suffix {
            Some(Suffix::If { condition }) => {
                self.clauses(frame, clauses, dur)?;
                let condition = self.conditions(frame, condition)?;
                self.guard(frame, start, condition)
            }
            Some(Suffix::UnlessIf { condition }) => {
                self.clauses(frame, clauses, dur)?;
                let condition = self.conditions(frame, condition)?;
                self.guard(frame, start, Condition::Not(Box::new(condition)))
            }
            Some(Suffix::Unless { unless }) => {
                self.clauses(frame, clauses, dur)?;
                let body = frame.items.split_off(start);
                let (done, end) = (frame.label(), frame.label());
                let (each, unless) = match unless.clone() {
                    Unless::PaysEach { who, mana, each } => (Some(each), Unless::Pays { who, mana }),
                    Unless::PaysLifeEach { who, n, each } => (Some(each), Unless::PaysLife { who, n }),
                    Unless::SacrificesEach { who, what, each } => (Some(each), Unless::Sacrifices { who, what }),
                    Unless::DiscardsEach { who, what, each } => (Some(each), Unless::Discards { who, what }),
                    unless => (None, unless),
                };
                let (who, cost) = self.price(frame, &unless)?;
                let times = match each {
                    None => None,
                    Some(each) if cost.can_be_multiplied() => Some(self.for_each(frame, &each)?),
                    Some(_) => return unsupported("the price", &unless),
                };
                if frame.items.len() != start {
                    return decline("the price asks for a choice");
                }
                frame.emit(match times {
                    None => Instr::MayPay(who, cost, done),
                    Some(times) => Instr::MayPayTimes(who, cost, times, done),
                });
                frame.emit(Instr::Jump(end));
                frame.mark(done);
                frame.items.extend(body);
                frame.mark(end);
                frame.did = true;
                Ok(())
            }
            _ => self.clauses(frame, clauses, dur),
        }
    }

    /// Puts a condition before what was lowered since `start`.
    fn guard(&mut self, frame: &mut Frame, start: usize, condition: Condition) -> Lowered<()> {
        let body = frame.items.split_off(start);
        let label = frame.label();
        frame.emit(Instr::Unless(condition, label));
        frame.items.extend(body);
        frame.mark(label);
        frame.otherwise = Some(label);
        Ok(())
    }

    /// "If ..., ... instead.": the sentence before is done only if the condition does not hold.
    fn instead(
        &mut self,
        frame: &mut Frame,
        condition: &crate::text::grammar::condition::Conditions,
        clauses: &Clauses,
    ) -> Lowered<()> {
        let targets = frame.targets.len();
        if frame.items.is_empty() {
            return decline("there is nothing before that could be replaced");
        }
        let condition = self.conditions(frame, condition)?;
        let replacement = self.bare_damage(frame, clauses)?;
        let before = frame.items.split_off(frame.sentence);
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::Unless(condition, other));
        match replacement {
            Some(instr) => {
                frame.emit(instr);
            }
            None => self.clauses(frame, clauses, None)?,
        }
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.items.extend(before);
        frame.mark(end);
        if frame.targets.len() > targets {
            return decline("what is done instead has targets of its own");
        }
        Ok(())
    }

    /// "it deals 4 damage" without saying to whom, as after "if ~ was kicked".
    fn bare_damage(&mut self, frame: &mut Frame, clauses: &Clauses) -> Lowered<Option<Instr>> {
        if let Clause::Imperative { verbs } = &clauses.0.first
            && let PlayerItem { verb: PlayerVerb::CreateMore { n }, each: None } = &verbs.first
            && verbs.rest.is_empty()
            && clauses.0.rest.is_empty()
        {
            // "create ten of those tokens instead"
            let mut made = frame.items[frame.sentence..].iter().filter_map(|item| match item {
                Item::Instr(_, instr @ Instr::CreateToken { .. }) => Some(instr.clone()),
                _ => None,
            });
            return match (made.next(), made.next()) {
                (Some(Instr::CreateToken { player, token, pt, tapped, attacking, into, .. }), None) => {
                    let amount = Amount::Const(n.0);
                    Ok(Some(Instr::CreateToken { player, token, amount, pt, tapped, attacking, into }))
                }
                _ => decline("it is unclear which tokens are meant"),
            };
        }
        let Clause::Object { what: Nps::One { np: Np::It | Np::Itself }, verbs } = &clauses.0.first else {
            return Ok(None);
        };
        let ObjectItem { verb: ObjectVerb::DamageBare { n }, each: None } = &verbs.first else { return Ok(None) };
        if !verbs.rest.is_empty() || !clauses.0.rest.is_empty() || *n == Num::ThatMuch {
            return Ok(None);
        }
        let n = self.number(frame, n)?;
        self.damage_instead(frame, n).map(Some)
    }

    /// "unless ... pays": who may pay what.
    fn price(&mut self, frame: &mut Frame, unless: &Unless) -> Lowered<(Players, Cost)> {
        let part = |part: CostPart| Cost { mana: None, parts: vec![part] };
        let (who, cost) = match unless {
            Unless::Pays { who, mana } => {
                if mana.0.x_count() > 0 {
                    let x = self.x(frame)?;
                    if x != Amount::X {
                        return decline("a price of computed mana is not known");
                    }
                }
                (who, Cost::mana(mana.0.clone()))
            }
            Unless::PaysLife { who, n } => {
                let n = self.number(frame, n)?;
                (who, part(CostPart::Life(n)))
            }
            Unless::Discards { who, what: Discard::Number { n } } => {
                let n = self.count(frame, n)?;
                (who, part(CostPart::Discard(n, Filter::ANY)))
            }
            Unless::Sacrifices { who, what } | Unless::Returns { who, what } => {
                let verb = PlayerVerb::Sacrifice { what: Nps::One { np: what.clone() }, choice: None };
                let returns = matches!(unless, Unless::Returns { .. });
                match self.verb_as_cost(frame, &verb)? {
                    Some(cost) if !returns => (who, cost),
                    Some(Cost { mana: None, parts }) => match parts.as_slice() {
                        [CostPart::Sacrifice(n, filter)] => (who, part(CostPart::Return(n.clone(), filter.clone()))),
                        _ => return unsupported("the price", unless),
                    },
                    _ => return unsupported("the price", unless),
                }
            }
            Unless::PaysEach { .. }
            | Unless::PaysLifeEach { .. }
            | Unless::SacrificesEach { .. }
            | Unless::DiscardsEach { .. }
            | Unless::Discards { .. } => return unsupported("the price", unless),
        };
        let who = match who {
            Player::You => Players::You,
            Player::ItsController if frame.mentions.last().is_some_and(|mention| mention.source) => {
                // "Counter it unless its controller pays": the spell, not the permanent that was its target.
                match frame.mentions.iter().rev().find(|mention| mention.spell && !mention.source).cloned() {
                    Some(mention) => Players::ControllerOf(Box::new(frame.read(&mention)?)),
                    None => self.players(frame, who)?,
                }
            }
            who => self.players(frame, who)?,
        };
        if matches!(who, Players::Each | Players::Opponents) {
            return decline("several players could pay");
        }
        Ok((who, cost))
    }

    /// What happens at a later step (CR 603.7).
    fn delayed(&mut self, frame: &mut Frame, when: &NextStep, clauses: &Clauses) -> Lowered<()> {
        let (step, player) = match when {
            NextStep::NextEnd => (Step::End, None),
            NextStep::YourNextEnd => (Step::End, Some(PlayerFilter::You)),
            NextStep::NextUpkeep => (Step::Upkeep, None),
            NextStep::YourNextUpkeep => (Step::Upkeep, Some(PlayerFilter::You)),
            NextStep::EndOfCombat => (Step::EndCombat, None),
            NextStep::NextCleanup => return unsupported("the time", when),
        };
        let event = TriggerEvent::StepBegins { step, player: player.unwrap_or(PlayerFilter::Any) };
        let id = self.later(frame, clauses, vec![event], "")?;
        frame.emit(Instr::Delayed(id, DelayedUntil::NextStep(step, player)));
        // A later sentence that refers back could mean what is only done then.
        frame.mentions.retain(|mention| mention.source);
        Ok(())
    }

    /// An ability that is made now for later: what it refers to is put into registers, which it shares.
    fn later(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        events: Vec<TriggerEvent>,
        opening: &str,
    ) -> Lowered<AbilityId> {
        let text = print(clauses);
        let mut own = Frame::new();
        own.spell = frame.spell;
        own.x = frame.x.clone();
        if refers_back(&text) {
            for mention in frame.mentions.clone() {
                let mut kept = mention.clone();
                match &mention.after {
                    Referent::Known(Objects::Source | Objects::Register(_)) => {}
                    Referent::Known(objects) => {
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects.clone()));
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                    Referent::Pending(number) => {
                        let register = frame.register_of(*number)?;
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                    Referent::Perhaps(..) => {
                        let objects = frame.resolve(&mention)?;
                        let register = frame.register()?;
                        frame.emit(Instr::SetObjects(register, objects));
                        kept.after = Referent::Known(Objects::Register(register));
                    }
                }
                if let Referent::Known(objects) = &kept.after {
                    kept.before = Some(objects.clone());
                }
                own.mentions.push(kept);
            }
        }
        if own.x.as_ref().is_some_and(|x| *x != Amount::X) {
            own.x = None;
        }
        own.next_register = frame.next_register;
        self.clauses(&mut own, clauses, None)?;
        frame.next_register = own.next_register;
        let text = format!("{opening}{text}.");
        let part: Part = own.finish(text.clone())?;
        let script = Script { parts: vec![part], modes: None };
        let triggered = Triggered {
            events,
            zone: Zone::Battlefield,
            condition: None,
            only_if: None,
            per_turn: None,
            do_once: false,
            script,
        };
        Ok(self.pool.add_ability(Ability { text, kind: AbilityKind::Triggered(Box::new(triggered)) }))
    }
}
