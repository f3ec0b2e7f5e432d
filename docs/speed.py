#!/usr/bin/env python3
"""Measures the numbers of docs/speed.md. Needs a release build, and nothing but Python; docs/numbers.md tells more.

    python3 docs/speed.py                  measures all (about ten minutes on an idle machine), writes docs/speed.json
    python3 docs/speed.py --smoke          the same with little of everything, writes nothing: does it work?
    python3 docs/speed.py --table          the table of docs/speed.md, from docs/speed.json
    python3 docs/speed.py --instructions   the instructions of a game, by deck and agent (valgrind; docs/speed.md has the table)
    python3 docs/speed.py --check          notes if the engine has changed since; fails if the page says something else
    python3 docs/speed.py --check --strict fails also if the engine has changed since (before a release)
"""
import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "speed.json"
PAGE = ROOT / "docs" / "speed.md"
# What the numbers depend on: all that plays games.
SOURCES = ["engine/core/src", "engine/cards/src", "engine/magic/src", "engine/millennials/src", "ai/src", "harness/src", "Cargo.lock"]
# The decks whose games' instructions are counted, in mirrors.
INSTRUCTIONS = ["mono-red-aggro", "burn", "blue-black-control", "pauper/mono-red-burn", "pauper/mono-red-rally"]
BEGIN, END = "<!-- numbers: docs/speed.py -->", "<!-- /numbers -->"


def source_hash():
    """A hash of the sources that decide how games are played and how fast."""
    digest = hashlib.sha256()
    for place in SOURCES:
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.rs")):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def commit():
    asked = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else "unknown"


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


class Measure:
    def __init__(self, gauntlet, smoke):
        self.gauntlet, self.smoke, self.values = gauntlet, smoke, {}
        self.dir = tempfile.mkdtemp(prefix="gauntlet-numbers-")

    def run(self, *words):
        """Runs a command to its end: what it printed, its seconds, and the most memory that it took, in MB."""
        begin = time.monotonic()
        child = subprocess.Popen([self.gauntlet, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        out = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"this failed: gauntlet {' '.join(words)}")
        return out, time.monotonic() - begin, usage.ru_maxrss / 1024

    def out(self, name):
        return str(Path(self.dir) / name)

    def note(self, name, value):
        self.values[name] = value
        print(f"{name}: {value}", file=sys.stderr)

    def bench(self):
        out, _, _ = self.run("bench", "--json", "--seconds", "0.05" if self.smoke else "5")
        for line in json.loads(out):
            self.note(line["name"], float(f"{line['value']:.4g}"))

    def matrix(self):
        games = "2" if self.smoke else "200"
        _, seconds, _ = self.run("matrix", "decks/", "--games", games, "--quiet", "--threads", "2", "--out", self.out("matrix"))
        manifest = json.loads(Path(self.out("matrix"), "run.json").read_text())
        self.note("matrix pairings", manifest["counts"]["pairings"])
        self.note("matrix seconds", round(seconds, 1))

    def million(self):
        games = "200" if self.smoke else "1000000"
        line = ["match", "mono-red-aggro", "burn", "--agent", "random", "--games", games, "--quiet", "--threads", "2"]
        _, seconds, memory = self.run(*line, "--out", self.out("million"))
        self.note("million games seconds", round(seconds))
        self.note("million games memory", round(memory, 1))

    def rows(self):
        for games in ["20", "200"] if self.smoke else ["2000", "100000"]:
            line = ["match", "mono-red-aggro", "burn", "--agent", "random", "--games", games, "--rows", "--quiet", "--threads", "2"]
            _, _, memory = self.run(*line, "--out", self.out(f"rows-{games}"))
            self.note(f"memory with rows, {games} games", round(memory, 1))

    def instructions(self):
        if shutil.which("valgrind") is None:
            print("no valgrind here: instructions are not counted", file=sys.stderr)
            return
        games = "2" if self.smoke else "600"
        line = ["match", "mono-red-aggro", "mono-red-aggro", "--agent", "random", "--games", games, "--threads", "1", "--quiet"]
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.gauntlet]
        asked = subprocess.run([*tool, *line, "--out", self.out("valgrind")], cwd=ROOT, capture_output=True, text=True)
        counted = re.search(r"Collected : (\d+)", asked.stderr)
        if counted:
            self.note("million instructions", round(int(counted.group(1)) / 1e6))

    def instructions_a_game(self, deck, agent, games):
        """Millions of instructions of one game: those of two more, less those of two, which are mostly start-up."""

        def counted(count):
            file = f"decks/{deck}.txt"
            line = ["match", file, file, "--agent", agent, "--games", str(count), "--threads", "1", "--quiet"]
            tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.gauntlet]
            out = self.out(f"{Path(deck).stem}-{agent}-{count}")
            asked = subprocess.run([*tool, *line, "--out", out], cwd=ROOT, capture_output=True, text=True)
            found = re.search(r"Collected : (\d+)", asked.stderr)
            return int(found.group(1)) if found and asked.returncode == 0 else sys.exit(f"this failed: {' '.join([*tool, *line])}\n{asked.stderr}")

        return (counted(games + 2) - counted(2)) / games / 1e6

    def by_deck(self):
        if shutil.which("valgrind") is None:
            sys.exit("instructions are counted with valgrind, which isn't installed")
        print("| millions of instructions a game | random | heuristic |\n|---|---|---|")
        for deck in INSTRUCTIONS:
            counts = (2, 2) if self.smoke else (200, 60)
            random, heuristic = (self.instructions_a_game(deck, *asked) for asked in zip(("random", "heuristic"), counts))
            print(f"| `{deck}` | {random:.2f} | {heuristic:.2f} |", flush=True)
        shutil.rmtree(self.dir)

    def all(self):
        for part in [self.bench, self.matrix, self.million, self.rows, self.instructions]:
            part()
        shutil.rmtree(self.dir)
        return self.values


def table(record):
    values = record["values"]

    def speed(agent):
        decisions, games = values[f"{agent} decisions"], values[f"{agent} games"]
        each = values[f"{agent} decision"] / 1000
        return f"{games:,.0f} a second ({decisions / games:.0f} decisions each, {each:.1f} µs a decision)"

    rows = [
        ("random games", speed("random")),
        ("heuristic games", speed("heuristic")),
        ("copy of a mid-game position", f"{values['clone']:.0f} ns, {values['position size'] / 1000:.1f} KB"),
        ("legal-action list", f"{values['legal actions']:.0f} ns (made once, when the decision is reached)"),
        ("allocations per game, once warm", f"{values['allocations per game']:.0f}"),
        ("two threads against one", f"{values['two threads to one']:.2f} times"),
        (f"`matrix decks/`: {values['matrix pairings']} pairings of 200 games, 2 threads", f"{values['matrix seconds']} s"),
        (
            "a million random games of one matchup, 2 threads",
            f"{values['million games seconds']} s, {values['million games memory']:.0f} MB",
        ),
        (
            "peak memory with a row for each game: 2,000 games, and 100,000",
            f"{values['memory with rows, 2000 games']} MB, {values['memory with rows, 100000 games']} MB",
        ),
    ]
    if "million instructions" in values:
        rows.append(("600 random games in instructions (callgrind)", f"{values['million instructions']:,} million"))
    return "".join(["| | |\n|---|---|\n"] + [f"| {name} | {value} |\n" for name, value in rows])


def check(strict):
    if not FILE.exists():
        print("there is no docs/speed.json yet: python3 docs/speed.py makes it")
        return 1 if strict else 0
    record = json.loads(FILE.read_text())
    code = 0
    if record["sources"] != source_hash():
        print(f"the numbers of docs/speed.md are of {record['commit']}, and the sources have changed since: python3 docs/speed.py")
        code = 1 if strict else 0
    page = PAGE.read_text()
    shown = page.split(BEGIN, 1)[1].split(END, 1)[0].strip() if BEGIN in page and END in page else None
    if shown != table(record).strip():
        print("the table of docs/speed.md is not that of docs/speed.json: python3 docs/speed.py --table")
        code = 1
    return code


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--gauntlet", default=str(ROOT / "target/release/gauntlet"), help="the program to measure")
    words.add_argument("--smoke", action="store_true")
    words.add_argument("--table", action="store_true")
    words.add_argument("--instructions", action="store_true")
    words.add_argument("--check", action="store_true")
    words.add_argument("--strict", action="store_true")
    args = words.parse_args()
    if args.check:
        return check(args.strict)
    if args.table:
        print(table(json.loads(FILE.read_text())), end="")
        return 0
    if not Path(args.gauntlet).exists():
        sys.exit(f"there is no {args.gauntlet}: cargo build --release")
    if args.instructions:
        Measure(args.gauntlet, args.smoke).by_deck()
        return 0
    values = Measure(args.gauntlet, args.smoke).all()
    if not args.smoke:
        record = {"commit": commit(), "sources": source_hash(), "machine": f"{processor()}, {os.cpu_count()} processors", "values": values}
        FILE.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
        print(table(record), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
