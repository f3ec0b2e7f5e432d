//! What a seat sees at a decision of its own (§6).
//!
//! Fields that aren't known are passed over, as in [`crate::message`]. The fields stand in the order of the canonical form, in which hosts send all this on.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::reference::{ObjectRef, Seat, TargetRef, Zone};
use crate::vocabulary::{CardType, ChosenKind, Color, DayNight, How, PhaseStep, StackKind, Supertype};

/// What the viewer sees (§6.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Whose turn it is.
    #[serde(deserialize_with = "nullable")]
    pub active_seat: Option<Seat>,
    /// Day or night.
    #[serde(deserialize_with = "nullable")]
    pub day_night: Option<DayNight>,
    /// What the viewer knows of hidden cards.
    pub known: Vec<KnownCard>,
    /// Who has passed in succession.
    #[serde(deserialize_with = "nullable")]
    pub passed_seats: Option<Vec<Seat>>,
    /// Triggered abilities that wait to be put on the stack.
    #[serde(deserialize_with = "nullable")]
    pub pending_triggers: Option<Vec<PendingTrigger>>,
    /// The part of the turn.
    pub phase_step: PhaseStep,
    /// Both players.
    pub players: [PlayerView; 2],
    /// Who has priority.
    #[serde(deserialize_with = "nullable")]
    pub priority_seat: Option<Seat>,
    /// The stack, its bottom first.
    pub stack: Vec<StackEntry>,
    /// The number of the turn; 0 before the first.
    pub turn: u64,
    /// Who sees it.
    pub viewer: Seat,
}

/// Mana that floats (§6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct ManaPool {
    /// Black.
    pub b: u32,
    /// Colorless.
    pub c: u32,
    /// Green.
    pub g: u32,
    /// Red.
    pub r: u32,
    /// Blue.
    pub u: u32,
    /// White.
    pub w: u32,
}

/// How far a player is in what takes several turns (§6.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The dungeon.
    #[serde(deserialize_with = "nullable")]
    pub dungeon: Option<String>,
    /// The room in it.
    #[serde(deserialize_with = "nullable")]
    pub dungeon_room: Option<String>,
    /// How often the Ring has tempted them.
    pub ring_tempted: u32,
    /// Their speed.
    #[serde(deserialize_with = "nullable")]
    pub speed: Option<u32>,
}

/// A player as the viewer sees them (§6.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The permanents that they control, the oldest first.
    pub battlefield: Vec<ObjectRecord>,
    /// Their objects in the command zone.
    pub command: Vec<ObjectRecord>,
    /// Other counters.
    #[serde(deserialize_with = "nullable")]
    pub counters: Option<BTreeMap<String, u32>>,
    /// Designations.
    #[serde(deserialize_with = "nullable")]
    pub designations: Option<Vec<String>>,
    /// Their cards in exile.
    pub exile: Vec<ObjectRecord>,
    /// The cards of their graveyard, the oldest first.
    pub graveyard: Vec<ObjectRecord>,
    /// The viewer's own hand; none of the other's.
    #[serde(deserialize_with = "nullable")]
    pub hand: Option<Vec<ObjectRecord>>,
    /// Cards in hand.
    pub hand_count: u32,
    /// Lands played this turn.
    pub lands_played_this_turn: u32,
    /// Cards in the library.
    pub library_count: u32,
    /// Life.
    pub life: i32,
    /// Floating mana.
    pub mana_pool: ManaPool,
    /// Mulligans taken.
    pub mulligans_taken: u32,
    /// Poison counters.
    #[serde(deserialize_with = "nullable")]
    pub poison: Option<u32>,
    /// Dungeons, the Ring, speed.
    #[serde(deserialize_with = "nullable")]
    pub progress: Option<Progress>,
    /// Who.
    pub seat: Seat,
}

/// An object (§6.4): a reference, and what is seen of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectRecord {
    /// See [`ObjectRef::card_name`].
    #[serde(deserialize_with = "nullable")]
    pub card_name: Option<String>,
    /// What it is; none of a card that lies face down where no rule says what it is then.
    #[serde(deserialize_with = "nullable")]
    pub characteristics: Option<Characteristics>,
    /// See [`ObjectRef::controller_seat`].
    pub controller_seat: Seat,
    /// Whether it is a copy.
    pub copy: bool,
    /// What exiled it and may return it.
    #[serde(deserialize_with = "nullable")]
    pub exiled_by: Option<ObjectRef>,
    /// Whether it is face down.
    pub face_down: bool,
    /// The name of a card with several faces.
    #[serde(deserialize_with = "nullable")]
    pub full_name: Option<String>,
    /// See [`ObjectRef::object_id`].
    pub object_id: String,
    /// See [`ObjectRef::owner_seat`].
    pub owner_seat: Seat,
    /// What only permanents have.
    #[serde(deserialize_with = "nullable")]
    pub permanent: Option<Permanent>,
    /// Whether it is a token.
    pub token: bool,
    /// See [`ObjectRef::zone`].
    pub zone: Zone,
}

impl ObjectRecord {
    /// The reference to it.
    pub fn reference(&self) -> ObjectRef {
        ObjectRef {
            object_id: self.object_id.clone(),
            card_name: self.card_name.clone(),
            owner_seat: self.owner_seat,
            controller_seat: self.controller_seat,
            zone: self.zone,
        }
    }
}

/// What an object is, after continuous effects (§6.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Characteristics {
    /// Colors, in the order white, blue, black, red, green.
    pub colors: Vec<Color>,
    /// Keyword abilities.
    #[serde(deserialize_with = "nullable")]
    pub keywords: Option<Vec<Cow<'static, str>>>,
    /// Mana value.
    pub mana_value: u32,
    /// Power, of a creature.
    #[serde(deserialize_with = "nullable")]
    pub power: Option<i32>,
    /// Subtypes.
    pub subtypes: Vec<Cow<'static, str>>,
    /// Supertypes.
    pub supertypes: Vec<Supertype>,
    /// Toughness, of a creature.
    #[serde(deserialize_with = "nullable")]
    pub toughness: Option<i32>,
    /// Card types.
    pub types: Vec<CardType>,
}

/// A public value that was chosen for a permanent (§6.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chosen {
    /// Of what kind.
    pub kind: ChosenKind,
    /// Which.
    pub value: String,
}

/// What only permanents have (§6.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Permanent {
    /// What it is attached to.
    #[serde(deserialize_with = "nullable")]
    pub attached_to: Option<TargetRef>,
    /// What it attacks.
    #[serde(deserialize_with = "nullable")]
    pub attack_target: Option<TargetRef>,
    /// Whether it attacks.
    pub attacking: bool,
    /// What it blocks.
    pub blocked_attackers: Vec<ObjectRef>,
    /// Whether it blocks.
    pub blocking: bool,
    /// What was chosen for it.
    #[serde(deserialize_with = "nullable")]
    pub chosen: Option<Vec<Chosen>>,
    /// The level of a Class.
    #[serde(deserialize_with = "nullable")]
    pub class_level: Option<u32>,
    /// Counters.
    pub counters: BTreeMap<String, u32>,
    /// Damage marked on it.
    pub damage: u32,
    /// Whether it is phased out.
    pub phased_out: bool,
    /// Statuses.
    #[serde(deserialize_with = "nullable")]
    pub statuses: Option<Vec<Cow<'static, str>>>,
    /// Not controlled since its controller's turn began (CR 302.6), whether it has haste or not.
    pub summoning_sick: bool,
    /// Whether it is tapped.
    pub tapped: bool,
}

/// A spell or ability on the stack (§6.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackEntry {
    /// See [`ObjectRef::card_name`]; of an ability, its source's.
    #[serde(deserialize_with = "nullable")]
    pub card_name: Option<String>,
    /// What a spell is.
    #[serde(deserialize_with = "nullable")]
    pub characteristics: Option<Characteristics>,
    /// See [`ObjectRef::controller_seat`].
    pub controller_seat: Seat,
    /// Whether it is a copy.
    pub copy: bool,
    /// What each target gets of what is divided.
    #[serde(deserialize_with = "nullable")]
    pub divided: Option<Vec<u32>>,
    /// Whether it is a face-down spell.
    pub face_down: bool,
    /// Its modes.
    #[serde(deserialize_with = "nullable")]
    pub modes: Option<Vec<u32>>,
    /// See [`ObjectRef::object_id`].
    pub object_id: String,
    /// See [`ObjectRef::owner_seat`].
    pub owner_seat: Seat,
    /// The source of an ability, while it exists.
    #[serde(deserialize_with = "nullable")]
    pub source: Option<ObjectRef>,
    /// What it is.
    pub stack_kind: StackKind,
    /// Its targets; none where one is gone.
    pub targets: Vec<Option<TargetRef>>,
    /// Words for people.
    #[serde(deserialize_with = "nullable")]
    pub text: Option<String>,
    /// The value of X.
    #[serde(deserialize_with = "nullable")]
    pub x_value: Option<u32>,
    /// The stack.
    pub zone: Zone,
}

impl StackEntry {
    /// The reference to it.
    pub fn reference(&self) -> ObjectRef {
        ObjectRef {
            object_id: self.object_id.clone(),
            card_name: self.card_name.clone(),
            owner_seat: self.owner_seat,
            controller_seat: self.controller_seat,
            zone: self.zone,
        }
    }
}

/// A triggered ability that waits to be put on the stack (§6.6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingTrigger {
    /// Whose.
    pub controller_seat: Seat,
    /// Words for people.
    #[serde(deserialize_with = "nullable")]
    pub label: Option<String>,
    /// Whether its player may decline.
    pub optional: bool,
    /// Of what.
    #[serde(deserialize_with = "nullable")]
    pub source: Option<ObjectRef>,
    /// What that is called.
    #[serde(deserialize_with = "nullable")]
    pub source_name: Option<String>,
}

/// What the viewer knows of a card in a hidden zone (§6.7).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownCard {
    /// Which card.
    pub card_name: String,
    /// How it is known.
    pub how: How,
    /// Its name, if it is being looked at.
    #[serde(deserialize_with = "nullable")]
    pub object_id: Option<String>,
    /// Whose zone.
    pub owner_seat: Seat,
    /// How many cards lie below it.
    #[serde(deserialize_with = "nullable")]
    pub position_from_bottom: Option<u32>,
    /// How many cards lie above it.
    #[serde(deserialize_with = "nullable")]
    pub position_from_top: Option<u32>,
    /// A hand or library.
    pub zone: Zone,
}

impl KnownCard {
    /// The reference to it, if it is being looked at.
    pub fn reference(&self) -> Option<ObjectRef> {
        Some(ObjectRef {
            object_id: self.object_id.clone()?,
            card_name: Some(self.card_name.clone()),
            owner_seat: self.owner_seat,
            controller_seat: self.owner_seat,
            zone: self.zone,
        })
    }

    /// What such entries are sorted by.
    pub fn key(&self) -> impl Ord + '_ {
        // Zones and ways are sorted by their words.
        (
            self.owner_seat,
            self.zone.word(),
            self.card_name.as_str(),
            self.position_from_top,
            self.position_from_bottom,
            self.how.word(),
            self.object_id.as_deref(),
        )
    }
}
