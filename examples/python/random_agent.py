"""An agent that chooses any legal action, against the built-in ones: python examples/python/random_agent.py [GAMES]"""

import random
import sys

import gauntlet
from gauntlet import Action, View


def at_random(view: View) -> Action:
    """Any legal action. The view's seed makes the choice one that can be had again."""
    return random.Random(view.seed).choice(view.legal_actions)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for opponent in ("random", "heuristic"):
        result = gauntlet.match("burn", "white-tokens", agent_a=at_random, agent_b=opponent, games=games)
        row = result.matchups.to_rows()[0]
        low, high = row["paired_low"], row["paired_high"]
        print(f"against {opponent}: wins {100 * row['win_rate']:.1f}% of {row['games']} games (95%: {100 * low:.1f} to {100 * high:.1f})")
        for error in result.errors:
            print(error["message"])


if __name__ == "__main__":
    main()
