"""Trains a small policy on many games at once, and measures how often it beats the random agent that it was trained against.

    python examples/python/train.py --seconds 60 --out curve.svg

Every slot that can be chosen gets a score, and actions are drawn by softmax. What the policy sees of a slot is what the encoding says of the action
there, and what is asked. It is trained as an actor with a critic (advantages by GAE, one step of Adam for each batch of games). With PyTorch, if
that is there, the scores are those of a small network (train_torch.py); else they are linear, in NumPy alone. In the mirror of an aggressive deck both beat
random play after some seconds.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gauntlet import encoding
from gauntlet.vector import VectorEnv

Numbers = NDArray[np.float32]

DECISION = encoding.at("game", "decision")
DECISIONS = encoding.BLOCKS["game"].column("decision").count
KIND = encoding.action_column("kind")
KINDS = encoding.BLOCKS["action"].column("kind").count
# Numbers that name something are no quantities.
NAMES = [encoding.action_column(name) for name in ("id", "reference", "ordinal")]
# What a position is worth: what both players have.
WORTH = [
    encoding.at("players", name, player)
    for player in (0, 1)
    for name in ("life", "hand", "lands", "creatures", "permanents", "all_sources")
]
SEEN = len(WORTH) + 3
# How much of the entropy is part of what is climbed.
ENTROPY = 0.01
POWER = [encoding.columns(f"{whose} permanents", "power") for whose in ("own", "opposing")]


def softened(numbers: Numbers) -> Numbers:
    """Numbers of about the size of 1."""
    return np.clip(numbers, -8, 8) / 4


@dataclass
class Choices:
    """The slots that can be chosen in a step, one row for each, and whose they are."""

    environment: NDArray[np.int64]
    slot: NDArray[np.int64]
    features: Numbers
    """What the encoding says of each."""
    table: NDArray[np.int64]
    """What is asked and what kind of answer it is, as one number."""

    @staticmethod
    def of(env: VectorEnv) -> Choices:
        assert env.observations is not None and env.action_features is not None
        environment, slot = np.nonzero(env.masks)
        rows = env.action_features[environment, slot]
        asked = env.observations[:, DECISION : DECISION + DECISIONS].argmax(axis=1)[environment]
        kind = rows[:, KIND : KIND + KINDS].argmax(axis=1)
        features = softened(rows)
        features[:, NAMES] = 0
        return Choices(environment, slot, features, asked * KINDS + kind)


@dataclass
class Batch:
    """What was played between two steps of learning; the first axis is time."""

    steps: list[tuple[Choices, NDArray[np.int64], Numbers]]
    """The choices, which of them was drawn in each environment, and the chances that they had."""
    seen: list[Numbers]
    """What the critic saw."""
    advantages: Numbers
    """How much better it went than the critic had thought."""
    targets: Numbers
    """What the critic should have said."""
    values: Numbers
    """What it said."""


class Policy(Protocol):
    """What is trained."""

    def scores(self, choices: Choices) -> Numbers:
        """The score of each choice."""

    def worth(self, seen: Numbers) -> Numbers:
        """What positions are worth to the critic, from -1 to 1."""

    def learn(self, batch: Batch) -> None:
        """Goes a step of Adam with actor and critic."""


def chances(scores: Numbers, choices: Choices, environments: int) -> Numbers:
    """The chance of each choice among those of its environment."""
    most = np.full(environments, -np.inf, np.float32)
    np.maximum.at(most, choices.environment, scores)
    weights = np.exp(scores - most[choices.environment])
    return weights / np.bincount(choices.environment, weights, environments)[choices.environment]


def draw(
    policy: Policy, choices: Choices, environments: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Numbers]:
    """For each environment the number of the choice that is drawn; and all chances."""
    shares = chances(policy.scores(choices), choices, environments)
    # The greatest of ln(chance) + Gumbel noise is drawn with that chance.
    keys = np.log(shares + 1e-20) + rng.gumbel(size=len(shares))
    order = np.lexsort((keys, choices.environment))
    last = np.flatnonzero(np.diff(choices.environment[order], append=-1))
    return order[last], shares


def worth(observations: Numbers) -> Numbers:
    """What the critic sees of positions."""
    power = [observations[:, columns].sum(axis=1) / 4 for columns in POWER]
    return np.column_stack([observations[:, WORTH] / 10, *power, np.ones(len(observations))]).astype(np.float32)


class Adam:
    """Adam, for one array."""

    def __init__(self, array: Numbers, rate: float) -> None:
        self.array, self.rate, self.steps = array, rate, 0
        self.mean, self.square = np.zeros_like(array), np.zeros_like(array)

    def climb(self, gradient: Numbers) -> None:
        """Goes a step up the gradient."""
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.99**self.steps)
        self.array += self.rate * mean / (np.sqrt(square) + 1e-8)


class Linear:
    """A policy in NumPy: a weight for each number of a slot, and one for each kind of answer to each kind of question."""

    def __init__(self) -> None:
        self.weights = np.zeros(encoding.ACTION, np.float32)
        self.table = np.zeros(DECISIONS * KINDS, np.float32)
        self.value = np.zeros(SEEN, np.float32)
        self.climbers = [Adam(self.weights, 0.03), Adam(self.table, 0.05)]
        self.critic = Adam(self.value, 0.03)

    def scores(self, choices: Choices) -> Numbers:
        return choices.features @ self.weights + self.table[choices.table]

    def worth(self, seen: Numbers) -> Numbers:
        return np.tanh(seen @ self.value)

    def learn(self, batch: Batch) -> None:
        environments = batch.advantages.shape[1]
        weights, table = np.zeros_like(self.weights), np.zeros_like(self.table)
        for (choices, drawn, shares), advantage in zip(batch.steps, batch.advantages, strict=True):
            # The gradient of the logarithm of a softmax: what was chosen, less what is chosen on average.
            push = -shares * advantage[choices.environment]
            push[drawn] += advantage
            # A little of the entropy's gradient keeps the policy from settling too soon.
            surprise = -np.log(shares + 1e-20)
            average = np.bincount(choices.environment, shares * surprise, environments)[choices.environment]
            push += ENTROPY * shares * (surprise - average)
            weights += push.astype(np.float32) @ choices.features
            table += np.bincount(choices.table, push, len(table)).astype(np.float32)
        for climber, gradient in zip(self.climbers, (weights, table), strict=True):
            climber.climb(gradient / batch.advantages.size)
        states, values = np.concatenate(batch.seen), batch.values.ravel()
        self.critic.climb(states.T @ ((batch.targets.ravel() - values) * (1 - values**2)) / len(states))


def train(
    policy: Policy, deck: str, seconds: float, environments: int, horizon: int, seed: int
) -> list[tuple[float, float]]:
    """Trains a policy for so many seconds. Returns how often it won against random play by then: seconds, share of games."""
    rng = np.random.default_rng(seed)
    curve: list[tuple[float, float]] = []
    begin = time.perf_counter()
    with VectorEnv(deck, environments=environments, seed=seed, opponent="random") as env:
        env.reset()
        while time.perf_counter() - begin < seconds:
            steps, seen, values = [], [], []
            rewards, dones = np.zeros((horizon, environments), np.float32), np.zeros((horizon, environments), bool)
            for step in range(horizon):
                choices = Choices.of(env)
                seen.append(worth(env.observations))
                values.append(policy.worth(seen[-1]))
                drawn, shares = draw(policy, choices, environments, rng)
                steps.append((choices, drawn, shares))
                env.step(choices.slot[drawn])
                rewards[step], dones[step] = env.rewards[:, 0], env.dones
            values.append(policy.worth(worth(env.observations)))
            policy.learn(estimated(steps, seen, np.array(values), rewards, dones))
            if dones.any():
                curve.append((time.perf_counter() - begin, float((rewards[dones] > 0).mean())))
    return curve


def estimated(steps, seen, values: Numbers, rewards: Numbers, dones: NDArray[np.bool_]) -> Batch:
    """What was just played, with its advantages by generalized advantage estimation."""
    horizon, environments = rewards.shape
    advantages, later = np.zeros_like(rewards), np.zeros(environments, np.float32)
    for step in reversed(range(horizon)):
        goes_on = ~dones[step]
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        later = surprise + 0.97 * goes_on * later
        advantages[step] = later
    targets = np.clip(advantages + values[:-1], -1, 1)
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    return Batch(steps, seen, scaled, targets, values[:-1])


def evaluate(policy: Policy, deck: str, games: int, seed: int) -> tuple[int, int]:
    """How many of so many games against random play the policy wins, each environment playing as many as the others."""
    rng = np.random.default_rng(seed)
    environments = min(128, games)
    each = -(-games // environments)
    won, played = np.zeros(environments, int), np.zeros(environments, int)
    with VectorEnv(deck, environments=environments, seed=seed, opponent="random") as env:
        env.reset()
        while (played < each).any():
            choices = Choices.of(env)
            drawn, _ = draw(policy, choices, environments, rng)
            env.step(choices.slot[drawn])
            # Short games must not count more often than long ones.
            counts = env.dones & (played < each)
            won += counts & (env.rewards[:, 0] > 0)
            played += counts
    return int(won.sum()), int(played.sum())


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95% score interval of Wilson for a share of games."""
    z = 1.959964
    share, spread = won / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return middle - half, middle + half


def picture(curve: list[tuple[float, float]], title: str) -> str:
    """The curve as SVG: win rate by seconds, each batch as a dot, and a running mean as a line."""
    wide, high, left, bottom = 640, 360, 56, 44
    last = max([second for second, _ in curve], default=1.0)
    x = lambda second: left + (wide - left - 16) * second / last
    y = lambda share: 28 + (high - 28 - bottom) * (1 - share)
    lines, running = [], None
    for second, share in curve:
        running = share if running is None else running + 0.1 * (share - running)
        lines.append(f"{x(second):.1f},{y(running):.1f}")
    grid = "".join(
        f'<path d="M{left} {y(share):.1f}H{wide - 16}" stroke="#ddd"/>'
        f'<text x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    ticks = "".join(
        f'<text x="{x(last * part):.1f}" y="{high - 20}" text-anchor="middle">{last * part:.0f} s</text>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    )
    dots = "".join(f'<circle cx="{x(second):.1f}" cy="{y(share):.1f}" r="2"/>' for second, share in curve)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">'
        f'<title>{title}</title><rect width="{wide}" height="{high}" fill="#fff"/>{grid}{ticks}'
        f'<g fill="#9bc">{dots}</g><polyline points="{" ".join(lines)}" fill="none" stroke="#146" stroke-width="2"/>'
        f'<text x="{left}" y="18" font-weight="bold">{title}</text></svg>\n'
    )


def made(library: str, seed: int) -> Policy:
    """A policy before its training."""
    if library == "numpy":
        return Linear()
    from train_torch import Network

    return Network(seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", default="mono-red-aggro")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to train")
    parser.add_argument("--environments", type=int, default=128)
    parser.add_argument("--horizon", type=int, default=64, help="decisions in each environment between two steps of learning")
    parser.add_argument("--games", type=int, default=2048, help="games that the win rate is measured on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("curve.svg"), help="where to put the picture of the curve")
    there = "torch" if find_spec("torch") else "numpy"
    parser.add_argument("--with", dest="library", choices=["numpy", "torch"], default=there, help=f"[default here: {there}]")
    args = parser.parse_args()

    policy = made(args.library, args.seed)
    for name in ("before", "after"):
        if name == "after":
            curve = train(policy, args.deck, args.seconds, args.environments, args.horizon, args.seed)
            args.out.write_text(picture(curve, f"{args.deck} against itself: win rate against random play"))
        # Games that it wasn't trained on.
        won, games = evaluate(policy, args.deck, args.games, args.seed + 1_000_000)
        low, high = interval(won, games)
        print(f"{name} training: wins {won / games:.1%} of {games} games against random play (95% interval {low:.1%} to {high:.1%})")
    print(f"the curve is in {args.out}")


if __name__ == "__main__":
    main()
