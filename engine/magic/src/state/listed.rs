//! Permanents of a kind that is asked for all the time, listed as characteristics are computed.

use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;

use super::{Flags, Object, ObjectId, State};

impl State {
    /// The permanents of a player that make mana.
    #[inline]
    pub(crate) fn mana_makers(&self, player: Player) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        let makes = move |object: &Object| object.mana_mask != 0 && object.controller == player;
        debug_assert!(
            self.permanents()
                .filter(|(_, object)| makes(object))
                .map(|(id, _)| id.index)
                .eq(self.listed(&self.found.makers).filter(|(_, object)| makes(object)).map(|(id, _)| id.index)),
            "what makes mana wasn't looked for again"
        );
        self.listed(&self.found.makers).filter(move |(_, object)| makes(object))
    }

    /// The permanents that may have abilities to activate but for mana.
    #[inline]
    pub(crate) fn may_act(&self) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        let acts = |object: &Object| object.flags.intersects(Flags::HAS_ACTIONS | Flags::HAS_GRANTED);
        debug_assert!(
            self.permanents()
                .filter(|(_, object)| acts(object))
                .map(|(id, _)| id.index)
                .eq(self.listed(&self.found.actors).filter(|(_, object)| acts(object)).map(|(id, _)| id.index)),
            "what has abilities wasn't looked for again"
        );
        self.listed(&self.found.actors).filter(move |(_, object)| acts(object))
    }

    /// Those of a list that are still on the battlefield.
    #[inline]
    fn listed<'s>(&'s self, list: &'s [u16]) -> impl Iterator<Item = (ObjectId, &'s Object)> + 's {
        let there = list.iter().map(|index| (*index, &self.objects[usize::from(*index)]));
        there
            .filter(|(_, object)| object.zone == Zone::Battlefield)
            .map(|(index, object)| (ObjectId { index, generation: object.generation }, object))
    }
}
