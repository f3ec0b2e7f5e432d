//! "If ..., ... instead.": what the sentence before does is done only if the condition does not hold.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::flow::{Place, reads, writes};
use super::frame::{Frame, Item, Mention, Referent};
use crate::effect::{Instr, Label, Register, TargetSpec};
use crate::filter::{Amount, Condition, Objects, Players};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::{Clause, Clauses, Suffix};
use crate::text::grammar::noun::{Np, Nps};
use crate::text::grammar::object::ObjectVerb;
use crate::text::grammar::player::Player;
use crate::text::grammar::verb::{MoveVerb, PlayerVerb};

impl Context<'_> {
    /// The sentence before is done only if the condition does not hold.
    pub(super) fn instead(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        clauses: &Clauses,
        inner: Option<&Suffix>,
    ) -> Lowered<()> {
        let targets = frame.code.targets.len();
        if frame.code.items.is_empty() {
            return decline("there is nothing before that could be replaced");
        }
        frame.discourse.unclear = None;
        let last_move = self.replaces_last_move(frame, condition, clauses)?;
        let start = if last_move { frame.last_place() } else { frame.code.sentence };
        let saved = frame.discourse.mentions.clone();
        let kept = as_they_were(frame, start);
        let adjusted = frame.discourse.mentions.clone();
        let condition = self.conditions(frame, condition)?;
        let asked = condition.clone();
        // "~ deals 2 damage to target creature. If ~ was kicked, it deals 5 damage ... instead": the same deals it.
        let of_source = |item: &Item| matches!(item, Item::Instr(_, Instr::Damage(Objects::Source, ..)));
        let mut named = clauses.clone();
        let deals = |verb: &ObjectVerb| {
            matches!(
                verb,
                ObjectVerb::DamageDivided { .. }
                    | ObjectVerb::Damage { .. }
                    | ObjectVerb::DamageEqual { .. }
                    | ObjectVerb::DamageToEqual { .. }
                    | ObjectVerb::DamageAnd { .. }
                    | ObjectVerb::DamageThree { .. }
            )
        };
        if frame.code.items[start..].iter().any(of_source)
            && let Clause::Object { what: what @ Nps::One { np: Np::It }, verbs } = &mut named.0.first
            && deals(&verbs.first.verb)
        {
            *what = Nps::One { np: Np::Itself };
        }
        let clauses = &named;
        // What the condition meant may have been kept before it.
        let mut start = if last_move { frame.last_place() } else { frame.code.sentence };
        let replacement = self.bare_damage(frame, clauses)?;
        // "If you do, A. If ..., B instead": B is done only if they did, too.
        start += usize::from(is_done_only_if_did(&frame.code.items[start..]));
        let before = frame.code.items.split_off(start);
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
                frame.setting.perhaps += 1;
                let result = self.player_verbs(frame, &Players::You, verbs);
                frame.setting.perhaps -= 1;
                result?;
            }
            (None, _) => {
                frame.setting.perhaps += 1;
                let result = self.with_suffix(frame, clauses, inner);
                frame.setting.perhaps -= 1;
                result?;
            }
        }
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.code.items.extend(before);
        frame.mark(end);
        if frame.code.targets.len() > targets {
            return self.other_targets(frame, &asked, start, targets);
        }
        either_way(frame, saved, &kept, &adjusted)?;
        found_either_way(frame, start, other);
        Ok(())
    }
}

/// "Search your library for a card. If ..., instead search your library for two cards. Put those cards ...": later words mean what was
/// found in the one case or the other, which is in one register then. `other` is where the other case begins.
fn found_either_way(frame: &mut Frame, start: usize, other: Label) {
    let finds = |item: &Item| match item {
        Item::Instr(_, Instr::Search { into, .. } | Instr::LookAtTop { into, .. } | Instr::Pick(_, into)) => {
            Some(*into)
        }
        _ => None,
    };
    let found = frame.code.items.iter().enumerate().skip(start).filter_map(|(at, item)| Some((at, finds(item)?)));
    // The replacement comes first: what it finds in a second search is nothing in the other case.
    let middle = frame.code.items.iter().position(|item| matches!(item, Item::Mark(mark) if *mark == other));
    let before = |at: usize| middle.is_some_and(|middle| at < middle);
    let (found, others): (Vec<_>, Vec<_>) = found.partition(|(at, _)| before(*at));
    let ([new, ..], [old]) = (found.as_slice(), others.as_slice()) else { return };
    let told = |(_, register): &(usize, Register)| {
        let reads = |item: &Item| matches!(item, Item::Instr(_, instr) if depends(instr, &[On::Register(*register)]));
        frame.code.items.iter().any(reads)
    };
    let ((place, new), (_, old)) = match (told(new), told(old)) {
        (false, _) => (*new, *old),
        (true, false) => (*old, *new),
        (true, true) => return,
    };
    if let Item::Instr(_, Instr::Search { into, .. } | Instr::LookAtTop { into, .. } | Instr::Pick(_, into)) =
        &mut frame.code.items[place]
    {
        *into = old;
    }
    let (from, to) = (Objects::Register(new), Objects::Register(old));
    let both = |objects: &mut Objects| match objects {
        Objects::Union(all) => all.iter_mut().filter(|one| **one == from).for_each(|one| *one = to.clone()),
        one if *one == from => *one = to.clone(),
        _ => {}
    };
    for mention in &mut frame.discourse.mentions {
        mention.before.as_mut().into_iter().for_each(both);
        if let Referent::Known(objects) = &mut mention.after {
            both(objects);
        }
    }
    if frame.discourse.looked.as_ref() == Some(&from) {
        frame.discourse.looked = Some(to);
    }
}

impl Context<'_> {
    /// Whether what is replaced is only the last move of the sentence before, and not what was found or compared for it: "Search your
    /// library for a card and put it into your hand. If ..., put that card onto the battlefield instead", "Clash with an opponent,
    /// then return target creature to its owner's hand. If you win, ..." (CR 608.2c, 614.15).
    fn replaces_last_move(&mut self, frame: &Frame, condition: &Conditions, clauses: &Clauses) -> Lowered<bool> {
        let mut trial = frame.clone();
        as_they_were(&mut trial, frame.code.sentence);
        let asked = self.conditions(&mut trial, condition)?;
        let last = frame.last_place();
        let Some(before) = frame.code.items.get(frame.code.sentence..last) else { return Ok(false) };
        let found =
            |read: Place| before.iter().any(|item| matches!(item, Item::Instr(_, instr) if writes(instr, read)));
        let moved = match frame.code.items.get(last) {
            Some(Item::Instr(_, Instr::Move(objects, ..))) => Some(objects),
            _ => None,
        };
        if reads(&asked, found) {
            return if moved.is_some() {
                Ok(true)
            } else {
                decline("it is unclear what of the sentence before is replaced")
            };
        }
        Ok(moves_it(clauses) && moved.is_some_and(|objects| reads(objects, found)))
    }

    /// Targets from a place on are those of what is done only if an optional cost was paid: they are chosen only then (CR 601.2c,
    /// 702.33e, 702.166d, 702.174m).
    pub(super) fn targets_if_paid(&self, frame: &mut Frame, asked: &Condition, from: usize) -> Lowered<()> {
        if !self.asks_for_optional_costs(asked) {
            return decline("targets that depend on an alternative cost aren't supported");
        }
        if frame.setting.apart {
            return decline("targets that are chosen only if a cost was paid aren't supported here");
        }
        for TargetSpec { min, max, .. } in &mut frame.code.targets[from..] {
            for number in [min, max] {
                let own = Box::new(number.clone());
                *number = Amount::If(Box::new(asked.clone()), own, Box::new(Amount::Const(0)));
            }
        }
        Ok(())
    }

    /// Returns whether all that a condition asks is which of the card's optional costs are paid: what is chosen may depend on that, as it is
    /// announced before (CR 601.2b).
    pub(super) fn asks_for_optional_costs(&self, asked: &Condition) -> bool {
        match asked {
            Condition::Kicked(cost) | Condition::CostPaid(cost) => usize::from(*cost) < self.casting.optional.len(),
            Condition::All(all) | Condition::AnyOf(all) => all.iter().all(|one| self.asks_for_optional_costs(one)),
            Condition::Not(one) => self.asks_for_optional_costs(one),
            _ => false,
        }
    }

    /// What is done instead has targets of its own, from a place on: which targets are chosen depends on whether the optional cost was
    /// paid that the condition asks for (CR 601.2c). The others are none.
    fn other_targets(&mut self, frame: &mut Frame, asked: &Condition, start: usize, targets: usize) -> Lowered<()> {
        let of_cost = self.asks_for_optional_costs(asked);
        let begins = |item: &Item| matches!(item, Item::Instr(_, instr) if depends(instr, &[On::Target]));
        // The replacement comes first, and jumps over what it replaces.
        let mut items = frame.code.items[start..].iter();
        let replaced = items.position(|item| matches!(item, Item::Instr(_, Instr::Jump(_))));
        let new = &frame.code.items[start..start + replaced.unwrap_or(0)];
        let old: Vec<On> = (0..targets as u8).map(On::TargetNumber).collect();
        let apart = !depends(new, &old) && !depends(&frame.code.targets[targets..], &old);
        if !frame.setting.spell
            || frame.setting.apart
            || !of_cost
            || frame.code.items[..start].iter().any(begins)
            || !apart
        {
            return decline("targets of what is done instead aren't supported");
        }
        for (place, spec) in frame.code.targets.iter_mut().enumerate() {
            let number = |number: &mut Amount| {
                let (own, none) = (Box::new(number.clone()), Box::new(Amount::Const(0)));
                let (then, or) = if place < targets { (none, own) } else { (own, none) };
                *number = Amount::If(Box::new(asked.clone()), then, or);
            };
            let TargetSpec { min, max, .. } = spec;
            [min, max].into_iter().for_each(number);
        }
        // What later words mean would depend on it too.
        frame.discourse.mentions.retain(|mention| mention.source);
        frame.discourse.players.clear();
        frame.discourse.counted = None;
        frame.discourse.did = false;
        Ok(())
    }
}

impl Frame {
    /// The place of the last instruction.
    fn last_place(&self) -> usize {
        self.code.items.iter().rposition(|item| matches!(item, Item::Instr(..))).unwrap_or(0)
    }
}

/// Returns whether clauses put or return "it" or "that card" somewhere.
fn moves_it(clauses: &Clauses) -> bool {
    let (Clause::Imperative { verbs } | Clause::May { verbs, .. }) = &clauses.0.first else { return false };
    let (PlayerVerb::Move { verb: MoveVerb::Put { what, .. } }
    | PlayerVerb::Move { verb: MoveVerb::Return { what, .. } }) = &verbs.first.verb
    else {
        return false;
    };
    matches!(what, Nps::One { np: Np::It | Np::That { .. } })
}

/// Returns whether all of what is replaced is done only if what was offered before was done.
fn is_done_only_if_did(replaced: &[Item]) -> bool {
    match replaced {
        [Item::Instr(_, Instr::Unless(Condition::Did, label)), .., Item::Mark(end)] => label == end,
        _ => false,
    }
}

/// What is replaced has not happened: what it would move is what it was, and what it would make is not there. The places of the
/// mentions that stay.
pub(super) fn as_they_were(frame: &mut Frame, start: usize) -> Vec<usize> {
    let replaced: Vec<usize> = frame.code.items[start..]
        .iter()
        .filter_map(|item| match item {
            Item::Instr(number, _) => Some(*number),
            Item::Mark(_) => None,
        })
        .collect();
    let mut kept = Vec::new();
    let mut mentions = Vec::new();
    for (place, mention) in frame.discourse.mentions.iter().enumerate() {
        let mut mention = mention.clone();
        if let Referent::Pending(number) | Referent::Perhaps(_, number) = &mention.after
            && replaced.contains(number)
        {
            // What an earlier sentence made of it, it is still.
            let then =
                if let Referent::Perhaps(then, _) = &mention.after { Some(then) } else { mention.before.as_ref() };
            let Some(then) = then else { continue };
            mention.after = Referent::Known(then.clone());
        }
        kept.push(place);
        mentions.push(mention);
    }
    frame.discourse.mentions = mentions;
    kept
}

/// The same where the "if" with this label doesn't hold: none of what it asks for is there, so that what is mentioned is all among which it
/// asked. "If you reveal a card named … this way, … Otherwise, put that card into your hand."
pub(super) fn as_they_were_otherwise(frame: &mut Frame, label: Label) -> Vec<usize> {
    let asked = frame.code.items.iter().find_map(|item| match item {
        Item::Instr(_, Instr::Unless(Condition::Compare(Amount::CountObjects(those), ..), to)) if *to == label => {
            Some(those)
        }
        _ => None,
    });
    let narrowed = frame.code.items.iter().find_map(|item| match item {
        Item::Instr(_, Instr::SetObjects(register, those)) if Some(those) == asked => {
            Some(Objects::Register(*register))
        }
        _ => None,
    });
    if let (Some(Objects::Those(all, _)), Some(_)) = (asked, &narrowed) {
        for mention in frame.discourse.mentions.iter_mut().filter(|mention| mention.before == narrowed) {
            mention.before = Some((**all).clone());
            mention.after = Referent::Known((**all).clone());
        }
    }
    as_they_were(frame, frame.code.sentence)
}

/// Later words mean what was moved in the one case or the other.
pub(super) fn either_way(frame: &mut Frame, saved: Vec<Mention>, kept: &[usize], adjusted: &[Mention]) -> Lowered<()> {
    let new = std::mem::replace(&mut frame.discourse.mentions, saved);
    let number_of = |after: &Referent| match after {
        Referent::Pending(number) | Referent::Perhaps(_, number) => Some(*number),
        Referent::Known(_) => None,
    };
    for (index, place) in kept.iter().enumerate() {
        let (Some(now), Some(was)) = (new.get(index), adjusted.get(index)) else { continue };
        if now.after == was.after {
            continue;
        }
        frame.discourse.mentions[*place].after =
            match (number_of(&frame.discourse.mentions[*place].after), number_of(&now.after)) {
                (Some(first), Some(second)) => {
                    let first = Objects::Register(frame.register_of(first)?);
                    Referent::Known(Objects::Union(vec![first, Objects::Register(frame.register_of(second)?)]))
                }
                _ => now.after.clone(),
            };
    }
    frame.discourse.mentions.extend(new.into_iter().skip(adjusted.len()));
    Ok(())
}

impl Frame {
    /// "If you do, tap target creature. That creature doesn't untap …": what was lowered since a place is done only in that case, too, if it
    /// speaks of those targets.
    pub(super) fn said_there(&mut self, place: usize, targets: std::ops::Range<u8>, condition: Condition) {
        let of_them = |item: &Item| match item {
            Item::Instr(_, instr) => targets.clone().any(|target| depends(instr, &[On::TargetNumber(target)])),
            Item::Mark(_) => false,
        };
        let said = self.code.items.get(place..).unwrap_or_default();
        if said.is_empty() || !said.iter().any(of_them) {
            return;
        }
        let body = self.code.items.split_off(place);
        let label = self.label();
        self.emit(Instr::Unless(condition.clone(), label));
        self.code.items.extend(body);
        self.mark(label);
        self.discourse.only_there = Some((targets, condition));
    }

    /// What was mentioned from a place on was so only in one case, and isn't what later sentences mean, but for what was made in it: "create
    /// a token. It gains haste" is nothing where none was. What was found in it is "it" where nothing else can be; else that is unclear.
    pub(super) fn only_in_one_case(&mut self, from: usize) {
        // Fewer may be left: of what is put back only later it is unclear what is meant.
        let in_one_case = self.discourse.mentions.split_off(from.min(self.discourse.mentions.len()));
        let known =
            |objects: &Objects| self.discourse.mentions.iter().any(|mention| mention.before.as_ref() == Some(objects));
        let found = in_one_case.last().filter(|last| {
            let new = last.before.as_ref().is_none_or(|objects| !known(objects));
            new && !last.plural && !last.token && !last.source
        });
        let alone = self.discourse.mentions.iter().all(|mention| mention.plural);
        let stays = found.filter(|_| alone).cloned();
        self.discourse.unclear = (found.is_some() && !alone).then_some(from);
        let card = found.filter(|found| {
            let known = &self.discourse.mentions;
            !alone && found.card && !known.iter().any(|mention| mention.card && !mention.source)
        });
        let card = card.cloned();
        self.discourse.found_card = found.filter(|found| found.card && card.is_none() && !alone).cloned();
        let made = in_one_case.into_iter().filter(|mention| mention.token && !mention.source);
        self.discourse.mentions.extend(made.chain(stays));
        // The only card there is: "that card" is nothing where it wasn't found. What was mentioned last stays so.
        if let Some(card) = card {
            let place = self.discourse.mentions.len().saturating_sub(1);
            self.discourse.mentions.insert(place, card);
            self.discourse.unclear = Some(self.discourse.mentions.len());
        }
    }
}

/// What the "if" right before the one with that label asks of the same object: "if it was a creature card, A. If it was a land card, B".
pub(super) fn asked_of_the_same(frame: &Frame, label: Label) -> Option<Condition> {
    let asked = |label| {
        frame.code.items.iter().enumerate().find_map(|(place, item)| match item {
            Item::Instr(_, Instr::Unless(condition @ Condition::ObjectIs(of, _), to)) if *to == label => {
                Some((place, of, condition))
            }
            _ => None,
        })
    };
    let (place, of, _) = asked(label)?;
    let Some(Item::Mark(before)) = place.checked_sub(1).map(|before| &frame.code.items[before]) else { return None };
    asked(*before).filter(|(_, other, _)| *other == of).map(|(.., condition)| condition.clone())
}
