//! Continuous effects and the layers in which they apply (CR 611, 613).

mod arrivals;
mod change;
mod copy;
#[cfg(test)]
mod declared;
mod order;
#[cfg(test)]
mod tests;
mod volatile;

use gauntlet_cards::ability::{AbilityKind, Affected, Replacement, RuleKinds, Static, StaticEffect};
use gauntlet_cards::card::{AbilityId, Card, Pool};
use gauntlet_cards::effect::{Duration, Instr, Modification, Part, Script};
use gauntlet_cards::filter::{Amount, Filter, Zone};
use gauntlet_cards::keyword::{EventKinds, Features, Keywords, Restrictions};
use gauntlet_cards::layers::{ABILITIES, BASE_PT, COUNTERS, LAST, TYPES, layer_of};
use gauntlet_cards::mana_ability::mask_of;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use self::copy::end_copy;
use self::volatile::depends_on_state;
use crate::engine::Engine;
use crate::faces::mana_value_of_front;
use crate::state::{ActiveEffect, BaseSize, Board, Flags, Hold, Object, ObjectId, StackItem};
use crate::task::Scope;

/// Power and toughness of tokens where they were computed; the numbers are locked in.
static TOKEN_PT: [Modification; 1] = [Modification::SetBasePT(Some(Amount::Const(0)), Some(Amount::Const(0)))];

/// What goaded creatures do (CR 701.15b).
static GOADED: [Modification; 1] = [Modification::Restrict(Restrictions::MUST_ATTACK.union(Restrictions::GOADED))];
/// Exchanging control: the effect knows the player.
static EXCHANGED: [Modification; 1] = [Modification::Control(gauntlet_cards::filter::Players::You)];

/// A continuous effect that is being applied.
#[derive(Clone)]
struct Entry<'a> {
    timestamp: u32,
    source: ObjectId,
    /// Whose effect it is; of static abilities, whoever controls the source when it is applied.
    controller: Option<Player>,
    mods: &'a [Modification],
    /// The one object that it changes, if it is an effect on one.
    object: ObjectId,
    affected: Option<&'a Affected>,
    filter: Option<&'a Filter>,
    ability: Option<(AbilityId, &'a Static)>,
    active: Option<ActiveEffect>,
    /// Which layers it has modifications in, as bits.
    layers: u16,
    /// The objects that it began to apply to (CR 613.6), if it applies in several layers.
    set: SmallVec<[ObjectId; 8]>,
    begun: bool,
    /// From a characteristic-defining ability (CR 604.3).
    defines: bool,
    /// Its ability was granted by an effect.
    granted: bool,
}

impl<'a> Entry<'a> {
    /// The effect of a counter on the permanent that it is on.
    fn of_counter(object: ObjectId, controller: Player, timestamp: u32, mods: &'a [Modification]) -> Entry<'a> {
        Entry {
            timestamp,
            source: object,
            controller: Some(controller),
            mods,
            object,
            affected: None,
            filter: None,
            ability: None,
            active: None,
            layers: mods.iter().fold(0, |layers, change| layers | 1 << layer_of(change)),
            set: SmallVec::new(),
            begun: false,
            defines: false,
            granted: false,
        }
    }

    /// The effect of a static ability.
    fn of_ability(
        ability: (AbilityId, &'a Static),
        affected: &'a Affected,
        mods: &'a [Modification],
        source: ObjectId,
        timestamp: u32,
    ) -> Entry<'a> {
        Entry {
            timestamp,
            source,
            controller: None,
            mods,
            object: ObjectId::NONE,
            affected: Some(affected),
            filter: None,
            ability: Some(ability),
            active: None,
            layers: mods.iter().fold(0, |layers, change| layers | 1 << layer_of(change)),
            set: SmallVec::new(),
            begun: false,
            defines: defines_characteristics(ability.1, affected, mods),
            granted: false,
        }
    }

    /// The effect of something that has resolved, on one object or on what fits a filter.
    fn of_effect(effect: ActiveEffect, mods: &'a [Modification], filter: Option<&'a Filter>) -> Entry<'a> {
        Entry {
            timestamp: effect.timestamp,
            source: effect.source,
            controller: Some(effect.controller),
            mods,
            object: effect.object,
            affected: None,
            filter,
            ability: None,
            active: Some(effect),
            layers: mods.iter().fold(0, |layers, change| layers | 1 << layer_of(change)),
            set: SmallVec::new(),
            begun: false,
            defines: false,
            granted: false,
        }
    }
}

impl<'a> Engine<'a> {
    /// Computes the characteristics of all permanents again, if something changed that they may depend on.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        if self.s.layers_needed {
            self.note_change();
            self.s.layers_needed = false;
            let arrived = self.s.arrived_from.take();
            if !arrived.is_some_and(|from| self.compute_arrivals(usize::from(from))) {
                self.compute_characteristics();
            }
        }
    }

    fn compute_characteristics(&mut self) {
        let lent = self.reset();
        if self.s.layers_used {
            self.apply_layers(LAST);
        } else {
            self.apply_counters();
        }
        for place in 0..self.s.granted.len() {
            if let AbilityKind::Static(granted) = &self.pool.ability(self.s.granted[place].1).kind {
                self.s.replacers = self.s.replacers.saturating_add(u8::from(granted.effect.may_meet_others()));
            }
        }
        let (keywords, closer) = self.look_at_all();
        let active = self.s.active;
        let mut left_combat = false;
        let mut given: SmallVec<[(ObjectId, Player); 4]> = SmallVec::new();
        for place in 0..if closer || !lent.is_empty() { self.s.battlefield.len() } else { 0 } {
            let index = self.s.battlefield[place];
            let object = &self.s.objects[index as usize];
            let before = lent.iter().find(|(lent, _)| *lent == index).map_or(object.base_controller, |(_, to)| *to);
            if object.controller != before {
                let object = self.object(index);
                // CR 302.6: its new controller hasn't controlled it since their turn began.
                object.flags |= Flags::SICK;
                object.marks |= gauntlet_cards::keyword::Marks::NEW_CONTROL;
                let now = object.controller;
                let id = self.s.id(index);
                self.lapse(id, Hold::Controlled(before));
                self.hold_again(id, Hold::Controlled(now));
                given.push((id, before));
            }
            let object = &self.s.objects[index as usize];
            // CR 506.4: what isn't a creature any more, has become a battle, or is another player's is removed from combat.
            if object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING) {
                let attacks = object.is(Flags::ATTACKING) && object.controller != active;
                let blocks = object.is(Flags::BLOCKING) && object.controller == active;
                let battle = object.characteristics.types.contains(CardTypes::BATTLE);
                if attacks || blocks || battle || !object.is_creature() {
                    let id = self.s.id(index);
                    self.remove_from_combat(id);
                    left_combat = true;
                }
            }
        }
        if keywords.contains(Keywords::UMBRA_ARMOR) {
            let armed = |object: &Object| object.characteristics.keywords.contains(Keywords::UMBRA_ARMOR);
            let armor = self.s.permanents().filter(|(_, object)| armed(object)).count();
            self.s.replacers = self.s.replacers.saturating_add(armor.min(255) as u8);
        }
        if keywords.intersects(crate::daytime::BOUND) {
            self.transform_bound();
        }
        if !given.is_empty() && self.watches(EventKinds::CONTROL) {
            for (id, before) in given {
                self.trigger_lost_control(id, before);
            }
        }
        // "Attacking creatures you control have …" doesn't mean it any more (CR 611.3a).
        if left_combat && self.s.layers_volatile {
            self.s.layers_needed = true;
            self.refresh();
        }
    }

    /// Works out which mana permanents make, and which may have abilities to activate. Returns which keywords there are, and whether what
    /// changed hands or fights has to be looked at.
    fn look_at_all(&mut self) -> (Keywords, bool) {
        let (mut keywords, mut closer, mut granted) = (Keywords::empty(), false, false);
        let (pool, state) = (self.pool, &mut *self.s);
        state.found.makers.clear();
        state.found.actors.clear();
        state.found.board = Board::default();
        for &index in &state.battlefield {
            let object = &mut state.objects[usize::from(index)];
            object.mana_mask = own_mana_mask(pool, object);
            if object.flags.intersects(Flags::HAS_ACTIONS | Flags::HAS_GRANTED) {
                state.found.actors.push(index);
                granted |= object.is(Flags::HAS_GRANTED);
            }
            if object.mana_mask != 0 {
                state.found.makers.push(index);
            }
            state.found.board.look_at(object);
            keywords |= object.characteristics.keywords;
            closer |= object.controller != object.base_controller
                || object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING);
        }
        if granted {
            self.s.found.makers.clear();
            for place in 0..self.s.battlefield.len() {
                let index = self.s.battlefield[place];
                self.object(index).mana_mask |= self.granted_mana_mask(index);
                if self.s.objects[usize::from(index)].mana_mask != 0 {
                    self.s.found.makers.push(index);
                }
            }
        }
        (keywords, closer)
    }

    /// Makes all permanents as their cards are printed, and gathers what can be known from these. Returns those that somebody
    /// else than their first controller controlled, with that player.
    fn reset(&mut self) -> SmallVec<[(u16, Player); 8]> {
        let mut lent = SmallVec::new();
        self.s.layers_volatile = false;
        self.s.layers_read_graveyards = false;
        let in_graveyards = self.pool.features.contains(Features::GRAVEYARD_RULES);
        self.s.rules = if in_graveyards { RuleKinds::all() } else { RuleKinds::empty() };
        for effect in &self.s.player_effects {
            self.s.rules |= self.pool.rule_kinds(&self.pool.static_ability(effect.ability).effect);
        }
        for &index in &self.s.command {
            self.s.rules |= self.pool.card(self.s.objects[index as usize].card).derived.rules_elsewhere;
        }
        self.s.replacers = self.replacers_elsewhere();
        self.s.granted.clear();
        self.s.forbidden.clear();
        if !self.s.texts.is_empty() {
            self.reset_texts();
        }
        let (pool, state) = (self.pool, &mut *self.s);
        let mut used = !state.effects.is_empty() || !state.player_effects.is_empty();
        let (mut rules, mut watched, mut replacers) = (state.rules, EventKinds::empty(), u32::from(state.replacers));
        for place in 0..state.battlefield.len() {
            let index = state.battlefield[place];
            if state.objects[usize::from(index)].is(Flags::COPYING) {
                end_copy(state, pool, index);
            }
            let object = &mut state.objects[usize::from(index)];
            let card = pool.card(object.card);
            if object.controller != object.base_controller {
                lent.push((index, object.controller));
                object.controller = object.base_controller;
            }
            make_as_printed(pool, card, object);
            used |= card.derived.has_continuous;
            rules |= card.derived.rules;
            replacers += u32::from(card.derived.replacers);
            watched |= card.derived.watches;
        }
        (state.rules, state.watched) = (rules, watched);
        state.replacers = replacers.min(u32::from(u8::MAX)) as u8;
        used |= self.s.elsewhere_layers;
        if self.s.other_zones {
            self.reset_other_zones();
        }
        self.s.layers_used = used;
        lent
    }

    /// Computes the characteristics of all permanents as they are before layer 7c: base power and toughness (CR 208.4b). For a
    /// copy of a position that is looked at and thrown away.
    #[cfg(feature = "scenario")]
    pub(crate) fn refresh_to_base(&mut self) {
        self.reset();
        self.apply_layers(gauntlet_cards::layers::BASE_PT);
    }

    fn apply_layers(&mut self, last: u8) {
        self.apply_copiable(true);
        let mut entries = SmallVec::new();
        self.collect(&mut entries);
        let mut all = entries.iter().fold(1 << COUNTERS | 1 << ABILITIES, |layers, entry| layers | entry.layers);
        for number in 1..=last {
            if number == BASE_PT + 1 && self.pool.features.contains(Features::BASE_SIZES) {
                self.keep_base_sizes();
            }
            if all & (1 << number) == 0 {
                continue;
            }
            if number == COUNTERS {
                self.apply_counters();
            }
            self.apply_in_order(&mut entries, number);
            if number == TYPES {
                self.end_of_types();
            }
            if number == ABILITIES {
                self.end_of_abilities(&entries);
            }
            all = entries.iter().fold(all, |layers, entry| layers | entry.layers);
        }
    }

    /// What power and toughness are before layer 7c (CR 208.4b).
    fn keep_base_sizes(&mut self) {
        let state = &mut *self.s;
        for &index in &state.battlefield {
            let object = &mut state.objects[usize::from(index)];
            object.base = BaseSize(object.characteristics.power, object.characteristics.toughness);
        }
    }

    /// All effects that there are when layer 1 has been applied.
    fn collect(&mut self, entries: &mut SmallVec<[Entry<'a>; 16]>) {
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let object = &self.s.objects[id.index()];
            let timestamp = object.timestamp;
            let copying = object.is(Flags::COPYING) || object.is(Flags::TOKEN);
            for &ability in &self.pool.card(object.card).derived.statics {
                let before = entries.len();
                self.collect_static(entries, id, ability, timestamp, Zone::Battlefield);
                // CR 707.9d: what an exception defines isn't defined by an ability that would have been copied.
                if copying && entries[before..].iter().any(|entry| entry.defines && self.is_excepted(id, entry.mods)) {
                    entries.truncate(before);
                }
            }
        }
        if self.s.elsewhere_layers {
            self.collect_elsewhere(entries);
        }
        for place in 0..self.s.player_effects.len() {
            let effect = self.s.player_effects[place];
            self.collect_static(entries, effect.source, effect.ability, effect.timestamp, Zone::Battlefield);
            if let Some(entry) = entries.last_mut()
                && entry.ability.is_some_and(|(id, _)| id == effect.ability)
            {
                entry.controller = Some(effect.controller);
                entry.ability = None;
            }
        }
        for place in 0..self.s.effects.len() {
            let effect = self.s.effects[place];
            if effect.duration == Duration::PlayersNextUntap && effect.player != self.s.active {
                continue;
            }
            let (mods, filter) = match instr_of(self.pool, &effect) {
                Some(Instr::Continuous(_, mods, _)) => (mods.as_slice(), None),
                Some(Instr::ContinuousOn(filter, mods, _)) => (mods.as_slice(), Some(filter)),
                Some(Instr::Goad(_)) => (GOADED.as_slice(), None),
                Some(Instr::ExchangeControl(..)) => (EXCHANGED.as_slice(), None),
                Some(Instr::CreateCopy { .. } | Instr::CopySpell { .. } | Instr::CreateToken(_) | Instr::Merge(..)) => {
                    continue;
                }
                other => unreachable!("not a continuous effect: {other:?}"),
            };
            self.s.layers_volatile |= filter.is_some_and(depends_on_state);
            if copy::copiable(self.pool, &effect).is_none() {
                entries.push(Entry::of_effect(effect, mods, filter));
            }
        }
        if !self.s.granted.is_empty() {
            self.collect_granted(entries);
        }
        self.collect_keyword_counters(entries);
    }

    /// Keyword counters grant their keyword with the timestamp that they got when they were put there (CR 122.1b, 613.7c).
    fn collect_keyword_counters(&mut self, entries: &mut SmallVec<[Entry<'a>; 16]>) {
        for &(index, kind, _, timestamp) in &self.s.counters {
            let object = &self.s.objects[index as usize];
            if self.pool.counter_keyword(kind).is_empty() || object.zone != Zone::Battlefield {
                continue;
            }
            let mods = self.pool.counter_grants(kind);
            entries.push(Entry::of_counter(self.s.id(index), object.controller, timestamp, mods));
        }
    }

    /// How many effects on players and abilities of emblems replace events so that the order of several may matter.
    fn replacers_elsewhere(&self) -> u8 {
        let meets = |ability: AbilityId| self.pool.static_ability(ability).effect.may_meet_others();
        let effects = self.s.player_effects.iter().filter(|effect| meets(effect.ability)).count();
        let emblems = self.s.command.iter().map(|index| self.s.objects[*index as usize].card);
        let emblems: usize = emblems.map(|card| usize::from(self.pool.card(card).derived.replacers)).sum();
        (effects + emblems).min(255) as u8
    }

    /// Objects in graveyards, in exile and on the stack as their cards are printed.
    fn reset_other_zones(&mut self) {
        self.s.other_zones = false;
        for index in 0..self.s.objects.len() {
            let object = &mut self.s.objects[index];
            let elsewhere = matches!(object.zone, Zone::Graveyard | Zone::Exile | Zone::Stack);
            // An ability is no card, and nothing changes what it is.
            if elsewhere && !object.is(Flags::ABILITY) {
                let card = self.pool.card(object.card);
                object.characteristics = card.characteristics;
                object.watches = card.derived.watches;
                object.flags -= Flags::LOST_ABILITIES | Flags::HAS_GRANTED;
                object.restrictions = Restrictions::empty();
            }
        }
    }

    /// The effects of abilities that work in graveyards, in exile, on the stack and in the command zone (CR 113.6).
    fn collect_elsewhere(&mut self, entries: &mut SmallVec<[Entry<'a>; 16]>) {
        for index in 0..self.s.objects.len() as u16 {
            let object = &self.s.objects[index as usize];
            let (zone, timestamp) = (object.zone, object.timestamp);
            let listed = matches!(zone, Zone::Graveyard | Zone::Exile | Zone::Stack)
                || zone == Zone::Command && self.s.command.contains(&index);
            if !listed {
                continue;
            }
            for &ability in &self.pool.card(object.card).derived.statics_elsewhere {
                self.collect_static(entries, self.s.id(index), ability, timestamp, zone);
            }
        }
    }

    /// The effects of static abilities that were granted to permanents by then (CR 613.6: they apply in what layers are left).
    fn collect_granted(&mut self, entries: &mut SmallVec<[Entry<'a>; 16]>) {
        for place in 0..self.s.granted.len() {
            let (index, ability, since) = self.s.granted[place];
            if !matches!(self.pool.ability(ability).kind, AbilityKind::Static(_)) {
                continue;
            }
            let same = |entry: &&Entry<'_>| {
                entry.granted && entry.source.index == index && entry.ability.is_some_and(|(id, _)| id == ability)
            };
            let before = self.s.granted[..=place].iter().rev().take_while(|other| other.0 == index);
            let times = before.filter(|other| other.1 == ability).count();
            if entries.iter().filter(same).count() < times {
                let before = entries.len();
                // CR 613.7a: that of the object or of the effect that gives it the ability, whichever is later.
                let timestamp = self.s.objects[index as usize].timestamp.max(since);
                let zone = self.s.objects[index as usize].zone;
                self.collect_static(entries, self.s.id(index), ability, timestamp, zone);
                if let Some(entry) = entries.get_mut(before) {
                    entry.granted = true;
                    entry.defines = false;
                }
            }
        }
    }

    fn collect_static(
        &mut self,
        entries: &mut SmallVec<[Entry<'a>; 16]>,
        source: ObjectId,
        id: AbilityId,
        timestamp: u32,
        zone: Zone,
    ) {
        let ability = self.pool.static_ability(id);
        if ability.zone != zone {
            return;
        }
        self.s.rules |= self.pool.rule_kinds(&ability.effect);
        let (affected, mods): (&Affected, &[Modification]) = match &ability.effect {
            StaticEffect::Continuous(affected, mods) => (affected, mods),
            // These are asked for when blocks and targets are chosen; here they only leave a mark.
            StaticEffect::CantBeBlockedBy { affected, .. }
            | StaticEffect::CantBlockThese { affected, .. }
            | StaticEffect::ReachesThese { affected, .. }
            | StaticEffect::BlocksMore { affected, .. } => {
                (affected, &[Modification::Restrict(Restrictions::BLOCK_FILTER)])
            }
            StaticEffect::Protection { affected, hexproof_only: false, .. }
            | StaticEffect::CantBeTargeted { affected, .. } => {
                (affected, &[Modification::Restrict(Restrictions::PROTECTION_FILTER)])
            }
            // Hexproof from a quality, which is lost with hexproof (CR 702.11e).
            StaticEffect::Protection { affected, hexproof_only: true, .. } => (
                affected,
                &[
                    Modification::Restrict(Restrictions::PROTECTION_FILTER),
                    Modification::AddKeywords(Keywords::HEXPROOF_FROM),
                ],
            ),
            _ => return,
        };
        // Cards in hands and libraries aren't objects: whoever asks for them is told (`hidden_cards`).
        if matches!(affected, Affected::EachIn(Zone::Hand | Zone::Library, _)) {
            return;
        }
        self.s.other_zones |= matches!(affected, Affected::EachIn(zone, _) if *zone != Zone::Battlefield);
        let entry = Entry::of_ability((id, ability), affected, mods, source, timestamp);
        self.note_what_changes(&entry);
        entries.push(entry);
    }

    fn apply_entry(&mut self, entry: &mut Entry<'a>, number: u8) {
        if entry.layers == 0 {
            return;
        }
        let several = entry.several();
        let scope = self.entry_scope(entry);
        if !entry.begun {
            // An ability that was lost in an earlier layer doesn't begin to apply (CR 613.6).
            if !self.entry_exists(entry) {
                entry.layers = 0;
                return;
            }
            if several {
                let mut set = std::mem::take(&mut entry.set);
                self.each_affected(&scope, entry, &mut |id| set.push(id));
                entry.set = set;
            }
            entry.begun = true;
        }
        for (place, change) in entry.mods.iter().enumerate() {
            if layer_of(change) != number {
                continue;
            }
            if several {
                for index in 0..entry.set.len() {
                    self.change(&scope, entry, place, change, entry.set[index]);
                }
            } else if let Some(Affected::Source) = entry.affected {
                self.change(&scope, entry, place, change, entry.source);
            } else if !entry.object.is_none() {
                self.change(&scope, entry, place, change, entry.object);
            } else {
                let mut set: SmallVec<[ObjectId; 32]> = SmallVec::new();
                self.each_affected(&scope, entry, &mut |id| set.push(id));
                for id in set {
                    self.change(&scope, entry, place, change, id);
                }
            }
        }
    }

    fn each_affected(&self, scope: &Scope, entry: &Entry<'_>, f: &mut dyn FnMut(ObjectId)) {
        if !entry.object.is_none() {
            return f(entry.object);
        }
        let filter = match entry.affected {
            Some(Affected::Source) => return f(entry.source),
            Some(Affected::Host) => {
                let host = self.s.objects[entry.source.index()].attached_to;
                // A card in a graveyard that is enchanted is no "enchanted creature".
                return if self.s.get(host).is_some_and(|host| host.zone == Zone::Battlefield) {
                    f(host)
                };
            }
            Some(Affected::Each(filter) | Affected::EachIn(Zone::Battlefield, filter)) => filter,
            // A spell that is being announced is on the stack before it is among what resolves (CR 601.2a).
            Some(Affected::EachIn(Zone::Stack, filter)) => {
                for (index, object) in self.s.objects.iter().enumerate() {
                    let id = self.s.id(index as u16);
                    if object.zone == Zone::Stack && self.eye().matches(scope, filter, id, object) {
                        f(id);
                    }
                }
                return;
            }
            Some(Affected::EachIn(zone, filter)) => {
                return self.eye().each_in_zone(*zone, &mut |id, object| {
                    if self.eye().matches(scope, filter, id, object) {
                        f(id);
                    }
                });
            }
            None => match entry.filter {
                Some(filter) => filter,
                None => return,
            },
        };
        for (id, object) in self.s.permanents() {
            if self.eye().matches(scope, filter, id, object) {
                f(id);
            }
        }
    }

    /// CR 613.4c, and keyword counters (CR 122.1b) are abilities granted in layer 6.
    fn apply_counters(&mut self) {
        if !self.s.layers_used {
            self.apply_keyword_counters();
        }
        for place in 0..self.s.counters.len() {
            let (index, kind, count, _) = self.s.counters[place];
            let (power, toughness) = self.pool.counter_size(kind);
            if (power, toughness) != (0, 0) && self.s.objects[index as usize].zone == Zone::Battlefield {
                let chars = &mut self.object(index).characteristics;
                let times = |size: i16| size.saturating_mul(i16::try_from(count).unwrap_or(i16::MAX));
                chars.power = chars.power.saturating_add(times(power));
                chars.toughness = chars.toughness.saturating_add(times(toughness));
            }
        }
    }

    fn apply_keyword_counters(&mut self) {
        for place in 0..self.s.counters.len() {
            let (index, kind, ..) = self.s.counters[place];
            let keyword = self.pool.counter_keyword(kind);
            if !keyword.is_empty() && self.s.objects[index as usize].zone == Zone::Battlefield {
                self.object(index).characteristics.keywords |= keyword;
            }
        }
    }

    /// What comes last in layer 6: abilities that can't be had whatever grants them (CR 113.11).
    fn end_of_abilities(&mut self, entries: &[Entry<'a>]) {
        for entry in entries {
            if !entry.begun || entry.layers & (1 << ABILITIES) == 0 {
                continue;
            }
            for change in entry.mods {
                if let Modification::CantHaveKeywords(keywords) = change {
                    let mut set: SmallVec<[ObjectId; 8]> = SmallVec::new();
                    if entry.several() {
                        set.extend(entry.set.iter().copied());
                    } else {
                        self.each_affected(&self.entry_scope(entry), entry, &mut |id| set.push(id));
                    }
                    for id in set {
                        if let Some(object) = self.get_mut(id) {
                            object.characteristics.keywords -= keywords.with_qualified();
                            self.s.forbidden.push((id, *keywords));
                        }
                    }
                }
            }
        }
    }

    /// The keywords that a rule says an object can't have or gain (CR 113.11).
    pub(crate) fn cannot_gain(&self, id: ObjectId) -> Keywords {
        let rules = self.s.forbidden.iter().filter(|rule| rule.0 == id);
        rules.fold(Keywords::empty(), |all, rule| all | rule.1)
    }

    /// What of a mana mask comes from abilities that the permanent was given.
    fn granted_mana_mask(&self, index: u16) -> u8 {
        let object = &self.s.objects[index as usize];
        if !object.is(Flags::HAS_GRANTED) || object.restrictions.contains(Restrictions::CANT_ACTIVATE_MANA) {
            return 0;
        }
        let all = self.mana_abilities(index);
        all.iter().fold(0, |mask, id| mask | mask_of(self.pool.activatable(*id)))
    }

    /// The script of an ability.
    pub(crate) fn script(&self, id: AbilityId) -> &'a Script {
        script_of(&self.pool.ability(id).kind).expect("an ability that is carried out has a script")
    }

    /// The part that was chosen for a spell or ability as mode number `mode`.
    pub(crate) fn item_part(&self, item: &StackItem, mode: u8) -> &'a Part {
        self.pool.part(self.script(item.ability), item.modes.parts[usize::from(mode)])
    }

    /// See [`Eye::mana_abilities`].
    pub(crate) fn mana_abilities(&self, index: u16) -> SmallVec<[AbilityId; 4]> {
        self.eye().mana_abilities(&self.s.objects[index as usize], index).collect()
    }
}

/// The instruction that makes an effect, if an ability with a script does.
pub(crate) fn instr_of<'a>(pool: &'a Pool, effect: &ActiveEffect) -> Option<&'a Instr> {
    let script = script_of(&pool.ability(effect.ability).kind)?;
    Some(&script.parts[usize::from(effect.part)].code[usize::from(effect.instr)])
}

/// The script of an ability, if it has one: a static one does if what it replaces is replaced by instructions.
pub(crate) fn script_of(kind: &AbilityKind) -> Option<&Script> {
    match kind {
        AbilityKind::Activatable(activatable) => Some(&activatable.script),
        AbilityKind::Triggered(triggered) => Some(&triggered.script),
        AbilityKind::Static(ability) => match &ability.effect {
            StaticEffect::Replacement(
                Replacement::AsEnters(script)
                | Replacement::AsTurnedUp(script)
                | Replacement::Draw { instead: script, .. }
                | Replacement::Draws { then: Some(script), .. }
                | Replacement::PreventAnd { then: script, .. },
            ) => Some(script),
            StaticEffect::Replacement(Replacement::Moves { then: Some(script), .. }) => Some(script),
            _ => None,
        },
    }
}

/// Which types of mana a permanent makes by tapping alone, one mana at a time, and whether it makes mana otherwise, by what is its own.
fn own_mana_mask(pool: &Pool, object: &Object) -> u8 {
    // Mana abilities are activated abilities (CR 605.1a).
    if object.restrictions.contains(Restrictions::CANT_ACTIVATE_MANA) {
        return 0;
    }
    // CR 305.6: basic land types give the ability, which "loses all abilities" takes away with the others.
    let of_types =
        if object.is(Flags::LOST_LAND_MANA) { 0 } else { object.characteristics.subtypes.basic_lands_mana() };
    let of_card = if object.is(Flags::LOST_ABILITIES) { 0 } else { pool.card(object.card).derived.mana_mask };
    of_types | of_card
}

/// Makes a permanent what is printed on its card.
#[inline]
fn make_as_printed(pool: &Pool, card: &Card, object: &mut Object) {
    object.characteristics = card.characteristics;
    object.base = BaseSize(card.characteristics.power, card.characteristics.toughness);
    if object.is(Flags::TRANSFORMED) {
        mana_value_of_front(pool, object);
    }
    object.flags -= Flags::LOST_ABILITIES | Flags::LOST_LAND_MANA | Flags::HAS_GRANTED;
    let actions = !card.derived.on_battlefield.is_empty() || object.is(Flags::FACE_DOWN);
    object.flags.set(Flags::HAS_ACTIONS, actions);
    object.restrictions = Restrictions::empty();
    object.mana_mask = 0;
    if object.characteristics.keywords.contains(Keywords::CHANGELING) {
        object.characteristics.subtypes.set_every_creature_type();
    }
    object.watches = card.derived.watches;
}

/// CR 604.3a: an ability that defines colours, subtypes, power or toughness of the object that it is on, always.
fn defines_characteristics(ability: &Static, affected: &Affected, mods: &[Modification]) -> bool {
    let defines = |change: &Modification| {
        matches!(
            change,
            Modification::DefinePT(..)
                | Modification::SetColors(_)
                | Modification::SetChosenColor
                | Modification::AddChosenColor
                | Modification::AddEveryCreatureType
                | Modification::AddEveryNonbasicLandType
                | Modification::AddSubtypes(_)
        )
    };
    *affected == Affected::Source && ability.condition.is_none() && mods.iter().all(defines)
}
