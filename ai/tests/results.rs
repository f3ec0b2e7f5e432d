//! What the heuristic does for what comes of it: searches, what is raised or revealed, copies, mana that is made for something, and
//! damage that together is enough.

mod common;

use common::{ME, OTHER, arranged, arranged_at, choices};
use gauntlet_cards::filter::Zone;

const CARDS: &str = "\
name Swamp
super Basic
type Land Swamp

name Island
super Basic
type Land Island

name Forest
super Basic
type Land Forest

name Mountain
super Basic
type Land Mountain

name Cave Bear
cost {1}{G}
type Creature Bear
pt 2/2

name World Wurm
cost {6}{G}{G}
type Creature Wurm
pt 9/9
text Trample

name Sprout
cost {G}
type Creature Plant
pt 0/1

name Call of the Wood
cost {2}{G}
type Sorcery
text Search your library for a creature card, put it onto the battlefield, then shuffle.

name Bury Deep
cost {B}
type Instant
text Search your library for a card, put that card into your graveyard, then shuffle.

name Raise
cost {1}{B}
type Sorcery
text Return target creature card from your graveyard to the battlefield.

name Dear Return
cost {B}
type Sorcery
text Put target creature card from a graveyard onto the battlefield under your control. You lose life equal to that card's mana value.

name Dark Surge
cost {B}
type Instant
text Add {B}{B}{B}.

name Pit Horror
cost {3}{B}{B}
type Creature Horror
pt 6/6

name Reshape
cost {1}{U}
type Sorcery
text Destroy target creature. It can't be regenerated. Its controller reveals cards from the top of their library until they reveal a creature card. The player puts that card onto the battlefield, then shuffles all other cards revealed this way into their library.

name Mirror Shape
cost {2}{U}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.

name Blood Altar
cost {2}
type Artifact
text Sacrifice a creature: Blood Altar deals 1 damage to any target.

name Open the Gate
cost {2}{U}
type Sorcery
text You may put a creature card from your hand onto the battlefield.

name Deep Pool
type Land Island Swamp
text ({T}: Add {U} or {B}.)
text As ~ enters, you may pay 2 life. If you don't, it enters tapped.

name Gather Storm
cost {R}
type Sorcery
text ~ deals 1 damage to any target.
text Storm (When you cast this spell, copy it for each spell cast before it this turn. You may choose new targets for the copies.)

name Spark
cost {R}
type Instant
text ~ deals 2 damage to any target.
";

fn place(told: &[String], what: &str) -> Option<usize> {
    told.iter().position(|words| words.contains(what))
}

#[test]
fn a_search_finds_what_is_worth_most_where_it_goes() {
    let cards = [
        (ME, Zone::Battlefield, "Forest", 3),
        (ME, Zone::Hand, "Call of the Wood", 1),
        (ME, Zone::Library, "Sprout", 4),
        (ME, Zone::Library, "World Wurm", 1),
        (ME, Zone::Library, "Forest", 8),
    ];
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "cast Call of the Wood").is_some(), "{told:?}");
    assert!(place(&told, "World Wurm").is_some(), "{told:?}");
    // With nothing to find, it isn't cast.
    let told = choices(&mut arranged(CARDS, &[&cards[..2], &cards[4..]].concat()), 30);
    assert!(place(&told, "cast Call of the Wood").is_none(), "{told:?}");
}

#[test]
fn what_is_to_be_raised_is_searched_for_first() {
    let cards = [
        (ME, Zone::Battlefield, "Swamp", 3),
        (ME, Zone::Hand, "Bury Deep", 1),
        (ME, Zone::Hand, "Raise", 1),
        (ME, Zone::Library, "World Wurm", 1),
        (ME, Zone::Library, "Swamp", 10),
        (ME, Zone::Library, "Cave Bear", 4),
    ];
    let told = choices(&mut arranged(CARDS, &cards), 60);
    let (bury, wurm, raise) = (place(&told, "cast Bury Deep"), place(&told, "World Wurm"), place(&told, "cast Raise"));
    assert!(bury.is_some() && bury < wurm && wurm < raise, "{told:?}");
}

/// Life that is lost for it counts, and more than there is isn't paid.
#[test]
fn what_would_kill_isnt_raised() {
    let cards = [
        (ME, Zone::Battlefield, "Swamp", 1),
        (ME, Zone::Hand, "Dear Return", 1),
        (ME, Zone::Graveyard, "World Wurm", 1),
        (ME, Zone::Library, "Swamp", 5),
    ];
    let mut game = arranged(CARDS, &cards);
    assert!(place(&choices(&mut game, 30), "cast Dear Return").is_some());
    let mut weak = arranged_at(CARDS, &cards, 7);
    assert!(place(&choices(&mut weak, 30), "cast Dear Return").is_none());
}

#[test]
fn mana_is_made_for_what_it_lets_cast_and_not_for_nothing() {
    let cards =
        [(ME, Zone::Battlefield, "Swamp", 3), (ME, Zone::Hand, "Dark Surge", 1), (ME, Zone::Library, "Swamp", 5)];
    let with = [&cards[..], &[(ME, Zone::Hand, "Pit Horror", 1)]].concat();
    let told = choices(&mut arranged(CARDS, &with), 30);
    let (surge, horror) = (place(&told, "cast Dark Surge"), place(&told, "cast Pit Horror"));
    assert!(surge.is_some() && surge < horror, "{told:?}");
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "cast Dark Surge").is_none(), "{told:?}");
}

#[test]
fn a_creature_is_reshaped_where_something_better_comes_of_it() {
    let cards = [
        (ME, Zone::Battlefield, "Island", 2),
        (ME, Zone::Battlefield, "Sprout", 1),
        (OTHER, Zone::Battlefield, "Cave Bear", 1),
        (ME, Zone::Hand, "Reshape", 1),
        (ME, Zone::Library, "World Wurm", 2),
        (ME, Zone::Library, "Island", 8),
    ];
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "cast Reshape").is_some(), "{told:?}");
    assert!(place(&told, "Sprout").is_some(), "{told:?}");
}

#[test]
fn what_becomes_a_copy_is_cast_where_there_is_something_to_copy() {
    let cards =
        [(ME, Zone::Battlefield, "Island", 3), (ME, Zone::Hand, "Mirror Shape", 1), (ME, Zone::Library, "Island", 5)];
    let with =
        [&cards[..], &[(OTHER, Zone::Battlefield, "World Wurm", 1), (OTHER, Zone::Battlefield, "Sprout", 1)]].concat();
    let told = choices(&mut arranged(CARDS, &with), 30);
    assert!(place(&told, "cast Mirror Shape").is_some() && place(&told, "World Wurm").is_some(), "{told:?}");
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "cast Mirror Shape").is_none(), "{told:?}");
}

#[test]
fn creatures_are_sacrificed_where_that_wins() {
    let board = |bears: usize| {
        let mut game =
            arranged(CARDS, &[(ME, Zone::Battlefield, "Blood Altar", 1), (ME, Zone::Battlefield, "Sprout", bears)]);
        choices(&mut game, 200)
    };
    let sacrifices = |told: &[String]| told.iter().filter(|words| words.contains("Sacrifice")).count();
    let told = board(20);
    assert!(sacrifices(&told) >= 20, "{told:?}");
    assert_eq!(sacrifices(&board(5)), 0);
}

#[test]
fn what_costs_too_much_is_put_onto_the_battlefield() {
    let cards = [
        (ME, Zone::Battlefield, "Island", 3),
        (ME, Zone::Hand, "Open the Gate", 1),
        (ME, Zone::Hand, "World Wurm", 1),
        (ME, Zone::Library, "Island", 5),
    ];
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "cast Open the Gate").is_some(), "{told:?}");
    let told = choices(&mut arranged(CARDS, &[&cards[..2], &cards[3..]].concat()), 30);
    assert!(place(&told, "cast Open the Gate").is_none(), "{told:?}");
}

#[test]
fn life_is_paid_for_a_land_only_where_its_mana_is_spent() {
    let cards =
        [(ME, Zone::Battlefield, "Island", 1), (ME, Zone::Hand, "Deep Pool", 1), (ME, Zone::Library, "Island", 5)];
    let pays = |told: &[String]| told.iter().any(|words| words == "yes" || words.contains("pay 2 life"));
    let told = choices(&mut arranged(CARDS, &cards), 30);
    assert!(place(&told, "Deep Pool").is_some() && !pays(&told), "{told:?}");
    let with = [&cards[..], &[(ME, Zone::Hand, "Raise", 1), (ME, Zone::Graveyard, "World Wurm", 1)]].concat();
    let told = choices(&mut arranged(CARDS, &with), 30);
    assert!(pays(&told), "{told:?}");
}

#[test]
fn what_is_copied_for_each_spell_is_cast_last() {
    let cards = [
        (ME, Zone::Battlefield, "Mountain", 3),
        (ME, Zone::Hand, "Gather Storm", 1),
        (ME, Zone::Hand, "Spark", 2),
        (OTHER, Zone::Battlefield, "Sprout", 3),
    ];
    let told = choices(&mut arranged(CARDS, &cards), 60);
    let storm = place(&told, "cast Gather Storm");
    assert!(storm.is_none() || place(&told, "cast Spark") < storm, "{told:?}");
}
