//! What objects are and have, in the protocol's words (§6.4, §6.10). The words are made once.

use std::borrow::Cow;
use std::sync::LazyLock;

use gauntlet_cards::card::{self, Layout, Pool};
use gauntlet_cards::keyword::{Keywords, Marks, Restrictions};
use gauntlet_cards::types::{CardTypes, Colors, Subtype, SubtypeKind, Supertypes};
use gauntlet_magic::state::{self, Flags, Noted, Object};
use gauntlet_spellbench::observation::{Characteristics, Chosen};
use gauntlet_spellbench::vocabulary::{CardType, ChosenKind, Color, Supertype, normalized};

use super::printed::Printed;
use super::scene::Seating;

/// A word of an open list.
pub(super) type Word = Cow<'static, str>;

/// The same list with words of the protocol.
fn words<F: Copy, W: Copy>(table: &[(F, &str)], all: &[W], word: impl Fn(W) -> &'static str) -> Vec<(F, W)> {
    let named = |name: &str| all.iter().copied().find(|one| word(*one) == normalized(name));
    table.iter().filter_map(|(flag, name)| Some((*flag, named(name)?))).collect()
}

static TYPES: LazyLock<Vec<(CardTypes, CardType)>> =
    LazyLock::new(|| words(&CardTypes::TABLE, CardType::ALL, CardType::word));
static SUPERTYPES: LazyLock<Vec<(Supertypes, Supertype)>> =
    LazyLock::new(|| words(&Supertypes::TABLE, Supertype::ALL, Supertype::word));
static SUBTYPES: LazyLock<Vec<String>> =
    LazyLock::new(|| Subtype::all().map(|subtype| normalized(subtype.name())).collect());
static KEYWORDS: LazyLock<Vec<(Keywords, String)>> =
    LazyLock::new(|| Keywords::TABLE.iter().map(|row| (row.0, keyword(row.1))).collect());

/// What an object is.
pub(super) fn characteristics(values: &card::Characteristics, keywords: Vec<Word>) -> Characteristics {
    let creature = values.types.contains(CardTypes::CREATURE);
    let colors = Colors::TABLE.iter().zip(Color::ALL).filter(|(row, _)| values.colors.contains(row.0));
    let subtypes: &'static [String] = &SUBTYPES;
    Characteristics {
        supertypes: SUPERTYPES.iter().filter(|row| values.supertypes.contains(row.0)).map(|row| row.1).collect(),
        types: TYPES.iter().filter(|row| values.types.contains(row.0)).map(|row| row.1).collect(),
        subtypes: values.subtypes.iter().map(|subtype| Cow::from(&subtypes[usize::from(subtype.0)])).collect(),
        colors: colors.map(|(_, color)| *color).collect(),
        mana_value: u32::from(values.mana_value),
        power: creature.then(|| i32::from(values.power)),
        toughness: creature.then(|| i32::from(values.toughness)),
        keywords: Some(keywords),
    }
}

/// The keywords that an object has, as far as they have no parameter.
pub(super) fn keywords(has: Keywords) -> impl Iterator<Item = Word> {
    let keywords: &'static [(Keywords, String)] = if has.is_empty() { &[] } else { &KEYWORDS };
    keywords.iter().filter(move |row| has.contains(row.0)).map(|row| Cow::from(&row.1))
}

/// A keyword without its parameter.
fn keyword(name: &str) -> String {
    if name.starts_with("protection from") {
        return "protection".to_owned();
    }
    if name.ends_with("walk") {
        return "landwalk".to_owned();
    }
    normalized(name.trim_end_matches('!'))
}

/// A kind of counter as it is called on the wire.
pub(super) fn counter_word(name: &str) -> String {
    let sign = |text: &str| -> Option<String> {
        let (sign, number) = text.split_at_checked(1)?;
        let sign = match sign {
            "+" => "p",
            "-" | "−" => "m",
            _ => return None,
        };
        number.bytes().all(|digit| digit.is_ascii_digit()).then(|| format!("{sign}{number}"))
    };
    let size = name.split_once('/').and_then(|(power, toughness)| Some(sign(power)? + &sign(toughness)?));
    size.unwrap_or_else(|| normalized(name))
}

/// The public statuses of a permanent that aren't characteristics.
pub(super) fn statuses(object: &Object, pool: &Pool) -> Vec<Word> {
    let flipped = object.is(Flags::TRANSFORMED) && pool.card(pool.whole(object.card)).layout == Layout::Flip;
    let statuses = [
        ("exerted", object.marks.contains(Marks::EXERTED)),
        ("flipped", flipped),
        ("goaded", object.restrictions.contains(Restrictions::GOADED)),
        ("harnessed", object.marks.contains(Marks::HARNESSED)),
        ("monstrous", object.marks.contains(Marks::MONSTROUS)),
        ("renowned", object.marks.contains(Marks::RENOWNED)),
        ("saddled", object.restrictions.contains(Restrictions::SADDLED)),
        ("solved", object.marks.contains(Marks::SOLVED)),
    ];
    statuses.into_iter().filter(|(_, has)| *has).map(|(word, _)| Cow::from(word)).collect()
}

/// The level of a Class (CR 716.2).
pub(super) fn class_level(object: &Object) -> Option<u32> {
    static CLASS: LazyLock<Option<Subtype>> = LazyLock::new(|| Subtype::from_name("Class"));
    CLASS.filter(|class| object.characteristics.subtypes.contains(*class))?;
    Some(if let Noted::Level(level) = object.noted { u32::from(level) } else { 1 })
}

/// What was chosen for a permanent: as it entered, or since.
pub(super) fn chosen(object: &Object, printed: &Printed, seating: Seating) -> Vec<Chosen> {
    let value = match object.chosen {
        None => return Vec::new(),
        Some(state::Chosen::Color(color)) => {
            let row = Colors::TABLE.iter().find(|row| color.contains(row.0));
            row.map(|row| (ChosenKind::Color, row.2.to_owned()))
        }
        Some(state::Chosen::Subtype(subtype)) => {
            let kind = match subtype.kind() {
                SubtypeKind::Creature => ChosenKind::CreatureType,
                SubtypeKind::BasicLand | SubtypeKind::Land => ChosenKind::LandType,
                _ => ChosenKind::Other,
            };
            Some((kind, subtype.name().to_owned()))
        }
        Some(state::Chosen::Player(player)) => Some((ChosenKind::Player, seating.seat(player).word().to_owned())),
        Some(state::Chosen::Word(place)) => {
            printed.word(object.card, place).map(|word| (ChosenKind::Other, word.to_owned()))
        }
        Some(state::Chosen::Number(number)) => Some((ChosenKind::Other, number.to_string())),
        Some(state::Chosen::Name(card)) => printed.name(card).map(|name| (ChosenKind::CardName, name.to_owned())),
    };
    value.into_iter().map(|(kind, value)| Chosen { kind, value }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_types_have_their_words() {
        assert_eq!(TYPES.len(), CardTypes::TABLE.len());
        assert_eq!(SUPERTYPES.len(), Supertypes::TABLE.len());
    }

    #[test]
    fn keywords_are_named_without_parameters() {
        assert_eq!(keyword("protection from red"), "protection");
        assert_eq!(keyword("islandwalk"), "landwalk");
        assert_eq!(keyword("start your engines!"), "start_your_engines");
    }

    #[test]
    fn counters_are_called_by_their_words() {
        let words = ["+1/+1", "-1/-1", "+1/+0", "loyalty", "First Strike"].map(counter_word);
        assert_eq!(words, ["p1p1", "m1m1", "p1p0", "loyalty", "first_strike"]);
    }
}
