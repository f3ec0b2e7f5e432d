//! How far a paragraph is understood, and which words would go on from there: for completion, and for "did you mean".

use super::grammar::ability::{PermanentParagraph, SpellParagraph};
use super::lexer::lex;
use super::normal::{Names, normalise};
use super::source::CardSource;
use super::syntax;
use crate::types::{CardTypes, Supertypes};

/// How far a paragraph is understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// The paragraph in normal form.
    pub text: String,
    /// The place in it, in bytes, from which no reading goes on; its length if one would go on from its end.
    pub place: usize,
    /// Where the word at that place ends.
    pub end: usize,
    /// Whether the whole is understood as it is.
    pub is_whole: bool,
    /// The words of the grammar that would go on from there, in alphabetical order. Names, numbers and symbols that would aren't among them.
    pub words: Vec<String>,
}

/// How far a paragraph is understood as one of a card, or what begins as one.
pub fn next(card: &CardSource, text: &str) -> Next {
    let names =
        Names { name: &card.name, legendary: card.supertypes.contains(Supertypes::LEGENDARY), types: card.types };
    let text = normalise(&[text], &names).into_iter().next().map(|row| row.1).unwrap_or_default();
    let tokens = lex(&text);
    let expected = match card.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
        true => syntax::expected::<SpellParagraph>(&tokens),
        false => syntax::expected::<PermanentParagraph>(&tokens),
    };
    let token = tokens.get(expected.at);
    Next {
        place: token.map_or(text.len(), |token| token.start),
        end: token.map_or(text.len(), |token| token.end),
        is_whole: expected.is_whole,
        words: expected.words.into_iter().collect(),
        text,
    }
}
