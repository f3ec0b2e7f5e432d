//! Decklists as people write them, and why some can't be played.

use std::path::Path;

use gauntlet_cards::card::Pool;
use gauntlet_cards::text::CardBase;
use gauntlet_cards::types::Colors;
use gauntlet_magic::deck::{Catalog, Construction, Deck, Entry, Exchanged, Note, ProblemKind};

fn parse(text: &str) -> Deck {
    Deck::parse(Path::new("some/list.txt"), text)
}

fn cards(entries: &[Entry]) -> Vec<(u32, &str)> {
    entries.iter().map(|entry| (entry.count, entry.name.as_str())).collect()
}

/// The main deck of a list that has nothing else and no problems.
fn main(text: &str) -> Vec<(u32, String)> {
    let deck = parse(text);
    assert_eq!((deck.problems.as_slice(), deck.sideboard.as_slice()), (&[][..], &[][..]), "{text}");
    deck.main.into_iter().map(|entry| (entry.count, entry.name)).collect()
}

fn name(line: &str) -> String {
    let [(_, name)] = main(line).try_into().expect("one card");
    name
}

fn problems(text: &str) -> Vec<(u32, u32, ProblemKind)> {
    parse(text).problems.into_iter().map(|problem| (problem.line, problem.column, problem.kind)).collect()
}

#[test]
fn a_plain_list() {
    let deck = parse("4 Shock\n\n// lands\n 20  Snow-Covered   Mountain \n");
    assert_eq!(deck.name, "list");
    assert_eq!(cards(&deck.main), [(4, "Shock"), (20, "Snow-Covered Mountain")]);
    assert_eq!((deck.main[1].line, deck.main[1].column), (4, 6));
    assert_eq!(deck.size(), 24);
}

#[test]
fn counts() {
    assert_eq!(main("4x Shock\n3X Shock\n2× Shock\n1\tShock").iter().map(|card| card.0).sum::<u32>(), 10);
    assert_eq!(main("04 Shock"), [(4, "Shock".to_owned())]);
    // Names that begin with digits, signs or an X.
    assert_eq!(name("1 1996 World Champion"), "1996 World Champion");
    assert_eq!(name("2 +2 Mace"), "+2 Mace");
    assert_eq!(name("1 X"), "X");
    assert_eq!(name("4 Xenagos"), "Xenagos");
}

#[test]
fn printings_finishes_and_tags_are_no_part_of_the_name() {
    for line in [
        "4 Shock (M21) 159",
        "4 Shock (M21)",
        "4 Shock (m21) 159",
        "4 Shock [M21]",
        "4 Shock [M21] 159",
        "4x Shock (PLST) M21-159 *F*",
        "4 Shock (SLD) 7★ *E*",
        "4 Shock *F*",
        "4 Shock [M21] (F)",
        "4 Shock <extended> [M21]",
        "4x Shock (m21) 159 *F* [Burn,Removal] ^Have,#37d67a^",
        "4 Shock (M21) 159 #burn #!cheap",
    ] {
        assert_eq!(main(line), [(4, "Shock".to_owned())], "{line}");
    }
    // What only looks like it.
    assert_eq!(name("1 Hazmat Suit (Used)"), "Hazmat Suit (Used)");
    assert_eq!(name("1 B.F.M. (Big Furry Monster)"), "B.F.M. (Big Furry Monster)");
    assert_eq!(name("1 Borrowing 100,000 Arrows (ME3) 29"), "Borrowing 100,000 Arrows");
    assert_eq!(name("1 Guardian Project 2"), "Guardian Project 2");
}

#[test]
fn names_with_marks() {
    assert_eq!(name("4 Chandra’s Outrage"), "Chandra's Outrage");
    assert_eq!(name("2 “Name Sticker” Goblin"), "\"Name Sticker\" Goblin");
    assert_eq!(name("4 Fire // Ice (MH2) 290"), "Fire // Ice");
    assert_eq!(name("1 Juzám Djinn"), "Juzám Djinn");
    assert_eq!(name("3 Summon: Choco/Mog"), "Summon: Choco/Mog");
    assert_eq!(name("1 Forth Eorlingas!"), "Forth Eorlingas!");
}

#[test]
fn every_way_to_mark_a_sideboard() {
    for heading in [
        "Sideboard",
        "sideboard:",
        "SIDEBOARD (2)",
        "Sideboard [2]",
        "Side",
        "Side board",
        "SB:",
        "// Sideboard",
        "//Sideboard (2):",
        "# sideboard",
        "## Sideboard",
    ] {
        let deck = parse(&format!("Deck\n4 Shock\n\n{heading}\n2 Opt\n"));
        assert_eq!((cards(&deck.main), cards(&deck.sideboard)), (vec![(4, "Shock")], vec![(2, "Opt")]), "{heading}");
        assert_eq!(deck.problems, [], "{heading}");
    }
    let deck = parse("SB: 2 Opt\n4 Shock\nsb:1x Duress (M21) 96\n");
    assert_eq!((cards(&deck.main), cards(&deck.sideboard)), (vec![(4, "Shock")], vec![(2, "Opt"), (1, "Duress")]));
    assert_eq!(deck.sideboard[1].column, 7);
    let deck = parse("4 Shock [Burn]\n1 Opt [Sideboard]\n");
    assert_eq!((cards(&deck.main), cards(&deck.sideboard)), (vec![(4, "Shock")], vec![(1, "Opt")]));
    // A heading for the main deck ends the sideboard.
    assert_eq!(cards(&parse("Sideboard\n2 Opt\nMaindeck (4)\n4 Shock").main), [(4, "Shock")]);
}

#[test]
fn arena_export() {
    let deck = parse(
        "About\nName 4 Colours of Burn\n\nCompanion\n1 Lurrus of the Dream-Den (IKO) 226\n\nDeck\n4 Shock (M21) 159\n\n\
         Sideboard\n2 Opt (XLN) 65\n",
    );
    assert_eq!(cards(&deck.main), [(4, "Shock")]);
    assert_eq!(cards(&deck.sideboard), [(2, "Opt")]);
    assert_eq!(cards(&deck.companion), [(1, "Lurrus of the Dream-Den")]);
    assert_eq!(deck.problems, []);
    // A heading that ends with nothing but its deck's cards.
    assert_eq!(cards(&parse("About\nName X\n4 Shock").main), [(4, "Shock")]);
    assert_eq!(parse("About\nName X\n4 Shock").name, "X");
    assert_eq!(parse("# name: Old Faithful\n4 Shock").name, "Old Faithful");
    assert_eq!(parse("// Name :\tA \u{1b}[31mb\0\n4 Shock").name, "A [31mb");
    assert_eq!(parse("# Name: \n# named after nobody\n4 Shock").name, "list");
}

#[test]
fn maybeboards_are_passed_over() {
    let deck = parse("4 Shock\nMaybeboard\n3 Opt\n0 Duress\nsome thoughts\nSideboard\n1 Opt\nTokens\n1 Goblin");
    assert_eq!((cards(&deck.main), cards(&deck.sideboard)), (vec![(4, "Shock")], vec![(1, "Opt")]));
    assert_eq!(deck.problems, []);
    assert_eq!(main("4 Shock\n1x Opt (xln) 65 [Maybeboard{noDeck}{noPrice}]"), [(4, "Shock".to_owned())]);
}

#[test]
fn commanders_are_noticed_wherever_they_are_written() {
    for text in ["Commander\n1 Krenko, Mob Boss", "1 Krenko, Mob Boss *CMDR*", "1 Krenko, Mob Boss [Commander{top}]"] {
        assert_eq!(cards(&parse(text).commander), [(1, "Krenko, Mob Boss")], "{text}");
    }
}

#[test]
fn groups_and_comments_mean_nothing() {
    let text = "// My deck: 4 Opt\n# 3 Opt\nCreatures (4)\n4 Fanatic\nInstants and Sorceries\n4 Shock\n// tokens\n1 Opt\n\
                Lands:\n2 Island\n//\n";
    assert_eq!(main(text).len(), 4);
    let deck = parse("Sideboard\nCreatures\n2 Fanatic");
    assert_eq!((cards(&deck.main), cards(&deck.sideboard)), (vec![], vec![(2, "Fanatic")]));
}

#[test]
fn blank_lines_set_off_a_sideboard_where_nothing_else_can_be_meant() {
    let parts = |text: &str| {
        let deck = parse(text);
        assert_eq!(deck.problems, [], "{text}");
        (deck.size(), deck.sideboard.iter().map(|entry| entry.count).sum::<u32>(), deck.notes)
    };
    let unmarked = "56 Mountain\n4 Shock\n\n11 Opt\n4 Duress\n\n";
    assert_eq!(parts(unmarked), (60, 15, vec![Note::BlankLine { cards: 15 }]));
    assert_eq!(parse(unmarked).notes[0].to_string(), "15 cards behind the last blank line taken as the sideboard");
    assert_eq!(parts("61 Mountain\n\n8 Opt"), (61, 8, vec![Note::BlankLine { cards: 8 }]));
    // Sixty before, whatever the blocks.
    assert_eq!(parts("24 Mountain\n\n36 Shock\n\n8 Opt"), (60, 8, vec![Note::BlankLine { cards: 8 }]));
    // Where words say what is what, or the deck isn't whole before, blank lines are air.
    assert_eq!(parts(&unmarked.replace("11 Opt", "Deck\n11 Opt")), (75, 0, vec![]));
    assert_eq!(parts(&unmarked.replace("11 Opt", "Sideboard\n11 Opt")), (60, 15, vec![]));
    assert_eq!(parts("60 Mountain\n\nSB: 15 Opt"), (60, 15, vec![]));
    assert_eq!(parts("60 Mountain\n\n16 Opt"), (76, 0, vec![]));
    assert_eq!(parts("45 Mountain\n\n15 Opt"), (60, 0, vec![]));
    assert_eq!(parts("24 Mountain\n\n40 Shock\n\n4 Opt"), (68, 0, vec![]));
    assert_eq!(parts("\n\n60 Mountain\n\n"), (60, 0, vec![]));
}

#[test]
fn windows_files() {
    assert_eq!(main("\u{feff}4 Shock\r\n\r\n2 Opt\r\n"), [(4, "Shock".to_owned()), (2, "Opt".to_owned())]);
    assert_eq!(main("\u{a0}4 Shock"), [(4, "Shock".to_owned())]);
}

#[test]
fn lines_that_make_no_sense_are_all_reported() {
    let text = "Shock\n  4\n4x\n0 Opt\n4Shock\n99999999999 Opt\n1001 Opt\n-1 Opt\n<?xml version=\"1.0\"?>\n4 [M21]\n";
    let found = problems(text);
    let places: Vec<(u32, u32)> = found.iter().map(|problem| (problem.0, problem.1)).collect();
    assert_eq!(places, [(1, 1), (2, 3), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1)]);
    assert_eq!(found[0].2, ProblemKind::NoCount { text: "Shock".to_owned() });
    assert_eq!(found[1].2, ProblemKind::NoName { text: "4".to_owned() });
    assert_eq!(found[3].2, ProblemKind::Zero { name: "Opt".to_owned() });
    assert_eq!(found[5].2, ProblemKind::TooManyOnALine { name: "Opt".to_owned(), most: 1000 });
    // A card may be called anything, so this is an unknown card and no unreadable line.
    assert_eq!(cards(&parse("4 [M21]").main), [(4, "[M21]")]);
}

#[test]
fn files() {
    let dir = std::env::temp_dir().join(format!("gauntlet-deck-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("made");
    let file = dir.join("my deck.txt");
    std::fs::write(&file, b"4 Shock\n1 Juz\xe1m Djinn\n").expect("written");
    let deck = Deck::read(&file).expect("Windows-1252");
    assert_eq!((cards(&deck.main), deck.notes), (vec![(4, "Shock"), (1, "Juzám Djinn")], vec![Note::Windows]));
    std::fs::write(&file, b"4 Shock\0\x01\x02").expect("written");
    let said = Deck::read(&file).expect_err("bytes").to_string();
    assert!(said.ends_with("my deck.txt: this isn't a decklist in any format that is read: it isn't text"), "{said}");
    assert!(
        Deck::read(&dir.join("none.txt")).expect_err("none").to_string().contains("none.txt: the file can't be read")
    );
    std::fs::write(&file, "4 Shock").expect("written");
    assert_eq!(Deck::read(&file).map(|deck| (deck.name, deck.main.len())), Ok(("my deck".to_owned(), 1)));
    std::fs::remove_dir_all(&dir).expect("removed");
}

const CARDS: &str = "\
name Forest
super Basic
type Land Forest

name Bear Cub
cost {1}{G}
type Creature Bear
pt 2/2

name Rat Pack
cost {1}{B}
type Creature Rat
pt 2/1
text A deck can have any number of cards named ~.

name Seven Brothers
cost {1}{B}
type Creature Dwarf
pt 2/1
text A deck can have up to seven cards named ~.

name Chef's Spécial
type Artifact

name Salt // Pepper
type Artifact

name Heads // Tails
layout split
face Heads
cost {R}
type Instant
text Draw a card.
face Tails
cost {U}
type Instant
text Draw a card.

name Riddle
cost {U}
type Instant
text Draw a card.
text Frobnicate target player.
";

fn base() -> CardBase {
    let mut base = CardBase::new();
    assert_eq!(base.add_text("cards.txt", CARDS), []);
    base
}

fn refusal(text: &str) -> String {
    let deck = Deck::parse(Path::new("list.txt"), text);
    deck.resolve(&base(), &mut Pool::new()).expect_err("refused").to_string()
}

#[test]
fn a_good_deck_is_its_cards_however_they_are_listed() {
    let base = base();
    let resolve = |text: &str| {
        let mut pool = Pool::new();
        let cards = parse(text).resolve(&base, &mut pool).unwrap_or_else(|error| panic!("{error}"));
        let names = |ids: &[_]| ids.iter().map(|id| pool.card(*id).name.clone()).collect::<Vec<_>>();
        (names(&cards.main), names(&cards.sideboard), cards.fingerprint, cards.names)
    };
    let (main, sideboard, fingerprint, names) = resolve("2 Bear Cub\n58 forest\n2 Bear Cub\nSB: 1 Salt // Pepper");
    assert_eq!(
        (main.len(), &main[3], &main[4], &main[61]),
        (62, &"Bear Cub".into(), &"Forest".into(), &"Forest".into())
    );
    assert_eq!(
        (sideboard, names),
        (vec!["Salt // Pepper".into()], ["Bear Cub", "Forest", "Salt // Pepper"].map(str::to_owned).to_vec())
    );
    // The fingerprint is about cards, not about how they are written or in which order.
    let same =
        resolve("// a comment\n1 bear cub\n1x Bear Cub (ABC) 1\n58 Forest\n2 Bear Cub\n\nSideboard\n1 salt/pepper");
    assert_eq!(same.2, fingerprint);
    assert_eq!(resolve("58 Forest\n4 Bear Cub\nSB: 1 Salt // Pepper").2, fingerprint);
    assert_ne!(resolve("2 Bear Cub\n58 Forest\n2 Bear Cub").2, fingerprint);
}

#[test]
fn names_are_found_however_they_are_written() {
    let base = base();
    let catalog = Catalog::new(&base, &[]);
    for name in ["Salt // Pepper", "salt/pepper", "Salt//Pepper", "Salt / Pepper", "Salt", "SALT // PEPPER // MORE"] {
        assert_eq!(catalog.find(name), Some("Salt // Pepper"), "{name}");
    }
    for name in ["Heads // Tails", "heads/tails", "Heads", "tails", "TAILS", "Heads // Other"] {
        assert_eq!(catalog.find(name), Some("Heads // Tails"), "{name}");
    }
    for name in ["Chef's Spécial", "Chef’s Spe\u{301}cial", "chef's special", "CHEF`S SPÉCIAL"] {
        assert_eq!(catalog.find(name), Some("Chef's Spécial"), "{name}");
    }
    assert_eq!(
        (catalog.find("Chefs Special"), catalog.nearest("Bare Cub")),
        (Some("Chef's Spécial"), Some("Bear Cub"))
    );
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let said = refusal(
        "5 Bear Cub\n3 Bare Cub\n1 Unheard-of Thing\n0 Forest\nForest\n4 Riddle\nSideboard\n1 Bear Cub\n\
         Companion\n1 Rat Pack\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "list.txt:2:3: there is no card 'Bare Cub'; did you mean 'Bear Cub'?",
        "list.txt:3:3: there is no card 'Unheard-of Thing'; check the name, or add the card to the card files",
        "list.txt:4:1: there are 0 of 'Forest'; give it a count from 1 or remove the line",
        "list.txt:5:1: 'Forest' has no count; write '1 Forest' if it is a card, or put // before a comment",
        "list.txt:6:3: 'Riddle' can't be played yet; replace it, or change what can't be read:",
        "    cards.txt:43:6: Riddle: this is not understood",
        "        text Frobnicate target player.",
        "             ^^^^^^^^^^^^^^^^^^^^^^^^",
        "list.txt:8:3: there are 6 of 'Bear Cub' (lines 1 and 8) and may be 4; remove 2",
        "list.txt:10:3: 'Rat Pack' is a companion, and games with companions are not played yet; move it to the sideboard \
         or remove it",
        "list.txt: a deck needs at least 60 cards and this has 13; add 47",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn cards_say_how_many_there_may_be() {
    let copies = |text: &str| {
        let said = refusal(text);
        said.lines().filter(|line| line.contains("may be")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(copies("30 Rat Pack"), Vec::<String>::new());
    assert_eq!(copies("7 Seven Brothers"), Vec::<String>::new());
    assert_eq!(
        copies("8 Seven Brothers"),
        ["list.txt:1:3: there are 8 of 'Seven Brothers' (line 1) and may be 7; remove 1"]
    );
    assert_eq!(copies("4 Bear Cub\n55 Forest\n4 BEAR CUB").len(), 1);
}

#[test]
fn sizes() {
    let base = base();
    let resolve =
        |text: &str, construction| parse(text).resolve_from(&Catalog::new(&base, &[]), &mut Pool::new(), construction);
    let usual = Construction::default();
    assert!(resolve("60 Forest", usual).is_ok());
    assert!(resolve("60 Forest\nSB: 15 Forest", usual).is_ok());
    assert!(resolve("59 Forest\nSB: 15 Forest", usual).is_err());
    assert!(resolve("40 Forest", Construction { least: 40, ..usual }).is_ok());
    let error = resolve("1000 Forest\n1 Forest", usual).expect_err("too many").to_string();
    assert_eq!(error, "some/list.txt: a deck has at most 1000 cards and this has 1001; remove 1");
    let error = resolve("", usual).expect_err("empty").to_string();
    assert_eq!(error, "some/list.txt: there are no cards in the main deck, and it needs at least 60");
}

#[test]
fn a_card_whose_definition_is_broken_is_shown() {
    let mut base = base();
    let broken = base.add_text("more.txt", "name Odd One\ntype Creature Bear\npt 2\n");
    let deck = Deck::parse(Path::new("list.txt"), "60 Forest\n1 odd one");
    let said = deck.resolve_from(&Catalog::new(&base, &broken), &mut Pool::new(), Construction::default());
    let said = said.expect_err("refused").to_string();
    assert!(
        said.starts_with("list.txt:2:3: 'odd one' can't be read from its card file:\n    more.txt:3:4: "),
        "{said}"
    );
}

/// Lists by many hands. `GAUNTLET_DATA` names the folder that has them.
#[test]
fn real_lists_are_read() {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA is not set");
        return;
    };
    let mut folders = vec![Path::new(&data).join("decks")];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("GAUNTLET_DATA has a folder decks") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                let deck = Deck::read(&path).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(deck.problems, [], "{}", path.display());
                assert!(deck.size() >= 40 && deck.commander.is_empty() && deck.companion.is_empty(), "{deck:?}");
                read += 1;
            }
        }
    }
    assert!(read >= 200, "only {read} lists");
}

#[test]
fn plans_exchange_cards_with_the_sideboard() {
    let base = CardBase::load(&["../../decks/cards"]).0;
    let resolve = |text: &str| {
        let mut pool = Pool::new();
        let playable = parse(text).resolve(&base, &mut pool).map_err(|error| error.to_string())?;
        let names = |cards: &[gauntlet_cards::card::CardId]| {
            cards.iter().map(|card| pool.card(*card).name.clone()).collect::<Vec<_>>()
        };
        let best = |opponent: &str, on_the_play| {
            Exchanged::best(&playable.plans, opponent, on_the_play).map(|plan| names(&plan.main))
        };
        Ok::<_, String>((
            names(&playable.main),
            ["elves", "Burn", "none"].map(|name| [true, false].map(|seat| best(name, seat))),
        ))
    };
    let deck = "4 Shock\n56 Mountain\nSideboard\n2 Lava Spike\n3 Lightning Strike\n";
    let plans = "Plan elves:\n-2 Shock\n+1 Lava Spike\n+1 Lightning Strike\nPlan burn on the draw\n- 1 Shock\n+ 1 Lava Spike\n\n\
                 Plan *\n-1 Mountain\n+1 Lightning Strike\n";
    let (main, [elves, burn, none]) = resolve(&format!("{deck}{plans}")).expect("a deck");
    let with = |changes: &[(&str, &str)]| {
        let mut list = main.clone();
        for (out, into) in changes {
            let place = list.iter().position(|card| card == out).expect("it is there");
            list[place] = (*into).to_owned();
        }
        list.sort();
        Some(list)
    };
    let board = with(&[("Shock", "Lightning Strike"), ("Shock", "Lava Spike")]);
    assert_eq!(elves, [board.clone(), board]);
    let land = with(&[("Mountain", "Lightning Strike")]);
    assert_eq!(none, [land.clone(), land.clone()]);
    assert_eq!(burn, [land, with(&[("Shock", "Lava Spike")])]);
    // Without plans nothing is exchanged.
    assert_eq!(resolve(deck).expect("a deck").1, [[None, None], [None, None], [None, None]]);
    for (plans, says) in [
        ("Plan elves\n-5 Shock\n+2 Lava Spike", "7:4: the plan takes 5 of 'Shock' from the main deck, which has 4"),
        (
            "Plan elves\n-3 Shock\n+3 Lava Spike",
            "8:4: the plan takes 3 of 'Lava Spike' from the sideboard, which has 2",
        ),
        ("Plan elves\n-3 Shock\n+2 Lava Spike", "6: after this plan the deck has 59 cards and needs at least 60"),
        ("Plan elves\n2 Shock", "7:1: '2 Shock' has no sign; a plan's lines are '-2 Card Name'"),
        ("Plan elves\n-1 Shok\n+1 Lava Spike", "there is no card 'Shok'; did you mean 'Shock'?"),
        ("Plan elves\n-1 Shock\n+1 Lava Spike\nPlan Elves", "9: there is a plan for these games already"),
    ] {
        let said = resolve(&format!("{deck}{plans}\n")).expect_err("a bad plan");
        assert!(said.contains(says), "{said}");
    }
}

const LEGENDS: &str = "\
name Forest
super Basic
type Land Forest

name Mountain
super Basic
type Land Mountain

name Wastes
super Basic
type Land
text {T}: Add {C}.

name Elk King
cost {G}
super Legendary
type Creature Elk
pt 2/2

name Fire Twin
cost {R}
super Legendary
type Creature Elemental
pt 2/2
text Partner

name Moss Twin
cost {1}
super Legendary
type Creature Elemental
pt 2/2
text {G}: ~ gets +1/+1 until end of turn.
text Partner

name Ember Elk
cost {2}
type Creature Elk
pt 1/1
text {R}: ~ gets +1/+0 until end of turn.

name Odd Elk
cost {2}
type Creature Elk
pt 1/1
";

/// CR 903.3–903.5, 903.12, 702.124: what leads a deck, and what may be in it.
#[test]
fn commander_and_brawl_lists() {
    let mut base = CardBase::new();
    assert_eq!(base.add_text("legends.txt", LEGENDS), []);
    let catalog = Catalog::new(&base, &[]);
    let resolve = |text: &str, construction| parse(text).resolve_from(&catalog, &mut Pool::new(), construction);
    let usual = |text: &str| resolve(text, Construction::default());
    let deck = usual("Commander\n1 Elk King\nDeck\n98 Forest\n1 Odd Elk").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (deck.main.len(), deck.leaders[0].map(|leader| leader.identity), deck.leaders[1], deck.brawl),
        (99, Some(Colors::GREEN), None, false)
    );
    let brawl = usual("1 Elk King *CMDR*\n59 Forest").unwrap_or_else(|error| panic!("{error}"));
    assert!(brawl.brawl && brawl.main.len() == 59);
    let two = usual("Commander\n1 Fire Twin\n1 Moss Twin\nDeck\n49 Forest\n49 Mountain")
        .unwrap_or_else(|error| panic!("{error}"));
    let identities = two.leaders.map(|leader| leader.map(|leader| leader.identity));
    assert_eq!(identities, [Some(Colors::RED), Some(Colors::GREEN)]);
    for (text, says) in [
        ("Commander\n1 Odd Elk\nDeck\n99 Wastes", "Odd Elk can't lead a deck"),
        ("Commander\n1 Elk King\n1 Moss Twin\nDeck\n98 Forest", "Elk King and Moss Twin can't lead a deck"),
        ("Commander\n1 Elk King\nDeck\n98 Forest\n1 Ember Elk", "'Ember Elk' is red, which the commander isn't"),
        ("Commander\n1 Elk King\nDeck\n98 Forest\n1 Mountain", "'Mountain' is red, which the commander isn't"),
        ("Commander\n1 Elk King\nDeck\n98 Forest\n1 Elk King", "'Elk King' leads the deck and is in it, too"),
        ("Commander\n1 Elk King\nDeck\n97 Forest\n2 Odd Elk", "there are 2 of 'Odd Elk' (line 5) and may be 1"),
        ("Commander\n1 Elk King\nDeck\n90 Forest", "a deck needs at least 99 cards and this has 90"),
        ("Commander\n1 Elk King\nDeck\n120 Forest", "a deck has at most 99 cards and this has 120"),
        ("Commander\n1 Elk Kign\nDeck\n99 Forest", "there is no card 'Elk Kign'; did you mean 'Elk King'?"),
    ] {
        let said = usual(text).expect_err("refused").to_string();
        assert!(said.contains(says) && said.lines().count() <= 2, "{text}: {said}");
    }
    assert!(resolve("Commander\n1 Elk King\nDeck\n70 Forest\n3 Odd Elk", Construction::ANY).is_ok());
}
