//! What a player is told of the other's deck, and what follows from it for the cards that they don't see: the deck's own list, the lists of a
//! field of which it may be any, or nothing.
//!
//! Of a field each list has the weight of how likely it is to have shown just the cards that were seen, if those came from anywhere in the
//! deck: the number of ways to choose them out of the list. A list that can't have shown them has none. All of it is counted in whole numbers.

use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_core::{PerPlayer, Player, Rng};
use rand::RngExt;
use smallvec::SmallVec;

use crate::state::{Flags, HiddenCard, Object, State};

/// What is told of a deck to the player who plays against it.
#[derive(Clone, Default, Debug)]
pub enum Assumed {
    /// Its list.
    #[default]
    List,
    /// The lists of which it may be any.
    Field(Arc<Field>),
    /// Nothing: the cards that they don't see are this one, [`Pool::add_blank`].
    Nothing(CardId),
}

/// What is told of each player's deck to the other; `None`: both lists.
pub type Told = Option<Arc<PerPlayer<Assumed>>>;

/// Returns whether what players have seen of decks is to be remembered, also of cards that are hidden again.
pub(crate) fn asks_for_memory(told: &Told) -> bool {
    told.iter().flat_map(|told| &told.0).any(|assumed| matches!(assumed, Assumed::Field(_)))
}

/// A list of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possible {
    /// What it is called.
    pub name: String,
    /// The deck, its commanders included.
    pub cards: Vec<CardId>,
    /// What is outside the game with it (CR 400.11a).
    pub outside: Vec<CardId>,
    /// Its commanders.
    pub leaders: Vec<CardId>,
}

/// Cards and how many there are of each, in order.
type Counts = Vec<(CardId, u16)>;

/// The lists of which a deck may be any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    lists: Vec<Candidate>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Candidate {
    name: String,
    /// How many lists of the field are this one.
    copies: u64,
    main: Counts,
    outside: Counts,
    leaders: Vec<CardId>,
    size: usize,
    outside_size: usize,
    /// As [`State::elsewhere`] and [`State::elsewhere_layers`] are for this deck.
    elsewhere: (bool, bool),
}

/// What a player takes the other's deck for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Belief {
    /// They know the list.
    List,
    /// They know nothing.
    Nothing,
    /// It is one of these lists, each with its probability in millionths; the likeliest first.
    Field {
        /// Names and probabilities; those that aren't possible aren't there.
        lists: Vec<(String, u32)>,
        /// None of the field has the cards that were seen, or not as many cards: these are the nearest.
        nearest: bool,
    },
}

impl Field {
    /// The field of these lists, in whatever order. A list that is there twice is twice as likely.
    ///
    /// # Panics
    /// If there is none, or a list has no cards.
    pub fn new(pool: &Pool, lists: impl IntoIterator<Item = Possible>) -> Field {
        let mut all: Vec<Candidate> = lists.into_iter().map(|list| Candidate::new(pool, list)).collect();
        all.sort_by(|one, other| one.order().cmp(&other.order()));
        all.dedup_by(|next, first| {
            let same = (&next.main, &next.outside, &next.leaders) == (&first.main, &first.outside, &first.leaders);
            if same {
                first.copies += next.copies;
                if next.name != first.name {
                    first.name = format!("{} / {}", first.name, next.name);
                }
            }
            same
        });
        assert!(!all.is_empty() && all.iter().all(|list| list.size > 0), "a field has lists, and these have cards");
        Field { lists: all }
    }

    /// The cards that lists of the field begin a game with, by list.
    pub fn cards(&self) -> impl Iterator<Item = CardId> {
        self.lists.iter().flat_map(|list| &list.main).map(|(card, _)| *card)
    }

    /// The weights of the lists after what was seen; without a list that fits, those of the nearest.
    fn weigh(&self, evidence: &Evidence, pool: &Pool) -> Weights {
        let mut weights: SmallVec<[Likelihood; 64]> = SmallVec::new();
        weights.extend(self.lists.iter().map(|list| list.likelihood(evidence, pool)));
        let nearest = weights.iter().all(|weight| weight.is_zero());
        if nearest {
            let least = self.lists.iter().map(|list| list.distance(evidence)).min().unwrap_or(0);
            let near = |list: &Candidate| list.distance(evidence) == least;
            let weight = |list| if near(list) { Likelihood::of(list.copies) } else { Likelihood::ZERO };
            weights.clear();
            weights.extend(self.lists.iter().map(weight));
        }
        let greatest = weights.iter().filter(|weight| !weight.is_zero()).map(|weight| weight.exponent).max();
        let scaled = weights.iter().map(|weight| weight.below(greatest.unwrap_or(0))).collect();
        Weights { scaled, nearest }
    }
}

/// The lists' weights, all to the same scale.
struct Weights {
    scaled: SmallVec<[u64; 64]>,
    nearest: bool,
}

impl Weights {
    fn sum(&self) -> u128 {
        self.scaled.iter().map(|weight| u128::from(*weight)).sum()
    }

    fn draw(&self, rng: &mut Rng) -> usize {
        let mut left = rng.random_range(0..self.sum());
        let taken = |weight: &u64| match left.checked_sub(u128::from(*weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        self.scaled.iter().position(taken).expect("what is drawn is below the sum")
    }
}

fn counts(cards: &[CardId]) -> Counts {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u16)).collect()
}

fn count_of(counts: &[(CardId, u16)], card: CardId) -> u16 {
    counts.binary_search_by_key(&card, |(card, _)| *card).map_or(0, |place| counts[place].1)
}

impl Candidate {
    fn new(pool: &Pool, list: Possible) -> Candidate {
        let Possible { name, cards, outside, mut leaders } = list;
        leaders.sort_unstable();
        let all = || cards.iter().chain(&outside);
        let elsewhere = (
            all().any(|card| pool.works_elsewhere(*card)),
            all().any(|card| pool.card(*card).derived.continuous_elsewhere),
        );
        let (size, outside_size) = (cards.len(), outside.len());
        let (main, outside) = (counts(&cards), counts(&outside));
        Candidate { name, copies: 1, main, outside, leaders, size, outside_size, elsewhere }
    }

    fn order(&self) -> (&Counts, &Counts, &[CardId], &str) {
        (&self.main, &self.outside, &self.leaders, &self.name)
    }

    /// How likely it is that this list has shown what was seen, beside others; zero if it can't be this list.
    fn likelihood(&self, evidence: &Evidence, pool: &Pool) -> Likelihood {
        let whole = self.size + self.outside_size == evidence.total() && self.leaders == evidence.leaders.as_slice();
        let Some(most_brought) = self.outside_size.checked_sub(evidence.outside).filter(|_| whole) else {
            return Likelihood::ZERO;
        };
        let mut likelihood = Likelihood::of(self.copies);
        let mut brought = 0;
        let mut own = self.main.iter().peekable();
        for &(card, seen) in &evidence.shown {
            while own.next_if(|(other, _)| *other < card).is_some() {}
            let there = own.next_if(|(other, _)| *other == card).map_or(0, |(_, count)| *count);
            let more = seen.saturating_sub(there);
            if more > 0 {
                // It was brought in from outside the game, if the list has it there.
                brought += usize::from(more);
                if brought > most_brought || count_of(&self.outside, card) < more {
                    return Likelihood::ZERO;
                }
            }
            likelihood.choose(there, seen - more);
        }
        // CR 702.37, 702.168: what was cast face down is a card that can be.
        for (how, cast) in
            [(FaceDown::Morph, evidence.cast_face_down[0]), (FaceDown::Disguise, evidence.cast_face_down[1])]
        {
            if cast > 0 {
                let left = |(card, count): &(CardId, u16)| count.saturating_sub(count_of(&evidence.seen, *card));
                let can = self.main.iter().filter(|(card, _)| can_be_cast_face_down(pool, *card, how));
                if can.map(left).map(usize::from).sum::<usize>() < cast {
                    return Likelihood::ZERO;
                }
            }
        }
        likelihood
    }

    /// By how many cards it is another list than one that could have shown what was seen.
    fn distance(&self, evidence: &Evidence) -> usize {
        let missing = |(card, seen): &(CardId, u16)| {
            usize::from(seen.saturating_sub(count_of(&self.main, *card) + count_of(&self.outside, *card)))
        };
        let leaders = self.leaders.iter().filter(|leader| !evidence.leaders.contains(leader)).count();
        evidence.shown.iter().map(missing).sum::<usize>()
            + (self.size + self.outside_size).abs_diff(evidence.total())
            + leaders
    }

    /// Deals out what is left of this list: the cards that aren't seen in the game, and those that are outside it.
    fn deal(&self, evidence: &Evidence, rng: &mut Rng) -> Dealt {
        let spare = self.main[0].0;
        let mut dealt = Dealt { cards: SmallVec::new(), outside: SmallVec::new(), spare, elsewhere: self.elsewhere };
        let mut outside: SmallVec<[CardId; 16]> = SmallVec::new();
        for &(card, count) in &self.main {
            let left = count.saturating_sub(count_of(&evidence.seen, card));
            dealt.cards.extend(std::iter::repeat_n(card, usize::from(left)));
        }
        for &(card, count) in &self.outside {
            let there = count_of(&self.main, card);
            // What is seen beyond the deck came from here, and what was seen before is in the game still.
            let seen = count_of(&evidence.seen, card).saturating_sub(there);
            let shown = count_of(&evidence.shown, card).saturating_sub(there);
            dealt.cards.extend(std::iter::repeat_n(card, usize::from(shown.saturating_sub(seen).min(count))));
            outside.extend(std::iter::repeat_n(card, usize::from(count.saturating_sub(shown))));
        }
        shuffle(&mut outside, rng);
        while outside.len() > evidence.outside {
            dealt.cards.extend(outside.pop());
        }
        shuffle(&mut dealt.cards, rng);
        // The nearest list may have fewer or more cards than are hidden.
        dealt.cards.truncate(evidence.hidden);
        while dealt.cards.len() < evidence.hidden {
            dealt.cards.push(self.any(rng));
        }
        while outside.len() < evidence.outside {
            outside.push(self.any(rng));
        }
        outside.sort_unstable();
        dealt.outside = outside;
        dealt
    }

    /// Any card of the deck.
    fn any(&self, rng: &mut Rng) -> CardId {
        let mut left = rng.random_range(0..self.size as u32);
        let taken = |(_, count): &&(CardId, u16)| match left.checked_sub(u32::from(*count)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        self.main.iter().find(taken).map(|(card, _)| *card).expect("what is drawn is below the number of cards")
    }
}

/// Puts cards in random order, by hand: what is drawn from the stream must never depend on a library's version.
pub(crate) fn shuffle(cards: &mut [CardId], rng: &mut Rng) {
    for last in (1..cards.len() as u32).rev() {
        let other = rng.random_range(0..=last);
        cards.swap(last as usize, other as usize);
    }
}

/// Returns whether a card can be cast face down in this way.
pub(crate) fn can_be_cast_face_down(pool: &Pool, card: CardId, how: FaceDown) -> bool {
    pool.card(card).derived.from_hand.iter().any(|way| pool.activatable(*way).down == how)
}

/// What a player doesn't see of the other's cards, as it is in one world.
pub(crate) struct Dealt {
    /// The cards that are hidden in the game.
    pub(crate) cards: SmallVec<[CardId; 128]>,
    /// Those outside it, in order.
    pub(crate) outside: SmallVec<[CardId; 16]>,
    /// A card that may be among them.
    pub(crate) spare: CardId,
    /// As [`State::elsewhere`] and [`State::elsewhere_layers`].
    pub(crate) elsewhere: (bool, bool),
}

/// What a player has seen of the other's deck.
struct Evidence {
    /// The cards that they see or know where they are.
    seen: SmallVec<[(CardId, u16); 32]>,
    /// The most copies of each that they have seen at a time.
    shown: SmallVec<[(CardId, u16); 32]>,
    /// How many cards are hidden.
    hidden: usize,
    /// How many are outside the game.
    outside: usize,
    /// How many of the hidden ones were cast face down with morph, and with disguise.
    cast_face_down: [usize; 2],
    leaders: SmallVec<[CardId; 2]>,
}

/// Returns whether which card it is that lies there face down can't be seen by `viewer`, who knows how it came there (CR 708.5).
pub(crate) fn is_face_down_before(object: &Object, viewer: Player) -> bool {
    object.controller != viewer && object.down.is_creature()
}

impl State {
    /// Calls back for each card that `owner` brought into this game: with the card, or without where `viewer` doesn't know which.
    fn each_card(
        &self,
        pool: &Pool,
        (viewer, owner): (Player, Player),
        note: &mut impl FnMut(Option<CardId>, Option<&Object>),
    ) {
        let mut hidden = |hidden: &HiddenCard| note(hidden.is_seen_by(viewer).then_some(hidden.card), None);
        self.libraries[owner].iter().for_each(&mut hidden);
        self.hands[owner].iter().for_each(&mut hidden);
        for (card, first) in self.merged_cards(owner) {
            let unseen = first.is_some_and(|object| is_face_down_before(object, viewer));
            note((!unseen).then(|| pool.whole(card)), None);
        }
        let mut free: SmallVec<[bool; 256]> = SmallVec::from_elem(false, self.objects.len());
        self.free.iter().for_each(|index| free[usize::from(*index)] = true);
        for (index, (object, free)) in (0..).zip(self.objects.iter().zip(free)) {
            let is_card = object.owner == owner
                && !free
                && !self.is_merged(index)
                && !object.flags.intersects(Flags::TOKEN | Flags::COPY | Flags::ABILITY)
                && !pool.is_emblem(object.card)
                && !pool.card(object.printed).token;
            if is_card {
                let unseen = object.is_hidden_from(viewer) || is_face_down_before(object, viewer);
                note((!unseen).then(|| pool.whole(object.printed)), Some(object));
            }
        }
    }

    /// Notes what each player sees of the other's deck: later it may be hidden again.
    pub(crate) fn remember_decks(&mut self, pool: &Pool) {
        for viewer in Player::BOTH {
            let mut cards: SmallVec<[CardId; 64]> = SmallVec::new();
            self.each_card(pool, (viewer, !viewer), &mut |card, _| cards.extend(card));
            cards.sort_unstable();
            for run in cards.chunk_by(|one, other| one == other) {
                self.remembered.note(viewer, run[0], run.len() as u16);
            }
        }
    }
}

impl Evidence {
    fn of(state: &State, pool: &Pool, viewer: Player) -> Evidence {
        let owner = !viewer;
        let mut evidence = Evidence {
            seen: SmallVec::new(),
            shown: SmallVec::new(),
            hidden: 0,
            outside: state.outside.of(owner).count(),
            cast_face_down: [0; 2],
            leaders: SmallVec::new(),
        };
        // A subgame has no commanders, and the deck is that of the game around it.
        let whole = state.outer.first().unwrap_or(state);
        let led = whole.commanders.iter().filter(|led| led.owner == owner);
        evidence.leaders.extend(led.map(|led| led.card));
        evidence.leaders.sort_unstable();
        let mut cards: SmallVec<[CardId; 64]> = SmallVec::new();
        // The cards of the games that wait for this one to end are those of the same deck (CR 728.2).
        for state in std::iter::once(state).chain(&state.outer) {
            state.each_card(pool, (viewer, owner), &mut |card, object| match card {
                Some(card) => cards.push(card),
                None => {
                    evidence.hidden += 1;
                    let down = object.filter(|object| is_face_down_before(object, viewer)).map(|object| object.down);
                    evidence.cast_face_down[0] += usize::from(down == Some(FaceDown::Morph));
                    evidence.cast_face_down[1] += usize::from(down == Some(FaceDown::Disguise));
                }
            });
        }
        cards.sort_unstable();
        evidence.seen.extend(cards.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u16)));
        evidence.shown.clone_from(&evidence.seen);
        for (card, count) in state.remembered.of(viewer) {
            match evidence.shown.binary_search_by_key(&card, |(card, _)| *card) {
                Ok(place) => evidence.shown[place].1 = evidence.shown[place].1.max(count),
                Err(place) => evidence.shown.insert(place, (card, count)),
            }
        }
        evidence
    }

    /// The cards that the deck has, with those outside the game.
    fn total(&self) -> usize {
        self.seen.iter().map(|(_, count)| usize::from(*count)).sum::<usize>() + self.hidden + self.outside
    }
}

/// A world's cards of the other player's deck, where the viewer isn't told its list.
pub(crate) fn deal(state: &State, pool: &Pool, told: &Told, viewer: Player, rng: &mut Rng) -> Option<Dealt> {
    match &told.as_deref()?[!viewer] {
        Assumed::List => None,
        Assumed::Nothing(blank) => {
            let evidence = Evidence::of(state, pool, viewer);
            let blanks = |count| std::iter::repeat_n(*blank, count);
            Some(Dealt {
                cards: blanks(evidence.hidden).collect(),
                outside: blanks(evidence.outside).collect(),
                spare: *blank,
                elsewhere: (false, false),
            })
        }
        Assumed::Field(field) => {
            let evidence = Evidence::of(state, pool, viewer);
            let list = field.weigh(&evidence, pool).draw(rng);
            Some(field.lists[list].deal(&evidence, rng))
        }
    }
}

/// What `viewer` is told of the other's deck.
pub(crate) fn assumed(told: &Told, viewer: Player) -> &Assumed {
    told.as_deref().map_or(&Assumed::List, |told| &told[!viewer])
}

/// What a player takes the other's deck for.
pub(crate) fn belief(state: &State, pool: &Pool, told: &Told, viewer: Player) -> Belief {
    match assumed(told, viewer) {
        Assumed::List => Belief::List,
        Assumed::Nothing(_) => Belief::Nothing,
        Assumed::Field(field) => {
            let weights = field.weigh(&Evidence::of(state, pool, viewer), pool);
            let sum = weights.sum();
            let share = |weight: &u64| (u128::from(*weight) * 1_000_000 / sum) as u32;
            let possible = field.lists.iter().zip(&weights.scaled).filter(|(_, weight)| **weight > 0);
            let mut lists: Vec<(String, u32)> =
                possible.map(|(list, weight)| (list.name.clone(), share(weight))).collect();
            lists.sort_by_key(|(_, share)| std::cmp::Reverse(*share));
            Belief::Field { lists, nearest: weights.nearest }
        }
    }
}

/// A number that may be very great or small: 64 bits of it, and a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Likelihood {
    mantissa: u64,
    exponent: i32,
}

/// The least number of copies whose binomials don't fit 64 bits.
const BINOMIALS: usize = 68;

/// Pascal's triangle.
static CHOICES: [[u64; BINOMIALS]; BINOMIALS] = {
    let mut all = [[0; BINOMIALS]; BINOMIALS];
    let mut of = 0;
    while of < BINOMIALS {
        all[of][0] = 1;
        let mut some = 1;
        while some <= of {
            all[of][some] = all[of - 1][some - 1] + all[of - 1][some];
            some += 1;
        }
        of += 1;
    }
    all
};

impl Likelihood {
    const ZERO: Likelihood = Likelihood { mantissa: 0, exponent: 0 };

    fn of(number: u64) -> Likelihood {
        Likelihood::from_wide(u128::from(number), 0)
    }

    /// `wide` times two to the power `exponent`, its first 64 bits.
    fn from_wide(wide: u128, exponent: i32) -> Likelihood {
        if wide == 0 {
            return Likelihood::ZERO;
        }
        let zeros = wide.leading_zeros();
        Likelihood { mantissa: ((wide << zeros) >> 64) as u64, exponent: exponent + 64 - zeros as i32 }
    }

    fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// Times the number of ways to choose `some` of `of` cards.
    fn choose(&mut self, of: u16, some: u16) {
        match CHOICES.get(usize::from(of)) {
            Some(row) => self.times(row[usize::from(some)], 1),
            None => (0..u64::from(some)).for_each(|place| self.times(u64::from(of) - place, place + 1)),
        }
    }

    fn times(&mut self, number: u64, over: u64) {
        *self = Likelihood::from_wide(u128::from(self.mantissa) * u128::from(number) / u128::from(over), self.exponent);
    }

    /// As a multiple of what a number with this exponent, which isn't less, counts by.
    fn below(self, exponent: i32) -> u64 {
        // The sum of many must fit.
        self.mantissa.checked_shr(exponent.abs_diff(self.exponent)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_are_ratios_of_binomials() {
        let chosen = |of, some| {
            let mut number = Likelihood::of(1);
            number.choose(of, some);
            number
        };
        // 4 of 4 in one way, 1 of 4 in four.
        assert_eq!((chosen(4, 4).exponent - chosen(4, 1).exponent, chosen(4, 4).mantissa), (-2, chosen(4, 1).mantissa));
        assert_eq!(chosen(20, 10), Likelihood::of(184_756));
        assert!(chosen(2, 3).is_zero());
        // Beyond the table each step rounds: by less than one of 2⁵⁰.
        let (one, other) = (chosen(100, 3), Likelihood::of(161_700));
        assert_eq!(one.exponent, other.exponent);
        assert!(one.mantissa.abs_diff(other.mantissa) < 1 << 14, "{one:?} {other:?}");
        // Far beyond what 64 bits hold.
        let mut number = Likelihood::of(3);
        (0..1000).for_each(|_| number.times(4, 1));
        assert_eq!((number.exponent - Likelihood::of(3).exponent, number.mantissa), (2000, Likelihood::of(3).mantissa));
        assert_eq!(number.below(number.exponent + 1), number.mantissa >> 1);
        assert_eq!(number.below(number.exponent + 64), 0);
    }
}
