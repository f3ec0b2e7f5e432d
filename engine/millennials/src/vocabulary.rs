//! The words in which cards and locations are written: what they hear, about whom, and what they do then.
//!
//! "This" is the card or location that an ability is on, "it" the card that is acted on: each of [`Step::each`], or the card the
//! message is about. "Own" and "opponent" are meant from this card's owner of the moment; a location has none, and there "own" is
//! the owner of the card that the message is about, or the side of [`Step::sides`].

use serde::Deserialize;

use crate::pool::Kind;

/// What can be heard: the messages of the game, and being revealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hear {
    /// It is being revealed itself: a "Once" ability, or what a location does when it is revealed.
    Reveal,
    /// A turn starts.
    TurnStarts,
    /// A turn ends.
    TurnEnds,
    /// A card was revealed, for the first time or again.
    EntersTable,
    /// A card on the table is about to be trashed.
    LeavesTable,
    /// A card is about to move.
    MovesFrom,
    /// A card has moved.
    MovesTo,
    /// A card came into a hand.
    EntersHand,
    /// A card leaves a hand.
    LeavesHand,
    /// A card came into a trash.
    EntersTrash,
    /// A card is about to leave a trash.
    LeavesTrash,
}

impl Hear {
    /// The bit of this message in sets of them.
    pub(crate) fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The name in journals.
    pub fn name(self) -> &'static str {
        match self {
            Hear::Reveal => "reveal",
            Hear::TurnStarts => "turn-starts",
            Hear::TurnEnds => "turn-ends",
            Hear::EntersTable => "enters-table",
            Hear::LeavesTable => "leaves-table",
            Hear::MovesFrom => "moves-from",
            Hear::MovesTo => "moves-to",
            Hear::EntersHand => "enters-hand",
            Hear::LeavesHand => "leaves-hand",
            Hear::EntersTrash => "enters-trash",
            Hear::LeavesTrash => "leaves-trash",
        }
    }
}

/// Whose cards are meant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// This card's owner's.
    #[default]
    Own,
    /// The other player's.
    Opponent,
    /// Anyone's.
    Any,
}

/// What an ability does when it hears something.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Handler {
    /// What it hears.
    pub hear: Hear,
    /// About which other card; without, messages about itself (cards), about cards here (locations), or about none (turns).
    #[serde(default)]
    pub about: Option<About>,
    /// All must be so.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Whether this is how the shipped game carries out what [`Always`] says.
    #[serde(default)]
    pub ongoing: bool,
    /// What it does.
    pub steps: Vec<Step>,
}

/// Which other card a message must be about.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct About {
    /// Whose card.
    pub whose: Whose,
    /// Only a card at this location.
    #[serde(default)]
    pub here: bool,
    /// Only a card whose cost is now in this range, ends included.
    #[serde(default)]
    pub cost: Option<[i16; 2]>,
}

/// A condition of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The owner's side here is full, face-down cards counted.
    OwnSideFull,
    /// The opponent's side here is full.
    OpponentSideFull,
    /// This card has no modifier of its own making.
    NoOwnModifier,
    /// This is at the middle location.
    InTheMiddle,
    /// This was played in the turn before this one.
    PlayedLastTurn,
    /// The owner has energy left.
    EnergyLeft,
    /// It is this turn.
    Turn(u8),
}

/// One step of what an ability does.
///
/// What the log says of it is written with names in braces: `{this}`, `{it}`, `{here}` (the location), `{own}` (the owner), `{last}` (the
/// number of the last turn) and `{player}` (in shipped battles the player, whosever turn it is to gain; else the owner). Where a card
/// enters there is `{there}`, where one becomes another `{new}`. The log doesn't say how ongoing abilities are carried out unless it
/// is as in the shipped game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// For which sides, one after the other.
    #[serde(default)]
    pub sides: Option<Sides>,
    /// What the log says first, indented as the message that this is heard with, for each side.
    #[serde(default)]
    pub announces: Option<String>,
    /// What the log says for each card before anything is done with it.
    #[serde(default)]
    pub says: Option<String>,
    /// In the log, all that comes of this is indented by one less.
    #[serde(default)]
    pub outward: bool,
    /// For each of these cards.
    #[serde(default)]
    pub each: Option<Select>,
    /// The modifiers that it gives are gone when this turn has ended.
    #[serde(default)]
    pub this_turn: bool,
    /// Their declared place in the order of modifiers: a lower one comes before a higher one, whichever was there first.
    #[serde(default)]
    pub priority: i8,
    /// What is done with each, in this order.
    #[serde(rename = "do")]
    pub ops: Vec<Verb>,
    /// What is done instead if there are none.
    #[serde(default, rename = "else")]
    pub otherwise: Vec<Verb>,
}

/// For which sides a location does a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Both, the player's first.
    Both,
    /// Both, the villain's first.
    BothVillainFirst,
    /// Those that have no revealed card here.
    Absent,
    /// The one with the higher score here.
    Winning,
}

/// Where cards are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// This card alone, wherever it is.
    This,
    /// Revealed cards at this location.
    Here,
    /// Revealed cards at the other locations.
    Elsewhere,
    /// Revealed cards at all locations.
    Board,
    /// A hand.
    Hand,
    /// A deck, from the top.
    Deck,
    /// A trash, from the oldest.
    Trash,
    /// What has been played in this battle and is the owner's now, this card excepted; the newest first.
    Played,
}

/// When a card was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// This turn.
    This,
    /// The turn before.
    Previous,
}

/// Which of the cards found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// All.
    #[default]
    All,
    /// The first.
    First,
    /// One at random. A number is drawn even if there is none.
    Random,
    /// The first of those with the lowest cost.
    Cheapest,
    /// All of those with the highest power.
    Strongest,
    /// Three at random: they are shuffled.
    ThreeShuffled,
}

/// A choice of cards.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Select {
    /// The zone that is chosen from.
    #[serde(rename = "in")]
    pub zone: Where,
    /// The player whose cards they are.
    #[serde(default)]
    pub whose: Whose,
    /// Not this card.
    #[serde(default)]
    pub other: bool,
    /// Only those whose cost is in this range, ends included.
    #[serde(default)]
    pub cost: Option<[i16; 2]>,
    /// Only those with at least this power.
    #[serde(default)]
    pub power_from: Option<i32>,
    /// Only those whose text begins with "Once".
    #[serde(default)]
    pub once: bool,
    /// Only those that are not in the trace.
    #[serde(default)]
    pub untraced: bool,
    /// Only those played in this turn.
    #[serde(default)]
    pub turn: Option<When>,
    /// Only those with one of these names.
    #[serde(default)]
    pub names: Vec<String>,
    /// The kinds with these names, as bits.
    #[serde(skip)]
    pub kinds: u128,
    /// Which of them.
    #[serde(default)]
    pub pick: Pick,
    /// All are chosen before anything is done with the first.
    #[serde(default)]
    pub fixed: bool,
}

/// A number.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, rename_all = "kebab-case")]
pub enum Amount {
    /// This number.
    Fixed(i32),
    /// A number read off the position.
    Read(Read),
    /// How many cards there are.
    Count {
        /// Of these.
        count: Select,
    },
    /// That much, and that much more for each card in the owner's hand.
    Hand {
        /// With an empty hand.
        base: i32,
        /// For each card.
        #[serde(rename = "per-card-in-hand")]
        each: i32,
    },
}

/// A number read off the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Read {
    /// The power of the card acted on.
    ItsPower,
    /// The power of all cards in both trashes together.
    TrashedPower,
    /// The owner's energy that is left.
    Energy,
}

/// What is done with a card.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// It gets that much power.
    Power(Amount),
    /// This gets that much power.
    Gain(Amount),
    /// This gets that much power, and it is the origin.
    GainFrom(Amount),
    /// Its power becomes this.
    SetPower(Amount),
    /// It costs that much more.
    Cost(i16),
    /// Its power becomes what its cost is, and its cost what its power is, but for what ongoing abilities give.
    Switch,
    /// The modifiers that this gave it are taken away.
    Drop,
    /// The modifiers that this gave to any card are taken away.
    Recall,
    /// It is trashed.
    Trash,
    /// It moves.
    Move(Destination),
    /// It is revealed again.
    Repeat,
    /// Something enters the table on the owner's side.
    Enter(Enter),
    /// Something comes into a hand.
    ToHand(ToHand),
    /// It becomes another card.
    Transform(Transform),
    /// The owner draws a card.
    Draw(Draw),
    /// The owner has that much more energy this turn.
    Energy(i16),
    /// New cards come to random places of the owner's deck.
    ShuffleIn(ShuffleIn),
    /// Clones of it fill the owner's side here, face down; then they are revealed.
    Fill,
    /// There is one more turn.
    ExtraTurn,
    /// This location becomes one of this type, revealed.
    LocationBecomes(u8),
}

/// Where a card moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Destination {
    /// To this location, its side.
    Here,
    /// One location to the left, its side.
    Left,
    /// To the other side of this location.
    Across,
    /// To a random other location where its side has room.
    Elsewhere,
}

/// What enters the table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Enter {
    /// "it", "clone" of it, or a new card of this name.
    #[serde(default = "it")]
    pub what: String,
    /// What that means.
    #[serde(skip)]
    pub thing: Thing,
    /// The places that it enters.
    pub at: At,
    /// How often, at each place.
    #[serde(default = "one")]
    pub times: u8,
    /// What it gets once it is there.
    #[serde(default)]
    pub then_power: i32,
    /// What the log says first: see [`Step`].
    #[serde(default)]
    pub says: Option<String>,
    /// In the log, all that comes of its entering is indented by one more.
    #[serde(default)]
    pub inward: bool,
}

fn it() -> String {
    "it".to_owned()
}

fn one() -> u8 {
    1
}

/// Something that goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Thing {
    /// The card acted on.
    #[default]
    It,
    /// A clone of it.
    Clone,
    /// A random collectible card.
    Random,
    /// A new card.
    New(Kind),
}

/// Where something enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// At this location.
    Here,
    /// Where the card acted on is.
    ItsLocation,
    /// At each other location, from left to right.
    EachElsewhere,
    /// At a random other location with room.
    Elsewhere,
    /// At a random location with room.
    WithRoom,
    /// At a random location where it could be played.
    Playable,
}

/// What comes into a hand.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToHand {
    /// "it", "clone" or "random".
    pub what: String,
    /// What that means.
    #[serde(skip)]
    pub thing: Thing,
    /// Whose hand.
    #[serde(default)]
    pub whose: Whose,
}

/// What a card becomes.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Transform {
    /// A card of this name.
    #[serde(default)]
    pub card: Option<String>,
    /// That card.
    #[serde(skip)]
    pub kind: Option<Kind>,
    /// Without a name: a random collectible with another name, that costs that much more than it costs now.
    #[serde(default)]
    pub cost_change: i16,
    /// Whether it is then revealed, without a message.
    #[serde(default)]
    pub reveal: bool,
    /// What the log says: see [`Step`].
    #[serde(default)]
    pub says: Option<String>,
}

/// How a card is drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Draw {
    /// From whose deck.
    #[serde(default)]
    pub from: Whose,
}

/// What is shuffled into a deck.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShuffleIn {
    /// Cards of this name.
    pub card: String,
    /// That card.
    #[serde(skip)]
    pub kind: Kind,
    /// How many.
    #[serde(default = "one")]
    pub count: u8,
}

/// What an ongoing ability means, whatever way it is carried out.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Always {
    /// That much power.
    #[serde(default)]
    pub power: i32,
    /// Or the power is this.
    #[serde(default)]
    pub set_power: Option<Amount>,
    /// Who has it.
    pub to: Whom,
    /// Only cards whose cost is now in this range.
    #[serde(default)]
    pub cost: Option<[i16; 2]>,
    /// While all this is so.
    #[serde(default)]
    pub when: Vec<Condition>,
}

/// Whom an ongoing ability is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// This card.
    #[serde(rename = "self")]
    This,
    /// The owner's other revealed cards.
    Others,
}

/// A rule that a card makes by being there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardRule {
    /// Cards at its location can't be trashed, by either player, while it is revealed.
    ProtectsFromTrash,
    /// The score of its side here is doubled while it is revealed.
    DoublesScore,
    /// It can be played only where its owner's score is higher than the opponent's.
    OnlyWhereWinning,
    /// It can't be played while a revealed card of its owner was played in the turn before.
    NotAfterAPlay,
}

/// A rule that a location makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LocationRule {
    /// "Once" abilities are not carried out here.
    NoOnce,
    /// Only the villain's cards can be played here; nobody's, where both are players.
    VillainOnly,
}
