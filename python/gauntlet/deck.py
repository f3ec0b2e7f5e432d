"""Decklists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _native
from .options import DeckOptions, TuneOptions, deck_files, path, with_agents, words
from .results import Tuning
from .runs import watched

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import Path, Progress

__all__ = ["Deck", "check", "tune"]


@dataclass(frozen=True)
class Deck:
    """A deck that can be played."""

    name: str
    """Its name in tables."""
    file: str | None
    """The file it was read from; None for a text."""
    fingerprint: str
    """A hash of what matters of its contents (16 hexadecimal digits): equal for decks that play the same."""
    cards: list[str]
    """The names of the cards that a game begins with, one for each card."""


def check(deck: Path, *, game: str = "magic", **options: Unpack[DeckOptions]) -> Deck:
    """Reads a deck as the commands that play do.

    deck: a file, the name of a shipped deck, or the text of a decklist (str of several lines).
    options: see gauntlet.options.DeckOptions.

    Raises DeckError with all that is wrong with it, CardError or UsageError.
    """
    name, file, fingerprint, cards = _native.check_deck(path(deck, "a deck"), game, words(options, DeckOptions))
    return Deck(name, file or None, fingerprint, cards)


def tune(
    deck: Path, pool: Path, *, game: str = "magic", progress: Progress | bool | None = None, **options: Unpack[TuneOptions]
) -> Tuning:
    """Finds out which single-card changes make a deck better: all changes race, and the best is made.

    deck: a file, the name of a shipped deck, or the text of a decklist (str of several lines).
    pool: a file with the cards that may come in, a name on each line, with the most copies before it or without (4).
    options: those of `gauntlet deck tune`: see gauntlet.options.TuneOptions. With out, a call that was stopped goes on where it was.

    All else is as with gauntlet.compare.
    """
    given, agents = with_agents(options, TuneOptions)
    with deck_files([deck], game, options.get("out")) as files:
        command = ["deck", "tune", *given, f"--pool={path(pool, 'pool')}", "--", *files]
        return Tuning(*watched(progress, lambda tell: _native.tune(command, game, agents, tell)))
