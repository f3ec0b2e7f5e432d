//! What a seat sees, as an observation (§6).

use std::collections::BTreeMap;

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::{Step, Zone};
use gauntlet_core::Player;
use gauntlet_magic::decision::{Action, Decision, DecisionKind};
use gauntlet_magic::state::{
    Defender, Flags, Learned, Object, ObjectId, PendingTrigger as Triggered, StackItem, Target,
};
use gauntlet_magic::view::{Asker, PLAYER_NAMES, Visible};
use gauntlet_spellbench::observation::{
    Characteristics, KnownCard, ManaPool, ObjectRecord, Observation, PendingTrigger, Permanent, PlayerView, Progress,
    StackEntry,
};
use gauntlet_spellbench::reference::{self, ObjectRef, Seat, TargetRef};
use gauntlet_spellbench::vocabulary::{DayNight, How, PhaseStep, StackKind};

use super::ids::Ids;
use super::printed::Printed;
use super::words::{characteristics, chosen, class_level, counter_word, statuses};

/// Which seat the player is who takes the first turn.
#[derive(Clone, Copy)]
pub(super) struct Seating(pub(super) Seat);

impl Seating {
    pub(super) fn seat(self, player: Player) -> Seat {
        if player == Player::FIRST { self.0 } else { self.0.other() }
    }

    pub(super) fn player(self, seat: Seat) -> Player {
        if seat == self.0 { Player::FIRST } else { !Player::FIRST }
    }

    /// A text in which players are called by their seats, and objects aren't called by their places in the arena.
    pub(super) fn words(self, text: &str) -> String {
        let [first, second] = PLAYER_NAMES;
        let text = text.replace(first, self.0.word()).replace(second, self.0.other().word());
        let mut words = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(start) = rest.find(" [") {
            let inside = &rest[start + 2..];
            let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
            let place = digits > 0 && inside[digits..].starts_with(']');
            words.push_str(&rest[..start]);
            if !place {
                words.push_str(" [");
            }
            rest = if place { &inside[digits + 1..] } else { inside };
        }
        words + rest
    }
}

/// What is seen at a decision, with the names of everything in it.
pub(super) struct Scene<'a> {
    pub(super) visible: Visible<'a>,
    pub(super) seating: Seating,
    pub(super) printed: &'a Printed,
    viewer: Seat,
    ids: &'a mut Ids,
    /// The objects that are seen, by their places in the arena.
    seen: BTreeMap<u16, ObjectRef>,
    /// The own hand: cards, and the references to them.
    pub(super) hand: Vec<(CardId, ObjectRef)>,
    /// Cards of hidden zones that can be chosen or are looked at.
    known: Vec<KnownCard>,
    /// The references to those that can be chosen.
    hidden: BTreeMap<CardId, ObjectRef>,
    /// The emblems that were made in the game.
    emblems: Vec<ObjectRef>,
}

/// What the emblem is called that the Ring gives (CR 701.54a).
const THE_RING: &str = "The Ring";

/// A zone as it is called on the wire.
fn zone_of(zone: Zone) -> reference::Zone {
    match zone {
        Zone::Library => reference::Zone::Library,
        Zone::Hand => reference::Zone::Hand,
        Zone::Battlefield => reference::Zone::Battlefield,
        Zone::Graveyard => reference::Zone::Graveyard,
        Zone::Stack => reference::Zone::Stack,
        Zone::Exile => reference::Zone::Exile,
        Zone::Command => reference::Zone::Command,
    }
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        visible: Visible<'a>,
        seating: Seating,
        printed: &'a Printed,
        ids: &'a mut Ids,
        legal: &[Action],
    ) -> Scene<'a> {
        let viewer = seating.seat(visible.viewer());
        let mut scene = Scene {
            visible,
            seating,
            printed,
            viewer,
            ids,
            seen: BTreeMap::new(),
            hand: Vec::new(),
            known: Vec::new(),
            hidden: BTreeMap::new(),
            emblems: Vec::new(),
        };
        scene.name_objects();
        scene.name_emblems();
        scene.name_hand();
        scene.name_hidden(legal);
        scene
    }

    pub(super) fn pool(&self) -> &'a Pool {
        self.visible.pool()
    }

    /// The name of an object, if the viewer may know which it is.
    fn name(&self, index: u16, object: &Object) -> Option<String> {
        if self.visible.is_hidden(object) {
            return None;
        }
        let card =
            if object.is(Flags::FACE_DOWN) { self.visible.face_down_card(index)? } else { self.visible.called(object) };
        self.printed.name(card).map(str::to_owned)
    }

    fn refer(&mut self, index: u16, object: &Object) -> ObjectRef {
        let controlled = matches!(object.zone, Zone::Battlefield | Zone::Stack);
        let controller = if controlled { object.controller } else { object.owner };
        ObjectRef {
            object_id: self.ids.object(self.viewer, index, object),
            card_name: self.name(index, object),
            owner_seat: self.seating.seat(object.owner),
            controller_seat: self.seating.seat(controller),
            zone: zone_of(object.zone),
        }
    }

    /// Names what lies in zones that everybody sees, and on the stack.
    fn name_objects(&mut self) {
        let visible = self.visible;
        let mut found: Vec<(ObjectId, Object)> = visible.permanents().map(|(id, object)| (id, *object)).collect();
        found.extend(visible.phased_out());
        for player in Player::BOTH {
            found.extend(visible.graveyard_objects(player).map(|(id, object)| (id, *object)));
            found.extend(visible.exiled(player).map(|(id, object)| (id, *object)));
            let command = visible.command().filter(|(_, object)| object.owner == player);
            found.extend(command.map(|(id, object)| (id, *object)));
        }
        for item in visible.whole_stack() {
            if let Some(object) = visible.last_known(item.object) {
                let mut object = *object;
                object.controller = item.controller;
                found.push((item.object, object));
            }
        }
        for (id, object) in found {
            let index = id.index() as u16;
            let reference = self.refer(index, &object);
            self.seen.insert(index, reference);
        }
    }

    /// Names the emblems (CR 114). They have no names of their own but for that of the Ring: they are called as the cards that make them.
    fn name_emblems(&mut self) {
        for emblem in self.visible.emblems() {
            let seat = self.seating.seat(emblem.owner);
            let card_name = match emblem.of {
                Some(card) => self.printed.name(card).map(str::to_owned),
                None => Some(THE_RING.to_owned()),
            };
            let reference = ObjectRef {
                object_id: self.ids.emblem(self.viewer, emblem.number),
                card_name,
                owner_seat: seat,
                controller_seat: seat,
                zone: reference::Zone::Command,
            };
            self.seen.insert(emblem.object.index() as u16, reference.clone());
            self.emblems.push(reference);
        }
    }

    /// Names the cards of the own hand, those that are put aside included.
    fn name_hand(&mut self) {
        let (visible, owner_seat) = (self.visible, self.viewer);
        for (card, number) in self.ids.hand(owner_seat, visible.hand()) {
            let object_id = self.ids.in_hand(owner_seat, number);
            let zone = reference::Zone::Hand;
            let card_name = self.printed.name(card).map(str::to_owned);
            self.hand.push((card, ObjectRef { object_id, card_name, owner_seat, controller_seat: owner_seat, zone }));
        }
        for (id, object) in visible.own_hand_aside() {
            let mut reference = self.refer(id.index() as u16, object);
            reference.card_name = self.printed.name(object.card).map(str::to_owned);
            self.seen.insert(id.index() as u16, reference.clone());
            self.hand.push((object.card, reference));
        }
    }

    /// Names the hidden cards that are looked at, or that can be chosen.
    fn name_hidden(&mut self, legal: &[Action]) {
        let visible = self.visible;
        let searching = visible.decision().kind == DecisionKind::Search;
        for owner in Player::BOTH {
            for zone in [Zone::Library, Zone::Hand] {
                if zone == Zone::Hand && owner == visible.viewer() {
                    continue;
                }
                for (place, (id, object)) in visible.seen_aside(owner, zone).enumerate() {
                    let index = id.index() as u16;
                    let reference = self.refer(index, object);
                    let top = (zone == Zone::Library && !searching).then_some(place as u32);
                    let how = match searching {
                        true => How::Searching,
                        false if visible.all_have_seen(object) => How::Revealed,
                        false => How::LookedAt,
                    };
                    self.know(&reference, top, how);
                    self.seen.insert(index, reference);
                }
            }
        }
        for action in legal {
            let (card, place, top) = match action {
                Action::Card(card) => (*card, visible.chosen_place(*card), None),
                Action::PlayTop { card, .. } => (*card, Some((visible.viewer(), Zone::Library)), Some(0)),
                _ => continue,
            };
            let Some((owner, zone)) = place else { continue };
            if self.hidden.contains_key(&card) || (zone == Zone::Hand && owner == visible.viewer()) {
                continue;
            }
            let reference = self.refer_hidden(card, owner, zone);
            let of_hand = || visible.known_in_hand().find(|(known, _)| *known == card).map(|(_, learned)| learned);
            let how = match zone {
                Zone::Library if top.is_none() => How::Searching,
                Zone::Hand => of_hand().map_or(How::LookedAt, how),
                _ => How::LookedAt,
            };
            self.know(&reference, top, how);
            self.hidden.insert(card, reference);
        }
        self.recall();
        self.known.sort_by(|a, b| a.key().cmp(&b.key()));
    }

    /// What the viewer knows of hidden cards from earlier on (§6.7): each card once, so that what can be chosen now, and has a name, isn't
    /// listed again. The positions of a library that is searched mean nothing until it is shuffled.
    fn recall(&mut self) {
        let visible = self.visible;
        let other = !visible.viewer();
        let mut offered: Vec<CardId> = Vec::new();
        let owner_seat = self.seating.seat(other);
        for (card, reference) in &self.hidden {
            if reference.owner_seat == owner_seat && reference.zone == reference::Zone::Hand {
                offered.push(*card);
            }
        }
        for (card, learned) in visible.known_in_hand() {
            match offered.iter().position(|one| *one == card) {
                Some(place) => _ = offered.swap_remove(place),
                None => self.remember(card, other, reference::Zone::Hand, [None; 2], how(learned)),
            }
        }
        for owner in Player::BOTH {
            let seat = self.seating.seat(owner);
            let at = |known: &KnownCard| known.owner_seat == seat && known.zone == reference::Zone::Library;
            if self.known.iter().any(|known| at(known) && known.how == How::Searching) {
                continue;
            }
            let (aside, size) = (visible.count_aside(owner, Zone::Library), visible.library_size(owner));
            for (card, above, learned) in visible.known_in_library(owner) {
                let top = (aside + above) as u32;
                // The top card has a name where it can be played.
                if self.known.iter().any(|known| at(known) && known.position_from_top == Some(top)) {
                    continue;
                }
                let below = size - 1 - above;
                let positions = if below < above { [None, Some(below as u32)] } else { [Some(top), None] };
                self.remember(card, owner, reference::Zone::Library, positions, how(learned));
            }
        }
    }

    fn remember(
        &mut self,
        card: CardId,
        owner: Player,
        zone: reference::Zone,
        [position_from_top, position_from_bottom]: [Option<u32>; 2],
        how: How,
    ) {
        self.known.push(KnownCard {
            owner_seat: self.seating.seat(owner),
            zone,
            card_name: self.printed.name(card).unwrap_or_default().to_owned(),
            object_id: None,
            position_from_top,
            position_from_bottom,
            how,
        });
    }

    fn refer_hidden(&mut self, card: CardId, owner: Player, zone: Zone) -> ObjectRef {
        let effect = self.visible.asking().and_then(|item| {
            let object = self.visible.last_known(item.object)?;
            Some(format!("{}:{}", item.object.index(), object.generation))
        });
        let seat = self.seating.seat(owner);
        let effect = effect.unwrap_or_else(|| format!("turn {}", self.visible.turn()));
        let key = format!("{effect}:{}:{zone:?}:{}", seat.word(), card.0);
        ObjectRef {
            object_id: self.ids.looked_at(self.viewer, key),
            card_name: self.printed.name(card).map(str::to_owned),
            owner_seat: seat,
            controller_seat: seat,
            zone: zone_of(zone),
        }
    }

    fn know(&mut self, reference: &ObjectRef, top: Option<u32>, how: How) {
        self.known.push(KnownCard {
            owner_seat: reference.owner_seat,
            zone: reference.zone,
            card_name: reference.card_name.clone().unwrap_or_default(),
            object_id: Some(reference.object_id.clone()),
            position_from_top: top,
            position_from_bottom: None,
            how,
        });
    }

    /// The reference to the object at a place of the arena.
    pub(super) fn at(&self, index: u16) -> Option<ObjectRef> {
        self.seen.get(&index).cloned()
    }

    /// The place of the arena of what is called so here.
    pub(super) fn place(&self, reference: &ObjectRef) -> Option<u16> {
        self.seen.iter().find(|(_, seen)| seen.object_id == reference.object_id).map(|(index, _)| *index)
    }

    /// The reference to an object, if it is still the same.
    pub(super) fn object(&self, id: ObjectId) -> Option<ObjectRef> {
        if id.is_none() || self.visible.id(id.index() as u16) != id { None } else { self.at(id.index() as u16) }
    }

    /// The reference to a target that is still there.
    pub(super) fn target(&self, target: Target) -> Option<TargetRef> {
        match target {
            Target::Player(player) => Some(TargetRef::Player(self.seating.seat(player))),
            Target::Object(id) => self.object(id).map(TargetRef::Object),
        }
    }

    /// The reference to a card that a choice names by what it is.
    pub(super) fn card(&self, card: CardId) -> Option<ObjectRef> {
        let in_hand = || self.hand.iter().find(|(other, _)| *other == card).map(|(_, reference)| reference);
        self.hidden.get(&card).or_else(in_hand).cloned()
    }

    /// What asks: the spell or ability that is announced or resolves; where there is none on the stack the object whose ability it is, or
    /// the card of the hand that may be used (§7.3); or else the object that the decision is about.
    pub(super) fn source(&self, decision: Decision) -> Option<ObjectRef> {
        let asker = match self.visible.asker() {
            Asker::Object(id) => self.object(id),
            Asker::InHand(card) => self.card(card),
            Asker::Nothing => None,
        };
        asker.or_else(|| self.object(decision.about))
    }

    pub(super) fn observe(mut self) -> Observation {
        let visible = self.visible;
        let players = [Seat::P0, Seat::P1].map(|seat| self.player(seat));
        let stack = visible.whole_stack().iter().filter_map(|item| self.entry(item)).collect();
        let pregame = visible.turn() == 0;
        Observation {
            viewer: self.viewer,
            turn: u64::from(visible.turn()),
            phase_step: if pregame { PhaseStep::Pregame } else { phase_step(visible.step()) },
            active_seat: Some(self.seating.seat(visible.active())),
            priority_seat: visible.priority().map(|player| self.seating.seat(player)),
            passed_seats: Some(visible.passed().map(|player| self.seating.seat(player)).into_iter().collect()),
            day_night: Some(match visible.daytime() {
                Daytime::Day => DayNight::Day,
                Daytime::Night => DayNight::Night,
                Daytime::Neither => DayNight::None,
            }),
            players,
            stack,
            pending_triggers: Some(self.pending()),
            known: std::mem::take(&mut self.known),
        }
    }

    fn player(&self, seat: Seat) -> PlayerView {
        let (visible, player) = (self.visible, self.seating.player(seat));
        let info = visible.player(player);
        let [w, u, b, r, g, c] = info.mana.map(u32::from);
        let designations = [
            ("monarch", visible.monarch() == Some(player)),
            ("initiative", visible.initiative() == Some(player)),
            ("city_blessing", info.blessed),
        ];
        let designations = designations.into_iter().filter(|(_, has)| *has).map(|(word, _)| word.to_owned());
        let counters = [("energy", info.energy), ("experience", info.experience), ("rad", info.rad)];
        let counters = counters.into_iter().filter(|(_, count)| *count > 0);
        let permanents = visible.permanents().map(|(id, object)| (id, *object)).chain(visible.phased_out());
        let battlefield = permanents.filter(|(_, object)| object.controller == player);
        let command = visible.command().filter(|(_, object)| object.owner == player);
        let command = command.filter_map(|(id, object)| self.record(id, object));
        let emblems = self.emblems.iter().filter(|emblem| emblem.owner_seat == seat).cloned().map(emblem_record);
        let aside = |zone| visible.count_aside(player, zone);
        PlayerView {
            seat,
            life: info.life,
            poison: Some(u32::from(info.poison)),
            counters: Some(counters.map(|(word, count)| (word.to_owned(), u32::from(count))).collect()),
            mana_pool: ManaPool { w, u, b, r, g, c },
            lands_played_this_turn: u32::from(info.lands_played),
            mulligans_taken: u32::from(info.mulligans),
            designations: Some(designations.collect()),
            progress: Some(self.progress(player)),
            hand_count: (visible.hand_size(player) + aside(Zone::Hand)) as u32,
            library_count: (visible.library_size(player) + aside(Zone::Library)) as u32,
            hand: (seat == self.viewer).then(|| self.hand.iter().map(|card| self.hand_record(card)).collect()),
            battlefield: battlefield.filter_map(|(id, object)| self.record(id, &object)).collect(),
            graveyard: visible.graveyard_objects(player).filter_map(|(id, object)| self.record(id, object)).collect(),
            exile: visible.exiled(player).filter_map(|(id, object)| self.record(id, object)).collect(),
            command: command.chain(emblems).collect(),
        }
    }

    /// How far a player is in what takes several turns (CR 309, 701.54, 702.179).
    fn progress(&self, player: Player) -> Progress {
        let info = self.visible.player(player);
        let dungeon = info.dungeon.and_then(|number| self.pool().dungeons().get(usize::from(number)));
        let room = dungeon.and_then(|dungeon| dungeon.rooms.get(usize::from(info.room)));
        Progress {
            dungeon: dungeon.map(|dungeon| dungeon.name.clone()),
            dungeon_room: room.map(|room| room.name.clone()),
            ring_tempted: u32::from(info.tempted),
            speed: (info.speed > 0).then_some(u32::from(info.speed)),
        }
    }

    /// What a triggered ability is of, and what that is or was called; nothing if the viewer can't see it.
    pub(super) fn source_of(&self, trigger: &Triggered) -> Option<(Option<ObjectRef>, Option<String>)> {
        if let Some(source) = self.object(trigger.source) {
            let name = source.card_name.clone();
            return Some((Some(source), name));
        }
        let known = self.visible.last_known(trigger.source).filter(|object| !self.visible.is_hidden(object))?;
        Some((None, self.name(trigger.source.index() as u16, known)))
    }

    /// The triggered abilities that wait to be put on the stack; those whose source the viewer can't see are left out (§6.6).
    fn pending(&self) -> Vec<PendingTrigger> {
        let visible = self.visible.waiting().filter_map(|trigger| {
            let (source, source_name) = self.source_of(trigger)?;
            let text = &self.pool().ability(trigger.ability).text;
            let label = text.replace('~', source_name.as_deref().unwrap_or("this object"));
            Some(PendingTrigger {
                source,
                source_name,
                controller_seat: self.seating.seat(trigger.controller),
                label: Some(label).filter(|label| !label.is_empty()),
                optional: false,
            })
        });
        visible.collect()
    }

    fn hand_record(&self, (card, reference): &(CardId, ObjectRef)) -> ObjectRecord {
        let values = &self.pool().card(*card).characteristics;
        let full = self.printed.full_name(*card).map(str::to_owned);
        let keywords = self.printed.keywords(*card, values.keywords, true);
        record_of(reference.clone(), full, Some(characteristics(values, keywords)))
    }

    fn record(&self, id: ObjectId, object: &Object) -> Option<ObjectRecord> {
        let reference = self.at(id.index() as u16)?;
        let hidden = self.visible.is_hidden(object);
        let face_down = object.is(Flags::FACE_DOWN);
        // What the card of a face-down permanent is called is its controller's to know, but it isn't what the permanent is.
        let full = reference.card_name.as_ref().and_then(|_| {
            let card = if face_down { self.visible.face_down_card(id.index() as u16)? } else { object.card };
            self.printed.full_name(card).map(str::to_owned)
        });
        let values = (!hidden).then(|| self.characteristics(object));
        let exiled_by = self.visible.exiled_by(id).and_then(|source| self.object(source));
        Some(ObjectRecord {
            face_down,
            token: object.is(Flags::TOKEN),
            copy: object.flags.intersects(Flags::COPY | Flags::COPYING),
            permanent: (object.zone == Zone::Battlefield).then(|| self.permanent(id, object)),
            exiled_by,
            ..record_of(reference, full, values)
        })
    }

    fn characteristics(&self, object: &Object) -> Characteristics {
        let keeps_text = !object.is(Flags::LOST_ABILITIES);
        let keywords = self.printed.keywords(object.card, object.characteristics.keywords, keeps_text);
        characteristics(&object.characteristics, keywords)
    }

    fn permanent(&self, id: ObjectId, object: &Object) -> Permanent {
        let index = id.index() as u16;
        let attacking = object.is(Flags::ATTACKING);
        let defender = match object.defender {
            Defender::Player(player) => Target::Player(player),
            Defender::Permanent(id) => Target::Object(id),
        };
        let names = self.pool().counter_names();
        let counters = self.visible.all_counters(index).into_iter();
        let blocked = self.visible.blocks().iter().filter(|(blocker, _)| *blocker == index);
        Permanent {
            tapped: object.is(Flags::TAPPED),
            summoning_sick: object.is(Flags::SICK),
            damage: u32::from(object.damage),
            counters: counters
                .map(|(kind, count)| (counter_word(&names[usize::from(kind.0)]), u32::from(count)))
                .collect(),
            attached_to: self.object(object.attached_to).map(TargetRef::Object),
            attacking,
            attack_target: if attacking { self.target(defender) } else { None },
            blocking: object.is(Flags::BLOCKING),
            blocked_attackers: if object.is(Flags::BLOCKING) {
                blocked.filter_map(|(_, attacker)| self.at(*attacker)).collect()
            } else {
                Vec::new()
            },
            phased_out: object.is(Flags::PHASED_OUT),
            statuses: Some(statuses(object, self.pool())),
            class_level: class_level(object),
            chosen: Some(chosen(object, self.printed, self.seating)),
        }
    }

    fn entry(&self, item: &StackItem) -> Option<StackEntry> {
        let ObjectRef { object_id, card_name, owner_seat, controller_seat, zone } = self.object(item.object)?;
        let object = self.visible.last_known(item.object)?;
        let ability = &self.pool().ability(item.ability);
        let is_ability = object.is(Flags::ABILITY);
        let (stack_kind, script) = match &ability.kind {
            AbilityKind::Activatable(way) if is_ability => (StackKind::ActivatedAbility, Some(&way.script)),
            AbilityKind::Activatable(way) => (StackKind::Spell, Some(&way.script)),
            AbilityKind::Triggered(triggered) => (StackKind::TriggeredAbility, Some(&triggered.script)),
            AbilityKind::Static(_) => (StackKind::TriggeredAbility, None),
        };
        let chosen = self.visible.chosen_targets(item);
        let divided = chosen.iter().any(|target| target.share > 0);
        let modal = script.is_some_and(|script| script.modes.is_some());
        let text = is_ability.then(|| ability.text.replace('~', card_name.as_deref().unwrap_or("this object")));
        Some(StackEntry {
            object_id,
            card_name,
            owner_seat,
            controller_seat,
            zone,
            stack_kind: if is_ability { stack_kind } else { StackKind::Spell },
            source: is_ability.then(|| self.object(item.source)).flatten(),
            face_down: object.is(Flags::FACE_DOWN),
            copy: object.is(Flags::COPY),
            characteristics: (!is_ability).then(|| self.characteristics(object)),
            targets: chosen.iter().map(|target| self.target(target.target)).collect(),
            divided: divided.then(|| chosen.iter().map(|target| u32::from(target.share)).collect()),
            modes: modal.then(|| item.modes.chosen().iter().map(|mode| u32::from(*mode)).collect()),
            x_value: (item.x > 0).then(|| u32::from(item.x)),
            text: text.filter(|text| !text.is_empty()),
        })
    }
}

/// How a card came to be known, as it is called on the wire.
fn how(learned: Learned) -> How {
    match learned {
        Learned::LookedAt => How::LookedAt,
        Learned::Revealed => How::Revealed,
        Learned::FromPublicZone => How::FromPublicZone,
        Learned::Placed => How::OwnPlacement,
        Learned::Tracked => How::Tracked,
    }
}

/// An emblem has no characteristics but its abilities (CR 114.3), which the protocol doesn't show.
fn emblem_record(reference: ObjectRef) -> ObjectRecord {
    let nothing = gauntlet_cards::card::Characteristics::default();
    record_of(reference, None, Some(characteristics(&nothing, Vec::new())))
}

/// A record without what only some objects have.
fn record_of(reference: ObjectRef, full_name: Option<String>, values: Option<Characteristics>) -> ObjectRecord {
    let ObjectRef { object_id, card_name, owner_seat, controller_seat, zone } = reference;
    ObjectRecord {
        object_id,
        card_name,
        owner_seat,
        controller_seat,
        zone,
        full_name,
        face_down: false,
        token: false,
        copy: false,
        characteristics: values,
        permanent: None,
        exiled_by: None,
    }
}

fn phase_step(step: Step) -> PhaseStep {
    match step {
        Step::Untap => PhaseStep::Untap,
        Step::Upkeep => PhaseStep::Upkeep,
        Step::Draw => PhaseStep::Draw,
        Step::PrecombatMain => PhaseStep::PrecombatMain,
        Step::BeginCombat => PhaseStep::BeginningOfCombat,
        Step::DeclareAttackers => PhaseStep::DeclareAttackers,
        Step::DeclareBlockers => PhaseStep::DeclareBlockers,
        Step::FirstStrikeDamage | Step::CombatDamage => PhaseStep::CombatDamage,
        Step::EndCombat => PhaseStep::EndOfCombat,
        Step::PostcombatMain => PhaseStep::PostcombatMain,
        Step::End => PhaseStep::EndStep,
        Step::Cleanup => PhaseStep::Cleanup,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_places_of_the_arena() {
        let seating = Seating(Seat::P1);
        assert_eq!(seating.words("Goat [12] attacks Player B"), "Goat attacks p0");
        assert_eq!(seating.words("a [b] c [3"), "a [b] c [3");
        assert_eq!(seating.words("Goat [7]: {T}: Add {G}."), "Goat: {T}: Add {G}.");
    }
}
