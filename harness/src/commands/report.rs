//! `gauntlet report`: a run as one HTML page.

use std::path::PathBuf;

use clap::Args;

use crate::commands::{films, session};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::from_zero;
use crate::output::file::{check_page, write_whole};
use crate::output::screen::{Exit, Screen};
use crate::show::page::Page;

/// The file's name, if none is given.
const FILE: &str = "report.html";

/// What to make a page of.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// The directory of the run.
    pub dir: PathBuf,
    /// Where the page goes [default: report.html in the directory].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play the first N games of each matchup again, write each to a page in which it can be watched, and link to them from the report.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "json", value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub games_to_watch: u64,
    /// With --games-to-watch: run the programs that played (exec:COMMAND), as the directory names them.
    #[arg(long, conflicts_with = "json")]
    pub run_programs: bool,
    /// Write what the page shows as JSON to the standard output, and no page.
    #[arg(long)]
    pub json: bool,
}

/// Answers `gauntlet report`.
///
/// # Errors
/// If the directory has no run, its files can't be read, or the page can't be written; with games to watch, if they can't be played again.
pub fn report<H: Host>(args: &ReportArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let mut page = Page::read(&args.dir)?;
    if args.json {
        screen.print_json(&page)?;
        return Ok(Exit::Ok);
    }
    let path = args.out.clone().unwrap_or_else(|| args.dir.join(FILE));
    check_page(&path, "--out")?;
    let mut remarks = Vec::new();
    if args.games_to_watch > 0 {
        // A directory must not have programs run that nobody asked for.
        let programs = session::programs::<H>(&args.dir)?;
        if let (false, Some(program)) = (args.run_programs, programs.first()) {
            return Err(Error::input(format!(
                "{} was played by the program '{program}', which isn't run because a directory says so: add --run-programs if it may be, or leave out \
                 --games-to-watch",
                args.dir.display()
            )));
        }
        match session::absent_agent::<H>(&args.dir)? {
            None => (page.games, remarks) = films::film::<H>(&args.dir, args.games_to_watch, &path)?,
            Some(agent) => screen.remark(&format!(
                "the report has no games to watch: only the program that played them has the agent '{agent}', so they can't be played again"
            )),
        }
    }
    films::sweep(&path, &page.games)?;
    remarks.iter().for_each(|line| screen.remark(line));
    let html = page.html().map_err(|error| Error::input(format!("the page can't be made: {error:#}")))?;
    write_whole(&path, html.as_bytes())?;
    screen.print(&format!("{}\n", path.display()))?;
    if !page.has_details() {
        screen.remark("for tables of cards, opening hands and turns, play with --details");
    }
    Ok(Exit::Ok)
}
