//! From names to cards.

use std::collections::BTreeMap;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, CardSource};
use gauntlet_cards::types::{Colors, Supertypes};

use super::catalog::Catalog;
use super::identity::{can_lead, can_lead_together, color_identity};
use super::list::{COMMANDER_SIZE, Deck, Entry, Plan, total};
use super::problem::{DeckError, Problem, ProblemKind};
use crate::options::{Leader, Leaders};

/// What a deck must be to be played (CR 100.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Construction {
    /// The least number of cards in the main deck.
    pub least: u32,
    /// The greatest number of cards in the main deck.
    pub most: u32,
    /// How many copies there may be of a card that isn't a basic land and doesn't say otherwise, sideboard included.
    pub copies: u32,
    /// What becomes of sideboards with cards that can't be played.
    pub sideboard: Sideboards,
}

/// What becomes of a sideboard with cards that can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sideboards {
    /// The deck is refused.
    #[default]
    Whole,
    /// It is played without them.
    Playable,
    /// The same, and with the sideboard's cards the plans are left out that need them: nothing will be exchanged. A deck with a card that
    /// brings in others from outside the game is refused nevertheless.
    Unneeded,
}

/// The most cards of a part of a deck that a position is made for.
const MOST_CARDS: u32 = 10_000;

/// The cards of a deck of Brawl, its commander included (CR 903.12d).
const BRAWL_SIZE: u32 = 60;

impl Construction {
    /// What a deck with commanders must be: of a hundred cards with them (CR 903.5a), or sixty in Brawl, all different (CR 903.5b) but for basic
    /// lands. Where nothing is limited, nor is this.
    fn led(self, leaders: &[Entry], brawl: bool) -> Construction {
        if self.copies == u32::MAX {
            return self;
        }
        let size = if brawl { BRAWL_SIZE } else { COMMANDER_SIZE };
        let size = size.saturating_sub(total(leaders));
        Construction { least: size, most: size, copies: 1, ..self }
    }

    /// Any number of cards, any number of copies. More cards than this a position isn't made for.
    pub const ANY: Construction =
        Construction { least: 1, most: MOST_CARDS, copies: u32::MAX, sideboard: Sideboards::Whole };
}

impl Default for Construction {
    /// Constructed play (CR 100.2a): sixty cards, four copies. No rule limits a deck's size; a thousand is beyond any.
    fn default() -> Self {
        Construction { least: 60, most: 1000, copies: 4, sideboard: Sideboards::Whole }
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
    /// A hash of the names of the main deck alone, and of the sideboard that a card of it may bring in.
    pub main_fingerprint: String,
    /// The names of its cards, each once, in alphabetical order.
    pub names: Vec<String>,
    /// The cards that lead it (CR 903.3); they are not in the main deck.
    pub leaders: Leaders,
    /// Whether it is a deck of Brawl (CR 903.12).
    pub brawl: bool,
    /// The names of cards of the sideboard that can't be played, as they are written; they aren't part of it.
    pub left_out: Vec<String>,
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
        // Decks come from anywhere: what is far beyond any game isn't even written out.
        let parts = [&self.main, &self.sideboard].map(|part| total(part));
        if let Some(cards) = parts.into_iter().find(|cards| *cards > MOST_CARDS) {
            let kind = ProblemKind::TooMany { cards, most: construction.most.min(MOST_CARDS) };
            let problems = vec![Problem { line: 0, column: 0, kind }];
            return Err(DeckError { file: self.file.clone(), problems });
        }
        let mut resolver = Resolver { catalog, pool, problems: self.problems.clone(), cards: BTreeMap::new() };
        let mut main = resolver.entries(&self.main);
        main.sort_unstable();
        // What a card of the deck may bring in from outside the game is part of what is played (CR 400.11a).
        let brings_in = self.commander.is_empty() && main.iter().any(|(_, card)| resolver.pool.brings_in(*card));
        let (sideboard, left_out) = match construction.sideboard {
            Sideboards::Unneeded if brings_in => (resolver.entries(&self.sideboard), Vec::new()),
            Sideboards::Whole => (resolver.entries(&self.sideboard), Vec::new()),
            Sideboards::Playable | Sideboards::Unneeded => resolver.playable(&self.sideboard),
        };
        let mut plans = Vec::new();
        let unneeded = construction.sideboard == Sideboards::Unneeded && !left_out.is_empty();
        for (number, plan) in self.plans.iter().enumerate().filter(|_| !unneeded) {
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
        let companion = |entry: &Entry| entry.problem(ProblemKind::Companion { name: entry.name.clone() });
        resolver.problems.extend(self.companion.iter().map(companion));
        // CR 903.12d: Brawl is played with sixty cards.
        let brawl = !self.commander.is_empty() && self.size() + total(&self.commander) <= BRAWL_SIZE;
        let leaders = resolver.leaders(self, brawl);
        let construction =
            if self.commander.is_empty() { construction } else { construction.led(&self.commander, brawl) };
        let known: Vec<(&str, CardId)> =
            resolver.cards.iter().filter_map(|(name, listed)| Some((*name, listed.id?))).collect();
        let named = |card: CardId| known.iter().find(|(_, id)| *id == card).map(|(name, _)| *name);
        let names = resolver.cards.keys().map(|name| (*name).to_owned()).collect();
        let mut problems = resolver.finish(construction.copies);
        let cards = self.size();
        // Of what isn't a list there is nothing else to say.
        let no_list = problems.iter().any(|problem| problem.kind.is_no_list());
        let whole = |kind| Problem { line: 0, column: 0, kind };
        if cards < construction.least && !no_list {
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
        let led: Vec<(&str, CardId)> =
            leaders.iter().flatten().filter_map(|leader| Some((named(leader.card)?, leader.card))).collect();
        let all = [led.as_slice(), &main].concat();
        let main_fingerprint = fingerprint(&all, if brings_in { &sideboard } else { &[] }, &[], &[]);
        let fingerprint = fingerprint(&all, &sideboard, &left_out, &plans);
        let exchanged = |(plan, cards): (&Plan, Vec<(&str, CardId)>)| Exchanged {
            opponent: plan.opponent.clone(),
            on_the_play: plan.on_the_play,
            main: cards.into_iter().map(|(_, id)| id).collect(),
        };
        let plans = plans.into_iter().map(exchanged).collect();
        let ids = |named: Vec<(&str, CardId)>| named.into_iter().map(|(_, id)| id).collect();
        Ok(Playable {
            main: ids(main),
            sideboard: ids(sideboard),
            plans,
            fingerprint,
            main_fingerprint,
            names,
            leaders,
            brawl,
            left_out,
        })
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

    /// The cards that lead a deck; what is wrong with them, and which cards aren't of their colors, is noted (CR 903.3, 903.5c).
    fn leaders(&mut self, deck: &Deck, brawl: bool) -> Leaders {
        let mut leaders = [None; 2];
        let Some(first) = deck.commander.first() else { return leaders };
        let cards = self.entries(&deck.commander);
        let base = self.catalog.base();
        let sources: Vec<&CardSource> =
            deck.commander.iter().filter_map(|entry| base.source(self.catalog.find(&entry.name)?)).collect();
        let fits = match sources.as_slice() {
            // What isn't known is told already.
            sources if sources.len() < deck.commander.len() => true,
            _ if total(&deck.commander) > 2 || total(&deck.commander) as usize != sources.len() => false,
            [one] => can_lead(one, brawl),
            [one, other] => can_lead_together(one, other, brawl),
            _ => false,
        };
        if !fits {
            let names = sources.iter().map(|source| source.name.clone()).collect();
            self.problems.push(first.problem(ProblemKind::CannotLead { names, brawl }));
        }
        for (leader, (name, card)) in leaders.iter_mut().zip(&cards) {
            let identity = base.source(name).map(color_identity).unwrap_or_default();
            *leader = Some(Leader { card: *card, identity });
        }
        let identity = sources.iter().fold(Colors::empty(), |all, source| all | color_identity(source));
        let all = deck.main.iter().chain(&deck.sideboard);
        for entry in all.filter(|_| sources.len() == deck.commander.len()) {
            let Some(source) = self.catalog.find(&entry.name).and_then(|name| base.source(name)) else { continue };
            let outside = color_identity(source) - identity;
            // CR 903.12e: a colorless commander of Brawl may lead basic lands of one type.
            let spared = brawl && identity.is_empty() && source.supertypes.contains(Supertypes::BASIC);
            if !outside.is_empty() && !spared {
                let name = source.name.clone();
                self.problems.push(entry.problem(ProblemKind::OutsideIdentity { name, outside }));
            }
            if sources.iter().any(|leader| leader.name == source.name) {
                self.problems.push(entry.problem(ProblemKind::LeaderTwice { name: source.name.clone() }));
            }
        }
        leaders
    }

    /// The cards of a sideboard that can be played, and the names of those that can't.
    fn playable(&mut self, entries: &[Entry]) -> (Vec<(&'a str, CardId)>, Vec<String>) {
        let can_be = |resolver: &mut Self, entry: &&Entry| {
            let name = resolver.catalog.find(&entry.name);
            name.is_some_and(|name| resolver.catalog.compile(name, resolver.pool).is_ok())
        };
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for entry in entries {
            if can_be(self, &entry) { kept.push(entry.clone()) } else { left_out.push(entry.name.clone()) }
        }
        left_out.sort();
        left_out.dedup();
        (self.entries(&kept), left_out)
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
pub fn most_copies(card: &CardSource, usual: u32) -> Option<u32> {
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
    left_out: &[String],
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
    sideboard.extend(left_out.iter().map(String::as_str));
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
