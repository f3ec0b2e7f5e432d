//! Tokens and keyword actions of later sets, each proven by a played position on made-up cards.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Cub
cost {G}
type Creature Bear
pt 2/2

name Strike Down Now
cost {B}
type Instant
text Destroy target creature.

name Banish
cost {B}
type Instant
text Exile target creature.

name Crown
cost {W}
type Sorcery
text Create a Royal Role token attached to target creature you control.

name Curse
cost {B}
type Sorcery
text Create a Wicked Role token attached to up to one target creature.

name Doubler
cost {W}
type Enchantment
text If one or more tokens would be created under your control, twice that many of those tokens are created instead.

name Untouched
cost {W}
type Creature Human
pt 1/1
text ~ can't be enchanted.

name Hatchery
cost {W}
type Sorcery
text Incubate 2.

name Piler
cost {G}
type Enchantment
text If one or more counters would be put on a permanent you control, twice that many of those counters are put on it instead.

name Bender
cost {G}
type Sorcery
text Earthbend 3, then untap that land.

name Warden
cost {W}
type Sorcery
text Detain target creature an opponent controls.

name Digger
cost {G}
type Creature Elf
pt 1/1
text {T}: You gain 1 life.

name Many Arms
cost {W}
type Creature Giant
pt 1/9
text ~ can block an additional creature each combat.
text ~ can block an additional two creatures each combat.

name Taunter
cost {R}
type Creature Goblin
pt 1/4
text Provoke

name Teacher
cost {G}
type Creature Elf
pt 1/1
text Backup 2
text Vigilance
text Whenever ~ attacks, you gain 3 life.

name Narrow Blow
cost {B}
type Sorcery
text Cleave {B}{B}
text Destroy target [green] creature.

name Fallen
cost {4}{B}
type Creature Zombie
pt 3/3
text Mayhem {B}

name Rummager
cost {1}
type Artifact
text {T}, Discard a card: You gain 1 life.

name Kindler
cost {R}
type Creature Monk
pt 1/1
text Firebending 2

name Fiery End
cost {R}{R}
type Instant
text ~ deals 2 damage to any target.
";

#[test]
fn a_role_enters_attached_and_gives_what_it_says() {
    let mut play =
        Table::new(CARDS).lands(A, 2, "Field").battlefield(A, &["Cub"]).hand(A, &["Crown", "Crown"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Crown").resolve();
    assert_eq!(play.pt("Cub"), (3, 3));
    // CR 303.7a, 704.5y: the newer one of two stays.
    play.act("cast Crown").resolve();
    assert_eq!((play.pt("Cub"), play.count("Royal")), ((3, 3), 1));
}

#[test]
fn a_role_that_nothing_can_bear_is_not_created() {
    // CR 303.4i.
    let table = Table::new(CARDS).lands(A, 2, "Bog").lands(A, 1, "Field").battlefield(A, &["Untouched"]);
    let mut play = table.hand(A, &["Curse", "Crown"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Crown").resolve();
    assert_eq!((play.count("Royal"), play.life(B)), (0, 20));
}

#[test]
fn doubled_roles_enter_together_and_the_older_one_goes() {
    // CR 111.10q: the Wicked Role's trigger sees it put into a graveyard.
    let table = Table::new(CARDS).lands(A, 1, "Bog").battlefield(A, &["Cub", "Doubler"]).hand(A, &["Curse"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Curse").act("Cub").resolve();
    assert_eq!((play.pt("Cub"), play.count("Wicked"), play.life(B)), ((3, 3), 1, 19));
}

#[test]
fn an_incubator_enters_with_counters_and_transforms() {
    // CR 701.53a, 111.10i.
    let mut play = Table::new(CARDS).lands(A, 3, "Field").hand(A, &["Hatchery"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Hatchery").resolve();
    assert_eq!(play.counters("Incubator Token", CounterKind::PLUS_ONE), 2);
    play.act("Incubator token").resolve();
    assert_eq!(play.pt("Phyrexian Token"), (2, 2));
}

#[test]
fn counters_that_a_token_enters_with_are_doubled() {
    // CR 122.6a, 614.1a.
    let table = Table::new(CARDS).lands(A, 1, "Field").battlefield(A, &["Piler"]).hand(A, &["Hatchery"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Hatchery").resolve();
    assert_eq!(play.counters("Incubator Token", CounterKind::PLUS_ONE), 4);
}

#[test]
fn a_bent_land_is_a_creature_that_comes_back() {
    for spell in ["Strike Down Now", "Banish"] {
        let table = Table::new(CARDS).lands(A, 1, "Grove").lands(A, 1, "Bog").hand(A, &["Bender", spell]);
        let mut play = table.start("Field");
        play.go_to(1, Step::PrecombatMain);
        play.act("cast Bender").act("Grove").resolve();
        assert_eq!(play.pt("Grove"), (3, 3));
        assert!(!play.tapped("Grove"), "it was untapped as that land");
        play.act(&format!("cast {spell}")).resolve();
        assert!(play.tapped("Grove"), "it came back tapped");
        assert_eq!(play.counters("Grove", CounterKind::PLUS_ONE), 0);
    }
}

#[test]
fn what_is_detained_neither_attacks_nor_activates_until_your_next_turn() {
    // CR 701.35a.
    let table = Table::new(CARDS).lands(A, 1, "Field").hand(A, &["Warden"]).battlefield(B, &["Digger"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Warden").resolve();
    play.go_to(2, Step::PrecombatMain);
    play.act("pass");
    let offered = |play: &Play| play.legal().iter().any(|(_, line)| line.contains("Digger"));
    assert!(!offered(&play), "{:?}", play.legal());
    play.go_to(3, Step::PrecombatMain).act("pass");
    assert!(offered(&play), "{:?}", play.legal());
}

fn lines(play: &Play) -> Vec<String> {
    play.legal().into_iter().map(|(_, line)| line).collect()
}

#[test]
fn abilities_to_block_more_add_up() {
    // CR 509.1a: one, and one more, and two more.
    let table = Table::new(CARDS).battlefield(A, &["Cub"; 5]).battlefield(B, &["Many Arms"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::DeclareAttackers);
    for _ in 0..5 {
        play.act("Cub attacks");
    }
    while play.kind() != DecisionKind::Block {
        play.act("pass");
    }
    let mut blocks = 0;
    while play.kind() == DecisionKind::Block {
        play.act("Many Arms blocks");
        blocks += 1;
    }
    assert_eq!(blocks, 4);
}

#[test]
fn what_is_provoked_untaps_and_must_block() {
    // CR 702.39a, 509.1c.
    let table =
        Table::new(CARDS).battlefield(A, &["Taunter", "Cub"]).tapped(B, &["Ogre"]).battlefield(B, &["Many Arms"]);
    let mut play = table.start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Taunter attacks").act("Cub attacks").act("Ogre");
    while play.kind() != DecisionKind::May && play.kind() != DecisionKind::Block {
        play.act("pass");
    }
    play.act("yes");
    while play.kind() != DecisionKind::Block {
        play.act("pass");
    }
    assert!(!play.tapped("Ogre"));
    play.act("Many Arms doesn't block").go_to(1, Step::PostcombatMain);
    assert_eq!((play.count("Taunter"), play.life(B)), (0, 18), "the Ogre had no choice");
}

#[test]
fn backup_gives_what_is_printed_below() {
    // CR 702.165a.
    let mut play = Table::new(CARDS).lands(A, 1, "Grove").battlefield(A, &["Cub"]).hand(A, &["Teacher"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Teacher");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    play.act("Cub").resolve();
    assert_eq!(play.pt("Cub"), (4, 4));
    play.go_to(1, Step::DeclareAttackers).act("Cub attacks").resolve();
    assert!(!play.tapped("Cub"), "it has vigilance");
    assert_eq!(play.life(A), 23);
    play.go_to(3, Step::DeclareAttackers).act("Cub attacks").act("Teacher doesn't attack").resolve();
    assert!(play.tapped("Cub"), "until end of turn");
    assert_eq!(play.life(A), 23);
}

#[test]
fn cleave_takes_the_words_in_brackets_away() {
    // CR 702.148a.
    for (lands, offered) in [(1, false), (2, true)] {
        let table = Table::new(CARDS).lands(A, lands, "Bog").battlefield(B, &["Ogre"]).hand(A, &["Narrow Blow"]);
        let mut play = table.start("Field");
        play.go_to(1, Step::PrecombatMain);
        assert_eq!(lines(&play).iter().any(|line| line.contains("Narrow Blow")), offered, "{:?}", lines(&play));
        if offered {
            play.act("cast Narrow Blow").resolve();
            assert_eq!(play.count("Ogre"), 0);
        }
    }
}

#[test]
fn mayhem_is_for_what_was_discarded_this_turn() {
    // CR 702.187b.
    let table = Table::new(CARDS).lands(A, 2, "Bog").battlefield(A, &["Rummager"]);
    let mut play = table.hand(A, &["Fallen"]).graveyard(A, &["Fallen"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Fallen"), "{:?}", lines(&play));
    play.act("Rummager").resolve();
    play.act("cast Fallen").resolve();
    assert_eq!(play.count("Fallen"), 1);
    assert!(!play.offered("cast Fallen"), "the other one wasn't discarded: {:?}", lines(&play));
    assert_eq!(play.graveyard(A), ["Fallen"]);
}

#[test]
fn mana_of_firebending_lasts_until_combat_ends() {
    let mut play = Table::new(CARDS).battlefield(A, &["Kindler"]).hand(A, &["Fiery End"]).start("Field");
    play.go_to(1, Step::DeclareAttackers).act("Kindler attacks").resolve();
    play.go_to(1, Step::CombatDamage);
    assert!(play.offered("cast Fiery End"), "{:?}", lines(&play));
    play.go_to(1, Step::PostcombatMain);
    assert!(!play.offered("cast Fiery End"), "{:?}", lines(&play));
}
