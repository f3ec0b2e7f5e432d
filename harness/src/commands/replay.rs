//! `gauntlet replay`: a recorded game, played again and told.

use crate::check::fuzz::examine_recording;
use crate::check::replay::{Difference, Report, play};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::ReplayArgs;
use crate::host::recording::{FoundKind, Recording};
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen};

/// `gauntlet replay`.
///
/// # Errors
/// If the file or its cards can't be read, or the output can't be written.
pub fn replay<H: Host>(args: &ReplayArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let recording = Recording::read(&args.file)?;
    let (host, lists, seed) = recording.load::<H>(&args.file, args.cards.as_deref())?;
    let pool = H::PARTS.lists.fingerprint(&host, &lists);
    if pool != recording.header.card_pool {
        screen.remark("the cards' texts are not those that this game was recorded with; it may go otherwise");
    }
    let steps = recording.steps.len();
    let to = args.to.unwrap_or(steps);
    if to > steps {
        return Err(Error::input(format!("{} has {steps} steps; --to {to} is beyond them", args.file.display())));
    }
    // A failure that no position shows by itself is looked for again with all checks.
    let report = play(&host, &recording, &lists, seed, to);
    let report = Report { file: args.file.clone(), ..report };
    let hidden = recording.header.found.as_ref().filter(|found| {
        report.found.is_none() && to == steps && !matches!(found.kind, FoundKind::Panic | FoundKind::Invariant)
    });
    let again = hidden.and_then(|_| examine_recording(&host, &recording, &lists, seed));
    let report = Report { found: report.found.or(again), ..report };
    if args.json {
        screen.print_json(&report)?;
    } else {
        screen.print(&story(&report, &recording, to, screen.colour))?;
    }
    Ok(if report.same && report.found.is_none() { Exit::Ok } else { Exit::Problems })
}

fn story(report: &Report, recording: &Recording, to: usize, colour: bool) -> String {
    let mut text = String::new();
    for line in &report.journal {
        let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Bold };
        text += &tone.paint(line, colour && !line.is_empty());
        text.push('\n');
    }
    if !report.journal.is_empty() {
        text.push('\n');
    }
    text += &format!("{} of {} choices replayed, as far as turn {}. ", report.played, report.steps, report.turn);
    text += &match (&report.differs, &report.fingerprint) {
        (None, Some(print)) => format!("Every position is as recorded; the last is {print}.\n"),
        (None, None) => "Every position is as recorded.\n".to_owned(),
        (Some(Difference { step: 0, what }), _) => format!("It differs from the start: {what}.\n"),
        (Some(Difference { step, what }), _) => format!("It differs at step {step}: {what}.\n"),
    };
    if let Some(found) = &report.found {
        text += &format!("It ends with a failure ({}): {}\n", found.kind.name(), found.message);
    } else if let (Some(found), true) = (&recording.header.found, to == report.steps) {
        text += &format!("The failure that was recorded is gone ({}): {}\n", found.kind.name(), found.message);
    } else if !report.choices.is_empty() {
        text += &format!("The choices here: {}.\n", report.choices.join("; "));
    }
    text
}
