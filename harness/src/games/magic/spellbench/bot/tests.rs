//! Our agents play the same over the protocol as inside.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_core::{Game as _, PerPlayer, Player, Seed, View};
use gauntlet_magic::decision::Action;
use gauntlet_magic::deck::{Catalog, Construction};
use gauntlet_magic::{Options, Position, Setup};
use gauntlet_spellbench::agent::{AgentRequest, Clock, TimeControl};
use gauntlet_spellbench::bot::line;
use gauntlet_spellbench::message::{SeatDecision, Visibility};
use gauntlet_spellbench::observation::Observation;
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::{Secret, domain_id, sorted};
use gauntlet_spellbench::session::SeatCount;
use serde_json::{Value, json};

use super::Talk;
use super::counts::Row;
use crate::games::magic::host::Magic;
use crate::games::magic::spellbench::conduct::{Conduct, Sight, Turn};
use crate::games::magic::spellbench::exec::{Told, engine, game_start, list, rules};
use crate::games::magic::spellbench::printed::Printed;
use crate::games::magic::spellbench::scene::Seating;
use crate::games::magic::spellbench::{Source, observe};
use crate::host::Host as _;

/// What was found in some games.
#[derive(Default, Debug)]
struct Tally {
    /// Decisions with more than one answer, and those in which the bot chose what the agent inside chooses.
    asked: u64,
    same: u64,
    /// Positions that the bot's agent was asked in, and those that look the same as the true one.
    positions: u64,
    exact: u64,
    /// Where they chose something else, by kind.
    others: BTreeMap<String, u64>,
    /// What was different in positions, by field.
    different: BTreeMap<String, u64>,
    row: Row,
    failures: String,
}

impl Tally {
    fn share(&self) -> f64 {
        self.same as f64 / self.asked.max(1) as f64
    }
}

/// The shipped decks.
fn source() -> Source {
    Source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks"), &[]).expect("shipped decks")
}

const TIME: TimeControl = TimeControl {
    startup_ms: 60_000,
    game_start_ms: 60_000,
    bank_ms: 60_000,
    increment_ms: 0,
    max_decision_ms: 60_000,
    engine_step_ms: 60_000,
};

/// One side of a game: the agent as it is inside, and as a bot.
struct Side<'a> {
    inside: Box<dyn gauntlet_ai::Agent<Position>>,
    talk: Talk<'a>,
    conduct: Conduct,
    count: SeatCount,
    requests: u64,
}

impl Side<'_> {
    fn request(&mut self, request: &AgentRequest) -> Value {
        self.requests += 1;
        let answer = self.talk.answer(line(&format!("r-{}", self.requests), request).as_bytes());
        serde_json::from_str(&answer).expect("JSON")
    }

    /// What the bot does.
    fn act(&mut self, position: &Position, legal: &[Action], viewer: Player, tally: &mut Tally) -> Action {
        let words = |action| position.describe(action);
        let question = || position.question();
        let world = || position.clone();
        let sight = Sight {
            visible: position.visible(viewer),
            legal,
            words: &words,
            question: &question,
            world: &world,
            facts: &[],
            forced: false,
        };
        loop {
            let action = match self.conduct.next(&sight) {
                Turn::Act(action) => Some(action),
                Turn::Ask(posed) => {
                    let decision = self.count.number(*posed);
                    self.count.answered(decision.group);
                    let choice = self.choose(decision, position, viewer, tally);
                    self.conduct.answer(choice, &sight)
                }
            };
            if let Some(action) = action {
                return action;
            }
        }
    }

    fn choose(&mut self, decision: SeatDecision, position: &Position, viewer: Player, tally: &mut Tally) -> usize {
        let count = decision.candidates.len();
        if let Some(game) = &mut self.talk.game {
            game.asked = None;
        }
        let clock = Clock { remaining_ms: 60_000, max_decision_ms: 60_000 };
        let request = AgentRequest::Choose { game_id: "g".to_owned(), decision: Box::new(decision), clock };
        let before = self.talk.counts.total();
        let answer = self.request(&request);
        let after = self.talk.counts.total();
        if (after.fallback, after.partly) != (before.fallback, before.partly) && std::env::var_os("BOT_TELLS").is_some()
        {
            let AgentRequest::Choose { decision, .. } = &request else { unreachable!("that was asked") };
            let what = if after.fallback > before.fallback { "fallback" } else { "partly" };
            eprintln!("{what}: {}", serde_json::to_string(&decision.candidates).expect("JSON"));
            eprintln!("    stack {}", serde_json::to_string(&decision.observation.stack).expect("JSON"));
            eprintln!("    true {:?} group {:?}", position.decision(), decision.group);
        }
        let choice = answer["selection"]["candidate_id"].as_u64().expect("a choice") as usize;
        assert!(choice < count, "a legal answer: {answer}");
        if let Some(asked) = self.talk.game.as_ref().and_then(|game| game.asked.as_ref())
            && asked.to_act() == Some(viewer)
            && asked.decision().kind == position.decision().kind
        {
            tally.positions += 1;
            let different = differences(&observe(asked, viewer), &observe(position, viewer));
            tally.exact += u64::from(different.is_empty());
            for field in different {
                *tally.different.entry(field).or_default() += 1;
            }
        }
        choice
    }
}

/// The names of the fields in which two observations differ, what objects are called apart.
fn differences(one: &Observation, other: &Observation) -> Vec<String> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("object_id");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    fn walk(path: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
        match (one, other) {
            (Value::Object(a), Value::Object(b)) => {
                for (key, value) in a {
                    walk(&format!("{path}.{key}"), value, b.get(key).unwrap_or(&Value::Null), found);
                }
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                a.iter().zip(b).for_each(|(a, b)| walk(path, a, b, found));
            }
            _ if one != other && !found.iter().any(|known| known == path) => found.push(path.to_owned()),
            _ => {}
        }
    }
    let [one, other] = [one, other].map(|observation| {
        let mut value = serde_json::to_value(observation).expect("JSON");
        strip(&mut value);
        value
    });
    let mut found = Vec::new();
    walk("", &one, &other, &mut found);
    found
}

/// Plays games between two shipped decks, both sides by an agent as a bot.
fn measure(source: &Source, decks: [&str; 2], agent: &str, games: u64, turns: u32) -> Tally {
    let mut tally = Tally::default();
    let catalog = Catalog::new(&source.base, &source.broken);
    let mut pool = Pool::new();
    let decks = decks.map(|name| {
        let deck = source.decks.iter().find(|deck| deck.file.file_stem().is_some_and(|stem| stem == name));
        let deck = deck.unwrap_or_else(|| panic!("a deck {name}"));
        let playable = deck.resolve_from(&catalog, &mut pool, Construction::ANY);
        Arc::new(playable.unwrap_or_else(|error| panic!("{error}")).main)
    });
    let pool = Arc::new(pool);
    for game in 0..games {
        let order = if game % 2 == 0 { [0, 1] } else { [1, 0] };
        let setup = Setup {
            pool: Arc::clone(&pool),
            decks: PerPlayer(order.map(|place| Arc::clone(&decks[place]))),
            outside: PerPlayer::default(),
            options: Options { max_turns: turns, ..Options::default() },
            told: None,
        };
        play(source, &setup, agent, game, &mut tally);
    }
    tally
}

fn play(source: &Source, setup: &Setup, agent: &str, number: u64, tally: &mut Tally) {
    let seed = Seed::from_u64(11).derive("game", number);
    let mut position = Position::new(setup, seed);
    let printed = Arc::new(Printed::new(&setup.pool));
    let lists = [Player::FIRST, Player::SECOND].map(|player| list(&setup.pool, &setup.decks[player]));
    let names: Vec<String> = sorted(&lists.concat()).into_iter().map(|row| row.name).collect();
    let mut sides = [Seat::P0, Seat::P1].map(|seat| {
        let pilot = Magic::agents().resolve(agent).expect("an agent");
        let domain = names.iter().cloned().collect();
        let conduct = Conduct::new(Seating(Seat::P0), Arc::clone(&printed), domain, false, Secret([7; 32]), false);
        let mut inside = pilot.make();
        inside.start();
        let talk = Talk::new(Catalog::new(&source.base, &source.broken), pilot, None);
        let mut side = Side { inside, talk, conduct, count: SeatCount::default(), requests: 0 };
        let start = game_start(Told {
            game_id: "g".to_owned(),
            seat,
            names: None,
            lists: &lists,
            rules: rules(names.clone(), Visibility::Visible),
            engine: &engine(&domain_id(&names)),
            time: TIME,
            memory_mb: 1,
            agent_seed: 5,
        });
        let answer = side.request(&AgentRequest::GameStart(Box::new(start)));
        assert_eq!(answer["response_type"], json!("ack"), "{answer}");
        side
    });
    let mut legal = Vec::new();
    while let Some(player) = position.to_act() {
        position.legal_actions(&mut legal);
        let side = &mut sides[player.index()];
        let rng = &mut seed.derive("inside", 0).rng();
        let inside = legal[side.inside.choose(View::new(&position, player), &legal, rng)];
        let outside = side.act(&position, &legal, player, tally);
        if legal.len() > 1 {
            tally.asked += 1;
            tally.same += u64::from(inside == outside);
        }
        if inside != outside {
            let kind = format!("{:?}", position.decision().kind);
            *tally.others.entry(kind).or_default() += 1;
            if std::env::var_os("BOT_TELLS").is_some() {
                eprintln!(
                    "game {number} turn {} {:?} {}: inside {}, outside {}",
                    position.turn(),
                    position.visible(player).step(),
                    position.question(),
                    position.describe(inside),
                    position.describe(outside)
                );
                if let Some(asked) = side.talk.game.as_ref().and_then(|game| game.asked.as_ref()) {
                    eprintln!("    {:?}", differences(&observe(asked, player), &observe(&position, player)));
                }
            }
        }
        position.apply(outside);
    }
    for side in sides {
        let row = side.talk.counts.total();
        let sum = &mut tally.row;
        sum.alone += row.alone;
        sum.mapped += row.mapped;
        sum.partly += row.partly;
        sum.fallback += row.fallback;
        if row.fallback + row.partly > 0 {
            tally.failures += &side.talk.counts.told();
        }
    }
}

#[test]
fn an_agent_plays_as_it_does_inside() {
    let source = source();
    let mut all = Tally::default();
    for decks in [["mono-red-aggro", "blue-tempo"], ["green-stompy", "blue-black-control"], ["burn", "white-tokens"]] {
        let tally = measure(&source, decks, "heuristic", 1, 40);
        // Few decisions of any deck can't be mapped, and those are counted.
        assert!(tally.row.fallback * 100 <= tally.asked, "{decks:?}: {tally:?}");
        all.asked += tally.asked;
        all.same += tally.same;
        all.positions += tally.positions;
        all.exact += tally.exact;
    }
    assert!(all.asked > 200, "{all:?}");
    assert!(all.share() >= 0.985, "chosen as inside: {all:?}");
    assert!(all.exact as f64 >= 0.98 * all.positions as f64, "positions that look as they were: {all:?}");
}

#[test]
fn searches_play_through_positions_that_are_put_together() {
    let source = source();
    for agent in ["mc:rollouts=2", "ismcts:iterations=4"] {
        let first = measure(&source, ["mono-red-aggro", "green-stompy"], agent, 1, 5);
        assert!(first.row.mapped > 10 && first.row.fallback == 0, "{agent}: {first:?}");
        let again = measure(&source, ["mono-red-aggro", "green-stompy"], agent, 1, 5);
        assert_eq!(first.row, again.row, "{agent}: the same messages, the same answers");
    }
}

/// Cards with an Adventure, a Vehicle, and one with a reflexive trigger: what they leave behind isn't seen on the battlefield.
const LASTING: &str = r#"{"name": "Kettle Page", "layout": "adventure", "mana_cost": "{2}{R}", "type_line": "Creature — Human", "power": "3", "toughness": "2", "text": "Haste", "faces": [{"name": "Kettle Page", "mana_cost": "{2}{R}", "type_line": "Creature — Human", "power": "3", "toughness": "2", "text": "Haste"}, {"name": "Boil Over", "mana_cost": "{R}", "type_line": "Sorcery — Adventure", "text": "Boil Over deals 1 damage to any target."}]}
{"name": "Pedal Cart", "mana_cost": "{2}", "type_line": "Artifact — Vehicle", "power": "4", "toughness": "4", "text": "Crew 1"}
{"name": "Scrap Peddler", "mana_cost": "{1}{R}", "type_line": "Creature — Goblin", "power": "2", "toughness": "2", "text": "When Scrap Peddler enters, you may sacrifice an artifact. When you do, Scrap Peddler deals 2 damage to any target."}
{"name": "Attic Rummage", "mana_cost": "{1}{R}", "type_line": "Sorcery", "text": "Exile the top two cards of your library. Until the end of your next turn, you may play those cards."}
"#;

#[test]
fn what_lasts_unseen_is_known_to_a_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let cards = folder.path().join("cards.jsonl");
    std::fs::write(&cards, LASTING).expect("cards");
    let decks = folder.path().join("decks");
    std::fs::create_dir(&decks).expect("a folder");
    let list = "8 Kettle Page\n6 Pedal Cart\n6 Scrap Peddler\n4 Attic Rummage\n16 Mountain\n";
    for name in ["one.txt", "two.txt"] {
        std::fs::write(decks.join(name), list).expect("a list");
    }
    let source = Source::read(&decks, &[cards]).expect("decks");
    let tally = measure(&source, ["one", "two"], "heuristic", 4, 24);
    assert!(tally.asked > 300, "{tally:?}");
    assert_eq!((tally.row.partly, tally.row.fallback), (0, 0), "all is mapped: {tally:?}");
    assert!(tally.share() >= 0.995, "chosen as inside: {tally:?}");
    assert!(tally.exact as f64 >= 0.99 * tally.positions as f64, "positions that look as they were: {tally:?}");
}

/// A conversation in which a game was begun, and its first decision.
fn begun(source: &Source) -> (Talk<'_>, Value) {
    let pilot = Magic::agents().resolve("heuristic").expect("an agent");
    let mut talk = Talk::new(Catalog::new(&source.base, &source.broken), pilot, None);
    let deck =
        json!({"name": "d", "decklist": [{"name": "Mountain", "count": 20}, {"name": "Nobody's Card", "count": 2}]});
    let start = json!({"protocol": "spellbench/v2", "request_id": "1", "request_type": "game_start", "game_id": "g",
        "seat": "p0", "own_deck": deck, "later": 1});
    assert!(talk.answer(start.to_string().as_bytes()).contains("ack"));
    let choose = json!({"protocol": "spellbench/v2", "request_id": "2", "request_type": "choose", "game_id": "g", "decision": {
        "candidates": [
            {"candidate_id": 0, "semantic": {"kind": "dance", "with": "p1"}},
            {"candidate_id": 1, "semantic": {"kind": "choose_boolean", "source": null, "purpose": "other", "value": false}},
        ],
        "observation": {"viewer": "p0"}}});
    (talk, choose)
}

#[test]
fn what_cant_be_mapped_is_answered_and_counted() {
    let source = source();
    let (mut talk, choose) = begun(&source);
    let answer: Value = serde_json::from_str(&talk.answer(choose.to_string().as_bytes())).expect("JSON");
    assert_eq!(answer["selection"]["candidate_id"], json!(1), "declined: {answer}");
    assert_eq!(talk.counts.total(), Row { fallback: 1, ..Row::default() });
    let told = talk.counts.told();
    assert!(told.contains("choose_boolean                1        0        0        1        0"), "{told}");
    assert!(told.contains("not here: Nobody's Card (1 game)"), "{told}");
    // Odd requests have errors, and the game goes on.
    let mut odd = choose.clone();
    odd["decision"]["candidates"] = json!([]);
    assert!(talk.answer(odd.to_string().as_bytes()).contains("malformed_request"));
    odd["decision"] = json!(7);
    assert!(talk.answer(odd.to_string().as_bytes()).contains("malformed_request"));
    odd["game_id"] = json!("other");
    assert!(talk.answer(odd.to_string().as_bytes()).contains("unknown_game"));
    assert!(talk.answer(b"\xff{").contains("malformed_json"));
    assert!(talk.answer(choose.to_string().as_bytes()).contains("\"candidate_id\":1"));
}

/// Prints what there is to know of many decks: for whoever works on it.
#[test]
#[ignore = "a measurement"]
fn shares_of_all_decks() {
    let text = |key: &str, default: &str| std::env::var(key).unwrap_or_else(|_| default.to_owned());
    let source = match std::env::var_os("BOT_DIR") {
        Some(folder) => Source::read(Path::new(&folder), &[text("BOT_CARDS", "").into()]).expect("decks"),
        None => source(),
    };
    let agent = text("BOT_AGENT", "heuristic");
    let games: u64 = text("BOT_GAMES", "2").parse().expect("a number");
    let decks = text("BOT_DECKS", "");
    let all: Vec<String> = match decks.as_str() {
        "" => source.decks.iter().filter_map(|deck| Some(deck.file.file_stem()?.to_str()?.to_owned())).collect(),
        _ => decks.split(',').map(str::to_owned).collect(),
    };
    for (place, deck) in all.iter().enumerate() {
        let other = &all[(place + 1) % all.len()];
        let tally = measure(&source, [deck, other], &agent, games, 40);
        println!(
            "{deck:<24} {other:<24} {:>5} decisions {:>6.2}% same, {:>5} positions {:>6.2}% exact, {:?}\n    others {:?}\n    different {:?}\n{}",
            tally.asked,
            100.0 * tally.share(),
            tally.positions,
            100.0 * tally.exact as f64 / tally.positions.max(1) as f64,
            tally.row,
            tally.others,
            tally.different,
            tally.failures
        );
    }
}
