"""Where each number of an encoding stands, and what it means: the tables of docs/encodings.md as data. What has no game's name is Magic's.

>>> from gauntlet import encoding
>>> life = encoding.at("players", "life")          # the viewer's life total
>>> power = encoding.columns("own permanents", "power")   # the power of each of the viewer's permanents

`VERSION` changes whenever a number moves, means something else or is counted in another way. `LAYOUTS` has the same for each game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import _native
from .errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._native import Position, View

__all__ = [
    "ACTION",
    "BLOCKS",
    "Block",
    "Column",
    "Encoded",
    "Encoder",
    "LAYOUTS",
    "Layout",
    "OBSERVATION",
    "Offered",
    "SEGMENTS",
    "SLOTS",
    "Segment",
    "VERSION",
    "action_column",
    "at",
    "columns",
]


@dataclass(frozen=True)
class Column:
    """One number of a block, or several of a kind that stand together."""

    name: str
    at: int
    """Its first place in the block."""
    count: int
    """How many numbers it is."""
    range: str
    """What values it has, in words."""
    meaning: str


@dataclass(frozen=True)
class Block:
    """Columns that stand together: a row of a segment is one or two blocks."""

    name: str
    columns: tuple[Column, ...]
    width: int

    def column(self, name: str) -> Column:
        """The column of this name. Raises `KeyError` if there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        known = ", ".join(column.name for column in self.columns)
        raise KeyError(f"the block '{self.name}' has no column '{name}'; it has {known}")


@dataclass(frozen=True)
class Segment:
    """Some rows of equal width in an observation."""

    name: str
    at: int
    """The place of its first number in the observation."""
    rows: int
    width: int
    reference: int
    """The reference of its first row; 0 if its rows have none."""
    blocks: tuple[Block, ...]
    meaning: str

    def column(self, name: str) -> tuple[int, Column]:
        """Where in a row a column begins, and the column. Raises `KeyError` if there is none."""
        before = 0
        for block in self.blocks:
            for column in block.columns:
                if column.name == name:
                    return before + column.at, column
            before += block.width
        known = ", ".join(column.name for block in self.blocks for column in block.columns)
        raise KeyError(f"the segment '{self.name}' has no column '{name}'; it has {known}")


def _block(name: str, columns: list[dict[str, Any]]) -> Block:
    made = tuple(Column(**column) for column in columns)
    return Block(name, made, sum(column.count for column in made))


@dataclass(frozen=True)
class Layout:
    """Where each number of the encoding of a game stands."""

    game: str
    """The game's name, as `Position.new` takes it."""
    version: int
    observation: int
    """How many numbers (float32) an observation has."""
    slots: int
    """How many slots for actions there are: an action is a number from 0 to `slots - 1`."""
    action: int
    """How many numbers (float32) describe a slot: the block "action", then a block "card"."""
    blocks: dict[str, Block]
    """The blocks by name."""
    segments: dict[str, Segment]
    """The segments of an observation by name, in order."""

    def _segment(self, name: str) -> Segment:
        if name not in self.segments:
            raise KeyError(f"there is no segment '{name}'; there are {', '.join(self.segments)}")
        return self.segments[name]

    def at(self, segment: str, column: str, row: int = 0) -> int:
        """The place in an observation of a column's first number, in a row of a segment.

        Raises `KeyError` if there is no such segment, column or row.
        """
        found = self._segment(segment)
        if not 0 <= row < found.rows:
            raise KeyError(f"the segment '{segment}' has no row {row}; it has {found.rows}")
        return found.at + row * found.width + found.column(column)[0]

    def columns(self, segment: str, column: str) -> list[int]:
        """The places in an observation of a column, row by row: `observation[..., columns("own permanents", "power")]`.

        Of a column of several numbers all of each row. Raises `KeyError` if there is no such segment or column.
        """
        found = self._segment(segment)
        before, what = found.column(column)
        rows = range(found.rows)
        return [found.at + row * found.width + before + place for row in rows for place in range(what.count)]

    def action_column(self, name: str) -> int:
        """The place of a column's first number in the description of a slot: of the block "action", or of the block "card" behind it.

        Raises `KeyError` if neither has such a column.
        """
        block = self.blocks["action"]
        if any(column.name == name for column in block.columns):
            return block.column(name).at
        return block.width + self.blocks["card"].column(name).at


def _layout(game: str, data: dict[str, Any]) -> Layout:
    blocks = {name: _block(name, columns) for name, columns in data["blocks"].items()}
    segments = {
        segment["name"]: Segment(**{**segment, "blocks": tuple(blocks[name] for name in segment["blocks"])})
        for segment in data["segments"]
    }
    return Layout(game, data["version"], data["observation"], data["slots"], data["action"], blocks, segments)


LAYOUTS: Final[dict[str, Layout]] = {
    game: _layout(game, data) for game, data in json.loads(_native.encoding()).items()
}
"""The encodings by game: `magic`, `millennials`."""

_MAGIC: Final = LAYOUTS["magic"]

VERSION: Final[int] = _MAGIC.version
"""The version of Magic's encoding."""
OBSERVATION: Final[int] = _MAGIC.observation
"""How many numbers (float32) an observation of Magic has."""
SLOTS: Final[int] = _MAGIC.slots
"""How many slots for actions of Magic there are: an action is a number from 0 to `SLOTS - 1`."""
ACTION: Final[int] = _MAGIC.action
"""How many numbers (float32) describe a slot: the block "action", then a block "card"."""
BLOCKS: Final[dict[str, Block]] = _MAGIC.blocks
"""Magic's blocks by name."""
SEGMENTS: Final[dict[str, Segment]] = _MAGIC.segments
"""The segments of an observation of Magic by name, in order."""

at = _MAGIC.at
columns = _MAGIC.columns
action_column = _MAGIC.action_column


class Encoded(NamedTuple):
    """What a player sees and can do."""

    observation: NDArray[np.float32]
    """(observation,): `OBSERVATION` numbers in Magic."""
    action_features: NDArray[np.float32]
    """(slots, action): what the slots mean; all 0 if the other player is to act."""
    mask: NDArray[np.bool_]
    """(slots,): which slots can be chosen; none if the other player is to act."""


class Offered(NamedTuple):
    """What a slot means."""

    slot: int
    key: int | None
    """The action's key, as `Position.legal_actions` has it; None for the slot that leads to the next page."""
    text: str
    """The action in words."""


class Encoder:
    """Encodes single positions of either game: for agents in Python, for search, for data sets.

    >>> encoder = Encoder(position)
    >>> encoder.encode(position, player=0).observation

    It is made from a position (or a view) and serves all that come from the same one: copies, samples, other deals, views that agents are given in the
    same run. What the player can't know is not in the numbers. Many games at once: `gauntlet.vector`.

    Raises `ImportError` without NumPy.
    """

    def __init__(self, of: Position | View) -> None:
        try:
            import numpy  # noqa: F401
        except ImportError as error:
            raise ImportError("gauntlet.encoding.Encoder needs NumPy: pip install 'gauntlet[numpy]'") from error
        self._encoder = _native.Encoder(of)
        self.layout: Final[Layout] = LAYOUTS[self._encoder.game]
        """Where each number stands."""

    def encode(self, of: Position | View, player: int | None = None, page: int = 0) -> Encoded:
        """What a player (0 or 1; by default the one who is to act; of a view always its own) sees and can do, as new arrays.

        page: which page of the legal actions the slots show, if there are more than `SLOTS`; Millennials has one.

        Raises `UsageError` for a position that has nothing to do with the encoder's.
        """
        if player is None:
            player = getattr(of, "to_act", None) or 0
        if player not in (0, 1):
            raise UsageError(f"players are 0 and 1, not {player!r}")
        if isinstance(page, bool) or not isinstance(page, int) or page < 0:
            raise UsageError(f"a page is a whole number from 0, not {page!r}")
        import numpy as np

        layout = self.layout
        made = Encoded(
            np.zeros(layout.observation, np.float32),
            np.zeros((layout.slots, layout.action), np.float32),
            np.zeros(layout.slots, np.bool_),
        )
        self._encoder.encode(of, player, page, *made)
        return made

    def slots(self, of: Position | View, page: int = 0) -> list[Offered]:
        """What the slots mean that can be chosen, in the same page."""
        return [Offered(*offered) for offered in self._encoder.slots(of, page)]

    @property
    def card_ids(self) -> dict[int, str]:
        """The names of all cards that can turn up, tokens too, by their numbers in encodings, in the order of the numbers."""
        return dict(self._encoder.cards())
