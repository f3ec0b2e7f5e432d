//! The mana that abilities and effects add, and what it may be spent on (CR 106).

use crate::filter::{Amount, Filter, Objects, Zone};
use crate::ids::AbilityId;
use crate::named::{Named, SpecialAction};
use crate::types::Colors;
use crate::walk::Walk;

/// What mana an ability or effect adds (CR 106).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum ManaOutput {
    /// Exactly these mana, one entry each: a colour, or no colour for colourless.
    Fixed(Vec<Colors>),
    /// One of several lists, chosen: `{R} or {W}`; `{B}{B}, {B}{R}, or {R}{R}`.
    OneOf(Vec<Vec<Colors>>),
    /// That many mana of one colour that is chosen.
    AnyOneColor(Amount),
    /// That many mana in any combination of these colours.
    AnyCombination(Amount, Colors),
    /// That much mana of one given colour (empty: colourless).
    Amount(Amount, Colors),
    /// That many mana of one colour, or type, that a permanent could produce (CR 106.7).
    CouldProduce {
        /// How many.
        amount: Amount,
        /// Which permanents.
        of: Filter,
        /// Any type, not colours only.
        any_type: bool,
    },
    /// One mana of a colour in the colour identity of its controller's commander (CR 903.4f: without one there is none).
    Identity,
    /// One mana of each colour among the permanents that fit.
    EachColorAmong(Filter),
    /// That many mana of one colour that is among the colours of the objects.
    AnyColorAmong(Amount, Objects),
    /// Mana of one colour that is chosen, as much as the devotion to that colour (CR 700.5).
    Devotion,
    /// That many mana of the colour chosen for the source.
    ChosenColor(Amount),
    /// One mana of this colour or of the colour chosen for the source.
    ColorOrChosen(Colors),
    /// Mana that may be spent on some things only.
    Restricted(Box<ManaOutput>, SpendRule),
}

impl ManaOutput {
    /// The mana without what it may be spent on, and that.
    pub fn unrestricted(&self) -> (&ManaOutput, Option<SpendRule>) {
        match self {
            ManaOutput::Restricted(output, rule) => (output.unrestricted().0, Some(*rule)),
            output => (output, None),
        }
    }
}

/// What some mana may be spent on, as its number in the pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct SpendRule(pub u16);

/// What mana may be spent on (CR 106.6): anything that fits one of these.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SpendOnly {
    /// Casting spells that fit.
    pub spells: Vec<Filter>,
    /// Activating abilities of objects that fit, in a zone or, if none is said, anywhere: an artifact is a permanent, a card in a hand isn't
    /// one (CR 109.2), and an artifact source is either.
    pub abilities: Vec<(Option<Zone>, Filter)>,
    /// Costs that contain {X}.
    pub costs_with_x: bool,
    /// Costs that contain {C}.
    pub costs_with_colorless: bool,
    /// Activating abilities that are spoken of by these keywords.
    pub named: Vec<Named>,
    /// Such special actions with objects that fit (CR 116.2).
    pub special: Vec<(SpecialAction, Filter)>,
    /// Costs that are neither of spells nor of abilities.
    pub others: bool,
    /// Anything.
    pub anything: bool,
    /// It doesn't empty from the pool as steps end before the end of combat.
    pub through_combat: bool,
    /// It doesn't empty from the pool as steps and phases end before the turn does.
    pub through_turn: bool,
    /// What happens if it is spent on a spell that fits.
    pub then: Option<Spent>,
}

/// What happens as mana is spent on a spell ("if that mana is spent on a creature spell, it gains haste"): the script of an ability,
/// the spell being what it is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spent {
    /// On which spells.
    pub on: Filter,
    /// The ability with the script.
    pub ability: AbilityId,
    /// At once, or as a triggered ability (CR 603.12a).
    pub at_once: bool,
}

/// As though it were mana of what other types mana may be spent on something (CR 609.4b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum SpentAs {
    /// As what it is.
    #[default]
    Itself,
    /// As mana of any color, if a snow source makes it.
    SnowAnyColor,
    /// As mana of any color.
    AnyColor,
    /// As mana of any type, which is colorless mana too (CR 106.1b).
    AnyType,
}
