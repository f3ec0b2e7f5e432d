//! Normal text → tokens. Tokens carry no spaces: the printer puts them back by rule, and comparing with the text shows whether it did.

use super::syntax::BEGINNERS;

/// A word, number, symbol or punctuation mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    /// The text; quotation marks are told apart as `“` and `”`, a dash without spaces is `⸺`.
    pub(crate) text: &'t str,
    /// Where it is in the line, in bytes.
    pub(crate) start: usize,
    /// Where it ends in the line, in bytes.
    pub(crate) end: usize,
    /// Whether a sentence begins with it, so that its first letter is a capital.
    pub(crate) begins: bool,
}

/// The tokens of a normalised paragraph.
pub(crate) fn lex(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, tokens: Vec::new() };
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        let end = match c {
            ' ' | '\n' => {
                at += c.len_utf8();
                continue;
            }
            '{' => at + rest.find('}').map_or(rest.len(), |end| end + 1),
            // A quotation inside another begins after a space too.
            '"' => {
                let opens = at == 0 || text[..at].ends_with([' ', '\n', '(', '—']);
                lexer.push(if opens { "“" } else { "”" }, at, at + 1);
                at += 1;
                continue;
            }
            '—' => {
                let glued = at > 0 && !text[..at].ends_with(' ');
                lexer.push(if glued { "⸺" } else { "—" }, at, at + c.len_utf8());
                at += c.len_utf8();
                continue;
            }
            '•' | ',' | ':' | ';' | '.' | '(' | ')' => at + c.len_utf8(),
            _ => at + word_end(rest),
        };
        lexer.word(at, end);
        at = end;
    }
    lexer.tokens
}

/// Where the word that a text begins with ends.
fn word_end(rest: &str) -> usize {
    let end = rest.find([' ', '\n', '"', '—', ',', ':', ';', '.', '(', ')', '{', '•']).unwrap_or(rest.len());
    end.max(rest.chars().next().map_or(1, char::len_utf8))
}

struct Lexer<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
}

impl<'t> Lexer<'t> {
    fn push(&mut self, text: &'t str, start: usize, end: usize) {
        let mut begins = self.tokens.last().is_none_or(|last| BEGINNERS.contains(&last.text));
        // After a quoted sentence comes a new one, if it has a capital.
        if let [.., stop, quote] = self.tokens.as_slice()
            && (stop.text, quote.text) == (".", "”")
            && text.starts_with(|c: char| c.is_ascii_uppercase())
        {
            begins = true;
        }
        self.tokens.push(Token { text, start, end, begins });
    }

    /// A word; a possessive ending is a token of its own.
    fn word(&mut self, start: usize, end: usize) {
        let text = self.text;
        let word = &text[start..end];
        let possessive = word.len() - if word.ends_with("'s") { 2 } else { usize::from(word.ends_with('\'')) };
        if possessive < word.len()
            && possessive > 0
            && !matches!(word, "it's" | "that's" | "Urza's" | "It's" | "That's" | "there's" | "you's" | "who's")
        {
            self.push(&text[start..start + possessive], start, start + possessive);
            self.push(&text[start + possessive..end], start + possessive, end);
        } else {
            self.push(word, start, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_marks() {
        let tokens: Vec<_> =
            lex("{T}, Sacrifice ~: It deals 1 damage to ~'s controller.").iter().map(|t| t.text).collect();
        let expected =
            ["{T}", ",", "Sacrifice", "~", ":", "It", "deals", "1", "damage", "to", "~", "'s", "controller", "."];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn dashes_and_quotes() {
        let tokens: Vec<_> = lex("Ward—Pay 3 life. A — \"{T}: Add {G}.\"").iter().map(|t| t.text).collect();
        let expected = ["Ward", "⸺", "Pay", "3", "life", ".", "A", "—", "“", "{T}", ":", "Add", "{G}", ".", "”"];
        assert_eq!(tokens, expected);
    }
}
