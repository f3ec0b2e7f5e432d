//! CR 701.42: melding the two cards of a meld pair.

use crate::effect::{Destination, Instr, Pick};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::noun::Noun;
use crate::text::grammar::words::Name;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// That you both own and control the source and another permanent that is described, and what that is.
    pub(super) fn both_there(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<(Condition, Filter)> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("what is melded with it:", noun);
        }
        let yours =
            |filter: Filter| filter.and(Test::Owner(PlayerFilter::You)).and(Test::Controller(PlayerFilter::You));
        let itself = Condition::ObjectIs(Objects::Source, yours(Filter::ANY));
        let other = yours(described.filter).and(Test::NotSource);
        Ok((Condition::All(vec![itself, Condition::Exists(Zone::Battlefield, other.clone())]), other))
    }

    /// "If you both own and control ~ and a creature named Bruna, the Fading Light, exile them, then meld them into Brisela, Voice of
    /// Nightmares."
    pub(super) fn melded(&mut self, frame: &mut Frame, noun: &Noun, into: &Name) -> Lowered<()> {
        if self.melds_into.as_deref() != Some(into.0.as_str()) {
            return decline("the back face of the meld pair is missing in the data");
        }
        let (both, other) = self.both_there(frame, noun)?;
        let (end, partner, exiled) = (frame.label(), frame.register()?, frame.register()?);
        frame.emit(Instr::Unless(both, end));
        let one = || Amount::Const(1);
        let from = Objects::Each(Zone::Battlefield, other);
        frame.emit(Instr::Pick(Pick { chooser: Players::You, from, min: one(), max: one(), random: false }, partner));
        let them = Objects::Union(vec![Objects::Source, Objects::Register(partner)]);
        frame.emit(Instr::Move(them, Destination::to(Zone::Exile), Some(exiled)));
        frame.emit(Instr::Meld(Objects::Register(exiled), into.0.clone()));
        frame.mark(end);
        Ok(())
    }
}
