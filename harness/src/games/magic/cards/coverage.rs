//! `gauntlet cards coverage`: how much of a card pool compiles, and what would unlock most.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gauntlet_cards::text::{CardBase, CardSource, Diagnostic, DiagnosticKind};
use gauntlet_magic::deck::Catalog;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::lists::{self, List};
use super::load::load;
use super::{coverage_told, words};
use crate::error::Error;
use crate::host::options::from_zero;
use crate::output::file::{check_replaceable, json, write_whole};
use crate::output::screen::{Exit, Screen};
use crate::play::threads;

/// `gauntlet cards coverage`.
#[derive(Args, Clone, Debug)]
pub(super) struct CoverageArgs {
    /// Card files or folders of them [default: decks/cards].
    files: Vec<PathBuf>,
    /// Count only cards that are legal in this format, as far as their data tells, and lists of it.
    #[arg(long)]
    format: Option<String>,
    /// Decklists that are to be played: a folder of them, or JSON Lines with `name`, `main` and `side`; can be given many times.
    #[arg(long, value_name = "DIR")]
    decks: Vec<PathBuf>,
    /// What the table has a row for.
    #[arg(long, value_enum, default_value_t = By::Reason)]
    by: By,
    /// How many rows of the table are shown.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = from_zero::<usize>, allow_negative_numbers = true)]
    top: usize,
    /// Count cards of every `kind`, and not only those of normal play.
    #[arg(long)]
    every_kind: bool,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
    /// Write the whole table to a file as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the names of the cards that compile to a file, one on each line.
    #[arg(long, value_name = "FILE")]
    compiled: Option<PathBuf>,
    /// Write why each of the other cards doesn't compile to a file as CSV.
    #[arg(long, value_name = "FILE")]
    refused: Option<PathBuf>,
    /// A file with earlier numbers: if one is lower now, that is reported and the exit code is 1; otherwise the new ones are written there.
    #[arg(long, value_name = "FILE")]
    stored: Option<PathBuf>,
}

/// What the table has a row for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// A keyword of the rules.
    Keyword,
    /// A set of cards.
    Set,
    /// Why cards don't compile.
    Reason,
}

/// Some of a number of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Part {
    /// How many there are.
    pub(super) total: usize,
    /// How many of them compile.
    pub(super) compiled: usize,
}

/// Lists that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Lists {
    /// How many there are.
    pub(super) total: usize,
    /// Those of which every card of the main deck compiles: they can be played if nothing is exchanged.
    pub(super) playable: usize,
    /// Those of which every card of the sideboard does, too.
    pub(super) with_sideboard: usize,
}

/// What `cards coverage --json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Coverage {
    pub(super) cards: Part,
    /// Paragraphs, each as often as it is there.
    pub(super) lines: Part,
    /// Cards of the data that aren't counted, because they are of another kind or not legal in the format.
    pub(super) passed_over: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) top500: Option<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decks: Option<Lists>,
    pub(super) by: By,
    pub(super) rows: Vec<Row>,
}

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Row {
    /// The reason, keyword or set.
    pub(super) name: String,
    /// Cards that have it.
    pub(super) cards: usize,
    /// Those that compile.
    pub(super) compiled: usize,
    /// Those that don't and would if it were solved.
    pub(super) unlocks: usize,
    /// Lists that lack a card of these in the main deck.
    pub(super) lists: usize,
    /// Those that lack nothing else.
    pub(super) unlocks_lists: usize,
    /// How many lists are playable when this and all rows above it are solved.
    pub(super) playable: usize,
    /// A card that has it, one that lacks nothing else if there is one.
    pub(super) example: String,
}

/// What is known of one card.
struct Known<'a> {
    source: &'a CardSource,
    result: Result<(), Vec<Diagnostic>>,
    paragraphs: Vec<(String, bool)>,
}

/// What keeps cards as one thing that could be solved: the words from which they aren't understood, or why they are refused.
fn reason(diagnostic: &Diagnostic) -> String {
    match diagnostic.kind {
        DiagnosticKind::Unread => {
            let span = diagnostic.span();
            let words: Vec<&str> = span.split_whitespace().take(3).collect();
            match words.is_empty() {
                true => diagnostic.message.clone(),
                false => format!("not understood: `{}`", words.join(" ")),
            }
        }
        _ => diagnostic.message.clone(),
    }
}

/// Why a list lacks cards that the data doesn't have, and why one lacks some that aren't known.
const UNKNOWN: &str = "no card has this name";
const BROKEN: &str = "a line of the list can't be read";

pub(super) fn coverage(args: &CoverageArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    check_files(args)?;
    let (base, broken) = load(&args.files)?;
    let format = args.format.as_deref().map(str::to_lowercase);
    let mut lists = lists::read(&args.decks)?;
    if let Some(format) = &format {
        let named: BTreeSet<String> = lists.iter().filter_map(|list| list.format.clone()).collect();
        lists.retain(|list| list.format.as_deref() == Some(format));
        if lists.is_empty() && !args.decks.is_empty() {
            let named: Vec<String> = named.into_iter().collect();
            return Err(Error::input(format!(
                "no list says that it is of the format '{format}', but: {}",
                named.join(", ")
            )));
        }
    }
    let top = lists::most_played(&args.decks)?;
    let names = counted(&base, args.every_kind, format.as_deref(), !lists.is_empty(), screen)?;
    let known: BTreeMap<&str, Known<'_>> =
        threads::on_all(|| names.par_iter().map(|name| (*name, look(&base, name))).collect());
    // Lists may have cards that aren't counted.
    let catalog = Catalog::new(&base, &broken);
    let named: BTreeSet<&String> =
        lists.iter().flat_map(|list| list.main.iter().chain(&list.side)).chain(top.iter().flatten()).collect();
    let found: BTreeMap<&str, Option<&str>> =
        named.into_iter().map(|name| (name.as_str(), catalog.find(name))).collect();
    let others: BTreeSet<&str> = found.values().copied().flatten().filter(|name| !known.contains_key(name)).collect();
    let others: Vec<&str> = others.into_iter().collect();
    let others: BTreeMap<&str, Known<'_>> =
        threads::on_all(|| others.par_iter().map(|name| (*name, look(&base, name))).collect());
    let lookup =
        |name: &str| found.get(name).copied().flatten().and_then(|name| known.get(name).or_else(|| others.get(name)));

    let mut report = Coverage {
        cards: Part { total: known.len(), compiled: known.values().filter(|card| card.result.is_ok()).count() },
        lines: Part::default(),
        passed_over: base.len() - known.len(),
        top500: top.as_ref().map(|top| Part {
            total: top.len(),
            compiled: top.iter().filter(|name| lookup(name).is_some_and(|card| card.result.is_ok())).count(),
        }),
        decks: None,
        by: args.by,
        rows: Vec::new(),
    };
    for (_, compiled) in known.values().flat_map(|card| &card.paragraphs) {
        report.lines.total += 1;
        report.lines.compiled += usize::from(*compiled);
    }
    let mut table = Table::default();
    for card in known.values() {
        table.card(args.by, card);
    }
    if !args.decks.is_empty() {
        report.decks = Some(table.lists(args.by, &lists, lookup));
    }
    report.rows = table.ranked(args.by, &report);
    write_files(args, &report, &known)?;
    let lower = match &args.stored {
        Some(file) => compare_stored(file, &report)?,
        None => Vec::new(),
    };
    if args.json {
        screen.print_json(&report)?;
    } else {
        screen.print(&coverage_told::told(&report, args.top, screen.width, screen.colour))?;
    }
    if let (Some(file), false) = (&args.stored, lower.is_empty()) {
        screen.remark(&format!("lower than in {}: {}", file.display(), lower.join("; ")));
        return Ok(Exit::Problems);
    }
    Ok(Exit::Ok)
}

fn look<'a>(base: &'a CardBase, name: &str) -> Known<'a> {
    let result = base.check_card(name);
    let paragraphs = base.paragraphs(name, result.is_ok());
    Known { source: base.source(name).expect("it is one of the base's"), result, paragraphs }
}

/// The names of the cards that are counted.
fn counted<'a>(
    base: &'a CardBase,
    every_kind: bool,
    format: Option<&str>,
    has_lists: bool,
    screen: &mut Screen<'_>,
) -> Result<Vec<&'a str>, Error> {
    let facts = |name: &&str| base.source(name).map(|card| &card.facts);
    let mut names: Vec<&str> =
        base.names().filter(|name| every_kind || facts(name).is_some_and(|facts| facts.is_card())).collect();
    let Some(format) = format else { return Ok(names) };
    if names.iter().any(|name| facts(name).is_some_and(|facts| facts.is_legal(format).is_some())) {
        names.retain(|name| facts(name).is_some_and(|facts| facts.is_legal(format) == Some(true)));
        return Ok(names);
    }
    let said: BTreeSet<&str> =
        names.iter().filter_map(facts).flat_map(|facts| &facts.legalities).map(|row| row.0.as_str()).collect();
    let said: Vec<&str> = said.into_iter().collect();
    let formats = if said.is_empty() { "none".to_owned() } else { said.join(", ") };
    let message = format!("the data doesn't say which cards are legal in '{format}' (formats it speaks of: {formats})");
    if !has_lists {
        return Err(Error::input(format!("{message}; leave --format out, or name data that does")));
    }
    screen.remark(&format!("{message}: all cards are counted, and the lists of that format"));
    Ok(names)
}

/// Rows in the making: for each, its cards and what they are, and which rows keep each list.
#[derive(Default)]
struct Table {
    rows: BTreeMap<String, Row>,
    /// For each list that can't be played, the rows of its missing cards: those that solve it together. Empty if no row can.
    missing: Vec<BTreeSet<String>>,
    playable: usize,
}

/// The rows that a card belongs to.
fn rows_of(by: By, card: &Known<'_>) -> BTreeSet<String> {
    match by {
        By::Reason => card.result.as_ref().err().into_iter().flatten().map(reason).collect(),
        By::Set => card.source.facts.sets.iter().cloned().collect(),
        By::Keyword => card.paragraphs.iter().flat_map(|(text, _)| words::keywords(text)).map(str::to_owned).collect(),
    }
}

impl Table {
    fn card(&mut self, by: By, card: &Known<'_>) {
        let rows = rows_of(by, card);
        let alone = card.result.is_err() && (by != By::Reason || rows.len() == 1);
        for name in rows {
            let row = self.rows.entry(name.clone()).or_insert_with(|| Row { name, ..Row::default() });
            row.cards += 1;
            row.compiled += usize::from(card.result.is_ok());
            if row.example.is_empty() || (alone && row.unlocks == 0) {
                card.source.name.clone_into(&mut row.example);
            }
            row.unlocks += usize::from(alone);
        }
    }

    fn lists<'a>(&mut self, by: By, lists: &[List], lookup: impl Fn(&str) -> Option<&'a Known<'a>>) -> Lists {
        let mut counts = Lists { total: lists.len(), ..Lists::default() };
        for list in lists {
            let lacks = |name: &&String| lookup(name).is_none_or(|card| card.result.is_err());
            let missing: Vec<&String> = list.main.iter().filter(lacks).collect();
            if missing.is_empty() && !list.is_broken {
                counts.playable += 1;
                counts.with_sideboard += usize::from(!list.side.iter().any(|name| lacks(&name)));
                continue;
            }
            let mut solved = BTreeSet::new();
            let mut common: Option<BTreeSet<String>> = None;
            for name in missing {
                let rows = match lookup(name) {
                    Some(card) => rows_of(by, card),
                    None if by == By::Reason => BTreeSet::from([UNKNOWN.to_owned()]),
                    None => BTreeSet::new(),
                };
                common = Some(match common {
                    None => rows.clone(),
                    Some(common) => common.intersection(&rows).cloned().collect(),
                });
                solved.extend(rows);
            }
            if list.is_broken && by == By::Reason {
                solved.insert(BROKEN.to_owned());
            }
            for name in &solved {
                let row = self.rows.entry(name.clone()).or_insert_with(|| Row { name: name.clone(), ..Row::default() });
                row.lists += 1;
                if row.example.is_empty() {
                    row.example = format!("the list {}", list.name);
                }
            }
            if by == By::Reason {
                if let (1, Some(only)) = (solved.len(), solved.first()) {
                    self.rows.get_mut(only).expect("it was made above").unlocks_lists += 1;
                }
                self.missing.push(solved);
            } else {
                for name in common.filter(|_| !list.is_broken).into_iter().flatten() {
                    self.rows.get_mut(&name).expect("it was made above").unlocks_lists += 1;
                }
            }
        }
        self.playable = counts.playable;
        counts
    }

    /// The rows, those first that help most. Reasons: the next is the one that makes most lists playable together with those above it, then
    /// the one with the largest share in why the others don't, then the one that unlocks most cards.
    fn ranked(self, by: By, report: &Coverage) -> Vec<Row> {
        let mut rows: Vec<Row> = self.rows.into_values().collect();
        rows.sort_by_key(|row| {
            let refused = row.cards - row.compiled;
            std::cmp::Reverse((row.unlocks_lists, row.unlocks, refused, row.lists, std::cmp::Reverse(row.name.clone())))
        });
        if by != By::Reason || report.decks.is_none() {
            return rows;
        }
        let number: BTreeMap<&str, usize> =
            rows.iter().enumerate().map(|(number, row)| (row.name.as_str(), number)).collect();
        let mut missing: Vec<BTreeSet<usize>> =
            self.missing.iter().map(|names| names.iter().map(|name| number[name.as_str()]).collect()).collect();
        let mut left: BTreeSet<usize> = (0..rows.len()).collect();
        let mut playable = self.playable;
        let mut order = Vec::with_capacity(rows.len());
        while !left.is_empty() {
            // A list that two reasons keep counts half for each.
            const WHOLE: u64 = 720_720;
            let mut gain = vec![(0usize, 0u64); rows.len()];
            for reasons in missing.iter().filter(|reasons| !reasons.is_empty()) {
                for reason in reasons {
                    gain[*reason].0 += usize::from(reasons.len() == 1);
                    gain[*reason].1 += WHOLE / reasons.len() as u64;
                }
            }
            let best = left
                .iter()
                .copied()
                .max_by_key(|row| (gain[*row], rows[*row].unlocks, std::cmp::Reverse(*row)))
                .expect("it isn't empty");
            if gain[best].1 == 0 {
                // No list needs any of the rest.
                order.extend(left.iter().map(|row| (*row, playable)));
                break;
            }
            left.remove(&best);
            for reasons in &mut missing {
                if reasons.remove(&best) && reasons.is_empty() {
                    playable += 1;
                }
            }
            order.push((best, playable));
        }
        let mut ranked = Vec::with_capacity(rows.len());
        for (row, playable) in order {
            ranked.push(Row { playable, ..std::mem::take(&mut rows[row]) });
        }
        ranked
    }
}

/// Looks whether the tables may be written, before they are made.
fn check_files(args: &CoverageArgs) -> Result<(), Error> {
    for (file, flag, columns) in [(&args.csv, "--csv", "name,cards,"), (&args.refused, "--refused", "card,reason,")] {
        if let Some(file) = file {
            check_replaceable(file, flag, "such a table", |head| head.starts_with(columns.as_bytes()))?;
        }
    }
    Ok(())
}

fn write_files(args: &CoverageArgs, report: &Coverage, known: &BTreeMap<&str, Known<'_>>) -> Result<(), Error> {
    if let Some(file) = &args.csv {
        write_csv(file, &report.rows)?;
    }
    if let Some(file) = &args.compiled {
        let names = known.iter().filter(|(_, card)| card.result.is_ok()).map(|(name, _)| format!("{name}\n"));
        write_whole(file, names.collect::<String>().as_bytes())?;
    }
    if let Some(file) = &args.refused {
        let mut rows = Vec::new();
        for (name, card) in known {
            for diagnostic in card.result.as_ref().err().into_iter().flatten() {
                rows.push(Refused {
                    card: name,
                    reason: reason(diagnostic),
                    message: &diagnostic.message,
                    words: diagnostic.span(),
                    text: &diagnostic.source,
                });
            }
        }
        write_csv(file, &rows)?;
    }
    Ok(())
}

/// A row of the file of `--refused`.
#[derive(Serialize)]
struct Refused<'a> {
    card: &'a str,
    reason: String,
    message: &'a str,
    words: String,
    text: &'a str,
}

fn write_csv(file: &std::path::Path, rows: &[impl Serialize]) -> Result<(), Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| Error::input(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::input(error.to_string()))?;
    write_whole(file, &bytes)
}

/// The numbers that may only go up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    cards: Part,
    lines: Part,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    top500: Option<Part>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    decks: Option<Lists>,
}

/// The numbers that are lower than those stored in a file, which has the new ones if none is.
fn compare_stored(file: &std::path::Path, report: &Coverage) -> Result<Vec<String>, Error> {
    let now = Stored { cards: report.cards, lines: report.lines, top500: report.top500, decks: report.decks };
    let before: Stored = match std::fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| Error::input(format!("{} has no stored numbers: {error}", file.display())))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => now.clone(),
        Err(cause) => return Err(Error::Read { path: file.to_owned(), cause }),
    };
    let part = |part: Option<Part>| part.map(|part| (part.total, part.compiled));
    let lists = |lists: Option<Lists>| lists.map(|lists| (lists.total, lists.playable));
    let rows = [
        ("cards that compile", part(Some(before.cards)), part(Some(now.cards))),
        ("lines that compile", part(Some(before.lines)), part(Some(now.lines))),
        ("most played cards that compile", part(before.top500), part(now.top500)),
        ("lists that can be played", lists(before.decks), lists(now.decks)),
    ];
    let mut lower = Vec::new();
    for (what, before, now) in rows {
        match (before, now) {
            // How a text falls into paragraphs may change with the compiler.
            (Some((total, _)), now) if now.is_none_or(|now| now.0 != total && !what.starts_with("lines")) => {
                let now = now.map_or("none".to_owned(), |now| now.0.to_string());
                return Err(Error::input(format!(
                    "{} is about other data ({what}: of {total}, and here of {now}); delete it to start over",
                    file.display()
                )));
            }
            (Some((_, before)), Some((_, now))) if now < before => {
                lower.push(format!("{what}: {now}, and {before} before"))
            }
            _ => {}
        }
    }
    if lower.is_empty() {
        write_whole(file, &json(&now)?)?;
    }
    Ok(lower)
}
