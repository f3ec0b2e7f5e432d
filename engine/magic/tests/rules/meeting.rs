//! Where two rules of turns and of combat meet: extra, skipped and controlled turns, additional and skipped phases, cleanup steps that are
//! repeated, bands, what enters attacking.

use std::ops::RangeInclusive;

use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::Step;
use gauntlet_core::{Game, Player};
use gauntlet_magic::decision::DecisionKind;

use crate::common::{A, B, Play, Table};

const CARDS: &str = "\
name Puppetry
cost {0}
type Sorcery
text You control target player during that player's next turn.

name Lost Day
cost {0}
type Instant
text Target player skips their next turn.

name Stolen Day
cost {0}
type Instant
text Take an extra turn after this one.

name Truce
cost {0}
type Sorcery
text Target player skips their next combat phase.

name Second Wind
cost {0}
type Sorcery
text Untap all creatures you control. After this main phase, there is an additional combat phase followed by an additional main phase.

name Curtain
cost {0}
type Instant
text End the turn.

name Cub
cost {1}
type Creature Bear
pt 2/2

name Berserker
cost {1}
type Creature Human
pt 2/2
text ~ attacks each combat if able.

name Toll Gate
cost {1}
type Enchantment
text Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.

name Prop
cost {0}
type Instant
text Target creature gets +3/+3 until end of turn.

name Wither
cost {0}
type Instant
text Put three -1/-1 counters on target creature.

name Mourner
cost {1}
type Creature Human
pt 1/1
text Whenever another creature dies, you gain 1 life.

name Jab
cost {0}
type Instant
text ~ deals 1 damage to any target.

name Hideaway Drake
cost {1}
type Creature Drake
pt 2/2
text Phasing

name Long Night
cost {0}
type Sorcery
text Target player skips their next untap step.

name Freeze
cost {0}
type Sorcery
text Tap target creature. It doesn't untap during its controller's next untap step.

name Opening
cost {0}
type Instant
text Target unblocked creature gets +3/+0 until end of turn.

name Shadow Ninja
cost {3}{U}
type Creature Human Ninja
pt 3/3
text Ninjutsu {0}

name Sunrise
cost {0}
type Sorcery
text It becomes day.

name Line Soldier
cost {1}
type Creature Soldier
pt 2/2
text Banding

name Call Back
cost {0}
type Instant
text Return target creature to its owner's hand.

name Twin Fang
cost {1}
type Creature Cat
pt 2/2
text Double strike

name Goading
cost {0}
type Sorcery
text Goad target creature.

name War Path
cost {0}
type Sorcery
text Target creature attacks this turn if able.

name Boon
cost {0}
type Instant
text Until your next turn, creatures you control get +1/+0.

name Long Boon
cost {0}
type Instant
text Until the end of your next turn, creatures you control get +1/+0.

name Morning Raid
cost {0}
type Instant
text Untap all creatures you control. After this phase, there is an additional combat phase.

name Night Raid
cost {0}
type Enchantment
text At the beginning of your end step, untap all creatures you control. After this phase, there is an additional combat phase.

name Out of Phase
cost {0}
type Instant
text Target creature phases out.

name Dull Blade
cost {0}
type Instant
text Target creature loses first strike until end of turn.

name Fencer
cost {1}
type Creature Knight
pt 2/2
text First strike

name Page
cost {1}
type Creature Knight
pt 1/1
text First strike

name Stampeder
cost {1}
type Creature Rhino
pt 4/4
text Trample

name Insight
cost {0}
type Instant
text Draw three cards.

name Frail Aura
cost {0}
type Enchantment Aura
text Enchant creature
text When ~ is put into a graveyard from the battlefield, you gain 1 life.

name Living Rock
cost {0}
type Artifact
text {0}: ~ becomes a 2/2 Golem artifact creature until end of turn.

name Drummer
cost {0}
type Enchantment
text At the beginning of combat on your turn, create a 1/1 red Goblin creature token that's tapped and attacking.

name Loner Pact
cost {1}
type Creature Ogre
pt 3/3
text ~ can't attack alone.

name Damage Bell
cost {0}
type Enchantment
text Whenever a creature you control deals combat damage to a player, you gain 1 life.

name Grudge
cost {0}
type Enchantment
text Whenever you discard a card, you gain 1 life.

name Dusk Bell
cost {0}
type Enchantment
text At the beginning of each combat, you gain 1 life.
";

/// Casts a spell and lets it resolve.
fn cast(play: &mut Play, name: &str, targets: &[&str]) {
    play.act(&format!("cast {name}"));
    for t in targets {
        play.act(t);
    }
    play.resolve();
}

/// The active player of each turn, and who is asked in it.
fn asked_in_turns(play: &mut Play, turns: RangeInclusive<u32>) -> Vec<(Player, Player)> {
    turns
        .map(|t| {
            play.go_to(t, Step::PrecombatMain);
            (play.position.visible(A).active(), play.player().unwrap())
        })
        .collect()
}

/// The steps that are left of the turn in which somebody is asked something, all creatures attacking that can if so.
fn steps_of_turn(play: &mut Play, attack: bool) -> Vec<Step> {
    let turn = play.position.turn();
    let mut seen = vec![];
    while play.outcome().is_none() && play.position.turn() == turn {
        if seen.last() != Some(&play.step()) {
            seen.push(play.step());
        }
        let legal = play.legal();
        let a = legal.iter().find(|(_, l)| attack && l.contains("attacks Player")).unwrap_or(&legal[0]).0;
        play.position_apply(a);
        play.position.check_invariants().unwrap();
    }
    seen
}

/// CR 722.1b: who is to be controlled in their next turn is, in the first that they take.
#[test]
fn control_waits_for_a_turn_that_is_taken() {
    let mut play = Table::new(CARDS).hand(A, &["Puppetry", "Lost Day"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Puppetry", &["Player B"]);
    cast(&mut play, "Lost Day", &["Player B"]);
    assert_eq!(asked_in_turns(&mut play, 2..=5), [(A, A), (B, A), (A, A), (B, B)]);
}

/// CR 500.7, 722.1: the next turn of a player is the extra turn that they have just gained.
#[test]
fn control_of_an_extra_turn() {
    let mut play = Table::new(CARDS).hand(A, &["Puppetry"]).hand(B, &["Stolen Day"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("pass");
    cast(&mut play, "Stolen Day", &[]);
    cast(&mut play, "Puppetry", &["Player B"]);
    assert_eq!(asked_in_turns(&mut play, 2..=5), [(B, A), (B, B), (A, A), (B, B)]);
}

/// CR 500.7, 614.10: of two extra turns the next is skipped, and the other one comes.
#[test]
fn a_skipped_extra_turn() {
    let mut play = Table::new(CARDS).hand(A, &["Stolen Day", "Stolen Day", "Lost Day"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Stolen Day", &[]);
    cast(&mut play, "Stolen Day", &[]);
    cast(&mut play, "Lost Day", &["Player A"]);
    let active: Vec<_> = asked_in_turns(&mut play, 2..=4).into_iter().map(|x| x.0).collect();
    assert_eq!(active, [A, B, A]);
}

/// CR 500.8, 614.10: the next combat phase may be an additional one; what follows it comes.
#[test]
fn an_additional_combat_phase_is_skipped() {
    let mut play = Table::new(CARDS)
        .hand(A, &["Truce", "Second Wind"])
        .battlefield(A, &["Cub", "Dusk Bell"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Truce", &["Player A"]);
    cast(&mut play, "Second Wind", &[]);
    // The additional phase is the next one: skipped. Its main phase, the normal combat.
    let mut seen = vec![];
    while play.position.turn() == 1 {
        if seen.last() != Some(&play.step()) {
            seen.push(play.step());
        }
        let a = play.legal()[0].0;
        play.position_apply(a);
    }
    assert_eq!(seen.iter().filter(|s| **s == Step::BeginCombat).count(), 1, "{seen:?}");
    assert_eq!(play.life(A), 21);
}

/// CR 500.8: a combat phase that is added in the upkeep follows the beginning phase, and all phases of the turn come after it.
#[test]
fn an_additional_combat_phase_in_the_beginning_phase() {
    let mut play = Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &["Morning Raid"]).ask_forced().start("Grove");
    play.go_to(3, Step::Upkeep);
    cast(&mut play, "Morning Raid", &[]);
    let seen = steps_of_turn(&mut play, true);
    assert_eq!(seen[..3], [Step::Upkeep, Step::Draw, Step::BeginCombat]);
    assert_eq!(seen.iter().filter(|s| **s == Step::BeginCombat).count(), 2);
    assert_eq!(seen.iter().filter(|s| **s == Step::PrecombatMain).count(), 1);
    assert_eq!(play.life(B), 18, "tapped in the second");
}

/// CR 500.8: two effects in one main phase add their phases one before the other.
#[test]
fn additional_phases_made_in_one_phase() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &["Second Wind", "Second Wind"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Second Wind", &[]);
    cast(&mut play, "Second Wind", &[]);
    let seen = steps_of_turn(&mut play, false);
    let main: Vec<Step> = seen
        .into_iter()
        .filter(|s| matches!(s, Step::BeginCombat | Step::PrecombatMain | Step::PostcombatMain))
        .collect();
    use Step::*;
    assert_eq!(
        main,
        [PrecombatMain, BeginCombat, PostcombatMain, BeginCombat, PostcombatMain, BeginCombat, PostcombatMain]
    );
}

/// CR 723.1: nothing attacks any more in the turns after one that was ended in its combat.
#[test]
fn ending_the_turn_in_combat() {
    let mut play = Table::new(CARDS).hand(A, &["Curtain"]).battlefield(A, &["Cub"]).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Cub attacks");
    cast(&mut play, "Curtain", &[]);
    play.go_to(3, Step::PostcombatMain);
    assert_eq!((play.life(B), play.position.turn()), (20, 3));
    play.position.check_invariants().unwrap();
}

/// CR 500.8, 723.1: the turn ends with a cleanup step, and the next player's comes.
#[test]
fn ending_the_turn_in_a_phase_after_the_ending_phase() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Cub", "Night Raid"]).hand(A, &["Curtain"]).ask_forced().start("Grove");
    play.go_to(1, Step::End);
    while play.step() != Step::BeginCombat {
        let a = play.legal()[0].0;
        play.position_apply(a);
    }
    cast(&mut play, "Curtain", &[]);
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.position.visible(A).active(), B);
    play.go_to(3, Step::Upkeep);
    assert_eq!(play.position.visible(A).active(), A);
}

/// CR 103.8a, 723.1: the first turn has no draw step anyway, and the second one of that player has its own.
#[test]
fn ending_the_first_turn_in_its_upkeep() {
    let mut play = Table::new(CARDS).hand(A, &["Curtain"]).ask_forced().start("Grove");
    play.go_to(1, Step::Upkeep);
    cast(&mut play, "Curtain", &[]);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.hand(A).len(), 1);
}

/// CR 508.1d: who must attack needn't pay for it, and can't where nobody can.
#[test]
fn attacking_if_able_and_costs() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Berserker"])
        .lands(A, 1, "Grove")
        .battlefield(B, &["Toll Gate"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 2, "{:?}", play.legal());
    let mut play = Table::new(CARDS).battlefield(A, &["Berserker"]).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 1, "{:?}", play.legal());
}

/// CR 508.1d: a creature that attacks this turn if able does so in each combat.
#[test]
fn attacking_if_able_in_each_combat() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &["War Path", "Second Wind"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "War Path", &["Cub"]);
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 18);
    cast(&mut play, "Second Wind", &[]);
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.life(B), 16);
}

/// CR 701.15a: goaded until the next turn of whoever goaded it, in an extra turn before that too; a cost needn't be paid.
#[test]
fn goaded_in_an_extra_turn() {
    let mut play = Table::new(CARDS)
        .battlefield(B, &["Cub"])
        .hand(A, &["Goading"])
        .battlefield(A, &["Toll Gate"])
        .lands(B, 1, "Grove")
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Goading", &["Cub"]);
    play.go_to(2, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 2, "{:?}", play.legal());
    let mut play = Table::new(CARDS)
        .battlefield(B, &["Cub"])
        .hand(A, &["Goading"])
        .hand(B, &["Stolen Day"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Goading", &["Cub"]);
    play.go_to(2, Step::Upkeep);
    cast(&mut play, "Stolen Day", &[]);
    play.go_to(2, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 1, "{:?}", play.legal());
    // goaded until A's next turn: in B's extra turn too
    play.go_to(3, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 1, "{:?}", play.legal());
    play.go_to(5, Step::DeclareAttackers);
    assert_eq!(play.legal().len(), 2, "{:?}", play.legal());
}

/// CR 514.3a: as a state-based action is performed players get priority, though nothing has triggered, and another cleanup step follows.
#[test]
fn a_state_based_action_in_the_cleanup_step() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Ogre"])
        .hand(A, &["Prop", "Wither", "Jab", "Wither"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Prop", &["Ogre"]);
    cast(&mut play, "Wither", &["Ogre"]);
    cast(&mut play, "Wither", &["Ogre"]);
    play.go_to(1, Step::Cleanup);
    assert_eq!((play.position.turn(), play.step(), play.count("Ogre")), (1, Step::Cleanup, 0));
    cast(&mut play, "Jab", &["Player B"]);
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.life(B), 19);
}

/// CR 514.2, 514.3a: what was done in the first cleanup step ends in the second.
#[test]
fn effects_end_in_a_second_cleanup_step() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Ogre", "Mourner", "Cub"])
        .hand(A, &["Prop", "Wither", "Wither", "Prop", "Jab"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Prop", &["Ogre"]);
    cast(&mut play, "Wither", &["Ogre"]);
    cast(&mut play, "Wither", &["Ogre"]);
    play.go_to(1, Step::Cleanup);
    assert_eq!((play.position.state_stack_len(), play.count("Ogre")), (1, 0));
    play.resolve();
    cast(&mut play, "Prop", &["Cub"]);
    cast(&mut play, "Jab", &["Cub"]);
    play.go_to(2, Step::Upkeep);
    assert_eq!((play.pt("Cub"), play.permanents("Cub")[0].damage, play.life(A)), ((2, 2), 0, 21));
}

/// CR 514.3a, 704.5m: what an Aura enchants is no creature any more.
#[test]
fn an_aura_falls_off_in_the_cleanup_step() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Living Rock"]).hand(A, &["Frail Aura", "Jab"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("Living Rock");
    play.resolve();
    cast(&mut play, "Frail Aura", &["Living Rock"]);
    play.go_to(1, Step::Cleanup);
    assert_eq!((play.position.turn(), play.count("Frail Aura"), play.position.state_stack_len()), (1, 0, 1));
}

/// CR 514.1, 514.3a: the hand is seen to again.
#[test]
fn discarding_in_a_second_cleanup_step() {
    let jabs = ["Jab"; 8];
    let mut play =
        Table::new(CARDS).battlefield(A, &["Grudge"]).hand(A, &jabs).hand(A, &["Insight"]).ask_forced().start("Grove");
    play.go_to(1, Step::Cleanup);
    assert_eq!(play.kind(), DecisionKind::Discard);
    play.act("Jab").act("Jab");
    while play.kind() == DecisionKind::OrderTriggers {
        let a = play.legal()[0].0;
        play.position_apply(a);
    }
    play.resolve();
    cast(&mut play, "Insight", &[]);
    play.act("pass").act("pass");
    assert_eq!(play.kind(), DecisionKind::Discard);
}

/// CR 502.1, 500.11: nothing phases where the untap step is skipped; what phases in untaps, and can attack.
#[test]
fn phasing_without_an_untap_step() {
    let mut play =
        Table::new(CARDS).tapped(A, &["Hideaway Drake"]).hand(A, &["Long Night"]).ask_forced().start("Grove");
    // turn 1: phases out in untap step
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.count("Hideaway Drake"), 0);
    cast(&mut play, "Long Night", &["Player A"]);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.count("Hideaway Drake"), 0, "no untap step, no phasing");
    play.go_to(5, Step::PrecombatMain);
    assert_eq!((play.count("Hideaway Drake"), play.tapped("Hideaway Drake")), (1, false));
    play.go_to(5, Step::DeclareAttackers);
    assert!(play.offered("Hideaway Drake attacks"), "{:?}", play.legal());
}

/// CR 502.3, 614.10a: the next untap step is the first that isn't skipped.
#[test]
fn what_lasts_until_an_untap_step_that_is_skipped() {
    let mut play =
        Table::new(CARDS).battlefield(B, &["Cub"]).hand(A, &["Long Night", "Freeze"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Long Night", &["Player B"]);
    cast(&mut play, "Freeze", &["Cub"]);
    for (t, tapped) in [(2, true), (4, true), (6, false)] {
        play.go_to(t, Step::Upkeep);
        assert_eq!(play.tapped("Cub"), tapped, "{t}");
    }
}

/// CR 502.2, 730.2a: the turn before an extra turn may be the same player's.
#[test]
fn day_and_night_in_an_extra_turn() {
    let mut play = Table::new(CARDS).hand(A, &["Sunrise", "Stolen Day"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Sunrise", &[]);
    cast(&mut play, "Stolen Day", &[]);
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.position.visible(A).daytime(), Daytime::Day);
    play.go_to(3, Step::Upkeep);
    assert_eq!(play.position.visible(A).daytime(), Daytime::Night);
}

/// CR 502.2, 500.11: where the untap step is skipped nobody looks at the turn before.
#[test]
fn day_and_night_without_an_untap_step() {
    let mut play = Table::new(CARDS).hand(A, &["Sunrise", "Long Night"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Sunrise", &[]);
    cast(&mut play, "Long Night", &["Player A"]);
    play.go_to(3, Step::Upkeep);
    assert_eq!(play.position.visible(A).daytime(), Daytime::Day);
    play.go_to(4, Step::Upkeep);
    assert_eq!(play.position.visible(A).daytime(), Daytime::Night);
}

/// CR 500.11, 611.2: the next turn is the first that is taken.
#[test]
fn until_a_next_turn_that_is_skipped() {
    for (spell, until) in [("Boon", [true, true, false, false]), ("Long Boon", [true, true, true, false])] {
        let mut play =
            Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &[spell, "Lost Day"]).ask_forced().start("Grove");
        play.go_to(1, Step::PrecombatMain);
        cast(&mut play, spell, &[]);
        cast(&mut play, "Lost Day", &["Player A"]);
        // turns: 2 B, 3 B (A skipped), 4 A, 5 B
        for (t, on) in (2..=5).zip(until) {
            play.go_to(t, Step::PrecombatMain);
            assert_eq!(play.pt("Cub").0, if on { 3 } else { 2 }, "{spell} {t} {:?}", play.position.visible(A).active());
        }
    }
}

/// CR 509.1h, 702.49c: before blockers are declared no attacker is unblocked.
#[test]
fn unblocked_before_blocks() {
    let hand = ["Shadow Ninja", "Opening"];
    let mut play = Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &hand).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Cub attacks");
    assert_eq!(play.legal().len(), 1, "{:?}", play.legal());
    play.go_to(1, Step::DeclareBlockers);
    assert_eq!(play.legal().len(), 3, "{:?}", play.legal());
}

/// CR 510.4, 702.49: what enters attacking after the first damage step deals its damage in the second.
#[test]
fn ninjutsu_between_the_damage_steps() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Twin Fang"]).hand(A, &["Shadow Ninja"]).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Twin Fang attacks");
    play.go_to(1, Step::FirstStrikeDamage);
    assert_eq!(play.kind(), DecisionKind::Priority);
    let a = play.legal()[1].0;
    play.position_apply(a);
    play.resolve();
    while play.kind() != DecisionKind::Priority {
        let a = play.legal()[0].0;
        play.position_apply(a);
    }
    play.resolve();
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 15);
}

/// CR 702.22f: what was removed from combat is no longer in the band.
#[test]
fn a_band_that_has_lost_a_creature() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Line Soldier", "Cub"])
        .hand(B, &["Call Back"])
        .battlefield(B, &["Ogre"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Line Soldier attacks").act("Cub attacks");
    play.act("Cub");
    play.go_to(1, Step::DeclareAttackers);
    play.act("pass");
    cast(&mut play, "Call Back", &["Line Soldier"]);
    play.go_to(1, Step::DeclareBlockers);
    play.act("Ogre blocks Cub");
    play.go_to(1, Step::PostcombatMain);
    assert_eq!((play.count("Cub"), play.count("Ogre")), (0, 1));
}

/// CR 702.22h, 702.19b: a trampler of a band counts what the others assign to the creature that blocks them all.
#[test]
fn a_band_with_trample() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Line Soldier", "Stampeder"])
        .battlefield(B, &["Ogre"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Line Soldier attacks").act("Stampeder attacks").act("Stampeder");
    play.go_to(1, Step::DeclareBlockers);
    play.act("Ogre blocks Line Soldier");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    assert_eq!(play.legal().len(), 3);
}

/// CR 506.4, 510.4: what a creature that was removed from combat did there is no part of another combat.
#[test]
fn first_strike_in_an_earlier_combat() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Fencer", "Page"])
        .hand(A, &["Out of Phase", "Dull Blade"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Fencer attacks").act("Page attacks");
    play.go_to(1, Step::FirstStrikeDamage);
    cast(&mut play, "Out of Phase", &["Fencer"]);
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(play.life(B), 17);
    cast(&mut play, "Dull Blade", &["Fencer"]);
    play.go_to(3, Step::DeclareAttackers);
    while play.kind() == DecisionKind::Attack {
        play.act(if play.offered("Page attacks") { "Page attacks" } else { "Fencer attacks" });
    }
    play.go_to(3, Step::PostcombatMain);
    assert_eq!(play.life(B), 14);
}

/// CR 508.4c: nothing is paid for what enters attacking.
#[test]
fn costs_of_attackers_that_were_not_declared() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Drummer", "Cub"])
        .battlefield(B, &["Toll Gate"])
        .lands(A, 1, "Grove")
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Cub attacks");
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 17);
}

/// CR 506.5, 508.4: only what is declared attacks with another.
#[test]
fn attacking_alone_beside_what_entered_attacking() {
    let mut play = Table::new(CARDS).battlefield(A, &["Drummer", "Loner Pact"]).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    assert!(!play.offered("Loner Pact attacks"), "{:?}", play.legal());
}

/// CR 506.4, 702.19d: the attacker stays blocked; with trample it deals all its damage to what it attacks.
#[test]
fn a_blocker_that_phases_out() {
    for (ours, life) in [("Cub", 20), ("Stampeder", 16)] {
        let mut play = Table::new(CARDS)
            .battlefield(A, &[ours])
            .hand(A, &["Out of Phase"])
            .battlefield(B, &["Ogre"])
            .ask_forced()
            .start("Grove");
        play.go_to(1, Step::DeclareAttackers);
        play.act(&format!("{ours} attacks"));
        play.go_to(1, Step::DeclareBlockers);
        play.act("Ogre blocks");
        cast(&mut play, "Out of Phase", &["Ogre"]);
        play.go_to(1, Step::PostcombatMain);
        assert_eq!(play.life(B), life, "{ours}");
    }
}

/// CR 500.8, 508.8: the first combat phase has its damage step, the additional one has none.
#[test]
fn additional_combat_without_the_attacker() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Cub", "Damage Bell"])
        .hand(A, &["Out of Phase", "Morning Raid"])
        .ask_forced()
        .start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Cub attacks");
    cast(&mut play, "Out of Phase", &["Cub"]);
    cast(&mut play, "Morning Raid", &[]);
    let seen = steps_of_turn(&mut play, true);
    assert_eq!(seen.iter().filter(|s| **s == Step::CombatDamage).count(), 1, "{seen:?}");
    play.go_to(3, Step::PrecombatMain);
    assert!(!play.tapped("Cub") && play.count("Cub") == 1);
    assert_eq!(play.life(B), 20);
}
