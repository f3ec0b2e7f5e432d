//! The order in which effects apply within a layer: characteristic-defining abilities, dependency, timestamps (CR 613.3, 613.7, 613.8).

use gauntlet_cards::ability::RuleKinds;
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::Amount;
use gauntlet_cards::layers::{
    Facts, layer_of, read_by_ability, read_by_affected, read_by_changes, read_by_filter, written,
};
use smallvec::SmallVec;

use super::Entry;
use crate::engine::Engine;
use crate::state::{Flags, ObjectId};
use crate::task::Scope;

/// What the definition of dependency compares before and after another effect is applied (CR 613.8a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Observation {
    /// Whether the effect exists.
    exists: bool,
    /// What it applies to.
    set: SmallVec<[ObjectId; 8]>,
    /// What it does to them: its numbers, and the player that it names.
    does: SmallVec<[i32; 4]>,
}

/// An effect that has not been applied in the layer yet, and what of the others could matter to it or be changed by it.
#[derive(Clone, Copy)]
struct Waiting {
    /// Its place among the entries.
    place: usize,
    reads: Facts,
    writes: Facts,
}

/// How many of the effects that wait read and write each fact: there may be thousands of effects, and after each one that has been
/// applied it is asked again whether those that are left could depend on one another.
#[derive(Default)]
struct Tally {
    readers: [u32; Facts::COUNT],
    writers: [u32; Facts::COUNT],
}

impl Tally {
    fn add(&mut self, waiting: Waiting) {
        waiting.reads.each(|fact| self.readers[fact] += 1);
        waiting.writes.each(|fact| self.writers[fact] += 1);
    }

    fn remove(&mut self, waiting: Waiting) {
        waiting.reads.each(|fact| self.readers[fact] -= 1);
        waiting.writes.each(|fact| self.writers[fact] -= 1);
    }

    /// Returns whether some of the effects could depend on another, going by what they read and write. Usually false.
    fn some_may_depend(&self) -> bool {
        self.readers.iter().zip(&self.writers).any(|(readers, writers)| *readers > 0 && *writers > 0)
    }

    /// What any of them writes.
    fn written(&self) -> Facts {
        let facts = (0..Facts::COUNT).filter(|fact| self.writers[*fact] > 0);
        facts.fold(Facts::empty(), |facts, fact| facts | Facts::from_bits_retain(1 << fact))
    }
}

impl<'a> Engine<'a> {
    /// Applies all effects of a layer, each once, in the order that the rules say.
    pub(super) fn apply_in_order(&mut self, entries: &mut SmallVec<[Entry<'a>; 16]>, number: u8) {
        let mut from = 0;
        // Usually there is one, which needs no order.
        let mut these = entries.iter().enumerate().filter(|(_, entry)| entry.layers & (1 << number) != 0);
        if let (Some((only, _)), None) = (these.next(), these.next()) {
            from = entries.len();
            let granted = self.s.granted.len();
            self.apply_entry(&mut entries[only], number);
            if self.s.granted.len() == granted {
                return;
            }
            self.collect_granted(entries);
        }
        let mut pending: SmallVec<[Waiting; 16]> = SmallVec::new();
        // Those before this one have been applied.
        let mut next = 0;
        let mut may_depend = true;
        let mut tally = Tally::default();
        loop {
            if from < entries.len() {
                // Abilities that were granted a moment ago have effects of their own.
                for (place, entry) in entries.iter().enumerate().skip(from) {
                    if entry.layers & (1 << number) != 0 {
                        let waiting =
                            Waiting { place, reads: entry.reads(number), writes: written(entry.mods, number) };
                        tally.add(waiting);
                        pending.push(waiting);
                    }
                }
                from = entries.len();
                pending[next..].sort_by_key(|waiting| {
                    let entry = &entries[waiting.place];
                    (!entry.defines, entry.timestamp, waiting.place)
                });
                may_depend = true;
            }
            if next == pending.len() {
                return;
            }
            // What can't depend on one another still can't when some have been applied.
            may_depend = may_depend && pending.len() - next > 1 && tally.some_may_depend();
            if may_depend {
                let at = self.first_by_dependency(entries, &pending[next..], tally.written(), number);
                pending[next..=next + at].rotate_right(1);
            }
            let place = pending[next].place;
            tally.remove(pending[next]);
            next += 1;
            let granted = self.s.granted.len();
            self.apply_entry(&mut entries[place], number);
            if self.s.granted.len() != granted {
                self.collect_granted(entries);
            }
        }
    }

    /// The place in `pending` of the effect that applies next (CR 613.8b): the first by timestamp among those that don't depend on
    /// another, dependencies within a loop not counting. `written`: what any of them writes.
    fn first_by_dependency(&mut self, entries: &[Entry<'a>], pending: &[Waiting], written: Facts, number: u8) -> usize {
        let first = pending[0];
        // Mostly the first depends on nothing, and is next whatever the others depend on.
        if !first.reads.intersects(written) {
            return 0;
        }
        // `pending` is sorted, those that define characteristics first (CR 613.3): only these, while there are any.
        let defining = pending.iter().take_while(|waiting| entries[waiting.place].defines).count();
        let group = if defining > 0 { &pending[..defining] } else { pending };
        let count = group.len();
        let waits = group[1..]
            .iter()
            .any(|on| first.reads.intersects(on.writes) && self.depends_on(entries, first.place, on.place, number));
        if !waits {
            return 0;
        }
        let mut depends = vec![false; count * count];
        for on in 0..count {
            let written = group[on].writes;
            let readers: SmallVec<[usize; 8]> =
                (0..count).filter(|reader| *reader != on && group[*reader].reads.intersects(written)).collect();
            if readers.is_empty() {
                continue;
            }
            let before: SmallVec<[Observation; 8]> =
                readers.iter().map(|reader| self.observe(&entries[group[*reader].place], number)).collect();
            let saved = self.save();
            self.apply_entry(&mut entries[group[on].place].clone(), number);
            for (reader, before) in readers.iter().zip(&before) {
                depends[reader * count + on] = self.observe(&entries[group[*reader].place], number) != *before;
            }
            self.restore(saved);
        }
        let next = first_free(&mut depends, count);
        #[cfg(test)]
        FALLBACKS.with(|count_of| count_of.set(count_of.get() + usize::from(depends[next * count + next])));
        next
    }

    /// Returns whether applying the effect at the place `on` changes what the one at `reader` is or does (CR 613.8a).
    fn depends_on(&mut self, entries: &[Entry<'a>], reader: usize, on: usize, number: u8) -> bool {
        let before = self.observe(&entries[reader], number);
        let saved = self.save();
        self.apply_entry(&mut entries[on].clone(), number);
        let depends = self.observe(&entries[reader], number) != before;
        self.restore(saved);
        depends
    }

    /// What the effect is and would do now.
    pub(super) fn observe(&self, entry: &Entry<'a>, number: u8) -> Observation {
        let mut observation = Observation {
            exists: entry.begun || entry.layers != 0 && self.entry_exists(entry),
            set: SmallVec::new(),
            does: SmallVec::new(),
        };
        if !observation.exists {
            return observation;
        }
        let scope = self.entry_scope(entry);
        if entry.begun && entry.several() {
            observation.set = entry.set.iter().copied().collect();
        } else {
            self.each_affected(&scope, entry, &mut |id| observation.set.push(id));
        }
        if entry.active.is_some() {
            return observation;
        }
        for change in entry.mods.iter().filter(|change| layer_of(change) == number) {
            match change {
                Modification::Control(players) => {
                    let player = self.eye().players(&scope, players).first(scope.you);
                    observation.does.push(player.map_or(-1, |player| player.index() as i32));
                }
                Modification::AddActivatedOf(of) => {
                    let abilities = self.eye().activated_of_all(&scope, of);
                    observation.does.extend(abilities.iter().map(|ability| ability.0 as i32));
                }
                Modification::AddPT(power, toughness) => {
                    self.observe_amounts(&scope, &mut observation, [power, toughness].into_iter());
                }
                Modification::DefinePT(power, toughness) | Modification::SetBasePT(power, toughness) => {
                    self.observe_amounts(&scope, &mut observation, [power, toughness].into_iter().flatten());
                }
                _ => {}
            }
        }
        observation
    }

    /// The numbers for each object that the effect applies to.
    fn observe_amounts<'m>(
        &self,
        scope: &Scope,
        observation: &mut Observation,
        amounts: impl Iterator<Item = &'m Amount>,
    ) {
        for amount in amounts {
            for id in &observation.set {
                let of_each = Scope { current_object: *id, ..*scope };
                observation.does.push(self.eye().amount(&of_each, amount));
            }
        }
    }

    fn save(&self) -> Saved {
        Saved {
            objects: self.s.objects.clone(),
            granted: self.s.granted.clone(),
            watched: self.s.watched,
            rules: self.s.rules,
            layers_volatile: self.s.layers_volatile,
        }
    }

    fn restore(&mut self, saved: Saved) {
        self.s.objects = saved.objects;
        self.s.granted = saved.granted;
        self.s.watched = saved.watched;
        self.s.rules = saved.rules;
        self.s.layers_volatile = saved.layers_volatile;
    }
}

#[cfg(test)]
thread_local! {
    /// How often an effect was applied though it depends on others that aren't, as they are in a loop with it (CR 613.8b).
    pub(super) static FALLBACKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// What applying an effect changes in a position.
struct Saved {
    objects: Vec<crate::state::Object>,
    granted: Vec<(u16, gauntlet_cards::card::AbilityId, u32)>,
    watched: gauntlet_cards::keyword::EventKinds,
    rules: RuleKinds,
    layers_volatile: bool,
}

/// The first that has no dependency on another outside a loop that both are in. `depends[a * count + b]`: a depends on b; afterwards
/// also indirectly, and what is in a loop depends on itself.
pub(super) fn first_free(depends: &mut [bool], count: usize) -> usize {
    // The transitive closure: who waits for whom, however indirectly.
    for middle in 0..count {
        for a in 0..count {
            if depends[a * count + middle] {
                for b in 0..count {
                    depends[a * count + b] |= depends[middle * count + b];
                }
            }
        }
    }
    let free = |a: &usize| (0..count).all(|b| !depends[a * count + b] || depends[b * count + a]);
    (0..count).find(free).expect("some effect is in a loop or depends on nothing")
}

impl Entry<'_> {
    /// Returns whether it has modifications in several layers, so that its set is locked in when it begins (CR 613.6).
    pub(super) fn several(&self) -> bool {
        self.layers & (self.layers - 1) != 0
    }

    pub(super) fn reads(&self, number: u8) -> Facts {
        let mut facts = Facts::empty();
        if !self.begun {
            facts |= self.ability.map_or(Facts::empty(), |(_, ability)| read_by_ability(ability));
            facts |= self.affected.map_or(Facts::empty(), read_by_affected);
            facts |= self.filter.map_or(Facts::empty(), read_by_filter);
        } else if !self.several() {
            facts |= self.affected.map_or(Facts::empty(), read_by_affected);
            facts |= self.filter.map_or(Facts::empty(), read_by_filter);
        }
        if self.active.is_none() {
            facts |= read_by_changes(self.mods, number);
        }
        facts
    }
}

impl<'a> Engine<'a> {
    /// Returns whether an effect that hasn't begun to apply exists: its ability is there (CR 613.6) and its condition holds.
    pub(super) fn entry_exists(&self, entry: &Entry<'a>) -> bool {
        let Some((id, ability)) = entry.ability else { return true };
        let source = &self.s.objects[entry.source.index()];
        let granted = self.s.granted_to(entry.source.index);
        if source.is(Flags::LOST_ABILITIES) && !granted.iter().any(|given| given.1 == id) {
            return false;
        }
        let scope = self.entry_scope(entry);
        ability.condition.as_ref().is_none_or(|condition| self.eye().holds(&scope, condition))
    }

    /// Whose effect it is now, and of what.
    pub(super) fn entry_scope(&self, entry: &Entry<'a>) -> Scope {
        let controller = entry.controller.unwrap_or_else(|| self.s.objects[entry.source.index()].controller);
        let mut scope = Scope::of(entry.source, controller);
        // The player and the object that a description means which was stored.
        if let (Some(active), Some(_)) = (&entry.active, entry.filter) {
            (scope.current_player, scope.current_object) = (active.player, active.of);
        }
        if entry.granted { Scope { text: ObjectId::NONE, ..scope } } else { scope }
    }
}
