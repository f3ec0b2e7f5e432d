//! CR 502.3: which permanents untap is determined first. Where a rule lets a player untap no more than some of a kind, they choose which:
//! as many as can be, one after the other.

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::filter::Filter;
use gauntlet_cards::keyword::Restrictions;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId, Range};
use crate::task::{Scope, Task};

/// How many permanents of a kind the active player can untap in this step, and whose rule it is.
type Limit<'a> = (usize, &'a Filter, Scope);

impl<'a> Eye<'a> {
    /// The limits for the active player.
    fn untap_limits(self) -> SmallVec<[Limit<'a>; 2]> {
        let mut limits = SmallVec::new();
        self.each_rule(RuleKinds::UNTAPS, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::UntapLimit(n, filter)) = &ability.effect
                && self.player_fits(scope, *who, self.s.active)
            {
                limits.push((usize::from(*n), filter, *scope));
            }
        });
        limits
    }

    /// The permanents of the active player that would untap.
    fn each_to_untap(self, f: &mut dyn FnMut(ObjectId, &Object)) {
        for (id, object) in self.s.permanents() {
            let stays = object.restrictions.contains(Restrictions::DOESNT_UNTAP) || object.is(Flags::STAYS_TAPPED);
            if object.controller == self.s.active && object.is(Flags::TAPPED) && !stays {
                f(id, object);
            }
        }
    }

    /// Returns whether more permanents would untap than a limit lets.
    pub(crate) fn untaps_too_many(self) -> bool {
        self.untap_limits().iter().any(|(most, filter, scope)| {
            let mut count = 0;
            self.each_to_untap(&mut |id, object| count += usize::from(self.matches(scope, filter, id, object)));
            count > *most
        })
    }
}

impl Engine<'_> {
    /// The active player chooses which of the permanents untap that limits speak of; the others stay tapped in this step.
    pub(crate) fn choose_limited_untaps(&mut self, mut chosen: Range) -> Flow {
        self.take_chosen(&mut chosen, |_, _| None);
        let asked = self.offer_more(chosen, (u32::MAX, u32::MAX), |engine, chosen, choices| {
            let eye = engine.eye();
            let limits = eye.untap_limits();
            // How many of those that were chosen count for a limit.
            let count = |(_, filter, scope): &Limit<'_>| {
                let counts =
                    |id: &&ObjectId| engine.s.get(**id).is_some_and(|one| eye.matches(scope, filter, **id, one));
                chosen.iter().filter(counts).count()
            };
            let full: SmallVec<[bool; 2]> = limits.iter().map(|limit| count(limit) >= limit.0).collect();
            eye.each_to_untap(&mut |id, object| {
                let mut limited = false;
                let free = limits.iter().zip(&full).all(|((_, filter, scope), full)| {
                    let counts = eye.matches(scope, filter, id, object);
                    limited |= counts;
                    !counts || !full
                });
                if limited && free && !chosen.contains(&id) {
                    choices.push(Action::Object(id.index));
                }
            });
        });
        if asked {
            return self.ask(
                Task::UntapSome(chosen),
                self.s.active,
                DecisionKind::Pick,
                ObjectId::NONE,
                Particulars::Left(1),
            );
        }
        for id in self.left_tapped(chosen) {
            self.object(id.index).flags |= Flags::STAYS_TAPPED;
        }
        self.s.scratch.truncate(usize::from(chosen.start));
        self.untap_what_can()
    }

    /// The permanents that limits speak of and that weren't chosen.
    fn left_tapped(&self, chosen: Range) -> SmallVec<[ObjectId; 16]> {
        let mut others = SmallVec::new();
        let eye = self.eye();
        let limits = eye.untap_limits();
        eye.each_to_untap(&mut |id, object| {
            let limited = limits.iter().any(|(_, filter, scope)| eye.matches(scope, filter, id, object));
            if limited && !self.chosen(chosen).contains(&id) {
                others.push(id);
            }
        });
        others
    }
}
