//! One line of a decklist.

use gauntlet_cards::types::CardTypes;

use super::name::straighten;
use super::problem::ProblemKind;

/// A part of a decklist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Main,
    Sideboard,
    Commander,
    Companion,
    /// What is exchanged with the sideboard.
    Plan,
    /// What isn't part of the deck.
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
    /// The format that it is of.
    Format(String),
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
            if let Some(credit @ (Line::Title(_) | Line::Format(_))) = credit(comment) {
                return credit;
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
            None if matches!(words.as_str(), "about" | "metadata" | "general") => return Line::Heading(Section::About),
            None if is_group(&words) => return Line::Nothing,
            None => {}
        }
        if section == Section::About
            && let Some((word, title)) = text.split_once(|c: char| c.is_whitespace() || c == '=')
            && is_title(word)
        {
            return Line::Title(title.trim_start_matches('=').trim().to_owned());
        }
        if let Some(line) = credit(text) {
            return line;
        }
        let own =
            OWN.iter().find(|(prefix, _)| text.get(..prefix.len()).is_some_and(|own| own.eq_ignore_ascii_case(prefix)));
        match own {
            Some((prefix, own)) => Line::card(raw, text[prefix.len()..].trim_start(), Some(*own), section),
            None => Line::card(raw, text, None, section),
        }
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
        let into = own.unwrap_or(section);
        let (number, written) = match counted(text) {
            Some(read) => read,
            None if own.is_none() && matches!(section, Section::About | Section::Aside) => return Line::Nothing,
            // There is one of what leads a deck.
            None if matches!(into, Section::Commander | Section::Companion) => ("1", text),
            None => {
                return Line::Problem { column: column(text), kind: ProblemKind::NoCount { text: text.to_owned() } };
            }
        };
        let (name, tagged) = bare(written);
        if name.is_empty() {
            return Line::Problem { column: column(text), kind: ProblemKind::NoName { text: text.to_owned() } };
        }
        let at = column(name);
        let name = straighten(name);
        let aside = tagged.unwrap_or(into) == Section::Aside;
        match number.parse() {
            Ok(0) if aside => Line::Nothing,
            Ok(0) => Line::Problem { column: column(text), kind: ProblemKind::Zero { name } },
            Ok(count @ 1..=MOST) => Line::Card { section: tagged.or(own), count, name, column: at },
            _ => Line::Problem { column: column(text), kind: ProblemKind::TooManyOnALine { name, most: MOST } },
        }
    }
}

/// What stands before a card to say which part of the deck it belongs to.
const OWN: [(&str, Section); 4] = [
    ("sb:", Section::Sideboard),
    ("commander:", Section::Commander),
    ("cmdr:", Section::Commander),
    ("companion:", Section::Companion),
];

/// The count of a line and the rest: `4 Name`, `4x Name`, `4 x Name`, `x4 Name`, `Name x4`.
fn counted(text: &str) -> Option<(&str, &str)> {
    const TIMES: [char; 3] = ['x', 'X', '×'];
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    if let Some(number) = first.strip_prefix(TIMES).filter(|number| is_number(number) && !rest.is_empty()) {
        return Some((number, rest));
    }
    let number = first.strip_suffix(TIMES).unwrap_or(first);
    if is_number(number) {
        // "4 x Name", but not "4 X": there is a card of that name.
        let after = rest.strip_prefix(TIMES).filter(|after| number == first && after.starts_with(char::is_whitespace));
        return Some((number, after.map_or(rest, str::trim_start)));
    }
    // Behind the name, whatever follows.
    let (name, _) = without_suffixes(text, false);
    let (before, last) = name.rsplit_once(char::is_whitespace)?;
    let number = last.strip_prefix(TIMES).or_else(|| last.strip_suffix(TIMES))?;
    is_number(number).then(|| (number, before.trim_end()))
}

/// The card's name without what sites put around it, and the part of the deck that one of those things names.
fn bare(written: &str) -> (&str, Option<Section>) {
    // Forge: `Name|SET|1`, a foil `Name+|SET`.
    let written = written.split_once('|').map_or(written, |(name, _)| name.trim_end().trim_end_matches('+')).trim_end();
    let (first, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
    let printed = is_set(first) && !rest.trim().is_empty();
    without_suffixes(if printed { rest.trim_start() } else { written }, printed)
}

/// A name without what sites put behind it.
pub(super) fn without_marks(written: &str) -> &str {
    without_suffixes(written, false).0
}

fn is_title(word: &str) -> bool {
    ["name", "title", "deck name", "deckname"].iter().any(|title| word.trim().eq_ignore_ascii_case(title))
}

/// What a line `WORD: …` says of the whole list, as some programs write them.
fn credit(text: &str) -> Option<Line> {
    let (word, rest) = text.split_once(':')?;
    if is_title(word) {
        return Some(Line::Title(rest.trim().to_owned()));
    }
    if word.trim().eq_ignore_ascii_case("format") {
        return Some(Line::Format(rest.trim().to_owned()));
    }
    let about = ["author", "creator", "layout main", "layout sideboard"];
    about.iter().any(|about| word.trim().eq_ignore_ascii_case(about)).then_some(Line::Nothing)
}

/// The largest count on a line: more is a typing mistake.
pub(super) const MOST: u32 = 1000;

/// The words of a heading in lower case, without colon and count.
fn heading_words(text: &str) -> String {
    let text = text.trim().trim_end_matches(':').trim_end();
    let framed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).filter(|text| !text.contains('['));
    let text = framed.map_or(text, str::trim);
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
pub(super) fn part(words: &str) -> Option<Section> {
    Some(match words {
        "deck" | "main" | "maindeck" | "main deck" | "mainboard" | "main board" => Section::Main,
        "sideboard" | "side" | "side board" | "sb" => Section::Sideboard,
        "commander" | "commanders" => Section::Commander,
        "companion" | "companions" => Section::Companion,
        "maybeboard" | "maybe" | "considering" | "tokens" | "planes" | "schemes" | "avatar" | "attractions"
        | "stickers" => Section::Aside,
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

/// The card's name without what sites put behind it, and the part of the deck that one of those things names. `printed` says whether a set
/// stands before it.
fn without_suffixes(written: &str, printed: bool) -> (&str, Option<Section>) {
    // Tags run to the end of the line; Deckstats writes `# !Commander`.
    let (mut name, tags) = written.split_once(" #").unwrap_or((written, ""));
    let lower = tags.to_lowercase();
    let tagged =
        [("!commander", Section::Commander), ("!companion", Section::Companion), ("!sideboard", Section::Sideboard)];
    let mut section = tagged.iter().find(|(tag, _)| lower.contains(tag)).map(|(_, section)| *section);
    name = name.trim_end();
    loop {
        let (rest, last) = name.rsplit_once(char::is_whitespace).unwrap_or(("", name));
        let before = || rest.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        let shorter = if let Some((rest, label)) = bracketed(name) {
            section = section.or(label);
            rest
        } else if rest.is_empty() {
            return (name, section);
        } else if is_set(last) || is_finish(last) || is_price(last) || (printed && is_variant(last)) {
            rest
        } else if is_collector_number(last) && is_set(before()) {
            // The number only counts behind the set: cards' names may end in numbers.
            rest
        } else if (is_amount(last) && is_currency(before())) || (is_unit(last) && is_amount(before())) {
            rest.trim_end().rsplit_once(char::is_whitespace).map_or("", |(rest, _)| rest)
        } else if matches!(last, "@" | "-" | "–" | "—" | ";" | ",") {
            rest
        } else {
            return (name, section);
        };
        name = shorter.trim_end();
    }
}

/// Returns whether a word says how the card shines: `(F)`, `(foil)`.
fn is_finish(word: &str) -> bool {
    ["(f)", "(foil)", "(etched)", "(nonfoil)", "(showcase)", "(borderless)"]
        .iter()
        .any(|mark| word.eq_ignore_ascii_case(mark))
}

/// Returns whether a word is which picture it is of several, `(2)`, as Magic Workstation writes it behind cards whose set is named.
fn is_variant(word: &str) -> bool {
    let number = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_currency(word: &str) -> bool {
    matches!(word, "$" | "€" | "£" | "¥")
}

fn is_unit(word: &str) -> bool {
    ["tix", "usd", "eur", "gbp"].iter().any(|unit| word.eq_ignore_ascii_case(unit))
}

/// Returns whether a word is an amount of money: `3.50`, `1,20`.
fn is_amount(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
}

/// Returns whether a word is a price: `$3.50`, `1,20€`, `($3.50)`.
fn is_price(word: &str) -> bool {
    let word = word.trim_start_matches('(').trim_end_matches(')');
    let sign = ['$', '€', '£', '¥'];
    word.strip_prefix(sign).or_else(|| word.strip_suffix(sign)).is_some_and(is_amount)
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

/// Returns whether a word is a set's code in brackets, `(M11)` or `[M11]`, perhaps with a number, `[M11:146]`, `[M11#146]`. Codes are written
/// in one case: `(Used)` is part of a name.
fn is_set(word: &str) -> bool {
    let round = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    let square = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    let (code, number) = match round.or(square) {
        Some(inner) => inner.split_once([':', '#']).map_or((inner, None), |(code, number)| (code, Some(number))),
        None => return false,
    };
    (2..=6).contains(&code.len())
        && number.is_none_or(is_collector_number)
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !(code.bytes().any(|byte| byte.is_ascii_uppercase()) && code.bytes().any(|byte| byte.is_ascii_lowercase()))
}

/// Returns whether a word may be a collector number: `146`, `23a`, `M-12`, `7★`.
fn is_collector_number(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '★' | '†' | '*'))
}
