//! "If ..., ... instead.": what the sentence before does is done only if the condition does not hold.

use super::{Context, Frame, Item, Lowered, Mention, Referent, decline};
use crate::effect::Instr;
use crate::filter::{Objects, Players};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clause, Clauses, Suffix};
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
        let start = replaced_from(frame, clauses);
        let replacement = self.bare_damage(frame, clauses)?;
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
                let result = self.with_suffix(frame, clauses, suffix.as_ref(), None);
                frame.perhaps -= 1;
                result?;
            }
        }
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.items.extend(before);
        frame.mark(end);
        if frame.targets.len() > targets {
            return decline("what is done instead has targets of its own");
        }
        either_way(frame, saved, &kept, &adjusted)
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
