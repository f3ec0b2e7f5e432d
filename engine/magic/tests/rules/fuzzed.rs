//! What random games have brought to light: each case on made-up cards.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Bear
cost {W}
type Creature Bear
pt 2/2

name Guardian Hymn
cost {W}
type Instant
text Choose a color. All creatures gain protection from the chosen color until end of turn.

name Snare
cost {W}
type Instant
text Each attacking creature doesn't untap during its controller's next untap step.

name Tally
cost {W}
type Instant
text Each creature with toughness greater than its power can't block this turn.

name Muscle
cost {W}
type Instant
text Target creature gets +0/+2 until end of turn.

name Night Filter
type Land
text {T}: Add {C}.
text {1}, {T}: Add {U}, {B}, or {R}.

name Library Hall
type Land
text {T}, Pay 1 life: Add one mana of any color. Spend this mana only to cast an instant or sorcery spell.

name Dread Page
cost {B}{B}
type Sorcery
text You gain 1 life.

name Grip
cost {W}
type Enchantment Aura
text Flash
text Enchant creature
text You control enchanted creature.

name Grave Broom
cost {W}
type Sorcery
text Exile two target cards from a single graveyard.

name Dune Camp
type Land Desert
text {T}: Add {C}.
text {T}, Sacrifice ~: Add {W}.
text {2}{W}{W}, {T}, Sacrifice a Desert: You gain 5 life.

name Masked Bear
cost {4}{W}
type Creature Bear
pt 4/4
text Morph {W}

name Tide
cost {W}
type Instant
text Return all creatures to their owners' hands.

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

name Sprout
cost {G}
type Creature Elf
pt 1/1
text {T}: Add {W}.

name Study
cost {W}
type Sorcery
text As an additional cost to cast this spell, tap two untapped creatures you control.
text You gain 3 life.

name Coin
cost {1}
type Artifact
text {T}, Sacrifice this artifact: Add one mana of any color.

name Smelter
cost {1}
type Enchantment
text {1}, Sacrifice an artifact: You gain 2 life.

name Golem
cost {2}
type Artifact
type Creature Golem
pt 2/2

name Bonfire
cost {1}
type Enchantment
text Sacrifice an artifact, Sacrifice a creature: You gain 2 life.

name Prism
cost {2}
type Artifact
text {1}, {T}: Add {W}{B}.

name Lens
cost {2}
type Artifact
text {1}, {T}: Add one mana of any color.

name Well
cost {1}
type Enchantment
text {U}{U}: You gain 1 life.

name Toll
cost {R}
type Sorcery
text As an additional cost to cast this spell, sacrifice a creature.
text You gain 3 life.

name Find
cost {W}
type Sorcery
text Exile cards from the top of your library until you exile a nonland card. You may cast that card without paying its mana cost.

name Raven
cost {2}{U}
type Creature Bird
pt 2/2
text When this creature enters, return target creature to its owner's hand.

name Mirror
cost {2}
type Artifact
text {2}, {T}: Copy target activated or triggered ability you control. You may choose new targets for the copy.

name Maw
cost {1}
type Artifact
text Sacrifice a creature: You gain 1 life.

name Unearthing
cost {X}{B}
type Sorcery
text Return target creature card with mana value X from your graveyard to the battlefield.

name Wary
cost {W}
type Creature Illusion
pt 2/1
text When this creature becomes the target of a spell or ability, sacrifice it.

name Barter
cost {W}
type Sorcery
text You may exchange control of target creature you control and target creature an opponent controls.

name Lurker
cost {2}{B}
type Creature Goblin
pt 3/1
layout modal_dfc
face Burrow
type Land
text As this land enters, you may pay 3 life. If you don't, it enters tapped.
text {T}: Add {B}.

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

/// CR 113.1c, 608.2n: an ability that has resolved isn't a card, and isn't put into a graveyard.
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
    let exiled = play.position.journal_lines().iter().filter(|line| **line == "Rite is exiled.").count();
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

/// CR 118.3, 601.2h: what is tapped for a cost makes no mana for it, so that such things are left for the mana.
#[test]
fn what_is_tapped_for_a_cost_makes_no_mana_for_it() {
    let table = Table::new(CARDS).battlefield(A, &["Sprout", "Bear"]).hand(A, &["Study"]);
    assert!(!table.start("Field").offered("cast Study"));
    let table = Table::new(CARDS).battlefield(A, &["Sprout", "Sprout", "Bear"]).hand(A, &["Study"]);
    let mut play = table.start("Field");
    play.act("cast Study");
    // One of the three makes the mana: any two others can be tapped.
    assert_eq!(play.legal().len(), 3);
    play.act("Sprout").resolve();
    assert_eq!((play.life(A), play.permanents("Bear")[0].is(gauntlet_magic::state::Flags::TAPPED)), (23, true));
}

/// CR 118.3, 601.2g: mana is made before costs are paid, so what is sacrificed for mana is not there to be sacrificed again.
#[test]
fn what_is_sacrificed_for_mana_pays_nothing_else() {
    let table = Table::new(CARDS).battlefield(A, &["Smelter", "Coin"]);
    assert!(!table.start("Field").offered("Smelter"));
    let table = Table::new(CARDS).battlefield(A, &["Smelter", "Coin", "Coin"]);
    let mut play = table.start("Field");
    play.act("Smelter");
    play.act("Coin").resolve();
    assert_eq!((play.life(A), play.count("Coin")), (22, 0));
}

/// CR 118.3: one permanent doesn't pay two parts of a cost.
#[test]
fn a_permanent_is_sacrificed_once() {
    let table = Table::new(CARDS).battlefield(A, &["Bonfire", "Golem"]);
    assert!(!table.start("Field").offered("Bonfire"));
    let table = Table::new(CARDS).battlefield(A, &["Bonfire", "Golem", "Bear"]);
    let mut play = table.start("Field");
    // The golem is the only artifact, and so the bear is the creature.
    play.act("Bonfire").resolve();
    assert_eq!((play.life(A), play.count("Golem"), play.count("Bear")), (22, 0, 0));
}

/// CR 601.2b, 605.3: X is found with mana that is made of mana, too.
#[test]
fn x_is_paid_with_converted_mana() {
    let table = Table::new(CARDS).lands(A, 2, "Field").battlefield(A, &["Prism"]).hand(A, &["Unearthing"]);
    let mut play = table.graveyard(A, &["Lurker", "Golem"]).start("Field");
    // Two fields and the prism make {W}{W}{B} or less: X is 2 at most.
    play.act("cast Unearthing").resolve();
    assert_eq!((play.count("Golem"), play.graveyard(A)), (1, vec!["Lurker".to_owned(), "Unearthing".to_owned()]));
}

/// CR 608.2b, 608.2d: a target that has become illegal is none while the rest of the spell or ability is carried out, and nothing is offered of
/// it.
#[test]
fn an_illegal_target_is_none() {
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Bear"]).battlefield(B, &["Wary"]);
    let mut play = table.hand(A, &["Barter"]).start("Field");
    play.act("cast Barter").resolve();
    assert_eq!(play.count("Wary"), 0);
    assert_ne!(play.kind(), DecisionKind::May);
    assert_eq!((play.count("Bear"), play.position.check_invariants()), (1, Ok(())));
}

/// CR 305.1: a land that is played is there for all to see, while its player decides how it enters.
#[test]
fn a_land_being_played_is_no_secret() {
    use gauntlet_core::{Game as _, Seed};
    let table = Table::new(CARDS).hand(A, &["Lurker"]).hand(B, &["Bear", "Rite"]);
    let mut play = table.start("Field");
    play.act("play Burrow");
    assert_eq!(play.kind(), DecisionKind::MayPay);
    let shown = |position: &gauntlet_magic::Position| {
        let objects = (0..64).filter_map(|place| position.visible(B).object(place));
        objects.filter(|object| position.pool().card(object.card).name == "Burrow").count()
    };
    assert_eq!(shown(&play.position), 1);
    for seed in 0..10 {
        let mut world = play.position.clone();
        world.determinize(B, &mut Seed::from_u64(seed).rng());
        assert_eq!((shown(&world), world.check_invariants()), (1, Ok(())));
    }
}

/// CR 605.3: several mana abilities that cost mana work one after the other.
#[test]
fn two_converters_pay_one_cost() {
    for lands in [["Isle", "Field"], ["Field", "Bog"], ["Field", "Isle"]] {
        let table = Table::new(CARDS).battlefield(A, &lands).battlefield(A, &["Lens", "Lens", "Well"]);
        let mut play = table.start("Field");
        play.act("Well").resolve();
        assert_eq!(play.life(A), 21, "{lands:?}");
    }
}

/// CR 605.3: that no use of many mana abilities pays a cost is found out in time.
#[test]
fn many_converters_that_do_not_help_are_soon_given_up() {
    let lenses = ["Lens"; 12];
    let table = Table::new(CARDS).lands(A, 2, "Field").battlefield(A, &lenses).hand(A, &["Raven"]);
    let play = table.start("Field");
    let offered = play.legal().iter().any(|(_, words)| words.contains("Raven"));
    assert!(!offered, "two lands make no more than two mana, whatever they are turned into");
}

/// CR 118.9d: additional costs are paid for what is cast without paying its mana cost.
#[test]
fn what_is_cast_for_free_needs_its_additional_costs() {
    for (creatures, life) in [(&[][..], 20), (&["Bear"][..], 23)] {
        let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, creatures).hand(A, &["Find"]);
        let mut play = table.library(A, &["Toll"]).start("Field");
        play.act("cast Find").resolve();
        if play.kind() == DecisionKind::May {
            play.act("Toll").resolve();
        }
        assert_eq!((play.life(A), play.count("Bear")), (life, 0));
    }
}

/// CR 707.10c: who may choose new targets for a copy may leave them, even if they are illegal by now.
#[test]
fn a_copy_keeps_targets_for_which_there_are_no_others() {
    let table = Table::new(CARDS).lands(A, 3, "Isle").lands(A, 2, "Field").battlefield(A, &["Mirror", "Maw"]);
    let mut play = table.hand(A, &["Raven"]).start("Field");
    // The raven enters, and its ability has but itself for a target.
    play.act("cast Raven");
    assert_eq!((play.count("Raven"), play.position.state_stack_len()), (1, 1));
    play.act("Mirror");
    play.act("Maw").resolve();
    assert_eq!((play.life(A), play.graveyard(A)), (21, vec!["Raven".to_owned()]));
    assert_eq!(play.position.check_invariants(), Ok(()));
}

/// CR 608.2h: what was chosen as a spell resolved is so for its effect, wherever the spell is.
#[test]
fn a_chosen_color_outlasts_its_spell() {
    let table = Table::new(CARDS).lands(A, 2, "Field").battlefield(A, &["Bear"]);
    let mut play = table.hand(A, &["Guardian Hymn", "Muscle"]).start("Field");
    play.act("cast Guardian Hymn").resolve();
    play.act("black").resolve();
    play.act("cast Muscle").resolve();
    assert_eq!(play.pt("Bear"), (2, 4));
    assert!(play.permanents("Bear")[0].characteristics.keywords.contains(Keywords::PROTECTION_FROM_BLACK));
    assert_eq!(play.position.check_invariants(), Ok(()));
}

/// CR 502.3: what is said of one untap step of each creature is said of those that it was said of, and ends with that step.
#[test]
fn one_untap_step_each() {
    let table = Table::new(CARDS).lands(B, 1, "Field").battlefield(A, &["Bear", "Golem"]).hand(B, &["Snare"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Bear attacks").act("Golem doesn't attack");
    while !play.offered("cast Snare") {
        play.act("pass");
    }
    play.act("cast Snare").resolve();
    play.go_to(3, Step::DeclareAttackers);
    assert!(play.tapped("Bear"));
    play.act("Golem attacks");
    assert_eq!(play.position.check_invariants(), Ok(()));
    play.go_to(5, Step::PrecombatMain);
    assert!(!play.tapped("Bear") && !play.tapped("Golem"));
}

/// CR 611.2c, 613.11: an effect that changes no characteristics applies to whatever fits by then, characteristics being known.
#[test]
fn who_cannot_block_is_told_anew() {
    let table =
        Table::new(CARDS).lands(A, 3, "Field").battlefield(B, &["Bear"]).hand(A, &["Tally", "Muscle", "Muscle"]);
    let mut play = table.start("Field");
    let cant_block = |play: &Play| play.permanents("Bear")[0].restrictions.contains(Restrictions::CANT_BLOCK);
    play.act("cast Tally").resolve();
    assert!(!cant_block(&play));
    play.act("cast Muscle").resolve();
    assert!(cant_block(&play));
    assert_eq!(play.position.check_invariants(), Ok(()));
}

/// CR 106.6, 605.3: mana for certain spells only pays beside mana that is made of mana.
#[test]
fn converters_beside_restricted_mana() {
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Night Filter", "Library Hall"]);
    let mut play = table.hand(A, &["Dread Page"]).start("Field");
    play.act("cast Dread Page").resolve();
    assert_eq!(play.life(A), 20, "1 life was paid, and 1 gained");
}

/// CR 115.1, 601.2c: the first of two targets from a single graveyard is one that another can follow.
#[test]
fn two_targets_from_one_graveyard() {
    let table = || Table::new(CARDS).lands(A, 1, "Field").hand(A, &["Grave Broom"]).graveyard(A, &["Bear"]);
    assert!(!table().graveyard(B, &["Golem"]).start("Field").offered("cast Grave Broom"));
    let mut play = table().graveyard(B, &["Golem", "Rite"]).start("Field");
    play.act("cast Grave Broom");
    assert!(!play.offered("Bear"));
    play.act("Golem").resolve();
    assert_eq!((play.graveyard(A), play.graveyard(B)), (vec!["Bear".to_owned(), "Grave Broom".to_owned()], vec![]));
}

/// CR 708.9: a face-down permanent that has left is known, and deals no card twice in a world.
#[test]
fn a_face_down_card_in_hand_again() {
    use gauntlet_core::{Game as _, Seed};
    let table = Table::new(CARDS).lands(A, 4, "Field").hand(A, &["Masked Bear", "Tide"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Masked Bear (Cast face down with morph)").resolve();
    let owned = play.position.cards_owned();
    play.act("cast Tide").resolve();
    for seed in 0..10 {
        let mut world = play.position.clone();
        world.determinize(B, &mut Seed::from_u64(seed).rng());
        assert_eq!(world.cards_owned(), owned);
    }
}

/// CR 506.4: an attacker that another player controls by a static ability is removed from combat.
#[test]
fn an_attacker_that_changes_sides() {
    let table = Table::new(CARDS).lands(B, 1, "Field").battlefield(A, &["Bear"]).hand(B, &["Grip"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Bear attacks");
    while !play.offered("cast Grip") {
        play.act("pass");
    }
    play.act("cast Grip").resolve();
    assert_eq!(play.position.check_invariants(), Ok(()));
    play.go_to(1, Step::PostcombatMain);
    assert_eq!((play.life(B), play.permanents("Bear")[0].controller), (20, B));
}

/// CR 118.3: of two permanents that are alike one is tapped for the cost already, and the mana of the other is needed.
#[test]
fn what_is_tapped_for_a_cost_is_unlike_its_twin() {
    let table = Table::new(CARDS).battlefield(A, &["Dune Camp", "Dune Camp"]).lands(A, 3, "Field").ask_forced();
    let mut play = table.start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("Dune Camp");
    assert_eq!((play.kind(), play.legal().len()), (DecisionKind::CostChoice, 1));
    play.act("Dune Camp").resolve();
    assert_eq!((play.life(A), play.count("Dune Camp")), (25, 1));
}

/// CR 506.4, 611.3a: an attacker that comes under another player's control leaves combat, and hasn't what attackers of that player have.
#[test]
fn what_leaves_combat_has_nothing_of_attackers() {
    let drum = "name War Drum\ncost {B}\ntype Artifact\ntext Attacking creatures you control have deathtouch.\n\nname Sway\ncost {B}\ntype Artifact\ntext {0}: Gain control of target creature for as long as you control ~.\n";
    let table = Table::new(&format!("{CARDS}\n{drum}"));
    let table = table.battlefield(A, &["Bear"]).battlefield(B, &["War Drum", "Sway"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Bear attacks");
    while !play.offered("Sway") {
        play.act("pass");
    }
    play.act("Sway").resolve();
    assert_eq!(play.position.check_invariants(), Ok(()));
    assert!(!play.permanents("Bear")[0].characteristics.keywords.contains(Keywords::DEATHTOUCH));
}
