//! Decklists written in the formats of other programs.

use std::fmt::Write as _;

use super::list::{Deck, Entry};

/// A format of decklists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Our own: lines, headings, plans.
    Text,
    /// Arena, and the sites that write as it does.
    Arena,
    /// Magic Online, as text.
    MagicOnline,
    /// Magic Online, as XML.
    Dek,
    /// Cockatrice.
    Cockatrice,
    /// Forge.
    Forge,
    /// Apprentice.
    Apprentice,
    /// Magic Workstation.
    Workstation,
    /// A table.
    Csv,
    /// JSON on one line.
    Json,
}

impl Notation {
    /// All of them, each with its names, of which the first is its own, and the extension of its files.
    pub const TABLE: [(Notation, &'static [&'static str], &'static str); 10] = [
        (Notation::Text, &["text", "txt", "gauntlet"], "txt"),
        (Notation::Arena, &["arena", "mtga", "moxfield", "archidekt", "goldfish"], "txt"),
        (Notation::MagicOnline, &["mtgo"], "txt"),
        (Notation::Dek, &["dek"], "dek"),
        (Notation::Cockatrice, &["cod", "cockatrice"], "cod"),
        (Notation::Forge, &["forge", "dck"], "dck"),
        (Notation::Apprentice, &["dec", "apprentice"], "dec"),
        (Notation::Workstation, &["mwdeck", "mws"], "mwDeck"),
        (Notation::Csv, &["csv"], "csv"),
        (Notation::Json, &["json", "jsonl"], "json"),
    ];

    /// The notation of this name.
    pub fn find(name: &str) -> Option<Notation> {
        let named = |names: &[&str]| names.iter().any(|own| own.eq_ignore_ascii_case(name));
        Self::TABLE.iter().find(|(_, names, _)| named(names)).map(|row| row.0)
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        Self::TABLE.iter().find(|row| row.0 == self).map_or("txt", |row| row.2)
    }

    /// What a list has that the format can't express, a sentence for each.
    pub fn loses(self, deck: &Deck) -> Vec<&'static str> {
        let mut lost = Vec::new();
        if self != Notation::Text && !deck.plans.is_empty() {
            lost.push("sideboard plans are ours alone and are left out");
        }
        if self == Notation::Dek {
            lost.push(
                "Magic Online finds cards by numbers that lists don't have (CatID): there, import the list as text",
            );
        }
        let beside = !deck.commander.is_empty()
            && matches!(
                self,
                Notation::MagicOnline
                    | Notation::Dek
                    | Notation::Cockatrice
                    | Notation::Apprentice
                    | Notation::Workstation
            );
        if beside {
            lost.push("there is no place for commanders, which are written into the sideboard");
        }
        lost
    }

    /// The list in this notation.
    pub fn write(self, deck: &Deck) -> String {
        match self {
            Notation::Text => text(deck),
            Notation::Arena => arena(deck),
            Notation::MagicOnline => magic_online(deck),
            Notation::Dek => dek(deck),
            Notation::Cockatrice => cockatrice(deck),
            Notation::Forge => forge(deck),
            Notation::Apprentice => apprentice(deck, ""),
            Notation::Workstation => apprentice(deck, "    "),
            Notation::Csv => table(deck),
            Notation::Json => json(deck),
        }
    }
}

/// What stands in the sideboard where nothing else is made for it: commanders, and the companion, which sites list there as well.
fn aside(deck: &Deck) -> impl Iterator<Item = &Entry> {
    let listed = |entry: &&Entry| !deck.sideboard.iter().any(|other| other.name == entry.name);
    deck.commander.iter().chain(deck.companion.iter().filter(listed)).chain(&deck.sideboard)
}

fn lines<'a>(out: &mut String, before: &str, entries: impl IntoIterator<Item = &'a Entry>) {
    for entry in entries {
        let _ = writeln!(out, "{before}{} {}", entry.count, entry.name);
    }
}

/// A part under its heading, after an empty line if something stands before; nothing if it has no cards.
fn part(out: &mut String, heading: &str, entries: &[Entry]) {
    if !entries.is_empty() {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{heading}");
        lines(out, "", entries);
    }
}

fn text(deck: &Deck) -> String {
    let mut out = format!("// Name: {}\n\n", deck.name);
    lines(&mut out, "", &deck.main);
    part(&mut out, "Commander", &deck.commander);
    part(&mut out, "Companion", &deck.companion);
    part(&mut out, "Sideboard", &deck.sideboard);
    for plan in &deck.plans {
        let seat = match plan.on_the_play {
            None => "",
            Some(true) => " on the play",
            Some(false) => " on the draw",
        };
        let _ = writeln!(out, "\nPlan {}{seat}", plan.opponent);
        lines(&mut out, "-", &plan.out);
        lines(&mut out, "+", &plan.into);
    }
    out
}

fn arena(deck: &Deck) -> String {
    let mut out = format!("About\nName {}\n", deck.name);
    part(&mut out, "Commander", &deck.commander);
    part(&mut out, "Companion", &deck.companion);
    part(&mut out, "Deck", &deck.main);
    part(&mut out, "Sideboard", &deck.sideboard);
    out
}

/// Magic Online writes both halves of split cards with one stroke.
fn online(name: &str) -> String {
    name.replace(" // ", "/")
}

fn magic_online(deck: &Deck) -> String {
    let line = |entry: &Entry| format!("{} {}\n", entry.count, online(&entry.name));
    let main: String = deck.main.iter().map(line).collect();
    let aside: String = aside(deck).map(line).collect();
    if aside.is_empty() { main } else { format!("{main}\nSideboard\n{aside}") }
}

/// `text` as it stands in XML.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

fn dek(deck: &Deck) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n  <PreconstructedDeckID>0</PreconstructedDeckID>\n".to_owned();
    let all = deck.main.iter().map(|entry| (false, entry)).chain(aside(deck).map(|entry| (true, entry)));
    for (aside, entry) in all {
        let name = xml(&online(&entry.name));
        let _ = writeln!(
            out,
            "  <Cards CatID=\"0\" Quantity=\"{}\" Sideboard=\"{aside}\" Name=\"{name}\" Annotation=\"0\" />",
            entry.count
        );
    }
    out.push_str("</Deck>\n");
    out
}

fn cockatrice(deck: &Deck) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n    <deckname>{}</deckname>\n    <comments></comments>\n",
        xml(&deck.name)
    );
    let mut zone = |name: &str, entries: &mut dyn Iterator<Item = &Entry>| {
        let _ = writeln!(out, "    <zone name=\"{name}\">");
        for entry in entries {
            let _ = writeln!(out, "        <card number=\"{}\" name=\"{}\"/>", entry.count, xml(&entry.name));
        }
        out.push_str("    </zone>\n");
    };
    zone("main", &mut deck.main.iter());
    zone("side", &mut aside(deck));
    out.push_str("</cockatrice_deck>\n");
    out
}

fn forge(deck: &Deck) -> String {
    let mut out = format!("[metadata]\nName={}\n[Commander]\n", deck.name);
    lines(&mut out, "", &deck.commander);
    out.push_str("[Main]\n");
    lines(&mut out, "", &deck.main);
    out.push_str("[Sideboard]\n");
    lines(&mut out, "", &deck.sideboard);
    out
}

fn apprentice(deck: &Deck, indent: &str) -> String {
    let mut out = format!("// NAME : {}\n", deck.name);
    lines(&mut out, indent, &deck.main);
    lines(&mut out, "SB: ", aside(deck));
    out
}

fn table(deck: &Deck) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut out = "Count,Name,Section\n".to_owned();
    for (section, entries) in [
        ("Main", &deck.main),
        ("Sideboard", &deck.sideboard),
        ("Commander", &deck.commander),
        ("Companion", &deck.companion),
    ] {
        for entry in entries {
            let _ = writeln!(out, "{},{},{section}", entry.count, quoted(&entry.name));
        }
    }
    out
}

fn json(deck: &Deck) -> String {
    let cards = |entries: &[Entry]| {
        let card = |entry: &Entry| serde_json::json!({"count": entry.count, "name": entry.name});
        entries.iter().map(card).collect::<Vec<_>>()
    };
    let list = serde_json::json!({
        "name": deck.name, "main": cards(&deck.main), "side": cards(&deck.sideboard), "commander": cards(&deck.commander),
    });
    format!("{list}\n")
}
