"""The examples run, and do what they say."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).parents[1] / "python"


def test_a_random_agent() -> None:
    words = [sys.executable, str(EXAMPLES / "random_agent.py"), "20"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "against random: wins" in done.stdout
    assert "Traceback" not in done.stdout


def run(name: str, *words: str) -> str:
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agents_on_environments() -> None:
    for words in [[], ["--game", "millennials", "--deck", "starting"]]:
        told = run("random_environments.py", "--environments", "32", "--steps", "100", *words)
        assert told.count("decisions/s") == 4
        assert "games ended" in told


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_trained_policy_beats_random_play(library: str, tmp_path: Path) -> None:
    if library == "torch":
        pytest.importorskip("torch")
    curve = tmp_path / "curve.svg"
    told = run("train.py", "--with", library, "--seconds", "15", "--games", "512", "--out", str(curve))
    intervals = re.findall(r"95% interval ([\d.]+)% to ([\d.]+)%", told)
    (untrained_low, untrained_high), (low, _) = (tuple(map(float, pair)) for pair in intervals)
    assert untrained_low < 53, told
    assert untrained_high > 47, told
    assert low > 60, told
    root = ElementTree.parse(curve).getroot()
    assert root is not None
    assert root.tag.endswith("svg")
