//! What mana may be spent on (CR 106.6), on made-up cards.

use gauntlet_cards::filter::Step;

use crate::common::{A, Table};

const CARDS: &str = "\
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

const ANY_COLOR: &str = "\
name Prism
cost {2}
type Artifact
text You may spend mana as though it were mana of any color.

name Beast Prism
cost {2}
type Artifact
text You may spend mana as though it were mana of any color to cast creature spells.

name Growing Pains
cost {G}
type Sorcery
text You gain 3 life.

name Deep Void
cost {C}
type Sorcery
text You gain 4 life.

name Borrowed Time
cost {U}{W}
type Sorcery
text You may spend mana as though it were mana of any color to cast ~.
text You gain 5 life.
";

/// CR 609.4b: mana spent as though it were of any color; colourless isn't a color.
#[test]
fn mana_as_though_of_any_color() {
    let table = || Table::new(ANY_COLOR).lands(A, 2, "Peak").hand(A, &["Bear Cub", "Growing Pains", "Deep Void"]);
    let mut play = table().start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast"));
    let mut play = table().battlefield(A, &["Prism"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Deep Void"));
    play.act("cast Growing Pains").resolve();
    assert_eq!(play.life(A), 23);
}

/// CR 609.4b: only for the spells that it is said of.
#[test]
fn any_color_for_some_spells() {
    let mut play = Table::new(ANY_COLOR)
        .lands(A, 2, "Peak")
        .battlefield(A, &["Beast Prism"])
        .hand(A, &["Bear Cub", "Growing Pains"])
        .start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Growing Pains"));
    play.act("cast Bear Cub").resolve();
    assert_eq!(play.count("Bear Cub"), 1);
}

/// CR 609.4b, said by the spell of itself.
#[test]
fn any_color_for_the_spell_itself() {
    let mut play = Table::new(ANY_COLOR).lands(A, 2, "Peak").hand(A, &["Borrowed Time"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Borrowed Time").resolve();
    assert_eq!(play.life(A), 25);
}

const BY_HAND: &str = "\
name Altar of Bones
cost {3}
type Artifact
text Sacrifice a creature: Add {C}{C}.

name Colored Egg
cost {1}
type Artifact
text {2}, {T}, Sacrifice ~: Add {B}{G}. Draw a card.

name Boar
cost {R}
type Creature Boar
pt 2/1

name Marsh Cub
cost {B}{G}
type Creature Bear
pt 2/2

name Stone Dog
cost {2}
type Artifact
type Creature Dog
pt 1/1
";

/// CR 605.1a, 605.3b: a mana ability that asks for a choice is activated with priority, without the stack, and its mana floats; or as what it
/// pays for is cast (CR 601.2g).
#[test]
fn sacrificing_for_mana() {
    let mut play =
        Table::new(BY_HAND).battlefield(A, &["Altar of Bones", "Boar"]).hand(A, &["Stone Dog"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(play.offered("cast Stone Dog"));
    play.act("Altar of Bones [");
    assert_eq!(play.graveyard(A), ["Boar"]);
    assert!(play.offered("cast Stone Dog"), "no stack, no waiting: {:?}", play.legal());
    play.act("cast Stone Dog").resolve();
    assert_eq!(play.count("Stone Dog"), 1);
}

/// CR 605.3b: what else a mana ability does happens at once.
#[test]
fn mana_for_two_mana() {
    let mut play =
        Table::new(BY_HAND).lands(A, 2, "Peak").battlefield(A, &["Colored Egg"]).hand(A, &["Marsh Cub"]).start("Peak");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Marsh Cub"));
    play.act("Colored Egg [");
    assert_eq!(play.hand(A).len(), 2);
    play.act("cast Marsh Cub").resolve();
    assert_eq!(play.count("Marsh Cub"), 1);
}
