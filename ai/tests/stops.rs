//! Games in which agents aren't asked where they always pass are the games in which they are.

mod common;

use std::sync::Arc;

use common::Decks;
use gauntlet_ai::{Agent, Heuristic, Random};
use gauntlet_core::{Game, PerPlayer, Player, Rng, Seed, Stops, View};
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::{Position, Setup};

/// How a game went: the position of each choice that was asked for and its number, and the end.
#[derive(PartialEq, Eq, Debug)]
struct Course {
    asked: Vec<(u64, u64)>,
    choices: u64,
    end: (u64, u32),
}

/// Plays a game; with `most`, agents are asked where they want to be, and after that many choices that they weren't asked for.
fn play(setup: &Setup, seed: Seed, agents: &mut [Box<dyn Agent<Position>>; 2], most: Option<u64>) -> Course {
    let mut game = Position::new(setup, seed);
    let mut rngs = Player::BOTH.map(|player| seed.derive("agent", player.index() as u64).rng());
    let stops = PerPlayer([agents[0].stops(), agents[1].stops()]);
    let (mut legal, mut asked, mut choices) = (Vec::new(), Vec::new(), 0);
    agents.iter_mut().for_each(|agent| agent.start());
    while let Some(player) = game.to_act() {
        asked.push((choices, game.fingerprint()));
        game.legal_actions(&mut legal);
        let choice = agents[player.index()].choose(View::new(&game, player), &legal, &mut rngs[player.index()]);
        choices += match most {
            None => {
                game.apply(legal[choice]);
                1
            }
            Some(most) => {
                let made = game.advance(legal[choice], &stops, most);
                assert!((1..=most).contains(&made), "{made} choices where {most} were allowed");
                made
            }
        };
    }
    assert!(game.outcome().is_some(), "the game is over");
    Course { asked, choices, end: (game.fingerprint(), game.turn()) }
}

/// Compares games in which all is asked with games that go on past windows.
fn compare(make: &dyn Fn() -> Box<dyn Agent<Position>>, games: u64) -> (usize, usize) {
    let decks = Decks::shipped();
    let count = decks.decks.len();
    let (mut asked, mut left_out) = (0, 0);
    for number in 0..games {
        let (first, second) = (number as usize % count, (number as usize * 5 + 1) % count);
        let (setup, seed) = (decks.setup(first, second, false), Seed::from_u64(number));
        let whole = play(&setup, seed, &mut [make(), make()], None);
        for most in [u64::MAX, 4] {
            let with_stops = play(&setup, seed, &mut [make(), make()], Some(most));
            assert_eq!((with_stops.choices, with_stops.end), (whole.choices, whole.end), "game {number}");
            for (place, position) in &with_stops.asked {
                assert_eq!(whole.asked[*place as usize], (*place, *position), "game {number}, choice {place}");
            }
            if most == u64::MAX {
                asked += with_stops.asked.len();
                left_out += whole.asked.len() - with_stops.asked.len();
            }
        }
    }
    (asked, left_out)
}

#[test]
fn the_heuristic_plays_the_same_games() {
    let (asked, left_out) = compare(&|| Box::new(Heuristic::new(Arc::default())), 24);
    assert!(4 * left_out > asked, "{asked} choices were asked for and only {left_out} left out");
}

#[test]
fn who_wants_to_be_asked_everywhere_is() {
    let (_, left_out) = compare(&|| Box::new(Random), 12);
    assert_eq!(left_out, 0);
}

/// Passes whenever that is possible, and is never asked whether it does.
struct Absent;

impl Agent<Position> for Absent {
    fn stops(&self) -> Stops {
        Stops::NONE
    }

    fn choose(&mut self, view: View<'_, Position>, legal: &[Action], _: &mut Rng) -> usize {
        let priority = view.visible().decision().kind == DecisionKind::Priority;
        if priority { 0 } else { legal.len() - 1 }
    }
}

#[test]
fn who_never_does_anything_is_never_asked_for_it() {
    let (asked, left_out) = compare(&|| Box::new(Absent), 12);
    assert!(left_out > asked, "{asked} choices were asked for and only {left_out} left out");
}
