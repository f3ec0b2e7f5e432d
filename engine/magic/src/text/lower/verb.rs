//! What players do → instructions.

use super::filter::unsupported;
use super::lasting::span;
use super::noun::Use;
use super::{Context, Frame, Lowered, Past, decline};
use crate::effect::{Destination, Duration, Instr, LibraryPosition, Modification, Permitted, Recipients};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{Np, Quant};
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::{CastHow, CopyNp, ManaAdded, PlayerVerb, Prevented};
use crate::types::CardTypes;

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
                | PlayerVerb::CopySpell { .. }
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
            PlayerVerb::Reveal { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                // Found cards are revealed by the search itself; saying it again is harmless and shows it in the journal.
                frame.emit(Instr::Reveal(objects));
            }
            PlayerVerb::RevealHand if !several && !you => {
                frame.emit(Instr::LookAtHand(Players::You, who.clone()));
                frame.revealed = Some((who.clone(), None));
            }
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
                let kind = self.counter(kind)?;
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
                        let kind = self.counter(kind)?;
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
            PlayerVerb::Create { tokens } => self.create(frame, who, tokens, each)?,
            PlayerVerb::GainControl { what, dur } if !several => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                let duration = match dur {
                    Some(dur) => span(dur)?,
                    None => Duration::Indefinite,
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
                let label = frame.label();
                if let Some(each) = each {
                    let n = self.for_each(frame, each)?;
                    frame.emit(Instr::Repeat(n, label));
                }
                frame.emit(Instr::CopySpell(objects, Players::You, false));
                frame.mark(label);
            }
            PlayerVerb::NewTargets { what } if you => match what {
                // The copies are made by the instruction just before, which asks for new targets itself.
                CopyNp::TheCopy | CopyNp::TheCopies => match frame.items.iter_mut().rev().find_map(|item| match item {
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
            PlayerVerb::TurnFaceUp { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::TurnFaceUp(objects));
            }
            PlayerVerb::ManifestTop | PlayerVerb::CloakTop if you => {
                self.put_top_face_down(frame, who, Amount::Const(1), *verb == PlayerVerb::CloakTop)?;
            }
            PlayerVerb::ManifestTheirTop if !you && !several => {
                self.put_top_face_down(frame, who, Amount::Const(1), false)?;
            }
            PlayerVerb::ManifestTopMany { n } | PlayerVerb::CloakTopMany { n } if you => {
                let amount = self.count(frame, n)?;
                self.put_top_face_down(frame, who, amount, matches!(verb, PlayerVerb::CloakTopMany { .. }))?;
            }
            PlayerVerb::ManifestDread if you => self.manifest_dread(frame)?,
            PlayerVerb::Flip { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::Flip(objects));
            }
            PlayerVerb::Monstrosity { n } if you && !frame.spell => {
                let n = self.number(frame, n)?;
                let end = frame.label();
                let monstrous = Filter::just(Test::Marked(Marks::MONSTROUS));
                let not_yet = Condition::Not(Box::new(Condition::ObjectIs(Objects::Source, monstrous)));
                frame.emit(Instr::Unless(not_yet, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, n));
                frame.emit(Instr::Mark(Objects::Source, Marks::MONSTROUS));
                frame.mark(end);
            }
            PlayerVerb::AmassSub { sub, n } if you => self.amass(frame, sub.0, n)?,
            PlayerVerb::Amass { n } if you => match crate::types::Subtype::from_name("Zombie") {
                Some(zombie) => self.amass(frame, zombie, n)?,
                None => return unsupported("the verb", verb),
            },
            // Nobody has a Lesson outside a game of two decks, so what is left of it is the discard (CR 701.48a).
            PlayerVerb::Learn if you => {
                let end = frame.label();
                let cost = crate::cost::Cost {
                    mana: None,
                    parts: vec![crate::cost::CostPart::Discard(Amount::Const(1), Filter::ANY)],
                };
                frame.emit(Instr::MayPay(Players::You, cost, end));
                frame.emit(Instr::Draw(Players::You, Amount::Const(1)));
                frame.mark(end);
            }
            PlayerVerb::Discover { n } if you => {
                let n = self.number(frame, n)?;
                let nonland = vec![Test::NotTypes(CardTypes::LAND), Test::ManaValue(Comparison::AtMost, n)];
                self.dig(frame, Filter { tests: nonland }, Destination::to(Zone::Hand))?;
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
            PlayerVerb::Choose {
                what: what @ Np::Quant { quant: Quant::A | Quant::Number { .. } | Quant::UpTo { .. }, noun },
            } if you && frame.looked.is_none() => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the choice", verb);
                }
                let picked = self.objects(frame, what, Use::Act)?;
                frame.rest = Some((Objects::Each(Zone::Battlefield, described.filter), picked));
            }
            PlayerVerb::ShuffleGraveyardIn { .. } => {
                let filter = Filter::just(Test::OwnerIn(Box::new(who.clone())));
                let to = Destination { position: LibraryPosition::Shuffled, ..Destination::to(Zone::Library) };
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), to, None));
                frame.emit(Instr::Shuffle(who.clone()));
            }
            PlayerVerb::ExileGraveyard { zone } => {
                let (zone_kind, owner) = self.zone(frame, zone)?;
                if zone_kind != Zone::Graveyard {
                    return unsupported("the zone", zone);
                }
                let filter = owner.map_or(Filter::ANY, Filter::just);
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), Destination::to(Zone::Exile), None));
            }
            PlayerVerb::Adapt { n } if you && !frame.spell => {
                let end = frame.label();
                let counters = Amount::Counters(Objects::Source, Some(CounterKind::PLUS_ONE));
                let none = Condition::Compare(counters, Comparison::Equal, Amount::Const(0));
                frame.emit(Instr::Unless(none, end));
                frame.emit(Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, Amount::Const(n.0)));
                frame.mark(end);
            }
            PlayerVerb::ExchangeControl { a, b } => {
                let a = self.objects(frame, a, Use::Act)?;
                let b = self.objects(frame, b, Use::Act)?;
                frame.emit(Instr::ExchangeControl(a, b));
            }
            PlayerVerb::DoubleCounters { kind, on } if each.is_none() => {
                let kind = self.counter(kind)?;
                let on = self.objects(frame, on, Use::Act)?;
                if frame.mentions.last().is_none_or(|mention| mention.plural) {
                    return unsupported("the doubling", verb);
                }
                let more = Amount::Counters(on.clone(), Some(kind));
                frame.emit(Instr::AddCounters(on, kind, more));
            }
            PlayerVerb::RevealUntil { noun } | PlayerVerb::ExileUntil { noun } if you => {
                self.until(frame, who, noun, matches!(verb, PlayerVerb::ExileUntil { .. }))?;
            }
            PlayerVerb::RevealUntilThey { noun } | PlayerVerb::ExileUntilThey { noun } if !you && !several => {
                self.until(frame, who, noun, matches!(verb, PlayerVerb::ExileUntilThey { .. }))?;
            }
            PlayerVerb::MoveCounter { kind, from, onto } => {
                let kind = self.counter(kind)?;
                let from = self.objects(frame, from, Use::Act)?;
                let onto = self.objects(frame, onto, Use::Act)?;
                frame.emit(Instr::MoveCounters(from, onto, Some(kind), Some(Amount::Const(1))));
            }
            PlayerVerb::RemoveFromCombat { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                frame.emit(Instr::RemoveFromCombat(objects));
            }
            PlayerVerb::PayMana { .. }
            | PlayerVerb::PayLife { .. }
            | PlayerVerb::PayEnergy { .. }
            | PlayerVerb::CollectEvidence { .. } => {
                return decline("paying without a choice is not known");
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// CR 701.47: an Army gets counters, made first if there is none.
    fn amass(
        &mut self,
        frame: &mut Frame,
        kind: crate::types::Subtype,
        n: &crate::text::grammar::amount::Num,
    ) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let Some(army) = crate::types::Subtype::from_name("Army") else { return decline("there are no Armies") };
        let armies = Filter {
            tests: vec![Test::Types(CardTypes::CREATURE), Test::Subtype(army), Test::Controller(PlayerFilter::You)],
        };
        let token = self.army_token(kind, army);
        let end = frame.label();
        let any = Condition::Exists(Zone::Battlefield, armies.clone());
        frame.emit(Instr::Unless(Condition::Not(Box::new(any)), end));
        frame.emit(Instr::CreateToken {
            player: Players::You,
            token,
            amount: Amount::Const(1),
            pt: None,
            tapped: false,
            attacking: false,
            into: None,
        });
        frame.mark(end);
        let one = || Amount::Const(1);
        let chosen = self.pick(frame, Objects::Each(Zone::Battlefield, armies), one(), one())?;
        frame.emit(Instr::AddCounters(chosen.clone(), CounterKind::PLUS_ONE, n));
        frame.emit(Instr::Continuous(
            chosen.clone(),
            vec![Modification::AddSubtypes(vec![kind])],
            Duration::Indefinite,
        ));
        frame.mention(chosen, false, None);
        if let Some(mention) = frame.mentions.last_mut() {
            mention.types = CardTypes::CREATURE;
        }
        Ok(())
    }

    /// Exiles cards from the top of the library until one fits, which may be cast for nothing and else goes somewhere; the rest
    /// goes to the bottom in a random order (CR 701.57a, 702.85a).
    pub(super) fn dig(&mut self, frame: &mut Frame, filter: Filter, otherwise: Destination) -> Lowered<()> {
        let (found, rest) = (frame.register()?, frame.register()?);
        let bottom = Destination { position: LibraryPosition::BottomRandom, ..Destination::to(Zone::Library) };
        let end = frame.label();
        frame.emit(Instr::RevealUntil(Players::You, filter, Amount::Const(1), found, rest));
        frame.emit(Instr::Move(Objects::Register(found), Destination::to(Zone::Exile), Some(found)));
        frame.emit(Instr::Move(Objects::Register(rest), Destination::to(Zone::Exile), Some(rest)));
        frame.emit(Instr::CastFree(Players::You, Objects::Register(found)));
        frame.emit(Instr::Unless(Condition::Not(Box::new(Condition::Did)), end));
        frame.emit(Instr::Move(Objects::Register(found), otherwise, None));
        frame.mark(end);
        frame.emit(Instr::Move(Objects::Register(rest), bottom, None));
        Ok(())
    }

    /// Cards are revealed or exiled from the top of a library until one fits.
    fn until(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        noun: &crate::text::grammar::noun::Noun,
        exile: bool,
    ) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() || described.among.is_some() {
            return unsupported("the card", noun);
        }
        let (found, rest) = (frame.register()?, frame.register()?);
        frame.emit(Instr::RevealUntil(who.clone(), described.filter.clone(), Amount::Const(1), found, rest));
        let (one, others) = (Objects::Register(found), Objects::Register(rest));
        if exile {
            frame.emit(Instr::Move(one.clone(), Destination::to(Zone::Exile), Some(found)));
            frame.emit(Instr::Move(others.clone(), Destination::to(Zone::Exile), Some(rest)));
        }
        let past = if exile { Past::Exiled } else { Past::Revealed };
        let all = Objects::Union(vec![others, one.clone()]);
        frame.rest = Some((all.clone(), one.clone()));
        for (objects, plural) in [(all, true), (one, false)] {
            frame.mention(objects, plural, (!plural).then_some(&described));
            if let Some(mention) = frame.mentions.last_mut() {
                mention.card = true;
                mention.past = Some(past);
            }
        }
        Ok(())
    }

    fn mill(&mut self, frame: &mut Frame, who: &Players, n: Amount) {
        let plural = n != Amount::Const(1);
        let number = frame.emit(Instr::Mill(who.clone(), n, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(Past::Milled));
    }

    fn prevent(&mut self, frame: &mut Frame, what: &Prevented) -> Lowered<()> {
        match what {
            Prevented::AllCombat => {
                frame.emit(Instr::PreventCombatDamage(Filter::ANY));
            }
            Prevented::AllCombatBy { by } | Prevented::AllCombatByOld { by } => {
                match self.objects(frame, by, Use::Act)? {
                    // CR 611.2c: no characteristics change, so that what comes later is meant too.
                    Objects::Each(Zone::Battlefield, filter) => frame.emit(Instr::PreventCombatDamage(filter)),
                    objects => frame.emit(shield(None, Some(objects), true)),
                };
            }
            Prevented::AllCombatTo { to } => {
                let to = self.recipients(frame, to)?;
                frame.emit(shield(Some(to), None, true));
            }
            Prevented::AllBy { by } | Prevented::AllByWould { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(None, Some(objects), false));
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
            Prevented::AllCombatToAndBy { by } => {
                let objects = self.objects(frame, by, Use::Act)?;
                if matches!(objects, Objects::Each(..)) {
                    return unsupported("the prevention of", what);
                }
                frame.emit(shield(Some(Recipients::Objects(objects.clone())), None, true));
                frame.emit(shield(None, Some(objects), true));
            }
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
            // The permission is for the card as it lies there (CR 400.7).
            Some(CastHow::WhileExiled | CastHow::WhileItIsExiled) => (Duration::Indefinite, false),
            None if frame.until.is_some() => (frame.until.unwrap_or(Duration::EndOfTurn), false),
            _ => return decline("casting or playing at once for its cost is not known"),
        };
        frame.emit(Instr::AllowPlay {
            player: Players::You,
            cards: objects,
            duration,
            lands,
            free,
            how: Permitted::Usual,
        });
        Ok(())
    }
}

/// Prevents all such damage this turn.
pub(super) fn shield(to: Option<Recipients>, from: Option<Objects>, combat: bool) -> Instr {
    Instr::Shield { to, from, combat, amount: None, once: false, redirect: None }
}
