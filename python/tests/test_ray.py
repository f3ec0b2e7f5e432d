"""A real Ray on this machine: the same bytes as without it, also when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")

import gauntlet
import gauntlet.ray

FILES = ("matchups.csv", "decks.csv", "run.json")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    yield
    ray.shutdown()


def same_files(here: Path, there: Path, more: tuple[str, ...] = ()) -> None:
    for name in (*FILES, *more):
        assert (here / name).read_bytes() == (there / name).read_bytes(), name


@pytest.mark.parametrize("options", [{}, {"details": True, "rows": "csv"}, {"best_of": 3}, {"luck": True}])
def test_a_match_is_the_same(tmp_path, options):
    here = gauntlet.match("burn", "white-tokens", games=200, out=tmp_path / "here", **options)
    there = gauntlet.ray.match("burn", "white-tokens", games=200, out=tmp_path / "there", **options)
    assert there.matchups.to_rows() == here.matchups.to_rows()
    more = ("games.csv", "cards.csv", "turns.csv") if "rows" in options else ()
    same_files(tmp_path / "here", tmp_path / "there", more)


def test_stages_are_the_same(tmp_path):
    here = gauntlet.match("burn", "white-tokens", games=50, until=4.0, out=tmp_path / "here")
    there = gauntlet.ray.match("burn", "white-tokens", games=50, until=4.0, out=tmp_path / "there")
    assert here.run["counts"]["games"] > 50
    assert there.run["counts"] == here.run["counts"]
    same_files(tmp_path / "here", tmp_path / "there")


def test_a_matrix_of_own_decks(tmp_path, monkeypatch):
    # Workers see nothing of this folder.
    decks = tmp_path / "mine"
    (decks / "cards").mkdir(parents=True)
    (decks / "cards" / "mine.txt").write_text(
        "name Mountain\nsuper Basic\ntype Land Mountain\n\n"
        "name Odd Goblin\ncost {R}\ntype Creature Goblin\npt 2/1\ntext Haste\n\n"
        "name Odd Bolt\ncost {R}\ntype Instant\ntext ~ deals 2 damage to any target.\n"
    )
    (decks / "one.txt").write_text("56 Mountain\n4 Odd Goblin\n")
    (decks / "two.txt").write_text("56 Mountain\n4 Odd Bolt\n")
    (decks / "three.txt").write_text("52 Mountain\n4 Odd Goblin\n4 Odd Bolt\n")
    experiment = tmp_path / "experiment.toml"
    experiment.write_text('command = "matrix"\ndecks = ["mine"]\ngames = 40\nagent = "random"\n')
    monkeypatch.chdir(tmp_path)
    told = []
    there = gauntlet.ray.run(experiment, out="there", progress=lambda done, total: told.append((done, total)))
    here = gauntlet.matrix("mine", games=40, agent="random", out="here")
    assert there.decks.to_rows() == here.decks.to_rows()
    assert told[-1][0] == told[-1][1] > 0
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@ray.remote(num_cpus=0)
def pids_of_workers(name: bytes) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if words.startswith(name):
                found.append(int(entry.name))
    return found


def test_a_lost_workers_part_is_played_again(tmp_path):
    killed: list[int] = []
    killer = threading.Thread(target=on_one, args=(signal.SIGKILL, b"ray::_play", killed))
    killer.start()
    gauntlet.ray.match("burn", "white-tokens", games=6_000, out=tmp_path / "there")
    killer.join()
    assert killed, "no worker was found to kill"
    gauntlet.match("burn", "white-tokens", games=6_000, out=tmp_path / "here")
    same_files(tmp_path / "here", tmp_path / "there")


def on_one(sign: signal.Signals, name: bytes, done: list[int]) -> None:
    """Sends a signal to a worker that plays, once there is one."""
    deadline = time.monotonic() + 60
    while not done and time.monotonic() < deadline:
        for pid in ray.get(pids_of_workers.remote(name))[:1]:
            os.kill(pid, sign)
            done.append(pid)
        time.sleep(0.05)


@pytest.mark.parametrize("kind", ["match", "compare"])
def test_what_a_silent_worker_was_given_another_one_plays(tmp_path, monkeypatch, kind):
    # A worker that is stopped isn't lost as far as Ray knows: so it is with machines whose network is gone.
    monkeypatch.setattr(gauntlet.ray, "PATIENCE", 0.5)
    stopped: list[int] = []
    name = b"ray::_play_bouts" if kind == "compare" else b"ray::_play"
    stopper = threading.Thread(target=on_one, args=(signal.SIGSTOP, name, stopped))
    versions = {"margin": 1.0, "max_games": 12_000}
    stopper.start()
    try:
        if kind == "match":
            gauntlet.ray.match("burn", "white-tokens", games=6_000, out=tmp_path / "there")
        else:
            there = gauntlet.ray.compare("burn", "mono-red-aggro", **versions)
    finally:
        stopper.join()
        for pid in stopped:
            os.kill(pid, signal.SIGKILL)
    assert stopped, "no worker was found to stop"
    if kind == "match":
        gauntlet.match("burn", "white-tokens", games=6_000, out=tmp_path / "here")
        same_files(tmp_path / "here", tmp_path / "there")
    else:
        here = gauntlet.compare("burn", "mono-red-aggro", **versions)
        assert here.to_dict() == there.to_dict()


def test_a_driver_goes_on_where_it_was(tmp_path):
    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done > total // 4:
            raise Stop

    with pytest.raises(Stop):
        gauntlet.ray.match("burn", "white-tokens", games=4000, out=tmp_path / "there", progress=stop)
    told = []
    gauntlet.ray.match(
        "burn", "white-tokens", games=4000, out=tmp_path / "there", progress=lambda done, total: told.append(done)
    )
    assert told[0] > 1000, "what was there is played again"
    gauntlet.match("burn", "white-tokens", games=4000, out=tmp_path / "here")
    same_files(tmp_path / "here", tmp_path / "there")


def test_the_table_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(gauntlet.ray, "TELL", 0.0)
    seen = []
    gauntlet.ray.match("burn", "white-tokens", games=2000, partial=lambda table: seen.append(table.to_rows()))
    assert seen and seen[-1][0]["games"] > 0


def test_what_makes_no_sense(tmp_path):
    with pytest.raises(gauntlet.DeckError):
        gauntlet.ray.match("brun", "white-tokens")
    with pytest.raises(gauntlet.UsageError):
        gauntlet.ray.match("burn", "white-tokens", agent=lambda view: 0)
    with pytest.raises(gauntlet.UsageError):
        gauntlet.ray.match("burn", "white-tokens", threads=2)
    with pytest.raises(gauntlet.UsageError):
        gauntlet.ray.match("burn", "white-tokens", shard="1/2")
    with pytest.raises(gauntlet.UsageError, match="started already"):
        gauntlet.ray.match("burn", "white-tokens", address="auto")
    for wrong in ({"address": 3}, {"fresh": "y"}, {"progress": 3}, {"partial": "x"}, {"game": 3}, {"out": 3}):
        for play in (gauntlet.ray.match, gauntlet.ray.compare):
            if play is gauntlet.ray.match or not wrong.keys() & {"fresh", "partial"}:
                with pytest.raises(gauntlet.UsageError, match=f"'{next(iter(wrong))}' is "):
                    play("burn", "white-tokens", **wrong)
    for cpus in (0, -1, 1.5, True, "2"):
        with pytest.raises(gauntlet.UsageError, match="'cpus' must be a whole number from 1, not"):
            gauntlet.ray.match("burn", "white-tokens", games=2, cpus=cpus)
    # Nobody would ever play it.
    with pytest.raises(gauntlet.UsageError, match="cpus=64 are more processors than .* the largest has 2"):
        gauntlet.ray.match("burn", "white-tokens", games=2, cpus=64)
    with pytest.raises(gauntlet.UsageError, match="the largest has 2"):
        gauntlet.ray.compare("burn", "mono-red-aggro", cpus=3)


def test_what_the_command_cannot_do_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert gauntlet.ray.main(["nope.toml"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and "nope.toml" in said and "Traceback" not in said
    (tmp_path / "experiment.toml").write_text('command = "match"\ndecks = ["burn", "white-tokens"]\ngames = 2\n')
    assert gauntlet.ray.main(["experiment.toml", "--out", "there", "--cpus", "0"]) == 2
    assert capsys.readouterr().err == "error: 'cpus' must be a whole number from 1, not 0\n"

    def nobody(**_: object) -> None:
        raise ConnectionError("Could not find any running Ray instance.\nDo start one.")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", nobody)
    assert gauntlet.ray.main(["experiment.toml", "--out", "there", "--address", "auto"]) == 2
    assert capsys.readouterr().err == "error: Ray can't be reached at 'auto': Could not find any running Ray instance.\n"


def test_where_nothing_answers_is_a_sentence(monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **_: pytest.fail("Ray would try for minutes"))
    with socket.socket() as nobody:
        # Bound, and not listening: nobody else can be there.
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(gauntlet.UsageError, match=f"nothing answers at '{address}' .*ray start --head"):
            gauntlet.ray.match("burn", "white-tokens", games=2, address=address)
        with pytest.raises(gauntlet.UsageError, match="nothing answers"):
            gauntlet.ray.match("burn", "white-tokens", games=2, address="no-such-host.invalid:6379")
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(gauntlet.UsageError, match="nothing answers"):
            gauntlet.ray.match("burn", "white-tokens", games=2)


def test_without_ray_is_said_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"needs Ray: pip install 'gauntlet\[ray\]'"):
        gauntlet.ray.match("burn", "white-tokens", games=2)
    (tmp_path / "experiment.toml").write_text('command = "match"\ndecks = ["burn", "white-tokens"]\ngames = 2\n')
    assert gauntlet.ray.main(["experiment.toml", "--out", "there"]) == 2
    assert "pip install 'gauntlet[ray]'" in capsys.readouterr().err


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiment.toml").write_text('command = "match"\ndecks = ["burn", "white-tokens"]\ngames = 100\n')
    assert gauntlet.ray.main(["experiment.toml", "--out", "there", "--quiet"]) == 0
    shown = capsys.readouterr().out
    here = gauntlet.match("burn", "white-tokens", games=100, out=tmp_path / "here")
    assert shown.strip() == str(here).strip()
    same_files(tmp_path / "here", tmp_path / "there")


def test_a_comparison_is_the_same(tmp_path):
    told = []
    cards = gauntlet.deck.check("burn").cards
    for name, changed in [("old", cards), ("new", [*cards[:-1], "Mountain"])]:
        (tmp_path / f"{name}.txt").write_text("".join(f"1 {card}\n" for card in changed))
    versions = (tmp_path / "old.txt", tmp_path / "new.txt")
    options = {"margin": 5.0, "max_games": 4_000, "seed": 3, "agent": "random"}
    here = gauntlet.compare(*versions, out=tmp_path / "here", **options)
    there = gauntlet.ray.compare(
        *versions, out=tmp_path / "there", progress=lambda done, total: told.append(done), **options
    )
    assert there.to_dict() == here.to_dict()
    assert (tmp_path / "there" / "compare.json").read_bytes() == (tmp_path / "here" / "compare.json").read_bytes()
    assert str(there) == str(here)
    # It looked in between.
    assert told[-1] == here.games > 1000
    assert len(set(told)) > 1


def test_a_tuning_is_the_same(tmp_path):
    pool = tmp_path / "pool.txt"
    pool.write_text("Monastery Swiftspear\n2 Keldon Raider\n")
    options = {"margin": 3.0, "max_games": 12_000, "agent": "random", "passes": 2}
    here = gauntlet.deck.tune("burn", pool, out=tmp_path / "here", **options)
    there = gauntlet.ray.tune("burn", pool, out=tmp_path / "there", **options)
    assert there.to_dict() == here.to_dict()
    for name in ("tune.json", "tune-state.json"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name
    # All that was played is there: nothing is played again.
    again = gauntlet.ray.tune("burn", pool, out=tmp_path / "there", **options)
    assert again.to_dict() == here.to_dict()


def test_what_is_wrong_is_said_before_a_round():
    with pytest.raises(gauntlet.UsageError, match="nothing to compare"):
        gauntlet.ray.compare("burn", "burn")
    with pytest.raises(gauntlet.UsageError, match="a function can't be sent"):
        gauntlet.ray.compare("burn", "mono-red-aggro", agent=lambda view: view.legal_actions[0])
    with pytest.raises(gauntlet.UsageError, match="cpus"):
        gauntlet.ray.compare("burn", "mono-red-aggro", threads=2)


def test_a_ladder_and_a_test_of_two_agents_are_the_same(tmp_path):
    here = gauntlet.ladder("random", "heuristic", games=40, out=tmp_path / "here")
    there = gauntlet.ray.ladder("random", "heuristic", games=40, out=tmp_path / "there")
    assert there.ladder == here.ladder
    same_files(tmp_path / "here", tmp_path / "there", ("ladder.json",))
    here = gauntlet.sprt("heuristic", "random", max_games=2000, out=tmp_path / "one")
    there = gauntlet.ray.sprt("heuristic", "random", max_games=2000, out=tmp_path / "other")
    assert there.ladder == here.ladder and here.ladder["sprt"]["decision"] == "high"
    same_files(tmp_path / "one", tmp_path / "other", ("ladder.json",))
    with pytest.raises(gauntlet.UsageError, match="named by a spec"):
        gauntlet.ray.ladder("random", lambda view: 0)


def test_an_experiment_file_of_versions_is_the_same(tmp_path):
    file = tmp_path / "compare.toml"
    file.write_text('command = "compare"\ndecks = ["burn", "mono-red-aggro"]\nagent = "random"\nmax_games = 400\n')
    here = gauntlet.compare("burn", "mono-red-aggro", agent="random", max_games=400, out=tmp_path / "here")
    there = gauntlet.ray.run(file, out=tmp_path / "there")
    assert there.to_dict() == here.to_dict()
    assert (tmp_path / "here/compare.json").read_bytes() == (tmp_path / "there/compare.json").read_bytes()
    pool = tmp_path / "pool.txt"
    pool.write_text("Lightning Strike\n")
    file.write_text(f'command = "tune"\ndecks = ["burn"]\npool = "{pool}"\nagent = "random"\nmax_games = 600\n')
    here = gauntlet.deck.tune("burn", pool, agent="random", max_games=600)
    assert gauntlet.ray.run(file).to_dict() == here.to_dict()
    assert gauntlet.ray.main([str(file), "--quiet"]) == 0
    with pytest.raises(gauntlet.UsageError, match="played anew without out"):
        gauntlet.ray.run(file, fresh=True)


def test_decks_may_be_texts(tmp_path):
    text = "".join(f"{count} {name}\n" for name, count in counted(gauntlet.deck.check("burn").cards))
    here = gauntlet.match(text, "white-tokens", games=100, out=tmp_path / "here")
    there = gauntlet.ray.match(text, "white-tokens", games=100, out=tmp_path / "there")
    assert there.matchups.to_rows() == here.matchups.to_rows()


BOT = """
import random, sys
sys.path.insert(0, {folder!r})
import random_bot

class Whim(random_bot.RandomBot):
    def choose(self, decision):
        return random.SystemRandom().randrange(len(decision["candidates"]))

random_bot.serve(Whim(), "whim")
"""


def test_what_bots_answer_comes_back(tmp_path):
    folder = Path(os.environ["GAUNTLET_COMMAND"]).parents[2] / "examples/bots"
    if not folder.is_dir():
        pytest.skip("the example bots aren't beside the command")
    bot, answers = tmp_path / "whim.py", tmp_path / "answers.jsonl"
    bot.write_text(BOT.format(folder=str(folder)))
    options = {"games": 8, "max_turns": 12, "agent": f"exec:answers={answers} {sys.executable} {bot}"}
    gauntlet.ray.match("burn", "white-tokens", out=tmp_path / "there", **options)
    kept = answers.read_text()
    assert len(kept.splitlines()) == 16
    # It plays otherwise each time; from what it answered the run is the same, here and there.
    gauntlet.match("burn", "white-tokens", out=tmp_path / "here", **options)
    gauntlet.ray.match("burn", "white-tokens", out=tmp_path / "again", **options)
    same_files(tmp_path / "here", tmp_path / "there")
    same_files(tmp_path / "here", tmp_path / "again")
    assert answers.read_text() == kept
    versions = {"max_games": 64, "max_turns": 12, "agent_a": options["agent"], "agent_b": "random"}
    there = gauntlet.ray.compare("burn", "mono-red-aggro", **versions)
    assert len(answers.read_text().splitlines()) > 16
    assert gauntlet.compare("burn", "mono-red-aggro", **versions).to_dict() == there.to_dict()


def test_a_directory_in_use(tmp_path):
    seen = []

    def second(done: int, total: int) -> None:
        if not seen:
            for play in (gauntlet.match, gauntlet.ray.match):
                with pytest.raises(gauntlet.UsageError, match="is in use: another run is being played into it") as refused:
                    play("burn", "white-tokens", games=400, out=tmp_path / "run")
                seen.append(refused)

    gauntlet.ray.match("burn", "white-tokens", games=400, out=tmp_path / "run", progress=second)
    assert len(seen) == 2
    assert gauntlet.match("burn", "white-tokens", games=400, out=tmp_path / "run").run["counts"]["games"] == 400


def counted(cards: list[str]) -> list[tuple[str, int]]:
    return [(name, cards.count(name)) for name in dict.fromkeys(cards)]
