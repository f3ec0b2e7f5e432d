//! `gauntlet ask`: what an agent does in a position; `gauntlet explain`: where it would have played a game otherwise.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use gauntlet_core::{Game, Player, Seed};
use serde::{Deserialize, Serialize};

use crate::check::opinion::{Advisor, Move, Opinion};
use crate::check::saved::Saved;
use crate::commands::asked::AskedArgs;
use crate::commands::view::player;
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::options::{from_one, from_zero};
use crate::host::parts::{Action, TakenFor};
use crate::output::grid::{Cell, Grid, Tone};
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;

/// Which position, and whom to ask.
#[derive(Args, Clone, Debug)]
pub struct AskArgs {
    /// The position: a recorded or saved game where it stops, or a file of scenarios or tactics (.toml, .jsonl).
    pub file: PathBuf,
    /// The id of the scenario, in a file that has several.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// Ask after this many choices: of a recorded game, all of its players' [default: where it stops]; of a scenario, the agent's own [default: 0].
    #[arg(long, value_name = "STEP")]
    pub to: Option<usize>,
    /// The agent [default: the one that plays if none is named].
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// The number that the agent's random choices derive from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Card files or a folder of them [default: the cards as they are written in the file, and the shipped ones].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// What it is told.
    #[command(flatten)]
    pub told: AskedArgs,
    /// Write a JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Which game to explain, and who explains it.
#[derive(Args, Clone, Debug)]
pub struct ExplainArgs {
    /// A recorded or saved game.
    pub file: PathBuf,
    /// The agent that is asked what it would have done [default: the one that plays if none is named].
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// Only choices of this player, by name or as 'first' or 'second'.
    #[arg(long = "as", value_name = "PLAYER")]
    pub player: Option<String>,
    /// How many choices are shown, those first by which the agent would have gained most.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = from_one::<usize>, allow_negative_numbers = true)]
    pub top: usize,
    /// The number that the agent's random choices derive from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Card files or a folder of them [default: the cards as they are written in the file].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// What it is told.
    #[command(flatten)]
    pub told: AskedArgs,
    /// Write a JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// An opinion, and of which position it is.
#[derive(Serialize)]
struct Answer {
    file: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The choices before it.
    step: usize,
    names: [String; 2],
    /// What it takes the other's deck for, if it isn't told its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes_it_for: Option<TakenFor>,
    #[serde(flatten)]
    opinion: Opinion,
}

/// A choice of a game with which an agent doesn't agree.
#[derive(Serialize)]
struct Disagreement {
    /// The choices before it.
    step: usize,
    player: usize,
    turn: u32,
    moment: String,
    asked: String,
    /// What was chosen.
    played: String,
    /// What the agent would have chosen.
    instead: String,
    /// By how much that is worth more, as the agent values them.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<f64>,
}

/// What `explain --json` prints.
#[derive(Serialize)]
struct Explained {
    file: PathBuf,
    agent: String,
    names: [String; 2],
    /// The choices that the agent was asked about.
    asked: usize,
    /// In how many of them it would have chosen the same.
    agreed: usize,
    /// The others, those first by which most would have been gained.
    disagreements: Vec<Disagreement>,
}

/// `gauntlet ask`.
///
/// # Errors
/// If the file can't be read or isn't what it was, there is no such position or agent, the agent fails, or the output can't be written.
pub fn ask<H: Host>(args: &AskArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let registry = H::agents();
    let spec = args.agent.as_deref().unwrap_or(H::DEFAULT_AGENT);
    let pilot = registry.resolve(spec)?;
    // A program is in the middle of a conversation about this game, and of no other.
    let on = !registry.is_command(spec);
    let answer = match is_recording(&args.file) {
        true if args.id.is_some() => {
            let file = args.file.display();
            return Err(Error::input(format!("{file} is a recorded game: --to says which of its positions, not --id")));
        }
        true => of_recording::<H>(args, &pilot, on)?,
        false if args.told.is_said() => {
            return Err(Error::input(format!(
                "{} has positions without decklists: what an agent is told of decks can be said of recorded games",
                args.file.display()
            )));
        }
        false => of_scenario::<H>(args, &pilot, on)?,
    };
    match args.json {
        true => screen.print_json(&answer)?,
        false => screen.print(&told(&answer, screen.colour))?,
    }
    Ok(Exit::Ok)
}

/// Returns whether the first line of a file is the header of a recording.
fn is_recording(file: &Path) -> bool {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "replay")]
        _replay: u32,
    }
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().next().is_some_and(|line| serde_json::from_str::<Header>(line).is_ok())
}

/// Plays the choices of a recording, with the agent asked along in those that `along` lets through; `each` is told of every one before it is
/// carried out, and what the agent chose.
fn replay<H: Host>(
    saved: &Saved<H>,
    advisor: &mut Advisor<'_, H>,
    along: impl Fn(&H::Game, Player) -> bool,
) -> Result<(), Error> {
    let mut game = H::Game::new(&saved.setup, saved.seed);
    let mut legal = Vec::new();
    for (number, step) in saved.recording.steps.iter().enumerate() {
        let player = Player::BOTH[step.player];
        if along(&game, player) {
            advisor.choose(&game, player).map_err(|panic| fails(number, &panic))?;
        }
        game.legal_actions(&mut legal);
        game.apply(legal[step.choice]);
    }
    Ok(())
}

fn fails(step: usize, why: &str) -> Error {
    Error::input(format!("the agent doesn't choose after {step} choices: {why}"))
}

fn of_recording<H: Host>(args: &AskArgs, pilot: &Pilot<H::Game>, on: bool) -> Result<Answer, Error> {
    let saved = Saved::<H>::open(&args.file, args.to, &args.cards)?;
    let saved = args.told.apply(saved, &args.file, &args.cards)?;
    let step = saved.recording.steps.len();
    let Some(player) = saved.game.to_act() else {
        let file = args.file.display();
        return Err(Error::input(format!(
            "the game in {file} is over after {step} choices: name one before with --to"
        )));
    };
    let names = saved.names();
    let mut advisor = Advisor::<H>::new(pilot, Seed::from_u64(args.seed), names);
    // It remembers what was done this turn.
    let turn = saved.game.turn();
    replay(&saved, &mut advisor, |game, other| other == player && game.turn() == turn)?;
    let opinion = advisor.opinion(&saved.game, player, on).map_err(|why| fails(step, &why))?;
    let (file, names) = (args.file.clone(), names.map(str::to_owned));
    let takes_it_for = H::PARTS.positions.taken_for(&saved.game, player);
    Ok(Answer { file, id: None, step, names, takes_it_for, opinion })
}

fn of_scenario<H: Host>(args: &AskArgs, pilot: &Pilot<H::Game>, on: bool) -> Result<Answer, Error> {
    let names = ["Player A", "Player B"];
    let mut advisor = Advisor::<H>::new(pilot, Seed::from_u64(args.seed), names);
    let (mut before, mut said) = (0, None);
    let to = args.to.unwrap_or(0);
    let mut ask = |game: &H::Game, player: Player, _: &[Action<H>]| {
        if before < to {
            before += 1;
            return advisor.choose(game, player).unwrap_or_else(|panic| {
                said = Some(Err(panic));
                None
            });
        }
        said = Some(advisor.opinion(game, player, on));
        None
    };
    let id = H::PARTS.scenarios.ask(&args.file, args.id.as_deref(), &args.cards, &mut ask)?;
    match said {
        Some(Ok(opinion)) => {
            let (file, names) = (args.file.clone(), names.map(str::to_owned));
            Ok(Answer { file, id: Some(id), step: before, names, takes_it_for: None, opinion })
        }
        Some(Err(why)) => Err(fails(before, &why)),
        None => Err(Error::input(format!(
            "{}: {id}: the agent is asked for {before} choices, and --to {to} is beyond them",
            args.file.display()
        ))),
    }
}

/// `gauntlet explain`.
///
/// # Errors
/// If the file can't be read or isn't what it was, there is no such player or agent, the agent fails, or the output can't be written.
pub fn explain<H: Host>(args: &ExplainArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let pilot = H::agents().resolve(args.agent.as_deref().unwrap_or(H::DEFAULT_AGENT))?;
    let saved = Saved::<H>::open(&args.file, None, &args.cards)?;
    let saved = args.told.apply(saved, &args.file, &args.cards)?;
    let names = saved.names();
    let only = args.player.as_deref().map(|name| player(name, names)).transpose()?;
    let seed = Seed::from_u64(args.seed);
    let mut advisors = [0, 1].map(|seat| Advisor::<H>::new(&pilot, seed.derive("seat", seat), names));
    let (mut game, mut legal) = (H::Game::new(&saved.setup, saved.seed), Vec::new());
    let (mut asked, mut disagreements) = (0, Vec::new());
    for (number, step) in saved.recording.steps.iter().enumerate() {
        let player = Player::BOTH[step.player];
        game.legal_actions(&mut legal);
        if only.is_none_or(|only| only == player) && legal.len() > 1 {
            let said = advisors[step.player].opinion(&game, player, false).map_err(|why| fails(number, &why))?;
            asked += 1;
            if said.choice != step.choice && said.action != said.actions[step.choice].action {
                let value = |place: usize| said.actions[place].value;
                disagreements.push(Disagreement {
                    step: number,
                    player: step.player,
                    turn: said.turn,
                    moment: said.moment.clone(),
                    asked: said.asked.clone(),
                    played: said.actions[step.choice].action.clone(),
                    instead: said.action.clone(),
                    gain: value(said.choice).zip(value(step.choice)).map(|(own, other)| own - other),
                });
            }
        }
        game.apply(legal[step.choice]);
    }
    let agreed = asked - disagreements.len();
    let gain = |one: &Disagreement| one.gain.unwrap_or(f64::NEG_INFINITY);
    disagreements.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    let agent = pilot.spec.clone();
    let explained =
        Explained { file: args.file.clone(), agent, names: names.map(str::to_owned), asked, agreed, disagreements };
    match args.json {
        true => screen.print_json(&explained)?,
        false => screen.print(&told_game(&explained, args.top))?,
    }
    Ok(Exit::Ok)
}

fn moves(names: &[String; 2], moves: &[Move]) -> String {
    let mut out = String::new();
    let mut last = None;
    for Move { player, action } in moves.iter().filter(|one| one.action != "pass") {
        let who = if last == Some(*player) { String::new() } else { format!("{}: ", names[*player]) };
        let between = if out.is_empty() { "" } else { "; " };
        let _ = write!(out, "{between}{who}{action}");
        last = Some(*player);
    }
    out
}

fn told(answer: &Answer, colour: bool) -> String {
    let Answer { names, opinion, .. } = answer;
    let moment = if opinion.moment.is_empty() { String::new() } else { format!(" ({})", opinion.moment) };
    let mut out = format!(
        "Turn {}{moment}, {}, {}: {} chooses\n  {}\n",
        opinion.turn,
        names[opinion.player],
        opinion.asked,
        opinion.agent,
        Tone::Bold.paint(&opinion.action, colour)
    );
    if let Some(taken_for) = &answer.takes_it_for {
        let _ = writeln!(out, "{}", told_belief(taken_for));
    }
    if let Some(policy) = opinion.policy.filter(|policy| *policy != opinion.choice) {
        let _ = writeln!(out, "Without searching it would choose: {}", opinion.actions[policy].action);
    }
    let on = moves(names, &opinion.goes_on);
    if !on.is_empty() {
        let _ = writeln!(out, "The turn could go on like this: {on}");
    }
    out.push('\n');
    let mut grid = Grid::new(1);
    match opinion.values {
        Some(_) => grid.heading(["choice", "value", "±", "tried"]),
        None => grid.heading(["choice"]),
    }
    let mut lines = String::new();
    for (number, valued) in opinion.actions.iter().enumerate() {
        let tone = if number == opinion.choice { Tone::Good } else { Tone::Plain };
        let mark = if number == opinion.choice { "→" } else { " " };
        let mut row = vec![Cell::new(format!("{mark} {number:>2}  {}", valued.action), tone)];
        if opinion.values.is_some() {
            let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
            let tried = valued.visits.map_or(String::new(), |visits| visits.to_string());
            row.extend([number(valued.value), number(valued.error), tried].map(Cell::from));
        }
        grid.row(row);
        let line = moves(names, &valued.line);
        if !line.is_empty() {
            let _ = writeln!(lines, "  {}: {line}", valued.action);
        }
    }
    out += &grid.render(colour);
    if let Some(measure) = opinion.values {
        let _ = writeln!(out, "\nValues are {measure}; ± is their standard error.");
    }
    if !lines.is_empty() {
        let _ = write!(out, "\nHow it expects the game to go on after each:\n{lines}");
    }
    out
}

/// What it takes the other's deck for, in a sentence.
fn told_belief(taken_for: &TakenFor) -> String {
    /// Lists that are named.
    const NAMED: usize = 5;
    let lists = &taken_for.lists;
    if lists.is_empty() {
        return "It knows nothing of the other's deck.".to_owned();
    }
    let named = lists.iter().take(NAMED).map(|one| format!("{} ({:.1}%)", one.list, 100.0 * one.share));
    let more = lists.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    let named = named.chain(more).collect::<Vec<_>>().join(", ");
    let nearest = if taken_for.nearest { "; no list has what was seen, and these are the nearest" } else { "" };
    format!("It takes the other's deck for: {named}{nearest}")
}

fn told_game(explained: &Explained, top: usize) -> String {
    let Explained { agent, asked, agreed, names, disagreements, file } = explained;
    let mut out = format!("{agent} would have made {agreed} of {asked} choices as they were made.\n");
    for one in disagreements.iter().take(top) {
        let gain = one.gain.map_or(String::new(), |gain| format!(" (worth {gain:+.3})"));
        let moment = if one.moment.is_empty() { String::new() } else { format!(" ({})", one.moment) };
        let _ = writeln!(
            out,
            "\nTurn {}{moment}, {}, {} (--to {}):\n  played:  {}\n  instead: {}{gain}",
            one.turn, names[one.player], one.asked, one.step, one.played, one.instead
        );
    }
    if let more @ 1.. = disagreements.len().saturating_sub(top) {
        let _ = writeln!(out, "\n… and {more} more; --top and --json show them.");
    }
    if !disagreements.is_empty() {
        let words = ["gauntlet", "ask", &file.display().to_string(), "--to", "STEP", "--agent", agent];
        let line = shell_line(&words.map(str::to_owned));
        let _ = writeln!(out, "\nWhat it thinks of one of them: {line}");
    }
    out
}
