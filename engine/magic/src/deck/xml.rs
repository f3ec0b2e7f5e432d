//! Decklists as XML: Cockatrice's `.cod` and the `.dek` of Magic Online.
//!
//! | root | cards | part of the deck |
//! |---|---|---|
//! | `cockatrice_deck` | `<card number="4" name="…"/>` | the zone around it: `main`, `side`, `tokens` |
//! | `Deck` | `<Cards Quantity="4" Name="…"/>` | `Sideboard="true"` |

use roxmltree::{Document, Node};

use super::line::{MOST, Section, part};
use super::list::{Deck, Entry};
use super::name::straighten;
use super::problem::{Problem, ProblemKind};

/// Reads the cards of `text` into `deck`.
pub(super) fn read(deck: &mut Deck, text: &str) {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let pos = error.pos();
            let found =
                match text.trim_start().get(..14).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype html")) {
                    true => WEB_PAGE.to_owned(),
                    false => format!("it is XML that is broken here ({})", said(&error)),
                };
            deck.problem(pos.row, pos.col, ProblemKind::NotADecklist { found });
            return;
        }
    };
    let root = document.root_element();
    match root.tag_name().name() {
        "cockatrice_deck" => cockatrice(deck, &document, root),
        "Deck" => magic_online(deck, &document, root),
        other => {
            let pos = document.text_pos_at(root.range().start);
            let found = match other.eq_ignore_ascii_case("html") {
                true => WEB_PAGE.to_owned(),
                false => format!("it is XML of another kind, that begins with <{other}>"),
            };
            deck.problem(pos.row, pos.col, ProblemKind::NotADecklist { found });
        }
    }
}

const WEB_PAGE: &str = "it is a web page";

/// What is wrong, without the place, which is told beside it.
fn said(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

fn cockatrice(deck: &mut Deck, document: &Document<'_>, root: Node<'_, '_>) {
    let title = root.children().find(|node| node.has_tag_name("deckname")).and_then(|node| node.text());
    deck.set_title(title.unwrap_or_default());
    for zone in root.children().filter(|node| node.has_tag_name("zone")) {
        let name = zone.attribute("name").unwrap_or_default();
        let section = part(&name.to_lowercase()).unwrap_or(Section::Main);
        for card in zone.children().filter(|node| node.has_tag_name("card")) {
            put(deck, document, card, section, ["number", "name"]);
        }
    }
}

fn magic_online(deck: &mut Deck, document: &Document<'_>, root: Node<'_, '_>) {
    for card in root.children().filter(|node| node.has_tag_name("Cards")) {
        let aside = card.attribute("Sideboard").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let section = if aside { Section::Sideboard } else { Section::Main };
        put(deck, document, card, section, ["Quantity", "Name"]);
    }
}

/// Adds the card of an element, whose attributes for count and name have these names.
fn put(deck: &mut Deck, document: &Document<'_>, card: Node<'_, '_>, section: Section, [count, name]: [&str; 2]) {
    let pos = document.text_pos_at(card.range().start);
    let written = card.attribute(name).map(straighten).unwrap_or_default();
    let number = card.attribute(count).unwrap_or_default().trim();
    let problem = |kind| Problem { line: pos.row, column: pos.col, kind };
    let entry = match number.parse() {
        _ if written.is_empty() => Err(problem(ProblemKind::NoName { text: format!("<{}", card.tag_name().name()) })),
        Ok(0) => Err(problem(ProblemKind::Zero { name: written })),
        Ok(count @ 1..=MOST) => Ok(Entry { count, name: written, line: pos.row, column: pos.col }),
        Ok(_) => Err(problem(ProblemKind::TooManyOnALine { name: written, most: MOST })),
        Err(_) => Err(problem(ProblemKind::NoCount { text: written })),
    };
    deck.put_or_report(section, entry);
}
