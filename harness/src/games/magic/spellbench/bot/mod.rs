//! `gauntlet bot`: one of our agents as a bot of the Spellbench protocol, on whatever engine. It goes by nothing but the messages of the host.

mod counts;
mod essence;
mod game;
mod hear;
mod places;
mod seen;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgMatches, Args};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_core::Seed;
use gauntlet_magic::Position;
use gauntlet_magic::deck::Catalog;
use gauntlet_spellbench::PROTOCOL;
use gauntlet_spellbench::agent::{AgentError, AgentErrorCode, AgentResponse, AgentSelection, Bot};
use gauntlet_spellbench::json;
use serde::{Deserialize as _, Serialize};
use serde_json::Value;

use self::counts::Counts;
use self::game::{Dealt, Game};
use self::hear::{Heard, List, Start};
use crate::VERSION;
use crate::error::Error;
use crate::games::magic::agents;
use crate::games::magic::host::Magic;
use crate::games::magic::library::{card_paths, whole_base};
use crate::host::Host as _;
use crate::host::agents::Pilot;
use crate::host::options::whole;
use crate::host::subcommand::{Subcommand, options};
use crate::output::screen::{Exit, Screen};

/// Who plays.
#[derive(Args, Clone, Debug)]
struct BotArgs {
    /// The agent that plays.
    #[arg(long, value_name = "AGENT", default_value = agents::DEFAULT)]
    agent: String,
    /// Card files or folders of them; can be given many times [default: decks/cards, or those that come with the program].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// What all chance of the agent comes from [default: the seed that the host gives it for each game].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Say nothing to the standard error about how many decisions were mapped.
    #[arg(long)]
    quiet: bool,
}

/// `gauntlet bot`.
pub(in crate::games::magic) const COMMAND: Subcommand =
    Subcommand { name: "bot", declare, run, refuse: |game| format!("{game} isn't played by the Spellbench protocol") };

fn declare() -> clap::Command {
    let command = clap::Command::new("bot");
    BotArgs::augment_args(command).about(
        "Play with one of our agents on any engine, as a bot of the Spellbench protocol on the standard input and output",
    )
}

fn run(matches: &ArgMatches, _: &mut Screen<'_>) -> Result<Exit, Error> {
    let args: BotArgs = options(matches)?;
    let registry = Magic::agents();
    let pilot = registry.resolve(&args.agent)?;
    if registry.is_command(&args.agent) {
        return Err(Error::input(format!(
            "'{}' is a bot itself: a host can start it without this command",
            args.agent
        )));
    }
    let (base, broken) = whole_base(&card_paths(&[], &args.cards))?;
    let mut talk = Talk::new(Catalog::new(&base, &broken), pilot, args.seed);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = talk.answer(&line);
        line.clear();
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    if !args.quiet && talk.counts.games > 0 {
        // If the terminal is gone, nobody is there to be told.
        let _ = io::stderr().write_all(talk.counts.told().as_bytes());
    }
    Ok(Exit::Ok)
}

/// A conversation with a host.
struct Talk<'a> {
    catalog: Catalog<'a>,
    pilot: Pilot<Position>,
    seed: Option<u64>,
    game: Option<Game>,
    counts: Counts,
}

/// What all answers have.
#[derive(Serialize)]
struct Envelope<'a> {
    protocol: &'static str,
    request_id: &'a str,
    #[serde(flatten)]
    response: AgentResponse,
}

fn wrong(code: AgentErrorCode, message: impl Into<String>) -> AgentResponse {
    AgentResponse::Error { error: AgentError { code: code.word().to_owned(), message: message.into() } }
}

impl<'a> Talk<'a> {
    fn new(catalog: Catalog<'a>, pilot: Pilot<Position>, seed: Option<u64>) -> Talk<'a> {
        Talk { catalog, pilot, seed, game: None, counts: Counts::default() }
    }

    /// The answer to a line.
    fn answer(&mut self, line: &[u8]) -> String {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return told("", wrong(AgentErrorCode::MalformedJson, error.to_string())),
        };
        let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
        let response = match (text("protocol"), text("request_type")) {
            (PROTOCOL, "hello") => AgentResponse::HelloOk {
                bot: Bot { name: format!("gauntlet {}", self.pilot.spec), version: VERSION.to_owned() },
                requires: Default::default(),
                extensions_accepted: Vec::new(),
            },
            (PROTOCOL, "game_start") => self.start(&request),
            (PROTOCOL, "choose" | "game_over") if !self.plays(text("game_id")) => {
                wrong(AgentErrorCode::UnknownGame, format!("no game {:?} is being played", text("game_id")))
            }
            (PROTOCOL, "choose") => self.choose(&request),
            (PROTOCOL, "game_over") => {
                self.game = None;
                AgentResponse::Ack {}
            }
            (PROTOCOL, other) => wrong(AgentErrorCode::MalformedRequest, format!("there is no request {other:?}")),
            (other, _) => wrong(AgentErrorCode::ProtocolMismatch, format!("this bot speaks {PROTOCOL}, not {other:?}")),
        };
        told(text("request_id"), response)
    }

    fn plays(&self, game: &str) -> bool {
        self.game.as_ref().is_some_and(|playing| playing.id() == game)
    }

    fn start(&mut self, request: &Value) -> AgentResponse {
        let start = match Start::deserialize(request) {
            Ok(start) => start,
            Err(error) => return wrong(AgentErrorCode::MalformedRequest, format!("game_start: {error}")),
        };
        if self.game.is_some() {
            return wrong(AgentErrorCode::GameAlreadyActive, "another game is being played");
        }
        let seed = Seed::from_u64(self.seed.unwrap_or(start.agent_seed));
        let dealt = self.deal(&start);
        self.counts.games += 1;
        self.game = Some(Game::new(start, dealt, self.pilot.make(), seed));
        AgentResponse::Ack {}
    }

    /// Both decks in one pool. Of a deck that isn't shown it is taken that it is like our own.
    fn deal(&mut self, start: &Start) -> Dealt {
        let mut pool = Pool::new();
        let mut compile = |list: &List| -> Vec<CardId> {
            let mut cards = Vec::new();
            for row in &list.decklist {
                let name = self.catalog.find(&row.name);
                match name.and_then(|name| self.catalog.compile(name, &mut pool).ok()) {
                    Some(card) => cards.extend(std::iter::repeat_n(card, row.count.min(1_000) as usize)),
                    None => self.counts.misses(&row.name),
                }
            }
            cards
        };
        let own = compile(&start.own_deck);
        let other = start.opponent_deck.as_ref().map_or_else(|| own.clone(), compile);
        let lists = [own, other].map(|cards| cards.into_iter().map(|card| pool.whole(card)).collect());
        Dealt { pool: Arc::new(pool), lists }
    }

    fn choose(&mut self, request: &Value) -> AgentResponse {
        let Some(game) = &mut self.game else { return wrong(AgentErrorCode::UnknownGame, "no game is being played") };
        let heard = Heard::read(request.get("decision").unwrap_or(&Value::Null));
        if heard.candidates.is_empty() {
            return wrong(AgentErrorCode::MalformedRequest, "a decision has candidates");
        }
        let answer = game.choose(&heard);
        self.counts.count(heard.kind(), answer.answered);
        answer.failures.into_iter().for_each(|failure| self.counts.failed(failure));
        let candidate_id = heard.candidates[answer.place].0;
        let selection = AgentSelection { candidate_id, seat_step: heard.seat_step, semantic_echo: None };
        AgentResponse::Choice { selection }
    }
}

fn told(request_id: &str, response: AgentResponse) -> String {
    json::to_value(&Envelope { protocol: PROTOCOL, request_id, response }).to_string()
}
