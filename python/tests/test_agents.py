"""Agents that are written in Python."""

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import gauntlet
from gauntlet import Action, View


def at_random(view: View) -> Action:
    return random.Random(view.seed).choice(view.legal_actions)


def the_first(view: View) -> int:
    return view.legal_actions[0].key


def test_a_function_plays() -> None:
    result = gauntlet.match("burn", "white-tokens", agent_a=at_random, agent_b="random", games=10)
    assert result.errors == []
    assert result.run["counts"]["games"] == 10
    assert result.matchups["agent_a"] == [f"python:{__name__}.at_random", "random"]
    assert [agent["spec"] for agent in result.run["agents"]] == [f"python:{__name__}.at_random", "random"]


@pytest.mark.parametrize("game", ["magic", "millennials"])
def test_threads_do_not_matter(game: str) -> None:
    decks = {"magic": ("burn", "white-tokens"), "millennials": ("starting", "crowd")}[game]
    one, four = (
        gauntlet.match(*decks, game=game, agent=at_random, games=12, rows=True, threads=threads) for threads in (1, 4)
    )
    assert one.games is not None
    assert four.games is not None
    assert one.games.to_dict() == four.games.to_dict()
    assert one.errors == four.errors == []


def test_what_a_view_has() -> None:
    seen: list[tuple[int, str]] = []

    def look(view: View) -> Action:
        assert view.player in (0, 1)
        assert view.game == "magic"
        told = json.loads(view.json())
        assert [action["key"] for action in told["legal_actions"]] == [action.key for action in view.legal_actions]
        world = view.sample(view.seed)
        assert world.to_act == view.player
        assert world.legal_actions() == view.legal_actions
        assert world.view(view.player).json() == view.json()
        world.apply(view.legal_actions[0])
        with pytest.raises(gauntlet.UsageError, match="isn't for agents to know"):
            world.deal(1)
        seen.append((view.turn, view.question))
        return view.legal_actions[-1]

    result = gauntlet.match("burn", "white-tokens", agent_a=look, agent_b="random", games=2, max_turns=8)
    assert result.errors == []
    assert seen


def test_its_error_is_that_games_error_with_the_traceback(tmp_path: Path) -> None:
    def stumble(view: View) -> Action:
        if view.turn > 4 and view.seed % 7 == 0:
            raise LookupError("where is my hand?")
        return at_random(view)

    result = gauntlet.match("burn", "white-tokens", agent_a=stumble, agent_b="random", games=20, out=tmp_path / "run")
    assert 0 < len(result.errors) <= 20
    assert result.run["counts"]["games"] == 20
    assert result.matchups["end_engine_error"][0] == len(result.errors)
    message = result.errors[0]["message"]
    assert ".rs:" not in message, "the traceback says where it was"
    assert message.startswith("Traceback (most recent call last):")
    assert "in stumble" in message
    assert "LookupError: where is my hand?" in message
    lines = (tmp_path / "run/errors.jsonl").read_text().splitlines()
    # In the file, paths are relative to the folder of the run.
    told = [{**error, "recording": f"errors/{number}.replay.jsonl"} for number, error in enumerate(result.errors, 1)]
    # Nobody else has the function: what plays the game again is its recording.
    assert [error["replay"] for error in told] == [f"gauntlet replay {error['recording']}" for error in result.errors]
    told = [{**error, "replay": f"gauntlet replay {error['recording']}"} for error in told]
    assert [json.loads(line) for line in lines] == told


@pytest.mark.parametrize(("game", "decks"), [("magic", ("burn", "white-tokens")), ("millennials", ("starting", "crowd"))])
def test_games_that_a_function_failed_in_are_recorded(
    tmp_path: Path, command: Callable[..., subprocess.CompletedProcess[str]], game: str, decks: tuple[str, str]
) -> None:
    def stumble(view: View) -> Action:
        if view.turn > 4:
            raise LookupError("where is my hand?")
        return at_random(view)

    out = tmp_path / "run"
    result = gauntlet.match(*decks, game=game, agent_a=stumble, agent_b="random", games=4, out=out)
    assert len(result.errors) == 4
    for number, error in enumerate(result.errors, 1):
        assert Path(error["recording"]) == out / f"errors/{number}.replay.jsonl"
    done = command("replay", str(out / "errors/1.replay.jsonl"))
    assert done.returncode == 1, done.stderr
    assert "Every position is as recorded" in done.stdout
    assert "It ends with a failure (agent): Traceback (most recent call last):" in done.stdout
    assert "LookupError: where is my hand?" in done.stdout
    # It can be looked at, and gone on with by others.
    seen = gauntlet.Position.load(out / "errors/1.replay.jsonl")
    assert seen.to_act is not None and seen.turn == result.errors[0]["turn"]
    # Without a place for recordings there is no command either.
    (error, *_) = gauntlet.match(*decks, game=game, agent_a=stumble, agent_b="random", games=4).errors
    assert "recording" not in error and "replay" not in error
    assert command("replay", str(out / "errors/1.replay.jsonl"), "--html", str(tmp_path / "game.html")).returncode == 1
    assert (tmp_path / "game.html").exists()


@pytest.mark.parametrize(
    ("agent", "part"),
    [
        (lambda view: 10**9, "none of the legal actions' keys"),
        (lambda view: -5, "there is no action -5"),
        (lambda view: "pass", "an action or its key is wanted, not str"),
        (lambda view: None, "an action or its key is wanted, not NoneType"),
    ],
)
def test_answers_that_make_no_sense_are_errors_of_the_game(agent, part: str) -> None:
    result = gauntlet.match("burn", "white-tokens", agent_a=agent, agent_b="random", games=2)
    assert len(result.errors) == 2
    assert part in result.errors[0]["message"]


def test_leaving_ends_the_run() -> None:
    def leave(view: View) -> Action:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        gauntlet.match("burn", "white-tokens", agent_a=leave, games=1000)


def test_a_class_is_made_for_each_worker_and_started_for_each_game() -> None:
    class Counting:
        made = 0
        games = 0

        def __init__(self) -> None:
            Counting.made += 1

        def start(self) -> None:
            Counting.games += 1

        def __call__(self, view: View) -> Action:
            return the_first_action(view)

    def the_first_action(view: View) -> Action:
        return view.legal_actions[0]

    result = gauntlet.match("burn", "white-tokens", agent_a=Counting, agent_b="random", games=6, threads=1)
    assert result.errors == result.unfinished == []
    assert (Counting.made, Counting.games) == (1, 6)


def test_two_functions_of_one_name_are_two_agents() -> None:
    agents = [lambda view: view.legal_actions[0], lambda view: view.legal_actions[-1]]
    result = gauntlet.match("burn", "burn", agent_a=agents[0], agent_b=agents[1], games=2, max_turns=6)
    assert len(set(result.matchups["agent_a"])) == 2
    both = gauntlet.match("burn", "burn", agent=the_first, games=2, max_turns=6)
    assert both.run["agents"] == [{"spec": f"python:{__name__}.the_first", "settings": {}}]


def test_agents_play_in_tables_and_comparisons() -> None:
    result = gauntlet.field("burn", agent_a=at_random, agent_b="random", games=2, max_turns=10)
    assert result.errors == []
    compared = gauntlet.compare("burn", "mono-red-aggro", agent=at_random, max_games=100, max_turns=10)
    assert compared.games > 0
