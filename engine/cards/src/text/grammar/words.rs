//! The leaves of the grammar: single words that stand for values. Hand-written both ways, as tables or small functions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::keyword::{KeywordName, Keywords};
use crate::mana::{ManaCost, ManaSymbol};
use crate::text::first::begins_with;
use crate::text::literal::Literal;
use crate::text::syntax::{Agrees, Ctx, Parser, Printer, Syntax};
use crate::types::{CardTypes, Colors, Subtype, Supertypes};

/// Larger numbers that texts have as words.
const TENS: [(i32, &str); 5] = [(30, "thirty"), (40, "forty"), (50, "fifty"), (60, "sixty"), (99, "ninety-nine")];

/// The number words, by their number.
const NUMERALS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The name of a dungeon, as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DungeonName(pub(crate) u8);

impl Syntax for DungeonName {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for (number, (name, ..)) in crate::text::dungeons::DUNGEONS.iter().enumerate() {
            if let Some(next) = p.literal(at, Literal::new(name), ctx) {
                found.push((DungeonName(number as u8), next));
            }
        }
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(crate::text::dungeons::DUNGEONS[usize::from(self.0)].0, ctx);
    }
}

/// A name that a token is given: words with capitals up to a comma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TokenName(pub(crate) String);

impl Syntax for TokenName {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut name = String::new();
        for place in at..at + 9 {
            let Some(word) = p.peek(place) else { return };
            let small = place > at && matches!(word, "of" | "the" | "to" | "'s");
            // "Ashaya, the Awoken World, a legendary creature token": up to the comma before the description.
            if word == "," && place > at && !matches!(p.peek(place + 1), Some("a" | "an")) {
                name.push(',');
                continue;
            }
            if word == "," && place > at {
                found.push((TokenName(name), place));
                return;
            }
            if !small && !word.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                return;
            }
            if !name.is_empty() && word != "'s" {
                name.push(' ');
            }
            name.push_str(word);
        }
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(&self.0, ctx);
    }
}

/// A choice that players vote for: a word that means nothing else (CR 701.38b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VoteWord(pub(crate) String);

impl Syntax for VoteWord {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let Some(word) = p.peek(at) else { return };
        if word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_alphabetic()) {
            found.push((VoteWord(word.to_lowercase()), at + 1));
        }
    }
    begins_with!(kinds Capital Small);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&self.0);
    }
}

/// A number written as a word: "two".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numeral(pub(crate) i32);

impl Syntax for Numeral {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let number = (1..NUMERALS.len()).find(|n| p.is(at, NUMERALS[*n])).map(|n| n as i32);
        let number = number.or_else(|| TENS.iter().find(|(_, word)| p.is(at, word)).map(|(n, _)| *n));
        found.extend(number.map(|n| (Numeral(n), at + 1)));
    }
    begins_with!(literals NUMERALS.into_iter().chain(TENS.map(|row| row.1)));
    fn write(&self, out: &mut Printer, _: Ctx) {
        let word = NUMERALS.get(self.0 as usize).copied();
        out.word(word.or_else(|| TENS.iter().find(|(n, _)| *n == self.0).map(|(_, word)| *word)).unwrap_or_default());
    }
}

impl Agrees for Numeral {
    fn is_plural(&self) -> bool {
        self.0 != 1
    }
}

/// A number written in digits: "3".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits(pub(crate) i32);

impl Syntax for Digits {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let number = p.raw(at).and_then(|word| word.parse::<u16>().ok().filter(|n| n.to_string() == word));
        found.extend(number.map(|n| (Digits(i32::from(n)), at + 1)));
    }
    begins_with!(kinds Digit);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&self.0.to_string());
    }
}

/// A die by its number of sides: "d20" (CR 706.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Die(pub(crate) u8);

impl Syntax for Die {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let sides = p.raw(at).and_then(|word| word.strip_prefix('d')).and_then(|sides| sides.parse::<u8>().ok());
        found.extend(sides.filter(|sides| *sides > 1).map(|sides| (Die(sides), at + 1)));
    }
    begins_with!(kinds Small);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&format!("d{}", self.0));
    }
}

/// The results of a roll that a line of a results table is about, from the first to the last (CR 706.2a): "10—19 |".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Results(pub(crate) i32, pub(crate) i32);

impl Syntax for Results {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<u8>().ok()).map(i32::from);
        let Some(first) = number(p.peek(at)) else { return };
        match (p.peek(at + 1), number(p.peek(at + 2)), p.peek(at + 3)) {
            (Some("|"), ..) => found.push((Results(first, first), at + 2)),
            (Some("⸺"), Some(last), Some("|")) if first < last => found.push((Results(first, last), at + 4)),
            _ => {}
        }
    }
    begins_with!(kinds Digit);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&self.0.to_string());
        if self.1 != self.0 {
            out.word("⸺");
            out.word(&self.1.to_string());
        }
        out.word("|");
    }
}

/// An ordinal: "second".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordinal(pub(crate) u8);

const ORDINALS: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

impl Syntax for Ordinal {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let number = (0..ORDINALS.len()).find(|n| p.is(at, ORDINALS[*n]));
        found.extend(number.map(|n| (Ordinal(n as u8 + 1), at + 1)));
    }
    begins_with!(literals ORDINALS);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(ORDINALS[usize::from(self.0) - 1]);
    }
}

/// A colour word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) Colors);

impl Syntax for Color {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let row = Colors::TABLE.iter().find(|row| p.is(at, row.2));
        found.extend(row.map(|row| (Color(row.0), at + 1)));
    }
    begins_with!(literals Colors::TABLE.iter().map(|row| row.2));
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(Colors::TABLE.iter().find(|row| row.0 == self.0).map_or("?", |row| row.2));
    }
}

/// A card type, or "permanent", as a noun in singular or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeWord(pub(crate) CardTypes);

const TYPE_WORDS: [(CardTypes, &str, &str); 10] = [
    (CardTypes::ARTIFACT, "artifact", "artifacts"),
    (CardTypes::BATTLE, "battle", "battles"),
    (CardTypes::CREATURE, "creature", "creatures"),
    (CardTypes::ENCHANTMENT, "enchantment", "enchantments"),
    (CardTypes::INSTANT, "instant", "instants"),
    (CardTypes::KINDRED, "kindred", "kindreds"),
    (CardTypes::LAND, "land", "lands"),
    (CardTypes::PLANESWALKER, "planeswalker", "planeswalkers"),
    (CardTypes::SORCERY, "sorcery", "sorceries"),
    (CardTypes::PERMANENT, "permanent", "permanents"),
];

impl Syntax for TypeWord {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let row = TYPE_WORDS.iter().find(|row| p.is(at, if ctx.plural { row.2 } else { row.1 }));
        found.extend(row.map(|row| (TypeWord(row.0), at + 1)));
    }
    begins_with!(literals TYPE_WORDS.iter().flat_map(|row| [row.1, row.2]));
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        let row = TYPE_WORDS.iter().find(|row| row.0 == self.0);
        out.word(row.map_or("?", |row| if ctx.plural { row.2 } else { row.1 }));
    }
}

/// The name of another card: words with capitals, small words between them, and commas before more of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) String);

/// Small words inside names.
const NAME_WORDS: [&str; 16] =
    ["of", "the", "a", "an", "and", "in", "to", "for", "with", "on", "at", "by", "from", "'s", "'", "into"];

impl Syntax for Name {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let capital = |word: &str| word.starts_with(|c: char| c.is_uppercase());
        let (mut next, mut text) = (at, String::new());
        loop {
            // As many words as there are up to the last with a capital.
            let mut end = None;
            let mut place = next;
            while let Some(word) = p.peek(place)
                && (capital(word)
                    || (place > next && NAME_WORDS.contains(&word))
                    || (next > at && place == next && word == "the"))
            {
                place += 1;
                if capital(word) || (word == "'s" && p.peek(place).is_some_and(capital)) {
                    end = Some(place);
                }
            }
            let Some(end) = end else { return };
            for word in next..end {
                let word = p.raw(word).unwrap_or_default();
                if !text.is_empty() && !word.starts_with('\'') {
                    text.push(' ');
                }
                text.push_str(word);
            }
            found.push((Name(text.clone()), end));
            // "Nicol Bolas, the Deceiver"
            let goes_on = |word: &str| capital(word) || (word == "the" && p.peek(end + 2).is_some_and(capital));
            if p.peek(end) != Some(",") || !p.peek(end + 1).is_some_and(goes_on) {
                return;
            }
            text.push(',');
            next = end + 1;
        }
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, _: Ctx) {
        for part in self.0.split(' ') {
            let (word, comma) = part.strip_suffix(',').map_or((part, false), |word| (word, true));
            let (stem, ending) = match word {
                "Urza's" => (word, ""),
                word => word.strip_suffix("'s").map_or((word, ""), |stem| (stem, "'s")),
            };
            out.word(stem);
            if !ending.is_empty() {
                out.word(ending);
            }
            if comma {
                out.word(",");
            }
        }
    }
}

/// A supertype as an adjective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Supertype(pub(crate) Supertypes);

const SUPERTYPE_WORDS: [(Supertypes, &str); 4] = [
    (Supertypes::BASIC, "basic"),
    (Supertypes::LEGENDARY, "legendary"),
    (Supertypes::SNOW, "snow"),
    (Supertypes::WORLD, "world"),
];

impl Syntax for Supertype {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let row = SUPERTYPE_WORDS.iter().find(|row| p.is(at, row.1));
        found.extend(row.map(|row| (Supertype(row.0), at + 1)));
    }
    begins_with!(literals SUPERTYPE_WORDS.map(|row| row.1));
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(SUPERTYPE_WORDS.iter().find(|row| row.0 == self.0).map_or("?", |row| row.1));
    }
}

/// What "non" can stand before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Non {
    Type(CardTypes),
    Color(Colors),
    Super(Supertypes),
    Sub(Subtype),
    Token,
}

impl Non {
    fn from_word(word: &str) -> Option<Non> {
        if let Some(name) = word.strip_prefix("non-").or_else(|| word.strip_prefix("Non-")) {
            return Subtype::from_name(name).map(Non::Sub);
        }
        let rest = word.strip_prefix("non").or_else(|| word.strip_prefix("Non"))?;
        if rest == "token" {
            return Some(Non::Token);
        }
        TYPE_WORDS
            .iter()
            .find(|row| row.1 == rest && row.0 != CardTypes::PERMANENT)
            .map(|row| Non::Type(row.0))
            .or_else(|| Colors::named(rest).map(Non::Color))
            .or_else(|| SUPERTYPE_WORDS.iter().find(|row| row.1 == rest).map(|row| Non::Super(row.0)))
    }

    fn word(self) -> String {
        match self {
            Non::Type(types) => {
                TYPE_WORDS.iter().find(|row| row.0 == types).map_or(String::new(), |r| format!("non{}", r.1))
            }
            Non::Color(color) => {
                Colors::TABLE.iter().find(|row| row.0 == color).map_or(String::new(), |r| format!("non{}", r.2))
            }
            Non::Super(sup) => {
                SUPERTYPE_WORDS.iter().find(|row| row.0 == sup).map_or(String::new(), |r| format!("non{}", r.1))
            }
            Non::Sub(sub) => format!("non-{}", sub.name()),
            Non::Token => "nontoken".to_owned(),
        }
    }
}

impl Syntax for Non {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let capital = p.begins(at);
        if let Some(word) = p.raw(at)
            && (word.starts_with("non") || (capital && word.starts_with("Non")))
            && let Some(non) = Non::from_word(word)
        {
            found.push((non, at + 1));
        }
    }
    begins_with!(kinds Non);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&self.word());
    }
}

/// Plurals that do not follow the rule.
const IRREGULAR: [(&str, &str); 30] = [
    ("Elf", "Elves"),
    ("Dwarf", "Dwarves"),
    ("Wolf", "Wolves"),
    ("Werewolf", "Werewolves"),
    ("Fish", "Fish"),
    ("Kavu", "Kavu"),
    ("Merfolk", "Merfolk"),
    ("Treefolk", "Treefolk"),
    ("Moonfolk", "Moonfolk"),
    ("Sheep", "Sheep"),
    ("Mouse", "Mice"),
    ("Ox", "Oxen"),
    ("Fungus", "Fungi"),
    ("Homunculus", "Homunculi"),
    ("Djinn", "Djinn"),
    ("Kithkin", "Kithkin"),
    ("Eldrazi", "Eldrazi"),
    ("Samurai", "Samurai"),
    ("Kor", "Kor"),
    ("Vedalken", "Vedalken"),
    ("Myr", "Myr"),
    ("Plains", "Plains"),
    ("Locus", "Loci"),
    ("Faerie", "Faeries"),
    ("Child", "Children"),
    ("Aetherborn", "Aetherborn"),
    ("Equipment", "Equipment"),
    ("Spacecraft", "Spacecraft"),
    ("Kirin", "Kirin"),
    ("Hero", "Heroes"),
];

fn plural(name: &str) -> String {
    if let Some(row) = IRREGULAR.iter().find(|row| row.0 == name) {
        return row.1.to_owned();
    }
    let vowel_y = ["ay", "ey", "oy"].iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        Some(stem) if !vowel_y => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh", "z"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

static PLURALS: LazyLock<(BTreeMap<String, Subtype>, BTreeMap<Subtype, String>)> = LazyLock::new(|| {
    let by_subtype: BTreeMap<Subtype, String> = Subtype::all().map(|sub| (sub, plural(sub.name()))).collect();
    let mut by_name = BTreeMap::new();
    for (sub, name) in &by_subtype {
        by_name.entry(name.clone()).or_insert(*sub);
    }
    (by_name, by_subtype)
});

/// A subtype as a noun, in singular or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sub(pub(crate) Subtype);

impl Syntax for Sub {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let Some(word) = p.raw(at).filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())) else { return };
        let subtype = if ctx.plural { PLURALS.0.get(word).copied() } else { Subtype::from_name(word) };
        found.extend(subtype.map(|sub| (Sub(sub), at + 1)));
    }
    begins_with!(kinds Capital);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        match PLURALS.1.get(&self.0) {
            Some(plural) if ctx.plural => out.word(plural),
            _ => out.word(self.0.name()),
        }
    }
}

/// A keyword without a parameter, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyword(pub(crate) Keywords);

/// A keyword that is asked for by its name, and is no bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedKeyword(pub(crate) KeywordName);

impl Syntax for NamedKeyword {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for row in KeywordName::TABLE {
            if let Some(next) = p.literal(at, Literal::new(row.1), ctx) {
                found.push((NamedKeyword(row.0), next));
            }
        }
    }
    begins_with!(literals KeywordName::TABLE.iter().map(|row| row.1));
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(self.0.name(), ctx);
    }
}

impl Syntax for Keyword {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for row in Keywords::TABLE {
            if let Some(next) = p.literal(at, Literal::new(row.1), ctx) {
                found.push((Keyword(row.0), next));
            }
        }
    }
    begins_with!(literals Keywords::TABLE.iter().map(|row| row.1));
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(Keywords::TABLE.iter().find(|row| row.0 == self.0).map_or("?", |row| row.1), ctx);
    }
}

/// The name of a kind of counter: "+1/+1", "charge".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CounterWord(pub(crate) String);

/// Keyword counters of two words (CR 122.1b).
const TWO_WORD_COUNTERS: [&str; 2] = ["first strike", "double strike"];
/// Words that stand before "counter" without being the name of one.
const NOT_COUNTERS: [&str; 22] = [
    "a",
    "an",
    "the",
    "that",
    "those",
    "more",
    "of",
    "each",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "many",
    "all",
    "any",
    "additional",
    "no",
    "these",
    "its",
    "fewer",
];

/// Returns whether one word can be the name of a kind of counter.
fn is_counter_name(word: &str) -> bool {
    let sized = matches!(word.as_bytes(), [b'+' | b'-', b'0'..=b'9', b'/', b'+' | b'-', b'0'..=b'9']);
    sized || word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase()) && !NOT_COUNTERS.contains(&word)
}

/// The name of a kind of counter that begins at a token, whatever follows, with the place after it.
fn counter_name(p: &mut Parser<'_>, at: usize) -> Option<(String, usize)> {
    for name in TWO_WORD_COUNTERS {
        if let Some(next) = p.literal(at, Literal::new(name), Ctx::SINGULAR) {
            return Some((name.to_owned(), next));
        }
    }
    p.raw(at).filter(|word| is_counter_name(word)).map(|word| (word.to_owned(), at + 1))
}

impl Syntax for CounterWord {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for name in TWO_WORD_COUNTERS {
            if let Some(next) = p.literal(at, Literal::new(name), ctx) {
                found.push((CounterWord(name.to_owned()), next));
            }
        }
        // What follows must be the word itself, or else every small word would be tried as a kind of counter.
        if let Some(word) = p.raw(at).filter(|word| is_counter_name(word))
            && (p.is(at + 1, "counter") || p.is(at + 1, "counters"))
        {
            found.push((CounterWord(word.to_owned()), at + 1));
        }
    }
    begins_with!(kinds Capital Small Slash);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(&self.0, ctx);
    }
}

/// The name of one of several kinds of counters, of which the last has "counter" behind it or none has: "a menace, trample, or reach counter".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedCounter(pub(crate) CounterWord);

impl Syntax for ListedCounter {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        if let Some((name, next)) = counter_name(p, at)
            && [",", "or", "and", "counter", "on"].iter().any(|word| p.is(next, word))
        {
            found.push((ListedCounter(CounterWord(name)), next));
        }
    }
    begins_with!(kinds Capital Small Slash);
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        self.0.write(out, ctx);
    }
}

/// A row of pawprints: what a mode is worth (CR 700.2i).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pawprints(pub(crate) u8);

impl Syntax for Pawprints {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let count = (at..).take_while(|at| p.raw(*at) == Some("{P}")).count();
        if count > 0 {
            found.push((Pawprints(count as u8), at + count));
        }
    }
    begins_with!(kinds Symbol);
    fn write(&self, out: &mut Printer, _: Ctx) {
        (0..self.0).for_each(|_| out.word("{P}"));
    }
}

/// A row of mana symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mana(pub(crate) ManaCost);

impl Syntax for Mana {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut symbols = Vec::new();
        let mut next = at;
        while let Some(symbol) = p.raw(next).filter(|w| w.starts_with('{')).and_then(|w| w.parse::<ManaSymbol>().ok()) {
            symbols.push(symbol);
            next += 1;
        }
        match symbols.as_slice() {
            [] => {}
            [ManaSymbol::Generic(0)] => found.push((Mana(ManaCost::default()), next)),
            _ => found.push((Mana(ManaCost { symbols }), next)),
        }
    }
    begins_with!(kinds Symbol);
    fn write(&self, out: &mut Printer, _: Ctx) {
        if self.0.symbols.is_empty() {
            out.word("{0}");
        }
        self.0.symbols.iter().for_each(|symbol| out.word(&symbol.to_string()));
    }
}

/// A row of one special symbol, such as `{E}{E}`, as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnergySymbols(pub(crate) i32);

impl Syntax for EnergySymbols {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut next = at;
        while p.is(next, "{E}") {
            next += 1;
        }
        if next > at {
            found.push((EnergySymbols((next - at) as i32), next));
        }
    }
    begins_with!(kinds Symbol);
    fn write(&self, out: &mut Printer, _: Ctx) {
        (0..self.0).for_each(|_| out.word("{E}"));
    }
}

/// One half of a change of power and toughness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delta {
    /// "+2", "-0": whether it is written with a minus sign, and the number.
    Number(bool, i32),
    /// "+X", "-X".
    X(bool),
}

impl Delta {
    fn parse(text: &str) -> Option<Delta> {
        let minus = text.starts_with('-');
        let rest = text.strip_prefix(['+', '-'])?;
        if rest == "X" {
            return Some(Delta::X(minus));
        }
        rest.parse::<u16>()
            .ok()
            .filter(|n| *n < 10_000 && n.to_string() == rest)
            .map(|n| Delta::Number(minus, i32::from(n)))
    }
    fn text(self) -> String {
        match self {
            Delta::Number(minus, n) => format!("{}{n}", if minus { '-' } else { '+' }),
            Delta::X(minus) => format!("{}X", if minus { '-' } else { '+' }),
        }
    }
}

/// A change of power and toughness: "+1/+1", "-X/-0".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PtChange(pub(crate) Delta, pub(crate) Delta);

impl Syntax for PtChange {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let Some((power, toughness)) = p.raw(at).and_then(|word| word.split_once('/')) else { return };
        if let (Some(power), Some(toughness)) = (Delta::parse(power), Delta::parse(toughness)) {
            found.push((PtChange(power, toughness), at + 1));
        }
    }
    begins_with!(kinds Slash);
    fn write(&self, out: &mut Printer, _: Ctx) {
        out.word(&format!("{}/{}", self.0.text(), self.1.text()));
    }
}

/// A printed power and toughness: "2/2", "X/X". `None` is X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PtBox(pub(crate) Option<i32>, pub(crate) Option<i32>);

impl Syntax for PtBox {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        fn side(text: &str) -> Option<Option<i32>> {
            if text == "X" {
                Some(None)
            } else {
                text.parse::<u8>().ok().filter(|n| n.to_string() == text).map(|n| Some(i32::from(n)))
            }
        }
        let Some((power, toughness)) = p.raw(at).and_then(|word| word.split_once('/')) else { return };
        if let (Some(power), Some(toughness)) = (side(power), side(toughness)) {
            found.push((PtBox(power, toughness), at + 1));
        }
    }
    begins_with!(kinds Slash);
    fn write(&self, out: &mut Printer, _: Ctx) {
        let side = |n: Option<i32>| n.map_or("X".to_owned(), |n| n.to_string());
        out.word(&format!("{}/{}", side(self.0), side(self.1)));
    }
}

/// A loyalty symbol: `Some` number, or −X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoyaltySymbol(pub(crate) Option<i32>);

impl Syntax for LoyaltySymbol {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let Some(word) = p.raw(at) else { return };
        let symbol = match word {
            "0" => Some(Some(0)),
            "−X" => Some(None),
            _ => {
                let number = word.strip_prefix('+').map(|n| (1, n)).or_else(|| word.strip_prefix('−').map(|n| (-1, n)));
                number.and_then(|(sign, n)| n.parse::<u8>().ok().map(|n| Some(sign * i32::from(n))))
            }
        };
        found.extend(symbol.map(|symbol| (LoyaltySymbol(symbol), at + 1)));
    }
    begins_with!(kinds Digit Sign);
    fn write(&self, out: &mut Printer, _: Ctx) {
        match self.0 {
            None => out.word("−X"),
            Some(0) => out.word("0"),
            Some(n) if n > 0 => out.word(&format!("+{n}")),
            Some(n) => out.word(&format!("−{}", -n)),
        }
    }
}
