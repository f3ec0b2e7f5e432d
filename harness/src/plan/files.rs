//! Finding deck files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use gauntlet_core::suggest;

use crate::error::Error;
use crate::host::options::SkipArgs;
use crate::host::{Host, shipped};
use crate::output::screen::{Screen, shown};

/// The most decks that are named where one isn't found.
const MOST_NAMED: usize = 20;

/// What stands at the end of a directory with which those below it are meant, too: `decks/...`.
const BELOW: &str = "...";

/// The folder of card files beside decks: there are no decks in it.
pub const CARDS: &str = "cards";

/// The deck files in `dir`, by path; with `dir/...`, and of a directory that has none itself, those in the directories below it too. Files with
/// other extensions, hidden ones and folders of cards are passed over. Where the game's decks would be and aren't, those are meant that come with
/// the program.
///
/// # Errors
/// If `dir` can't be read or has no deck files.
pub fn in_directory<H: Host>(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let (dir, with_below) = meant::<H>(dir);
    if dir.is_file() {
        return Err(Error::deck(format!("{} is a file; name the directory that has the decks", dir.display())));
    }
    let own = if with_below { Vec::new() } else { deck_files::<H>(&dir)? };
    let files = if own.is_empty() { below::<H>(&dir)? } else { own };
    if files.is_empty() {
        return Err(Error::deck(format!(
            "{} has no decks, nor have the directories below: no files that end in {}",
            dir.display(),
            extensions::<H>()
        )));
    }
    Ok(files)
}

/// A directory without what says that those below it are meant, too.
pub fn without_below(dir: &Path) -> &Path {
    match dir.parent().filter(|_| dir.file_name() == Some(OsStr::new(BELOW))) {
        Some(parent) if parent == Path::new("") => Path::new("."),
        Some(parent) => parent,
        None => dir,
    }
}

/// The directory that is meant, and whether those below it are, too.
fn meant<H: Host>(dir: &Path) -> (PathBuf, bool) {
    let (dir, with_below) = (without_below(dir), without_below(dir) != dir);
    // What the commands have as their default is where the game's decks are.
    let dir = if dir == Path::new(crate::host::HOME) { Path::new(H::HOME) } else { dir };
    // Where there is no such directory, those that come with the program are in it.
    let inside = dir.strip_prefix(H::HOME).ok().filter(|_| !dir.is_dir());
    let shipped_home = H::SHIPPED.zip(inside).map(|(home, inside)| shipped::folder(home).join(inside));
    let shipped_home = shipped_home.filter(|dir| !shipped::files_below(dir).is_empty());
    (shipped_home.unwrap_or_else(|| dir.to_owned()), with_below)
}

/// What isn't hidden in a directory, by path.
fn entries(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |cause| Error::Read { path: dir.to_owned(), cause };
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The deck files that lie directly in a directory.
fn deck_files<H: Host>(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = shipped::files_in(dir);
    if files.is_empty() && !shipped::is_shipped(dir) {
        files = entries(dir)?;
        files.retain(|path| path.is_file());
    }
    files.retain(|file| is_deck::<H>(file));
    Ok(files)
}

/// The deck files of a directory and of those below it, by path.
///
/// # Errors
/// If a directory can't be read.
pub fn below<H: Host>(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let of_cards = |path: &Path| path.parent().is_some_and(|parent| parent.ends_with(CARDS) && parent != dir);
    let mut found = shipped::files_below(dir);
    found.retain(|file| is_deck::<H>(file) && !of_cards(file));
    if shipped::is_shipped(dir) {
        return Ok(found);
    }
    for path in entries(dir)? {
        if path.is_dir() && !path.ends_with(CARDS) {
            found.extend(below::<H>(&path)?);
        } else if path.is_file() && is_deck::<H>(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Says of a directory of decks that there are more in those below it, which aren't taken.
pub fn tell_below<H: Host>(dir: &Path, screen: &mut Screen<'_>, quiet: bool) {
    let (folder, with_below) = meant::<H>(dir);
    if quiet || with_below || shipped::is_shipped(&folder) || !folder.is_dir() {
        return;
    }
    let Ok(own) = deck_files::<H>(&folder) else { return };
    let more: Vec<PathBuf> = match below::<H>(&folder) {
        Ok(all) if !own.is_empty() => all.into_iter().filter(|file| !own.contains(file)).collect(),
        _ => return,
    };
    let parts = more.iter().filter_map(|file| file.strip_prefix(&folder).ok()?.iter().next());
    let mut names: Vec<String> = parts.map(|name| name.to_string_lossy().into_owned()).collect();
    names.dedup();
    let (are, decks) = if more.len() == 1 { ("is", "deck") } else { ("are", "decks") };
    let where_ = match names.as_slice() {
        [] => return,
        many if many.len() > MOST_NAMED => format!("{} directories below", many.len()),
        many => suggest::list(many),
    };
    screen.remark(&format!(
        "{} more {decks} below {} ({where_}) {are} not taken: {} means all of them",
        more.len(),
        folder.display(),
        folder.join(BELOW).display()
    ));
}

/// Says that decks were left out because they can't be played, and why the first of them can't.
pub fn tell_left_out(left_out: &[String], of: usize, screen: &mut Screen<'_>, quiet: bool) {
    let (Some(first), false) = (left_out.first(), quiet) else { return };
    let first = first.lines().next().unwrap_or_default().trim_end_matches(':');
    screen.remark(&format!("{} of {of} decks can't be played and are left out; the first: {first}", left_out.len()));
}

/// The same, where what is left out may be nothing.
///
/// # Errors
/// If decks can't be played and are not to be left out.
pub fn refuse_or_tell(left_out: &[String], of: usize, skip: SkipArgs, screen: &mut Screen<'_>) -> Result<(), Error> {
    if skip.skip_unplayable == Some(false) && !left_out.is_empty() {
        return Err(Error::deck(left_out.join("\n")));
    }
    tell_left_out(left_out, of, screen, false);
    Ok(())
}

/// Why decks are left out: of each the first of its problems, and how many there are besides.
pub fn reasons(left_out: &[String]) -> Vec<String> {
    let of_one = |deck: &String| {
        let mut problems = deck.lines().filter(|line| !line.starts_with(' '));
        // What stands on lines of its own isn't shown here.
        let first = problems.next().unwrap_or_default().trim_end_matches(':');
        match problems.count() {
            0 => first.to_owned(),
            1 => format!("{first} (and 1 other problem)"),
            more => format!("{first} (and {more} other problems)"),
        }
    };
    left_out.iter().map(of_one).collect()
}

/// The most notes on decks that a command tells.
const MOST_NOTES: usize = 5;

/// Says what was made of decks that isn't plain to see, and which of them, or of the cards, are those that come with the program.
pub fn tell_decks<H: Host>(host: &H, screen: &mut Screen<'_>, quiet: bool) {
    let notes = host.notes();
    for note in notes.iter().take(if quiet { 0 } else { MOST_NOTES }) {
        screen.remark(&shown(note));
    }
    if notes.len() > MOST_NOTES && !quiet {
        screen.remark(&format!("{} more such notes: 'gauntlet deck check' has them all", notes.len() - MOST_NOTES));
    }
    tell_shipped(host, screen, quiet);
}

/// Says which decks are those that come with the program, or that the cards are.
fn tell_shipped<H: Host>(host: &H, screen: &mut Screen<'_>, quiet: bool) {
    let decks: Vec<PathBuf> = host.decks().iter().map(|deck| deck.file.clone()).collect();
    let cards = H::PARTS.lists.card_files(host).iter().any(|path| shipped::is_shipped(path));
    match decks.iter().any(|file| shipped::is_shipped(file)) {
        true => tell_shipped_files::<H>(&decks, screen, quiet),
        false if cards && !quiet => screen.remark(&format!(
            "the cards are those that came with gauntlet, and where it has none of a name those of the card database; {EXPORT}"
        )),
        false => {}
    }
}

/// What can be done about it that shipped files are used.
const EXPORT: &str = "'gauntlet deck export' writes them to a directory";

/// Says which of these decks are those that come with the program.
pub fn tell_shipped_files<H: Host>(decks: &[PathBuf], screen: &mut Screen<'_>, quiet: bool) {
    let names: Vec<String> = (decks.iter().filter(|file| shipped::is_shipped(file)))
        .map(|file| file.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    let what = match names.as_slice() {
        _ if quiet => return,
        [] => return,
        [one] => format!("the deck {one} is the one that came with gauntlet, as {} has none of that name", H::HOME),
        many => {
            let named = match many.len() > MOST_NAMED {
                true => format!("{} decks", many.len()),
                false => format!("the decks {}", suggest::list(many)),
            };
            format!("{named} are those that came with gauntlet, as {} has none of these names", H::HOME)
        }
    };
    screen.remark(&format!("{what}; {EXPORT}"));
}

/// The deck file that `name` means: a path, or the name of a deck in `decks/`, or of one that comes with the program.
///
/// # Errors
/// If there is no such file; the message names the nearest that there is.
pub fn one<H: Host>(name: &Path) -> Result<PathBuf, Error> {
    if name.is_file() {
        return Ok(name.to_owned());
    }
    if name.is_dir() {
        return Err(Error::deck(format!("{} is a directory; name one deck file in it", name.display())));
    }
    let bare = name.parent() == Some(Path::new(""));
    let parent = if bare { Path::new(H::HOME) } else { name.parent().unwrap_or(Path::new("/")) };
    let wanted = name.file_name().unwrap_or(name.as_os_str());
    let mut others = in_directory::<H>(parent).unwrap_or_default();
    if let (Some(home), true) = (H::SHIPPED, bare) {
        let known = |deck: &PathBuf| others.iter().any(|other| other.file_name() == deck.file_name());
        let more =
            shipped::files_in(&shipped::folder(home)).into_iter().filter(|deck| is_deck::<H>(deck) && !known(deck));
        let more: Vec<PathBuf> = more.collect();
        others.extend(more);
    }
    // Without its extension a deck can be named too.
    if let Some(found) = others.iter().find(|path| path.file_stem() == Some(wanted) || path.file_name() == Some(wanted))
    {
        return Ok(found.clone());
    }
    let text = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stems: Vec<String> = others.iter().filter_map(|path| text(path)).collect();
    let wanted = text(Path::new(wanted)).unwrap_or_default();
    // Those of a directory that isn't there are shipped ones as well.
    let more = others.iter().filter(|deck| shipped::is_shipped(deck)).count();
    let place = match (others.len() - more, more) {
        (_, 0) => format!("in {}", parent.display()),
        (0, _) => "that come with gauntlet".to_owned(),
        _ => format!("in {} and those that come with gauntlet", parent.display()),
    };
    let advice = match suggest::nearest(&wanted, stems.iter().map(String::as_str)) {
        Some(near) => format!("did you mean '{near}'?"),
        None if others.is_empty() => "check the path".to_owned(),
        None if stems.len() > MOST_NAMED => {
            format!("there are {} {place}, none with a similar name", stems.len())
        }
        None => format!("the decks {place} are {}", suggest::list(&stems)),
    };
    Err(Error::deck(format!("there is no deck '{}'; {advice}", name.display())))
}

/// The same files without those that come a second time under whatever path; the first stays.
pub fn distinct(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut kept = Vec::new();
    for file in files {
        let real = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        if !seen.contains(&real) {
            seen.push(real);
            kept.push(file);
        }
    }
    kept
}

/// Returns whether a file is called as decks are.
pub fn is_deck<H: Host>(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|extension| H::DECK_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

fn extensions<H: Host>() -> String {
    let names: Vec<String> = H::DECK_EXTENSIONS.iter().map(|extension| format!(".{extension}")).collect();
    suggest::list(&names).replace(" and ", " or ")
}
