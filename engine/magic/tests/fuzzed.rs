//! What random games have brought to light: each case on made-up cards.

mod common;

use common::{A, B, Table};
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Field
super Basic
type Land Plains

name Bear
cost {W}
type Creature Bear
pt 2/2

name Lull
cost {X}{W}
type Sorcery
text Tap X target creatures.

name Measure
cost {X}{W}
type Sorcery
text Destroy target creature with mana value X.

name Hollow
cost {W}
type Enchantment
text Whenever another card is put into a graveyard from anywhere, exile that card.

name Rite
cost {W}
type Sorcery
text You gain 1 life.

name Lesson
cost {1}
type Artifact
text Creatures you control have \"{W}: You gain 1 life.\"
";

/// CR 601.2b–c: an X for which there are not enough targets can't be chosen.
#[test]
fn x_is_no_more_than_there_are_targets() {
    let table = Table::new(CARDS).lands(A, 5, "Field").battlefield(B, &["Bear"]).hand(A, &["Lull"]);
    let mut play = table.start("Field");
    play.act("cast Lull");
    assert_eq!(play.kind(), DecisionKind::X);
    let numbers: Vec<String> = play.legal().into_iter().map(|(_, text)| text).collect();
    assert_eq!(numbers, ["X = 0", "X = 1"]);
}

/// CR 601.2b: a spell can be cast if there is an X for which it has targets.
#[test]
fn x_may_have_to_be_more_than_nothing() {
    let table = Table::new(CARDS).lands(A, 5, "Field").battlefield(B, &["Bear"]).hand(A, &["Measure"]);
    let mut play = table.start("Field");
    // The only X is 1 and the only target is the bear: nothing is left to choose.
    play.act("cast Measure").resolve();
    assert_eq!((play.count("Bear"), play.graveyard(B)), (0, vec!["Bear".to_owned()]));
    // With no X that can be paid it isn't offered.
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(B, &["Bear"]).hand(A, &["Measure"]);
    assert!(!table.start("Field").offered("cast Measure"));
}

/// CR 113.1c, 608.2n: an ability that has resolved is no card, and isn't put into a graveyard.
#[test]
fn abilities_are_not_put_into_graveyards() {
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Hollow", "Hollow"]).hand(A, &["Rite"]);
    let mut play = table.start("Field");
    play.act("cast Rite");
    for _ in 0..20 {
        if play.position.state_stack_len() == 0 && play.kind() == DecisionKind::Priority {
            break;
        }
        let first = play.legal()[0].0;
        play.position_apply(first);
    }
    assert_eq!((play.position.state_stack_len(), play.life(A)), (0, 21));
    let exiled = play.position.journal_lines().iter().filter(|line| line.as_str() == "Rite is exiled.").count();
    assert_eq!(exiled, 1);
}

/// CR 113.2c: an object may have an ability twice; choosing one or the other is the same choice.
#[test]
fn an_ability_that_is_there_twice_is_offered_once() {
    let table = Table::new(CARDS).lands(A, 2, "Field").battlefield(A, &["Bear", "Lesson", "Lesson"]);
    let play = table.start("Field");
    let offered = play.legal().iter().filter(|(_, text)| text.contains("You gain 1 life")).count();
    assert_eq!(offered, 1);
    assert_eq!(play.position.check_invariants(), Ok(()));
}
