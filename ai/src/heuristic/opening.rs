//! Opening hands: the first turns are played with the list at hand, with this hand and with those that a mulligan would give.
//!
//! What a hand is worth depends on its *type* alone: how many cards it has of each kind that the first turns tell apart. The turns are played from
//! a seed that is made of the type, as often as it takes to see whether the hand is worth keeping, and the answer is kept: the same hand is
//! always judged alike, whatever hands came before it.

use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_magic::decision::Action;

use super::choices::best_of;
use super::facts::{CardFacts, Facts};
use super::value::Judge;

/// How many turns are looked at.
const TURNS: i32 = 7;

/// How often the turns are played with each card put away, to see which goes to the bottom.
const RUNS: u32 = 20;

/// How often the turns are played with a hand before it is looked at whether that is enough, and by how many percent of what is wanted of a hand it must
/// then be better or worse to be judged by that: about two standard errors of the mean of that many.
const LOOKS: [(i32, i32); 4] = [(4, 24), (8, 17), (16, 12), (32, 9)];

/// How often the turns are played with a hand at most.
const MANY: i32 = 64;

/// How many hands of each size are played to know what a mulligan is worth.
const HANDS: u32 = 144;

/// For how many types of hands of a deck it is remembered whether to keep them.
const REMEMBERED: usize = 1024;

/// The decks whose hands are known.
const MOST_DECKS: usize = 8;

/// The most cards of a hand, and the most sources of mana, that are looked at.
const MOST: usize = 16;

/// A card as the first turns see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Early {
    land: bool,
    enters_tapped: bool,
    /// The colours of the mana that it makes once it is there, and whether it makes any.
    mana: u8,
    cost: i8,
    pips: [u8; 5],
    /// What is got by casting it.
    worth: i16,
    /// What follows from the rest: the pips of all colors in one number, a byte each; what of several castable cards is cast first; and the
    /// colors that are asked for.
    packed: u64,
    rank: i32,
    wants: u8,
}

impl Early {
    /// What can be played as a land is one: that is what it is needed for in the first turns.
    fn of_card(facts: &Facts, card: CardId) -> Early {
        let whole = facts.card(card);
        Early::of(whole.land_face.map_or(whole, |face| facts.card(face)))
    }

    fn of(facts: &CardFacts) -> Early {
        // A difference of less than this is none that first turns are about, and cards that are alike make hands of one type.
        const ALIKE: i32 = 20;
        let early = Early {
            land: facts.land,
            enters_tapped: facts.enters_tapped,
            mana: facts.mana | facts.fetches,
            cost: facts.mana_value.clamp(0, 20) as i8,
            pips: facts.pips,
            // What wins games late is no better early.
            worth: (facts.worth.clamp(30, 160) / ALIKE * ALIKE + ALIKE / 2) as i16,
            ..Early::default()
        };
        early.packed()
    }

    /// The same with what follows from it.
    fn packed(self) -> Early {
        let pips = self.pips.iter().rev().fold(0, |sum, pips| sum << 8 | u64::from((*pips).min(MOST as u8 + 1)));
        // The dearest spell first, of those one that makes mana, of those what is worth most.
        let rank = (i32::from(self.cost) * 2 + i32::from(self.mana != 0)) << 16 | i32::from(self.worth);
        let wants = (0..5).fold(0, |wants, color| wants | u8::from(self.pips[color] > 0) << color);
        Early { packed: pips, rank, wants, ..self }
    }
}

/// What is known of the hands of some decks.
#[derive(Default)]
pub(super) struct Openings {
    decks: Vec<Known>,
    list: Vec<CardId>,
    hand: Vec<Early>,
    rest: Vec<Early>,
}

/// What is known of the hands of a deck.
struct Known {
    /// The deck, and the pool that its numbers are of.
    list: Vec<CardId>,
    pool: Arc<Pool>,
    cards: Vec<Early>,
    /// What cards there are in the first turns, in order: hands are of a type that have as many of each.
    kinds: Vec<Early>,
    /// How well the first turns go on average with seven cards; on the draw and on the play.
    usual: [i32; 2],
    /// What hands of that many cards are worth on average, where those that are worse than what the next mulligan gives are sent back;
    /// on the draw and on the play.
    average: [[i32; 8]; 2],
    /// Whether hands are kept, each in the place that its type has; a type that comes later may take the place of another.
    judged: Vec<Option<(u64, bool)>>,
}

/// Small numbers that are as good as random and always the same.
struct Luck(u64);

impl Luck {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize * count) >> 31
    }
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that is as good as random and depends on all bits of another (the last step of SplitMix64; G. L. Steele, D. Lea and C. H. Flood, *Fast
/// splittable pseudorandom number generators*, OOPSLA 2014). It is never 0, which would stay so.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (number ^ number >> 31) | 1
}

impl Openings {
    /// Whether to keep the hand.
    pub(super) fn choose_mulligan(&mut self, judge: Judge<'_>, legal: &[Action]) -> usize {
        let wanted = if self.is_keepable(judge) { Action::Keep } else { Action::Mulligan };
        legal.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    /// Whether to exile the hand and draw as many cards: if it isn't worth keeping (CR 103.5b).
    pub(super) fn choose_redraw(&mut self, judge: Judge<'_>, legal: &[Action]) -> usize {
        let wanted = if self.is_keepable(judge) { Action::No } else { Action::Yes };
        legal.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    fn is_keepable(&mut self, judge: Judge<'_>) -> bool {
        let w = &judge.w.mulligan;
        let size = judge.see.hand_size(judge.me);
        let kept = size as i32 - i32::from(judge.see.player(judge.me).mulligans);
        if kept <= w.stop {
            let lands = judge.lands_in_hand();
            // Better few cards that work a little than fewer.
            return kept <= 3 || (1..=6).contains(&lands);
        }
        let place = self.deck(judge);
        let play = judge.see.active() == judge.me;
        let deck = &self.decks[place];
        let next = deck.average[usize::from(play)][(kept - 1).clamp(0, 7) as usize];
        let usual = deck.usual[usize::from(play)];
        let mut hand = std::mem::take(&mut self.hand);
        hand.clear();
        hand.extend(judge.see.hand().map(|card| Early::of_card(judge.facts, card)));
        // In no order that depends on how it was drawn.
        hand.sort_unstable();
        while hand.len() > kept as usize {
            drop_worst(&mut hand);
        }
        hand.sort_unstable();
        let of_type = self.decks[place].type_of(&hand, play);
        let known = of_type.and_then(|number| self.decks[place].judged(number));
        let is_kept = known.unwrap_or_else(|| {
            self.draw_without(place, &hand);
            self.is_worth(&hand, play, usual, next * w.keep_percent / 100, of_type.unwrap_or(SEED))
        });
        if let Some(number) = of_type {
            self.decks[place].judge(number, is_kept);
        }
        self.hand = hand;
        is_kept
    }

    /// Whether a hand is worth that much on average, of a deck whose first turns `usual`ly go so well.
    fn is_worth(&mut self, hand: &[Early], play: bool, usual: i32, wanted: i32, seed: u64) -> bool {
        let mut luck = Luck(mixed(seed));
        let mut sum = 0;
        for played in 1..=MANY {
            sum += worth_of_turns(play_out(hand, &mut self.rest, play, &mut luck), usual);
            let away = (sum / played - wanted).abs();
            if LOOKS.iter().any(|(looks, clear)| played == *looks && away * 100 > wanted.abs() * clear) {
                return sum / played >= wanted;
            }
        }
        sum / MANY >= wanted
    }

    /// The place of the viewer's deck.
    fn deck(&mut self, judge: Judge<'_>) -> usize {
        judge.see.deck_into(judge.me, &mut self.list);
        let is_own = |known: &Known| known.list == self.list && Arc::ptr_eq(&known.pool, judge.see.shared_pool());
        self.decks.iter().position(is_own).unwrap_or_else(|| {
            let pool = Arc::clone(judge.see.shared_pool());
            let known = Known::of(self.list.clone(), pool, judge.facts, judge.w.mulligan.stop);
            self.decks.truncate(MOST_DECKS - 1);
            self.decks.insert(0, known);
            0
        })
    }

    /// Draws are from the deck without these cards.
    fn draw_without(&mut self, place: usize, cards: &[Early]) {
        self.rest.clear();
        self.rest.extend_from_slice(&self.decks[place].cards);
        for card in cards {
            if let Some(place) = self.rest.iter().position(|other| other == card) {
                self.rest.remove(place);
            }
        }
    }

    /// What a hand is worth on average.
    fn value(&mut self, hand: &[Early], play: bool) -> i32 {
        let mut luck = Luck(SEED);
        let sum: i32 = (0..RUNS).map(|_| play_out(hand, &mut self.rest, play, &mut luck)).sum();
        sum / RUNS as i32
    }

    /// Which card goes to the bottom after a mulligan: the one without which the first turns go best.
    pub(super) fn choose_bottom(&mut self, judge: Judge<'_>, legal: &[Action]) -> usize {
        let place = self.deck(judge);
        let play = judge.see.active() == judge.me;
        let mut hand = std::mem::take(&mut self.hand);
        hand.clear();
        hand.extend(judge.see.hand().map(|card| Early::of_card(judge.facts, card)));
        self.draw_without(place, &hand);
        let best = best_of(legal, |action| {
            let Action::Card(without) = action else { return 0 };
            hand.clear();
            let mut gone = false;
            for card in judge.see.hand() {
                if card == without && !gone {
                    gone = true;
                } else {
                    hand.push(Early::of_card(judge.facts, card));
                }
            }
            self.value(&hand, play)
        });
        self.hand = hand;
        best
    }
}

impl Known {
    /// `stop` is with how few cards every hand is kept that has a land and a spell.
    fn of(list: Vec<CardId>, pool: Arc<Pool>, facts: &Facts, stop: i32) -> Known {
        let mut cards: Vec<Early> = list.iter().map(|card| Early::of_card(facts, *card)).collect();
        // In no order that depends on which other cards there are.
        cards.sort_unstable();
        let mut kinds = cards.clone();
        kinds.dedup();
        let (usual, average) = averages(&cards, stop);
        Known { list, pool, cards, kinds, usual, average, judged: vec![None; REMEMBERED] }
    }

    /// The type of a hand in order as a number; none if it has too many cards for that, or a card that isn't the deck's, or the deck has too many kinds.
    fn type_of(&self, hand: &[Early], play: bool) -> Option<u64> {
        if hand.len() > 7 {
            return None;
        }
        let mut number = 0;
        for card in hand {
            let kind = self.kinds.binary_search(card).ok()? + 1;
            number = number << 8 | u64::from(u8::try_from(kind).ok()?);
        }
        Some(u64::from(play) << 63 | number)
    }

    /// Whether hands of this type are kept, if it is remembered.
    fn judged(&self, number: u64) -> Option<bool> {
        self.judged[slot(number)].filter(|(own, _)| *own == number).map(|(_, is_kept)| is_kept)
    }

    fn judge(&mut self, number: u64, is_kept: bool) {
        self.judged[slot(number)] = Some((number, is_kept));
    }
}

/// How well the first turns of a deck go on average with seven cards, and what hands of fewer are worth; on the draw and on the play.
fn averages(cards: &[Early], stop: i32) -> ([i32; 2], [[i32; 8]; 2]) {
    let (mut rest, mut hand) = (Vec::with_capacity(cards.len()), Vec::with_capacity(8));
    // The average over hands of that many cards of what `judge` makes of the first turns, played twice.
    let mut over_hands = |size: usize, play: bool, judge: &dyn Fn([i32; 2]) -> i32| {
        let mut luck = Luck(mixed(SEED + size as u64));
        let mut sum = 0;
        for _ in 0..HANDS {
            rest.clear();
            rest.extend_from_slice(cards);
            hand.clear();
            for _ in 0..7.min(rest.len()) {
                let place = luck.below(rest.len());
                hand.push(rest.swap_remove(place));
            }
            while hand.len() > size {
                drop_worst(&mut hand);
            }
            sum += judge([(); 2].map(|()| play_out(&hand, &mut rest, play, &mut luck)));
        }
        sum / HANDS as i32
    };
    let (mut usual, mut average) = ([0; 2], [[0; 8]; 2]);
    for (place, play) in [false, true].into_iter().enumerate() {
        usual[place] = over_hands(7, play, &|went| (went[0] + went[1]) / 2).max(1);
        for size in stop.clamp(1, 6) as usize..=6 {
            let next = average[place][size - 1];
            let worth = |went: [i32; 2]| went.map(|score| worth_of_turns(score, usual[place]));
            average[place][size] = over_hands(size, play, &|went| (worth(went).iter().sum::<i32>() / 2).max(next));
        }
    }
    (usual, average)
}

/// What it is worth that the first turns go so well, where they `usual`ly go so: being without lands or spells loses more than as much more than usual
/// wins. From 11/10 of that on more adds nothing. (The numbers here and in [`play_out`] are such that of the shipped decks' hands by their lands those go back
/// that win less than six cards do: nearly half of those with one land, few with three or four.)
fn worth_of_turns(score: i32, usual: i32) -> i32 {
    let most = usual + usual / 10;
    let score = i64::from(score.min(most));
    (score - score * score / i64::from(2 * most).max(1)) as i32
}

/// Where it is remembered of a type of hands whether they are kept.
fn slot(number: u64) -> usize {
    (mixed(number) >> 32) as usize % REMEMBERED
}

/// Puts away what a hand can best do without: lands if there are many, else what costs most.
fn drop_worst(hand: &mut Vec<Early>) {
    let lands = hand.iter().filter(|card| card.land).count();
    let wanted = (hand.len() / 2).clamp(2, 4);
    let worst = (0..hand.len()).max_by_key(|place| {
        let card = &hand[*place];
        if card.land {
            if lands > wanted { 100 } else { -100 }
        } else {
            10 * i32::from(card.cost) - i32::from(card.worth) / 20
        }
    });
    if let Some(place) = worst {
        hand.swap_remove(place);
    }
}

/// The first turns.
struct Turns {
    hand: [Early; MOST],
    held: usize,
    /// The colours of the mana of all sources, and how many sources of each there are, a byte each.
    have: u8,
    of_color: u64,
    count: usize,
}

/// For each set of colours a one in the byte of each.
static BYTES: [u64; 32] = {
    let mut rows = [0; 32];
    let mut set = 0;
    while set < 32 {
        let mut color = 0;
        while color < 5 {
            rows[set] |= (set as u64 >> color & 1) << (8 * color);
            color += 1;
        }
        set += 1;
    }
    rows
};

/// The highest bits of five bytes.
const HIGH: u64 = 0x80_8080_8080;

impl Turns {
    /// Returns whether mana from these sources pays for a card, `left` of which are untapped.
    #[inline]
    fn pays(&self, card: &Early, left: usize) -> bool {
        // No byte has more than seven bits, so where one is less than the other its highest bit is lost.
        usize::try_from(card.cost).is_ok_and(|cost| cost <= left)
            && ((self.of_color | HIGH) - card.packed) & HIGH == HIGH
    }

    /// The dearest spell that this much mana pays for, one that makes mana before others.
    fn next_spell(&self, left: usize) -> Option<usize> {
        let castable = (0..self.held).filter(|place| !self.hand[*place].land && self.pays(&self.hand[*place], left));
        castable.max_by_key(|place| self.hand[*place].rank)
    }

    fn take(&mut self, place: usize) -> Early {
        let card = self.hand[place];
        self.held -= 1;
        self.hand[place] = self.hand[self.held];
        card
    }

    fn add_source(&mut self, mana: u8) {
        if self.count < MOST {
            self.have |= mana;
            self.of_color += BYTES[usize::from(mana & 31)];
            self.count += 1;
        }
    }

    /// The land to play: the one with which the most mana can be spent now, and the most colours later.
    fn land(&mut self) -> Option<Early> {
        let mut lands = (0..self.held).filter(|place| self.hand[*place].land);
        let first = lands.next()?;
        // Of lands that are alike the first is taken.
        let are_alike = |card: &Early, other: &Early| {
            other.land && (other.mana, other.enters_tapped) == (card.mana, card.enters_tapped)
        };
        if lands.all(|place| are_alike(&self.hand[first], &self.hand[place])) {
            return Some(self.take(first));
        }
        let mut best: Option<(i32, usize)> = None;
        let wanted = self.hand[..self.held].iter().fold(0, |wanted, card| wanted | card.wants);
        let have = self.have;
        for place in 0..self.held {
            let card = self.hand[place];
            if !card.land || self.hand[..place].iter().any(|other| are_alike(&card, other)) {
                continue;
            }
            let before = (self.count, self.have, self.of_color);
            let left = self.count + usize::from(!card.enters_tapped);
            self.add_source(card.mana);
            let spent = self.next_spell(left).map_or(0, |place| i32::from(self.hand[place].cost));
            (self.count, self.have, self.of_color) = before;
            let new = (card.mana & wanted & !have).count_ones() as i32;
            let score = 16 * spent
                + 6 * new
                + if card.enters_tapped { 4 } else { 0 }
                + (card.mana & wanted).count_ones() as i32;
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| self.take(place))
    }
}

/// Plays the first turns with a hand, and says how well they went. `rest` is shuffled as far as it is drawn from.
fn play_out(hand: &[Early], rest: &mut [Early], play: bool, luck: &mut Luck) -> i32 {
    let held = hand.len().min(MOST);
    let mut turns = Turns { hand: [Early::default(); MOST], held, have: 0, of_color: 0, count: 0 };
    turns.hand[..turns.held].copy_from_slice(&hand[..turns.held]);
    let (mut drawn, mut score) = (0, 0);
    for turn in 0..TURNS {
        if (turn > 0 || !play) && drawn < rest.len() && turns.held < MOST {
            let place = drawn + luck.below(rest.len() - drawn);
            rest.swap(drawn, place);
            turns.hand[turns.held] = rest[drawn];
            turns.held += 1;
            drawn += 1;
        }
        let mut left = turns.count;
        if let Some(land) = turns.land() {
            turns.add_source(land.mana);
            left += usize::from(!land.enters_tapped);
        }
        let mut new = [0u8; 4];
        let mut made = 0;
        while let Some(place) = turns.next_spell(left) {
            let card = turns.take(place);
            left -= card.cost as usize;
            score += i32::from(card.worth) * (TURNS + 1 - turn) / 2;
            if card.mana != 0 && made < new.len() {
                new[made] = card.mana;
                made += 1;
            }
        }
        for mana in &new[..made] {
            turns.add_source(*mana);
        }
    }
    // What is still held will be cast some time, if there are lands for it.
    let held = turns.hand[..turns.held].iter().map(|card| match () {
        () if card.land => 60,
        () if i32::from(card.cost) <= turns.count as i32 + 1 => i32::from(card.worth) / 3,
        () => i32::from(card.worth) / 20,
    });
    score + held.sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn land(mana: u8) -> Early {
        Early { land: true, mana, ..Early::default() }.packed()
    }

    fn spell(cost: i8, color: usize) -> Early {
        let mut pips = [0; 5];
        pips[color] = 1;
        Early { cost, pips, worth: 100, ..Early::default() }.packed()
    }

    fn value(hand: &[Early]) -> i32 {
        let mut rest: Vec<Early> =
            (0..22).map(|_| land(1)).chain((0..30).map(|number| spell(1 + number % 5, 0))).collect();
        let mut luck = Luck(SEED);
        (0..40).map(|_| play_out(hand, &mut rest, true, &mut luck)).sum()
    }

    #[test]
    fn hands_that_can_do_something_are_worth_more() {
        let lands = |count: usize, mana: u8| vec![land(mana); count];
        let with = |mut lands: Vec<Early>, costs: &[i8]| {
            lands.extend(costs.iter().map(|cost| spell(*cost, 0)));
            value(&lands)
        };
        let good = with(lands(3, 1), &[1, 2, 3, 4]);
        assert!(good > with(lands(1, 1), &[1, 2, 3, 4, 4, 5]));
        assert!(good > with(lands(6, 1), &[3]));
        assert!(good > with(lands(3, 2), &[1, 2, 3, 4]), "the wrong colour");
        assert!(with(lands(2, 1), &[1, 1, 2, 2, 2]) > with(lands(2, 1), &[4, 5, 5, 5, 5]));
    }

    fn known(cards: &[Early]) -> Known {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        let mut kinds = cards.clone();
        kinds.dedup();
        let judged = vec![None; REMEMBERED];
        Known { list: Vec::new(), pool: Arc::default(), cards, kinds, usual: [1000; 2], average: [[0; 8]; 2], judged }
    }

    #[test]
    fn hands_are_of_a_type_that_is_remembered() {
        let deck: Vec<Early> = (0..4).flat_map(|color| [land(1 << color), spell(1, color), spell(3, color)]).collect();
        let mut known = known(&deck);
        let of = |known: &Known, hand: &[Early], play| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            known.type_of(&hand, play).expect("a hand of this deck")
        };
        let hand = [land(1), spell(1, 0), land(1), spell(3, 2), spell(1, 3), land(8), spell(1, 0)];
        let mut other = hand;
        other.reverse();
        let number = of(&known, &hand, true);
        assert_eq!(of(&known, &other, true), number);
        // Each of these is of a type of its own.
        let others = [of(&known, &hand, false), of(&known, &hand[1..], true), of(&known, &hand[1..], false)];
        assert!(!others.contains(&number) && others[1] != others[2] && others[0] != others[1], "{others:?}");
        assert_eq!(known.judged(number), None);
        known.judge(number, true);
        known.judge(others[0], false);
        assert_eq!((known.judged(number), known.judged(others[0])), (Some(true), Some(false)));
        // Cards of other decks, and more cards than hands have, are of no type.
        assert_eq!(known.type_of(&[spell(5, 0)], true), None);
        assert_eq!(known.type_of(&[land(1); 8], true), None);
    }

    /// Of hands that go very well or very badly the ones that go badly count more: without a land most games are lost.
    #[test]
    fn hands_without_lands_go_back() {
        let cheap = (0..40).map(|number| spell(1 + number % 3, 0));
        let deck: Vec<Early> = (0..20).map(|_| land(1)).chain(cheap).collect();
        let (usual, average) = averages(&deck, 4);
        let mut openings = Openings { decks: vec![known(&deck)], ..Openings::default() };
        let mut keeps = |lands: usize, play: usize| {
            let spells = (0..7 - lands as i8).map(|number| spell(1 + number % 3, 0));
            let hand: Vec<Early> = vec![land(1); lands].into_iter().chain(spells).collect();
            openings.draw_without(0, &hand);
            openings.is_worth(&hand, play == 1, usual[play], average[play][6], 7)
        };
        for play in [0, 1] {
            let kept = [0, 1, 2, 3, 4, 5, 6, 7].map(|lands| keeps(lands, play));
            assert_eq!(kept[2..=3], [true; 2], "{play}: {kept:?}");
            assert_eq!((kept[0], kept[6], kept[7]), (false, false, false), "{play}: {kept:?}");
        }
    }

    /// Whether a hand is kept doesn't depend on what was tried out before.
    #[test]
    fn a_hand_is_judged_alike_whatever_came_before() {
        let lands = (0..22).map(|_| land(1));
        let deck: Vec<Early> = lands.chain((0..38).map(|number| spell(1 + number % 5, 0))).collect();
        let mut openings = Openings { decks: vec![known(&deck)], ..Openings::default() };
        let hand = [land(1), land(1), spell(1, 0), spell(2, 0), spell(3, 0), spell(4, 0), spell(5, 0)];
        // Neither clear nor the same at every try.
        let mut judge = |wanted| {
            openings.draw_without(0, &hand);
            openings.is_worth(&hand, true, i32::MAX / 4, wanted, 7)
        };
        let first: Vec<bool> = (0..4000).step_by(10).map(&mut judge).collect();
        let again: Vec<bool> = (0..4000).step_by(10).rev().map(&mut judge).collect();
        assert!(first.iter().eq(again.iter().rev()));
        // There is one limit, below which it is kept and above which it isn't.
        assert!(first[0] && !first[399] && first.is_sorted_by(|one, other| one >= other), "{first:?}");
    }
}
