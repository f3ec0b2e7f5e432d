//! Numbers that are the greater of two, or that by which two differ.

use super::context::Context;
use super::decline::Lowered;
use super::filter::unsupported;
use super::frame::Frame;
use crate::filter::{Amount, Players};
use crate::text::grammar::amount::Amount as Words;

impl Context<'_> {
    /// "2 or the greatest power among Dinosaurs you control, whichever is greater", "the difference between those players' life totals".
    pub(super) fn compared_amounts(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Amount> {
        let greater = |a: Amount, b: Amount| Amount::Greatest(Box::new(a), Box::new(b));
        Ok(match words {
            Words::WhicheverGreater { n, amount } => greater(self.number(frame, n)?, self.amount(frame, amount)?),
            Words::GreaterNumber { a, b } => greater(self.how_many(frame, a)?, self.how_many(frame, b)?),
            Words::GainedOrLost => greater(Amount::LifeGained(Players::You), Amount::LifeLost(Players::You)),
            // Of two players they are both.
            Words::DifferenceOfLives => {
                let life = |whose| Box::new(Amount::Life(whose));
                let more = Amount::Difference(life(Players::You), life(Players::Opponents));
                greater(more, Amount::Difference(life(Players::Opponents), life(Players::You)))
            }
            _ => return unsupported("the amount", words),
        })
    }
}
