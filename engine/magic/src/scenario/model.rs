//! What a scenario says: the records of the file format, read and written by serde.

use std::collections::BTreeMap;
use std::fmt;

use gauntlet_cards::filter;
use gauntlet_core::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::tactic::Tactic;

/// A player of a scenario. The engine plays games of two; files may speak of more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Side {
    A,
    B,
    C,
    D,
}

impl Scenario {
    /// Whether it speaks of a player who isn't there: games have two.
    pub(super) fn speaks_of_others(&self) -> bool {
        others(&serde_json::to_value(self).unwrap_or_default(), false)
    }
}

/// Whether a part of a record speaks of a third or fourth player. `names_players` is whether words here are players.
fn others(value: &Value, names_players: bool) -> bool {
    let other = |word: &str| word == "C" || word == "D";
    let of_player = |key: &str| matches!(key, "player" | "of" | "clear_library" | "manual_mana");
    match value {
        Value::String(word) => names_players && other(word),
        Value::Array(values) => values.iter().any(|value| others(value, names_players)),
        // A card's own text says what it likes; where players have fields, they are the keys.
        Value::Object(fields) => {
            fields.iter().any(|(key, value)| other(key) || key != "custom" && others(value, of_player(key)))
        }
        _ => false,
    }
}

/// The engine's name for a player.
pub(super) fn player(side: Side) -> Player {
    if side == Side::B { Player::SECOND } else { Player::FIRST }
}

/// A step of a turn, as scenarios name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Step {
    Untap,
    Upkeep,
    Draw,
    Main1,
    BeginCombat,
    DeclareAttackers,
    DeclareBlockers,
    FirstStrikeDamage,
    CombatDamage,
    EndCombat,
    Main2,
    End,
    Cleanup,
}

impl From<filter::Step> for Step {
    fn from(step: filter::Step) -> Step {
        match step {
            filter::Step::Untap => Step::Untap,
            filter::Step::Upkeep => Step::Upkeep,
            filter::Step::Draw => Step::Draw,
            filter::Step::PrecombatMain => Step::Main1,
            filter::Step::BeginCombat => Step::BeginCombat,
            filter::Step::DeclareAttackers => Step::DeclareAttackers,
            filter::Step::DeclareBlockers => Step::DeclareBlockers,
            filter::Step::FirstStrikeDamage => Step::FirstStrikeDamage,
            filter::Step::CombatDamage => Step::CombatDamage,
            filter::Step::EndCombat => Step::EndCombat,
            filter::Step::PostcombatMain => Step::Main2,
            filter::Step::End => Step::End,
            filter::Step::Cleanup => Step::Cleanup,
        }
    }
}

/// A zone, as scenarios name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Zone {
    Battlefield,
    Hand,
    Graveyard,
    Library,
    Exile,
    Command,
    Stack,
    /// What a player owns from outside the game, which isn't a zone (CR 400.11).
    Sideboard,
}

impl Zone {
    /// The zone of the game.
    pub(super) fn in_game(self) -> Option<filter::Zone> {
        Some(match self {
            Zone::Battlefield => filter::Zone::Battlefield,
            Zone::Hand => filter::Zone::Hand,
            Zone::Graveyard => filter::Zone::Graveyard,
            Zone::Library => filter::Zone::Library,
            Zone::Exile => filter::Zone::Exile,
            Zone::Command => filter::Zone::Command,
            Zone::Stack => filter::Zone::Stack,
            Zone::Sideboard => return None,
        })
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> u32 {
    1
}

fn is_one(value: &u32) -> bool {
    *value == 1
}

fn yes() -> bool {
    true
}

fn duel() -> String {
    "duel".to_owned()
}

fn is_duel(format: &String) -> bool {
    format == "duel"
}

/// One test: a position, what the players do, and what must be true.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Scenario {
    /// The unique name.
    pub id: String,
    /// The chapter, for summaries.
    #[serde(default, skip_serializing_if = "is_default")]
    pub area: String,
    /// The rule that it proves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rule: String,
    /// What it is about, in a sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: String,
    /// How many players with how much life: `duel`, or another that is not supported.
    #[serde(default = "duel", skip_serializing_if = "is_duel")]
    pub format: String,
    /// Whether a choice without an answer fails the test.
    #[serde(default, skip_serializing_if = "is_default")]
    pub strict: bool,
    /// Whether what the scenario says is to be used to the last word: every answer asked for, every block made, something asserted.
    /// Files in TOML say so unless they say otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exact: bool,
    /// Whether libraries stay as they are put.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shuffle: bool,
    /// Whose filler library is removed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clear_library: Vec<Side>,
    /// Other life totals than the usual.
    #[serde(default, skip_serializing_if = "is_default")]
    pub life: BTreeMap<Side, i32>,
    /// Options.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: ScenarioOptions,
    /// Where cards are before the first turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub setup: Vec<Put>,
    /// What happens, and what must be true then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub segments: Vec<Segment>,
    /// That an agent can be asked to play it in place of what is scripted, and what it must choose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tactic: Option<Tactic>,
}

/// Options of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ScenarioOptions {
    /// Players whose floating mana is not spent for them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub manual_mana: Vec<Side>,
}

/// Cards put somewhere before the game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Put {
    /// The zone that they are put into.
    pub zone: Zone,
    /// Who owns them; on the battlefield, who controls them.
    pub player: Side,
    /// Which card.
    pub card: String,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Tapped.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tapped: bool,
    /// What else it is called in this scenario.
    #[serde(default, rename = "as", skip_serializing_if = "is_default")]
    pub alias: Option<String>,
    /// A card of this scenario alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub custom: Option<Value>,
}

/// A part of a scenario: actions up to a stop, then assertions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Segment {
    /// The actions, in each player's order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub actions: Vec<Action>,
    /// The answers to choices.
    #[serde(default, skip_serializing_if = "is_default")]
    pub answers: BTreeMap<Side, Answers>,
    /// When it ends.
    pub stop: Moment,
    /// What must be true then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub asserts: Vec<Assertion>,
    /// One of the actions must be refused.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expect_illegal: Option<Value>,
}

/// A step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The turn, from 1.
    pub turn: u32,
    /// The step.
    pub step: Step,
}

impl fmt::Display for Moment {
    /// As files in TOML have it: `2 main1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = serde_json::to_value(self.step).unwrap_or_default();
        write!(f, "{} {}", self.turn, step.as_str().unwrap_or_default())
    }
}

/// Something that a player does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Action {
    /// The moment at which it is done.
    #[serde(flatten)]
    pub at: Moment,
    /// The player who does it.
    pub player: Side,
    /// What the player does.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What a player does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Deed {
    /// Casts a spell.
    Cast(Use),
    /// Plays a land.
    PlayLand(Use),
    /// Activates an ability.
    Activate(Use),
    /// Activates a mana ability.
    ActivateMana(Use),
    /// Declares an attacker.
    Attack {
        /// Which creature.
        attacker: Reference,
        /// What it attacks; the other player if nothing is said.
        #[serde(default, skip_serializing_if = "is_default")]
        defender: Option<Defended>,
    },
    /// Declares a blocker.
    Block {
        /// Which creature.
        blocker: Reference,
        /// What it blocks.
        attacker: Reference,
    },
    /// Declares no attackers.
    NoAttack,
    /// Declares no blockers.
    NoBlock,
    /// Gives up.
    Concede,
    /// Counters appear on a permanent.
    AddCounters {
        /// On which.
        card: Reference,
        /// Which counters.
        counter: String,
        /// How many.
        count: u32,
    },
    /// Passes until the stack is empty.
    ResolveStack,
    /// Passes once.
    ResolveOne,
    /// Checks whether something is true.
    Check {
        /// The player concerned, if another than the one who looks.
        #[serde(default, skip_serializing_if = "is_default")]
        of: Option<Side>,
        /// What must be true.
        #[serde(flatten)]
        test: Test,
    },
}

/// What is attacked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defended {
    /// A player.
    Player(Side),
    /// A planeswalker or battle.
    Permanent(Reference),
}

/// A card or ability that is used.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Use {
    /// The card that is cast or played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub card: Option<String>,
    /// The object by its alias.
    #[serde(default, rename = "as", skip_serializing_if = "is_default")]
    pub alias: Option<String>,
    /// The beginning of the ability's text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ability: Option<String>,
    /// Whose ability it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: Option<String>,
    /// The whole line that the ability is in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub oracle: Option<String>,
    /// One of these has the ability.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source_candidates: Vec<String>,
    /// The targets, in order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub targets: Vec<Reference>,
    /// Another way to cast it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub via: Option<String>,
    /// What must be so before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Option<When>,
}

/// What an action waits for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct When {
    /// Something with this text is on the stack. No text asks for nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_stack: Option<String>,
    /// Nothing with this text is on the stack.
    #[serde(default, skip_serializing_if = "is_default")]
    pub not_on_stack: Option<String>,
    /// A copy of something with this text is on the stack.
    #[serde(default, skip_serializing_if = "is_default")]
    pub copy_on_stack: Option<String>,
    /// The topmost thing on the stack has this text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub top_of_stack: Option<String>,
    /// That much mana is in the player's pool.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mana_in_pool: Option<u32>,
}

/// An object or player that is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Reference {
    /// By name.
    Name(String),
    /// By more than that.
    Object(Described),
}

impl fmt::Display for Reference {
    /// In words: `Bear`, `player B`, `Bear number 1 (of the same name, from 0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Reference::Name(name) => return f.write_str(name),
            Reference::Object(what) => what,
        };
        match (&what.alias, &what.name, what.player) {
            (Some(alias), ..) => f.write_str(alias)?,
            (None, Some(name), _) => f.write_str(name)?,
            (None, None, Some(player)) => write!(f, "player {player:?}")?,
            (None, None, None) => f.write_str("something")?,
        }
        match (what.nth, what.copy) {
            (Some(nth), _) => write!(f, " number {nth} (of the same name, from 0)")?,
            (None, Some(true)) => f.write_str(" (a copy)")?,
            (None, Some(false)) => f.write_str(" (no copy)")?,
            (None, None) => {}
        }
        what.amount.map_or(Ok(()), |amount| write!(f, " for {amount}"))
    }
}

/// An object or player, described.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Described {
    /// By name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// By alias.
    #[serde(default, rename = "as", skip_serializing_if = "is_default")]
    pub alias: Option<String>,
    /// A player.
    #[serde(default, skip_serializing_if = "is_default")]
    pub player: Option<Side>,
    /// For this mode of the spell, from 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mode: Option<u8>,
    /// The *n*th permanent of the name, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nth: Option<usize>,
    /// Only copies (`true`), only originals (`false`).
    #[serde(default, skip_serializing_if = "is_default")]
    pub copy: Option<bool>,
    /// Its share of a divided number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub amount: Option<u16>,
}

/// A player's answers, taken in order.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answers {
    /// Everything but targets and modes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub choices: Vec<Answer>,
    /// Targets.
    #[serde(default, skip_serializing_if = "is_default")]
    pub targets: Vec<Answer>,
    /// Modes, from 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub modes: Vec<Answer>,
}

/// An answer to a choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A name or text.
    Text(String),
    /// Something else.
    Other(Box<Detail>),
}

/// An answer that is more than a word.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Detail {
    /// An object or player.
    #[serde(flatten)]
    pub what: Described,
    /// No more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skip: bool,
    /// Several together.
    #[serde(default, skip_serializing_if = "is_default")]
    pub all: Vec<Answer>,
    /// A way to cast.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Option<String>,
    /// How a coin falls: `win` or `lose`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub coin: Option<String>,
    /// How a die falls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub die: Option<u16>,
    /// Don't pay after all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cancel_payment: bool,
}

/// Something that must be true at the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Assertion {
    /// The player concerned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub player: Option<Side>,
    /// What must be true.
    #[serde(flatten)]
    pub test: Test,
}

/// What must be true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Test {
    Life {
        value: i64,
    },
    PermanentCount {
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<Reference>,
        count: i64,
    },
    ZoneCount {
        zone: Zone,
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<Reference>,
        count: i64,
    },
    Pt {
        card: Reference,
        power: i64,
        toughness: i64,
        #[serde(default, skip_serializing_if = "is_default")]
        scope: Option<String>,
    },
    BasePt {
        card: Reference,
        power: i64,
        toughness: i64,
        #[serde(default, skip_serializing_if = "is_default")]
        scope: Option<String>,
    },
    Ability {
        card: Reference,
        ability: String,
        #[serde(default = "yes")]
        has: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        permanents: Option<Value>,
    },
    AbilityCount {
        card: Reference,
        ability: String,
        count: i64,
    },
    Counters {
        card: Reference,
        counter: String,
        count: i64,
    },
    CardCounters {
        zone: Zone,
        card: Reference,
        counter: String,
        count: i64,
    },
    PlayerCounters {
        counter: String,
        count: i64,
    },
    Tapped {
        card: Reference,
        value: bool,
    },
    TappedCount {
        card: Reference,
        tapped: bool,
        count: i64,
    },
    Attacking {
        card: Reference,
        value: bool,
    },
    Damage {
        card: Reference,
        value: i64,
    },
    Attached {
        attachment: Reference,
        to: Reference,
        value: bool,
    },
    Type {
        card: Reference,
        #[serde(rename = "type")]
        card_type: String,
        #[serde(default = "yes")]
        has: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        zone: Option<Zone>,
    },
    Subtype {
        card: Reference,
        subtype: String,
        #[serde(default = "yes")]
        has: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        zone: Option<Zone>,
    },
    Color {
        card: Reference,
        #[serde(alias = "color")]
        colors: String,
        #[serde(default = "yes")]
        has: bool,
    },
    TokenCount {
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<Reference>,
        count: i64,
    },
    EmblemCount {
        count: i64,
    },
    ManaPool {
        color: String,
        count: i64,
    },
    StackSize {
        count: i64,
    },
    StackObject {
        text: String,
        count: i64,
    },
    Won {
        #[serde(default = "yes")]
        value: bool,
    },
    Lost {
        #[serde(default = "yes")]
        value: bool,
    },
    Result {
        #[serde(flatten)]
        fields: BTreeMap<String, Value>,
    },
    ActivePlayer {
        #[serde(default = "yes")]
        value: bool,
    },
    Turn {
        #[serde(alias = "count")]
        value: i64,
    },
    ZoneOf {
        #[serde(rename = "as")]
        alias: String,
        zone: Zone,
        #[serde(default = "yes")]
        value: bool,
    },
    Monarch {
        #[serde(default = "yes")]
        value: bool,
    },
    CanDo {
        verb: String,
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        ability: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        source: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        via: Option<String>,
        #[serde(default = "yes")]
        value: bool,
    },
    CanAttack {
        #[serde(alias = "attacker")]
        card: Reference,
        #[serde(default = "yes")]
        value: bool,
    },
    Attackers {
        #[serde(flatten)]
        fields: BTreeMap<String, Value>,
    },
    Blockers {
        #[serde(flatten)]
        fields: BTreeMap<String, Value>,
    },
    Probe {
        what: String,
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<Reference>,
        op: String,
        value: Value,
        #[serde(default, skip_serializing_if = "is_default")]
        supertype: Option<String>,
    },
}
