//! `gauntlet deck check`: which lists can be played, which cards keep the others from it, and which of those would help most.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gauntlet_cards::card::Pool;
use gauntlet_cards::text::Diagnostic;
use gauntlet_magic::deck::{Catalog, Construction, Deck, DeckError, Entry, Problem, ProblemKind, Sideboards};
use serde::Serialize;

use super::legal::{Law, Verdict, card_files};
use crate::error::Error;
use crate::games::magic::decklists::{construction_of, notes, read_decks};
use crate::games::magic::host::Magic;
use crate::games::magic::library::{card_paths, whole_base};
use crate::host::Host;
use crate::host::options::CheckDecksArgs;
use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::output::screen::{Exit, Screen, shown};
use crate::plan::files;

/// The most missing cards that are shown; `--json` has all.
const SHOWN: usize = 20;

/// What `deck check --json` says.
#[derive(Serialize, Debug)]
struct Answer {
    /// How many lists there are.
    total: usize,
    /// How many of them can be played.
    playable: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<FormatLine>,
    lists: Vec<ListLine>,
    /// The cards that keep lists from being played, those first whose support would help most.
    missing: Vec<MissingLine>,
}

#[derive(Serialize, Debug)]
struct FormatLine {
    name: &'static str,
    date: &'static str,
    /// How many lists are legal, aren't, and can't be told.
    legal: usize,
    illegal: usize,
    unknown: usize,
}

/// One list.
#[derive(Serialize, Debug)]
struct ListLine {
    name: String,
    file: String,
    /// The line of the file where it begins, if the file has several lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// How many cards there are in the main deck, in the sideboard, and as commanders.
    main: u32,
    side: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commander: Vec<String>,
    playable: bool,
    /// The names of the cards that keep it from being played.
    missing: Vec<String>,
    /// The names of cards of the sideboard that can't be played; without them single games can be.
    missing_side: Vec<String>,
    /// What else does, a sentence for each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
    /// What was made of it and isn't plain to see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legality: Option<LegalityLine>,
}

#[derive(Serialize, Debug)]
struct LegalityLine {
    /// Missing where the card data doesn't tell.
    legal: Option<bool>,
    reasons: Vec<String>,
    /// Cards of which the data doesn't say where they were printed.
    unknown: Vec<String>,
}

/// A card that lists lack.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct MissingLine {
    card: String,
    /// `unknown`: there is none of this name; `unsupported`: not all of its text is understood.
    why: &'static str,
    /// The card that may be meant, or the first thing that isn't understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    did_you_mean: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// How many lists lack it in their main deck.
    lists: usize,
    /// How many of those lack nothing else.
    alone: usize,
}

/// Why a card is missing.
#[derive(Clone)]
struct Why {
    kind: &'static str,
    near: Option<String>,
    message: Option<String>,
}

/// Reads all lists and says which can be played.
pub(super) fn check(args: &CheckDecksArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let found = find(&args.paths)?;
    let paths = card_paths(&found, &args.decks.cards);
    let law = args.format.as_ref().map(|name| Law::new(name, &card_files(&paths))).transpose()?;
    let (base, broken) = whole_base(&paths)?;
    let catalog = Catalog::new(&base, &broken);
    let whole = construction_of(&args.decks);
    let mut checker = Checker {
        catalog: &catalog,
        pool: Pool::new(),
        law,
        whole,
        sideboards: args.with_sideboards,
        why: BTreeMap::new(),
    };
    let mut lists = Vec::new();
    for file in &found {
        match read_decks(file) {
            Ok(decks) => lists.extend(decks.iter().map(|deck| checker.line(deck))),
            Err(error) => lists.push(unreadable(file, &error)),
        }
    }
    let missing = checker.missing(&lists);
    let format = checker.law.as_ref().map(|law| {
        let count = |legal: Option<bool>| {
            lists.iter().filter(|list| list.legality.as_ref().is_some_and(|own| own.legal == legal)).count()
        };
        FormatLine {
            name: law.name(),
            date: law.date(),
            legal: count(Some(true)),
            illegal: count(Some(false)),
            unknown: count(None),
        }
    });
    let playable = lists.iter().filter(|list| list.playable).count();
    let answer = Answer { total: lists.len(), playable, format, lists, missing };
    if args.json {
        screen.print_json(&answer)?;
    } else {
        let text = told(&answer, screen.width, screen.colour);
        screen.print(&text)?;
    }
    let broken = answer.lists.iter().any(|list| list.legality.as_ref().is_some_and(|own| own.legal == Some(false)));
    Ok(if answer.playable == answer.total && !broken { Exit::Ok } else { Exit::Problems })
}

/// The files that paths mean: decklists, and those in directories and below.
fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let home = [PathBuf::from(Magic::HOME)];
    let mut found = Vec::new();
    for path in if paths.is_empty() { &home } else { paths } {
        let before = found.len();
        let folder = files::without_below(path);
        if folder.is_dir() {
            found.extend(files::below::<Magic>(folder)?);
        } else if path == Path::new(Magic::HOME) {
            // There is none: those are meant that come with the program.
            found.extend(files::in_directory::<Magic>(path)?);
        } else {
            found.push(files::one::<Magic>(path)?);
        }
        if found.len() == before {
            return Err(Error::deck(format!("{} has no decks, nor have the directories below", path.display())));
        }
    }
    Ok(files::distinct(found))
}

/// A file that no list could be read from.
fn unreadable(file: &Path, error: &DeckError) -> ListLine {
    ListLine {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: file.display().to_string(),
        line: None,
        main: 0,
        side: 0,
        commander: Vec::new(),
        playable: false,
        missing: Vec::new(),
        missing_side: Vec::new(),
        problems: error.problems.iter().map(placed).collect(),
        notes: Vec::new(),
        legality: None,
    }
}

/// A problem with the line that it is about.
fn placed(problem: &Problem) -> String {
    let said = problem.kind.to_string();
    let first = said.lines().next().unwrap_or_default();
    if problem.line > 0 { format!("line {}: {first}", problem.line) } else { first.to_owned() }
}

/// Looks at one list after the other.
struct Checker<'a, 'c> {
    catalog: &'c Catalog<'a>,
    pool: Pool,
    law: Option<Law>,
    whole: Construction,
    /// Whether sideboards are needed.
    sideboards: bool,
    /// Why cards are missing.
    why: BTreeMap<String, Why>,
}

impl Checker<'_, '_> {
    fn line(&mut self, deck: &Deck) -> ListLine {
        let sideboard = if self.sideboards { Sideboards::Whole } else { Sideboards::Unneeded };
        let construction = Construction { sideboard, ..self.whole };
        let resolved = deck.resolve_from(self.catalog, &mut self.pool, construction);
        let (mut missing, mut problems) = (BTreeSet::new(), Vec::new());
        if let Err(error) = &resolved {
            for problem in &error.problems {
                match self.missing_card(&problem.kind) {
                    Some(name) => {
                        missing.insert(name);
                    }
                    None => problems.push(placed(problem)),
                }
            }
        }
        let missing_side = self.missing_in(&deck.sideboard);
        let total = |entries: &[Entry]| entries.iter().fold(0u32, |sum, entry| sum.saturating_add(entry.count));
        let legality = self.law.as_ref().map(|law| {
            let verdict: Verdict = law.judge(deck, self.catalog);
            LegalityLine { legal: verdict.legal(), reasons: verdict.broken, unknown: verdict.unknown }
        });
        ListLine {
            name: deck.name.clone(),
            file: deck.file.display().to_string(),
            line: (deck.line > 0).then_some(deck.line),
            main: total(&deck.main),
            side: total(&deck.sideboard),
            commander: deck.commander.iter().map(|entry| entry.name.clone()).collect(),
            playable: resolved.is_ok(),
            missing: missing.into_iter().collect(),
            missing_side: missing_side.into_iter().collect(),
            problems,
            notes: notes(deck, &[]),
            legality,
        }
    }

    /// The name of the card that a problem is about, if it is that it can't be played.
    fn missing_card(&mut self, kind: &ProblemKind) -> Option<String> {
        let (name, why) = match kind {
            ProblemKind::UnknownCard { name, near, broken } => {
                (name, Why { kind: "unknown", near: near.clone(), message: said(broken) })
            }
            ProblemKind::Unsupported { name, diagnostics } => {
                (name, Why { kind: "unsupported", near: None, message: said(diagnostics) })
            }
            _ => return None,
        };
        self.why.entry(name.clone()).or_insert(why);
        Some(name.clone())
    }

    /// The names of cards that can't be played.
    fn missing_in(&mut self, entries: &[Entry]) -> BTreeSet<String> {
        let of_one = |entry: &Entry| match self.catalog.find(&entry.name) {
            None => Some(entry.name.clone()),
            Some(name) => self.catalog.compile(name, &mut self.pool).is_err().then(|| name.to_owned()),
        };
        entries.iter().filter_map(of_one).collect()
    }

    /// The cards that lists lack, those first that alone keep most lists from being played.
    fn missing(&self, lists: &[ListLine]) -> Vec<MissingLine> {
        let mut lines: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for list in lists {
            for name in &list.missing {
                let (all, alone) = lines.entry(name).or_default();
                *all += 1;
                *alone += usize::from(list.missing.len() == 1 && list.problems.is_empty());
            }
        }
        let line = |(name, (lists, alone)): (&str, (usize, usize))| {
            let Why { kind, near, message } = self.why[name].clone();
            MissingLine { card: name.to_owned(), why: kind, did_you_mean: near, message, lists, alone }
        };
        let mut missing: Vec<MissingLine> = lines.into_iter().map(line).collect();
        missing.sort_by_key(|line| (Reverse(line.alone), Reverse(line.lists)));
        missing
    }
}

/// The first thing that is wrong with a card: what, and the words that it is about.
fn said(diagnostics: &[Diagnostic]) -> Option<String> {
    let first = diagnostics.first()?;
    let text = first.to_string();
    let mut lines = text.lines().skip(1);
    let words = match (lines.next(), lines.next()) {
        (Some(line), Some(marks)) => {
            let marked = line.chars().zip(marks.chars()).filter(|(_, mark)| *mark == '^');
            marked.map(|(letter, _)| letter).collect::<String>()
        }
        _ => String::new(),
    };
    Some(if words.is_empty() { first.message.clone() } else { format!("{}: {}", first.message, words.trim()) })
}

/// The table for people.
fn told(answer: &Answer, width: usize, colour: bool) -> String {
    let mut grid = Grid::new(4);
    let format = answer.format.as_ref();
    grid.heading(["list", "cards", "plays", "why not"]);
    for list in &answer.lists {
        let commanders = if list.commander.is_empty() { String::new() } else { format!("{} + ", list.commander.len()) };
        let side = if list.side > 0 { format!(" + {}", list.side) } else { String::new() };
        let plays = if list.playable { Cell::new("yes", Tone::Good) } else { Cell::new("no", Tone::Bad) };
        let cards = format!("{commanders}{}{side}", list.main);
        let why = shorten(&shown(&why(list, format)), width.saturating_sub(50).max(30));
        grid.row(vec![shorten(&shown(&list.name), 32).into(), cards.into(), plays, why.into()]);
    }
    let mut text = grid.render(colour);
    // Of the one list that is asked about, all of it.
    if let [list] = answer.lists.as_slice()
        && !list.problems.is_empty()
    {
        text.push('\n');
        for problem in &list.problems {
            let _ = writeln!(text, "{}: {}", shown(&list.file), shown(problem));
        }
    }
    let _ = writeln!(text, "\n{} of {} lists can be played", answer.playable, answer.total);
    if let Some(format) = format {
        let _ = writeln!(
            text,
            "{}: {} legal, {} not, {} can't be told from the card data (as of {})",
            format.name, format.legal, format.illegal, format.unknown, format.date
        );
    }
    let notes: Vec<&String> = answer.lists.iter().flat_map(|list| &list.notes).collect();
    for note in notes.iter().take(SHOWN) {
        let _ = writeln!(text, "{}", shown(note));
    }
    if notes.len() > SHOWN {
        let _ = writeln!(text, "{} more such notes: --json has all", notes.len() - SHOWN);
    }
    if !answer.missing.is_empty() {
        text.push('\n');
        let mut grid = Grid::new(2);
        grid.heading(["missing card", "why", "alone", "lists"]);
        for line in answer.missing.iter().take(SHOWN) {
            let why = match (&line.did_you_mean, &line.message) {
                (Some(near), _) => format!("there is none; did you mean '{near}'?"),
                (None, Some(message)) => message.clone(),
                (None, None) => "there is none of this name".to_owned(),
            };
            let why = shorten(&shown(&why), width.saturating_sub(50).max(30));
            grid.row(vec![
                shorten(&shown(&line.card), 32).into(),
                why.into(),
                line.alone.to_string().into(),
                line.lists.to_string().into(),
            ]);
        }
        text.push_str(&grid.render(colour));
        if answer.missing.len() > SHOWN {
            let _ = writeln!(text, "{} more: --json has all", answer.missing.len() - SHOWN);
        }
        text.push_str("alone: how many lists would be playable with just this card\n");
    }
    text
}

/// What keeps a list from being played, or else what there is to say of its sideboard and of the format.
fn why(list: &ListLine, format: Option<&FormatLine>) -> String {
    let mut parts = Vec::new();
    if !list.missing.is_empty() {
        parts.push(format!("lacks {}", list.missing.join(", ")));
    }
    parts.extend(list.problems.iter().cloned());
    if list.playable && !list.missing_side.is_empty() {
        parts.push(format!("(without {} of the sideboard)", list.missing_side.join(", ")));
    }
    if let (Some(legality), Some(format)) = (&list.legality, format) {
        match legality.legal {
            Some(true) => {}
            Some(false) => parts.push(format!("not legal in {}: {}", format.name, legality.reasons.join(", "))),
            None => parts.push(format!("{}: not known of {} cards", format.name, legality.unknown.len())),
        }
    }
    parts.join("; ")
}
