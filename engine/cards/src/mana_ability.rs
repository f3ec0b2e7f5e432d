//! Mana abilities as payments see them (CR 605): those that they use by themselves, and those that are left to their player.

use crate::ability::Activatable;
use crate::cost::CostPart;
use crate::effect::ManaOutput;
use crate::filter::{Amount, Filter};
use crate::mana::ManaSymbol;

/// The symbol that a mana ability costs, if it is a converter: one symbol and tapping.
pub fn converter_cost(way: &Activatable) -> Option<ManaSymbol> {
    let simple =
        way.cost.parts.as_slice() == [CostPart::Tap] && way.script.parts.iter().all(|part| part.code.is_empty());
    let restricted = matches!(way.mana, Some(ManaOutput::Restricted(..)));
    match way.cost.mana.as_ref()?.symbols.as_slice() {
        [symbol] if simple && !restricted && *symbol != ManaSymbol::X && symbol.mana_value() == 1 => Some(*symbol),
        _ => None,
    }
}

/// Whether a mana ability is one that payments don't use by themselves, as its cost asks for choices or for much mana, or it could
/// be used again and again. Its player activates it with priority (CR 605.3a), and the mana floats.
pub fn by_hand(way: &Activatable) -> bool {
    let limited = way.per_turn.is_some() || way.once;
    let known = |part: &CostPart| match part {
        CostPart::Tap | CostPart::SacrificeSource | CostPart::Life(_) | CostPart::RemoveCounters(..) => true,
        CostPart::AddCounters(..) => limited,
        _ => false,
    };
    let parts = &way.cost.parts;
    let mana = way.cost.mana.as_ref().filter(|mana| !mana.is_zero());
    way.mana.is_some()
        && taps_another(way).is_none()
        && (!parts.iter().all(known)
            || parts.iter().any(CostPart::uses_x)
            || (mana.is_some() && converter_cost(way).is_none())
            || (parts.is_empty() && mana.is_none() && !limited))
}

/// Which permanents a mana ability taps, if that is all that it costs.
pub fn taps_another(way: &Activatable) -> Option<&Filter> {
    let [CostPart::TapPermanents(Amount::Const(1), filter)] = way.cost.parts.as_slice() else { return None };
    let plain = way.cost.mana.is_none()
        && way.per_turn.is_none()
        && !way.once
        && way.script.parts.iter().all(|part| part.code.is_empty())
        && !matches!(way.mana, None | Some(ManaOutput::Restricted(..)));
    plain.then_some(filter)
}
