//! `gauntlet cards compile` and `gauntlet cards update`: archives of cards, and the user's card database, which is one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use gauntlet_cards::text::{Archive, CardBase, Diagnostic, DiagnosticKind, is_archive};
use rayon::prelude::*;
use serde::Serialize;

use super::download;
use crate::error::Error;
use crate::games::magic::library::{database, load_cards};
use crate::output::file::{check_replaceable, write_whole};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen, shown};
use crate::play::threads;

/// `gauntlet cards compile`.
#[derive(Args, Clone, Debug)]
pub(super) struct CompileArgs {
    /// Card files, card data or folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The archive that is written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write nothing if a card doesn't compile or an entry isn't a card.
    #[arg(long)]
    strict: bool,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
}

/// `gauntlet cards update`.
#[derive(Args, Clone, Debug)]
pub(super) struct UpdateArgs {
    /// Card data or card files that are there already, instead of a download; can be given many times.
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// The address of the index of bulk data [default: GAUNTLET_BULK_INDEX, or Scryfall's].
    #[arg(long, value_name = "URL", conflicts_with = "from")]
    index: Option<String>,
    /// Write a JSON object to the standard output and nothing else.
    #[arg(long)]
    json: bool,
}

/// What came of compiling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Compiled {
    /// The archive.
    file: PathBuf,
    /// Cards in it.
    cards: usize,
    /// Those that compile.
    compiled: usize,
    /// Those that don't: they are there with what keeps them.
    refused: usize,
    /// Entries of the files that aren't cards, and so aren't there.
    passed_over: usize,
    /// Its length in bytes.
    bytes: usize,
    /// A hash of it.
    hash: String,
}

/// Compiles card files and data into an archive.
pub(super) fn compile(args: &CompileArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    check_replaceable(&args.out, "--out", "an archive of cards", is_archive)?;
    let made = make(&args.files, screen)?;
    if args.strict && made.compiled.refused + made.compiled.passed_over > 0 {
        let Compiled { cards, compiled, refused, passed_over, .. } = made.compiled;
        let first = made.first.map_or(String::new(), |first| format!("; the first:\n{}", shown(&first.to_string())));
        let entries = if passed_over > 0 { format!(", {passed_over} entries aren't cards") } else { String::new() };
        return Err(Error::cards(format!(
            "nothing is written: {compiled} of {cards} cards compile, {refused} are refused{entries}{first}"
        )));
    }
    write(made, &args.out, args.json, screen)
}

/// Rebuilds the user's card database.
pub(super) fn update(args: &UpdateArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let file = database()?;
    let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
    std::fs::create_dir_all(&folder).map_err(|cause| Error::Write { path: folder.clone(), cause })?;
    let made = if args.from.is_empty() {
        let set = std::env::var("GAUNTLET_BULK_INDEX").ok().filter(|address| !address.is_empty());
        let source = download::look_up(args.index.as_deref().or(set.as_deref()).unwrap_or(download::INDEX))?;
        if !args.json {
            let updated = if source.updated.is_empty() { String::new() } else { format!(", of {}", source.updated) };
            screen.remark(&format!("downloading {}{updated}", shown(&source.address)));
        }
        let bar = Progress::counting("kB", source.size.unwrap_or_default() / 1024, screen.live);
        let mut told = 0;
        let fetched = download::fetch(&source, &folder, &mut |have, of| {
            if let (Some(of), 0) = (of, bar.counts()[1]) {
                bar.more(of / 1024);
            }
            bar.played((have / 1024).saturating_sub(told));
            told = have / 1024;
        });
        bar.clear();
        let data = fetched?;
        let made = make(std::slice::from_ref(&data), screen);
        // The archive has all that is needed of it.
        std::fs::remove_file(&data).map_err(|cause| Error::Write { path: data.clone(), cause })?;
        made?
    } else {
        make(&args.from, screen)?
    };
    write(made, &file, args.json, screen)
}

/// An archive that isn't written yet.
struct Made {
    compiled: Compiled,
    bytes: Vec<u8>,
    /// What is wrong first.
    first: Option<Diagnostic>,
}

fn make(files: &[PathBuf], screen: &mut Screen<'_>) -> Result<Made, Error> {
    let (base, found) = load_cards(files);
    let fatal =
        |diagnostic: &&Diagnostic| matches!(diagnostic.kind, DiagnosticKind::File | DiagnosticKind::DuplicateName);
    let unreadable: Vec<String> = found.iter().filter(fatal).map(Diagnostic::to_string).collect();
    if !unreadable.is_empty() {
        return Err(Error::cards(unreadable.join("\n")));
    }
    if base.is_empty() {
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let first = found.first().map_or(String::new(), |first| format!(":\n{}", shown(&first.to_string())));
        return Err(Error::cards(format!("there are no cards in {}{first}", files.join(", "))));
    }
    let mut verdicts = verdicts(&base, screen);
    let refused = verdicts.values().filter(|verdict| verdict.is_err()).count();
    let first = found
        .first()
        .cloned()
        .or_else(|| verdicts.values().find_map(|verdict| verdict.as_ref().err()?.first().cloned()));
    let cards = verdicts.len();
    let bytes = base.to_archive(|name| verdicts.remove(name).expect("each card was checked"));
    let compiled = Compiled {
        file: PathBuf::new(),
        cards,
        compiled: cards - refused,
        refused,
        passed_over: found.len(),
        bytes: bytes.len(),
        hash: blake3::hash(&bytes).to_hex().to_string(),
    };
    Ok(Made { compiled, bytes, first })
}

/// Whether each card compiles.
fn verdicts(base: &CardBase, screen: &Screen<'_>) -> BTreeMap<String, Result<(), Vec<Diagnostic>>> {
    let names: Vec<&str> = base.names().collect();
    let bar = Progress::counting("cards", names.len() as u64, screen.live);
    let check = |name: &&str| {
        let verdict = base.check_card(name);
        bar.played(1);
        ((*name).to_owned(), verdict)
    };
    let verdicts: Vec<_> = threads::on_all(|| names.par_iter().map(check).collect());
    bar.clear();
    verdicts.into_iter().collect()
}

fn write(made: Made, file: &Path, as_json: bool, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    write_whole(file, &made.bytes)?;
    let compiled = Compiled { file: file.to_owned(), ..made.compiled };
    // What was written is what was meant.
    Archive::open(file).and_then(|archive| archive.verify()).map_err(|error| Error::cards(error.to_string()))?;
    if as_json {
        screen.print_json(&compiled)?;
        return Ok(Exit::Ok);
    }
    let Compiled { cards, compiled: good, refused, passed_over, bytes, .. } = compiled;
    let mut out = format!("{good} of {cards} cards compile, {refused} are kept with what is wrong with them\n");
    if passed_over > 0 {
        out += &format!("{passed_over} entries aren't cards and aren't kept; the first:\n");
        out += &made.first.map_or(String::new(), |first| format!("{}\n", shown(&first.to_string())));
    }
    let size = match bytes {
        ..100_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    };
    out += &format!("{}: {size}\n", file.display());
    screen.print(&out)?;
    Ok(Exit::Ok)
}
