//! What happened this turn, for the texts that ask for it ("if a creature died under your control this turn", "a creature dealt
//! damage by ~ this turn"). Kept only if a card of the pool asks, kind by kind.

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Destination, Modification, Script, Unchosen};
use gauntlet_cards::filter::{Filter, Objects, PlayerFilter, Test, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::Features;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::{Eye, was_cast};
use crate::state::{ActiveEffect, Flags, Object, ObjectId, PastEvent, PlayPermission, Range, Target};
use crate::task::Scope;

impl Engine<'_> {
    /// What is gone, what it had on it and whom it fought is asked of no more, unless texts may ask it of what happened to it this turn or in
    /// the one before, or a delayed trigger of what it remembers (CR 608.2h).
    pub(crate) fn forget_company(&mut self) {
        self.forget_merged();
        let s = &mut *self.s;
        if s.last_counters.is_empty() && s.last_blocks.is_empty() && s.last_attached.is_empty() {
            return;
        }
        let past = s.history.iter().chain(&s.history_last_turn);
        let mut past: SmallVec<[ObjectId; 16]> = past.map(|event| event.id).collect();
        past.extend(s.delayed.iter().map(|delayed| delayed.source));
        past.extend(s.memories.iter().map(|memory| memory.object));
        past.sort_unstable();
        let is_past = |id: &ObjectId| past.binary_search(id).is_ok();
        s.last_counters.retain(|(id, ..)| is_past(id));
        s.last_blocks.retain(|(blocker, attacker)| is_past(blocker) || is_past(attacker));
        s.last_attached.retain(|(host, ..)| is_past(host));
    }

    /// Counts a use of an ability that is limited per turn, or to one.
    pub(crate) fn note_use(&mut self, id: ObjectId, ability: AbilityId) {
        match self.s.uses.iter_mut().find(|entry| entry.0 == id && entry.1 == ability) {
            Some(entry) => entry.2 = entry.2.saturating_add(1),
            None => self.s.uses.push((id, ability, 1)),
        }
    }

    /// A player has done what an ability offers only once each turn (CR 603.2i).
    pub(crate) fn note_done_by(&mut self, player: Player, id: ObjectId, ability: AbilityId) {
        self.s.done.push((id, ability, player));
    }

    /// It turned out to be impossible.
    pub(crate) fn take_back_done(&mut self, player: Player, id: ObjectId, ability: AbilityId) {
        if let Some(place) = self.s.done.iter().rposition(|entry| *entry == (id, ability, player)) {
            self.s.done.remove(place);
        }
    }

    /// A number that tells whether something was done between two moments of a resolution. Nothing hidden is in it: it is the same in all
    /// worlds that a player can't tell apart.
    pub(crate) fn public_digest(&self) -> u64 {
        let s = &self.s;
        let objects: smallvec::SmallVec<[_; 64]> = s
            .objects
            .iter()
            .map(|object| (object.generation, object.flags, object.marks, object.damage, object.attached_to))
            .collect();
        let cards = Player::BOTH.map(|player| (s.hands[player].len(), s.libraries[player].len()));
        // What enters, is made, copied, or given counters or an effect has a timestamp (CR 613.7).
        crate::fingerprint::fingerprint(&(s.clock, &s.players, cards, objects.as_slice(), &s.counters, s.stack.len()))
    }

    /// A card is cast or played from a graveyard as rules allow: if only one does that allows one each turn, that is used up; if each of them says that
    /// the spell is exiled if it would be put into a graveyard, it is.
    pub(crate) fn use_graveyard_rule(&mut self, player: Player, id: ObjectId, way: &Activatable) {
        let Some(object) = self.s.get(id).copied() else { return };
        let object = self.eye().as_played(&object, way).unwrap_or(object);
        let mut limited = None;
        let permitted =
            |other: &PlayPermission| other.player == player && [other.card, other.card.moved()].contains(&id);
        let mut free = self.s.permissions.iter().any(permitted);
        let (mut allowed, mut exiled) = (false, !free);
        self.eye().each_rule_with_id(RuleKinds::PLAYS_FROM, &mut |scope, number, ability| {
            if let StaticEffect::Player(who, PlayerRule::PlayFromGraveyard(rule)) = &ability.effect
                && self.eye().player_fits(scope, *who, player)
                && (rule.anyones || object.owner == player)
                && self.eye().matches(scope, &rule.cards, id, &object)
            {
                allowed = true;
                exiled &= rule.exiled;
                free |= !rule.once;
                if rule.once && limited.is_none() && !self.eye().used_up(scope.source, number) {
                    limited = Some((scope.source, number));
                }
            }
        });
        if let (false, Some((source, number))) = (free, limited) {
            self.note_use(source, number);
        }
        if allowed && exiled && way.kind == ActivatableKind::Cast {
            self.object(id.index).flags |= Flags::EXILED_AFTERWARDS;
        }
    }

    /// A new turn begins: only what can be done once ever stays used, as long as the object is the same (CR 400.7).
    pub(crate) fn forget_uses(&mut self) {
        self.s.done.clear();
        self.s.spent_from.clear();
        let mut uses = std::mem::take(&mut self.s.uses);
        uses.retain(|entry| {
            let once = match &self.pool.ability(entry.1).kind {
                AbilityKind::Activatable(way) => way.once,
                AbilityKind::Triggered(own) => own.once,
                AbilityKind::Static(_) => false,
            };
            once && self.s.get(entry.0).is_some()
        });
        self.s.uses = uses;
        if self.pool.features.intersects(Features::LIMITED_IN_HAND | Features::DRAWN_THIS_TURN) {
            for player in Player::BOTH {
                for hidden in &mut self.s.hands[player] {
                    hidden.used = false;
                    hidden.set_drawn(false);
                }
            }
        }
        if !self.s.modes_taken.is_empty() {
            let mut taken = std::mem::take(&mut self.s.modes_taken);
            taken.retain(|entry| {
                let modes = &self.script(entry.1).modes;
                let ever = modes.as_ref().is_some_and(|choice| choice.unchosen == Some(Unchosen::Ever));
                ever && self.s.get(entry.0).is_some()
            });
            self.s.modes_taken = taken;
        }
    }

    /// A permanent becomes a copy of a card, with these changes: what it has then are new abilities, however often those of an earlier copy of the
    /// same card were used. Only what it had all along stays used (CR 602.5b, 707.2).
    pub(crate) fn forget_uses_of_copy(&mut self, id: ObjectId, card: CardId, changes: &[Modification]) {
        if self.s.uses.is_empty() && self.s.done.is_empty() && self.s.modes_taken.is_empty() {
            return;
        }
        let own = &self.pool.card(card).abilities;
        let is_new =
            |ability: AbilityId| own.contains(&ability) || changes.contains(&Modification::AddAbility(ability));
        self.s.uses.retain(|entry| entry.0 != id || !is_new(entry.1));
        self.s.done.retain(|entry| entry.0 != id || !is_new(entry.1));
        self.s.modes_taken.retain(|entry| entry.0 != id || !is_new(entry.1));
    }

    /// A mode is chosen for an ability that speaks of those that haven't been.
    pub(crate) fn note_mode(&mut self, id: ObjectId, ability: AbilityId, mode: u8) {
        match self.s.modes_taken.iter_mut().find(|entry| entry.0 == id && entry.1 == ability) {
            Some(entry) => entry.2 |= 1 << mode,
            None => self.s.modes_taken.push((id, ability, 1 << mode)),
        }
    }

    /// CR 702.131: who controls ten permanents has the city's blessing for the rest of the game.
    pub(crate) fn ascend(&mut self, player: Player) {
        let count = self.s.permanents().filter(|(_, object)| object.controller == player).count();
        if count >= 10 && !self.s.players[player].blessed {
            self.s.players[player].blessed = true;
            self.touch();
            self.tell(Audience::Everyone, |eye| format!("{} has the city's blessing.", eye.player_name(player)));
        }
    }

    /// CR 702.131b: ascend on permanents.
    pub(crate) fn check_ascend(&mut self) {
        for player in Player::BOTH {
            let ascends = |object: &Object| {
                object.controller == player
                    && object.characteristics.keywords.contains(gauntlet_cards::keyword::Keywords::ASCEND)
            };
            if !self.s.players[player].blessed && self.s.permanents().any(|(_, object)| ascends(object)) {
                self.ascend(player);
            }
        }
    }

    /// Returns whether some card asks for such events.
    #[inline]
    pub(crate) fn records(&self, kinds: Happening) -> bool {
        self.pool.recorded.intersects(kinds)
    }

    /// Notes that something happened to an object.
    pub(crate) fn note(&mut self, kind: Happening, id: ObjectId) {
        if !self.records(kind) {
            return;
        }
        if let Some(object) = self.s.get(id).copied() {
            self.note_past(kind, id, object, ObjectId::NONE);
        }
    }

    fn note_past(&mut self, kind: Happening, id: ObjectId, object: Object, source: ObjectId) {
        self.s.history.push(PastEvent { kind, id, object, source, player: None, amount: 1, combat: false, by: None });
        self.s.volatile_dirty = true;
    }

    /// Notes that a creature attacks or blocks in the combat that is going on.
    pub(crate) fn note_fought(&mut self, id: ObjectId, blocks: bool) {
        if !self.records(Happening::FOUGHT) {
            return;
        }
        self.note(Happening::FOUGHT, id);
        if let Some(past) = self.s.history.last_mut() {
            (past.amount, past.combat) = (blocks.into(), true);
        }
    }

    /// Notes that a creature blocks an attacker.
    pub(crate) fn note_blocked(&mut self, attacker: ObjectId, blocker: ObjectId) {
        if self.records(Happening::BLOCKED) {
            self.note(Happening::BLOCKED, attacker);
            if let Some(past) = self.s.history.last_mut() {
                past.source = blocker;
            }
        }
    }

    /// Notes that a creature crews a Vehicle or saddles a Mount.
    pub(crate) fn note_crewed(&mut self, creature: ObjectId, what: ObjectId, saddles: bool) {
        if self.records(Happening::CREWED) {
            self.note(Happening::CREWED, creature);
            if let Some(past) = self.s.history.last_mut() {
                (past.source, past.amount) = (what, saddles.into());
            }
        }
    }

    /// Combat ends: what attacked or blocked did it in an earlier one from now on.
    pub(crate) fn combat_is_past(&mut self) {
        if self.records(Happening::FOUGHT) {
            let fought = self.s.history.iter_mut().filter(|past| past.kind == Happening::FOUGHT);
            fought.for_each(|past| past.combat = false);
        }
    }

    /// Notes that a player did something by an object.
    pub(crate) fn note_deed(&mut self, kind: Happening, player: Player, source: ObjectId) {
        if !self.records(kind) {
            return;
        }
        if let Some(object) = self.s.last_known(source).copied() {
            let (id, player) = (ObjectId::NONE, Some(player));
            self.s.history.push(PastEvent { kind, id, object, source, player, amount: 1, combat: false, by: None });
            self.s.volatile_dirty = true;
        }
    }

    /// Notes that something happened to an object that may be gone by now, by another.
    pub(crate) fn note_about(&mut self, kind: Happening, id: ObjectId, source: ObjectId) {
        if !self.records(kind) {
            return;
        }
        if let Some(object) = self.s.last_known(id).copied() {
            self.note_past(kind, id, object, source);
        }
    }

    /// Notes that objects of the scratch list are about to move to a zone.
    pub(crate) fn note_moves(&mut self, range: Range, to: Zone) {
        use Happening as H;
        if !self.records(H::LEFT | H::DIED | H::LEFT_GRAVEYARD) {
            return;
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let Some(object) = self.s.get(id) else { continue };
            let from = object.zone;
            let to = self.replaced_zone(&Scope::of(id, object.controller), id, &Destination::to(to));
            if from == Zone::Battlefield && to != Zone::Battlefield {
                self.note(H::LEFT, id);
                if to == Zone::Graveyard {
                    self.note(H::DIED, id);
                }
            }
            if from == Zone::Graveyard && to != Zone::Graveyard {
                self.note(H::LEFT_GRAVEYARD, id);
            }
        }
    }

    /// Notes which objects of the scratch list have been put into a graveyard: as the cards that they are there, whatever they were
    /// before (CR 109.2, 400.7). Tokens and copies of spells aren't cards.
    pub(crate) fn note_arrivals(&mut self, range: Range) {
        if !self.records(Happening::TO_GRAVEYARD) {
            return;
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let no_card = Flags::TOKEN | Flags::COPY | Flags::ABILITY;
            if self.s.get(id).is_some_and(|object| object.zone == Zone::Graveyard && !object.flags.intersects(no_card))
            {
                self.note(Happening::TO_GRAVEYARD, id);
            }
        }
    }

    /// Notes how much of the damage that is about to be dealt to an object is more than lethal for it (CR 120.10).
    pub(crate) fn note_excess(&mut self, source: ObjectId, id: ObjectId, amount: u32, deathtouch: bool, combat: bool) {
        let excess = amount.saturating_sub(self.eye().lethal_damage(id, deathtouch)).min(u32::from(u16::MAX)) as u16;
        if excess == 0 {
            return;
        }
        if let Some(object) = self.s.get(id).copied() {
            let kind = Happening::EXCESS;
            self.s.history.push(PastEvent { kind, id, object, source, player: None, amount: excess, combat, by: None });
            self.s.volatile_dirty = true;
        }
    }

    /// Notes that damage was dealt.
    pub(crate) fn note_damage(&mut self, source: ObjectId, target: Target, amount: u32, combat: bool) {
        if !self.records(Happening::DAMAGE) {
            return;
        }
        let (id, player) = match target {
            Target::Object(id) => (id, None),
            Target::Player(player) => (ObjectId::NONE, Some(player)),
        };
        let shown = if id.is_none() { source } else { id };
        let Some(object) = self.s.last_known(shown).copied() else { return };
        let amount = amount.min(u32::from(u16::MAX)) as u16;
        let by = self.s.last_known(source).map(|source| source.controller);
        self.s.history.push(PastEvent { kind: Happening::DAMAGE, id, object, source, player, amount, combat, by });
        self.s.volatile_dirty = true;
    }
}

impl<'a> Eye<'a> {
    /// How often an ability was used, as far as that is counted.
    pub(crate) fn uses_of(self, id: ObjectId, way: &Activatable) -> u8 {
        let this = |entry: &&(ObjectId, AbilityId, u8)| {
            let ability = &self.pool.ability(entry.1).kind;
            entry.0 == id && matches!(ability, AbilityKind::Activatable(other) if std::ptr::eq(&**other, way))
        };
        self.s.uses.iter().find(this).map_or(0, |entry| entry.2)
    }

    /// How often a permanent has an ability, of which each instance can be used as often as it says: once, but for what has the abilities
    /// of several cards.
    pub(crate) fn times_had(self, id: ObjectId, object: &Object, way: &Activatable) -> u8 {
        if !object.is(Flags::HAS_GRANTED) {
            return 1;
        }
        let is_it = |ability: AbilityId| {
            let kind = &self.pool.ability(ability).kind;
            matches!(kind, AbilityKind::Activatable(other) if std::ptr::eq(&**other, way))
        };
        let lost = object.is(Flags::LOST_ABILITIES);
        let own = !lost && self.pool.card(object.card).abilities.iter().any(|ability| is_it(*ability));
        let granted = self.s.granted_to(id.index).iter().filter(|entry| is_it(entry.1)).count();
        u8::try_from(granted + usize::from(own)).unwrap_or(u8::MAX).max(1)
    }

    /// Returns whether what an ability of an object lets a player do once each turn has been done.
    pub(crate) fn used_up(self, id: ObjectId, ability: AbilityId) -> bool {
        let used = usize::from(self.used(id, ability));
        // Of effects that last for a time each is used once, be they of one source (CR 611.2a).
        let alike = |effect: &&ActiveEffect| (effect.source, effect.ability) == (id, ability);
        used > 0 && used >= self.s.player_effects.iter().filter(alike).count()
    }

    /// How often an ability of an object was used this turn, as far as that is counted.
    pub(crate) fn used(self, id: ObjectId, ability: AbilityId) -> u8 {
        self.s.uses.iter().find(|entry| entry.0 == id && entry.1 == ability).map_or(0, |entry| entry.2)
    }

    /// Returns whether an object is a spell that was cast this turn, or a permanent that was one.
    pub(crate) fn was_cast_this_turn(self, id: ObjectId) -> bool {
        self.s.last_known(id).is_some_and(|object| match object.zone {
            // Until it has been announced whole it isn't cast (CR 601.2i).
            Zone::Stack => was_cast(object) && self.s.stack.iter().any(|item| item.object == id),
            Zone::Battlefield => was_cast(object) && object.is(Flags::ENTERED_THIS_TURN),
            _ => false,
        })
    }

    /// Returns whether a mode can't be chosen for an ability of an object because it has been: whoever chose it, and whether or not the
    /// ability resolved.
    pub(crate) fn mode_is_taken(self, source: ObjectId, script: &Script, mode: usize) -> bool {
        let asked = script.modes.as_ref().is_some_and(|choice| choice.unchosen.is_some());
        asked
            && self.s.modes_taken.iter().any(|entry| {
                let own = match &self.pool.ability(entry.1).kind {
                    AbilityKind::Activatable(way) => Some(&way.script),
                    AbilityKind::Triggered(triggered) => Some(&triggered.script),
                    AbilityKind::Static(_) => None,
                };
                entry.0 == source && entry.2 >> mode & 1 != 0 && own.is_some_and(|own| std::ptr::eq(own, script))
            })
    }

    /// What happened of a kind this turn. What asks for it must have said so, or nothing was kept (`card/needs.rs`).
    pub(crate) fn past(self, kind: Happening) -> impl DoubleEndedIterator<Item = &'a PastEvent> {
        self.check_recorded(kind);
        self.s.history.iter().filter(move |past| past.kind == kind)
    }

    fn check_recorded(self, kind: Happening) {
        debug_assert!(self.pool.recorded.contains(kind), "{kind:?} is asked for, and no ability of the pool says so");
    }

    /// How often something happened this turn to objects that fit, as they were then.
    pub(crate) fn happened(self, scope: &Scope, kind: Happening, filter: &Filter) -> i32 {
        // Another spell than the one that has become the source isn't that one either (CR 400.7).
        let permanent = || self.s.last_known(scope.source).is_some_and(|source| source.zone == Zone::Battlefield);
        let itself = (kind == Happening::CAST && filter.tests.contains(&Test::NotSource) && permanent())
            .then(|| scope.source.before());
        let past = self.past(kind).filter(|past| !past.id.is_none());
        past.filter(|past| Some(past.id) != itself && self.matches(scope, filter, past.id, &past.object)).count() as i32
    }

    /// The same in the turn before.
    pub(crate) fn happened_last_turn(self, scope: &Scope, kind: Happening, filter: &Filter) -> i32 {
        self.check_recorded(kind);
        let past = self.s.history_last_turn.iter().filter(|past| past.kind == kind && !past.id.is_none());
        past.filter(|past| self.matches(scope, filter, past.id, &past.object)).count() as i32
    }

    /// The place of a spell, or of what it has become, among those that fit and were cast this turn; 0, if it is none of them.
    pub(crate) fn cast_ordinal(self, scope: &Scope, id: ObjectId, filter: &Filter) -> i32 {
        let cast = self.past(Happening::CAST);
        let mut place = 0;
        // What the source was is no other than the source.
        let now = |past: ObjectId| if past.moved() == scope.source { scope.source } else { past };
        for past in cast.filter(|past| self.matches(scope, filter, now(past.id), &past.object)) {
            place += 1;
            if past.id == id || past.id.moved() == id {
                return place;
            }
        }
        0
    }

    /// How many spells that fit a player has cast this turn before one of the objects (CR 601.2i): all, if none of those was cast.
    pub(crate) fn cast_before(self, scope: &Scope, objects: &Objects, filter: &Filter) -> i32 {
        self.check_recorded(Happening::CAST);
        let first = self
            .s
            .history
            .iter()
            .position(|past| past.kind == Happening::CAST && self.any_object(scope, objects, |id| id == past.id));
        let before = first.unwrap_or(self.s.history.len());
        self.casts_that_fit(scope, scope.you, filter, &self.s.history[..before]) as i32
    }

    /// How many spells that fitted a player has cast this turn.
    pub(crate) fn cast_this_turn(self, scope: &Scope, player: Player, filter: &Filter) -> usize {
        self.casts_that_fit(scope, player, filter, &self.s.history)
    }

    fn casts_that_fit(self, scope: &Scope, player: Player, filter: &Filter, among: &[PastEvent]) -> usize {
        self.check_recorded(Happening::CAST);
        let own = among.iter().filter(|past| past.kind == Happening::CAST && past.object.controller == player);
        own.filter(|past| self.matches(scope, filter, past.id, &past.object)).count()
    }

    /// The toxic value of a source (CR 702.164b): the sum over its toxic abilities.
    pub(crate) fn toxicity(self, id: ObjectId, object: &Object) -> u8 {
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        let own = self.abilities(object, id.index, |derived| &derived.statics, is_static);
        let toxic = own.map(|ability| match self.pool.static_ability(ability).effect {
            gauntlet_cards::ability::StaticEffect::Toxic(n) => n,
            _ => 0,
        });
        toxic.fold(0, u8::saturating_add)
    }

    /// How much damage was dealt to a player this turn.
    pub(crate) fn damage_taken(self, player: Player, combat_only: bool) -> i32 {
        self.damage_to(player, combat_only).map(|past| i32::from(past.amount)).sum()
    }

    pub(crate) fn damage_to(self, player: Player, combat_only: bool) -> impl Iterator<Item = &'a PastEvent> {
        let to_player = move |past: &&PastEvent| past.player == Some(player);
        self.past(Happening::DAMAGE).filter(to_player).filter(move |past| past.combat || !combat_only)
    }

    /// How many objects that fitted as they did it dealt damage to a player this turn.
    pub(crate) fn damage_sources(self, scope: &Scope, player: Player, combat_only: bool, filter: &Filter) -> i32 {
        let mut sources = smallvec::SmallVec::<[ObjectId; 8]>::new();
        for past in self.damage_to(player, combat_only) {
            if !sources.contains(&past.source) && self.matches(scope, filter, past.source, &past.object) {
                sources.push(past.source);
            }
        }
        sources.len() as i32
    }

    /// How much excess damage was dealt to permanents that fitted since the spell or ability began to resolve.
    pub(crate) fn excess_this_way(self, scope: &Scope, filter: &Filter) -> i32 {
        self.check_recorded(Happening::EXCESS);
        let later = self.s.history.iter().skip(scope.history as usize);
        let excess = later.filter(|past| past.kind == Happening::EXCESS);
        excess
            .filter(|past| self.matches(scope, filter, past.id, &past.object))
            .map(|past| i32::from(past.amount))
            .sum()
    }

    /// How often a player did something this turn.
    pub(crate) fn deeds(self, kind: Happening, player: Player) -> i32 {
        self.past(kind).filter(|past| past.player == Some(player)).count() as i32
    }

    /// Returns whether one of the sources dealt damage to the object this turn, after as many happenings as `since`.
    pub(crate) fn was_damaged_by(self, scope: &Scope, id: ObjectId, sources: &Objects, since: u32) -> bool {
        self.check_recorded(Happening::DAMAGE);
        let dealt = |source: ObjectId| {
            let mut later = self.s.history.iter().skip(since as usize);
            later.any(|past| past.kind == Happening::DAMAGE && past.id == id && past.source == source)
        };
        self.any_object(scope, sources, dealt)
    }

    /// Returns whether a source dealt damage to the object this turn that was such a player's then.
    pub(crate) fn was_damaged_by_source_of(self, scope: &Scope, id: ObjectId, players: PlayerFilter) -> bool {
        let theirs = |by: Option<Player>| by.is_some_and(|by| self.player_fits(scope, players, by));
        self.past(Happening::DAMAGE).any(|past| past.id == id && theirs(past.by))
    }

    /// Returns whether a card came into the graveyard in which it is this turn, from this zone if it is given.
    pub(crate) fn was_put_there(self, id: ObjectId, object: &Object, from: Option<Zone>) -> bool {
        let id = match object.zone {
            Zone::Graveyard => id,
            // The card that was there is the spell that is being cast.
            Zone::Stack if object.came_from == Zone::Graveyard => id.before(),
            _ => return false,
        };
        self.past(Happening::TO_GRAVEYARD)
            .any(|past| past.id == id && from.is_none_or(|from| from == past.object.came_from))
    }

    /// Returns whether the object dealt damage to a player this turn.
    pub(crate) fn dealt_damage_to(self, id: ObjectId, player: Player) -> bool {
        self.damage_to(player, false).any(|past| past.source == id)
    }

    /// Returns whether the object dealt damage this turn.
    pub(crate) fn dealt_damage(self, id: ObjectId) -> bool {
        self.past(Happening::DAMAGE).any(|past| past.source == id)
    }
}
