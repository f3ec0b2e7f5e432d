//! Mana by what made it: how much of it was spent on something (CR 106.1, 601.2h).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::noun::Use;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, Test, Zone};
use crate::ids::ManaOrigin;
use crate::mana::ManaSymbol;
use crate::text::grammar::amount::{Amount as Words, ForEach};
use crate::text::grammar::condition::MadeBy;
use crate::text::grammar::noun::{Noun, Np};
use crate::types::{Colors, Supertypes};

impl Context<'_> {
    /// The permanents that a noun describes, as what makes mana. No player's are meant: mana is made by who controls the permanent.
    pub(super) fn mana_origin(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<ManaOrigin> {
        let described = self.noun(frame, noun)?;
        let there = described.zone == Some(Zone::Battlefield) || described.source && described.zone.is_none();
        let by_itself = |test: &Test| {
            matches!(
                test,
                Test::Types(_) | Test::AllTypes(_) | Test::Subtype(_) | Test::Supertype(_) | Test::NotSupertype(_)
            )
        };
        if !there || described.card || !described.filter.tests.iter().all(by_itself) {
            return unsupported("what makes the mana:", noun);
        }
        self.origin(described.filter)
    }

    fn origin(&mut self, made_by: Filter) -> Lowered<ManaOrigin> {
        match self.pool.add_mana_origin(made_by) {
            Some(origin) => Ok(origin),
            None => decline("mana of that many kinds of permanents isn't told apart"),
        }
    }

    /// CR 107.4h: what makes `{S}`.
    pub(super) fn snow_origin(&mut self) -> Lowered<ManaOrigin> {
        self.origin(Filter::just(Test::Supertype(Supertypes::SNOW)))
    }

    /// How much snow mana was spent to cast something.
    pub(super) fn snow_spent(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Amount> {
        Ok(Amount::ManaSpentFrom(Some(self.cast_with(frame, np)?), self.snow_origin()?))
    }

    /// How much mana of permanents of a kind was spent to cast something, or on the ability itself.
    pub(super) fn spent_from(&mut self, frame: &mut Frame, from: &MadeBy, np: Option<&Np>) -> Lowered<Amount> {
        let (MadeBy::A { noun } | MadeBy::Many { noun }) = from;
        let origin = self.mana_origin(frame, noun)?;
        let on = np.map(|np| self.cast_with(frame, np)).transpose()?;
        Ok(Amount::ManaSpentFrom(on, origin))
    }

    pub(super) fn amount_spent_from(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Amount> {
        match words {
            Words::SnowSpent { np } => self.snow_spent(frame, np),
            Words::SpentFrom { from, np } => self.spent_from(frame, from, Some(np)),
            _ => unsupported("the amount", words),
        }
    }

    pub(super) fn each_spent_from(&mut self, frame: &mut Frame, each: &ForEach) -> Lowered<Amount> {
        match each {
            ForEach::SnowSpent { np } => self.snow_spent(frame, np),
            ForEach::SpentFrom { from, np } | ForEach::ThatWasSpentFrom { from, np } => {
                self.spent_from(frame, from, Some(np))
            }
            _ => unsupported("the number of", each),
        }
    }

    /// Whether mana that one symbol stands for was spent to cast something, if that is colorless or snow mana (CR 107.4c, 107.4h).
    pub(super) fn one_kind_spent(&mut self, symbols: &[ManaSymbol], cast: &Objects) -> Lowered<Option<Condition>> {
        let spent = match symbols {
            [ManaSymbol::Colorless] => Amount::ManaSpent(cast.clone(), Some(Colors::empty())),
            [ManaSymbol::Snow] => Amount::ManaSpentFrom(Some(cast.clone()), self.snow_origin()?),
            _ => return Ok(None),
        };
        Ok(Some(Condition::Compare(spent, Comparison::AtLeast, Amount::Const(1))))
    }

    fn cast_with(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Objects> {
        self.objects(frame, np, Use::Read)
    }
}
