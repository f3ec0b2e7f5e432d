//! What one object becomes as it changes zones (CR 400.7): a hidden card in a hand or library, a new object everywhere else.

use gauntlet_cards::ability::{Replacement, RuleKinds, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{CountersIf, Destination, LibraryPosition};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{Amount, CounterKind, Zone};
use gauntlet_cards::keyword::Marks;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::annals::Fact;
use crate::engine::Engine;
use crate::evaluate::was_cast;
use crate::replacement::{Putting, ReplacedMove};
use crate::state::{EventData, ExileLink, Flags, HiddenCard, Learned, Noted, Object, ObjectId, State};
use crate::task::{Resolve, Scope, Task};

/// One object on its way into a zone.
struct Passage<'a> {
    id: ObjectId,
    /// The object as it was.
    was: &'a Object,
    destination: &'a Destination,
    /// Where it really goes, and how.
    replaced: ReplacedMove,
    /// As what it arrives.
    arrival: Arrival,
    /// The players who have seen it, as bits.
    seen: u8,
}

impl Passage<'_> {
    /// How a player who has seen it knows it where it becomes a hidden card.
    fn learned(&self, player: Player) -> Learned {
        let (was, to) = (self.was, self.replaced.zone);
        match was.zone {
            _ if self.seen != 3 && was.zone == Zone::Library && to == Zone::Hand => Learned::Tracked,
            Zone::Hand if to == Zone::Library && player == was.owner => Learned::Placed,
            Zone::Hand | Zone::Library if self.seen == 3 => Learned::Revealed,
            Zone::Hand | Zone::Library => Learned::LookedAt,
            _ => Learned::FromPublicZone,
        }
    }
}

/// As what an object arrives.
struct Arrival {
    /// The face that it shows.
    face: CardId,
    /// Whether it is an Aura that enters by itself, not as a spell that resolves (CR 303.4f).
    aura: bool,
    /// The object that this Aura will enchant.
    host: Option<ObjectId>,
    /// Whether this Aura will enchant a player.
    enchants_player: bool,
}

/// What becomes of an object that can't enter the battlefield.
enum Refused {
    /// It stays where it is (CR 303.4g, 400.4a).
    Stays,
    /// It is put into its owner's graveyard: an Aura spell that nothing can be enchanted by (CR 303.4g), and what says so itself
    /// (CR 614.6).
    ToGraveyard,
}

impl Engine<'_> {
    /// Moves one object. Returns what it has become: itself if it stays, nothing if it is hidden now or has ceased to exist. `replaced`:
    /// where it really goes, if that is known already.
    pub(super) fn move_one(
        &mut self,
        scope: &Scope,
        id: ObjectId,
        destination: &Destination,
        replaced: Option<ReplacedMove>,
    ) -> ObjectId {
        let Some(object) = self.s.get(id).copied() else { return ObjectId::NONE };
        let merged = self.cards_of_merged(id, &object);
        let replaced = match replaced.filter(|_| merged.is_empty() || !object.is(Flags::TOKEN)) {
            Some(replaced) => replaced,
            None => self.replaced_as_card(scope, id, destination, !merged.is_empty()),
        };
        let zone = replaced.zone;
        let arrival = match self.arrival(scope, id, &object, zone, destination, false) {
            Ok(arrival) => arrival,
            Err(Refused::Stays) => {
                self.stays_as_it_was(id);
                return id;
            }
            Err(Refused::ToGraveyard) => return self.move_one(scope, id, &Destination::to(Zone::Graveyard), None),
        };
        if let Some(then) = replaced.then {
            self.also_happens(then, id);
        }
        self.keep_known(id, &object, zone);
        self.leave(id, &object);
        if object.zone == Zone::Battlefield && zone == Zone::Graveyard && object.is_creature() {
            self.s.creatures_died = self.s.creatures_died.saturating_add(1);
        }
        if !merged.is_empty() && zone != Zone::Battlefield {
            return self.part_merged(scope, (id, &object), destination, replaced, merged);
        }
        // A token that has left the battlefield, or the copy of a spell the stack, ceases to exist (CR 111.7, 707.10a). An
        // ability on the stack isn't a card either.
        let token = object.is(Flags::TOKEN) || object.is(Flags::COPY);
        if (token && zone != Zone::Battlefield) || object.is(Flags::ABILITY) {
            if zone == Zone::Graveyard && object.is(Flags::TOKEN) && self.s.elsewhere {
                self.token_in_graveyard(id, &object);
            }
            self.release(id.index);
            return ObjectId::NONE;
        }
        let seen = seen_before(&object);
        let hidden_there = match zone {
            Zone::Library => true,
            Zone::Exile => destination.face_down,
            Zone::Battlefield => destination.down.is_creature(),
            Zone::Hand | Zone::Graveyard | Zone::Stack | Zone::Command => false,
        };
        if hidden_there && object.zone == Zone::Hand && seen & 1 << (!object.owner).index() == 0 {
            self.left_hand_unseen(object.owner, object.printed);
        }
        if object.zone == Zone::Hand && zone != Zone::Hand {
            self.left_hand(object.owner, object.printed);
        }
        let melded_with = self.eye().melded_with(&object).filter(|_| zone != Zone::Battlefield);
        let passage = Passage { id, was: &object, destination, replaced, arrival, seen };
        let moved = self.arrive(scope, &passage);
        if let Some(other) = melded_with {
            self.part(scope, passage, moved, other);
        }
        moved
    }

    /// It becomes what it is in its new zone: nothing that can be referred to, if that is hidden.
    fn arrive(&mut self, scope: &Scope, passage: &Passage<'_>) -> ObjectId {
        match passage.replaced.zone {
            Zone::Hand => self.arrive_in_hand(passage),
            Zone::Library => self.arrive_in_library(scope, passage),
            Zone::Battlefield | Zone::Graveyard | Zone::Stack | Zone::Exile | Zone::Command => {
                return self.arrive_as_object(scope, passage);
            }
        }
        ObjectId::NONE
    }

    /// CR 712.21: one permanent leaves the battlefield, and two cards are put into the zone: what replaces the move of one applies to both
    /// (CR 712.21d), but only a commander goes to the command zone by itself (CR 903.9c). The cards are in the order in which the permanent's
    /// cards were melded.
    fn part(&mut self, scope: &Scope, passage: Passage<'_>, first: ObjectId, other: CardId) {
        let mut was = self.eye().as_object(other, passage.was.owner, Zone::Battlefield);
        was.flags |= passage.was.flags & (Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND);
        let id = self.allocate(was);
        let was = self.s.objects[id.index()];
        let mut replaced = passage.replaced;
        if replaced.zone == Zone::Command && passage.destination.zone != Zone::Command {
            replaced.zone = passage.destination.zone;
        }
        let arrival = Arrival { face: other, aura: false, host: None, enchants_player: false };
        let second = self.arrive(scope, &Passage { id, was: &was, replaced, arrival, ..passage });
        if !first.is_none() && !second.is_none() {
            self.note_parted(first, second);
        }
    }

    /// Where an object really goes. What replaces the move of a card applies to the cards of a merged permanent that is a token (CR 729.3e).
    fn replaced_as_card(
        &mut self,
        scope: &Scope,
        id: ObjectId,
        destination: &Destination,
        merged: bool,
    ) -> ReplacedMove {
        let token = self.s.objects[id.index()].flags & Flags::TOKEN;
        if merged {
            self.object(id.index).flags -= token;
        }
        let replaced = self.replaced_move(scope, id, destination);
        self.object(id.index).flags |= token;
        replaced
    }

    /// CR 729.3: one permanent leaves the battlefield, and each of the cards that represented it is put into the zone; what is a token of it
    /// ceases to exist there (CR 111.7). What replaces the move applies to all (CR 729.3d), but only a commander goes to the command zone by
    /// itself (CR 903.9c). The cards are in the order in which they merged.
    fn part_merged(
        &mut self,
        scope: &Scope,
        (id, object): (ObjectId, &Object),
        destination: &Destination,
        replaced: ReplacedMove,
        mut cards: SmallVec<[CardId; 4]>,
    ) -> ObjectId {
        cards.extend(self.eye().melded_with(object));
        let (seen, mut first) = (seen_before(object), ObjectId::NONE);
        for (place, card) in cards.into_iter().enumerate() {
            let mut was = self.eye().as_object(card, object.owner, Zone::Battlefield);
            was.generation = object.generation;
            let id = if place == 0 { id } else { self.allocate(was) };
            was.generation = id.generation();
            let mut replaced = replaced;
            if replaced.zone == Zone::Command
                && destination.zone != Zone::Command
                && self.eye().commander(&was).is_none()
            {
                replaced.zone = destination.zone;
            }
            let arrival = Arrival { face: card, aura: false, host: None, enchants_player: false };
            let passage = Passage { id, was: &was, destination, replaced, arrival, seen };
            let moved = self.arrive(scope, &passage);
            if place == 0 {
                first = moved;
            } else if !first.is_none() && !moved.is_none() {
                self.note_parted(first, moved);
            }
        }
        first
    }

    /// What a replacement effect says that happens beside the changed move of an object (CR 614.6), right after it.
    fn also_happens(&mut self, (source, you, ability): (ObjectId, Player, AbilityId), moved: ObjectId) {
        let mut task = Resolve::of_static(ability, source, you, self.s.scratch.len() as u16);
        task.scope.event = EventData { object: moved, ..EventData::NONE };
        self.s.tasks.push(Task::Resolve(task));
    }

    /// A token is put into its owner's graveyard before it ceases to exist, and what it says of that triggers there (CR 111.7, 603.6c).
    fn token_in_graveyard(&mut self, id: ObjectId, was: &Object) {
        let mut there = self.eye().as_object(was.printed, was.owner, Zone::Graveyard);
        (there.generation, there.came_from, there.flags) = (was.generation, was.zone, Flags::TOKEN);
        self.s.objects[id.index()] = there;
        self.trigger_arrival(id, &[]);
    }

    /// Returns whether an object can enter the battlefield, rather than stay where it is.
    pub(crate) fn can_enter(&self, scope: &Scope, id: ObjectId, destination: &Destination) -> bool {
        self.s
            .get(id)
            .is_some_and(|object| self.arrival(scope, id, object, Zone::Battlefield, destination, true).is_ok())
    }

    /// As what an object arrives, or why it can't enter the battlefield. `undecided`: which player an Aura will enchant may still be chosen.
    fn arrival(
        &self,
        scope: &Scope,
        id: ObjectId,
        object: &Object,
        to: Zone,
        destination: &Destination,
        undecided: bool,
    ) -> Result<Arrival, Refused> {
        let mut arrival = Arrival { face: object.printed, aura: false, host: None, enchants_player: false };
        if to != Zone::Battlefield || object.zone == Zone::Battlefield {
            return Ok(arrival);
        }
        // CR 701.40f, 701.58f: a card that is manifested or cloaked is a face-down creature card before it enters.
        let turned = matches!(destination.down, FaceDown::Manifest | FaceDown::Cloak)
            .then(|| self.eye().as_face_down(object, destination.down));
        if self.eye().kept_where_it_is(id, turned.as_ref().unwrap_or(object)) {
            return Err(Refused::Stays);
        }
        if object.noted == Noted::KeptOut {
            return Err(if object.zone == Zone::Graveyard { Refused::Stays } else { Refused::ToGraveyard });
        }
        arrival.face = self.eye().entering_face(object, destination).ok_or(Refused::Stays)?;
        let down = object.is(Flags::FACE_DOWN) && object.zone == Zone::Stack || destination.down.is_creature();
        let nonpermanent = CardTypes::INSTANT | CardTypes::SORCERY;
        // CR 400.4a.
        if !down && self.pool.card(arrival.face).characteristics.types.intersects(nonpermanent) {
            return Err(Refused::Stays);
        }
        // An Aura spell knows what it will enchant; what becomes a copy of an Aura only as it enters doesn't (CR 303.4f).
        let chosen_as_cast = object.zone == Zone::Stack && !object.is(Flags::COPYING);
        if chosen_as_cast {
            return Ok(arrival);
        }
        if let Some(entering) = self.eye().as_entering_aura(scope, object, destination) {
            arrival.aura = true;
            arrival.host = self.host_of_entering(id, &entering);
            arrival.enchants_player =
                object.attached_to == id || undecided && self.eye().could_enchant_players(id, &entering);
            if arrival.host.is_none() && !arrival.enchants_player {
                return Err(if object.zone == Zone::Stack { Refused::ToGraveyard } else { Refused::Stays });
            }
        }
        Ok(arrival)
    }

    /// It becomes a card of its owner's hand (CR 402).
    fn arrive_in_hand(&mut self, passage: &Passage<'_>) {
        let Passage { was, seen, .. } = *passage;
        // Or it was only put aside.
        let aside = was.is(Flags::ASIDE) && was.zone == Zone::Hand;
        let (used, drawn) = match was.noted {
            Noted::InHand { used, drawn } if aside => (used, drawn),
            _ => (false, false),
        };
        let mut hidden = HiddenCard::known_to(was.printed, was.owner, Learned::LookedAt);
        if seen & 1 << (!was.owner).index() != 0 {
            hidden.show(!was.owner, passage.learned(!was.owner));
        }
        hidden.used = used;
        hidden.set_drawn(drawn);
        self.s.hands[was.owner].push(hidden);
        if was.zone == Zone::Library {
            self.fact(Fact::Find { player: was.owner, card: was.printed });
        }
        self.release(passage.id.index);
    }

    /// It becomes a card of its owner's library (CR 401), in the position that is said.
    fn arrive_in_library(&mut self, scope: &Scope, passage: &Passage<'_>) {
        let Passage { was, destination, seen, .. } = *passage;
        self.remember_decks();
        self.s.volatile_dirty = true;
        let beneath = destination.beneath.as_ref().map_or(0, |number| self.eye().amount(scope, number).max(0) as usize);
        let library = &mut self.s.libraries[was.owner];
        let mut hidden = HiddenCard::unknown(was.printed);
        for player in Player::BOTH.into_iter().filter(|player| seen & 1 << player.index() != 0) {
            hidden.show(player, passage.learned(player));
        }
        let position = passage.replaced.position.unwrap_or(destination.position);
        match position {
            LibraryPosition::Top | LibraryPosition::Shuffled => library.push(hidden),
            LibraryPosition::Bottom => library.insert(0, hidden),
            LibraryPosition::BottomRandom => library.insert(0, HiddenCard::unknown(was.printed)),
            LibraryPosition::FromTop(count) => {
                let place = (library.len() + 1).saturating_sub(usize::from(count).saturating_add(beneath));
                library.insert(place, hidden);
            }
        }
        self.release(passage.id.index);
        if passage.replaced.position == Some(LibraryPosition::Shuffled) {
            self.shuffle(was.owner);
        }
    }

    /// It becomes a new object (CR 400.7) and joins those of its zone.
    fn arrive_as_object(&mut self, scope: &Scope, passage: &Passage<'_>) -> ObjectId {
        let id = passage.id;
        self.s.objects[id.index()] = self.fresh_object(passage);
        let moved = self.s.id(id.index);
        match passage.replaced.zone {
            Zone::Graveyard => self.join_graveyard(passage.was.owner, id.index),
            Zone::Exile => self.join_exile(scope, passage, moved),
            Zone::Command => {
                self.s.command.push(id.index);
                self.s.rules |= self.pool.card(self.s.objects[id.index()].card).derived.rules_elsewhere;
            }
            Zone::Battlefield => self.join_battlefield(scope, passage, moved),
            Zone::Stack => {}
            Zone::Hand | Zone::Library => unreachable!("a hidden card isn't an object"),
        }
        self.s.check_needed = true;
        if !self.s.commanders.is_empty() && matches!(passage.replaced.zone, Zone::Graveyard | Zone::Exile) {
            self.note_commander_gone(moved);
        }
        if self.s.other_zones || self.s.elsewhere_layers {
            self.touch();
        }
        moved
    }

    /// The object that something becomes: nothing of what it was is left but what the rules say (CR 400.7).
    fn fresh_object(&mut self, passage: &Passage<'_>) -> Object {
        let Passage { was, destination, .. } = *passage;
        let zone = passage.replaced.zone;
        let mut fresh = self.eye().as_object(passage.arrival.face, was.owner, zone);
        // CR 400.7k, 702.35c: what is about the discarded card finds it where it is put.
        let same = was.marks.contains(Marks::DECLINED);
        fresh.generation = was.generation.wrapping_add(u16::from(!same));
        fresh.timestamp = self.s.tick();
        fresh.came_from = was.zone;
        // Only what was put aside of a library is marked so before it moves.
        fresh.marks |= if was.zone == Zone::Library { was.marks & Marks::MILLED } else { Marks::empty() };
        if was.is(Flags::TOKEN) || was.is(Flags::COPY) {
            fresh.flags |= Flags::TOKEN;
        }
        match zone {
            Zone::Battlefield => {
                if passage.arrival.enchants_player || self.eye().enchants_players(&fresh) {
                    fresh.defender = was.defender;
                    fresh.marks |= Marks::ON_PLAYER;
                }
                let how = if was.zone == Zone::Stack { was.down } else { destination.down };
                if how.is_creature() {
                    self.eye().put_face_down(&mut fresh, how);
                }
            }
            Zone::Exile => {
                if destination.face_down {
                    // Who has seen it may go on looking at it (CR 406.3), and whose card is foretold may (CR 702.143d).
                    fresh.flags |= Flags::FACE_DOWN | Flags::seen_by_all_of(passage.seen);
                    if destination.down == FaceDown::Foretold {
                        fresh.flags |= Flags::seen_by(was.owner);
                    }
                }
                fresh.down = destination.down;
                fresh.noted = Noted::Turn(self.s.turn as u8);
            }
            Zone::Graveyard | Zone::Stack | Zone::Command => {}
            Zone::Hand | Zone::Library => unreachable!("a hidden card isn't an object"),
        }
        fresh
    }

    /// It joins exile (CR 406), with the counters that are said, and linked to what exiled it (CR 607.2).
    fn join_exile(&mut self, scope: &Scope, passage: &Passage<'_>, moved: ObjectId) {
        let destination = passage.destination;
        self.s.exile.push(moved.index);
        // CR 702.55b: what a card haunts is kept as what it is attached to.
        if let Some(haunted) = &destination.attached {
            let creature = self.list(scope, haunted).first().copied();
            self.object(moved.index).attached_to = creature.unwrap_or(ObjectId::NONE);
        }
        if let Some(source) = passage.replaced.linked_to {
            self.link(&Scope::of(source, scope.you), moved, false, None);
        }
        match passage.replaced.counters {
            // It goes there with what sends it there says, not with what would have been put on it elsewhere.
            Some((source, you, ability)) => self.exiled_with_counters(&Scope::of(source, you), moved, ability),
            None if destination.zone == Zone::Exile => self.put_counters_in_exile(scope, moved, &destination.counters),
            None => {}
        }
        if destination.linked || destination.until_source_leaves || destination.until_monarch {
            let returns = destination.until_source_leaves;
            let until_monarch = destination.until_monarch.then_some(scope.you);
            self.link(scope, moved, returns, until_monarch);
        }
        if destination.down == FaceDown::Plotted {
            self.trigger_plotted(moved);
        }
    }

    /// A card is linked to the source of the ability that has put it where it is (CR 607.2).
    fn link(&mut self, scope: &Scope, card: ObjectId, returns: bool, until_monarch: Option<Player>) {
        self.end_until_another_exiled(scope.source, scope.you);
        let gained = self.eye().gained(scope);
        let source = self.s.as_it_enters(scope.source);
        let copied_as = match self.s.last_known(scope.source) {
            Some(_) if source != scope.source => self.eye().will_be_copied_as(scope.source),
            known => known.and_then(|object| self.eye().copied_as(scope.source, object)),
        };
        self.s.links.push(ExileLink { source, card, returns, until_monarch, copied_as, gained });
    }

    /// A card that an ability exiles instead has the counters that the ability says.
    fn exiled_with_counters(&mut self, scope: &Scope, card: ObjectId, ability: AbilityId) {
        let pool = self.pool;
        if let StaticEffect::Replacement(Replacement::Moves { instead, .. }) = &pool.static_ability(ability).effect {
            self.put_counters_in_exile(scope, card, &instead.counters);
        }
    }

    fn put_counters_in_exile(&mut self, scope: &Scope, card: ObjectId, counters: &[(CounterKind, Amount)]) {
        for (kind, amount) in counters {
            let amount = self.eye().amount(scope, amount);
            self.add_counters(card, *kind, amount, Putting::effect(scope.you));
        }
    }

    /// Under whose control an object enters that would enter under a player's: each effect that says so applies once, before any other on how
    /// it enters (CR 614.5, 616.1b).
    pub(crate) fn enters_under(&self, id: ObjectId, controller: Player) -> Player {
        let eye = self.eye();
        if !eye.has_rules(RuleKinds::ENTERS_UNDER) {
            return controller;
        }
        if self.s.get(id).is_none() {
            return controller;
        }
        // CR 614.12: they ask for what it would be on the battlefield.
        let object = &self.on_a_copy(|there| {
            let object = there.object(id.index);
            object.zone = Zone::Battlefield;
            (object.controller, object.base_controller) = (controller, controller);
            *there.arrived(id)
        });
        let (mut now, mut applied) = (controller, SmallVec::<[(u32, Player); 4]>::new());
        loop {
            let (mut next, mut place) = (None, 0);
            eye.each_rule(RuleKinds::ENTERS_UNDER, &mut |scope, ability| {
                let StaticEffect::Replacement(Replacement::EntersUnderYours(what)) = &ability.effect else { return };
                place += 1;
                let known = applied.iter().any(|other| other.0 == place);
                if next.is_none() && !known && scope.you != now && eye.matches(scope, what, id, object) {
                    next = Some((place, scope.you));
                }
            });
            let Some(one) = next else { return now };
            applied.push(one);
            now = one.1;
        }
    }

    /// It joins the battlefield, and what was said of the spell that it was is said of it (CR 400.7a–d).
    fn join_battlefield(&mut self, scope: &Scope, passage: &Passage<'_>, moved: ObjectId) {
        let Passage { id, was, destination, .. } = *passage;
        let who = destination.controller.as_ref();
        let controller =
            who.and_then(|players| self.eye().players(scope, players).first(scope.you)).unwrap_or(was.owner);
        // CR 607.2q: what was exiled to pay for the spell is exiled with the permanent.
        if was.zone == Zone::Stack {
            for link in self.s.links.iter_mut().filter(|link| link.source == id) {
                link.source = moved;
            }
        }
        // CR 607.2a.
        if destination.linked {
            self.link(scope, moved, false, None);
        }
        let permanent = self.object(id.index);
        permanent.x = was.x;
        permanent.paid = was.paid;
        permanent.spent_mana = was.spent_mana;
        if !self.s.spent_from.is_empty() && was.zone == Zone::Stack {
            self.carry_spending(id, moved);
        }
        let permanent = self.object(id.index);
        if was.zone == Zone::Stack && was_cast(was) {
            permanent.flags |= Flags::CAST;
            permanent.cast_from = was.came_from;
        }
        // CR 709.5d; what the copy of a spell becomes has the half unlocked that was copied.
        if was.zone == Zone::Stack && self.pool.features.contains(gauntlet_cards::keyword::Features::ROOMS) {
            self.enter_unlocked(moved);
        }
        let permanent = self.object(id.index);
        // Of a copy of a spell, whoever cast that (CR 707.10).
        if was.zone == Zone::Stack {
            permanent.cast_by = was.cast_by;
        }
        if was.is(Flags::READY_TO_ENTER) {
            permanent.chosen = was.chosen;
            permanent.flags |= was.flags & Flags::TAPPED;
            for made in self.s.chosen_as.iter_mut().filter(|made| made.0 == id) {
                made.0 = moved;
            }
            // What was arranged for later as it enters is about the permanent.
            for delayed in &mut self.s.delayed {
                if delayed.source == id {
                    delayed.source = moved;
                }
            }
        }
        if !self.s.effects.is_empty() {
            self.carry_effects(id, moved);
        }
        if passage.arrival.aura {
            self.s.entering_host = passage.arrival.host;
        }
        self.enter(scope, moved, controller, destination);
        if passage.arrival.aura {
            self.s.entering_host = None;
        }
    }

    /// A permanent that is entering has some counters more if it is such on the battlefield (CR 614.12).
    pub(crate) fn enter_with_if(&mut self, scope: &Scope, id: ObjectId, more: Option<&CountersIf>) {
        let Some(more) = more else { return };
        self.see_as_it_arrives(id);
        if self.eye().matches(scope, &more.what, id, &self.s.objects[id.index()]) {
            let amount = self.eye().amount(scope, &more.amount);
            self.enter_with(id, more.kind, amount, None);
        }
    }

    /// A permanent that is entering gets the characteristics that effects that exist and its own abilities give it, before it matters to
    /// any others (CR 614.12).
    pub(crate) fn see_as_it_arrives(&mut self, id: ObjectId) {
        self.s.arriving = Some(id.index);
        self.touch();
        self.refresh();
        self.s.arriving = None;
        self.touch();
    }

    /// What is put into a hand or library is found nowhere any more. What everybody has seen of it before is known as it last was
    /// (CR 608.2h): "reveal the top card of your library and put that card into your hand. You lose life equal to its mana value."
    /// What leaves the battlefield or the stack is kept anyway.
    fn keep_known(&mut self, id: ObjectId, object: &Object, to: Zone) {
        let hides = matches!(to, Zone::Hand | Zone::Library) && !matches!(object.zone, Zone::Battlefield | Zone::Stack);
        if hides && !Player::BOTH.iter().any(|player| object.is_hidden_from(*player)) {
            self.s.last_known.push((id, *object));
        }
    }
}

/// The players who have seen an object that is about to leave a zone, as bits: a permanent or spell is revealed as it leaves
/// (CR 708.9), a card in exile isn't (CR 406.3).
fn seen_before(object: &Object) -> u8 {
    let revealed = !matches!(object.zone, Zone::Library | Zone::Hand) && !object.is_exiled_face_down();
    let mut seen = if revealed { 3 } else { 0 };
    for player in Player::BOTH {
        if object.is(Flags::seen_by(player)) {
            seen |= 1 << player.index();
        }
    }
    seen
}

impl State {
    /// The permanent that a card or spell will be whose entering is under way (CR 614.12a); anything else is what it is. A token is one
    /// object all the time.
    pub(crate) fn as_it_enters(&self, id: ObjectId) -> ObjectId {
        let enters = |object: &Object| {
            object.is(Flags::READY_TO_ENTER) && object.zone != Zone::Battlefield && !object.is(Flags::TOKEN)
        };
        if self.get(id).is_some_and(enters) { id.moved() } else { id }
    }
}
