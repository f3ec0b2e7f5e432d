//! Tokens that are copies, before they enter: what they are, and the choices that are made as they enter (CR 614.12a, 707.5).

use gauntlet_cards::ability::{Replacement, StaticEffect};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::{Destination, Duration, Instr};
use gauntlet_cards::filter::{Objects, Players, Zone};
use gauntlet_cards::keyword::Marks;
use gauntlet_cards::types::Subtype;
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{Defender, Flags, Noted, Object, ObjectId, Range, Target};
use crate::task::{Resolve, Scope};

/// What a token that is put aside for its choices is marked with.
const WAITING: Flags = Flags::ASIDE.union(Flags::SEEN_BY_FIRST).union(Flags::SEEN_BY_SECOND);

impl Engine<'_> {
    /// What is copied, and as which card.
    pub(super) fn to_copy(&self, scope: &Scope, of: &Objects) -> Option<(ObjectId, CardId)> {
        let original = self.known(scope, of).first().copied()?;
        Some((original, self.eye().copied_card(self.s.last_known(original)?)))
    }

    /// Returns whether something is chosen, for each by itself, as tokens that are copies of a card enter (CR 303.4f, 614.12a).
    pub(super) fn asks_as_copies_enter(&self, copied: CardId) -> bool {
        self.acts_as_it_enters(copied) || self.pool.card(copied).characteristics.subtypes.contains(Subtype::AURA)
    }

    pub(super) fn create_copies(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let scope = task.scope;
        let Some(copied) = self.to_copy(&scope, of) else { return After::Next };
        if !self.asks_as_copies_enter(copied.1) {
            self.create_copies_together(task, &[scope], instr);
            return After::Next;
        }
        let amount = self.number(&scope, amount);
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        if self.acts_as_it_enters(copied.1) {
            return self.create_copies_that_choose(instr, task, copied, amount, &destination);
        }
        if let Some(asked) = self.choose_hosts_of_copies(task, player, copied.1, amount) {
            return asked;
        }
        let start = self.s.scratch.len() as u16;
        let chosen = task.progress.objects;
        for place in (chosen.start..chosen.end).step_by(2) {
            let [player, host] = [0, 1].map(|next| self.s.scratch[usize::from(place + next)]);
            let Target::Player(player) = named(player) else { unreachable!("whose token it is comes first") };
            self.create_copy(instr, task, copied, player, Some(named(host)), &destination);
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
        After::Next
    }

    /// Creates tokens that are copies, of nothing that asks as it enters, in each of the scopes: all enter at one time.
    pub(super) fn create_copies_together(&mut self, task: &mut Resolve, scopes: &[Scope], instr: &Instr) {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        let start = self.s.scratch.len() as u16;
        for (player, count, place) in self.created(scopes, player, amount) {
            let Some(copied) = self.to_copy(&scopes[place], of) else { continue };
            let one = Resolve { scope: scopes[place], ..*task };
            for _ in 0..count.clamp(0, 1_000) {
                self.create_copy(instr, &one, copied, player, None, &destination);
            }
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
    }

    /// Creates one of the tokens of an instruction that are copies of an object, attached to `host` if it is a copy of an Aura.
    fn create_copy(
        &mut self,
        instr: &Instr,
        task: &Resolve,
        of: (ObjectId, CardId),
        player: Player,
        host: Option<Target>,
        destination: &Destination,
    ) {
        let id = self.copied_token(instr, task, of, player);
        self.s.entering_host = match host {
            Some(Target::Object(host)) => Some(host),
            Some(Target::Player(_)) | None => None,
        };
        self.enter(&task.scope, id, player, destination);
        self.s.entering_host = None;
        if let Some(Target::Player(enchanted)) = host {
            self.object(id.index).defender = Defender::Player(enchanted);
        }
        self.s.scratch.push(id);
    }

    /// Chooses what each of the tokens will be attached to that are copies of an Aura, a player if it enchants players: the player
    /// who creates them chooses for each by itself (CR 303.4f). An Aura token that can't enchant anything isn't created (CR 303.4g).
    /// Returns what to ask for; once all is chosen, whose each token is and what it enchants stand in the progress, in turn.
    fn choose_hosts_of_copies(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        copied: CardId,
        amount: i32,
    ) -> Option<After> {
        if !task.begun {
            task.progress.objects = self.nothing_chosen();
            task.progress.players = self.who(&task.scope, players).0;
        }
        let asked = self.each_chooses(
            &mut task.progress,
            |engine, player| engine.tokens_after_replacement(player, amount).clamp(0, 1_000) as u16,
            |engine, player, chosen| {
                let host = match engine.s.answer.take() {
                    Some(Action::Object(index)) => Target::Object(engine.s.id(index)),
                    Some(Action::Player(host)) => Target::Player(host),
                    other => unreachable!("not what a token can be attached to: {other:?}"),
                };
                engine.s.scratch.extend([place_of(Target::Player(player)), place_of(host)]);
                chosen.end += 2;
                false
            },
            |engine, player, _, choices| engine.eye().each_host(copied, player, choices),
        );
        asked.map(|(player, left)| After::Ask(player, DecisionKind::AttachTo, task.item.object, left))
    }

    /// Returns whether a script of the card's own runs as it enters the battlefield.
    pub(super) fn acts_as_it_enters(&self, card: CardId) -> bool {
        self.pool.card(card).derived.statics.iter().any(|ability| {
            let effect = &self.pool.static_ability(*ability).effect;
            matches!(effect, StaticEffect::Replacement(Replacement::AsEnters(_)))
        })
    }

    /// One of the tokens of an instruction that are copies of an object, with the exceptions that it makes, which is to enter: it is
    /// what it will be there already (CR 614.12, 707.5).
    pub(super) fn copied_token(
        &mut self,
        instr: &Instr,
        task: &Resolve,
        (original, copied): (ObjectId, CardId),
        player: Player,
    ) -> ObjectId {
        let Instr::CreateCopy { except, .. } = instr else { unreachable!("called for copies only") };
        // CR 707.8a: a copy of a double-faced permanent has both faces, and the same one up.
        let mut object = self.eye().as_object(copied, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        object.came_from = Zone::Command;
        // CR 709.5d: it wasn't cast.
        let locked = self.eye().room_face(&object, copied);
        if locked != copied {
            self.eye().show(&mut object, locked);
        }
        let double_faced = |object: &Object| self.pool.card(object.printed).layout.is_double_faced();
        if object.is(Flags::TRANSFORMED) && !self.s.last_known(original).is_some_and(double_faced) {
            // What copies a back face without being double-faced is copied as that face alone.
            object.printed = copied;
            object.flags -= Flags::TRANSFORMED;
        }
        let id = self.allocate(object);
        self.repeat_exceptions(original, id, None);
        if !except.is_empty() {
            self.add_effect(task, id, except, Duration::Indefinite);
        }
        id
    }

    /// Creates tokens that are copies of something for which choices are made as it enters, what it becomes a copy of among them (CR
    /// 614.12a, 616.1c, 707.5, 707.6): the tokens wait aside until all is chosen, then they enter together.
    pub(super) fn create_copies_that_choose(
        &mut self,
        instr: &Instr,
        task: &mut Resolve,
        of: (ObjectId, CardId),
        amount: i32,
        destination: &Destination,
    ) -> After {
        let Instr::CreateCopy { player, into, .. } = instr else { unreachable!("called for copies only") };
        if !task.begun {
            let start = self.s.scratch.len() as u16;
            for player in self.who(&task.scope, player).in_order(self.s.active) {
                for _ in 0..self.tokens_after_replacement(player, amount).clamp(0, 1_000) {
                    let id = self.copied_token(instr, task, of, player);
                    let token = self.object(id.index);
                    token.zone = Zone::Command;
                    token.flags |= WAITING;
                    self.s.scratch.push(id);
                }
            }
            task.progress.objects = Range { start, end: self.s.scratch.len() as u16 };
        }
        let range = task.progress.objects;
        let mut asks = false;
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            asks |= self.choose_how_to_enter(id, self.s.objects[id.index()].controller);
            asks |= self.choose_host(&task.scope, id, destination);
        }
        if asks {
            return After::Again;
        }
        self.apply_copies();
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            if !self.enter_after_choices(task, id, destination) {
                self.s.scratch[usize::from(place)] = ObjectId::NONE;
            }
        }
        self.entered(range);
        self.keep(task, *into, range.start);
        After::Next
    }

    /// A token for which all is chosen enters. Returns whether it does: one that is an Aura and can't enchant anything isn't created (CR
    /// 303.4g).
    fn enter_after_choices(&mut self, task: &Resolve, id: ObjectId, destination: &Destination) -> bool {
        let object = self.s.objects[id.index()];
        let aura = self.eye().as_entering_aura(&object, destination);
        let host = aura.and_then(|aura| self.host_of_entering(id, &aura));
        let homeless = aura.is_some() && host.is_none() && object.attached_to != id;
        if homeless || object.noted == Noted::KeptOut {
            self.release(id.index);
            return false;
        }
        let token = self.object(id.index);
        token.zone = Zone::Battlefield;
        token.attached_to = ObjectId::NONE;
        token.flags -= WAITING | Flags::READY_TO_ENTER;
        token.marks -= Marks::COPY_READY;
        self.s.entering_host = host;
        self.enter(&task.scope, id, object.controller, destination);
        self.s.entering_host = None;
        true
    }
}

/// A player or an object as a place in the scratch list.
fn place_of(target: Target) -> ObjectId {
    match target {
        Target::Object(id) => id,
        Target::Player(player) => ObjectId { generation: 1 + player.index() as u16, ..ObjectId::NONE },
    }
}

impl Eye<'_> {
    /// Puts into `choices` what a token of a player that is a copy of an Aura can be attached to.
    fn each_host(self, copied: CardId, player: Player, choices: &mut Vec<Action>) {
        let enchanted = |host: &Player| self.could_enchant_player(copied, ObjectId::NONE, player, *host);
        choices.extend(Player::BOTH.into_iter().filter(enchanted).map(Action::Player));
        let attached = self.s.permanents().filter(|(host, _)| self.can_attach_token(copied, player, *host));
        choices.extend(attached.map(|(host, _)| Action::Object(host.index)));
    }
}

/// Which player or object a place in the scratch list stands for: see [`place_of`].
fn named(place: ObjectId) -> Target {
    let player = Player::BOTH.into_iter().find(|player| place_of(Target::Player(*player)) == place);
    player.map_or(Target::Object(place), Target::Player)
}
