//! What goes along to another machine: decks, cards, and the files that agents read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::agents::{Pilot, Recorded};
use crate::host::options::LoadArgs;
use crate::host::{Host, shipped};
use crate::plan::files;

/// Files as texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Luggage {
    /// The decks by file name and contents, in their order.
    decks: Vec<(String, String)>,
    /// The decks that agents are told the other's may be, in the same way, if they are others.
    field: Vec<(String, String)>,
    /// The hashes of what the decks are.
    fingerprints: Vec<String>,
    /// The cards, as card files have them; none if they are in the program.
    cards: Option<String>,
    /// The agents, each with the settings whose values are files that it reads.
    agents: Vec<Sent>,
    /// These files and their contents.
    files: BTreeMap<String, String>,
}

/// An agent that is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Sent {
    spec: String,
    /// What is on record of it.
    settings: BTreeMap<String, String>,
    files: Vec<(String, String)>,
}

/// Where it was unpacked.
pub(super) struct Unpacked {
    /// The decks, in their order.
    pub(super) decks: Vec<PathBuf>,
    /// The directory of the decks that agents are told the other's may be.
    pub(super) field: Option<PathBuf>,
    /// The hashes of what they must be.
    fingerprints: Vec<String>,
    /// The cards; none if they are in the program.
    pub(super) cards: Vec<PathBuf>,
    /// What agents are to be called, who were called by the other machine's files.
    pub(super) agents: Vec<String>,
    /// What was on record of them there.
    pub(super) recorded: Recorded,
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |cause| Error::Read { path: path.to_owned(), cause }
}

impl Luggage {
    /// What is needed of a host whose decks were read so, and by these pilots.
    ///
    /// # Errors
    /// If a file can't be read, or a card can't be written.
    pub(super) fn of<H: Host>(host: &H, load: &LoadArgs, pilots: &[Pilot<H::Game>]) -> Result<Luggage, Error> {
        let decks = host.decks();
        let deck = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, shipped::read(file).map_err(unreadable(file))?))
        };
        let field = load.knows.field_of.as_deref().map_or(Ok(Vec::new()), files::in_directory::<H>)?;
        let agent = |pilot: &Pilot<H::Game>| {
            let (spec, settings) = pilot.record();
            let files = pilot.files().map(|(key, file)| (key.to_owned(), file.to_owned())).collect();
            Sent { spec, settings, files }
        };
        let agents: Vec<Sent> = pilots.iter().map(agent).collect();
        let file = |name: &String| {
            let path = Path::new(name);
            Ok((name.clone(), fs::read_to_string(path).map_err(unreadable(path))?))
        };
        let files = agents.iter().flat_map(|agent| &agent.files).map(|(_, name)| file(name));
        Ok(Luggage {
            decks: decks.iter().map(|one| deck(&one.file)).collect::<Result<_, Error>>()?,
            field: field.iter().map(deck).collect::<Result<_, Error>>()?,
            fingerprints: decks.iter().map(|deck| deck.fingerprint.clone()).collect(),
            cards: H::PARTS.lists.card_file(host)?,
            files: files.collect::<Result<_, Error>>()?,
            agents,
        })
    }

    /// Writes all of it into a folder.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn unpack(self, folder: &Path) -> Result<Unpacked, Error> {
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
        let field = folder.join("field");
        for (name, text) in &self.field {
            write(&field.join(name), text)?;
        }
        let field = (!self.field.is_empty()).then_some(field);
        let cards: Vec<PathBuf> = self.cards.as_ref().map(|_| folder.join("cards.txt")).into_iter().collect();
        if let ([path], Some(text)) = (cards.as_slice(), &self.cards) {
            write(path, text)?;
        }
        let mut agents = self.agents;
        for (number, (name, text)) in self.files.iter().enumerate() {
            let path = folder.join(format!("agent-{number}"));
            write(&path, text)?;
            agents.iter_mut().for_each(|agent| agent.call(name, &path.to_string_lossy()));
        }
        let recorded = agents.iter().map(|agent| (agent.spec.clone(), agent.settings.clone())).collect();
        let agents = agents.into_iter().map(|agent| agent.spec).collect();
        Ok(Unpacked { decks, field, fingerprints: self.fingerprints, cards, agents, recorded })
    }
}

impl Sent {
    /// Has it read another file in place of one that it was named with.
    fn call(&mut self, name: &str, path: &str) {
        for (key, _) in self.files.iter().filter(|(_, file)| file == name) {
            // The settings come first: what a command has of the kind isn't meant.
            self.spec = self.spec.replacen(&format!("{key}={name}"), &format!("{key}={path}"), 1);
        }
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
