//! What a part of an ability depends on that is known at some moments only: the targets, the event, what the resolution remembers.

use std::any::Any;

use super::frame::Item;
use crate::effect::Register;
use crate::mention::{Mention, Mentions};
use crate::walk::{Then, Walk};

/// Something that an amount, a filter, a condition or a target's description can depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum On {
    /// What a register of the resolution holds.
    Register(Register),
    /// What any register of the resolution holds.
    Registers,
    /// A target.
    Target,
    /// The target or targets of this number.
    TargetNumber(u8),
    /// The object that is looked at, one after the other.
    Current,
    /// What is told by the event that triggered.
    Event,
    /// What the script has done so far.
    ThisWay,
    /// What the source is attached to.
    Host,
}

/// Returns whether a value depends on one of these, however deep inside.
pub(super) fn depends(value: &(impl Mentions + ?Sized), on: &[On]) -> bool {
    value.mentions(|mention| {
        on.iter().any(|on| match (on, mention) {
            (On::Register(wanted), Mention::Objects(register) | Mention::Number(register)) => *wanted == register,
            (On::TargetNumber(wanted), Mention::Target(number)) => *wanted == number,
            (On::Registers, Mention::Objects(_) | Mention::Number(_))
            | (On::Target, Mention::Target(_))
            | (On::Current, Mention::CurrentObject | Mention::CurrentPlayer)
            | (On::Event, Mention::Event)
            | (On::ThisWay, Mention::ThisWay)
            | (On::Host, Mention::Host) => true,
            _ => false,
        })
    })
}

impl Walk for Item {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        match self {
            Item::Instr(_, instr) => instr.walk(visit),
            Item::Mark(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{On, depends};
    use crate::filter::{Amount, Filter, Objects, Test};

    #[test]
    fn what_is_deep_inside_is_found() {
        let among = |objects| Amount::CountObjects(Objects::Those(Box::new(objects), Filter::just(Test::Nontoken)));
        assert!(depends(&among(Objects::Register(3)), &[On::Register(3)]));
        assert!(depends(&among(Objects::Register(3)), &[On::Target, On::Registers]));
        assert!(!depends(&among(Objects::Register(3)), &[On::Register(13), On::Target]));
        assert!(depends(&Some(among(Objects::Current)), &[On::Current]));
    }
}
