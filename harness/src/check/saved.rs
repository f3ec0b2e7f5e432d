//! Games in the middle of them: saved to files, and there again on any machine.
//!
//! A saved position is a recording ([`crate::host::recording`]) that stops where the position is: all that the game came from is in it, and it
//! is found again by playing it. So everything is kept, whatever the game is in the middle of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gauntlet_core::{Game, Seed};

use crate::VERSION;
use crate::check::replay::{self, Report};
use crate::error::Error;
use crate::host::knows::Assumed;
use crate::host::options::Limits;
use crate::host::recording::{FoundKind, Header, Recording, Step, find, hex};
use crate::host::{Host, Setup};

/// A game that can be saved wherever it stands.
pub struct Saved<H: Host> {
    /// The host that has the cards of the game.
    pub host: H,
    /// How the game came to where it stands.
    pub recording: Recording,
    /// What it started from.
    pub setup: Setup<H>,
    /// Where it stands. To go on, call [`Saved::choose`]: what is applied to it directly isn't recorded.
    pub game: H::Game,
    /// The cards by seat.
    pub lists: [Vec<String>; 2],
    /// The seed of the game.
    pub seed: Seed,
    /// What the agent did wrong that was to choose where the game stands, if it ended with that.
    pub fault: Option<String>,
}

impl<H: Host> Saved<H> {
    /// The beginning of a game between decks with these cards, that of the player who takes the first turn first.
    ///
    /// # Errors
    /// If `host` doesn't have the cards, or its cards have no names.
    pub fn new(
        host: &H,
        names: [&str; 2],
        lists: [Vec<String>; 2],
        seed: Seed,
        limits: Limits,
    ) -> Result<Saved<H>, Error> {
        let host = H::PARTS.lists.only(host, &lists.concat())?;
        let header = Header::new(&host, names, &lists, seed, limits, true);
        let setup = H::PARTS.lists.deal(&host, &lists, limits, true, false);
        let game = H::Game::new(&setup, seed);
        let header = Header { start: hex(game.fingerprint()), ..header };
        Ok(Saved { host, recording: Recording { header, steps: Vec::new() }, setup, game, lists, seed, fault: None })
    }

    /// Carries out the legal action of this number, from 0.
    ///
    /// # Errors
    /// If there is none; the game stands where it stood.
    pub fn choose(&mut self, choice: usize) -> Result<(), Error> {
        let Some(player) = self.game.to_act() else {
            return Err(Error::input("the game is over: there is nothing to choose"));
        };
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        let Some(action) = legal.get(choice) else {
            return Err(Error::input(format!("choice {choice} isn't legal: the choices are 0 to {}", legal.len() - 1)));
        };
        let (asked, words) = (self.game.question(), self.game.describe(*action));
        self.game.apply(*action);
        let after = Some(hex(self.game.fingerprint()));
        self.recording.steps.push(Step { player: player.index(), asked, choice, action: words, after });
        Ok(())
    }

    /// Reads a file, and plays the game in it as far as step `to`, or its last. `cards` are card files or a folder of them, for other texts than
    /// those in the file.
    ///
    /// # Errors
    /// If it can't be read, or the game isn't the one that was saved: the message says where it differs, and how.
    pub fn open(path: &Path, to: Option<usize>, cards: &[PathBuf]) -> Result<Saved<H>, Error> {
        Saved::of(Recording::read(path)?, path, to, cards)
    }

    /// As [`Saved::open`], of a file's contents; `path` is what messages call it.
    ///
    /// # Errors
    /// As [`Saved::open`].
    pub fn of(recording: Recording, path: &Path, to: Option<usize>, cards: &[PathBuf]) -> Result<Saved<H>, Error> {
        let (host, lists, seed) = recording.load::<H>(path, cards)?;
        let header = &recording.header;
        let all = recording.steps.len();
        let to = to.unwrap_or(all);
        if to > all {
            return Err(Error::input(format!("{} has {all} steps; --to {to} is beyond them", path.display())));
        }
        let played = |what: String| {
            let (then, file) = (&header.gauntlet, path.display());
            Error::input(format!("{file}: {what}; it was written by gauntlet {then}, and this is {VERSION}"))
        };
        if cards.is_empty() && H::PARTS.lists.fingerprint(&host, &lists) != header.card_pool {
            return Err(played("its cards' texts are not those that the game was played with".to_owned()));
        }
        // Agents are asked along to see what is wrong with them; here it is the position that matters.
        let plain =
            Recording { header: Header { agents: Vec::new(), ..header.clone() }, steps: recording.steps.clone() };
        let Report { differs, found, played: reached, .. } = replay::play(&host, &plain, &lists, seed, to);
        if let Some(difference) = differs {
            let replay::Difference { step, what } = difference;
            return Err(played(format!("the game differs after choice {step} of {all}: {what}")));
        }
        if let Some(found) = found.filter(|found| reached < to || found.kind == FoundKind::Panic) {
            return Err(played(format!(
                "the game fails at choice {reached} of {all}: {}; --to {} stops before that",
                found.message,
                reached.saturating_sub(1)
            )));
        }
        let setup = H::PARTS.lists.deal(&host, &lists, header.limits(), header.shuffled, false);
        let (mut game, mut legal) = (H::Game::new(&setup, seed), Vec::new());
        for step in &recording.steps[..to] {
            game.legal_actions(&mut legal);
            game.apply(legal[step.choice]);
        }
        let found = recording.header.found.as_ref().filter(|found| found.kind == FoundKind::Agent && to == all);
        let fault = found.map(|found| found.message.clone());
        let mut recording =
            Recording { header: Header { agents: Vec::new(), found: None, ..recording.header }, ..recording };
        recording.steps.truncate(to);
        if recording.header.texts.is_empty() {
            recording.header.texts = H::PARTS.lists.texts(&host, &lists);
        }
        Ok(Saved { host, recording, setup, game, lists, seed, fault })
    }

    /// The same game with agents that are told this of each other's decks. `texts` are cards that it takes beside those of the game; `path` and
    /// `cards` are as in [`Saved::open`].
    ///
    /// # Errors
    /// If it can't be played so: the message says why.
    pub fn told(
        self,
        path: &Path,
        assumed: Option<Assumed>,
        texts: Vec<String>,
        cards: &[PathBuf],
    ) -> Result<Saved<H>, Error> {
        let mut recording = self.recording;
        let own = std::mem::take(&mut recording.header.texts);
        recording.header.texts = own.into_iter().chain(texts).collect::<BTreeSet<String>>().into_iter().collect();
        recording.header.knows = assumed;
        let (host, lists, seed) = recording.load::<H>(path, cards)?;
        let header = &recording.header;
        let setup = H::PARTS.lists.deal(&host, &lists, header.limits(), header.shuffled, false);
        let (mut game, mut legal) = (H::Game::new(&setup, seed), Vec::new());
        for (number, step) in (1..).zip(&mut recording.steps) {
            game.legal_actions(&mut legal);
            // Other cards have other numbers, by which choices may be in another order.
            step.choice = find(&game, &legal, step.choice, &step.action).ok_or_else(|| {
                let file = path.display();
                Error::input(format!("{file}: told this, the game differs at choice {number}: {}", step.action))
            })?;
            game.apply(legal[step.choice]);
            step.after = Some(hex(game.fingerprint()));
        }
        Ok(Saved { host, recording, setup, game, lists, seed, fault: self.fault })
    }

    /// What the players are called, by seat.
    pub fn names(&self) -> [&str; 2] {
        [0, 1].map(|seat: usize| self.recording.header.decks[seat].name.as_str())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        self.recording.write(path)
    }
}
