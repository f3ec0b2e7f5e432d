use gauntlet_core::*;
use gauntlet_magic::ability::*;
use gauntlet_magic::card::*;
use gauntlet_magic::effect::*;
use gauntlet_magic::filter::*;
use gauntlet_magic::keyword::Keywords;
use gauntlet_magic::types::*;
use gauntlet_magic::*;
use rand::RngExt;
use std::sync::Arc;
use std::time::Instant;

fn land(pool: &mut Pool) -> CardId {
    let play = pool.add_ability(Ability {
        text: "Play".into(),
        kind: AbilityKind::Activatable(Box::new(Activatable {
            timing: Timing::Sorcery,
            ..Activatable::new(ActivatableKind::PlayLand, Zone::Hand)
        })),
    });
    let mut c = Characteristics { types: CardTypes::LAND, supertypes: Supertypes::BASIC, ..Default::default() };
    c.subtypes.insert(Subtype::MOUNTAIN);
    pool.add_card(Card { name: "L".into(), characteristics: c, abilities: vec![play], ..Default::default() })
}
fn creature(pool: &mut Pool, name: &str, cost: &str, p: i16, t: i16, k: Keywords) -> CardId {
    let cost: gauntlet_magic::mana::ManaCost = cost.parse().unwrap();
    let cast = pool.add_ability(Ability {
        text: format!("Cast {cost}"),
        kind: AbilityKind::Activatable(Box::new(Activatable {
            timing: Timing::Sorcery,
            cost: gauntlet_magic::cost::Cost::mana(cost.clone()),
            ..Activatable::new(ActivatableKind::Cast, Zone::Hand)
        })),
    });
    let c = Characteristics {
        types: CardTypes::CREATURE,
        power: p,
        toughness: t,
        keywords: k,
        colors: cost.colors(),
        mana_value: cost.mana_value(),
        ..Default::default()
    };
    pool.add_card(Card {
        name: name.into(),
        mana_cost: Some(cost),
        characteristics: c,
        abilities: vec![cast],
        fixed_pt: true,
        ..Default::default()
    })
}
fn bolt(pool: &mut Pool) -> CardId {
    let cost: gauntlet_magic::mana::ManaCost = "{R}".parse().unwrap();
    let spec = TargetSpec::one(
        vec![(Zone::Battlefield, Filter::just(Test::Types(CardTypes::CREATURE | CardTypes::PLANESWALKER)))],
        Some(PlayerFilter::Any),
    );
    let script = Script {
        modes: None,
        parts: vec![Part {
            text: String::new(),
            targets: vec![spec],
            code: vec![Instr::Damage(Objects::Source, Amount::Const(3), Recipients::Target(0))],
        }],
    };
    let cast = pool.add_ability(Ability {
        text: "Bolt".into(),
        kind: AbilityKind::Activatable(Box::new(Activatable {
            cost: gauntlet_magic::cost::Cost::mana(cost.clone()),
            script,
            ..Activatable::new(ActivatableKind::Cast, Zone::Hand)
        })),
    });
    let c = Characteristics { types: CardTypes::INSTANT, colors: cost.colors(), mana_value: 1, ..Default::default() };
    pool.add_card(Card {
        name: "B".into(),
        mana_cost: Some(cost),
        characteristics: c,
        abilities: vec![cast],
        ..Default::default()
    })
}
fn main() {
    let mut pool = Pool::new();
    let l = land(&mut pool);
    let mut deck = vec![l; 20];
    for (n, c, p, t, k) in [
        ("a", "{R}", 1, 1, Keywords::HASTE),
        ("b", "{R}", 2, 1, Keywords::empty()),
        ("c", "{1}{R}", 2, 2, Keywords::FIRST_STRIKE),
        ("d", "{1}{R}", 3, 1, Keywords::MENACE),
        ("e", "{2}{R}", 3, 3, Keywords::empty()),
        ("f", "{3}{R}", 4, 4, Keywords::FLYING),
        ("g", "{2}{R}", 3, 2, Keywords::TRAMPLE),
    ] {
        let id = creature(&mut pool, n, c, p, t, k);
        deck.extend([id; 4]);
    }
    let b = bolt(&mut pool);
    deck.extend([b; 12]);
    let deck = Arc::new(deck);
    let journal = std::env::args().nth(1).is_some_and(|a| a == "watch");
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([deck.clone(), deck]),
        options: Options { journal, ..Options::default() },
    };
    let n: u64 = std::env::args().nth(2).and_then(|x| x.parse().ok()).unwrap_or(if journal { 1 } else { 5000 });
    let mut g = Position::new(&setup, Seed::from_u64(1));
    let check = std::env::args().nth(1).is_some_and(|a| a == "check");
    let (mut decisions, mut turns) = (0u64, 0u64);
    let start = Instant::now();
    let mut legal = Vec::new();
    let mut reasons = std::collections::BTreeMap::new();
    for i in 0..n {
        let seed = Seed::from_u64(7).derive("game", i);
        g.restart(&setup, seed);
        let mut rng = seed.derive("agent", 0).rng();
        while g.to_act().is_some() {
            g.legal_actions(&mut legal);
            let a = legal[rng.random_range(0..legal.len() as u32) as usize];
            if journal {
                println!(
                    "   [{}] {:?} {} {:?}",
                    g.to_act().unwrap().index(),
                    g.decision().kind,
                    g.describe(a),
                    legal.len()
                );
            }
            g.apply(a);
            if check {
                g.check_invariants().unwrap();
            }
            decisions += 1;
        }
        turns += u64::from(g.turn());
        *reasons.entry(g.outcome().unwrap().reason).or_insert(0) += 1;
        if journal {
            for l in g.journal_lines() {
                println!("{l}");
            }
        }
    }
    let t = start.elapsed().as_secs_f64();
    clones(&setup);
    println!(
        "{:.0} games/s, {:.1} decisions/game, {:.1} turns, {:.0} ns/decision {:?} size {}",
        n as f64 / t,
        decisions as f64 / n as f64,
        turns as f64 / n as f64,
        t * 1e9 / decisions as f64,
        reasons,
        g.size()
    );
}
#[allow(dead_code)]
fn clones(setup: &Setup) {
    let mut g = Position::new(setup, Seed::from_u64(1));
    let mut rng = Seed::from_u64(3).rng();
    let mut legal = Vec::new();
    for _ in 0..60 {
        if g.to_act().is_none() {
            break;
        }
        g.legal_actions(&mut legal);
        let a = legal[rng.random_range(0..legal.len() as u32) as usize];
        g.apply(a);
    }
    let mut c = g.clone();
    let n = 1_000_000;
    let t = Instant::now();
    for _ in 0..n {
        c.clone_from(std::hint::black_box(&g));
        std::hint::black_box(&c);
    }
    println!(
        "clone_from {:.0} ns, {} bytes, {} permanents",
        t.elapsed().as_secs_f64() * 1e9 / f64::from(n),
        g.size(),
        g.state().permanents().count()
    );
    let t = Instant::now();
    for _ in 0..n {
        g.legal_actions(&mut legal);
        std::hint::black_box(&legal);
    }
    println!("legal {:.0} ns", t.elapsed().as_secs_f64() * 1e9 / f64::from(n));
    let t = Instant::now();
    for _ in 0..n {
        std::hint::black_box(g.fingerprint());
    }
    println!("fingerprint {:.0} ns", t.elapsed().as_secs_f64() * 1e9 / f64::from(n));
}
