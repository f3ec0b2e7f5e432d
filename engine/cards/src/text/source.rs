//! Card files: runs of `key value` lines. Each key has its own handler, in one table.

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::facts::Facts;
use super::program::Program;
use crate::card::Layout;
use crate::mana::ManaCost;
use crate::types::{CardTypes, Colors, Subtype, Subtypes, Supertypes};

/// A card or face as its source says it, before its text is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardSource {
    /// The name.
    pub name: String,
    /// The mana cost, if it has one.
    pub cost: Option<ManaCost>,
    /// Colours, where they do not follow from the cost.
    pub colors: Option<Colors>,
    /// Card types.
    pub types: CardTypes,
    /// Supertypes.
    pub supertypes: Supertypes,
    /// Subtypes.
    pub subtypes: Subtypes,
    /// Power and toughness; `None` for a `*`.
    pub pt: Option<(Option<i16>, Option<i16>)>,
    /// Starting loyalty or defense.
    pub loyalty: Option<u8>,
    /// The starting loyalty is X (CR 107.3, 306.5b); `loyalty` is 0.
    pub loyalty_is_x: bool,
    /// The lines of text, each with the number of its line in the file and the column at which it begins, both from 1.
    pub lines: Vec<(u32, u32, String)>,
    /// How its faces belong together.
    pub layout: Layout,
    /// Its other faces; of a split card, which has no text of its own, both halves.
    pub faces: Vec<CardSource>,
    /// Where it is from.
    pub file: String,
    /// The line in the file where it begins, from 1.
    pub line: u32,
    /// What the card does, if that is written in code: then it has no lines and no faces.
    pub program: Option<Program>,
    /// What keeps the source from being compiled whatever its text says.
    pub problem: Option<String>,
    /// What the data says of it beside that.
    pub facts: Facts,
}

/// One line of a card file.
struct Line<'a> {
    value: &'a str,
    /// The column at which the value begins, from 1.
    column: u32,
    number: u32,
}

/// Puts what a line says into the card. An error is a message about the value.
type Handler = fn(&mut CardSource, &Line<'_>) -> Result<(), String>;

/// A key: its name, whether it can be there more than once, its handler.
const KEYS: &[(&str, bool, Handler)] = &[
    ("name", false, name),
    ("cost", false, cost),
    ("color", false, color),
    ("super", true, supertype),
    ("type", true, card_type),
    ("pt", false, pt),
    ("loyalty", false, loyalty),
    ("defense", false, loyalty),
    ("text", true, text),
    ("layout", false, layout),
    ("face", true, face),
];

/// The keys that can be there once for each face.
fn once_for_each_face(key: &str) -> bool {
    !matches!(key, "name" | "layout" | "face")
}

fn name(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    if line.value.is_empty() {
        return Err("a card needs a name".to_owned());
    }
    card.name = line.value.replace('\u{2019}', "'");
    Ok(())
}

fn cost(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    card.cost = Some(line.value.parse::<ManaCost>().map_err(|error| error.to_string())?);
    Ok(())
}

fn color(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    let mut colors = Colors::empty();
    for letter in line.value.chars() {
        let color = Colors::from_letter(letter).ok_or_else(|| format!("`{letter}` isn't a colour"))?;
        if colors.contains(color) {
            return Err(format!("the colour `{letter}` is there twice"));
        }
        colors |= color;
    }
    card.colors = Some(colors);
    Ok(())
}

fn supertype(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    for word in line.value.split(' ') {
        card.supertypes |= Supertypes::named(word).ok_or_else(|| format!("`{word}` isn't a supertype"))?;
    }
    Ok(())
}

fn card_type(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    let mut words = line.value.split(' ');
    let first = words.next().unwrap_or_default();
    let card_type = CardTypes::named(first).ok_or_else(|| format!("`{first}` isn't a card type"))?;
    if card.types.contains(card_type) {
        return Err(format!("the type `{first}` is there twice"));
    }
    card.types |= card_type;
    let rest: Vec<&str> = words.collect();
    for subtype in subtypes(&rest)? {
        if !super::lower::types_of_subtype(subtype.kind()).intersects(card_type | kindred(card_type)) {
            return Err(format!("`{}` isn't a subtype of `{first}`", subtype.name()));
        }
        card.subtypes.insert(subtype);
    }
    Ok(())
}

/// Kindred cards have creature types (CR 308.2).
pub(super) fn kindred(card_type: CardTypes) -> CardTypes {
    if card_type == CardTypes::KINDRED { CardTypes::CREATURE } else { CardTypes::empty() }
}

/// The subtypes of a row of words; some have two words.
pub(super) fn subtypes(words: &[&str]) -> Result<Vec<Subtype>, String> {
    let mut found = Vec::new();
    let mut rest = words;
    while let [first, more @ ..] = rest {
        let two = more.first().map(|second| format!("{first} {second}"));
        if let Some(subtype) = two.and_then(|two| Subtype::from_name(&two)) {
            found.push(subtype);
            rest = &more[1..];
            continue;
        }
        found.push(Subtype::from_name(first).ok_or_else(|| format!("`{first}` isn't a subtype"))?);
        rest = more;
    }
    Ok(found)
}

/// One side of a power and toughness box: a number, or `*` with whatever is added to it.
pub(super) fn stat(text: &str) -> Result<Option<i16>, String> {
    if text.contains('*') || text == "X" {
        return Ok(None);
    }
    text.parse::<i16>().map(Some).map_err(|_| format!("`{text}` isn't a power or toughness"))
}

fn pt(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    let (power, toughness) =
        line.value.split_once('/').ok_or_else(|| "power and toughness are written `2/2`".to_owned())?;
    card.pt = Some((stat(power)?, stat(toughness)?));
    Ok(())
}

fn loyalty(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    card.loyalty_is_x = line.value == "X";
    let number = if card.loyalty_is_x { "0" } else { line.value };
    card.loyalty = Some(number.parse::<u8>().map_err(|_| "loyalty is a number, or X".to_owned())?);
    Ok(())
}

fn layout(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    let found = Layout::TABLE.iter().find(|row| row.1 == line.value);
    card.layout = found.ok_or_else(|| format!("`{}` isn't a layout", line.value))?.0;
    Ok(())
}

fn face(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    if card.layout == Layout::Single {
        return Err("a card with faces says its layout first".to_owned());
    }
    let mut face =
        CardSource { layout: card.layout, file: card.file.clone(), line: line.number, ..CardSource::default() };
    name(&mut face, line)?;
    card.faces.push(face);
    Ok(())
}

impl CardSource {
    /// The names of the card and its faces.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.faces.iter().map(|face| face.name.as_str()))
    }

    /// What the whole of a split card is, from its halves (CR 709.4): its colours, types and so on are those of both.
    pub(super) fn combine_halves(&mut self) {
        let mut cost = ManaCost::default();
        for half in &self.faces {
            self.types |= half.types;
            self.supertypes |= half.supertypes;
            for subtype in half.subtypes.iter() {
                self.subtypes.insert(subtype);
            }
            cost.symbols.extend(half.cost.iter().flat_map(|cost| cost.symbols.iter().copied()));
        }
        self.cost = Some(cost);
        let colors = self
            .faces
            .iter()
            .map(|half| half.colors.unwrap_or_else(|| half.cost.as_ref().map_or(Colors::empty(), ManaCost::colors)));
        self.colors = Some(colors.fold(Colors::empty(), |all, color| all | color));
    }

    /// Which number is missing at the lower right of the card or of a face, or is there and has no meaning (CR 208.1, 301.7a).
    /// A back face may have no loyalty of its own: what turns into it keeps its counters.
    fn numbers_problem(&self, front: bool) -> Option<String> {
        let with_pt = |subtype: Subtype| matches!(subtype.name(), "Vehicle" | "Spacecraft");
        // The whole of a split card has no numbers of its own.
        let own = match () {
            () if self.layout.has_halves() && !self.faces.is_empty() => None,
            () if self.types.contains(CardTypes::CREATURE) && self.pt.is_none() => {
                Some("a creature needs power and toughness: `pt 2/2`")
            }
            () if self.pt.is_some()
                && !self.types.contains(CardTypes::CREATURE)
                && !self.subtypes.iter().any(with_pt) =>
            {
                Some("only creatures, Vehicles and Spacecraft have power and toughness: leave out `pt`")
            }
            () if front && self.types.contains(CardTypes::PLANESWALKER) && self.loyalty.is_none() => {
                Some("a planeswalker needs its starting loyalty: `loyalty 4`")
            }
            () if front && self.types.contains(CardTypes::BATTLE) && self.loyalty.is_none() => {
                Some("a battle needs its starting defense: `defense 4`")
            }
            () => None,
        };
        own.map(str::to_owned).or_else(|| self.faces.iter().find_map(|face| face.numbers_problem(false)))
    }

    /// What is wrong with the faces of a card.
    pub(super) fn faces_problem(&self) -> Option<String> {
        let wanted = match self.layout {
            Layout::Single => 0,
            Layout::Split | Layout::Room => 2,
            _ => 1,
        };
        (self.faces.len() != wanted).then(|| format!("the layout asks for {wanted} faces besides the card itself"))
    }
}

fn text(card: &mut CardSource, line: &Line<'_>) -> Result<(), String> {
    card.lines.push((line.number, line.column, line.value.to_owned()));
    Ok(())
}

/// Reads a card file. Cards with a mistake in a line are left out.
pub(super) fn read_file(file: &str, contents: &str) -> (Vec<CardSource>, Vec<Diagnostic>) {
    let mut reader =
        Reader { file, cards: Vec::new(), diagnostics: Vec::new(), card: None, seen: Vec::new(), bad: false };
    for (index, raw) in contents.lines().enumerate() {
        reader.line(index as u32 + 1, raw);
    }
    reader.end();
    (reader.cards, reader.diagnostics)
}

struct Reader<'a> {
    file: &'a str,
    cards: Vec<CardSource>,
    diagnostics: Vec<Diagnostic>,
    card: Option<CardSource>,
    seen: Vec<&'static str>,
    bad: bool,
}

impl Reader<'_> {
    /// Notes a mistake in a line; `at` is the column, from 1, and the width in characters.
    fn complain(&mut self, kind: DiagnosticKind, number: u32, at: (u32, usize), raw: &str, message: String) {
        self.bad = true;
        self.diagnostics.push(Diagnostic {
            kind,
            file: self.file.to_owned(),
            line: number,
            column: at.0,
            width: at.1.max(1) as u32,
            card: self.card.as_ref().map(|card| card.name.clone()).filter(|name| !name.is_empty()),
            message,
            hint: None,
            source: raw.to_owned(),
        });
    }

    /// Adds a hint to the last mistake.
    fn hint(&mut self, hint: String) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.hint = Some(hint);
        }
    }

    fn line(&mut self, number: u32, raw: &str) {
        let raw = raw.trim_end();
        if raw.starts_with('#') {
            return;
        }
        if raw.is_empty() {
            self.end();
            return;
        }
        let (key, value) = raw.split_once(' ').unwrap_or((raw, ""));
        let value_start =
            key.chars().count() as u32 + 2 + (value.chars().count() - value.trim_start().chars().count()) as u32;
        let value = value.trim_start();
        let width = key.chars().count();
        let Some(&(key, many, handler)) = KEYS.iter().find(|row| row.0 == key) else {
            let known: Vec<_> = KEYS.iter().map(|row| row.0).collect();
            self.complain(DiagnosticKind::Key, number, (1, width), raw, format!("`{key}` isn't a key"));
            self.hint(format!("the keys are {}", known.join(", ")));
            return;
        };
        if key == "name" && self.card.is_some() {
            self.end();
        }
        if self.card.is_none() {
            if key != "name" {
                self.complain(DiagnosticKind::Key, number, (1, width), raw, format!("`{key}` stands before any name"));
                self.hint("a card begins with its name, and a blank line ends it".to_owned());
                return;
            }
            self.card = Some(CardSource { file: self.file.to_owned(), line: number, ..CardSource::default() });
            self.seen.clear();
            self.bad = false;
        }
        if key == "face" {
            self.seen.retain(|key| !once_for_each_face(key));
        }
        if !many && self.seen.contains(&key) {
            self.complain(DiagnosticKind::Key, number, (1, width), raw, format!("`{key}` is there twice"));
            return;
        }
        self.seen.push(key);
        let line = Line { value, column: value_start, number };
        // After a face, lines are about it.
        let card = self.card.as_mut().map(|card| match once_for_each_face(key) && !card.faces.is_empty() {
            true => card.faces.last_mut().expect("it is not empty"),
            false => card,
        });
        if let Some(card) = card
            && let Err(message) = handler(card, &line)
        {
            let width = value.chars().count();
            self.complain(DiagnosticKind::Value, number, (value_start, width), raw, message);
        }
    }

    fn end(&mut self) {
        let Some(mut card) = self.card.take() else { return };
        let (line, name) = (card.line, card.name.clone());
        if card.layout.has_halves() {
            card.combine_halves();
        }
        let no_type = card.types.is_empty() || card.faces.iter().any(|face| face.types.is_empty());
        let problem = no_type.then(|| "the card has no type".to_owned()).or_else(|| card.faces_problem());
        let problem = problem.or_else(|| card.numbers_problem(true));
        if let Some(problem) = problem.filter(|_| !self.bad) {
            let raw = format!("name {name}");
            self.card = Some(card);
            self.complain(DiagnosticKind::Key, line, (6, name.chars().count()), &raw, problem);
            self.card = None;
        } else if !self.bad {
            self.cards.push(card);
        }
        self.bad = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CR 208.1, 301.7a.
    #[test]
    fn numbers_are_there_where_cards_have_them() {
        let problem =
            |lines: &str| read_file("x.txt", &format!("name X\n{lines}")).1.first().map(|found| found.message.clone());
        for (lines, says) in [
            ("type Creature Elf\n", "a creature needs power and toughness"),
            ("type Planeswalker\n", "a planeswalker needs its starting loyalty"),
            ("type Instant\npt 2/2\n", "only creatures, Vehicles and Spacecraft"),
            ("layout transform\ntype Land\nface Y\ntype Creature Elf\n", "a creature needs power and toughness"),
        ] {
            assert!(problem(lines).is_some_and(|found| found.contains(says)), "{lines}: {:?}", problem(lines));
        }
        assert_eq!(problem("type Artifact Vehicle\npt 4/4\n"), None);
        assert_eq!(problem("layout transform\ntype Planeswalker\nloyalty 3\nface Y\ntype Planeswalker\n"), None);
        assert_eq!(problem("type Creature Elf\npt */1+*\n"), None);
    }
}
