//! The controls that every harness should pass and the ones that others fail: a mirror is even, no game is played twice,
//! a cell is the same from both sides, sums are by deck.

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use common::{FIELD, Tricks, TricksHost};
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet::plan::experiment::{BestOf, Experiment, Options, Shape};
use gauntlet::plan::schedule::{Entrant, Seats, pairing_seed, unit_seeds};
use gauntlet::play::ranges::Ranges;
use gauntlet::play::run::{Control, Run, run};
use gauntlet::show::tables::{Matchup, deck_table, matchup_table, matchups, totals};
use gauntlet::stats::interval;
use gauntlet::stats::tally::{Side, Tally};
use gauntlet_core::{Game, Reason, Seed};

const OPTIONS: Options = Options {
    shape: Shape::Match,
    seed: 1,
    games: 200,
    until: None,
    sprt: None,
    best_of: BestOf::ONE,
    luck: false,
    seats: Seats::Swap,
    limits: Limits { turns: 100, actions: 1000 },
};

fn play_on(threads: usize, decks: &[(&str, &[u8])], options: Options, agents: [&str; 2]) -> (Experiment<Tricks>, Run) {
    let host = TricksHost::new(decks);
    let experiment = Experiment::new(&host, options, &agents, Vec::new()).expect("an experiment");
    let stop = AtomicBool::new(false);
    let run = run(&host, &experiment, threads, Control::new(&stop, &|_| ())).expect("a run");
    (experiment, run)
}

fn play(decks: &[(&str, &[u8])], options: Options, agents: [&str; 2]) -> (Experiment<Tricks>, Run) {
    play_on(2, decks, options, agents)
}

fn matrix(mirrors: bool) -> Options {
    Options { shape: Shape::Matrix { mirrors }, ..OPTIONS }
}

#[test]
fn a_mirror_match_scores_exactly_half() {
    for agent in ["random", "sorted", "sorted:from=low"] {
        let (_, run) = play(&FIELD[1..2], OPTIONS, [agent, agent]);
        let tally = &run.tallies[0];
        assert_eq!(tally.total().games(), 200);
        assert_eq!(tally.total().rate(), Some(0.5));
        assert_eq!(tally.pairs, [0, 0, 100, 0, 0]);
        assert!(interval::paired(&tally.pairs).contains(0.5));
        assert_eq!(tally.counters[Side::A], tally.counters[Side::B]);
        // It is even over pairs, not because all games are the same.
        assert!(tally.on_the_play.wins > 0 && tally.on_the_play.losses > 0 || agent == "sorted");
    }
}

#[test]
fn decks_of_the_same_cards_are_even_under_other_names() {
    let (_, run) = play(&[("one", FIELD[1].1), ("two", FIELD[1].1)], OPTIONS, ["random", "random"]);
    assert_eq!(run.tallies[0].pairs, [0, 0, 100, 0, 0]);
}

#[test]
fn a_against_b_is_one_minus_b_against_a() {
    for agents in [["random", "random"], ["sorted", "random"]] {
        let (_, there) = play(&[FIELD[0], FIELD[1]], OPTIONS, agents);
        let (_, back) = play(&[FIELD[1], FIELD[0]], OPTIONS, [agents[1], agents[0]]);
        assert_eq!(there.tallies[0].mirrored(), back.tallies[0]);
        assert_ne!(there.tallies[0], back.tallies[0]);
    }
}

#[test]
fn a_cell_does_not_depend_on_the_other_decks() {
    let (experiment, run) = play(&FIELD, matrix(false), ["random", "random"]);
    let rows = matchups(&experiment, &run.tallies);
    let entrant = |deck| Entrant { deck, agent: 0 };
    let row = rows.iter().find(|row| (row.a, row.b) == (entrant(1), entrant(3))).expect("a row");
    let (_, alone) = play(&[FIELD[1], FIELD[3]], OPTIONS, ["random", "random"]);
    assert_eq!(row.tally, alone.tallies[0]);
}

#[test]
fn fewer_games_are_the_first_of_more() {
    let played = |games| play(&FIELD[..2], Options { games, ..OPTIONS }, ["random", "random"]).1.tallies[0].clone();
    let (few, more) = (played(60), played(200));
    assert_eq!((few.total().games(), played(59).total().games()), (60, 60));
    assert!(few.pairs.iter().zip(&more.pairs).all(|(few, more)| few <= more));
    assert!(few.turns.iter().all(|(turns, few)| few <= &more.turns[turns]));
}

#[test]
fn every_seed_is_another_game() {
    let host = TricksHost::new(&FIELD);
    let setup = host.setup(0, 1, Limits::default(), false);
    let pairing = pairing_seed(Seed::from_u64(1), "weak", "even");
    // The whole shuffle is in the fingerprint.
    let games: BTreeSet<u64> =
        (0..1000).map(|index| Tricks::new(&setup, unit_seeds(pairing, index).game).fingerprint()).collect();
    assert_eq!(games.len(), 1000);
}

#[test]
fn other_seeds_give_other_results() {
    let played = |seed| play(&FIELD[..2], Options { seed, ..OPTIONS }, ["random", "random"]).1;
    let distinct: BTreeSet<String> = (1..=12).map(|seed| format!("{:?}", played(seed).tallies)).collect();
    assert_eq!(distinct.len(), 12);
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let tables = |threads| {
        let bugged: [(&str, &[u8]); 3] = [FIELD[0], ("bug", &[1, 2, 3, 4, 5, 6, 7, common::BUG]), FIELD[2]];
        let (experiment, run) = play_on(threads, &bugged, matrix(true), ["random", "random"]);
        let rows = matchups(&experiment, &run.tallies);
        let csv = |table: gauntlet::show::tables::Table| String::from_utf8(table.csv().expect("text")).expect("UTF-8");
        (csv(matchup_table(&experiment, &rows)), csv(deck_table(&experiment, &totals(&rows))), run)
    };
    let one = tables(1);
    assert!(!one.2.failures.is_empty());
    for threads in [2, 3, 8] {
        assert_eq!(tables(threads), one);
    }
}

/// The sum of the tallies of all rows with `side(row) == entrant`.
fn sum(rows: &[Matchup], entrant: Entrant) -> Tally {
    let mut sum = Tally::new(1);
    rows.iter().filter(|row| row.a == entrant && row.b != entrant).for_each(|row| sum.merge(&row.tally));
    sum
}

#[test]
fn totals_are_sums_by_deck() {
    for (options, agents) in [
        (matrix(true), ["random", "random"]),
        (matrix(true), ["sorted", "random"]),
        (Options { seats: Seats::Fixed(Side::A), ..matrix(false) }, ["random", "random"]),
        (Options { shape: Shape::Field { mirrors: false }, ..OPTIONS }, ["sorted", "random"]),
    ] {
        let (experiment, run) = play(&FIELD, options, agents);
        let rows = matchups(&experiment, &run.tallies);
        let totals = totals(&rows);
        for total in &totals {
            assert_eq!(total.tally, sum(&rows, total.entrant));
        }
        // Straight from what was played, by deck and not by seat: the wins of each deck as side A and as side B.
        for deck in 0..FIELD.len() {
            let played = experiment.pairings.iter().zip(&run.tallies).filter(|(pairing, _)| pairing.a != pairing.b);
            let wins: u64 = played
                .map(|(pairing, tally)| {
                    let wins = tally.total();
                    let a = if pairing.a.deck == deck { wins.wins } else { 0 };
                    let b = if pairing.b.deck == deck { wins.losses } else { 0 };
                    a + b
                })
                .sum();
            let of_deck = totals.iter().filter(|total| total.entrant.deck == deck);
            assert_eq!(of_deck.map(|total| total.tally.total().wins).sum::<u64>(), wins, "{deck} in {options:?}");
        }
        // Every game has a winner and a loser, or two who drew.
        let of = |f: fn(&Tally) -> u64| totals.iter().map(|total| f(&total.tally)).sum::<u64>();
        assert_eq!(of(|tally| tally.total().wins), of(|tally| tally.total().losses));
    }
}

#[test]
fn strength_shows() {
    let (experiment, run) = play(&FIELD, matrix(false), ["random", "random"]);
    let totals = totals(&matchups(&experiment, &run.tallies));
    let rate = |deck: usize| totals[deck].tally.total().rate().expect("games");
    assert!(rate(0) < 0.3 && rate(1) > 0.5 && rate(2) > 0.5, "{} {} {}", rate(0), rate(1), rate(2));
}

#[test]
fn a_blind_agent_loses() {
    let (_, run) = play(&FIELD[1..2], OPTIONS, ["sorted:from=low,mulligans=1", "sorted"]);
    let total = run.tallies[0].total();
    assert_eq!((total.wins, total.losses), (0, 200));
    assert_eq!(run.tallies[0].counters[Side::A], [600]);
}

#[test]
fn every_ending_is_counted() {
    let (experiment, run) = play(&FIELD, matrix(false), ["random", "random"]);
    for reason in [Reason::Score, Reason::Life, Reason::Effect, Reason::DrawByRule] {
        assert!(run.ended(reason) > 0, "{reason}");
    }
    let all: u64 = Reason::ALL.into_iter().map(|reason| run.ended(reason)).sum();
    assert_eq!(all, experiment.games());
    assert!(run.has(0..experiment.order.len()));
}

#[test]
fn endless_games_stop_at_either_limit() {
    let clocks: [(&str, &[u8]); 1] = [("clocks", &[0; 8])];
    let (_, run) = play(&clocks, OPTIONS, ["sleepy", "sleepy"]);
    assert_eq!((run.ended(Reason::TurnLimit), run.tallies[0].total().draws), (200, 200));
    assert!(run.tallies[0].turns.keys().eq([&100]));
    let limits = Limits { turns: 5000, actions: 50 };
    let (_, run) = play(&clocks, Options { limits, ..OPTIONS }, ["sleepy", "sleepy"]);
    assert_eq!((run.ended(Reason::ActionLimit), run.decisions()), (200, 200 * 50));
}

#[test]
fn one_agent_has_one_name() {
    let named = |spec| TricksHost::agents().resolve(spec).map(|pilot| pilot.spec);
    assert_eq!(named(" sorted:mulligans = 1 , from=low").as_deref(), Ok("sorted:from=low,mulligans=1"));
    assert_eq!(named("sorted:from=high,mulligans=0").as_deref(), Ok("sorted"));
    // So a matrix with two spellings of one agent plays each pairing once.
    let (experiment, _) = play(&FIELD, matrix(false), ["sorted", "sorted:from=high"]);
    assert_eq!((experiment.pilots.len(), experiment.pairings.len()), (1, 6));
}

#[test]
fn fixed_seats_are_single_games() {
    let options = |seats| Options { seats, games: 101, ..OPTIONS };
    let run = |side| play(&FIELD[..2], options(Seats::Fixed(side)), ["random", "random"]).1.tallies[0].clone();
    let (a, b) = (run(Side::A), run(Side::B));
    assert_eq!((a.on_the_play.games(), a.on_the_draw.games(), a.pairs), (101, 0, [0; 5]));
    assert_eq!((b.on_the_play.games(), b.on_the_draw.games()), (0, 101));
    // Together they are the pairs.
    let (_, pairs) = play(&FIELD[..2], Options { games: 202, ..OPTIONS }, ["random", "random"]);
    assert_eq!(pairs.tallies[0].on_the_play, a.on_the_play);
    assert_eq!(pairs.tallies[0].on_the_draw, b.on_the_draw);
}

#[test]
fn a_panic_is_one_failed_game() {
    let decks: [(&str, &[u8]); 2] =
        [("bug", &[1, 1, 3, 5, 7, 9, 11, common::BUG]), ("rare", &[1, 3, 5, 7, 9, 11, 13, 8])];
    let (experiment, run) = play(&decks, OPTIONS, ["random", "random"]);
    let failed = run.ended(Reason::EngineError);
    assert!((1..100).contains(&failed), "{failed}");
    assert_eq!((run.failures.len() as u64, run.games()), (failed, experiment.games()));
    for failure in run.failures.values() {
        assert!(failure.message.starts_with("card 99 met card 8 ("), "{}", failure.message);
        assert!(failure.turn >= 1 && failure.decisions >= 3);
    }
    // The games around it are those of a run in which nothing fails: nothing broken was carried over.
    let games = |n: u64| play_on(1, &decks, Options { games: n, ..OPTIONS }, ["random", "random"]).1;
    let until = run.failures.values().next().map_or(0, |failure| failure.unit.index * 2);
    assert_eq!(games(until).ended(Reason::EngineError), 0);
    assert_eq!(games(200).tallies, run.tallies);
}

#[test]
fn an_interrupted_run_is_the_beginning_of_the_whole() {
    let host = TricksHost::new(&FIELD);
    let experiment = Experiment::new(&host, matrix(false), &["random"], Vec::new()).expect("an experiment");
    for threads in [1, 2, 4] {
        let stop = AtomicBool::new(false);
        let played = std::sync::atomic::AtomicU64::new(0);
        let count = |games| {
            if played.fetch_add(games, std::sync::atomic::Ordering::Relaxed) + games >= 140 {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let part = run(&host, &experiment, threads, Control::new(&stop, &count)).expect("a run");
        assert_eq!(part.units, Ranges::from(0..part.games() / 2));
        assert!((140..300).contains(&part.games()), "{}", part.games());
        // Only whole pairs.
        for tally in &part.tallies {
            assert_eq!(tally.pairs.iter().sum::<u64>() * 2, tally.total().games());
            assert_eq!(tally.on_the_play.games(), tally.on_the_draw.games());
        }
        // The same units, played alone.
        let units = part.games() / 2;
        for (index, tally) in part.tallies.iter().enumerate() {
            let own = (0..units).filter_map(|n| experiment.order.unit(n)).filter(|unit| unit.pairing == index).count();
            let pairing = experiment.pairings[index];
            let decks = [FIELD[pairing.a.deck], FIELD[pairing.b.deck]];
            assert_eq!(tally.total().games(), own as u64 * 2);
            if own > 0 {
                let alone = play(&decks, Options { games: own as u64 * 2, ..OPTIONS }, ["random", "random"]).1;
                assert_eq!(tally, &alone.tallies[0]);
            }
        }
    }
}

/// Without luck the rate is the same, but surer: many short runs scatter less around what a long one says, and their intervals cover it.
#[test]
fn luck_is_taken_off_without_bias() {
    let decks = &FIELD[1..3];
    // In pairs with swapped seats these two decks have the same luck, and there is nothing to take off.
    let single = Options { seats: Seats::Fixed(Side::A), ..OPTIONS };
    let agents = ["sorted", "sorted"];
    let (_, long) = play(decks, Options { games: 60_000, seed: 999, ..single }, agents);
    let truth = long.tallies[0].total().rate().expect("games");
    let (mut plain, mut adjusted, mut bias, mut covered, mut said) = (0.0, 0.0, 0.0, 0, 0.0);
    const RUNS: u64 = 200;
    for seed in 1..=RUNS {
        let (experiment, run) = play(decks, Options { luck: true, games: 300, seed, ..single }, agents);
        let pairing = experiment.pairings[0];
        let expected = experiment.expected_luck(pairing.a, pairing.b);
        let tally = &run.tallies[0];
        let without = tally.luck.adjusted(&expected, 1).expect("enough games");
        let rate = tally.total().rate().expect("games");
        plain += (rate - truth) * (rate - truth);
        adjusted += (without.rate - truth) * (without.rate - truth);
        bias += (without.rate - truth) / RUNS as f64;
        covered += u64::from(without.interval.contains(truth));
        said += without.ratio / RUNS as f64;
        // Both sides say the same.
        let back = tally.mirrored().luck.adjusted(&experiment.expected_luck(pairing.b, pairing.a), 1).expect("enough");
        assert!((back.rate + without.rate - 1.0).abs() < 1e-9);
    }
    assert!(plain > 1.2 * adjusted && said > 1.2, "{plain} {adjusted} {said}");
    assert!((plain / adjusted / said - 1.0).abs() < 0.4, "{} {said}", plain / adjusted);
    assert!(bias.abs() < 3.0 * (adjusted / RUNS as f64 / RUNS as f64).sqrt() + 0.003, "{bias}");
    assert!(covered >= RUNS * 90 / 100, "{covered}");
    // A mirror stays even, with nothing to take off.
    let (experiment, run) = play(&FIELD[1..2], Options { luck: true, ..OPTIONS }, ["random", "random"]);
    let pairing = experiment.pairings[0];
    let mirror = run.tallies[0].luck.adjusted(&experiment.expected_luck(pairing.a, pairing.b), 2).expect("enough");
    assert_eq!((mirror.rate, mirror.interval), (0.5, interval::Interval { low: 0.5, high: 0.5 }));
}

#[test]
fn luck_is_the_same_on_any_number_of_threads() {
    let options = Options { luck: true, ..matrix(true) };
    let one = play_on(1, &FIELD, options, ["random", "random"]).1;
    assert_eq!(play_on(3, &FIELD, options, ["random", "random"]).1, one);
    assert!(one.tallies.iter().all(|tally| !tally.luck.is_empty()));
}
