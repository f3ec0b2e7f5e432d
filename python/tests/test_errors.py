"""Exceptions."""

import json
import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import gauntlet
from gauntlet import errors
from gauntlet.vector import VectorEnv


def test_all_are_errors() -> None:
    kinds = [getattr(errors, name) for name in errors.__all__]
    assert all(issubclass(kind, gauntlet.Error) for kind in kinds)
    assert not issubclass(gauntlet.Error, ValueError)


def test_engine_errors_have_a_replay() -> None:
    error = gauntlet.EngineError("no object 7", "{}")
    assert (str(error), error.replay) == ("no object 7", "{}")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.replay) == ("no object 7", "{}")
    assert gauntlet.EngineError("no object 7").replay is None


@pytest.mark.parametrize("name", ["Action", "Outcome", "View", "Table"])
def test_what_is_returned_is_not_made(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(gauntlet, name)()


@pytest.fixture
def swarm(tmp_path: Path) -> Path:
    """A deck with which the engine fails: a few of its spells make more tokens than there are places for objects. Its cards are beside it."""
    each = "Create a 0/1 green Plant creature token with defender for each creature you control."
    text = f"Create a 0/1 green Plant creature token with defender. {' '.join([each] * 8)} Draw two cards."
    names = [f"Bloom {letter}" for letter in "ABCDEFGHIJKLMNO"]
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "blooms.txt").write_text("\n".join(f"name {name}\ncost {{0}}\ntype Sorcery\ntext {text}\n" for name in names))
    deck = tmp_path / "swarm.txt"
    deck.write_text("".join(f"4 {name}\n" for name in names))
    return deck


FULL = "more objects than the arena holds"


def test_a_panic_of_the_engine_costs_one_game(swarm: Path, tmp_path: Path) -> None:
    def cautious(view: gauntlet.View) -> gauntlet.Action:
        # In every other game nothing is cast.
        casts = [action for action in view.legal_actions if action.text.startswith("cast")]
        return casts[0] if casts and view.player == 0 else view.legal_actions[0]

    out = tmp_path / "run"
    result = gauntlet.match(swarm, "burn", agent_a=cautious, agent_b="heuristic", games=4, out=out, max_turns=6)
    assert result.run["counts"]["games"] == 4
    assert [error["reason"] for error in result.errors] == ["engine_error"] * 2
    assert {error["first"] for error in result.errors} == {"a"}
    assert all(error["message"].startswith(FULL) for error in result.errors)
    assert result.matchups["end_engine_error"][0] == 2
    # In the file, paths are relative to the folder of the run.
    told = [
        {**error, "recording": f"errors/{number}.replay.jsonl", "replay": f"gauntlet replay errors/{number}.replay.jsonl"}
        for number, error in enumerate(result.errors, 1)
    ]
    assert [json.loads(line) for line in (out / "errors.jsonl").read_text().splitlines()] == told


def test_a_panic_of_the_engine_is_an_exception(
    swarm: Path, tmp_path: Path, command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    position = gauntlet.Position.new([swarm, swarm])
    raised = None
    while raised is None:
        casts = [action for action in position.legal_actions() if action.text.startswith("cast")]
        before = (position.steps, position.fingerprint, position.legal_keys())
        try:
            position.apply(casts[0] if casts else position.legal_actions()[0])
        except gauntlet.EngineError as error:
            raised = error
    assert str(raised).startswith(FULL)
    # Nothing has happened, and the position goes on.
    assert (position.steps, position.fingerprint, position.legal_keys()) == before
    with pytest.raises(gauntlet.EngineError, match=FULL):
        position.apply(casts[0])
    assert raised.replay is not None
    recording = tmp_path / "failed.jsonl"
    recording.write_text(raised.replay)
    replayed = command("replay", str(recording))
    assert FULL in replayed.stdout
    position.undo()
    position.apply(position.legal_actions()[-1])


def test_a_panic_of_the_engine_ends_one_environment(swarm: Path) -> None:
    env = VectorEnv(swarm, "mono-red-aggro", 2, seed=1, observations=False, action_features=False)
    env.reset()
    failed = 0
    for _ in range(200):
        actions = []
        for environment in range(2):
            texts = [offered.text for offered in env.actions(environment)]
            cast = [slot for slot, text in enumerate(texts) if text.startswith("cast Bloom")]
            actions.append(cast[0] if cast and environment == 0 else 0)
        env.step(actions)
        assert not env.errors[1]
        failed += int(env.errors[0])
        if env.errors[0]:
            assert env.dones[0]
            assert not env.rewards[0].any()
            break
    assert failed == 1
    failure = env.failures[0]
    assert (failure.environment, failure.message.startswith(FULL)) == (0, True)
    env.step([0, 0])


def test_decks_that_are_no_paths_are_usage_errors() -> None:
    with pytest.raises(gauntlet.UsageError, match="wants a path, a name or a text"):
        gauntlet.matrix(["burn"])  # type: ignore[arg-type]


def test_seeds_that_do_not_fit_are_told_as_elsewhere() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(gauntlet.UsageError, match="a whole number from 0 to 2"):
            gauntlet.match("burn", "white-tokens", games=2, seed=seed)


def test_recordings_are_where_they_are_said_to_be(tmp_path: Path) -> None:
    def fails(view: gauntlet.View) -> gauntlet.Action:
        if view.turn > 1:
            raise ValueError("no more ideas")
        return view.legal_actions[0]

    kept = gauntlet.match("burn", "white-tokens", games=2, agent_a=fails, agent_b="random", out=tmp_path / "run")
    for error in kept.errors:
        assert gauntlet.Position.load(error["recording"]).to_act is not None
    gone = gauntlet.match("burn", "white-tokens", games=2, agent_a=fails, agent_b="random")
    assert all("recording" not in error for error in gone.errors)


def test_environments_are_for_one_thread_at_a_time() -> None:
    import threading

    env = VectorEnv("mono-red-aggro", environments=256, threads=1)
    env.reset(1)
    wrong: list[Exception] = []

    def play() -> None:
        try:
            for _ in range(20):
                env.step_random(20)
        except Exception as error:  # whatever it is
            wrong.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(error, gauntlet.UsageError) for error in wrong), wrong


def test_environments_of_games_that_there_arent_are_usage_errors() -> None:
    with pytest.raises(gauntlet.UsageError, match="there is no game 'milennials', did you mean 'millennials'"):
        VectorEnv("starting", "crowd", game="milennials")
    with pytest.raises(gauntlet.UsageError, match="--manual-mana are not for millennials"):
        VectorEnv("starting", "crowd", game="millennials", manual_mana=True)
