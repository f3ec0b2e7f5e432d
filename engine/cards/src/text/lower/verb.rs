//! What players do → instructions.

use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Lowered, Past, decline};
use crate::effect::{Destination, Duration, Instr, LibraryPosition, Modification, TargetSpec, WordKind};
use crate::filter::{Amount, CounterKind, Objects, Players, Test, Zone};
use crate::text::grammar::amount::{ForEach, Rounding};
use crate::text::grammar::noun::{HowMany, Np, Nps, Quant};
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::{CopyNp, ManaAdded, PlayerVerb, Rewording, Times};
use crate::types::CardTypes;

/// How a spell is copied.
#[derive(Default)]
struct Copying {
    /// How often; once, if nothing is said.
    times: Option<Amount>,
    new_targets: bool,
    except: Vec<Modification>,
    /// One for each of these that it could target.
    at: Option<Objects>,
}

/// Returns whether it is the object itself and a target that lies in a graveyard: "return ~ and target land card from your graveyard to the
/// battlefield" moves it out of there too, and the ability works nowhere else (CR 113.6m).
fn lies_with_target(frame: &Frame, what: &Nps) -> bool {
    let in_graveyard = |spec: &TargetSpec| spec.objects.iter().all(|(zone, _)| *zone == Zone::Graveyard);
    matches!(what, Nps::Two { a: Np::Itself, .. }) && frame.targets.last().is_some_and(in_graveyard)
}

impl Context<'_> {
    /// CR 707.10.
    fn copy_spell(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &PlayerVerb,
        what: &Np,
        how: &Copying,
    ) -> Lowered<()> {
        let of = self.objects(frame, what, Use::Act)?;
        let spell = frame.mentions.last().is_some_and(|mention| mention.spell);
        if !(spell || *what == Np::Itself && frame.spell) {
            return unsupported("the copying", verb);
        }
        let label = frame.label();
        if let Some(times) = &how.times {
            frame.emit(Instr::Repeat(times.clone(), label));
        }
        let (new_targets, except, at) = (how.new_targets, how.except.clone(), how.at.clone());
        frame.emit(Instr::CopySpell { of, player: who.clone(), new_targets, except, at });
        frame.mark(label);
        Ok(())
    }

    /// Players do something.
    pub(super) fn player_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &PlayerVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let before = std::mem::replace(&mut frame.chooser, who.clone());
        let result = self.do_verb(frame, who, verb, each);
        frame.chooser = before;
        result
    }

    fn do_verb(&mut self, frame: &mut Frame, who: &Players, verb: &PlayerVerb, each: Option<&ForEach>) -> Lowered<()> {
        let you = *who == Players::You;
        let several = super::several(who);
        let counts = matches!(
            verb,
            PlayerVerb::Draw { .. }
                | PlayerVerb::GainLife { .. }
                | PlayerVerb::LoseLife { .. }
                | PlayerVerb::Mill { .. }
                | PlayerVerb::MillOld { .. }
                | PlayerVerb::Create { .. }
                | PlayerVerb::PutCounters { .. }
                | PlayerVerb::AddMana { .. }
                | PlayerVerb::Discard { .. }
                | PlayerVerb::Scry { .. }
                | PlayerVerb::CopySpell { .. }
        );
        if each.is_some() && !counts {
            return unsupported("`for each` after", verb);
        }
        match verb {
            PlayerVerb::Draw { cards } => {
                let n = self.cards(frame, cards, each)?;
                // What all players revealed is still on top of their libraries.
                if let Some(number) = frame.revealed_by_all.take() {
                    let cards = Objects::Register(frame.register_of(number)?);
                    frame.emit(Instr::Move(cards, Destination::to(Zone::Library), None));
                }
                frame.says(n.clone());
                frame.emit(Instr::Draw(who.clone(), n));
            }
            PlayerVerb::Discard { what } => self.discard(frame, who, what, each)?,
            PlayerVerb::GainLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.says(n.clone());
                frame.emit(Instr::GainLife(who.clone(), n));
            }
            PlayerVerb::LoseLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.says(n.clone());
                frame.emit(Instr::LoseLife(who.clone(), n));
            }
            PlayerVerb::Mill { cards } => {
                let n = self.cards(frame, cards, each)?;
                self.mill(frame, who, n);
            }
            PlayerVerb::MillHalf { rounding } if !several => {
                let cards = Box::new(Amount::LibrarySize(who.clone()));
                let half = match rounding {
                    Rounding::Up => Amount::HalfUp(cards),
                    Rounding::Down => Amount::HalfDown(cards),
                };
                self.mill(frame, who, half);
            }
            PlayerVerb::MillOld { n } if you => {
                let n = self.count(frame, n)?;
                let n = self.times(frame, n, each)?;
                self.mill(frame, who, n);
            }
            PlayerVerb::Scry { n } => {
                let n = self.number(frame, n)?;
                let n = self.times(frame, n, each)?;
                frame.emit(Instr::Scry(who.clone(), n));
            }
            PlayerVerb::Surveil { n } => {
                let n = self.number(frame, n)?;
                frame.emit(Instr::Surveil(who.clone(), n));
            }
            PlayerVerb::Sacrifice { what, .. } => self.sacrifice(frame, who, what)?,
            PlayerVerb::Search { zone, what } => self.search(frame, who, zone, what)?,
            PlayerVerb::Reveal { what: Np::Them } if matches!(frame.last_instr(), Some(Instr::Draw(..))) => {
                let into = frame.register()?;
                frame.emit(Instr::RevealDrawn(who.clone(), into));
                frame.looked = Some(Objects::Register(into));
                frame.mention(Objects::Register(into), true, None);
                if let Some(mention) = frame.mentions.last_mut() {
                    mention.card = true;
                    mention.past = Some(Past::Revealed);
                }
            }
            PlayerVerb::SearchAll { whose, what } => {
                let zones = vec![Zone::Graveyard, Zone::Hand, Zone::Library];
                self.search_all(frame, who, whose, what, zones)?;
            }
            PlayerVerb::SearchBoth { what } if you => {
                self.search_all(frame, who, &Whose::Your, what, vec![Zone::Library, Zone::Graveyard])?;
            }
            PlayerVerb::SearchTwo { what } if you => self.search_either(frame, what)?,
            PlayerVerb::Reveal { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                if let Some(shown) = frame.revealed_perhaps(&objects)? {
                    frame.emit(Instr::Reveal(shown));
                    return Ok(());
                }
                // Found cards are revealed by the search itself; saying it again is harmless and shows it in the journal.
                let last = frame.mentions.last_mut().filter(|mention| mention.before.as_ref() == Some(&objects));
                if let Some(mention) = last {
                    mention.past = Some(Past::Revealed);
                }
                frame.emit(Instr::Reveal(objects));
            }
            PlayerVerb::RevealHand if !several && !you => {
                frame.emit(Instr::LookAtHand(Players::You, who.clone()));
                frame.revealed = Some((who.clone(), None));
            }
            PlayerVerb::Shuffle => {
                frame.emit(Instr::Shuffle(who.clone()));
            }
            PlayerVerb::Separate | PlayerVerb::SeparateThem if !several => self.separate(frame)?,
            PlayerVerb::ChoosePile if !several => self.choose_pile(frame, who)?,
            PlayerVerb::PutPiles { to, or } if !several => {
                self.choose_pile(frame, who)?;
                self.put_piles(frame, who, to, or)?;
            }
            PlayerVerb::PutThatPile { to, or } if !several => self.put_piles(frame, who, to, or)?,
            PlayerVerb::ShuffleLibrary { zone } => {
                let owner = self.library_owner(frame, who, zone)?;
                frame.emit(Instr::Shuffle(owner));
            }
            PlayerVerb::ShuffleInto { what, zone } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.zone_word(zone, OwnZone::Library)?;
                let to = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                self.moves(frame, objects, to, None);
            }
            PlayerVerb::Put { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.put(frame, who, objects, to)?;
            }
            PlayerVerb::PutSplit { a, to, b, or } => {
                let first = self.objects(frame, a, Use::Act)?;
                self.put(frame, who, first, to)?;
                let second = self.objects(frame, b, Use::Act)?;
                self.put(frame, who, second, or)?;
            }
            PlayerVerb::PutThree { a, to, b, or, c, then } => {
                for (what, to) in [(a, to), (b, or), (c, then)] {
                    let objects = self.objects(frame, what, Use::Act)?;
                    self.put(frame, who, objects, to)?;
                }
            }
            PlayerVerb::PutCounters { counters, on } => {
                let (kind, n) = self.counters_of(frame, counters)?;
                let n = self.times(frame, n, each)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            PlayerVerb::PutCountersTwo { counters, on, more, also } => {
                for (counters, on) in [(counters, on), (more, also)] {
                    let (kind, n) = self.counters_of(frame, counters)?;
                    let on = self.objects(frame, on, Use::Act)?;
                    frame.emit(Instr::AddCounters(on, kind, n));
                }
            }
            PlayerVerb::PutTwoKinds { counters, more, on } => {
                let on = self.objects(frame, on, Use::Act)?;
                for counters in [counters, more] {
                    let (kind, n) = self.counters_of(frame, counters)?;
                    frame.emit(Instr::AddCounters(on.clone(), kind, n));
                }
            }
            PlayerVerb::PutTwoKindsEach { counters, more, each, on } => {
                let on = self.objects(frame, on, Use::Act)?;
                for counters in [counters, more, each] {
                    let (kind, n) = self.counters_of(frame, counters)?;
                    frame.emit(Instr::AddCounters(on.clone(), kind, n));
                }
            }
            PlayerVerb::ChooseOpponent if you => frame.players.push(Players::Opponents),
            PlayerVerb::ChangeTarget { what } | PlayerVerb::ChangeTargets { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::ChangeTargets(objects, Players::You));
            }
            PlayerVerb::PutCountersEqual { kind, amount, on } => {
                let kind = self.counter(kind)?;
                let n = self.amount(frame, amount)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            PlayerVerb::RemoveCounters { counters, from } => self.remove_counters(frame, who, counters, from)?,
            PlayerVerb::Destroy { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Destroy(objects, false));
            }
            PlayerVerb::Exile { what, how } => self.exile(frame, who, what, how.as_ref())?,
            PlayerVerb::PutOnto { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.put(frame, who, objects, to)?;
            }
            PlayerVerb::ExileFromGraveyard { what } if you => self.exile_from_graveyard(frame, what)?,
            PlayerVerb::Return { what, to } | PlayerVerb::ReturnTo { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                if frame.activated && lies_with_target(frame, what) {
                    frame.zone = Some(Zone::Graveyard);
                }
                self.put_back(frame, who, objects, to)?;
            }
            PlayerVerb::ReturnFrom { what, from, to } => {
                let (zone, _) = self.zone(frame, from)?;
                let objects = self.objects(frame, what, Use::Act)?;
                if objects == Objects::Source && zone != Zone::Battlefield {
                    frame.zone = Some(zone);
                }
                self.put_back(frame, who, objects, to)?;
            }
            PlayerVerb::Tap { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Tap(objects));
            }
            PlayerVerb::Untap { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Untap(objects));
            }
            PlayerVerb::TapOrUntap { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                let (untap, end) = (frame.label(), frame.label());
                // Whether to tap it; if not, it is untapped.
                frame.emit(Instr::May(Players::You, untap));
                frame.emit(Instr::Tap(objects.clone()));
                frame.emit(Instr::Jump(end));
                frame.mark(untap);
                frame.emit(Instr::Untap(objects));
                frame.mark(end);
            }
            PlayerVerb::Counter { what: Np::It } if you => {
                // What is countered is on the stack, whatever else was mentioned.
                match frame.mentions.iter().rev().find(|mention| mention.spell && !mention.source).cloned() {
                    Some(mention) => {
                        let objects = frame.resolve(&mention)?;
                        frame.emit(Instr::Counter(objects, None));
                    }
                    None => return decline("it is unclear what is countered"),
                }
            }
            PlayerVerb::Counter { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Counter(objects, None));
            }
            PlayerVerb::Create { tokens } => self.create(frame, who, tokens, each)?,
            PlayerVerb::CreateTwo { a, b } => {
                self.create_together(frame, who, &[a, b])?;
            }
            PlayerVerb::CreateOr { a, b } if !several => {
                let (other, end) = (frame.label(), frame.label());
                frame.emit(Instr::May(who.clone(), other));
                frame.perhaps += 1;
                let result = self.create(frame, who, a, None).and_then(|()| {
                    frame.emit(Instr::Jump(end));
                    frame.mark(other);
                    self.create(frame, who, b, None)
                });
                frame.perhaps -= 1;
                result?;
                frame.mark(end);
            }
            PlayerVerb::CreateThree { a, b, c } => self.create_together(frame, who, &[a, b, c])?,
            PlayerVerb::GainControl { what, dur } if !several => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let duration = match dur {
                    Some(dur) => self.span(dur)?,
                    None => frame.lasts().unwrap_or(Duration::Indefinite),
                };
                frame.emit(Instr::Continuous(objects, vec![Modification::Control(who.clone())], duration));
            }
            PlayerVerb::AddMana { mana: ManaAdded::SameType | ManaAdded::SameTypeMore } => {
                frame.emit(Instr::AddSameMana(who.clone()));
            }
            PlayerVerb::AddMana { mana } => {
                let output = self.mana_output(frame, mana, each)?;
                frame.emit(Instr::AddMana(who.clone(), output));
            }
            // "Attach an Equipment to it": not to the Equipment, even if that is the ability's source.
            PlayerVerb::Attach { what: what @ (Np::Quant { .. } | Np::Itself), to }
                if !matches!(to, Np::Quant { .. }) =>
            {
                let to = self.objects(frame, to, Use::Act)?;
                let what = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Attach(what, to));
            }
            PlayerVerb::Attach { what, to } => {
                let what = self.objects(frame, what, Use::Act)?;
                let to = self.objects(frame, to, Use::Act)?;
                frame.emit(Instr::Attach(what, to));
            }
            PlayerVerb::Regenerate { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                self.pool.uses(crate::keyword::Features::REGENERATION);
                frame.emit(Instr::Regenerate(objects));
            }
            PlayerVerb::Prevent { what } => self.prevent(frame, what)?,
            PlayerVerb::LookAtTop { zone, .. }
            | PlayerVerb::RevealTop { zone, .. }
            | PlayerVerb::LookAtTopOne { zone }
            | PlayerVerb::RevealTopOne { zone } => {
                let reveal = matches!(verb, PlayerVerb::RevealTop { .. } | PlayerVerb::RevealTopOne { .. });
                let amount = match verb {
                    PlayerVerb::LookAtTop { n, .. } | PlayerVerb::RevealTop { n, .. } => self.count(frame, n)?,
                    _ => Amount::Const(1),
                };
                let of = match zone {
                    ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library } if you => Players::You,
                    ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if !several && !you => who.clone(),
                    ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if you => self.they(frame)?,
                    ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Library } if you => {
                        self.players(frame, player)?
                    }
                    _ => return unsupported("whose library is looked at in", verb),
                };
                if super::several(&of) {
                    return decline("the libraries of several players are meant");
                }
                let into = frame.register()?;
                let plural = amount != Amount::Const(1);
                frame.emit(if reveal || of == *who {
                    Instr::LookAtTop { player: of, amount, reveal, into }
                } else {
                    Instr::LookAtLibrary { viewer: who.clone(), of, amount, into }
                });
                frame.looked = Some(Objects::Register(into));
                frame.mention(Objects::Register(into), plural, None);
                if let Some(mention) = frame.mentions.last_mut() {
                    mention.card = true;
                    if reveal {
                        mention.past = Some(Past::Revealed);
                    }
                }
            }
            PlayerVerb::LookAtHand { zone } if you => match zone {
                ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Hand } => {
                    let players = self.players(frame, player)?;
                    frame.emit(Instr::LookAtHand(Players::You, players));
                }
                _ => return unsupported("the zone", zone),
            },
            PlayerVerb::ChooseFromIt { noun, with } if you => {
                let mut noun = noun.clone();
                noun.quals.extend(with.clone().map(|with| crate::text::grammar::noun::Qual::With { with }));
                let described = self.noun(frame, &noun)?;
                match &mut frame.revealed {
                    Some((_, filter @ None)) if described.card && described.zone.is_none() => {
                        *filter = Some(described.filter)
                    }
                    _ => return unsupported("the choice", verb),
                }
            }
            PlayerVerb::ChangeText { what, words, dur } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let into = frame.number_register()?;
                if frame.number_register()? != into + 1 {
                    return decline("the words need two registers");
                }
                let creatures = vec![WordKind::CreatureType];
                let (kinds, to, except) = match words {
                    Rewording::Color => (vec![WordKind::Color], None, None),
                    Rewording::Land => (vec![WordKind::BasicLandType], None, None),
                    Rewording::ColorOrLand => (vec![WordKind::Color, WordKind::BasicLandType], None, None),
                    Rewording::Creature => (creatures, None, None),
                    Rewording::CreatureWith { sub } => (creatures, Some(sub.0), None),
                    Rewording::CreatureNot { sub } => (creatures, None, Some(sub.0)),
                };
                frame.emit(Instr::ChooseWords { player: who.clone(), kinds, to, except, into });
                let duration = match dur {
                    Some(dur) => self.span(dur)?,
                    None => frame.lasts().unwrap_or(Duration::Indefinite),
                };
                frame.emit(Instr::Continuous(objects, vec![Modification::ChangeText(into)], duration));
            }
            PlayerVerb::ChooseColor => {
                frame.emit(Instr::ChooseColor(who.clone()));
            }
            PlayerVerb::ChooseCreatureType => {
                frame.emit(Instr::ChooseCreatureType(who.clone()));
            }
            PlayerVerb::ChooseName { what } => {
                frame.emit(Instr::ChooseName(who.clone(), super::play::named(what)));
            }
            // CR 707.12: a card is copied, to be cast.
            PlayerVerb::CopySpell { what: what @ (Np::That { head } | Np::The { head, .. }) }
                if you && self.head(frame, head)?.card && each.is_none() =>
            {
                let objects = self.objects(frame, what, Use::Act)?;
                let register = frame.register()?;
                frame.emit(Instr::CopyCards(objects, register));
                frame.copy = Some(register);
            }
            PlayerVerb::CopySpell { what } if !several => {
                let times = match each {
                    Some(each) => Some(self.for_each(frame, each)?),
                    None => None,
                };
                self.copy_spell(frame, who, verb, what, &Copying { times, ..Copying::default() })?;
            }
            PlayerVerb::CopyTimes { what, times } if !several => {
                let times = match times {
                    Times::Twice => Amount::Const(2),
                    Times::Number { n } => Amount::Const(n.0),
                    Times::X => self.x(frame)?,
                };
                self.copy_spell(frame, who, verb, what, &Copying { times: Some(times), ..Copying::default() })?;
            }
            PlayerVerb::CopyForEach { what, noun, .. } if !several => {
                let at = self.set(frame, noun)?;
                let mentioned = frame.mentions.len();
                self.copy_spell(frame, who, verb, what, &Copying { at: Some(at), ..Copying::default() })?;
                frame.mentions.truncate(mentioned);
            }
            PlayerVerb::CopyExcept { what, except } if !several => {
                let except = self.except(frame, Some(except))?;
                self.copy_spell(frame, who, verb, what, &Copying { except, ..Copying::default() })?;
            }
            PlayerVerb::CopyAndChoose { what, .. } if !several => {
                self.copy_spell(frame, who, verb, what, &Copying { new_targets: true, ..Copying::default() })?;
            }
            PlayerVerb::NewTargets { what } | PlayerVerb::NewTarget { what } if you => match what {
                // The copies are made by the instruction just before, which asks for new targets itself.
                CopyNp::TheCopy | CopyNp::TheCopies => {
                    let copies = frame.items.iter_mut().rev().filter_map(|item| match item {
                        super::Item::Instr(_, Instr::CopySpell { new_targets, .. }) => Some(new_targets),
                        _ => None,
                    });
                    // "Copy it. If ..., copy it twice instead": whichever it is.
                    let many = if *what == CopyNp::TheCopies { usize::MAX } else { 1 };
                    let mut found = false;
                    for new_targets in copies.take(many) {
                        *new_targets = true;
                        found = true;
                    }
                    if !found {
                        return unsupported("the choice", verb);
                    }
                }
                CopyNp::That { np } => {
                    let objects = self.objects(frame, np, Use::Act)?;
                    frame.emit(Instr::ChooseNewTargets(objects, Players::You));
                }
                _ => return unsupported("the choice", verb),
            },
            PlayerVerb::Transform { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Transform(objects));
            }
            PlayerVerb::TurnFaceUp { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::TurnFaceUp(objects));
            }
            PlayerVerb::Flip { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Flip(objects));
            }
            PlayerVerb::BecomeMonarch if !several => {
                frame.emit(Instr::BecomeMonarch(who.clone()));
            }
            PlayerVerb::TakeInitiative if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::TakeInitiative(who.clone()));
            }
            PlayerVerb::Venture if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::Venture(who.clone(), None));
            }
            PlayerVerb::VentureInto { name } if !several => {
                self.learn_of_dungeons()?;
                frame.emit(Instr::Venture(who.clone(), Some(name.0)));
            }
            PlayerVerb::Pair { a, b } if you => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::Pair(a, b));
            }
            PlayerVerb::ExtraTurn if !several => {
                frame.emit(Instr::ExtraTurn(who.clone()));
            }
            PlayerVerb::EndTurn => {
                frame.emit(Instr::EndTurn);
            }
            PlayerVerb::GetEnergy { n } => {
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, Amount::Const(n.0)));
            }
            PlayerVerb::GetCounters { n, kind } => {
                if !matches!(kind.0.as_str(), "poison" | "energy" | "experience") {
                    return unsupported("the counters", verb);
                }
                let kind = self.counter(kind)?;
                let n = self.count(frame, n)?;
                frame.emit(Instr::AddPlayerCounters(who.clone(), kind, n));
            }
            PlayerVerb::Have { what, verb } => {
                let objects = self.objects(frame, what, Use::Act)?;
                let before = frame.subject.replace(objects.clone());
                let result = self.object_verb(frame, &objects, verb, None);
                frame.subject = before;
                result?;
            }
            PlayerVerb::HaveLasting { what, item } if you => {
                let verbs = crate::text::grammar::series::Chain { first: (**item).clone(), rest: Vec::new() };
                let what = crate::text::grammar::noun::Nps::One { np: what.clone() };
                self.lasting_clause(frame, &what, &verbs)?;
            }
            PlayerVerb::HavePlayer { who, item } if you => {
                let who = self.players(frame, who)?;
                if super::several(&who) {
                    return unsupported("the players of", verb);
                }
                self.player_verb(frame, &who, &item.verb, item.each.as_ref())?;
            }
            PlayerVerb::LoseGame => {
                frame.emit(Instr::Lose(who.clone()));
            }
            PlayerVerb::WinGame => {
                frame.emit(Instr::Win(who.clone()));
            }
            PlayerVerb::ExtraLand { n } if you => {
                let n = self.count(frame, n)?;
                frame.emit(Instr::ExtraLands(Players::You, n));
            }
            PlayerVerb::Cast { what, how } | PlayerVerb::Play { what, how } if you => {
                self.cast(frame, what, how.as_ref(), matches!(verb, PlayerVerb::Play { .. }))?;
            }
            PlayerVerb::ChooseTargetOpponent if you => {
                self.players(frame, &crate::text::grammar::player::Player::TargetOpponent)?;
            }
            PlayerVerb::ChooseTargetPlayer if you => {
                self.players(frame, &crate::text::grammar::player::Player::TargetPlayer)?;
            }
            PlayerVerb::Choose { what: what @ Np::Quant { quant, .. } } if quant.targets() => {
                self.objects(frame, what, Use::Act)?;
                if let Some(mention) = frame.mentions.last_mut() {
                    mention.past = Some(Past::Chosen);
                }
            }
            PlayerVerb::Choose { what: what @ (Np::OfThem { .. } | Np::One) } if !several => {
                self.objects(frame, what, Use::Act)?;
            }
            PlayerVerb::Choose {
                what:
                    what @ Np::Quant {
                        quant: Quant::A | Quant::Some { n: HowMany::Number { .. } | HowMany::UpTo { .. } },
                        noun,
                    },
            } if !several && (frame.looked.is_none() || !you) => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the choice", verb);
                }
                let picked = self.objects(frame, what, Use::Act)?;
                if *who == Players::Current {
                    self.chosen_by_each(frame, described, picked)?;
                } else {
                    frame.rest = Some((Objects::Each(Zone::Battlefield, described.filter), picked));
                }
            }
            PlayerVerb::RevealUntil { noun } | PlayerVerb::ExileUntil { noun } if you => {
                self.until(frame, who, noun, matches!(verb, PlayerVerb::ExileUntil { .. }))?;
            }
            PlayerVerb::RevealUntilThey { noun } | PlayerVerb::ExileUntilThey { noun } if !you && !several => {
                self.until(frame, who, noun, matches!(verb, PlayerVerb::ExileUntilThey { .. }))?;
            }
            PlayerVerb::RemoveFromCombat { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::RemoveFromCombat(objects));
            }
            PlayerVerb::PayMana { .. }
            | PlayerVerb::PayLife { .. }
            | PlayerVerb::PayEnergy { .. }
            | PlayerVerb::CollectEvidence { .. } => {
                return decline("paying without a choice isn't supported");
            }
            _ => return self.rare_verb(frame, who, verb, each),
        }
        Ok(())
    }

    /// What each of several players chooses among their own, one after the other (CR 101.4): all of it, and the rest.
    fn chosen_by_each(&mut self, frame: &mut Frame, described: super::noun::Described, picked: Objects) -> Lowered<()> {
        let own = Test::ControllerIn(Box::new(Players::Current));
        let choosing = frame.items.iter().rev().find_map(|item| match item {
            super::Item::Instr(_, Instr::ForEachPlayer(who, _)) => Some(who.clone()),
            _ => None,
        });
        let (true, Some(choosing)) = (described.filter.tests.contains(&own), choosing) else {
            return decline("it is unclear among what each player chooses");
        };
        let all = frame.register()?;
        frame.emit(Instr::AddObjects(all, picked));
        let mut filter = described.filter;
        for test in &mut filter.tests {
            if *test == own {
                *test = Test::ControllerIn(Box::new(choosing.clone()));
            }
        }
        frame.rest = Some((Objects::Each(Zone::Battlefield, filter), Objects::Register(all)));
        frame.each_chose = Some((all, described.types));
        Ok(())
    }

    fn mill(&mut self, frame: &mut Frame, who: &Players, n: Amount) {
        let plural = n != Amount::Const(1);
        let number = frame.emit(Instr::Mill(who.clone(), n, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(Past::Milled));
    }
}
