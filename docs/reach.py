#!/usr/bin/env python3
"""Measures what the ways into the engine cost: a bot at a pipe, Python, a vectorised environment, Ray. Prints a table.

    cargo build --release -p gauntlet -p gauntlet-vector -p gauntlet-spellbench --bins --examples
    pip install "python/dist/…whl[ray]"
    python docs/reach.py            a few minutes on an idle machine
    python docs/reach.py --smoke    the same with little of everything: does it work?

Needs a Python in which the wheel `gauntlet` is installed; without Ray its row is left out, and that is said.
"""
import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECK = "mono-red-aggro"


def run(words):
    """Runs a command to its end: what it printed, its seconds, and its processor seconds, its children's included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    done = subprocess.run([str(word) for word in words], cwd=ROOT, capture_output=True, text=True)
    seconds = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"this failed: {' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout, seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pipe(programs, games, scratch):
    """Microseconds of a decision of a bot at a pipe, the whole observation included: by the clock, and of all processors."""
    bot = f"exec:keep=yes {programs / 'examples/small'}"
    out = scratch / "pipe"
    line = [programs / "gauntlet", "match", DECK, DECK, "--agent", bot, "--games", games, "--threads", 1, "--quiet"]
    _, seconds, processor = run([*line, "--out", out])
    decisions = json.loads((out / "run.json").read_text())["counts"]["decisions"]
    return [(f"a decision of a bot at a pipe, of {decisions:,}", f"{1e6 * seconds / decisions:.0f} µs, {1e6 * processor / decisions:.0f} of processor time")]


def vector(programs, steps):
    """Decisions a second of environments that are stepped at random, by what is written for each."""
    said, _, _ = run([programs / "examples/speed", f"decks/{DECK}.txt", 256, steps, 1])
    rates = dict(re.findall(r"(\w+): +(\d+) decisions/s", said))
    return [(f"vectorised environment, one core, {name}", f"{int(rate):,} decisions a second") for name, rate in rates.items()]


def apply(games):
    """Microseconds of `Position.apply` from Python, the engine's own included, in random games."""
    import gauntlet

    rng = random.Random(1)
    start = gauntlet.Position.new([DECK, DECK], 1)
    seconds, actions = 0.0, 0
    for seed in range(games):
        game = start.deal(seed)
        while game.to_act is not None:
            keys = game.legal_keys()
            key = keys[rng.randrange(len(keys))]
            begin = time.perf_counter()
            game.apply(key)
            seconds += time.perf_counter() - begin
            actions += 1
    return [(f"`Position.apply` from Python, of {actions:,}", f"{1e6 * seconds / actions:.1f} µs with the engine's own")]


def engine(programs, seconds):
    """Microseconds of a decision in the loop of `gauntlet bench`, as the yardstick of this machine in this hour."""
    said, _, _ = run([programs / "gauntlet", "bench", "--json", "--seconds", seconds])
    each = next(line["value"] for line in json.loads(said) if line["name"] == "random decision")
    return [("the engine's own random decision (`gauntlet bench`)", f"{each / 1000:.1f} µs")]


def ray(games):
    """The rate of a local Ray with two workers against one process with two threads, the cluster's start left out."""
    try:
        import ray as cluster
    except ImportError:
        print("Ray isn't installed: its row is left out", file=sys.stderr)
        return []
    import gauntlet
    import gauntlet.ray

    cluster.init(num_cpus=2, include_dashboard=False, log_to_driver=False)

    def seconds(play, count, **options):
        begin = time.monotonic()
        play(DECK, DECK, agent="random", seed=5, games=count, **options)
        return time.monotonic() - begin

    # Workers load their libraries with the first task.
    seconds(gauntlet.ray.match, 200)
    many = seconds(gauntlet.ray.match, games)
    cluster.shutdown()
    one = seconds(gauntlet.match, games, threads=2)
    return [(f"Ray with two workers against two threads, {games:,} games", f"{one / many:.2f} of the rate ({many:.1f} s against {one:.1f} s)")]


def wheel():
    files = sorted((ROOT / "python/dist").glob("*.whl"))
    return [("wheel", f"{file.stat().st_size / 1e6:.1f} MB") for file in files]


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--programs", type=Path, default=ROOT / "target/release", help="the folder with the built programs")
    words.add_argument("--smoke", action="store_true")
    asked = words.parse_args()
    programs = asked.programs.resolve()
    with tempfile.TemporaryDirectory(prefix="gauntlet-reach-") as name:
        scratch = Path(name)
        rows = engine(programs, 0.05 if asked.smoke else 2)
        rows += pipe(programs, 4 if asked.smoke else 400, scratch)
        rows += vector(programs, 20 if asked.smoke else 2000)
        rows += apply(2 if asked.smoke else 200)
        rows += ray(400 if asked.smoke else 100000)
        rows += wheel()
    print("| | |\n|---|---|")
    for what, cost in rows:
        print(f"| {what} | {cost} |")


if __name__ == "__main__":
    main()
