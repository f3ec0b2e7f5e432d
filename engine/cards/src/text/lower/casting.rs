//! How the card is cast: costs, alternatives and helpers, gathered from its paragraphs before the ways to cast it are made.

use crate::ability::{PaymentHelper, StaticEffect};
use crate::cost::{Cost, CostChange, OptionalCost, SelfCostChange};
use crate::filter::{Condition, Filter};

/// Another way to cast the card.
#[derive(Clone, Debug)]
pub(crate) enum Alternative {
    /// From the graveyard for a cost, which may be less in this way alone, then it is exiled (CR 702.34).
    Flashback(Cost, Option<CostChange>),
    /// From the graveyard for its mana cost and a discard, then it is exiled (CR 702.133).
    JumpStart,
    /// From the graveyard with a land discarded (CR 702.81).
    Retrace,
    /// For another cost, with what must hold.
    Instead(Cost, Option<Condition>),
    /// For another cost, remembered as cost number *n* (evoke, dash), with what must hold.
    Named(Cost, u8, Option<Condition>),
    /// For another cost, to merge with a creature (CR 702.140a).
    Mutate(Cost),
    /// From the hand for another cost, remembered (CR 702.185a).
    Warp(Cost),
    /// For another cost, at instant speed as blockers are declared; a permanent enters tapped and attacking.
    Sneak(Cost),
    /// For another cost, with "each" for "target" (CR 702.96).
    Overload(Cost, Box<crate::effect::Script>),
    /// For another cost, without the words in square brackets (CR 702.148).
    Cleave(Cost, Box<crate::effect::Script>),
    /// For another cost by an effect alone, from exile (CR 702.35a).
    Special(Cost),
    /// For another cost from the hand, as the card that was drawn is revealed (CR 702.94a).
    Miracle(Cost),
    /// For another cost, with that many counters on a target land that becomes a creature (CR 702.113a).
    Awaken(Cost, i32),
    /// From the graveyard for its mana cost or another one.
    FromGraveyard(Option<Cost>, Option<Condition>),
    /// From the graveyard for its mana cost or another one, which is remembered.
    FromGraveyardNamed(Option<Cost>, Option<Condition>),
    /// From the graveyard for its mana cost and more.
    FromGraveyardToo(Vec<crate::cost::CostPart>),
    /// From the graveyard for its escape cost, which is remembered (CR 702.138).
    Escape(Cost),
    /// For another cost, with a permanent sacrificed that makes it cost less (CR 702.119a–b).
    Emerge(Cost, Filter),
    /// With a permanent sacrificed whose mana cost is taken off its own, at any time (CR 702.48a).
    Offering(Filter),
    /// From the graveyard for another cost, maybe with a creature tapped that makes it cost less; then it is exiled (CR 702.180a).
    Harmonize(Cost),
    /// From exile, where it was put so in an earlier turn (CR 702.143a, 702.170d).
    PutAway(crate::face_down::FaceDown, Cost),
    /// From exile for its mana cost.
    FromExile,
    /// With its cost and more mana, as though it had flash (CR 601.3c).
    FlashFor(crate::mana::ManaCost),
}

/// What was gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Casting {
    /// Costs that must be paid besides.
    pub(crate) additional: Cost,
    pub(crate) optional: Vec<OptionalCost>,
    pub(crate) changes: Vec<SelfCostChange>,
    pub(crate) helpers: Vec<PaymentHelper>,
    /// No less can be chosen for X than this.
    pub(crate) least_x: u8,
    pub(crate) alternatives: Vec<Alternative>,
    /// What modes cost.
    pub(crate) modes: crate::effect::ModeCost,
    /// The optional cost that makes the spell bargained.
    pub(crate) bargain: Option<u8>,
    /// The cost to cast it as an Aura (CR 702.103a).
    pub(crate) bestow: Option<Cost>,
    /// The optional cost that isn't a keyword's.
    pub(crate) extra: Option<u8>,
    /// The optional cost that promises a gift, and what happens if it was promised.
    pub(crate) gift: Option<(u8, crate::effect::Instr)>,
    /// The damage that the spell deals can't be prevented if this holds.
    pub(crate) unpreventable: Option<Condition>,
    /// It is encoded on a creature as it resolves (CR 702.99a).
    pub(crate) cipher: bool,
    pub(crate) devoid: bool,
    /// What it costs to exile the card from the graveyard for a token that is a copy of it, whether it is eternalized (CR 702.129)
    /// rather than embalmed (CR 702.128), and the words.
    pub(crate) reborn: Vec<(Cost, bool, String)>,
    /// It can be suspended, and so be cast even if it has no mana cost (CR 702.62).
    pub(crate) suspend: bool,
    /// It can be cast face down.
    pub(crate) face_down: Option<crate::face_down::FaceDown>,
    /// Both halves can be cast as one spell (CR 702.102).
    pub(crate) fuse: bool,
    /// It can be cast only from the graveyard, and is exiled then (CR 702.127).
    pub(crate) aftermath: bool,
    /// The cost to cast it transformed from the graveyard (CR 702.146).
    pub(crate) disturb: Option<Cost>,
    /// The cost to cast it converted (CR 702.162).
    pub(crate) converted: Option<Cost>,
    /// Casting it, whatever it costs.
    pub(crate) base: Option<crate::ability::Activatable>,
    /// What it can be spliced onto, and for what (CR 702.47a).
    pub(crate) splice: Option<(Filter, Cost)>,
    /// A condition under which it can be cast as though it had flash.
    pub(crate) flash_if: Option<Condition>,
    /// It can be cast as though it had flash, whatever it is cast for.
    pub(crate) any_time: bool,
    /// A number that is looked at as the spell is cast.
    pub(crate) noted: Option<crate::filter::Amount>,
    /// The optional cost that is buyback.
    pub(crate) buyback: Option<u8>,
    /// The trigger of rebound.
    pub(crate) rebound: Option<crate::card::AbilityId>,
    /// A land can be played from the graveyard as long as it was discarded this turn (CR 702.187c).
    pub(crate) mayhem_land: bool,
    /// The keyword ability that it can be cast by from the graveyard, too.
    pub(crate) from_graveyard_by: Option<crate::text::keywords::CastingKeyword>,
    /// What must hold for it to be cast at all.
    pub(crate) only: Vec<Condition>,
    /// What an Aura can enchant.
    pub(crate) enchant: Option<StaticEffect>,
    /// What the additional cost leaves to refer to.
    pub(super) paid_mentions: Vec<super::frame::Mention>,
}

impl Casting {
    /// The number of the alternative cost that is remembered: the last of those that a spell keeps. Optional costs are numbered
    /// from 0.
    pub(crate) const NAMED: u8 = crate::ability::OPTIONAL_COSTS as u8 - 1;

    /// The numbers of the optional costs that kick the spell (CR 702.33d).
    pub(super) fn kickers(&self) -> impl Iterator<Item = u8> {
        (0..).zip(&self.optional).filter(|(_, cost)| cost.kicks).map(|(place, _)| place)
    }

    /// The number of what is noted as the spell is cast.
    pub(crate) const NOTED: u8 = Casting::NAMED - 1;

    /// Returns whether the costs that are remembered fit into what a spell keeps of them.
    pub(crate) fn fits(&self) -> bool {
        let is_named = |other: &&Alternative| {
            use Alternative::{Escape, FromGraveyardNamed, Named, Warp};
            matches!(other, Named(..) | Warp(_) | Escape(_) | FromGraveyardNamed(..))
        };
        let named = self.alternatives.iter().filter(is_named).count();
        // What is noted has its own place before that of the cost with a name.
        let last =
            if self.noted.is_some() { usize::from(Casting::NOTED) } else { crate::ability::OPTIONAL_COSTS - named };
        self.optional.len() <= last && named <= 1
    }
}
