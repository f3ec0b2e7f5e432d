//! The messages between host and engine (§9).
//!
//! Reading one passes over fields that it doesn't have, as agents must (§4.2), who get many of them. Hosts and engines, who must not, see to
//! that with [`crate::json::exactly`].

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::json::nullable;
use crate::observation::Observation;
use crate::reference::{ObjectRef, Seat};
use crate::semantic::Semantic;
use crate::vocabulary::{Kind, vocabulary};

vocabulary! {
    /// Why a request is refused (§9.8).
    ErrorCode {
        MalformedJson = "malformed_json",
        MalformedRequest = "malformed_request",
        ProtocolMismatch = "protocol_mismatch",
        RequestIdReuseMismatch = "request_id_reuse_mismatch",
        StepBeforeReset = "step_before_reset",
        GameAlreadyActive = "game_already_active",
        GameIdMismatch = "game_id_mismatch",
        ExpectedStepMismatch = "expected_step_mismatch",
        CandidateIdOutOfRange = "candidate_id_out_of_range",
        SemanticEchoMismatch = "semantic_echo_mismatch",
        UnsupportedFormat = "unsupported_format",
        UnsupportedDeck = "unsupported_deck",
        DeckIdMismatch = "deck_id_mismatch",
        UnsupportedRule = "unsupported_rule",
        UnsupportedRequest = "unsupported_request",
        ProbeRefused = "probe_refused",
        GameAlreadyTerminal = "game_already_terminal",
    }
}

/// Why a request is refused, with words for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Why.
    pub code: ErrorCode,
    /// Words for people.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.word(), self.message)
    }
}

/// A number of copies of a card (§12.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckRow {
    /// The card's full name.
    pub name: String,
    /// How many.
    pub count: u32,
}

/// A deck that an engine has by itself (§9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CatalogDeck {
    /// What it is asked for by.
    pub catalog_id: String,
    /// What it is called.
    pub name: String,
    /// Its cards.
    pub decklist: Vec<DeckRow>,
}

/// Who the engine is (§9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineIdentity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The revision of its source.
    #[serde(deserialize_with = "nullable")]
    pub source_revision: Option<String>,
    /// Which rules it plays by.
    pub rules_snapshot_id: String,
    /// Which cards it has.
    pub card_pool_identity: String,
}

/// The same on each decision (§9.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// Its name.
    pub engine_name: String,
    /// Its version.
    pub engine_version: String,
    /// Which rules it plays by.
    pub rules_snapshot_id: String,
    /// Which cards it has.
    pub card_pool_identity: String,
}

impl EngineIdentity {
    /// What decisions repeat of it.
    pub fn provenance(&self) -> Provenance {
        Provenance {
            engine_name: self.name.clone(),
            engine_version: self.version.clone(),
            rules_snapshot_id: self.rules_snapshot_id.clone(),
            card_pool_identity: self.card_pool_identity.clone(),
        }
    }
}

vocabulary! {
    /// How mulligans are taken (§12.2).
    MulliganRule {
        London = "london",
        None = "none",
    }
}

vocabulary! {
    /// Who begins (§12.2).
    StartingRule {
        HostAssigned = "host_assigned",
        TossWinnerChooses = "toss_winner_chooses",
    }
}

vocabulary! {
    /// Whether the other's decklist is known (§12.2).
    Visibility {
        Visible = "visible",
        Hidden = "hidden",
    }
}

vocabulary! {
    /// Where decks come from (§9.1).
    DeckSource {
        Catalog = "catalog",
        Decklist = "decklist",
    }
}

vocabulary! {
    /// That the engine decides by its own order (§7.6).
    ByEngine {
        EngineOrder = "engine_order",
    }
}

vocabulary! {
    /// That the engine pays mana by itself (§7.6).
    Payer {
        EngineAutopay = "engine_autopay",
    }
}

/// The rules that an engine can play by (§9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesSupported {
    /// Mulligans.
    pub mulligan: Vec<MulliganRule>,
    /// Who begins.
    pub starting_player: Vec<StartingRule>,
}

/// Which optional fields of observations the engine fills (§6.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the flags are called as in the table of §6.9")]
pub struct Flags {
    pub poison: bool,
    pub player_counters: bool,
    pub designations: bool,
    pub player_progress: bool,
    pub day_night: bool,
    pub passed_seats: bool,
    pub pending_triggers: bool,
    pub keywords: bool,
    pub full_name: bool,
    pub exiled_by: bool,
    pub stack_text: bool,
    pub permanent_details: bool,
    pub known_cards: bool,
}

/// What the engine decides by itself (§7.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineDefaults {
    /// The order of triggered abilities.
    #[serde(deserialize_with = "nullable")]
    pub trigger_order: Option<ByEngine>,
    /// The order of replacement effects.
    #[serde(deserialize_with = "nullable")]
    pub replacement_order: Option<ByEngine>,
    /// How combat damage is assigned.
    #[serde(deserialize_with = "nullable")]
    pub combat_damage_assignment: Option<ByEngine>,
    /// How mana is paid.
    #[serde(deserialize_with = "nullable")]
    pub mana_payment: Option<Payer>,
}

/// How an engine shows that it is fair (§9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fairness {
    /// Whether it answers `probe_resample`.
    pub noninterference_probe: bool,
}

/// An extension (§14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Extension {
    /// Its key.
    pub name: String,
    /// Whether it has the engine's own identities of objects.
    pub native_ids: bool,
}

/// What an engine answers to `hello` (§9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineHello {
    /// The minor version that is spoken.
    pub protocol_minor: u32,
    /// Who it is.
    pub engine: EngineIdentity,
    /// The formats that it plays.
    pub formats: Vec<String>,
    /// Where decks come from.
    pub deck_sources: Vec<DeckSource>,
    /// The decks that it has.
    pub catalog: Vec<CatalogDeck>,
    /// The rules that it can play by.
    pub rules_supported: RulesSupported,
    /// The optional fields that it fills.
    pub observation: Flags,
    /// The kinds of candidates that it may offer.
    pub decision_kinds: Vec<Kind>,
    /// What it decides by itself.
    pub engine_defaults: EngineDefaults,
    /// Whether it may ask again for the action of a player who has priority.
    pub rewind: bool,
    /// How it shows that it is fair.
    pub fairness: Fairness,
    /// Its extensions.
    pub extensions: Vec<Extension>,
}

/// The names that can be named (§12.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardNameDomain {
    /// Their digest.
    pub domain_id: String,
    /// The names.
    pub names: Vec<String>,
}

/// The rules of a game (§12.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// Whether the other's decklist is known.
    pub opponent_decklist: Visibility,
    /// Mulligans.
    pub mulligan: MulliganRule,
    /// Who begins.
    pub starting_player: StartingRule,
    /// Who that is, if the host says it.
    #[serde(deserialize_with = "nullable")]
    pub starting_seat: Option<Seat>,
    /// The names that can be named.
    pub card_name_domain: CardNameDomain,
    /// The extensions that the engine may send.
    pub extensions: Vec<String>,
    /// Whether the host may probe.
    pub probe: bool,
}

/// A deck as a host names it (§9.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum DeckChoice {
    /// One of the engine's.
    Catalog(CatalogChoice),
    /// Given as data.
    List(ListChoice),
}

/// A deck of the engine's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CatalogChoice {
    /// The digest of its list; none in `validate_deck`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_id: Option<String>,
    /// Which.
    pub catalog_id: String,
}

/// A deck given as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListChoice {
    /// The digest of its list; none in `validate_deck`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_id: Option<String>,
    /// Its cards.
    pub decklist: Vec<DeckRow>,
}

impl<'de> Deserialize<'de> for DeckChoice {
    /// By the field that it has, so that what is wrong with that can be said.
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<DeckChoice, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            deck_id: Option<String>,
            catalog_id: Option<String>,
            decklist: Option<Vec<Value>>,
        }
        let Fields { deck_id, catalog_id, decklist } = Fields::deserialize(reader)?;
        match (catalog_id, decklist) {
            (Some(catalog_id), None) => Ok(DeckChoice::Catalog(CatalogChoice { deck_id, catalog_id })),
            (None, Some(rows)) => {
                let row = |(number, row): (usize, &Value)| {
                    let wrong = |error| D::Error::custom(format!("row {} of the decklist: {error}", number + 1));
                    DeckRow::deserialize(row).map_err(wrong)
                };
                let decklist = rows.iter().enumerate().map(row).collect::<Result<_, _>>()?;
                Ok(DeckChoice::List(ListChoice { deck_id, decklist }))
            }
            (None, None) => Err(D::Error::custom("a deck has a catalog_id or a decklist, and this one has neither")),
            (Some(_), Some(_)) => Err(D::Error::custom("a deck has a catalog_id or a decklist, and this one has both")),
        }
    }
}

impl DeckChoice {
    /// Returns whether it is this deck of the engine's.
    pub fn names(&self, catalog_id: &str) -> bool {
        matches!(self, DeckChoice::Catalog(deck) if deck.catalog_id == catalog_id)
    }

    /// The digest that comes with it.
    pub fn deck_id(&self) -> Option<&str> {
        match self {
            DeckChoice::Catalog(deck) => deck.deck_id.as_deref(),
            DeckChoice::List(deck) => deck.deck_id.as_deref(),
        }
    }
}

/// A seat of a new game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatDeck {
    /// Which.
    pub seat: Seat,
    /// What it plays.
    pub deck: DeckChoice,
}

/// What a game begins with (§9.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reset {
    /// The game's name.
    pub game_id: String,
    /// Its format.
    pub format: String,
    /// Who plays what.
    pub seats: [SeatDeck; 2],
    /// Its rules.
    pub rules: Rules,
    /// What all of its chance and its object ids come from, in hexadecimal.
    pub game_secret: String,
    /// The most groups of decisions.
    pub max_decisions: u64,
    /// The most decisions.
    pub max_steps: u64,
}

/// An answer to a decision (§9.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Selection {
    /// Which candidate.
    pub candidate_id: u32,
    /// What that means.
    pub semantic_echo: Value,
}

/// A request of a host to an engine (§9), without what all requests have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "request_type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "there is one request at a time")]
pub enum Request {
    /// The first.
    Hello {
        /// The latest minor version that the host speaks.
        protocol_minor: u32,
    },
    /// A game begins.
    Reset(Reset),
    /// A decision is answered.
    Step {
        /// In which game.
        game_id: String,
        /// Which decision.
        expected_step: u64,
        /// How.
        selection: Selection,
    },
    /// Could this deck be played?
    ValidateDeck {
        /// In which format.
        format: String,
        /// The deck.
        deck: DeckChoice,
    },
    /// The decision as it would be in other worlds (§9.7).
    ProbeResample {
        /// In which game.
        game_id: String,
        /// How many.
        samples: u32,
    },
}

/// A response of an engine (§9), without what all responses have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "response_type", rename_all = "snake_case")]
pub enum Response {
    /// Who the engine is.
    HelloOk(Box<EngineHello>),
    /// The next decision.
    Decision(Box<Decision>),
    /// The game is over.
    Terminal(Terminal),
    /// The deck can be played.
    DeckOk {},
    /// The decision in other worlds.
    ProbeResult {
        /// In which game.
        game_id: String,
        /// The decisions.
        worlds: Vec<SeatDecision>,
    },
    /// The request is refused.
    Error {
        /// Why.
        error: Refusal,
    },
}

/// The next decision (§9.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// In which game.
    pub game_id: String,
    /// How many decisions were answered before.
    pub step: u64,
    /// What its seat gets.
    pub seat_decision: SeatDecision,
    /// By whom.
    pub provenance: Provenance,
}

/// A decision as its seat gets it (§9.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatDecision {
    /// Who decides.
    pub acting_seat: Seat,
    /// What can be chosen.
    pub candidates: Vec<Candidate>,
    /// What it is about.
    pub context: Context,
    /// What the engine says besides.
    pub extensions: Map<String, Value>,
    /// Of which group it is.
    pub group: Group,
    /// What its seat sees.
    pub observation: Observation,
    /// How many decisions that seat has answered before.
    pub seat_step: u64,
}

/// The place of a decision among those that one decision of the game was taken apart into (§8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// How many groups the seat has finished before.
    pub group_id: u64,
    /// How many they are.
    pub substep_count: u32,
    /// The place.
    pub substep_index: u32,
}

vocabulary! {
    /// Whether a player has priority or chooses something else (§9.3).
    ContextKind {
        Priority = "priority",
        Choice = "choice",
    }
}

/// What a decision is about (§9.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Context {
    /// Whether a player has priority.
    pub kind: ContextKind,
    /// The purpose that all candidates have.
    #[serde(deserialize_with = "nullable")]
    pub purpose: Option<String>,
    /// Whether the decision is asked again because what was chosen couldn't be done.
    pub rewind: bool,
    /// The source that all candidates have.
    #[serde(deserialize_with = "nullable")]
    pub source: Option<ObjectRef>,
    /// Words for people.
    #[serde(deserialize_with = "nullable")]
    pub text: Option<String>,
}

/// What can be chosen (§7.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// Its place in the list.
    pub candidate_id: u32,
    /// Words for people.
    #[serde(deserialize_with = "nullable")]
    pub display_text: Option<String>,
    /// What it means.
    pub semantic: Semantic,
}

vocabulary! {
    /// How a game ended (§9.5).
    Outcome {
        P0Win = "p0_win",
        P1Win = "p1_win",
        Draw = "draw",
        Truncated = "truncated",
        Halted = "halted",
    }
}

vocabulary! {
    /// What kind of end that is (§9.5, §11.5).
    Classification {
        Natural = "natural",
        Truncated = "truncated",
        Halted = "halted",
        Forfeit = "forfeit",
    }
}

/// The end of a game (§9.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terminal {
    /// Which game.
    pub game_id: String,
    /// How it ended.
    pub outcome: Outcome,
    /// What kind of end that is.
    pub classification: Classification,
    /// Who won.
    #[serde(deserialize_with = "nullable")]
    pub winner: Option<Seat>,
    /// Why, in a few words.
    pub reason: String,
    /// How many decisions were answered.
    pub step_count: u64,
    /// How many groups were finished.
    pub decision_count: u64,
    /// By whom.
    pub provenance: Provenance,
}

/// How a game ended, apart from how long it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// What kind of end it is.
    pub classification: Classification,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in a few words.
    pub reason: String,
    /// Who won.
    pub winner: Option<Seat>,
}

impl Ending {
    /// A win by the rules, or a draw.
    pub fn natural(winner: Option<Seat>, reason: impl Into<String>) -> Ending {
        let outcome = winner.map_or(Outcome::Draw, Outcome::won_by);
        Ending { classification: Classification::Natural, outcome, reason: reason.into(), winner }
    }

    /// The game was cut off.
    pub fn truncated(reason: impl Into<String>) -> Ending {
        let (classification, outcome) = (Classification::Truncated, Outcome::Truncated);
        Ending { classification, outcome, reason: reason.into(), winner: None }
    }

    /// The game can't go on.
    pub fn halted(reason: impl Into<String>) -> Ending {
        let (classification, outcome) = (Classification::Halted, Outcome::Halted);
        Ending { classification, outcome, reason: reason.into(), winner: None }
    }

    /// A seat lost for what it did to the host.
    pub fn forfeit(loser: Seat, cause: &str) -> Ending {
        let (classification, winner) = (Classification::Forfeit, loser.other());
        let outcome = Outcome::won_by(winner);
        Ending { classification, outcome, reason: format!("forfeit:{cause}"), winner: Some(winner) }
    }
}

impl Outcome {
    /// A win of this seat.
    pub fn won_by(seat: Seat) -> Outcome {
        match seat {
            Seat::P0 => Outcome::P0Win,
            Seat::P1 => Outcome::P1Win,
        }
    }
}
