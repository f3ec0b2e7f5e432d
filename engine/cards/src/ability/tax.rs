//! Costs without which creatures can't attack or block (CR 508.1d, 509.1c).

use super::affected::Affected;
use crate::cost::{Cost, CostPart};
use crate::filter::{Amount, Filter, Test};
use crate::mana::{ManaCost, ManaSymbol};
use crate::walk::Walk;

/// What must be paid for creatures that attack or block, once for each of them (CR 508.1h, 509.1d).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct CombatTax {
    /// For which creatures.
    pub who: Affected,
    /// For attacking this.
    pub attacks: Option<Attacked>,
    /// For blocking attackers that fit.
    pub blocks: Option<Filter>,
    /// What is paid. Of the parts that aren't mana, only life, sacrifices and returns are possible.
    pub cost: Cost,
    /// X in the cost. The creature is [`crate::filter::Objects::Current`].
    pub x: Option<Amount>,
    /// That many times the cost.
    pub times: Option<Amount>,
}

/// What creatures attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Attacked {
    /// Whatever it is.
    Anything,
    /// You.
    You,
    /// You or a planeswalker you control.
    YouOrPlaneswalker,
    /// A planeswalker you control.
    Planeswalker,
}

/// As what creatures are declared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Declared {
    /// As attackers.
    Attackers,
    /// As attackers of you.
    AttackersOfYou,
    /// As attackers of the source.
    AttackersOfSource,
    /// As blockers.
    Blockers,
}

impl CombatTax {
    /// Returns whether it can be paid as creatures are declared: with mana, life, and permanents that don't depend on the source.
    pub(crate) fn is_possible(&self) -> bool {
        self.cost.parts.iter().all(|part| match part {
            CostPart::Life(_) => true,
            CostPart::Sacrifice(_, filter) | CostPart::Return(_, filter) => {
                !filter.tests.iter().any(|test| matches!(test, Test::Source | Test::NotSource | Test::Host))
            }
            _ => false,
        })
    }

    /// What is to be paid in numbers: `number` computes them, CR 508.1h locks them in.
    pub fn known(&self, number: &dyn Fn(&Amount) -> i32) -> Cost {
        let times = self.times.as_ref().map_or(1, number).clamp(0, 200);
        let x = self.x.as_ref().map_or(0, number).clamp(0, 200);
        let mana = self.cost.mana.as_ref().map(|mana| {
            let known = mana.symbols.iter().map(|symbol| match symbol {
                ManaSymbol::X => ManaSymbol::Generic(x as _),
                symbol => *symbol,
            });
            let one: Vec<ManaSymbol> = known.collect();
            ManaCost { symbols: (0..times).flat_map(|_| one.iter().copied()).collect() }
        });
        let fixed = |amount: &Amount| Amount::Const(number(amount).max(0) * times);
        let parts = self.cost.parts.iter().map(|part| match part {
            CostPart::Life(n) => CostPart::Life(fixed(n)),
            CostPart::Sacrifice(n, filter) => CostPart::Sacrifice(fixed(n), filter.clone()),
            CostPart::Return(n, filter) => CostPart::Return(fixed(n), filter.clone()),
            other => other.clone(),
        });
        Cost { mana, parts: parts.collect() }
    }
}
