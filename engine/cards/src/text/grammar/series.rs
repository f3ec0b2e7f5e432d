//! Lists: "a, b, and c", "a or b", "a, b".

use std::any::Any;

use crate::text::first::{First, begins_with};
use crate::text::literal::Literal;
use crate::text::syntax::{Agrees, Ctx, Parser, Printer, Readings, Syntax};
use crate::walk::Then;

/// The word that joins a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conjunction {
    /// The list has one element.
    None,
    And,
    Or,
    AndOr,
}

/// A list joined by a conjunction, with commas from three elements on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series<T> {
    pub(crate) conjunction: Conjunction,
    pub(crate) items: Vec<T>,
}

impl<T> Series<T> {
    pub(crate) fn one(item: T) -> Series<T> {
        Series { conjunction: Conjunction::None, items: vec![item] }
    }

    /// Returns whether all of it is meant: nothing is joined by "or".
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.conjunction, Conjunction::None | Conjunction::And)
    }
}

const WORDS: [(Conjunction, &str); 3] =
    [(Conjunction::And, "and"), (Conjunction::Or, "or"), (Conjunction::AndOr, "and/or")];

fn word(conjunction: Conjunction) -> &'static str {
    WORDS.iter().find(|row| row.0 == conjunction).map_or("", |row| row.1)
}

impl<T: Syntax> Syntax for Series<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let firsts: Readings<T> = p.parse(at, ctx);
        for (first, next) in firsts.iter() {
            found.push((Series::one(first.clone()), *next));
            for (conjunction, word) in WORDS {
                if let Some(after) = p.literal(*next, Literal::new(word), ctx) {
                    let seconds: Readings<T> = p.parse(after, ctx);
                    found.extend(seconds.iter().map(|(second, end)| {
                        (Series { conjunction, items: vec![first.clone(), second.clone()] }, *end)
                    }));
                }
            }
            more(p, *next, ctx, &mut vec![first.clone()], found);
        }
    }
    fn first() -> &'static First {
        T::first()
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        let last = self.items.len() - 1;
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                if last > 1 {
                    out.word(",");
                }
                if index == last {
                    out.word(word(self.conjunction));
                }
            }
            item.write(out, ctx);
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.items.walk(visit);
    }
}

/// Reads ", b, and c" after what was read before.
fn more<T: Syntax>(p: &mut Parser<'_>, at: usize, ctx: Ctx, before: &mut Vec<T>, found: &mut Vec<(Series<T>, usize)>) {
    let Some(after_comma) = p.literal(at, Literal::new(","), ctx) else { return };
    if before.len() >= 2 {
        for (conjunction, word) in WORDS {
            let Some(after) = p.literal(after_comma, Literal::new(word), ctx) else { continue };
            let lasts: Readings<T> = p.parse(after, ctx);
            for (last, end) in lasts.iter() {
                let items = before.iter().chain([last]).cloned().collect();
                found.push((Series { conjunction, items }, *end));
            }
        }
    }
    let nexts: Readings<T> = p.parse(after_comma, ctx);
    for (next, end) in nexts.iter() {
        before.push(next.clone());
        more(p, *end, ctx, before, found);
        before.pop();
    }
}

impl<T> Agrees for Series<T> {
    fn is_plural(&self) -> bool {
        self.conjunction != Conjunction::None
    }
}

/// A list joined by commas alone: the parts of a cost, a line of keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commas<T>(pub(crate) Vec<T>);

impl<T: Syntax> Syntax for Commas<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let firsts: Readings<T> = p.parse(at, ctx);
        for (first, next) in firsts.iter() {
            found.push((Commas(vec![first.clone()]), *next));
            if let Some(after) = p.literal(*next, Literal::new(","), ctx) {
                let rests: Readings<Commas<T>> = p.parse(after, ctx);
                for (rest, end) in rests.iter() {
                    let items = [first.clone()].into_iter().chain(rest.0.iter().cloned()).collect();
                    found.push((Commas(items), *end));
                }
            }
        }
    }
    fn first() -> &'static First {
        T::first()
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                out.word(",");
            }
            item.write(out, ctx);
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.0.walk(visit);
    }
}

/// How a verb or clause is joined to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    Then,
    CommaAnd,
    Comma,
    AndThen,
    Or,
}

const JOINS: [(Join, &str); 6] = [
    (Join::And, "and"),
    (Join::Then, ", then"),
    (Join::CommaAnd, ", and"),
    (Join::Comma, ","),
    (Join::AndThen, "and then"),
    (Join::Or, "or"),
];

impl Syntax for Join {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        for (join, words) in JOINS {
            if let Some(next) = p.literal(at, Literal::new(words), ctx) {
                found.push((join, next));
            }
        }
    }
    begins_with!(literals JOINS.iter().map(|row| row.1));
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        out.literal(JOINS.iter().find(|row| row.0 == *self).map_or("", |row| row.1), ctx);
    }
}

/// Verbs of one subject, or clauses, each joined to the one before as it happens to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain<T> {
    pub(crate) first: T,
    pub(crate) rest: Vec<(Join, T)>,
}

impl<T> Chain<T> {
    pub(crate) fn items(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(self.rest.iter().map(|link| &link.1))
    }
}

/// The joins and elements after the first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rest<T>(Vec<(Join, T)>);

impl<T: Syntax> Syntax for Rest<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        found.push((Rest(Vec::new()), at));
        let joins: Readings<Join> = p.parse(at, Ctx::SINGULAR);
        for (join, next) in joins.iter() {
            let items: Readings<T> = p.parse(*next, ctx);
            for (item, after) in items.iter() {
                let rests: Readings<Rest<T>> = p.parse(*after, ctx);
                for (rest, end) in rests.iter() {
                    let all = [(*join, item.clone())].into_iter().chain(rest.0.iter().cloned()).collect();
                    found.push((Rest(all), *end));
                }
            }
        }
    }
    fn first() -> &'static First {
        Join::first()
    }
    fn empty() -> Option<Self> {
        Some(Rest(Vec::new()))
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        for (join, item) in &self.0 {
            join.write(out, ctx);
            item.write(out, ctx);
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.0.iter().for_each(|link| link.1.walk(visit));
    }
}

impl<T: Syntax> Syntax for Chain<T> {
    fn read(p: &mut Parser<'_>, at: usize, ctx: Ctx, found: &mut Vec<(Self, usize)>) {
        let firsts: Readings<T> = p.parse(at, ctx);
        for (first, next) in firsts.iter() {
            let rests: Readings<Rest<T>> = p.parse(*next, ctx);
            for (rest, end) in rests.iter() {
                found.push((Chain { first: first.clone(), rest: rest.0.clone() }, *end));
            }
        }
    }
    fn first() -> &'static First {
        T::first()
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        self.first.write(out, ctx);
        for (join, item) in &self.rest {
            join.write(out, ctx);
            item.write(out, ctx);
        }
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.items().for_each(|item| item.walk(visit));
    }
}
