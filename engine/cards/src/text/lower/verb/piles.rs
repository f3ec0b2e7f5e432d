//! Cards separated into two piles, of which somebody chooses one (CR 700.3) → instructions.

use crate::effect::Instr;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, Players, Test};
use crate::text::grammar::noun::PileOf;
use crate::text::grammar::verb::{Dest, PileVerb};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::frame::several;
use crate::text::lower::noun::Use;

impl Context<'_> {
    /// Separating cards into piles.
    pub(super) fn pile_verb(&mut self, frame: &mut Frame, who: &Players, verb: &PileVerb) -> Lowered<()> {
        let several = several(who);
        match verb {
            PileVerb::Separate | PileVerb::SeparateThem if !several => self.separate(frame)?,
            PileVerb::SeparateAll { what } if !several => {
                let all = self.objects(frame, what, Use::Act)?;
                let all = frame.fixed(all)?;
                self.pile_up(frame, all)?;
            }
            PileVerb::ChoosePile if !several => self.choose_pile(frame, who)?,
            PileVerb::PutPiles { to, or } if !several => {
                self.choose_pile(frame, who)?;
                self.put_piles(frame, who, to, or)?;
            }
            PileVerb::PutThatPile { to, or } if !several => self.put_piles(frame, who, to, or)?,
            _ => return unsupported("the verb", verb),
        }
        Ok(())
    }

    /// The player separates the cards that were looked at.
    pub(super) fn separate(&mut self, frame: &mut Frame) -> Lowered<()> {
        let Some(all) = frame.discourse.looked.clone() else {
            return decline("it is unclear which cards are separated");
        };
        self.pile_up(frame, all)
    }

    fn pile_up(&mut self, frame: &mut Frame, all: Objects) -> Lowered<()> {
        let first = self.pick(frame, all.clone(), Amount::Const(0), Amount::CountObjects(all.clone()))?;
        let other = Filter::just(Test::Not(Box::new(Filter::just(Test::Is(Box::new(first.clone()))))));
        frame.discourse.piles = Some((first, Objects::Those(Box::new(all), other)));
        Ok(())
    }

    /// The player chooses a pile: the first one, or not.
    pub(super) fn choose_pile(&mut self, frame: &mut Frame, who: &Players) -> Lowered<()> {
        if frame.discourse.piles.is_none() {
            return decline("there are no piles to choose from");
        }
        let register = frame.number_register()?;
        let (other, end) = (frame.label(), frame.label());
        frame.emit(Instr::May(who.clone(), other));
        frame.emit(Instr::SetNumber(register, Amount::Const(1)));
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::SetNumber(register, Amount::Const(0)));
        frame.mark(end);
        frame.discourse.pile = Some(register);
        Ok(())
    }

    /// The pile that somebody chooses, and what is left as "the rest" or "the other".
    pub(in crate::text::lower) fn chosen_pile(&mut self, frame: &mut Frame, whose: &PileOf) -> Lowered<Objects> {
        let who = match whose {
            PileOf::Your => Players::You,
            PileOf::Their => self.they(frame)?,
            PileOf::ThatPlayer => self.that_player(frame)?,
            PileOf::AnOpponent => Players::Opponents,
        };
        if several(&who) {
            return decline("it is unclear who chooses the pile");
        }
        self.choose_pile(frame, &who)?;
        let (Some((first, second)), Some(chosen)) = (frame.discourse.piles.clone(), frame.discourse.pile) else {
            return decline("no pile was chosen");
        };
        let register = frame.register()?;
        let (other, end) = (frame.label(), frame.label());
        let is_first = Condition::Compare(Amount::Register(chosen), Comparison::Equal, Amount::Const(1));
        frame.emit(Instr::Unless(is_first, other));
        frame.emit(Instr::SetObjects(register, first.clone()));
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        frame.emit(Instr::SetObjects(register, second.clone()));
        frame.mark(end);
        frame.discourse.rest = Some((Objects::Union(vec![first, second]), Objects::Register(register)));
        Ok(Objects::Register(register))
    }

    /// The chosen pile goes to one place and the other to another.
    pub(super) fn put_piles(&mut self, frame: &mut Frame, who: &Players, to: &Dest, or: &Dest) -> Lowered<()> {
        let (Some((first, second)), Some(register)) = (frame.discourse.piles.clone(), frame.discourse.pile) else {
            return decline("no pile was chosen");
        };
        let (other, end) = (frame.label(), frame.label());
        let is_first = Condition::Compare(Amount::Register(register), Comparison::Equal, Amount::Const(1));
        frame.emit(Instr::Unless(is_first, other));
        self.put(frame, who, first.clone(), to)?;
        self.put(frame, who, second.clone(), or)?;
        frame.emit(Instr::Jump(end));
        frame.mark(other);
        self.put(frame, who, second, to)?;
        self.put(frame, who, first, or)?;
        frame.mark(end);
        Ok(())
    }
}
