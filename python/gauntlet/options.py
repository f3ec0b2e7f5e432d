"""The options of functions that play: those of the commands, with `_` for `-`."""

from __future__ import annotations

import difflib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from .errors import DeckError, FileError, UsageError

if TYPE_CHECKING:
    from ._native import Action, View

    Path: TypeAlias = str | os.PathLike[str]
    #: Who takes the first turn: both in turn, always the first deck, always the second.
    OnThePlay: TypeAlias = Literal["swap", "a", "b"]
    #: Who plays: an agent's spec ("heuristic", "mc:rollouts=200"), a function that is given a View and returns the chosen Action or its key, or
    #: a class whose objects are such functions.
    Agent: TypeAlias = str | Callable[[View], "Action | int"] | type[Callable[[View], "Action | int"]]
    #: Is told how many games were played, and how many there are to play as far as is known.
    Progress: TypeAlias = Callable[[int, int], object]

__all__ = ["CompareOptions", "DealOptions", "DeckOptions", "LadderOptions", "PlayOptions", "RunOptions", "SprtOptions", "TuneOptions"]


class DeckOptions(TypedDict, total=False):
    """What decks are made of."""

    cards: Path | None
    """Card files or a folder of them [default: the folder "cards" next to the decks, or the shipped ones]."""
    min_cards: int | None
    """The least number of cards in a deck [default: 60]."""
    any_deck: bool
    """Take decks of any number of cards, with any number of copies of each."""
    without_unplayable_sideboards: bool
    """Play sideboards without their cards that can't be played; single games need no sideboard, and do so anyway."""
    manual_mana: bool
    """Make each mana ability that is activated for a cost, and each mana that is spent, a choice of its player."""
    knows: Literal["list", "field", "nothing"]
    """Magic: what agents are told of the other's deck [default: "list"]."""
    field_of: Path | None
    """With knows="field": the directory that has the field's decks [default: the decks that play]."""
    policy: str | None
    """Millennials: in which order effects resolve."""
    mode: Literal["symmetric", "shipped"] | None
    """Millennials: how the seats differ."""
    priority: Literal["alternate", "leader", "first"] | None
    """Millennials: whose cards are revealed first."""
    generator: Literal["mixed", "shipped"] | None
    """Millennials: where random numbers come from."""
    locations: str | None
    """Millennials: the types of the three locations, for example "3,13,0"."""


class DealOptions(DeckOptions, total=False):
    """The options of a single game."""

    max_turns: int
    """A game that goes past this turn is a draw (both players' turns count) [default: 200]."""
    max_actions: int
    """A game that takes more choices than this is a draw [default: 20000]."""


class PlayOptions(DealOptions, total=False):
    """Who plays, from which seed."""

    seed: int
    """The number that all random streams derive from; the same number gives the same games [default: 1]."""
    agent: Agent | None
    """Who plays both sides [default: "heuristic"]."""
    agent_a: Agent | None
    """Who plays the first deck (in a matrix: the row's deck) [default: agent]."""
    agent_b: Agent | None
    """Who plays the second deck (in a matrix: the column's deck) [default: agent]."""
    threads: int | None
    """How many threads [default: one per processor]. Their number never changes a result."""
    out: Path | None
    """A directory for the files that the command writes: the same bytes [default: none are kept]."""


class RunOptions(PlayOptions, total=False):
    """The options of match, matrix and field."""

    games: int
    """Games of each pairing, rounded up to whole pairs [default: 200]."""
    until: float | None
    """Go on until the 95% interval of every pairing is at most this many percentage points to either side."""
    skip_unplayable: Literal["yes", "no"] | None
    """Whether decks of a directory that can't be played are left out, or stop the run [default: "yes"]."""
    best_of: Literal[1, 3, 5]
    """Play matches of this many games, with sideboarding; games then counts matches [default: 1]."""
    luck: bool
    """Also tell win rates without the luck of the deal."""
    on_the_play: OnThePlay
    """Who takes the first turn: both in turn on the same seeds, always the first deck, always the second [default: "swap"]."""
    rows: Literal["csv", "parquet"] | bool | None
    """Keep a row for each game: the table `games` of the result, and a file in out, games.csv (True, "csv") or games.parquet."""
    details: bool
    """Follow the games: the tables cards, mulligans, resources, turns and fit of the result."""
    shard: str | None
    """Play just this part of the run, for example "3/100"."""
    fresh: bool
    """Play everything anew, whatever out has of this run."""


class _AgentsOptions(DealOptions, total=False):
    seed: int
    """The number that all random streams derive from; the same number gives the same games [default: 1]."""
    threads: int | None
    """How many threads [default: one per processor]. Their number never changes a result."""
    out: Path | None
    """A directory for the files that the command writes: the same bytes [default: none are kept]."""
    skip_unplayable: Literal["yes", "no"] | None
    """Whether decks that can't be played are left out, or stop the run [default: "yes"]."""
    rows: Literal["csv", "parquet"] | bool | None
    """Keep a row for each game: the table `games` of the result, and a file in out."""
    fresh: bool
    """Play everything anew, whatever out has of this run."""


class LadderOptions(_AgentsOptions, total=False):
    """The options of ladder."""

    games: int
    """Games of each two agents, spread over the decks in whole pairs [default: 200]."""
    shard: str | None
    """Play just this part of the run, for example "3/100"."""


class SprtOptions(_AgentsOptions, total=False):
    """The options of sprt."""

    elo0: float
    """The difference in Elo points at which the first agent isn't worth having [default: 0]."""
    elo1: float
    """The difference at which it is [default: 10]."""
    alpha: float
    """How often elo1 may be believed where elo0 is true [default: 0.05]."""
    beta: float
    """How often elo0 may be believed where elo1 is true [default: 0.05]."""
    max_games: int
    """The most games [default: 100000]."""


class CompareOptions(PlayOptions, total=False):
    """The options of compare. Agent A plays both versions, agent B their opponents."""

    against: Path
    """The directory that has their opponents [default: the shipped decks]."""
    margin: float
    """A difference of fewer percentage points is none [default: 0.5]."""
    max_games: int
    """The most games, of both versions together [default: 1000000]."""
    unpaired: bool
    """Play the new version from other seeds than the old."""


class TuneOptions(PlayOptions, total=False):
    """The options of deck.tune. Agent A plays the deck, agent B its opponents."""

    against: Path
    """The directory that has the opponents [default: the shipped decks]."""
    margin: float
    """A change that is better by fewer percentage points is of no interest [default: 0.5]."""
    max_games: int
    """The most games, of all changes together [default: 1000000]."""
    passes: int
    """How often the best change is made and the race run again [default: 1]."""
    write: Path | None
    """Write the list with the best changes to this file."""


class Arguments(TypedDict, total=False):
    """Arguments of functions that are options of the commands."""

    mirrors: bool
    """Let decks also play themselves."""
    decks: Path
    """The directory of the decks."""


#: Options that can name an agent.
_AGENTS = ("agent", "agent_a", "agent_b")


@contextmanager
def deck_files(decks: Sequence[Path], game: str, out: Path | None = None) -> Iterator[list[str]]:
    """Decks by their paths and names, as commands take them. What is the text of a decklist (a string of several lines) is written into a file: in
    `out`, if that is kept, where the same run is gone on with, or in a folder that is gone afterwards."""
    named_game(game)
    named = [path(deck, "a deck") for deck in decks]
    if not any("\n" in deck for deck in named):
        yield named
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = scratch if out is None else os.path.join(os.fspath(out), "decks")
        extension = "toml" if game == "millennials" else "txt"
        for place, deck in enumerate(named):
            if "\n" not in deck:
                continue
            named[place] = os.path.join(folder, f"deck-{place + 1}.{extension}")
            try:
                os.makedirs(folder, exist_ok=True)
                with open(named[place], "w", encoding="utf-8", newline="") as file:
                    file.write(deck)
            except OSError as error:
                raise FileError(f"can't write {named[place]}: {error.strerror}; choose another place for it") from error
        try:
            yield named
        except DeckError as error:
            # What is said of a text doesn't speak of the folder that it was written into.
            raise DeckError(str(error).replace(folder + os.sep, "")) from None


def named_game(game: object) -> None:
    """Raises `UsageError` for what is no game's name."""
    if not isinstance(game, str):
        raise UsageError(f"'game' is the name of a game (str), not {game!r}")


def path(value: object, what: str) -> str:
    """A path, or the name or text of a deck, as text. Raises `UsageError` for what is none; `what` is what it is called."""
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else value
    if not isinstance(text, str):
        wanted = "a path, a name or a text" if "deck" in what else "a path"
        raise UsageError(f"{what} is {wanted} (str or os.PathLike), not {value!r}")
    return text


def whole(value: object, what: str, least: int, most: int) -> int:
    """A whole number of any type that has them, NumPy's too. Raises `UsageError` for what is none, or doesn't fit."""
    number = None if isinstance(value, bool) or not hasattr(value, "__index__") else value.__index__()
    if not isinstance(number, int) or not least <= number <= most:
        raise UsageError(f"{what!r} must be a whole number from {least} to {most}, not {value!r}")
    return number


def flag(value: object, what: str) -> bool:
    """What is True or False. Raises `UsageError` for what is neither."""
    if not isinstance(value, bool):
        raise UsageError(f"{what!r} is True or False, not {value!r}")
    return value


def _checked(options: Mapping[str, Any], *kinds: type) -> None:
    """Refuses options that there aren't, and values of other types than the option's: a command line would take them for something else."""
    known: dict[str, str] = {}
    for kind in kinds:
        known.update({name: getattr(hint, "__forward_arg__", str(hint)) for name, hint in kind.__annotations__.items()})
    for name, value in options.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            meant = f"; did you mean '{near[0]}'?" if near else f": the options are {', '.join(sorted(known))}"
            raise UsageError(f"there is no option '{name}' here{meant}")
        if value is None:
            continue
        types = set(re.split(r"\W+", re.sub(r"Literal\[.*?\]", "str", known[name])))
        if "Agent" in types:
            if not isinstance(value, str) and not callable(value):
                raise UsageError(f"'{name}' is an agent's spec, such as \"heuristic\", or a function, not {value!r}")
        elif "Path" in types:
            path(value, f"'{name}'")
        elif "bool" in types and "str" not in types:
            flag(value, name)
        elif isinstance(value, bool) and "bool" not in types:
            raise UsageError(f"'{name}' has a value, and is not just {value}")


def words(options: Mapping[str, Any], *kinds: type) -> list[str]:
    """Options as the words of a command line; nothing for what is None or False. They must be those of `kinds`."""
    _checked(options, *kinds)
    found = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        found.append(option if value is True else f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return found


def with_agents(options: Mapping[str, Any], *kinds: type) -> tuple[list[str], list[tuple[str, object]]]:
    """The words of options in which agents may be functions; and these, by the names that stand for them. They must be those of `kinds`."""
    _checked(options, *kinds)
    options = dict(options)
    if options.get("rows") is True:
        options["rows"] = "csv"
    functions: list[tuple[str, object]] = []
    for option in _AGENTS:
        agent = options.get(option)
        if callable(agent):
            options[option] = "python:" + _named(agent, functions)
    return words(options, *kinds), functions


def specs(agents: tuple[Agent, ...]) -> tuple[list[str], list[tuple[str, object]]]:
    """The specs of agents, which may be functions; and these, by the names that stand for them."""
    functions: list[tuple[str, object]] = []
    for agent in agents:
        if not isinstance(agent, str) and not callable(agent):
            raise UsageError(f"an agent is a spec, such as \"heuristic\", or a function, each an argument of its own; not {agent!r}")
    return ["python:" + _named(agent, functions) if callable(agent) else agent for agent in agents], functions


def _named(agent: object, functions: list[tuple[str, object]]) -> str:
    """The name of a function among others, to which it is added."""
    for name, other in functions:
        if other is agent:
            return name
    kind = type(agent)
    module = getattr(agent, "__module__", kind.__module__)
    name = f"{module}.{getattr(agent, '__qualname__', kind.__qualname__)}"
    taken = [other for other, _ in functions]
    if name in taken:
        name = f"{name}#{len(functions) + 1}"
    functions.append((name, agent))
    return name
