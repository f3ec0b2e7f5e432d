//! A game in which nobody can ever act, for counting instructions per priority window: `windows TURNS`.
use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game, PerPlayer, Player, Seed};
use gauntlet_magic::arrange::{Arrangement, Placed};
use gauntlet_magic::{Options, Position, Setup};

fn main() {
    let turns: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut base = CardBase::new();
    base.add_text("", "name Field\nsuper Basic\ntype Land Plains\n\nname Giant\ncost {9}{W}\ntype Creature Giant\npt 9/9\n\nname Wall\ncost {W}\ntype Creature Wall\npt 0/4\ntext Defender\n");
    let mut pool = Pool::new();
    let [field, giant, wall] =
        ["Field", "Giant", "Wall"].map(|name| base.compile(name, &mut pool).expect("it compiles"));
    let mut arrangement = Arrangement::new();
    for player in Player::BOTH {
        let mut put = |zone, card, count: usize| {
            for _ in 0..count {
                arrangement.cards.push(Placed { player, zone, card, tapped: false });
            }
        };
        put(Zone::Library, giant, 2000);
        put(Zone::Hand, giant, 7);
        put(Zone::Battlefield, field, 6);
        put(Zone::Battlefield, wall, 6);
    }
    let empty = Arc::new(Vec::new());
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&empty), empty]),
        outside: PerPlayer::default(),
        options: Options { max_turns: turns, ..Options::default() },
        told: None,
    };
    let (position, _) = Position::arranged(&setup, &arrangement, Seed::from_u64(1));
    println!("{:?} after {} turns", position.outcome(), position.turn());
}
