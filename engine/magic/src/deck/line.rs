//! One line of a decklist.

use gauntlet_cards::types::CardTypes;

use super::ProblemKind;
use super::name::straighten;

/// A part of a decklist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Main,
    Sideboard,
    Commander,
    Companion,
    /// What is exchanged with the sideboard.
    Plan,
    /// What is no part of the deck.
    Aside,
    /// Arena's heading with the deck's name.
    About,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Blank,
    /// A comment, or the heading of a group.
    Nothing,
    Heading(Section),
    /// What the deck is called.
    Title(String),
    Card {
        /// The part that the line itself says the card belongs to.
        section: Option<Section>,
        count: u32,
        name: String,
        column: u32,
    },
    /// The heading of a plan.
    Plan {
        opponent: String,
        on_the_play: Option<bool>,
    },
    /// A line of a plan.
    Exchange {
        into: bool,
        count: u32,
        name: String,
        column: u32,
    },
    Problem {
        column: u32,
        kind: ProblemKind,
    },
}

impl Line {
    /// What `raw` says under a heading for `section`.
    pub(super) fn parse(raw: &str, section: Section) -> Line {
        let text = raw.trim();
        if text.is_empty() {
            return Line::Blank;
        }
        if let Some(comment) = text.strip_prefix("//").or_else(|| text.strip_prefix('#')) {
            let comment = comment.trim_start_matches(['/', '#']);
            if let Some((word, title)) = comment.split_once(':')
                && word.trim().eq_ignore_ascii_case("name")
            {
                return Line::Title(title.trim().to_owned());
            }
            let words = heading_words(comment);
            return match part(&words) {
                // "// tokens" is what people write over cards that make tokens.
                Some(part) if words != "tokens" => Line::Heading(part),
                _ => Line::Nothing,
            };
        }
        if let Some((opponent, on_the_play)) = plan(text) {
            return Line::Plan { opponent, on_the_play };
        }
        if section == Section::Plan
            && let Some(line) = Line::exchange(raw, text)
        {
            return line;
        }
        let words = heading_words(text);
        match part(&words) {
            Some(part) => return Line::Heading(part),
            None if words == "about" => return Line::Heading(Section::About),
            None if is_group(&words) => return Line::Nothing,
            None => {}
        }
        if section == Section::About
            && let Some((word, title)) = text.split_once(char::is_whitespace)
            && word.eq_ignore_ascii_case("name")
        {
            return Line::Title(title.trim().to_owned());
        }
        let (own, text) = match text.get(..3) {
            Some(prefix) if prefix.eq_ignore_ascii_case("sb:") => (Some(Section::Sideboard), text[3..].trim_start()),
            _ => (None, text),
        };
        Line::card(raw, text, own, section)
    }

    /// `text` as a line of a plan; `None` if it is a heading.
    fn exchange(raw: &str, text: &str) -> Option<Line> {
        let column = |part: &str| raw[..part.as_ptr() as usize - raw.as_ptr() as usize].chars().count() as u32 + 1;
        let Some(rest) = text.strip_prefix(['+', '-', '−']) else {
            let heading = part(&heading_words(text)).is_some();
            let kind = ProblemKind::NoSign { text: text.to_owned() };
            return (!heading).then(|| Line::Problem { column: column(text), kind });
        };
        Some(match Line::card(raw, rest.trim_start(), None, Section::Plan) {
            Line::Card { count, name, column, .. } => {
                Line::Exchange { into: text.starts_with('+'), count, name, column }
            }
            other => other,
        })
    }

    /// `text`, the rest of `raw`, as a count and a name.
    fn card(raw: &str, text: &str, own: Option<Section>, section: Section) -> Line {
        let column = |part: &str| {
            let bytes = part.as_ptr() as usize - raw.as_ptr() as usize;
            raw[..bytes].chars().count() as u32 + 1
        };
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at(digits);
        // "4x Name", but not "4 X": there is a card of that name.
        let rest = rest.strip_prefix(['x', 'X', '×']).unwrap_or(rest);
        if number.is_empty() || !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            return match section {
                Section::About | Section::Aside if own.is_none() => Line::Nothing,
                _ => Line::Problem { column: column(text), kind: ProblemKind::NoCount { text: text.to_owned() } },
            };
        }
        let written = rest.trim_start();
        let (name, tagged) = without_suffixes(written);
        if name.is_empty() {
            return Line::Problem { column: column(text), kind: ProblemKind::NoName { text: text.to_owned() } };
        }
        let name = straighten(name);
        let aside = tagged.or(own).unwrap_or(section) == Section::Aside;
        match number.parse() {
            Ok(0) if aside => Line::Nothing,
            Ok(0) => Line::Problem { column: column(text), kind: ProblemKind::Zero { name } },
            Ok(count @ 1..=MOST) => Line::Card { section: tagged.or(own), count, name, column: column(written) },
            _ => Line::Problem { column: column(text), kind: ProblemKind::TooManyOnALine { name, most: MOST } },
        }
    }
}

/// The largest count on a line: more is a typing mistake.
const MOST: u32 = 1000;

/// The words of a heading in lower case, without colon and count.
fn heading_words(text: &str) -> String {
    let text = text.trim().trim_end_matches(':').trim_end();
    let bare = text.strip_suffix([')', ']']).and_then(|text| {
        let (words, count) = text.rsplit_once(['(', '['])?;
        (!count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit())).then_some(words.trim_end())
    });
    bare.unwrap_or(text).trim_end_matches(':').to_lowercase()
}

/// The opponent that a heading `Plan NAME on the play` names, and the seat.
fn plan(text: &str) -> Option<(String, Option<bool>)> {
    let (word, rest) = text.trim_end_matches(':').split_once(char::is_whitespace)?;
    if !word.eq_ignore_ascii_case("plan") {
        return None;
    }
    let rest = rest.trim();
    let lower = rest.to_ascii_lowercase();
    for (words, seat) in [(" on the play", true), (" on the draw", false)] {
        if lower.ends_with(words) {
            return Some((rest[..rest.len() - words.len()].trim_end().to_owned(), Some(seat)));
        }
    }
    Some((rest.to_owned(), None))
}

/// The part of a deck that a heading begins.
fn part(words: &str) -> Option<Section> {
    Some(match words {
        "deck" | "main" | "maindeck" | "main deck" | "mainboard" => Section::Main,
        "sideboard" | "side" | "side board" | "sb" => Section::Sideboard,
        "commander" | "commanders" => Section::Commander,
        "companion" | "companions" => Section::Companion,
        "maybeboard" | "maybe" | "considering" | "tokens" => Section::Aside,
        _ => return None,
    })
}

/// Returns whether it is the heading of a group within a part, as some sites write them.
fn is_group(words: &str) -> bool {
    let mut kinds = words.split([' ', '/', ',']).filter(|word| !word.is_empty() && *word != "and").peekable();
    kinds.peek().is_some()
        && kinds.all(|word| {
            let kind =
                word.strip_suffix("ies").map_or(word.strip_suffix('s').unwrap_or(word).into(), |y| format!("{y}y"));
            matches!(kind.as_str(), "spell" | "other")
                || CardTypes::TABLE.iter().any(|row| row.1.eq_ignore_ascii_case(&kind))
        })
}

/// The card's name without what sites put behind it, and the part of the deck that one of those things names.
fn without_suffixes(written: &str) -> (&str, Option<Section>) {
    let mut section = None;
    // Tags run to the end of the line.
    let mut name = written.split_once(" #").map_or(written, |(name, _)| name).trim_end();
    loop {
        let (rest, last) = name.rsplit_once(char::is_whitespace).unwrap_or((name, ""));
        let shorter = if let Some((rest, label)) = bracketed(name) {
            section = section.or(label);
            rest
        } else if is_set(last) || last == "(F)" {
            rest
        } else if is_collector_number(last) && rest.trim_end().rsplit(char::is_whitespace).next().is_some_and(is_set) {
            // The number only counts behind the set: cards' names may end in numbers.
            rest
        } else {
            return (name, section);
        };
        name = shorter.trim_end();
    }
}

/// Takes `[…]`, `<…>`, `*…*` or `^…^` off the end of a name, and says what part of the deck it names: Archidekt writes
/// `[Maybeboard{noDeck}]`, TappedOut `*CMDR*`.
fn bracketed(name: &str) -> Option<(&str, Option<Section>)> {
    let (open, inner) = match name.as_bytes().last()? {
        b']' => ('[', &name[..name.len() - 1]),
        b'>' => ('<', &name[..name.len() - 1]),
        b'*' => ('*', &name[..name.len() - 1]),
        b'^' => ('^', &name[..name.len() - 1]),
        _ => return None,
    };
    let (rest, label) = inner.rsplit_once(open)?;
    let label = label.to_lowercase();
    let section = match label.split(['{', ',']).next() {
        _ if label.contains("{nodeck}") => Some(Section::Aside),
        Some("cmdr") => Some(Section::Commander),
        Some("maybeboard") => Some(Section::Aside),
        Some(words @ ("sideboard" | "commander" | "companion")) => part(words),
        _ => None,
    };
    rest.ends_with(char::is_whitespace).then_some((rest, section))
}

/// Returns whether a word is a set's code in brackets, `(M11)` or `[M11]`. Codes are written in one case: `(Used)` is part of a name.
fn is_set(word: &str) -> bool {
    let round = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    let square = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    round.or(square).is_some_and(|code| {
        (2..=6).contains(&code.len())
            && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !(code.bytes().any(|byte| byte.is_ascii_uppercase())
                && code.bytes().any(|byte| byte.is_ascii_lowercase()))
    })
}

/// Returns whether a word may be a collector number: `146`, `23a`, `M-12`, `7★`.
fn is_collector_number(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '★' | '†' | '*'))
}
