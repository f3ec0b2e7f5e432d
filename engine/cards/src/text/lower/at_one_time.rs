//! "For each land you control, create a Treasure token" is one action, not one after the other (CR 608.2f).

use super::{Frame, Item, Lowered};
use crate::effect::{DiscardHow, Instr};
use crate::filter::{Amount, Objects, Players};
use crate::mention::{Mention, Mentions};

/// Whether a description depends on which one the loop is at.
fn of_each(description: &impl Mentions) -> bool {
    description.mentions(|mention| mention == Mention::CurrentObject)
}

/// How much an instruction does, where doing more of it at one time is the same as doing it several times at that time.
fn how_much(instr: &mut Instr) -> Option<&mut Amount> {
    match instr {
        Instr::CreateToken(tokens) => Some(&mut tokens.amount),
        Instr::CreateCopy { amount, .. }
        | Instr::AddCounters(_, _, amount)
        | Instr::AddPlayerCounters(_, _, amount)
        | Instr::RemoveCounters(_, Some(_), Some(amount))
        | Instr::GainLife(_, amount)
        | Instr::LoseLife(_, amount)
        | Instr::Damage(_, amount, _)
        | Instr::AndDamage(_, amount, _)
        | Instr::Draw(_, amount)
        | Instr::Mill(_, amount, _)
        | Instr::Discard(_, DiscardHow::Choose(amount, _), _)
        | Instr::SacrificeChosen(_, amount, ..) => Some(amount),
        _ => None,
    }
}

/// That many times as much.
fn multiply(amount: &mut Amount, times: Amount) {
    *amount = match std::mem::replace(amount, Amount::Const(0)) {
        Amount::Const(1) => times,
        Amount::Const(n) => Amount::Times(Box::new(times), n),
        one => Amount::Product(Box::new(times), Box::new(one)),
    };
}

impl Frame {
    /// "For each creature, its controller sacrifices it unless they pay {1}": in the loop at a place, which is the last, players only
    /// choose and pay, and what is left to do is done after it to all of them at one time (CR 608.2e).
    pub(super) fn done_together(&mut self, start: usize) -> Lowered<()> {
        let (mut asked, mut done) = (false, Vec::new());
        for (place, item) in self.items.iter().enumerate().skip(start + 1) {
            match item {
                Item::Instr(_, Instr::May(..) | Instr::MayPay(..) | Instr::MayPayTimes(..)) => asked = true,
                Item::Instr(_, Instr::Jump(_)) | Item::Mark(_) => {}
                Item::Instr(..) => done.push(place),
            }
        }
        let (true, [place]) = (asked, done.as_slice()) else { return Ok(()) };
        let last = self.items.iter().rposition(|item| matches!(item, Item::Instr(..)));
        let Some(Item::Instr(_, one)) = self.items.get_mut(*place).filter(|_| last == Some(*place)) else {
            return Ok(());
        };
        let fits = match one {
            Instr::Sacrifice(_, Objects::Current) | Instr::Destroy(Objects::Current, _) => true,
            Instr::Move(Objects::Current, to, None) => !of_each(to),
            _ => false,
        };
        if !fits {
            return Ok(());
        }
        let register = self.register()?;
        let Item::Instr(_, one) = &mut self.items[*place] else { return Ok(()) };
        let left = Objects::Register(register);
        let all = match std::mem::replace(one, Instr::AddObjects(register, Objects::Current)) {
            Instr::Sacrifice(who, _) if of_each(&who) => Instr::Sacrifice(Players::Each, left),
            Instr::Sacrifice(who, _) => Instr::Sacrifice(who, left),
            Instr::Destroy(_, no_regeneration) => Instr::Destroy(left, no_regeneration),
            Instr::Move(_, to, into) => Instr::Move(left, to, into),
            _ => unreachable!("it is one of these"),
        };
        self.emit(all);
        Ok(())
    }

    /// What the loop at a place, which is the last, would repeat is done that many times at one time, if it can be.
    pub(super) fn at_one_time(&mut self, start: usize) -> Lowered<()> {
        let body = start + 1..self.items.len() - 1;
        let each = |item: &mut Item| match item {
            Item::Instr(_, instr) => how_much(instr).is_some(),
            Item::Mark(_) => false,
        };
        if body.is_empty() || !self.items[body.clone()].iter_mut().all(each) {
            return Ok(());
        }
        let Some(Item::Instr(_, Instr::Repeat(times, _))) = self.items.get(start) else { return Ok(()) };
        let mut times = times.clone();
        // The number is determined only once (CR 608.2h).
        if body.len() > 1 {
            let register = self.number_register()?;
            let number = std::mem::replace(&mut times, Amount::Register(register));
            if let Some(Item::Instr(_, repeat)) = self.items.get_mut(start) {
                *repeat = Instr::SetNumber(register, number);
            }
        }
        for item in &mut self.items[body.clone()] {
            if let Item::Instr(number, instr) = item
                && let Some(amount) = how_much(instr)
            {
                multiply(amount, times.clone());
                // "That many" are all of them.
                if self.number_since == *number && self.number.is_some() {
                    self.number = Some(amount.clone());
                }
            }
        }
        self.items.pop();
        if body.len() == 1 {
            self.items.remove(start);
        }
        Ok(())
    }
}
