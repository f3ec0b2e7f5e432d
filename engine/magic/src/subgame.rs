//! Subgames (CR 728): a game within the game, with the libraries as decks; the outer game waits, untouched.

use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::state::{Flags, HiddenCard, ObjectId, State};
use crate::task::{Mulligans, Task};

impl State {
    /// What doesn't belong to one game goes on from another: chance, the number of choices, the cards outside, what is told, the games that wait.
    pub(crate) fn carry_over(&mut self, from: &mut State) {
        self.rng = from.rng;
        self.actions = from.actions;
        self.streams = std::mem::take(&mut from.streams);
        self.outside = std::mem::take(&mut from.outside);
        self.remembered = std::mem::take(&mut from.remembered);
        self.journal = from.journal.take();
        self.annals = from.annals.take();
        self.outer = std::mem::take(&mut from.outer);
    }
}

impl Engine<'_> {
    /// CR 728.2: new zones, the libraries shuffled, a player chosen at random to go first. The outer game is kept as it is, the
    /// resolution that began this among its tasks.
    pub(crate) fn begin_subgame(&mut self, life: Option<i32>) {
        self.tell(Audience::Everyone, |_| "\nA subgame begins.".to_owned());
        let mut inner = State::empty(self.options, gauntlet_core::Seed::from_u64(0));
        inner.carry_over(self.s);
        inner.elsewhere = self.s.elsewhere;
        inner.elsewhere_layers = self.s.elsewhere_layers;
        for player in Player::BOTH {
            inner.libraries[player] = std::mem::take(&mut self.s.libraries[player]);
            if let Some(life) = life {
                inner.players[player].life = life;
                inner.starting_life = life;
            }
        }
        inner.starting = if inner.rng.below(2) == 0 { Player::FIRST } else { Player::SECOND };
        inner.tasks.push(Task::Mulligans(Mulligans::begin(inner.starting)));
        let outer = std::mem::replace(self.s, inner);
        self.s.outer.push(outer);
        for player in Player::BOTH {
            self.shuffle(player);
        }
    }

    /// CR 728.5: all cards of the subgame go into the libraries of the outer game, which goes on where it was.
    pub(crate) fn end_subgame(&mut self) {
        let Some(mut outer) = self.s.outer.pop() else { return };
        let winner = self.s.outcome.and_then(|outcome| outcome.winner);
        self.tell(Audience::Everyone, |eye| match winner {
            Some(player) => format!("\nThe subgame ends; {} wins it.\n", eye.player_name(player)),
            None => "\nThe subgame ends in a draw.\n".to_owned(),
        });
        self.cards_into(&mut outer, &[]);
        outer.carry_over(self.s);
        outer.subgame_winners = winner.map_or(0, |player| 1 << player.index());
        *self.s = outer;
        for player in Player::BOTH {
            self.shuffle(player);
        }
    }

    /// Puts all cards of this game, wherever they are, into their owners' libraries of another, which goes on with them (CR 726.2, 728.5), but
    /// for some objects. Tokens, copies, emblems and abilities are no cards.
    pub(crate) fn cards_into(&self, other: &mut State, but_for: &[ObjectId]) {
        for owner in Player::BOTH {
            let hidden = self.s.libraries[owner].iter().chain(&self.s.hands[owner]);
            other.libraries[owner].extend(hidden.map(|hidden| HiddenCard::unknown(hidden.card)));
            let merged = self.s.merged_cards(owner).map(|(card, _)| HiddenCard::unknown(self.pool.whole(card)));
            other.libraries[owner].extend(merged);
        }
        for (index, object) in (0..).zip(&self.s.objects) {
            let card = !object.flags.intersects(Flags::TOKEN | Flags::ABILITY | Flags::COPY)
                && !self.pool.is_emblem(object.card)
                && !self.pool.card(object.printed).token;
            if card && !self.s.is_merged(index) && !self.s.free.contains(&index) && !but_for.contains(&self.s.id(index))
            {
                other.libraries[object.owner].push(HiddenCard::unknown(self.pool.whole(object.printed)));
            }
        }
    }
}
