//! What a walk over cards, or a message on its way, does when cards and locations become others meanwhile; on made-up cards, with what
//! comes of it worked out from the rule. And what the log says.
#![allow(missing_docs)]

use gauntlet_core::{Game, Seed};
use gauntlet_millennials::options::{HERO, Mode, Options};
use gauntlet_millennials::policy::{Order, Policy};
use gauntlet_millennials::random::Random;
use gauntlet_millennials::run::Run;
use gauntlet_millennials::scenario::Scenario;
use gauntlet_millennials::vocabulary::Hear;
use gauntlet_millennials::{Action, Pool, Position, Setup};

const CARDS: &str = r#"
[[card]]
type = 0
name = "Plain"
cost = 1
power = 3
text = ""

[[card]]
type = 1
name = "Listener"
cost = 1
power = 2
text = "After you play a card, +1 power"
on = [{ hear = "enters-table", about = { whose = "own" }, steps = [{ do = [{ gain = 1 }] }] }]

[[card]]
type = 2
name = "Caller"
cost = 3
power = 0
text = "Once: repeat all your Once cards"
on = [{ hear = "reveal", steps = [{ each = { in = "board", once = true, untraced = true }, do = ["repeat"] }] }]

[[card]]
type = 3
name = "Counter"
cost = 1
power = 1
text = "Once: +1 power"
on = [{ hear = "reveal", steps = [{ do = [{ gain = 1 }] }] }]

[[card]]
type = 4
name = "Locker"
cost = 2
power = 0
text = "Once: this location has no effect any more"
on = [{ hear = "reveal", steps = [{ do = [{ location-becomes = 0 }] }] }]

[[card]]
type = 5
name = "Sealer"
cost = 2
power = 0
text = "After you play a card here, this location has no effect any more"
on = [{ hear = "enters-table", about = { whose = "own", here = true }, steps = [{ do = [{ location-becomes = 0 }] }] }]

[[card]]
type = 6
name = "Flattener"
cost = 2
power = 2
text = "Once: your first Counter here becomes Plain"
on = [{ hear = "reveal", steps = [{ each = { in = "here", names = ["Counter"], pick = "first" }, do = [{ transform = { card = "Plain", reveal = true } }] }] }]

[[card]]
type = 7
name = "Leveller"
cost = 2
power = 2
text = "After you play a card here, it becomes Plain"
on = [{ hear = "enters-table", about = { whose = "own", here = true }, steps = [{ do = [{ transform = { card = "Plain", reveal = true } }] }] }]

[[card]]
type = 8
name = "Doubler"
cost = 2
power = 2
text = "Once: clone your hand into it"
on = [{ hear = "reveal", steps = [{ each = { in = "hand" }, do = [{ to-hand = { what = "clone" } }] }] }]

[[card]]
type = 9
name = "Thief"
cost = 2
power = 2
text = "When a card comes to your hand, the first Counter there becomes Plain"
on = [{ hear = "enters-hand", about = { whose = "own" }, steps = [{ each = { in = "hand", names = ["Counter"], pick = "first" }, do = [{ transform = { card = "Plain" } }] }] }]

[[card]]
type = 10
name = "Walker"
cost = 2
power = 2
text = "Moves each turn"
on = [{ hear = "turn-ends", steps = [{ do = [{ move = "elsewhere" }] }] }]

[[card]]
type = 11
name = "Chooser"
cost = 2
power = 2
text = "Each turn, +1 power to one of your cards elsewhere"
on = [{ hear = "turn-ends", steps = [{ each = { in = "elsewhere", pick = "random" }, do = [{ power = 1 }] }] }]

[[card]]
type = 12
name = "Sower"
cost = 2
power = 2
text = "Once: a Seed at each other location"
on = [{ hear = "reveal", steps = [{ do = [{ enter = { what = "Seed", at = "each-elsewhere" } }] }] }]

[[card]]
type = 13
name = "Seed"
cost = 1
power = 1
text = "Once: the last card you played moves here"
on = [{ hear = "reveal", steps = [{ each = { in = "played", pick = "first" }, do = [{ move = "here" }] }] }]

[[card]]
type = 14
name = "Turner"
cost = 3
power = 5
text = "Once: your other cards here become what costs 1 more"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = [{ transform = { cost-change = 1, reveal = true, says = "{it} turns into {new}" } }] }] }]

[[card]]
type = 15
name = "Dear"
cost = 4
power = 9
text = ""
collectible = true

[[card]]
type = 16
name = "Cheap"
cost = 2
power = 7
text = ""
collectible = true
"#;

/// Places that have no effect (0), make what is played there a Listener (1), or clone it (2).
const LOCATIONS: &str = r#"
[[location]]
type = 0
text = ""

[[location]]
type = 1
text = "Cards played here become Listeners."
on = [{ hear = "enters-table", steps = [{ do = [{ transform = { card = "Listener", reveal = true } }] }] }]

[[location]]
type = 2
text = "Cards played here fill the location with their copies."
on = [{ hear = "enters-table", steps = [{ do = ["fill"] }] }]
"#;

fn pool() -> &'static Pool {
    Box::leak(Box::new(Pool::read(CARDS, LOCATIONS, "").expect("a pool")))
}

fn played(
    locations: [u8; 3],
    table: [&[&str]; 3],
    play: (&str, usize),
    change: impl FnOnce(&mut Scenario),
) -> Position {
    let words = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let mut scenario = Scenario {
        locations,
        player: table.iter().map(|names| words(names)).collect(),
        plays: vec![(play.0.to_owned(), play.1)],
        ..Scenario::read("name = \"made up\"\nlocations = [0, 0, 0]").expect("a scenario")
    };
    change(&mut scenario);
    let battle = scenario.play(pool(), Policy::default()).expect("a scenario").battle;
    battle.check().expect("sound");
    battle
}

fn nothing(_: &mut Scenario) {}

fn side(battle: &Position, location: usize) -> Vec<(&'static str, i32)> {
    battle.names_and_powers(location, HERO)
}

#[test]
fn a_card_that_becomes_a_listener_does_not_hear_of_itself() {
    let alone = played([1, 0, 0], [&[], &[], &[]], ("Plain", 0), nothing);
    assert_eq!(side(&alone, 0), [("Listener", 2)]);
    // Others hear of what it was, once.
    let others = played([1, 0, 0], [&["Listener"], &["Listener"], &[]], ("Plain", 0), nothing);
    assert_eq!((side(&others, 0), side(&others, 1)), (vec![("Listener", 3), ("Listener", 2)], vec![("Listener", 3)]));
}

#[test]
fn the_rest_of_a_location_that_becomes_another_one_is_skipped() {
    // The walk is at the left location when that becomes another: the counter behind isn't repeated; the one in the middle is.
    let battle = played([0; 3], [&["Locker", "Counter"], &["Counter"], &[]], ("Caller", 2), nothing);
    assert_eq!(side(&battle, 0), [("Locker", 0), ("Counter", 1)]);
    assert_eq!(side(&battle, 1), [("Counter", 2)]);
    // In the other order it has been reached before.
    let before = played([0; 3], [&["Counter", "Locker"], &[], &[]], ("Caller", 2), nothing);
    assert_eq!(side(&before, 0), [("Counter", 2), ("Locker", 0)]);
}

#[test]
fn a_location_that_became_another_one_before_the_walk_reached_it_is_skipped() {
    // The caller on the left is repeated first, and repeats the counter and the locker in the middle; the outer walk then skips what is there.
    let battle = played([0; 3], [&["Caller"], &["Counter", "Locker"], &[]], ("Caller", 2), nothing);
    assert_eq!(side(&battle, 1), [("Counter", 2), ("Locker", 0)]);
    // Without the locker both walks repeat it.
    let open = played([0; 3], [&["Caller"], &["Counter"], &[]], ("Caller", 2), nothing);
    assert_eq!(side(&open, 1), [("Counter", 3)]);
}

#[test]
fn cards_at_a_location_that_became_another_one_are_told_with_those_elsewhere() {
    // In the middle: the sealer hears first and makes it another location; the listener beside it hears after the one on the left.
    let heard = |middle: &[&str]| {
        let battle = played([0; 3], [&["Listener"], middle, &[]], ("Counter", 1), nothing);
        let journal = battle.journal().expect("a journal");
        let of_counter = journal.deliveries.iter().filter(|one| one.hear == Hear::EntersTable);
        let places = of_counter.map(|one| battle.slot(one.listener).place.location().expect("on the table"));
        (places.collect::<Vec<usize>>(), side(&battle, 0), side(&battle, 1)[1])
    };
    assert_eq!(heard(&["Sealer", "Listener"]), (vec![1, 0, 1], vec![("Listener", 3)], ("Listener", 3)));
    assert_eq!(heard(&["Plain", "Listener"]), (vec![1, 0], vec![("Listener", 3)], ("Listener", 3)));
}

#[test]
fn a_card_that_became_another_one_during_the_walk_is_taken_for_what_it_was() {
    // Found as a counter, it is repeated as one, though it is plain by then: the power is the plain card's.
    let battle = played([0, 0, 0], [&["Flattener", "Counter"], &[], &[]], ("Caller", 1), nothing);
    assert_eq!(side(&battle, 0), [("Flattener", 2), ("Plain", 3 + 1)]);
    // Two of them: the first becomes plain, and the second is still found by its name.
    let two = played([0, 0, 0], [&["Flattener", "Counter", "Counter"], &[], &[]], ("Caller", 1), nothing);
    assert_eq!(side(&two, 0)[1..], [("Plain", 4), ("Counter", 2)]);
}

#[test]
fn clones_and_lists_out_of_sight_take_what_a_card_is_now() {
    // The leveller hears before the location: the message is about the counter, but what is cloned is plain.
    let mut scenario = Scenario::read("name = \"clones\"\nlocations = [2, 0, 0]").expect("a scenario");
    scenario.player = vec![vec!["Leveller".to_owned()]];
    scenario.plays = vec![("Counter".to_owned(), 0)];
    let policy = Policy { order: Order::CardsFirst, ..Policy::default() };
    let battle = scenario.play(pool(), policy).expect("a scenario").battle;
    assert_eq!(
        side(&battle, 0).iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["Leveller", "Plain", "Plain", "Plain"]
    );
    // The first clone makes the counter in hand plain before its turn to be cloned comes.
    let battle = played([0, 0, 0], [&["Thief"], &[], &[]], ("Doubler", 0), |scenario| {
        scenario.hand = vec!["Plain".to_owned(), "Counter".to_owned()];
    });
    let names: Vec<&str> = battle.hand(HERO).iter().map(|card| battle.def(*card).name.as_str()).collect();
    assert_eq!(names, ["Plain"; 4]);
}

#[test]
fn what_a_card_becomes_goes_by_what_it_cost_when_it_was_found() {
    let battle = played([0, 0, 0], [&["Plain", "Turner"], &[], &[]], ("Turner", 0), nothing);
    assert_eq!(side(&battle, 0), [("Cheap", 7), ("Dear", 9), ("Turner", 5)]);
    let lines = &battle.journal().expect("a journal").lines;
    assert!(lines.iter().any(|line| (line.indent, line.text.as_str()) == (1, "Turner turns into Dear")));
}

#[test]
fn who_has_nowhere_to_move_draws_no_number() {
    // Both other sides are full. What is chosen next is chosen as if the walker did nothing.
    let full = ["Plain"; 4];
    for seed in 1..40 {
        let chosen = |name: &str| {
            let battle =
                played([0, 0, 0], [&[name, "Chooser"], &full, &full], ("Plain", 0), |scenario| scenario.seed = seed);
            [side(&battle, 1), side(&battle, 2)]
        };
        assert_eq!(chosen("Walker"), chosen("Plain"), "seed {seed}");
    }
}

#[test]
fn the_other_locations_are_those_where_it_is_not_now() {
    // The first seed moves the sower to the left; so the middle is another location by then, and so is the right one.
    let battle = played([0, 0, 0], [&[], &[], &[]], ("Sower", 1), nothing);
    assert_eq!([0, 1, 2].map(|place| side(&battle, place).len()), [1, 1, 2]);
    assert_eq!(side(&battle, 2).last(), Some(&("Sower", 2)), "each seed moved it on");
}

/// A shipped battle at these locations in which the player places nothing, and its log.
fn told(locations: [u8; 3]) -> Vec<(usize, String)> {
    let pool = Pool::shipped();
    let bills = pool.deck(["Bill"; 12]).expect("a card");
    let options = Options { mode: Mode::Shipped, ..Options::default() };
    let setup = Setup { locations: Some(locations), journal: true, ..Setup::new([bills.clone(), bills], options) };
    let mut game = Position::new(&setup, Seed::from_u64(1));
    while game.to_act().is_some() {
        game.apply(Action::Done);
    }
    game.journal().expect("a journal").lines.iter().map(|line| (line.indent, line.text.clone())).collect()
}

fn follows(log: &[(usize, String)], lines: &[(usize, &str)]) -> bool {
    log.windows(lines.len())
        .any(|window| window.iter().zip(lines).all(|(one, (indent, text))| one.0 == *indent && one.1 == *text))
}

#[test]
fn the_log_tells_what_locations_do() {
    let log = told([11, 4, 5]);
    assert!(follows(&log, &[(0, "Left Location is revealed"), (1, "this battle has 7 turns")]), "{log:#?}");
    assert!(follows(&log, &[(0, "Turn 2 of 7")]) && follows(&log, &[(0, "Turn 7 of 7")]));
    // Both gain, and both lines name the player.
    let both = [(0, "Middle Location is revealed"), (1, "You gain +1 energy"), (1, "You gain +1 energy")];
    assert!(follows(&log, &both));
    let each = [
        (0, "You have no cards at Right Location"),
        (1, "You gain +1 energy"),
        (0, "Villain have no cards at Right Location"),
        (1, "Villain gain +1 energy"),
    ];
    assert!(follows(&log, &each));
}

#[test]
fn the_log_tells_what_cards_do() {
    let lines = |locations: [u8; 3], table: [&[&str]; 3], play: (&str, usize), change: &dyn Fn(&mut Scenario)| {
        let words = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut scenario = Scenario::read("name = \"told\"\nlocations = [13, 13, 13]").expect("a scenario");
        scenario.locations = locations;
        scenario.player = table.iter().map(|names| words(names)).collect();
        scenario.plays = vec![(play.0.to_owned(), play.1)];
        change(&mut scenario);
        let battle = scenario.play(Pool::shipped(), Policy::default()).expect("a scenario").battle;
        let lines = &battle.journal().expect("a journal").lines;
        lines.iter().map(|line| (line.indent, line.text.clone())).collect::<Vec<_>>()
    };
    let still: &dyn Fn(&mut Scenario) = &|_| ();
    // What happens at the end of a turn is not indented, what comes of playing a card is.
    let walk = lines([13; 3], [&[], &["Bill"; 4], &[]], ("Suke Lywalker", 0), still);
    assert!(follows(&walk, &[(0, "Suke Lywalker moves from Left Location to Right Location")]), "{walk:#?}");
    let top =
        lines([13; 3], [&[], &[], &[]], ("Choody", 0), &|scenario| scenario.deck = vec!["B. Shitface".to_owned()]);
    assert!(follows(&top, &[(1, "Choody plays B. Shitface to Left Location")]), "{top:#?}");
    let lock = lines([13; 3], [&[], &["Telescore"], &[]], ("GacMyver", 0), still);
    assert!(
        follows(&lock, &[(1, "GacMyver repeats Telescore's ability"), (2, "Middle Location is now locked down!")]),
        "{lock:#?}"
    );
    let back = lines([13; 3], [&[], &[], &[]], ("The Skam", 0), &|scenario| scenario.trash = vec!["Bill".to_owned()]);
    assert!(back.iter().any(|(indent, text)| *indent == 1 && text.starts_with("Resurrecting Bill to ")), "{back:#?}");
    let again = lines([13; 3], [&["Grillin"], &[], &[]], ("He-Boy", 0), still);
    assert!(again.iter().any(|(_, text)| text.starts_with("Grillin respawns in ")), "{again:#?}");
    // What a location makes of a card is told without an article, and what a card makes of one in a hand with it.
    let turned = lines([2, 13, 13], [&[], &[], &[]], ("Bill", 0), still);
    let new = turned.iter().find_map(|(_, text)| text.strip_prefix("Bill is now ")).expect("it is told");
    assert!(!new.starts_with("a ") && Pool::shipped().find(new).is_some(), "{new}");
    let fewer = lines([13; 3], [&["Captain Japan", "Bill", "Bill"], &[], &[]], ("Bames Jond", 0), still);
    assert!(follows(&fewer, &[(2, "Captain Japan no longer has +8 Power")]), "{fewer:#?}");
    // A card that the list of plays still names is pulled out of the trash: from nowhere that the log has a word for.
    let pulled = lines([13, 16, 13], [&[], &[], &[]], ("Bill", 1), &|scenario| {
        scenario.plays.push(("Gorrest Fump".to_owned(), 0));
    });
    assert!(follows(&pulled, &[(1, "Bill moves from undefined to Left Location")]), "{pulled:#?}");
}

#[test]
fn a_run_is_seeded_as_the_shipped_game_seeds_it() {
    // Seeds are times in milliseconds there.
    for seed in [1, 20_000, 4_294_967_297, 1_726_531_200_123] {
        let pool = Pool::shipped();
        let mut run = Run::new(pool, seed, Options::default());
        let mut random = Random::shipped(seed);
        let mut villains = ["Cartoon", "Fantasy", "Space"];
        random.shuffle(&mut villains);
        let first = |random: &mut Random| {
            let mut all: Vec<u8> = (0..18).collect();
            random.shuffle(&mut all);
            [all[0], all[1], all[2]]
        };
        assert!(run.opponent().name.starts_with(villains[0]), "{seed}");
        assert_eq!(run.opponent().locations, first(&mut random), "{seed}");
        // The shop of the first opponent begins with the run's seed, too.
        let shop = run.shop();
        let ones: Vec<_> = pool.collectible().iter().filter(|kind| pool.card(**kind).cost == 1).collect();
        assert_eq!(shop[0][0], *ones[Random::shipped(seed).below(ones.len())], "{seed}");
        // An endless opponent: locations, then the card that it is named after and that its deck begins with.
        let mut random = Random::shipped(seed * 5);
        let opponent = Run::endless(pool, seed, 5);
        assert_eq!(opponent.locations, first(&mut random), "{seed}");
        let avatar = pool.collectible()[random.below(60)];
        assert_eq!((opponent.name, opponent.deck[0]), (format!("Evil {}", pool.card(avatar).name), avatar));
        assert_eq!(opponent.deck.len(), 12);
    }
}
