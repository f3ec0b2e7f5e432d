//! The checks of a host on each decision before an agent sees it (§11.3). A check fails with the number of its rule, V1 to V10.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use unicode_normalization::is_nfc;

use crate::MOST_CANDIDATES;
use crate::message::{Classification, ContextKind, EngineHello, Outcome, Provenance, Rules, SeatDecision, Terminal};
use crate::observation::{Characteristics, ObjectRecord, Observation, PlayerView, StackEntry};
use crate::reference::{ObjectRef, Seat, TargetRef, Zone};
use crate::semantic::{Item, Semantic};
use crate::vocabulary::{How, Kind, NamePurpose, is_word};

/// A rule that a decision breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The number of the rule.
    pub rule: u8,
    /// What is wrong, for people.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}: {}", self.rule, self.message)
    }
}

/// Fails with a rule's number if something doesn't hold.
fn hold(rule: u8, holds: bool, message: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { rule, message: message() }) }
}

/// What a host remembers of a game to check its decisions.
#[derive(Clone, Debug)]
pub struct Validator {
    hello: EngineHello,
    rules: Rules,
    names: BTreeSet<String>,
    seats: [SeatMemory; 2],
}

/// What is remembered of a seat's decisions.
#[derive(Clone, Default, Debug)]
struct SeatMemory {
    steps: u64,
    /// The groups that were finished or abandoned.
    groups: u64,
    /// The place and size of the last decision's group, if more of it are to come.
    partial: Option<(u32, u32)>,
    /// Every id that was seen, with its zone, and whether it was there in the last decision.
    ids: BTreeMap<String, (Zone, bool)>,
}

impl Validator {
    /// For a game of an engine by these rules.
    pub fn new(hello: EngineHello, rules: Rules) -> Validator {
        let names = rules.card_name_domain.names.iter().cloned().collect();
        Validator { hello, rules, names, seats: Default::default() }
    }

    /// Checks the next decision of the game. One that fails is the game's last.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&mut self, decision: &SeatDecision, provenance: &Provenance) -> Result<(), Violation> {
        hold(10, *provenance == self.hello.engine.provenance(), || "the engine is another one than it was".to_owned())?;
        let observation = &decision.observation;
        hold(2, observation.viewer == decision.acting_seat, || "what is seen is another seat's".to_owned())?;
        self.check_counters(decision)?;
        self.check_schema(decision)?;
        let known = records(observation)?;
        check_references(decision, &known)?;
        check_hidden(decision)?;
        check_face_down(observation)?;
        self.check_freshness(decision.acting_seat, &known)?;
        self.check_declarations(decision)?;
        check_context(decision)
    }

    /// Checks the end of the game (§9.5): which game it is and after how many decisions (V3), and whether its outcome, winner and kind
    /// belong to each other (V1).
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check_end(&self, terminal: &Terminal, game: &str, steps: u64) -> Result<(), Violation> {
        hold(3, terminal.game_id == game, || format!("the end is that of {}, not of {game}", terminal.game_id))?;
        hold(3, terminal.step_count == steps, || {
            format!("step_count is {}, and {steps} decisions were answered", terminal.step_count)
        })?;
        let groups: u64 = self.seats.iter().map(|seat| seat.groups).sum();
        // Of an engine that takes decisions back some of these were abandoned (§8).
        let fits =
            if self.hello.rewind { terminal.decision_count <= groups } else { terminal.decision_count == groups };
        hold(3, fits, || format!("decision_count is {}, and {groups} groups were finished", terminal.decision_count))?;
        let expected = match terminal.classification {
            Classification::Natural => terminal.winner.map_or(Outcome::Draw, Outcome::won_by),
            Classification::Truncated => Outcome::Truncated,
            Classification::Halted => Outcome::Halted,
            Classification::Forfeit => {
                return hold(1, false, || "only hosts end games as forfeit".to_owned());
            }
        };
        let winner = terminal.winner.filter(|_| terminal.classification != Classification::Natural);
        hold(1, winner.is_none(), || "a game that was cut off or can't go on has a winner".to_owned())?;
        hold(1, terminal.outcome == expected, || {
            "outcome, classification and winner contradict each other".to_owned()
        })?;
        hold(1, !terminal.reason.is_empty(), || "the end has no reason".to_owned())
    }

    /// V3: steps and groups go on as they should.
    fn check_counters(&mut self, decision: &SeatDecision) -> Result<(), Violation> {
        let other = &self.seats[decision.acting_seat.other().index()];
        hold(3, other.partial.is_none(), || "the other seat's group isn't finished".to_owned())?;
        let rewind = self.hello.rewind && decision.context.rewind;
        let seat = &mut self.seats[decision.acting_seat.index()];
        hold(3, decision.seat_step == seat.steps, || {
            format!("seat_step is {}, not {}", decision.seat_step, seat.steps)
        })?;
        seat.steps += 1;
        let group = decision.group;
        hold(3, group.substep_index < group.substep_count, || "a substep is beyond its group".to_owned())?;
        match seat.partial {
            Some((index, count)) if !rewind => {
                let fits =
                    group.group_id == seat.groups && group.substep_index == index + 1 && group.substep_count == count;
                hold(3, fits, || "a group isn't continued as it began".to_owned())?;
            }
            partial => {
                seat.groups += u64::from(partial.is_some());
                let fits = group.group_id == seat.groups && group.substep_index == 0;
                hold(3, fits, || format!("group {} is next, from its first substep on", seat.groups))?;
            }
        }
        if group.substep_index + 1 == group.substep_count {
            seat.groups += 1;
            seat.partial = None;
        } else {
            seat.partial = Some((group.substep_index, group.substep_count));
        }
        Ok(())
    }

    /// V1: what types can't say of the schema.
    fn check_schema(&self, decision: &SeatDecision) -> Result<(), Violation> {
        let count = decision.candidates.len();
        hold(1, (1..=MOST_CANDIDATES).contains(&count), || format!("there are {count} candidates"))?;
        let mut semantics = BTreeSet::new();
        for (place, candidate) in decision.candidates.iter().enumerate() {
            hold(1, candidate.candidate_id as usize == place, || "the candidates aren't numbered densely".to_owned())?;
            candidate.semantic.check().map_err(|message| Violation { rule: 1, message })?;
            hold(1, semantics.insert(&candidate.semantic), || {
                format!("candidate {place} means the same as another one")
            })?;
            let pass = candidate.semantic == Semantic::Pass {};
            hold(1, !pass || place == 0, || "pass isn't the first candidate".to_owned())?;
            self.check_name(&candidate.semantic)?;
            for object in candidate.semantic.subjects() {
                check_card_name(object.card_name.as_deref())?;
            }
        }
        check_observation(&decision.observation)
    }

    fn check_name(&self, semantic: &Semantic) -> Result<(), Violation> {
        let Semantic::ChooseName { purpose, value, .. } = semantic else { return Ok(()) };
        let fits = match purpose {
            NamePurpose::CardName => self.names.contains(value),
            NamePurpose::CreatureType | NamePurpose::CardType | NamePurpose::LandType | NamePurpose::BasicLandType => {
                is_word(value)
            }
            NamePurpose::Other => !value.is_empty(),
        };
        hold(1, fits, || format!("{value:?} isn't among the names of its domain"))
    }

    /// V7: ids are fresh.
    fn check_freshness(&mut self, seat: Seat, known: &BTreeMap<&str, ObjectRef>) -> Result<(), Violation> {
        let ids = &mut self.seats[seat.index()].ids;
        for (id, (_, live)) in ids.iter_mut() {
            *live &= known.contains_key(id.as_str());
        }
        for (id, object) in known {
            match ids.get(*id) {
                None => {
                    ids.insert((*id).to_owned(), (object.zone, true));
                }
                Some((zone, live)) => {
                    hold(7, *zone == object.zone, || format!("{id} is in another zone than it was"))?;
                    hold(7, *live, || format!("{id} has come back"))?;
                }
            }
        }
        Ok(())
    }

    /// V8: nothing is sent that the engine didn't declare.
    fn check_declarations(&self, decision: &SeatDecision) -> Result<(), Violation> {
        for candidate in &decision.candidates {
            let kind = candidate.semantic.kind();
            hold(8, self.hello.decision_kinds.contains(&kind), || format!("{} isn't declared", kind.word()))?;
        }
        for key in decision.extensions.keys() {
            hold(8, self.rules.extensions.contains(key), || format!("the extension {key} isn't enabled"))?;
        }
        let flags = self.hello.observation;
        let seen = &decision.observation;
        // With its flag, a field is there; without it, it isn't.
        let mut fields = vec![
            ("day_night", flags.day_night, seen.day_night.is_some()),
            ("passed_seats", flags.passed_seats, seen.passed_seats.is_some()),
            ("pending_triggers", flags.pending_triggers, seen.pending_triggers.is_some()),
        ];
        for player in &seen.players {
            fields.push(("poison", flags.poison, player.poison.is_some()));
            fields.push(("player_counters", flags.player_counters, player.counters.is_some()));
            fields.push(("designations", flags.designations, player.designations.is_some()));
            fields.push(("player_progress", flags.player_progress, player.progress.is_some()));
        }
        for values in characteristics(seen) {
            fields.push(("keywords", flags.keywords, values.keywords.is_some()));
        }
        for record in seen.players.iter().flat_map(objects) {
            if let Some(permanent) = &record.permanent {
                fields.push(("permanent_details", flags.permanent_details, permanent.statuses.is_some()));
                fields.push(("permanent_details", flags.permanent_details, permanent.chosen.is_some()));
                let level = permanent.class_level.is_some();
                fields.push(("permanent_details", flags.permanent_details, flags.permanent_details || level));
            }
            // These may be null with their flag, too.
            fields.push(("full_name", flags.full_name, flags.full_name || record.full_name.is_some()));
            fields.push(("exiled_by", flags.exiled_by, flags.exiled_by || record.exiled_by.is_some()));
        }
        for entry in &seen.stack {
            fields.push(("stack_text", flags.stack_text, flags.stack_text || entry.text.is_some()));
        }
        for (name, flag, there) in fields {
            hold(8, flag == there, || format!("{name} is {}, against its flag", if there { "there" } else { "null" }))?;
        }
        if !flags.known_cards {
            let all = seen.known.iter().all(|known| known.object_id.is_some());
            hold(8, all, || "known has cards that aren't looked at, without its flag".to_owned())?;
        }
        Ok(())
    }
}

/// All objects of a player's zones.
fn objects(player: &PlayerView) -> impl Iterator<Item = &ObjectRecord> {
    let hand = player.hand.iter().flatten();
    hand.chain(&player.battlefield).chain(&player.graveyard).chain(&player.exile).chain(&player.command)
}

/// The characteristics of all objects that have some.
fn characteristics(seen: &Observation) -> impl Iterator<Item = &Characteristics> {
    let records = seen.players.iter().flat_map(objects).filter_map(|record| record.characteristics.as_ref());
    records.chain(seen.stack.iter().filter_map(|entry| entry.characteristics.as_ref()))
}

/// V4: the objects of an observation by their ids, which are different.
fn records(seen: &Observation) -> Result<BTreeMap<&str, ObjectRef>, Violation> {
    let mut found = BTreeMap::new();
    let records = seen.players.iter().flat_map(objects).map(|record| (record.object_id.as_str(), record.reference()));
    let stack = seen.stack.iter().map(|entry| (entry.object_id.as_str(), entry.reference()));
    let looked_at = seen.known.iter().filter_map(|known| Some((known.object_id.as_deref()?, known.reference()?)));
    for (id, reference) in records.chain(stack).chain(looked_at) {
        hold(1, !id.is_empty(), || "an object_id is empty".to_owned())?;
        hold(4, found.insert(id, reference).is_none(), || format!("{id} is there twice"))?;
    }
    Ok(found)
}

/// V4: what is referred to is there, and is as the reference says.
fn check_references(decision: &SeatDecision, known: &BTreeMap<&str, ObjectRef>) -> Result<(), Violation> {
    let same = |object: &ObjectRef| {
        hold(4, known.get(object.object_id.as_str()) == Some(object), || {
            format!("the reference to {} isn't what its record says", object.object_id)
        })
    };
    let target = |target: &TargetRef| target.object().map_or(Ok(()), same);
    for candidate in &decision.candidates {
        candidate.semantic.source().map_or(Ok(()), same)?;
        candidate.semantic.subjects().into_iter().try_for_each(same)?;
    }
    decision.context.source.iter().try_for_each(same)?;
    let seen = &decision.observation;
    for record in seen.players.iter().flat_map(objects) {
        record.exiled_by.iter().try_for_each(same)?;
        if let Some(permanent) = &record.permanent {
            permanent.attached_to.iter().chain(&permanent.attack_target).try_for_each(target)?;
            permanent.blocked_attackers.iter().try_for_each(same)?;
        }
    }
    for entry in &seen.stack {
        entry.source.iter().try_for_each(same)?;
        entry.targets.iter().flatten().try_for_each(target)?;
    }
    seen.pending_triggers.iter().flatten().filter_map(|trigger| trigger.source.as_ref()).try_for_each(same)
}

/// V1: shapes of an observation that its types don't say.
fn check_observation(seen: &Observation) -> Result<(), Violation> {
    let seats = [seen.players[0].seat, seen.players[1].seat];
    hold(1, seats == [Seat::P0, Seat::P1], || "the players aren't p0 and p1".to_owned())?;
    for player in &seen.players {
        let zones = [
            (player.hand.as_deref().unwrap_or_default(), Zone::Hand),
            (&player.battlefield, Zone::Battlefield),
            (&player.graveyard, Zone::Graveyard),
            (&player.exile, Zone::Exile),
            (&player.command, Zone::Command),
        ];
        for (records, zone) in zones {
            for record in records {
                hold(5, record.zone != Zone::Library, || format!("{} is in a library", record.object_id))?;
                hold(1, record.zone == zone, || format!("{} is among those of another zone", record.object_id))?;
                let whose = if zone == Zone::Battlefield { record.controller_seat } else { record.owner_seat };
                hold(1, whose == player.seat, || format!("{} is the other player's", record.object_id))?;
                check_record(record)?;
            }
        }
        player.designations.iter().flatten().try_for_each(|word| check_word(word))?;
        player.counters.iter().flat_map(|counters| counters.keys()).try_for_each(|word| check_word(word))?;
    }
    seen.stack.iter().try_for_each(check_entry)?;
    seen.known.iter().try_for_each(|known| check_card_name(Some(&known.card_name)))
}

fn check_record(record: &ObjectRecord) -> Result<(), Violation> {
    let id = &record.object_id;
    check_card_name(record.card_name.as_deref())?;
    check_card_name(record.full_name.as_deref())?;
    let permanent = record.zone == Zone::Battlefield;
    hold(1, record.permanent.is_some() == permanent, || format!("{id} has what only permanents have, or lacks it"))?;
    let hidden = record.face_down && record.card_name.is_none() && !permanent;
    hold(1, record.characteristics.is_some() || hidden, || format!("{id} has no characteristics"))?;
    record.characteristics.iter().try_for_each(|values| check_characteristics(id, values))?;
    if let Some(permanent) = &record.permanent {
        permanent.counters.keys().try_for_each(|word| check_word(word))?;
        permanent.statuses.iter().flatten().try_for_each(|word| check_word(word))?;
        hold(1, permanent.attacking || permanent.attack_target.is_none(), || format!("{id} attacks and doesn't"))?;
        let idle = permanent.blocking || permanent.blocked_attackers.is_empty();
        hold(1, idle, || format!("{id} blocks and doesn't"))?;
    }
    Ok(())
}

fn check_entry(entry: &StackEntry) -> Result<(), Violation> {
    let id = &entry.object_id;
    hold(1, entry.zone == Zone::Stack, || format!("{id} is on the stack and isn't"))?;
    check_card_name(entry.card_name.as_deref())?;
    let spell = entry.stack_kind == crate::vocabulary::StackKind::Spell;
    hold(1, entry.characteristics.is_some() == spell, || format!("spells have characteristics, abilities none: {id}"))?;
    hold(1, entry.source.is_none() || !spell, || format!("{id} is a spell and has a source"))?;
    let shares = entry.divided.as_ref().is_none_or(|shares| shares.len() == entry.targets.len());
    hold(1, shares, || format!("what {id} divides isn't one number for each target"))?;
    entry.characteristics.iter().try_for_each(|values| check_characteristics(id, values))
}

fn check_characteristics(id: &str, values: &Characteristics) -> Result<(), Violation> {
    values.subtypes.iter().chain(values.keywords.iter().flatten()).try_for_each(|word| check_word(word))?;
    let ordered = values.colors.is_sorted() && values.colors.windows(2).all(|pair| pair[0] != pair[1]);
    hold(1, ordered, || format!("the colors of {id} aren't in order"))
}

fn check_word(word: &str) -> Result<(), Violation> {
    hold(1, is_word(word), || format!("{word:?} isn't written as words of a vocabulary are"))
}

fn check_card_name(name: Option<&str>) -> Result<(), Violation> {
    hold(1, name.is_none_or(|name| !name.is_empty() && is_nfc(name)), || format!("{name:?} isn't a card's name in NFC"))
}

/// V5: what is hidden.
fn check_hidden(decision: &SeatDecision) -> Result<(), Violation> {
    let seen = &decision.observation;
    for player in &seen.players {
        let shown = player.hand.as_ref().map(Vec::len);
        let expected = (player.seat == seen.viewer).then_some(player.hand_count as usize);
        hold(5, shown == expected, || format!("the hand of {} isn't shown as it should be", player.seat.word()))?;
    }
    let sorted = seen.known.windows(2).all(|pair| pair[0].key() <= pair[1].key());
    hold(5, sorted, || "known isn't sorted".to_owned())?;
    for known in &seen.known {
        let places = [known.position_from_top, known.position_from_bottom].iter().flatten().count();
        let fits = match known.zone {
            Zone::Hand => known.owner_seat != seen.viewer && places == 0,
            Zone::Library => places == 1 || (places == 0 && known.how == How::Searching),
            _ => false,
        };
        hold(5, fits, || format!("{} isn't known as cards can be", known.card_name))?;
    }
    let other = &seen.players[seen.viewer.other().index()];
    let in_hand = seen.known.iter().filter(|known| known.zone == Zone::Hand).count();
    hold(5, in_hand <= other.hand_count as usize, || "more cards are known than are in the hand".to_owned())?;
    let hidden: Vec<_> =
        decision.candidates.iter().filter_map(|one| one.semantic.hidden_subject(seen.viewer)).collect();
    hold(5, hidden.is_sorted(), || "candidates in hidden zones aren't in the order of their names and ids".to_owned())
}

/// V6: what lies face down on the battlefield or the stack is its controller's to know.
fn check_face_down(seen: &Observation) -> Result<(), Violation> {
    let hidden = |face_down: bool, controller: Seat| face_down && controller != seen.viewer;
    for record in seen.players.iter().flat_map(|player| &player.battlefield) {
        let named = record.card_name.is_some() || record.full_name.is_some();
        let holds = !(hidden(record.face_down, record.controller_seat) && named);
        hold(6, holds, || format!("{} is face down and named", record.object_id))?;
    }
    for entry in &seen.stack {
        let holds = !(hidden(entry.face_down, entry.controller_seat) && entry.card_name.is_some());
        hold(6, holds, || format!("{} is face down and named", entry.object_id))?;
    }
    Ok(())
}

/// V9: the candidates are of the family that the context says.
fn check_context(decision: &SeatDecision) -> Result<(), Violation> {
    let kinds: BTreeSet<Kind> = decision.candidates.iter().map(|candidate| candidate.semantic.kind()).collect();
    let paying = decision.context.purpose.as_deref() == Some("mana_payment") && kinds.contains(&Kind::OptionalCost);
    let fits = match decision.context.kind {
        ContextKind::Priority => kinds.iter().all(|kind| kind.is_priority()),
        ContextKind::Choice => {
            kinds.iter().all(|kind| !kind.is_priority() || (paying && *kind == Kind::ActivateManaAbility))
        }
    };
    hold(9, fits, || "the candidates aren't all of the context's kind".to_owned())?;
    let rewind = !decision.context.rewind || decision.context.kind == ContextKind::Priority;
    hold(9, rewind, || "only a player who has priority is asked again".to_owned())?;
    let items = decision.candidates.iter().all(|candidate| match &candidate.semantic {
        Semantic::OrderPick { purpose, item, .. } => {
            matches!(item, Item::Trigger(_)) == (*purpose == crate::vocabulary::OrderPurpose::Triggers)
        }
        _ => true,
    });
    hold(1, items, || "what is ordered isn't what its purpose says".to_owned())
}
