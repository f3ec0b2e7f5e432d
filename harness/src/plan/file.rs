//! An experiment as a user writes it: a TOML file, or the same on the command line.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, fs, io};

use clap::ValueEnum;
use gauntlet_core::suggest;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Registry;
use crate::host::knows::{KnowsArgs, Told};
use crate::host::options::{BattleArgs, DeckArgs, Limits, LoadArgs, SkipArgs};
use crate::output::shell::shell_line;
use crate::plan::adapt::Points;
use crate::plan::experiment::{BestOf, Experiment, Options, Shape};
use crate::plan::files;
use crate::plan::schedule::Seats;
use crate::stats::sprt::Test;
use crate::stats::tally::Side;

/// The name of the file in a run's directory that has the run's plan.
pub const FILE: &str = "experiment.toml";

/// Which command an experiment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One deck against another.
    Match,
    /// Every deck of a directory against every other.
    Matrix,
    /// One deck against every deck of a directory.
    Field,
    /// Every agent against every other, with the decks of a directory.
    Ladder,
}

/// What the reader of experiment files says, in the words of those who write them.
fn in_words(said: &str) -> String {
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    match quoted.as_slice() {
        [wrong, "match", "matrix", ..] if said.starts_with("unknown variant") => {
            let known = ["match", "matrix", "field", "ladder", "compare", "tune"];
            let near = suggest::nearest(wrong, known).map_or(String::new(), |near| format!("did you mean '{near}'? "));
            format!(
                "there is no command '{wrong}' in experiment files; {near}the commands are {}",
                suggest::list(&known)
            )
        }
        [wrong, known @ ..] if said.starts_with("unknown field") => {
            let near = suggest::nearest(wrong, known.iter().copied());
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            format!("there is no field `{wrong}`{near}")
        }
        _ => [
            ("expected a nonzero u64", "expected a whole number from 1"),
            ("expected a nonzero u32", "expected a whole number from 1"),
            ("expected u64", "expected a whole number from 0"),
            ("expected u32", "expected a whole number from 0"),
            ("invalid type: string", "this is the text"),
            ("invalid type: integer", "this is the number"),
            ("invalid value: integer", "this is the number"),
            ("expected a sequence", "expected a list, [\"one\", \"two\"]"),
            ("expected a boolean", "expected true or false"),
        ]
        .iter()
        .fold(said.to_owned(), |said, (from, to)| said.replace(from, to)),
    }
}

/// A part of a run: number 3 of 100, for example, written `3/100`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The units of this part, of `all`.
    pub fn part(self, all: u64) -> Range<u64> {
        let end = |number: u64| (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err("a shard is written like 3/100, the third of a hundred".to_owned()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What is written of each game: `false`, `true` or `"csv"`, `"parquet"`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct WantedRows(pub Option<Rows>);

/// How it is written in an experiment file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Wanted(bool),
    Format(String),
}

impl TryFrom<Written> for WantedRows {
    type Error = String;

    fn try_from(written: Written) -> Result<WantedRows, String> {
        match written {
            Written::Wanted(false) => Ok(WantedRows(None)),
            Written::Wanted(true) => Ok(WantedRows(Some(Rows::Csv))),
            Written::Format(format) => match format.as_str() {
                "csv" => Ok(WantedRows(Some(Rows::Csv))),
                "parquet" => Ok(WantedRows(Some(Rows::Parquet))),
                _ => Err(format!("rows are true, false, \"csv\" or \"parquet\", not \"{format}\"")),
            },
        }
    }
}

impl From<WantedRows> for Written {
    fn from(rows: WantedRows) -> Written {
        match rows.0 {
            None => Written::Wanted(false),
            Some(Rows::Csv) => Written::Wanted(true),
            Some(Rows::Parquet) => Written::Format("parquet".to_owned()),
        }
    }
}

/// Everything that decides what is played, named as users name it. Its fields are the keys of an experiment file; all but
/// `command` and `decks` can be left out there, and are then what they are on the command line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Which decks meet which.
    pub command: Kind,
    /// Decks and directories as on the command line: two decks, a directory, or a deck and a directory. Where a file names none it is said how many
    /// there must be.
    #[serde(default)]
    pub decks: Vec<PathBuf>,
    /// Whether decks also play themselves.
    #[serde(default)]
    pub mirrors: bool,
    /// Games of each pairing, and in a ladder of each two agents; rounded up to whole pairs.
    #[serde(default = "games")]
    pub games: NonZeroU64,
    /// How sure each pairing's rate must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Points>,
    /// Single games or matches.
    #[serde(default, skip_serializing_if = "BestOf::is_single")]
    pub best_of: BestOf,
    /// Whether rates are also told without the luck of the deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luck: bool,
    /// The number that all random streams derive from.
    #[serde(default = "seed")]
    pub seed: u64,
    /// The agent that plays both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The agent of the first deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_a: Option<String>,
    /// The agent of the second deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_b: Option<String>,
    /// The agents of a ladder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// What a ladder of two agents goes on for until it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Who takes the first turn.
    #[serde(default)]
    pub on_the_play: OnThePlay,
    /// The last turn of a game.
    #[serde(default = "crate::plan::file::turns")]
    pub max_turns: NonZeroU32,
    /// The most choices of a game.
    #[serde(default = "crate::plan::file::actions")]
    pub max_actions: NonZeroU64,
    /// Card files or folders of them: one, or a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "one_or_many")]
    pub cards: Vec<PathBuf>,
    /// The least number of cards in a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_cards: Option<NonZeroU32>,
    /// Decks may have any number of cards, and of copies of each.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_deck: bool,
    /// Sideboards are played without their cards that can't be played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_unplayable_sideboards: bool,
    /// Whether decks of a directory that can't be played are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_unplayable: Option<bool>,
    /// Mana is paid by hand: each mana ability and each mana is a choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manual_mana: bool,
    /// What agents are told of the other's deck.
    #[serde(default, skip_serializing_if = "Told::is_list")]
    pub knows: Told,
    /// The directory of the decks that they are told the other's may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_of: Option<PathBuf>,
    /// The file with a row for each game, if one is written.
    #[serde(default)]
    pub rows: WantedRows,
    /// Whether games are followed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub details: bool,
    /// The part of the run that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The game, if it isn't Magic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How battles of Millennials go.
    #[serde(default, skip_serializing_if = "BattleArgs::is_default")]
    pub battle: BattleArgs,
}

fn games() -> NonZeroU64 {
    crate::plan::file::GAMES
}

fn seed() -> u64 {
    1
}

impl Plan {
    /// Reads an experiment file.
    ///
    /// # Errors
    /// If it can't be read, or has what no experiment has: the message names the line.
    pub fn read(path: &Path) -> Result<Plan, Error> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(Error::input(format!("{} isn't a text file", path.display())));
            }
            text => text.map_err(|cause| Error::Read { path: path.to_owned(), cause })?,
        };
        let plan: Plan = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            Error::input(format!("{}:{line}: {}", path.display(), in_words(error.message())))
        })?;
        let wanted = plan.words();
        if plan.decks.len() != wanted.len() {
            return Err(Error::input(format!(
                "{}: `decks` of a {} are {}, and {} are named",
                path.display(),
                plan.shape().name(),
                wanted.join(" and "),
                plan.decks.len()
            )));
        }
        if plan.mirrors && matches!(plan.command, Kind::Match | Kind::Ladder) {
            return Err(Error::input(format!("{}: a {} has no mirrors", path.display(), plan.shape().name())));
        }
        plan.check_agents().map_err(|problem| Error::input(format!("{}: {problem}", path.display())))?;
        Ok(plan)
    }

    /// The plan as an experiment file.
    ///
    /// # Errors
    /// If a path in it isn't text.
    pub fn toml(&self) -> Result<Vec<u8>, Error> {
        let text = toml::to_string(self).map_err(|error| Error::input(format!("can't be written as TOML: {error}")))?;
        Ok(text.into_bytes())
    }

    /// Says what is wrong with the agents that are named.
    fn check_agents(&self) -> Result<(), &'static str> {
        let sided = self.agent.is_some() || self.agent_a.is_some() || self.agent_b.is_some();
        match self.command {
            Kind::Ladder if sided => Err("the agents of a ladder are named with `agents`, a list"),
            Kind::Ladder if self.agents.len() < 2 => Err("a ladder needs two agents or more in `agents`"),
            Kind::Ladder if self.sprt.is_some() && self.agents.len() != 2 => Err("`sprt` tests two agents"),
            Kind::Ladder => Ok(()),
            _ if !self.agents.is_empty() => {
                Err("`agents` is there for ladders: name `agent`, or `agent_a` and `agent_b`")
            }
            _ if self.sprt.is_some() => Err("`sprt` is there for ladders of two agents"),
            _ => Ok(()),
        }
    }

    fn words(&self) -> &'static [&'static str] {
        match self.command {
            Kind::Match => &["a deck", "a deck"],
            Kind::Matrix | Kind::Ladder => &["a directory"],
            Kind::Field => &["a deck", "a directory"],
        }
    }

    /// The directories whose decks are played.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        let named = self.decks.iter().zip(self.words()).filter(|(_, what)| **what != "a deck");
        named.map(|(path, _)| path.as_path())
    }

    /// Which decks meet which.
    pub fn shape(&self) -> Shape {
        let mirrors = self.mirrors;
        match self.command {
            Kind::Match => Shape::Match,
            Kind::Matrix => Shape::Matrix { mirrors },
            Kind::Field => Shape::Field { mirrors },
            Kind::Ladder => Shape::Ladder,
        }
    }

    /// The agents of side A and of side B, or those of a ladder.
    pub fn agents<H: Host>(&self) -> Vec<&str> {
        if self.command == Kind::Ladder {
            return self.agents.iter().map(String::as_str).collect();
        }
        let both = self.agent.as_deref().unwrap_or(H::DEFAULT_AGENT);
        vec![self.agent_a.as_deref().unwrap_or(both), self.agent_b.as_deref().unwrap_or(both)]
    }

    /// Returns whether what is played depends on what was played before, stage by stage.
    pub fn has_stages(&self) -> bool {
        self.until.is_some() || self.sprt.is_some()
    }

    /// What the decks are made of.
    pub fn load(&self) -> LoadArgs {
        LoadArgs {
            decks: DeckArgs { cards: self.cards.clone(), min_cards: self.min_cards, any_deck: self.any_deck },
            without_unplayable_sideboards: self.without_unplayable_sideboards,
            skip: SkipArgs { skip_unplayable: self.skip_unplayable },
            matches: self.best_of.is_match(),
            manual_mana: self.manual_mana,
            knows: KnowsArgs { knows: self.knows, field_of: self.field_of.clone() },
            battle: self.battle.clone(),
        }
    }

    /// What is asked for beside decks and agents.
    pub fn options(&self) -> Options {
        Options {
            shape: self.shape(),
            seed: self.seed,
            games: self.games.get(),
            until: self.until,
            sprt: self.sprt.map(|sprt| sprt.test),
            best_of: self.best_of,
            luck: self.luck,
            seats: Seats::from(self.on_the_play),
            limits: Limits { turns: self.max_turns.get(), actions: self.max_actions.get() },
        }
    }

    /// Reads the decks and cards, and makes the experiment of them, with agents among those of `registry`.
    ///
    /// # Errors
    /// If decks can't be found, read or played, or there are no such agents.
    pub fn prepare<H: Host>(&self, registry: &Registry<H::Game>) -> Result<(H, Experiment<H::Game>), Error> {
        if self.has_stages() && self.shard.is_some() {
            let what = if self.until.is_some() { "--until" } else { "a test of two agents" };
            return Err(Error::input(format!(
                "{what} decides what is played by what was played in all pairings, so such a run has no shards; \
                 take --games, or more threads",
            )));
        }
        if let Some(rows) = self.rows.0.filter(|rows| !rows.is_supported()) {
            return Err(rows.refused());
        }
        let (mut decks, mut needed) = (Vec::new(), 0);
        for (path, what) in self.decks.iter().zip(self.words()) {
            if *what == "a deck" {
                decks.push(files::one::<H>(path)?);
                needed += 1;
            } else {
                decks.extend(files::in_directory::<H>(path)?);
            }
        }
        let files = files::distinct(decks);
        let load = self.load();
        let (host, left_out) = H::load_playable(&files, load.skip.needed(needed, files.len()), &load)?;
        let experiment = Experiment::among(&host, self.options(), registry, &self.agents::<H>(), left_out)?;
        Ok((host, experiment))
    }

    /// The command that plays the plan, without what doesn't matter for its tables.
    pub fn command_line<H: Host>(&self) -> String {
        let mut words: Vec<String> = vec!["gauntlet".into()];
        match self.command {
            Kind::Ladder => {
                words.push(if self.sprt.is_some() { "sprt".into() } else { "ladder".into() });
                words.extend(self.agents.iter().cloned());
                words.extend(self.decks.iter().flat_map(|path| ["--decks".into(), path.display().to_string()]));
            }
            _ => {
                words.push(self.shape().name().into());
                words.extend(self.decks.iter().map(|path| path.display().to_string()));
            }
        }
        words.extend(self.game.iter().flat_map(|game| ["--game".to_owned(), game.clone()]));
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if self.sprt.is_none() {
            option("--games", self.games.to_string());
        }
        option("--seed", self.seed.to_string());
        if let Some(until) = self.until {
            option("--until", until.to_string());
        }
        if self.best_of.is_match() {
            option("--best-of", u8::from(self.best_of).to_string());
        }
        if let Some(Sprt { test: Test { low, high, alpha, beta }, max_games }) = self.sprt {
            for (name, value) in [("--elo0", low), ("--elo1", high), ("--alpha", alpha), ("--beta", beta)] {
                option(name, value.to_string());
            }
            option("--max-games", max_games.to_string());
        }
        match self.agents::<H>().as_slice() {
            _ if self.command == Kind::Ladder => {}
            [a, b] if a != b => {
                option("--agent-a", (*a).to_owned());
                option("--agent-b", (*b).to_owned());
            }
            agents => agents.iter().take(1).for_each(|agent| option("--agent", (*agent).to_owned())),
        }
        if self.on_the_play != OnThePlay::Swap {
            option("--on-the-play", Seats::from(self.on_the_play).name().to_owned());
        }
        option("--max-turns", self.max_turns.to_string());
        option("--max-actions", self.max_actions.to_string());
        words.extend(self.load().words());
        if self.luck {
            words.push("--luck".into());
        }
        if self.mirrors {
            words.push("--mirrors".into());
        }
        if self.details {
            words.push("--details".into());
        }
        shell_line(&words)
    }
}

/// A test of two agents, and how long it may go on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The test.
    #[serde(flatten)]
    pub test: Test,
    /// The most games.
    pub max_games: NonZeroU64,
}

/// How a row for each game is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// As comma-separated values.
    Csv,
    /// As a Parquet file.
    Parquet,
}

impl Rows {
    /// Returns whether this program can write such rows.
    pub fn is_supported(self) -> bool {
        self == Rows::Csv || cfg!(feature = "parquet")
    }

    /// What is said if it can't.
    pub(crate) fn refused(self) -> Error {
        Error::input(
            "this program was built without Parquet: take --rows, which writes the same rows as CSV, or build with the feature 'parquet'",
        )
    }
}

/// Who takes the first turn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnThePlay {
    /// Always the first deck.
    A,
    /// Always the second deck.
    B,
    /// Each seed is played twice, with seats swapped.
    #[default]
    Swap,
}

impl From<OnThePlay> for Seats {
    fn from(who: OnThePlay) -> Seats {
        match who {
            OnThePlay::A => Seats::Fixed(Side::A),
            OnThePlay::B => Seats::Fixed(Side::B),
            OnThePlay::Swap => Seats::Swap,
        }
    }
}

pub(crate) fn turns() -> NonZeroU32 {
    NonZeroU32::new(Limits::default().turns).unwrap_or(NonZeroU32::MAX)
}

pub(crate) fn actions() -> NonZeroU64 {
    NonZeroU64::new(Limits::default().actions).unwrap_or(NonZeroU64::MAX)
}

/// Games of each pairing, if nobody says.
pub const GAMES: NonZeroU64 = NonZeroU64::new(200).unwrap();
/// A list of paths that is written as one if it has just one.
mod one_or_many {
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Paths {
        One(PathBuf),
        Many(Vec<PathBuf>),
    }

    pub(super) fn serialize<S: Serializer>(paths: &[PathBuf], writer: S) -> Result<S::Ok, S::Error> {
        match paths {
            [one] => one.serialize(writer),
            many => many.serialize(writer),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<PathBuf>, D::Error> {
        Ok(match Paths::deserialize(reader)? {
            Paths::One(one) => vec![one],
            Paths::Many(many) => many,
        })
    }
}
