//! The other front end: cards as JSON Lines, in the layout of the public card databases.

use serde_json::Value;

use super::source::{CardSource, stat, subtypes};
use crate::mana::ManaCost;
use crate::types::{CardTypes, Colors, Supertypes};

fn string<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Reads one line.
pub(super) fn read_line(file: &str, number: u32, line: &str) -> Result<CardSource, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let mut card = CardSource {
        name: string(&value, "name").ok_or("a card needs a name")?.replace('\u{2019}', "'"),
        file: file.to_owned(),
        line: number,
        ..CardSource::default()
    };
    if let Err(problem) = fill(&mut card, &value) {
        card.problem = Some(problem);
    }
    Ok(card)
}

/// Subtypes that have become others, and their names today.
const RENAMED: &[(&str, &str)] = &[("Viashino", "Lizard"), ("Naga", "Snake"), ("Cephalid", "Octopus")];

fn fill(card: &mut CardSource, value: &Value) -> Result<(), String> {
    if value.get("faces").and_then(Value::as_array).is_some_and(|faces| faces.len() > 1) {
        return Err("cards with several faces are not known yet".to_owned());
    }
    let layout = string(value, "layout").unwrap_or("normal");
    if !matches!(layout, "normal") {
        return Err(format!("the layout `{layout}` is not known yet"));
    }
    if let Some(cost) = string(value, "mana_cost") {
        card.cost = Some(cost.parse::<ManaCost>().map_err(|error| error.to_string())?);
    }
    let type_line = string(value, "type_line").ok_or("there is no type line")?;
    let (left, right) = type_line.split_once(" — ").or_else(|| type_line.split_once(" - ")).unwrap_or((type_line, ""));
    for word in left.split(' ').filter(|word| !word.is_empty()) {
        if let Some(card_type) = CardTypes::named(word) {
            card.types |= card_type;
        } else if let Some(supertype) = Supertypes::named(word) {
            card.supertypes |= supertype;
        } else if word == "Tribal" {
            card.types |= CardTypes::KINDRED;
        } else {
            return Err(format!("`{word}` is no card type"));
        }
    }
    let words: Vec<&str> = right
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| RENAMED.iter().find(|row| row.0 == word).map_or(word, |row| row.1))
        .collect();
    for subtype in subtypes(&words)? {
        card.subtypes.insert(subtype);
    }
    if let (Some(power), Some(toughness)) = (string(value, "power"), string(value, "toughness")) {
        card.pt = Some((stat(power)?, stat(toughness)?));
    }
    if card.types.contains(CardTypes::CREATURE) && card.pt.is_none() {
        return Err("a creature needs power and toughness".to_owned());
    }
    let loyalty = string(value, "loyalty").or_else(|| string(value, "defense"));
    if let Some(loyalty) = loyalty {
        card.loyalty = Some(loyalty.parse::<u8>().map_err(|_| format!("the loyalty `{loyalty}` is no number"))?);
    }
    if let Some(colors) = value.get("colors").and_then(Value::as_array) {
        let letters = colors.iter().filter_map(Value::as_str);
        let all = letters.filter_map(|letter| letter.chars().next()).filter_map(Colors::from_letter);
        let all = all.fold(Colors::empty(), |all, color| all | color);
        if all != card.cost.as_ref().map_or(Colors::empty(), ManaCost::colors) {
            card.colors = Some(all);
        }
    }
    let text = value.get("text").and_then(Value::as_str).unwrap_or_default();
    card.lines = text.lines().map(|line| (card.line, 1, line.to_owned())).collect();
    Ok(())
}
