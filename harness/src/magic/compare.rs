//! `gauntlet cards compare`: does the program of a card do all that its text says? What is told of the program (made from its
//! instructions alone) must speak of every duration, choice, number, quantifier, owner and zone that the printed text speaks of.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use gauntlet_magic::card::Pool;
use gauntlet_magic::explain::{NO_NUMBER_THERE, NOTHING_THERE, explain};
use gauntlet_magic::text::{CardBase, CardSource};
use rayon::prelude::*;
use serde::Serialize;

use super::cards::load;
use crate::error::Error;
use crate::results::json;
use crate::screen::{Exit, Screen};

/// What is compared, what is graver first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The program by itself: it asks for what nothing has put anywhere.
    Program,
    Duration,
    May,
    Number,
    Quantifier,
    Whose,
    Zone,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Program => "program",
            Kind::Duration => "duration",
            Kind::May => "may",
            Kind::Number => "number",
            Kind::Quantifier => "quantifier",
            Kind::Whose => "whose",
            Kind::Zone => "zone",
        }
    }
}

/// Words of the text, and the words of which one must be told then.
struct Facet {
    kind: Kind,
    text: &'static [&'static str],
    told: &'static [&'static str],
    /// As many times as in the text, at least.
    counted: bool,
}

const fn facet(kind: Kind, text: &'static [&'static str], told: &'static [&'static str]) -> Facet {
    Facet { kind, text, told, counted: false }
}

const FACETS: &[Facet] = &[
    Facet {
        kind: Kind::Duration,
        text: &["until end of turn"],
        told: &["until end of turn", "this turn"],
        counted: true,
    },
    facet(Kind::Duration, &["this turn"], &["this turn", "until end of turn", "next turn"]),
    facet(Kind::Duration, &["until your next turn"], &["until your next turn"]),
    facet(Kind::Duration, &["until the end of your next turn"], &["until the end of your next turn"]),
    facet(
        Kind::Duration,
        &["end of combat", "this combat"],
        &["end of combat", "this combat", "combat ends", "additional combat"],
    ),
    facet(Kind::Duration, &["for as long as"], &["for as long as"]),
    facet(
        Kind::Duration,
        &["leaves the battlefield", "leave the battlefield"],
        &["leaves the battlefield", "leave the battlefield", "remains on the battlefield", "from the battlefield"],
    ),
    facet(Kind::Duration, &["next untap step", "next untap steps"], &["next untap step"]),
    facet(Kind::Duration, &["next turn"], &["next turn"]),
    facet(Kind::Duration, &["next end step"], &["next end step"]),
    facet(Kind::Duration, &["next upkeep"], &["next upkeep"]),
    facet(Kind::Duration, &["once each turn", "only once each turn", "only twice each turn"], &["each turn"]),
    Facet { kind: Kind::May, text: &["may"], told: &["may", "choose up to", "if you like"], counted: true },
    facet(Kind::Quantifier, &["target", "targets"], &["target", "targets"]),
    facet(Kind::Quantifier, &["up to"], &["up to", "any number of"]),
    facet(
        Kind::Quantifier,
        &["another", "other than", "each other", "all other"],
        &["another", "other", "others", "isn't", "opponent", "opponents"],
    ),
    facet(
        Kind::Quantifier,
        &["all creatures", "each creature", "each player", "each opponent", "all permanents", "all lands"],
        &["each", "all", "every", "creatures", "permanents", "lands"],
    ),
    facet(Kind::Whose, &["opponent", "opponents", "opponent's"], &["opponent", "opponents", "opponent's"]),
    facet(Kind::Whose, &["its controller", "their controller"], &["controller", "controller's", "control", "controls"]),
    facet(Kind::Whose, &["its owner's", "their owners'", "its owner"], &["owner's", "owner", "graveyard"]),
    facet(Kind::Whose, &["you control"], &["you control", "yours", "your", "you"]),
    facet(Kind::Zone, &["hand", "hands"], &["hand", "hands", "discard", "discards", "from hand"]),
    facet(Kind::Zone, &["library", "libraries"], &["library", "libraries"]),
    facet(
        Kind::Zone,
        &["graveyard", "graveyards"],
        &["graveyard", "graveyards", "mill", "mills", "milled", "instead", "destroy"],
    ),
    facet(Kind::Zone, &["exile", "exiled", "exiles"], &["exile", "exiled", "exiles"]),
    facet(Kind::Zone, &["onto the battlefield"], &["onto the battlefield"]),
];

/// Something that a card's text says and its program doesn't.
#[derive(Serialize)]
struct Difference<'a> {
    kind: Kind,
    card: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    says: String,
}

/// What `cards compare --json` says.
#[derive(Serialize)]
struct Answer<'a> {
    cards: usize,
    differences: &'a [Difference<'a>],
}

/// Compares the programs of all cards in `files` that compile with their texts.
///
/// # Errors
/// If a file can't be read or there are no cards.
pub(super) fn compare(files: &[PathBuf], as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let (base, _) = load(files)?;
    let names: Vec<&str> = base.names().collect();
    let results: Vec<Option<Vec<Difference<'_>>>> = names.par_iter().map(|name| differences(&base, name)).collect();
    let cards = results.iter().flatten().count();
    let mut found: Vec<Difference<'_>> = results.into_iter().flatten().flatten().collect();
    found.sort_by(|a, b| (a.kind, a.file, a.line, &a.says).cmp(&(b.kind, b.file, b.line, &b.says)));
    let exit = if found.is_empty() { Exit::Ok } else { Exit::Problems };
    if as_json {
        screen.print(&String::from_utf8_lossy(&json(&Answer { cards, differences: &found })?))?;
        return Ok(exit);
    }
    let mut out = String::new();
    for kinds in found.chunk_by(|a, b| a.kind == b.kind) {
        let _ = writeln!(out, "{}: {}", kinds[0].kind.name(), kinds.len());
        for it in kinds {
            let _ = writeln!(out, "{}:{}:{} {}: {}", it.file, it.line, it.column, it.card, it.says);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{cards} cards compared; {} differences", found.len());
    screen.print(&out)?;
    Ok(exit)
}

/// What the text of a card says and its program doesn't; nothing of a card that doesn't compile.
fn differences<'a>(base: &'a CardBase, name: &'a str) -> Option<Vec<Difference<'a>>> {
    let source = base.source(name)?;
    let mut pool = Pool::new();
    let card = base.compile(name, &mut pool).ok()?;
    let told = plain(&explain(&pool, card), &names_of(source));
    let all: Vec<&CardSource> = std::iter::once(source).chain(&source.faces).collect();
    let lines: Vec<(u32, u32, String)> = (all.iter().flat_map(|face| &face.lines))
        .map(|(line, column, text)| (*line, *column, plain(&without_reminders(text), &names_of(source))))
        .collect();
    let found = said_and_not_told(&lines, &told);
    let place = |(kind, line, column, says)| Difference { kind, card: name, file: &source.file, line, column, says };
    Some(found.into_iter().map(place).collect())
}

/// What lines of text say that isn't told.
fn said_and_not_told(lines: &[(u32, u32, String)], told: &str) -> Vec<(Kind, u32, u32, String)> {
    let mut found = Vec::new();
    for facet in FACETS {
        let said: usize = lines.iter().map(|line| count(&line.2, facet.text)).sum();
        // Another way to cast the card is a choice too.
        let other_ways = if facet.kind == Kind::May { count(told, &["cast ~ from"]).saturating_sub(1) } else { 0 };
        let here = count(told, facet.told) + other_ways;
        let wanted = if facet.counted { said } else { said.min(1) };
        if here >= wanted {
            continue;
        }
        let Some((line, words)) = lines
            .iter()
            .find_map(|line| facet.text.iter().find(|words| count(&line.2, &[words]) > 0).map(|words| (line, words)))
        else {
            continue;
        };
        let says = match here {
            0 => format!("text says \"{words}\", program says nothing of it"),
            here => format!("text says \"{words}\" {said} times, program {here}"),
        };
        found.push((facet.kind, line.0, line.1, says));
    }
    let known = numbers(told);
    for (line, column, text) in lines {
        for number in numbers(text).difference(&known) {
            let says = format!("text says {number}, program says no such number");
            found.push((Kind::Number, *line, *column, says));
        }
    }
    let first = lines.first().map_or((1, 1), |line| (line.0, line.1));
    for mistake in [NOTHING_THERE, NO_NUMBER_THERE] {
        if count(told, &[mistake]) > 0 {
            found.push((Kind::Program, first.0, first.1, format!("program speaks of {mistake}")));
        }
    }
    found
}

/// The names of a card and of its faces, the longest first, and what a legend is called for short.
fn names_of(source: &CardSource) -> Vec<String> {
    let mut names: Vec<String> = std::iter::once(source).chain(&source.faces).map(|face| face.name.clone()).collect();
    let short: Vec<String> =
        names.iter().filter_map(|name| name.split_once(',').map(|(short, _)| short.to_owned())).collect();
    names.extend(short);
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Lower-case words with single spaces around each, `~` for the card's name.
fn plain(text: &str, names: &[String]) -> String {
    let mut text = text.replace('\u{2019}', "'");
    for name in names {
        text = text.replace(name.as_str(), "~");
    }
    let spaced: String =
        text.to_lowercase().chars().map(|c| if ".,;:\"“”•—()".contains(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    format!(" {} ", words.join(" "))
}

/// The text but for what stands in parentheses.
fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// How often any of the phrases stands in a plain text.
fn count(text: &str, phrases: &[&str]) -> usize {
    phrases.iter().map(|phrase| text.matches(&format!(" {phrase} ")).count()).sum()
}

/// The numbers from 2 on, in digits or as words.
fn numbers(text: &str) -> BTreeSet<u32> {
    const WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let mut found = BTreeSet::new();
    for word in text.split_whitespace() {
        if let Some(place) = WORDS.iter().position(|number| *number == word) {
            found.insert(place as u32 + 2);
        }
        let digits = word.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
        found.extend(digits.filter(|number| *number > 1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, told: &str) -> Vec<(Kind, String)> {
        let lines = [(1, 6, plain(&without_reminders(text), &[]))];
        said_and_not_told(&lines, &plain(told, &[])).into_iter().map(|it| (it.0, it.3)).collect()
    }

    #[test]
    fn what_is_told_in_other_words_is_no_difference() {
        let text = "Gain control of target creature until end of turn. (It comes back in 99 turns.)";
        let told = "Target creature: a creature on the battlefield. It comes under your control until end of turn.";
        assert_eq!(found(text, told), []);
    }

    #[test]
    fn lost_durations_numbers_and_choices_are_found() {
        let told = "Target creature: a creature on the battlefield. It comes under your control for good.";
        let nothing = |words: &str| format!("text says \"{words}\", program says nothing of it");
        assert_eq!(
            found("Gain control of target creature until end of turn.", told),
            [(Kind::Duration, nothing("until end of turn"))]
        );
        assert_eq!(found("You may gain control of target creature.", told), [(Kind::May, nothing("may"))]);
        let number = "text says 3, program says no such number".to_owned();
        assert_eq!(found("Target creature gets three counters.", told), [(Kind::Number, number)]);
        let program = found("Target creature.", &format!("Target creature. Put {NOTHING_THERE} away."));
        assert_eq!(program, [(Kind::Program, format!("program speaks of {NOTHING_THERE}"))]);
    }
}
