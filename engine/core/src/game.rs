use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, PerPlayer, Player, Rng, Seed, Stops};

/// One position of a two-player game with hidden information and chance.
///
/// The contract, which property tests hold every game to:
/// - [`Game::legal_actions`] is never empty while [`Game::to_act`] names a player, has no duplicates, and always comes in
///   the same order in equal positions.
/// - Every legal action can be applied, and each leads on to the next decision or the end of the game.
/// - An action names what its player can see, so that it means the same in every world that player can't tell apart.
/// - All randomness comes from the seed: equal setups, seeds and actions give equal positions.
/// - [`Game::determinize`] changes nothing that the viewer knows, the viewer's legal actions included.
/// - `clone_from` reuses the memory of the position it writes to.
pub trait Game: Clone + Send {
    /// Decks, options and data that all games of one pairing share. Seats are part of it.
    type Setup: Sync;
    /// One choice, small enough to copy.
    type Action: Copy + Eq + Hash + Debug + Send;
    /// What one player may know of a position, in the game's own terms.
    type Visible<'a>
    where
        Self: 'a;

    /// The position at the first decision of the game that `seed` shuffles.
    fn new(setup: &Self::Setup, seed: Seed) -> Self;

    /// Makes this position what [`Game::new`] would return, reusing its memory.
    fn restart(&mut self, setup: &Self::Setup, seed: Seed) {
        *self = Self::new(setup, seed);
    }

    /// Who must choose now; `None` when the game is over.
    fn to_act(&self) -> Option<Player>;

    /// Replaces the contents of `out` by the legal actions of the player to act; empty when the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Carries out a legal action and goes on to the next decision or the end.
    ///
    /// # Panics
    /// May panic, or leave a broken position, if the action is not legal: see [`Game::try_apply`].
    fn apply(&mut self, action: Self::Action);

    /// Carries out a legal action, and goes on past the windows in which players don't want to be asked, as if they had answered there that they
    /// do nothing. Returns how many choices that were, its own included: no more than `most`, after which the next one is asked.
    ///
    /// A game that knows no windows always asks.
    ///
    /// # Panics
    /// As [`Game::apply`].
    fn advance(&mut self, action: Self::Action, stops: &PerPlayer<Stops>, most: u64) -> u64 {
        let _ = (stops, most);
        self.apply(action);
        1
    }

    /// Carries out an action after checking that it is legal.
    ///
    /// # Errors
    /// If `action` is not among the legal actions; the position is as it was.
    fn try_apply(&mut self, action: Self::Action) -> Result<(), IllegalAction> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if !legal.contains(&action) {
            return Err(IllegalAction);
        }
        self.apply(action);
        Ok(())
    }

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Resamples all that `viewer` can't know: hidden cards, and the random stream (or a search would foresee coin flips).
    ///
    /// If it is the other player who is to act, the legal actions may still be those of the true position: whoever hands out such a
    /// position must not hand out these. [`crate::View::sample`] refuses.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng);

    /// A number that is equal for equal positions and, but for chance of 2⁻⁶⁴, different for different ones.
    fn fingerprint(&self) -> u64;

    /// What `viewer` may know.
    fn visible(&self, viewer: Player) -> Self::Visible<'_>;

    /// A line of text for a legal action, unique among the legal actions of the decision where cards' names are.
    fn describe(&self, action: Self::Action) -> String;

    /// What the player to act is asked, in the game's own words: the kind of choice, and what it is about ("target, for Shock"). Empty
    /// when the game is over.
    fn question(&self) -> String;

    /// The number of the current turn, from 1; both players' turns count.
    fn turn(&self) -> u32;

    /// The names of the whole numbers that the game counts for each player (mulligans, for example).
    fn counter_names() -> &'static [&'static str] {
        &[]
    }

    /// The value of counter number `index` of [`Game::counter_names`] for `player`.
    fn counter(&self, player: Player, index: usize) -> u32 {
        let _ = (player, index);
        0
    }
}

/// The action was not among the legal ones; nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAction;

impl std::fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the action is not legal in this position")
    }
}

impl std::error::Error for IllegalAction {}
