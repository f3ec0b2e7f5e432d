//! Costs that depend on the targets (CR 601.2c, f): only such targets are offered that it can still be paid for.

use gauntlet_cards::ability::{RuleKinds, StaticEffect};
use gauntlet_cards::effect::Script;
use gauntlet_cards::filter::{Amount, asks_for_targets};
use gauntlet_cards::keyword::Features;
use gauntlet_cards::walk::Walk;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::{Modes, Object, Target};
use crate::task::Scope;

/// Targets as they are chosen: of the modes before, and of the mode that is at work with the numbers of their specs.
pub(crate) struct Aiming<'b> {
    pub(crate) scope: &'b Scope,
    pub(crate) script: &'b Script,
    pub(crate) modes: &'b [u8],
    pub(crate) from: &'b Object,
    /// Whether it can be paid for with these targets.
    pub(crate) payable: &'b dyn Fn(&[Target]) -> bool,
}

impl<'a> Eye<'a> {
    /// This position, while something is announced with these targets.
    pub(crate) fn aiming<'b>(self, aims: &'b [Target]) -> Eye<'b>
    where
        'a: 'b,
    {
        Eye { aims, ..self }
    }

    /// Returns whether the cost depends on the targets that are chosen.
    pub(crate) fn targets_change_cost(self, attempt: &Attempt<'_>) -> bool {
        let way = attempt.activatable;
        let parts = &way.script.parts;
        // Targets come with the text, or with text that is spliced onto it (CR 702.47a).
        if parts.is_empty() || self.pool.splices.is_empty() && parts.iter().all(|part| part.targets.is_empty()) {
            return false;
        }
        let mut matter =
            way.cost_changes.iter().any(gauntlet_cards::cost::SelfCostChange::aims) || way.cost.parts_aim();
        if self.pool.features.contains(Features::COSTS_BY_TARGET) {
            self.each_rule(RuleKinds::COSTS, &mut |_, ability| {
                if let StaticEffect::SpellCost { what, change, .. } | StaticEffect::AbilityCost { what, change, .. } =
                    &ability.effect
                {
                    matter |= asks_for_targets(what) || change.aims();
                }
            });
        }
        matter
    }

    /// Returns whether the other parts of its cost than mana can be paid with the targets as they are, if those say what the parts are.
    pub(crate) fn aimed_parts_payable(self, scope: &Scope, attempt: Attempt<'_>) -> bool {
        let cost = &attempt.activatable.cost;
        !cost.parts_aim() || self.parts_payable(scope, attempt, cost)
    }

    /// Returns whether there are targets with which something that is about to be announced can be paid for.
    pub(crate) fn payable_with_targets(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        from: &Object,
        available: &AvailableMana<'_>,
    ) -> bool {
        let script = &attempt.activatable.script;
        let payable = |modes: Modes, aims: &[Target]| {
            let eye = self.aiming(aims);
            eye.mana_payable(scope, attempt, modes, available)
                && eye.paid_jointly(scope, attempt, modes, available)
                && eye.aimed_parts_payable(scope, attempt)
        };
        let modes: &[&[u8]] = match &script.modes {
            None => &[&[0]],
            // One mode is looked at with its targets; more are chosen only as far as they can be paid for.
            Some(choice) if choice.bounds(|condition| self.holds(scope, condition)).0 <= 1 => {
                &[&[0], &[1], &[2], &[3], &[4], &[5]]
            }
            Some(_) => return payable(Modes::default(), &[]) && self.script_possible(scope, script, from),
        };
        let open = |modes: &&&[u8]| {
            let mode = usize::from(modes[0]);
            mode < script.parts.len() && !self.mode_is_taken(scope.source, script, mode)
        };
        modes.iter().filter(open).any(|modes| {
            let mut costs = script.modes.iter().flat_map(|choice| choice.costs(modes, script.parts.len()));
            let aiming = Aiming { scope, script, modes, from, payable: &|aims| payable(Modes::one(modes[0]), aims) };
            costs.all(|cost| self.parts_payable(scope, attempt, cost)) && self.can_aim(&aiming, 0, 0, &[], &[])
        })
    }

    /// Returns whether the targets that are still to be chosen, from a spec of a mode on, can be chosen so that all can be paid for.
    pub(crate) fn can_aim(
        self,
        aiming: &Aiming<'_>,
        mode: usize,
        spec: usize,
        chosen: &[(u8, Target)],
        aims: &[Target],
    ) -> bool {
        let Some(part) = aiming.modes.get(mode).map(|mode| self.pool.part(aiming.script, *mode)) else {
            return (aiming.payable)(aims);
        };
        let Some(wanted) = part.targets.get(spec) else { return self.can_aim(aiming, mode + 1, 0, &[], aims) };
        let mut scope = *aiming.scope;
        scope.mode = mode as u8;
        let least = self.amount(&scope, &wanted.min).max(0) as usize;
        let most = self.amount(&scope, &wanted.max).max(0) as usize;
        let have = chosen.iter().filter(|entry| usize::from(entry.0) == spec).count();
        if have >= least && self.can_aim(aiming, mode, spec + 1, chosen, aims) {
            return true;
        }
        // One target more than there must be may make it cheaper; more of them make it cheaper still only where they are counted, and then
        // as many as there can be do.
        let more_than_enough = have >= least.max(1).min(most);
        if more_than_enough && (have >= most || !self.counts_targets()) {
            return false;
        }
        let mut possible = false;
        self.each_candidate(&scope, part, spec as u8, chosen, aiming.from, &mut |target| {
            let mut more: SmallVec<[(u8, Target); 8]> = SmallVec::from_slice(chosen);
            more.push((spec as u8, target));
            let mut all: SmallVec<[Target; 8]> = SmallVec::from_slice(aims);
            all.push(target);
            possible = self.can_aim(aiming, mode, spec, &more, &all);
            !possible && !more_than_enough
        });
        possible
    }

    /// Returns whether a rule makes spells cost less for each of their targets that fits.
    fn counts_targets(self) -> bool {
        let mut counts = false;
        self.each_rule(RuleKinds::COSTS, &mut |_, ability| {
            if let StaticEffect::SpellCost { change, .. } = &ability.effect {
                counts |= change.has(|amount: &Amount| matches!(amount, Amount::TargetsThat(_)));
            }
        });
        counts
    }
}
