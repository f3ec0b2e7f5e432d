//! What an encoded game is: for programs that learn any of them.

use gauntlet_core::{Game, View};

use crate::layout::{self, Layout};
use crate::slots::Slots;
use crate::{Encoder, Memory, Output, VERSION, millennials};

/// What a player is asked when, for those who sort decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of the turn.
    pub turn: u32,
    /// The kind of question, in a few words.
    pub kind: &'static str,
}

/// A game of which there are numbers: what its players see and can do.
///
/// ```
/// use gauntlet_core::{Game, Seed, View};
/// use gauntlet_encoding::{EncodedGame, Output, Slots};
///
/// /// What the player sees who begins.
/// fn first_sight<G: EncodedGame>(setup: &G::Setup) -> Vec<f32> {
///     let game = G::new(setup, Seed::from_u64(7));
///     let (encoder, mut legal) = (game.encoder(), Vec::new());
///     game.legal_actions(&mut legal);
///     let mut observation = vec![0.0; G::LAYOUT.observation];
///     let output = Output { observation: Some(&mut observation), actions: None };
///     let slots = Slots::of(G::LAYOUT.slots, legal.len(), 0);
///     let view = View::new(&game, game.to_act().expect("a game that has just begun"));
///     G::encode(&encoder, view, &legal, slots, &mut G::Memory::default(), output);
///     observation
/// }
///
/// use gauntlet_millennials::{Options, Pool, Position, Setup};
/// let deck = Pool::shipped().starting_deck().to_vec();
/// let seen = first_sight::<Position>(&Setup::new([deck.clone(), deck], Options::default()));
/// assert_eq!(seen.len(), gauntlet_encoding::millennials::layout::OBSERVATION);
/// ```
pub trait EncodedGame: Game<Setup: Send, Action: Sync> + Sync + 'static {
    /// Where each number stands.
    const LAYOUT: Layout;

    /// Writes the numbers. One serves all games of the same cards.
    type Encoder: Send + Sync;
    /// What is remembered of the slices that were written into, so that they are written faster: of one observation's and one actions' slice.
    type Memory: Default + Send + Sync;

    /// An encoder for all games with this one's cards.
    fn encoder(&self) -> Self::Encoder;

    /// The names of all cards that can turn up, with their numbers in encodings, in the order of the numbers.
    fn card_numbers(&self, encoder: &Self::Encoder) -> Vec<(u32, String)>;

    /// What the viewer is asked, and when. It must be the viewer who is to act.
    fn moment(view: View<'_, Self>) -> Moment;

    /// The slices that are written next may have anything in them.
    fn forget(memory: &mut Self::Memory);

    /// Writes what the viewer sees and can do. `legal` are the viewer's legal actions, empty if it is the opponent who decides; `slots`
    /// says which of them are in the slots, of which there are as many as [`EncodedGame::LAYOUT`] says.
    ///
    /// # Panics
    /// If a slice hasn't the right length, the position has other cards than the encoder, or `slots` is for another number of actions.
    fn encode(
        encoder: &Self::Encoder,
        view: View<'_, Self>,
        legal: &[Self::Action],
        slots: Slots,
        memory: &mut Self::Memory,
        output: Output<'_>,
    );
}

/// The cards in the order of their numbers; several faces may have one name.
fn in_order(cards: impl Iterator<Item = (u32, String)>) -> Vec<(u32, String)> {
    let mut cards: Vec<(u32, String)> = cards.collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

impl EncodedGame for gauntlet_magic::Position {
    const LAYOUT: Layout = Layout {
        version: VERSION,
        observation: layout::OBSERVATION,
        slots: layout::SLOTS,
        action: layout::ACTION,
        segments: layout::SEGMENTS,
        blocks: &layout::BLOCKS,
    };

    type Encoder = Encoder;
    type Memory = Memory;

    fn encoder(&self) -> Encoder {
        Encoder::new(self.pool())
    }

    fn card_numbers(&self, encoder: &Encoder) -> Vec<(u32, String)> {
        in_order(self.pool().cards().map(|(id, card)| (encoder.card_id(id), card.name.clone())))
    }

    fn moment(view: View<'_, Self>) -> Moment {
        let seen = view.visible();
        Moment { turn: seen.turn(), kind: seen.decision().kind.name() }
    }

    fn forget(memory: &mut Memory) {
        memory.forget();
    }

    fn encode(
        encoder: &Encoder,
        view: View<'_, Self>,
        legal: &[Self::Action],
        slots: Slots,
        memory: &mut Memory,
        output: Output<'_>,
    ) {
        encoder.encode(view, legal, slots, memory, output);
    }
}

impl EncodedGame for gauntlet_millennials::Position {
    const LAYOUT: Layout = Layout {
        version: millennials::VERSION,
        observation: millennials::layout::OBSERVATION,
        slots: millennials::layout::SLOTS,
        action: millennials::layout::ACTION,
        segments: millennials::layout::SEGMENTS,
        blocks: &millennials::layout::BLOCKS,
    };

    type Encoder = millennials::Encoder;
    /// All is written each time.
    type Memory = ();

    fn encoder(&self) -> millennials::Encoder {
        millennials::Encoder::new(self.pool())
    }

    fn card_numbers(&self, encoder: &millennials::Encoder) -> Vec<(u32, String)> {
        let pool = self.pool();
        in_order(pool.kinds().map(|kind| (encoder.card_id(kind), pool.card(kind).name.clone())))
    }

    fn moment(view: View<'_, Self>) -> Moment {
        // There is but one thing to decide.
        Moment { turn: u32::from(view.visible().turn()), kind: "card to place" }
    }

    fn forget((): &mut ()) {}

    fn encode(
        encoder: &millennials::Encoder,
        view: View<'_, Self>,
        legal: &[Self::Action],
        slots: Slots,
        (): &mut (),
        output: Output<'_>,
    ) {
        assert_eq!(
            (slots.all(), slots.actions()),
            (millennials::layout::SLOTS, legal.len()),
            "the slots are those of the legal actions"
        );
        encoder.encode(view, legal, output);
    }
}
