"""Plays card games against themselves, by the million, and makes win-rate tables that can be trusted.

The functions are those of the command `gauntlet`, with its options as keyword arguments: `match`, `matrix`, `field`, `compare`, `metagame`, and the
modules `cards` and `deck`. They return results whose tables pandas, Polars and PyArrow read. `Position` is a position of a game. What goes wrong is
an `Error`.

>>> import gauntlet
>>> result = gauntlet.match("burn", "white-tokens", games=1000)
>>> result.matchups["win_rate"]
"""

from . import cards, deck
from ._native import Action, Outcome, Position, Table, View, __version__
from .errors import (
    CardError,
    DeckError,
    EngineError,
    EnvironmentClosed,
    Error,
    FileError,
    GameOver,
    IllegalAction,
    UsageError,
)
from .results import Comparison, Metagame, Result, Tuning
from .runs import compare, field, ladder, match, matrix, metagame, sprt

__all__ = [
    "Action",
    "CardError",
    "Comparison",
    "DeckError",
    "EngineError",
    "EnvironmentClosed",
    "Error",
    "FileError",
    "GameOver",
    "IllegalAction",
    "Metagame",
    "Outcome",
    "Position",
    "Result",
    "Table",
    "Tuning",
    "UsageError",
    "View",
    "__version__",
    "cards",
    "compare",
    "deck",
    "field",
    "ladder",
    "match",
    "matrix",
    "metagame",
    "sprt",
]
