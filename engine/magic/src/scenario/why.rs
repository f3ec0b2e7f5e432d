//! Why what a scenario says isn't done, by the number of the rule ([`Refusal`]).

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;

use super::answers::Play;
use super::model::{Deed, Reference, Use};
use super::text::same_name;
use crate::decision::{Action, DecisionKind};
use crate::legal::Attempt;
use crate::refusal::{Refusal, because};
use crate::state::{Flags, Object, ObjectId, Target};
use crate::task::{Price, Scope};

impl Play<'_> {
    /// Why an action that is said for now isn't taken, if that can be told: nothing is looked up that isn't named.
    pub(super) fn why_not(&self, who: Player, deed: &Deed) -> Option<Refusal> {
        let eye = self.position.eye();
        match deed {
            Deed::Attack { attacker, .. } => {
                let (_, object) = self.meant(attacker, who)?;
                Some(eye.why_no_attack(&object))
            }
            Deed::Block { blocker, attacker } => {
                let (id, object) = self.meant(blocker, who)?;
                if self.blocks.iter().any(|block| block.1 == id.index) {
                    return Some(because("it blocks another creature, or that one already", "509.1a"));
                }
                Some(eye.why_no_block(id, &object, self.meant(attacker, !who).map(|(id, _)| id)))
            }
            Deed::Cast(what) | Deed::PlayLand(what) | Deed::Activate(what) | Deed::ActivateMana(what) => {
                if self.position.decision().kind != DecisionKind::Priority {
                    return None;
                }
                let (id, object, ability) = self.said(who, deed, what)?;
                let possible = self.position.state.choices.iter().any(|choice| match choice {
                    Action::Play { card, ability: other } => id.is_none() && *card == object.card && *other == ability,
                    Action::Activate { object, ability: other } => *object == id.index && *other == ability,
                    _ => false,
                });
                match possible {
                    true => self.why_not_at(who, (id, &object, ability), what),
                    false => Some(eye.why_not(who, id, &object, self.position.pool.activatable(ability))),
                }
            }
            _ => None,
        }
    }

    /// Why one of the targets that are said for something that can be done is none.
    fn why_not_at(
        &self,
        player: Player,
        (id, object, ability): (ObjectId, &Object, AbilityId),
        what: &Use,
    ) -> Option<Refusal> {
        let (eye, activatable) = (self.position.eye(), self.position.pool.activatable(ability));
        let spell = Attempt { player, id, object, activatable, price: Price::Own }.as_spell();
        let from = if activatable.kind == ActivatableKind::Cast { &spell } else { object };
        let (scope, parts) = (Scope::of(id, player), &activatable.script.parts);
        let is_candidate = |wanted: Target| {
            let mut found = false;
            for part in parts {
                for number in 0..part.targets.len() as u8 {
                    eye.each_candidate(&scope, part, number, &[], from, &mut |target| {
                        found |= target == wanted;
                        !found
                    });
                }
            }
            found
        };
        let targets = what.targets.iter().filter_map(|reference| self.permanents(reference, None).first().copied());
        let mut wrong = targets.map(|(id, _)| Target::Object(id)).filter(|target| !is_candidate(*target));
        wrong.next().map(|target| eye.why_no_target(&scope, parts, from, target))
    }

    /// The permanent that a reference means among a player's own, or of anybody.
    fn meant(&self, reference: &Reference, who: Player) -> Option<(ObjectId, Object)> {
        let s = &self.position.state;
        let own = s.permanents().filter(|(_, object)| object.controller == who);
        let all = own.chain(s.permanents().filter(|(_, object)| object.controller != who));
        let mut fits = all.filter(|(id, _)| self.means_of(reference, Action::Object(id.index), who));
        fits.next().map(|(id, object)| (id, *object))
    }

    /// The card in hand that an action casts or plays, or the permanent of which it activates an ability, and the way to do so.
    fn said(&self, who: Player, deed: &Deed, what: &Use) -> Option<(ObjectId, Object, AbilityId)> {
        let (s, pool) = (&self.position.state, &self.position.pool);
        let wanted = match deed {
            Deed::Cast(_) => ActivatableKind::Cast,
            Deed::PlayLand(_) => ActivatableKind::PlayLand,
            _ => return self.said_ability(who, what),
        };
        let name = self.card_of(what);
        let in_hand = s.hands[who].iter().find_map(|hidden| {
            let ways = pool.card(hidden.card).derived.from_hand.iter().copied();
            let mut fits = ways.filter(|ability| {
                let way = pool.activatable(*ability);
                way.kind == wanted && same_name(&name, self.card_name(way.face.unwrap_or(hidden.card)))
            });
            fits.next().map(|ability| (hidden.card, ability))
        });
        let (card, ability) = in_hand?;
        Some((ObjectId::NONE, self.position.eye().as_object(card, who, Zone::Hand), ability))
    }

    fn said_ability(&self, who: Player, what: &Use) -> Option<(ObjectId, Object, AbilityId)> {
        let (text, source) = (what.ability.as_deref()?, what.source.as_deref()?);
        let own = self.position.state.permanents().filter(|(_, object)| object.controller == who);
        let named = own.filter(|(id, object)| {
            !object.is(Flags::FACE_DOWN) && same_name(source, self.card_name(object.card)) || self.is_alias(source, *id)
        });
        let mut found = named.filter_map(|(id, object)| {
            let says = |ability: &AbilityId| {
                let way = &self.position.pool.ability(*ability).kind;
                let usable = matches!(way, AbilityKind::Activatable(way) if way.kind != ActivatableKind::Cast);
                usable && self.says_ability(*ability, self.card_name(object.card), text)
            };
            self.abilities_of(id, object).into_iter().find(says).map(|ability| (id, *object, ability))
        });
        found.next()
    }
}
