//! The words of a row of the grammar that stand as they are: the forms for one and for many, and their tokens.

/// What agreement asks of the words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Ctx {
    /// Plural forms: of nouns, and of verbs whose subject is plural.
    pub(crate) plural: bool,
    /// `^word`s have a capital.
    pub(crate) capital: bool,
}

impl Ctx {
    pub(crate) const SINGULAR: Ctx = Ctx { plural: false, capital: false };

    pub(crate) fn numbered(self, plural: bool) -> Ctx {
        Ctx { plural, ..self }
    }
    pub(crate) fn singular(self) -> Ctx {
        Ctx { plural: false, ..self }
    }
    pub(crate) fn plural(self) -> Ctx {
        Ctx { plural: true, ..self }
    }
    pub(crate) fn capital(self) -> Ctx {
        Ctx { capital: true, ..self }
    }
    pub(crate) fn lower(self) -> Ctx {
        Ctx { capital: false, ..self }
    }
}

/// The words of a literal, with what tells at a glance that a token can't be the first of them.
#[derive(Clone, Copy)]
pub(crate) struct Literal<'w> {
    pub(super) words: &'w str,
    /// Of the first word in the singular and in the plural.
    first: [FirstWord; 2],
}

/// What the first word of a literal looks like.
#[derive(Clone, Copy)]
struct FirstWord {
    /// Its first byte in lower case, or 0 if any token may stand there.
    byte: u8,
    /// How many bytes it has, or 0 if that isn't told.
    length: u8,
}

impl<'w> Literal<'w> {
    /// The literal of these words.
    pub(crate) const fn new(words: &'w str) -> Literal<'w> {
        let bytes = words.as_bytes();
        let singular = FirstWord::at(bytes, 0);
        let mut first = [singular, singular];
        let mut at = 0;
        while at < bytes.len() && bytes[at] != b' ' {
            if bytes[at] == b'|' {
                first[1] = FirstWord::at(bytes, at + 1);
            }
            at += 1;
        }
        Literal { words, first }
    }

    /// Returns whether a token can be told not to be the first of the words.
    pub(super) fn tells(self, ctx: Ctx) -> bool {
        self.first[usize::from(ctx.plural)].byte != 0
    }

    /// Returns whether a token can be the first of the words, where that can be told.
    pub(super) fn allows(self, token: &str, ctx: Ctx) -> bool {
        self.first[usize::from(ctx.plural)].allows(token)
    }
}

impl FirstWord {
    /// The first word of a form that begins at a byte. It may be empty, and a full stop may be left out.
    const fn at(words: &[u8], at: usize) -> FirstWord {
        let at = if at < words.len() && words[at] == b'^' { at + 1 } else { at };
        if at >= words.len() || matches!(words[at], b'.' | b' ' | b'|' | b'_') {
            return FirstWord { byte: 0, length: 0 };
        }
        let mut end = at;
        // What may be a token of its own at the end of a word isn't measured.
        let mut whole = true;
        while end < words.len() && !matches!(words[end], b' ' | b'|' | b'_') {
            whole = whole && !matches!(words[end], b'\'' | b',' | b'.');
            end += 1;
        }
        // "A" is "an" before some words.
        let told = whole && end - at > 1 && end - at < 256;
        FirstWord { byte: words[at].to_ascii_lowercase(), length: if told { (end - at) as u8 } else { 0 } }
    }

    /// Returns whether a token can be this word.
    fn allows(self, token: &str) -> bool {
        (self.length == 0 || token.len() == usize::from(self.length))
            && token.as_bytes().first().is_some_and(|byte| byte.to_ascii_lowercase() == self.byte)
    }
}

/// A text up to a separator, and what follows that.
fn cut(text: &str, separator: u8) -> (&str, &str) {
    match text.bytes().position(|byte| byte == separator) {
        Some(place) => (&text[..place], &text[place + 1..]),
        None => (text, ""),
    }
}

/// The words of a literal as tokens: the form that the number asks for (`_` is a space inside a form), commas, full stops
/// and possessive endings apart.
pub(super) fn pieces(literal: &str, ctx: Ctx) -> Pieces<'_> {
    Pieces { words: literal, form: "", ending: "", plural: ctx.plural }
}

/// The iterator of [`pieces`].
#[derive(Clone)]
pub(super) struct Pieces<'w> {
    /// The words that are left.
    words: &'w str,
    /// What is left of the word that was begun.
    form: &'w str,
    /// The ending of the piece that was given last.
    ending: &'w str,
    plural: bool,
}

impl<'w> Iterator for Pieces<'w> {
    type Item = &'w str;

    fn next(&mut self) -> Option<&'w str> {
        if !self.ending.is_empty() {
            return Some(std::mem::take(&mut self.ending));
        }
        while self.form.is_empty() {
            if self.words.is_empty() {
                return None;
            }
            let (word, words) = cut(self.words, b' ');
            let (singular, plural) = cut(word, b'|');
            self.words = words;
            self.form = if self.plural && singular.len() < word.len() { plural } else { singular };
        }
        let (piece, form) = cut(self.form, b'_');
        self.form = form;
        let contraction = matches!(piece, "it's" | "that's" | "there's");
        let ending = match piece.as_bytes() {
            [_, .., b',' | b'.'] => 1,
            [_, .., b'\'', b's'] if !contraction => 2,
            [_, .., b'\''] => 1,
            _ => 0,
        };
        // Two endings ("owner's,") do not occur.
        let (stem, ending) = piece.split_at(piece.len() - ending);
        self.ending = ending;
        if stem.is_empty() { self.next() } else { Some(stem) }
    }
}
