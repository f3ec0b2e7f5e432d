//! `gauntlet watch --from`: going on with a game that was saved.

use std::collections::VecDeque;
use std::path::Path;

use gauntlet_ai::{Agent, Fault};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Rng, Seed, View};

use crate::check::saved::Saved;
use crate::commands::bout::{Played, play_seen, result};
use crate::commands::telling::{Ending, Telling};
use crate::commands::watch::{Told, WatchArgs, stopped};
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::recording::Header;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::play::game::Trace;
use crate::play::panics;
use crate::show::film::Caption;

/// An agent that makes the choices of a recording first.
struct Prompted<G: Game> {
    agent: Box<dyn Agent<G>>,
    choices: VecDeque<usize>,
    /// Whether it is asked for them too: then it has seen what it had seen when it made them.
    comes_along: bool,
}

impl<G: Game> Agent<G> for Prompted<G> {
    fn start(&mut self) {
        self.agent.start();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(choice) = self.choices.pop_front() else { return self.agent.choose(view, legal, rng) };
        if self.comes_along {
            // It is the game's choice that counts; the agent's may be another if it isn't what it was.
            let _ = self.agent.choose(view, legal, rng);
        }
        choice
    }

    fn over(&mut self, outcome: Outcome) {
        self.agent.over(outcome);
    }

    fn fault(&self) -> Option<Fault> {
        self.agent.fault()
    }
}

/// Who goes on in a seat.
struct Successor<G: Game> {
    pilot: Pilot<G>,
    seed: Seed,
    comes_along: bool,
}

/// Goes on with the game in `file`, and prints its story from there.
pub(super) fn go_on<H: Host>(args: &WatchArgs, file: &Path, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let saved = Saved::<H>::open(file, None, &[])?;
    let names = saved.names();
    let steps = &saved.recording.steps;
    if saved.game.to_act().is_none() {
        return Err(Error::input(format!("the game in {} is over: there is nothing to go on with", file.display())));
    }
    if args.stop.to.is_some_and(|to| to <= steps.len() as u64) {
        return Err(Error::input(format!("{} has {} choices already: --to must be more", file.display(), steps.len())));
    }
    let [one, other] = [successor(args, &saved, 0, file)?, successor(args, &saved, 1, file)?];
    let agents = [one.pilot.spec.clone(), other.pilot.spec.clone()];
    let heading = format!(
        "{} ({}) against {} ({}), after the {} choices in {}.\n",
        names[0],
        agents[0],
        names[1],
        agents[1],
        steps.len(),
        file.display()
    );
    let same = one.comes_along && other.comes_along;
    let header = saved.recording.header.clone();
    let header = Header { played_by: if same { header.played_by } else { Vec::new() }, ..header };
    let limits = header.limits();
    let mut telling = Telling::<H>::new(args, names);
    let mut trace = Trace::default();
    let prompted = |seat: usize, who: &Successor<H::Game>| Prompted {
        agent: who.pilot.make(),
        choices: steps.iter().filter(|step| step.player == seat).map(|step| step.choice).collect(),
        comes_along: who.comes_along,
    };
    let (mut first, mut second) = (prompted(0, &one), prompted(1, &other));
    let outcome = telling.hear(screen, &heading, steps.len(), |witnesses| {
        panics::catch(|| {
            let setup = H::PARTS.lists.deal(&saved.host, &saved.lists, limits, header.shuffled, true);
            let mut game = H::Game::new(&setup, saved.seed);
            let rngs = PerPlayer([one.seed.rng(), other.seed.rng()]);
            let seated: PerPlayer<&mut (dyn Agent<H::Game> + 'static)> = PerPlayer([&mut first, &mut second]);
            play_seen(&mut game, seated, rngs, args.stop.within(limits), names, &mut trace, witnesses)
        })
    })?;
    let played = Played { outcome, fault: first.fault().or_else(|| second.fault()) };
    let is_stopped = played.outcome.as_ref().is_ok_and(|outcome| args.stop.ended(limits, *outcome));
    let result = if is_stopped { stopped(&played.outcome, trace) } else { result(&played, names, trace) };
    let told = Told { agents, from: Some(file.to_owned()), ..Told::ended(names, &played, trace, is_stopped) };
    let caption = Caption {
        title: format!("{} against {}", names[0], names[1]),
        facts: vec![
            (
                "Agents",
                Player::BOTH
                    .map(|player| format!("{}: {}", names[player.index()], told.agents[player.index()]))
                    .join(", "),
            ),
            ("First turn", names[0].to_owned()),
            ("Choices before", steps.len().to_string()),
            ("Turns", trace.turn.to_string()),
            ("Choices", trace.decisions.to_string()),
        ],
        result,
        is_failure: played.failed(),
        command: shell_line(&["gauntlet", "watch", "--from", &file.display().to_string()].map(str::to_owned)),
    };
    telling.finish(Ending { header, caption, played, trace, told }, screen)
}

/// The agent that goes on in a seat: the one that is named, or that played there until now, or the game's own.
fn successor<H: Host>(
    args: &WatchArgs,
    saved: &Saved<H>,
    seat: usize,
    file: &Path,
) -> Result<Successor<H::Game>, Error> {
    let registry = H::agents();
    let own = if seat == 0 { &args.play.agent_a } else { &args.play.agent_b };
    let fresh = |spec: &str| -> Result<Successor<H::Game>, Error> {
        let seed = saved.seed.derive("onward", args.play.deal.seed).derive("agent", seat as u64);
        Ok(Successor { pilot: registry.resolve(spec)?, seed, comes_along: false })
    };
    if let Some(spec) = own.as_ref().or(args.play.agent.as_ref()) {
        return fresh(spec);
    }
    let Some(played) = saved.recording.header.played_by.get(seat) else { return fresh(H::DEFAULT_AGENT) };
    // A file must not have programs run that nobody asked for.
    if registry.is_command(&played.agent) {
        return Err(Error::input(format!(
            "{} was played by the program '{}', which isn't run because a file says so: name the agents with --agent",
            file.display(),
            played.agent
        )));
    }
    let seed = Seed::from_hex(&played.seed)
        .ok_or_else(|| Error::input(format!("{}:1: a seed has 64 hexadecimal digits", file.display())))?;
    Ok(Successor { pilot: registry.resolve(&played.agent)?, seed, comes_along: true })
}
