//! What an installed program brings along: completions for shells, pages of the manual, decks and cards.

use std::io;
use std::path::Path;

use clap_complete::Shell;
use clap_mangen::Man;

use crate::commands::cli::whole;
use crate::error::Error;
use crate::host::shipped;
use crate::host::subcommand::Subcommand;
use crate::output::file::write_whole;
use crate::output::screen::{Exit, Screen};

/// `gauntlet completions`.
pub(super) fn completions(shell: Shell, own: &[&'static Subcommand], screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut whole(own), "gauntlet", &mut text);
    screen.print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Ok)
}

/// `gauntlet man`: the page of the whole command, or all pages into a directory.
pub(super) fn manual(dir: Option<&Path>, own: &[&'static Subcommand], screen: &mut Screen<'_>) -> Result<Exit, Error> {
    // Pages about how to ask for help help nobody.
    let mut command = with_aliases(whole(own)).disable_help_subcommand(true);
    command.build();
    let Some(dir) = dir else {
        screen.print(&page(command)?)?;
        return Ok(Exit::Ok);
    };
    std::fs::create_dir_all(dir).map_err(|cause| Error::Write { path: dir.to_owned(), cause })?;
    let pages = write_pages(command, dir)?;
    screen.print(&format!("{pages} pages in {0}; read one with: man {0}/gauntlet.1\n", dir.display()))?;
    Ok(Exit::Ok)
}

/// A command whose options say by what other names they go, as `--help` does: pages of the manual leave these out.
fn with_aliases(command: clap::Command) -> clap::Command {
    let told = |arg: clap::Arg| {
        let names: Vec<String> =
            arg.get_visible_aliases().unwrap_or_default().iter().map(|name| format!("--{name}")).collect();
        if names.is_empty() {
            return arg;
        }
        let told = |help: &clap::builder::StyledStr| format!("{help} [aliases: {}]", names.join(", "));
        let (short, long) = (arg.get_help().map(told), arg.get_long_help().map(told));
        let arg = arg.help(short.unwrap_or_default());
        match long {
            Some(long) => arg.long_help(long),
            None => arg,
        }
    };
    command.mut_args(told).mut_subcommands(with_aliases)
}

fn page(command: clap::Command) -> io::Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes the page of a command and those of its commands, and says how many there are.
fn write_pages(command: clap::Command, dir: &Path) -> Result<usize, Error> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut pages = 1;
    for below in command.get_subcommands() {
        pages += write_pages(below.clone(), dir)?;
    }
    write_whole(&dir.join(format!("{name}.1")), page(command)?.as_bytes())?;
    Ok(pages)
}

/// `gauntlet deck export`.
pub(super) fn export(dir: &Path, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let files = shipped::write_to(dir)?;
    screen.print(&format!("{files} files with decks and cards are in {}\n", dir.display()))?;
    Ok(Exit::Ok)
}
