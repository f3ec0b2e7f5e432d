//! Players, turns and what concerns the whole table (CR 103, 502, 508, 603.8, 701–702, 724–725), on made-up cards.

use crate::common::{A, B, Table};
use gauntlet_cards::filter::Step;
use gauntlet_core::Game;
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Taunt
cost {1}
type Sorcery
text Goad target creature.

name Swap
cost {1}
type Sorcery
text Exchange control of target creature you control and target creature an opponent controls.

name Full Stop
cost {1}
type Instant
text End the turn.

name Crown
cost {1}
type Sorcery
text You become the monarch.

name Vanish
cost {1}
type Instant
text Target creature phases out.

name Flicker Beast
cost {1}
type Creature Beast
pt 3/3
text Phasing

name Long Knife
cost {1}
type Artifact Equipment
text Equipped creature gets +2/+0.
text Equip {0}

name Jolt
cost {R}
type Instant
text ~ deals 3 damage to any target.

name Swerve
cost {1}
type Instant
text You may choose new targets for target spell.

name Holder
cost {1}
type Artifact
text You may choose not to untap ~ during your untap step.
text {T}: Scry 1.

name Kin Stone
cost {4}
type Artifact
text If ~ is in your opening hand, you may begin the game with it on the battlefield.
text As ~ enters, choose a creature type.
text Creatures you control of the chosen type get +1/+1.

name Ley Stone
cost {4}
type Artifact
text If ~ is in your opening hand, you may begin the game with it on the battlefield.

name Seer
cost {1}
type Creature Wizard
pt 1/1
text You may play lands and cast creature spells from the top of your library.

name Excavator
cost {1}
type Creature Golem
pt 1/1
text You may play lands from your graveyard.

name Moat Toll
cost {1}
type Enchantment
text Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.

name Sea Beast
cost {1}
type Creature Beast
pt 5/5
text When you control no Islands, sacrifice ~.

name Drown
cost {1}
type Instant
text Destroy target land.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"])
}

/// CR 701.15a–b: a goaded creature attacks on its controller's next turn if able, until your next turn.
#[test]
fn goaded_creatures_attack() {
    let mut play = table().lands(A, 1, "Field").hand(A, &["Taunt"]).battlefield(B, &["Bear Cub"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Taunt").resolve();
    play.go_to(2, Step::EndCombat);
    assert_eq!(play.life(A), 18);
    play.go_to(4, Step::EndCombat);
    assert_eq!(play.life(A), 18);
}

/// CR 701.12b: each gets the other's, without an end.
#[test]
fn exchanging_control() {
    let mut play = table()
        .lands(A, 1, "Field")
        .hand(A, &["Swap"])
        .battlefield(A, &["Bear Cub"])
        .battlefield(B, &["Ogre"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Swap").resolve();
    assert_eq!(play.permanents("Ogre")[0].controller, A);
    assert_eq!(play.permanents("Bear Cub")[0].controller, B);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.permanents("Ogre")[0].controller, A);
}

/// CR 723.1: the stack is exiled and the turn is over.
#[test]
fn ending_the_turn() {
    let mut play = table().lands(A, 1, "Field").lands(A, 1, "Peak").hand(A, &["Full Stop", "Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").act("cast Full Stop");
    play.act("pass").act("pass");
    assert_eq!((play.position.turn(), play.life(B)), (2, 20));
    assert!(play.graveyard(A).is_empty());
}

/// CR 724.2: the monarch draws in their end step, and loses the crown with combat damage.
#[test]
fn the_monarch() {
    let mut play =
        table().lands(A, 1, "Field").hand(A, &["Crown"]).battlefield(B, &["Bear Cub", "Idler"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Crown").resolve();
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.hand(A).len(), 1);
    play.go_to(2, Step::DeclareAttackers);
    play.act("Bear Cub attacks");
    play.go_to(3, Step::Upkeep);
    // B drew for the turn and for the crown; A's end step came before.
    assert_eq!(play.hand(B).len(), 2);
    play.go_to(4, Step::Upkeep);
    assert_eq!(play.hand(A).len(), 2);
    // The monarch's abilities have no source, so the journal names no card.
    let told = "An ability triggers: At the beginning of the monarch's end step, that player draws a card.";
    let lines = play.position.journal_lines();
    assert!(lines.contains(&told), "{lines:?}");
}

/// CR 702.26: phased out with what is attached to it, back before its controller untaps, tapped and equipped as it was.
#[test]
fn phasing_out_and_in() {
    let mut play = table()
        .lands(A, 2, "Field")
        .battlefield(A, &["Bear Cub", "Long Knife"])
        .hand(A, &["Vanish", "Vanish"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("Long Knife [").resolve();
    assert_eq!(play.pt("Bear Cub"), (4, 2));
    play.act("cast Vanish").resolve();
    assert_eq!((play.count("Bear Cub"), play.count("Long Knife")), (0, 0));
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.count("Bear Cub"), 0);
    play.go_to(3, Step::Upkeep);
    assert_eq!((play.pt("Bear Cub"), play.count("Long Knife")), ((4, 2), 1));
    assert!(play.position.check_invariants().is_ok());
}

/// CR 702.26a: phasing, every other turn.
#[test]
fn the_phasing_keyword() {
    let mut play = table().battlefield(A, &["Flicker Beast"]).battlefield(B, &["Idler"]).start("Field");
    let counts: Vec<usize> = (1..=7)
        .map(|turn| {
            play.go_to(turn, Step::PrecombatMain);
            play.count("Flicker Beast")
        })
        .collect();
    // It phases out in its controller's first untap step, and in in the next.
    assert_eq!(counts, [0, 0, 1, 1, 0, 0, 1]);
}

/// CR 115.7d: new targets, if legal; the old one stays if so chosen.
#[test]
fn new_targets() {
    let mut play = table()
        .lands(A, 1, "Peak")
        .lands(A, 1, "Field")
        .hand(A, &["Jolt", "Swerve"])
        .battlefield(B, &["Bear Cub"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player A").act("cast Swerve");
    play.act("pass");
    assert!(play.offered("done") && play.offered("Bear Cub") && !play.offered("Player A"));
    play.act("Bear Cub").resolve();
    assert_eq!((play.count("Bear Cub"), play.life(A)), (0, 20));
}

/// CR 502.3: which permanents untap is chosen before any does.
#[test]
fn choosing_not_to_untap() {
    let mut play = table().tapped(A, &["Holder"]).tapped(A, &["Field"]).start("Field");
    assert_eq!(play.kind(), DecisionKind::May);
    play.act("no");
    assert!(play.tapped("Holder") && !play.tapped("Field"));
    play.go_to(2, Step::Upkeep);
    while play.kind() != DecisionKind::May {
        play.act("pass");
    }
    play.act("yes");
    assert!(!play.tapped("Holder"));
}

/// CR 103.6a: some cards may begin the game on the battlefield.
#[test]
fn beginning_on_the_battlefield() {
    for begins in [true, false] {
        let mut play = table().hand(B, &["Ley Stone"]).hand(A, &["Field"]).start("Field");
        assert_eq!((play.kind(), play.player()), (DecisionKind::May, Some(B)));
        play.act(if begins { "yes" } else { "no" });
        assert_eq!(play.count("Ley Stone"), usize::from(begins));
        assert_eq!(play.hand(B).len(), usize::from(!begins));
        assert_eq!(play.position.turn(), 1);
    }
}

/// CR 103.6a, 614.12a: a card that begins there enters as what is chosen for it.
#[test]
fn choosing_as_the_game_begins() {
    let mut play = table().hand(B, &["Kin Stone", "Ley Stone"]).battlefield(B, &["Ogre"]).start("Field");
    play.act("yes").act("yes");
    assert_eq!((play.count("Kin Stone"), play.count("Ley Stone")), (1, 1));
    // The Ogre's type is the only one that there is.
    assert_eq!((play.pt("Ogre"), play.position.turn()), ((5, 5), 1));
}

/// CR 601.3e, 401.5: cards on top of the library can be played as if from the hand.
#[test]
fn playing_from_the_top_of_the_library() {
    let mut play =
        table().battlefield(A, &["Seer"]).lands(A, 4, "Isle").library(A, &["Jolt", "Ogre", "Peak"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("play Peak from the library");
    assert_eq!(play.count("Peak"), 1);
    play.act("cast Ogre from the library").resolve();
    assert_eq!(play.count("Ogre"), 1);
    assert!(!play.offered("cast Jolt"));
    assert!(play.position.check_invariants().is_ok());
}

/// The same for lands in the graveyard, one each turn (CR 305.2).
#[test]
fn playing_lands_from_the_graveyard() {
    let mut play = table().battlefield(A, &["Excavator"]).graveyard(A, &["Peak", "Isle", "Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("Peak [");
    assert_eq!(play.count("Peak"), 1);
    assert!(!play.offered("Isle"));
}

/// CR 508.1h–j: attacking costs mana for each creature; who can't pay can't attack.
#[test]
fn a_cost_to_attack() {
    let mut play = table()
        .lands(A, 3, "Field")
        .battlefield(A, &["Bear Cub", "Ogre"])
        .battlefield(B, &["Moat Toll"])
        .start("Field");
    play.go_to(1, Step::DeclareAttackers);
    assert!(play.offered("Bear Cub attacks Player B"));
    play.act("Bear Cub attacks Player B");
    // Three lands pay for one only.
    assert_eq!(play.permanents("Field").iter().filter(|land| land.is(gauntlet_magic::state::Flags::TAPPED)).count(), 2);
    assert_ne!(play.kind(), DecisionKind::Attack);
    play.go_to(1, Step::EndCombat);
    assert_eq!(play.life(B), 18);
}

/// CR 603.8: a state trigger, once.
#[test]
fn a_state_trigger() {
    let mut play =
        table().battlefield(A, &["Sea Beast", "Isle"]).lands(A, 1, "Field").hand(A, &["Drown"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.count("Sea Beast"), 1);
    play.act("cast Drown").act("Isle");
    play.act("pass");
    assert_eq!(play.position.state_stack_len(), 1);
    play.resolve();
    assert_eq!((play.count("Sea Beast"), play.position.state_stack_len()), (0, 0));
}
