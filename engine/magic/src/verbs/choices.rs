//! Choices in the middle of a resolution that are not targets.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use gauntlet_cards::ability::Caused;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{ManaOutput, Pick};
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Objects, Players, Zone};
use gauntlet_cards::types::Colors;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::payment::ManaTypes;
use crate::replacement::Putting;
use crate::resolve::After;
use crate::state::{Flags, ObjectId, Range};
use crate::task::{Price, Resolve, Scope};

/// How cards may be played without paying their mana costs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Freely {
    /// Cast.
    Cast,
    /// Cast transformed (CR 310.11b, 712.8c).
    CastBack,
    /// Cast, or played as lands.
    Play,
}

impl Engine<'_> {
    /// Each player chooses what to sacrifice; then all is sacrificed at once.
    pub(super) fn sacrifice_chosen(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        filter: &Filter,
        register: Option<u8>,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            task.progress.players = self.who(&scope, players).0;
            task.progress.left = u16::MAX;
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            if task.progress.left == u16::MAX {
                task.progress.left = self.times(&scope, amount).min(1_000) as u16;
            }
            if let Some(Action::Object(index)) = self.s.answer.take() {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
                task.progress.left -= 1;
            }
            let mut choices = std::mem::take(&mut self.s.choices);
            choices.clear();
            let range = task.progress.objects;
            let chosen = &self.s.scratch[range.start as usize..range.end as usize];
            let spared = self.eye().cannot_be_caused(Caused::Sacrifice, player, scope.you);
            for (id, object) in self.s.permanents() {
                let allowed =
                    !spared && !object.restrictions.contains(gauntlet_cards::keyword::Restrictions::CANT_BE_SACRIFICED);
                if object.controller == player
                    && allowed
                    && !chosen.contains(&id)
                    && self.eye().matches(&scope, filter, id, object)
                {
                    choices.push(Action::Object(id.index));
                }
            }
            self.s.choices = choices;
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                return After::Ask(player, DecisionKind::Sacrifice, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        let range = task.progress.objects;
        // Registers keep what was sacrificed as it last was.
        let chosen: smallvec::SmallVec<[ObjectId; 8]> =
            self.s.scratch[range.start as usize..range.end as usize].iter().copied().collect();
        self.sacrifice(range);
        for (place, id) in (range.start..range.end).zip(chosen) {
            self.s.scratch[place as usize] = id;
        }
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
    }

    /// Someone picks objects.
    pub(super) fn pick(&mut self, task: &mut Resolve, pick: &Pick, register: u8) -> After {
        let scope = task.scope;
        let Some(chooser) = self.who(&scope, &pick.chooser).first(scope.you) else { return After::Next };
        if !task.begun {
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
            }
            Some(Action::Card(card)) => {
                let owner = Player::BOTH.into_iter().find(|owner| {
                    self.s.hands[*owner].iter().any(|hidden| hidden.card == card)
                        && self.picks_from_hand(&scope, pick, *owner, card)
                });
                if let Some(owner) = owner
                    && let Some(id) = self.take_from_hand(owner, card, chooser)
                {
                    self.s.scratch.push(id);
                    task.progress.objects.end += 1;
                }
            }
            Some(Action::Done) => {
                task.progress.left = u16::MAX;
            }
            _ => {}
        }
        let (least, most) = (self.times(&scope, &pick.min) as u16, self.times(&scope, &pick.max) as u16);
        loop {
            let range = task.progress.objects;
            let count = range.end - range.start;
            let mut choices = std::mem::take(&mut self.s.choices);
            choices.clear();
            let chosen = &self.s.scratch[range.start as usize..range.end as usize];
            self.eye().each_object(&scope, &pick.from, &mut |id| {
                if !chosen.contains(&id) {
                    choices.push(Action::Object(id.index));
                }
            });
            self.offer_picks_from_hands(&scope, pick, &mut choices);
            self.s.choices = choices;
            if self.s.choices.is_empty() || count >= most || task.progress.left == u16::MAX {
                task.scope.registers[register as usize] = range;
                task.scope.this_way = i32::from(count);
                return After::Next;
            }
            if pick.random {
                let which = self.s.rng.below(self.s.choices.len() as u32) as usize;
                match self.s.choices[which] {
                    Action::Object(index) => {
                        let id = self.s.id(index);
                        self.s.scratch.push(id);
                    }
                    _ => self.pick_from_hands_at_random(&scope, pick),
                }
                task.progress.objects.end += 1;
                continue;
            }
            if count >= least {
                self.s.choices.push(Action::Done);
            }
            return After::Ask(chooser, DecisionKind::Pick, task.item.object, most - count);
        }
    }

    /// One card of those in hands that fit, each as likely as another: two that are alike are two. There is one.
    fn pick_from_hands_at_random(&mut self, scope: &Scope, pick: &Pick) {
        let mut places: smallvec::SmallVec<[(Player, usize); 16]> = smallvec::SmallVec::new();
        for owner in Player::BOTH {
            for (place, hidden) in self.s.hands[owner].iter().enumerate() {
                if self.picks_from_hand(scope, pick, owner, hidden.card) {
                    places.push((owner, place));
                }
            }
        }
        let (owner, place) = places[self.s.rng.below(places.len() as u32) as usize];
        let id = self.set_aside(owner, Zone::Hand, place);
        // Nobody but its owner sees which it was.
        self.object(id.index).flags -= Flags::seen_by(!owner);
        self.s.scratch.push(id);
    }

    pub(super) fn picks_from_hand(
        &self,
        scope: &Scope,
        pick: &Pick,
        owner: Player,
        card: gauntlet_cards::card::CardId,
    ) -> bool {
        matches!(&pick.from, Objects::Each(Zone::Hand, filter) if self.eye().card_matches(scope, filter, card, owner, Zone::Hand))
    }

    pub(super) fn offer_picks_from_hands(&self, scope: &Scope, pick: &Pick, choices: &mut Vec<Action>) {
        if !matches!(pick.from, Objects::Each(Zone::Hand, _)) {
            return;
        }
        for owner in Player::BOTH {
            for hidden in &self.s.hands[owner] {
                let action = Action::Card(hidden.card);
                if !choices.contains(&action) && self.picks_from_hand(scope, pick, owner, hidden.card) {
                    choices.push(action);
                }
            }
        }
    }

    /// CR 701.34: any number of permanents and players that have counters get one more of each kind.
    pub(super) fn proliferate(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if !task.begun {
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        let mut done = false;
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
            }
            Some(Action::Player(player)) => task.progress.players |= 1 << player.index(),
            Some(_) => done = true,
            None => {}
        }
        let range = task.progress.objects;
        let chosen = &self.s.scratch[range.start as usize..range.end as usize];
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        for (id, object) in self.s.permanents() {
            if object.is(Flags::HAS_COUNTERS) && !chosen.contains(&id) {
                choices.push(Action::Object(id.index));
            }
        }
        for player in [self.s.active, !self.s.active] {
            let info = &self.s.players[player];
            let has = info.poison > 0 || info.energy > 0 || info.experience > 0;
            if has && !PlayerSet(task.progress.players).contains(player) {
                choices.push(Action::Player(player));
            }
        }
        self.s.choices = choices;
        if !done && !self.s.choices.is_empty() {
            self.s.choices.push(Action::Done);
            return After::Ask(player, DecisionKind::Pick, task.item.object, 0);
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let kinds = self.s.counters.iter().filter(|entry| entry.0 == id.index).map(|entry| entry.1);
            let kinds: smallvec::SmallVec<[CounterKind; 4]> = kinds.collect();
            for kind in kinds {
                self.add_counters(id, kind, 1, Putting::effect(player));
            }
        }
        for fed in PlayerSet(task.progress.players).in_order(self.s.active) {
            let info = self.s.players[fed];
            let has = [
                (CounterKind::POISON, info.poison > 0),
                (CounterKind::ENERGY, info.energy > 0),
                (CounterKind::EXPERIENCE, info.experience > 0),
            ];
            for (kind, _) in has.into_iter().filter(|entry| entry.1) {
                self.add_player_counters(fed, kind, 1, Putting::effect(player));
            }
        }
        self.s.check_needed = true;
        After::Next
    }

    pub(super) fn choose_color(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Color(color)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = u16::from(color);
            task.scope.numbers[3] = i32::from(color);
            self.touch();
            self.tell(|eye| format!("{} chooses {}.", eye.player_name(player), Colors::TABLE[color as usize].2));
            return After::Next;
        }
        self.s.choices.clear();
        self.s.choices.extend((0..5).map(Action::Color));
        After::Ask(player, DecisionKind::Color, scope.source, 0)
    }

    /// Only creature types that some card of the game has are offered: others can't matter.
    pub(super) fn choose_creature_type(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Subtype(subtype)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = subtype;
            self.touch();
            return After::Next;
        }
        let types = self.creature_types();
        self.s.choices.clear();
        self.s.choices.extend(types.into_iter().map(|subtype| Action::Subtype(subtype.0)));
        if self.s.choices.is_empty() {
            return After::Next;
        }
        After::Ask(player, DecisionKind::CreatureType, scope.source, 0)
    }

    /// The name of a card (CR 201.4): only those of cards of the game are offered, as others can't matter.
    pub(super) fn choose_name(&mut self, task: &mut Resolve, players: &Players, filter: &Filter) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Card(card)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = card.0;
            self.touch();
            self.tell(|eye| format!("{} chooses {}.", eye.player_name(player), eye.card_name(card)));
            return After::Next;
        }
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        let mut known = BTreeSet::new();
        for (id, card) in self.pool.cards() {
            let fits =
                !card.token && !card.name.is_empty() && self.eye().card_matches(&scope, filter, id, player, Zone::Hand);
            if fits && known.insert(card.name.as_str()) {
                choices.push(Action::Card(id));
            }
        }
        self.s.choices = choices;
        if self.s.choices.is_empty() {
            return After::Next;
        }
        After::Ask(player, DecisionKind::CardName, scope.source, 0)
    }

    /// One of the five basic land types (CR 205.3i).
    pub(super) fn choose_land_type(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Subtype(subtype)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = subtype;
            self.touch();
            return After::Next;
        }
        let basic = gauntlet_cards::types::Subtype::all()
            .filter(|sub| sub.kind() == gauntlet_cards::types::SubtypeKind::BasicLand);
        self.s.choices.clear();
        self.s.choices.extend(basic.map(|subtype| Action::Subtype(subtype.0)));
        After::Ask(player, DecisionKind::CreatureType, scope.source, 0)
    }

    pub(crate) fn add_mana_output(&mut self, task: &mut Resolve, players: &Players, output: &ManaOutput) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let (output, rule) = output.unrestricted();
        let add = |engine: &mut Self, color: Colors, count: u8| match rule {
            Some(rule) => {
                let place = if color.is_empty() { 5 } else { color.bits().trailing_zeros() as u8 };
                engine.add_restricted_mana(player, place, count, rule, scope.source);
            }
            None => engine.add_mana(player, color, count),
        };
        match output {
            ManaOutput::Restricted(..) => unreachable!("it was looked into"),
            ManaOutput::Fixed(list) => {
                for color in list {
                    add(self, *color, 1);
                }
            }
            ManaOutput::Amount(amount, color) => {
                let count = self.times(&scope, amount).min(255) as u8;
                add(self, *color, count);
            }
            ManaOutput::EachColorAmong(of) => {
                for color in self.eye().colors_among(&scope, Zone::Battlefield, of).iter() {
                    add(self, color, 1);
                }
            }
            ManaOutput::ChosenColor(amount) => {
                let count = self.times(&scope, amount).min(255) as u8;
                let chosen = self.s.last_known(scope.source).map_or(u16::MAX, |source| source.chosen);
                if let Some(row) = Colors::TABLE.get(chosen as usize) {
                    add(self, row.0, count);
                }
            }
            ManaOutput::OneOf(lists) => {
                if let Some(Action::Number(which)) = self.s.answer.take() {
                    for color in &lists[which as usize] {
                        add(self, *color, 1);
                    }
                    return After::Next;
                }
                self.s.choices.clear();
                self.s.choices.extend((0..lists.len() as u16).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, 0);
            }
            ManaOutput::AnyOneColor(amount)
            | ManaOutput::AnyCombination(amount, _)
            | ManaOutput::CouldProduce { amount, .. } => {
                let allowed = match output {
                    ManaOutput::AnyCombination(_, colors) => ManaTypes::from(*colors),
                    ManaOutput::CouldProduce { of, any_type, .. } => self.eye().could_produce(&scope, of, *any_type),
                    _ => ManaTypes::COLORS,
                };
                let together = !matches!(output, ManaOutput::AnyCombination(..));
                if !task.begun {
                    task.progress.left = self.times(&scope, amount).min(255) as u16;
                }
                if let Some(Action::Color(color)) = self.s.answer.take() {
                    let count = if together { task.progress.left } else { 1 };
                    add(self, ManaTypes::EACH[usize::from(color)].colors(), count as u8);
                    task.progress.left -= count;
                }
                if task.progress.left == 0 || allowed.is_empty() {
                    return After::Next;
                }
                self.s.choices.clear();
                for (place, kind) in ManaTypes::EACH.into_iter().enumerate() {
                    if allowed.contains(kind) {
                        self.s.choices.push(Action::Color(place as u8));
                    }
                }
                return After::Ask(player, DecisionKind::Color, task.item.object, task.progress.left);
            }
        }
        After::Next
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
                        ways.retain(|way| engine.spell_fits(&scope, limit, id, *way));
                    }
                    ways
                }
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
                self.begin(player, id, way, true);
                task.scope.did = true;
            }
            return After::Again;
        }
        self.s.choices.clear();
        for id in self.list(&scope, cards) {
            self.offer_ways(id, &ways(self, id));
        }
        if self.s.choices.is_empty() {
            self.leave_uncast(&scope, cards);
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, 0)
    }

    /// What becomes of "that spell" is said only of what was cast so: of what wasn't, it is forgotten, unless it may still be cast later.
    fn leave_uncast(&mut self, scope: &Scope, cards: &Objects) {
        for id in self.list(scope, cards) {
            if !self.s.permissions.iter().any(|permission| permission.card == id) {
                self.object(id.index).flags -= Flags::EXILED_AFTERWARDS;
            }
        }
    }

    /// The player may cast one of the cards, which may be of a hand, without paying its mana cost.
    pub(super) fn cast_one_free(&mut self, task: &mut Resolve, players: &Players, cards: &Objects) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if task.progress.done > 0 {
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
            if let Some(way) = way.or_else(|| self.free_ways(player, id).first().copied()) {
                self.begin(player, id, way, true);
                task.scope.did = true;
            }
            task.progress.done = 1;
            return After::Again;
        }
        task.scope.did = false;
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        if let Objects::Each(Zone::Hand, _) = cards {
            for hidden in &self.s.hands[player] {
                let action = Action::Card(hidden.card);
                let by_half = |choice: &Action| matches!(choice, Action::Play { card, .. } if *card == hidden.card);
                if choices.contains(&action) || choices.iter().any(by_half) {
                    continue;
                }
                let ways = self.fitting_ways(&scope, player, hidden.card, cards);
                match ways.as_slice() {
                    [] => {}
                    [_] => choices.push(action),
                    ways => {
                        choices.extend(ways.iter().map(|&ability| Action::Play { card: hidden.card, ability }));
                    }
                }
            }
            self.s.choices = choices;
        } else {
            self.s.choices = choices;
            for id in self.list(&scope, cards) {
                self.offer_ways(id, &self.free_ways(player, id));
            }
        }
        if self.s.choices.is_empty() {
            self.leave_uncast(&scope, cards);
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, 0)
    }

    /// Returns whether the spell that a card becomes if it is cast in a way fits.
    fn spell_fits(&self, scope: &Scope, limit: &Filter, id: ObjectId, way: AbilityId) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        let eye = self.eye();
        let face = self.pool.activatable(way).face.map(|face| eye.as_face(object, face));
        eye.matches(scope, limit, id, face.as_ref().unwrap_or(object))
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

    /// Offers to cast a card: as it is, or, where it has several faces or halves that can be cast, each of those.
    fn offer_ways(&mut self, id: ObjectId, ways: &[AbilityId]) {
        match ways {
            [] => {}
            [_] => self.s.choices.push(Action::Object(id.index)),
            ways => {
                let each = ways.iter().map(|&ability| Action::Activate { object: id.index, ability });
                self.s.choices.extend(each);
            }
        }
    }

    /// The ways in which a card can be cast without paying its mana cost now: one for each face or half that it can be cast as
    /// (CR 709.3, 712.11b, 715.3), as it is by itself first.
    pub(super) fn free_ways(&self, player: Player, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        match self.s.get(id) {
            Some(object) if !matches!(object.zone, Zone::Stack | Zone::Battlefield) => {
                self.free_ways_of(player, id, object)
            }
            _ => SmallVec::new(),
        }
    }

    /// The ways in which a card can be played as a land now, while something resolves: only in its player's turn, and no more
    /// lands than they may play (CR 305.2b, 305.3).
    fn land_ways(&self, player: Player, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        let mut ways = SmallVec::new();
        let plays = self.s.players[player].lands_played < self.eye().land_plays(player);
        if let Some(object) = self.s.get(id).filter(|object| object.zone != Zone::Battlefield)
            && self.s.active == player
            && plays
        {
            let is_land = |way: &&AbilityId| {
                self.pool.activatable(**way).kind == gauntlet_cards::ability::ActivatableKind::PlayLand
            };
            ways.extend(self.pool.card(object.card).derived.from_hand.iter().filter(is_land).copied());
        }
        ways
    }

    fn free_ways_of(&self, player: Player, id: ObjectId, object: &crate::state::Object) -> SmallVec<[AbilityId; 2]> {
        let mut ways = SmallVec::<[AbilityId; 2]>::new();
        for &id_of_way in &self.pool.card(object.card).derived.from_hand {
            let way = self.pool.activatable(id_of_way);
            let known = ways.iter().any(|other| self.pool.activatable(*other).face == way.face);
            if way.kind == gauntlet_cards::ability::ActivatableKind::Cast
                && !known
                && !(way.from_hand_only && object.zone != Zone::Hand)
                && self.eye().castable_at_once(player, id, object, way, Price::Free)
            {
                ways.push(id_of_way);
            }
        }
        ways
    }

    /// A coin or die falls (CR 705, 706): at random, or as whoever runs the game says.
    pub(super) fn chance(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        sides: RangeInclusive<u16>,
        register: u8,
    ) -> After {
        let (least, most) = (*sides.start(), *sides.end());
        let fallen = if !self.options.ask_chance {
            least + self.s.rng.below(u32::from(most - least) + 1) as u16
        } else if let Some(Action::Number(number)) = self.s.answer.take() {
            number
        } else {
            let player = self.who(&task.scope, players).first(task.scope.you).unwrap_or(task.scope.you);
            self.s.choices.clear();
            self.s.choices.extend(sides.map(Action::Number));
            return After::Ask(player, DecisionKind::Chance, task.item.object, most);
        };
        task.scope.numbers[register as usize] = i32::from(fallen);
        After::Next
    }
}
