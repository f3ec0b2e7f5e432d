//! A battle of Millennials as a board that people look at.

use gauntlet_core::Player;
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
pub(super) fn fill(game: &Position, names: [&str; 2], board: &mut Board) {
    board.moment = format!("{} turns in all", game.last_turn());
    for player in Player::BOTH {
        let (seat, place) = (player.index(), 2 * player.index());
        let counts = [game.hand(player).len() as i32, game.deck(player).len() as i32];
        board.numbers[seat] = [&[game.total(player), game.energy(player).into()], &counts[..]].concat();
        board.areas.resize(AREAS.len(), Vec::new());
        board.areas[place] = things(game, game.hand(player));
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
            board.areas[first + 1 + player.index()] = things(game, game.side(location, player));
        }
    }
}

fn things(game: &Position, cards: &[u16]) -> Vec<Thing> {
    cards.iter().map(|card| thing(game, *card)).collect()
}

/// A card as it is now.
fn thing(game: &Position, card: u16) -> Thing {
    let slot = game.slot(card);
    let unknown = Player::BOTH.into_iter().filter(|player| game.hidden_from(card, *player));
    let unknown_to = unknown.map(|player| 1 << player.index()).sum();
    let mut thing = Thing { mark: Some(mark(slot.kind)), unknown_to, ..Thing::of(slot.kind.0.into()) };
    let printed = game.def(card);
    if game.power(card) != printed.power {
        thing.size = game.power(card).to_string();
    }
    if slot.cost != printed.cost {
        thing.notes.push(format!("costs {}", slot.cost));
    }
    if !slot.revealed && slot.place.location().is_some() {
        thing.notes.push("face down".to_owned());
    }
    thing
}

/// The mark of cards of this kind: choices name no other.
fn mark(kind: Kind) -> u32 {
    kind.0.into()
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

/// See [`crate::host::parts::Boards::pointed_at`].
pub(super) fn pointed_at(action: Action) -> Option<u32> {
    match action {
        Action::Play { card, .. } => Some(mark(card)),
        Action::Done => None,
    }
}

/// See [`crate::host::parts::Boards::secret_of`]: who draws or places a card sees it alone.
pub(super) fn secret_of(line: &str, names: [&str; 2]) -> Option<Player> {
    let is_secret = |name: &str| {
        let done = line.trim_start().strip_prefix(name);
        done.is_some_and(|done| [" draw ", " play "].iter().any(|verb| done.starts_with(verb)))
    };
    Player::BOTH.into_iter().find(|player| is_secret(names[player.index()]))
}
