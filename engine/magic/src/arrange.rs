//! Games that begin with an arranged position: for scenarios, tests and perft.

use std::sync::Arc;

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_core::{PerPlayer, Player, Seed};

use crate::beliefs::asks_for_memory;
use crate::legal::KeptLists;
use crate::options::Options;
use crate::payment::Payment;
use crate::position::Position;
use crate::setup::Setup;
use crate::state::{Commander, Flags, HiddenCard, Learned, ObjectId, State};
use crate::task::Scope;

/// A card put somewhere before the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Whose it is; on the battlefield, who controls it.
    pub player: Player,
    /// The zone that it is put into.
    pub zone: Zone,
    /// Which card.
    pub card: CardId,
    /// Tapped, on the battlefield.
    pub tapped: bool,
}

/// Where everything is before the first turn begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// Cards in order. Those in a library are put on top one after the other, so that the last one is the top card.
    pub cards: Vec<Placed>,
    /// What players own from outside the game (CR 400.11a).
    pub outside: PerPlayer<Vec<CardId>>,
    /// Life totals; the options' starting total where `None`.
    pub life: PerPlayer<Option<i32>>,
}

impl Arrangement {
    /// An arrangement without cards.
    pub fn new() -> Arrangement {
        Arrangement { cards: Vec::new(), outside: PerPlayer::default(), life: PerPlayer([None, None]) }
    }
}

impl Default for Arrangement {
    fn default() -> Self {
        Arrangement::new()
    }
}

impl Position {
    /// A game that begins with the first player's first turn (without a draw) in an arranged position, and goes on to the first
    /// decision. The decks of the setup are not used.
    ///
    /// Cards on the battlefield are there without having entered: nothing triggers, and creatures can attack; but what says
    /// that they enter tapped or with counters applies. Where each went is given in the order of the arrangement; cards in
    /// hands and libraries have no reference.
    pub fn arranged(setup: &Setup, arrangement: &Arrangement, seed: Seed) -> (Position, Vec<ObjectId>) {
        let mut position = Position {
            state: State::empty(&setup.options, seed),
            pool: Arc::clone(&setup.pool),
            options: Options { remembers: asks_for_memory(&setup.told), ..setup.options },
            told: setup.told.clone(),
            payment: Payment::default(),
            kept: KeptLists::default(),
            before: Default::default(),
        };
        position.state.commanders.extend(Commander::all(setup.options.commanders));
        let mut ids = Vec::with_capacity(arrangement.cards.len());
        // Any of the cards may have abilities that work from elsewhere.
        let outside = arrangement.outside.0.iter().flatten();
        let mut all = arrangement.cards.iter().map(|placed| &placed.card).chain(outside);
        position.state.elsewhere = all.clone().any(|card| setup.pool.works_elsewhere(*card));
        position.state.elsewhere_layers = all.any(|card| setup.pool.card(*card).derived.continuous_elsewhere);
        for placed in &arrangement.cards {
            ids.push(position.place(placed));
        }
        for player in Player::BOTH {
            position.state.outside.add(player, arrangement.outside[player].iter().map(|card| setup.pool.whole(*card)));
            if let Some(life) = arrangement.life[player] {
                position.state.players[player].life = life;
            }
        }
        let mut engine = position.engine();
        // Nothing that happened while the position was arranged is an event of the game.
        engine.s.pending.clear();
        engine.touch();
        engine.begin_first_turn();
        engine.run();
        (position, ids)
    }

    fn place(&mut self, placed: &Placed) -> ObjectId {
        let mut engine = self.engine();
        let Placed { player, zone, card, tapped } = *placed;
        // Only a permanent can have another face up.
        let whole = engine.pool.whole(card);
        let card = if zone == Zone::Battlefield { card } else { whole };
        match zone {
            Zone::Library => engine.s.libraries[player].push(HiddenCard::unknown(whole)),
            Zone::Hand => engine.s.hands[player].push(HiddenCard::known_to(whole, player, Learned::LookedAt)),
            _ => {
                let object = engine.eye().as_object(card, player, zone);
                let id = engine.allocate(object);
                match zone {
                    Zone::Battlefield => {
                        let destination = Destination { tapped, ..Destination::to(Zone::Battlefield) };
                        engine.enter(&Scope::of(id, player), id, player, &destination);
                        engine.object(id.index).flags -= Flags::SICK | Flags::ENTERED_THIS_TURN;
                        // The other side of a card that turns is up (CR 712.8e).
                        let turned = engine.pool.other_side(whole) == Some(card);
                        engine.object(id.index).flags.set(Flags::TRANSFORMED, turned);
                        engine.touch();
                        engine.refresh();
                    }
                    Zone::Graveyard => engine.join_graveyard(player, id.index),
                    Zone::Exile => engine.s.exile.push(id.index),
                    _ => engine.s.command.push(id.index),
                }
                return id;
            }
        }
        ObjectId::NONE
    }
}
