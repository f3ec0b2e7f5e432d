//! Environments: the same games whatever the threads, errors that change nothing, and failures that cost one game.

use std::path::Path;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::agents::{Kind, Pilot, Registry};
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet_ai::Agent;
use gauntlet_core::{Reason, Rng, View};
use gauntlet_encoding::Output;
use gauntlet_encoding::layout::{ACTIONS, OBSERVATION, SLOTS};
use gauntlet_magic::{Action, Position, Setup};
use gauntlet_vector::{Arrays, Config, Games, StepError};

fn setups() -> [Setup; 2] {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
    let files = ["mono-red-aggro.txt", "white-tokens.txt"].map(|name| decks.join(name));
    let host = Magic::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    [(0, 1), (1, 0)].map(|(first, second)| host.setup(first, second, Limits::default(), false))
}

/// The arrays of some environments.
#[derive(Clone, PartialEq, Debug)]
struct Memory {
    observations: Vec<f32>,
    actions: Vec<f32>,
    masks: Vec<bool>,
    to_act: Vec<i8>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
    errors: Vec<bool>,
    reasons: Vec<i8>,
}

impl Memory {
    fn new(environments: usize) -> Memory {
        Memory {
            observations: vec![f32::NAN; environments * OBSERVATION],
            actions: vec![f32::NAN; environments * ACTIONS],
            masks: vec![true; environments * SLOTS],
            to_act: vec![7; environments],
            rewards: vec![7.0; environments * 2],
            dones: vec![true; environments],
            errors: vec![true; environments],
            reasons: vec![7; environments],
        }
    }

    /// Without what is large.
    fn masks_only(&mut self) -> Arrays<'_> {
        Arrays { observations: None, actions: None, ..self.arrays() }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: Some(&mut self.observations),
            actions: Some(&mut self.actions),
            masks: &mut self.masks,
            to_act: &mut self.to_act,
            rewards: &mut self.rewards,
            dones: &mut self.dones,
            errors: &mut self.errors,
            reasons: &mut self.reasons,
        }
    }

    /// A slot that the mask allows, of each environment.
    fn choose(&self, step: usize) -> Vec<i64> {
        let masks = self.masks.chunks(SLOTS).enumerate();
        let choose = |(environment, mask): (usize, &[bool])| {
            let used: Vec<usize> = (0..SLOTS).filter(|slot| mask[*slot]).collect();
            used[(step * 7 + environment * 3) % used.len()] as i64
        };
        masks.map(choose).collect()
    }
}

fn games(environments: usize, threads: usize, opponent: Option<Pilot<Position>>, auto_reset: bool) -> Games<Position> {
    let limits = Limits::default();
    let config = Config { setups: setups(), limits, first: None, environments, opponent, auto_reset, threads };
    Games::new(config).expect("threads")
}

#[test]
fn neither_threads_nor_other_environments_change_a_game() {
    let (mut one, mut many, mut few) = (games(9, 1, None, true), games(9, 3, None, true), games(4, 2, None, true));
    let (mut a, mut b, mut c) = (Memory::new(9), Memory::new(9), Memory::new(4));
    one.reset(5, a.arrays()).expect("a reset");
    many.reset(5, b.arrays()).expect("a reset");
    few.reset(5, c.arrays()).expect("a reset");
    let mut ended = 0;
    for step in 0..1500 {
        assert_eq!(a, b, "step {step}");
        assert_eq!(a.observations[..4 * OBSERVATION], c.observations, "step {step}");
        assert_eq!(a.masks[..4 * SLOTS], c.masks);
        for environment in 0..9 {
            let done = a.dones[environment];
            let rewards = &a.rewards[2 * environment..2 * environment + 2];
            assert_eq!(rewards[0], -rewards[1]);
            assert!(done || rewards[0] == 0.0);
            assert_eq!(done, a.reasons[environment] >= 0);
            ended += usize::from(done);
        }
        let choices = a.choose(step);
        one.step(&choices, a.arrays()).expect("a step");
        many.step(&choices, b.arrays()).expect("a step");
        few.step(&choices[..4], c.arrays()).expect("a step");
    }
    assert!(ended > 20, "only {ended} games ended");
    assert_eq!(one.failures().count(), 0);
    // The same seed again is the same again, in memory that was used.
    let fresh = &mut Memory::new(9);
    games(9, 1, None, true).reset(5, fresh.arrays()).expect("a reset");
    one.reset(5, a.arrays()).expect("a reset");
    assert_eq!(a, *fresh);
}

#[test]
fn masks_alone_are_the_same_masks() {
    let (mut with, mut without) = (games(3, 1, None, true), games(3, 1, None, true));
    let (mut a, mut b) = (Memory::new(3), Memory::new(3));
    with.reset(1, a.arrays()).expect("a reset");
    without.reset(1, b.masks_only()).expect("a reset");
    with.step_at_random(800, a.arrays()).expect("steps");
    without.step_at_random(800, b.masks_only()).expect("steps");
    assert_eq!((&a.masks, &a.to_act, &a.rewards), (&b.masks, &b.to_act, &b.rewards));
    assert_eq!(with.fingerprint(2), without.fingerprint(2));
}

#[test]
fn what_cant_be_done_changes_nothing() {
    let mut games = games(2, 1, None, false);
    let mut memory = Memory::new(2);
    assert_eq!(
        games.step(&[0, 0], memory.arrays()),
        Err(StepError::Over { environments: 2 }),
        "before the first reset"
    );
    games.reset(1, memory.arrays()).expect("a reset");
    let before = memory.clone();
    for (actions, message) in [
        (&[0, 31][..], "environment 1: action 31 is not legal there; the mask allows 2 of the 32 slots"),
        (&[-1, 0], "environment 0: action -1 is not legal there; the mask allows 2 of the 32 slots"),
        (&[0], "the array of actions to take has 1 entries and should have 2"),
    ] {
        let error = games.step(actions, memory.arrays()).expect_err("it can't be done");
        assert_eq!(error.to_string(), message);
        assert_eq!(memory, before);
    }
    let mut short = Memory::new(1);
    assert!(matches!(games.step(&[0, 0], short.arrays()), Err(StepError::Length { .. })));
}

/// Without another game at once, an environment whose game is over waits and the others go on; each gets its next game when it is asked for.
#[test]
fn games_that_are_over_wait_and_the_others_go_on() {
    let (mut games, mut memory) = (games(3, 2, None, false), Memory::new(3));
    games.reset(1, memory.arrays()).expect("a reset");
    let mut step = 0;
    let choose = |memory: &Memory, step: usize| -> Vec<i64> {
        let masks = memory.masks.chunks(SLOTS);
        // Where there is nothing to choose, anything will do.
        masks
            .map(|mask| {
                let used: Vec<usize> = (0..SLOTS).filter(|slot| mask[*slot]).collect();
                used.get(step % used.len().max(1)).map_or(-7, |slot| *slot as i64)
            })
            .collect()
    };
    let (mut ended, mut ends) = ([false; 3], [0; 3]);
    while ended.contains(&false) {
        let (prints, before) = ([0, 1, 2].map(|place| games.fingerprint(place)), memory.clone());
        games.step(&choose(&memory, step), memory.arrays()).expect("a step");
        step += 1;
        for place in 0..3 {
            if ended[place] {
                // Its arrays show the end, and it doesn't end again.
                assert_eq!(games.fingerprint(place), prints[place]);
                assert!(!memory.dones[place] && memory.to_act[place] == -1 && memory.reasons[place] == -1);
                assert_eq!(memory.rewards[2 * place..2 * place + 2], [0.0, 0.0]);
                let own = place * OBSERVATION..(place + 1) * OBSERVATION;
                assert_eq!(memory.observations[own.clone()], before.observations[own]);
            } else if memory.dones[place] {
                (ended[place], ends[place]) = (true, step);
                assert!(!memory.masks[place * SLOTS..(place + 1) * SLOTS].contains(&true));
            }
        }
    }
    assert!(ends[0] != ends[1] || ends[1] != ends[2], "{ends:?}");
    let before = memory.clone();
    assert_eq!(games.step(&[0, 0, 0], memory.arrays()), Err(StepError::Over { environments: 3 }));
    assert_eq!(games.step_at_random(1, memory.arrays()), Err(StepError::Over { environments: 3 }));
    assert_eq!(memory, before);
    // One of them goes on alone, with the game that would have followed at once.
    games.reset_some(&[false, true, false], memory.arrays()).expect("a reset");
    assert_eq!((memory.to_act[0], memory.to_act[2]), (-1, -1));
    assert!(memory.to_act[1] >= 0 && !memory.dones[1]);
    let (mut others, mut own) = (self::games(3, 1, None, true), Memory::new(3));
    others.reset(1, own.arrays()).expect("a reset");
    for step in 0..ends[1] {
        let masks = own.masks.chunks(SLOTS);
        let chosen: Vec<i64> = masks
            .map(|mask| {
                let used: Vec<usize> = (0..SLOTS).filter(|slot| mask[*slot]).collect();
                used[step % used.len()] as i64
            })
            .collect();
        others.step(&chosen, own.arrays()).expect("a step");
    }
    assert_eq!(games.fingerprint(1), others.fingerprint(1), "the second game of the seed");
    games.step_at_random(3, memory.arrays()).expect("steps");
    assert!(matches!(games.reset_some(&[true], memory.arrays()), Err(StepError::Length { .. })));
    games.reset(2, memory.arrays()).expect("a reset");
    assert!(!memory.dones.contains(&true) && !memory.to_act.contains(&-1));
}

/// Plays well enough, until it doesn't.
struct Fragile {
    left: u32,
}

impl Agent<Position> for Fragile {
    fn choose(&mut self, _: View<'_, Position>, legal: &[Action], _: &mut Rng) -> usize {
        self.left -= 1;
        assert!(self.left > 0, "it broke");
        legal.len() - 1
    }
}

#[test]
fn a_game_that_fails_costs_itself_only() {
    let mut games = games(3, 2, Some(fragile()), true);
    let mut memory = Memory::new(3);
    games.reset(1, memory.arrays()).expect("a reset");
    let mut failed = 0;
    for step in 0..600 {
        games.step(&memory.choose(step), memory.arrays()).expect("a step");
        assert!(memory.to_act.iter().all(|side| *side == 0), "the other side has an opponent");
        for environment in 0..3 {
            if memory.errors[environment] {
                failed += 1;
                assert!(memory.dones[environment]);
                assert_eq!(memory.rewards[2 * environment..2 * environment + 2], [0.0, 0.0]);
                let reason = Reason::ALL[memory.reasons[environment] as usize];
                assert_eq!(reason, Reason::EngineError);
            }
        }
    }
    assert!(failed >= 3, "only {failed}");
    assert_eq!(games.failures().count(), failed);
    let first = games.failures().next().expect("a failure");
    assert!(first.message.starts_with("it broke ("), "{}", first.message);
    assert_eq!(first.seed.len(), 64);
}

/// A pilot whose agents break after that many choices.
fn fragile() -> Pilot<Position> {
    let kind = Kind::new("fragile", "breaks", &[], |_| Ok(Box::new(|| Box::new(Fragile { left: 30 }))));
    Registry::generic().with(kind).resolve("fragile").expect("an agent")
}

#[test]
fn nothing_is_seen_of_a_game_that_failed() {
    let mut games = games(1, 1, Some(fragile()), false);
    let mut memory = Memory::new(1);
    games.reset(1, memory.arrays()).expect("a reset");
    let mut step = 0;
    while !memory.dones[0] {
        assert!(memory.observations.iter().any(|number| *number != 0.0));
        games.step(&memory.choose(step), memory.arrays()).expect("a step");
        step += 1;
    }
    assert!(memory.errors[0]);
    assert!(memory.observations.iter().chain(&memory.actions).all(|number| *number == 0.0));
    assert_eq!((memory.to_act[0], memory.masks.contains(&true)), (-1, false));
    let (mut observation, mut mask) = (vec![1.0; OBSERVATION], [true; SLOTS]);
    games.observe(0, 0, Output { observation: Some(&mut observation), actions: None }, &mut mask);
    assert!(observation.iter().all(|number| *number == 0.0) && !mask.contains(&true));
    // What comes after it is written whole.
    games.reset(1, memory.arrays()).expect("a reset");
    let (mut fresh, again) = (Memory::new(1), memory.observations.clone());
    self::games(1, 1, Some(fragile()), false).reset(1, fresh.arrays()).expect("a reset");
    assert_eq!((again, &memory.actions), (fresh.observations.clone(), &fresh.actions));
}

#[test]
fn an_opponent_plays_the_other_side() {
    let pilot = Magic::agents().resolve("heuristic").expect("an agent");
    let mut games = games(4, 2, Some(pilot), true);
    let mut memory = Memory::new(4);
    games.reset(3, memory.arrays()).expect("a reset");
    let (mut won, mut lost) = (0, 0);
    for _ in 0..1500 {
        games.step_at_random(1, memory.arrays()).expect("a step");
        assert!(memory.to_act.iter().all(|side| *side == 0));
        for rewards in memory.rewards.chunks(2) {
            won += u32::from(rewards[0] > 0.0);
            lost += u32::from(rewards[0] < 0.0);
        }
    }
    assert!(lost > 10 && lost > 5 * won, "{won} won, {lost} lost: random play loses to the heuristic agent");
}
