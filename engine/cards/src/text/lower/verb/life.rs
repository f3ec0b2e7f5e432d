//! Life, and winning and losing (CR 104, 119) → instructions.

use crate::effect::Instr;
use crate::filter::{Amount, Players};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::verb::LifeVerb;
use crate::text::lower::filter::unsupported;
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
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
            LifeVerb::ExchangeLife { who: other } if you => {
                let other = self.players(frame, other)?;
                frame.emit(Instr::ExchangeLife(Players::Both(Box::new(Players::You), Box::new(other))));
            }
            LifeVerb::ExchangeTheirLife if matches!(who, Players::Target(_)) => {
                frame.emit(Instr::ExchangeLife(who.clone()));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}
