//! English words: who does what in the right form, numbers, lists, nouns in singular and plural.

use crate::effect::{MovedKinds, OfferedTypes};
use crate::keyword::{Keywords, Marks, Restrictions};
use crate::types::{CardTypes, Colors};

/// Someone or something that does things or that things are done to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Who {
    pub(super) text: String,
    person: Person,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Person {
    You,
    One,
    Many,
}

impl Who {
    pub(super) fn you() -> Who {
        Who { text: "you".to_owned(), person: Person::You }
    }

    pub(super) fn one(text: impl Into<String>) -> Who {
        Who { text: text.into(), person: Person::One }
    }

    pub(super) fn many(text: impl Into<String>) -> Who {
        Who { text: text.into(), person: Person::Many }
    }

    pub(super) fn is_many(&self) -> bool {
        self.person == Person::Many
    }

    pub(super) fn is_you(&self) -> bool {
        self.person == Person::You
    }

    /// The same person under another name.
    pub(super) fn named(&self, text: impl Into<String>) -> Who {
        Who { text: text.into(), person: self.person }
    }

    /// "you draw a card", "each opponent draws a card".
    pub(super) fn does(&self, what: &str) -> String {
        format!("{} {}", self.text, self.form(what))
    }

    /// The words for what it does, in its form: "draw a card", "draws a card".
    pub(super) fn form(&self, what: &str) -> String {
        let (verb, rest) = what.split_once(' ').map_or((what, ""), |(verb, rest)| (verb, rest));
        let verb = match (verb, self.person) {
            ("be", Person::One) => "is".to_owned(),
            ("be", _) => "are".to_owned(),
            ("have", Person::One) => "has".to_owned(),
            ("may" | "can" | "can't" | "must", _) => verb.to_owned(),
            (_, Person::One) => third_person(verb),
            _ => verb.to_owned(),
        };
        if rest.is_empty() { verb } else { format!("{verb} {rest}") }
    }

    /// "your", "each opponent's".
    pub(super) fn of(&self) -> String {
        match self.person {
            Person::You => "your".to_owned(),
            _ if self.text.ends_with('s') => format!("{}'", self.text),
            _ => format!("{}'s", self.text),
        }
    }

    /// "your", "their": where it was named just before.
    pub(super) fn their(&self) -> &'static str {
        if self.is_you() { "your" } else { "their" }
    }
}

fn third_person(verb: &str) -> String {
    let consonant_y = verb.ends_with('y') && !["ay", "ey", "oy"].iter().any(|end| verb.ends_with(end));
    if consonant_y {
        format!("{}ies", &verb[..verb.len() - 1])
    } else if ["s", "x", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end)) {
        format!("{verb}es")
    } else {
        format!("{verb}s")
    }
}

/// "a, b, and c".
pub(super) fn list_and(parts: &[String]) -> String {
    joined(parts, "and")
}

/// "a, b, or c".
pub(super) fn list_or(parts: &[String]) -> String {
    joined(parts, "or")
}

fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [one, two] => format!("{one} {word} {two}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

/// A number as a word, up to ten.
pub(super) fn number(number: i32) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number).ok().and_then(|number| WORDS.get(number)).map_or(number.to_string(), ToString::to_string)
}

/// "a" or "an" before the words.
pub fn article(words: &str) -> &'static str {
    let vowel = words.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', '8']) || words.starts_with("un");
    if vowel && !words.starts_with("one ") { "an" } else { "a" }
}

/// The words with their article.
pub(super) fn an(words: &str) -> String {
    format!("{} {words}", article(words))
}

/// The plural of the last word.
pub(super) fn plural(words: &str) -> String {
    let consonant_y = words.ends_with('y') && !["ay", "ey", "oy"].iter().any(|end| words.ends_with(end));
    if consonant_y {
        format!("{}ies", &words[..words.len() - 1])
    } else if let Some(stem) = words.strip_suffix("rf").or_else(|| words.strip_suffix("lf")) {
        let last = &words[stem.len()..stem.len() + 1];
        format!("{stem}{last}ves")
    } else if words.ends_with('s') || words.ends_with("sh") {
        words.to_owned()
    } else {
        format!("{words}s")
    }
}

/// "first", "second".
pub(super) fn ordinal(place: usize) -> String {
    const WORDS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    WORDS.get(place).map_or(format!("{}th", place + 1), ToString::to_string)
}

/// The sentence with a capital letter and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().collect());
    let end = if words.ends_with(['.', ':']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// The names of card types, in the order of the table.
pub(super) fn types(types: CardTypes) -> Vec<String> {
    CardTypes::TABLE.iter().filter(|row| types.contains(row.0)).map(|row| row.1.to_lowercase()).collect()
}

/// The names of colours.
pub(super) fn colors(colors: Colors) -> Vec<String> {
    Colors::TABLE.iter().filter(|row| colors.contains(row.0)).map(|row| row.2.to_owned()).collect()
}

/// A mana symbol for one mana of a colour, or of none.
pub(super) fn mana_symbol(color: Colors) -> String {
    Colors::TABLE.iter().find(|row| row.0 == color).map_or("{C}".to_owned(), |row| format!("{{{}}}", row.1))
}

/// The names of keywords.
pub(super) fn keywords(keywords: Keywords) -> Vec<String> {
    Keywords::TABLE.iter().filter(|row| keywords.contains(row.0)).map(|row| row.1.to_owned()).collect()
}

/// The names of flags that have no table: their own, in words.
fn flag_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(|name| name.to_lowercase().replace('_', " ")).collect()
}

/// What designations are called.
pub(super) fn marks(marks: Marks) -> String {
    list_and(&flag_names(marks.iter_names().map(|row| row.0)))
}

/// What restrictions say of what they apply to, as something that it does.
pub(super) fn restrictions(restrictions: Restrictions) -> Vec<String> {
    let said = RESTRICTIONS.iter().filter(|row| {
        let is_part = |whole: Restrictions| whole != row.0 && whole.contains(row.0) && restrictions.contains(whole);
        restrictions.contains(row.0) && !RESTRICTIONS.iter().any(|other| is_part(other.0))
    });
    let mut all: Vec<String> = said.map(|row| row.1.to_owned()).collect();
    let known = RESTRICTIONS.iter().fold(Restrictions::empty(), |known, row| known | row.0);
    let others = flag_names((restrictions - known).iter_names().map(|row| row.0));
    all.extend(others.into_iter().map(|name| format!("be under the rule '{name}'")));
    all
}

const RESTRICTIONS: &[(Restrictions, &str)] = &[
    (Restrictions::CANT_ATTACK, "can't attack"),
    (Restrictions::CANT_BLOCK, "can't block"),
    (Restrictions::CANT_BE_BLOCKED, "can't be blocked"),
    (Restrictions::MUST_ATTACK, "attack each combat if able"),
    (Restrictions::MUST_ATTACK_PLAYER, "attack that opponent if able"),
    (Restrictions::MUST_BLOCK, "block each combat if able"),
    (Restrictions::DOESNT_UNTAP, "can't untap during its controller's untap step"),
    (Restrictions::CANT_ACTIVATE, "can't have its activated abilities activated"),
    (Restrictions::IGNORES_DEFENDER, "can attack as though it didn't have defender"),
    (Restrictions::TOUGHNESS_AS_DAMAGE, "assign combat damage equal to its toughness rather than its power"),
    (Restrictions::LURE, "must be blocked by all creatures able to block it"),
    (Restrictions::CANT_BE_COUNTERED, "can't be countered"),
    (Restrictions::CANT_ATTACK_ALONE, "can't attack alone"),
    (Restrictions::CANT_BLOCK_ALONE, "can't block alone"),
    (Restrictions::CANT_BE_SACRIFICED, "can't be sacrificed"),
    (Restrictions::CANT_BE_REGENERATED, "can't be regenerated"),
    (Restrictions::BLOCKS_FLYERS_ONLY, "can block only creatures with flying"),
    (Restrictions::MUST_BE_BLOCKED, "must be blocked if able"),
    (Restrictions::BLOCKS_ANY_NUMBER, "can block any number of creatures"),
    (Restrictions::CANT_BE_ENCHANTED, "can't be enchanted"),
    (Restrictions::CANT_CREW, "can't crew vehicles"),
    (Restrictions::CANT_ACTIVATE_NONMANA, "can't have its activated abilities activated unless they're mana abilities"),
    (Restrictions::CANT_ACTIVATE_MANA, "can't have its mana abilities activated"),
    (Restrictions::AS_UNBLOCKED, "may assign its combat damage as though it weren't blocked"),
    (Restrictions::SADDLED, "become saddled"),
    (Restrictions::SUSPECTED, "become suspected"),
    (Restrictions::NO_GREATER_BLOCKER, "can't be blocked by creatures with greater power"),
    (Restrictions::THREE_BLOCKERS, "can't be blocked except by three or more creatures"),
    (Restrictions::ONE_BLOCKER, "can't be blocked by more than one creature"),
    (Restrictions::GOADED, "be goaded"),
    (Restrictions::NO_COMBAT_DAMAGE, "assign no combat damage"),
];

/// A noun with what stands before and after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Noun {
    /// Words before it: "untapped", "red".
    pub(super) before: Vec<String>,
    /// The noun, or several joined by "or".
    pub(super) heads: Vec<String>,
    /// What follows each head: "card", "spell".
    pub(super) kind: Option<&'static str>,
    /// Words after it: "you control", "with flying".
    pub(super) after: Vec<String>,
    /// A name that says all: "the creature that ~ is attached to".
    pub(super) whole: Option<String>,
}

impl Noun {
    /// Kinds of which one must fit as well as those that are said already: "Elf" and "creature" are "Elf creature".
    pub(super) fn add_heads(&mut self, kinds: &[String]) {
        if self.heads.is_empty() {
            self.heads = kinds.to_vec();
            return;
        }
        let both = self.heads.iter().flat_map(|head| kinds.iter().map(move |kind| format!("{head} {kind}")));
        self.heads = both.collect();
    }

    fn with(&self, form: fn(&str) -> String) -> String {
        if let Some(whole) = &self.whole {
            // What else is asked of it is said after its name.
            let mut words = vec![whole.clone()];
            let what: Vec<String> = self.before.iter().chain(&self.heads).cloned().collect();
            if !what.is_empty() {
                words.push(format!("(if {})", what.join(" ")));
            }
            words.extend(self.after.iter().cloned());
            return words.join(" ");
        }
        let heads: Vec<String> = match self.kind {
            Some(kind) => {
                let last = if self.heads.is_empty() { String::new() } else { format!("{} ", list_or(&self.heads)) };
                vec![format!("{last}{}", form(kind))]
            }
            None => self.heads.iter().map(|head| form(head)).collect(),
        };
        let mut words = self.before.clone();
        words.push(list_or(&heads));
        words.extend(self.after.iter().cloned());
        words.join(" ")
    }

    /// "creature you control".
    pub(super) fn singular(&self) -> String {
        self.with(str::to_owned)
    }

    /// "creatures you control".
    pub(super) fn plural(&self) -> String {
        self.with(plural)
    }

    /// "a creature you control".
    pub(super) fn one(&self) -> String {
        let words = self.singular();
        if self.whole.is_some() {
            return words;
        }
        // "Another" is one word.
        match words.strip_prefix("other ") {
            Some(rest) => format!("another {rest}"),
            None => format!("{} {words}", article(&words)),
        }
    }

    /// "each creature you control".
    pub(super) fn each(&self) -> String {
        if self.whole.is_some() { self.singular() } else { format!("each {}", self.singular()) }
    }
}

/// The types of which one is chosen.
pub(super) fn offered(types: &OfferedTypes) -> String {
    match types {
        OfferedTypes::All => "a creature type".to_owned(),
        OfferedTypes::AllBut(but) => format!("a creature type other than {}", but.name()),
        OfferedTypes::These(these) => list_or(&these.iter().map(|one| one.name().to_owned()).collect::<Vec<_>>()),
    }
}

/// Which counters of several kinds are moved.
pub(super) fn moved(which: MovedKinds) -> &'static str {
    match which {
        MovedKinds::AnyNumber => "any number of counters of each kind",
        MovedKinds::OneOrMore => "one or more counters",
        MovedKinds::OneOfEachNew => "a counter of each kind that isn't there yet",
    }
}
