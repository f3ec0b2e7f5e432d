"""A game as a PettingZoo environment (AEC: the agents take turns).

>>> from gauntlet import pettingzoo
>>> env = pettingzoo.env("mono-red-aggro", "white-tokens")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

What the numbers are is in docs/encodings.md and, as data, in `gauntlet.encoding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError("gauntlet.pettingzoo needs PettingZoo and NumPy: pip install 'gauntlet[pettingzoo]'") from _error

from .episode import Episode
from .errors import EnvironmentClosed, GameOver
from .gym import LIMITS, checked_mode, rendered, space
from .vector import REASONS, _seed, _usual_deck

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import DealOptions, OnThePlay, Path

__all__ = ["RawEnv", "env", "raw_env"]


def env(
    deck_a: Path | None = None,
    deck_b: Path | None = None,
    *,
    render_mode: str | None = None,
    on_the_play: OnThePlay = "swap",
    game: str = "magic",
    **options: Unpack[DealOptions],
) -> Any:
    """The environment as PettingZoo's own games are: an action that the mask doesn't allow loses the game, calls in the wrong order are errors.

    Parameters as those of `RawEnv`.
    """
    made: Any = raw_env(deck_a, deck_b, render_mode=render_mode, on_the_play=on_the_play, game=game, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(
    deck_a: Path | None = None,
    deck_b: Path | None = None,
    *,
    render_mode: str | None = None,
    on_the_play: OnThePlay = "swap",
    game: str = "magic",
    **options: Unpack[DealOptions],
) -> RawEnv:
    """The environment without wrappers: `RawEnv`."""
    return RawEnv(deck_a, deck_b, render_mode=render_mode, on_the_play=on_the_play, game=game, **options)


class RawEnv(AECEnv):  # type: ignore[misc]
    """Two agents, "player_0" with the first deck and "player_1" with the second.

    Parameters
    ----------
    deck_a, deck_b:
        Paths, names of shipped decks, or texts of decklists. Without the second it is a mirror; without both, one of a shipped deck of the game.
    render_mode:
        "ansi": `render` returns what is asked and what can be answered, as text.
    on_the_play:
        Who takes the first turn: drawn from the seed ("swap"), always "player_0" ("a"), always "player_1" ("b").
    game:
        "magic" or "millennials". In Millennials with `mode="shipped"` the agent that takes the first turn is the villain.
    options:
        `cards`, `min_cards`, `manual_mana`, `knows`, `field_of`, `max_turns`, `max_actions`, and Millennials' `policy`, `mode`, `priority`, `generator`, `locations`:
        as those of the command.

    `layout` is the `gauntlet.encoding.Layout` of the game. Observations are dictionaries: "observation", "action_features", "action_mask"; the last two are 0 for the agent that isn't to act. An action is
    the number of a slot. Rewards are 1 and −1 as the game ends, 0 before and for draws. A game that reaches a limit, or that the engine
    doesn't get through, is truncated. Copies (`copy.deepcopy`) and pickles have the seed and the actions, and play them again.

    Raises `IllegalAction` for a slot that the mask doesn't allow, `EnvironmentClosed` after `close`, and `DeckError`, `CardError`, `FileError` and
    `UsageError` with the sentences of the command.
    """

    metadata = {"name": "gauntlet_magic_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        deck_a: Path | None = None,
        deck_b: Path | None = None,
        *,
        render_mode: str | None = None,
        on_the_play: OnThePlay = "swap",
        game: str = "magic",
        **options: Unpack[DealOptions],
    ) -> None:
        super().__init__()
        self.render_mode = checked_mode(render_mode)
        first = _usual_deck(game) if deck_a is None else deck_a
        self._games = Episode(first, deck_b, on_the_play=on_the_play, game=game, **options)
        self.layout = self._games.layout
        self.metadata = {**self.metadata, "name": f"gauntlet_{game}_v1"}
        self._closed = False
        self._random: np.random.Generator | None = None
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self.observation_spaces = {agent: space(self.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.layout.slots) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What the agent's observations are."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What the agent's actions are: the numbers of slots."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: the one of `seed`, or else the next of the environment's own generator."""
        self._check()
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(None if seed is None else _seed(seed))
        self._games.begin(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._games.to_act[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now."""
        self._check()
        observation, features, mask = self._games.observe(0, self.possible_agents.index(agent))
        return {"observation": observation, "action_features": features, "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Takes the action of the agent that is to act; None once its game is over."""
        self._check()
        agent = self._acting()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._games.step(np.array([action]))
        if self._games.dones[0]:
            reason = REASONS[self._games.reasons[0]]
            limited = reason in LIMITS or bool(self._games.errors[0])
            for side, each in enumerate(self.agents):
                self.rewards[each] = float(self._games.rewards[0, side])
                self.terminations[each], self.truncations[each] = not limited, limited
                self.infos[each]["reason"] = reason
                if self._games.errors[0]:
                    self.infos[each]["error"] = self._games.failures[-1].message
            self.agent_selection = next(each for each in self.possible_agents if each != agent)
        else:
            self.agent_selection = self.possible_agents[self._games.to_act[0]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What is asked and what can be answered, as text; None without `render_mode="ansi"`."""
        self._check()
        if self.render_mode is None:
            return None
        if self._games.to_act[0] < 0:
            return "the game is over"
        return f"{self.agent_selection}: {rendered(self._games)}"

    def close(self) -> None:
        """Frees the game. Afterwards `EnvironmentClosed` is raised by all that would need it."""
        self._closed = True
        self._games.close()

    def _acting(self) -> str:
        if not self.agents:
            raise GameOver("the game is over, or none has begun: call reset()")
        selected: str = self.agent_selection
        return selected

    def _check(self) -> None:
        if self._closed:
            raise EnvironmentClosed("the environment is closed")
