//! What optional costs change (CR 601.2b).

use crate::ability::Activatable;
use crate::cost::OptionalCost;
use crate::filter::{Amount, Condition};
use crate::walk::Walk;

impl Activatable {
    /// Returns whether what is paid besides its cost makes that less, or lets other mana be spent on it.
    pub fn costs_less_if_more_is_paid(&self) -> bool {
        let has_x = |cost: &OptionalCost| cost.cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0);
        !self.optional_costs.is_empty()
            && (self.optional_costs.iter().any(has_x)
                || self.cost_changes.has(|amount: &Amount| matches!(amount, Amount::TimesPaid(_)))
                || self.cost_changes.has(Condition::asks_what_is_paid))
    }
}
