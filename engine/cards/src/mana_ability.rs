//! Mana abilities as payments see them (CR 605): those that they use by themselves, and those that are left to their player.

use crate::ability::Activatable;
use crate::cost::CostPart;
use crate::effect::{Instr, ManaOutput};
use crate::filter::{Amount, CounterKind, Filter, PlayerFilter};
use crate::mana::{ManaCost, ManaSymbol};
use crate::types::Colors;

/// In a mask of what mana a permanent makes: it has mana abilities that aren't a matter of tapping for one mana. The lower six bits are the
/// types of which it makes one by being tapped: the colors, and colorless.
pub const COMPLEX: u8 = 128;
/// In such a mask: it turns mana into other mana.
pub const CONVERTER: u8 = 64;

/// Among how many different lists of mana payments choose by themselves: one for each color, and colorless.
const YIELDS: usize = 6;

/// How a mana ability turns other things into mana that payments have to work out beforehand ([`converting`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Converting {
    /// The mana that goes in: one symbol.
    pub cost: Option<ManaSymbol>,
    /// Whether its source is tapped for it.
    pub taps: bool,
    /// Of which kind X counters are removed from its source, X being what its player chooses (CR 107.3a).
    pub removes: Option<CounterKind>,
}

/// How a mana ability converts, if that is all it does: for one mana symbol, with tapping or without, or for X counters on it, with tapping
/// and a mana symbol or without either.
pub fn converting(way: &Activatable) -> Option<Converting> {
    let mut converting = Converting { cost: None, taps: false, removes: None };
    for part in &way.cost.parts {
        match part {
            CostPart::Tap if !converting.taps => converting.taps = true,
            CostPart::RemoveCounters(Amount::X, kind) if converting.removes.is_none() => {
                converting.removes = Some(*kind);
            }
            _ => return None,
        }
    }
    match way.cost.mana.as_ref().map_or(&[] as &[ManaSymbol], |mana| &mana.symbols) {
        [] => {}
        [symbol] if *symbol != ManaSymbol::X && symbol.mana_value() <= 1 => {
            converting.cost = Some(*symbol).filter(|symbol| symbol.mana_value() == 1);
        }
        _ => return None,
    }
    let restricted = matches!(way.mana, Some(ManaOutput::Restricted(..)));
    let known = match converting.removes {
        Some(_) => !way.once && way.per_turn.is_none(),
        None => converting.cost.is_some() && !restricted,
    };
    let no_script = way.script.parts.iter().all(|part| part.code.is_empty());
    (known && no_script && way.mana.is_some()).then_some(converting)
}

/// Returns whether a mana ability that asks for X counters adds some mana without any: tapping it then is like tapping another source.
pub fn adds_without_counters(way: &Activatable, converting: &Converting) -> bool {
    let amount = way.mana.as_ref().and_then(|output| match output.unrestricted().0 {
        ManaOutput::Amount(amount, _)
        | ManaOutput::AnyOneColor(amount)
        | ManaOutput::AnyCombination(amount, _)
        | ManaOutput::ChosenColor(amount)
        | ManaOutput::AnyColorAmong(amount, _)
        | ManaOutput::CouldProduce { amount, .. } => Some(amount),
        ManaOutput::Fixed(_)
        | ManaOutput::OneOf(_)
        | ManaOutput::EachColorAmong(_)
        | ManaOutput::ColorOrChosen(_)
        | ManaOutput::Devotion
        | ManaOutput::Identity
        | ManaOutput::Restricted(..) => None,
    });
    converting.taps && converting.cost.is_none() && amount != Some(&Amount::X)
}

/// Returns whether a mana ability does other things before it adds mana, or adds it under conditions: its script says when.
pub fn within_script(way: &Activatable) -> bool {
    way.script.parts.iter().any(|part| part.code.contains(&Instr::MakeMana))
}

/// Returns whether a mana ability is one that its player may want to activate with priority (CR 605.3a), so that the mana floats: its cost
/// asks for choices or for much mana, it could be used again and again, or it does other things before ([`within_script`]). Payments use it by themselves only if it is
/// [`converting`], and where that isn't limited by tapping it is offered all the same; and they ask their player about one that [`gives_up`] something.
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
            || (mana.is_some() && converting(way).is_none_or(|how| !how.taps))
            || (parts.is_empty() && mana.is_none() && !limited)
            || way.mana.as_ref().is_some_and(has_many_yields)
            || within_script(way))
}

/// What a mana ability contributes to the mask of its permanent: types of mana, [`CONVERTER`], [`COMPLEX`].
pub fn mask_of(way: &Activatable) -> u8 {
    if by_hand(way) {
        // One that asks for X counters is converted, and perhaps used without any too.
        let converts = converting(way);
        let base = converts.is_some_and(|converts| adds_without_counters(way, &converts));
        return if converts.is_some() { CONVERTER } else { 0 } | if base { COMPLEX } else { 0 };
    }
    let mana = way.cost.mana.as_ref().filter(|mana| !mana.is_zero());
    let simple = mana.is_none()
        && way.cost.parts.as_slice() == [CostPart::Tap]
        && way.condition.is_none()
        && way.script.parts.iter().all(|part| part.code.is_empty());
    let type_bit = |colors: Colors| if colors.is_empty() { 32 } else { colors.bits() };
    let types = match &way.mana {
        Some(ManaOutput::Fixed(list)) if list.len() == 1 => type_bit(list[0]),
        Some(ManaOutput::OneOf(lists)) if lists.iter().all(|list| list.len() == 1) => {
            lists.iter().fold(0, |mask, list| mask | type_bit(list[0]))
        }
        Some(ManaOutput::AnyOneColor(Amount::Const(1))) => 31,
        Some(ManaOutput::AnyCombination(Amount::Const(1), colors)) => colors.bits(),
        _ => 0,
    };
    if simple && types != 0 {
        types
    } else if mana.is_some() {
        CONVERTER
    } else {
        COMPLEX
    }
}

/// Returns whether the mana is one of more lists than payments choose among.
fn has_many_yields(output: &ManaOutput) -> bool {
    matches!(output.unrestricted().0, ManaOutput::OneOf(lists) if lists.len() > YIELDS)
}

/// The part of a mana ability's cost for which a permanent is chosen that is given up, and whether its source is tapped besides; if that is all
/// that it costs, as often as one likes.
pub fn gives_up(way: &Activatable) -> Option<(&CostPart, bool)> {
    let (part, taps) = match way.cost.parts.as_slice() {
        [part] => (part, false),
        [CostPart::Tap, part] | [part, CostPart::Tap] => (part, true),
        _ => return None,
    };
    let one = match part {
        CostPart::Sacrifice(amount, _) | CostPart::ExilePermanent(amount, _) | CostPart::Return(amount, _) => amount,
        CostPart::TapPermanents(amount, _) if taps => amount,
        _ => return None,
    };
    let free = way.cost.mana.as_ref().is_none_or(ManaCost::is_zero);
    let plain = *one == Amount::Const(1) && !part.uses_x() && free && way.per_turn.is_none() && !way.once;
    let at_once = way.mana.is_some() && !within_script(way);
    (plain && at_once && way.player == PlayerFilter::You).then_some((part, taps))
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
