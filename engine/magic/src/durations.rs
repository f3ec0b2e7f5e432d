//! What lasts for as long as something is so (CR 611.2b): when it ends, and what had ended before it would have begun.

use gauntlet_cards::effect::Duration;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::state::{Flags, Hold, Lapse, ObjectId};
use crate::task::Resolve;

impl Engine<'_> {
    /// Effects that last for as long as something is so end when it is so no more (CR 611.2b).
    pub(crate) fn end_conditional_effects(&mut self) {
        self.expire(|engine, duration, controller, _, source, object| {
            engine.is_over(duration, controller, source, object)
        });
        if self.pool.features.contains(Features::PREPARES) {
            self.update_prepared();
        }
    }

    /// What lasts until its source is cast from exile ends as that has been cast, so that it can help to pay for it (CR 601.2i).
    pub(crate) fn end_until_cast(&mut self, spell: ObjectId) {
        let exiled = spell.before();
        self.expire(|_, duration, _, _, source, _| {
            duration == Duration::UntilSourceCast && (source == exiled || source == exiled.before())
        });
    }

    /// A player exiles a card with a source: what lasts until then ends, before the card that comes may be played so (CR 607.2a, 611.2b).
    pub(crate) fn end_until_another_exiled(&mut self, with: ObjectId, by: Player) {
        let ends = |duration: Duration, player: Player, source: ObjectId| {
            duration == Duration::UntilAnotherExiled && player == by && source == with
        };
        let mut permissions = self.s.permissions.iter();
        if permissions.any(|given| ends(given.duration, given.player, given.source)) {
            self.expire(|_, duration, player, _, source, _| ends(duration, player, source));
        }
    }

    /// Returns whether it isn't so now.
    fn is_over(&self, duration: Duration, controller: Player, source_id: ObjectId, object: ObjectId) -> bool {
        let source = self.s.get(source_id).filter(|source| source.zone == Zone::Battlefield);
        match duration {
            Duration::WhileSourceOnBattlefield => source.is_none(),
            Duration::WhileYouControlSource => source.is_none_or(|source| source.controller != controller),
            // Nothing ends while the object is on its way from one zone to the other.
            Duration::WhileYouControlIt => self.s.get(object).is_none_or(|object| object.controller != controller),
            Duration::WhileEncoded => self.eye().encoded_card(source_id).is_none(),
            Duration::WhileSourceTapped => source.is_none_or(|source| !source.is(Flags::TAPPED)),
            Duration::WhileYouControlTappedSource => {
                source.is_none_or(|source| source.controller != controller || !source.is(Flags::TAPPED))
            }
            Duration::WhileItHasCounter(kind) => {
                self.s.get(object).is_none_or(|_| self.s.counters_on(object.index, kind) == 0)
            }
            Duration::WhileItIsEnchanted => !self.eye().is_enchanted(object),
            _ => false,
        }
    }

    /// Returns whether an effect of what resolves does nothing, as its duration ended while that was on the stack and hasn't begun again
    /// during the resolution, or never started (CR 611.2b). What was so again before then is remembered by [`Engine::lapse`].
    pub(crate) fn ended_before_it_began(
        &self,
        task: &Resolve,
        duration: Duration,
        controller: Player,
        object: ObjectId,
    ) -> bool {
        let source = task.scope.source;
        let held = Some(Hold::Controlled(controller));
        let (subject, holds) = match duration {
            // What has left the battlefield doesn't return as the same object (CR 400.7).
            Duration::WhileSourceOnBattlefield => (source, [None, None]),
            Duration::WhileYouControlSource => (source, [held, None]),
            Duration::WhileSourceTapped => (source, [Some(Hold::Tapped), None]),
            Duration::WhileYouControlTappedSource => (source, [held, Some(Hold::Tapped)]),
            Duration::WhileYouControlIt => (object, [held, None]),
            Duration::WhileItHasCounter(kind) => (object, [Some(Hold::Counters(kind)), None]),
            Duration::WhileItIsEnchanted => (object, [Some(Hold::Enchanted), None]),
            _ => return false,
        };
        // What isn't on the stack resolves at once.
        let Some(on_stack) = self.s.get(task.item.object) else { return false };
        // It doesn't start and immediately stop again. (Who controls what the effect is about may change as this resolves.)
        if duration != Duration::WhileYouControlIt && self.is_over(duration, controller, source, object) {
            return true;
        }
        self.s.lapses.iter().any(|lapse| {
            lapse.object == subject
                && holds.contains(&Some(lapse.hold))
                && lapse.ended > on_stack.timestamp
                && lapse.again.is_some_and(|again| again <= task.began)
        })
    }

    /// A permanent isn't any more as durations may want it. That is remembered for what is on the stack.
    pub(crate) fn lapse(&mut self, object: ObjectId, hold: Hold) {
        if self.pool.features.contains(Features::LASTS_WHILE) && !self.s.stack.is_empty() {
            let ended = self.s.tick();
            self.s.lapses.push(Lapse { object, hold, ended, again: None });
        }
    }

    /// Something has left what it was attached to.
    pub(crate) fn moved_from_host(&mut self, host: ObjectId) {
        if !host.is_none() && self.pool.features.contains(Features::LASTS_WHILE) && !self.eye().is_enchanted(host) {
            self.lapse(host, Hold::Enchanted);
        }
    }

    /// Something is attached to a permanent.
    pub(crate) fn attached_to_host(&mut self, host: ObjectId) {
        if !self.s.lapses.is_empty() && self.eye().is_enchanted(host) {
            self.hold_again(host, Hold::Enchanted);
        }
    }

    /// It is so again.
    pub(crate) fn hold_again(&mut self, object: ObjectId, hold: Hold) {
        if self.s.lapses.is_empty() {
            return;
        }
        let again = self.s.tick();
        for lapse in self.s.lapses.iter_mut().filter(|lapse| lapse.object == object && lapse.hold == hold) {
            lapse.again.get_or_insert(again);
        }
    }
}
