//! Playing one game.

use gauntlet_ai::{Agent, Fault};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Rng, Stops, guard};

use crate::host::options::Limits;
use crate::play::players;

/// How far a game got. It is kept up to date during play, so that it is known of a game that panicked too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Trace {
    /// The number of the current turn, as of the last decision or the end.
    pub turn: u32,
    /// The choices made so far.
    pub decisions: u64,
}

/// Plays `game` from where it stands to its end or a limit.
///
/// `agents[p]` chooses for player p with the stream `rngs[p]`. `legal` is a buffer whose memory is used again from game to
/// game. `before` is called with every choice, before it is carried out.
///
/// An agent that gives up concedes. A game that would go past a limit is a draw, for [`Reason::TurnLimit`] or [`Reason::ActionLimit`].
///
/// # Panics
/// If game or agent panic or break their contract: no legal action at a decision, a choice that is not among the legal
/// actions, no outcome at the end, or [`Reason::EngineError`] as its reason. [`crate::play::run`] turns that into [`Reason::EngineError`].
pub fn play_game<G: Game>(
    game: &mut G,
    agents: &mut PerPlayer<&mut (dyn Agent<G> + 'static)>,
    rngs: &mut PerPlayer<Rng>,
    legal: &mut Vec<G::Action>,
    limits: Limits,
    trace: &mut Trace,
    mut before: impl FnMut(&G, Player, G::Action),
) -> Outcome {
    play(game, agents, rngs, legal, limits, trace, (PerPlayer([Stops::ALL; 2]), &mut before))
}

/// The same for games that nobody looks at: agents aren't asked where they always do nothing ([`Agent::stops`]). Outcome and trace are what
/// they are in [`play_game`].
///
/// # Panics
/// As [`play_game`].
pub fn play_unseen<G: Game>(
    game: &mut G,
    agents: &mut PerPlayer<&mut (dyn Agent<G> + 'static)>,
    rngs: &mut PerPlayer<Rng>,
    legal: &mut Vec<G::Action>,
    limits: Limits,
    trace: &mut Trace,
) -> Outcome {
    let stops = PerPlayer::from_fn(|player| agents[player].stops());
    play(game, agents, rngs, legal, limits, trace, (stops, &mut |_, _, _| ()))
}

fn play<G: Game>(
    game: &mut G,
    agents: &mut PerPlayer<&mut (dyn Agent<G> + 'static)>,
    rngs: &mut PerPlayer<Rng>,
    legal: &mut Vec<G::Action>,
    limits: Limits,
    trace: &mut Trace,
    (stops, before): (PerPlayer<Stops>, &mut impl FnMut(&G, Player, G::Action)),
) -> Outcome {
    *trace = Trace { turn: game.turn(), decisions: 0 };
    for player in Player::BOTH {
        agents[player].start();
    }
    let choose = |game: &G, player: Player, legal: &[G::Action]| {
        players::choose(agents[player], game, player, legal, &mut rngs[player])
    };
    let outcome = go_on(game, legal, limits, trace, stops, choose, before);
    // What ends the run is no end of a game.
    if !Player::BOTH.iter().any(|player| matches!(agents[*player].fault(), Some(Fault::EndsRun(_)))) {
        for player in Player::BOTH {
            agents[player].over(outcome);
        }
    }
    outcome
}

/// Plays a game on to its end or a limit, with the choices that `choose` makes for both players: whoever makes none concedes. `before` is
/// called before each choice is carried out.
///
/// # Panics
/// As [`play_game`], and if `choose` does.
pub fn play_on<G: Game>(
    game: &mut G,
    legal: &mut Vec<G::Action>,
    limits: Limits,
    trace: &mut Trace,
    choose: impl FnMut(&G, Player, &[G::Action]) -> Option<usize>,
    before: &mut impl FnMut(&G, Player, G::Action),
) -> Outcome {
    go_on(game, legal, limits, trace, PerPlayer([Stops::ALL; 2]), choose, before)
}

fn go_on<G: Game>(
    game: &mut G,
    legal: &mut Vec<G::Action>,
    limits: Limits,
    trace: &mut Trace,
    stops: PerPlayer<Stops>,
    mut choose: impl FnMut(&G, Player, &[G::Action]) -> Option<usize>,
    before: &mut impl FnMut(&G, Player, G::Action),
) -> Outcome {
    while let Some(player) = game.to_act() {
        trace.turn = game.turn();
        if trace.turn > limits.turns {
            // The turn that is one too many is not played, so it doesn't count.
            trace.turn = limits.turns;
            return Outcome { winner: None, reason: Reason::TurnLimit };
        }
        if trace.decisions >= limits.actions {
            return Outcome { winner: None, reason: Reason::ActionLimit };
        }
        game.legal_actions(legal);
        assert!(!legal.is_empty(), "the game asks {player:?} to act and offers no legal action");
        let Some(choice) = choose(game, player, legal) else {
            return Outcome { winner: Some(!player), reason: Reason::Concession };
        };
        let action = legal[choice];
        before(game, player, action);
        guard::begin(guard::MOST_LOOKS);
        trace.decisions += game.advance(action, &stops, limits.actions - trace.decisions);
    }
    // A game may know the limits, and be at the start of the turn that is one too many.
    trace.turn = game.turn().min(limits.turns);
    let Some(outcome) = game.outcome() else {
        panic!("nobody is to act and the game has no outcome");
    };
    // One way to report what is broken: the caller counts it and notes how to play the game again.
    assert!(outcome.reason != Reason::EngineError, "the game ended itself with an engine error");
    outcome
}
