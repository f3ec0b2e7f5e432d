//! "For the first time each turn" (CR 603.2): what has happened in a turn is counted from its beginning, whether or not the ability that
//! asks for it is there. Counted only for the events that an ability of the pool asks for.

use gauntlet_cards::ability::{FirstOf, FirstTime};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;

use super::Match;
use crate::engine::Engine;
use crate::state::{Happened, ObjectId};
use crate::task::Scope;

impl Engine<'_> {
    /// Returns whether what an ability sees now hasn't happened before in this turn.
    pub(super) fn is_first(&self, scope: &Scope, first: &FirstTime) -> bool {
        let number = self.pool.firsts.0.iter().position(|other| other == first);
        let about = scope.event.object;
        !self.s.firsts.iter().any(|past| {
            Some(usize::from(past.number)) == number
                && match first.of {
                    FirstOf::Own => past.source == scope.source,
                    FirstOf::Object => past.you == scope.you && past.about == about,
                    FirstOf::All => past.you == scope.you,
                    FirstOf::Others => past.you == scope.you && past.about != scope.source,
                }
        })
    }

    /// Counts an event that has just been seen by all that watches, for each player and object whose ability could ask.
    pub(super) fn count_firsts(&mut self, kinds: EventKinds, matches: &Match<'_>) {
        for (number, first) in self.pool.firsts.0.iter().enumerate() {
            if !first.event.kinds().intersects(kinds) {
                continue;
            }
            let number = number as u16;
            if first.of == FirstOf::Own {
                for place in 0..self.s.battlefield.len() {
                    let source = self.s.id(self.s.battlefield[place]);
                    let you = self.s.objects[source.index()].controller;
                    if matches(self.eye(), &Scope::of(source, you), &first.event).is_some() {
                        self.count_first(Happened { number, you, source, about: ObjectId::NONE });
                    }
                }
                continue;
            }
            for you in Player::BOTH {
                let Some(data) = matches(self.eye(), &Scope::of(ObjectId::NONE, you), &first.event) else { continue };
                let about = if first.of == FirstOf::All { ObjectId::NONE } else { data.object };
                self.count_first(Happened { number, you, source: ObjectId::NONE, about });
            }
        }
    }

    fn count_first(&mut self, happened: Happened) {
        if !self.s.firsts.contains(&happened) {
            self.s.firsts.push(happened);
        }
    }
}
