//! What effects say of cards in hands and libraries, which aren't objects in the arena (CR 611.3, 613): whoever asks for such a card is told of
//! its types, colors and keywords as they are.

use gauntlet_cards::ability::{Affected, RuleKinds, StaticEffect};
use gauntlet_cards::effect::Modification;
use gauntlet_cards::layers::{ABILITIES, layer_of};
use smallvec::SmallVec;

use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Scope;

/// An effect on such cards.
struct Effect<'a> {
    scope: Scope,
    effect: &'a StaticEffect,
    /// Whether its ability is lost in layer 6.
    lost: bool,
    /// Whether it has begun to apply.
    begun: bool,
}

impl<'e> Eye<'e> {
    /// Changes a card of a hand or library that was made an object to be looked at into what effects say that it is.
    pub(crate) fn tell_of_hidden(self, object: &mut Object) {
        let mut effects: SmallVec<[Effect<'_>; 4]> = SmallVec::new();
        self.each_rule(RuleKinds::HIDDEN_CARDS, &mut |scope, ability| {
            effects.push(Effect { scope: *scope, effect: &ability.effect, lost: false, begun: false });
        });
        self.each_lost(&mut effects);
        let changes_of = |effect: &StaticEffect| match effect {
            StaticEffect::Continuous(_, changes) => changes.iter().map(layer_of).collect(),
            _ => SmallVec::<[u8; 4]>::new(),
        };
        let mut layers: SmallVec<[u8; 8]> = effects.iter().flat_map(|entry| changes_of(entry.effect)).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            for Effect { scope, effect, lost, begun } in &mut effects {
                let StaticEffect::Continuous(Affected::EachIn(zone, filter), changes) = effect else { continue };
                // An ability that is gone from layer 6 on has begun to apply before, or doesn't (CR 613.6).
                let gone = *lost && layer >= ABILITIES && !*begun;
                if gone || *zone != object.zone || !changes.iter().any(|change| layer_of(change) == layer) {
                    continue;
                }
                // What has begun to apply goes on in later layers (CR 613.6).
                *begun = *begun || self.matches(scope, filter, ObjectId::NONE, object);
                if *begun {
                    for change in changes.iter().filter(|change| layer_of(change) == layer) {
                        self.tell(scope, change, object);
                    }
                }
            }
        }
    }

    /// Adds the effects of abilities that their permanents have lost in layer 6.
    fn each_lost(self, effects: &mut SmallVec<[Effect<'e>; 4]>) {
        let lost = |object: &Object| object.is(Flags::LOST_ABILITIES);
        for (id, object) in self.s.permanents().filter(|(_, object)| lost(object)) {
            for &number in &self.pool.card(object.card).derived.statics {
                let ability = self.pool.static_ability(number);
                if !self.pool.rule_kinds(&ability.effect).contains(RuleKinds::HIDDEN_CARDS) {
                    continue;
                }
                let scope = Scope { text: self.text_of(id, object, number), ..Scope::of(id, object.controller) };
                if ability.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition)) {
                    effects.push(Effect { scope, effect: &ability.effect, lost: true, begun: false });
                }
            }
        }
    }

    fn tell(self, scope: &Scope, change: &Modification, object: &mut Object) {
        let chars = &mut object.characteristics;
        match change {
            Modification::AddTypes(types) => chars.types |= *types,
            Modification::AddSubtypes(subtypes) => {
                subtypes.iter().for_each(|subtype| chars.subtypes.insert(self.read_subtype(scope.text, *subtype)));
            }
            Modification::AddEveryCreatureType => chars.subtypes.set_every_creature_type(),
            Modification::AddEveryNonbasicLandType => chars.subtypes.set_every_nonbasic_land_type(),
            Modification::AddChosenType => {
                self.chosen_type(scope).into_iter().for_each(|subtype| chars.subtypes.insert(subtype));
            }
            Modification::SetColors(colors) => chars.colors = self.read_colors(scope.text, *colors),
            Modification::AddColors(colors) => chars.colors |= self.read_colors(scope.text, *colors),
            Modification::SetChosenColor => chars.colors = self.chosen_color(scope).unwrap_or(chars.colors),
            Modification::AddChosenColor => chars.colors |= self.chosen_color(scope).unwrap_or_default(),
            Modification::AddKeywords(keywords) => chars.keywords |= self.read_keywords(scope.text, *keywords),
            // Nothing else is said of hidden cards: the compiler sees to it.
            _ => {}
        }
    }
}
