//! The other front end: cards as objects of JSON, in the fields of JSON Lines; `data` makes those of other layouts the same.

use serde_json::Value;

use super::facts::Facts;
use super::source::{CardSource, stat, subtypes};
use crate::card::Layout;
use crate::mana::ManaCost;
use crate::types::{CardTypes, Colors, Subtype, Supertypes};

fn string<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Reads one card of a data file, as `data` hands it over.
///
/// # Errors
/// If it has no name.
pub(super) fn read_card(file: &str, number: u32, value: &Value) -> Result<CardSource, String> {
    let mut card = CardSource {
        name: string(value, "name").ok_or("a card needs a name")?.replace('\u{2019}', "'"),
        file: file.to_owned(),
        line: number,
        facts: facts(value),
        ..CardSource::default()
    };
    if let Err(problem) = fill(&mut card, value) {
        card.problem = Some(problem);
    } else if !card.facts.kind.is_empty() {
        // Data that has all cards lacks some texts.
        let own = (!card.layout.has_halves()).then_some(&card);
        let is_blank = |face: &CardSource| {
            face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
                && face.lines.iter().all(|line| line.2.trim().is_empty())
        };
        if let Some(blank) = own.into_iter().chain(&card.faces).find(|face| is_blank(face)) {
            card.problem = Some(format!("the text of {} is missing in the data", blank.name));
        }
    }
    Ok(card)
}

/// What a line says of its card beside what is printed on it.
fn facts(value: &Value) -> Facts {
    let words = |key: &str| {
        let all = value.get(key).and_then(Value::as_array).into_iter().flatten();
        all.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let legalities = value.get("legalities").and_then(Value::as_object).into_iter().flatten();
    let legalities = legalities.map(|(format, legality)| (format.as_str(), legality));
    let vintage = value.get("vintage").map(|legality| ("vintage", legality));
    let row = |(format, legality): (&str, &Value)| Some((format.to_lowercase(), legality.as_str()?.to_lowercase()));
    Facts {
        kind: string(value, "kind").unwrap_or_default().to_owned(),
        id: string(value, "id").unwrap_or_default().to_lowercase(),
        sets: words("sets"),
        legalities: legalities.chain(vintage).filter_map(row).collect(),
    }
}

/// Subtypes that have become others, and their names today.
const RENAMED: &[(&str, &str)] = &[("Viashino", "Lizard"), ("Naga", "Snake"), ("Cephalid", "Octopus")];

fn fill(card: &mut CardSource, value: &Value) -> Result<(), String> {
    let layout = string(value, "layout").unwrap_or("normal");
    card.layout = match layout {
        // Cards with one face whose frame is another.
        "saga" | "class" | "leveler" => Layout::Single,
        "aftermath" => Layout::Split,
        _ => {
            let known = Layout::TABLE.iter().find(|row| row.1 == layout);
            known.ok_or_else(|| format!("the layout `{layout}` isn't supported yet"))?.0
        }
    };
    let none = Vec::new();
    let faces = value.get("faces").and_then(Value::as_array).unwrap_or(&none);
    // The first face is the card itself, but for the halves of a split card.
    let written_out = written_out(value);
    let (value, others) = match &written_out {
        Some((own, spell)) => {
            card.layout = Layout::Prepare;
            (own, std::slice::from_ref(spell))
        }
        None if card.layout.has_halves() => (value, faces.as_slice()),
        None => (value, faces.get(1..).unwrap_or_default()),
    };
    for other in others {
        let mut face = CardSource {
            name: string(other, "name").ok_or("a face needs a name")?.replace('\u{2019}', "'"),
            layout: card.layout,
            file: card.file.clone(),
            line: card.line,
            ..CardSource::default()
        };
        fill_face(&mut face, other)?;
        card.faces.push(face);
    }
    if let Some(problem) = card.faces_problem() {
        return Err(problem);
    }
    if card.layout.has_halves() {
        card.combine_halves();
        return Ok(());
    }
    fill_face(card, value)?;
    for (face, other) in card.faces.iter_mut().zip(others) {
        // A back face without a mana cost has a colour indicator, which the data leaves out where it says what the front says, or it
        // is a colorless Eldrazi (CR 202.2b).
        let indicator = other.get("color_indicator").is_some();
        let colorless = Subtype::from_name("Eldrazi").is_some_and(|eldrazi| face.subtypes.contains(eldrazi));
        if !indicator && !colorless && face.cost.is_none() && !face.types.contains(CardTypes::LAND) {
            let front = card.cost.as_ref().map_or(Colors::empty(), ManaCost::colors);
            face.colors = Some(card.colors.unwrap_or(front));
        }
    }
    Ok(())
}

/// A card with one face whose text goes on with the name, the type and cost, and the text of a prepare spell, as some of
/// the data writes preparation cards: the card without it, and that spell as a face.
fn written_out(value: &Value) -> Option<(Value, Value)> {
    if !matches!(string(value, "layout"), None | Some("normal")) {
        return None;
    }
    let text = string(value, "text").filter(|text| text.contains("prepared"))?;
    let lines: Vec<&str> = text.lines().collect();
    let is_head = |line: &&str| {
        line.split_once(' ').is_some_and(|(word, cost)| matches!(word, "Instant" | "Sorcery") && cost.starts_with('{'))
    };
    let head = lines.iter().position(is_head).filter(|place| *place > 0)?;
    let (type_line, cost) = lines[head].split_once(' ')?;
    let mut own = value.clone();
    own["text"] = lines[..head - 1].join("\n").into();
    let spell = serde_json::json!({
        "name": lines[head - 1], "type_line": type_line, "mana_cost": cost, "text": lines[head + 1..].join("\n"),
    });
    Some((own, spell))
}

/// What a card and each of its faces says.
fn fill_face(card: &mut CardSource, value: &Value) -> Result<(), String> {
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
            return Err(format!("`{word}` isn't a card type"));
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
        card.loyalty_is_x = loyalty == "X";
        let loyalty = if card.loyalty_is_x { "0" } else { loyalty };
        card.loyalty = Some(loyalty.parse::<u8>().map_err(|_| format!("the loyalty `{loyalty}` isn't a number"))?);
    }
    let colors = value.get("color_indicator").or_else(|| value.get("colors"));
    // The colours of a card with several faces may be those of all of them.
    let own = card.layout == Layout::Single || value.get("color_indicator").is_some();
    if let Some(colors) = colors.filter(|_| own).and_then(Value::as_array) {
        let letters = colors.iter().filter_map(Value::as_str);
        let all = letters.filter_map(|letter| letter.chars().next()).filter_map(Colors::from_letter);
        let all = all.fold(Colors::empty(), |all, color| all | color);
        if all != card.cost.as_ref().map_or(Colors::empty(), ManaCost::colors) {
            card.colors = Some(all);
        }
    }
    let text = value.get("text").and_then(Value::as_str).unwrap_or_default();
    // Some of the data numbers the faces and repeats their type lines and costs in the texts, which is nothing that a card says.
    let numbers = |line: &str| line.strip_suffix('.').is_some_and(|number| number.parse::<u8>().is_ok());
    let cost = string(value, "mana_cost");
    let both = cost.map(|cost| format!("{type_line} {cost}"));
    let repeats = |line: &str| line == type_line || Some(line) == cost || both.as_deref() == Some(line);
    let says = text.lines().filter(|line| !repeats(line) && !numbers(line));
    let mut lines: Vec<String> = Vec::new();
    for line in says {
        match lines.last_mut() {
            // Some of it breaks lines within sentences.
            Some(before) if goes_on(before, line) => {
                before.push(' ');
                before.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    card.lines = lines.into_iter().map(|line| (card.line, 1, line)).collect();
    Ok(())
}

/// Returns whether a line goes on with the sentence of the one before: no paragraph begins with a small letter.
fn goes_on(before: &str, line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_lowercase())
        && before.ends_with(|letter: char| letter.is_ascii_alphanumeric() || letter == ',')
}
