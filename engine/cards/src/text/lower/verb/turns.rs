//! Turns and steps that come or are skipped, and extra land plays → instructions.

use crate::effect::Instr;
use crate::filter::{Amount, Condition, Players};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::player::Own;
use crate::text::grammar::verb::TurnVerb;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::several;
use crate::text::lower::frame::{Frame, Item};

impl Context<'_> {
    /// Extra turns, turns and steps that are skipped, and lands that may be played.
    pub(super) fn turn_verb(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        verb: &TurnVerb,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let you = *who == Players::You;
        let several = several(who);
        match verb {
            TurnVerb::ExtraTurn if !several => match each {
                None => {
                    frame.emit(Instr::ExtraTurn(who.clone()));
                }
                Some(each) => {
                    let (n, end) = (self.for_each(frame, each)?, frame.label());
                    frame.emit(Instr::Repeat(n, end));
                    frame.emit(Instr::ExtraTurn(who.clone()));
                    frame.mark(end);
                }
            },
            TurnVerb::ExtraTurns { n } if !several => {
                let (n, end) = (self.count(frame, n)?, frame.label());
                frame.emit(Instr::Repeat(n, end));
                frame.emit(Instr::ExtraTurn(who.clone()));
                frame.mark(end);
            }
            TurnVerb::EndTurn => {
                frame.emit(Instr::EndTurn);
            }
            TurnVerb::ExtraLand { n } if you => {
                let n = self.count(frame, n)?;
                frame.emit(Instr::ExtraLands(Players::You, n));
            }
            // Whether to do it again is asked each time.
            TurnVerb::RepeatProcess | TurnVerb::RepeatOften if you => self.repeat_process(frame, verb)?,
            // Each is played or not as one likes (CR 305.2).
            TurnVerb::ExtraLandsUpTo { n } if you => {
                frame.emit(Instr::ExtraLands(Players::You, Amount::Const(n.0)));
            }
            TurnVerb::SkipTurn { .. } => {
                frame.emit(Instr::SkipTurn(who.clone()));
            }
            // CR 614.10a: each is skipped when it would begin.
            TurnVerb::SkipTurns { n, .. } => {
                let (n, end) = (self.count(frame, n)?, frame.label());
                frame.emit(Instr::Repeat(n, end));
                frame.emit(Instr::SkipTurn(who.clone()));
                frame.mark(end);
            }
            // A phase is skipped with its first step (CR 500.11).
            TurnVerb::SkipCombat { whose } if (*whose == Own::Your) == you => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::BeginCombat));
            }
            TurnVerb::SkipYourUntap if !you => return unsupported("the verb", verb),
            TurnVerb::SkipUntap | TurnVerb::SkipYourUntap => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Untap));
            }
            TurnVerb::SkipTheirDraw if !you => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Draw));
            }
            TurnVerb::SkipDraw => {
                frame.emit(Instr::SkipNext(who.clone(), crate::filter::Step::Draw));
            }
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }
}

impl Context<'_> {
    /// "If it's a land card, put it into your graveyard and repeat this process": from the beginning (CR 608.2c), where nothing is known
    /// yet of what was offered the last time.
    fn repeat_process(&mut self, frame: &mut Frame, verb: &TurnVerb) -> Lowered<()> {
        // It is done under a condition, or it would never end, and not in the middle of what is done for each of several.
        if !frame.setting.repeats || frame.setting.perhaps == 0 || frame.is_in_loop() {
            return unsupported("the verb", verb);
        }
        let begin = frame.label();
        frame.code.items.insert(0, Item::Mark(begin));
        frame.emit(Instr::DoneIf(Condition::NEVER));
        frame.emit(Instr::Jump(begin));
        Ok(())
    }
}

impl Frame {
    /// Returns whether what comes next is done for each of several players or objects, or several times.
    fn is_in_loop(&self) -> bool {
        let ended = |end| self.code.items.iter().any(|item| matches!(item, Item::Mark(mark) if *mark == end));
        self.code.items.iter().any(|item| match item {
            Item::Instr(_, Instr::ForEachPlayer(_, end) | Instr::ForEachObject(_, end) | Instr::Repeat(_, end)) => {
                !ended(*end)
            }
            _ => false,
        })
    }
}
