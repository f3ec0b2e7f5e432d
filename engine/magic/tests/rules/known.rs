//! What players know of cards in hands and libraries, and from what: what was revealed, looked at, put back, drawn (CR 400.2, 401, 402).

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::Step;
use gauntlet_core::{Audience, Game as _, Player, Seed};
use gauntlet_magic::state::Learned;

const CARDS: &str = "\
name Peer
cost {G}
type Sorcery
text Look at target player's hand.

name Lay Bare
cost {G}
type Sorcery
text Target player reveals their hand.

name Glance
cost {G}
type Sorcery
text Scry 2.

name Glimpse
cost {G}
type Sorcery
text Scry 1.

name Show Off
cost {G}
type Sorcery
text Reveal the top card of your library.

name Pick
cost {G}
type Sorcery
text Look at the top two cards of your library. Put one of them into your hand and the other on the bottom of your library.

name Tuck
cost {G}
type Sorcery
text Put a card from your hand on top of your library.

name Undertow
cost {G}
type Sorcery
text Return target creature to its owner's hand.

name Hoist
cost {G}
type Sorcery
text Put target creature on top of its owner's library.

name Quest
cost {G}
type Sorcery
text Search your library for a card, put it into your hand, then shuffle.

name Cellar
cost {G}
type Sorcery
text Exile the top card of your library face down.

name Think
cost {G}
type Sorcery
text Draw a card.

name Decree
cost {G}
type Sorcery
text You get an emblem with \"Creatures you control get +1/+1.\"

name Cat
cost {G}
type Creature Cat
pt 2/2

name Spark
cost {G}
type Sorcery
text You gain 2 life.

name Rune
cost {G}
type Sorcery
text You gain 3 life.
";

/// Who may read the line of the journal that begins so.
fn audience(play: &Play, begin: &str) -> Audience {
    let line = play.position.journal().iter().rev().find(|line| line.text.starts_with(begin));
    line.unwrap_or_else(|| panic!("{begin}: {:?}", play.position.journal_lines())).audience
}

/// A line that names a card is for those who know it, whatever the line says.
#[test]
fn lines_that_name_hidden_cards_are_for_those_who_know_them() {
    let mut play =
        begin(|table| table.hand(A, &["Pick", "Quest", "Cellar"]).library(A, &["Cat", "Rune", "Spark", "Cat"]));
    play.act("cast Pick").resolve();
    play.act("Spark");
    assert_eq!(audience(&play, "Spark is returned to hand"), Audience::Only(A));
    play.act("cast Cellar").resolve();
    // Nobody looks at it.
    let exiled: Vec<_> = play.position.journal().iter().filter(|line| line.text.ends_with("is exiled.")).collect();
    assert_eq!((exiled.len(), exiled[0].audience), (1, Audience::Nobody), "{exiled:?}");
    play.act("cast Quest").resolve();
    play.act("Cat");
    assert_eq!(audience(&play, "Player A finds Cat"), Audience::Only(A));
    assert_eq!(audience(&play, "Player A casts Quest"), Audience::Everyone);
    let drawn = play.position.journal().iter().filter(|line| line.text.contains(" draws "));
    for line in drawn {
        let player = if line.text.starts_with("Player A") { A } else { B };
        assert_eq!(line.audience, Audience::Only(player), "{}", line.text);
    }
}

/// What was in a public zone is known to all wherever it goes.
#[test]
fn lines_about_what_all_have_seen_are_for_everyone() {
    let mut play =
        begin(|table| table.hand(A, &["Undertow", "Show Off"]).battlefield(B, &["Cat"]).library(A, &["Rune", "Spark"]));
    play.act("cast Undertow").resolve();
    assert_eq!(audience(&play, "Cat is returned to hand"), Audience::Everyone);
}

fn begin(table: impl FnOnce(Table) -> Table) -> Play {
    let mut play = table(Table::new(CARDS).lands(A, 6, "Grove").lands(B, 6, "Grove")).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play
}

/// What a player knows of the other's hand.
fn hand(play: &Play, viewer: Player) -> Vec<(String, Learned)> {
    let known = play.position.visible(viewer).known_in_hand();
    known.map(|(card, how)| (play.position.pool().card(card).name.clone(), how)).collect()
}

/// What a player knows of a library: names, cards above, from what.
fn library(play: &Play, viewer: Player, owner: Player) -> Vec<(String, usize, Learned)> {
    let known = play.position.visible(viewer).known_in_library(owner);
    known.map(|(card, above, how)| (play.position.pool().card(card).name.clone(), above, how)).collect()
}

fn card(name: &str, how: Learned) -> (String, Learned) {
    (name.to_owned(), how)
}

fn at(name: &str, above: usize, how: Learned) -> (String, usize, Learned) {
    (name.to_owned(), above, how)
}

#[test]
fn hands_are_looked_at_and_revealed() {
    let mut play = begin(|table| table.hand(A, &["Peer", "Lay Bare"]).hand(B, &["Cat", "Spark"]));
    assert_eq!(hand(&play, A), []);
    play.act("cast Peer").act("Player B").resolve();
    assert_eq!(hand(&play, A), [card("Cat", Learned::LookedAt), card("Spark", Learned::LookedAt)]);
    assert_eq!(hand(&play, B), []);
    play.act("cast Lay Bare").act("Player B").resolve();
    assert_eq!(hand(&play, A), [card("Cat", Learned::Revealed), card("Spark", Learned::Revealed)]);
}

#[test]
fn what_returns_to_a_hand_or_library_is_known_to_both() {
    let mut play =
        begin(|table| table.hand(A, &["Undertow", "Hoist"]).battlefield(B, &["Cat"]).battlefield(A, &["Cat"]));
    play.act("cast Undertow");
    let theirs = play.legal().into_iter().map(|(action, _)| action).next_back().unwrap();
    play.position_apply(theirs).resolve();
    let known = hand(&play, A);
    let owner = if known.is_empty() { A } else { B };
    assert_eq!(hand(&play, !owner), [card("Cat", Learned::FromPublicZone)]);
    play.act("cast Hoist");
    play.resolve();
    for viewer in Player::BOTH {
        assert_eq!(library(&play, viewer, !owner), [at("Cat", 0, Learned::FromPublicZone)]);
    }
}

#[test]
fn a_known_card_is_followed_from_the_library_to_the_hand() {
    let mut play = begin(|table| table.hand(A, &["Show Off", "Think"]).library(A, &["Rune", "Spark"]));
    play.act("cast Show Off").resolve();
    for viewer in Player::BOTH {
        assert_eq!(library(&play, viewer, A), [at("Spark", 0, Learned::Revealed)]);
    }
    play.act("cast Think").resolve();
    assert_eq!(hand(&play, B), [card("Spark", Learned::Tracked)]);
    assert_eq!(library(&play, B, A), []);
}

#[test]
fn own_cards_are_known_where_they_were_put() {
    let mut play = begin(|table| table.hand(A, &["Tuck", "Cat", "Spark"]));
    play.act("cast Tuck").resolve();
    play.act("Cat");
    assert_eq!(library(&play, A, A), [at("Cat", 0, Learned::Placed)]);
    assert_eq!(library(&play, B, A), []);
    play.go_to(2, Step::PrecombatMain);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(library(&play, A, A), [], "it was drawn");
}

/// Whose hand a card leaves unseen may be left by any that was known: one fewer of each name.
#[test]
fn one_of_each_name_may_be_what_left_unseen() {
    for gone in ["Cat", "Spark", "Rune"] {
        let mut play =
            begin(|table| table.hand(A, &["Peer"]).hand(B, &["Tuck", "Cat", "Spark", "Cat", "Spark", "Cat", "Rune"]));
        play.act("cast Peer").act("Player B").resolve();
        assert_eq!(hand(&play, A).len(), 7);
        play.go_to(2, Step::PrecombatMain);
        play.act("cast Tuck").resolve();
        play.act(gone);
        let left: Vec<String> = hand(&play, A).into_iter().map(|(name, _)| name).collect();
        assert_eq!(left, ["Cat", "Spark", "Cat"], "the same whichever it was: {gone}");
    }
}

/// Who sees only that cards are looked at and go somewhere doesn't know any more where one is that they knew.
#[test]
fn what_is_sorted_unseen_is_forgotten() {
    let known = |cast: &str, answers: &[&str]| {
        let mut play = begin(|table| table.hand(A, &["Show Off", cast]).library(A, &["Rune", "Spark"]));
        play.act("cast Show Off").resolve();
        play.act(&format!("cast {cast}")).resolve();
        for answer in answers {
            play.act(answer);
        }
        (library(&play, B, A), hand(&play, B), library(&play, A, A))
    };
    for answer in ["leave Spark", "put Spark"] {
        let (theirs, _, own) = known("Glimpse", &[answer]);
        assert_eq!(theirs, [], "{answer}");
        assert_eq!(own.len(), 1, "{own:?}");
    }
    let (theirs, _, own) = known("Glance", &["put Spark", "leave Rune"]);
    assert_eq!((theirs.len(), own.len()), (0, 2), "{own:?}");
    for taken in ["Spark", "Rune"] {
        let (theirs, in_hand, _) = known("Pick", &[taken]);
        assert_eq!((theirs.len(), in_hand.len()), (0, 0), "{taken}: {theirs:?} {in_hand:?}");
    }
    let (theirs, in_hand, own) = known("Quest", &["Spark"]);
    assert_eq!((theirs.len(), in_hand.len(), own.len()), (0, 0, 0), "{theirs:?} {in_hand:?} {own:?}");
}

/// In worlds that are dealt for a player, what they know is as they know it.
#[test]
fn worlds_keep_what_is_known() {
    let mut play =
        begin(|table| table.hand(A, &["Peer", "Glance"]).hand(B, &["Cat", "Spark"]).library(A, &["Rune", "Spark"]));
    play.act("cast Peer").act("Player B").resolve();
    play.act("cast Glance").resolve();
    play.act("leave Spark").act("put Rune");
    let before = (hand(&play, A), library(&play, A, A));
    assert_eq!((before.0.len(), before.1.len()), (2, 2));
    for seed in 0..20 {
        let mut world = play.position.clone();
        world.determinize(A, &mut Seed::from_u64(seed).rng());
        let seen = |position: &gauntlet_magic::Position| format!("{:?}", position.visible(A));
        assert_eq!(seen(&world), seen(&play.position));
    }
}

/// CR 114.1, 114.4: an emblem is its player's for the rest of the game.
#[test]
fn emblems_are_seen_by_both() {
    let mut play = begin(|table| table.hand(A, &["Decree", "Decree"]));
    play.act("cast Decree").resolve().act("cast Decree").resolve();
    for viewer in Player::BOTH {
        let emblems: Vec<_> = play.position.visible(viewer).emblems().collect();
        let of = emblems.iter().filter_map(|emblem| emblem.of);
        let names: Vec<&str> = of.map(|card| play.position.pool().card(card).name.as_str()).collect();
        assert_eq!(names, ["Decree", "Decree"]);
        assert!(emblems.iter().all(|emblem| emblem.owner == A && emblem.abilities.len() == 1));
        assert_eq!([emblems[0].number, emblems[1].number], [0, 1]);
    }
}

/// What a delayed trigger's source was is forgotten by then: the journal names it by the card that it has become, be what brought it back
/// its own ability or one that something else gives to it (CR 603.7e).
#[test]
fn what_is_exiled_later_is_named() {
    const CARDS: &str = "
name Grave Tamer
cost {3}{B}
type Creature Human
pt 4/4
text Each artifact card in your graveyard has unearth {0}.

name Toy
cost {3}
type Artifact

name Wind-up
cost {3}
type Artifact
text Unearth {0}
";
    let table = Table::new(CARDS).battlefield(A, &["Grave Tamer"]).graveyard(A, &["Toy", "Wind-up"]);
    let mut play = table.start("Toy");
    for name in ["Toy", "Wind-up"] {
        play.act(&format!("{name} [")).resolve();
    }
    play.go_to(2, Step::Upkeep);
    let lines = play.position.journal_lines();
    for name in ["Toy", "Wind-up"] {
        let line = format!("{name} triggers: Exile it.");
        assert!(lines.contains(&line.as_str()), "{line} {lines:?}");
    }
    assert!(!lines.iter().any(|line| line.starts_with("Grave Tamer")), "{lines:?}");
}
