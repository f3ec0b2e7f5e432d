//! What a player is asked in the middle of a program: what is done if they say so, what that costs, and what is done otherwise. A few
//! words of what `cards show` tells.

use std::cell::RefCell;

use super::flow::{Page, Stretch};
use super::teller::{Meaning, Teller};
use crate::ability::{AbilityKind, OtherPrice};
use crate::card::{AbilityId, Pool};
use crate::cost::{Cost, CostPart};
use crate::effect::{Instr, Part};
use crate::filter::Condition;

/// What is done with each answer to a question whether to do something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// What is done, or what is paid and then done.
    pub yes: String,
    /// What is done otherwise; empty if that is nothing.
    pub no: String,
}

/// What an instruction asks, in words; of an object with this name, whose ability it is. Controllers of abilities are "you".
pub fn answers(pool: &Pool, name: &str, ability: AbilityId, part: &Part, place: usize) -> Answers {
    let below = RefCell::default();
    let teller = Teller { pool, meaning: Meaning::of(name), below: &below };
    teller.knowing(ability, part, place).answers(part, place)
}

/// What is paid, in words: "pay {2} and sacrifice a creature (yours)".
pub fn price(pool: &Pool, name: &str, cost: &Cost) -> String {
    let below = RefCell::default();
    Teller { pool, meaning: Meaning::of(name), below: &below }.cost(cost)
}

/// What an effect offers to be paid in place of a mana cost, or beside it, in words; none if that is nothing.
pub fn other_price(pool: &Pool, name: &str, other: &OtherPrice) -> Option<String> {
    let below = RefCell::default();
    Teller { pool, meaning: Meaning::of(name), below: &below }.price_paid(other)
}

/// What a part of a cost is, in words.
pub fn price_part(pool: &Pool, name: &str, part: &CostPart) -> String {
    price(pool, name, &Cost { mana: None, parts: vec![part.clone()] })
}

impl<'a> Teller<'a> {
    /// The same where the instructions before a place are known, and the event that triggered the ability.
    fn knowing(&self, ability: AbilityId, part: &Part, place: usize) -> Teller<'a> {
        let mut meaning = match &self.pool.ability(ability).kind {
            AbilityKind::Triggered(it) => self.heard(it).1,
            _ => self.meaning.clone(),
        };
        meaning.targets = self.name_targets(&part.targets);
        let inner = self.with(meaning);
        part.code.iter().take(place).for_each(|instr| inner.learn(instr));
        inner.below.take();
        inner
    }

    fn answers(&self, part: &Part, place: usize) -> Answers {
        let Some(instr) = part.code.get(place) else { return Answers::default() };
        let (price, label) = match instr {
            Instr::May(_, label) => (String::new(), label),
            Instr::MayPay(who, cost, label) | Instr::MayGive(who, cost, _, label) => (self.cost_for(who, cost), label),
            Instr::MayPayTimes(who, cost, times, label) => {
                (format!("{}, {} times", self.cost_for(who, cost), self.amount(times)), label)
            }
            Instr::MayPayX(who, cost, _, label) => {
                (format!("{} with an X of your choice", self.cost_for(who, cost)), label)
            }
            instr => {
                let yes = self.instruction(instr);
                self.below.take();
                return Answers { yes, no: String::new() };
            }
        };
        self.learn(instr);
        let (start, end) = (place + 1, part.code.len());
        let label = usize::from(*label);
        let body_end = if label > place { label.min(end) } else { end };
        // Where the program goes on after what is done, and after what is done otherwise.
        let (done_end, past) = match part.code.get(body_end.wrapping_sub(1)) {
            Some(Instr::Jump(past)) if body_end > start && usize::from(*past) >= body_end => {
                (body_end - 1, usize::from(*past).min(end))
            }
            Some(Instr::End) if body_end > start => (body_end - 1, end),
            _ => (body_end, body_end),
        };
        // "If you do" and "if you don't" may be asked only there.
        let (if_done, if_not) = (|at| self.under(part, at, true), |at| self.under(part, at, false));
        let done = [self.told(part, start, done_end), if_done(past)].into_iter().filter(|told| !told.is_empty());
        let done = done.collect::<Vec<String>>().join("; ");
        let yes = match (price.is_empty(), done.is_empty()) {
            (true, _) => done,
            (false, true) => price,
            (false, false) => format!("{price}; then {done}"),
        };
        let otherwise = if_not(body_end);
        let no = match part.code.get(body_end) {
            _ if label <= place => String::new(),
            _ if !otherwise.is_empty() => otherwise,
            Some(Instr::Unless(Condition::Did, _)) => String::new(),
            _ => self.told(part, body_end, past),
        };
        Answers { yes, no }
    }

    /// What is done at a place only if the answer was this one.
    fn under(&self, part: &Part, at: usize, done: bool) -> String {
        let label = match part.code.get(at) {
            Some(Instr::Unless(Condition::Did, label)) if done => label,
            Some(Instr::Unless(Condition::Not(not), label)) if !done && **not == Condition::Did => label,
            _ => return String::new(),
        };
        self.told(part, at + 1, usize::from(*label).min(part.code.len()))
    }

    /// A stretch of code in one line.
    fn told(&self, part: &Part, start: usize, end: usize) -> String {
        if start >= end {
            return String::new();
        }
        let mut page = Page::default();
        self.stretch(&mut page, Stretch { code: &part.code, start, end, after: end }, 0);
        let text = page.text();
        let lines: Vec<String> = text.lines().map(|line| self.in_line(line.trim())).collect();
        lines.join("; ").replace(":; ", ": ")
    }

    /// A sentence as a part of another.
    fn in_line(&self, line: &str) -> String {
        let line = line.strip_suffix('.').unwrap_or(line);
        let mut letters = line.chars();
        match letters.next() {
            // The letter of an ability that was spoken of stays as it is.
            Some(first) if !line.starts_with(self.source()) && line.as_bytes().get(1) != Some(&b':') => {
                first.to_lowercase().chain(letters).collect()
            }
            _ => line.to_owned(),
        }
    }
}
