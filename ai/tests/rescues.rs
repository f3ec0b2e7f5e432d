//! How the heuristic keeps creatures from dying: regeneration, and what brings them back.

mod common;

use common::{ME, OTHER, arranged, choices};
use gauntlet_cards::filter::Zone;

const CARDS: &str = "\
name Swamp
super Basic
type Land Swamp

name Mountain
super Basic
type Land Mountain

name Marsh Troll
cost {2}{B}
type Creature Troll
pt 3/3
text {B}: Regenerate ~.

name Ogre
cost {3}{R}
type Creature Ogre
pt 4/4

name Cub
cost {B}
type Creature Bear
pt 1/1

name Jolt
cost {R}
type Sorcery
text ~ deals 3 damage to target creature.

name Bury
cost {R}
type Sorcery
text Destroy target creature. It can't be regenerated.

name Not Yet
cost {B}
type Instant
text Until end of turn, target creature you control gains \"When this creature dies, return it to the battlefield under its owner's control.\"

name Archfiend
cost {4}{B}
type Creature Demon
pt 5/5
";

fn attacks(told: &[String], name: &str) -> bool {
    told.iter().any(|words| words.contains("attack") && words.contains(name) && !words.contains("doesn't"))
}

fn regenerations(told: &[String]) -> usize {
    told.iter().filter(|words| words.contains("Regenerate")).count()
}

#[test]
fn what_regenerates_attacks_into_larger_blockers_and_is_regenerated_once() {
    let board = [(ME, Zone::Battlefield, "Marsh Troll", 2), (OTHER, Zone::Battlefield, "Archfiend", 1)];
    let with_mana = [&board[..], &[(ME, Zone::Battlefield, "Swamp", 4)]].concat();
    let told = choices(&mut arranged(CARDS, &with_mana), 60);
    assert!(attacks(&told, "Marsh Troll"), "{told:?}");
    let told = choices(&mut arranged(CARDS, &board), 60);
    assert!(!attacks(&told, "Marsh Troll"), "there is no mana for it: {told:?}");
    // A blocker that would die is regenerated, with one shield.
    let blocks = [
        (ME, Zone::Battlefield, "Archfiend", 3),
        (OTHER, Zone::Battlefield, "Marsh Troll", 1),
        (OTHER, Zone::Battlefield, "Swamp", 3),
    ];
    let told = choices(&mut arranged(CARDS, &blocks), 60);
    let block = |words: &String| words.contains("block") && words.contains("Marsh Troll") && !words.contains("doesn't");
    let blocked = told.iter().any(block);
    assert_eq!(regenerations(&told), usize::from(blocked), "{told:?}");
    assert!(blocked, "{told:?}");
}

#[test]
fn removal_is_answered_by_regeneration_where_that_helps() {
    let board = [
        (ME, Zone::Battlefield, "Mountain", 1),
        (OTHER, Zone::Battlefield, "Marsh Troll", 1),
        (OTHER, Zone::Battlefield, "Swamp", 1),
    ];
    let told = choices(&mut arranged(CARDS, &[&board[..], &[(ME, Zone::Hand, "Jolt", 1)]].concat()), 60);
    assert!(told.iter().any(|words| words.contains("cast Jolt")), "{told:?}");
    assert_eq!(regenerations(&told), 1, "{told:?}");
    let told = choices(&mut arranged(CARDS, &[&board[..], &[(ME, Zone::Hand, "Bury", 1)]].concat()), 60);
    assert!(told.iter().any(|words| words.contains("cast Bury")), "{told:?}");
    assert_eq!(regenerations(&told), 0, "it can't be: {told:?}");
}

#[test]
fn what_brings_a_creature_back_is_cast_as_it_would_die() {
    let board = [(OTHER, Zone::Battlefield, "Swamp", 1), (OTHER, Zone::Hand, "Not Yet", 1)];
    let burnt = [
        (ME, Zone::Battlefield, "Mountain", 1),
        (ME, Zone::Hand, "Bury", 1),
        (OTHER, Zone::Battlefield, "Archfiend", 1),
    ];
    let told = choices(&mut arranged(CARDS, &[&board[..], &burnt].concat()), 60);
    assert!(told.iter().any(|words| words.contains("cast Not Yet")), "{told:?}");
    // A small creature isn't worth a card.
    let small = [(ME, Zone::Battlefield, "Ogre", 1), (OTHER, Zone::Battlefield, "Cub", 1)];
    let told = choices(&mut arranged(CARDS, &[&board[..], &small].concat()), 60);
    assert!(told.iter().all(|words| !words.contains("cast Not Yet")), "{told:?}");
}
