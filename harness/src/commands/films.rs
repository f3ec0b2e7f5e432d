//! Games of a finished run as pages, for its report.

use std::path::Path;

use crate::commands::bout::{Bout, Stop, Witnesses};
use crate::commands::session;
use crate::error::Error;
use crate::host::Host;
use crate::plan::again::Again;
use crate::plan::schedule::Seats;
use crate::play::game::Trace;
use crate::show::film::Film;
use crate::show::page::WatchedMatchup;
use crate::stats::tally::PerSide;

/// Plays the first `most` games of each matchup of the run in `dir` again, and writes them to pages in a folder beside `report`.
///
/// # Errors
/// If the decks or cards are others now, or a page can't be written.
pub(super) fn film<H: Host>(dir: &Path, most: u64, report: &Path) -> Result<Vec<WatchedMatchup>, Error> {
    let (plan, host, experiment) = session::again::<H>(dir)?;
    let options = &experiment.options;
    let sides = options.seats.first_sides();
    let stem = report.file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{stem}-games");
    let mut matchups = Vec::new();
    for (number, pairing) in (1..).zip(&experiment.pairings) {
        let decks = PerSide::from_fn(|side| pairing.entrant(side).deck);
        let pilots = PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)));
        let mut matchup = WatchedMatchup { title: String::new(), games: Vec::new() };
        let games = (0..options.units()).flat_map(|pair| sides.iter().map(move |first| (pair, *first)));
        for (pair, first) in games.take(usize::try_from(most).unwrap_or(usize::MAX)) {
            let game = options.best_of.is_match().then_some(1);
            let game = Again { seed: options.seed, pair, game, first, limits: options.limits };
            let bout = Bout::new(&host, decks, pilots, game);
            let mut film = Film::<H>::new(bout.by_seat());
            let mut trace = Trace::default();
            let witnesses = Witnesses { recorder: None, film: Some(&mut film), tell: &mut |_| {}, past: 0 };
            let outcome = bout.play(None, Stop::default(), &mut trace, witnesses);
            let caption = bout.caption(&outcome, trace, &plan.load());
            let file = format!("{number}-{}-{pair}{}.html", slug(&bout.names), Seats::Fixed(first).name());
            film.write(&caption, &report.with_file_name(&folder).join(&file))?;
            let starts = format!("{} begins: {}", bout.by_seat()[0], caption.result);
            matchup.games.push((format!("{}/{file}", encoded(&folder)), starts));
            matchup.title = caption.title;
        }
        matchups.push(matchup);
    }
    Ok(matchups)
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
    }
}
