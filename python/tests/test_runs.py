"""match, matrix, field, compare and metagame, held against the command."""

import csv
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import gauntlet

Command = Callable[..., subprocess.CompletedProcess[str]]

#: The files of a run that are the same however it is played.
SAME = ("run.json", "matchups.csv", "decks.csv", "games.csv", "cards.csv", "experiment.toml")

RUNS = [
    (["match", "burn", "white-tokens"], {"games": 20, "seed": 3}),
    (["match", "burn", "white-tokens"], {"games": 4, "agent_a": "random", "agent_b": "heuristic", "on_the_play": "b"}),
    (["match", "burn", "white-tokens"], {"games": 6, "rows": "csv", "details": True, "luck": True, "max_turns": 12}),
    (["match", "starting", "crowd"], {"games": 10, "game": "millennials", "rows": "csv", "mode": "shipped"}),
    (["field", "burn"], {"games": 2, "agent": "random", "mirrors": True}),
    (["matrix"], {"games": 2, "agent": "random", "threads": 1}),
]


def line(words: list[str], options: dict[str, object]) -> list[str]:
    """A command line with these options."""
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        words = [*words, option if value is True else f"{option}={value}"]
    return words


@pytest.mark.parametrize(("words", "options"), RUNS)
def test_runs_are_those_of_the_command(command: Command, tmp_path: Path, words: list[str], options: dict) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    done = command(*line(words, options), f"--out={theirs}")
    assert done.returncode == 0, done.stderr
    name, *decks = words
    result = getattr(gauntlet, name)(*decks, out=ours, **options)
    for file in SAME:
        assert (theirs / file).exists() == (ours / file).exists(), file
        if (theirs / file).exists():
            assert (theirs / file).read_bytes() == (ours / file).read_bytes(), file
    assert str(result) == done.stdout
    assert result.run == json.loads((theirs / "run.json").read_text())
    for table in ("matchups", "decks", "games", "cards", "mulligans", "resources", "turns"):
        found, file = getattr(result, table), theirs / f"{table}.csv"
        assert (found is not None) == file.exists(), table
        if found is None:
            continue
        with file.open(newline="") as lines:
            header, *rows = csv.reader(lines)
        assert found.column_names == header
        assert len(found) == len(rows)
        for row, expected in zip(found.to_rows(), rows, strict=True):
            for value, text in zip(row.values(), expected, strict=True):
                assert value == (None if text == "" else type(value)(text)), (table, row)


def test_nothing_is_left_behind_without_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = gauntlet.match("burn", "white-tokens", games=2)
    assert list(tmp_path.iterdir()) == []
    again = gauntlet.match("burn", "white-tokens", games=2, threads=2)
    assert again.matchups.to_dict() == result.matchups.to_dict()


def test_tables_are_read_by_others() -> None:
    table = gauntlet.match("burn", "white-tokens", games=6, rows=True, agent="random").games
    assert table is not None
    columns = table.to_dict()
    assert list(columns) == table.column_names
    arrow = pyarrow.table(table)
    assert arrow.to_pydict() == columns
    assert str(arrow.schema.field("turns").type) == "int64"
    assert str(arrow.schema.field("deck_a").type) == "string"
    assert polars.DataFrame(table).to_dict(as_series=False) == columns
    frame = pandas.DataFrame(table)
    assert frame["turns"].tolist() == columns["turns"]
    assert list(frame.columns) == table.column_names
    assert table["turns"] == columns["turns"]
    assert list(table) == table.to_rows()
    # A stream is taken once, and the table can be read again.
    assert pyarrow.table(table) == arrow
    with pytest.raises(KeyError):
        table["no such column"]


def test_rows_in_parquet_are_read_by_others(tmp_path: Path, command: Command) -> None:
    out = tmp_path / "run"
    words = ("match", "burn", "white-tokens", "--games", "60", "--agent", "random", "--max-turns", "14", "--quiet")
    done = command(*words, "--rows=parquet", "--out", str(out))
    assert done.returncode == 0, done.stderr
    written = pyarrow.parquet.read_table(out / "games.parquet")
    assert written.num_rows == 60
    # The same as the module returns, whatever the format, and as others read it.
    options = {"games": 60, "agent": "random", "max_turns": 14}
    parquet = gauntlet.match("burn", "white-tokens", rows="parquet", out=tmp_path / "mine", **options)
    lines = gauntlet.match("burn", "white-tokens", rows="csv", **options)
    assert parquet.games is not None
    assert lines.games is not None
    assert written.to_pydict() == parquet.games.to_dict() == lines.games.to_dict()
    assert pyarrow.table(parquet.games).to_pydict() == written.to_pydict()
    assert polars.read_parquet(out / "games.parquet").to_dict(as_series=False) == written.to_pydict()
    assert (tmp_path / "mine/games.parquet").read_bytes() == (out / "games.parquet").read_bytes()
    assert {str(written.schema.field(name).type) for name in ("turns", "pair")} == {"int64"}
    assert str(written.schema.field("deck_a").type) == "string"
    # Who won and why adds up to the table of matchups.
    reasons = written.column("reason").to_pylist()
    assert parquet.matchups["end_turn_limit"][0] == reasons.count("turn_limit")
    assert written.column("winner").null_count == reasons.count("turn_limit")


def test_results_can_be_pickled() -> None:
    result = gauntlet.match("burn", "white-tokens", games=4, agent="random", rows=True, details=True)
    again = pickle.loads(pickle.dumps(result))
    assert str(again) == str(result) and again.to_dict() == result.to_dict()
    for table in ("matchups", "games", "cards"):
        old, new = (pyarrow.table(getattr(one, table)) for one in (result, again))
        assert new.equals(old) and new.schema == old.schema
    with pytest.raises(gauntlet.UsageError, match="a column is of int64, float64 or string, and a is of 'bool'"):
        gauntlet.Table.from_columns([("a", "bool", [True])])


def test_matchups_have_numbers() -> None:
    matchups = pyarrow.table(gauntlet.match("burn", "white-tokens", games=2, agent="random").matchups)
    kinds = {name: str(matchups.schema.field(name).type) for name in ("deck_a", "games", "win_rate", "end_life")}
    assert kinds == {"deck_a": "string", "games": "int64", "win_rate": "double", "end_life": "int64"}


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    threads = set()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        threads.add(threading.get_ident())

    gauntlet.match("burn", "white-tokens", games=100, progress=progress)
    assert told[-1] == (100, 100)
    assert told == sorted(told)
    assert threads == {threading.get_ident()}
    result = gauntlet.match("burn", "white-tokens", games=10, agent="random", progress=True)
    assert result.run["counts"]["games"] == 10


def test_what_progress_raises_ends_the_run() -> None:
    def progress(done: int, total: int) -> None:
        raise ZeroDivisionError

    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        gauntlet.match("burn", "white-tokens", games=10_000_000, progress=progress)
    assert time.monotonic() - begin < 5


INTERRUPTED = """
import sys, time, gauntlet
try:
    gauntlet.match("burn", "white-tokens", games=10_000_000, out=sys.argv[1], agent=sys.argv[2], progress=lambda *_: print("on", flush=True))
except KeyboardInterrupt:
    print("stopped", time.time(), flush=True)
"""


@pytest.mark.parametrize("agent", ["heuristic", "mc:rollouts=100000"])
def test_ctrl_c_stops_within_a_second(tmp_path: Path, agent: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED, str(tmp_path / "run"), agent]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "on\n"
    pressed = time.time()
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read().split("\n")
    stopped = [words for words in rest if words.startswith("stopped")]
    assert stopped, rest
    assert float(stopped[0].split()[1]) - pressed < 1
    # Even if games in flight take long, the process ends.
    process.wait(timeout=30)


def test_what_was_stopped_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"

    def stop(done: int, total: int) -> None:
        if done > 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gauntlet.match("burn", "white-tokens", games=20_000, agent="random", out=out, progress=stop)
    for _ in range(100):
        if list(out.glob("chunks/*.json")):
            break
        time.sleep(0.05)
    result = gauntlet.match("burn", "white-tokens", games=20_000, agent="random", out=out)
    assert result.run["counts"]["games"] == 20_000
    assert result.timing["games"] < 20_000
    whole = gauntlet.match("burn", "white-tokens", games=20_000, agent="random")
    assert result.matchups.to_dict() == whole.matchups.to_dict()


def test_other_threads_run_while_games_are_played() -> None:
    counted = 0
    over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.wait(0.001):
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    gauntlet.match("burn", "white-tokens", games=2000)
    seconds = time.monotonic() - begin
    over.set()
    thread.join()
    assert counted > 20 * seconds


def test_bad_input_is_told_as_the_command_tells_it(command: Command, riddle: Path) -> None:
    for words, options, kind in [
        (["match", "burn", "brun"], {}, gauntlet.DeckError),
        (["match", "burn", str(riddle)], {}, gauntlet.DeckError),
        (["matrix", "/nowhere"], {}, gauntlet.FileError),
        (["match", "burn", "burn"], {"agent": "hueristic"}, gauntlet.UsageError),
        (["match", "burn", "burn"], {"cards": "/nowhere"}, gauntlet.CardError),
        (["match", "burn", "burn"], {"until": 1.0, "shard": "1/2"}, gauntlet.UsageError),
        (["compare", "burn", "burn"], {}, gauntlet.UsageError),
    ]:
        # What it remarks before, as that decks are the shipped ones, is no part of the error.
        told = command(*line(words, options)).stderr.partition("error: ")[2].strip()
        name, *decks = words
        with pytest.raises(kind) as raised:
            getattr(gauntlet, name)(*decks, **options)
        assert str(raised.value) == told
    for options in ({"games": 0}, {"best_of": 2}, {"seed": -1}):
        told = command(*line(["match", "burn", "burn"], options)).stderr.removeprefix("error: ")
        with pytest.raises(gauntlet.UsageError) as raised:
            gauntlet.match("burn", "burn", **options)
        assert told.startswith(str(raised.value))
    # Options are named as they are here.
    with pytest.raises(gauntlet.UsageError, match="there is no option 'gmaes' here; did you mean 'games'?"):
        gauntlet.match("burn", "burn", gmaes=3)  # type: ignore[call-arg]


def test_compare_finds_out(command: Command, tmp_path: Path) -> None:
    better = tmp_path / "better.txt"
    burn = gauntlet.deck.check("burn")
    text = "\n".join(f"1 {card}" for card in burn.cards)
    better.write_text(text)
    worse = tmp_path / "worse.txt"
    spell = next(card for card in burn.cards if card != "Mountain")
    worse.write_text(text.replace(f"1 {spell}", "1 Mountain"))
    options = {"max_games": 1000, "agent": "random", "out": tmp_path / "out"}
    result = gauntlet.compare(better, worse, **options)
    done = command("compare", str(better), str(worse), "--max-games=1000", "--agent=random", f"--out={tmp_path}/theirs")
    assert str(result) == done.stdout
    assert (tmp_path / "out/compare.json").read_bytes() == (tmp_path / "theirs/compare.json").read_bytes()
    assert result.to_dict() == json.loads((tmp_path / "out/compare.json").read_text())
    assert result.verdict in ("better", "worse", "no_difference", "undecided", "hopeless")
    assert result.opponents.column_names == ["deck", "games", "old_rate", "new_rate", "difference", "low", "high"]
    assert sum(result.opponents["games"]) == result.games


def test_metagame_reads_a_result_or_its_directory(command: Command, tmp_path: Path) -> None:
    result = gauntlet.matrix(games=4, agent="random", out=tmp_path / "run")
    one = gauntlet.metagame(result, samples=50)
    other = gauntlet.metagame(tmp_path / "run", samples=50)
    told = command("metagame", str(tmp_path / "run"), "--samples=50").stdout
    assert str(one) == str(other) == told
    assert one.to_dict() == other.to_dict()
    assert one.best_response == one.decks["deck"][0]
    assert abs(sum(one.decks["share"]) - 1) < 1e-6
    assert "share_low" in one.decks.column_names
    shares = {"burn": 3, "white-tokens": 1}
    with_field = gauntlet.metagame(result, field=shares, samples=20)
    assert str(with_field) == str(gauntlet.metagame(result, field="burn=3,white-tokens=1", samples=20))
    assert with_field.decks["field"][with_field.decks["deck"].index("burn")] == 0.75
    with pytest.raises(gauntlet.UsageError, match="there is no deck 'burnn'"):
        gauntlet.metagame(result, field="burnn=1")
    with pytest.raises(gauntlet.UsageError, match="run.json"):
        gauntlet.metagame(tmp_path)
    with pytest.raises(gauntlet.UsageError):
        gauntlet.metagame(result, samples=0)


def test_decks_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert gauntlet.match("burn", "white-tokens", games=2).run["counts"]["games"] == 2
    assert os.listdir(tmp_path) == []


def first(view):
    return view.legal_actions[0]


def test_agents_are_rated_and_tested():
    options = {"decks": "decks", "threads": 2}
    result = gauntlet.ladder("random", "heuristic", first, games=26, **options)
    names = [agent["name"] for agent in result.ladder["agents"]]
    assert names[0] == "heuristic" and any(name.startswith("python:") for name in names)
    assert len(result.ladder["pairs"]) == 3 and all(pair["games"] >= 26 for pair in result.ladder["pairs"])
    assert "rating" in str(result) and result.to_dict()["pairs"] == result.ladder["pairs"]
    tested = gauntlet.sprt("heuristic", "random", elo1=50, **options)
    assert tested.ladder["sprt"]["decision"] == "high"
    with pytest.raises(gauntlet.UsageError, match="named twice"):
        gauntlet.ladder("random", "random", **options)
    with pytest.raises(gauntlet.UsageError):
        gauntlet.ladder("random", **options)


def test_decks_may_be_texts(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "burn.txt"
    export = tmp_path / "shipped"
    assert command("deck", "export", str(export)).returncode == 0
    text = (export / "burn.txt").read_text()
    file.write_text(text)
    ours = gauntlet.match(text, "white-tokens", games=10, out=tmp_path / "ours")
    theirs = gauntlet.match(file, "white-tokens", games=10)
    assert ours.matchups["deck_a"] == ["deck-1", "white-tokens"]
    numbers = [column for column in ours.matchups.to_dict() if "deck" not in column]
    assert [ours.matchups[name] for name in numbers] == [theirs.matchups[name] for name in numbers]
    # What was played can be looked into and gone on with: the text is kept there.
    assert (tmp_path / "ours/decks/deck-1.txt").read_text() == text
    assert command("resume", str(tmp_path / "ours")).returncode == 0
    both = gauntlet.match(text, (export / "white-tokens.txt").read_text(), games=2)
    assert both.matchups["deck_a"] == ["deck-1", "deck-2"]
    assert gauntlet.field(text, games=2, agent="random").run["counts"]["games"] > 2
    compared = gauntlet.compare(text, "mono-red-aggro", agent="random", max_games=100)
    assert compared.games > 0
    battle = (export / "millennials/starting.toml").read_text()
    assert gauntlet.match(battle, "crowd", game="millennials", games=2).run["counts"]["games"] == 2
    with pytest.raises(gauntlet.DeckError) as raised:
        gauntlet.match("59 Mountain\n1 Lightnig Strike\n", "white-tokens")
    assert str(raised.value).startswith("deck-1.txt:2") and str(tmp_path.parent) not in str(raised.value)


def test_an_experiment_file_compares(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "compare.toml"
    file.write_text('command = "compare"\ndecks = ["burn", "mono-red-aggro"]\nagent = "random"\nmax_games = 200\nseed = 3\n')
    done = command("run", str(file), "--json")
    assert done.returncode == 0, done.stderr
    same = gauntlet.compare("burn", "mono-red-aggro", agent="random", max_games=200, seed=3)
    assert json.loads(done.stdout) == same.to_dict()
    for text, sentence in [
        ('command = "compare"\ndecks = ["burn"]\n', "the following required arguments were not provided"),
        ('command = "compare"\ndecks = ["burn", "burn"]\nmargine = 3\n', "unexpected argument '--margine'"),
        ('command = "compare"\ndecks = ["burn", "burn"]\nthreads = 3\n', "`threads` is an option of 'gauntlet run'"),
    ]:
        file.write_text(text)
        done = command("run", str(file))
        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {file}: ") and sentence in done.stderr, done.stderr
