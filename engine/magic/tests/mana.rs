//! What mana may be spent on (CR 106.6), on made-up cards.

mod common;

use common::{A, Table};
use gauntlet_magic::filter::Step;

const CARDS: &str = "\
name Peak
super Basic
type Land Mountain

name Breeding Ground
type Land
text {T}: Add {C}.
text {T}: Add one mana of any color. Spend this mana only to cast a creature spell.

name Workshop Floor
type Land
text {T}: Add {C}{C}. Spend this mana only to cast artifact spells or activate abilities of artifacts.

name Deep Spring
type Land
text {T}: Add {C}{C}. Spend this mana only on costs that contain {X}.

name Bear Cub
cost {1}{G}
type Creature Bear
pt 2/2

name Growing Pains
cost {G}
type Sorcery
text You gain 3 life.

name Tin Idol
cost {2}
type Artifact
text {2}: You gain 1 life.

name Stone Dog
cost {1}
type Creature Dog
pt 1/1
text {2}: You gain 1 life.

name Fire Fountain
cost {X}{R}
type Sorcery
text You gain X life.

name Hidden Forge
cost {R}
type Sorcery
text Add {R}{R}{R}. Spend this mana only to cast creature spells.

name Boar
cost {2}{R}
type Creature Boar
pt 3/2

name Shock Wave
cost {R}
type Sorcery
text You gain 2 life.
";

/// CR 106.6: mana that may be spent only on creature spells pays for no sorcery.
#[test]
fn restricted_mana_pays_for_what_it_may() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Breeding Ground", "Peak"])
        .hand(A, &["Bear Cub", "Growing Pains"])
        .start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Growing Pains"));
    play.act("cast Bear Cub").resolve();
    assert_eq!(play.count("Bear Cub"), 1);
    assert!(play.tapped("Breeding Ground") && play.tapped("Peak"));
}

/// CR 106.6: several uses, of spells and of abilities by their sources.
#[test]
fn restricted_mana_activates_what_it_may() {
    let mut play = Table::new(CARDS)
        .battlefield(A, &["Workshop Floor", "Stone Dog", "Tin Idol"])
        .hand(A, &["Tin Idol", "Bear Cub"])
        .start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(play.offered("cast Tin Idol"));
    let abilities = play.legal().iter().filter(|(_, line)| line.contains("gain 1 life")).count();
    assert_eq!(abilities, 1, "{:?}", play.legal());
    play.act("Tin Idol [").resolve();
    assert_eq!(play.life(A), 21);
    assert!(play.tapped("Workshop Floor"));
}

/// CR 107.3: mana for costs that contain {X}.
#[test]
fn mana_for_costs_with_x() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Deep Spring", "Peak"]).hand(A, &["Fire Fountain", "Boar"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Boar"));
    play.act("cast Fire Fountain").act("X = 2").resolve();
    assert_eq!(play.life(A), 22);
}

/// CR 106.4, 106.6: what a spell adds floats with its restriction until the step ends.
#[test]
fn restricted_mana_floats() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Peak"]).hand(A, &["Hidden Forge", "Boar", "Shock Wave"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Hidden Forge").resolve();
    assert!(!play.offered("cast Shock Wave"));
    assert!(play.offered("cast Boar"));
    play.go_to(1, Step::PostcombatMain);
    assert!(!play.offered("cast Boar"), "CR 500.5: it is lost as the phase ends");
}

/// CR 106.4: what a restricted source makes more than is needed floats with its restriction.
#[test]
fn surplus_stays_restricted() {
    let mut play =
        Table::new(CARDS).battlefield(A, &["Workshop Floor"]).hand(A, &["Stone Dog", "Tin Idol"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Tin Idol").resolve();
    assert!(!play.offered("cast Stone Dog"));
}
