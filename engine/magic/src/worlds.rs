//! Positions that a player can't tell from the true one.

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_core::{Player, Rng, Seed};
use smallvec::SmallVec;

use crate::beliefs::{self, Belief, Dealt, can_be_cast_face_down, is_face_down_before, shuffle};
use crate::position::Position;
use crate::state::{Flags, HiddenCard, Object, OutsideCard, State};

impl Position {
    /// What a player takes the other's deck for.
    pub fn belief(&self, viewer: Player) -> Belief {
        beliefs::belief(&self.state, &self.pool, &self.told, viewer)
    }

    /// Resamples all that the viewer can't know: the cards of hands and libraries, those put aside or face down that they
    /// haven't seen, and the random stream. The decklists are taken as known, sideboards too, so that what is unseen is dealt out again;
    /// but for the other player's where the viewer isn't told it ([`crate::beliefs`]).
    pub(crate) fn resample(&mut self, viewer: Player, rng: &mut Rng) {
        self.kept.forget();
        let mut dealt = beliefs::deal(&self.state, &self.pool, &self.told, viewer, rng);
        // Nobody remembers in a world, and what the other player has seen is theirs.
        self.options.remembers = false;
        self.state.remembered.keep_only(viewer);
        deal(&mut self.state, &self.pool, viewer, dealt.as_mut(), rng);
        if let Some(dealt) = &mut dealt {
            self.state.outside.deal_again(!viewer, &dealt.outside);
        }
        let seed = Seed::random(rng);
        self.state.renew_streams(seed);
        // The games that wait for a subgame to end have hands of their own (CR 728.2).
        for outer in &mut self.state.outer {
            deal(outer, &self.pool, viewer, dealt.as_mut(), rng);
            outer.renew_streams(seed);
        }
    }
}

/// Deals out again what the viewer hasn't seen: what was there, or where they aren't told the other's list, what is `dealt` in its place.
fn deal(state: &mut State, pool: &Pool, viewer: Player, mut dealt: Option<&mut Dealt>, rng: &mut Rng) {
    forget_what_is_gone(state, pool);
    if let Some(dealt) = &dealt {
        state.elsewhere |= dealt.elsewhere.0;
        state.elsewhere_layers |= dealt.elsewhere.1;
    }
    let unseen = |hidden: &HiddenCard| !hidden.is_seen_by(viewer);
    for owner in Player::BOTH {
        let hidden_objects = |object: &Object| object.owner == owner && object.is_hidden_from(viewer);
        // CR 708.5: only its controller may look at a face-down spell or permanent.
        let hidden_permanents = |object: &Object| object.owner == owner && is_hidden_card(object, viewer);
        // What lies outside the game is known as the deck is, until its owner has brought in something unseen.
        let unsure = |other: &OutsideCard| other.owner == owner && other.owner != viewer && other.unsure;
        let mut own: SmallVec<[CardId; 128]> = SmallVec::new();
        let is_told = owner == viewer || dealt.is_none();
        let spare = dealt.as_ref().filter(|_| !is_told).map(|dealt| dealt.spare);
        let cards = match &mut dealt {
            Some(dealt) if owner != viewer => &mut dealt.cards,
            _ => &mut own,
        };
        if is_told {
            gather(state, viewer, owner, cards);
            cards.extend(state.outside.iter().filter(|other| unsure(other)).map(|other| other.card));
            // What is dealt out must not depend on how it lay: equal views and generators give equal worlds.
            cards.sort_unstable();
            shuffle(cards, rng);
        }
        // What was cast face down has morph or disguise: such cards are dealt out first.
        for object in state.objects.iter_mut().filter(|object| hidden_permanents(object)) {
            let cast = matches!(object.down, FaceDown::Morph | FaceDown::Disguise);
            let fits = |card: &CardId| !cast || can_be_cast_face_down(pool, *card, object.down);
            // A list that nothing is known of may have none.
            match cards.iter().position(fits).or(cards.len().checked_sub(1)) {
                Some(place) => object.printed = cards.remove(place),
                None => object.printed = spare.unwrap_or(object.printed),
            }
        }
        // Subgames and the games around them have shares of what is dealt.
        cards.reverse();
        let mut next = |place: &mut CardId| {
            // Whatever there may be more of, the true card is none that stays there.
            if let Some(card) = cards.pop().or(spare) {
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
        if is_told {
            for other in state.outside.iter_mut().filter(|other| unsure(other)) {
                next(&mut other.card);
            }
        }
    }
}

/// The cards of a player that the viewer hasn't seen.
fn gather(state: &State, viewer: Player, owner: Player, cards: &mut SmallVec<[CardId; 128]>) {
    let unseen = |hidden: &&HiddenCard| !hidden.is_seen_by(viewer);
    cards.extend(state.libraries[owner].iter().filter(unseen).map(|hidden| hidden.card));
    cards.extend(state.hands[owner].iter().filter(unseen).map(|hidden| hidden.card));
    let own = state.objects.iter().filter(|object| object.owner == owner);
    cards.extend(own.clone().filter(|object| object.is_hidden_from(viewer)).map(|object| object.printed));
    cards.extend(own.filter(|object| is_hidden_card(object, viewer)).map(|object| object.printed));
}

/// Returns whether a card lies there face down of which the viewer doesn't see which it is. What a token or a copy is was seen before.
fn is_hidden_card(object: &Object, viewer: Player) -> bool {
    is_face_down_before(object, viewer) && !object.flags.intersects(Flags::TOKEN | Flags::COPY)
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
