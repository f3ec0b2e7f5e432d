//! Sagas (CR 714): lore counters, chapter abilities, and the sacrifice at the end of the story. Classes (CR 716): their levels.

use gauntlet_cards::ability::{AbilityKind, KeywordAction, TriggerEvent, Triggered};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_cards::keyword::{EventKinds, Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::replacement::Putting;
use crate::state::{EventData, Flags, Noted, Object, ObjectId, Range};
use crate::task::Task;

impl Engine<'_> {
    /// The final chapter number of a permanent (CR 714.2d); 0 if it has no chapter abilities now.
    fn final_chapter(&self, object: &Object) -> u8 {
        let saga = object.characteristics.types.contains(CardTypes::ENCHANTMENT) && !object.is(Flags::LOST_ABILITIES);
        if saga { self.pool.card(object.card).derived.final_chapter } else { 0 }
    }

    /// Lore counters were put on a permanent: chapters whose number was reached trigger (CR 714.2b).
    pub(crate) fn chapters_reached(&mut self, index: u16, before: u16, after: u16) {
        let object = self.s.objects[index as usize];
        if object.zone != Zone::Battlefield || self.final_chapter(&object) == 0 {
            return;
        }
        let id = self.s.id(index);
        // CR 702.155a: in the turn in which it entered, only the chapter that it has just that many counters for.
        let ahead = self.reads_ahead(&object) && object.is(Flags::ENTERED_THIS_TURN);
        let before = if ahead { before.max(after.saturating_sub(1)) } else { before };
        for number in before + 1..=after.min(15) {
            for &ability in &self.pool.card(object.card).derived.triggers {
                let chapter =
                    |event: &TriggerEvent| matches!(event, TriggerEvent::Chapter(set) if set & 1 << number != 0);
                if self.pool.triggered(ability).events.iter().any(chapter) {
                    let data = EventData {
                        object: id,
                        other: None,
                        player: Some(object.controller),
                        amount: i32::from(number),
                    };
                    for _ in 0..=self.eye().additional_times(id, &|_, _, _| None) {
                        self.pend(ability, id, object.controller, data);
                        self.tell_of_final_chapter(id, ability, data.amount, KeywordAction::FinalChapterTriggers);
                    }
                }
            }
        }
    }

    /// Makes abilities trigger that watch final chapter abilities of Sagas (CR 714.2e), if this is one for this chapter: what is printed once
    /// for several chapters is an ability of each (CR 714.2c).
    pub(crate) fn tell_of_final_chapter(
        &mut self,
        saga: ObjectId,
        ability: AbilityId,
        chapter: i32,
        done: KeywordAction,
    ) {
        if !self.watches(EventKinds::LIBRARY) {
            return;
        }
        let AbilityKind::Triggered(triggered) = &self.pool.ability(ability).kind else { return };
        let last = triggered.last_chapter();
        let is_final = |object: &Object| {
            last > 0 && i32::from(last) == chapter && self.pool.card(object.card).derived.final_chapter == last
        };
        if self.s.last_known(saga).is_some_and(is_final) {
            self.trigger_permanent_action(saga, done, None);
        }
    }

    /// Returns whether a permanent has read ahead (CR 702.155), which isn't given to any.
    fn reads_ahead(&self, object: &Object) -> bool {
        object.characteristics.keywords.contains(Keywords::READ_AHEAD)
    }

    /// As a Saga without read ahead enters, its controller puts a lore counter on it (CR 714.3a).
    pub(crate) fn begin_saga(&mut self, index: u16) {
        let object = self.s.objects[index as usize];
        let card = self.pool.card(object.card);
        if card.derived.final_chapter > 0 && !card.characteristics.keywords.contains(Keywords::READ_AHEAD) {
            let putting = Putting::as_enters(object.controller);
            self.add_counters(self.s.id(index), CounterKind::LORE, 1, putting);
        }
    }

    /// Chapter abilities that triggered as permanents entered are forgotten where these don't have them once all that enters is there
    /// (CR 603.6a, 714.2b).
    pub(crate) fn forget_lost_chapters(&mut self, range: Range) {
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            let Some(object) = self.s.get(id) else { continue };
            if self.pool.card(object.card).derived.final_chapter == 0 || self.final_chapter(object) > 0 {
                continue;
            }
            let pool = self.pool;
            let chapter = |event: &TriggerEvent| matches!(event, TriggerEvent::Chapter(_));
            self.s
                .pending
                .retain(|trigger| trigger.source != id || !pool.triggered(trigger.ability).events.iter().any(chapter));
        }
    }

    /// As the precombat main phase begins, its player puts a lore counter on each Saga they control (CR 714.3b).
    pub(crate) fn advance_sagas(&mut self, player: Player) {
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let object = self.s.objects[id.index()];
            if object.controller == player && self.final_chapter(&object) > 0 {
                self.note_change();
                self.add_counters(id, CounterKind::LORE, 1, Putting::rule(player));
            }
        }
    }

    /// CR 714.4: a Saga that has come to its final chapter is sacrificed once none of its chapter abilities is still to
    /// resolve. Those go to the end of the scratch list; what can't be sacrificed stays (CR 101.2).
    pub(crate) fn gather_ended_sagas(&mut self) {
        if !self.s.counters.iter().any(|entry| entry.1 == CounterKind::LORE) {
            return;
        }
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let object = &self.s.objects[index as usize];
            if !object.is(Flags::HAS_COUNTERS) || object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED) {
                continue;
            }
            let last = self.final_chapter(object);
            let id = self.s.id(index);
            if last > 0 && self.s.counters_on(index, CounterKind::LORE) >= u16::from(last) && !self.chapter_waits(id) {
                self.s.scratch.push(id);
            }
        }
    }

    /// Returns whether a chapter ability of a Saga has triggered and not left the stack yet.
    fn chapter_waits(&self, saga: ObjectId) -> bool {
        self.trigger_waits(saga, |triggered| {
            triggered.events.iter().any(|event| matches!(event, TriggerEvent::Chapter(_)))
        })
    }

    /// Returns whether a triggered ability of a permanent that is meant has triggered and not left the stack yet.
    pub(crate) fn trigger_waits(&self, source: ObjectId, meant: impl Fn(&Triggered) -> bool) -> bool {
        let is_meant = |ability: AbilityId| match &self.pool.ability(ability).kind {
            AbilityKind::Triggered(triggered) => meant(triggered),
            _ => false,
        };
        self.s.pending.iter().any(|trigger| trigger.source == source && is_meant(trigger.ability))
            || self.s.stack.iter().any(|item| item.source == source && is_meant(item.ability))
            || self.s.tasks.iter().any(|task| match task {
                Task::Announce(task) => task.item.source == source && is_meant(task.item.ability),
                Task::Resolve(task) => task.item.source == source && is_meant(task.item.ability),
                _ => false,
            })
    }

    /// A Class becomes a level (CR 716.2b), which is not a characteristic but stays with the permanent.
    pub(crate) fn become_level(&mut self, id: ObjectId, level: u8) {
        let Some(object) = self.get_mut(id) else { return };
        object.noted = Noted::Level(level);
        let object = *object;
        self.touch();
        self.s.volatile_dirty = true;
        self.tell(Audience::Everyone, |eye| format!("{} becomes level {level}.", eye.object_name(id)));
        // Its abilities are gained before they are looked at.
        self.refresh();
        if self.watches(EventKinds::COUNTERS) {
            let amount = i32::from(level);
            let data = EventData { object: id, other: None, player: Some(object.controller), amount };
            self.watch(EventKinds::COUNTERS, None, &|_, scope, event| match event {
                TriggerEvent::BecomesLevel(wanted) => (scope.source == id && *wanted == level).then_some(data),
                _ => None,
            });
        }
    }
}
