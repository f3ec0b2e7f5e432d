//! Whether it looks as if the opponent's library could be emptied in this turn: who draws from an empty library loses (CR 704.5b).

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_core::Player;
use gauntlet_magic::state::{Flags, Object};

use super::amount::Env;
use super::value::Judge;

impl Judge<'_> {
    /// Returns whether spells and permanents could have the opponent mill all that is left, each used once with that much mana.
    pub(super) fn could_mill(self, mana: i32) -> bool {
        let left = self.see.library_size(!self.me) as i32;
        if !self.facts.mills || left == 0 {
            return false;
        }
        let mut most = 0;
        let graveyard = self.see.graveyard_objects(self.me).map(|(_, object)| (object.card, false));
        for (card, in_hand) in self.see.hand().map(|card| (card, true)).chain(graveyard) {
            let derived = &self.see.pool().card(card).derived;
            let ways = if in_hand { &derived.from_hand } else { &derived.elsewhere };
            let milled = ways.iter().map(|ability| self.milled_by(card, *ability, mana, ActivatableKind::Cast));
            most += milled.max().unwrap_or(0) * self.copies_by_storm(card);
        }
        let ready = |object: &&Object| {
            object.controller == self.me
                && !object.flags.intersects(Flags::TAPPED | Flags::LOST_ABILITIES)
                && (!object.is_creature() || !object.is(Flags::SICK))
        };
        for object in self.see.permanents().map(|(_, object)| object).filter(ready) {
            let abilities = self.see.pool().card(object.card).derived.on_battlefield.iter();
            let milled = abilities.map(|ability| self.milled_by(object.card, *ability, mana, ActivatableKind::Ability));
            most += milled.max().unwrap_or(0);
        }
        most >= left
    }

    /// The cards that one way of using a card has the opponent mill.
    fn milled_by(self, card: CardId, ability: AbilityId, mana: i32, kind: ActivatableKind) -> i32 {
        let way = self.facts.way(card, ability);
        let Some(amount) = way.mill.as_ref().filter(|_| way.kind == Some(kind) && way.cost.mana <= mana) else {
            return 0;
        };
        let x = way.cost.most_x(mana);
        self.amount(&Env { x, ..Env::of_card(card, self.me) }, amount).max(0)
    }

    /// How often a spell happens if all in hand is cast before it.
    pub(super) fn copies_by_storm(self, card: CardId) -> i32 {
        if !self.facts.card(card).storm {
            return 1;
        }
        let cast: i32 = Player::BOTH.iter().map(|player| i32::from(self.see.player(*player).spells_cast)).sum();
        1 + cast + self.see.hand_size(self.me) as i32
    }
}
