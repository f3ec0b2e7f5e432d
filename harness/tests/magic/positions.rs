//! Properties of the positions of random games with the shipped decks.

use std::collections::BTreeSet;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet_core::{Game, IllegalAction, PerPlayer, Player, Rng, Seed, View};
use gauntlet_magic::decision::Action;
use gauntlet_magic::{Position, Setup};
use rand::RngExt;

use super::all_decks;

/// The setups of all pairs of decks, mirrors too.
fn setups() -> Vec<Setup> {
    let host = all_decks();
    let decks = host.decks().len();
    let pairs = (0..decks).flat_map(|one| (one..decks).map(move |other| (one, other)));
    pairs.map(|(one, other)| host.setup(one, other, Limits::default(), false)).collect()
}

/// A random game: the setup, the seed, and what was chosen.
struct Played {
    setup: Setup,
    seed: Seed,
    actions: Vec<Action>,
}

/// Plays a random game for every pair of decks and calls `check` at every `step`-th decision.
fn random_games(step: usize, mut check: impl FnMut(&Position, &[Action], &mut Rng)) -> Vec<Played> {
    let mut games = Vec::new();
    for (number, setup) in setups().into_iter().enumerate() {
        let seed = Seed::from_u64(number as u64);
        let mut rng = seed.derive("test", 0).rng();
        let mut game = Position::new(&setup, seed);
        let (mut legal, mut actions) = (Vec::new(), Vec::new());
        while game.to_act().is_some() {
            game.legal_actions(&mut legal);
            if actions.len() % step == number % step {
                check(&game, &legal, &mut rng);
            }
            let action = legal[rng.random_range(0..legal.len())];
            actions.push(action);
            game.apply(action);
        }
        assert!(game.outcome().is_some());
        games.push(Played { setup, seed, actions });
    }
    games
}

fn legal(game: &Position) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn invariants(game: &Position) {
    if let Err(broken) = game.check_invariants() {
        panic!("{broken}");
    }
}

#[test]
fn every_legal_action_applies() {
    let mut tried = 0;
    let mut next = None;
    random_games(2, |game, legal, _| {
        invariants(game);
        for &action in legal {
            let next = next.get_or_insert_with(|| game.clone());
            next.clone_from(game);
            assert_eq!(next.fingerprint(), game.fingerprint());
            assert_eq!(next.try_apply(action), Ok(()), "{}", game.describe(action));
            assert_eq!(next.to_act().is_some(), next.outcome().is_none());
            invariants(next);
            tried += 1;
        }
    });
    assert!(tried > 10_000, "only {tried} actions");
}

#[test]
fn an_illegal_action_is_refused_and_changes_nothing() {
    let (mut seen, mut refused) = (BTreeSet::new(), 0);
    random_games(5, |game, legal, rng| {
        // What was legal somewhere is like enough to what is legal here.
        let illegal: Vec<Action> = seen.iter().filter(|action| !legal.contains(action)).copied().collect();
        let before = game.fingerprint();
        let mut copy = game.clone();
        for _ in 0..20.min(illegal.len()) {
            let action = illegal[rng.random_range(0..illegal.len())];
            assert_eq!(copy.try_apply(action), Err(IllegalAction), "{action:?}");
            refused += 1;
        }
        assert_eq!(copy.fingerprint(), before);
        assert_eq!(self::legal(&copy), legal);
        seen.extend(legal);
    });
    assert!(refused > 10_000, "only {refused} actions");
}

#[test]
fn resampling_keeps_what_the_viewer_knows() {
    let (mut changed, mut all) = (0, 0);
    random_games(4, |game, legal, rng| {
        for viewer in Player::BOTH {
            let mut world = game.clone();
            let seed = Seed::random(rng);
            world.determinize(viewer, &mut seed.rng());
            invariants(&world);
            assert_eq!(format!("{:?}", world.visible(viewer)), format!("{:?}", game.visible(viewer)));
            if game.to_act() == Some(viewer) {
                assert_eq!(self::legal(&world), legal);
            }
            let mut again = game.clone();
            again.determinize(viewer, &mut seed.rng());
            assert_eq!(again.fingerprint(), world.fingerprint());
            // Whoever looks at a sample of a sample learns no more from it.
            let mut twice = world.clone();
            twice.determinize(viewer, &mut seed.rng());
            assert_eq!(twice.fingerprint(), world.fingerprint(), "a sample depends on what the viewer can't know");
            changed += u32::from(world.fingerprint() != game.fingerprint());
            all += 1;
        }
    });
    assert!(all > 1000 && changed > all * 9 / 10, "{changed} of {all}");
}

#[test]
fn equal_seeds_and_actions_give_equal_games() {
    let mut dirty: Option<Position> = None;
    for played in random_games(1000, |_, _, _| ()) {
        let mut game = Position::new(&played.setup, played.seed);
        // The same from a position that has seen other games, in other memory.
        let other = dirty.get_or_insert_with(|| game.clone());
        other.restart(&played.setup, played.seed);
        for (number, action) in played.actions.iter().enumerate() {
            assert_eq!(other.fingerprint(), game.fingerprint(), "before action {number}");
            assert_eq!(legal(other), legal(&game));
            game.apply(*action);
            if number % 16 == 5 {
                *other = other.clone();
            }
            other.apply(*action);
        }
        assert_eq!(other.fingerprint(), game.fingerprint());
        assert_eq!((other.outcome(), other.turn()), (game.outcome(), game.turn()));
        assert!(game.outcome().is_some());
    }
}

/// An agent that knew more than its view would choose otherwise when what it can't see is different.
#[test]
fn agents_choose_the_same_whatever_is_hidden() {
    for (spec, step) in [("random", 7), ("heuristic", 11), ("mc:rollouts=12", 97)] {
        let pilot = Magic::agents().resolve(spec).expect("an agent");
        let mut choices = 0;
        random_games(step, |game, legal, rng| {
            let Some(player) = game.to_act() else { return };
            let luck = Seed::random(rng);
            let choose = |game: &Position| pilot.make().choose(View::new(game, player), legal, &mut luck.rng());
            let chosen = choose(game);
            let mut world = game.clone();
            for _ in 0..3 {
                world.determinize(player, rng);
                assert_eq!(choose(&world), chosen, "{spec}: {:?}", game.decision());
            }
            choices += 1;
        });
        assert!(choices > 50, "{spec}: only {choices}");
    }
}

#[test]
fn choices_can_be_told_apart() {
    random_games(2, |game, legal, _| {
        let mut texts: Vec<String> = legal.iter().map(|action| game.describe(*action)).collect();
        texts.sort_unstable();
        for pair in texts.windows(2) {
            assert_ne!(pair[0], pair[1], "{:?}", game.decision());
        }
    });
}

#[test]
fn a_position_is_small_and_copies_keep_no_journal() {
    let host = all_decks();
    let setup = host.setup(0, 1, Limits::default(), true);
    let mut game = Position::new(&setup, Seed::from_u64(1));
    let keep = PerPlayer([Action::Keep; 2]);
    for player in Player::BOTH {
        game.apply(keep[player]);
    }
    assert!(!game.journal_lines().is_empty() && game.clone().journal_lines().is_empty());
    assert_eq!(game.clone().fingerprint(), game.fingerprint());
    // What is going on, and each object.
    random_games(10, |game, _, _| {
        let (bytes, objects) = (Magic::PARTS.positions.position_bytes(game), Magic::PARTS.positions.objects(game));
        assert!(bytes <= 2_000 + 100 * objects, "{bytes} bytes for {objects} objects");
    });
}
