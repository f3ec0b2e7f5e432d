//! From names to cards.

use std::collections::BTreeMap;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, CardSource};
use gauntlet_cards::types::Supertypes;

use super::{Catalog, Deck, DeckError, Entry, Plan, Problem, ProblemKind};

/// What a deck must be to be played (CR 100.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Construction {
    /// The least number of cards in the main deck.
    pub least: u32,
    /// The greatest number of cards in the main deck.
    pub most: u32,
    /// How many copies there may be of a card that is no basic land and doesn't say otherwise, sideboard included.
    pub copies: u32,
}

impl Default for Construction {
    /// Constructed play (CR 100.2a): sixty cards, four copies. No rule limits a deck's size; a thousand is beyond any.
    fn default() -> Self {
        Construction { least: 60, most: 1000, copies: 4 }
    }
}

/// A deck whose cards are all known and compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playable {
    /// The main deck, one entry for each card, in alphabetical order: shuffles are keyed by the place in it, and lines that are written
    /// in another order are the same deck.
    pub main: Vec<CardId>,
    /// The sideboard.
    pub sideboard: Vec<CardId>,
    /// The main deck as each plan makes it.
    pub plans: Vec<Exchanged>,
    /// A hash of the names: of the main deck, of the sideboard, and of what plans make of it, in whatever order they are listed. In
    /// hexadecimal.
    pub fingerprint: String,
    /// A hash of the names of the main deck alone.
    pub main_fingerprint: String,
    /// The names of its cards, each once, in alphabetical order.
    pub names: Vec<String>,
}

/// The main deck as a plan makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchanged {
    /// The name of the opponent's deck, or `*`.
    pub opponent: String,
    /// Whether it is for games in which this deck takes the first turn; `None` for all.
    pub on_the_play: Option<bool>,
    /// The cards, in alphabetical order.
    pub main: Vec<CardId>,
}

impl Exchanged {
    /// The plan of these that fits best: one against this very opponent before one against any, one for the seat before one for both.
    pub fn best<'a>(plans: &'a [Exchanged], opponent: &str, on_the_play: bool) -> Option<&'a Exchanged> {
        let own = |plan: &&Exchanged| plan.opponent.eq_ignore_ascii_case(opponent);
        let seat = |plan: &&Exchanged| plan.on_the_play.is_none_or(|seat| seat == on_the_play);
        let fits = plans.iter().filter(seat).filter(|plan| plan.opponent == "*" || own(plan));
        fits.max_by_key(|plan| (own(plan), plan.on_the_play.is_some()))
    }
}

impl Deck {
    /// Finds and compiles every card, for a deck of constructed play.
    ///
    /// # Errors
    /// All that keeps the deck from being played, at once. Some of its cards may have been added to the pool.
    pub fn resolve(&self, base: &CardBase, pool: &mut Pool) -> Result<Playable, DeckError> {
        self.resolve_from(&Catalog::new(base, &[]), pool, Construction::default())
    }

    /// Finds every card in a catalog and compiles it.
    ///
    /// # Errors
    /// All that keeps the deck from being played, at once. Some of its cards may have been added to the pool.
    pub fn resolve_from(
        &self,
        catalog: &Catalog<'_>,
        pool: &mut Pool,
        construction: Construction,
    ) -> Result<Playable, DeckError> {
        let mut resolver = Resolver { catalog, pool, problems: self.problems.clone(), cards: BTreeMap::new() };
        let mut main = resolver.entries(&self.main);
        main.sort_unstable();
        let sideboard = resolver.entries(&self.sideboard);
        let mut plans = Vec::new();
        for (number, plan) in self.plans.iter().enumerate() {
            let same = |other: &Plan| {
                other.opponent.eq_ignore_ascii_case(&plan.opponent) && other.on_the_play == plan.on_the_play
            };
            if self.plans[..number].iter().any(same) {
                resolver.problems.push(Problem { line: plan.line, column: 0, kind: ProblemKind::PlanTwice });
            }
            let mut cards = resolver.exchanged(plan, &main, &sideboard, construction.least);
            cards.sort_unstable();
            plans.push((plan, cards));
        }
        for (entries, kind) in [
            (&self.commander, (|name| ProblemKind::Commander { name }) as fn(String) -> ProblemKind),
            (&self.companion, |name| ProblemKind::Companion { name }),
        ] {
            resolver.problems.extend(entries.iter().map(|entry| entry.problem(kind(entry.name.clone()))));
        }
        let names = resolver.cards.keys().map(|name| (*name).to_owned()).collect();
        let mut problems = resolver.finish(construction.copies);
        let cards = self.size();
        let whole = |kind| Problem { line: 0, column: 0, kind };
        if cards < construction.least {
            problems.push(whole(ProblemKind::TooFew { cards, least: construction.least }));
        }
        if cards > construction.most {
            problems.push(whole(ProblemKind::TooMany { cards, most: construction.most }));
        }
        if !problems.is_empty() {
            // The list as a whole (line 0) comes after its lines.
            problems.sort_by_key(|problem| (problem.line == 0, problem.line, problem.column));
            return Err(DeckError { file: self.file.clone(), problems });
        }
        let main_fingerprint = fingerprint(&main, &[], &[]);
        let fingerprint = fingerprint(&main, &sideboard, &plans);
        let exchanged = |(plan, cards): (&Plan, Vec<(&str, CardId)>)| Exchanged {
            opponent: plan.opponent.clone(),
            on_the_play: plan.on_the_play,
            main: cards.into_iter().map(|(_, id)| id).collect(),
        };
        let plans = plans.into_iter().map(exchanged).collect();
        let ids = |named: Vec<(&str, CardId)>| named.into_iter().map(|(_, id)| id).collect();
        Ok(Playable { main: ids(main), sideboard: ids(sideboard), plans, fingerprint, main_fingerprint, names })
    }
}

impl Entry {
    fn problem(&self, kind: ProblemKind) -> Problem {
        Problem { line: self.line, column: self.column, kind }
    }
}

/// The cards of a deck, each with how it was listed.
struct Resolver<'c, 'a, 'p> {
    catalog: &'c Catalog<'a>,
    pool: &'p mut Pool,
    problems: Vec<Problem>,
    cards: BTreeMap<&'a str, Listed>,
}

/// One card of a deck.
struct Listed {
    /// `None` if it can't be compiled.
    id: Option<CardId>,
    copies: u32,
    /// The lines that list it.
    lines: Vec<u32>,
    /// The column of the name in the last of them.
    column: u32,
}

impl<'a> Resolver<'_, 'a, '_> {
    /// The cards of a part of the deck, each as often as it is there. What is wrong with one is noted where it comes first.
    fn entries(&mut self, entries: &[Entry]) -> Vec<(&'a str, CardId)> {
        let mut cards = Vec::new();
        for entry in entries {
            let Some(name) = self.catalog.find(&entry.name) else {
                let near = self.catalog.nearest(&entry.name).map(str::to_owned);
                let broken = self.catalog.broken(&entry.name);
                self.problems.push(entry.problem(ProblemKind::UnknownCard { name: entry.name.clone(), near, broken }));
                continue;
            };
            if !self.cards.contains_key(name) {
                let id = self.catalog.compile(name, self.pool);
                let listed = |id| Listed { id, copies: 0, lines: Vec::new(), column: 0 };
                self.cards.insert(name, listed(id.as_ref().ok().copied()));
                if let Err(diagnostics) = id {
                    let name = name.to_owned();
                    self.problems.push(entry.problem(ProblemKind::Unsupported { name, diagnostics }));
                }
            }
            if let Some(listed) = self.cards.get_mut(name) {
                listed.copies = listed.copies.saturating_add(entry.count);
                listed.lines.push(entry.line);
                listed.column = entry.column;
                cards.extend(listed.id.iter().flat_map(|id| std::iter::repeat_n((name, *id), entry.count as usize)));
            }
        }
        cards
    }

    /// The main deck after a plan. What is wrong with the plan is noted.
    fn exchanged(
        &mut self,
        plan: &Plan,
        main: &[(&'a str, CardId)],
        sideboard: &[(&'a str, CardId)],
        least: u32,
    ) -> Vec<(&'a str, CardId)> {
        let mut places: Vec<Option<(&'a str, CardId)>> = main.iter().copied().map(Some).collect();
        let mut left: Vec<Option<(&'a str, CardId)>> = sideboard.iter().copied().map(Some).collect();
        let mut taken = Vec::new();
        for (entries, from, part) in [(&plan.out, &mut places, "main deck"), (&plan.into, &mut left, "sideboard")] {
            for entry in entries {
                let Some(name) = self.catalog.find(&entry.name) else {
                    let near = self.catalog.nearest(&entry.name).map(str::to_owned);
                    let broken = self.catalog.broken(&entry.name);
                    self.problems.push(entry.problem(ProblemKind::UnknownCard {
                        name: entry.name.clone(),
                        near,
                        broken,
                    }));
                    continue;
                };
                let mut there = 0;
                // The last copies go.
                for place in from.iter_mut().rev().filter(|place| place.is_some_and(|(own, _)| own == name)) {
                    if there < entry.count {
                        let card = place.take();
                        taken.extend(card.filter(|_| part == "sideboard"));
                    }
                    there += 1;
                }
                if there < entry.count {
                    let kind = ProblemKind::PlanLacks { name: name.to_owned(), wanted: entry.count, there, part };
                    self.problems.push(entry.problem(kind));
                }
            }
        }
        let mut taken = taken.into_iter();
        for place in places.iter_mut().filter(|place| place.is_none()) {
            *place = taken.next();
        }
        let cards: Vec<(&'a str, CardId)> = places.into_iter().flatten().chain(taken).collect();
        // A list that is too short before is told so as a whole.
        if (cards.len() as u32) < least && main.len() as u32 >= least {
            let kind = ProblemKind::PlanSize { cards: cards.len() as u32, least };
            self.problems.push(Problem { line: plan.line, column: 0, kind });
        }
        cards
    }

    /// All that is wrong, the numbers of copies included.
    fn finish(mut self, usual: u32) -> Vec<Problem> {
        for (name, listed) in self.cards {
            let most = self.catalog.base().source(name).map_or(Some(usual), |card| most_copies(card, usual));
            if let (Some(most), Some(&line)) = (most.filter(|most| listed.copies > *most), listed.lines.last()) {
                let (name, copies, lines) = (name.to_owned(), listed.copies, listed.lines);
                let kind = ProblemKind::TooManyCopies { name, copies, most, lines };
                self.problems.push(Problem { line, column: listed.column, kind });
            }
        }
        self.problems
    }
}

/// How many copies of a card a deck may have; `None` is any number (CR 100.2a and what the card itself says).
fn most_copies(card: &CardSource, usual: u32) -> Option<u32> {
    if card.supertypes.contains(Supertypes::BASIC) {
        return None;
    }
    for (_, _, line) in &card.lines {
        let Some(rest) = line.split_once("A deck can have ").map(|(_, rest)| rest) else { continue };
        if rest.starts_with("any number of cards named") {
            return None;
        }
        if let Some((number, _)) = rest.strip_prefix("up to ").and_then(|rest| rest.split_once(" cards named")) {
            const NUMBERS: [&str; 13] = [
                "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
                "twelve",
            ];
            return NUMBERS.iter().position(|word| *word == number).map(|number| number as u32).or(Some(usual));
        }
    }
    Some(usual)
}

fn fingerprint(
    main: &[(&str, CardId)],
    sideboard: &[(&str, CardId)],
    plans: &[(&Plan, Vec<(&str, CardId)>)],
) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |name: &str| {
        hasher.update(name.as_bytes());
        hasher.update(b"\n");
    };
    main.iter().for_each(|(name, _)| add(name));
    add("");
    let mut sideboard: Vec<&str> = sideboard.iter().map(|(name, _)| *name).collect();
    sideboard.sort_unstable();
    sideboard.iter().for_each(|name| add(name));
    for (plan, cards) in plans {
        add("");
        add(&plan.opponent);
        add(match plan.on_the_play {
            None => "",
            Some(true) => "play",
            Some(false) => "draw",
        });
        cards.iter().for_each(|(name, _)| add(name));
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
