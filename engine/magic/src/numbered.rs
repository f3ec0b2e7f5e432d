//! How much is milled, scried or proliferated, which effects may change (CR 614.1a, 616.1).

use gauntlet_cards::ability::{NumberedAction, Replacement, RuleKinds, StaticEffect};
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Marks;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::replacement::Step;
use crate::state::{ObjectId, Range};
use crate::task::Scope;

/// What comes of an action with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbered {
    /// It is done with this number.
    Done(u32),
    /// That many cards are drawn instead.
    Draws(u32),
}

impl Eye<'_> {
    /// What a player does who would do something with this number, one at least. What multiplies applies before what adds: for whoever mills
    /// that is less, and nothing multiplies anything else that something adds to.
    pub(crate) fn numbered(self, player: Player, action: NumberedAction, number: u32) -> Numbered {
        if number == 0 || !self.has_rules(RuleKinds::NUMBERED) {
            return Numbered::Done(number);
        }
        let (mut steps, mut draws): (SmallVec<[Step; 4]>, bool) = (SmallVec::new(), false);
        self.each_rule(RuleKinds::NUMBERED, &mut |scope, ability| {
            let StaticEffect::Replacement(Replacement::Numbered { player: who, action: of, change }) = &ability.effect
            else {
                return;
            };
            if *of != action || !self.player_fits(scope, *who, player) {
                return;
            }
            match change {
                Some(change) => steps.push(self.step(scope, change)),
                None => draws = true,
            }
        });
        steps.sort_by_key(|step| !matches!(step, Step::Times(_)));
        let number = steps.iter().fold(number as i32, |number, step| step.apply(number)).max(0) as u32;
        if draws { Numbered::Draws(number) } else { Numbered::Done(number) }
    }
}

impl Engine<'_> {
    /// Puts the top cards of a library into the graveyard (CR 701.17), as many as effects say. References to them go to the end of the
    /// scratch list.
    pub(crate) fn mill(&mut self, player: Player, count: u32) -> Range {
        let start = self.s.scratch.len() as u16;
        if let Numbered::Done(count) = self.eye().numbered(player, NumberedAction::Mill, count) {
            self.take_from_top(player, count);
        }
        let range = Range { start, end: self.s.scratch.len() as u16 };
        self.put_milled(&Scope::of(ObjectId::NONE, player), range);
        range
    }

    /// Cards that were taken from the tops of libraries are milled (CR 701.17a).
    pub(crate) fn put_milled(&mut self, scope: &Scope, range: Range) {
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            self.object(id.index).marks |= Marks::MILLED;
        }
        self.move_objects(scope, range, &Destination::to(Zone::Graveyard));
    }
}
