//! Keywords and memories that card text uses, each proven by a played position on made-up cards.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_core::Game;
use gauntlet_magic::decision::{Action, DecisionKind};

const CARDS: &str = "\
name Cub
cost {R}
type Creature Bear
pt 2/2

name Brute
cost {R}
type Creature Ogre
pt 5/5

name Spark
cost {R}
type Instant
text ~ deals 1 damage to any target.

name Stormlet
cost {R}
type Sorcery
text ~ deals 1 damage to any target.
text Storm

name Echoer
cost {R}
type Creature Bear
pt 3/3
text Echo {1}{R}

name Ager
cost {R}
type Creature Bear
pt 3/3
text Cumulative upkeep {1}

name Fader
cost {R}
type Creature Bear
pt 3/3
text Vanishing 2

name Flanker
cost {R}
type Creature Knight
pt 2/2
text Flanking

name Poisoner
cost {R}
type Creature Bear
pt 2/2
text Toxic 2

name Rebounder
cost {R}
type Sorcery
text ~ deals 2 damage to any target.
text Rebound

name Cascader
cost {2}{R}
type Creature Bear
pt 3/3
text Cascade

name Madcap
cost {4}{R}
type Creature Bear
pt 4/4
text Madness {R}

name Looter
type Artifact
text {T}: Draw a card, then discard a card.

name Dasher
cost {4}{R}
type Creature Goblin
pt 3/1
text Dash {R}

name Ninja
cost {4}{R}
type Creature Ninja
pt 3/3
text Ninjutsu {R}

name Rioter
cost {R}
type Creature Goblin
pt 2/2
text Riot

name Eater
cost {R}
type Creature Ogre
pt 1/1
text Devour 2

name Exploiter
cost {R}
type Creature Ogre
pt 1/1
text Exploit
text When ~ exploits a creature, draw a card.

name Monster
cost {R}
type Creature Ogre
pt 1/1
text {R}: Monstrosity 3.
text When ~ becomes monstrous, it deals 2 damage to any target.

name Renowner
cost {R}
type Creature Ogre
pt 1/1
text Renown 1

name Boaster
cost {R}
type Creature Ogre
pt 1/1
text Boast — {R}: Draw a card.

name Exhauster
cost {R}
type Creature Ogre
pt 1/1
text Exhaust — {R}: Draw a card.
text {R}: You gain 1 life.

name Flinger
cost {R}
type Creature Ogre
pt 1/1
text Sacrifice another creature: ~ deals damage equal to the sacrificed creature's power to any target.

name Revolter
cost {R}
type Creature Ogre
pt 1/1
text At the beginning of your end step, if a permanent you controlled left the battlefield this turn, you gain 3 life.

name Avenger
cost {R}
type Creature Ogre
pt 3/3
text Whenever a creature dealt damage by ~ this turn dies, you gain 5 life.

name Criminal
cost {R}
type Creature Rogue
pt 1/1
text Whenever you commit a crime, you gain 1 life.

name Captain
cost {R}
type Creature Soldier
pt 1/1
text Whenever ~ and at least two other creatures attack, you gain 4 life.

name Adamant
cost {3}
type Sorcery
text If at least three red mana was spent to cast ~, you gain 7 life.

name Blesser
cost {R}
type Creature Ogre
pt 1/1
text Ascend
text As long as you have the city's blessing, ~ gets +4/+4.

name Amasser
cost {R}
type Sorcery
text Amass Orcs 2.

name Squadron
cost {R}
type Creature Soldier
pt 1/1
text Squad {R}

name Bargainer
cost {R}
type Sorcery
text As an additional cost to cast ~, sacrifice a creature or pay {2}.
text ~ deals 3 damage to any target.

name Evoker
cost {4}{R}
type Creature Elemental
pt 5/5
text When ~ enters, you gain 2 life.
text Evoke {R}

name Digger
cost {R}
type Creature Zombie
pt 2/2
text Unearth {R}
";

fn table() -> Table {
    Table::new(CARDS)
}

fn target(play: &mut Play, player: gauntlet_core::Player) {
    play.position_apply(Action::Player(player));
}

/// Takes the first legal action whose description has these words.
fn pick(play: &mut Play, words: &str) {
    let legal = play.legal();
    let found = legal.iter().find(|row| row.1.contains(words));
    let lines = || (legal.iter().map(|row| row.1.clone()).collect::<Vec<_>>(), play.position.journal_lines());
    let action = found.unwrap_or_else(|| panic!("nothing legal has {words:?}: {:#?}", lines())).0;
    play.position_apply(action);
}

/// Passes until someone is asked something else.
fn pass(play: &mut Play) {
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
}

/// CR 702.40: a copy for each spell cast before it this turn.
#[test]
fn storm_copies() {
    let mut play = table().lands(A, 3, "Peak").hand(A, &["Spark", "Stormlet"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Spark");
    target(&mut play, B);
    play.resolve();
    play.act("cast Stormlet");
    target(&mut play, B);
    while play.kind() != DecisionKind::Priority || play.position.state_stack_len() > 0 {
        if play.kind() == DecisionKind::Priority {
            play.act("pass");
        } else if play.legal().iter().any(|row| row.0 == Action::Player(B)) {
            target(&mut play, B);
        } else {
            let first = play.legal()[0].0;
            play.position_apply(first);
        }
    }
    assert_eq!(play.life(B), 17, "one by Spark, two by Stormlet and its copy");
}

/// CR 702.30: paid once, in the first upkeep after it came.
#[test]
fn echo_is_asked_once() {
    let mut play = table().lands(A, 3, "Peak").hand(A, &["Echoer"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Echoer").resolve();
    assert_eq!(play.count("Echoer"), 1);
    play.go_to(3, Step::Upkeep);
    pass(&mut play);
    assert_eq!(play.kind(), DecisionKind::MayPay);
    play.position_apply(Action::Yes);
    play.go_to(5, Step::PrecombatMain);
    assert_eq!(play.count("Echoer"), 1, "it was paid once and for all");
}

/// CR 702.24: one more each upkeep.
#[test]
fn cumulative_upkeep_grows() {
    let mut play = table().lands(A, 2, "Peak").battlefield(A, &["Ager"]).start("Peak");
    for turn in [1, 3] {
        play.go_to(turn, Step::Upkeep);
        pass(&mut play);
        assert_eq!(play.kind(), DecisionKind::MayPay);
        play.position_apply(Action::Yes);
        assert_eq!(play.count("Ager"), 1);
    }
    play.go_to(5, Step::PrecombatMain);
    assert_eq!(play.count("Ager"), 0, "three mana can't be paid with two lands");
}

/// CR 702.63: without time counters it goes.
#[test]
fn vanishing_runs_out() {
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Fader"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Fader").resolve();
    assert_eq!(play.counters("Fader", CounterKind::TIME), 2);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.counters("Fader", CounterKind::TIME), 1);
    play.go_to(5, Step::PrecombatMain);
    assert_eq!(play.count("Fader"), 0);
}

/// CR 702.164: combat damage to a player gives poison besides.
#[test]
fn toxic_poisons() {
    let mut play = table().battlefield(A, &["Poisoner"]).start("Peak");
    play.go_to(1, Step::DeclareAttackers);
    pick(&mut play, " attacks");
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 18);
    assert_eq!(play.position.visible(B).player(B).poison, 2);
}

/// CR 702.88: exiled as it resolves, cast again in the next upkeep.
#[test]
fn rebound_comes_again() {
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Rebounder"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Rebounder");
    target(&mut play, B);
    play.resolve();
    assert_eq!(play.life(B), 18);
    assert!(play.graveyard(A).is_empty(), "it is in exile");
    play.go_to(3, Step::Upkeep);
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    let cast = play.legal().into_iter().find(|row| matches!(row.0, Action::Object(_))).expect("it can be cast");
    play.position_apply(cast.0);
    target(&mut play, B);
    play.resolve();
    assert_eq!(play.life(B), 16);
    assert_eq!(play.graveyard(A), ["Rebounder"], "only once");
}

/// CR 702.85: the first cheaper card that isn't a land is cast for nothing.
#[test]
fn cascade_casts_a_cheaper_card() {
    let mut play =
        table().lands(A, 3, "Peak").hand(A, &["Cascader"]).library(A, &["Cub", "Madcap", "Peak"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Cascader");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    let cast = play.legal().into_iter().find(|row| matches!(row.0, Action::Object(_))).expect("it can be cast");
    play.position_apply(cast.0);
    play.resolve();
    assert_eq!((play.count("Cub"), play.count("Cascader")), (1, 1));
    assert_eq!(play.count("Madcap"), 0, "it costs more");
}

/// CR 702.35: discarded into exile, and cast from there for its madness cost.
#[test]
fn madness_is_cast_from_exile() {
    let mut play = table().lands(A, 1, "Peak").battlefield(A, &["Looter"]).hand(A, &["Madcap"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("Looter");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    let discard = play.legal().into_iter().find(|row| row.1.contains("Madcap")).expect("Madcap can be discarded");
    play.position_apply(discard.0);
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    let cast = play.legal().into_iter().find(|row| matches!(row.0, Action::Object(_))).expect("it can be cast");
    play.position_apply(cast.0);
    play.resolve();
    assert_eq!(play.count("Madcap"), 1);
}

/// CR 702.109: haste, and back to hand at the next end step.
#[test]
fn dash_returns() {
    let mut play = table().lands(A, 1, "Peak").hand(A, &["Dasher"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Dasher").resolve();
    play.go_to(1, Step::DeclareAttackers);
    pick(&mut play, " attacks");
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.life(B), 17);
    assert_eq!(play.count("Dasher"), 0);
    assert!(play.hand(A).contains(&"Dasher".to_owned()));
}

/// CR 702.49: in for an unblocked attacker, attacking.
#[test]
fn ninjutsu_swaps_attackers() {
    let mut play = table().lands(A, 1, "Peak").battlefield(A, &["Cub"]).hand(A, &["Ninja"]).start("Peak");
    play.go_to(1, Step::DeclareAttackers);
    pick(&mut play, " attacks");
    play.go_to(1, Step::DeclareBlockers);
    let ninja = play.legal().into_iter().find(|row| row.1.contains("Ninja")).expect("ninjutsu is possible");
    play.position_apply(ninja.0);
    play.resolve();
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 17, "the Ninja deals its damage");
    assert!(play.hand(A).contains(&"Cub".to_owned()));
}

/// CR 702.136, 702.82: choices as a creature enters.
#[test]
fn entering_with_counters_by_choice() {
    let mut play = table().lands(A, 2, "Peak").battlefield(A, &["Cub"]).hand(A, &["Rioter", "Eater"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Rioter");
    pass(&mut play);
    play.position_apply(Action::Yes);
    assert_eq!(play.pt("Rioter"), (3, 3));
    play.act("cast Eater");
    pass(&mut play);
    let cub = play.legal().into_iter().find(|row| row.1.contains("Cub")).expect("Cub can be eaten");
    play.position_apply(cub.0);
    play.position_apply(Action::Done);
    assert_eq!(play.counters("Eater", CounterKind::PLUS_ONE), 2);
    assert_eq!((play.pt("Eater"), play.count("Cub")), ((3, 3), 0));
}

/// CR 702.110: the trigger sees the sacrifice of exploit only.
#[test]
fn exploit_triggers() {
    let mut play = table().lands(A, 1, "Peak").battlefield(A, &["Cub"]).hand(A, &["Exploiter"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Exploiter");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    play.position_apply(Action::Yes);
    let cub = play.legal().into_iter().find(|row| row.1.contains("Cub")).expect("Cub can be sacrificed");
    play.position_apply(cub.0);
    play.resolve();
    assert_eq!(play.hand(A).len(), 1);
}

/// CR 701.37: once only.
#[test]
fn monstrosity_is_once() {
    let mut play = table().lands(A, 2, "Peak").battlefield(A, &["Monster"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("Monster");
    pass(&mut play);
    target(&mut play, B);
    play.resolve();
    assert_eq!((play.pt("Monster"), play.life(B)), ((4, 4), 18));
    play.act("Monster").resolve();
    assert_eq!((play.pt("Monster"), play.life(B)), ((4, 4), 18));
}

/// CR 702.142, 702.177: limits that other abilities of the creature don't use up.
#[test]
fn exhaust_is_once() {
    let mut play = table().lands(A, 3, "Peak").battlefield(A, &["Exhauster"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    let lines = |play: &Play| play.legal().into_iter().filter(|row| row.1.contains("Exhauster")).count();
    assert_eq!(lines(&play), 2);
    let gain = play.legal().into_iter().find(|row| row.1.contains("gain")).expect("the other ability");
    play.position_apply(gain.0).resolve();
    assert_eq!(lines(&play), 2, "the other ability is not limited");
    let draw = play.legal().into_iter().find(|row| row.1.contains("Draw")).expect("exhaust");
    play.position_apply(draw.0).resolve();
    assert_eq!(lines(&play), 1);
}

/// CR 608.2h: what a cost was paid with, as it last was.
#[test]
fn the_sacrificed_creature_is_remembered() {
    let mut play = table().battlefield(A, &["Flinger", "Brute"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("Flinger");
    target(&mut play, B);
    play.resolve();
    assert_eq!((play.life(B), play.count("Brute")), (15, 0));
}

/// What happened this turn.
#[test]
fn memories_of_the_turn() {
    let mut play = table().battlefield(A, &["Flinger", "Cub", "Revolter"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("Flinger");
    target(&mut play, B);
    if play.kind() == DecisionKind::CostChoice {
        let cub = play.legal().into_iter().find(|row| row.1.contains("Cub")).expect("Cub can be sacrificed");
        play.position_apply(cub.0);
    }
    play.resolve();
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.life(A), 23);
    play.go_to(4, Step::Upkeep);
    assert_eq!(play.life(A), 23, "nothing left in the later turn");
}

/// CR 700.15: a crime is targeting an opponent or theirs.
#[test]
fn crimes() {
    let mut play = table().lands(A, 2, "Peak").battlefield(A, &["Criminal"]).hand(A, &["Spark", "Spark"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Spark");
    target(&mut play, A);
    play.resolve();
    assert_eq!(play.life(A), 19, "no crime");
    play.act("cast Spark");
    target(&mut play, B);
    play.resolve();
    assert_eq!((play.life(A), play.life(B)), (20, 19));
}

/// "~ and at least two other creatures attack".
#[test]
fn battalion() {
    let mut play = table().battlefield(A, &["Captain", "Cub", "Brute"]).start("Peak");
    play.go_to(1, Step::DeclareAttackers);
    for _ in 0..3 {
        pick(&mut play, " attacks");
    }
    play.resolve();
    assert_eq!(play.life(A), 24);
}

/// CR 702.131: ten permanents.
#[test]
fn ascend() {
    let mut play = table().lands(A, 9, "Peak").battlefield(A, &["Blesser"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.pt("Blesser"), (5, 5));
}

/// CR 601.2h: how much mana of which colour was spent.
#[test]
fn mana_spent_is_counted() {
    let mut play = table().lands(A, 3, "Peak").hand(A, &["Adamant"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Adamant").resolve();
    assert_eq!(play.life(A), 27);
}

/// CR 701.47, 702.157, 702.84.
#[test]
fn armies_squads_and_the_unearthed() {
    let mut play = table()
        .lands(A, 6, "Peak")
        .hand(A, &["Amasser", "Amasser", "Squadron"])
        .graveyard(A, &["Digger"])
        .start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Amasser").resolve();
    play.act("cast Amasser").resolve();
    assert_eq!(play.pt("Orc Army Token"), (4, 4));
    play.act("cast Squadron");
    play.position_apply(Action::Yes);
    if play.kind() == DecisionKind::OptionalCost {
        play.position_apply(Action::No);
    }
    play.resolve();
    assert_eq!(play.count("Squadron"), 2);
    let unearth = play.legal().into_iter().find(|row| row.1.contains("Digger")).expect("it can be unearthed");
    play.position_apply(unearth.0).resolve();
    assert_eq!(play.count("Digger"), 1);
    play.go_to(2, Step::Upkeep);
    assert_eq!((play.count("Digger"), play.graveyard(A).contains(&"Digger".to_owned())), (0, false));
}

/// CR 702.74: evoked, it is sacrificed; cast as usual, it stays.
#[test]
fn evoke_sacrifices() {
    let mut play = table().lands(A, 6, "Peak").hand(A, &["Evoker", "Evoker"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    pick(&mut play, "alternative cost");
    play.resolve();
    while play.kind() == DecisionKind::OrderTriggers {
        let first = play.legal()[0].0;
        play.position_apply(first);
        play.resolve();
    }
    assert_eq!((play.count("Evoker"), play.life(A)), (0, 22));
    play.act("cast Evoker").resolve();
    assert_eq!((play.count("Evoker"), play.life(A)), (1, 24));
}

/// CR 601.2b: a choice of costs is made as the spell is cast.
#[test]
fn one_of_two_costs() {
    let mut play =
        table().lands(A, 2, "Peak").battlefield(A, &["Cub"]).hand(A, &["Bargainer", "Bargainer"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Bargainer");
    target(&mut play, B);
    play.resolve();
    assert_eq!(
        (play.life(B), play.count("Cub")),
        (17, 0),
        "with one mana left over there was only the Cub to pay with"
    );
    assert!(!play.offered("cast Bargainer"), "one mana is not enough for the other cost");
}
