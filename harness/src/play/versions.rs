//! Versions of a deck that play the same games: the same seeds, seats and opponents.
//!
//! The cards that versions have in common lie in the same places of the list, so that they are drawn alike. A game in which the
//! changed cards don't matter ends alike and adds nothing to the noise.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use gauntlet_ai::Fault;
use gauntlet_core::{Reason, Seed};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::options::Limits;
use crate::output::progress::Progress;
use crate::plan::schedule::{pairing_seed, unit_seeds};
use crate::play::game::Trace;
use crate::play::panics;
use crate::play::seating::{Deal, Memory, Seating};
use crate::stats::tally::{PerSide, Side};

/// How many rounds a worker plays of one version against one opponent before it looks for more: tables are rebuilt less often.
const TOGETHER: usize = 8;

/// One version in one round against one opponent: two games with seats swapped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// Which version.
    pub version: usize,
    /// Which opponent, by its place in [`Versions::opponents`].
    pub opponent: usize,
    /// Which round.
    pub round: u64,
}

/// What came of a bout.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The version's half points in each of the two games.
    pub games: [u8; 2],
    /// Games that failed in the engine.
    pub failed: u8,
    /// Games that reached a limit.
    pub unfinished: u8,
    /// Games that an agent gave up for what it did wrong.
    #[serde(default)]
    pub forfeited: u8,
}

impl Score {
    /// The half points of side A in a game: 2 if it has won, 1 if nobody has.
    pub fn of_game(winner: Option<Side>) -> u8 {
        match winner {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        }
    }

    /// The half points of both games.
    pub fn halves(self) -> i32 {
        i32::from(self.games[0]) + i32::from(self.games[1])
    }
}

/// Versions of a deck, and the field that they meet.
pub struct Versions<H: Host> {
    /// The game, with the decks of the opponents.
    pub host: H,
    /// When a game is a draw.
    pub limits: Limits,
    /// Who plays the versions, and who their opponents.
    pub pilots: [Pilot<H::Game>; 2],
    /// What the seeds of all games derive from.
    pub seed: Seed,
    /// The hash of the cards as which all versions play: with that of the opponent's it decides the seeds, whatever files are called.
    pub cards: String,
    /// The lists of the opponents.
    pub opponents: Vec<Player>,
    /// The versions.
    pub versions: Vec<Player>,
    /// Whether every version but the first plays from other seeds.
    pub unpaired: bool,
    /// The names that the host's cards were chosen by, if it hasn't all those of its decks.
    pub only: Option<Vec<String>>,
    /// Why decks of the directory of opponents don't take part, a text for each.
    pub left_out: Vec<String>,
}

/// Who plays bouts: the threads of this machine, or other machines. The scores are in the order of the bouts; none if it was stopped.
pub type Plays<'a, H> = dyn Fn(&Versions<H>, &[Bout]) -> Result<Option<Vec<Score>>, Error> + 'a;

/// What a side plays with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its number among the decks of the host, for games whose decks aren't lists.
    pub deck: usize,
    /// Its cards in order; empty if decks aren't lists.
    pub list: Vec<String>,
    /// The hash of the cards of the deck of this number.
    pub cards: String,
}

impl Player {
    /// The deck of this number of a host.
    pub fn of<H: Host>(host: &H, deck: usize) -> Player {
        let cards = host.decks()[deck].cards.clone();
        Player { name: host.decks()[deck].name.clone(), deck, list: H::PARTS.lists.list(host, deck), cards }
    }
}

/// The table that a worker plays at, and whose it is: version and opponent.
type Table<H> = Option<([usize; 2], Seating<H>)>;

impl<H: Host> Versions<H> {
    fn seating(&self, bout: Bout) -> Seating<H> {
        let sides = [&self.versions[bout.version], &self.opponents[bout.opponent]];
        let setup = |first: Side| {
            let [one, other] = if first == Side::A { sides } else { [sides[1], sides[0]] };
            if one.list.is_empty() || other.list.is_empty() {
                return self.host.setup(one.deck, other.deck, self.limits, false);
            }
            H::PARTS.lists.deal(&self.host, &[one.list.clone(), other.list.clone()], self.limits, true, false)
        };
        Seating {
            setups: PerSide::from_fn(setup),
            after: None,
            agents: PerSide::from_fn(|side: Side| self.pilots[side as usize].make()),
            called: PerSide::from_fn(|side: Side| self.pilots[side as usize].called().to_owned()),
            names: PerSide::from_fn(|side: Side| sides[side as usize].name.clone()),
            followers: None,
        }
    }

    /// Plays a bout.
    ///
    /// # Errors
    /// If no game can be had with an agent.
    fn play(&self, bout: Bout, table: &mut Table<H>, memory: &mut Memory<H::Game>) -> Result<Score, Error> {
        let place = [bout.version, bout.opponent];
        if table.as_ref().is_none_or(|(other, _)| *other != place) {
            *table = None;
        }
        let pairing = pairing_seed(self.seed, &self.cards, &self.opponents[bout.opponent].cards);
        let pairing = if self.unpaired { pairing.derive("unpaired", bout.version as u64) } else { pairing };
        let seeds = unit_seeds(pairing, bout.round);
        let mut score = Score::default();
        for (game, first) in score.games.iter_mut().zip(Side::BOTH) {
            let mut trace = Trace::default();
            let (_, seats) = table.get_or_insert_with(|| (place, self.seating(bout)));
            let deal = Deal { first, began: first, sideboarded: false, seeds: &seeds, limits: self.limits };
            let played = panics::catch(|| seats.play(memory, deal, &mut trace, |_| ()));
            let winner = match played {
                Ok((winner, reason)) => {
                    score.unfinished += u8::from(matches!(reason, Reason::TurnLimit | Reason::ActionLimit));
                    match seats.fault() {
                        Some(Fault::EndsRun(sentence)) => return Err(Error::input(sentence)),
                        Some(Fault::Forfeit(_)) => score.forfeited += u8::from(reason == Reason::Concession),
                        None => {}
                    }
                    winner
                }
                Err(_) => {
                    // Nothing half changed is used again.
                    (*table, *memory) = (None, Memory::default());
                    score.failed += 1;
                    None
                }
            };
            *game = Score::of_game(winner);
        }
        Ok(score)
    }

    /// Plays bouts on several threads: their scores, in the same order; `None` if it was stopped.
    ///
    /// # Errors
    /// If no game can be had with an agent: answers that were recorded are those of other games.
    pub fn play_all(
        &self,
        bouts: &[Bout],
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        progress: &Progress,
    ) -> Result<Option<Vec<Score>>, Error> {
        let scores = Mutex::new(vec![Score::default(); bouts.len()]);
        let (next, failed) = (AtomicUsize::new(0), OnceLock::new());
        pool.broadcast(|_| {
            let (mut table, mut memory) = (None, Memory::default());
            while !stop.load(Ordering::Relaxed) && failed.get().is_none() {
                let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
                let Some(own) = bouts.get(first..(first + TOGETHER).min(bouts.len())) else { break };
                let mut played = [Score::default(); TOGETHER];
                for (score, bout) in played.iter_mut().zip(own) {
                    match self.play(*bout, &mut table, &mut memory) {
                        Ok(played) => *score = played,
                        Err(error) => {
                            // Whoever is first is told.
                            let _ = failed.set(error);
                            return;
                        }
                    }
                    progress.played(2);
                }
                let mut scores = scores.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                scores[first..first + own.len()].copy_from_slice(&played[..own.len()]);
            }
        });
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        let stopped = stop.load(Ordering::Relaxed);
        Ok((!stopped).then(|| scores.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)))
    }
}

/// The cards of `new` in the places that they have in `old`, and the others in the places of those that are gone.
pub fn align(old: &[String], new: &[String]) -> Vec<String> {
    let mut left: Vec<&String> = new.iter().collect();
    let mut places: Vec<Option<&String>> =
        old.iter().map(|card| left.iter().position(|other| *other == card).map(|place| left.remove(place))).collect();
    let mut left = left.into_iter();
    for place in places.iter_mut().filter(|place| place.is_none()) {
        *place = left.next();
    }
    places.into_iter().flatten().chain(left).cloned().collect()
}

/// The cards that were taken out and put in, with their numbers: `-2 Bear, +2 Elf`.
pub fn change(old: &[String], new: &[String]) -> String {
    let mut names: Vec<&String> = old.iter().chain(new).collect();
    names.sort();
    names.dedup();
    let count = |list: &[String], name: &String| list.iter().filter(|card| *card == name).count() as i64;
    let changed = names.into_iter().map(|name| (count(new, name) - count(old, name), name)).filter(|(by, _)| *by != 0);
    let (out, into): (Vec<_>, Vec<_>) = changed.partition(|(by, _)| *by < 0);
    let words: Vec<String> = out.into_iter().chain(into).map(|(by, name)| format!("{by:+} {name}")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn cards_in_common_keep_their_places() {
        let old = cards("a a a b b c");
        assert_eq!(align(&old, &cards("b b c a a d")), cards("a a d b b c"));
        assert_eq!(align(&old, &old), old);
        assert_eq!(align(&old, &cards("c b a")), cards("a b c"));
        assert_eq!(align(&old, &cards("a a a b b c d e")), cards("a a a b b c d e"));
        assert_eq!(change(&old, &cards("a a d b b c")), "-1 a, +1 d");
        assert_eq!(change(&old, &old), "");
    }
}
