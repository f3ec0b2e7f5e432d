//! Payment by hand (CR 601.2g–h, 605.3a), on made-up cards.

use crate::common::{A, Play, Table};
use gauntlet_cards::filter::Step;
use gauntlet_core::Game;
use gauntlet_magic::decision::{Action, DecisionKind};

const CARDS: &str = "\
name Twin Field
type Land
text {T}: Add {W} or {U}.

name Well
type Artifact
text {T}: Add {C}{C}.

name Prism
type Artifact
text {1}, {T}: Add one mana of any color.

name Spark Stone
type Artifact
text {T}, Sacrifice ~: Add {R}.

name Herald Ground
type Land
text {T}: Add {G}. Spend this mana only to cast creature spells.

name Hollow Rite
cost {R}
type Sorcery
text Add {G} for each Wall you control. Spend this mana only to cast creature spells.

name Plain Deed
cost {1}{W}
type Sorcery
text You gain 1 life.

name Blue Deed
cost {U}{U}
type Sorcery
text You gain 1 life.

name Mixed Deed
cost {W/U}{R}
type Sorcery
text You gain 1 life.

name Wide Deed
cost {2/R}{W}
type Sorcery
text You gain 1 life.

name Sore Deed
cost {1}{R/P}
type Sorcery
text You gain 1 life.

name Grey Deed
cost {C}{1}
type Sorcery
text You gain 1 life.

name Cub
cost {1}{G}
type Creature Bear
pt 2/2

name Crowd Deed
cost {2}{G}
type Sorcery
text Convoke
text You gain 1 life.

name Old Deed
cost {3}{B}
type Sorcery
text Delve
text You gain 1 life.

name Sage
type Creature Elf
cost {G}{U}
pt 1/1

name Spawn
cost {1}
type Creature Drone
pt 0/1
text Sacrifice ~: Add {C}.

name Grave Bell
type Artifact
text Whenever one or more cards leave your graveyard, you gain 3 life.

name Gear Deed
cost {2}{U}
type Sorcery
text Improvise
text You gain 1 life.

name Whistle
type Artifact
text {2}: You gain 1 life.

name Toll
cost {R}
type Sorcery
text You may pay {2}. If you do, you gain 5 life.

name Fodder Deed
cost {1}
type Sorcery
text As an additional cost to cast ~, sacrifice an artifact.
text You gain 1 life.

name Split Deed
cost {X}{R}
type Sorcery
text Choose one —
text • ~ deals X damage divided as you choose among one or two target creatures.
text • You gain 1 life.
";

/// Goes through ways in which a payment can be made: none comes to a dead end. How many choices there were.
///
/// All ways are too many: one takes the first of what is offered at each choice, one the last, and one both in turn.
fn some_ways(play: &Play, spell: &str) -> usize {
    let mut choices = 0;
    for way in [|_| true, |_| false, |step: usize| step.is_multiple_of(2)] {
        let mut next = Play { position: play.position.clone() };
        for step in 0.. {
            if next.kind() == DecisionKind::Priority || next.position.outcome().is_some() {
                break;
            }
            let legal = next.legal();
            assert!(!legal.is_empty());
            choices += 1;
            next.position.apply(if way(step) { legal[0].0 } else { legal[legal.len() - 1].0 });
        }
        next.resolve();
        let resolved = next.count(spell) == 1 || next.graveyard(A).iter().any(|name| name == spell);
        assert!(resolved, "{spell} was cast");
    }
    choices
}

/// CR 601.2g–h: who pays by hand can cast just what can be cast by those whose payments are found for them, and whatever they
/// choose on the way, all is paid in the end.
#[test]
fn both_flows_accept_the_same() {
    const SOURCES: [&str; 8] =
        ["Field", "Peak", "Grove", "Twin Field", "Well", "Prism", "Spark Stone", "Herald Ground"];
    const SPELLS: [&str; 7] = ["Plain Deed", "Blue Deed", "Mixed Deed", "Wide Deed", "Sore Deed", "Grey Deed", "Cub"];
    let mut sets: Vec<Vec<&str>> = vec![Vec::new()];
    for (place, a) in SOURCES.iter().enumerate() {
        for (other, b) in SOURCES.iter().enumerate().skip(place) {
            sets.push(vec![a, b]);
            if (place + other) % 4 == 1 {
                sets.push(vec![a, b, SOURCES[(place + 5) % SOURCES.len()]]);
            }
        }
    }
    let (mut castable, mut choices) = (0, 0);
    for set in &sets {
        let table = || Table::new(CARDS).battlefield(A, set).hand(A, &SPELLS);
        let (mut auto, mut manual) = (table().start("Cub"), table().by_hand().start("Cub"));
        auto.go_to(1, Step::PrecombatMain);
        manual.go_to(1, Step::PrecombatMain);
        for spell in SPELLS {
            let line = format!("cast {spell}");
            assert_eq!(auto.offered(&line), manual.offered(&line), "{spell} with {set:?}");
            if manual.offered(&line) {
                castable += 1;
                let mut play = Play { position: manual.position.clone() };
                play.act(&line);
                choices += some_ways(&play, spell);
            }
        }
    }
    assert!(castable > 30 && choices > castable, "{castable} {choices}");
}

/// CR 601.2g: mana abilities are activated one by one, and what is left floats.
#[test]
fn each_mana_is_a_choice() {
    let mut play =
        Table::new(CARDS).by_hand().battlefield(A, &["Field", "Peak", "Well"]).hand(A, &["Plain Deed"]).start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Plain Deed");
    assert_eq!(play.kind(), DecisionKind::PayMana);
    assert!(!play.tapped("Well"));
    play.act("Well [").act("spend {C}");
    // {C} is still in the pool, and only {W} is needed.
    assert!(!play.offered("spend"), "{:?}", play.legal());
    assert!(play.offered("Peak ["), "mana that is not needed floats");
    play.act("Field [").act("spend {W}").resolve();
    assert!(!play.tapped("Peak"));
    assert_eq!(play.life(A), 21);
}

/// CR 106.6: restricted mana is named by what may be spent on what is cast.
#[test]
fn restricted_mana_by_hand() {
    let mut play =
        Table::new(CARDS).by_hand().battlefield(A, &["Herald Ground", "Grove", "Peak"]).hand(A, &["Cub"]).start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Cub").act("Herald Ground [");
    play.act("spend {G} of Herald Ground").act("Peak [").act("spend {R}").resolve();
    assert!(!play.tapped("Grove"));
    assert_eq!(play.count("Cub"), 1);
}

/// CR 106.4: no mana is none that could be spent, be it for creature spells only.
#[test]
fn no_restricted_mana_by_hand() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Peak", "Peak", "Herald Ground", "Grove"])
        .hand(A, &["Hollow Rite", "Cub"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Hollow Rite").act("Peak [").act("spend {R}").resolve();
    play.act("cast Cub");
    assert!(!play.legal().iter().any(|(_, line)| line.contains("of Hollow Rite")), "{:?}", play.legal());
    play.act("Herald Ground [").act("spend {G} of Herald Ground").act("Grove [").act("spend {G}").resolve();
    assert_eq!(play.count("Cub"), 1);
}

/// CR 702.51a: which creature is tapped for convoke, and for which of its colours.
#[test]
fn convoke_by_hand() {
    let mut play =
        Table::new(CARDS).by_hand().battlefield(A, &["Sage", "Grove", "Peak"]).hand(A, &["Crowd Deed"]).start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Crowd Deed").act("Sage [");
    assert!(!play.tapped("Sage"));
    play.act("spend {U}");
    assert!(play.tapped("Sage"));
    play.act("Peak [").act("spend {R}").resolve();
    assert_eq!(play.life(A), 21);
}

/// CR 702.66a: which cards are exiled for delve, and how many.
#[test]
fn delve_by_hand() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .lands(A, 3, "Bog")
        .graveyard(A, &["Cub", "Sage", "Toll"])
        .hand(A, &["Old Deed"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Old Deed").act("Toll [").act("Bog [").act("spend {B}").act("Bog [").act("spend {B}").act("Bog [");
    play.act("spend {B}").resolve();
    let left = play.graveyard(A);
    assert!(left.contains(&"Cub".to_owned()) && !left.contains(&"Toll".to_owned()), "{left:?}");
    assert_eq!(play.life(A), 21);
}

/// Returns whether a permanent or card may be given for a mana, itself or (`true`) one of its mana abilities.
fn may_use(play: &Play, name: &str, ability: bool) -> bool {
    play.legal().iter().any(|(_, line)| line.starts_with(&format!("{name} [")) && line.contains("]: ") == ability)
}

/// CR 601.2g–h, 702.51a: what is tapped for convoke isn't given up for mana besides.
#[test]
fn who_convokes_makes_no_mana_for_it_too() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Spawn", "Cub", "Grove", "Peak"])
        .hand(A, &["Crowd Deed"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Crowd Deed");
    assert!(may_use(&play, "Spawn", true) && may_use(&play, "Spawn", false), "{:?}", play.legal());
    play.act("Spawn [");
    assert!(play.tapped("Spawn"));
    assert!(!play.offered("Spawn"), "{:?}", play.legal());
    play.act("Grove [").act("spend {G}").act("Peak [").act("spend {R}").resolve();
    assert_eq!((play.life(A), play.count("Spawn"), play.count("Cub")), (21, 1, 1));
}

/// CR 702.126a: an artifact that is tapped for improvise pays for generic mana, and for nothing else.
#[test]
fn improvise_by_hand() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Whistle", "Well", "Prism", "Grave Bell", "Sage", "Isle"])
        .hand(A, &["Gear Deed"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Gear Deed").act("Whistle [").act("Well [");
    assert!(!may_use(&play, "Prism", false) && !may_use(&play, "Sage", false), "{:?}", play.legal());
    play.act("Isle [");
    if play.kind() == DecisionKind::PayMana {
        play.act("spend {U}");
    }
    play.resolve();
    assert!(play.tapped("Whistle") && play.tapped("Well") && !play.tapped("Prism"));
    assert_eq!(play.life(A), 21);
}

/// CR 702.66a: exiling the cards that pay is a single action, whoever finds the payment.
#[test]
fn what_is_delved_leaves_together() {
    let table = || {
        Table::new(CARDS)
            .lands(A, 1, "Bog")
            .battlefield(A, &["Grave Bell"])
            .graveyard(A, &["Cub", "Sage", "Toll"])
            .hand(A, &["Old Deed"])
    };
    let mut auto = table().start("Cub");
    auto.go_to(1, Step::PrecombatMain);
    auto.act("cast Old Deed").resolve();
    // Cards of the library are discarded later on.
    let delved = |play: &Play| !play.graveyard(A).iter().any(|name| name == "Sage" || name == "Toll");
    assert!(auto.life(A) == 24 && delved(&auto), "{:?}", auto.graveyard(A));
    let mut manual = table().by_hand().start("Cub");
    manual.go_to(1, Step::PrecombatMain);
    manual.act("cast Old Deed").act("Toll [");
    assert!(!manual.offered("Toll"), "{:?}", manual.legal());
    manual.act("Bog [").act("spend {B}").act("Sage [").resolve();
    assert!(manual.life(A) == 24 && delved(&manual), "{:?}", manual.graveyard(A));
}

/// CR 602.2b, 118.12: abilities, and payments in the middle of a resolution.
#[test]
fn abilities_and_effects_by_hand() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Whistle", "Peak", "Grove", "Field", "Well"])
        .hand(A, &["Toll"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("Whistle [");
    assert_eq!(play.kind(), DecisionKind::PayMana);
    play.act("Grove [").act("spend {G}").act("Field [").act("spend {W}").resolve();
    assert_eq!(play.life(A), 21);
    play.act("cast Toll").act("Peak [").act("spend {R}");
    while play.kind() == DecisionKind::Priority {
        play.act("pass");
    }
    assert_eq!(play.kind(), DecisionKind::MayPay);
    // There is just one way left to pay.
    play.act("yes");
    assert_eq!(play.life(A), 26);
}

/// CR 601.2b, h: what is to be sacrificed for the spell can't be sacrificed for mana.
#[test]
fn what_pays_a_cost_makes_no_mana_by_going_away() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Spark Stone", "Peak", "Grove"])
        .hand(A, &["Fodder Deed"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Fodder Deed");
    assert_eq!(play.kind(), DecisionKind::PayMana);
    assert!(!play.offered("Spark Stone"), "{:?}", play.legal());
    play.act("Grove [").act("spend {G}").resolve();
    assert_eq!(play.graveyard(A).len(), 2);
}

/// Mana that floats already is spent by choice too.
#[test]
fn colours_by_number() {
    let mut play =
        Table::new(CARDS).by_hand().battlefield(A, &["Prism", "Peak", "Field"]).hand(A, &["Mixed Deed"]).start("Cub");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Mixed Deed");
    // Field feeds the prism only if that makes {W} or {U}: so the colours are those.
    play.act("Prism [").act("Field [").act("spend {W}");
    assert_eq!(play.kind(), DecisionKind::Color);
    let colors: Vec<Action> = play.legal().into_iter().map(|row| row.0).collect();
    assert_eq!(colors, [Action::Color(0), Action::Color(1)]);
    play.act("blue").act("spend {U}").resolve();
    assert_eq!(play.life(A), 21);
}

/// CR 601.2b–h: modes, X, targets, division and payment are asked for in this order, each by its name and for the spell.
#[test]
fn what_is_asked_comes_in_the_order_of_the_rules() {
    let mut play = Table::new(CARDS)
        .by_hand()
        .battlefield(A, &["Peak", "Peak", "Peak", "Peak", "Sage", "Cub"])
        .hand(A, &["Split Deed"])
        .start("Cub");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.position.question(), "priority");
    play.act("cast Split Deed");
    let mut asked: Vec<String> = Vec::new();
    while play.position.question().ends_with("for Split Deed") {
        asked.push(play.position.question());
        // The first mode, the greatest X, both creatures, one damage for the first.
        let legal = play.legal();
        let choice = if play.kind() == DecisionKind::X { legal.len() - 1 } else { 0 };
        play.position.apply(legal[choice].0);
    }
    asked.dedup();
    let expected = ["mode", "value of X", "target", "share of what is divided", "mana to pay"];
    assert_eq!(asked, expected.map(|what| format!("{what}, for Split Deed")));
    // Nobody can do anything any more, so the spell has resolved.
    assert_eq!(play.count("Sage"), 0);
    assert!(play.graveyard(A).iter().any(|name| name == "Split Deed"));
}
