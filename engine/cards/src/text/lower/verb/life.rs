//! Life, and winning and losing (CR 104, 119) → instructions.

use crate::effect::{Duration, Instr, Modification, Recipients};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, Players, Test, Zone};
use crate::mana::ManaSymbol;
use crate::text::grammar::amount::{Amount as Words, ForEach};
use crate::text::grammar::noun::Stat;
use crate::text::grammar::player::{Possessor, Whose};
use crate::text::grammar::verb::LifeVerb;
use crate::text::grammar::words::Mana;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item};
use crate::types::CardTypes;

impl Context<'_> {
    /// "Each player's life total becomes the number of creatures they control": a number for each of them.
    pub(in crate::text::lower) fn each_life_becomes(&mut self, frame: &mut Frame, amount: &Words) -> Lowered<()> {
        self.each_player(frame, &Players::Each, |context, frame| {
            let amount = context.amount(frame, amount)?;
            frame.emit(Instr::SetLife(Players::Current, amount));
            Ok(())
        })?;
        frame.discourse.players.push(Players::Each);
        Ok(())
    }

    /// Gaining and losing life, and the game.
    pub(super) fn life_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &LifeVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        match verb {
            LifeVerb::GainLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.says(n.clone());
                frame.emit(Instr::GainLife(who.clone(), n));
            }
            LifeVerb::LoseLife { life } => {
                let n = self.life(frame, life, who, each)?;
                frame.says(n.clone());
                frame.emit(Instr::LoseLife(who.clone(), n));
            }
            LifeVerb::LoseGame => {
                frame.emit(Instr::Lose(who.clone()));
            }
            LifeVerb::WinGame => {
                frame.emit(Instr::Win(who.clone()));
            }
            LifeVerb::DoubleLife if you => {
                double_life(frame, Players::You);
            }
            LifeVerb::DoubleLifeOf { whose: Whose::Of { player } } if you && each.is_none() => {
                let player = self.players(frame, player)?;
                if super::super::frame::several(&player) {
                    return unsupported("whose life total is doubled:", verb);
                }
                double_life(frame, player);
            }
            LifeVerb::ExchangeLife { who: other } if you => {
                let other = self.players(frame, other)?;
                frame.emit(Instr::ExchangeLife(Players::Both(Box::new(Players::You), Box::new(other))));
            }
            LifeVerb::ExchangeFor { whose, of, stat } if you => self.exchange_for(frame, whose, of, stat)?,
            LifeVerb::ExchangeTheirLife if matches!(who, Players::Target(_)) => {
                frame.emit(Instr::ExchangeLife(who.clone()));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// The damage that was dealt just now, but no more than what it was dealt to had before, nor than the mana of a color that was spent on X.
    pub(in crate::text::lower) fn drained(&mut self, frame: &mut Frame, mana: Option<&Mana>) -> Lowered<Amount> {
        let is_damage = |item: &Item| match item {
            Item::Instr(number, Instr::Damage(_, _, Recipients::Target(target))) => Some((*number, *target)),
            _ => None,
        };
        let dealt = frame.code.items.iter().enumerate().rev().find_map(|(place, item)| Some((place, is_damage(item)?)));
        let Some((place, (number, target))) = dealt else { return decline("no damage was dealt to a target before") };
        let n = frame.count_of(number)?;
        let of = |test: Test| Objects::Those(Box::new(Objects::Target(target)), Filter::just(test));
        let creature = of(Test::Types(CardTypes::CREATURE));
        let walker = of(Test::NotTypes(CardTypes::CREATURE));
        let life = Amount::Life(Players::Target(target));
        let sum = |a: Amount, b: Amount| Amount::Sum(Box::new(a), Box::new(b));
        let before = sum(life, sum(Amount::Counters(walker, Some(CounterKind::LOYALTY)), Amount::Toughness(creature)));
        let most = frame.number_register()?;
        frame.insert(place, Instr::SetNumber(most, before));
        let mut least = Amount::Least(Box::new(n), Box::new(Amount::Register(most)));
        if let Some(mana) = mana {
            let [ManaSymbol::Color(color)] = mana.0.symbols[..] else { return unsupported("the mana", mana) };
            // As much of it as possible is spent on X: what other symbols of the color ask for isn't.
            let own = self.mana_cost.iter().flat_map(|cost| &cost.symbols);
            let asked = own.filter(|symbol| symbol.colors().intersects(color)).count() as i32;
            let spent = Amount::ManaSpent(Objects::Source, Some(color));
            let on_x = Amount::Difference(Box::new(spent), Box::new(Amount::Const(asked)));
            let on_x = Amount::Least(Box::new(Amount::X), Box::new(on_x));
            least = Amount::Least(Box::new(least), Box::new(on_x));
        }
        // Of battles nothing is said.
        let battle = Condition::ObjectIs(Objects::Target(target), Filter::just(Test::Types(CardTypes::BATTLE)));
        let dealt = frame.count_of(number)?;
        Ok(Amount::If(Box::new(battle), Box::new(dealt), Box::new(least)))
    }

    /// A life total and the power or toughness of the source become one another (CR 701.12g, 613.4b); that of what is no creature is
    /// nothing that could be exchanged (CR 208.3, 701.12a).
    fn exchange_for(&mut self, frame: &mut Frame, whose: &Whose, of: &Possessor, stat: &Stat) -> Lowered<()> {
        let player = match whose {
            Whose::Your => Players::You,
            Whose::Of { player } => self.players(frame, player)?,
            _ => return unsupported("whose life total is exchanged:", whose),
        };
        if !of.is_of_source() || super::super::frame::several(&player) {
            return unsupported("what is exchanged:", of);
        }
        let (life, value) = (frame.number_register()?, frame.number_register()?);
        let to = || Some(Amount::Register(life));
        let (now, change) = match stat {
            Stat::Power => (Amount::Power(Objects::Source), Modification::SetBasePT(to(), None)),
            Stat::Toughness => (Amount::Toughness(Objects::Source), Modification::SetBasePT(None, to())),
            Stat::ManaValue => return unsupported("what is exchanged:", stat),
        };
        let creature = Filter::just(Test::Types(CardTypes::CREATURE));
        let there = Objects::Each(Zone::Battlefield, creature.and(Test::Source));
        let end = frame.label();
        frame.emit(Instr::Unless(Condition::ObjectIs(there, Filter::ANY), end));
        frame.emit(Instr::SetNumber(life, Amount::Life(player.clone())));
        frame.emit(Instr::SetNumber(value, now));
        frame.emit(Instr::LifeFor(player, Amount::Register(value)));
        frame.emit(Instr::Unless(Condition::Did, end));
        frame.emit(Instr::Continuous(Objects::Source, vec![change], Duration::Indefinite));
        frame.mark(end);
        Ok(())
    }
}

/// A life total becomes twice what it is: less than before if that is negative (CR 701.10d).
fn double_life(frame: &mut Frame, player: Players) {
    let life = Amount::Life(player.clone());
    frame.emit(Instr::GainLife(player.clone(), life.clone()));
    let below = Amount::Difference(Box::new(Amount::Const(0)), Box::new(life));
    frame.emit(Instr::LoseLife(player, below));
}
