//! Positions that a player can't tell from the true one.

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_core::{Player, Rng, Seed};
use rand::RngExt;
use smallvec::SmallVec;

use crate::position::Position;
use crate::state::{HiddenCard, Object, OutsideCard, State};

impl Position {
    /// Resamples all that the viewer can't know: the cards of hands and libraries, those put aside or face down that they
    /// haven't seen, and the random stream. The decklists are taken as known, sideboards too, so that what is unseen is dealt out again.
    pub(crate) fn resample(&mut self, viewer: Player, rng: &mut Rng) {
        self.kept.forget();
        deal(&mut self.state, &self.pool, viewer, rng);
        let seed = Seed::random(rng);
        self.state.renew_streams(seed);
        // The games that wait for a subgame to end have hands of their own (CR 728.2).
        for outer in &mut self.state.outer {
            deal(outer, &self.pool, viewer, rng);
            outer.renew_streams(seed);
        }
    }
}

/// Deals out again what the viewer hasn't seen.
fn deal(state: &mut State, pool: &Pool, viewer: Player, rng: &mut Rng) {
    forget_what_is_gone(state, pool);
    let unseen = |hidden: &HiddenCard| !hidden.is_seen_by(viewer);
    for owner in Player::BOTH {
        let hidden_objects = |object: &Object| object.owner == owner && object.is_hidden_from(viewer);
        // CR 708.5: only its controller may look at a face-down spell or permanent.
        let hidden_permanents =
            |object: &Object| object.owner == owner && object.controller != viewer && object.down.is_creature();
        let mut cards: SmallVec<[CardId; 128]> = SmallVec::new();
        cards.extend(state.libraries[owner].iter().filter(|hidden| unseen(hidden)).map(|hidden| hidden.card));
        cards.extend(state.hands[owner].iter().filter(|hidden| unseen(hidden)).map(|hidden| hidden.card));
        cards.extend(state.objects.iter().filter(|object| hidden_objects(object)).map(|object| object.printed));
        cards.extend(state.objects.iter().filter(|object| hidden_permanents(object)).map(|object| object.printed));
        // What lies outside the game is known as the deck is, until its owner has brought in something unseen.
        let unsure = |other: &OutsideCard| other.owner == owner && other.owner != viewer && other.unsure;
        cards.extend(state.outside.iter().filter(|other| unsure(other)).map(|other| other.card));
        // What is dealt out must not depend on how it lay: equal views and generators give equal worlds.
        cards.sort_unstable();
        for last in (1..cards.len() as u32).rev() {
            let other = rng.random_range(0..=last);
            cards.swap(last as usize, other as usize);
        }
        // What was cast face down has morph or disguise: such cards are dealt out first.
        for object in state.objects.iter_mut().filter(|object| hidden_permanents(object)) {
            let cast = matches!(object.down, FaceDown::Morph | FaceDown::Disguise);
            let fits = |card: &CardId| {
                let ways = &pool.card(*card).derived.from_hand;
                !cast || ways.iter().any(|way| pool.activatable(*way).down == object.down)
            };
            if let Some(place) = cards.iter().position(fits) {
                object.printed = cards.remove(place);
            }
        }
        let mut cards = cards.into_iter();
        let mut next = |place: &mut CardId| {
            if let Some(card) = cards.next() {
                *place = card;
            }
        };
        for hidden in state.libraries[owner].iter_mut().filter(|hidden| unseen(hidden)) {
            next(&mut hidden.card);
        }
        for hidden in state.hands[owner].iter_mut().filter(|hidden| unseen(hidden)) {
            next(&mut hidden.card);
        }
        for object in state.objects.iter_mut().filter(|object| hidden_objects(object)) {
            let mut card = object.printed;
            next(&mut card);
            show_as(object, pool, card);
        }
        for other in state.outside.iter_mut().filter(|other| unsure(other)) {
            next(&mut other.card);
        }
    }
}

/// Makes an object this card, face up.
fn show_as(object: &mut Object, pool: &Pool, card: CardId) {
    (object.card, object.printed) = (card, card);
    object.characteristics = pool.card(card).characteristics;
    object.watches = pool.card(card).derived.watches;
}

/// Places of the arena that nothing is at any more still have the card that was there, which may have gone where the viewer doesn't see
/// it. Any card will do in its place.
fn forget_what_is_gone(state: &mut State, pool: &Pool) {
    for index in &state.free {
        show_as(&mut state.objects[usize::from(*index)], pool, CardId(0));
    }
}
