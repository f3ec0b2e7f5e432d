//! What a part of an ability depends on that is known at some moments only: the targets, the event, what the resolution remembers.

use std::fmt::Debug;

use crate::effect::Register;

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

/// Whether a value depends on one of these, however deep inside.
///
/// Derived `Debug` text has the name of every part, so that it is searched instead of a walk over each kind of amount, filter,
/// condition and player, which would have to be kept complete by hand. Cards are compiled once; nothing here is on a hot path.
pub(super) fn depends(value: &impl Debug, on: &[On]) -> bool {
    let text = format!("{value:?}");
    on.iter().any(|on| match on {
        On::Register(register) => text.contains(&format!("Register({register})")),
        On::Registers => text.contains("Register("),
        On::Target => text.contains("Target(") || text.contains("TargetOrController("),
        On::TargetNumber(number) => {
            text.contains(&format!("Target({number})")) || text.contains(&format!("TargetOrController({number})"))
        }
        On::Current => text.contains("Current"),
        On::Event => text.contains("Event"),
        On::ThisWay => text.contains("ThisWay"),
        On::Host => text.contains("Host"),
    })
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
