//! Madness (CR 702.35) and miracle (CR 702.94): casting a card in a special way while something resolves.

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, Replacement, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::{Condition, Objects, Players, Zone};
use gauntlet_cards::keyword::{Features, Marks};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::chance::Draws;
use crate::choosing::YES_OR_NO;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{EventData, Flags, Object, ObjectId, Range};
use crate::task::{Price, Resolve, Scope, Task};

/// Returns whether a way to cast is only there for an effect.
fn is_special(way: &Activatable, zone: Zone) -> bool {
    way.kind == ActivatableKind::Cast && way.zone == zone && way.condition == Some(Condition::NEVER)
}

impl Engine<'_> {
    /// Players discard cards together (CR 701.9, 101.4), which have been put aside at the end of the scratch list, from `start` on. A card
    /// goes to the graveyard, all that do at the same time, or to exile if it has madness (CR 702.35a), and its own abilities see that. Left
    /// there is what they have become. Cards of libraries and hands aren't objects: of what an effect puts there instead it is what it was
    /// last known as, so that it counts as discarded, and its abilities trigger from there too (CR 702.29c). `cause`: who controls the
    /// effect that says so.
    pub(crate) fn discard_together(&mut self, start: u16, cause: Option<Player>) {
        let cards = self.ids(Range { start, end: self.s.scratch.len() as u16 });
        let before: SmallVec<[Object; 8]> = cards.iter().map(|id| self.s.objects[id.index()]).collect();
        self.s.scratch.truncate(usize::from(start));
        for &id in &cards {
            let Some(player) = self.s.get(id).map(|object| object.owner) else { continue };
            self.trigger_discard(player, id, cause);
            self.tell(Audience::Everyone, |eye| format!("{} discards {}.", eye.player_name(player), eye.true_name(id)));
        }
        // Those that go elsewhere on their own come last: their triggers are waiting, and the others are seen all at once.
        let (elsewhere, together): (SmallVec<[ObjectId; 8]>, SmallVec<[ObjectId; 8]>) =
            cards.iter().copied().partition(|id| self.is_put_elsewhere(*id, cause));
        self.s.scratch.extend_from_slice(&together);
        let range = Range { start, end: self.s.scratch.len() as u16 };
        let scope = Scope::of(ObjectId::NONE, self.s.active);
        self.move_objects(&scope, range, &Destination::to(Zone::Graveyard));
        let mut moved: SmallVec<[(ObjectId, ObjectId); 8]> = together.into_iter().zip(self.ids(range)).collect();
        for id in elsewhere {
            let owner = self.s.get(id).map(|object| object.owner);
            let is = owner.and_then(|owner| self.put_elsewhere(owner, id, cause));
            moved.push((id, is.unwrap_or(ObjectId::NONE)));
        }
        self.s.scratch.truncate(usize::from(start));
        for (was, is) in moved {
            if is.is_none() {
                let known = cards.iter().zip(&before).find(|(id, _)| **id == was);
                self.s.last_known.extend(known.map(|(id, object)| (*id, *object)));
            }
            self.s.scratch.push(if is.is_none() { was } else { is });
        }
        let discarded = Range { start, end: self.s.scratch.len() as u16 };
        for id in self.ids(discarded) {
            let Some(owner) = self.s.last_known(id).map(|object| object.owner) else { continue };
            self.trigger_own_discard(owner, id, cause);
        }
        self.trigger_discards(discarded);
    }

    /// The same for a range of the scratch list, where each stands for what it has become.
    pub(crate) fn discard_range(&mut self, range: Range, cause: Option<Player>) {
        let cards = self.ids(range);
        let start = self.s.scratch.len() as u16;
        self.s.scratch.extend_from_slice(&cards);
        self.discard_together(start, cause);
        for (place, id) in (range.start..range.end).zip(cards) {
            let became = |other: &ObjectId| other.index == id.index;
            let moved = self.s.scratch[usize::from(start)..].iter().copied().find(became);
            self.s.scratch[usize::from(place)] = moved.unwrap_or(ObjectId::NONE);
        }
        self.s.scratch.truncate(usize::from(start));
    }

    /// Puts all cards of a hand aside, at the end of the scratch list, to be discarded.
    pub(crate) fn put_hand_aside(&mut self, player: Player) {
        while let Some(card) = self.s.hands[player].last().map(|hidden| hidden.card) {
            let id = self.take_from_hand(player, card, player);
            self.s.scratch.extend(id);
        }
    }

    /// Puts that many cards of a hand aside at random, at the end of the scratch list, to be discarded.
    pub(crate) fn put_aside_at_random(&mut self, player: Player, count: u32) {
        for _ in 0..count {
            let left = self.s.hands[player].len() as u32;
            if left == 0 {
                break;
            }
            let place = self.s.stream(Draws::Hand(player)).below(left) as usize;
            let card = self.s.hands[player][place].card;
            let id = self.take_from_hand(player, card, player);
            self.s.scratch.extend(id);
        }
    }

    /// Returns whether a discarded card goes elsewhere than to the graveyard by an ability of its own.
    fn is_put_elsewhere(&self, id: ObjectId, cause: Option<Player>) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        let features = self.pool.features;
        features.contains(Features::DISCARD_REPLACED)
            && cause.is_some_and(|cause| cause != object.owner)
            && self.eye().where_discarded(id).is_some()
            || features.contains(Features::MADNESS) && self.eye().madness(object.card).is_some()
    }

    /// Puts such a card there.
    fn put_elsewhere(&mut self, player: Player, id: ObjectId, cause: Option<Player>) -> Option<ObjectId> {
        if self.pool.features.contains(Features::DISCARD_REPLACED)
            && cause.is_some_and(|cause| cause != player)
            && let Some(to) = self.eye().where_discarded(id).cloned()
        {
            return self.move_object(id, &to);
        }
        let card = self.s.get(id)?.card;
        let trigger = self.eye().madness(card)?;
        let exiled = self.move_object(id, &Destination::to(Zone::Exile))?;
        self.pend(trigger, exiled, player, EventData::NONE);
        Some(exiled)
    }

    /// CR 702.94a: the player may reveal the card as it is drawn; if so, the linked ability triggers.
    pub(crate) fn miracle(&mut self, player: Player, card: CardId) -> Flow {
        let Some(answer) = self.s.answer.take() else {
            self.offer_these(YES_OR_NO);
            return self.ask(
                Task::Miracle(player, card),
                player,
                DecisionKind::May,
                ObjectId::NONE,
                Particulars::Nothing,
            );
        };
        // Cards in a hand aren't objects: the ability is told which card it is about by what that was for a moment.
        let taken = (answer == Action::Yes).then(|| self.take_from_hand(player, card, player)).flatten();
        let Some(id) = taken else { return Flow::Go };
        self.object(id.index).flags |= Flags::SEEN_BY_ALL;
        self.tell(Audience::Everyone, |eye| format!("{} is revealed.", eye.object_name(id)));
        self.move_object(id, &Destination::to(Zone::Hand));
        if let Some(trigger) = self.eye().miracle_trigger(card) {
            self.pend(trigger, id, player, EventData::NONE);
        }
        Flow::Go
    }

    /// The player may cast one of the cards in the way that it has for this.
    pub(crate) fn cast_special(&mut self, task: &mut Resolve, players: &Players, cards: &Objects) -> After {
        let scope = task.scope;
        let Some(player) = self.eye().players(&scope, players).first(scope.you) else { return After::Next };
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                if let Some(way) = self.eye().special_way(player, id) {
                    self.begin(player, id, way, Price::Own);
                    task.scope.did = true;
                }
                return After::Again;
            }
            Some(_) => {
                self.decline(&scope, cards);
                return After::Next;
            }
            None => {}
        }
        if task.scope.did && task.begun {
            return After::Next;
        }
        self.offer(|engine, choices| {
            let castable = |id: &ObjectId| engine.eye().special_way(player, *id).is_some();
            let cards = engine.list(&scope, cards).into_iter().filter(castable);
            choices.extend(cards.map(|id| Action::Object(id.index)));
        });
        if self.s.choices.is_empty() {
            self.decline(&scope, cards);
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, Particulars::Nothing)
    }

    /// Discarded cards in exile aren't cast: where they are put now they are the same for what is about them (CR 702.35c).
    fn decline(&mut self, scope: &Scope, cards: &Objects) {
        for id in self.list(scope, cards) {
            let object = self.object(id.index);
            if object.zone == Zone::Exile {
                object.marks |= Marks::DECLINED;
            }
        }
    }
}

impl Eye<'_> {
    /// Where a card goes instead of to the graveyard if an opponent makes its owner discard it.
    fn where_discarded(&self, id: ObjectId) -> Option<&Destination> {
        let derived = &self.pool.card(self.s.get(id)?.card).derived;
        derived.statics_elsewhere.iter().find_map(|ability| {
            let ability = self.pool.static_ability(*ability);
            match &ability.effect {
                StaticEffect::Replacement(Replacement::Discarded(to)) if ability.zone == Zone::Hand => Some(to),
                _ => None,
            }
        })
    }

    /// The trigger of a card's madness ability, if it has one.
    fn madness(self, card: CardId) -> Option<AbilityId> {
        let derived = &self.pool.card(card).derived;
        if !derived.elsewhere.iter().any(|way| is_special(self.pool.activatable(*way), Zone::Exile)) {
            return None;
        }
        derived.triggers.iter().copied().find(|id| {
            matches!(&self.pool.ability(*id).kind, AbilityKind::Triggered(trigger) if trigger.events.is_empty() && trigger.zone == Zone::Exile)
        })
    }

    /// Returns whether a card has miracle.
    pub(crate) fn has_miracle(self, card: CardId) -> bool {
        self.miracle_trigger(card).is_some()
    }

    fn miracle_trigger(self, card: CardId) -> Option<AbilityId> {
        let triggers = &self.pool.card(card).derived.triggers;
        triggers.iter().copied().find(|id| {
            let trigger = self.pool.triggered(*id);
            trigger.events.is_empty() && trigger.zone == Zone::Hand
        })
    }

    /// The special way in which a card can be cast now, if it can.
    fn special_way(self, player: Player, id: ObjectId) -> Option<AbilityId> {
        let object = self.s.get(id)?;
        let derived = &self.pool.card(object.card).derived;
        let ways = match object.zone {
            Zone::Exile => &derived.elsewhere,
            Zone::Hand => &derived.from_hand,
            _ => return None,
        };
        ways.iter().copied().find(|way| {
            let way = self.pool.activatable(*way);
            is_special(way, object.zone) && self.castable_at_once(player, id, object, way, Price::Own)
        })
    }
}
