//! "The same is true for first strike, double strike, and vigilance": what a paragraph says of one keyword, said of each.

/// Keywords that are said to be treated like another one. Those that stand for a family (protection, landwalk) aren't here: what is true of
/// them is true of each member.
const KEYWORDS: &[&str] = &[
    "flying",
    "first strike",
    "double strike",
    "deathtouch",
    "haste",
    "hexproof",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "shroud",
    "skulk",
    "fear",
    "trample",
    "vigilance",
];

/// Between what is said and what it is true for as well.
const SAME: &str = " The same is true for ";

/// The paragraphs that say the same with every keyword spelled out: one with a sentence for each, if it is an ability that triggers, or else as
/// many static abilities. The paragraph itself, if it says nothing of the kind, or something that can't be spelled out.
pub(crate) fn spelled_out(text: &str) -> Vec<String> {
    let whole = || vec![text.to_owned()];
    let Some((said, list)) = text.split_once(SAME) else { return whole() };
    let Some(others) = list.strip_suffix('.').and_then(keywords) else { return whole() };
    // The keyword that it is said of: what has it, and what gets it.
    let twice = |keyword: &&&str| said.matches(**keyword).count() == 2;
    let mut bases = KEYWORDS.iter().filter(twice);
    let (Some(base), None) = (bases.next(), bases.next()) else { return whole() };
    // "If a card discarded this way has flying" asks whether there was one.
    let said = &said.replace(
        &format!("a card discarded this way has {base}"),
        &format!("a card with {base} was discarded this way"),
    );
    if said.contains('"') || others.contains(base) {
        return whole();
    }
    let with = |sentence: &str, keyword: &str| sentence.replace(base, keyword);
    // What is done as it enters comes first, once.
    if let Some(each) = said.strip_prefix("As ~ enters, ").and_then(|said| said.split_once(". It enters with ")) {
        let mut all = said.to_owned();
        for keyword in others {
            let article = if keyword.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let sentence = with(each.1, keyword);
            let sentence = sentence.split_once(' ').map_or("", |(_, rest)| rest);
            all.push_str(&format!(" It enters with {article} {sentence}"));
        }
        return vec![all];
    }
    if said.matches('.').count() != 1 {
        return whole();
    }
    match effect_of_trigger(said) {
        Some(effect) => {
            let mut all = said.to_owned();
            for keyword in others {
                all.push(' ');
                all.push_str(&capitalized(&with(effect, keyword)));
            }
            vec![all]
        }
        None => std::iter::once(said.to_owned()).chain(others.iter().map(|keyword| with(said, keyword))).collect(),
    }
}

/// What follows the event of an ability that triggers.
fn effect_of_trigger(said: &str) -> Option<&str> {
    let begins = ["At the beginning of ", "Whenever ", "When "].iter().any(|word| said.starts_with(word));
    if begins { said.split_once(", ").map(|(_, effect)| effect) } else { None }
}

/// The keywords of a list in a sentence, if all of it are such.
fn keywords(list: &str) -> Option<Vec<&'static str>> {
    let items = list.split(", ").map(|item| item.strip_prefix("and ").unwrap_or(item));
    items.map(|item| KEYWORDS.iter().find(|keyword| **keyword == item).copied()).collect()
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_spelled_out() {
        let text = "At the beginning of combat, it gains flying if you have flying. The same is true for reach, and first strike.";
        let all = "At the beginning of combat, it gains flying if you have flying. It gains reach if you have reach. It gains first strike if you have first strike.";
        assert_eq!(spelled_out(text), [all]);
        let text = "~ has reach as long as it has reach. The same is true for haste, and fear.";
        let each = ["reach", "haste", "fear"].map(|word| format!("~ has {word} as long as it has {word}."));
        assert_eq!(spelled_out(text), each);
    }

    #[test]
    fn families_are_left_as_they_are() {
        for text in [
            "~ has flying if it has flying. The same is true for protection, and reach.",
            "~ has flying. The same is true for reach, and haste.",
            "Players can't cast creature spells. The same is true for artifacts and enchantments.",
        ] {
            assert_eq!(spelled_out(text), [text]);
        }
    }
}
