//! Descriptions of objects, players, numbers and conditions, as compiled card text refers to them.
//!
//! "You" is always the controller of the ability or spell whose text it is (CR 109.5); "source" is the object it is on.

mod quality;
mod step;

use crate::designation::{Alike, Daytime};
use crate::face_down::FaceDown;
use crate::keyword::{KeywordName, Keywords};
use crate::types::{CardTypes, Colors, Subtype, Supertypes};
use crate::walk::Walk;

pub use self::quality::Quality;
pub use self::step::Step;

/// A zone (CR 400.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Zone {
    /// CR 401.
    Library,
    /// CR 402.
    Hand,
    /// CR 403.
    Battlefield,
    /// CR 404.
    Graveyard,
    /// CR 405.
    Stack,
    /// CR 406.
    Exile,
    /// CR 408.
    Command,
}

/// A conjunction of tests on one object. No tests at all accept everything.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct Filter {
    /// All must hold.
    pub tests: Vec<Test>,
}

impl Filter {
    /// The filter that has just this test.
    pub fn just(test: Test) -> Filter {
        Filter { tests: vec![test] }
    }

    /// The filter that accepts everything.
    pub const ANY: Filter = Filter { tests: Vec::new() };

    /// Returns whether it speaks of the source itself ("~", "~ and other creatures").
    pub fn speaks_of_source(&self) -> bool {
        self.tests.iter().any(|test| match test {
            Test::Source => true,
            Test::AnyOf(filters) => filters.iter().any(Filter::speaks_of_source),
            _ => false,
        })
    }

    /// This filter with one more test.
    #[must_use]
    pub fn and(mut self, test: Test) -> Filter {
        self.tests.push(test);
        self
    }
}

/// One test on an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Test {
    /// It is the source itself ("~").
    Source,
    /// It is not the source ("other", "another").
    NotSource,
    /// It is in the same graveyard as the source, above it (CR 404.2): right above it, if so.
    AboveSource(bool),
    /// It is a card in a graveyard, and of those there that fit the one on top (CR 404.2).
    TopOfGraveyard(Box<Filter>),
    /// A spell or ability resolves that one of these players controls, and that is what does this to it: asked as it moves.
    MovedBy(PlayerFilter),
    /// It is what the source is attached to ("enchanted creature", "equipped creature").
    Host,
    /// It has at least one of these card types.
    Types(CardTypes),
    /// It has every one of these card types.
    AllTypes(CardTypes),
    /// It has none of these card types ("noncreature").
    NotTypes(CardTypes),
    /// It has this supertype.
    Supertype(Supertypes),
    /// It lacks this supertype ("nonbasic").
    NotSupertype(Supertypes),
    /// It has this subtype.
    Subtype(Subtype),
    /// It has at least one of these colours.
    Colors(Colors),
    /// It has none of these colours ("nonblack").
    NotColors(Colors),
    /// It has no colour.
    Colorless,
    /// It has exactly one colour.
    Monocolored,
    /// It has two or more colours.
    Multicolored,
    /// It has all of these keywords ("with flying").
    Keyword(Keywords),
    /// It has none of these keywords ("without flying").
    NotKeyword(Keywords),
    /// Its controller (on the battlefield and the stack) or else its owner is one of these players.
    Controller(PlayerFilter),
    /// Its owner is one of these players.
    Owner(PlayerFilter),
    /// Its controller (as for [`Test::Controller`]) is among these players, as they are at the moment of asking.
    ControllerIn(Box<Players>),
    /// Its owner is among these players, as they are at the moment of asking.
    OwnerIn(Box<Players>),
    /// Its power compared with a number.
    Power(Comparison, Amount),
    /// Its toughness compared with a number.
    Toughness(Comparison, Amount),
    /// Its mana value compared with a number.
    ManaValue(Comparison, Amount),
    /// Its power is greater than its toughness.
    PowerExceedsToughness,
    /// Its toughness is greater than its power.
    ToughnessExceedsPower,
    /// What few texts ask.
    Quality(Quality),
    /// Its power and its toughness together compared with a number.
    PowerAndToughness(Comparison, Amount),
    /// Any of these restrictions or marks applies to it.
    Restricted(crate::keyword::Restrictions),
    /// It is tapped.
    Tapped,
    /// It is untapped.
    Untapped,
    /// It is attacking (CR 508.1k).
    Attacking,
    /// It attacks a player who fits, not a planeswalker.
    AttackingPlayer(PlayerFilter),
    /// It attacks a planeswalker whose controller fits.
    AttackingPlaneswalkerOf(PlayerFilter),
    /// It is blocking (CR 509.1g).
    Blocking,
    /// It is blocked (CR 509.1h).
    Blocked,
    /// It is attacking and was not blocked.
    Unblocked,
    /// It is a token.
    Token,
    /// It is not a token.
    Nontoken,
    /// It is, or last was, on the battlefield: of a source, which may be a card elsewhere (CR 109.2).
    Permanent,
    /// It has at least one counter of this kind (`None`: of any kind).
    HasCounter(Option<CounterKind>),
    /// Its name is this one.
    Named(String),
    /// It was dealt damage this turn.
    DamagedThisTurn,
    /// It entered the battlefield this turn.
    EnteredThisTurn,
    /// It is a card in a hand that was drawn this turn.
    DrawnThisTurn,
    /// It is a card that was discarded this turn, and is where it went then.
    DiscardedThisTurn,
    /// It is a card in exile that was put there so: foretold, plotted.
    PutAway(FaceDown),
    /// It attacked this turn.
    AttackedThisTurn,
    /// It did this in combat.
    Fought(Fought),
    /// It has this designation.
    Marked(crate::keyword::Marks),
    /// It is paired with another creature (CR 702.95b).
    Paired,
    /// It is paired with one of these.
    PairedWith(Box<Objects>),
    /// It is its controller's Ring-bearer (CR 701.54e).
    RingBearer,
    /// It is a commander (CR 903.3).
    Commander,
    /// It came under its controller's control since the beginning of their last upkeep (CR 702.30a).
    NewSinceUpkeep,
    /// One of these dealt damage to it this turn.
    DamagedBy(Box<Objects>),
    /// Its mana value is odd (`true`) or even, as zero is.
    ManaValueIsOdd(bool),
    /// It has a mana ability (CR 605.1).
    HasManaAbility,
    /// Each of these could be attached to it (CR 303.4j, 701.3a).
    CouldHost(Box<Objects>),
    /// It has this keyword.
    HasKeywordNamed(KeywordName),
    /// It is a card that is being discarded to pay for its own cycling ability (CR 702.29a).
    BeingCycled,
    /// It is a permanent that could produce colorless mana (CR 106.7).
    CouldProduceColorless,
    /// It is attached to such a player (CR 303.4, 702.5d).
    EnchantsPlayer(Box<Players>),
    /// A source that such a player controlled then dealt damage to it this turn.
    DamagedBySourceOf(PlayerFilter),
    /// One of these dealt damage to it in this resolution: "dealt damage this way", whomever it was meant for (CR 614.9).
    DamagedThisWay(Box<Objects>),
    /// It dealt damage to such a player this turn.
    DealtDamageTo(PlayerFilter),
    /// It dealt damage this turn.
    DealtDamageThisTurn,
    /// It is a card in a graveyard that was put there this turn, from this zone if it is given.
    PutThereThisTurn(Option<Zone>),
    /// It is a spell (an object on the stack that is a card or a copy of one).
    Spell,
    /// It is an activated or triggered ability on the stack.
    Ability,
    /// It is an activated ability on the stack.
    ActivatedAbility,
    /// It is a triggered ability on the stack.
    TriggeredAbility,
    /// It is an ability on the stack whose source fits, as that is or last was (CR 113.7).
    AbilityOf(Box<Filter>),
    /// Something that fits is attached to it.
    HasAttached(Box<Filter>),
    /// One of these.
    Is(Box<Objects>),
    /// At least one filter fits.
    AnyOf(Vec<Filter>),
    /// The filter does not fit.
    Not(Box<Filter>),
    /// It is a card, and the filter fits that: of what is face down, the card as it would be face up (CR 708.2); of what has left the
    /// battlefield, the card that it was there (CR 400.7).
    Card(Box<Filter>),
    /// It shares a colour with one of these objects.
    SharesColor(Box<Objects>),
    /// It shares a card type with one of these objects.
    SharesCardType(Box<Objects>),
    /// It shares one of these card types with one of these objects.
    SharesTypeOf(Box<Objects>, CardTypes),
    /// It is blocking one of these objects.
    BlockingOne(Box<Objects>),
    /// One of these objects is blocking it.
    BlockedByOne(Box<Objects>),
    /// It shares a creature type with one of these objects.
    SharesCreatureType(Box<Objects>),
    /// It shares a land type with one of these objects (CR 205.3i).
    SharesLandType(Box<Objects>),
    /// It has the same name as one of these objects.
    SharesName(Box<Objects>),
    /// It has the same power as one of these objects.
    SharesPower(Box<Objects>),
    /// It has the same mana value as one of these objects.
    SharesManaValue(Box<Objects>),
    /// It has the colour that was chosen for the source.
    ChosenColor,
    /// It has the creature type that was chosen for the source.
    ChosenType,
    /// It is a spell that was cast from one of these zones, a permanent that was, or a card that would be.
    CastFrom(Vec<Zone>),
    /// It came from this zone to where it is.
    CameFrom(Zone),
    /// It has the name that was chosen for the source (CR 201.4).
    ChosenName,
    /// It has the name that was chosen before the effect of which this is a rule for a time began (CR 611.2c).
    NameChosenThen,
    /// It was cast or put on the stack with at least one target that fits ("spell that targets a creature you control").
    TargetsObject(Box<Filter>),
    /// It has a target that is such a player.
    TargetsPlayer(PlayerFilter),
    /// The spell or ability has exactly one target (CR 115.7).
    SingleTarget,
    /// One object or player only is a target of the spell or ability, maybe several times (CR 115.9c).
    OneThingTargeted,
    /// The spell was kicked (CR 702.33d).
    Kicked,
    /// It was cast for its warp cost (CR 702.185a).
    Warped,
    /// One of these blocked it this turn.
    WasBlockedBy(Box<Objects>),
    /// It crewed one of these this turn (CR 702.122c) or, if so, saddled it (CR 702.171c).
    Crewed(Box<Objects>, bool),
    /// It is a target of one of these spells and abilities, or was when that left the stack.
    TargetOf(Box<Objects>),
    /// Its mana cost is one of these.
    HasManaCost(Vec<crate::mana::ManaCost>),
    /// Its mana cost has {X}.
    XInCost,
    /// It was cast, rather than put onto the battlefield or, as a copy, onto the stack (CR 707.10).
    WasCast,
    /// It is a copy of a spell or a card, and no card itself (CR 707.10, 707.12).
    IsCopy,
    /// Such a player cast it, whoever controls it now.
    CastBy(PlayerFilter),
    /// It has at least that many counters of this kind.
    CountersAtLeast(CounterKind, u16),
    /// It has a counter, an Equipment, or an Aura that its controller controls (CR 700.9).
    Modified,
    /// It is face down.
    FaceDown,
    /// It is legendary, an artifact or a Saga (CR 700.6).
    Historic,
    /// It has an Adventure (CR 715.2a), whether it is that now or not.
    HasAdventure,
    /// It is prepared.
    Prepared,
}

/// What a creature did in combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Fought {
    /// It blocked this turn.
    BlockedThisTurn,
    /// It attacked or blocked this turn.
    ThisTurn,
    /// It attacked or blocked this combat.
    ThisCombat,
}

/// A description of players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum PlayerFilter {
    /// Any player.
    Any,
    /// You.
    You,
    /// An opponent of yours.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// The player that the trigger event was about.
    Event,
    /// The controller of what the source is attached to.
    HostController,
    /// The player that the source, an Aura, is attached to.
    Enchanted,
    /// The defending player of the source's attack.
    Defending,
    /// The player who was chosen for the source.
    Chosen,
    /// Whoever has the most life, or is tied for it.
    MostLife,
    /// A player who lost life this turn.
    LostLife,
    /// A player who was dealt combat damage by the source this turn.
    FoughtBySource,
    /// The monarch, if there is one (CR 724.1).
    Monarch,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
}

impl Comparison {
    /// Returns whether `left` compares so with `right`.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
}

/// A kind of counter (CR 122): an index into [`crate::card::Pool::counter_names`]. The first few are fixed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct CounterKind(pub u16);

impl CounterKind {
    /// +1/+1 (CR 122.1a).
    pub const PLUS_ONE: CounterKind = CounterKind(0);
    /// -1/-1 (CR 122.1a).
    pub const MINUS_ONE: CounterKind = CounterKind(1);
    /// Loyalty (CR 122.1e).
    pub const LOYALTY: CounterKind = CounterKind(2);
    /// Defense (CR 122.1g).
    pub const DEFENSE: CounterKind = CounterKind(3);
    /// Lore (CR 714).
    pub const LORE: CounterKind = CounterKind(4);
    /// Poison (CR 122.1f), on players.
    pub const POISON: CounterKind = CounterKind(5);
    /// Energy (CR 107.14), on players.
    pub const ENERGY: CounterKind = CounterKind(6);
    /// Experience, on players.
    pub const EXPERIENCE: CounterKind = CounterKind(7);
    /// Time (CR 702.62, 702.63).
    pub const TIME: CounterKind = CounterKind(8);
    /// Stun (CR 122.1d).
    pub const STUN: CounterKind = CounterKind(9);
    /// Shield (CR 122.1c).
    pub const SHIELD: CounterKind = CounterKind(10);
    /// Finality (CR 122.1h).
    pub const FINALITY: CounterKind = CounterKind(11);
    /// Rad (CR 122.1i, 727), on players.
    pub const RAD: CounterKind = CounterKind(12);

    /// The names of the fixed kinds, in order.
    pub const FIXED: [&'static str; 13] = [
        "+1/+1",
        "-1/-1",
        "loyalty",
        "defense",
        "lore",
        "poison",
        "energy",
        "experience",
        "time",
        "stun",
        "shield",
        "finality",
        "rad",
    ];
}

/// Objects that an instruction is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Objects {
    /// The source itself, or its last known information (CR 113.7a).
    Source,
    /// The source, or what it has become by moving once.
    SourceNow,
    /// The objects chosen for target number *n* of this part of the script that are still legal.
    Target(u8),
    /// The object that the trigger event was about ("that creature").
    Event,
    /// The other object of the trigger event: what dealt or was dealt the damage, blocked or was blocked, did the targeting.
    EventOther,
    /// What the source is or was last attached to.
    Host,
    /// The objects in register *n*.
    Register(u8),
    /// Every object in a zone that fits, at the moment of asking. For library, hand and graveyard: of every player; use [`Test::Owner`] to narrow.
    Each(Zone, Filter),
    /// The object that a [`crate::effect::Instr::ForEachObject`] loop is at.
    Current,
    /// A card with this name that is encoded on the source (CR 702.99b).
    Encoded(String),
    /// The permanents attached to these.
    AttachedTo(Box<Objects>),
    /// The permanents whose abilities these are, or were on the stack (CR 113.7).
    PermanentsOf(Box<Objects>),
    /// The creatures that these are paired with (CR 702.95b).
    PartnersOf(Box<Objects>),
    /// What can be chosen as a source of damage (CR 609.7a) and fits: permanents, spells, face-up objects in the command zone, and the
    /// sources of abilities on the stack and of delayed ones, wherever they are by now.
    DamageSources(Filter),
    /// All of several.
    Union(Vec<Objects>),
    /// Those of the objects that fit.
    Those(Box<Objects>, Filter),
    /// The cards exiled by the source with [`crate::effect::Destination::linked`] (CR 607).
    ExiledWithSource,
    /// The permanents that the source has put onto the battlefield with [`crate::effect::Destination::linked`] (CR 607.2a).
    PutWithSource,
    /// What the objects have become by moving once, where that isn't a hidden zone (CR 400.7j).
    Moved(Box<Objects>),
    /// Those of the objects that are no longer what they were, as they last were: what was destroyed or sacrificed "this way". With a zone,
    /// those that have gone there and not elsewhere instead (CR 614.6, 903.9b): a hand or a graveyard.
    Left(Box<Objects>, Option<Zone>),
}

/// Players that an instruction is about, in turn order from the active player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum Players {
    /// You.
    #[default]
    You,
    /// Each opponent.
    Opponents,
    /// Each player.
    Each,
    /// The player chosen as target number *n*.
    Target(u8),
    /// The controllers of the objects (last known, if they are gone).
    ControllerOf(Box<Objects>),
    /// The owners of the objects.
    OwnerOf(Box<Objects>),
    /// The players who cast the objects, or that of which they are copies, whoever controls them now.
    CasterOf(Box<Objects>),
    /// The player whose turn it is.
    Active,
    /// The player that the trigger event was about ("that player").
    Event,
    /// The player or the controller of the permanent that the source, or the trigger event's object, attacks (CR 508.5).
    Defending,
    /// The player that a [`crate::effect::Instr::ForEachPlayer`] loop is at.
    Current,
    /// The player chosen as target number *n*, or the controller of the permanent that was.
    TargetOrController(u8),
    /// All of several.
    Both(Box<Players>, Box<Players>),
    /// Those who won (`true`) or didn't win the last subgame (CR 728.1b).
    Subgame(bool),
    /// The players who fit.
    Those(PlayerFilter),
    /// All other players than these.
    Others(Box<Players>),
    /// Those of the players for whom the condition holds, each being [`Players::Current`] as it is asked.
    Such(Box<Players>, Box<Condition>),
    /// Those that [`crate::effect::Instr::NotePlayer`] has remembered in a number register.
    Noted(u8),
}

/// A whole number that is computed when it is needed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Amount {
    /// A literal.
    Const(i32),
    /// The X of the spell or ability (CR 107.3); of the source permanent when an ability of it asks.
    X,
    /// The X with which the objects were cast (CR 107.3e).
    XOf(Objects),
    /// How many objects fit in a zone.
    Count(Zone, Filter),
    /// How many objects these are.
    CountObjects(Objects),
    /// How many players these are.
    CountPlayers(Players),
    /// The power of the object (the sum, if several).
    Power(Objects),
    /// The toughness of the object (the sum, if several).
    Toughness(Objects),
    /// The mana value of the object (the sum, if several).
    ManaValue(Objects),
    /// The greatest power among objects, 0 for none.
    GreatestPower(Objects),
    /// The greatest toughness among objects, 0 for none.
    GreatestToughness(Objects),
    /// The greatest mana value among objects, 0 for none.
    GreatestManaValue(Objects),
    /// The least power among objects, 0 for none.
    LeastPower(Objects),
    /// The least toughness among objects, 0 for none.
    LeastToughness(Objects),
    /// The least mana value among objects, 0 for none.
    LeastManaValue(Objects),
    /// How many counters of a kind (or in all) the objects have.
    Counters(Objects, Option<CounterKind>),
    /// How many counters of a kind the players have.
    PlayerCounters(Players, CounterKind),
    /// The life total of the player.
    Life(Players),
    /// The life that the player can pay: none, if they can't lose any (CR 119.4, 119.8).
    LifeToPay(Players),
    /// Half the player's starting life total and the like are written with [`Amount::HalfUp`]; this is the starting total.
    StartingLife,
    /// How many cards the players have in hand.
    HandSize(Players),
    /// How many cards the players have in their libraries.
    LibrarySize(Players),
    /// The number of the trigger event: damage, life, cards.
    Event,
    /// The number in register *n*.
    Register(u8),
    /// The number that was chosen for the source (CR 607.2d).
    ChosenNumber,
    /// How often an optional cost of the spell was paid, by its number: multikicker, replicate and the like.
    TimesPaid(u8),
    /// How many targets the spell or ability has, for what it costs (CR 601.2f).
    Targets,
    /// How many of those targets are objects that fit.
    TargetsThat(Filter),
    /// How many colours of mana were spent to cast the source (CR 702.44 sunburst).
    ColorsSpent,
    /// How much mana was spent to cast the objects (CR 601.2h): of these colours, if given; colourless, if that is none.
    ManaSpent(Objects, Option<Colors>),
    /// How much mana that permanents of a kind made was spent on the objects, or on this spell or ability (CR 601.2h).
    ManaSpentFrom(Option<Objects>, crate::ids::ManaOrigin),
    /// How often this turn something happened to objects that fit, as they were then.
    Happened(crate::happening::Happening, Filter),
    /// How often the players did something this turn ([`crate::happening::Happening::CRIME`] and the like).
    Deeds(crate::happening::Happening, Players),
    /// How many objects that fitted dealt damage to the players this turn; combat damage only, if so.
    DamageSources(Players, bool, Filter),
    /// How many lands the players played this turn.
    LandsPlayed(Players),
    /// How much damage was dealt to the players this turn; combat damage only, if so.
    DamageTaken(Players, bool),
    /// How many opponents the players attacked with creatures this combat: what enters attacking hasn't (CR 508.4, 702.121a).
    OpponentsAttacked(Players),
    /// How often its controller has cast their commander from the command zone (CR 903.8).
    CommanderCasts,
    /// How often the objects, as far as they are commanders, have been cast from the command zone (CR 903.8).
    CastsOf(Objects),
    /// How many creatures are in the party of the players (CR 700.8).
    Party(Players),
    /// How many colours of mana were spent to cast the object.
    ColorsSpentOn(Objects),
    /// How many mana symbols of these colours are in the mana costs of the objects (CR 107.4).
    ManaSymbols(Objects, Colors),
    /// How many of the colors that were chosen for the source the objects have together.
    ChosenColorsOf(Objects),
    /// How many colors the objects have together (CR 105.2).
    ColorsOf(Objects),
    /// How many card types there are among the objects, as they last were.
    CardTypesOf(Objects),
    /// The devotion of you to colours (CR 700.5).
    Devotion(Colors),
    /// How many basic land types are among lands the players control (domain, CR 207.2c).
    Domain(Players),
    /// How many spells the players cast this turn.
    SpellsCast(Players),
    /// The place of the object, or of the spell that it was, among the spells that fit and were cast this turn; 0, if it is none.
    CastOrdinal(Objects, Filter),
    /// How many spells you have cast this turn other than the source, whether that is being cast, was cast, or is something else.
    OtherSpellsCast,
    /// How many spells the players cast in the turn before this one.
    SpellsCastLastTurn(Players),
    /// How many turns of their own the players have begun, as far as four.
    TurnsBegun(Players),
    /// How much life the players lost in the turn before this one.
    LifeLostLastTurn(Players),
    /// The same as [`Amount::Happened`] of the turn before this one.
    HappenedLastTurn(crate::happening::Happening, Filter),
    /// The level of the source Class (CR 716.2d), 1 to begin with.
    ClassLevel,
    /// How much life the players gained this turn.
    LifeGained(Players),
    /// How much life the players lost this turn.
    LifeLost(Players),
    /// How many cards the players drew this turn.
    CardsDrawn(Players),
    /// How many creatures died this turn.
    CreaturesDied,
    /// How many permanents the objects devoured (CR 702.82b).
    Devoured(Objects),
    /// How often the objects have mutated (CR 702.140d).
    TimesMutated(Objects),
    /// How many of the permanents that the objects devoured this turn fitted, as they last existed on the battlefield.
    DevouredOf(Objects, Filter),
    /// How often the Ring has tempted the players (CR 701.54c).
    TimesTempted(Players),
    /// The speed of the players, 0 without one (CR 702.179f).
    Speed(Players),
    /// The total power of the creatures that the players attacked with in this combat, as they were declared.
    AttackPower(Players),
    /// How many creatures the players attacked with this turn.
    AttackersDeclared(Players),
    /// How many different card types there are among the objects of a zone that fit (delirium).
    CardTypesIn(Zone, Filter),
    /// How many differently named objects fit.
    DifferentNames(Zone, Filter),
    /// How many different powers objects have.
    DifferentPowers(Zone, Filter),
    /// Of how many objects the most have a name, or a creature type, in common.
    MostAlike(Zone, Filter, Alike),
    /// How many different mana values objects have.
    DifferentManaValues(Zone, Filter),
    /// How many kinds of counters there are on objects.
    CounterKinds(Zone, Filter),
    /// How many colours there are among objects.
    ColorsAmong(Zone, Filter),
    /// The sum.
    Sum(Box<Amount>, Box<Amount>),
    /// The first less the second.
    Difference(Box<Amount>, Box<Amount>),
    /// That many times the number.
    Times(Box<Amount>, i32),
    /// The product of two numbers.
    Product(Box<Amount>, Box<Amount>),
    /// The first divided by the second, rounded down; none where there is nothing to divide it among.
    Quotient(Box<Amount>, Box<Amount>),
    /// How many spells that fit you have cast this turn before one of these, or at all if that was none of them.
    CastBefore(Objects, Filter),
    /// Half, rounded up.
    HalfUp(Box<Amount>),
    /// Half, rounded down.
    HalfDown(Box<Amount>),
    /// The lesser.
    Least(Box<Amount>, Box<Amount>),
    /// The greater.
    Greatest(Box<Amount>, Box<Amount>),
    /// One number if a condition holds, another else.
    If(Box<Condition>, Box<Amount>, Box<Amount>),
    /// How much damage is lethal for the first objects if the second ones deal it, damage already dealt to them included (CR 120.4a): what is more is excess damage.
    Lethal(Objects, Objects),
    /// How much excess damage was dealt to permanents that fitted since the spell or ability began to resolve (CR 120.10).
    ExcessThisWay(Filter),
    /// How many counters, cards or damage "this way": what the last instruction that counts has done.
    ThisWay,
}

/// Something that holds or doesn't.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Condition {
    /// A comparison of numbers.
    Compare(Amount, Comparison, Amount),
    /// It is the turn of one of these players.
    TurnOf(PlayerFilter),
    /// The turn is an extra one (CR 500.7).
    ExtraTurn,
    /// At least one of the objects is there and fits.
    ObjectIs(Objects, Filter),
    /// The first object could be attached to the second, which it isn't yet: that would do nothing (CR 701.3b).
    CanBeAttached(Objects, Objects),
    /// One of the first objects is a target of one of the others, which are spells or abilities on the stack.
    IsTarget(Objects, Objects),
    /// At least one object in the zone fits.
    Exists(Zone, Filter),
    /// The top card of your library fits: not one that someone has taken off to look at it.
    TopOfLibrary(Filter),
    /// The spell was kicked with optional cost number *n* (CR 702.33d–f).
    Kicked(u8),
    /// The source, as a spell, was cast, rather than put onto the battlefield or, as a copy, onto the stack (CR 707.10).
    WasCast,
    /// The source, a card where it was put by that, was discarded this turn.
    WasDiscarded,
    /// It was cast from this zone.
    CastFrom(Zone),
    /// The spell or ability has at least one object among its targets that fits.
    Targets(Filter),
    /// The source was foretold or plotted in an earlier turn (CR 702.143a, 702.170d).
    PutAway(FaceDown),
    /// It is day, night or neither (CR 730.1).
    Daytime(Daytime),
    /// It is this step.
    InStep(Step),
    /// It is the main phase of the turn with this number, from 1 (CR 505.1a).
    MainPhase(u8),
    /// It's that combat phase of the turn (CR 506.1).
    CombatPhase(u8),
    /// No attackers have been declared this turn, in whichever of its combats (CR 500.8, 508.1).
    BeforeAttackers,
    /// It is combat.
    InCombat,
    /// A named cost number *n* of the spell (an additional or alternative one) was paid.
    CostPaid(u8),
    /// A player was dealt combat damage this turn by a source that fitted as it dealt it.
    DealtCombatDamage {
        /// The source.
        by: Filter,
        /// It shared a creature type with the spell that the condition is about, as that is now (CR 702.76a).
        alike: bool,
    },
    /// The last optional instruction ([`crate::effect::Instr::May`], `Pay`) was done: "if you do".
    Did,
    /// This word was chosen for the source: its place among those that could be.
    ChosenWord(u8, String),
    /// You have the city's blessing (CR 702.131).
    Blessed,
    /// Tribute was paid for the source (CR 702.104b).
    TributePaid,
    /// One of these players has a designation.
    Designated(PlayerFilter, crate::designation::Designation),
    /// One of these players attacked this turn: they declared at least one attacker (CR 508.1).
    PlayerAttackedThisTurn(Players),
    /// All hold.
    All(Vec<Condition>),
    /// At least one holds.
    AnyOf(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

impl Amount {
    /// Returns whether it is X itself.
    pub(crate) fn is_x(&self) -> bool {
        *self == Amount::X
    }
}

impl Condition {
    /// Never holds: the condition of a way to cast that is only there for effects that say so.
    pub const NEVER: Condition = Condition::AnyOf(Vec::new());

    /// Returns whether it asks what is paid for a spell besides its cost.
    pub fn asks_what_is_paid(&self) -> bool {
        self.has(|condition| matches!(condition, Condition::Kicked(_) | Condition::CostPaid(_)))
    }
}

/// Returns whether a filter asks what a spell targets.
pub fn asks_for_targets(filter: &Filter) -> bool {
    filter.has(|test| matches!(test, Test::TargetsObject(_) | Test::TargetsPlayer(_) | Test::OneThingTargeted))
}
