//! What effects say of cards in hands and libraries, which aren't objects in the arena (CR 611.3, 613): whoever asks for such a card is told of
//! its types, colors and keywords as they are.

use gauntlet_cards::ability::{Affected, RuleKinds, StaticEffect};
use gauntlet_cards::effect::Modification;
use gauntlet_cards::layers::layer_of;
use smallvec::SmallVec;

use crate::evaluate::Eye;
use crate::state::{Object, ObjectId};
use crate::task::Scope;

impl Eye<'_> {
    /// Changes a card of a hand or library that was made an object to be looked at into what effects say that it is.
    pub(crate) fn tell_of_hidden(self, object: &mut Object) {
        let mut effects: SmallVec<[(Scope, &StaticEffect, bool); 4]> = SmallVec::new();
        self.each_rule(RuleKinds::HIDDEN_CARDS, &mut |scope, ability| {
            effects.push((*scope, &ability.effect, false));
        });
        let changes_of = |effect: &StaticEffect| match effect {
            StaticEffect::Continuous(_, changes) => changes.iter().map(layer_of).collect(),
            _ => SmallVec::<[u8; 4]>::new(),
        };
        let mut layers: SmallVec<[u8; 8]> = effects.iter().flat_map(|entry| changes_of(entry.1)).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            for (scope, effect, begun) in &mut effects {
                let StaticEffect::Continuous(Affected::EachIn(zone, filter), changes) = effect else { continue };
                if *zone != object.zone || !changes.iter().any(|change| layer_of(change) == layer) {
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

    fn tell(self, scope: &Scope, change: &Modification, object: &mut Object) {
        let chars = &mut object.characteristics;
        match change {
            Modification::AddTypes(types) => chars.types |= *types,
            Modification::AddSubtypes(subtypes) => {
                subtypes.iter().for_each(|subtype| chars.subtypes.insert(self.read_subtype(scope.text, *subtype)));
            }
            Modification::AddEveryCreatureType => chars.subtypes.set_every_creature_type(),
            Modification::AddChosenType => {
                self.chosen_type(scope.source).into_iter().for_each(|subtype| chars.subtypes.insert(subtype));
            }
            Modification::SetColors(colors) => chars.colors = self.read_colors(scope.text, *colors),
            Modification::AddColors(colors) => chars.colors |= self.read_colors(scope.text, *colors),
            Modification::SetChosenColor => chars.colors = self.chosen_color(scope.source).unwrap_or(chars.colors),
            Modification::AddChosenColor => chars.colors |= self.chosen_color(scope.source).unwrap_or_default(),
            Modification::AddKeywords(keywords) => chars.keywords |= self.read_keywords(scope.text, *keywords),
            // Nothing else is said of hidden cards: the compiler sees to it.
            _ => {}
        }
    }
}
