//! What happened in a game, as facts for tables: hands, draws, plays, mana. Positions keep them only when asked to, and copies of
//! a position don't carry them, so that a search never writes any.

use gauntlet_cards::card::CardId;
use gauntlet_cards::mana::ManaSymbol;
use gauntlet_cards::types::{CardTypes, Colors};
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::evaluate::Eye;
pub use crate::state::Fact;
use crate::state::{Annals, Flags, ObjectId, State};

impl State {
    /// Begins the record again if there is to be one, in the memory of the last.
    pub(crate) fn begin_annals(&mut self, kept: Option<Box<Annals>>, wanted: bool) {
        self.annals = wanted.then(|| {
            let mut annals = kept.unwrap_or_default();
            annals.facts.clear();
            annals
        });
    }

    /// How many facts there are.
    pub(crate) fn annals_len(&self) -> usize {
        self.annals.as_ref().map_or(0, |annals| annals.facts.len())
    }

    /// Goes back to the first `length` facts of those that `other` has.
    pub(crate) fn rewind_annals(&mut self, other: &mut State, length: usize) {
        self.annals = other.annals.take();
        if let Some(annals) = &mut self.annals {
            annals.facts.truncate(length);
        }
    }

    /// The facts so far; none if they weren't asked for.
    pub(crate) fn facts(&self) -> &[Fact] {
        self.annals.as_ref().map_or(&[], |annals| &annals.facts)
    }
}

impl Engine<'_> {
    /// Writes a fact down, if anyone wants to know. A subgame (CR 728) is another game.
    #[inline]
    pub(crate) fn fact(&mut self, fact: Fact) {
        if self.s.annals.is_some() {
            self.write(fact);
        }
    }

    #[cold]
    fn write(&mut self, fact: Fact) {
        if let Some(annals) = &mut self.s.annals
            && self.s.outer.is_empty()
        {
            annals.facts.push(fact);
        }
    }

    /// Writes down what a player has decided about the hand.
    pub(crate) fn fact_of_hand(&mut self, player: Player, kept: bool) {
        if self.s.annals.is_none() {
            return;
        }
        let count = |wanted: fn(&gauntlet_cards::card::Card) -> bool| {
            self.s.hands[player].iter().filter(|hidden| wanted(self.pool.card(hidden.card))).count() as u8
        };
        let lands = count(is_land);
        let cheap = count(|card| !is_land(card) && card.mana_cost.as_ref().is_some_and(|cost| cost.mana_value() <= 2));
        let mulligans = self.s.players[player].mulligans;
        self.write(Fact::Hand { player, mulligans, kept, lands, cheap });
    }

    /// Writes down the hands with which the game begins.
    pub(crate) fn facts_of_opening_hands(&mut self) {
        if self.s.annals.is_none() {
            return;
        }
        for player in Player::BOTH {
            for place in 0..self.s.hands[player].len() {
                self.write(Fact::Opening { player, card: self.s.hands[player][place].card });
            }
        }
    }

    /// Writes down that a player has played or cast an object, if it is a card of the player's own.
    pub(crate) fn fact_of_play(&mut self, player: Player, id: ObjectId, land: bool) {
        if self.s.annals.is_some() {
            let object = self.s.objects[id.index()];
            if object.owner == player && !object.flags.intersects(Flags::COPY | Flags::TOKEN) {
                self.write(Fact::Play { player, card: object.printed, land });
            }
        }
    }

    /// Writes down that a player has spent mana.
    #[inline]
    pub(crate) fn fact_of_mana(&mut self, player: Player, amount: usize) {
        if amount > 0 {
            self.fact(Fact::Mana { player, amount: amount.min(255) as u8 });
        }
    }

    /// Writes down that a turn begins.
    pub(crate) fn fact_of_turn(&mut self) {
        if self.s.annals.is_some() {
            self.write(Fact::Turn { player: self.s.active, life: Player::BOTH.map(|who| self.s.players[who].life) });
        }
    }

    /// Writes down how the active player stands at the end of the turn.
    pub(crate) fn fact_of_end(&mut self) {
        if self.s.annals.is_none() {
            return;
        }
        let player = self.s.active;
        let own = || self.s.permanents().map(|(_, object)| object).filter(|object| object.controller == player);
        let lands = own().filter(|object| object.characteristics.types.contains(CardTypes::LAND)).count();
        // How many sources can make a type of a set: what Hall's theorem asks for.
        let (mut sources, mut making) = (0u8, [0u8; 64]);
        for mask in own().map(|object| object.mana_mask & 63).filter(|mask| *mask != 0) {
            sources = sources.saturating_add(1);
            for (set, count) in making.iter_mut().enumerate() {
                *count = count.saturating_add(u8::from(set as u8 & mask != 0));
            }
        }
        let hand = &self.s.hands[player];
        let lands_in_hand = hand.iter().filter(|hidden| is_land(self.pool.card(hidden.card))).count();
        let off = |card: CardId| self.eye().is_off_colour(card, sources, &making);
        let off_colour = hand.iter().filter(|hidden| off(hidden.card)).count();
        let fact = Fact::End {
            player,
            lands: lands.min(255) as u8,
            sources,
            life: self.s.players[player].life,
            hand: hand.len().min(255) as u8,
            lands_in_hand: lands_in_hand as u8,
            off_colour: off_colour as u8,
        };
        self.write(fact);
    }
}

fn is_land(card: &gauntlet_cards::card::Card) -> bool {
    card.characteristics.types.contains(CardTypes::LAND)
}

/// The types of mana of which one must be spent for a symbol, as bits in the order of mana pools; 0 if any does, or life.
fn needs(symbol: ManaSymbol) -> u8 {
    const COLORLESS: u8 = 1 << 5;
    match symbol {
        ManaSymbol::Color(color) => color.bits(),
        ManaSymbol::Hybrid(one, other) => (one | other).bits(),
        ManaSymbol::Colorless => COLORLESS,
        ManaSymbol::ColorlessOr(color) => color.bits() | COLORLESS,
        _ => Colors::empty().bits(),
    }
}

impl Eye<'_> {
    /// Returns whether the mana cost of a card asks for no more mana than that many sources make, but for other colours. `making` says how
    /// many of them make a type of a set.
    fn is_off_colour(self, card: CardId, sources: u8, making: &[u8; 64]) -> bool {
        let Some(cost) = &self.pool.card(card).mana_cost else { return false };
        if cost.mana_value() > sources {
            return false;
        }
        // Symbols can be paid with different sources if, for each set of types, no more of them need one of it than make it (Hall).
        let wanted = cost.symbols.iter().fold(0, |all, symbol| all | needs(*symbol));
        let short = |set: u8| {
            let bound = |symbol: &&ManaSymbol| matches!(needs(**symbol), need if need != 0 && need & !set == 0);
            cost.symbols.iter().filter(bound).count() > usize::from(making[usize::from(set)])
        };
        (1..64).filter(|set| set & !wanted == 0).any(short)
    }
}
