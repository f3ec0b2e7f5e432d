//! Moving objects to other zones: put, return, exile, sacrifice, destroy → instructions.

use crate::effect::Label;
use crate::effect::{Destination, Instr, SeenBy, TargetSpec};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::{Np, Nps, Qual, Quant};
use crate::text::grammar::player::{Own, OwnZone, Player, Relation, Whose, ZoneRef};
use crate::text::grammar::verb::{Dest, MoveVerb, WithCounters};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{DoneThisWay, Frame, Item, Mention, Referent, several};
use crate::text::lower::noun::Use;

/// Returns whether it is the object itself and a target that lies in a graveyard: "return ~ and target land card from your graveyard to the
/// battlefield" moves it out of there too, and the ability works nowhere else (CR 113.6m).
fn lies_with_target(frame: &Frame, what: &Nps) -> bool {
    let in_graveyard = |spec: &TargetSpec| spec.objects.iter().all(|(zone, _)| *zone == Zone::Graveyard);
    matches!(what, Nps::Two { a: Np::Itself, .. }) && frame.code.targets.last().is_some_and(in_graveyard)
}

/// "Exile the top card", of the library that was just shuffled: of your library.
fn exile_yours(verb: &MoveVerb) -> MoveVerb {
    let zone = ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library };
    let np = match verb {
        MoveVerb::ExileTheTopMany { n } => Np::TopCards { n: n.clone(), zone },
        _ => Np::TopCard { zone },
    };
    MoveVerb::Exile { what: Nps::One { np }, how: None }
}

impl Context<'_> {
    /// What is destroyed. What can't be can't be chosen for it (CR 608.2d, 702.12b).
    fn destroyed(&mut self, frame: &mut Frame, what: &Nps) -> Lowered<Objects> {
        let before = frame.code.items.len();
        let objects = self.objects_of(frame, what, Use::Act)?;
        frame.narrow_choices(before, |filter| filter.and(Test::NotKeyword(Keywords::INDESTRUCTIBLE)));
        Ok(objects)
    }

    /// Moving objects to other zones.
    pub(super) fn move_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &MoveVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            MoveVerb::Sacrifice { what, .. } => self.sacrifice(frame, who, what, each)?,
            MoveVerb::SacrificeHalf { noun, rounding, .. } => self.sacrifice_half(frame, who, noun, rounding)?,
            // Bottom cards are seen by nobody, and go on to where they can't be kept from.
            MoveVerb::Put { what: Nps::One { np: Np::BottomCard { zone } }, to: to @ Dest::Zone { .. } } => {
                let card = self.bottom_card(frame, zone)?;
                self.put(frame, who, card, to)?;
            }
            MoveVerb::Put { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                self.put(frame, who, objects, to)?;
            }
            MoveVerb::PutOutside { noun, to } => {
                let card = self.bring_in(frame, who, noun, None, false)?;
                self.put(frame, who, card, to)?;
            }
            MoveVerb::PutSplit { a, to, b, or } => {
                let first = self.objects(frame, a, Use::Act)?;
                self.put(frame, who, first, to)?;
                let second = self.objects(frame, b, Use::Act)?;
                self.put(frame, who, second, or)?;
            }
            MoveVerb::PutThree { a, to, b, or, c, then } => {
                for (what, to) in [(a, to), (b, or), (c, then)] {
                    let objects = self.objects(frame, what, Use::Act)?;
                    self.put(frame, who, objects, to)?;
                }
            }
            MoveVerb::ExileTheTop | MoveVerb::ExileTheTopMany { .. } if you && frame.has_just_shuffled() => {
                return self.move_verb(frame, who, &exile_yours(verb), each);
            }
            MoveVerb::ExileAllButBottom { n, whose, how } => {
                self.exile_all_but_bottom(frame, who, n.0, (*whose == Own::Your, how.is_some()))?;
            }
            MoveVerb::Destroy { what } => {
                let objects = self.destroyed(frame, what)?;
                frame.emit(Instr::Destroy(objects, false));
            }
            // "Destroy all lands or all creatures": you choose which as it resolves (CR 608.2d).
            MoveVerb::DestroyEither { a, b } if *who == Players::You => {
                let into = frame.register()?;
                let (other, end) = (frame.label(), frame.label());
                let (first, second) = (self.set(frame, a)?, self.set(frame, b)?);
                frame.emit(Instr::May(Players::You, other));
                frame.emit(Instr::SetObjects(into, first));
                frame.emit(Instr::Jump(end));
                frame.mark(other);
                frame.emit(Instr::SetObjects(into, second));
                frame.mark(end);
                frame.discourse.did = false;
                let objects = Objects::Register(into);
                frame.mention(objects.clone(), true, None);
                frame.emit(Instr::Destroy(objects, false));
            }
            MoveVerb::Exile { what, how } => self.exile(frame, who, what, how.as_ref())?,
            MoveVerb::PutOnto { what, to } => self.put_what(frame, who, what, to)?,
            MoveVerb::PutThence { what, from, with } => self.put_thence(frame, who, (what, from), with.as_ref())?,
            // Of the hand that was revealed.
            MoveVerb::PutAllFromIt { noun, to } if you && frame.discourse.revealed == Some((Players::You, None)) => {
                let described = self.noun(frame, noun)?;
                let own = described.filter.clone().and(Test::OwnerIn(Box::new(Players::You)));
                let cards = Objects::Each(Zone::Hand, own);
                frame.mention(cards.clone(), true, Some(&described));
                self.put(frame, who, cards, to)?;
            }
            MoveVerb::ExileFromGraveyard { what } if you => self.exile_from_graveyard(frame, what)?,
            // "Return all creatures to their owners' hands except for Merfolk, Krakens, and Leviathans": all that are none of these.
            MoveVerb::ReturnExcept { what: Np::Quant { quant: Quant::All, noun }, to, except } => {
                let (all, but) = (self.noun(frame, noun)?, self.noun(frame, except)?);
                if all.zone != Some(Zone::Battlefield) || but.zone != all.zone {
                    return unsupported("the exception", verb);
                }
                let filter = all.filter.clone().and(Test::Not(Box::new(but.filter)));
                let objects = Objects::Each(Zone::Battlefield, filter);
                frame.mention(objects.clone(), true, Some(&all));
                self.put_back(frame, who, objects, to)?;
            }
            // "Return a card from your graveyard to your hand for each card discarded this way": that many, chosen together.
            MoveVerb::Return { what: Nps::One { np: Np::Quant { quant: Quant::A, noun } }, to } if each.is_some() => {
                let n = self.times(frame, Amount::Const(1), each)?;
                let objects = self.that_many(frame, noun, n)?;
                self.put_back(frame, who, objects, to)?;
            }
            MoveVerb::Return { what, to } | MoveVerb::ReturnTo { what, to } => {
                let objects = self.objects_of(frame, what, Use::Act)?;
                if frame.setting.activated && lies_with_target(frame, what) {
                    frame.setting.zone = Some(Zone::Graveyard);
                }
                self.put_back(frame, who, objects, to)?;
            }
            // Whence is said first.
            MoveVerb::ReturnThence { from, to, what: Np::Quant { quant, noun } } => {
                let mut noun = noun.clone();
                noun.quals.push(Qual::From { zone: from.clone() });
                let what = Nps::One { np: Np::Quant { quant: quant.clone(), noun } };
                return self.move_verb(frame, who, &MoveVerb::Return { what, to: to.clone() }, each);
            }
            MoveVerb::ReturnFrom { what, from, to } => {
                let (zone, owner) = self.zone(frame, from)?;
                let objects = Frame::where_exiled(self.objects(frame, what, Use::Act)?, zone, frame);
                let there = frame.only_from(&objects, from, (zone, owner));
                if objects == Objects::Source && zone != Zone::Battlefield {
                    frame.setting.zone = Some(zone);
                }
                self.put_back(frame, who, objects, to)?;
                frame.else_nothing(there);
            }
            // What lies in a hand isn't an object before it is taken out of there (CR 400.2).
            MoveVerb::PutOutOf { from: ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Hand }, to, .. }
                if you && frame.setting.activated =>
            {
                let card = frame.register()?;
                frame.setting.zone = Some(Zone::Hand);
                frame.emit(Instr::TakeFromHand(card));
                self.put(frame, who, Objects::Register(card), to)?;
            }
            MoveVerb::PutFrom { what, to, from }
            | MoveVerb::PutOutOf { what, from, to: to @ (Dest::Library { .. } | Dest::FromTop { .. }) } => {
                let (zone, owner) = self.zone(frame, from)?;
                let objects = self.objects(frame, what, Use::Act)?;
                if objects != Objects::Source || !matches!(zone, Zone::Graveyard | Zone::Exile) {
                    return unsupported("what is put from where", verb);
                }
                let there = frame.only_from(&objects, from, (zone, owner));
                frame.setting.zone = Some(zone);
                self.put(frame, who, objects, to)?;
                frame.else_nothing(there);
            }
            // At one time, once what is chosen has been (CR 608.2d, 608.2f).
            MoveVerb::ExileWithGraveyard { what, zone } => {
                let chosen = self.objects(frame, what, Use::Act)?;
                let (_, owner) = self.zone(frame, zone)?;
                let Some(owner) = owner else { return unsupported("the zone", zone) };
                let all = Objects::Union(vec![chosen, Objects::Each(Zone::Graveyard, Filter::just(owner))]);
                let to = self.exile_from_here(frame);
                self.moves(frame, all, to, Some(DoneThisWay::Exiled));
            }
            MoveVerb::ExileGraveyard { zone } => {
                let (zone_kind, owner) = self.zone(frame, zone)?;
                if zone_kind != Zone::Graveyard {
                    return unsupported("the zone", zone);
                }
                let filter = owner.map_or(Filter::ANY, Filter::just);
                let to = self.exile_from_here(frame);
                frame.emit(Instr::Move(Objects::Each(Zone::Graveyard, filter), to, None));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}

impl Frame {
    /// Returns whether your library was shuffled by the instruction before.
    fn has_just_shuffled(&mut self) -> bool {
        matches!(self.last_instr(), Some(Instr::Shuffle(Players::You)))
    }

    /// "Return ~ from your graveyard", where the ability works elsewhere or is one that was made for later: it may have gone to another zone, and
    /// is returned only from there (CR 608.2c).
    fn only_from(&mut self, objects: &Objects, from: &ZoneRef, (zone, owner): (Zone, Option<Test>)) -> Option<Label> {
        // "You mill a card, then return that card from your graveyard": something else may have happened to it instead (CR 614.6).
        if zone == Zone::Graveyard && was_put_there(&self.code.items, objects) {
            let label = self.label();
            let there = Filter::just(Test::Is(Box::new(objects.clone())));
            self.emit(Instr::Unless(Condition::Exists(Zone::Graveyard, there), label));
            self.setting.perhaps += 1;
            return Some(label);
        }
        if *objects != Objects::Source || zone != Zone::Graveyard || !(self.setting.elsewhere || self.setting.apart) {
            return None;
        }
        let label = self.label();
        let it = Objects::Union(vec![Objects::Source, Objects::Moved(Box::new(Objects::Source))]);
        // "From its owner's graveyard": it can be in no other.
        let its_owner = Player::Its { relation: Relation::Owner };
        let of_its_owner = matches!(from, ZoneRef::Of { whose: Whose::Of { player }, .. } if *player == its_owner);
        let owner = owner.filter(|_| !of_its_owner);
        let there = Filter { tests: [Test::Is(Box::new(it))].into_iter().chain(owner).collect() };
        self.emit(Instr::Unless(Condition::Exists(Zone::Graveyard, there), label));
        self.setting.perhaps += 1;
        Some(label)
    }

    /// The card that the source has become in exile, where what happens only now was told of that: "exile it. When that creature leaves the
    /// battlefield, return ~ from exile" (CR 603.7c).
    fn where_exiled(what: Objects, from: Zone, frame: &Frame) -> Objects {
        if what != Objects::Source || from != Zone::Exile || !frame.setting.apart {
            return what;
        }
        let kept = |mention: &Mention| match &mention.after {
            Referent::Known(register @ Objects::Register(_)) => Some(register.clone()),
            _ => None,
        };
        let exiled = |mention: &&Mention| mention.source && mention.past == Some(DoneThisWay::Exiled);
        frame.discourse.mentions.iter().rev().find(exiled).and_then(kept).unwrap_or(what)
    }

    /// Ends what is done only if something is so.
    fn else_nothing(&mut self, label: Option<Label>) {
        if let Some(label) = label {
            self.setting.perhaps -= 1;
            self.mark(label);
        }
    }
}

impl Context<'_> {
    fn put_what(&mut self, frame: &mut Frame, who: &Players, what: &Nps, to: &Dest) -> Lowered<()> {
        let objects = self.objects_of(frame, what, Use::Act)?;
        self.put(frame, who, objects, to)
    }

    /// "Put a creature card onto the battlefield from your hand or graveyard with two +1/+1 counters on it".
    fn put_thence(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        (what, from): (&Np, &Qual),
        with: Option<&WithCounters>,
    ) -> Lowered<()> {
        let Np::Quant { quant, noun } = what else { return unsupported("what is put there:", what) };
        let mut noun = noun.clone();
        noun.quals.push(from.clone());
        let what = Nps::One { np: Np::Quant { quant: quant.clone(), noun } };
        let to = Dest::Battlefield { tapped: None, under: None, with: with.cloned() };
        self.put_what(frame, who, &what, &to)
    }
}

impl Context<'_> {
    /// All cards of a library but those at the bottom are exiled, face down if so: of each player's own library, as it is then.
    fn exile_all_but_bottom(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        n: i32,
        (yours, face_down): (bool, bool),
    ) -> Lowered<()> {
        if several(who) && !yours {
            return self.each_player(frame, who, |context, frame| {
                context.exile_all_but_bottom(frame, &Players::Current, n, (false, face_down))
            });
        }
        if yours != (*who == Players::You) {
            return decline("it is unclear whose library is meant");
        }
        let whole = Amount::LibrarySize(who.clone());
        let amount = Amount::Difference(Box::new(whole), Box::new(Amount::Const(n)));
        let into = frame.register()?;
        frame.emit(Instr::LookAtTop { player: who.clone(), amount, seen: SeenBy::Nobody, into });
        let to = Destination { face_down, ..self.exile_from_here(frame) };
        frame.emit(Instr::Move(Objects::Register(into), to, None));
        Ok(())
    }
}

impl Context<'_> {
    /// "Exile that card from your graveyard": if it is there. "One of them" is chosen there.
    fn exile_from_graveyard(&mut self, frame: &mut Frame, what: &Np) -> Lowered<()> {
        let objects = self.objects(frame, what, Use::Act)?;
        let to = self.exile_from_here(frame);
        let yours = |these: Objects| Filter::just(Test::Is(Box::new(these))).and(Test::Owner(PlayerFilter::You));
        if let Some(Instr::Pick(pick, into)) = frame.last_instr()
            && objects == Objects::Register(*into)
        {
            pick.from = Objects::Each(Zone::Graveyard, yours(pick.from.clone()));
            self.moves(frame, objects, to, Some(DoneThisWay::Exiled));
            return Ok(());
        }
        let there = if objects == Objects::Source {
            frame.setting.zone = Some(Zone::Graveyard);
            // It has gone to its owner's graveyard, who need not be you.
            Condition::ObjectIs(Objects::Source, Filter::just(Test::Owner(PlayerFilter::You)))
        } else {
            Condition::Exists(Zone::Graveyard, yours(objects.clone()))
        };
        let label = frame.label();
        frame.emit(Instr::Unless(there, label));
        frame.setting.perhaps += 1;
        self.moves(frame, objects, to, Some(DoneThisWay::Exiled));
        frame.setting.perhaps -= 1;
        frame.mark(label);
        Ok(())
    }
}

/// Returns whether objects are cards that were milled or discarded before, or some of those.
fn was_put_there(items: &[Item], objects: &Objects) -> bool {
    let register = match objects {
        Objects::Register(register) => *register,
        Objects::Those(inner, _) => return was_put_there(items, inner),
        _ => return false,
    };
    items.iter().enumerate().any(|(place, item)| match item {
        Item::Instr(_, Instr::Mill(_, _, Some(into)) | Instr::Discard(_, _, Some(into))) => *into == register,
        Item::Instr(_, Instr::SetObjects(into, from)) => *into == register && was_put_there(&items[..place], from),
        _ => false,
    })
}
