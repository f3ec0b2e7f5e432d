//! Turns and steps that come or are skipped, and extra land plays → instructions.

use crate::effect::Instr;
use crate::filter::Players;
use crate::text::grammar::verb::TurnVerb;
use crate::text::lower;
use crate::text::lower::filter::unsupported;
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
    /// Extra turns, turns and steps that are skipped, and lands that may be played.
    pub(super) fn turn_verb(&mut self, frame: &mut Frame, who: &Players, verb: &TurnVerb) -> Lowered<()> {
        let you = *who == Players::You;
        let several = lower::several(who);
        match verb {
            TurnVerb::ExtraTurn if !several => {
                frame.emit(Instr::ExtraTurn(who.clone()));
            }
            TurnVerb::EndTurn => {
                frame.emit(Instr::EndTurn);
            }
            TurnVerb::ExtraLand { n } if you => {
                let n = self.count(frame, n)?;
                frame.emit(Instr::ExtraLands(Players::You, n));
            }
            TurnVerb::SkipTurn { .. } => {
                frame.emit(Instr::SkipTurn(who.clone()));
            }
            TurnVerb::SkipUntap => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Untap));
            }
            TurnVerb::SkipDraw => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Draw));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}
