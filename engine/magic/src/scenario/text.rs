//! Comparing texts that mean the same: names, ability texts of two templating eras, own names and "this creature".

/// What scenarios call a permanent or card that is face down (CR 708.2a: it has no name).
pub(super) const FACE_DOWN: &str = "[face_down]";

/// A text in the form in which texts are compared: lower case, own names as `~`, without reminder text and markup.
pub(super) fn plain(text: &str, own_name: &str) -> String {
    let mut text = without(&without(text, '(', ')'), '<', '>').to_lowercase();
    if !own_name.is_empty() {
        let name = own_name.to_lowercase();
        text = text.replace(&name, "~");
        if let Some((short, _)) = name.split_once(", ") {
            text = text.replace(short, "~");
        }
    }
    text = text.replace("{this}", "~").replace("enters the battlefield", "enters");
    // The reminder text of a keyword says "it" of the object that has it.
    text = text.replace("when it ", "when ~ ").replace("whenever it ", "whenever ~ ");
    for kind in [
        "creature",
        "land",
        "artifact",
        "enchantment",
        "permanent",
        "card",
        "aura",
        "equipment",
        "spell",
        "vehicle",
        "planeswalker",
        "saga",
        "class",
    ] {
        text = text.replace(&format!("this {kind}"), "~");
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{2212}' | '\u{2013}' => plain.push('-'),
            '\u{2014}' | '-' | '+' | '{' | '}' | '/' | '~' => {
                plain.push(if letter == '\u{2014}' { '-' } else { letter })
            }
            _ if letter.is_alphanumeric() => plain.push(letter),
            _ => {}
        }
    }
    plain
}

/// An ability's text without the ability word before it (CR 207.2c), if there is one: words, a dash, a cost or sentence.
pub(super) fn without_ability_word(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once(" \u{2014} ")?;
    let only_words = word.chars().all(|letter| letter.is_alphabetic() || letter == ' ' || letter == '\'');
    only_words.then_some(rest)
}

/// The text without what stands between two marks.
fn without(text: &str, open: char, close: char) -> String {
    let mut depth = 0u32;
    let mut rest = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            rest.push(letter);
        }
    }
    rest
}

/// Returns whether a name that a scenario uses means the card or object of the other name.
pub(super) fn same_name(wanted: &str, name: &str) -> bool {
    let wanted = wanted.trim();
    if wanted.eq_ignore_ascii_case(name) {
        return true;
    }
    // CR 111.4: a token's name ends in "Token" unless its text says else; sources are careless with it.
    if let Some(bare) = wanted.strip_suffix(" Token")
        && bare.eq_ignore_ascii_case(name)
    {
        return true;
    }
    // A card with two names by one of them, or one of them by both.
    let halves = |text: &str, other: &str| {
        text.split_once(" // ")
            .is_some_and(|(left, right)| left.eq_ignore_ascii_case(other) || right.eq_ignore_ascii_case(other))
    };
    if halves(wanted, name) || halves(name, wanted) {
        return true;
    }
    let straight = |text: &str| text.replace(['\u{2018}', '\u{2019}'], "'");
    straight(wanted) == straight(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_two_eras_are_the_same() {
        let old = plain("When Odd Ogre enters the battlefield, draw a card.", "Odd Ogre");
        assert_eq!(old, plain("When this creature enters, draw a card. (Really.)", "Odd Ogre"));
        assert!(plain("−2: Create a token.", "").starts_with(&plain("-2:", "")));
    }

    #[test]
    fn tokens_and_split_cards_go_by_several_names() {
        assert!(same_name("Treasure Token", "Treasure"));
        assert!(same_name("Up", "Up // Down"));
        assert!(same_name("Up // Down", "Down"));
        assert!(!same_name("Up", "Upward"));
    }
}
