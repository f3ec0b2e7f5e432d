//! Files of scenarios, with the cards that they can use: what `scenario`, `perft`, `tactics` and `ask` read.

use std::path::{Path, PathBuf};

use gauntlet_cards::text::CardBase;
use gauntlet_core::suggest::{list, nearest};
use gauntlet_core::{Game as _, Player};
use gauntlet_magic::Position;
use gauntlet_magic::decision::Action;
use gauntlet_magic::scenario::{self, Cards, Entry, RunOptions, Scenario, Verdict};
use rayon::prelude::*;

use super::cards::load::load_all;
use crate::error::Error;
use crate::host::shipped;
use crate::play::{panics, threads};

/// The cards that the scenarios of a folder share.
const SHARED_CARDS: &str = "cards.txt";

/// The scenarios of files, and the cards that they can use.
pub(super) struct Shelf {
    pub(super) file: PathBuf,
    pub(super) entries: Vec<Entry>,
    /// Cards for these scenarios alone, if there are some.
    own: Option<CardBase>,
}

impl Shelf {
    /// The scenarios of a file.
    pub(super) fn read(file: &Path) -> Result<Shelf, Error> {
        let read = |path: &Path| {
            let contents = std::fs::read_to_string(path);
            contents.map_err(|cause| Error::Read { path: path.to_owned(), cause })
        };
        let contents = read(file)?;
        if file.extension().is_none_or(|ending| ending != "toml") {
            let entries = scenario::read_jsonl(&contents).map_err(|error| wrong(file, &contents, &error))?;
            return Shelf { file: file.to_owned(), entries, own: None }.checked();
        }
        let beside = file.with_file_name(SHARED_CARDS);
        let shared = if beside.is_file() { read(&beside)? } else { String::new() };
        Shelf::written(file, &contents, (&beside, &shared))
    }

    /// The scenarios of the contents of a file in TOML, which may use these cards beside their own.
    fn written(file: &Path, contents: &str, (beside, shared): (&Path, &str)) -> Result<Shelf, Error> {
        let book = scenario::read_toml(contents).map_err(|error| wrong(file, contents, &error))?;
        let mut base = CardBase::new();
        let mut problems = base.add_text(&beside.display().to_string(), shared);
        problems.extend(base.add_text(&file.display().to_string(), &book.cards));
        match problems.first() {
            Some(problem) => Err(Error::input(problem.to_string())),
            None => Shelf { file: file.to_owned(), entries: book.entries, own: Some(base) }.checked(),
        }
    }

    /// The same, if no two scenarios have one id.
    fn checked(self) -> Result<Shelf, Error> {
        let mut ids: Vec<&str> = self.entries.iter().map(Entry::id).collect();
        ids.sort_unstable();
        match ids.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::input(format!(
                "{}: two scenarios have the id '{}'; rename one of them",
                self.file.display(),
                pair[0]
            ))),
            None => Ok(self),
        }
    }

    /// The scenarios of all files of these paths, folders among them, in the order of their names.
    pub(super) fn read_all(paths: &[PathBuf]) -> Result<Vec<Shelf>, Error> {
        let mut shelves = Vec::new();
        for path in paths {
            for file in files(path)? {
                shelves.push(Shelf::read(&file)?);
            }
        }
        Ok(shelves)
    }

    /// The tactics that come with the program.
    pub(super) fn shipped() -> Result<Vec<Shelf>, Error> {
        let (beside, shared) = shipped::TACTICS
            .iter()
            .find(|(name, _)| *name == SHARED_CARDS)
            .map_or((PathBuf::from(SHARED_CARDS), ""), |(name, text)| (shipped::folder("tactics").join(name), *text));
        let books = shipped::TACTICS.iter().filter(|(name, _)| name.ends_with(".toml"));
        books
            .map(|(name, text)| Shelf::written(&shipped::folder("tactics").join(name), text, (&beside, shared)))
            .collect()
    }

    /// Its scenarios that can be read.
    pub(super) fn known(&self) -> Vec<&Scenario> {
        let known = self.entries.iter().filter_map(|entry| match entry {
            Entry::Known(scenario) => Some(scenario.as_ref()),
            Entry::Unknown { .. } => None,
        });
        known.collect()
    }

    /// The cards of these scenarios of it, compiled once.
    pub(super) fn compile(&self, scenarios: &[&Scenario], base: &CardBase) -> Cards {
        let names = scenario::card_names(scenarios.iter().copied());
        let own = self.own.as_ref().map(|own| own.with_others(base, &names));
        let base = own.as_ref().unwrap_or(base);
        let check = |name: &String| match panics::catch(|| scenario::check(base, name)) {
            Ok(fit) => fit,
            Err(panic) => Err(format!("{name}: the compiler panicked: {panic}")),
        };
        let fit: Vec<(&String, Result<(), String>)> =
            threads::on_all(|| names.par_iter().map(|name| (name, check(name))).collect());
        let known =
            |name: &str| fit.binary_search_by(|(other, _)| other.as_str().cmp(name)).map(|at| fit[at].1.clone());
        Cards::compile(base, scenarios.iter().copied(), |name| known(name).unwrap_or(Ok(())))
    }

    /// The scenario of this id, or the only one.
    pub(super) fn choose(&self, id: Option<&str>) -> Result<&Scenario, Error> {
        let ids: Vec<&str> = self.entries.iter().map(Entry::id).collect();
        let file = self.file.display();
        let chosen = match (id, self.entries.as_slice()) {
            (None, [only]) => only,
            (None, _) => {
                let text = format!("{file} has {} positions; choose one with --id: ", ids.len());
                return Err(Error::input(text + &list(&ids)));
            }
            (Some(id), entries) => entries.iter().find(|entry| entry.id() == id).ok_or_else(|| {
                let near =
                    nearest(id, ids.iter().copied()).map_or(String::new(), |near| format!("; did you mean '{near}'?"));
                Error::input(format!("there is no position '{id}' in {file}{near}"))
            })?,
        };
        match chosen {
            Entry::Known(scenario) => Ok(scenario),
            Entry::Unknown { id, why, .. } => Err(Error::input(format!("{file}: {id}: {why}"))),
        }
    }
}

/// The cards that scenarios can use beside their own: those of `paths`, or the shipped ones. What brings its cards needs no others.
pub(super) fn other_cards(shelves: &[Shelf], paths: &[PathBuf]) -> Result<CardBase, Error> {
    match load_all(paths) {
        Ok((base, _)) => Ok(base),
        Err(_) if paths.is_empty() && shelves.iter().all(|shelf| shelf.own.is_some()) => Ok(CardBase::new()),
        Err(error) => Err(error),
    }
}

/// Who is asked, as [`crate::host::parts::Ask`] says it of any game.
type Ask<'a> = &'a mut dyn FnMut(&Position, Player, &[Action]) -> Option<usize>;

/// See [`crate::host::parts::Scenarios::ask`]: of a tactic the choices that it is about, and of any other scenario its first.
pub(super) fn ask(file: &Path, id: Option<&str>, cards: &[PathBuf], ask: Ask<'_>) -> Result<String, Error> {
    let shelves = [Shelf::read(file)?];
    let [shelf] = &shelves;
    let scenario = shelf.choose(id)?;
    let cards = shelf.compile(&[scenario], &other_cards(&shelves, cards)?);
    let refused = |why: String| Error::input(format!("{}: {}: {why}", file.display(), scenario.id));
    if scenario.tactic.is_some() {
        let trial = scenario::run_asking(scenario, &cards, RunOptions::default(), ask);
        return match trial.verdict {
            Verdict::Unsupported(why) => Err(refused(why)),
            Verdict::Pass | Verdict::Fail(_) => Ok(scenario.id.clone()),
        };
    }
    let position = scenario::position(scenario, &cards).map_err(refused)?;
    if let Some(player) = position.to_act() {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        ask(&position, player, &legal);
    }
    Ok(scenario.id.clone())
}

fn wrong(file: &Path, contents: &str, error: &scenario::ReadError) -> Error {
    let line = error.line(contents).map_or(String::new(), |line| format!(":{line}"));
    Error::input(format!("{}{line}: {error}", file.display()))
}

/// The scenario files of a path, in the order of their names.
fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let read = |cause| Error::Read { path: path.to_owned(), cause };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(read)? {
        let file = entry.map_err(read)?.path();
        if file.extension().is_some_and(|ending| ending == "jsonl" || ending == "toml") {
            found.push(file);
        }
    }
    found.sort();
    Ok(found)
}
