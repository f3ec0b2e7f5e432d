//! CR 701.55: facing a villainous choice.

use crate::effect::Instr;
use crate::filter::{Amount, Comparison, Condition};
use crate::text::grammar::effect::Clauses;
use crate::text::grammar::player::Player;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::{Frame, several};
use crate::text::syntax::print;

impl Context<'_> {
    /// CR 701.55a: the player chooses one of the two, whether or not it is possible (CR 701.55b), then that is done.
    pub(super) fn villainous_choice(&mut self, frame: &mut Frame, who: &Player, options: [&Clauses; 2]) -> Lowered<()> {
        let player = self.players(frame, who)?;
        if several(&player) {
            return decline("a villainous choice of several players isn't supported");
        }
        let words = options.iter().map(|option| print(*option)).collect();
        let (register, end) = (frame.number_register()?, frame.label());
        frame.emit(Instr::ChooseWord(player.clone(), words, register));
        frame.discourse.players.push(player);
        let (targets, begin, next) = (frame.code.targets.len(), frame.discourse.clone(), frame.code.next_register);
        let mut most = next;
        for (place, option) in options.into_iter().enumerate() {
            let other = frame.label();
            let chosen = Condition::Compare(Amount::Register(register), Comparison::Equal, Amount::Const(place as i32));
            frame.emit(Instr::Unless(chosen, other));
            frame.discourse.clone_from(&begin);
            frame.code.next_register = next;
            frame.code.sentence = frame.code.items.len();
            self.clauses(frame, option)?;
            most = most.max(frame.code.next_register);
            frame.emit(Instr::Jump(end));
            frame.mark(other);
        }
        frame.mark(end);
        frame.code.next_register = most;
        // What is said afterwards isn't about what one of the two has done.
        frame.discourse = begin;
        if frame.code.targets.len() > targets { decline("a villainous choice has no targets") } else { Ok(()) }
    }
}
