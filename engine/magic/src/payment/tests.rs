//! Payment against an oracle that tries everything, and the cases that the rules name.

mod oracle;

use std::collections::BTreeSet;

use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::types::Colors;

use self::oracle::*;
use super::*;

fn cost(text: &str) -> ManaCost {
    text.parse().unwrap()
}

fn bill(text: &str) -> Bill {
    Bill::new(&cost(text), 0)
}

fn types(text: &str) -> ManaTypes {
    text.chars().fold(ManaTypes::empty(), |types, letter| {
        types | Colors::from_letter(letter).map_or(ManaTypes::COLORLESS, ManaTypes::from)
    })
}

/// Sources from words: letters are one mana of any of them, with a number before them that many of any one of them, with `*`
/// after them snow mana.
fn sources(text: &str) -> Vec<ManaSource> {
    let words = text.split_whitespace().enumerate();
    words
        .map(|(key, word)| {
            let count = word.chars().next().and_then(|c| c.to_digit(10)).unwrap_or(1) as u8;
            let letters: String = word.chars().filter(|c| c.is_ascii_uppercase()).collect();
            let mut source = ManaSource::same(SourceKey::Object(key as u16), 1, types(&letters), count);
            source.snow = word.contains('*');
            source
        })
        .collect()
}

fn pays(sources_text: &str, cost_text: &str) -> bool {
    let sources = sources(sources_text);
    let supply = Supply::new(&sources);
    let can = supply.can_pay(&bill(cost_text), 0);
    let mut payment = Payment::default();
    assert_eq!(supply.plan(&bill(cost_text), 0, &Wanted::NOTHING, &mut payment), can, "{sources_text} for {cost_text}");
    if can {
        verify(&cost(cost_text), &sources, &payment, 0);
    }
    can
}

/// All multisets of at most `most` of `0..kinds`.
fn multisets(kinds: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for at in from..to {
            for kind in all[at].last().copied().unwrap_or(0)..kinds {
                let mut longer = all[at].clone();
                longer.push(kind);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

const ALPHABET: [&str; 13] =
    ["{1}", "{3}", "{W}", "{U}", "{B}", "{C}", "{S}", "{W/U}", "{G/W}", "{2/W}", "{2/R}", "{C/B}", "{R/P}"];

#[test]
fn every_small_cost_with_every_small_pool() {
    let alphabet: Vec<ManaSymbol> = ALPHABET.iter().map(|text| text.parse().unwrap()).collect();
    let costs: Vec<ManaCost> = multisets(alphabet.len(), 4)
        .iter()
        .map(|places| ManaCost { symbols: places.iter().map(|place| alphabet[*place]).collect() })
        .collect();
    let pools = multisets(6, 6);
    assert_eq!((costs.len(), pools.len()), (2380, 924));
    let bills: Vec<Bill> = costs.iter().map(|cost| Bill::new(cost, 0)).collect();
    let mut payment = Payment::default();
    let (mut at, mut payable) = (0usize, 0usize);
    for pool in &pools {
        // One in three is snow, so that {S} can be paid by some.
        let mana =
            |place: usize| Mana { kind: ManaTypes::EACH[pool[place]], snow: (pool[place] + place).is_multiple_of(3) };
        let sources: Vec<ManaSource> = (0..pool.len())
            .map(|place| ManaSource::floating(SourceKey::Object(place as u16), mana(place), 1))
            .collect();
        let mut units: Units = (0..pool.len()).map(|place| Some((mana(place).kind.bits(), mana(place).snow))).collect();
        let supply = Supply::new(&sources);
        for (cost, bill) in costs.iter().zip(&bills) {
            at += 1;
            let life = (at % 3) as i32 * 2 - 1;
            let expected = brute_units(&cost.symbols, &mut units, life, 0);
            assert_eq!(supply.can_pay(bill, life), expected, "{cost} with {pool:?}");
            payable += usize::from(expected);
            if at.is_multiple_of(4) {
                assert_eq!(supply.plan(bill, life, &Wanted::NOTHING, &mut payment), expected);
                if expected {
                    verify(cost, &sources, &payment, life);
                }
            }
        }
    }
    assert!(payable > 200_000, "{payable}");
}

fn random_wanted(numbers: &mut Numbers) -> Wanted {
    Wanted(std::array::from_fn(|_| [0, Wanted::LATER, Wanted::TO_USE, Wanted::TO_CAST][numbers.below(4)] * 2))
}

#[test]
fn random_costs_with_random_sources() {
    let mut numbers = Numbers(7);
    let mut payment = Payment::default();
    let mut counts = [0; 2];
    for round in 0..60_000 {
        let (sources, known): (Vec<_>, Vec<_>) =
            (0..numbers.below(6)).map(|key| random_source(&mut numbers, SourceKey::Object(key as u16))).unzip();
        let supply = Supply::new(&sources);
        let wanted = random_wanted(&mut numbers);
        for _ in 0..4 {
            let cost = random_cost(&mut numbers, 6);
            let bill = Bill::new(&cost, 0);
            let life = numbers.below(6) as i32 - 1;
            let expected = brute(&cost.symbols, &known, &mut Vec::new(), life);
            counts[usize::from(expected)] += 1;
            let context = || format!("round {round}: {cost} with {known:?}, life {life}");
            assert_eq!(supply.can_pay(&bill, life), expected, "{}", context());
            assert_eq!(supply.plan(&bill, life, &wanted, &mut payment), expected, "{}", context());
            if expected {
                verify(&cost, &sources, &payment, life);
                // Mana is paid before life.
                let less = payment.life as i32 - 1;
                let free = known.iter().all(|known| known.lives.iter().all(|life| *life == 0));
                let cheaper = || free && brute(&cost.symbols, &known, &mut Vec::new(), less);
                assert!(payment.life == 0 || !cheaper(), "{}", context());
            }
            // One source less.
            if !sources.is_empty() {
                let gone = numbers.below(sources.len());
                let mut fewer = known.clone();
                fewer.remove(gone);
                let supply = supply.without(gone);
                let expected = brute(&cost.symbols, &fewer, &mut Vec::new(), life);
                assert_eq!(supply.can_pay(&bill, life), expected, "{} without {gone}", context());
                assert_eq!(supply.plan(&bill, life, &wanted, &mut payment), expected);
                assert!(payment.used.iter().all(|used| usize::from(used.source) != gone));
                if expected {
                    verify(&cost, &sources, &payment, life);
                }
            }
            // The greatest X.
            if round % 8 == 0 {
                let each = numbers.below(2) as u32 + 1;
                let expected = (0..40).take_while(|x| {
                    let mut dearer = cost.clone();
                    dearer.symbols.push(ManaSymbol::Generic((x * each) as u8));
                    brute(&dearer.symbols, &known, &mut Vec::new(), life)
                });
                assert_eq!(supply.max_x(&bill, each, life), expected.last(), "{}", context());
            }
        }
    }
    assert!(counts[0] > 20_000 && counts[1] > 20_000, "{counts:?}");
}

#[test]
fn plain_sources_pay_as_they_do_among_others() {
    let mut numbers = Numbers(11);
    let (mut payment, mut plainly) = (Payment::default(), Payment::default());
    let mut paid = 0;
    for round in 0..40_000 {
        let plain: Vec<PlainSource> = (0..numbers.below(12))
            .map(|index| PlainSource {
                index: 3 * index as u16,
                rank: 1 + numbers.below(3) as u8,
                types: 1 + numbers.below(63) as u8,
            })
            .collect();
        let as_source = |plain: &PlainSource| {
            ManaSource::one(SourceKey::Object(plain.index), plain.rank, ManaTypes::from_bits_truncate(plain.types))
        };
        let sources: Vec<ManaSource> = plain.iter().map(as_source).collect();
        let wanted = random_wanted(&mut numbers);
        for _ in 0..4 {
            let cost = random_cost(&mut numbers, 6);
            let bill = Bill::new(&cost, 0);
            let found = plainly.plan_plainly(&plain, &bill, || wanted);
            let settled = cost.symbols.iter().all(|symbol| {
                use ManaSymbol::{HybridPhyrexian, Phyrexian, Snow, TwoOr};
                !matches!(symbol, HybridPhyrexian(..) | Phyrexian(_) | Snow | TwoOr(_))
            });
            let all = Supply::new(&sources).plan(&bill, 0, &wanted, &mut payment);
            assert_eq!(found, all && settled, "round {round}: {cost} with {plain:?}");
            if found {
                paid += 1;
                let of = |payment: &Payment| (payment.used.clone(), payment.spent.clone(), payment.left.clone());
                assert_eq!(of(&plainly), of(&payment), "round {round}: {cost} with {plain:?}");
            }
        }
    }
    assert!(paid > 20_000, "{paid}");
}

#[test]
fn many_sources_that_choose_between_lists() {
    // Lands that make two mana of one of their colours, as with Mana Flare.
    let text = "2WU 2WU 2UB 2UB 2BR 2RG 2GW 2WB 2UR 2BG 2RW 2GU";
    assert!(pays(text, "{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}{G}{G}{G}"));
    assert!(pays(text, "{4}{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}{G}{G}{G}"));
    assert!(!pays(text, "{5}{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}{G}{G}{G}"));
    // An odd number of each colour wastes one of each: 5 times 3 pairs are more than there are.
    assert!(!pays(text, "{W}{W}{W}{W}{W}{U}{U}{U}{U}{U}{B}{B}{B}{B}{B}{R}{R}{R}{R}{R}{G}{G}{G}{G}{G}"));
    assert!(!pays("2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU", "{W}{U}{26}{W}{U}{W}"));
    assert!(pays("2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU 2WU", "{W}{U}{25}{W}{U}{W}"));
}

#[test]
fn a_small_case_of_each_symbol() {
    // Hybrid is either colour (CR 107.4e).
    assert!(pays("B", "{B/G}") && pays("G", "{B/G}") && !pays("R", "{B/G}") && !pays("C", "{B/G}"));
    // Two-or-colour is one of it or any two, one of which may be of the colour.
    assert!(pays("B", "{2/B}") && pays("G G", "{2/B}") && pays("B C", "{2/B}") && !pays("G", "{2/B}"));
    assert!(pays("B C C", "{2/B}{2/B}") && !pays("C C C", "{2/B}{2/B}") && pays("C C C C", "{2/B}{2/B}"));
    assert_eq!(cost("{2/B}").mana_value(), 2);
    // Snow mana of any type pays {S} and its own colour; five colours stay five (CR 107.4h).
    assert!(pays("G*", "{S}") && pays("G*", "{G}") && !pays("G", "{S}") && !pays("G*", "{S}{G}"));
    assert!(pays("G* G", "{S}{G}") && pays("C* G*", "{S}{G}"));
    // Colourless is a type, generic is any (CR 107.4b–c).
    assert!(pays("C", "{C}") && !pays("W", "{C}") && pays("W", "{1}") && pays("W", "{C/W}") && pays("C", "{C/W}"));
    assert!(!pays("C", "{B}"));
    // A dual land makes either colour, once.
    assert!(pays("WG", "{W}") && pays("WG", "{G}") && !pays("WG", "{W}{G}") && pays("WG W", "{W}{G}"));
    assert!(pays("", "{0}"));
}

#[test]
fn phyrexian_mana_is_paid_with_mana_or_life() {
    let sources = sources("R U");
    let supply = Supply::new(&sources);
    let mut payment = Payment::default();
    let dismember = bill("{1}{B/P}{B/P}");
    assert!(supply.can_pay(&dismember, 4) && !supply.can_pay(&dismember, 3) && !supply.can_pay(&dismember, -1));
    assert!(supply.plan(&dismember, 20, &Wanted::NOTHING, &mut payment));
    assert_eq!((payment.life, payment.spent.len()), (4, 1));
    let phyrexian_red = bill("{R/P}");
    assert!(supply.plan(&phyrexian_red, 20, &Wanted::NOTHING, &mut payment));
    assert_eq!((payment.life, payment.spent.len()), (0, 1));
    let (symbol, count) = phyrexian_red.open_choices().next().unwrap();
    assert_eq!((symbol, count), (ManaSymbol::Phyrexian(Colors::RED), 1));
    let with_life = phyrexian_red.with_life_for(symbol).unwrap();
    assert!(supply.plan(&with_life, 20, &Wanted::NOTHING, &mut payment));
    assert_eq!((payment.life, payment.spent.len(), payment.used.len()), (2, 0, 0));
    assert!(!supply.can_pay(&with_life, 1));
    assert_eq!(with_life.with_life_for(symbol), None);
    assert_eq!(bill("{R}").with_life_for(ManaSymbol::Color(Colors::RED)), None);
    assert_eq!(phyrexian_red.settle(symbol, Settled::Mana), Some(bill("{R}")));
    let two_or = ManaSymbol::TwoOr(Colors::RED);
    assert_eq!(bill("{2/R}{G}").settle(two_or, Settled::Generic), Some(bill("{2}{G}")));
    assert_eq!(bill("{2/R}").settle(two_or, Settled::Life), None);
}

#[test]
fn x_counts_in_the_generic_mana() {
    let with_three = Bill::new(&cost("{X}{X}{2}{G}"), 3);
    assert_eq!((with_three.generic(), with_three.count(ManaSymbol::Color(Colors::GREEN))), (8, 1));
    assert_eq!(with_three, bill("{8}{G}"));
    let forests = sources("G G G G G G G G");
    let supply = Supply::new(&forests);
    let without_x = bill("{X}{X}{2}{G}");
    assert_eq!(supply.max_x(&without_x, 2, 0), Some(2));
    assert_eq!(supply.without(0).without(1).max_x(&without_x, 2, 0), Some(1));
    assert_eq!(supply.max_x(&bill("{U}"), 1, 0), None);
    assert_eq!(supply.max_x(&bill("{G}"), 0, 0), Some(0));
}

#[test]
fn costs_change_as_the_rules_say() {
    // Generic reductions stop at the coloured part (CR 118.7a).
    assert_eq!(bill("{3}{G}{G}").less_generic(5), bill("{G}{G}"));
    assert_eq!(bill("{G}").with_generic(2), bill("{2}{G}"));
    // Coloured ones go on with generic mana (CR 118.7b–c).
    assert_eq!(bill("{3}{W}").less(&cost("{W}{W}")), bill("{2}"));
    assert_eq!(bill("{1}{R}").less(&cost("{W}{W}")), bill("{R}"));
    // Phyrexian is its colour, snow is generic (CR 118.7f–g).
    assert_eq!(bill("{1}{W}").less(&cost("{W/P}")), bill("{1}"));
    assert_eq!(bill("{1}{S}").less(&cost("{S}")), bill("{S}"));
    assert_eq!(bill("{3}{U}").less(&cost("{2/W}")), bill("{1}{U}"));
    assert_eq!(bill("{1}{W}").with(&cost("{1}{U}")), bill("{2}{W}{U}"));
    assert_eq!(bill("{0}"), Bill::ZERO);
    assert!(bill("{W}").less(&cost("{W}")).is_zero());
    assert_eq!((bill("{2}{2/W}{R/P}").least_mana(), bill("{2}{2/W}{R/P}").fewest_mana()), (4, 3));
    for text in ["{0}", "{2}{2/W}{R/P}", "{X}{S}{C}{W/U}", "{2/R}{2/R}{G/U/P}{C/B}"] {
        assert_eq!(cost(text).fewest_mana(), bill(text).fewest_mana(), "{text}");
    }
}

/// CR 107.4e, 118.7a: the generic half of a two-or-colour symbol is generic mana, if it is to be paid as such.
#[test]
fn generic_halves_are_reduced() {
    let three = bill("{2/W}{2/W}{2/W}");
    let pays = |bill: &Bill, made: &str| Supply::new(&sources(made)).can_pay(bill, 0);
    let one_less = three.less_generic(1);
    assert!(pays(&one_less, "R R R R R") && !pays(&one_less, "R R R R"));
    assert!(pays(&one_less, "W W R") && !pays(&one_less, "W W"));
    assert_eq!((one_less.fewest_mana(), one_less.to_string()), (3, "{2/W}{2/W}{2/W} less {1}".to_owned()));
    assert!(pays(&three.less_generic(2), "W W") && !pays(&three.less_generic(2), "W"));
    assert_eq!((three.less_generic(5).fewest_mana(), three.less_generic(9).fewest_mana()), (1, 0));
    assert!(pays(&three.less_generic(9), ""));
    assert_eq!(three.less_generic(9), three.less_generic(6));
    // Other generic mana is reduced before, and mana that is added is reduced as well, whatever the order.
    let more = bill("{1}{2/W}");
    assert_eq!(more.less_generic(2), bill("{2/W}").less_generic(1));
    assert_eq!(bill("{2/W}").less_generic(2).with_generic(1), bill("{2/W}").less_generic(1));
    let two_or = ManaSymbol::TwoOr(Colors::WHITE);
    assert_eq!(bill("{2/W}").less_generic(1).settle(two_or, Settled::Generic), Some(bill("{1}")));
    assert_eq!(bill("{2/W}").less_generic(1).settle(two_or, Settled::Mana), Some(bill("{W}")));
    // By hand: one mana pays what is left of a generic half.
    let red = Mana { kind: ManaTypes::RED, snow: false };
    let paid = bill("{2/W}").less_generic(1).pay_one(red).unwrap();
    assert!(paid.is_paid() && paid.remaining().is_zero());
}

#[test]
fn a_choice_of_all_combinations_is_one_yield() {
    let lists = |rows: &[&str]| -> Vec<Yield> {
        rows.iter().map(|row| Yield::exactly(&row.chars().map(|c| types(&c.to_string())).collect::<Vec<_>>())).collect()
    };
    // A filter land's second ability: BB, BR or RR and nothing else.
    let graven_cairns = Yield::merged(&lists(&["BB", "BR", "RR"])).unwrap();
    assert_eq!(graven_cairns, Yield::any(types("BR"), 2));
    assert_eq!(Yield::merged(&lists(&["BB", "RR"])), None);
    assert_eq!(Yield::merged(&lists(&["R", "W"])), Some(Yield::any(types("RW"), 1)));
    assert_eq!(Yield::merged(&lists(&["CR", "CW"])), Some(Yield::exactly(&[types("C")]).plus(types("RW"), 1)));
    assert_eq!(Yield::merged(&lists(&["C", "GG"])), None);
    assert_eq!(Yield::merged(&lists(&["BB", "BB", "RR"])), None);
    let sources = [ManaSource::new(SourceKey::Object(0), 1, graven_cairns)];
    for (cost, can) in [("{B}{B}", true), ("{B}{R}", true), ("{R}{R}", true), ("{R}{G}", false), ("{B}{B}{B}", false)] {
        assert_eq!(Supply::new(&sources).can_pay(&bill(cost), 0), can, "{cost}");
    }
    // Two of any one colour are not two colours.
    assert!(pays("2WUBRG", "{G}{G}") && !pays("2WUBRG", "{G}{R}") && pays("2WUBRG 2WUBRG", "{G}{R}"));
    assert!(pays("2WUBRG 2WUBRG", "{1}{G}{R}{R}") && !pays("2WUBRG 2WUBRG", "{G}{R}{W}"));
}

// --- which payment ---

fn used(sources: &[ManaSource], cost: &str, wanted: &Wanted) -> Vec<u16> {
    let mut payment = Payment::default();
    assert!(Supply::new(sources).plan(&bill(cost), 0, wanted, &mut payment));
    verify(&self::cost(cost), sources, &payment, 0);
    payment.used.iter().map(|used| used.source).collect()
}

fn wanted(costs: &[&str]) -> Wanted {
    let mut wanted = Wanted::NOTHING;
    costs.iter().for_each(|cost| wanted.add(&bill(cost)));
    wanted
}

#[test]
fn the_most_useful_mana_is_left() {
    let nothing = Wanted::NOTHING;
    // The dual land stays.
    assert_eq!(used(&sources("WU W U"), "{W}", &nothing), [1]);
    assert_eq!(used(&sources("WU W U"), "{1}{W}", &nothing), [1, 2]);
    // What the hand needs stays.
    assert_eq!(used(&sources("G U G"), "{1}", &wanted(&["{U}"])), [0]);
    assert_eq!(used(&sources("G U G"), "{1}{G}", &wanted(&["{U}"])), [0, 2]);
    // The one Island stays though there is more green in the hand.
    assert!(!used(&sources("G G G G G U"), "{2}", &wanted(&["{G}{G}{G}", "{U}{U}"])).contains(&5));
    // Floating mana and low ranks first.
    let mut lands = sources("R R R");
    lands[0].rank = 2;
    lands.push(ManaSource::floating(SourceKey::Object(9), Mana::new(ManaTypes::RED), 1));
    assert_eq!(used(&lands, "{R}", &nothing), [3]);
    assert_eq!(used(&lands, "{1}{R}", &nothing), [1, 3]);
    // Fewest sources, least waste: Sol Ring and Forests.
    let ring = |rank| {
        let mut sources = sources("G G G");
        sources.push(ManaSource::new(SourceKey::Object(7), rank, Yield::any(ManaTypes::COLORLESS, 2)));
        sources
    };
    assert_eq!(used(&ring(1), "{1}", &nothing).len(), 1);
    assert!(!used(&ring(1), "{1}", &nothing).contains(&3));
    assert_eq!(used(&ring(1), "{2}", &nothing), [3]);
    assert!(used(&ring(1), "{3}", &nothing).len() == 2);
    assert!(!used(&ring(2), "{3}", &nothing).contains(&3));
    // A painless alternative before one that hurts.
    let caves = ManaSource::one(SourceKey::Object(0), 1, ManaTypes::COLORLESS).or(Yield::any(types("BW"), 1), 1);
    let mut payment = Payment::default();
    for (cost, alternative) in [("{1}", 0), ("{W}", 1)] {
        assert!(Supply::new(&[caves]).plan(&bill(cost), 0, &nothing, &mut payment));
        assert_eq!(payment.used[0].alternative, alternative);
    }
}

#[test]
fn what_is_not_spent_floats() {
    let mut payment = Payment::default();
    let signet = [ManaSource::new(SourceKey::Object(3), 1, Yield::exactly(&[types("W"), types("U")]))];
    assert!(Supply::new(&signet).plan(&bill("{1}"), 0, &wanted(&["{U}"]), &mut payment));
    assert_eq!(payment.left, [Left { source: 0, mana: Mana::new(ManaTypes::BLUE) }]);
    assert_eq!(payment.spent[0].mana, Mana::new(ManaTypes::WHITE));
    // Of floating mana the most useful stays in the pool.
    let pool = [
        ManaSource::floating(SourceKey::Object(0), Mana::new(ManaTypes::BLUE), 2),
        ManaSource::floating(SourceKey::Object(1), Mana::new(ManaTypes::RED), 2),
    ];
    assert!(Supply::new(&pool).plan(&bill("{1}"), 0, &wanted(&["{U}{U}"]), &mut payment));
    assert_eq!((payment.used.len(), payment.spent[0].mana.kind), (1, ManaTypes::RED));
    assert!(payment.left.is_empty());
    // As many colours as possible are spent by a free choice.
    let any = sources("WUBRG WUBRG WUBRG");
    assert!(Supply::new(&any).plan(&bill("{3}"), 0, &Wanted::NOTHING, &mut payment));
    assert_eq!(payment.spent.iter().map(|spent| spent.mana.kind).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn ranks_are_spent_in_order_whatever_the_colours() {
    let mut numbers = Numbers(11);
    let mut payment = Payment::default();
    for _ in 0..3000 {
        let count = numbers.below(7) + 1;
        let sources: Vec<ManaSource> = (0..count)
            .map(|key| {
                let types = ManaTypes::from_bits_retain(numbers.below(63) as u8 + 1);
                ManaSource::one(SourceKey::Object(key as u16), numbers.below(3) as u8 + 1, types)
            })
            .collect();
        let cost = random_cost(&mut numbers, 4);
        if cost.symbols.iter().any(|symbol| matches!(symbol, ManaSymbol::TwoOr(_))) {
            continue;
        }
        if !Supply::new(&sources).plan(&Bill::new(&cost, 0), 0, &Wanted::NOTHING, &mut payment) {
            continue;
        }
        // How many are used of each rank, the highest first.
        let ranks = |chosen: &dyn Fn(usize) -> bool| -> [usize; 3] {
            [3, 2, 1].map(|rank| (0..count).filter(|at| chosen(*at) && sources[*at].rank == rank).count())
        };
        let best = (0u32..1 << count)
            .filter(|set| {
                let mut units: Units = (0..count)
                    .filter(|at| set >> at & 1 != 0)
                    .map(|at| Some((sources[at].types().bits(), false)))
                    .collect();
                brute_units(&cost.symbols, &mut units, 0, 0)
            })
            .map(|set| ranks(&|at| set >> at & 1 != 0))
            .min();
        let ours = ranks(&|at| payment.used.iter().any(|used| usize::from(used.source) == at));
        assert_eq!(Some(ours), best, "{cost} with {sources:?}");
    }
}

// --- payment by hand ---

const W: Mana = Mana::new(ManaTypes::WHITE);
const U: Mana = Mana::new(ManaTypes::BLUE);
const B: Mana = Mana::new(ManaTypes::BLACK);
const R: Mana = Mana::new(ManaTypes::RED);
const G: Mana = Mana::new(ManaTypes::GREEN);

#[test]
fn the_rest_takes_what_a_greedy_payment_would_refuse() {
    // A greedy payment gives the W to {1} and asks for another W.
    let rest = bill("{1}{W}").pay_one(W).unwrap();
    assert_eq!(rest.remaining(), bill("{1}"));
    for mana in [W, U, B, R, G, Mana::new(ManaTypes::COLORLESS)] {
        assert!(rest.needs(mana));
        assert!(rest.pay_one(mana).unwrap().is_paid());
    }
    let rest = bill("{1}{W}").pay_one(G).unwrap();
    assert_eq!(rest.remaining(), bill("{W}"));
    assert!(rest.needs(W) && !rest.needs(G));
    assert_eq!(rest.pay_one(U), Err(NotNeeded));
    let rest = bill("{W/U}{W/B}").pay_one(W).unwrap();
    assert!(rest.needs(W) && rest.needs(U) && rest.needs(B) && !rest.needs(G));
    assert!(!rest.pay_one(B).unwrap().needs(W));
}

#[test]
fn the_text_of_the_rest_shrinks() {
    let mut rest = PartPaid::new(bill("{2}{W}{W}"));
    let mut texts = vec![rest.remaining().to_string()];
    for mana in [W, R, W, G] {
        rest = rest.pay_one(mana).unwrap();
        texts.push(rest.remaining().to_string());
    }
    assert_eq!(texts, ["{2}{W}{W}", "{2}{W}", "{1}{W}", "{1}", "{0}"]);
    assert!(rest.is_paid() && [W, U, B, R, G].iter().all(|mana| !rest.needs(*mana)));
    assert_eq!(rest.pay_one(W), Err(NotNeeded));
    // Half of a two-or-colour symbol.
    let half = bill("{2/W}").pay_one(R).unwrap();
    assert_eq!(half.remaining(), bill("{1}"));
    assert!(!half.is_paid() && half.pay_one(W).unwrap().is_paid());
    assert!(bill("{2/W}").pay_one(W).unwrap().is_paid());
    // Snow mana pays {S} or its colour, as needed.
    let rest = bill("{S}{G}").pay_one(Mana { snow: true, ..G }).unwrap();
    assert!(rest.needs(G) && rest.needs(Mana { snow: true, ..W }) && !rest.needs(W));
    // Phyrexian symbols ask for mana unless life is announced.
    let rest = bill("{W/P}{1}");
    assert!(PartPaid::new(rest).pay_one(W).unwrap().pay_one(R).unwrap().is_paid());
    let with_life = rest.with_life_for(ManaSymbol::Phyrexian(Colors::WHITE)).unwrap();
    assert!(with_life.pay_one(R).unwrap().is_paid());
}

#[test]
fn payment_by_hand_takes_exactly_what_fits() {
    let mut numbers = Numbers(3);
    let mut paid = 0;
    for _ in 0..20_000 {
        let cost = random_cost(&mut numbers, 4);
        let mut rest = PartPaid::new(Bill::new(&cost, 0));
        let mut given: Units = Vec::new();
        for _ in 0..9 {
            let done = brute_given(&cost.symbols, &mut given, 0, true);
            assert_eq!(rest.is_paid(), done, "{cost} with {given:?}");
            let mana = Mana { kind: ManaTypes::EACH[numbers.below(6)], snow: numbers.below(3) == 0 };
            given.push(Some((mana.kind.bits(), mana.snow)));
            let expected = !done && brute_given(&cost.symbols, &mut given, 0, false);
            assert_eq!(rest.needs(mana), expected, "{cost} with {given:?}");
            match rest.pay_one(mana) {
                Ok(next) => rest = next,
                Err(NotNeeded) => {
                    given.pop();
                }
            }
            // What is printed as the rest pays the bill together with what was given.
            let left = rest.remaining();
            assert_eq!(left.is_zero(), rest.is_paid(), "{cost} with {given:?}: {left}");
            paid += usize::from(rest.is_paid());
        }
    }
    assert!(paid > 1000, "{paid}");
}

#[test]
fn both_ways_to_pay_accept_the_same_pools() {
    let alphabet: Vec<ManaSymbol> = ALPHABET[..12].iter().map(|text| text.parse().unwrap()).collect();
    let mut numbers = Numbers(5);
    for _ in 0..20_000 {
        let symbols = (0..numbers.below(4) + 1).map(|_| alphabet[numbers.below(alphabet.len())]).collect();
        let cost = ManaCost { symbols };
        let bill = Bill::new(&cost, 0);
        let pool: Vec<Mana> = (0..numbers.below(6) + 1)
            .map(|_| Mana { kind: ManaTypes::EACH[numbers.below(6)], snow: numbers.below(3) == 0 })
            .collect();
        let sources: Vec<ManaSource> =
            pool.iter().map(|mana| ManaSource::floating(SourceKey::Object(0), *mana, 1)).collect();
        let mut payment = Payment::default();
        if Supply::new(&sources).plan(&bill, 0, &Wanted::NOTHING, &mut payment) {
            // In the order backwards, so that it isn't the order in which it was found.
            let mut rest = PartPaid::new(bill);
            for spent in payment.spent.iter().rev() {
                match rest.pay_one(spent.mana) {
                    Ok(next) => rest = next,
                    Err(NotNeeded) => assert!(rest.is_paid(), "{cost} with {pool:?}"),
                }
            }
            assert!(rest.is_paid(), "{cost} with {pool:?}");
        } else {
            let mut rest = PartPaid::new(bill);
            for mana in &pool {
                rest = rest.pay_one(*mana).unwrap_or(rest);
            }
            assert!(!rest.is_paid(), "{cost} with {pool:?}");
        }
    }
}

// --- all costs there are ---

#[test]
fn every_symbol_has_one_kind() {
    let mut texts: Vec<String> = ["{C}", "{S}"].map(str::to_owned).to_vec();
    let letters = ['W', 'U', 'B', 'R', 'G'];
    for (at, a) in letters.into_iter().enumerate() {
        texts.extend([format!("{{{a}}}"), format!("{{2/{a}}}"), format!("{{C/{a}}}"), format!("{{{a}/P}}")]);
        for b in &letters[at + 1..] {
            texts.extend([format!("{{{a}/{b}}}"), format!("{{{a}/{b}/P}}")]);
        }
    }
    assert_eq!(texts.len(), 42);
    let bills: Vec<Bill> = texts.iter().map(|text| bill(text)).collect();
    for (at, (text, one)) in texts.iter().zip(&bills).enumerate() {
        assert!(!bills[..at].contains(one), "{text}");
        assert_eq!(Bill::new(&one.to_cost(), 0), *one, "{text}");
        assert_eq!(one.to_cost().symbols.len(), 1);
        let symbol = one.to_cost().symbols[0];
        assert_eq!(bills.iter().filter(|bill| bill.count(symbol) == 1).count(), 1);
    }
    // The order in which a pair is written is no matter.
    assert_eq!(bill("{U/W}"), bill("{W/U}"));
    assert_eq!(bill("{300}".replace("300", "255").as_str()).with_generic(45).to_string(), "{255}{45}");
}

/// Every mana cost in the card data is read and printed back, but for those of jokes.
#[test]
fn every_printed_cost_prints_back() {
    let Ok(folder) = std::env::var("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA doesn't name the folder with cards.jsonl");
        return;
    };
    let path = std::path::Path::new(&folder).join("cards.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} can't be read", path.display());
        return;
    };
    // Costs have no quotes or escapes in them, so no JSON reader is needed.
    let mut costs = BTreeSet::new();
    let mut failures = BTreeSet::new();
    for line in text.lines() {
        let joke = !line.contains("\"kind\": \"card\"");
        for rest in line.split("\"mana_cost\": \"").skip(1) {
            let written = &rest[..rest.find('"').unwrap()];
            if written.is_empty() || !costs.insert((written.to_owned(), joke)) {
                continue;
            }
            for one in written.split(" // ") {
                match one.parse::<ManaCost>() {
                    Ok(cost) if cost.to_string() == one => {
                        let bill = Bill::new(&cost, 0);
                        assert_eq!(Bill::new(&bill.to_cost(), 0), bill, "{one}");
                    }
                    _ if joke => eprintln!("not a cost of a normal card: {one}"),
                    _ => {
                        failures.insert(one.to_owned());
                    }
                }
            }
        }
    }
    eprintln!("{} costs", costs.len());
    assert!(costs.len() > 500);
    assert!(failures.is_empty(), "{failures:?}");
}
