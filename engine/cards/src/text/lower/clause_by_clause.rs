//! "Each player discards their hand, then draws that many cards": every player does the first of what is said before any does the
//! second (CR 608.2e). What is lowered as a loop over players who do all of it becomes an instruction for all of them, or a loop of its
//! own, for each clause.

use super::decline::Lowered;
use super::frame::{Frame, Item};
use crate::cost::{Cost, CostPart};
use crate::effect::{Destination, DiscardHow, Instr, Label, Register};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, Players, Test, Zone};
use crate::mention::{Mention, Mentions};
use crate::walk::Walk;

/// Clauses that have been taken apart so far.
struct Clauses {
    /// The players who do what comes next.
    who: Players,
    /// What was chosen by each player, and what all of them chose.
    chosen: Vec<(Register, Register)>,
    /// "That many": the number that the loop would have kept, and how it is found for the player that a loop is at.
    number: Option<(Register, Amount)>,
    done: Vec<Item>,
}

/// Returns whether a description depends on which player the loop is at.
fn of_each(description: &impl Mentions) -> bool {
    description.mentions(|mention| mention == Mention::CurrentPlayer)
}

/// Those of the objects that are the player's whom a loop is at, whether they are still there or not.
fn own(all: Register) -> Objects {
    let theirs = Filter::just(Test::OwnerIn(Box::new(Players::Current)));
    let all = Objects::Register(all);
    let known = Objects::Union(vec![all.clone(), Objects::Left(Box::new(all), None)]);
    Objects::Those(Box::new(known), theirs)
}

/// How many objects there are of those that mean this player where they mean the one that a loop is at, if that can be counted.
fn how_many(objects: &Objects, who: Players) -> Option<Amount> {
    match objects {
        Objects::Each(zone, filter) => {
            let of_one = Clauses { who, chosen: Vec::new(), number: None, done: Vec::new() };
            Some(Amount::Count(*zone, of_one.filter_of_all(filter)?))
        }
        Objects::Union(several) => {
            let counts = several.iter().map(|some| how_many(some, who.clone())).collect::<Option<Vec<_>>>()?;
            counts.into_iter().reduce(|sum, count| Amount::Sum(Box::new(sum), Box::new(count)))
        }
        _ => None,
    }
}

/// Returns whether objects are each player's own and lie where a card is its owner's alone.
fn lies_with_owner(objects: &Objects) -> bool {
    let theirs = Test::OwnerIn(Box::new(Players::Current));
    matches!(objects, Objects::Each(Zone::Hand | Zone::Graveyard | Zone::Exile, filter) if filter.tests.contains(&theirs))
}

/// "Each player returns all creature cards from their graveyard to the battlefield", "each player sacrifices half the creatures they control":
/// what all of them do at one time (CR 101.4).
fn moves_own(body: &[Item]) -> bool {
    match body {
        [Item::Instr(_, Instr::Move(from, ..))] => lies_with_owner(from),
        [Item::Instr(_, Instr::SacrificeChosen(Players::Current, ..))] => true,
        _ => false,
    }
}

/// Returns whether a cost is nothing but one kind of things that players choose and give away, which all of them do at one time (CR 101.4).
fn is_given(cost: &Cost) -> bool {
    cost.mana.is_none() && matches!(cost.parts.as_slice(), [CostPart::Sacrifice(..) | CostPart::Discard(..)])
}

/// What takes all that was chosen for such a cost.
fn taken_together(cost: &Cost, all: Register) -> Instr {
    let all = Objects::Register(all);
    match cost.parts.as_slice() {
        [CostPart::Discard(..)] => Instr::Discard(Players::Each, DiscardHow::These(all), None),
        _ => Instr::Sacrifice(Players::Each, all),
    }
}

impl Clauses {
    /// What all the players mean by what each of them means, if that can be said.
    fn of_all(&self, objects: &Objects) -> Option<Objects> {
        Some(match objects {
            Objects::Register(register) => match self.chosen.iter().find(|row| row.0 == *register) {
                Some(row) => Objects::Register(row.1),
                None => objects.clone(),
            },
            Objects::Each(zone, filter) => Objects::Each(*zone, self.filter_of_all(filter)?),
            Objects::Those(some, filter) => Objects::Those(Box::new(self.of_all(some)?), self.filter_of_all(filter)?),
            Objects::Union(several) => {
                Objects::Union(several.iter().map(|some| self.of_all(some)).collect::<Option<_>>()?)
            }
            other => (!of_each(other)).then(|| other.clone())?,
        })
    }

    fn filter_of_all(&self, filter: &Filter) -> Option<Filter> {
        let test = |test: &Test| {
            Some(match test {
                Test::OwnerIn(who) if **who == Players::Current => Test::OwnerIn(Box::new(self.who.clone())),
                Test::ControllerIn(who) if **who == Players::Current => Test::ControllerIn(Box::new(self.who.clone())),
                Test::Is(objects) => Test::Is(Box::new(self.of_all(objects)?)),
                Test::Not(filter) => Test::Not(Box::new(self.filter_of_all(filter)?)),
                other => (!of_each(other)).then(|| other.clone())?,
            })
        };
        Some(Filter { tests: filter.tests.iter().map(test).collect::<Option<_>>()? })
    }

    /// Where all of it goes: what was found or revealed in a player's own library is put under that player's control, as its owner.
    fn to_all(&self, to: &Destination) -> Option<Destination> {
        let controller = to.controller.clone().filter(|controller| *controller != Players::Current);
        let theirs = |who: Players| if who == Players::Current { self.who.clone() } else { who };
        let to = Destination { controller, shuffles: to.shuffles.clone().map(theirs), ..to.clone() };
        (!of_each(&to)).then_some(to)
    }

    /// Returns whether an amount is the same for every player.
    fn is_same(&self, amount: &Amount) -> bool {
        !amount.mentions(|mention| match mention {
            Mention::CurrentPlayer | Mention::ThisWay => true,
            Mention::Objects(register) => self.chosen.iter().any(|row| row.0 == register),
            Mention::Number(number) => self.number.as_ref().is_some_and(|row| row.0 == number),
            _ => false,
        })
    }

    /// An amount as it is in a loop over the players, and what must be known before it.
    fn own_amount(&self, amount: &Amount) -> Option<(Option<Instr>, Amount)> {
        let chosen = |objects: &Objects| match objects {
            Objects::Register(register) => self.chosen.iter().find(|row| row.0 == *register).map(|row| own(row.1)),
            _ => None,
        };
        match (amount, &self.number) {
            (Amount::Register(register), Some((number, how))) if register == number => Some((None, how.clone())),
            (Amount::ManaValue(of), _) => Some((None, Amount::ManaValue(chosen(of)?))),
            (Amount::CountObjects(of), _) => Some((None, Amount::CountObjects(chosen(of)?))),
            (amount, Some((number, how)))
                if !amount.mentions(|mention| matches!(mention, Mention::ThisWay | Mention::Objects(_))) =>
            {
                Some((Some(Instr::SetNumber(*number, how.clone())), amount.clone()))
            }
            _ => None,
        }
    }
}

impl Frame {
    /// Takes the body of the loop over players apart that is the last of what was lowered and begins at `begin`. Where the body begins of
    /// what is left of the loop, which is all of it if that can't be done; nothing if none is left.
    pub(super) fn clause_by_clause(&mut self, who: &Players, label: Label, begin: usize) -> Option<usize> {
        let before = self.code.clone();
        let body: Vec<Item> = self.code.items.drain(begin - 1..).skip(1).collect();
        if let Ok(Some((clauses, rest))) = self.asked_first(who, &body)
            && let Ok(Some((done, left))) = self.apart(clauses, rest)
        {
            self.code.items.extend(done);
            if left.is_empty() {
                return None;
            }
            self.emit(Instr::ForEachPlayer(who.clone(), label));
            let begin = self.code.items.len();
            self.code.items.extend_from_slice(left);
            return Some(begin);
        }
        self.code = before;
        Some(begin)
    }

    /// If players may do it, or do it unless they pay, each is asked first; those who do it are remembered. The clauses with nothing but
    /// that, and what those players do.
    fn asked_first<'b>(&mut self, who: &Players, body: &'b [Item]) -> Lowered<Option<(Clauses, &'b [Item])>> {
        let mut clauses = Clauses { who: who.clone(), chosen: Vec::new(), number: None, done: Vec::new() };
        // Where the clauses begin, to which nothing goes on.
        let body = match body {
            [Item::Mark(begin), rest @ ..]
                if !rest.iter().any(|item| matches!(item, Item::Instr(_, instr) if instr.label() == Some(*begin))) =>
            {
                rest
            }
            body => body,
        };
        let mut given = None;
        let (asked, rest, end) = match body {
            [may @ Item::Instr(_, Instr::May(Players::Current, no)), rest @ .., end @ Item::Mark(here)]
                if no == here =>
            {
                (vec![may.clone()], rest, Some(end))
            }
            [
                pay @ Item::Instr(_, Instr::MayPay(Players::Current, _, no)),
                paid @ Item::Instr(_, Instr::Jump(over)),
                mark @ Item::Mark(here),
                rest @ ..,
                end @ Item::Mark(there),
            ] if no == here && over == there => {
                let pay = match pay {
                    Item::Instr(number, Instr::MayPay(_, cost, no)) if *who == Players::Each && is_given(cost) => {
                        let all = self.register()?;
                        given = Some(taken_together(cost, all));
                        Item::Instr(*number, Instr::MayGive(Players::Current, cost.clone(), all, *no))
                    }
                    pay => pay.clone(),
                };
                (vec![pay, paid.clone(), mark.clone()], rest, Some(end))
            }
            rest => (Vec::new(), rest, None),
        };
        if let Some(end) = end {
            let noted = self.number_register()?;
            let note = self.new_item(Instr::NotePlayer(noted));
            let asked = self.each_of_players(who, asked.into_iter().chain([note, end.clone()]).collect());
            clauses.done.push(self.new_item(Instr::SetNumber(noted, Amount::Const(0))));
            clauses.done.extend(asked);
            clauses.done.extend(given.map(|take| self.new_item(take)));
            clauses.who = Players::Noted(noted);
        }
        let plain = rest.iter().all(|item| matches!(item, Item::Instr(_, instr) if instr.label().is_none()));
        Ok((plain && !rest.is_empty()).then_some((clauses, rest)))
    }

    /// All that is done, clause by clause, if there is more than one and each can be told apart, and what is left to do one by one: what
    /// each chooses last of all is done to all of it at one time by itself.
    fn apart<'b>(&mut self, mut clauses: Clauses, rest: &'b [Item]) -> Lowered<Option<(Vec<Item>, &'b [Item])>> {
        let asked = !clauses.done.is_empty();
        if rest.len() < 2 && !asked && !moves_own(rest) {
            return Ok(None);
        }
        let mut place = 0;
        while let Some(Item::Instr(number, instr)) = rest.get(place) {
            if matches!(instr, Instr::Pick(..)) && !asked && place > 0 {
                let alone = clauses.chosen.is_empty() && clauses.number.is_none();
                return Ok(alone.then_some((clauses.done, &rest[place..])));
            }
            place += 1;
            let counted = match rest.get(place) {
                Some(Item::Instr(_, Instr::SetNumber(into, Amount::ThisWay))) => Some(*into),
                _ => None,
            };
            place += usize::from(counted.is_some());
            let Some(()) = self.clause(&mut clauses, *number, instr, counted)? else { return Ok(None) };
        }
        Ok(Some((clauses.done, &[])))
    }

    /// One clause; nothing if it can't be taken apart from the others. `counted`: how many it does that to is kept as this number.
    fn clause(
        &mut self,
        clauses: &mut Clauses,
        number: usize,
        instr: &Instr,
        counted: Option<Register>,
    ) -> Lowered<Option<()>> {
        let who = clauses.who.clone();
        let all = match instr {
            Instr::Search { player: Players::Current, of: Players::Current, into, .. }
            | Instr::LookAtTop { player: Players::Current, into, .. }
                if counted.is_none() =>
            {
                let all = self.register()?;
                let more = self.new_item(Instr::AddObjects(all, Objects::Register(*into)));
                let each = self.each_of_players(&who, vec![Item::Instr(number, instr.clone()), more]);
                clauses.done.extend(each);
                clauses.chosen.push((*into, all));
                return Ok(Some(()));
            }
            Instr::Reveal(what) if counted.is_none() => clauses.of_all(what).map(Instr::Reveal),
            Instr::Move(from, to, None) => {
                let found = matches!(from, Objects::Register(_) | Objects::Those(..));
                if to.controller == Some(Players::Current) && !found && !lies_with_owner(from) {
                    return Ok(None);
                }
                let (Some(what), Some(to)) = (clauses.of_all(from), clauses.to_all(to)) else { return Ok(None) };
                match counted {
                    None => Some(Instr::Move(what, to, None)),
                    // Whose it was isn't known of what lies in a library.
                    Some(counted) if to.zone == Zone::Library => {
                        self.count_before(clauses, counted, from)?.then_some(Instr::Move(what, to, None))
                    }
                    Some(counted) => {
                        let all = self.register()?;
                        clauses.number = Some((counted, Amount::CountObjects(own(all))));
                        Some(Instr::Move(what, to, Some(all)))
                    }
                }
            }
            // What each has moved is moved on later.
            Instr::Move(from, to, Some(into)) if counted.is_none() && to.controller.is_none() => {
                let (Some(what), Some(to)) = (clauses.of_all(from), clauses.to_all(to)) else { return Ok(None) };
                let all = self.register()?;
                clauses.chosen.push((*into, all));
                Some(Instr::Move(what, to, Some(all)))
            }
            Instr::Sacrifice(Players::Current, what) if counted.is_none() => {
                clauses.of_all(what).map(|what| Instr::Sacrifice(who, what))
            }
            // What all sacrifice is counted for each by itself.
            Instr::SacrificeChosen(Players::Current, amount, filter, None)
                if counted.is_none()
                    && who == Players::Each
                    && !amount.mentions(|mention| matches!(mention, Mention::ThisWay | Mention::Number(_)))
                    && !filter.has(|players: &Players| *players == Players::Current) =>
            {
                Some(Instr::SacrificeChosen(who, amount.clone(), filter.clone(), None))
            }
            Instr::Discard(Players::Current, how, None) => {
                let into = match counted {
                    Some(counted) => {
                        let all = self.register()?;
                        clauses.number = Some((counted, Amount::CountObjects(own(all))));
                        Some(all)
                    }
                    None => None,
                };
                let fits = matches!(how, DiscardHow::Hand | DiscardHow::UpTo(..) | DiscardHow::Choose(..))
                    && !how.mentions(|mention| {
                        matches!(mention, Mention::ThisWay | Mention::Number(_) | Mention::Objects(_))
                    });
                fits.then(|| Instr::Discard(who, how.clone(), into))
            }
            Instr::Shuffle(Players::Current) if counted.is_none() => Some(Instr::Shuffle(who)),
            Instr::Draw(Players::Current, amount) if counted.is_none() && clauses.is_same(amount) => {
                Some(Instr::Draw(who, amount.clone()))
            }
            Instr::LoseLife(Players::Current, amount) if counted.is_none() && clauses.is_same(amount) => {
                Some(Instr::LoseLife(who, amount.clone()))
            }
            Instr::Draw(Players::Current, amount) | Instr::LoseLife(Players::Current, amount) if counted.is_none() => {
                let Some((first, amount)) = clauses.own_amount(amount) else { return Ok(None) };
                let one = match instr {
                    Instr::Draw(..) => Instr::Draw(Players::Current, amount),
                    _ => Instr::LoseLife(Players::Current, amount),
                };
                return self.for_own(clauses, number, first, one);
            }
            Instr::CreateToken(tokens) if counted.is_none() && tokens.player == Players::Current => {
                let Some((first, amount)) = clauses.own_amount(&tokens.amount) else { return Ok(None) };
                let mut tokens = tokens.clone();
                tokens.amount = amount;
                return self.for_own(clauses, number, first, Instr::CreateToken(tokens));
            }
            _ => None,
        };
        let Some(all) = all else { return Ok(None) };
        clauses.done.push(Item::Instr(number, all));
        Ok(Some(()))
    }

    /// How many each of the two players moves is counted before all of it moves; returns whether that can be done.
    fn count_before(&mut self, clauses: &mut Clauses, counted: Register, from: &Objects) -> Lowered<bool> {
        let (Some(yours), Some(theirs)) = (how_many(from, Players::You), how_many(from, Players::Opponents)) else {
            return Ok(false);
        };
        if clauses.who != Players::Each {
            return Ok(false);
        }
        let (own, other) = (self.number_register()?, self.number_register()?);
        for (register, count) in [(own, yours), (other, theirs)] {
            clauses.done.push(self.new_item(Instr::SetNumber(register, count)));
        }
        // The player that a loop is at and you are one player if that is you.
        let both = Amount::CountPlayers(Players::Both(Box::new(Players::Current), Box::new(Players::You)));
        let is_you = Condition::Compare(both, Comparison::Equal, Amount::Const(1));
        let number = Amount::If(Box::new(is_you), Box::new(Amount::Register(own)), Box::new(Amount::Register(other)));
        clauses.number = Some((counted, number));
        Ok(true)
    }

    /// A clause in which a number is each player's own.
    fn for_own(
        &mut self,
        clauses: &mut Clauses,
        number: usize,
        first: Option<Instr>,
        one: Instr,
    ) -> Lowered<Option<()>> {
        let mut body: Vec<Item> = first.map(|first| self.new_item(first)).into_iter().collect();
        body.push(Item::Instr(number, one));
        let who = clauses.who.clone();
        let each = self.each_of_players(&who, body);
        clauses.done.extend(each);
        Ok(Some(()))
    }

    /// A loop over players.
    pub(super) fn each_of_players(&mut self, who: &Players, body: Vec<Item>) -> Vec<Item> {
        let label = self.label();
        let mut items = vec![self.new_item(Instr::ForEachPlayer(who.clone(), label))];
        items.extend(body);
        items.push(Item::Mark(label));
        items
    }

    /// An instruction that the text doesn't say by itself.
    pub(super) fn new_item(&mut self, instr: Instr) -> Item {
        let number = self.code.next_instr;
        self.code.next_instr += 1;
        self.code.inserted.push(number);
        Item::Instr(number, instr)
    }
}
