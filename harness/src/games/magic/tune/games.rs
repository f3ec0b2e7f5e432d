//! The games of a tuning: two sides with the same deck and the same deal, which differ in their weights.

use std::ops::Range;
use std::sync::Arc;

use gauntlet_ai::heuristic::Weights;
use gauntlet_ai::{Agent, Heuristic};
use gauntlet_core::Seed;
use gauntlet_magic::{Position, Setup};
use rayon::prelude::*;

use super::super::host::Magic;
use crate::host::Host;
use crate::host::options::Limits;
use crate::output::progress::Progress;
use crate::plan::schedule::{pairing_seed, unit_seeds};
use crate::play::game::Trace;
use crate::play::panics;
use crate::play::seating::{Deal, Memory, Seating};
use crate::play::versions::Score;
use crate::stats::tally::{PerSide, Side};

/// How many pairs with the same deck are played one after the other by the same agents, which have to get to know it.
const TOGETHER: usize = 8;

/// The decks that are played, and from which seeds.
pub(super) struct Field<'h> {
    host: &'h Magic,
    /// The deck of each place, its setup against itself, and the seed of all its games.
    decks: Vec<(usize, Setup, Seed)>,
    limits: Limits,
    ahead: bool,
}

/// A pair of games, by the place of its deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Match {
    pub(super) place: usize,
    /// The number of the pair among those of its deck.
    pub(super) index: u64,
}

impl<'h> Field<'h> {
    pub(super) fn new(host: &'h Magic, decks: &[usize], limits: Limits, seed: Seed, ahead: bool) -> Field<'h> {
        let deck = |deck: &usize| {
            let cards = &host.decks()[*deck].cards;
            (*deck, host.setup(*deck, *deck, limits, false), pairing_seed(seed, cards, cards))
        };
        Field { host, decks: decks.iter().map(deck).collect(), limits, ahead }
    }

    /// The pairs of these numbers when decks take turns, those of each deck together.
    pub(super) fn in_turn(&self, pairs: Range<u64>) -> Vec<Match> {
        let decks = self.decks.len() as u64;
        let mut all: Vec<Match> =
            pairs.map(|pair| Match { place: (pair % decks) as usize, index: pair / decks }).collect();
        all.sort_by_key(|one| (one.place, one.index));
        all
    }

    /// The pairs of each deck in these rounds.
    pub(super) fn whole(&self, rounds: Range<u64>) -> Vec<Match> {
        let decks = 0..self.decks.len();
        decks.flat_map(|place| rounds.clone().map(move |index| Match { place, index })).collect()
    }

    fn seating(&self, place: usize, sides: &[Arc<Weights>; 2]) -> Seating<Magic> {
        let (deck, setup, _) = &self.decks[place];
        let agent = |side: Side| -> Box<dyn Agent<Position>> {
            let weights = Arc::clone(&sides[side as usize]);
            Box::new(if self.ahead { Heuristic::looking_ahead(weights) } else { Heuristic::new(weights) })
        };
        Seating {
            setups: PerSide::from_fn(|_| setup.clone()),
            after: None,
            agents: PerSide::from_fn(agent),
            called: PerSide::from_fn(|_| "heuristic".to_owned()),
            names: PerSide::from_fn(|_| self.host.decks()[*deck].name.clone()),
            followers: None,
        }
    }

    /// Plays pairs: the score of the first side in each, in their order.
    pub(super) fn play(
        &self,
        sides: &[Arc<Weights>; 2],
        matches: &[Match],
        pool: &rayon::ThreadPool,
        progress: &Progress,
    ) -> Vec<Score> {
        let tables: Vec<&[Match]> =
            matches.chunk_by(|one, other| one.place == other.place).flat_map(|own| own.chunks(TOGETHER)).collect();
        let play = |own: &&[Match]| {
            let (mut table, mut memory) = (None, Memory::default());
            own.iter().map(|one| self.play_pair(*one, sides, &mut table, &mut memory, progress)).collect::<Vec<Score>>()
        };
        pool.install(|| tables.par_iter().map(play).collect::<Vec<_>>()).concat()
    }

    fn play_pair(
        &self,
        one: Match,
        sides: &[Arc<Weights>; 2],
        table: &mut Option<Seating<Magic>>,
        memory: &mut Memory<Position>,
        progress: &Progress,
    ) -> Score {
        let seeds = unit_seeds(self.decks[one.place].2, one.index);
        let mut score = Score::default();
        for (game, first) in score.games.iter_mut().zip(Side::BOTH) {
            let seats = table.get_or_insert_with(|| self.seating(one.place, sides));
            let deal = Deal { first, began: first, sideboarded: false, seeds: &seeds, limits: self.limits };
            let played = panics::catch(|| seats.play(memory, deal, &mut Trace::default(), |_| ()));
            let winner = played.map(|(winner, _)| winner).unwrap_or_else(|_| {
                // Nothing half changed is used again.
                (*table, *memory) = (None, Memory::default());
                score.failed += 1;
                None
            });
            *game = Score::of_game(winner);
            progress.played(1);
        }
        score
    }
}
