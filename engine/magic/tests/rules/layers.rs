//! Continuous effects (CR 611–613), on made-up cards compiled from their text.

use crate::common::{A, B, Play, Table};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Colors, Subtype};
use gauntlet_magic::state::Flags;

const CARDS: &str = "\
name Odd Tower
type Land
text {T}: Add {C}.
text {2}, {T}: Draw a card.

name Gull
cost {U}
type Creature Bird
pt 1/1
text Flying

name Trinket
cost {2}
type Artifact

name Red Tide
cost {2}{R}
type Enchantment
text Nonbasic lands are Mountains.

name Mire Tomb
super Legendary
type Land
text Each land is a Swamp in addition to its other land types.

name Humbling
cost {4}
type Enchantment
text All creatures lose all abilities and have base power and toughness 1/1.

name Waking Words
cost {4}
type Enchantment
text Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness each equal to its mana value.

name Green Hymn
cost {2}{G}
type Enchantment
text Green creatures you control get +1/+1.

name Anthem
cost {2}{W}
type Enchantment
text Creatures you control get +1/+1.

name Rouse
cost {1}
type Sorcery
text Target artifact becomes a 2/2 creature in addition to its other types until end of turn.

name Green Mist
cost {1}
type Enchantment
text All creatures are green.

name Silence
cost {1}
type Instant
text Target creature loses all abilities until end of turn.

name Lift
cost {1}
type Instant
text Target creature gains flying until end of turn.

name Barren
cost {1}
type Instant
text Target land loses all abilities until end of turn.

name Flood
cost {1}
type Sorcery
text Target land becomes an Island until end of turn.

name Goyf
cost {1}{G}
type Creature Beast
pt */*
text ~'s power and toughness are each equal to the number of creatures you control.

name Dwindle
cost {1}
type Instant
text Target creature has base power and toughness 0/2 until end of turn.

name Swell
cost {1}
type Instant
text Target creature gets +1/+2 until end of turn.

name Turnabout
cost {1}
type Instant
text Switch target creature's power and toughness until end of turn.

name Living Metal
cost {3}{U}
type Enchantment
text Each noncreature artifact is a creature in addition to its other types and has base power and base toughness each equal to its mana value.

name Gilded Lord
cost {2}{W}
type Creature Human
pt 2/2
text Other creatures you control are artifacts in addition to their other types.

name Bear Guild
cost {2}{G}
type Enchantment
text Bears are artifacts in addition to their other types.

name All Bears
cost {2}{G}
type Enchantment
text All creatures are Bears in addition to their other types.

name Proud Drake
cost {2}{U}
type Creature Drake
pt 1/1
text ~ gets +X/+0, where X is the greatest power among other creatures you control.

name Elder Lord
cost {1}
type Creature Wizard
pt 1/1
text Creatures you control have \"Other creatures you control get +1/+1.\"

name Anchor
cost {1}
type Enchantment
text Creatures lose flying.

name Anchored
cost {1}
type Enchantment
text Creatures your opponents control can't have or gain flying.

name Double
cost {3}{U}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield, except it's an artifact in addition to its other types.

name Plain Double
cost {3}{U}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.

name All Hues
cost {1}
type Creature Wizard
pt 1/1
text ~ is all colors.

name Whitewash
cost {1}
type Enchantment
text All creatures are white.

name Flying Counter
cost {1}
type Instant
text Put a flying counter on target creature.
";

fn table() -> Table {
    // Someone can always do something, so that the game stops where it is.
    Table::new(CARDS).battlefield(A, &["Idler"])
}

fn keywords(play: &Play, name: &str) -> Keywords {
    play.permanents(name)[0].characteristics.keywords
}

fn basic_types(play: &Play, name: &str) -> Vec<&'static str> {
    let subtypes = play.permanents(name)[0].characteristics.subtypes;
    ["Plains", "Island", "Swamp", "Mountain", "Forest"]
        .into_iter()
        .filter(|name| Subtype::from_name(name).is_some_and(|subtype| subtypes.contains(subtype)))
        .collect()
}

/// CR 613.8, 305.7: whichever is older, the effect that sets land types takes away the ability that adds one.
#[test]
fn setting_land_types_removes_the_ability_that_adds_them() {
    for order in [["Red Tide", "Mire Tomb"], ["Mire Tomb", "Red Tide"]] {
        let play =
            table().battlefield(A, &order).battlefield(A, &["Field"]).battlefield(B, &["Odd Tower"]).start("Field");
        assert_eq!(basic_types(&play, "Mire Tomb"), ["Mountain"], "{order:?}");
        assert_eq!(basic_types(&play, "Field"), ["Plains"], "{order:?}");
        assert_eq!(basic_types(&play, "Odd Tower"), ["Mountain"], "{order:?}");
        assert!(play.permanents("Odd Tower")[0].is(Flags::LOST_ABILITIES));
        assert!(!play.permanents("Field")[0].is(Flags::LOST_ABILITIES));
    }
}

/// CR 305.6, 305.7: a land that is given a basic land type in addition keeps what it has and taps for the new mana too.
#[test]
fn a_land_type_in_addition_adds_a_mana_ability() {
    let mut play = table()
        .battlefield(A, &["Mire Tomb", "Field"])
        .hand(A, &["Barren", "Flood"])
        .battlefield(B, &["Odd Tower"])
        .start("Field");
    assert_eq!(basic_types(&play, "Field"), ["Plains", "Swamp"]);
    assert_eq!(play.permanents("Field")[0].mana_mask, 1 | 4);
    assert_eq!(basic_types(&play, "Odd Tower"), ["Swamp"]);
    assert_eq!(play.permanents("Odd Tower")[0].mana_mask & (4 | 32), 4 | 32);
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    // CR 613.1d: set to a basic land type after that, by timestamp; the addition, older, is gone.
    play.act("cast Flood").act("Odd Tower").resolve();
    assert_eq!(basic_types(&play, "Odd Tower"), ["Island"]);
    assert_eq!(play.permanents("Odd Tower")[0].mana_mask, 2);
}

/// CR 305.6, 613.1f: "loses all abilities" takes the mana abilities of basic land types too.
#[test]
fn a_land_that_loses_all_abilities_makes_no_mana() {
    let mut play = table().battlefield(A, &["Field", "Peak"]).hand(A, &["Barren"]).start("Field");
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    play.act("cast Barren").act("Peak").resolve();
    assert_eq!(play.permanents("Peak")[0].mana_mask, 0);
    play.go_to(2, gauntlet_cards::filter::Step::Upkeep);
    assert_eq!(play.permanents("Peak")[0].mana_mask, 8);
}

/// CR 613.8: an effect on creatures of a colour waits for the one that gives the colour: they are in different layers anyway.
#[test]
fn an_anthem_sees_what_was_animated_and_coloured() {
    for order in [["Green Hymn", "Green Mist"], ["Green Mist", "Green Hymn"]] {
        let mut play =
            table().battlefield(A, &order).battlefield(A, &["Trinket", "Field"]).hand(A, &["Rouse"]).start("Field");
        play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
        play.act("cast Rouse").act("Trinket").resolve();
        assert_eq!(play.pt("Trinket"), (3, 3));
        play.go_to(2, gauntlet_cards::filter::Step::Upkeep);
        assert!(!play.permanents("Trinket")[0].is_creature());
    }
}

/// CR 613.6: an effect that has begun to apply in one layer goes on in the next, though its ability is lost meanwhile.
#[test]
fn a_humbled_humbling_still_sets_power_and_toughness() {
    // The older sets power and toughness first, the newer last (layer 7b).
    let play = table().battlefield(A, &["Humbling", "Waking Words", "Gull"]).start("Field");
    assert_eq!(play.pt("Humbling"), (4, 4));
    assert_eq!(keywords(&play, "Gull"), Keywords::empty());
    assert_eq!(play.pt("Gull"), (1, 1));
    let play = table().battlefield(A, &["Waking Words", "Humbling", "Gull"]).start("Field");
    assert_eq!(play.pt("Humbling"), (1, 1));
}

/// CR 613.6: what it applies to is settled in the first layer in which it does something, though it is a creature after that.
#[test]
fn an_effect_goes_on_with_what_it_began_with() {
    let play = table().battlefield(A, &["Trinket", "Living Metal"]).start("Field");
    assert_eq!(play.pt("Trinket"), (2, 2));
}

/// CR 613.8a: what one applies to depends on the other, which goes first though it be newer.
#[test]
fn what_an_effect_applies_to_may_depend_on_another() {
    for order in [["Bear Guild", "All Bears"], ["All Bears", "Bear Guild"]] {
        let play = table().battlefield(A, &order).battlefield(A, &["Gull"]).start("Field");
        assert!(play.permanents("Gull")[0].characteristics.types.contains(CardTypes::ARTIFACT), "{order:?}");
    }
}

/// CR 613.8a: what one does, the number that it adds, depends on the other, which goes first though it be newer.
#[test]
fn what_an_effect_does_may_depend_on_another() {
    for order in [["Proud Drake", "Anthem"], ["Anthem", "Proud Drake"]] {
        let play = table().battlefield(A, &order).battlefield(A, &["Bear Cub"]).start("Field");
        assert_eq!(play.pt("Proud Drake"), (5, 2), "{order:?}");
    }
}

/// CR 613.1d, 613.1f, 613.6: types come before abilities, so that an ability that is lost has changed types by then.
#[test]
fn types_change_before_abilities_are_lost() {
    for order in [["Gilded Lord", "Humbling"], ["Humbling", "Gilded Lord"]] {
        let play = table().battlefield(A, &order).battlefield(A, &["Gull"]).start("Field");
        let gull = play.permanents("Gull")[0].characteristics;
        assert_eq!(
            (gull.types, gull.keywords),
            (CardTypes::CREATURE | CardTypes::ARTIFACT, Keywords::empty()),
            "{order:?}"
        );
    }
}

/// CR 613.1f, 613.7: losing and gaining abilities by timestamp.
#[test]
fn abilities_gained_after_losing_all_stay() {
    let mut play = table().battlefield(A, &["Gull", "Field", "Bog"]).hand(A, &["Silence", "Lift"]).start("Field");
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    play.act("cast Silence").resolve();
    assert_eq!(keywords(&play, "Gull"), Keywords::empty());
    play.act("cast Lift").resolve();
    assert_eq!(keywords(&play, "Gull"), Keywords::FLYING);
}

/// CR 613.4: a characteristic-defining ability in 7a, setting in 7b, changes in 7c, switching in 7d, whatever their timestamps.
#[test]
fn the_sublayers_of_power_and_toughness() {
    let mut play = table()
        .battlefield(A, &["Goyf", "Bear Cub", "Field", "Bog", "Peak"])
        .hand(A, &["Swell", "Dwindle", "Turnabout"])
        .start("Field");
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    assert_eq!(play.pt("Goyf"), (2, 2));
    play.act("cast Turnabout").act("Goyf").resolve();
    play.act("cast Swell").act("Goyf").resolve();
    assert_eq!(play.pt("Goyf"), (4, 3));
    play.act("cast Dwindle").act("Goyf").resolve();
    assert_eq!(play.pt("Goyf"), (4, 1));
}

/// CR 613.3: what defines a colour applies before what sets it, though it is newer.
#[test]
fn defining_abilities_apply_first() {
    for order in [["Whitewash", "All Hues"], ["All Hues", "Whitewash"]] {
        let play = table().battlefield(A, &order).start("Field");
        assert_eq!(play.permanents("All Hues")[0].characteristics.colors, Colors::WHITE);
    }
}

/// CR 613.6: a static ability granted in layer 6 applies in the layers after it.
#[test]
fn granted_static_abilities_apply() {
    let play = table().battlefield(A, &["Elder Lord", "Bear Cub", "Gull"]).start("Field");
    assert_eq!(play.pt("Bear Cub"), (4, 4));
    assert_eq!(play.pt("Elder Lord"), (3, 3));
}

/// CR 113.11: what can't be had is not had whatever the timestamps; what is lost can be gained again.
#[test]
fn losing_an_ability_and_not_being_able_to_have_it() {
    for (rule, flies) in [("Anchor", true), ("Anchored", false)] {
        let mut play = table()
            .battlefield(A, &["Field"])
            .battlefield(B, &["Bear Cub"])
            .hand(A, &["Lift"])
            .battlefield(A, &[rule])
            .start("Field");
        play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
        play.act("cast Lift").resolve();
        assert_eq!(keywords(&play, "Bear Cub").contains(Keywords::FLYING), flies, "{rule}");
    }
}

/// CR 707.3, 707.9a: a copy of a copy has the exceptions of the first, as they are part of its copiable values.
#[test]
fn exceptions_are_copied() {
    let mut play =
        table().battlefield(A, &["Bear Cub"]).lands(A, 8, "Isle").hand(A, &["Double", "Plain Double"]).start("Field");
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    play.act("cast Double").resolve();
    play.act("yes");
    let artifact = |play: &Play| {
        let artifacts = play.permanents("Bear Cub");
        artifacts.iter().filter(|object| object.characteristics.types.contains(CardTypes::ARTIFACT)).count()
    };
    assert_eq!((play.count("Bear Cub"), artifact(&play)), (2, 1));
    play.act("cast Plain Double").resolve();
    play.act("yes");
    let choices = play.legal();
    assert_eq!(choices.len(), 2, "{choices:?}");
    play.position_apply(choices[1].0);
    assert_eq!((play.count("Bear Cub"), artifact(&play)), (3, 2));
}

/// CR 122.1b: keyword counters grant their keyword in layer 6.
#[test]
fn keyword_counters() {
    let mut play = table().battlefield(A, &["Bear Cub", "Field"]).hand(A, &["Flying Counter"]).start("Field");
    play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
    play.act("cast Flying Counter").resolve();
    assert_eq!(keywords(&play, "Bear Cub"), Keywords::FLYING);
    play.go_to(3, gauntlet_cards::filter::Step::Upkeep);
    assert_eq!(keywords(&play, "Bear Cub"), Keywords::FLYING);
}

/// CR 613.7c: a keyword counter has the timestamp of when it was put there: what is lost after that is lost.
#[test]
fn keyword_counters_have_timestamps() {
    for (first, second, flies) in [("Flying Counter", "Silence", false), ("Silence", "Flying Counter", true)] {
        let mut play = table()
            .battlefield(A, &["Bear Cub"])
            .lands(A, 2, "Field")
            .hand(A, &["Flying Counter", "Silence"])
            .start("Field");
        play.go_to(1, gauntlet_cards::filter::Step::PrecombatMain);
        play.act(&format!("cast {first}")).resolve();
        play.act(&format!("cast {second}")).resolve();
        assert_eq!(keywords(&play, "Bear Cub").contains(Keywords::FLYING), flies, "{first}, {second}");
    }
}
