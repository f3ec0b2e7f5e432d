"""What can go wrong. The sentences are those of the command."""

from __future__ import annotations

__all__ = [
    "CardError",
    "DeckError",
    "EngineError",
    "EnvironmentClosed",
    "Error",
    "FileError",
    "GameOver",
    "IllegalAction",
    "UsageError",
]


class Error(Exception):
    """All that Gauntlet raises."""


class UsageError(Error):
    """Arguments that make no sense: what, and what to do about it."""


class DeckError(Error):
    """A deck that isn't there or can't be played: file, line and remedy of each problem."""


class CardError(Error):
    """Definitions of cards that aren't there, can't be read or aren't understood."""


class FileError(Error):
    """A file that can't be read or written."""


class IllegalAction(Error):
    """An action that isn't among the legal ones; nothing was changed."""


class GameOver(Error):
    """Something was to be done in a game that is over."""


class EnvironmentClosed(Error):
    """Something was to be done with environments that are closed."""


class EngineError(Error):
    """The engine broke one of its own invariants: a fault of Gauntlet's.

    `replay` is the game as a recording (str), which `gauntlet replay FILE` plays again; None where there is none.
    """

    replay: str | None

    def __init__(self, message: str, replay: str | None = None) -> None:
        super().__init__(message)
        self.replay = replay

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str | None]]:
        return type(self), (str(self), self.replay)
