//! Auras that enter the battlefield without having been cast (CR 303.4f–g); what sees things become attached (CR 701.3).

use gauntlet_cards::ability::{AbilityKind, StaticEffect, TriggerEvent};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::keyword::{EventKinds, Marks};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{Defender, EventData, Flags, Object, ObjectId, Target};
use crate::task::{Scope, Task};

impl Engine<'_> {
    /// Asks what an Aura will be attached to that is about to be put onto the battlefield (CR 303.4f), if that wasn't asked
    /// yet. Returns whether it did ask.
    pub(crate) fn choose_host(&mut self, scope: &Scope, id: ObjectId, destination: &Destination) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        // What becomes a copy of an Aura only as it enters is asked for when it is one.
        let outside = object.zone != Zone::Battlefield;
        let copies = outside && object.is(Flags::COPYING) && object.attached_to.is_none();
        let away = outside && object.zone != Zone::Stack && !object.is(Flags::READY_TO_ENTER);
        if !(away || copies) {
            return false;
        }
        // CR 303.4f: what enters transformed is asked for as what it will be.
        let Some(object) = self.eye().as_entering_aura(scope, object, destination) else { return false };
        let player = object.controller;
        if self.first_host(id, &object).is_none() && !self.eye().could_enchant_players(id, &object) {
            return false;
        }
        self.object(id.index).flags |= Flags::READY_TO_ENTER;
        self.s.tasks.push(Task::ChooseHost(player, id, object.card));
        true
    }

    /// The player chooses what the Aura will be attached to. `face`: as what it will enter.
    pub(crate) fn host_chosen(&mut self, player: Player, id: ObjectId, face: CardId) -> Flow {
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let host = self.s.id(index);
                self.object(id.index).attached_to = host;
                return Flow::Go;
            }
            Some(Action::Player(host)) => {
                let aura = self.object(id.index);
                aura.defender = Defender::Player(host);
                // Until it enters that says that a player was chosen.
                aura.attached_to = id;
                return Flow::Go;
            }
            _ => {}
        }
        let Some(object) = self.s.get(id).copied() else { return Flow::Go };
        let mut entering = if face == object.card { object } else { self.eye().as_face(&object, face) };
        entering.controller = player;
        self.offer(|engine, choices| {
            let eye = engine.eye();
            let players = Player::BOTH.into_iter().filter(|host| eye.could_enchant_player(face, id, player, *host));
            choices.extend(players.map(Action::Player));
            choices.extend(eye.hosts(id, &entering).into_iter().map(|host| Action::Object(host.index)));
        });
        if self.s.choices.is_empty() {
            return Flow::Go;
        }
        self.ask(Task::ChooseHost(player, id, face), player, DecisionKind::AttachTo, id, Particulars::Nothing)
    }

    /// What an Aura that is put onto the battlefield is attached to: what was chosen, or the first that it can enchant; none if
    /// there is nothing, so that it stays where it is (CR 303.4g).
    pub(crate) fn host_of_entering(&self, id: ObjectId, object: &Object) -> Option<ObjectId> {
        let chosen = object.attached_to;
        if chosen == id {
            return None;
        }
        let fits = !chosen.is_none() && self.eye().could_attach(id, object, chosen);
        if fits { Some(chosen) } else { self.first_host(id, object) }
    }

    fn first_host(&self, id: ObjectId, object: &Object) -> Option<ObjectId> {
        self.eye().hosts(id, object).first().copied()
    }
}

impl<'a> Eye<'a> {
    /// Under whose control something would enter the battlefield.
    pub(crate) fn entering_controller(self, scope: &Scope, owner: Player, destination: &Destination) -> Player {
        let players = destination.controller.as_ref();
        players.and_then(|players| self.players(scope, players).first(scope.you)).unwrap_or(owner)
    }

    /// What a permanent that became an Aura can enchant by an ability that it was given.
    pub(crate) fn granted_enchant(self, id: ObjectId, object: &Object) -> Option<&'a Filter> {
        if !object.is(Flags::HAS_GRANTED) {
            return None;
        }
        self.s.granted_to(id.index).iter().rev().find_map(|(_, ability, _)| match &self.pool.ability(*ability).kind {
            AbilityKind::Static(ability) => match &ability.effect {
                StaticEffect::Enchant { objects, .. } => objects.as_ref(),
                _ => None,
            },
            _ => None,
        })
    }

    /// Returns whether an Aura enchants cards in graveyards: by its own ability, unless it was given another in its place.
    pub(crate) fn enchants_cards(self, id: ObjectId, object: &Object) -> bool {
        self.pool.card(object.card).derived.enchants_cards && self.granted_enchant(id, object).is_none()
    }

    /// What an Aura that isn't on the battlefield yet could be attached to.
    fn hosts(self, id: ObjectId, object: &Object) -> SmallVec<[ObjectId; 8]> {
        let mut hosts: SmallVec<[ObjectId; 8]> = SmallVec::new();
        if self.enchants_cards(id, object) {
            self.each_in_zone(Zone::Graveyard, &mut |host, _| hosts.push(host));
        } else {
            hosts.extend(self.s.permanents().map(|(host, _)| host));
        }
        hosts.retain(|host| self.could_attach(id, object, *host));
        hosts
    }

    /// Returns whether an Aura is one that enchants players (CR 702.5d). While it is attached to one, what it would attack if it were a
    /// creature says which.
    pub(crate) fn enchants_players(self, object: &Object) -> bool {
        matches!(self.pool.card(object.card).derived.enchant, Some((_, Some(_))))
    }

    /// The player that an Aura is attached to.
    pub(crate) fn enchanted_player(self, aura: &Object) -> Option<Player> {
        match aura.defender {
            Defender::Player(player) if aura.marks.contains(Marks::ON_PLAYER) && self.enchants_players(aura) => {
                Some(player)
            }
            _ => None,
        }
    }

    /// Returns whether an Aura under a player's control can be attached to a player.
    pub(crate) fn can_enchant_player(self, id: ObjectId, controller: Player, host: Player) -> bool {
        self.s.get(id).is_some_and(|object| self.could_enchant_player(object.card, id, controller, host))
    }

    /// Returns whether an Aura that isn't on the battlefield yet could be attached to a player.
    pub(crate) fn could_enchant_players(self, id: ObjectId, aura: &Object) -> bool {
        Player::BOTH.into_iter().any(|host| self.could_enchant_player(aura.card, id, aura.controller, host))
    }

    /// The same for a card, or a token that will be one.
    pub(crate) fn could_enchant_player(self, card: CardId, id: ObjectId, controller: Player, host: Player) -> bool {
        match self.pool.card(card).derived.enchant {
            Some((_, Some(players))) => {
                self.player_fits(&Scope::of(id, controller), players, host)
                    // CR 702.16c: of a card that isn't an object yet nobody asks what it would be.
                    && !self.s.get(id).is_some_and(|aura| self.player_protected_from(host, id, aura))
            }
            _ => false,
        }
    }
}

impl Engine<'_> {
    /// A permanent became attached to another one or, unless `on`, unattached from it (CR 701.3d), which may have left since then.
    pub(crate) fn trigger_attachment(&mut self, id: ObjectId, host: ObjectId, on: bool) {
        if host.is_none() || !self.watches(EventKinds::TAP) {
            return;
        }
        let (Some(object), Some(holding)) = (self.s.last_known(id).copied(), self.s.last_known(host).copied()) else {
            return;
        };
        let data =
            EventData { object: id, other: Some(Target::Object(host)), player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
            TriggerEvent::Attachment { what, host: to, on: wanted } => {
                (on == *wanted && eye.matches(scope, what, id, &object) && eye.matches(scope, to, host, &holding))
                    .then_some(data)
            }
            _ => None,
        });
    }
}
