//! When an ability can be activated, and how often.

use super::filter::unsupported;
use super::{Context, Frame, Lowered, all_of};
use crate::ability::{Activatable, Timing};
use crate::cost::{CostChange, SelfCostChange};
use crate::filter::{Condition, PlayerFilter, Step};
use crate::text::grammar::effect::Limit;

impl Context<'_> {
    pub(super) fn limits(&mut self, frame: &mut Frame, limits: &[Limit], activatable: &mut Activatable) -> Lowered<()> {
        let mut conditions = Vec::new();
        for limit in limits {
            match limit {
                Limit::Sorcery => activatable.timing = Timing::Sorcery,
                Limit::OncePerTurn => activatable.per_turn = Some(1),
                Limit::SorceryOnce => {
                    activatable.timing = Timing::Sorcery;
                    activatable.per_turn = Some(1);
                }
                Limit::Twice => activatable.per_turn = Some(2),
                Limit::YourTurn => conditions.push(Condition::TurnOf(PlayerFilter::You)),
                Limit::YourTurnOnce => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    activatable.per_turn = Some(1);
                }
                Limit::YourUpkeep => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::InStep(Step::Upkeep));
                }
                Limit::Combat => conditions.push(Condition::InCombat),
                Limit::BeforeAttackers => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::BeforeAttackers);
                }
                Limit::If { condition } => conditions.push(self.conditions(frame, condition)?),
                Limit::UpkeepOnce => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::InStep(Step::Upkeep));
                    activatable.per_turn = Some(1);
                }
                Limit::AnyUpkeep => conditions.push(Condition::InStep(Step::Upkeep)),
                Limit::Blockers => conditions.push(Condition::InStep(Step::DeclareBlockers)),
                Limit::IfOnce { condition } | Limit::OnceIf { condition } => {
                    activatable.per_turn = Some(1);
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::SorceryIf { condition } | Limit::IfSorcery { condition } => {
                    activatable.timing = Timing::Sorcery;
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::YourTurnIf { condition } | Limit::UpkeepIf { condition } => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    if matches!(limit, Limit::UpkeepIf { .. }) {
                        conditions.push(Condition::InStep(Step::Upkeep));
                    }
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::Instant => activatable.timing = Timing::Instant,
                Limit::Once => activatable.once = true,
                Limit::AnyPlayer => activatable.player = PlayerFilter::Any,
                Limit::AnyPlayerSorcery | Limit::AnyPlayerAndSorcery => {
                    activatable.player = PlayerFilter::Any;
                    activatable.timing = Timing::Sorcery;
                }
                Limit::AnyPlayerUpkeep => {
                    activatable.player = PlayerFilter::Any;
                    conditions.push(Condition::InStep(Step::Upkeep));
                }
                Limit::Thrice => activatable.per_turn = Some(3),
                Limit::OpponentsTurn => conditions.push(Condition::TurnOf(PlayerFilter::Opponent)),
                Limit::AttackersStep => conditions.push(Condition::InStep(Step::DeclareAttackers)),
                Limit::YourEnd => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::InStep(Step::End));
                }
                Limit::SorceryIfOnce { condition } => {
                    activatable.timing = Timing::Sorcery;
                    activatable.per_turn = Some(1);
                    conditions.push(self.conditions(frame, condition)?);
                }
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
                Limit::OnlyOnX { color } => {
                    activatable.helpers.push(crate::ability::PaymentHelper::OnlyOnX(color.0));
                }
                Limit::TriggersOnce | Limit::DoOnce => return unsupported("the limit", limit),
            }
        }
        activatable.condition = all_of(conditions);
        Ok(())
    }
}
