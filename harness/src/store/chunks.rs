//! What a run has finished, in files that outlive it: `chunks/` in the run's directory.
//!
//! A chunk is the sums over some units of play. It is written under a temporary name, synced, and renamed, so that a file is
//! there whole or not at all, whenever the machine stops. Chunks add up to the whole run in any order.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::output::file::{sweep, write_whole};
use crate::play::chunk::Chunk;

/// The name of the folder.
pub const FOLDER: &str = "chunks";

/// How a chunk lies in its file.
#[derive(Serialize, Deserialize)]
struct Sealed {
    /// The id of the run that it belongs to.
    run: String,
    /// The hash of the rows beside it, if there are such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<String>,
    chunk: Chunk,
}

/// Returns whether the rows in a file are those that were written there.
fn check_rows(path: &Path, hash: &str) -> Result<(), String> {
    let rows = fs::read(path).map_err(|cause| format!("can't be read: {cause}"))?;
    match blake3::hash(&rows).to_hex().as_str() == hash {
        true => Ok(()),
        false => Err("is damaged: its rows don't have the hash that its chunk has noted".to_owned()),
    }
}

/// The folder of a run's chunks.
#[derive(Clone, Debug)]
pub struct Chunks {
    folder: PathBuf,
    run: String,
}

impl Chunks {
    /// The chunks of run `run` in the directory `dir`, which need not have any yet.
    pub fn of(dir: &Path, run: &str) -> Chunks {
        Chunks { folder: dir.join(FOLDER), run: run.to_owned() }
    }

    /// Writes a chunk, with the rows of its games beside it if there are such. It is safe when this returns.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, chunk: &Chunk, rows: Option<&str>) -> Result<(), Error> {
        let Some(first) = chunk.units.iter().next() else { return Ok(()) };
        fs::create_dir_all(&self.folder).map_err(|cause| Error::Write { path: self.folder.clone(), cause })?;
        let hash = rows.map(|rows| blake3::hash(rows.as_bytes()).to_hex().to_string());
        let sealed = serde_json::to_string(&Sealed { run: self.run.clone(), rows: hash, chunk: chunk.clone() });
        let sealed = sealed.map_err(io::Error::from)?;
        // The first line is the hash of the second: a disk may spoil what was written well.
        let text = format!("{}\n{sealed}\n", blake3::hash(sealed.as_bytes()).to_hex());
        let path = self.folder.join(format!("{:012}.json", first.start));
        if let Some(rows) = rows {
            write_whole(&beside(&path), rows.as_bytes())?;
        }
        write_whole(&path, text.as_bytes())
    }

    /// Removes what is left of chunks that were being written when the machine stopped.
    ///
    /// # Errors
    /// If the folder is there and can't be read, or a file can't be removed.
    pub fn sweep(&self) -> Result<(), Error> {
        sweep(&self.folder)
    }

    /// Calls `f` with each chunk and its file, in the order of their first units.
    ///
    /// # Errors
    /// If one can't be read, is damaged, or belongs to another run; and what `f` says.
    pub fn read(&self, mut f: impl FnMut(&Path, Chunk) -> Result<(), Error>) -> Result<(), Error> {
        let unreadable = |cause| Error::Read { path: self.folder.clone(), cause };
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(unreadable)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            // What has another name is a file that was being written when the machine stopped.
            if path.extension().is_some_and(|extension| extension == "json") {
                files.push(path);
            }
        }
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).map_err(|cause| Error::Read { path: path.clone(), cause })?;
            let remedy = "delete it, and 'gauntlet resume' plays its games again";
            let sealed =
                self.open(&text).map_err(|what| Error::input(format!("{} {what}; {remedy}", path.display())))?;
            if let Some(hash) = &sealed.rows {
                check_rows(&beside(&path), hash).map_err(|what| {
                    Error::input(format!(
                        "{} {what}; delete {} with it, and 'gauntlet resume' plays its games again",
                        beside(&path).display(),
                        path.display()
                    ))
                })?;
            }
            f(&path, sealed.chunk)?;
        }
        Ok(())
    }

    fn open(&self, text: &str) -> Result<Sealed, String> {
        let (hash, sealed) = text.split_once('\n').ok_or("isn't a chunk of a run")?;
        let sealed = sealed.trim_end();
        if blake3::hash(sealed.as_bytes()).to_hex().as_str() != hash {
            return Err("is damaged: its contents don't have the hash in its first line".into());
        }
        let sealed: Sealed =
            serde_json::from_str(sealed).map_err(|error| format!("isn't a chunk of a run: {error}"))?;
        if sealed.run != self.run {
            return Err(format!("belongs to run {}, not to run {}", sealed.run, self.run));
        }
        if !sealed.chunk.units.is_sound() {
            return Err("is damaged: its ranges overlap".into());
        }
        Ok(sealed)
    }

    /// Copies all chunks to another folder.
    ///
    /// # Errors
    /// If a file can't be read or written.
    pub fn copy_to(&self, other: &Chunks) -> Result<(), Error> {
        self.read(|path, chunk| {
            let rows = match fs::read_to_string(beside(path)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                rows => Some(rows.map_err(|cause| Error::Read { path: beside(path), cause })?),
            };
            other.write(&chunk, rows.as_deref())
        })
    }

    /// Removes all chunks.
    ///
    /// # Errors
    /// If they can't be removed.
    pub fn clear(&self) -> Result<(), Error> {
        match fs::remove_dir_all(&self.folder) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                Err(Error::Write { path: self.folder.clone(), cause })
            }
            _ => Ok(()),
        }
    }
}

/// The file of the rows of the chunk in `chunk`.
pub fn beside(chunk: &Path) -> PathBuf {
    chunk.with_extension("csv")
}
