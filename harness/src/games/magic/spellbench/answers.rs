//! What bots answered, kept in a file: with it a run is played again as it was, whatever clocks and bots do.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use gauntlet_spellbench::bot::{Cause, Fault};
use gauntlet_spellbench::message::{DeckRow, SeatDecision};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::Secret;
use serde::{Deserialize, Serialize};

use crate::host::agents::Notebook;

/// A bot's part in a game: a line of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Game {
    /// Which game, and whose part in it: see [`Which`].
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

/// A bot's part in a game: all that it is told before its first decision, and what else tells games apart that begin alike.
///
/// The secret comes from the run's seed, the pairing, the game's number in it and the seat. Both games of a swapped pair have the same seeds, and so have
/// versions of a deck, and the games of one agent against several.
#[derive(Serialize)]
pub(super) struct Which<'a> {
    #[serde(skip)]
    pub(super) secret: Secret,
    pub(super) seat: Seat,
    /// The bot's side and the one that began the match, if it is a game of a run.
    pub(super) sides: Option<[usize; 2]>,
    /// What the other agent is called.
    pub(super) opponent: &'a str,
    /// The names of the decks, the bot's first.
    pub(super) decks: Option<&'a [String; 2]>,
    /// The lists, p0's first.
    pub(super) lists: &'a [Vec<DeckRow>; 2],
    /// What the bot is told in place of the other's list, if it isn't told that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) told: Option<&'a Vec<String>>,
}

impl Which<'_> {
    /// The game's key: one of its own for each.
    pub(super) fn key(&self) -> String {
        let rest = blake3::hash(&serde_json::to_vec(self).expect("text and numbers")).to_hex();
        format!("{}-{}", self.secret.game_id(0), &rest[..16])
    }
}

/// A file of answers, as all share it who keep theirs there.
#[derive(Debug)]
struct Ledger {
    path: PathBuf,
    written: Mutex<Written>,
}

/// What the file has by now.
#[derive(Debug)]
struct Written {
    file: File,
    /// Each game with its line, from 1.
    games: BTreeMap<String, (usize, Game)>,
    lines: usize,
    /// How many lines it had when it was opened.
    before: usize,
}

impl Ledger {
    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files that are open, by their canonical paths: both sides of a match may keep their answers in the same one.
static OPEN: Mutex<BTreeMap<PathBuf, Weak<Ledger>>> = Mutex::new(BTreeMap::new());

/// The file, and what it had when it was opened.
#[derive(Debug)]
pub(super) struct Answers {
    ledger: Arc<Ledger>,
    games: BTreeMap<String, Game>,
}

impl Answers {
    /// Opens a file, or makes a new one.
    ///
    /// # Errors
    /// A sentence, if it can't be read or written, isn't such a file, or has different answers to the same game.
    pub(super) fn open(path: &Path) -> Result<Answers, String> {
        let bad = |error: &dyn std::fmt::Display| format!("the answers in {}: {error}", path.display());
        let file = File::options().create(true).append(true).open(path).map_err(|error| bad(&error))?;
        let canonical = path.canonicalize().map_err(|error| bad(&error))?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, ledger| ledger.strong_count() > 0);
        let known = open.get(&canonical).and_then(Weak::upgrade);
        let ledger = known.unwrap_or_else(|| {
            let written = Mutex::new(Written { file, games: BTreeMap::new(), lines: 0, before: 0 });
            Arc::new(Ledger { path: path.to_owned(), written })
        });
        open.insert(canonical, Arc::downgrade(&ledger));
        let mut written = ledger.written();
        let text = fs::read_to_string(path).map_err(|error| bad(&error))?;
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let mut games: BTreeMap<String, (usize, Game)> = BTreeMap::new();
        let mut lines = 0;
        for line in whole.lines().chain(Some(rest).filter(|rest| !rest.is_empty())) {
            let game: Game = match serde_json::from_str(line) {
                Ok(game) => game,
                // The machine stopped while this was written: that game is played again.
                Err(error) if error.is_eof() && line == rest && line.starts_with("{\"game\":") => {
                    written.file.set_len(whole.len() as u64).map_err(|error| bad(&error))?;
                    continue;
                }
                Err(error) => return Err(bad(&format!("line {}: {error}", lines + 1))),
            };
            lines += 1;
            match games.entry(game.game.clone()) {
                Entry::Vacant(place) => _ = place.insert((lines, game)),
                Entry::Occupied(other) if other.get().1 == game => {}
                Entry::Occupied(other) => {
                    let earlier = other.get().0;
                    return Err(format!(
                        "lines {earlier} and {lines} of {} are different answers to the same game ({}), and only one of them can have been given in \
                         it: delete the file, or give each run a file of its own",
                        path.display(),
                        game.game
                    ));
                }
            }
        }
        if !rest.is_empty() && lines > whole.lines().count() {
            // Its line is whole but for the end.
            written.file.write_all(b"\n").map_err(|error| bad(&error))?;
        }
        (written.games, written.lines, written.before) = (games.clone(), lines, lines);
        drop(written);
        Ok(Answers { games: games.into_iter().map(|(key, (_, game))| (key, game)).collect(), ledger })
    }

    /// What is said of answers that aren't those of the game that is played.
    pub(super) fn of_another_game(&self) -> String {
        let path = self.ledger.path.display();
        format!(
            "the run can't be played: the answers in {path} were given in games that went otherwise (the opponent plays otherwise, cards or options \
             have changed, or this is another version of the program): play these with a file of their own"
        )
    }

    /// What is said if a game isn't among the answers and there is nobody to give others.
    pub(super) fn without_program(&self, cause: &str) -> String {
        format!("the run can't be played: the answers in {} lack a game of it, and {cause}", self.ledger.path.display())
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
    /// # Errors
    /// A sentence, if the file has other answers to it by now.
    ///
    /// # Panics
    /// If it can't be written: without its answers a game can't be played again.
    pub(super) fn keep(&self, game: Game) -> Result<(), String> {
        let path = self.ledger.path.display();
        let mut written = self.ledger.written();
        match written.games.get(&game.game) {
            Some((_, other)) if *other == game => return Ok(()),
            Some((line, _)) => {
                return Err(format!(
                    "the run can't be recorded: line {line} of {path} has other answers to a game that was just played ({}); two bots that play the same \
                     opponents with the same decks can't share a file: give each its own",
                    game.game
                ));
            }
            None => {}
        }
        let mut line = serde_json::to_string(&game).expect("text and numbers");
        line.push('\n');
        written
            .file
            .write_all(line.as_bytes())
            .unwrap_or_else(|error| panic!("the answers can't be written to {path}: {error}"));
        written.lines += 1;
        let place = written.lines;
        written.games.insert(game.game.clone(), (place, game));
        Ok(())
    }
}

impl Notebook for Answers {
    /// The file keeps its lines, but isn't asked for what they are any more: whoever plays these games again may answer otherwise.
    fn take(&self) -> Vec<String> {
        let mut written = self.ledger.written();
        let before = written.before;
        let games = std::mem::take(&mut written.games);
        let (taken, kept): (BTreeMap<_, _>, _) = games.into_iter().partition(|(_, (line, _))| *line > before);
        written.games = kept;
        let mut taken: Vec<(usize, Game)> = taken.into_values().collect();
        taken.sort_unstable_by_key(|(line, _)| *line);
        taken.iter().map(|(_, game)| serde_json::to_string(game).expect("text and numbers")).collect()
    }

    fn add(&self, notes: &[String]) -> Result<(), String> {
        let path = self.ledger.path.display();
        for note in notes {
            let game = serde_json::from_str(note).map_err(|error| format!("no answers for {path}: {error}"))?;
            self.keep(game)?;
        }
        Ok(())
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
        let game = Game { game: "g-1".to_owned(), answers: vec![0, 3], marks: vec![7, 8], fault };
        answers.keep(game.clone()).expect("kept");
        assert!(answers.of("g-1").is_none(), "a game that is played now isn't answered from the file");
        let answers = Answers::open(&path).expect("there");
        assert!(answers.of("g-2").is_none(), "a game that isn't in the file");
        let game = answers.of("g-1").expect("the game");
        assert_eq!((game.answer(0, 2, 7), game.answer(1, 4, 8)), (Some(Ok(0)), Some(Ok(3))));
        assert_eq!(game.answer(1, 3, 8), None, "too large");
        assert_eq!(game.answer(1, 4, 9), None, "another decision");
        assert_eq!(game.answer(2, 3, 9).expect("the end").expect_err("a fault").cause, Cause::Timeout);
        // What is the same may come twice, from whoever shares the file.
        let shared = Answers::open(&path).expect("there");
        shared.keep(game.clone()).expect("the same");
        answers.keep(Game { game: "g-2".to_owned(), ..game.clone() }).expect("kept");
        let error =
            shared.keep(Game { game: "g-2".to_owned(), answers: vec![1], ..game.clone() }).expect_err("another");
        assert!(error.contains("line 2 of ") && error.contains("answers.jsonl has other answers"), "{error}");
        fs::write(&path, "nonsense\n").expect("written");
        assert!(Answers::open(&path).expect_err("no answers").contains("line 1"));
    }

    #[test]
    fn different_answers_to_one_game_are_found_where_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.jsonl");
        let line = |key: &str, answer: u32| format!("{{\"game\":\"{key}\",\"answers\":[{answer}]}}\n");
        fs::write(&path, [line("g-1", 0), line("g-2", 0), line("g-1", 0)].concat()).expect("written");
        assert!(Answers::open(&path).is_ok(), "the same twice");
        fs::write(&path, [line("g-1", 0), line("g-2", 0), line("g-1", 1)].concat()).expect("written");
        let error = Answers::open(&path).expect_err("two answers");
        assert!(error.starts_with("lines 1 and 3 of ") && error.contains("answers.jsonl are different"), "{error}");
    }

    #[test]
    fn what_was_answered_elsewhere_is_added_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |name: &str| Answers::open(&folder.path().join(name)).expect("there");
        let game =
            |key: &str, answer: u32| Game { game: key.to_owned(), answers: vec![answer], marks: vec![7], fault: None };
        fs::write(folder.path().join("there"), "{\"game\":\"g-0\",\"answers\":[1]}\n").expect("written");
        let (here, there) = (open("here"), open("there"));
        // Both sides of a match have the same file there, and what one has taken the other doesn't take again.
        let both = open("there");
        for key in ["g-2", "g-1"] {
            there.keep(game(key, 1)).expect("kept");
        }
        let notes = both.take();
        assert!(there.take().is_empty());
        here.add(&notes).expect("added");
        here.add(&notes).expect("the same again");
        assert_eq!(
            fs::read_to_string(folder.path().join("here")).expect("there"),
            format!("{}\n{}\n", notes[0], notes[1])
        );
        assert!(notes[0].starts_with("{\"game\":\"g-2\""), "in the order in which they were played: {notes:?}");
        // A part that is played again there may have other answers; here it may not.
        there.keep(game("g-1", 5)).expect("what was taken isn't held against it");
        let error = here.add(&there.take()).expect_err("others");
        assert!(error.contains("has other answers to a game that was just played (g-1)"), "{error}");
        assert!(here.add(&["x".to_owned()]).expect_err("no answers").contains("no answers for "));
    }

    #[test]
    fn a_line_that_was_being_written_is_written_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.jsonl");
        let whole = "{\"game\":\"g-1\",\"answers\":[0]}\n";
        for half in ["{\"game\":\"g-2\",\"ans", "{\"game\":\"g-2\",\"answers\":[5]}"] {
            fs::write(&path, format!("{whole}{half}")).expect("written");
            let answers = Answers::open(&path).expect("there");
            assert!(answers.of("g-1").is_some());
            let game = Game { game: "g-3".to_owned(), answers: vec![1], marks: Vec::new(), fault: None };
            answers.keep(game).expect("kept");
            let text = fs::read_to_string(&path).expect("there");
            assert!(text.lines().all(|line| serde_json::from_str::<Game>(line).is_ok()), "{text}");
            assert_eq!(text.lines().count(), if half.ends_with('}') { 3 } else { 2 });
        }
        // What isn't such a file stays as it is.
        fs::write(&path, "notes of mine").expect("written");
        assert!(Answers::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).expect("there"), "notes of mine");
    }
}
