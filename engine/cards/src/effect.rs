//! What spells and abilities do: scripts of instructions.
//!
//! A script is flat, so that a resolution can stop in the middle to ask a player something, be copied there with the
//! whole position, and go on. Jumps go to an index in the same part's code. Instructions are carried out in order (CR 608.2c).

mod mana;
mod modes;
mod modification;
mod operands;
mod permitted;
mod shield;
mod together;
mod token;

pub use self::mana::{ManaOutput, SpendOnly, SpendRule, Spent, SpentAs};
pub use self::modes::{ModeChoice, ModeCost, Unchosen};
pub use self::modification::{Duration, Modification, WordKind};
pub use self::operands::{CountersIf, DividedAmong, Label, MovedKinds, OfferedTypes, Recipients, Register};
pub use self::permitted::Permitted;
pub use self::shield::{AfterPrevention, Shield};
pub use self::together::Together;
pub use self::token::{Attacking, NewTokens};
use crate::cost::Cost;
use crate::designation::{Daytime, Door};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Zone};
use crate::ids::AbilityId;
use crate::keyword::Marks;
use crate::keyword_action::KeywordAction;
use crate::types::{Colors, Subtype};
use crate::walk::Walk;

/// What a spell or ability does when it resolves, and what is chosen for it when it is put on the stack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct Script {
    /// The modes to choose from; exactly one part that is always chosen, if the script is not modal.
    pub parts: Vec<Part>,
    /// How many modes are chosen (CR 700.2); `None` if not modal.
    pub modes: Option<ModeChoice>,
}

/// One mode, or the whole of a script that is not modal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct Part {
    /// The text, for people.
    pub text: String,
    /// The targets in the order in which they are chosen.
    pub targets: Vec<TargetSpec>,
    /// The instructions.
    pub code: Vec<Instr>,
}

impl Script {
    /// Returns whether what can be a target depends on which optional costs were paid: "if ~ was kicked, ... instead" (CR 601.2c).
    pub fn targets_ask_what_was_paid(&self) -> bool {
        self.parts.iter().any(Part::targets_ask_what_was_paid)
    }

    /// Returns whether how many modes are chosen depends on which optional costs are paid: those are announced first then (CR 601.2b).
    pub fn modes_ask_what_is_paid(&self) -> bool {
        let instead = self.modes.as_ref().and_then(|modes| modes.instead.as_ref());
        instead.is_some_and(|(condition, ..)| condition.asks_what_is_paid())
    }
}

impl Part {
    /// Returns whether what can be a target, or how many, depends on which optional costs were paid.
    pub fn targets_ask_what_was_paid(&self) -> bool {
        let asks = |number: &Amount| matches!(number, Amount::If(..) | Amount::TimesPaid(_));
        self.targets.iter().any(|spec| spec.min.has(asks))
    }

    /// Returns whether X says what can be a target, or how many targets there are.
    pub fn targets_use_x(&self) -> bool {
        self.targets.has(Amount::is_x)
    }
}

/// What can be chosen as a target (CR 115).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct TargetSpec {
    /// Objects in these zones that fit can be chosen.
    pub objects: Vec<(Zone, Filter)>,
    /// These players can be chosen.
    pub players: Option<PlayerFilter>,
    /// At least that many.
    pub min: Amount,
    /// At most that many.
    pub max: Amount,
    /// Must differ from what was chosen for these earlier specs ("another target", "other target").
    pub different_from: Vec<u8>,
    /// The earlier spec whose target says what can be chosen ("target creature with power less than its power").
    pub asks_of: Option<u8>,
    /// A number divided among the targets as chosen, at least 1 each (CR 601.2d).
    pub divided: Option<Amount>,
    /// Whose choice it is; `You` but for rare texts.
    pub chooser: Players,
    /// What is asked of all targets of this spec together.
    pub together: Together,
}

impl TargetSpec {
    /// Exactly one object on the battlefield.
    pub fn permanent(filter: Filter) -> TargetSpec {
        TargetSpec::one(vec![(Zone::Battlefield, filter)], None)
    }

    /// Exactly one target among objects and players.
    pub fn one(objects: Vec<(Zone, Filter)>, players: Option<PlayerFilter>) -> TargetSpec {
        TargetSpec {
            objects,
            players,
            min: Amount::Const(1),
            max: Amount::Const(1),
            different_from: Vec::new(),
            asks_of: None,
            divided: None,
            chooser: Players::You,
            together: Together::Anything,
        }
    }
}

/// Where objects are put, and how.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Destination {
    /// The zone.
    pub zone: Zone,
    /// Where in the library.
    pub position: LibraryPosition,
    /// Beneath that many cards more than the position says, if it is one from the top.
    pub beneath: Option<Amount>,
    /// Under whose control, on the battlefield; `None`: its owner's (CR 110.2a).
    pub controller: Option<Players>,
    /// Tapped, on the battlefield.
    pub tapped: bool,
    /// Attacking (CR 508.4).
    pub attacking: Attacking,
    /// Exiled face down.
    pub face_down: bool,
    /// Onto the battlefield face down (CR 708), or into exile foretold or plotted.
    pub down: FaceDown,
    /// With its other face up (CR 712).
    pub transformed: bool,
    /// Attached to this (CR 303.4f, 301.5), on the battlefield; in exile, haunting it (CR 702.55b).
    pub attached: Option<Objects>,
    /// An Aura, attached to this player (CR 303.4f).
    pub enchanting: Option<Players>,
    /// With additional counters.
    pub counters: Vec<(CounterKind, Amount)>,
    /// With more, if it is such on the battlefield.
    pub counters_if: Option<Box<CountersIf>>,
    /// The cards are linked to the source, for [`Objects::ExiledWithSource`] and [`Objects::PutWithSource`] (CR 607.2).
    pub linked: bool,
    /// Until the source leaves the battlefield, when they return to the zone that they came from (CR 610.3).
    pub until_source_leaves: bool,
    /// Until an opponent of yours becomes the monarch, when they return in the same way (CR 610.3, 724.3).
    pub until_monarch: bool,
    /// What the next instruction says that they are, they are as they enter (CR 611.2e).
    pub as_said_next: bool,
    /// The players whose libraries are shuffled even if nothing is there to be shuffled into them (CR 701.24d).
    pub shuffles: Option<Players>,
}

impl Destination {
    /// Plainly to a zone (the library's top).
    pub fn to(zone: Zone) -> Destination {
        Destination {
            zone,
            position: LibraryPosition::Top,
            beneath: None,
            controller: None,
            tapped: false,
            attacking: Attacking::No,
            face_down: false,
            down: FaceDown::Up,
            transformed: false,
            attached: None,
            enchanting: None,
            counters: Vec::new(),
            counters_if: None,
            linked: false,
            until_source_leaves: false,
            until_monarch: false,
            as_said_next: false,
            shuffles: None,
        }
    }
}

/// Who sees the top cards of a library as they are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum SeenBy {
    /// Nobody: moving a card isn't looking at it (CR 406.3, 701.20e).
    Nobody,
    /// The player whose library it is.
    Owner,
    /// All players: they are revealed (CR 701.20a).
    All,
}

/// Where in a library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum LibraryPosition {
    /// On top; several in the order their owner chooses (CR 401.4).
    Top,
    /// On the bottom; several in the order their owner chooses.
    Bottom,
    /// On the bottom in a random order.
    BottomRandom,
    /// Shuffled into it.
    Shuffled,
    /// This many from the top, from 1.
    FromTop(u8),
}

/// How many objects are picked by whom when an instruction asks for a choice that is not a target.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Pick {
    /// Who chooses.
    pub chooser: Players,
    /// From which objects.
    pub from: Objects,
    /// At least that many (as many as there are, if fewer).
    pub min: Amount,
    /// At most that many.
    pub max: Amount,
    /// At random instead of by choice.
    pub random: bool,
}

/// Which cards are discarded.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum DiscardHow {
    /// The discarding player chooses.
    Choose(Amount, Filter),
    /// The discarding player chooses, at most that many.
    UpTo(Amount, Filter),
    /// At random.
    Random(Amount),
    /// The whole hand.
    Hand,
    /// The hand is revealed and the other player (you) chooses.
    YouChoose(Amount, Filter),
    /// These cards, as far as they are of the discarding player's hand: they were chosen or shown before.
    These(Objects),
}

/// What the register of [`Instr::FlipCoin`] holds after a flip that was lost.
pub const LOST_FLIP: i32 = 2;

/// How many modes a spell or ability can have chosen, spliced texts included.
pub const MOST_MODES: usize = 11;

/// The register that holds what the cost was paid with: the creature that was sacrificed, the card that was discarded. Scripts
/// put nothing else there.
pub const PAID_REGISTER: u8 = 7;

/// The label of an instruction that has one, shared or to be changed as the instruction is.
macro_rules! label {
    ($instr:expr) => {
        match $instr {
            Instr::Jump(label)
            | Instr::Unless(_, label)
            | Instr::May(_, label)
            | Instr::MayPay(_, _, label)
            | Instr::MayPayTimes(_, _, _, label)
            | Instr::MayPayX(_, _, _, label)
            | Instr::MayGive(_, _, _, label)
            | Instr::Pay(_, _, label)
            | Instr::ForEachPlayer(_, label)
            | Instr::ForEachObject(_, label)
            | Instr::Repeat(_, label) => Some(label),
            _ => None,
        }
    };
}

impl Instr {
    /// Where it may go on other than at the next instruction.
    pub fn label(&self) -> Option<Label> {
        label!(self).copied()
    }

    /// The label, while a part is being put together.
    pub(crate) fn label_mut(&mut self) -> Option<&mut Label> {
        label!(self)
    }
}

/// One instruction. Where a rule says "if able" or "as many as possible", instructions do what is possible (CR 101.3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Instr {
    // --- flow ---
    /// Goes on at the label.
    Jump(Label),
    /// Goes on at the label if the condition does not hold.
    Unless(Condition, Label),
    /// Asks the player whether to do what follows; goes on at the label if not. Sets [`Condition::Did`].
    May(Players, Label),
    /// Asks the player whether to pay, and takes the payment; goes on at the label if it was not paid. Not asked when it
    /// can't be paid (CR 118.12). Sets [`Condition::Did`].
    MayPay(Players, Cost, Label),
    /// The same for that many times the cost, paid at once (CR 702.24a, cumulative upkeep).
    MayPayTimes(Players, Cost, Amount, Label),
    /// The same for a cost with {X}, which the player chooses as they pay (CR 107.3f); X is kept in the register.
    MayPayX(Players, Cost, Register, Label),
    /// The same for a cost that is nothing but objects: those are chosen and join the register, and what follows takes them together with
    /// those of other players (CR 101.4).
    MayGive(Players, Cost, Register, Label),
    /// Makes the player pay if able; goes on at the label if not able. Sets [`Condition::Did`].
    Pay(Players, Cost, Label),
    /// What was offered counts as done ([`Condition::Did`]) if this holds, and only then: "you may put a card from your hand on the bottom of
    /// your library. If you do, ..." with no card in hand; "any player may ... If a player does", of whom the last one didn't.
    DoneIf(Condition),
    /// Runs what follows up to the label (exclusive) once for each player, as [`Players::Current`].
    ForEachPlayer(Players, Label),
    /// Runs what follows up to the label once for each object, as [`Objects::Current`].
    ForEachObject(Objects, Label),
    /// Runs what follows up to the label that many times.
    Repeat(Amount, Label),
    /// Ends the script.
    End,
    /// Computes a number and keeps it in a register.
    SetNumber(Register, Amount),
    /// Puts objects in a register.
    SetObjects(Register, Objects),
    /// Adds objects to those in a register.
    AddObjects(Register, Objects),
    /// Remembers the player that a [`Instr::ForEachPlayer`] loop is at besides those remembered in this number register
    /// ([`Players::Noted`]).
    NotePlayer(Register),
    /// Counts that this ability resolves; how often it has resolved this turn goes into the register.
    CountResolution(Register),
    /// How often this activated ability has been activated this turn goes into the register.
    CountActivations(Register),
    /// Someone picks objects, into a register.
    Pick(Pick, Register),
    /// The player chooses one of these colours for the source (CR 607) or for this script.
    ChooseColor(Players, Colors),
    /// The player chooses another color for the source besides those that were chosen for it.
    ChooseAnotherColor(Players),
    /// The player chooses a creature type.
    ChooseCreatureType(Players, OfferedTypes),
    /// The player chooses a basic land type.
    ChooseLandType(Players),
    /// The player chooses a player who fits for the source (CR 607.2d).
    ChoosePlayer(Players, PlayerFilter),
    /// The player chooses the name of a card that fits (CR 201.4).
    ChooseName(Players, Filter),
    /// Copies cards where they are, into a register (CR 707.12); what isn't cast ceases to exist with [`Instr::EndCopies`].
    CopyCards(Objects, Register),
    /// Copies of cards that aren't spells cease to exist (CR 704.5e).
    EndCopies(Objects),
    /// The player chooses a word of one of these kinds and another of its kind, into number registers (CR 612).
    ChooseWords {
        /// Who chooses.
        player: Players,
        /// The kinds.
        kinds: Vec<WordKind>,
        /// What it is replaced by, if that isn't chosen.
        to: Option<Subtype>,
        /// What can't be chosen to replace it.
        except: Option<Subtype>,
        /// The register of the word; the next is that of the other.
        into: Register,
    },
    /// The player chooses one of several words for the source (CR 607.2d); its place goes to a number register too.
    ChooseWord(Players, Vec<String>, Register),
    /// A number is kept for the source, as what was chosen for it (CR 607.2d).
    KeepNumber(Amount),
    /// The player chooses a number from the first to the second, into a register.
    ChooseNumber(Players, Amount, Amount, Register),
    /// Flips a coin for the player; register 1 if won, [`LOST_FLIP`] if lost (CR 705), so that no flip is neither. Or heads and tails, if
    /// nobody calls it (`false`): then nobody wins or loses (CR 705.2).
    FlipCoin(Players, Register, bool),
    /// Rolls a die with that many sides, into a register (CR 706).
    RollDie(Players, u8, Register),

    // --- damage, life ---
    /// The objects deal damage to the recipients (CR 120). `Source` deals it for "~ deals".
    Damage(Objects, Amount, Recipients),
    /// The same at the same time as the damage of the instruction before: "2 damage to any target and 1 damage to another target" (CR 608.2f).
    AndDamage(Objects, Amount, Recipients),
    /// The source deals that much damage divided among any number of objects, as a player chooses now: they aren't targets.
    DamageShared {
        /// What deals it.
        source: Objects,
        /// How much.
        amount: Amount,
        /// Among which objects.
        among: Objects,
        /// Who divides it.
        by: Players,
    },
    /// The source deals damage divided as it was chosen to the targets of spec *n*.
    DamageDivided(Objects, DividedAmong),
    /// Each of two creatures deals damage equal to its power to the other (CR 701.14).
    Fight(Objects, Objects),
    /// The players gain life (CR 119).
    GainLife(Players, Amount),
    /// The players lose life.
    LoseLife(Players, Amount),
    /// The players' life totals become this (CR 119.5).
    SetLife(Players, Amount),
    /// The two players exchange life totals (CR 701.12c).
    ExchangeLife(Players),
    /// The player gains or loses life until the life total is this, unless they can't: [`Condition::Did`] says whether it is (CR 701.12g).
    LifeFor(Players, Amount),
    /// Prevents the next that many damage (all, if `None`) that would be dealt this turn to the recipients (CR 615).
    PreventDamage(Recipients, Option<Amount>),
    /// Prevents that much of the damage that would be dealt to the targets of spec *n* this turn as was divided among them (CR 601.2d, 615).
    PreventDivided(DividedAmong),
    /// Prevents damage, or deals it to another instead, for this turn (CR 614.9, 615).
    Shield(Box<Shield>),
    /// Damage dealt by the instructions that follow can (`true`) or can't be prevented (CR 615.12).
    Preventable(bool),
    /// Prevents all combat damage this turn by objects that fit.
    PreventCombatDamage(Filter),

    // --- cards ---
    /// The players draw cards (CR 121).
    Draw(Players, Amount),
    /// The players discard cards (CR 701.9). The cards discarded are counted in [`Amount::ThisWay`] and put into a register.
    Discard(Players, DiscardHow, Option<Register>),
    /// The players mill cards (CR 701.17), into a register.
    Mill(Players, Amount, Option<Register>),
    /// The players scry (CR 701.22).
    Scry(Players, Amount),
    /// The players surveil (CR 701.25). The cards that stay on top are counted in [`Amount::ThisWay`].
    Surveil(Players, Amount),
    /// The top cards of a player's library are put in a register, still in the library: looked at, revealed, or only meant by what moves them.
    LookAtTop {
        /// Whose library, and who looks.
        player: Players,
        /// How many cards.
        amount: Amount,
        /// Who sees them.
        seen: SeenBy,
        /// Where the cards go.
        into: Register,
    },
    /// The first looks at the top cards of another's library and puts them in a register, still in the library.
    LookAtLibrary {
        /// Who looks.
        viewer: Players,
        /// Whose library.
        of: Players,
        /// How many cards.
        amount: Amount,
        /// Where the cards go.
        into: Register,
    },
    /// The bottom card of the player's library, which nobody sees, is put in a register for what moves it on at once.
    TakeBottom(Players, Register),
    /// The player looks at the hand of another; it is revealed if that is each player.
    LookAtHand(Players, Players),
    /// The player reveals the objects to all (CR 701.20).
    Reveal(Objects),
    /// The player searches a library or other zones of their own (CR 701.23) for cards that fit; found cards go to the register
    /// and are revealed if so. Shuffling is its own instruction.
    Search {
        /// Who searches.
        player: Players,
        /// Whose zone.
        of: Players,
        /// In which zones.
        zones: Vec<Zone>,
        /// Whether cards that they own from outside the game can be chosen, too, which isn't a zone (CR 400.11).
        outside: bool,
        /// For which cards.
        filter: Filter,
        /// At least that many, if there: 0 for hidden cards with a quality (CR 701.23b).
        min: Amount,
        /// At most that many.
        max: Amount,
        /// Whether the cards are shown to all.
        reveal: bool,
        /// Where the cards go.
        into: Register,
    },
    /// The players shuffle their libraries (CR 701.24).
    Shuffle(Players),
    /// Reveals cards from the top of the player's library until that many fit; those go to the first register, the others to the second.
    RevealUntil(Players, Filter, Amount, Register, Register),

    // --- permanents and other objects ---
    /// Destroys permanents (CR 701.8); `true`: they can't be regenerated.
    Destroy(Objects, bool),
    /// Puts objects into another zone. What they have become is put into the register.
    Move(Objects, Destination, Option<Register>),
    /// The players sacrifice those of the objects that they control (CR 701.21a).
    Sacrifice(Players, Objects),
    /// The players sacrifice those of the first objects that they control, and the others are put into another zone, all of it as one
    /// event (CR 608.2c).
    SacrificeWhile(Players, Objects, Objects, Destination),
    /// The players sacrifice that many permanents that fit, each choosing their own; into a register. Where each player does, the amount
    /// may be their own: [`Players::Current`] in it.
    SacrificeChosen(Players, Amount, Filter, Option<Register>),
    /// Taps permanents (CR 701.26).
    Tap(Objects),
    /// Untaps permanents.
    Untap(Objects),
    /// Counters spells or abilities on the stack (CR 701.6); to another zone instead of the graveyard, if said.
    Counter(Objects, Option<Destination>),
    /// Puts counters on objects.
    AddCounters(Objects, CounterKind, Amount),
    /// The same at the same time as the counters of the instruction before: "a +1/+1 counter and a reach counter" (CR 122.6, 608.2f).
    AndCounters(Objects, CounterKind, Amount),
    /// Puts counters on the targets of spec *n*, divided as it was chosen (CR 601.2d).
    AddCountersDivided(CounterKind, DividedAmong),
    /// Puts that many counters on objects, no targets, as a player divides them now: one on each at least if there are enough (CR 608.2d).
    AddCountersShared {
        /// On which objects.
        among: Objects,
        /// What counters.
        kind: CounterKind,
        /// How many.
        amount: Amount,
        /// Who divides them.
        by: Players,
    },
    /// Removes counters (of any kind, if `None`; all, if the amount is `None`).
    RemoveCounters(Objects, Option<CounterKind>, Option<Amount>),
    /// Moves all or that many counters from one object to another (CR 122.5).
    MoveCounters(Objects, Objects, Option<CounterKind>, Option<Amount>),
    /// You move counters of several kinds from one object to another (CR 122.5).
    MoveKinds(Objects, Objects, MovedKinds),
    /// Gives players counters: poison, energy, experience, rad.
    AddPlayerCounters(Players, CounterKind, Amount),
    /// Players lose that many of their counters of a kind, or all; of every kind, if none is said.
    LosePlayerCounters(Players, Option<CounterKind>, Option<Amount>),
    /// The source, which is about to enter the battlefield, enters with counters, by a choice that was made (CR 614.12a).
    EnterWith(CounterKind, Amount),
    /// Permanents get a designation that lasts as long as they are there: monstrous (CR 701.37b), renowned (CR 702.112b).
    Mark(Objects, Marks),
    /// The source exploits the creature that was sacrificed (CR 702.110b).
    Exploit,
    /// The players get the city's blessing if they control ten or more permanents (CR 702.131).
    Ascend(Players),
    /// Takes a card that is the source's out of its owner's hand, into a register: the source is a card that was revealed there.
    TakeFromHand(Register),
    /// The player may cast the card in the special way that it has for this, whatever the time (CR 702.35a, madness).
    CastSpecial(Players, Objects),
    /// Another counter of a kind that is there is given to each of these, permanents and players: of a kind that you choose, or (`true`) of
    /// each kind.
    AnotherCounter(Recipients, bool),
    /// Proliferate (CR 701.34).
    Proliferate(Players),
    /// The players create tokens (CR 701.7). What is created is put into the register.
    CreateToken(NewTokens),
    /// The player creates tokens that are copies of the object (CR 707), with changes.
    CreateCopy {
        /// Who creates and controls them.
        player: Players,
        /// What is copied.
        of: Objects,
        /// How many.
        amount: Amount,
        /// Changes that become part of the copiable values ("except it has haste").
        except: Vec<Modification>,
        /// They enter tapped.
        tapped: bool,
        /// They enter attacking.
        attacking: Attacking,
        /// Where the tokens are remembered.
        into: Option<Register>,
    },
    /// Attaches the first object to the second (CR 701.3).
    Attach(Objects, Objects),
    /// Attaches the first object to the second as though that were a creature (CR 702.6e).
    AttachAsToCreature(Objects, Objects),
    /// Detaches Equipment.
    Unattach(Objects),
    /// Exchanges control of two permanents (CR 701.12).
    ExchangeControl(Objects, Objects),
    /// Changes objects for a time. The set of objects and the numbers are locked in now (CR 611.2c).
    Continuous(Objects, Vec<Modification>, Duration),
    /// Changes whatever fits for a time; the set is not locked in (CR 611.2c, effects that don't change characteristics) or it lasts indefinitely.
    ContinuousOn(Filter, Vec<Modification>, Duration),
    /// The special action that this is ends the effect on the source that says so (CR 116.2c).
    EndThisEffect,
    /// Regenerates permanents: a shield for this turn (CR 701.19).
    Regenerate(Objects),
    /// Cards in exile become plotted (CR 702.170c).
    Plot(Objects),
    /// Transforms permanents (CR 701.27).
    Transform(Objects),
    /// Melds two cards in exile into what has that name (CR 701.42).
    Meld(Objects, String),
    /// The source, a spell, merges with the permanent (CR 729.2): on top of it if the number is 0, under it otherwise.
    Merge(Objects, Amount),
    /// Flips permanents of flip cards (CR 710.4).
    Flip(Objects),
    /// Permanents become prepared, which have a prepare spell.
    Prepare(Objects),
    /// Permanents stop being prepared.
    Unprepare(Objects),
    /// Turns permanents face up (CR 708.7).
    TurnFaceUp(Objects),
    /// Turns permanents face down (CR 708.2a).
    TurnFaceDown(Objects),
    /// It becomes day or night (CR 730).
    SetDaytime(Daytime),
    /// A Class becomes a level (CR 716.2).
    BecomeLevel(Objects, u8),
    /// A half of the permanents is unlocked (CR 709.5f).
    Unlock(Objects, Door),
    /// The first objects block the second this combat (`true`) or this turn if able (CR 509.1c).
    MustBlock(Objects, Objects, bool),
    /// You choose which creatures block and how, this combat (`true`) or this turn, instead of the players who control them.
    ChooseBlocks(bool),
    /// Removes from combat (CR 506.4).
    RemoveFromCombat(Objects),
    /// Attacking creatures become blocked, by nothing (CR 509.1h).
    BecomeBlocked(Objects),
    /// Copies spells or abilities on the stack; the player may choose new targets if so (CR 707.10).
    CopySpell {
        /// What is copied.
        of: Objects,
        /// Who copies it.
        player: Players,
        /// Whether new targets may be chosen.
        new_targets: bool,
        /// Changes that become part of the copiable values (CR 707.9).
        except: Vec<Modification>,
        /// One copy for each of these that it doesn't target and could target, with that as each of its targets (CR 707.10d).
        at: Option<Objects>,
    },
    /// The player may choose new targets for the spell or ability (CR 115.7).
    ChooseNewTargets(Objects, Players),
    /// The player may cast the cards without paying their mana costs (CR 601.2, 118.9), now: as a spell that fits, if that is said.
    CastFree(Players, Objects, Option<Filter>),
    /// The player may cast the cards for what they cost, now (CR 608.2g).
    CastNow(Players, Objects),
    /// The same for what a static ability offers in place of their mana costs ([`crate::ability::PlayerRule::OtherPrice`], CR 118.9). No
    /// object has that ability.
    CastFor(Players, Objects, AbilityId),
    /// The same as casting them without paying, or plays them if they are lands and the player can play one (CR 305.2b, 305.3).
    PlayFree(Players, Objects),
    /// The player may cast some of the cards now (CR 608.2g). In a hand it is their description that the spell must fit.
    CastSome {
        /// Who may.
        player: Players,
        /// Which cards.
        cards: Objects,
        /// As which spells: of a card with several faces or halves that is said of the one that is cast (CR 601.3e).
        spells: Option<Filter>,
        /// How many of them, if not all.
        most: Option<Amount>,
        /// Without paying their mana costs, or for what they cost.
        free: bool,
    },
    /// Spells that these cards become are exiled instead of being put into a graveyard (CR 614).
    ExileAfterwards(Objects),
    /// The player changes the targets of the spell or ability to others, if there are (CR 115.7a).
    ChangeTargets(Objects, Players),
    /// You change a target of the first spell or ability to the second object, if it can be one (CR 115.7b).
    AimAt(Objects, Objects),
    /// The player may cast the cards transformed without paying their mana costs, now (CR 310.11b, 712.8c).
    CastBack(Players, Objects),
    /// The player may play the cards for a time from where they are (lands too, if so).
    AllowPlay {
        /// Who may.
        player: Players,
        /// Which cards.
        cards: Objects,
        /// How many of them, if not all: which ones is chosen as they are played.
        most: Option<Amount>,
        /// For how long.
        duration: Duration,
        /// Which spells only: of a card with several faces or halves that is said of the one that is cast (CR 601.3e, 709.3a, 715.3).
        spells: Option<Filter>,
        /// Lands too ("play"), or spells only ("cast").
        lands: bool,
        /// Without paying the mana cost.
        free: bool,
        /// In what way.
        how: Permitted,
        /// As what mana may be spent to cast them in this way.
        mana: SpentAs,
    },
    /// Phases out (CR 702.26).
    PhaseOut(Objects),
    /// Goads creatures (CR 701.15).
    Goad(Objects),
    /// They are no longer suspected (CR 701.60a).
    NoLongerSuspected(Objects),

    // --- mana, turns, game ---
    /// The players add mana (CR 106.4).
    AddMana(Players, ManaOutput),
    /// The mana of the mana ability itself is made here, after what its text has before that (CR 605.3b).
    MakeMana,
    /// The player adds one mana of the type that the permanent that was tapped for mana produced.
    AddSameMana(Players),
    /// The players lose all unspent mana.
    LoseUnspentMana(Players),
    /// The player takes an extra turn after this one (CR 500.7).
    ExtraTurn(Players),
    /// Puts as many counters of each kind as are or were on the first object on the second ones (CR 122.8).
    PutSameCounters(Objects, Objects),
    /// The players have done what a keyword action says, for what watches that.
    Done(KeywordAction, Players),
    /// The object has done what a keyword action says, for what watches that.
    DoneBy(KeywordAction, Objects),
    /// The first objects can't block the second ones this turn (CR 509.1b).
    CantBlock(Objects, Objects),
    /// Doubles the number of each kind of counter on the objects (CR 701.10e).
    DoubleCounters(Objects),
    /// The players skip their next turn (CR 614.10).
    SkipTurn(Players),
    /// The players skip their next such step.
    SkipNext(Players, Step),
    /// An additional combat phase, and main phase if so, follow this phase (CR 500.8).
    ExtraCombat(bool),
    /// You control the player during that player's next turn (CR 722); with `true`, they take an extra turn after that one (CR 500.7).
    ControlTurn(Players, bool),
    /// The players play a subgame (CR 728), starting at that much life.
    Subgame(Option<i32>),
    /// The game is restarted (CR 726). The objects, cards in exile, stay there; they are in the register for what goes on just before the
    /// first turn.
    Restart(Objects, Register),
    /// Ends the turn (CR 723).
    EndTurn,
    /// The players may play that many additional lands this turn.
    ExtraLands(Players, Amount),
    /// The players win (CR 104.2b).
    Win(Players),
    /// The players lose (CR 104.3e).
    Lose(Players),
    /// The game is a draw (CR 104.4c).
    DrawGame,
    /// The ability triggers once later (CR 603.7), with this script's source, controller and registers, and with the number as that of its event.
    Delayed(AbilityId, DelayedUntil, Option<Amount>),
    /// The ability triggers at once (a reflexive trigger, CR 603.12), on the event of this one, with this number if it is given.
    Reflexive(AbilityId, Option<Amount>),
    /// The player becomes the monarch (CR 724).
    BecomeMonarch(Players),
    /// The player takes the initiative (CR 725).
    TakeInitiative(Players),
    /// The player ventures into the dungeon (CR 701.49), into this one if they are in none and it is named (CR 701.49d).
    Venture(Players, Option<u8>),
    /// The Ring tempts the player (CR 701.54).
    RingTempts(Players),
    /// Tribute is paid for the source, which is about to enter (CR 702.104b).
    PayTribute,
    /// The source, which is about to enter the battlefield, is put into its owner's graveyard instead (CR 614.6).
    StayOut,
    /// The source, a spell that is a card, may be exiled encoded on a creature you control, which goes to a register (CR 702.99a).
    Encode(Register),
    /// The players' speed increases by 1 (CR 702.179c).
    GainSpeed(Players),
    /// Starting with you, each player votes for one of the words (CR 701.38); the votes for each are counted in number registers,
    /// from this one on.
    Vote {
        /// The choices.
        words: Vec<String>,
        /// The register of the first.
        into: Register,
    },
    /// The two creatures become paired (CR 702.95c).
    Pair(Objects, Objects),
    /// The source, which is about to enter, has devoured these permanents (CR 702.82b).
    Devour(Objects),
    /// The cards that the player has just drawn are revealed and put into a register, still in the hand.
    RevealDrawn(Players, Register),
    /// A player gets an emblem with abilities (CR 114).
    CreateEmblem(Players, Vec<AbilityId>),
    /// Continuous rules for players for a time: the static ability applies as if on an object of yours.
    PlayerEffect(AbilityId, Duration),
    /// The same for each of these players, who are "you" for the rule.
    PlayerEffectOf(Players, AbilityId, Duration),
    /// The same this turn, told as X the number of the spell that its controller casts next this turn, among those that fit: "the
    /// next spell you cast this turn".
    NextSpell(AbilityId, Filter),
}

/// When a delayed triggered ability triggers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum DelayedUntil {
    /// At the beginning of the next such step of any turn; of the players, if given.
    NextStep(Step, Option<PlayerFilter>),
    /// At the beginning of that step of the next turn (`true`: of the controller's), and of no other if that one is skipped (CR 614.10a).
    NextTurns(Step, bool),
    /// At the beginning of that step of the extra turn that was just created (CR 500.7), and of no other if that turn is skipped.
    ExtraTurns(Step),
    /// Whenever the ability's own event happens, this turn.
    EventThisTurn,
    /// The next time the ability's own event happens, this turn.
    NextEventThisTurn,
    /// The next time the ability's own event happens.
    NextEvent,
    /// Whenever the ability's own event happens, until the controller's next turn.
    EventUntilYourNextTurn,
    /// Whenever the ability's own event happens, for the rest of the game: emblems.
    EveryEvent,
}
