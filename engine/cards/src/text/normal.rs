//! The normal form of a paragraph: one wording for each meaning, whatever the era of the text.
//!
//! Exactly these changes are made, in this order (the tables below are the whole of it):
//!
//! 1. curly quotes and apostrophes, the ASCII double dash and a few other characters become those of the grammar;
//! 2. reminder text (in brackets) is removed;
//! 3. the card's own name, its short name and "this creature", "this spell" and the like become `~`;
//! 4. older templates become today's ([`TEMPLATES`]), and a legend's or planeswalker's "he" and "she" `~`;
//! 5. spaces are squeezed; a loyalty symbol's hyphen becomes a minus sign; a mode's asterisk a bullet; the semicolons of a line
//!    of keywords become commas.
//!
//! Modes are lines that begin with a bullet; they are joined to the paragraph before them, as the lines of a results table are.

mod reworded;
mod templates;

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use self::reworded::{
    with_attackers_named, with_both_named, with_condition_of_cost_first, with_counters_one_by_one,
    with_cumulative_deed, with_done_this_way, with_each_named, with_kinds_apart, with_next_spell_copied,
    with_number_counted, with_own_type, with_rival_as_condition, with_sizes_added, with_stop_after_mana,
    with_subject_again, with_whence_named,
};
pub(crate) use self::templates::TEMPLATES;
use crate::types::CardTypes;

/// Characters that differ between sources.
const CHARACTERS: &[(&str, &str)] = &[
    ("\u{2018}", "'"),
    ("\u{2019}", "'"),
    ("\u{201c}", "\""),
    ("\u{201d}", "\""),
    (" -- ", " — "),
    (" --", " —"),
    ("--", "—"),
    (" – ", " — "),
    (" - ", " — "),
    ("Escape-{", "Escape—{"),
    ("\u{a0}", " "),
];

/// How a legend or planeswalker speaks of itself: as what or whom.
const PRONOUNS: &[(&str, &str)] = &[
    ("he's", "~ is"),
    ("she's", "~ is"),
    ("He's", "~ is"),
    ("She's", "~ is"),
    ("himself", "itself"),
    ("herself", "itself"),
    ("he", "~"),
    ("she", "~"),
    ("He", "~"),
    ("She", "~"),
    ("him", "~"),
    ("his", "~'s"),
    ("her name", "~'s name"),
    ("her additional cost", "~'s additional cost"),
    ("her power", "~'s power"),
    ("her toughness", "~'s toughness"),
    ("her owner's", "~'s owner's"),
    ("her controller", "~'s controller"),
    ("her", "~"),
];

/// What a card calls itself besides its name.
const SELVES: &[&str] = &[
    "creature",
    "land",
    "spell",
    "card",
    "artifact",
    "enchantment",
    "Aura",
    "Equipment",
    "permanent",
    "planeswalker",
    "Vehicle",
    "Saga",
    "token",
    "Siege",
    "battle",
    "Class",
    "Case",
    "Room",
    "Fortification",
    "Spacecraft",
    "Planet",
    "Shrine",
    "emblem",
];

/// What stands before the name of a legend that is called as a creature type is.
const SAID_OF_ONE: [&str; 14] = [
    "Whenever",
    "whenever",
    "When",
    "when",
    "—",
    "equal to",
    "counter on",
    "counters on",
    "if",
    "have",
    "damage",
    "to",
    "Regenerate",
    "Sacrifice",
];

/// What stands before a legend's last name.
const TITLES: [&str; 2] = ["Captain", "Dr."];

/// Pairs of what texts say and what is written for it.
struct Table {
    pairs: &'static [(&'static str, &'static str)],
    /// Finds everything that any pair is about: most texts say nothing of it.
    said: AhoCorasick,
}

impl Table {
    fn new(pairs: &'static [(&'static str, &'static str)]) -> Table {
        let said = AhoCorasick::new(pairs.iter().map(|pair| pair.0)).expect("a few hundred short patterns");
        Table { pairs, said }
    }

    /// Replaces one pair after the other, wherever it stands: what one writes a later one can replace again.
    fn apply(&self, mut text: String) -> String {
        let mut next = 0;
        loop {
            let said = self.said.find_overlapping_iter(&text).map(|found| found.pattern().as_usize());
            let Some(place) = said.filter(|place| *place >= next).min() else { return text };
            let (from, to) = self.pairs[place];
            text = text.replace(from, to);
            next = place + 1;
        }
    }
}

static CHARACTER_TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(CHARACTERS));
static TEMPLATE_TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(TEMPLATES));

/// Finds "this creature" and the like.
static THIS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let selves = SELVES.iter().flat_map(|noun| ["this", "This"].map(|this| format!("{this} {noun}")));
    AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(selves).expect("a few short patterns")
});

/// What the normal form needs to know of a card.
pub(crate) struct Names<'a> {
    pub(crate) name: &'a str,
    pub(crate) legendary: bool,
    pub(crate) types: CardTypes,
}

impl Names<'_> {
    /// Returns whether "he" and "she" on the card are the card itself: they are never players.
    fn speaks_of_itself(&self) -> bool {
        let being = CardTypes::CREATURE | CardTypes::PLANESWALKER;
        self.types.intersects(being) && (self.legendary || self.types.contains(CardTypes::PLANESWALKER))
    }
}

/// The normal form of a card's text: its paragraphs, each with the number of the line that it begins at, from 0.
pub(crate) fn normalise(lines: &[&str], names: &Names<'_>) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let text = line_in_normal_form(line, names);
        if text.is_empty() {
            continue;
        }
        // "12+ | {U}, {T}: ...": what stands beside a station symbol (CR 721.2).
        if let Some((symbol, ability)) = text.split_once(" | ")
            && symbol.strip_suffix('+').is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
        {
            paragraphs.push((number, format!("STATION {symbol}")));
            paragraphs.push((number, ability.to_owned()));
            continue;
        }
        // What stands under one of two words that are chosen as the permanent enters (CR 607.2n).
        if let Some((word, ability)) = text.strip_prefix("• ").and_then(|rest| rest.split_once(" — "))
            && paragraphs.iter().any(|(_, text)| anchor_words(text).is_some_and(|words| words.contains(&word)))
        {
            paragraphs.push((number, format!("• {word} —")));
            paragraphs.push((number, ability.to_owned()));
            continue;
        }
        match paragraphs.last_mut() {
            Some((_, paragraph)) if text.starts_with('•') => {
                // A dash that data has lost.
                if paragraph.ends_with("hoose one") {
                    paragraph.push_str(" —");
                }
                paragraph.push('\n');
                paragraph.push_str(&text);
            }
            // A line of a results table (CR 706.2a).
            Some((_, paragraph)) if is_result(&text) => {
                paragraph.push(' ');
                paragraph.push_str(&with_dash(&text));
            }
            _ => paragraphs.extend(super::same_for::spelled_out(&text).into_iter().map(|text| (number, text))),
        }
    }
    paragraphs.iter_mut().for_each(|(_, paragraph)| put_limit_behind_modes(paragraph));
    paragraphs
}

/// "{G}: Choose one. Activate only once each turn." before its modes: the limit, which is the ability's and not the choice's, is said behind them.
fn put_limit_behind_modes(paragraph: &mut String) {
    let (said, limit) = (": Choose one. ", "Activate only ");
    if let Some((head, modes)) = paragraph.split_once('\n')
        && let Some((cost, limits)) = head.split_once(said)
        && limits.starts_with(limit)
        && modes.starts_with("• ")
    {
        *paragraph = format!("{cost}: Choose one —\n{modes} {limits}");
    }
}

/// The two words of which a permanent chooses one as it enters: "As ~ enters, choose Khans or Dragons."
pub(crate) fn anchor_words(text: &str) -> Option<[&str; 2]> {
    let words = text.strip_prefix("As ~ enters, choose ")?.strip_suffix('.')?.split_once(" or ")?;
    let is_word = |word: &str| {
        let name = |part: &str| part.starts_with(char::is_uppercase) && part.chars().all(char::is_alphanumeric);
        word.split(' ').all(name)
    };
    (is_word(words.0) && is_word(words.1) && words.0 != words.1).then_some([words.0, words.1])
}

/// Returns whether a line says what happens for some results of a roll: "10—19 | Draw a card."
fn is_result(text: &str) -> bool {
    let Some((results, _)) = text.split_once(" | ") else { return false };
    results.starts_with(|c: char| c.is_ascii_digit())
        && results.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '—'))
}

/// The same with a dash between the first and the last result.
fn with_dash(text: &str) -> String {
    match text.split_once(" | ") {
        Some((results, rest)) => format!("{} | {rest}", results.replace('-', "—")),
        None => text.to_owned(),
    }
}

fn line_in_normal_form(line: &str, names: &Names<'_>) -> String {
    let mut text = CHARACTER_TABLE.apply(line.trim().to_owned());
    text = without_reminders(&text);
    // A mode with a cost of its own (CR 702.172b).
    if text.starts_with("+ {") {
        text = text.replacen('+', "•", 1);
    }
    if let Some(rest) = text.strip_prefix("* ") {
        text = format!("• {rest}");
    }
    // A mode with what it is worth (CR 700.2i).
    if text.starts_with("{P}") {
        text = format!("• {text}");
    }
    text = with_self_or_granter(&text, names);
    if names.speaks_of_itself() {
        text = with_whom_it_is_done_to(&text);
    }
    text = TEMPLATE_TABLE.apply(text);
    if names.speaks_of_itself() {
        for (pronoun, own) in PRONOUNS {
            text = replace_words(&text, pronoun, own);
        }
    }
    squeeze(&mut text);
    text = with_chapter_symbols(&text);
    text = with_tokens_naming_themselves(&text);
    text = with_next_spell_copied(&text);
    text = with_sizes_added(&text);
    text = with_kinds_apart(&text);
    text = with_stop_after_mana(&text);
    text = with_attackers_named(&text);
    text = with_condition_of_cost_first(&text);
    text = with_done_this_way(&text);
    text = with_number_counted(&text);
    text = with_whence_named(&text);
    text = with_counters_one_by_one(&text);
    text = with_cumulative_deed(&text);
    text = with_counters_named(&text);
    text = with_each_named(&text);
    text = with_tokens_entering(&text);
    text = with_subject_again(&text);
    text = with_duration_last(&text);
    text = with_rival_as_condition(&text);
    text = with_both_named(&text);
    text = with_exception_behind(&text);
    text = with_stops_in_quotes(&text);
    text = with_symbols_in_quotes(&text);
    // A quotation inside another: "Mountains you control have '{T}: Add {R}.'"
    for before in ["have", "has", "gain", "gains", "and"] {
        let (from, to) = (format!(" {before} '{{"), format!(" {before} \"{{"));
        if text.contains(&from) && (text.contains("'\"") || text.contains("\"\"")) {
            text = text.replace(&from, &to).replace(".'\"", ".\"\"").replace("'\"", ".\"\"");
            text = text.replace("}' and ", "}.\" and ");
        }
    }
    if text.contains(" with '") && text.contains(".'\"") {
        text = text.replace(" with '", " with \"").replace(".'\"", ".\"\"");
    }
    // "Flying; banding": a line of keywords isn't a sentence.
    if text.contains(';') && !text.contains(['.', ':', '"']) {
        text = text.replace(';', ",");
    }
    // "Choose one—" before its modes.
    if let Some(stem) = text.strip_suffix('—')
        && !stem.ends_with(' ')
    {
        text = format!("{stem} —");
    }
    // A loyalty symbol: a sign and a number before the colon.
    if let Some((symbol, rest)) = text.split_once(':')
        && let Some(number) = symbol.strip_prefix('-')
        && (number == "X" || number.bytes().all(|b| b.is_ascii_digit()))
    {
        text = format!("−{number}:{rest}");
    }
    text
}

/// Chapter symbols as they are written today: "I,II—Scry 1." is "I, II — Scry 1." (CR 714.2).
fn with_chapter_symbols(text: &str) -> String {
    let Some((symbols, rest)) = text.split_once('—') else { return text.to_owned() };
    let is_symbol = |symbol: &str| !symbol.is_empty() && symbol.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'));
    let symbols: Vec<&str> = symbols.split(',').map(str::trim).collect();
    if !symbols.iter().all(|symbol| is_symbol(symbol)) {
        return text.to_owned();
    }
    format!("{} — {}", symbols.join(", "), rest.trim_start())
}

/// In the quoted abilities of a token that is created with a name, that name is the token: "named Vorn's Pet with "Whenever you gain life,
/// put a +1/+1 counter on Vorn's Pet."", "create Vorn's Pet, a legendary ... with ..." (CR 201.5).
fn with_tokens_naming_themselves(text: &str) -> String {
    let Some(place) = text.find('"') else { return text.to_owned() };
    let Some((_, made)) = text[..place].rsplit_once("reate ").or_else(|| text[..place].rsplit_once("reates ")) else {
        return text.to_owned();
    };
    // "... named Vorn's Pet. It has flying and \"...\"".
    let made = made.split_once(". It has ").filter(|(_, has)| !has.contains('.')).map_or(made, |(made, _)| made);
    // What an Equipment gives to what it is attached to has its own words for both.
    let quoted = || text.split('"').skip(1).step_by(2);
    if made.contains('.') || quoted().any(|part| part.contains("quipped ") || part.contains("nchanted ")) {
        return text.to_owned();
    }
    let named = made.split_once(" token named ").map(|(_, rest)| rest.split(" with").next().unwrap_or(rest));
    let Some(name) = named
        .filter(|name| !name.contains([',', '"']))
        .or_else(|| made.split_once(", a ").map(|(name, _)| name))
        .filter(|name| name.starts_with(char::is_uppercase) && made.contains(" token "))
    else {
        return text.to_owned();
    };
    let parts = text.split('"').enumerate().map(|(place, part)| match place % 2 {
        0 => part.to_owned(),
        _ => replace_words(part, name, "~"),
    });
    parts.collect::<Vec<_>>().join("\"")
}

/// "~ becomes a copy of target creature. Prevent all damage that would be dealt to him this turn", "... Put a +1/+1 counter on her": what is
/// done to a legend or planeswalker is done to the card, whatever else has been named since (CR 201.5).
fn with_whom_it_is_done_to(text: &str) -> String {
    let mut out = text.to_owned();
    for (words, after) in [("would be dealt to", ""), (" counter on", "ut "), (" counters on", "ut ")] {
        for pronoun in ["him", "her"] {
            let said = format!("{words} {pronoun}");
            let mut from = 0;
            while let Some(place) = out[from..].find(&said).map(|place| from + place) {
                let end = place + said.len();
                let clause = out[..place].rsplit(['.', ',', '—', '"']).next().unwrap_or_default();
                let whole = !out[end..].starts_with(|c: char| c.is_alphanumeric());
                if whole && clause.contains(after) {
                    out.replace_range(place + words.len()..end, " ~");
                }
                from = place + words.len();
            }
        }
    }
    out
}

/// "Except for creatures named ~ and artifact creatures, creatures you control can't attack": the others can't.
fn with_exception_behind(text: &str) -> String {
    let Some(rest) = text.strip_prefix("Except for creatures named ~ and ") else { return text.to_owned() };
    match rest.split_once(" creatures, creatures you control ") {
        Some((kind @ ("artifact" | "enchantment"), rest)) => {
            format!("Non{kind} creatures you control not named ~ {rest}")
        }
        _ => text.to_owned(),
    }
}

/// Puts a full stop at the end of each quoted ability that has none, as the sentence goes on after it: `has "{T}: Draw a card" and ...`,
/// `has "{T}: Draw a card," and ...`.
fn with_stops_in_quotes(text: &str) -> String {
    let parts: Vec<&str> = text.split('"').collect();
    let is_ability = |quoted: &str| {
        quoted.contains(' ') && quoted.starts_with(|c: char| c.is_ascii_uppercase() || "{~[".contains(c))
    };
    let stops = |quoted: &str| quoted.ends_with(['.', '\'']);
    if parts.len().is_multiple_of(2)
        || !parts.iter().skip(1).step_by(2).any(|quoted| is_ability(quoted) && !stops(quoted))
    {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    for (place, part) in parts.iter().enumerate() {
        if place % 2 == 0 || !is_ability(part) || stops(part) {
            out.push_str(part);
        } else {
            out.push_str(part.trim_end_matches(','));
            out.push('.');
        }
        if place + 1 < parts.len() {
            out.push('"');
        }
        if place % 2 == 1 && is_ability(part) && part.ends_with(',') {
            out.push(',');
        }
    }
    out
}

/// A loyalty symbol in a quotation stands in brackets: `"[+1]: Draw a card."`
fn with_symbols_in_quotes(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(place) = out.find("\"[") {
        let Some(end) = out[place..].find("]:").map(|end| place + end) else { break };
        let symbol = out[place + 2..end].replace('-', "−");
        if !symbol.starts_with(['+', '−', '0']) {
            break;
        }
        out.replace_range(place + 1..end + 1, &symbol);
    }
    out
}

/// Like [`with_self`], but in an ability that an Aura or Equipment gives to what it is attached to, or a token has, the card's name means the
/// card and not what has the ability: there it stays a name.
fn with_self_or_granter(text: &str, names: &Names<'_>) -> String {
    let gives = ["quipped creature ", "nchanted ", "reate "]
        .iter()
        .any(|host| text.find(host).is_some_and(|place| text[place..].contains('"') && !text[..place].contains('"')));
    if !gives || !text.split('"').skip(1).step_by(2).any(|quoted| quoted.contains(names.name)) {
        return with_self(text, names);
    }
    let nameless = Names { name: "\0", legendary: false, types: names.types };
    let parts = text.split('"').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        0 => with_self(part, names),
        _ => with_self(&with_granter_given_up(part, text, names.name), &nameless),
    });
    parts.collect::<Vec<_>>().join("\"")
}

/// "Sacrifice Vorn's Axe: Vorn's Axe deals 2 damage to any target", in an ability that Vorn's Axe gives to what it is attached to: an
/// Equipment or Aura of this name that is attached to that (CR 201.5a). So with "Unattach Vorn's Axe".
fn with_granter_given_up(quoted: &str, text: &str, name: &str) -> String {
    let kind = if text.contains("quipped creature ") { "Equipment" } else { "Aura" };
    let article = if kind == "Aura" { "an Aura" } else { "an Equipment" };
    let mut out = quoted.to_owned();
    let unattach = format!("Unattach {name}:");
    if out.contains(&unattach) {
        out = out.replace(&unattach, &format!("Unattach {article} named {name} from ~:"));
        out = out.replace(": It deals ", ": That Equipment deals ");
        out = out.replace(&format!("Return {name} to"), "Return that Equipment to");
    }
    for (sacrifice, stop) in [("Sacrifice ", ":"), ("may sacrifice ", ".")] {
        let said = format!("{sacrifice}{name}{stop}");
        if out.contains(&said) {
            out = out.replace(&said, &format!("{sacrifice}{article} named {name} attached to ~{stop}"));
            out = out.replace(&format!("{stop} {name} deals "), &format!("{stop} The sacrificed {kind} deals "));
        }
    }
    out
}

/// Removes what stands in brackets (CR 207.2). Where brackets don't match nobody can tell what is a reminder: all stays then, and
/// can't be read.
fn without_reminders(text: &str) -> String {
    if !text.contains('(') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut depth = 0u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return text.to_owned(),
            ')' => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    if depth == 0 { out } else { text.to_owned() }
}

/// "If it has three or more ritual counters on it, remove them and ...": what "them" is, is said again.
fn with_counters_named(text: &str) -> String {
    let mut out = text.to_owned();
    for them in ["them", "all of them", "them all"] {
        let said = format!(" counters on it, remove {them} and ");
        let Some(place) = out.find(&said) else { continue };
        let Some(kind) = out[..place].rsplit(' ').next().filter(|_| out[..place].contains(" or more ")) else {
            continue;
        };
        let named = format!(" counters on it, remove all {kind} counters from it and ");
        out.replace_range(place..place + said.len(), &named);
    }
    out
}

/// "Whenever you create a token": it enters under the control of the player who creates it (CR 111.2, 701.7a), as no token does otherwise.
fn with_tokens_entering(text: &str) -> String {
    for (said, many, ending, enters) in [
        ("Whenever you create a ", "a ", "token,", "token you control enters,"),
        ("Whenever you create one or more ", "one or more ", "tokens,", "tokens you control enter,"),
    ] {
        let Some(rest) = text.strip_prefix(said) else { continue };
        let Some(end) = rest.find(',').map(|comma| comma + 1).filter(|end| rest[..*end].ends_with(ending)) else {
            continue;
        };
        let kind = &rest[..end - ending.len()];
        return format!("Whenever {many}{kind}{enters}{}", &rest[end..]);
    }
    text.to_owned()
}

/// "It becomes a copy of target creature until end of turn, except it isn't legendary": how long is said after what the copy is.
fn with_duration_last(text: &str) -> String {
    for said in [" until end of turn, except ", " until your next turn, except "] {
        let Some(place) = text.find(said) else { continue };
        let start = text[..place].rfind(". ").map_or(0, |stop| stop + 2);
        let end = text[place..].find('.').map(|stop| place + stop);
        let copies = text[start..place].contains(" a copy of ") && !text[start..place].starts_with("As ~ enters");
        let Some(end) = end.filter(|end| copies && !text[place..*end].contains('"')) else { continue };
        let duration = said.trim_end_matches(", except ");
        let exception = &text[place + duration.len()..end];
        return format!("{}{exception}{duration}{}", &text[..place], &text[end..]);
    }
    text.to_owned()
}

/// One space between words, none at the ends or before punctuation.
fn squeeze(text: &mut String) {
    let mut out = String::with_capacity(text.len());
    for c in text.trim().chars() {
        if c == ' ' && out.ends_with(' ') {
            continue;
        }
        if matches!(c, '.' | ',' | ':' | ';') && out.ends_with(' ') {
            out.pop();
        }
        out.push(c);
    }
    *text = out;
}

/// Returns whether what stands between these two isn't a part of a longer word.
fn is_whole(before: &str, after: &str) -> bool {
    let joins = |letter: char| letter.is_alphanumeric() || letter == '-';
    !before.ends_with(joins) && !after.starts_with(joins)
}

fn replace_words(text: &str, words: &str, with: &str) -> String {
    if words.is_empty() || !text.contains(words) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(words) {
        out.push_str(&rest[..at]);
        out.push_str(if is_whole(&out, &rest[at + words.len()..]) { with } else { words });
        rest = &rest[at + words.len()..];
    }
    out.push_str(rest);
    out
}

/// Small words inside names.
const NAME_WORDS: [&str; 14] =
    ["of", "the", "a", "an", "and", "in", "to", "for", "on", "at", "by", "from", "into", "o'"];

/// The names of other things that the text gives ("a card named ...", "a token named ..."), which may have the card's own name
/// or a part of it in them: words with capitals, and small words between those.
fn other_names<'t>(text: &'t str, own: &str) -> Vec<&'t str> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("named ") {
        let rest = &text[at + "named ".len()..];
        if rest.starts_with(own) && !rest[own.len()..].starts_with("'s ") {
            continue;
        }
        let (mut place, mut end) = (0, 0);
        for word in rest.split_inclusive(' ') {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            if bare.starts_with(|c: char| c.is_uppercase()) {
                end = place + bare.len();
            } else if place == 0 || !NAME_WORDS.contains(&word.trim_end()) {
                break;
            }
            // Punctuation ends it.
            if bare.len() != word.trim_end().len() {
                break;
            }
            place += word.len();
        }
        if end > 0 && !names.contains(&&rest[..end]) {
            names.push(&rest[..end]);
        }
    }
    // "Create Vorn's Echo, a legendary ..."
    for (at, _) in text.match_indices("reate ") {
        let rest = &text[at + "reate ".len()..];
        let Some(end) = rest.find(", a ") else { continue };
        let is_name = |word: &str| word.starts_with(|c: char| c.is_uppercase()) || NAME_WORDS.contains(&word);
        if rest.starts_with(|c: char| c.is_uppercase())
            && rest[..end].split(' ').all(|word| is_name(word.trim_end_matches(',')))
            && !names.contains(&&rest[..end])
        {
            names.push(&rest[..end]);
        }
    }
    names
}

/// Puts `~` for every way in which a card names itself, but not inside the names of other things.
fn with_self(text: &str, names: &Names<'_>) -> String {
    let own = names.name.replace('\u{2019}', "'");
    let mut others = other_names(text, &own);
    // "Keep of Vorn" and "Vorn's Coil" on Vorn, but not "Vorn" on Vorn's Keep.
    others.retain(|other| with_self_everywhere(other, names) != *other);
    let kept: Vec<(String, &str)> =
        others.iter().enumerate().map(|(place, other)| (format!("\u{1}{place}\u{1}"), *other)).collect();
    let mut hidden = text.to_owned();
    for (mark, other) in &kept {
        hidden = replace_words(&hidden, other, mark);
    }
    let mut text = with_self_everywhere(&hidden, names);
    for (mark, other) in &kept {
        text = text.replace(mark.as_str(), other);
    }
    text
}

/// Puts `~` for every way in which a card names itself.
fn with_self_everywhere(text: &str, names: &Names<'_>) -> String {
    let name = names.name.replace('\u{2019}', "'");
    // Words in quotes speak for the object that has the ability, which is another one: "this creature" there is that
    // object's own "~", the same word in its own context.
    let mut text = replace_words(text, &name, "~");
    // A card that is called what it does: "Regenerate target creature" on Regenerate.
    if let Some(object) = text.strip_prefix("~ target ") {
        text = format!("{name} target {object}");
    }
    text = with_own_type(text, &name);
    if names.legendary || names.types.contains(CardTypes::PLANESWALKER) {
        for short in short_names(&name) {
            text = replace_words(&text, &short, "~");
        }
        // "Put a loyalty counter on each Garruk you control": of the type, as there is one of the name at most (CR 704.5j).
        if let Some((short, _)) = name.split_once([',', ' ']) {
            let type_of = |every: &str| format!("on each {short}{every} you control");
            text = text.replace(&type_of(""), &type_of(" planeswalker"));
        }
        // "Whenever Rhino attacks" on a legend that is called as a creature type is: creatures of the type have an article.
        if let Some((short, _)) = name.split_once(',')
            && crate::types::Subtype::from_name(short).is_some()
        {
            for before in SAID_OF_ONE {
                text = replace_words(&text, &format!("{before} {short}"), &format!("{before} ~"));
            }
        }
        // The name of a legend that planeswalkers have as a type: but for "a Jace planeswalker" it is the card.
        if let Some((short, _)) = name.split_once([',', ' '])
            && crate::types::Subtype::from_name(short)
                .is_some_and(|subtype| subtype.kind() == crate::types::SubtypeKind::Planeswalker)
            && !text.contains(&format!("{short} planeswalker"))
        {
            text = replace_words(&text, short, "~");
        }
    }
    // "Captain Vorn" of "Captain Ana Vorn", "King Vorn" of "King Vorn IX".
    if names.legendary
        && let Some(short) = titled_name(&name)
    {
        text = replace_words(&text, &short, "~");
    }
    // The number before a colon: "Vault 12" of "Vault 12: The Depths".
    if let Some((short, _)) = name.split_once(": ")
        && short.ends_with(|c: char| c.is_ascii_digit())
    {
        text = replace_words(&text, short, "~");
    }
    let mut out = String::with_capacity(text.len());
    THIS.replace_all_with(&text, &mut out, |found, this, out| {
        out.push_str(if is_whole(&text[..found.start()], &text[found.end()..]) { "~" } else { this });
        true
    });
    out
}

/// What a legend is called that has a title and two more names, the last of which may be a number.
fn titled_name(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let is_number = |word: &str| word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X' | b'L'));
    match words.as_slice() {
        [title @ ("King" | "Queen"), first, number] if is_number(number) => Some(format!("{title} {first}")),
        [title, .., last] if TITLES.contains(title) && words.len() > 2 && !name.contains(',') => {
            Some(format!("{title} {last}"))
        }
        _ => None,
    }
}

/// The short names of a legendary permanent: what stands before a comma, or before "the" or "of"; its first word.
fn short_names(name: &str) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    if let Some((short, _)) = name.split_once(',') {
        names.push(short);
    }
    for joint in [" of the ", " the ", " of ", " from ", " in ", " and "] {
        if let Some((short, _)) = name.split_once(joint) {
            names.push(short);
        }
    }
    if let Some(first) = name.split([' ', ',']).next()
        && first.len() > 2
        && crate::types::Subtype::from_name(first).is_none()
        && !TITLES.contains(&first)
        && !["The", "Lord", "Lady", "King", "Queen", "Sir", "Dr.", "Mr."].contains(&first)
    {
        names.push(first);
    }
    let two = name.split_once(',').map(|(short, _)| short).filter(|short| short.len() == 2);
    names.retain(|short| {
        (short.len() > 2 || two == Some(*short)) && *short != "The" && crate::types::Subtype::from_name(short).is_none()
    });
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(name: &str, text: &str) -> Vec<String> {
        let names = Names { name, legendary: true, types: CardTypes::CREATURE };
        let lines: Vec<_> = text.split('\n').collect();
        normalise(&lines, &names).into_iter().map(|row| row.1).collect()
    }

    #[test]
    fn names_become_tildes() {
        assert_eq!(
            normal("Vorn, the Tall", "When Vorn enters the battlefield, Vorn\u{2019}s controller draws."),
            ["When ~ enters, ~'s controller draws."]
        );
        assert_eq!(normal("Oak", "This creature can\u{2019}t block. (Really.)"), ["~ can't block."]);
        assert_eq!(normal("Oak", "Oaken doors stay."), ["Oaken doors stay."]);
    }

    #[test]
    fn names_of_others_stay_whole() {
        let text = "Create a 1/1 blue Snake creature token named Vorn's Coil with flying.";
        assert_eq!(normal("Vorn, the Tall", text), [text]);
        assert_eq!(
            normal("Vorn, the Tall", "Search your library for a card named Keep of Vorn, then Vorn fights it."),
            ["Search your library for a card named Keep of Vorn, then ~ fights it."]
        );
        assert_eq!(
            normal("Oak", "Whenever another creature named Oak enters, draw."),
            ["Whenever another creature named ~ enters, draw."]
        );
    }

    #[test]
    fn brackets_that_do_not_match_stay() {
        assert_eq!(normal("Oak", "Flying (It flies (high).)"), ["Flying"]);
        for text in ["Flying (It flies.", "Flying It flies.)", "Flying )(", &"(".repeat(20_000)] {
            assert_eq!(normal("Oak", text), [text]);
        }
    }

    #[test]
    fn modes_and_symbols() {
        assert_eq!(
            normal("Oak", "Choose one --\n* Draw a card.\n* You gain 2 life."),
            ["Choose one —\n• Draw a card.\n• You gain 2 life."]
        );
        assert_eq!(normal("Oak", "-3: Draw a card."), ["−3: Draw a card."]);
        assert_eq!(normal("Oak", "Flying; trample (It deals more.)"), ["Flying, trample"]);
        assert_eq!(normal("Oak", "{T}: You get {E}{E} ."), ["{T}: You get {E}{E}."]);
    }
}
