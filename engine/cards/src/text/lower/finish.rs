//! The end of a script: its labels become places, and what can't be carried out is declined.

use super::decline::{Lowered, decline};
use super::depends::{On, depends};
use super::frame::{Frame, Item};
use super::{flow, stored};
use crate::effect::{Instr, Label, Part};

impl Frame {
    /// The turn ends with all that is going on (CR 723.1): what an effect sets up for later after that is set up before.
    fn end_turn_last(&mut self) -> Lowered<()> {
        let ends = |item: &Item| matches!(item, Item::Instr(_, Instr::EndTurn));
        let Some(place) = self.code.items.iter().position(ends) else { return Ok(()) };
        if !self.code.items[place + 1..]
            .iter()
            .all(|item| matches!(item, Item::Instr(_, Instr::Delayed(..)) | Item::Mark(_)))
        {
            return decline("what is done after the turn has ended isn't supported");
        }
        let end = self.code.items.remove(place);
        let later = self.code.items[place..].iter().take_while(|item| matches!(item, Item::Instr(..))).count();
        self.code.items.insert(place + later, end);
        Ok(())
    }

    /// Resolves the labels and makes a part of a script.
    pub(super) fn finish(mut self, text: String) -> Lowered<Part> {
        if let Some(register) = self.discourse.resolved {
            // Whatever is asked first, this resolution counts.
            self.code.items.insert(0, Item::Instr(self.code.next_instr, Instr::CountResolution(register)));
        }
        if matches!(self.discourse.revealed, Some((_, Some(_)))) {
            return decline("what becomes of the card chosen from the hand isn't supported");
        }
        // Targets are chosen before costs are paid (CR 601.2c, h).
        if depends(&self.code.targets, &[On::Register(crate::effect::PAID_REGISTER)]) {
            return decline("a target can't depend on what the cost is paid with");
        }
        for place in 0..self.code.targets.len() {
            let asked = |earlier: &u8| depends(&self.code.targets[place], &[On::TargetNumber(*earlier)]);
            let mut earlier = (0..place as u8).filter(asked);
            let (first, second) = (earlier.next(), earlier.next());
            if second.is_some() {
                return decline("a target that depends on several others isn't supported");
            }
            self.code.targets[place].asks_of = first;
        }
        let paying = |item: &Item| matches!(item, Item::Instr(_, Instr::MayPayX(..)));
        if self.code.items.iter().any(paying) && depends(&self.code.targets, &[On::Registers]) {
            return decline("a target can't depend on an X that is chosen later");
        }
        self.end_turn_last()?;
        let mut places = vec![0; usize::from(self.code.next_label)];
        let mut place: Label = 0;
        for item in &self.code.items {
            match item {
                Item::Instr(..) => place += 1,
                Item::Mark(label) => places[usize::from(*label)] = place,
            }
        }
        let mut code: Vec<Instr> = self
            .code
            .items
            .into_iter()
            .filter_map(|item| match item {
                Item::Instr(_, instr) => Some(instr),
                Item::Mark(_) => None,
            })
            .collect();
        for instr in &mut code {
            if let Some(label) = instr.label_mut() {
                *label = places[usize::from(*label)];
            }
        }
        let part = Part { text, targets: self.code.targets, code };
        stored::check(&part)?;
        flow::check(&part, self.code.given)?;
        Ok(part)
    }
}
