//! The story of a battle for the tables of cards, hands, energy and turns, from the engine's facts.

use gauntlet_core::{PerPlayer, Player};
use gauntlet_millennials::annals::Fact;
use gauntlet_millennials::{Kind, Pool, Position};

use crate::stats::details::{CardStory, Follow, Hand, Story, Turn, Vocabulary};

/// What is told.
pub(super) const WORDS: Vocabulary = Vocabulary {
    hand: &["cheap_cards", "dear_cards"],
    conditions: &["idle_turn", "full_hand"],
    amounts: &["turns_ended", "cards_played", "cards_drawn", "energy_spent", "energy_left"],
    series: &["energy_spent", "energy_left", "hand", "power", "cards"],
    leads: &["power", "locations"],
};

/// Up to this cost a card of the opening hand is cheap.
const CHEAP: i16 = 2;
/// From this cost on it is dear.
const DEAR: i16 = 5;
/// From this turn on a turn without a play is an idle one.
const BUSY_FROM: usize = 2;

/// Follows battles of two decks.
pub(super) struct Follower {
    /// The place of each kind of card among the different cards of a seat's list.
    places: PerPlayer<Vec<Option<u16>>>,
    cards: PerPlayer<usize>,
}

impl Follower {
    /// For battles of these lists, by seat.
    pub(super) fn new(lists: [&[Kind]; 2]) -> Follower {
        let pool = Pool::shipped();
        let mut follower = Follower { places: PerPlayer::default(), cards: PerPlayer::default() };
        for player in Player::BOTH {
            let places = &mut follower.places[player];
            places.resize(pool.kinds().count(), None);
            for kind in lists[player.index()] {
                let place = &mut places[usize::from(kind.0)];
                if place.is_none() {
                    *place = Some(follower.cards[player] as u16);
                    follower.cards[player] += 1;
                }
            }
        }
        follower
    }

    /// What is told of a card of a player's list; of others, nothing.
    fn card<'s>(&self, stories: &'s mut PerPlayer<Story>, player: Player, kind: Kind) -> Option<&'s mut CardStory> {
        let place = self.places[player].get(usize::from(kind.0)).copied().flatten()?;
        stories[player].cards.get_mut(usize::from(place))
    }
}

impl Follow<Position> for Follower {
    fn before(&mut self, _: &Position) {}

    fn end(&mut self, game: &Position, stories: &mut PerPlayer<Story>) {
        for player in Player::BOTH {
            stories[player].clear(self.cards[player], &WORDS);
            stories[player].hands.push(Hand { kept: true, ..Hand::default() });
        }
        let mut plays = [0; 2];
        for fact in game.facts() {
            match *fact {
                Fact::Opening { player, kind } => {
                    let cost = Pool::shipped().card(kind).cost;
                    let hand = &mut stories[player].hands[0];
                    hand.facts[0] += u8::from(cost <= CHEAP);
                    hand.facts[1] += u8::from(cost >= DEAR);
                    if let Some(card) = self.card(stories, player, kind) {
                        card.opening = card.opening.saturating_add(1);
                        card.seen = Some(0);
                    }
                }
                Fact::Turn => {
                    plays = [0; 2];
                    for player in Player::BOTH {
                        stories[player].turns.push(Turn::default());
                    }
                }
                Fact::Draw { player, kind, by_turn } => {
                    stories[player].amounts[2] += 1;
                    let number = stories[player].turns.len() as u16;
                    if let Some(turn) = stories[player].turns.last_mut().filter(|_| by_turn) {
                        turn.drew = true;
                    }
                    if let Some(card) = self.card(stories, player, kind) {
                        card.drawn = card.drawn.saturating_add(1);
                        if card.seen.is_none() {
                            (card.seen, card.by_draw) = (Some(number), by_turn);
                        }
                    }
                }
                Fact::FullHand { player } => stories[player].conditions |= 2,
                Fact::Ahead { power, locations } => {
                    for player in Player::BOTH {
                        let own = |lead: i32| if player == Player::FIRST { lead } else { -lead };
                        if let Some(turn) = stories[player].turns.last_mut() {
                            turn.leads = [Some(own(power)), Some(own(locations)), None, None];
                        }
                    }
                }
                Fact::Play { player, kind } => {
                    stories[player].amounts[1] += 1;
                    plays[player.index()] += 1;
                    if let Some(card) = self.card(stories, player, kind) {
                        card.played = card.played.saturating_add(1);
                    }
                }
                Fact::End { player, spent, left, hand, power, cards } => {
                    let story = &mut stories[player];
                    let [spent, left] = [spent, left].map(|energy| energy.max(0) as u16);
                    story.amounts[0] += 1;
                    story.amounts[3] += u32::from(spent);
                    story.amounts[4] += u32::from(left);
                    if story.turns.len() >= BUSY_FROM && plays[player.index()] == 0 {
                        story.conditions |= 1;
                    }
                    if let Some(turn) = story.turns.last_mut() {
                        let power = power.clamp(0, i32::from(u16::MAX)) as u16;
                        turn.series = Some([spent, left, hand.into(), power, cards.into(), 0, 0, 0]);
                    }
                }
            }
        }
        for player in Player::BOTH {
            for card in game.hand(player) {
                if let Some(card) = self.card(stories, player, game.slot(*card).kind) {
                    card.stranded = card.stranded.saturating_add(1);
                }
            }
        }
    }
}
