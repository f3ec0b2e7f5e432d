//! Changes of characteristics and of control by continuous effects, and how long they last (CR 611, 613).

use super::operands::Register;
use crate::filter::{Amount, CounterKind, Objects, Players};
use crate::ids::AbilityId;
use crate::keyword::{Keywords, Restrictions};
use crate::types::{CardTypes, Colors, Subtype, SubtypeKind, Supertypes};
use crate::walk::Walk;

/// How long an effect lasts (CR 611.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Duration {
    /// "this turn", "until end of turn" (CR 514.2).
    EndOfTurn,
    /// "until end of combat" (CR 511.3).
    EndOfCombat,
    /// "until your next turn".
    YourNextTurn,
    /// "until the end of your next turn".
    EndOfYourNextTurn,
    /// "until your next end step".
    YourNextEndStep,
    /// "until the beginning of your next upkeep".
    YourNextUpkeep,
    /// "during its controller's next untap step": ends with it.
    ControllersNextUntap,
    /// "during that player's next untap step": of the player that the effect was made for; ends with it.
    PlayersNextUntap,
    /// "for as long as ~ remains on the battlefield", "until ~ leaves the battlefield".
    WhileSourceOnBattlefield,
    /// "for as long as you control ~".
    WhileYouControlSource,
    /// "for as long as you control it": what it applies to, the spell or the permanent that it becomes.
    WhileYouControlIt,
    /// "for as long as ~ remains tapped".
    WhileSourceTapped,
    /// "for as long as you control ~ and ~ remains tapped".
    WhileYouControlTappedSource,
    /// "for as long as it has a flood counter on it": what it applies to.
    WhileItHasCounter(CounterKind),
    /// "for as long as that creature is enchanted": what it applies to.
    WhileItIsEnchanted,
    /// For as long as the source, which was exiled as it resolved, is encoded on what it applies to (CR 702.99c).
    WhileEncoded,
    /// For as long as the source is on the battlefield and prepared; whoever controls it then has the permission.
    WhilePrepared,
    /// "until ~ is cast from exile": by whoever casts the card that the source has become by being exiled.
    UntilSourceCast,
    /// "until you exile another card with ~": until a card is linked to the source as exiled by its player (CR 607.2a).
    UntilAnotherExiled,
    /// "You may pay {R} to end this effect": until its controller takes that special action (CR 116.2c).
    UntilEnded(AbilityId),
    /// No end is stated (CR 611.2a).
    Indefinite,
}

/// Words that text-changing effects replace (CR 612.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum WordKind {
    /// Colour words.
    Color,
    /// Basic land types.
    BasicLandType,
    /// Creature types.
    CreatureType,
}

/// One change of characteristics or of control, in the layer it belongs to (CR 613.1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Modification {
    /// Layer 1: becomes a copy of the object (CR 707).
    CopyOf(Objects),
    /// Layer 1, as an exception of a copy: has this name (CR 707.9b).
    SetName(String),
    /// Layer 2: the player gains control.
    Control(Players),
    /// Layer 3: replaces the word in a number register by the one in the next (CR 612).
    ChangeText(Register),
    /// Layer 4: is these card types in addition.
    AddTypes(CardTypes),
    /// Layer 4: is these card types and no others (subtypes of lost types go, CR 205.1a).
    SetTypes(CardTypes),
    /// Layer 4: loses card types.
    RemoveTypes(CardTypes),
    /// Layer 4: adds supertypes.
    AddSupertypes(Supertypes),
    /// Layer 4: removes supertypes.
    RemoveSupertypes(Supertypes),
    /// Layer 4: is these subtypes in addition.
    AddSubtypes(Vec<Subtype>),
    /// Layer 4: is these subtypes and no others of the kind. A basic land type takes away abilities (CR 305.7).
    SetSubtypes(SubtypeKind, Vec<Subtype>),
    /// Layer 4: is every creature type.
    AddEveryCreatureType,
    /// Layer 4: is every land type that isn't basic, in addition.
    AddEveryNonbasicLandType,
    /// Layer 4: is the creature type chosen for the source in addition.
    AddChosenType,
    /// Layer 4: is the creature or basic land type chosen for the source and no other of the kind (CR 305.7).
    SetChosenType,
    /// Layer 5: is these colours and no others.
    SetColors(Colors),
    /// Layer 5: is the colour chosen for the source and no other.
    SetChosenColor,
    /// Layer 5: is the colour chosen for the source in addition.
    AddChosenColor,
    /// Layer 5: is these colours in addition.
    AddColors(Colors),
    /// Layer 6: has keywords.
    AddKeywords(Keywords),
    /// Layer 6: loses keywords.
    RemoveKeywords(Keywords),
    /// Layer 6: has the ability.
    AddAbility(AbilityId),
    /// Layer 6: has the ability that makes this effect ("except it has this ability").
    AddThisAbility,
    /// Layer 6: has all activated abilities of the objects: of an effect that a resolution makes, those that they had then (CR 611.2d).
    AddActivatedOf(Objects),
    /// Layer 6: loses all abilities.
    LoseAllAbilities,
    /// Layer 6: loses the activated ability that makes this effect ("~ loses this ability").
    LoseThisAbility,
    /// Layer 6: can't have or gain keywords (CR 113.11).
    CantHaveKeywords(Keywords),
    /// Layer 6, as far as others ask: protection from the colour chosen for the source.
    AddProtectionFromChosenColor,
    /// Not a layer: restrictions, requirements and permissions.
    Restrict(Restrictions),
    /// Not a layer: what a static ability would say of its source is true of it, though it has no such ability (CR 113.12): "can't be
    /// blocked by Walls", "can block an additional creature", "if it would die this turn, exile it instead".
    Quality(AbilityId),
    /// The same: the first while whoever controls this effect controls the object, the second while somebody else does (CR 109.5).
    QualityByControl(AbilityId, AbilityId),
    /// Layer 7a: a characteristic-defining ability's power and toughness.
    DefinePT(Option<Amount>, Option<Amount>),
    /// Layer 7b: base power and toughness become these.
    SetBasePT(Option<Amount>, Option<Amount>),
    /// Layer 7c: gets +N/+N.
    AddPT(Amount, Amount),
    /// Layer 7d: switches power and toughness.
    SwitchPT,
}

impl Duration {
    /// Returns whether it ends as the source becomes untapped.
    pub fn is_while_tapped(self) -> bool {
        matches!(self, Duration::WhileSourceTapped | Duration::WhileYouControlTappedSource)
    }

    /// Returns whether it ends with what a permanent may be again: tapped, controlled by a player, enchanted, with a counter.
    pub fn can_lapse(self) -> bool {
        self.is_while_tapped()
            || matches!(
                self,
                Duration::WhileYouControlSource
                    | Duration::WhileYouControlIt
                    | Duration::WhileItHasCounter(_)
                    | Duration::WhileItIsEnchanted
            )
    }
}

impl Modification {
    /// How many changes of one effect can have numbers that are locked in.
    pub const MOST_NUMBERED: usize = 2;

    /// Returns whether it changes types and colors in a way that cards of hands and libraries are looked at with, too.
    pub fn is_told_of_hidden_cards(&self) -> bool {
        matches!(
            self,
            Modification::AddTypes(_)
                | Modification::AddSubtypes(_)
                | Modification::AddEveryCreatureType
                | Modification::AddEveryNonbasicLandType
                | Modification::AddChosenType
                | Modification::SetColors(_)
                | Modification::SetChosenColor
                | Modification::AddChosenColor
                | Modification::AddColors(_)
        )
    }

    /// Returns whether two numbers of it are locked in when its effect begins (CR 611.2c, 608.2h).
    pub fn is_numbered(&self) -> bool {
        matches!(
            self,
            Modification::AddPT(..)
                | Modification::SetBasePT(..)
                | Modification::AddChosenType
                | Modification::SetChosenType
                | Modification::SetChosenColor
                | Modification::AddChosenColor
                | Modification::AddProtectionFromChosenColor
                | Modification::ChangeText(_)
                | Modification::AddActivatedOf(_)
        )
    }
}
