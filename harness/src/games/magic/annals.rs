//! The story of a game of Magic for the tables of cards, hands, mana and turns, from the engine's facts.

use std::sync::Arc;

use gauntlet_ai::heuristic::{PositionValue, Weights};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_core::{Game, PerPlayer, Player, View};
use gauntlet_magic::Position;
use gauntlet_magic::annals::Fact;

use crate::stats::details::{CardStory, Follow, Hand, Story, Turn, Vocabulary};

/// What is told.
pub(super) const WORDS: Vocabulary = Vocabulary {
    hand: &["mulligans", "lands", "cheap_spells"],
    conditions: &["screw", "flood", "colour_trouble"],
    amounts: &["turns_ended", "lands_played", "spells_cast", "cards_drawn", "mana_spent", "colour_trouble_turns"],
    series: &["lands", "mana_spent", "hand", "life", "mana_sources"],
    leads: &["life", "board"],
};

/// The number of the own turn at whose end a player may be short of lands.
const SCREW_TURN: usize = 4;
/// The number of the own turn at whose end a player may have too many.
const FLOOD_TURN: usize = 6;

/// Follows games of two decks.
pub(super) struct Follower {
    /// The place of each card of the pool among the different cards of a seat's list.
    places: PerPlayer<Vec<Option<u16>>>,
    cards: PerPlayer<usize>,
    value: PositionValue,
    /// By how many cards' worth the first player was ahead at the first choice in each turn or after it.
    boards: Vec<i32>,
}

impl Follower {
    /// For games of these lists, by seat.
    pub(super) fn new(pool: &Pool, lists: [&[CardId]; 2]) -> Follower {
        let mut follower = Follower {
            places: PerPlayer::default(),
            cards: PerPlayer::default(),
            value: PositionValue::new(Arc::new(Weights::default())),
            boards: Vec::new(),
        };
        for player in Player::BOTH {
            let mut named: Vec<CardId> = Vec::new();
            for card in lists[player.index()] {
                if named.contains(card) {
                    continue;
                }
                // A list may name a card by a face of it.
                let (places, whole) = (&mut follower.places[player], pool.whole(*card).index());
                if places.len() <= whole {
                    places.resize(whole + 1, None);
                }
                places[whole].get_or_insert(named.len() as u16);
                named.push(*card);
            }
            follower.cards[player] = named.len();
        }
        follower
    }

    /// What is told of a card of a player's list; of others, nothing.
    fn card<'s>(&self, stories: &'s mut PerPlayer<Story>, player: Player, card: CardId) -> Option<&'s mut CardStory> {
        let place = self.places[player].get(card.index()).copied().flatten()?;
        stories[player].cards.get_mut(usize::from(place))
    }

    /// A card has come from the library to the hand.
    fn arrives(&self, stories: &mut PerPlayer<Story>, player: Player, card: CardId, by_draw: bool) {
        let turn = stories[player].turns.len() as u16;
        if let Some(card) = self.card(stories, player, card) {
            card.drawn = card.drawn.saturating_add(1);
            if card.seen.is_none() {
                (card.seen, card.by_draw) = (Some(turn), by_draw);
            }
        }
    }
}

/// Notes how a player stands at the end of a turn.
fn end_of_turn(story: &mut Story, spent: u32, fact: &Fact) {
    let Fact::End { lands, sources, life, hand, lands_in_hand, off_colour, .. } = *fact else { return };
    let number = story.turns.len();
    // A cleanup step may come again (CR 514.3a).
    let Some(turn) = story.turns.last_mut().filter(|turn| turn.series.is_none()) else { return };
    let [spent, life] = [spent, life.max(0) as u32].map(|number| number.min(u32::from(u16::MAX)) as u16);
    turn.series = Some([u16::from(lands), spent, u16::from(hand), life, u16::from(sources), 0, 0, 0]);
    story.amounts[0] += 1;
    if number == SCREW_TURN && lands < 3 && lands_in_hand == 0 {
        story.conditions |= 1;
    }
    if number == FLOOD_TURN && lands + lands_in_hand >= 7 && hand - lands_in_hand <= 1 {
        story.conditions |= 2;
    }
    if off_colour > 0 {
        story.conditions |= 4;
        story.amounts[5] += 1;
    }
}

impl Follow<Position> for Follower {
    fn before(&mut self, game: &Position) {
        let turn = game.turn() as usize;
        // A turn in which nobody had a choice is looked at when the next begins.
        if turn > self.boards.len() && game.subgame_depth() == 0 {
            let lead = self.value.lead(View::new(game, Player::FIRST));
            self.boards.resize(turn, lead);
        }
    }

    fn end(&mut self, game: &Position, stories: &mut PerPlayer<Story>) {
        for player in Player::BOTH {
            stories[player].clear(self.cards[player], &WORDS);
        }
        let mut spent = [0u32; 2];
        let mut turns = 0;
        let mut drawing = None;
        for fact in game.facts() {
            match *fact {
                Fact::Hand { player, mulligans, kept, lands, cheap } => {
                    stories[player].hands.push(Hand { facts: [mulligans, lands, cheap, 0], kept });
                }
                Fact::Opening { player, card } => {
                    if let Some(card) = self.card(stories, player, card) {
                        card.opening = card.opening.saturating_add(1);
                        card.seen = Some(0);
                    }
                }
                Fact::Turn { player, life } => {
                    let board = self.boards.get(turns).copied();
                    turns += 1;
                    drawing = Some(player);
                    spent = [0; 2];
                    let life = life[0] - life[1];
                    let own = |lead: i32| if player == Player::FIRST { lead } else { -lead };
                    let leads = [Some(own(life)), board.map(own), None, None];
                    stories[player].turns.push(Turn { leads, ..Turn::default() });
                }
                Fact::Draw { player, card } => {
                    stories[player].amounts[3] += 1;
                    // The first draw of the active player is the one that comes by lot; others come of what is played.
                    let by_draw = drawing == Some(player);
                    if by_draw {
                        drawing = None;
                        if let Some(turn) = stories[player].turns.last_mut() {
                            turn.drew = true;
                        }
                    }
                    self.arrives(stories, player, card, by_draw);
                }
                Fact::Find { player, card } => self.arrives(stories, player, card, false),
                Fact::Play { player, card, land } => {
                    stories[player].amounts[if land { 1 } else { 2 }] += 1;
                    if let Some(card) = self.card(stories, player, card) {
                        card.played = card.played.saturating_add(1);
                    }
                }
                Fact::Mana { player, amount } => {
                    stories[player].amounts[4] += u32::from(amount);
                    spent[player.index()] += u32::from(amount);
                }
                Fact::End { player, .. } => end_of_turn(&mut stories[player], spent[player.index()], fact),
            }
        }
        for player in Player::BOTH {
            for card in game.visible(player).hand() {
                if let Some(card) = self.card(stories, player, card) {
                    card.stranded = card.stranded.saturating_add(1);
                }
            }
        }
        self.boards.clear();
    }
}
