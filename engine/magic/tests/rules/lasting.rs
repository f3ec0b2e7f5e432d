//! How long continuous effects last and what they apply to (CR 611), layer by layer (CR 613.1), on made-up cards.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Colors};
use gauntlet_core::Player;

const CARDS: &str = "\
name Templar
cost {1}{W}
type Creature Knight
pt 2/3
text Protection from black

name Trinket
cost {2}
type Artifact

name Quick Cub
cost {0}
type Creature Bear
pt 1/1
text Flash

name Surge
cost {0}
type Instant
text Creatures you control get +1/+1 until end of turn.

name Cowardice
cost {0}
type Instant
text Creatures can't block this turn.

name Keeper
cost {0}
type Creature Wizard
pt 1/1
text When ~ enters, gain control of target creature for as long as you control ~.

name Guard
cost {0}
type Creature Wizard
pt 1/1
text When ~ enters, gain control of target creature for as long as ~ remains on the battlefield.

name Borrow
cost {0}
type Instant
text Gain control of target creature until end of turn.

name Doom
cost {0}
type Instant
text Destroy target creature.

name Mimicry
cost {0}
type Instant
text Target creature becomes a copy of another target creature until end of turn.

name Bend
cost {0}
type Instant
text Change the text of target permanent by replacing all instances of one color word with another.

name Forge
cost {0}
type Instant
text Target creature becomes an artifact in addition to its other types until end of turn.

name Paint
cost {0}
type Instant
text Target creature becomes green until end of turn.

name Lift
cost {0}
type Instant
text Target creature gains flying until end of turn.

name Dwindle
cost {0}
type Instant
text Target creature has base power and toughness 0/2 until end of turn.

name Swell
cost {0}
type Instant
text Target creature gets +1/+2 until end of turn.

name Turnabout
cost {0}
type Instant
text Switch target creature's power and toughness until end of turn.

name Waken
cost {0}
type Instant
text Target artifact becomes a 2/2 green creature until end of turn.

name Small Shell
cost {0}
type Artifact Equipment
text Equipped creature has base power and toughness 1/1.
text Equip {0}

name Big Shell
cost {0}
type Artifact Equipment
text Equipped creature has base power and toughness 5/5.
text Equip {0}

name Gilding
cost {1}
type Enchantment
text Creatures are artifacts in addition to their other types.

name Living Tools
cost {1}
type Enchantment
text Noncreature artifacts are creatures in addition to their other types.

name Silence
cost {0}
type Instant
text Target creature loses all abilities until end of turn.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"]).battlefield(B, &["Idler"])
}

/// Controller, types, colours, keywords, power and toughness.
type Is = (Player, CardTypes, Colors, Keywords, (i16, i16));

/// What one permanent is.
fn is(play: &Play, name: &str) -> Is {
    let object = play.permanents(name)[0];
    let chars = object.characteristics;
    (object.controller, chars.types, chars.colors, chars.keywords, (chars.power, chars.toughness))
}

/// Casts a spell at something, making the choices that are named.
fn cast(play: &mut Play, spell: &str, choices: &[&str]) {
    play.act(&format!("cast {spell}"));
    for choice in choices {
        while !play.offered(choice) && play.position.state_stack_len() > 0 {
            play.act("pass");
        }
        if play.offered(choice) {
            play.act(choice);
        }
    }
    play.resolve();
}

/// CR 613.1: one effect in each layer; each changes what it says and nothing else, in whatever order they were made.
#[test]
fn one_effect_in_each_layer() {
    use {CardTypes as T, Colors as C, Keywords as K};
    let creature = T::CREATURE;
    let white = K::PROTECTION_FROM_BLACK;
    let rows: [(&str, &[&str], Is); 8] = [
        ("Borrow", &["Templar"], (A, creature, C::WHITE, white, (2, 3))),
        ("Bend", &["Templar", "black", "red"], (A, creature, C::WHITE, K::PROTECTION_FROM_RED, (2, 3))),
        ("Forge", &["Templar"], (A, creature | T::ARTIFACT, C::WHITE, K::PROTECTION_FROM_RED, (2, 3))),
        ("Paint", &["Templar"], (A, creature | T::ARTIFACT, C::GREEN, K::PROTECTION_FROM_RED, (2, 3))),
        ("Lift", &["Templar"], (A, creature | T::ARTIFACT, C::GREEN, K::PROTECTION_FROM_RED | K::FLYING, (2, 3))),
        ("Turnabout", &["Templar"], (A, creature | T::ARTIFACT, C::GREEN, K::PROTECTION_FROM_RED | K::FLYING, (3, 2))),
        ("Swell", &["Templar"], (A, creature | T::ARTIFACT, C::GREEN, K::PROTECTION_FROM_RED | K::FLYING, (5, 3))),
        ("Dwindle", &["Templar"], (A, creature | T::ARTIFACT, C::GREEN, K::PROTECTION_FROM_RED | K::FLYING, (4, 1))),
    ];
    let spells: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let mut play = table()
        .battlefield(A, &["Bear Cub"])
        .battlefield(B, &["Templar"])
        .hand(A, &spells)
        .hand(A, &["Mimicry"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    for (spell, choices, expected) in rows {
        cast(&mut play, spell, choices);
        assert_eq!(is(&play, "Templar"), expected, "{spell}");
    }
    // Layer 1, the newest, applies first: all others apply to the copy.
    cast(&mut play, "Mimicry", &["Templar", "Bear Cub"]);
    let cubs = play.permanents("Bear Cub");
    let copy = cubs.iter().find(|cub| cub.characteristics.types.contains(T::ARTIFACT)).expect("the copy");
    assert_eq!((copy.characteristics.colors, copy.characteristics.keywords), (C::GREEN, K::FLYING));
    assert_eq!((copy.characteristics.power, copy.characteristics.toughness), (4, 1));
    // All end at once (CR 514.2); the text was changed for good.
    play.go_to(2, Step::Upkeep);
    assert_eq!(is(&play, "Templar"), (B, creature, C::WHITE, K::PROTECTION_FROM_RED, (2, 3)));
}

/// CR 613.1d–f: "becomes a 2/2 green creature" is three parts in three layers; overwriting one leaves the others.
#[test]
fn the_parts_of_an_effect() {
    let mut play = table().battlefield(A, &["Trinket"]).hand(A, &["Waken", "Dwindle"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Waken", &["Trinket"]);
    let (_, types, colors, _, size) = is(&play, "Trinket");
    assert!(types.contains(CardTypes::CREATURE));
    assert_eq!((colors, size), (Colors::GREEN, (2, 2)));
    cast(&mut play, "Dwindle", &["Trinket"]);
    let (_, types, colors, _, size) = is(&play, "Trinket");
    assert!(types.contains(CardTypes::CREATURE));
    assert_eq!((colors, size), (Colors::GREEN, (0, 2)));
}

/// CR 613.7e: the later of two setters wins; attaching the other again makes that the later one.
#[test]
fn attaching_again_is_later() {
    let mut play = table().battlefield(A, &["Bear Cub", "Small Shell", "Big Shell"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    let equip = |play: &mut Play, name: &str| {
        play.act(name);
        if play.offered("Bear Cub") {
            play.act("Bear Cub");
        }
        play.resolve();
    };
    // The small one has been there for longer, and is attached last.
    equip(&mut play, "Big Shell");
    equip(&mut play, "Small Shell");
    assert_eq!(play.pt("Bear Cub"), (1, 1));
}

/// CR 613.8a: what the first applies to depends on the second, in the same layer: whichever is older, the second goes first.
#[test]
fn what_it_applies_to() {
    for order in [["Gilding", "Living Tools"], ["Living Tools", "Gilding"]] {
        let play = table().battlefield(A, &order).battlefield(A, &["Bear Cub", "Trinket"]).start("Field");
        for name in ["Bear Cub", "Trinket"] {
            let types = if play.count(name) == 0 { CardTypes::empty() } else { is(&play, name).1 };
            // The Trinket is a 0/0 creature and gone by now.
            assert!(name == "Trinket" || types == CardTypes::CREATURE | CardTypes::ARTIFACT, "{order:?}: {types:?}");
        }
        assert_eq!(play.count("Trinket"), 0, "{order:?}");
    }
}

/// CR 611.2c: what changes characteristics applies to what was there; what changes rules applies to what comes later too.
#[test]
fn sets_that_are_locked_in_or_not() {
    let mut play = table()
        .battlefield(A, &["Bear Cub"])
        .battlefield(B, &["Bear Cub"])
        .hand(A, &["Surge", "Cowardice", "Quick Cub"])
        .hand(B, &["Quick Cub"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Surge", &[]);
    cast(&mut play, "Cowardice", &[]);
    cast(&mut play, "Quick Cub", &[]);
    assert_eq!(play.pt("Quick Cub"), (1, 1));
    let own = play.permanents("Bear Cub")[0].characteristics;
    assert_eq!((own.power, own.toughness), (3, 3));
    play.act("pass").act("cast Quick Cub").resolve();
    play.go_to(1, Step::DeclareAttackers);
    play.act("Bear Cub attacks");
    // Nobody is asked to block, with the Quick Cub either.
    play.go_to(1, Step::PostcombatMain);
    assert_eq!(play.life(B), 17);
}

/// CR 611.2b: "for as long as" ends when it is so no more, and doesn't begin again.
#[test]
fn for_as_long_as() {
    // Its controller loses control of the source for a turn.
    let mut play = table().battlefield(B, &["Bear Cub"]).hand(A, &["Keeper"]).hand(B, &["Borrow"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Keeper", &["Bear Cub"]);
    assert_eq!(play.permanents("Bear Cub")[0].controller, A);
    play.act("pass");
    cast(&mut play, "Borrow", &["Keeper"]);
    assert_eq!(play.permanents("Keeper")[0].controller, B);
    assert_eq!(play.permanents("Bear Cub")[0].controller, B);
    play.go_to(2, Step::PrecombatMain);
    assert_eq!(play.permanents("Keeper")[0].controller, A);
    assert_eq!(play.permanents("Bear Cub")[0].controller, B);
    // Control of the source doesn't matter where it must only be there.
    let mut play =
        table().battlefield(B, &["Bear Cub"]).hand(A, &["Guard", "Doom"]).hand(B, &["Borrow"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    cast(&mut play, "Guard", &["Bear Cub"]);
    play.act("pass");
    cast(&mut play, "Borrow", &["Guard"]);
    assert_eq!(play.permanents("Bear Cub")[0].controller, A);
    while play.player() != Some(A) {
        play.act("pass");
    }
    cast(&mut play, "Doom", &["Guard"]);
    assert_eq!(play.permanents("Bear Cub")[0].controller, B);
}
