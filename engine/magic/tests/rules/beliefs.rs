//! Worlds for players who aren't told the other's list.

use std::collections::BTreeSet;

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Step;
use gauntlet_core::{Game as _, Player, Seed};
use gauntlet_magic::Position;
use gauntlet_magic::beliefs::Belief;

use crate::common::{A, B, Play, Table};

const CARDS: &str = "\
name Spark
cost {G}
type Instant
text You gain 2 life.

name Cat
cost {G}
type Creature Cat
pt 2/2

name Masked Cat
cost {G}
type Creature Cat
pt 2/2
text Morph {G}

name Peer
cost {G}
type Sorcery
text Look at target player's hand.

name Twist
cost {G}
type Sorcery
text Each player shuffles their hand and graveyard into their library, then draws two cards.

name Wish
cost {G}
type Sorcery
text You may put a card you own from outside the game into your hand.
";

fn table() -> Table {
    Table::new(CARDS).lands(A, 6, "Grove").lands(B, 6, "Grove").hand(A, &["Cat"])
}

fn begin(table: Table) -> Play {
    let mut play = table.start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play
}

/// The belief about B's deck: names and millionths.
fn belief(position: &Position) -> Vec<(String, u32)> {
    match position.belief(A) {
        Belief::Field { lists, nearest: false } => lists,
        other => panic!("{other:?}"),
    }
}

fn one(name: &str) -> Vec<(String, u32)> {
    vec![(name.to_owned(), 1_000_000)]
}

/// All cards of a player, by name.
fn cards(position: &Position, player: Player) -> Vec<String> {
    let name = |card: CardId| position.pool().card(card).name.clone();
    let seen = position.visible(player);
    let mut all: Vec<String> = position.cards_as_they_lie(player).into_iter().map(name).collect();
    all.extend(seen.graveyard(player).map(|object| name(object.card)));
    all.extend(seen.outside().map(name));
    let own = seen.permanents().filter(|(_, object)| object.owner == player);
    all.extend(own.map(|(id, object)| name(seen.face_down_card(id.index() as u16).unwrap_or(object.card))));
    all.sort();
    all
}

/// The different lists that B has in worlds that are dealt for A, which must look to A like the position.
fn lists_in_worlds(position: &Position) -> BTreeSet<Vec<String>> {
    assert_eq!(position.to_act(), Some(A), "worlds are for who is to choose");
    let legal = |position: &Position| {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        legal
    };
    let one = |seed| {
        let mut world = position.clone();
        world.determinize(A, &mut Seed::from_u64(seed).rng());
        assert_eq!(world.check_invariants(), Ok(()));
        assert_eq!(format!("{:?}", world.visible(A)), format!("{:?}", position.visible(A)));
        assert_eq!(legal(&world), legal(position));
        assert_eq!(world.belief(A), position.belief(A), "a world says of the other deck what the position says");
        cards(&world, B)
    };
    (0..60).map(one).collect()
}

fn listed(cards: &[(usize, &str)]) -> Vec<String> {
    let mut all: Vec<String> =
        cards.iter().flat_map(|(count, name)| std::iter::repeat_n((*name).to_owned(), *count)).collect();
    all.sort();
    all
}

#[test]
fn a_list_that_cant_have_shown_what_was_seen_is_in_no_world() {
    let (sparks, cats) = ([(26, "Grove"), (1, "Spark")], [(26, "Grove"), (1, "Cat")]);
    let table = table().hand(B, &["Spark"]).may_be(B, "sparks", &sparks, &[]).may_be(B, "cats", &cats, &[]);
    let mut play = begin(table);
    assert_eq!(belief(&play.position).iter().map(|(_, share)| *share).collect::<Vec<_>>(), [500_000, 500_000]);
    assert_eq!(lists_in_worlds(&play.position), BTreeSet::from([listed(&sparks), listed(&cats)]));
    play.act("pass").act("cast Spark").resolve();
    assert_eq!(belief(&play.position), one("sparks"));
    assert_eq!(lists_in_worlds(&play.position), BTreeSet::from([listed(&sparks)]));
}

/// C(23, 6) · C(4, 1) ways to choose six Groves and a Spark of the one list, C(26, 6) · C(1, 1) of the other.
#[test]
fn lists_weigh_as_many_ways_as_there_are_to_choose_what_was_seen() {
    let (four, single) = ([(23, "Grove"), (4, "Spark")], [(26, "Grove"), (1, "Spark")]);
    let table = table().hand(B, &["Spark"]).may_be(B, "four", &four, &[]).may_be(B, "single", &single, &[]);
    let mut play = begin(table.may_be(B, "few", &[(5, "Grove"), (22, "Spark")], &[]));
    play.act("pass").act("cast Spark").resolve();
    let (four, single) = (100_947 * 4, 230_230);
    let share = |ways: u64| (ways * 1_000_000 / (four + single)) as u32;
    let expected = [("four".to_owned(), share(four)), ("single".to_owned(), share(single))];
    assert_eq!(belief(&play.position), expected, "a list with five Groves doesn't show six");
}

#[test]
fn lists_that_are_there_twice_are_twice_as_likely() {
    let table = table().hand(B, &["Spark"]);
    let named = |table: Table, name, card| table.may_be(B, name, &[(26, "Grove"), (1, card)], &[]);
    let play = begin(named(named(named(table, "b", "Spark"), "cats", "Cat"), "a", "Spark"));
    assert_eq!(belief(&play.position), [("a / b".to_owned(), 666_666), ("cats".to_owned(), 333_333)]);
}

/// A saw the Spark in B's hand; where it is now they don't know, but it is in the deck.
#[test]
fn what_was_seen_once_is_not_forgotten() {
    let table = table().hand(A, &["Peer", "Twist"]).hand(B, &["Spark", "Spark"]).library(A, &["Cat", "Cat"]);
    let table = table.library(B, &["Grove"]).may_be(B, "sparks", &[(26, "Grove"), (3, "Spark")], &[]);
    let table = table.may_be(B, "sparks", &[(27, "Grove"), (2, "Spark")], &[]);
    let mut play = begin(table.may_be(B, "cats", &[(27, "Grove"), (1, "Spark"), (1, "Cat")], &[]));
    let before = belief(&play.position).len();
    play.act("cast Peer").act("Player B").resolve();
    let after = belief(&play.position);
    assert_eq!((before, after.len()), (3, 2));
    play.act("cast Twist").resolve();
    assert_eq!(play.position.visible(A).known_opposing_hand().count(), 0);
    assert_eq!(belief(&play.position), after, "two Sparks at a time were seen");
    assert!(lists_in_worlds(&play.position).iter().all(|list| !list.contains(&"Cat".to_owned())));
}

/// What nobody was told of a deck isn't remembered, and makes no other position.
#[test]
fn who_knows_the_list_remembers_nothing() {
    let play = begin(table().hand(B, &["Spark"]));
    let lengths = play.position.state().lengths();
    assert!(lengths.contains(&("remembered", 0)), "{lengths:?}");
    assert_eq!(play.position.belief(A), Belief::List);
}

#[test]
fn without_a_list_that_fits_the_nearest_are_taken() {
    let table = table().hand(B, &["Spark"]).may_be(B, "cats", &[(20, "Grove"), (7, "Cat")], &[]);
    let mut play = begin(table.may_be(B, "few", &[(4, "Grove")], &[]));
    assert!(matches!(play.position.belief(A), Belief::Field { nearest: false, .. }));
    play.act("pass").act("cast Spark").resolve();
    let nearest = Belief::Field { lists: one("cats"), nearest: true };
    assert_eq!(play.position.belief(A), nearest);
    let worlds = lists_in_worlds(&play.position);
    // What was seen is there; the rest is of the list.
    assert!(worlds.iter().all(|list| list.len() == 27 && list.iter().filter(|name| *name == "Spark").count() == 1));
    assert!(worlds.iter().all(|list| list.iter().filter(|name| *name == "Cat").count() >= 6), "{worlds:?}");
}

/// CR 702.37a: what was cast face down with morph is a card that has it.
#[test]
fn what_was_cast_face_down_is_a_card_that_can_be() {
    let table = table().hand(B, &["Masked Cat"]).library(B, &["Cat"]);
    let table = table.may_be(B, "masks", &[(26, "Grove"), (1, "Masked Cat"), (1, "Cat")], &[]);
    let mut play = begin(table.may_be(B, "cats", &[(26, "Grove"), (2, "Cat")], &[]));
    assert_eq!(belief(&play.position).len(), 2);
    play.go_to(2, Step::PrecombatMain).act("cast Masked Cat (Cast face down").resolve();
    while play.player() != Some(A) {
        play.act("pass");
    }
    assert_eq!(belief(&play.position), one("masks"));
    for seed in 0..20 {
        let mut world = play.position.clone();
        world.determinize(A, &mut Seed::from_u64(seed).rng());
        let of_b = world.visible(B);
        let down = of_b.permanents().find_map(|(id, _)| of_b.face_down_card(id.index() as u16));
        assert_eq!(down.map(|card| world.pool().card(card).name.as_str()), Some("Masked Cat"));
    }
}

/// CR 400.11a: sideboards belong to lists, and what comes from there is told from the deck.
#[test]
fn what_lies_outside_the_game_belongs_to_the_list() {
    let deck = [(26, "Grove"), (1, "Wish")];
    let table = table().hand(B, &["Wish"]).outside(B, &["Spark", "Cat"]);
    let table = table.may_be(B, "both", &deck, &["Spark", "Cat"]).may_be(B, "cats", &deck, &["Cat", "Cat"]);
    let mut play = begin(table.may_be(B, "none", &[(29, "Grove")], &[]));
    assert_eq!(belief(&play.position).len(), 2, "29 Groves have nothing outside");
    let whole = |outside: &[(usize, &'static str)]| listed(&[&deck[..], outside].concat());
    let (both, cats) = (whole(&[(1, "Spark"), (1, "Cat")]), whole(&[(2, "Cat")]));
    assert_eq!(lists_in_worlds(&play.position), BTreeSet::from([both.clone(), cats]));
    play.go_to(2, Step::PrecombatMain).act("cast Wish");
    while play.player() == Some(A) || play.offered("pass") {
        play.act("pass");
    }
    play.act("yes");
    if play.offered("Spark") {
        play.act("Spark");
    }
    while play.player() != Some(B) || !play.offered("cast Spark") {
        play.act("pass");
    }
    play.act("cast Spark").resolve();
    while play.player() != Some(A) {
        play.act("pass");
    }
    assert_eq!(belief(&play.position), one("both"));
    assert_eq!(lists_in_worlds(&play.position), BTreeSet::from([both]));
}

/// Nothing can be done with a card of which nothing is known, and no name that can be chosen is its.
#[test]
fn who_is_told_nothing_sees_blank_cards() {
    let play = begin(table().hand(B, &["Spark", "Cat"]).unknown(B));
    assert_eq!(play.position.belief(A), Belief::Nothing);
    let worlds = lists_in_worlds(&play.position);
    assert_eq!(worlds, BTreeSet::from([listed(&[(6, "Grove"), (22, "unknown card")])]));
    let mut world = play.position.clone();
    world.determinize(A, &mut Seed::from_u64(1).rng());
    // It goes on: B draws, passes, discards.
    for _ in 0..200 {
        let mut legal = Vec::new();
        world.legal_actions(&mut legal);
        let Some(first) = legal.first() else { break };
        let words: Vec<String> = legal.iter().map(|action| world.describe(*action)).collect();
        assert!(world.to_act() == Some(A) || !words.iter().any(|words| words.starts_with("cast")), "{words:?}");
        world.apply(*first);
        assert_eq!(world.check_invariants(), Ok(()));
    }
    assert!(world.turn() > 8, "turn {}", world.turn());
    assert!(world.pool().find("unknown card").is_none(), "a deck can't have it");
}
