//! "This way": what an instruction of the same script has done, to be counted or referred to (CR 608.2c).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::flow::{Place, writes};
use super::frame::{DoneThisWay, Frame, Item, Mention, Referent};
use crate::effect::Instr;
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::text::grammar::noun::Participle as Word;

/// What was done, as it is remembered of cards.
pub(super) fn past_of(past: &Word) -> Lowered<DoneThisWay> {
    Ok(match past {
        Word::Exiled => DoneThisWay::Exiled,
        Word::Sacrificed => DoneThisWay::Sacrificed,
        Word::Discarded => DoneThisWay::Discarded,
        Word::Revealed => DoneThisWay::Revealed,
        Word::Chosen => DoneThisWay::Chosen,
        Word::Returned => DoneThisWay::Returned,
        Word::Destroyed => DoneThisWay::Destroyed,
        Word::Milled => DoneThisWay::Milled,
        Word::Tapped => DoneThisWay::Tapped,
        Word::ReturnedToYourHand | Word::ReturnedToOwner | Word::ExiledFromHand => {
            return decline("what `this way` refers to isn't tracked");
        }
        Word::Copied => return decline("what was copied isn't tracked"),
        Word::Countered
        | Word::PutIntoGraveyard
        | Word::PutIntoYourGraveyard
        | Word::PutIntoTheirGraveyard
        | Word::DealtDamage
        | Word::Died => return decline("what `this way` refers to isn't tracked"),
    })
}

/// Objects that mean the same after an instruction has moved them.
fn is_fixed(objects: &Objects) -> bool {
    match objects {
        Objects::Source
        | Objects::Target(_)
        | Objects::Event
        | Objects::EventOther
        | Objects::Host
        | Objects::Register(_)
        | Objects::Current => true,
        Objects::Union(all) => all.iter().all(is_fixed),
        _ => false,
    }
}

impl Frame {
    /// How many cards were drawn by the one instruction that has players draw, instead of those draws too.
    pub(super) fn drawn(&mut self) -> Lowered<Amount> {
        let draws = |item: &Item| match item {
            Item::Instr(number, Instr::Draw(..)) => Some(*number),
            _ => None,
        };
        let mut all = self.code.items.iter().filter_map(draws);
        match (all.next(), all.next()) {
            (Some(only), None) if !self.is_repeated(only) => self.count_of(only),
            _ => decline("what is drawn `this way` isn't counted"),
        }
    }

    /// Returns whether an instruction is carried out several times, so that its register has only the last of what it has done.
    fn is_repeated(&self, number: usize) -> bool {
        let mut loops = Vec::new();
        for item in &self.code.items {
            match item {
                Item::Instr(
                    _,
                    Instr::ForEachPlayer(_, label) | Instr::ForEachObject(_, label) | Instr::Repeat(_, label),
                ) => loops.push(*label),
                Item::Mark(label) => loops.retain(|open| open != label),
                Item::Instr(other, _) if *other == number => return !loops.is_empty(),
                Item::Instr(..) => {}
            }
        }
        false
    }

    /// Returns whether a register was filled in a loop that is over, so that it has only the last of what was done.
    pub(super) fn was_repeated(&self, objects: &Objects) -> bool {
        let Objects::Register(register) = objects else { return true };
        let mut loops = Vec::new();
        let mut filled_in = Vec::new();
        for item in &self.code.items {
            match item {
                Item::Instr(
                    _,
                    Instr::ForEachPlayer(_, label) | Instr::ForEachObject(_, label) | Instr::Repeat(_, label),
                ) => loops.push(*label),
                Item::Mark(label) => {
                    loops.retain(|open| open != label);
                    if filled_in.contains(label) {
                        return true;
                    }
                }
                Item::Instr(_, instr) if writes(instr, Place::Objects(*register)) => filled_in.clone_from(&loops),
                Item::Instr(..) => {}
            }
        }
        false
    }

    /// What was known before and is revealed only if a player likes to: "look at the top card of your library. You may reveal that card.
    /// If a land card is revealed this way, ..." It is kept in a register that is empty if it isn't revealed (CR 608.2c), besides what
    /// it was before, which "it" still means.
    pub(super) fn revealed_perhaps(&mut self, objects: &Objects) -> Lowered<Option<Objects>> {
        let chosen_here = |instr: &Instr| match objects {
            Objects::Register(register) => writes(instr, Place::Objects(*register)),
            _ => false,
        };
        if self.setting.perhaps == 0 || self.last_instr().is_some_and(|instr| chosen_here(instr)) {
            return Ok(None);
        }
        let Some(known) =
            self.discourse.mentions.last().filter(|mention| mention.before.as_ref() == Some(objects)).cloned()
        else {
            return Ok(None);
        };
        let register = self.register()?;
        self.emit(Instr::SetObjects(register, objects.clone()));
        let shown = Objects::Register(register);
        self.discourse.mentions.push(Mention {
            before: Some(shown.clone()),
            after: Referent::Known(shown.clone()),
            past: Some(DoneThisWay::Revealed),
            since: self.code.next_instr,
            ..known.clone()
        });
        self.discourse.mentions.push(known);
        Ok(Some(shown))
    }

    /// The objects that a mention of what was done is, as far as it was done: what would have been moved and wasn't is none of them.
    pub(super) fn as_done(&mut self, mention: &Mention) -> Lowered<Objects> {
        match &mention.after {
            Referent::Perhaps(_, number) => {
                let done = Mention { after: Referent::Pending(*number), ..mention.clone() };
                self.resolve(&done)
            }
            Referent::Known(_) | Referent::Pending(_) => self.resolve(mention),
        }
    }

    /// The one thing that was chosen, if each opponent chose it: "those creatures" means that, as with two players there is one opponent.
    pub(super) fn chosen_by_opponent(&self) -> Option<Mention> {
        let mut chosen = self.discourse.mentions.iter().filter(|mention| mention.past == Some(DoneThisWay::Chosen));
        let (Some(only), None) = (chosen.next(), chosen.next()) else { return None };
        let theirs = self.code.items.iter().any(|item| {
            matches!(item, Item::Instr(_, Instr::Pick(pick, into))
                if pick.chooser == Players::Opponents && only.before == Some(Objects::Register(*into)))
        });
        theirs.then(|| Mention { plural: true, ..only.clone() })
    }

    /// Mentions what was exiled for each player in turn, all of it; returns whether there is that.
    pub(super) fn exiled_by_each(&mut self) -> Lowered<bool> {
        let Some((turns, number)) = self.discourse.each_exiled.take() else { return Ok(false) };
        let one = self.register_of(number)?;
        let place = |frame: &Frame, wanted: usize| {
            frame.code.items.iter().position(|item| matches!(item, Item::Instr(other, _) if *other == wanted))
        };
        let Some(exiles) = place(self, number) else { return Ok(false) };
        let all = match place(self, turns) {
            Some(loop_begins) => {
                let all = self.register()?;
                self.insert(exiles + 1, Instr::AddObjects(all, Objects::Register(one)));
                self.insert(loop_begins, Instr::SetObjects(all, Objects::Union(Vec::new())));
                all
            }
            // All of them were exiled at one time, clause by clause.
            None => one,
        };
        let cards = super::described::Described { card: true, ..super::described::Described::default() };
        self.mention(Objects::Register(all), true, Some(&cards));
        if let Some(mention) = self.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Exiled);
        }
        Ok(true)
    }

    /// What the last instruction that puts something into libraries has put there, as it was before.
    pub(super) fn put_into_libraries(&mut self) -> Lowered<Option<Objects>> {
        self.capture(None, |instr| match instr {
            Instr::Move(objects, to, _) if to.zone == Zone::Library => Some(objects),
            _ => None,
        })
    }

    /// The objects of the last instruction of a kind. What is meant by them is kept in a register from before it was carried
    /// out, if it would mean something else afterwards; `narrowed` to those that fit.
    fn capture(
        &mut self,
        narrowed: Option<Filter>,
        objects_of: impl Fn(&mut Instr) -> Option<&mut Objects>,
    ) -> Lowered<Option<Objects>> {
        let found = self.code.items.iter_mut().enumerate().rev().find_map(|(place, item)| match item {
            Item::Instr(_, instr) => objects_of(instr).map(|objects| (place, objects)),
            Item::Mark(_) => None,
        });
        let Some((place, objects)) = found else { return Ok(None) };
        if is_fixed(objects) && narrowed.is_none() {
            return Ok(Some(objects.clone()));
        }
        let all = objects.clone();
        let all = match narrowed {
            Some(filter) => Objects::Those(Box::new(all), filter),
            None => all,
        };
        if let Some(Item::Instr(_, Instr::SetObjects(register, kept))) =
            place.checked_sub(1).and_then(|before| self.code.items.get(before))
            && *kept == all
        {
            return Ok(Some(Objects::Register(*register)));
        }
        let register = self.register()?;
        if let Some(Item::Instr(_, instr)) = self.code.items.get_mut(place)
            && let Some(objects) = objects_of(instr)
        {
            *objects = Objects::Register(register);
        }
        self.insert(place, Instr::SetObjects(register, all));
        Ok(Some(Objects::Register(register)))
    }
}

impl Frame {
    /// Whose hand was revealed, where nothing else was and no instruction since then can have changed what is in it.
    pub(super) fn hand_revealed(&self) -> Option<Players> {
        let Some((players, None)) = &self.discourse.revealed else { return None };
        let shown =
            |item: &Item| matches!(item, Item::Instr(_, Instr::LookAtHand(Players::Each, whose)) if whose == players);
        let place = self.code.items.iter().rposition(shown)?;
        let keeps = |item: &Item| match item {
            Item::Instr(_, instr) => matches!(
                instr,
                Instr::Damage(..)
                    | Instr::ChooseName(..)
                    | Instr::ChooseColor(..)
                    | Instr::LoseLife(..)
                    | Instr::GainLife(..)
            ),
            Item::Mark(_) => false,
        };
        let other = self.discourse.mentions.iter().any(|mention| mention.past == Some(DoneThisWay::Revealed));
        (!other && self.code.items[place + 1..].iter().all(keeps)).then(|| players.clone())
    }
}

impl Context<'_> {
    /// The most cards that either player discarded with the whole hand: as many as were in it (CR 608.2h).
    pub(super) fn most_discarded(&mut self, frame: &mut Frame) -> Lowered<Amount> {
        let hands = |item: &Item| {
            matches!(item, Item::Instr(_, Instr::Discard(Players::Each, crate::effect::DiscardHow::Hand, _)))
        };
        let Some(place) = frame.code.items.iter().rposition(hands) else {
            return decline("it is unclear how many cards each player discarded");
        };
        let most =
            Amount::Greatest(Box::new(Amount::HandSize(Players::You)), Box::new(Amount::HandSize(Players::Opponents)));
        let register = frame.number_register()?;
        frame.insert(place, Instr::SetNumber(register, most));
        Ok(Amount::Register(register))
    }

    /// How many cards of the one surveil before stayed on top of the library (CR 701.25a).
    pub(super) fn put_on_top(&mut self, frame: &mut Frame) -> Lowered<Amount> {
        let mut surveils = frame.code.items.iter().filter_map(|item| match item {
            Item::Instr(number, Instr::Surveil(Players::You, _)) => Some(*number),
            _ => None,
        });
        match (surveils.next(), surveils.next()) {
            (Some(number), None) => frame.count_of(number),
            _ => decline("it is unclear which cards were put on top"),
        }
    }

    /// The objects to which something was done in this script. `card`: they are wanted as cards, where they are now.
    pub(super) fn this_way(&mut self, frame: &mut Frame, past: &Word, card: bool) -> Lowered<Objects> {
        // What more is said of it than that it was done.
        let (plain, test) = match past {
            Word::ReturnedToYourHand => (Word::Returned, Some(Test::Owner(crate::filter::PlayerFilter::You))),
            Word::ReturnedToOwner => (Word::Returned, None),
            Word::ExiledFromHand => (Word::Exiled, Some(Test::CameFrom(Zone::Hand))),
            past => (past.clone(), None),
        };
        if plain != *past {
            // What went to a hand isn't found there: it is counted as what it was, without tokens.
            if *past == Word::ReturnedToYourHand && card {
                let were = self.this_way(frame, &plain, false)?;
                let tests = test.into_iter().chain([Test::Nontoken]).collect();
                return Ok(Objects::Those(Box::new(were), Filter { tests }));
            }
            let done = match (self.exiled_at_all(frame, past)?, card) {
                (Some(exiled), true) => exiled,
                _ => self.this_way(frame, &plain, card)?,
            };
            return Ok(match test {
                Some(test) => Objects::Those(Box::new(done), Filter::just(test)),
                None => done,
            });
        }
        let left_for = |objects: Option<Objects>, to| objects.map(|objects| Objects::Left(Box::new(objects), to));
        let left = |objects| left_for(objects, None);
        let found = match past {
            Word::Destroyed | Word::Died if !card => {
                let destroyed = frame.capture(None, |instr| match instr {
                    Instr::Destroy(objects, _) => Some(objects),
                    _ => None,
                })?;
                left_for(destroyed, (*past == Word::Died).then_some(Zone::Graveyard))
            }
            Word::Exiled if !card => left(frame.capture(None, |instr| match instr {
                Instr::Move(objects, to, _) if to.zone == Zone::Exile => Some(objects),
                _ => None,
            })?),
            // What was put into another zone instead wasn't returned (CR 614.6).
            Word::Returned if !card => {
                let returned = frame.capture(None, |instr| match instr {
                    Instr::Move(objects, to, _) if to.zone == Zone::Hand => Some(objects),
                    _ => None,
                })?;
                left_for(returned, Some(Zone::Hand))
            }
            Word::Countered if !card => left(frame.capture(None, |instr| match instr {
                Instr::Counter(objects, _) => Some(objects),
                _ => None,
            })?),
            Word::Tapped => {
                let tapped = frame.capture(Some(Filter::just(Test::Untapped)), |instr| match instr {
                    Instr::Tap(objects) => Some(objects),
                    _ => None,
                })?;
                match tapped {
                    Some(tapped) => Some(tapped),
                    // What the cost is paid with.
                    None => self.mentioned(frame, DoneThisWay::Tapped)?,
                }
            }
            // What was put into another zone instead wasn't put into a graveyard (CR 614.6), though it was sacrificed or destroyed.
            Word::Sacrificed | Word::PutIntoGraveyard if !card => {
                let put = *past == Word::PutIntoGraveyard;
                let gone = match self.sacrificed(frame)? {
                    Some(objects) => Some(objects),
                    None => frame.capture(None, |instr| match instr {
                        Instr::Sacrifice(_, objects) => Some(objects),
                        Instr::Destroy(objects, _) if put => Some(objects),
                        _ => None,
                    })?,
                };
                left_for(gone, put.then_some(Zone::Graveyard))
            }
            Word::PutIntoGraveyard | Word::PutIntoYourGraveyard | Word::PutIntoTheirGraveyard => {
                let milled = self.mentioned(frame, DoneThisWay::Milled)?;
                let put = match past {
                    Word::PutIntoTheirGraveyard => milled,
                    _ if milled.is_some() => milled,
                    _ => self.mentioned(frame, DoneThisWay::Discarded)?,
                };
                // What an ability that was made then counts later has been there.
                if frame.setting.apart {
                    return put.map_or_else(|| decline("what `this way` refers to isn't tracked"), Ok);
                }
                put.map(|cards| {
                    let tests = vec![Test::Is(Box::new(cards)), Test::Nontoken];
                    Objects::Each(Zone::Graveyard, Filter { tests })
                })
            }
            Word::DealtDamage => self.damaged(frame)?,
            _ => None,
        };
        if let Some(objects) = found {
            return Ok(objects);
        }
        if let Some(objects) = self.put_this_way(frame, past)? {
            return Ok(objects);
        }
        let wanted = past_of(past)?;
        match self.mentioned(frame, wanted)? {
            Some(objects) => Ok(objects),
            None => decline("what `this way` refers to isn't tracked"),
        }
    }

    /// Everything that was exiled, where several instructions have exiled something: for what asks which of it came from a hand, and so which
    /// instruction isn't asked.
    fn exiled_at_all(&mut self, frame: &mut Frame, past: &Word) -> Lowered<Option<Objects>> {
        let exiled = |mention: &&Mention| mention.past == Some(DoneThisWay::Exiled);
        let all: Vec<Mention> = frame.discourse.mentions.iter().filter(exiled).cloned().collect();
        if *past != Word::ExiledFromHand || all.len() < 2 {
            return Ok(None);
        }
        let all = all.iter().map(|one| frame.as_done(one)).collect::<Lowered<Vec<_>>>()?;
        Ok(Some(Objects::Union(all)))
    }

    /// The cards that the last instruction has put into a graveyard or exile, as far as they have arrived there.
    fn put_this_way(&mut self, frame: &mut Frame, past: &Word) -> Lowered<Option<Objects>> {
        let zone = match past {
            Word::PutIntoGraveyard | Word::PutIntoYourGraveyard => Zone::Graveyard,
            Word::Exiled
                if !frame.discourse.mentions.iter().any(|mention| mention.past == Some(DoneThisWay::Exiled)) =>
            {
                Zone::Exile
            }
            _ => return Ok(None),
        };
        let mut moves = frame.code.items.iter().filter_map(|item| match item {
            Item::Instr(number, Instr::Move(_, to, _)) if to.zone == zone => Some((*number, true)),
            Item::Instr(number, Instr::Destroy(..)) if zone == Zone::Graveyard => Some((*number, false)),
            _ => None,
        });
        let (only, None) = (moves.next(), moves.next()) else {
            return decline("what `this way` refers to isn't tracked");
        };
        let arrived = match only {
            None => return Ok(None),
            Some((number, true)) if frame.is_repeated(number) => {
                return decline("what `this way` refers to isn't tracked");
            }
            Some((number, true)) => Objects::Register(frame.register_of(number)?),
            Some((_, false)) => {
                let destroyed = frame.capture(None, |instr| match instr {
                    Instr::Destroy(objects, _) => Some(objects),
                    _ => None,
                })?;
                let Some(destroyed) = destroyed else { return Ok(None) };
                Objects::Moved(Box::new(destroyed))
            }
        };
        let mut tests = vec![Test::Is(Box::new(arrived)), Test::Nontoken];
        if *past == Word::PutIntoYourGraveyard {
            tests.push(Test::Owner(crate::filter::PlayerFilter::You));
        }
        Ok(Some(Objects::Each(zone, Filter { tests })))
    }

    /// What the last choice of permanents to sacrifice was.
    fn sacrificed(&mut self, frame: &mut Frame) -> Lowered<Option<Objects>> {
        let last = frame.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(number, Instr::SacrificeChosen(..)) => Some(Some(*number)),
            Item::Instr(_, Instr::Sacrifice(..)) => Some(None),
            _ => None,
        });
        match last.flatten() {
            Some(number) => Ok(Some(Objects::Register(frame.register_of(number)?))),
            None => Ok(None),
        }
    }

    /// The permanents that the damage of this script so far was dealt to, as they are from now on: not those that it was meant for
    /// (CR 614.9), and not those from which it was prevented (CR 120.8, 615.1a).
    fn damaged(&mut self, frame: &mut Frame) -> Lowered<Option<Objects>> {
        let mut sources = Vec::new();
        for item in &frame.code.items {
            if let Item::Instr(_, Instr::Damage(by, ..) | Instr::AndDamage(by, ..) | Instr::DamageDivided(by, _)) = item
                && !sources.contains(by)
            {
                sources.push(by.clone());
            }
        }
        if sources.is_empty() {
            return Ok(None);
        }
        if !sources.iter().all(is_fixed) {
            return decline("what was dealt damage isn't tracked");
        }
        let by = if sources.len() == 1 { sources.swap_remove(0) } else { Objects::Union(sources) };
        let damaged = Objects::Each(Zone::Battlefield, Filter::just(Test::DamagedThisWay(Box::new(by))));
        frame.fixed(damaged).map(Some)
    }

    /// The cards that were mentioned as something to which this was done.
    fn mentioned(&mut self, frame: &mut Frame, wanted: DoneThisWay) -> Lowered<Option<Objects>> {
        let found: Vec<Mention> =
            frame.discourse.mentions.iter().filter(|mention| mention.past == Some(wanted)).cloned().collect();
        match found.as_slice() {
            [] => Ok(None),
            [only] => frame.as_done(only).map(Some),
            // All that was revealed, and what it ended with.
            [all, last] if wanted == DoneThisWay::Revealed && all.plural && !last.plural => {
                frame.resolve(all).map(Some)
            }
            _ => decline("what `this way` refers to isn't tracked"),
        }
    }
}

/// How many objects there are, cards in hands included.
pub(super) fn number_of(objects: &Objects) -> Amount {
    match objects {
        Objects::Each(zone, filter) => Amount::Count(*zone, filter.clone()),
        Objects::Union(parts) => parts
            .iter()
            .map(number_of)
            .reduce(|one, other| Amount::Sum(Box::new(one), Box::new(other)))
            .unwrap_or(Amount::Const(0)),
        objects => Amount::CountObjects(objects.clone()),
    }
}

/// How many are said, or one where that is computed.
pub(super) fn at_least_one(amount: &Amount) -> i32 {
    match amount {
        Amount::Const(n) => *n,
        _ => 1,
    }
}
