"""The commands that play games, as functions."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import UsageError
from .options import (
    Arguments,
    CompareOptions,
    LadderOptions,
    RunOptions,
    SprtOptions,
    deck_files,
    named_game,
    path,
    specs,
    whole,
    with_agents,
)
from .results import Comparison, Metagame, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import Agent, Path, Progress

__all__ = ["compare", "field", "ladder", "match", "matrix", "metagame", "sprt"]


def match(
    a: Path, b: Path, *, game: str = "magic", progress: Progress | bool | None = None, **options: Unpack[RunOptions]
) -> Result:
    """Plays one deck against another.

    a, b: decks: files, names of shipped decks, or texts of decklists (str of several lines). With `out`, texts are kept in its directory "decks".
    game: "magic" or "millennials".
    progress: a function that is told how many games were played, and how many there are to play (two ints); True: a bar of tqdm.
    options: those of `gauntlet match`: see gauntlet.options.RunOptions.

    Returns a Result. The same options give the same tables as the command, byte for byte.

    Raises DeckError, CardError, UsageError, FileError; KeyboardInterrupt within a second of Ctrl-C: what was played until then is in `out`, if
    that was given, and the same call goes on from there.
    """
    return _play("match", [a, b], game, progress, options)


def matrix(
    decks: Path = "decks",
    *,
    mirrors: bool = False,
    game: str = "magic",
    progress: Progress | bool | None = None,
    **options: Unpack[RunOptions],
) -> Result:
    """Plays every deck of a directory (the shipped ones by default) against every other. All else is as with match.

    mirrors: let decks also play themselves.
    """
    return _play("matrix", [decks], game, progress, {"mirrors": mirrors, **options})


def field(
    deck: Path,
    decks: Path = "decks",
    *,
    mirrors: bool = False,
    game: str = "magic",
    progress: Progress | bool | None = None,
    **options: Unpack[RunOptions],
) -> Result:
    """Plays one deck against every deck of a directory (the shipped ones by default). All else is as with match.

    mirrors: let the deck also play itself.
    """
    return _play("field", [deck, decks], game, progress, {"mirrors": mirrors, **options})


def ladder(
    *agents: Agent,
    decks: Path = "decks",
    game: str = "magic",
    progress: Progress | bool | None = None,
    **options: Unpack[LadderOptions],
) -> Result:
    """Finds out which agent is stronger: each two play each other with the decks of a directory, both the same one, and all are rated.

    agents: two or more: specs or functions.
    options: those of `gauntlet ladder`: see gauntlet.options.LadderOptions.

    Returns a Result, with what is known of the agents in `ladder`. All else is as with match.
    """
    return _agents("ladder", agents, decks, game, progress, options)


def sprt(
    a: Agent,
    b: Agent,
    *,
    decks: Path = "decks",
    game: str = "magic",
    progress: Progress | bool | None = None,
    **options: Unpack[SprtOptions],
) -> Result:
    """Finds out whether agent a is stronger than agent b with as few games as that takes: a sequential probability ratio test.

    options: those of `gauntlet sprt`: see gauntlet.options.SprtOptions.

    Returns a Result: `ladder["sprt"]["decision"]` is "high", "low" or "open". All else is as with ladder.
    """
    return _agents("sprt", (a, b), decks, game, progress, options)


def _agents(
    command: str,
    agents: tuple[Agent, ...],
    decks: Path,
    game: str,
    progress: Progress | bool | None,
    options: LadderOptions | SprtOptions,
) -> Result:
    named_game(game)
    words, _ = with_agents(options, LadderOptions if command == "ladder" else SprtOptions)
    names, functions = specs(agents)
    line = [command, f"--decks={path(decks, 'decks')}", *words, "--", *names]
    return Result(watched(progress, lambda tell: _native.play(line, game, functions, tell)))


def compare(
    old: Path, new: Path, *, game: str = "magic", progress: Progress | bool | None = None, **options: Unpack[CompareOptions]
) -> Comparison:
    """Finds out whether a new version of a deck is better than the old one: plays both against a field until that is known.

    old, new: decks: files, names of shipped decks, or texts of decklists.
    options: those of `gauntlet compare`: see gauntlet.options.CompareOptions.

    All else is as with match.
    """
    words, agents = with_agents(options, CompareOptions)
    with deck_files([old, new], game) as decks:
        command = ["compare", *words, "--", *decks]
        return Comparison(*watched(progress, lambda tell: _native.compare(command, game, agents, tell)))


def metagame(run: Result | Path, *, field: str | dict[str, float] | None = None, samples: int = 1000) -> Metagame:
    """Tells what a matrix says about a field: which mixture of decks no deck beats, what to bring against a given field, who beats whom in circles.

    run: a Result of matrix, or the directory of one.
    field: the shares of decks in the field: {"burn": 30, "white-tokens": 10}, or "burn=30,white-tokens=10" [default: all alike]. They needn't add up.
    samples: how often the games are drawn again, for the intervals.

    Raises UsageError if it is no matrix or the field is not of its decks, FileError if the directory can't be read.
    """
    samples = whole(samples, "samples", 1, 2**32 - 1)
    if field is not None and not isinstance(field, (str, dict)):
        raise UsageError(f"'field' has the shares of decks, {{\"burn\": 30, \"elves\": 10}}, or a text of them, and isn't {field!r}")
    shares = ",".join(f"{deck}={share}" for deck, share in field.items()) if isinstance(field, dict) else field
    if isinstance(run, Result):
        return Metagame(*_native.analyse(run.run["run"], run._csv, "the result", shares, samples))
    return Metagame(*_native.analyse_directory(path(run, "a run that isn't a Result"), shares, samples))


def _play(
    command: str, decks: list[Path], game: str, progress: Progress | bool | None, options: dict[str, Any] | RunOptions
) -> Result:
    words, agents = with_agents(options, RunOptions, Arguments)
    for deck in decks:
        if not isinstance(deck, (str, os.PathLike)):
            several = " (decks to be played against each other are files of one directory)" if isinstance(deck, (list, tuple, set)) else ""
            raise UsageError(f"'{command}' wants a path, a name or a text where {deck!r} is{several}")
    with deck_files(decks, game, options.get("out")) as files:
        line = [command, *words, "--", *files]
        return Result(watched(progress, lambda tell: _native.play(line, game, agents, tell)))


def watched(progress: Progress | bool | None, play: Callable[[Progress | None], Any]) -> Any:
    """What `play` returns, as it tells how far it is."""
    if progress not in (None, True, False) and not callable(progress):
        raise UsageError(f"'progress' is a function, True or False, not {progress!r}")
    if progress is not True:
        return play(progress or None)
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise UsageError('progress=True needs tqdm: pip install "gauntlet[progress]"') from None
    with closing(tqdm(unit="game", total=0)) as bar:

        def tell(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        return play(tell)
