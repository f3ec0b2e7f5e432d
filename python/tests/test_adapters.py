"""The adapters hold the contracts of those they are for."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

from gauntlet import openspiel
from gauntlet.encoding import LAYOUTS, OBSERVATION, SLOTS
from gauntlet.errors import EnvironmentClosed, GameOver, IllegalAction, UsageError

DECK = "mono-red-aggro"


def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from gauntlet import pettingzoo

    with warnings.catch_warnings():
        # It would like observations to be arrays between 0 and 1.
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(DECK, "white-tokens"), num_cycles=300)
        api_test(pettingzoo.raw_env(DECK), num_cycles=300)
        seed_test(lambda: pettingzoo.env(DECK), num_cycles=100)


def test_pettingzoo_of_millennials() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from gauntlet import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env("starting", "crowd", game="millennials"), num_cycles=300)
        api_test(pettingzoo.raw_env(game="millennials", mode="shipped"), num_cycles=300)
        seed_test(lambda: pettingzoo.env(game="millennials"), num_cycles=100)
    env = pettingzoo.env("starting", "crowd", game="millennials", render_mode="ansi")
    assert env.metadata["name"] == "gauntlet_millennials_v1"
    layout = LAYOUTS["millennials"]
    assert env.action_space("player_0").n == layout.slots
    for seed in range(4):
        env.reset(seed=seed)
        assert "Done" in env.render()
        assert env.observe("player_0")["observation"].shape == (layout.observation,)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            if termination or truncation:
                assert info["reason"] == "score" and not truncation
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))


def test_pettingzoo_games() -> None:
    pytest.importorskip("pettingzoo")
    from gauntlet import pettingzoo

    env = pettingzoo.env(DECK, render_mode="ansi")
    starts, ends = set(), []
    for seed in range(4):
        env.reset(seed=seed)
        starts.add(env.agent_selection)
        assert "keep" in env.render()
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            if termination or truncation:
                ends.append(reward)
                assert info["reason"]
                env.step(None)
                continue
            other = env.observe("player_1" if agent == "player_0" else "player_0")
            assert not other["action_mask"].any()
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(ends) == [-1] * 4 + [1] * 4 and starts == {"player_0", "player_1"}
    # An illegal action loses, or is an error without the wrapper.
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(SLOTS - 1)
    assert env.rewards[agent] == -1
    raw = pettingzoo.raw_env(DECK)
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(SLOTS - 1)
    raw.close()
    with pytest.raises(EnvironmentClosed):
        raw.reset()


def test_gym() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from gauntlet.gym import GauntletEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GauntletEnv(DECK, opponent="random"), skip_render_check=True)
        check_env(GauntletEnv(DECK, "white-tokens", opponent="heuristic"), skip_render_check=True)


def test_gym_of_millennials() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from gauntlet.gym import GauntletEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GauntletEnv(game="millennials", opponent="random"), skip_render_check=True)
    layout = LAYOUTS["millennials"]
    # As shipped the one who goes first is the villain.
    for on_the_play, villain in [("a", 1), ("b", 0)]:
        env = GauntletEnv("starting", "crowd", game="millennials", mode="shipped", on_the_play=on_the_play, illegal="error")
        for seed in range(3):
            observation, _ = env.reset(seed=seed)
            over = False
            while not over:
                assert observation["observation"][layout.at("game", "villain")] == villain
                observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
                over = terminated or truncated
            assert terminated and info["reason"] == "score"
        with pytest.raises(UsageError, match="from 0 to 21"):
            env.reset(seed=1)
            env.step(layout.slots)
    env = GauntletEnv(game="millennials", max_turns=2)
    env.reset(seed=1)
    while True:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        if terminated or truncated:
            break
    assert truncated and not terminated and reward == 0 and info["reason"] == "turn_limit"


def test_gym_games() -> None:
    pytest.importorskip("gymnasium")
    from gauntlet.gym import GauntletEnv

    env = GauntletEnv(DECK, opponent="random", illegal="error", render_mode="ansi")
    rng = np.random.default_rng(1)
    rewards = []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        again, _ = env.reset(seed=seed)
        assert all(np.array_equal(observation[key], again[key]) for key in observation)
        assert env.observation_space.contains(observation) and "keep" in env.render()
        over = False
        while not over:
            action = rng.choice(np.flatnonzero(env.action_masks()))
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            assert over or reward == 0
        assert info["reason"]
        rewards.append(reward)
        with pytest.raises(GameOver):
            env.step(0)
    assert set(rewards) == {-1, 1}
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(SLOTS - 1)
    with pytest.raises(UsageError):
        env.step(SLOTS)
    env.close()
    with pytest.raises(EnvironmentClosed):
        env.reset()
    with pytest.raises(UsageError, match="'illegal' is"):
        GauntletEnv(DECK, illegal="ignore")
    # A game that reaches its limit is truncated.
    env = GauntletEnv(DECK, opponent="random", max_turns=2)
    env.reset(seed=1)
    while True:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        if terminated or truncated:
            break
    assert truncated and not terminated and reward == 0 and info["reason"] == "turn_limit"


def test_openspiel() -> None:
    game = openspiel.Game(DECK, "white-tokens", seed=5)
    assert game.num_players() == 2 and game.num_distinct_actions() == SLOTS
    assert game.information_state_tensor_size() == OBSERVATION
    dice = random.Random(1)
    seen: dict[str, tuple[int, ...]] = {}
    for number in range(3):
        state = game.new_initial_state(number)
        assert state.legal_actions() == game.new_initial_state(number).legal_actions()
        decisions = 0
        while not state.is_terminal():
            player = state.current_player()
            legal = state.legal_actions()
            assert legal and state.legal_actions(1 - player) == [] and sum(state.legal_actions_mask()) == len(legal)
            text = state.information_state_string()
            assert seen.setdefault(text, tuple(legal)) == tuple(legal)
            if decisions % 10 == 0:
                tensor = state.information_state_tensor()
                assert len(tensor) == OBSERVATION
                world = state.resample_from_infostate(player, dice.random)
                assert world.information_state_string(player) == text
                assert world.information_state_tensor(player) == tensor
                assert world.legal_actions() == legal and world.keys() == state.keys()
                copy = state.clone()
                copy.apply_action(legal[-1])
                assert state.information_state_string() == text and copy.history() == [*state.history(), legal[-1]]
                with pytest.raises(UsageError):
                    state.resample_from_infostate(1 - player, dice.random)
            assert state.action_to_string(player, legal[0])
            state.apply_action(dice.choice(legal))
            decisions += 1
        assert sum(state.returns()) == 0 and state.current_player() == -4 and state.legal_actions() == []
        with pytest.raises(GameOver):
            state.apply_action(0)
    state = game.new_initial_state()
    with pytest.raises(IllegalAction, match="2 of the 32 slots can be chosen by player 0"):
        state.apply_action(31)
    with pytest.raises(UsageError):
        state.information_state_tensor(2)


@pytest.mark.parametrize("mode", ["symmetric", "shipped"])
def test_openspiel_of_millennials(mode: str) -> None:
    import pickle

    game = openspiel.Game("starting", "crowd", seed=5, game="millennials", mode=mode)
    layout = LAYOUTS["millennials"]
    assert game.layout is layout and game.num_distinct_actions() == layout.slots
    assert game.information_state_tensor_shape() == [layout.observation]
    dice = random.Random(1)
    seen: dict[str, tuple[int, ...]] = {}
    for number in range(6):
        state = game.new_initial_state(number)
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            text, tensor = state.information_state_string(), state.information_state_tensor()
            assert seen.setdefault(text, tuple(legal)) == tuple(legal)
            assert len(tensor) == layout.observation and state.action_features().shape == (layout.slots, layout.action)
            assert tensor[layout.at("game", "villain")] == (mode == "shipped" and player == 0)
            world = state.resample_from_infostate(player, dice.random)
            assert world.information_state_string(player) == text and world.information_state_tensor(player) == tensor
            assert world.legal_actions() == legal and world.keys() == state.keys()
            assert len(state.legal_actions_mask()) == layout.slots
            state.apply_action(dice.choice(legal))
            assert len(state.information_state_tensor(0)) == layout.observation
        assert sum(state.returns()) == 0
        again = pickle.loads(pickle.dumps(state))
        assert again.returns() == state.returns() and again.get_game().layout is layout
    state = game.new_initial_state()
    with pytest.raises(IllegalAction, match="of the 22 slots can be chosen"):
        state.apply_action(21)


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [("pettingzoo", "pettingzoo", "pettingzoo"), ("gym", "gymnasium", "gym"), ("vector", "numpy", "numpy")],
)
def test_what_is_missing_is_said(module: str, missing: str, extra: str) -> None:
    program = f"import sys; sys.modules['{missing}'] = None\nimport gauntlet\nimport gauntlet.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f"pip install 'gauntlet[{extra}]'" in done.stderr


def test_openspiel_states_can_be_pickled() -> None:
    game = openspiel.Game(DECK, "white-tokens")
    state = game.new_initial_state()
    rng = random.Random(3)
    for _ in range(30):
        state.apply_action(rng.choice(state.legal_actions()))
    again = pickle.loads(pickle.dumps(state))
    assert again.position.fingerprint == state.position.fingerprint
    assert again.information_state_string() == state.information_state_string()
    assert again.legal_actions() == state.legal_actions()
    other = state.resample_from_infostate(state.current_player(), rng.random)
    with pytest.raises(UsageError, match="resampled"):
        pickle.dumps(other)


def test_gym_can_be_copied_and_pickled() -> None:
    pytest.importorskip("gymnasium")
    from gauntlet.gym import GauntletEnv

    env = GauntletEnv(DECK, "white-tokens", opponent="random", render_mode="ansi")
    pickle.loads(pickle.dumps(env)).reset(seed=1)
    env.reset(seed=5)
    for _ in range(12):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    text, rng = env.render(), copy.deepcopy(env.np_random)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    # What one does changes none of the others.
    over = False
    while not over:
        *_, terminated, truncated, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        over = terminated or truncated
    for other in others:
        assert other.render() == text
        assert other.np_random.bit_generator.state == rng.bit_generator.state
    assert pickle.loads(pickle.dumps(env)).render() == "the game is over"
    env.close()
    with pytest.raises(EnvironmentClosed):
        pickle.loads(pickle.dumps(env)).reset()


def test_pettingzoo_can_be_copied_and_pickled() -> None:
    pytest.importorskip("pettingzoo")
    from gauntlet import pettingzoo

    env = pettingzoo.env("starting", "crowd", game="millennials", render_mode="ansi")
    env.reset(seed=5)
    for agent in env.agent_iter(12):
        env.step(env.action_space(agent).sample(env.observe(agent)["action_mask"]))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.render() == env.render()
        assert (other.observe("player_0")["observation"] == env.observe("player_0")["observation"]).all()


def test_many_environments_say_that_they_cant_be_pickled() -> None:
    from gauntlet.vector import VectorEnv

    with VectorEnv(DECK, environments=2) as games, pytest.raises(UsageError, match="make them where they are stepped"):
        pickle.dumps(games)


def test_pettingzoo_steps_after_a_reset_only() -> None:
    pytest.importorskip("pettingzoo")
    from gauntlet import pettingzoo

    with pytest.raises(GameOver):
        pettingzoo.raw_env(DECK).step(0)
    with pytest.raises(UsageError, match="there is no game 'chess'"):
        pettingzoo.env("starting", "crowd", game="chess")
