"""What functions that play return."""

from __future__ import annotations

import json
from typing import Any

from ._native import Table

__all__ = ["Comparison", "Metagame", "Result", "Tuning"]


class Result:
    """What came of match, matrix, field, ladder or sprt. `print(result)` shows what the command shows.

    The columns of the tables are described in harness/SCHEMA.md; they are those of the files of the same names.
    """

    matchups: Table
    """A row for each ordered pair of decks."""
    decks: Table
    """A row for each deck: its games against all others."""
    games: Table | None
    """A row for each game, if rows is given."""
    cards: Table | None
    """A row for each card of each list, if details=True."""
    mulligans: Table | None
    """A row for each kind of opening hand, if details=True."""
    resources: Table | None
    """A row for each deck: mana and the like, if details=True."""
    turns: Table | None
    """A row for each own turn, if details=True."""
    fit: Table | None
    """A row for each deck: whether the agent can play it, if details=True."""
    errors: list[dict[str, Any]]
    """Games that failed in the engine or in an agent, with what was raised ("message", of an agent in Python its traceback)."""
    unfinished: list[dict[str, Any]]
    """The first games that reached a limit."""
    ladder: dict[str, Any] | None
    """Of ladder and sprt: what is known of the agents, as ladder.json has it: "agents", "pairs", "by_deck", "cycles", and of a test "sprt"."""
    forfeits: list[dict[str, Any]]
    """The first games that an agent forfeited for a fault of its own."""
    run: dict[str, Any]
    """What was played, as in run.json."""
    timing: dict[str, Any]
    """How long it took: "seconds", "games", "games_per_second", "threads"."""
    left_out: list[str]
    """Why decks of a directory couldn't take part."""

    def __init__(self, played: dict[str, Any]) -> None:
        tables = played["tables"]
        self.matchups = tables["matchups"]
        self.decks = tables["decks"]
        self.games = tables.get("games")
        self.cards = tables.get("cards")
        self.mulligans = tables.get("mulligans")
        self.resources = tables.get("resources")
        self.turns = tables.get("turns")
        self.fit = tables.get("fit")
        self.errors = json.loads(played["errors"])
        self.unfinished = json.loads(played["unfinished"])
        self.forfeits = json.loads(played["forfeits"])
        self.ladder = json.loads(played["ladder"])
        self.run = json.loads(played["run"])
        self.timing = json.loads(played["timing"])
        self.left_out = played["left_out"]
        self._text: str = played["text"]
        self._csv: bytes = played["csv"]

    def to_dict(self) -> dict[str, Any]:
        """All of it as dictionaries and lists; tables are lists of rows."""
        names = ("matchups", "decks", "games", "cards", "mulligans", "resources", "turns", "fit")
        tables = {name: getattr(self, name) for name in names}
        return {
            "run": self.run,
            **{name: table.to_rows() for name, table in tables.items() if table is not None},
            "errors": self.errors,
            "unfinished": self.unfinished,
            "forfeits": self.forfeits,
            "timing": self.timing,
            **(self.ladder or {}),
        }

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gauntlet.Result of {self.run['command']} {self.run['run']}: {self.run['counts']['games']} games>"


class Comparison:
    """Which of two versions of a deck is better. `print(comparison)` tells it in words."""

    verdict: str
    """"better", "worse", "no_difference", "undecided" or "hopeless"."""
    difference: float
    """How much more the new version wins, from -1 to 1."""
    low: float
    """The lower end of its 95% interval, valid at every look."""
    high: float
    """The upper end."""
    games: int
    """How many games were played."""
    opponents: Table
    """A row for each opponent: deck, games, old_rate, new_rate, difference, low, high."""

    def __init__(self, answer: str, text: str, opponents: Table) -> None:
        self._answer: dict[str, Any] = json.loads(answer)
        self._text = text
        self.verdict = self._answer["verdict"]
        self.difference = self._answer["difference"]
        self.low = self._answer["low"]
        self.high = self._answer["high"]
        self.games = self._answer["games"]
        self.opponents = opponents

    def to_dict(self) -> dict[str, Any]:
        """All of the answer, as compare.json has it."""
        return dict(self._answer)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gauntlet.Comparison: {self.verdict}, {100 * self.difference:+.2f} points>"


class Tuning:
    """Which single-card changes make a deck better. `print(tuning)` tells it in words."""

    games: int
    """How many games were played."""
    finished: bool
    """Whether the last race was over before the games were."""
    cards: list[str]
    """The list in the end: counts and names, as in a deck file."""
    passes: list[dict[str, Any]]
    """A dictionary for each race: "rounds", "candidates", "over", and "applied", the change that was made after it (None: none was)."""
    changes: list[Table]
    """For each race a row for each change, the best first: out, in, alive, better ("true" or "false"), games, difference, low, high."""

    def __init__(self, answer: str, text: str, changes: list[Table]) -> None:
        self._answer: dict[str, Any] = json.loads(answer)
        self._text = text
        self.games = self._answer["games"]
        self.finished = self._answer["finished"]
        self.cards = self._answer["list"]
        self.passes = [{name: value for name, value in one.items() if name != "changes"} for one in self._answer["passes"]]
        self.changes = changes

    def to_dict(self) -> dict[str, Any]:
        """All of the answer, as tune.json has it."""
        return dict(self._answer)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gauntlet.Tuning of {self._answer['deck']}: {self.games} games>"


class Metagame:
    """What a matrix says about a field. `print(metagame)` tells it in words."""

    decks: Table
    """A row for each deck, the best against the field first: deck, field, against_field, share (of the equilibrium), against_equilibrium; of all but the
    first two also the ends of their 95% intervals, _low and _high."""
    best_response: str
    """The deck that does best against the field."""
    cycles: list[dict[str, Any]]
    """Three decks that beat each other in a circle ("decks"), and by how much ("rates"), the clearest first."""

    def __init__(self, answer: str, text: str, decks: Table) -> None:
        self._answer: dict[str, Any] = json.loads(answer)
        self._text = text
        self.decks = decks
        self.best_response = self._answer["best_response"]
        self.cycles = self._answer["cycles"]

    def to_dict(self) -> dict[str, Any]:
        """All of the answer, as `gauntlet metagame --json` has it."""
        return dict(self._answer)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gauntlet.Metagame of {len(self.decks)} decks: best is {self.best_response}>"
