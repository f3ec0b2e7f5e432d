//! Replacement and prevention effects (CR 614–616), on made-up cards.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_magic::decision::DecisionKind;

const CARDS: &str = "\
name Jolt
cost {R}
type Instant
text ~ deals 3 damage to any target.

name Furnace
cost {1}
type Enchantment
text If a source you control would deal damage to a permanent or player, it deals double that damage to that permanent or player instead.

name Rest
cost {1}
type Enchantment
text If a card or token would be put into a graveyard from anywhere, exile it instead.

name Recycle
cost {1}
type Creature Bear
pt 2/2
text If ~ would be put into a graveyard from anywhere, shuffle it into its owner's library instead.

name Sparing
cost {1}
type Enchantment
text If a source would deal damage to you, prevent 1 of that damage.

name Chorus
cost {1}
type Enchantment
text If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead.

name Muster
cost {R}
type Sorcery
text Create a 1/1 white Soldier creature token.

name Sweep
cost {R}
type Sorcery
text ~ deals 3 damage to each creature.

name Lifeblood
cost {1}
type Enchantment
text If you would gain life, you gain twice that much life instead.

name Lifespring
cost {1}
type Enchantment
text If you would gain life, you gain that much life plus 1 instead.

name Font
cost {1}
type Enchantment
text At the beginning of your upkeep, you gain 2 life.

name Salve
cost {1}
type Instant
text Prevent the next 2 damage that would be dealt to any target this turn.

name Circle
cost {1}
type Enchantment
text {0}: The next time a red source of your choice would deal damage to you this turn, prevent that damage.

name Bodyguard
cost {1}
type Creature Soldier
pt 1/1
text {0}: The next 1 damage that would be dealt to ~ this turn is dealt to target creature you control instead.

name Fanatic
cost {R}
type Instant
text ~ deals 3 damage to any target. The damage can't be prevented.

name Phantom
cost {1}
type Creature Spirit
pt 0/0
text ~ enters with three +1/+1 counters on it.
text If damage would be dealt to ~, prevent that damage and remove that many +1/+1 counters from it.

name Ghost
cost {1}
type Creature Spirit
pt 0/0
text ~ enters with two +1/+1 counters on it.
text If damage would be dealt to ~ while it has a +1/+1 counter on it, prevent that damage and remove a +1/+1 counter from it.

name Scales
cost {1}
type Enchantment
text If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on it instead.

name Season
cost {1}
type Enchantment
text If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 counters are put on it instead.

name Grow
cost {1}
type Instant
text Put a +1/+1 counter on target creature.

name Martyr
cost {1}
type Creature Soldier
pt 1/5
text All damage that would be dealt to you is dealt to ~ instead.

name Guard Up
cost {1}
type Instant
text Put a shield counter on target creature.

name Calm
cost {1}
type Instant
text Prevent all combat damage that would be dealt by target creature this turn.

name Twin Suns
cost {1}
type Enchantment
text If you tap a permanent for mana, it produces twice as much of that mana instead.

name Overgrowth
cost {1}
type Enchantment Aura
text Enchant land
text Whenever enchanted land is tapped for mana, its controller adds an additional {G}.

name Flare
cost {1}
type Enchantment
text Whenever a player taps a land for mana, that player adds one mana of any type that land produced.

name Barbs
cost {1}
type Enchantment
text Whenever a player taps a land for mana, ~ deals 1 damage to that player.

name Big Beast
cost {3}{G}
type Creature Beast
pt 4/4

name Gauge
cost {1}
type Creature Ogre
pt 5/5
text Trample
text Whenever ~ deals combat damage, put a charge counter on ~.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"]).battlefield(B, &["Idler"])
}

/// CR 616.1e: the affected player lets the prevention apply first, then the doubling: (3 − 2) × 2; or the other way: 3 × 2 − 2.
#[test]
fn prevention_before_doubling() {
    let mut play = table()
        .lands(A, 1, "Peak")
        .lands(B, 1, "Field")
        .battlefield(A, &["Furnace"])
        .hand(A, &["Jolt"])
        .hand(B, &["Salve"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").act("pass").act("cast Salve").act("Player B").resolve();
    assert_eq!((play.kind(), play.player()), (DecisionKind::OrderReplacements, Some(B)));
    // Nothing of the event has happened.
    assert_eq!(play.life(B), 20);
    play.act("Salve");
    assert_eq!(play.life(B), 18);
}

/// CR 615.8: the next time that the chosen source would deal damage, all of it, once.
#[test]
fn the_next_damage_of_a_chosen_source() {
    let mut play = table().lands(A, 2, "Peak").battlefield(B, &["Circle"]).hand(A, &["Jolt", "Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").act("pass").act("Circle").act("pass").act("pass");
    play.resolve();
    assert_eq!(play.life(B), 20);
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!(play.life(B), 17);
}

/// CR 614.9: some of the damage goes to another, the rest where it was going.
#[test]
fn redirection() {
    let mut play = table().lands(A, 1, "Peak").battlefield(B, &["Bodyguard", "Ogre"]).hand(A, &["Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Bodyguard").act("pass").act("Bodyguard").act("Ogre").resolve();
    assert_eq!(play.permanents("Ogre")[0].damage, 1);
    assert_eq!(play.count("Bodyguard"), 0);
    let mut play = table().lands(A, 1, "Peak").battlefield(B, &["Martyr"]).hand(A, &["Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!((play.life(B), play.permanents("Martyr")[0].damage), (20, 3));
}

/// CR 615.12: prevention effects don't apply to damage that can't be prevented.
#[test]
fn damage_that_cant_be_prevented() {
    let mut play =
        table().lands(A, 1, "Peak").lands(B, 1, "Field").hand(A, &["Fanatic"]).hand(B, &["Salve"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Fanatic").act("Player B").act("pass").act("cast Salve").act("Player B").resolve();
    assert_eq!(play.life(B), 17);
}

/// CR 615.5, 615.13: what happens besides the prevention; damage dealt at once is one event.
#[test]
fn preventing_and_doing_something_else() {
    let mut play =
        table().lands(A, 2, "Peak").battlefield(B, &["Phantom", "Ghost"]).hand(A, &["Jolt", "Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Ghost").resolve();
    assert_eq!(play.counters("Ghost", CounterKind::PLUS_ONE), 1);
    play.act("cast Jolt").act("Phantom").resolve();
    assert_eq!(play.count("Phantom"), 0);
    // Two attackers, one Ghost that is attacking: blocked by both.
    let mut play = table().battlefield(A, &["Ghost"]).battlefield(B, &["Bear Cub", "Bear Cub"]).start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Ghost attacks");
    while play.step() < Step::CombatDamage {
        let blocks = play.legal().iter().position(|(_, line)| line.contains("blocks Ghost")).unwrap_or(0);
        let action = play.legal()[blocks].0;
        play.position_apply(action);
    }
    play.go_to(1, Step::EndCombat);
    assert_eq!(play.counters("Ghost", CounterKind::PLUS_ONE), 1);
}

/// CR 616.1: the controller of the permanent chooses: adding first and doubling then, or not.
#[test]
fn adding_before_doubling_counters() {
    for order in [["Scales", "Season"], ["Season", "Scales"]] {
        let mut play = table()
            .lands(A, 1, "Field")
            .battlefield(A, &order)
            .battlefield(A, &["Ogre"])
            .hand(A, &["Grow"])
            .start("Field");
        play.go_to(1, Step::PrecombatMain);
        play.act("cast Grow").resolve();
        let mut other = Play { position: play.position.clone() };
        play.act("Scales");
        assert_eq!(play.counters("Ogre", CounterKind::PLUS_ONE), 4);
        other.act("Season");
        assert_eq!(other.counters("Ogre", CounterKind::PLUS_ONE), 3);
    }
}

/// CR 122.1c: a shield counter prevents damage, once.
#[test]
fn shield_counters_prevent_damage() {
    let mut play = table()
        .lands(A, 2, "Peak")
        .lands(A, 1, "Field")
        .battlefield(B, &["Bear Cub"])
        .hand(A, &["Jolt", "Jolt", "Guard Up"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Guard Up").resolve();
    play.act("cast Jolt").act("Bear Cub").resolve();
    assert_eq!((play.count("Bear Cub"), play.counters("Bear Cub", CounterKind::SHIELD)), (1, 0));
    play.act("cast Jolt").act("Bear Cub").resolve();
    assert_eq!(play.count("Bear Cub"), 0);
}

/// CR 615.3, 608.2d: the shield remembers its target.
#[test]
fn preventing_the_damage_of_a_target() {
    let mut play = table().lands(A, 1, "Field").battlefield(A, &["Ogre", "Bear Cub"]).hand(A, &["Calm"]).start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Ogre attacks").act("Bear Cub attacks");
    play.act("cast Calm").act("Ogre").resolve();
    play.go_to(1, Step::EndCombat);
    assert_eq!(play.life(B), 18);
}

/// CR 510.2: all of a source's combat damage is dealt at once: "deals combat damage" triggers once.
#[test]
fn combat_damage_to_several_triggers_once() {
    let mut play = table().battlefield(A, &["Gauge"]).battlefield(B, &["Bear Cub"]).start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Gauge attacks");
    while play.step() < Step::CombatDamage {
        let blocks = play.legal().iter().position(|(_, line)| line.contains("blocks Gauge")).unwrap_or(0);
        let action = play.legal()[blocks].0;
        play.position_apply(action);
    }
    play.go_to(1, Step::EndCombat);
    let counters: u16 = (11..20).map(|kind| play.counters("Gauge", CounterKind(kind))).sum();
    assert_eq!(counters, 1);
}

/// CR 106.12, 614: twice as much mana, all of it of one type.
#[test]
fn twice_as_much_mana() {
    let mut play =
        table().lands(A, 2, "Peak").battlefield(A, &["Twin Suns"]).hand(A, &["Ogre", "Big Beast"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Big Beast"));
    play.act("cast Ogre").resolve();
    assert_eq!(play.count("Ogre"), 1);
}

/// CR 605.1b, 605.4a: a triggered mana ability resolves at once: its mana can pay for what the land was tapped for.
#[test]
fn triggered_mana_abilities() {
    let mut play = table()
        .lands(A, 1, "Peak")
        .lands(A, 2, "Field")
        .hand(A, &["Overgrowth", "Big Beast", "Bear Cub"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Overgrowth").act("Peak").resolve();
    play.go_to(3, Step::PrecombatMain);
    assert!(play.offered("cast Big Beast"));
    play.act("cast Big Beast").resolve();
    assert_eq!(play.count("Big Beast"), 1);
    let mut play =
        table().lands(A, 2, "Peak").battlefield(A, &["Flare"]).hand(A, &["Ogre", "Big Beast"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Big Beast"));
    play.act("cast Ogre").resolve();
    assert_eq!(play.count("Ogre"), 1);
}

/// CR 605.5a: what doesn't add mana isn't a mana ability: it waits and uses the stack.
#[test]
fn other_triggers_on_tapping_for_mana() {
    let mut play = table().lands(A, 4, "Peak").battlefield(B, &["Barbs"]).hand(A, &["Ogre"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Ogre").resolve();
    assert_eq!((play.count("Ogre"), play.life(A)), (1, 16));
}

/// CR 616.1: the same question in combat, once for each event, and the position is as it was before until all are answered.
#[test]
fn orders_in_combat() {
    let mut play = table()
        .lands(B, 1, "Field")
        .battlefield(A, &["Furnace", "Ogre", "Bear Cub"])
        .hand(B, &["Salve"])
        .start("Field");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Ogre attacks").act("Bear Cub attacks").act("pass").act("cast Salve").act("Player B").resolve();
    while play.kind() != DecisionKind::OrderReplacements {
        let action = play.legal()[0].0;
        play.position_apply(action);
    }
    // The Ogre's damage is prevented first (CR 615.7), but doubled before, so that the shield is used up by it.
    assert_eq!((play.player(), play.life(B)), (Some(B), 20));
    play.act("Ogre").act("Furnace");
    assert_eq!(play.life(B), 20 - (8 - 2) - 4);
}

/// CR 616.1: effects that come to the same ask nothing.
#[test]
fn no_question_where_the_order_is_one() {
    let mut play =
        table().lands(A, 1, "Peak").battlefield(A, &["Furnace", "Furnace"]).hand(A, &["Jolt"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!((play.kind(), play.life(B)), (DecisionKind::Priority, 8));
    // Two of the same and one other: one of the two is offered.
    let mut play = table()
        .lands(A, 1, "Peak")
        .battlefield(A, &["Furnace", "Furnace"])
        .battlefield(B, &["Sparing"])
        .hand(A, &["Jolt"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Jolt").act("Player B").resolve();
    assert_eq!(play.legal().len(), 2, "{:?}", play.legal());
    // ((3 × 2) − 1) × 2
    play.act("Furnace").act("Sparing");
    assert_eq!(play.life(B), 10);
    let mut play =
        table().lands(A, 1, "Peak").battlefield(A, &["Chorus", "Chorus"]).hand(A, &["Muster"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Muster").resolve();
    assert_eq!((play.kind(), play.count("Soldier Token")), (DecisionKind::Priority, 4));
}

/// CR 616.1: where a card goes, its controller or owner chooses; each card by itself, all of them before any moves.
#[test]
fn where_a_card_goes() {
    let mut play = table()
        .lands(A, 1, "Peak")
        .battlefield(A, &["Rest"])
        .battlefield(B, &["Recycle", "Recycle", "Bear Cub"])
        .hand(A, &["Sweep"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Sweep").resolve();
    assert_eq!((play.kind(), play.player()), (DecisionKind::OrderReplacements, Some(B)));
    assert_eq!(play.count("Recycle"), 2);
    play.act("Recycle");
    assert_eq!((play.kind(), play.count("Recycle")), (DecisionKind::OrderReplacements, 2));
    play.act("Rest");
    assert_eq!((play.count("Recycle"), play.graveyard(B).len()), (0, 0));
    // One was shuffled away, the other and the Bear Cub are in exile.
    let exiled = play.position.state().lengths().into_iter().find(|list| list.0 == "exile");
    assert_eq!(exiled, Some(("exile", 3)));
}

/// CR 616.1: life gained, by the player who gains it; in the upkeep, with a triggered ability.
#[test]
fn life_gained() {
    let mut play = table().battlefield(A, &["Lifeblood", "Lifespring", "Font"]).start("Field");
    play.go_to(3, Step::Upkeep);
    while play.kind() != DecisionKind::OrderReplacements {
        play.act("pass");
    }
    assert_eq!(play.player(), Some(A));
    let before = play.life(A);
    let mut other = Play { position: play.position.clone() };
    play.act("Lifespring");
    other.act("Lifeblood");
    assert_eq!((play.life(A) - before, other.life(A) - before), (6, 5));
}
