//! Which spells were cast this turn or the turn before.

use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::SpellsCondition;
use crate::text::lower::condition::compare;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// Which spells were cast this turn or the turn before.
    pub(super) fn spells_condition(&mut self, frame: &mut Frame, words: &SpellsCondition) -> Lowered<Condition> {
        Ok(match words {
            SpellsCondition::YouCast { n, noun, .. } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::CAST, n, noun, Zone::Stack, Some(yours))?
            }
            SpellsCondition::OpponentCast { n, noun } | SpellsCondition::OpponentHasCast { n, noun } => {
                let theirs = Test::Controller(PlayerFilter::Opponent);
                self.happened(frame, Happening::CAST, n, noun, Zone::Stack, Some(theirs))?
            }
            // Another than the spell that was just cast, if that is what triggered.
            SpellsCondition::YouveCastAnother => match frame.discourse.mentions.last() {
                Some(mention) if mention.spell && mention.before == Some(Objects::Event) => {
                    compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, 2)
                }
                _ => compare(Amount::OtherSpellsCast, Comparison::AtLeast, 1),
            },
            SpellsCondition::YouveCastN { n } => compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, n.0),
            SpellsCondition::NoSpellsLastTurn => {
                compare(Amount::SpellsCastLastTurn(Players::Each), Comparison::Equal, 0)
            }
            SpellsCondition::TwoSpellsLastTurn => Condition::AnyOf(
                [Players::You, Players::Opponents]
                    .map(|who| compare(Amount::SpellsCastLastTurn(who), Comparison::AtLeast, 2))
                    .to_vec(),
            ),
            SpellsCondition::YoursCountered { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.spell || described.zone != Some(Zone::Stack) {
                    return unsupported("the condition", words);
                }
                let yours = described.filter.and(Test::WasCast).and(Test::Controller(PlayerFilter::You));
                compare(Amount::Happened(Happening::COUNTERED, yours), Comparison::AtLeast, 1)
            }
            SpellsCondition::SpellWarped => {
                compare(Amount::Happened(Happening::WARPED, Filter::ANY), Comparison::AtLeast, 1)
            }
            SpellsCondition::HaventCast { noun } | SpellsCondition::DidntCast { noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::CAST, &AtLeast::No, noun, Zone::Stack, Some(yours))?
            }
            SpellsCondition::ThatPlayerDidnt { noun } => {
                let theirs = Test::ControllerIn(Box::new(self.that_player(frame)?));
                self.happened(frame, Happening::CAST, &AtLeast::No, noun, Zone::Stack, Some(theirs))?
            }
            SpellsCondition::ItsFirstOf { a, b, c } => {
                let it = self.it(frame)?;
                let of = frame.read(&it)?;
                let mut any = Vec::new();
                for noun in [a, b, c] {
                    let yours = self.spells(frame, noun, "what was cast:")?.and(Test::Controller(PlayerFilter::You));
                    any.push(compare(Amount::CastOrdinal(of.clone(), yours), Comparison::Equal, 1));
                }
                Condition::AnyOf(any)
            }
            SpellsCondition::ItsNth { n, noun } | SpellsCondition::ItWasNth { n, noun } => {
                let it = self.it(frame)?;
                let of = frame.read(&it)?;
                let yours = self.spells(frame, noun, "what was cast:")?.and(Test::Controller(PlayerFilter::You));
                compare(Amount::CastOrdinal(of, yours), Comparison::Equal, i32::from(n.0))
            }
            SpellsCondition::CastBoth { a, b } | SpellsCondition::CastBothNamed { a, b } => {
                let mut both = Vec::new();
                for noun in [a, b] {
                    let yours = Test::Controller(PlayerFilter::You);
                    both.push(self.happened(frame, Happening::CAST, &AtLeast::A, noun, Zone::Stack, Some(yours))?);
                }
                Condition::All(both)
            }
        })
    }
}
