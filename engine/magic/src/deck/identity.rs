//! Color identity (CR 903.4), and which cards can lead a deck (CR 903.3).

use gauntlet_cards::text::CardSource;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, Supertypes};

/// The color identity of a card (CR 903.4): the colors of the mana symbols in its cost and text, reminder text left out, and its colors, on all
/// its faces; and of what its basic land types make (CR 903.5d).
pub fn color_identity(card: &CardSource) -> Colors {
    let own = card.cost.as_ref().map_or(Colors::empty(), |cost| cost.colors());
    let own = own | card.colors.unwrap_or_default() | Colors::from_bits_truncate(card.subtypes.basic_lands_mana());
    let own = card.lines.iter().fold(own, |all, (_, _, line)| all | colors_in(line));
    card.faces.iter().fold(own, |all, face| all | color_identity(face))
}

/// The colors of the mana symbols in a text outside of brackets.
fn colors_in(text: &str) -> Colors {
    let (mut found, mut depth, mut inside) = (Colors::empty(), 0u32, false);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '{' => inside = true,
            '}' => inside = false,
            letter if inside && depth == 0 => found |= Colors::from_letter(letter).unwrap_or_default(),
            _ => {}
        }
    }
    found
}

/// Returns whether a card can lead a deck by itself (CR 903.3, 903.3a); in Brawl planeswalkers can (CR 903.12c).
pub(super) fn can_lead(card: &CardSource, brawl: bool) -> bool {
    let named = |name: &str| Subtype::from_name(name).is_some_and(|subtype| card.subtypes.contains(subtype));
    let is_such = card.types.contains(CardTypes::CREATURE)
        || named("Vehicle")
        || named("Spacecraft") && card.pt.is_some()
        || brawl && card.types.contains(CardTypes::PLANESWALKER)
        || says(card, "can be your commander");
    card.supertypes.contains(Supertypes::LEGENDARY) && is_such
}

/// Returns whether two cards can lead a deck together (CR 702.124).
pub(super) fn can_lead_together(one: &CardSource, other: &CardSource, brawl: bool) -> bool {
    let has = |card: &CardSource, words: &str| card.lines.iter().any(|(_, _, line)| begins(line, words));
    let is =
        |card: &CardSource, name: &str| Subtype::from_name(name).is_some_and(|subtype| card.subtypes.contains(subtype));
    let pair = |one: &CardSource, other: &CardSource| {
        let with = |card: &CardSource, other: &CardSource| has(card, &format!("Partner with {}", other.name));
        with(one, other) && with(other, one)
            || has(one, "Choose a Background") && is(other, "Background") && can_lead(one, brawl)
            || has(one, "Doctor's companion") && is(other, "Time Lord") && is(other, "Doctor") && can_lead(other, brawl)
    };
    let both = |words: &str| has(one, words) && has(other, words);
    let lead = can_lead(one, brawl) && can_lead(other, brawl);
    pair(one, other) || pair(other, one) || lead && (plain_partners(one, other) || both("Friends forever"))
}

/// Returns whether both have partner of the same kind: with any other, or with one of a kind ("Partner—Survivors").
fn plain_partners(one: &CardSource, other: &CardSource) -> bool {
    let kinds = |card: &CardSource| {
        let lines = card.lines.iter().filter_map(|(_, _, line)| line.strip_prefix("Partner"));
        let kind = |rest: &str| rest.split('(').next().unwrap_or_default().trim().to_lowercase();
        lines.map(kind).filter(|kind| !kind.starts_with("with ")).collect::<Vec<_>>()
    };
    kinds(one).iter().any(|kind| kinds(other).contains(kind))
}

fn says(card: &CardSource, words: &str) -> bool {
    card.lines.iter().any(|(_, _, line)| line.contains(words))
}

/// Returns whether a line begins with words in whatever case, reminder text apart.
fn begins(line: &str, words: &str) -> bool {
    line.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
}
