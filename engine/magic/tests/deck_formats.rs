//! Decklists as programs and sites write them, each by an example of its own, and texts that are none.

use std::path::Path;

use gauntlet_magic::deck::{Deck, Entry, Note};

fn deck_of(bytes: &[u8]) -> Deck {
    let mut decks = Deck::from_bytes(Path::new("some/list.xyz"), bytes).unwrap_or_else(|error| panic!("{error}"));
    let deck = decks.pop().expect("a list");
    assert!(decks.is_empty());
    deck
}

fn cards(entries: &[Entry]) -> Vec<(u32, &str)> {
    entries.iter().map(|entry| (entry.count, entry.name.as_str())).collect()
}

/// A list with nothing wrong: its name, main deck and sideboard.
fn check(text: &str, name: &str, main: &[(u32, &str)], sideboard: &[(u32, &str)]) -> Deck {
    let deck = deck_of(text.as_bytes());
    assert_eq!(deck.problems, [], "{text}");
    assert_eq!(
        (deck.name.as_str(), cards(&deck.main), cards(&deck.sideboard)),
        (name, main.to_vec(), sideboard.to_vec()),
        "{text}"
    );
    deck
}

/// What is said of a text that isn't a decklist.
fn refused(bytes: &[u8]) -> String {
    match Deck::from_bytes(Path::new("list.xyz"), bytes) {
        Err(error) => error.to_string(),
        Ok(decks) => {
            let problems = decks.into_iter().flat_map(|deck| deck.problems).collect();
            gauntlet_magic::deck::DeckError { file: "list.xyz".into(), problems }.to_string()
        }
    }
}

#[test]
fn arena() {
    let text =
        "About\nName Hot Hands\n\nDeck\n4 Shock (M21) 159\n2 Fire // Ice (MH2) 290\n\nSideboard\n1 Duress (XLN) 105\n";
    let deck = check(text, "Hot Hands", &[(4, "Shock"), (2, "Fire // Ice")], &[(1, "Duress")]);
    assert_eq!(deck.notes, []);
    let brawl =
        check("Commander\n1 Rakdos, the Muscle (OTJ) 227\n\nDeck\n1 Shock (M21) 159\n", "list", &[(1, "Shock")], &[]);
    assert_eq!(cards(&brawl.commander), [(1, "Rakdos, the Muscle")]);
}

#[test]
fn magic_online_text() {
    check("56 Island\n4 Fire/Ice\n\n2 Duress\n", "list", &[(56, "Island"), (4, "Fire/Ice")], &[(2, "Duress")]);
    check("4 Shock\r\n\r\nSideboard\r\n2 Duress\r\n", "list", &[(4, "Shock")], &[(2, "Duress")]);
}

#[test]
fn magic_online_dek() {
    let text = r#"<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="70517" Quantity="4" Sideboard="false" Name="Lim-D&#xFB;l&apos;s Vault" Annotation="0" />
  <Cards CatID="40132" Quantity="2" Sideboard="true" Name="Fire/Ice" Annotation="0" />
</Deck>
"#;
    let deck = check(text, "list", &[(4, "Lim-Dûl's Vault")], &[(2, "Fire/Ice")]);
    assert_eq!((deck.main[0].line, deck.main[0].column), (5, 3));
    let wrong = text.replace("Quantity=\"4\"", "Quantity=\"many\"").replace("Quantity=\"2\"", "Quantity=\"0\"");
    assert_eq!(
        refused(wrong.as_bytes()),
        "list.xyz:5:3: 'Lim-Dûl's Vault' has no count; write '1 Lim-Dûl's Vault' if it is a card, or put // before a comment\n\
         list.xyz:6:3: there are 0 of 'Fire/Ice'; give it a count from 1 or remove the line"
    );
}

#[test]
fn cockatrice() {
    let text = r#"<?xml version="1.0"?>
<cockatrice_deck version="1">
    <lastLoadedTimestamp>Mon Jan 1 00:00:00 2024</lastLoadedTimestamp>
    <deckname>Ash &amp; Ember</deckname>
    <comments>4 of everything</comments>
    <zone name="main">
        <card number="4" name="Shock" setShortName="M21" collectorNumber="159"/>
        <card number="16" price="0" name="Mountain"/>
    </zone>
    <zone name="side">
        <card number="1" name="Chandra’s Outrage"/>
    </zone>
    <zone name="tokens">
        <card number="3" name="Goblin Token"/>
    </zone>
</cockatrice_deck>"#;
    let deck = check(text, "Ash & Ember", &[(4, "Shock"), (16, "Mountain")], &[(1, "Chandra's Outrage")]);
    assert_eq!(deck.notes, [Note::Aside { cards: 3 }]);
    let said = deck.notes[0].to_string();
    assert_eq!(said, "3 cards of a maybeboard, of tokens or the like aren't part of the deck and are left out");
}

#[test]
fn forge() {
    let text = "[metadata]\nName=Molten Core\nDeck Type=constructed\nComment=4 Mountain\n[Avatar]\n1 Momir Vig|VAN|1\n\n[Main]\n\
                4 Lightning Bolt|M10|1\n1 Shock+|M21\n\n[Sideboard]\n2 Duress|XLN|[105]\n[Planes]\n\n[Schemes]\n";
    let deck = check(text, "Molten Core", &[(4, "Lightning Bolt"), (1, "Shock")], &[(2, "Duress")]);
    assert_eq!(deck.notes, [Note::Aside { cards: 1 }]);
    let old =
        "[general]\nConstructed\n[main]\n20 Mountain\n[sideboard]\n1 Shock\n[Commander]\n1 Krenko, Mob Boss|M13|1\n";
    assert_eq!(cards(&check(old, "list", &[(20, "Mountain")], &[(1, "Shock")]).commander), [(1, "Krenko, Mob Boss")]);
}

#[test]
fn xmage() {
    let text = "NAME:Slow Burn\nAUTHOR:someone\n4 [M10:146] Lightning Bolt\n1 [PLST:MH2-290] Fire // Ice\nSB: 2 [XLN:105] Duress\n\
                LAYOUT MAIN:(1,2)(NONE,false,50)|([M10:146],[PLST:MH2-290])\nLAYOUT SIDEBOARD:(1,1)(NONE,false,50)|([XLN:105])\n";
    check(text, "Slow Burn", &[(4, "Lightning Bolt"), (1, "Fire // Ice")], &[(2, "Duress")]);
}

#[test]
fn apprentice_and_deckstats() {
    let text = "// NAME : Old Guard\n// CREATOR : me\n// FORMAT : Legacy\n        4 Shock\n       16 Mountain\nSB:  3 Duress\n";
    check(text, "Old Guard", &[(4, "Shock"), (16, "Mountain")], &[(3, "Duress")]);
    let text = "//NAME: Goblins from the hill\n//Main\n4 [M21#159] Shock\n1 [DMC] Krenko, Mob Boss # !Commander\n\n//Sideboard\nSB: 1 Duress\n\
                //Maybeboard\n2 Opt\n";
    let deck = check(text, "Goblins from the hill", &[(4, "Shock")], &[(1, "Duress")]);
    assert_eq!((cards(&deck.commander), deck.notes), (vec![(1, "Krenko, Mob Boss")], vec![Note::Aside { cards: 2 }]));
}

#[test]
fn magic_workstation() {
    let text = "// Deck file for Magic Workstation (http://www.magicworkstation.com)\n\n// Lands\n    8 [ZEN] Mountain (4)\n    4 [ZEN] Arid Mesa\n\
                \n// Spells\n    4 [M10] Lightning Bolt\n\n// Sideboard\nSB: 2 [XLN] Duress\n";
    check(text, "list", &[(8, "Mountain"), (4, "Arid Mesa"), (4, "Lightning Bolt")], &[(2, "Duress")]);
}

#[test]
fn moxfield_archidekt_and_goldfish() {
    let text = "4 Shock (M21) 159 *F*\n1 Lórien Revealed (LTR) 60\n\nSIDEBOARD:\n2 Duress (XLN) 105 *E*\n";
    check(text, "list", &[(4, "Shock"), (1, "Lórien Revealed")], &[(2, "Duress")]);
    let text = "1x Krenko, Mob Boss (dmc) 121 [Commander{top}]\n1x Shock (m21) 159 *F* [Burn] ^Have,#37d67a^\n\
                1x Duress (xln) 105 [Maybeboard{noDeck}{noPrice},Disruption]\n1x Opt (xln) 65 [Sideboard]\n";
    let deck = check(text, "list", &[(1, "Shock")], &[(1, "Opt")]);
    assert_eq!((cards(&deck.commander), deck.notes), (vec![(1, "Krenko, Mob Boss")], vec![Note::Aside { cards: 1 }]));
    let text = "4 Shock <159> [M21] (F)\n56 Mountain [ZEN]\n\n15 Duress [XLN]\n";
    check(text, "list", &[(4, "Shock"), (56, "Mountain")], &[(15, "Duress")]);
}

#[test]
fn counts_sets_and_prices_wherever_they_are() {
    for line in [
        "4 x Shock",
        "4 X Shock",
        "x4 Shock",
        "×4 Shock",
        "Shock x4",
        "Shock 4x",
        "Shock ×4 (M21) 159",
        "4 [M21] Shock",
        "4 (M21) Shock",
        "4x [M21:159] Shock (2)",
        "4 Shock [M21:159]",
        "4 Shock (M21) #159",
        "4 Shock|M21|2",
        "4 Shock (foil)",
        "4 Shock (M21) 159 (Foil)",
        "4 Shock\t$0.35",
        "4 Shock $ 1,200.50",
        "4 Shock (M21) 159 - 0,35€",
        "4 Shock @ £2",
        "4 Shock ($1.25)",
        "4 Shock 0.02 tix",
        "4 Shock [M21] 1.99 USD",
        "\u{a0}4\u{a0}Shock",
    ] {
        check(line, "list", &[(4, "Shock")], &[]);
    }
    for (line, name) in [
        ("1 X", "X"),
        ("1 Overseer of Vault 76", "Overseer of Vault 76"),
        ("1 Order 66 (SWU) 66", "Order 66"),
        ("1 Prototype X-8", "Prototype X-8"),
        ("1 [M21]", "[M21]"),
        ("1 Garbage Elemental [A]", "Garbage Elemental"),
    ] {
        check(line, "list", &[(1, name)], &[]);
    }
}

#[test]
fn tables() {
    let moxfield = "\"Count\",\"Tradelist Count\",\"Name\",\"Edition\",\"Condition\",\"Language\",\"Foil\",\"Tags\"\n\
                    \"4\",\"0\",\"Lim-Dûl's Vault\",\"all\",\"Near Mint\",\"English\",\"\",\"\"\n\"1\",\"0\",\"Krenko, Mob Boss\",\"m13\",\"\",\"\",\"foil\",\"\"\n";
    check(moxfield, "list", &[(4, "Lim-Dûl's Vault"), (1, "Krenko, Mob Boss")], &[]);
    let archidekt = "Quantity,Name,Finish,Condition,Category,Edition Name,Edition Code\n1,Shock,Normal,NM,\"Burn,Removal\",Core Set 2021,m21\n\
                     2,Duress,Normal,NM,Sideboard,Ixalan,xln\n3,Opt,Normal,NM,Maybeboard,Ixalan,xln\n";
    let deck = check(archidekt, "list", &[(1, "Shock")], &[(2, "Duress")]);
    assert_eq!(deck.notes, [Note::Aside { cards: 3 }]);
    let tapped_out = "Board,Qty,Name,Printing,Foil,Commander\nmain,1,\"Krenko, Mob Boss\",M13,,True\nmain,30,Mountain,,,\nside,2,Duress,,,\nmaybe,1,Opt,,,\n";
    let deck = check(tapped_out, "list", &[(30, "Mountain")], &[(2, "Duress")]);
    assert_eq!(cards(&deck.commander), [(1, "Krenko, Mob Boss")]);
    let online = "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation\n\"Shock\",4,81234,Common,M21,159/274,No,No,0\n\
                  \"Duress\",2,81235,Common,XLN,105/279,No,Yes,0\n";
    check(online, "list", &[(4, "Shock")], &[(2, "Duress")]);
    let manabox = "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID\nShock,M21,Core Set 2021,159,normal,common,4,1\n";
    check(manabox, "list", &[(4, "Shock")], &[]);
    let deckbox = "Count,Tradelist Count,Name,Edition,Card Number\n4,0,Shock,Core Set 2021,159\n0,1,Opt,Ixalan,65\n";
    check(deckbox, "list", &[(4, "Shock")], &[]);
    let dragon_shield = "\"sep=,\"\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code\nBinder,4,0,Shock,M21\n";
    check(dragon_shield, "list", &[(4, "Shock")], &[]);
    let tcg = "Quantity,Name,Simple Name,Set,Card Number\n4,Shock (Borderless),Shock,M21,159\n";
    check(tcg, "list", &[(4, "Shock")], &[]);
    check("Qty;Card\n4x;Shock\n", "list", &[(4, "Shock")], &[]);
    check("count\tname\n4\tShock\n", "list", &[(4, "Shock")], &[]);
    assert_eq!(
        refused(b"Name,Set\nShock,M21\n"),
        "list.xyz:1:1: this isn't a decklist in any format that is read: it is a table without a column for counts, such as 'Count' or \
         'Quantity'"
    );
    assert!(refused(b"Count,Name\nfour,Shock\n").starts_with("list.xyz:2: 'Shock' has no count; "));
}

#[test]
fn json_lines() {
    let text = "{\"name\": \"One\", \"main\": {\"Shock\": 4}, \"side\": {\"Duress\": 2}}\n\
                {\"name\": \"Two\", \"main\": [{\"name\": \"Opt\", \"count\": 3}, \"Shock\"], \"commander\": [\"Krenko, Mob Boss\"]}\n";
    let decks = Deck::from_bytes(Path::new("all.jsonl"), text.as_bytes()).expect("two lists");
    assert_eq!(decks.iter().map(|deck| (deck.name.as_str(), deck.line)).collect::<Vec<_>>(), [("One", 1), ("Two", 2)]);
    assert_eq!((cards(&decks[0].main), cards(&decks[0].sideboard)), (vec![(4, "Shock")], vec![(2, "Duress")]));
    assert_eq!(
        (cards(&decks[1].main), cards(&decks[1].commander)),
        (vec![(3, "Opt"), (1, "Shock")], vec![(1, "Krenko, Mob Boss")])
    );
    assert_eq!(
        refused(b"{\"main\": {\"Shock\": 4}}\n{\"cards\": 1}\n"),
        "list.xyz:2: this isn't a decklist in any format that is read: it is JSON without 'main', an object of counts by cards' names"
    );
    assert!(
        refused(b"{\"main\": {\"Shock\" 4}}")
            .contains("list.xyz:1:19: this isn't a decklist in any format that is read: it is JSON that is broken")
    );
}

#[test]
fn encodings() {
    let text = "4 Lim-Dûl’s Vault\r\n2 Shock\r\n";
    let wide: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = wide.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
    let all = [
        text.as_bytes().to_vec(),
        marked(b"\xef\xbb\xbf", text.as_bytes()),
        marked(b"\xff\xfe", &little),
        marked(b"\xfe\xff", &big),
        little,
        big,
    ];
    for bytes in all {
        assert_eq!(cards(&deck_of(&bytes).main), [(4, "Lim-Dûl's Vault"), (2, "Shock")]);
    }
    let old = deck_of(b"4 Lim-D\xfbl\x92s Vault\n");
    assert_eq!((cards(&old.main), old.notes), (vec![(4, "Lim-Dûl's Vault")], vec![Note::Windows]));
    assert!(refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").ends_with("it isn't text"));
}

#[test]
fn a_hundred_cards_with_their_sideboard_are_led_by_it() {
    let deck = deck_of(b"60 Mountain\n39 Shock\n\nSideboard\n1 Krenko, Mob Boss\n");
    assert_eq!((cards(&deck.commander), deck.sideboard.len()), (vec![(1, "Krenko, Mob Boss")], 0));
    assert_eq!(
        deck.notes[0].to_string(),
        "the sideboard of a deck of a hundred taken as its commander: Krenko, Mob Boss"
    );
    assert_eq!(deck_of(b"59 Mountain\nSideboard\n1 Krenko, Mob Boss\n").commander, []);
}

#[test]
fn what_is_no_decklist_is_said_in_one_line() {
    let said = [
        refused(b"<!DOCTYPE html>\n<html><head><title>Deck</title></head><body><p>4 Shock</body></html>"),
        refused(b"<html><body>4 Shock</body></html>"),
        refused(b"<?xml version=\"1.0\"?>\n<rss><channel/></rss>"),
        refused(b"<?xml version=\"1.0\"?>\n<cockatrice_deck>\n<zone name=\"main\">\n<card number=\"4\" name=\"Shock\">\n</zone></cockatrice_deck>"),
        refused("It was the best of times,\nit was the worst of times\n".repeat(20).as_bytes()),
    ];
    let what: Vec<&str> =
        said.iter().map(|said| said.split_once("in any format that is read: ").expect("one line").1).collect();
    assert!(said.iter().all(|said| said.lines().count() == 1), "{said:#?}");
    assert_eq!(what[0], "it is a web page");
    assert_eq!(what[1], "it is a web page");
    assert_eq!(what[2], "it is XML of another kind, that begins with <rss>");
    assert!(what[3].starts_with("it is XML that is broken here ("), "{}", what[3]);
    assert_eq!(what[4], "40 lines aren't a count and a card's name, the first is 'It was the best of times,'");
    assert!(said[3].starts_with("list.xyz:5:1: "), "{}", said[3]);
}

#[test]
fn control_characters_are_shown_escaped() {
    let said = refused(b"Sho\x1b[31mck and a lot more letters\n0 O\x07pt and as many letters as that\n");
    assert!(said.contains("'Sho\\u{1b}[31mck and a lot more letters' has no count"), "{said}");
    assert!(said.contains("there are 0 of 'O\\u{7}pt and as many letters as that'"), "{said}");
    assert_eq!(deck_of("# name: A\u{1b}[31m Deck\n4 Shock\n".as_bytes()).name, "A[31m Deck");
}
