//! Beyond the battlefield and the game at hand: effects on and from other zones (CR 113.6, 611, 613), subgames (CR 728), control of
//! another player's turn (CR 722), and rarer state-based actions (CR 704.5), on made-up cards.

use crate::common::{A, B, Table};
use gauntlet_cards::filter::Step;
use gauntlet_cards::types::Colors;
use gauntlet_core::Game;
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Old Game
cost {W}{W}
type Sorcery
text Players play a Magic subgame, using their libraries as their decks. Each player who doesn't win the subgame loses half their life, rounded up.

name Cellar Game
cost {B}{B}
type Sorcery
text Players play a Magic subgame under the table, starting at 5 life and using their libraries as their decks. The winner searches their library for two cards, puts those cards into their hand, then shuffles.

name Strings
cost {1}
type Sorcery
text You control target player during that player's next turn.

name Jolt
cost {1}
type Instant
text ~ deals 3 damage to any target.

name Wind Spirit
cost {1}
type Creature Incarnation
pt 1/1
text As long as ~ is in your graveyard and you control a Plains, creatures you control have flying.

name Grave Paint
cost {1}
type Enchantment
text Creature cards in your graveyard are black.

name Old World
super World
cost {1}
type Enchantment

name New World
super World
cost {1}
type Enchantment

name Tax House
cost {1}
type Enchantment
text Creatures can't attack you or planeswalkers you control unless their controller pays {X} for each of those creatures, where X is the number of enchantments you control.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"]).battlefield(B, &["Idler"])
}

/// CR 728: the outer game is as it was, the cards are back in the libraries, and who didn't win pays for it.
#[test]
fn a_subgame() {
    let mut play = table().lands(A, 3, "Field").hand(A, &["Old Game", "Jolt"]).graveyard(A, &["Bear Cub"]).start("Bog");
    play.go_to(1, Step::PrecombatMain);
    let libraries = |play: &crate::common::Play| {
        let visible = play.position.visible(A);
        (visible.library_size(A), visible.library_size(B))
    };
    let before = libraries(&play);
    play.act("cast Old Game").act("pass").act("pass");
    // The subgame has begun: opening hands of seven cards, nothing else.
    assert_eq!(play.kind(), DecisionKind::Mulligan);
    assert_eq!((play.count("Field"), play.graveyard(A).len()), (0, 0));
    assert_eq!(play.hand(A).len(), 7);
    // Twenty cards each: somebody runs out of them, and the other one wins.
    for _ in 0..5_000 {
        if play.count("Field") > 0 {
            break;
        }
        let action = play.legal()[0].0;
        play.position_apply(action);
    }
    assert_eq!((play.count("Field"), play.position.turn(), play.step()), (3, 1, Step::PrecombatMain));
    let mut lives = [play.life(A), play.life(B)];
    lives.sort_unstable();
    assert_eq!(lives, [10, 20]);
    assert_eq!(libraries(&play), before);
    assert_eq!(play.hand(A), ["Jolt"]);
    assert!(play.position.check_invariants().is_ok());
}

/// CR 728.6: a subgame within a subgame; the winner of the inner one is not that of the outer one.
#[test]
fn nested_subgames() {
    let mut play = table().lands(A, 2, "Bog").hand(A, &["Cellar Game"]).library(A, &["Cellar Game"; 12]).start("Bog");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Cellar Game");
    let mut deepest = 0;
    for _ in 0..20_000 {
        let legal = play.legal();
        let wanted = ["keep", "cast Cellar Game", "play Bog"];
        let best = wanted.iter().find_map(|start| legal.iter().find(|(_, line)| line.starts_with(start)));
        let action = best.unwrap_or(&legal[0]).0;
        play.position_apply(action);
        let depth = play.position.subgame_depth();
        deepest = deepest.max(depth);
        if deepest >= 2 && depth == 0 {
            break;
        }
        assert!(play.outcome().is_none());
    }
    assert!(deepest >= 2, "{deepest}");
    assert_eq!((play.position.subgame_depth(), play.position.turn()), (0, 1));
    assert!(play.position.check_invariants().is_ok());
}

/// CR 722.5: the controller makes all choices of that turn, and only of that turn.
#[test]
fn controlling_a_turn() {
    let mut play =
        table().lands(A, 1, "Field").hand(A, &["Strings"]).lands(B, 1, "Bog").hand(B, &["Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Strings").act("Player B").resolve();
    play.go_to(2, Step::Upkeep);
    while !play.offered("cast Jolt") {
        play.act("pass");
    }
    assert_eq!(play.player(), Some(A));
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!(play.life(B), 17);
    play.go_to(4, Step::Upkeep);
    let mut asked = Vec::new();
    for _ in 0..3 {
        asked.extend(play.player());
        play.act("pass");
    }
    assert!(asked.contains(&B));
}

/// CR 113.6k: an ability that works from the graveyard.
#[test]
fn an_effect_from_the_graveyard() {
    use gauntlet_cards::keyword::Keywords;
    let flies = |cards: &[&str]| {
        let play =
            table().battlefield(A, &["Bear Cub"]).battlefield(A, cards).graveyard(A, &["Wind Spirit"]).start("Field");
        play.permanents("Bear Cub")[0].characteristics.keywords.contains(Keywords::FLYING)
    };
    assert!(flies(&["Field"]));
    assert!(!flies(&["Bog"]));
}

/// CR 611.3, 613: effects on cards in a graveyard.
#[test]
fn an_effect_on_the_graveyard() {
    let play =
        table().battlefield(A, &["Grave Paint"]).graveyard(A, &["Bear Cub"]).graveyard(B, &["Bear Cub"]).start("Field");
    let colors = |player| {
        let cards = play.position.visible(A).graveyard(player);
        cards.map(|object| object.characteristics.colors).next().expect("the card is there")
    };
    assert_eq!((colors(A), colors(B)), (Colors::BLACK, Colors::GREEN));
}

/// CR 704.5k: the world rule.
#[test]
fn the_world_rule() {
    let play = table().battlefield(A, &["Old World"]).battlefield(B, &["New World"]).start("Field");
    assert_eq!((play.count("Old World"), play.count("New World")), (0, 1));
}

/// CR 508.1h: a cost to attack that is counted when attackers are declared.
#[test]
fn a_counted_cost_to_attack() {
    let mut play = table()
        .lands(A, 2, "Field")
        .battlefield(A, &["Bear Cub"])
        .battlefield(B, &["Tax House", "Grave Paint"])
        .start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Bear Cub attacks");
    assert!(play.permanents("Field").iter().all(|land| land.is(gauntlet_magic::state::Flags::TAPPED)));
}
