//! Recorded games: a file that plays the same game again, choice by choice, and tells where it differs.
//!
//! A recording is JSON Lines. The first line is the [`Header`]: decks, seed and limits; each following line is a [`Step`]: who
//! chose what, and the position's fingerprint afterwards. Choices are words as well as numbers, so that a recording can
//! be read, and still means something when an engine that has changed offers its choices in another order.

use std::path::{Path, PathBuf};
use std::{fs, io};

use gauntlet_core::{Game, Player, Seed};
use serde::{Deserialize, Serialize};

use crate::VERSION;
use crate::error::Error;
use crate::host::Host;
use crate::host::knows::Assumed;
use crate::host::lists::{DeckList, runs, unfold};
use crate::host::options::Limits;
use crate::output::file::{check_not_input, check_replaceable};

/// The version of the format.
const FORMAT: u32 = 2;

/// What a recorded game starts from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of this format.
    pub replay: u32,
    /// The version of the program that recorded it.
    pub gauntlet: String,
    /// The game's name.
    pub game: String,
    /// Where the cards' definitions were read from.
    pub cards: Vec<PathBuf>,
    /// A hash of the definitions of the cards in both decks.
    pub card_pool: String,
    /// The seed of the game, in hexadecimal.
    pub seed: String,
    /// Whether libraries are shuffled; if not, neither before the game nor in it, and decks are listed from the top on.
    pub shuffled: bool,
    /// What else decides the game, as its host writes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// What the players' agents were told of each other's decks, if it wasn't the lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knows: Option<Assumed>,
    /// The last turn that is played.
    pub max_turns: u32,
    /// The most choices that are made.
    pub max_actions: u64,
    /// The decks, that of the player who takes the first turn first.
    pub decks: [DeckList; 2],
    /// The fingerprint of the position at the first choice, in hexadecimal.
    pub start: String,
    /// The cards of both decks, and of the lists of [`Header::knows`], as card files have them, so that the game can be played where those are not; none if the game's cards are
    /// in the program, or a text of them can't be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Who made the choices, if they were agents that were asked for all of theirs: they can go on after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played_by: Vec<Seated>,
    /// The agents, if they must be asked along the game to see what is wrong with it: their own choices are what failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<Seated>,
    /// What is wrong after the last step, if this is the record of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Of what kind it is.
    pub kind: FoundKind,
    /// What was said about it.
    pub message: String,
}

/// Of what kind a failure is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    /// The engine or an agent panicked.
    Panic,
    /// Something is so that can't be.
    Invariant,
    /// A copy of the position is another position.
    Copy,
    /// A world dealt for a player is not what that player sees.
    World,
    /// The same choices again made another game.
    Repeat,
    /// It goes on without getting anywhere.
    Hang,
    /// An agent failed that only the program has that played the game, such as a function of Python's: the choices lead to where it was asked.
    Agent,
}

impl FoundKind {
    /// The name in tables and file names.
    pub fn name(self) -> &'static str {
        match self {
            FoundKind::Panic => "panic",
            FoundKind::Invariant => "invariant",
            FoundKind::Copy => "copy",
            FoundKind::World => "world",
            FoundKind::Repeat => "repeat",
            FoundKind::Hang => "hang",
            FoundKind::Agent => "agent",
        }
    }
}

impl Found {
    /// What stays the same of it when cards and choices around it change: a panic's place, a message without numbers.
    pub fn signature(&self) -> String {
        let text = match (self.kind, self.message.rfind(" (")) {
            (FoundKind::Panic, Some(place)) => &self.message[place..],
            // What follows a colon is the case at hand.
            _ => self.message.split(':').next().unwrap_or_default(),
        };
        let text = if self.kind == FoundKind::Panic {
            text.to_owned()
        } else {
            text.chars().filter(|c| !c.is_ascii_digit()).collect()
        };
        format!("{} {text}", self.kind.name())
    }
}

/// One choice of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Who chose: the seat, 0 or 1.
    pub player: usize,
    /// What was asked: the kind of choice, and what it was for.
    pub asked: String,
    /// The number of the choice among the legal ones.
    pub choice: usize,
    /// The choice in words.
    pub action: String,
    /// The position's fingerprint afterwards, in hexadecimal; none where the engine failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// What it starts from.
    pub header: Header,
    /// What was chosen.
    pub steps: Vec<Step>,
}

/// A fingerprint as recordings have it.
pub fn hex(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

impl Header {
    /// The header of a game of `host` with these cards, in which the first deck takes the first turn. `start` is left empty.
    pub fn new<H: Host>(
        host: &H,
        names: [&str; 2],
        lists: &[Vec<String>; 2],
        seed: Seed,
        limits: Limits,
        shuffled: bool,
    ) -> Header {
        let deck = |seat: usize| DeckList { name: names[seat].to_owned(), cards: runs(&lists[seat]) };
        Header {
            replay: FORMAT,
            gauntlet: VERSION.to_owned(),
            game: H::NAME.to_owned(),
            cards: H::PARTS.lists.card_files(host),
            card_pool: H::PARTS.lists.fingerprint(host, lists),
            seed: seed.to_hex(),
            shuffled,
            options: host.options(),
            knows: host.assumed(),
            max_turns: limits.turns,
            max_actions: limits.actions,
            decks: [deck(0), deck(1)],
            start: String::new(),
            texts: H::PARTS.lists.texts(host, lists),
            played_by: Vec::new(),
            agents: Vec::new(),
            found: None,
        }
    }

    /// When the game is a draw.
    pub fn limits(&self) -> Limits {
        Limits { turns: self.max_turns, actions: self.max_actions }
    }

    /// The cards of both decks; `None` if they are not written as they should be.
    pub fn lists(&self) -> Option<[Vec<String>; 2]> {
        Some([unfold(&self.decks[0].cards)?, unfold(&self.decks[1].cards)?])
    }
}

impl Recording {
    /// Looks whether a recording may be written to a path: what is there is none, or can be replaced. `input` is the recording that is read
    /// for it.
    ///
    /// # Errors
    /// If it would replace what it is made of, or a file of another kind.
    pub fn check_place(path: &Path, flag: &str, input: Option<&Path>) -> Result<(), Error> {
        input.map_or(Ok(()), |input| check_not_input(path, flag, input))?;
        check_replaceable(path, flag, "a recorded game", |head| head.starts_with(b"{\"replay\":"))
    }

    /// The file's contents.
    ///
    /// # Errors
    /// None in practice: there is only text and numbers.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        serde_json::to_writer(&mut bytes, &self.header).map_err(io::Error::from)?;
        bytes.push(b'\n');
        for step in &self.steps {
            serde_json::to_writer(&mut bytes, step).map_err(io::Error::from)?;
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    /// Writes the file, and the folders that lead to it.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let bytes = self.bytes()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, bytes));
        written.map_err(|cause| Error::Write { path: path.to_owned(), cause })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read or isn't a recording: one sentence with file and line.
    pub fn read(path: &Path) -> Result<Recording, Error> {
        let text = fs::read_to_string(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
        Recording::parse(&text, path)
    }

    /// The recording that a file's contents are; `path` is what messages call it.
    ///
    /// # Errors
    /// If they aren't a recording: one sentence with file and line.
    pub fn parse(text: &str, path: &Path) -> Result<Recording, Error> {
        let bad = |line: usize, why: &str| Error::input(format!("{}:{line}: {why}", path.display()));
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else { return Err(bad(1, "the file is empty; it isn't a recorded game")) };
        // A header is an object: a list of numbers has no version, though it could be read as one.
        let version =
            serde_json::from_str::<serde_json::Value>(first).ok().and_then(|header| header.get("replay")?.as_u64());
        match version {
            Some(version) if version == u64::from(FORMAT) => {}
            Some(version) => {
                return Err(bad(
                    1,
                    &format!("this is format {version} of recorded games; this program reads {FORMAT}"),
                ));
            }
            None if first.starts_with("{\"replay\":") => {
                return Err(bad(1, "the file is cut off: its first line, the header of a recorded game, has no end"));
            }
            None => return Err(bad(1, "this isn't a recorded game: its first line is not the header of one")),
        }
        let header: Header = serde_json::from_str(first).map_err(|error| bad(1, &in_a_line(&error)))?;
        let step = |(number, line): (usize, &str)| {
            let step: Step = serde_json::from_str(line).map_err(|error| bad(number + 1, &in_a_line(&error)))?;
            if step.player > 1 { Err(bad(number + 1, "players are 0 and 1")) } else { Ok(step) }
        };
        let steps: Result<Vec<Step>, Error> = lines.filter(|(_, line)| !line.trim().is_empty()).map(step).collect();
        Ok(Recording { header, steps: steps? })
    }

    /// The host that has the cards of this recording, and the cards of the decks. `path` is where the recording is from. The cards are those of
    /// `cards`, if files or folders are named; else those written in the recording; else those of the files that it names.
    ///
    /// # Errors
    /// If it is a recording of another game, or makes no sense, or its cards can't be loaded.
    pub fn load<H: Host>(&self, path: &Path, cards: &[PathBuf]) -> Result<(H, [Vec<String>; 2], Seed), Error> {
        let bad = |why: &str| Error::input(format!("{}:1: {why}", path.display()));
        if self.header.game != H::NAME {
            return Err(bad(&format!("this is a game of {}, not of {}", self.header.game, H::NAME)));
        }
        let lists = self.header.lists().ok_or_else(|| bad("a deck's cards are written \"4 Name\""))?;
        let seed = Seed::from_hex(&self.header.seed).ok_or_else(|| bad("a seed has 64 hexadecimal digits"))?;
        let all = lists.concat();
        let host = match (cards, self.header.texts.as_slice()) {
            (named @ [_, ..], _) => H::PARTS.lists.with_cards(named, Some(&all))?,
            ([], []) => H::PARTS.lists.with_cards(&self.header.cards, Some(&all))?,
            ([], texts) => H::PARTS.lists.with_texts(texts, path, &all)?,
        };
        let host = host.with_options(&self.header.options)?;
        let host = match &self.header.knows {
            Some(assumed) => host.assuming(assumed)?,
            None => host,
        };
        Ok((host, lists, seed))
    }
}

/// What is wrong with a line of a file, whose number is told with it.
fn in_a_line(error: &serde_json::Error) -> String {
    let (text, column) = (error.to_string(), error.column());
    let place = format!(" at line {} column {column}", error.line());
    text.strip_suffix(&place).map_or_else(|| text.clone(), |what| format!("{what} at column {column}"))
}

/// Returns whether a question or a choice is what was recorded, which earlier versions tell in fewer words: they don't say what is done.
pub fn same_words(now: &str, recorded: &str) -> bool {
    now.strip_prefix(recorded).is_some_and(|more| more.is_empty() || more.starts_with([':', ',']))
}

/// The legal choice that a step means: that of its number if it has this name, or the first that is.
pub fn find<G: Game>(game: &G, legal: &[G::Action], choice: usize, words: &str) -> Option<usize> {
    let fits = |index: &usize| legal.get(*index).is_some_and(|action| same_words(&game.describe(*action), words));
    Some(choice).filter(fits).or_else(|| (0..legal.len()).find(fits))
}

/// Notes the steps of a game as it is played.
#[derive(Clone, Default)]
pub struct Recorder {
    steps: Vec<Step>,
    start: String,
}

impl Recorder {
    /// To be called with each choice before it is carried out.
    pub fn before<G: Game>(&mut self, game: &G, player: Player, action: G::Action) {
        self.arrived(game);
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let choice = legal.iter().position(|other| *other == action).unwrap_or_default();
        let (asked, action) = (game.question(), game.describe(action));
        self.steps.push(Step { player: player.index(), asked, choice, action, after: None });
    }

    /// To be called where the game stands after a choice; and at its end.
    pub fn arrived<G: Game>(&mut self, game: &G) {
        match self.steps.last_mut() {
            Some(step) => step.after = Some(hex(game.fingerprint())),
            None => self.start = hex(game.fingerprint()),
        }
    }

    /// The recording.
    pub fn finish(self, header: Header, found: Option<Found>) -> Recording {
        Recording { header: Header { start: self.start, found, ..header }, steps: self.steps }
    }
}

/// An agent of a recorded game: its seat's is that of its place in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// Its spec.
    pub agent: String,
    /// The seed of its stream, in hexadecimal.
    pub seed: String,
}
