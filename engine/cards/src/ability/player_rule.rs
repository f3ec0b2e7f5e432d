//! Rules that players have or obey (CR 611.2, 613.11).

use crate::cost::CostPart;
use crate::effect::{SpendRule, SpentAs};
use crate::filter::{Amount, Filter, Step, Zone};
use crate::ids::AbilityId;
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::types::Colors;
use crate::walk::Walk;

/// A rule that a static ability makes for players.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum PlayerRule {
    /// "no maximum hand size".
    NoMaximumHandSize,
    /// The maximum hand size is this (CR 402.2).
    HandSize(Amount),
    /// The maximum hand size is this much larger (CR 402.2).
    HandSizeChange(Amount),
    /// That many additional lands on each of their turns (CR 305.2).
    ExtraLands(u8),
    /// Can't gain life.
    CantGainLife,
    /// Can't lose life.
    CantLoseLife,
    /// Can't lose the game, opponents can't win.
    CantLoseGame,
    /// Doesn't lose the game for having 0 or less life (CR 704.5a).
    LivesWithoutLife,
    /// Damage that would reduce the life total to less than this reduces it to this (CR 119.3, 614).
    DamageLeaves(i32),
    /// Damage doesn't cause this player to lose life (CR 120.3a).
    DamageTakesNoLife,
    /// Damage is dealt to this player as though its source had infect (CR 120.3b).
    DamagedAsByInfect,
    /// Can't cast spells that fit.
    CantCast(Filter),
    /// Can cast no more than that many spells that fit each turn.
    SpellsPerTurn(u8, Filter),
    /// Can cast spells only when they could cast a sorcery (CR 307.5).
    SorceryTimeOnly,
    /// Can't play lands that fit, from that zone or from anywhere.
    CantPlayLands(Filter, Option<Zone>),
    /// Can't activate abilities of objects that fit, in that zone or whatever zone those are in, unless they're mana abilities (CR 602.5).
    CantActivate(Filter, Option<Zone>),
    /// Can't activate loyalty abilities (CR 606).
    CantActivateLoyalty,
    /// May cast spells that fit as though they had flash.
    Flash(Filter),
    /// May activate loyalty abilities of permanents that fit whenever they have priority (CR 606.3).
    LoyaltyAnyTime(Filter),
    /// May activate loyalty abilities of permanents that fit twice each turn rather than only once (CR 606.3).
    LoyaltyTwice(Filter),
    /// Permanents that fit can boast twice each turn (CR 702.142).
    BoastsTwice(Filter),
    /// Can't be the target of spells or abilities (`true`: of opponents only).
    Hexproof(bool),
    /// Can't be the target of what fits and opponents control (CR 702.11d).
    HexproofFrom(Filter),
    /// Can't be the target of, or enchanted by, what fits (CR 702.16b, c); that damage is prevented is said apart.
    Protection(Filter),
    /// Spells that fit can't be countered by spells that fit, whoever has this rule (CR 701.6a).
    SpellsUncounterableBy(Filter, Filter),
    /// Permanents that fit can't transform, whoever has this rule (CR 701.27).
    CantTransform(Filter),
    /// Permanents that fit can't be turned face up, whoever has this rule (CR 708.7).
    StayFaceDown(Filter),
    /// Reveals the first card they draw each turn, in their own turns only if so.
    RevealsFirstDrawn(bool),
    /// Skips a step.
    SkipStep(Step),
    /// Skips the turn that would begin, if it is an extra one (CR 614.10).
    SkipExtraTurns,
    /// Plays with the hand revealed.
    HandRevealed,
    /// Plays with the top card of the library revealed.
    TopCardRevealed,
    /// May play cards that fit from the top of the library.
    PlayFromTop(Filter),
    /// May play cards from the graveyard.
    PlayFromGraveyard(FromGraveyard),
    /// May play cards in exile.
    PlayExiled(FromExile),
    /// Cards that fit in the graveyard have flashback, for their mana cost (CR 702.34a).
    Flashback(Filter),
    /// May cast spells that fit for another cost than their mana cost, or without paying it (CR 118.9).
    OtherPrice(OtherPrice),
    /// May look at the top card of the library at any time.
    LookAtTop,
    /// Can't draw more than that many cards each turn.
    DrawLimit(u8),
    /// Draws cards from the bottom of the library (CR 121.1).
    DrawsFromBottom,
    /// They can't untap more than that many permanents that fit during their untap steps (CR 502.3).
    UntapLimit(u8, Filter),
    /// Damage by sources that fit (combat damage only, noncombat only) can't be prevented, whoever has this rule (CR 615.12).
    DamageCantBePrevented(Filter, Option<bool>),
    /// Creatures can be blocked as though they didn't have this landwalk, whoever has this rule (CR 702.14c).
    WalkIgnored(Keywords),
    /// How much damage is lethal for a creature of theirs is its power, not its toughness (CR 120.6, 704.5g).
    LethalByPower,
    /// Can't search libraries.
    CantSearch,
    /// Searches as though the rule of the source that nobody can weren't there (CR 116.2d).
    IgnoresNoSearch,
    /// Spells and abilities that this player controls can't cause this player to search a library.
    CantSearchOnItsOwn,
    /// Searches that many cards from the top of a library instead of the whole (CR 614.1a).
    SearchesTop(u8),
    /// Spells and abilities that opponents control can't cause this player to do this.
    CannotBeCaused(Caused),
    /// Can activate abilities of creatures they control as though those had haste.
    AbilitiesIgnoreSickness,
    /// Mana (of this color, if one is named) doesn't empty from the pool.
    ManaDoesntEmpty(Option<Colors>),
    /// Unspent mana that would be lost becomes mana of this color, or colorless mana, instead (CR 614.1a).
    UnspentManaBecomes(Colors),
    /// Creatures that fit can't attack this player (with `true`, nor planeswalkers they control; CR 508.1c).
    CantBeAttackedBy(Filter, bool),
    /// May pay 2 life for each mana symbol of this color in a cost rather than that mana (CR 118.9, 107.4f).
    LifeForMana(Colors),
    /// May spend mana as though it were mana of any color or type (CR 609.4b), on this.
    SpendAs(SpentAs, SpendRule),
}

/// What an effect would make a player do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Caused {
    /// To sacrifice permanents.
    Sacrifice,
    /// To discard cards.
    Discard,
}

/// Which cards of a graveyard may be played as a static ability says (CR 601.3b).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct FromGraveyard {
    /// Those that fit, as what they are cast or played as.
    pub cards: Filter,
    /// Only one each turn.
    pub once: bool,
    /// A spell that is cast so and would be put into a graveyard is exiled instead (CR 614.1a).
    pub exiled: bool,
    /// Those in other players' graveyards, too.
    pub anyones: bool,
}

impl FromGraveyard {
    /// All cards that fit, in every turn, without more ado.
    pub fn all(cards: Filter) -> FromGraveyard {
        FromGraveyard { cards, once: false, exiled: false, anyones: false }
    }
}

/// Which cards in exile may be played as a static ability says (CR 601.3b).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct FromExile {
    /// Those that fit, as what they are cast or played as.
    pub cards: Filter,
    /// Only among those that were exiled with the source (CR 607.2a).
    pub linked: bool,
    /// As what mana may be spent on them (CR 609.4b).
    pub mana: SpentAs,
}

impl FromExile {
    /// Cards that were exiled with the source, for mana as it is.
    pub fn linked(cards: Filter) -> FromExile {
        FromExile { cards, linked: true, mana: SpentAs::Itself }
    }
}

/// An alternative cost that an effect gives to spells of a player (CR 118.9).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct OtherPrice {
    /// Which spells.
    pub spells: Filter,
    /// The mana to pay; none, if `None`.
    pub mana: Option<ManaCost>,
    /// What else is to be paid; [`Amount::Event`] is the mana value of the spell.
    pub parts: Vec<CostPart>,
    /// The spell's own mana cost is to be paid, too: `mana` is none then.
    pub own: bool,
    /// It is itself what lets the cards be cast, from this zone and for this price alone (CR 601.3b); from exile, those that were
    /// exiled with the source (CR 607.2a).
    pub from: Option<Zone>,
    /// It is a keyword ability that cards have there, so that what is described is the card and not what it is cast as (CR 702.81a, 702.138a).
    pub keyword: bool,
    /// It is an escape cost (CR 702.138a).
    pub escape: bool,
    /// For one spell each turn only.
    pub once: bool,
    /// A spell that is cast so and would be put into a graveyard is exiled instead (CR 614.1a).
    pub exiled: bool,
    /// The spells can be cast so, and only so, as though they had flash (CR 601.3c).
    pub flash: bool,
    /// What a spell gains that is cast so: a script that begins with a continuous effect on it, which is what the event is about.
    pub gains: Option<AbilityId>,
}

impl OtherPrice {
    /// Mana, or nothing at all, for spells that fit.
    pub fn mana(spells: Filter, mana: Option<ManaCost>) -> OtherPrice {
        OtherPrice { spells, mana, ..OtherPrice::default() }
    }
}
