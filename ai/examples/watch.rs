//! Watches a game: `cargo run --release -p gauntlet-ai --example watch -- DECK DECK SEED [AGENT AGENT] [choices]`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Decks, agent};
use gauntlet_core::{Game, Player, Seed, View};
use gauntlet_magic::Position;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let choices = arguments.last().is_some_and(|last| last == "choices");
    if choices {
        arguments.pop();
    }
    let argument = |place: usize, default: &str| arguments.get(place).map_or(default.to_owned(), Clone::clone);
    let decks = Decks::shipped();
    for (deck, why) in &decks.refused {
        eprintln!("{deck} is refused: {why}");
    }
    let setup = decks.setup(decks.find(&argument(0, "mono-red")), decks.find(&argument(1, "green-stompy")), true);
    let seed = Seed::from_u64(argument(2, "1").parse().expect("a seed"));
    let mut agents = [agent(&argument(3, "heuristic")), agent(&argument(4, "heuristic"))];
    let mut rngs = Player::BOTH.map(|player| seed.derive("agent", player.index() as u64).rng());
    let mut game = Position::new(&setup, seed);
    let (mut legal, mut shown) = (Vec::new(), 0);
    while let Some(player) = game.to_act() {
        for line in &game.journal_lines()[shown..] {
            println!("{line}");
        }
        shown = game.journal_lines().len();
        game.legal_actions(&mut legal);
        let choice = agents[player.index()].choose(View::new(&game, player), &legal, &mut rngs[player.index()]);
        if choices {
            let all: Vec<String> = legal
                .iter()
                .enumerate()
                .map(|(place, action)| {
                    let text = game.describe(*action);
                    if place == choice { format!("*{text}*") } else { text }
                })
                .collect();
            println!(
                "    {player:?} {:?} {:?}: {}",
                game.decision().kind,
                game.visible(player).step(),
                all.join(" | ")
            );
        }
        game.apply(legal[choice]);
    }
    for line in &game.journal_lines()[shown..] {
        println!("{line}");
    }
    println!("{:?}", game.outcome());
}
