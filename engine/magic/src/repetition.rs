//! Positions that are the same but for the time that has passed: how loops are found (CR 104.4b, 732).

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;
use xxhash_rust::xxh3::xxh3_64;

use crate::decision::Action;
use crate::evaluate::Eye;
use crate::fingerprint::fingerprint;
use crate::position::Position;
use crate::state::{Defender, Flags, MemoryList, Object, ObjectId, Range, State, Target};

/// How many passes in succession with something on the stack are taken for nothing out of the ordinary. A loop is looked for
/// from then on, so that games without one never pay for it.
pub(crate) const ORDINARY: u32 = 256;

impl crate::evaluate::Eye<'_> {
    /// See [`Position::situation`].
    fn situation(self) -> Option<u64> {
        if self.s.outcome.is_some() || !self.s.tasks.is_empty() {
            return None;
        }
        let mut state = self.s.clone();
        let mut blank = self.as_object(CardId(0), Player::FIRST, Zone::Command);
        (blank.generation, blank.timestamp) = (0, 0);
        forget_time(&mut state, blank);
        Some(fingerprint(&state))
    }
}

impl crate::engine::Engine<'_> {
    /// CR 104.4b: if players do nothing but pass and the game comes to a situation where it has been since they last did
    /// anything else, what goes on is a loop of mandatory actions, and the game is a draw.
    ///
    /// One situation is kept, and another one in its place after twice as many passes (Brent's way to find a cycle).
    pub(crate) fn look_for_a_loop(&mut self, action: Action) {
        if action != Action::Pass || self.s.stack.is_empty() {
            (self.s.idle, self.s.idle_mark) = (0, 0);
            return;
        }
        self.s.idle += 1;
        if self.s.idle < ORDINARY {
            return;
        }
        let Some(now) = self.eye().situation() else { return };
        if self.s.idle_mark == now {
            self.finish(None, gauntlet_core::Reason::DrawByRule);
        } else if self.s.idle.is_power_of_two() {
            self.s.idle_mark = now;
        }
    }
}

impl Position {
    /// A number that is equal for positions of one turn from which the same can happen: only the clock, the number of choices
    /// made, and the identities that zone changes give to objects may differ.
    ///
    /// `None` where a player doesn't have priority: what is in the middle of something can't be compared.
    pub fn situation(&self) -> Option<u64> {
        self.eye().situation()
    }

    /// The names of the cards that actions are about, as far as they say so, and of what is on the stack.
    pub fn names_at_work(&self, actions: &[Action]) -> Vec<String> {
        let s = &self.state;
        let object = |index: u16| s.objects.get(index as usize).map(|object| object.card);
        let named = actions.iter().filter_map(|action| match *action {
            Action::Play { card, .. } | Action::Card(card) => Some(card),
            Action::Activate { object: index, .. } | Action::Object(index) => object(index),
            _ => None,
        });
        let stack = s.stack.iter().flat_map(|item| [item.object, item.source]);
        let stacked = stack.filter_map(|id| s.last_known(id)).map(|object| object.card);
        let mut names: Vec<String> = named.chain(stacked).map(|card| self.pool.card(card).name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The number of cards that each player owns, and a number that depends on which they are: neither changes while a game is
    /// played, as cards only move (CR 108.3, 400.1). Tokens, copies and abilities aren't cards.
    pub fn cards_owned(&self) -> [(usize, u64); 2] {
        let mut owned = [(0, 0u64); 2];
        let mut add = |player: Player, card: CardId| {
            let (count, sum) = &mut owned[player.index()];
            *count += 1;
            *sum = sum.wrapping_add(weight(card.index()));
        };
        // Those that a game around this one goes on with are there as well (CR 728.2).
        for s in std::iter::once(&self.state).chain(&self.state.outer) {
            for player in Player::BOTH {
                for hidden in s.libraries[player].iter().chain(&s.hands[player]) {
                    add(player, hidden.card);
                }
                s.merged_cards(player).for_each(|(card, _)| add(player, card));
            }
            s.outside.iter().for_each(|other| add(other.owner, other.card));
            let mut free = vec![false; s.objects.len()];
            for &index in &s.free {
                free[index as usize] = true;
            }
            for (index, (object, free)) in (0..).zip(s.objects.iter().zip(free)) {
                let emblem = self.pool.card(object.printed).token || self.pool.is_emblem(object.card);
                if !free
                    && !emblem
                    && !s.is_merged(index)
                    && !object.flags.intersects(Flags::TOKEN | Flags::COPY | Flags::ABILITY)
                {
                    add(object.owner, object.printed);
                }
                // Two cards are one permanent (CR 712.21).
                let melded = Eye::of(s, &self.pool).melded_with(object).filter(|_| !free);
                melded.into_iter().for_each(|other| add(object.owner, other));
            }
        }
        owned
    }

    /// A player's hand and library in the order in which they were drawn and will be: the deck from the top on, as it lay before
    /// the opening hand was drawn.
    pub fn cards_as_they_lie(&self, player: Player) -> Vec<CardId> {
        let s = &self.state;
        s.hands[player].iter().chain(s.libraries[player].iter().rev()).map(|hidden| hidden.card).collect()
    }

    /// What [`Position::cards_owned`] is for a player who brings these cards.
    pub fn cards_brought(deck: &[CardId]) -> (usize, u64) {
        (deck.len(), deck.iter().fold(0, |sum, card| sum.wrapping_add(weight(card.index()))))
    }
}

/// A number for a card such that sums of different cards differ.
fn weight(card: usize) -> u64 {
    xxh3_64(&(card as u64).to_le_bytes())
}

/// Takes out of a position what counts the time: what is left is what decides how the game can go on.
fn forget_time(s: &mut State, blank: Object) {
    let generations: Vec<u16> = s.objects.iter().map(|object| object.generation).collect();
    // A reference to what is still there counts as that; all stale ones are the same.
    let now = |id: &mut ObjectId| {
        *id = match generations.get(id.index()) {
            Some(generation) if *generation == id.generation => ObjectId { index: id.index, generation: 0 },
            _ => ObjectId::NONE,
        };
    };
    let target = |target: &mut Target| {
        if let Target::Object(id) = target {
            now(id);
        }
    };
    (s.clock, s.actions, s.next_memory) = (0, 0, MemoryList::FIRST);
    (s.idle, s.idle_mark, s.answer) = (0, 0, None);
    s.last_known.clear();
    s.last_sizes.clear();
    s.last_blocks.clear();
    s.last_attached.clear();
    s.left_stack.clear();
    s.lapses.clear();
    s.scratch.clear();
    for player in Player::BOTH {
        let info = &mut s.players[player];
        // What was done this turn is told from what it came to.
        (info.cards_drawn, info.spells_cast, info.life_gained, info.life_lost) = (0, 0, 0, 0);
        info.expended = 0;
    }
    s.creatures_died = 0;
    for object in &mut s.objects {
        (object.generation, object.timestamp) = (0, 0);
        now(&mut object.attached_to);
        if let Defender::Permanent(id) = &mut object.defender {
            now(id);
        }
    }
    for &index in &s.free {
        // What was there is nobody's business.
        s.objects[index as usize] = blank;
    }
    now(&mut s.decision.about);
    for item in &mut s.stack {
        now(&mut item.object);
        now(&mut item.source);
        now(&mut item.event.object);
        item.event.other.iter_mut().for_each(target);
    }
    // Those of what has left the stack stay until it is empty.
    let all = std::mem::take(&mut s.targets);
    for item in &mut s.stack {
        let own = &all[item.targets.start as usize..item.targets.end as usize];
        let start = s.targets.len() as u16;
        s.targets.extend_from_slice(own);
        item.targets = Range { start, end: s.targets.len() as u16 };
    }
    for chosen in &mut s.targets {
        target(&mut chosen.target);
    }
    for effect in s.effects.iter_mut().chain(&mut s.player_effects) {
        effect.timestamp = 0;
        now(&mut effect.object);
        now(&mut effect.source);
    }
    for by in &mut s.drawn_by {
        now(&mut by.source);
    }
    for order in s.ordered.iter_mut().chain(&mut s.orders) {
        now(&mut order.source);
        order.moves.iter_mut().for_each(now);
    }
    for counters in &mut s.counters {
        counters.3 = 0;
    }
    for given in &mut s.granted {
        given.2 = 0;
    }
    for change in &mut s.texts {
        now(&mut change.object);
    }
    for memory in &mut s.memories {
        now(&mut memory.object);
    }
    for delayed in &mut s.delayed {
        now(&mut delayed.source);
    }
    for shield in &mut s.shields {
        shield.timestamp = 0;
        now(&mut shield.source);
        shield.protects.iter_mut().for_each(target);
    }
    for link in &mut s.links {
        now(&mut link.source);
        now(&mut link.card);
    }
    for permission in &mut s.permissions {
        now(&mut permission.card);
        now(&mut permission.source);
        permission.since = 0;
    }
}
