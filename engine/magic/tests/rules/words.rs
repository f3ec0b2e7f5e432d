//! Text-changing effects (CR 612, 613.1c), on made-up cards.

use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Colors, Subtype};

use crate::common::{A, B, Play, Table};

const CARDS: &str = "\
name Bend
cost {0}
type Instant
text Change the text of target permanent by replacing all instances of one color word with another or one basic land type with another.

name Twist
cost {0}
type Instant
text Change the text of target spell or permanent by replacing all instances of one color word with another or one basic land type with another until end of turn.

name Hack
cost {0}
type Instant
text Change the text of target spell or permanent by replacing all instances of one basic land type with another.

name Evolve
cost {0}
type Instant
text Change the text of target spell or permanent by replacing all instances of one creature type with another. The new creature type can't be Wall.

name Black Cub
cost {B}
type Creature Bear
pt 2/2

name Red Cub
cost {R}
type Creature Bear
pt 2/2

name Rat Cub
cost {B}
type Creature Rat
pt 1/1

name Bulwark
cost {1}
type Creature Wall
pt 0/4

name Doom
cost {0}
type Instant
text Destroy target nonblack creature.

name Templar
cost {1}{W}
type Creature Knight
pt 2/2
text Protection from black

name Stalker
cost {1}{B}
type Creature Bear Knight
pt 2/2
text Swampwalk

name Black Jolt
cost {B}
type Instant
text ~ deals 2 damage to target creature.

name Red Jolt
cost {R}
type Instant
text ~ deals 2 damage to target creature.

name Knight Chant
cost {1}
type Enchantment
text Knights get +1/+1.

name Black Pyre
cost {1}
type Enchantment
text Black creatures get +1/+1.

name Elder of Woods
cost {1}
type Creature Bear
pt 1/*
text ~'s toughness is equal to the number of Forests you control.

name Grower
cost {1}
type Creature Bear
pt 1/1
text {T}: Add {G}.
text {0}, Sacrifice a Forest: Untap ~.

name Muster
cost {0}
type Sorcery
text Create a 1/1 black Knight creature token.

name Barracks
cost {1}
type Artifact
text {0}: Create a 1/1 black Knight creature token.

name Wetland
type Land
text Each land is a Swamp in addition to its other land types.

name Cloak
cost {1}
type Enchantment Aura
text Enchant creature
text Enchanted creature has protection from black.

name Painter
cost {1}
type Enchantment
text All creatures are black.

name Witness
cost {1}
type Creature Bear
pt 1/1
text Whenever a black creature dies, you gain 1 life.

name Grant
cost {0}
type Instant
text Target creature gains \"{0}: Destroy target black creature.\" until end of turn.
";

fn table() -> Table {
    Table::new(CARDS).battlefield(A, &["Idler"]).battlefield(B, &["Idler"])
}

fn keywords(play: &Play, name: &str) -> Keywords {
    play.permanents(name)[0].characteristics.keywords
}

/// Casts a spell that changes the text of something, from one word to another.
fn change(play: &mut Play, spell: &str, target: &str, from: &str, to: &str) {
    play.act(&format!("cast {spell}"));
    if play.offered(target) {
        play.act(target);
    }
    while play.position.state_stack_len() > 0 && !play.offered(from) {
        play.act("pass");
    }
    play.act(from);
    // Where there is just one other word, it is taken at once.
    if play.offered(to) {
        play.act(to);
    }
    play.resolve();
}

/// CR 613.1c, 612.2: colour words in the rules text; not the object's colour, which its mana symbols define.
#[test]
fn colour_words_of_a_keyword() {
    let mut play = table()
        .lands(A, 1, "Bog")
        .lands(A, 1, "Peak")
        .battlefield(A, &["Templar"])
        .hand(A, &["Bend", "Black Jolt", "Red Jolt"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert!(!play.offered("cast Black Jolt"));
    assert!(play.offered("cast Red Jolt"));
    change(&mut play, "Bend", "Templar", "black", "red");
    assert_eq!(keywords(&play, "Templar"), Keywords::PROTECTION_FROM_RED);
    assert_eq!(play.permanents("Templar")[0].characteristics.colors, Colors::WHITE);
    assert!(play.offered("cast Black Jolt"));
    assert!(!play.offered("cast Red Jolt"));
    // "This effect lasts indefinitely."
    play.go_to(3, Step::PrecombatMain);
    assert_eq!(keywords(&play, "Templar"), Keywords::PROTECTION_FROM_RED);
}

/// CR 612.2: a land type word changes in a keyword and on the type line; the name doesn't; the effect ends.
#[test]
fn land_type_words() {
    let mut play =
        table().battlefield(A, &["Stalker"]).hand(A, &["Twist", "Twist"]).lands(B, 1, "Grove").start("Field");
    play.go_to(1, Step::PrecombatMain);
    change(&mut play, "Twist", "Stalker", "Swamp", "Forest");
    assert_eq!(keywords(&play, "Stalker"), Keywords::FORESTWALK);
    change(&mut play, "Twist", "Grove", "Forest", "Island");
    let grove = play.permanents("Grove")[0];
    assert!(grove.characteristics.subtypes.contains(Subtype::from_name("Island").unwrap()));
    assert!(!grove.characteristics.subtypes.contains(Subtype::from_name("Forest").unwrap()));
    // CR 305.6: it has the mana ability of what it is now.
    assert_eq!(grove.mana_mask, 2);
    play.go_to(2, Step::Upkeep);
    assert_eq!(keywords(&play, "Stalker"), Keywords::SWAMPWALK);
    assert_eq!(play.permanents("Grove")[0].mana_mask, 16);
}

/// CR 612.2: mana symbols aren't words; what an ability costs and what defines a size follow.
#[test]
fn mana_symbols_stay() {
    let mut play = table()
        .battlefield(A, &["Grower", "Elder of Woods", "Grove", "Bog", "Bog"])
        .hand(A, &["Bend", "Hack"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!(play.pt("Elder of Woods"), (1, 1));
    change(&mut play, "Bend", "Elder of Woods", "Forest", "Swamp");
    assert_eq!(play.pt("Elder of Woods"), (1, 2));
    change(&mut play, "Hack", "Grower", "Forest", "Swamp");
    assert_eq!(play.permanents("Grower")[0].mana_mask, 16);
    play.act("Grower");
    assert!(play.offered("Bog") && !play.offered("Grove"), "{:?}", play.legal());
}

/// CR 612.1: a spell on the stack; its target is checked against the changed text when it resolves (CR 608.2b).
#[test]
fn the_text_of_a_spell() {
    let mut play = table()
        .battlefield(A, &["Black Cub"])
        .battlefield(B, &["Red Cub"])
        .hand(A, &["Doom"])
        .hand(B, &["Twist"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Doom");
    assert!(!play.offered("Black Cub"));
    if play.offered("Red Cub") {
        play.act("Red Cub");
    }
    play.act("pass");
    change(&mut play, "Twist", "Doom", "black", "red");
    assert_eq!(play.count("Red Cub"), 1, "{:?}", play.position.journal_lines());
}

/// CR 613.8: a filter of a static ability follows: other objects are meant.
#[test]
fn whom_a_static_ability_means() {
    let mut play = table()
        .battlefield(A, &["Black Pyre", "Knight Chant", "Black Cub", "Stalker"])
        .battlefield(B, &["Red Cub", "Bulwark", "Rat Cub"])
        .hand(A, &["Bend", "Evolve"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    assert_eq!((play.pt("Black Cub"), play.pt("Red Cub"), play.pt("Stalker")), ((3, 3), (2, 2), (4, 4)));
    change(&mut play, "Bend", "Black Pyre", "black", "red");
    assert_eq!((play.pt("Black Cub"), play.pt("Red Cub"), play.pt("Stalker")), ((2, 2), (3, 3), (3, 3)));
    play.act("cast Evolve").act("Knight Chant").act("pass").act("pass").act("Knight");
    assert!(!play.offered("Wall") && !play.offered("Knight"), "{:?}", play.legal());
    play.act("Bear");
    assert_eq!((play.pt("Black Cub"), play.pt("Red Cub"), play.pt("Stalker")), ((3, 3), (4, 4), (3, 3)));
}

/// CR 612.2a: the colour and type of tokens are words; CR 113.7a: not for an ability that was activated before.
#[test]
fn tokens_of_changed_text() {
    let mut play =
        table().battlefield(A, &["Barracks", "Red Cub"]).hand(A, &["Twist", "Evolve", "Muster"]).start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("Barracks");
    change(&mut play, "Twist", "Barracks", "black", "red");
    let tokens = |play: &Play| -> Vec<(Colors, bool)> {
        let bear = Subtype::from_name("Bear").unwrap();
        let all = play.position.state().permanents().map(|(_, object)| *object);
        let tokens = all.filter(|object| object.is(gauntlet_magic::state::Flags::TOKEN));
        tokens.map(|object| (object.characteristics.colors, object.characteristics.subtypes.contains(bear))).collect()
    };
    assert_eq!(tokens(&play), [(Colors::BLACK, false)]);
    play.act("Barracks").resolve();
    assert_eq!(tokens(&play), [(Colors::BLACK, false), (Colors::RED, false)]);
    play.act("cast Muster");
    change(&mut play, "Evolve", "Muster", "Knight", "Bear");
    assert_eq!(tokens(&play), [(Colors::BLACK, false), (Colors::RED, false), (Colors::BLACK, true)]);
    // They stay what they were created as.
    play.go_to(2, Step::Upkeep);
    assert_eq!(tokens(&play), [(Colors::BLACK, false), (Colors::RED, false), (Colors::BLACK, true)]);
}

/// CR 613.1c: what an ability gives, adds or makes follows its words.
#[test]
fn what_abilities_give() {
    let mut play = table()
        .lands(A, 1, "Field")
        .battlefield(A, &["Wetland", "Painter", "Black Cub"])
        .hand(A, &["Cloak", "Bend", "Bend", "Bend"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Cloak").resolve();
    assert_eq!(keywords(&play, "Black Cub"), Keywords::PROTECTION_FROM_BLACK);
    change(&mut play, "Bend", "Cloak", "black", "green");
    assert_eq!(keywords(&play, "Black Cub"), Keywords::PROTECTION_FROM_GREEN);
    change(&mut play, "Bend", "Painter", "black", "blue");
    assert_eq!(play.permanents("Black Cub")[0].characteristics.colors, Colors::BLUE);
    change(&mut play, "Bend", "Wetland", "Swamp", "Forest");
    let field = play.permanents("Field")[0];
    assert!(field.characteristics.types.contains(CardTypes::LAND));
    assert_eq!(field.mana_mask, 1 | 16);
}

/// CR 612.3: an ability that was granted isn't a text of the object that has it.
#[test]
fn granted_abilities_are_no_text() {
    let mut play = table()
        .battlefield(A, &["Witness", "Black Cub"])
        .battlefield(B, &["Red Cub"])
        .hand(A, &["Grant", "Bend"])
        .start("Field");
    play.go_to(1, Step::PrecombatMain);
    play.act("cast Grant").act("Witness").resolve();
    change(&mut play, "Bend", "Witness", "black", "red");
    // The granted ability still says black; the trigger says red.
    play.act("Witness");
    if play.offered("Black Cub") {
        assert!(!play.offered("Red Cub"));
        play.act("Black Cub");
    }
    play.resolve();
    assert_eq!((play.count("Black Cub"), play.count("Red Cub"), play.life(A)), (0, 1, 20));
}
