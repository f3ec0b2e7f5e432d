//! What every game promises to agents and harness, held against battles of random decks.
#![allow(missing_docs)]

use gauntlet_core::{Game, IllegalAction, Player, Seed};
use gauntlet_millennials::options::{HERO, Mode, Options, Priority, VILLAIN};
use gauntlet_millennials::policy::{Ongoing, Policy};
use gauntlet_millennials::random::Generator;
use gauntlet_millennials::run::{Pick, Run};
use gauntlet_millennials::{Action, Kind, Place, Pool, Position, Setup};
use rand::RngExt;

fn setup(number: u64, options: Options) -> Setup {
    let pool = Pool::shipped();
    let mut rng = Seed::from_u64(number).derive("deck", 0).rng();
    let kinds: Vec<Kind> = pool.kinds().collect();
    let mut deck = || (0..12).map(|_| kinds[rng.random_range(0..kinds.len() as u32) as usize]).collect::<Vec<Kind>>();
    let decks = [deck(), deck()];
    Setup::new(decks, options)
}

fn options() -> impl Iterator<Item = Options> {
    let modes = [Mode::Symmetric, Mode::Shipped].into_iter();
    modes.flat_map(|mode| {
        [Ongoing::Push, Ongoing::Unique, Ongoing::Pull].map(|ongoing| Options {
            mode,
            policy: Policy { ongoing, ..Policy::default() },
            ..Options::default()
        })
    })
}

/// Calls `each` at every decision of some random battles.
fn decisions(battles: u64, mut each: impl FnMut(&Position, &[Action], u64)) {
    let mut legal = Vec::new();
    for options in options() {
        for number in 0..battles {
            let seed = Seed::from_u64(number);
            let mut rng = seed.derive("plays", 0).rng();
            let mut game = Position::new(&setup(number, options), seed);
            while game.to_act().is_some() {
                game.legal_actions(&mut legal);
                each(&game, &legal, number);
                game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
            }
            assert!(game.outcome().is_some());
            game.legal_actions(&mut legal);
            assert!(legal.is_empty());
        }
    }
}

#[test]
fn actions_are_different_and_can_be_carried_out() {
    decisions(40, |game, legal, _| {
        assert!(legal.len() > 1, "a forced choice is made by the game");
        let mut words: Vec<String> = legal.iter().map(|action| game.describe(*action)).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), legal.len(), "{words:?}");
        for action in legal {
            let mut next = game.clone();
            next.try_apply(*action).expect("legal");
            next.check().expect("sound");
        }
        let nowhere = Action::Play { card: Kind(0), copy: 200, location: 0 };
        let (mut same, print) = (game.clone(), game.fingerprint());
        assert_eq!(same.try_apply(nowhere), Err(IllegalAction));
        assert_eq!(same.fingerprint(), print);
    });
}

#[test]
fn copies_and_repetitions_are_the_same() {
    let mut other: Option<Position> = None;
    decisions(30, |game, legal, _| {
        let into = other.get_or_insert_with(|| game.clone());
        into.clone_from(game);
        assert_eq!(into.fingerprint(), game.fingerprint());
        let (mut one, mut two) = (game.clone(), into.clone());
        one.apply(legal[0]);
        two.apply(legal[0]);
        assert_eq!(one.fingerprint(), two.fingerprint());
    });
}

#[test]
fn worlds_look_the_same_to_their_viewer() {
    let mut worlds = 0;
    let mut other = Vec::new();
    decisions(150, |game, legal, number| {
        for viewer in Player::BOTH {
            let seen = game.visible(viewer).numbers();
            let seed = Seed::from_u64(number).derive("world", worlds);
            let mut world = game.clone();
            world.determinize(viewer, &mut seed.rng());
            worlds += 1;
            world.check().expect("sound");
            assert_eq!(world.visible(viewer).numbers(), seen);
            assert_eq!(world.to_act(), game.to_act());
            if game.to_act() == Some(viewer) {
                world.legal_actions(&mut other);
                assert_eq!(other, legal);
            }
            // Dealt again with the same numbers it is the same: it depends on nothing that is hidden.
            let print = world.fingerprint();
            world.determinize(viewer, &mut seed.rng());
            assert_eq!(world.fingerprint(), print);
            // It can be played to its end.
            let mut rng = seed.rng();
            while world.to_act().is_some() {
                world.legal_actions(&mut other);
                let choice = rng.random_range(0..other.len() as u32) as usize;
                world.apply(other[choice]);
            }
        }
    });
    assert!(worlds > 1_000, "{worlds}");
}

#[test]
fn what_the_other_commits_is_not_seen() {
    // Whatever the first player places, the second one sees the same, and so do the worlds that are dealt for it.
    let mut legal = Vec::new();
    for options in options().filter(|options| options.mode == Mode::Symmetric) {
        for number in 0..60 {
            let seed = Seed::from_u64(number);
            let mut rng = seed.derive("plays", 0).rng();
            let mut game = Position::new(&setup(number, options), seed);
            while let Some(player) = game.to_act() {
                if player == Player::FIRST {
                    let now = game.turn();
                    let mut idle = game.clone();
                    idle.apply(Action::Done);
                    loop {
                        game.legal_actions(&mut legal);
                        let turn = game.turn();
                        game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
                        if game.to_act() != Some(Player::FIRST) || game.turn() != turn {
                            break;
                        }
                    }
                    if [game.turn(), idle.turn()] == [now; 2] && game.to_act() == idle.to_act() {
                        let seen = |game: &Position| game.visible(Player::SECOND).numbers();
                        assert_eq!(seen(&game), seen(&idle), "battle {number}, turn {}", game.turn());
                        let mut world = game.clone();
                        world.determinize(Player::SECOND, &mut rng);
                        assert_eq!(world.side(0, Player::FIRST).len(), idle.side(0, Player::FIRST).len());
                    }
                } else {
                    game.legal_actions(&mut legal);
                    game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
                }
            }
        }
    }
}

#[test]
fn worlds_differ_in_what_is_hidden() {
    let setup = setup(3, Options::default());
    let game = Position::new(&setup, Seed::from_u64(3));
    let viewer = game.to_act().expect("a decision");
    let hand = |game: &Position| game.hand(!viewer).iter().map(|card| game.slot(*card).kind).collect::<Vec<_>>();
    let mut hands: Vec<Vec<Kind>> = (0..50)
        .map(|number| {
            let mut world = game.clone();
            world.determinize(viewer, &mut Seed::from_u64(number).rng());
            assert_ne!(world.fingerprint(), game.fingerprint());
            hand(&world)
        })
        .collect();
    hands.sort_unstable();
    hands.dedup();
    assert!(hands.len() > 10, "{}", hands.len());
}

#[test]
fn the_villain_uses_its_deck_in_order_and_places_first() {
    let pool = Pool::shipped();
    let villain = pool.villains()[1].deck(true).to_vec();
    let options = Options { mode: Mode::Shipped, ..Options::default() };
    let guardians = pool.deck(["Red Guardian"; 12]).expect("a card");
    let mut decks = [guardians.clone(), guardians];
    decks[VILLAIN.index()].clone_from(&villain);
    let mut game = Position::new(&Setup::new(decks.clone(), options), Seed::from_u64(1));
    let held: Vec<Kind> =
        game.hand(VILLAIN).iter().chain(game.deck(VILLAIN)).map(|card| game.slot(*card).kind).collect();
    assert_eq!(held, villain);
    assert_eq!(game.to_act(), Some(VILLAIN));
    // The player sees a back where the villain has placed a card, and not which card it is.
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    game.apply(legal[0]);
    if game.to_act() == Some(VILLAIN) {
        game.apply(Action::Done);
    }
    assert_eq!(game.to_act(), Some(HERO));
    let backs: usize =
        (0..3).map(|place| game.visible(HERO).side(place, VILLAIN).filter(Option::is_none).count()).sum();
    assert_eq!(backs, 1);
    // By itself, it has placed its cards when the player decides.
    let options = Options { villain_plays: true, ..options };
    let game = Position::new(&Setup::new(decks, options), Seed::from_u64(1));
    assert_eq!(game.to_act(), Some(HERO));
}

#[test]
fn taking_back_leaves_the_villains_cards_alone() {
    let pool = Pool::shipped();
    let options =
        Options { mode: Mode::Shipped, villain_plays: true, generator: Generator::Shipped, ..Options::default() };
    let mut decks = [pool.starting_deck().to_vec(), pool.starting_deck().to_vec()];
    decks[VILLAIN.index()] = pool.villains()[1].deck(true).to_vec();
    let mut game = Position::new(&Setup::new(decks, options), Seed::from_u64(5));
    assert!(!game.take_back(HERO), "nothing of the player's lies there");
    let before = (game.energy(HERO), game.hand(HERO).to_vec());
    let hand = (0..4).find(|hand| game.may_place(HERO, *hand, 0)).expect("a card for one energy");
    let card = game.hand(HERO)[hand];
    game.place(HERO, hand, 0);
    assert!(game.take_back(HERO));
    assert_eq!(game.energy(HERO), before.0);
    assert_eq!(game.hand(HERO).last(), Some(&card), "it goes to the end of the hand");
    assert_eq!(game.hand(HERO).len(), before.1.len());
    game.check().expect("sound");
}

#[test]
fn mirrored_battles_are_fair_but_for_who_reveals_first() {
    // Both seats place the same cards at the same places: nobody wins, whoever reveals first.
    let pool = Pool::shipped();
    let moher = pool.deck(["Moher"; 12]).expect("a card");
    for priority in [Priority::Alternate, Priority::Leader, Priority::First] {
        let setup = Setup {
            locations: Some([13; 3]),
            ..Setup::new([moher.clone(), moher.clone()], Options { priority, ..Options::default() })
        };
        let mut game = Position::new(&setup, Seed::from_u64(1));
        let mut legal = Vec::new();
        while game.to_act().is_some() {
            game.legal_actions(&mut legal);
            game.apply(legal[0]);
        }
        assert_eq!(game.outcome().expect("over").winner, None);
    }
}

#[test]
fn a_run_of_three_battles() {
    let pool = Pool::shipped();
    let mut won = 0;
    for seed in 1..40 {
        let mut run = Run::new(pool, seed, Options::default());
        assert_eq!((run.number(), run.picks(), run.deck().len()), (1, 1, 12));
        let mut rng = Seed::from_u64(seed).rng();
        let mut legal = Vec::new();
        while !run.over() && run.number() <= 5 {
            assert_eq!(run.opponent().name.starts_with("Evil "), run.number() > 3);
            let mut places = run.opponent().locations.to_vec();
            places.dedup();
            assert_eq!(places.len(), 3);
            let shop = run.shop();
            assert_eq!(shop.len(), run.picks().min(2));
            for row in &shop {
                assert_eq!(row.iter().map(|kind| pool.card(*kind).cost).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
            }
            if !shop.is_empty() {
                let pick = Pick { row: 0, card: 5, replaces: 0 };
                run.pick(&shop, pick).expect("a pick is left");
                assert_eq!(run.deck()[0], shop[0][5]);
            }
            while run.picks() > 0 {
                run.pick(&shop, Pick { row: 0, card: 4, replaces: 1 }).expect("a pick is left");
            }
            assert!(run.pick(&shop, Pick { row: 0, card: 0, replaces: 0 }).is_err());
            let mut battle = run.battle(false);
            while battle.to_act().is_some() {
                battle.legal_actions(&mut legal);
                battle.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
            }
            won += u32::from(battle.outcome().expect("over").winner == Some(HERO));
            run.after(&battle);
        }
    }
    assert!(won > 20, "{won}");
}

/// The measured win rates of a player who plays random affordable cards at random places until nothing fits.
#[test]
fn reference_win_rates() {
    let pool = Pool::shipped();
    let expected = [("Cartoon", 81.7, 23.9, 12.3), ("Fantasy", 30.8, 31.8, 36.1), ("Space", 58.3, 22.9, 20.9)];
    for (villain, (name, rate, mine, theirs)) in pool.villains().iter().zip(expected) {
        assert!(villain.name.starts_with(name));
        let options =
            Options { mode: Mode::Shipped, villain_plays: true, generator: Generator::Shipped, ..Options::default() };
        let mut decks = [pool.starting_deck().to_vec(), pool.starting_deck().to_vec()];
        decks[VILLAIN.index()] = villain.deck(true).to_vec();
        let setup = Setup::new(decks, options);
        let (games, mut won, mut scores) = (4_000, 0, [0, 0]);
        let mut legal = Vec::new();
        for number in 0..games {
            let seed = Seed::from_u64(number);
            let mut rng = seed.derive("plays", 0).rng();
            let mut game = Position::new(&setup, seed);
            while game.to_act().is_some() {
                game.legal_actions(&mut legal);
                // A random card of those that can be placed, then a random place; never done while something fits.
                let hand: Vec<usize> = (0..game.hand(HERO).len())
                    .filter(|hand| (0..3).any(|place| game.may_place(HERO, *hand, place)))
                    .collect();
                let hand = hand[rng.random_range(0..hand.len() as u32) as usize];
                let kind = game.slot(game.hand(HERO)[hand]).kind;
                let plays: Vec<Action> = legal
                    .iter()
                    .copied()
                    .filter(|action| matches!(action, Action::Play { card, .. } if *card == kind))
                    .collect();
                game.apply(plays[rng.random_range(0..plays.len() as u32) as usize]);
            }
            won += u64::from(game.outcome().expect("over").winner == Some(HERO));
            scores[0] += game.total(HERO);
            scores[1] += game.total(VILLAIN);
        }
        let percent = 100.0 * won as f64 / games as f64;
        let mean = scores.map(|score| f64::from(score) / games as f64);
        eprintln!("{name}: {percent:.1}% ({rate}), {:.1} / {:.1} ({mine} / {theirs})", mean[0], mean[1]);
        // 120 battles were measured: 4.5 points are one standard deviation.
        assert!((percent - rate).abs() < 3.0 * 4.5, "{name}: {percent}% against {rate}%");
        assert!((mean[0] - mine).abs() < 4.0 && (mean[1] - theirs).abs() < 4.0, "{name}: {mean:?}");
    }
}

#[test]
fn hidden_cards_are_in_hands_decks_and_face_down() {
    let game = Position::new(&setup(1, Options::default()), Seed::from_u64(1));
    assert!(game.hand(Player::SECOND).iter().all(|card| game.slot(*card).place == Place::Hand(Player::SECOND)));
}

/// The greatest positions of random battles of collectible cards. What makes one greater is in it: cards in decks and trashes, and modifiers that
/// differ. Cards that were made and lost take no room, nor do modifiers that are the same.
#[test]
fn positions_are_small() {
    let pool = Pool::shipped();
    let (mut most, mut legal) = (Vec::new(), Vec::new());
    for number in 0..2_000 {
        let seed = Seed::from_u64(number);
        let mut rng = seed.derive("deck", 0).rng();
        let any = pool.collectible();
        let mut deck = || (0..12).map(|_| any[rng.random_range(0..any.len() as u32) as usize]).collect::<Vec<Kind>>();
        let mut game = Position::new(&Setup::new([deck(), deck()], Options::default()), seed);
        let mut rng = seed.derive("plays", 0).rng();
        let mut greatest = game.bytes();
        while game.to_act().is_some() {
            game.legal_actions(&mut legal);
            game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
            greatest = greatest.max(game.bytes());
        }
        most.push(greatest);
    }
    most.sort_unstable();
    let share = |share: usize| most[(most.len() - 1) * share / 1000];
    assert!(share(500) <= 1_408 && share(990) <= 2_048 && share(1000) <= 3_072, "{:?}", [500, 990, 1000].map(share));
}

/// Worlds draw what isn't revealed from what could be there: nothing of the true locations is left in them, however often and for whom it is drawn.
#[test]
fn worlds_draw_the_locations_that_are_not_revealed() {
    let mut drawn = std::collections::BTreeSet::new();
    let mut kept = [0_u32; 2];
    for number in 0..40 {
        let game = Position::new(&setup(number, Options::default()), Seed::from_u64(number));
        let pool = game.pool();
        for viewer in Player::BOTH {
            let mut world = game.clone();
            world.determinize(viewer, &mut Seed::from_u64(number).derive("world", viewer.index() as u64).rng());
            let kinds = [0, 1, 2].map(|place| world.location(place).kind);
            assert!(kinds[0] != kinds[1] && kinds[1] != kinds[2] && kinds[0] != kinds[2], "{kinds:?}");
            for (place, kind) in kinds.into_iter().enumerate() {
                let (before, is) = (game.location(place), pool.location(kind));
                if before.revealed {
                    assert_eq!(kind, before.kind);
                    continue;
                }
                assert!(is.drawn, "{} isn't fought over", is.number);
                drawn.insert(kind);
                kept[usize::from(kind == before.kind)] += 1;
            }
            // From the same numbers comes the same, whatever isn't revealed was before.
            let mut other = game.clone();
            other.determinize(viewer, &mut Seed::from_u64(1_000 + number).rng());
            let mut again = Seed::from_u64(7).rng();
            let locations = |mut world: Position, rng: &mut gauntlet_core::Rng| {
                world.determinize(viewer, rng);
                [0, 1, 2].map(|place| world.location(place).kind)
            };
            assert_eq!(locations(other, &mut again.clone()), locations(game.clone(), &mut again));
        }
    }
    let all = Pool::shipped().locations().iter().filter(|location| location.drawn).count();
    assert!(drawn.len() * 10 > all * 9, "{} of {all}", drawn.len());
    let [others, same] = kept;
    assert!(same * 5 < others, "{same} are as they were, {others} aren't");
}
