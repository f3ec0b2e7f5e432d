//! Life, and winning and losing (CR 104, 119) → instructions.

use crate::effect::{Duration, Instr, Modification};
use crate::filter::{Amount, Condition, Filter, Objects, Players, Test, Zone};
use crate::text::grammar::amount::{Amount as Words, ForEach};
use crate::text::grammar::noun::Stat;
use crate::text::grammar::player::{Possessor, Whose};
use crate::text::grammar::verb::LifeVerb;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
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
                frame.emit(Instr::GainLife(Players::You, Amount::Life(Players::You)));
            }
            LifeVerb::DoubleLifeOf { whose: Whose::Of { player } } if you && each.is_none() => {
                let player = self.players(frame, player)?;
                if super::super::frame::several(&player) {
                    return unsupported("whose life total is doubled:", verb);
                }
                frame.emit(Instr::GainLife(player.clone(), Amount::Life(player)));
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
