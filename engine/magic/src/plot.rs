//! Plotted cards (CR 702.170).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::effect::Permitted;
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Audience;

use crate::engine::Engine;
use crate::state::{EventData, Flags, Noted, Object, ObjectId, PlayPermission};

impl Engine<'_> {
    /// CR 702.170c–d: an effect makes a card in exile plotted, which its owner may cast in a later turn without paying its mana cost.
    pub(crate) fn plot(&mut self, id: ObjectId) {
        let fits = |card: &Object| card.zone == Zone::Exile && !card.is(Flags::TOKEN) && card.down != FaceDown::Plotted;
        let Some(card) = self.s.get(id).copied().filter(fits) else { return };
        let (turn, since) = (self.s.turn, self.s.tick());
        let object = self.object(id.index);
        object.down = FaceDown::Plotted;
        object.noted = Noted::Turn(turn as u8);
        let usual = PlayPermission::plain(id, card.owner, turn);
        self.s.permissions.push(PlayPermission { free: true, how: Permitted::Plotted, since, ..usual });
        self.touch();
        self.tell(Audience::Everyone, |eye| format!("{} becomes plotted.", eye.object_name(id)));
        self.trigger_plotted(id);
    }

    /// A card has become plotted: its own abilities see it in exile.
    pub(crate) fn trigger_plotted(&mut self, id: ObjectId) {
        let Some(card) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(card.owner), amount: 1 };
        self.watch(EventKinds::TAP, None, &|_, scope, event| {
            (*event == TriggerEvent::BecomesPlotted && scope.source == id).then_some(data)
        });
    }
}
