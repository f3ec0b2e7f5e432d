//! What the comments on the report ask of modifiers, on made-up cards: local and global ones, conditions, origins, order.
#![allow(missing_docs)]

use gauntlet_millennials::options::HERO;
use gauntlet_millennials::policy::{Ongoing, Policy};
use gauntlet_millennials::scenario::Scenario;
use gauntlet_millennials::{Pool, Position};

/// A pool with these cards, and places that have no effect (0), or clone (1).
fn pool(cards: &str) -> &'static Pool {
    let locations = "[[location]]\ntype = 0\ntext = \"\"\n[[location]]\ntype = 1\ntext = \"\"\n\
                     on = [{ hear = \"enters-table\", steps = [{ do = [\"fill\"] }] }]";
    Box::leak(Box::new(Pool::read(cards, locations, "").expect("a pool")))
}

const CARDS: &str = r#"
[[card]]
type = 0
name = "Plain"
cost = 1
power = 3
text = ""

[[card]]
type = 1
name = "Banner"
cost = 3
power = 1
text = "Always: your other cards have +2 Power"
always = { power = 2, to = "others" }

[[card]]
type = 2
name = "Blesser"
cost = 1
power = 1
text = "Once: +5 power to your first card here"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "random" }, do = [{ power = 5 }] }] }]

[[card]]
type = 3
name = "Crowded"
cost = 2
power = 2
text = "Always: +4 power while your side here is full"
always = { power = 4, to = "self", when = ["own-side-full"] }

[[card]]
type = 4
name = "Axe"
cost = 2
power = 2
text = "Once: trash your other cards here"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = ["trash"] }] }]

[[card]]
type = 5
name = "Setter"
cost = 2
power = 2
text = "Once: your cards here have 4 power"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = [{ set-power = 4 }] }] }]

[[card]]
type = 6
name = "Changer"
cost = 2
power = 2
text = "Once: your other cards here become Plain"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = [{ transform = { card = "Plain", reveal = true } }] }] }]

[[card]]
type = 7
name = "Herald"
cost = 2
power = 2
text = "Once: your other cards here become Banner"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = [{ transform = { card = "Banner", reveal = true } }] }] }]

[[card]]
type = 8
name = "Drummer"
cost = 1
power = 1
text = "Once: +3 power to your other cards here this turn"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, this-turn = true, do = [{ power = 3 }] }] }]

[[card]]
type = 9
name = "Taker"
cost = 2
power = 0
text = "Once: trash your other cards here, gain their power"
on = [{ hear = "reveal", steps = [{ each = { in = "here" }, do = [{ gain = "its-power" }, "trash"] }] }]

# The sublayers of power in another game, as priorities: what a card itself defines, what sets, what adds.
[[card]]
type = 10
name = "Shapeless"
cost = 2
power = 0
text = "Once: its power is 2"
on = [{ hear = "reveal", steps = [{ priority = -20, do = [{ set-power = 2 }] }] }]

[[card]]
type = 11
name = "Sculptor"
cost = 2
power = 0
text = "Once: your first card here has 4 power"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, priority = -10, do = [{ set-power = 4 }] }] }]

[[card]]
type = 12
name = "Painter"
cost = 2
power = 0
text = "Once: your first card here has 7 power"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, priority = -10, do = [{ set-power = 7 }] }] }]

[[card]]
type = 13
name = "Trainer"
cost = 2
power = 0
text = "Once: +2 power to your first card here"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, do = [{ power = 2 }] }] }]

[[card]]
type = 14
name = "Echo"
cost = 2
power = 0
text = "Once: repeat your first card here"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, do = ["repeat"] }] }]

[[card]]
type = 15
name = "Tumbler"
cost = 2
power = 0
text = "Once: switch power and cost of your first card here"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, priority = 10, do = ["switch"] }] }]

[[card]]
type = 16
name = "Tall"
cost = 9
power = 4
text = ""

[[card]]
type = 17
name = "Weight"
cost = 2
power = 0
text = "Once: your first card here costs 3 more"
on = [{ hear = "reveal", steps = [{ each = { in = "here", pick = "first" }, do = [{ cost = 3 }] }] }]

[[card]]
type = 18
name = "Proud"
cost = 6
power = 1
text = "Always: +4 power while your side here is full"
always = { power = 4, to = "self", when = ["own-side-full"] }
"#;

fn battle(table: &[&str], plays: &[&str], location: u8, ongoing: Ongoing) -> Position {
    let scenario = Scenario {
        locations: [location, 0, 0],
        player: vec![table.iter().map(|name| (*name).to_owned()).collect()],
        plays: plays.iter().map(|name| ((*name).to_owned(), 0)).collect(),
        ..Scenario::read("name = \"made up\"\nlocations = [0, 0, 0]").expect("a scenario")
    };
    let policy = Policy { ongoing, ..Policy::default() };
    let battle = scenario.play(pool(CARDS), policy).expect("a scenario").battle;
    battle.check().expect("sound");
    battle
}

fn powers(table: &[&str], plays: &[&str], ongoing: Ongoing) -> Vec<i32> {
    battle(table, plays, 0, ongoing).names_and_powers(0, HERO).iter().map(|(_, power)| *power).collect()
}

const BETTER: [Ongoing; 2] = [Ongoing::Unique, Ongoing::Pull];

#[test]
fn a_local_modifier_touches_one_card_and_a_global_one_all_even_later_ones() {
    assert_eq!(powers(&["Plain"], &["Blesser", "Plain"], Ongoing::Push), [8, 1, 3]);
    for ongoing in BETTER {
        assert_eq!(powers(&["Banner", "Plain"], &["Plain"], ongoing), [1, 5, 5]);
    }
}

#[test]
fn the_modifiers_of_a_source_go_with_it() {
    for ongoing in BETTER {
        let battle = battle(&["Banner", "Plain"], &["Axe"], 0, ongoing);
        assert_eq!(battle.names_and_powers(0, HERO), [("Axe", 2)]);
        // Nothing of the banner is left on a card in the trash, either.
        assert!(battle.trash(HERO).iter().all(|card| battle.modifiers(*card).count() == 0));
        assert!(battle.trash(HERO).iter().all(|card| battle.power(*card) == battle.def(*card).power));
    }
}

#[test]
fn a_source_that_is_transformed_away_takes_its_modifiers_and_a_new_one_gives_them() {
    for ongoing in BETTER {
        assert_eq!(powers(&["Banner", "Plain"], &["Changer"], ongoing), [3, 3, 2]);
        assert_eq!(
            powers(&["Plain"], &["Herald"], ongoing),
            [1, 4],
            "turned into a banner, it serves those already there"
        );
        assert_eq!(powers(&["Banner", "Plain"], &["Blesser"], ongoing).iter().sum::<i32>(), 1 + 5 + 3 + 5);
    }
}

#[test]
fn a_condition_that_is_off_has_no_effect() {
    for ongoing in BETTER {
        assert_eq!(powers(&["Crowded"], &["Plain"], ongoing)[0], 2);
        let off = battle(&["Crowded"], &["Plain"], 0, ongoing);
        assert!(off.def(off.side(0, HERO)[0]).always.is_some(), "the ability is still there to be seen");
        assert_eq!(powers(&["Crowded", "Plain", "Plain"], &["Plain"], ongoing)[0], 6);
        assert_eq!(powers(&["Crowded", "Plain", "Plain"], &["Axe"], ongoing), [2], "and off again");
    }
}

#[test]
fn set_and_add_go_by_their_order() {
    // Set 4, then +5; +5, then set 4.
    assert_eq!(powers(&["Plain"], &["Setter", "Blesser"], Ongoing::Push).iter().sum::<i32>(), 4 + 5 + 2 + 1);
    assert_eq!(powers(&["Plain"], &["Blesser", "Setter"], Ongoing::Push), [4, 4, 2]);
    // What is ongoing comes on top, whenever it began.
    for ongoing in BETTER {
        assert_eq!(powers(&["Banner", "Plain"], &["Setter"], ongoing), [4, 6, 4]);
        assert_eq!(powers(&["Plain"], &["Setter", "Banner"], ongoing), [6, 4, 1]);
    }
}

#[test]
fn clones_of_a_boosted_card_have_one_bonus() {
    for ongoing in BETTER {
        let battle = battle(&["Banner"], &["Plain"], 1, ongoing);
        let powers: Vec<i32> = battle.names_and_powers(0, HERO).iter().map(|(_, power)| *power).collect();
        assert_eq!(powers, [1, 5, 5, 5]);
    }
}

#[test]
fn what_is_given_for_this_turn_is_gone_when_it_has_ended() {
    for ongoing in [Ongoing::Push, Ongoing::Unique, Ongoing::Pull] {
        // It counts while the turn lasts: the taker gains what the drummer gave.
        let taken = battle(&["Plain"], &["Drummer", "Taker"], 0, ongoing);
        assert_eq!(taken.names_and_powers(0, HERO), [("Taker", 6 + 1)]);
        // The trashed card has lost it too: it goes from all zones.
        assert!(taken.trash(HERO).iter().all(|card| taken.modifiers(*card).count() == 0));
        let over = battle(&["Plain", "Plain"], &["Drummer"], 0, ongoing);
        assert_eq!(over.names_and_powers(0, HERO), [("Plain", 3), ("Plain", 3), ("Drummer", 1)]);
        let journal = over.journal().expect("a journal");
        let of_drums = |removed| journal.changes.iter().filter(|one| one.removed == removed && one.value == 3).count();
        assert_eq!((of_drums(false), of_drums(true)), (2, 2), "given and taken away, each logged");
        assert_eq!(journal.lines.iter().filter(|line| line.text.contains("loses +3 power")).count(), 2);
    }
}

#[test]
fn the_declared_order_decides_and_not_that_of_arrival() {
    // Set 4, then +2; +2, then set 4: declared as they are, the addition always comes on top.
    assert_eq!(powers(&["Plain"], &["Sculptor", "Trainer"], Ongoing::Push)[0], 6);
    for ongoing in [Ongoing::Push, Ongoing::Unique, Ongoing::Pull] {
        let first = |plays: &[&str]| powers(&["Plain"], plays, ongoing)[0];
        assert_eq!((first(&["Sculptor", "Trainer"]), first(&["Trainer", "Sculptor"])), (6, 6));
        // Without a declaration the last one wins, or comes on top.
        assert_eq!(first(&["Trainer", "Setter"]), 4);
        assert_eq!(first(&["Setter", "Trainer"]), 6);
    }
}

/// What sets or adds power in another game is applied by sublayer: what the card itself defines (a), what sets (b), what adds (c); within one
/// by time. What switches two numbers (d) comes after them: see below.
#[test]
fn sublayers_of_power_are_priorities() {
    for ongoing in [Ongoing::Push, Ongoing::Unique, Ongoing::Pull] {
        let first = |plays: &[&str]| powers(&[], plays, ongoing)[0];
        // The card's own definition comes first, though it was remade last.
        assert_eq!(first(&["Shapeless"]), 2);
        assert_eq!(first(&["Shapeless", "Trainer", "Echo"]), 4);
        assert_eq!(first(&["Shapeless", "Sculptor", "Echo"]), 4);
        assert_eq!(first(&["Shapeless", "Trainer", "Sculptor", "Echo"]), 6);
        // Of two that set, the later one wins, wherever the addition stands.
        for plays in
            [["Sculptor", "Painter", "Trainer"], ["Sculptor", "Trainer", "Painter"], ["Trainer", "Sculptor", "Painter"]]
        {
            assert_eq!(powers(&["Plain"], &plays, ongoing)[0], 9, "{plays:?}");
        }
        for plays in
            [["Painter", "Sculptor", "Trainer"], ["Painter", "Trainer", "Sculptor"], ["Trainer", "Painter", "Sculptor"]]
        {
            assert_eq!(powers(&["Plain"], &plays, ongoing)[0], 6, "{plays:?}");
        }
    }
    // Ongoing additions of others come with what adds.
    for ongoing in BETTER {
        assert_eq!(powers(&["Plain", "Banner"], &["Sculptor"], ongoing)[0], 6);
        assert_eq!(powers(&["Plain"], &["Sculptor", "Banner"], ongoing)[0], 6);
    }
}

/// The first card's cost and power.
fn numbers(table: &[&str], plays: &[&str], ongoing: Ongoing) -> (i16, i32) {
    let battle = battle(table, plays, 0, ongoing);
    let first = battle.side(0, HERO)[0];
    (battle.slot(first).cost, battle.power(first))
}

/// The last sublayer of that game: two numbers of a card are switched after all that sets and adds, whenever it was done; twice is not at all.
/// The two numbers of a card here are its power and its cost.
#[test]
fn switching_two_numbers_is_a_priority_of_its_own() {
    for ongoing in [Ongoing::Push, Ongoing::Unique, Ongoing::Pull] {
        let tall = |plays: &[&str]| numbers(&["Tall"], plays, ongoing);
        assert_eq!(tall(&["Tumbler"]), (4, 9));
        assert_eq!(tall(&["Tumbler", "Tumbler"]), (9, 4));
        assert_eq!(tall(&["Tumbler", "Trainer", "Tumbler"]), (9, 6));
        // Set, add and switch on one card, in every order of arrival.
        for plays in [
            ["Sculptor", "Trainer", "Tumbler"],
            ["Sculptor", "Tumbler", "Trainer"],
            ["Trainer", "Sculptor", "Tumbler"],
            ["Trainer", "Tumbler", "Sculptor"],
            ["Tumbler", "Sculptor", "Trainer"],
            ["Tumbler", "Trainer", "Sculptor"],
        ] {
            assert_eq!(tall(&plays), (6, 9), "{plays:?}");
        }
        assert_eq!(tall(&["Tumbler", "Weight"]), (4, 12), "what costs more has more power then");
    }
    // What ongoing abilities give stays power, and is not switched into the cost: others' comes on top, its own is switched away.
    for ongoing in BETTER {
        assert_eq!(numbers(&["Tall", "Banner"], &["Tumbler"], ongoing), (4, 9 + 2));
        assert_eq!(numbers(&["Proud", "Plain", "Plain"], &["Tumbler"], ongoing), (1, 6));
    }
}

#[test]
fn powers_are_fresh_within_a_chain() {
    // The banner is trashed first: when the next card's power is read, nothing of it is left. Read before the chain it would be 5.
    for ongoing in BETTER {
        assert_eq!(powers(&["Banner", "Plain"], &["Taker"], ongoing), [1 + 3]);
        assert_eq!(powers(&["Plain", "Banner"], &["Taker"], ongoing), [5 + 1]);
    }
}
