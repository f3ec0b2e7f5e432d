//! What bots answered, kept in a file: with it a run is played again as it was, whatever clocks and bots do.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use gauntlet_spellbench::bot::{Cause, Fault};
use gauntlet_spellbench::message::SeatDecision;
use serde::{Deserialize, Serialize};

/// A bot's part in a game: a line of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Game {
    /// Which game: a function of the run's seed, the pairing, the game's number in it and the seat.
    pub(super) game: String,
    /// The numbers of the candidates that were chosen.
    pub(super) answers: Vec<u32>,
    /// A mark of each decision that was answered and those before it: in another game they are others. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<u16>,
    /// Why the bot gave no more answers, if that is how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
}

impl Game {
    /// Answer number `place`, to a decision with this mark and this many candidates; none if the answers are those of another game.
    pub(super) fn answer(&self, place: usize, candidates: usize, mark: u16) -> Option<Result<u32, Fault>> {
        if self.marks.get(place).is_some_and(|other| *other != mark) {
            return None;
        }
        match (self.answers.get(place), &self.fault) {
            (Some(answer), _) if (*answer as usize) < candidates => Some(Ok(*answer)),
            (None, Some(fault)) => Some(Err(recorded(fault))),
            _ => None,
        }
    }
}

/// What was asked so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Asked([u8; 32]);

impl Asked {
    /// The mark of a decision after those before it.
    pub(super) fn mark(&mut self, decision: &SeatDecision) -> u16 {
        let mut hash = blake3::Hasher::new();
        hash.update(&self.0);
        hash.update(&serde_json::to_vec(decision).expect("messages are JSON"));
        self.0 = *hash.finalize().as_bytes();
        u16::from_le_bytes([self.0[0], self.0[1]])
    }
}

/// A fault as it was told.
fn recorded(text: &str) -> Fault {
    let (word, message) = text.split_once(": ").unwrap_or(("", text));
    let cause = Cause::ALL.iter().copied().find(|cause| cause.word() == word);
    Fault { cause: cause.unwrap_or(Cause::AgentError), message: message.to_owned() }
}

/// The file, and what it had when it was opened.
#[derive(Debug)]
pub(super) struct Answers {
    path: PathBuf,
    games: BTreeMap<String, Game>,
    file: Mutex<File>,
}

impl Answers {
    /// Opens a file, or makes a new one.
    ///
    /// # Errors
    /// A sentence, if it can't be read or written, or isn't such a file.
    pub(super) fn open(path: &Path) -> Result<Answers, String> {
        let bad = |error: &dyn std::fmt::Display| format!("the answers in {}: {error}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(bad(&error)),
        };
        let mut games = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let game: Game = serde_json::from_str(line).map_err(|error| bad(&format!("line {number}: {error}")))?;
            games.insert(game.game.clone(), game);
        }
        let file = File::options().create(true).append(true).open(path).map_err(|error| bad(&error))?;
        Ok(Answers { path: path.to_owned(), games, file: Mutex::new(file) })
    }

    /// What is said of answers that aren't those of the game that is played.
    pub(super) fn of_another_game(&self) -> String {
        let path = self.path.display();
        format!(
            "the run can't be played: the answers in {path} were given in other games (another opponent, a changed list or another version of \
             this program): play these with a file of their own"
        )
    }

    /// What is said if a game isn't among the answers and there is nobody to give others.
    pub(super) fn without_program(&self, cause: &str) -> String {
        format!("the run can't be played: the answers in {} lack a game of it, and {cause}", self.path.display())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What was answered in a game.
    pub(super) fn of(&self, game: &str) -> Option<Game> {
        self.games.get(game).cloned()
    }

    /// Adds a game to the file.
    ///
    /// # Panics
    /// If it can't be written: without its answers a game can't be played again.
    pub(super) fn keep(&self, game: Game) {
        let mut line = serde_json::to_string(&game).expect("text and numbers");
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .unwrap_or_else(|error| panic!("the answers can't be written to {}: {error}", self.path.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_from_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.jsonl");
        let answers = Answers::open(&path).expect("new");
        assert!(answers.is_empty() && answers.of("g-1").is_none());
        let fault = Some("timeout: there was no answer in time".to_owned());
        answers.keep(Game { game: "g-1".to_owned(), answers: vec![0, 3], marks: vec![7, 8], fault });
        let answers = Answers::open(&path).expect("there");
        assert!(answers.of("g-2").is_none(), "a game that isn't in the file");
        let game = answers.of("g-1").expect("the game");
        assert_eq!((game.answer(0, 2, 7), game.answer(1, 4, 8)), (Some(Ok(0)), Some(Ok(3))));
        assert_eq!(game.answer(1, 3, 8), None, "too large");
        assert_eq!(game.answer(1, 4, 9), None, "another decision");
        assert_eq!(game.answer(2, 3, 9).expect("the end").expect_err("a fault").cause, Cause::Timeout);
        fs::write(&path, "nonsense\n").expect("written");
        assert!(Answers::open(&path).expect_err("no answers").contains("line 1"));
    }
}
