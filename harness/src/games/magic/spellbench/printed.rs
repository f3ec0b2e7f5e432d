//! What is the same of a card all game long, worked out once for all cards of a game: its names and keywords as the protocol writes them.

use gauntlet_cards::ability::{AbilityKind, Replacement, StaticEffect};
use gauntlet_cards::card::{CardId, Layout, Pool};
use gauntlet_cards::effect::Instr;
use gauntlet_cards::keyword::Keywords;
use gauntlet_spellbench::vocabulary::normalized;

use super::words::{self, Word};

/// Keywords with a parameter, or that stand for a longer ability, by how their paragraphs begin (CR 702). The others are
/// [`Keywords`].
const LONGER: [&str; 101] = [
    "absorb",
    "adapt",
    "affinity",
    "afflict",
    "afterlife",
    "aftermath",
    "amplify",
    "annihilator",
    "assist",
    "backup",
    "bargain",
    "battle cry",
    "bestow",
    "blitz",
    "bloodthirst",
    "bushido",
    "buyback",
    "cascade",
    "casualty",
    "champion",
    "cipher",
    "cleave",
    "compleated",
    "conspire",
    "convoke",
    "craft",
    "crew",
    "cumulative upkeep",
    "cycling",
    "dash",
    "decayed",
    "delve",
    "demonstrate",
    "dethrone",
    "devour",
    "disturb",
    "disguise",
    "dredge",
    "echo",
    "embalm",
    "emerge",
    "enchant",
    "encore",
    "enlist",
    "entwine",
    "equip",
    "escape",
    "eternalize",
    "evoke",
    "evolve",
    "exalted",
    "exploit",
    "extort",
    "fabricate",
    "fading",
    "flashback",
    "foretell",
    "fortify",
    "frenzy",
    "graft",
    "haunt",
    "improvise",
    "ingest",
    "kicker",
    "living weapon",
    "madness",
    "melee",
    "mentor",
    "miracle",
    "mobilize",
    "modular",
    "morph",
    "multikicker",
    "mutate",
    "myriad",
    "ninjutsu",
    "offering",
    "offspring",
    "outlast",
    "persist",
    "plot",
    "poisonous",
    "prototype",
    "prowess",
    "rampage",
    "ravenous",
    "rebound",
    "replicate",
    "retrace",
    "riot",
    "scavenge",
    "soulshift",
    "spectacle",
    "storm",
    "suspend",
    "toxic",
    "training",
    "undying",
    "unearth",
    "vanishing",
    "ward",
];

/// What is the same of a card all game long.
#[derive(Clone, Default, Debug)]
struct Row {
    name: Option<String>,
    full: Option<String>,
    /// Keywords of its text.
    longer: Vec<Word>,
    /// The words of which one is chosen as it enters (CR 614.12b).
    words: Vec<String>,
}

/// What is the same of the cards of a pool all game long.
#[derive(Debug)]
pub(super) struct Printed {
    rows: Vec<Row>,
}

impl Printed {
    pub(super) fn new(pool: &Pool) -> Printed {
        let mut rows = Vec::new();
        for (id, card) in pool.cards() {
            let place = usize::from(id.0);
            rows.resize(rows.len().max(place + 1), Row::default());
            rows[place] = Row {
                name: name_of(pool, id),
                full: full_name(pool, id),
                words: words_to_choose(pool, id),
                longer: longer(&card.text).into_iter().map(|name| Word::from(normalized(name))).collect(),
            };
        }
        Printed { rows }
    }

    /// The name of a card or face as databases have it.
    pub(super) fn name(&self, card: CardId) -> Option<&str> {
        self.rows[usize::from(card.0)].name.as_deref()
    }

    /// The name of a whole card with several faces.
    pub(super) fn full_name(&self, card: CardId) -> Option<&str> {
        self.rows[usize::from(card.0)].full.as_deref()
    }

    /// A word that can be chosen as the card enters, by its place.
    pub(super) fn word(&self, card: CardId, place: u8) -> Option<&str> {
        self.rows[usize::from(card.0)].words.get(usize::from(place)).map(String::as_str)
    }

    /// The keywords of an object that shows a card, without parameters (§6.10): those that it has, and the longer ones of its text unless
    /// it has lost them.
    pub(super) fn keywords(&self, card: CardId, has: Keywords, keeps_text: bool) -> Vec<Word> {
        let mut words: Vec<Word> = words::keywords(has).collect();
        if keeps_text {
            words.extend_from_slice(&self.rows[usize::from(card.0)].longer);
        }
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// The words of which one is chosen as a card enters.
fn words_to_choose(pool: &Pool, card: CardId) -> Vec<String> {
    let choices = pool.card(card).abilities.iter().filter_map(|id| match &pool.ability(*id).kind {
        AbilityKind::Static(ability) => match &ability.effect {
            StaticEffect::Replacement(Replacement::AsEnters(script)) => Some(script),
            _ => None,
        },
        _ => None,
    });
    let mut code = choices.flat_map(|script| &script.parts).flat_map(|part| &part.code);
    let words = code.find_map(|instr| match instr {
        Instr::ChooseWord(_, words, _) => Some(words.clone()),
        _ => None,
    });
    words.unwrap_or_default()
}

/// The longer keywords that paragraphs begin with.
fn longer(text: &[String]) -> Vec<&'static str> {
    let begins = |paragraph: &str, name: &str| {
        let Some(start) = paragraph.get(..name.len()) else { return false };
        let rest = &paragraph[name.len()..];
        start.eq_ignore_ascii_case(name) && !rest.starts_with(|letter: char| letter.is_alphabetic() || letter == '\'')
    };
    // Keywords stand alone in their paragraph, or in a list with others: they don't begin sentences.
    let parts = text.iter().filter(|line| !line.trim_end().ends_with('.')).flat_map(|line| line.split(", "));
    let parts: Vec<&str> = parts.collect();
    LONGER.into_iter().filter(|name| parts.iter().any(|part| begins(part, name))).collect()
}

/// The name of a card or face as databases have it.
pub(super) fn name_of(pool: &Pool, card: CardId) -> Option<String> {
    let card = pool.card(card);
    let name = if card.token { card.name.strip_suffix(" Token").unwrap_or(&card.name) } else { &card.name };
    (!name.is_empty()).then(|| name.to_owned())
}

/// The name of a whole card with several faces.
pub(super) fn full_name(pool: &Pool, card: CardId) -> Option<String> {
    let whole = pool.card(pool.whole(card));
    if matches!(whole.layout, Layout::Single | Layout::Prototype | Layout::Bestow) || whole.faces.is_empty() {
        return None;
    }
    if whole.name.contains(" // ") {
        return Some(whole.name.clone());
    }
    let own = (!whole.layout.has_halves()).then_some(whole.name.as_str());
    let faces = whole.faces.iter().map(|face| pool.card(*face).name.as_str());
    Some(own.into_iter().chain(faces).collect::<Vec<_>>().join(" // "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_keywords_stand_alone_in_their_paragraph() {
        let lines =
            ["Flying, ward {2}", "Equip {1}", "Cycling costs you pay cost less.", "Equipped creature has haste"];
        assert_eq!(longer(&lines.map(str::to_owned)), ["equip", "ward"]);
    }
}
