//! What players choose beyond what is needed, what is remembered of spells that are gone, and what enters together.

use crate::common::{A, B, Table};
use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::Keywords;
use gauntlet_magic::decision::{Action, DecisionKind};

const CARDS: &str = "\
name Cart
cost {2}
type Artifact Vehicle
pt 4/4
text Crew 2

name Stormlet
cost {R}
type Sorcery
text ~ deals 1 damage to any target.
text Storm

name Spark
cost {R}
type Instant
text You gain 1 life.

name Refusal
cost {R}
type Instant
text Counter target spell.

name Slow Spark
cost {4}{G}
type Creature Elemental
pt 3/3
text Suspend 1—{G}

name Borrow
cost {G}
type Sorcery
text Gain control of target creature until end of turn.

name Masked Elf
cost {4}{G}
type Creature Elf
pt 5/4
text Morph {G}

name Mimicry
cost {G}
type Instant
text Target creature becomes a copy of another target creature until end of turn.

name Table Talk
cost {G}
type Sorcery
text Each player may put a creature card from their hand onto the battlefield.

name Plain Double
cost {3}{U}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"]).battlefield(B, &["Idler"])
}

/// CR 702.122a: any number of creatures with total power of at least that much: also more than are needed.
#[test]
fn more_creatures_than_needed_crew() {
    for all in [false, true] {
        let mut play = table().battlefield(A, &["Cart", "Bear Cub", "Ogre"]).start("Field");
        play.go_to(1, Step::PrecombatMain);
        play.act("Cart").act("Bear Cub");
        assert!(play.offered("done") && play.offered("Ogre"), "{:?}", play.legal());
        play.act(if all { "Ogre" } else { "done" }).resolve();
        assert!(play.permanents("Cart")[0].is_creature());
        assert_eq!((play.tapped("Bear Cub"), play.tapped("Ogre")), (true, all));
    }
}

/// CR 702.40a, 707.10: a spell that has left the stack is copied as it last was there.
#[test]
fn storm_copies_a_countered_spell() {
    let mut play = table()
        .lands(A, 2, "Peak")
        .lands(B, 1, "Peak")
        .hand(A, &["Spark", "Stormlet"])
        .hand(B, &["Refusal"])
        .start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Spark").resolve();
    play.act("cast Stormlet").act("Player B");
    play.act("pass").act("cast Refusal");
    if play.offered("Stormlet") {
        play.act("Stormlet");
    }
    while play.kind() != DecisionKind::Priority || play.position.state_stack_len() > 0 {
        if play.legal().iter().any(|row| row.0 == Action::Player(B)) {
            play.act("Player B");
        } else if play.kind() == DecisionKind::Priority {
            play.act("pass");
        } else {
            let first = play.legal()[0].0;
            play.position_apply(first);
        }
    }
    assert_eq!(play.life(B), 19, "the copy, not the spell: {:?}", play.position.journal_lines());
    assert!(play.graveyard(A).contains(&"Stormlet".to_owned()));
}

/// CR 702.62a: it has haste until its player loses control of it, and not again when they get it back.
#[test]
fn haste_of_a_suspended_creature_ends() {
    let mut play =
        table().hand(A, &["Slow Spark"]).lands(A, 1, "Grove").lands(B, 1, "Grove").hand(B, &["Borrow"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("Slow Spark: Suspend");
    play.go_to(3, Step::Upkeep);
    while play.kind() != DecisionKind::May {
        play.act("pass");
    }
    play.act("Slow Spark").resolve();
    let haste = |play: &crate::common::Play| {
        play.permanents("Slow Spark")[0].characteristics.keywords.contains(Keywords::HASTE)
    };
    assert!(haste(&play));
    play.go_to(4, Step::PrecombatMain);
    assert!(haste(&play));
    play.act("cast Borrow").resolve();
    assert_eq!(play.permanents("Slow Spark")[0].controller, B);
    assert!(!haste(&play));
    play.go_to(5, Step::Upkeep);
    assert_eq!(play.permanents("Slow Spark")[0].controller, A);
    assert!(!haste(&play));
}

/// CR 707.3, 708.10: a face-down permanent that becomes a copy stays as it is; it can be turned face up for its morph cost only when that is
/// what it would have face up.
#[test]
fn a_face_down_copy() {
    let mut play =
        table().lands(A, 5, "Grove").battlefield(A, &["Ogre"]).hand(A, &["Masked Elf", "Mimicry"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Masked Elf (Cast face down with morph)").resolve();
    assert_eq!(play.pt(""), (2, 2));
    play.act("cast Mimicry").act("face-down creature");
    if play.offered("Ogre") {
        play.act("Ogre");
    }
    play.resolve();
    assert_eq!(play.pt(""), (2, 2));
    assert!(!play.offered("face-down creature"));
    play.go_to(3, Step::PrecombatMain);
    play.act("face-down creature");
    assert_eq!((play.count("Ogre"), play.pt("Masked Elf")), (1, (5, 4)));
}

/// CR 608.2e, 614.12: what several players put onto the battlefield enters at the same time: none can copy another.
#[test]
fn what_enters_together_is_not_there_yet() {
    let mut play =
        table().lands(A, 1, "Grove").hand(A, &["Table Talk", "Ogre"]).hand(B, &["Plain Double"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Table Talk").act("pass").act("pass");
    while play.kind() != DecisionKind::Priority {
        let legal = play.legal();
        let yes = legal.iter().find(|row| row.0 == Action::Yes).unwrap_or(&legal[0]).0;
        play.position_apply(yes);
    }
    assert_eq!((play.count("Ogre"), play.count("Plain Double")), (1, 0));
    assert_eq!(play.graveyard(B), ["Plain Double"]);
}
