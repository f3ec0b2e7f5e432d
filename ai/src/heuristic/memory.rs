//! What an agent remembers of the turn at hand: what it did, and whether that got it anywhere.
//!
//! What can be done for nothing can be done forever: two permanents that untap each other, a creature that makes copies of itself.
//! Whoever does the same thing again and again stops when nothing comes of it, and some time also when something does.

use std::cell::{Cell, RefCell};

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_core::Player;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::ObjectId;

use super::facts::Facts;
use super::library::Library;
use super::script::Act;
use super::value::Judge;

/// How often the same ability is used in a turn without the position getting better for it.
const MOST_IN_VAIN: u8 = 8;

/// How often the same ability is used in a turn: enough tokens to win with, enough damage to kill.
const MOST_IN_A_TURN: u8 = 40;

/// How many targets are tried for one choice. With a thousand permanents on the table there are more than anyone could
/// compare; then what was found so far is taken.
const MOST_THOUGHTS: u32 = 200_000;

/// How many answers about cards are kept for one choice.
const MOST_ANSWERS: usize = 64;

/// What is asked about a card that takes some thought: it is asked again for each way to come to that card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    /// What it is worth in the viewer's hand ([`Judge::promise`]).
    Promise(CardId),
    /// What it is worth as it enters under a player's control ([`Judge::arrival`]).
    Arrival(CardId, Player),
}

/// A question about a card and all of the judge that the answer depends on, but for the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Asked {
    about: About,
    depth: u8,
    reach: i32,
    doomed: Option<ObjectId>,
}

/// What was done in a turn, and how much has been thought for one choice.
#[derive(Debug, Default)]
pub(super) struct Memory {
    thoughts: Cell<u32>,
    turn: u32,
    /// The best position before anything was done in this turn.
    best: i32,
    efforts: Vec<Effort>,
    library: Library,
    /// What was found for this choice, and how many thoughts that took.
    answers: RefCell<Vec<(Asked, i32, u32)>>,
}

/// An ability that was used in this turn, on whatever permanent or card.
#[derive(Debug)]
struct Effort {
    ability: AbilityId,
    count: u8,
    in_vain: u8,
}

impl Memory {
    /// Forgets everything.
    pub(super) fn start(&mut self) {
        self.turn = 0;
        self.efforts.clear();
        self.library.forget();
    }

    /// What is known of the agent's own library.
    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// A choice in this turn begins.
    #[inline]
    pub(super) fn begin(&mut self, turn: u32) {
        self.thoughts.set(0);
        self.forget_answers();
        if self.turn != turn {
            self.turn = turn;
            self.efforts.clear();
        }
    }

    /// The position is another.
    pub(super) fn forget_answers(&self) {
        self.answers.borrow_mut().clear();
    }

    /// Returns whether one more thought may be spent on this choice.
    #[inline]
    pub(super) fn may_think(&self) -> bool {
        let thoughts = self.thoughts.get();
        self.thoughts.set(thoughts.saturating_add(1));
        thoughts < MOST_THOUGHTS
    }

    /// The answer to a question in this position, which takes as many thoughts each time, though it is found once.
    fn once(&self, asked: Asked, find: impl FnOnce() -> i32) -> i32 {
        let before = self.thoughts.get();
        let known = self.answers.borrow().iter().find(|(other, ..)| *other == asked).copied();
        if let Some((_, value, taken)) = known {
            let after = before.saturating_add(taken);
            if after <= MOST_THOUGHTS {
                self.thoughts.set(after);
                return value;
            }
        }
        let value = find();
        let after = self.thoughts.get();
        // What was left out for want of thoughts isn't the answer.
        if known.is_none() && after <= MOST_THOUGHTS && self.answers.borrow().len() < MOST_ANSWERS {
            self.answers.borrow_mut().push((asked, value, after - before));
        }
        value
    }

    /// Returns whether an ability was used often enough in this turn.
    #[inline]
    pub(super) fn is_tired_of(&self, ability: AbilityId) -> bool {
        let tired = |effort: &Effort| effort.in_vain >= MOST_IN_VAIN || effort.count >= MOST_IN_A_TURN;
        self.efforts.iter().any(|effort| effort.ability == ability && tired(effort))
    }

    /// The mana that is to be paid next turn for what was done in this one.
    pub(super) fn debt(&self, facts: &Facts) -> i32 {
        let owed = |effort: &Effort| -> i32 {
            let effects = facts.ability(effort.ability).parts.iter().flat_map(|part| &part.effects);
            let each: i32 = effects.map(|effect| if let Act::Debt { mana, .. } = effect.act { mana } else { 0 }).sum();
            each * i32::from(effort.count)
        };
        self.efforts.iter().map(owed).sum()
    }

    /// An ability is about to be used in a position that is worth that much.
    pub(super) fn note(&mut self, ability: AbilityId, standing: i32) {
        let better = self.efforts.is_empty() || standing > self.best;
        if better {
            self.best = standing;
            self.efforts.iter_mut().for_each(|effort| effort.in_vain = 0);
        }
        match self.efforts.iter_mut().find(|effort| effort.ability == ability) {
            Some(effort) => {
                effort.count = effort.count.saturating_add(1);
                effort.in_vain = effort.in_vain.saturating_add(u8::from(!better));
            }
            None => self.efforts.push(Effort { ability, count: 1, in_vain: u8::from(!better) }),
        }
    }
}

impl Judge<'_> {
    /// The answer to a question about a card, which is found once for each choice.
    pub(super) fn once(self, about: About, find: impl FnOnce() -> i32) -> i32 {
        self.memory.once(Asked { about, depth: self.depth, reach: self.reach, doomed: self.doomed }, find)
    }

    /// What an action is about that can be done often: the ability, and how the viewer stands before it. None for passing and
    /// for playing lands.
    pub(super) fn effort(self, action: Action) -> Option<(AbilityId, i32)> {
        let (Action::Play { ability, .. } | Action::Activate { ability, .. }) = action else { return None };
        if self.facts.ability(ability).kind == Some(ActivatableKind::PlayLand) {
            return None;
        }
        Some((ability, self.standing_now()))
    }

    /// The same of what the viewer may do while an ability resolves, and does: two permanents can trigger each other forever.
    pub(super) fn consent(self, action: Action) -> Option<(AbilityId, i32)> {
        let (item, ..) = self.see.resolving().filter(|_| action != Action::No)?;
        Some((item.ability, self.standing_now()))
    }

    fn standing_now(self) -> i32 {
        // Fewer cards in the other library are something too.
        let libraries = self.see.library_size(self.me) as i32 - self.see.library_size(!self.me) as i32;
        self.standing() + libraries
    }
}

#[cfg(test)]
mod tests {
    use gauntlet_cards::card::{CardId, Pool};

    use super::{About, Asked, MOST_IN_A_TURN, MOST_IN_VAIN, MOST_THOUGHTS, Memory};

    #[test]
    fn what_gets_nowhere_is_given_up() {
        let pool = Pool::new();
        let [one, other] = [0, 1].map(|color| pool.basic_mana_ability(color));
        let mut memory = Memory::default();
        memory.begin(1);
        memory.note(one, 10);
        for _ in 0..MOST_IN_VAIN {
            assert!(!memory.is_tired_of(one));
            memory.note(one, 10);
            memory.note(other, 10);
        }
        assert!(memory.is_tired_of(one) && memory.is_tired_of(other));
        memory.note(other, 11);
        assert!(!memory.is_tired_of(one), "something came of it");
        memory.begin(2);
        for standing in 0..i32::from(MOST_IN_A_TURN) {
            assert!(!memory.is_tired_of(one));
            memory.note(one, standing);
        }
        assert!(memory.is_tired_of(one), "even so it is enough");
    }

    #[test]
    fn an_answer_is_found_once_and_takes_as_many_thoughts_each_time() {
        let mut memory = Memory::default();
        let asked = Asked { about: About::Promise(CardId(7)), depth: 0, reach: 0, doomed: None };
        let found = std::cell::Cell::new(0);
        let ask = |memory: &Memory, asked: Asked, thoughts: u32| {
            memory.once(asked, || {
                found.set(found.get() + 1);
                (0..thoughts).filter(|_| memory.may_think()).count() as i32
            })
        };
        memory.begin(1);
        assert_eq!([ask(&memory, asked, 3), ask(&memory, asked, 3)], [3, 3]);
        assert_eq!((found.get(), memory.thoughts.get()), (1, 6));
        // Deeper in thought it is another question, and in another position.
        ask(&memory, Asked { depth: 2, ..asked }, 3);
        assert_eq!(found.get(), 2);
        memory.forget_answers();
        ask(&memory, asked, 3);
        assert_eq!(found.get(), 3);
        // With one thought left nobody finds the whole answer, nor is it taken for that later.
        memory.thoughts.set(MOST_THOUGHTS - 1);
        assert_eq!(ask(&memory, asked, 3), 1);
        memory.begin(1);
        memory.thoughts.set(MOST_THOUGHTS - 1);
        assert_eq!(ask(&memory, asked, 3), 1);
        memory.thoughts.set(0);
        assert_eq!(ask(&memory, asked, 3), 3);
    }
}
