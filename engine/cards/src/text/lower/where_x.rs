//! "Where X is ...": a number that is said after the sentence that uses it (CR 107.3).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::filter::unsupported;
use super::frame::{Frame, Mention};
use crate::effect::{Instr, TargetSpec};
use crate::filter::Amount;
use crate::text::grammar::amount::Amount as Words;
use crate::text::grammar::effect::{Clause, Clauses, Prefix, Suffix};
use crate::text::grammar::said::{refers_back, says, says_any};
use crate::text::grammar::series::{Chain, Join};
use crate::text::syntax::print;
use crate::types::CardTypes;

/// "Destroy all creatures, then create an X/X token, where X is the number of creatures destroyed this way": what is done before, in which
/// no X is said, and what is done then.
fn done_before(clauses: &Clauses) -> Option<(Clauses, Clauses)> {
    let then = |join: Join| matches!(join, Join::Then | Join::AndThen);
    let only = |first: Clause| Clauses(Chain { first, rest: Vec::new() });
    let (before, last) = match (clauses.0.rest.split_last(), &clauses.0.first) {
        (Some(((join, last), before)), first) if then(*join) => {
            (Clauses(Chain { first: first.clone(), rest: before.to_vec() }), only(last.clone()))
        }
        (None, Clause::Imperative { verbs }) => match verbs.rest.split_last() {
            Some(((join, last), before)) if then(*join) => {
                let verbs = Chain { first: verbs.first.clone(), rest: before.to_vec() };
                let last = Chain { first: last.clone(), rest: Vec::new() };
                (only(Clause::Imperative { verbs }), only(Clause::Imperative { verbs: last }))
            }
            _ => return None,
        },
        _ => return None,
    };
    (!print(&before).contains('X')).then_some((before, last))
}

impl Context<'_> {
    /// Clauses whose X is said after them: a number that the last of them alone has may be of what those before it did.
    pub(super) fn plain_with_x(
        &mut self,
        frame: &mut Frame,
        prefix: Option<&Prefix>,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
        words: &Words,
    ) -> Lowered<()> {
        let this_way = prefix.is_none() && suffix.is_none() && says(words, "this way");
        let Some((before, last)) = done_before(clauses).filter(|_| this_way) else {
            return self.with_x(frame, words, |context, frame| context.plain(frame, prefix, clauses, suffix));
        };
        self.plain(frame, None, &before, None)?;
        self.with_x(frame, words, |context, frame| context.plain(frame, None, &last, None))
    }

    /// A sentence whose X is said after it. `sentence` lowers it without that.
    pub(super) fn with_x(
        &mut self,
        frame: &mut Frame,
        words: &Words,
        sentence: impl Fn(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let begin = frame.clone();
        let Err(error) = self.x_known_before(frame, words, &sentence) else { return Ok(()) };
        if !refers_back(words) {
            return Err(error);
        }
        *frame = begin;
        self.x_of_target(frame, words, &sentence).map_err(|_| error)
    }

    /// What X is doesn't depend on what the sentence itself mentions.
    fn x_known_before(
        &mut self,
        frame: &mut Frame,
        words: &Words,
        sentence: &dyn Fn(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let targets = frame.code.targets.len();
        let outer = frame.discourse.x.take();
        let mentioned = frame.discourse.mentions.len();
        let amount = self.amount(frame, words)?;
        // It is said after the clauses, in which "it" doesn't mean what it mentions.
        let told = frame.discourse.mentions.len().saturating_sub(mentioned);
        frame.discourse.mentions.rotate_right(told);
        let inside = frame.code.targets.len();
        frame.discourse.x = Some(amount.clone());
        frame.discourse.where_x = true;
        sentence(self, frame)?;
        frame.discourse.where_x = false;
        // Targets are chosen in the order in which the text has them (CR 601.2c): that of the number is the last, so it must be the only one.
        if inside > targets && (targets > 0 || frame.code.targets.len() > inside) {
            return unsupported("the target inside", words);
        }
        if refers_back(words) && frame.code.targets.len() > targets {
            // The targets could be meant, unless the words mean the same with them in sight.
            let mut after = frame.clone();
            // "… deals X damage to any target, where X is that creature's power": what may be something else isn't called a creature.
            let is_creature = |it: &Mention| CardTypes::CREATURE.contains(it.types);
            let another = says_any(words, &["that"]) && !frame.discourse.mentions.last().is_some_and(is_creature);
            if !another && self.amount(&mut after, words).ok() != Some(amount) {
                return decline("it is unclear what the amount after `where X is` refers to");
            }
        }
        // X keeps its meaning in later sentences, unless the cost has one too.
        if outer.is_some() {
            frame.discourse.x = outer;
        }
        Ok(())
    }

    /// "Target creature gets +X/+0 until end of turn, where X is its power": the number is of the sentence's only target, and is
    /// determined once, as the sentence is carried out (CR 608.2h).
    fn x_of_target(
        &mut self,
        frame: &mut Frame,
        words: &Words,
        sentence: &dyn Fn(&mut Self, &mut Frame) -> Lowered<()>,
    ) -> Lowered<()> {
        let unclear = || decline("it is unclear what the amount after `where X is` refers to");
        let (targets, place) = (frame.code.targets.len(), frame.code.items.len());
        let register = frame.number_register()?;
        let outer = frame.discourse.x.replace(Amount::Register(register));
        frame.discourse.where_x = true;
        sentence(self, frame)?;
        frame.discourse.where_x = false;
        let chosen_with_it = |spec: &TargetSpec| depends(spec, &[On::Register(register)]);
        if frame.code.targets.len() != targets + 1 || frame.code.targets[targets..].iter().any(chosen_with_it) {
            return unclear();
        }
        let items = frame.code.items.len();
        let amount = self.amount(frame, words)?;
        // What only the sentence itself makes is not there before it.
        if frame.code.items.len() != items || !depends(&amount, &[On::Target]) || depends(&amount, &[On::Registers]) {
            return unclear();
        }
        frame.insert(place, Instr::SetNumber(register, amount));
        if outer.is_some() {
            frame.discourse.x = outer;
        }
        Ok(())
    }
}
