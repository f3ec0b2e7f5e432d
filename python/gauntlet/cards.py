"""Card files: what is wrong with them, and what cards do. The functions are the commands `gauntlet cards`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _native
from .errors import UsageError
from .options import path

if TYPE_CHECKING:
    from .options import Path

__all__ = ["Card", "Check", "Problem", "check", "compile", "show"]


@dataclass(frozen=True)
class Problem:
    """What is wrong with the definition of a card."""

    file: str
    """The file."""
    line: int
    """The line, from 1; 0 if it is about the whole file."""
    column: int
    """The column, from 1, in characters."""
    card: str | None
    """The card's name."""
    message: str
    """What is wrong, in a sentence."""


@dataclass(frozen=True)
class Check:
    """What check found."""

    cards: int
    """How many cards there are."""
    understood: int
    """How many of them are understood."""
    problems: list[Problem]
    """What is wrong with the others, in the order of the files."""


@dataclass(frozen=True)
class Card:
    """A card that was compiled."""

    name: str
    """Its name."""
    text: list[str]
    """Its text as the compiled form is written back, by paragraphs, with ~ for its name."""
    does: str
    """What it does, in English made from its program."""
    program: str
    """The program: its instructions."""

    def __str__(self) -> str:
        return self.does


def check(*files: Path) -> Check:
    """Compiles all cards in card files or folders of them (in the shipped ones if none are named).

    Raises CardError if a file can't be read or there are no cards. Cards that aren't understood are no error here: they are what is looked for.
    """
    cards, understood, problems = _native.check_cards([path(file, "a card file") for file in files])
    return Check(cards, understood, [Problem(*problem) for problem in problems])


def show(name: str, *, cards: Path | None = None) -> Card:
    """Compiles the card of this name, of card files or a folder of them (of the shipped ones if none are named).

    Raises CardError if there is no such card, with the nearest name, or if it isn't understood, with the words underlined.
    """
    if not isinstance(name, str):
        raise UsageError(f"a card is named by a str, not by {name!r}")
    return Card(*_native.show_card(name, None if cards is None else path(cards, "'cards'")))


def compile(text: str, *, name: str = "text") -> list[Card]:
    """Compiles the cards of a text: in the format of card files, or one JSON object on each line. They come in alphabetical order.

    name: what messages call the text.

    Raises CardError if one of them isn't understood, with the words underlined.
    """
    if not isinstance(text, str):
        raise UsageError(f"the text of cards is a str, not {text!r}")
    return [Card(*card) for card in _native.compile_cards(text, name)]
