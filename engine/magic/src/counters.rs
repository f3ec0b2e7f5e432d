//! Moving counters (CR 122.5), and what counters can't be put on (CR 614.17).

use gauntlet_cards::ability::{RuleKinds, StaticEffect};
use gauntlet_cards::filter::{CounterKind, Filter, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::replacement::Putting;
use crate::state::{Object, ObjectId, Target};
use crate::task::Scope;

impl Eye<'_> {
    /// Returns whether counters of a kind may be put on an object, or given to a player: what can't happen isn't replaced, and isn't a
    /// cost that anybody can pay (CR 614.17b–c). `entering`: whether it would enter the battlefield with them, of which it says nothing by what
    /// it says of permanents like it (CR 614.17d).
    pub(crate) fn may_get_counters(self, on: Target, kind: CounterKind, entering: bool) -> bool {
        let mut may = true;
        self.each_rule(RuleKinds::NO_COUNTERS, &mut |scope, ability| {
            if let StaticEffect::NoCounters { what, players, kind: forbidden } = &ability.effect
                && forbidden.is_none_or(|forbidden| forbidden == kind)
            {
                may &= match on {
                    Target::Player(player) => !players.is_some_and(|who| self.player_fits(scope, who, player)),
                    Target::Object(id) => !self.s.get(id).is_some_and(|object| {
                        what.as_ref().is_some_and(|what| self.is_said_of(scope, what, id, object, entering))
                    }),
                };
            }
        });
        may
    }

    /// Returns whether what a static ability says of counters on permanents is said of an object. Cards that lie elsewhere aren't permanents
    /// (CR 110.1). `entering`: the object would enter the battlefield with them, of which it says nothing itself by what it says of
    /// permanents like it (CR 614.12, 614.17d).
    pub(crate) fn is_said_of(
        self,
        scope: &Scope,
        what: &Filter,
        id: ObjectId,
        object: &Object,
        entering: bool,
    ) -> bool {
        let of_its_like = entering && scope.source == id && !what.speaks_of_source();
        object.zone == Zone::Battlefield && !of_its_like && self.matches(scope, what, id, object)
    }
}

impl Engine<'_> {
    /// Returns whether an object may enter the battlefield under a player's control with counters of a kind, as far as what exists already
    /// says (CR 614.12, 614.17d).
    pub(crate) fn may_enter_with(&self, id: ObjectId, controller: Player, kind: CounterKind) -> bool {
        if !self.eye().has_rules(RuleKinds::NO_COUNTERS) || self.s.get(id).is_none() {
            return true;
        }
        self.on_a_copy(|there| {
            let object = there.object(id.index);
            object.zone = Zone::Battlefield;
            (object.controller, object.base_controller) = (controller, controller);
            there.arrived(id);
            there.eye().may_get_counters(Target::Object(id), kind, true)
        })
    }

    /// Moves up to that many counters of a kind, or of each kind, from one object onto another: removes them and puts them there. What
    /// can't be put there isn't removed either (CR 122.5). Returns how many were removed.
    pub(crate) fn move_counters(
        &mut self,
        (from, to): (ObjectId, ObjectId),
        kind: Option<CounterKind>,
        amount: u16,
        by: Player,
    ) -> i32 {
        if from == to {
            return 0;
        }
        let mut moved = 0;
        let entries = self.s.counters.iter().filter(|entry| entry.0 == from.index);
        let kinds: SmallVec<[CounterKind; 4]> =
            entries.map(|entry| entry.1).filter(|other| kind.is_none_or(|kind| kind == *other)).collect();
        for kind in kinds {
            if !self.eye().may_get_counters(Target::Object(to), kind, false) {
                continue;
            }
            let taken = self.take_counters(from.index, kind, amount);
            self.add_counters(to, kind, i32::from(taken), Putting::effect(by));
            moved += i32::from(taken);
        }
        moved
    }
}
