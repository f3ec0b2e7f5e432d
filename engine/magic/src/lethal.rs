//! How much damage is lethal (CR 120.4a, 120.6, 704.5g).

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::types::CardTypes;

use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId};

impl Eye<'_> {
    /// The damage that destroys a creature: as much as its toughness, unless its controller has a rule that says otherwise; then it is its
    /// power, and no creature is destroyed by no damage.
    pub(crate) fn withstood(self, object: &Object) -> i32 {
        let by_power = self.has_rules(RuleKinds::LETHAL)
            && self.player_rule(RuleKinds::LETHAL, object.controller, |rule| *rule == PlayerRule::LethalByPower);
        let chars = &object.characteristics;
        i32::from(if by_power { chars.power.max(1) } else { chars.toughness })
    }

    /// How much damage is lethal for a permanent, damage already marked on it included: of a creature that is a planeswalker or battle
    /// too, what is least (CR 120.4a, 120.10).
    pub(crate) fn lethal_damage(self, id: ObjectId, deathtouch: bool) -> u32 {
        let Some(object) = self.s.get(id) else { return 0 };
        let types = object.characteristics.types;
        let counters = |is: CardTypes, kind| types.contains(is).then(|| u32::from(self.s.counters_on(id.index, kind)));
        let creature = types.contains(CardTypes::CREATURE).then(|| {
            let left = self.withstood(object).saturating_sub(i32::from(object.damage)).max(0) as u32;
            // CR 702.2c.
            match object.is(Flags::DEATHTOUCHED) {
                true => 0,
                false if deathtouch => left.min(1),
                false => left,
            }
        });
        let others = [
            counters(CardTypes::PLANESWALKER, CounterKind::LOYALTY),
            counters(CardTypes::BATTLE, CounterKind::DEFENSE),
        ];
        creature.into_iter().chain(others.into_iter().flatten()).min().unwrap_or(0)
    }
}
