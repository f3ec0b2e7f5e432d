//! What random games have brought to light: each case on made-up cards.

use crate::common::{A, B, Table};
use gauntlet_magic::decision::DecisionKind;
use gauntlet_magic::filter::Step;

const CARDS: &str = "\
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

name Undig
cost {W}
type Instant
text Exile target card from a graveyard.
text Flashback {W}

name Rite
cost {W}
type Sorcery
text You gain 1 life.

name Lesson
cost {1}
type Artifact
text Creatures you control have \"{W}: You gain 1 life.\"

name Pry
cost {W}
type Sorcery
text Target opponent loses 2 life, then reveals a card at random from their hand.

name Altar
cost {1}
type Artifact
text {X}, Discard a card with mana value X: You gain X life.

name Drill
cost {W}
type Instant
text Create a 1/1 white Soldier creature token. Exile it at the beginning of the next end step.

name Sum
cost {W}
type Enchantment
text Whenever you cast an instant or sorcery spell, create a 0/0 green Ooze creature token. Put X +1/+1 counters on it, where X is that spell's mana value.

name Fade
cost {W}
type Instant
text Target creature phases out.
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

/// CR 701.20a: what is picked at random may be in a hand, and stays there when it is only revealed.
#[test]
fn a_card_in_a_hand_is_picked_at_random() {
    let table = Table::new(CARDS).lands(A, 1, "Field").hand(A, &["Pry"]).hand(B, &["Bear"]);
    let mut play = table.start("Field");
    play.act("cast Pry").resolve();
    assert_eq!((play.life(B), play.position.check_invariants()), (18, Ok(())));
}

/// CR 601.2b: where X says only what a cost is paid with, X is such a number that it can be paid.
#[test]
fn x_may_say_what_a_cost_is_paid_with() {
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Altar"]);
    assert!(!table.start("Field").offered("Altar"));
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Altar"]).hand(A, &["Bear"]);
    let mut play = table.start("Field");
    // X is 1 and the bear is what is discarded: nothing is left to choose.
    play.act("Altar").resolve();
    assert_eq!((play.life(A), play.graveyard(A)), (21, vec!["Bear".to_owned()]));
}

/// CR 702.26d: a token that is phased out goes on existing, and nothing moves it.
#[test]
fn what_is_phased_out_stays_where_it_is() {
    let table = Table::new(CARDS).lands(A, 2, "Field").hand(A, &["Drill", "Fade"]);
    let mut play = table.start("Field");
    play.act("cast Drill").resolve();
    play.act("cast Fade").resolve();
    assert_eq!((play.count("Soldier Token"), play.position.check_invariants()), (0, Ok(())));
    play.go_to(3, Step::PrecombatMain);
    assert_eq!((play.count("Soldier Token"), play.position.check_invariants()), (1, Ok(())));
}

/// What X is said to be comes last: "it" before that is what was made.
#[test]
fn it_is_not_what_x_counts() {
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Sum"]).hand(A, &["Rite"]);
    let mut play = table.start("Field");
    play.act("cast Rite").resolve();
    assert_eq!((play.count("Ooze Token"), play.position.check_invariants()), (1, Ok(())));
}

/// CR 601.2a: a card that is cast from a graveyard is on the stack when targets are chosen, so it can't be its own.
#[test]
fn a_spell_from_the_graveyard_is_no_target_of_its_own() {
    let table = Table::new(CARDS).lands(A, 1, "Field").graveyard(A, &["Undig"]);
    assert!(!table.start("Field").offered("cast Undig"));
    let table = Table::new(CARDS).lands(A, 1, "Field").graveyard(A, &["Undig", "Bear"]);
    let mut play = table.start("Field");
    assert!(play.offered("cast Undig"), "{:?}", play.legal());
    play.act("cast Undig").resolve();
    assert!(play.graveyard(A).is_empty());
}
