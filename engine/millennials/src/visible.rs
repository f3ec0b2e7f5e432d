//! What a player may know.

use gauntlet_core::Player;

use crate::options::Mode;
use crate::pool::{Kind, LocationDef, Pool};
use crate::state::Position;

/// A card that a player can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardView {
    /// Which card it is.
    pub kind: Kind,
    /// Its cost now.
    pub cost: i16,
    /// Its power now.
    pub power: i32,
    /// The turn in which it was revealed first; 0 if it has not been.
    pub played: u8,
    /// Whether it is among the revealed cards.
    pub revealed: bool,
}

/// A position as one player sees it.
///
/// A player sees the own hand, both trashes, all locations with what is revealed there, how many cards are in the other hand and in
/// the decks, and which of them are known. In battles as shipped the player also sees where the villain's face-down cards lie; in
/// symmetric ones neither sees what the other does before both are done.
#[derive(Clone, Copy)]
pub struct Visible<'a> {
    position: &'a Position,
    viewer: Player,
}

impl<'a> Visible<'a> {
    pub(crate) fn new(position: &'a Position, viewer: Player) -> Self {
        Visible { position, viewer }
    }

    /// Who sees this.
    pub fn viewer(&self) -> Player {
        self.viewer
    }

    /// The cards of the game.
    pub fn pool(&self) -> &'static Pool {
        self.position.pool()
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.position.turn
    }

    /// The last turn, as far as is known.
    pub fn last_turn(&self) -> u8 {
        self.position.last_turn
    }

    /// The viewer's energy.
    pub fn energy(&self) -> i16 {
        self.position.energy(self.viewer)
    }

    /// The other player's energy: while cards are placed what they had before, as what they have spent since would tell what lies face
    /// down.
    pub fn their_energy(&self) -> i16 {
        let theirs = !self.viewer;
        match self.to_act() {
            Some(_) => self.position.budget[theirs.index()],
            None => self.position.energy(theirs),
        }
    }

    /// Who must act now; nobody when the battle is over.
    pub fn to_act(&self) -> Option<Player> {
        self.position.acting
    }

    /// How the seats differ.
    pub fn mode(&self) -> Mode {
        self.position.options().mode
    }

    fn view(&self, card: u16) -> CardView {
        let slot = self.position.slot(card);
        let (cost, power) = (slot.cost, self.position.power(card));
        CardView { kind: slot.kind, cost, power, played: slot.played, revealed: slot.revealed }
    }

    /// The viewer's hand.
    pub fn hand(&self) -> impl Iterator<Item = CardView> + '_ {
        self.position.hand(self.viewer).iter().map(|card| self.view(*card))
    }

    /// Where a card of the hand may be placed, if it can be paid.
    pub fn may_place(&self, hand: usize, location: usize) -> bool {
        self.position.may_place(self.viewer, hand, location)
    }

    /// How many cards the other player has in hand; in symmetric battles those placed in this turn count.
    pub fn their_hand(&self) -> usize {
        self.cards_in_their_hand().count()
    }

    /// The cards that count as the other hand.
    pub fn cards_in_their_hand(&self) -> impl Iterator<Item = u16> + '_ {
        let theirs = !self.viewer;
        let placed = self.position.placed_now(theirs).filter(|_| self.hides_placing());
        self.position.hand(theirs).iter().copied().chain(placed)
    }

    /// The cards in the other hand that the viewer knows, in no order; in symmetric battles those placed in this turn count.
    pub fn known_in_their_hand(&self) -> Vec<Kind> {
        let known = 1 << self.viewer.index();
        let cards = self.cards_in_their_hand().map(|card| self.position.slot(card));
        let mut kinds: Vec<Kind> = cards.filter(|slot| slot.known & known != 0).map(|slot| slot.kind).collect();
        kinds.sort_unstable();
        kinds
    }

    /// How many cards are in a deck.
    pub fn deck(&self, player: Player) -> usize {
        self.position.deck(player).len()
    }

    /// The cards in a trash, the oldest first.
    pub fn trash(&self, player: Player) -> impl Iterator<Item = CardView> + '_ {
        self.position.trash(player).iter().map(|card| self.view(*card))
    }

    /// What a location is, from 0 on the left to 2: `None` until it has been revealed, as no player knows it before.
    pub fn location(&self, location: usize) -> Option<&'static LocationDef> {
        self.position.location(location).revealed.then(|| self.position.location_def(location))
    }

    /// The cards on a side of a location: `None` for those that lie face down and are the other player's.
    pub fn side(&self, location: usize, player: Player) -> impl Iterator<Item = Option<CardView>> + '_ {
        let cards = self.position.side(location, player).iter().copied().filter(|card| !self.hides(*card));
        cards.map(move |card| Some(self.view(card)).filter(|view| view.revealed || player == self.viewer))
    }

    /// The score of a side of a location.
    pub fn score(&self, location: usize, player: Player) -> i32 {
        self.position.score(location, player)
    }

    /// Returns whether a side has no room, as far as the viewer sees.
    pub fn full(&self, location: usize, player: Player) -> bool {
        self.side(location, player).count() >= crate::state::ROOM
    }

    /// Returns whether a card on the other player's side isn't seen to be there: it still counts as one of their hand.
    pub fn hides(&self, card: u16) -> bool {
        let slot = self.position.slot(card);
        let theirs = slot.place.location().is_some() && slot.place.owner() == Some(!self.viewer);
        theirs && self.hides_placing() && !slot.revealed
    }

    fn hides_placing(&self) -> bool {
        self.mode() == Mode::Symmetric
    }

    /// All that is seen, as numbers: equal for positions that the viewer can't tell apart.
    pub fn numbers(&self) -> Vec<i64> {
        let mut all = vec![
            i64::from(self.turn()),
            i64::from(self.last_turn()),
            i64::from(self.energy()),
            self.their_hand() as i64,
            self.position.acting.map_or(-1, |player| player.index() as i64),
        ];
        let card = |all: &mut Vec<i64>, card: Option<CardView>| match card {
            None => all.push(-2),
            Some(card) => all.extend([
                i64::from(card.kind.0),
                i64::from(card.cost),
                i64::from(card.power),
                i64::from(card.played),
                i64::from(card.revealed),
            ]),
        };
        self.hand().for_each(|view| card(&mut all, Some(view)));
        all.push(-3);
        all.extend(self.known_in_their_hand().iter().map(|kind| i64::from(kind.0)));
        for player in Player::BOTH {
            all.extend([-4, self.deck(player) as i64]);
            self.trash(player).for_each(|view| card(&mut all, Some(view)));
            for location in 0..3 {
                all.extend([-5, i64::from(self.score(location, player))]);
                self.side(location, player).for_each(|view| card(&mut all, view));
            }
        }
        all.extend((0..3).map(|place| self.location(place).map_or(-1, |location| i64::from(location.number))));
        all
    }
}
