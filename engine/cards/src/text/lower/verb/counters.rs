//! Counters on objects and players (CR 122) → instructions.

use crate::effect::{DividedAmong, Instr, MovedKinds};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Objects, Players, Zone};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{HowMany, Np, Quant};
use crate::text::grammar::object::Divided;
use crate::text::grammar::verb::CountersVerb;
use crate::text::grammar::words::{CounterWord, ListedCounter};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// Counters that players get and lose.
    fn players_counters(&mut self, frame: &mut Frame, who: &Players, verb: &CountersVerb) -> Lowered<()> {
        let instr = match verb {
            CountersVerb::GetCounters { n, kind } => {
                let kind = self.players_counter(kind)?;
                Instr::AddPlayerCounters(who.clone(), kind, self.count(frame, n)?)
            }
            CountersVerb::GetCountersEqual { kind, amount } => {
                let kind = self.players_counter(kind)?;
                Instr::AddPlayerCounters(who.clone(), kind, self.amount(frame, amount)?)
            }
            CountersVerb::LoseCounters { kind } => {
                let kind = kind.as_ref().map(|kind| self.players_counter(kind)).transpose()?;
                Instr::LosePlayerCounters(who.clone(), kind, None)
            }
            _ => return unsupported("the counters of players", verb),
        };
        frame.emit(instr);
        Ok(())
    }

    /// A kind of counters that players have.
    fn players_counter(&mut self, kind: &CounterWord) -> Lowered<CounterKind> {
        match kind.0.as_str() {
            "poison" | "energy" | "experience" | "rad" => self.counter(kind),
            _ => unsupported("the counters of players", kind),
        }
    }

    /// "A +1/+1 counter on target creature and a -1/-1 counter on another": all of them at one time (CR 608.2f).
    fn put_together(&mut self, frame: &mut Frame, put: &[(&Counters, &Np)]) -> Lowered<()> {
        for (place, (counters, on)) in put.iter().enumerate() {
            let (kind, n) = self.counters_of(frame, counters)?;
            let on = self.objects(frame, on, Use::Act)?;
            frame.emit(and_put(place, on, kind, n));
        }
        Ok(())
    }

    /// "A +1/+1 counter, a reach counter, and a deathtouch counter": all of them at one time (CR 608.2f).
    fn put_kinds(&mut self, frame: &mut Frame, put: &[&Counters], on: &Np) -> Lowered<()> {
        let on = self.objects(frame, on, Use::Act)?;
        for (place, counters) in put.iter().enumerate() {
            let (kind, n) = self.counters_of(frame, counters)?;
            frame.emit(and_put(place, on.clone(), kind, n));
        }
        Ok(())
    }

    /// Putting counters on objects and players, moving and removing them.
    pub(super) fn counters_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &CountersVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            CountersVerb::PutCounters { counters, on } => {
                let (kind, n) = self.counters_of(frame, counters)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                let n = self.times(frame, n, each)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            CountersVerb::PutUpToX { kind, on } if you && each.is_none() => {
                let (kind, most) = (self.counter(kind)?, self.x(frame)?);
                let on = self.objects(frame, on, Use::Act)?;
                let n = frame.number_register()?;
                frame.emit(Instr::ChooseNumber(Players::You, Amount::Const(0), most, n));
                frame.emit(Instr::AddCounters(on, kind, Amount::Register(n)));
            }
            CountersVerb::PutCountersTwo { counters, on, more, also } => {
                self.put_together(frame, &[(counters, on), (more, also)])?;
            }
            CountersVerb::PutCountersThree { counters, on, more, also, last, third } => {
                self.put_together(frame, &[(counters, on), (more, also), (last, third)])?;
            }
            CountersVerb::PutChoice { of, on } if you && each.is_none() => {
                let on = self.objects(frame, on, Use::Act)?;
                let put = of.items.iter().map(|counters| self.counters_of(frame, counters)).collect::<Lowered<_>>()?;
                one_of(frame, &on, put);
            }
            CountersVerb::PutChoiceOfKind { of, on } | CountersVerb::PutChoiceAmong { of, on }
                if you && each.is_none() =>
            {
                let on = self.objects(frame, on, Use::Act)?;
                let one = |kind: &ListedCounter| Ok((self.counter(&kind.0)?, Amount::Const(1)));
                let put = of.items.iter().map(one).collect::<Lowered<_>>()?;
                one_of(frame, &on, put);
            }
            CountersVerb::PutTwoKinds { counters, more, on } => self.put_kinds(frame, &[counters, more], on)?,
            CountersVerb::PutTwoKindsEach { counters, more, each, on } => {
                self.put_kinds(frame, &[counters, more, each], on)?;
            }
            CountersVerb::PutCountersEqual { kind, amount, on } => {
                let kind = self.counter(kind)?;
                let n = self.amount(frame, amount)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            CountersVerb::PutCountersOnEqual { kind, on, amount } => {
                let kind = self.counter(kind)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                let n = self.amount(frame, amount)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            CountersVerb::RemoveCounters { counters, from } => self.remove_counters(frame, who, counters, from)?,
            CountersVerb::RemoveThose | CountersVerb::RemoveAllOfThem { .. } if you => {
                self.remove_those(frame, verb)?
            }
            CountersVerb::GetThatMuchEnergy | CountersVerb::GetXEnergy => {
                let x = *verb == CountersVerb::GetXEnergy;
                let n = if x { self.x(frame)? } else { self.that_much(frame)? };
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, n));
            }
            CountersVerb::GetEnergy { n } => {
                let n = self.times(frame, Amount::Const(n.0), each)?;
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, n));
            }
            CountersVerb::GetCounters { .. } => self.players_counters(frame, who, verb)?,
            CountersVerb::GetCountersEqual { .. } | CountersVerb::LoseCounters { .. } if each.is_none() => {
                self.players_counters(frame, who, verb)?
            }
            CountersVerb::Distribute { n, kind, among } if you => {
                let kind = self.counter(kind)?;
                let n = self.count(frame, n)?;
                if matches!(among, Divided::Targets { .. }) {
                    return unsupported("the targets of", verb);
                }
                let spec = self.divide(frame, n, among)?;
                frame.emit(Instr::AddCountersDivided(kind, DividedAmong(spec)));
            }
            CountersVerb::DistributeNow { .. } | CountersVerb::DistributeEqualNow { .. } if you && each.is_none() => {
                self.distribute_now(frame, verb)?;
            }
            CountersVerb::GetEnergyEqual { amount } => {
                let n = self.amount(frame, amount)?;
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, n));
            }
            CountersVerb::DoubleEachCounter { on } if each.is_none() => {
                let on = self.objects(frame, on, Use::Act)?;
                frame.emit(Instr::DoubleCounters(on));
            }
            CountersVerb::DoubleCounters { kind, on } if each.is_none() => {
                let kind = self.counter(kind)?;
                let on = self.objects(frame, on, Use::Act)?;
                if frame.discourse.mentions.last().is_none_or(|mention| mention.plural) {
                    // CR 701.10e: of each as many as it has.
                    let label = frame.label();
                    frame.emit(Instr::ForEachObject(on, label));
                    let more = Amount::Counters(Objects::Current, Some(kind));
                    frame.emit(Instr::AddCounters(Objects::Current, kind, more));
                    frame.mark(label);
                    return Ok(());
                }
                let more = Amount::Counters(on.clone(), Some(kind));
                frame.emit(Instr::AddCounters(on, kind, more));
            }
            CountersVerb::PutItsCounters { on } | CountersVerb::PutThoseCounters { on }
                if you && !frame.setting.spell =>
            {
                let from = self.objects(frame, &Np::It, Use::Read)?;
                let on = self.objects(frame, on, Use::Act)?;
                frame.emit(Instr::PutSameCounters(from, on));
            }
            CountersVerb::MoveAny { kind, from, onto } if you && each.is_none() => {
                let kind = self.counter(kind)?;
                self.move_any(frame, kind, from, onto)?;
            }
            CountersVerb::MoveAnyKinds { from, onto } | CountersVerb::MoveAnyKindsTo { from, to: onto }
                if you && each.is_none() =>
            {
                self.move_kinds(frame, from, onto, MovedKinds::AnyNumber)?;
            }
            CountersVerb::MoveSome { from, onto } if you && each.is_none() => {
                self.move_kinds(frame, from, onto, MovedKinds::OneOrMore)?;
            }
            CountersVerb::MoveNewKinds { from } if you && each.is_none() => {
                self.move_kinds(frame, from, &Np::Itself, MovedKinds::OneOfEachNew)?;
            }
            CountersVerb::MoveCounter { kind, from, onto } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                self.moving(frame, from, onto, kind, Some(Amount::Const(1)))?;
            }
            CountersVerb::MoveAll { kind, from, onto } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                self.moving(frame, from, onto, kind, None)?;
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// "Remove those counters", "remove all of them from it": those that the condition before counts.
    fn remove_those(&mut self, frame: &mut Frame, verb: &CountersVerb) -> Lowered<()> {
        let Some((from, kind)) = frame.discourse.counters.clone() else {
            return unsupported("which counters are meant by", verb);
        };
        if let CountersVerb::RemoveAllOfThem { from: there } = verb
            && self.objects(frame, there, Use::Act)? != from
        {
            return unsupported("from what counters are removed:", there);
        }
        frame.emit(Instr::RemoveCounters(from, Some(kind), None));
        Ok(())
    }

    /// Counters are distributed among permanents that are chosen now, as many at most as there are counters (CR 608.2d).
    fn distribute_now(&mut self, frame: &mut Frame, verb: &CountersVerb) -> Lowered<()> {
        let (kind, n, among) = match verb {
            CountersVerb::DistributeNow { n, kind, among } => (self.counter(kind)?, self.count(frame, n)?, among),
            CountersVerb::DistributeEqualNow { kind, amount, among } => {
                (self.counter(kind)?, self.amount(frame, amount)?, among)
            }
            _ => return unsupported("the verb", verb),
        };
        let Np::Quant { quant, noun } = among else { return unsupported("the counters on", among) };
        let described = self.noun(frame, noun)?;
        let plain = described.among.is_none() && described.also.is_none() && !described.random;
        if described.zone != Some(Zone::Battlefield) || !plain || described.together.is_asked() {
            return unsupported("the counters on", among);
        }
        let all = Objects::Each(Zone::Battlefield, described.filter.clone());
        let (least, most) = match quant {
            Quant::Some { n: HowMany::OneOrTwo } => (Amount::Const(1), Amount::Const(2)),
            Quant::Some { n: HowMany::OneTwoOrThree } => (Amount::Const(1), Amount::Const(3)),
            // "Among creatures you control": all of them, if there are any.
            Quant::Bare => (Amount::Const(1), n.clone()),
            _ => (Amount::Const(0), n.clone()),
        };
        let chosen = self.pick(frame, all, least, most)?;
        frame.emit(Instr::AddCountersShared { among: chosen.clone(), kind, amount: n.clone(), by: Players::You });
        frame.says(n);
        frame.mention(chosen, true, Some(&described));
        Ok(())
    }

    /// CR 122.5: any number of counters are moved, onto each of several objects as many as you choose.
    fn move_any(&mut self, frame: &mut Frame, kind: CounterKind, from: &Np, onto: &Np) -> Lowered<()> {
        let described = |np: &Np| matches!(np, Np::Quant { quant: Quant::Bare, .. });
        // CR 608.2f: those of several objects would be put on it at one time.
        if described(from) {
            return unsupported("from what counters are moved:", from);
        }
        let much = described(onto);
        let from = self.objects(frame, from, Use::Act)?;
        let onto = self.objects(frame, onto, Use::Act)?;
        let (n, end) = (frame.number_register()?, frame.label());
        let onto = if much {
            frame.emit(Instr::ForEachObject(onto, end));
            Objects::Current
        } else {
            onto
        };
        let there = Amount::Counters(from.clone(), Some(kind));
        frame.emit(Instr::ChooseNumber(Players::You, Amount::Const(0), there, n));
        frame.emit(Instr::MoveCounters(from, onto, Some(kind), Some(Amount::Register(n))));
        frame.mark(end);
        Ok(())
    }

    /// CR 122.5: counters of several kinds are moved from one object onto another, as many as you choose or one of each.
    fn move_kinds(&mut self, frame: &mut Frame, from: &Np, onto: &Np, which: MovedKinds) -> Lowered<()> {
        if [from, onto].iter().any(
            |np| matches!(np, Np::Quant { quant, .. } if *quant != Quant::Target && *quant != Quant::AnotherTarget),
        ) {
            return unsupported("from what or onto what counters are moved:", from);
        }
        let from = self.objects(frame, from, Use::Act)?;
        let onto = self.objects(frame, onto, Use::Act)?;
        frame.emit(Instr::MoveKinds(from, onto, which));
        frame.emit(Instr::DoneIf(Condition::Compare(Amount::ThisWay, Comparison::AtLeast, Amount::Const(1))));
        frame.discourse.did = true;
        Ok(())
    }

    /// CR 122.5: that many counters, or all, are moved from one object onto another.
    fn moving(
        &mut self,
        frame: &mut Frame,
        from: &Np,
        onto: &Np,
        kind: Option<CounterKind>,
        n: Option<Amount>,
    ) -> Lowered<()> {
        let from = self.objects(frame, from, Use::Act)?;
        frame.choose_with_counters(&from, kind, n.as_ref())?;
        let onto = self.objects(frame, onto, Use::Act)?;
        frame.emit(Instr::MoveCounters(from, onto, kind, n));
        Ok(())
    }
}

/// "Your choice of a vigilance counter or a reach counter": each is offered in turn, and the last is put if none before was (CR 608.2d).
fn one_of(frame: &mut Frame, on: &Objects, put: Vec<(CounterKind, Amount)>) {
    let (end, last) = (frame.label(), put.len() - 1);
    for (place, (kind, n)) in put.into_iter().enumerate() {
        let next = frame.label();
        if place < last {
            frame.emit(Instr::May(Players::You, next));
        }
        frame.emit(Instr::AddCounters(on.clone(), kind, n));
        if place < last {
            frame.emit(Instr::Jump(end));
        }
        frame.mark(next);
    }
    frame.mark(end);
}

/// Puts counters on objects, together with those that were put before where these aren't the first.
fn and_put(place: usize, on: Objects, kind: CounterKind, n: Amount) -> Instr {
    match place {
        0 => Instr::AddCounters(on, kind, n),
        _ => Instr::AndCounters(on, kind, n),
    }
}
