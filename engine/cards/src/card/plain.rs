//! Ways to use cards of a hand of which little has to be asked: told once, as a deck is compiled.

use crate::ability::{Activatable, ActivatableKind, Timing};
use crate::characteristics::Characteristics;
use crate::effect::{ModeCost, Script, TargetSpec};
use crate::filter::{Amount, Zone};
use crate::keyword::Keywords;
use crate::mana::ManaSymbol;
use crate::types::{CardTypes, Supertypes};

/// A way to cast or play a card of a hand of which nothing is asked but the time, mana of numbers and single types, and targets, unless an
/// effect says more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlainWay {
    /// It is playing a land (CR 305).
    pub land: bool,
    /// Whether it can be done whenever its player has priority (CR 117.1a, 702.8a).
    pub any_time: bool,
    /// How many symbols of each type of mana it costs: the colors in their order, and colorless.
    pub each: [u8; 6],
    /// How much mana it costs in all.
    pub total: u16,
    /// Whether a target must be on the stack.
    pub needs_spell: bool,
    /// Whether there are targets or modes to be looked for.
    pub aims: bool,
}

impl Script {
    /// Returns whether something must be on the stack that can be a target.
    pub fn needs_spell(&self) -> bool {
        let on_stack = |spec: &TargetSpec| {
            let there = spec.players.is_none() && spec.objects.iter().all(|(zone, _)| *zone == Zone::Stack);
            there && matches!(spec.min, Amount::Const(1..))
        };
        self.parts.iter().any(|part| part.targets.iter().any(on_stack))
    }
}

impl PlainWay {
    /// A way to use a card of these characteristics as one of which little has to be asked, if it is one.
    pub(super) fn of(way: &Activatable, characteristics: &Characteristics) -> Option<PlainWay> {
        let script = &way.script;
        let no_more = way.zone == Zone::Hand
            && way.condition.is_none()
            && way.cost.parts.is_empty()
            && !way.for_mana_cost
            && way.optional_costs.is_empty()
            && way.offering.is_none()
            && way.cost_changes.is_empty()
            && way.helpers.is_empty()
            && way.least_x == 0
            && way.per_turn.is_none()
            && way.face.is_none()
            && !way.down.is_creature()
            && script.modes.as_ref().is_none_or(|choice| choice.cost == ModeCost::None);
        if !no_more {
            return None;
        }
        let plain = PlainWay {
            land: way.kind == ActivatableKind::PlayLand,
            any_time: way.timing == Timing::Instant || characteristics.keywords.contains(Keywords::FLASH),
            each: [0; 6],
            total: 0,
            needs_spell: script.modes.is_none() && script.needs_spell(),
            aims: script.modes.is_some() || script.parts.iter().any(|part| !part.targets.is_empty()),
        };
        match (way.kind, way.timing) {
            (ActivatableKind::PlayLand, Timing::Sorcery | Timing::MainPhase) => {
                Some(PlainWay { any_time: false, ..plain })
            }
            // Of legendary spells more is asked (CR 205.4e).
            (ActivatableKind::Cast, Timing::Instant | Timing::Sorcery)
                if !characteristics.supertypes.contains(Supertypes::LEGENDARY)
                    || !characteristics.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) =>
            {
                let mut plain = plain;
                for symbol in &way.cost.mana.as_ref()?.symbols {
                    match *symbol {
                        ManaSymbol::Generic(count) => plain.total += u16::from(count),
                        ManaSymbol::Color(_) | ManaSymbol::Colorless => {
                            let color = symbol.colors().bits();
                            plain.each[if color == 0 { 5 } else { color.trailing_zeros() as usize }] += 1;
                            plain.total += 1;
                        }
                        _ => return None,
                    }
                }
                Some(plain)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Pool;
    use crate::text::CardBase;

    fn plain(file: &str) -> Option<PlainWay> {
        let mut base = CardBase::new();
        let problems = base.add_text("test.txt", file);
        assert!(problems.is_empty(), "{problems:?}");
        let name = base.names().next().expect("there is a card").to_owned();
        let mut pool = Pool::new();
        let card = base.compile(&name, &mut pool).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let derived = &pool.card(card).derived;
        assert_eq!(derived.plain.len(), derived.from_hand.len());
        derived.plain[0]
    }

    /// What is written on a card says how little has to be asked, and of what asks for more nothing is said.
    #[test]
    fn ways_are_plain_of_which_nothing_else_is_asked() {
        let nothing =
            PlainWay { land: false, any_time: false, each: [0; 6], total: 0, needs_spell: false, aims: false };
        let bear = plain("name Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2");
        assert_eq!(bear, Some(PlainWay { each: [0, 0, 0, 0, 1, 0], total: 2, ..nothing }));
        let flash = plain("name Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2\ntext Flash");
        assert_eq!(flash, bear.map(|bear| PlainWay { any_time: true, ..bear }));
        let bolt = plain("name Bolt\ncost {R}\ntype Instant\ntext ~ deals 3 damage to any target.");
        let wanted = PlainWay { any_time: true, each: [0, 0, 0, 1, 0, 0], total: 1, aims: true, ..nothing };
        assert_eq!(bolt, Some(wanted));
        let counter = plain("name No\ncost {U}{U}\ntype Instant\ntext Counter target spell.");
        let wanted = PlainWay { each: [0, 2, 0, 0, 0, 0], total: 2, needs_spell: true, ..wanted };
        assert_eq!(counter, Some(wanted));
        assert_eq!(plain("name Plot\ntype Land\ntext {T}: Add {C}."), Some(PlainWay { land: true, ..nothing }));
        for more in [
            "name A\ncost {X}{R}\ntype Sorcery\ntext ~ deals X damage to any target.",
            "name A\ncost {R/G}\ntype Creature Bear\npt 2/2",
            "name A\ncost {G}\ntype Creature Bear\npt 2/2\ntext Kicker {2}\ntext When ~ enters, if it was kicked, draw a card.",
            "name A\ncost {4}\ntype Artifact\ntext Affinity for artifacts",
            "name A\ncost {B}\ntype Sorcery\ntext As an additional cost to cast ~, sacrifice a creature.\ntext Draw two cards.",
            "name A\ncost {W}\nsuper Legendary\ntype Sorcery\ntext Draw a card.",
        ] {
            assert_eq!(plain(more), None, "{more}");
        }
    }
}
