//! Which legal actions the slots show: a page of them, if there are more than slots.

use crate::layout::SLOTS;

/// Which of a decision's legal actions stand in the slots.
///
/// As many actions as there are slots stand in these in the order of the legal actions. Of more, each page has one fewer, and the last slot leads to
/// the next page (from the last page to the first): no action is ever out of reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slots {
    all: usize,
    actions: usize,
    page: usize,
}

/// What a slot means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The legal action of this number.
    Action(usize),
    /// No action: the slots then show this page.
    Page(usize),
}

impl Slots {
    /// Page number `page` of that many legal actions in Magic's [`SLOTS`] slots: see [`Slots::of`].
    pub fn new(actions: usize, page: usize) -> Slots {
        Slots::of(SLOTS, actions, page)
    }

    /// Page number `page` of that many legal actions in `all` slots; pages are counted from 0, and after the last follows the first.
    pub fn of(all: usize, actions: usize, page: usize) -> Slots {
        let pages = Slots { all, actions, page: 0 }.pages();
        Slots { all, actions, page: page % pages }
    }

    /// How many slots there are, used or not.
    pub fn all(self) -> usize {
        self.all
    }

    /// How many pages there are; at least one.
    pub fn pages(self) -> usize {
        if self.actions <= self.all { 1 } else { self.actions.div_ceil(self.all - 1) }
    }

    /// The number of the page, from 0.
    pub fn page(self) -> usize {
        self.page
    }

    /// How many legal actions there are on all pages.
    pub fn actions(self) -> usize {
        self.actions
    }

    /// The numbers of the actions of this page; the first stands in slot 0.
    pub fn shown(self) -> std::ops::Range<usize> {
        if self.actions <= self.all {
            return 0..self.actions;
        }
        let first = self.page * (self.all - 1);
        first..(first + self.all - 1).min(self.actions)
    }

    /// Returns whether the last slot leads to the next page.
    pub fn turns(self) -> bool {
        self.actions > self.all
    }

    /// What a slot means; nothing if it isn't used.
    pub fn meaning(self, slot: usize) -> Option<Meaning> {
        if self.turns() && slot == self.all - 1 {
            return Some(Meaning::Page((self.page + 1) % self.pages()));
        }
        let shown = self.shown();
        (slot < shown.len()).then(|| Meaning::Action(shown.start + slot))
    }

    /// How many slots are used.
    pub fn used(self) -> usize {
        self.shown().len() + usize::from(self.turns())
    }

    /// The slot that is used as number `choice`, from 0.
    pub fn nth(self, choice: usize) -> Option<usize> {
        let shown = self.shown().len();
        match choice {
            _ if choice < shown => Some(choice),
            _ if choice == shown && self.turns() => Some(self.all - 1),
            _ => None,
        }
    }

    /// The slot of a legal action, if this page shows it.
    pub fn slot(self, action: usize) -> Option<usize> {
        let shown = self.shown();
        shown.contains(&action).then(|| action - shown.start)
    }

    /// Writes which slots are used.
    ///
    /// # Panics
    /// If `out` hasn't a place for each slot.
    pub fn mask(self, out: &mut [bool]) {
        assert_eq!(out.len(), self.all, "a mask has a place for each slot");
        let shown = self.shown().len();
        out[..shown].fill(true);
        out[shown..].fill(false);
        if self.turns() {
            out[self.all - 1] = true;
        }
    }
}
