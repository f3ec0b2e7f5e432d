"""The examples run."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "python"


def test_a_random_agent() -> None:
    words = [sys.executable, str(EXAMPLES / "random_agent.py"), "20"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "against random: wins" in done.stdout
    assert "Traceback" not in done.stdout
