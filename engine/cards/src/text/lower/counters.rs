//! Removing counters: from what they can be removed.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::noun::Use;
use crate::effect::Instr;
use crate::filter::{Amount, CounterKind, Objects, Players, Test, Zone};
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{Noun, Nps};
use crate::text::grammar::words::CounterWord;

impl Context<'_> {
    /// "Remove a hit counter from a card that player owns in exile."
    pub(super) fn remove_counters(
        &mut self,
        frame: &mut Frame,
        who: &Players,
        counters: &Counters,
        from: &Nps,
    ) -> Lowered<()> {
        let from = self.objects_of(frame, from, Use::Act)?;
        let (kind, n) = match counters {
            Counters::Some { .. } => {
                let (kind, n) = self.counters_of(frame, counters)?;
                (Some(kind), Some(n))
            }
            Counters::All { kind } => (kind.as_ref().map(|kind| self.counter(kind)).transpose()?, None),
            // Who removes it chooses which, where there are several kinds.
            Counters::AnyKind if *who == Players::You => (None, Some(Amount::Const(1))),
            Counters::Several { n } if *who == Players::You => (None, Some(self.count(frame, n)?)),
            Counters::UpTo { n } if *who == Players::You => {
                let most = self.count(frame, n)?;
                let register = frame.number_register()?;
                frame.emit(Instr::ChooseNumber(Players::You, Amount::Const(0), most, register));
                (None, Some(Amount::Register(register)))
            }
            Counters::AnyKind | Counters::Several { .. } | Counters::UpTo { .. } => {
                return unsupported("for another player, the counters", counters);
            }
        };
        frame.choose_with_counters(&from, kind, n.as_ref())?;
        frame.emit(Instr::RemoveCounters(from, kind, n));
        Ok(())
    }
}

impl Frame {
    /// What counters are removed from by choice has such counters, as nobody can choose what is impossible (CR 608.2d); if it may be
    /// done or not, all of them (CR 118.12).
    pub(super) fn choose_with_counters(
        &mut self,
        from: &Objects,
        kind: Option<CounterKind>,
        n: Option<&Amount>,
    ) -> Lowered<()> {
        let optional = self.setting.perhaps > 0;
        let Objects::Register(chosen) = from else { return Ok(()) };
        let Some(Instr::Pick(pick, into)) = self.last_instr() else { return Ok(()) };
        if into != chosen {
            return Ok(());
        }
        let Objects::Each(_, filter) = &mut pick.from else {
            return decline("from what counters are removed can't be narrowed to what has them");
        };
        filter.tests.push(match (kind, n) {
            (Some(kind), Some(Amount::Const(n))) if optional && *n > 1 => Test::CountersAtLeast(kind, *n as u16),
            (_, None | Some(Amount::Const(_))) => Test::HasCounter(kind),
            (_, Some(_)) if !optional => Test::HasCounter(kind),
            (_, Some(_)) => return decline("how many counters would have to be there is only known later"),
        });
        Ok(())
    }
}

impl Context<'_> {
    /// The counters of a kind, or of any, on all permanents that a noun describes.
    pub(super) fn counters_among(
        &mut self,
        frame: &mut Frame,
        kind: Option<&CounterWord>,
        noun: &Noun,
    ) -> Lowered<Amount> {
        let kind = kind.map(|kind| self.counter(kind)).transpose()?;
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("among what counters are counted:", noun);
        }
        Ok(Amount::Counters(Objects::Each(Zone::Battlefield, described.filter), kind))
    }
}
