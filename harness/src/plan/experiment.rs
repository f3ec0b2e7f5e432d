//! What is to be found out: who plays whom, how often, under which rules.

use std::str::FromStr;

use gauntlet_core::{Game, Seed};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::agents::{Pilot, Registry};
use crate::host::options::Limits;
use crate::host::{Deck, Host};
use crate::plan::adapt::Points;
use crate::plan::files::reasons;
use crate::plan::schedule::{Entrant, Order, Pairing, Seats, pairing_seed};
use crate::stats::sprt::Test;
use crate::stats::tally::Side;

/// Which decks meet which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The first deck against the second, or against itself if there is but one.
    Match,
    /// Every deck against every other.
    Matrix {
        /// Whether decks also play themselves.
        mirrors: bool,
    },
    /// The first deck against every other.
    Field {
        /// Whether the first deck also plays itself.
        mirrors: bool,
    },
    /// Every agent against every other, both with the same deck: with each in turn.
    Ladder,
}

impl Shape {
    /// The name of the command that makes it.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Match => "match",
            Shape::Matrix { .. } => "matrix",
            Shape::Field { .. } => "field",
            Shape::Ladder => "ladder",
        }
    }

    /// Returns whether decks play themselves where the shape leaves that open.
    pub fn mirrors(self) -> bool {
        match self {
            Shape::Match | Shape::Ladder => false,
            Shape::Matrix { mirrors } | Shape::Field { mirrors } => mirrors,
        }
    }

    /// The pairings among `decks` decks. Side A is played by agent 0, side B by agent `b`; in a ladder there are `b + 1` agents, and each plays
    /// the later ones.
    ///
    /// In a matrix, A against B and B against A are the same games if both sides have the same agent and seats are
    /// swapped; then each pairing comes once. Otherwise they are different questions, and both are played.
    fn pairings(self, decks: usize, b: usize, seats: Seats) -> Vec<Pairing> {
        let pairing = |one, other| Pairing { a: Entrant { deck: one, agent: 0 }, b: Entrant { deck: other, agent: b } };
        let symmetric = b == 0 && seats == Seats::Swap;
        match self {
            Shape::Match => vec![pairing(0, decks.saturating_sub(1).min(1))],
            Shape::Field { mirrors } => (usize::from(!mirrors)..decks).map(|other| pairing(0, other)).collect(),
            Shape::Matrix { mirrors } => (0..decks)
                .flat_map(|one| (0..decks).map(move |other| (one, other)))
                .filter(|&(one, other)| if one == other { mirrors } else { one < other || !symmetric })
                .map(|(one, other)| pairing(one, other))
                .collect(),
            Shape::Ladder => (0..b)
                .flat_map(|one| (one + 1..=b).map(move |other| (one, other)))
                .flat_map(|agents| (0..decks).map(move |deck| (agents, deck)))
                .map(|((one, other), deck)| Pairing {
                    a: Entrant { deck, agent: one },
                    b: Entrant { deck, agent: other },
                })
                .collect(),
        }
    }
}

/// How many games a match has at most, draws aside: 1 for single games, 3 for best of three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct BestOf(u8);

impl BestOf {
    /// Single games.
    pub const ONE: BestOf = BestOf(1);

    /// Returns whether these are matches of several games.
    pub fn is_match(self) -> bool {
        self.0 > 1
    }

    /// The games that a side must win.
    pub fn wins(self) -> u8 {
        self.0 / 2 + 1
    }

    /// The most games that are played: draws don't count, but they end some time.
    pub fn most(self) -> u8 {
        2 * self.0 - 1
    }

    /// As [`BestOf::is_match`], for serde.
    pub fn is_single(&self) -> bool {
        !self.is_match()
    }
}

impl Default for BestOf {
    fn default() -> BestOf {
        BestOf::ONE
    }
}

impl TryFrom<u8> for BestOf {
    type Error = &'static str;

    fn try_from(games: u8) -> Result<BestOf, &'static str> {
        if matches!(games, 1 | 3 | 5) { Ok(BestOf(games)) } else { Err("matches are best of 1, 3 or 5 games") }
    }
}

impl From<BestOf> for u8 {
    fn from(best_of: BestOf) -> u8 {
        best_of.0
    }
}

impl FromStr for BestOf {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<BestOf, &'static str> {
        text.parse::<u8>().unwrap_or(0).try_into()
    }
}

/// What a user asks for, beside decks and agents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Which decks meet which.
    pub shape: Shape,
    /// The number that all seeds derive from.
    pub seed: u64,
    /// Games of each pairing, and in a ladder of each two agents; rounded up to whole pairs. Where matches are played, that many matches; with [`Options::until`], in the first stage.
    pub games: u64,
    /// How sure each pairing's rate must be; then games go where it is not ([`crate::plan::adapt`]).
    pub until: Option<Points>,
    /// What a ladder of two agents goes on for until it is decided.
    pub sprt: Option<Test>,
    /// Single games or matches.
    pub best_of: BestOf,
    /// Whether rates are also told without the luck of the deal ([`crate::stats::luck`]).
    pub luck: bool,
    /// Who takes the first turn.
    pub seats: Seats,
    /// When a game is called a draw.
    pub limits: Limits,
}

impl Options {
    /// The units of play of each pairing: enough for [`Options::games`].
    pub fn units(&self) -> u64 {
        self.games.div_ceil(self.seats.games_per_unit())
    }
}

/// An experiment, ready to be run: everything that decides its result, and nothing that doesn't.
pub struct Experiment<G: Game> {
    /// What was asked for.
    pub options: Options,
    /// The decks.
    pub decks: Vec<Deck>,
    /// What tables call each deck.
    labels: Vec<String>,
    /// The means of each deck's luck.
    expected_luck: Vec<Vec<f64>>,
    /// The agents: one that plays both sides, or that of side A and that of side B, or those of a ladder.
    pub pilots: Vec<Pilot<G>>,
    /// Who plays whom.
    pub pairings: Vec<Pairing>,
    /// In what order.
    pub order: Order,
    /// Why decks of a directory don't take part, a text for each.
    pub left_out: Vec<String>,
}

impl<G: Game + 'static> Experiment<G> {
    /// The experiment of `host`'s decks with these agents: those of side A and of side B, or those of a ladder. `left_out` says why decks of a
    /// directory don't take part, a text for each.
    ///
    /// # Errors
    /// If there is no such agent, if nobody plays anybody, or if it is more games than can be counted.
    pub fn new<H: Host<Game = G>>(
        host: &H,
        options: Options,
        agents: &[&str],
        left_out: Vec<String>,
    ) -> Result<Self, Error> {
        Self::among(host, options, &H::agents(), agents, left_out)
    }

    /// As [`Experiment::new`], with agents among those of `registry`.
    ///
    /// # Errors
    /// As [`Experiment::new`].
    pub fn among<H: Host<Game = G>>(
        host: &H,
        options: Options,
        registry: &Registry<G>,
        agents: &[&str],
        left_out: Vec<String>,
    ) -> Result<Self, Error> {
        let ladder = options.shape == Shape::Ladder;
        let mut pilots: Vec<Pilot<G>> = Vec::with_capacity(agents.len());
        for (place, agent) in agents.iter().enumerate() {
            // To find out who it is, a program may have to be started.
            if !ladder && agents[..place].contains(agent) {
                continue;
            }
            let pilot = registry.resolve(agent)?;
            match pilots.iter().any(|other| other.spec == pilot.spec) {
                true if ladder => {
                    return Err(Error::input(format!("the agent {} is named twice: name it once", pilot.spec)));
                }
                true => {}
                false => pilots.push(pilot),
            }
        }
        let decks = host.decks().to_vec();
        // Its games are spread over the decks.
        let games = if ladder { options.games.div_ceil(decks.len().max(1) as u64) } else { options.games };
        let options = Options { games, ..options };
        let labels = labels(&decks);
        let pairings = options.shape.pairings(decks.len(), pilots.len().saturating_sub(1), options.seats);
        if pairings.is_empty() && ladder {
            return Err(Error::input(format!("a ladder needs two agents and a deck{}", listed(&left_out))));
        }
        if pairings.is_empty() {
            return Err(Error::input(format!(
                "{} needs at least two decks and found {}; add decks, or --mirrors to play decks against themselves{}",
                options.shape.name(),
                decks.len(),
                listed(&left_out)
            )));
        }
        let too_many = || Error::input("that is more games than can be counted; ask for fewer with --games");
        let order = Order::new(pairings.len(), options.units()).ok_or_else(too_many)?;
        // Points are summed in quarters, and decisions per game are many: leave room.
        order.len().checked_mul(1 << 20).ok_or_else(too_many)?;
        if options.luck && H::PARTS.luck.names().is_empty() {
            return Err(Error::input(format!("{} has no luck of the deal to adjust for; leave out --luck", H::NAME)));
        }
        let expected_luck = (0..decks.len()).map(|deck| H::PARTS.luck.expected(host, deck)).collect();
        Ok(Experiment { options, decks, labels, expected_luck, pilots, pairings, order, left_out })
    }

    /// The means of the luck of two entrants, one after the other.
    pub fn expected_luck(&self, a: Entrant, b: Entrant) -> Vec<f64> {
        [a, b].iter().flat_map(|entrant| &self.expected_luck[entrant.deck]).copied().collect()
    }

    /// The deck of `entrant`.
    pub fn deck(&self, entrant: Entrant) -> &Deck {
        &self.decks[entrant.deck]
    }

    /// What tables call the deck of `entrant`: its name, or its file where two decks have the same name.
    pub fn label(&self, entrant: Entrant) -> &str {
        self.deck_label(entrant.deck)
    }

    /// What tables call deck number `index`.
    pub fn deck_label(&self, index: usize) -> &str {
        &self.labels[index]
    }

    /// The agent of `entrant`.
    pub fn pilot(&self, entrant: Entrant) -> &Pilot<G> {
        &self.pilots[entrant.agent]
    }

    /// Returns whether one of the agents of a pairing is a program.
    pub fn has_program(&self, pairing: usize) -> bool {
        Side::BOTH.iter().any(|side| self.pilot(self.pairings[pairing].entrant(*side)).is_program())
    }

    /// The seed of all games of `pairing`.
    pub fn pairing_seed(&self, pairing: &Pairing) -> Seed {
        pairing_seed(Seed::from_u64(self.options.seed), &self.deck(pairing.a).cards, &self.deck(pairing.b).cards)
    }

    /// Adds a stage in which each pairing plays these many more units.
    ///
    /// # Errors
    /// If it is more than can be counted.
    pub fn extend(&mut self, units: &[u64]) -> Result<(), Error> {
        self.order.extend(units).ok_or_else(|| Error::input("that is more games than can be counted"))
    }

    /// The number of games; of matches, where matches are played.
    pub fn games(&self) -> u64 {
        self.order.len() * self.options.seats.games_per_unit()
    }
}

/// Which decks are left out and why.
fn listed(left_out: &[String]) -> String {
    let lines = reasons(left_out).into_iter().map(|reason| format!("\n{reason}"));
    let heading = if left_out.is_empty() { "" } else { "\nthese can't be played and are left out:" };
    std::iter::once(heading.to_owned()).chain(lines).collect()
}

fn labels(decks: &[Deck]) -> Vec<String> {
    let label = |deck: &Deck| {
        let same = decks.iter().filter(|other| other.name == deck.name).count();
        if same == 1 { deck.name.clone() } else { deck.file.display().to_string() }
    };
    decks.iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(shape: Shape, decks: usize, b: usize, seats: Seats) -> Vec<(usize, usize)> {
        shape.pairings(decks, b, seats).iter().map(|pairing| (pairing.a.deck, pairing.b.deck)).collect()
    }

    #[test]
    fn a_matrix_plays_each_pairing_once_unless_its_directions_differ() {
        let plain = Shape::Matrix { mirrors: false };
        let fixed = Seats::Fixed(crate::stats::tally::Side::A);
        assert_eq!(pairs(plain, 3, 0, Seats::Swap), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(plain, 2, 1, Seats::Swap), [(0, 1), (1, 0)]);
        assert_eq!(pairs(plain, 2, 0, fixed), [(0, 1), (1, 0)]);
        assert_eq!(pairs(Shape::Matrix { mirrors: true }, 2, 0, Seats::Swap), [(0, 0), (0, 1), (1, 1)]);
        assert_eq!(pairs(plain, 1, 0, Seats::Swap), []);
    }

    #[test]
    fn a_ladder_has_every_two_agents_with_every_deck() {
        let pairings = Shape::Ladder.pairings(2, 2, Seats::Swap);
        let entrants: Vec<_> =
            pairings.iter().map(|pairing| (pairing.a.agent, pairing.b.agent, pairing.a.deck)).collect();
        assert_eq!(entrants, [(0, 1, 0), (0, 1, 1), (0, 2, 0), (0, 2, 1), (1, 2, 0), (1, 2, 1)]);
        assert!(pairings.iter().all(|pairing| pairing.a.deck == pairing.b.deck));
        assert_eq!(Shape::Ladder.pairings(2, 0, Seats::Swap), []);
    }

    #[test]
    fn matches_and_fields() {
        assert_eq!(pairs(Shape::Match, 2, 0, Seats::Swap), [(0, 1)]);
        assert_eq!(pairs(Shape::Match, 1, 1, Seats::Swap), [(0, 0)]);
        assert_eq!(pairs(Shape::Field { mirrors: false }, 3, 0, Seats::Swap), [(0, 1), (0, 2)]);
        assert_eq!(pairs(Shape::Field { mirrors: true }, 2, 0, Seats::Swap), [(0, 0), (0, 1)]);
    }
}
