//! The two-way machinery: a grammar rule is written once and gives both reading and writing.
//!
//! A node type of the syntax tree implements [`Syntax`]: `read` finds every way to read it from a place in the tokens,
//! `write` prints it. The [`syntax!`] macro generates both from one row per alternative:
//!
//! ```text
//! syntax! { enum Verb {
//!     Destroy { what: Np } = ["destroys|destroy" what];
//! } }
//! ```
//!
//! Elements of a row are literals and fields. English agreement is a context that is handed down: in a literal `a|b` stands
//! for the singular and the plural form ("creature|creatures", "gets|get"), and `^word` for a word that has a capital where
//! the context asks for it (the parts of a cost). `[x by y]` reads `x` in the number of the field `y`; `[x plural]`,
//! `[x singular]`, `[x capital]` and `[x lower]` set it.
//!
//! Reading is nondeterministic with a memo by (type, place, context): nothing is ever picked silently, and a text with two
//! trees is found out at the top.

use std::any::{Any, TypeId};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use super::first::{First, Start};
use super::lexer::Token;
pub(crate) use super::literal::Ctx;
use super::literal::{Literal, pieces};
use crate::walk::Then;

/// Whether what stands beside a node is in the plural.
pub(crate) trait Agrees {
    fn is_plural(&self) -> bool;
}

/// A node of the syntax tree.
pub(crate) trait Syntax: Clone + Debug + PartialEq + 'static {
    /// Finds every way to read a node that begins at token `at`, with the place after it.
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>);
    /// What a node begins with, but for an empty one.
    fn first() -> &'static First {
        First::ANY
    }
    /// The node that takes no token, if there is one.
    fn empty() -> Option<Self> {
        None
    }
    /// Writes the node.
    fn write(&self, out: &mut Printer, ctx: Ctx);
    /// Calls `visit` with the node and then, unless that says to go past it, with all that is inside: nodes, and the words of rows as
    /// [`Said`]. A node that is written by hand is a leaf unless it says otherwise.
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        visit(self);
    }
}

/// Words of a row that was read, as the grammar has them: `it|they` where the number decides.
pub(crate) struct Said(pub(crate) &'static str);

impl Said {
    /// The words in the singular.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> + Clone {
        pieces(self.0, Ctx::SINGULAR).map(|word| word.trim_start_matches('^'))
    }
}

/// Returns whether a node of type `T` is inside a tree, or is the tree itself, for which `test` holds.
pub(crate) fn has<T: 'static>(tree: &impl Syntax, test: impl Fn(&T) -> bool) -> bool {
    let mut found = false;
    tree.walk(&mut |node| {
        found = found || node.downcast_ref().is_some_and(&test);
        if found { Then::Past } else { Then::Inside }
    });
    found
}

/// What a node of some type can be read as at one place. Nothing, most often, and that takes no memory.
pub(crate) struct Readings<T>(Option<Rc<Vec<(T, usize)>>>);

impl<T> Deref for Readings<T> {
    type Target = [(T, usize)];

    fn deref(&self) -> &[(T, usize)] {
        self.0.as_ref().map_or(&[], |found| found)
    }
}

/// Hashes keys of the memo. A type's id is a hash already, so that mixing its words is enough; nothing ever iterates over the memo.
#[derive(Default)]
struct MemoHasher(u64);

impl Hasher for MemoHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// What was read before, if anything could be, by place, type and context.
type Memo = HashMap<(usize, TypeId, Ctx), Option<Rc<dyn Any>>, BuildHasherDefault<MemoHasher>>;

/// How many types are tried at a token, more or less.
const TYPES_TRIED: usize = 48;

/// In how many ways a node may be read at a place. Of the texts of all cards none has more than 48; words that are joined again and again have twice
/// as many with each, so that such a paragraph would take all time and memory.
const MOST_READINGS: usize = 256;

/// The tokens of one paragraph and what was read of them so far.
pub(crate) struct Parser<'t> {
    tokens: &'t [Token<'t>],
    /// What each token is to the set of what a node begins with, and at last that there is none.
    starts: Vec<Start>,
    memo: Memo,
    furthest: usize,
    /// Where there were too many ways to read on: then nothing is read any more.
    entangled: Option<usize>,
    /// A place, and the words that were looked for there, if somebody asks for them.
    wanted: Option<(usize, BTreeSet<String>)>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(tokens: &'t [Token<'t>]) -> Parser<'t> {
        let starts = tokens.iter().map(|token| Start::of(token.text)).chain([Start::NONE]).collect();
        Parser {
            tokens,
            starts,
            memo: Memo::with_capacity_and_hasher(TYPES_TRIED * tokens.len(), Default::default()),
            furthest: 0,
            entangled: None,
            wanted: None,
        }
    }

    /// The first token that no reading has got past.
    pub(crate) fn furthest(&self) -> usize {
        self.furthest
    }

    /// Notes that a word would be read at a place.
    fn looked_for(&mut self, at: usize, word: &str) {
        if let Some((place, words)) = &mut self.wanted
            && *place == at
        {
            words.insert(word.to_owned());
        }
    }

    /// Every reading of a node at a place.
    pub(crate) fn parse<T: Syntax>(&mut self, at: usize, ctx: Ctx) -> Readings<T> {
        // Whoever asks for the words that would be read wants those that aren't.
        if self.wanted.is_none() && !self.starts.get(at).is_some_and(|start| T::first().allows(*start)) {
            self.furthest = self.furthest.max(at);
            return Readings(T::empty().map(|empty| Rc::new(vec![(empty, at)])));
        }
        let key = (at, TypeId::of::<T>(), ctx);
        if let Some(known) = self.memo.get(&key) {
            return Readings(known.clone().map(|found| found.downcast().expect("the memo is keyed by type")));
        }
        if self.entangled.is_some() {
            return Readings(None);
        }
        let mut found = Vec::new();
        T::read(self, at, ctx, &mut found);
        if found.len() > MOST_READINGS {
            self.entangled = Some(at);
        }
        if self.entangled.is_some() {
            return Readings(None);
        }
        let found = Some(found).filter(|found| !found.is_empty()).map(Rc::new);
        self.memo.insert(key, found.clone().map(|found| found as Rc<dyn Any>));
        Readings(found)
    }

    /// Reads a whole paragraph: every tree that covers all tokens.
    pub(crate) fn whole<T: Syntax>(&mut self, ctx: Ctx) -> Vec<T> {
        let end = self.tokens.len();
        let readings = self.parse::<T>(0, ctx);
        let stopped = readings.iter().map(|reading| reading.1).max().unwrap_or(0);
        self.furthest = self.furthest.max(stopped.min(end));
        readings.iter().filter(|reading| reading.1 == end).map(|reading| reading.0.clone()).collect()
    }

    /// The word at a place as written.
    pub(crate) fn raw(&mut self, at: usize) -> Option<&'t str> {
        self.furthest = self.furthest.max(at);
        self.tokens.get(at).map(|token| token.text)
    }

    /// The word at a place, without noting that it was looked at.
    pub(crate) fn peek(&self, at: usize) -> Option<&'t str> {
        self.tokens.get(at).map(|token| token.text)
    }

    /// Returns whether a sentence begins at a place.
    pub(crate) fn begins(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.begins)
    }

    /// Returns whether the token at a place is this word; at the beginning of a sentence a capital counts as small.
    pub(crate) fn is(&mut self, at: usize, word: &str) -> bool {
        self.furthest = self.furthest.max(at);
        self.looked_for(at, word);
        let Some(token) = self.tokens.get(at) else { return false };
        token.text == word || (token.begins && uncapitalised_eq(token.text, word)) || (word == "a" && self.is(at, "an"))
    }

    /// Reads a literal of one or more words.
    pub(crate) fn literal(&mut self, at: usize, literal: Literal<'_>, ctx: Ctx) -> Option<usize> {
        // Whoever asks for the words that would be read wants those that aren't.
        if literal.tells(ctx) && self.wanted.is_none() {
            self.furthest = self.furthest.max(at);
            if !literal.allows(self.tokens.get(at)?.text, ctx) {
                return None;
            }
        }
        self.words(at, literal.words, ctx)
    }

    /// Reads the words of a literal, one by one.
    fn words(&mut self, mut at: usize, words: &str, ctx: Ctx) -> Option<usize> {
        for word in pieces(words, ctx) {
            // A sentence that ends with a quoted one has no full stop of its own.
            if word == "." && at > 0 && self.tokens[at - 1].text == "”" {
                continue;
            }
            let good = match word.strip_prefix('^') {
                None => self.is(at, word),
                Some(small) if !ctx.capital => self.is(at, small),
                Some(small) => {
                    self.furthest = self.furthest.max(at);
                    self.looked_for(at, small);
                    let token = self.tokens.get(at)?;
                    token.text.starts_with(|c: char| c.is_ascii_uppercase()) && uncapitalised_eq(token.text, small)
                }
            };
            if !good {
                return None;
            }
            at += 1;
        }
        Some(at)
    }
}

/// Returns whether a token is a word but for the case of its first letter.
fn uncapitalised_eq(token: &str, word: &str) -> bool {
    let (token, word) = (token.as_bytes(), word.as_bytes());
    token.len() == word.len() && !word.is_empty() && token[0].eq_ignore_ascii_case(&word[0]) && token[1..] == word[1..]
}

/// Writes words with the spaces, capitals and articles between them.
#[derive(Default)]
pub(crate) struct Printer {
    out: String,
    begins: bool,
    open: bool,
    /// What was written last is a closing quotation mark.
    quoted: bool,
    article: Option<usize>,
}

/// Tokens after which a sentence begins.
pub(crate) const BEGINNERS: [&str; 7] = [".", ":", "—", "⸺", "•", "“", "|"];

impl Printer {
    pub(crate) fn new() -> Printer {
        Printer { out: String::new(), begins: true, open: true, quoted: false, article: None }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// Writes a literal of one or more words.
    pub(crate) fn literal(&mut self, literal: &str, ctx: Ctx) {
        for word in pieces(literal, ctx) {
            match word.strip_prefix('^') {
                Some(small) if ctx.capital => {
                    self.begins = true;
                    self.word(small);
                }
                Some(small) => self.word(small),
                None => self.word(word),
            }
        }
    }

    /// Writes one word.
    pub(crate) fn word(&mut self, word: &str) {
        let quoted = std::mem::take(&mut self.quoted);
        if word == "." && quoted {
            self.begins = true;
            return;
        }
        let glued = matches!(word, "," | "." | ":" | ";" | "'s" | "'" | "”" | "⸺" | "•")
            || self.open
            || (word.starts_with('{') && self.out.ends_with('}'));
        if let Some(at) = self.article.take()
            && takes_an(word)
        {
            self.out.insert(at, 'n');
        }
        if !glued {
            self.out.push(' ');
        }
        let begins = std::mem::take(&mut self.begins);
        match word {
            "⸺" => self.out.push('—'),
            "•" => self.out.push_str("\n•"),
            "“" | "”" => self.out.push('"'),
            _ if begins => {
                let mut letters = word.chars();
                self.out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
                self.out.push_str(letters.as_str());
            }
            _ => self.out.push_str(word),
        }
        if word == "a" {
            self.article = Some(self.out.len());
        }
        self.quoted = word == "”";
        self.open = matches!(word, "⸺" | "“");
        self.begins = BEGINNERS.contains(&word);
    }
}

/// Returns whether the indefinite article before a word is "an".
fn takes_an(word: &str) -> bool {
    let small = word.to_ascii_lowercase();
    match small.as_bytes().first() {
        Some(b'a' | b'e' | b'i' | b'o') => !(small == "one" || small.starts_with("one-")),
        Some(b'u') => !small.starts_with("uni") || small.starts_with("unin"),
        Some(b'8') => true,
        Some(b'x') => small == "x" || small.starts_with("x/"),
        Some(b'1') => small.starts_with("11") || small.starts_with("18"),
        Some(b'h') => matches!(small.as_str(), "hour" | "hourglass"),
        _ => false,
    }
}

/// Why a paragraph wasn't read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The first token that could not be read.
    At(usize),
    /// From this token on there are too many ways to read it.
    Entangled(usize),
}

/// Reads a paragraph's tokens as `T`: all its trees, or else where that stopped.
pub(crate) fn read<T: Syntax>(tokens: &[Token<'_>]) -> Result<Vec<T>, Stopped> {
    let mut parser = Parser::new(tokens);
    let trees = parser.whole::<T>(Ctx::SINGULAR);
    match parser.entangled {
        Some(at) => Err(Stopped::Entangled(at)),
        None if trees.is_empty() => Err(Stopped::At(parser.furthest())),
        None => Ok(trees),
    }
}

/// The trees of a paragraph as they are read if nothing is told at a glance from what a node can begin with.
#[cfg(test)]
pub(crate) fn read_everything<T: Syntax>(tokens: &[Token<'_>]) -> Vec<T> {
    Parser { wanted: Some((usize::MAX, BTreeSet::new())), ..Parser::new(tokens) }.whole::<T>(Ctx::SINGULAR)
}

/// Where reading stops, and what would go on from there.
pub(crate) struct Expected {
    /// The first token that no reading has got past; their number if the next one is missing.
    pub(crate) at: usize,
    /// The tokens can be read as they are.
    pub(crate) is_whole: bool,
    /// The words of the grammar that were looked for there.
    pub(crate) words: BTreeSet<String>,
}

/// Reads tokens as the beginning of a `T`. They are read twice: only then it is known which place is asked about.
pub(crate) fn expected<T: Syntax>(tokens: &[Token<'_>]) -> Expected {
    let mut parser = Parser::new(tokens);
    let is_whole = !parser.whole::<T>(Ctx::SINGULAR).is_empty();
    let at = parser.furthest();
    let mut again = Parser { wanted: Some((at, BTreeSet::new())), ..Parser::new(tokens) };
    let _ = again.whole::<T>(Ctx::SINGULAR);
    Expected { at, is_whole, words: again.wanted.map(|wanted| wanted.1).unwrap_or_default() }
}

/// Writes a tree as text.
pub(crate) fn print<T: Syntax>(tree: &T) -> String {
    let mut out = Printer::new();
    tree.write(&mut out, Ctx::SINGULAR);
    out.finish()
}

/// An optional part: every layer of a sentence has an empty row.
impl<T: Syntax> Syntax for Option<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        found.push((None, at));
        let some: Readings<T> = p.parse(at, ctx);
        found.extend(some.iter().map(|(value, next)| (Some(value.clone()), *next)));
    }
    fn first() -> &'static First {
        T::first()
    }
    fn empty() -> Option<Self> {
        Some(None)
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        if let Some(value) = self {
            value.write(out, ctx);
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.iter().for_each(|value| value.walk(visit));
    }
}

impl<T: Syntax> Syntax for Box<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let inner: Readings<T> = p.parse(at, ctx);
        found.extend(inner.iter().map(|(value, next)| (Box::new(value.clone()), *next)));
    }
    fn first() -> &'static First {
        T::first()
    }
    fn empty() -> Option<Self> {
        T::empty().map(Box::new)
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        (**self).write(out, ctx);
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        (**self).walk(visit);
    }
}

/// A large node, which is shared by all that it was read as a part of.
impl<T: Syntax> Syntax for Arc<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let mut inner = Vec::new();
        T::read(p, at, ctx, &mut inner);
        found.extend(inner.into_iter().map(|(value, next)| (Arc::new(value), next)));
    }
    fn first() -> &'static First {
        T::first()
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        (**self).write(out, ctx);
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        (**self).walk(visit);
    }
}

/// Any number of nodes one after the other, none included.
impl<T: Syntax> Syntax for Vec<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        found.push((Vec::new(), at));
        let firsts: Readings<T> = p.parse(at, ctx);
        for (first, next) in firsts.iter() {
            debug_assert!(*next > at, "a repeated node reads at least one token");
            let rests: Readings<Vec<T>> = p.parse(*next, ctx);
            for (rest, end) in rests.iter() {
                let mut all = Vec::with_capacity(rest.len() + 1);
                all.push(first.clone());
                all.extend(rest.iter().cloned());
                found.push((all, *end));
            }
        }
    }
    fn first() -> &'static First {
        T::first()
    }
    fn empty() -> Option<Self> {
        Some(Vec::new())
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        self.iter().for_each(|value| value.write(out, ctx));
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.iter().for_each(|value| value.walk(visit));
    }
}

impl<T: Agrees> Agrees for Arc<T> {
    fn is_plural(&self) -> bool {
        (**self).is_plural()
    }
}

impl<T: Agrees> Agrees for Box<T> {
    fn is_plural(&self) -> bool {
        (**self).is_plural()
    }
}

/// Generates an enum or struct of the syntax tree with both directions of its grammar.
macro_rules! syntax {
    () => {};
    ($(#[$meta:meta])* enum $name:ident { $(
        $(#[$vmeta:meta])* $variant:ident $({ $($field:ident : $ty:ty),* $(,)? })? = [ $($elem:tt)* ] $(where $check:expr)? ;
    )* } $($rest:tt)*) => {
        $(#[$meta])*
        // Trees live shortly, and the rows of a grammar are named after what they say.
        #[allow(clippy::large_enum_variant, clippy::enum_variant_names)]
        #[derive(Debug, PartialEq, Eq)]
        pub(crate) enum $name { $( $(#[$vmeta])* $variant $({ $($field: $ty),* })? ),* }

        // Not derived: a derived one is inlined into each of the many readers of the grammar. Some nodes are `Copy`.
        #[allow(clippy::non_canonical_clone_impl)]
        impl Clone for $name {
            fn clone(&self) -> Self {
                match self {
                    $( $name::$variant $({ $($field),* })? => $name::$variant $({ $($field: Clone::clone($field)),* })?, )*
                }
            }
        }

        impl $crate::text::syntax::Syntax for $name {
            fn read(
                p: &mut $crate::text::syntax::Parser<'_>,
                at: usize,
                ctx: $crate::text::syntax::Ctx,
                found: &mut Vec<(Self, usize)>,
            ) {
                $( $crate::text::syntax::read_row!(p at ctx found
                    ($name::$variant $({ $($field: Clone::clone($field)),* })?) ($($check)?) $($elem)*); )*
            }
            fn first() -> &'static $crate::text::first::First {
                static FIRST: ::std::sync::LazyLock<$crate::text::first::First> = ::std::sync::LazyLock::new(|| {
                    let mut first = $crate::text::first::First::NOTHING;
                    $( {
                        $( $( let $field = ::std::marker::PhantomData::<$ty>; )* )?
                        $crate::text::syntax::first_of_row!(first $($elem)*);
                    } )*
                    first
                });
                &FIRST
            }
            fn write(&self, out: &mut $crate::text::syntax::Printer, ctx: $crate::text::syntax::Ctx) {
                let _ = (&out, ctx);
                match self {
                    $( $name::$variant $({ $($field),* })? => { $( $crate::text::syntax::write_element!(out ctx $elem); )* } )*
                }
            }
            fn walk(&self, visit: &mut dyn FnMut(&dyn ::std::any::Any) -> $crate::walk::Then) {
                if visit(self) == $crate::walk::Then::Past {
                    return;
                }
                match self {
                    $( $name::$variant $({ $($field),* })? => { $( $crate::text::syntax::walk_element!(visit $elem); )* } )*
                }
            }
        }
        $crate::text::syntax::syntax!($($rest)*);
    };
    ($(#[$meta:meta])* struct $name:ident { $($field:ident : $ty:ty),* $(,)? } = [ $($elem:tt)* ] $(where $check:expr)? ;
        $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct $name { $(pub(crate) $field: $ty),* }

        impl $crate::text::syntax::Syntax for $name {
            fn read(
                p: &mut $crate::text::syntax::Parser<'_>,
                at: usize,
                ctx: $crate::text::syntax::Ctx,
                found: &mut Vec<(Self, usize)>,
            ) {
                $crate::text::syntax::read_row!(p at ctx found
                    ($name { $($field: Clone::clone($field)),* }) ($($check)?) $($elem)*);
            }
            fn first() -> &'static $crate::text::first::First {
                static FIRST: ::std::sync::LazyLock<$crate::text::first::First> = ::std::sync::LazyLock::new(|| {
                    let mut first = $crate::text::first::First::NOTHING;
                    $( let $field = ::std::marker::PhantomData::<$ty>; )*
                    $crate::text::syntax::first_of_row!(first $($elem)*);
                    first
                });
                &FIRST
            }
            fn write(&self, out: &mut $crate::text::syntax::Printer, ctx: $crate::text::syntax::Ctx) {
                let $name { $($field),* } = self;
                $( $crate::text::syntax::write_element!(out ctx $elem); )*
            }
            fn walk(&self, visit: &mut dyn FnMut(&dyn ::std::any::Any) -> $crate::walk::Then) {
                if visit(self) == $crate::walk::Then::Inside {
                    let $name { $($field),* } = self;
                    $( $crate::text::syntax::walk_element!(visit $elem); )*
                }
            }
        }
        $crate::text::syntax::syntax!($($rest)*);
    };
}

/// Returns whether a row's side condition holds.
pub(crate) fn holds<T>(value: &T, check: impl Fn(&T) -> bool) -> bool {
    check(value)
}

/// Reads the elements of a row from left to right, trying every reading of each field.
macro_rules! read_row {
    ($p:ident $at:ident $ctx:ident $found:ident ($build:expr) ($($check:expr)?)) => {
        {
            let value = $build;
            if true $(&& $crate::text::syntax::holds(&value, $check))? {
                $found.push((value, $at));
            }
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt $literal:literal $($rest:tt)*) => {
        if let Some(next) = $p.literal($at, const { $crate::text::literal::Literal::new($literal) }, $ctx) {
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt $field:ident $($rest:tt)*) => {
        let readings = $p.parse($at, $ctx);
        for ($field, next) in readings.iter() {
            let next = *next;
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt [$literal:literal by $other:ident] $($rest:tt)*) => {
        if let Some(next) = $p.literal($at, const { $crate::text::literal::Literal::new($literal) }, $ctx.numbered($crate::text::syntax::Agrees::is_plural($other))) {
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt [$literal:literal $mode:ident] $($rest:tt)*) => {
        if let Some(next) = $p.literal($at, const { $crate::text::literal::Literal::new($literal) }, $ctx.$mode()) {
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt [$field:ident by $other:ident] $($rest:tt)*) => {
        let readings = $p.parse($at, $ctx.numbered($crate::text::syntax::Agrees::is_plural($other)));
        for ($field, next) in readings.iter() {
            let next = *next;
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
    ($p:ident $at:ident $ctx:ident $found:ident $build:tt $check:tt [$field:ident $mode:ident] $($rest:tt)*) => {
        let readings = $p.parse($at, $ctx.$mode());
        for ($field, next) in readings.iter() {
            let next = *next;
            $crate::text::syntax::read_row!($p next $ctx $found $build $check $($rest)*);
        }
    };
}

/// Adds what a node of this type begins with, and returns whether there is a word of it in any case.
pub(crate) fn add_first<T: Syntax>(first: &mut First, _: PhantomData<T>) -> bool {
    first.add(T::first());
    T::empty().is_none()
}

/// Adds what a row begins with: the elements up to the first that has a word in any case.
macro_rules! first_of_row {
    ($first:ident) => {
        $first.add_any()
    };
    ($first:ident $literal:literal $($rest:tt)*) => {
        if !$first.add_literal($literal) {
            $crate::text::syntax::first_of_row!($first $($rest)*);
        }
    };
    ($first:ident $field:ident $($rest:tt)*) => {
        if !$crate::text::syntax::add_first(&mut $first, $field) {
            $crate::text::syntax::first_of_row!($first $($rest)*);
        }
    };
    ($first:ident [$element:tt $($how:tt)*] $($rest:tt)*) => {
        $crate::text::syntax::first_of_row!($first $element $($rest)*)
    };
}

/// Writes one element of a row.
macro_rules! write_element {
    ($out:ident $ctx:ident $literal:literal) => {
        $out.literal($literal, $ctx)
    };
    ($out:ident $ctx:ident $field:ident) => {
        $crate::text::syntax::Syntax::write($field, $out, $ctx)
    };
    ($out:ident $ctx:ident [$literal:literal by $other:ident]) => {
        $out.literal($literal, $ctx.numbered($crate::text::syntax::Agrees::is_plural($other)))
    };
    ($out:ident $ctx:ident [$literal:literal $mode:ident]) => {
        $out.literal($literal, $ctx.$mode())
    };
    ($out:ident $ctx:ident [$field:ident by $other:ident]) => {
        $crate::text::syntax::Syntax::write(
            $field,
            $out,
            $ctx.numbered($crate::text::syntax::Agrees::is_plural($other)),
        )
    };
    ($out:ident $ctx:ident [$field:ident $mode:ident]) => {
        $crate::text::syntax::Syntax::write($field, $out, $ctx.$mode())
    };
}

/// Walks over one element of a row.
macro_rules! walk_element {
    ($visit:ident $literal:literal) => {
        $visit(&$crate::text::syntax::Said($literal))
    };
    ($visit:ident $field:ident) => {
        $crate::text::syntax::Syntax::walk($field, $visit)
    };
    ($visit:ident [$literal:literal $($how:tt)*]) => {
        $visit(&$crate::text::syntax::Said($literal))
    };
    ($visit:ident [$field:ident $($how:tt)*]) => {
        $crate::text::syntax::Syntax::walk($field, $visit)
    };
}

pub(crate) use {first_of_row, read_row, syntax, walk_element, write_element};
