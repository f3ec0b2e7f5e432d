//! Decklists as tables (CSV), with a heading for each column, as sites for decks and collections export them.

use csv::{ReaderBuilder, StringRecord};

use super::line::{MOST, Section, part, without_marks};
use super::list::{Deck, Entry};
use super::name::straighten;
use super::problem::{Problem, ProblemKind};

const NAMES: [&str; 5] = ["name", "card name", "card", "cardname", "card_name"];
const COUNTS: [&str; 8] =
    ["count", "quantity", "qty", "amount", "copies", "number of copies", "quantityx", "card count"];
const PARTS: [&str; 8] =
    ["board", "section", "category", "categories", "zone", "sideboard", "sideboarded", "in sideboard"];
const COMMANDERS: [&str; 2] = ["commander", "is commander"];

/// What separates the columns of a table whose headings say that it is one of cards.
pub(super) fn delimiter(text: &str) -> Option<char> {
    let heading = heading(text).1;
    let columns =
        |delimiter: &char| heading.split(*delimiter).map(plain).any(|column| NAMES.contains(&column.as_str()));
    [',', ';', '\t'].into_iter().filter(|delimiter| heading.contains(*delimiter)).find(columns)
}

/// The number of the line that has the headings, from 0, and that line. Some programs say before what separates columns: `sep=,`.
fn heading(text: &str) -> (usize, &str) {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    if plain(first.1).starts_with("sep=") { lines.next().unwrap_or(first) } else { first }
}

/// A heading in lower case without quotation marks.
fn plain(column: &str) -> String {
    column.trim().trim_matches('"').trim().to_lowercase()
}

/// Reads the cards of a table into `deck`.
pub(super) fn read(deck: &mut Deck, text: &str, delimiter: char) {
    let (skipped, headings) = heading(text);
    let columns: Vec<String> = headings.split(delimiter).map(plain).collect();
    let column = |names: &[&str]| columns.iter().position(|column| names.contains(&column.as_str()));
    let line = skipped as u32 + 1;
    let (Some(name), Some(count)) = (column(&NAMES), column(&COUNTS)) else {
        let found = "it is a table without a column for counts, such as 'Count' or 'Quantity'".to_owned();
        deck.problem(line, 1, ProblemKind::NotADecklist { found });
        return;
    };
    let (board, commander) = (column(&PARTS), column(&COMMANDERS));
    let rest = text.lines().skip(skipped + 1).map(|line| format!("{line}\n")).collect::<String>();
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter as u8).has_headers(false).flexible(true).from_reader(rest.as_bytes());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let at = error.position().map_or(0, |at| at.line() as u32) + line;
                deck.problem(at, 1, ProblemKind::BrokenTable);
                return;
            }
        };
        let at = record.position().map_or(0, |at| at.line() as u32) + line;
        let field = |column: usize| record.get(column).unwrap_or_default().trim();
        let written = straighten(without_marks(field(name)));
        let problem = |kind| Problem { line: at, column: 0, kind };
        let number = field(count).trim_end_matches(['x', 'X']);
        let entry = match number.parse() {
            _ if written.is_empty() && number.is_empty() => continue,
            _ if written.is_empty() => Err(problem(ProblemKind::NoName { text: number.to_owned() })),
            // Lists of what one has and wants have rows of none.
            Ok(0) => continue,
            Ok(count @ 1..=MOST) => Ok(Entry { count, name: written, line: at, column: 0 }),
            Ok(_) => Err(problem(ProblemKind::TooManyOnALine { name: written, most: MOST })),
            Err(_) => Err(problem(ProblemKind::NoCount { text: written })),
        };
        let leads = commander.is_some_and(|column| is_yes(field(column)));
        let section =
            if leads { Section::Commander } else { board.map_or(Section::Main, |column| of_board(&record, column)) };
        deck.put_or_report(section, entry);
    }
}

fn is_yes(value: &str) -> bool {
    matches!(value.to_lowercase().as_str(), "yes" | "true" | "1" | "y")
}

/// The part of the deck that a column says: its name, or whether it is the sideboard. Other words are categories of the main deck.
fn of_board(record: &StringRecord, column: usize) -> Section {
    let value = record.get(column).unwrap_or_default().trim();
    if is_yes(value) {
        return Section::Sideboard;
    }
    let words = value.split([',', ';', '{']).map(|word| word.trim().to_lowercase());
    words.filter_map(|word| part(&word)).next().unwrap_or(Section::Main)
}
