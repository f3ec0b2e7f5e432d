//! What is sacrificed while something else is returned, as one event.

use crate::effect::{Destination, Instr};
use crate::filter::{Amount, Condition, Filter, Objects, Players, Zone};
use crate::text::grammar::noun::Head;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// "If both targets are still legal as this ability resolves, that player simultaneously sacrifices the artifact and returns the artifact
    /// card to the battlefield": the player who controls the first of two targets and whose graveyard has the other.
    pub(super) fn swapped(&mut self, frame: &mut Frame, gone: &Head, card: &Head) -> Lowered<()> {
        let (gone, card) = (self.head(frame, gone)?, self.head(frame, card)?);
        let lies = |zone: Zone, filter: &Filter, place: usize| {
            let spec = &frame.code.targets[place];
            let said = |(there, fits): &(Zone, Filter)| {
                *there == zone && filter.tests.iter().all(|test| fits.tests.contains(test))
            };
            let one = Amount::Const(1);
            spec.players.is_none()
                && (spec.min == one && spec.max == one)
                && !spec.objects.is_empty()
                && spec.objects.iter().all(said)
        };
        let two = frame.code.targets.len() == 2 && card.card && !gone.card;
        if !two || !lies(Zone::Battlefield, &gone.filter, 0) || !lies(Zone::Graveyard, &card.filter, 1) {
            return decline("what is sacrificed and what is returned must be the two targets");
        }
        let (permanent, other) = (Objects::Target(0), Objects::Target(1));
        let end = frame.label();
        for target in [&permanent, &other] {
            frame.emit(Instr::Unless(Condition::ObjectIs(target.clone(), Filter::ANY), end));
        }
        let player = Players::ControllerOf(Box::new(permanent.clone()));
        frame.emit(Instr::SacrificeWhile(player, permanent, other, Destination::to(Zone::Battlefield)));
        frame.mark(end);
        Ok(())
    }
}
