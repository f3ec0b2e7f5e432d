//! Recorded battles of the shipped game, played again turn by turn. They are not part of the project: `GAUNTLET_DATA` names the
//! folder that has them.
#![allow(missing_docs)]

use std::path::PathBuf;

use gauntlet_millennials::record::{Record, Records};
use gauntlet_millennials::run::Run;
use gauntlet_millennials::{Kind, Pool};

/// A file of recorded battles, if there is a folder that has them.
fn records(file: &str) -> Option<Records> {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA names no folder with millennials/{file}");
        return None;
    };
    let path = PathBuf::from(data).join("millennials").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn same(file: &str) {
    let Some(records) = records(file) else { return };
    let mut wrong = Vec::new();
    for record in &records.battles {
        let replayed = record.replay(Pool::shipped(), None).expect("a battle");
        if !replayed.equal || replayed.log_difference.is_some() {
            wrong.push(replayed);
        }
    }
    for replayed in &wrong {
        eprintln!("{}", serde_json::to_string(replayed).expect("plain data"));
    }
    assert!(wrong.is_empty(), "{} of {} battles differ", wrong.len(), records.battles.len());
}

#[test]
fn recorded_battles_are_the_same_board_by_board() {
    same("golden.json");
}

#[test]
fn those_that_were_hard_are_too() {
    same("hard.json");
}

/// The seeds of recorded battles are those of runs times the number of the opponent: endless ones tell who was met, with what, and where.
#[test]
fn endless_opponents_are_those_that_were_met() {
    let Some(records) = records("hard.json") else { return };
    let pool = Pool::shipped();
    let met = |record: &&Record| record.villain.starts_with("Evil ");
    let mut seen = 0;
    for record in records.battles.iter().filter(met) {
        let deck: Vec<Kind> =
            record.villain_deck.iter().map(|number| pool.numbered(*number).expect("a card")).collect();
        let numbers = (4..100).filter(|number| record.battle_seed.is_multiple_of(u64::from(*number)));
        let found = numbers
            .map(|number| Run::endless(pool, record.battle_seed / u64::from(number), number))
            .any(|met| record.villain.starts_with(&met.name) && met.deck == deck && met.locations == record.locations);
        assert!(found, "nobody like {} is met with seed {}", record.villain, record.battle_seed);
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn the_cards_are_those_of_the_records() {
    let Some(records) = records("golden.json") else { return };
    let pool = Pool::shipped();
    for record in &records.types {
        let def = pool.card(pool.numbered(record.number).expect("a card"));
        assert_eq!((&def.name, def.cost, def.power), (&record.name, record.cost, record.power));
        assert_eq!(def.collectible, record.collectible, "{}", def.name);
    }
    let disguised = pool.kinds().filter(|kind| pool.card(*kind).clone != *kind).collect::<Vec<Kind>>();
    assert_eq!(pool.kinds().count() - disguised.len(), records.types.len());
}
