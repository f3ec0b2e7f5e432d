//! Recorded battles of the shipped game: reading them, playing them again, and saying where they differ.

use gauntlet_core::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::options::{HERO, Mode, Options, VILLAIN};
use crate::policy::Policy;
use crate::pool::{Kind, Pool};
use crate::random::{Generator, Random};
use crate::state::{LOCATIONS, ORIGIN_LOCATION, Op, Position};

/// A file of recorded battles.
#[derive(Clone, Debug, Deserialize)]
pub struct Records {
    /// The cards by number, for checking that both mean the same.
    #[serde(default)]
    pub types: Vec<TypeRecord>,
    /// The battles.
    pub battles: Vec<Record>,
}

/// A card in a file of recorded battles.
#[derive(Clone, Debug, Deserialize)]
pub struct TypeRecord {
    /// Its number.
    #[serde(rename = "type")]
    pub number: u8,
    /// Its name.
    pub name: String,
    /// Its cost.
    pub cost: i16,
    /// Its power.
    pub power: i32,
    /// Whether it is collectible.
    pub collectible: bool,
}

/// A recorded battle.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// In which order effects resolved.
    pub policy: String,
    /// The seed of the random numbers.
    pub battle_seed: u64,
    /// The villain's name.
    pub villain: String,
    /// The villain's deck, the top first.
    pub villain_deck: Vec<u8>,
    /// The player's deck, before it is shuffled.
    pub player_deck: Vec<u8>,
    /// The types of the locations.
    pub locations: [u8; 3],
    /// What was played in each turn.
    pub turns: Vec<TurnRecord>,
    /// How it ended.
    pub result: ResultRecord,
    /// The board at the end.
    #[serde(rename = "final")]
    pub last: Value,
    /// The log after the last plays.
    #[serde(default)]
    pub log_end: Option<Vec<(usize, String)>>,
}

/// A recorded turn.
#[derive(Clone, Debug, Deserialize)]
pub struct TurnRecord {
    /// The board when the player decided.
    pub at_decision: Value,
    /// What the player placed: which card of the hand at that moment, and where.
    pub plays: Vec<(usize, usize)>,
    /// The log since the last decision.
    #[serde(default)]
    pub log_before: Option<Vec<(usize, String)>>,
}

/// How a recorded battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct ResultRecord {
    /// "won" or "lost", by the player.
    pub state: String,
    /// The scores of player and villain.
    pub scores: [i32; 2],
    /// Ties included.
    pub locations_won_by_player: usize,
}

/// The first difference between a recorded battle and the same battle played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The turn at whose decision it is seen; after the last turn it is the end of the battle.
    pub turn: usize,
    /// Where in the board, as a path.
    pub path: String,
    /// What was recorded.
    pub recorded: Value,
    /// What is here.
    pub here: Value,
}

/// How the replay of one battle went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replayed {
    /// The seed.
    pub battle_seed: u64,
    /// The villain's name.
    pub villain: String,
    /// The policy that it was recorded under.
    pub recorded_policy: String,
    /// The policy that it was played under.
    pub policy: Policy,
    /// Whether all boards and the result are the same.
    pub equal: bool,
    /// The first difference.
    pub difference: Option<Difference>,
    /// The result here.
    pub result: ResultRecord,
    /// The first difference of the log, where one was recorded; boards may be the same all the same.
    pub log_difference: Option<Difference>,
}

impl Record {
    /// Plays the battle again under a policy, or the one it was recorded under, and compares it turn by turn.
    ///
    /// # Errors
    /// If it makes no sense: an unknown policy or card, or plays that the rules don't allow while the boards are the same.
    pub fn replay(&self, pool: &'static Pool, policy: Option<Policy>) -> Result<Replayed, String> {
        let policy = match policy {
            Some(policy) => policy,
            None => self.policy.parse().map_err(|error: crate::policy::BadPolicy| error.to_string())?,
        };
        let mut replayed = Replayed {
            battle_seed: self.battle_seed,
            villain: self.villain.clone(),
            recorded_policy: self.policy.clone(),
            policy,
            equal: true,
            difference: None,
            result: ResultRecord { state: String::new(), scores: [0; 2], locations_won_by_player: 0 },
            log_difference: None,
        };
        let mut battle = self.start(pool, policy)?;
        let mut told = 0;
        for turn in &self.turns {
            let number = usize::from(battle.turn);
            self.compare(&battle, number, &turn.at_decision, &mut replayed);
            compare_log(&battle, &mut told, number, turn.log_before.as_deref(), &mut replayed);
            for (hand, location) in &turn.plays {
                if !battle.may_place(HERO, *hand, *location) {
                    let path = format!("plays: card {hand} of the hand to location {location}");
                    let differs =
                        Difference { turn: number, path, recorded: Value::Bool(true), here: Value::Bool(false) };
                    replayed.difference.get_or_insert(differs);
                    break;
                }
                battle.place(HERO, *hand, *location);
            }
            if battle.acting.is_none() {
                return Err(format!("the record has more turns than the battle: turn {number} is over"));
            }
            battle.done(HERO);
            // The villain places its cards at once; the player's turn is not skipped even if there is nothing to decide.
            battle.villain_turn();
        }
        let number = usize::from(battle.turn) + 1;
        self.compare(&battle, number, &self.last, &mut replayed);
        compare_log(&battle, &mut told, number, self.log_end.as_deref(), &mut replayed);
        if let Some(outcome) = battle.outcome {
            replayed.result = ResultRecord {
                state: if outcome.winner == Some(HERO) { "won" } else { "lost" }.to_owned(),
                scores: [battle.total(HERO), battle.total(VILLAIN)],
                locations_won_by_player: battle.locations_won(HERO),
            };
        }
        if replayed.result != self.result {
            let json = |result: &ResultRecord| serde_json::to_value(result).unwrap_or_default();
            let path = "result".to_owned();
            let (recorded, here) = (json(&self.result), json(&replayed.result));
            replayed.difference.get_or_insert(Difference { turn: number, path, recorded, here });
        }
        replayed.equal = replayed.difference.is_none();
        Ok(replayed)
    }

    /// The battle at the player's first decision.
    fn start(&self, pool: &'static Pool, policy: Policy) -> Result<Position, String> {
        let deck = |numbers: &[u8]| -> Result<Vec<Kind>, String> {
            let kind = |number: &u8| pool.numbered(*number).ok_or(format!("there is no card of type {number}"));
            numbers.iter().map(kind).collect()
        };
        if let Some(bad) = self.locations.iter().find(|number| usize::from(**number) >= pool.locations().len()) {
            return Err(format!("there is no location of type {bad}"));
        }
        if self.battle_seed == 0 {
            return Err("a battle's seed is at least 1".to_owned());
        }
        let (hero, villain) = (deck(&self.player_deck)?, deck(&self.villain_deck)?);
        let options = Options { mode: Mode::Shipped, policy, generator: Generator::Shipped, ..Options::default() };
        let mut battle = Position::empty(pool, options, Random::shipped(self.battle_seed));
        let mut names = ["You"; 2];
        names[VILLAIN.index()] = &self.villain;
        battle.keep_journal(names);
        let mut decks: [&[Kind]; 2] = [&hero; 2];
        decks[VILLAIN.index()] = &villain;
        battle.begin(decks, self.locations, None, false);
        battle.villain_turn();
        Ok(battle)
    }

    fn compare(&self, battle: &Position, turn: usize, recorded: &Value, replayed: &mut Replayed) {
        if replayed.difference.is_none()
            && let Some((path, recorded, here)) = first_difference("", recorded, &battle.board())
        {
            replayed.difference = Some(Difference { turn, path, recorded, here });
        }
    }
}

/// Compares what the log says since the last time, but for first sights, the player's own plays and what comes after the battle.
fn compare_log(
    battle: &Position,
    told: &mut usize,
    turn: usize,
    recorded: Option<&[(usize, String)]>,
    replayed: &mut Replayed,
) {
    let lines = &battle.journal().expect("a journal is kept").lines;
    let own = |text: &str| text.starts_with("You play ") || text.ends_with("for the first time!");
    let now: Vec<(usize, String)> =
        lines[*told..].iter().filter(|line| !own(&line.text)).map(|line| (line.indent, line.text.clone())).collect();
    *told = lines.len();
    let Some(recorded) = recorded else { return };
    let recorded: Vec<(usize, String)> = recorded.iter().filter(|(_, text)| !own(text)).cloned().collect();
    for place in 0..recorded.len().max(now.len()) {
        let (theirs, mine) = (recorded.get(place), now.get(place));
        if theirs == mine || mine.is_none() && battle.outcome.is_some() {
            continue;
        }
        let json = |line: Option<&(usize, String)>| serde_json::to_value(line).unwrap_or_default();
        let path = format!("log line {place}");
        replayed.log_difference.get_or_insert(Difference { turn, path, recorded: json(theirs), here: json(mine) });
        return;
    }
}

/// The first place in which a recorded value isn't matched; what isn't recorded isn't compared.
fn first_difference(path: &str, recorded: &Value, here: &Value) -> Option<(String, Value, Value)> {
    match (recorded, here) {
        (Value::Object(recorded), Value::Object(here)) => recorded.iter().find_map(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            first_difference(&path, value, here.get(key).unwrap_or(&Value::Null))
        }),
        (Value::Array(recorded), Value::Array(other)) if recorded.len() == other.len() => {
            let pairs = recorded.iter().zip(other).enumerate();
            pairs
                .into_iter()
                .find_map(|(place, (one, other))| first_difference(&format!("{path}[{place}]"), one, other))
        }
        _ if recorded == here => None,
        _ => Some((path.to_owned(), recorded.clone(), here.clone())),
    }
}

impl Position {
    /// Lets the villain place its cards, if it is about to.
    fn villain_turn(&mut self) {
        if self.acting == Some(VILLAIN) {
            self.villain_places();
            self.done(VILLAIN);
        }
    }

    /// Returns whether a card still is this object, in some zone.
    fn is_there(&self, object: u16) -> bool {
        let slot = self.slot(self.slot_of(object));
        slot.object == object && slot.place.owner().is_some()
    }

    /// The board as recorded battles have it.
    pub fn board(&self) -> Value {
        let number = |card: u16| self.def(card).number;
        let brief = |cards: &[u16]| -> Vec<Value> {
            let card = |card: &u16| (number(*card), self.slot(*card).cost, self.power(*card)).into_value();
            cards.iter().map(card).collect()
        };
        let full = |cards: &[u16]| -> Vec<Value> {
            let card = |card: &u16| {
                let (slot, def) = (self.slot(*card), self.def(*card));
                let modifiers: Vec<Value> = self
                    .modifiers(*card)
                    .map(|modifier| {
                        let op = match modifier.op {
                            Op::AddPower => "addpower",
                            Op::SetPower => "setpower",
                            Op::AddCost => "addcost",
                            Op::Switch => "switch",
                        };
                        let origin = match modifier.origin.checked_sub(ORIGIN_LOCATION) {
                            Some(location) if self.location_id(usize::from(location % 3)) == modifier.origin => {
                                format!("location:{}", location % 3)
                            }
                            None if modifier.origin == slot.object => "self".to_owned(),
                            None if self.is_there(modifier.origin) => {
                                format!("card:{}", self.object_def(modifier.origin).name)
                            }
                            _ => "gone".to_owned(),
                        };
                        serde_json::json!([op, modifier.value, origin])
                    })
                    .collect();
                serde_json::json!({
                    "t": def.number, "n": def.name, "c": slot.cost, "p": self.power(*card),
                    "r": u8::from(slot.revealed), "tp": slot.played, "m": modifiers,
                })
            };
            cards.iter().map(card).collect()
        };
        let both = |cards: &dyn Fn(Player) -> Vec<Value>| [cards(HERO), cards(VILLAIN)];
        let locations: Vec<Value> = (0..LOCATIONS.len())
            .map(|location| {
                serde_json::json!({
                    "type": self.locations[location].kind,
                    "revealed": u8::from(self.locations[location].revealed),
                    "player": full(self.side(location, HERO)),
                    "villain": full(self.side(location, VILLAIN)),
                    "score": [self.score(location, HERO), self.score(location, VILLAIN)],
                })
            })
            .collect();
        serde_json::json!({
            "turn": self.turn,
            "maxTurns": self.last_turn,
            "energy": [self.energy(HERO), self.energy(VILLAIN)],
            "hand": both(&|player| brief(self.hand(player))),
            "deck": both(&|player| brief(self.deck(player))),
            "trash": both(&|player| brief(self.trash(player))),
            "loc": locations,
        })
    }
}

/// A tuple as JSON.
trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for (u8, i16, i32) {
    fn into_value(self) -> Value {
        serde_json::json!([self.0, self.1, self.2])
    }
}
