//! "Other" and "another": than what.

use crate::filter::{Filter, Objects, PlayerFilter, Test, Zone};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::frame::{Frame, Mention};
use crate::types::CardTypes;

/// What is other than "another permanent that shares a permanent type with it": that with which it shares it.
fn shared_with(described: &Described) -> Option<Objects> {
    described.filter.tests.iter().find_map(|test| match test {
        Test::SharesCardType(with)
        | Test::SharesTypeOf(with, _)
        | Test::SharesCreatureType(with)
        | Test::SharesColor(with) => Some((**with).clone()),
        _ => None,
    })
}

/// "Other than" objects that were mentioned. A card isn't another one than the permanent was that it was before it moved: "whenever a
/// creature dies, return another target creature card from your graveyard to your hand" (CR 400.7e, 400.7j).
fn other_than(objects: Objects, card: bool) -> Test {
    let objects = match card {
        true => Objects::Union(vec![objects.clone(), Objects::Moved(Box::new(objects))]),
        false => objects,
    };
    Test::Not(Box::new(Filter::just(Test::Is(Box::new(objects)))))
}

impl Context<'_> {
    /// Returns whether the source may be such a thing: "five other Mountains" on a land that is no Mountain are not other than that land.
    pub(in crate::text::lower) fn source_fits(&self, described: &Described) -> bool {
        let types = described.types;
        let mut subtypes = described.filter.tests.iter().filter_map(|test| match test {
            Test::Subtype(subtype) => Some(*subtype),
            _ => None,
        });
        (types.is_empty() || self.types.is_empty() || self.types.intersects(types))
            && subtypes.all(|subtype| self.subtypes.is_none_or(|own| own.contains(subtype)))
    }

    /// "Another creature" as a quantity: than the source, if that may be one, or else than what was mentioned.
    pub(in crate::text::lower) fn another(&self, frame: &Frame, described: &Described) -> Lowered<Test> {
        if self.source_fits(described) && shared_with(described).is_none() {
            Ok(Test::NotSource)
        } else {
            self.other(frame, described)
        }
    }

    /// "other", "another": than the source, or than the one thing of such a type that was mentioned.
    pub(in crate::text::lower) fn other(&self, frame: &Frame, described: &Described) -> Lowered<Test> {
        let types = described.types;
        let fits = |other: CardTypes| types.is_empty() || other.is_empty() || other.intersects(types);
        let paid = Some(Objects::Register(crate::effect::PAID_REGISTER));
        // "Each legendary creature you control gets +1/+1 for each other legendary creature you control": than itself.
        if frame.discourse.mentions.last().is_some_and(|it| it.before == Some(Objects::Current) && fits(it.types)) {
            return Ok(Test::Not(Box::new(Filter::just(Test::Is(Box::new(Objects::Current))))));
        }
        if let Some(with) = shared_with(described) {
            return Ok(other_than(with, described.card));
        }
        // "Whenever ~ or another creature dies, return another target creature card": a card in a graveyard is other than the one that died.
        let told = |mention: &Mention| {
            !mention.plural && mention.before == Some(Objects::Event) && mention.types.contains(CardTypes::CREATURE)
        };
        let buried =
            described.card && described.zone == Some(Zone::Graveyard) && frame.discourse.mentions.iter().any(told);
        let source_fits = self.source_fits(described) && !buried;
        // What was itself called "other" is no measure of what is other; neither is a spell for permanents.
        let among_others = |objects: &Option<Objects>| matches!(objects, Some(Objects::Each(_, filter)) if filter.tests.contains(&Test::NotSource));
        let others = |mention: &Mention| {
            let Some(Objects::Each(_, filter)) = &mention.before else { return false };
            let than = |one: &Mention| {
                one.before.as_ref().is_some_and(|one| filter.tests.contains(&other_than(one.clone(), described.card)))
            };
            frame.discourse.mentions.iter().any(than)
        };
        // "Creatures you control ... Other creatures you control ...": none of those is other than all of them.
        let none_left = |objects: &Option<Objects>| match objects {
            Some(Objects::Each(Zone::Battlefield, filter)) => {
                let opposed = (Test::Controller(PlayerFilter::Opponent), Test::Controller(PlayerFilter::You));
                filter.tests.iter().all(|test| described.filter.tests.contains(test))
                    || filter.tests.contains(&opposed.0) && described.filter.tests.contains(&opposed.1)
            }
            _ => false,
        };
        let mut than: Vec<&Mention> = Vec::new();
        for mention in &frame.discourse.mentions {
            let measure = !mention.source
                && mention.before != paid
                && fits(mention.types)
                && !(mention.spell && described.zone == Some(Zone::Battlefield))
                && !(source_fits && (among_others(&mention.before) || none_left(&mention.before)))
                && !others(mention);
            // What is mentioned again is no other thing.
            let again = |one: &&Mention| one.before == mention.before && one.after == mention.after;
            if measure && !than.iter().any(again) {
                than.push(mention);
            }
        }
        let mut than = than.into_iter();
        let ambiguous = || decline("`other` could mean other than the source or than what was mentioned");
        match (than.next(), than.next()) {
            // A spell is on the stack with the others.
            (None, _) if frame.setting.spell && described.spell => Ok(Test::NotSource),
            // "Other creatures" on an Aura are other than the enchanted one, which is mentioned in another ability.
            (None, _) if frame.setting.spell => ambiguous(),
            (None, _) if self.types.contains(CardTypes::PLANESWALKER) => Ok(Test::NotSource), // It may become a creature.
            (None, _) if !source_fits && !frame.discourse.mentions.iter().any(|mention| mention.source) => ambiguous(),
            (None, _) => Ok(Test::NotSource),
            (Some(mention), None) if frame.setting.spell || !source_fits => match &mention.before {
                // "Attacking creatures get +1/+0 for each other attacking creature": other than each of them.
                Some(Objects::Each(..)) if frame.discourse.subject == mention.before => ambiguous(),
                Some(objects) => Ok(other_than(objects.clone(), described.card)),
                None => ambiguous(),
            },
            _ => ambiguous(),
        }
    }
}
