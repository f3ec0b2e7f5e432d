//! What games tell beyond who won: cards, opening hands, resources, who was ahead when.
//!
//! A game that can tell has a [`Follow`]er, which watches one game after the other and makes a [`Story`] of each for either seat. Stories are
//! added up to [`Details`]: whole numbers, of which there are as many as cards in the lists and turns, not as games.

use std::collections::BTreeMap;

use gauntlet_core::{Game, PerPlayer};
use serde::{Deserialize, Serialize};

use crate::stats::interval::{self, Interval};

/// The most facts of one opening hand, and the most measures of who is ahead.
pub const FEW: usize = 4;
/// The own turns of a player that are told of; later ones are not.
const TURNS: usize = 30;
/// The own turns whose draw is compared with other draws of the same turn.
const LOTTERIES: usize = 12;

/// What stories of a game have, by name. Names are parts of columns: lower case, words joined by `_`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vocabulary {
    /// What is known of an opening hand when it is kept or given back, as small numbers; at most [`FEW`].
    pub hand: &'static [&'static str],
    /// What is true of a player in a game or not.
    pub conditions: &'static [&'static str],
    /// What is counted of a player in a game.
    pub amounts: &'static [&'static str],
    /// What is counted of a player at the end of each own turn, or in it.
    pub series: &'static [&'static str],
    /// Measures of who is ahead at the beginning of an own turn; at most [`FEW`].
    pub leads: &'static [&'static str],
}

/// Watches games and tells what happened.
pub trait Follow<G: Game>: Send {
    /// Looks at a position in which a player is about to choose. It is the position itself, hidden cards included.
    fn before(&mut self, game: &G);

    /// Tells the game that is over, by seat, and is ready for the next. The stories are [`Story::clear`] ones.
    fn end(&mut self, game: &G, stories: &mut PerPlayer<Story>);
}

/// One seat's game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Story {
    /// What happened to each different card of the deck's list, in the order of [`crate::host::parts::CardLists::list`].
    pub cards: Vec<CardStory>,
    /// The opening hands that the player looked at, the last one kept.
    pub hands: Vec<Hand>,
    /// Bit *i*: condition number *i* was true.
    pub conditions: u32,
    /// The amounts.
    pub amounts: Vec<u32>,
    /// The player's own turns, the first one first.
    pub turns: Vec<Turn>,
}

/// What happened to the copies of a card.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CardStory {
    /// Copies in the opening hand that was kept.
    pub opening: u8,
    /// Copies that came from the library to the hand later.
    pub drawn: u8,
    /// How often it was played or cast.
    pub played: u8,
    /// Copies in hand when the game was over.
    pub stranded: u8,
    /// The own turn in which the first copy came to hand, 0 for the opening hand; `None` if none did.
    pub seen: Option<u16>,
    /// Whether that was by the turn's draw.
    pub by_draw: bool,
}

/// An opening hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hand {
    /// What is known of it, in the order of [`Vocabulary::hand`].
    pub facts: [u8; FEW],
    /// Whether it was kept.
    pub kept: bool,
}

/// An own turn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Turn {
    /// The series, if the turn came to its end.
    pub series: Option<[u16; 8]>,
    /// How far the player was ahead when it began, by each measure; negative for behind.
    pub leads: [Option<i32>; FEW],
    /// Whether the turn's draw was made.
    pub drew: bool,
}

impl Story {
    /// Forgets the last game, but not the memory that it took.
    pub fn clear(&mut self, cards: usize, words: &Vocabulary) {
        self.cards.clear();
        self.cards.resize(cards, CardStory::default());
        self.hands.clear();
        self.conditions = 0;
        self.amounts.clear();
        self.amounts.resize(words.amounts.len(), 0);
        self.turns.clear();
    }
}

/// Games, and the half points won in them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Score(pub u64, pub u64);

impl Score {
    fn add(&mut self, half_points: u64) {
        self.0 += 1;
        self.1 += half_points;
    }

    pub(crate) fn merge(&mut self, other: Score) {
        self.0 += other.0;
        self.1 += other.1;
    }

    /// Those of these games that are not among `some` of them.
    pub fn without(self, some: Score) -> Score {
        Score(self.0 - some.0, self.1 - some.1)
    }

    /// The points per game; `None` without games.
    pub fn rate(self) -> Option<f64> {
        (self.0 > 0).then(|| self.1 as f64 / 2.0 / self.0 as f64)
    }

    /// Wilson's interval of the rate, by games.
    pub fn wilson(self) -> Interval {
        interval::wilson(self.1 as f64 / 2.0, self.0)
    }
}

/// The sums over games of one card of one side's list.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CardSums {
    /// Games with a copy in the opening hand; with one that came to hand later; with either; in which it was played; with one in hand at the end.
    #[serde(rename = "g")]
    pub(crate) scores: [Score; 5],
    /// Copies in opening hands; that came to hand later; times it was played; copies in hand at the end.
    #[serde(rename = "c")]
    pub(crate) copies: [u64; 4],
    /// By own turn: games in which no copy had been seen and the turn's draw was another card; in which it was this one.
    #[serde(rename = "d")]
    pub(crate) draws: Vec<[Score; 2]>,
}

/// What a difference is, and its interval (95%).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The games that it is an average of.
    pub games: u64,
}

impl CardSums {
    fn add(&mut self, card: &CardStory, turns: &[Turn], half_points: u64) {
        let happened =
            [card.opening > 0, card.drawn > 0, card.opening > 0 || card.drawn > 0, card.played > 0, card.stranded > 0];
        for (score, happened) in self.scores.iter_mut().zip(happened) {
            if happened {
                score.add(half_points);
            }
        }
        for (sum, copies) in self.copies.iter_mut().zip([card.opening, card.drawn, card.played, card.stranded]) {
            *sum += u64::from(copies);
        }
        let unseen = card.seen.map_or(usize::MAX, usize::from).min(LOTTERIES);
        for (turn, _) in turns.iter().enumerate().take(unseen).filter(|(_, turn)| turn.drew) {
            if self.draws.len() <= turn {
                self.draws.resize(turn + 1, Default::default());
            }
            let won = card.by_draw && card.seen.map(usize::from) == Some(turn + 1);
            self.draws[turn][usize::from(won)].add(half_points);
        }
    }

    fn merge(&mut self, other: &CardSums) {
        for (sum, more) in self.scores.iter_mut().zip(other.scores) {
            sum.merge(more);
        }
        for (sum, more) in self.copies.iter_mut().zip(other.copies) {
            *sum += more;
        }
        if self.draws.len() < other.draws.len() {
            self.draws.resize(other.draws.len(), Default::default());
        }
        for (sum, more) in self.draws.iter_mut().zip(&other.draws) {
            sum[0].merge(more[0]);
            sum[1].merge(more[1]);
        }
    }

    /// How much more is won if the turn's draw is the first copy of this card than if it is another card: the mean over turns, each as
    /// often as the card was drawn in it. `None` if it was never drawn in this way, or nothing else was.
    ///
    /// In one turn the draw is by lot among those who are still playing and have no copy yet: that long games have more draws doesn't
    /// matter. The variance is that of a rate in the games in which it was drawn, and of one in the others as if those were the same games in
    /// each turn, both under the hypothesis that the draw makes no difference: the interval errs on the wide side.
    pub fn effect(&self) -> Option<Difference> {
        let (mut games, mut sum, mut variance, mut deviation) = (0, 0.0, 0.0, 0.0);
        for [other, this] in &self.draws {
            let (Some(without), Some(with)) = (other.rate(), this.rate()) else { continue };
            let (n, m) = (this.0 as f64, other.0 as f64);
            // One win and one loss more: a few games that ended alike aren't certainty.
            let both = (n * with + m * without + 1.0) / (n + m + 2.0);
            let spread = both * (1.0 - both);
            games += this.0;
            sum += n * (with - without);
            variance += n * spread;
            deviation += n * (spread / m).sqrt();
        }
        if games == 0 {
            return None;
        }
        let n = games as f64;
        let half = interval::Z95 * (variance + deviation * deviation).sqrt() / n;
        let value = sum / n;
        Some(Difference { value, low: (value - half).max(-1.0), high: (value + half).min(1.0), games })
    }
}

/// The sums over an own turn.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TurnSums {
    /// Games that came to it.
    #[serde(rename = "g")]
    pub(crate) reached: Score,
    /// How often it came to its end.
    #[serde(rename = "e")]
    pub(crate) ended: u64,
    /// The series, summed over those.
    #[serde(rename = "s")]
    pub(crate) series: Vec<u64>,
    /// By each measure the games in which the player was behind, even, ahead as it began.
    #[serde(rename = "l")]
    pub(crate) leads: Vec<[Score; 3]>,
}

impl TurnSums {
    fn add(&mut self, turn: &Turn, words: &Vocabulary, half_points: u64) {
        self.reached.add(half_points);
        self.series.resize(words.series.len(), 0);
        self.leads.resize(words.leads.len(), Default::default());
        if let Some(series) = turn.series {
            self.ended += 1;
            for (sum, value) in self.series.iter_mut().zip(series) {
                *sum += u64::from(value);
            }
        }
        for (sum, lead) in self.leads.iter_mut().zip(turn.leads) {
            if let Some(lead) = lead {
                sum[(lead.signum() + 1) as usize].add(half_points);
            }
        }
    }

    fn merge(&mut self, other: &TurnSums) {
        self.reached.merge(other.reached);
        self.ended += other.ended;
        add_each(&mut self.series, &other.series);
        if self.leads.len() < other.leads.len() {
            self.leads.resize(other.leads.len(), Default::default());
        }
        for (sum, more) in self.leads.iter_mut().zip(&other.leads) {
            for (sum, more) in sum.iter_mut().zip(more) {
                sum.merge(*more);
            }
        }
    }
}

fn add_each(to: &mut Vec<u64>, from: &[u64]) {
    if to.len() < from.len() {
        to.resize(from.len(), 0);
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// The sums over the games of one side of a pairing. A game that stopped in an engine error adds nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Details {
    pub(crate) games: Score,
    pub(crate) cards: Vec<CardSums>,
    /// Opening hands that were kept, and that were given back, by [`key`].
    pub(crate) hands: BTreeMap<u64, [Score; 2]>,
    pub(crate) conditions: Vec<Score>,
    pub(crate) amounts: Vec<u64>,
    pub(crate) turns: Vec<TurnSums>,
}

/// A hand's place in the order of hands: on the draw or on the play, and its facts.
fn key(on_the_play: bool, facts: [u8; FEW]) -> u64 {
    facts.iter().fold(u64::from(!on_the_play), |key, fact| key << 8 | u64::from(*fact))
}

/// What [`key`] was made of.
pub(crate) fn unlock(key: u64) -> (bool, [u8; FEW]) {
    (key >> (8 * FEW) == 0, std::array::from_fn(|place| (key >> (8 * (FEW - 1 - place))) as u8))
}

impl Details {
    /// Adds a game in which the side won this many half points.
    pub fn add(&mut self, story: &Story, words: &Vocabulary, on_the_play: bool, half_points: usize) {
        let half_points = half_points as u64;
        self.games.add(half_points);
        self.cards.resize(story.cards.len(), CardSums::default());
        for (sums, card) in self.cards.iter_mut().zip(&story.cards) {
            sums.add(card, &story.turns, half_points);
        }
        for hand in &story.hands {
            let sums = self.hands.entry(key(on_the_play, hand.facts)).or_default();
            sums[usize::from(!hand.kept)].add(half_points);
        }
        self.conditions.resize(words.conditions.len(), Score::default());
        for (index, sum) in self.conditions.iter_mut().enumerate() {
            if story.conditions & 1 << index != 0 {
                sum.add(half_points);
            }
        }
        self.amounts.resize(words.amounts.len(), 0);
        for (sum, amount) in self.amounts.iter_mut().zip(&story.amounts) {
            *sum += u64::from(*amount);
        }
        let turns = story.turns.len().min(TURNS);
        if self.turns.len() < turns {
            self.turns.resize(turns, TurnSums::default());
        }
        for (sums, turn) in self.turns.iter_mut().zip(&story.turns) {
            sums.add(turn, words, half_points);
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Details) {
        self.games.merge(other.games);
        if self.cards.len() < other.cards.len() {
            self.cards.resize(other.cards.len(), CardSums::default());
        }
        for (sums, more) in self.cards.iter_mut().zip(&other.cards) {
            sums.merge(more);
        }
        for (key, more) in &other.hands {
            let sums = self.hands.entry(*key).or_default();
            sums[0].merge(more[0]);
            sums[1].merge(more[1]);
        }
        if self.conditions.len() < other.conditions.len() {
            self.conditions.resize(other.conditions.len(), Score::default());
        }
        for (sum, more) in self.conditions.iter_mut().zip(&other.conditions) {
            sum.merge(*more);
        }
        add_each(&mut self.amounts, &other.amounts);
        if self.turns.len() < other.turns.len() {
            self.turns.resize(other.turns.len(), TurnSums::default());
        }
        for (sums, more) in self.turns.iter_mut().zip(&other.turns) {
            sums.merge(more);
        }
    }

    /// Returns whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Seed;
    use rand::RngExt;

    use super::*;

    const WORDS: Vocabulary = Vocabulary {
        hand: &["lands"],
        conditions: &["screw"],
        amounts: &["mana"],
        series: &["lands"],
        leads: &["life"],
    };

    fn story(number: u64) -> (Story, bool, usize) {
        let mut story = Story::default();
        story.clear(2, &WORDS);
        story.cards[0] = CardStory {
            opening: (number % 2) as u8,
            seen: number.is_multiple_of(2).then_some(0),
            ..CardStory::default()
        };
        story.hands.push(Hand { facts: [(number % 5) as u8, 0, 0, 0], kept: !number.is_multiple_of(3) });
        story.conditions = (number % 2) as u32;
        story.amounts[0] = number as u32;
        for turn in 0..number % 7 {
            let series = (turn + 1 < number % 7).then_some([turn as u16; 8]);
            story.turns.push(Turn { series, leads: [Some(number as i32 - 3), None, None, None], drew: turn > 0 });
        }
        (story, number.is_multiple_of(2), (number % 3) as usize)
    }

    #[test]
    fn parts_merge_to_the_whole_in_any_order() {
        let sums = |range: std::ops::Range<u64>| {
            range.fold(Details::default(), |mut sums, number| {
                let (story, play, half_points) = story(number);
                sums.add(&story, &WORDS, play, half_points);
                sums
            })
        };
        let parts = [sums(0..3), sums(3..4), sums(4..30)];
        for order in [[0, 1, 2], [2, 0, 1]] {
            let mut merged = Details::default();
            for part in order {
                merged.merge(&parts[part]);
            }
            assert_eq!(merged, sums(0..30));
            let text = serde_json::to_string(&merged).expect("JSON");
            assert_eq!(serde_json::from_str::<Details>(&text).expect("the same"), merged);
        }
    }

    #[test]
    fn keys_open() {
        for (play, facts) in [(true, [0, 1, 2, 3]), (false, [255, 0, 7, 9])] {
            assert_eq!(unlock(key(play, facts)), (play, facts));
        }
    }

    /// A card that does nothing is seen more often by those who play longer, and longer games are won more often here: those who have seen it
    /// win more than those who haven't, but its draw makes no difference. Another card adds 20 points, and that is what is found.
    #[test]
    fn the_effect_of_a_draw_is_not_that_of_a_long_game() {
        let mut rng = Seed::from_u64(5).rng();
        let mut sums = Details::default();
        let mut story = Story::default();
        for _ in 0..60_000 {
            story.clear(2, &WORDS);
            let long = rng.random::<f64>() < 0.5;
            let turns = if long { 10 } else { 3 };
            for turn in 1..=turns {
                story.turns.push(Turn { drew: true, ..Turn::default() });
                let place = rng.random_range(0..20u32) as usize;
                if place < 2 && story.cards[place].seen.is_none() {
                    story.cards[place] =
                        CardStory { drawn: 1, seen: Some(turn), by_draw: true, ..CardStory::default() };
                }
            }
            let chance = if long { 0.6 } else { 0.2 } + if story.cards[1].drawn > 0 { 0.2 } else { 0.0 };
            sums.add(&story, &WORDS, true, 2 * usize::from(rng.random::<f64>() < chance));
        }
        let naive = |card: usize| {
            let held = sums.cards[card].scores[2];
            held.rate().expect("held") - sums.games.without(held).rate().expect("not held")
        };
        assert!(naive(0) > 0.08, "{}", naive(0));
        let [idle, strong] = [0, 1].map(|card| sums.cards[card].effect().expect("it was drawn"));
        assert!(idle.low < 0.0 && idle.high > 0.0 && idle.value.abs() < 0.015, "{idle:?}");
        // Those who don't draw it now may draw it later: a little is lost to that.
        assert!((0.15..0.2).contains(&strong.value) && strong.low > 0.14, "{strong:?}");
    }
}
