//! The card base: sources by name, compiled when they are asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::archive::{Archive, is_archive};
use super::data;
use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::grammar::ability::SpellParagraph;
use super::json;
use super::lexer::{Token, lex};
use super::lower::{Face, Heading, Paragraph, lower_card, lower_program};
use super::normal::{Names, normalise};
use super::record::Verdict;
use super::source::{CardSource, read_file};
use super::syntax::{Stopped, Syntax, print, read};
use crate::card::{CardId, Layout, Pool};
use crate::support::CANT_DO;
use crate::types::{CardTypes, Supertypes};

/// Card sources by name. Nothing is compiled before it is asked for.
#[derive(Clone, Debug, Default)]
pub struct CardBase {
    cards: BTreeMap<String, CardSource>,
    /// The cards that faces and halves belong to, and other names of cards with several, by those names.
    faces: BTreeMap<String, String>,
    /// More cards, which are read when they are asked for. Those above come first, and those of an archive before those of the next.
    archives: Vec<Arc<Archive>>,
    /// More card files, which are read when a card is asked for that isn't among those above.
    behind: Option<Box<Behind>>,
}

/// What stands behind the cards of a base.
#[derive(Clone, Debug)]
struct Behind {
    files: Vec<(String, &'static str)>,
    /// The names of cards that aren't taken from them.
    without: BTreeSet<String>,
    archive: Option<Arc<Archive>>,
    /// The base with all of them, once it was asked for.
    whole: OnceLock<CardBase>,
}

/// After this many entries of a file that aren't cards, the others are only counted.
const MOST_BAD_ENTRIES: usize = 20;

/// What [`check`] found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many cards there are.
    pub cards: usize,
    /// How many compile whole.
    pub supported: usize,
    /// How many of those are written in code, not in words.
    pub in_code: usize,
    /// What is wrong with the others, by name.
    pub diagnostics: BTreeMap<String, Vec<Diagnostic>>,
}

/// Compiles every card into a pool of its own and reports what can't be.
pub fn check(base: &CardBase) -> Report {
    let mut report = Report::default();
    for name in base.names() {
        let result = base.check_card(name);
        let in_code = base.source(name).is_some_and(|card| card.program.is_some());
        report.in_code += usize::from(in_code && result.is_ok());
        report.add(name, result);
    }
    report
}

impl Report {
    /// Adds the result of one card, for callers that check in parallel.
    pub fn add(&mut self, name: &str, result: Result<(), Vec<Diagnostic>>) {
        self.cards += 1;
        match result {
            Ok(()) => self.supported += 1,
            Err(diagnostics) => {
                self.diagnostics.insert(name.to_owned(), diagnostics);
            }
        }
    }
}

/// The name as the base keeps it: with a straight apostrophe.
fn key(name: &str) -> String {
    name.replace(['\u{2018}', '\u{2019}'], "'")
}

impl CardBase {
    /// A base without cards.
    pub fn new() -> CardBase {
        CardBase::default()
    }

    /// Loads card files, card data and archives, and those in folders, in the order of their names. A file's format is detected from its contents, not from its name.
    pub fn load<P: AsRef<Path>>(paths: &[P]) -> (CardBase, Vec<Diagnostic>) {
        let mut base = CardBase::new();
        let mut diagnostics = Vec::new();
        for path in paths {
            for file in files(path.as_ref(), &mut diagnostics) {
                diagnostics.extend(base.add_file(&file));
            }
        }
        (base, diagnostics)
    }

    /// Adds the cards of a file.
    pub fn add_file(&mut self, file: &Path) -> Vec<Diagnostic> {
        let name = file.display().to_string();
        // Opened once: what was read of a pipe is gone.
        let mut contents = Vec::new();
        let read = std::fs::File::open(file).and_then(|mut file| {
            (&mut file).take(64).read_to_end(&mut contents)?;
            if !is_archive(&contents) {
                file.read_to_end(&mut contents)?;
            }
            Ok(())
        });
        if is_archive(&contents) {
            return match Archive::open(file) {
                Ok(archive) => {
                    self.settled().archives.push(Arc::new(archive));
                    Vec::new()
                }
                Err(error) => vec![file_diagnostic(&name, error.to_string())],
            };
        }
        match read.map(|()| String::from_utf8(contents)) {
            Ok(Ok(contents)) => self.add_contents(&name, &contents),
            Ok(Err(error)) => {
                let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
                    .iter()
                    .filter(|byte| **byte == b'\n')
                    .count();
                vec![file_diagnostic(&name, format!("the file isn't valid UTF-8 (first bad byte on line {line})"))]
            }
            Err(error) => vec![file_diagnostic(&name, format!("the file can't be read: {error}"))],
        }
    }

    /// Adds the cards of a text, a card file or card data; `file` stands for its name.
    pub fn add_contents(&mut self, file: &str, contents: &str) -> Vec<Diagnostic> {
        if data::is_data(contents) { self.add_data(file, contents) } else { self.add_text(file, contents) }
    }

    /// Adds the cards of an archive, after those that are there.
    pub fn add_archive(&mut self, archive: Arc<Archive>) {
        self.settled().archives.push(archive);
    }

    /// Puts card files behind the cards that are there, and an archive behind those. They are read when a card is asked for that the base
    /// doesn't have: most are never. Of each card that the base has none of the name of, and that isn't one of `without`, it is as if it were
    /// added; what is wrong with the others isn't told.
    pub fn add_fallback(
        &mut self,
        files: Vec<(String, &'static str)>,
        without: BTreeSet<String>,
        archive: Option<Arc<Archive>>,
    ) {
        self.behind = Some(Box::new(Behind { files, without, archive, whole: OnceLock::new() }));
    }

    /// The base with what stands behind its cards.
    fn whole(&self) -> &CardBase {
        let Some(behind) = &self.behind else { return self };
        behind.whole.get_or_init(|| {
            let mut whole = CardBase { behind: None, ..self.clone() };
            let mut others = CardBase::new();
            for (name, contents) in &behind.files {
                others.add_text(name, contents);
            }
            for (name, card) in others.cards {
                if !whole.has(&name) && !behind.without.contains(&name) {
                    whole.add(card);
                }
            }
            whole.archives.extend(behind.archive.clone());
            whole
        })
    }

    /// The base to add to: what stands behind it is among its cards from now on.
    fn settled(&mut self) -> &mut CardBase {
        if self.behind.is_some() {
            *self = self.whole().clone();
        }
        self
    }

    /// The archives.
    pub fn archives(&self) -> &[Arc<Archive>] {
        &self.whole().archives
    }

    /// The bytes of an archive of all cards but those that are written in code. `verdict` is what [`CardBase::check_card`] says of each.
    pub fn to_archive(&self, mut verdict: impl FnMut(&str) -> Result<(), Vec<Diagnostic>>) -> Vec<u8> {
        let kept = |name| self.source(name).filter(|card| card.program.is_none());
        let cards: Vec<_> = self.names().filter_map(|name| Some((kept(name)?, verdict(name)))).collect();
        let aliases: Vec<(&str, &str)> = self.aliases().collect();
        Archive::bytes(&cards, &aliases)
    }

    /// Other names of cards than their own, with those.
    fn aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        let whole = self.whole();
        let own = whole.faces.iter().map(|(alias, name)| (alias.as_str(), name.as_str()));
        own.chain(whole.archives.iter().flat_map(|archive| archive.aliases()))
    }

    /// Adds the cards of a card file.
    pub fn add_text(&mut self, file: &str, contents: &str) -> Vec<Diagnostic> {
        let (cards, mut diagnostics) = read_file(file, contents);
        for card in cards {
            diagnostics.extend(self.add(card));
        }
        diagnostics
    }

    /// Adds card data: JSON Lines, or Scryfall's or MTGJSON's layout. A card that is there already is left as it is: card files come first.
    pub fn add_data(&mut self, file: &str, contents: &str) -> Vec<Diagnostic> {
        self.settled();
        let mut diagnostics = Vec::new();
        let mut bad = 0;
        data::read(contents, &mut |number, card| match card.and_then(|card| json::read_card(file, number, &card)) {
            Ok(card) => {
                if !self.cards.contains_key(&card.name) {
                    self.name_faces(&card);
                    self.cards.insert(card.name.clone(), card);
                }
            }
            Err(message) => {
                bad += 1;
                if bad <= MOST_BAD_ENTRIES {
                    diagnostics.push(Diagnostic {
                        kind: DiagnosticKind::Value,
                        line: number,
                        ..file_diagnostic(file, message)
                    });
                }
            }
        });
        if bad > MOST_BAD_ENTRIES {
            let message = format!("{} more entries aren't cards", bad - MOST_BAD_ENTRIES);
            diagnostics.push(Diagnostic { kind: DiagnosticKind::Value, ..file_diagnostic(file, message) });
        }
        diagnostics
    }

    /// Adds one card; a diagnostic if there is one with its name.
    pub fn add(&mut self, card: CardSource) -> Option<Diagnostic> {
        self.settled();
        if let Some(other) = self.cards.get(&card.name) {
            return Some(Diagnostic {
                kind: DiagnosticKind::DuplicateName,
                file: card.file.clone(),
                line: card.line,
                column: 6,
                width: card.name.chars().count() as u32,
                card: Some(card.name.clone()),
                message: format!("the card is already at {}:{}", other.file, other.line),
                hint: Some("remove one of the two".to_owned()),
                source: format!("name {}", card.name),
            });
        }
        self.name_faces(&card);
        self.cards.insert(card.name.clone(), card);
        None
    }

    /// Cards with several faces are found by the names of those, and by all of them together.
    fn name_faces(&mut self, card: &CardSource) {
        if card.faces.is_empty() {
            return;
        }
        let halves: Vec<&str> = match card.layout {
            Layout::Split | Layout::Room => card.names().skip(1).collect(),
            _ => card.names().collect(),
        };
        let together = [" // ", "/", " / ", "//"].map(|joint| halves.join(joint));
        for name in halves.iter().map(|name| (*name).to_owned()).chain(together) {
            if name != card.name {
                self.faces.entry(name).or_insert_with(|| card.name.clone());
            }
        }
    }

    /// The names of all cards, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let whole = self.whole();
        let mut names: Vec<&str> = whole.cards.keys().map(String::as_str).collect();
        if !whole.archives.is_empty() {
            names.extend(whole.archives.iter().flat_map(|archive| archive.names()));
            names.sort_unstable();
            names.dedup();
        }
        names.into_iter()
    }

    /// The names of the cards that aren't in archives, in alphabetical order.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.whole().cards.keys().map(String::as_str)
    }

    /// The card with this very name, if it isn't in an archive.
    pub fn own(&self, name: &str) -> Option<&CardSource> {
        self.cards.get(name).or_else(|| self.whole().cards.get(name))
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        let whole = self.whole();
        if whole.archives.is_empty() { whole.cards.len() } else { whole.names().count() }
    }

    /// Returns whether there are no cards.
    pub fn is_empty(&self) -> bool {
        let whole = self.whole();
        whole.cards.is_empty() && whole.archives.iter().all(|archive| archive.is_empty())
    }

    /// Returns whether there is a card of this name; one of an archive isn't read for that.
    pub fn has(&self, name: &str) -> bool {
        if self.cards.contains_key(name) {
            return true;
        }
        let whole = self.whole();
        whole.cards.contains_key(name)
            || whole.faces.contains_key(name)
            || whole.archives.iter().any(|archive| archive.find(name).or_else(|| archive.find_alias(name)).is_some())
    }

    /// The source of a card.
    pub fn source(&self, name: &str) -> Option<&CardSource> {
        self.found(name).map(|found| found.0)
    }

    /// The source of a card, and whether it compiles if that is known.
    fn found(&self, name: &str) -> Option<(&CardSource, Option<&Verdict>)> {
        if let Some(card) = self.cards.get(name) {
            return Some((card, None));
        }
        let whole = self.whole();
        let own = |name: &str| {
            let card = whole.cards.get(name);
            card.or_else(|| whole.faces.get(name).and_then(|card| whole.cards.get(card))).map(|card| (card, None))
        };
        let kept = |name: &str| {
            whole.archives.iter().find_map(|archive| {
                let kept = archive.card(archive.find(name).or_else(|| archive.find_alias(name))?);
                Some((&kept.source, kept.verdict.as_ref()))
            })
        };
        let straight = key(name);
        let straight = (straight != name).then_some(straight.as_str());
        own(name).or_else(|| own(straight?)).or_else(|| kept(name)).or_else(|| kept(straight?))
    }

    /// A number that depends on everything that the source of a card says, in normal form.
    pub fn fingerprint(&self, name: &str) -> Option<[u8; 32]> {
        self.source(name).map(fingerprint)
    }

    /// Compiles a card into the pool, or finds it there. A card with one sentence that can't be compiled adds nothing. By the
    /// name of the back of a double-faced card, that face is found.
    pub fn compile(&self, name: &str, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
        let Some(source) = self.source(name) else {
            return Err(vec![unknown(name)]);
        };
        let id = match in_pool(source, pool) {
            Some(id) => id,
            None => self.read(name)?.add_to(pool)?,
        };
        let back = source.layout.is_double_faced() && source.faces.iter().any(|face| face.name == key(name));
        Ok(pool.card(id).faces.first().copied().filter(|_| back).unwrap_or(id))
    }

    /// These cards, and those of another base with these names that aren't among them.
    #[must_use]
    pub fn with_others(&self, other: &CardBase, names: &[String]) -> CardBase {
        let mut base = self.whole().clone();
        for name in names {
            if base.source(name).is_none()
                && let Some(card) = other.source(name)
            {
                base.cards.insert(card.name.clone(), card.clone());
            }
        }
        base
    }

    /// Compiles a card into the pool even if there is another of its name already.
    pub fn recompile(&self, name: &str, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
        let source = self.source(name).ok_or_else(|| vec![unknown(name)])?;
        let paragraphs = read_faces(source)?;
        lower(source, &paragraphs, pool)
    }

    /// Whether a card can be compiled, and if not, why.
    pub fn check_card(&self, name: &str) -> Result<(), Vec<Diagnostic>> {
        match self.found(name) {
            Some((_, Some(verdict))) => verdict.clone(),
            _ => self.read(name).map(|_| ()),
        }
    }

    /// The paragraphs of a card and its faces in normal form, and for each whether it can be compiled: all of them if the card `compiles`,
    /// which whoever asks knows; otherwise those that could be if the card said nothing else.
    pub fn paragraphs(&self, name: &str, compiles: bool) -> Vec<(String, bool)> {
        let Some(source) = self.source(name) else { return Vec::new() };
        // What stands before a split card's halves isn't a card by itself.
        let own = (!source.layout.has_halves()).then_some(source);
        let mut all = Vec::new();
        for face in own.into_iter().chain(&source.faces) {
            for (_, text) in normal_lines(face) {
                let alone = || {
                    let lines = text.lines().map(|line| (face.line, 1, line.to_owned())).collect();
                    let card = CardSource { lines, layout: Layout::Single, faces: Vec::new(), ..face.clone() };
                    read_faces(&card).and_then(|read| lower(&card, &read, &mut Pool::new())).is_ok()
                };
                let understood = compiles || alone();
                all.push((text, understood));
            }
        }
        all
    }

    /// Reads a card that can be compiled, for [`ReadCard::add_to`]: most of the work, and it can be done for many cards at a time.
    /// A trial run shows that it can be, so that no pool gets a part of one that can't; an archive remembers that it was made.
    ///
    /// # Errors
    /// Why it can't be compiled.
    pub fn read(&self, name: &str) -> Result<ReadCard, Vec<Diagnostic>> {
        let (source, verdict) = self.found(name).ok_or_else(|| vec![unknown(name)])?;
        if let Some(Err(problems)) = verdict {
            return Err(problems.clone());
        }
        let read = read_faces(source)?;
        if verdict.is_none() {
            lower(source, &read, &mut Pool::new())?;
        }
        Ok(ReadCard { source: source.clone(), read })
    }
}

/// A card whose text has been read and can be compiled.
pub struct ReadCard {
    source: CardSource,
    read: Read,
}

impl ReadCard {
    /// The card's name, by which a pool finds it.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// Compiles the card into the pool, or finds it there.
    ///
    /// # Errors
    /// If it can't be compiled beside what is in the pool already.
    pub fn add_to(&self, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
        match in_pool(&self.source, pool) {
            Some(id) => Ok(id),
            None => lower(&self.source, &self.read, pool),
        }
    }
}

/// The card in a pool, if it is there as a card of its own.
fn in_pool(source: &CardSource, pool: &Pool) -> Option<CardId> {
    pool.find(&source.name).filter(|id| pool.whole(*id) == *id)
}

fn unknown(name: &str) -> Diagnostic {
    let message = "no card has this name".to_owned();
    let card = Some(name.to_owned());
    Diagnostic { kind: DiagnosticKind::UnknownCard, card, ..file_diagnostic("", message) }
}

/// What is wrong with a file as a whole.
fn file_diagnostic(file: &str, message: String) -> Diagnostic {
    Diagnostic {
        kind: DiagnosticKind::File,
        file: file.to_owned(),
        line: 0,
        column: 1,
        width: 1,
        card: None,
        message,
        hint: None,
        source: String::new(),
    }
}

/// The card files of a path.
fn files(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    match std::fs::read_dir(path) {
        Ok(entries) => {
            let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
            files.retain(|file| {
                file.extension()
                    .is_some_and(|ending| ["txt", "jsonl", "json", "cards"].iter().any(|known| ending == *known))
            });
            files.sort();
            files
        }
        Err(error) => {
            diagnostics
                .push(file_diagnostic(&path.display().to_string(), format!("the folder can't be read: {error}")));
            Vec::new()
        }
    }
}

fn normal_lines(source: &CardSource) -> Vec<(usize, String)> {
    let names =
        Names { name: &source.name, legendary: source.supertypes.contains(Supertypes::LEGENDARY), types: source.types };
    let lines: Vec<&str> = source.lines.iter().map(|line| line.2.as_str()).collect();
    normalise(&lines, &names)
}

/// A number that depends on everything that a source says, in normal form.
pub(super) fn fingerprint(source: &CardSource) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update(&[0]);
    };
    add(&source.name);
    add(&format!("{:?}", source.cost));
    add(&format!("{:?}", source.colors));
    add(&format!("{:?} {:?} {:?}", source.supertypes, source.types, source.subtypes));
    add(&format!("{:?} {:?} {}", source.pt, source.loyalty, source.loyalty_is_x));
    for (_, line) in normal_lines(source) {
        add(&line);
    }
    if source.layout != Layout::Single {
        add(&format!("{:?}", source.layout));
    }
    for face in &source.faces {
        hasher.update(&fingerprint(face));
    }
    if let Some(program) = &source.program {
        hasher.update(&program.fingerprint());
    }
    *hasher.finalize().as_bytes()
}

/// The paragraphs of a card or face that were read, and the number of the line that each begins at.
#[derive(Default)]
struct Paragraphs {
    trees: Vec<Paragraph>,
    lines: Vec<usize>,
}

/// Reads every paragraph of a card, or reports every one that can't be.
fn read_card(source: &CardSource) -> Result<Paragraphs, Vec<Diagnostic>> {
    if let Some(problem) = &source.problem {
        return Err(vec![Diagnostic {
            kind: DiagnosticKind::Unsupported,
            file: source.file.clone(),
            line: source.line,
            column: 1,
            width: 1,
            card: Some(source.name.clone()),
            message: problem.clone(),
            hint: None,
            source: String::new(),
        }]);
    }
    let spell = source.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY);
    let mut paragraphs = Paragraphs::default();
    let mut diagnostics = Vec::new();
    for (line, text) in normal_lines(source) {
        let heading = paragraphs.trees.iter().rev().find_map(|paragraph| match paragraph {
            Paragraph::Heading(heading) => Some(heading.clone()),
            _ => None,
        });
        let mut add = |text: &str, make: &dyn Fn(&str) -> Result<Paragraph, Unread>| match make(text) {
            Ok(paragraph) => {
                paragraphs.trees.push(paragraph);
                paragraphs.lines.push(line);
            }
            Err((kind, span, message)) => diagnostics.push(at_text(source, line, text, kind, span, message)),
        };
        if let Some(heading) = Heading::read(&text, heading.as_ref()) {
            add(&text, &|_| Ok(Paragraph::Heading(heading.clone())));
            continue;
        }
        let spell_text = |text: &str| read_paragraph::<SpellParagraph>(text, &lex(text));
        match cleaved(&text).filter(|_| spell) {
            Some([whole, left]) => {
                add(&whole, &|text| spell_text(text).map(Paragraph::Spell));
                add(&left, &|text| match text {
                    "" => Ok(Paragraph::Cleaved(None)),
                    _ => spell_text(text).map(|paragraph| Paragraph::Cleaved(Some(paragraph))),
                });
            }
            None if spell => add(&text, &|text| spell_text(text).map(Paragraph::Spell)),
            None => add(&text, &|text| read_paragraph(text, &lex(text)).map(Paragraph::Permanent)),
        }
    }
    if diagnostics.is_empty() { Ok(paragraphs) } else { Err(diagnostics) }
}

/// A paragraph with words in square brackets: with them and without them (CR 702.148a).
fn cleaved(text: &str) -> Option<[String; 2]> {
    text.find('[')?;
    let mut left = String::new();
    let mut rest = text;
    while let Some((before, bracket)) = rest.split_once('[') {
        let (_, after) = bracket.split_once(']')?;
        left.push_str(before.trim_end());
        rest = after;
        if !rest.starts_with(['.', ',']) && !rest.is_empty() {
            left.push(' ');
            rest = rest.trim_start();
        }
    }
    left.push_str(rest);
    Some([text.replace(['[', ']'], ""), left.trim().to_owned()])
}

/// What is wrong with a paragraph: its kind, the bytes it is about, a message.
type Unread = (DiagnosticKind, (usize, usize), String);

fn read_paragraph<T: Syntax>(text: &str, tokens: &[Token<'_>]) -> Result<T, Unread> {
    match read::<T>(tokens) {
        Ok(mut trees) => {
            let (Some(tree), true) = (trees.pop(), trees.is_empty()) else {
                let message = "this can be read in several ways".to_owned();
                return Err((DiagnosticKind::Ambiguous, (0, text.len()), message));
            };
            let printed = print(&tree);
            if printed == text {
                return Ok(tree);
            }
            let same = printed.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
            let start = (0..=same.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            Err((DiagnosticKind::Unread, (start, text.len()), format!("this reads as `{printed}`")))
        }
        Err(Stopped::Entangled(at)) => {
            let start = tokens.get(at).map_or(0, |token| token.start);
            let message = "too much is joined here to be read; make several sentences of it";
            Err((DiagnosticKind::Unread, (start, text.len()), message.to_owned()))
        }
        Err(Stopped::At(at)) => {
            let start = tokens.get(at).map_or(text.len(), |token| token.start);
            // The span is what is left of the sentence.
            let end = tokens[at.min(tokens.len())..]
                .iter()
                .find(|token| token.text == ".")
                .map_or(text.len(), |token| token.start);
            let message = if start == text.len() { "this ends too early" } else { "this is not understood" };
            Err((DiagnosticKind::Unread, (start, end.max(start)), message.to_owned()))
        }
    }
}

/// A diagnostic about a part of a paragraph in normal form. Where the source line says the same, its columns are meant.
fn at_text(
    source: &CardSource,
    line: usize,
    text: &str,
    kind: DiagnosticKind,
    span: (usize, usize),
    message: String,
) -> Diagnostic {
    let (number, column, raw) =
        source.lines.get(line).map_or((source.line, 1, ""), |line| (line.0, line.1, line.2.as_str()));
    let first_line = text.lines().next().unwrap_or_default();
    let (start, end) = span;
    let (shown, offset) = if raw.starts_with(text) || (raw.starts_with(first_line) && end <= first_line.len()) {
        // A card file's columns count from the key; the same spaces stand before the text here.
        let indent = column.saturating_sub(1) as usize;
        let key = if indent == 5 { "text ".to_owned() } else { " ".repeat(indent) };
        (format!("{key}{raw}"), indent)
    } else {
        (text.replace('\n', " "), 0)
    };
    Diagnostic {
        kind,
        file: source.file.clone(),
        line: number,
        column: (text[..start].chars().count() + offset) as u32 + 1,
        width: text[start..end].chars().count().max(1) as u32,
        card: Some(source.name.clone()),
        message,
        hint: None,
        source: shown,
    }
}

/// What is read of a card and of its other faces.
struct Read {
    card: Paragraphs,
    faces: Vec<Paragraphs>,
}

/// Reads a card with all its faces, or reports every paragraph that can't be read.
fn read_faces(source: &CardSource) -> Result<Read, Vec<Diagnostic>> {
    let alone = source.lines.is_empty() && source.faces.is_empty() && source.layout == Layout::Single;
    if source.program.is_some() && !alone {
        let message = "a card that is written in code has no text and no other faces".to_owned();
        return Err(unsupported(source, NAME, None, message));
    }
    let mut diagnostics = Vec::new();
    let mut read = |source| {
        read_card(source).unwrap_or_else(|found| {
            diagnostics.extend(found);
            Paragraphs::default()
        })
    };
    let card = read(source);
    let faces = source.faces.iter().map(read).collect();
    if diagnostics.is_empty() { Ok(Read { card, faces }) } else { Err(diagnostics) }
}

fn face_of<'a>(source: &'a CardSource, paragraphs: &'a [Paragraph]) -> Face<'a> {
    Face {
        name: &source.name,
        cost: source.cost.clone(),
        colors: source.colors,
        types: source.types,
        supertypes: source.supertypes,
        subtypes: source.subtypes,
        pt: source.pt,
        loyalty: source.loyalty,
        loyalty_is_x: source.loyalty_is_x,
        melds_into: None,
        half: None,
        paragraphs,
    }
}

/// A message about a paragraph of a card or face, or about all of it: then the line with its name is meant, which begins with this key.
fn unsupported(
    source: &CardSource,
    key: &str,
    paragraph: Option<(usize, &Paragraph)>,
    message: String,
) -> Vec<Diagnostic> {
    let kind = DiagnosticKind::Unsupported;
    vec![match paragraph {
        None => Diagnostic {
            kind,
            file: source.file.clone(),
            line: source.line,
            column: key.len() as u32 + 1,
            width: source.name.chars().count() as u32,
            card: Some(source.name.clone()),
            message,
            hint: None,
            source: format!("{key}{}", source.name),
        },
        Some((line, tree)) => {
            let text = tree.text();
            at_text(source, line, &text, kind, (0, text.len()), message)
        }
    }]
}

/// The key of the line with the name of a card, and of one of its other faces.
const NAME: &str = "name ";
const FACE: &str = "face ";

fn lower(source: &CardSource, read: &Read, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
    if let Some(program) = &source.program {
        let lowered = lower_program(pool, &face_of(source, &[]), program);
        return lowered.map_err(|decline| unsupported(source, NAME, None, decline.0));
    }
    let others: Vec<Face<'_>> =
        source.faces.iter().zip(&read.faces).map(|(source, read)| face_of(source, &read.trees)).collect();
    let lowered = lower_card(pool, source.layout, &face_of(source, &read.card.trees), &others);
    let id = lowered.map_err(|(which, index, decline)| {
        let (source, key, read) = match which {
            None => (source, NAME, &read.card),
            Some(face) => (&source.faces[face], FACE, &read.faces[face]),
        };
        let paragraph = index.and_then(|index| Some((*read.lines.get(index)?, read.trees.get(index)?)));
        unsupported(source, key, paragraph, decline.0)
    })?;
    let card = pool.card(id);
    let faces = card.faces.iter().map(|face| pool.card(*face));
    let faces = source.faces.iter().zip(faces).map(|(source, card)| (source, FACE, card));
    for (source, key, card) in std::iter::once((source, NAME, card)).chain(faces) {
        if let Some(what) = pool.unsupported(card) {
            return Err(unsupported(source, key, None, format!("{CANT_DO} {what}")));
        }
    }
    Ok(id)
}
