//! The order of graveyards (CR 404.2).

use super::context::Context;
use super::decline::Lowered;
use super::described::Described;
use super::filter::unsupported;
use super::frame::Frame;
use crate::effect::{Instr, Pick};
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::text::grammar::noun::Noun;
use crate::text::grammar::player::ZoneRef;

impl Context<'_> {
    /// "The top creature card of your graveyard": what it is, and whose graveyard that is.
    pub(super) fn topmost(&mut self, frame: &mut Frame, noun: &Noun, zone: &ZoneRef) -> Lowered<(Filter, Described)> {
        let described = self.noun(frame, noun)?;
        let (Zone::Graveyard, Some(owner)) = self.zone(frame, zone)? else {
            return unsupported("whose graveyard is meant:", zone);
        };
        if !described.card || described.zone.is_some() || described.among.is_some() || described.random {
            return unsupported("what is on top:", noun);
        }
        let top = Filter::just(owner).and(Test::TopOfGraveyard(Box::new(described.filter.clone())));
        Ok((top, described))
    }

    /// The same as what something is done to: there is no choice.
    pub(super) fn top_of_graveyard(&mut self, frame: &mut Frame, noun: &Noun, zone: &ZoneRef) -> Lowered<Objects> {
        let (top, described) = self.topmost(frame, noun, zone)?;
        let register = frame.register()?;
        let (from, one) = (Objects::Each(Zone::Graveyard, top), || Amount::Const(1));
        frame.emit(Instr::Pick(Pick { chooser: Players::You, from, min: one(), max: one(), random: false }, register));
        frame.mention(Objects::Register(register), false, Some(&described));
        Ok(Objects::Register(register))
    }
}
