//! Decklists as lines of text.

use super::line::{Line, Section};
use super::list::{Deck, Entry, Plan};
use super::note::Note;
use super::problem::ProblemKind;

/// Reads the lines of `text` into `deck`.
pub(super) fn read(deck: &mut Deck, text: &str) {
    let mut section = Section::Main;
    let mut blocks = Blocks::default();
    let mut cards = 0;
    for (number, raw) in (1..).zip(text.lines()) {
        match Line::parse(raw, section) {
            Line::Nothing => {}
            Line::Title(title) => deck.set_title(&title),
            Line::Format(format) => deck.set_format(&format),
            Line::Blank => blocks.ended = true,
            Line::Heading(heading) => {
                section = heading;
                blocks.marked = true;
            }
            Line::Plan { opponent, on_the_play } => {
                section = Section::Plan;
                blocks.marked = true;
                deck.plans.push(Plan { opponent, on_the_play, line: number, ..Plan::default() });
            }
            Line::Exchange { into, count, name, column } => {
                let entry = Entry { count, name, line: number, column };
                if let Some(plan) = deck.plans.last_mut() {
                    if into { plan.into.push(entry) } else { plan.out.push(entry) }
                }
            }
            Line::Card { section: own, count, name, column } => {
                cards += 1;
                let into = own.unwrap_or(section);
                blocks.marked |= matches!(own, Some(Section::Sideboard));
                if into == Section::Main {
                    blocks.add(count, deck.main.len());
                }
                deck.put(into, Entry { count, name, line: number, column });
            }
            Line::Problem { column, kind } => deck.problem(number, column, kind),
        }
    }
    blocks.set_off_sideboard(deck);
    refuse_prose(deck, cards);
}

/// Lines of which hardly any is a card are a text of another kind, which is said once.
fn refuse_prose(deck: &mut Deck, cards: usize) {
    /// As many lines without a count may be a list that somebody wrote without counts.
    const FEW: usize = 8;
    let unread = |kind: &ProblemKind| matches!(kind, ProblemKind::NoCount { .. } | ProblemKind::NoName { .. });
    let odd = deck.problems.iter().filter(|problem| unread(&problem.kind)).count();
    if odd > FEW && odd > cards {
        let Some(first) = deck.problems.iter().find(|problem| unread(&problem.kind)) else { return };
        let (line, text) = match &first.kind {
            ProblemKind::NoCount { text } | ProblemKind::NoName { text } => (first.line, text.clone()),
            _ => return,
        };
        deck.problems.clear();
        deck.problem(line, 0, ProblemKind::Prose { lines: odd, text });
    }
}

/// Cards between blank lines, to find a sideboard that is set off by nothing else.
#[derive(Default)]
struct Blocks {
    /// Whether anything else tells main deck and sideboard apart.
    marked: bool,
    /// Whether a blank line followed the last card.
    ended: bool,
    /// How many blocks there were before the last one.
    earlier: u32,
    /// Cards in the blocks before the last one.
    before: u32,
    /// Cards in the last block.
    last: u32,
    /// The entries of the main deck before the last block.
    entries: usize,
}

impl Blocks {
    /// The most cards of a sideboard (CR 100.4a).
    const SIDEBOARD: u32 = 15;
    /// The cards of a deck of constructed play, before which no sideboard begins (CR 100.2a).
    const DECK: u32 = 60;

    fn add(&mut self, count: u32, entries: usize) {
        if std::mem::take(&mut self.ended) && self.last > 0 {
            self.before = self.before.saturating_add(std::mem::take(&mut self.last));
            self.earlier += 1;
            self.entries = entries;
        }
        self.last = self.last.saturating_add(count);
    }

    /// Sites put the sideboard behind a blank line, and no word before it. People put blank lines between lands and spells: so that is meant
    /// only where a whole deck stands before.
    fn set_off_sideboard(&self, deck: &mut Deck) {
        let whole = self.before == Self::DECK || (self.before > Self::DECK && self.earlier == 1);
        if !self.marked && whole && (1..=Self::SIDEBOARD).contains(&self.last) {
            deck.sideboard = deck.main.split_off(self.entries);
            deck.notes.push(Note::BlankLine { cards: self.last });
        }
    }
}
