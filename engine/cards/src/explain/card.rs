//! Whole cards in words: their faces, what they are, and what each ability does.

use std::cell::RefCell;

use super::flow::Page;
use super::teller::{Meaning, Teller};
use super::words::{Noun, colors, keywords, list_and, types};
use crate::card::{Card, CardId, Layout, Pool};
use crate::filter::Zone;
use crate::types::{CardTypes, Subtype, Supertypes};

/// What the compiled card does, in plain sentences made from its program; its other faces follow.
pub fn explain(pool: &Pool, id: CardId) -> String {
    faces(pool, id, Meaning::of, |teller, page, id| {
        for ability in &pool.card(id).abilities {
            teller.ability(page, *ability, 0, None);
        }
        if let Some(splice) = teller.splice(id) {
            page.line(0, &format!("- {splice}"));
        }
    })
}

/// A card and its other faces: what is printed but for the text, and below it what `tell` says of each.
pub(super) fn faces(
    pool: &Pool,
    id: CardId,
    meaning: fn(&str) -> Meaning,
    tell: impl Fn(&Teller<'_>, &mut Page, CardId),
) -> String {
    let mut page = Page::default();
    let front = pool.card(id);
    for (place, id) in std::iter::once(id).chain(front.faces.iter().copied()).enumerate() {
        if place > 0 {
            page.line(0, "");
            page.line(0, face_name(front.layout));
        }
        let card = pool.card(id);
        head(&mut page, card);
        let below = RefCell::default();
        let name = match card.layout {
            _ if !card.name.is_empty() => &card.name,
            Layout::Room => "this permanent",
            _ => "the face-down permanent",
        };
        tell(&Teller { pool, meaning: meaning(name), below: &below }, &mut page, id);
    }
    page.text()
}

fn face_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Single => "Another face:",
        Layout::Transforming | Layout::Modal => "Its back face:",
        Layout::Meld => "Melded with the other card of its pair:",
        Layout::Split => "One half:",
        Layout::Room => "With other halves locked:",
        Layout::Adventure => "Its Adventure:",
        Layout::Omen => "Its Omen:",
        Layout::Prepare => "Its prepare spell:",
        Layout::Flip => "Flipped:",
        Layout::Prototype => "As a prototype:",
        Layout::Bestow => "Bestowed:",
    }
}

/// What is printed on a card but for its text.
fn head(page: &mut Page, card: &Card) {
    let cost = card.mana_cost.as_ref().map_or(String::new(), |cost| format!("  {cost}"));
    page.line(0, &format!("{}{cost}", card.name));
    page.line(1, &type_line(card));
    let it = &card.characteristics;
    if it.types.contains(CardTypes::CREATURE) || it.power != 0 || it.toughness != 0 {
        let computed = if card.fixed_pt { "" } else { " (computed, told below)" };
        page.line(1, &format!("{}/{}{computed}", it.power, it.toughness));
    }
    if let Some(loyalty) = card.loyalty {
        let what = if it.types.contains(CardTypes::BATTLE) { "defense" } else { "loyalty" };
        page.line(1, &format!("enters with {what} {loyalty}"));
    }
    let words = keywords(it.keywords);
    if !words.is_empty() {
        page.line(1, &list_and(&words));
    }
}

fn type_line(card: &Card) -> String {
    let it = &card.characteristics;
    let mut words: Vec<String> =
        Supertypes::TABLE.iter().filter(|row| it.supertypes.contains(row.0)).map(|row| row.1.to_lowercase()).collect();
    words.extend(types(it.types));
    let subtypes: Vec<&str> = it.subtypes.iter().map(Subtype::name).collect();
    let dash = if subtypes.is_empty() { "" } else { " — " };
    format!("{}{dash}{}", words.join(" "), subtypes.join(" "))
}

impl Teller<'_> {
    /// How a card's text is added to other spells, if it has splice (CR 702.47a).
    pub(super) fn splice(&self, card: CardId) -> Option<String> {
        let splice = self.pool.splices.iter().find(|splice| splice.card == card)?;
        let onto = self.noun(&splice.onto, Some(Zone::Stack)).one();
        let (source, cost) = (self.source(), self.cost(&splice.cost));
        Some(format!(
            "As you cast {onto}, you may reveal {source} from your hand and {cost} to add its text to that spell."
        ))
    }

    /// A token: "1/1 red Goblin creature token with haste".
    pub(super) fn token(&self, id: CardId, computed: bool) -> Noun {
        let card = self.pool.card(id);
        let it = &card.characteristics;
        let mut noun = Noun::default();
        if it.types.contains(CardTypes::CREATURE) && !computed {
            noun.before.push(format!("{}/{}", it.power, it.toughness));
        }
        let supertypes = Supertypes::TABLE.iter().filter(|row| it.supertypes.contains(row.0));
        noun.before.extend(supertypes.map(|row| row.1.to_lowercase()));
        let names = colors(it.colors);
        noun.before.push(if names.is_empty() { "colorless".to_owned() } else { list_and(&names) });
        noun.before.extend(it.subtypes.iter().map(|subtype| subtype.name().to_owned()));
        noun.before.extend(types(it.types));
        noun.heads.push("token".to_owned());
        let own = it.subtypes.iter().map(Subtype::name).collect::<Vec<_>>().join(" ");
        let name = card.name.strip_suffix(" Token").unwrap_or(&card.name);
        if name != own && !name.is_empty() {
            noun.after.push(format!("named {name}"));
        }
        let mut with = keywords(it.keywords);
        with.extend(card.abilities.iter().map(|ability| self.given_below(*ability)));
        if !with.is_empty() {
            noun.after.push(format!("with {}", list_and(&with)));
        }
        noun
    }
}
