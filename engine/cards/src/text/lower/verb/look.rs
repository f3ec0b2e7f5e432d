//! Looking at cards and revealing them (CR 701.20) → instructions.

use crate::effect::{Destination, Instr, Pick, SeenBy};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::Count;
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::player::Own;
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::verb::LookVerb;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::several;
use crate::text::lower::frame::{DoneThisWay, Frame, Item, Mention};
use crate::text::lower::noun::Use;
use crate::types::CardTypes;

impl Context<'_> {
    /// For each card type (CR 205.2a), a card of that type that is put into your hand with the others, out of those that were revealed.
    pub(in crate::text::lower) fn one_of_each_type(&mut self, frame: &mut Frame) -> Lowered<()> {
        let Some(looked) = frame.discourse.looked.clone() else { return decline("no earlier sentence reveals cards") };
        let all = frame.register()?;
        let chosen = frame.register()?;
        let one = || Amount::Const(1);
        frame.emit(Instr::SetObjects(all, Objects::Union(Vec::new())));
        for types in (CardTypes::all() - CardTypes::DUNGEON).iter() {
            let taken = Filter::just(Test::Is(Box::new(Objects::Register(all))));
            let filter = Filter::just(Test::Types(types)).and(Test::Not(Box::new(taken)));
            let from = Objects::Those(Box::new(looked.clone()), filter);
            let pick = Pick { chooser: Players::You, from, min: Amount::Const(0), max: one(), random: false };
            frame.emit(Instr::Pick(pick, chosen));
            frame.emit(Instr::AddObjects(all, Objects::Register(chosen)));
        }
        frame.emit(Instr::Move(Objects::Register(all), Destination::to(Zone::Hand), None));
        frame.discourse.rest = Some((looked, Objects::Register(all)));
        Ok(())
    }

    /// Several cards of a hand that is looked at are chosen, and taken out of it for what follows.
    fn choose_some(&mut self, frame: &mut Frame, n: &Count, noun: &Noun) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        let (Some((players, None)), None) = (frame.discourse.revealed.clone(), described.zone) else {
            return unsupported("the choice", noun);
        };
        if !described.card || described.among.is_some() || described.together.is_asked() {
            return unsupported("the choice", noun);
        }
        let own = described.filter.clone().and(Test::OwnerIn(Box::new(players)));
        let (least, most) = match n {
            Count::UpTo { n } => (Amount::Const(0), Amount::Const(n.0)),
            n => {
                let n = self.count(frame, n)?;
                (n.clone(), n)
            }
        };
        let picked = self.pick(frame, Objects::Each(Zone::Hand, own), least, most)?;
        frame.mention(picked, true, Some(&described));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Chosen);
        }
        Ok(())
    }

    /// "Reveal a card from your hand or the top card of your library": where there is one only, it is that one.
    fn reveal_of_hand_or_top(&mut self, frame: &mut Frame) -> Lowered<()> {
        let into = frame.register()?;
        let (hand, top, end) = (frame.label(), frame.label(), frame.label());
        let some = |count| Condition::Compare(count, Comparison::AtLeast, Amount::Const(1));
        frame.emit(Instr::Unless(some(Amount::HandSize(Players::You)), top));
        frame.emit(Instr::Unless(some(Amount::LibrarySize(Players::You)), hand));
        frame.emit(Instr::May(Players::You, top));
        frame.mark(hand);
        let from = Objects::Each(Zone::Hand, Filter::just(Test::Owner(PlayerFilter::You)));
        let one = || Amount::Const(1);
        frame.emit(Instr::Pick(Pick { chooser: Players::You, from, min: one(), max: one(), random: false }, into));
        frame.emit(Instr::Reveal(Objects::Register(into)));
        frame.emit(Instr::Jump(end));
        frame.mark(top);
        frame.emit(Instr::LookAtTop { player: Players::You, amount: one(), seen: SeenBy::All, into });
        frame.mark(end);
        frame.discourse.did = false;
        frame.discourse.looked = Some(Objects::Register(into));
        frame.mention(Objects::Register(into), false, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.card = true;
            mention.past = Some(DoneThisWay::Revealed);
        }
        Ok(())
    }

    /// Looking at cards and revealing them.
    pub(super) fn look_verb(&mut self, frame: &mut Frame, who: &Players, verb: &LookVerb) -> Lowered<()> {
        let you = *who == Players::You;
        let each = several(who);
        match verb {
            LookVerb::LookAtTop { what }
            | LookVerb::Reveal { what: what @ (Np::TopCard { .. } | Np::TopCards { .. }) } => {
                let reveal = matches!(verb, LookVerb::Reveal { .. });
                let (amount, zone) = match what {
                    Np::TopCard { zone } => (Amount::Const(1), zone),
                    Np::TopCards { n, zone } | Np::FromTop { n, zone } => (self.count(frame, n)?, zone),
                    _ => return unsupported("what is looked at:", verb),
                };
                let of = match zone {
                    ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library } if you => Players::You,
                    ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if !each && !you => who.clone(),
                    ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if you => self.they(frame)?,
                    ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Library } if you => {
                        self.players(frame, player)?
                    }
                    _ => return unsupported("whose library is looked at in", verb),
                };
                if several(&of) {
                    return decline("the libraries of several players aren't supported here");
                }
                let into = frame.register()?;
                let plural = amount != Amount::Const(1);
                frame.emit(if reveal || of == *who {
                    let seen = if reveal { SeenBy::All } else { SeenBy::Owner };
                    Instr::LookAtTop { player: of, amount, seen, into }
                } else {
                    Instr::LookAtLibrary { viewer: who.clone(), of, amount, into }
                });
                frame.discourse.looked = Some(Objects::Register(into));
                frame.mention(Objects::Register(into), plural, None);
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    mention.card = true;
                    if reveal {
                        mention.past = Some(DoneThisWay::Revealed);
                    }
                }
            }
            LookVerb::Reveal { what: what @ (Np::Them | Np::It) } if matches!(frame.last_instr(), Some(Instr::Draw(_, n)) if (*what == Np::It) == (*n == Amount::Const(1))) =>
            {
                let into = frame.register()?;
                frame.emit(Instr::RevealDrawn(who.clone(), into));
                let several = *what == Np::Them;
                frame.discourse.looked = several.then_some(Objects::Register(into));
                frame.mention(Objects::Register(into), several, None);
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    mention.card = true;
                    mention.past = Some(DoneThisWay::Revealed);
                }
            }
            LookVerb::RevealHandOrTop if you => self.reveal_of_hand_or_top(frame)?,
            // Of the library that was just shuffled.
            LookVerb::RevealTheTop if you && matches!(frame.last_instr(), Some(Instr::Shuffle(Players::You))) => {
                let yours = ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library };
                return self.look_verb(frame, who, &LookVerb::Reveal { what: Np::TopCard { zone: yours } });
            }
            LookVerb::Reveal { what } => {
                let objects = self.objects(frame, what, Use::Act)?;
                if let Some(shown) = frame.revealed_perhaps(&objects)? {
                    frame.emit(Instr::Reveal(shown));
                    return Ok(());
                }
                // Found cards are revealed by the search itself; saying it again is harmless and shows it in the journal.
                let last =
                    frame.discourse.mentions.last_mut().filter(|mention| mention.before.as_ref() == Some(&objects));
                if let Some(mention) = last {
                    mention.past = Some(DoneThisWay::Revealed);
                }
                frame.emit(Instr::Reveal(objects));
            }
            LookVerb::RevealOutside { noun } => {
                self.bring_in(frame, who, noun, None, true)?;
            }
            LookVerb::RevealHand { whose: Own::Their } if !each && !you => {
                // CR 701.20a: to all.
                frame.emit(Instr::LookAtHand(Players::Each, who.clone()));
                frame.discourse.revealed = Some((who.clone(), None));
            }
            // CR 701.20a.
            LookVerb::RevealHand { whose: Own::Your } if you => {
                frame.emit(Instr::LookAtHand(Players::Each, Players::You));
                frame.discourse.revealed = Some((Players::You, None));
            }
            // What the same player has exiled out of a hand of their own is known to them.
            LookVerb::LookAtExiled if you => {
                let yours = |item: &Item| match item {
                    Item::Instr(_, Instr::Pick(pick, _)) => {
                        pick.chooser == Players::You
                            && matches!(&pick.from, Objects::Each(Zone::Hand, filter) if filter.tests.contains(&Test::Owner(PlayerFilter::You)))
                    }
                    _ => false,
                };
                let all = |mention: &&Mention| mention.plural && mention.past == Some(DoneThisWay::Exiled);
                let exiled = frame.discourse.mentions.iter().rev().find(all).cloned();
                let (Some(exiled), true) = (exiled, frame.code.items.iter().any(yours)) else {
                    return unsupported("what is looked at:", verb);
                };
                // "Them" afterwards.
                frame.discourse.mentions.push(exiled);
            }
            LookVerb::LookAtHand { zone } if you => match zone {
                ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Hand } => {
                    let players = self.players(frame, player)?;
                    frame.emit(Instr::LookAtHand(Players::You, players.clone()));
                    if !several(&players) {
                        frame.discourse.revealed = Some((players, None));
                    }
                }
                _ => return unsupported("the zone", zone),
            },
            LookVerb::ChooseFromIt { noun, with } if you => {
                let mut noun = noun.clone();
                noun.quals.extend(with.clone().map(|with| crate::text::grammar::noun::Qual::With { with }));
                let described = self.noun(frame, &noun)?;
                // "You may choose a nonland card from it. If you do, ...": what is chosen is taken out of the hand for what follows.
                if (frame.setting.perhaps > 0 || frame.setting.takes_chosen)
                    && let Some((players, None)) = frame.discourse.revealed.clone()
                    && described.card
                    && described.zone.is_none()
                    && described.among.is_none()
                {
                    let own = described.filter.clone().and(Test::OwnerIn(Box::new(players)));
                    let one = || Amount::Const(1);
                    let picked = self.pick(frame, Objects::Each(Zone::Hand, own), one(), one())?;
                    frame.mention(picked, false, Some(&described));
                    if let Some(mention) = frame.discourse.mentions.last_mut() {
                        mention.past = Some(DoneThisWay::Chosen);
                    }
                    return Ok(());
                }
                match &mut frame.discourse.revealed {
                    Some((_, filter @ None)) if described.card && described.zone.is_none() => {
                        *filter = Some(described.filter)
                    }
                    _ => return unsupported("the choice", verb),
                }
            }
            LookVerb::ChooseSomeFromIt { n, noun } if you => self.choose_some(frame, n, noun)?,
            LookVerb::RevealUntil { noun } | LookVerb::ExileUntil { noun } if you => {
                self.until(frame, who, noun, Amount::Const(1), matches!(verb, LookVerb::ExileUntil { .. }))?;
            }
            LookVerb::RevealUntilSo { n, noun } if you => {
                let n = self.count(frame, n)?;
                self.until(frame, who, noun, n, false)?;
            }
            LookVerb::RevealUntilTheySo { n, noun } | LookVerb::RevealUntilAreTheirs { n, noun } if !you && !each => {
                let n = self.count(frame, n)?;
                self.until(frame, who, noun, n, false)?;
            }
            LookVerb::RevealUntilThey { noun }
            | LookVerb::RevealUntilIsTheirs { noun }
            | LookVerb::ExileUntilThey { noun }
                if !you && !each =>
            {
                self.until(frame, who, noun, Amount::Const(1), matches!(verb, LookVerb::ExileUntilThey { .. }))?;
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}
