//! What a program reads, an instruction before has put there: a register that is read where none can have been written is a
//! mistake in what words were taken to mean, and the text is refused.

use super::decline::{Lowered, decline};
use crate::effect::PAID_REGISTER;
use crate::effect::{Instr, NewTokens, Part, Register};
use crate::mention::{Mention, Mentions};

/// Something that a script keeps for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The objects of a register.
    Objects(Register),
    /// The number of a register.
    Number(Register),
}

/// Returns whether a description reads something that is kept, for which `test` holds.
pub(super) fn reads(description: &(impl Mentions + ?Sized), test: impl Fn(Place) -> bool) -> bool {
    description.mentions(|mention| match mention {
        Mention::Objects(register) => test(Place::Objects(register)),
        Mention::Number(register) => test(Place::Number(register)),
        _ => false,
    })
}

/// Returns whether an instruction puts something there.
pub(super) fn writes(instr: &Instr, place: Place) -> bool {
    match place {
        Place::Objects(register) => writes_objects(instr, register),
        Place::Number(register) => writes_number(instr, register),
    }
}

/// An instruction that isn't named here writes none: what reads it is refused, until it is.
fn writes_objects(instr: &Instr, register: Register) -> bool {
    match instr {
        Instr::SetObjects(into, _)
        | Instr::AddObjects(into, _)
        | Instr::MayGive(_, _, into, _)
        | Instr::Pick(_, into)
        | Instr::CopyCards(_, into)
        | Instr::LookAtTop { into, .. }
        | Instr::LookAtLibrary { into, .. }
        | Instr::Search { into, .. }
        | Instr::TakeFromHand(into)
        | Instr::Restart(_, into)
        | Instr::TakeBottom(_, into)
        | Instr::Encode(into)
        | Instr::RevealDrawn(_, into) => *into == register,
        Instr::RevealUntil(_, _, _, found, others) => *found == register || *others == register,
        Instr::Discard(_, _, into)
        | Instr::Mill(_, _, into)
        | Instr::Move(_, _, into)
        | Instr::SacrificeChosen(_, _, _, into)
        | Instr::CreateToken(NewTokens { into, .. })
        | Instr::CreateCopy { into, .. } => *into == Some(register),
        _ => false,
    }
}

/// The same for numbers.
pub(super) fn writes_number(instr: &Instr, register: Register) -> bool {
    match instr {
        Instr::SetNumber(into, _)
        | Instr::NotePlayer(into)
        | Instr::CountResolution(into)
        | Instr::CountActivations(into)
        | Instr::ChooseNumber(_, _, _, into)
        | Instr::ChooseWord(_, _, into)
        | Instr::FlipCoin(_, into, _)
        | Instr::RollDie(_, _, into)
        | Instr::MayPayX(_, _, into, _) => *into == register,
        Instr::ChooseWords { into, .. } => (*into..*into + 2).contains(&register),
        Instr::Vote { words, into } => (*into..*into + words.len() as u8).contains(&register),
        Instr::ChooseColor(..) | Instr::ChooseAnotherColor(_) => register == super::frame::COLOR_REGISTER,
        _ => false,
    }
}

/// Returns whether an instruction does what follows, up to its label, again and again.
fn is_loop(instr: &Instr) -> bool {
    matches!(instr, Instr::ForEachPlayer(..) | Instr::ForEachObject(..) | Instr::Repeat(..))
}

/// For each instruction, whether it can be reached after something was put there.
fn reached(code: &[Instr], place: Place) -> Vec<bool> {
    let mut after = vec![false; code.len() + 1];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, instr) in code.iter().enumerate() {
            // What the last round of a loop has written is there in the next one.
            let again = is_loop(instr) && instr.label().is_some_and(|end| after[usize::from(end)]);
            let written = after[at] || again || writes(instr, place);
            let next = (!matches!(instr, Instr::Jump(_) | Instr::End)).then_some(at + 1);
            for to in next.into_iter().chain(instr.label().map(usize::from)) {
                changed |= written && !after[to];
                after[to] |= written;
            }
        }
    }
    after
}

/// Declines a part that reads what nothing has put there (CR 608.2c: instructions are followed in the order written). The first
/// `given` registers hold objects from the beginning: those of the resolution that made the ability.
pub(super) fn check(part: &Part, given: Register) -> Lowered<()> {
    let is_given =
        |place: Place| matches!(place, Place::Objects(register) if register < given || register == PAID_REGISTER);
    let mut known: Vec<(Place, Vec<bool>)> = Vec::new();
    for (at, instr) in part.code.iter().enumerate() {
        let mut missing = false;
        instr.each_mention(&mut |mention| {
            let place = match mention {
                Mention::Objects(register) => Place::Objects(register),
                Mention::Number(register) => Place::Number(register),
                _ => return,
            };
            if is_given(place) {
                return;
            }
            let found = known.iter().position(|row| row.0 == place).unwrap_or_else(|| {
                known.push((place, reached(&part.code, place)));
                known.len() - 1
            });
            missing |= !known[found].1[at];
        });
        if missing {
            return decline("it speaks of what nothing before has found, chosen or counted");
        }
    }
    if reads(&part.targets, |place| !is_given(place)) {
        return decline("a target can't depend on what only the resolution finds out");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::effect::{Destination, Instr, Part, SeenBy};
    use crate::filter::{Amount, Condition, Filter, Objects, Players, Zone};

    fn part(code: Vec<Instr>) -> Part {
        Part { code, ..Part::default() }
    }

    fn look(into: u8) -> Instr {
        Instr::LookAtTop { player: Players::You, amount: Amount::Const(1), seen: SeenBy::Owner, into }
    }

    fn put(from: u8, into: Option<u8>) -> Instr {
        Instr::Move(Objects::Register(from), Destination::to(Zone::Hand), into)
    }

    fn if_any(register: u8, label: u16) -> Instr {
        Instr::Unless(Condition::ObjectIs(Objects::Register(register), Filter::ANY), label)
    }

    #[test]
    fn what_is_read_was_put_there_on_some_way() {
        assert!(check(&part(vec![look(0), put(0, None)]), 0).is_ok());
        assert!(check(&part(vec![put(0, None), look(0)]), 0).is_err());
        assert!(check(&part(vec![look(0), put(1, None)]), 0).is_err());
        // Who may do it or not.
        assert!(check(&part(vec![Instr::May(Players::You, 2), look(0), put(0, None)]), 0).is_ok());
        // Only in the other case.
        let other_case = vec![Instr::May(Players::You, 3), look(0), Instr::Jump(4), put(0, None)];
        assert!(check(&part(other_case), 0).is_err());
        // A condition about what is moved only if it holds.
        assert!(check(&part(vec![look(0), if_any(1, 3), put(0, Some(1))]), 0).is_err());
        assert!(check(&part(vec![look(0), if_any(0, 3), put(0, Some(1))]), 0).is_ok());
        // What the round before has written.
        let round = vec![Instr::Repeat(Amount::Const(2), 3), put(0, None), look(0)];
        assert!(check(&part(round), 0).is_ok());
    }

    #[test]
    fn numbers_and_objects_are_kept_apart_and_some_are_given() {
        let number = |register| Instr::GainLife(Players::You, Amount::Register(register));
        assert!(check(&part(vec![look(0), number(0)]), 0).is_err());
        assert!(check(&part(vec![Instr::SetNumber(0, Amount::Const(1)), number(0)]), 0).is_ok());
        assert!(check(&part(vec![put(1, None)]), 2).is_ok());
        assert!(check(&part(vec![put(2, None)]), 2).is_err());
    }
}
