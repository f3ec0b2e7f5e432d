//! A card as an archive keeps it: everything that its source says, and whether it compiles.

use serde_json::{Value, json};

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::facts::Facts;
use super::source::CardSource;
use crate::card::Layout;
use crate::mana::{ManaCost, ManaSymbol};
use crate::types::{CardTypes, Colors, Subtype, Supertypes};

/// Whether a card compiles, and if not, why.
pub(super) type Verdict = Result<(), Vec<Diagnostic>>;

/// The record of a card. `file` is the number of the file that it is from.
pub(super) fn write(source: &CardSource, file: usize, verdict: &Verdict) -> Vec<u8> {
    let problems: Vec<Value> = verdict.as_ref().err().into_iter().flatten().map(write_problem).collect();
    let record = json!({ "file": file, "card": write_card(source), "problems": problems });
    record.to_string().into_bytes()
}

/// Reads a record; `files` are the names of the files that cards are from.
///
/// # Errors
/// What isn't as [`write`] has it.
pub(super) fn read(bytes: &[u8], files: &[String]) -> Result<(CardSource, Verdict), String> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let number = value["file"].as_u64().and_then(|number| usize::try_from(number).ok());
    let file = number.and_then(|number| files.get(number)).ok_or("its file isn't named")?;
    let source = read_card(&value["card"], file)?;
    let problems = value["problems"].as_array().ok_or("its problems are missing")?;
    let problems = problems.iter().map(|problem| read_problem(problem, file)).collect::<Option<Vec<_>>>();
    let problems = problems.ok_or("a problem of it can't be read")?;
    Ok((source, if problems.is_empty() { Ok(()) } else { Err(problems) }))
}

/// A source without a program in code: that can't be kept in a file.
fn write_card(source: &CardSource) -> Value {
    let CardSource {
        name,
        cost,
        colors,
        types,
        supertypes,
        subtypes,
        pt,
        loyalty,
        loyalty_is_x,
        lines,
        layout,
        faces,
        file: _,
        line,
        program: _,
        problem,
        facts,
    } = source;
    let named = |table: &[(CardTypes, &str)]| {
        table.iter().filter(|row| types.contains(row.0)).map(|row| row.1.to_owned()).collect::<Vec<_>>()
    };
    let supertypes: Vec<&str> =
        Supertypes::TABLE.iter().filter(|row| supertypes.contains(row.0)).map(|row| row.1).collect();
    let letters =
        |colors: Colors| Colors::TABLE.iter().filter(|row| colors.contains(row.0)).map(|row| row.1).collect::<String>();
    let layout = Layout::TABLE.iter().find(|row| row.0 == *layout).map(|row| row.1);
    json!({
        "name": name,
        "cost": cost.as_ref().map(|cost| cost.symbols.iter().map(ManaSymbol::to_string).collect::<Vec<_>>()),
        "colors": colors.map(letters),
        "types": named(&CardTypes::TABLE),
        "super": supertypes,
        "sub": subtypes.iter().map(Subtype::name).collect::<Vec<_>>(),
        "pt": pt.map(|(power, toughness)| [power, toughness]),
        "loyalty": loyalty,
        "x": loyalty_is_x,
        "lines": lines,
        "layout": layout,
        "faces": faces.iter().map(write_card).collect::<Vec<_>>(),
        "line": line,
        "problem": problem,
        "facts": [json!(facts.kind), json!(facts.sets), json!(facts.legalities), json!(facts.id)],
    })
}

fn read_card(value: &Value, file: &str) -> Result<CardSource, String> {
    read_fields(value, file).ok_or_else(|| "a field of it can't be read".to_owned())?
}

/// `None` if a field isn't as it was written.
fn read_fields(value: &Value, file: &str) -> Option<Result<CardSource, String>> {
    let words = |key: &str| value[key].as_array()?.iter().map(Value::as_str).collect::<Option<Vec<&str>>>();
    let small = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let mut card = CardSource {
        name: value["name"].as_str()?.to_owned(),
        file: file.to_owned(),
        line: small(&value["line"])?,
        loyalty_is_x: value["x"].as_bool()?,
        problem: value["problem"].as_str().map(str::to_owned),
        ..CardSource::default()
    };
    if !value["cost"].is_null() {
        let symbols = words("cost")?.into_iter().map(|symbol| symbol.parse::<ManaSymbol>().ok());
        card.cost = Some(ManaCost { symbols: symbols.collect::<Option<Vec<_>>>()? });
    }
    if let Some(letters) = value["colors"].as_str() {
        let colors = letters.chars().map(Colors::from_letter).collect::<Option<Vec<_>>>()?;
        card.colors = Some(colors.into_iter().fold(Colors::empty(), |all, color| all | color));
    }
    for word in words("types")? {
        card.types |= CardTypes::named(word)?;
    }
    for word in words("super")? {
        card.supertypes |= Supertypes::named(word)?;
    }
    for word in words("sub")? {
        card.subtypes.insert(Subtype::from_name(word)?);
    }
    if let Some([power, toughness]) = value["pt"].as_array().map(Vec::as_slice) {
        let side = |side: &Value| side.as_i64().and_then(|number| i16::try_from(number).ok());
        card.pt = Some((side(power), side(toughness)));
    }
    card.loyalty = small(&value["loyalty"]).and_then(|number| u8::try_from(number).ok());
    for line in value["lines"].as_array()? {
        card.lines.push((small(&line[0])?, small(&line[1])?, line[2].as_str()?.to_owned()));
    }
    let layout = value["layout"].as_str()?;
    card.layout = Layout::TABLE.iter().find(|row| row.1 == layout)?.0;
    let faces = value["faces"].as_array()?.iter().map(|face| read_card(face, file)).collect::<Result<Vec<_>, String>>();
    let strings = |value: &Value| {
        value.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    };
    let facts = &value["facts"];
    let legalities =
        facts[2].as_array()?.iter().map(|row| Some((row[0].as_str()?.to_owned(), row[1].as_str()?.to_owned())));
    card.facts = Facts {
        kind: facts[0].as_str()?.to_owned(),
        sets: strings(&facts[1])?,
        legalities: legalities.collect::<Option<Vec<_>>>()?,
        id: facts[3].as_str()?.to_owned(),
    };
    Some(faces.map(|faces| CardSource { faces, ..card }))
}

/// The kinds of problems that a card can have by itself, by name.
const KINDS: [(DiagnosticKind, &str); 3] = [
    (DiagnosticKind::Unread, "unread"),
    (DiagnosticKind::Unsupported, "unsupported"),
    (DiagnosticKind::Ambiguous, "ambiguous"),
];

fn write_problem(problem: &Diagnostic) -> Value {
    let Diagnostic { kind, file: _, line, column, width, card, message, hint, source } = problem;
    let kind = KINDS.iter().find(|row| row.0 == *kind).map_or("unsupported", |row| row.1);
    json!({ "kind": kind, "at": [line, column, width], "card": card, "message": message, "hint": hint, "source": source })
}

fn read_problem(value: &Value, file: &str) -> Option<Diagnostic> {
    let number = |at: usize| value["at"][at].as_u64().and_then(|number| u32::try_from(number).ok());
    let kind = value["kind"].as_str()?;
    Some(Diagnostic {
        kind: KINDS.iter().find(|row| row.1 == kind)?.0,
        file: file.to_owned(),
        line: number(0)?,
        column: number(1)?,
        width: number(2)?,
        card: value["card"].as_str().map(str::to_owned),
        message: value["message"].as_str()?.to_owned(),
        hint: value["hint"].as_str().map(str::to_owned),
        source: value["source"].as_str()?.to_owned(),
    })
}
