//! How far a win rate can be trusted: whether the agent that played a deck can play it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gauntlet_core::Game;

use crate::host::Host;
use crate::output::grid::{Cell, Grid, Tone, shorten};
use crate::plan::experiment::Experiment;
use crate::plan::schedule::Entrant;
use crate::show::details::{Sheet, cards_of};
use crate::show::report::Look;
use crate::show::tables::{MARK, Table, Value, named};
use crate::stats::details::Score;

/// The agent that chooses anything: who plays a deck at all wins with it against this one.
const RANDOM: &str = "random";
/// A card that was held in fewer games than this isn't said never to be played.
const HELD_OFTEN: u64 = 20;
/// The share of the games in which it was held up to which a card counts as never played.
const NEVER: f64 = 0.01;
/// The share of cards held that are never played above which a deck is marked.
const MOST_NEVER: f64 = 0.05;
/// The win rate against random choices below which a deck is marked.
const LEAST_AGAINST_RANDOM: f64 = 0.9;

/// How well an agent plays a deck, by what can be counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The deck and the agent.
    pub entrant: Entrant,
    /// Whether the agent is the one that chooses anything, which fits no deck.
    pub is_random: bool,
    /// The games that were followed.
    pub games: u64,
    /// Opening hands that were looked at, and those of them that were given back.
    pub hands: [u64; 2],
    /// Each game counted for each card that was held in it; the same where it wasn't played.
    pub held: [u64; 2],
    /// The cards that were held often and never played, with the games in which they were held.
    pub never: Vec<(String, u64)>,
    /// The games against the same deck in the hands of who chooses anything, if there were some.
    pub against_random: Option<Score>,
}

impl Fit {
    fn share(part: u64, of: u64) -> Option<f64> {
        (of > 0).then(|| part as f64 / of as f64)
    }

    /// The share of opening hands that were given back.
    pub fn returned(&self) -> Option<f64> {
        Fit::share(self.hands[1], self.hands[0])
    }

    /// The share of cards held that weren't played in the game.
    pub fn unplayed(&self) -> Option<f64> {
        Fit::share(self.held[1], self.held[0])
    }

    /// The share of cards held that are never played.
    pub fn never_share(&self) -> Option<f64> {
        Fit::share(self.never.iter().map(|(_, held)| held).sum(), self.held[0])
    }

    /// Returns whether the deck's win rate says less of the deck than of who played it.
    pub fn is_poor(&self) -> bool {
        let never = self.never_share().is_some_and(|share| share > MOST_NEVER);
        let loses = self.against_random.and_then(Score::rate).is_some_and(|rate| rate < LEAST_AGAINST_RANDOM);
        !self.is_random && (never || loses)
    }
}

/// The fit of each deck and agent of a run whose games were followed.
pub fn fits<H: Host>(host: &H, experiment: &Experiment<H::Game>, sheets: &[Sheet]) -> Vec<Fit> {
    let is_random = |entrant: Entrant| experiment.pilot(entrant).spec == RANDOM;
    let mut fits: Vec<Fit> = Vec::new();
    for sheet in sheets {
        let entrant = sheet.entrant;
        // The first sheet of an entrant is that of all its games.
        if fits.iter().any(|fit| fit.entrant == entrant) {
            continue;
        }
        let hands = sheet.details.hands.values();
        let hands = hands.fold([0, 0], |[all, back], [kept, given]| [all + kept.0 + given.0, back + given.0]);
        let (mut held, mut never) = ([0, 0], Vec::new());
        for ((name, _), sums) in cards_of(host, entrant.deck).into_iter().zip(&sheet.details.cards) {
            let [_, _, in_hand, played, _] = sums.scores.map(|score| score.0);
            held[0] += in_hand;
            held[1] += in_hand.saturating_sub(played);
            if in_hand >= HELD_OFTEN && played as f64 <= NEVER * in_hand as f64 {
                never.push((name, in_hand));
            }
        }
        let own_random = is_random(entrant);
        let same_deck = |other: &&Sheet| {
            let opponent = other.opponent.filter(|one| is_random(*one) && one.deck == entrant.deck && !own_random);
            other.entrant == entrant && opponent.is_some()
        };
        let against_random = sheets.iter().find(same_deck).map(|sheet| sheet.details.games);
        let (is_random, games) = (own_random, sheet.details.games.0);
        fits.push(Fit { entrant, is_random, games, hands, held, never, against_random });
    }
    fits
}

/// The decks whose win rates carry a mark.
pub fn marked(fits: &[Fit]) -> BTreeSet<Entrant> {
    fits.iter().filter(|fit| fit.is_poor()).map(|fit| fit.entrant).collect()
}

/// The rows of `fit.csv`.
pub fn table<G: Game + 'static>(experiment: &Experiment<G>, fits: &[Fit]) -> Table {
    let mut table = Table::default();
    for fit in fits {
        let names: Vec<&str> = fit.never.iter().map(|(name, _)| name.as_str()).collect();
        let random = fit.against_random;
        let interval = random.map(Score::wilson);
        table.push(named([
            ("deck", Value::Text(experiment.label(fit.entrant).to_owned())),
            ("agent", Value::Text(experiment.pilot(fit.entrant).spec.clone())),
            ("games", Value::Count(fit.games)),
            ("hands_returned_share", Value::rate(fit.returned())),
            ("not_played_share", Value::rate(fit.unplayed())),
            ("never_played_share", Value::rate(fit.never_share())),
            ("never_played", Value::Text(names.join("; "))),
            ("against_random_games", Value::Count(random.map_or(0, |score| score.0))),
            ("against_random_win_rate", Value::rate(random.and_then(Score::rate))),
            ("against_random_low", Value::rate(interval.map(|interval| interval.low))),
            ("against_random_high", Value::rate(interval.map(|interval| interval.high))),
            ("mark", Value::Text(if fit.is_poor() { "poor" } else { "" }.to_owned())),
        ]));
    }
    table
}

/// What the terminal shows of it.
pub fn told<G: Game + 'static>(experiment: &Experiment<G>, fits: &[Fit], look: Look) -> String {
    let fits: Vec<&Fit> = fits.iter().filter(|fit| !fit.is_random).collect();
    if fits.is_empty() {
        return String::new();
    }
    let percent = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{:.1}%", 100.0 * share));
    let title = Tone::Bold.paint("Fit for this pilot", look.colour);
    let mut out = format!("\n{title}: can the agent play the deck?\n");
    let mut grid = Grid::new(1);
    grid.heading(["", "hands returned", "held, not played", "of cards never played", "against random"]);
    for fit in &fits {
        let poor = fit.is_poor();
        let mark = if poor { MARK } else { "  " };
        let many = experiment.pilots.len() > 1;
        let agent = if many { format!(" [{}]", experiment.pilot(fit.entrant).spec) } else { String::new() };
        let name = format!("{mark}{}{agent}", experiment.label(fit.entrant));
        grid.row(vec![
            Cell::new(shorten(&name, 40), if poor { Tone::Bad } else { Tone::Plain }),
            percent(fit.returned()).into(),
            percent(fit.unplayed()).into(),
            percent(fit.never_share()).into(),
            percent(fit.against_random.and_then(Score::rate)).into(),
        ]);
    }
    out.push_str(&grid.render_within(look.width, look.colour));
    for fit in fits.iter().filter(|fit| !fit.never.is_empty()) {
        let names: Vec<String> =
            fit.never.iter().map(|(name, held)| format!("{name} (held in {held} games)")).collect();
        let _ = writeln!(out, "  {} never plays {}", experiment.label(fit.entrant), names.join(", "));
    }
    if fits.iter().any(|fit| fit.is_poor()) {
        let _ = writeln!(
            out,
            "  {MARK}more than {:.0}% of the cards held are never played, or less than {:.0}% is won against random choices: the win rate\n    \
             says less of the deck than of who plays it",
            100.0 * MOST_NEVER,
            100.0 * LEAST_AGAINST_RANDOM
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::schedule::Entrant;

    fn fit(never: u64, won: Option<(u64, u64)>) -> Fit {
        Fit {
            entrant: Entrant { deck: 0, agent: 0 },
            is_random: false,
            games: 100,
            hands: [200, 50],
            held: [1000, 300],
            never: vec![("Idle".to_owned(), never)],
            against_random: won.map(|(games, halves)| Score(games, halves)),
        }
    }

    #[test]
    fn a_deck_is_marked_for_what_is_never_played_or_for_what_is_lost_to_random() {
        assert!(!fit(50, None).is_poor() && fit(51, None).is_poor());
        assert!(!fit(0, Some((100, 180))).is_poor() && fit(0, Some((100, 179))).is_poor());
        assert!(!Fit { is_random: true, ..fit(51, None) }.is_poor());
        let one = fit(50, None);
        assert_eq!((one.returned(), one.unplayed(), one.never_share()), (Some(0.25), Some(0.3), Some(0.05)));
    }
}
