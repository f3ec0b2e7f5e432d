//! Files that are there whole or not at all, and JSON.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;

use crate::error::Error;

/// `value` as indented JSON with a line feed at the end.
///
/// # Errors
/// If a map in it has keys that are not text.
pub fn json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(io::Error::from)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// One JSON value per line.
///
/// # Errors
/// If a map in it has keys that are not text.
pub fn json_lines(values: &[impl Serialize]) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    for value in values {
        serde_json::to_writer(&mut bytes, value).map_err(io::Error::from)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Rewrites a file: `fill` writes it under a temporary name; it is synced, and then takes the place of an older one. So the file
/// is there whole or as it was, whenever the machine stops. A symbolic link stays one, and what it leads to is rewritten; a device or a pipe
/// is written to.
///
/// # Errors
/// If it can't be written; nothing is left of it then.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        let written = File::options().write(true).open(path).and_then(|mut file| fill(&mut file));
        return written.map_err(|cause| Error::Write { path: path.to_owned(), cause });
    }
    let named = path;
    let path = &fs::canonicalize(named).unwrap_or_else(|_| named.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}-{}", std::process::id()));
    let written = File::create(&temporary)
        .and_then(|mut file| fill(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|cause| {
        // The disk may be full: don't leave the half that fitted.
        let _ = fs::remove_file(&temporary);
        Error::Write { path: named.to_owned(), cause }
    })
}

/// Rewrites a file with these contents, as [`replace`] does.
///
/// # Errors
/// If it can't be written; nothing is left of it then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, |file| file.write_all(bytes))
}

/// Looks whether a file can be written, before what it is to have is made, which may take hours. Nothing is left of it.
///
/// # Errors
/// If it can't be written.
pub fn check_writable(path: &Path) -> Result<(), Error> {
    let failed = |cause| Error::Write { path: path.to_owned(), cause };
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(there) if !there.is_file() => Ok(()),
        _ => {
            let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            let name = real.file_name().unwrap_or_default().to_string_lossy();
            let temporary = real.with_file_name(format!(".{name}-{}", std::process::id()));
            File::create(&temporary).and_then(|_| fs::remove_file(&temporary)).map_err(failed)
        }
    }
}

/// Looks whether what is already at a path may be replaced by an output: nothing, what isn't a plain file, an empty file, or one that begins as
/// outputs of this kind do. So a wrong argument costs nobody a list or a file of cards. `kind` is how such a file is called, with its article, and
/// `flag` names the option that the path is from.
///
/// # Errors
/// If something else is there.
pub fn check_replaceable(path: &Path, flag: &str, kind: &str, begins: impl Fn(&[u8]) -> bool) -> Result<(), Error> {
    if !fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0) {
        return Ok(());
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head));
    read.map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    if begins(&head) {
        return Ok(());
    }
    Err(Error::input(format!(
        "{} already exists and isn't {kind}, so it won't be overwritten; name another file with {flag}",
        path.display()
    )))
}

/// Returns whether a file begins as the pages do that are written.
pub fn is_page(head: &[u8]) -> bool {
    head.get(..14).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype html"))
}

/// Looks whether a page may be written to a path, as [`check_replaceable`] does.
///
/// # Errors
/// If something else is there.
pub fn check_page(path: &Path, flag: &str) -> Result<(), Error> {
    check_replaceable(path, flag, "a page", is_page)
}

/// Looks whether an output would replace a file that is read for it.
///
/// # Errors
/// If it would.
pub fn check_not_input(path: &Path, flag: &str, input: &Path) -> Result<(), Error> {
    let same = path == input
        || fs::canonicalize(path).is_ok_and(|path| fs::canonicalize(input).is_ok_and(|input| path == input));
    match same {
        true => Err(Error::input(format!("{} is what is read; name another file with {flag}", path.display()))),
        false => Ok(()),
    }
}

/// Removes files from a folder that [`write_whole`] has not finished; nothing if there is no such folder.
///
/// # Errors
/// If the folder can't be read, or a file can't be removed.
pub fn sweep(folder: &Path) -> Result<(), Error> {
    let unreadable = |cause| Error::Read { path: folder.to_owned(), cause };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(unreadable)?,
    };
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished =
            name.strip_prefix('.').and_then(|rest| rest.rsplit_once('-')).is_some_and(|(name, process)| {
                name.contains('.') && !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit())
            });
        if unfinished && path.is_file() {
            fs::remove_file(&path).map_err(|cause| Error::Write { path: path.clone(), cause })?;
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_of_another_kind_are_not_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let (list, table) = (dir.path().join("list.txt"), dir.path().join("table.csv"));
        fs::write(&list, "4 Elk\n").expect("written");
        fs::write(&table, "id,area\n").expect("written");
        let check = |path: &Path| {
            let checked = check_replaceable(path, "--csv", "such a table", |head| head.starts_with(b"id,"));
            checked.map_err(|error| error.to_string())
        };
        assert!(check(&list).is_err_and(|error| error.contains("list.txt already exists and isn't such a table")));
        assert_eq!((check(&table), check(&dir.path().join("new.csv"))), (Ok(()), Ok(())));
        let other = dir.path().join(".").join("list.txt");
        assert!(check_not_input(&other, "--out", &list).is_err() && check_not_input(&table, "--out", &list).is_ok());
        assert!(check_writable(&table).is_ok() && check_writable(&dir.path().join("no/new.csv")).is_err());
        assert_eq!(fs::read_dir(dir.path()).expect("it is there").count(), 2, "nothing is left of trying");
    }

    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let dir = tempfile::tempdir().expect("a folder");
        let (real, link) = (dir.path().join("real.html"), dir.path().join("link.html"));
        fs::write(&real, "old").expect("a file");
        std::os::unix::fs::symlink("real.html", &link).expect("a link");
        write_whole(&link, b"new").expect("it is written");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read(&real).expect("it is there"), b"new");
        assert_eq!(fs::read_dir(dir.path()).expect("it is there").count(), 2);

        let device = dir.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        write_whole(&device, b"gone").expect("it is written");
        assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
        assert!(fs::read(&device).expect("it can be read").is_empty());
    }
}
