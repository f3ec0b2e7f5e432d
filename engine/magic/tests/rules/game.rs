//! Rules of the game, each proven by a played position. Cards are made up for the purpose and compiled from their text.

use crate::common::{A, B, Table};
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::{Game, Reason};
use gauntlet_magic::decision::{Action, DecisionKind};

const CARDS: &str = "\
name Slow Grove
type Land Forest
text ~ enters tapped.

name Ogre Lout
cost {3}{R}
type Creature Ogre
pt 4/4

name Quick Boar
cost {R}
type Creature Boar
pt 2/1
text Haste

name First Fencer
cost {W}
type Creature Human Knight
pt 2/1
text First strike

name Twin Fencer
cost {W}
type Creature Human Knight
pt 2/2
text Double strike

name Stampeder
cost {G}
type Creature Beast
pt 5/5
text Trample

name Adder
cost {B}
type Creature Snake
pt 1/1
text Deathtouch

name Leech Saint
cost {W}
type Creature Cleric
pt 3/3
text Lifelink, vigilance

name Gull
cost {U}
type Creature Bird
pt 1/1
text Flying

name Archer
cost {G}
type Creature Archer
pt 0/3
text Reach

name Wall Thing
cost {W}
type Creature Wall
pt 0/4
text Defender

name Bully Pair
cost {R}
type Creature Goblin
pt 2/2
text Menace

name Golem Idol
cost {4}
type Artifact
type Creature Golem
pt 3/3
text Indestructible

name Veiled One
cost {U}
type Creature Spirit
pt 2/2
text Hexproof

name White Ward
cost {W}
type Creature Knight
pt 2/2
text Protection from red

name Warded One
cost {U}
type Creature Wizard
pt 2/2
text Ward {2}

name Prodigy
cost {U}
type Creature Monk
pt 1/1
text Prowess

name Jolt
cost {R}
type Instant
text ~ deals 3 damage to any target.

name Refusal
cost {U}
type Instant
text Counter target spell.

name Toll
cost {U}
type Instant
text Counter target spell unless its controller pays {3}.

name Swell
cost {G}
type Instant
text Target creature gets +3/+3 until end of turn.

name Shrivel
cost {B}
type Instant
text Target creature gets -2/-2 until end of turn.

name Doom Word
cost {B}
type Instant
text Destroy target creature.

name Wipe
cost {W}
type Sorcery
text Destroy all creatures.

name Insight
cost {U}
type Sorcery
text Draw two cards.

name Brawl
cost {G}
type Sorcery
text Target creature you control fights target creature you don't control.

name Anthem
cost {W}
type Enchantment
text Creatures you control get +1/+1.

name Goblin Boss
cost {R}
type Creature Goblin
pt 2/2
text Other Goblins you control get +1/+1 and have haste.

name Heavy Cloak
cost {W}
type Enchantment Aura
text Enchant creature
text Enchanted creature gets +2/+2 and has flying.

name Long Knife
cost {1}
type Artifact Equipment
text Equipped creature gets +2/+0.
text Equip {1}

name Omen Reader
cost {U}
type Creature Human Wizard
pt 1/1
text When ~ enters, draw a card.

name Mourner
cost {B}
type Creature Human
pt 1/1
text When ~ dies, you gain 3 life.

name Zealot Queen
cost {W}
super Legendary
type Creature Human
pt 2/2

name Jailer
cost {W}
type Creature Human
pt 1/1
text When ~ enters, exile target creature an opponent controls until ~ leaves the battlefield.

name Muster
cost {W}
type Sorcery
text Create two 1/1 white Soldier creature tokens.

name Growth Seed
cost {G}
type Sorcery
text Put two +1/+1 counters on target creature.

name Wither Seed
cost {B}
type Creature Horror
pt 3/3
text When ~ enters, put a -1/-1 counter on target creature.

name Echo Bolt
cost {R}
type Instant
text ~ deals 1 damage to any target.
text Flashback {2}{R}

name Kicked Bear
cost {G}
type Creature Bear
pt 2/2
text Kicker {2}
text If ~ was kicked, it enters with two +1/+1 counters on it.

name Cycler
cost {5}{G}
type Creature Beast
pt 5/5
text Cycling {1}

name Elder Sage
cost {2}
super Legendary
type Planeswalker Jace
loyalty 3
text +1: Draw a card.
text −2: ~ deals 2 damage to any target.

name Blood Rite
cost {B}
type Sorcery
text As an additional cost to cast ~, sacrifice a creature.
text Draw two cards.

name Elf Lookout
cost {G}
type Creature Elf Druid
pt 1/1
text {T}: Add {G}.

name Fireblast X
cost {X}{R}
type Sorcery
text ~ deals X damage to any target.

name Ponderer
cost {U}
type Sorcery
text Scry 2.

name Gravewise
cost {U}
type Sorcery
text Surveil 1.

name Thief
cost {U}
type Sorcery
text Gain control of target creature.

name Charm
cost {R}
type Instant
text Choose one —
text • ~ deals 2 damage to target creature.
text • You gain 4 life.
";

fn table() -> Table {
    Table::new(CARDS)
}

/// CR 305.1–2: one land a turn, at sorcery speed, without the stack.
#[test]
fn one_land_each_turn() {
    let mut play = table().hand(A, &["Grove", "Grove", "Elf Lookout"]).start("Grove");
    play.go_to(1, Step::PrecombatMain).act("play Grove");
    assert_eq!(play.count("Grove"), 1);
    assert!(play.offered("cast Elf Lookout"));
    assert!(!play.offered("play"));
}

/// CR 614.12: "enters tapped" applies as it enters.
#[test]
fn a_land_that_enters_tapped() {
    let mut play = table().hand(A, &["Slow Grove", "Elf Lookout"]).start("Grove");
    play.go_to(1, Step::PrecombatMain).act("play Slow Grove");
    assert!(play.tapped("Slow Grove"));
    assert_eq!(play.count("Elf Lookout"), 0);
}

/// CR 302.6: a creature can't attack in the turn in which it came; haste can (CR 702.10).
#[test]
fn summoning_sickness_and_haste() {
    let mut play = table().lands(A, 2, "Grove").hand(A, &["Bear Cub"]).start("Grove");
    play.act("cast Bear Cub").resolve();
    play.go_to(1, Step::EndCombat);
    assert_eq!(play.life(B), 20);
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Quick Boar"]).start("Grove");
    play.act("cast Quick Boar");
    assert_eq!(play.kind(), DecisionKind::Attack);
    play.act("Quick Boar attacks Player B").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 18);
}

/// CR 405.5, 608.1: last in, first out; CR 701.6: a countered spell does nothing.
#[test]
fn the_stack_resolves_from_the_top() {
    let mut play =
        table().lands(A, 1, "Peak").hand(A, &["Jolt"]).lands(B, 1, "Isle").hand(B, &["Refusal"]).start("Grove");
    play.act("cast Jolt").act("Player B").act("cast Refusal");
    // The only target is the spell itself, so that it was chosen without asking.
    play.resolve();
    assert_eq!(play.life(B), 20);
    assert_eq!(play.graveyard(A), ["Jolt"]);
    assert_eq!(play.graveyard(B), ["Refusal"]);
}

/// CR 118.12: "unless its controller pays": the payment is offered if it can be made.
#[test]
fn counter_unless_paid() {
    let cast = |lands| {
        let mut play =
            table().lands(A, lands, "Peak").hand(A, &["Jolt"]).lands(B, 1, "Isle").hand(B, &["Toll"]).start("Grove");
        play.act("cast Jolt").act("Player B").act("cast Toll");
        play
    };
    let mut poor = cast(3);
    poor.resolve();
    assert_eq!(poor.life(B), 20);
    let mut rich = cast(4);
    assert_eq!(rich.kind(), DecisionKind::MayPay);
    rich.act("yes").resolve();
    assert_eq!(rich.life(B), 17);
}

/// CR 608.2b: a spell whose only target has become illegal does nothing.
#[test]
fn a_spell_without_legal_targets_fizzles() {
    let mut play = table()
        .lands(A, 1, "Bog")
        .hand(A, &["Doom Word"])
        .battlefield(B, &["Elf Lookout", "Bear Cub"])
        .lands(B, 1, "Peak")
        .hand(B, &["Jolt"])
        .start("Grove");
    play.act("cast Doom Word").act("Elf Lookout").act("cast Jolt").act("Elf Lookout").resolve();
    assert_eq!(play.count("Elf Lookout"), 0);
    assert_eq!(play.count("Bear Cub"), 1);
    assert_eq!(play.graveyard(A), ["Doom Word"]);
}

/// CR 510.4, 702.7: first strike deals its damage before the others.
#[test]
fn first_strike() {
    let mut play = table().battlefield(A, &["First Fencer"]).battlefield(B, &["Bear Cub"]).start("Grove");
    play.act("First Fencer attacks").act("Bear Cub blocks").go_to(1, Step::PostcombatMain);
    assert_eq!((play.count("First Fencer"), play.count("Bear Cub")), (1, 0));
}

/// CR 702.4: double strike deals damage twice.
#[test]
fn double_strike() {
    let mut play = table().battlefield(A, &["Twin Fencer"]).start("Grove");
    play.act("Twin Fencer attacks").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 16);
}

/// CR 702.19: trample assigns the rest to the player once the blocker has lethal damage.
#[test]
fn trample_over_a_blocker() {
    let mut play = table().battlefield(A, &["Stampeder"]).battlefield(B, &["Bear Cub"]).start("Grove");
    play.act("Stampeder attacks").act("Bear Cub blocks");
    assert_eq!(play.kind(), DecisionKind::AssignDamage);
    let offered: Vec<String> = play.legal().into_iter().map(|(_, line)| line).collect();
    assert_eq!(offered, ["2", "3", "4", "5"]);
    play.act("2").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 17);
    assert_eq!(play.count("Bear Cub"), 0);
}

/// CR 702.2: one damage from deathtouch is lethal, also as a blocker.
#[test]
fn deathtouch_kills() {
    let mut play = table().battlefield(A, &["Ogre Lout"]).battlefield(B, &["Adder"]).start("Grove");
    play.act("Ogre Lout attacks").act("Adder blocks").go_to(1, Step::PostcombatMain);
    assert_eq!((play.count("Ogre Lout"), play.count("Adder")), (0, 0));
}

/// CR 702.15, 702.20: lifelink gains, vigilance doesn't tap.
#[test]
fn lifelink_and_vigilance() {
    let mut play = table().battlefield(A, &["Leech Saint"]).start("Grove");
    play.act("Leech Saint attacks");
    assert!(!play.tapped("Leech Saint"));
    play.go_to(1, Step::PostcombatMain);
    assert_eq!((play.life(A), play.life(B)), (23, 17));
}

/// CR 702.9, 702.17: only flying and reach block flying.
#[test]
fn flying_and_reach() {
    let mut play = table().battlefield(A, &["Gull"]).battlefield(B, &["Bear Cub", "Archer"]).start("Grove");
    play.act("Gull attacks");
    assert_eq!(play.kind(), DecisionKind::Block);
    assert!(play.offered("Archer blocks Gull"));
    play.act("Archer blocks").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 20);
}

/// CR 702.3: a creature with defender can't attack.
#[test]
fn defender_stays_home() {
    let play = table().battlefield(A, &["Wall Thing"]).hand(A, &["Grove"]).start("Grove");
    assert_ne!(play.kind(), DecisionKind::Attack);
}

/// CR 702.111: menace needs two blockers or none, and a first block is offered only if a second can follow.
#[test]
fn menace() {
    let mut play = table().battlefield(A, &["Bully Pair"]).battlefield(B, &["Bear Cub"]).start("Grove");
    play.act("Bully Pair attacks").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 18);
    let mut play = table().battlefield(A, &["Bully Pair"]).battlefield(B, &["Bear Cub", "Archer"]).start("Grove");
    play.act("Bully Pair attacks").act("Bear Cub blocks");
    // The second must block now, so nobody is asked.
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 20);
    assert_eq!(play.count("Bully Pair"), 0);
}

/// CR 704.5f–g: zero toughness and lethal damage.
#[test]
fn creatures_die_by_damage_and_by_toughness() {
    let mut play =
        table().lands(A, 2, "Bog").hand(A, &["Shrivel"]).battlefield(B, &["Golem Idol", "Bear Cub"]).start("Grove");
    play.act("cast Shrivel").act("Bear Cub").resolve();
    assert_eq!(play.count("Bear Cub"), 0);
    assert_eq!(play.count("Golem Idol"), 1);
}

/// CR 702.12: indestructible survives destruction and lethal damage.
#[test]
fn indestructible() {
    let mut play =
        table().lands(A, 1, "Field").hand(A, &["Wipe"]).battlefield(B, &["Golem Idol", "Bear Cub"]).start("Grove");
    play.act("cast Wipe").resolve();
    assert_eq!((play.count("Golem Idol"), play.count("Bear Cub")), (1, 0));
    let mut play = table().battlefield(A, &["Golem Idol"]).battlefield(B, &["Ogre Lout"]).start("Grove");
    play.act("Golem Idol attacks").act("Ogre Lout blocks").go_to(1, Step::PostcombatMain);
    assert_eq!(play.count("Golem Idol"), 1);
}

/// CR 702.11: an opponent can't target a creature with hexproof; its controller can.
#[test]
fn hexproof() {
    let mut play = table()
        .lands(A, 2, "Peak")
        .hand(A, &["Jolt", "Jolt"])
        .battlefield(B, &["Veiled One"])
        .lands(B, 1, "Grove")
        .hand(B, &["Swell"])
        .start("Grove");
    play.act("cast Jolt");
    assert!(!play.offered("Veiled One"));
    play.act("Player B").act("pass").act("cast Swell").resolve();
    assert_eq!(play.pt("Veiled One"), (5, 5));
}

/// CR 702.16: protection from a colour: not targeted, not damaged, not blocked by it.
#[test]
fn protection_from_a_colour() {
    let mut play = table()
        .lands(A, 1, "Peak")
        .hand(A, &["Jolt"])
        .battlefield(A, &["White Ward"])
        .battlefield(B, &["Ogre Lout", "Bear Cub"])
        .start("Grove");
    play.act("cast Jolt");
    assert!(!play.offered("White Ward"));
    play.act("Player B").resolve();
    play.act("White Ward attacks");
    assert_eq!(play.position.decision().kind, DecisionKind::Block);
    assert!(play.offered("Bear Cub"));
    play.act("Bear Cub doesn't block").go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 15);
}

/// CR 702.21: ward counters unless paid.
#[test]
fn ward() {
    let cast = |lands| {
        let mut play =
            table().lands(A, lands, "Peak").hand(A, &["Jolt"]).battlefield(B, &["Warded One"]).start("Grove");
        play.act("cast Jolt").act("Warded One");
        play
    };
    let mut poor = cast(2);
    poor.resolve();
    assert_eq!(poor.count("Warded One"), 1);
    let mut rich = cast(3);
    assert_eq!(rich.kind(), DecisionKind::MayPay);
    rich.act("yes").resolve();
    assert_eq!(rich.count("Warded One"), 0);
}

/// CR 702.108: prowess, until end of turn (CR 514.2).
#[test]
fn prowess_and_end_of_turn() {
    let mut play = table().battlefield(A, &["Prodigy"]).lands(A, 1, "Peak").hand(A, &["Jolt"]).start("Grove");
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!(play.pt("Prodigy"), (2, 2));
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.pt("Prodigy"), (1, 1));
}

/// CR 701.14: both creatures deal damage equal to their power.
#[test]
fn fight() {
    let mut play = table()
        .battlefield(A, &["Ogre Lout"])
        .lands(A, 1, "Grove")
        .hand(A, &["Brawl"])
        .battlefield(B, &["Bear Cub"])
        .start("Grove");
    play.act("cast Brawl").resolve();
    assert_eq!((play.count("Ogre Lout"), play.count("Bear Cub")), (1, 0));
}

/// CR 613.4c: an anthem in, out, and in again; power follows.
#[test]
fn an_anthem() {
    let mut play = table().battlefield(A, &["Bear Cub", "Anthem"]).battlefield(B, &["Ogre Lout"]).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.pt("Bear Cub"), (3, 3));
    assert_eq!(play.pt("Ogre Lout"), (4, 4));
}

/// A lord: others only, of its type only.
#[test]
fn a_lord() {
    let play = table().battlefield(A, &["Goblin Boss", "Bully Pair", "Bear Cub"]).start("Grove");
    assert_eq!(play.pt("Goblin Boss"), (2, 2));
    assert_eq!(play.pt("Bully Pair"), (3, 3));
    assert_eq!(play.pt("Bear Cub"), (2, 2));
    assert!(play.permanents("Bully Pair")[0].characteristics.keywords.contains(Keywords::HASTE));
}

/// CR 303.4: an Aura spell targets, attaches, and goes to the graveyard with its host (CR 704.5m).
#[test]
fn an_aura() {
    let mut play = table()
        .battlefield(A, &["Bear Cub"])
        .lands(A, 1, "Field")
        .hand(A, &["Heavy Cloak"])
        .lands(B, 1, "Bog")
        .hand(B, &["Doom Word"])
        .start("Grove");
    play.go_to(1, Step::PrecombatMain).act("cast Heavy Cloak").resolve();
    assert_eq!(play.pt("Bear Cub"), (4, 4));
    play.go_to(1, Step::DeclareAttackers).act("Bear Cub attacks").act("cast Doom Word").resolve();
    assert_eq!(play.graveyard(A), ["Bear Cub", "Heavy Cloak"]);
}

/// CR 301.5, 702.6: equip at sorcery speed; it stays when the creature dies (CR 704.5n).
#[test]
fn equipment() {
    let mut play = table().battlefield(A, &["Bear Cub", "Long Knife"]).lands(A, 1, "Field").start("Grove");
    play.act("Long Knife").resolve();
    assert_eq!(play.pt("Bear Cub"), (4, 2));
}

/// CR 603.6a: enters triggers use the stack.
#[test]
fn an_enters_trigger() {
    let mut play = table().lands(A, 1, "Isle").hand(A, &["Omen Reader"]).start("Grove");
    play.act("cast Omen Reader").resolve();
    assert_eq!(play.hand(A), ["Grove"]);
}

/// CR 603.10a: dies triggers look back.
#[test]
fn a_dies_trigger() {
    let mut play = table().battlefield(A, &["Mourner"]).lands(A, 1, "Field").hand(A, &["Wipe"]).start("Grove");
    play.act("cast Wipe").resolve();
    assert_eq!(play.life(A), 23);
}

/// CR 704.5j: the legend rule, by choice.
#[test]
fn the_legend_rule() {
    let mut play =
        table().battlefield(A, &["Zealot Queen"]).lands(A, 1, "Field").hand(A, &["Zealot Queen"]).start("Grove");
    play.act("cast Zealot Queen");
    assert_eq!(play.kind(), DecisionKind::LegendRule);
    play.act("Zealot Queen");
    assert_eq!(play.count("Zealot Queen"), 1);
    assert_eq!(play.graveyard(A), ["Zealot Queen"]);
}

/// CR 610.3: exiled until the source leaves.
#[test]
fn exiled_until_it_leaves() {
    let mut play = table()
        .lands(A, 1, "Field")
        .hand(A, &["Jailer"])
        .battlefield(B, &["Ogre Lout"])
        .lands(B, 1, "Bog")
        .hand(B, &["Doom Word"])
        .start("Grove");
    play.go_to(1, Step::PrecombatMain).act("cast Jailer").resolve();
    assert_eq!(play.count("Ogre Lout"), 0);
    play.go_to(1, Step::End);
    play.act("cast Doom Word").resolve();
    assert_eq!(play.count("Jailer"), 0);
    assert_eq!(play.count("Ogre Lout"), 1);
}

/// CR 111: tokens; they are Soldiers by name and type.
#[test]
fn tokens() {
    let mut play = table().lands(A, 1, "Field").hand(A, &["Muster"]).start("Grove");
    play.act("cast Muster").resolve();
    let tokens = play.position.state().permanents().filter(|(_, object)| object.is_creature()).count();
    assert_eq!(tokens, 2);
}

/// CR 122.1a, 704.5q: +1/+1 and -1/-1 counters, which go in pairs.
#[test]
fn counters_cancel() {
    let mut play = table()
        .battlefield(A, &["Bear Cub"])
        .lands(A, 1, "Grove")
        .lands(A, 1, "Bog")
        .hand(A, &["Growth Seed", "Wither Seed"])
        .start("Grove");
    play.act("cast Growth Seed").resolve();
    assert_eq!(play.pt("Bear Cub"), (4, 4));
    play.act("cast Wither Seed").act("Bear Cub").resolve();
    assert_eq!(play.pt("Bear Cub"), (3, 3));
    assert_eq!(play.counters("Bear Cub", CounterKind::PLUS_ONE), 1);
    assert_eq!(play.counters("Bear Cub", CounterKind::MINUS_ONE), 0);
}

/// CR 702.34: flashback casts from the graveyard and exiles.
#[test]
fn flashback() {
    let mut play = table().lands(A, 3, "Peak").graveyard(A, &["Echo Bolt"]).start("Grove");
    play.act("cast Echo Bolt").act("Player B").resolve();
    assert_eq!(play.life(B), 19);
    assert!(play.graveyard(A).is_empty());
}

/// CR 702.33: kicker is optional and remembered.
#[test]
fn kicker() {
    let mut play = table().lands(A, 3, "Grove").hand(A, &["Kicked Bear"]).start("Grove");
    play.act("cast Kicked Bear");
    assert_eq!(play.kind(), DecisionKind::OptionalCost);
    play.act("yes").resolve();
    assert_eq!(play.pt("Kicked Bear"), (4, 4));
    let mut play = table().lands(A, 2, "Grove").hand(A, &["Kicked Bear"]).start("Grove");
    play.act("cast Kicked Bear").resolve();
    assert_eq!(play.pt("Kicked Bear"), (2, 2));
}

/// CR 702.29: cycling discards the card as a cost, at instant speed.
#[test]
fn cycling() {
    let mut play = table().lands(A, 1, "Grove").hand(A, &["Cycler"]).start("Grove");
    assert_eq!(play.step(), Step::Upkeep);
    play.act("Cycler").resolve();
    assert_eq!(play.graveyard(A), ["Cycler"]);
    assert_eq!(play.hand(A), ["Grove"]);
}

/// CR 606: one loyalty ability each turn; 306.7: damage takes loyalty; 704.5i: none left, it goes.
#[test]
fn planeswalkers() {
    let mut play = table().battlefield(A, &["Elder Sage"]).battlefield(B, &["Ogre Lout"]).start("Grove");
    assert_eq!(play.counters("Elder Sage", CounterKind::LOYALTY), 3);
    play.act("Elder Sage [");
    play.resolve();
    assert_eq!(play.counters("Elder Sage", CounterKind::LOYALTY), 4);
    assert!(!play.offered("Elder Sage"));
    play.go_to(2, Step::DeclareAttackers);
    play.act("Ogre Lout attacks Elder Sage").go_to(2, Step::PostcombatMain);
    assert_eq!(play.count("Elder Sage"), 0);
    assert_eq!(play.life(A), 20);
}

/// CR 601.2b, f: an additional cost is paid, or the spell isn't offered.
#[test]
fn an_additional_cost() {
    let mut play = table().battlefield(A, &["Bear Cub"]).lands(A, 1, "Bog").hand(A, &["Blood Rite"]).start("Grove");
    play.act("cast Blood Rite").resolve();
    assert_eq!(play.count("Bear Cub"), 0);
    assert_eq!(play.hand(A).len(), 2);
    let play = table().lands(A, 1, "Bog").hand(A, &["Blood Rite", "Grove"]).start("Grove");
    assert!(!play.offered("cast Blood Rite"));
}

/// CR 605, 302.6: a creature's mana ability pays, but not while it is summoning sick.
#[test]
fn mana_from_creatures() {
    let mut play = table().battlefield(A, &["Elf Lookout"]).lands(A, 1, "Grove").hand(A, &["Bear Cub"]).start("Grove");
    play.act("cast Bear Cub").resolve();
    assert!(play.tapped("Elf Lookout"));
    let mut play = table().lands(A, 2, "Grove").hand(A, &["Elf Lookout", "Bear Cub"]).start("Grove");
    play.act("cast Elf Lookout");
    assert!(!play.offered("cast Bear Cub"));
}

/// CR 107.3: X is chosen, paid and used.
#[test]
fn x_spells() {
    let mut play = table().lands(A, 4, "Peak").hand(A, &["Fireblast X"]).start("Grove");
    play.act("cast Fireblast X");
    assert_eq!(play.kind(), DecisionKind::X);
    assert_eq!(play.legal().len(), 4);
    play.act("X = 3").act("Player B").resolve();
    assert_eq!(play.life(B), 17);
}

/// CR 701.22: scry looks, sorts, and what stays is ordered.
#[test]
fn scry() {
    let mut play = table().lands(A, 1, "Isle").hand(A, &["Ponderer"]).library(A, &["Jolt", "Bear Cub"]).start("Grove");
    play.act("cast Ponderer").act("put Bear Cub on the bottom").act("leave Jolt");
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.hand(A), ["Jolt"]);
}

/// CR 701.25: surveil may put the card into the graveyard.
#[test]
fn surveil() {
    let mut play = table().lands(A, 1, "Isle").hand(A, &["Gravewise"]).library(A, &["Jolt"]).start("Grove");
    play.act("cast Gravewise").act("put Jolt into the graveyard");
    assert_eq!(play.graveyard(A), ["Jolt", "Gravewise"]);
}

/// CR 613.1b, 302.6: control changes, and the creature is summoning sick.
#[test]
fn gaining_control() {
    let mut play = table().lands(A, 1, "Isle").hand(A, &["Thief"]).battlefield(B, &["Ogre Lout"]).start("Grove");
    play.act("cast Thief").resolve();
    assert_eq!(play.permanents("Ogre Lout")[0].controller, A);
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 20);
}

/// CR 700.2: a mode is chosen; one without a legal target is not offered.
#[test]
fn modes() {
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Charm"]).start("Grove");
    play.act("cast Charm").resolve();
    assert_eq!(play.life(A), 24);
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Charm"]).battlefield(B, &["Gull"]).start("Grove");
    play.act("cast Charm");
    assert_eq!(play.kind(), DecisionKind::Mode);
    play.act("mode 1").resolve();
    assert_eq!(play.count("Gull"), 0);
}

/// CR 704.5a, 704.5b, 104.4a: life, drawing from an empty library, both at once.
#[test]
fn losing() {
    let mut play = table().life(B, 3).lands(A, 1, "Peak").hand(A, &["Jolt"]).start("Grove");
    play.act("cast Jolt").act("Player B");
    assert_eq!(play.outcome().map(|outcome| (outcome.winner, outcome.reason)), Some((Some(A), Reason::Life)));
    let mut play = table().start("Grove");
    play.go_to(100, Step::Upkeep);
    let outcome = play.outcome().expect("somebody has run out of cards");
    assert_eq!((outcome.winner, outcome.reason), (Some(A), Reason::Decked));
}

/// CR 402.2, 514.1: the maximum hand size.
#[test]
fn maximum_hand_size() {
    let mut play = table().hand(A, &["Bear Cub"; 9]).start("Grove");
    play.go_to(1, Step::End);
    while play.kind() != DecisionKind::Discard {
        let action = play.legal()[0].0;
        play.position.apply(action);
    }
    play.act("Bear Cub");
    // All cards are alike, so that nobody is asked about them one by one.
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.hand(A).len(), 7);
}

/// An illegal action is refused and changes nothing.
#[test]
fn illegal_actions_are_refused() {
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Jolt"]).start("Grove");
    let before = play.position.fingerprint();
    for action in [Action::Mulligan, Action::Object(0), Action::Number(3), Action::Done] {
        assert!(play.position.try_apply(action).is_err());
        assert_eq!(play.position.fingerprint(), before);
    }
}
