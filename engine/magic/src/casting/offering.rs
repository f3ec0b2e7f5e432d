//! Permanents that are offered for a spell: one is chosen as the cost is, sacrificed or tapped with it, and takes its mana value
//! or power off the generic mana (CR 702.119, 702.180).

use std::cell::OnceCell;

use gauntlet_cards::ability::{Activatable, ActivatableKind};
use gauntlet_cards::card::CardId;
use gauntlet_cards::cost::{CostPart, Offering, OptionalCost};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::mana::ManaCost;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::joint_costs::{Due, Thing, is_chosen};
use crate::legal::Attempt;
use crate::state::{Object, ObjectId};
use crate::task::{Announce, Price, Scope, Stage};

impl<'a> Eye<'a> {
    /// This position, while something is announced for which this permanent is offered; none, if it isn't there.
    pub(crate) fn offering(self, offered: ObjectId) -> Eye<'a> {
        Eye { offered, ..self }
    }

    /// The scope in which costs are computed: the permanent that is offered is what they refer to.
    pub(crate) fn with_offered(self, scope: &Scope) -> Scope {
        if self.offered.is_none() { *scope } else { Scope { current_object: self.offered, ..*scope } }
    }

    /// What may be offered, and nothing at all if that is allowed.
    fn offers(self, scope: &Scope, attempt: Attempt<'_>, offering: &Offering) -> SmallVec<[ObjectId; 16]> {
        let mut offers = SmallVec::new();
        self.each_to_pay_with(scope, attempt.player, &offering.part, &mut |thing, _| {
            if let Thing::Object(id) = thing {
                offers.push(id);
            }
        });
        if offering.optional {
            offers.insert(0, ObjectId::NONE);
        }
        offers
    }

    /// The mana part of the cost of what is begun: as it is written, or the mana cost of the card, or what is paid in place of that.
    pub(crate) fn mana_part<'w>(self, attempt: &Attempt<'w>) -> Option<&'w ManaCost>
    where
        'a: 'w,
    {
        self.mana_cost_of(attempt.activatable, attempt.price, attempt.object.card)
    }

    /// The same of a card, or what has become of it, that is used in a way for a price.
    pub(crate) fn mana_cost_of<'w>(self, way: &'w Activatable, price: Price, card: CardId) -> Option<&'w ManaCost>
    where
        'a: 'w,
    {
        match price {
            Price::Free => return None,
            Price::Offered(_, ability) => match Price::offer(self.pool, ability) {
                Some(other) if other.own => {}
                other => return other.and_then(|other| other.mana.as_ref()),
            },
            Price::Own | Price::Late | Price::Tied => {}
        }
        if way.for_mana_cost { self.pool.card(card).mana_cost.as_ref() } else { way.cost.mana.as_ref() }
    }

    /// Returns whether something can be paid for and its targets are there, whatever is offered for it if it asks for that.
    pub(crate) fn can_complete(self, scope: &Scope, attempt: Attempt<'_>, available: &AvailableMana<'_>) -> bool {
        // CR 118.6: what isn't a cost can't be paid.
        if attempt.activatable.for_mana_cost && self.mana_part(&attempt).is_none() {
            return false;
        }
        let priced;
        let scope = if matches!(attempt.price, Price::Offered(..)) {
            priced = self.with_price(scope, &attempt);
            &priced
        } else {
            scope
        };
        // CR 601.2a: what counts cards where it lies doesn't count it, as it is on the stack by then.
        let cast = attempt.activatable.kind == ActivatableKind::Cast && attempt.object.zone != Zone::Stack;
        let eye = Eye { announced: cast.then_some((attempt.id, attempt.object)), ..self };
        eye.can_complete_with_offers(scope, attempt, available)
    }

    fn can_complete_with_offers(self, scope: &Scope, attempt: Attempt<'_>, available: &AvailableMana<'_>) -> bool {
        match &attempt.activatable.offering {
            // CR 118.9a: not besides another alternative cost.
            Some(_) if attempt.price != Price::Own => false,
            None => self.can_complete_so(scope, attempt, available),
            Some(offering) => {
                let mut offers = self.offers(scope, attempt, offering).into_iter();
                offers.any(|id| self.offering(id).can_complete_so(scope, attempt, available))
            }
        }
    }

    /// Returns whether it can be completed if one of its optional costs is paid, which makes it cost less: that many times, if there is no
    /// limit to it (CR 601.2b, 601.2f).
    pub(crate) fn can_complete_for_more(
        self,
        scope: &Scope,
        attempt: Attempt<'_>,
        available: &AvailableMana<'_>,
    ) -> bool {
        attempt.activatable.optional_costs.iter().enumerate().any(|(place, cost)| {
            (1..=self.most_times(scope, attempt.player, cost)).any(|times| {
                let mut with = *scope;
                with.paid[place] += times;
                // What mana may be spent may depend on what is paid.
                let paying = Object { paid: with.paid, ..*attempt.object };
                self.can_complete_as(&with, Attempt { object: &paying, ..attempt }, available)
            })
        })
    }

    /// How often an optional cost can be paid, as far as that is bounded by what it is paid with; once, if it isn't.
    pub(crate) fn most_times(self, scope: &Scope, player: Player, cost: &OptionalCost) -> u8 {
        let chosen = cost.cost.parts.iter().find(|part| is_chosen(part)).filter(|_| cost.repeat);
        let Some(part) = chosen else { return 1 };
        let mut there = 0_u8;
        self.each_to_pay_with(scope, player, part, &mut |_, _| there = there.saturating_add(1));
        there
    }

    /// What is due for something that may be begun, with what is offered for it.
    pub(crate) fn due_begun<'c>(
        self,
        scope: &'c Scope,
        attempt: Attempt<'c>,
        bill: Option<crate::payment::Bill>,
    ) -> Due<'c>
    where
        'a: 'c,
    {
        let mut due = Due::begun(scope, attempt, bill);
        due.parts.extend(attempt.price.parts(self.pool));
        if let Some(offering) = attempt.activatable.offering.as_ref().filter(|_| !self.offered.is_none()) {
            due.parts.insert(0, &offering.part);
            due.chosen.push(Thing::Object(self.offered));
        }
        due
    }
}

impl Engine<'_> {
    /// The permanent that was chosen to be offered.
    pub(super) fn offered(&self, task: &Announce) -> ObjectId {
        if task.offered { self.s.scratch[usize::from(task.payment.start)] } else { ObjectId::NONE }
    }

    /// The part of the cost that it pays.
    pub(super) fn offered_part<'w>(task: &Announce, way: &'w Activatable) -> Option<&'w CostPart> {
        way.offering.as_ref().filter(|_| task.offered).map(|offering| &offering.part)
    }

    /// CR 702.119c, 702.180b: chooses what is offered as the player chooses to pay such a cost.
    pub(super) fn choose_offering(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = self.after_price(task);
        let Some(way) = self.way(&task.item) else { return Some(Flow::Go) };
        let Some(offering) = &way.offering else { return Some(Flow::Go) };
        if let Some(answer) = self.s.answer.take() {
            if let Action::Object(index) = answer {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.payment.end += 1;
                task.offered = true;
            }
            return Some(Flow::Go);
        }
        let (scope, object, sources) = (self.announce_scope(task), self.source_object(task), OnceCell::new());
        let attempt = self.attempt(task, way, &object);
        let available = AvailableMana::for_attempt(self.eye(), attempt, &sources);
        let mut choices: SmallVec<[Action; 16]> = SmallVec::new();
        for id in self.eye().offers(&scope, attempt, offering) {
            if self.eye().offering(id).can_complete_so(&scope, attempt, &available) {
                choices.push(if id.is_none() { Action::Done } else { Action::Object(id.index) });
            }
        }
        self.offer_these(choices);
        task.stage = Stage::Offering;
        Some(self.ask_announce(*task, DecisionKind::CostChoice, Particulars::Left(1)))
    }
}
