//! Verbs that move objects between zones: put, return, exile, search, discard, sacrifice.

use super::casting_keyword::can_be_sacrificed;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{DoneThisWay, Frame, Referent};
use super::noun::Use;
use crate::effect::{Attacking, Destination, DiscardHow, Instr, LibraryPosition, SeenBy};
use crate::filter::{Amount, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::{Count, ForEach, Rounding};
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{HowMany, Noun, Np, Nps, Qual, Quant};
use crate::text::grammar::player::{LibraryEnd, Own, OwnZone, Player, Relation, Under, Whose, ZoneRef};
use crate::text::grammar::said::says_any;
use crate::text::grammar::verb::{Dest, Discard, ExileHow, Order, ReturnDest, Tapped, WithCounters};
use crate::types::CardTypes;

/// The word for a target in a noun phrase that a verb chooses from itself.
pub(super) fn chosen_noun(np: &Np) -> Option<(&Quant, &crate::text::grammar::noun::Noun)> {
    match np {
        Np::Quant { quant, noun } if !quant.targets() => Some((quant, noun)),
        _ => None,
    }
}

impl Context<'_> {
    /// Exile, as where the source puts something: what another of its abilities means by "exiled with ~" (CR 607.2a).
    pub(super) fn exile_from_here(&self, frame: &Frame) -> Destination {
        Destination { linked: self.links_exile && !frame.setting.spell, ..Destination::to(Zone::Exile) }
    }

    /// Emits a move and remembers what has become of the objects.
    pub(super) fn moves(
        &mut self,
        frame: &mut Frame,
        objects: Objects,
        mut to: Destination,
        past: Option<DoneThisWay>,
    ) -> usize {
        let onto_battlefield = to.zone == Zone::Battlefield;
        to.linked |= onto_battlefield && self.links_put && !frame.setting.spell;
        let number = frame.emit(Instr::Move(objects.clone(), to, None));
        frame.moved(&objects, number, past);
        if onto_battlefield {
            // "That creature": a card of which no type was said is called by the type that it has there.
            let is_it = |after: &Referent| match after {
                Referent::Pending(n) | Referent::Perhaps(_, n) => *n == number,
                Referent::Known(_) => false,
            };
            let known =
                frame.discourse.mentions.iter_mut().filter(|mention| mention.types.is_empty() && is_it(&mention.after));
            known.for_each(|mention| mention.types = CardTypes::all());
        }
        number
    }

    pub(super) fn discard(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        what: &Discard,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let how = match what {
            Discard::Number { n } => {
                let up_to = match n {
                    Count::UpTo { n } => Some(Amount::Const(n.0)),
                    Count::AnyNumber => Some(Amount::HandSize(who.clone())),
                    _ => None,
                };
                match up_to {
                    Some(_) if each.is_some() => return unsupported("the number of", what),
                    Some(most) => {
                        frame.discourse.number = None;
                        DiscardHow::UpTo(most, Filter::ANY)
                    }
                    None => {
                        let n = self.count(frame, n)?;
                        DiscardHow::Choose(self.times(frame, n, each)?, Filter::ANY)
                    }
                }
            }
            Discard::EqualTo { amount } | Discard::NumberEqualTo { amount } => {
                DiscardHow::Choose(self.amount(frame, amount)?, Filter::ANY)
            }
            Discard::AtRandom { n } => DiscardHow::Random(self.count(frame, n)?),
            Discard::Hand { whose } | Discard::AllCards { whose }
                if (*whose == Own::Your) == (*who == Players::You) =>
            {
                frame.discourse.number = None;
                DiscardHow::Hand
            }
            // "Target player reveals their hand. You choose a card from it. That player discards that card."
            Discard::What { np: Np::That { .. } } if matches!(&frame.discourse.revealed, Some((players, Some(_))) if players == who) => {
                match frame.discourse.revealed.take() {
                    Some((_, Some(filter))) => DiscardHow::YouChoose(Amount::Const(1), filter),
                    _ => return unsupported("what is discarded:", what),
                }
            }
            // What was chosen from a hand or drawn and shown.
            Discard::What { np: np @ (Np::That { .. } | Np::It | Np::Them | Np::Those { .. }) } => {
                let objects = self.objects(frame, np, Use::Act)?;
                if !frame.is_of_a_hand(&objects) {
                    return unsupported("what is discarded:", what);
                }
                DiscardHow::These(objects)
            }
            Discard::What { np } => match chosen_noun(np) {
                Some((quant, noun)) => {
                    let described = self.noun(frame, noun)?;
                    // Cards are discarded at random from the whole hand only (CR 701.9b).
                    if !described.card || described.zone.is_some() || described.random {
                        return unsupported("what is discarded:", np);
                    }
                    let n = match quant {
                        Quant::A => Amount::Const(1),
                        Quant::Some { n: HowMany::Number { n } } => Amount::Const(n.0),
                        Quant::Some { n: HowMany::UpTo { n } } => {
                            frame.discourse.number = None;
                            return self.discarded(frame, who, DiscardHow::UpTo(Amount::Const(n.0), described.filter));
                        }
                        Quant::Some { n: HowMany::AnyNumber } => {
                            frame.discourse.number = None;
                            let most = Amount::HandSize(who.clone());
                            return self.discarded(frame, who, DiscardHow::UpTo(most, described.filter));
                        }
                        Quant::All => {
                            frame.discourse.number = None;
                            let all = Amount::HandSize(who.clone());
                            return self.discarded(frame, who, DiscardHow::Choose(all, described.filter));
                        }
                        _ => return unsupported("what is discarded:", np),
                    };
                    if described.among.is_some() {
                        return unsupported("what is discarded:", np);
                    }
                    DiscardHow::Choose(n, described.filter)
                }
                None => return unsupported("what is discarded:", np),
            },
            _ => return unsupported("what is discarded:", what),
        };
        self.discarded(frame, who, how)
    }

    /// Emits the discard and remembers the cards.
    fn discarded(&mut self, frame: &mut Frame, who: &Players, how: DiscardHow) -> Lowered<()> {
        let one = DiscardHow::UpTo(Amount::Const(1), Filter::ANY);
        let plural = how != one
            && !matches!(&how, DiscardHow::Choose(Amount::Const(1), _) | DiscardHow::Random(Amount::Const(1)));
        let number = frame.emit(Instr::Discard(who.clone(), how, None));
        self.mention_result(frame, number, plural, CardTypes::all(), None, Some(DoneThisWay::Discarded));
        if super::frame::several(who) {
            // "Discards their hand, then draws that many": each their own number.
            frame.discourse.counted = None;
        }
        Ok(())
    }

    /// "Sacrifices half the creatures they control, rounded up": each player half of their own.
    pub(super) fn sacrifice_half(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        noun: &Noun,
        rounding: &Rounding,
    ) -> Lowered<()> {
        // "Each opponent" is one player.
        if super::frame::several(who) {
            return decline("half of what each of several players controls is asked for each of them");
        }
        let own = |qual: &Qual| matches!(qual, Qual::Controls { who: Player::They | Player::You });
        let mut noun = noun.clone();
        if !noun.quals.iter().any(own) {
            return unsupported("what is sacrificed:", &noun);
        }
        noun.quals.retain(|qual| !own(qual));
        let described = self.noun(frame, &noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what is sacrificed:", &noun);
        }
        let theirs = described.filter.clone().and(Test::ControllerIn(Box::new(who.clone())));
        let all = Box::new(Amount::Count(Zone::Battlefield, theirs));
        let half = match rounding {
            Rounding::Up => Amount::HalfUp(all),
            Rounding::Down => Amount::HalfDown(all),
        };
        let number = frame.emit(Instr::SacrificeChosen(who.clone(), half, described.filter, None));
        self.mention_result(frame, number, true, described.types, None, Some(DoneThisWay::Sacrificed));
        Ok(())
    }

    pub(super) fn sacrifice(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        what: &Nps,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        if let Nps::One { np } = what
            && let Some((quant, noun)) = chosen_noun(np)
        {
            let mut noun = noun.clone();
            if super::frame::several(who) {
                // Each of them sacrifices what they control anyway.
                noun.quals.retain(|qual| !super::filter::is_theirs(qual));
            }
            let described = self.noun(frame, &noun)?;
            if described.zone != Some(Zone::Battlefield) {
                return unsupported("what is sacrificed:", np);
            }
            if each.is_some() && !matches!(quant, Quant::A | Quant::Some { n: HowMany::Number { .. } }) {
                return unsupported("the quantity", quant);
            }
            let mut filter = described.filter.clone();
            // Players sacrifice what they control (CR 701.21a).
            filter.tests.retain(|test| !matches!(test, Test::Controller(PlayerFilter::You)));
            let n = match quant {
                Quant::A => Amount::Const(1),
                Quant::Another => {
                    filter.tests.push(self.another(frame, &described)?);
                    Amount::Const(1)
                }
                Quant::Some { n: HowMany::Number { n } } => Amount::Const(n.0),
                Quant::Some { n: HowMany::X } => self.x(frame)?,
                Quant::Some { n: HowMany::ThatMany } => self.that_much(frame)?,
                Quant::Some { n: HowMany::AnyNumber } if *who == Players::You => {
                    let yours = can_be_sacrificed(filter.and(Test::Controller(PlayerFilter::You)));
                    let yours = Objects::Each(Zone::Battlefield, yours);
                    let picked = self.pick(frame, yours.clone(), Amount::Const(0), Amount::CountObjects(yours))?;
                    // The number is needed after the permanents are gone.
                    let register = frame.number_register()?;
                    frame.emit(Instr::SetNumber(register, Amount::CountObjects(picked.clone())));
                    frame.emit(Instr::Sacrifice(Players::You, picked));
                    frame.discourse.number = Some(Amount::Register(register));
                    return Ok(());
                }
                Quant::All | Quant::Each if *who == Players::You => {
                    let filter = filter.and(Test::Controller(PlayerFilter::You));
                    frame.emit(Instr::Sacrifice(Players::You, Objects::Each(Zone::Battlefield, filter)));
                    return Ok(());
                }
                // Each of them all that they control.
                Quant::All | Quant::Each => {
                    frame.emit(Instr::Sacrifice(who.clone(), Objects::Each(Zone::Battlefield, filter)));
                    if super::frame::several(who) {
                        frame.discourse.counted = None;
                    }
                    return Ok(());
                }
                _ => return unsupported("the quantity", quant),
            };
            let n = self.times(frame, n, each)?;
            let plural = n != Amount::Const(1);
            let number = frame.emit(Instr::SacrificeChosen(who.clone(), n, filter, None));
            self.mention_result(frame, number, plural, described.types, None, Some(DoneThisWay::Sacrificed));
            return Ok(());
        }
        if let Some(each) = each {
            return unsupported("what is sacrificed", each);
        }
        if let Nps::One { np: Np::Either { a, b } } = what {
            return self.sacrifice_one_of_either(frame, who, a, b);
        }
        let begin = frame.code.items.len();
        let objects = self.objects_of(frame, what, Use::Act)?;
        // "An artifact and a land": chosen among what they control (CR 608.2d, 701.21a).
        let own = |filter: Filter| can_be_sacrificed(filter.and(Test::ControllerIn(Box::new(who.clone()))));
        frame.narrow_choices(begin, own);
        // Whoever doesn't control it can't sacrifice it (CR 701.21a); of several targets it is unclear which one you sacrifice.
        if super::frame::several(who) || *who == Players::You && matches!(objects, Objects::Target(_)) {
            return unsupported("what is sacrificed:", what);
        }
        frame.emit(Instr::Sacrifice(who.clone(), objects));
        Ok(())
    }

    /// "Sacrifice a token or a land": one thing that is either, of what the players control (CR 701.21a).
    fn sacrifice_one_of_either(&mut self, frame: &mut Frame, who: &Players, a: &Noun, b: &Noun) -> Lowered<()> {
        let (mut filters, mut types) = (Vec::new(), CardTypes::empty());
        for noun in [a, b] {
            let described = self.noun(frame, noun)?;
            if !described.describes_permanents() {
                return unsupported("what is sacrificed:", noun);
            }
            filters.push(described.filter);
            types |= if described.types.is_empty() { CardTypes::PERMANENT } else { described.types };
        }
        let filter = Filter::just(Test::AnyOf(filters));
        let number = frame.emit(Instr::SacrificeChosen(who.clone(), Amount::Const(1), filter, None));
        self.mention_result(frame, number, false, types, None, Some(DoneThisWay::Sacrificed));
        Ok(())
    }

    /// Declines another zone word than the one that is meant.
    pub(super) fn zone_word(&mut self, zone: &ZoneRef, wanted: OwnZone) -> Lowered<()> {
        match zone {
            ZoneRef::Of { zone: word, .. } if *word == wanted => Ok(()),
            // That of the cards' owner, from which they were taken.
            ZoneRef::ThatLibrary if wanted == OwnZone::Library => Ok(()),
            _ => unsupported("the zone", zone),
        }
    }

    pub(super) fn library_owner(&mut self, frame: &mut Frame, who: &Players, zone: &ZoneRef) -> Lowered<Players> {
        match zone {
            ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Library } if *who == Players::You => Ok(Players::You),
            ZoneRef::Of { whose: Whose::Their, zone: OwnZone::Library } if *who != Players::You => Ok(who.clone()),
            ZoneRef::Of { whose: Whose::Of { player }, zone: OwnZone::Library } => self.players(frame, player),
            _ => unsupported("the library", zone),
        }
    }

    pub(super) fn search(&mut self, frame: &mut Frame, who: &Players, zone: &ZoneRef, what: &Np) -> Lowered<()> {
        if super::frame::several(who) {
            return decline("a search by several players isn't supported here");
        }
        let of = self.library_owner(frame, who, zone)?;
        if let Np::Either { a, b } = what {
            return self.search_either_kind(frame, who, of, a, b);
        }
        let Some((quant, noun)) = chosen_noun(what) else { return unsupported("the search for", what) };
        if noun.quals.contains(&Qual::ShareLandType) {
            return self.search_alike(frame, who, of, quant, noun);
        }
        let mut described = self.noun_or_spell(frame, noun)?;
        if !described.card || described.zone.is_some() || described.opponent_chooses {
            return unsupported("the search for", what);
        }
        let max = match quant {
            Quant::A => Amount::Const(1),
            Quant::Some { n } => self.bounds(frame, n, || Amount::LibrarySize(of.clone()))?.1,
            _ => return unsupported("the quantity", quant),
        };
        // CR 701.23b: a card with a stated quality need not be found.
        let counted = matches!(quant, Quant::A | Quant::Some { n: HowMany::Number { .. } | HowMany::X });
        let certain = counted && described.filter.tests.is_empty();
        let min = if certain { max.clone() } else { Amount::Const(0) };
        let into = frame.register()?;
        let plural = max != Amount::Const(1);
        if let Some(test) = described.besides(into)? {
            // What was found already is in the register while the search goes on.
            described.filter.tests.push(test);
            frame.emit(Instr::SetObjects(into, Objects::Union(Vec::new())));
        }
        frame.emit(Instr::Search {
            player: who.clone(),
            of,
            zones: vec![Zone::Library],
            outside: false,
            filter: described.filter.clone(),
            min,
            max,
            reveal: false,
            into,
        });
        frame.mention(Objects::Register(into), plural, Some(&described));
        frame.discourse.looked = plural.then_some(Objects::Register(into));
        Ok(())
    }

    /// "Up to two basic land cards that share a land type": one, and another that shares a type with it.
    fn search_alike(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        of: Players,
        quant: &Quant,
        noun: &Noun,
    ) -> Lowered<()> {
        let mut bare = noun.clone();
        bare.quals.retain(|qual| *qual != Qual::ShareLandType);
        let described = self.noun(frame, &bare)?;
        let two = matches!(quant, Quant::Some { n: HowMany::UpTo { n } } if n.0 == 2);
        if !two || !described.card || described.zone.is_some() || described.among.is_some() {
            return unsupported("the search for", noun);
        }
        let (first, second, both) = (frame.register()?, frame.register()?, frame.register()?);
        let alike = described.filter.clone().and(Test::SharesLandType(Box::new(Objects::Register(first))));
        // The card that was found is still in the library.
        let another = Test::Not(Box::new(Filter::just(Test::Is(Box::new(Objects::Register(first))))));
        for (filter, into) in [(described.filter.clone(), first), (alike.and(another), second)] {
            frame.emit(Instr::Search {
                player: who.clone(),
                of: of.clone(),
                zones: vec![Zone::Library],
                outside: false,
                filter,
                min: Amount::Const(0),
                max: Amount::Const(1),
                reveal: false,
                into,
            });
        }
        frame.emit(Instr::SetObjects(both, Objects::Union(vec![Objects::Register(first), Objects::Register(second)])));
        frame.mention(Objects::Register(both), true, Some(&described));
        frame.discourse.looked = Some(Objects::Register(both));
        Ok(())
    }

    /// What is searched for in a library, as a filter: "a basic land card".
    fn search_filter(&mut self, frame: &mut Frame, noun: &crate::text::grammar::noun::Noun) -> Lowered<Filter> {
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() || described.among.is_some() || described.random {
            return unsupported("the search for", noun);
        }
        Ok(described.filter)
    }

    /// "Search your library for a basic land card or a Gate card".
    fn search_either_kind(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        of: Players,
        a: &crate::text::grammar::noun::Noun,
        b: &crate::text::grammar::noun::Noun,
    ) -> Lowered<()> {
        let filter = Filter::just(Test::AnyOf(vec![self.search_filter(frame, a)?, self.search_filter(frame, b)?]));
        self.search_one(frame, who, of, &[Zone::Library], filter)?;
        frame.discourse.looked = None;
        Ok(())
    }

    /// "Up to two basic land cards and/or Gate cards": that many of either kind.
    pub(super) fn search_and_or(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        of: Players,
        most: i32,
        kinds: [&crate::text::grammar::noun::Noun; 2],
    ) -> Lowered<()> {
        let mut fits = Vec::new();
        for noun in kinds {
            fits.push(self.search_filter(frame, noun)?);
        }
        let into = frame.register()?;
        frame.emit(Instr::Search {
            player: who.clone(),
            of,
            zones: vec![Zone::Library],
            outside: false,
            filter: Filter::just(Test::AnyOf(fits)),
            min: Amount::Const(0),
            max: Amount::Const(most),
            reveal: false,
            into,
        });
        let cards = super::described::Described { card: true, ..super::described::Described::default() };
        frame.mention(Objects::Register(into), true, Some(&cards));
        frame.discourse.looked = Some(Objects::Register(into));
        Ok(())
    }

    /// Finds a card of a library that fits, if its searcher likes to (CR 701.23b).
    fn search_one(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        of: Players,
        zones: &[Zone],
        filter: Filter,
    ) -> Lowered<Objects> {
        let into = frame.register()?;
        frame.emit(Instr::Search {
            player: who.clone(),
            of,
            zones: zones.to_vec(),
            outside: false,
            filter,
            min: Amount::Const(0),
            max: Amount::Const(1),
            reveal: false,
            into,
        });
        let card = super::described::Described { card: true, ..super::described::Described::default() };
        frame.mention(Objects::Register(into), false, Some(&card));
        Ok(Objects::Register(into))
    }

    /// "Search your library for a Forest card and a Plains card": one of each, of which the first isn't the second too.
    pub(super) fn search_kinds(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        of: &Players,
        zones: &[Zone],
        kinds: &[&crate::text::grammar::noun::Noun],
    ) -> Lowered<()> {
        if super::frame::several(who) || super::frame::several(of) {
            return decline("a search by several players isn't supported here");
        }
        let mentions = frame.discourse.mentions.len();
        let mut found = Vec::new();
        for noun in kinds {
            let filter = self.search_filter(frame, noun)?;
            // What was found already is still there.
            let again = found.iter().map(|card| {
                let before = Filter::just(Test::Is(Box::new(Objects::clone(card))));
                Test::Not(Box::new(before))
            });
            let filter = again.fold(filter, Filter::and);
            found.push(self.search_one(frame, who, of.clone(), zones, filter)?);
        }
        frame.discourse.mentions.truncate(mentions);
        let card = super::described::Described { card: true, ..super::described::Described::default() };
        frame.mention(Objects::Union(found), true, Some(&card));
        frame.discourse.looked = None;
        Ok(())
    }

    /// "Search its owner's graveyard, hand, and library for any number of cards with the same name".
    pub(super) fn search_all(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        whose: &Whose,
        what: &Np,
        zones: Vec<Zone>,
    ) -> Lowered<()> {
        let of = match whose {
            Whose::Your if *who == Players::You => Players::You,
            Whose::Their => self.they(frame)?,
            Whose::Of { player } => self.players(frame, player)?,
            _ => return unsupported("whose zones are searched:", whose),
        };
        if super::frame::several(who) || super::frame::several(&of) {
            return decline("a search by several players isn't supported here");
        }
        let Some((quant, noun)) = chosen_noun(what) else { return unsupported("the search for", what) };
        let described = self.noun(frame, noun)?;
        if !described.card || described.zone.is_some() || described.among.is_some() {
            return unsupported("the search for", what);
        }
        let all = || Amount::Const(1_000);
        // CR 701.23d: of cards without any quality as many are found as are said.
        let certain = described.filter.tests.is_empty();
        let least = |n: Amount| if certain { n } else { Amount::Const(0) };
        let (min, max) = match quant {
            Quant::A => (least(Amount::Const(1)), Amount::Const(1)),
            Quant::Some { n } => {
                let (min, max) = self.bounds(frame, n, all)?;
                (least(min), max)
            }
            Quant::All => (all(), all()),
            _ => return unsupported("the quantity", quant),
        };
        let into = frame.register()?;
        let (player, filter) = (who.clone(), described.filter.clone());
        let plural = max != Amount::Const(1);
        let yours = zones.contains(&Zone::Library) && zones.contains(&Zone::Graveyard) && of == Players::You;
        frame.emit(Instr::Search {
            player,
            of: of.clone(),
            zones,
            outside: false,
            filter,
            min,
            max,
            reveal: false,
            into,
        });
        // "And exile the rest": all of what was searched.
        if certain && plural && yours {
            let rest = frame.register()?;
            let (player, amount) = (Players::You, Amount::LibrarySize(Players::You));
            frame.emit(Instr::LookAtTop { player, amount, seen: SeenBy::Owner, into: rest });
            let graveyard = Objects::Each(Zone::Graveyard, Filter::just(Test::Owner(PlayerFilter::You)));
            let all = Objects::Union(vec![Objects::Register(rest), graveyard]);
            frame.discourse.rest = Some((all, Objects::Register(into)));
        }
        let mut found = Objects::Register(into);
        // "All cards with the same name as the chosen card": that one, which was taken out of the hand as it was chosen, is one of them.
        let of_hand = |test: &Test| match test {
            Test::SharesName(with) if frame.is_of_a_hand(with) => Some((**with).clone()),
            _ => None,
        };
        if let Some(chosen) = described.filter.tests.iter().find_map(of_hand) {
            if *quant != Quant::All || described.filter.tests.len() > 1 {
                return unsupported("the search for", what);
            }
            found = Objects::Union(vec![chosen, found]);
        }
        frame.mention(found, plural, Some(&described));
        if certain && let Some(mention) = frame.discourse.mentions.last_mut() {
            mention.past = Some(DoneThisWay::Chosen);
        }
        frame.discourse.looked = None;
        frame.discourse.players.push(of);
        Ok(())
    }

    /// "Search your library and/or graveyard": the player chooses whether the library is searched too.
    pub(super) fn search_either(&mut self, frame: &mut Frame, what: &Np, others: &[Zone]) -> Lowered<()> {
        let register = frame.number_register()?;
        let place = frame.code.items.len();
        let zones = [&[Zone::Library], others].concat();
        self.search_all(frame, &Players::You, &Whose::Your, what, zones)?;
        let Some(super::frame::Item::Instr(_, search @ Instr::Search { .. })) = frame.code.items.last().cloned() else {
            return unsupported("the search for", what);
        };
        if frame.code.items.len() != place + 1 {
            return unsupported("the search for", what);
        }
        let mut graveyard = search;
        if let Instr::Search { zones, .. } = &mut graveyard {
            *zones = others.to_vec();
        }
        let both = frame.code.items.split_off(place);
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::May(Players::You, other));
        frame.emit(Instr::SetNumber(register, Amount::Const(1)));
        frame.code.items.extend(both);
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::SetNumber(register, Amount::Const(0)));
        frame.emit(graveyard);
        frame.mark(end);
        frame.discourse.searched = Some(register);
        frame.discourse.did = false;
        Ok(())
    }

    pub(super) fn under(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        under: Option<&Under>,
    ) -> Lowered<Option<Players>> {
        Ok(match under {
            None if *who == Players::You => None,
            Some(under @ Under::Their) if *who == Players::You => return unsupported("the player", under),
            None | Some(Under::Their) => Some(who.clone()),
            Some(Under::Your) => Some(Players::You),
            Some(Under::Owner | Under::Owners | Under::TheirOwner) => None,
            Some(Under::ThatPlayer) => Some(self.that_player(frame)?),
        })
    }

    pub(super) fn onto_battlefield(
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
                to.attacking = Attacking::Chosen;
            }
            Some(Tapped::AttackingThem | Tapped::AttackingThatOpponent) => {
                to.tapped = true;
                to.attacking = Attacking::ThatPlayer;
            }
            Some(Tapped::Transformed) => to.transformed = true,
            Some(Tapped::TappedAndTransformed) => {
                to.tapped = true;
                to.transformed = true;
            }
        }
        match with {
            None => {}
            Some(WithCounters::One { counters }) => to.counters.push(self.counters_of(frame, counters)?),
            Some(WithCounters::Two { a, b }) => {
                to.counters.push(self.counters_of(frame, a)?);
                to.counters.push(self.counters_of(frame, b)?);
            }
            Some(WithCounters::Equal { kind, amount }) => {
                let kind = self.counter(kind)?;
                to.counters.push((kind, self.amount(frame, amount)?));
            }
        }
        Ok(to)
    }

    /// Puts cards somewhere.
    pub(super) fn put(&mut self, frame: &mut Frame, who: &Players, objects: Objects, to: &Dest) -> Lowered<()> {
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
            Dest::BattlefieldFirst { under, tapped } => {
                self.onto_battlefield(frame, who, Some(&tapped.said()), Some(under), None)?
            }
            Dest::Zone { zone } => self.own_zone(frame, zone)?,
            Dest::Library { end, zone, order } => {
                self.zone_word(zone, OwnZone::Library)?;
                library(end, order.as_ref())?
            }
            Dest::OnTheBottom { order } => library(&LibraryEnd::Bottom, order.as_ref())?,
            Dest::Back | Dest::BackAlone | Dest::BackOnTop | Dest::OnTop => library(&LibraryEnd::Top, None)?,
            Dest::FromTop { n, .. } => super::verb::from_top(n.0),
            Dest::Beneath { zone, n } => self.beneath(frame, zone, n)?,
            Dest::BackOnLibrary { zone, order } => {
                self.zone_word(zone, OwnZone::Library)?;
                library(&LibraryEnd::Top, order.as_ref())?
            }
            Dest::TopOrBottom { zone }
            | Dest::TheirTopOrBottom { zone }
            | Dest::YourTopOrBottom { zone }
            | Dest::EitherTopOrBottom { zone }
            | Dest::SecondOrBottom { zone } => {
                self.zone_word(zone, OwnZone::Library)?;
                let chooser = if matches!(to, Dest::YourTopOrBottom { .. }) { Players::You } else { who.clone() };
                let place = match to {
                    Dest::SecondOrBottom { .. } => LibraryPosition::FromTop(2),
                    _ => LibraryPosition::Top,
                };
                let (bottom, end) = (frame.label(), frame.label());
                let at = |position| Destination { position, ..Destination::to(Zone::Library) };
                frame.emit(Instr::May(chooser, bottom));
                frame.emit(Instr::Move(objects.clone(), at(place), None));
                frame.emit(Instr::Jump(end));
                frame.mark(bottom);
                frame.emit(Instr::Move(objects, at(LibraryPosition::Bottom), None));
                frame.mark(end);
                return Ok(());
            }
            Dest::AttachedTo { tapped, to: host } => {
                Destination { tapped: tapped.is_some(), ..self.onto_thing(frame, who, &objects, host)? }
            }
            Dest::YoursAttachedTo { to } => self.onto_thing(frame, &Players::You, &objects, to)?,
            Dest::Enchanting { who: enchanted } => self.onto_player(frame, who, enchanted, false)?,
        };
        self.moves(frame, objects, destination, None);
        Ok(())
    }

    pub(super) fn own_zone(&mut self, frame: &mut Frame, zone: &ZoneRef) -> Lowered<Destination> {
        let _ = frame;
        match zone {
            ZoneRef::Exile => Ok(Destination::to(Zone::Exile)),
            // Cards go to zones of their owners whoever's are named (CR 400.3); a player who is chosen for it would be forgotten.
            ZoneRef::Of { whose: Whose::Of { player }, .. } if says_any(player, &["target"]) => {
                unsupported("another player's zone:", zone)
            }
            ZoneRef::Of { zone, .. } => Ok(Destination::to(match zone {
                OwnZone::Graveyard => Zone::Graveyard,
                OwnZone::Hand => Zone::Hand,
                OwnZone::Library => return unsupported("the zone", zone),
            })),
            _ => unsupported("the zone", zone),
        }
    }

    /// Returns objects somewhere.
    pub(super) fn put_back(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        objects: Objects,
        to: &ReturnDest,
    ) -> Lowered<()> {
        let destination = match to {
            ReturnDest::Zone { zone } => {
                if matches!(
                    zone,
                    ZoneRef::Of { whose: Whose::Of { player: Player::Its { relation: Relation::Owner } }, .. }
                ) {
                    // "Return target permanent to its owner's hand, then that player ..."
                    frame.discourse.players.push(Players::OwnerOf(Box::new(objects.clone())));
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
            ReturnDest::BattlefieldFirst { under, tapped } => {
                self.onto_battlefield(frame, who, Some(&tapped.said()), Some(under), None)?
            }
            ReturnDest::Facing { side, under } => {
                return self.put_back_facing(frame, who, objects, side, under.as_ref());
            }
            ReturnDest::AttachedTo { to: host } => self.onto_thing(frame, who, &objects, host)?,
            ReturnDest::TransformedEnchanting { who } => self.onto_player(frame, &Players::You, who, true)?,
        };
        self.moves(frame, objects, destination, Some(DoneThisWay::Returned));
        Ok(())
    }

    pub(super) fn exile(
        &mut self,
        frame: &mut Frame,
        _who: &Players,
        what: &Nps,
        how: Option<&ExileHow>,
    ) -> Lowered<()> {
        let objects = match (&frame.discourse.revealed, what) {
            // "You choose a nonland card from it and exile that card."
            (Some((players, Some(filter))), Nps::One { np: Np::That { .. } }) => {
                let mut filter = filter.clone();
                filter.tests.push(Test::OwnerIn(Box::new(players.clone())));
                frame.discourse.revealed = None;
                // Whoever exiles it, it is you who chose it.
                let chooser = std::mem::replace(&mut frame.discourse.chooser, Players::You);
                let picked = self.pick(frame, Objects::Each(Zone::Hand, filter), Amount::Const(1), Amount::Const(1));
                frame.discourse.chooser = chooser;
                let picked = picked?;
                frame.mention(picked.clone(), false, None);
                picked
            }
            _ => self.objects_of(frame, what, Use::Act)?,
        };
        let mut to = self.exile_from_here(frame);
        match how {
            None => {}
            Some(ExileHow::Until) => to.until_source_leaves = true,
            Some(ExileHow::UntilMonarch) => to.until_monarch = true,
            Some(ExileHow::FaceDown) => to.face_down = true,
            Some(ExileHow::Haunting { what }) => to.attached = Some(self.objects(frame, what, Use::Act)?),
            Some(ExileHow::WithCounters { counters }) => {
                let (kind, n) = self.counters_of(frame, counters)?;
                to.counters.push((kind, n));
            }
        }
        self.moves(frame, objects, to, Some(DoneThisWay::Exiled));
        Ok(())
    }

    pub(super) fn counters_of(&mut self, frame: &mut Frame, counters: &Counters) -> Lowered<(CounterKind, Amount)> {
        match counters {
            Counters::Some { n, kind } => Ok((self.counter(kind)?, self.count(frame, n)?)),
            _ => unsupported("the counters", counters),
        }
    }
}

impl Frame {
    /// Returns whether objects are cards of a hand that were chosen there or drawn and shown by an instruction before.
    pub(super) fn is_of_a_hand(&self, objects: &Objects) -> bool {
        let Objects::Register(register) = objects else { return false };
        self.code.items.iter().any(|item| match item {
            super::frame::Item::Instr(_, Instr::Pick(pick, into)) if into == register => match &pick.from {
                Objects::Each(zone, _) => *zone == Zone::Hand,
                // Of those that were shown, one that somebody else chooses.
                Objects::Register(shown) => shown < register && self.is_of_a_hand(&pick.from),
                _ => false,
            },
            super::frame::Item::Instr(_, Instr::RevealDrawn(_, into)) => into == register,
            _ => false,
        })
    }
}

pub(super) fn library(end: &LibraryEnd, order: Option<&Order>) -> Lowered<Destination> {
    let position = match (end, order) {
        (LibraryEnd::Top, Some(Order::Random)) => return decline("a random order on top of a library isn't supported"),
        (LibraryEnd::Top, _) => LibraryPosition::Top,
        (LibraryEnd::Bottom, Some(Order::Random)) => LibraryPosition::BottomRandom,
        (LibraryEnd::Bottom, _) => LibraryPosition::Bottom,
    };
    Ok(Destination { position, ..Destination::to(Zone::Library) })
}
