//! A tree search finds what is only good together.

use gauntlet_ai::{Agent, Ismcts, MonteCarlo, ismcts, mc};
use gauntlet_core::{Game, Outcome, Player, Reason, Rng, Seed, View};
use rand::Rng as _;

/// The first player chooses twice, then it is over. Doing nothing wins every other game. Something wins if the right thing follows, and
/// loses otherwise. What comes after it is what can be chosen from: the right thing is somewhere among them.
#[derive(Clone)]
struct Together {
    chosen: Vec<usize>,
    /// What comes of doing nothing: nobody knows.
    luck: bool,
    /// The right thing, which everybody knows.
    right: usize,
}

const FOLLOWING: usize = 6;

impl Game for Together {
    type Setup = usize;
    type Action = usize;
    type Visible<'a> = ();

    fn new(right: &usize, seed: Seed) -> Together {
        Together { chosen: Vec::new(), luck: seed.rng().next_u64().is_multiple_of(2), right: *right }
    }

    fn to_act(&self) -> Option<Player> {
        (self.chosen.len() < 2).then_some(Player::FIRST)
    }

    fn legal_actions(&self, out: &mut Vec<usize>) {
        out.clear();
        out.extend(0..if self.chosen.is_empty() { 2 } else { FOLLOWING });
    }

    fn apply(&mut self, action: usize) {
        self.chosen.push(action);
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.chosen[..] else { return None };
        let won = if first == 0 { self.luck } else { second == self.right };
        let winner = if won { Player::FIRST } else { Player::SECOND };
        Some(Outcome { winner: Some(winner), reason: Reason::Life })
    }

    fn determinize(&mut self, _: Player, rng: &mut Rng) {
        self.luck = rng.next_u64().is_multiple_of(2);
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn visible(&self, _: Player) {}

    fn describe(&self, action: usize) -> String {
        action.to_string()
    }

    fn question(&self) -> String {
        String::new()
    }

    fn turn(&self) -> u32 {
        1
    }
}

/// Does nothing, and then the first thing: something loses.
struct Idle;

impl Agent<Together> for Idle {
    fn choose(&mut self, _: View<'_, Together>, _: &[usize], _: &mut Rng) -> usize {
        0
    }
}

/// What an agent chooses in the two decisions.
fn choices(mut agent: impl Agent<Together>, right: usize) -> [usize; 2] {
    let mut game = Together::new(&right, Seed::from_u64(1));
    let (mut rng, mut legal) = (Seed::from_u64(2).rng(), Vec::new());
    agent.start();
    while let Some(player) = game.to_act() {
        game.legal_actions(&mut legal);
        let choice = agent.choose(View::new(&game, player), &legal, &mut rng);
        game.apply(legal[choice]);
    }
    [game.chosen[0], game.chosen[1]]
}

fn flat() -> impl Agent<Together> {
    MonteCarlo::new(mc::Budget { rollouts: 200, ..mc::Budget::default() }, || Idle)
}

fn tree(iterations: u32, depth: u32) -> Ismcts<Together, Idle> {
    Ismcts::new(ismcts::Budget { iterations, depth, ..ismcts::Budget::default() }, || Idle)
}

#[test]
fn a_tree_finds_what_is_only_good_together() {
    for right in 1..FOLLOWING {
        assert_eq!(choices(tree(200, 2), right), [1, right]);
    }
    assert_eq!(choices(flat(), 3)[0], 0, "each choice alone is no better");
    assert_eq!(choices(tree(200, 1), 3)[0], 0, "a tree of one choice is flat");
}

#[test]
fn what_was_only_tried_doesnt_weigh_on_an_action() {
    // What the policy does after the first thing wins, and five others lose.
    assert_eq!(choices(tree(200, 2), 0), [1, 0]);
    let mut agent = tree(200, 2);
    let game = Together::new(&0, Seed::from_u64(1));
    agent.start();
    agent.choose(View::new(&game, Player::FIRST), &[0, 1], &mut Seed::from_u64(2).rng());
    let thoughts = agent.thoughts().expect("a search says what it thinks");
    assert_eq!((thoughts.actions[1].value, &thoughts.actions[1].line), (Some(1.0), &vec![0]));
}

#[test]
fn the_rest_of_a_line_is_what_others_must_be_better_than() {
    let mut agent = tree(200, 2);
    let (mut game, mut rng) = (Together::new(&4, Seed::from_u64(1)), Seed::from_u64(2).rng());
    let following: Vec<usize> = (0..FOLLOWING).collect();
    let tried = |agent: &Ismcts<Together, Idle>| -> u64 {
        let thoughts = agent.thoughts().expect("a search says what it thinks");
        assert_eq!(thoughts.policy, Some(0));
        thoughts.actions.iter().map(|action| action.visits).sum()
    };
    agent.start();
    assert_eq!(agent.choose(View::new(&game, Player::FIRST), &[0, 1], &mut rng), 1);
    assert_eq!(agent.thoughts().expect("a search says what it thinks").actions[1].line, [4]);
    game.apply(1);
    assert_eq!(agent.choose(View::new(&game, Player::FIRST), &following, &mut rng), 4);
    assert_eq!(tried(&agent), 10 * FOLLOWING as u64, "all others are soon plainly worse");
    // Without a plan it is looked for, and so is it where there is something else to choose from than was foreseen.
    agent.start();
    assert_eq!(agent.choose(View::new(&game, Player::FIRST), &following, &mut rng), 4);
    assert!(tried(&agent) > 100);
    agent.start();
    agent.choose(View::new(&Together::new(&4, Seed::from_u64(1)), Player::FIRST), &[0, 1], &mut rng);
    assert_eq!(agent.choose(View::new(&game, Player::FIRST), &following[1..], &mut rng), 3);
    assert!(tried(&agent) > 100);
}
