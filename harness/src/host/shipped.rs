//! The decks and cards that come with the program, for where there is no folder `decks/`.
//!
//! They have paths like files, which begin with `shipped:`; whoever reads decks or cards asks here first.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::error::Error;
use crate::output::file::write_whole;

/// Where the paths of these files begin.
const ROOT: &str = "shipped:";

/// The files with their paths in the folder, by path.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The positions of `gauntlet tactics` and their cards, with their paths in their folder, by path.
pub static TACTICS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/tactics.rs"));

/// The path of a folder of these files, by its path below the first.
pub fn folder(below: &str) -> PathBuf {
    Path::new(ROOT).join(below)
}

/// Returns whether a path is one of these, or would be.
pub fn is_shipped(path: &Path) -> bool {
    path.starts_with(ROOT)
}

/// The contents of one of these files; `None` for any other.
pub fn text(path: &Path) -> Option<&'static str> {
    let inside = path.strip_prefix(ROOT).ok()?;
    FILES.iter().find(|(name, _)| Path::new(name) == inside).map(|(_, text)| *text)
}

/// The contents of a file, one of these or any other.
///
/// # Errors
/// If it can't be read.
pub fn read(path: &Path) -> io::Result<String> {
    text(path).map_or_else(|| fs::read_to_string(path), |text| Ok(text.to_owned()))
}

/// The files that lie directly in one of these folders, by name; none if it isn't one.
pub fn files_in(dir: &Path) -> Vec<PathBuf> {
    let Ok(inside) = dir.strip_prefix(ROOT) else { return Vec::new() };
    let names = FILES.iter().map(|(name, _)| Path::new(name)).filter(|name| name.parent() == Some(inside));
    names.map(|name| Path::new(ROOT).join(name)).collect()
}

/// The files that lie in one of these folders and in those below it, by path; none if it isn't one.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let Ok(inside) = dir.strip_prefix(ROOT) else { return Vec::new() };
    let names = FILES.iter().map(|(name, _)| Path::new(name)).filter(|name| name.starts_with(inside));
    names.map(|name| Path::new(ROOT).join(name)).collect()
}

/// Writes all of them into a folder, which is created if it doesn't exist. Returns how many there are.
///
/// # Errors
/// If a file can't be written, or already exists and has other contents; then nothing is written.
pub fn write_to(dir: &Path) -> Result<usize, Error> {
    let is_other = |(name, text): &&(&str, &str)| fs::read(dir.join(name)).is_ok_and(|found| found != text.as_bytes());
    if let Some((name, _)) = FILES.iter().find(is_other) {
        let path = dir.join(name);
        return Err(Error::input(format!(
            "{} already exists and isn't the shipped one: move it away, or name another folder",
            path.display()
        )));
    }
    for (name, text) in FILES {
        let path = dir.join(name);
        let folder = path.parent().unwrap_or(dir);
        fs::create_dir_all(folder).map_err(|cause| Error::Write { path: folder.to_owned(), cause })?;
        write_whole(&path, text.as_bytes())?;
    }
    Ok(FILES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_and_written() {
        let decks = files_in(&folder(""));
        assert!(decks.len() >= 12 && decks.iter().all(|deck| text(deck).is_some()), "{decks:?}");
        let cards = decks[0].with_file_name("cards");
        assert!(is_shipped(&cards) && files_in(&cards).len() >= 7);
        assert!(text(Path::new("burn.txt")).is_none() && files_in(Path::new("decks")).is_empty());
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(write_to(dir.path()).expect("written"), FILES.len());
        assert_eq!(write_to(dir.path()).expect("the same again"), FILES.len());
        fs::write(dir.path().join("burn.txt"), "60 Mountain\n").expect("written");
        assert!(write_to(dir.path()).expect_err("another").to_string().contains("isn't the shipped one"));
    }
}
