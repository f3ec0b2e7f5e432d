//! Random games with the shipped decks, and with cards that are hidden in every way there is.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet::plan::files;
use gauntlet_cards::{CardBase, Pool};
use gauntlet_core::{Game, PerPlayer, Rng, Seed};
use gauntlet_magic::{Action, Options, Position, Setup};
use rand::RngExt;

/// Cards that are looked at, put aside, exiled face down, cast face down, searched for, put in an order.
const HIDDEN: &str = "\
name Grove
super Basic
type Land Forest

name Mossy Cellar
type Land
text Hideaway 3
text {T}: Add {G}.

name Borrowed Tale
cost {G}
type Sorcery
text Look at the top two cards of target opponent's library, exile one of them face down, then put the rest on the bottom of their library in a random order. You may play the exiled card for as long as it remains exiled. Mana of any type can be spent to cast spells this way.

name Inkling
cost {G}
type Sorcery
text You gain 1 life.
text Foretell {G}

name Peer
cost {G}
type Sorcery
text Look at target player's hand.

name Second Thought
cost {G}
type Sorcery
text Draw a card, then put two cards from your hand on top of your library in any order.

name Quest
cost {G}
type Sorcery
text Search your library for a card, put it into your hand, then shuffle.

name Foresight
cost {G}
type Instant
text Scry 2.

name Leavings
cost {G}
type Instant
text Surveil 2.

name Pocket
cost {G}
type Sorcery
text Target opponent reveals their hand. You choose a nonland card from it. That player discards that card.

name Decree
cost {G}
type Sorcery
text You get an emblem with \"Creatures you control get +1/+1.\"

name Show Off
cost {G}
type Sorcery
text Reveal the top card of your library. You gain 1 life.

name Tuck
cost {G}
type Sorcery
text Put a card from your hand on top of your library.

name Cloaked Bear
cost {G}{G}{G}
type Creature Bear
pt 4/4
text Morph {G}

name Cloaked Cat
cost {G}{G}{G}
type Creature Cat
pt 3/3
text Morph {G}{G}
";

/// A game of random choices: calls `check` at every decision with its number.
pub(crate) fn random_game(setup: &Setup, seed: u64, mut check: impl FnMut(&Position, &[Action], usize, &mut Rng)) {
    let seed = Seed::from_u64(seed);
    let mut rng = seed.derive("test", 0).rng();
    let (mut game, mut legal) = (Position::new(setup, seed), Vec::new());
    let mut decision = 0;
    while game.to_act().is_some() {
        game.legal_actions(&mut legal);
        check(&game, &legal, decision, &mut rng);
        let choice = legal[rng.random_range(0..legal.len())];
        game.apply(choice);
        decision += 1;
    }
}

/// The first decision of a game.
pub(crate) fn start(setup: &Setup) -> Position {
    Position::new(setup, Seed::from_u64(1))
}

fn decks_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks")
}

fn host() -> &'static Magic {
    static HOST: OnceLock<Magic> = OnceLock::new();
    HOST.get_or_init(|| {
        let files = files::in_directory::<Magic>(&decks_folder()).expect("the decks are there");
        Magic::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// The setups of all pairs of shipped decks, mirrors too.
pub(crate) fn shipped_setups() -> Vec<Setup> {
    let decks = host().decks().len();
    let pairs = (0..decks).flat_map(|one| (one..decks).map(move |other| (one, other)));
    pairs.map(|(one, other)| host().setup(one, other, Limits::default(), false)).collect()
}

/// A shipped deck against itself.
pub(crate) fn mirror(name: &str) -> Setup {
    let deck = host().decks().iter().position(|deck| deck.name == name).expect("a shipped deck");
    host().setup(deck, deck, Limits::default(), false)
}

/// Decks of cards that are hidden in every way there is.
pub(crate) fn hidden_setup() -> Setup {
    let mut base = CardBase::new();
    let problems = base.add_text("hidden.txt", HIDDEN);
    assert!(problems.is_empty(), "{problems:?}");
    let mut pool = Pool::new();
    let names: Vec<String> = base.names().map(str::to_owned).collect();
    let mut deck = Vec::new();
    for name in names {
        let card = base.compile(&name, &mut pool).unwrap_or_else(|problems| panic!("{}", problems[0]));
        deck.extend(std::iter::repeat_n(card, if name == "Grove" { 16 } else { 4 }));
    }
    let deck = Arc::new(deck);
    // Random games of such decks would go on for long.
    let options = Options { max_turns: 60, ..Options::default() };
    Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([deck.clone(), deck]),
        outside: PerPlayer::default(),
        options,
        told: None,
    }
}
