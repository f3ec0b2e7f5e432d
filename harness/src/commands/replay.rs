//! `gauntlet replay`: a recorded game, played again and told.

use crate::check::fuzz::examine_recording;
use crate::check::replay::{Difference, Report, play_shown};
use crate::check::saved::Saved;
use crate::commands::bout::ending;
use crate::error::Error;
use crate::host::Host;
use crate::host::options::ReplayArgs;
use crate::host::recording::{FoundKind, Recording};
use crate::output::file::check_page;
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::play::game::Trace;
use crate::show::film::{Caption, Film};

/// `gauntlet replay`.
///
/// # Errors
/// If the file or its cards can't be read, or the output can't be written.
pub fn replay<H: Host>(args: &ReplayArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    args.save.as_ref().map_or(Ok(()), |file| Recording::check_place(file, "--save", Some(&args.file)))?;
    args.html.as_ref().map_or(Ok(()), |file| check_page(file, "--html"))?;
    let recording = Recording::read(&args.file)?;
    let (host, lists, seed) = recording.load::<H>(&args.file, &args.cards)?;
    let pool = H::PARTS.lists.fingerprint(&host, &lists);
    if pool != recording.header.card_pool {
        screen.remark(
            "the cards' texts are not those that this game was recorded with; the game may play out differently",
        );
    }
    let steps = recording.steps.len();
    let to = args.to.unwrap_or(steps);
    if to > steps {
        return Err(Error::input(format!("{} has {steps} steps; --to {to} is beyond them", args.file.display())));
    }
    // A failure that no position shows by itself is looked for again with all checks.
    let [one, other] = &recording.header.decks;
    let mut film = args.html.as_ref().map(|_| Film::<H>::new([&one.name, &other.name]));
    let report = play_shown(&host, &recording, &lists, seed, to, &mut |game, next, told| match (&mut film, next) {
        (Some(film), Some((player, action))) => film.before(game, player, action, told),
        (Some(film), None) => film.stopped(game, told),
        (None, _) => {}
    });
    let report = Report { file: args.file.clone(), ..report };
    let left = recording.header.found.as_ref().filter(|_| report.found.is_none() && to == steps);
    let again = left.and_then(|found| match found.kind {
        FoundKind::Panic | FoundKind::Invariant => None,
        // It can't be asked again: what there is to see is where it was.
        FoundKind::Agent => Some(found.clone()).filter(|_| report.same),
        FoundKind::Copy | FoundKind::World | FoundKind::Repeat | FoundKind::Hang => {
            examine_recording(&host, &recording, &lists, seed)
        }
    });
    let report = Report { found: report.found.or(again), ..report };
    if let (Some(file), Some(film)) = (&args.html, film) {
        film.write(&caption(&report, &recording), file)?;
    }
    if let Some(file) = &args.save {
        if !report.same {
            return Err(Error::input(format!("{} isn't written: {}", file.display(), verdict(&report))));
        }
        Saved::<H>::of(recording.clone(), &args.file, Some(to), &args.cards)?.save(file)?;
    }
    if args.json {
        screen.print_json(&report)?;
    } else {
        screen.print(&story(&report, &recording, to, screen.colour))?;
        if let Some(file) = &args.html {
            screen.print(&format!("To watch it in a browser, open {}\n", file.display()))?;
        }
        if let Some(file) = &args.save {
            let words = ["gauntlet", "view", &file.display().to_string()].map(str::to_owned);
            screen.print(&format!("The position is saved; look at it with: {}\n", shell_line(&words)))?;
        }
    }
    Ok(if report.same && report.found.is_none() { Exit::Ok } else { Exit::Problems })
}

/// How the game ended, in a sentence, if it did and was played to its end.
fn ended(report: &Report, recording: &Recording) -> Option<String> {
    let [one, other] = &recording.header.decks;
    let trace = Trace { turn: report.turn.min(recording.header.max_turns), decisions: report.played as u64 };
    let played_out = report.same && report.found.is_none();
    report.outcome.filter(|_| played_out).map(|outcome| ending(outcome, [&one.name, &other.name], trace))
}

/// What a page says of the game: the same as one of a game that is watched, as far as the file has it.
fn caption(report: &Report, recording: &Recording) -> Caption {
    let header = &recording.header;
    let [one, other] = &header.decks;
    let mut result = ended(report, recording).unwrap_or_else(|| verdict(report));
    if let Some(found) = &report.found {
        result += &format!(" It ends with a failure ({}): {}", found.kind.name(), found.message);
    }
    let mut facts = Vec::new();
    if let [first, second] = header.played_by.as_slice() {
        facts.push(("Agents", format!("{}: {}, {}: {}", one.name, first.agent, other.name, second.agent)));
    }
    facts.extend([
        ("First turn", one.name.clone()),
        ("Seed", header.seed.clone()),
        ("Turns", report.turn.to_string()),
        ("Choices", report.played.to_string()),
        ("Recorded with", format!("Gauntlet {}", header.gauntlet)),
        ("Replay", verdict(report)),
    ]);
    Caption {
        title: format!("{} against {}", one.name, other.name),
        facts,
        result,
        is_failure: !report.same || report.found.is_some(),
        command: String::new(),
    }
}

/// How far the replay got, and whether it is as recorded.
fn verdict(report: &Report) -> String {
    let far = format!("{} of {} choices replayed, as far as turn {}.", report.played, report.steps, report.turn);
    match (&report.differs, &report.fingerprint) {
        (None, Some(print)) => format!("{far} Every position is as recorded; the last is {print}."),
        (None, None) => format!("{far} Every position is as recorded."),
        (Some(Difference { step: 0, what }), _) => format!("{far} It differs from the start: {what}."),
        (Some(Difference { step, what }), _) => format!("{far} It differs at step {step}: {what}."),
    }
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
    text += &ended(report, recording).map_or(String::new(), |ended| ended + "\n");
    text += &verdict(report);
    text.push('\n');
    if let Some(found) = &report.found {
        text += &format!("It ends with a failure ({}): {}\n", found.kind.name(), found.message);
    } else if let (Some(found), true) = (&recording.header.found, to == report.steps) {
        text += &format!("The failure that was recorded is gone ({}): {}\n", found.kind.name(), found.message);
    } else if !report.choices.is_empty() {
        text += &format!("The choices here: {}.\n", report.choices.join("; ").trim_end_matches('.'));
    }
    text
}
