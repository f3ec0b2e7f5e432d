//! Playing a recorded game again, and telling where it differs.

use std::path::PathBuf;

use gauntlet_core::{Game, Outcome, Player, Seed, StoryLine};
use serde::Serialize;

use crate::host::Host;
use crate::host::recording::{Found, FoundKind, Recording, Step, find, hex, same_words};
use crate::play::panics;
use crate::play::players::Players;

/// How a replay went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The file.
    pub file: PathBuf,
    /// Choices in the file.
    pub steps: usize,
    /// Choices that were played.
    pub played: usize,
    /// Whether every position was that of the recording.
    pub same: bool,
    /// The first difference: at which step, from 0 for the start, and what.
    pub differs: Option<Difference>,
    /// What is wrong with the position that was reached.
    pub found: Option<Found>,
    /// The turn that was reached.
    pub turn: u32,
    /// The fingerprint that was reached.
    pub fingerprint: Option<String>,
    /// How the game ended, if all of it was played and it did.
    #[serde(skip)]
    pub outcome: Option<Outcome>,
    /// The story.
    pub journal: Vec<String>,
    /// What may be chosen where the replay stopped.
    pub choices: Vec<String>,
}

/// Where a replay is not what was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The step, from 1; 0 is the start.
    pub step: usize,
    /// What is different.
    pub what: String,
}

/// What is shown of a recording as it is played again: the position, the choice that is carried out next (none where the replay stops), and
/// the lines of the story since the last call.
pub type Show<'a, G> = &'a mut dyn FnMut(&G, Option<(Player, <G as Game>::Action)>, &[StoryLine]);

/// Plays a recording again as far as step `to`, telling its story.
///
/// A position with another fingerprint is noted; as long as what was chosen is there to choose, the game goes on.
pub fn play<H: Host>(host: &H, recording: &Recording, lists: &[Vec<String>; 2], seed: Seed, to: usize) -> Report {
    play_shown(host, recording, lists, seed, to, &mut |_, _, _| {})
}

/// As [`play`], showing every position on the way.
pub fn play_shown<H: Host>(
    host: &H,
    recording: &Recording,
    lists: &[Vec<String>; 2],
    seed: Seed,
    to: usize,
    show: Show<'_, H::Game>,
) -> Report {
    let header = &recording.header;
    let names = [header.decks[0].name.as_str(), header.decks[1].name.as_str()];
    let mut report = Report {
        file: PathBuf::new(),
        steps: recording.steps.len(),
        played: 0,
        same: true,
        differs: None,
        found: None,
        turn: 0,
        fingerprint: None,
        outcome: None,
        journal: Vec::new(),
        choices: Vec::new(),
    };
    let (mut told, mut lines) = (0, Vec::new());
    let result = panics::catch(|| {
        let setup = H::PARTS.lists.deal(host, lists, header.limits(), header.shuffled, true);
        let mut game = H::Game::new(&setup, seed);
        let mut legal = Vec::new();
        let mut players = Players::of::<H>(&header.agents);
        let compare = |report: &mut Report, step: usize, game: &H::Game, expected: Option<&String>| {
            let print = hex(game.fingerprint());
            if let Some(expected) = expected.filter(|expected| **expected != print) {
                let what = format!("the position is {print}, and was {expected} when it was recorded");
                report.differs.get_or_insert(Difference { step, what });
            }
            report.turn = game.turn();
            report.fingerprint = Some(print);
            report.found = H::PARTS
                .positions
                .check(game, &setup)
                .and_then(|()| H::PARTS.positions.check_offered(game))
                .err()
                .map(|message| Found { kind: FoundKind::Invariant, message });
        };
        compare(&mut report, 0, &game, Some(&header.start));
        for (number, step) in (1..).zip(&recording.steps).take(to) {
            if report.found.is_some() {
                break;
            }
            let meant = find_choice(&game, &mut legal, step, names);
            let differs = |what: String| Difference { step: number, what };
            if let Some(what) = meant.differs {
                report.differs.get_or_insert(differs(what));
            }
            let Some((player, choice)) = meant.choice else { break };
            if let Some(players) = &mut players {
                players.choose(&game, player, &legal);
            }
            if choice != step.choice {
                let what =
                    format!("'{}' is choice {choice} here, and was {} when it was recorded", step.action, step.choice);
                report.differs.get_or_insert(differs(what));
            }
            let next = Some((player, legal[choice]));
            H::tell(&game, next, names, &mut told, &mut lines);
            show(&game, next, &lines);
            report.played = number;
            report.journal.extend(lines.drain(..).map(|line| line.text));
            game.apply(legal[choice]);
            compare(&mut report, number, &game, step.after.as_ref());
        }
        H::tell(&game, None, names, &mut told, &mut lines);
        show(&game, None, &lines);
        report.outcome = game.outcome();
        game.legal_actions(&mut legal);
        report.choices = legal.iter().map(|action| game.describe(*action)).collect();
        if let (Some(players), Some(player), None) = (&mut players, game.to_act(), &report.found) {
            players.choose(&game, player, &legal);
        }
    });
    if let Err(message) = result {
        report.found = Some(Found { kind: FoundKind::Panic, message });
        report.fingerprint = None;
    }
    report.journal.extend(lines.drain(..).map(|line| line.text));
    report.same = report.differs.is_none();
    report
}

/// What a recorded step means in a position.
struct Meant {
    /// Who chooses, and which of the legal choices; `None` if there is no such choice.
    choice: Option<(Player, usize)>,
    /// What is not as it was recorded.
    differs: Option<String>,
}

/// Looks for the choice that a step means among those that are legal, which are put into `legal`.
fn find_choice<G: Game>(game: &G, legal: &mut Vec<G::Action>, step: &Step, names: [&str; 2]) -> Meant {
    let none = |what: String| Meant { choice: None, differs: Some(what) };
    let Some(player) = game.to_act() else { return none("the game is over".into()) };
    game.legal_actions(legal);
    if player.index() != step.player {
        return none(format!("it is for {} to choose, not for {}", names[player.index()], names[step.player]));
    }
    let asked = game.question();
    let differs = (!same_words(&asked, &step.asked))
        .then(|| format!("the question is '{asked}', and was '{}' when it was recorded", step.asked));
    match find(game, legal, step.choice, &step.action) {
        Some(choice) => Meant { choice: Some((player, choice)), differs },
        None => {
            let choices: Vec<String> = legal.iter().map(|action| game.describe(*action)).collect();
            let what = format!("'{}' can't be chosen; the choices are: {}", step.action, choices.join("; "));
            Meant { choice: None, differs: differs.or(Some(what)) }
        }
    }
}
