//! `gauntlet protocol-check`: whether an engine or a bot speaks the protocol as it should, and what is wrong, in words.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{ArgMatches, Args, ValueEnum};
use gauntlet_core::Seed;
use gauntlet_spellbench::agent::{AgentTerminal, TimeControl};
use gauntlet_spellbench::bot::{Fault, Talk};
use gauntlet_spellbench::check::bot::{Example, note_game};
use gauntlet_spellbench::check::engine::{Plan, Table as Decks};
use gauntlet_spellbench::check::{Chance, Report, Verdict, bot, engine};
use gauntlet_spellbench::engine::Talk as EngineTalk;
use gauntlet_spellbench::host::play;
use gauntlet_spellbench::message::{DeckRow, EngineHello, Request, Reset, Response, SeatDecision};
use gauntlet_spellbench::process::{Allowance, BadCommand, Process, Program, words};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::Secret;
use gauntlet_spellbench::session::{Session, Table as _};
use serde::Serialize;

use super::Source;
use super::exec::{Told, game_start};
use super::table::MagicTable;
use crate::error::Error;
use crate::games::magic::host::Magic;
use crate::host::options::{SkipArgs, from_one, whole};
use crate::host::subcommand::{Subcommand, options};
use crate::output::screen::{Exit, Screen};
use crate::plan::files;

/// Which side is checked.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// An engine.
    Engine,
    /// A bot.
    Bot,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Role::Engine => "engine",
            Role::Bot => "bot",
        }
    }
}

/// What to check.
#[derive(Args, Clone, Debug)]
struct CheckArgs {
    /// Which side of the protocol the program is.
    role: Role,
    /// The program and its arguments, as a single argument: "python3 bot.py".
    command: String,
    /// How many games are played.
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::new(10).expect("not zero"), value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    games: NonZeroU64,
    /// What all chance comes from.
    #[arg(long, default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,
    /// A directory of decks to play with: the shipped ones for a bot, an engine's own for an engine.
    #[arg(long, value_name = "DIR")]
    decks: Option<PathBuf>,
    /// What becomes of decks that can't be played.
    #[command(flatten)]
    skip: SkipArgs,
    /// Card files or a folder of them [default: the folder 'cards' next to the decks, or decks/cards].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// How many milliseconds an answer may take.
    #[arg(long, value_name = "MS", default_value_t = NonZeroU64::new(30_000).expect("not zero"), value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    within: NonZeroU64,
    /// A file for what the program writes to its standard error.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the report as JSON.
    #[arg(long)]
    json: bool,
}

/// `gauntlet protocol-check`.
pub(in crate::games::magic) const COMMAND: Subcommand = Subcommand {
    name: "protocol-check",
    declare,
    run,
    refuse: |game| format!("{game} isn't played by the Spellbench protocol"),
};

fn declare() -> clap::Command {
    let command = clap::Command::new("protocol-check");
    CheckArgs::augment_args(command)
        .about("Check whether a bot or an engine speaks the Spellbench protocol as it should, and say what is wrong")
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Output<'a> {
    conforms: bool,
    #[serde(flatten)]
    report: &'a Report,
    seconds: f64,
}

fn run(matches: &ArgMatches, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let args: CheckArgs = options(matches)?;
    let words = words(&args.command).map_err(|error| match error {
        BadCommand::Empty => Error::input(format!(
            "which program? The {} and its arguments are one argument: \"python3 bot.py\"",
            args.role.word()
        )),
        BadCommand::Open => Error::input(format!("'{}': {error}", args.command)),
    })?;
    let log = args.log.clone().map(PathBuf::into_os_string);
    let program = Program { words, allowance: Allowance::default(), log };
    let start = || Process::start(&program).map_err(|error| error.to_string());
    let secret = Secret::from_hex(&Seed::from_u64(args.seed).to_hex()).unwrap_or(Secret([0; 32]));
    let within = Duration::from_millis(args.within.get());
    let begun = Instant::now();
    let report = match args.role {
        Role::Engine => {
            let lists = match &args.decks {
                Some(folder) => lists(folder, &args, screen)?,
                None => Vec::new(),
            };
            engine::check(start, &Plan { games: args.games.get(), secret, lists, within })
        }
        Role::Bot => {
            let folder = args.decks.clone().unwrap_or_else(|| crate::host::HOME.into());
            let source = Source::read(&folder, &args.cards)?;
            check_bot(start, seated(&source, &folder, args.skip, screen)?, &args, secret)?
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        screen.print_json(&Output { conforms: report.conforms(), report: &report, seconds })?;
    } else {
        screen.print(&told(&report, seconds))?;
    }
    Ok(if report.conforms() { Exit::Ok } else { Exit::Problems })
}

/// The source's decks at a table.
fn seated<'s>(
    source: &'s Source,
    folder: &Path,
    skip: SkipArgs,
    screen: &mut Screen<'_>,
) -> Result<MagicTable<'s>, Error> {
    let (table, left_out) = source.table(vec!["constructed".to_owned()], false);
    files::refuse_or_tell(&left_out, source.files, skip, screen)?;
    files::tell_below::<Magic>(folder, screen, false);
    if table.hello().catalog.is_empty() {
        return Err(Error::input(format!("none of the decks in {} can be played", folder.display())));
    }
    Ok(table)
}

fn lists(folder: &Path, args: &CheckArgs, screen: &mut Screen<'_>) -> Result<Vec<Vec<DeckRow>>, Error> {
    let source = Source::read(folder, &args.cards)?;
    let table = seated(&source, folder, args.skip, screen)?;
    Ok(table.hello().catalog.iter().map(|deck| deck.decklist.clone()).collect())
}

/// The report for people.
fn told(report: &Report, seconds: f64) -> String {
    let mut text = String::new();
    for check in &report.checks {
        let _ = match &check.verdict {
            Verdict::Good => writeln!(text, "ok      {}", check.name),
            Verdict::Advice(problem) => writeln!(text, "advice  {}: {problem}", check.name),
            Verdict::LeftOut(reason) => writeln!(text, "-       {}: not checked, as {reason}", check.name),
            Verdict::Wrong(problem) => writeln!(text, "WRONG   {}: {problem}", check.name),
        };
    }
    let wrong = report.checks.iter().filter(|check| matches!(check.verdict, Verdict::Wrong(_))).count();
    let verdict = match wrong {
        0 => "it conforms".to_owned(),
        count => format!("it doesn't conform: {count} of {} checks failed", report.checks.len()),
    };
    let (games, decisions) = (report.games, report.decisions);
    let _ = writeln!(text, "\n{verdict} ({games} games, {decisions} decisions, {seconds:.1} s)");
    text
}

/// Checks a bot: single requests, and then games on our own engine, in both seats.
fn check_bot(
    start: impl Fn() -> Result<Process, String>,
    table: MagicTable<'_>,
    args: &CheckArgs,
    secret: Secret,
) -> Result<Report, Error> {
    let within = Duration::from_millis(args.within.get());
    let hello = table.hello().clone();
    let mut engine = EngineTalk::new(Session::new(table), within);
    let plan = Plan { games: args.games.get(), secret, lists: Vec::new(), within };
    let decks = Decks::new(&hello, &plan).ok_or_else(|| Error::input("there are no decks"))?;
    let seated = Bot { hello: &hello, args, secret };
    let reset = decks.reset(args.games.get(), false);
    let decision = match engine.ask(&Request::Reset(reset.clone())) {
        Ok(Response::Decision(decision)) => decision.seat_decision,
        Ok(Response::Error { error }) => return Err(Error::input(error.message)),
        other => return Err(Error::input(format!("our own engine doesn't begin a game: {other:?}"))),
    };
    let example = Example { start: seated.start(&reset, args.games.get(), decision.acting_seat), decision };
    let mut report = bot::check(&start, &example, within);
    if !report.conforms() {
        return Ok(report);
    }
    // That game goes no further: a new engine.
    let mut engine = EngineTalk::new(Session::new(engine.into_peer().into_table()), within);
    for game in 0..args.games.get() {
        let seat = if game % 2 == 0 { Seat::P0 } else { Seat::P1 };
        let (decisions, fault) = seated.play(&start, &mut engine, &decks.reset(game, false), game, seat)?;
        note_game(&mut report, seat, decisions, fault.as_ref());
        if fault.is_some() {
            return Ok(report);
        }
    }
    Ok(report)
}

/// A bot at our table.
struct Bot<'a> {
    hello: &'a EngineHello,
    args: &'a CheckArgs,
    secret: Secret,
}

impl Bot<'_> {
    fn start(&self, reset: &Reset, game: u64, seat: Seat) -> gauntlet_spellbench::agent::GameStart {
        let deck = |seat: Seat| {
            let choice = &reset.seats[seat.index()].deck;
            self.hello.catalog.iter().find(|deck| choice.names(&deck.catalog_id))
        };
        let list = |seat: Seat| deck(seat).map_or_else(Vec::new, |deck| deck.decklist.clone());
        let names = [deck(Seat::P0), deck(Seat::P1)].map(|deck| deck.map(|deck| deck.name.clone()));
        let [Some(one), Some(other)] = names else { unreachable!("the decks are those of the catalog") };
        let within = self.args.within.get();
        let time = TimeControl {
            startup_ms: within,
            game_start_ms: within,
            bank_ms: within.saturating_mul(1000),
            increment_ms: 0,
            max_decision_ms: within,
            engine_step_ms: within,
        };
        game_start(Told {
            game_id: reset.game_id.clone(),
            seat,
            names: Some([one, other]),
            lists: &[list(Seat::P0), list(Seat::P1)],
            rules: reset.rules.clone(),
            engine: self.hello,
            time,
            memory_mb: 0,
            agent_seed: self.secret.agent_seed(game, seat),
        })
    }

    /// Plays a game with the bot in one seat and chance in the other: how many decisions there were, and what the bot did wrong.
    fn play(
        &self,
        start: impl Fn() -> Result<Process, String>,
        engine: &mut EngineTalk<Session<MagicTable<'_>>>,
        reset: &Reset,
        game: u64,
        seat: Seat,
    ) -> Result<(u64, Option<Fault>), Error> {
        let within = Duration::from_millis(self.args.within.get());
        let begun = start().map_err(Error::input).map(|process| Talk::begin(process, within))?;
        let mut talk = match begun.and_then(|mut talk| talk.start(self.start(reset, game, seat)).map(|()| talk)) {
            Ok(talk) => talk,
            Err(fault) => return Ok((0, Some(fault))),
        };
        let (mut fault, mut steps) = (None, 0);
        let mut chance = Chance::new(&self.secret.of_game(game));
        let mut ask = |decision: &SeatDecision| {
            steps += 1;
            talk.choose(decision.clone()).inspect_err(|error| fault = Some(error.clone()))
        };
        let mut random = |decision: &SeatDecision| Ok(chance.below(decision.candidates.len()) as u32);
        let played = match seat {
            Seat::P0 => play(engine, self.hello, reset, [&mut ask, &mut random]),
            Seat::P1 => play(engine, self.hello, reset, [&mut random, &mut ask]),
        };
        let played = played.map_err(Error::input)?;
        if let (Some(problem), None) = (&played.problem, &fault) {
            return Err(Error::input(format!("our own engine broke its contract: {problem}")));
        }
        if fault.is_none() {
            let ending = played.ending;
            let (outcome, classification) = (ending.outcome, ending.classification);
            let (winner, reason) = (ending.winner, ending.reason);
            let terminal = AgentTerminal { outcome, classification, winner, reason, seat_step_count: steps };
            fault = talk.over(terminal).err();
        }
        Ok((played.decisions, fault))
    }
}
