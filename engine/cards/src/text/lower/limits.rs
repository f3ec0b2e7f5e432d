//! When an ability can be activated, by whom, and for how much less.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, all_of};
use crate::ability::Activatable;
use crate::cost::{CostChange, CostPart, SelfCostChange};
use crate::filter::{Amount, Comparison, Condition, Objects, PlayerFilter, Zone};
use crate::mana::ManaSymbol;
use crate::text::grammar::amount::Amount as AmountWords;
use crate::text::grammar::effect::Limit;
use crate::text::grammar::player::Whose;
use crate::text::grammar::when::{AndOnly, ButOnly, Only, Speed, StepOf, Window};
use crate::walk::Walk;

impl Limit {
    /// Everything that it says of when the ability can be activated.
    pub(super) fn only(&self) -> impl Iterator<Item = &Only> {
        let (first, more) = match self {
            Limit::Activate { only, more } => (Some(only), more.as_slice()),
            Limit::AnyPlayer { but: Some(ButOnly::But { only } | ButOnly::And { only }) } => {
                (Some(only), [].as_slice())
            }
            Limit::OnlyOpponents { and: Some(AndOnly { only }) } => (Some(only), [].as_slice()),
            _ => (None, [].as_slice()),
        };
        first.into_iter().chain(more.iter().map(|more| &more.only))
    }
}

/// Returns whether the ability can be activated as an instant only, so never while something is paid.
pub(super) fn as_instant(limits: &[Limit]) -> bool {
    limits.iter().flat_map(Limit::only).any(|only| *only == Only::As { speed: Speed::Instant })
}

impl Context<'_> {
    pub(super) fn limits(&mut self, frame: &mut Frame, limits: &[Limit], activatable: &mut Activatable) -> Lowered<()> {
        let limits = &limits.iter().map(of_whoever_does_it).collect::<Vec<_>>();
        let only = self.only(frame, limits.iter().flat_map(Limit::only))?;
        let mut conditions = Vec::new();
        for limit in limits {
            match limit {
                Limit::Activate { .. } => {}
                Limit::OnlyOpponents { .. } => activatable.player = PlayerFilter::Opponent,
                Limit::AnyPlayer { .. } => activatable.player = PlayerFilter::Any,
                Limit::CostsLess { mana, each } => match super::cost_change::change(mana, false) {
                    CostChange::Reduce(n) => {
                        let change = CostChange::Reduce(self.times(frame, n, Some(each))?);
                        activatable.cost_changes.push(SelfCostChange { condition: None, change });
                    }
                    _ => return unsupported("the limit", limit),
                },
                Limit::CostsLessIf { mana, condition } => {
                    let condition = Some(self.conditions(frame, condition)?);
                    let change = super::cost_change::change(mana, false);
                    activatable.cost_changes.push(SelfCostChange { condition, change });
                }
                Limit::CostsLessX { x } => {
                    let change = CostChange::Reduce(self.amount(frame, &x.amount)?);
                    activatable.cost_changes.push(SelfCostChange { condition: None, change });
                }
                Limit::CostsLessYourTurn { mana } => {
                    let condition = Some(Condition::TurnOf(PlayerFilter::You));
                    let change = super::cost_change::change(mana, false);
                    activatable.cost_changes.push(SelfCostChange { condition, change });
                }
                Limit::CostsLessIfTargets { mana, noun } => {
                    let described = self.noun(frame, noun)?;
                    if described.zone != Some(Zone::Battlefield) {
                        return unsupported("the limit", limit);
                    }
                    let condition = Some(Condition::Targets(described.filter));
                    let change = super::cost_change::change(mana, false);
                    activatable.cost_changes.push(SelfCostChange { condition, change });
                }
                Limit::CostsMore { mana, each } => match super::cost_change::change(mana, true) {
                    CostChange::Increase(n) => {
                        let change = CostChange::Increase(self.times(frame, n, Some(each))?);
                        activatable.cost_changes.push(SelfCostChange { condition: None, change });
                    }
                    _ => return unsupported("the limit", limit),
                },
                Limit::OnlyOnX { color } => {
                    activatable.helpers.push(crate::ability::PaymentHelper::OnlyOnX(color.0));
                }
                // CR 107.3a: it limits what is chosen, so that there must be an X to choose.
                Limit::XNotZero => {
                    let mana = activatable.cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0);
                    if !mana && !activatable.cost.parts.iter().any(CostPart::has_x) {
                        return decline("there is no X to choose");
                    }
                    activatable.least_x = 1;
                }
                Limit::XIs { amount } => conditions.extend(self.x_of_cost(frame, amount, activatable)?),
                Limit::TriggersOnce | Limit::TriggersOnceEver | Limit::DoOnce => {
                    return unsupported("the limit", limit);
                }
            }
        }
        if let Some(timing) = only.timing {
            activatable.timing = timing;
        }
        activatable.per_turn = only.per_turn;
        activatable.once = only.once;
        conditions.extend(only.conditions);
        activatable.condition = all_of(conditions);
        Ok(())
    }
}

impl Context<'_> {
    /// CR 107.3c: the text says what X is, so that nobody chooses it: as much generic mana is paid. What must be so for X to be anything: the
    /// mana value of a card that isn't there can't be paid.
    fn x_of_cost(
        &mut self,
        frame: &mut Frame,
        amount: &AmountWords,
        activatable: &mut Activatable,
    ) -> Lowered<Option<Condition>> {
        let items = frame.code.items.len();
        let x = self.amount(frame, amount)?;
        let of_parts = activatable.cost.parts.iter().any(CostPart::has_x);
        let Some(mana) = activatable.cost.mana.as_mut().filter(|mana| mana.x_count() > 0 && !of_parts) else {
            return decline("the X that is said isn't one of the mana that is paid");
        };
        if frame.code.items.len() > items {
            return decline("what X is can't be chosen as the ability is activated");
        }
        let times = i32::from(mana.x_count());
        mana.symbols.retain(|symbol| *symbol != ManaSymbol::X);
        let change =
            CostChange::Increase(if times == 1 { x.clone() } else { Amount::Times(Box::new(x.clone()), times) });
        activatable.cost_changes.push(SelfCostChange { condition: None, change });
        let of_exiled = x.has(|objects: &Objects| *objects == Objects::ExiledWithSource);
        frame.discourse.x = Some(x);
        let some = || Amount::CountObjects(Objects::ExiledWithSource);
        Ok(of_exiled.then(|| Condition::Compare(some(), Comparison::AtLeast, Amount::Const(1))))
    }
}

/// "Any player may activate this ability but only during their turn": whoever does is the "you" of the ability (CR 602.1).
fn of_whoever_does_it(limit: &Limit) -> Limit {
    let mut limit = limit.clone();
    if let Limit::AnyPlayer { but: Some(ButOnly::But { only } | ButOnly::And { only }) } = &mut limit
        && let Only::During { window } = only
        && let Window::Turn { whose }
        | Window::BeforeEnd { whose }
        | Window::BeforeAttackers { whose }
        | Window::Step { step: StepOf::Whose { whose, .. } } = window
        && *whose == Whose::Their
    {
        *whose = Whose::Your;
    }
    limit
}
