//! Recorded battles of the shipped game, played again turn by turn. They are not part of the project: `GAUNTLET_DATA` names the
//! folder that has them.
#![allow(missing_docs)]

use std::path::PathBuf;

use gauntlet_millennials::record::Records;
use gauntlet_millennials::{Kind, Pool};

fn records() -> Option<Records> {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA names no folder with millennials/golden.json");
        return None;
    };
    let path = PathBuf::from(data).join("millennials/golden.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[test]
fn recorded_battles_are_the_same_board_by_board() {
    let Some(records) = records() else { return };
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
fn the_cards_are_those_of_the_records() {
    let Some(records) = records() else { return };
    let pool = Pool::shipped();
    for record in &records.types {
        let def = pool.card(pool.numbered(record.number).expect("a card"));
        assert_eq!((&def.name, def.cost, def.power), (&record.name, record.cost, record.power));
        assert_eq!(def.collectible, record.collectible, "{}", def.name);
    }
    let disguised = pool.kinds().filter(|kind| pool.card(*kind).clone != *kind).collect::<Vec<Kind>>();
    assert_eq!(pool.kinds().count() - disguised.len(), records.types.len());
}
