//! A search that likes what a loop makes at its horizon comes to an end.

mod common;

use common::{ME, OTHER, arranged};
use gauntlet_ai::rollout::Evaluate;
use gauntlet_ai::{Agent, Ismcts, MonteCarlo, ismcts, mc};
use gauntlet_cards::filter::Zone;
use gauntlet_core::{Game, Rng, Seed, View};
use gauntlet_magic::Position;
use gauntlet_magic::decision::Action;

/// Takes the first action: with priority that is to pass.
struct First;

impl Agent<Position> for First {
    fn choose(&mut self, _: View<'_, Position>, _: &[Action], _: &mut Rng) -> usize {
        0
    }
}

/// The more permanents, the better.
struct Hoard;

impl Evaluate<Position> for Hoard {
    fn evaluate(&mut self, view: View<'_, Position>) -> f64 {
        let see = view.visible();
        let own = see.permanents().filter(|(_, object)| object.controller == view.viewer()).count() as f64;
        own / (own + 1.0)
    }
}

/// How many permanents a search has when its first turn is over, who could make one for nothing as often as it likes.
fn hoarded(mut agent: impl Agent<Position>) -> usize {
    let texts = "\
name Endless Hive
cost {3}
type Artifact
text {0}: Create a 1/1 green Insect creature token.
";
    let mut game =
        arranged(texts, &[(ME, Zone::Battlefield, "Endless Hive", 1), (OTHER, Zone::Battlefield, "Endless Hive", 1)]);
    let (mut rng, mut legal) = (Seed::from_u64(1).rng(), Vec::new());
    agent.start();
    for _ in 0..2_000 {
        let Some(player) = game.to_act().filter(|_| game.turn() <= 1) else { break };
        game.legal_actions(&mut legal);
        let choice = if player == ME { agent.choose(View::new(&game, player), &legal, &mut rng) } else { 0 };
        game.apply(legal[choice]);
    }
    assert!(game.turn() > 1 || game.to_act().is_none(), "the turn is over");
    View::new(&game, ME).visible().permanents().filter(|(_, object)| object.controller == ME).count()
}

#[test]
fn a_search_stops_doing_the_same_against_its_policys_advice() {
    let budget = mc::Budget { rollouts: 40, horizon: 4, doubt: 0.0 };
    let count = hoarded(MonteCarlo::with_evaluator(budget, || First, Hoard));
    assert!((10..200).contains(&count), "{count}");
    let budget = ismcts::Budget { iterations: 40, horizon: 4, doubt: 0.0, ..ismcts::Budget::default() };
    let count = hoarded(Ismcts::with_evaluator(budget, || First, Hoard));
    assert!((10..200).contains(&count), "{count}");
}
