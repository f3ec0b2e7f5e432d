//! What a ladder of agents found: their ratings, each two of them, with which decks, and who beats whom in cycles.

use std::fmt::Write as _;

use gauntlet_core::Game;
use serde::Serialize;

use crate::output::grid::{Cell, Grid, Tone, in_points, shorten, wrap};
use crate::plan::adapt::together;
use crate::plan::experiment::Experiment;
use crate::plan::schedule::Pairing;
use crate::show::report::Look;
use crate::show::tables::Matchup;
use crate::stats::interval::{Interval, paired, rounded, stands_out};
use crate::stats::ratings::{Meeting, ratings};
use crate::stats::sprt::{Decision, Test, elo};
use crate::stats::tally::Tally;

/// The answer, as `ladder.json` and `--json` have it. Scores are points per game, from 0 to 1; all intervals hold the truth 95 times in 100.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    agents: Vec<AgentLine>,
    pairs: Vec<PairLine>,
    by_deck: Vec<DeckLine>,
    cycles: Vec<Cycle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine>,
}

/// An agent, and how strong it is in Elo points: all are 0 on average.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct AgentLine {
    name: String,
    rating: f64,
    low: f64,
    high: f64,
    games: u64,
    score: Option<f64>,
}

/// All games of one agent against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PairLine {
    a: String,
    b: String,
    games: u64,
    /// Of `a`.
    score: Option<f64>,
    low: f64,
    high: f64,
}

/// Their games with one deck.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct DeckLine {
    deck: String,
    #[serde(flatten)]
    pair: PairLine,
}

/// Three agents, each of which certainly beats the next, and by how much.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Cycle {
    agents: [String; 3],
    scores: [f64; 3],
}

/// A test of the first agent against the second.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TestLine {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    /// The logarithm of the likelihood ratio of `elo1` against `elo0`, and at which the test ends.
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Decision,
    games: u64,
    pairs: [u64; 5],
    /// The difference in Elo points that the score means, and its interval; none at a score of 0 or 1.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// The sums of a pairing, seen from its side A.
fn tally_of(matchups: &[Matchup], pairing: &Pairing) -> Tally {
    let own = matchups.iter().find(|row| (row.a, row.b) == (pairing.a, pairing.b));
    own.map_or_else(|| Tally::new(0), |row| row.tally.clone())
}

fn points(pairs: &[u64; 5]) -> (u64, Option<f64>) {
    let count: u64 = pairs.iter().sum();
    let quarters: u64 = (0..).zip(pairs).map(|(value, count)| value * count).sum();
    (2 * count, (count > 0).then(|| rounded(quarters as f64 / (4 * count) as f64)))
}

impl PairLine {
    fn new(a: &str, b: &str, pairs: &[u64; 5]) -> PairLine {
        let (games, score) = points(pairs);
        let Interval { low, high } = paired(pairs);
        PairLine { a: a.to_owned(), b: b.to_owned(), games, score, low: rounded(low), high: rounded(high) }
    }

    /// How certain it is, among `all` that are shown, that one is better.
    fn cell(&self, all: usize) -> Cell {
        let interval = Interval { low: self.low, high: self.high };
        match self.score {
            None => "–".into(),
            Some(score) => {
                let tone = match stands_out(score, interval, self.games, all) {
                    Some(true) => Tone::Good,
                    Some(false) => Tone::Bad,
                    None => Tone::Plain,
                };
                Cell::new(format!("{:.1}% ± {:.1}", 100.0 * score, 100.0 * interval.half_width()), tone)
            }
        }
    }

    fn mirrored(&self) -> PairLine {
        PairLine {
            a: self.b.clone(),
            b: self.a.clone(),
            games: self.games,
            score: self.score.map(|score| rounded(1.0 - score)),
            low: rounded(1.0 - self.high),
            high: rounded(1.0 - self.low),
        }
    }
}

impl Ladder {
    /// What the matchups of a ladder say.
    pub fn of<G: Game + 'static>(experiment: &Experiment<G>, matchups: &[Matchup]) -> Ladder {
        let tallies: Vec<Tally> = experiment.pairings.iter().map(|pairing| tally_of(matchups, pairing)).collect();
        let names: Vec<&str> = experiment.pilots.iter().map(|pilot| pilot.spec.as_str()).collect();
        let decks = experiment.decks.len();
        let mut ladder =
            Ladder { agents: Vec::new(), pairs: Vec::new(), by_deck: Vec::new(), cycles: Vec::new(), sprt: None };
        let mut meetings = Vec::new();
        // Each two agents have one pairing for each deck, one after the other.
        for (pairings, tallies) in experiment.pairings.chunks(decks.max(1)).zip(tallies.chunks(decks.max(1))) {
            let (one, other) = (pairings[0].a.agent, pairings[0].b.agent);
            let pairs = together(tallies);
            meetings.push(Meeting { one, other, pairs });
            ladder.pairs.push(PairLine::new(names[one], names[other], &pairs));
            ladder.by_deck.extend(pairings.iter().zip(tallies).map(|(pairing, tally)| DeckLine {
                deck: experiment.label(pairing.a).to_owned(),
                pair: PairLine::new(names[one], names[other], &tally.pairs),
            }));
        }
        let mut sums = vec![[0_u64; 5]; names.len()];
        for meeting in &meetings {
            for (score, count) in meeting.pairs.iter().enumerate() {
                sums[meeting.one][score] += count;
                sums[meeting.other][4 - score] += count;
            }
        }
        ladder.agents = (ratings(names.len(), &meetings).iter().zip(&names).zip(&sums))
            .map(|((rating, name), pairs)| {
                let (games, score) = points(pairs);
                let tenth = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
                AgentLine {
                    name: (*name).to_owned(),
                    rating: tenth(rating.value),
                    low: tenth(rating.value - rating.error),
                    high: tenth(rating.value + rating.error),
                    games,
                    score,
                }
            })
            .collect();
        ladder.agents.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        ladder.cycles = ladder.circles();
        ladder.sprt = experiment.options.sprt.map(|test| test_line(test, &together(&tallies)));
        ladder
    }

    /// The games of one agent against another, seen from the first.
    fn between(&self, one: &str, other: &str) -> Option<PairLine> {
        let own = self.pairs.iter().find(|pair| pair.a == one && pair.b == other).cloned();
        own.or_else(|| self.pairs.iter().find(|pair| pair.a == other && pair.b == one).map(PairLine::mirrored))
    }

    /// The circles of three, the clearest first.
    fn circles(&self) -> Vec<Cycle> {
        let names: Vec<&String> = self.agents.iter().map(|agent| &agent.name).collect();
        let beats = |one: &str, other: &str| self.between(one, other).filter(|pair| pair.low > 0.5)?.score;
        let mut cycles = Vec::new();
        for one in 0..names.len() {
            // Each circle is found once: from its first agent.
            for (two, three) in
                (one + 1..names.len()).flat_map(|two| (one + 1..names.len()).map(move |three| (two, three)))
            {
                let of = [one, two, three].map(|agent| names[agent].clone());
                if let (Some(first), Some(second), Some(third)) =
                    (beats(&of[0], &of[1]), beats(&of[1], &of[2]), beats(&of[2], &of[0]))
                {
                    cycles.push(Cycle { agents: of, scores: [first, second, third] });
                }
            }
        }
        let weakest = |cycle: &Cycle| cycle.scores.into_iter().fold(1.0, f64::min);
        cycles.sort_by(|one, other| weakest(other).total_cmp(&weakest(one)));
        cycles
    }

    /// The tables for people.
    pub fn told(&self, look: Look) -> String {
        let mut out = self.sprt.as_ref().map_or(String::new(), |test| self.test_told(test, look));
        if self.sprt.is_none() {
            out.push_str(&self.ranking(look));
        }
        if self.agents.len() == 2 {
            out.push_str(&self.decks_of_two(look));
        }
        for Cycle { agents: [one, two, three], scores } in &self.cycles {
            let [first, second, third] = scores.map(|score| format!("{:.1}%", 100.0 * score));
            let _ = writeln!(
                out,
                "\nA circle: {one} beats {two} ({first}), {two} {three} ({second}), {three} {one} ({third})"
            );
        }
        out
    }

    /// Ratings, and the score of each agent against each other.
    fn ranking(&self, look: Look) -> String {
        let title = Tone::Bold.paint("Agents", look.colour);
        let mut out = format!("{title}: ratings (Elo points, 0 on average), and points per game against each other\n");
        let mut grid = Grid::new(2);
        let all = self.agents.len();
        let numbers = (1..=all).map(|number| Cell::new(format!("{number}"), Tone::Bold));
        let heading = ["", "agent", "rating", "games"].map(|text| Cell::new(text, Tone::Bold));
        grid.row(heading.into_iter().chain(numbers).collect());
        for (number, agent) in (1..).zip(&self.agents) {
            let error = (agent.high - agent.low) / 2.0;
            let mut row: Vec<Cell> = vec![
                format!("{number}").into(),
                shorten(&agent.name, 40).into(),
                format!("{:+.0} ± {error:.0}", agent.rating).into(),
                format!("{}", agent.games).into(),
            ];
            row.extend(self.agents.iter().map(|other| {
                self.between(&agent.name, &other.name).map_or_else(|| "".into(), |pair| pair.cell(all * all))
            }));
            grid.row(row);
        }
        out.push_str(&grid.render_within(look.width, look.colour));
        out
    }

    /// With two agents: their games by deck, the worst for the first agent first.
    fn decks_of_two(&self, look: Look) -> String {
        let Some(pair) = self.pairs.first() else { return String::new() };
        let mut lines: Vec<&DeckLine> = self.by_deck.iter().collect();
        lines.sort_by(|one, other| one.pair.score.unwrap_or(0.5).total_cmp(&other.pair.score.unwrap_or(0.5)));
        let title = Tone::Bold.paint(&pair.a, look.colour);
        let mut out = format!("\n{title} against {}, by the deck that both play\n", pair.b);
        let mut grid = Grid::new(1);
        grid.heading(["deck", "points per game", "games"]);
        for line in &lines {
            let games = line.pair.games.to_string();
            grid.row(vec![shorten(&line.deck, 36).into(), line.pair.cell(lines.len()), games.into()]);
        }
        out.push_str(&grid.render_within(look.width, look.colour));
        out
    }

    fn test_told(&self, test: &TestLine, look: Look) -> String {
        let Some(pair) = self.pairs.first() else { return String::new() };
        let (a, b) = (&pair.a, &pair.b);
        let &TestLine { elo0, elo1, .. } = test;
        let verdict = match test.decision {
            Decision::High => format!("{a} is stronger than {b}: by {} rather than by {elo0}", in_points(elo1)),
            Decision::Low => format!("{a} isn't stronger than {b} by {}: by {elo0} rather", in_points(elo1)),
            Decision::Open => {
                format!("Not decided whether {a} is stronger than {b} by {} or by {elo0}", in_points(elo1))
            }
        };
        let mut text = format!(
            "{}: log-likelihood ratio {:+.2}, and the test ends at {:+.2} or {:+.2}\n",
            Tone::Bold.paint(&verdict, look.colour),
            test.llr,
            test.lower,
            test.upper
        );
        if let (Some(elo), Some(low), Some(high)) = (test.elo, test.elo_low, test.elo_high) {
            let _ = writeln!(
                text,
                "The score, {:.1}%, means {elo:+.1} Elo points, 95% between {low:+.1} and {high:+.1} (by an interval for games whose \
                 number was fixed before)",
                100.0 * pair.score.unwrap_or(0.5),
            );
        }
        let [none, half, one, more, two] = test.pairs;
        let _ = writeln!(
            text,
            "{} games; pairs in which {a} made 0, ½, 1, 1½ and 2 points: {none}, {half}, {one}, {more}, {two}",
            test.games
        );
        wrap(&text, look.width)
    }
}

fn test_line(test: Test, pairs: &[u64; 5]) -> TestLine {
    let (games, score) = points(pairs);
    let Interval { low, high } = paired(pairs);
    let [lower, upper] = test.bounds().map(rounded);
    let elo = |score: f64| elo(score).map(|elo| (elo * 100.0).round() / 100.0 + 0.0);
    TestLine {
        elo0: test.low,
        elo1: test.high,
        alpha: test.alpha,
        beta: test.beta,
        llr: rounded(test.ratio(pairs)),
        lower,
        upper,
        decision: test.decision(pairs),
        games,
        pairs: *pairs,
        elo: score.and_then(elo),
        elo_low: elo(low),
        elo_high: elo(high),
    }
}
