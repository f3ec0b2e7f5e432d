//! What the tables of Magic must be whatever is played.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet::plan::experiment::{BestOf, Experiment, Options, Shape};
use gauntlet::plan::schedule::{Seats, pairing_seed, unit_seeds};
use gauntlet::play::game::{Trace, play_game};
use gauntlet::play::run::{Control, Run, run};
use gauntlet::show::tables::{deck_table, matchup_table, matchups, totals};
use gauntlet::stats::interval;
use gauntlet::stats::tally::Side;
use gauntlet_core::{Game, PerPlayer, Reason, Seed};
use gauntlet_magic::Position;

use super::{all_decks, deck, load};

const OPTIONS: Options = Options {
    shape: Shape::Match,
    seed: 1,
    games: 40,
    until: None,
    sprt: None,
    best_of: BestOf::ONE,
    luck: false,
    seats: Seats::Swap,
    limits: Limits { turns: 200, actions: 20_000 },
};

fn play(host: &Magic, threads: usize, options: Options, agents: [&str; 2]) -> (Experiment<Position>, Run) {
    let experiment = Experiment::new(host, options, &agents, Vec::new()).expect("an experiment");
    let stop = AtomicBool::new(false);
    let run = run(host, &experiment, threads, Control::new(&stop, &|_| ())).expect("a run");
    assert!(run.has(0..experiment.order.len()));
    if let Some(failure) = run.failures.values().next() {
        let pairing = experiment.pairings[failure.unit.pairing];
        let decks = [pairing.a, pairing.b].map(|entrant| experiment.label(entrant).to_owned());
        panic!("{decks:?} {failure:?}");
    }
    (experiment, run)
}

#[test]
fn a_mirror_match_scores_exactly_half() {
    for (name, agent, games) in [
        ("mono-red-aggro", "random", 200),
        ("blue-tempo", "random", 100),
        ("green-white-auras", "heuristic", 100),
        ("mono-red-aggro", "heuristic", 100),
        ("burn", "mc:rollouts=4", 6),
    ] {
        let (_, run) = play(&load(&[deck(name)]), 2, Options { games, ..OPTIONS }, [agent, agent]);
        let tally = &run.tallies[0];
        assert_eq!((tally.total().games(), tally.total().rate()), (games, Some(0.5)), "{name} {agent}");
        assert_eq!(tally.pairs, [0, 0, games / 2, 0, 0], "{name} {agent}");
        assert!(interval::paired(&tally.pairs).contains(0.5));
        assert_eq!(tally.counters[Side::A], tally.counters[Side::B]);
    }
}

#[test]
fn a_against_b_is_one_minus_b_against_a() {
    let files = [deck("white-tokens"), deck("mono-black-midrange")];
    let swapped = [files[1].clone(), files[0].clone()];
    for agents in [["random", "random"], ["heuristic", "heuristic"], ["heuristic", "random"]] {
        let options = Options { games: 60, ..OPTIONS };
        let (_, one) = play(&load(&files), 2, options, agents);
        let (_, other) = play(&load(&swapped), 1, options, [agents[1], agents[0]]);
        let (one, other) = (&one.tallies[0], &other.tallies[0]);
        assert_eq!((one.total().wins, one.total().losses), (other.total().losses, other.total().wins), "{agents:?}");
        assert_eq!(one.total().draws, other.total().draws);
        assert_eq!(one.turns, other.turns);
        assert_eq!(one.decisions, other.decisions);
    }
}

#[test]
fn every_seed_is_another_game() {
    let host = load(&[deck("mono-red-aggro")]);
    let setup = host.setup(0, 0, OPTIONS.limits, false);
    let pairing = pairing_seed(Seed::from_u64(1), "mono-red-aggro", "mono-red-aggro");
    let registry = Magic::agents();
    let random = registry.resolve("random").expect("an agent");
    let (mut a, mut b) = (random.make(), random.make());
    let mut game = Position::new(&setup, pairing);
    let (mut begins, mut ends, mut legal) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    const GAMES: u64 = 500;
    for index in 0..GAMES {
        let seeds = unit_seeds(pairing, index);
        game.restart(&setup, seeds.game);
        begins.insert(game.fingerprint());
        let mut rngs = PerPlayer::from_fn(|player| seeds.agents[player].rng());
        let mut agents = PerPlayer([a.as_mut(), b.as_mut()]);
        let mut trace = Trace::default();
        play_game(&mut game, &mut agents, &mut rngs, &mut legal, OPTIONS.limits, &mut trace, |_, _, _| ());
        ends.insert((game.fingerprint(), trace.decisions));
    }
    assert_eq!((begins.len() as u64, ends.len() as u64), (GAMES, GAMES));
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let host = load(&[deck("burn"), deck("green-stompy"), deck("black-red-goblins")]);
    for agents in [["random", "random"], ["heuristic", "random"]] {
        let tables = |threads| {
            let shape = Shape::Matrix { mirrors: true };
            let (experiment, run) = play(&host, threads, Options { shape, games: 20, ..OPTIONS }, agents);
            let rows = matchups(&experiment, &run.tallies);
            let csv =
                |table: gauntlet::show::tables::Table| String::from_utf8(table.csv().expect("text")).expect("UTF-8");
            (csv(matchup_table(&experiment, &rows)), csv(deck_table(&experiment, &totals(&rows))))
        };
        let one = tables(1);
        assert_eq!(tables(2), one);
        assert_eq!(tables(5), one);
    }
}

#[test]
fn totals_by_deck_are_the_sums_over_matchups() {
    let shape = Shape::Matrix { mirrors: true };
    let (experiment, run) = play(all_decks(), 2, Options { shape, games: 2, ..OPTIONS }, ["random", "random"]);
    let rows = matchups(&experiment, &run.tallies);
    let totals = totals(&rows);
    assert_eq!(totals.len(), all_decks().decks().len());
    for total in &totals {
        let own = rows.iter().filter(|row| row.a == total.entrant && row.b != total.entrant);
        let sum = own.clone().fold([0; 5], |sum, row| {
            let record = row.tally.total();
            let counts = [record.games(), record.wins, record.losses, record.draws, row.tally.decisions];
            std::array::from_fn(|index| sum[index] + counts[index])
        });
        let record = total.tally.total();
        assert_eq!([record.games(), record.wins, record.losses, record.draws, total.tally.decisions], sum);
        // And straight from what was played: as side A and as side B.
        let played = experiment.pairings.iter().zip(&run.tallies).filter(|(pairing, _)| pairing.a != pairing.b);
        let wins: u64 = played
            .map(|(pairing, tally)| match total.entrant {
                deck if deck == pairing.a => tally.total().wins,
                deck if deck == pairing.b => tally.total().losses,
                _ => 0,
            })
            .sum();
        assert_eq!(record.wins, wins);
    }
}

/// `play` panics at the first failure.
#[test]
fn random_play_of_every_pair_ends_without_an_engine_error() {
    for seed in 1..=3 {
        let shape = Shape::Matrix { mirrors: true };
        let options = Options { shape, games: 4, seed, ..OPTIONS };
        let (experiment, run) = play(all_decks(), 2, options, ["random", "random"]);
        let decks = experiment.decks.len() as u64;
        assert_eq!(run.games(), decks * (decks + 1) / 2 * 4);
        assert_eq!(run.ended(Reason::EngineError) + run.ended(Reason::ActionLimit), 0);
        let regular = [Reason::Life, Reason::Decked].map(|reason| run.ended(reason));
        assert!(regular.iter().sum::<u64>() > run.games() * 9 / 10, "{regular:?} of {}", run.games());
    }
}

#[test]
fn the_heuristic_plays_every_pair_to_its_end() {
    let shape = Shape::Matrix { mirrors: true };
    let (_, run) = play(all_decks(), 2, Options { shape, games: 4, ..OPTIONS }, ["heuristic", "heuristic"]);
    assert_eq!(run.ended(Reason::EngineError) + run.ended(Reason::ActionLimit), 0);
}

/// The means of the luck of a deal are those that shuffles have.
#[test]
fn the_luck_of_a_deal_is_expected_rightly() {
    let host = load(&[deck("mono-red-aggro"), deck("mono-black-midrange")]);
    let setup = host.setup(0, 1, OPTIONS.limits, false);
    let names = Magic::PARTS.luck.names().len();
    const GAMES: u64 = 4000;
    for player in gauntlet_core::Player::BOTH {
        let (mut sums, mut squares) = (vec![0; names], vec![0; names]);
        for index in 0..GAMES {
            let mut luck = vec![0; names];
            Magic::PARTS.luck.count(
                &Position::new(&setup, unit_seeds(Seed::from_u64(3), index).game),
                player,
                &mut luck,
            );
            for (place, value) in luck.into_iter().enumerate() {
                sums[place] += value;
                squares[place] += value * value;
            }
        }
        for (place, expected) in Magic::PARTS.luck.expected(&host, player.index()).into_iter().enumerate() {
            let mean = sums[place] as f64 / GAMES as f64;
            let error = ((squares[place] as f64 / GAMES as f64 - mean * mean) / GAMES as f64).sqrt();
            assert!((mean - expected).abs() < 4.0 * error, "{} {mean} {expected}", Magic::PARTS.luck.names()[place]);
        }
    }
}
