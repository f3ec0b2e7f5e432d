//! `gauntlet scenario`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use gauntlet_cards::text::CardBase;
use gauntlet_core::Game as _;
use gauntlet_magic::scenario::{self, Cards, Entry, Failure, RunOptions, Scenario, Segment, Verdict};
use rayon::prelude::*;
use serde::Serialize;

use super::shelf::{Shelf, other_cards};
use crate::error::Error;
use crate::games::scenario::ScenarioArgs;
use crate::host::subcommand::{Subcommand, options};
use crate::output::file::check_replaceable;
use crate::output::screen::{Exit, Screen};
use crate::play::{panics, threads};

/// From which position to count action sequences, and how deep.
#[derive(Args, Clone, Debug)]
struct PerftArgs {
    /// A scenario file (.jsonl, .toml): what it begins with is the position.
    position: PathBuf,
    /// The id of the scenario, in a file that has several.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Count sequences of up to this many actions.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Count for each first action by itself.
    #[arg(long)]
    divide: bool,
    /// Card files, JSON Lines of cards, or folders of them [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    cards: Vec<PathBuf>,
    /// Write JSON to the standard output and nothing else.
    #[arg(long)]
    json: bool,
}

/// How many scenarios came out how.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    pass: usize,
    fail: usize,
    unsupported: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass => self.pass += 1,
            Verdict::Fail(_) => self.fail += 1,
            Verdict::Unsupported(_) => self.unsupported += 1,
        }
    }

    fn all(&self) -> usize {
        self.pass + self.fail + self.unsupported
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Summary<'a> {
    scenarios: usize,
    #[serde(flatten)]
    counts: Counts,
    areas: BTreeMap<&'a str, Counts>,
    failures: Vec<&'a str>,
}

/// One line of the report.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    area: &'a str,
    status: &'static str,
    detail: String,
}

/// `gauntlet scenario`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "scenario",
    declare: crate::games::scenario::declare,
    run: |matches, screen| {
        let args: ScenarioArgs = options(matches)?;
        if args.messages {
            return Err(Error::input("--messages is for scenarios of millennials"));
        }
        run(&args, screen)
    },
    refuse: crate::games::scenario::refuse,
};

/// `gauntlet perft`.
pub(super) const PERFT: Subcommand = Subcommand {
    name: "perft",
    declare: || {
        let about = "Count the sequences of actions from a position: the numbers change when a rule does";
        PerftArgs::augment_args(clap::Command::new("perft")).about(about)
    },
    run: |matches, screen| perft(&options(matches)?, screen),
    refuse: |game| format!("{game} has no positions in files"),
};

/// Runs scenario files.
///
/// # Errors
/// If a file can't be read or makes no sense, or the report can't be written.
fn run(args: &ScenarioArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    if let Some(path) = &args.report {
        let ours = |head: &[u8]| head.starts_with(b"id,area,");
        check_replaceable(path, "--report", "a report of scenarios", ours)?;
    }
    let shelves = read(args)?;
    // Nothing to run is nothing that passes.
    if shelves.iter().all(|shelf| shelf.entries.is_empty()) {
        let which = match (&args.filter, &args.area) {
            (None, None) => String::new(),
            _ => " that --filter and --area let through".to_owned(),
        };
        return Err(Error::input(format!(
            "there are no scenarios there{which}: files that end in .jsonl or .toml have them"
        )));
    }
    let base = other_cards(&shelves, &args.cards)?;
    let workers = threads::start(args.threads.count())?;
    let verdicts: Vec<Verdict> =
        workers.install(|| shelves.iter().flat_map(|shelf| verdicts(shelf, &base, args.verbose)).collect());
    let entries: Vec<&Entry> = shelves.iter().flat_map(|shelf| &shelf.entries).collect();

    let mut counts = Counts::default();
    let mut areas: BTreeMap<&str, Counts> = BTreeMap::new();
    for (entry, verdict) in entries.iter().zip(&verdicts) {
        counts.add(verdict);
        areas.entry(entry.area()).or_default().add(verdict);
    }
    if let Some(path) = &args.report {
        report(path, &entries, &verdicts)?;
    }
    let failed = entries.iter().zip(&verdicts).filter(|(_, verdict)| matches!(verdict, Verdict::Fail(_)));
    if args.json {
        let failures = failed.map(|(entry, _)| entry.id()).collect();
        let summary = Summary { scenarios: counts.all(), counts, areas, failures };
        let text = serde_json::to_string_pretty(&summary).map_err(|error| Error::Output(error.into()))?;
        screen.print(&format!("{text}\n"))?;
    } else {
        screen.print(&told(&entries, &verdicts, &areas, counts, args.verbose))?;
    }
    Ok(if counts.fail == 0 { Exit::Ok } else { Exit::Problems })
}

/// The failures, each a line, and the table of areas; with `verbose` also why scenarios can't be run.
fn told(
    entries: &[&Entry],
    verdicts: &[Verdict],
    areas: &BTreeMap<&str, Counts>,
    counts: Counts,
    verbose: bool,
) -> String {
    let mut out = String::new();
    for (entry, verdict) in entries.iter().zip(verdicts) {
        match verdict {
            Verdict::Fail(failure) => {
                let _ = writeln!(out, "{}: expected {}; found {}", entry.id(), failure.expected, failure.found);
                for line in failure.journal.iter().flat_map(|line| line.lines()) {
                    let _ = writeln!(out, "    {line}");
                }
            }
            Verdict::Unsupported(why) if verbose => {
                let _ = writeln!(out, "{}: unsupported: {why}", entry.id());
            }
            Verdict::Unsupported(_) | Verdict::Pass => {}
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let width = areas.keys().map(|area| area.chars().count()).max().unwrap_or(0).max(5);
    let _ = writeln!(out, "{:width$} {:>6} {:>6} {:>12}", "area", "pass", "fail", "unsupported");
    for (area, counts) in areas {
        let _ = writeln!(out, "{area:width$} {:>6} {:>6} {:>12}", counts.pass, counts.fail, counts.unsupported);
    }
    let _ = writeln!(out, "{:width$} {:>6} {:>6} {:>12}", "all", counts.pass, counts.fail, counts.unsupported);
    out
}

/// Every scenario's verdict, in order. Cards are compiled once, and a panic is a failure of one scenario.
fn verdicts(shelf: &Shelf, base: &CardBase, journal: bool) -> Vec<Verdict> {
    let cards = shelf.compile(&shelf.known(), base);
    threads::on_all(|| shelf.entries.par_iter().map(|entry| verdict(entry, &cards, journal)).collect())
}

/// Whether a scenario neither does nor asserts anything, as a line has it that is cut off or of another format.
fn proves_nothing(scenario: &Scenario) -> bool {
    let says_nothing = |segment: &Segment| {
        segment.actions.is_empty() && segment.asserts.is_empty() && segment.expect_illegal.is_none()
    };
    scenario.tactic.is_none() && scenario.segments.iter().all(says_nothing)
}

fn verdict(entry: &Entry, cards: &Cards, journal: bool) -> Verdict {
    match entry {
        Entry::Unknown { why, .. } => Verdict::Unsupported(why.clone()),
        Entry::Known(scenario) if proves_nothing(scenario) => Verdict::Fail(Failure {
            expected: "actions or assertions".to_owned(),
            found: "none: it proves nothing".to_owned(),
            journal: Vec::new(),
        }),
        Entry::Known(scenario) => match panics::catch(|| scenario::run(scenario, cards, RunOptions { journal })) {
            Ok(verdict) => verdict,
            Err(panic) => {
                let expected = "the engine to carry it out".to_owned();
                Verdict::Fail(Failure { expected, found: format!("a panic: {panic}"), journal: Vec::new() })
            }
        },
    }
}

/// The scenarios of all files that the options ask for.
fn read(args: &ScenarioArgs) -> Result<Vec<Shelf>, Error> {
    let mut shelves = Shelf::read_all(&args.files)?;
    for shelf in &mut shelves {
        shelf.entries.retain(|entry| {
            args.filter.as_ref().is_none_or(|text| entry.id().contains(text.as_str()))
                && args.area.as_ref().is_none_or(|area| entry.area() == area)
        });
    }
    Ok(shelves)
}

/// What `gauntlet perft --json` prints.
#[derive(Serialize)]
struct Counted<'a> {
    id: &'a str,
    /// The sequences of 1, 2, 3 ... actions.
    sequences: Vec<u64>,
    /// For each first action how many of the longest begin with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divided: Vec<(String, u64)>,
}

/// Counts the sequences of actions from the position that a scenario begins with.
///
/// # Errors
/// If the file can't be read, or has no such scenario, or its cards can't be played.
fn perft(args: &PerftArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let shelves = [Shelf::read(&args.position)?];
    let [shelf] = &shelves;
    let scenario = shelf.choose(args.id.as_deref())?;
    let cards = shelf.compile(&[scenario], &other_cards(&shelves, &args.cards)?);
    let position =
        scenario::position(scenario, &cards).map_err(|why| Error::input(format!("{}: {why}", scenario.id)))?;
    let sequences: Vec<u64> = (1..=args.depth).map(|depth| gauntlet_core::perft(&position, depth)).collect();
    let divided: Vec<(String, u64)> = match args.divide {
        true => {
            let each = gauntlet_core::divide(&position, args.depth).into_iter();
            each.map(|(action, count)| (position.describe(action), count)).collect()
        }
        false => Vec::new(),
    };
    let mut out = String::new();
    if args.json {
        let counted = Counted { id: &scenario.id, sequences, divided };
        out = serde_json::to_string_pretty(&counted).map_err(|error| Error::Output(error.into()))? + "\n";
    } else {
        for (depth, count) in sequences.iter().enumerate() {
            let _ = writeln!(out, "{:>3} {count:>14}", depth + 1);
        }
        for (action, count) in divided {
            let _ = writeln!(out, "    {count:>14}  {action}");
        }
    }
    screen.print(&out)?;
    Ok(Exit::Ok)
}

fn report(path: &Path, entries: &[&Entry], verdicts: &[Verdict]) -> Result<(), Error> {
    let failed = |cause: std::io::Error| Error::Write { path: path.to_owned(), cause };
    let mut writer = csv::Writer::from_path(path).map_err(|error| failed(std::io::Error::other(error)))?;
    for (entry, verdict) in entries.iter().zip(verdicts) {
        let (status, detail) = match verdict {
            Verdict::Pass => ("pass", String::new()),
            Verdict::Fail(failure) => ("fail", format!("expected {}; found {}", failure.expected, failure.found)),
            Verdict::Unsupported(why) => ("unsupported", why.clone()),
        };
        let row = Row { id: entry.id(), area: entry.area(), status, detail };
        writer.serialize(row).map_err(|error| failed(std::io::Error::other(error)))?;
    }
    writer.flush().map_err(failed)
}
