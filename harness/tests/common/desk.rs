//! Commands as a user gives them, in a directory with decks and a place for results.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use gauntlet::commands::dispatch;
use gauntlet::output::screen::{Exit, Screen};
use tempfile::TempDir;

use super::TricksHost;

/// The files of a run that must not differ.
pub const FILES: [&str; 5] = ["run.json", "experiment.toml", "matchups.csv", "decks.csv", "games.csv"];

/// A directory with decks, and a place for results.
pub struct Desk {
    pub dir: TempDir,
}

/// What a command left behind.
pub struct Done {
    pub exit: Exit,
    pub out: String,
    pub err: String,
}

impl Desk {
    pub fn new(decks: &[(&str, &[u8])]) -> Desk {
        let desk = Desk { dir: tempfile::tempdir().expect("a directory") };
        fs::create_dir(desk.path("decks")).expect("made");
        fs::create_dir(desk.path("decks/cards")).expect("made");
        fs::write(desk.path("decks/README.md"), "not a deck").expect("written");
        for (name, cards) in decks {
            desk.write(&format!("decks/{name}.txt"), &format!("{cards:?}").replace(['[', ']', ','], " "));
        }
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs a command line in which `@` stands for this directory.
    pub fn run(&self, line: &str) -> Done {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.run_until(line, &NEVER)
    }

    pub fn run_until(&self, line: &str, stop: &'static AtomicBool) -> Done {
        let here = self.dir.path().display().to_string();
        let words = line.split_whitespace().map(|word| OsString::from(word.replace('@', &here)));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let arguments = std::iter::once(OsString::from("gauntlet")).chain(words);
        let exit = dispatch::<TricksHost>(arguments, &mut Screen::plain(&mut out, &mut err), || stop, None);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Done { exit, out: text(out), err: text(err) }
    }

    /// Runs a command that must be carried out, and returns what it remarked.
    pub fn done(&self, line: &str) -> String {
        let Done { exit, err, .. } = self.run(line);
        assert_eq!(exit, Exit::Ok, "{line}: {err}");
        err
    }

    /// Runs a command that must be refused, and returns its one sentence.
    pub fn refused(&self, line: &str) -> String {
        let done = self.run(line);
        assert_eq!((done.exit, done.out.as_str()), (Exit::BadInput, ""), "{line}: {}", done.err);
        assert_eq!(done.err.trim_end().lines().count(), 1, "{}", done.err);
        done.err
    }

    /// Runs a command that must be refused with a sentence that has these parts.
    pub fn refuses(&self, line: &str, parts: &[&str]) {
        let Done { exit, err, .. } = self.run(line);
        assert!(exit == Exit::BadInput && parts.iter().all(|part| err.contains(part)), "{line}: {err}");
    }

    /// Both directories have the same files, byte for byte.
    pub fn same(&self, one: &str, other: &str) {
        for file in
            FILES.into_iter().filter(|file| *file != "games.csv" || self.path(&format!("{one}/{file}")).exists())
        {
            assert!(self.read(&format!("{one}/{file}")) == self.read(&format!("{other}/{file}")), "{file} of {other}");
        }
    }
}
