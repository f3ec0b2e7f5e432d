//! Counting the sequences of actions from a position: a small number that changes when any rule does.

use crate::Game;

/// How many sequences of `depth` actions there are from a position. Games that are over earlier have none.
///
/// The name is that of chess programs: *performance test, move path enumeration*. What is random depends on the position's stream.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut levels = Vec::new();
    count(position, depth, &mut levels)
}

/// For each legal action of a position how many sequences of `depth` actions begin with it, in the order of the actions.
/// None if `depth` is 0.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let (mut legal, mut levels) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    let mut next = position.clone();
    let each = |action: G::Action| {
        next.clone_from(position);
        next.apply(action);
        (action, count(&next, rest, &mut levels))
    };
    legal.into_iter().map(each).collect()
}

/// One position and one list of actions for each depth, used again and again.
struct Level<G: Game> {
    position: G,
    legal: Vec<G::Action>,
}

fn count<G: Game>(position: &G, depth: u32, levels: &mut Vec<Level<G>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut level = levels.pop().unwrap_or_else(|| Level { position: position.clone(), legal: Vec::new() });
    position.legal_actions(&mut level.legal);
    let sum = if depth == 1 {
        level.legal.len() as u64
    } else {
        let mut sum = 0;
        for place in 0..level.legal.len() {
            level.position.clone_from(position);
            level.position.apply(level.legal[place]);
            sum += count(&level.position, depth - 1, levels);
        }
        sum
    };
    levels.push(level);
    sum
}
