//! Permanents of a kind that is asked for all the time, listed as characteristics are computed.

use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;

use super::{Flags, Object, ObjectId, State};

impl State {
    /// The permanents of a player that make mana.
    #[inline]
    pub(crate) fn mana_makers(&self, player: Player) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        self.listed(&self.found.makers, move |object| object.mana_mask != 0 && object.controller == player)
    }

    /// The permanents that may have abilities to activate but for mana.
    #[inline]
    pub(crate) fn may_act(&self) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        self.listed(&self.found.actors, |object| object.flags.intersects(Flags::HAS_ACTIONS | Flags::HAS_GRANTED))
    }

    /// Those of a list that are still on the battlefield and are such: there are no others that are.
    #[inline]
    fn listed<'s>(
        &'s self,
        list: &'s [u16],
        is_such: impl Fn(&Object) -> bool + Copy + 's,
    ) -> impl Iterator<Item = (ObjectId, &'s Object)> + 's {
        let there = move || {
            let objects = list.iter().map(|index| (*index, &self.objects[usize::from(*index)]));
            let there = objects.filter(move |(_, object)| object.zone == Zone::Battlefield && is_such(object));
            there.map(|(index, object)| (ObjectId { index, generation: object.generation }, object))
        };
        debug_assert!(
            self.permanents().filter(|(_, object)| is_such(object)).map(|(id, _)| id).eq(there().map(|(id, _)| id)),
            "what is listed wasn't looked for again"
        );
        there()
    }
}
