//! The turn as it goes: who gets priority when, which steps follow each other, loops that nobody can end.

use std::sync::Arc;

use gauntlet_cards::designation::Daytime;
use gauntlet_cards::filter::{Step, Zone};
use gauntlet_core::{Game, PerPlayer, Player, Reason, Seed};
use gauntlet_magic::decision::DecisionKind;
use gauntlet_magic::rebuild::{Moment, Seen, SeenCard, SeenObject, SeenPlayer};
use gauntlet_magic::state::{Flags, Object, ObjectId, Target};
use gauntlet_magic::{Options, Position, Setup};

use crate::common::{A, B, Play, Table};

const CARDS: &str = "\
name Jolt
cost {R}
type Instant
text ~ deals 3 damage to any target.

name Cub
cost {1}{G}
type Creature Bear
pt 2/2

name Fickle Lamp
cost {1}
type Artifact
text Whenever ~ becomes tapped, untap it.
text Whenever ~ becomes untapped, tap it.

name Switch
cost {0}
type Sorcery
text Tap target artifact.

name Idle Wheel
cost {1}
type Artifact
text {0}: You gain 1 life.

name Fencer
cost {1}{W}
type Creature Human Knight
pt 2/2
text First strike

name Long Day
cost {U}
type Sorcery
text Take an extra turn after this one.

name Stolen Day
cost {U}
type Instant
text Take an extra turn after this one.

name Lost Day
cost {U}
type Instant
text You skip your next turn.

name Second Wind
cost {0}
type Sorcery
text Untap all creatures you control. After this main phase, there is an additional combat phase followed by an additional main phase.

name Raid Captain
cost {2}{R}
type Creature Human
pt 3/3
text Whenever ~ attacks for the first time each turn, untap it. After this phase, there is an additional combat phase.

name Bare Ring
cost {1}
type Enchantment
text When ~ enters, exile another target nonland permanent.
text When ~ leaves the battlefield, return the exiled card to the battlefield under its owner's control.

name Dry Well
cost {0}
type Sorcery
text Target player skips their next draw step.

name Flashed Well
cost {0}
type Instant
text Target player skips their next draw step.

name Long Night
cost {0}
type Sorcery
text Target player skips their next untap step.

name Truce
cost {0}
type Sorcery
text Target opponent skips their next combat phase.

name No Morning
cost {0}
type Artifact
text Players skip their upkeep steps.

name Waker
cost {1}
type Artifact
text Whenever ~ becomes untapped, you gain 1 life.
text {T}: Add {C}.

name Night Raid
cost {0}
type Enchantment
text At the beginning of your end step, untap all creatures you control. After this phase, there is an additional combat phase.

name Dry Spell
cost {U}
type Enchantment
text Skip your draw step.
";

fn outcome(play: &Play) -> Option<(Option<Player>, Reason)> {
    play.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// CR 104.4b: nobody can do anything about it, so that nobody is ever asked.
#[test]
fn a_loop_of_forced_actions_is_a_draw() {
    let mut play = Table::new(CARDS).battlefield(A, &["Fickle Lamp"]).hand(A, &["Switch"]).start("Grove");
    play.act("cast Switch");
    assert_eq!(outcome(&play), Some((None, Reason::DrawByRule)));
}

/// CR 104.4b: players could do other things in it but nothing goes on in the loop that is theirs to choose.
#[test]
fn a_loop_in_which_players_only_pass_is_a_draw() {
    let table = Table::new(CARDS).battlefield(A, &["Fickle Lamp"]).hand(A, &["Switch"]);
    let mut play = table.lands(B, 1, "Peak").hand(B, &["Jolt"]).lands(A, 1, "Peak").hand(A, &["Jolt"]).start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Switch");
    let mut passes = 0;
    while play.outcome().is_none() {
        assert!(passes < 5_000, "the loop goes on");
        passes += 1;
        play.act("pass");
    }
    assert_eq!(outcome(&play), Some((None, Reason::DrawByRule)));
}

/// CR 104.4b: three permanents that exile each other by turns. What they target is theirs to choose, but there is one target alone.
#[test]
fn a_loop_of_targets_is_a_draw() {
    let rings = ["Bare Ring", "Bare Ring", "Bare Ring"];
    let table = Table::new(CARDS).lands(A, 3, "Peak").hand(A, &rings).lands(B, 1, "Peak").hand(B, &["Jolt"]);
    let mut play = table.hand(A, &["Jolt"]).lands(A, 1, "Peak").start("Grove");
    play.go_to(1, Step::PrecombatMain);
    for _ in rings {
        play.act("cast Bare Ring");
        for _ in 0..5_000 {
            if play.outcome().is_some() || play.position.state_stack_len() == 0 {
                break;
            }
            play.act("pass");
        }
    }
    assert_eq!(outcome(&play), Some((None, Reason::DrawByRule)));
}

/// CR 104.4b: a loop that contains an optional action isn't a draw by the rules: the game ends when it has taken too many actions.
#[test]
fn a_loop_of_choices_has_a_limit() {
    let mut play = Table::new(CARDS).battlefield(A, &["Idle Wheel"]).max_actions(400).start("Grove");
    for _ in 0..400 {
        if play.outcome().is_some() {
            break;
        }
        let next = if play.position.state_stack_len() == 0 { "Idle Wheel" } else { "pass" };
        play.act(next);
    }
    assert_eq!(outcome(&play), Some((None, Reason::ActionLimit)));
}

/// CR 117.3–5: who has priority as three spells are put on the stack and resolve.
#[test]
fn priority_with_three_spells_on_the_stack() {
    let table = Table::new(CARDS).lands(A, 2, "Peak").hand(A, &["Jolt", "Jolt"]).lands(B, 1, "Peak").hand(B, &["Jolt"]);
    let mut play = table.ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    let mut trace = Vec::new();
    let mut act = |play: &mut Play, text: &str| {
        play.act(text);
        while play.kind() == DecisionKind::Target {
            play.act("Player B");
        }
        trace.push((play.player().expect("the game goes on"), play.position.state_stack_len()));
    };
    // A casts, keeps priority and casts again (117.3c); B answers once A has passed.
    for text in ["cast Jolt", "cast Jolt", "pass", "cast Jolt", "pass", "pass"] {
        act(&mut play, text);
    }
    for text in ["pass", "pass", "pass", "pass"] {
        act(&mut play, text);
    }
    let expected = [
        (A, 1),
        (A, 2),
        (B, 2),
        (B, 3),
        (A, 3),
        // All have passed in succession: the top one resolves, and the active player gets priority (117.3b, 117.4).
        (A, 2),
        (B, 2),
        (A, 1),
        (B, 1),
        (A, 0),
    ];
    assert_eq!(trace, expected);
    assert_eq!(play.life(B), 11);
}

/// The steps in which somebody is asked something, from the first turn on.
fn steps(mut play: Play, attack: bool, turns: u32) -> Vec<(u32, Step)> {
    let mut seen: Vec<(u32, Step)> = Vec::new();
    while play.outcome().is_none() && play.position.turn() <= turns {
        let now = (play.position.turn(), play.step());
        if seen.last() != Some(&now) {
            seen.push(now);
        }
        let legal = play.legal();
        let attacks = legal.iter().find(|(_, line)| attack && line.contains("attacks"));
        let action = attacks.unwrap_or(&legal[0]).0;
        play.position.apply(action);
    }
    seen
}

/// CR 508.8: once something was declared as an attacker the declare blockers and combat damage steps come, even if it is gone by then.
#[test]
fn steps_of_a_combat_whose_only_attacker_leaves() {
    let table = Table::new(CARDS).battlefield(B, &["Cub"]).lands(A, 1, "Peak").hand(A, &["Jolt"]);
    let mut play = table.ask_forced().start("Grove");
    play.go_to(2, Step::DeclareAttackers);
    play.act("Cub attacks Player A").act("pass").act("cast Jolt").act("Cub").resolve();
    assert_eq!(play.count("Cub"), 0);
    let seen: Vec<Step> = steps(play, false, 2).into_iter().filter(|row| row.0 == 2).map(|row| row.1).collect();
    use Step::{CombatDamage, DeclareAttackers, DeclareBlockers, EndCombat};
    assert_eq!(seen[..4], [DeclareAttackers, DeclareBlockers, CombatDamage, EndCombat]);
}

/// CR 500.1, 508.8: the steps of a turn with and without attackers. Nobody is asked in the untap and cleanup steps.
#[test]
fn steps_of_a_turn() {
    use Step::{BeginCombat, CombatDamage, DeclareAttackers, DeclareBlockers, Draw, End, EndCombat};
    use Step::{PostcombatMain, PrecombatMain, Upkeep};
    let only = |turn: u32, all: Vec<(u32, Step)>| -> Vec<Step> {
        all.into_iter().filter(|row| row.0 == turn).map(|row| row.1).collect()
    };
    let quiet = Table::new(CARDS).ask_forced().start("Grove");
    let without = [Upkeep, Draw, PrecombatMain, BeginCombat, DeclareAttackers, EndCombat, PostcombatMain, End];
    assert_eq!(only(2, steps(quiet, false, 2)), without);
    let armed = Table::new(CARDS).battlefield(B, &["Cub"]).ask_forced().start("Grove");
    let with = [
        Upkeep,
        Draw,
        PrecombatMain,
        BeginCombat,
        DeclareAttackers,
        DeclareBlockers,
        CombatDamage,
        EndCombat,
        PostcombatMain,
        End,
    ];
    assert_eq!(only(2, steps(armed, true, 2)), with);
}

/// CR 500.11, 614.10: a step that is skipped isn't there; CR 103.8a: nor is the draw step of the first turn.
#[test]
fn skipped_steps() {
    let play = Table::new(CARDS).battlefield(A, &["Dry Spell"]).ask_forced().start("Grove");
    let seen = steps(play, false, 3);
    assert!(!seen.contains(&(1, Step::Draw)));
    assert!(seen.contains(&(2, Step::Draw)));
    assert!(!seen.contains(&(3, Step::Draw)));
    assert!(seen.contains(&(3, Step::Upkeep)));
}

/// The turns in which a player is asked something in a step, at the beginning of it.
fn turns_with(play: Play, step: Step, turns: u32) -> Vec<u32> {
    let attack = matches!(step, Step::BeginCombat);
    steps(play, attack, turns).into_iter().filter(|(_, other)| *other == step).map(|(turn, _)| turn).collect()
}

/// CR 614.10a: two effects that say that a player skips their next draw step, untap step or combat phase each use up one of them.
#[test]
fn steps_skipped_twice() {
    let play = |name: &str| {
        let names = [name, name];
        let mut play = Table::new(CARDS).hand(A, &names).tapped(B, &["Cub"]).ask_forced().start("Grove");
        play.go_to(1, Step::PrecombatMain);
        for _ in names {
            play.act(&format!("cast {name}"));
            if play.kind() == DecisionKind::Target {
                play.act("Player B");
            }
            play.resolve();
        }
        play
    };
    assert_eq!(turns_with(play("Dry Well"), Step::Draw, 7), [3, 5, 6, 7]);
    assert_eq!(turns_with(play("Truce"), Step::BeginCombat, 7), [1, 3, 5, 6, 7]);
    let mut slept = play("Long Night");
    for (turn, tapped) in [(2, true), (4, true), (6, false)] {
        slept.go_to(turn, Step::Upkeep);
        assert_eq!(slept.tapped("Cub"), tapped, "turn {turn}");
    }
}

/// CR 103.8a, 614.10a: the first draw step of the game is skipped by a rule, which uses up no effect that waits for the next one.
#[test]
fn the_first_draw_step_and_effects() {
    let mut play = Table::new(CARDS).hand(B, &["Flashed Well"]).ask_forced().start("Grove");
    play.go_to(1, Step::Upkeep);
    play.act("pass").act("cast Flashed Well").act("Player A").resolve();
    assert_eq!(turns_with(play, Step::Draw, 5), [2, 4, 5]);
}

/// CR 500.11, 502.4: nothing happens in an upkeep that is skipped: what triggered in the untap step is put on the stack in the draw step.
#[test]
fn what_waits_for_a_skipped_upkeep() {
    let table = Table::new(CARDS).battlefield(A, &["No Morning"]).tapped(B, &["Waker"]);
    let mut play = table.ask_forced().start("Grove");
    play.go_to(2, Step::Upkeep);
    assert_eq!((play.step(), play.position.state_stack_len()), (Step::Draw, 1));
    assert_eq!(play.hand(B).len(), 1, "the card of the step was drawn first");
}

/// CR 500.8, 508.8: a combat phase that is added in the end step follows the ending phase, and then the turn is over.
#[test]
fn a_combat_phase_after_the_ending_phase() {
    let play = Table::new(CARDS).battlefield(A, &["Night Raid", "Cub"]).ask_forced().start("Grove");
    let (mut play, seen) = busy_turn(play);
    assert_eq!(play.life(B), 16);
    let end = seen.iter().position(|step| *step == Step::End).expect("an end step");
    assert_eq!(seen[end + 1], Step::BeginCombat);
    assert_eq!(seen.last(), Some(&Step::EndCombat), "neither a main phase nor an ending phase follows");
    play.go_to(2, Step::Upkeep);
    assert_eq!(play.position.visible(A).active(), B);
}

/// CR 500.7: the extra turn comes directly after the one in which it was made.
#[test]
fn an_extra_turn() {
    let mut play = Table::new(CARDS).lands(A, 1, "Isle").hand(A, &["Long Day"]).ask_forced().start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Long Day").resolve();
    let mut active = Vec::new();
    for turn in 1..=3 {
        play.go_to(turn, Step::Upkeep);
        active.push(play.position.visible(A).active());
    }
    assert_eq!(active, [A, A, B]);
}

/// The active players of the first turns.
fn active_players(play: &mut Play, turns: u32) -> Vec<Player> {
    let active = |turn: u32| {
        play.go_to(turn, Step::Upkeep);
        play.position.visible(A).active()
    };
    (1..=turns).map(active).collect()
}

/// CR 500.7: an extra turn that is gained in the opponent's turn comes directly after that one, and the regular turn of whoever gained it
/// comes then all the same.
#[test]
fn an_extra_turn_gained_in_the_opponents_turn() {
    let table = Table::new(CARDS).lands(A, 1, "Isle").hand(A, &["Stolen Day"]).ask_forced();
    let mut play = table.start("Grove");
    play.go_to(2, Step::PrecombatMain);
    play.act("pass").act("cast Stolen Day").resolve();
    assert_eq!(active_players(&mut play, 6)[2..], [A, A, B, A]);
}

/// CR 500.7: of several extra turns the most recently created is taken first, whoever they are for; then the turns go on from the last regular
/// one.
#[test]
fn extra_turns_of_both_players() {
    let table = Table::new(CARDS).lands(A, 1, "Isle").hand(A, &["Stolen Day"]).lands(B, 2, "Isle");
    let mut play = table.hand(B, &["Stolen Day", "Stolen Day"]).ask_forced().start("Grove");
    play.go_to(2, Step::PrecombatMain);
    play.act("cast Stolen Day").resolve();
    play.act("pass").act("cast Stolen Day").resolve();
    play.act("cast Stolen Day").resolve();
    // B's two and A's between them, the last one first.
    assert_eq!(active_players(&mut play, 8)[2..], [B, A, B, A, B, A]);
}

/// CR 500.7, 614.10: a regular turn that is skipped was that player's; an extra turn that is skipped was none.
#[test]
fn skipped_turns_and_extra_turns() {
    let table = Table::new(CARDS).lands(A, 2, "Isle").hand(A, &["Stolen Day", "Lost Day"]).ask_forced();
    let mut play = table.start("Grove");
    play.go_to(2, Step::PrecombatMain);
    play.act("pass").act("cast Stolen Day").resolve();
    play.act("pass").act("cast Lost Day").resolve();
    // The extra turn is A's next one, and skipped; the regular one comes.
    assert_eq!(active_players(&mut play, 5)[2..], [A, B, A]);
    let table = Table::new(CARDS).lands(B, 2, "Isle").hand(B, &["Stolen Day", "Lost Day"]).ask_forced();
    let mut play = table.start("Grove");
    play.go_to(1, Step::PrecombatMain);
    play.act("pass").act("cast Lost Day").resolve();
    assert_eq!(active_players(&mut play, 4), [A, A, B, A]);
}

/// The steps of the first turn in which everything attacks that can, and whatever else is offered besides passing is done.
fn busy_turn(mut play: Play) -> (Play, Vec<Step>) {
    let mut seen = Vec::new();
    while play.position.turn() == 1 {
        if seen.last() != Some(&play.step()) {
            seen.push(play.step());
        }
        let legal = play.legal();
        let late = play.step() == Step::PostcombatMain;
        let wanted =
            |line: &str| line.contains("attacks") && !line.contains("doesn't") || late && line.starts_with("cast");
        let action = legal.iter().find(|(_, line)| wanted(line)).unwrap_or(&legal[0]).0;
        play.position.apply(action);
    }
    (play, seen)
}

/// CR 500.8: an additional combat phase follows the phase in which it was made; in it the creature attacks again, but not for
/// the first time in the turn.
#[test]
fn an_additional_combat_phase() {
    let play = Table::new(CARDS).battlefield(A, &["Raid Captain"]).ask_forced().start("Grove");
    let (play, seen) = busy_turn(play);
    assert_eq!(play.life(B), 14);
    assert_eq!(seen.iter().filter(|step| **step == Step::BeginCombat).count(), 2);
    assert_eq!(seen.iter().filter(|step| **step == Step::PostcombatMain).count(), 1);
}

/// CR 500.8: made in the second main phase, a combat phase and a main phase follow that.
#[test]
fn an_additional_combat_and_main_phase() {
    let table = Table::new(CARDS).battlefield(A, &["Cub"]).hand(A, &["Second Wind"]);
    let (play, seen) = busy_turn(table.ask_forced().start("Grove"));
    assert_eq!(play.life(B), 16);
    assert_eq!(seen.iter().filter(|step| **step == Step::BeginCombat).count(), 2);
    assert_eq!(seen.iter().filter(|step| **step == Step::PostcombatMain).count(), 2);
    assert_eq!(seen.last(), Some(&Step::End));
}

/// What is seen of a game in which nothing is but libraries.
fn seen(play: &Play, turn: u32, active: Player) -> Seen {
    let card = play.position.visible(A).hand().next().expect("a card");
    let library = vec![SeenCard { card, learned: None }; 9];
    let player = SeenPlayer { life: 20, library, ..SeenPlayer::default() };
    Seen {
        viewer: active,
        turn,
        active,
        step: Step::PrecombatMain,
        daytime: Daytime::Neither,
        monarch: None,
        initiative: None,
        objects: Vec::new(),
        stack: Vec::new(),
        players: PerPlayer([player.clone(), player]),
    }
}

/// The setup of positions that are put together with a game's cards.
fn setup_of(play: &Play) -> Setup {
    Setup {
        pool: Arc::clone(play.position.visible(A).shared_pool()),
        decks: PerPlayer::default(),
        outside: PerPlayer::default(),
        options: Options::default(),
        told: None,
    }
}

/// CR 500.7: in a position that was put together turns go on from its own; from one before what is known of extra turns.
#[test]
fn turns_go_on_from_positions_that_are_put_together() {
    let table = Table::new(CARDS).lands(A, 1, "Isle").hand(A, &["Stolen Day", "Lost Day"]);
    let mut play = table.ask_forced().start("Grove");
    let setup = setup_of(&play);
    let moment = Moment::Priority { passed: false };
    let next = |seen: &Seen, before: Option<&Play>| {
        let before = before.map(|play| &play.position);
        let mut play = Play { position: Position::rebuilt(&setup, seen, &moment, before, Seed::from_u64(1)) };
        play.go_to(seen.turn + 1, Step::Upkeep);
        play.position.visible(A).active()
    };
    assert_eq!(next(&seen(&play, 4, B), None), A);
    assert_eq!(next(&seen(&play, 5, A), None), B);
    play.go_to(2, Step::PrecombatMain);
    play.act("pass").act("cast Stolen Day").resolve();
    // In the same turn, in the extra turn that waited, and in the regular one after it.
    assert_eq!(next(&seen(&play, 2, B), Some(&play)), A);
    assert_eq!(next(&seen(&play, 3, A), Some(&play)), A);
    assert_eq!(next(&seen(&play, 4, A), Some(&play)), B);
}

/// What is seen of a permanent.
fn seen_permanent(id: ObjectId, object: &Object) -> SeenObject {
    SeenObject {
        id,
        card: object.card,
        zone: Zone::Battlefield,
        owner: object.owner,
        controller: object.controller,
        flags: object.flags & (Flags::TAPPED | Flags::ATTACKING),
        marks: object.marks,
        damage: object.damage,
        counters: Vec::new(),
        attached_to: None,
        attacks: object.is(Flags::ATTACKING).then_some(Target::Player(!object.controller)),
        blocks: Vec::new(),
        chosen: None,
        level: None,
        exiled_by: None,
        shown: None,
    }
}

/// CR 510.4: who has struck first in a combat is known from a position before; who was chosen in a declaration that is over is no attacker.
#[test]
fn combats_go_on_in_positions_that_are_put_together() {
    let table = Table::new(CARDS).battlefield(A, &["Fencer", "Cub"]).hand(A, &["Dry Well"]);
    let mut play = table.ask_forced().start("Grove");
    let setup = setup_of(&play);
    let shown = |play: &Play, step: Step| {
        let mut now = seen(play, 1, A);
        now.step = step;
        now.objects = play.position.state().permanents().map(|(id, object)| seen_permanent(id, object)).collect();
        now
    };
    play.go_to(1, Step::DeclareAttackers);
    play.act("Fencer attacks");
    // One creature is chosen. The declaration begins anew, and nothing attacks.
    let mut now = shown(&play, Step::DeclareAttackers);
    now.objects.iter_mut().for_each(|object| (object.flags, object.attacks) = (Flags::empty(), None));
    let again = Position::rebuilt(&setup, &now, &Moment::Attackers, Some(&play.position), Seed::from_u64(1));
    let mut again = Play { position: again };
    again.act("Fencer doesn't attack").act("Cub doesn't attack").go_to(1, Step::End);
    assert_eq!(again.position.visible(A).player(A).attackers_declared, 0);
    play.act("Cub attacks").go_to(1, Step::FirstStrikeDamage);
    let now = shown(&play, Step::CombatDamage);
    let rebuilt = |before| {
        Position::rebuilt(&setup, &now, &Moment::CombatDamage, before, Seed::from_u64(1)).visible(A).player(B).life
    };
    assert_eq!(rebuilt(Some(&play.position)), 18);
    assert_eq!(rebuilt(None), 16);
}
