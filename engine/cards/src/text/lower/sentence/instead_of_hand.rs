//! "You may put that card onto the battlefield instead of putting it into your hand": which of the moves before it is replaced is said.

use crate::effect::Instr;
use crate::filter::Zone;
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::effect::Clauses;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::{Frame, Item};

impl Context<'_> {
    /// The last move to a hand isn't made if the condition holds and the clauses are carried out instead. What comes after that move, as the
    /// library is shuffled, is done either way.
    pub(in crate::text::lower) fn instead_of_hand(
        &mut self,
        frame: &mut Frame,
        condition: &Conditions,
        clauses: &Clauses,
    ) -> Lowered<()> {
        let to_hand = |item: &Item| matches!(item, Item::Instr(_, Instr::Move(_, to, _)) if to.zone == Zone::Hand);
        let Some(place) = frame.code.items.iter().rposition(to_hand) else {
            return decline("no earlier sentence puts a card into a hand");
        };
        // A label may be what something before jumps to.
        let is_shuffle = |item: &Item| matches!(item, Item::Instr(_, Instr::Shuffle(_)));
        if !frame.code.items[place + 1..].iter().all(is_shuffle) {
            return decline("what comes after the move to the hand isn't supported here");
        }
        let after = frame.code.items.split_off(place + 1);
        frame.code.sentence = place;
        self.instead(frame, condition, clauses, None)?;
        frame.code.items.extend(after);
        Ok(())
    }
}
