//! Random games between two shipped decks: `smoke A B games [watch]`.
use gauntlet_cards::card::*;
use gauntlet_cards::text::CardBase;
use gauntlet_core::*;
use gauntlet_magic::*;
use rand::RngExt;
use std::sync::Arc;
use std::time::Instant;

fn deck(path: &str, base: &CardBase, pool: &mut Pool) -> Arc<Vec<CardId>> {
    let mut out = Vec::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let line = line.trim();
        if line.starts_with("Sideboard") {
            break;
        }
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            continue;
        }
        let (n, name) = line.split_once(' ').unwrap();
        let id = base.compile(name, pool).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        if let Some(u) = pool.unsupported(pool.card(id)) {
            println!("UNSUPPORTED {name}: {u}");
        }
        out.extend(std::iter::repeat_n(id, n.parse().unwrap()));
    }
    assert_eq!(out.len(), 60, "{path}");
    Arc::new(out)
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = Instant::now();
    let (base, problems) = CardBase::load(&["decks/cards"]);
    assert!(problems.is_empty(), "{problems:?}");
    let mut pool = Pool::new();
    let names: Vec<String> = if args[1] == "all" {
        let mut v: Vec<String> = std::fs::read_dir("decks")
            .unwrap()
            .map(|e| e.unwrap().path().display().to_string())
            .filter(|p| p.ends_with(".txt"))
            .collect();
        v.sort();
        v
    } else {
        vec![format!("decks/{}.txt", args[1]), format!("decks/{}.txt", args[2])]
    };
    let decks: Vec<_> = names.iter().map(|n| deck(n, &base, &mut pool)).collect();
    println!("compiled in {:?}", t.elapsed());
    let pool = Arc::new(pool);
    let n: u64 = args[3].parse().unwrap();
    let watch = args.get(4).is_some_and(|a| a == "watch");
    let check = args.get(4).is_some_and(|a| a == "check");
    let pairs: Vec<(usize, usize)> = if args[1] == "all" {
        (0..decks.len()).flat_map(|a| (0..decks.len()).map(move |b| (a, b))).collect()
    } else {
        vec![(0, 1)]
    };
    for (a, b) in pairs {
        let setup = Setup {
            pool: pool.clone(),
            decks: PerPlayer([decks[a].clone(), decks[b].clone()]),
            outside: PerPlayer::default(),
            options: Options { journal: watch || check, ..Options::default() },
            told: None,
        };
        let mut g = Position::new(&setup, Seed::from_u64(1));
        let (mut decisions, mut turns) = (0u64, 0u64);
        let start = Instant::now();
        let mut legal = Vec::new();
        let mut reasons = std::collections::BTreeMap::new();
        let mut size = 0;
        for i in 0..n {
            let seed = Seed::from_u64(7).derive("game", i);
            g.restart(&setup, seed);
            let mut rng = seed.derive("agent", 0).rng();
            let mut trail = Vec::new();
            while g.to_act().is_some() {
                g.legal_actions(&mut legal);
                let act = legal[rng.random_range(0..legal.len() as u32) as usize];
                if check {
                    trail.push(g.describe(act));
                    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| g.apply(act)));
                    if r.is_err() {
                        for l in g.journal_lines().iter().rev().take(12).rev() {
                            println!("{l}");
                        }
                        println!("{:?}", &trail[trail.len().saturating_sub(5)..]);
                        println!("{} v {} game {i}", names[a], names[b]);
                        break;
                    }
                    if let Err(e) = g.check_invariants() {
                        println!(
                            "INV {e} {} v {} game {i} {:?}",
                            names[a],
                            names[b],
                            &trail[trail.len().saturating_sub(5)..]
                        );
                        break;
                    }
                } else {
                    g.apply(act);
                }
                decisions += 1;
            }
            if g.size() > size {
                size = g.size();
                if size > 12000 {
                    if size > 50000 {
                        let mut m = std::collections::BTreeMap::new();
                        for (t, d) in g.state().effect_texts(g.pool()) {
                            *m.entry((t, d)).or_insert(0) += 1;
                        }
                        println!("{m:?}");
                    }
                    println!("{size} {:?}", g.state().lengths().into_iter().filter(|l| l.1 > 60).collect::<Vec<_>>());
                }
            }
            turns += u64::from(g.turn());
            if let Some(o) = g.outcome() {
                *reasons.entry(o.reason).or_insert(0) += 1;
            }
            if watch {
                for l in g.journal_lines() {
                    println!("{l}");
                }
            }
        }
        let t = start.elapsed().as_secs_f64();
        println!(
            "{} v {}: {:.0} games/s, {:.1} decisions/game, {:.1} turns, {:.0} ns/decision {:?} size {size}",
            names[a],
            names[b],
            n as f64 / t,
            decisions as f64 / n as f64,
            turns as f64 / n as f64,
            t * 1e9 / decisions as f64,
            reasons
        );
    }
}
