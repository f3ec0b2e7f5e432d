//! Objects (CR 109.1): what is on the battlefield, on the stack, in graveyards, in exile and in the command zone.

use bitflags::bitflags;
use gauntlet_cards::ability::OPTIONAL_COSTS;
use gauntlet_cards::card::{CardId, Characteristics};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::{EventKinds, Restrictions};
use gauntlet_cards::types::{Colors, Subtype};
use gauntlet_core::Player;

/// A reference to an object as it was at one time: stale as soon as it has changed zones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId {
    pub(crate) index: u16,
    pub(crate) generation: u16,
}

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId { index: u16::MAX, generation: 0 };

    /// The object that is at a place of the arena with this generation: for positions that are put together.
    pub fn new(index: u16, generation: u16) -> ObjectId {
        ObjectId { index, generation }
    }

    /// How many objects the place has had before, as far as that is counted.
    pub fn generation(self) -> u16 {
        self.generation
    }

    /// Returns whether this refers to no object.
    #[inline]
    pub fn is_none(self) -> bool {
        self.index == u16::MAX
    }

    /// What it becomes as it next changes zones: another object at the same place (CR 400.7).
    #[inline]
    pub(crate) fn moved(self) -> ObjectId {
        ObjectId { generation: self.generation.wrapping_add(1), ..self }
    }

    /// What it was before it last changed zones, if it was an object at the same place.
    #[inline]
    pub(crate) fn before(self) -> ObjectId {
        ObjectId { generation: self.generation.wrapping_sub(1), ..self }
    }

    /// The place in the arena.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// A player or an object, as targets and attacked things are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(Player),
}

bitflags! {
    /// Status and short memories of an object.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Flags: u32 {
        /// CR 110.5.
        const TAPPED = 1 << 0;
        /// CR 111.
        const TOKEN = 1 << 1;
        /// CR 708; in exile, face down.
        const FACE_DOWN = 1 << 2;
        /// Not under its controller's control continuously since their turn began (CR 302.6).
        const SICK = 1 << 3;
        /// CR 508.1k.
        const ATTACKING = 1 << 4;
        /// CR 509.1g.
        const BLOCKING = 1 << 5;
        /// CR 509.1h: was blocked, and stays so if the blocker leaves.
        const BLOCKED = 1 << 6;
        /// Was dealt damage by a source with deathtouch since the last check (CR 704.5h).
        const DEATHTOUCHED = 1 << 7;
        /// Was dealt damage this turn.
        const DAMAGED = 1 << 8;
        /// Lost all its abilities (CR 613.1f).
        const LOST_ABILITIES = 1 << 9;
        /// Entered the battlefield this turn.
        const ENTERED_THIS_TURN = 1 << 10;
        /// Attacked this turn.
        const ATTACKED_THIS_TURN = 1 << 11;
        /// A loyalty ability was activated this turn (CR 606.3).
        const LOYALTY_USED = 1 << 12;
        /// An ability on the stack, which isn't a card (CR 113.1c).
        const ABILITY = 1 << 13;
        /// A copy of a spell on the stack (CR 707.10).
        const COPY = 1 << 14;
        /// It has counters: an entry in `State::counters`.
        const HAS_COUNTERS = 1 << 15;
        /// Something is attached to it.
        const HAS_ATTACHMENTS = 1 << 16;
        /// It has abilities in `State::granted`.
        const HAS_GRANTED = 1 << 17;
        /// A card of a hand or library that is being looked at or moved in the middle of a resolution; its zone says which.
        const ASIDE = 1 << 18;
        /// The first player has seen this hidden card.
        const SEEN_BY_FIRST = 1 << 19;
        /// The second player has seen it.
        const SEEN_BY_SECOND = 1 << 20;
        /// Both have.
        const SEEN_BY_ALL = Self::SEEN_BY_FIRST.bits() | Self::SEEN_BY_SECOND.bits();
        /// Was cast, rather than put onto the battlefield.
        const CAST = 1 << 21;
        /// Dealt combat damage in the first-strike step (CR 702.4b).
        const DEALT_FIRST_STRIKE = 1 << 22;
        /// Its other face is up (CR 712).
        const TRANSFORMED = 1 << 23;
        /// Phased out (CR 702.26).
        const PHASED_OUT = 1 << 24;
        /// A card whose spell is exiled instead of being put into a graveyard, or that spell (CR 614).
        const EXILED_AFTERWARDS = 1 << 25;
        /// Chosen as an attacker in the declaration that is going on: what was put onto the battlefield attacking isn't (CR 508.4).
        const DECLARED = 1 << 26;
        /// Its card has activated abilities other than mana abilities that work on the battlefield.
        const HAS_ACTIONS = 1 << 27;
        /// The choices for how it enters the battlefield have been made (CR 614.12a).
        const READY_TO_ENTER = 1 << 28;
        /// Its controller chose not to untap it in this untap step (CR 502.3).
        const STAYS_TAPPED = 1 << 29;
        /// It has the copiable values of another object (CR 707.2): its card is not its own.
        const COPYING = 1 << 30;
        /// Lost the mana abilities of its basic land types with all others (CR 305.6, 613.1f).
        const LOST_LAND_MANA = 1 << 31;
    }
}

impl Flags {
    /// The flag that says that this player has seen the card.
    #[inline]
    pub(crate) fn seen_by(player: Player) -> Flags {
        if player == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND }
    }

    /// The flags of the players whose bits are set in `seen`, which is as in [`super::HiddenCard::seen`].
    #[inline]
    pub(crate) fn seen_by_all_of(seen: u8) -> Flags {
        let of = |player: Player| if seen & 1 << player.index() != 0 { Flags::seen_by(player) } else { Flags::empty() };
        of(Player::FIRST) | of(Player::SECOND)
    }
}

/// What an attacking creature attacks (CR 508.1b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Defender {
    /// A player.
    Player(Player),
    /// A planeswalker or battle.
    Permanent(ObjectId),
}

/// How much mana of type number `kind` (W, U, B, R, G, colourless) was spent: five bits for each.
#[inline]
pub fn spent_of(spent: u32, kind: usize) -> u32 {
    spent >> (5 * kind) & 31
}

/// One more mana of type number `kind` spent; more than 31 count as 31.
#[inline]
pub(crate) fn spend_one(spent: &mut u32, kind: usize) {
    if kind < 6 && spent_of(*spent, kind) < 31 {
        *spent += 1 << (5 * kind);
    }
}

/// How often each optional cost was paid.
pub type Paid = [u8; 4];
const _: () = assert!(size_of::<Paid>() == OPTIONAL_COSTS);

/// What was chosen for an object, for what else its text says of it (CR 607.2d).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chosen {
    /// A colour.
    Color(Colors),
    /// A creature type or basic land type.
    Subtype(Subtype),
    /// A player.
    Player(Player),
    /// The name of this card (CR 201.4).
    Name(CardId),
    /// A word, by its place among those that could be chosen (CR 614.12b).
    Word(u8),
    /// A number.
    Number(u16),
}

/// What is noted of an object that nothing asks for in other zones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noted {
    /// Nothing.
    Nothing,
    /// Of a Class on the battlefield, its level if that isn't the first (CR 716.2).
    Level(u8),
    /// Of a permanent with a shared type line, which halves are unlocked, as bits (CR 709.5c).
    Doors(u8),
    /// Of a card in exile, the turn in which it was put there, as far as 8 bits go: one that is foretold or plotted in a turn can't be
    /// cast in it (CR 702.143a, 702.170d).
    Turn(u8),
    /// Of what is about to enter the battlefield, that it goes to its owner's graveyard instead.
    KeptOut,
    /// Of an ability on the stack of a card that was in a hand, that the card has left it (CR 400.7).
    SourceLeft,
    /// Of a card that is being discarded for its cycling ability (CR 702.29a).
    Cycled,
    /// Of a card put aside out of a hand, what was known of it there: whether it is `HiddenCard::used`, and was drawn this turn.
    InHand {
        /// Whether its ability was used.
        used: bool,
        /// Whether it was drawn this turn.
        drawn: bool,
    },
}

/// Power and toughness before layer 7c. They follow from all that positions are told apart by, so that they aren't hashed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BaseSize(pub(crate) i16, pub(crate) i16);

impl std::hash::Hash for BaseSize {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// An object outside libraries and hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Object {
    /// The current characteristics of permanents; of other objects, those of the card.
    pub characteristics: Characteristics,
    /// Base power and toughness (CR 208.4b), of permanents and if something asks for it.
    pub(crate) base: BaseSize,
    /// Restrictions and permissions that apply now.
    pub restrictions: Restrictions,
    /// Status.
    pub flags: Flags,
    /// The events that its abilities watch; of objects that aren't permanents, those of the card.
    pub watches: EventKinds,
    /// When it entered its zone, or last became attached (CR 613.7).
    pub timestamp: u32,
    /// The card whose copiable values it has now.
    pub card: CardId,
    /// The card that it is printed as: hidden from others while it is face down.
    pub(crate) printed: CardId,
    /// Of a copy that is named otherwise than what it copies, a card with its name (CR 707.9b).
    pub(crate) renamed: Option<CardId>,
    /// Counts zone changes in this place.
    pub generation: u16,
    /// Marked damage (CR 120.3e).
    pub damage: u16,
    /// What it is attached to.
    pub attached_to: ObjectId,
    /// What it attacks.
    pub defender: Defender,
    /// The zone.
    pub zone: Zone,
    /// CR 108.3.
    pub owner: Player,
    /// CR 108.4; of objects that have none, the owner.
    pub controller: Player,
    /// The controller before control-changing effects (CR 613.1b).
    pub base_controller: Player,
    /// The X with which it was cast.
    pub x: u8,
    /// How often each optional cost was paid.
    pub paid: Paid,
    /// Regeneration shields (CR 701.19).
    pub shields: u8,
    /// Types of mana that it can make by tapping alone: W, U, B, R, G, colourless as bits 0 to 5; 0 if it can't.
    pub mana_mask: u8,
    /// What was chosen for it.
    pub chosen: Option<Chosen>,
    /// The zone that it was in before.
    pub came_from: Zone,
    /// Of a permanent that was cast, the zone from which it was.
    pub cast_from: Zone,
    /// Who cast it, of a spell that was cast and of the permanent that it became.
    pub cast_by: Player,
    /// Designations.
    pub marks: gauntlet_cards::keyword::Marks,
    /// The mana spent to cast it: see [`spent_of`].
    pub spent_mana: u32,
    /// How often it has transformed; of an ability on the stack, how often its source had (CR 701.27f).
    pub turned: u8,
    /// Cast as a prototype (CR 718.3b), or bestowed (CR 702.103b).
    pub prototype: bool,
    /// Why it is face down.
    pub down: gauntlet_cards::face_down::FaceDown,
    /// What is noted of it in the zone where it is.
    pub noted: Noted,
}

impl Object {
    /// How often the optional and named costs of its own abilities were paid: what has become a copy of another has abilities for which
    /// nothing was paid (CR 607.5, 702.152b).
    pub(crate) fn own_paid(&self) -> Paid {
        if self.is(Flags::COPYING) && self.zone == Zone::Battlefield { Paid::default() } else { self.paid }
    }

    /// A card that has the same name as it.
    #[inline]
    pub(crate) fn named_as(&self) -> CardId {
        self.renamed.unwrap_or(self.card)
    }

    /// Base power and toughness (CR 208.4b), as it last was.
    pub(crate) fn base_size(&self) -> BaseSize {
        match self.zone {
            Zone::Battlefield => self.base,
            _ => BaseSize(self.characteristics.power, self.characteristics.toughness),
        }
    }

    /// Returns whether it is an Aura (CR 303.4).
    pub fn is_aura(&self) -> bool {
        self.characteristics.subtypes.contains(gauntlet_cards::types::Subtype::AURA)
    }

    /// Returns whether all these flags are set.
    #[inline]
    pub fn is(&self, flags: Flags) -> bool {
        self.flags.contains(flags)
    }

    /// Returns whether it is a card that lies in exile face down (CR 406.3).
    #[inline]
    pub(crate) fn is_exiled_face_down(&self) -> bool {
        self.is(Flags::FACE_DOWN) && self.zone == Zone::Exile
    }

    /// A card that lies in exile face down as it is seen by what counts, chooses or targets: without characteristics (CR 406.3a).
    pub(crate) fn as_blank(&self) -> Object {
        Object { characteristics: Default::default(), ..*self }
    }

    /// Returns whether it is what a card that is exiled face down is seen as: every card has a type, this has none, and no name.
    pub(crate) fn is_blank(&self) -> bool {
        self.is_exiled_face_down() && self.characteristics.types.is_empty()
    }

    /// Returns whether which card it is can't be known to this player at all: it was put aside out of a hand or library, or lies in exile
    /// face down (CR 406.3), and they haven't seen it. Whose card it is doesn't matter: nobody may look at the cards of their own
    /// library.
    ///
    /// Of a face-down spell or permanent everyone sees what it is as such (CR 708.2): that is [`Object::card`].
    #[inline]
    pub(crate) fn is_hidden_from(&self, viewer: Player) -> bool {
        !self.is(Flags::seen_by(viewer)) && (self.is(Flags::ASIDE) || self.is_exiled_face_down())
    }

    /// Returns whether it is a creature now.
    #[inline]
    pub fn is_creature(&self) -> bool {
        self.characteristics.types.contains(gauntlet_cards::types::CardTypes::CREATURE)
    }
}

/// Without the card that it is printed as: what is written of a face-down permanent must not say what it is.
impl std::fmt::Debug for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Object")
            .field("characteristics", &self.characteristics)
            .field("restrictions", &self.restrictions)
            .field("flags", &self.flags)
            .field("watches", &self.watches)
            .field("timestamp", &self.timestamp)
            .field("card", &self.card)
            .field("renamed", &self.renamed)
            .field("generation", &self.generation)
            .field("damage", &self.damage)
            .field("attached_to", &self.attached_to)
            .field("defender", &self.defender)
            .field("zone", &self.zone)
            .field("owner", &self.owner)
            .field("controller", &self.controller)
            .field("base_controller", &self.base_controller)
            .field("x", &self.x)
            .field("paid", &self.paid)
            .field("shields", &self.shields)
            .field("mana_mask", &self.mana_mask)
            .field("chosen", &self.chosen)
            .field("came_from", &self.came_from)
            .field("cast_from", &self.cast_from)
            .field("cast_by", &self.cast_by)
            .field("marks", &self.marks)
            .field("spent_mana", &self.spent_mana)
            .field("turned", &self.turned)
            .field("prototype", &self.prototype)
            .field("down", &self.down)
            .field("noted", &self.noted)
            .finish_non_exhaustive()
    }
}
