//! Writing down what a player sees.

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::Visible;
use gauntlet_magic::state::{Defender, Emblem, Flags, Object, ObjectId, StackItem, Target};

use crate::catalog::{Catalog, TYPES, count, flag, write_characteristics, write_mana};
use crate::layout::{self, Part, SEGMENTS, card, effect, game, permanent, player, stack};
use crate::rows::{Reference, References, Rows, player_reference};
use crate::slots::Slots;

/// Bits of [`Object::mana_mask`] that are types of mana.
const MANA_TYPES: u8 = 63;

/// What a player sees, about to be written down.
pub(crate) struct Scene<'a, 'm> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) seen: Visible<'a>,
    pub(crate) rows: Rows<'a>,
    pub(crate) references: &'m References,
}

/// How many rows of each segment were written.
pub(crate) type Written = [u8; SEGMENTS.len()];

impl Scene<'_, '_> {
    /// Writes an observation over one of which that many rows were written; of one that is unknown, all are.
    pub(crate) fn observe(&self, slots: Slots, before: Option<Written>, out: &mut [f32]) -> Written {
        let mut written = [0; SEGMENTS.len()];
        self.write_game(slots, part_of(out, Part::Game));
        let about = part_of(out, Part::About);
        about.fill(0.0);
        if self.decides() {
            self.write_any(self.seen.decision().about, about);
        }
        let players = [self.seen.viewer(), !self.seen.viewer()];
        for ((which, player), row) in players.into_iter().enumerate().zip(rows_of(out, Part::Players)) {
            self.write_player(which, player, row);
        }
        for (which, part) in [Part::Own, Part::Opposing].into_iter().enumerate() {
            let shown = &self.rows.permanents[which].shown;
            for ((id, object), row) in shown.iter().zip(rows_of(out, part)) {
                self.write_permanent(*id, object, row);
            }
            written[part as usize] = shown.len() as u8;
        }
        self.write_blocks(out);
        for (part, cards) in [(Part::Hand, self.rows.hand.as_slice()), (Part::Known, &self.rows.known)] {
            for (id, row) in cards.iter().zip(rows_of(out, part)) {
                row.copy_from_slice(self.catalog.card(*id));
            }
            written[part as usize] = cards.len() as u8;
        }
        let [own, opposing] = &self.rows.graveyards;
        for (part, objects) in
            [(Part::Aside, self.rows.aside.as_slice()), (Part::OwnGraveyard, own), (Part::OpposingGraveyard, opposing)]
        {
            for ((_, object), row) in objects.iter().zip(rows_of(out, part)) {
                write_object(self.catalog, object, row);
            }
            written[part as usize] = objects.len() as u8;
        }
        let asking = self.seen.asking().map(|item| item.object);
        for (item, row) in self.rows.stack.iter().zip(rows_of(out, Part::Stack)) {
            self.write_stacked(item, asking == Some(item.object), row);
        }
        written[Part::Stack as usize] = self.rows.stack.len() as u8;
        self.write_emblems(&mut written, out);
        self.write_libraries(&mut written, out);
        clear_the_rest(out, before, &written);
        written
    }

    fn write_emblems(&self, written: &mut Written, out: &mut [f32]) {
        for (part, emblems) in [Part::OwnEmblems, Part::OpposingEmblems].into_iter().zip(&self.rows.emblems) {
            for (emblem, row) in emblems.iter().zip(rows_of(out, part)) {
                self.write_emblem(emblem, row);
            }
            written[part as usize] = emblems.len() as u8;
        }
    }

    /// An emblem is nothing but its abilities (CR 114.3).
    fn write_emblem(&self, emblem: &Emblem, row: &mut [f32]) {
        row.fill(0.0);
        row[card::PRESENT] = 1.0;
        row[card::ID] = emblem.of.map_or(self.catalog.ring(), |card| self.catalog.card(card)[card::ID]);
        for ability in &emblem.abilities {
            let place = match self.seen.pool().ability(*ability).kind {
                AbilityKind::Activatable(_) => card::ACTIVATED,
                AbilityKind::Triggered(_) => card::TRIGGERED,
                AbilityKind::Static(_) => card::STATIC,
            };
            row[place] += 1.0;
            for (all, one) in row[card::EFFECTS..].iter_mut().zip(&self.catalog.ability(*ability).effects) {
                *all = all.max(*one);
            }
        }
    }

    fn write_libraries(&self, written: &mut Written, out: &mut [f32]) {
        for (part, cards) in [Part::OwnLibrary, Part::OpposingLibrary].into_iter().zip(&self.rows.libraries) {
            for (known, row) in cards.iter().zip(rows_of(out, part)) {
                match known {
                    Some(card) => row.copy_from_slice(self.catalog.card(*card)),
                    None => row.fill(0.0),
                }
            }
            written[part as usize] = cards.len() as u8;
        }
    }

    /// Returns whether it is the viewer who decides.
    pub(crate) fn decides(&self) -> bool {
        self.decider() == Some(self.seen.viewer())
    }

    fn decider(&self) -> Option<Player> {
        self.seen.to_act()
    }

    fn write_game(&self, slots: Slots, row: &mut [f32]) {
        let (seen, viewer) = (self.seen, self.seen.viewer());
        row.fill(0.0);
        row[game::TURN] = seen.turn() as f32;
        row[game::MY_TURN] = flag(seen.active() == viewer);
        row[game::FIRST] = flag(viewer == Player::FIRST);
        row[game::STEP + seen.step() as usize] = 1.0;
        row[game::THEIR_DECISION] = flag(self.decider() == Some(!viewer));
        if let Some(player) = seen.passed() {
            row[game::PASSED + usize::from(player != viewer)] = 1.0;
        }
        match seen.daytime() {
            Daytime::Neither => {}
            Daytime::Day => row[game::DAYTIME] = 1.0,
            Daytime::Night => row[game::DAYTIME + 1] = 1.0,
        }
        row[game::STACK_SIZE] = count(self.rows.stack_size);
        if self.decides() {
            let decision = seen.decision();
            row[game::MY_DECISION] = 1.0;
            row[game::DECISION + decision.kind as usize] = 1.0;
            row[game::DETAIL] = f32::from(decision.detail.number());
            row[game::ABOUT_REFERENCE] = f32::from(self.references.of(decision.about));
            row[game::ACTION_COUNT] = count(slots.actions());
            row[game::PAGE] = count(slots.page());
            row[game::PAGES] = count(slots.pages());
        }
    }

    fn write_player(&self, which: usize, of: Player, row: &mut [f32]) {
        let (seen, info) = (self.seen, self.seen.player(of));
        row.fill(0.0);
        row[player::LIFE] = info.life as f32;
        row[player::POISON] = f32::from(info.poison);
        row[player::ENERGY] = f32::from(info.energy);
        row[player::EXPERIENCE] = f32::from(info.experience);
        for (place, mana) in info.mana.iter().enumerate() {
            row[player::MANA + place] = f32::from(*mana);
        }
        row[player::LANDS_PLAYED] = f32::from(info.lands_played);
        row[player::EXTRA_LANDS] = f32::from(info.extra_lands);
        row[player::DRAWN] = f32::from(info.cards_drawn);
        row[player::SPELLS] = f32::from(info.spells_cast);
        row[player::SPELLS_LAST_TURN] = f32::from(info.spells_last_turn);
        row[player::LIFE_GAINED] = f32::from(info.life_gained);
        row[player::LIFE_LOST] = f32::from(info.life_lost);
        row[player::ATTACKERS] = f32::from(info.attackers_declared);
        row[player::MULLIGANS] = f32::from(info.mulligans);
        row[player::HAND] = count(seen.hand_size(of));
        row[player::LIBRARY] = count(seen.library_size(of));
        for object in seen.graveyard(of) {
            row[player::GRAVEYARD] += 1.0;
            for (place, kind) in TYPES.iter().enumerate() {
                row[player::GRAVEYARD_TYPES + place] += flag(object.characteristics.types.contains(*kind));
            }
        }
        row[player::EXILE] = count(seen.exiled(of).count());
        // Those of an arranged position are objects.
        let arranged = seen.command().filter(|(_, object)| object.owner == of && !seen.is_commander(object)).count();
        row[player::EMBLEMS] = count(arranged + seen.emblems().filter(|emblem| emblem.owner == of).count());
        self.count_permanents(of, row);
        let placed = &self.rows.permanents[which];
        row[player::PERMANENTS_LEFT_OUT] = count(placed.all - placed.shown.len());
        row[player::HAND_LEFT_OUT] = count([self.rows.hand_left_out, self.rows.known_left_out][which]);
        row[player::SKIPPED_TURNS] = f32::from(info.skip_turns);
        row[player::MONARCH] = flag(seen.monarch() == Some(of));
        row[player::INITIATIVE] = flag(seen.initiative() == Some(of));
        row[player::BLESSED] = flag(info.blessed);
        row[player::SPEED] = f32::from(info.speed);
        row[player::TEMPTED] = f32::from(info.tempted);
        if let Some(dungeon) = info.dungeon {
            row[player::DUNGEON] = f32::from(dungeon) + 1.0;
            row[player::ROOM] = f32::from(info.room);
        }
    }

    fn count_permanents(&self, of: Player, row: &mut [f32]) {
        for (_, object) in self.seen.permanents().filter(|(_, object)| object.controller == of) {
            let types = object.characteristics.types;
            row[player::PERMANENTS] += 1.0;
            row[player::CREATURES] += flag(types.contains(CardTypes::CREATURE));
            row[player::LANDS] += flag(types.contains(CardTypes::LAND));
            let mana = object.mana_mask & MANA_TYPES;
            let haste = object.characteristics.keywords.contains(Keywords::HASTE);
            let sick = object.is(Flags::SICK) && object.is_creature() && !haste;
            if mana != 0 && !object.is(Flags::TAPPED) && !sick {
                row[player::ALL_SOURCES] += 1.0;
                for place in 0..6 {
                    row[player::SOURCES + place] += flag(mana & 1 << place != 0);
                }
            }
        }
    }

    fn write_permanent(&self, id: ObjectId, object: &Object, row: &mut [f32]) {
        let (block, state) = row.split_at_mut(card::WIDTH);
        write_object(self.catalog, object, block);
        write_mana_of(object, block);
        let is = |flags: Flags| flag(object.is(flags));
        let restricted = |rule: Restrictions| flag(object.restrictions.intersects(rule));
        state[permanent::TAPPED] = is(Flags::TAPPED);
        state[permanent::SICK] = is(Flags::SICK);
        state[permanent::ATTACKING] = is(Flags::ATTACKING);
        state[permanent::BLOCKING] = is(Flags::BLOCKING);
        state[permanent::BLOCKED] = is(Flags::BLOCKED);
        state[permanent::DEFENDER] = if object.is(Flags::ATTACKING) { f32::from(self.defender(object)) } else { 0.0 };
        // What blocks what is written once all permanents have rows.
        state[permanent::BLOCKS] = 0.0;
        state[permanent::BLOCKERS] = 0.0;
        state[permanent::DAMAGE] = f32::from(object.damage);
        state[permanent::TOKEN] = is(Flags::TOKEN);
        state[permanent::FACE_DOWN] = is(Flags::FACE_DOWN);
        let beneath = if object.is(Flags::FACE_DOWN) { self.seen.face_down_card(id.index() as u16) } else { None };
        state[permanent::BENEATH] = beneath.map_or(0.0, |card| self.catalog.card(card)[card::ID]);
        state[permanent::TRANSFORMED] = is(Flags::TRANSFORMED);
        state[permanent::COPYING] = is(Flags::COPYING);
        state[permanent::NO_ABILITIES] = is(Flags::LOST_ABILITIES);
        state[permanent::OWN] = flag(object.owner == object.controller);
        state[permanent::ENTERED] = is(Flags::ENTERED_THIS_TURN);
        state[permanent::ATTACKED] = is(Flags::ATTACKED_THIS_TURN);
        state[permanent::ATTACHED_TO] = f32::from(self.references.of(object.attached_to));
        state[permanent::HAS_ATTACHMENTS] = is(Flags::HAS_ATTACHMENTS);
        state[permanent::PLUS_COUNTERS..=permanent::OTHER_COUNTERS].fill(0.0);
        if object.is(Flags::HAS_COUNTERS) {
            for (kind, number) in self.seen.all_counters(id.index() as u16) {
                state[place_of_counter(kind)] += f32::from(number);
            }
        }
        state[permanent::SHIELDS] = f32::from(object.shields);
        state[permanent::X] = f32::from(object.x);
        state[permanent::CANT_ATTACK] = restricted(Restrictions::CANT_ATTACK);
        state[permanent::CANT_BLOCK] = restricted(Restrictions::CANT_BLOCK);
        state[permanent::MUST_ATTACK] =
            restricted(Restrictions::MUST_ATTACK | Restrictions::GOADED | Restrictions::MUST_ATTACK_PLAYER);
        state[permanent::CANT_BE_BLOCKED] = restricted(Restrictions::CANT_BE_BLOCKED);
        state[permanent::DOESNT_UNTAP] = restricted(Restrictions::DOESNT_UNTAP);
    }

    fn defender(&self, object: &Object) -> Reference {
        match object.defender {
            Defender::Player(player) => player_reference(player, self.seen.viewer()),
            Defender::Permanent(id) => self.references.of(id),
        }
    }

    /// CR 509.1g: what blocks what.
    fn write_blocks(&self, out: &mut [f32]) {
        for (blocker, attacker) in self.seen.blocks() {
            let [blocking, attacked] = [*blocker, *attacker].map(|index| self.references.at(usize::from(index)));
            if let Some(at) = permanent_at(blocking)
                && out[at + card::WIDTH + permanent::BLOCKS] == 0.0
            {
                out[at + card::WIDTH + permanent::BLOCKS] = f32::from(attacked);
            }
            if let Some(at) = permanent_at(attacked) {
                out[at + card::WIDTH + permanent::BLOCKERS] += 1.0;
            }
        }
    }

    fn write_stacked(&self, item: &StackItem, asks: bool, row: &mut [f32]) {
        let (block, state) = row.split_at_mut(card::WIDTH);
        let viewer = self.seen.viewer();
        self.write_item(item, block);
        let object = self.object(item.object);
        state[stack::MINE] = flag(item.controller == viewer);
        state[stack::THEIRS] = flag(item.controller != viewer);
        state[stack::ABILITY] = flag(object.is_none_or(|object| object.is(Flags::ABILITY)));
        state[stack::COPY] = flag(object.is_some_and(|object| object.is(Flags::COPY)));
        state[stack::ASKS] = flag(asks);
        state[stack::X] = f32::from(item.x);
        state[stack::TARGET..stack::TARGET + layout::TARGETS].fill(0.0);
        let mut targets = 0;
        for target in self.seen.targets(item) {
            if targets < layout::TARGETS {
                state[stack::TARGET + targets] = f32::from(self.target(target));
            }
            targets += 1;
        }
        state[stack::TARGET_COUNT] = count(targets);
    }

    fn target(&self, target: Target) -> Reference {
        match target {
            Target::Player(player) => player_reference(player, self.seen.viewer()),
            Target::Object(id) => self.references.of(id),
        }
    }

    /// The object, if the viewer may look at it.
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        if id.is_none() { None } else { self.seen.object(id.index() as u16) }
    }

    /// A spell as the object that it is, an ability as its source with what it does itself.
    fn write_item(&self, item: &StackItem, block: &mut [f32]) {
        match self.object(item.object) {
            Some(object) => write_object(self.catalog, object, block),
            None => {
                block.fill(0.0);
                block[card::PRESENT] = 1.0;
            }
        }
        // What is cast face down says nothing of what it is.
        let hidden = self.object(item.object).is_some_and(|object| object.is(Flags::FACE_DOWN));
        let is_static = matches!(self.seen.pool().ability(item.ability).kind, AbilityKind::Static(_));
        if !hidden && !is_static {
            self.write_effects(item.ability, block);
        }
    }

    /// Writes what one ability does in the place of what all of its card do.
    pub(crate) fn write_effects(&self, ability: AbilityId, block: &mut [f32]) {
        block[card::EFFECTS..card::EFFECTS + effect::WIDTH].copy_from_slice(&self.catalog.ability(ability).effects);
    }

    /// Writes the card block of whatever an id means: what is on the stack as such, others as they are.
    fn write_any(&self, id: ObjectId, block: &mut [f32]) {
        if let Some(item) = self.rows.stack.iter().find(|item| item.object == id && !id.is_none()) {
            self.write_item(item, block);
        } else if let Some(object) = self.object(id) {
            write_object(self.catalog, object, block);
            if !object.is(Flags::ABILITY) {
                write_mana_of(object, block);
            }
        }
    }
}

/// The segment in an observation.
fn part_of(out: &mut [f32], part: Part) -> &mut [f32] {
    let segment = &SEGMENTS[part as usize];
    &mut out[segment.at..segment.at + segment.rows * segment.width]
}

/// The rows of a segment.
fn rows_of(out: &mut [f32], part: Part) -> impl Iterator<Item = &mut [f32]> {
    part_of(out, part).chunks_exact_mut(SEGMENTS[part as usize].width)
}

/// Where the row of a permanent begins.
fn permanent_at(reference: Reference) -> Option<usize> {
    let reference = usize::from(reference);
    let own = [Part::Own, Part::Opposing].map(|part| &SEGMENTS[part as usize]);
    let segment = own.into_iter().find(|part| (part.reference..part.reference + part.rows).contains(&reference))?;
    Some(segment.at + (reference - segment.reference) * segment.width)
}

/// Clears the rows that were written before and are no more.
fn clear_the_rest(out: &mut [f32], before: Option<Written>, now: &Written) {
    for (number, segment) in SEGMENTS.iter().enumerate().skip(Part::Own as usize) {
        let used = usize::from(now[number]);
        let before = before.map_or(segment.rows, |before| usize::from(before[number]));
        if before > used {
            out[segment.at + used * segment.width..segment.at + before * segment.width].fill(0.0);
        }
    }
}

/// Writes the card block of an object as it is now.
pub(crate) fn write_object(catalog: &Catalog, object: &Object, block: &mut [f32]) {
    block.copy_from_slice(catalog.card(object.card));
    // An ability whose source nobody remembers is of no card.
    if object.is(Flags::ABILITY) && object.characteristics == Default::default() {
        block[card::PRESENT + 1..].fill(0.0);
        return;
    }
    // Of most objects nothing has changed, and this is what an encoding would spend most of its time on.
    if object.characteristics != *catalog.printed(object.card) {
        write_characteristics(block, &object.characteristics);
    }
    if object.is(Flags::LOST_ABILITIES) {
        block[card::ACTIVATED..].fill(0.0);
    }
}

/// Writes what a permanent makes mana of by being tapped; of mana abilities that are more than that the printed types stay.
fn write_mana_of(object: &Object, block: &mut [f32]) {
    if object.mana_mask == 0 || object.mana_mask & MANA_TYPES != 0 {
        write_mana(block, object.mana_mask & MANA_TYPES);
    }
}

fn place_of_counter(kind: CounterKind) -> usize {
    match kind {
        CounterKind::PLUS_ONE => permanent::PLUS_COUNTERS,
        CounterKind::MINUS_ONE => permanent::MINUS_COUNTERS,
        CounterKind::LOYALTY | CounterKind::DEFENSE => permanent::LOYALTY,
        _ => permanent::OTHER_COUNTERS,
    }
}
