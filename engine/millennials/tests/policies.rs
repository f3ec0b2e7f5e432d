//! In which order effects resolve: the report of four Cannibals, the second scenario, and what must be so under every policy.
#![allow(missing_docs)]

use gauntlet_core::{Game, Player, Seed};
use gauntlet_millennials::options::{HERO, Options};
use gauntlet_millennials::policy::{Discipline, Ongoing, Order, Policy};
use gauntlet_millennials::scenario::Scenario;
use gauntlet_millennials::vocabulary::Hear;
use gauntlet_millennials::{Kind, ORIGIN_LOCATION, Op, Pool, Position, Setup};
use rand::{RngExt, seq::IndexedRandom};

const FOUR: &str = include_str!("../scenarios/four-cannibals.toml");
const SECOND: &str = include_str!("../scenarios/second-cannibal.toml");

fn scenario(text: &str) -> Scenario {
    Scenario::read(text).expect("a scenario")
}

fn policy(name: &str) -> Policy {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_tables_of_the_report() {
    for text in [FOUR, SECOND] {
        let scenario = scenario(text);
        for (name, powers) in &scenario.expect {
            let told = scenario.play(Pool::shipped(), policy(name)).expect("a scenario");
            assert_eq!(&told.powers, powers, "{} under {name}", scenario.name);
            told.battle.check().expect("sound");
        }
    }
}

#[test]
fn as_many_additions_as_the_report_counts() {
    let counts = |name: &str| {
        let told = scenario(FOUR).play(Pool::shipped(), policy(name)).expect("a scenario");
        (told.tried, told.applied)
    };
    assert_eq!(counts("location-first"), (15, 15));
    assert_eq!(counts("cards-first"), (12, 12));
    assert_eq!(counts("queue-messages-late"), (18, 18));
    assert_eq!(counts("push-unique"), (15, 12));
    assert_eq!(counts("discipline=queue-messages,ongoing=unique"), (18, 12));
    assert_eq!(counts("pull").0, 0);
}

/// Who gives whom, in order; O is the original, 1 to 3 its clones.
fn additions(name: &str) -> String {
    let told = scenario(FOUR).play(Pool::shipped(), policy(name)).expect("a scenario");
    let label = |card: u16| if card == 0 { "O".to_owned() } else { card.to_string() };
    let changes = &told.battle.journal().expect("a journal").changes;
    changes.iter().map(|one| format!("{}>{}", label(one.origin), label(one.card))).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_traces_of_the_report() {
    let clones = "1>O O>1 2>O 2>1 O>2 1>2 3>O 3>1 3>2 O>3 1>3 2>3";
    assert_eq!(additions("location-first"), format!("{clones} 1>O 2>O 3>O"));
    assert_eq!(additions("cards-first"), clones);
    assert_eq!(additions("queue-actions"), clones);
    assert_eq!(
        additions("queue-messages-late"),
        "1>O 1>2 1>3 O>1 2>1 3>1 2>O 2>1 2>3 O>2 1>2 3>2 3>O 3>1 3>2 O>3 1>3 2>3"
    );
    assert_eq!(additions("queue-messages-self-early"), "1>O 2>O 2>1 3>O 3>1 3>2 O>1 2>1 3>1 O>2 1>2 3>2 O>3 1>3 2>3");
    assert_eq!(additions("queue-messages-early"), clones);
}

#[test]
fn the_second_message_is_finished_before_the_first_goes_on() {
    // The location hears the original at depth 0; its clones' messages come inside that, at depth 1, and don't reach the location.
    let told = scenario(FOUR).play(Pool::shipped(), Policy::default()).expect("a scenario");
    let deliveries = &told.battle.journal().expect("a journal").deliveries;
    let heard: Vec<(u16, u16, usize)> = deliveries
        .iter()
        .filter(|one| one.hear == Hear::EntersTable)
        .map(|one| (one.subject, one.listener.min(ORIGIN_LOCATION), one.depth))
        .collect();
    let place = ORIGIN_LOCATION;
    let expected = [
        (0, 0, 0),
        (0, place, 0),
        (1, 1, 1),
        (1, 0, 1),
        (2, 2, 1),
        (2, 0, 1),
        (2, 1, 1),
        (3, 3, 1),
        (3, 0, 1),
        (3, 1, 1),
        (3, 2, 1),
        (0, 1, 0),
        (0, 2, 0),
        (0, 3, 0),
    ];
    assert_eq!(heard, expected);
}

#[test]
fn the_location_or_cards_elsewhere_first() {
    // A card elsewhere that listens for cards of its owner hears of the original last, or before the location.
    let mut text = scenario(FOUR);
    text.player = vec![Vec::new(), vec!["Bardi".to_owned()]];
    let heard = |order: Order| {
        let told = text.play(Pool::shipped(), Policy { order, ..Policy::default() }).expect("a scenario");
        let deliveries = told.battle.journal().expect("a journal").deliveries.clone();
        let of_original = deliveries.into_iter().filter(|one| one.hear == Hear::EntersTable && one.subject == 1);
        of_original.map(|one| one.listener).collect::<Vec<u16>>()
    };
    let place = ORIGIN_LOCATION;
    assert_eq!(heard(Order::LocationFirst), [1, place, 2, 3, 4, 0]);
    assert_eq!(heard(Order::CardsFirst), [1, place, 0]);
    assert_eq!(heard(Order::CardsEverywhereFirst), [1, 0, place]);
}

/// A battle of random decks of all cards that is played at random, with a journal.
fn random_setup(number: u64, policy: Policy) -> Setup {
    let pool = Pool::shipped();
    let mut rng = Seed::from_u64(number).derive("deck", 0).rng();
    let kinds: Vec<Kind> = pool.kinds().filter(|kind| pool.card(*kind).clone == *kind).collect();
    let mut deck = || (0..12).map(|_| *kinds.choose(&mut rng).expect("cards")).collect::<Vec<Kind>>();
    let decks = [deck(), deck()];
    Setup::new(decks, Options { policy, ..Options::default() })
}

/// Plays a battle at random to its end; `each` sees its beginning and what comes of every action.
fn play(setup: &Setup, number: u64, mut each: impl FnMut(&Position)) -> Position {
    let seed = Seed::from_u64(number);
    let mut rng = seed.derive("plays", 0).rng();
    let mut game = Position::new(setup, seed);
    let mut legal = Vec::new();
    each(&game);
    while game.to_act().is_some() {
        game.legal_actions(&mut legal);
        game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
        each(&game);
    }
    game
}

#[test]
fn pull_and_push_unique_agree() {
    for number in 0..10_000 {
        let [push, pull] = [Ongoing::Unique, Ongoing::Pull].map(|ongoing| {
            let mut powers = Vec::new();
            let setup = random_setup(number, Policy { ongoing, ..Policy::default() });
            let over = play(&setup, number, |game| powers.push(game.powers()));
            (powers, over.outcome())
        });
        assert!(push == pull, "battle {number}");
    }
}

/// The power that logged changes make of what is printed, in the order in which they were logged. Own changes come first.
#[test]
fn every_change_is_logged_once() {
    for ongoing in [Ongoing::Unique, Ongoing::Pull] {
        for number in 0..300 {
            let setup = Setup { journal: true, ..random_setup(number, Policy { ongoing, ..Policy::default() }) };
            let game = play(&setup, number, |game| {
                let journal = game.journal().expect("a journal");
                for card in 0..game.cards() as u16 {
                    let mut logged: Vec<(u16, Op, i32)> = Vec::new();
                    for change in journal.changes.iter().filter(|change| change.card == card) {
                        let entry = (change.origin, change.op, change.value);
                        if change.removed {
                            let place = logged.iter().position(|other| *other == entry);
                            logged.remove(place.expect("what is removed was there"));
                        } else {
                            logged.push(entry);
                        }
                    }
                    if logged.iter().all(|(_, op, _)| *op == Op::AddPower) {
                        let sum: i32 = logged.iter().map(|(_, _, value)| value).sum();
                        assert_eq!(game.def(card).power + sum, game.power(card), "{number}: {}", game.def(card).name);
                    }
                }
            });
            let journal = game.journal().expect("a journal");
            let lines = journal.lines.len();
            for _ in 0..1_000 {
                game.powers();
            }
            assert_eq!(game.journal().expect("a journal").lines.len(), lines, "reading logs nothing");
        }
    }
}

#[test]
fn a_queue_of_actions_narrows_the_gap() {
    // Deliveries whose subject is no longer what or where it was when the message was sent.
    let stale = |discipline: Discipline| {
        let mut stale = 0;
        for number in 0..1_000 {
            let setup = Setup { journal: true, ..random_setup(number, Policy { discipline, ..Policy::default() }) };
            let game = play(&setup, number, |_| ());
            stale += game.journal().expect("a journal").deliveries.iter().filter(|one| one.stale).count();
        }
        stale
    };
    let (stack, actions) = (stale(Discipline::Stack), stale(Discipline::QueueActions));
    eprintln!("stale deliveries in 1,000 battles: stack {stack}, queue of actions {actions}");
    assert!(actions < stack, "the claim is false: stack {stack}, queue of actions {actions}");
}

#[test]
fn every_policy_ends_every_battle_soundly() {
    for (name, policy) in Policy::named() {
        for number in 0..200 {
            play(&random_setup(number, policy), number, |game| {
                game.check().unwrap_or_else(|broken| panic!("{name}, battle {number}: {broken}"));
            });
        }
    }
}

/// With one modifier for each source, none is left of a source that is gone, and none is there twice.
#[test]
fn no_ongoing_modifier_is_an_orphan() {
    let mut seen = 0;
    for number in 0..500 {
        let setup = random_setup(number, Policy { ongoing: Ongoing::Unique, ..Policy::default() });
        play(&setup, number, |game| {
            let table = (0..3).flat_map(|place| Player::BOTH.map(|player| game.revealed(place, player)));
            let sources: Vec<u16> = table.flatten().map(|card| game.slot(card).object).collect();
            for card in 0..game.cards() as u16 {
                let mut origins: Vec<u16> =
                    game.modifiers(card).filter(|one| one.ongoing()).map(|one| one.origin).collect();
                seen += origins.len();
                assert!(origins.iter().all(|origin| sources.contains(origin)), "battle {number}");
                origins.sort_unstable();
                assert!(origins.windows(2).all(|pair| pair[0] != pair[1]), "battle {number}");
            }
        });
    }
    assert!(seen > 1_000, "{seen}");
}

/// When ongoing abilities are told by what they mean, it doesn't matter in which order all else resolves: both reports come out the same.
#[test]
fn order_and_queue_make_no_difference_to_the_better_policies() {
    for ongoing in ["unique", "pull"] {
        for order in ["location-first", "cards-first", "cards-everywhere-first"] {
            for rest in ["stack", "queue-actions", "queue-messages", "queue-messages,audience=late-self-early"] {
                let name = format!("order={order},discipline={rest},ongoing={ongoing}");
                for text in [FOUR, SECOND] {
                    let told = scenario(text).play(Pool::shipped(), policy(&name)).expect("a scenario");
                    assert_eq!(told.powers, [6; 4], "{name}");
                }
            }
        }
    }
}

/// What is logged of pulled power is what one modifier for each source is logged as, but for when.
#[test]
fn pull_and_push_unique_log_the_same() {
    for text in [FOUR, SECOND] {
        let changes = |name: &str| {
            let told = scenario(text).play(Pool::shipped(), policy(name)).expect("a scenario");
            let changes = &told.battle.journal().expect("a journal").changes;
            let mut changes: Vec<(u16, u16, i32, bool)> =
                changes.iter().map(|one| (one.card, one.origin, one.value, one.removed)).collect();
            changes.sort_unstable();
            changes
        };
        assert!(changes("pull").len() >= 12);
        assert_eq!(changes("pull"), changes("push-unique"));
    }
}

/// Line for line, in random battles too: whatever is given and taken while effects resolve, what is told is what has come of it.
#[test]
fn pull_and_push_unique_tell_the_same_log() {
    let mut told = 0;
    for number in 0..400 {
        let [push, pull] = [Ongoing::Unique, Ongoing::Pull].map(|ongoing| {
            let setup = Setup { journal: true, ..random_setup(number, Policy { ongoing, ..Policy::default() }) };
            let game = play(&setup, number, |_| ());
            let journal = game.journal().expect("a journal").clone();
            (journal.lines, journal.changes, journal.deliveries.len())
        });
        assert!(push.0 == pull.0, "the log of battle {number}");
        assert!(push.1 == pull.1, "the changes of battle {number}");
        told += push.1.len();
    }
    assert!(told > 4_000, "{told}");
}

/// Who sent which message about whom to whom, and how deep in others: what `gauntlet scenario --messages` shows.
#[test]
fn messages_have_senders() {
    let told = scenario(FOUR).play(Pool::shipped(), Policy::default()).expect("a scenario");
    let deliveries = &told.battle.journal().expect("a journal").deliveries;
    let lines: Vec<String> =
        deliveries.iter().map(|one| format!("{} {}", one.depth, told.battle.describe_delivery(one))).collect();
    let of = |subject: u16, sender: &str, listener: &str| {
        format!("enters-table of B. Cannibal #{subject}: from {sender} to {listener}")
    };
    let (game, place) = ("the game", "Left Location");
    let card = |object: u16| format!("B. Cannibal #{object}");
    assert_eq!(lines[0], format!("0 {}", of(0, game, &card(0))));
    assert_eq!(lines[1], format!("0 {}", of(0, game, place)));
    assert_eq!(lines[2], format!("1 {}", of(1, place, &card(1))), "the location reveals the clone");
    assert_eq!(lines.last(), Some(&format!("0 {}", of(0, game, &card(3)))));
    let count = |sender: Option<u16>| deliveries.iter().filter(|one| one.sender == sender).count();
    assert_eq!((count(None), count(Some(ORIGIN_LOCATION))), (5, 9));
}

#[test]
fn every_card_at_every_location_under_both_orders() {
    let pool = Pool::shipped();
    let mut differing = Vec::new();
    for kind in pool.collectible() {
        for location in 0..19 {
            let name = pool.card(*kind).name.clone();
            let mut text = scenario(FOUR);
            text.locations = [location, 13, 13];
            text.player = vec![vec!["B. Cannibal".into()], vec!["Bill".into()], vec!["Bardi".into()]];
            text.villain = vec![vec!["Org".into()], vec!["Bobby".into()]];
            text.hand = vec!["Bill".into(), "Moher".into()];
            text.deck = vec!["Bill".into(); 3];
            text.villain_deck = vec!["Org".into(); 3];
            text.trash = vec!["Bobby".into()];
            text.plays = vec![(name.clone(), 0)];
            let powers = [Order::LocationFirst, Order::CardsFirst].map(|order| {
                let told = text.play(pool, Policy { order, ..Policy::default() }).expect("a scenario");
                told.battle.check().unwrap_or_else(|broken| panic!("{name} at {location}: {broken}"));
                (0..3).map(|place| told.battle.names_and_powers(place, HERO)).collect::<Vec<_>>()
            });
            if powers[0] != powers[1] {
                differing.push((name, location));
            }
        }
    }
    assert!(differing.contains(&("B. Cannibal".to_owned(), 3)), "the known one");
    // Where a location acts on what the cards here act on too: it clones, transforms, copies or trashes the card.
    let acting = [2, 3, 14, 15, 16];
    let surprising: Vec<_> = differing.iter().filter(|(_, location)| !acting.contains(location)).collect();
    assert!(surprising.is_empty(), "{surprising:?}");
}

#[test]
fn policies_are_written_as_they_are_read() {
    for (name, named) in Policy::named() {
        assert_eq!(named.to_string(), name);
        assert_eq!(name.parse(), Ok(named));
    }
    let odd = policy("cards-first,ongoing=unique,repeats-enter=false");
    assert_eq!(odd.to_string().parse(), Ok(odd));
    assert!("nonsense".parse::<Policy>().is_err());
    assert!("order=upwards".parse::<Policy>().is_err());
    assert!("repeats-enter=maybe".parse::<Policy>().is_err());
}

#[test]
fn equal_cards_have_equal_power_under_the_better_policies() {
    for name in ["push-unique", "pull"] {
        for text in [FOUR, SECOND] {
            let powers = scenario(text).play(Pool::shipped(), policy(name)).expect("a scenario").powers;
            assert!(powers.iter().all(|power| *power == powers[0]), "{name}: {powers:?}");
        }
    }
}
