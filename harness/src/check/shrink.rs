//! Making a failure small: fewer cards, fewer choices, as long as the same thing goes wrong.
//!
//! This is delta debugging: halves, quarters, … single cards and choices are taken away, and each game that still fails in
//! the same way takes the place of the one before. Choices are taken away in two ways: they are left out, or the first legal
//! choice, which most often does nothing, is made instead.

use std::time::{Duration, Instant};

use gauntlet_core::{Game, Player, Seed};

use crate::check::examine::{End, Examined, Rates, Subject, Table};
use crate::host::options::Limits;
use crate::host::recording::{Found, FoundKind, Header, Recorder, Recording, Seated, find};
use crate::host::{Extra, Host};
use crate::play::players::Players;

/// The most games that are played to make one failure small.
const ATTEMPTS: usize = 4_000;
/// The most choices that are made in them.
const CHOICES: usize = 400_000;
/// The time that it may take: games in loops of forced actions take seconds each. What is reached by then is kept.
const TIME: Duration = Duration::from_secs(30);

/// A choice as it was made: who, which one, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    player: Player,
    choice: usize,
    words: String,
}

/// A game that fails.
#[derive(Clone, Debug)]
pub struct Case {
    /// The cards of both decks.
    pub lists: [Vec<String>; 2],
    /// Whether the decks are shuffled.
    pub shuffled: bool,
    /// The seed.
    pub seed: Seed,
    /// When it is a draw.
    pub limits: Limits,
    /// Choices within one turn after which it hangs.
    pub patience: usize,
    /// The agents, if they are asked along the game because it is they who fail.
    pub agents: Vec<Seated>,
    /// The choices; the first legal one where there is none.
    script: Vec<Option<Line>>,
}

/// The smallest game that was found, and from what it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// The game.
    pub recording: Recording,
    /// Cards in both decks, before and now.
    pub cards: [usize; 2],
    /// Choices, before and now.
    pub choices: [usize; 2],
    /// Games that were played to get there.
    pub attempts: usize,
}

impl Case {
    /// The game in which these choices were made.
    pub fn new<H: Host>(
        host: &H,
        lists: [Vec<String>; 2],
        (seed, limits, patience): (Seed, Limits, usize),
        choices: &[(Player, usize)],
    ) -> Case {
        let mut case = Case { lists, shuffled: true, seed, limits, patience, agents: Vec::new(), script: Vec::new() };
        let mut script = Vec::new();
        // The words of all choices, from a game without checks; what fails at the end fails here too.
        let mut recorder = Table::<H::Game>::default();
        let setup = H::PARTS.lists.deal(host, &case.lists, limits, true, false);
        let subject =
            Subject::<H> { setup: &setup, seed, rates: Rates::NONE, patience: usize::MAX, extra: None, alive: &|| () };
        let mut next = choices.iter();
        let _ = recorder.examine(&subject, |game, player, legal| {
            let &(_, choice) = next.next()?;
            let words = legal.get(choice).map(|action| game.describe(*action)).unwrap_or_default();
            script.push(Some(Line { player, choice, words }));
            Some(choice)
        });
        case.script = script;
        case
    }

    /// The game that was recorded.
    pub fn of_recording(recording: &Recording, lists: &[Vec<String>; 2], seed: Seed, patience: usize) -> Case {
        let line = |step: &crate::host::recording::Step| {
            Some(Line { player: Player::new(step.player & 1), choice: step.choice, words: step.action.clone() })
        };
        Case {
            lists: lists.clone(),
            shuffled: recording.header.shuffled,
            seed,
            limits: recording.header.limits(),
            patience,
            agents: recording.header.agents.clone(),
            script: recording.steps.iter().map(line).collect(),
        }
    }

    /// Plays the game, and the choices that were really made, as far as its failure.
    pub fn play<H: Host>(
        &self,
        host: &H,
        table: &mut Table<H::Game>,
        rates: Rates,
        extra: Option<Extra<'_, H::Game>>,
    ) -> Examined {
        let setup = H::PARTS.lists.deal(host, &self.lists, self.limits, self.shuffled, false);
        let subject =
            Subject::<H> { setup: &setup, seed: self.seed, rates, patience: self.patience, extra, alive: &|| () };
        let mut script = self.script.iter();
        let mut players = Players::of::<H>(&self.agents);
        table.examine(&subject, |game, player, legal| {
            if let Some(players) = &mut players {
                players.choose(game, player, legal);
            }
            let line = script.next()?;
            let line = line.as_ref().filter(|line| line.player == player);
            Some(line.and_then(|line| find(game, legal, line.choice, &line.words)).unwrap_or(0))
        })
    }

    fn cards(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }
}

/// One attempt at making a case small, with what is needed to tell whether it still fails.
struct Shrinker<'a, H: Host> {
    host: &'a H,
    table: Table<H::Game>,
    rates: Rates,
    extra: Option<Extra<'a, H::Game>>,
    signature: String,
    best: Case,
    attempts: usize,
    choices: usize,
    begin: Instant,
}

impl<H: Host> Shrinker<'_, H> {
    /// Returns whether it is small enough for the time that it took.
    fn tired(&self) -> bool {
        self.attempts >= ATTEMPTS || self.choices >= CHOICES || self.begin.elapsed() > TIME
    }

    /// Returns whether a case fails in the same way; then it is the best, with the choices that were really made.
    fn try_case(&mut self, case: &Case) -> bool {
        if self.tired() {
            return false;
        }
        self.attempts += 1;
        let examined = case.play(self.host, &mut self.table, self.rates, self.extra);
        self.choices += self.table.choices.len();
        let same = matches!(&examined.end, End::Failed(found) if found.signature() == self.signature);
        if same {
            // What comes after the failure is not part of it; one that was only tried is.
            let made = self.table.choices.len();
            self.best = case.clone();
            self.best.script.truncate(made);
        }
        same
    }

    /// Takes away what `remove` takes of `count` things, in ever smaller pieces. Returns whether
    /// anything could be taken.
    fn reduce(&mut self, count: impl Fn(&Case) -> usize, remove: impl Fn(&mut Case, usize, usize) -> bool) -> bool {
        let mut better = false;
        let mut size = count(&self.best).div_ceil(2);
        while size > 0 && !self.tired() {
            let mut end = count(&self.best);
            // From the end: what comes late is most often there only because of what comes early.
            while end > 0 && !self.tired() {
                let start = end.saturating_sub(size);
                let mut case = self.best.clone();
                if remove(&mut case, start, end) && self.try_case(&case) {
                    better = true;
                }
                end = start.min(count(&self.best));
            }
            size /= 2;
        }
        better
    }

    fn shrink(&mut self) {
        // Decks in the order in which they lie, and nobody shuffles: then a card can be taken away and the others stay where they
        // are. What fails only after a shuffle goes on being shuffled.
        if self.best.shuffled {
            let setup = H::PARTS.lists.deal(self.host, &self.best.lists, self.best.limits, true, false);
            if let Some(lists) = H::PARTS.positions.stacked(&H::Game::new(&setup, self.best.seed)) {
                let case = Case { lists, shuffled: false, ..self.best.clone() };
                self.try_case(&case);
            }
        }
        // Where libraries are shuffled, each card that is taken away changes what comes: plain cards change less.
        self.reduce(Case::cards, |case, start, end| {
            let first = case.lists[0].len();
            let mut any = false;
            for (seat, list) in case.lists.iter_mut().enumerate() {
                let plain = most_frequent(list);
                let place = |at: usize| if seat == 0 { at.min(first) } else { at.saturating_sub(first) };
                for card in &mut list[place(start)..place(end)] {
                    any |= *card != plain;
                    card.clone_from(&plain);
                }
            }
            any
        });
        loop {
            let cards = self.reduce(Case::cards, |case, start, end| {
                let first = case.lists[0].len();
                let [one, other] = &mut case.lists;
                other.drain(start.saturating_sub(first)..end.saturating_sub(first));
                one.drain(start.min(first)..end.min(first));
                true
            });
            let left_out = self.reduce(
                |case| case.script.len(),
                |case, start, end| {
                    case.script.drain(start..end);
                    true
                },
            );
            let made_first = self.reduce(
                |case| case.script.len(),
                |case, start, end| {
                    let range = &mut case.script[start..end];
                    let any = range.iter().any(Option::is_some);
                    range.fill(None);
                    any
                },
            );
            if !(cards || left_out || made_first) || self.tired() {
                break;
            }
        }
    }
}

/// The card that is there most often, the first of several.
fn most_frequent(list: &[String]) -> String {
    let count = |card: &String| list.iter().filter(|other| *other == card).count();
    let best = list.iter().rev().max_by_key(|card| count(card));
    best.cloned().unwrap_or_default()
}

/// Makes a failure small. `None` if the case doesn't fail in this way at all when it is played again. If it fails only when its agents
/// are asked, they are.
pub fn shrink<H: Host>(
    host: &H,
    mut case: Case,
    agents: Vec<Seated>,
    found: &Found,
    names: [&str; 2],
    extra: Option<Extra<'_, H::Game>>,
) -> Option<Shrunk> {
    let mut shrinker = Shrinker {
        host,
        table: Table::default(),
        rates: Rates::to_find(found.kind),
        extra,
        signature: found.signature(),
        best: case.clone(),
        attempts: 0,
        choices: 0,
        begin: Instant::now(),
    };
    if !shrinker.try_case(&case) {
        case.agents = agents;
        if case.agents.is_empty() || !shrinker.try_case(&case) {
            return None;
        }
    }
    let before = [case.cards(), shrinker.best.script.len()];
    shrinker.shrink();
    let best = shrinker.best.clone();
    // Recorded with a pool of just its own cards, as whoever replays it will have.
    let small = H::PARTS.lists.only(host, &best.lists.concat()).ok()?;
    let recording = record(&small, &best, found.kind, names, extra)
        .filter(|recording| recording.header.found.as_ref().is_some_and(|now| now.signature() == shrinker.signature))?;
    Some(Shrunk {
        cards: [before[0], best.cards()],
        choices: [before[1], recording.steps.len()],
        recording,
        attempts: shrinker.attempts,
    })
}

/// Plays a case and records it as far as its failure.
pub fn record<H: Host>(
    host: &H,
    case: &Case,
    kind: FoundKind,
    names: [&str; 2],
    extra: Option<Extra<'_, H::Game>>,
) -> Option<Recording> {
    let mut table = Table::default();
    let examined = case.play(host, &mut table, Rates::to_find(kind), extra);
    let found = match examined.end {
        End::Failed(found) => Some(found),
        _ => None,
    };
    let setup = H::PARTS.lists.deal(host, &case.lists, case.limits, case.shuffled, false);
    let mut recorder = Recorder::default();
    // The last step may be the one that panics.
    let _ = crate::play::panics::catch(|| {
        let mut game = H::Game::new(&setup, case.seed);
        let mut legal = Vec::new();
        for (_, choice) in &table.choices {
            game.legal_actions(&mut legal);
            let Some(&action) = legal.get(*choice) else { break };
            let Some(player) = game.to_act() else { break };
            recorder.before(&game, player, action);
            game.apply(action);
        }
        recorder.arrived(&game);
    });
    let header = Header::new(host, names, &case.lists, case.seed, case.limits, case.shuffled);
    Some(recorder.finish(Header { agents: case.agents.clone(), ..header }, found))
}
