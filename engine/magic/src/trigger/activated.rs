//! What triggers when an ability is activated (CR 602.2, 603.2).

use gauntlet_cards::ability::{Activatable, TriggerEvent};
use gauntlet_cards::filter::Test;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_cards::walk::Walk as _;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::state::{EventData, ObjectId, Target};

impl Engine<'_> {
    /// A mana ability was activated that is spoken of by its keyword: an exhaust ability can be one (CR 605.1a, 702.177a).
    pub(crate) fn tell_of_mana_ability(&mut self, player: Player, id: ObjectId, way: &Activatable) {
        if way.named.is_some() && self.watches(EventKinds::ACTIVATE) {
            self.trigger_activated(id, None, player, way);
        }
    }

    /// An ability was activated, on the stack if it isn't a mana ability: it has been once its costs are paid, and what is there then is
    /// asked as it is then (CR 602.2b, 603.10). A source that is gone is known as it last was, but nothing is attached to it any more.
    pub(crate) fn trigger_activated(
        &mut self,
        id: ObjectId,
        ability: Option<ObjectId>,
        player: Player,
        way: &Activatable,
    ) {
        self.refresh();
        // A card that the cost has moved from a hand or graveyard is found where it went (CR 400.7j, 602.2b).
        let moved = id.moved();
        let found = [id, moved].into_iter().find_map(|id| self.s.last_known(id).map(|object| (id, *object)));
        let Some((id, object)) = found else { return };
        let gone = self.s.get(id).is_none();
        let data = EventData { object: id, other: ability.map(Target::Object), player: Some(player), amount: 1 };
        self.watch(EventKinds::ACTIVATE, None, &|eye, scope, event| match event {
            TriggerEvent::Activates { player: who, what, which } => {
                let fits = eye.player_fits(scope, *who, player)
                    && which.fits(way)
                    && !(gone && what.has(|test: &Test| *test == Test::Host))
                    && eye.matches(scope, what, id, &object);
                fits.then_some(data)
            }
            _ => None,
        });
    }
}
