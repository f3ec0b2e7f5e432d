"""Exceptions."""

import json
import pickle
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import gauntlet
from gauntlet import Position, errors
from gauntlet.gym import GauntletEnv
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


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gauntlet.match("burn", "burn", game_count=3), "there is no option 'game_count' here"),
        (lambda: gauntlet.match("burn", "burn", max_turn=3), "did you mean 'max_turns'?"),
        # What the command has is no option of a function.
        (lambda: gauntlet.match("burn", "burn", json=True), "there is no option 'json' here"),
        (lambda: gauntlet.match("burn", "burn", elo0=3), "there is no option 'elo0' here"),
        (lambda: gauntlet.match("burn", "burn", details=1), "'details' is True or False, not 1"),
        (lambda: gauntlet.match("burn", "burn", games=True), "'games' has a value, and is not just True"),
        (lambda: gauntlet.match("burn", "burn", out=5), "'out' is a path (str or os.PathLike), not 5"),
        (lambda: gauntlet.match("burn", "burn", cards=3), "'cards' is a path (str or os.PathLike), not 3"),
        (lambda: gauntlet.match("burn", "burn", agent_b=3), "'agent_b' is an agent's spec, such as \"heuristic\", or a function, not 3"),
        (lambda: gauntlet.match("burn", "burn", games=2, progress=3), "'progress' is a function, True or False, not 3"),
        (lambda: gauntlet.ladder(["random", "heuristic"]), "each an argument of its own; not ['random', 'heuristic']"),
        (lambda: gauntlet.compare("burn", None), "a deck is a path, a name or a text (str or os.PathLike), not None"),
        (lambda: gauntlet.metagame(5), "a run that isn't a Result is a path (str or os.PathLike), not 5"),
        (lambda: gauntlet.metagame("nowhere", samples=1.5), "'samples' must be a whole number from 1 to 4294967295, not 1.5"),
        (lambda: gauntlet.metagame("nowhere", field=["burn"]), "'field' has the shares of decks"),
        (lambda: gauntlet.cards.show(3), "a card is named by a str, not by 3"),
        (lambda: gauntlet.cards.check(3), "a card file is a path (str or os.PathLike), not 3"),
        (lambda: gauntlet.cards.compile(None), "the text of cards is a str, not None"),
        (lambda: gauntlet.deck.check(["burn"]), "a deck is a path, a name or a text (str or os.PathLike), not ['burn']"),
        (lambda: gauntlet.deck.check("burn", threads=2), "there is no option 'threads' here"),
        (lambda: gauntlet.deck.tune("burn", 3), "pool is a path (str or os.PathLike), not 3"),
        (lambda: VectorEnv(None), "deck_a is a path, a name or a text (str or os.PathLike), not None"),
        (lambda: VectorEnv("burn", 4), "deck_b is a path, a name or a text (str or os.PathLike), not 4"),
        (lambda: VectorEnv(b"burn"), "deck_a is a path, a name or a text (str or os.PathLike), not b'burn'"),
        (lambda: VectorEnv("burn", opponent=len), "'opponent' is the spec of a built-in agent"),
        (lambda: VectorEnv("burn", observations="no"), "'observations' is True or False, not 'no'"),
        (lambda: VectorEnv("burn", agent="random"), "there is no option 'agent' here"),
        (lambda: GauntletEnv("burn", opponent=None), "'opponent' is the spec of a built-in agent"),
        (lambda: Position.new("burn"), "a game has two decks, given as a list: not 'burn'"),
        (lambda: Position.new([1, 2]), "a deck is a path, a name or a text"),
    ],
)
def test_arguments_of_other_types_are_usage_errors(call: Callable[[], object], said: str) -> None:
    with pytest.raises(gauntlet.UsageError, match=re.escape(said)):
        call()


def test_numbers_of_numpy_are_numbers() -> None:
    two = np.int64(2)
    result = gauntlet.match("burn", "white-tokens", games=two, max_turns=two, threads=two)
    assert result.run["counts"]["games"] == 2
    with VectorEnv("burn", environments=two, threads=two) as env:  # type: ignore[arg-type]
        env.reset()
        assert env.step_random(two) == 4  # type: ignore[arg-type]


def test_a_closed_environment_has_no_masks() -> None:
    env = GauntletEnv("burn")
    env.reset(seed=1)
    assert env.action_masks().any()
    env.close()
    with pytest.raises(gauntlet.EnvironmentClosed):
        env.action_masks()


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


def test_a_second_thread_does_not_wait_for_the_first() -> None:
    import contextlib
    import threading

    env = VectorEnv("mono-red-aggro", environments=256, threads=1)
    env.reset(1)
    done = threading.Event()

    def play() -> None:
        while not done.is_set():
            with contextlib.suppress(gauntlet.UsageError):
                env.step_random(500)

    first = threading.Thread(target=play)
    first.start()
    try:
        with pytest.raises(gauntlet.UsageError, match="another thread is stepping"):
            while True:
                env.step_random(1)
    finally:
        done.set()
        first.join()


def test_environments_of_games_that_there_arent_are_usage_errors() -> None:
    with pytest.raises(gauntlet.UsageError, match="there is no game 'milennials', did you mean 'millennials'"):
        VectorEnv("starting", "crowd", game="milennials")
    with pytest.raises(gauntlet.UsageError, match="--manual-mana are not for millennials"):
        VectorEnv("starting", "crowd", game="millennials", manual_mana=True)
