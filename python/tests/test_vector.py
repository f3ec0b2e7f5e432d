"""Many games at once: arrays, determinism, and what can't be done."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import gauntlet
from gauntlet import encoding
from gauntlet.errors import DeckError, EnvironmentClosed, GameOver, IllegalAction, UsageError
from gauntlet.vector import REASONS, VectorEnv

DECK = "mono-red-aggro"


def played(steps: int, seed: int = 3, **options: object) -> tuple[list[np.ndarray], list[np.ndarray], VectorEnv]:
    """All observations and rewards of some random steps."""
    env = VectorEnv(DECK, "white-tokens", 6, seed=seed, **options)
    env.reset()
    rng = np.random.default_rng(0)
    seen, rewards = [], []
    for _ in range(steps):
        seen.append(env.observations.copy())
        env.step(env.random_actions(rng))
        rewards.append(env.rewards.copy())
    return seen, rewards, env


def test_shapes_and_dtypes() -> None:
    env = VectorEnv(DECK, environments=5)
    assert env.reset() is env.observations
    arrays = {
        "observations": ((5, encoding.OBSERVATION), "float32"),
        "action_features": ((5, encoding.SLOTS, encoding.ACTION), "float32"),
        "masks": ((5, encoding.SLOTS), "bool"),
        "to_act": ((5,), "int8"),
        "rewards": ((5, 2), "float32"),
        "dones": ((5,), "bool"),
        "errors": ((5,), "bool"),
        "reasons": ((5,), "int8"),
    }
    for name, (shape, dtype) in arrays.items():
        array = getattr(env, name)
        assert array.shape == shape and array.dtype == dtype, name
        with pytest.raises(ValueError):
            array[...] = 0
    assert len(env) == 5
    assert (env.observations[:, encoding.at("players", "life")] == 20).all()
    assert (env.observations[:, encoding.at("players", "hand", 1)] == 7).all()
    assert (env.masks.sum(axis=1) == 2).all() and [offered.text for offered in env.actions(0)] == ["keep", "mulligan"]
    assert env.question(0) == "keep or mulligan"
    described = env.action_features[:, :, encoding.action_column("present")]
    assert not described[~env.masks].any()


def test_equal_seeds_give_equal_games() -> None:
    one = played(300, threads=1)
    other = played(300, threads=3)
    again = played(300, seed=4)
    assert all(map(np.array_equal, one[0], other[0])) and all(map(np.array_equal, one[1], other[1]))
    assert [one[2].fingerprint(i) for i in range(6)] == [other[2].fingerprint(i) for i in range(6)]
    assert not all(map(np.array_equal, one[0], again[0]))
    one[2].reset()
    assert np.array_equal(one[2].observations, one[0][0]), "a reset begins the same games again"


def test_games_end_and_follow_each_other() -> None:
    env = VectorEnv(DECK, environments=16, seed=1)
    env.reset()
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(600):
        env.step(env.random_actions(rng))
        assert np.array_equal(env.dones, env.reasons >= 0)
        assert (env.rewards.sum(axis=1) == 0).all() and not env.rewards[~env.dones].any()
        assert set(env.to_act) <= {0, 1}
        assert env.masks.any(axis=1).all()
        ended += env.dones.sum()
        for reason in env.reasons[env.dones]:
            assert REASONS[reason] in {"life", "decked", "turn_limit"}
    assert ended > 10
    assert not env.errors.any() and env.failures == []


def test_only_masks() -> None:
    env = VectorEnv(DECK, environments=4, observations=False, action_features=False)
    assert env.reset() is None and env.observations is None and env.action_features is None
    assert env.step_random(50) == 200
    full = VectorEnv(DECK, environments=4)
    full.reset()
    full.step_random(50)
    assert np.array_equal(env.masks, full.masks) and env.fingerprint(3) == full.fingerprint(3)


def test_an_opponent_plays_side_1() -> None:
    env = VectorEnv(DECK, environments=8, opponent="heuristic")
    env.reset()
    rng = np.random.default_rng(1)
    lost = 0
    for _ in range(400):
        env.step(env.random_actions(rng))
        assert (env.to_act == 0).all()
        lost += (env.rewards[:, 0] < 0).sum()
    assert lost > 5


def test_cards_are_known_by_number() -> None:
    env = VectorEnv(DECK, environments=1)
    env.reset()
    ids = env.card_ids
    hand = env.observations[0, encoding.columns("hand", "id")]
    assert all(int(number) in ids for number in hand[:7]) and list(ids) == sorted(ids)


def test_an_action_that_cant_be_taken_changes_nothing() -> None:
    env = VectorEnv(DECK, environments=2)
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        env.step([0, 0])
    env.reset()
    before = env.fingerprint(0), env.observations.copy()
    with pytest.raises(IllegalAction, match="environment 1: action 9 is not legal there; the mask allows 2 of the 32 slots"):
        env.step([0, 9])
    with pytest.raises(IllegalAction):
        env.step([-1, 0])
    for actions, sentence in [
        ([[0, 1], [0]], "this is none"),
        ([0], r"the shape \(2,\), one for each environment, not \(1,\)"),
        ([[0, 0]], r"not \(1, 2\)"),
        ([0.0, 0.0], "actions are whole numbers; these are of dtype float64"),
        ([True, False], "of dtype bool"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            env.step(actions)
    assert before[0] == env.fingerprint(0) and np.array_equal(before[1], env.observations)
    for dtype in ["int8", "uint8", "int32", "int64"]:
        env.step(np.zeros(2, dtype))


def test_a_game_that_is_over_waits() -> None:
    env = VectorEnv(DECK, environments=1, auto_reset=False)
    env.reset()
    rng = np.random.default_rng(1)
    while not env.dones[0]:
        env.step(env.random_actions(rng))
    assert env.to_act[0] == -1 and not env.masks.any() and env.actions(0) == []
    with pytest.raises(GameOver, match="the game is over; reset to play on"):
        env.step([0])
    env.reset(5)
    assert env.masks.any() and not env.dones[0]


def test_others_go_on_while_a_game_that_is_over_waits() -> None:
    env = VectorEnv(DECK, environments=4, auto_reset=False)
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        env.reset(environments=[0])
    env.reset()
    rng = np.random.default_rng(1)
    ends = np.zeros(4, int)
    while (env.to_act >= 0).any():
        over = env.to_act < 0
        shown = env.observations.copy()
        env.step(env.random_actions(rng))
        ends += env.dones
        assert not env.dones[over].any() and not env.rewards[over].any() and (env.reasons[over] == -1).all()
        assert np.array_equal(shown[over], env.observations[over])
    assert (ends == 1).all(), "each game ends once"
    before = env.fingerprint(0)
    with pytest.raises(GameOver, match="the games of all 4 environments are over; reset to play on"):
        env.step([0] * 4)
    # The next games of some, by numbers or by a mask.
    env.reset(environments=[1])
    assert list(env.to_act >= 0) == [False, True, False, False] and env.fingerprint(0) == before
    env.reset(environments=env.to_act < 0)
    assert (env.to_act >= 0).all()
    first, following = VectorEnv(DECK, environments=4), [env.fingerprint(place) for place in range(4)]
    first.reset()
    assert all(first.fingerprint(place) != following[place] for place in range(4)), "they are other games"
    again = VectorEnv(DECK, environments=4, auto_reset=False)
    again.reset()
    again.reset(environments=[0, 1, 2, 3])
    assert [again.fingerprint(place) for place in range(4)] == following, "the second games of the seed"
    env.reset(environments=[])
    for wrong, sentence in [
        ([4], "there is no environment 4: they are numbered from 0 to 3"),
        ([-1], "there is no environment -1"),
        ([True, False], r"an array of bool with the shape \(4,\)"),
        ([0.5], "not an array of float64"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            env.reset(environments=wrong)
    with pytest.raises(UsageError, match="a seed begins all environments anew"):
        env.reset(1, environments=[0])


@pytest.mark.parametrize("number", [-1, 2**64, 10**30])
def test_numbers_out_of_range_are_told_of(number: int) -> None:
    env = VectorEnv(DECK, environments=2)
    env.reset()
    for call in (env.actions, env.question, env.fingerprint, lambda number: env.observe(number, 0)):
        with pytest.raises(UsageError, match=f"invalid value '{number}' for 'environment'|there is no environment"):
            call(number)
    with pytest.raises(UsageError, match="a seed is a whole number"):
        env.reset(number)
    if number >= 0:
        with pytest.raises(UsageError, match="'steps' must be a whole number from 0"):
            env.step_random(number)
    position = gauntlet.Position.new([DECK, "burn"])
    encoder = encoding.Encoder(position)
    with pytest.raises(UsageError, match=f"invalid value '{number}' for 'page'|page"):
        encoder.slots(position, number)
    if number < 2**63:
        return
    with pytest.raises((UsageError, IllegalAction)):
        env.step(np.array([2**64 - 1, 0], np.uint64))


def test_closed() -> None:
    with VectorEnv(DECK, environments=1) as env:
        env.reset()
    for call in [env.reset, lambda: env.step([0]), lambda: env.actions(0), lambda: env.failures]:
        with pytest.raises(EnvironmentClosed, match="the environments are closed"):
            call()
    env.close()


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        ({"deck_a": "mono-red-agro"}, DeckError, "there is no deck 'mono-red-agro'; did you mean 'mono-red-aggro'?"),
        ({"opponent": "hueristic"}, UsageError, "there is no agent 'hueristic', did you mean 'heuristic'?"),
        ({"environments": 0}, UsageError, "'environments' must be a whole number from 1"),
        ({"threads": 0}, UsageError, "'threads' must be a whole number from 1"),
        ({"seed": -1}, UsageError, "a seed is a whole number from 0"),
        ({"max_turns": 0}, UsageError, "max-turns"),
        ({"no_such": 1}, UsageError, "there is no option 'no_such' here"),
    ],
)
def test_what_makes_no_sense(wrong: dict[str, object], error: type[Exception], sentence: str) -> None:
    options = {"deck_a": DECK, "environments": 1, **wrong}
    with pytest.raises(error, match=sentence):
        VectorEnv(**options)  # type: ignore[arg-type]


def test_environments_that_arent_there() -> None:
    env = VectorEnv(DECK, environments=2)
    env.reset()
    with pytest.raises(UsageError, match="there is no environment 2: they are numbered from 0 to 1"):
        env.actions(2)
    with pytest.raises(UsageError, match="a side is 0 or 1, not 2"):
        env.observe(0, 2)


def test_environments_of_millennials() -> None:
    layout = encoding.LAYOUTS["millennials"]
    envs = [VectorEnv("starting", "crowd", 6, seed=3, game="millennials", threads=threads) for threads in (1, 3)]
    arrays = {
        "observations": (6, layout.observation),
        "action_features": (6, layout.slots, layout.action),
        "masks": (6, layout.slots),
        "rewards": (6, 2),
    }
    for env in envs:
        assert env.reset() is env.observations and env.layout is layout
        assert {name: getattr(env, name).shape for name in arrays} == arrays
        assert "22 slots of 51" in repr(env)
    one, other = envs
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(300):
        assert np.array_equal(one.observations, other.observations)
        assert np.array_equal(one.action_features, other.action_features)
        assert (one.observations[:, layout.at("game", "my_decision")] == 1).all()
        described = one.action_features[:, :, : layout.blocks["action"].width].any(axis=2)
        assert np.array_equal(described, one.masks)
        actions = one.random_actions(rng)
        one.step(actions)
        other.step(actions)
        ended += one.dones.sum()
        assert set(one.to_act) <= {0, 1} and (one.rewards.sum(axis=1) == 0).all()
        assert {REASONS[reason] for reason in one.reasons[one.dones]} <= {"score"}
    assert ended > 15 and one.failures == []
    assert one.actions(0)[-1].text == "Done" and one.question(0) == "card to play"
    hand = one.observations[0, layout.columns("hand", "id")]
    assert all(int(number) in one.card_ids for number in hand if number)
    # The slots are those of single positions.
    observation, features, mask = one.observe(0, one.to_act[0])
    assert np.array_equal(observation, one.observations[0]) and np.array_equal(features, one.action_features[0])
    assert not one.observe(0, 1 - one.to_act[0])[2].any() and mask.any()
    with pytest.raises(IllegalAction, match="of the 22 slots"):
        one.step([21] * 6)
    position = gauntlet.Position.new(["starting", "crowd"], game="millennials")
    assert encoding.Encoder(position).card_ids == one.card_ids


def test_random_play_of_millennials_loses() -> None:
    env = VectorEnv("starting", environments=16, game="millennials", opponent="heuristic", auto_reset=False)
    env.reset()
    rng = np.random.default_rng(1)
    won = lost = 0
    for _ in range(400):
        env.step(env.random_actions(rng))
        won += (env.rewards[:, 0] > 0).sum()
        lost += (env.rewards[:, 0] < 0).sum()
        env.reset(environments=env.to_act < 0)
        assert (env.to_act == 0).all()
    assert lost > won > 0


def test_who_goes_first() -> None:
    layout = encoding.LAYOUTS["millennials"]
    for on_the_play, villains in [("a", {0}), ("b", {1}), ("swap", {0, 1})]:
        env = VectorEnv("starting", environments=4, game="millennials", mode="shipped", on_the_play=on_the_play)
        env.reset()
        rng = np.random.default_rng(1)
        found = set()
        for _ in range(200):
            villain = env.observations[:, layout.at("game", "villain")] == 1
            found |= set(env.to_act[villain].tolist())
            env.step(env.random_actions(rng))
        assert found == villains
    env = VectorEnv(DECK, environments=8, on_the_play="b")
    env.reset()
    assert (env.to_act == 1).all()
    with pytest.raises(UsageError, match="'on_the_play' is \"swap\", \"a\" or \"b\", not 'c'"):
        VectorEnv(DECK, on_the_play="c")


@pytest.mark.parametrize("on_the_play", ["a", "b"])
def test_each_side_has_its_own_commander(on_the_play: str) -> None:
    decks = ["Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain\n", "Commander\n1 Talrand, Sky Summoner\n\nDeck\n99 Island\n"]
    env = VectorEnv(*decks, environments=4, on_the_play=on_the_play, any_deck=True)
    env.reset()
    rng = np.random.default_rng(1)
    cast = [set(), set()]
    for _ in range(400):
        for place in range(4):
            texts = [offered.text for offered in env.actions(place)]
            cast[env.to_act[place]] |= {name for name in ("Krenko", "Talrand") for text in texts if text.startswith("cast " + name)}
        env.step(env.random_actions(rng))
    assert cast == [{"Krenko"}, {"Talrand"}]


def test_the_encoding_is_a_table() -> None:
    assert encoding.VERSION == 3
    assert encoding.SEGMENTS["players"].rows == 2
    with pytest.raises(KeyError, match="no column 'lief'"):
        encoding.at("players", "lief")
    with pytest.raises(KeyError, match="no segment"):
        encoding.at("player", "life")
    with pytest.raises(KeyError, match="has no row 2"):
        encoding.at("players", "life", 2)


def test_single_positions() -> None:
    position = gauntlet.Position.new([DECK, "white-tokens"])
    encoder = encoding.Encoder(position)
    acting = position.to_act
    seen = encoder.encode(position)
    assert seen.observation[encoding.at("game", "my_decision")] == 1
    assert seen.mask.sum() == len(position.legal_actions())
    assert [one.key for one in encoder.slots(position)] == position.legal_keys()
    other = encoder.encode(position, 1 - acting)
    assert not other.mask.any() and not other.action_features.any()
    # What a player can't know isn't there; a view is its own player's.
    for seed in range(20):
        world = position.sample(acting, seed)
        assert np.array_equal(encoder.encode(world, acting).observation, seen.observation)
    assert np.array_equal(encoder.encode(position.view(acting)).observation, seen.observation)
    with pytest.raises(UsageError, match="make another encoder"):
        encoder.encode(gauntlet.Position.new([DECK, "burn"]))
    with pytest.raises(UsageError, match="of another game than the encoder's"):
        encoder.encode(gauntlet.Position.new(["starting", "crowd"], game="millennials"))
    with pytest.raises(TypeError, match="a Position or a View is wanted, not str"):
        encoding.Encoder("position")  # type: ignore[arg-type]


def test_single_positions_of_millennials() -> None:
    position = gauntlet.Position.new(["starting", "crowd"], game="millennials")
    encoder = encoding.Encoder(position)
    layout = encoder.layout
    assert layout is encoding.LAYOUTS["millennials"]
    assert (layout.game, layout.version) == ("millennials", 1)
    acting = position.to_act
    assert acting is not None
    seen = encoder.encode(position)
    assert seen.observation.shape == (layout.observation,)
    assert seen.action_features.shape == (layout.slots, layout.action)
    hand = position.view(acting).to_dict()["observation"]["hand"]
    ids = seen.observation[layout.columns("hand", "id")]
    names = encoder.card_ids
    assert [names[int(number)] for number in ids if number] == [card["name"] for card in hand]
    assert seen.observation[layout.at("game", "my_decision")] == 1
    assert seen.mask.sum() == len(position.legal_actions())
    assert [one.key for one in encoder.slots(position)] == position.legal_keys()
    for seed in range(20):
        world = position.sample(acting, seed)
        assert np.array_equal(encoder.encode(world, acting).observation, seen.observation)
    while position.to_act is not None:
        seen = encoder.encode(position)
        position.apply(encoder.slots(position)[int(np.flatnonzero(seen.mask)[0])].key)
    assert not encoder.encode(position, 0).mask.any()


INTERRUPTED = """
from gauntlet.vector import VectorEnv
env = VectorEnv("burn", environments=4, observations=False, action_features=False)
env.reset()
print("ready", flush=True)
try:
    env.step_random(10**9)
except KeyboardInterrupt:
    # What was played until then is there to go on from.
    env.step_random(1)
    print("stopped", flush=True)
"""


def test_random_steps_are_interrupted() -> None:
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=60)[0] == "stopped\n"
        finally:
            process.kill()


def test_random_steps_are_the_same_however_they_are_cut() -> None:
    with VectorEnv("burn", environments=16, max_turns=6) as one, VectorEnv("burn", environments=16, max_turns=6) as other:
        one.reset()
        other.reset()
        # Many times as many as are played between two looks for Ctrl-C.
        one.step_random(5000)
        for _ in range(50):
            other.step_random(100)
        assert [one.fingerprint(number) for number in range(16)] == [other.fingerprint(number) for number in range(16)]
        assert (one.dones == other.dones).all() and (one.masks == other.masks).all()
