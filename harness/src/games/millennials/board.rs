//! A battle of Millennials as a board that people look at.

use gauntlet_core::{Game, Player};
use gauntlet_millennials::{Action, Kind, Pool, Position};

use crate::host::board::{Area, AreaKind, Board, Face, Thing};

/// What the numbers of a player are called.
pub(super) const NUMBERS: &[&str] = &["power", "energy", "hand", "deck"];

/// The areas: each player's hand and trash, then each location between its two sides.
pub(super) const AREAS: &[Area] = &[
    area("hand", Some(0), AreaKind::Hand, None),
    area("trash", Some(0), AreaKind::Pile, None),
    area("hand", Some(1), AreaKind::Hand, None),
    area("trash", Some(1), AreaKind::Pile, None),
    area("left location", None, AreaKind::Lane, Some(0)),
    area("left location", Some(0), AreaKind::Lane, Some(0)),
    area("left location", Some(1), AreaKind::Lane, Some(0)),
    area("middle location", None, AreaKind::Lane, Some(1)),
    area("middle location", Some(0), AreaKind::Lane, Some(1)),
    area("middle location", Some(1), AreaKind::Lane, Some(1)),
    area("right location", None, AreaKind::Lane, Some(2)),
    area("right location", Some(0), AreaKind::Lane, Some(2)),
    area("right location", Some(1), AreaKind::Lane, Some(2)),
];

/// Locations have numbers from here on, cards those of their kinds.
const LOCATION: u32 = 1 << 8;

const fn area(name: &'static str, seat: Option<u8>, kind: AreaKind, lane: Option<u8>) -> Area {
    Area { name, seat, kind, lane }
}

/// See [`crate::host::parts::Boards::fill`].
///
/// In a symmetric battle a player doesn't see what the other places before both are done: not which cards, nor how many or where, nor what
/// was paid for them. Until then they lie in the other's hand.
pub(super) fn fill(game: &Position, names: [&str; 2], viewer: Option<Player>, board: &mut Board) {
    board.moment = format!("{} turns in all", game.last_turn());
    let other = viewer.map(|viewer| (!viewer, game.visible(viewer)));
    for player in Player::BOTH {
        let (seat, place) = (player.index(), 2 * player.index());
        board.areas.resize(AREAS.len(), Vec::new());
        let (energy, hand) = match other {
            Some((other, seen)) if other == player => {
                let mut hand: Vec<Thing> = seen.cards_in_their_hand().map(|card| in_hand(game, card)).collect();
                // Where one lies among the others would tell which were placed.
                hand.sort_by_key(|thing| (thing.unknown_to & 1 << (1 - seat) != 0, thing.card, thing.mark));
                (seen.their_energy(), hand)
            }
            _ => (game.energy(player), things(game, game.hand(player))),
        };
        let counts = [energy.into(), hand.len() as i32, game.deck(player).len() as i32];
        board.numbers[seat] = [&[game.total(player)], &counts[..]].concat();
        board.areas[place] = hand;
        board.areas[place + 1] = things(game, game.trash(player));
    }
    for location in 0..3 {
        let first = 4 + 3 * location;
        let scores = Player::BOTH.map(|player| format!("{} {}", names[player.index()], game.score(location, player)));
        let there = game.location(location);
        let unknown_to = if there.revealed { 0 } else { 3 };
        let card = LOCATION + u32::from(there.kind);
        board.areas[first] = vec![Thing { unknown_to, notes: scores.to_vec(), ..Thing::of(card) }];
        for player in Player::BOTH {
            let there = game.side(location, player).iter();
            let there = there.filter(|card| other.is_none_or(|(_, seen)| !seen.hides(**card)));
            board.areas[first + 1 + player.index()] = there.map(|card| thing(game, *card)).collect();
        }
    }
}

fn things(game: &Position, cards: &[u16]) -> Vec<Thing> {
    cards.iter().map(|card| thing(game, *card)).collect()
}

/// A card as it is now, where it lies.
fn thing(game: &Position, card: u16) -> Thing {
    let mut thing = in_hand(game, card);
    let slot = game.slot(card);
    if !slot.revealed && slot.place.location().is_some() {
        thing.notes.push("face down".to_owned());
    }
    thing
}

/// A card as it is now, as if it lay in a hand.
fn in_hand(game: &Position, card: u16) -> Thing {
    let slot = game.slot(card);
    let unknown = Player::BOTH.into_iter().filter(|player| game.hidden_from(card, *player));
    let unknown_to = unknown.map(|player| 1 << player.index()).sum();
    let mut thing = Thing { mark: Some(card.into()), unknown_to, ..Thing::of(slot.kind.0.into()) };
    let printed = game.def(card);
    if game.power(card) != printed.power {
        thing.size = game.power(card).to_string();
    }
    if slot.cost != printed.cost {
        thing.notes.push(format!("costs {}", slot.cost));
    }
    thing
}

/// See [`crate::host::parts::Boards::face`].
pub(super) fn face(game: &Position, card: u32) -> Face {
    match card.checked_sub(LOCATION) {
        Some(location) => {
            let it = game.pool().location(location as u8);
            let name = format!("Location {}", it.number);
            Face { name, types: "Location".to_owned(), text: vec![it.text.clone()], ..Face::default() }
        }
        None => {
            let it = Pool::shipped().card(Kind(card as u8));
            let text = Some(it.text.clone()).filter(|text| !text.is_empty());
            Face {
                name: it.name.clone(),
                cost: format!("{{{}}}", it.cost),
                text: text.into_iter().collect(),
                size: it.power.to_string(),
                ..Face::default()
            }
        }
    }
}

/// See [`crate::host::parts::Boards::pointed_at`]. Of equal cards in a hand it is the first.
pub(super) fn pointed_at(game: &Position, action: Action) -> Option<u32> {
    let Action::Play { card: kind, .. } = action else { return None };
    let mut hand = game.hand(game.to_act()?).iter();
    hand.find(|card| game.slot(**card).kind == kind).map(|card| u32::from(*card))
}
