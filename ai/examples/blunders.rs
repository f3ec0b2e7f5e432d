//! Finds decisions of the heuristic agent that rollouts disagree with most:
//! `cargo run --release -p gauntlet-ai --example blunders -- GAMES ROLLOUTS SEED [DECK DECK]`.
//!
//! For each action of a decision as many rollouts are played, with the same luck; what is shown are decisions where another
//! action won clearly more often than the one chosen.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Decks, agent};
use gauntlet_core::{Game, Player, Seed, View};
use gauntlet_magic::Position;
use gauntlet_magic::decision::DecisionKind;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &str| arguments.get(place).map_or(default.to_owned(), Clone::clone);
    let games: u64 = argument(0, "10").parse().expect("a number of games");
    let rollouts: u64 = argument(1, "100").parse().expect("a number of rollouts");
    let seed = Seed::from_u64(argument(2, "1").parse().expect("a seed"));
    let decks = Decks::shipped();
    let count = decks.decks.len() as u64;
    let mut policies = [agent("heuristic"), agent("heuristic")];
    let mut totals: std::collections::BTreeMap<String, (u64, f64)> = std::collections::BTreeMap::new();
    for number in 0..games {
        let seed = seed.derive("game", number);
        let (first, second) = match (arguments.get(3), arguments.get(4)) {
            (Some(first), Some(second)) => (decks.find(first), decks.find(second)),
            (Some(first), None) => (decks.find(first), (number % count) as usize),
            _ => ((number * 5 % count) as usize, (number * 7 + 3) as usize % count as usize),
        };
        let setup = decks.setup(first, second, true);
        println!("=== {} against {}, game {number}", decks.decks[first].0, decks.decks[second].0);
        let mut agents = [agent("heuristic"), agent("heuristic")];
        let mut rngs = Player::BOTH.map(|player| seed.derive("agent", player.index() as u64).rng());
        let mut game = Position::new(&setup, seed);
        let mut world = game.clone();
        let (mut legal, mut others) = (Vec::new(), Vec::new());
        let mut decisions = 0;
        while let Some(player) = game.to_act() {
            game.legal_actions(&mut legal);
            let choice = agents[player.index()].choose(View::new(&game, player), &legal, &mut rngs[player.index()]);
            // The first hands take too long for what they show.
            if !matches!(game.decision().kind, DecisionKind::Mulligan | DecisionKind::Bottom) {
                let mut means = vec![0.0; legal.len()];
                for (place, action) in legal.iter().enumerate() {
                    for number in 0..rollouts {
                        let mut luck = seed.derive("decision", decisions).derive("luck", number).rng();
                        View::new(&game, player).sample_into(&mut world, &mut luck);
                        for policy in &mut policies {
                            policy.start();
                        }
                        world.apply(*action);
                        while let Some(other) = world.to_act() {
                            world.legal_actions(&mut others);
                            let choice = policies[other.index()].choose(View::new(&world, other), &others, &mut luck);
                            world.apply(others[choice]);
                        }
                        means[place] += world.outcome().map_or(0.5, |outcome| outcome.score(player)) / rollouts as f64;
                    }
                }
                let best = (0..legal.len()).max_by(|a, b| means[*a].total_cmp(&means[*b])).unwrap_or(0);
                let lost = means[best] - means[choice];
                // Two standard errors of a difference, about, and a little more.
                if lost > 0.04 + 1.2 / (rollouts as f64).sqrt() {
                    let kind = format!("{:?}", game.decision().kind);
                    let total = totals.entry(kind).or_default();
                    *total = (total.0 + 1, total.1 + lost);
                    show(&game, player, &legal, &means, choice);
                    if std::env::var_os("TRACE").is_some() {
                        for place in [choice, best] {
                            println!("    a rollout after {}:", game.describe(legal[place]));
                            let mut luck = seed.derive("decision", decisions).derive("luck", 0).rng();
                            View::new(&game, player).sample_into(&mut world, &mut luck);
                            for policy in &mut policies {
                                policy.start();
                            }
                            world.apply(legal[place]);
                            while let Some(other) = world.to_act() {
                                world.legal_actions(&mut others);
                                let choice =
                                    policies[other.index()].choose(View::new(&world, other), &others, &mut luck);
                                let text = world.describe(others[choice]);
                                if text != "pass" && world.turn() < game.turn() + 8 {
                                    let life = Player::BOTH.map(|player| world.visible(player).player(player).life);
                                    println!("        {} {other:?} {life:?} {text}", world.turn());
                                }
                                world.apply(others[choice]);
                            }
                            println!("        {:?}", world.outcome());
                        }
                    }
                }
            }
            decisions += 1;
            game.apply(legal[choice]);
        }
    }
    println!("{totals:?}");
}

fn show(game: &Position, player: Player, legal: &[gauntlet_magic::decision::Action], means: &[f64], choice: usize) {
    let see = game.visible(player);
    println!(
        "--- turn {} {:?}, {:?} of {player:?} (active {:?})",
        see.turn(),
        see.step(),
        game.decision().kind,
        see.active()
    );
    let from = game.journal_lines().len().saturating_sub(5);
    for line in &game.journal_lines()[from..] {
        println!("      {line}");
    }
    let hand: Vec<&str> = see.hand().map(|card| see.pool().card(card).name.as_str()).collect();
    println!("    hand: {}", hand.join(", "));
    for whose in [player, !player] {
        let permanents: Vec<String> = see
            .permanents()
            .filter(|(_, object)| object.controller == whose)
            .map(|(_, object)| {
                let chars = &object.characteristics;
                let tapped = if object.is(gauntlet_magic::state::Flags::TAPPED) { " (T)" } else { "" };
                let size =
                    if object.is_creature() { format!(" {}/{}", chars.power, chars.toughness) } else { String::new() };
                format!("{}{size}{tapped}", see.pool().card(object.card).name)
            })
            .collect();
        println!(
            "    {whose:?} {} life, {} cards: {}",
            see.player(whose).life,
            see.hand_size(whose),
            permanents.join(", ")
        );
    }
    if game.decision().about.index() < 1000
        && let Some(object) = see.last_known(game.decision().about)
    {
        println!("    about {}", see.pool().card(object.card).name);
    }
    for (place, action) in legal.iter().enumerate() {
        let mark = if place == choice { "*" } else { " " };
        println!("   {mark} {:.3} {}", means[place], game.describe(*action));
    }
}
