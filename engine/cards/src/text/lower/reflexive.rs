//! "When you do, ...": reflexive triggered abilities (CR 603.12), which trigger at once and are told what the resolution knows.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::frame::Frame;
use super::sentence::asks_if_done;
use crate::card::AbilityId;
use crate::effect::Instr;
use crate::filter::{Amount, Comparison, Condition};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clauses, Prefix, Sentence, Suffix};
use crate::text::grammar::said::{refers_back, says};
use crate::text::syntax::print;

impl Context<'_> {
    /// A sentence that begins with "when you do", with those after it that go on with it: how many sentences that are, 0 if it
    /// is none that needs more than its clauses.
    pub(super) fn reflexive_sentences(
        &mut self,
        frame: &mut Frame,
        sentence: &Sentence,
        rest: &[Sentence],
    ) -> Lowered<usize> {
        let Sentence::Plain { prefix: Some(prefix), clauses, suffix: suffix @ (None | Some(Suffix::Unless { .. })), x } =
            sentence
        else {
            return Ok(0);
        };
        let prevented = *prefix == Prefix::WhenPrevented;
        if prevented || !prefix.triggers_at_once() && !matches!(prefix, Prefix::WhenYouDoIf { .. }) {
            return Ok(0);
        }
        let apart = |next: &Sentence| {
            asks_if_done(next) || matches!(next, Sentence::Plain { prefix: Some(Prefix::Otherwise), .. })
        };
        let goes_on = rest.first().is_some_and(|next| refers_back(next)) && !rest.iter().any(apart);
        let rest = if goes_on { rest } else { &[] };
        if rest.is_empty() && x.is_none() && suffix.is_none() {
            return Ok(0);
        }
        let condition = match prefix {
            // CR 603.4: asked as it would trigger, and again as it resolves.
            Prefix::WhenYouDoIf { condition } => {
                let done = self.done(frame)?;
                Condition::All(vec![done, self.conditions(frame, condition)?])
            }
            prefix => self.done_before(frame, prefix)?,
        };
        let asked = match prefix {
            Prefix::WhenYouDoIf { condition } => Some(condition),
            _ => None,
        };
        let first = |x| Sentence::Plain { prefix: None, clauses: clauses.clone(), suffix: suffix.clone(), x };
        let begin = frame.clone();
        let when = print(prefix);
        if let Err(error) = self.reflexive(frame, condition.clone(), &when, asked, &first(x.clone()), rest) {
            let Some(x) = x else { return Err(error) };
            // What only this resolution knows is told as a number.
            *frame = begin;
            let outer = frame.discourse.x.take();
            frame.discourse.x = Some(self.amount(frame, &x.amount)?);
            self.reflexive(frame, condition, &when, asked, &first(None), rest).map_err(|_| error)?;
            frame.discourse.x = outer;
        }
        Ok(1 + rest.len())
    }

    /// Whether what the sentence refers to with its first words was done before: "when you do", "when it connives this way".
    pub(super) fn done_before(&mut self, frame: &mut Frame, prefix: &Prefix) -> Lowered<Condition> {
        match prefix {
            Prefix::WhenPrevented => frame.was_prevented(),
            Prefix::WhenPaidOften => match frame.discourse.paid_often {
                Some(times) => Ok(Condition::Compare(Amount::Register(times), Comparison::AtLeast, Amount::Const(1))),
                None => decline("nothing before is paid any number of times"),
            },
            Prefix::WhenThisWay { n, noun, past } => self.done_this_way(frame, n, noun, past),
            Prefix::WhenYouThisWay { deed, n, noun } => self.done_this_way(frame, n, noun, &deed.past()),
            Prefix::WhenExcess => {
                let excess = self.excess(frame, None)?;
                frame.says(excess.clone());
                frame.discourse.told_excess = true;
                Ok(Condition::Compare(excess, Comparison::AtLeast, Amount::Const(1)))
            }
            Prefix::WhenExcessTo { to } => {
                let excess = self.excess(frame, Some(to))?;
                Ok(Condition::Compare(excess, Comparison::AtLeast, Amount::Const(1)))
            }
            // CR 701.50f: once the process is complete, even if all of it was impossible.
            Prefix::WhenConnives if frame.discourse.connived => {
                Ok(Condition::Compare(Amount::Const(1), Comparison::AtLeast, Amount::Const(1)))
            }
            Prefix::WhenConnives => decline("nothing before connives"),
            _ => self.done(frame),
        }
    }

    /// "When you do, ..." of one sentence.
    pub(super) fn reflexive_clauses(
        &mut self,
        frame: &mut Frame,
        condition: Condition,
        when: &Prefix,
        clauses: &Clauses,
    ) -> Lowered<()> {
        let first = Sentence::Plain { prefix: None, clauses: clauses.clone().into(), suffix: None, x: None };
        self.reflexive(frame, condition, &print(when), None, &first, &[])
    }

    /// "When you do, if ..., ..." of one sentence: what is asked with "if" is part of the ability, too (CR 603.4).
    pub(super) fn reflexive_if(
        &mut self,
        frame: &mut Frame,
        done: Condition,
        asked: &Conditions,
        clauses: &Clauses,
    ) -> Lowered<()> {
        let first = Sentence::Plain { prefix: None, clauses: clauses.clone().into(), suffix: None, x: None };
        self.reflexive(frame, done, "When you do,", Some(asked), &first, &[])
    }

    fn reflexive(
        &mut self,
        frame: &mut Frame,
        condition: Condition,
        when: &str,
        asked: Option<&Conditions>,
        first: &Sentence,
        rest: &[Sentence],
    ) -> Lowered<()> {
        let label = frame.label();
        frame.emit(Instr::Unless(condition, label));
        let (id, number) = self.told_now(frame, when, asked, first, rest)?;
        frame.emit(Instr::Reflexive(id, number));
        frame.mark(label);
        Ok(())
    }

    /// The ability, and the number that it is told, which is X or "that many" in it.
    fn told_now(
        &mut self,
        frame: &mut Frame,
        when: &str,
        asked: Option<&Conditions>,
        first: &Sentence,
        rest: &[Sentence],
    ) -> Lowered<(AbilityId, Option<Amount>)> {
        let mut text = print(first);
        for sentence in rest {
            text += &format!(" {}", print(sentence));
        }
        let refers = refers_back(first) || rest.iter().any(refers_back) || asked.is_some_and(refers_back);
        let mut own = Context::kept(frame, refers, true)?;
        // The players and objects of the event are those of the ability that makes it.
        let passing = [On::Target, On::Current];
        own.discourse.players =
            frame.discourse.players.iter().filter(|players| !depends(players, &passing)).cloned().collect();
        let mut number = None;
        if let (None, Some(x)) = (&own.discourse.x, &frame.discourse.x)
            && !depends(x, &passing)
        {
            number = Some(x.clone());
            own.discourse.x = Some(Amount::Event);
        } else if [first].into_iter().chain(rest).any(says_number) {
            let many = self.that_much(frame)?;
            if !depends(&many, &passing) {
                number = Some(many);
                own.discourse.number = Some(Amount::Event);
                own.discourse.told_excess = frame.discourse.told_excess;
            }
        }
        let asked = asked.map(|asked| self.conditions(&mut own, asked)).transpose()?;
        self.sentences(&mut own, first, rest)?;
        frame.code.next_register = own.code.next_register;
        let id = self.made_now(frame, own, format!("{when} {text}"), Vec::new(), asked)?;
        Ok((id, number))
    }
}

/// Returns whether a sentence refers to a number.
fn says_number(sentence: &Sentence) -> bool {
    ["that many", "that much", "that excess damage", "that amount of excess damage"]
        .iter()
        .any(|words| says(sentence, words))
}
