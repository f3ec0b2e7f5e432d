//! For each kind of comparison what is reported, and the same in other words that isn't.

use super::*;

/// In what a text and what is told of a program differ.
fn found(text: &str, told: &str) -> Vec<(Kind, String)> {
    compared(&[(1, 6, text)], told, &["Test".to_owned()]).into_iter().map(|it| (it.0, it.3)).collect()
}

/// Asserts that the first is no difference, and that the second is one of this kind, with these words.
fn told_apart(kind: Kind, text: &str, right: &str, wrong: &str, words: &str) {
    assert_eq!(found(text, right), [], "{text}");
    let all = found(text, wrong);
    assert!(all.iter().any(|(other, says)| *other == kind && says.contains(words)), "{text}: {all:?}");
}

#[test]
fn reminder_texts_and_labels_say_nothing() {
    let text = "Landfall — Gain control of target creature until end of turn. (It comes back in 99 turns.)";
    let told = "Target creature: a creature on the battlefield. It comes under your control until end of turn.";
    assert_eq!(found(text, told), []);
    assert_eq!(found("• Search the Body — Draw a card.", "Draw a card."), []);
}

#[test]
fn durations() {
    told_apart(
        Kind::Duration,
        "Gain control of target creature until end of turn.",
        "Target creature: a creature. It comes under your control until end of turn.",
        "Target creature: a creature. It comes under your control for good.",
        "\"until end of turn\", program says nothing of it",
    );
    told_apart(
        Kind::Duration,
        "Exile target creature.",
        "Target creature: a creature.\nExile the target creature.",
        "Target creature: a creature.\nExile the target creature until your next turn.",
        "program says \"until your next turn\", text says nothing",
    );
}

#[test]
fn choices_numbers_and_programs() {
    told_apart(Kind::May, "You may draw a card.", "You may do this:\nYou draw a card.", "You draw a card.", "\"may\"");
    told_apart(
        Kind::Number,
        "You gain 2 life for each {R}{R}{R} spent.",
        "You gain life equal to twice the number of three.",
        "You gain life equal to the number.",
        "text says 3",
    );
    assert_eq!(found("Tap one, two, or three target creatures.", "Tap target creatures: 1 to 3 creatures."), []);
    let program = found("Target creature.", &format!("Target creature.\nPut {NOTHING_THERE} away."));
    assert_eq!(program, [(Kind::Program, format!("program speaks of {NOTHING_THERE}"))]);
}

#[test]
fn quantifiers_and_owners() {
    told_apart(
        Kind::Quantifier,
        "Tap another target artifact.",
        "Target artifact: another artifact.\nTap the target artifact.",
        "Target artifact: an artifact.\nTap the target artifact.",
        "another",
    );
    told_apart(
        Kind::Whose,
        "Each opponent loses 1 life.",
        "Each opponent loses 1 life.",
        "You lose 1 life.",
        "opponent",
    );
    told_apart(
        Kind::Zone,
        "Return it from your graveyard.",
        "Put the card in your graveyard back.",
        "Put the card in your hand back.",
        "graveyard",
    );
}

#[test]
fn negations_and_riders() {
    told_apart(
        Kind::Negation,
        "Destroy target nonblack creature.",
        "Target creature: a nonblack creature.\nDestroy the target creature.",
        "Target creature: a creature.\nDestroy the target creature.",
        "nonblack",
    );
    told_apart(
        Kind::Negation,
        "Whenever you cast a spell, draw a card.",
        "Whenever you cast a spell:\nYou draw a card.",
        "Whenever you cast a noncreature spell:\nYou draw a card.",
        "program says \"noncreature\"",
    );
    told_apart(
        Kind::Rider,
        "Target player discards a card at random.",
        "Target player: any player.\nThe target player discards a card at random.",
        "Target player: any player.\nThe target player discards a card.",
        "at random",
    );
    told_apart(
        Kind::Rider,
        "{1}: Draw a card. Activate only as a sorcery.",
        "Only in your main phase while the stack is empty.\nYou draw a card.",
        "You draw a card.",
        "as a sorcery",
    );
    told_apart(
        Kind::Rider,
        "{1}: Draw a card.",
        "Activate: pay {1}.\nYou draw a card.",
        "Activate: pay {1}.\nAt most once each turn.\nYou draw a card.",
        "program says \"at most once each turn\"",
    );
}

#[test]
fn verbs_counters_keywords_colors_types() {
    told_apart(
        Kind::Verb,
        "Draw a card, then draw a card.",
        "You draw a card.\nYou draw a card.",
        "You draw a card.",
        "2 times, program 1",
    );
    told_apart(
        Kind::Counter,
        "Put a -1/-1 counter on this creature.",
        "Put a -1/-1 counter on Test.",
        "Put a +1/+1 counter on Test.",
        "-1/-1",
    );
    told_apart(Kind::Keyword, "Goblins have haste.", "Each Goblin gains haste.", "Each Goblin gains trample.", "haste");
    let granted = found("Goblins have haste.", "Each Goblin gains haste and trample.");
    assert_eq!(granted, [(Kind::Keyword, "program says \"trample\", text says nothing of it".to_owned())]);
    told_apart(Kind::Color, "Destroy each red card.", "Destroy each red card.", "Destroy each card.", "red");
    told_apart(Kind::Type, "Destroy each artifact.", "Destroy each artifact.", "Destroy each card.", "artifact");
}
