//! Numbers that a script sets, put in the place of the registers that it keeps them in.

use gauntlet_cards::filter::Amount;

use super::script::Act;

/// An amount, numbers that were set before put in the place of their registers.
pub(super) fn told(amount: &Amount, numbers: &[(u8, Amount)]) -> Amount {
    let inner = |amount: &Amount| Box::new(told(amount, numbers));
    match amount {
        Amount::Register(register) => {
            let known = numbers.iter().rev().find(|(other, _)| other == register);
            known.map_or_else(|| amount.clone(), |(_, known)| known.clone())
        }
        Amount::Sum(left, right) => Amount::Sum(inner(left), inner(right)),
        Amount::Difference(left, right) => Amount::Difference(inner(left), inner(right)),
        Amount::Least(left, right) => Amount::Least(inner(left), inner(right)),
        Amount::Greatest(left, right) => Amount::Greatest(inner(left), inner(right)),
        Amount::Times(one, times) => Amount::Times(inner(one), *times),
        Amount::HalfUp(one) => Amount::HalfUp(inner(one)),
        Amount::HalfDown(one) => Amount::HalfDown(inner(one)),
        _ => amount.clone(),
    }
}

/// The act with other numbers.
pub(super) fn map_amounts(act: Act, f: &dyn Fn(&Amount) -> Amount) -> Act {
    match act {
        Act::Damage { source, amount, to } => Act::Damage { source, amount: f(&amount), to },
        Act::GainLife(players, amount) => Act::GainLife(players, f(&amount)),
        Act::LoseLife(players, amount) => Act::LoseLife(players, f(&amount)),
        Act::SetLife(players, amount) => Act::SetLife(players, f(&amount)),
        Act::Draw(players, amount) => Act::Draw(players, f(&amount)),
        Act::Discard(players, amount, how) => Act::Discard(players, f(&amount), how),
        Act::Mill(players, amount) => Act::Mill(players, f(&amount)),
        Act::Look(players, amount) => Act::Look(players, f(&amount)),
        Act::Tokens(players, token, amount, size) => {
            let size = size.map(|size| Box::new((f(&size.0), f(&size.1))));
            Act::Tokens(players, token, f(&amount), size)
        }
        Act::Copies(players, objects, amount) => Act::Copies(players, objects, f(&amount)),
        Act::Counters(objects, kind, amount) => Act::Counters(objects, kind, f(&amount)),
        other => other,
    }
}
