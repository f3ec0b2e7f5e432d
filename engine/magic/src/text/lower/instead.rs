//! "If ..., ... instead.": what the sentence before does is done only if the condition does not hold.

use super::depends::{On, depends};
use super::{Context, Frame, Item, Lowered, Mention, Referent, decline};
use crate::effect::{Instr, TargetSpec};
use crate::filter::{Amount, Condition, Objects, Players};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clause, Clauses, Suffix};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::object::ObjectVerb;
use crate::text::grammar::player::Player;
use crate::text::syntax::print;

impl Context<'_> {
    /// The sentence before is done only if the condition does not hold.
    pub(super) fn instead(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        clauses: &Clauses,
        inner: Option<&Conditions>,
    ) -> Lowered<()> {
        let targets = frame.targets.len();
        if frame.items.is_empty() {
            return decline("there is nothing before that could be replaced");
        }
        let start = replaced_from(frame, clauses);
        let saved = frame.mentions.clone();
        let kept = as_they_were(frame, start);
        let adjusted = frame.mentions.clone();
        let condition = self.conditions(frame, condition)?;
        let asked = condition.clone();
        // "~ deals 2 damage to target creature. If ~ was kicked, it deals 5 damage ... instead": the same deals it.
        let of_source = |item: &Item| matches!(item, Item::Instr(_, Instr::Damage(Objects::Source, ..)));
        let mut named = clauses.clone();
        if frame.spell
            && matches!(asked, Condition::Kicked(_) | Condition::CostPaid(_))
            && frame.items[start..].iter().any(of_source)
            && let Clause::Object { what: what @ Nps::One { np: Np::It }, verbs } = &mut named.0.first
            && matches!(verbs.first.verb, ObjectVerb::DamageDivided { .. })
        {
            *what = Nps::One { np: Np::Itself };
        }
        let clauses = &named;
        let mut start = replaced_from(frame, clauses);
        let replacement = self.bare_damage(frame, clauses)?;
        // "If you do, A. If ..., B instead": B is done only if they did, too.
        start += usize::from(is_done_only_if_did(&frame.items[start..]));
        let before = frame.items.split_off(start);
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::Unless(condition, other));
        match (replacement, &clauses.0.first) {
            (Some(instr), _) => {
                frame.emit(instr);
            }
            // Who may do something else instead and doesn't, does what the sentence before says.
            (None, Clause::May { who: Player::You, verbs })
                if clauses.0.rest.is_empty()
                    && inner.is_none()
                    && self.verb_as_cost(&mut frame.clone(), &verbs.first.verb)?.is_none() =>
            {
                frame.emit(Instr::May(Players::You, other));
                frame.perhaps += 1;
                let result = self.player_verbs(frame, &Players::You, verbs);
                frame.perhaps -= 1;
                result?;
            }
            (None, _) => {
                let suffix = inner.map(|condition| Suffix::If { condition: condition.clone() });
                frame.perhaps += 1;
                let result = self.with_suffix(frame, clauses, suffix.as_ref());
                frame.perhaps -= 1;
                result?;
            }
        }
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.items.extend(before);
        frame.mark(end);
        if frame.targets.len() > targets {
            return self.other_targets(frame, &asked, start, targets);
        }
        either_way(frame, saved, &kept, &adjusted)
    }
}

impl Context<'_> {
    /// What is done instead has targets of its own, from a place on: which targets are chosen depends on whether the optional cost was
    /// paid that the condition asks for (CR 601.2c). The others are none.
    fn other_targets(&mut self, frame: &mut Frame, asked: &Condition, start: usize, targets: usize) -> Lowered<()> {
        let only = match self.casting.optional.as_slice() {
            [only] => !only.repeat && only.cost.parts.is_empty(),
            _ => false,
        };
        let of_cost = matches!(asked, Condition::Kicked(0) | Condition::CostPaid(0));
        let begins = |item: &Item| matches!(item, Item::Instr(_, instr) if depends(instr, &[On::Target]));
        // The replacement comes first, and jumps over what it replaces.
        let mut items = frame.items[start..].iter();
        let replaced = items.position(|item| matches!(item, Item::Instr(_, Instr::Jump(_))));
        let new = &frame.items[start..start + replaced.unwrap_or(0)];
        let old: Vec<On> = (0..targets as u8).map(On::TargetNumber).collect();
        let apart = !depends(new, &old) && !depends(&frame.targets[targets..], &old);
        if !frame.spell || frame.apart || !only || !of_cost || frame.items[..start].iter().any(begins) || !apart {
            return decline("what is done instead has targets of its own");
        }
        for (place, spec) in frame.targets.iter_mut().enumerate() {
            let number = |number: &mut Amount| {
                let (own, none) = (Box::new(number.clone()), Box::new(Amount::Const(0)));
                let (then, or) = if place < targets { (none, own) } else { (own, none) };
                *number = Amount::If(Box::new(asked.clone()), then, or);
            };
            let TargetSpec { min, max, .. } = spec;
            [min, max].into_iter().for_each(number);
        }
        // What later words mean would depend on it too.
        frame.mentions.retain(|mention| mention.source);
        frame.players.clear();
        frame.counted = None;
        frame.did = false;
        Ok(())
    }
}

/// Where in the code begins what is replaced: with the sentence, or with the last move of what the sentence finds first, as in
/// "Search your library for a card and put it into your hand. If ..., put that card onto the battlefield instead."
fn replaced_from(frame: &Frame, clauses: &Clauses) -> usize {
    let text = print(clauses);
    let puts = ["put that card", "put it", "return that card", "return it"];
    if !puts.iter().any(|words| text.trim_start_matches("you may ").starts_with(words)) {
        return frame.sentence;
    }
    let last = frame.items.iter().rposition(|item| matches!(item, Item::Instr(..)));
    let Some(last) = last.filter(|last| *last > frame.sentence) else { return frame.sentence };
    let Item::Instr(_, Instr::Move(Objects::Register(moved), ..)) = &frame.items[last] else { return frame.sentence };
    let finds = |item: &Item| match item {
        Item::Instr(_, Instr::Search { into, .. } | Instr::LookAtTop { into, .. }) => into == moved,
        _ => false,
    };
    if frame.items[frame.sentence..last].iter().any(finds) { last } else { frame.sentence }
}

/// Whether all of what is replaced is done only if what was offered before was done.
fn is_done_only_if_did(replaced: &[Item]) -> bool {
    match replaced {
        [Item::Instr(_, Instr::Unless(Condition::Did, label)), .., Item::Mark(end)] => label == end,
        _ => false,
    }
}

/// What is replaced has not happened: what it would move is what it was, and what it would make is not there. The places of the
/// mentions that stay.
fn as_they_were(frame: &mut Frame, start: usize) -> Vec<usize> {
    let replaced: Vec<usize> = frame.items[start..]
        .iter()
        .filter_map(|item| match item {
            Item::Instr(number, _) => Some(*number),
            Item::Mark(_) => None,
        })
        .collect();
    let mut kept = Vec::new();
    let mut mentions = Vec::new();
    for (place, mention) in frame.mentions.iter().enumerate() {
        let mut mention = mention.clone();
        if let Referent::Pending(number) | Referent::Perhaps(_, number) = &mention.after
            && replaced.contains(number)
        {
            let Some(before) = &mention.before else { continue };
            mention.after = Referent::Known(before.clone());
        }
        kept.push(place);
        mentions.push(mention);
    }
    frame.mentions = mentions;
    kept
}

/// Later words mean what was moved in the one case or the other.
fn either_way(frame: &mut Frame, saved: Vec<Mention>, kept: &[usize], adjusted: &[Mention]) -> Lowered<()> {
    let new = std::mem::replace(&mut frame.mentions, saved);
    let number_of = |after: &Referent| match after {
        Referent::Pending(number) | Referent::Perhaps(_, number) => Some(*number),
        Referent::Known(_) => None,
    };
    for (index, place) in kept.iter().enumerate() {
        let (Some(now), Some(was)) = (new.get(index), adjusted.get(index)) else { continue };
        if now.after == was.after {
            continue;
        }
        frame.mentions[*place].after = match (number_of(&frame.mentions[*place].after), number_of(&now.after)) {
            (Some(first), Some(second)) => {
                let first = Objects::Register(frame.register_of(first)?);
                Referent::Known(Objects::Union(vec![first, Objects::Register(frame.register_of(second)?)]))
            }
            _ => now.after.clone(),
        };
    }
    frame.mentions.extend(new.into_iter().skip(adjusted.len()));
    Ok(())
}
