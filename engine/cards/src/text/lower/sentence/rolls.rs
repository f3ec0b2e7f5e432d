//! Results tables (CR 706.2a): what is done for which results of a roll.

use crate::effect::{Instr, Register};
use crate::filter::{Amount, Comparison, Condition};
use crate::text::grammar::effect::Sentence;
use crate::text::grammar::words::Results;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// The lines of a results table, each with the sentences up to the next: one of them is carried out.
    pub(super) fn results_table(&mut self, frame: &mut Frame, lines: &[Sentence]) -> Lowered<()> {
        let Some(rolled) = frame.discourse.rolled else { return decline("no earlier sentence rolls dice") };
        let mut lines = lines;
        let before = frame.clone();
        while let Some((Sentence::Rolled { results, then }, rest)) = lines.split_first() {
            let end =
                rest.iter().position(|sentence| matches!(sentence, Sentence::Rolled { .. })).unwrap_or(rest.len());
            let (own, more) = rest.split_at(end);
            let label = frame.label();
            frame.emit(Instr::Unless(is_among(rolled, results), label));
            frame.setting.perhaps += 1;
            frame.code.sentence = frame.code.items.len();
            self.sentences(frame, then, own)?;
            frame.setting.perhaps -= 1;
            frame.mark(label);
            // What another line says was said of another result.
            frame.discourse = before.discourse.clone();
            frame.code.next_register = before.code.next_register;
            frame.code.next_number = before.code.next_number;
            frame.code.otherwise = None;
            lines = more;
        }
        Ok(())
    }
}

/// That the result in a register is one of these.
fn is_among(rolled: Register, results: &Results) -> Condition {
    let compare = |comparison, n| Condition::Compare(Amount::Register(rolled), comparison, Amount::Const(n));
    match results {
        Results(first, last) if first == last => compare(Comparison::Equal, *first),
        Results(first, last) => {
            Condition::All(vec![compare(Comparison::AtLeast, *first), compare(Comparison::AtMost, *last)])
        }
    }
}
