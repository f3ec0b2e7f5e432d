//! What goes along to another machine: decks, cards, and the files that agents read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::{Deck, Host, shipped};

/// Files as texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Luggage {
    /// The decks by file name and contents, in their order.
    decks: Vec<(String, String)>,
    /// The hashes of what the decks are.
    fingerprints: Vec<String>,
    /// The cards, as card files have them; none if they are in the program.
    cards: Option<String>,
    /// Files that agents are named with, and their contents.
    files: BTreeMap<String, String>,
}

/// Where it was unpacked.
pub(super) struct Unpacked {
    /// The decks, in their order.
    pub(super) decks: Vec<PathBuf>,
    /// The hashes of what they must be.
    fingerprints: Vec<String>,
    /// The cards; none if they are in the program.
    pub(super) cards: Vec<PathBuf>,
    /// What agents are to be called, who were called by the other machine's files.
    pub(super) agents: Vec<String>,
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |cause| Error::Read { path: path.to_owned(), cause }
}

impl Luggage {
    /// What is needed of a host with these decks, and by these pilots.
    ///
    /// # Errors
    /// If a file can't be read, or a card can't be written.
    pub(super) fn of<H: Host>(host: &H, decks: &[Deck], pilots: &[Pilot<H::Game>]) -> Result<Luggage, Error> {
        let deck = |deck: &Deck| {
            let name = deck.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, shipped::read(&deck.file).map_err(unreadable(&deck.file))?))
        };
        let named = pilots.iter().flat_map(|pilot| pilot.settings.iter());
        let named = named.map(|(_, value)| Path::new(value)).filter(|path| path.is_file());
        let file = |path: &Path| {
            Ok((path.to_string_lossy().into_owned(), fs::read_to_string(path).map_err(unreadable(path))?))
        };
        Ok(Luggage {
            decks: decks.iter().map(deck).collect::<Result<_, Error>>()?,
            fingerprints: decks.iter().map(|deck| deck.fingerprint.clone()).collect(),
            cards: H::PARTS.lists.card_file(host)?,
            files: named.map(file).collect::<Result<_, Error>>()?,
        })
    }

    /// Writes all of it into a folder. `agents` are called as they were where it comes from.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn unpack(self, folder: &Path, mut agents: Vec<String>) -> Result<Unpacked, Error> {
        let write = |path: &Path, text: &str| {
            let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
            made.map_err(|cause| Error::Write { path: path.to_owned(), cause })
        };
        let mut decks = Vec::new();
        for (number, (name, text)) in self.decks.iter().enumerate() {
            let path = folder.join(number.to_string()).join(name);
            write(&path, text)?;
            decks.push(path);
        }
        let cards: Vec<PathBuf> = self.cards.as_ref().map(|_| folder.join("cards.txt")).into_iter().collect();
        if let ([path], Some(text)) = (cards.as_slice(), &self.cards) {
            write(path, text)?;
        }
        for (number, (name, text)) in self.files.iter().enumerate() {
            let path = folder.join(format!("agent-{number}"));
            write(&path, text)?;
            agents.iter_mut().for_each(|spec| *spec = spec.replace(name, &path.to_string_lossy()));
        }
        Ok(Unpacked { decks, fingerprints: self.fingerprints, cards, agents })
    }
}

impl Unpacked {
    /// Sees that the decks are what they were.
    ///
    /// # Errors
    /// If they aren't.
    pub(super) fn check<H: Host>(&self, host: &H) -> Result<(), Error> {
        if host.decks().iter().map(|deck| &deck.fingerprint).eq(&self.fingerprints) {
            return Ok(());
        }
        Err(Error::input("decks are not what they were when they were sent: this is a fault of gauntlet's"))
    }
}
