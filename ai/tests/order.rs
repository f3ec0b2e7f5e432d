//! What an agent thinks of a card is the card's, whichever others are in the pool and in which order they came.

mod common;

use std::sync::Arc;

use common::{ME, arranged, choices};
use gauntlet_ai::{Agent, Heuristic};
use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::Zone;
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
        outside: PerPlayer::default(),
        options: Options { max_turns: 20, ..Options::default() },
        told: None,
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
    let mut cards = vec![(ME, Zone::Battlefield, "Forest", 2), (ME, Zone::Library, "Forest", 10)];
    cards.extend([(ME, Zone::Hand, "Solid Gift", 1), (ME, Zone::Hand, "Twin Gift", 1)]);
    cards.extend(bear.then_some((ME, Zone::Battlefield, "Old Bear", 1)));
    let choices = choices(&mut arranged(GIFTS, &cards), 40);
    choices.into_iter().find(|words| words.starts_with("cast")).unwrap_or_default()
}

/// A modal spell is worth what would be chosen of it: more modes only if its condition holds.
#[test]
fn modes_that_depend_on_a_condition_count_only_if_it_holds() {
    assert_eq!(first_gift(false), "cast Solid Gift");
    assert_eq!(first_gift(true), "cast Twin Gift");
}
