//! All cards of the files that are named, as `gauntlet cards show --all` prints them: for comparisons while the compiler changes.
use std::path::PathBuf;

use gauntlet_cards::{CardBase, Pool, explain};

fn main() {
    let program = std::env::args().nth(1).is_some_and(|arg| arg == "--program");
    let paths: Vec<PathBuf> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).map(PathBuf::from).collect();
    let (base, _) = CardBase::load(&paths);
    let names: Vec<&str> = base.names().collect();
    let show = |names: &[&str]| -> Vec<String> {
        let one = |name: &&str| {
            let mut pool = Pool::new();
            let card = base.compile(name, &mut pool).ok()?;
            Some(if program { gauntlet_cards::explain::listing(&pool, card) } else { explain(&pool, card) })
        };
        names.iter().filter_map(one).collect()
    };
    let (a, b) = names.split_at(names.len() / 2);
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| show(a));
        (show(b), first.join().unwrap())
    });
    println!("{}", second.into_iter().chain(first).collect::<Vec<_>>().join("\n"));
}
