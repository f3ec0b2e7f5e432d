//! `exec:COMMAND`: any bot that speaks the protocol, as an agent of every command. We are its host.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gauntlet_ai::{Agent, GIVES_UP, Meeting};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_core::{Outcome, Player, Reason, Rng, Seed, View};
use gauntlet_magic::Position;
use gauntlet_magic::beliefs::Assumed;
use gauntlet_magic::decision::Action;
use gauntlet_spellbench::agent::{AgentTerminal, EngineProfile, GameStart, KnownDeck, Limits, Resources, TimeControl};
use gauntlet_spellbench::bot::{BotHello, Cause, Fault, Talk};
use gauntlet_spellbench::json;
use gauntlet_spellbench::message::{
    CardNameDomain, DeckRow, Ending, EngineHello, MulliganRule, Rules, StartingRule, Visibility,
};
use gauntlet_spellbench::process::{Allowance, Process, Program, words};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::{Secret, deck_id, domain_id, sorted};
use gauntlet_spellbench::session::SeatCount;
use rand::Rng as _;

use super::answers::{Answers, Asked, Game as Record, Which};
use super::conduct::{Conduct, Sight, Turn};
use super::printed::{Printed, full_name, name_of};
use super::scene::Seating;
use super::table;
use crate::host::agents::{Key, Kind, Notebook, Settings, SpecError};

/// The format that bots are told.
const FORMAT: &str = "constructed";

const STARTUP: Key = Key { name: "startup", default: "60000", help: "milliseconds to start and say who it is" };
const BANK: Key = Key { name: "bank", default: "1200000", help: "milliseconds for all choices of a game" };
const INCREMENT: Key = Key { name: "increment", default: "0", help: "milliseconds that each choice adds to these" };
const DECISION: Key = Key { name: "decision", default: "60000", help: "milliseconds for one choice" };
const MEMORY: Key = Key { name: "memory", default: "none", help: "mebibytes of address space (Linux)" };
const CPU: Key = Key { name: "cpu", default: "none", help: "seconds on a core, all its games together (Linux)" };
const KEEP: Key = Key { name: "keep", default: "no", help: "yes: the same process plays game after game" };
const LOG: Key = Key { name: "log", default: "none", help: "a file for what it writes to its standard error" };
const ANSWERS: Key =
    Key { name: "answers", default: "none", help: "a file of its answers, which are given again where it has them" };
const KEYS: &[Key] = &[STARTUP, BANK, INCREMENT, DECISION, MEMORY, CPU, KEEP, LOG, ANSWERS];

/// A bot's program and what it is held to.
struct Bot {
    program: Program,
    startup: Duration,
    time: TimeControl,
    memory: Option<u64>,
    keep: bool,
    answers: Option<Arc<Answers>>,
    /// Why it doesn't play, if there are only the answers of an earlier time.
    absent: Option<String>,
    /// Who it was as the run was begun, where it wasn't greeted again since.
    known: Option<Known>,
}

/// A bot that is on record.
struct Known {
    /// What it called itself.
    name: String,
    /// Whether it has said so again.
    met: AtomicBool,
}

/// What is on record of a bot that wasn't there, as its answers were.
const ABSENT: &str = "recorded answers";

/// The kind of agent that programs of others are.
pub(in crate::games::magic) fn kind() -> Kind<Position> {
    let help = "a program that speaks the Spellbench protocol; its settings come before it, separated by spaces";
    Kind::command("exec", help, KEYS, |settings| {
        let mut bot = bot(settings)?;
        let answered = bot.answers.as_ref().is_some_and(|answers| !answers.is_empty());
        let known = settings.recorded("bot").map(str::to_owned);
        match known {
            // A run that is gone on with may have no games left to play, and a program is started for games only.
            Some(name) => {
                settings.note("bot", name.clone());
                match name == ABSENT {
                    true => bot.absent = Some("its program wasn't there when the run was begun".to_owned()),
                    false => bot.known = Some(Known { name, met: AtomicBool::new(false) }),
                }
            }
            // Better to hear now than in every game that there is no such program. Recorded answers need none.
            None => match bot.greet() {
                Ok(talk) => {
                    playable(talk.hello()).map_err(|problem| settings.error(problem))?;
                    settings.note("bot", name_and_version(talk.hello()));
                }
                Err(fault) if answered => {
                    settings.note("bot", ABSENT.to_owned());
                    bot.absent = Some(fault.message);
                }
                Err(fault) => return Err(settings.error(format!("it isn't a bot that can play: {}", fault.message))),
            },
        }
        if let Some(answers) = &bot.answers {
            settings.writes(ANSWERS, Arc::clone(answers) as Arc<dyn Notebook>);
        }
        let bot = Arc::new(bot);
        Ok(Box::new(move || Box::new(Exec::new(Arc::clone(&bot)))))
    })
}

fn bot(settings: &Settings) -> Result<Bot, SpecError> {
    let most = json::MOST.unsigned_abs();
    let whole = format!("a whole number from 1 to {most}");
    let number = |key: Key| settings.value::<u64>(key.name, 1..=most, &whole);
    let maybe = |key: Key| if settings.text(key.name) == "none" { Ok(None) } else { number(key).map(Some) };
    let file = |key: Key| Some(settings.text(key.name)).filter(|file| *file != "none").map(PathBuf::from);
    let keep = match settings.text(KEEP.name) {
        "yes" => true,
        "no" => false,
        other => return Err(settings.error(format!("'keep' must be yes or no, not '{other}'"))),
    };
    let allowance = Allowance { memory_mb: maybe(MEMORY)?, cpu_s: maybe(CPU)? };
    let words = words(settings.command()).map_err(|error| settings.error(error.to_string()))?;
    let answers = file(ANSWERS).map(|path| Answers::open(&path)).transpose();
    let startup_ms = number(STARTUP)?;
    let time = TimeControl {
        startup_ms,
        game_start_ms: startup_ms,
        bank_ms: number(BANK)?,
        increment_ms: settings.value(INCREMENT.name, 0..=most, &format!("a whole number from 0 to {most}"))?,
        max_decision_ms: number(DECISION)?,
        engine_step_ms: number(DECISION)?,
    };
    Ok(Bot {
        program: Program { words, allowance, log: file(LOG).map(PathBuf::into_os_string) },
        startup: Duration::from_millis(startup_ms),
        time,
        memory: allowance.memory_mb,
        keep,
        answers: answers.map_err(|error| settings.error(error))?.map(Arc::new),
        absent: None,
        known: None,
    })
}

/// Says why a bot can't play here, if it can't.
fn playable(hello: &BotHello) -> Result<(), String> {
    match hello.misses(&engine("")) {
        misses if misses.is_empty() => Ok(()),
        misses => Err(format!("it can't play without {}, which isn't here", misses.join(", "))),
    }
}

/// Who a bot says it is.
fn name_and_version(hello: &BotHello) -> String {
    format!("{} {}", hello.bot.name, hello.bot.version)
}

/// What we say of ourselves.
pub(super) fn engine(cards: &str) -> EngineHello {
    table::hello(vec![FORMAT.to_owned()], cards.to_owned(), false)
}

impl Bot {
    fn greet(&self) -> Result<Talk<Process>, Fault> {
        let process = Process::start(&self.program)
            .map_err(|error| Fault { cause: Cause::TransportError, message: error.to_string() })?;
        Talk::begin(process, self.startup)
    }

    /// As [`Bot::greet`], for a game. Of a bot that is on record the first greeting says whether it is the one that played.
    fn meet(&self) -> Result<Talk<Process>, Trouble> {
        let Some(known) = self.known.as_ref().filter(|known| !known.met.load(Ordering::Relaxed)) else {
            return Ok(self.greet()?);
        };
        let command = self.program.words.join(" ");
        let ends = |problem: String| {
            let name = &known.name;
            Trouble::EndsRun(format!("the run can't be gone on with: it was begun with the bot {name}, and {problem}"))
        };
        let talk = self.greet().map_err(|fault| ends(format!("'{command}' doesn't play now: {}", fault.message)))?;
        let name = name_and_version(talk.hello());
        if name != known.name {
            return Err(ends(format!("'{command}' is {name} now; use that one, or start over with another --out")));
        }
        playable(talk.hello()).map_err(|problem| ends(format!("of '{command}' it must be said: {problem}")))?;
        known.met.store(true, Ordering::Relaxed);
        Ok(talk)
    }

    /// What is wrong if recorded answers don't fit the game.
    fn mismatch(&self) -> Trouble {
        let other = self.answers.as_ref().map(|answers| Trouble::EndsRun(answers.of_another_game()));
        other.unwrap_or_else(|| lost().into())
    }
}

/// Why a bot's part in a game is over.
enum Trouble {
    /// The bot did something wrong.
    Bot(Fault),
    /// The answers that there are aren't those of the game, or the bot isn't the one that played before: the run can't be played; the sentence says why.
    EndsRun(String),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Bot(fault)
    }
}

impl Trouble {
    fn cause(&self) -> Cause {
        match self {
            Trouble::Bot(fault) => fault.cause,
            Trouble::EndsRun(_) => Cause::InvalidSelection,
        }
    }
}

/// An agent that asks a bot.
struct Exec {
    bot: Arc<Bot>,
    /// What it was told of the game before it began.
    met: Met,
    talk: Option<Talk<Process>>,
    printed: Option<(Arc<Pool>, Arc<Printed>)>,
    game: Option<Playing>,
    trouble: Option<Trouble>,
}

/// What an agent was told of its game.
#[derive(Default)]
struct Met {
    /// The names of its deck and the other's.
    decks: Option<[String; 2]>,
    /// Its side, and the one that began the match.
    sides: Option<[usize; 2]>,
    opponent: String,
    /// The game may be stopped before a run would have ended it.
    in_part: bool,
}

/// A game that is being played.
struct Playing {
    conduct: Conduct,
    count: SeatCount,
    /// The answers of an earlier time, which are given again.
    recorded: Option<Record>,
    /// The game's key and the answers so far.
    key: String,
    answers: Vec<u32>,
    /// The marks of the decisions, if they are kept.
    marks: Vec<u16>,
    asked: Asked,
}

impl Exec {
    fn new(bot: Arc<Bot>) -> Exec {
        Exec { bot, met: Met::default(), talk: None, printed: None, game: None, trouble: None }
    }

    /// The first choice of a game.
    fn begin(&mut self, view: &View<'_, Position>, rng: &mut Rng) -> Result<(), Trouble> {
        let visible = view.visible();
        let pool = visible.shared_pool();
        let printed = match &self.printed {
            Some((known, printed)) if Arc::ptr_eq(known, pool) => Arc::clone(printed),
            _ => Arc::new(Printed::new(pool)),
        };
        self.printed = Some((Arc::clone(pool), Arc::clone(&printed)));
        let mut secret = [0; 32];
        rng.fill_bytes(&mut secret);
        let secret = Secret(secret);
        let seat = if visible.viewer() == Player::FIRST { Seat::P0 } else { Seat::P1 };
        let lists = Player::BOTH.map(|player| list(pool, &visible.deck(player)));
        let hidden = match visible.assumed() {
            Assumed::List => None,
            Assumed::Field(field) => Some(list(pool, &field.cards().collect::<Vec<_>>())),
            Assumed::Nothing(_) => Some(Vec::new()),
        };
        let names = nameable(&lists, seat, hidden.as_deref());
        let met = &self.met;
        let which = Which {
            secret,
            seat,
            sides: met.sides,
            opponent: &met.opponent,
            decks: met.decks.as_ref(),
            lists: &lists,
            told: hidden.is_some().then_some(&names),
        };
        let key = which.key();
        let recorded = self.bot.answers.as_ref().and_then(|answers| answers.of(&key));
        let domain = names.iter().cloned().collect();
        let conduct = Conduct::new(Seating(Seat::P0), printed, domain, false, secret, false);
        let replays = recorded.is_some();
        if let (false, Some(answers), Some(cause)) = (replays, &self.bot.answers, &self.bot.absent) {
            return Err(Trouble::EndsRun(answers.without_program(cause)));
        }
        self.game = Some(Playing {
            conduct,
            count: SeatCount::default(),
            recorded,
            key,
            answers: Vec::new(),
            marks: Vec::new(),
            asked: Asked::default(),
        });
        if replays {
            return Ok(());
        }
        if !self.bot.keep {
            self.talk = None;
        }
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => self.talk.insert(self.bot.meet()?),
        };
        let hello = engine(&domain_id(&names));
        talk.start(game_start(Told {
            game_id: secret.game_id(0),
            seat,
            names: self
                .met
                .decks
                .clone()
                .map(|[own, other]| if seat == Seat::P0 { [own, other] } else { [other, own] }),
            lists: &lists,
            rules: rules(names, if hidden.is_some() { Visibility::Hidden } else { Visibility::Visible }),
            engine: &hello,
            time: self.bot.time,
            memory_mb: self.bot.memory.unwrap_or_else(of_the_machine),
            agent_seed: secret.agent_seed(0, seat),
        }))?;
        Ok(())
    }

    /// The place of what the bot chooses among the legal actions.
    fn ask(&mut self, view: &View<'_, Position>, legal: &[Action], rng: &mut Rng) -> Result<usize, Trouble> {
        if self.game.is_none() {
            self.begin(view, rng)?;
        }
        let Some(game) = &mut self.game else { unreachable!("a game has begun") };
        let words = |action| view.describe(action);
        let question = || view.question();
        let world = || view.sample(&mut Seed::from_u64(0).rng());
        let sight = Sight {
            visible: view.visible(),
            legal,
            words: &words,
            question: &question,
            world: &world,
            facts: &[],
            forced: false,
        };
        loop {
            let action = match game.conduct.next(&sight) {
                Turn::Act(action) => Some(action),
                Turn::Ask(posed) => {
                    let decision = game.count.number(*posed);
                    let (group, candidates) = (decision.group, decision.candidates.len());
                    // Whose answers are kept is asked slowly anyway: what it costs to look at all of a decision doesn't matter.
                    let mark = self.bot.answers.as_ref().map(|_| game.asked.mark(&decision));
                    game.marks.extend(mark);
                    let choice = match (&game.recorded, &mut self.talk) {
                        (Some(record), _) => {
                            let answer = record.answer(game.answers.len(), candidates, mark.unwrap_or_default());
                            answer.ok_or_else(|| self.bot.mismatch())??
                        }
                        (None, Some(talk)) => talk.choose(decision)?,
                        (None, None) => return Err(lost().into()),
                    };
                    game.answers.push(choice);
                    game.count.answered(group);
                    game.conduct.answer(choice as usize, &sight)
                }
            };
            if let Some(place) = action.and_then(|action| legal.iter().position(|other| *other == action)) {
                return Ok(place);
            }
        }
    }

    /// The game is over for the bot: its answers are kept, and the process is let go unless it plays again.
    fn close(&mut self, ending: Ending) {
        let Some(game) = self.game.take() else { return };
        if let Some(record) = &game.recorded {
            // The game is over before it was then: it is another one.
            if self.trouble.is_none() && !self.met.in_part && game.answers.len() < record.answers.len() {
                self.trouble = Some(self.bot.mismatch());
            }
            return;
        }
        let fault = match &self.trouble {
            Some(Trouble::Bot(fault)) => Some(fault.to_string()),
            Some(Trouble::EndsRun(_)) | None => None,
        };
        // What was stopped early lacks the answers that followed.
        if let Some(answers) = self.bot.answers.as_ref().filter(|_| !self.met.in_part) {
            let record = Record { game: game.key, answers: game.answers, marks: game.marks, fault };
            if let Err(sentence) = answers.keep(record) {
                self.trouble = Some(Trouble::EndsRun(sentence));
            }
        }
        self.say_over(ending, game.count.steps());
    }

    /// A game that didn't come to an end: its answers aren't all that there would have been.
    fn abandon(&mut self) {
        let Some(game) = self.game.take() else { return };
        if game.recorded.is_none() {
            self.say_over(Ending::halted("abandoned"), game.count.steps());
        }
    }

    fn say_over(&mut self, ending: Ending, seat_step_count: u64) {
        let Ending { classification, outcome, reason, winner } = ending;
        let terminal = AgentTerminal { outcome, classification, winner, reason, seat_step_count };
        let failed = self.trouble.is_some();
        let acknowledged = self.talk.as_mut().is_some_and(|talk| !failed && talk.over(terminal).is_ok());
        // Who failed once isn't asked again: its answers may be to questions of before.
        if !acknowledged || !self.bot.keep {
            self.talk = None;
        }
    }
}

impl Agent<Position> for Exec {
    fn meet(&mut self, meeting: Meeting<'_>) {
        self.met = Met {
            decks: Some(meeting.decks.map(str::to_owned)),
            sides: meeting.place.map(|place| [place.side, place.began]),
            opponent: meeting.place.map_or(String::new(), |place| place.opponent.to_owned()),
            in_part: meeting.place.is_some_and(|place| !place.whole),
        };
    }

    fn start(&mut self) {
        self.abandon();
        self.trouble = None;
    }

    fn choose(&mut self, view: View<'_, Position>, legal: &[Action], rng: &mut Rng) -> usize {
        if self.trouble.is_some() {
            return GIVES_UP;
        }
        match self.ask(&view, legal, rng) {
            Ok(place) => place,
            Err(trouble) => {
                self.trouble = Some(trouble);
                GIVES_UP
            }
        }
    }

    fn over(&mut self, outcome: Outcome) {
        let ending = match (&self.trouble, outcome.reason, outcome.winner) {
            (Some(trouble), _, Some(winner)) => {
                Ending::forfeit(Seating(Seat::P0).seat(!winner), trouble.cause().word())
            }
            (None, Reason::Concession, Some(winner)) => {
                Ending::forfeit(Seating(Seat::P0).seat(!winner), Cause::AgentError.word())
            }
            _ => table::ending(outcome, Seating(Seat::P0)),
        };
        self.close(ending);
    }

    fn fault(&self) -> Option<gauntlet_ai::Fault> {
        self.trouble.as_ref().map(|trouble| match trouble {
            Trouble::Bot(fault) => gauntlet_ai::Fault::Forfeit(fault.to_string()),
            Trouble::EndsRun(sentence) => gauntlet_ai::Fault::EndsRun(sentence.clone()),
        })
    }
}

/// How long games may be. Limits of ours end them much earlier.
const LIMITS: Limits = Limits {
    max_decisions: 10_000_000,
    max_steps: 10_000_000,
    max_seat_decisions_per_turn: 4_000_000,
    max_seat_decisions_per_game: 4_000_000,
    max_seat_steps_per_game: 4_000_000,
};

/// The memory of the machine in mebibytes: what a bot has that isn't held to less. 0 where that can't be read.
fn of_the_machine() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes.map_or(0, |kibibytes| kibibytes >> 10)
}

fn lost() -> Fault {
    Fault { cause: Cause::TransportError, message: "the bot isn't there any more".to_owned() }
}

/// The cards of a deck under the full names that databases have.
pub(super) fn list(pool: &Pool, cards: &[CardId]) -> Vec<DeckRow> {
    let name = |card: &CardId| full_name(pool, *card).or_else(|| name_of(pool, *card)).unwrap_or_default();
    let rows: Vec<DeckRow> = cards.iter().map(|card| DeckRow { name: name(card), count: 1 }).collect();
    sorted(&rows)
}

/// What a bot is told as a game begins.
pub(super) struct Told<'a> {
    pub(super) game_id: String,
    pub(super) seat: Seat,
    /// The names of both decks, p0's first, if they are known.
    pub(super) names: Option<[String; 2]>,
    /// Both decks, p0's first.
    pub(super) lists: &'a [Vec<DeckRow>; 2],
    pub(super) rules: Rules,
    pub(super) engine: &'a EngineHello,
    pub(super) time: TimeControl,
    pub(super) memory_mb: u64,
    pub(super) agent_seed: u64,
}

/// The request that begins a game. The other's list is there where the rules show it.
pub(super) fn game_start(told: Told<'_>) -> GameStart {
    let name = |seat: Seat| {
        let known = told.names.as_ref().map(|names| names[seat.index()].clone());
        known.unwrap_or_else(|| format!("deck of {}", seat.word()))
    };
    let [own, other] = [told.seat, told.seat.other()].map(|seat| known_deck(&told.lists[seat.index()], name(seat)));
    GameStart {
        game_id: told.game_id,
        seat: told.seat,
        format: told.engine.formats.first().cloned().unwrap_or_default(),
        own_deck: own,
        opponent_deck: (told.rules.opponent_decklist == Visibility::Visible).then_some(other),
        rules: told.rules,
        engine: told.engine.engine.clone(),
        engine_profile: EngineProfile::from(told.engine),
        time_control: told.time,
        limits: LIMITS,
        resources: Resources { cpus: 1, memory_mb: told.memory_mb, gpu: false, engine_cpus: 1 },
        agent_seed: told.agent_seed,
    }
}

fn known_deck(decklist: &[DeckRow], name: String) -> KnownDeck {
    KnownDeck { deck_id: deck_id(decklist), name, decklist: decklist.to_vec() }
}

/// What cards can be named: those of both lists, p0's first, or where the other's is hidden, of the own one and of what may be in the other's place. Of what
/// is in it nothing may be told (§12.2).
fn nameable(lists: &[Vec<DeckRow>; 2], seat: Seat, hidden: Option<&[DeckRow]>) -> Vec<String> {
    let other = hidden.unwrap_or(&lists[seat.other().index()]);
    let rows = [lists[seat.index()].as_slice(), other].concat();
    sorted(&rows).into_iter().map(|row| row.name).collect()
}

pub(super) fn rules(names: Vec<String>, opponent_decklist: Visibility) -> Rules {
    Rules {
        opponent_decklist,
        mulligan: MulliganRule::London,
        starting_player: StartingRule::HostAssigned,
        starting_seat: Some(Seat::P0),
        card_name_domain: CardNameDomain { domain_id: domain_id(&names), names },
        extensions: Vec::new(),
        probe: false,
    }
}
