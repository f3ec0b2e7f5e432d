//! What players choose, and coins that decide → instructions.

use crate::effect::{Instr, Pick};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::effect::{Clauses, Suffix};
use crate::text::grammar::noun::{HowMany, Noun, Np, Qual, Quant};
use crate::text::grammar::said::says_any;
use crate::text::grammar::verb::{ChooseVerb, ColorBut, NumberBetween, TypeBut};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::several;
use crate::text::lower::frame::{DoneThisWay, Frame, Item};
use crate::text::lower::noun::Use;
use crate::text::lower::noun::exiled;
use crate::text::lower::play::named;
use crate::types::{CardTypes, Subtype, SubtypeKind};

/// The greatest number that is offered where any can be chosen (CR 107.1): of what numbers are compared with, nothing is greater in a game.
pub(in crate::text::lower) const GREATEST_NUMBER: i32 = 20;

/// Returns whether only cards of your hand fit.
fn own_hand(filter: &Filter) -> bool {
    filter.tests.contains(&Test::Owner(PlayerFilter::You))
}

impl Context<'_> {
    /// Targets that the text tells a player to choose, who chooses them then (CR 601.2c).
    fn chosen_targets(&mut self, frame: &mut Frame, who: &Players, what: &Np) -> Lowered<()> {
        let before = frame.code.targets.len();
        self.objects(frame, what, Use::Act)?;
        // Whoever controls or controlled what the event is about is known as the ability is put onto the stack (CR 603.3d).
        let known = |objects: &Objects| *objects == Objects::Event;
        if !matches!(who, Players::You | Players::Opponents)
            && !matches!(who, Players::ControllerOf(objects) if known(objects))
        {
            return decline("a target that this player chooses isn't supported");
        }
        for spec in &mut frame.code.targets[before..] {
            if *who != Players::You {
                spec.chooser = who.clone();
            }
        }
        Ok(())
    }

    /// Choosing objects, players, names and colors; flipping a coin.
    pub(super) fn choose_verb(&mut self, frame: &mut Frame, who: &Players, verb: &ChooseVerb) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            // With two players, there is one.
            ChooseVerb::ChooseOpponent | ChooseVerb::ChooseOpponentAtRandom if you => {
                frame.discourse.players.push(Players::Opponents)
            }
            ChooseVerb::ChooseColor { but } => {
                frame.emit(Instr::ChooseColor(who.clone(), ColorBut::allowed(but.as_ref())));
            }
            ChooseVerb::ChooseCreatureType { but } => {
                frame.emit(Instr::ChooseCreatureType(who.clone(), TypeBut::offered(but.as_ref())));
            }
            ChooseVerb::ChooseLandType => {
                frame.emit(Instr::ChooseLandType(who.clone()));
            }
            // CR 305.6: one for each type, which may be the same as for another.
            ChooseVerb::ChooseLandOfEachType if you => {
                let all = frame.register()?;
                frame.emit(Instr::SetObjects(all, Objects::Union(Vec::new())));
                let one = frame.register()?;
                for subtype in Subtype::all().filter(|sub| sub.kind() == SubtypeKind::BasicLand) {
                    let land = Filter::just(Test::Types(CardTypes::LAND));
                    let from = Objects::Each(Zone::Battlefield, land.and(Test::Subtype(subtype)));
                    let n = || Amount::Const(1);
                    frame.emit(Instr::Pick(
                        Pick { chooser: Players::You, from, min: n(), max: n(), random: false },
                        one,
                    ));
                    frame.emit(Instr::AddObjects(all, Objects::Register(one)));
                }
                let lands = Described { types: CardTypes::LAND, ..Default::default() };
                frame.mention(Objects::Register(all), true, Some(&lands));
            }
            ChooseVerb::ChooseName { what } => {
                frame.emit(Instr::ChooseName(who.clone(), named(what)));
            }
            ChooseVerb::ChooseAny { to } if you => {
                self.recipient(frame, to)?;
            }
            ChooseVerb::ChooseTargetOpponent if you => {
                self.players(frame, &crate::text::grammar::player::Player::TargetOpponent)?;
            }
            ChooseVerb::ChooseTargetPlayer if you => {
                self.players(frame, &crate::text::grammar::player::Player::TargetPlayer)?;
            }
            ChooseVerb::Choose { what: what @ Np::Quant { quant, .. } } if quant.targets() => {
                self.chosen_targets(frame, who, what)?;
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    mention.past = Some(DoneThisWay::Chosen);
                }
            }
            ChooseVerb::Choose { what: Np::ExiledOnes { quant, face, noun } } => {
                let noun = exiled(face.is_some(), noun);
                let what = Np::Quant { quant: quant.clone(), noun };
                return self.choose_verb(frame, who, &ChooseVerb::Choose { what });
            }
            ChooseVerb::Choose { what: what @ Np::TargetEither { .. } } => {
                self.objects(frame, what, Use::Act)?;
            }
            // "Those creatures" are both; each is "the creature you control" and so on.
            ChooseVerb::ChooseTwo { a, b } if you => {
                let mut both = Vec::new();
                let mut types = CardTypes::all();
                for what in [a, b] {
                    both.push(self.objects(frame, what, Use::Act)?);
                    if let Some(mention) = frame.discourse.mentions.last_mut() {
                        mention.past = Some(DoneThisWay::Chosen);
                        types &= mention.types;
                    }
                }
                frame.mention(Objects::Union(both), true, None);
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    (mention.past, mention.types) = (Some(DoneThisWay::Chosen), types);
                }
            }
            ChooseVerb::Choose { what: what @ (Np::OfThem { .. } | Np::One) } if !several => {
                self.objects(frame, what, Use::Act)?;
            }
            ChooseVerb::Choose { what: what @ Np::Quant { quant: Quant::Some { .. }, noun } }
                if !several && *who != Players::Current && noun.quals.iter().any(Qual::is_of_all) =>
            {
                self.objects(frame, what, Use::Act)?;
            }
            ChooseVerb::Choose {
                what:
                    what @ Np::Quant {
                        quant: Quant::A | Quant::Some { n: HowMany::Number { .. } | HowMany::UpTo { .. } },
                        noun,
                    },
            } if !several && (frame.discourse.looked.is_none() || !you) => {
                // What it names (a target whose graveyard it is) is named once, as it is chosen.
                let described = self.noun(&mut frame.clone(), noun)?;
                let zone = match described.zone {
                    Some(zone @ Zone::Battlefield) => zone,
                    Some(zone @ Zone::Hand) if described.card && you && own_hand(&described.filter) => zone,
                    Some(zone @ (Zone::Graveyard | Zone::Exile)) if described.card && *who != Players::Current => zone,
                    // "Choose an instant card exiled this way."
                    None if described.card && described.among.is_some() && *who != Players::Current => {
                        self.objects(frame, what, Use::Act)?;
                        return Ok(());
                    }
                    _ => return unsupported("the choice", verb),
                };
                let picked = self.objects(frame, what, Use::Act)?;
                if *who == Players::Current {
                    self.chosen_by_each(frame, described, picked)?;
                } else {
                    frame.discourse.rest = Some((Objects::Each(zone, described.filter), picked));
                }
            }
            ChooseVerb::ChooseOfKinds { kinds, among } | ChooseVerb::ChooseAmongOfKinds { among, kinds }
                if !several =>
            {
                let kinds: Vec<CardTypes> = kinds.items.iter().map(|kind| kind.word.0).collect();
                self.chosen_of_each_type(frame, who, among, &kinds)?;
            }
            // CR 110.4.
            ChooseVerb::ChooseOfEachType { noun } if !several => {
                let kinds = [
                    CardTypes::ARTIFACT,
                    CardTypes::BATTLE,
                    CardTypes::CREATURE,
                    CardTypes::ENCHANTMENT,
                    CardTypes::LAND,
                    CardTypes::PLANESWALKER,
                ];
                self.chosen_of_each_type(frame, who, noun, &kinds)?;
            }
            ChooseVerb::FlipCoin if you => {
                let register = frame.number_register()?;
                frame.discourse.flip = Some(register);
                frame.emit(Instr::FlipCoin(Players::You, register, true));
            }
            ChooseVerb::FlipUntilLost if you => self.flip_until_lost(frame)?,
            ChooseVerb::FlipCoins { n } if you => {
                let all = self.count(frame, n)?;
                self.flip_coins(frame, all)?;
            }
            ChooseVerb::ChooseNumber { between } if !several => {
                let register = frame.number_register()?;
                let (least, most) = NumberBetween::bounds(between.as_ref(), GREATEST_NUMBER);
                frame.emit(Instr::ChooseNumber(who.clone(), Amount::Const(least), Amount::Const(most), register));
                frame.says(Amount::Register(register));
            }
            // CR 706.2.
            ChooseVerb::RollDie { die } if you && frame.discourse.rolled.is_none() => {
                let register = frame.number_register()?;
                frame.discourse.rolled = Some(register);
                frame.emit(Instr::RollDie(Players::You, die.0, register));
                frame.says(Amount::Register(register));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// Several coins are flipped, and how many flips are won is counted (CR 705.2).
    fn flip_coins(&mut self, frame: &mut Frame, all: Amount) -> Lowered<()> {
        let (won, one) = (frame.number_register()?, frame.number_register()?);
        let (again, lost) = (frame.label(), frame.label());
        frame.emit(Instr::SetNumber(won, Amount::Const(0)));
        frame.emit(Instr::Repeat(all.clone(), again));
        frame.emit(Instr::FlipCoin(Players::You, one, true));
        let is_won = Condition::Compare(Amount::Register(one), Comparison::Equal, Amount::Const(1));
        frame.emit(Instr::Unless(is_won, lost));
        frame.count_one_more(won);
        frame.mark(lost);
        frame.mark(again);
        frame.discourse.flips = Some((won, all));
        Ok(())
    }

    /// A coin is flipped again and again until a flip is lost, and how many flips are won is counted (CR 705.2).
    fn flip_until_lost(&mut self, frame: &mut Frame) -> Lowered<()> {
        let (won, one) = (frame.number_register()?, frame.number_register()?);
        let (again, lost) = (frame.label(), frame.label());
        frame.emit(Instr::SetNumber(won, Amount::Const(0)));
        frame.mark(again);
        frame.emit(Instr::FlipCoin(Players::You, one, true));
        let is_won = Condition::Compare(Amount::Register(one), Comparison::Equal, Amount::Const(1));
        frame.emit(Instr::Unless(is_won, lost));
        frame.count_one_more(won);
        frame.emit(Instr::Jump(again));
        frame.mark(lost);
        let all = Amount::Sum(Box::new(Amount::Register(won)), Box::new(Amount::Const(1)));
        frame.discourse.flips = Some((won, all));
        Ok(())
    }

    /// CR 701.38a: starting with you, each player votes for an object. Of two votes each is one of the most, or they are the same.
    pub(in crate::text::lower) fn vote_for_one(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<()> {
        let described = self.noun(frame, noun)?;
        let there = described.among.is_none()
            && !described.random
            && !described.opponent_chooses
            && !described.together.is_asked();
        let zone = match described.zone {
            Some(zone @ Zone::Battlefield) if there => zone,
            Some(zone @ Zone::Graveyard) if there && described.card => zone,
            _ => return unsupported("what is voted for:", noun),
        };
        let mut voted = Vec::new();
        for chooser in [Players::You, Players::Opponents] {
            let (into, one) = (frame.register()?, || Amount::Const(1));
            let from = Objects::Each(zone, described.filter.clone());
            frame.emit(Instr::Pick(Pick { chooser, from, min: one(), max: one(), random: false }, into));
            voted.push(Objects::Register(into));
        }
        frame.discourse.voted = Some(Objects::Union(voted));
        Ok(())
    }

    /// What each of several players chooses among their own, one after the other (CR 101.4): all of it, and the rest.
    /// A permanent of each of several types: what is of two of them may be chosen for both.
    fn chosen_of_each_type(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        among: &Noun,
        kinds: &[CardTypes],
    ) -> Lowered<()> {
        let described = self.noun(frame, among)?;
        if !described.describes_permanents() {
            return unsupported("the choice among", among);
        }
        let (mine, one) = (frame.register()?, frame.register()?);
        frame.emit(Instr::SetObjects(mine, Objects::Union(Vec::new())));
        for kind in kinds {
            let from = Objects::Each(Zone::Battlefield, described.filter.clone().and(Test::Types(*kind)));
            let n = || Amount::Const(1);
            frame.emit(Instr::Pick(Pick { chooser: who.clone(), from, min: n(), max: n(), random: false }, one));
            frame.emit(Instr::AddObjects(mine, Objects::Register(one)));
        }
        let picked = Objects::Register(mine);
        if *who == Players::Current {
            self.chosen_by_each(frame, described, picked)
        } else {
            frame.discourse.rest = Some((Objects::Each(Zone::Battlefield, described.filter), picked));
            Ok(())
        }
    }

    fn chosen_by_each(&mut self, frame: &mut Frame, described: Described, picked: Objects) -> Lowered<()> {
        let own = Test::ControllerIn(Box::new(Players::Current));
        let choosing = frame.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(_, Instr::ForEachPlayer(who, _)) => Some(who.clone()),
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
        frame.discourse.rest = Some((Objects::Each(Zone::Battlefield, filter), Objects::Register(all)));
        frame.discourse.each_chose = Some((all, Described { types: described.types, ..Default::default() }));
        Ok(())
    }
}

impl Context<'_> {
    /// "For each player, ...".
    pub(in crate::text::lower) fn for_each_player(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        suffix: Option<&Suffix>,
    ) -> Lowered<()> {
        if says_any(clauses, &["foe"]) {
            return self.friends_and_foes(frame);
        }
        let before = frame.clone();
        let result =
            self.each_player(frame, &Players::Each, |context, frame| context.with_suffix(frame, clauses, suffix));
        if result.is_err() && frame.code.targets.len() > before.code.targets.len() {
            *frame = before;
            return self.target_of_each_player(frame, clauses, suffix);
        }
        result
    }

    /// "For each player, exile up to one target creature that player controls": one of yours and one of your opponent's, both in one event.
    fn target_of_each_player(&mut self, frame: &mut Frame, clauses: &Clauses, suffix: Option<&Suffix>) -> Lowered<()> {
        let (begin, targets) = (frame.code.items.len(), frame.code.targets.len());
        let (players, mentions) = (frame.discourse.players.len(), frame.discourse.mentions.len());
        let mut last = None;
        for player in [Players::You, Players::Opponents] {
            frame.discourse.mentions.truncate(mentions);
            frame.discourse.players.push(player);
            self.with_suffix(frame, clauses, suffix)?;
            frame.discourse.players.truncate(players);
            last = frame.discourse.mentions.get(mentions..).and_then(|own| own.last()).cloned();
        }
        let (Some(last), true) = (last, frame.code.targets.len() == targets + 2) else {
            return decline("what is done with a target for each player isn't supported");
        };
        let [first, second] = [targets as u8, targets as u8 + 1].map(Objects::Target);
        let both = Objects::Union(vec![first.clone(), second.clone()]);
        match &mut frame.code.items[begin..] {
            [] => {}
            [Item::Instr(_, one), Item::Instr(_, other)] => {
                let same = match (&mut *one, &*other) {
                    (Instr::Move(a, to, _), Instr::Move(b, also, _)) if *a == first && *b == second && to == also => a,
                    (Instr::Destroy(a, how), Instr::Destroy(b, also)) if *a == first && *b == second && how == also => {
                        a
                    }
                    (Instr::AddCounters(a, kind, n), Instr::AddCounters(b, same, many))
                        if *a == first && *b == second && kind == same && n == many =>
                    {
                        a
                    }
                    _ => return decline("what is done with a target for each player isn't supported"),
                };
                *same = both.clone();
                frame.code.items.pop();
            }
            _ => return decline("what is done with a target for each player isn't supported"),
        }
        frame.discourse.mentions.truncate(mentions);
        frame.mention(both.clone(), true, None);
        if let Some(mention) = frame.discourse.mentions.last_mut() {
            (mention.types, mention.card, mention.past) = (last.types, last.card, last.past);
        }
        if let Some(Item::Instr(number, Instr::Move(..))) = frame.code.items.get(begin) {
            frame.moved(&both, *number, last.past);
        }
        frame.discourse.did = false;
        Ok(())
    }

    /// "For each player, choose friend or foe": for each of both in turn, you first (CR 101.4). Who isn't a friend is a foe.
    fn friends_and_foes(&mut self, frame: &mut Frame) -> Lowered<()> {
        let (friends, word) = (frame.number_register()?, frame.number_register()?);
        for (player, name) in [(Players::You, "you"), (Players::Opponents, "your opponent")] {
            let (foe, end) = (frame.label(), frame.label());
            let words = vec![format!("{name}: friend"), format!("{name}: foe")];
            frame.emit(Instr::ChooseWord(Players::You, words, word));
            let friend = Condition::Compare(Amount::Register(word), Comparison::Equal, Amount::Const(0));
            frame.emit(Instr::Unless(friend, foe));
            frame.emit(Instr::ForEachPlayer(player, end));
            frame.emit(Instr::NotePlayer(friends));
            frame.mark(end);
            frame.mark(foe);
        }
        frame.discourse.friends = Some(friends);
        Ok(())
    }
}
