"""One player's side of a game as a Gymnasium environment, against any built-in agent.

>>> from gauntlet.gym import GauntletEnv
>>> env = GauntletEnv("mono-red-aggro", opponent="heuristic")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(0)

What the numbers are is in docs/encodings.md and, as data, in `gauntlet.encoding`. Many games at once: `gauntlet.vector`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as _error:
    raise ImportError("gauntlet.gym needs Gymnasium and NumPy: pip install 'gauntlet[gym]'") from _error

from .encoding import Layout
from .episode import Episode
from .errors import EnvironmentClosed, GameOver, IllegalAction, UsageError
from .vector import REASONS, VectorEnv, _seed, _usual_deck

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import DealOptions, OnThePlay, Path

__all__ = ["GauntletEnv"]

Observation = dict[str, Any]
# What ends a game by a limit of ours and not by its rules.
LIMITS = {"turn_limit", "action_limit"}


def space(layout: Layout) -> spaces.Dict:
    """What an observation is.

    "observation": float32, (layout.observation,); "action_features": float32, (layout.slots, layout.action), what the slots mean; "action_mask":
    int8, (layout.slots,), 1 for those that can be chosen.
    """
    return spaces.Dict(
        {
            # Whole numbers below 2**24 and, for life, power and scores, above -2**24.
            "observation": spaces.Box(-(2.0**24), 2.0**24, (layout.observation,), np.float32),
            "action_features": spaces.Box(-(2.0**24), 2.0**24, (layout.slots, layout.action), np.float32),
            "action_mask": spaces.Box(0, 1, (layout.slots,), np.int8),
        }
    )


def checked_mode(render_mode: str | None) -> str | None:
    """A render mode that there is."""
    if render_mode not in (None, "ansi"):
        raise UsageError(f"'render_mode' is None or \"ansi\", not {render_mode!r}")
    return render_mode


def rendered(games: VectorEnv) -> str:
    """What is asked in the one game of `games` and what can be answered, a line each."""
    return "\n".join([games.question(0), *(f"{one.slot:>3}  {one.text}" for one in games.actions(0))])


class GauntletEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which you play `deck` against a built-in agent with `opposing_deck`.

    Parameters
    ----------
    deck, opposing_deck:
        Paths, names of shipped decks, or texts of decklists. Without the second it is a mirror; without both, one of a shipped deck of the game.
    opponent:
        The spec of a built-in agent, such as "random", "heuristic" or "mc:rollouts=20".
    illegal:
        What an action does that the mask doesn't allow. "forfeit": the game is lost (reward −1, `info["illegal_action"]` is True), as in
        PettingZoo's games. "error": `IllegalAction` is raised, and nothing has happened.
    render_mode:
        "ansi": `render` returns what is asked and what can be answered, as text.
    on_the_play:
        Who takes the first turn: drawn from the seed ("swap"), always you ("a"), always the opponent ("b").
    game:
        "magic" or "millennials". In Millennials with `mode="shipped"` the one who takes the first turn is the villain.
    options:
        `cards`, `min_cards`, `manual_mana`, `knows`, `field_of`, `max_turns`, `max_actions`, and Millennials' `policy`, `mode`, `priority`, `generator`, `locations`:
        as those of the command.

    An action is the number of a slot, from 0 to `layout.slots - 1` (`layout` is the game's `gauntlet.encoding.Layout`); `action_masks()` and the
    observation's "action_mask" say which can be chosen. The reward is 1 for a win and −1 for a loss as the game ends, else 0. A game that reaches
    `max_turns` or `max_actions` is truncated. A game that the engine doesn't get through is truncated too, and `info["error"]` has its message.
    Copies (`copy.deepcopy`) and pickles have the seed and the actions, and play them again.

    Raises `DeckError`, `CardError`, `FileError` and `UsageError` with the sentences of the command.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        deck: Path | None = None,
        opposing_deck: Path | None = None,
        *,
        opponent: str = "heuristic",
        illegal: str = "forfeit",
        render_mode: str | None = None,
        on_the_play: OnThePlay = "swap",
        game: str = "magic",
        **options: Unpack[DealOptions],
    ) -> None:
        if illegal not in ("forfeit", "error"):
            raise UsageError(f"'illegal' is \"forfeit\" or \"error\", not {illegal!r}")
        if not isinstance(opponent, str):
            raise UsageError(f"'opponent' is the spec of a built-in agent, such as \"heuristic\", not {opponent!r}: who plays both sides has gauntlet.vector")
        self.render_mode = checked_mode(render_mode)
        self._games = Episode(
            _usual_deck(game) if deck is None else deck,
            opposing_deck,
            opponent=opponent,
            on_the_play=on_the_play,
            game=game,
            **options,
        )
        self.layout = self._games.layout
        self._illegal = illegal
        self._over = True
        self._closed = False
        self.observation_space = space(self.layout)
        self.action_space = spaces.Discrete(self.layout.slots)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game: the one of `seed`, or else the next of the environment's own generator."""
        self._check()
        super().reset(seed=None if seed is None else _seed(seed))
        self._games.begin(int(self.np_random.integers(1 << 63)))
        self._over = False
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the action in a slot and plays on to the next decision of yours, or to the end."""
        self._check()
        if self._over:
            raise GameOver("the game is over, or none has begun: call reset()")
        if not self.action_space.contains(action):
            raise UsageError(f"an action is a whole number from 0 to {self.layout.slots - 1}, not {action!r}")
        try:
            self._games.step(np.array([action], dtype=np.int64))
        except IllegalAction:
            if self._illegal == "error":
                raise
            self._over = True
            return self._observed(), -1.0, True, False, {**self._info(), "illegal_action": True}
        reward = float(self._games.rewards[0, 0])
        self._over = bool(self._games.dones[0])
        info = self._info()
        truncated = False
        if self._over:
            info["reason"] = REASONS[self._games.reasons[0]]
            truncated = info["reason"] in LIMITS or bool(self._games.errors[0])
            if self._games.errors[0]:
                info["error"] = self._games.failures[-1].message
        return self._observed(), reward, self._over and not truncated, truncated, info

    def action_masks(self) -> Any:
        """Which slots can be chosen: bool, (layout.slots,). Some libraries that mask actions look for a method of this name."""
        self._check()
        return self._games.masks[0].copy()

    def render(self) -> str | None:
        """What is asked and what can be answered, as text; None without `render_mode="ansi"`."""
        self._check()
        if self.render_mode is None:
            return None
        if self._over:
            return "the game is over"
        return rendered(self._games)

    def close(self) -> None:
        """Frees the game. Afterwards `EnvironmentClosed` is raised by all that would need it."""
        self._closed = True
        self._games.close()

    def _check(self) -> None:
        if self._closed:
            raise EnvironmentClosed("the environment is closed")

    def _observed(self) -> Observation:
        assert self._games.observations is not None and self._games.action_features is not None
        return {
            "observation": self._games.observations[0].copy(),
            "action_features": self._games.action_features[0].copy(),
            "action_mask": self._games.masks[0].astype(np.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._games.masks[0].astype(np.int8)}
