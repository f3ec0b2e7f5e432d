//! Where a game is told that is watched: line by line or as JSON, into a recording, onto a page.

use std::path::Path;

use gauntlet_ai::Fault;

use crate::commands::bout::{Played, Witnesses};
use crate::commands::watch::{Told, WatchArgs};
use crate::error::Error;
use crate::host::Host;
use crate::host::recording::{Header, Recorder};
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::play::game::Trace;
use crate::show::film::{Caption, Film};

/// A game as it is told.
pub(super) struct Telling<'a, H: Host> {
    args: &'a WatchArgs,
    recorder: Option<Recorder>,
    film: Option<Film<H>>,
    story: Vec<String>,
}

/// What is known of a game when it is over, or is told no further.
pub(super) struct Ending {
    /// The header of its recording.
    pub(super) header: Header,
    /// What a page says of it; its result is the sentence at the end of the story.
    pub(super) caption: Caption,
    /// How it ended.
    pub(super) played: Played,
    /// How far it got.
    pub(super) trace: Trace,
    /// What is told as JSON, without the story.
    pub(super) told: Told,
}

impl<'a, H: Host> Telling<'a, H> {
    /// Of a game between players of these names, by seat.
    pub(super) fn new(args: &'a WatchArgs, names: [&str; 2]) -> Telling<'a, H> {
        Telling {
            args,
            recorder: args.record.as_ref().map(|_| Recorder::default()),
            film: args.html.as_ref().map(|_| Film::new(names)),
            story: Vec::new(),
        }
    }

    /// Has `play` play the game before these witnesses, who say nothing of its first `past` choices. The story begins with a heading.
    pub(super) fn hear<T>(
        &mut self,
        screen: &mut Screen<'_>,
        heading: &str,
        past: usize,
        play: impl FnOnce(Witnesses<'_, H>) -> T,
    ) -> Result<T, Error> {
        let (json, colour) = (self.args.json, screen.colour);
        let mut printed = if json { Ok(()) } else { screen.print(heading) };
        let Telling { recorder, film, story, .. } = self;
        let mut tell = |line: String| {
            if json {
                story.push(line);
            } else if printed.is_ok() {
                let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Bold };
                printed = screen.print(&format!("{}\n", tone.paint(&line, colour && !line.is_empty())));
            }
        };
        let witnesses = Witnesses { recorder: recorder.as_mut(), film: film.as_mut(), tell: &mut tell, past };
        let played = play(witnesses);
        match printed {
            // Who has read enough of the story wants the files all the same.
            Err(error) if error.is_broken_pipe() && (self.recorder.is_some() || self.film.is_some()) => Ok(played),
            printed => printed.map(|()| played),
        }
    }

    /// Writes what is to be written, and says how it ended.
    pub(super) fn finish(self, ending: Ending, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        let Ending { header, caption, played, trace, told } = ending;
        let found = played.found();
        let outcome = match played {
            // It isn't a lost game: nothing is to be had with this agent as it is.
            Played { fault: Some(Fault::EndsRun(sentence)), .. } => return Err(Error::input(sentence)),
            Played { outcome, .. } => outcome,
        };
        let mut remark = String::new();
        if let (Some(file), Some(recorder)) = (&self.args.record, self.recorder) {
            recorder.finish(header, found).write(file)?;
            remark = remark_on(file, told.stopped);
        }
        if let (Some(file), Some(film)) = (&self.args.html, self.film) {
            film.write(&caption, file)?;
            remark += &format!("To watch it in a browser, open {}\n", file.display());
        }
        let exit = if outcome.is_ok() { Exit::Ok } else { Exit::Problems };
        if self.args.json {
            screen.print_json(&Told { story: self.story, ..told })?;
            return Ok(exit);
        }
        let (result, is_stopped) = (caption.result, told.stopped);
        screen.print(&match outcome {
            Ok(_) if is_stopped => format!("\n{result}\n{remark}"),
            Ok(_) => format!("\n{result} The agents made {} choices.\n{remark}", trace.decisions),
            Err(_) => format!("\n{result}\n{remark}"),
        })?;
        Ok(exit)
    }
}

/// What can be done with the file that was written.
fn remark_on(file: &Path, stopped: bool) -> String {
    let command = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).chain([file.display().to_string()]);
        shell_line(&words.collect::<Vec<String>>())
    };
    match stopped {
        true => format!(
            "The position is saved; look at it with: {}\ngo on with it with: {}\n",
            command(&["gauntlet", "view"]),
            command(&["gauntlet", "watch", "--from"])
        ),
        false => format!("The game is recorded; play it again with: {}\n", command(&["gauntlet", "replay"])),
    }
}
