//! Noun phrases for objects: targets, choices, sets, and what refers back.

use super::amount::{greatest, least};
use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame, Mention, Referent};
use super::this_way::{number_of, past_of};
use crate::card::CardId;
use crate::effect::{Instr, Pick, Recipients, SeenBy, TargetSpec};
use crate::filter::{Amount, Comparison, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::noun::{
    Adj, Back, Extreme, Head, HowMany, Noun, Np, Nps, OfCount, Participle, Qual, Quant, Side, ZoneJoin,
};
use crate::text::grammar::player::ZoneRef;
use crate::text::grammar::verb::{Recipient, Recipients as RecipientWords};
use crate::text::grammar::words::Numeral;
use crate::types::CardTypes;

/// What objects are wanted for: what happens to them next, or their characteristics and controllers as they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Act,
    Read,
}

impl Context<'_> {
    /// The last single thing that was mentioned.
    pub(super) fn it(&mut self, frame: &mut Frame) -> Lowered<Mention> {
        if frame.discourse.unclear.is_some_and(|known| known >= frame.discourse.mentions.len()) {
            return decline("`it` may be what was found only if the condition before holds");
        }
        let subject = frame.discourse.subject.clone();
        // What a cost was paid with is called "that creature" or "the sacrificed creature".
        let paid = Some(Objects::Register(crate::effect::PAID_REGISTER));
        let others = frame.discourse.mentions.iter().rev().filter(|mention| mention.before != paid);
        let mut others = others.filter(|mention| subject.is_none() || subject != mention.before);
        let mention = others.next();
        // "Create three tokens, then it deals damage": the tokens would be "they".
        let many =
            |it: &Mention| it.plural && (it.token || matches!(it.before, Some(Objects::Each(Zone::Battlefield, _))));
        let source = others.find(|mention| !many(mention)).filter(|mention| mention.source);
        match (mention, source) {
            (Some(mention), _) if !mention.plural => Ok(mention.clone()),
            (Some(mention), Some(source)) if many(mention) => Ok(source.clone()),
            _ => decline("it is unclear what `it` refers to"),
        }
    }

    /// The last things in the plural.
    pub(super) fn them(&mut self, frame: &mut Frame) -> Lowered<Mention> {
        match frame.discourse.mentions.last() {
            Some(mention) if mention.plural && !frame.could_be_all(mention) => Ok(mention.clone()),
            _ => decline("it is unclear what `them` refers to"),
        }
    }

    /// "that creature", "those cards".
    pub(super) fn that(&mut self, frame: &mut Frame, head: &Head, plural: bool) -> Lowered<Mention> {
        let described = self.head(frame, head)?;
        let fits = |mention: &&Mention| {
            if mention.plural != plural || mention.source {
                return false;
            }
            // What was cast is a spell, and no card that is put somewhere or played.
            if described.card {
                return mention.card
                    && !mention.spell
                    && (described.types.is_empty() || mention.types.intersects(described.types));
            }
            if described.spell {
                return mention.spell;
            }
            if described.token {
                return mention.token;
            }
            if described.source {
                return mention.origin;
            }
            // A card that was discarded is no creature.
            mention.past != Some(super::frame::DoneThisWay::Discarded) && mention.types.intersects(described.types)
        };
        let found = frame.discourse.mentions.iter().rposition(|mention| fits(&mention));
        if described.card
            && frame.discourse.unclear.is_some_and(|known| known >= frame.discourse.mentions.len())
            && frame.discourse.found_card.as_ref().is_some_and(|card| fits(&card))
        {
            return decline("`that card` may be what was found only if the condition before holds");
        }
        if let Some(place) = found {
            // "You may return target creature card to the battlefield. That creature gains haste. Exile it …": only if it was returned.
            let mention = &frame.discourse.mentions[place];
            if let super::frame::Referent::Perhaps(_, number) = mention.after
                && !described.card
                && frame.entered(mention)
            {
                frame.discourse.mentions[place].after = super::frame::Referent::Pending(number);
            }
            let mention = &frame.discourse.mentions[place];
            // "Whenever equipped creature deals damage to a creature, destroy that creature": the one that was named last. "Whenever an
            // Archer deals damage to a creature, that Archer …": the one that was called so.
            let other = frame.discourse.mentions.iter().rfind(|it| it.side == Some(super::frame::Side::Other));
            if mention.side == Some(super::frame::Side::One)
                && let Some(other) = other.filter(fits)
                && let Some((one, another)) = &frame.discourse.sides
            {
                let called = |side: &Filter| {
                    let mut tests = described.filter.tests.iter();
                    tests.all(|test| !matches!(test, Test::Subtype(_)) || side.tests.contains(test))
                };
                return match (called(one), called(another)) {
                    (_, true) => Ok(other.clone()),
                    (true, false) => Ok(mention.clone()),
                    (false, false) => decline("it is unclear which of the two that the event is about is meant"),
                };
            }
            if described.card && described.types.is_empty() && frame.could_be_all(mention) {
                return decline("it is unclear whether all revealed cards are meant");
            }
            return Ok(mention.clone());
        }
        if plural
            && !described.card
            && let Some(counted) = &frame.discourse.counted_set
            && counted.types.intersects(described.types)
        {
            return Ok(counted.clone());
        }
        if plural && described.card && described.filter.tests.is_empty() && frame.exiled_by_each()? {
            return self.them(frame);
        }
        let chosen = frame.chosen_by_opponent().filter(|it| fits(&it));
        chosen.map_or_else(|| decline("it is unclear what `that ...` refers to"), Ok)
    }

    /// What the subject of a clause copies, fights or deals damage to: "choose a creature. Target creature becomes a copy of that
    /// creature" means the one that was chosen, as the other would be "itself".
    pub(super) fn besides_subject(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Objects> {
        if !matches!(np, Np::That { .. } | Np::Those { .. }) || frame.discourse.subject.is_none() {
            return self.objects(frame, np, Use::Act);
        }
        let all = frame.discourse.mentions.clone();
        let subject = frame.discourse.subject.clone();
        frame.discourse.mentions.retain(|mention| mention.before != subject);
        let others = frame.discourse.mentions.len();
        let result = self.objects(frame, np, Use::Act);
        let new = frame.discourse.mentions.split_off(others);
        frame.discourse.mentions = all;
        frame.discourse.mentions.extend(new);
        result
    }

    /// The objects of a reference; not of a description.
    pub(super) fn refer(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Objects> {
        match np {
            // "With the same name as a card in your graveyard": as any of them.
            Np::Quant { quant: Quant::A, noun } => {
                let described = self.noun(frame, noun)?;
                let plain = !described.random
                    && !described.together.is_asked()
                    && described.among.is_none()
                    && described.also.is_none();
                match described.zone {
                    // "With the same name as a card exiled with ~" (CR 607.2a).
                    _ if plain && described.is_exiled_with_source() => Ok(Objects::ExiledWithSource),
                    Some(zone @ (Zone::Graveyard | Zone::Battlefield)) if plain => {
                        Ok(Objects::Each(zone, described.filter))
                    }
                    _ => unsupported("the reference", np),
                }
            }
            Np::Quant { .. } => unsupported("the reference", np),
            Np::YourCommander => Ok(your_commander_anywhere()),
            _ => self.objects(frame, np, Use::Read),
        }
    }

    /// The objects of a noun phrase. Targets and choices are added to the frame.
    pub(super) fn objects(&mut self, frame: &mut Frame, np: &Np, purpose: Use) -> Lowered<Objects> {
        let of = |mention: Mention, frame: &mut Frame| match purpose {
            Use::Read => frame.read(&mention),
            Use::Act => frame.resolve(&mention),
        };
        let called = |mention: Mention, head: &Described, frame: &mut Frame| match purpose {
            Use::Read if head.card => frame.read_card(&mention),
            _ => of(mention, frame),
        };
        match np {
            Np::Itself => {
                // "Return ~ to the battlefield. ~ gains haste": what it has become by then (CR 400.7j).
                let last = frame.discourse.mentions.iter().rev().find(|mention| mention.source);
                if let Some(moved) = last.filter(|_| purpose == Use::Act).cloned()
                    && !matches!(moved.after, Referent::Known(_))
                {
                    frame.discourse.mentions.push(moved.clone());
                    return frame.resolve(&moved);
                }
                frame.mention_source(self.types);
                Ok(Objects::Source)
            }
            // Of several that are tied you choose one, as the text says afterwards.
            Np::TheExtreme { noun, most, stat } => {
                let among = self.set(frame, noun)?;
                let Objects::Each(zone, filter) = &among else { return unsupported("the reference", np) };
                let number = |amount: Amount, comparison| super::filter::stat_test(stat, comparison, amount);
                let extreme = match most {
                    Extreme::Greatest | Extreme::Highest => number(greatest(stat, among.clone()), Comparison::AtLeast),
                    Extreme::Least | Extreme::Lowest => number(least(stat, among.clone()), Comparison::AtMost),
                };
                let from = Objects::Each(*zone, filter.clone().and(extreme));
                let described = self.noun(&mut frame.clone(), noun)?;
                let one = || Amount::Const(1);
                let register = frame.register()?;
                let pick = Pick { chooser: Players::You, from, min: one(), max: one(), random: false };
                frame.emit(Instr::Pick(pick, register));
                frame.mention(Objects::Register(register), false, Some(&described));
                Ok(Objects::Register(register))
            }
            Np::It => {
                let mention = self.it(frame)?;
                of(mention, frame)
            }
            Np::Them | Np::They => {
                let mention = self.them(frame)?;
                of(mention, frame)
            }
            Np::That { head } => {
                let mention = self.that(frame, head, false)?;
                frame.discourse.mentions.push(mention.clone());
                called(mention, &self.head(frame, head)?, frame)
            }
            Np::Those { head } => {
                let mention = self.that(frame, head, true)?;
                frame.discourse.mentions.push(mention.clone());
                called(mention, &self.head(frame, head)?, frame)
            }
            Np::The { past, head } | Np::TheYou { head, past } => self.past(frame, past, head, false),
            // What a cost was paid with, which is one thing of either kind.
            Np::ChosenOrRevealed { there, card } => {
                if self.head(frame, there)?.card || !self.head(frame, card)?.card {
                    return unsupported("what is meant by", np);
                }
                self.past(frame, &crate::text::grammar::noun::Participle::Chosen, there, false)
            }
            Np::TheMany { past, head } => self.past(frame, past, head, true),
            Np::TheOne { head, side } | Np::TheChosenOne { head, side } => {
                let mention = self.of_side(frame, head, side)?;
                frame.discourse.mentions.push(mention.clone());
                of(mention, frame)
            }
            Np::Host { head, .. } => {
                let described = self.head(frame, head)?;
                frame.mention(Objects::Host, false, Some(&described));
                Ok(Objects::Host)
            }
            Np::Quant { quant, noun } => self.quantified(frame, quant, noun),
            Np::ExiledOnes { quant, face, noun } => self.quantified(frame, quant, &exiled(face.is_some(), noun)),
            Np::AndOr { a, b } => self.one_of_each(frame, a, b),
            Np::TargetEither { most, a, b } if b.is_about_suspended() => self.or_suspended(frame, most.is_some(), a, b),
            Np::TargetEither { most, a, b } => self.target_of_either(frame, most.is_some(), a, b),
            Np::TargetChosenBy { noun, by } => self.target_chosen_by(frame, noun, *by, purpose),
            Np::Either { a, b } => self.one_of_either(frame, a, b),
            Np::TheWay { past: Participle::Countered, .. } => unsupported("the reference", np),
            Np::TheWay { head, past } => {
                let described = self.head(frame, head)?;
                // What is in a hand now is known as it last was in the public zone that it came from (CR 608.2h).
                let left = matches!(purpose, Use::Read) && *past == Participle::Returned;
                let done = self.this_way(frame, past, described.card && !left)?;
                Ok(match described.filter.tests.is_empty() {
                    true => done,
                    false => Objects::Those(Box::new(done), described.filter),
                })
            }
            Np::TargetOnStack { a, b, c } => self.target_on_stack(frame, &[a, b, c]),
            Np::TargetOnStack4 { a, b, c, d } => self.target_on_stack(frame, &[a, b, c, d]),
            Np::TargetAbilityOr { kind, noun } => {
                let abilities =
                    self.noun(frame, &Noun { head: Head::Stack { kind: kind.clone() }, quals: Vec::new() })?;
                let mut spells = self.noun(frame, noun)?;
                if frame.setting.overload || spells.together.is_asked() || spells.random || spells.among.is_some() {
                    return unsupported("the target", np);
                }
                spells.filter = Filter::just(Test::AnyOf(vec![abilities.filter, spells.filter]));
                self.target(frame, &Quant::Target, &spells)
            }
            Np::OfThem { n, of, random } => self.some_of(frame, n, of, random.is_some()),
            Np::One => self.some_of(frame, &OfCount::Some { n: HowMany::Number { n: Numeral(1) } }, &Back::Them, false),
            Np::EachOf { of } | Np::BothOf { of } => Ok(self.back(frame, of)?),
            // Of two that were mentioned, whichever an event is about; elsewhere it would be a choice.
            Np::EitherOf { .. } => unsupported("the choice of", np),
            // What was cast has gone, and isn't found where it was (CR 400.7).
            Np::NotCast { .. } if !frame.casts() => decline("no earlier sentence casts a card"),
            Np::NotCast { which: crate::text::grammar::noun::NotCast::AllExiled } => {
                self.this_way(frame, &crate::text::grammar::noun::Participle::Exiled, true)
            }
            Np::NotCast { .. } => match frame.discourse.rest.clone() {
                Some((all, _)) => Ok(all),
                None => decline("it is unclear which cards weren't cast"),
            },
            // What was put onto the battlefield is another object since (CR 400.7); an Aura that couldn't be is still there.
            Np::NotPut => match frame.discourse.rest.clone() {
                Some((all, _)) => Ok(all),
                None => decline("it is unclear which cards were revealed"),
            },
            Np::TheRest | Np::TheOther => match frame.discourse.rest.clone() {
                Some((all, chosen)) => {
                    let others = Test::Not(Box::new(Filter::just(Test::Is(Box::new(chosen)))));
                    let rest = Objects::Those(Box::new(all), Filter::just(others));
                    if *np == Np::TheOther {
                        // "Return the other to the battlefield. It gains haste."
                        let card = Described { card: true, ..Described::default() };
                        frame.mention(rest.clone(), false, Some(&card));
                    }
                    Ok(rest)
                }
                None => decline("it is unclear what `the rest` is"),
            },
            Np::PilePart { head, whose } => {
                let described = self.head(frame, head)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the pile", np);
                }
                let pile = Objects::Those(Box::new(self.chosen_pile(frame, whose)?), described.filter.clone());
                frame.mention(pile.clone(), true, Some(&described));
                Ok(pile)
            }
            Np::PileCards { whose } | Np::Pile { whose } => {
                let pile = self.chosen_pile(frame, whose)?;
                let card = Described { card: true, ..Described::default() };
                frame.mention(pile.clone(), true, Some(&card));
                Ok(pile)
            }
            Np::TwoZones { n, a, b } => self.targets_in_two_zones(frame, n, a, b),
            Np::TheToken => {
                match frame.discourse.mentions.iter().rev().find(|mention| mention.token && !mention.source).cloned() {
                    Some(mention) => of(mention, frame),
                    None => decline("it is unclear which token is meant"),
                }
            }
            Np::TheCopy | Np::TheCopies => match frame.discourse.copy {
                Some(register) => Ok(Objects::Register(register)),
                None => decline("no earlier sentence copies anything"),
            },
            Np::ThatAbility => {
                let ability = frame.discourse.mentions.iter().rev().find(|mention| mention.spell && !mention.card);
                match ability.cloned() {
                    Some(mention) => {
                        frame.discourse.mentions.push(mention.clone());
                        of(mention, frame)
                    }
                    None => decline("it is unclear which ability is meant"),
                }
            }
            Np::SelfAndOthers { noun } => {
                let described = self.noun(frame, noun)?;
                let zone = described.zone.unwrap_or(Zone::Battlefield);
                let others = Objects::Each(zone, described.filter.and(Test::NotSource));
                Ok(Objects::Union(vec![Objects::Source, others]))
            }
            Np::YourRingBearer => {
                let bearer = Objects::Each(Zone::Battlefield, ring_bearer());
                frame.mention(bearer.clone(), false, None);
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    mention.types = CardTypes::CREATURE;
                }
                Ok(bearer)
            }
            Np::SelfAnd { noun } => {
                let described = self.noun(frame, noun)?;
                let zone = described.zone.unwrap_or(Zone::Battlefield);
                let each = Objects::Each(zone, described.filter);
                Ok(Objects::Union(vec![Objects::Source, each]))
            }
            Np::YourCommander => {
                let own = your_commander();
                let described = Described { types: CardTypes::CREATURE, ..Described::default() };
                frame.mention(Objects::Each(Zone::Battlefield, own.clone()), false, Some(&described));
                Ok(Objects::Each(Zone::Battlefield, own))
            }
            Np::SelfOrHost { .. } | Np::SelfOrAnother { .. } => unsupported("the subject", np),
            Np::TopCard { zone } => self.top(frame, zone, Amount::Const(1)),
            Np::TopKind { noun, zone } => self.top_of_graveyard(frame, noun, zone),
            Np::FromTop { n, zone } | Np::TopCards { n, zone } => {
                let n = self.count(frame, n)?;
                self.top(frame, zone, n)
            }
            Np::BottomCard { .. } => unsupported("what isn't moved at once,", np),
            Np::NumberEqual { noun, amount } => {
                let n = self.amount(frame, amount)?;
                self.that_many(frame, noun, n)
            }
            Np::FromTopEqual { amount, zone } => {
                let n = self.amount(frame, amount)?;
                self.top(frame, zone, n)
            }
        }
    }

    /// The top cards of a library.
    fn top(
        &mut self,
        frame: &mut Frame,
        zone: &crate::text::grammar::player::ZoneRef,
        amount: Amount,
    ) -> Lowered<Objects> {
        use crate::text::grammar::player::{OwnZone, Player, Whose, ZoneRef};
        if let ZoneRef::Of { whose: Whose::Of { player: Player::EachPlayer }, zone: OwnZone::Library } = zone {
            return self.top_of_each(frame, amount);
        }
        let player = self.whose_library(frame, zone)?;
        let plural = amount != Amount::Const(1);
        // Cards in a library aren't objects before someone looks at them.
        let into = frame.register()?;
        frame.emit(Instr::LookAtTop { player, amount, seen: SeenBy::Nobody, into });
        let objects = Objects::Register(into);
        frame.mention(objects.clone(), plural, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.card = true;
        }
        Ok(objects)
    }

    /// As many of what a noun describes as a number says.
    pub(super) fn that_many(&mut self, frame: &mut Frame, noun: &Noun, n: Amount) -> Lowered<Objects> {
        let x = (frame.discourse.x.replace(n), frame.discourse.x_since.take());
        let some = self.quantified(frame, &Quant::Some { n: HowMany::X }, noun);
        (frame.discourse.x, frame.discourse.x_since) = x;
        some
    }

    /// The bottom card of a library, for what moves it on at once.
    pub(super) fn bottom_card(
        &mut self,
        frame: &mut Frame,
        zone: &crate::text::grammar::player::ZoneRef,
    ) -> Lowered<Objects> {
        let player = self.whose_library(frame, zone)?;
        let into = frame.register()?;
        frame.emit(Instr::TakeBottom(player, into));
        let card = Described { card: true, ..Described::default() };
        frame.mention(Objects::Register(into), false, Some(&card));
        Ok(Objects::Register(into))
    }

    /// The top cards of each player's library, all together.
    fn top_of_each(&mut self, frame: &mut Frame, amount: Amount) -> Lowered<Objects> {
        if !super::frame::is_fixed_number(&amount) {
            return decline("how many cards are meant isn't the same for each player");
        }
        let (all, into, end) = (frame.register()?, frame.register()?, frame.label());
        frame.emit(Instr::SetObjects(all, Objects::Union(Vec::new())));
        frame.emit(Instr::ForEachPlayer(Players::Each, end));
        frame.emit(Instr::LookAtTop { player: Players::Current, amount, seen: SeenBy::Nobody, into });
        frame.emit(Instr::AddObjects(all, Objects::Register(into)));
        frame.mark(end);
        let card = Described { card: true, ..Described::default() };
        frame.mention(Objects::Register(all), true, Some(&card));
        Ok(Objects::Register(all))
    }

    /// The one player whose library is meant.
    fn whose_library(&mut self, frame: &mut Frame, zone: &crate::text::grammar::player::ZoneRef) -> Lowered<Players> {
        let (zone_kind, owner) = self.zone(frame, zone)?;
        if zone_kind != Zone::Library {
            return unsupported("the zone", zone);
        }
        let player = match owner {
            Some(Test::Owner(PlayerFilter::You)) => Players::You,
            Some(Test::Owner(PlayerFilter::Event)) => Players::Event,
            // With two players there is one opponent.
            Some(Test::Owner(PlayerFilter::Opponent)) => Players::Opponents,
            Some(Test::OwnerIn(players)) => *players,
            _ => return unsupported("the zone", zone),
        };
        if super::frame::several(&player) {
            return decline("the libraries of several players aren't supported here");
        }
        Ok(player)
    }

    /// "The creature you control": the one of two targets that was described like this.
    fn of_side(&mut self, frame: &mut Frame, head: &Head, side: &Side) -> Lowered<Mention> {
        let described = self.head(frame, head)?;
        let controlled = match side {
            Side::Yours => Test::Controller(PlayerFilter::You),
            Side::NotYours => Test::Not(Box::new(Filter::just(Test::Controller(PlayerFilter::You)))),
            Side::Opponents => Test::Controller(PlayerFilter::Opponent),
        };
        // With two players, who doesn't control it is the opponent.
        let fits = |filter: &Filter| match side {
            Side::Yours => filter.tests.contains(&controlled),
            _ => filter.tests.contains(&controlled) || filter.tests.contains(&Test::Controller(PlayerFilter::Opponent)),
        };
        let mut found = frame.discourse.mentions.iter().filter(|mention| {
            let Some(Objects::Target(number)) = &mention.before else { return false };
            let spec = frame.code.targets.get(usize::from(*number));
            !mention.plural
                && mention.types.intersects(described.types)
                && spec.is_some_and(|spec| spec.objects.iter().all(|(_, filter)| fits(filter)))
        });
        let Some(first) = found.next().cloned() else { return decline("it is unclear which target is meant") };
        if found.any(|other| other.before != first.before) {
            return decline("it is unclear which target is meant");
        }
        Ok(first)
    }

    /// "the exiled card": of this script, or of another ability of the same source (CR 607).
    fn past(
        &mut self,
        frame: &mut Frame,
        past: &crate::text::grammar::noun::Participle,
        head: &Head,
        plural: bool,
    ) -> Lowered<Objects> {
        let wanted = past_of(past)?;
        let found = frame
            .discourse
            .mentions
            .iter()
            .rev()
            .find(|mention| mention.past == Some(wanted) && mention.plural == plural)
            .cloned();
        match found {
            Some(mention) if wanted == DoneThisWay::Sacrificed || wanted == DoneThisWay::Destroyed => {
                let objects = frame.read(&mention)?;
                // "The sacrificed creature" is the permanent as it was, "the sacrificed card" what it is since then.
                let card = self.head(frame, head)?.card;
                Ok(if card { Objects::Moved(Box::new(objects)) } else { objects })
            }
            Some(mention) => frame.as_done(&mention),
            None if frame.discourse.paid_apart.contains(&wanted) => {
                decline("which of the things that the cost is paid with are meant isn't kept apart")
            }
            None if wanted == DoneThisWay::Exiled => {
                let described = self.head(frame, head)?;
                if !described.card {
                    return decline("only exiled cards are linked to the source");
                }
                frame.mention(Objects::ExiledWithSource, plural, Some(&described));
                Ok(Objects::ExiledWithSource)
            }
            None => decline("what it refers to isn't tracked"),
        }
    }

    pub(super) fn back(&mut self, frame: &mut Frame, back: &Back) -> Lowered<Objects> {
        match back {
            Back::Them => match frame.discourse.looked.clone() {
                Some(looked) => Ok(looked),
                None => {
                    let mention = self.them(frame)?;
                    frame.resolve(&mention)
                }
            },
            Back::Those { head } | Back::ThoseExiled { head } => {
                if let Some(looked) = frame.discourse.looked.clone()
                    && self.head(frame, head)?.card
                {
                    return Ok(looked);
                }
                let mention = self.that(frame, head, true)?;
                frame.resolve(&mention)
            }
            Back::TheMany { past, head } => self.past(frame, past, head, true),
            Back::TheWay { head, past } => {
                let described = self.head(frame, head)?;
                if !described.filter.tests.is_empty() {
                    return unsupported("the reference", back);
                }
                self.this_way(frame, past, described.card)
            }
        }
    }

    /// "one of them".
    fn some_of(&mut self, frame: &mut Frame, n: &OfCount, of: &Back, random: bool) -> Lowered<Objects> {
        let all = self.back(frame, of)?;
        let (min, max) = match n {
            OfCount::AnyNumber => (Amount::Const(0), Amount::CountObjects(all.clone())),
            OfCount::Some { n } => match n {
                HowMany::Number { n } => (Amount::Const(n.0), Amount::Const(n.0)),
                HowMany::UpTo { n } => (Amount::Const(0), Amount::Const(n.0)),
                HowMany::X => (self.x(frame)?, self.x(frame)?),
                HowMany::UpToX => (Amount::Const(0), self.x(frame)?),
                HowMany::ThatMany => (self.that_much(frame)?, self.that_much(frame)?),
                HowMany::UpToThatMany => (Amount::Const(0), self.that_much(frame)?),
                HowMany::AnyNumber | HowMany::OneOrMore | HowMany::OneOrTwo | HowMany::OneTwoOrThree => {
                    return unsupported("the number of", n);
                }
            },
            OfCount::All => (Amount::CountObjects(all.clone()), Amount::CountObjects(all.clone())),
        };
        let plural = max != Amount::Const(1);
        let chosen = self.pick(frame, all.clone(), min, max)?;
        if random && let Some(super::frame::Item::Instr(_, Instr::Pick(pick, _))) = frame.code.items.last_mut() {
            pick.random = true;
        }
        frame.discourse.rest = Some((frame.all_around(all), chosen.clone()));
        frame.mention(chosen.clone(), plural, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.card = true;
            mention.past = Some(DoneThisWay::Chosen);
        }
        Ok(chosen)
    }

    /// "A creature card and/or a land card from among them": up to one of each, of which no card is both.
    fn one_of_each(&mut self, frame: &mut Frame, a: &Noun, b: &Noun) -> Lowered<Objects> {
        let mut first = a.clone();
        if !first.quals.iter().any(|qual| is_place(&qual)) {
            first.quals.extend(b.quals.iter().filter(is_place).cloned());
        }
        let mut chosen: Vec<Objects> = Vec::new();
        let mut all = None;
        for noun in [&first, b] {
            let described = self.noun(frame, noun)?;
            let card = described.card && !described.random;
            let mut filter = described.filter.clone();
            if let Some(before) = chosen.first() {
                filter.tests.push(Test::Not(Box::new(Filter::just(Test::Is(Box::new(before.clone()))))));
            }
            let from = match (&described.among, described.zone) {
                (Some(among), _) if card => {
                    all = Some(among.clone());
                    Objects::Those(Box::new(among.clone()), filter)
                }
                (None, Some(zone @ (Zone::Hand | Zone::Graveyard))) if card => Objects::Each(zone, filter),
                _ => return unsupported("the choice of", noun),
            };
            chosen.push(self.pick(frame, from, Amount::Const(0), Amount::Const(1))?);
        }
        let both = Objects::Union(chosen);
        if let Some(all) = all {
            frame.discourse.rest = Some((all, both.clone()));
        }
        let card = Described { card: true, ..Described::default() };
        frame.mention(both.clone(), true, Some(&card));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Chosen);
        }
        Ok(both)
    }

    /// "Target creature card or Jace planeswalker card from your graveyard": where the one is, the other is.
    fn target_of_either(&mut self, frame: &mut Frame, up_to: bool, a: &Noun, b: &Noun) -> Lowered<Objects> {
        if frame.setting.overload {
            return unsupported("the overloaded", b);
        }
        let mut first = a.clone();
        first.quals.extend(b.quals.iter().cloned());
        let (mut one, other) = (self.noun(frame, &first)?, self.noun(frame, b)?);
        if one.zone != other.zone
            || one.together.is_asked()
            || other.together.is_asked()
            || one.random
            || one.among.is_some()
            || other.among.is_some()
        {
            return unsupported("the target", b);
        }
        one.filter = Filter::just(Test::AnyOf(vec![one.filter, other.filter]));
        one.types |= other.types;
        let one_at_most = Quant::Targets { n: HowMany::UpTo { n: Numeral(1) } };
        self.target(frame, if up_to { &one_at_most } else { &Quant::Target }, &one)
    }

    /// "A creature card or a land card from your graveyard": one card that is either.
    fn one_of_either(&mut self, frame: &mut Frame, a: &Noun, b: &Noun) -> Lowered<Objects> {
        let mut first = a.clone();
        if !first.quals.iter().any(|qual| is_place(&qual)) {
            first.quals.extend(b.quals.iter().filter(is_place).cloned());
        }
        let mut filters = Vec::new();
        let mut place = None;
        for noun in [&first, b] {
            let described = self.noun(frame, noun)?;
            let here = (described.zone, described.among.clone());
            if described.random || place.as_ref().is_some_and(|place| *place != here) {
                return unsupported("the choice of", noun);
            }
            place = Some(here);
            filters.push(described.filter);
        }
        let filter = Filter::just(Test::AnyOf(filters));
        let from = match place {
            Some((_, Some(among))) => {
                let chosen = Objects::Those(Box::new(among.clone()), filter);
                frame.discourse.looked = Some(among);
                chosen
            }
            Some((Some(zone @ (Zone::Battlefield | Zone::Hand | Zone::Graveyard | Zone::Exile)), None)) => {
                Objects::Each(zone, filter)
            }
            _ => return unsupported("the choice of", b),
        };
        let among = match &from {
            Objects::Those(among, _) => Some((**among).clone()),
            _ => None,
        };
        let picked = self.pick(frame, from, Amount::Const(1), Amount::Const(1))?;
        if let Some(among) = among {
            frame.discourse.rest = Some((among, picked.clone()));
        }
        let card = Described { card: true, ..Described::default() };
        frame.mention(picked.clone(), false, Some(&card));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Chosen);
        }
        Ok(picked)
    }

    /// A choice that is not a target.
    pub(super) fn pick(&mut self, frame: &mut Frame, from: Objects, min: Amount, max: Amount) -> Lowered<Objects> {
        let register = frame.register()?;
        if super::frame::several(&frame.discourse.chooser) {
            return decline("a choice by several players isn't supported here");
        }
        let pick = Pick { chooser: frame.discourse.chooser.clone(), from, min, max, random: false };
        frame.emit(Instr::Pick(pick, register));
        Ok(Objects::Register(register))
    }

    fn quantified(&mut self, frame: &mut Frame, quant: &Quant, noun: &Noun) -> Lowered<Objects> {
        let mut described = self.noun_or_spell(frame, noun)?;
        if described.or_spell.is_some() && (!quant.targets() || frame.setting.overload) {
            return decline("spells and permanents together are supported as targets only");
        }
        if described.also.is_some() && (quant.targets() || described.random) {
            return unsupported("the description", noun);
        }
        if described.source {
            return unsupported("the source", noun);
        }
        // "A card from each graveyard": one for each of them.
        let from_each = |qual: &crate::text::grammar::noun::Qual| {
            use crate::text::grammar::{noun::Qual, player::ZoneRef};
            matches!(qual, Qual::From { zone: ZoneRef::EachGraveyard } | Qual::In { zone: ZoneRef::EachGraveyard })
        };
        if !matches!(quant, Quant::All | Quant::Each) && noun.quals.iter().any(from_each) {
            return unsupported("the choice in each graveyard:", noun);
        }
        if described.random && !matches!(quant, Quant::A | Quant::Some { n: HowMany::Number { .. } }) {
            return unsupported("the random choice of", noun);
        }
        if described.opponent_chooses && !(quant.targets() || matches!(quant, Quant::A | Quant::Some { .. })) {
            return unsupported("the choice of", noun);
        }
        use crate::text::grammar::noun::Qual;
        let of_choice = noun.quals.iter().any(|qual| matches!(qual, Qual::TypeOfYourChoice | Qual::ColorOfYourChoice));
        if quant.targets() {
            if described.among.is_some() || of_choice {
                return unsupported("the target", noun);
            }
            if frame.setting.overload {
                if *quant != Quant::Target {
                    return unsupported("the overloaded quantity", quant);
                }
                let Some(zone) = described.zone else { return unsupported("the zone is not said in", noun) };
                let each = Objects::Each(zone, described.filter.clone());
                frame.mention(each.clone(), true, Some(&described));
                return Ok(each);
            }
            return self.target(frame, quant, &described);
        }
        let zone = match (&described.among, described.zone) {
            (Some(_), _) => Zone::Library,
            (None, Some(zone)) => zone,
            (None, None) => return unsupported("the zone is not said in", noun),
        };
        if *quant == Quant::Another {
            let other = self.other(frame, &described)?;
            described.filter.tests.push(other);
        }
        if zone == Zone::Library && described.among.is_none() {
            described.among = Some(self.whole_library(frame, quant, noun, &mut described.filter)?);
        }
        let each = match described.among.clone() {
            Some(among) => Objects::Those(Box::new(among), described.filter.clone()),
            None => Objects::Each(zone, described.filter.clone()),
        };
        let each = match described.also {
            None => each,
            // All of them from both, or some from the one or the other.
            Some((also, join))
                if matches!(quant, Quant::All | Quant::Each | Quant::Bare) == (join == ZoneJoin::And)
                    && described.among.is_none() =>
            {
                Objects::Union(vec![each, Objects::Each(also, described.filter.clone())])
            }
            Some(_) => return unsupported("the zones of", noun),
        };
        let (min, max) = match quant {
            Quant::All | Quant::Each | Quant::Bare if described.together.is_asked() => {
                return unsupported("the description", noun);
            }
            Quant::All | Quant::Each | Quant::Bare => {
                if let Some(among) = &described.among {
                    frame.discourse.rest = Some((among.clone(), each.clone()));
                }
                frame.mention(each.clone(), true, Some(&described));
                return Ok(each);
            }
            Quant::A | Quant::Another => (Amount::Const(1), Amount::Const(1)),
            Quant::Some { n } => self.bounds(frame, n, || number_of(&each))?,
            _ => return unsupported("the quantity", quant),
        };
        if described.among.is_none() && !matches!(zone, Zone::Battlefield | Zone::Graveyard | Zone::Hand | Zone::Exile)
        {
            return unsupported("the zone of", noun);
        }
        let plural = max != Amount::Const(1);
        // With two players, "an opponent" is the opponent.
        let chooser = match described.opponent_chooses {
            true => std::mem::replace(&mut frame.discourse.chooser, Players::Opponents),
            false => frame.discourse.chooser.clone(),
        };
        let picked = match described.together.is_asked() {
            true => self.pick_together(frame, &described, each, (min, max)),
            false => self.pick(frame, each, min, max),
        };
        frame.discourse.chooser = chooser;
        let picked = picked?;
        if described.random
            && let Some(super::frame::Item::Instr(_, Instr::Pick(pick, _))) = frame.code.items.last_mut()
        {
            pick.random = true;
        }
        if let Some(among) = described.among.clone() {
            frame.discourse.rest = Some((frame.all_around(among), picked.clone()));
        }
        if matches!(quant, Quant::Some { n: HowMany::AnyNumber } | Quant::Some { n: HowMany::OneOrMore }) {
            // "Any number of ..., then that many": as many as were chosen.
            frame.discourse.number = None;
        }
        frame.mention(picked.clone(), plural, Some(&described));
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Chosen);
        }
        Ok(picked)
    }

    /// The fewest and the most that are meant; `all` counts what there is.
    pub(super) fn bounds(
        &mut self,
        frame: &mut Frame,
        n: &HowMany,
        all: impl FnOnce() -> Amount,
    ) -> Lowered<(Amount, Amount)> {
        Ok(match n {
            HowMany::Number { n } => (Amount::Const(n.0), Amount::Const(n.0)),
            HowMany::X => (self.x(frame)?, self.x(frame)?),
            HowMany::ThatMany => (self.that_much(frame)?, self.that_much(frame)?),
            HowMany::UpTo { n } => (Amount::Const(0), Amount::Const(n.0)),
            HowMany::UpToX => (Amount::Const(0), self.x(frame)?),
            HowMany::UpToThatMany => (Amount::Const(0), self.that_much(frame)?),
            HowMany::AnyNumber => (Amount::Const(0), all()),
            HowMany::OneOrMore => (Amount::Const(1), all()),
            HowMany::OneOrTwo => (Amount::Const(1), Amount::Const(2)),
            HowMany::OneTwoOrThree => (Amount::Const(1), Amount::Const(3)),
        })
    }

    /// "All cards from your library": they aren't objects before they are looked at (CR 401.2).
    fn whole_library(
        &mut self,
        frame: &mut Frame,
        quant: &Quant,
        noun: &Noun,
        filter: &mut Filter,
    ) -> Lowered<Objects> {
        let mut owner = None;
        filter.tests.retain(|test| {
            owner = match test {
                Test::Owner(PlayerFilter::You) => Some(Players::You),
                Test::Owner(PlayerFilter::Event) => Some(Players::Event),
                Test::OwnerIn(players) => Some((**players).clone()),
                _ => return true,
            };
            false
        });
        let (Quant::All | Quant::Each, Some(player)) = (quant, owner) else {
            return unsupported("the cards of a library in", noun);
        };
        if super::frame::several(&player) {
            return decline("the libraries of several players aren't supported here");
        }
        let into = frame.register()?;
        let amount = Amount::LibrarySize(player.clone());
        frame.emit(Instr::LookAtTop { player, amount, seen: SeenBy::Nobody, into });
        Ok(Objects::Register(into))
    }

    /// "Other target creatures from the battlefield and/or creature cards from graveyards."
    fn targets_in_two_zones(&mut self, frame: &mut Frame, n: &HowMany, a: &Noun, b: &Noun) -> Lowered<Objects> {
        let (here, there) = (self.noun(frame, a)?, self.noun(frame, b)?);
        let zones = (here.zone, there.zone) == (Some(Zone::Battlefield), Some(Zone::Graveyard));
        let plain =
            |described: &Described| !described.random && !described.together.is_asked() && described.among.is_none();
        if !zones || !there.card || !plain(&here) || !plain(&there) || !frame.code.targets.is_empty() {
            return unsupported("the targets", a);
        }
        let other = self.other(frame, &here)?;
        let spec = TargetSpec::one(
            vec![(Zone::Battlefield, here.filter.clone().and(other)), (Zone::Graveyard, there.filter.clone())],
            None,
        );
        let all = || {
            let count = |zone, described: &Described| Box::new(Amount::Count(zone, described.filter.clone()));
            Amount::Sum(count(Zone::Battlefield, &here), count(Zone::Graveyard, &there))
        };
        let (min, max) = self.bounds(frame, n, all)?;
        frame.code.targets.push(TargetSpec { min, max, ..spec });
        let objects = Objects::Target(frame.code.targets.len() as u8 - 1);
        frame.mention(objects.clone(), true, Some(&Described { card: true, ..here }));
        Ok(objects)
    }

    /// Announces targets.
    pub(super) fn target(&mut self, frame: &mut Frame, quant: &Quant, described: &Described) -> Lowered<Objects> {
        let zone = match described.zone {
            Some(zone @ (Zone::Battlefield | Zone::Stack | Zone::Graveyard | Zone::Exile)) => zone,
            _ => return decline("what can be a target in that zone isn't supported"),
        };
        let all = || Amount::Count(zone, described.filter.clone());
        let (min, max) = match quant {
            Quant::SecondTarget if frame.code.targets.len() != 1 => {
                return decline("a second target isn't supported without exactly one before it");
            }
            Quant::Target | Quant::AnotherTarget | Quant::SecondTarget | Quant::ThirdTarget => {
                (Amount::Const(1), Amount::Const(1))
            }
            Quant::Targets { n }
            | Quant::OtherTargets { n }
            | Quant::EachOfTargets { n }
            | Quant::EachOfOtherTargets { n } => self.bounds(frame, n, all)?,
            _ => return decline("the quantity has no target"),
        };
        let other = matches!(
            quant,
            Quant::AnotherTarget
                | Quant::SecondTarget
                | Quant::ThirdTarget
                | Quant::OtherTargets { .. }
                | Quant::EachOfOtherTargets { .. }
        );
        let plural = max != Amount::Const(1);
        let mut filter = described.filter.clone();
        let mut different_from = Vec::new();
        if other {
            if !frame.has_target_like(described) {
                filter.tests.push(self.other(frame, described)?);
            } else {
                different_from = (0..frame.code.targets.len() as u8).collect();
            }
        }
        let spells = described.or_spell.map(|own| {
            let tests = std::iter::once(Test::Spell).chain(filter.tests[own..].iter().cloned()).collect();
            (Zone::Stack, Filter { tests })
        });
        let objects = std::iter::once((zone, filter)).chain(spells).collect();
        let mut spec = TargetSpec::one(objects, None);
        spec.min = min;
        spec.max = max;
        spec.different_from = different_from;
        spec.together = described.together.clone();
        if described.opponent_chooses {
            spec.chooser = Players::Opponents;
        }
        frame.code.targets.push(spec);
        let objects = Objects::Target(frame.code.targets.len() as u8 - 1);
        frame.mention(objects.clone(), plural, Some(described));
        Ok(objects)
    }

    /// One or two noun phrases.
    pub(super) fn objects_of(&mut self, frame: &mut Frame, nps: &Nps, purpose: Use) -> Lowered<Objects> {
        let shared = nps.with_shared_place();
        let parts = match shared.as_ref().unwrap_or(nps) {
            Nps::One { np } => return self.objects(frame, np, purpose),
            Nps::Two { a, b } => vec![a, b],
            Nps::Three { a, b, c } => vec![a, b, c],
            Nps::Four { a, b, c, d } => vec![a, b, c, d],
            Nps::Five { a, b, c, d, e } => vec![a, b, c, d, e],
        };
        let since = frame.discourse.mentions.len();
        let all = parts.into_iter().map(|np| self.objects(frame, np, purpose)).collect::<Lowered<Vec<_>>>()?;
        // "Target creature and each other creature that shares a color with it": those creatures are all of them.
        let types = frame.discourse.mentions[since..].iter().map(|it| it.types).reduce(|all, one| all & one);
        let all = Objects::Union(all);
        frame.mention(all.clone(), true, None);
        if let (Some(mention), Some(types)) = (frame.discourse.mentions.last_mut(), types) {
            mention.types = types;
        }
        Ok(all)
    }

    /// To whom or what damage is dealt.
    pub(super) fn recipients(&mut self, frame: &mut Frame, words: &RecipientWords) -> Lowered<Recipients> {
        match words {
            RecipientWords::One { a } => self.recipient(frame, a),
            RecipientWords::Both { a, b } => {
                let a = self.recipient(frame, a)?;
                let b = self.recipient(frame, b)?;
                Ok(Recipients::Both(vec![a, b]))
            }
        }
    }

    pub(super) fn recipient(&mut self, frame: &mut Frame, words: &Recipient) -> Lowered<Recipients> {
        if frame.setting.overload && !matches!(words, Recipient::Player { .. } | Recipient::Object { .. }) {
            return unsupported("the overloaded", words);
        }
        let damageable = CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE;
        let any = (damageable, PlayerFilter::Any, 1, 1);
        let (types, players, min, max) = match words {
            Recipient::AnyTarget | Recipient::AnyTargetOfTheirs | Recipient::AnyTargetBut { .. } => any,
            Recipient::AnyOtherTarget | Recipient::AnotherTarget | Recipient::ThirdTarget => any,
            Recipient::ThatPermanentOrPlayer
            | Recipient::ThatCreatureOrPlayer
            | Recipient::ThatPlayerOrPlaneswalker => {
                let both = |spec: &TargetSpec| spec.players.is_some() && !spec.objects.is_empty();
                return match frame.code.targets.iter().rposition(both) {
                    Some(spec) => Ok(Recipients::Target(spec as u8)),
                    None => unsupported("the reference", words),
                };
            }
            Recipient::ThatPlayerOrTheirPlaneswalker => return self.player_or_their_planeswalker(frame),
            Recipient::TargetPlayerOrPlaneswalker => (CardTypes::PLANESWALKER, PlayerFilter::Any, 1, 1),
            Recipient::TargetOpponentOrPlaneswalker => (CardTypes::PLANESWALKER, PlayerFilter::Opponent, 1, 1),
            Recipient::TargetCreatureOrPlayer => (CardTypes::CREATURE, PlayerFilter::Any, 1, 1),
            Recipient::TargetCreaturePlayerPlaneswalker => {
                (CardTypes::CREATURE | CardTypes::PLANESWALKER, PlayerFilter::Any, 1, 1)
            }
            Recipient::UpToOneAny => (damageable, PlayerFilter::Any, 0, 1),
            Recipient::EachOfTargets { n } | Recipient::EachOfOtherTargets { n } => {
                let (min, max) = match n {
                    HowMany::Number { n } => (n.0, n.0),
                    HowMany::UpTo { n } => (0, n.0),
                    HowMany::OneOrTwo => (1, 2),
                    HowMany::OneTwoOrThree => (1, 3),
                    HowMany::X => (1, -1),
                    HowMany::UpToX => (0, -1),
                    HowMany::ThatMany | HowMany::UpToThatMany | HowMany::AnyNumber | HowMany::OneOrMore => {
                        return unsupported("the targets", words);
                    }
                };
                (damageable, PlayerFilter::Any, min, max)
            }
            Recipient::Player { who } => return Ok(Recipients::Players(self.players(frame, who)?)),
            Recipient::Object { np } => return self.described_recipients(frame, np),
            Recipient::Itself => {
                return match frame.discourse.subject.clone() {
                    Some(Objects::Source) => Ok(Recipients::Objects(Objects::Source)),
                    _ => unsupported("the reference", words),
                };
            }
            Recipient::PlayerOrPlaneswalkerAttacked => return Ok(Recipients::Event),
        };
        let others = matches!(
            words,
            Recipient::AnyOtherTarget
                | Recipient::AnotherTarget
                | Recipient::ThirdTarget
                | Recipient::EachOfOtherTargets { .. }
        );
        let mut filter = Filter::just(Test::Types(types));
        // "Enchanted creature deals damage to any other target": than that creature, which can't be said here.
        if *words == Recipient::AnyOtherTarget && !frame.setting.spell && !self.types.intersects(types) {
            return unsupported("what is other:", words);
        }
        if *words == Recipient::AnyOtherTarget && frame.code.targets.is_empty() {
            filter.tests.push(Test::NotSource);
        }
        if let Recipient::AnyTargetBut { noun } = words {
            let described = self.noun(frame, noun)?;
            if !described.describes_permanents() {
                return unsupported("the target", words);
            }
            filter.tests.push(Test::Not(Box::new(described.filter)));
        }
        let mut spec = TargetSpec::one(vec![(Zone::Battlefield, filter)], Some(players));
        spec.min = Amount::Const(min);
        spec.max = Amount::Const(max);
        if max < 0 {
            let x = self.x(frame)?;
            if min > 0 {
                spec.min = x.clone();
            }
            spec.max = x;
        }
        spec.chooser = if *words == Recipient::AnyTargetOfTheirs { Players::Opponents } else { Players::You };
        spec.different_from = if others { (0..frame.code.targets.len() as u8).collect() } else { Vec::new() };
        frame.code.targets.push(spec);
        let number = frame.code.targets.len() as u8 - 1;
        if max == 1 {
            // "That permanent or player" is not one thing to refer to; "it" after "any target" is not said of players.
            frame.discourse.players.push(Players::Target(number));
            frame.mention(Objects::Target(number), false, None);
            if let Some(mention) = frame.discourse.mentions.last_mut() {
                mention.types = types;
            }
        }
        Ok(Recipients::Target(number))
    }

    /// Remembers what an instruction will have made, as something to refer to.
    pub(super) fn mention_result(
        &mut self,
        frame: &mut Frame,
        number: usize,
        plural: bool,
        types: CardTypes,
        token: Option<CardId>,
        past: Option<DoneThisWay>,
    ) {
        frame.discourse.mentions.push(Mention {
            before: None,
            after: Referent::Pending(number),
            plural,
            types,
            card: token.is_none() && past.is_some(),
            spell: false,
            token: token.is_some(),
            origin: false,
            past,
            source: false,
            since: frame.code.next_instr,
            side: None,
        });
    }
}

impl Frame {
    /// Returns whether several cards that were found are mentioned, which may be all that were revealed on the way.
    fn could_be_all(&self, mention: &Mention) -> bool {
        mention.before.is_some() && mention.before == self.discourse.found_several
    }

    /// What the rest of some cards is taken from: if they were found among others, all of those.
    fn all_around(&self, among: Objects) -> Objects {
        match &self.discourse.rest {
            Some((Objects::Union(parts), found)) if *found == among && parts.contains(&among) => {
                Objects::Union(parts.clone())
            }
            _ => among,
        }
    }
}

/// Returns whether a qualifier says where cards are.
fn is_place(qual: &&Qual) -> bool {
    matches!(qual, Qual::From { .. } | Qual::FromTwo { .. } | Qual::FromAmong { .. } | Qual::ThisWay { .. })
}

/// "your Ring-bearer" (CR 701.54e).
pub(super) fn ring_bearer() -> Filter {
    Filter { tests: vec![Test::RingBearer, Test::Controller(PlayerFilter::You)] }
}

/// "Your commander" (CR 903.3d).
pub(super) fn your_commander() -> Filter {
    Filter { tests: vec![Test::Commander, Test::Owner(PlayerFilter::You)] }
}

/// CR 903.3: your commander wherever it is, but where it can't be seen.
fn your_commander_anywhere() -> Objects {
    let there = [Zone::Battlefield, Zone::Stack, Zone::Graveyard, Zone::Exile, Zone::Command];
    Objects::Union(there.map(|zone| Objects::Each(zone, your_commander())).to_vec())
}

/// "Exiled card": a card in exile, whose face can be seen if so.
pub(super) fn exiled(face_up: bool, noun: &Noun) -> Noun {
    let mut noun = noun.clone();
    noun.quals.push(Qual::In { zone: ZoneRef::Exile });
    noun.quals.extend(face_up.then_some(Qual::Is { adj: Adj::FaceUp }));
    noun
}
