//! Commanders (CR 903): cards that lead decks, from the command zone. A deck has one of each name, so a commander is known by which card it is
//! and whose, wherever it is: in a hand or library, too.

use std::ops::ControlFlow;

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::types::Colors;
use gauntlet_core::{Audience, PerPlayer, Player};

use crate::available_mana::AvailableMana;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::legal::{Attempt, OnAction};
pub use crate::options::{Leader, Leaders};
use crate::state::{Commander, Flags, Object, ObjectId, Ordered, ReplacedBy};
use crate::task::{Price, Task};

/// How much combat damage by one commander loses the game (CR 903.10a).
const LETHAL: u16 = 21;

impl Commander {
    /// The commanders of a game before it begins.
    pub(crate) fn all(leaders: PerPlayer<Leaders>) -> impl Iterator<Item = Commander> {
        Player::BOTH.into_iter().flat_map(move |owner| {
            leaders[owner].into_iter().flatten().map(move |Leader { card, identity }| Commander {
                owner,
                card,
                identity,
                casts: 0,
                dealt: [0; 2],
            })
        })
    }
}

impl<'a> Eye<'a> {
    /// The number of the commander that an object is, if it is one (CR 903.3): tokens and copies aren't, whatever their characteristics.
    #[inline]
    pub(crate) fn commander(self, object: &Object) -> Option<usize> {
        if self.s.commanders.is_empty() {
            return None;
        }
        let place = |card: CardId| {
            let is_it = |commander: &Commander| (commander.owner, commander.card) == (object.owner, card);
            self.s.commanders.iter().position(is_it)
        };
        // CR 903.3: what is represented by a commander among others is one.
        if !self.s.merged.is_empty() && object.zone == Zone::Battlefield {
            let mut cards = self.components_of(object).filter(|component| !component.token);
            if let Some(found) = cards.find_map(|component| place(self.pool.whole(component.card))) {
                return Some(found);
            }
        }
        if object.flags.intersects(Flags::TOKEN | Flags::COPY | Flags::ABILITY) {
            return None;
        }
        place(self.pool.whole(object.printed))
    }

    /// Casting commanders from the command zone (CR 903.8).
    pub(crate) fn each_commander_to_cast(
        self,
        player: Player,
        sorcery_time: bool,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for &index in &self.s.command {
            let object = &self.s.objects[usize::from(index)];
            if object.owner != player || self.commander(object).is_none() {
                continue;
            }
            for &ability in &self.pool.card(object.card).derived.from_hand {
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id: self.s.id(index), object, activatable, price: Price::Own };
                let casts = activatable.kind == ActivatableKind::Cast && !activatable.from_hand_only;
                if casts && self.can_begin(attempt, sorcery_time, available) {
                    f(Action::Activate { object: index, ability })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What casting a commander from the command zone costs more: {2} for each time that it was cast from there before (CR 903.8).
    pub(crate) fn commander_tax(self, attempt: &Attempt<'_>) -> u32 {
        let Attempt { object, activatable, .. } = *attempt;
        let from_there = match object.zone {
            Zone::Command => true,
            Zone::Stack => object.came_from == Zone::Command,
            _ => false,
        };
        if !from_there || activatable.kind != ActivatableKind::Cast {
            return 0;
        }
        self.commander(object).map_or(0, |place| 2 * u32::from(self.s.commanders[place].casts))
    }

    /// How often a player has cast their commanders from the command zone.
    pub(crate) fn commander_casts(self, player: Player) -> i32 {
        let own = self.s.commanders.iter().filter(|commander| commander.owner == player);
        own.map(|commander| i32::from(commander.casts)).sum()
    }

    /// How often an object, if it is a commander, was cast from the command zone, by whichever player.
    pub(crate) fn casts_of(self, object: &Object) -> i32 {
        self.commander(object).map_or(0, |place| i32::from(self.s.commanders[place].casts))
    }

    /// The color identity of a player's commanders; `None` without commanders: then it is undefined (CR 903.4f).
    pub(crate) fn identity(self, player: Player) -> Option<Colors> {
        let own = self.s.commanders.iter().filter(|commander| commander.owner == player);
        own.map(|commander| commander.identity).reduce(|all, one| all | one)
    }

    /// Returns whether a player has been dealt lethal combat damage by one commander (CR 903.10a).
    pub(crate) fn dealt_by_commander(self, player: Player) -> bool {
        self.s.commanders.iter().any(|commander| commander.dealt[player.index()] >= LETHAL)
    }

    /// Returns whether a commander is somewhere from where it may go to a hand or library.
    pub(crate) fn commander_is_about(self) -> bool {
        let there =
            self.s.command.iter().filter(|index| self.commander(&self.s.objects[usize::from(**index)]).is_some());
        self.s.commanders.len() > there.count()
    }
}

impl Engine<'_> {
    /// Each player puts their commander face up into the command zone (CR 903.6).
    pub(crate) fn put_commanders(&mut self) {
        for place in 0..self.s.commanders.len() {
            let Commander { owner, card, .. } = self.s.commanders[place];
            self.put_commander(owner, card);
        }
    }

    /// A commander begins the game in the command zone (CR 903.6).
    pub(crate) fn put_commander(&mut self, owner: Player, card: CardId) {
        let object = self.eye().as_object(card, owner, Zone::Command);
        let id = self.allocate(object);
        self.s.command.push(id.index);
        self.s.elsewhere |= self.pool.works_elsewhere(card);
        self.s.elsewhere_layers |= self.pool.card(card).derived.continuous_elsewhere;
    }

    /// A commander was cast from the command zone (CR 903.8).
    pub(crate) fn note_commander_cast(&mut self, spell: ObjectId) {
        let Some(object) = self.s.get(spell).copied() else { return };
        if let Some(place) = self.eye().commander(&object) {
            let commander = &mut self.s.commanders[place];
            commander.casts = commander.casts.saturating_add(1);
        }
    }

    /// A commander has dealt combat damage to a player, whoever controls it (CR 903.10a).
    pub(crate) fn note_commander_damage(&mut self, dealer: &Object, player: Player, amount: u32) {
        if let Some(place) = self.eye().commander(dealer) {
            let dealt = &mut self.s.commanders[place].dealt[player.index()];
            *dealt = dealt.saturating_add(u16::try_from(amount).unwrap_or(u16::MAX));
        }
    }

    /// Where a commander goes that would be put into its owner's hand or library: its owner may put it into the command zone instead
    /// (CR 903.9b). `to`: where it would go, other effects applied.
    pub(crate) fn commander_goes(&mut self, id: ObjectId, to: Zone) -> Zone {
        let Some(object) = self.s.get(id).copied() else { return to };
        if object.zone == to || self.eye().commander(&object).is_none() {
            return to;
        }
        let option = |what| Ordered { source: id, what, moves: Some(id) };
        let (there, here) = (option(ReplacedBy::CommandZone), option(ReplacedBy::NotCommandZone));
        // In the hand it costs no more than printed; what is in the library is far away.
        let options = if to == Zone::Hand { [here, there] } else { [there, here] };
        let chosen = options[self.choose_order(object.owner, &options)];
        if chosen == there { Zone::Command } else { to }
    }

    /// A commander has come to a graveyard or to exile: its owner may put it into the command zone when state-based actions are checked
    /// next (CR 903.9a).
    pub(crate) fn note_commander_gone(&mut self, id: ObjectId) {
        if self.s.get(id).is_some_and(|object| self.eye().commander(object).is_some()) {
            self.s.returning.push(id);
        }
    }

    /// Asks the owners of commanders that have come to a graveyard or to exile. Returns whether there are any.
    pub(crate) fn offer_command_zone(&mut self) -> bool {
        let any = !self.s.returning.is_empty();
        for place in (0..self.s.returning.len()).rev() {
            let id = self.s.returning[place];
            self.s.tasks.push(Task::CommandZone(id));
        }
        self.s.returning.clear();
        self.s.check_needed |= any;
        any
    }

    /// The owner of a commander in a graveyard or in exile may put it into the command zone (CR 903.9a).
    pub(crate) fn return_to_command_zone(&mut self, id: ObjectId) -> Flow {
        let Some(owner) = self.s.get(id).map(|object| object.owner) else { return Flow::Go };
        match self.s.answer.take() {
            None => {
                self.offer_these(NO_OR_YES);
                return self.ask(Task::CommandZone(id), owner, DecisionKind::CommandZone, id, Particulars::Nothing);
            }
            Some(Action::Yes) => {
                self.tell(Audience::Everyone, |eye| {
                    format!("{} puts {} into the command zone.", eye.player_name(owner), eye.object_name(id))
                });
                self.move_object(id, &Destination::to(Zone::Command));
            }
            Some(_) => {}
        }
        self.s.check_needed = true;
        Flow::Go
    }
}
