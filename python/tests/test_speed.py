"""What a call from Python costs beyond the engine's work."""

import pickle
import random
import timeit

import gauntlet


def test_apply_costs_microseconds() -> None:
    """A game is played again where its pickle is loaded, by the engine alone: what `apply` takes longer for the same actions is Python's."""
    rng = random.Random(1)
    start = gauntlet.Position.new(["mono-red-aggro", "mono-red-aggro"], 1)
    called = replayed = 0.0
    actions = 0
    for seed in range(50):
        game = start.deal(seed)
        fresh = pickle.dumps(game)
        while game.to_act is not None:
            keys = game.legal_keys()
            key = keys[rng.randrange(len(keys))]
            begin = timeit.default_timer()
            game.apply(key)
            called += timeit.default_timer() - begin
            actions += 1
        played = pickle.dumps(game)
        replayed += timeit.timeit(lambda: pickle.loads(played), number=1) - timeit.timeit(lambda: pickle.loads(fresh), number=1)
    engine, both = 1e6 * replayed / actions, 1e6 * called / actions
    print(f"apply: {both:.2f} µs, of which the engine's are {engine:.2f}, in {actions} actions")
    # The goal is 3; a machine that does much else is given more.
    assert both - engine < 15
