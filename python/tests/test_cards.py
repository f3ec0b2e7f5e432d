"""Cards and decks."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import gauntlet
from gauntlet import cards, deck

Command = Callable[..., subprocess.CompletedProcess[str]]

PIXIE = """name Pixie of Rain
cost {1}{U}
type Creature Faerie
pt 1/1
text Flying
text When ~ enters, draw a card.
"""
RIDDLE = "name Riddle\ncost {R}\ntype Instant\ntext Frobnicate target player.\n"


def test_shipped_cards_are_understood() -> None:
    found = cards.check()
    assert found.cards == found.understood > 100
    assert found.problems == []


def test_check_is_that_of_the_command(command: Command, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(PIXIE)
    (tmp_path / "two.txt").write_text(RIDDLE)
    found = cards.check(tmp_path / "one.txt", tmp_path / "two.txt")
    told = json.loads(command("cards", "check", "--json", str(tmp_path / "one.txt"), str(tmp_path / "two.txt")).stdout)
    assert (found.cards, found.understood) == (told["cards"], told["understood"]) == (2, 1)
    assert [vars(problem) for problem in found.problems] == told["problems"]
    assert cards.check(tmp_path).cards == 2
    with pytest.raises(gauntlet.CardError, match="name card files or a folder of them"):
        cards.check(tmp_path / "none.txt")


def test_show_is_that_of_the_command(command: Command) -> None:
    card = cards.show("Lightning Bolt")
    told = json.loads(command("cards", "show", "Lightning Bolt", "--json").stdout)
    assert {"name": card.name, "text": card.text, "does": card.does, "compiled": card.program} == told
    assert str(card) == command("cards", "show", "Lightning Bolt").stdout
    with pytest.raises(gauntlet.CardError) as raised:
        cards.show("Lightnig Bolt")
    assert str(raised.value) == command("cards", "show", "Lightnig Bolt").stderr.removeprefix("error: ").strip()


def test_texts_are_compiled() -> None:
    (pixie,) = cards.compile(PIXIE)
    assert pixie.name == "Pixie of Rain"
    assert any("draw a card" in line for line in pixie.text)
    assert pixie.does
    assert pixie.program
    row = {"name": "Pixie of Rain", "mana_cost": "{1}{U}", "type_line": "Creature — Faerie", "power": "1", "toughness": "1"}
    (same,) = cards.compile(json.dumps({**row, "text": "Flying\nWhen Pixie of Rain enters, draw a card."}))
    assert same.program == pixie.program
    with pytest.raises(gauntlet.CardError, match="Frobnicate"):
        cards.compile(PIXIE + "\n" + RIDDLE, name="mine")
    assert cards.compile("") == []


def test_decks_are_checked(command: Command, riddle: Path) -> None:
    burn = deck.check("burn")
    assert burn.name == "burn"
    assert len(burn.cards) == 60
    assert len(burn.fingerprint) == 16
    text = "\n".join(f"1 {card}" for card in burn.cards)
    same = deck.check(text)
    file = riddle.with_name("same.txt")
    file.write_text(text)
    assert (same.file, same.fingerprint, same.cards) == (None, deck.check(file).fingerprint, burn.cards)
    with pytest.raises(gauntlet.DeckError) as raised:
        deck.check(riddle)
    told = command("watch", str(riddle), "burn").stderr.removeprefix("error: ").strip()
    assert str(raised.value) == told
    assert "did you mean" in told
    with pytest.raises(gauntlet.DeckError):
        deck.check("\n".join(["1 Mountain"] * 40))
    assert len(deck.check("\n".join(["1 Mountain"] * 40), min_cards=40).cards) == 40
    assert len(deck.check("starting", game="millennials").cards) == 12
