//! Effects that replace or prevent an event, while a player says which applies first (CR 616.1).

use gauntlet_cards::card::AbilityId;

use super::object::ObjectId;

/// An effect among several of which one applies first (CR 616.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ordered {
    /// What it is of: of a counter or a regeneration shield, the permanent; of protection, what that protects from; of what a shield prevents
    /// first, the source of the damage.
    pub source: ObjectId,
    /// What of it.
    pub what: ReplacedBy,
    /// The object that moves or would be destroyed, if that is the event.
    pub moves: Option<ObjectId>,
}

/// An effect that has replaced draws which are being made (CR 614.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawnBy {
    /// What it is of.
    pub source: ObjectId,
    /// The ability.
    pub ability: AbilityId,
    /// The place of the one before it, from 1; 0 if it is the first.
    pub before: u16,
}

/// What replaces or prevents an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplacedBy {
    /// An ability.
    Ability(AbilityId),
    /// A shield counter (CR 122.1c).
    ShieldCounter,
    /// A finality counter (CR 122.1h).
    FinalityCounter,
    /// A regeneration shield (CR 701.19a).
    Regeneration,
    /// Umbra armor (CR 702.89a).
    UmbraArmor,
    /// Protection (CR 702.16e).
    Protection,
    /// A shield that doesn't stop all damage of one time prevents this source's first (CR 615.7).
    Shielded,
    /// The effect by which a spell was cast that is exiled if it would be put into a graveyard.
    ExileAfterwards,
    /// Rebound (CR 702.88a).
    Rebound,
    /// An effect exiles the spell as it resolves, for a time.
    ExiledAsItResolves,
    /// Buyback (CR 702.27a).
    Buyback,
    /// An effect on the next spell puts it into its owner's hand as it resolves.
    ToHand,
    /// That the spell was cast as an Adventure (CR 715.3d).
    Adventure,
    /// That the spell is an Omen (CR 720.3d).
    Omen,
    /// That a commander goes to the command zone instead (CR 903.9b).
    CommandZone,
    /// That it doesn't.
    NotCommandZone,
}

impl ReplacedBy {
    /// The ability, if it is one.
    pub fn ability(self) -> Option<AbilityId> {
        match self {
            ReplacedBy::Ability(ability) => Some(ability),
            _ => None,
        }
    }

    /// What it is called, if it isn't an ability with a text of its own.
    pub fn words(self) -> &'static str {
        match self {
            ReplacedBy::Ability(_) => "",
            ReplacedBy::ShieldCounter => "shield counter",
            ReplacedBy::FinalityCounter => "finality counter",
            ReplacedBy::Regeneration => "regeneration",
            ReplacedBy::UmbraArmor => "umbra armor",
            ReplacedBy::Protection => "protection",
            ReplacedBy::Shielded => "prevented first",
            ReplacedBy::ExileAfterwards => "exile instead",
            ReplacedBy::Rebound => "rebound",
            ReplacedBy::ExiledAsItResolves => "exile as it resolves",
            ReplacedBy::Buyback => "buyback",
            ReplacedBy::ToHand => "to its owner's hand",
            ReplacedBy::Adventure => "adventure",
            ReplacedBy::Omen => "omen",
            ReplacedBy::CommandZone => "command zone",
            ReplacedBy::NotCommandZone => "not the command zone",
        }
    }
}
