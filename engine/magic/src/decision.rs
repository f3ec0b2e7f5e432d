//! Who is asked what, and the answers.

use std::hash::{Hash, Hasher};

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_core::Player;

use crate::state::{ObjectId, Target};

/// One choice. Objects are named by their place in the arena and hidden cards by what they are, so that an action means the
/// same in every world that its player can't tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Pass priority (CR 117.3d).
    Pass,
    /// Keep the hand (CR 103.5).
    Keep,
    /// Take a mulligan.
    Mulligan,
    /// Do it.
    Yes,
    /// Don't do it: no attack, no block, decline.
    No,
    /// Choose no more.
    Done,
    /// Cast or play this card from the hand in this way, or activate its ability there.
    Play {
        /// The card.
        card: CardId,
        /// The way.
        ability: AbilityId,
    },
    /// Cast or play the top card of the library, which is this one, in this way.
    PlayTop {
        /// The card.
        card: CardId,
        /// The way.
        ability: AbilityId,
    },
    /// Activate this ability of an object, or cast it from where it is.
    Activate {
        /// The place of the object in the arena.
        object: u16,
        /// The ability.
        ability: AbilityId,
    },
    /// This object.
    Object(u16),
    /// This player.
    Player(Player),
    /// A card of that name in the hand or library that is chosen from.
    Card(CardId),
    /// Mode number *n* of the script, from 0.
    Mode(u8),
    /// A number.
    Number(u16),
    /// A colour: its place in the order W, U, B, R, G.
    Color(u8),
    /// A creature type or a land type: its number.
    Subtype(u16),
}

/// In a key the kind of the action stands above these bits, its card or object above the ability's.
const KIND_AT: u32 = 48;
const PLACE_AT: u32 = 32;

impl Action {
    /// A number below 2⁵² that is the same for equal actions and another for others: for programs that name actions by whole numbers, or
    /// write them as such into JSON. Cards and abilities are named by their numbers in the pool, so keys mean the same in all games of a
    /// setup, and in every world of the same view.
    pub fn key(self) -> u64 {
        let key = |kind: u64, place: u16, rest: u32| kind << KIND_AT | u64::from(place) << PLACE_AT | u64::from(rest);
        match self {
            Action::Pass => key(0, 0, 0),
            Action::Keep => key(1, 0, 0),
            Action::Mulligan => key(2, 0, 0),
            Action::Yes => key(3, 0, 0),
            Action::No => key(4, 0, 0),
            Action::Done => key(5, 0, 0),
            Action::Play { card, ability } => key(6, card.0, ability.0),
            Action::PlayTop { card, ability } => key(7, card.0, ability.0),
            Action::Activate { object, ability } => key(8, object, ability.0),
            Action::Object(object) => key(9, object, 0),
            Action::Player(player) => key(10, player.index() as u16, 0),
            Action::Card(card) => key(11, card.0, 0),
            Action::Mode(mode) => key(12, u16::from(mode), 0),
            Action::Number(number) => key(13, number, 0),
            Action::Color(place) => key(14, u16::from(place), 0),
            Action::Subtype(number) => key(15, number, 0),
        }
    }

    /// The action with this [`Action::key`], if there is one.
    pub fn from_key(key: u64) -> Option<Action> {
        let (place, rest) = ((key >> PLACE_AT) as u16, key as u32);
        let byte = u8::try_from(place);
        let action = match key >> KIND_AT {
            0 => Action::Pass,
            1 => Action::Keep,
            2 => Action::Mulligan,
            3 => Action::Yes,
            4 => Action::No,
            5 => Action::Done,
            6 => Action::Play { card: CardId(place), ability: AbilityId(rest) },
            7 => Action::PlayTop { card: CardId(place), ability: AbilityId(rest) },
            8 => Action::Activate { object: place, ability: AbilityId(rest) },
            9 => Action::Object(place),
            10 => Action::Player(Player::BOTH.get(usize::from(place)).copied()?),
            11 => Action::Card(CardId(place)),
            12 => Action::Mode(byte.ok()?),
            13 => Action::Number(place),
            14 => Action::Color(byte.ok()?),
            15 => Action::Subtype(place),
            _ => return None,
        };
        // What an action doesn't have is 0 in its key.
        (action.key() == key).then_some(action)
    }
}

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DecisionKind {
    /// No decision: the game is over or has not reached one.
    None,
    /// The player has priority.
    Priority,
    /// Keep or mulligan.
    Mulligan,
    /// Which card to put on the bottom after a mulligan.
    Bottom,
    /// Which mode.
    Mode,
    /// Which card of the hand to splice onto the spell next (CR 702.47b).
    Splice,
    /// The value of X.
    X,
    /// Whether to pay what an effect offers in place of the mana cost (CR 118.9); the detail is how much mana that is.
    OtherPrice,
    /// Whether to pay an optional additional cost.
    OptionalCost,
    /// Which target.
    Target,
    /// How much of a divided number the target gets.
    Share,
    /// Which object or card to pay a cost with.
    CostChoice,
    /// Which mana to spend, or which mana ability to activate first (CR 601.2g–h). Mana in the pool is named by its colour
    /// (colourless: 5), mana that may be spent on some things only by its number.
    PayMana,
    /// Whether to pay life instead of Phyrexian mana.
    PhyrexianLife,
    /// Whether to do an optional part of an effect.
    May,
    /// Whether to pay for an effect.
    MayPay,
    /// What and whether the creature attacks.
    Attack,
    /// What a creature attacks that was put onto the battlefield attacking (CR 508.4).
    Attacked,
    /// Which other attacker joins the band that the attacking creature leads (CR 702.22c).
    Band,
    /// What and whether the creature blocks.
    Block,
    /// How much combat damage the next recipient gets.
    AssignDamage,
    /// Which card to discard.
    Discard,
    /// Which permanent to sacrifice.
    Sacrifice,
    /// Which object, for an effect.
    Pick,
    /// Which card to find.
    Search,
    /// Whether the card goes to the bottom (scry) (yes) or stays on top.
    Scry,
    /// Whether the card goes to the graveyard (surveil) (yes) or stays on top.
    Surveil,
    /// Which card goes next on its place in the library.
    OrderCards,
    /// Which of your triggered abilities is put on the stack next.
    OrderTriggers,
    /// Which replacement or prevention effect applies first (CR 616.1).
    OrderReplacements,
    /// Which legendary permanent to keep.
    LegendRule,
    /// Whether to put a commander into the command zone (CR 903.9a).
    CommandZone,
    /// What the Aura is attached to as it enters without being cast.
    AttachTo,
    /// A colour.
    Color,
    /// A creature type.
    CreatureType,
    /// The name of a card.
    CardName,
    /// A kind of counter, by its number (CR 122.1).
    CounterKind,
    /// A word of a text that is changed, or what it is replaced by (CR 612).
    Word,
    /// A number.
    Number,
    /// What to vote for, as a number (CR 701.38).
    Vote,
    /// Which dungeon to enter, by its number (CR 701.49a).
    Dungeon,
    /// Which room of the dungeon is next, by its number (CR 701.49b).
    Room,
    /// How a coin (1: won) or die falls, if the options ask for it.
    Chance,
    /// A turn begins, if the options ask for it: there is nothing to choose.
    TurnBegins,
}

impl DecisionKind {
    /// What is asked, in a few words.
    pub fn name(self) -> &'static str {
        match self {
            DecisionKind::None => "nothing",
            DecisionKind::Priority => "priority",
            DecisionKind::Mulligan => "keep or mulligan",
            DecisionKind::Bottom => "card to put on the bottom",
            DecisionKind::Mode => "mode",
            DecisionKind::Splice => "card to splice",
            DecisionKind::X => "value of X",
            DecisionKind::OtherPrice => "other price",
            DecisionKind::OptionalCost => "optional cost",
            DecisionKind::Target => "target",
            DecisionKind::Share => "share of what is divided",
            DecisionKind::CostChoice => "what to pay a cost with",
            DecisionKind::PayMana => "mana to pay",
            DecisionKind::PhyrexianLife => "life for a Phyrexian symbol",
            DecisionKind::May => "whether to",
            DecisionKind::MayPay => "whether to pay",
            DecisionKind::Attack => "attack",
            DecisionKind::Attacked => "what to attack",
            DecisionKind::Band => "band",
            DecisionKind::Block => "block",
            DecisionKind::AssignDamage => "combat damage to assign",
            DecisionKind::Discard => "card to discard",
            DecisionKind::Sacrifice => "permanent to sacrifice",
            DecisionKind::Pick => "object to choose",
            DecisionKind::Search => "card to find",
            DecisionKind::Scry => "scry",
            DecisionKind::Surveil => "surveil",
            DecisionKind::OrderCards => "next card in order",
            DecisionKind::OrderTriggers => "next trigger in order",
            DecisionKind::OrderReplacements => "replacement effect to apply first",
            DecisionKind::LegendRule => "legendary permanent to keep",
            DecisionKind::CommandZone => "command zone",
            DecisionKind::AttachTo => "what to attach to",
            DecisionKind::Color => "color",
            DecisionKind::CreatureType => "creature type",
            DecisionKind::CardName => "card name",
            DecisionKind::CounterKind => "kind of counter",
            DecisionKind::Word => "word",
            DecisionKind::Number => "number",
            DecisionKind::Vote => "vote",
            DecisionKind::Dungeon => "dungeon",
            DecisionKind::Room => "room",
            DecisionKind::Chance => "how chance falls",
            DecisionKind::TurnBegins => "a turn begins",
        }
    }
}

/// What tells a decision apart besides its kind and what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Particulars {
    /// Nothing.
    Nothing,
    /// Targets: the number of the target spec.
    Spec(u8),
    /// Things that are chosen, given or paid one after the other: how much is left, this one included.
    Left(u16),
    /// Numbers: the greatest that there is.
    Most(u16),
    /// Optional costs: which of them.
    OptionalCost(u8),
    /// What an effect offers in place of the mana cost: how much mana that is.
    Mana(u16),
    /// Priority: how many spells and abilities are on the stack.
    Stack(u16),
    /// Questions of which a procedure has several: how far it has come.
    Progress(u16),
}

impl Particulars {
    /// The number in it, whatever that counts; 0 if there is none.
    pub fn number(self) -> u16 {
        match self {
            Particulars::Nothing => 0,
            Particulars::Spec(number) | Particulars::OptionalCost(number) => number.into(),
            Particulars::Left(number)
            | Particulars::Most(number)
            | Particulars::Mana(number)
            | Particulars::Stack(number)
            | Particulars::Progress(number) => number,
        }
    }

    /// How much is left, this one included, where things are chosen one after the other; else 0.
    pub fn left(self) -> u16 {
        match self {
            Particulars::Left(left) => left,
            _ => 0,
        }
    }
}

/// Its number alone, which the kind of decision tells the meaning of: fingerprints are in recordings.
impl Hash for Particulars {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.number().hash(hasher);
    }
}

/// Who is asked what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// Who is asked.
    pub player: Player,
    /// What about.
    pub kind: DecisionKind,
    /// The spell, ability or creature that it is for.
    pub about: ObjectId,
    /// What else tells it apart.
    pub detail: Particulars,
}

impl Decision {
    /// No decision.
    pub const NONE: Decision = Decision {
        player: Player::FIRST,
        kind: DecisionKind::None,
        about: ObjectId::NONE,
        detail: Particulars::Nothing,
    };
}

impl From<Target> for Action {
    /// Choosing this target.
    fn from(target: Target) -> Action {
        match target {
            Target::Object(id) => Action::Object(id.index),
            Target::Player(player) => Action::Player(player),
        }
    }
}
