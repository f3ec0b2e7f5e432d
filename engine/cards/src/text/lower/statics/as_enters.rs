//! What is chosen, paid or done as the permanent enters (CR 614.1c).

use crate::ability::{Replacement, Static, StaticEffect};
use crate::cost::{Cost, CostPart};
use crate::designation::Daytime;
use crate::effect::{Destination, Duration, Instr, Modification, OfferedTypes, Pick, Script};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::WhereX;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::effect::Sentence;
use crate::text::grammar::statics::{AsEntersStatic, EnterChoice, EntersSoIf, EntersSoMuch, OneShape};
use crate::text::grammar::token::{CopyExcept, Exception};
use crate::text::grammar::verb::{ChooseVerb, ColorBut, NumberBetween, TypeBut};
use crate::text::grammar::words::PtBox;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::play::named;
use crate::text::lower::statics::{as_enters, as_turned_up, replacement};
use crate::text::lower::verb::GREATEST_NUMBER;
use crate::text::syntax::print;
use crate::walk::Walk;

impl Context<'_> {
    /// What is chosen, paid or done as the permanent enters.
    pub(super) fn as_enters_static(&mut self, frame: &mut Frame, words: &AsEntersStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            AsEntersStatic::AsEntersDo { first, so, .. } => {
                self.done_as_it_enters(print(words), first, so.as_ref(), &[])?
            }
            AsEntersStatic::AsEntersDoEach { first, so, .. } => {
                self.done_as_it_enters(print(words), first, None, so)?
            }
            AsEntersStatic::AsEntersDevours { noun } => {
                let code = self.devour(frame, noun, |count| Amount::Times(Box::new(count), 2))?;
                as_enters(print(words), code)
            }
            AsEntersStatic::WouldEnter { may, item } => {
                let Some(cost) = self.verb_as_cost(frame, &item.verb)?.filter(|_| item.each.is_none()) else {
                    return unsupported("what is done instead:", item);
                };
                let pay = match may {
                    Some(_) => Instr::MayPay(Players::You, cost, 2),
                    None => Instr::Pay(Players::You, cost, 2),
                };
                as_enters(print(words), vec![pay, Instr::End, Instr::StayOut])
            }
            AsEntersStatic::EntersWithChoice { a, b } => {
                let one = |kind| Instr::EnterWith(kind, Amount::Const(1));
                let (a, b) = (self.counter(a)?, self.counter(b)?);
                as_enters(print(words), vec![Instr::May(Players::You, 3), one(a), Instr::End, one(b)])
            }
            AsEntersStatic::EntersWithOneOf { of } => {
                let mut own = self.frame();
                let (end, last) = (own.label(), of.items.len() - 1);
                for (place, kind) in of.items.iter().enumerate() {
                    let next = own.label();
                    if place < last {
                        own.emit(Instr::May(Players::You, next));
                    }
                    own.emit(Instr::EnterWith(self.counter(&kind.0)?, Amount::Const(1)));
                    if place < last {
                        own.emit(Instr::Jump(end));
                    }
                    own.mark(next);
                }
                own.mark(end);
                let part = own.finish(print(words))?;
                as_enters(print(words), part.code)
            }
            AsEntersStatic::AsEntersBecomes { of, .. } => self.becomes_one_of(print(words), &of.items)?,
            AsEntersStatic::TurnedUp { first } => vec![self.done_as_it_is_turned_up(print(words), first)?],
            AsEntersStatic::EntersOrTurnedUp { counters, x } => {
                self.counters_either_way(frame, print(words), counters, x)?
            }
            AsEntersStatic::EntersOrTurnedUpSize { a, b } => self.one_of_two_sizes(print(words), *a, *b)?,
            AsEntersStatic::BecomesDay => {
                let neither = crate::filter::Condition::Daytime(Daytime::Neither);
                as_enters(print(words), vec![Instr::Unless(neither, 2), Instr::SetDaytime(Daytime::Day)])
            }
            AsEntersStatic::AsEnters { choice: EnterChoice::Number { between }, .. } => {
                let (least, most) = NumberBetween::bounds(between.as_ref(), GREATEST_NUMBER);
                let choose = Instr::ChooseNumber(Players::You, Amount::Const(least), Amount::Const(most), 0);
                as_enters(print(words), vec![choose, Instr::KeepNumber(Amount::Register(0))])
            }
            // CR 107.1b, 119.4: any amount that they can pay.
            AsEntersStatic::AsEnters { choice: EnterChoice::PayLife, .. } => {
                let choose = Instr::ChooseNumber(Players::You, Amount::Const(0), Amount::LifeToPay(Players::You), 0);
                let cost = Cost { mana: None, parts: vec![CostPart::Life(Amount::Register(0))] };
                let pay = Instr::Pay(Players::You, cost, 3);
                as_enters(print(words), vec![choose, pay, Instr::KeepNumber(Amount::Register(0))])
            }
            AsEntersStatic::AsEnters { choice: EnterChoice::TwoColors, .. } => {
                let first = Instr::ChooseColor(Players::You, crate::types::Colors::all());
                as_enters(print(words), vec![first, Instr::ChooseAnotherColor(Players::You)])
            }
            AsEntersStatic::AsEnters { choice, .. } => as_enters(print(words), vec![chosen(choice)?]),
            // With two players, there is one opponent.
            AsEntersStatic::AsEntersLooking { choice, .. } => {
                let look = Instr::LookAtHand(Players::You, Players::Opponents);
                as_enters(print(words), vec![look, chosen(choice)?])
            }
            AsEntersStatic::AsEntersPayToo { choice, n, .. } => {
                let cost = Cost { mana: None, parts: vec![CostPart::Life(Amount::Const(n.0))] };
                let pay = Instr::MayPay(Players::You, cost, 3);
                as_enters(print(words), vec![chosen(choice)?, pay, Instr::End, Instr::Tap(Objects::Source)])
            }
            AsEntersStatic::AsEntersPay { n } => tapped_unless(print(words), CostPart::Life(Amount::Const(n.0))),
            AsEntersStatic::AsEntersReveal { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return unsupported("what is revealed:", noun);
                }
                tapped_unless(print(words), CostPart::Reveal(Amount::Const(1), described.filter))
            }
            AsEntersStatic::EntersAsCopyExiling { noun, except }
            | AsEntersStatic::EntersAsCopy { noun, except, .. }
            | AsEntersStatic::CopiesForATime { noun, except, .. }
            | AsEntersStatic::EntersAsCopyOf { noun, except } => {
                let described = self.noun(frame, noun)?;
                let zone = match described.zone {
                    Some(zone @ Zone::Battlefield) => zone,
                    Some(zone @ Zone::Graveyard) if described.card && !described.together.is_asked() => zone,
                    _ => return unsupported("what is copied:", noun),
                };
                if described.random || described.among.is_some() {
                    return unsupported("what is copied:", noun);
                }
                let condition = match words {
                    AsEntersStatic::EntersAsCopy { before: Some(before), .. } => Some(self.before(frame, before)?),
                    _ => None,
                };
                let span = match words {
                    AsEntersStatic::CopiesForATime { dur, .. } => self.span(dur)?,
                    _ => Duration::Indefinite,
                };
                let tapped = matches!(words, AsEntersStatic::EntersAsCopy { tapped: Some(_), .. });
                let mut except = except.clone();
                let counters = self.copy_enters_with(frame, except.as_mut())?;
                let except = self.except(frame, except.as_ref())?;
                let from = Objects::Each(zone, described.filter);
                let one = || Amount::Const(1);
                let pick = Pick { chooser: Players::You, from, min: one(), max: one(), random: false };
                let mut changes = vec![Modification::CopyOf(Objects::Register(0))];
                changes.extend(except);
                let end = 3 + u16::from(tapped) + u16::from(condition.is_some());
                let mut code: Vec<Instr> =
                    condition.map(|condition| Instr::Unless(condition, end)).into_iter().collect();
                code.extend([
                    Instr::May(Players::You, end),
                    Instr::Pick(pick, 0),
                    Instr::Continuous(Objects::Source, changes, span),
                ]);
                code.extend(tapped.then_some(Instr::Tap(Objects::Source)));
                enter_with(&mut code, counters, end);
                // CR 603.12: the card that was copied is exiled by an ability that triggers then.
                if let AsEntersStatic::EntersAsCopyExiling { .. } = words {
                    if zone != Zone::Graveyard {
                        return unsupported("what is exiled:", noun);
                    }
                    let exile = Instr::Move(Objects::Register(0), Destination::to(Zone::Exile), None);
                    let exile = self.scripted("Exile that card.", Zone::Battlefield, Vec::new(), vec![exile]);
                    code.push(Instr::Reflexive(exile, None));
                    if let Some(Instr::May(_, end)) = code.first_mut() {
                        *end += 1;
                    }
                }
                as_enters(print(words), code)
            }
        })
    }
}

impl Context<'_> {
    /// Takes from the exceptions of a copy the counters that it enters with: on what, if not always, of which kind and how many (CR 707.9).
    fn copy_enters_with(&mut self, frame: &mut Frame, except: Option<&mut CopyExcept>) -> Lowered<Vec<CopyCounters>> {
        let Some(
            CopyExcept::Comma { exceptions } | CopyExcept::CommaThat { exceptions } | CopyExcept::Bare { exceptions },
        ) = except
        else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for exception in &exceptions.items {
            let (with, filter) = match exception {
                Exception::EntersWith { with } => (with, None),
                Exception::EntersWithIf { with, noun } => {
                    let described = self.noun(frame, noun)?;
                    if !described.describes_permanents() {
                        return unsupported("what enters with counters:", noun);
                    }
                    (with, Some(described.filter))
                }
                _ => continue,
            };
            let (kind, amount) = self.enter_counters(frame, with)?;
            all.push((filter, kind, amount));
        }
        exceptions.items.retain(|one| !matches!(one, Exception::EntersWith { .. } | Exception::EntersWithIf { .. }));
        Ok(all)
    }

    /// "It becomes your choice of a 3/3 creature or a 2/2 creature with flying": what it becomes is part of its copiable values (CR 707.2), as
    /// if it entered as a copy of itself with exceptions.
    fn becomes_one_of(&mut self, text: String, shapes: &[OneShape]) -> Lowered<Vec<Static>> {
        let mut own = self.frame();
        let (chosen, end) = (own.number_register()?, own.label());
        let words = shapes.iter().map(|shape| print(shape).replacen('A', "a", 1)).collect();
        own.emit(Instr::ChooseWord(Players::You, words, chosen));
        for (place, OneShape { shape, tail }) in shapes.iter().enumerate() {
            let next = own.label();
            let is_it = Condition::Compare(Amount::Register(chosen), Comparison::Equal, Amount::Const(place as i32));
            own.emit(Instr::Unless(is_it, next));
            let mut changes = vec![Modification::CopyOf(Objects::Source)];
            // What it is anyway it stays, and so does a copy that is something else as well.
            changes.extend(self.becomes(&mut own, shape, tail.as_ref())?.into_iter().map(|change| match change {
                Modification::SetTypes(types) => Modification::AddTypes(types),
                other => other,
            }));
            own.emit(Instr::Continuous(Objects::Source, changes, Duration::Indefinite));
            own.emit(Instr::Jump(end));
            own.mark(next);
        }
        own.mark(end);
        let part = own.finish(text.clone())?;
        Ok(as_enters(text, part.code))
    }

    /// "As ~ enters or is turned face up, put X +1/+1 counters on it": it enters with them.
    fn counters_either_way(
        &mut self,
        frame: &mut Frame,
        text: String,
        counters: &Counters,
        x: &WhereX,
    ) -> Lowered<Vec<Static>> {
        frame.discourse.x = Some(self.amount(frame, &x.amount)?);
        let (kind, amount) = self.counters_of(frame, counters)?;
        let put = Instr::AddCounters(Objects::Source, kind, amount.clone());
        let what = Filter::just(Test::Source);
        let mut all = replacement(Replacement::EntersWithCounters { what, kind, amount });
        all.extend(as_turned_up(text, vec![put]));
        Ok(all)
    }

    /// "As ~ enters or is turned face up, it becomes your choice of 5/1 or 1/5": part of its copiable values (CR 707.2), as a shape is.
    fn one_of_two_sizes(&mut self, text: String, a: PtBox, b: PtBox) -> Lowered<Vec<Static>> {
        let (PtBox(Some(_), Some(_)), PtBox(Some(_), Some(_))) = (a, b) else {
            return decline("sizes that are no numbers can't be chosen");
        };
        let mut own = self.frame();
        let (chosen, second, end) = (own.number_register()?, own.label(), own.label());
        own.emit(Instr::ChooseWord(
            Players::You,
            [a, b].map(|size| format!("a {} creature", print(&size))).to_vec(),
            chosen,
        ));
        let sized = |PtBox(power, toughness): PtBox| {
            let size = Modification::SetBasePT(power.map(Amount::Const), toughness.map(Amount::Const));
            let changes = vec![Modification::CopyOf(Objects::Source), size];
            Instr::Continuous(Objects::Source, changes, Duration::Indefinite)
        };
        let is_first = Condition::Compare(Amount::Register(chosen), Comparison::Equal, Amount::Const(0));
        own.emit(Instr::Unless(is_first, second));
        own.emit(sized(a));
        own.emit(Instr::Jump(end));
        own.mark(second);
        own.emit(sized(b));
        own.mark(end);
        let code = own.finish(text.clone())?.code;
        let mut all = as_enters(text.clone(), code.clone());
        all.extend(as_turned_up(text, code));
        Ok(all)
    }

    /// Something is done as the source is turned face up, before anything triggers on that (CR 708.11).
    fn done_as_it_is_turned_up(&mut self, text: String, first: &Sentence) -> Lowered<Static> {
        let mut own = self.frame();
        own.mention_source(self.types);
        self.sentences(&mut own, first, &[])?;
        let later = |instr: &Instr| matches!(instr, Instr::Delayed(..) | Instr::Reflexive(..));
        if !own.code.targets.is_empty()
            || own.code.items.iter().any(|item| matches!(item, Item::Instr(_, instr) if later(instr)))
        {
            return unsupported("what is done as it is turned face up:", first);
        }
        let part = own.finish(text)?;
        let script = Script { parts: vec![part], modes: None };
        Ok(Static {
            zone: Zone::Battlefield,
            condition: None,
            effect: StaticEffect::Replacement(Replacement::AsTurnedUp(script)),
        })
    }

    /// Something is done before the source enters, which may say what it enters with (CR 614.12a).
    fn done_as_it_enters(
        &mut self,
        text: String,
        first: &Sentence,
        so: Option<&EntersSoMuch>,
        each: &[EntersSoIf],
    ) -> Lowered<Vec<Static>> {
        let mut own = self.frame();
        self.sentences(&mut own, first, &[])?;
        if !own.code.targets.is_empty() {
            return unsupported("what has a target as it enters:", first);
        }
        // Where it isn't on the battlefield yet, nothing returns as it leaves.
        let links = |to: &Destination| to.until_source_leaves || to.zone == Zone::Battlefield;
        let later = |instr: &Instr| matches!(instr, Instr::Delayed(..) | Instr::Reflexive(..));
        if own.code.items.iter().any(|item| matches!(item, Item::Instr(_, instr) if instr.has(links) || later(instr))) {
            return unsupported("what is done as it enters:", first);
        }
        if let Some(so) = so {
            let (EntersSoMuch::Self_ { with }
            | EntersSoMuch::It { with }
            | EntersSoMuch::SelfIfDone { with }
            | EntersSoMuch::ItIfDone { with }) = so;
            let end = own.label();
            if let EntersSoMuch::SelfIfDone { .. } | EntersSoMuch::ItIfDone { .. } = so {
                own.emit(Instr::Unless(Condition::Did, end));
            }
            let (kind, amount) = self.enter_counters(&mut own, with)?;
            own.emit(Instr::EnterWith(kind, amount));
            own.mark(end);
        }
        for EntersSoIf { with, condition } in each {
            let condition = self.conditions(&mut own, condition)?;
            let end = own.label();
            own.emit(Instr::Unless(condition, end));
            let (kind, amount) = self.enter_counters(&mut own, with)?;
            own.emit(Instr::EnterWith(kind, amount));
            own.mark(end);
        }
        let part = own.finish(text.clone())?;
        Ok(as_enters(text, part.code))
    }
}

/// As the source enters, a cost may be paid, or else it is tapped.
fn tapped_unless(text: String, part: CostPart) -> Vec<Static> {
    let cost = Cost { mana: None, parts: vec![part] };
    as_enters(text, vec![Instr::MayPay(Players::You, cost, 2), Instr::End, Instr::Tap(Objects::Source)])
}

/// Counters that a copy enters with: on what, if not always, of which kind and how many.
type CopyCounters = (Option<Filter>, CounterKind, Amount);

/// Counters that a copy enters with, at the end of the script that copies: what jumped to this end jumps behind them.
fn enter_with(code: &mut Vec<Instr>, counters: Vec<CopyCounters>, end: u16) {
    for (filter, kind, amount) in counters {
        let after = code.len() as u16 + 2;
        let is_it = |filter| Instr::Unless(Condition::ObjectIs(Objects::Source, filter), after);
        code.extend(filter.map(is_it));
        code.push(Instr::EnterWith(kind, amount));
    }
    let last = code.len() as u16;
    for instr in code {
        if let Instr::May(_, to) | Instr::Unless(_, to) = instr
            && *to == end
        {
            *to = last;
        }
    }
}

/// What is chosen as something enters.
fn chosen(choice: &EnterChoice) -> Lowered<Instr> {
    Ok(match choice {
        EnterChoice::Verb { verb: ChooseVerb::ChooseColor { but } } => {
            Instr::ChooseColor(Players::You, ColorBut::allowed(but.as_ref()))
        }
        EnterChoice::Verb { verb: ChooseVerb::ChooseCreatureType { but } } => {
            Instr::ChooseCreatureType(Players::You, TypeBut::offered(but.as_ref()))
        }
        EnterChoice::Types { types } => {
            let these = types.items.iter().map(|sub| sub.0).collect();
            Instr::ChooseCreatureType(Players::You, OfferedTypes::These(these))
        }
        EnterChoice::Verb { verb: ChooseVerb::ChooseName { what } } => Instr::ChooseName(Players::You, named(what)),
        EnterChoice::Verb { .. } | EnterChoice::Number { .. } | EnterChoice::PayLife | EnterChoice::TwoColors => {
            return unsupported("the choice", choice);
        }
        EnterChoice::LandType => Instr::ChooseLandType(Players::You),
        EnterChoice::Opponent => Instr::ChoosePlayer(Players::You, PlayerFilter::Opponent),
        EnterChoice::Player => Instr::ChoosePlayer(Players::You, PlayerFilter::Any),
    })
}
