//! The mana that a player would like to have left after a payment (CR 601.2g): what else they could do with it.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::Wish;
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;

use crate::available_mana::Purpose;
use crate::evaluate::Eye;
use crate::payment::Wanted;
use crate::state::{Object, ObjectId};

impl Eye<'_> {
    /// What the player would like to have left: the mana of the cards that they hold or could use elsewhere, and, less than that, of
    /// turning permanents face up and of abilities, those of what is paid for included. `left`: how much mana there will be.
    pub(crate) fn wanted(self, player: Player, left: u32, purpose: Purpose<'_>) -> Wanted {
        let mut wishes = Tally { left, ..Tally::default() };
        for hidden in &self.s.hands[player] {
            wishes.cast(self.pool.card(hidden.card).derived.wishes.cast);
        }
        if self.s.elsewhere && self.pool.features.contains(Features::ACTIONS_ELSEWHERE) {
            let used = self.s.found.graveyard_uses[player] > 0;
            let graveyard = if used { self.s.graveyards[player].as_slice() } else { &[] };
            for index in graveyard.iter().chain(&self.s.exile) {
                let object = &self.s.objects[usize::from(*index)];
                if object.owner == player && !object.is_hidden_from(player) {
                    wishes.cast(self.pool.card(object.card).derived.wishes.elsewhere);
                }
            }
        }
        for (id, object) in self.s.may_act().filter(|(_, object)| object.controller == player) {
            wishes.activate(self.wish_of(id, object));
        }
        // The permanent that is being paid for is there to be used soon.
        if let Purpose::For(attempt) = purpose
            && attempt.activatable.kind == ActivatableKind::Cast
        {
            let down = attempt.activatable.down;
            let down = if down == FaceDown::Up { attempt.object.down } else { down };
            wishes.activate(self.wish_of(attempt.id, &Object { down, ..*attempt.object }));
        }
        let of = |types: u64, place: usize| Wish::count(types, place).min(15);
        let wanted = |place| {
            Wanted::TO_CAST * of(wishes.now, place)
                + Wanted::TO_USE * of(wishes.activated.types, place)
                + Wanted::LATER * of(wishes.later, place)
        };
        Wanted(std::array::from_fn(wanted))
    }

    /// What a permanent would be used for.
    fn wish_of(self, id: ObjectId, object: &Object) -> Wish {
        if object.down == FaceDown::Up {
            return self.pool.card(object.card).derived.wishes.activated;
        }
        // Face up it would have the cost of what it copies (CR 707.3).
        let turned_up = self.pool.card(self.will_copy(id).unwrap_or(object.printed)).derived.wishes.turned_up;
        match object.down {
            FaceDown::Manifest | FaceDown::Cloak => turned_up.or(self.pool.card(object.printed).derived.wishes.cast),
            _ => turned_up,
        }
    }
}

/// What is wished, in counts of [`Wish`].
#[derive(Default)]
struct Tally {
    left: u32,
    now: u64,
    later: u64,
    activated: Wish,
}

impl Tally {
    /// Adds what something costs to cast. Counts that would be too large for their place only make a choice worse.
    fn cast(&mut self, wish: Wish) {
        let sum = if u32::from(wish.mana) <= self.left { &mut self.now } else { &mut self.later };
        *sum = sum.wrapping_add(wish.types);
    }

    /// One of the abilities is activated at a time.
    fn activate(&mut self, wish: Wish) {
        if wish.types != 0 && u32::from(wish.mana) <= self.left {
            self.activated = self.activated.or(wish);
        }
    }
}
