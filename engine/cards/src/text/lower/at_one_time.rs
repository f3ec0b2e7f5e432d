//! "For each land you control, create a Treasure token" is one action, not one after the other (CR 608.2f).

use super::decline::Lowered;
use super::described::Described;
use super::frame::{Frame, Item};
use crate::effect::{Destination, DiscardHow, Instr};
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::mention::{Mention, Mentions};
use crate::types::CardTypes;

/// Returns whether a description depends on which one the loop is at.
fn of_each(description: &impl Mentions) -> bool {
    description.mentions(|mention| matches!(mention, Mention::CurrentObject | Mention::CurrentPlayer))
}

/// How much an instruction does, where doing more of it at one time is the same as doing it several times at that time.
fn how_much(instr: &mut Instr) -> Option<&mut Amount> {
    match instr {
        Instr::CreateToken(tokens) => Some(&mut tokens.amount),
        Instr::CreateCopy { amount, .. }
        | Instr::AddCounters(_, _, amount)
        | Instr::AndCounters(_, _, amount)
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

/// The objects, whether they are still there or not.
pub(in crate::text::lower) fn or_gone(objects: Objects) -> Objects {
    Objects::Union(vec![objects.clone(), Objects::Left(Box::new(objects), None)])
}

/// Returns whether an instruction in a loop over objects can be carried out for all of them after the last round.
fn can_be_put_off(one: &Instr) -> bool {
    match one {
        Instr::Sacrifice(_, Objects::Current) | Instr::Destroy(Objects::Current, _) => true,
        Instr::Move(Objects::Current, to, None) => !of_each(to),
        Instr::Damage(..) | Instr::LoseLife(..) | Instr::GainLife(..) => true,
        Instr::SacrificeChosen(who, Amount::Const(1), filter, None) => {
            *who == Players::ControllerOf(Box::new(Objects::Current)) && !of_each(filter)
        }
        _ => false,
    }
}

impl Frame {
    /// "For each creature, its controller sacrifices it unless they pay {1}": in the loop at a place, which is the last, players only
    /// choose and pay, and what is left to do is done after it for all of them at one time (CR 608.2e).
    pub(super) fn done_together(&mut self, start: usize) -> Lowered<()> {
        let (mut asked, mut done) = (false, Vec::new());
        for (place, item) in self.code.items.iter().enumerate().skip(start + 1) {
            match item {
                Item::Instr(_, Instr::May(..) | Instr::MayPay(..) | Instr::MayPayTimes(..)) => asked = true,
                Item::Instr(_, Instr::Jump(_)) | Item::Mark(_) => {}
                Item::Instr(_, one) if can_be_put_off(one) => done.push(place),
                Item::Instr(..) => return Ok(()),
            }
        }
        if !asked {
            return Ok(());
        }
        for place in done {
            let all = self.put_off(place)?;
            self.code.items.extend(all);
        }
        Ok(())
    }

    /// "For each of them, create a token that's a copy of it": what all turns of the loop at a place, which is the last, have made is
    /// remembered together, and can be referred to.
    pub(super) fn copies_of_each(&mut self, start: usize, plural: bool) -> Lowered<()> {
        let body = start + 1..self.code.items.len() - 1;
        let [Item::Instr(_, Instr::CreateCopy { into: None, .. })] = &self.code.items[body.clone()] else {
            return Ok(());
        };
        let (one, all) = (self.register()?, self.register()?);
        if let Item::Instr(_, Instr::CreateCopy { into, .. }) = &mut self.code.items[body.start] {
            *into = Some(one);
        }
        self.insert(body.end, Instr::AddObjects(all, Objects::Register(one)));
        let tokens = Described { types: CardTypes::PERMANENT, token: true, ..Described::default() };
        self.mention(Objects::Register(all), plural, Some(&tokens));
        Ok(())
    }

    /// "Create a token that's a copy of the exiled card": one for each card that was exiled (CR 607.3).
    pub(super) fn copy_each_exiled(&mut self, mut copy: Instr, plural: bool) -> Lowered<()> {
        if let Instr::CreateCopy { of, .. } = &mut copy {
            *of = Objects::Current;
        }
        let (start, label) = (self.code.items.len(), self.label());
        self.emit(Instr::ForEachObject(Objects::ExiledWithSource, label));
        self.emit(copy);
        self.mark(label);
        self.copies_of_each(start, plural)
    }

    /// What each player does last of all to what they have chosen is done to all of it at one time, after the last has chosen (CR 101.4,
    /// 608.2e): `begin` is where the body of the loop begins. The instruction that is to follow the loop.
    pub(super) fn chosen_together(&mut self, begin: usize) -> Lowered<Vec<Item>> {
        let last = self.code.items.iter().rposition(|item| matches!(item, Item::Instr(..)));
        let Some(last) = last.filter(|last| *last > begin) else { return Ok(Vec::new()) };
        let (Item::Instr(_, Instr::Pick(pick, into)), Item::Instr(_, act)) =
            (&self.code.items[last - 1], &self.code.items[last])
        else {
            return Ok(Vec::new());
        };
        let chosen = Objects::Register(*into);
        // What lies in a player's own zone is theirs.
        let own = matches!(&pick.from, Objects::Each(Zone::Hand | Zone::Graveyard, filter)
            if filter.tests.contains(&Test::OwnerIn(Box::new(Players::Current))));
        let act = match act {
            Instr::Move(what, to, None) if *what == chosen => {
                let theirs = own && to.controller == Some(Players::Current);
                let controller = if theirs { None } else { to.controller.clone() };
                let to = Destination { controller, ..to.clone() };
                (!of_each(&to)).then_some(Instr::Move(chosen, to, None))
            }
            Instr::Destroy(what, _) if *what == chosen => Some(act.clone()),
            Instr::Sacrifice(Players::Current, what) if *what == chosen => Some(act.clone()),
            _ => None,
        };
        let Some(act) = act else { return Ok(Vec::new()) };
        if let Item::Instr(_, last) = &mut self.code.items[last] {
            *last = act;
        }
        self.put_off(last)
    }

    /// In place of an instruction that is carried out in a loop, what it would do that to is remembered. What does it to all of that; the
    /// instruction keeps its number.
    fn put_off(&mut self, place: usize) -> Lowered<Vec<Item>> {
        let register = self.register()?;
        let remembers = self.code.next_instr;
        self.code.next_instr += 1;
        let Item::Instr(number, one) = self.code.items[place].clone() else { return Ok(Vec::new()) };
        let all = Objects::Register(register);
        let (one, all) = match one {
            Instr::Sacrifice(who, one) if of_each(&who) => (one, Instr::Sacrifice(Players::Each, all)),
            Instr::Sacrifice(who, one) => (one, Instr::Sacrifice(who, all)),
            Instr::Destroy(one, no_regeneration) => (one, Instr::Destroy(all, no_regeneration)),
            Instr::Move(one, to, into) => (one, Instr::Move(all, to, into)),
            // As many as there are of the player's.
            Instr::SacrificeChosen(_, _, filter, into) => {
                let theirs = Filter::just(Test::ControllerIn(Box::new(Players::Current)));
                let amount = Amount::CountObjects(Objects::Those(Box::new(or_gone(all)), theirs));
                (or_gone(Objects::Current), Instr::SacrificeChosen(Players::Each, amount, filter, into))
            }
            // A loop of nothing else is one action.
            one => {
                self.code.items[place] = Item::Instr(remembers, Instr::AddObjects(register, or_gone(Objects::Current)));
                let (label, again) = (self.label(), self.code.next_instr);
                self.code.next_instr += 1;
                let begin = Item::Instr(again, Instr::ForEachObject(or_gone(all), label));
                return Ok(vec![begin, Item::Instr(number, one), Item::Mark(label)]);
            }
        };
        self.code.items[place] = Item::Instr(remembers, Instr::AddObjects(register, one));
        Ok(vec![Item::Instr(number, all)])
    }

    /// What the loop at a place, which is the last, would repeat is done that many times at one time, if it can be.
    pub(super) fn at_one_time(&mut self, start: usize) -> Lowered<()> {
        let body = start + 1..self.code.items.len() - 1;
        let each = |item: &mut Item| match item {
            Item::Instr(_, instr) => how_much(instr).is_some(),
            Item::Mark(_) => false,
        };
        if body.is_empty() || !self.code.items[body.clone()].iter_mut().all(each) {
            return Ok(());
        }
        let Some(Item::Instr(_, Instr::Repeat(times, _))) = self.code.items.get(start) else { return Ok(()) };
        let mut times = times.clone();
        // The number is determined only once (CR 608.2h).
        if body.len() > 1 {
            let register = self.number_register()?;
            let number = std::mem::replace(&mut times, Amount::Register(register));
            if let Some(Item::Instr(_, repeat)) = self.code.items.get_mut(start) {
                *repeat = Instr::SetNumber(register, number);
            }
        }
        for item in &mut self.code.items[body.clone()] {
            if let Item::Instr(number, instr) = item
                && let Some(amount) = how_much(instr)
            {
                multiply(amount, times.clone());
                // "That many" are all of them.
                if self.discourse.number_since == *number && self.discourse.number.is_some() {
                    self.discourse.number = Some(amount.clone());
                }
            }
        }
        self.code.items.pop();
        if body.len() == 1 {
            self.code.items.remove(start);
        }
        Ok(())
    }
}
