//! Mana abilities as actions of a player with priority (CR 605.3a): mana that floats for later.
//!
//! Usually payments find their mana by themselves, and nobody is asked. What they can't use by themselves
//! ([`gauntlet_cards::mana_ability::by_hand`]) is always an action. With [`crate::Options::mana_actions`] mana abilities
//! can also be activated on their own.

use std::cell::OnceCell;

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::filter::Players;
use gauntlet_cards::mana_ability::within_script;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::decision::Action;
use crate::engine::{Engine, Flow};
use crate::legal::Attempt;
use crate::resolve::After;
use crate::state::State;
use crate::state::{Flags, StackItem};
use crate::task::{Resolve, Task};

impl State {
    /// How much mana a player has, such as may be spent on some things only included.
    pub(crate) fn unspent_mana(&self, player: Player) -> u32 {
        let restricted = self.restricted_mana.iter().filter(|mana| mana.player == player);
        let usual: u32 = self.players[player].mana.iter().map(|count| u32::from(*count)).sum();
        usual + restricted.map(|mana| u32::from(mana.count)).sum::<u32>()
    }
}

impl Engine<'_> {
    /// Adds to `choices` the mana abilities that the player can activate.
    pub(crate) fn offer_mana_abilities(&mut self, player: Player) {
        let mut choices = std::mem::take(&mut self.s.choices);
        let sources = OnceCell::new();
        let eye = self.eye();
        let available = AvailableMana::new(eye, player, &sources);
        for (id, object) in self.s.permanents() {
            if object.controller != player {
                continue;
            }
            // CR 305.6, 613.1f: unless it has lost all abilities since.
            let lost = object.is(Flags::LOST_LAND_MANA);
            let lands = if lost { 0 } else { object.characteristics.subtypes.basic_lands() };
            let basic = (0..5).filter(|bit| lands & (1 << bit) != 0).map(|bit| self.pool.basic_mana_ability(bit));
            let mut all: SmallVec<[AbilityId; 6]> = basic.collect();
            all.extend(self.mana_abilities(id.index));
            for ability in all {
                let action = Action::Activate { object: id.index, ability };
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id, object, activatable, price: crate::task::Price::Own };
                if !choices.contains(&action) && eye.can_begin(attempt, eye.sorcery_time(player), &available) {
                    choices.push(action);
                }
            }
        }
        self.s.choices = choices;
    }

    /// A mana ability has been paid for: it doesn't use the stack, and its mana is made at once (CR 605.3b).
    pub(crate) fn resolve_mana_ability(&mut self, item: StackItem) {
        let AbilityKind::Activatable(way) = &self.pool.ability(item.ability).kind else { return };
        self.release(item.object.index);
        self.s.check_needed = true;
        self.tell_of_mana_ability(item.controller, item.source, way);
        let base = self.s.scratch.len() as u16;
        let mut task = Resolve::of_static(item.ability, item.source, item.controller, base);
        task.scope.x = item.x;
        if way.script.parts.iter().any(|part| !part.code.is_empty()) {
            self.s.tasks.push(Task::Resolve(task));
        }
        if !within_script(way) {
            self.s.tasks.push(Task::MakeMana(task));
        }
    }

    /// Makes the mana of a mana ability, asking what kind if there is a choice.
    pub(crate) fn make_mana(&mut self, mut task: Resolve) -> Flow {
        match self.make_own_mana(&mut task) {
            After::Ask(player, kind, about, detail) => {
                task.begun = true;
                self.ask(Task::MakeMana(task), player, kind, about, detail)
            }
            _ => Flow::Go,
        }
    }

    /// Makes the mana of the mana ability that resolves, and what tapping a permanent for it makes besides.
    pub(crate) fn make_own_mana(&mut self, task: &mut Resolve) -> After {
        let AbilityKind::Activatable(way) = &self.pool.ability(task.item.ability).kind else { return After::Next };
        let Some(output) = &way.mana else { return After::Next };
        let before = self.s.players[task.item.controller].mana;
        let apart: SmallVec<[u8; 4]> = self.s.restricted_mana.iter().map(|mana| mana.count).collect();
        let unspent = self.s.unspent_mana(task.item.controller);
        let after = self.add_mana_output(task, &Players::You, output);
        if !matches!(after, After::Ask(..)) {
            // CR 106.12a: only what has produced mana was tapped for it.
            let produced = self.s.unspent_mana(task.item.controller) > unspent;
            if produced && self.eye().mana_changes() && way.cost.parts.contains(&CostPart::Tap) {
                self.make_bonus_mana(task.item.controller, task.item.source, before, &apart);
            }
        }
        after
    }
}
