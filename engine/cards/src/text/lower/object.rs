//! What objects do at once: damage, fights.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::filter::unsupported;
use super::frame::{Frame, Item};
use super::noun::Use;
use crate::ability::{KeywordAction, Replacement, StaticEffect};
use crate::effect::{
    CountersIf, Destination, DiscardHow, DividedAmong, Duration, Instr, Modification, Permitted, Recipients, SeenBy,
    SpentAs, TargetSpec,
};
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::Marks;
use crate::text::grammar::amount::{ForEach, Num};
use crate::text::grammar::condition::{ConditionWords as Words, Conditions, ObjectCondition, State};
use crate::text::grammar::effect::{Clause, Clauses};
use crate::text::grammar::noun::{HowMany, Noun, Np, Quant};
use crate::text::grammar::object::Duration as Span;
use crate::text::grammar::object::{Divided, Evenly, ObjectVerb, Sharer};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::EnterCounters;
use crate::text::grammar::token::TokenSpec;
use crate::text::lexer::lex;
use crate::text::syntax::{print, read};
use crate::types::CardTypes;

/// Under which condition something enters with counters.
enum OnlyIf<'a> {
    /// It is such.
    Such(&'a Noun),
    /// This holds.
    Holds(Condition),
}

impl Context<'_> {
    /// An object does something.
    pub(super) fn object_verb(
        &mut self,
        frame: &mut Frame,
        who: &Objects,
        verb: &ObjectVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        match verb {
            ObjectVerb::Damage { n, to } | ObjectVerb::DamageAlso { n, to } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageEqual { amount, to } => {
                let n = self.amount(frame, amount)?;
                let to = self.recipients(frame, to)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageToEqual { to, amount } => {
                let to = self.recipients(frame, to)?;
                let n = self.amount(frame, amount)?;
                self.damage(frame, who, n, to, each)
            }
            ObjectVerb::DamageAnd { n, to, m, also } => {
                let n = self.number(frame, n)?;
                let to = self.recipients(frame, to)?;
                frame.says(n.clone());
                let m = self.number(frame, m)?;
                let also = self.recipients(frame, also)?;
                let m = self.times(frame, m, each)?;
                // One after the other, with nothing between them: they are one event (CR 608.2f).
                frame.emit(Instr::Damage(who.clone(), n, to));
                frame.says(m.clone());
                frame.emit(Instr::AndDamage(who.clone(), m, also));
                Ok(())
            }
            // They are one event (CR 608.2f).
            ObjectVerb::DamageThree { n, to, m, also, k, third } => {
                if each.is_some() {
                    return unsupported("the damage", verb);
                }
                for (place, (n, to)) in [(n, to), (m, also), (k, third)].into_iter().enumerate() {
                    let n = self.number(frame, n)?;
                    let to = self.recipients(frame, to)?;
                    let (who, first) = (who.clone(), place == 0);
                    frame.emit(if first { Instr::Damage(who, n, to) } else { Instr::AndDamage(who, n, to) });
                }
                Ok(())
            }
            ObjectVerb::DamageDivided { n, among } => {
                let n = self.number(frame, n)?;
                let n = self.times(frame, n, each)?;
                self.divided(frame, who, n, among)
            }
            // CR 601.2d: how much it is is known as the division is announced.
            ObjectVerb::DamageEqualDivided { amount, among } if each.is_none() => {
                let n = self.amount(frame, amount)?;
                self.divided(frame, who, n, among)
            }
            // Nothing is announced of what isn't a target: it is divided as the damage is dealt (CR 608.2d).
            ObjectVerb::DamageShared { amount, who: sharer, among } if each.is_none() => {
                let n = self.amount(frame, amount)?;
                let among = self.back(frame, among)?;
                let by = match sharer {
                    Sharer::You => Players::You,
                    Sharer::ItsController => Players::ControllerOf(Box::new(who.clone())),
                };
                frame.emit(Instr::DamageShared { source: who.clone(), amount: n, among, by });
                Ok(())
            }
            ObjectVerb::DamageEqualDivided { .. } | ObjectVerb::DamageShared { .. } => unsupported("the damage", verb),
            ObjectVerb::DamageItself { n } => {
                let n = self.number(frame, n)?;
                let itself = Recipients::Objects(who.clone());
                self.damage(frame, who, n, itself, each)
            }
            ObjectVerb::DamageItselfEqual { amount } => {
                let n = self.amount(frame, amount)?;
                let itself = Recipients::Objects(who.clone());
                self.damage(frame, who, n, itself, each)
            }
            ObjectVerb::DamageBare { .. } => decline("the sentence doesn't say to whom the damage is dealt"),
            ObjectVerb::Fights { np } => {
                let other = self.besides_subject(frame, np)?;
                frame.emit(Instr::Fight(who.clone(), other));
                Ok(())
            }
            ObjectVerb::Blocks { np, dur } => {
                let attacker = self.objects(frame, np, Use::Act)?;
                let combat = *dur == Span::ThisCombat;
                frame.emit(Instr::MustBlock(who.clone(), attacker, combat));
                Ok(())
            }
            ObjectVerb::CantBlockThisTurn { np } => {
                let attacker = self.objects(frame, np, Use::Act)?;
                frame.emit(Instr::CantBlock(who.clone(), attacker));
                Ok(())
            }
            // CR 701.60c.
            ObjectVerb::NoLongerSuspected | ObjectVerb::BecomesNoLongerSuspected => {
                frame.emit(Instr::NoLongerSuspected(who.clone()));
                Ok(())
            }
            ObjectVerb::PhasesOut => {
                frame.emit(Instr::PhaseOut(who.clone()));
                Ok(())
            }
            ObjectVerb::BecomesRenowned | ObjectVerb::BecomesSolved => {
                let solved = matches!(verb, ObjectVerb::BecomesSolved);
                frame.emit(Instr::Mark(who.clone(), if solved { Marks::SOLVED } else { Marks::RENOWNED }));
                Ok(())
            }
            ObjectVerb::BecomesBlocked => {
                frame.emit(Instr::BecomeBlocked(who.clone()));
                Ok(())
            }
            ObjectVerb::BecomesPlotted | ObjectVerb::BecomesPrepared | ObjectVerb::BecomesUnprepared => {
                frame.emit(match verb {
                    ObjectVerb::BecomesPlotted => Instr::Plot(who.clone()),
                    ObjectVerb::BecomesPrepared => Instr::Prepare(who.clone()),
                    _ => Instr::Unprepare(who.clone()),
                });
                Ok(())
            }
            ObjectVerb::ExploitsIt if *who == Objects::Source => {
                frame.emit(Instr::Exploit);
                Ok(())
            }
            // CR 702.72c, 702.100b.
            ObjectVerb::ChampionsIt | ObjectVerb::Evolves if *who == Objects::Source => {
                let champions = *verb == ObjectVerb::ChampionsIt;
                let action = if champions { KeywordAction::Champion } else { KeywordAction::Evolve };
                frame.emit(Instr::DoneBy(action, who.clone()));
                Ok(())
            }
            ObjectVerb::Evolves | ObjectVerb::ExploitsIt | ObjectVerb::ChampionsIt => unsupported("the verb", verb),
            ObjectVerb::GainsFlashback | ObjectVerb::GainsFlashbackThat => {
                frame.emit(Instr::AllowPlay {
                    player: Players::You,
                    cards: who.clone(),
                    most: None,
                    duration: Duration::EndOfTurn,
                    spells: None,
                    lands: false,
                    free: false,
                    how: Permitted::Flashback,
                    mana: SpentAs::Itself,
                });
                Ok(())
            }
            ObjectVerb::EntersWith { with } => self.enters_with(frame, who, with, None, each),
            ObjectVerb::Explores | ObjectVerb::ExploresAgain => self.explore(frame, who),
            ObjectVerb::DamageEvenly { n, among } => self.damage_evenly(frame, who, n, among),
            ObjectVerb::Connives => self.connive(frame, who, Amount::Const(1)),
            ObjectVerb::ConnivesMany { n } => self.connive_many(frame, who, n),
            ObjectVerb::Endures { n } => self.endure(frame, who, n),
            ObjectVerb::DamageDouble => unsupported("the verb", verb),
            ObjectVerb::FightsEachOther => self.fight_each_other(frame, who, verb),
        }
    }

    /// CR 701.14a.
    fn fight_each_other(&mut self, frame: &mut Frame, who: &Objects, verb: &ObjectVerb) -> Lowered<()> {
        match who {
            Objects::Union(both) if both.len() == 2 => {
                frame.emit(Instr::Fight(both[0].clone(), both[1].clone()));
            }
            // Two targets of one kind: neither fights alone (CR 701.14b).
            Objects::Target(place) if frame.code.targets[usize::from(*place)].max == Amount::Const(2) => {
                let end = frame.label();
                let there = Amount::CountObjects(who.clone());
                frame.emit(Instr::Unless(Condition::Compare(there, Comparison::Equal, Amount::Const(2)), end));
                frame.emit(Instr::Fight(who.clone(), who.clone()));
                frame.mark(end);
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// "It enters with an additional +1/+1 counter on it if it's a creature": returns whether the clauses are of that kind.
    pub(super) fn enters_with_if(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        clauses: &Clauses,
    ) -> Lowered<bool> {
        let (Clause::Object { what, verbs }, []) = (&clauses.0.first, clauses.0.rest.as_slice()) else {
            return Ok(false);
        };
        let (ObjectVerb::EntersWith { with }, []) = (&verbs.first.verb, verbs.rest.as_slice()) else {
            return Ok(false);
        };
        let only = match condition {
            Conditions::One { a: Words::Object { what: ObjectCondition::Its { state: State::A { noun } } } } => {
                OnlyIf::Such(noun)
            }
            // How the spell was cast is the same before it enters.
            Conditions::One { a: cast @ Words::Cast { .. } } if frame.setting.spell => {
                OnlyIf::Holds(self.condition(frame, cast)?)
            }
            _ => return Ok(false),
        };
        let objects = self.objects_of(frame, what, Use::Act)?;
        self.enters_with(frame, &objects, with, Some(only), verbs.first.each.as_ref())?;
        Ok(true)
    }

    /// "It enters with an additional +1/+1 counter on it": what an instruction before puts onto the battlefield enters so (CR 614.12).
    fn enters_with(
        &mut self,
        frame: &mut Frame,
        who: &Objects,
        with: &EnterCounters,
        only: Option<OnlyIf<'_>>,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        if each.is_some() || frame.setting.perhaps > 0 {
            return decline("with what counters it enters under a condition isn't supported");
        }
        let is_spell = frame.discourse.mentions.last().is_some_and(|it| it.spell && it.before.as_ref() == Some(who));
        if *who == Objects::Event && is_spell && only.is_none() {
            return self.spell_enters_with(frame, who, with);
        }
        let Objects::Register(entered) = who else { return unsupported("what enters with", with) };
        let puts = |item: &Item| matches!(item, Item::Instr(_, Instr::Move(_, to, Some(into))) if to.zone == Zone::Battlefield && into == entered);
        let Some(place) = frame.code.items.iter().rposition(puts) else { return unsupported("what enters with", with) };
        let (kind, n) = self.enter_counters(frame, with)?;
        // What the text after the move says isn't known as it moves.
        if !super::frame::is_fixed_number(&n) || depends(&n, &[On::Registers]) {
            return unsupported("the counters", with);
        }
        let card = match &frame.code.items[place] {
            Item::Instr(_, Instr::Move(card, ..)) => card.clone(),
            _ => return unsupported("what enters with", with),
        };
        let mut counters_if = None;
        let n = match only {
            None => n,
            Some(OnlyIf::Holds(condition)) => {
                if depends(&condition, &[On::Registers, On::Target, On::Current, On::Event, On::ThisWay]) {
                    return unsupported("what enters with", with);
                }
                Amount::If(Box::new(condition), Box::new(n), Box::new(Amount::Const(0)))
            }
            Some(OnlyIf::Such(noun)) => {
                let described = self.noun(frame, noun)?;
                let one = matches!(card, Objects::Target(_) | Objects::Register(_) | Objects::Source | Objects::Event);
                if described.zone != Some(Zone::Battlefield) || !one {
                    return unsupported("what enters with", with);
                }
                counters_if = Some(Box::new(CountersIf { what: described.filter, kind, amount: n.clone() }));
                n
            }
        };
        if let Item::Instr(_, Instr::Move(_, to, _)) = &mut frame.code.items[place] {
            match counters_if {
                Some(_) if to.counters_if.is_some() => return unsupported("more counters", with),
                Some(_) => to.counters_if = counters_if,
                None => to.counters.push((kind, n)),
            }
        }
        Ok(())
    }

    /// "When you cast your next creature spell this turn, that creature enters with an additional counter on it": what is so of the spell is so
    /// of the permanent that it becomes, and of how that enters (CR 400.7a, 614.12).
    fn spell_enters_with(&mut self, frame: &mut Frame, spell: &Objects, with: &EnterCounters) -> Lowered<()> {
        let (kind, amount) = self.enter_counters(frame, with)?;
        // What else it says is known as the spell is cast, not as it enters. How often it was cast is the same at either time.
        let amount = match amount {
            Amount::Const(n) => Amount::Const(n),
            Amount::CastsOf(_) => Amount::CastsOf(Objects::Source),
            _ => return unsupported("the counters", with),
        };
        let what = Filter::just(Test::Source);
        let effect = StaticEffect::Replacement(Replacement::EntersWithCounters { what, kind, amount });
        let id = self.static_ability(format!("~ enters with {}.", print(with)), effect)?;
        frame.emit(Instr::Continuous(spell.clone(), vec![Modification::Quality(id)], Duration::Indefinite));
        Ok(())
    }

    /// CR 701.44: a creature explores.
    fn explore(&mut self, frame: &mut Frame, who: &Objects) -> Lowered<()> {
        one_object(frame, who)?;
        let player = Players::ControllerOf(Box::new(who.clone()));
        let card = frame.register()?;
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::LookAtTop {
            player: player.clone(),
            amount: Amount::Const(1),
            seen: SeenBy::All,
            into: card,
        });
        let land = Filter::just(Test::Types(CardTypes::LAND));
        frame.emit(Instr::Unless(Condition::ObjectIs(Objects::Register(card), land), other));
        frame.emit(Instr::Move(Objects::Register(card), Destination::to(Zone::Hand), None));
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::AddCounters(who.clone(), CounterKind::PLUS_ONE, Amount::Const(1)));
        frame.emit(Instr::May(player, end));
        frame.emit(Instr::Move(Objects::Register(card), Destination::to(Zone::Graveyard), None));
        frame.mark(end);
        frame.emit(Instr::DoneBy(KeywordAction::Explore, who.clone()));
        Ok(())
    }

    /// "That player or a planeswalker that player controls": which of them is chosen as it is dealt (CR 608.2d).
    pub(super) fn player_or_their_planeswalker(&mut self, frame: &mut Frame) -> Lowered<Recipients> {
        let player = self.players(frame, &Player::ThatPlayer)?;
        let theirs = vec![Test::Types(CardTypes::PLANESWALKER), Test::ControllerIn(Box::new(player.clone()))];
        let from = Objects::Each(Zone::Battlefield, Filter { tests: theirs });
        let chosen = self.pick(frame, from, Amount::Const(0), Amount::Const(1))?;
        let none = Condition::Compare(Amount::CountObjects(chosen.clone()), Comparison::Equal, Amount::Const(0));
        let or_player = Recipients::Players(Players::Such(Box::new(player), Box::new(none)));
        Ok(Recipients::Both(vec![Recipients::Objects(chosen), or_player]))
    }

    /// CR 701.50e: a permanent connives that many.
    fn connive_many(&mut self, frame: &mut Frame, who: &Objects, n: &Num) -> Lowered<()> {
        let n = self.number(frame, n)?;
        self.connive(frame, who, n)
    }

    /// CR 701.50: a permanent connives.
    fn connive(&mut self, frame: &mut Frame, who: &Objects, n: Amount) -> Lowered<()> {
        one_object(frame, who)?;
        let player = Players::ControllerOf(Box::new(who.clone()));
        let cards = frame.register()?;
        let end = frame.label();
        let one = n == Amount::Const(1);
        // What is counted is counted once, before anything is drawn (CR 608.2h).
        let n = match n {
            n @ (Amount::Const(_) | Amount::Register(_)) => n,
            n => {
                let number = frame.number_register()?;
                frame.emit(Instr::SetNumber(number, n));
                Amount::Register(number)
            }
        };
        frame.emit(Instr::Draw(player.clone(), n.clone()));
        frame.emit(Instr::Discard(player, DiscardHow::Choose(n, Filter::ANY), Some(cards)));
        let nonland = Filter::just(Test::NotTypes(CardTypes::LAND));
        let discarded = Objects::Register(cards);
        let counters = if one {
            frame.emit(Instr::Unless(Condition::ObjectIs(discarded, nonland), end));
            Amount::Const(1)
        } else {
            Amount::CountObjects(Objects::Those(Box::new(discarded), nonland))
        };
        frame.emit(Instr::AddCounters(who.clone(), CounterKind::PLUS_ONE, counters));
        frame.mark(end);
        frame.discourse.connived = true;
        Ok(())
    }

    /// CR 701.63a: a permanent endures. Where no counters are put on it, for it has gone or can't have any, the token is created.
    fn endure(&mut self, frame: &mut Frame, who: &Objects, n: &Num) -> Lowered<()> {
        one_object(frame, who)?;
        let number = self.number(frame, n)?;
        let size = match (n, &number) {
            (Num::Digits { n }, _) => n.0.to_string(),
            (_, x) if frame.discourse.x.as_ref() == Some(x) => "X".to_owned(),
            _ => return unsupported("the number", n),
        };
        let article = if size == "X" || size.starts_with('8') { "an" } else { "a" };
        let spirit = format!("{article} {size}/{size} white Spirit creature token");
        let Some(spirit) = read::<TokenSpec>(&lex(&spirit)).ok().and_then(|mut trees| trees.pop()) else {
            return decline(format!("the token `{spirit}` can't be read"));
        };
        let player = Players::ControllerOf(Box::new(who.clone()));
        let (token, end) = (frame.label(), frame.label());
        if size == "X" {
            // CR 701.63b.
            let some = Condition::Compare(number.clone(), Comparison::AtLeast, Amount::Const(1));
            frame.emit(Instr::Unless(some, end));
        }
        let there = Filter::just(Test::Is(Box::new(who.clone())));
        frame.emit(Instr::Unless(Condition::Exists(Zone::Battlefield, there), token));
        frame.emit(Instr::May(player.clone(), token));
        frame.emit(Instr::AddCounters(who.clone(), CounterKind::PLUS_ONE, number));
        let put = Condition::Compare(Amount::ThisWay, Comparison::AtLeast, Amount::Const(1));
        frame.emit(Instr::Unless(put, token));
        frame.emit(Instr::Jump(end));
        frame.mark(token);
        let mentions = frame.discourse.mentions.len();
        self.create(frame, &player, &spirit, None)?;
        frame.discourse.mentions.truncate(mentions);
        frame.mark(end);
        frame.discourse.did = false;
        frame.discourse.counted = None;
        Ok(())
    }

    fn damage(
        &mut self,
        frame: &mut Frame,
        who: &Objects,
        n: Amount,
        to: Recipients,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let n = self.times(frame, n, each)?;
        frame.says(n.clone());
        frame.emit(Instr::Damage(who.clone(), n, to));
        Ok(())
    }

    fn divided(&mut self, frame: &mut Frame, who: &Objects, n: Amount, among: &Divided) -> Lowered<()> {
        let number = self.divide(frame, n, among)?;
        frame.emit(Instr::DamageDivided(who.clone(), DividedAmong(number)));
        Ok(())
    }

    /// "Deals X damage divided evenly, rounded down, among any number of targets": among those that are legal as it resolves, as nothing
    /// is chosen (CR 608.2h).
    fn damage_evenly(&mut self, frame: &mut Frame, who: &Objects, n: &Num, among: &Evenly) -> Lowered<()> {
        let n = self.number(frame, n)?;
        let (to, many) = match among {
            Evenly::AnyTargets => {
                if frame.setting.overload {
                    return unsupported("the overloaded", among);
                }
                let damageable = CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE;
                let filter = Filter::just(Test::Types(damageable));
                let all = Amount::Count(Zone::Battlefield, filter.clone());
                let mut spec = TargetSpec::one(vec![(Zone::Battlefield, filter)], Some(PlayerFilter::Any));
                spec.min = Amount::Const(0);
                spec.max = Amount::Sum(Box::new(all), Box::new(Amount::CountPlayers(Players::Each)));
                frame.code.targets.push(spec);
                let number = frame.code.targets.len() as u8 - 1;
                let objects = Box::new(Amount::CountObjects(Objects::Target(number)));
                let players = Box::new(Amount::CountPlayers(Players::Target(number)));
                (Recipients::Target(number), Amount::Sum(objects, players))
            }
            Evenly::All { np } => {
                let objects = self.objects(frame, np, Use::Act)?;
                (Recipients::Objects(objects.clone()), Amount::CountObjects(objects))
            }
        };
        frame.emit(Instr::Damage(who.clone(), Amount::Quotient(Box::new(n), Box::new(many)), to));
        Ok(())
    }

    /// The number of the targets among which a number is divided (CR 601.2d).
    pub(super) fn divide(&mut self, frame: &mut Frame, n: Amount, among: &Divided) -> Lowered<u8> {
        let damageable = CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE;
        let any = || {
            TargetSpec::one(vec![(Zone::Battlefield, Filter::just(Test::Types(damageable)))], Some(PlayerFilter::Any))
        };
        let number = frame.code.targets.len() as u8;
        match among {
            Divided::Targets { n: HowMany::AnyNumber } => {
                // CR 107.1c, 115.6: any number may be none.
                let mut spec = any();
                spec.min = Amount::Const(0);
                spec.max = n.clone();
                frame.code.targets.push(spec);
            }
            Divided::Targets { n } => {
                let mut spec = any();
                spec.max = Amount::Const(if *n == HowMany::OneOrTwo { 2 } else { 3 });
                frame.code.targets.push(spec);
            }
            Divided::Creatures { np } => {
                self.objects(frame, np, Use::Act)?;
                let any = |quant: &Quant| {
                    matches!(
                        quant,
                        Quant::Targets { n: HowMany::AnyNumber } | Quant::OtherTargets { n: HowMany::AnyNumber }
                    )
                };
                if let (Np::Quant { quant, .. }, Some(spec)) = (np, frame.code.targets.last_mut())
                    && any(quant)
                {
                    spec.min = Amount::Const(0);
                    spec.max = n.clone();
                }
            }
        }
        let one = frame.code.targets.len() == usize::from(number) + 1;
        match frame.code.targets.last_mut() {
            Some(spec) if one => spec.divided = Some(n.clone()),
            _ => return decline("damage is divided among one set of targets only"),
        }
        frame.says(n);
        Ok(number)
    }

    /// "it deals 4 damage instead": the damage of the sentence before, with another number, or twice as much.
    pub(super) fn damage_instead(&mut self, frame: &mut Frame, n: Option<Amount>) -> Lowered<Instr> {
        let mut found = None;
        for item in &frame.code.items[frame.code.sentence..] {
            if let Item::Instr(_, Instr::AndDamage(..)) = item {
                return decline("it is unclear which damage is replaced");
            }
            if let Item::Instr(_, Instr::Damage(who, before, to)) = item {
                let n = n.clone().unwrap_or_else(|| Amount::Times(Box::new(before.clone()), 2));
                if found.is_some() {
                    return decline("it is unclear which damage is replaced");
                }
                found = Some(Instr::Damage(who.clone(), n, to.clone()));
            }
        }
        match found {
            Some(instr) => Ok(instr),
            None => decline("there is no damage before that could be replaced"),
        }
    }
}

/// Declines what is done by several objects one after the other.
fn one_object(frame: &Frame, who: &Objects) -> Lowered<()> {
    let single = match who {
        Objects::Source | Objects::Event | Objects::EventOther | Objects::Host | Objects::Current => true,
        Objects::Target(n) => frame.code.targets.get(usize::from(*n)).is_some_and(|spec| spec.max == Amount::Const(1)),
        objects => frame
            .discourse
            .mentions
            .last()
            .is_some_and(|mention| !mention.plural && mention.before.as_ref() == Some(objects)),
    };
    if single { Ok(()) } else { decline("several objects that do this one after the other aren't supported") }
}
