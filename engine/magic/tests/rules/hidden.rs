//! What players may know: cards that lie face down or are put aside, which copy of a card leaves a hand, worlds.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{A, B, Play, Table};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::{Step, Zone};
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game as _, PerPlayer, Player, Seed, View};
use gauntlet_magic::decision::{Action, DecisionKind};
use gauntlet_magic::{Options, Position, Setup};

const CARDS: &str = "\
name Mossy Cellar
type Land
text Hideaway 3
text {T}: Add {G}.

name Borrowed Tale
cost {G}
type Sorcery
text Look at the top two cards of target opponent's library, exile one of them face down, then put the rest on the bottom of their library in a random order. You may play the exiled card for as long as it remains exiled. Mana of any type can be spent to cast spells this way.

name Inkling
cost {G}
type Sorcery
text You gain 1 life.
text Foretell {G}

name Peer
cost {G}
type Sorcery
text Look at target player's hand.

name Second Thought
cost {G}
type Sorcery
text Draw a card, then put two cards from your hand on top of your library in any order.

name Quest
cost {G}
type Sorcery
text Search your library for a card, put it into your hand, then shuffle.

name Parcel Rider
cost {G}
type Creature Bear
pt 1/1
text Haste
text Whenever ~ attacks, exile the top card of your library face down.
text {G}, Sacrifice ~: Put all cards exiled with ~ into their owners' hands.

name Blind Heist
cost {G}
type Sorcery
text Exile the top card of target opponent's library face down.

name Night Heist
cost {G}
type Sorcery
text Exile the top card of target opponent's library face down. You may look at and play that card for as long as it remains exiled.

name Laid Out
cost {G}
type Sorcery
text Reveal the top three cards of your library, then put them back in any order.

name Letting Go
cost {G}
type Sorcery
text Discard a card.

name Spark
cost {G}
type Sorcery
text You gain 2 life.

name Rune
cost {G}
type Sorcery
text You gain 3 life.

name Cat
cost {G}
type Creature Cat
pt 2/2

name Step Aside
cost {G}
type Instant
text Target creature phases out.
";

/// A's first main phase with mana enough.
fn table() -> Table {
    Table::new(CARDS).lands(A, 6, "Grove").lands(B, 6, "Grove")
}

fn begin(table: Table) -> Play {
    let mut play = table.start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play
}

fn places(position: &Position) -> std::ops::Range<u16> {
    let count = position.state().lengths().iter().find(|(name, _)| *name == "objects").map_or(0, |(_, count)| *count);
    0..count as u16
}

/// The names of all objects that a player can look up.
fn shown(position: &Position, viewer: Player) -> Vec<String> {
    let objects = places(position).filter_map(|place| position.visible(viewer).object(place));
    objects.map(|object| position.pool().card(object.card).name.clone()).collect()
}

fn exile(position: &Position, viewer: Player) -> Vec<Option<String>> {
    let cards = position.visible(viewer).exile();
    cards.map(|card| card.map(|object| position.pool().card(object.card).name.clone())).collect()
}

fn known(position: &Position, viewer: Player) -> Vec<String> {
    let cards = position.visible(viewer).known_opposing_hand();
    cards.map(|card| position.pool().card(card).name.clone()).collect()
}

/// What lies in exile in a number of worlds that are dealt for a viewer, as its owner sees it there.
fn exiled_in_worlds(position: &Position, viewer: Player, looker: Player) -> BTreeSet<Vec<Option<String>>> {
    let worlds = (0..40).map(|seed| {
        let mut world = position.clone();
        world.determinize(viewer, &mut Seed::from_u64(seed).rng());
        assert_eq!(world.check_invariants(), Ok(()));
        exile(&world, looker)
    });
    worlds.collect()
}

/// CR 406.3: who looked at a card and exiled it face down may go on looking at it, nobody else.
#[test]
fn a_card_exiled_face_down_is_seen_by_who_looked_at_it() {
    let library = ["Rune", "Cat", "Spark", "Peer"];
    let mut play = begin(table().hand(A, &["Mossy Cellar"]).library(A, &library));
    play.act("play Mossy Cellar").resolve();
    play.act("Spark");
    while play.kind() != gauntlet_magic::decision::DecisionKind::Priority {
        let first = play.legal()[0].0;
        play.position_apply(first);
    }
    assert_eq!(exile(&play.position, A), [Some("Spark".to_owned())]);
    assert_eq!(exile(&play.position, B), [None], "CR 406.3");
    assert!(!shown(&play.position, B).contains(&"Spark".to_owned()));
    assert_eq!(exiled_in_worlds(&play.position, A, A).len(), 1);
    assert!(exiled_in_worlds(&play.position, B, A).len() > 1, "it may be any card that B hasn't seen");
}

/// CR 406.3b: a player may play the card of another, and so look at it; its owner may not.
#[test]
fn the_owner_of_a_card_exiled_face_down_may_not_look_at_it() {
    let mut play = begin(table().hand(A, &["Borrowed Tale"]).library(B, &["Spark", "Cat"]));
    play.act("cast Borrowed Tale").resolve();
    play.act("Spark");
    assert_eq!(exile(&play.position, A), [Some("Spark".to_owned())]);
    assert_eq!(exile(&play.position, B), [None], "CR 406.3");
    assert!(!shown(&play.position, B).contains(&"Spark".to_owned()));
    assert!(exiled_in_worlds(&play.position, B, A).len() > 1);
    // Nor can its owner tell by what is left of the deck.
    let left = |position: &Position| position.visible(B).deck(B);
    for seed in 0..40 {
        let mut world = play.position.clone();
        world.determinize(B, &mut Seed::from_u64(seed).rng());
        assert_eq!(left(&world), left(&play.position));
    }
    let mut world = play.position.clone();
    world.determinize(A, &mut Seed::from_u64(1).rng());
    let choices = |position: &Position| {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        legal.iter().map(|action| position.describe(*action)).collect::<Vec<_>>()
    };
    assert!(choices(&world).iter().any(|words| words.starts_with("cast Spark")));
    assert_eq!(choices(&world), choices(&play.position));
}

/// CR 702.143a: who foretells a card may look at it.
#[test]
fn a_foretold_card_is_known_to_its_owner() {
    let mut play = begin(table().hand(A, &["Inkling", "Cat"]));
    play.act("Inkling");
    assert_eq!(exile(&play.position, A), [Some("Inkling".to_owned())]);
    assert_eq!(exile(&play.position, B), [None], "CR 702.143a");
}

/// CR 406.3: what an effect only moves out of a library is looked at by nobody; by whom it lets, and by nobody else.
#[test]
fn a_card_that_is_only_moved_face_down_is_seen_by_who_may_look_at_it() {
    for (spell, may_look) in [("Blind Heist", false), ("Night Heist", true)] {
        let mut play = begin(table().hand(A, &[spell]).library(B, &["Spark", "Cat", "Rune"]));
        play.act(&format!("cast {spell}")).resolve();
        let top = exile(&play.position, A);
        assert_eq!(top.len(), 1);
        assert_eq!(top[0].is_some(), may_look, "{spell}");
        assert_eq!(exile(&play.position, B), [None], "{spell}: CR 406.3");
        assert!(exiled_in_worlds(&play.position, B, A).len() > 1 || !may_look, "{spell}");
    }
}

/// CR 406.3: what comes to a hand out of a pile that lies face down is no better known than before.
#[test]
fn a_card_that_lay_face_down_comes_to_a_hand_unseen() {
    let mut play = begin(table().hand(A, &["Parcel Rider"]).library(A, &["Spark"]));
    play.act("cast Parcel Rider").resolve();
    play.go_to(1, Step::DeclareAttackers);
    while play.legal().iter().all(|(_, words)| !words.contains("Parcel Rider attacks")) {
        play.act("pass");
    }
    play.act("Parcel Rider attacks").resolve();
    assert_eq!(exile(&play.position, B), [None], "CR 406.3");
    play.act("Parcel Rider").resolve();
    assert_eq!(play.hand(A), ["Spark"]);
    assert_eq!(known(&play.position, B), [""; 0]);
}

/// Who has seen one of two equal cards doesn't learn of the other when one is played.
#[test]
fn the_copy_that_was_seen_is_played_first() {
    for way in ["cast Spark", "cast Letting Go"] {
        let hand = ["Spark", "Letting Go"];
        let mut play = begin(table().hand(A, &hand).hand(B, &["Peer"]).library(A, &["Spark"]));
        play.go_to(2, Step::PrecombatMain);
        play.act("cast Peer").act("Player A").resolve();
        assert_eq!(known(&play.position, B), hand);
        play.go_to(3, Step::PrecombatMain);
        assert_eq!(play.hand(A).iter().filter(|name| *name == "Spark").count(), 2);
        play.act(way).resolve();
        assert_eq!(play.hand(A).iter().filter(|name| *name == "Spark").count(), 1);
        assert!(!known(&play.position, B).contains(&"Spark".to_owned()), "{way}: it may be the one that was seen");
    }
}

/// What is put from a hand on a library may be any card that was seen in the hand.
#[test]
fn a_card_that_leaves_a_hand_unseen_may_be_any() {
    let hand = ["Spark", "Rune", "Second Thought"];
    let mut play = begin(table().hand(A, &hand).hand(B, &["Peer"]).library(A, &["Cat", "Cat"]));
    play.go_to(2, Step::PrecombatMain);
    play.act("cast Peer").act("Player A").resolve();
    assert_eq!(known(&play.position, B).len(), 3);
    play.go_to(3, Step::PrecombatMain);
    play.act("cast Second Thought").resolve();
    for card in ["Spark", "Rune"] {
        play.act(card);
    }
    while play.kind() != gauntlet_magic::decision::DecisionKind::Priority {
        let first = play.legal()[0].0;
        play.position_apply(first);
    }
    assert_eq!(play.hand(A), ["Cat", "Cat"]);
    assert_eq!(known(&play.position, B), [""; 0]);
    let tops: BTreeSet<String> = (0..40)
        .map(|seed| {
            let mut world = play.position.clone();
            world.determinize(B, &mut Seed::from_u64(seed).rng());
            let top = world.cards_as_they_lie(A)[2];
            world.pool().card(top).name.clone()
        })
        .collect();
    assert!(tops.len() > 1, "B doesn't know what lies on top: {tops:?}");
}

/// CR 401.4: the order in which cards are put back is not shown.
#[test]
fn the_order_of_cards_put_back_is_hidden() {
    let mut play = begin(table().hand(A, &["Laid Out"]).library(A, &["Spark", "Rune", "Cat"]));
    play.act("cast Laid Out").resolve();
    play.act("Cat").act("Spark");
    assert_eq!(play.hand(A), [""; 0]);
    let order = |position: &Position| position.cards_as_they_lie(A)[..3].to_vec();
    let orders = |viewer: Player| {
        let worlds = (0..40).map(|seed| {
            let mut world = play.position.clone();
            world.determinize(viewer, &mut Seed::from_u64(seed).rng());
            order(&world)
        });
        worlds.collect::<BTreeSet<_>>().len()
    };
    assert_eq!(orders(A), 1, "CR 401.4");
    assert!(orders(B) > 1, "CR 401.4");
}

/// What was searched for and went to the hand unseen is found nowhere.
#[test]
fn a_card_that_was_put_aside_leaves_no_trace() {
    let mut play = begin(table().hand(A, &["Quest"]).library(A, &["Spark"]));
    play.act("cast Quest").resolve();
    play.act("Spark");
    assert_eq!(play.hand(A), ["Spark"]);
    assert!(!shown(&play.position, B).contains(&"Spark".to_owned()));
    let mut world = play.position.clone();
    world.determinize(B, &mut Seed::from_u64(1).rng());
    let state = world.state();
    let traces = places(&world).filter_map(|place| state.get(state.id(place)));
    let traces: Vec<&str> = traces.map(|object| world.pool().card(object.card).name.as_str()).collect();
    assert!(!traces.contains(&"Spark"), "a world has no more of it than the true position: {traces:?}");
}

/// What an object is written as doesn't say what a face-down permanent is.
#[test]
fn an_object_is_written_without_its_hidden_face() {
    let play = begin(table());
    let (_, object) = play.position.visible(B).permanents().next().unwrap();
    assert!(!format!("{object:?}").contains("printed"));
}

/// The legal actions of a world for who isn't to act would be those of the true position.
#[test]
#[should_panic(expected = "only the player to act has legal actions, and worlds")]
fn there_are_no_worlds_for_who_is_not_to_act() {
    let play = begin(table().hand(A, &["Spark"]));
    assert_eq!(play.player(), Some(A));
    View::new(&play.position, B).sample(&mut Seed::from_u64(1).rng());
}

/// CR 117.4: who has passed while the other player has priority.
#[test]
fn both_see_who_has_passed() {
    let mut play = begin(table().ask_forced().hand(A, &["Spark"]));
    play.act("cast Spark");
    let seen =
        |play: &Play| [A, B].map(|viewer| play.position.visible(viewer)).map(|seen| (seen.priority(), seen.passed()));
    assert_eq!(seen(&play), [(Some(A), None); 2]);
    play.act("pass");
    assert_eq!(seen(&play), [(Some(B), Some(A)); 2]);
}

/// CR 702.26d: what is phased out hasn't left the battlefield, and both see what it is.
#[test]
fn both_see_what_is_phased_out() {
    let mut play = begin(table().battlefield(B, &["Cat"]).hand(A, &["Step Aside", "Spark"]));
    play.act("cast Step Aside").resolve();
    for viewer in [A, B] {
        let seen = play.position.visible(viewer);
        assert_eq!(seen.permanents().filter(|(_, object)| object.is_creature()).count(), 0);
        let phased: Vec<_> = seen.phased_out().map(|(_, object)| object).collect();
        assert_eq!(phased.len(), 1);
        assert_eq!((phased[0].zone, phased[0].owner), (Zone::Battlefield, B));
    }
}

/// The hands that B has after a mulligan of both, of games in which A takes none and one.
fn hands_after_mulligans(separate_streams: bool) -> [Vec<CardId>; 2] {
    let mut base = CardBase::new();
    assert_eq!(base.add_text("test", CARDS), []);
    let mut pool = Pool::new();
    let names: Vec<&str> = base.names().collect();
    let cards: Vec<CardId> = names.iter().filter_map(|name| base.compile(name, &mut pool).ok()).collect();
    let deck = Arc::new(cards.iter().copied().cycle().take(40).collect::<Vec<CardId>>());
    let options = Options { separate_streams, ..Options::default() };
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&deck), deck]),
        outside: PerPlayer::default(),
        options,
        told: None,
    };
    [0, 1].map(|of_a| {
        let mut game = Position::new(&setup, Seed::from_u64(5));
        let mut taken = PerPlayer([0u32, 0]);
        while game.decision().kind == DecisionKind::Mulligan {
            let player = game.to_act().expect("somebody");
            let wanted = if player == A { of_a } else { 1 };
            let more = taken[player] < wanted;
            taken[player] += u32::from(more);
            game.apply(if more { Action::Mulligan } else { Action::Keep });
        }
        game.visible(B).hand().collect()
    })
}

#[test]
fn with_streams_of_their_own_what_one_draws_tells_nothing_of_the_other() {
    let [without, with] = hands_after_mulligans(true);
    assert_eq!(without, with);
    let [without, with] = hands_after_mulligans(false);
    assert_ne!(without, with, "one stream serves both");
}
