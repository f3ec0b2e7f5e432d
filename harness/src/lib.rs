//! Gauntlet's harness: plays card games against themselves and makes tables of it.
//!
//! Data flows one way: [`plan`] (what is to be found out: which games, from which seeds) → [`play`] (playing them) → [`stats`] (adding up) →
//! [`store`] (what outlives the process) → [`show`] (tables, the terminal, a page); [`check`] plays to find faults, and [`commands`] puts all of it
//! together. All of it is generic over [`gauntlet_core::Game`]; a game is plugged in as a [`Host`], as those in [`games`] are.
//!
//! A program measures as the command does: an experiment is played, and its tables are returned.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use gauntlet::commands::session::{Watch, play_for_results};
//! use gauntlet::games::magic::Magic;
//! use gauntlet::output::progress::Progress;
//! use gauntlet::play::threads::Threads;
//! use gauntlet::{Exit, Host, Plan};
//!
//! let dir = tempfile::tempdir()?;
//! let file = dir.path().join("experiment.toml");
//! // The decks are those that come with the program. Other keys are the options of the command, by the same names.
//! std::fs::write(&file, "command = 'match'\ndecks = ['burn', 'white-tokens']\ngames = 4\nagent = 'random'\n")?;
//! let plan = Plan::read(&file)?;
//!
//! let watch = Watch { stop: &AtomicBool::new(false), progress: &Progress::new(4, false) };
//! let out = dir.path().join("run");
//! let results = play_for_results::<Magic>(&plan, &Magic::agents(), Threads::default(), Some(&out), false, watch)?;
//! println!("{}", results.text);
//! assert_eq!(results.exit, Exit::Ok);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a game is to implement [`Host`] for it: how its decks are read, what its games start from, which agents play it. This host has the
//! second game, with decks that are a name on each line:
//!
//! ```
//! use std::path::PathBuf;
//! use std::sync::atomic::AtomicBool;
//!
//! use gauntlet::commands::dispatch;
//! use gauntlet::host::options::{Limits, LoadArgs};
//! use gauntlet::{Deck, Error, Exit, Host, Registry, Screen};
//! use gauntlet_millennials::{Kind, Options, Pool, Position, Setup};
//!
//! struct Lines {
//!     decks: Vec<Deck>,
//!     cards: Vec<Vec<Kind>>,
//! }
//!
//! impl Host for Lines {
//!     type Game = Position;
//!     const NAME: &'static str = "lines";
//!     const DECK_EXTENSIONS: &'static [&'static str] = &["txt"];
//!     const DEFAULT_AGENT: &'static str = "random";
//!
//!     fn agents() -> Registry<Position> {
//!         Registry::generic()
//!     }
//!
//!     fn load(files: &[PathBuf], _: &LoadArgs) -> Result<Lines, Error> {
//!         let mut host = Lines { decks: Vec::new(), cards: Vec::new() };
//!         for file in files {
//!             let text = std::fs::read_to_string(file).map_err(|cause| Error::Read { path: file.clone(), cause })?;
//!             let unknown = |name: &str| Error::input(format!("{}: there is no card '{name}'", file.display()));
//!             let card = |name: &str| Pool::shipped().find(name).ok_or_else(|| unknown(name));
//!             host.cards.push(text.lines().map(card).collect::<Result<_, _>>()?);
//!             let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
//!             // Where decks may be long, these two are hashes.
//!             host.decks.push(Deck { name, file: file.clone(), fingerprint: text.clone(), cards: text });
//!         }
//!         Ok(host)
//!     }
//!
//!     fn decks(&self) -> &[Deck] {
//!         &self.decks
//!     }
//!
//!     fn setup(&self, first: usize, second: usize, _: Limits, journal: bool) -> Setup {
//!         let decks = [first, second].map(|deck| self.cards[deck].clone());
//!         Setup { journal, ..Setup::new(decks, Options::default()) }
//!     }
//! }
//!
//! // The whole command for this game is `fn main() -> ExitCode { gauntlet::main::<Lines>(None) }`. Here it is given its arguments.
//! let dir = tempfile::tempdir()?;
//! let pool = Pool::shipped();
//! let names: Vec<&str> = pool.starting_deck().iter().map(|kind| &*pool.card(*kind).name).collect();
//! std::fs::write(dir.path().join("start.txt"), names.join("\n"))?;
//! let arguments = ["lines", "match", "start.txt", "start.txt", "--games", "4", "--out", "run"];
//! # let arguments = arguments.map(|word| match word {
//! #     "start.txt" | "run" => dir.path().join(word).into_os_string(),
//! #     _ => word.into(),
//! # });
//! static STOP: AtomicBool = AtomicBool::new(false);
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let exit = dispatch::<Lines>(arguments, &mut Screen::plain(&mut out, &mut err), || &STOP, None);
//! assert_eq!(exit, Exit::Ok, "{}", String::from_utf8_lossy(&err));
//! assert!(String::from_utf8_lossy(&out).contains("win rate"));
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod check;
pub mod commands;
pub mod error;
pub mod games;
pub mod host;
pub mod output;
pub mod plan;
pub mod play;
pub mod show;
pub mod stats;
pub mod store;

#[doc(inline)]
pub use commands::main;
#[doc(inline)]
pub use error::Error;
#[doc(inline)]
pub use host::agents::Registry;
#[doc(inline)]
pub use host::{Deck, Host};
#[doc(inline)]
pub use output::screen::{Exit, Screen};
#[doc(inline)]
pub use plan::file::Plan;

/// The version of this program, part of every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that it was built from, as `--version` says it; "unknown" if nobody knows.
pub const COMMIT: &str = env!("GAUNTLET_BUILT_FROM");

/// Version and commit: two builds play the same games only if they are of the same commit.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("GAUNTLET_BUILT_FROM"), ")");

/// The same with the commit that it was built from, and the features that it was built with.
pub const BUILD: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("GAUNTLET_BUILT_FROM"),
    "\nfeatures: ",
    env!("GAUNTLET_BUILT_WITH")
);
