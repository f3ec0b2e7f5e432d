//! What is to be paid with mana (CR 601.2f).

use gauntlet_cards::ability::{ActivatableKind, PaymentHelper, PlayerRule, RuleKinds, StaticEffect, WhichAbilities};
use gauntlet_cards::cost::CostChange;
use gauntlet_cards::effect::ModeCost;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::mana::ManaCost;
use gauntlet_core::Player;

use crate::evaluate::Eye;
use crate::legal::{Attempt, optional_paid};
use crate::payment::{Bill, Settled};
use crate::state::{Flags, Modes, Object, Paid};
use crate::task::Scope;

/// What is to be paid with mana where nothing is added to a cost or taken from it.
pub(super) enum Unchanged<'w> {
    /// Nothing.
    Nothing,
    /// The cost as it is written.
    Written(&'w ManaCost),
}

impl<'a> Eye<'a> {
    /// What is to be paid with mana for something that is begun, if that is just what is written: most costs are never changed, and no bill
    /// is made for these to say whether they can be paid.
    #[inline]
    pub(super) fn unchanged_cost<'w>(self, scope: &Scope, attempt: &Attempt<'w>, modes: Modes) -> Option<Unchanged<'w>>
    where
        'a: 'w,
    {
        let way = attempt.activatable;
        let unchanged = scope.x == 0
            && way.script.modes.as_ref().is_none_or(|choice| choice.cost == ModeCost::None)
            && (modes.count == 0 || self.pool.splices.is_empty())
            && way.cost_changes.is_empty()
            && !self.may_have_help(*attempt)
            && !self.has_rules(RuleKinds::COSTS)
            && self.s.commanders.is_empty()
            && optional_paid(scope, way).next().is_none();
        if !unchanged {
            return None;
        }
        Some(match self.mana_part(attempt) {
            Some(mana) if !mana.symbols.is_empty() => Unchanged::Written(mana),
            _ => Unchanged::Nothing,
        })
    }
}

impl Eye<'_> {
    /// The mana to be paid (CR 601.2f): the mana part, the optional costs and modes that were chosen, and what effects add and
    /// take away. What is left of X is paid with mana of some colors only, if the text says so; reductions take from X first, as
    /// that leaves most ways to pay.
    pub(crate) fn bill(self, scope: &Scope, attempt: Attempt<'_>, paid: Paid, modes: Modes) -> Bill {
        if scope.paid == paid
            && let Some(unchanged) = self.unchanged_cost(scope, &attempt, modes)
        {
            return match unchanged {
                Unchanged::Nothing => Bill::ZERO,
                Unchanged::Written(mana) => Bill::new(mana, 0),
            };
        }
        self.changed_bill(scope, attempt, paid, modes)
    }

    /// The same where something may be added to the cost as it is written, or taken from it.
    pub(super) fn changed_bill(self, scope: &Scope, attempt: Attempt<'_>, paid: Paid, modes: Modes) -> Bill {
        let helpers = &attempt.activatable.helpers;
        let waterbent = helpers.iter().find_map(|helper| match helper {
            PaymentHelper::WaterbendCost { mana, optional } => Some((mana, *optional)),
            _ => None,
        });
        if let Some((mana, optional)) = waterbent {
            let bill = self.bill_of_any_mana(scope, attempt, paid, modes, true);
            let times = optional.map_or(1, |place| u32::from(paid[usize::from(place)]));
            return bill.of_mana_alone(bill.generic().saturating_sub(times * Bill::new(mana, 0).generic()));
        }
        let only = helpers.iter().find_map(|helper| match helper {
            PaymentHelper::OnlyOnX(colors) => Some(*colors),
            _ => None,
        });
        let Some(colors) = only.filter(|_| scope.x > 0) else {
            return self.bill_of_any_mana(scope, attempt, paid, modes, true);
        };
        let bill = self.bill_of_any_mana(scope, attempt, paid, modes, true);
        let without = self.bill_of_any_mana(&Scope { x: 0, ..*scope }, attempt, paid, modes, false);
        bill.of_colors(bill.generic().saturating_sub(without.generic()), colors)
    }

    fn bill_of_any_mana(self, scope: &Scope, attempt: Attempt<'_>, paid: Paid, modes: Modes, reduced: bool) -> Bill {
        let scope = &self.with_offered(scope);
        let activatable = attempt.activatable;
        let mana = self.mana_part(&attempt);
        let mut bill = mana.map_or(Bill::ZERO, |mana| Bill::new(mana, u32::from(scope.x)));
        for (times, cost) in paid.iter().zip(&activatable.optional_costs) {
            for _ in 0..*times {
                if let Some(mana) = &cost.cost.mana {
                    bill = bill.with(mana).with_generic(u32::from(scope.x) * u32::from(mana.x_count()));
                }
            }
        }
        for mana in crate::casting::mode_costs(self.pool, activatable, modes).filter_map(|cost| cost.mana.as_ref()) {
            bill = bill.with(mana);
        }
        // CR 601.2f: all increases, then all reductions.
        for phase in [Phase::Increases, Phase::Reductions] {
            if phase == Phase::Reductions && !reduced {
                return bill;
            }
            for part in &activatable.cost_changes {
                if Phase::of(&part.change) == phase
                    && part.condition.as_ref().is_none_or(|condition| self.holds(scope, condition))
                {
                    bill = self.change_bill(scope, bill, &part.change);
                }
            }
            if self.has_rules(RuleKinds::COSTS) {
                bill = self.bill_by_rules(attempt, bill, phase);
            }
            if phase == Phase::Increases && !self.s.commanders.is_empty() {
                bill = bill.with_generic(self.commander_tax(&attempt));
            }
        }
        for helper in self.helpers(attempt) {
            if let PaymentHelper::Affinity(filter) = helper {
                bill = bill.less_generic(self.count(scope, Zone::Battlefield, filter).max(0) as u32);
            }
        }
        if !self.has_rules(RuleKinds::COSTS) {
            return bill;
        }
        self.with_life_allowed(attempt.player, self.bill_by_rules(attempt, bill, Phase::Least))
    }

    /// Returns whether a rule lets a player pay life for mana symbols.
    pub(crate) fn allows_life_for_mana(self, player: Player) -> bool {
        self.player_rule(RuleKinds::COSTS, player, |rule| matches!(rule, PlayerRule::LifeForMana(_)))
    }

    /// What a player has to pay, with life for symbols that rules allow that for.
    pub(crate) fn with_life_allowed(self, player: Player, bill: Bill) -> Bill {
        let mut bill = bill;
        self.each_rule(RuleKinds::COSTS, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::LifeForMana(color)) = &ability.effect
                && self.player_fits(scope, *who, player)
            {
                bill = bill.with_life_allowed(*color);
            }
        });
        bill
    }

    /// How much generic mana the reductions would still take off if X were larger than 0: that much of X costs nothing.
    pub(crate) fn left_of_reductions(self, scope: &Scope, attempt: Attempt<'_>, paid: Paid, modes: Modes) -> u32 {
        let symbols = self.mana_part(&attempt).map_or(0, |mana| mana.x_count() as u32);
        let generic = |x: u8| {
            let object = Object { x, ..*attempt.object };
            let attempt = Attempt { object: &object, ..attempt };
            self.bill_of_any_mana(&Scope { x, ..*scope }, attempt, paid, modes, true).generic()
        };
        (generic(0) + symbols * u32::from(u8::MAX)).saturating_sub(generic(u8::MAX))
    }

    fn bill_by_rules(self, attempt: Attempt<'_>, bill: Bill, phase: Phase) -> Bill {
        let mut bill = bill;
        // A card that lies face down in exile is cast face up (CR 702.143a).
        let mut object = *attempt.object;
        if object.zone == Zone::Exile {
            object.flags -= Flags::FACE_DOWN;
        }
        self.each_rule(RuleKinds::COSTS, &mut |scope, ability| {
            let (for_spells, which, zone, player, what, change) = match &ability.effect {
                StaticEffect::SpellCost { player, what, change } => {
                    (true, WhichAbilities::All, None, player, what, change)
                }
                StaticEffect::AbilityCost { player, what, zone, which, change } => {
                    (false, *which, *zone, player, what, change)
                }
                _ => return,
            };
            if Phase::of(change) == phase
                && which.fits(attempt.activatable)
                && zone.is_none_or(|zone| zone == object.zone)
                && for_spells == (attempt.activatable.kind == ActivatableKind::Cast)
                && self.player_fits(scope, *player, attempt.player)
                && self.matches(scope, what, attempt.id, &object)
            {
                bill = self.change_bill(scope, bill, change);
            }
        });
        bill
    }

    fn change_bill(self, scope: &Scope, bill: Bill, change: &CostChange) -> Bill {
        match change {
            CostChange::Reduce(amount) => bill.less_generic(self.amount(scope, amount).max(0) as u32),
            CostChange::Increase(amount) => bill.with_generic(self.amount(scope, amount).max(0) as u32),
            CostChange::ReduceSymbols(mana) => bill.less(mana),
            CostChange::ReduceTimes(mana, amount) => {
                (0..self.amount(scope, amount)).fold(bill, |bill, _| bill.less(mana))
            }
            CostChange::ReduceOnly(mana) => bill.less_only(mana),
            CostChange::ReduceByCostOf(what) => {
                let mut less = bill;
                self.each_object(scope, what, &mut |id| {
                    // What is face down has no mana cost (CR 708.2a).
                    let object = self.s.get(id).filter(|object| !object.is(Flags::FACE_DOWN));
                    if let Some(cost) = object.and_then(|object| self.pool.card(object.card).mana_cost.as_ref()) {
                        less = less.less(cost);
                    }
                });
                less
            }
            CostChange::ReduceToOne(amount) => {
                let most = (bill.least_mana() as i32 - 1).max(0);
                bill.less_generic(self.amount(scope, amount).clamp(0, most) as u32)
            }
            CostChange::IncreaseSymbols(mana) => bill.with(mana),
            CostChange::IncreaseTimes(mana, amount) => {
                (0..self.amount(scope, amount)).fold(bill, |bill, _| bill.with(mana))
            }
            CostChange::AtLeast(n) => at_least(bill, n.max(&0).unsigned_abs()),
            CostChange::Also(cost) => cost.mana.as_ref().map_or(bill, |mana| bill.with(mana)),
        }
    }
}

/// The bill for at least that much mana. With life or two mana for a symbol another number would be missing than with one, so that such
/// symbols are paid with mana of their color where something is missing.
fn at_least(mut bill: Bill, n: u32) -> Bill {
    while bill.fewest_mana() < n {
        let open = bill.open_choices().next();
        match open.and_then(|(symbol, _)| bill.settle(symbol, Settled::Mana)) {
            Some(settled) => bill = settled,
            None => break,
        }
    }
    bill.with_generic(n.saturating_sub(bill.least_mana()))
}

/// When a change of a cost is made, after the ones before (CR 601.2f).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Increases,
    Reductions,
    /// What it costs at least, whatever it was changed to.
    Least,
}

impl Phase {
    fn of(change: &CostChange) -> Phase {
        match change {
            CostChange::Reduce(_)
            | CostChange::ReduceSymbols(_)
            | CostChange::ReduceTimes(..)
            | CostChange::ReduceOnly(_)
            | CostChange::ReduceByCostOf(_)
            | CostChange::ReduceToOne(_) => Phase::Reductions,
            CostChange::AtLeast(_) => Phase::Least,
            CostChange::Increase(_)
            | CostChange::IncreaseSymbols(_)
            | CostChange::IncreaseTimes(..)
            | CostChange::Also(_) => Phase::Increases,
        }
    }
}
