//! Where the objects that a script moves come from: a search, the top of a library, what was picked elsewhere.

use gauntlet_cards::effect::{Destination, Instr, LibraryPosition};
use gauntlet_cards::filter::{Amount, Filter, Objects, Players, Test, Zone};

use super::script::{Act, Discards};

/// Where the objects in a register come from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Origin {
    /// A library was searched for that many that fit.
    Search(Players, Amount, Filter),
    /// That many cards on top of a library were looked at.
    Look(Players, Amount),
    /// Cards of a library were revealed until there were that many that fit.
    Until(Players, Filter, Amount),
    /// Someone picks from other objects.
    Pick(Players, Objects, Amount),
    /// What is in another register.
    Same(u8),
    /// The library of someone else was searched by these.
    Theirs(Players),
    /// What was somewhere else, and was moved.
    Moved(Objects),
    /// These, where they are.
    Are(Objects),
}

pub(super) fn note_origin(instr: &Instr, origins: &mut Vec<(u8, Origin)>) {
    if let Instr::RevealUntil(players, filter, amount, _, others) = instr {
        origins.push((*others, Origin::Until(players.clone(), filter.clone(), amount.clone())));
    }
    let (register, origin) = match instr {
        Instr::Search { player, of, into, .. } if player != of => (*into, Origin::Theirs(player.clone())),
        Instr::Search { player, max, filter, into, .. } => {
            (*into, Origin::Search(player.clone(), max.clone(), filter.clone()))
        }
        Instr::LookAtTop { player, amount, into, .. } => (*into, Origin::Look(player.clone(), amount.clone())),
        Instr::RevealUntil(players, filter, amount, found, _) => {
            (*found, Origin::Until(players.clone(), filter.clone(), amount.clone()))
        }
        Instr::Pick(pick, into) => (*into, Origin::Pick(pick.chooser.clone(), pick.from.clone(), pick.max.clone())),
        Instr::SetObjects(into, objects) | Instr::AddObjects(into, objects) => match register_of(objects) {
            Some(register) if register != *into => (*into, Origin::Same(register)),
            None if matches!(instr, Instr::SetObjects(..)) => (*into, Origin::Are(objects.clone())),
            _ => return,
        },
        Instr::Move(objects, _, Some(into)) => match register_of(objects) {
            Some(register) if register != *into => (*into, Origin::Same(register)),
            Some(_) => return,
            None => (*into, Origin::Moved(objects.clone())),
        },
        _ => return,
    };
    origins.push((register, origin));
}

/// The objects, those in place of a register that were put there as they are.
pub(super) fn as_they_are(objects: &Objects, origins: &[(u8, Origin)]) -> Objects {
    match objects {
        Objects::Register(register) => match origins.iter().rev().find(|(other, _)| other == register) {
            Some((_, Origin::Are(objects))) => objects.clone(),
            _ => objects.clone(),
        },
        Objects::Those(inner, filter) => Objects::Those(Box::new(as_they_are(inner, origins)), filter.clone()),
        Objects::Moved(inner) => Objects::Moved(Box::new(as_they_are(inner, origins))),
        Objects::Left(inner, filter) => Objects::Left(Box::new(as_they_are(inner, origins)), *filter),
        Objects::Union(parts) => Objects::Union(parts.iter().map(|part| as_they_are(part, origins)).collect()),
        _ => objects.clone(),
    }
}

/// The register that the objects are taken from, if it is one.
fn register_of(objects: &Objects) -> Option<u8> {
    match objects {
        Objects::Register(register) => Some(*register),
        Objects::Those(inner, _) => register_of(inner),
        Objects::Union(parts) => parts.iter().find_map(register_of),
        _ => None,
    }
}

/// Where the objects of a register come from in the end, and what was picked from among those: how many, that fit what.
struct Source<'a> {
    origin: &'a Origin,
    picked: Option<(&'a Amount, Option<&'a Filter>)>,
}

/// The search, look or choice that the objects of a register come from in the end.
fn source_of(origins: &[(u8, Origin)], register: u8) -> Option<Source<'_>> {
    let place = origins.iter().rposition(|entry| entry.0 == register)?;
    let (before, origin) = (&origins[..place], &origins[place].1);
    match origin {
        Origin::Same(other) => source_of(before, *other),
        Origin::Pick(_, from, amount) => match register_of(from) {
            Some(inner) => {
                let filter = if let Objects::Those(_, filter) = from { Some(filter) } else { None };
                source_of(before, inner).map(|source| Source { picked: Some((amount, filter)), ..source })
            }
            None => Some(Source { origin, picked: None }),
        },
        _ => Some(Source { origin, picked: None }),
    }
}

/// What it is that one of the objects is cast for nothing, by where they come from.
pub(super) fn cast_free(players: &Players, objects: &Objects, origins: &[(u8, Origin)]) -> Act {
    let source = register_of(objects).and_then(|register| source_of(origins, register));
    match source.map(|source| source.origin) {
        Some(Origin::Until(whose, filter, _)) if whose == players => {
            Act::CastFound(players.clone(), Box::new(filter.clone()))
        }
        _ => Act::Good(Players::You),
    }
}

/// What it is that objects go somewhere, by where they come from.
pub(super) fn moved(objects: &Objects, destination: &Destination, origins: &[(u8, Origin)]) -> Act {
    let other = || Act::Move(objects.clone(), destination.clone());
    let Some(register) = register_of(objects) else { return other() };
    let Some(source) = source_of(origins, register) else { return other() };
    let to = destination.zone;
    let any = || Filter { tests: Vec::new() };
    let fitting = |filter: Option<&Filter>| Box::new(filter.cloned().unwrap_or_else(any));
    let picked = |whole: &Amount| source.picked.map_or(whole, |(amount, _)| amount).clone();
    match source.origin {
        Origin::Search(players, most, filter) => Act::Find {
            players: players.clone(),
            amount: picked(most),
            filter: fitting(source.picked.and_then(|picked| picked.1).or(Some(filter))),
            from: Zone::Library,
            to,
            register,
        },
        // All that is left of a library goes away.
        Origin::Look(players, amount @ Amount::LibrarySize(_)) if matches!(to, Zone::Exile | Zone::Graveyard) => {
            Act::Mill(players.clone(), amount.clone())
        }
        // All that is looked at goes back, the best of it to the top.
        Origin::Look(players, amount)
            if to == Zone::Library
                && destination.position == LibraryPosition::Top
                && !is_picked_from(origins, register) =>
        {
            Act::Look(players.clone(), amount.clone())
        }
        // What isn't taken goes back to where it was.
        Origin::Look(players, _) | Origin::Until(players, ..) if to == Zone::Library => {
            Act::Look(players.clone(), Amount::Const(0))
        }
        // A card chosen among those looked at is a card drawn.
        Origin::Look(players, _) | Origin::Until(players, ..)
            if to == Zone::Hand
                && source.picked.is_none_or(|(amount, _)| matches!(amount, Amount::Const(_) | Amount::X)) =>
        {
            Act::Draw(players.clone(), source.picked.map_or(Amount::Const(1), |(amount, _)| amount.clone()))
        }
        Origin::Look(players, looked) => match source.picked {
            Some((amount, filter)) => Act::Reveal {
                players: players.clone(),
                // As many as one likes.
                amount: if matches!(amount, Amount::CountObjects(_)) { looked.clone() } else { amount.clone() },
                filter: fitting(filter),
                looked: Some(looked.clone()),
                to,
                register,
            },
            None if to == Zone::Graveyard => Act::Look(players.clone(), Amount::Const(0)),
            None => Act::Reveal {
                players: players.clone(),
                amount: looked.clone(),
                filter: fitting(match objects {
                    Objects::Those(_, filter) => Some(filter),
                    _ => None,
                }),
                looked: Some(looked.clone()),
                to,
                register,
            },
        },
        Origin::Until(players, filter, amount) => Act::Reveal {
            players: players.clone(),
            amount: picked(amount),
            filter: fitting(Some(filter)),
            looked: None,
            to,
            register,
        },
        // Out of another's hand: as good as discarded, wherever it goes.
        Origin::Pick(_, Objects::Each(Zone::Hand, filter), most)
            if to != Zone::Battlefield && others_hand(filter).is_some() =>
        {
            let whose = others_hand(filter).cloned().unwrap_or(Players::Opponents);
            Act::Discard(whose, picked(most), Discards::Picked)
        }
        Origin::Pick(players, Objects::Each(from @ (Zone::Hand | Zone::Graveyard), filter), most) => Act::Find {
            players: players.clone(),
            amount: picked(most),
            filter: fitting(Some(filter)),
            from: *from,
            to,
            register,
        },
        // They come back, or go on from where they were put first.
        Origin::Moved(objects) if to == Zone::Battlefield => Act::Move(objects.clone(), destination.clone()),
        // The library is another's.
        Origin::Theirs(players) => Act::Good(players.clone()),
        _ => other(),
    }
}

/// Returns whether something was picked from the objects in a register.
fn is_picked_from(origins: &[(u8, Origin)], register: u8) -> bool {
    origins.iter().any(|(_, origin)| matches!(origin, Origin::Pick(_, from, _) if register_of(from) == Some(register)))
}

/// Whose cards a filter on a hand accepts, if they aren't its controller's own.
fn others_hand(filter: &Filter) -> Option<&Players> {
    filter.tests.iter().find_map(|test| match test {
        Test::OwnerIn(players) if matches!(**players, Players::Target(_) | Players::Opponents) => Some(&**players),
        _ => None,
    })
}
