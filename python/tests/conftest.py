"""What tests share."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import gauntlet


@pytest.fixture(scope="session")
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command, as a user would: `python/test` says where it is."""
    program = os.environ["GAUNTLET_COMMAND"]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *words], capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def position() -> gauntlet.Position:
    """A game at its first decision."""
    return gauntlet.Position.new(["mono-red-aggro", "green-stompy"], seed=7)


@pytest.fixture
def riddle(tmp_path: Path) -> Path:
    """A deck with a card that there isn't."""
    file = tmp_path / "riddle.txt"
    file.write_text("59 Mountain\n1 Lightnig Bolt\n")
    return file


def play_out(position: gauntlet.Position, choose: Callable[[list[int]], int]) -> None:
    """Plays a game to its end."""
    while position.to_act is not None:
        position.apply(choose(position.legal_keys()))
