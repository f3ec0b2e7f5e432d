//! Recorded battles of the shipped game, and reports as scenario files.

use std::fs;
use std::path::{Path, PathBuf};

use gauntlet_millennials::options::Options;
use gauntlet_millennials::policy::Policy;
use gauntlet_millennials::record::{Difference, Records, Replayed};
use gauntlet_millennials::scenario::Scenario;
use gauntlet_millennials::{Pool, Position};
use serde::Serialize;

use crate::error::Error;
use crate::games::scenario::ScenarioArgs;
use crate::host::options::ReplayArgs;
use crate::host::subcommand::{Subcommand, options};
use crate::output::screen::{Exit, Screen};

/// What came of a file of recorded battles.
#[derive(Serialize)]
struct Report {
    file: PathBuf,
    /// How many battles there are.
    battles: usize,
    /// How many are the same board by board.
    equal: usize,
    /// How many recorded logs are not the same line by line.
    logs_differ: usize,
    results: Vec<Replayed>,
}

/// See [`crate::host::parts::Records::replay`]: files whose first character makes them one JSON object with battles in it.
pub(super) fn records(args: &ReplayArgs, screen: &mut Screen<'_>) -> Option<Result<Exit, Error>> {
    let text = match fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(cause) => return Some(Err(Error::Read { path: args.file.clone(), cause })),
    };
    // A recording of our own is JSON Lines, and its first line says what it is.
    let first = text.lines().next().unwrap_or_default();
    if first.contains("\"replay\":") {
        if args.policy.is_some() {
            return Some(Err(Error::input(
                "--policy is for recorded battles of the shipped game; this recording says its own",
            )));
        }
        return None;
    }
    Some(play(&text, args, screen))
}

fn play(text: &str, args: &ReplayArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let bad = |what: String| Error::input(format!("{}: {what}", args.file.display()));
    let refuse = |name: &str| Err(bad(format!("{name} is for recordings of gauntlet's own, not for these battles")));
    if args.to.is_some() {
        return refuse("--to");
    }
    if !args.cards.is_empty() {
        return refuse("--cards");
    }
    if args.html.is_some() {
        return refuse("--html");
    }
    if args.save.is_some() {
        return refuse("--save");
    }
    let policy: Option<Policy> = match &args.policy {
        Some(policy) => Some(policy.parse().map_err(|error| Error::input(format!("--policy: {error}")))?),
        None => None,
    };
    let records: Records = serde_json::from_str(text).map_err(|error| {
        bad(format!("this is neither a recording of gauntlet's own nor JSON with battles: {error}"))
    })?;
    let mut results = Vec::new();
    for (number, record) in records.battles.iter().enumerate() {
        results.push(record.replay(Pool::shipped(), policy).map_err(|what| bad(format!("battle {number}: {what}")))?);
    }
    let equal = results.iter().filter(|one| one.equal).count();
    let logs_differ = results.iter().filter(|one| one.log_difference.is_some()).count();
    let report = Report { file: args.file.clone(), battles: results.len(), equal, logs_differ, results };
    if args.json {
        screen.print_json(&report)?;
    } else {
        screen.print(&tell(&report))?;
    }
    Ok(if report.equal == report.battles && report.logs_differ == 0 { Exit::Ok } else { Exit::Problems })
}

fn tell(report: &Report) -> String {
    let mut text = String::new();
    for (number, one) in report.results.iter().enumerate() {
        let Replayed { battle_seed, villain, policy, .. } = one;
        let what = |difference: &Difference| {
            let Difference { turn, path, recorded, here } = difference;
            format!("turn {turn}, {path}: recorded {recorded}, here {here}")
        };
        let said = match (&one.difference, &one.log_difference) {
            (None, None) => "equal".to_owned(),
            (None, Some(log)) => format!("equal, but its log: {}", what(log)),
            (Some(difference), _) => format!("DIFFERS at {}", what(difference)),
        };
        text += &format!("{number:>4} seed {battle_seed}, {villain}, {policy}: {said}\n");
    }
    text += &format!("{} of {} battles are equal board by board", report.equal, report.battles);
    if report.logs_differ > 0 {
        text += &format!("; the logs of {} differ", report.logs_differ);
    }
    text + "\n"
}

/// What came of a report under one policy.
#[derive(Serialize)]
struct Row {
    scenario: String,
    policy: String,
    powers: Vec<i32>,
    sum: i32,
    tried: usize,
    applied: usize,
    expected: Vec<i32>,
    /// With `--messages`: every message that was delivered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<Message>,
}

/// A message that was delivered.
#[derive(Serialize)]
struct Message {
    /// How many listeners led to it.
    depth: usize,
    /// Which, about whom, from whom, to whom.
    text: String,
}

/// `gauntlet scenario`.
pub(super) const SCENARIO: Subcommand = Subcommand {
    name: "scenario",
    declare: crate::games::scenario::declare,
    run: |matches, screen| scenarios(&options(matches)?, screen),
    refuse: crate::games::scenario::refuse,
};

/// A table of what comes of each file under each policy that it expects something of.
fn scenarios(args: &ScenarioArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    if !args.cards.is_empty() || args.report.is_some() || args.area.is_some() {
        return Err(Error::input("--cards, --report and --area are not for scenarios of millennials"));
    }
    let mut rows = Vec::new();
    let mut journals = String::new();
    for file in files(&args.files)? {
        let bad = |what: String| Error::input(format!("{}: {what}", file.display()));
        let text = fs::read_to_string(&file).map_err(|cause| Error::Read { path: file.clone(), cause })?;
        let scenario = Scenario::read(&text).map_err(bad)?;
        if args.filter.as_ref().is_some_and(|filter| !scenario.name.contains(filter.as_str())) {
            continue;
        }
        if scenario.expect.is_empty() {
            // What is wrong with it otherwise is said first.
            scenario.arrange(Pool::shipped(), Options::default()).map_err(bad)?;
            return Err(bad("nothing is expected of it: [expect] names no policy".to_owned()));
        }
        for (policy, expected) in &scenario.expect {
            let parsed: Policy = policy.parse().map_err(|error| bad(format!("{error}")))?;
            let told = scenario.play(Pool::shipped(), parsed).map_err(bad)?;
            let messages = if args.messages { messages(&told.battle) } else { Vec::new() };
            if args.messages && !args.json {
                journals += &format!("\nMessages of {} under {policy}\n", scenario.name);
                for Message { depth, text } in &messages {
                    journals += &format!("  {}{text}\n", "  ".repeat(*depth));
                }
            }
            if args.verbose {
                journals += &format!("\n{} under {policy}\n", scenario.name);
                for line in told.battle.journal().map(|journal| &journal.lines[..]).unwrap_or_default() {
                    journals += &format!("  {}{}\n", "  ".repeat(line.indent), line.text);
                }
            }
            rows.push(Row {
                scenario: scenario.name.clone(),
                policy: policy.clone(),
                sum: told.powers.iter().sum(),
                powers: told.powers,
                tried: told.tried,
                applied: told.applied,
                expected: expected.clone(),
                messages,
            });
        }
    }
    if rows.is_empty() {
        return Err(Error::input("no scenario has that in its name"));
    }
    let wrong = rows.iter().filter(|row| row.powers != row.expected).count();
    if args.json {
        screen.print_json(&rows)?;
    } else {
        screen.print(&(table(&rows) + &journals))?;
    }
    Ok(if wrong == 0 { Exit::Ok } else { Exit::Problems })
}

fn messages(battle: &Position) -> Vec<Message> {
    let deliveries = battle.journal().map(|journal| &journal.deliveries[..]).unwrap_or_default();
    deliveries.iter().map(|one| Message { depth: one.depth, text: battle.describe_delivery(one) }).collect()
}

fn table(rows: &[Row]) -> String {
    let words = |powers: &[i32]| powers.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    let mut last = "";
    for row in rows {
        if row.scenario != last {
            text += &format!("{}{}\n", if last.is_empty() { "" } else { "\n" }, row.scenario);
            text += &format!("  {:<66} {:<12} {:>4} {:>6} {:>8}\n", "policy", "powers", "sum", "tried", "applied");
            last = &row.scenario;
        }
        let wrong = if row.powers == row.expected { String::new() } else { format!("  not {}", words(&row.expected)) };
        let Row { policy, sum, tried, applied, .. } = row;
        text += &format!("  {policy:<66} {:<12} {sum:>4} {tried:>6} {applied:>8}{wrong}\n", words(&row.powers));
    }
    text
}

/// The scenario files that are named, or in folders that are.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |cause| Error::Read { path: path.clone(), cause };
        let mut found = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            found.push(entry.map_err(unreadable)?.path());
        }
        found.retain(|path: &PathBuf| path.extension() == Some(Path::new("toml").as_os_str()));
        found.sort();
        files.extend(found);
    }
    if files.is_empty() {
        return Err(Error::input("there are no scenario files (.toml) there"));
    }
    Ok(files)
}
