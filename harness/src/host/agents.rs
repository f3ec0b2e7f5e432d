//! Agents by name: `random`, `mc:rollouts=200`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use gauntlet_ai::{Agent, Random};
use gauntlet_core::{Game, suggest};

use crate::error::Error;

/// The name of an agent that sees everything: the control of [`crate::check::honesty`], which plays nowhere else.
pub const ORACLE: &str = "oracle";

/// Makes a new agent, as it is before its first game.
pub type Make<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// What a user can set about an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The name before the `=`.
    pub name: &'static str,
    /// The value if none is given.
    pub default: &'static str,
    /// What it means, in a few words.
    pub help: &'static str,
}

/// A kind of agent, from which [`Registry::resolve`] makes agents with particular settings.
pub struct Kind<G: Game> {
    name: &'static str,
    help: &'static str,
    keys: &'static [Key],
    /// Whether the settings are followed by a command line.
    command: bool,
    build: BuildFn<G>,
}

type BuildFn<G> = Box<dyn Fn(&mut Settings) -> Result<Make<G>, SpecError> + Send + Sync>;

impl<G: Game> Kind<G> {
    /// The kind called `name`, which has the settings `keys`; `build` checks them and says how to make such an agent.
    pub fn new(
        name: &'static str,
        help: &'static str,
        keys: &'static [Key],
        build: impl Fn(&mut Settings) -> Result<Make<G>, SpecError> + Send + Sync + 'static,
    ) -> Kind<G> {
        Kind { name, help, keys, command: false, build: Box::new(build) }
    }

    /// As [`Kind::new`], for agents that are programs: `name:key=value key=value COMMAND`, where the command is all from the first word on
    /// that isn't a setting. [`Settings::command`] has it.
    pub fn command(
        name: &'static str,
        help: &'static str,
        keys: &'static [Key],
        build: impl Fn(&mut Settings) -> Result<Make<G>, SpecError> + Send + Sync + 'static,
    ) -> Kind<G> {
        Kind { command: true, ..Kind::new(name, help, keys, build) }
    }
}

/// What agents write down of the games that they play, in a file that several may share. Where games are played on other machines, what is written
/// there is brought here.
pub trait Notebook: Send + Sync {
    /// Takes out what was written since the notebook was opened, or since this was asked last.
    fn take(&self) -> Vec<String>;

    /// Writes what was taken out of the same notebook on another machine.
    ///
    /// # Errors
    /// A sentence, if it can't be written, or isn't the same as what is there.
    fn add(&self, notes: &[String]) -> Result<(), String>;
}

/// What runs have on record of their agents: the settings by the spec.
pub type Recorded = BTreeMap<String, BTreeMap<String, String>>;

/// All kinds of agents that can play a game.
pub struct Registry<G: Game> {
    kinds: Vec<Kind<G>>,
    recorded: Recorded,
}

impl<G: Game + 'static> Registry<G> {
    /// The agents that can play any game.
    pub fn generic() -> Registry<G> {
        let random = Kind::new("random", "chooses any legal action", &[], |_| Ok(Box::new(|| Box::new(Random))));
        Registry { kinds: vec![random], recorded: Recorded::new() }
    }

    /// The same registry for a run that has been begun: what it has on record of its agents isn't found out again.
    #[must_use]
    pub fn remembering(self, recorded: Recorded) -> Registry<G> {
        Registry { recorded, ..self }
    }

    /// The same registry with one kind more.
    #[must_use]
    pub fn with(mut self, kind: Kind<G>) -> Registry<G> {
        self.kinds.push(kind);
        self
    }

    /// The agent that `spec` names: `name` or `name:key=value,key=value`.
    ///
    /// # Errors
    /// If there is no such kind or key, or a value isn't allowed; the message has those that there are and the nearest of them.
    pub fn resolve(&self, spec: &str) -> Result<Pilot<G>, SpecError> {
        let fail = |problem: String| SpecError { spec: spec.to_owned(), problem };
        let (name, rest) = match spec.split_once(':') {
            None => (spec.trim(), None),
            Some((name, rest)) => (name.trim(), Some(rest)),
        };
        if name == ORACLE {
            return Err(fail(
                "an oracle sees the cards that are hidden from its player: it is there for 'gauntlet honesty' to find out, and plays \
                 nowhere else"
                    .to_owned(),
            ));
        }
        let Some(kind) = self.kinds.iter().find(|kind| kind.name == name) else {
            let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name).collect();
            let known = format!("known agents: {}", suggest::list(&names));
            return Err(fail(match suggest::nearest(name, names.iter().copied()) {
                Some(near) => format!("there is no agent '{name}', did you mean '{near}'? ({known})"),
                None => format!("there is no agent '{name}' ({known})"),
            }));
        };
        let mut settings = Settings {
            spec: spec.to_owned(),
            notes: Vec::new(),
            command: String::new(),
            recorded: BTreeMap::new(),
            files: Vec::new(),
            notebook: None,
            values: kind.keys.iter().map(|&key| (key, key.default.to_owned())).collect(),
        };
        let set = if kind.command { kind.read_command(&mut settings, rest) } else { kind.read(&mut settings, rest) };
        set.map_err(fail)?;
        let spec = settings.canonical(name);
        settings.recorded = self.recorded.get(&spec).cloned().unwrap_or_default();
        let make = (kind.build)(&mut settings)?;
        let called = if kind.command { settings.command.clone() } else { spec.clone() };
        let (files, notebook) = (std::mem::take(&mut settings.files), settings.notebook.take());
        Ok(Pilot { spec, called, settings: settings.resolved(), files, notebook, make })
    }

    /// Returns whether there is a kind called `name`.
    pub fn knows(&self, name: &str) -> bool {
        self.kinds.iter().any(|kind| kind.name == name)
    }

    /// Returns whether a spec names an agent of a kind that is here; a function of Python's is only in the program that has it.
    pub fn has_kind(&self, spec: &str) -> bool {
        let name = spec.split_once(':').map_or(spec, |(name, _)| name).trim();
        self.kinds.iter().any(|kind| kind.name == name)
    }

    /// Returns whether a spec names an agent that is a program.
    pub fn is_command(&self, spec: &str) -> bool {
        let name = spec.split_once(':').map_or(spec, |(name, _)| name).trim();
        self.kinds.iter().any(|kind| kind.name == name && kind.command)
    }

    /// One line for each kind, for help texts.
    pub fn help(&self) -> String {
        let lines = self.kinds.iter().map(|kind| {
            let key = |key: &Key| format!("    {:<20} {}\n", format!("{}={}", key.name, key.default), key.help);
            format!("  {:<22} {}\n{}", kind.name, kind.help, kind.keys.iter().map(key).collect::<String>())
        });
        lines.collect()
    }
}

impl<G: Game> Kind<G> {
    /// Reads settings with commas between.
    fn read(&self, settings: &mut Settings, rest: Option<&str>) -> Result<(), String> {
        let mut given: Vec<&str> = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = part.split_once('=').map(|(key, value)| (key.trim(), value.trim())) else {
                return Err(format!("'{part}' is not of the form key=value; {}", self.known_keys()));
            };
            if !self.keys.iter().any(|known| known.name == key) {
                let near = suggest::nearest(key, self.keys.iter().map(|key| key.name));
                let near = near.map_or(String::new(), |near| format!(", did you mean '{near}'?"));
                return Err(format!("'{}' has no setting '{key}'{near} ({})", self.name, self.known_keys()));
            }
            settings.set(key, value, &mut given)?;
        }
        Ok(())
    }

    /// Reads settings separated by spaces, and the command line that follows them.
    fn read_command(&self, settings: &mut Settings, rest: Option<&str>) -> Result<(), String> {
        let mut given: Vec<&str> = Vec::new();
        let mut rest = rest.unwrap_or_default().trim();
        while let Some((key, more)) =
            rest.split_once('=').filter(|(key, _)| self.keys.iter().any(|one| one.name == *key))
        {
            let (value, after) = more.split_once(char::is_whitespace).unwrap_or((more, ""));
            settings.set(key, value, &mut given)?;
            rest = after.trim_start();
        }
        // A program's name may have such a sign in it, but then in its path.
        let word = rest.split_whitespace().next().unwrap_or_default();
        let name_only = |key: &str| {
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        };
        if let Some((key, _)) = word.split_once('=').filter(|(key, _)| name_only(key)) {
            let near = suggest::nearest(key, self.keys.iter().map(|key| key.name));
            let near = near.map_or(String::new(), |near| format!(", did you mean '{near}'?"));
            return Err(format!(
                "'{}' has no setting '{key}'{near} ({}); variables of the environment are set with 'env {word} COMMAND'",
                self.name,
                self.known_keys()
            ));
        }
        if rest.is_empty() {
            return Err(format!("which program? It is written '{}:COMMAND'; {}", self.name, self.known_keys()));
        }
        settings.command = rest.to_owned();
        Ok(())
    }

    fn known_keys(&self) -> String {
        let names: Vec<&str> = self.keys.iter().map(|key| key.name).collect();
        match names.as_slice() {
            [] => format!("'{}' has no settings", self.name),
            _ => format!("settings of '{}': {}", self.name, suggest::list(&names)),
        }
    }
}

/// The settings of an agent: the given ones, and the defaults of the others.
pub struct Settings {
    spec: String,
    values: Vec<(Key, String)>,
    command: String,
    notes: Vec<(&'static str, String)>,
    recorded: BTreeMap<String, String>,
    files: Vec<&'static str>,
    notebook: Option<Arc<dyn Notebook>>,
}

impl Settings {
    /// The text of a setting.
    ///
    /// # Panics
    /// If `key` is not one of the kind's own keys.
    pub fn text(&self, key: &str) -> &str {
        let found = self.values.iter().find(|(known, _)| known.name == key);
        found.map_or_else(|| panic!("the agent's kind doesn't declare the setting '{key}'"), |(_, value)| value)
    }

    /// The value of a setting, which must parse and lie in `range`; `meaning` says what is expected ("a whole number from 1").
    ///
    /// # Errors
    /// If it doesn't.
    ///
    /// # Panics
    /// If `key` is not one of the kind's own keys.
    pub fn value<T: FromStr + PartialOrd>(
        &self,
        key: &str,
        range: impl std::ops::RangeBounds<T>,
        meaning: &str,
    ) -> Result<T, SpecError> {
        let text = self.text(key);
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| self.error(format!("'{key}' must be {meaning}, not '{text}'")))
    }

    /// The command line of an agent that is a program.
    pub fn command(&self) -> &str {
        &self.command
    }

    fn set<'k>(&mut self, key: &'k str, value: &str, given: &mut Vec<&'k str>) -> Result<(), String> {
        if given.contains(&key) {
            return Err(format!("'{key}' is set twice"));
        }
        if value.is_empty() {
            return Err(format!("'{key}' has no value"));
        }
        given.push(key);
        for (known, slot) in &mut self.values {
            if known.name == key {
                *slot = value.to_owned();
            }
        }
        Ok(())
    }

    /// Puts something on record beside the settings that decides what the agent does, such as a hash of a file.
    pub fn note(&mut self, name: &'static str, value: String) {
        self.notes.push((name, value));
    }

    /// What the record of a run says of a setting, or of what was put on record beside them, if the run was begun before.
    pub fn recorded(&self, name: &str) -> Option<&str> {
        self.recorded.get(name).map(String::as_str)
    }

    /// Says that the value of a setting is a file that the agent reads: it goes along to other machines.
    pub fn reads(&mut self, key: Key) {
        self.files.push(key.name);
    }

    /// Says what the agent writes down, into the file that a setting names.
    pub fn writes(&mut self, key: Key, notebook: Arc<dyn Notebook>) {
        self.reads(key);
        self.notebook = Some(notebook);
    }

    /// An error about these settings.
    pub fn error(&self, problem: impl Into<String>) -> SpecError {
        SpecError { spec: self.spec.clone(), problem: problem.into() }
    }

    /// The shortest spec that means the same: settings in the order of the kind's keys, defaults left out.
    fn canonical(&self, name: &str) -> String {
        let given = self.values.iter().filter(|(key, value)| value != key.default);
        let mut given: Vec<String> = given.map(|(key, value)| format!("{}={value}", key.name)).collect();
        if !self.command.is_empty() {
            given.push(self.command.clone());
            return format!("{name}:{}", given.join(" "));
        }
        if given.is_empty() { name.to_owned() } else { format!("{name}:{}", given.join(",")) }
    }

    fn resolved(self) -> Vec<(&'static str, String)> {
        self.values.into_iter().map(|(key, value)| (key.name, value)).chain(self.notes).collect()
    }
}

/// An agent with particular settings, of which each worker makes its own.
pub struct Pilot<G: Game> {
    /// The shortest text that names it: settings in a fixed order, defaults left out. Equal for equal agents.
    pub spec: String,
    /// All settings with their values, defaults too, in the kind's order, and what the kind put on record beside them.
    pub settings: Vec<(&'static str, String)>,
    /// The command of a program, the spec of others.
    called: String,
    files: Vec<&'static str>,
    notebook: Option<Arc<dyn Notebook>>,
    make: Make<G>,
}

impl<G: Game> Pilot<G> {
    /// What tells it from other agents: of a program the command, whatever it is held to.
    pub fn called(&self) -> &str {
        &self.called
    }

    /// Returns whether it is a program, which may play otherwise each time.
    pub fn is_program(&self) -> bool {
        self.called != self.spec
    }

    /// The settings whose values are files that it reads, and these files.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let value = |name: &&'static str| self.settings.iter().find(|(key, _)| key == name);
        self.files.iter().filter_map(value).map(|(key, file)| (*key, file.as_str()))
    }

    /// What it writes down, if it does.
    pub fn notebook(&self) -> Option<&dyn Notebook> {
        self.notebook.as_deref()
    }

    /// What there is to have on record of it.
    pub fn record(&self) -> (String, BTreeMap<String, String>) {
        let settings = self.settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        (self.spec.clone(), settings.collect())
    }

    /// A new agent, as it is before its first game.
    pub fn make(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }
}

impl<G: Game> fmt::Debug for Pilot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pilot").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// An agent's spec that can't be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("agent '{spec}': {problem}")]
pub struct SpecError {
    spec: String,
    problem: String,
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::input(error.to_string())
    }
}
