//! Every card and every location that does something, once.
#![allow(missing_docs)]

use std::cell::Cell;
use std::panic;

use gauntlet_core::{Game, Player, Seed};
use gauntlet_millennials::options::{HERO, Options, VILLAIN};
use gauntlet_millennials::policy::Policy;
use gauntlet_millennials::scenario::Scenario;
use gauntlet_millennials::{Action, Pool, Position, Setup};

thread_local! {
    /// The cards of this thread's battles; without, those of the shipped game.
    static CHANGED: Cell<Option<&'static Pool>> = const { Cell::new(None) };
}

fn pool() -> &'static Pool {
    CHANGED.get().unwrap_or_else(Pool::shipped)
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A battle in which cards are played to the left location, all three of which have no effect but for what `change` says.
fn played(cards: &[&str], change: impl FnOnce(&mut Scenario)) -> Position {
    let mut scenario = Scenario::read("name = \"one card\"\nlocations = [13, 13, 13]").expect("a scenario");
    scenario.plays = cards.iter().map(|card| ((*card).to_owned(), 0)).collect();
    scenario.player = vec![Vec::new(); 3];
    scenario.villain = vec![Vec::new(); 3];
    change(&mut scenario);
    let told = scenario.play(pool(), Policy::default()).unwrap_or_else(|what| panic!("{cards:?}: {what}"));
    told.battle.check().expect("sound");
    told.battle
}

fn nothing(_: &mut Scenario) {}

/// The revealed cards of a side, "Bill 3" and so on.
fn side(battle: &Position, location: usize, player: Player) -> Vec<String> {
    battle.names_and_powers(location, player).iter().map(|(name, power)| format!("{name} {power}")).collect()
}

fn mine(battle: &Position) -> Vec<String> {
    side(battle, 0, HERO)
}

fn named(battle: &Position, cards: &[u16]) -> Vec<String> {
    cards.iter().map(|card| format!("{} {}", battle.def(*card).name, battle.power(*card))).collect()
}

fn hand(battle: &Position, player: Player) -> Vec<String> {
    named(battle, battle.hand(player))
}

fn trash(battle: &Position, player: Player) -> Vec<String> {
    named(battle, battle.trash(player))
}

#[test]
fn cost_1() {
    assert_eq!(hand(&played(&["B. Pilot"], |s| s.hand = words(&["Bill", "Moher"])), HERO), ["Bill 4", "Moher 6"]);
    let bobby = played(&["Bobby"], |s| s.villain_deck = words(&["Org", "Gobelin"]));
    assert_eq!(trash(&bobby, VILLAIN), ["Org 2"]);
    let fump = played(&["Bill", "Gorrest Fump"], |s| s.plays[0].1 = 1);
    assert_eq!(mine(&fump), ["Gorrest Fump 2", "Bill 3"]);
    let ironbutt = played(&["Ironbutt"], |s| s.villain_deck = words(&["Gobelin", "Org", "Bobby"]));
    assert_eq!(trash(&ironbutt, VILLAIN), ["Org 2"], "the first of the cheapest");
    let matban = played(&["Matban"], |s| s.deck = words(&["Bill", "Moher"]));
    assert_eq!(named(&matban, matban.deck(HERO)), ["Bill 5", "Moher 5"]);
    assert_eq!(hand(&played(&["McFarty"], nothing), HERO).len(), 1);
    let suke = played(&["Suke Lywalker"], nothing);
    assert_eq!((mine(&suke).len(), side(&suke, 1, HERO).len() + side(&suke, 2, HERO).len()), (0, 1));
    assert_eq!(mine(&played(&["Vender Dino"], nothing)), ["Vender Dino 0"], "no energy is left");
}

#[test]
fn cost_2() {
    let here = |s: &mut Scenario| s.player[0] = words(&["Bill", "Bobby"]);
    assert_eq!(mine(&played(&["B. Shitface"], here)), ["Bill 4", "Bobby 3", "B. Shitface 4"]);
    assert_eq!(mine(&played(&["B.D. Bacarus"], nothing)), ["B.D. Bacarus 2"]);
    let middle = played(&["B.D. Bacarus"], |s| s.plays[0].1 = 1);
    assert_eq!(side(&middle, 1, HERO), ["B.D. Bacarus 5"]);
    assert_eq!(hand(&played(&["Blue Guardian"], nothing), HERO), ["Blue Guardian 3"]);
    let three = |s: &mut Scenario| s.player[0] = words(&["Bill", "Bill", "Bill"]);
    assert_eq!(mine(&played(&["Captain Japan"], three))[3], "Captain Japan 11");
    let four = |s: &mut Scenario| s.player[0] = words(&["Captain Japan", "Bill", "Bill"]);
    let battle = played(&["Bill"], four);
    assert_eq!(mine(&battle)[0], "Captain Japan 11", "face-down cards count, and it hears of the one that is revealed");
    let leaving = played(&["Bill", "Bames Jond"], |s| {
        s.player[0] = words(&["Captain Japan", "Bill"]);
    });
    assert_eq!(mine(&leaving)[0], "Captain Japan 3", "full, and then not");
    let coprobo = played(&["Coprobo"], |s| s.villain_deck = words(&["Org"]));
    assert_eq!(hand(&coprobo, HERO), ["Org 2"]);
    let full = |s: &mut Scenario| s.villain[0] = words(&["Org", "Org", "Org", "Org"]);
    assert_eq!(mine(&played(&["Empty House"], full)), ["Empty House 1"]);
    let axed = played(&["He-Boy"], |s| s.player[0] = words(&["Grillin"]));
    let grillin: Vec<String> =
        (0..3).flat_map(|place| side(&axed, place, HERO)).filter(|card| card.starts_with('G')).collect();
    assert_eq!(grillin, ["Grillin 5"], "trashed, and back with +2");
    let hermitwo = |s: &mut Scenario| s.player[0] = words(&["Hermitwo"]);
    assert_eq!(mine(&played(&["Bill", "Bill"], hermitwo))[0], "Hermitwo 7");
    let parry = played(&["Parry Hotter"], |s| s.deck = words(&["Bill", "Moleck"]));
    assert_eq!(named(&parry, parry.deck(HERO)), ["Bill 4", "Moleck 4"]);
}

#[test]
fn cost_3() {
    let elsewhere = |s: &mut Scenario| s.player[1] = words(&["Bardi"]);
    assert_eq!(side(&played(&["Bill", "Bill"], elsewhere), 1, HERO), ["Bardi 4"]);
    let all = played(&["Buonarroti"], |s| {
        s.player[1] = words(&["Bobby", "Bill"]);
        s.villain[2] = words(&["Org"]);
    });
    assert_eq!((trash(&all, HERO).len(), trash(&all, VILLAIN).len()), (1, 1));
    assert_eq!(mine(&played(&["Bill", "Bill", "Da Vinci"], nothing))[2], "Da Vinci 7");
    let dan = played(&["Dan"], |s| s.player[1] = words(&["Bill", "Bill", "Bill", "Bill"]));
    assert_eq!(dan.score(1, HERO), 4 * 3 + 9);
    let heboy = played(&["He-Boy"], |s| s.player[0] = words(&["Bill", "Moher"]));
    assert_eq!((mine(&heboy), trash(&heboy, HERO).len()), (words(&["He-Boy 8"]), 2));
    let saved = played(&["He-Boy"], |s| s.player[0] = words(&["Magic Ginger", "Bill"]));
    assert_eq!(
        mine(&saved),
        ["Magic Ginger 4", "Bill 3", "He-Boy 7"],
        "the power of what is saved counts all the same"
    );
    let alpha = played(&["Johny Alpha"], |s| s.deck = words(&["Bill"]));
    assert_eq!(named(&alpha, alpha.deck(HERO)), ["Placki 0", "Bill 3"], "never at the very bottom");
    let moved = played(&["Santi"], |s| s.villain[2] = words(&["Foreign", "Org"]));
    assert_eq!(side(&moved, 0, VILLAIN), ["Org 2"]);
    let dino = played(&["La-la-din", "Gorrest Fump"], |s| s.plays[0].1 = 1);
    assert_eq!(mine(&dino)[1], "La-la-din 10");
    let guarded = played(&["Foreign"], |s| s.villain[0] = words(&["Magic Ginger"]));
    assert_eq!(side(&guarded, 0, VILLAIN), ["Magic Ginger 4"], "itself included");
}

#[test]
fn cost_4() {
    let brodo = played(&["Brodo Smol", "Bobby", "Bill"], |s| s.player[1] = words(&["Red Guardian", "Bill"]));
    assert_eq!(mine(&brodo), ["Brodo Smol 4", "Bobby 3", "Bill 3"]);
    assert_eq!(side(&brodo, 1, HERO), ["Red Guardian 3", "Bill 3"]);
    let planer = played(&["Captain Planer"], |s| s.hand = words(&["Bill", "Bobby"]));
    assert_eq!(hand(&planer, HERO), ["Bill 3", "Bobby 2", "Bill 3", "Bobby 2"]);
    let choody = played(&["Choody"], |s| s.deck = words(&["Moher"]));
    assert_eq!(mine(&choody), ["Choody 1", "Moher 5"]);
    let mouse = played(&["Electric Mouse"], |s| s.villain[0] = words(&["Moleck", "Org"]));
    assert_eq!(side(&mouse, 0, VILLAIN), ["Org 2"]);
    let digger = played(&["Grave Digger"], |s| {
        s.player[0] = words(&["Matban", "Bill"]);
        s.deck = words(&["Bill"]);
    });
    assert_eq!(mine(&digger), ["Bill 3", "Grave Digger 7"]);
    assert_eq!(named(&digger, digger.deck(HERO)), ["Bill 5"], "repeated, then trashed");
    let die = played(&["Hard Die"], |s| s.hand = words(&["Bill", "Bobby", "Moher"]));
    assert_eq!((hand(&die, HERO).len(), trash(&die, HERO).len()), (1, 2));
    let houdini = played(&["Houdini"], |s| s.trash = words(&["Moher"]));
    assert_eq!(mine(&houdini), ["Houdini 3", "Moher 5"]);
    let tetra = played(&["Tetra Block", "Bill"], |s| s.player[0] = words(&["Bill", "Bill"]));
    assert_eq!(trash(&tetra, HERO).len(), 3, "full when it is revealed: those that are face up go, itself included");
    assert_eq!(mine(&tetra), ["Bill 3"]);
}

#[test]
fn cost_5() {
    let bames = played(&["Bames Jond"], nothing);
    assert_eq!((mine(&bames).len(), side(&bames, 0, VILLAIN)), (0, words(&["Bames Jond -8"])));
    let bombles = played(&["Bombles"], nothing);
    assert_eq!(bombles.score(1, HERO) + bombles.score(2, HERO), 8);
    assert_eq!(mine(&played(&["Boulderix"], |s| s.hand = words(&["Bill", "Bill"]))), ["Boulderix 9"]);
    let lucas = played(&["Fortune Lucas"], |s| s.villain_hand = words(&["Gobelin", "Org"]));
    assert_eq!(trash(&lucas, VILLAIN), ["Org 2"]);
    let org = |s: &mut Scenario| s.villain[0] = words(&["Org"]);
    assert_eq!(side(&played(&["Mupersan"], org), 0, VILLAIN), ["Org 1"]);
    assert_eq!(side(&played(&["Pessimus"], org), 0, VILLAIN), ["Org 4"]);
    let jambo = played(&["Ron Jambo", "Ron Jambo", "Bill"], nothing);
    assert_eq!(jambo.score(0, HERO), 12);
    let wizard = played(&["White Wizard"], |s| s.player[0] = words(&["Bill", "Moleck"]));
    assert_eq!(wizard.def(wizard.side(0, HERO)[0]).cost, 3);
    assert_eq!(mine(&wizard)[1], "Moleck 12", "there is nothing that costs 7");
}

#[test]
fn cost_6() {
    let fortuna = played(&["As Fortuna"], |s| s.player[1] = words(&["Bill"]));
    assert_eq!([1, 2].map(|place| side(&fortuna, place, HERO).len()), [4, 4]);
    assert_eq!(fortuna.score(2, HERO), 8);
    let asterisk = played(&["Bill", "Asterisk"], |s| s.villain[0] = words(&["Moleck"]));
    assert_eq!(mine(&asterisk), ["Bill 3", "Asterisk 4"], "the villain has played nothing this turn");
    // A card that has changed sides counts as played by its new owner; its clone goes over as well.
    let clones = played(&["Bames Jond", "Asterisk"], |s| s.villain[1] = words(&["Moleck"]));
    assert_eq!((mine(&clones), side(&clones, 0, VILLAIN)), (words(&["Asterisk 4"]), words(&["Bames Jond -8"; 2])));
    let carrot = played(&["Carrotku"], |s| {
        s.trash = words(&["Moher"]);
        s.villain_trash = words(&["Org"]);
    });
    assert_eq!(mine(&carrot), ["Carrotku 7"]);
    let late = played(&["Houdini"], |s| {
        s.player[0] = words(&["Carrotku"]);
        s.trash = words(&["Moher"]);
        s.villain_trash = words(&["Org"]);
    });
    assert_eq!(mine(&late)[0], "Carrotku 7", "the card that is just leaving counts");
    let dijon = played(&["Dijon"], |s| s.player[0] = words(&["Moher"]));
    assert_eq!([0, 1, 2].map(|place| dijon.score(place, HERO)), [0, 5, 5]);
    let gac = played(&["GacMyver"], |s| {
        s.player[1] = words(&["Matban"]);
        s.player[2] = words(&["Matban", "Bill"]);
        s.deck = words(&["Bill"]);
    });
    assert_eq!(named(&gac, gac.deck(HERO)), ["Bill 7"]);
    let kobi = played(&["Kobi 2 Nierobi"], |s| s.player[1] = words(&["Bill"]));
    assert_eq!(side(&kobi, 1, HERO), ["Bill 6"]);
    let one = played(&["One"], |s| {
        s.player[0] = words(&["Org"]);
        s.player[1] = words(&["Bill"]);
        s.player[2] = words(&["Moher"]);
    });
    assert_eq!(mine(&one), ["Org 2", "One 9", "Bill 3"]);
    assert_eq!(side(&one, 1, HERO), ["Moher 5"]);
    let skam = played(&["The Skam"], |s| s.trash = words(&["Bill", "Moher"]));
    assert_eq!(skam.total(HERO), 6 + 3 + 5);
    assert!(trash(&skam, HERO).is_empty());
}

#[test]
fn cards_that_cannot_be_played_everywhere() {
    let may = |card: &str, change: &dyn Fn(&mut Scenario)| {
        let mut scenario = Scenario::read("name = \"places\"\nlocations = [13, 13, 13]").expect("a scenario");
        scenario.hand = words(&[card]);
        (scenario.player, scenario.villain) = (vec![Vec::new(); 3], vec![Vec::new(); 3]);
        change(&mut scenario);
        let battle = scenario.arrange(pool(), Default::default()).expect("a position");
        battle.places(battle.hand(HERO)[0], HERO).to_vec()
    };
    assert_eq!(may("Iowa Jones", &|s| s.player[1] = words(&["Bill"])), [1]);
    assert_eq!(may("Gigaman", &|_| ()), [0, 1, 2]);
    assert_eq!(may("Gigaman", &|s| s.player[1] = words(&["Bill"])), [0; 0]);
    assert_eq!(may("Moher", &|s| s.locations = [9, 13, 18]), [1]);
    assert_eq!(may("Moleck", &|s| s.locations = [9, 13, 18]), [0, 1]);
    assert_eq!(may("Bill", &|s| s.player[0] = words(&["Bill"; 4])), [1, 2]);
}

#[test]
fn villains_and_tokens() {
    let dader = played(&["Varth Dader"], |s| s.villain[2] = words(&["Org"]));
    assert_eq!(side(&dader, 2, VILLAIN), ["Org 1"]);
    let troopers = played(&["Raintrooper"], |s| {
        s.player[1] = words(&["Raintrooper"]);
        s.villain[1] = words(&["Raintrooper"]);
    });
    assert_eq!(mine(&troopers), ["Raintrooper 3"]);
    let foreign = played(&["Foreign"], |s| s.villain[0] = words(&["Org"]));
    assert_eq!(trash(&foreign, VILLAIN), ["Org 2"]);
    let brog = played(&["Brog"], |s| s.villain_hand = words(&["Org", "Bill"]));
    assert_eq!(brog.hand(VILLAIN).iter().map(|card| brog.slot(*card).cost).collect::<Vec<_>>(), [2, 3]);
    let poker = played(&["Poker"], |s| {
        s.player[1] = words(&["Matban"]);
        s.deck = words(&["Bill"]);
    });
    assert_eq!(named(&poker, poker.deck(HERO)), ["Bill 5"]);
    let dojo = played(&["DojoBojo"], |s| s.villain_hand = words(&["Moleck"]));
    assert_eq!(hand(&dojo, VILLAIN), ["Marble 0"]);
    let palton = played(&["Palton Brother"], |s| s.villain[1] = words(&["Palton Brother"]));
    assert_eq!(side(&palton, 1, VILLAIN), ["Palton Brother 3"]);
    assert_eq!(played(&["Telescore"], nothing).location(0).kind, 18);
    let gobelin = played(&["Gobelin"], |s| s.deck = words(&["Org", "Eye of Zauron"]));
    assert_eq!(hand(&gobelin, HERO), ["Eye of Zauron 1"]);
    assert_eq!(hand(&played(&["Gobelin"], |s| s.deck = words(&["Org", "Bill"])), HERO), ["Org 2"]);
    let eye = played(&["Eye of Zauron"], |s| {
        s.player[1] = words(&["Org"]);
        s.villain[1] = words(&["Gobelin", "Bill"]);
    });
    assert_eq!((side(&eye, 1, HERO), side(&eye, 1, VILLAIN)), (words(&["Org 4"]), words(&["Gobelin 6", "Bill 3"])));
    let placki = played(&["Placki"], |s| s.villain[1] = words(&["Johny Alpha"]));
    assert_eq!(side(&placki, 1, VILLAIN), ["Johny Alpha 12"]);
}

#[test]
fn locations_that_hear_of_cards() {
    let at = |kind: u8, card: &str, change: &dyn Fn(&mut Scenario)| {
        played(&[card], |s| {
            s.locations = [kind, 13, 13];
            change(s);
        })
    };
    assert_eq!(hand(&at(0, "Bill", &|s| s.deck = words(&["Moher"])), HERO), ["Moher 5"]);
    assert_eq!(mine(&at(1, "Bill", &|_| ())), ["Bill 5"]);
    let changed = at(2, "Bill", &|_| ());
    let def = changed.def(changed.side(0, HERO)[0]);
    assert!(def.cost == 2 && def.name != "Bill", "{}", def.name);
    assert_eq!(mine(&at(3, "Bill", &|_| ())), ["Bill 3"; 4]);
    assert_eq!(mine(&at(7, "Bill", &|_| ())), ["Bill 2"]);
    assert_eq!(
        mine(&at(8, "B.D. Bacarus", &|s| {
            s.locations = [13, 8, 13];
            s.plays[0].1 = 1;
        }))
        .len(),
        0
    );
    let silent = played(&["B.D. Bacarus"], |s| {
        s.locations = [13, 8, 13];
        s.plays[0].1 = 1;
    });
    assert_eq!(side(&silent, 1, HERO), ["B.D. Bacarus 2"]);
    assert_eq!(trash(&at(10, "Bill", &|s| s.turn = 4), HERO), ["Bill 3"]);
    assert_eq!(mine(&at(10, "Bill", &|s| s.turn = 5)), ["Bill 3"]);
    let winner = at(12, "Bill", &|s| {
        s.turn = 4;
        s.deck = words(&["Bill", "Moher", "Org"]);
    });
    assert_eq!(hand(&winner, HERO), ["Bill 3", "Moher 5"]);
    assert_eq!(hand(&at(14, "Bill", &|_| ()), HERO), ["Bill 3"]);
    assert_eq!(hand(&at(15, "Bill", &|_| ()), VILLAIN), ["Bill 3"]);
    assert_eq!(trash(&at(16, "Bill", &|_| ()), HERO), ["Bill 3"]);
}

/// A battle of one card against itself, each deck twelve of it, with this location at the left; at the first decision.
fn whole(card: &str, location: u8) -> Position {
    let decks = [(); 2].map(|()| pool().deck([card; 12]).expect("a card"));
    let setup = Setup { pool: pool(), locations: Some([location, 13, 13]), ..Setup::new(decks, Options::default()) };
    Position::new(&setup, Seed::from_u64(1))
}

#[test]
fn locations_that_are_revealed_and_turns_that_start() {
    let energies = |battle: &Position| Player::BOTH.map(|player| battle.energy(player));
    assert_eq!(energies(&whole("Red Guardian", 13)), [1, 1], "no effect");
    assert_eq!(energies(&whole("Red Guardian", 4)), [2, 2]);
    let mut absent = whole("Red Guardian", 5);
    assert_eq!(energies(&absent), [2, 2]);
    let card = pool().find("Red Guardian").expect("a card");
    absent.apply(Action::Play { card, copy: 0, location: 0 });
    absent.apply(Action::Done);
    absent.apply(Action::Done);
    assert_eq!((absent.turn(), energies(&absent)), (2, [2, 3]), "who has a card there gains nothing");
    let dear = whole("Red Guardian", 6);
    for player in Player::BOTH {
        let costs: i16 = dear.hand(player).iter().map(|card| dear.slot(*card).cost).sum();
        assert_eq!((dear.hand(player).len(), costs), (4, 5), "one of them costs one more");
    }
    assert_eq!((whole("Red Guardian", 13).last_turn(), whole("Red Guardian", 11).last_turn()), (6, 7));
    let marbles = whole("Red Guardian", 17);
    for player in Player::BOTH {
        let names = marbles.deck(player).iter().filter(|card| marbles.def(**card).name == "Marble");
        assert_eq!((names.count(), marbles.deck(player).len()), (5, 12 - 4 + 5));
    }
}

#[test]
fn cards_that_hear_of_turns() {
    let both = |mut battle: Position, name: &str| {
        let card = pool().find(name).expect("a card");
        battle.apply(Action::Play { card, copy: 0, location: 1 });
        battle.apply(Action::Done);
        assert_eq!(battle.turn(), 2);
        battle
    };
    let toy = both(whole("Toy Astronaut", 13), "Toy Astronaut");
    assert_eq!(Player::BOTH.map(|player| toy.energy(player)), [4, 2], "two more in the turn after");
    let mut dino = both(whole("Vender Dino", 13), "Vender Dino");
    assert_eq!(side(&dino, 1, Player::FIRST), ["Vender Dino 0"], "all energy was spent");
    dino.apply(Action::Done);
    dino.apply(Action::Done);
    assert_eq!((dino.turn(), side(&dino, 1, Player::FIRST)), (3, words(&["Vender Dino 2"])));
}

#[test]
fn villains_have_the_decks_that_the_shipped_game_makes_or_those_that_were_meant() {
    let runs = |villain: usize, faithful: bool| {
        let mut runs: Vec<(usize, String)> = Vec::new();
        for kind in pool().villains()[villain].deck(faithful) {
            let name = &pool().card(*kind).name;
            match runs.last_mut() {
                Some((count, last)) if last == name => *count += 1,
                _ => runs.push((1, name.clone())),
            }
        }
        runs.iter().map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    };
    let names: Vec<&str> = pool().villains().iter().map(|villain| villain.name.as_str()).collect();
    assert_eq!(names, ["Cartoon Villains", "Fantasy Villains", "Space Villains"]);
    assert_eq!(runs(2, true), "7 Raintrooper, 2 Brog, 2 Foreign, 1 Varth Dader");
    assert_eq!(runs(2, false), "7 Raintrooper, 2 Foreign, 2 Brog, 1 Varth Dader");
    assert_eq!([runs(1, true), runs(1, false)], ["6 Org, 5 Gobelin, 1 Eye of Zauron"; 2]);
    assert_eq!(runs(0, true), "5 Poker, 3 DojoBojo, 2 Telescore, 1 Palton Brother");
    assert_eq!(runs(0, false), "5 Palton Brother, 3 DojoBojo, 2 Telescore, 1 Poker");
}

/// What is printed on every card: cost and power.
#[test]
fn printed_numbers() {
    const PRINTED: [(&str, i16, i32); 75] = [
        ("B. Pilot", 1, 3),
        ("Bobby", 1, 2),
        ("Gorrest Fump", 1, 2),
        ("Ironbutt", 1, 2),
        ("Matban", 1, 1),
        ("McFarty", 1, 3),
        ("Red Guardian", 1, 2),
        ("Suke Lywalker", 1, 5),
        ("Toy Astronaut", 1, 2),
        ("Vender Dino", 1, 0),
        ("B. Shitface", 2, 4),
        ("B.D. Bacarus", 2, 2),
        ("Bill", 2, 3),
        ("Blue Guardian", 2, 3),
        ("Captain Japan", 2, 3),
        ("Coprobo", 2, 3),
        ("Empty House", 2, 7),
        ("Grillin", 2, 3),
        ("Hermitwo", 2, 3),
        ("Parry Hotter", 2, 4),
        ("Bardi", 3, 2),
        ("Buonarroti", 3, 3),
        ("Da Vinci", 3, 3),
        ("Dan", 3, 2),
        ("He-Boy", 3, 0),
        ("Johny Alpha", 3, 6),
        ("La-la-din", 3, 4),
        ("Magic Ginger", 3, 4),
        ("Moher", 3, 5),
        ("Santi", 3, 5),
        ("Brodo Smol", 4, 4),
        ("Captain Planer", 4, 4),
        ("Choody", 4, 1),
        ("Electric Mouse", 4, 3),
        ("Grave Digger", 4, 7),
        ("Hard Die", 4, 8),
        ("Houdini", 4, 3),
        ("Iowa Jones", 4, 10),
        ("Jungle Kid", 4, 6),
        ("Tetra Block", 4, 8),
        ("B. Cannibal", 5, 3),
        ("Bames Jond", 5, -8),
        ("Bombles", 5, 2),
        ("Boulderix", 5, 3),
        ("Fortune Lucas", 5, 7),
        ("Mupersan", 5, 8),
        ("Pessimus", 5, 14),
        ("Quintinity", 5, 9),
        ("Ron Jambo", 5, 0),
        ("White Wizard", 5, 7),
        ("As Fortuna", 6, 8),
        ("Asterisk", 6, 4),
        ("Carrotku", 6, 0),
        ("Dijon", 6, 0),
        ("GacMyver", 6, 8),
        ("Gigaman", 6, 20),
        ("Kobi 2 Nierobi", 6, 6),
        ("Moleck", 6, 12),
        ("One", 6, 9),
        ("The Skam", 6, 6),
        ("Varth Dader", 5, 8),
        ("Raintrooper", 2, 1),
        ("Foreign", 3, 6),
        ("Brog", 4, 0),
        ("Marble", 1, 0),
        ("Poker", 5, 0),
        ("DojoBojo", 3, 6),
        ("Palton Brother", 1, 2),
        ("Telescore", 4, 0),
        ("Org", 1, 2),
        ("Gobelin", 2, 4),
        ("Eye of Zauron", 6, 1),
        ("Rhinoceros", 1, 2),
        ("Placki", 0, 0),
        ("Atomic Girl", 1, 8),
    ];
    assert_eq!(pool().kinds().count(), PRINTED.len());
    for (name, cost, power) in PRINTED {
        let card = pool().card(pool().find(name).unwrap_or_else(|| panic!("there is no {name}")));
        assert_eq!((card.cost, card.power), (cost, power), "{name}");
    }
    assert_eq!(pool().collectible().len(), 60);
}

/// All of these tests.
const TESTS: [fn(); 14] = [
    cost_1,
    cost_2,
    cost_3,
    cost_4,
    cost_5,
    cost_6,
    cards_that_cannot_be_played_everywhere,
    villains_and_tokens,
    locations_that_hear_of_cards,
    locations_that_are_revealed_and_turns_that_start,
    cards_that_hear_of_turns,
    villains_have_the_decks_that_the_shipped_game_makes_or_those_that_were_meant,
    printed_numbers,
    measured_quirks,
];

/// Every card, location and villain is tested: with one that does nothing, costs or weighs something else, or has another deck, one of the tests
/// fails.
#[test]
fn what_does_nothing_is_noticed() {
    const CARDS: &str = include_str!("../data/cards.toml");
    const LOCATIONS: &str = include_str!("../data/locations.toml");
    const VILLAINS: &str = include_str!("../data/villains.toml");
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        if CHANGED.get().is_none() {
            loud(what);
        }
    }));
    let noticed = |texts: [&str; 3]| {
        let [cards, locations, villains] = texts;
        let Ok(changed) = Pool::read(cards, locations, villains) else { return true };
        CHANGED.set(Some(Box::leak(Box::new(changed))));
        let failed = TESTS.iter().any(|test| panic::catch_unwind(test).is_err());
        CHANGED.set(None);
        failed
    };
    assert!(!noticed([CARDS, LOCATIONS, VILLAINS]), "as they are, all is well");
    let read = |text: &str| text.parse::<toml::Table>().expect("TOML");
    let (mut missed, mut tried) = (Vec::new(), 0);
    for (file, list) in [(CARDS, "card"), (LOCATIONS, "location"), (VILLAINS, "villain")] {
        let table = read(file);
        let count = table[list].as_array().expect("a list").len();
        for place in 0..count {
            let one = table[list][place].as_table().expect("an entry").clone();
            let mut changes: Vec<(&str, toml::Table)> = Vec::new();
            let mut idle = one.clone();
            for key in ["on", "always", "rule", "forbidden-cost", "listed", "built"] {
                idle.remove(key);
            }
            if list == "villain" {
                idle.insert("listed".to_owned(), toml::Value::Array(Vec::new()));
            }
            if idle != one {
                changes.push(("does nothing", idle));
            }
            for key in ["cost", "power"] {
                let mut other = one.clone();
                if let Some(toml::Value::Integer(number)) = other.get_mut(key) {
                    *number += 1;
                    changes.push((key, other));
                }
            }
            for (what, change) in changes {
                let mut table = table.clone();
                table[list].as_array_mut().expect("a list")[place] = change.into();
                let text = toml::to_string(&table).expect("TOML");
                let texts = [(CARDS, "card"), (LOCATIONS, "location"), (VILLAINS, "villain")];
                tried += 1;
                if !noticed(texts.map(|(file, other)| if other == list { text.as_str() } else { file })) {
                    let name = one.get("name").or(one.get("text")).expect("a name");
                    missed.push(format!("{list} {name}: {what}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "nobody notices if these change: {missed:#?}");
    assert!(tried > 75 * 2 + 50, "{tried}");
}

#[test]
fn what_there_is_no_room_for_is_lost_and_takes_none() {
    // A full hand: every copy that is repeated into it is lost, and the next one takes its number.
    let full = |s: &mut Scenario| {
        s.player[1] = words(&["Blue Guardian", "Blue Guardian", "McFarty"]);
        s.hand = words(&["Bill"; 6]);
    };
    let battle = played(&["GacMyver"], full);
    assert_eq!(hand(&battle, HERO).len(), 7);
    assert_eq!(battle.cards(), 3 + 7 + 1 + 1, "on the table, in hand, played, and one number for both that were lost");
    // The same power of the same source is kept once, with its number, and told as often as it was given.
    let vinci = played(&["Bill", "Bobby", "Da Vinci"], nothing);
    assert_eq!(vinci.modifiers(vinci.side(0, HERO)[2]).count(), 2);
    assert_eq!(mine(&vinci)[2], "Da Vinci 7");
}

#[test]
fn measured_quirks() {
    // Repeating a card makes it enter again: Bill has 3, +1 from the card that is there, +1 when it is repeated.
    let again = played(&["GacMyver"], |s| {
        s.player[0] = words(&["B. Cannibal", "B.D. Bacarus"]);
    });
    assert_eq!(mine(&again), ["B. Cannibal 3", "B.D. Bacarus 3", "GacMyver 9"]);
    // A location that adds power adds it once more.
    let twice = played(&["Matban", "GacMyver"], |s| {
        s.locations = [1, 13, 13];
        s.deck = words(&["Bill"]);
    });
    assert_eq!(mine(&twice)[0], "Matban 5");
    // A card that is moved to the other side leaves its bonuses behind, and gives none to its new allies.
    let crossed = played(&["Santi"], |s| s.villain[1] = words(&["Org"]));
    assert_eq!(side(&crossed, 0, VILLAIN), ["Org 2"]);
    // The last card played is pulled out of the trash, with no message, and simply counts again.
    let pulled = played(&["Bill", "Gorrest Fump"], |s| {
        s.locations = [13, 16, 13];
        s.plays[0].1 = 1;
    });
    assert_eq!(mine(&pulled), ["Gorrest Fump 2", "Bill 3"]);
    assert!(trash(&pulled, HERO).is_empty());
    // Own set-values come first, and a clone of a disguised card is what it was.
    let clone = played(&["Bombles"], |s| s.locations = [13, 3, 3]);
    let cards: Vec<String> = [1, 2].into_iter().flat_map(|place| side(&clone, place, HERO)).collect();
    assert_eq!(cards, ["Atomic Girl 8", "Marble 0", "Marble 0", "Marble 0"]);
}
