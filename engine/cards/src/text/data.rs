//! Files of card data in the layouts of the public databases, told apart by what is in them. Each card becomes an object with the fields
//! that `json` reads.
//!
//! | layout | file | card |
//! |---|---|---|
//! | JSON Lines | an object on each line | `name`, `mana_cost`, `type_line`, `text`, `faces`, … |
//! | Scryfall: bulk data, an answer of its interface, a single card | an array, a `list` with `data`, an object | `oracle_text`, `card_faces`, … |
//! | MTGJSON: `AtomicCards` | an object with `data`, in which each name has a list of faces | `manaCost`, `type`, `faceName`, … |

use serde::de::{DeserializeSeed, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};

/// What is done with each card of a file: its line, or its place if it is none of lines, and the card or what is wrong with it.
pub(super) type Each<'f> = dyn FnMut(u32, Result<Value, String>) + 'f;

/// What a card is in one of the layouts that are read.
const WANTED: &str = "a card has the fields `name`, `mana_cost`, `type_line`, `text`, `power`, `toughness`; or Scryfall's, with \
                      `oracle_text`; or MTGJSON's, with `type`";

/// Returns whether a text is one of these files and not one of card files: it is an object or an array.
pub(super) fn is_data(contents: &str) -> bool {
    contents.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

/// Reads every card of a file. What isn't a card to be played with, as tokens are in some databases, is passed over.
pub(super) fn read(contents: &str, each: &mut Each<'_>) {
    let contents = contents.trim_start_matches('\u{feff}');
    let start = contents.trim_start();
    if start.starts_with('[') {
        whole(contents, &mut Cards { each, place: 0 }, true);
    } else if matches!(first_key(start), Some("meta" | "data")) || start.starts_with('{') && is_list(start) {
        whole(contents, &mut Cards { each, place: 0 }, false);
    } else if start.lines().next().is_some_and(|line| serde_json::from_str::<Value>(line).is_ok())
        || start.lines().nth(1).is_none()
    {
        for (number, line) in (1..).zip(contents.lines()).filter(|row| !row.1.trim().is_empty()) {
            match serde_json::from_str(line).map_err(|error| error.to_string()) {
                Ok(value) => card(number, value, each),
                Err(message) => each(number, Err(message)),
            }
        }
    } else {
        match serde_json::from_str(contents) {
            Ok(value) => card(1, value, each),
            // Lines of which the first is broken.
            Err(error) => each(error.line() as u32, Err(error.to_string())),
        }
    }
}

/// The first key of an object.
fn first_key(object: &str) -> Option<&str> {
    let rest = object.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    rest.split_once('"').map(|(key, _)| key)
}

/// Returns whether an object is one of Scryfall's lists.
fn is_list(object: &str) -> bool {
    let head: String = object.chars().take(200).filter(|c| !c.is_whitespace()).collect();
    head.starts_with(r#"{"object":"list""#)
}

/// Hands over one card of a file, in whichever layout it is.
fn card(number: u32, value: Value, each: &mut Each<'_>) {
    if !value.is_object() {
        return each(number, Err(format!("this isn't a card; {WANTED}")));
    }
    if value.get("oracle_text").is_some() || value.get("card_faces").is_some() || is(&value, "object", "card") {
        if !scryfall_passes_over(&value) {
            each(number, scryfall(&value));
        }
    } else if value.get("manaCost").is_some() || (value.get("type").is_some() && value.get("type_line").is_none()) {
        each(number, mtgjson(&[&value]));
    } else {
        each(number, checked(value, "text"));
    }
}

fn is(value: &Value, key: &str, wanted: &str) -> bool {
    value.get(key).and_then(Value::as_str) == Some(wanted)
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// A card, if it has the fields of one: another layout read as this one would be a card without its text. `rules` is where its text is.
fn checked(value: Value, rules: &str) -> Result<Value, String> {
    let missing: Vec<String> = ["name", "type_line"]
        .into_iter()
        .filter(|key| text(&value, key).is_none())
        .map(|key| format!("`{key}`"))
        .collect();
    match missing.as_slice() {
        [] => {}
        [one] => return Err(format!("this isn't a card: the field {one} is missing; {WANTED}")),
        more => return Err(format!("this isn't a card: the fields {} are missing; {WANTED}", more.join(" and "))),
    }
    let type_line = text(&value, "type_line").unwrap_or_default();
    // Only creatures and lands may have nothing to say.
    let may_be_blank = type_line.contains("Creature") || type_line.contains("Land");
    match value.get("text").is_some_and(Value::is_string) || value.get("faces").is_some() || may_be_blank {
        true => Ok(value),
        false => Err(format!("the field `{rules}` is missing; {WANTED}")),
    }
}

/// Objects among Scryfall's that aren't cards, or of games with other rules: those that may have the names of cards.
fn scryfall_passes_over(value: &Value) -> bool {
    const LAYOUTS: [&str; 5] = ["token", "double_faced_token", "emblem", "art_series", "vanguard"];
    LAYOUTS.iter().any(|layout| is(value, "layout", layout))
}

/// Copies fields under the names that `json` reads.
fn copy(from: &Value, names: &[(&str, &str)], to: &mut Map<String, Value>) {
    for (theirs, ours) in names {
        if let Some(value) = from.get(*theirs).filter(|value| !value.is_null()) {
            to.insert((*ours).to_owned(), value.clone());
        }
    }
}

/// Their layouts of cards with one face, whose frame is another.
fn layout<'a>(theirs: &'a str, type_line: &str) -> &'a str {
    match theirs {
        "mutate" | "prototype" | "case" => "normal",
        "split" if type_line.contains("Room") => "room",
        other => other,
    }
}

const SCRYFALL: &[(&str, &str)] = &[
    ("mana_cost", "mana_cost"),
    ("type_line", "type_line"),
    ("oracle_text", "text"),
    ("power", "power"),
    ("toughness", "toughness"),
    ("loyalty", "loyalty"),
    ("defense", "defense"),
    ("color_indicator", "color_indicator"),
];

/// A card of Scryfall's. Its faces have most fields, and the card itself those that they don't.
fn scryfall(value: &Value) -> Result<Value, String> {
    let mut card = Map::new();
    copy(value, SCRYFALL, &mut card);
    copy(
        value,
        &[("name", "name"), ("colors", "colors"), ("legalities", "legalities"), ("oracle_id", "id")],
        &mut card,
    );
    let kind = match (text(value, "set_type"), value.get("digital").and_then(Value::as_bool)) {
        (Some("funny"), _) => "funny",
        (_, Some(true)) => "digital",
        _ if ["planar", "scheme", "augment", "host"].iter().any(|layout| is(value, "layout", layout)) => "supplemental",
        _ => "card",
    };
    card.insert("kind".to_owned(), kind.into());
    if let Some(set) = text(value, "set") {
        card.insert("sets".to_owned(), json!([set.to_uppercase()]));
    }
    let faces = value.get("card_faces").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    faced(value, card, faces, SCRYFALL, "oracle_text")
}

const MTGJSON: &[(&str, &str)] = &[
    ("manaCost", "mana_cost"),
    ("type", "type_line"),
    ("text", "text"),
    ("power", "power"),
    ("toughness", "toughness"),
    ("loyalty", "loyalty"),
    ("defense", "defense"),
    ("colorIndicator", "color_indicator"),
];

/// A card of MTGJSON's, of one or several faces.
fn mtgjson(sides: &[&Value]) -> Result<Value, String> {
    let first = sides[0];
    let mut card = Map::new();
    copy(first, MTGJSON, &mut card);
    copy(
        first,
        &[("name", "name"), ("colors", "colors"), ("legalities", "legalities"), ("printings", "sets")],
        &mut card,
    );
    if let Some(id) = first.get("identifiers").and_then(|ids| text(ids, "scryfallOracleId")) {
        card.insert("id".to_owned(), id.into());
    }
    let funny = first.get("isFunny").and_then(Value::as_bool) == Some(true);
    card.insert("kind".to_owned(), if funny { "funny" } else { "card" }.into());
    let named = |side: &&Value| {
        let mut side = (*side).clone();
        if let Some(name) = text(&side, "faceName").map(str::to_owned) {
            side["name"] = name.into();
        }
        side
    };
    let faces: Vec<Value> = if sides.len() > 1 { sides.iter().map(named).collect() } else { Vec::new() };
    faced(first, card, &faces, MTGJSON, "text")
}

/// A card with its faces: it is called by the first of them, and says what that says, unless it is a split card, which is called by both.
fn faced(
    value: &Value,
    mut card: Map<String, Value>,
    faces: &[Value],
    names: &[(&str, &str)],
    rules: &str,
) -> Result<Value, String> {
    let mut ours = Vec::new();
    for face in faces {
        let mut fields = Map::new();
        copy(face, names, &mut fields);
        copy(face, &[("name", "name")], &mut fields);
        ours.push(Value::Object(fields));
    }
    let type_line = card.get("type_line").and_then(Value::as_str).unwrap_or_default().to_owned();
    let theirs = text(value, "layout").unwrap_or("normal");
    let layout = layout(theirs, &type_line).to_owned();
    if let Some(front) = ours.first().filter(|_| !matches!(layout.as_str(), "split" | "room")) {
        let front = front.clone();
        for (key, field) in front.as_object().into_iter().flatten() {
            card.insert(key.clone(), field.clone());
        }
    }
    card.insert("layout".to_owned(), layout.into());
    if !ours.is_empty() {
        card.insert("faces".to_owned(), Value::Array(ours));
    }
    checked(Value::Object(card), rules)
}

/// Reads a file that is one value as a stream: the cards of an array, or of an object's `data`.
fn whole(contents: &str, cards: &mut Cards<'_, '_>, is_array: bool) {
    let mut reader = serde_json::Deserializer::from_str(contents);
    let read = if is_array { reader.deserialize_seq(&mut *cards) } else { reader.deserialize_map(&mut *cards) };
    if let Err(error) = read.and_then(|()| reader.end()) {
        (cards.each)(error.line() as u32, Err(format!("this isn't a whole file of card data: {error}")));
    }
}

/// The cards of a file, one after the other.
struct Cards<'e, 'f> {
    each: &'e mut Each<'f>,
    /// The place of the last one, from 1.
    place: u32,
}

impl Cards<'_, '_> {
    fn one(&mut self, value: Value) {
        self.place += 1;
        card(self.place, value, self.each);
    }

    /// The faces of one name among MTGJSON's: sides of a card, or cards of the same name.
    fn named(&mut self, faces: &Value) {
        self.place += 1;
        let Some(faces) = faces.as_array().filter(|faces| !faces.is_empty()) else {
            return (self.each)(self.place, Err(format!("this isn't a list of faces; {WANTED}")));
        };
        let mut sides: Vec<&Value> = faces.iter().filter(|face| face.get("side").is_some()).collect();
        sides.sort_by_key(|side| text(side, "side").unwrap_or_default().to_owned());
        match sides.len() == faces.len() {
            true => (self.each)(self.place, mtgjson(&sides)),
            false => faces.iter().for_each(|face| (self.each)(self.place, mtgjson(&[face]))),
        }
    }
}

impl<'de> Visitor<'de> for &mut Cards<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        while let Some(value) = all.next_element::<Value>()? {
            self.one(value);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut has_data = false;
        while let Some(key) = fields.next_key::<String>()? {
            if key == "data" {
                has_data = true;
                fields.next_value_seed(Data(self))?;
            } else {
                fields.next_value::<serde::de::IgnoredAny>()?;
            }
        }
        if !has_data {
            self.place += 1;
            (self.each)(self.place, Err(format!("the field `data` is missing; {WANTED}")));
        }
        Ok(())
    }
}

/// What `data` has: a list of cards, or faces by name.
struct Data<'c, 'e, 'f>(&'c mut Cards<'e, 'f>);

impl<'de> DeserializeSeed<'de> for Data<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Data<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cards, or lists of faces by their names")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        while let Some(value) = all.next_element::<Value>()? {
            self.0.one(value);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut names: A) -> Result<(), A::Error> {
        while let Some((_, faces)) = names.next_entry::<serde::de::IgnoredAny, Value>()? {
            self.0.named(&faces);
        }
        Ok(())
    }
}
