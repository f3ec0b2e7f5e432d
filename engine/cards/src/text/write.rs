//! Cards written as the lines of a card file, which `source` reads again.

use super::base::CardBase;
use super::lower::types_of_subtype;
use super::source::{CardSource, kindred};
use crate::card::Layout;
use crate::types::{CardTypes, Colors, Subtype, Supertypes};

impl CardSource {
    /// The card as a card file has it. `None` if a card file can't say all that it is: then it has a problem that keeps it from being
    /// compiled, or its subtypes belong to none of its types.
    pub fn to_lines(&self) -> Option<String> {
        let mut text = format!("name {}\n", self.name);
        if self.layout != Layout::Single {
            let layout = Layout::TABLE.iter().find(|row| row.0 == self.layout)?;
            text += &format!("layout {}\n", layout.1);
        }
        // What a split card is follows from its halves (CR 709.4).
        if !self.layout.has_halves() {
            write_face(self, &mut text);
        }
        for face in &self.faces {
            text += &format!("face {}\n", face.name);
            write_face(face, &mut text);
        }
        let mut read = CardBase::new();
        let is_same = read.add_text("", &text).is_empty()
            && self.problem.is_none()
            && read.len() == 1
            && read.fingerprint(&self.name) == Some(super::base::fingerprint(self));
        is_same.then_some(text)
    }
}

/// The lines of a card or one of its faces that can be there once for each.
fn write_face(face: &CardSource, text: &mut String) {
    let mut line = |key: &str, value: &str| *text += &format!("{key} {value}\n");
    if let Some(cost) = &face.cost {
        line("cost", &cost.to_string());
    }
    if let Some(colors) = face.colors {
        let letters: String = Colors::TABLE.iter().filter(|row| colors.contains(row.0)).map(|row| row.1).collect();
        line("color", &letters);
    }
    for (_, name) in Supertypes::TABLE.iter().filter(|row| face.supertypes.contains(row.0)) {
        line("super", name);
    }
    // A subtype stands with the first type that it belongs to; types in the order of their subtypes, which is a part of what the card is.
    let belongs = |subtype: Subtype, to: CardTypes| types_of_subtype(subtype.kind()).intersects(to | kindred(to));
    let mut types: Vec<_> = CardTypes::TABLE.iter().filter(|row| face.types.contains(row.0)).collect();
    types.sort_by_key(|row| face.subtypes.iter().position(|subtype| belongs(subtype, row.0)));
    let mut left: Vec<Subtype> = face.subtypes.iter().collect();
    for (card_type, name) in types {
        let (own, others) = left.into_iter().partition(|subtype| belongs(*subtype, *card_type));
        let own: Vec<Subtype> = own;
        left = others;
        let words: Vec<&str> = std::iter::once(*name).chain(own.into_iter().map(Subtype::name)).collect();
        line("type", &words.join(" "));
    }
    if let Some((power, toughness)) = face.pt {
        let side = |side: Option<i16>| side.map_or("*".to_owned(), |number| number.to_string());
        line("pt", &format!("{}/{}", side(power), side(toughness)));
    }
    match face.loyalty {
        Some(_) if face.loyalty_is_x => line("loyalty", "X"),
        Some(loyalty) => line("loyalty", &loyalty.to_string()),
        None => {}
    }
    for (_, _, paragraph) in &face.lines {
        line("text", paragraph);
    }
}
