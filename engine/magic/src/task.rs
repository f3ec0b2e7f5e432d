//! Procedures in progress: what a position must remember between two decisions.

use gauntlet_cards::ability::{OtherPrice, PlayerRule, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId, Pool};
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::Label;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;

use crate::decision::{Action, Decision};
use crate::state::{EventData, MemoryList, ObjectId, Paid, Range, StackItem, Target};

/// A procedure in progress. The last one in the position's list is at work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Task {
    /// Opening hands (CR 103.5).
    Mulligans(Mulligans),
    /// Casting a spell or activating an ability (CR 601.2, 602.2), or putting a triggered ability on the stack (CR 603.3).
    Announce(Announce),
    /// A spell or ability resolving (CR 608), or a mana ability (CR 605.3b).
    Resolve(Resolve),
    /// The player chooses what an Aura will be attached to that is put onto the battlefield as this face (CR 303.4f).
    ChooseHost(Player, ObjectId, CardId),
    /// A mana ability makes its mana (CR 605.3b).
    MakeMana(Resolve),
    /// A turn begins: a pause for those who want to look at the position between turns.
    TurnBegins,
    /// A permanent spell, on top of the stack, enters the battlefield (CR 608.3).
    ResolvePermanent,
    /// A land is played (CR 305.1).
    PlayLand(Player, ObjectId),
    /// A shield counter has prevented all the damage that was dealt to the permanent at one time (CR 122.1c, 615.5).
    TakeShieldCounter(ObjectId),
    /// Cards that were exiled until something left the battlefield return, as it has (CR 610.3).
    ReturnExiled,
    /// Cards are drawn where effects may replace draws (CR 614.11).
    Draws(Drawing),
    /// The player may reveal the card that they have just drawn, which has miracle (CR 702.94a).
    Miracle(Player, CardId),
    /// Choosing what doesn't untap, from a place of the battlefield list on (CR 502.3).
    Untap(u16),
    /// Choosing whether the player skips the turn that would begin, an extra one if so, because of a permanent from that place of the
    /// battlefield on (CR 614.10).
    SkipTurn(Player, bool, u16),
    /// Choosing which of the permanents untap of which only that many can (CR 502.3).
    UntapSome(Range),
    /// A game that was restarted begins its first turn (CR 726.4).
    FirstTurn,
    /// Cards of opening hands that may begin the game on the battlefield, from a place of the hand on (CR 103.6).
    OpeningHands(Player, u16),
    /// A card of an opening hand is put onto the battlefield, when what is chosen as it enters has been (CR 103.6a, 614.12a).
    BeginOnBattlefield(Player, ObjectId),
    /// Declaring attackers: the place in the battlefield list of the next creature to ask about (CR 508.1).
    Attackers(u16),
    /// The controller of a creature that was put onto the battlefield attacking chooses what it attacks (CR 508.4).
    Attacked(ObjectId),
    /// Choosing which attackers form bands with the one at a place of the battlefield list (CR 508.1e).
    Bands(u16),
    /// Choosing which attackers to exert, from a place of the battlefield list on (CR 508.1g).
    Exert(u16),
    /// Choosing what attackers enlist, from a place of the battlefield list and an ability on (CR 508.1g, 702.154b).
    Enlist(u16, u8),
    /// Choosing what a declaration of attackers or blockers (`true`) is paid with (CR 508.1j, 509.1f): what was chosen, in the scratch list.
    CombatTax(bool, Range),
    /// Declaring blockers: the same (CR 509.1).
    Blockers(u16),
    /// Combat damage (CR 510).
    CombatDamage(CombatDamage),
    /// Discarding to the maximum hand size (CR 514.1).
    Cleanup,
    /// Choosing among legendary permanents with the same name (CR 704.5j): the card and its controller.
    LegendRule(Player, ObjectId),
    /// The owner of a commander in a graveyard or in exile may put it into the command zone (CR 903.9a).
    CommandZone(ObjectId),
    /// Choosing which triggered ability to put on the stack next (CR 603.3b).
    OrderTriggers(Player),
    /// Choosing which replacement effect applies first (CR 616.1): the answer and the decision with which the procedure below begins again.
    Order(Option<Action>, Decision),
}

/// Mulligans: whose turn it is to decide, and how many cards still go to the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mulligans {
    /// Who decides.
    pub(crate) player: Player,
    /// Bit *i*: player *i* has kept.
    pub(crate) kept: u8,
    /// Bit *i*: player *i* said in this round that they take a mulligan.
    pub(crate) again: u8,
    /// Cards that the player, who has kept, must still put on the bottom.
    pub(crate) to_bottom: u8,
    /// Whether the player has said that they don't do what they could whenever they could mulligan (CR 103.5b).
    pub(crate) declined: bool,
}

impl Mulligans {
    /// Opening hands are drawn; this player decides first.
    pub(crate) fn begin(player: Player) -> Mulligans {
        Mulligans { player, kept: 0, again: 3, to_bottom: 0, declined: false }
    }
}

/// Draws that are still to be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Drawing {
    /// Who draws.
    pub(crate) player: Player,
    /// How many cards.
    pub(crate) left: u32,
    /// Whether effects that look at how many are drawn have been applied (CR 121.2a).
    pub(crate) counted: bool,
    /// Which effects have replaced it so far: the place of the last one in the list of these, from 1; none before there is one.
    pub(crate) instead_of: u16,
}

impl Drawing {
    /// The same after one card.
    pub(crate) fn next(self) -> Drawing {
        Drawing { left: self.left - 1, ..self }
    }
}

/// Where an announced card comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Origin {
    /// A card of the player's hand, which has moved to the stack (or stays, for abilities from the hand).
    Hand,
    /// An object.
    Object,
    /// A triggered ability.
    Trigger,
    /// A copy of something on the stack.
    Copy,
}

/// The steps of announcing, in the order of CR 601.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Stage {
    /// CR 601.2b: an alternative cost that an effect offers.
    Price,
    /// CR 702.119c, 702.180b: the permanent that is offered.
    Offering,
    /// CR 601.2b: modes.
    Modes,
    /// CR 601.2b: cards that are spliced onto it.
    Splice,
    /// CR 601.2b: optional additional costs.
    OptionalCosts,
    /// CR 601.2b: X.
    X,
    /// CR 601.2b: Phyrexian symbols paid with life.
    Phyrexian,
    /// CR 601.2c: targets.
    Targets,
    /// CR 601.2d: division.
    Shares,
    /// CR 601.2f–h: parts of the cost that need a choice.
    Parts,
    /// CR 601.2g–h: the mana.
    Mana,
    /// The same, one mana after the other.
    ByHand,
    /// CR 601.2h: everything else.
    Rest,
    /// CR 601.2i.
    Done,
}

/// What is paid for the mana cost of a spell (CR 118.9). No more than one alternative cost can be (CR 118.9a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Price {
    /// The mana of the way in which it is cast or activated.
    #[default]
    Own,
    /// Only what an effect offers that lets it be cast at this time (CR 601.3c): no own cost can be paid then.
    Late,
    /// Only what an effect offers that lets it be cast from where it is for that price (CR 601.3b).
    Tied,
    /// Nothing: it is cast without paying its mana cost.
    Free,
    /// What the static ability of an object offers ([`gauntlet_cards::ability::PlayerRule::OtherPrice`]).
    Offered(ObjectId, AbilityId),
}

impl Price {
    /// Nothing, or the mana that is printed.
    pub(crate) fn free(free: bool) -> Price {
        if free { Price::Free } else { Price::Own }
    }

    /// What a static ability offers in place of mana costs.
    pub(crate) fn offer(pool: &Pool, ability: AbilityId) -> Option<&OtherPrice> {
        match &pool.static_ability(ability).effect {
            StaticEffect::Player(_, PlayerRule::OtherPrice(other)) => Some(other),
            _ => None,
        }
    }

    /// What is paid besides mana.
    pub(crate) fn parts(self, pool: &Pool) -> &[CostPart] {
        match self {
            Price::Offered(_, ability) => Price::offer(pool, ability).map_or(&[], |other| &other.parts),
            _ => &[],
        }
    }
}

/// An announcement in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Announce {
    /// What is put on the stack.
    pub(crate) item: StackItem,
    /// Where from.
    pub(crate) origin: Origin,
    /// The step.
    pub(crate) stage: Stage,
    /// How far the step has come: mode, optional cost, spec or cost part.
    pub(crate) cursor: u8,
    /// Within the cursor: targets chosen for the spec, objects chosen for the cost part.
    pub(crate) count: u8,
    /// Which of the chosen modes' targets are being chosen.
    pub(crate) mode: u8,
    /// Phyrexian symbols to be paid with life.
    pub(crate) life_symbols: u8,
    /// What is paid in place of the mana cost.
    pub(crate) price: Price,
    /// Objects chosen to pay costs with, in the scratch list.
    pub(crate) payment: Range,
    /// Whether the first of these is offered.
    pub(crate) offered: bool,
}

/// What compiled text refers to while it is evaluated: you, source, event, targets, registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Scope {
    /// The controller of the spell or ability; of a price that it offers, who pays.
    pub(crate) you: Player,
    /// The controller of the spell or ability, whoever pays.
    pub(crate) by: Player,
    /// The source.
    pub(crate) source: ObjectId,
    /// Whose text it is, as effects may change words of it (CR 612): the source, or the ability on the stack.
    pub(crate) text: ObjectId,
    /// The spell or ability on the stack; none for static abilities.
    pub(crate) item: ObjectId,
    /// The ability, if it isn't static: what it says of exiled and chosen things is linked to abilities that its source has from where it has
    /// this one (CR 607.5).
    pub(crate) ability: Option<AbilityId>,
    /// X.
    pub(crate) x: u8,
    /// How often optional costs were paid.
    pub(crate) paid: Paid,
    /// What triggered it.
    pub(crate) event: EventData,
    /// All chosen targets.
    pub(crate) targets: Range,
    /// What is tried as the target of a spec, while it is asked what could be chosen for the others with it.
    pub(crate) tried: Option<(u8, Target)>,
    /// Which chosen mode is being carried out, for whose targets.
    pub(crate) mode: u8,
    /// The loop's object.
    pub(crate) current_object: ObjectId,
    /// The loop's player.
    pub(crate) current_player: Player,
    /// Objects in registers, in the scratch list.
    pub(crate) registers: [Range; 8],
    /// Numbers in registers.
    pub(crate) numbers: [i32; 4],
    /// What the last counting instruction has done.
    pub(crate) this_way: i32,
    /// How many happenings were noted as the resolution began: those after them are its own.
    pub(crate) history: u32,
    /// Whether the last optional instruction was done.
    pub(crate) did: bool,
    /// Where the spell was cast from.
    pub(crate) from: Zone,
    /// Whether it is an ability, whose source stays where it lies, so that costs may be paid with it there: a spell is on the stack (CR 601.2a).
    pub(crate) stays: bool,
    /// What a delayed trigger remembers, while it is asked whether an event is the one it waits for.
    pub(crate) memory: Option<MemoryList>,
}

impl Scope {
    /// The scope of an ability of a source, outside any resolution.
    pub(crate) fn of(source: ObjectId, you: Player) -> Scope {
        Scope {
            you,
            by: you,
            source,
            text: source,
            item: ObjectId::NONE,
            ability: None,
            x: 0,
            paid: Paid::default(),
            event: EventData::NONE,
            targets: Range { start: 0, end: 0 },
            tried: None,
            mode: 0,
            current_object: ObjectId::NONE,
            current_player: you,
            registers: [Range { start: 0, end: 0 }; 8],
            numbers: [0; 4],
            this_way: 0,
            history: 0,
            did: false,
            from: Zone::Battlefield,
            stays: false,
            memory: None,
        }
    }

    /// The scope of a spell or ability on the stack.
    #[inline]
    pub(crate) fn of_item(item: &StackItem) -> Scope {
        Scope {
            text: if item.object.is_none() { item.source } else { item.object },
            item: item.object,
            ability: Some(item.ability),
            x: item.x,
            paid: item.paid,
            event: item.event,
            targets: item.targets,
            from: item.from,
            stays: !item.object.is_none() && item.object != item.source,
            ..Scope::of(item.source, item.controller)
        }
    }
}

/// A loop in a script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Loop {
    /// The first instruction of the body.
    pub(crate) start: Label,
    /// The instruction after the body.
    pub(crate) end: Label,
    /// How many rounds are left after this one.
    pub(crate) left: u16,
    /// The objects still to come, for loops over objects.
    pub(crate) objects: Range,
    /// The players still to come, as bits in turn order, for loops over players.
    pub(crate) players: u8,
    /// What it goes over.
    pub(crate) kind: LoopKind,
}

/// What a loop goes over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LoopKind {
    /// Nothing: it counts.
    Times,
    /// Players.
    Players,
    /// Objects.
    Objects,
}

/// A resolution in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Resolve {
    /// What resolves. Its object stays on the stack until the end (CR 608.2m).
    pub(crate) item: StackItem,
    /// What the text refers to.
    pub(crate) scope: Scope,
    /// The next instruction.
    pub(crate) pc: Label,
    /// Where this resolution's objects start in the scratch list.
    pub(crate) base: u16,
    /// The timestamp before it began: what is newer has moved since.
    pub(crate) began: u32,
    /// Loops, the innermost last.
    pub(crate) loops: [Option<Loop>; 2],
    /// How far the instruction at `pc` has come, if it asks more than once.
    pub(crate) progress: Progress,
    /// Whether the instruction at `pc` has begun.
    pub(crate) begun: bool,
    /// What a player has agreed to do, of an ability that offers it only once each turn (CR 603.2i).
    pub(crate) offered: Option<Offered>,
    /// Of each player's library, how many cards it had as it was first searched since it was last shuffled (CR 701.23h).
    pub(crate) searched: [Option<u16>; 2],
}

/// Something that a player has agreed to do, and that may turn out to be impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Offered {
    /// The instruction after it.
    pub(crate) end: Label,
    /// The position before it was done, by its digest.
    pub(crate) before: u64,
}

/// How far an instruction has come that asks more than once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Progress {
    /// Players still to ask, as bits.
    pub(crate) players: u8,
    /// Choices still to make; nothing before they are counted.
    pub(crate) left: Option<u16>,
    /// Choices made.
    pub(crate) done: u16,
    /// Objects concerned, in the scratch list.
    pub(crate) objects: Range,
    /// Whether a rule forbids searching the libraries (CR 101.3).
    pub(crate) closed: bool,
    /// Of a payment, its step.
    pub(crate) payment: PaymentStep,
}

/// How far a payment in the middle of a resolution has come (CR 118.12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum PaymentStep {
    /// Whether the player pays.
    #[default]
    Offer,
    /// How much X is.
    X,
    /// With which objects.
    Objects,
    /// The mana, one after the other.
    ByHand,
}

/// The order in which combat damage is assigned: the attacking player's first, then the defending player's (CR 510.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Round {
    /// Attackers.
    Attackers,
    /// Attackers with trample, if one creature blocks several: what all others assign to it counts (CR 702.19b).
    Tramplers,
    /// Blockers.
    Blockers,
}

/// Combat damage in progress: which attacker's damage is being divided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CombatDamage {
    /// Whose damage is assigned.
    pub(crate) round: Round,
    /// The place in the battlefield list of the creature whose damage is being divided.
    pub(crate) cursor: u16,
    /// Which of the recipients is next.
    pub(crate) recipient: u16,
    /// How much is left to divide; nothing before the first recipient is looked at.
    pub(crate) left: Option<u16>,
}

impl CombatDamage {
    /// Before anything is divided of what the creature at a place of the battlefield list deals.
    pub(crate) fn of(round: Round, cursor: u16) -> CombatDamage {
        CombatDamage { round, cursor, recipient: 0, left: None }
    }
}
