"""A random agent on both sides of many games at once, and how fast that is.

    python examples/python/random_environments.py --environments 256 --steps 500
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import numpy as np

from gauntlet.vector import REASONS, VectorEnv


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", default="mono-red-aggro")
    parser.add_argument("--game", default="magic", help="magic, or millennials with a deck of that")
    parser.add_argument("--environments", type=int, default=256)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    # Choosing in Python: each step comes back with arrays.
    rng = np.random.default_rng(args.seed)
    with VectorEnv(args.deck, environments=args.environments, seed=args.seed, threads=args.threads, game=args.game) as env:
        env.reset()
        ends: Counter[str] = Counter()
        won = np.zeros(2, dtype=int)
        begin = time.perf_counter()
        for _ in range(args.steps):
            env.step(env.random_actions(rng))
            ends.update(REASONS[reason] for reason in env.reasons[env.dones])
            won += (env.rewards > 0).sum(axis=0)
        seconds = time.perf_counter() - begin
        decisions = args.steps * args.environments
        print(f"random actions chosen in Python: {decisions / seconds:,.0f} decisions/s")
        print(f"{ends.total()} games ended ({dict(ends)}); side 0 won {won[0]}, side 1 won {won[1]}")
        print("what is asked in environment 0:", env.question(0))
        for offered in env.actions(0):
            print(f"  {offered.slot:>2}  {offered.text}")

    # The same without coming back to Python in between: what the environments themselves can do.
    for name, options in [
        ("observations, actions and masks", {}),
        ("observations and masks", {"action_features": False}),
        ("masks alone", {"observations": False, "action_features": False}),
    ]:
        threads, game = args.threads, args.game
        with VectorEnv(args.deck, environments=args.environments, seed=args.seed, threads=threads, game=game, **options) as env:
            env.reset()
            begin = time.perf_counter()
            done = env.step_random(args.steps)
            print(f"{name}: {done / (time.perf_counter() - begin):,.0f} decisions/s")


if __name__ == "__main__":
    main()
