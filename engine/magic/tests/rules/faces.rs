//! Cards with several faces: each rule proven by a played position. Cards are made up for the purpose.

use crate::common::{A, B, LANDS, Table};
use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_cards::text::CardBase;
use gauntlet_cards::types::{CardTypes, Colors};
use gauntlet_core::{Game, PerPlayer, Seed};
use gauntlet_magic::{Options, Position, Setup};
use rand::RngExt;

const CARDS: &str = "\
name Day Cub
cost {1}{G}
type Creature Bear
pt 2/2
text {G}: Transform ~.
layout transform
face Night Bear
color R
type Creature Bear
pt 4/4
text Trample
text When ~ transforms into Night Bear, you gain 3 life.

name Guest
cost {1}{G}
type Creature Elf
pt 2/2
text Disturb {2}{G}
layout transform
face Ghost of the Guest
color G
type Creature Spirit
pt 1/1
text Flying
text If ~ would be put into a graveyard from anywhere, exile it instead.

name Left Gate
type Land
layout meld
text {T}: If you both own and control ~ and a creature named Right Gate, exile them, then meld them into Whole Gate.
face Whole Gate
type Creature Wall
pt 0/9

name Right Gate
cost {G}
type Creature Wall
pt 0/3
layout meld
face Whole Gate
type Creature Wall
pt 0/9

name Twin Path
cost {G}
type Sorcery
text You gain 4 life.
layout modal_dfc
face Path Grove
type Land
text ~ enters tapped.
text {T}: Add {G}.

name Two Beasts
cost {G}
type Creature Beast
pt 1/1
layout modal_dfc
face Other Beast
cost {2}{G}
type Creature Beast
pt 3/3

name Walker of Tales
cost {1}{G}
type Creature Giant
pt 3/3
layout adventure
face Tall Tale
cost {G}
type Instant Adventure
text You gain 2 life.

name Gain // Bolt
layout split
face Gain
cost {G}
type Instant
text You gain 1 life.
text Fuse
face Bolt
cost {1}{G}
type Sorcery
text ~ deals 3 damage to target creature.
text Fuse

name First // Second
layout split
face First
cost {G}
type Sorcery
text You gain 1 life.
face Second
cost {1}{G}
type Sorcery
text Aftermath
text You gain 5 life.

name Scholar
cost {G}
type Creature Human
pt 1/1
text {G}: Flip ~.
layout flip
face Wise Scholar
super Legendary
type Creature Human
pt 5/5

name Mimic
cost {1}{U}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.

name Measure
cost {G}
type Instant
text Destroy target creature with mana value 2.

name Return Home
cost {G}
type Instant
text Return target creature to its owner's hand.

name Moon Cub
cost {1}{G}
type Creature Human Werewolf
pt 2/2
text Daybound
layout transform
face Moon Beast
color G
type Creature Werewolf
pt 4/4
text Nightbound

name Howler
cost {1}{G}
type Creature Human Werewolf
pt 1/1
text At the beginning of each upkeep, if no spells were cast last turn, transform ~.
layout transform
face Howling Beast
color G
type Creature Werewolf
pt 3/3
text At the beginning of each upkeep, if a player cast two or more spells last turn, transform ~.

name Long Tale
cost {1}{G}
type Enchantment Saga
text I, II — You gain 1 life.
text III — You gain 5 life.

name Turning Tale
cost {G}
type Enchantment Saga
text I — You gain 1 life.
text II — Exile ~, then return it to the battlefield transformed under your control.
layout transform
face Tale Spirit
color G
type Enchantment
type Creature Spirit
pt 3/3

name Lesson Class
cost {G}
type Enchantment Class
text Creatures you control get +1/+0.
text {1}{G}: Level 2
text When ~ becomes level 2, you gain 3 life.
text {G}: Level 3
text Creatures you control get +0/+2.

name Climber
cost {G}
type Creature Human
pt 1/1
text Level up {G}
text LEVEL 1-2
text 3/3
text LEVEL 3+
text 5/5
text Flying

name Cart
cost {2}
type Artifact Vehicle
pt 4/4
text Crew 3

name Pony
cost {G}
type Creature Mount
pt 2/2
text Whenever ~ attacks while saddled, you gain 2 life.
text Saddle 1

name Masked Elf
cost {4}{G}
type Creature Elf
pt 5/4
text Megamorph {G}
text When ~ enters, you gain 10 life.
text When ~ is turned face up, you gain 3 life.

name Cloaked Elf
cost {4}{G}
type Creature Elf
pt 4/4
text Disguise {1}{G}

name Hide
cost {G}
type Sorcery
text Manifest the top card of your library.

name Dread
cost {G}
type Sorcery
text Manifest dread.

name Foreseen
cost {4}{G}
type Sorcery
text You gain 4 life.
text Foretell {G}

name Foreseen Ogre
cost {4}{G}{G}
type Creature Ogre
pt 4/4
text Foretell {2}{G}

name Mask Chisel
cost {2}
type Artifact
text Face-down creature spells you cast cost {1} less to cast.

name Plotter
cost {3}{G}
type Creature Elf
pt 3/3
text Plot {1}{G}

name Siege of Test
cost {1}{G}
type Battle Siege
defense 2
text When ~ enters, you gain 1 life.
layout transform
face Freed Beast
color G
type Creature Beast
pt 4/4

name Slow Spark
cost {4}{G}
type Creature Elemental
pt 3/3
text Suspend 1—{G}

name Late Gift
color G
type Sorcery
text You gain 6 life.
text Suspend 2—{G}

name Small Engine
cost {5}
type Artifact
type Creature Construct
pt 6/6
text Prototype {1}{G} — 2/3
text Trample

name Negate All
cost {U}
type Instant
text Counter target spell.
";

fn table() -> Table {
    Table::new(CARDS)
}

/// CR 712.21: a melded permanent is two cards of its owner's.
#[test]
fn a_melded_permanent_is_two_cards() {
    let mut play = table().battlefield(A, &["Left Gate", "Right Gate"]).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    let owned = play.position.cards_owned();
    play.act("Left Gate").resolve();
    assert!(play.count("Whole Gate") == 1 && play.position.cards_owned() == owned);
}

#[test]
fn a_transformed_permanent_has_its_back_face_and_the_mana_value_of_the_front() {
    let mut play = table().battlefield(A, &["Day Cub"]).hand(A, &["Measure"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Day Cub").resolve();
    assert_eq!(play.pt("Night Bear"), (4, 4), "CR 701.27a");
    assert_eq!(play.life(A), 23, "the side that is up now sees it (CR 701.27e)");
    // CR 202.3b: its mana value is 2.
    play.act("cast Measure").resolve();
    assert_eq!(play.count("Night Bear"), 0);
    assert_eq!(play.graveyard(A), ["Day Cub", "Measure"], "CR 712.8a");
}

#[test]
fn an_ability_transforms_its_permanent_only_if_it_has_not_transformed_since() {
    let mut play = table().battlefield(A, &["Day Cub"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    // Both abilities are on the stack when the first resolves (CR 701.27f).
    play.act("Day Cub").act("Day Cub").resolve();
    assert_eq!(play.count("Night Bear"), 1);
}

#[test]
fn a_copy_of_a_back_face_that_has_no_other_face_has_mana_value_zero() {
    let mut play = table()
        .battlefield(A, &["Night Bear"])
        .hand(A, &["Mimic", "Measure"])
        .lands(A, 3, "Isle")
        .lands(A, 1, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Mimic");
    while play.count("Night Bear") < 2 {
        let legal = play.legal();
        let action = legal.iter().find(|row| row.1.starts_with("yes") || row.1.starts_with("Night Bear"));
        match action.cloned() {
            Some((action, _)) => play.position.apply(action),
            None => {
                play.act("pass");
            }
        }
    }
    // CR 202.3b: only the double-faced one can be the target.
    play.act("cast Measure");
    play.resolve();
    assert_eq!(play.graveyard(A), ["Day Cub", "Measure"]);
    let left = play.permanents("Night Bear");
    assert_eq!(left[0].characteristics.mana_value, 0);
}

#[test]
fn disturb_casts_the_back_face_from_the_graveyard() {
    let mut play = table()
        .graveyard(A, &["Guest"])
        .hand(B, &["Return Home"])
        .lands(A, 3, "Grove")
        .lands(B, 1, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Ghost of the Guest").resolve();
    assert_eq!(play.pt("Ghost of the Guest"), (1, 1), "CR 702.146");
    assert_eq!(play.permanents("Ghost of the Guest")[0].characteristics.mana_value, 2, "CR 712.8c");
    play.act("pass");
    play.act("cast Return Home").resolve();
    assert_eq!(play.hand(A), ["Guest"], "CR 712.8a");
}

#[test]
fn either_face_of_a_modal_double_faced_card_can_be_played() {
    let mut play = table().hand(A, &["Twin Path", "Twin Path", "Two Beasts"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert!(play.offered("cast Twin Path"), "CR 712.11");
    play.act("play Path Grove");
    assert!(play.tapped("Path Grove"), "its own abilities apply as it enters");
    assert!(!play.offered("play Path Grove"), "it was this turn's land");
    play.act("cast Other Beast").resolve();
    assert_eq!(play.pt("Other Beast"), (3, 3));
    assert_eq!(play.permanents("Other Beast")[0].characteristics.mana_value, 3, "CR 712.8f");
}

#[test]
fn an_adventure_goes_on_an_adventure() {
    let mut play = table().hand(A, &["Walker of Tales"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Tall Tale").resolve();
    assert_eq!(play.life(A), 22);
    assert!(play.graveyard(A).is_empty(), "CR 715.3d");
    assert!(!play.offered("cast Tall Tale"), "it can't be cast as an Adventure from there (CR 715.3d)");
    play.act("cast Walker of Tales").resolve();
    assert_eq!(play.pt("Walker of Tales"), (3, 3));
}

#[test]
fn a_countered_adventure_goes_to_the_graveyard() {
    let mut play = table()
        .hand(A, &["Walker of Tales"])
        .hand(B, &["Negate All"])
        .lands(A, 3, "Grove")
        .lands(B, 1, "Isle")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Tall Tale").act("cast Negate All").resolve();
    assert_eq!(play.graveyard(A), ["Walker of Tales"]);
}

#[test]
fn halves_of_a_split_card_are_cast_alone_or_fused() {
    let mut play = table()
        .hand(A, &["Gain // Bolt", "Gain // Bolt", "Gain // Bolt"])
        .battlefield(B, &["Day Cub", "Two Beasts"])
        .lands(A, 6, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Gain").resolve();
    assert_eq!(play.life(A), 21, "CR 709.3");
    play.act("cast Bolt").act("Two Beasts").resolve();
    assert_eq!(play.count("Two Beasts"), 0);
    play.act("cast Gain // Bolt (Fuse)").resolve();
    assert_eq!(play.life(A), 22, "CR 702.102");
    assert_eq!(play.count("Day Cub"), 0);
    // CR 709.4: elsewhere it has the characteristics of both.
    let card = play.position.pool().find("Gain // Bolt").unwrap();
    let whole = &play.position.pool().card(card).characteristics;
    assert_eq!((whole.mana_value, whole.types), (3, CardTypes::INSTANT | CardTypes::SORCERY));
}

#[test]
fn aftermath_is_cast_from_the_graveyard_only() {
    let mut play = table().hand(A, &["First // Second"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Second"), "CR 702.127a");
    play.act("cast First").resolve();
    play.act("cast Second").resolve();
    assert_eq!(play.life(A), 26);
    assert!(play.graveyard(A).is_empty(), "it is exiled");
}

#[test]
fn a_flip_card_flips_once_and_keeps_its_cost() {
    let mut play = table().battlefield(A, &["Scholar"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Scholar").act("Scholar").resolve();
    assert_eq!(play.pt("Wise Scholar"), (5, 5), "CR 710.4");
    let flipped = &play.permanents("Wise Scholar")[0].characteristics;
    assert_eq!(flipped.mana_value, 1, "CR 710.1c");
    assert!(!flipped.colors.is_empty());
}

#[test]
fn daybound_and_nightbound_follow_day_and_night() {
    let mut play = table().hand(A, &["Moon Cub", "Moon Cub", "Return Home"]).lands(A, 9, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Moon Cub").resolve();
    // CR 702.145d: it became day. Nobody casts a spell in turn 2: it becomes night in the untap step of turn 3 (CR 730.2a).
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.count("Moon Cub"), 1, "a spell was cast in turn 1");
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.pt("Moon Beast"), (4, 4), "CR 702.145b");
    // One that enters now enters transformed.
    play.act("cast Moon Cub").resolve();
    assert_eq!(play.count("Moon Beast"), 2, "CR 702.145b");
    play.act("cast Return Home").act("Moon Beast").resolve();
    // Two spells were cast in turn 3: it becomes day (CR 730.2b).
    play.go_to(4, Step::PrecombatMain);
    assert_eq!(play.count("Moon Cub"), 1);
}

#[test]
fn spells_of_the_turn_before_turn_a_werewolf() {
    let mut play = table().battlefield(A, &["Howler"]).hand(A, &["Scholar"]).lands(A, 2, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Scholar").resolve();
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.count("Howler"), 1);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.pt("Howling Beast"), (3, 3));
}

#[test]
fn a_saga_goes_from_chapter_to_chapter_and_is_sacrificed() {
    let mut play = table().hand(A, &["Long Tale"]).lands(A, 2, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Long Tale").resolve();
    assert_eq!(play.life(A), 21, "CR 714.3a, 714.2b");
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.life(A), 21, "only its controller's main phases count");
    play.go_to(3, Step::BeginCombat);
    assert_eq!(play.life(A), 22, "CR 714.3b");
    play.go_to(5, Step::BeginCombat);
    assert_eq!((play.life(A), play.count("Long Tale")), (27, 0), "CR 714.4: not before its last chapter has resolved");
    assert_eq!(play.graveyard(A), ["Long Tale"]);
}

#[test]
fn a_saga_returns_transformed() {
    let mut play = table().hand(A, &["Turning Tale"]).lands(A, 2, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Turning Tale").resolve();
    play.go_to(3, Step::BeginCombat);
    assert_eq!(play.pt("Tale Spirit"), (3, 3), "CR 712.14");
}

#[test]
fn a_class_gains_levels_one_after_the_other() {
    let mut play = table().battlefield(A, &["Lesson Class", "Scholar"]).lands(A, 4, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.pt("Scholar"), (2, 1));
    assert!(!play.offered("Lesson Class [1]: {G}: Level 3"), "CR 716.2a");
    play.act("Lesson Class").resolve();
    assert_eq!(play.life(A), 23, "CR 716.2b");
    play.act("Lesson Class").resolve();
    assert_eq!(play.pt("Scholar"), (2, 3), "CR 716.2");
}

#[test]
fn a_leveler_has_what_its_level_symbol_says() {
    let mut play = table().battlefield(A, &["Climber"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.pt("Climber"), (1, 1));
    play.act("Climber").resolve();
    assert_eq!(play.pt("Climber"), (3, 3), "CR 711.2a");
    play.act("Climber").resolve();
    play.act("Climber").resolve();
    assert_eq!(play.pt("Climber"), (5, 5), "CR 711.2b");
    let keywords = play.permanents("Climber")[0].characteristics.keywords;
    assert!(keywords.contains(gauntlet_cards::keyword::Keywords::FLYING));
}

#[test]
fn creatures_crew_a_vehicle_by_their_total_power() {
    let mut play = table().battlefield(A, &["Cart", "Pony", "Scholar"]).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Cart").act("Pony").resolve();
    let cart = play.permanents("Cart")[0];
    assert!(cart.is_creature(), "CR 702.122a");
    assert_eq!(play.pt("Cart"), (4, 4), "CR 301.7b");
    assert!(play.tapped("Pony") && play.tapped("Scholar"));
    assert!(!play.offered("Cart"), "there is no power left");
    play.go_to(2, Step::Upkeep);
    assert!(!play.permanents("Cart")[0].is_creature());
}

#[test]
fn a_saddled_mount_attacks() {
    let mut play = table().battlefield(A, &["Pony", "Scholar"]).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Pony").resolve();
    assert!(play.tapped("Scholar"), "CR 702.171a");
    while !play.offered("Pony attacks") {
        play.act("pass");
    }
    play.act("Pony attacks");
    play.resolve();
    assert_eq!(play.life(A), 22, "CR 702.171b");
}

#[test]
fn a_morph_is_cast_face_down_and_turned_face_up() {
    let mut play = table().hand(A, &["Masked Elf"]).lands(A, 4, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Masked Elf: "), "five mana are not there");
    play.act("cast Masked Elf (Cast face down with morph)").resolve();
    assert_eq!(play.pt(""), (2, 2), "CR 708.2a");
    assert_eq!(play.life(A), 20);
    let down = play.permanents("")[0];
    assert!(down.characteristics.colors.is_empty() && down.characteristics.mana_value == 0);
    // CR 702.37e: a special action, which doesn't use the stack; CR 702.37b.
    play.act("face-down creature");
    assert_eq!(play.pt("Masked Elf"), (6, 5));
    play.resolve();
    assert_eq!(play.life(A), 23, "CR 708.8: it has not entered");
}

#[test]
fn a_face_down_card_is_hidden_from_its_opponent() {
    let mut play = table().hand(A, &["Masked Elf", "Masked Elf", "Scholar"]).lands(A, 3, "Grove").start("Masked Elf");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Masked Elf (Cast face down with morph)").resolve();
    let (id, _) = play.position.state().permanents().last().unwrap();
    let index = id.index() as u16;
    assert!(play.position.visible(A).face_down_card(index).is_some(), "CR 708.5");
    assert!(play.position.visible(B).face_down_card(index).is_none(), "CR 708.5");
    // In the opponent's worlds it is one of the cards with morph.
    let mut rng = gauntlet_core::Seed::from_u64(3).rng();
    let mut world = play.position.clone();
    world.determinize(B, &mut rng);
    assert!(world.visible(A).face_down_card(index).is_some_and(|card| world.pool().card(card).name == "Masked Elf"));
}

#[test]
fn disguise_has_ward() {
    let mut play = table()
        .hand(A, &["Cloaked Elf"])
        .hand(B, &["Return Home"])
        .lands(A, 3, "Grove")
        .lands(B, 1, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Cloaked Elf (Cast face down with disguise)");
    play.resolve();
    while !play.offered("cast Return Home") {
        play.act("pass");
    }
    play.act("cast Return Home").resolve();
    assert_eq!(play.count(""), 1, "CR 702.168a: its ward could not be paid");
}

#[test]
fn a_manifested_creature_card_is_turned_up_for_its_mana_cost() {
    let mut play =
        table().hand(A, &["Hide", "Hide"]).library(A, &["Hide", "Day Cub"]).lands(A, 5, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Hide").resolve();
    play.act("cast Hide").resolve();
    assert_eq!(play.count(""), 2, "CR 701.40a");
    play.act("face-down creature");
    assert_eq!(play.pt("Day Cub"), (2, 2), "CR 701.40b");
    assert!(!play.offered("face-down creature"), "the other is no creature card");
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.count(""), 1);
}

#[test]
fn manifest_dread_keeps_one_of_two_cards() {
    let mut play = table().hand(A, &["Dread"]).library(A, &["Scholar", "Day Cub"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Dread").act("Day Cub").resolve();
    assert_eq!(play.count(""), 1, "CR 701.60a");
    assert!(play.graveyard(A).contains(&"Scholar".to_owned()));
}

#[test]
fn a_foretold_card_is_cast_in_a_later_turn() {
    let mut play = table().hand(A, &["Foreseen"]).lands(A, 3, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Foreseen");
    assert!(play.hand(A).is_empty(), "CR 702.143a");
    assert!(!play.offered("cast Foreseen"), "not this turn");
    play.go_to(3, Step::PrecombatMain);
    play.act("cast Foreseen").resolve();
    assert_eq!(play.life(A), 24);
    assert_eq!(play.graveyard(A), ["Foreseen"]);
}

/// CR 702.143a: it lies face down in exile, but is cast face up.
#[test]
fn what_makes_face_down_spells_cheaper_makes_no_foretold_one_cheaper() {
    let table = table().hand(A, &["Foreseen Ogre"]).battlefield(A, &["Mask Chisel"]).lands(A, 2, "Grove");
    let mut play = table.start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Foreseen Ogre");
    play.go_to(3, Step::PrecombatMain);
    assert!(!play.offered("cast Foreseen Ogre"));
    play.act("play Grove").act("cast Foreseen Ogre").resolve();
    assert_eq!(play.count("Foreseen Ogre"), 1);
}

#[test]
fn a_plotted_card_is_cast_for_nothing_in_a_later_turn() {
    let mut play = table().hand(A, &["Plotter"]).lands(A, 2, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Plotter");
    assert!(!play.offered("cast Plotter"), "CR 702.170d");
    play.go_to(3, Step::PrecombatMain);
    play.act("cast Plotter").resolve();
    assert_eq!(play.pt("Plotter"), (3, 3));
}

#[test]
fn a_siege_is_attacked_by_its_controller_and_defended_by_the_opponent() {
    let mut play = table()
        .hand(A, &["Siege of Test"])
        .battlefield(A, &["Scholar", "Pony"])
        .battlefield(B, &["Climber"])
        .lands(A, 2, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Siege of Test").resolve();
    assert_eq!(play.counters("Siege of Test", CounterKind::DEFENSE), 2, "CR 310.4b");
    while !play.offered("Scholar attacks Siege of Test") {
        play.act("pass");
    }
    play.act("Scholar doesn't attack").act("Pony attacks Siege of Test");
    // CR 310.8c: the protector's creatures may block.
    while !play.offered("Climber doesn't block") {
        play.act("pass");
    }
    play.act("Climber doesn't block");
    while play.count("Siege of Test") > 0 {
        play.act("pass");
    }
    // CR 310.11b: it is exiled, then it may be cast transformed.
    play.act("Siege of Test");
    while play.count("Freed Beast") == 0 {
        play.act("pass");
    }
    assert_eq!(play.pt("Freed Beast"), (4, 4));
}

#[test]
fn a_suspended_card_is_cast_when_its_last_time_counter_is_removed() {
    let mut play = table().hand(A, &["Slow Spark", "Late Gift"]).lands(A, 2, "Grove").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Slow Spark: Suspend").act("Late Gift: Suspend");
    assert!(play.hand(A).is_empty(), "CR 702.62a");
    for turn in [3, 5] {
        play.go_to(turn, Step::Upkeep);
        while play.step() == Step::Upkeep && play.kind() != gauntlet_magic::decision::DecisionKind::May {
            play.act("");
        }
        if play.kind() == gauntlet_magic::decision::DecisionKind::May {
            play.act(if turn == 3 { "Slow Spark" } else { "Late Gift" });
        }
        play.go_to(turn, Step::PrecombatMain);
    }
    assert_eq!(play.life(A), 26, "a card without a mana cost can be cast so (CR 118.6)");
    let spark = play.permanents("Slow Spark")[0];
    assert!(spark.characteristics.keywords.contains(gauntlet_cards::keyword::Keywords::HASTE), "CR 702.62a");
}

#[test]
fn a_prototype_is_smaller_and_colored_as_long_as_it_is_on_the_battlefield() {
    let mut play = table()
        .hand(A, &["Small Engine"])
        .hand(B, &["Return Home"])
        .lands(A, 2, "Grove")
        .lands(B, 1, "Grove")
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Small Engine (Prototype)").resolve();
    assert_eq!(play.pt("Small Engine"), (2, 3), "CR 718.3b");
    let engine = play.permanents("Small Engine")[0].characteristics;
    assert_eq!((engine.colors, engine.mana_value), (Colors::GREEN, 2), "CR 718.3b");
    let card = play.position.pool().find("Small Engine").unwrap();
    assert_eq!(play.position.pool().card(card).characteristics.mana_value, 5, "CR 718.4");
}

/// Random games with all the cards above: positions stay sound, and whoever must act has the same choices in every world that
/// they can't tell from the true one.
#[test]
fn random_games_with_many_faces_stay_sound() {
    let mut base = CardBase::new();
    assert!(base.add_text("test", LANDS).is_empty() && base.add_text("test", CARDS).is_empty());
    let mut pool = Pool::new();
    let mut deck = Vec::new();
    let names: Vec<String> = base.names().map(str::to_owned).collect();
    for name in &names {
        let card = base.compile(name, &mut pool).unwrap();
        let copies = if name == "Grove" { 40 } else { 2 };
        deck.extend(std::iter::repeat_n(card, copies));
    }
    let deck = Arc::new(deck);
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&deck), deck]),
        outside: PerPlayer::default(),
        options: Options { journal: true, ..Options::default() },
        told: None,
    };
    let (mut legal, mut other) = (Vec::new(), Vec::new());
    for game in 0..60 {
        let seed = Seed::from_u64(11).derive("game", game);
        let mut position = Position::new(&setup, seed);
        let mut rng = seed.derive("agent", 0).rng();
        for step in 0..1500 {
            let Some(player) = position.to_act() else { break };
            position.legal_actions(&mut legal);
            if step % 7 == 0 {
                let mut world = position.clone();
                world.determinize(player, &mut rng);
                world.legal_actions(&mut other);
                assert_eq!(legal, other, "game {game}, step {step}");
            }
            let action = legal[rng.random_range(0..legal.len() as u32) as usize];
            let text = position.describe(action);
            position.apply(action);
            if let Err(broken) = position.check_invariants() {
                panic!("game {game}, step {step}: {text}: {broken:?}\n{}", position.journal_lines().join("\n"));
            }
        }
    }
}
