//! What happens instead of drawing a card (CR 614.11).

use crate::ability::{Replacement, Static, StaticEffect};
use crate::effect::{Duration, Instr, Part, Script};
use crate::filter::{Amount, Comparison, Condition, PlayerFilter, Players};
use crate::text::grammar::effect::{Clauses, Sentence};
use crate::text::grammar::statics::{DrawStatic, Drawer};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::{Frame, Item};
use crate::text::lower::statics::replacement;
use crate::walk::Walk;

impl Context<'_> {
    /// Something else than a draw.
    pub(super) fn draw_static(&mut self, frame: &mut Frame, words: &DrawStatic, text: String) -> Lowered<Vec<Static>> {
        let you = Drawer::You;
        match words {
            DrawStatic::Does { clauses } | DrawStatic::DoesAfter { clauses } => {
                self.draws_of(you, Some(clauses), None, text)
            }
            DrawStatic::DoesThen { clauses, then } | DrawStatic::InsteadThen { clauses, then } => {
                self.draws_of(you, Some(clauses), Some(then), text)
            }
            DrawStatic::InsteadOf { who, clauses } => self.draws_of(*who, Some(clauses), None, text),
            DrawStatic::Skipped { who } => self.draws_of(*who, None, None, text),
            DrawStatic::SkippedByThem => self.draws_of(Drawer::Any, None, None, text),
            DrawStatic::MaySkip => Ok(optional(self.draws_of(you, None, None, text)?)),
            DrawStatic::MayDo { clauses } => Ok(optional(self.draws_of(you, Some(clauses), None, text)?)),
            DrawStatic::MayInstead { before, clauses } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let mut all = optional(self.draws_of(you, Some(clauses), None, text)?);
                all.iter_mut().for_each(|ability| ability.condition.clone_from(&condition));
                Ok(all)
            }
            DrawStatic::FromNothing => {
                let part = Part { text, targets: Vec::new(), code: vec![Instr::Win(Players::You)] };
                Ok(otherwise(Drawer::YouFromNothing, Script { parts: vec![part], modes: None }))
            }
        }
    }

    /// The next time that you would draw a card this turn, something else happens.
    pub(in crate::text::lower) fn next_draw(
        &mut self,
        frame: &mut Frame,
        clauses: &Clauses,
        text: String,
    ) -> Lowered<()> {
        let all = self.draws_of(Drawer::You, Some(clauses), None, text.clone())?;
        for mut ability in all {
            if ability.effect.has(|amount: &Amount| matches!(amount, Amount::X)) {
                return decline("what happens instead of the next draw can't depend on X");
            }
            if let StaticEffect::Replacement(Replacement::Draw { once, .. }) = &mut ability.effect {
                *once = true;
            }
            let id = self.static_ability(text.clone(), ability.effect)?;
            frame.emit(Instr::PlayerEffect(id, Duration::EndOfTurn));
        }
        Ok(())
    }

    /// Something else than drawing a card, or nothing, for whoever would draw one.
    fn draws_of(
        &mut self,
        who: Drawer,
        clauses: Option<&Clauses>,
        then: Option<&Sentence>,
        text: String,
    ) -> Lowered<Vec<Static>> {
        let mut own = Frame::new();
        if !matches!(who, Drawer::You | Drawer::YouFromNothing) {
            own.discourse.players.push(Players::Current);
        }
        if let Some(clauses) = clauses {
            self.clauses(&mut own, clauses)?;
        }
        if let Some(then) = then {
            self.sentence(&mut own, then)?;
        }
        // It would be replaced again.
        let draws = |item: &Item| matches!(item, Item::Instr(_, Instr::Draw(..)));
        if own.code.items.iter().any(draws) || !own.code.targets.is_empty() {
            return decline("a draw that is replaced by draws or by what has targets isn't supported");
        }
        Ok(otherwise(who, Script { parts: vec![own.finish(text)?], modes: None }))
    }
}

/// A script instead of each card that somebody would draw.
fn otherwise(who: Drawer, instead: Script) -> Vec<Static> {
    let (player, but_first) = match who {
        Drawer::You | Drawer::YouFromNothing => (PlayerFilter::You, false),
        Drawer::Opponent => (PlayerFilter::Opponent, false),
        Drawer::OpponentButFirst => (PlayerFilter::Opponent, true),
        Drawer::Any => (PlayerFilter::Any, false),
    };
    let mut all = replacement(Replacement::Draw { player, but_first, optional: false, once: false, instead });
    if who == Drawer::YouFromNothing {
        let none = Condition::Compare(Amount::LibrarySize(Players::You), Comparison::Equal, Amount::Const(0));
        all.iter_mut().for_each(|ability| ability.condition = Some(none.clone()));
    }
    all
}

/// The same, if whoever would draw likes.
fn optional(mut all: Vec<Static>) -> Vec<Static> {
    for ability in &mut all {
        if let StaticEffect::Replacement(Replacement::Draw { optional, .. }) = &mut ability.effect {
            *optional = true;
        }
    }
    all
}
