use crate::{Game, Player, Rng, guard};

/// What one player may know of a position: all that an agent is given.
///
/// The position itself can't be reached through a view. An agent sees what its player sees ([`View::visible`]), its legal
/// actions, and full positions in which all that the player can't know was resampled ([`View::sample`]).
pub struct View<'a, G: Game> {
    game: &'a G,
    viewer: Player,
}

// Derived impls would ask for `G: Copy`.
impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// The view of `viewer` on `game`. For those who run games; agents are handed theirs.
    pub fn new(game: &'a G, viewer: Player) -> Self {
        View { game, viewer }
    }

    /// Whose view this is.
    pub fn viewer(&self) -> Player {
        self.viewer
    }

    /// What the viewer sees, in the game's own terms.
    pub fn visible(&self) -> G::Visible<'a> {
        guard::check();
        self.game.visible(self.viewer)
    }

    /// Replaces the contents of `out` by the viewer's legal actions.
    ///
    /// # Panics
    /// If it is not the viewer who is to act: the other player's choices are not the viewer's to see.
    pub fn legal_actions(&self, out: &mut Vec<G::Action>) {
        guard::check();
        self.assert_turn();
        self.game.legal_actions(out);
    }

    /// A position that the viewer can't tell from the true one, everything hidden resampled.
    ///
    /// # Panics
    /// If it is not the viewer who is to act: the legal actions of the position are those of the other player then, and name cards
    /// that the viewer hasn't seen. Such worlds can be had where it is the viewer's turn to choose.
    pub fn sample(&self, rng: &mut Rng) -> G {
        guard::check();
        self.assert_turn();
        let mut world = self.game.clone();
        world.determinize(self.viewer, rng);
        world
    }

    /// [`View::sample`] into an existing position, whose memory is used again.
    ///
    /// # Panics
    /// As [`View::sample`].
    pub fn sample_into(&self, world: &mut G, rng: &mut Rng) {
        guard::check();
        self.assert_turn();
        world.clone_from(self.game);
        world.determinize(self.viewer, rng);
    }

    fn assert_turn(&self) {
        assert_eq!(self.game.to_act(), Some(self.viewer), "only the player to act has legal actions, and worlds");
    }

    /// What the viewer is asked, in words.
    pub fn question(&self) -> String {
        guard::check();
        self.assert_turn();
        self.game.question()
    }

    /// A line of text for `action`, one of the viewer's legal actions.
    pub fn describe(&self, action: G::Action) -> String {
        guard::check();
        self.game.describe(action)
    }
}
