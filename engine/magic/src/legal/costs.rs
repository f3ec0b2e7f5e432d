//! Which costs could be paid (CR 118.3): each part by itself, the mana, and all of it together.

use std::cell::OnceCell;

use gauntlet_cards::ability::{Caused, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::cost::{Cost, CostPart, PowerFor};
use gauntlet_cards::effect::SpentAs;
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::bill::Unchanged;
use super::optional_paid;
use crate::available_mana::AvailableMana;
use crate::evaluate::Eye;
use crate::joint_costs::{Thing, is_chosen, is_own};
use crate::legal::Attempt;
use crate::payment::Bill;
use crate::state::{Flags, Modes, Object, ObjectId, Target};
use crate::task::Scope;

impl Eye<'_> {
    /// Returns whether the parts of a cost that aren't mana can be paid.
    pub(crate) fn parts_payable(self, scope: &Scope, attempt: Attempt<'_>, cost: &Cost) -> bool {
        cost.parts.iter().all(|part| self.part_payable(scope, attempt, part))
    }

    pub(crate) fn part_payable(self, scope: &Scope, attempt: Attempt<'_>, part: &CostPart) -> bool {
        let Attempt { player, id, object, .. } = attempt;
        let info = &self.s.players[player];
        // With X among the amounts, 0 can always be chosen.
        let number = |amount: &Amount| self.amount(scope, amount).max(0);
        // As many as are asked for, or all if there are fewer.
        let permanents = |most: i32, filter: &Filter, test: &dyn Fn(ObjectId, &Object) -> bool| {
            let fits = |(other, permanent): &(ObjectId, &Object)| {
                permanent.controller == player
                    && test(*other, permanent)
                    && self.matches(scope, filter, *other, permanent)
            };
            self.s.permanents().filter(fits).take(most as usize).count() as i32
        };
        let in_hand = |filter: &Filter| {
            let cards = self.s.hands[player].iter();
            let own = i32::from(object.zone == Zone::Hand && self.matches(scope, filter, id, object));
            cards.filter(|hidden| self.card_matches(scope, filter, hidden.card, player, Zone::Hand)).count() as i32
                - if id.is_none() { own } else { 0 }
        };
        // Who can't be made to do it can't choose to either, where another player's spell or ability offers it (CR 118.12, 701.21).
        let spared = |what: Caused| self.cannot_be_caused(what, player, scope.by);
        match part {
            CostPart::Tap => {
                // CR 302.6: summoning sickness, and CR 107.5.
                !object.is(Flags::TAPPED) && self.not_sick(object)
            }
            CostPart::Untap => object.is(Flags::TAPPED) && self.not_sick(object),
            CostPart::SacrificeSource => {
                // CR 701.21a: nobody sacrifices what they don't control.
                object.zone == Zone::Battlefield
                    && object.controller == player
                    && !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
                    && !spared(Caused::Sacrifice)
            }
            CostPart::Sacrifice(amount, filter) => {
                let asked = number(amount);
                let usable = |_, permanent: &Object| !permanent.restrictions.contains(Restrictions::CANT_BE_SACRIFICED);
                permanents(asked, filter, &usable) >= asked && !spared(Caused::Sacrifice)
            }
            CostPart::ReturnSource | CostPart::SourceToLibraryBottom | CostPart::RevealHand => true,
            // What can be chosen for the part before it is searched for with all that is paid.
            CostPart::Together(_) => true,
            CostPart::ExileSpell(amount, _) | CostPart::Put(amount, ..) => {
                let mut count = 0;
                self.each_to_pay_with(scope, player, part, &mut |_, _| count += 1);
                count >= number(amount)
            }
            CostPart::ExileSource => true,
            CostPart::Discard(amount, filter) => in_hand(filter) >= number(amount) && !spared(Caused::Discard),
            CostPart::DiscardRandom(amount) => in_hand(&Filter::ANY) >= number(amount) && !spared(Caused::Discard),
            CostPart::DiscardSource | CostPart::DiscardHand => !spared(Caused::Discard),
            // CR 119.8: nor can life be paid by who can't lose any.
            CostPart::Life(amount) => {
                let can_lose =
                    || !self.player_rule(RuleKinds::CANT_LOSE_LIFE, player, |rule| *rule == PlayerRule::CantLoseLife);
                number(amount) == 0 || (info.life >= number(amount) && can_lose())
            }
            // CR 119.8: what isn't possible can't be chosen.
            CostPart::OpponentGains(_) => {
                !self.player_rule(RuleKinds::LIFE_GAIN, !player, |rule| *rule == PlayerRule::CantGainLife)
            }
            CostPart::ExileFromGraveyard(amount, filter) => {
                let fits = |index: &&u16| {
                    let other = self.s.id(**index);
                    (other != id || scope.stays)
                        && self.matches(scope, filter, other, &self.s.objects[**index as usize])
                };
                self.s.graveyards[player].iter().filter(fits).count() as i32 >= number(amount)
            }
            CostPart::ExileFromHand(amount, filter) | CostPart::Reveal(amount, filter) => {
                in_hand(filter) >= number(amount)
            }
            CostPart::Behold { n, what, .. } => permanents(number(n), what, &|_, _| true) + in_hand(what) >= number(n),
            CostPart::UnattachFrom(_) => {
                let mut there = false;
                self.each_to_pay_with(scope, player, part, &mut |_, _| there = true);
                there
            }
            CostPart::ExileMaterials(amount, _) => {
                let mut count = 0;
                self.each_to_pay_with(scope, player, part, &mut |thing, _| {
                    count += i32::from(thing != Thing::Object(id));
                });
                count >= number(amount)
            }
            CostPart::ExilePermanent(amount, filter)
            | CostPart::Return(amount, filter)
            | CostPart::RemoveCounterFrom(amount, _, filter) => {
                permanents(number(amount), filter, &|_, _| true) >= number(amount)
            }
            CostPart::PutCountersOn(_, kind, filter) => {
                let usable = |other, _: &Object| self.may_get_counters(Target::Object(other), *kind, false);
                permanents(1, filter, &usable) >= 1
            }
            // X is their number; that another one is chosen is never offered.
            CostPart::RemoveAllCounters(kind) => scope.x == self.all_counters(id, *kind),
            CostPart::RemoveCountersAmong(amount, ..) => self.counters_among(scope, player, part) >= number(amount),
            CostPart::TapPermanents(amount, filter) => {
                permanents(number(amount), filter, &|_, permanent| !permanent.is(Flags::TAPPED)) >= number(amount)
            }
            CostPart::Evidence(amount) => {
                let mut total = 0;
                self.each_to_pay_with(scope, player, part, &mut |_, worth| total += worth);
                total >= number(amount)
            }
            CostPart::TapPower(amount, ..) => self.power_to_tap(scope, player, part) >= number(amount),
            CostPart::UntapPermanents(amount, filter) => {
                permanents(number(amount), filter, &|_, permanent| permanent.is(Flags::TAPPED)) >= number(amount)
            }
            CostPart::RemoveCounters(amount, kind) => i32::from(self.s.counters_on(id.index, *kind)) >= number(amount),
            CostPart::AddCounters(_, kind) => self.may_get_counters(Target::Object(id), *kind, false),
            // Nothing is put for a cost of 0.
            CostPart::Loyalty(change) if *change > 0 => {
                self.may_get_counters(Target::Object(id), CounterKind::LOYALTY, false)
            }
            CostPart::Loyalty(change) => {
                *change == 0 || i32::from(self.s.counters_on(id.index, CounterKind::LOYALTY)) >= -change
            }
            CostPart::LoyaltyMinusX => u16::from(scope.x) <= self.s.counters_on(id.index, CounterKind::LOYALTY),
            CostPart::Exert => object.zone == Zone::Battlefield,
            CostPart::Unattach => object.zone == Zone::Battlefield && object.attached_to != ObjectId::NONE,
            CostPart::Mill(amount) | CostPart::ExileTop(amount) => {
                self.s.libraries[player].len() as i32 >= number(amount)
            }
            CostPart::Energy(amount) => i32::from(info.energy) >= number(amount),
            CostPart::OneOf(costs) => costs.iter().any(|cost| self.parts_payable(scope, attempt, cost)),
        }
    }

    /// The total power of the untapped permanents that fit. Power below 0 only hinders.
    fn power_to_tap(self, scope: &Scope, player: Player, part: &CostPart) -> i32 {
        let mut total = 0;
        self.each_to_tap_for_power(scope, player, part, &[], &mut |_, power| total += power);
        total
    }

    /// Calls `f` with each permanent that can be tapped for its power, those of `but` apart, and that power.
    pub(crate) fn each_to_tap_for_power(
        self,
        scope: &Scope,
        player: Player,
        part: &CostPart,
        but: &[ObjectId],
        f: &mut dyn FnMut(ObjectId, i32),
    ) {
        let CostPart::TapPower(_, filter, what) = part else { return };
        // There may be thousands of creatures, and as many that were chosen.
        let mut but: SmallVec<[ObjectId; 8]> = SmallVec::from_slice(but);
        but.sort_unstable();
        for (id, object) in self.s.permanents() {
            let usable = object.controller == player
                && !object.is(Flags::TAPPED)
                && (*what != PowerFor::Crew || !object.restrictions.contains(Restrictions::CANT_CREW));
            if usable && but.binary_search(&id).is_err() && self.matches(scope, filter, id, object) {
                let power = self.power_for(*what, id, object);
                if power > 0 {
                    f(id, power);
                }
            }
        }
    }

    /// The power that a permanent counts for where creatures are tapped for theirs (CR 702.122, 702.171).
    pub(crate) fn power_for(self, what: PowerFor, id: ObjectId, object: &Object) -> i32 {
        let mut power = i32::from(object.characteristics.power);
        let mut more = 0;
        if what != PowerFor::Other {
            self.each_rule(RuleKinds::CREWS, &mut |scope, ability| {
                let StaticEffect::Crews { mounts, toughness, more: n } = &ability.effect else { return };
                if scope.source == id && (*mounts || what == PowerFor::Crew) {
                    more += n;
                    if *toughness {
                        power = i32::from(object.characteristics.toughness);
                    }
                }
            });
        }
        power + more
    }

    pub(crate) fn not_sick(self, object: &Object) -> bool {
        !object.is(Flags::SICK)
            || !object.is_creature()
            || object.characteristics.keywords.contains(Keywords::HASTE)
            || self.player_rule(RuleKinds::SICKNESS, object.controller, |rule| {
                *rule == PlayerRule::AbilitiesIgnoreSickness
            })
    }

    /// Returns whether the mana can be made, what the modes cost included.
    pub(crate) fn mana_payable(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        modes: Modes,
        available: &AvailableMana<'_>,
    ) -> bool {
        let bill = match self.unchanged_cost(scope, &attempt, modes) {
            Some(Unchanged::Nothing) => return true,
            Some(Unchanged::Written(mana)) => {
                if self.s.permissions.is_empty()
                    && !self.has_rules(RuleKinds::PLAYS_FROM)
                    && self.keeps_all_mana(attempt)
                    && let Some(payable) = available.pays_plainly(mana)
                {
                    return payable;
                }
                Bill::new(mana, 0)
            }
            None => self.changed_bill(scope, attempt, scope.paid, modes),
        };
        if bill.is_zero() {
            return true;
        }
        let way = attempt.activatable;
        let no_price = attempt.price.parts(self.pool).is_empty();
        if way.cost.parts.is_empty() && way.optional_costs.is_empty() && self.offered.is_none() && no_price {
            // Nothing else is due that mana or life would have to be kept for.
            let life = self.life_to_pay_with(attempt.player);
            return self.with_available(attempt, available, |available| {
                available.can_pay(&bill, life, &[]) || available.can_give_up_for(&bill, life, &[])
            });
        }
        let due = self.due_begun(scope, attempt, None);
        let (life, without) = (self.life_for_mana(&due), self.kept_from_mana(&due));
        self.with_available(attempt, available, |available| available.can_pay_due(&due, &bill, life, &without))
    }

    /// Returns whether nothing that the cost as it is written is paid with makes mana that would be missing then.
    fn keeps_all_mana(self, attempt: Attempt<'_>) -> bool {
        let makes_none = || self.s.get(attempt.id).is_some_and(|source| source.mana_mask == 0);
        self.offered.is_none()
            && (attempt.id.is_none() || !attempt.activatable.cost.parts.iter().any(is_own) || makes_none())
    }

    /// Returns whether things can be chosen for the parts of a cost such that all of it can be paid, each part and the mana being
    /// payable by itself.
    pub(crate) fn paid_jointly(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        modes: Modes,
        available: &AvailableMana<'_>,
    ) -> bool {
        let way = attempt.activatable;
        let optional = optional_paid(scope, way).flat_map(|cost| &cost.parts);
        let price = attempt.price.parts(self.pool);
        let mut chosen = way.cost.parts.iter().chain(optional).chain(price).filter(|part| is_chosen(part));
        let Some(part) = chosen.next() else { return true };
        if chosen.next().is_none() {
            let free = matches!(self.unchanged_cost(scope, &attempt, modes), Some(Unchanged::Nothing));
            if self.has_plenty(scope, attempt, part, free) {
                return true;
            }
        }
        let due = self.due_begun(scope, attempt, Some(self.bill(scope, attempt, scope.paid, modes)));
        self.with_available(attempt, available, |available| self.payable_jointly(&due, available))
    }

    /// Asks about the player's available mana, or about one for this attempt if that isn't the same.
    pub(super) fn with_available<T>(
        self,
        attempt: Attempt<'_>,
        available: &AvailableMana<'_>,
        ask: impl FnOnce(&AvailableMana<'_>) -> T,
    ) -> T {
        let (player, way) = (attempt.player, attempt.activatable);
        let usual = || self.permitted_mana(player, attempt.id, way) == SpentAs::Itself;
        if !self.may_have_help(attempt) && !self.pool.has_spend_rules() && usual() {
            return ask(available);
        }
        let sources = OnceCell::new();
        ask(&AvailableMana::for_attempt(self, attempt, &sources))
    }
}
