//! What an agent thinks of a card is the card's, whichever others are in the pool and in which order they came.

use std::sync::Arc;

use gauntlet_ai::{Agent, Heuristic};
use gauntlet_cards::card::Pool;
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game, PerPlayer, Player, Seed, View};
use gauntlet_magic::{Options, Position, Setup};

const CARDS: &str = "\
name Forest\nsuper Basic\ntype Land Forest\n\n\
name Quick Elk\ncost {2}{G}\ntype Creature Elk\npt 3/3\ntext Flash\n\n\
name Slow Elk\ncost {2}{G}\ntype Creature Elk\npt 3/3\n\n\
name Gift\ncost {G}\ntype Enchantment Aura\ntext Enchant creature\ntext Enchanted creature gets +2/+2.\n\n\
name Curse\ncost {G}\ntype Enchantment Aura\ntext Enchant creature\ntext Enchanted creature can't attack or block.\n";

/// How often cards of these names are cast in ten games by both players, in a pool with cards in this order.
fn casts(order: [&str; 5], names: [&str; 2]) -> [usize; 2] {
    let mut base = CardBase::new();
    assert!(base.add_text("cards", CARDS).is_empty());
    let mut pool = Pool::new();
    for name in order {
        base.compile(name, &mut pool).unwrap_or_else(|errors| panic!("{}", errors[0]));
    }
    let card = |name: &str| pool.find(name).expect("a card");
    let mut deck = vec![card("Forest"); 24];
    for name in ["Slow Elk", "Gift", "Curse"] {
        deck.extend([card(name); 12]);
    }
    let deck = Arc::new(deck);
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&deck), deck]),
        options: Options { max_turns: 20, ..Options::default() },
    };
    let (mut counts, mut legal) = ([0; 2], Vec::new());
    for number in 0..10 {
        let seed = Seed::from_u64(1).derive("game", number);
        let mut game = Position::new(&setup, seed);
        let mut agents = [Heuristic::default(), Heuristic::default()];
        let mut rngs = Player::BOTH.map(|player| seed.derive("agent", player.index() as u64).rng());
        while let Some(player) = game.to_act() {
            game.legal_actions(&mut legal);
            let seat = player.index();
            let choice = agents[seat].choose(View::new(&game, player), &legal, &mut rngs[seat]);
            let words = game.describe(legal[choice]);
            for (count, name) in counts.iter_mut().zip(names) {
                *count += usize::from(words.starts_with("cast") && words.contains(name));
            }
            game.apply(legal[choice]);
        }
    }
    counts
}

#[test]
fn cards_with_equal_ways_to_be_cast_are_told_apart() {
    let first = casts(["Quick Elk", "Slow Elk", "Curse", "Gift", "Forest"], ["Slow Elk", "Gift"]);
    let last = casts(["Slow Elk", "Quick Elk", "Gift", "Curse", "Forest"], ["Slow Elk", "Gift"]);
    assert_eq!(first, last);
    assert!(first[0] >= 20 && first[1] >= 5, "{first:?}");
}

const GIFTS: &str = "\
name Forest\nsuper Basic\ntype Land Forest\n\n\
name Old Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2\n\n\
name Solid Gift\ncost {1}{G}\ntype Sorcery\ntext Draw a card. You gain 2 life.\n\n\
name Twin Gift\ncost {1}{G}\ntype Sorcery\n\
text Choose one. If you control a Bear as you cast ~, you may choose both instead.\n\
text • Draw a card.\ntext • You gain 4 life.\n";

/// What is cast first of two gifts with mana for one, with or without a Bear.
fn first_gift(bear: bool) -> String {
    use gauntlet_cards::filter::Zone;
    use gauntlet_magic::arrange::{Arrangement, Placed};
    let mut base = CardBase::new();
    assert!(base.add_text("cards", GIFTS).is_empty());
    let mut pool = Pool::new();
    for name in ["Forest", "Old Bear", "Solid Gift", "Twin Gift"] {
        base.compile(name, &mut pool).unwrap_or_else(|errors| panic!("{}", errors[0]));
    }
    let placed = |name: &str, zone: Zone| Placed {
        player: Player::FIRST,
        zone,
        card: pool.find(name).expect("a card"),
        tapped: false,
    };
    let mut arrangement = Arrangement::new();
    arrangement.cards.extend([placed("Forest", Zone::Battlefield); 2]);
    arrangement.cards.extend([placed("Forest", Zone::Library); 10]);
    arrangement.cards.extend([placed("Solid Gift", Zone::Hand), placed("Twin Gift", Zone::Hand)]);
    if bear {
        arrangement.cards.push(placed("Old Bear", Zone::Battlefield));
    }
    let none = Arc::new(Vec::new());
    let decks = PerPlayer([Arc::clone(&none), none]);
    let setup = Setup { pool: Arc::new(pool), decks, options: Options::default() };
    let (mut game, _) = Position::arranged(&setup, &arrangement, Seed::from_u64(1));
    let (mut agent, mut rng, mut legal) = (Heuristic::default(), Seed::from_u64(2).rng(), Vec::new());
    while let Some(player) = game.to_act() {
        game.legal_actions(&mut legal);
        let choice = agent.choose(View::new(&game, player), &legal, &mut rng);
        let words = game.describe(legal[choice]);
        if words.starts_with("cast") {
            return words;
        }
        game.apply(legal[choice]);
    }
    "nothing".to_owned()
}

/// A modal spell is worth what would be chosen of it: more modes only if its condition holds.
#[test]
fn modes_that_depend_on_a_condition_count_only_if_it_holds() {
    assert_eq!(first_gift(false), "cast Solid Gift");
    assert_eq!(first_gift(true), "cast Twin Gift");
}
