//! What helps to pay for a spell besides mana: convoke, improvise, delve, affinity; its own, and what effects give to it.

use gauntlet_cards::ability::{AbilityKind, ActivatableKind, Affected, PaymentHelper, RuleKinds, StaticEffect};
use gauntlet_cards::effect::{Destination, Modification};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::Purpose;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::{ObjectId, Range};
use crate::task::Scope;

impl Engine<'_> {
    /// Exiles the cards that pay for something with delve, all together: one action (CR 702.66a). They are linked to the spell if its
    /// permanent may ask for them (CR 607.2q).
    pub(crate) fn delve(&mut self, player: Player, purpose: Purpose<'_>, cards: &[ObjectId]) {
        let [first, ..] = cards else { return };
        let spell = match purpose {
            Purpose::For(attempt) if self.pool.features.contains(Features::DELVED) => Some(attempt.id),
            _ => None,
        };
        let destination = Destination { linked: spell.is_some(), ..Destination::to(Zone::Exile) };
        let start = self.s.scratch.len() as u16;
        self.s.scratch.extend_from_slice(cards);
        let range = Range { start, end: self.s.scratch.len() as u16 };
        self.move_objects(&Scope::of(spell.unwrap_or(*first), player), range, &destination);
        self.s.scratch.truncate(usize::from(start));
    }
}

impl<'a> Eye<'a> {
    /// All that helps to pay for something, each kind but affinity once (CR 702.51d, 702.66c, 702.126c; 702.41b).
    pub(crate) fn helpers<'t>(self, attempt: Attempt<'t>) -> SmallVec<[&'t PaymentHelper; 4]>
    where
        'a: 't,
    {
        let mut all: SmallVec<[&'t PaymentHelper; 4]> = attempt.activatable.helpers.iter().collect();
        if !self.may_be_given_help(attempt) {
            return all;
        }
        let spell = attempt.as_spell();
        self.each_rule(RuleKinds::HELPERS, &mut |scope, ability| {
            let StaticEffect::Continuous(Affected::EachIn(Zone::Stack, what), changes) = &ability.effect else {
                return;
            };
            let given = changes.iter().filter_map(|change| match change {
                Modification::AddAbility(id) => match &self.pool.ability(*id).kind {
                    AbilityKind::Static(ability) => match &ability.effect {
                        StaticEffect::Helper(helper) => Some(helper),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            });
            for helper in given {
                let more = matches!(helper, PaymentHelper::Affinity(_)) || !all.contains(&helper);
                if more && self.matches(scope, what, attempt.id, &spell) {
                    all.push(helper);
                }
            }
        });
        all
    }

    /// Returns whether anything may help to pay for it.
    pub(crate) fn may_have_help(self, attempt: Attempt<'_>) -> bool {
        !attempt.activatable.helpers.is_empty() || self.may_be_given_help(attempt)
    }

    fn may_be_given_help(self, attempt: Attempt<'_>) -> bool {
        attempt.activatable.kind == ActivatableKind::Cast && self.pool.features.contains(Features::SPELL_HELPERS)
    }
}
