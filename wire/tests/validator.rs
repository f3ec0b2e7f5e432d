//! The host's checks: a game passes, and each way to break a rule is found under its number (§11.3).
#![allow(missing_docs)]

mod common;

use common::{Small, hello, reset, rules};
use gauntlet_spellbench::message::{ContextKind, Response, SeatDecision};
use gauntlet_spellbench::observation::{Characteristics, KnownCard, StackEntry};
use gauntlet_spellbench::reference::{Seat, TargetRef, Zone};
use gauntlet_spellbench::semantic::Semantic;
use gauntlet_spellbench::session::Session;
use gauntlet_spellbench::validate::Validator;
use gauntlet_spellbench::vocabulary::{BooleanPurpose, Color, How, StackKind};
use serde_json::{Value, json};

/// The decisions of the game, read back from the wire.
fn game() -> Vec<SeatDecision> {
    let mut session = Session::new(Small::default());
    let mut request = reset();
    let mut decisions: Vec<SeatDecision> = Vec::new();
    for number in 0.. {
        request["protocol"] = json!("spellbench/v2");
        request["request_id"] = json!(format!("h-{number}"));
        let mut response: Value = serde_json::from_str(&session.answer(request.to_string().as_bytes())).expect("JSON");
        let fields = response.as_object_mut().expect("an object");
        fields.remove("protocol");
        fields.remove("request_id");
        let Response::Decision(decision) = serde_json::from_value(response).expect("a response") else { break };
        let echo = json!(decision.seat_decision.candidates[0].semantic);
        decisions.push(decision.seat_decision);
        let selection = json!({"candidate_id": 0, "semantic_echo": echo});
        request = json!({"request_type": "step", "game_id": "g-1", "expected_step": number, "selection": selection});
    }
    assert_eq!(decisions.len(), 4);
    decisions
}

/// The rule that is broken first if decision number `at` is changed.
fn broken(at: usize, change: impl FnOnce(&mut SeatDecision)) -> Option<u8> {
    let mut decisions = game();
    change(&mut decisions[at]);
    let mut validator = Validator::new(hello(), rules());
    let provenance = hello().engine.provenance();
    decisions.iter().find_map(|decision| validator.check(decision, &provenance).err()).map(|violation| violation.rule)
}

#[test]
fn a_game_passes() {
    assert_eq!(broken(0, |_| {}), None);
}

#[test]
fn schema() {
    assert_eq!(broken(0, |decision| decision.candidates.clear()), Some(1));
    assert_eq!(broken(0, |decision| decision.candidates[1].candidate_id = 2), Some(1));
    assert_eq!(broken(0, |decision| decision.candidates[1].semantic = Semantic::Pass {}), Some(1), "twice the same");
    assert_eq!(
        broken(0, |decision| {
            decision.candidates.swap(0, 1);
            decision.candidates[0].candidate_id = 0;
            decision.candidates[1].candidate_id = 1;
        }),
        Some(1),
        "pass comes first"
    );
    let name = |decision: &mut SeatDecision, name: &str| {
        let hand = decision.observation.players[0].hand.as_mut().expect("the own hand");
        hand[0].card_name = Some(name.to_owned());
        if let Semantic::PlayLand { source, .. } = &mut decision.candidates[1].semantic {
            source.card_name = Some(name.to_owned());
        }
    };
    assert_eq!(broken(0, |decision| name(decision, "D\u{fb}l")), None);
    assert_eq!(broken(0, |decision| name(decision, "Du\u{302}l")), Some(1), "not NFC");
    let values = |decision: &mut SeatDecision, change: fn(&mut Characteristics)| {
        let goat = &mut decision.observation.players[0].battlefield[0];
        change(goat.characteristics.as_mut().expect("characteristics"));
    };
    assert_eq!(broken(0, |decision| values(decision, |goat| goat.subtypes = vec!["Goat".into()])), Some(1));
    assert_eq!(broken(0, |decision| values(decision, |goat| goat.colors = vec![Color::Red, Color::Blue])), Some(1));
    assert_eq!(broken(0, |decision| decision.observation.players[0].battlefield[0].permanent = None), Some(1));
    assert_eq!(broken(0, |decision| decision.observation.players.reverse()), Some(1));
}

#[test]
fn seats_and_counters() {
    assert_eq!(broken(0, |decision| decision.observation.viewer = Seat::P1), Some(2));
    assert_eq!(broken(1, |decision| decision.seat_step = 2), Some(3));
    assert_eq!(broken(1, |decision| decision.group.group_id = 2), Some(3));
    assert_eq!(broken(1, |decision| decision.group.substep_count = 3), Some(3), "the next one has another size");
    assert_eq!(broken(2, |decision| decision.group.substep_index = 0), Some(3));
    assert_eq!(broken(1, |decision| decision.group.substep_index = 1), Some(3));
    let leave_out = |at: usize| {
        let mut decisions = game();
        decisions.remove(at);
        let mut validator = Validator::new(hello(), rules());
        let provenance = hello().engine.provenance();
        decisions.iter().find_map(|decision| validator.check(decision, &provenance).err()).map(|one| one.rule)
    };
    assert_eq!(leave_out(2), Some(3), "p1 decides in the middle of p0's group");
}

#[test]
fn references() {
    assert_eq!(
        broken(1, |decision| {
            decision.observation.players[0].battlefield[0].card_name = Some("Sheep".to_owned());
        }),
        Some(4)
    );
    assert_eq!(
        broken(0, |decision| {
            let battlefield = &mut decision.observation.players[0].battlefield;
            battlefield[1].object_id = battlefield[0].object_id.clone();
        }),
        Some(4)
    );
    assert_eq!(
        broken(0, |decision| {
            let goat = decision.observation.players[0].battlefield[0].reference();
            decision.context.source = Some(goat);
        }),
        None
    );
    assert_eq!(
        broken(0, |decision| {
            let mut goat = decision.observation.players[0].battlefield[0].reference();
            goat.object_id = "o-gone".to_owned();
            let permanent = decision.observation.players[0].battlefield[1].permanent.as_mut().expect("a permanent");
            permanent.attached_to = Some(TargetRef::Object(goat));
        }),
        Some(4)
    );
}

fn known(name: &str, zone: Zone, owner: Seat, top: Option<u32>) -> KnownCard {
    KnownCard {
        owner_seat: owner,
        zone,
        card_name: name.to_owned(),
        object_id: Some(format!("o-{name}")),
        position_from_top: top,
        position_from_bottom: None,
        how: How::LookedAt,
    }
}

#[test]
fn hidden_zones() {
    let hand = |decision: &mut SeatDecision| decision.observation.players[0].hand.clone();
    assert_eq!(
        broken(0, |decision| decision.observation.players[1].hand = hand(decision)),
        Some(1),
        "not even its own"
    );
    assert_eq!(broken(0, |decision| decision.observation.players[1].hand = Some(vec![])), Some(5));
    assert_eq!(broken(3, |decision| decision.observation.players[1].hand = None), Some(5));
    assert_eq!(broken(0, |decision| decision.observation.players[0].hand_count = 2), Some(5));
    let with = |cards: Vec<KnownCard>| broken(0, |decision| decision.observation.known = cards);
    assert_eq!(
        with(vec![known("A", Zone::Library, Seat::P0, Some(0)), known("B", Zone::Library, Seat::P0, Some(1))]),
        None
    );
    assert_eq!(
        with(vec![known("B", Zone::Library, Seat::P0, Some(1)), known("A", Zone::Library, Seat::P0, Some(0))]),
        Some(5)
    );
    assert_eq!(with(vec![known("A", Zone::Library, Seat::P0, None)]), Some(5));
    assert_eq!(with(vec![known("A", Zone::Hand, Seat::P0, None)]), Some(5), "one's own hand isn't known in this way");
    assert_eq!(with(vec![known("A", Zone::Hand, Seat::P1, None)]), None);
    assert_eq!(with(vec![known("A", Zone::Hand, Seat::P1, Some(0))]), Some(5));
    let two = ["A", "B"].map(|name| known(name, Zone::Hand, Seat::P1, None)).to_vec();
    assert_eq!(with(two), Some(5), "the hand has one card");
}

#[test]
fn face_down() {
    let hide = |decision: &mut SeatDecision, name: Option<&str>| {
        let goat = &mut decision.observation.players[0].battlefield[0];
        goat.face_down = true;
        goat.card_name = name.map(str::to_owned);
    };
    assert_eq!(broken(3, |decision| hide(decision, Some("Goat"))), Some(6));
    assert_eq!(broken(3, |decision| hide(decision, None)), None);
    assert_eq!(broken(0, |decision| hide(decision, Some("Goat"))), None, "its controller may look");
}

#[test]
fn fresh_ids() {
    assert_eq!(
        broken(1, |decision| {
            decision.observation.players[0].hand = Some(vec![]);
            decision.observation.players[0].hand_count = 0;
        }),
        Some(7),
        "the card comes back"
    );
    assert_eq!(
        broken(1, |decision| {
            let player = &mut decision.observation.players[0];
            let mut card = player.hand.take().expect("the own hand").remove(0);
            player.hand = Some(vec![]);
            player.hand_count = 0;
            card.zone = Zone::Graveyard;
            player.graveyard.push(card);
        }),
        Some(7),
        "a card keeps its id in another zone"
    );
}

#[test]
fn declarations_and_context() {
    let may = Semantic::ChooseBoolean { source: None, purpose: BooleanPurpose::MayAbility, value: true };
    assert_eq!(broken(1, |decision| decision.candidates[0].semantic = may.clone()), Some(8));
    assert_eq!(broken(0, |decision| decision.observation.players[0].poison = None), Some(8));
    assert_eq!(
        broken(0, |decision| decision.observation.day_night = Some(gauntlet_spellbench::vocabulary::DayNight::Day)),
        Some(8)
    );
    assert_eq!(
        broken(0, |decision| {
            decision.extensions.insert("x_more".to_owned(), json!(1));
        }),
        Some(8)
    );
    assert_eq!(
        broken(0, |decision| {
            decision.observation.known =
                vec![KnownCard { object_id: None, ..known("A", Zone::Library, Seat::P0, Some(0)) }];
        }),
        Some(8),
        "what isn't looked at now needs the flag"
    );
    assert_eq!(broken(0, |decision| decision.context.kind = ContextKind::Choice), Some(9));
    assert_eq!(broken(1, |decision| decision.context.kind = ContextKind::Priority), Some(9));
    assert_eq!(broken(1, |decision| decision.context.rewind = true), Some(9));
    let mut validator = Validator::new(hello(), rules());
    let mut provenance = hello().engine.provenance();
    provenance.engine_version = "2".to_owned();
    assert_eq!(validator.check(&game()[0], &provenance).expect_err("another engine").rule, 10);
}

#[test]
fn the_stack() {
    let entry = |characteristics| StackEntry {
        object_id: "o-ability".to_owned(),
        card_name: Some("Goat".to_owned()),
        owner_seat: Seat::P0,
        controller_seat: Seat::P0,
        zone: Zone::Stack,
        stack_kind: StackKind::TriggeredAbility,
        source: None,
        face_down: false,
        copy: false,
        characteristics,
        targets: vec![None, Some(TargetRef::Player(Seat::P1))],
        divided: None,
        modes: None,
        x_value: None,
        text: None,
    };
    assert_eq!(broken(0, |decision| decision.observation.stack.push(entry(None))), None);
    let some = game()[0].observation.players[0].battlefield[0].characteristics.clone();
    assert_eq!(broken(0, |decision| decision.observation.stack.push(entry(some))), Some(1));
    let shares = StackEntry { divided: Some(vec![1]), ..entry(None) };
    assert_eq!(broken(0, |decision| decision.observation.stack.push(shares)), Some(1));
}
