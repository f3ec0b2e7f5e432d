//! What a loop does, as what is done to all that it goes over.

use gauntlet_cards::effect::{Instr, Label, Recipients};
use gauntlet_cards::filter::{Amount, Objects, Players};

use super::numbers::map_amounts;
use super::script::Act;

/// The loops around an instruction, the innermost first.
pub(super) fn around(code: &[Instr], at: Label) -> Vec<&Instr> {
    let inside = |(place, instr): (usize, &Instr)| match instr {
        Instr::ForEachPlayer(_, label) | Instr::ForEachObject(_, label) | Instr::Repeat(_, label) => {
            (place as Label + 1..*label).contains(&at)
        }
        _ => false,
    };
    let mut loops: Vec<&Instr> = Vec::new();
    for (place, instr) in code.iter().enumerate().take(at as usize) {
        if inside((place, instr)) {
            loops.insert(0, instr);
        }
    }
    loops
}

/// The effect for all that a loop goes over.
pub(super) fn in_loop(act: Act, instr: &Instr) -> Act {
    match instr {
        Instr::ForEachPlayer(all, _) => map_players(act, &|players| {
            if *players == Players::Current { all.clone() } else { players.clone() }
        }),
        Instr::ForEachObject(all, _) => map_objects(act, &|objects| {
            if *objects == Objects::Current { all.clone() } else { objects.clone() }
        }),
        _ => act,
    }
}

fn map_players(act: Act, f: &dyn Fn(&Players) -> Players) -> Act {
    match act {
        Act::GainLife(players, amount) => Act::GainLife(f(&players), amount),
        Act::LoseLife(players, amount) => Act::LoseLife(f(&players), amount),
        Act::SetLife(players, amount) => Act::SetLife(f(&players), amount),
        Act::Draw(players, amount) => Act::Draw(f(&players), amount),
        Act::Discard(players, amount, how) => Act::Discard(f(&players), amount, how),
        Act::Mill(players, amount) => Act::Mill(f(&players), amount),
        Act::Look(players, amount) => Act::Look(f(&players), amount),
        Act::SacrificeChosen(players, amount, filter) => Act::SacrificeChosen(f(&players), amount, filter),
        Act::Tokens(players, token, amount, size) => Act::Tokens(f(&players), token, amount, size),
        Act::Find { players, amount, filter, from, to, register } => {
            Act::Find { players: f(&players), amount, filter, from, to, register }
        }
        Act::Reveal { players, amount, filter, looked, to, register } => {
            Act::Reveal { players: f(&players), amount, filter, looked, to, register }
        }
        other => other,
    }
}

fn map_objects(act: Act, f: &dyn Fn(&Objects) -> Objects) -> Act {
    match act {
        Act::Damage { source, amount, to } => {
            // What each of them deals to another by its power comes to the power of all.
            let amount = match amount {
                Amount::Power(power) if to != Recipients::Objects(Objects::Current) => Amount::Power(f(&power)),
                amount => amount,
            };
            let to = match to {
                Recipients::Objects(to) => Recipients::Objects(f(&to)),
                to => to,
            };
            Act::Damage { source: f(&source), amount, to }
        }
        Act::Destroy(objects, buries) => Act::Destroy(f(&objects), buries),
        Act::Move(objects, destination) => Act::Move(f(&objects), destination),
        Act::Sacrifice(objects) => Act::Sacrifice(f(&objects)),
        Act::Role(token, objects) => Act::Role(token, f(&objects)),
        Act::Tap(objects) => Act::Tap(f(&objects)),
        Act::Untap(objects) => Act::Untap(f(&objects)),
        Act::Counters(objects, kind, amount) => Act::Counters(f(&objects), kind, amount),
        Act::Change { objects, change, lasting } => Act::Change { objects: f(&objects), change, lasting },
        other => other,
    }
}

/// The act with other objects, also in its number.
pub(super) fn with_objects(act: Act, f: &dyn Fn(&Objects) -> Objects) -> Act {
    let number = |amount: &Amount| match amount {
        Amount::CountObjects(objects) => Amount::CountObjects(f(objects)),
        Amount::Power(objects) => Amount::Power(f(objects)),
        Amount::Toughness(objects) => Amount::Toughness(f(objects)),
        Amount::ManaValue(objects) => Amount::ManaValue(f(objects)),
        _ => amount.clone(),
    };
    map_amounts(map_objects(act, f), &number)
}
