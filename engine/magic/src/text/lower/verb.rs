//! What players do → instructions.

use super::filter::unsupported;
use super::lasting::span;
use super::noun::Use;
use super::{Context, Frame, Lowered, Past, decline};
use crate::cost::{Cost, CostPart};
use crate::effect::{Destination, DiscardHow, Duration, Instr, LibraryPosition, ManaOutput, Modification, Recipients};
use crate::filter::{Amount, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::mana::ManaSymbol;
use crate::text::grammar::amount::{Count, ForEach};
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{Np, Nps, Quant};
use crate::text::grammar::player::{LibraryEnd, OwnZone, Player, Under, Whose, ZoneRef};
use crate::text::grammar::series::Conjunction;
use crate::text::grammar::verb::{
    CastHow, CopyNp, Dest, Discard, ExileHow, ManaAdded, Order, PlayerVerb, Prevented, ReturnDest, Tapped, WithCounters,
};
use crate::text::grammar::words::Mana;
use crate::types::{CardTypes, Colors};

/// The word for a target in a noun phrase that a verb chooses from itself.
fn chosen_noun(np: &Np) -> Option<(&Quant, &crate::text::grammar::noun::Noun)> {
    match np {
        Np::Quant { quant, noun } if !quant.targets() => Some((quant, noun)),
        _ => None,
    }
}

impl Context<'_> {
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
        let several = matches!(who, Players::Each | Players::Opponents);
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
        );
        if each.is_some() && !counts {
            return unsupported("`for each` after", verb);
        }
        match verb {
            PlayerVerb::Draw { cards } => {
                let n = self.cards(frame, cards, each)?;
                frame.number = Some(n.clone());
                frame.emit(Instr::Draw(who.clone(), n));
            }
            PlayerVerb::Discard { what } => self.discard(frame, who, what, each)?,
            PlayerVerb::GainLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.number = Some(n.clone());
                frame.emit(Instr::GainLife(who.clone(), n));
            }
            PlayerVerb::LoseLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.number = Some(n.clone());
                frame.emit(Instr::LoseLife(who.clone(), n));
            }
            PlayerVerb::Mill { cards } => {
                let n = self.cards(frame, cards, each)?;
                self.mill(frame, who, n);
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
            PlayerVerb::Reveal { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                // Found cards are revealed by the search itself; saying it again is harmless and shows it in the journal.
                frame.emit(Instr::Reveal(objects));
            }
            // The hand is revealed by the instruction that discards from it (see `Discard`).
            PlayerVerb::RevealHand if !several && !you => frame.revealed = Some((who.clone(), None)),
            PlayerVerb::Shuffle => {
                frame.emit(Instr::Shuffle(who.clone()));
            }
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
            PlayerVerb::PutCounters { counters, on } => {
                let (kind, n) = self.counters_of(frame, counters)?;
                let n = self.times(frame, n, each)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            PlayerVerb::PutCountersEqual { kind, amount, on } => {
                let kind = self.counter(kind);
                let n = self.amount(frame, amount)?;
                let on = self.objects_of(frame, on, Use::Act)?;
                frame.emit(Instr::AddCounters(on, kind, n));
            }
            PlayerVerb::RemoveCounters { counters, from } => {
                let from = self.objects(frame, from, Use::Act)?;
                match counters {
                    Counters::Some { .. } => {
                        let (kind, n) = self.counters_of(frame, counters)?;
                        frame.emit(Instr::RemoveCounters(from, Some(kind), Some(n)));
                    }
                    Counters::All { kind } => {
                        let kind = self.counter(kind);
                        frame.emit(Instr::RemoveCounters(from, Some(kind), None));
                    }
                    Counters::AllKinds => {
                        frame.emit(Instr::RemoveCounters(from, None, None));
                    }
                    Counters::AnyKind => {
                        frame.emit(Instr::RemoveCounters(from, None, Some(Amount::Const(1))));
                    }
                }
            }
            PlayerVerb::Destroy { what } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                frame.emit(Instr::Destroy(objects, false));
            }
            PlayerVerb::Exile { what, how } => self.exile(frame, who, what, how.as_ref())?,
            PlayerVerb::Return { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
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
            PlayerVerb::CounterThat if you => {
                match frame.mentions.iter().rev().find(|mention| mention.spell).cloned() {
                    Some(mention) => {
                        let objects = frame.resolve(&mention)?;
                        frame.emit(Instr::Counter(objects, None));
                    }
                    None => return decline("it is unclear what is countered"),
                }
            }
            PlayerVerb::Create { tokens } => self.create(frame, who, tokens, each)?,
            PlayerVerb::GainControl { what, dur } if !several => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let duration = match dur {
                    Some(dur) => span(dur)?,
                    None => Duration::Indefinite,
                };
                frame.emit(Instr::Continuous(objects, vec![Modification::Control(who.clone())], duration));
            }
            PlayerVerb::AddMana { mana } => {
                let output = self.mana_output(frame, mana, each)?;
                frame.emit(Instr::AddMana(who.clone(), output));
            }
            // "Attach an Equipment to it": not to the Equipment.
            PlayerVerb::Attach { what: what @ Np::Quant { .. }, to } if !matches!(to, Np::Quant { .. }) => {
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
                match zone {
                    ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library } if you => {}
                    ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if !several && !you => {}
                    _ => return unsupported("whose library is looked at in", verb),
                }
                let into = frame.register()?;
                let plural = amount != Amount::Const(1);
                frame.emit(Instr::LookAtTop { player: who.clone(), amount, reveal, into });
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
            PlayerVerb::ChooseFromIt { noun } if you => {
                let described = self.noun(frame, noun)?;
                match &mut frame.revealed {
                    Some((_, filter @ None)) if described.card && described.zone.is_none() => {
                        *filter = Some(described.filter)
                    }
                    _ => return unsupported("the choice", verb),
                }
            }
            PlayerVerb::ChooseColor => {
                frame.emit(Instr::ChooseColor(who.clone()));
            }
            PlayerVerb::ChooseCreatureType => {
                frame.emit(Instr::ChooseCreatureType(who.clone()));
            }
            PlayerVerb::CopySpell { what } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                if !frame.mentions.last().is_some_and(|mention| mention.spell) {
                    return unsupported("the copying", verb);
                }
                frame.emit(Instr::CopySpell(objects, Players::You, false));
            }
            PlayerVerb::NewTargets { what } if you => match what {
                // The copies are made by the instruction just before, which asks for new targets itself.
                CopyNp::TheCopy => match frame.items.iter_mut().rev().find_map(|item| match item {
                    super::Item::Instr(_, Instr::CopySpell(_, _, new)) => Some(new),
                    _ => None,
                }) {
                    Some(new) => *new = true,
                    None => return unsupported("the choice", verb),
                },
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
            PlayerVerb::Proliferate => {
                frame.emit(Instr::Proliferate(who.clone()));
            }
            PlayerVerb::Investigate => {
                let token = self.predefined("Clue")?;
                let player = who.clone();
                let number = frame.emit(Instr::CreateToken {
                    player,
                    token,
                    amount: Amount::Const(1),
                    pt: None,
                    tapped: false,
                    attacking: false,
                    into: None,
                });
                self.mention_result(frame, number, false, CardTypes::ARTIFACT, Some(token), None);
            }
            PlayerVerb::BecomeMonarch if !several => {
                frame.emit(Instr::BecomeMonarch(who.clone()));
            }
            PlayerVerb::ExtraTurn if !several => {
                frame.emit(Instr::ExtraTurn(who.clone()));
            }
            PlayerVerb::EndTurn => {
                frame.emit(Instr::EndTurn);
            }
            PlayerVerb::Goad { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Goad(objects));
            }
            PlayerVerb::GetEnergy { n } => {
                frame.emit(Instr::AddPlayerCounters(who.clone(), CounterKind::ENERGY, Amount::Const(n.0)));
            }
            PlayerVerb::GetCounters { n, kind } => {
                if !matches!(kind.0.as_str(), "poison" | "energy" | "experience") {
                    return unsupported("the counters", verb);
                }
                let kind = self.counter(kind);
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
            PlayerVerb::Populate if you => {
                let tokens = Filter {
                    tests: vec![Test::Types(CardTypes::CREATURE), Test::Token, Test::Controller(PlayerFilter::You)],
                };
                let of =
                    self.pick(frame, Objects::Each(Zone::Battlefield, tokens), Amount::Const(1), Amount::Const(1))?;
                let instr = Instr::CreateCopy {
                    player: Players::You,
                    of,
                    amount: Amount::Const(1),
                    except: Vec::new(),
                    tapped: false,
                    attacking: false,
                    into: None,
                };
                let number = frame.emit(instr);
                self.mention_result(frame, number, false, CardTypes::CREATURE, None, None);
            }
            PlayerVerb::GetEmblem { grants } if you => {
                let mut ids = Vec::new();
                for grant in &grants.items {
                    match grant {
                        crate::text::grammar::keyword::Grant::Quoted { ability } => ids.extend(self.quoted(ability)?),
                        _ => return unsupported("the emblem", verb),
                    }
                }
                let activated = |id: &crate::card::AbilityId| {
                    matches!(self.pool.ability(*id).kind, crate::ability::AbilityKind::Activatable(_))
                };
                if ids.iter().any(activated) {
                    return decline("an emblem with an activated ability is not known");
                }
                frame.emit(Instr::CreateEmblem(Players::You, ids));
            }
            PlayerVerb::Switch { what, dur } if you => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Continuous(objects, vec![Modification::SwitchPT], span(dur)?));
            }
            PlayerVerb::FlipCoin if you => {
                let register = frame.number_register()?;
                frame.flip = Some(register);
                frame.emit(Instr::FlipCoin(Players::You, register));
            }
            PlayerVerb::Choose { what: what @ Np::Quant { quant, .. } } if quant.targets() => {
                self.objects(frame, what, Use::Act)?;
            }
            PlayerVerb::ExchangeControl { a, b } => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::ExchangeControl(a, b));
            }
            PlayerVerb::MoveCounter { kind, from, onto } => {
                let kind = self.counter(kind);
                let from = self.objects(frame, from, Use::Act)?;
                let onto = self.objects(frame, onto, Use::Act)?;
                frame.emit(Instr::MoveCounters(from, onto, Some(kind), Some(Amount::Const(1))));
            }
            PlayerVerb::RemoveFromCombat { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::RemoveFromCombat(objects));
            }
            PlayerVerb::PayMana { .. } | PlayerVerb::PayLife { .. } | PlayerVerb::PayEnergy { .. } => {
                return decline("paying without a choice is not known");
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    fn mill(&mut self, frame: &mut Frame, who: &Players, n: Amount) {
        let plural = n != Amount::Const(1);
        let number = frame.emit(Instr::Mill(who.clone(), n, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(Past::Milled));
    }

    /// Emits a move and remembers what has become of the objects.
    fn moves(&mut self, frame: &mut Frame, objects: Objects, to: Destination, past: Option<Past>) -> usize {
        let number = frame.emit(Instr::Move(objects.clone(), to, None));
        frame.moved(&objects, number, past);
        number
    }

    fn discard(&mut self, frame: &mut Frame, who: &Players, what: &Discard, each: Option<&ForEach>) -> Lowered<()> {
        let how = match what {
            Discard::Number { n } => {
                let n = self.count(frame, n)?;
                DiscardHow::Choose(self.times(frame, n, each)?, Filter::ANY)
            }
            Discard::AtRandom { n } => DiscardHow::Random(self.count(frame, n)?),
            Discard::YourHand if *who == Players::You => DiscardHow::Hand,
            Discard::TheirHand | Discard::AllTheCards if *who != Players::You => DiscardHow::Hand,
            // "Target player reveals their hand. You choose a card from it. That player discards that card."
            Discard::What { np: Np::That { .. } } => match frame.revealed.take() {
                Some((players, Some(filter))) if players == *who => DiscardHow::YouChoose(Amount::Const(1), filter),
                _ => return unsupported("what is discarded:", what),
            },
            Discard::What { np } => match chosen_noun(np) {
                Some((quant, noun)) => {
                    let described = self.noun(frame, noun)?;
                    if !described.card || described.zone.is_some() {
                        return unsupported("what is discarded:", np);
                    }
                    let n = match quant {
                        Quant::A => Amount::Const(1),
                        Quant::Number { n } => Amount::Const(n.0),
                        _ => return unsupported("what is discarded:", np),
                    };
                    DiscardHow::Choose(n, described.filter)
                }
                None => return unsupported("what is discarded:", np),
            },
            _ => return unsupported("what is discarded:", what),
        };
        let plural = !matches!(&how, DiscardHow::Choose(Amount::Const(1), _) | DiscardHow::Random(Amount::Const(1)));
        let number = frame.emit(Instr::Discard(who.clone(), how, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(Past::Discarded));
        Ok(())
    }

    fn sacrifice(&mut self, frame: &mut Frame, who: &Players, what: &Nps) -> Lowered<()> {
        if let Nps::One { np } = what
            && let Some((quant, noun)) = chosen_noun(np)
        {
            let described = self.noun(frame, noun)?;
            if described.zone != Some(Zone::Battlefield) {
                return unsupported("what is sacrificed:", np);
            }
            let mut filter = described.filter.clone();
            // Players sacrifice what they control (CR 701.21a).
            filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
            let n = match quant {
                Quant::A => Amount::Const(1),
                Quant::Another => {
                    filter.tests.push(Test::NotSource);
                    Amount::Const(1)
                }
                Quant::Number { n } => Amount::Const(n.0),
                Quant::X => self.x(frame)?,
                Quant::AnyNumber if *who == Players::You => {
                    let yours = Objects::Each(Zone::Battlefield, filter.and(Test::Controller(PlayerFilter::You)));
                    let picked = self.pick(frame, yours.clone(), Amount::Const(0), Amount::CountObjects(yours))?;
                    // The number is needed after the permanents are gone.
                    let register = frame.number_register()?;
                    frame.emit(Instr::SetNumber(register, Amount::CountObjects(picked.clone())));
                    frame.emit(Instr::Sacrifice(picked));
                    frame.number = Some(Amount::Register(register));
                    return Ok(());
                }
                Quant::All | Quant::Each if *who == Players::You => {
                    let filter = filter.and(Test::Controller(PlayerFilter::You));
                    frame.emit(Instr::Sacrifice(Objects::Each(Zone::Battlefield, filter)));
                    return Ok(());
                }
                _ => return unsupported("the quantity", quant),
            };
            let plural = n != Amount::Const(1);
            let number = frame.emit(Instr::SacrificeChosen(who.clone(), n, filter, None));
            self.mention_result(frame, number, plural, described.types, None, Some(Past::Sacrificed));
            return Ok(());
        }
        let objects = self.objects_of(frame, what, Use::Act)?;
        if matches!(objects, Objects::Target(_)) || *who == Players::Each {
            return unsupported("what is sacrificed:", what);
        }
        frame.emit(Instr::Sacrifice(objects));
        Ok(())
    }

    /// Declines another zone word than the one that is meant.
    fn zone_word(&mut self, zone: &ZoneRef, wanted: OwnZone) -> Lowered<()> {
        match zone {
            ZoneRef::Of { zone: word, .. } if *word == wanted => Ok(()),
            _ => unsupported("the zone", zone),
        }
    }

    fn library_owner(&mut self, frame: &mut Frame, who: &Players, zone: &ZoneRef) -> Lowered<Players> {
        match zone {
            ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library } if *who == Players::You => Ok(Players::You),
            ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if *who != Players::You => Ok(who.clone()),
            ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Library } => self.players(frame, player),
            _ => unsupported("the library", zone),
        }
    }

    fn search(&mut self, frame: &mut Frame, who: &Players, zone: &ZoneRef, what: &Np) -> Lowered<()> {
        if matches!(who, Players::Each | Players::Opponents) {
            return decline("several players would search");
        }
        let of = self.library_owner(frame, who, zone)?;
        let Some((quant, noun)) = chosen_noun(what) else { return unsupported("the search for", what) };
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() {
            return unsupported("the search for", what);
        }
        let max = match quant {
            Quant::A => Amount::Const(1),
            Quant::Number { n } | Quant::UpTo { n } => Amount::Const(n.0),
            Quant::X => self.x(frame)?,
            Quant::AnyNumber => Amount::LibrarySize(of.clone()),
            _ => return unsupported("the quantity", quant),
        };
        // CR 701.23b: a card with a stated quality need not be found.
        let min = match quant {
            Quant::A | Quant::Number { .. } if described.filter.tests.is_empty() => max.clone(),
            _ => Amount::Const(0),
        };
        let into = frame.register()?;
        let plural = max != Amount::Const(1);
        frame.emit(Instr::Search {
            player: who.clone(),
            of,
            zones: vec![Zone::Library],
            filter: described.filter.clone(),
            min,
            max,
            reveal: false,
            into,
        });
        frame.mention(Objects::Register(into), plural, Some(&described));
        frame.looked = plural.then_some(Objects::Register(into));
        Ok(())
    }

    fn under(&mut self, frame: &mut Frame, who: &Players, under: Option<&Under>) -> Lowered<Option<Players>> {
        Ok(match under {
            None if *who == Players::You => None,
            None => Some(who.clone()),
            Some(Under::Your) => Some(Players::You),
            Some(Under::Owner | Under::Owners | Under::Owner2) => None,
            Some(Under::ThatPlayer) => Some(self.that_player(frame)?),
        })
    }

    fn onto_battlefield(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        tapped: Option<&Tapped>,
        under: Option<&Under>,
        with: Option<&WithCounters>,
    ) -> Lowered<Destination> {
        let mut to = Destination::to(Zone::Battlefield);
        to.controller = self.under(frame, who, under)?;
        match tapped {
            None => {}
            Some(Tapped::Tapped) => to.tapped = true,
            Some(Tapped::TappedAndAttacking) => {
                to.tapped = true;
                to.attacking = true;
            }
            Some(Tapped::Transformed) => to.transformed = true,
        }
        if let Some(WithCounters { counters }) = with {
            let (kind, n) = self.counters_of(frame, counters)?;
            to.counters.push((kind, n));
        }
        Ok(to)
    }

    /// Puts cards somewhere.
    fn put(&mut self, frame: &mut Frame, who: &Players, objects: Objects, to: &Dest) -> Lowered<()> {
        let destination = match to {
            Dest::Battlefield { tapped, under, with } => {
                // Who puts a card onto the battlefield controls it, if nothing else is said (CR 110.2a).
                let mut destination =
                    self.onto_battlefield(frame, who, tapped.as_ref(), under.as_ref(), with.as_ref())?;
                if under.is_none() {
                    destination.controller = Some(who.clone());
                }
                destination
            }
            Dest::BattlefieldFirst { under } => {
                self.onto_battlefield(frame, who, Some(&Tapped::Tapped), Some(under), None)?
            }
            Dest::Zone { zone } => self.own_zone(frame, zone)?,
            Dest::Library { end, zone, order } => {
                self.zone_word(zone, OwnZone::Library)?;
                library(end, order.as_ref())
            }
            Dest::OnTheBottom { order } => library(&LibraryEnd::Bottom, order.as_ref()),
            Dest::Back | Dest::BackOnTop | Dest::OnTop => library(&LibraryEnd::Top, None),
            Dest::SecondFromTop { .. } => {
                Destination { position: LibraryPosition::FromTop(2), ..Destination::to(Zone::Library) }
            }
            Dest::ThirdFromTop { .. } => {
                Destination { position: LibraryPosition::FromTop(3), ..Destination::to(Zone::Library) }
            }
            Dest::AttachedTo { .. } | Dest::TopOrBottom { .. } => return unsupported("the destination", to),
        };
        self.moves(frame, objects, destination, None);
        Ok(())
    }

    fn own_zone(&mut self, frame: &mut Frame, zone: &ZoneRef) -> Lowered<Destination> {
        let _ = frame;
        match zone {
            ZoneRef::Exile => Ok(Destination::to(Zone::Exile)),
            // Cards go to zones of their owners whoever's are named (CR 400.3); what is named must be plausible all the same.
            ZoneRef::Of { zone, .. } => Ok(Destination::to(match zone {
                OwnZone::Graveyard => Zone::Graveyard,
                OwnZone::Hand => Zone::Hand,
                OwnZone::Library => return unsupported("the zone", zone),
            })),
            _ => unsupported("the zone", zone),
        }
    }

    /// Returns objects somewhere.
    fn put_back(&mut self, frame: &mut Frame, who: &Players, objects: Objects, to: &ReturnDest) -> Lowered<()> {
        let destination = match to {
            ReturnDest::Zone { zone } => {
                if matches!(zone, ZoneRef::Of { whose: Whose::Of { player: Player::ItsOwner }, .. }) {
                    // "Return target permanent to its owner's hand, then that player ..."
                    frame.players.push(Players::OwnerOf(Box::new(objects.clone())));
                }
                self.own_zone(frame, zone)?
            }
            ReturnDest::Battlefield { tapped, under, with } => {
                let mut destination =
                    self.onto_battlefield(frame, who, tapped.as_ref(), under.as_ref(), with.as_ref())?;
                if under.is_none() {
                    destination.controller = Some(who.clone());
                }
                destination
            }
            ReturnDest::BattlefieldFirst { under } => {
                self.onto_battlefield(frame, who, Some(&Tapped::Tapped), Some(under), None)?
            }
            ReturnDest::AttachedTo { .. } => return unsupported("the destination", to),
        };
        self.moves(frame, objects, destination, Some(Past::Returned));
        Ok(())
    }

    fn exile(&mut self, frame: &mut Frame, who: &Players, what: &Nps, how: Option<&ExileHow>) -> Lowered<()> {
        let _ = who;
        let objects = self.objects_of(frame, what, Use::Act)?;
        let mut to = Destination::to(Zone::Exile);
        to.linked = self.links_exile && !frame.spell;
        match how {
            None => {}
            Some(ExileHow::Until) => to.until_source_leaves = true,
            Some(ExileHow::FaceDown) => to.face_down = true,
            Some(ExileHow::WithCounters { counters }) => {
                let (kind, n) = self.counters_of(frame, counters)?;
                to.counters.push((kind, n));
            }
        }
        self.moves(frame, objects, to, Some(Past::Exiled));
        Ok(())
    }

    fn counters_of(&mut self, frame: &mut Frame, counters: &Counters) -> Lowered<(CounterKind, Amount)> {
        match counters {
            Counters::Some { n, kind } => Ok((self.counter(kind), self.count(frame, n)?)),
            _ => unsupported("the counters", counters),
        }
    }

    /// What mana is added.
    pub(super) fn mana_output(
        &mut self,
        frame: &mut Frame,
        mana: &ManaAdded,
        each: Option<&ForEach>,
    ) -> Lowered<ManaOutput> {
        if let Some(each) = each {
            let n = self.for_each(frame, each)?;
            return match mana {
                ManaAdded::Symbols { choices } if choices.conjunction == Conjunction::None => {
                    let colors = plain_mana(&choices.items[0])?;
                    match colors.as_slice() {
                        [color] => Ok(ManaOutput::Amount(n, *color)),
                        _ => unsupported("the mana", mana),
                    }
                }
                _ => unsupported("the mana", mana),
            };
        }
        Ok(match mana {
            ManaAdded::Symbols { choices } => {
                let mut lists = choices.items.iter().map(plain_mana).collect::<Lowered<Vec<_>>>()?;
                match (lists.len(), lists.pop()) {
                    (1, Some(only)) => ManaOutput::Fixed(only),
                    (_, Some(last)) => {
                        lists.push(last);
                        ManaOutput::OneOf(lists)
                    }
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::AnyColor { n } | ManaAdded::AnyOneColor { n } => ManaOutput::AnyOneColor(Amount::Const(n.0)),
            ManaAdded::XAnyOneColor => ManaOutput::AnyOneColor(self.x(frame)?),
            ManaAdded::AnyCombination { n } => ManaOutput::AnyCombination(Amount::Const(n.0), Colors::all()),
            ManaAdded::XAnyCombination => ManaOutput::AnyCombination(self.x(frame)?, Colors::all()),
            ManaAdded::Combination { n, colors } => {
                let mut all = Colors::empty();
                for mana in &colors.items {
                    match plain_mana(mana)?.as_slice() {
                        [color] if !color.is_empty() => all |= *color,
                        _ => return unsupported("the mana", mana),
                    }
                }
                ManaOutput::AnyCombination(Amount::Const(n.0), all)
            }
            ManaAdded::AmountOf { mana, amount } => {
                let n = self.amount(frame, amount)?;
                match plain_mana(mana)?.as_slice() {
                    [color] => ManaOutput::Amount(n, *color),
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::ChosenColor { n } => ManaOutput::ChosenColor(Amount::Const(n.0)),
            ManaAdded::LandsProduce { n } => ManaOutput::AnyColorLandsProduce(Amount::Const(n.0), Players::You),
            ManaAdded::OpponentsLandsProduce { n } => {
                ManaOutput::AnyColorLandsProduce(Amount::Const(n.0), Players::Opponents)
            }
            ManaAdded::X { mana } => {
                let n = self.x(frame)?;
                match plain_mana(mana)?.as_slice() {
                    [color] => ManaOutput::Amount(n, *color),
                    _ => return unsupported("the mana", mana),
                }
            }
            ManaAdded::Additional { mana } => ManaOutput::Fixed(plain_mana(mana)?),
        })
    }

    fn prevent(&mut self, frame: &mut Frame, what: &Prevented) -> Lowered<()> {
        match what {
            Prevented::AllCombat => {
                frame.emit(Instr::PreventCombatDamage(Filter::ANY));
            }
            Prevented::AllCombatBy { by } | Prevented::AllCombatByOld { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                frame.emit(Instr::PreventCombatDamage(Filter::just(Test::Is(Box::new(objects)))));
            }
            Prevented::Next { n, to } | Prevented::NextOld { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, Some(n)));
            }
            Prevented::AllTo { to } | Prevented::AllToOld { to } => {
                let to: Recipients = self.recipients(frame, to)?;
                frame.emit(Instr::PreventDamage(to, None));
            }
            Prevented::AllCombatToAndBy { .. } => return unsupported("the prevention of", what),
        }
        Ok(())
    }

    fn cast(&mut self, frame: &mut Frame, what: &Np, how: Option<&CastHow>, lands: bool) -> Lowered<()> {
        let objects = match what {
            Np::Quant { .. } => return unsupported("the casting of", what),
            what => self.objects(frame, what, Use::Act)?,
        };
        let (duration, free) = match how {
            Some(CastHow::Free) if !lands => {
                frame.emit(Instr::CastFree(Players::You, objects));
                return Ok(());
            }
            Some(CastHow::ThisTurn | CastHow::UntilEndOfTurn) => (Duration::EndOfTurn, false),
            Some(CastHow::UntilEndOfNextTurn | CastHow::NextTurn) => (Duration::EndOfYourNextTurn, false),
            Some(CastHow::FreeSpell) => (Duration::EndOfTurn, true),
            None if frame.until.is_some() => (frame.until.unwrap_or(Duration::EndOfTurn), false),
            _ => return decline("casting or playing at once for its cost is not known"),
        };
        frame.emit(Instr::AllowPlay { player: Players::You, cards: objects, duration, lands, free });
        Ok(())
    }

    /// A verb as a cost, for "you may sacrifice a creature. If you do": not asked if it can't be paid.
    pub(super) fn verb_as_cost(&mut self, frame: &mut Frame, verb: &PlayerVerb) -> Lowered<Option<Cost>> {
        let part = match verb {
            PlayerVerb::PayMana { mana } => {
                if mana.0.x_count() > 0 {
                    return unsupported("the payment of", verb);
                }
                return Ok(Some(Cost::mana(mana.0.clone())));
            }
            PlayerVerb::PayLife { n } => CostPart::Life(self.number(frame, n)?),
            PlayerVerb::PayEnergy { n } => CostPart::Energy(Amount::Const(n.0)),
            PlayerVerb::Discard { what: Discard::Number { n: Count::A } } => {
                CostPart::Discard(Amount::Const(1), Filter::ANY)
            }
            PlayerVerb::Discard { what: Discard::Number { n: Count::An { n } } } => {
                CostPart::Discard(Amount::Const(n.0), Filter::ANY)
            }
            PlayerVerb::Discard { what: Discard::What { np: Np::Quant { quant: Quant::A, noun } } } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return Ok(None);
                }
                CostPart::Discard(Amount::Const(1), described.filter)
            }
            PlayerVerb::RemoveCounters { counters: counters @ Counters::Some { n, .. }, from } => {
                let source = match from {
                    Np::Itself => true,
                    Np::It => self.it(frame).is_ok_and(|mention| mention.source),
                    _ => false,
                };
                if !source || matches!(n, Count::UpTo { .. } | Count::AnyNumber | Count::OneOrMore) {
                    return Ok(None);
                }
                let (kind, n) = self.counters_of(frame, counters)?;
                CostPart::RemoveCounters(n, kind)
            }
            PlayerVerb::Sacrifice { what: Nps::One { np: Np::Itself }, .. } => CostPart::SacrificeSource,
            PlayerVerb::Sacrifice { what: Nps::One { np: Np::It }, .. } => match self.it(frame) {
                Ok(mention) if mention.source => CostPart::SacrificeSource,
                _ => return Ok(None),
            },
            PlayerVerb::Sacrifice { what: Nps::One { np: Np::Quant { quant, noun } }, .. } if !quant.targets() => {
                let described = self.noun(frame, noun)?;
                let mut filter = described.filter;
                filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
                let n = match quant {
                    Quant::A => 1,
                    Quant::Another => {
                        filter.tests.push(Test::NotSource);
                        1
                    }
                    Quant::Number { n } => n.0,
                    _ => return Ok(None),
                };
                if described.zone != Some(Zone::Battlefield) {
                    return Ok(None);
                }
                CostPart::Sacrifice(Amount::Const(n), filter)
            }
            _ => return Ok(None),
        };
        Ok(Some(Cost { mana: None, parts: vec![part] }))
    }
}

fn library(end: &LibraryEnd, order: Option<&Order>) -> Destination {
    let position = match (end, order) {
        (LibraryEnd::Top, _) => LibraryPosition::Top,
        (LibraryEnd::Bottom, Some(Order::Random)) => LibraryPosition::BottomRandom,
        (LibraryEnd::Bottom, _) => LibraryPosition::Bottom,
    };
    Destination { position, ..Destination::to(Zone::Library) }
}

/// Mana symbols that stand for mana of one kind each.
fn plain_mana(mana: &Mana) -> Lowered<Vec<Colors>> {
    mana.0
        .symbols
        .iter()
        .map(|symbol| match symbol {
            ManaSymbol::Color(color) => Ok(*color),
            ManaSymbol::Colorless => Ok(Colors::empty()),
            _ => decline(format!("`{symbol}` can't be added")),
        })
        .collect()
}
