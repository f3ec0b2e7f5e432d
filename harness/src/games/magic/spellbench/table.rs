//! Games of Magic for a host that speaks the protocol: decks, positions, groups of decisions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, Diagnostic};
use gauntlet_core::{Game as _, Outcome, PerPlayer, Player, Reason, Seed};
use gauntlet_magic::deck::{Catalog, Construction, Deck, Entry};
use gauntlet_magic::{Options, Position, Setup};
use gauntlet_spellbench::message::{
    CardNameDomain, CatalogDeck, DeckChoice, DeckRow, DeckSource, Ending, EngineDefaults, EngineHello, EngineIdentity,
    ErrorCode, Fairness, Flags, MulliganRule, Payer, Refusal, Reset, RulesSupported, StartingRule, Visibility,
};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::{Secret, sorted};
use gauntlet_spellbench::session::{Next, Posed, Table};
use gauntlet_spellbench::vocabulary::Kind;

use super::conduct::{Conduct, Sight, Turn};
use super::printed::{Printed, full_name, name_of};
use super::scene::Seating;
use crate::play::panics;
use crate::{COMMIT, VERSION};

/// The last turn that is played.
const MOST_TURNS: u32 = 10_000;

/// The kinds of candidates that are offered here.
const KINDS: [Kind; 27] = [
    Kind::Pass,
    Kind::PlayLand,
    Kind::CastSpell,
    Kind::ActivateAbility,
    Kind::SpecialAction,
    Kind::ChooseTarget,
    Kind::FinishTargetSelection,
    Kind::ChooseCostTarget,
    Kind::ChooseSpellMode,
    Kind::ChooseOption,
    Kind::ChooseColor,
    Kind::ChooseNumber,
    Kind::ChooseBoolean,
    Kind::ChooseName,
    Kind::SelectObject,
    Kind::FinishSelection,
    Kind::OptionalCost,
    Kind::OptionalCast,
    Kind::Mulligan,
    Kind::OrderPick,
    Kind::ArrangeCard,
    Kind::DeclareAttack,
    Kind::DeclareBlock,
    Kind::Distribute,
    Kind::ActivateManaAbility,
    Kind::ChooseReplacement,
    Kind::ChooseCostOption,
];

/// The decks and cards that games are played with, and the game that is.
pub(super) struct MagicTable<'a> {
    hello: EngineHello,
    /// The cards; those that were compiled once are quickly compiled again.
    catalog: Catalog<'a>,
    /// The pools of the latest pairs of decks, and of the domains that hide them.
    pools: BTreeMap<PoolKey, Arc<Dealt>>,
    game: Option<Game>,
    /// Mana is paid by hand.
    manual_mana: bool,
    /// Who hears, in a few lines, what the engine did wrong: whoever runs it, as hosts only hear that it did.
    alarm: fn(&str),
}

/// What pools are found by: the names and numbers of cards of both decks, and the domain that hides them.
type PoolKey = ([Vec<(String, u32)>; 2], Option<String>);

/// Two decks compiled into one pool.
struct Dealt {
    pool: Arc<Pool>,
    printed: Arc<Printed>,
    decks: [Arc<Vec<CardId>>; 2],
}

/// How many pools are kept.
const MOST_POOLS: usize = 64;

/// How many cards are put into a pool, at most, so that a hidden deck's aren't seen. A pool has room for 65,536 cards, faces and tokens.
const MOST_COVER: usize = 10_000;

/// A game that is being played.
struct Game {
    position: Position,
    conduct: Conduct,
    secret: Secret,
    /// What it is called.
    id: String,
    /// The candidates that were chosen.
    answers: Vec<usize>,
}

impl<'a> MagicTable<'a> {
    /// A table with the cards of a base and the decks of these files. Decks that can't be played are left out; the texts say why.
    pub(super) fn new(
        base: &'a CardBase,
        broken: &'a [Diagnostic],
        decks: &[Deck],
        formats: Vec<String>,
        manual_mana: bool,
    ) -> (MagicTable<'a>, Vec<String>) {
        let mut hash = blake3::Hasher::new();
        for name in base.names() {
            hash.update(&base.fingerprint(name).unwrap_or_default());
        }
        let cards = hash.finalize().to_hex()[..16].to_owned();
        let mut table = MagicTable {
            hello: hello(formats, cards, manual_mana),
            catalog: Catalog::new(base, broken),
            pools: BTreeMap::new(),
            game: None,
            manual_mana,
            alarm: |text| {
                // Who can't be told isn't.
                let _ = std::io::stderr().write_all(text.as_bytes());
            },
        };
        let mut left_out = Vec::new();
        for deck in decks {
            let rows: Vec<DeckRow> =
                deck.main.iter().map(|entry| DeckRow { name: entry.name.clone(), count: entry.count }).collect();
            match table.named(&rows) {
                Ok(decklist) => table.hello.catalog.push(CatalogDeck {
                    catalog_id: deck
                        .file
                        .file_stem()
                        .map_or_else(|| deck.name.clone(), |stem| stem.to_string_lossy().into_owned()),
                    name: deck.name.clone(),
                    decklist,
                }),
                Err(error) => left_out.push(format!("{}: {error}", deck.file.display())),
            }
        }
        (table, left_out)
    }

    /// A decklist under the full names of its cards.
    fn named(&self, rows: &[DeckRow]) -> Result<Vec<DeckRow>, String> {
        let mut pool = Pool::new();
        let cards = self.compile(rows, &mut pool)?;
        let name = |card: &CardId| full_name(&pool, *card).or_else(|| name_of(&pool, *card)).unwrap_or_default();
        let rows: Vec<DeckRow> = cards.iter().map(|card| DeckRow { name: name(card), count: 1 }).collect();
        Ok(sorted(&rows))
    }

    fn compile(&self, rows: &[DeckRow], pool: &mut Pool) -> Result<Vec<CardId>, String> {
        let entry = |(line, row): (u32, &DeckRow)| Entry { count: row.count, name: row.name.clone(), line, column: 0 };
        let main = (1..).zip(rows).map(entry).collect();
        let deck = Deck { name: "deck".to_owned(), file: Path::new("deck").to_owned(), main, ..Deck::default() };
        deck.resolve_from(&self.catalog, pool, Construction::ANY)
            .map(|playable| playable.main)
            .map_err(|error| error.to_string())
    }

    fn rows(&self, deck: &DeckChoice) -> Vec<DeckRow> {
        match deck {
            DeckChoice::List(list) => sorted(&list.decklist),
            DeckChoice::Catalog(choice) => {
                let found = self.hello.catalog.iter().find(|deck| deck.catalog_id == choice.catalog_id);
                found.map_or_else(Vec::new, |deck| deck.decklist.clone())
            }
        }
    }

    /// Two decks in one pool. With a `cover`, its cards are in the pool as well if somebody may be asked about all that there are, so that which
    /// of them are in a hidden deck can't be seen (§7.5).
    fn deal(&mut self, decks: [Vec<DeckRow>; 2], cover: Option<&CardNameDomain>) -> Result<Arc<Dealt>, Refusal> {
        let rows = decks.clone().map(|rows| rows.into_iter().map(|row| (row.name, row.count)).collect::<Vec<_>>());
        let key = (rows, cover.map(|domain| domain.domain_id.clone()));
        if let Some(dealt) = self.pools.get(&key) {
            return Ok(Arc::clone(dealt));
        }
        let unsupported = |message| Refusal::new(ErrorCode::UnsupportedDeck, message);
        let mut pool = Pool::new();
        let [a, b] = &decks;
        let cards =
            [self.compile(a, &mut pool).map_err(unsupported)?, self.compile(b, &mut pool).map_err(unsupported)?];
        if let Some(domain) = cover.filter(|_| pool.asks_about_all_cards()) {
            if domain.names.len() > MOST_COVER {
                let message = format!(
                    "a hidden deck whose opponent may be asked to name a card needs a card_name_domain of {MOST_COVER} names at most"
                );
                return Err(Refusal::new(ErrorCode::UnsupportedRule, message));
            }
            for name in &domain.names {
                // What this engine doesn't have can be in no deck, and isn't offered.
                if let Some(name) = self.catalog.find(name) {
                    let _ = self.catalog.compile(name, &mut pool);
                }
            }
        }
        let dealt = Arc::new(Dealt {
            printed: Arc::new(Printed::new(&pool)),
            pool: Arc::new(pool),
            decks: cards.map(Arc::new),
        });
        if self.pools.len() >= MOST_POOLS {
            self.pools.pop_first();
        }
        self.pools.insert(key, Arc::clone(&dealt));
        Ok(dealt)
    }
}

impl MagicTable<'_> {
    /// Goes on with the game, which is over if that fails.
    fn go_on(&mut self, step: impl FnOnce(&mut Game) -> Next) -> Next {
        let Some(game) = &mut self.game else { return failure() };
        panics::catch(|| step(game)).unwrap_or_else(|message| {
            (self.alarm)(&failed(&game.id, game.secret, &game.answers, &message));
            failure()
        })
    }
}

/// What the engine says of itself.
pub(super) fn hello(formats: Vec<String>, cards: String, manual_mana: bool) -> EngineHello {
    EngineHello {
        protocol_minor: gauntlet_spellbench::MINOR,
        engine: EngineIdentity {
            name: "gauntlet".to_owned(),
            version: VERSION.to_owned(),
            source_revision: Some(COMMIT.to_owned()).filter(|commit| commit != "unknown"),
            rules_snapshot_id: format!("gauntlet-{VERSION}"),
            card_pool_identity: format!("gauntlet-{cards}"),
        },
        formats,
        deck_sources: vec![DeckSource::Catalog, DeckSource::Decklist],
        catalog: Vec::new(),
        rules_supported: RulesSupported {
            mulligan: vec![MulliganRule::London, MulliganRule::None],
            starting_player: vec![StartingRule::HostAssigned],
        },
        observation: Flags {
            poison: true,
            player_counters: true,
            designations: true,
            day_night: true,
            passed_seats: true,
            player_progress: true,
            pending_triggers: true,
            keywords: true,
            full_name: true,
            exiled_by: true,
            stack_text: true,
            permanent_details: true,
            known_cards: true,
        },
        decision_kinds: KINDS.to_vec(),
        engine_defaults: EngineDefaults {
            mana_payment: (!manual_mana).then_some(Payer::EngineAutopay),
            ..EngineDefaults::default()
        },
        rewind: false,
        fairness: Fairness { noninterference_probe: true },
        extensions: Vec::new(),
    }
}

impl Table for MagicTable<'_> {
    fn hello(&self) -> &EngineHello {
        &self.hello
    }

    fn check_deck(&self, deck: &DeckChoice) -> Result<(), Refusal> {
        // The catalog has just what could be compiled.
        let DeckChoice::List(_) = deck else { return Ok(()) };
        let compiled = self.compile(&self.rows(deck), &mut Pool::new());
        compiled.map(|_| ()).map_err(|message| Refusal::new(ErrorCode::UnsupportedDeck, message))
    }

    fn reset(&mut self, reset: &Reset, secret: Secret) -> Result<Next, Refusal> {
        let first = reset.rules.starting_seat.unwrap_or(Seat::P0);
        let decks = [&reset.seats[first.index()], &reset.seats[first.other().index()]];
        let rules = &reset.rules;
        let cover = (rules.opponent_decklist == Visibility::Hidden).then_some(&rules.card_name_domain);
        let dealt = self.deal(decks.map(|seat| self.rows(&seat.deck)), cover)?;
        let options = Options {
            max_turns: MOST_TURNS,
            max_actions: u32::MAX,
            ask_forced: true,
            separate_streams: true,
            annals: true,
            manual_payment: PerPlayer([self.manual_mana; 2]),
            ..Options::default()
        };
        let setup = Setup {
            pool: Arc::clone(&dealt.pool),
            decks: PerPlayer(dealt.decks.clone()),
            outside: PerPlayer::default(),
            options,
            told: None,
        };
        let seed = Seed::from_hex(&Secret(secret.stream(None, "game", 0)).to_hex()).expect("64 digits");
        let domain = rules.card_name_domain.names.iter().cloned().collect();
        let keeps = rules.mulligan == MulliganRule::None;
        let printed = Arc::clone(&dealt.printed);
        let conduct = Conduct::new(Seating(first), printed, domain, keeps, secret, rules.probe);
        let begun = panics::catch(|| {
            let (id, answers) = (reset.game_id.clone(), Vec::new());
            let mut game = Game { position: Position::new(&setup, seed), conduct, secret, id, answers };
            let next = game.pose();
            (game, next)
        });
        match begun {
            Ok((game, next)) => {
                self.game = Some(game);
                Ok(next)
            }
            Err(message) => {
                (self.alarm)(&failed(&reset.game_id, secret, &[], &message));
                Ok(failure())
            }
        }
    }

    fn step(&mut self, candidate: usize) -> Next {
        self.go_on(|game| {
            game.answers.push(candidate);
            game.answer(candidate)
        })
    }

    fn probe(&mut self, samples: u32) -> Result<Vec<Posed>, Refusal> {
        let Some(game) = &self.game else { return Ok(Vec::new()) };
        let world = |number: u32| {
            let world = panics::catch(|| game.world(u64::from(number)));
            let tell = |message: &String| (self.alarm)(&failed(&game.id, game.secret, &game.answers, message));
            world.inspect_err(tell).ok().flatten()
        };
        Ok((0..samples).filter_map(world).collect())
    }
}

/// What is said of a game that the engine can't go on with, and how it is had again.
fn failed(game: &str, secret: Secret, answers: &[usize], message: &str) -> String {
    let (message, secret, count) = (message.replace('\n', " "), secret.to_hex(), answers.len());
    let mut text = format!("error: game {game}: the engine failed after decision {count}: {message}\n");
    let _ = write!(
        text,
        "to see it again: begin a game with the same decks and rules and the game_secret {secret}, and choose these candidates:"
    );
    answers.iter().for_each(|answer| {
        let _ = write!(text, " {answer}");
    });
    text.push('\n');
    text
}

/// The end of a game that the engine can't go on with.
fn failure() -> Next {
    Next::End(Ending::halted("engine_contract_failure:engine_error"))
}

impl Game {
    /// Does something with the decision at hand, as its player sees it.
    fn with_sight<T>(position: &Position, then: impl FnOnce(&Sight<'_>) -> T) -> T {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        let player = position.to_act().unwrap_or(Player::FIRST);
        then(&Sight {
            visible: position.visible(player),
            legal: &legal,
            words: &|action| position.describe(action),
            question: &|| position.question(),
            world: &|| position.clone(),
            facts: position.facts(),
            forced: true,
        })
    }

    /// Answers the decision.
    fn answer(&mut self, candidate: usize) -> Next {
        let action = Game::with_sight(&self.position, |sight| self.conduct.answer(candidate, sight));
        if let Some(action) = action {
            self.position.apply(action);
        }
        self.pose()
    }

    /// Goes on to the next decision that its player gets to see.
    fn pose(&mut self) -> Next {
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Next::End(ending(outcome, self.conduct.seating()));
            }
            match Game::with_sight(&self.position, |sight| self.conduct.next(sight)) {
                Turn::Ask(posed) => return Next::Decision(posed),
                Turn::Act(action) => self.position.apply(action),
            }
        }
    }

    /// The decision in another world.
    fn world(&self, number: u64) -> Option<Posed> {
        let player = self.position.to_act()?;
        let seed = Seed::from_hex(&Secret(self.secret.stream(None, "probe", number)).to_hex())?;
        let mut world = self.position.clone();
        world.determinize(player, &mut seed.rng());
        Some(Game::with_sight(&world, |sight| self.conduct.show_again(sight)))
    }
}

/// How a game ended, as the protocol says it.
pub(super) fn ending(outcome: Outcome, seating: Seating) -> Ending {
    let winner = outcome.winner.map(|player| seating.seat(player));
    let reason = match outcome.reason {
        Reason::TurnLimit => return Ending::truncated("turn_limit"),
        Reason::ActionLimit => return Ending::truncated("action_limit"),
        Reason::EngineError => return Ending::halted("engine_contract_failure:engine_error"),
        Reason::Life => "life_zero",
        Reason::Decked => "drew_from_empty_library",
        Reason::Poison => "ten_poison",
        Reason::Effect => "effect",
        Reason::Concession => "concession",
        Reason::Score => "score",
        Reason::DrawByRule => "draw_by_rule",
    };
    Ending::natural(winner, reason)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::Duration;

    use gauntlet_spellbench::check::engine::{Plan, Table as Decks};

    use super::super::Source;
    use super::*;

    thread_local! {
        static HEARD: RefCell<String> = const { RefCell::new(String::new()) };
    }

    #[test]
    fn whoever_runs_an_engine_hears_what_went_wrong_in_it() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
        let source = Source::read(&folder, &[]).expect("shipped decks");
        let (mut table, _) = source.table(vec!["any".to_owned()], false);
        table.alarm = |text: &str| HEARD.with_borrow_mut(|heard| heard.push_str(text));
        let (hello, secret) = (table.hello.clone(), Secret([7; 32]));
        let plan = Plan { games: 1, secret, lists: Vec::new(), within: Duration::from_secs(1) };
        let reset = Decks::new(&hello, &plan).expect("decks").reset(0, false);
        table.reset(&reset, secret).expect("a game");
        table.step(0);
        let Next::End(end) = table.go_on(|_| panic!("no object 7")) else { panic!("it goes on") };
        assert_eq!(end.reason, "engine_contract_failure:engine_error");
        let heard = HEARD.take();
        let begin = format!("error: game {}: the engine failed after decision 1: no object 7 (", reset.game_id);
        assert!(heard.starts_with(&begin), "{heard}");
        assert!(heard.contains(".rs:"), "where it was: {heard}");
        let how = format!("the game_secret {}, and choose these candidates: 0\n", secret.to_hex());
        assert!(heard.ends_with(&how), "{heard}");
    }
}
