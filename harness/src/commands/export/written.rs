//! What `gauntlet export` does where there is Parquet.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gauntlet_core::Reason;
use gauntlet_encoding::EncodedGame;
use serde::Serialize;

use super::{ExportArgs, Features};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::LoadArgs;
use crate::output::file::{json, json_lines, write_whole};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::plan::experiment::{BestOf, Experiment, Options, Shape};
use crate::plan::file::OnThePlay;
use crate::plan::files;
use crate::plan::schedule::Seats;
use crate::play::chunk::Failure;
use crate::play::decisions::{InOrder, Played};
use crate::play::run::{FAILURES_KEPT, FORFEITS_KEPT};
use crate::show::tables::{Table, Value};
use crate::stats::tally::PerSide;
use crate::store::decisions::{Entrants, Files, Written};
use crate::store::failures;
use crate::store::results::{FailureLine, Recipe, lists};

/// The version of the layout of the files.
const FORMAT: u32 = 1;
/// The file that says what was exported; it is written last.
const MANIFEST: &str = "export.json";

/// How large the encoding is, and of which version.
#[derive(Clone, Copy, Serialize)]
struct Encoding {
    version: u32,
    observation: usize,
    action: usize,
}

/// The numbers by which positions are valued.
#[derive(Clone, Serialize)]
struct Valued {
    kind: &'static str,
    version: u32,
    names: Vec<String>,
}

impl Valued {
    /// Those of a game.
    ///
    /// # Errors
    /// If it has none.
    fn of<H: Host>() -> Result<Valued, Error> {
        let values = H::PARTS.values;
        let version = values.version().ok_or_else(|| {
            Error::input(format!("positions of {} have no such features: leave out --features", H::NAME))
        })?;
        Ok(Valued { kind: "value", version, names: values.names().into_iter().map(|(name, _)| name).collect() })
    }
}

/// A pairing by its number in the rows.
#[derive(Clone, Serialize)]
struct Pairing {
    pairing: usize,
    deck_a: String,
    deck_b: String,
    agent_a: String,
    agent_b: String,
    /// What the seeds of its games derive from, in hexadecimal.
    seed: String,
}

/// What each of the files says of the whole.
#[derive(Clone, Serialize)]
struct About {
    export: u32,
    /// The run that plays the same games.
    run: String,
    #[serde(flatten)]
    recipe: Recipe,
    /// None if features are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<Encoding>,
    /// The features that are written in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Valued>,
    pairings: Vec<Pairing>,
}

/// The contents of [`MANIFEST`].
#[derive(Serialize)]
struct Manifest {
    partial: bool,
    /// The command that writes the same files.
    reproduce: String,
    #[serde(flatten)]
    about: About,
    rows_per_file: u64,
    deck_files: Vec<String>,
    /// The cards of each deck, as they were played.
    lists: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    games_planned: u64,
    games: u64,
    decisions: u64,
    /// Games that failed in the engine, or whose agent did: they aren't in the files.
    failed: u64,
    /// Games that an agent forfeited: they aren't in the files either.
    forfeited: u64,
    files: Vec<Written>,
}

/// Games that aren't in the files.
#[derive(Default)]
struct Lost {
    count: u64,
    first: Vec<Failure>,
}

impl Lost {
    fn add(&mut self, failure: Failure, most: usize) {
        self.count += 1;
        if self.first.len() < most {
            self.first.push(failure);
        }
    }
}

/// What was handed on so far.
struct Taker<'t> {
    files: Files<'t>,
    entrants: &'t [Entrants],
    progress: &'t Progress,
    games: u64,
    decisions: u64,
    failed: Lost,
    forfeited: Lost,
}

impl Taker<'_> {
    fn take(&mut self, played: Played) -> Result<(), Error> {
        self.progress.played(1);
        match played {
            Ok(told) => {
                self.games += 1;
                self.decisions += told.decisions.rows.len() as u64;
                self.files.add(&told, &self.entrants[told.unit.pairing])?;
            }
            Err(failure) if failure.reason == Reason::EngineError => self.failed.add(failure, FAILURES_KEPT),
            Err(failure) => self.forfeited.add(failure, FORFEITS_KEPT),
        }
        Ok(())
    }
}

/// `gauntlet export`.
///
/// # Errors
/// If there are no such decks or agents, the directory isn't empty, or files can't be written.
pub(super) fn export<H: Host<Game: EncodedGame>>(
    args: &ExportArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    refuse_unless_empty(&args.out)?;
    let load = &args.play.deal.load;
    let (host, experiment) = prepare::<H>(args, screen)?;
    let valued = args.features.map(|Features::Value| Valued::of::<H>()).transpose()?;
    let about = about(&host, &experiment, valued)?;
    let names = about.features.as_ref().map(|features| features.names.as_slice());
    let entrants = entrants(&experiment);
    let progress = Progress::new(experiment.games(), screen.live && !args.quiet);
    let mut taker = Taker {
        files: Files::new(&args.out, args.rows_per_file.get(), text(&about)?, names)?,
        entrants: &entrants,
        progress: &progress,
        games: 0,
        decisions: 0,
        failed: Lost::default(),
        forfeited: Lost::default(),
    };
    let begin = Instant::now();
    let threads = args.threads.count();
    let features = args.features.is_some();
    let games = InOrder { host: &host, experiment: &experiment, features, threads, stop: stop() };
    let played = games.play(&mut |played| taker.take(played));
    progress.clear();
    let (cards, units) = played?;
    let Taker { files, games, decisions, failed, forfeited, .. } = taker;
    let files = files.close()?;
    let seconds = begin.elapsed().as_secs_f64();

    write_whole(&args.out.join("features.csv"), &if features { valued_features::<H>()? } else { encoded::<H>()? })?;
    if !features {
        write_whole(&args.out.join("cards.csv"), &table(&["id", "name"], cards.iter().map(in_cells))?)?;
    }
    let errors = lines(&host, &experiment, &failed, &args.out, failures::RECORDED[0], load)?;
    let forfeits = lines(&host, &experiment, &forfeited, &args.out, 0, load)?;
    for (name, lines) in [("errors.jsonl", &errors), ("forfeits.jsonl", &forfeits)] {
        if !lines.is_empty() {
            write_whole(&args.out.join(name), &json_lines(lines)?)?;
        }
    }
    let manifest = Manifest {
        partial: units < experiment.order.len(),
        reproduce: reproduce::<H>(args, &experiment),
        about,
        rows_per_file: args.rows_per_file.get(),
        deck_files: experiment.decks.iter().map(|deck| deck.file.display().to_string()).collect(),
        lists: lists(&host),
        left_out: files::reasons(&experiment.left_out),
        games_planned: experiment.games(),
        games,
        decisions,
        failed: failed.count,
        forfeited: forfeited.count,
        files,
    };
    write_whole(&args.out.join(MANIFEST), &json(&manifest)?)?;

    if args.json {
        screen.print_json(&manifest)?;
    } else {
        screen.print(&told(&manifest, &args.out))?;
    }
    if !args.quiet {
        let unit = if threads == 1 { "thread" } else { "threads" };
        let speed = if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 };
        screen.remark(&format!("{seconds:.1} s, {speed:.0} decisions/s on {threads} {unit}"));
    }
    remarks(&manifest, &errors, &forfeits, &args.out, screen);
    Ok(match (manifest.partial, failed.count + forfeited.count) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Ok,
        (false, _) => Exit::Problems,
    })
}

/// An export is written in one piece: nothing is added to what another one left.
fn refuse_unless_empty(dir: &Path) -> Result<(), Error> {
    let unreadable = |cause| Error::Read { path: dir.to_owned(), cause };
    let what = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => "is a file",
        Err(cause) => return Err(unreadable(cause)),
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(Err(cause)) => return Err(unreadable(cause)),
            Some(Ok(_)) if dir.join(MANIFEST).exists() => "has an export already",
            Some(Ok(_)) => "isn't empty",
        },
    };
    Err(Error::input(format!(
        "{} {what}, and an export is written in one piece: name another directory with --out, or remove this one",
        dir.display()
    )))
}

/// The decks, and the experiment of them.
fn prepare<H: Host>(args: &ExportArgs, screen: &mut Screen<'_>) -> Result<(H, Experiment<H::Game>), Error> {
    let is_directory = |path: &&PathBuf| {
        path.is_dir() || files::without_below(path) != path.as_path() || *path == Path::new(crate::host::HOME)
    };
    let (directories, named): (Vec<&PathBuf>, Vec<&PathBuf>) = args.decks.iter().partition(is_directory);
    let mut found = named.iter().map(|deck| files::one::<H>(deck)).collect::<Result<Vec<_>, _>>()?;
    found = files::distinct(found);
    let needed = found.len();
    for directory in &directories {
        found.extend(files::in_directory::<H>(directory)?);
    }
    let found = files::distinct(found);
    let load = &args.play.deal.load;
    let (host, left_out) = H::load_playable(&found, load.skip.needed(needed, found.len()), load)?;
    files::tell_left_out(&left_out, found.len(), screen, args.quiet);
    files::tell_decks(&host, screen, args.quiet);
    for directory in &directories {
        files::tell_below::<H>(directory, screen, args.quiet);
    }
    let mirrors = args.mirrors;
    let is_match = directories.is_empty() && needed <= 2 && !mirrors;
    let options = Options {
        shape: if is_match { Shape::Match } else { Shape::Matrix { mirrors } },
        seed: args.play.deal.seed,
        games: args.games.get(),
        until: None,
        sprt: None,
        best_of: BestOf::ONE,
        luck: false,
        seats: Seats::from(args.on_the_play),
        limits: args.play.deal.limits(),
    };
    let (a, b) = args.play.agents(H::DEFAULT_AGENT);
    let experiment = Experiment::new(&host, options, &[a, b], left_out)?;
    Ok((host, experiment))
}

fn about<H: Host<Game: EncodedGame>>(
    host: &H,
    experiment: &Experiment<H::Game>,
    features: Option<Valued>,
) -> Result<About, Error> {
    let recipe = Recipe::new(host, experiment);
    let layout = <H::Game as EncodedGame>::LAYOUT;
    let names = entrants(experiment).into_iter().zip(&experiment.pairings).enumerate();
    let pairing = |(pairing, (Entrants { decks, agents }, of))| {
        let (PerSide([deck_a, deck_b]), PerSide([agent_a, agent_b])) = (decks, agents);
        Pairing { pairing, deck_a, deck_b, agent_a, agent_b, seed: experiment.pairing_seed(of).to_hex() }
    };
    Ok(About {
        export: FORMAT,
        run: recipe.id()?,
        recipe,
        encoding: features.is_none().then_some(Encoding {
            version: layout.version,
            observation: layout.observation,
            action: layout.action,
        }),
        features,
        pairings: names.map(pairing).collect(),
    })
}

fn entrants<G: EncodedGame>(experiment: &Experiment<G>) -> Vec<Entrants> {
    let of_one = |pairing: &crate::plan::schedule::Pairing| Entrants {
        decks: PerSide::from_fn(|side| experiment.label(pairing.entrant(side)).to_owned()),
        agents: PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).spec.clone()),
    };
    experiment.pairings.iter().map(of_one).collect()
}

/// JSON in one line, for what stands in a file of another format.
fn text(value: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(value).map_err(io::Error::from)?)
}

/// A table as comma-separated values.
fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>, Error> {
    let columns = header.iter().map(|name| (*name).to_owned()).collect();
    let rows = rows.map(|row| row.into_iter().map(Value::Text).collect()).collect();
    Table { columns, rows }.csv().map_err(|error| Error::Output(io::Error::other(error)))
}

fn in_cells((id, name): &(u32, String)) -> Vec<String> {
    vec![id.to_string(), name.clone()]
}

/// What each of the numbers is by which positions are valued.
fn valued_features<H: Host>() -> Result<Vec<u8>, Error> {
    let rows = H::PARTS.values.names().into_iter().enumerate().map(|(index, (name, meaning))| {
        vec!["value".to_owned(), index.to_string(), name, "-32768..=32767".to_owned(), meaning.to_owned()]
    });
    table(&["part", "index", "name", "range", "meaning"], rows)
}

/// What each number of the encoding is.
fn encoded<H: Host<Game: EncodedGame>>() -> Result<Vec<u8>, Error> {
    let layout = <H::Game as EncodedGame>::LAYOUT;
    let parts = [("observation", layout.observation_features()), ("action", layout.action_features())];
    let rows = parts.into_iter().flat_map(|(part, features)| {
        let row = move |(index, feature): (usize, gauntlet_encoding::Feature)| {
            let (range, meaning) = (feature.range.to_owned(), feature.meaning.to_owned());
            vec![part.to_owned(), index.to_string(), feature.name, range, meaning]
        };
        features.into_iter().enumerate().map(row)
    });
    table(&["part", "index", "name", "range", "meaning"], rows)
}

/// The lines of the games that aren't in the files; the first `most` are recorded.
fn lines<H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    lost: &Lost,
    dir: &Path,
    most: usize,
    load: &LoadArgs,
) -> Result<Vec<FailureLine>, Error> {
    let recordings = failures::record_all(host, experiment, lost.first.iter(), dir, "", most)?;
    let games = lost.first.iter().zip(recordings);
    Ok(games.map(|(game, file)| FailureLine::new::<H>(experiment, game, file, load)).collect())
}

/// The command that writes the same files.
fn reproduce<H: Host>(args: &ExportArgs, experiment: &Experiment<H::Game>) -> String {
    let mut words: Vec<String> = vec!["gauntlet".into(), "export".into()];
    words.extend(args.decks.iter().map(|path| path.display().to_string()));
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    option("--game", H::NAME.to_owned());
    option("--games", args.games.to_string());
    option("--seed", args.play.deal.seed.to_string());
    match args.play.agents(H::DEFAULT_AGENT) {
        (a, b) if a == b => option("--agent", a.to_owned()),
        (a, b) => {
            option("--agent-a", a.to_owned());
            option("--agent-b", b.to_owned());
        }
    }
    if args.on_the_play != OnThePlay::Swap {
        option("--on-the-play", experiment.options.seats.name().to_owned());
    }
    option("--max-turns", args.play.deal.max_turns.to_string());
    option("--max-actions", args.play.deal.max_actions.to_string());
    option("--rows-per-file", args.rows_per_file.to_string());
    words.extend(args.play.deal.load.words());
    if let Some(Features::Value) = args.features {
        words.extend(["--features".into(), "value".into()]);
    }
    if args.mirrors {
        words.push("--mirrors".into());
    }
    words.extend(["--out".into(), "DIR".into()]);
    shell_line(&words)
}

/// What was written, in a line.
fn told(manifest: &Manifest, dir: &Path) -> String {
    let Manifest { games, decisions, files, .. } = manifest;
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    let each = bytes.checked_div(*decisions).unwrap_or(0);
    let (count, unit) = (files.len(), if files.len() == 1 { "file" } else { "files" });
    format!("{decisions} decisions of {games} games in {count} {unit}, {each} bytes each: {}\n", dir.display())
}

/// What went wrong. It is told even to those who asked for quiet.
fn remarks(manifest: &Manifest, errors: &[FailureLine], forfeits: &[FailureLine], dir: &Path, screen: &mut Screen<'_>) {
    if manifest.partial {
        let played = manifest.games + manifest.failed + manifest.forfeited;
        screen.remark(&format!(
            "interrupted after {played} of {} games: the files have these, and can't be gone on with",
            manifest.games_planned
        ));
    }
    let all = [
        (manifest.failed, errors, "failed in the engine or an agent", "errors.jsonl"),
        (manifest.forfeited, forfeits, "were forfeited by an agent", "forfeits.jsonl"),
    ];
    for (count, lines, what, file) in all {
        let Some(first) = lines.first() else { continue };
        let which =
            if count > lines.len() as u64 { format!("the first {} are", lines.len()) } else { "they are".into() };
        screen.remark(&format!(
            "{count} games {what} and are left out; {which} in {}, and the first of them is: {}",
            dir.join(file).display(),
            first.clone().recorded_in(Some(dir)).again()
        ));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_of_cards_are_cells() {
        let cards = BTreeSet::from([(7, "One, Two".to_owned())]);
        let bytes = table(&["id", "name"], cards.iter().map(in_cells)).expect("a table");
        assert_eq!(String::from_utf8(bytes).expect("text"), "id,name\n7,\"One, Two\"\n");
    }
}
