//! Mana abilities that tap another permanent: "Tap an untapped Elf you control: Add {G}." (CR 602.1b, 605.1a).
//!
//! Such an ability can be activated once for each permanent that fits, so for a payment each of those is a source. What is
//! tapped so isn't "tapped for mana" (CR 106.12), and it may have come under its controller's control just now (CR 302.6).

use gauntlet_cards::keyword::Features;
use gauntlet_cards::mana_ability::taps_another;
use gauntlet_core::Player;

use crate::available_mana::{Sources, body};
use crate::evaluate::Eye;
use crate::payment::{ManaSource, SourceKey, Yield};
use crate::state::{Flags, Object, ObjectId};
use crate::task::Scope;

impl Eye<'_> {
    /// Calls `f` with each permanent that can be tapped for the mana ability of another one (or for its own), and that mana.
    pub(crate) fn each_other_tapped_for_mana(self, player: Player, f: &mut dyn FnMut(ObjectId, &Object, Yield)) {
        if !self.pool.features.contains(Features::TAPS_OTHERS_FOR_MANA) {
            return;
        }
        for (id, object) in self.s.permanents().filter(|(_, object)| object.controller == player) {
            for ability in self.mana_abilities(object, id.index) {
                let way = self.pool.activatable(ability);
                let scope = Scope { ability: Some(ability), ..Scope::of(id, player) };
                let (Some(filter), Some(output)) = (taps_another(way), &way.mana) else { continue };
                if way.condition.as_ref().is_some_and(|condition| !self.holds(&scope, condition)) {
                    continue;
                }
                let Some(yields) = self.yields_of(&scope, output) else { continue };
                for (other, tapped) in self.s.permanents() {
                    let usable = tapped.controller == player && !tapped.is(Flags::TAPPED);
                    if usable && self.matches(&scope, filter, other, tapped) {
                        yields.iter().for_each(|made| f(other, tapped, *made));
                    }
                }
            }
        }
    }

    /// Adds to the sources what permanents can be tapped for by abilities of others.
    pub(crate) fn add_others_tapped_for_mana(self, player: Player, sources: &mut Sources) {
        self.each_other_tapped_for_mana(player, &mut |id, object, made| match sources
            .iter_mut()
            .find(|source| source.key.is_object(id.index))
        {
            Some(source) if source.alternatives().len() < ManaSource::ALTERNATIVES => *source = source.or(made, 10),
            Some(_) => {}
            None => sources.push(ManaSource::new(SourceKey::Object(id.index), 15 + body(object), made)),
        });
    }
}
