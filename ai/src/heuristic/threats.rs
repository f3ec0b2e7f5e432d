//! What the opponent could make of its permanents in its next turn: lands and Vehicles that become creatures, creatures that are made
//! larger for mana, Equipment that goes to another.

use gauntlet_cards::filter::{Amount, Objects};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Player;
use gauntlet_magic::state::{Flags, Object, ObjectId};

use super::amount::Env;
use super::fight::Fighter;
use super::reading::AbilityFacts;
use super::script::{Act, Change};
use super::value::Judge;

impl AbilityFacts {
    /// What it makes of its source until end of turn, if it costs nothing but mana and tapping others.
    pub(super) fn own_change(&self) -> Option<&Change> {
        let cost = &self.cost;
        let simple =
            !cost.tap && !cost.sacrifice_self && cost.sacrifice.is_none() && cost.discard == 0 && cost.other == 0;
        if !simple || cost.x > 0 || cost.life > 0 || cost.loyalty.is_some() {
            return None;
        }
        self.parts.iter().flat_map(|part| &part.effects).find_map(|effect| match &effect.act {
            Act::Change { objects: Objects::Source, change, lasting: false } => Some(&**change),
            _ => None,
        })
    }
}

impl<'a> Judge<'a> {
    fn own_changes(self, object: &Object) -> impl Iterator<Item = (&'a AbilityFacts, &'a Change)> + 'a {
        let abilities = &self.see.pool().card(object.card).derived.on_battlefield;
        abilities.iter().filter_map(move |id| {
            let way = self.facts.ability(*id);
            way.own_change().map(|change| (way, change))
        })
    }

    /// A permanent that isn't a creature, as the one that its controller could make it with that much mana.
    pub(super) fn awakened(self, id: ObjectId, object: &Object, mana: i32) -> Option<Fighter> {
        let mana = mana - i32::from(object.mana_mask != 0);
        let (_, change) = self.own_changes(object).find(|(way, change)| {
            change.animates && way.cost.mana <= mana && way.cost.crew <= self.crew(object.controller)
        })?;
        let mut fighter = self.attacking_fighter(id, object);
        self.change_fighter(&mut fighter, change, &Env::of_object(id, object, object.controller));
        let attacks = !fighter.has(Keywords::DEFENDER) && !fighter.restrictions.contains(Restrictions::CANT_ATTACK);
        let untaps = !(object.is(Flags::TAPPED) && object.restrictions.contains(Restrictions::DOESNT_UNTAP));
        (attacks && untaps).then_some(fighter)
    }

    /// The power of the creatures that a player could tap for a Vehicle.
    pub(super) fn crew(self, player: Player) -> i32 {
        let creatures = self.see.permanents().filter(|(_, object)| object.controller == player && object.is_creature());
        creatures.map(|(_, object)| i32::from(object.characteristics.power).max(0)).sum()
    }

    /// The power that a creature could be given with that much mana.
    pub(super) fn breath(self, id: ObjectId, object: &Object, mana: i32) -> i32 {
        let gains =
            self.own_changes(object).filter(|(way, _)| (1..=mana).contains(&way.cost.mana)).map(|(way, change)| {
                let env = Env { current: id, ..Env::of_object(id, object, object.controller) };
                self.amount(&env, &change.power).max(0) * (mana / way.cost.mana)
            });
        gains.max().unwrap_or(0)
    }

    /// The power that an Equipment that lies idle could add to a creature.
    pub(super) fn sharper(self, object: &Object, mana: i32) -> i32 {
        let facts = self.facts.card(object.card);
        let Some(host) = facts.host.as_ref().filter(|_| facts.equipment) else { return 0 };
        let abilities = &self.see.pool().card(object.card).derived.on_battlefield;
        let payable = abilities.iter().map(|id| self.facts.ability(*id)).any(|way| way.equip && way.cost.mana <= mana);
        let Amount::Const(power) = host.power else { return 0 };
        let in_use = self.see.last_known(object.attached_to).is_some_and(|host| host.controller == object.controller);
        if payable && !in_use { power.max(0) } else { 0 }
    }
}
