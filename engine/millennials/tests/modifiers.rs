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
