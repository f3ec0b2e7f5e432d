//! `gauntlet tactics`: positions that have a right move, and whether an agent finds it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use gauntlet_core::Seed;
use gauntlet_magic::Position;
use gauntlet_magic::scenario::{self, Cards, Choice, Entry, Failure, RunOptions, Scenario, Trial, Verdict};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::agents;
use super::host::Magic;
use super::shelf::{Shelf, other_cards};
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::options::from_zero;
use crate::host::subcommand::{Subcommand, options};
use crate::output::file::{json, write_whole};
use crate::output::grid::{Cell, Grid, Tone};
use crate::output::screen::{Exit, Screen};
use crate::play::threads::{self, Threads};
use crate::play::{panics, players};

/// Where the positions are in a clone of the project.
const FOLDER: &str = "ai/tactics";

/// Which positions an agent is tried in.
#[derive(Args, Clone, Debug)]
struct TacticsArgs {
    /// Files of positions (.toml, .jsonl) or folders of them [default: ai/tactics, or where that isn't there, the positions that come with the program].
    files: Vec<PathBuf>,
    /// The agent.
    #[arg(long, value_name = "AGENT", default_value = agents::DEFAULT)]
    agent: String,
    /// The number that the agent's random choices derive from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Card files, JSON Lines of cards, or folders of them, for cards that the positions don't bring [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// Only positions whose id contains this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only positions of this heading.
    #[arg(long, value_name = "HEADING")]
    area: Option<String>,
    /// Say of each position that isn't solved why its solution is right, and what the agent chose.
    #[arg(long, short)]
    verbose: bool,
    /// A file that says which positions this agent doesn't solve: if it doesn't solve another, the exit code is 1.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what isn't solved now into that file.
    #[arg(long, requires = "baseline", conflicts_with_all = ["filter", "area"])]
    update: bool,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
    /// How many threads.
    #[command(flatten)]
    threads: Threads,
}

/// `gauntlet tactics`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "tactics",
    declare: || {
        let about =
            "Try an agent in positions that have a right move: does it find the play that wins, or that doesn't lose?";
        TacticsArgs::augment_args(clap::Command::new("tactics")).about(about)
    },
    run: |matches, screen| tactics(&options(matches)?, screen),
    refuse: |game| format!("{game} has no positions with a right move"),
};

/// How many positions of a heading are solved.
#[derive(Clone, Copy, Default, Serialize)]
struct Count {
    solved: usize,
    positions: usize,
}

/// What an agent did in a position.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    heading: &'a str,
    solved: bool,
    /// Why the solution is right.
    note: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    /// Its choices, those without an alternative and passing included.
    choices: Vec<Choice>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Output<'a> {
    agent: &'a str,
    seed: u64,
    #[serde(flatten)]
    all: Count,
    headings: BTreeMap<&'a str, Count>,
    results: Vec<Row<'a>>,
    /// Positions that can't be played, or whose scripted solution isn't one: why.
    broken: BTreeMap<&'a str, String>,
    /// Positions that the agent doesn't solve, and did before as the baseline says.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallen: Option<Vec<&'a str>>,
    /// Positions that it solves now.
    #[serde(skip_serializing_if = "Option::is_none")]
    gained: Option<Vec<&'a str>>,
}

/// What agents don't solve, by their specs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Baseline {
    unsolved: BTreeMap<String, BTreeSet<String>>,
}

fn tactics(args: &TacticsArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let pilot = Magic::agents().resolve(&args.agent)?;
    let shelves = match args.files.as_slice() {
        [] if Path::new(FOLDER).is_dir() => Shelf::read_all(&[PathBuf::from(FOLDER)])?,
        [] => Shelf::shipped()?,
        files => Shelf::read_all(files)?,
    };
    let is_asked_for = |scenario: &&Scenario| {
        scenario.tactic.is_some()
            && args.filter.as_ref().is_none_or(|text| scenario.id.contains(text.as_str()))
            && args.area.as_ref().is_none_or(|area| scenario.area == *area)
    };
    let chosen: Vec<Vec<&Scenario>> =
        shelves.iter().map(|shelf| shelf.known().into_iter().filter(is_asked_for).collect()).collect();
    if chosen.iter().all(Vec::is_empty) {
        let which =
            if args.filter.is_some() || args.area.is_some() { " that --filter and --area let through" } else { "" };
        return Err(Error::input(format!(
            "there are no positions there{which}: scenarios that have a `tactic` are positions to try an agent in"
        )));
    }
    let unreadable = shelves.iter().flat_map(|shelf| &shelf.entries).find_map(|entry| match entry {
        Entry::Unknown { id, why, .. } => Some(format!("{id}: {why}")),
        Entry::Known(_) => None,
    });
    if let Some(why) = unreadable {
        return Err(Error::input(why));
    }
    let baseline = args.baseline.as_deref().map(|file| read_baseline(file, args.update)).transpose()?;
    let base = other_cards(&shelves, &args.cards)?;
    let workers = threads::start(args.threads.count())?;
    let tried: Vec<(&Scenario, Result<Trial, String>)> = workers.install(|| {
        let all = shelves.iter().zip(&chosen).filter(|(_, scenarios)| !scenarios.is_empty());
        all.flat_map(|(shelf, scenarios)| {
            let cards = shelf.compile(scenarios, &base);
            let one = scenarios.par_iter().copied();
            one.map(|scenario| (scenario, attempt(scenario, &cards, &pilot, args.seed))).collect::<Vec<_>>()
        })
        .collect()
    });
    let mut output = gather(&pilot.spec, args.seed, &tried);
    if let (Some(known), false) = (&baseline, args.update) {
        compare(&mut output, known.unsolved.get(&pilot.spec).unwrap_or(&BTreeSet::new()));
    }
    match args.json {
        true => screen.print_json(&output)?,
        false => screen.print(&told(&output, args.verbose, screen.colour))?,
    }
    if let (Some(file), Some(known), true) = (&args.baseline, baseline, args.update) {
        let unsolved = output.results.iter().filter(|row| !row.solved).map(|row| row.id.to_owned()).collect();
        let mut known = known;
        known.unsolved.insert(pilot.spec.clone(), unsolved);
        write_whole(file, &json(&known)?)?;
    }
    let is_well = output.broken.is_empty() && output.fallen.as_ref().is_none_or(Vec::is_empty);
    Ok(if is_well { Exit::Ok } else { Exit::Problems })
}

/// Has an agent play a position. The error is what is wrong with the position.
fn attempt(scenario: &Scenario, cards: &Cards, pilot: &Pilot<Position>, seed: u64) -> Result<Trial, String> {
    let options = RunOptions { journal: false };
    match panics::catch(|| scenario::run(scenario, cards, options)) {
        Ok(Verdict::Pass) => {}
        Ok(Verdict::Fail(Failure { expected, found, .. })) => {
            return Err(format!("what it says is right isn't: expected {expected}; found {found}"));
        }
        Ok(Verdict::Unsupported(why)) => return Err(why),
        Err(panic) => return Err(format!("a panic: {panic}")),
    }
    let mut agent = pilot.make();
    agent.start();
    let mut rng = Seed::from_u64(seed).derive(&scenario.id, 0).rng();
    let mut ask = |game: &Position, player, legal: &[_]| players::choose(agent.as_mut(), game, player, legal, &mut rng);
    let played = panics::catch(|| scenario::run_asking(scenario, cards, options, &mut ask));
    Ok(played.unwrap_or_else(|panic| {
        let (expected, found) = ("a choice of what is legal".to_owned(), format!("a panic: {panic}"));
        Trial { verdict: Verdict::Fail(Failure { expected, found, journal: Vec::new() }), choices: Vec::new() }
    }))
}

fn gather<'a>(agent: &'a str, seed: u64, tried: &[(&'a Scenario, Result<Trial, String>)]) -> Output<'a> {
    let mut output = Output {
        agent,
        seed,
        all: Count::default(),
        headings: BTreeMap::new(),
        results: Vec::new(),
        broken: BTreeMap::new(),
        fallen: None,
        gained: None,
    };
    for (scenario, trial) in tried {
        let trial = match trial {
            Ok(trial) => trial,
            Err(why) => {
                output.broken.insert(&scenario.id, why.clone());
                continue;
            }
        };
        let (expected, found) = match &trial.verdict {
            Verdict::Pass => (None, None),
            Verdict::Fail(failure) => (Some(failure.expected.clone()), Some(failure.found.clone())),
            Verdict::Unsupported(why) => (Some("a position that can be played".to_owned()), Some(why.clone())),
        };
        let solved = expected.is_none();
        for count in [&mut output.all, output.headings.entry(&scenario.area).or_default()] {
            count.positions += 1;
            count.solved += usize::from(solved);
        }
        let Scenario { id, area: heading, note, .. } = scenario;
        output.results.push(Row { id, heading, solved, note, expected, found, choices: trial.choices.clone() });
    }
    output
}

/// Says what is solved no more, and what is solved now.
fn compare<'a>(output: &mut Output<'a>, unsolved: &BTreeSet<String>) {
    let those = |solved: bool| -> Vec<&'a str> {
        let other = |row: &&Row<'a>| row.solved == solved && unsolved.contains(row.id) == solved;
        output.results.iter().filter(other).map(|row| row.id).collect()
    };
    (output.fallen, output.gained) = (Some(those(false)), Some(those(true)));
}

/// What agents don't solve, as a file has it; where it is to be written, it needn't be there.
fn read_baseline(file: &Path, may_miss: bool) -> Result<Baseline, Error> {
    match std::fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
            Error::input(format!(
                "{}: this isn't a file of what agents don't solve, which --update writes: {error}",
                file.display()
            ))
        }),
        Err(error) if may_miss && error.kind() == std::io::ErrorKind::NotFound => Ok(Baseline::default()),
        Err(cause) => Err(Error::Read { path: file.to_owned(), cause }),
    }
}

fn told(output: &Output<'_>, verbose: bool, colour: bool) -> String {
    let Count { solved, positions } = output.all;
    let mut out = format!("{} solves {solved} of {positions} positions.\n\n", output.agent);
    let mut grid = Grid::new(1);
    grid.heading(["heading", "solved", "of"]);
    for (heading, count) in &output.headings {
        let tone = if count.solved == count.positions { Tone::Good } else { Tone::Plain };
        let solved = Cell::new(count.solved.to_string(), tone);
        grid.row(vec![Cell::from(*heading), solved, Cell::from(count.positions.to_string())]);
    }
    grid.row(vec!["all".into(), solved.to_string().into(), positions.to_string().into()]);
    out += &grid.render(colour);
    if solved < positions {
        out += "\nNot solved:\n";
    }
    for row in output.results.iter().filter(|row| !row.solved) {
        let (expected, found) = (row.expected.as_deref().unwrap_or_default(), row.found.as_deref().unwrap_or_default());
        let _ = writeln!(out, "  {}: expected {expected}; found {found}", row.id);
        if verbose {
            let _ = writeln!(out, "    {}", row.note);
            for Choice { at, asked, choice } in row.choices.iter().filter(|choice| !choice.is_passing()) {
                let _ = writeln!(out, "    {at}, {asked}: {choice}");
            }
        }
    }
    for (id, why) in &output.broken {
        let _ = writeln!(out, "\n{}", Tone::Bad.paint(&format!("{id} can't be played: {why}"), colour));
    }
    let mut list = |what: &str, ids: &Option<Vec<&str>>| {
        if let Some(ids) = ids.as_ref().filter(|ids| !ids.is_empty()) {
            let _ = writeln!(out, "\n{what}: {}", ids.join(", "));
        }
    };
    list("Not solved any more, as the baseline has it", &output.fallen);
    list("Solved now, which the baseline doesn't say (--update writes it)", &output.gained);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_and_what_is_gained_is_told_apart() {
        let row = |id: &'static str, solved| Row {
            id,
            heading: "",
            solved,
            note: "",
            expected: None,
            found: None,
            choices: Vec::new(),
        };
        let results = vec![row("a", true), row("b", true), row("c", false), row("d", false)];
        let mut output = Output { results, ..gather("heuristic", 1, &[]) };
        compare(&mut output, &["b", "c"].map(str::to_owned).into());
        assert_eq!((output.fallen, output.gained), (Some(vec!["d"]), Some(vec!["b"])));
    }
}
