//! Decks that are ready to be dealt: from files, from shipped ones by name, or from texts.

use std::ffi::OsString;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::Parser;
use gauntlet::commands::options::DealArgs;
use gauntlet::error::Error;
use gauntlet::host::options::LoadArgs;
use gauntlet::host::recording::{Header, Recording};
use gauntlet::host::{HOME, Host, Setup};
use gauntlet::plan::files;
use gauntlet::plan::schedule::{pairing_seed, unit_seeds};
use gauntlet_core::Seed;

use pyo3::prelude::*;

use crate::errors::Problem;
use crate::games::Served;

/// The options of a deal, as those of a command.
#[derive(Parser, Debug)]
#[command(name = "gauntlet", no_binary_name = true, disable_help_flag = true)]
struct Options {
    #[command(flatten)]
    deal: DealArgs,
}

/// What clap says of arguments that make no sense, as one sentence.
pub(crate) fn sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text.split("\n\n").next().unwrap_or_default();
    said.strip_prefix("error: ").unwrap_or(said).trim().to_owned()
}

/// Reads options that are those of commands that play, but for agents: nobody is asked here.
pub(crate) fn options(words: Vec<OsString>) -> Result<DealArgs, Problem> {
    let read = Options::try_parse_from(words).map(|options| options.deal);
    read.map_err(|error| Problem::Usage(sentence(&error)))
}

/// Decks that were read.
pub(crate) struct Loaded<H> {
    pub(crate) host: H,
    /// The numbers of the decks among those of the host: one may be named twice.
    numbers: Vec<usize>,
}

impl<H: Served> Loaded<H> {
    /// Reads decks: each is a file, the name of a shipped deck, or the text of a decklist.
    pub(crate) fn of(decks: &[&Path], load: &LoadArgs) -> Result<Loaded<H>, Problem> {
        let texts = tempfile::tempdir().map_err(Error::Output)?;
        let written = |(number, deck): (usize, &&Path)| written::<H>(deck, number, texts.path());
        let files: Vec<PathBuf> = decks.iter().enumerate().map(written).collect::<Result<_, Problem>>()?;
        let distinct = files::distinct(files);
        let host = H::load(&distinct, load).map_err(|error| without(error, texts.path()))?;
        // There are one or two.
        Ok(Loaded { host, numbers: (0..decks.len()).map(|number| number.min(distinct.len() - 1)).collect() })
    }
}

/// The decks of a game, as Python has them: a list of paths, names and texts.
pub(crate) fn decks(value: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let usage = |sentence: String| PyErr::from(Problem::Usage(sentence));
    let list = if value.extract::<PathBuf>().is_ok() { None } else { value.try_iter().ok() };
    let Some(list) = list else {
        return Err(usage(format!("a game has two decks, given as a list: not {}", value.repr()?)));
    };
    let deck = |deck: PyResult<Bound<'_, PyAny>>| {
        let deck = deck?;
        match deck.extract() {
            Ok(path) => Ok(path),
            Err(_) => {
                Err(usage(format!("a deck is a path, a name or a text (str or os.PathLike), not {}", deck.repr()?)))
            }
        }
    };
    list.map(deck).collect()
}

/// Returns whether this is the text of a deck, and no file's name.
pub(crate) fn is_text(deck: &Path) -> bool {
    deck.to_str().is_some_and(|text| text.contains('\n'))
}

/// Two decks, that of the player who takes the first turn first, from which games can be dealt.
pub(crate) struct Table<H: Host> {
    /// What a recorded game of them begins with, but for the seed.
    pub(crate) header: Header,
    pub(crate) setup: Setup<H>,
    /// The hashes of the two decks' cards, from which seeds are derived; none of a game that was read from a file, where they aren't.
    pub(crate) hashes: Option<[String; 2]>,
}

impl<H: Served> Table<H> {
    /// The table of two decks, as [`Loaded::of`] reads them.
    pub(crate) fn of(decks: [&Path; 2], args: &DealArgs) -> Result<Table<H>, Problem> {
        let Loaded { host, numbers } = Loaded::<H>::of(&decks, &args.load)?;
        let (small, lists) = listed(&host, [numbers[0], numbers[1]])?;
        let decks = [numbers[0], numbers[1]].map(|deck| &host.decks()[deck]);
        let names = decks.map(|deck| deck.name.as_str());
        let header = Header::new(&small, names, &lists, Seed::from_u64(0), args.limits(), true);
        let header = Header { cards: placed(&header.cards), ..header };
        let hashes = decks.map(|deck| deck.cards.clone());
        Ok(Table { setup: deal(&small, &header, &lists), header, hashes: Some(hashes) })
    }

    /// The table of a recorded game; `path` is what messages call it.
    pub(crate) fn again(header: Header, hashes: Option<[String; 2]>, path: &Path) -> Result<Table<H>, Problem> {
        let recording = Recording { header, steps: Vec::new() };
        let (host, lists, _) = recording.load::<H>(path, &[])?;
        Ok(Table { setup: deal(&host, &recording.header, &lists), header: recording.header, hashes })
    }

    /// The seed of the game that a run with this seed plays as the first of pair number `pair`.
    pub(crate) fn seed(&self, seed: u64, pair: u64) -> Result<Seed, Problem> {
        let unknown = "a game that was read from a file deals no others: make a Position of its decks";
        let [one, other] = self.hashes.as_ref().ok_or_else(|| Problem::Usage(unknown.to_owned()))?;
        Ok(unit_seeds(pairing_seed(Seed::from_u64(seed), one, other), pair).game)
    }
}

/// The lists of two decks, and a host of just their cards: games of that depend on nothing else, and can be dealt again from the names.
fn listed<H: Host>(host: &H, decks: [usize; 2]) -> Result<(H, [Vec<String>; 2]), Problem> {
    let lists = decks.map(|deck| H::PARTS.lists.list(host, deck));
    let small = H::PARTS.lists.only(host, &lists.concat())?;
    Ok((small, lists))
}

/// The setups in which the first and the second of two decks, as [`Loaded::of`] reads them, has the first seat: of the same cards.
pub(crate) fn both_ways<H: Served>(decks: [&Path; 2], args: &DealArgs) -> Result<[Setup<H>; 2], Problem> {
    let Loaded { host, numbers } = Loaded::<H>::of(&decks, &args.load)?;
    let (small, [one, other]) = listed(&host, [numbers[0], numbers[1]])?;
    let dealt = |lists| H::PARTS.lists.deal(&small, &lists, args.limits(), true, false);
    Ok([dealt([one.clone(), other.clone()]), dealt([other, one])])
}

fn deal<H: Host>(host: &H, header: &Header, lists: &[Vec<String>; 2]) -> Setup<H> {
    H::PARTS.lists.deal(host, lists, header.limits(), true, false)
}

/// Card files by paths that mean the same everywhere on this machine; none for the shipped ones, which are found by themselves.
fn placed(files: &[PathBuf]) -> Vec<PathBuf> {
    let real = |file: &Path| fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let files: Vec<PathBuf> = files.iter().map(|file| real(file)).collect();
    if files == [real(&Path::new(HOME).join("cards"))] { Vec::new() } else { files }
}

/// The file of a deck; a text is written into one.
fn written<H: Host>(deck: &Path, number: usize, folder: &Path) -> Result<PathBuf, Problem> {
    if !is_text(deck) {
        return Ok(files::one::<H>(deck)?);
    }
    let file = folder.join(format!("deck-{}.{}", number + 1, H::DECK_EXTENSIONS[0]));
    let text = deck.as_os_str().as_encoded_bytes();
    fs::write(&file, text).map_err(|cause| Error::Write { path: file.clone(), cause })?;
    Ok(file)
}

/// What is said of a deck whose text was given doesn't speak of the folder that it was written into.
fn without(error: Error, folder: &Path) -> Error {
    let folder = format!("{}{}", folder.display(), MAIN_SEPARATOR);
    match error {
        Error::Deck(sentence) => Error::Deck(sentence.replace(&folder, "")),
        other => other,
    }
}
