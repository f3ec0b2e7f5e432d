//! Playing a plan into a directory, going on with what is there, and putting the parts of a run together.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use gauntlet_core::{Game, Reason, suggest};
use serde::Serialize;

use crate::PROGRAM;
use crate::commands::options::OutputArgs;
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Registry;
use crate::output::file::{json, json_lines, sweep, write_whole};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen, WIDTH_OF_A_PIPE, shown as plain};
use crate::output::shell::shell_line;
use crate::plan::experiment::Experiment;
use crate::plan::file::{self, Kind, Plan, Shard, Sprt};
use crate::plan::schedule::Seats;
use crate::plan::{adapt, files};
use crate::play::ranges::Ranges;
use crate::play::run::{Control, FAILURES_KEPT, FORFEITS_KEPT, Failures, Run, resume};
use crate::play::threads::Threads;
use crate::show::details::{Sheet, Tables, sheets, tables};
use crate::show::details_told::shown;
use crate::show::fit;
use crate::show::ladder::Ladder;
use crate::show::report::{Look, report};
use crate::show::tables::{Matchup, Table, Total, deck_table, matchup_table, matchups, totals};
use crate::store::chunks::{Chunks, beside};
use crate::store::knows::Knows;
use crate::store::results::{Earlier, FailureLine, Manifest, Recipe, ResultsDir, Timing, lists};
use crate::store::{failures, rows};

/// Which run to go on with.
#[derive(Args, Clone, Debug)]
pub struct ResumeArgs {
    /// The directory of the run.
    pub dir: PathBuf,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Write the tables as JSON to the standard output instead of showing them.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Which shards to put together.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    /// The directories of the shards.
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// What comes out.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// How a run is watched and stopped while it is played.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Once this is true no new unit begins; those in flight are finished.
    pub stop: &'a AtomicBool,
    /// Counts the games.
    pub progress: &'a Progress,
}

/// What came of a run.
pub struct Results {
    /// What its files have.
    pub output: Output,
    /// The tables as the command shows them.
    pub text: String,
    /// How the command would end.
    pub exit: Exit,
    /// Why decks of a directory don't take part, a text for each.
    pub left_out: Vec<String>,
    /// Where the files are.
    pub dir: PathBuf,
}

/// As [`play`], for programs: nothing is shown, and what came of it is returned. Agents are those of `registry`.
///
/// # Errors
/// As [`play`].
pub fn play_for_results<H: Host>(
    plan: &Plan,
    registry: &Registry<H::Game>,
    threads: Threads,
    out: Option<&Path>,
    fresh: bool,
    watch: Watch<'_>,
) -> Result<Results, Error> {
    let mut session = Session::<H>::begin(plan, registry, out)?;
    if fresh {
        session.chunks().clear()?;
    }
    let (run, timing) = session.play_on(threads.count(), watch)?;
    session.results(&run, timing)
}

/// Plays a plan. What its directory has of the same run already is not played again.
///
/// # Errors
/// If the plan can't be played, or what was played can't be kept.
pub fn play<H: Host>(
    plan: &Plan,
    threads: Threads,
    args: &OutputArgs,
    fresh: bool,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let session = Session::<H>::begin(plan, &H::agents(), args.out.as_deref())?;
    if fresh {
        session.chunks().clear()?;
    }
    session.play(threads, args, screen, stop())
}

/// Goes on with the run in a directory.
///
/// # Errors
/// If there is none, if its decks or cards are others now, or if what was played can't be kept.
pub fn go_on<H: Host>(
    args: &ResumeArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let (plan, earlier) = of_directory(&args.dir)?;
    let session = Session::<H>::begin_as(&plan, &args.dir, &earlier, Some(&args.dir))?;
    let output = OutputArgs { out: Some(args.dir.clone()), json: args.json, quiet: args.quiet };
    session.play(args.threads, &output, screen, stop())
}

/// Puts the shards of a run together.
///
/// # Errors
/// If they are not the shards of one run, if games are missing or come twice, or if files can't be written.
pub fn merge<H: Host>(args: &MergeArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let Some(first) = args.dirs.first() else {
        return Err(Error::input("name the directories to merge"));
    };
    let (plan, earlier) = of_directory(first)?;
    if plan.has_stages() {
        let how = if plan.until.is_some() { "was played with --until" } else { "is a test of two agents" };
        return Err(Error::input(format!(
            "{} {how}, and such a run has no shards to merge; 'gauntlet resume' goes on with it",
            first.display()
        )));
    }
    for dir in &args.dirs[1..] {
        let (_, other) = of_directory(dir)?;
        if other.run != earlier.run {
            let (one, two) = (first.display(), dir.display());
            return Err(Error::input(format!(
                "{one} and {two} are parts of different runs, {} and {}: their games can't be put together",
                earlier.run, other.run
            )));
        }
    }
    let shards = plan.shard;
    let plan = Plan { shard: None, ..plan };
    let session = Session::<H>::begin_as(&plan, first, &earlier, args.output.out.as_deref())?;
    let mut run = session.nothing();
    let parts: Vec<Chunks> = args.dirs.iter().map(|dir| Chunks::of(dir, &session.id)).collect();
    for part in &parts {
        session.add(&mut run, part)?;
    }
    let wanted = 0..session.experiment.order.len();
    let missing = run.units.missing(wanted.clone());
    if !missing.is_empty() {
        return Err(Error::input(session.gaps(&missing, wanted.end, shards)));
    }
    // The directory is one of a finished run like any other.
    let into = session.chunks();
    if !args.dirs.iter().any(|dir| same_place(dir, session.dir.path())) {
        into.clear()?;
    }
    for (part, dir) in parts.iter().zip(&args.dirs) {
        if !same_place(dir, session.dir.path()) {
            part.copy_to(&into)?;
        }
    }
    session.finish(&run, Timing::of(0, 0.0, 0), &args.output, screen)
}

fn same_place(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The plan in a run's directory, and what its `run.json` says.
fn of_directory(dir: &Path) -> Result<(Plan, Earlier), Error> {
    let earlier = Earlier::read(dir)?.ok_or_else(|| Error::input(Earlier::absent(dir)))?;
    if let Some(other) = earlier.other_program() {
        return Err(Error::input(format!(
            "{} was played by gauntlet {other}, and this is {PROGRAM}: builds may play differently; use the same one, or play \
             it all again with --out",
            dir.display(),
        )));
    }
    let plan = dir.join(file::FILE);
    if let (false, Some(command)) = (plan.exists(), earlier.reproduce()) {
        return Err(Error::input(format!(
            "{} has no {}: it isn't the directory of games alone, and the command that began it goes on with it: {command}",
            dir.display(),
            file::FILE
        )));
    }
    Ok((Plan::read(&plan)?, earlier))
}

/// The host and the experiment of a plan, if it still makes the run that `dir` has; if not, `cannot` says what can't be.
fn prepare_as<H: Host>(
    plan: &Plan,
    dir: &Path,
    earlier: &Earlier,
    cannot: &str,
) -> Result<(H, Experiment<H::Game>), Error> {
    let (host, experiment) = plan.prepare::<H>(&H::agents().remembering(earlier.agents()))?;
    match earlier.difference(&Recipe::new(&host, &experiment), &lists(&host))? {
        None => Ok((host, experiment)),
        Some(what) => Err(Error::input(format!(
            "{} {cannot}: since it was begun {what} changed; undo that, or start over with another --out",
            dir.display(),
        ))),
    }
}

/// A run some of whose games are played again.
pub(super) struct Finished<H: Host> {
    pub(super) plan: Plan,
    pub(super) host: H,
    pub(super) experiment: Experiment<H::Game>,
    /// What was played of it.
    pub(super) run: Run,
}

/// The run in a directory, to play some of its games again.
///
/// # Errors
/// If there is none, or if its decks or cards are others now.
pub(super) fn again<H: Host>(dir: &Path) -> Result<Finished<H>, Error> {
    let (plan, earlier) = of_directory(dir)?;
    let (host, experiment) = prepare_as(&plan, dir, &earlier, "has games that can't be played again")?;
    let mut run = Run::new(experiment.pairings.len(), H::Game::counter_names().len());
    Chunks::of(dir, &earlier.run)
        .read(|path, chunk| run.add(chunk).map_err(|what| Error::input(format!("{} {what}", path.display()))))?;
    Ok(Finished { plan, host, experiment, run })
}

/// The programs that are agents of a finished run.
///
/// # Errors
/// If the directory has no run.
pub(super) fn programs<H: Host>(dir: &Path) -> Result<Vec<String>, Error> {
    let (plan, _) = of_directory(dir)?;
    let registry = H::agents();
    let mut programs: Vec<String> =
        plan.agents::<H>().into_iter().filter(|spec| registry.is_command(spec)).map(str::to_owned).collect();
    programs.dedup();
    Ok(programs)
}

/// The agent of a finished run that isn't one of this program's, such as a function of Python's, if there is one.
///
/// # Errors
/// If the directory has no run.
pub(super) fn absent_agent<H: Host>(dir: &Path) -> Result<Option<String>, Error> {
    let (plan, _) = of_directory(dir)?;
    let registry = H::agents();
    Ok(plan.agents::<H>().into_iter().find(|spec| !registry.has_kind(spec)).map(str::to_owned))
}

/// A plan that is ready to be played, and the directory that takes what comes of it.
pub(super) struct Session<'p, H: Host> {
    plan: &'p Plan,
    pub(super) host: H,
    pub(super) experiment: Experiment<H::Game>,
    recipe: Recipe,
    pub(super) id: String,
    pub(super) dir: ResultsDir,
}

/// Adds the stage that follows when all so far was played, and says how many units it has.
pub(super) fn next_stage<G: Game + 'static>(
    plan: &Plan,
    experiment: &mut Experiment<G>,
    run: &Run,
) -> Result<u64, Error> {
    let more = match (plan.until, plan.sprt) {
        (Some(until), _) => adapt::next(experiment.options.seats, &run.tallies, until),
        (None, Some(Sprt { test, max_games })) => adapt::next_of_test(&run.tallies, test, max_games.get()),
        (None, None) => return Ok(0),
    };
    let units = more.iter().sum();
    if units > 0 {
        experiment.extend(&more)?;
    }
    Ok(units)
}

impl<'p, H: Host> Session<'p, H> {
    pub(super) fn begin(plan: &'p Plan, registry: &Registry<H::Game>, out: Option<&Path>) -> Result<Self, Error> {
        let (host, experiment) = plan.prepare::<H>(registry)?;
        Session::of(plan, host, experiment, out)
    }

    pub(super) fn of(
        plan: &'p Plan,
        host: H,
        experiment: Experiment<H::Game>,
        out: Option<&Path>,
    ) -> Result<Self, Error> {
        if plan.details && H::PARTS.stories.vocabulary().is_none() {
            return Err(Error::input(format!("games of {} can't be followed: leave out --details", H::NAME)));
        }
        let recipe = Recipe::new(&host, &experiment);
        let id = recipe.id()?;
        let place = || {
            let shard = plan.shard.map_or(String::new(), |shard| format!("-shard-{}-of-{}", shard.number, shard.of));
            let command = if plan.sprt.is_some() { "sprt" } else { plan.shape().name() };
            // What is followed is kept elsewhere: a run without details can't be made one with them.
            let details = if plan.details { "-details" } else { "" };
            Path::new("results").join(format!("{command}-{}{details}{shard}", &id[..8]))
        };
        let out = out.map_or_else(place, Path::to_owned);
        let dir = ResultsDir::prepare(&out, &id)?;
        Ok(Session { plan, host, experiment, recipe, id, dir })
    }

    /// A session that goes on in a directory which is prepared.
    pub(super) fn within(
        plan: &'p Plan,
        host: H,
        experiment: Experiment<H::Game>,
        id: String,
        dir: ResultsDir,
    ) -> Self {
        Session { plan, recipe: Recipe::new(&host, &experiment), host, experiment, id, dir }
    }

    /// As [`Session::begin`], if the plan still makes the run that `dir` has.
    fn begin_as(plan: &'p Plan, dir: &Path, earlier: &Earlier, out: Option<&Path>) -> Result<Self, Error> {
        let (host, experiment) = prepare_as(plan, dir, earlier, "can't be gone on with")?;
        Session::of(plan, host, experiment, out)
    }

    pub(super) fn chunks(&self) -> Chunks {
        Chunks::of(self.dir.path(), &self.id)
    }

    fn nothing(&self) -> Run {
        Run::new(self.experiment.pairings.len(), H::Game::counter_names().len())
    }

    /// Adds what was played before.
    fn add(&self, run: &mut Run, chunks: &Chunks) -> Result<(), Error> {
        chunks.read(|path, chunk| {
            if self.plan.details && !chunk.followed {
                return Err(Error::input(format!(
                    "{} was played without --details: replay it with --fresh, or play it elsewhere with --out",
                    self.dir.path().display()
                )));
            }
            if self.plan.rows.0.is_some() && !beside(path).exists() {
                return Err(Error::input(format!(
                    "{} was played without --rows: replay it with --fresh, or play it elsewhere with --out",
                    self.dir.path().display()
                )));
            }
            run.add(chunk).map_err(|what| Error::input(format!("{} {what}", path.display())))
        })
    }

    /// What to say of units that are missing from the parts of a run.
    fn gaps(&self, missing: &Ranges, all: u64, shards: Option<Shard>) -> String {
        let games = missing.len() * self.experiment.options.seats.games_per_unit();
        let of = shards.map_or(1, |shard| shard.of);
        let lacks =
            |range: &std::ops::Range<u64>| missing.iter().any(|gap| gap.start < range.end && range.start < gap.end);
        let shards = (1..=of).map(|number| Shard { number, of }).filter(|shard| lacks(&shard.part(all)));
        let shards: Vec<String> = shards.map(|shard| shard.to_string()).collect();
        format!(
            "{games} of {} games are missing, those of {} {}; name the directories that have them too, or finish what was \
             stopped with 'gauntlet resume DIR'",
            self.experiment.games(),
            if shards.len() == 1 { "shard" } else { "shards" },
            suggest::list(&shards)
        )
    }

    /// What was played before. Where games go where the rate is uncertain, stages that are complete say what the next one is.
    fn earlier(&mut self) -> Result<Run, Error> {
        let mut run = self.nothing();
        if !self.plan.has_stages() {
            self.add(&mut run, &self.chunks())?;
            return Ok(run);
        }
        let mut chunks = VecDeque::new();
        self.chunks().read(|path, chunk| {
            chunks.push_back((path.to_owned(), chunk));
            Ok(())
        })?;
        loop {
            // A chunk belongs to one stage, and they come in order.
            let end = self.experiment.order.len();
            while chunks.front().is_some_and(|(_, chunk)| chunk.units.iter().all(|range| range.end <= end)) {
                let Some((path, chunk)) = chunks.pop_front() else { break };
                run.add(chunk).map_err(|what| Error::input(format!("{} {what}", path.display())))?;
            }
            if !run.has(0..end) || self.next_stage(&run)? == 0 {
                break;
            }
        }
        match chunks.front() {
            Some((path, _)) => Err(Error::input(format!(
                "{} has games that are not to be played yet; delete it, and 'gauntlet resume' plays on",
                path.display()
            ))),
            None => Ok(run),
        }
    }

    fn next_stage(&mut self, run: &Run) -> Result<u64, Error> {
        next_stage(self.plan, &mut self.experiment, run)
    }

    fn play(
        mut self,
        threads: Threads,
        args: &OutputArgs,
        screen: &mut Screen<'_>,
        stop: &AtomicBool,
    ) -> Result<Exit, Error> {
        let decks = self.experiment.decks.len() + self.experiment.left_out.len();
        files::tell_left_out(&self.experiment.left_out, decks, screen, args.quiet);
        files::tell_decks(&self.host, screen, args.quiet);
        for dir in self.plan.directories() {
            files::tell_below::<H>(dir, screen, args.quiet);
        }
        let progress = Progress::new(0, screen.live && !args.quiet);
        let played = self.play_on(threads.count(), Watch { stop, progress: &progress });
        progress.clear();
        let (run, timing) = played?;
        self.finish(&run, timing, args, screen)
    }

    /// What was played before. What is here is known from now on, so that it can be resumed whatever happens.
    pub(super) fn prepared(&mut self) -> Result<Run, Error> {
        self.chunks().sweep()?;
        sweep(self.dir.path())?;
        let run = self.earlier()?;
        let file = self.dir.path().join(file::FILE);
        if let Some(shard) = self.plan.shard.filter(|_| run.games() > 0) {
            self.holds_that(shard, Plan::read(&file)?.shard)?;
        }
        write_whole(&file, &self.plan.toml()?)?;
        if !self.dir.holds_manifest() {
            self.dir.write(&[("run.json", json(&self.manifest(&run)?)?)])?;
        }
        Ok(run)
    }

    /// Sees to it that what the directory has is of the shard that is to be played: the games of two that overlap couldn't be merged with those
    /// of the others any more.
    fn holds_that(&self, shard: Shard, held: Option<Shard>) -> Result<(), Error> {
        if held == Some(shard) {
            return Ok(());
        }
        let (dir, held) =
            (self.dir.path().display(), held.map_or("the whole".to_owned(), |held| format!("shard {held}")));
        Err(Error::input(format!(
            "{dir} has games of {held} of this run, and this is shard {shard}: play it elsewhere with --out, go on with what is \
             there with 'gauntlet resume {dir}', or start over with --fresh"
        )))
    }

    /// Plays what is missing.
    fn play_on(&mut self, threads: usize, watch: Watch<'_>) -> Result<(Run, Timing), Error> {
        let Watch { stop, progress } = watch;
        let chunks = self.chunks();
        let mut run = self.prepared()?;
        let (before, plan) = (run.games(), self.plan);
        let per_unit = self.experiment.options.seats.games_per_unit();
        progress.more(run.units.missing(self.wanted()).len() * per_unit);
        let begin = Instant::now();
        let games = AtomicU64::new(0);
        let played = |count| {
            games.fetch_add(count, Ordering::Relaxed);
            progress.played(count);
        };
        let control = Control {
            stop,
            played: &played,
            keep: &|chunk, rows| chunks.write(chunk, plan.rows.0.map(|_| rows)),
            rows: plan.rows.0.is_some(),
            details: plan.details,
        };
        let run = loop {
            let wanted = self.wanted();
            run = match resume(&self.host, &self.experiment, wanted.clone(), run, threads, control) {
                Ok(run) if run.has(wanted) => run,
                ended => break ended,
            };
            match self.next_stage(&run)? {
                0 => break Ok(run),
                units => progress.more(units * per_unit),
            }
        };
        let seconds = begin.elapsed().as_secs_f64();
        let run = run.map_err(|error| match error {
            Error::Write { path, cause } => Error::input(format!(
                "can't write {}: {cause}; what was written before is safe: make room, then 'gauntlet resume {}'",
                path.display(),
                self.dir.path().display()
            )),
            error => error,
        })?;
        let now = run.games() - before;
        Ok((run, Timing::of(now, seconds, threads)))
    }

    /// The units that this session is to play.
    fn wanted(&self) -> std::ops::Range<u64> {
        let all = self.experiment.order.len();
        self.plan.shard.map_or(0..all, |shard| shard.part(all))
    }

    fn manifest(&self, run: &Run) -> Result<Manifest, Error> {
        let command = self.plan.command_line::<H>();
        let manifest =
            Manifest::new(self.recipe.clone(), &self.experiment, lists(&self.host), self.host.notes(), run, command)?;
        Ok(if self.plan.field_of.is_some() { manifest.with_field(&self.host) } else { manifest })
    }

    /// What the tables of a run are made from.
    fn sums(&self, run: &Run) -> Sums {
        let matchups = matchups(&self.experiment, &run.tallies);
        // Without details there is nothing to make sheets of.
        Sums { totals: totals(&matchups), matchups, sheets: sheets(&self.experiment, &run.details) }
    }

    /// What the files of a run have. Games that failed are played again, to record them.
    fn output(&self, run: &Run, sums: &Sums, timing: Timing) -> Result<Output, Error> {
        let load = self.plan.load();
        let recorded = |games: &Failures, prefix, most| -> Result<Vec<FailureLine>, Error> {
            let files =
                failures::record_all(&self.host, &self.experiment, games.values(), self.dir.path(), prefix, most)?;
            let lines = games.values().zip(files);
            Ok(lines.map(|(game, file)| FailureLine::new::<H>(&self.experiment, game, file, &load)).collect())
        };
        let [failed, unfinished] = failures::RECORDED;
        let errors = recorded(&run.failures, "", failed)?;
        let unfinished = recorded(&run.unfinished, "limit-", unfinished)?;
        // Who forfeits does so by the clock, or for what can't be reproduced.
        let forfeits = recorded(&run.forfeits, "forfeit-", 0)?;
        let told = H::PARTS.stories.vocabulary().filter(|_| self.plan.details);
        Ok(Output {
            manifest: self.manifest(run)?,
            matchups: matchup_table(&self.experiment, &sums.matchups),
            decks: deck_table(&self.experiment, &sums.totals),
            details: told.map(|words| tables(&self.host, &self.experiment, &sums.sheets, words)),
            errors,
            unfinished,
            forfeits,
            timing,
            ladder: (self.plan.command == Kind::Ladder).then(|| Ladder::of(&self.experiment, &sums.matchups)),
        })
    }

    /// The tables for people.
    fn told(&self, sums: &Sums, look: Look) -> String {
        let followed = self.plan.details;
        let fits = if followed { fit::fits(&self.host, &self.experiment, &sums.sheets) } else { Vec::new() };
        let mut text = report(&self.experiment, &sums.matchups, &sums.totals, &fit::marked(&fits), look);
        text.push_str(&fit::told(&self.experiment, &fits, look));
        if let Some(words) = H::PARTS.stories.vocabulary().filter(|_| self.plan.details) {
            text.push_str(&shown(&self.host, &self.experiment, &sums.sheets, words, look));
        }
        if let Some(knows) = Knows::of(&self.host) {
            text.push_str(&format!("\n{}\n", knows.sentence()));
        }
        let left_out = files::reasons(&self.experiment.left_out);
        if !left_out.is_empty() {
            let all = left_out.len() + self.experiment.decks.len();
            text.push_str(&format!("\nLeft out, as they can't be played ({} of {all} decks):\n", left_out.len()));
            left_out.iter().for_each(|reason| text.push_str(&format!("  {}\n", plain(reason))));
        }
        text
    }

    /// Writes the files of a run.
    fn write(&self, run: &Run, output: &Output) -> Result<(), Error> {
        write_whole(&self.dir.path().join(file::FILE), &self.plan.toml()?)?;
        if let Some(format) = self.plan.rows.0
            && run.has(0..self.experiment.order.len())
        {
            rows::assemble(self.dir.path(), &[self.chunks()], &self.experiment, format)?;
        }
        output.write(&self.dir)
    }

    /// Writes the files of a run, and says what there is to say of it.
    pub(super) fn results(self, run: &Run, timing: Timing) -> Result<Results, Error> {
        let sums = self.sums(run);
        let output = self.output(run, &sums, timing)?;
        self.write(run, &output)?;
        Ok(Results {
            text: self.told(&sums, Look { width: WIDTH_OF_A_PIPE, colour: false }),
            exit: self.exit(run),
            left_out: self.experiment.left_out.clone(),
            dir: self.dir.path().to_owned(),
            output,
        })
    }

    /// How the command ends.
    fn exit(&self, run: &Run) -> Exit {
        match (run.has(self.wanted()), run.ended(Reason::EngineError)) {
            (false, _) => Exit::Interrupted,
            (true, 0) => Exit::Ok,
            (true, _) => Exit::Problems,
        }
    }

    /// Shows and writes the tables of what was played.
    fn finish(&self, run: &Run, timing: Timing, args: &OutputArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let sums = self.sums(run);
        if let (Some(remark), false) = (failures::remark(run), args.quiet) {
            screen.remark(&remark);
        }
        let output = self.output(run, &sums, timing)?;
        // Show first: if the disk is full, the numbers are not lost.
        let look = Look { width: screen.width, colour: screen.colour };
        let shown = if args.json { screen.print_json(&output) } else { screen.print(&self.told(&sums, look)) };
        self.write(run, &output)?;
        for line in self.remarks(run, &output, args) {
            screen.remark(&line);
        }
        match shown {
            Err(error) if !error.is_broken_pipe() => return Err(error),
            _ => {}
        }
        Ok(self.exit(run))
    }

    /// What there is to say about a run beside its tables. Trouble is told even to those who asked for quiet.
    fn remarks(&self, run: &Run, output: &Output, args: &OutputArgs) -> Vec<String> {
        let mut lines = Vec::new();
        let experiment = &self.experiment;
        let path = self.dir.path().display();
        let (timing, all) = (output.timing, run.games());
        let scored = run.scored();
        let unit = if experiment.options.best_of.is_match() { "matches" } else { "games" };
        if !args.quiet {
            let speed = format!(
                "{} games in {:.1} s, {:.0} games/s on {} {}",
                timing.games,
                timing.seconds,
                timing.games_per_second,
                timing.threads,
                if timing.threads == 1 { "thread" } else { "threads" },
            );
            lines.push(match (timing.games, all - timing.games) {
                (_, 0) => format!("{speed}; files in {path}"),
                (0, _) => format!("{all} games, all played before; files in {path}"),
                (_, before) => format!("{speed}, and {before} before; files in {path}"),
            });
            if experiment.options.seats != Seats::Swap {
                lines.push(
                    "seats were not swapped: the unit of play is a single game, and there is no paired interval".into(),
                );
            }
        }
        let planned = experiment.games();
        if !run.has(self.wanted()) {
            let here = shell_line(&[path.to_string()]);
            lines.push(format!("interrupted after {scored} of {planned} {unit}: the tables are partial"));
            lines.push(format!("go on with: gauntlet resume {here}"));
        } else if scored < planned
            && let Some(shard) = self.plan.shard
        {
            lines.push(format!(
                "this is shard {}/{}, {scored} of {planned} {unit}; 'gauntlet merge' puts shards together",
                shard.number, shard.of
            ));
        }
        let limits = experiment.options.limits;
        for (reason, limit, option) in [
            (Reason::TurnLimit, u64::from(limits.turns), "--max-turns"),
            (Reason::ActionLimit, limits.actions, "--max-actions"),
        ] {
            if let count @ 1.. = run.ended(reason) {
                lines.push(format!("{count} games reached the limit of {option} {limit} and count as draws"));
            }
        }
        if let Some(first) = output.unfinished.first() {
            lines.push(format!(
                "the columns win_rate_if_lost and win_rate_if_won count them otherwise; the first of them are in {}, and this one is: {}",
                self.dir.path().join("unfinished.jsonl").display(),
                first.clone().recorded_in(Some(self.dir.path())).again()
            ));
        }
        if let (count @ 1.., Some(first)) = (run.forfeits.len(), run.forfeits.values().next()) {
            let all = if count == FORFEITS_KEPT { "at least " } else { "" };
            lines.push(format!(
                "{all}{count} games were forfeited by an agent and count as lost; they are in {}, the first for {}",
                self.dir.path().join("forfeits.jsonl").display(),
                first.message
            ));
        }
        if let count @ 1.. = run.ended(Reason::EngineError) {
            let all = if count > FAILURES_KEPT as u64 { format!("the first {FAILURES_KEPT}") } else { "all".into() };
            let first = output.errors.first().map(|line| line.clone().recorded_in(Some(self.dir.path())));
            lines.push(format!(
                "{count} games failed in the engine and count as draws; {all} are in {}, the first of them is: {}",
                self.dir.path().join("errors.jsonl").display(),
                first.as_ref().map_or("", FailureLine::again),
            ));
        }
        lines
    }
}

/// What the tables of a run are made from.
struct Sums {
    matchups: Vec<Matchup>,
    totals: Vec<Total>,
    sheets: Vec<Sheet>,
}

/// All that a run leaves behind; with `--json` it is what is printed.
#[derive(Serialize)]
pub struct Output {
    /// What was played: `run.json`.
    #[serde(rename = "run")]
    pub manifest: Manifest,
    /// The rows of `matchups.csv`.
    pub matchups: Table,
    /// The rows of `decks.csv`.
    pub decks: Table,
    /// The tables of games that were followed.
    #[serde(flatten)]
    pub details: Option<Tables>,
    /// Games that failed in the engine.
    pub errors: Vec<FailureLine>,
    /// Games that reached a limit.
    pub unfinished: Vec<FailureLine>,
    /// Games that an agent forfeited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<FailureLine>,
    /// How long it took.
    pub timing: Timing,
    /// What is known of the agents, if it was about those.
    #[serde(flatten)]
    pub ladder: Option<Ladder>,
}

impl Output {
    fn write(&self, dir: &ResultsDir) -> Result<(), Error> {
        let csv = |table: &Table| table.csv().map_err(|error| Error::Output(io::Error::other(error)));
        let mut files = vec![
            ("matchups.csv", csv(&self.matchups)?),
            ("decks.csv", csv(&self.decks)?),
            ("timing.json", json(&self.timing)?),
            ("run.json", json(&self.manifest)?),
        ];
        if let Some(details) = &self.details {
            files.extend([
                ("cards.csv", csv(&details.cards)?),
                ("mulligans.csv", csv(&details.mulligans)?),
                ("resources.csv", csv(&details.resources)?),
                ("turns.csv", csv(&details.turns)?),
                ("fit.csv", csv(&details.fit)?),
            ]);
        }
        if let Some(ladder) = &self.ladder {
            files.push(("ladder.json", json(ladder)?));
        }
        if !self.unfinished.is_empty() {
            files.push(("unfinished.jsonl", json_lines(&self.unfinished)?));
        }
        if !self.forfeits.is_empty() {
            files.push(("forfeits.jsonl", json_lines(&self.forfeits)?));
        }
        if !self.errors.is_empty() {
            files.push(("errors.jsonl", json_lines(&self.errors)?));
        }
        dir.write(&files)
    }
}
