"""The one game of an environment of other libraries, which a pickle can play again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .vector import VectorEnv

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .options import Path

__all__ = ["Episode"]


class Episode(VectorEnv):
    """A single environment that stays where its game ends. Copies and pickles have its seed and its actions, and play them again: with the same decks,
    and the same version of the program, that is the same game."""

    def __init__(self, deck_a: Path, deck_b: Path | None = None, **options: Any) -> None:
        self._made = (deck_a, deck_b, options)
        self._begun_with: int | None = None
        self._taken: list[int] = []
        super().__init__(deck_a, deck_b, 1, auto_reset=False, threads=1, **options)

    def begin(self, seed: int) -> None:
        """Begins the first game of a seed."""
        self.reset(seed)
        self._begun_with, self._taken = seed, []

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32] | None, NDArray[np.float32], NDArray[np.bool_]]:
        stepped = super().step(actions)
        self._taken.append(int(np.asarray(actions)[0]))
        return stepped

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._made, self._begun_with, self._taken, self._closed)


def _again(made: tuple[Path, Path | None, dict[str, Any]], seed: int | None, taken: list[int], closed: bool) -> Episode:
    """The episode that a pickle has."""
    deck_a, deck_b, options = made
    episode = Episode(deck_a, deck_b, **options)
    if seed is not None and not closed:
        episode.begin(seed)
        for action in taken:
            episode.step([action])
    if closed:
        episode.close()
    return episode
