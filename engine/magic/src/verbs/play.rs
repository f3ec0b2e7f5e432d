//! Cards that effects let players cast or play: for a time, or at once without paying (CR 601.2, 608.2g, 118.9); copies of cards
//! to be cast (CR 707.12).

use gauntlet_cards::ability::{Activatable, ActivatableKind};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Instr, Permitted, Register};
use gauntlet_cards::filter::{Filter, Objects, Players, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{Flags, Object, ObjectId, PlayPermission};
use crate::task::{Price, Resolve, Scope};

/// How cards may be played without paying their mana costs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Freely {
    /// Cast.
    Cast,
    /// Cast, not for nothing but for what it costs.
    ForItsCost,
    /// Cast for what that ability offers in place of its mana cost (CR 118.9).
    For(AbilityId),
    /// Cast transformed (CR 310.11b, 712.8c).
    CastBack,
    /// Cast, or played as lands.
    Play,
}

impl Eye<'_> {
    /// Returns whether the spell that a card becomes if it is cast in a way fits.
    fn spell_fits(self, scope: &Scope, limit: &Filter, id: ObjectId, way: AbilityId) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        let face = self.pool.activatable(way).face.map(|face| self.as_face(object, face));
        self.matches(scope, limit, id, face.as_ref().unwrap_or(object))
    }

    /// Returns whether a permission is one to cast what a card becomes if it is cast in a way.
    pub(crate) fn permits_spell(self, permission: &PlayPermission, way: AbilityId) -> bool {
        let Some((ability, part, place)) = permission.said else { return true };
        let Some(script) = self.pool.ability(ability).kind.script() else { return true };
        let Some(Instr::AllowPlay { spells: Some(spells), .. }) =
            script.parts[usize::from(part)].code.get(usize::from(place))
        else {
            return true;
        };
        let scope = Scope::of(permission.source, permission.player);
        self.spell_fits(&scope, spells, permission.card, way)
    }
}

impl Engine<'_> {
    /// A player may play cards from where they are for a time.
    pub(super) fn allow_play(&mut self, task: &Resolve, instr: &Instr) {
        let Instr::AllowPlay { player, cards, most, spells, duration, lands, free, how, mana } = instr else {
            unreachable!("called for permissions only")
        };
        let scope = &task.scope;
        let (ability, part) = self.at_work(task);
        // What comes there later is among the cards as well: nothing of them is changed (CR 611.2c).
        let anew = *how != Permitted::Flashback && cards.is_asked_anew();
        let said = (anew || spells.is_some()).then_some((ability, part, task.pc));
        let Some(player) = self.who(scope, player).first(scope.you) else { return };
        let left = most.as_ref().map(|most| self.times(scope, most).min(255) as u8);
        if left == Some(0) {
            return;
        }
        let together = (anew || left.is_some()).then(|| self.s.tick());
        let usual = PlayPermission {
            card: ObjectId::NONE,
            player,
            said,
            told: scope.event.player,
            lands: *lands,
            free: *free,
            whole: false,
            how: *how,
            mana: *mana,
            duration: *duration,
            source: scope.source,
            turn: self.s.turn,
            since: together.unwrap_or_default(),
            left,
        };
        if anew {
            if !self.ended_before_it_began(task, *duration, player, ObjectId::NONE) {
                self.s.permissions.push(usual);
                self.permit_what_came();
            }
            return;
        }
        // "When ~ dies, you may cast it from your graveyard": the card that it became (CR 400.7e).
        let all = match cards {
            Objects::Source | Objects::Event => {
                let range = self.gather_moving(task, cards);
                self.ids(range).iter().copied().collect()
            }
            _ => self.list(scope, cards),
        };
        for card in all {
            if self.ended_before_it_began(task, *duration, player, card) {
                continue;
            }
            let since = together.unwrap_or_else(|| self.s.tick());
            let permission = PlayPermission { card, since, ..usual };
            self.permit(permission);
        }
    }

    /// A player may play a card. Who may play a card in exile may look at it (CR 406.3b).
    fn permit(&mut self, permission: PlayPermission) {
        if let Some(object) = self.get_mut(permission.card).filter(|object| object.is_exiled_face_down()) {
            object.flags |= Flags::seen_by(permission.player);
        }
        self.s.permissions.push(permission);
    }

    /// Where it is asked anew which cards may be played, those that have come there since may be, too (CR 611.2c).
    pub(crate) fn permit_what_came(&mut self) {
        let pool = self.pool;
        for place in 0..self.s.permissions.len() {
            let root = self.s.permissions[place];
            let Some((ability, part, line)) = root.said.filter(|_| root.card.is_none()) else { continue };
            let Some(script) = pool.ability(ability).kind.script() else { continue };
            let instr = script.parts[usize::from(part)].code.get(usize::from(line));
            let Some(Instr::AllowPlay { cards, .. }) = instr else { continue };
            let mut scope = Scope { ability: Some(ability), ..Scope::of(root.source, root.player) };
            scope.event.player = root.told;
            for card in self.list(&scope, cards) {
                let same = |other: &PlayPermission| other.card == card && other.since == root.since;
                if !self.s.permissions.iter().any(same) {
                    self.permit(PlayPermission { card, ..root });
                }
            }
        }
    }

    /// A player plays a card in a way, for a price: if only that many of several cards may be played so, and no other effect permits this one
    /// for that price, one fewer of the others may be from now on.
    pub(crate) fn count_permitted(&mut self, player: Player, card: ObjectId, way: AbilityId, price: Price) {
        if self.s.permissions.is_empty() || self.pool.activatable(way).kind == ActivatableKind::Ability {
            return;
        }
        let of_card = self.s.permissions.iter().filter(|allowed| allowed.card == card && allowed.player == player);
        let order = |allowed: &&PlayPermission| (allowed.price() != price, allowed.left.is_some(), allowed.since);
        let Some(used) = of_card.min_by_key(order).copied() else { return };
        if used.left.is_none() {
            return;
        }
        let same = |other: &PlayPermission| other.left.is_some() && other.since == used.since;
        for other in self.s.permissions.iter_mut().filter(|other| same(other)) {
            other.left = other.left.map(|left| left.saturating_sub(1));
        }
        // The permission for the card itself ends as it moves.
        self.s.permissions.retain(|other| other.card == card || other.left != Some(0));
    }

    /// Copies cards where they are, to be cast (CR 707.12); the copies go to a register.
    pub(super) fn copy_cards(&mut self, task: &mut Resolve, objects: &Objects, register: Register) {
        let you = task.scope.you;
        let start = self.s.scratch.len() as u16;
        for id in self.list(&task.scope, objects) {
            let copied = self.s.objects[id.index()];
            let copy = self.create_card_copy(copied.card, you, copied.zone);
            self.s.scratch.push(copy);
        }
        self.keep(task, Some(register), start);
    }

    /// Creates a copy of a card, in a graveyard if it is in one, otherwise in exile.
    pub(crate) fn create_card_copy(&mut self, card: CardId, player: Player, zone: Zone) -> ObjectId {
        let zone = if zone == Zone::Graveyard { zone } else { Zone::Exile };
        let mut copy = self.eye().as_object(card, player, zone);
        copy.flags = Flags::COPY;
        let copy = self.allocate(copy);
        match zone {
            Zone::Graveyard => self.join_graveyard(player, copy.index),
            _ => self.s.exile.push(copy.index),
        }
        copy
    }

    /// The spell that a card becomes is exiled instead of being put into a graveyard (CR 614.6).
    pub(super) fn exile_afterwards(&mut self, id: ObjectId) {
        self.object(id.index).flags |= Flags::EXILED_AFTERWARDS;
    }

    /// A copy of a card that wasn't cast ceases to exist (CR 704.5e).
    pub(super) fn end_copied_card(&mut self, id: ObjectId) {
        let object = self.s.objects[id.index()];
        if object.is(Flags::COPY) && matches!(object.zone, Zone::Graveyard | Zone::Exile) {
            self.cease(id);
        }
    }

    /// The player may cast some of the cards, one after the other, without paying their mana costs.
    /// If a limit is said, the resulting spell must fit: the face or half as which the card is cast (CR 702.85a, 701.57a).
    pub(super) fn cast_free(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        cards: &Objects,
        limit: Option<&Filter>,
        how: Freely,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            task.scope.did = false;
        }
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let ways = |engine: &Self, id| -> SmallVec<[AbilityId; 2]> {
            match how {
                Freely::Cast => {
                    let mut ways = engine.free_ways(player, id);
                    if let Some(limit) = limit {
                        ways.retain(|way| engine.eye().spell_fits(&scope, limit, id, *way));
                    }
                    ways
                }
                Freely::ForItsCost => engine.ways_now(player, id),
                Freely::For(ability) => engine.ways_for(player, id, Price::Offered(scope.source, ability)),
                Freely::CastBack => engine.way_to_back(player, id).into_iter().collect(),
                Freely::Play => {
                    let mut ways = engine.free_ways(player, id);
                    ways.extend(engine.land_ways(player, id));
                    ways
                }
            }
        };
        let chosen = match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                Some((id, ways(self, id).first().copied()))
            }
            Some(Action::Activate { object, ability }) => Some((self.s.id(object), Some(ability))),
            Some(_) => {
                self.leave_uncast(&scope, cards);
                return After::Next;
            }
            None => None,
        };
        if let Some((id, way)) = chosen {
            if let Some(way) = way {
                let price = match how {
                    Freely::ForItsCost => Price::Own,
                    Freely::For(ability) => Price::Offered(scope.source, ability),
                    _ => Price::Free,
                };
                self.begin(player, id, way, price);
                task.scope.did = true;
            }
            return After::Again;
        }
        self.offer(|engine, choices| {
            for id in engine.list(&scope, cards) {
                choices.extend(choices_of(id, &ways(engine, id)));
            }
        });
        if self.s.choices.is_empty() {
            self.leave_uncast(&scope, cards);
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, Particulars::Nothing)
    }

    /// What becomes of "that spell" is said only of what was cast in this way: of what wasn't, it is forgotten, unless it may still be cast later.
    fn leave_uncast(&mut self, scope: &Scope, cards: &Objects) {
        for id in self.list(scope, cards) {
            if !self.s.permissions.iter().any(|permission| permission.card == id) {
                self.object(id.index).flags -= Flags::EXILED_AFTERWARDS;
            }
        }
    }

    /// The player may cast some of the cards, which may be of a hand, one after the other.
    pub(super) fn cast_some(&mut self, task: &mut Resolve, instr: &Instr) -> After {
        let Instr::CastSome { player: players, cards, spells: limit, most, free } = instr else {
            unreachable!("casts no cards: {instr:?}")
        };
        let scope = task.scope;
        let ways = |engine: &Self, player, id| {
            let mut ways = if *free { engine.free_ways(player, id) } else { engine.ways_now(player, id) };
            ways.retain(|way| limit.as_ref().is_none_or(|limit| engine.eye().spell_fits(&scope, limit, id, *way)));
            ways
        };
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let price = if *free { Price::Free } else { Price::Own };
        if most.as_ref().is_some_and(|most| i32::from(task.progress.done) >= self.eye().amount(&scope, most)) {
            self.leave_uncast(&scope, cards);
            return After::Next;
        }
        let of_hand = |engine: &mut Self, card| engine.take_from_hand(player, card, player);
        let chosen = match self.s.answer.take() {
            Some(Action::Object(index)) => Some((self.s.id(index), None)),
            Some(Action::Activate { object, ability }) => Some((self.s.id(object), Some(ability))),
            Some(Action::Card(card)) => {
                let way = self.fitting_ways(&scope, player, card, cards).first().copied();
                of_hand(self, card).map(|id| (id, way))
            }
            Some(Action::Play { card, ability }) => of_hand(self, card).map(|id| (id, Some(ability))),
            Some(_) => {
                self.leave_uncast(&scope, cards);
                return After::Next;
            }
            None => None,
        };
        if let Some((id, way)) = chosen {
            if let Some(way) = way.or_else(|| ways(self, player, id).first().copied()) {
                self.begin(player, id, way, price);
                task.scope.did = true;
            }
            task.progress.done += 1;
            return After::Again;
        }
        if task.progress.done == 0 {
            task.scope.did = false;
        }
        if let Objects::Each(Zone::Hand, _) = cards {
            self.offer(|engine, choices| engine.offer_free_from_hand(&scope, player, cards, choices));
        } else {
            self.offer(|engine, choices| {
                for id in engine.list(&scope, cards) {
                    choices.extend(choices_of(id, &ways(engine, player, id)));
                }
            });
        }
        if self.s.choices.is_empty() {
            self.leave_uncast(&scope, cards);
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, Particulars::Nothing)
    }

    /// Puts into `choices` the cards of a hand that can be cast for nothing: by the way where there are several.
    fn offer_free_from_hand(&self, scope: &Scope, player: Player, cards: &Objects, choices: &mut Vec<Action>) {
        for hidden in &self.s.hands[player] {
            let action = Action::Card(hidden.card);
            let by_half = |choice: &Action| matches!(choice, Action::Play { card, .. } if *card == hidden.card);
            if choices.contains(&action) || choices.iter().any(by_half) {
                continue;
            }
            let ways = self.fitting_ways(scope, player, hidden.card, cards);
            match ways.as_slice() {
                [] => {}
                [_] => choices.push(action),
                ways => choices.extend(ways.iter().map(|&ability| Action::Play { card: hidden.card, ability })),
            }
        }
    }

    /// The ways in which a card in hand can be cast for nothing that fit a description: a face or half must fit, and not the whole
    /// card (CR 601.3e).
    fn fitting_ways(&self, scope: &Scope, player: Player, card: CardId, cards: &Objects) -> SmallVec<[AbilityId; 2]> {
        let Objects::Each(Zone::Hand, filter) = cards else { return SmallVec::new() };
        let object = self.eye().as_object(card, player, Zone::Hand);
        let mut ways = self.free_ways_of(player, ObjectId::NONE, &object);
        ways.retain(|way| {
            let face = self.pool.activatable(*way).face.map(|face| self.eye().as_face(&object, face));
            self.eye().matches(scope, filter, ObjectId::NONE, face.as_ref().unwrap_or(&object))
        });
        ways
    }

    /// The way in which a card in exile can be cast transformed, if it can.
    fn way_to_back(&self, player: Player, id: ObjectId) -> Option<AbilityId> {
        let object = self.s.get(id).filter(|object| object.zone == Zone::Exile)?;
        let id_of_way = self.pool.card(object.printed).cast_back?;
        let way = self.pool.activatable(id_of_way);
        self.eye().castable_at_once(player, id, object, way, Price::Free).then_some(id_of_way)
    }

    /// The ways in which a card can be cast without paying its mana cost now: one for each face or half that it can be cast as
    /// (CR 709.3, 712.11b, 715.3), as it is by itself first.
    pub(super) fn free_ways(&self, player: Player, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        self.ways_for(player, id, Price::Free)
    }

    /// The same for another price than none.
    fn ways_for(&self, player: Player, id: ObjectId, price: Price) -> SmallVec<[AbilityId; 2]> {
        match self.s.get(id) {
            Some(object) if !matches!(object.zone, Zone::Stack | Zone::Battlefield) => {
                self.ways_for_price(player, id, object, price)
            }
            _ => SmallVec::new(),
        }
    }

    /// The ways in which a card can be cast now for what it costs, whatever the time (CR 608.2g).
    fn ways_now(&self, player: Player, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        let Some(object) = self.s.get(id).filter(|object| !matches!(object.zone, Zone::Stack | Zone::Battlefield))
        else {
            return SmallVec::new();
        };
        let scope = Scope { from: object.zone, ..Scope::of(id, player) };
        let castable = |ability: &AbilityId| {
            let way = self.pool.activatable(*ability);
            way.kind == ActivatableKind::Cast
                && !way.from_hand_only
                && way.condition.as_ref().is_none_or(|condition| self.eye().holds(&scope, condition))
                && self.eye().castable_at_once(player, id, object, way, Price::Own)
        };
        self.pool.card(object.card).derived.ways_from(object.zone).filter(castable).collect()
    }

    /// The ways in which a card can be played as a land now, while something resolves: only in its player's turn, and no more
    /// lands than they may play (CR 305.2b, 305.3).
    fn land_ways(&self, player: Player, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        let mut ways = SmallVec::new();
        let plays = self.s.players[player].lands_played < self.eye().land_plays(player);
        if let Some(object) = self.s.get(id).filter(|object| object.zone != Zone::Battlefield)
            && self.s.active == player
            && plays
            && !self.eye().land_forbidden(player, object)
        {
            let is_land = |way: &&AbilityId| self.pool.activatable(**way).kind == ActivatableKind::PlayLand;
            ways.extend(self.pool.card(object.card).derived.from_hand.iter().filter(is_land).copied());
        }
        ways
    }

    /// What isn't to be cast for its mana cost is to be cast for another cost than none (CR 118.9a), and what its text says of when it can be
    /// cast holds (CR 601.3).
    fn free_ways_of(&self, player: Player, id: ObjectId, object: &Object) -> SmallVec<[AbilityId; 2]> {
        self.ways_for_price(player, id, object, Price::Free)
    }

    fn ways_for_price(&self, player: Player, id: ObjectId, object: &Object, price: Price) -> SmallVec<[AbilityId; 2]> {
        let mut ways = SmallVec::<[AbilityId; 2]>::new();
        let scope = Scope { from: object.zone, ..Scope::of(id, player) };
        let may = |way: &Activatable| {
            let holds = |condition| self.eye().holds(&scope, condition);
            way.has_no_mana_cost() || way.condition.as_ref().is_none_or(holds)
        };
        for id_of_way in self.pool.card(object.card).derived.ways_from(object.zone) {
            let way = self.pool.activatable(id_of_way);
            let known = ways.iter().any(|other| self.pool.activatable(*other).face == way.face);
            if !known
                && self.eye().casts_for_mana_cost(object, way)
                && may(way)
                && !(way.from_hand_only && object.zone != Zone::Hand)
                && self.eye().castable_at_once(player, id, object, way, price)
            {
                ways.push(id_of_way);
            }
        }
        ways
    }
}

/// The choices of casting a card: as it is, or, where it has several faces or halves that can be cast, each of those.
fn choices_of(id: ObjectId, ways: &[AbilityId]) -> impl Iterator<Item = Action> + '_ {
    let whole = matches!(ways, [_]).then_some(Action::Object(id.index));
    let each = if whole.is_some() { &[] } else { ways };
    whole.into_iter().chain(each.iter().map(move |&ability| Action::Activate { object: id.index, ability }))
}
