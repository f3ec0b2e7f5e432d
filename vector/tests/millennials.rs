//! Environments of the second game: what holds for Magic's holds for them.

use std::collections::BTreeSet;
use std::path::Path;

use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host;
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet_core::Reason;
use gauntlet_encoding::Output;
use gauntlet_encoding::millennials::layout::{ACTIONS, OBSERVATION, SLOTS, game};
use gauntlet_millennials::options::Mode;
use gauntlet_millennials::{Position, Setup};
use gauntlet_vector::{Arrays, Config, Games, StepError};

/// The setups in which the first deck and the second one have the first seat.
fn setups(mode: Mode) -> [Setup; 2] {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks/millennials");
    let files = ["starting.toml", "crowd.toml"].map(|name| decks.join(name));
    let host = Millennials::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    [(0, 1), (1, 0)].map(|(first, second)| {
        let mut setup = host.setup(first, second, Limits::default(), false);
        setup.options.mode = mode;
        setup
    })
}

/// Some environments and their arrays.
struct Played {
    games: Games<Position>,
    observations: Vec<f32>,
    actions: Vec<f32>,
    masks: Vec<bool>,
    to_act: Vec<i8>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
    errors: Vec<bool>,
    reasons: Vec<i8>,
}

/// The arrays of [`Played`], to be written into.
macro_rules! arrays {
    ($played:ident) => {
        Arrays {
            observations: Some(&mut $played.observations),
            actions: Some(&mut $played.actions),
            masks: &mut $played.masks,
            to_act: &mut $played.to_act,
            rewards: &mut $played.rewards,
            dones: &mut $played.dones,
            errors: &mut $played.errors,
            reasons: &mut $played.reasons,
        }
    };
}

/// What environments are made from, where it isn't as usual.
#[derive(Clone, Copy)]
struct Made {
    mode: Mode,
    limits: Limits,
    first: Option<usize>,
    opponent: Option<&'static str>,
    auto_reset: bool,
    threads: usize,
}

impl Default for Made {
    fn default() -> Made {
        let (mode, limits) = (Mode::Symmetric, Limits::default());
        Made { mode, limits, first: None, opponent: None, auto_reset: true, threads: 1 }
    }
}

impl Played {
    /// The first games of a seed.
    fn new(environments: usize, seed: u64, made: Made) -> Played {
        let Made { mode, limits, first, opponent, auto_reset, threads } = made;
        let opponent = opponent.map(|spec| Millennials::agents().resolve(spec).expect("an agent"));
        let config = Config { setups: setups(mode), limits, first, environments, opponent, auto_reset, threads };
        let mut played = Played {
            games: Games::new(config).expect("threads"),
            observations: vec![f32::NAN; environments * OBSERVATION],
            actions: vec![f32::NAN; environments * ACTIONS],
            masks: vec![true; environments * SLOTS],
            to_act: vec![7; environments],
            rewards: vec![7.0; environments * 2],
            dones: vec![true; environments],
            errors: vec![true; environments],
            reasons: vec![7; environments],
        };
        played.games.reset(seed, arrays!(played)).expect("a reset");
        played
    }

    /// Takes an action of each environment: 0 where there is none.
    fn step(&mut self, number: usize) -> Result<(), StepError> {
        let masks = self.masks.chunks(SLOTS).enumerate();
        let chosen: Vec<i64> = masks
            .map(|(environment, mask)| {
                let used: Vec<usize> = (0..SLOTS).filter(|slot| mask[*slot]).collect();
                used.get((number * 7 + environment * 3) % used.len().max(1)).map_or(0, |slot| *slot as i64)
            })
            .collect();
        self.games.step(&chosen, arrays!(self))
    }

    /// A number of the observation of each environment.
    fn column(&self, at: usize) -> Vec<f32> {
        self.observations.chunks(OBSERVATION).map(|observation| observation[at]).collect()
    }
}

#[test]
fn neither_threads_nor_other_environments_change_a_battle() {
    let mut one = Played::new(7, 5, Made::default());
    let mut many = Played::new(7, 5, Made { threads: 3, ..Made::default() });
    let mut few = Played::new(2, 5, Made::default());
    let mut ended = 0;
    for step in 0..400 {
        assert_eq!((&one.observations, &one.actions), (&many.observations, &many.actions), "step {step}");
        assert_eq!(one.observations[..2 * OBSERVATION], few.observations, "step {step}");
        assert_eq!((&one.masks, &one.to_act, &one.rewards), (&many.masks, &many.to_act, &many.rewards));
        for environment in 0..7 {
            // What the mask allows is what is described, and each asked player is asked for something.
            let mask = &one.masks[environment * SLOTS..(environment + 1) * SLOTS];
            let described = one.actions[environment * ACTIONS..(environment + 1) * ACTIONS].chunks(ACTIONS / SLOTS);
            assert!(described.zip(mask).all(|(row, used)| *used == row.iter().any(|number| *number != 0.0)));
            assert!(mask.contains(&true));
            let offered = one.games.described(environment);
            assert_eq!(offered.len(), mask.iter().filter(|used| **used).count());
            assert_eq!(offered.last().map(|(_, words)| words.as_str()), Some("Done"));
        }
        assert!(one.column(game::MY_DECISION).iter().all(|asked| *asked == 1.0));
        ended += one.dones.iter().filter(|done| **done).count();
        for played in [&mut one, &mut many, &mut few] {
            played.step(step).expect("a step");
        }
    }
    assert!(ended > 20, "only {ended} battles ended");
    assert_eq!(one.games.failures().count(), 0);
    assert_eq!([0, 3].map(|place| one.games.fingerprint(place)), [0, 3].map(|place| many.games.fingerprint(place)));
    let cards = one.games.cards();
    assert!(cards.windows(2).all(|pair| pair[0].0 < pair[1].0) && cards.len() > 24);
}

#[test]
fn battles_that_are_over_wait_and_are_seen() {
    let mut played = Played::new(3, 1, Made { auto_reset: false, ..Made::default() });
    let (mut step, mut ends) = (0, [0; 3]);
    while played.to_act.iter().any(|side| *side >= 0) {
        played.step(step).expect("a step");
        step += 1;
        for (environment, count) in ends.iter_mut().enumerate() {
            if played.dones[environment] {
                *count += 1;
                let rewards = &played.rewards[2 * environment..2 * environment + 2];
                assert_eq!(rewards[0], -rewards[1]);
                let reason = Reason::ALL[played.reasons[environment] as usize];
                assert_eq!(reason, Reason::Score);
            }
        }
    }
    assert_eq!(ends, [1; 3], "each battle ends once");
    assert!(!played.masks.contains(&true) && played.games.question(0).is_empty());
    assert!(played.column(game::TURN).iter().all(|turn| *turn >= 6.0));
    assert_eq!(played.step(0), Err(StepError::Over { environments: 3 }));
    // The next battle of one of them.
    played.games.reset_some(&[false, true, false], arrays!(played)).expect("a reset");
    assert_eq!(played.to_act.iter().map(|side| *side >= 0).collect::<Vec<_>>(), [false, true, false]);
    assert!(played.column(game::TURN)[1] <= 2.0, "a turn in which nobody can place a card asks nobody");
    let (mut observation, mut mask) = (vec![1.0; OBSERVATION], [true; SLOTS]);
    let other = 1 - played.to_act[1] as usize;
    played.games.observe(1, other, Output { observation: Some(&mut observation), actions: None }, &mut mask);
    assert!(observation[game::MY_DECISION] == 0.0 && observation[game::THEIR_DECISION] == 1.0);
    assert!(!mask.contains(&true));
    let wrong = played.games.step(&[0, 21, 0], arrays!(played)).expect_err("no such slot");
    let allowed = played.masks.iter().filter(|used| **used).count();
    let sentence = "environment 1: action 21 is not legal there; the mask allows ";
    assert_eq!(wrong.to_string(), format!("{sentence}{allowed} of the 22 slots"));
}

#[test]
fn limits_end_a_battle() {
    for (limits, reason) in [
        (Limits { turns: 3, ..Limits::default() }, Reason::TurnLimit),
        (Limits { actions: 5, ..Limits::default() }, Reason::ActionLimit),
    ] {
        let mut played = Played::new(1, 1, Made { limits, auto_reset: false, ..Made::default() });
        let mut step = 0;
        while !played.dones[0] {
            played.step(step).expect("a step");
            step += 1;
        }
        assert_eq!(Reason::ALL[played.reasons[0] as usize], reason);
        assert_eq!((&played.rewards[..], played.to_act[0], played.masks.contains(&true)), (&[0.0, 0.0][..], -1, false));
        assert!(reason == Reason::TurnLimit || step == 5);
        assert!(played.games.offered(0).is_empty() && played.games.question(0).is_empty());
    }
}

/// As shipped the first seat is the villain's: the sides take turns in it, unless one always has it.
#[test]
fn the_side_that_goes_first_is_the_villain() {
    let mode = Mode::Shipped;
    for (first, expected) in [(None, [true, true]), (Some(0), [true, false]), (Some(1), [false, true])] {
        let mut played = Played::new(4, 2, Made { mode, first, ..Made::default() });
        let mut villains = BTreeSet::new();
        for step in 0..300 {
            for (side, villain) in played.to_act.iter().zip(played.column(game::VILLAIN)) {
                if villain == 1.0 {
                    villains.insert(*side);
                }
            }
            assert!(played.column(game::SHIPPED).iter().all(|shipped| *shipped == 1.0));
            played.step(step).expect("a step");
        }
        assert_eq!([0, 1].map(|side| villains.contains(&side)), expected, "{first:?}");
    }
}

#[test]
fn an_opponent_plays_the_other_side() {
    let mut played = Played::new(8, 3, Made { opponent: Some("heuristic"), threads: 2, ..Made::default() });
    let (mut won, mut lost) = (0, 0);
    for _ in 0..400 {
        played.games.step_at_random(1, arrays!(played)).expect("a step");
        assert!(played.to_act.iter().all(|side| *side == 0));
        won += played.rewards.chunks(2).filter(|rewards| rewards[0] > 0.0).count();
        lost += played.rewards.chunks(2).filter(|rewards| rewards[0] < 0.0).count();
    }
    assert!(won > 0 && lost > won, "{won} won, {lost} lost: random play loses to the heuristic agent");
}
