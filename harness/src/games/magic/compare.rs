//! `gauntlet cards compare`: does the program of a card do all that its text says? What is told of the program (made from its
//! instructions alone) must speak of every duration, choice, number, quantifier, owner, zone, negation, rider, keyword and colour that
//! the printed text speaks of, as often as it does; and of nothing of that kind that the text doesn't speak of.

mod facets;
mod plain;

use std::fmt::Write as _;
use std::path::PathBuf;

use gauntlet_cards::card::Pool;
use gauntlet_cards::explain::{NO_NUMBER_THERE, NOTHING_THERE, explain};
use gauntlet_cards::text::{CardBase, CardSource};
use rayon::prelude::*;
use serde::Serialize;

use self::facets::{OF_PROGRAM, OF_TEXT};
use self::plain::{count, numbers, plain, without_label, without_reminders};
use super::cards::load::load;
use crate::error::Error;
use crate::output::screen::{Exit, Screen};
use crate::play::threads;

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
    /// What isn't meant: "nontoken".
    Negation,
    /// How something is done, and when only: "tapped", "at random", "only once each turn".
    Rider,
    /// What is done, and what triggers.
    Verb,
    Counter,
    Keyword,
    Color,
    Type,
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
            Kind::Negation => "negation",
            Kind::Rider => "rider",
            Kind::Verb => "verb",
            Kind::Counter => "counter",
            Kind::Keyword => "keyword",
            Kind::Color => "color",
            Kind::Type => "type",
        }
    }
}

/// Something that a card's text says and its program doesn't, or the other way round.
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
    let results: Vec<Option<Vec<Difference<'_>>>> =
        threads::on_all(|| names.par_iter().map(|name| differences(&base, name)).collect());
    let cards = results.iter().flatten().count();
    let mut found: Vec<Difference<'_>> = results.into_iter().flatten().flatten().collect();
    found.sort_by(|a, b| (a.kind, a.file, a.line, &a.says).cmp(&(b.kind, b.file, b.line, &b.says)));
    let exit = if found.is_empty() { Exit::Ok } else { Exit::Problems };
    if as_json {
        screen.print_json(&Answer { cards, differences: &found })?;
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
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let _ = writeln!(out, "{} compared; {}", count(cards, "card"), count(found.len(), "difference"));
    screen.print(&out)?;
    Ok(exit)
}

/// In what the text of a card and its program differ; nothing of a card that doesn't compile.
fn differences<'a>(base: &'a CardBase, name: &'a str) -> Option<Vec<Difference<'a>>> {
    let source = base.source(name)?;
    let mut pool = Pool::new();
    let card = base.compile(name, &mut pool).ok()?;
    let told = explain(&pool, card);
    let all: Vec<&CardSource> = std::iter::once(source).chain(&source.faces).collect();
    let printed: Vec<(u32, u32, &str)> =
        (all.iter().flat_map(|face| &face.lines)).map(|(line, column, text)| (*line, *column, text.as_str())).collect();
    let found = compared(&printed, &told, &names_of(source));
    let place = |(kind, line, column, says)| Difference { kind, card: name, file: &source.file, line, column, says };
    Some(found.into_iter().map(place).collect())
}

/// A line of a text with its place, in plain words.
struct Line {
    line: u32,
    column: u32,
    /// What it says.
    said: String,
    /// The same with reminder text, which says what keywords stand for.
    reminding: String,
}

/// In what lines of text and what is told differ.
fn compared(printed: &[(u32, u32, &str)], told: &str, names: &[String]) -> Vec<(Kind, u32, u32, String)> {
    let lines: Vec<Line> = (printed.iter())
        .map(|(line, column, text)| Line {
            line: *line,
            column: *column,
            said: plain(&without_reminders(without_label(text)), names),
            reminding: plain(text, names),
        })
        .collect();
    let does: String = sentences(told).map(|line| format!("{line}\n")).collect();
    let mut found = said_and_not_told(&lines, &plain(told, names));
    let (line, column) = lines.first().map_or((1, 1), |line| (line.line, line.column));
    let not_said = told_and_not_said(&lines, &plain(&does, names));
    found.extend(not_said.into_iter().map(|(kind, says)| (kind, line, column, says)));
    found
}

/// The lines of what is told that are sentences: without the head of a card.
fn sentences(told: &str) -> impl Iterator<Item = &str> {
    told.lines().filter(|line| line.ends_with(['.', ':']))
}

/// What lines of text say that isn't told.
fn said_and_not_told(lines: &[Line], told: &str) -> Vec<(Kind, u32, u32, String)> {
    let mut found = Vec::new();
    for facet in OF_TEXT {
        let said: usize = lines.iter().map(|line| count(&line.said, facet.words)).sum();
        // Another way to cast the card is a choice too.
        let other_ways = if facet.kind == Kind::May { count(told, &["cast ~ from"]).saturating_sub(1) } else { 0 };
        let here = count(told, facet.answers) + other_ways;
        let wanted = if facet.counted { said } else { said.min(1) };
        if here >= wanted {
            continue;
        }
        let Some((line, words)) = lines.iter().find_map(|line| {
            facet.words.iter().find(|words| count(&line.said, &[words]) > 0).map(|words| (line, words))
        }) else {
            continue;
        };
        let says = match here {
            0 => format!("text says \"{words}\", program says nothing of it"),
            here => format!("text says \"{words}\" {said} times, program {here}"),
        };
        let difference = (facet.kind, line.line, line.column, says);
        if !found.contains(&difference) {
            found.push(difference);
        }
    }
    let known = numbers(told);
    for line in lines {
        for number in numbers(&line.said).difference(&known) {
            found.push((
                Kind::Number,
                line.line,
                line.column,
                format!("text says {number}, program says no such number"),
            ));
        }
    }
    let first = lines.first().map_or((1, 1), |line| (line.line, line.column));
    for mistake in [NOTHING_THERE, NO_NUMBER_THERE] {
        if count(told, &[mistake]) > 0 {
            found.push((Kind::Program, first.0, first.1, format!("program speaks of {mistake}")));
        }
    }
    found
}

/// What is told that no line of text says.
fn told_and_not_said(lines: &[Line], told: &str) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    for facet in OF_PROGRAM {
        let Some(words) = facet.words.iter().find(|words| count(told, &[words]) > 0) else { continue };
        if !lines.iter().any(|line| count(&line.reminding, facet.answers) > 0) {
            found.push((facet.kind, format!("program says \"{words}\", text says nothing of it")));
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

#[cfg(test)]
mod tests;
