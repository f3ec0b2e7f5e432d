//! The whole position of a game as flat data: plain arrays of small values, cheap to copy, compare and hash.
//!
//! Cards in libraries and hands are only a card and who has seen it. Everything else (permanents, spells and abilities on
//! the stack, cards in graveyards and exile) is an [`Object`] in one arena. A zone change makes a new object (CR 400.7): the
//! place in the arena stays, its generation goes up, so that whoever holds the old [`ObjectId`] can tell.
//!
//! Places in the arena are taken and freed by public events only, so that an index means the same object in every world
//! that a player can't tell apart: actions name objects by it.

mod annals;
mod by_hand;
mod commander;
mod emblem;
mod found;
mod hidden;
mod lapse;
mod listed;
mod mana;
mod memory;
mod merged;
mod object;
mod ordered;
mod outside;
mod pair;
mod past;
mod remembered;
mod text_change;

use gauntlet_cards::ability::RuleKinds;
use std::hash::{Hash, Hasher};

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::MOST_MODES;
use gauntlet_cards::effect::{DelayedUntil, Duration, Modification, Permitted};
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::keyword::{EventKinds, Keywords};
use gauntlet_core::{Outcome, PerPlayer, Player, Stream};

pub(crate) use self::annals::Annals;
pub use self::annals::Fact;
pub(crate) use self::by_hand::{ByHand, Contained, Ways};
pub use self::commander::Commander;
pub use self::emblem::Emblem;
pub(crate) use self::emblem::EmblemAbility;
pub(crate) use self::found::{Board, Found, may_end};
pub use self::hidden::{HiddenCard, Learned};
pub use self::lapse::{Hold, Lapse};
pub use self::mana::{RestrictedMana, SpentFrom};
pub use self::memory::{Memory, MemoryList};
pub(crate) use self::merged::Component;
pub(crate) use self::object::{BaseSize, spend_one};
pub use self::object::{Chosen, Defender, Flags, Noted, Object, ObjectId, Paid, Target, spent_of};
pub use self::ordered::{DrawnBy, Ordered, ReplacedBy};
pub use self::outside::{Outside, OutsideCard};
pub use self::pair::Pair;
pub(crate) use self::past::Happened;
pub use self::past::PastEvent;
pub use self::remembered::Remembered;
pub use self::text_change::{TextChange, Word};
use crate::decision::{Action, Decision};
use crate::journal::Journal;
use crate::task::Price;

/// What concerns one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerInfo {
    /// Life total.
    pub life: i32,
    /// Poison counters (CR 122.1f).
    pub poison: u8,
    /// Energy counters.
    pub energy: u16,
    /// Experience counters.
    pub experience: u16,
    /// Rad counters (CR 727).
    pub rad: u16,
    /// The mana pool: W, U, B, R, G, colourless (CR 106.4).
    pub mana: [u8; 6],
    /// Lands played this turn.
    pub lands_played: u8,
    /// Additional land plays allowed this turn by effects that resolved.
    pub extra_lands: u8,
    /// Cards drawn this turn.
    pub cards_drawn: u8,
    /// Whether any of them was drawn in the player's own draw step.
    pub drawn_in_draw_step: bool,
    /// Mana spent to cast spells this turn (CR 700.14).
    pub expended: u8,
    /// Spells cast this turn.
    pub spells_cast: u8,
    /// Spells cast in the turn before.
    pub spells_last_turn: u8,
    /// Turns begun, up to 4.
    pub turns_begun: u8,
    /// Life lost in the turn before.
    pub life_lost_last_turn: u16,
    /// Life gained this turn.
    pub life_gained: u16,
    /// Life lost this turn.
    pub life_lost: u16,
    /// Creatures declared as attackers this turn.
    pub attackers_declared: u8,
    /// The total power of the creatures that were declared as attackers in the latest combat.
    pub attack_power: i32,
    /// Mulligans taken.
    pub mulligans: u8,
    /// Tried to draw from an empty library since the last check (CR 704.5b).
    pub drew_from_empty: bool,
    /// Turns to skip, one for each effect that says so (CR 614.10).
    pub skip_turns: u8,
    /// How often each step is to be skipped, one for each effect that says so (CR 614.10a). A phase is skipped with its first step.
    pub skip_steps: [u8; Step::ALL.len()],
    /// The city's blessing (CR 702.131).
    pub blessed: bool,
    /// The index of the dungeon that they are in among those of the pool, if they are in one (CR 309.3).
    pub dungeon: Option<u8>,
    /// The room that their venture marker is in (CR 309.4).
    pub room: u8,
    /// The dungeons that they have completed, a bit for each (CR 309.7).
    pub completed: u8,
    /// How often the Ring has tempted them (CR 701.54c).
    pub tempted: u8,
    /// Their Ring-bearer (CR 701.54b).
    pub ring_bearer: ObjectId,
    /// Their speed; 0: none (CR 702.179b).
    pub speed: u8,
    /// Whether the ability that comes with speed has triggered this turn (CR 702.179d).
    pub sped_up: bool,
}

/// What follows a step or phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Next {
    /// This one.
    Step(Step),
    /// The turn is over.
    Turn,
}

/// The event that a triggered ability is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventData {
    /// The object it is about.
    pub object: ObjectId,
    /// The other object or player.
    pub other: Option<Target>,
    /// The player it is about.
    pub player: Option<Player>,
    /// The number.
    pub amount: i32,
}

impl EventData {
    /// About nothing.
    pub const NONE: EventData = EventData { object: ObjectId::NONE, other: None, player: None, amount: 0 };
}

/// The modes in the order in which they are followed, as indices of parts, and then the cards that were spliced onto the spell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Modes {
    pub(crate) parts: [u8; MOST_MODES],
    pub(crate) count: u8,
}

/// A range in one of the position's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Range {
    pub(crate) start: u16,
    pub(crate) end: u16,
}

/// A target that was chosen for an object on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChosenTarget {
    /// Which of the chosen modes, in order.
    pub mode: u8,
    /// Which spec of the part.
    pub spec: u8,
    /// The share of a divided number.
    pub share: u16,
    /// What was chosen.
    pub target: Target,
}

/// A spell or ability on the stack (CR 405).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StackItem {
    /// Its object in the arena.
    pub object: ObjectId,
    /// The ability whose script it follows: the way a spell was cast, or the ability.
    pub ability: AbilityId,
    /// What it is from; of spells, the spell itself.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: Player,
    /// CR 107.3.
    pub x: u8,
    /// How often each optional cost was paid.
    pub paid: Paid,
    /// The modes.
    pub modes: Modes,
    /// Its targets in `State::targets`.
    pub targets: Range,
    /// What triggered it.
    pub event: EventData,
    /// The delayed trigger's remembered registers, if there are some.
    pub memory: Option<MemoryList>,
    /// The zone from which it was cast.
    pub from: Zone,
}

/// A triggered ability that waits to be put on the stack (CR 603.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PendingTrigger {
    /// The ability that triggered.
    pub ability: AbilityId,
    /// Of what.
    pub source: ObjectId,
    /// Who controls the ability.
    pub controller: Player,
    /// The event that it triggered on.
    pub event: EventData,
    /// Remembered registers, if there are some.
    pub memory: Option<MemoryList>,
    /// The X of what made it, for a delayed or reflexive ability (CR 107.3); of others X is their source's.
    pub x: Option<u8>,
    /// How often its source had transformed when a delayed ability was made; of others it counts how often as they are put on the stack
    /// (CR 701.27f).
    pub turned: Option<u8>,
}

/// Which part of a copy effect an effect stands for. A copy of an object that is itself a copy with exceptions needs several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CopyPart {
    /// The card and the exceptions (CR 707.9).
    Whole,
    /// The card only: exceptions of what is copied follow.
    Card,
    /// The exceptions only.
    Exceptions,
    /// A word of the text that made the token is another one, `numbers` say which (CR 612.2a).
    Words,
    /// The card has come over what the object was before, whose abilities it has too (CR 702.140e, 729.2a).
    Over,
    /// The card has come under it: the object has its abilities too.
    Under,
}

/// A continuous effect that a resolution has made (CR 611.2), on one object or on whatever fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActiveEffect {
    /// Where its modifications are written: ability, part, index of the instruction.
    pub ability: AbilityId,
    /// Part of the script.
    pub part: u8,
    /// Index of the instruction.
    pub instr: u16,
    /// The object it changes; none for those that apply to whatever fits a filter.
    pub object: ObjectId,
    /// Its source.
    pub source: ObjectId,
    /// Whose effect it is.
    pub controller: Player,
    /// When it was made (CR 613.7).
    pub timestamp: u32,
    /// How long it lasts.
    pub duration: Duration,
    /// The turn in which it was made.
    pub turn: u32,
    /// The numbers that were locked in, in the order of the modifications that have some.
    pub numbers: [i16; 2 * Modification::MOST_NUMBERED],
    /// Other object referred to by the modification (what is copied), as it was then.
    pub copied: CardId,
    /// Which part of the instruction it stands for, if it copies.
    pub copy: CopyPart,
    /// A player referred to by the modification (who gains control) or by the description of what it changes; an object, by the latter.
    pub player: Player,
    pub(crate) of: ObjectId,
    /// The keywords that its object couldn't have or gain when it was made: in them it doesn't apply, then or ever (CR 113.11).
    pub withheld: Keywords,
}

/// A delayed triggered ability (CR 603.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DelayedTrigger {
    /// The ability that is to trigger.
    pub ability: AbilityId,
    /// What it waits for.
    pub until: DelayedUntil,
    /// Of what.
    pub source: ObjectId,
    /// Who controls the ability.
    pub controller: Player,
    /// The turn in which it was made.
    pub turn: u32,
    /// Remembered registers, if there are some.
    pub memory: Option<MemoryList>,
    /// The X of what made it (CR 107.3), if something did.
    pub x: Option<u8>,
    /// The number that it was told, if it was, as the event's number.
    pub number: Option<i32>,
    /// How often its source had transformed when it was made (CR 701.27f).
    pub turned: u8,
}

impl DelayedTrigger {
    /// One that remembers nothing but what it is of.
    pub(crate) fn new(
        ability: AbilityId,
        until: DelayedUntil,
        source: ObjectId,
        controller: Player,
        turn: u32,
    ) -> DelayedTrigger {
        DelayedTrigger { ability, until, source, controller, turn, memory: None, x: None, number: None, turned: 0 }
    }
}

/// How much of the damage a shield prevents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prevents {
    /// All of it.
    All,
    /// The next that many (CR 615.7); none once it is used up.
    Next(u16),
}

/// What a shield has damage dealt to instead (CR 614.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Redirected {
    /// This.
    To(Target),
    /// Whoever controls this object as the damage would be dealt.
    ControllerOf(ObjectId),
}

/// Prevention of damage for a turn (CR 615).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DamageShield {
    /// Whom or what it protects; `None`: combat damage by sources that fit the instruction's filter.
    pub protects: Option<Target>,
    /// How much is still prevented.
    pub amount: Prevents,
    /// Where the filter is written.
    pub ability: AbilityId,
    /// Part of the script.
    pub part: u8,
    /// Index of the instruction.
    pub instr: u16,
    /// Who controls the effect.
    pub controller: Player,
    /// The source of the effect.
    pub source: ObjectId,
    /// Only damage that this would deal, if it is not none.
    pub from: ObjectId,
    /// Only combat damage.
    pub combat: bool,
    /// Prevents all of the next damage and is gone then (CR 615.8).
    pub once: bool,
    /// Deals the damage to another instead of preventing it (CR 614.9).
    pub redirect: Option<Redirected>,
    /// Used up; it is gone once all damage of the same time is dealt (CR 615.8).
    pub spent: bool,
    /// Registers that are remembered for what happens then, if there are some.
    pub memory: Option<MemoryList>,
    /// The player that the instruction's descriptions mean as the one that a loop is at.
    pub player: Player,
    pub(crate) of: ObjectId,
    /// When it was made, by which it is told from others.
    pub timestamp: u32,
}

/// A link between a source and a card in exile (CR 607.2), perhaps until the source leaves (CR 610.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExileLink {
    /// The source.
    pub source: ObjectId,
    /// The card in exile.
    pub card: ObjectId,
    /// Whether it returns to the battlefield when the source leaves.
    pub returns: bool,
    /// Returns when an opponent of this player becomes the monarch.
    pub until_monarch: Option<Player>,
    /// As a copy of which card the source had the ability that did this, if it was one (CR 607.5a).
    pub copied_as: Option<CardId>,
    /// The ability that did this, if the source had it from another card (CR 607.5).
    pub gained: Option<AbilityId>,
}

/// A permanent that is phased out (CR 702.26).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PhasedOut {
    /// Its place in the arena.
    pub index: u16,
    /// The index of the permanent that it was attached to and phased out with (CR 702.26g), if it was.
    pub with: Option<u16>,
}

/// Where an instruction is written: the ability, the part of its script, and the place there.
pub type Written = (AbilityId, u8, u16);

/// A permission to play a card from where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayPermission {
    /// The card; none of what is asked anew which cards it is for (CR 611.2c): that gives one for each of them.
    pub card: ObjectId,
    /// Who may.
    pub player: Player,
    /// Where it is written which spells only, and for which cards, if it is.
    pub said: Option<Written>,
    /// Whom the event was about that triggered what gives it.
    pub told: Option<Player>,
    /// Lands too.
    pub lands: bool,
    /// Without paying the mana cost.
    pub free: bool,
    /// The card itself only, none of its other faces (CR 715.3d).
    pub whole: bool,
    /// In what way.
    pub how: gauntlet_cards::effect::Permitted,
    /// As what mana may be spent to cast it in this way. While that is done `card` is the spell.
    pub mana: gauntlet_cards::effect::SpentAs,
    /// How long.
    pub duration: Duration,
    /// The source of the effect that gives it.
    pub source: ObjectId,
    /// The turn in which it was given.
    pub turn: u32,
    /// Its timestamp: what was given as an ability is lost with others to what comes later (CR 613.7).
    pub since: u32,
    /// How many more of the cards with this timestamp may be played, if not all of them.
    pub left: Option<u8>,
}

impl PlayPermission {
    /// What is paid for the mana cost of what is cast so (CR 118.9).
    pub(crate) fn price(&self) -> Price {
        match self.how {
            Permitted::For(ability) => Price::Offered(self.source, ability),
            _ => Price::free(self.free),
        }
    }

    /// To cast a card as its rules say, from a turn on, for good; no effect of a source gives it.
    pub fn plain(card: ObjectId, player: Player, turn: u32) -> PlayPermission {
        PlayPermission {
            card,
            player,
            said: None,
            told: None,
            lands: false,
            free: false,
            whole: false,
            how: gauntlet_cards::effect::Permitted::Usual,
            mana: gauntlet_cards::effect::SpentAs::Itself,
            duration: Duration::Indefinite,
            source: ObjectId::NONE,
            turn,
            since: 0,
            left: None,
        }
    }
}

/// The position of a game.
#[derive(Debug)]
pub struct State {
    // What can be copied as it is.
    pub(crate) players: PerPlayer<PlayerInfo>,
    pub(crate) turn: u32,
    pub(crate) active: Player,
    /// Whose the last regular turn was, skipped or not: turns go on from it once extra turns are over (CR 500.7).
    pub(crate) regular: Player,
    /// Whether the turn is an extra one.
    pub(crate) extra_turn: bool,
    pub(crate) step: Step,
    /// Who has or will next have priority.
    pub(crate) priority: Player,
    /// How many players have passed in succession.
    pub(crate) passes: u8,
    pub(crate) decision: Decision,
    pub(crate) outcome: Option<Outcome>,
    /// The stream that [`State::stream`] chooses where there is no other.
    pub(crate) rng: Stream,
    pub(crate) clock: u32,
    pub(crate) actions: u32,
    pub(crate) creatures_died: u8,
    pub(crate) next_memory: MemoryList,
    /// What follows once the additional phases are over (CR 500.8).
    pub(crate) resume: Option<Next>,
    /// Something happened that state-based actions may care about.
    pub(crate) check_needed: bool,
    /// Characteristics must be computed again.
    pub(crate) layers_needed: bool,
    /// Of no more permanents than of those from this place on, which have entered since.
    pub(crate) arrived_from: Option<u16>,
    /// A continuous effect depends on more than permanents (a condition or a count), so that it is computed again at each check.
    pub(crate) layers_volatile: bool,
    /// A continuous effect depends on the cards in graveyards.
    pub(crate) layers_read_graveyards: bool,
    /// Something happened since then that such a condition or count may depend on.
    pub(crate) volatile_dirty: bool,
    /// A static ability or active effect changes characteristics: layers must be applied.
    pub(crate) layers_used: bool,
    /// Event kinds that something on the battlefield watches.
    pub(crate) watched: EventKinds,
    /// Whether cards of this game have abilities that work outside the battlefield and the stack.
    pub(crate) elsewhere: bool,
    /// Some static ability on the battlefield or active effect replaces events or changes rules.
    pub(crate) rules: RuleKinds,
    /// How many static abilities in effect, umbra armor included, replace events so that their order may matter (CR 616.1).
    pub(crate) replacers: u8,
    pub(crate) first_strike_step: bool,
    /// Creatures were declared as attackers in this combat, or put onto the battlefield attacking (CR 508.8).
    pub(crate) attacked: bool,
    /// Whether a creature was declared as one that attacks a player in this combat (CR 702.121a).
    pub(crate) attacked_player: bool,
    /// Whether it is day or night (CR 730).
    pub(crate) daytime: gauntlet_cards::designation::Daytime,
    /// Spells that the active player of the turn before cast in it.
    pub(crate) active_spells_last_turn: u8,
    /// The starting life total (CR 103.4).
    pub(crate) starting_life: i32,
    /// Another cleanup step follows this one (CR 514.3a).
    pub(crate) cleanup_again: bool,
    /// The mana that the last payment spent: see [`spent_of`].
    pub(crate) spent_mana: u32,
    /// What an Aura that is about to enter will be attached to.
    pub(crate) entering_host: Option<ObjectId>,
    /// Who controls the spell or ability of which an instruction is carried out now.
    pub(crate) cause: Option<Player>,
    /// What is about to enter, while it is worked out what it will be there: what is counted there doesn't include it yet (CR 614.12).
    pub(crate) arriving: Option<u16>,
    /// Who goes first.
    pub(crate) starting: Player,
    /// Bit *i*: player *i*'s turn is controlled by the other player (CR 722).
    pub(crate) controlled: u8,
    /// Bit *i*: player *i*'s next turn will be.
    pub(crate) controlled_next: u8,
    /// How many extra turns each player takes after their next turn (CR 500.7).
    pub(crate) extra_after_next: PerPlayer<u8>,
    /// Bit *i*: player *i* won the last subgame (CR 728).
    pub(crate) subgame_winners: u8,
    /// Cards of this game have effects on characteristics that work outside the battlefield.
    pub(crate) elsewhere_layers: bool,
    /// Effects change objects outside the battlefield.
    pub(crate) other_zones: bool,
    /// Who is the monarch (CR 724).
    pub(crate) monarch: Option<Player>,
    /// Who has the initiative (CR 725).
    pub(crate) initiative: Option<Player>,
    /// The damage that is being dealt can't be prevented (CR 615.12).
    pub(crate) unpreventable: bool,
    /// The turn is being ended by an effect (CR 723).
    pub(crate) turn_ends: bool,
    /// How many times in succession players have passed while something was on the stack, nothing else having been chosen.
    pub(crate) idle: u32,
    /// The situation in which such a series of passes once was; 0 for none.
    pub(crate) idle_mark: u64,
    /// The answer to the last decision, until the task that asked takes it.
    pub(crate) answer: Option<Action>,

    // Lists.
    pub(crate) libraries: PerPlayer<Vec<HiddenCard>>,
    pub(crate) hands: PerPlayer<Vec<HiddenCard>>,
    pub(crate) graveyards: PerPlayer<Vec<u16>>,
    pub(crate) exile: Vec<u16>,
    pub(crate) command: Vec<u16>,
    pub(crate) battlefield: Vec<u16>,
    /// What is found by going through all that, so that nobody has to again: no part of what positions differ by.
    pub(crate) found: Found,
    pub(crate) objects: Vec<Object>,
    pub(crate) free: Vec<u16>,
    pub(crate) stack: Vec<StackItem>,
    pub(crate) targets: Vec<ChosenTarget>,
    pub(crate) tasks: Vec<crate::task::Task>,
    pub(crate) scratch: Vec<ObjectId>,
    pub(crate) pending: Vec<PendingTrigger>,
    pub(crate) effects: Vec<ActiveEffect>,
    /// Place in the arena, kind, how many, and when the last of them was put there (CR 613.7c).
    pub(crate) counters: Vec<(u16, CounterKind, u16, u32)>,
    /// The abilities that effects give to objects: by their places in the arena, of one in the order in which it got them,
    /// with the timestamps of these effects (CR 613.7a).
    pub(crate) granted: Vec<(u16, AbilityId, u32)>,
    /// The keywords that rules say objects can't have or gain (CR 113.11).
    pub(crate) forbidden: Vec<(ObjectId, Keywords)>,
    /// The words that stand for others in the text of objects (CR 612).
    pub(crate) texts: Vec<TextChange>,
    pub(crate) blocks: Vec<(u16, u16)>,
    /// Which attackers are in which attacking band (CR 702.22c).
    pub(crate) bands: Vec<(u16, u16)>,
    pub(crate) last_known: Vec<(ObjectId, Object)>,
    /// What has left the stack while something else was there, as it last was there (CR 707.10).
    pub(crate) left_stack: Vec<StackItem>,
    /// What permanents weren't for a while since the stack was last empty, if some duration may depend on it (CR 611.2b).
    pub(crate) lapses: Vec<Lapse>,
    /// The power and toughness that cards with an ability which defines them last had in a graveyard or exile, by what they were there
    /// (CR 604.3, 608.2h).
    pub(crate) last_sizes: Vec<(ObjectId, (i32, i32))>,
    /// The counters of what is in `last_known`.
    pub(crate) last_counters: Vec<(ObjectId, CounterKind, u16)>,
    /// What blocked what when one of them left the battlefield, for as long as that is in `last_known`: blocker and attacker.
    pub(crate) last_blocks: Vec<(ObjectId, ObjectId)>,
    /// What was attached to something that is in `last_known` as that left the battlefield: the host, and that, as it was then.
    pub(crate) last_attached: Vec<(ObjectId, ObjectId, Object)>,
    pub(crate) delayed: Vec<DelayedTrigger>,
    pub(crate) memories: Vec<Memory>,
    /// The counters with which objects that are about to enter will enter, by choices that were made and as abilities say.
    pub(crate) entering: Vec<EntersWith>,
    /// The modes that were chosen for abilities that speak of those that haven't been: of the object, as a set of bits.
    pub(crate) modes_taken: Vec<(ObjectId, AbilityId, u8)>,
    /// How often abilities that are limited per turn were activated or triggered this turn, and those that can be activated only
    /// once were: by the permanent.
    pub(crate) uses: Vec<(ObjectId, AbilityId, u8)>,
    /// Who has done this turn what abilities offer only once each turn (CR 603.2i).
    pub(crate) done: Vec<(ObjectId, AbilityId, Player)>,
    /// Extra turns to take, the most recently created last (CR 500.7).
    pub(crate) extra_turns: Vec<Player>,
    /// Who chooses how creatures block, if not who controls them, and whether that is for this combat only.
    pub(crate) blocks_chosen_by: Option<(Player, bool)>,
    /// Whether the declaration of attackers of a combat of this turn has begun, were it of none (CR 508.1).
    pub(crate) attackers_declared: bool,
    /// How many main phases of the turn have begun (CR 505.1a).
    pub(crate) main_phases: u8,
    /// How many combat phases the turn has had, this one included.
    pub(crate) combat_phases: u8,
    /// Additional phases after the current one, as the steps that begin them, the next one last (CR 500.8).
    pub(crate) extra_phases: Vec<Step>,
    /// The events of this turn of which only the first makes abilities trigger.
    pub(crate) firsts: Vec<Happened>,
    /// Creatures that are paired (CR 702.95).
    pub(crate) pairs: Vec<Pair>,
    /// Which creature must block which attacker if able (CR 509.1c), and whether in this combat only.
    pub(crate) must_block: Vec<(ObjectId, ObjectId, bool)>,
    /// Creatures that can't block others this turn: blocker and attacker.
    pub(crate) cant_block: Vec<(ObjectId, ObjectId)>,
    /// As copies of which cards, or with which abilities of others, objects made the choices that are kept for them (CR 607.5, 607.5a).
    pub(crate) chosen_as: Vec<(ObjectId, Option<CardId>, Option<AbilityId>)>,
    /// Of permanents as they entered: for which tribute was paid (CR 702.104b), how many permanents they devoured (CR 702.82b).
    pub(crate) tributes: Vec<ObjectId>,
    pub(crate) devoured: Vec<(ObjectId, u16)>,
    /// What happened this turn, as far as some card asks for it.
    pub(crate) history: Vec<PastEvent>,
    /// What happened in the turn before, if some card of the pool asks.
    pub(crate) history_last_turn: Vec<PastEvent>,
    pub(crate) shields: Vec<DamageShield>,
    pub(crate) links: Vec<ExileLink>,
    /// The effects of which the player is asked which applies first (CR 616.1).
    pub(crate) ordered: Vec<Ordered>,
    /// What was answered so far in the procedure that is at work.
    pub(crate) orders: Vec<Ordered>,
    /// The effects that have replaced draws which are being made; each knows the one before it.
    pub(crate) drawn_by: Vec<DrawnBy>,
    /// Mana in pools that may be spent on some things only.
    pub(crate) restricted_mana: Vec<RestrictedMana>,
    /// What mana that some card asks for was spent this turn, and on what.
    pub(crate) spent_from: Vec<SpentFrom>,
    /// The cards that lead decks (CR 903.3), the first player's first.
    pub(crate) commanders: Vec<Commander>,
    /// Commanders that have come to graveyards or exile since state-based actions were last checked (CR 903.9a).
    pub(crate) returning: Vec<ObjectId>,
    /// Legendary permanents that their controllers haven't chosen to keep: they are put into graveyards with what else is put there (CR 704.3).
    pub(crate) unkept_legends: Vec<ObjectId>,
    /// Costs that are being paid by hand, the innermost last.
    pub(crate) by_hand: Vec<ByHand>,
    pub(crate) permissions: Vec<PlayPermission>,
    pub(crate) player_effects: Vec<ActiveEffect>,
    /// The abilities of emblems (CR 114), in the order in which they were given.
    pub(crate) emblems: Vec<EmblemAbility>,
    /// The two cards that melded permanents have become as they left (CR 712.21c), while the second is there.
    pub(crate) parted: Vec<(ObjectId, ObjectId)>,
    /// What represents merged permanents (CR 729.2), and represented those that left since the stack was last empty.
    pub(crate) merged: Vec<Component>,
    pub(crate) phased: Vec<PhasedOut>,
    /// The cards that players own from outside the game.
    pub(crate) outside: Outside,
    /// What players have seen of each other's decks, if somebody isn't told the other's list.
    pub(crate) remembered: Remembered,
    /// The streams of libraries and hands, if they have their own.
    pub(crate) streams: Vec<Stream>,
    /// The games that wait for this subgame to end, the innermost last (CR 728).
    pub(crate) outer: Vec<State>,
    /// The legal actions of the decision.
    pub(crate) choices: Vec<Action>,
    /// Combat damage assigned so far: from, to, how much.
    pub(crate) assigned: Vec<(u16, Target, u16)>,
    /// What happened, for people; not part of the position.
    pub(crate) journal: Option<Box<Journal>>,
    /// The same for tables.
    pub(crate) annals: Option<Box<Annals>>,
}

/// Counters with which an object that is about to enter will enter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntersWith {
    /// The object's place in the arena.
    pub(crate) place: u16,
    pub(crate) kind: CounterKind,
    pub(crate) amount: u16,
    /// Who puts them on it.
    pub(crate) by: Player,
    /// The static ability that says so, and whose it is, if one does: one of several replacement effects (CR 614.1c).
    pub(crate) said_by: Option<(ObjectId, AbilityId)>,
}

/// Lists every field once, so that copying, comparing and hashing can't forget one.
macro_rules! for_all_fields {
    ($macro:ident!($($arg:tt)*)) => {
        $macro! { ($($arg)*)
            copy: players, turn, active, regular, extra_turn, step, priority, passes, decision, outcome, rng, clock, actions, creatures_died,
                next_memory, resume, check_needed, layers_needed, arrived_from, layers_volatile, layers_read_graveyards, volatile_dirty, layers_used, watched, elsewhere,
                rules, replacers, first_strike_step, attacked, attacked_player, blocks_chosen_by, daytime, active_spells_last_turn, starting_life, cleanup_again, attackers_declared, main_phases, combat_phases, spent_mana, entering_host, cause, arriving, starting, controlled, controlled_next, extra_after_next, subgame_winners, elsewhere_layers, other_zones, monarch, initiative, unpreventable, turn_ends, idle, idle_mark, answer;
            list: exile, command, battlefield, objects, free, stack, targets, tasks, scratch, pending, effects, counters, granted, forbidden, texts,
                restricted_mana, spent_from, by_hand, blocks, bands, last_known, last_sizes, left_stack, lapses, last_counters, last_blocks, last_attached, delayed, memories, entering, modes_taken, uses, done, extra_turns, extra_phases, firsts, pairs, must_block, cant_block, tributes, chosen_as, devoured, history, history_last_turn, shields, links, ordered, orders, drawn_by, permissions, player_effects, emblems, parted, merged, phased, commanders, returning, unkept_legends, outside, remembered, streams, outer, choices, assigned;
            pair: libraries, hands, graveyards;
        }
    };
}
pub(crate) use for_all_fields;

macro_rules! clone_new {
    (($self:ident) copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        State {
            $($copy: $self.$copy,)*
            $($list: $self.$list.clone(),)*
            $($pair: PerPlayer([$self.$pair.0[0].clone(), $self.$pair.0[1].clone()]),)*
            found: $self.found.clone(),
            journal: None,
            annals: None,
        }
    };
}

macro_rules! clone_into {
    (($self:ident, $from:ident) copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        $($self.$copy = $from.$copy;)*
        $($self.$list.clone_from(&$from.$list);)*
        $($self.$pair.0[0].clone_from(&$from.$pair.0[0]); $self.$pair.0[1].clone_from(&$from.$pair.0[1]);)*
        $self.found.clone_from(&$from.found);
        $self.journal = None;
        $self.annals = None;
    };
}

macro_rules! hash_all {
    (($self:ident, $hasher:ident) copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        $($self.$copy.hash($hasher);)*
        $($self.$list.hash($hasher);)*
        $($self.$pair.hash($hasher);)*
    };
}

macro_rules! list_lengths {
    (($self:ident) copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        vec![$((stringify!($list), $self.$list.len()),)*]
    };
}

macro_rules! list_bytes {
    (($self:ident) copy: $($copy:ident),*; list: $($list:ident),*; pair: $($pair:ident),*;) => {
        0 $(+ size_of_val($self.$list.as_slice()))*
            $(+ size_of_val($self.$pair.0[0].as_slice()) + size_of_val($self.$pair.0[1].as_slice()))*
    };
}

/// Copies carry neither journal nor annals: a search would only waste time on writing them.
impl Clone for State {
    fn clone(&self) -> State {
        for_all_fields!(clone_new!(self))
    }

    fn clone_from(&mut self, from: &State) {
        for_all_fields!(clone_into!(self, from));
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for_all_fields!(hash_all!(self, hasher));
    }
}

impl State {
    /// How many bytes the position takes: the fixed part and what its lists hold.
    pub fn size(&self) -> usize {
        size_of::<State>() + self.found.bytes() + for_all_fields!(list_bytes!(self))
    }

    /// The lists by name with how many entries they have, for those who look for what grows.
    pub fn lengths(&self) -> Vec<(&'static str, usize)> {
        for_all_fields!(list_lengths!(self))
    }

    /// The continuous effects of resolved spells and abilities by their text and duration.
    pub fn effect_texts<'p>(&self, pool: &'p gauntlet_cards::card::Pool) -> Vec<(&'p str, Duration)> {
        let text = |effect: &ActiveEffect| (pool.ability(effect.ability).text.as_str(), effect.duration);
        self.effects.iter().map(text).collect()
    }

    /// The object, if it is still the same.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index()).filter(|object| object.generation == id.generation)
    }

    /// The object as it is, or as it last was (CR 113.7a, 608.2h).
    pub fn last_known(&self, id: ObjectId) -> Option<&Object> {
        self.get(id).or_else(|| self.last_known.iter().rev().find(|entry| entry.0 == id).map(|entry| &entry.1))
    }

    /// Returns whether a creature blocks an attacker, or did when one of them left the battlefield (CR 608.2h). What is removed from combat and
    /// stays on the battlefield blocks nothing and is blocked by nothing (CR 506.4).
    pub(crate) fn is_blocking(&self, blocker: ObjectId, attacker: ObjectId) -> bool {
        let there = self.get(blocker).is_some() && self.get(attacker).is_some();
        (there && self.blocks.contains(&(blocker.index, attacker.index)))
            || self.last_blocks.contains(&(blocker, attacker))
    }

    /// The reference to the object that is at a place of the arena now.
    #[inline]
    pub fn id(&self, index: u16) -> ObjectId {
        ObjectId { index, generation: self.objects[index as usize].generation }
    }

    /// Where in a hand there is such a card.
    ///
    /// Of several the opponent can't tell one from another: the one that they have seen is taken first, so that those which stay are
    /// never more than they were shown.
    pub(crate) fn place_in_hand(&self, owner: Player, card: CardId) -> Option<usize> {
        self.place_in_hand_if(owner, |hidden| hidden.card == card)
    }

    /// Where in a hand there is such a card whose ability that can be activated once each turn wasn't activated this turn.
    pub(crate) fn unused_in_hand(&self, player: Player, card: CardId) -> Option<usize> {
        self.place_in_hand_if(player, |hidden| hidden.card == card && !hidden.used)
    }

    /// Where in a hand there is such a card that was drawn this turn.
    pub(crate) fn drawn_in_hand(&self, player: Player, card: CardId) -> Option<usize> {
        self.place_in_hand_if(player, |hidden| hidden.card == card && hidden.is_drawn())
    }

    fn place_in_hand_if(&self, owner: Player, fits: impl Fn(&HiddenCard) -> bool) -> Option<usize> {
        let shown = |hidden: &HiddenCard| hidden.is_seen_by(!owner);
        let mut places = self.hands[owner].iter().enumerate().filter(|(_, hidden)| fits(hidden));
        let (first, hidden) = places.next()?;
        let seen = if shown(hidden) { None } else { places.find(|(_, hidden)| shown(hidden)) };
        Some(seen.map_or(first, |(place, _)| place))
    }

    /// The permanents in the order in which they entered.
    pub fn permanents(&self) -> impl DoubleEndedIterator<Item = (ObjectId, &Object)> + '_ {
        self.battlefield.iter().map(|index| {
            let object = &self.objects[*index as usize];
            (ObjectId { index: *index, generation: object.generation }, object)
        })
    }

    /// Does something to every permanent, those that are phased out too: what ends with a turn ends for them as well (CR 514.2, 702.26).
    pub(crate) fn each_permanent_even_phased_out(&mut self, mut act: impl FnMut(&mut Object)) {
        let phased = self.phased.iter().map(|phased| phased.index);
        for index in self.battlefield.iter().copied().chain(phased) {
            act(&mut self.objects[usize::from(index)]);
        }
    }

    /// How many counters of a kind are on an object.
    pub fn counters_on(&self, index: u16, kind: CounterKind) -> u16 {
        if !self.objects[index as usize].is(Flags::HAS_COUNTERS) {
            return 0;
        }
        self.counters.iter().find(|entry| entry.0 == index && entry.1 == kind).map_or(0, |entry| entry.2)
    }

    /// The counters on an object, by kind.
    pub(crate) fn all_counters_on(&self, index: u16) -> smallvec::SmallVec<[(CounterKind, u16); 4]> {
        let own = self.counters.iter().filter(|entry| entry.0 == index && entry.2 > 0);
        own.map(|entry| (entry.1, entry.2)).collect()
    }

    /// The counters that are on an object, or were when it left the battlefield (CR 122.2, 608.2h).
    pub(crate) fn kinds_last_known(&self, id: ObjectId) -> smallvec::SmallVec<[(CounterKind, u16); 4]> {
        if self.get(id).is_some() {
            return self.all_counters_on(id.index);
        }
        let own = self.last_counters.iter().filter(|entry| entry.0 == id && entry.2 > 0);
        own.map(|entry| (entry.1, entry.2)).collect()
    }

    /// How many counters of a kind (or in all) are on an object, or were when it left the battlefield (CR 122.2, 608.2h).
    pub(crate) fn counters_last_known(&self, id: ObjectId, kind: Option<CounterKind>) -> i32 {
        let wanted = |other: CounterKind| kind.is_none_or(|kind| kind == other);
        if self.get(id).is_some() {
            let own = self.counters.iter().filter(|entry| entry.0 == id.index && wanted(entry.1));
            own.map(|entry| i32::from(entry.2)).sum()
        } else {
            let own = self.last_counters.iter().filter(|entry| entry.0 == id && wanted(entry.1));
            own.map(|entry| i32::from(entry.2)).sum()
        }
    }

    /// A list for something to remember, which is empty.
    pub(crate) fn new_memory(&mut self) -> MemoryList {
        let next = self.next_memory.next();
        std::mem::replace(&mut self.next_memory, next)
    }

    /// The next timestamp (CR 613.7).
    #[inline]
    pub(crate) fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }
}
