"""Many games stepped at once on all processors, with everything written into NumPy arrays that are made once.

>>> from gauntlet.vector import VectorEnv
>>> env = VectorEnv("mono-red-aggro", "mono-red-aggro", 256, seed=7)
>>> env.reset()
>>> while training:
...     actions = policy(env.observations, env.masks)     # one slot for each environment
...     env.step(actions)
...     learn(env.rewards, env.dones)

Both players act through the same arrays: `to_act` says whose decision it is in each environment, and the observation is that player's. With
`opponent` a built-in agent plays side 1, and only decisions of side 0 are asked for. What the numbers are is in docs/encodings.md and, as data,
in `gauntlet.encoding`. `game="millennials"` has environments of the second game; `VectorEnv.layout` says how many numbers there are and where each stands.

What happens in an environment depends on its number, the seed and the actions there; not on the number of threads or environments. Make
environments after a process has forked, not before: threads don't survive that.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

try:
    import numpy as np
except ImportError as _error:
    raise ImportError("gauntlet.vector needs NumPy: pip install 'gauntlet[numpy]'") from _error

from . import _native
from .encoding import LAYOUTS, Layout, Offered
from .errors import EnvironmentClosed, UsageError
from .options import DealOptions, flag, path, whole, words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from .options import OnThePlay, Path

__all__ = ["Failure", "Offered", "REASONS", "VectorEnv"]

REASONS: tuple[str, ...] = tuple(_native.reasons())
"""Why games end, by the numbers in `VectorEnv.reasons`."""


class Failure(NamedTuple):
    """A game that the rules engine, or the opponent, didn't get through."""

    environment: int
    game: int
    """The number of the game there, from 0."""
    seed: str
    """The seed of the game, in hexadecimal."""
    first: int
    """The side that took the first turn."""
    message: str
    """What was said, and where in the program."""


def _read_only(array: NDArray[Any] | None) -> Any:
    if array is None:
        return None
    view = array.view()
    view.flags.writeable = False
    return view


def _usual_deck(game: str) -> str:
    """The deck of environments that were given none."""
    return "starting" if game == "millennials" else "mono-red-aggro"


_FIRST = {"swap": None, "a": 0, "b": 1}


def _first(on_the_play: str) -> int | None:
    """The side that always takes the first turn."""
    if on_the_play not in _FIRST:
        raise UsageError(f"'on_the_play' is \"swap\", \"a\" or \"b\", not {on_the_play!r}")
    return _FIRST[on_the_play]


class VectorEnv:
    """A number of environments, in each of which one game follows another.

    Parameters
    ----------
    deck_a, deck_b:
        The decks of side 0 and side 1: paths, names of shipped decks, or texts of decklists. Without `deck_b` it is a mirror.
    environments:
        How many, from 1.
    seed:
        The seed of all games, from 0 to 2⁶⁴ − 1. Environment *i* plays its games number 0, 1, … from it.
    opponent:
        The spec of a built-in agent that plays side 1, such as "random" or "heuristic". Without, both sides are played through the arrays.
    observations, action_features:
        Whether these arrays are written. Masks alone are several times faster.
    auto_reset:
        Whether a game that is over is followed by the next one in the same step. If not, an environment whose game is over waits for `reset`
        and shows its end; its actions do nothing, and the others go on.
    threads:
        How many threads play; by default one for each processor. Their number changes no result.
    on_the_play:
        Who takes the first turn: the sides in turn, from game to game and from one environment to the next ("swap"), always side 0 ("a"), or always
        side 1 ("b").
    game:
        "magic" or "millennials". In Millennials with `mode="shipped"` the side that takes the first turn is the villain.
    options:
        `cards`, `min_cards`, `manual_mana`, `knows`, `field_of`, `max_turns`, `max_actions`, and Millennials' `policy`, `mode`, `priority`, `generator`, `locations`:
        as those of the command.

    Attributes (arrays that are marked as not to be written to, and a step writes over them, so copy what is to be kept)
    ----------
    observations: float32, (environments, layout.observation), or None
        What the player to act sees.
    action_features: float32, (environments, layout.slots, layout.action), or None
        What the slots mean.
    masks: bool, (environments, layout.slots)
        Which slots can be chosen. None while a game is over and not followed by another.
    to_act: int8, (environments,)
        The side that is to act, 0 or 1; −1 where the game is over.
    rewards: float32, (environments, 2)
        By side: 1 for a win, −1 for a loss, 0 for a draw, in the step in which a game ended; otherwise 0.
    dones: bool, (environments,)
        Whether a game ended in this step; not in those after it. With `auto_reset` the other arrays then show the first decision of the next game.
    errors: bool, (environments,)
        Whether it ended because the engine or the opponent failed: see `failures`. Its rewards are 0.
    reasons: int8, (environments,)
        Why it ended, as a place in `REASONS`; −1 where none did.

    `layout` is the `gauntlet.encoding.Layout` of the game: of Magic its sizes are `OBSERVATION`, `SLOTS` and `ACTION` of that module.

    Raises `DeckError`, `CardError`, `FileError` and `UsageError` with the sentences of the command.
    """

    layout: Layout
    observations: NDArray[np.float32] | None
    action_features: NDArray[np.float32] | None
    masks: NDArray[np.bool_]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    errors: NDArray[np.bool_]
    reasons: NDArray[np.int8]

    def __init__(
        self,
        deck_a: Path,
        deck_b: Path | None = None,
        environments: int = 64,
        *,
        seed: int = 0,
        opponent: str | None = None,
        observations: bool = True,
        action_features: bool = True,
        auto_reset: bool = True,
        threads: int | None = None,
        on_the_play: OnThePlay = "swap",
        game: str = "magic",
        **options: Unpack[DealOptions],
    ) -> None:
        first = _first(on_the_play)
        environments = whole(environments, "environments", 1, 1 << 20)
        if threads is None:
            threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        threads = whole(threads, "threads", 1, 4096)
        decks = (path(deck_a, "deck_a"), path(deck_a if deck_b is None else deck_b, "deck_b"))
        if opponent is not None and not isinstance(opponent, str):
            raise UsageError(f"'opponent' is the spec of a built-in agent, such as \"heuristic\", not {opponent!r}")
        for name, value in (("observations", observations), ("action_features", action_features), ("auto_reset", auto_reset)):
            flag(value, name)
        self.environments = environments
        self.seed = _seed(seed)
        self._ready = False
        self._games = _native.Games(
            game, decks, words(options, DealOptions), first, environments, opponent, observations, action_features, auto_reset, threads
        )
        self.layout = LAYOUTS[game]
        for name, array in self._games.arrays().items():
            setattr(self, name, _read_only(array))
        self._closed = False
        self._process = os.getpid()

    def __len__(self) -> int:
        return self.environments

    def _open(self) -> _native.Games:
        if self._closed:
            raise EnvironmentClosed("the environments are closed")
        if os.getpid() != self._process:
            raise UsageError("the environments were made before this process forked, and their threads aren't here: make them after forking")
        return self._games

    def reset(self, seed: int | None = None, *, environments: ArrayLike | None = None) -> NDArray[np.float32] | None:
        """Begins anew, with the first games of `seed` (by default of the seed that the environments were made with), and returns `observations`.

        environments: begins the next game of just these, as it follows with `auto_reset`, and leaves the others as they are. Either an array of bool with
        the shape (environments,), such as `env.to_act < 0`, or the numbers of the environments.

        Raises `UsageError` for a seed or numbers that there aren't, or for both at once.
        """
        games = self._open()
        if environments is None:
            games.reset(self.seed if seed is None else _seed(seed))
            self._ready = True
            return self.observations
        if seed is not None:
            raise UsageError("a seed begins all environments anew: leave out environments, or the seed")
        self._begun()
        games.reset_some(self._which(environments))
        return self.observations

    def _which(self, environments: ArrayLike) -> NDArray[np.bool_]:
        """The environments that are meant, as a mask."""
        array = _array(environments, "the environments to reset")
        if array.dtype == np.bool_ and array.shape == (self.environments,):
            return np.ascontiguousarray(array)
        which = np.zeros(self.environments, np.bool_)
        if array.size == 0 and array.dtype != np.bool_:
            return which
        if array.dtype.kind not in "iu" or array.ndim != 1:
            raise UsageError(
                f"the environments to reset are an array of bool with the shape ({self.environments},), or a list of their numbers; not an "
                f"array of {array.dtype} with the shape {array.shape}"
            )
        for number in array[(array < 0) | (array >= self.environments)]:
            raise UsageError(f"there is no environment {number}: they are numbered from 0 to {self.environments - 1}")
        which[array] = True
        return which

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32] | None, NDArray[np.float32], NDArray[np.bool_]]:
        """Takes the action of each environment: a slot that its mask allows.

        `actions` has whole numbers (any integer dtype) and the shape (environments,). Returns `observations`, `rewards` and `dones`. Where a game is over
        and isn't followed by another (`to_act` is −1), nothing happens, whatever the action.

        Raises `UsageError` for another shape or dtype, `IllegalAction` for a slot that the mask doesn't allow, `GameOver` if all games are over
        and not followed by others, `EnvironmentClosed` after `close`. Nothing has happened then.
        """
        games = self._open()
        self._begun()
        array = _array(actions, "actions")
        if array.dtype.kind not in "iu":
            raise UsageError(f"actions are whole numbers; these are of dtype {array.dtype}")
        if array.shape != (self.environments,):
            raise UsageError(f"actions have the shape ({self.environments},), one for each environment, not {array.shape}")
        if array.dtype == np.uint64:
            # What doesn't fit is none of the slots either.
            array = np.minimum(array, np.uint64(2**63 - 1))
        games.step(np.ascontiguousarray(array, dtype=np.int64))
        return self.observations, self.rewards, self.dones

    def step_random(self, steps: int = 1) -> int:
        """Takes `steps` random actions in each environment without coming back to Python in between, and returns how many that were in all (with
        `auto_reset`; without, none are taken where a game is over).

        Each of them is written into the arrays, of which the last one stays: for measurements, and for playing on to somewhere. Ctrl-C raises
        `KeyboardInterrupt` within a second, somewhere on the way.
        """
        games = self._open()
        self._begun()
        steps = whole(steps, "steps", 0, 2**63 - 1)
        games.step_at_random(steps)
        return steps * self.environments

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A slot that the mask allows for each environment, chosen by `rng` with equal chances; 0 where there is none."""
        chances = rng.random(self.masks.shape, dtype=np.float32)
        chosen: NDArray[np.int64] = np.where(self.masks, chances, -1.0).argmax(axis=1)
        return chosen

    def _begun(self) -> None:
        if not self._ready:
            raise UsageError("the environments have no games yet: call reset() first")

    def actions(self, environment: int) -> list[Offered]:
        """What the slots of an environment mean that can be chosen now."""
        return [Offered(*offered) for offered in self._open().actions(environment)]

    def observe(
        self, environment: int, side: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
        """What a side sees in an environment, whoever is to act there: observation, action features and mask, as new arrays.

        The last two are all 0 for the side that isn't to act.
        """
        if side not in (0, 1):
            raise UsageError(f"a side is 0 or 1, not {side!r}")
        layout = self.layout
        made = (
            np.zeros(layout.observation, np.float32),
            np.zeros((layout.slots, layout.action), np.float32),
            np.zeros(layout.slots, np.bool_),
        )
        self._open().observe(environment, side, *made)
        return made

    def question(self, environment: int) -> str:
        """What is asked in an environment, in words."""
        return self._open().question(environment)

    def fingerprint(self, environment: int) -> int:
        """A number that tells the position of an environment from others."""
        return self._open().fingerprint(environment)

    @property
    def failures(self) -> list[Failure]:
        """The games that failed since the last reset."""
        return [Failure(*failure) for failure in self._open().failures()]

    @property
    def card_ids(self) -> dict[int, str]:
        """The names of all cards that can turn up, tokens too, by their numbers in encodings, in the order of the numbers."""
        return dict(self._open().cards())

    def close(self) -> None:
        """Frees the games and their threads. The arrays stay as they are."""
        self._closed = True
        self._games.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise UsageError("environments that are stepped at once can't be pickled or copied: make them where they are stepped")

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        layout = self.layout
        return f"VectorEnv({self.environments} environments, observations {layout.observation}, {layout.slots} slots of {layout.action})"


def _array(values: ArrayLike, what: str) -> NDArray[Any]:
    """Values as an array. Raises `UsageError` for what is none, such as lists of different lengths in a list."""
    try:
        return np.asarray(values)
    except ValueError:
        raise UsageError(f"{what} are an array or a list of whole numbers, and this is none: {values!r}") from None


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


