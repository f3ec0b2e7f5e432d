//! Games of a finished run as pages, for its report.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gauntlet_ai::Fault;
use gauntlet_core::{Outcome, Player, Reason};

use crate::commands::bout::{Bout, Played, Stop, Witnesses, ending};
use crate::commands::session::{self, Finished};
use crate::error::Error;
use crate::host::Host;
use crate::plan::again::Again;
use crate::plan::schedule::{Seats, Unit};
use crate::play::chunk::Counted;
use crate::play::game::Trace;
use crate::play::run::{Run, seat};
use crate::show::film::{Caption, Film};
use crate::show::page::{WatchedGame, WatchedMatchup};
use crate::stats::tally::PerSide;

/// Plays the first `most` games of each matchup of the run in `dir` again, writes them to pages in a folder beside `report`, and says what there is
/// to say of them.
///
/// # Errors
/// If the decks or cards are others now, no game can be had with an agent, or a page can't be written.
pub(super) fn film<H: Host>(dir: &Path, most: u64, report: &Path) -> Result<(Vec<WatchedMatchup>, Vec<String>), Error> {
    let Finished { plan, host, experiment, run } = session::again::<H>(dir)?;
    let options = &experiment.options;
    let sides = options.seats.first_sides();
    let played = played(&run, |number| experiment.order.unit(number), most);
    let folder = folder(report);
    let (mut matchups, mut others, mut unknown) = (Vec::new(), 0, 0);
    for (number, pairing) in experiment.pairings.iter().enumerate() {
        let decks = PerSide::from_fn(|side| pairing.entrant(side).deck);
        let pilots = PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)));
        let mut matchup = WatchedMatchup { title: String::new(), games: Vec::new() };
        let pairs = played.iter().filter(|unit| unit.pairing == number).map(|unit| unit.index);
        let games = pairs.flat_map(|pair| sides.iter().map(move |first| (pair, *first)));
        for (pair, first) in games.take(usize::try_from(most).unwrap_or(usize::MAX)) {
            let game = options.best_of.is_match().then_some(1);
            let game = Again { seed: options.seed, pair, game, first, limits: options.limits };
            let bout = Bout::new(&host, decks, pilots, game);
            let mut film = Film::<H>::new(bout.by_seat());
            let mut trace = Trace::default();
            let witnesses = Witnesses { recorder: None, film: Some(&mut film), tell: &mut |_| {}, past: 0 };
            let outcome = bout.play(None, Stop::default(), &mut trace, witnesses);
            if let Some(Fault::EndsRun(sentence)) = outcome.fault {
                return Err(Error::input(sentence));
            }
            let caption = bout.caption(&outcome, trace, &plan.load());
            let unit = Unit { pairing: number, index: pair };
            let doubt = match run.counted.get(&(unit, first)) {
                Some(counted) if !is_same(counted, &outcome, trace) => {
                    others += 1;
                    Some(format!(
                        "This isn't the game that was counted: the agent isn't deterministic. That one ended otherwise: {}",
                        how_it_ended(counted, bout.by_seat())
                    ))
                }
                None if experiment.has_program(number) => {
                    unknown += 1;
                    Some("It isn't known whether this is the game that was counted: a program played.".to_owned())
                }
                Some(_) | None => None,
            };
            let file = format!("{}-{}-{pair}{}.html", number + 1, slug(&bout.names), Seats::Fixed(first).name());
            let starts = format!("{} begins: {}", bout.by_seat()[0], caption.result);
            let result = doubt.iter().fold(caption.result.clone(), |result, doubt| format!("{result} {doubt}"));
            film.write(&Caption { result, ..caption.clone() }, &report.with_file_name(&folder).join(&file))?;
            let page = format!("{}/{file}", encoded(&folder));
            matchup.games.push(WatchedGame { page, ended: starts, doubt });
            matchup.title = caption.title;
        }
        if !matchup.games.is_empty() {
            matchups.push(matchup);
        }
    }
    Ok((matchups, remarks(others, unknown)))
}

/// The units of which games are watched: of each pairing the first `most` of those that were played. A directory that doesn't say any more what was
/// played of it has all of them.
fn played(run: &Run, unit: impl Fn(u64) -> Option<Unit>, most: u64) -> BTreeSet<Unit> {
    let mut played: BTreeSet<Unit> = BTreeSet::new();
    let mut counts = vec![0; run.tallies.len()];
    let mut add = |number| match unit(number) {
        Some(unit) if counts[unit.pairing] < most => {
            counts[unit.pairing] += 1;
            played.insert(unit)
        }
        _ => false,
    };
    if run.units.is_empty() {
        (0..).map_while(|number| unit(number).map(|_| number)).for_each(|number| _ = add(number));
    }
    run.units.iter().flatten().for_each(|number| _ = add(number));
    played
}

/// Returns whether a game that was played again ended as it did when it was counted.
fn is_same(counted: &Counted, again: &Played, trace: Trace) -> bool {
    let Counted { first, winner, reason, turns, decisions, .. } = *counted;
    let (who, why) = match &again.outcome {
        Ok(outcome) => (outcome.winner, outcome.reason),
        Err(_) => (None, Reason::EngineError),
    };
    let same_winner = winner.map(|side| seat(side, first)) == who;
    same_winner && reason == why && turns == trace.turn && decisions == trace.decisions
}

/// How a counted game ended, in a sentence. `names` are the players' by seat.
fn how_it_ended(counted: &Counted, names: [&str; 2]) -> String {
    let winner: Option<Player> = counted.winner.map(|side| seat(side, counted.first));
    let trace = Trace { turn: counted.turns, decisions: counted.decisions };
    let ended = ending(Outcome { winner, reason: counted.reason }, names, trace);
    format!("{} There were {} choices.", ended, counted.decisions)
}

/// What is said of games that may be others than those that were counted.
fn remarks(others: usize, unknown: usize) -> Vec<String> {
    let remedy = "with exec:answers=FILE a run is played again as it was";
    let mut lines = Vec::new();
    if others > 0 {
        lines.push(format!(
            "{others} of the games to watch aren't those that were counted, and are marked: an agent isn't deterministic; {remedy}"
        ));
    }
    if unknown > 0 {
        lines.push(format!(
            "of {unknown} of the games to watch it isn't known whether they are those that were counted, and they are marked; {remedy}"
        ));
    }
    lines
}

/// Removes the pages of games that a report had before and doesn't link to any more.
///
/// # Errors
/// If one can't be removed.
pub(super) fn sweep(report: &Path, matchups: &[WatchedMatchup]) -> Result<(), Error> {
    let folder = folder(report);
    let path = report.with_file_name(&folder);
    let Ok(entries) = fs::read_dir(&path) else { return Ok(()) };
    let linked: BTreeSet<&str> =
        matchups.iter().flat_map(|matchup| &matchup.games).map(|game| game.page.as_str()).collect();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_page(&name) && !linked.contains(format!("{}/{name}", encoded(&folder)).as_str()) {
            fs::remove_file(entry.path()).map_err(|cause| Error::Write { path: entry.path(), cause })?;
        }
    }
    // Only if nothing else is there.
    let _ = fs::remove_dir(&path);
    Ok(())
}

/// Returns whether a file is named as the page of a game is.
fn is_page(name: &str) -> bool {
    let Some(name) = name.strip_suffix(".html") else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = name.split_once('-').is_some_and(|(number, _)| digits(number));
    let pair = name.rsplit_once('-').and_then(|(_, pair)| pair.strip_suffix(['a', 'b'])).is_some_and(digits);
    number && pair
}

/// The folder of the pages of a report's games, beside it.
fn folder(report: &Path) -> String {
    format!("{}-games", report.file_stem().unwrap_or_default().to_string_lossy())
}

/// Names as a part of a file's name: letters and digits of ASCII, and hyphens.
fn slug(names: &[String; 2]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    names.join("-").chars().map(plain).collect()
}

/// A file's name as a part of an address.
fn encoded(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_files_and_addresses() {
        assert_eq!(slug(&["Mono Red!".to_owned(), "../x".to_owned()]), "mono-red-----x");
        assert_eq!(encoded("my report-games"), "my%20report-games");
        assert!(is_page("12-burn-blue-tempo-3b.html"));
        for other in ["notes.html", "12-burn-blue-tempo-3b.txt", "burn-3a.html", "1-burn-a.html"] {
            assert!(!is_page(other), "{other}");
        }
    }
}
