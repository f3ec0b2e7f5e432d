//! Combat: who assigns damage in which order and what counts for it, what is removed from combat, and what is attacked.

use gauntlet_cards::filter::Step;
use gauntlet_core::Player;
use gauntlet_magic::decision::{Action, DecisionKind};

use crate::common::{A, B, Play, Table};

const CARDS: &str = "\
name Stampeder
cost {1}
type Creature Rhino
pt 4/4
text Trample

name Brawler
cost {1}
type Creature Rhino
pt 3/3

name Small Stampeder
cost {1}
type Creature Boar
pt 2/2
text Trample

name Venom Boar
cost {1}
type Creature Boar
pt 2/2
text Trample, deathtouch

name Broad Wall
cost {1}
type Creature Wall
pt 0/4
text Defender
text ~ can block an additional creature each combat.

name Broad Guard
cost {1}
type Creature Soldier
pt 4/4
text ~ can block an additional creature each combat.

name Poacher
cost {1}
type Creature Rogue
pt 2/2

name Walker
cost {2}
type Planeswalker Jace
loyalty 4
text +1: You gain 1 life.

name Out of Phase
cost {0}
type Instant
text Target permanent phases out.

name Seize
cost {0}
type Instant
text Gain control of target permanent until end of turn.

name Quick Lesson
cost {0}
type Instant
text Target creature gains first strike until end of turn.

name Dull Blade
cost {0}
type Instant
text Target creature loses first strike until end of turn.

name Twin Lesson
cost {0}
type Instant
text Target creature gains double strike until end of turn.

name Fencer
cost {1}
type Creature Knight
pt 2/2
text First strike
";

/// All attack, and all that B controls blocks what it can.
fn clash(ours: &[&str], theirs: &[&str]) -> Play {
    let mut play = Table::new(CARDS).battlefield(B, theirs).battlefield(A, ours).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    while play.kind() == DecisionKind::Attack {
        let attack = play.legal().into_iter().find(|(_, line)| line.contains("attacks Player B"));
        play.position_apply(attack.expect("an attack").0);
    }
    play.go_to(1, Step::DeclareBlockers);
    while play.kind() == DecisionKind::Block {
        let block = play.legal().into_iter().find(|(_, line)| line.contains(" blocks "));
        play.position_apply(block.unwrap_or_else(|| play.legal()[0].clone()).0);
    }
    while play.kind() == DecisionKind::Priority && play.step() == Step::DeclareBlockers {
        play.act("pass");
    }
    play
}

/// What may be assigned now, and who says how much.
fn asked(play: &Play) -> Option<(Player, Vec<u16>)> {
    let number = |(action, _): (Action, String)| match action {
        Action::Number(number) => number,
        other => panic!("not a number: {other:?}"),
    };
    let player = play.player().filter(|_| play.kind() == DecisionKind::AssignDamage)?;
    Some((player, play.legal().into_iter().map(number).collect()))
}

fn assign(play: &mut Play, number: u16) {
    play.position_apply(Action::Number(number));
}

/// CR 702.19b: what another attacker assigns to the blocker they share counts, whichever of them comes first.
#[test]
fn a_trampler_counts_what_others_assign() {
    for ours in [["Stampeder", "Brawler"], ["Brawler", "Stampeder"]] {
        let mut play = clash(&ours, &["Broad Wall"]);
        assert_eq!(asked(&play), Some((A, vec![1, 2, 3, 4])), "{ours:?}");
        assign(&mut play, 1);
        assert_eq!(play.life(B), 17);
        assert_eq!(play.count("Broad Wall"), 0);
    }
}

/// CR 510.1e: two tramplers can share what is lethal for the creature that blocks both as their player likes.
#[test]
fn tramplers_share_a_blocker() {
    let ours = ["Stampeder", "Small Stampeder"];
    let mut play = clash(&ours, &["Broad Wall"]);
    assert_eq!(asked(&play), Some((A, vec![2, 3, 4])));
    assign(&mut play, 2);
    // The other one assigns what is missing: there is no choice left.
    assert_eq!(asked(&play), None);
    assert_eq!((play.life(B), play.count("Broad Wall")), (18, 0));
    let mut play = clash(&ours, &["Broad Wall"]);
    assign(&mut play, 4);
    assert_eq!(asked(&play), Some((A, vec![0, 1, 2])));
    assign(&mut play, 0);
    assert_eq!((play.life(B), play.count("Broad Wall")), (18, 0));
}

/// CR 702.2c, 702.19b: 1 damage of a source with deathtouch is lethal for all that assign damage to the creature.
#[test]
fn a_trampler_beside_one_with_deathtouch() {
    let mut play = clash(&["Stampeder", "Venom Boar"], &["Broad Wall"]);
    assert_eq!(asked(&play), Some((A, vec![0, 1, 2, 3, 4])));
    assign(&mut play, 0);
    assert_eq!(asked(&play), Some((A, vec![1, 2])));
    assign(&mut play, 1);
    assert_eq!((play.life(B), play.count("Broad Wall")), (15, 0));
    let play = clash(&["Venom Boar", "Small Stampeder"], &["Broad Wall"]);
    // The second one alone can't assign what would be lethal.
    assert_eq!(asked(&play), Some((A, vec![1, 2])));
}

/// CR 510.1: the attacking player announces first, whatever entered first.
#[test]
fn the_attacking_player_assigns_first() {
    let mut play = clash(&["Stampeder", "Poacher"], &["Broad Guard"]);
    assert_eq!(asked(&play), Some((A, vec![2, 3, 4])));
    assign(&mut play, 2);
    assert_eq!(asked(&play).map(|(player, _)| player), Some(B));
}

/// CR 506.4, 506.4c: a planeswalker that phases out or changes controllers isn't attacked any more; what attacks it deals it no damage.
#[test]
fn an_attacked_planeswalker_is_removed_from_combat() {
    for (spell, loyalty) in [("Out of Phase", None), ("Seize", Some(4))] {
        let table = Table::new(CARDS).battlefield(A, &["Stampeder"]).hand(A, &[spell]).battlefield(B, &["Walker"]);
        let mut play = table.ask_forced().start("Grove");
        play.go_to(1, Step::DeclareAttackers);
        play.act("Stampeder attacks Walker").act(&format!("cast {spell}"));
        while play.kind() == DecisionKind::Target {
            play.act("Walker");
        }
        play.resolve().go_to(1, Step::PostcombatMain);
        let left = play.permanents("Walker").first().map(|_| play.counters("Walker", loyalty_counter()));
        assert_eq!(left, loyalty, "{spell}");
        play.go_to(4, Step::Upkeep);
        assert_eq!((play.counters("Walker", loyalty_counter()), play.life(B)), (4, 20), "{spell}");
    }
}

fn loyalty_counter() -> gauntlet_cards::filter::CounterKind {
    gauntlet_cards::filter::CounterKind::LOYALTY
}

/// CR 702.19b, 506.4c: a blocked trampler whose planeswalker is gone assigns all its damage to what blocks it.
#[test]
fn a_trampler_that_attacks_nothing_any_more() {
    let table = Table::new(CARDS).battlefield(A, &["Stampeder"]).hand(A, &["Out of Phase"]);
    let mut play = table.battlefield(B, &["Walker", "Broad Guard"]).ask_forced().start("Grove");
    play.go_to(1, Step::DeclareAttackers);
    play.act("Stampeder attacks Walker").go_to(1, Step::DeclareBlockers);
    play.act("Broad Guard blocks").act("cast Out of Phase").act("Walker").resolve();
    play.go_to(1, Step::CombatDamage);
    assert_eq!(asked(&play), None);
    assert_eq!(play.count("Broad Guard"), 0, "4 damage");
}

/// CR 510.4: who deals damage in the second step is told by who had first strike as the first one began, and who has double strike now.
#[test]
fn first_strike_between_the_damage_steps() {
    let fight = |ours: &str, other: &str, spell: &str, target: &str| {
        let table = Table::new(CARDS).battlefield(A, &[ours, other]).hand(A, &[spell]);
        let mut play = table.ask_forced().start("Grove");
        play.go_to(1, Step::DeclareAttackers);
        play.act(&format!("{ours} attacks Player B")).act(&format!("{other} attacks Player B"));
        play.go_to(1, Step::FirstStrikeDamage);
        play.act(&format!("cast {spell}")).act(target).resolve().go_to(1, Step::PostcombatMain);
        play.life(B)
    };
    // Losing first strike afterwards doesn't give a second strike; gaining it doesn't take the only one away.
    assert_eq!(fight("Fencer", "Brawler", "Dull Blade", "Fencer"), 15);
    assert_eq!(fight("Fencer", "Brawler", "Quick Lesson", "Brawler"), 15);
    assert_eq!(fight("Fencer", "Brawler", "Twin Lesson", "Fencer"), 13);
    assert_eq!(fight("Fencer", "Brawler", "Twin Lesson", "Brawler"), 15);
}
