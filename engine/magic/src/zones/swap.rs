//! Permanents that leave while cards enter, as one event (CR 608.2c).

use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::replacement::ReplacedMove;
use crate::state::{ObjectId, Range};
use crate::task::Scope;

impl Engine<'_> {
    /// Puts permanents into graveyards while cards come onto the battlefield, as one event: what enters finds the others still there, and
    /// what changes how it enters is what was there before (CR 614.12); what leaves does so as though nothing had entered.
    pub(crate) fn bury_while_entering(
        &mut self,
        scope: &Scope,
        gone: Range,
        arriving: Range,
        destination: &Destination,
    ) {
        let (of_rules, graveyard) = (Scope::of(ObjectId::NONE, self.s.active), Destination::to(Zone::Graveyard));
        for range in [gone, arriving] {
            self.leave_phased_out(range);
        }
        self.announce_moves(&[(&of_rules, gone, &graveyard), (scope, arriving, destination)]);
        self.announce_detached(gone);
        for (range, zone) in [(gone, Zone::Graveyard), (arriving, Zone::Battlefield)] {
            self.note_moves(range, zone);
            self.note_attached(range);
            self.note_sizes(range);
        }
        self.count_before_entering(scope, arriving, destination);
        let ends_up: SmallVec<[ReplacedMove; 2]> =
            self.ids(gone).iter().map(|id| self.replaced_move(&of_rules, *id, &graveyard)).collect();
        for place in arriving.start..arriving.end {
            let id = self.s.scratch[usize::from(place)];
            let moved = self.apart_from_arrivals(|engine| engine.move_one(scope, id, destination, None));
            self.s.scratch[usize::from(place)] = moved;
        }
        for (place, replaced) in (gone.start..gone.end).zip(ends_up) {
            let id = self.s.scratch[usize::from(place)];
            let moved = self.apart_from_arrivals(|engine| engine.move_one(&of_rules, id, &graveyard, Some(replaced)));
            self.s.scratch[usize::from(place)] = moved;
        }
        self.forget_counted(arriving);
        if self.pool.features.contains(Features::BESTOW) {
            self.end_bestow(true);
        }
        self.note_arrivals(gone);
        self.note_arrivals(arriving);
        self.arrived_in_graveyards(gone);
        self.entered(arriving);
    }
}
