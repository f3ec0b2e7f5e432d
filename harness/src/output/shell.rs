//! Commands as a shell takes them.

/// Words as a shell takes them, quoted where they need it.
pub fn shell_line(words: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    let quoted = words.iter().map(|word| match word.chars().all(plain) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        let words = ["gauntlet", "mc:rollouts=2", "my deck.txt", "it's", ""].map(String::from);
        assert_eq!(shell_line(&words), r"gauntlet mc:rollouts=2 'my deck.txt' 'it'\''s' ''");
    }
}
