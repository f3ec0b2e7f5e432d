//! Seats, and references to objects and targets (§4.4, §5).

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// A player.
    Seat {
        P0 = "p0",
        P1 = "p1",
    }
}

impl Seat {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::P0 => Seat::P1,
            Seat::P1 => Seat::P0,
        }
    }

    /// The place in lists of both.
    pub fn index(self) -> usize {
        self as usize
    }
}

vocabulary! {
    /// Where an object is (§5.1).
    Zone {
        Library = "library",
        Hand = "hand",
        Battlefield = "battlefield",
        Graveyard = "graveyard",
        Stack = "stack",
        Exile = "exile",
        Command = "command",
    }
}

/// A reference to an object as one viewer sees it (§5.1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ObjectRef {
    /// The name of the face that is up; none if it is hidden from the viewer.
    #[serde(deserialize_with = "nullable")]
    pub card_name: Option<String>,
    /// Who controls it; its owner where nobody does.
    pub controller_seat: Seat,
    /// An opaque name, fresh on each change of zones.
    pub object_id: String,
    /// Whose it is.
    pub owner_seat: Seat,
    /// Where it is.
    pub zone: Zone,
}

/// A player or an object (§5.2).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetRef {
    /// A player.
    Player(Seat),
    /// An object.
    Object(ObjectRef),
}

impl TargetRef {
    /// The object, if it is one.
    pub fn object(&self) -> Option<&ObjectRef> {
        match self {
            TargetRef::Player(_) => None,
            TargetRef::Object(object) => Some(object),
        }
    }
}
