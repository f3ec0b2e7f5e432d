//! Abilities (CR 113): activated, triggered and static, and the activatable, the one shape of all that players do with cards.

mod affected;
mod event_kinds;
mod first;
mod named;
mod optional;
mod payment_helper;
mod player_rule;
mod replacement;
mod rule_kinds;
mod tax;

pub use self::affected::Affected;
pub use self::first::FirstOf;
pub use self::named::{Named, SpecialAction, WhichAbilities};
pub use self::payment_helper::PaymentHelper;
pub use self::player_rule::{Caused, FromExile, FromGraveyard, OtherPrice, PlayerRule};
pub use self::replacement::{CountersBy, Drawn, NumberChange, NumberedAction, Replacement};
pub use self::rule_kinds::RuleKinds;
pub use self::tax::{Attacked, CombatTax, Declared};
use crate::cost::{Cost, CostChange, OptionalCost, SelfCostChange};
use crate::effect::{DelayedUntil, Destination, Instr, ManaOutput, Modification, Script};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Condition, CounterKind, Filter, PlayerFilter, Step, Zone};
use crate::ids::{AbilityId, CardId};
use crate::keyword::{Marks, Restrictions};
pub use crate::keyword_action::KeywordAction;
use crate::walk::Walk;

/// One ability of a card, or one that effects can grant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Ability {
    /// The text, for people and journals.
    pub text: String,
    /// What it is.
    pub kind: AbilityKind,
}

/// The kinds of abilities (CR 113.3). Spell abilities and ways to cast are [`Activatable`]s too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum AbilityKind {
    /// An activated ability (CR 602), a way to cast the card (CR 601) or to play it (CR 305).
    Activatable(Box<Activatable>),
    /// A triggered ability (CR 603).
    Triggered(Box<Triggered>),
    /// A static ability (CR 604).
    Static(Box<Static>),
}

impl AbilityKind {
    /// What is carried out as it resolves; static abilities have no such.
    pub fn script(&self) -> Option<&Script> {
        match self {
            AbilityKind::Activatable(way) => Some(&way.script),
            AbilityKind::Triggered(triggered) => Some(&triggered.script),
            AbilityKind::Static(_) => None,
        }
    }
}

/// What a player can do with a card beyond holding it: condition, cost, effect, zones and timing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Activatable {
    /// What doing it is.
    pub kind: ActivatableKind,
    /// The zone in which the card must be.
    pub zone: Zone,
    /// When it can be done.
    pub timing: Timing,
    /// Who can do it; `You` but for "any player may activate this ability".
    pub player: PlayerFilter,
    /// What else must hold (CR 602.5b).
    pub condition: Option<Condition>,
    /// The cost, additional costs that must be paid included. A spell's mana cost is its mana part.
    pub cost: Cost,
    /// The mana part of the cost is the mana cost of the card that has the ability.
    pub for_mana_cost: bool,
    /// Additional costs that may be paid.
    pub optional_costs: Vec<OptionalCost>,
    /// A permanent that is sacrificed or tapped for it and makes it cost less.
    pub offering: Option<crate::cost::Offering>,
    /// What changes the cost, as stated on the card itself.
    pub cost_changes: Vec<SelfCostChange>,
    /// Ways to pay the mana part other than with mana.
    pub helpers: Vec<PaymentHelper>,
    /// No less can be chosen for X than this (CR 107.3a, 601.2b).
    pub least_x: u8,
    /// No more can be chosen for X than this: of how many things at most a cost can be paid with ("sacrifice up to three").
    pub most_x: u8,
    /// At most that many times each turn.
    pub per_turn: Option<u8>,
    /// Only once, while it is the same object ("activate only once", CR 702.152 exhaust).
    pub once: bool,
    /// What happens on resolution. Empty for permanent spells and land plays.
    pub script: Script,
    /// Where the spell goes when it leaves the stack, if not where it normally would (flashback: exile).
    pub afterwards: Option<Destination>,
    /// The optional cost for which the card is put into its owner's hand as the spell resolves (CR 702.27a).
    pub buyback: Option<u8>,
    /// A number that is looked at as the spell is cast (CR 601.2i), kept as that of an optional cost ("if you controlled a Dragon as
    /// you cast ~"). A copy isn't cast (CR 707.10).
    pub noted: Option<(Amount, u8)>,
    /// Rebound (CR 702.88): cast from hand, the card is exiled as the spell resolves, and this triggers later.
    pub rebound: Option<AbilityId>,
    /// What a mana ability adds; `None`: it is not a mana ability (CR 605).
    pub mana: Option<ManaOutput>,
    /// Which optional or alternative cost this is, for `Condition::CostPaid`: evoke, dash and the like.
    pub named_cost: Option<u8>,
    /// It is casting the card for its warp cost (CR 702.185a).
    pub warp: bool,
    /// The face or half of the card that is cast or played, if it is not the card as it is in its zone (CR 709.4, 712.8, 715.3).
    pub face: Option<CardId>,
    /// It can be done only with a card in hand, whatever lets its player cast the card from elsewhere (CR 702.102a).
    pub from_hand_only: bool,
    /// It is cast face down in this way (CR 708.4).
    pub down: FaceDown,
    /// The keyword that the ability is, if something asks for abilities by that.
    pub named: Option<Named>,
}

impl Activatable {
    /// Returns whether it can be begun while a spell with split second is on the stack (CR 702.61b): mana abilities and special actions, but
    /// for those that can be taken only by who could begin to cast the card (CR 702.62a).
    pub fn is_left_by_split_second(&self) -> bool {
        self.mana.is_some() || self.kind == ActivatableKind::Special && self.timing != Timing::Castable
    }

    /// Returns whether it matters how often it has been activated. `asked`: some script asks that of its own ability.
    pub fn counts_uses(&self, asked: bool) -> bool {
        let counts = |instr: &Instr| matches!(instr, Instr::CountActivations(_));
        self.once
            || self.per_turn.is_some()
            || asked && self.script.parts.iter().any(|part| part.code.iter().any(counts))
    }

    /// The restriction of a permanent that stops the activation of this ability of it (CR 602.5).
    pub fn stopped_by(&self) -> Restrictions {
        if self.mana.is_some() { Restrictions::CANT_ACTIVATE_MANA } else { Restrictions::CANT_ACTIVATE_NONMANA }
    }
}

/// What an activatable is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum ActivatableKind {
    /// Casting the card as a spell.
    Cast,
    /// Playing the card as a land (CR 305).
    PlayLand,
    /// Activating an ability.
    Ability,
    /// A loyalty ability (CR 606).
    Loyalty,
    /// A special action that doesn't use the stack (CR 116.2).
    Special,
}

/// When something can be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Timing {
    /// Whenever its player has priority (CR 117.1a).
    Instant,
    /// In its player's main phase with an empty stack (CR 307.1).
    Sorcery,
    /// The same, whatever may be cast as though it had flash: what else would be against it isn't allowed at all (CR 702.170d).
    MainPhase,
    /// Whenever its player could begin to cast the card from their hand (CR 702.62a).
    Castable,
}

/// How many optional costs of a spell are remembered, that of an alternative cost with a name included.
pub const OPTIONAL_COSTS: usize = 4;

/// A triggered ability (CR 603).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Triggered {
    /// Any of these events triggers it.
    pub events: Vec<TriggerEvent>,
    /// The zone in which the card must be; for leaves-the-battlefield events, the zone in which it was (CR 603.10).
    pub zone: Zone,
    /// The intervening "if" (CR 603.4), checked when it triggers and again when it resolves.
    pub condition: Option<Condition>,
    /// Triggers only if this holds as the event happens; it is not checked again ("whenever ... during your turn").
    pub only_if: Option<Condition>,
    /// Triggers at most that many times each turn.
    pub per_turn: Option<u8>,
    /// What it offers is done only once each turn; then it doesn't trigger any more (CR 603.2i).
    pub do_once: bool,
    /// Triggers only once, as long as the object is what it is.
    pub once: bool,
    /// The register in which it is told all that an event is about of which it asks for one or more ("those creatures"); how many those are
    /// is the event's number then.
    pub told: Option<crate::effect::Register>,
    /// What happens.
    pub script: Script,
}

impl Triggered {
    /// An ability that any of these events triggers, as often as they happen.
    pub fn new(events: Vec<TriggerEvent>, zone: Zone, script: Script) -> Triggered {
        Triggered {
            events,
            zone,
            condition: None,
            only_if: None,
            per_turn: None,
            do_once: false,
            once: false,
            told: None,
            script,
        }
    }

    /// The last chapter that it is the ability of (CR 714.2b–c); 0 if it is none of a chapter.
    pub fn last_chapter(&self) -> u8 {
        let last = |event: &TriggerEvent| match event {
            TriggerEvent::Chapter(set) => (u16::BITS - set.leading_zeros() - 1) as u8,
            _ => 0,
        };
        self.events.iter().map(last).max().unwrap_or(0)
    }
}

/// An event of which only the first in each turn counts, whether or not the ability was there by then.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct FirstTime {
    /// The event.
    pub event: TriggerEvent,
    /// Of what it is the first.
    pub of: FirstOf,
}

/// What makes an ability trigger. The object that the event is about is `Objects::Event`, the other one `Objects::EventOther`,
/// the player `Players::Event`, the number `Amount::Event`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum TriggerEvent {
    /// An object moves: enters (to the battlefield), leaves (from it), dies (from it to a graveyard), or any other.
    ZoneChange {
        /// Which objects; as they last existed, for those that leave the battlefield.
        what: Filter,
        /// From which zone.
        from: Option<Zone>,
        /// To which zone.
        to: Option<Zone>,
        /// Once for all that move together ("one or more").
        batched: bool,
    },
    /// A permanent leaves the battlefield for anywhere but a graveyard: it leaves without dying (CR 700.4).
    /// Perhaps once for all that move together ("one or more").
    LeavesAlive(Filter, bool),
    /// You lose control of a permanent: another player gains it, or it leaves the battlefield. That looks back in time (CR 603.10d).
    LosesControl {
        /// Of which permanents.
        what: Filter,
    },
    /// A creature is declared as an attacker (CR 508.1m). The other object is what it attacks; the player is the defending player.
    Attacks {
        /// Which creatures.
        what: Filter,
        /// Only if it attacks a player who fits (planeswalkers don't count).
        defender: Option<PlayerFilter>,
        /// Only if it is the only attacker.
        alone: bool,
        /// Only together with at least that many other attackers that fit.
        others: Option<(Filter, u8)>,
        /// Attacks on planeswalkers of the defender count too.
        planeswalkers: bool,
    },
    /// Attackers are declared ("whenever you attack", "with two or more creatures").
    AttackersDeclared {
        /// The players whose attacks count.
        player: PlayerFilter,
        /// Counting these creatures.
        what: Filter,
        /// At least that many.
        at_least: u8,
        /// The register in which the ability is told which attackers fit.
        into: Option<crate::effect::Register>,
    },
    /// A creature blocks (CR 509.3a–b, 509.3e). The other object is the attacker.
    Blocks {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attacker: Filter,
        /// Once if it blocks at least this many that fit; `None`: once for each of them.
        at_least: Option<u8>,
    },
    /// A creature becomes blocked (CR 509.3c–e). The other object is a blocker.
    BecomesBlocked {
        /// Which attackers.
        what: Filter,
        /// By which blockers.
        by: Filter,
        /// Once if at least this many that fit block it; `None`: once for each of them.
        at_least: Option<u8>,
    },
    /// A creature attacks and isn't blocked (CR 509.3g).
    AttacksUnblocked {
        /// Which creatures.
        what: Filter,
    },
    /// Creatures that fit attack and aren't blocked: once for all of them (CR 509.3g). The player is who controls them.
    AttackersUnblocked {
        /// Which creatures.
        what: Filter,
    },
    /// Damage is dealt. The event object is the source, the other what was dealt damage; the player is who was, or its controller.
    DealsDamage {
        /// Which sources.
        source: Filter,
        /// To players who fit.
        to_players: Option<PlayerFilter>,
        /// To permanents that fit.
        to_objects: Option<Filter>,
        /// Combat damage only (`true`), noncombat only (`false`).
        combat: Option<bool>,
        /// Once for all that deal it together to one player ("one or more").
        batched: bool,
    },
    /// Damage is dealt to an object. The event object is what was dealt damage, the other the source.
    DealtDamage {
        /// Which objects.
        what: Filter,
        /// Combat damage only.
        combat: Option<bool>,
    },
    /// A spell is cast (CR 601.2i). The player is who cast it.
    Cast {
        /// The players who cast.
        player: PlayerFilter,
        /// Which spells.
        what: Filter,
        /// Only that player's *n*th spell of the turn.
        nth: Option<u8>,
    },
    /// A spell is copied (CR 707.10). The player is who controls the copy.
    Copies {
        /// The players who control the copy.
        player: PlayerFilter,
        /// Which spells.
        what: Filter,
    },
    /// The event, but only the first time that it happens in a turn.
    First(Box<FirstTime>),
    /// A player reaches something that is theirs alone.
    Reaches {
        /// The players who reach it.
        player: PlayerFilter,
        /// What they reach.
        what: crate::designation::Milestone,
        /// The object that it is about fits, if there is one.
        object: Filter,
    },
    /// A player commits a crime (CR 700.15): casts, activates or puts on the stack what targets an opponent, something that an
    /// opponent controls, or a card in an opponent's graveyard.
    Crime {
        /// The players who commit it.
        player: PlayerFilter,
    },
    /// A permanent gets a designation.
    Marked {
        /// The permanents that get it.
        what: Filter,
        /// Which designation.
        mark: Marks,
    },
    /// A creature enlists another one (CR 702.154c), which is the other object.
    Enlists {
        /// Which creature.
        what: Filter,
    },
    /// A permanent exploits a creature (CR 702.110b).
    Exploits {
        /// Which permanent.
        what: Filter,
    },
    /// Counters are removed from an object.
    CountersRemoved {
        /// From which objects.
        what: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// Only if none is left.
        last: bool,
        /// Once for each counter.
        each: bool,
    },
    /// A step begins (CR 603.2b).
    StepBegins {
        /// The step that begins.
        step: Step,
        /// Whose turn.
        player: PlayerFilter,
    },
    /// A player draws a card.
    Draws {
        /// The players who draw.
        player: PlayerFilter,
        /// Only the *n*th card of the turn.
        nth: Option<u8>,
        /// Not the first card that is drawn in each of the player's own draw steps.
        but_first: bool,
    },
    /// You reveal the first card that you draw in a turn ([`PlayerRule::RevealsFirstDrawn`]).
    RevealsDrawn {
        /// Which cards.
        what: Filter,
        /// In your own turns only.
        own_turn: bool,
    },
    /// A player discards a card.
    Discards {
        /// The players who discard.
        player: PlayerFilter,
        /// Which cards.
        what: Filter,
        /// Once for all that are discarded together ("one or more").
        batched: bool,
        /// Only if a spell or ability that one of these players controls causes it.
        by: Option<PlayerFilter>,
    },
    /// A player is dealt damage, once for all that is dealt to them at one time. The number is the sum.
    PlayerDamaged {
        /// The players who are dealt damage.
        player: PlayerFilter,
        /// Combat damage only (`true`), noncombat only (`false`).
        combat: Option<bool>,
    },
    /// A player becomes the target of a spell or ability. The other object is that spell or ability; the player its controller.
    PlayerTargeted {
        /// The players who become the target.
        player: PlayerFilter,
        /// By what (a filter on the stack object).
        by: Filter,
    },
    /// A player gains life.
    GainsLife {
        /// The players who gain life.
        player: PlayerFilter,
    },
    /// A player loses life.
    LosesLife {
        /// The players who lose life.
        player: PlayerFilter,
    },
    /// Counters are put on an object (once for each placement of one or more).
    CountersAdded {
        /// On which objects.
        what: Filter,
        /// Of which kind.
        kind: Option<CounterKind>,
        /// Once for each counter.
        each: bool,
        /// Only if such a player puts them there (CR 122.6), if that is said.
        by: Option<PlayerFilter>,
    },
    /// A player sacrifices a permanent.
    Sacrifices {
        /// The players who sacrifice.
        player: PlayerFilter,
        /// Which permanents.
        what: Filter,
    },
    /// An object becomes the target of a spell or ability. The other object is that spell or ability; the player its controller.
    Targeted {
        /// Which objects; `None`: players who fit `player_target`.
        what: Filter,
        /// By spells only, abilities only (a filter on the stack object).
        by: Filter,
    },
    /// A permanent becomes attached to another one, the other object, or unattached from it (CR 701.3).
    Attachment {
        /// What is attached to something.
        what: Filter,
        /// To what, or from what.
        host: Filter,
        /// It becomes attached; if not, unattached.
        on: bool,
    },
    /// A permanent becomes tapped.
    BecomesTapped {
        /// The permanents that become tapped.
        what: Filter,
        /// Only if such a player taps them with a spell or ability, if that is said (CR 701.26a).
        by: Option<PlayerFilter>,
    },
    /// A permanent becomes untapped.
    BecomesUntapped {
        /// The permanents that become untapped.
        what: Filter,
    },
    /// A permanent is tapped for mana (CR 605.1b makes abilities that add mana then mana abilities).
    TappedForMana {
        /// The permanents that are tapped.
        what: Filter,
    },
    /// A player cycles a card (CR 702.29c).
    Cycles {
        /// The players who cycle.
        player: PlayerFilter,
        /// Which cards; [`crate::filter::Test::Source`] for "when you cycle ~".
        what: Filter,
    },
    /// A player does what a keyword action says (CR 701).
    Does {
        /// The players who do it.
        player: PlayerFilter,
        /// The keyword action.
        action: KeywordAction,
    },
    /// A permanent does what a keyword action says.
    PermanentDoes {
        /// The permanents that do it.
        what: Filter,
        /// The keyword action.
        action: KeywordAction,
    },
    /// The source, a card in exile, becomes plotted (CR 702.170).
    BecomesPlotted,
    /// A permanent transforms or is turned face up.
    Transforms {
        /// The permanents that transform.
        what: Filter,
    },
    /// An ability that isn't a mana ability is activated.
    Activates {
        /// The players who activate it.
        player: PlayerFilter,
        /// Of which objects.
        what: Filter,
        /// Which abilities of theirs.
        which: WhichAbilities,
    },
    /// A permanent is turned face up (CR 708.8).
    TurnedFaceUp {
        /// The permanents that are turned face up.
        what: Filter,
    },
    /// Day becomes night, or night day (CR 730.1a).
    DaytimeChanges,
    /// The source Saga comes to a chapter (CR 714.2b): a bit for each number.
    Chapter(u16),
    /// The source Class becomes this level (CR 716.2).
    BecomesLevel(u8),
    /// A state trigger (CR 603.8): when the condition becomes true.
    State(Condition),
}

/// A static ability (CR 604).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Static {
    /// The zone in which the card must be.
    pub zone: Zone,
    /// While this holds ("as long as").
    pub condition: Option<Condition>,
    /// What it does.
    pub effect: StaticEffect,
}

/// What is so of the next spell that a player casts, from then on until it leaves the stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum OfNextSpell {
    /// It goes to its owner's hand as it resolves (CR 614.15).
    ToHand,
    /// It can't be countered.
    Uncounterable,
}

/// What a static ability does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum StaticEffect {
    /// A continuous effect on characteristics, control or restrictions (CR 611, 613).
    Continuous(Affected, Vec<Modification>),
    /// The affected can't be blocked by creatures that fit (CR 509.1b); with `only`, except by creatures that fit.
    CantBeBlockedBy {
        /// Which attackers.
        affected: Affected,
        /// Which blockers.
        blockers: Filter,
        /// Whether it says "except by".
        except: bool,
    },
    /// The affected can't block attackers that fit.
    CantBlockThese {
        /// Which blockers.
        affected: Affected,
        /// Which attackers.
        attackers: Filter,
    },
    /// The affected can block attackers that fit as though it had reach (CR 702.9b, 702.17b), or as though those had no shadow.
    ReachesThese {
        /// Which blockers.
        affected: Affected,
        /// Which attackers.
        attackers: Filter,
        /// Whether it is shadow that doesn't matter (CR 702.28b).
        shadow: bool,
    },
    /// The affected can block that many creatures more (CR 509.1a–b).
    BlocksMore {
        /// Which blockers.
        affected: Affected,
        /// How many more.
        n: u8,
    },
    /// Protection from sources that fit (CR 702.16), or hexproof from them (CR 702.11d).
    Protection {
        /// Which permanents.
        affected: Affected,
        /// From what.
        from: Filter,
        /// Only as far as targeting goes (hexproof from).
        hexproof_only: bool,
    },
    /// The affected can't be the target of what fits: a spell on the stack, or the source of an ability.
    CantBeTargeted {
        /// Which permanents.
        affected: Affected,
        /// By what.
        by: Filter,
    },
    /// Convoke, affinity and the like, as effects give them to spells.
    Helper(PaymentHelper),
    /// Rebound, as a spell has it from another's effect: what triggers later (CR 702.88a).
    Rebound(AbilityId),
    /// The spell is exiled as it resolves instead of being put into a graveyard: what triggers at the beginning of the next end step.
    ExiledAsItResolves(AbilityId),
    /// Spells of these players that fit cost more or less (CR 601.2f).
    SpellCost {
        /// Cast by whom.
        player: PlayerFilter,
        /// Which spells.
        what: Filter,
        /// How the cost changes.
        change: CostChange,
    },
    /// Activated abilities of objects that fit cost more or less.
    AbilityCost {
        /// Activated by whom.
        player: PlayerFilter,
        /// Of which objects.
        what: Filter,
        /// Where they are; anywhere, if it doesn't say: a card in a hand isn't a creature that somebody controls (CR 109.2).
        zone: Option<Zone>,
        /// Which abilities of theirs.
        which: WhichAbilities,
        /// How the cost changes.
        change: CostChange,
    },
    /// Creatures can't attack or block unless their controller pays for each.
    CombatTax(Box<CombatTax>),
    /// Creatures that fit attack the source if able (CR 508.1d).
    MustAttackSource(Filter),
    /// No more than that many creatures can be declared so each combat (CR 508.1c, 509.1b).
    CombatLimit(u8, Declared),
    /// A rule for players.
    Player(PlayerFilter, PlayerRule),
    /// A replacement or prevention effect (CR 614, 615).
    Replacement(Replacement),
    /// The ability of an Aura card that says what it can be attached to (CR 702.5).
    Enchant {
        /// Which objects in that zone.
        objects: Option<Filter>,
        /// Which players.
        players: Option<PlayerFilter>,
        /// In which zone the objects are: permanents, or cards in graveyards (CR 303.4).
        zone: Zone,
    },
    /// Protection that the source gives to what it is attached to removes nothing that fits (CR 702.16n).
    KeepsAttached(Filter),
    /// What the source is attached to can't be enchanted by other Auras (CR 303.4c).
    LoneAura,
    /// Counters of a kind on the source are limited: removed as a state-based action (CR 704.5r).
    CounterCap(CounterKind, Amount),
    /// Counters can't be put on permanents that fit, nor given to players who fit (CR 614.17).
    NoCounters {
        /// On which permanents.
        what: Option<Filter>,
        /// To which players.
        players: Option<PlayerFilter>,
        /// Of which kind; any, if none.
        kind: Option<CounterKind>,
    },
    /// What fits and is in one of these zones stays where it is instead of entering the battlefield from there (CR 101.2, 614.17).
    CantEnter {
        /// Which cards.
        what: Filter,
        /// In which zones.
        from: Vec<Zone>,
    },
    /// Permanents that fit untap in each other player's untap step (CR 502.3).
    UntapsOnOthersTurns(Filter),
    /// Its controller may look at the cards exiled with it, face down as they are (CR 702.75a).
    LookAtExiled,
    /// The legend rule doesn't apply to permanents that fit (CR 704.5j).
    NoLegendRule(Filter),
    /// The controller chooses whether not to untap the source in the untap step (CR 502.3).
    MayNotUntap,
    /// Returns to its owner's hand as the player untaps their permanents for whose next untap step this was said (CR 502.3).
    ReturnsAsPlayerUntaps,
    /// As a turn of the controller would begin, they may skip it; if they do, the source untaps (CR 614.10).
    MaySkipTurn,
    /// The controller chooses whether to exert the source as it attacks (CR 701.43d).
    MayExert,
    /// The controller may tap a creature that doesn't attack as the source attacks; then this triggers (CR 702.154a).
    MayEnlist(AbilityId),
    /// The source crews Vehicles, and saddles Mounts if so, as though its power were greater, or with its toughness (CR 702.122, 702.171).
    Crews {
        /// Mounts too.
        mounts: bool,
        /// With its toughness rather than its power.
        toughness: bool,
        /// That much greater.
        more: i32,
    },
    /// Combat damage that the source deals to a player also gives that player that many poison counters (CR 702.164c).
    Toxic(u8),
    /// Triggered abilities of permanents that fit trigger an additional time (CR 603.2d), if such an event causes it.
    TriggersAgain {
        /// The events that cause them to trigger; any, if it says none.
        causes: Vec<TriggerEvent>,
        /// The permanents.
        of: Filter,
    },
    /// Such an event causes no abilities to trigger: of permanents that fit, if that is said.
    NoTriggers(TriggerEvent, Option<Filter>),
    /// So it is with the spell of yours that a "next spell" effect refers to, which says what fits.
    OfNextSpell(OfNextSpell, Filter),
    /// Dredge: a draw may be replaced by milling that many cards and returning the card (CR 702.52a).
    Dredge(u8),
    /// An opening-hand permission (CR 103.6): may begin the game with it on the battlefield.
    MayBeginOnBattlefield,
    /// Another (CR 103.6b): may reveal it, and if its owner does, the ability triggers once then.
    MayReveal(AbilityId, DelayedUntil),
    /// The source, a spell, can't be copied (CR 707.10).
    CantBeCopied,
    /// Any time its owner could mulligan, they may exile their hand and draw as many cards (CR 103.5b).
    MayRedraw,
}
