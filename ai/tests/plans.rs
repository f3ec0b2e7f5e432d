//! What the heuristic does with what isn't a creature yet, costs less than is printed, or is better off in the graveyard.

mod common;

use common::{ME, OTHER, arranged, choices};
use gauntlet_cards::filter::Zone;

const CARDS: &str = "\
name Forest
super Basic
type Land Forest

name Swamp
super Basic
type Land Swamp

name Restless Grove
type Land
text {T}: Add {G}.
text {1}{G}: ~ becomes a 4/4 green Elemental creature until end of turn. It's still a land.

name Old Stone
type Land
text {T}: Add {C}.
text {5}: ~ becomes a 3/3 Elemental artifact creature that's still a land.

name War Wagon
cost {2}
type Artifact Vehicle
pt 5/5
text Crew 1

name Elf
cost {G}
type Creature Elf
pt 1/1

name Wall
cost {2}
type Creature Wall
pt 0/9
text Defender

name Sea Giant
cost {6}{G}
type Creature Giant
pt 5/5
text This spell costs {1} less to cast for each Elf card in your graveyard.

name Deep Horror
cost {6}{B}{B}
type Creature Horror
pt 8/8

name Raise
cost {1}{B}
type Sorcery
text Return target creature card from your graveyard to the battlefield.

name Study
cost {B}
type Sorcery
text Draw two cards, then discard two cards.

name Packleader
cost {3}{G}
type Creature Elf
pt 5/5
text Champion an Elf
";

fn attack(words: &[String], name: &str) -> bool {
    words.iter().any(|words| words.contains("attack") && words.contains(name))
}

#[test]
fn a_land_is_made_a_creature_to_attack_with() {
    let lands = [(ME, Zone::Battlefield, "Restless Grove", 1), (ME, Zone::Battlefield, "Forest", 3)];
    let told = choices(&mut arranged(CARDS, &lands), 60);
    assert!(told.iter().any(|words| words.contains("Restless Grove")), "{told:?}");
    assert!(told.len() >= 2, "it is activated, and attacks: {told:?}");
    // Not where it would only die.
    let mut blocked = lands.to_vec();
    blocked.push((OTHER, Zone::Battlefield, "Deep Horror", 2));
    let told = choices(&mut arranged(CARDS, &blocked), 60);
    assert!(told.iter().all(|words| !words.contains("Restless Grove")), "{told:?}");
}

#[test]
fn a_land_is_made_a_creature_for_good() {
    let lands = [(ME, Zone::Battlefield, "Old Stone", 1), (ME, Zone::Battlefield, "Forest", 5)];
    let told = choices(&mut arranged(CARDS, &lands), 60);
    assert_eq!(told.iter().filter(|words| words.contains("{5}")).count(), 1, "once: {told:?}");
}

#[test]
fn a_vehicle_is_crewed_to_attack() {
    let crew = [(ME, Zone::Battlefield, "War Wagon", 1), (ME, Zone::Battlefield, "Elf", 1)];
    let mut game = arranged(CARDS, &[&crew[..], &[(OTHER, Zone::Battlefield, "Wall", 1)]].concat());
    let told = choices(&mut game, 60);
    assert!(told.iter().all(|words| !words.contains("War Wagon")), "nothing comes of it: {told:?}");
    let mut game = arranged(CARDS, &crew);
    let told = choices(&mut game, 60);
    assert!(attack(&told, "War Wagon"), "{told:?}");
}

#[test]
fn what_costs_less_than_is_printed_is_cast() {
    let mut game = arranged(
        CARDS,
        &[
            (ME, Zone::Battlefield, "Forest", 2),
            (ME, Zone::Graveyard, "Elf", 5),
            (ME, Zone::Hand, "Sea Giant", 1),
            (ME, Zone::Library, "Forest", 5),
        ],
    );
    let told = choices(&mut game, 60);
    assert!(told.iter().any(|words| words.contains("cast Sea Giant")), "{told:?}");
}

#[test]
fn what_can_be_raised_is_discarded_and_raised() {
    let hand = [(ME, Zone::Hand, "Deep Horror", 1), (ME, Zone::Hand, "Raise", 1), (ME, Zone::Hand, "Study", 1)];
    let rest = [(ME, Zone::Battlefield, "Swamp", 3), (ME, Zone::Library, "Swamp", 10)];
    let mut game = arranged(CARDS, &[&hand[..], &rest].concat());
    let told = choices(&mut game, 60);
    let place = |what: &str| told.iter().position(|words| words.contains(what));
    let (study, discard, raise) = (place("cast Study"), place("Deep Horror"), place("cast Raise"));
    assert!(study.is_some() && study < discard && discard < raise, "{told:?}");
}

/// Two that champion each other by turns could go on forever: it is left some time.
#[test]
fn a_loop_that_may_be_left_is_left() {
    let mut game = arranged(
        CARDS,
        &[
            (ME, Zone::Battlefield, "Forest", 8),
            (ME, Zone::Hand, "Packleader", 2),
            (ME, Zone::Battlefield, "Elf", 1),
            (ME, Zone::Library, "Forest", 5),
        ],
    );
    let told = choices(&mut game, 2_000);
    assert!(told.len() < 400, "{} choices", told.len());
}
