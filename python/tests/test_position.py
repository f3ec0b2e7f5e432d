"""Positions."""

import copy
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from conftest import play_out

import gauntlet
from gauntlet import Position

GAMES = [
    ("magic", ["mono-red-aggro", "green-stompy"]),
    ("magic", ["blue-black-control", "white-blue-fliers"]),
    ("millennials", ["starting", "crowd"]),
]


def advance(position: Position, steps: int, seed: int = 1) -> None:
    """Plays some random actions."""
    rng = random.Random(seed)
    for _ in range(steps):
        if position.to_act is None:
            break
        position.apply(rng.choice(position.legal_keys()))


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_limits_end_games(game: str, decks: list[str]) -> None:
    for options, reason in [({"max_turns": 3}, "turn_limit"), ({"max_actions": 5}, "action_limit")]:
        position = gauntlet.Position.new(decks, game=game, **options)
        while position.to_act is not None:
            position.apply(position.legal_actions()[0])
        assert position.outcome is not None and position.outcome.winner is None
        assert position.outcome.reason == reason, game
        assert position.legal_actions() == [] and position.question == ""
        assert reason != "action_limit" or position.steps == 5
        with pytest.raises(gauntlet.GameOver):
            position.apply(0)
        again = pickle.loads(pickle.dumps(position))
        assert again.outcome == position.outcome and again.to_act is None
        position.undo()
        assert position.to_act is not None and position.outcome is None


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_games_are_played_to_their_end(game: str, decks: list[str]) -> None:
    rng = random.Random(1)
    for seed in range(3):
        position = Position.new(decks, seed, game=game)
        play_out(position, rng.choice)
        outcome = position.outcome
        assert outcome is not None
        assert outcome.winner in (0, 1, None)
        assert outcome.score(0) + outcome.score(1) == 1
        assert position.legal_actions() == []
        assert position.question == ""
        with pytest.raises(gauntlet.GameOver):
            position.apply(0)


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_equal_seeds_and_actions_are_equal_games(game: str, decks: list[str]) -> None:
    one, other = (Position.new(decks, 3, game=game) for _ in range(2))
    for position in (one, other):
        advance(position, 60)
    assert one.fingerprint == other.fingerprint
    assert [action.text for action in one.legal_actions()] == [action.text for action in other.legal_actions()]
    assert Position.new(decks, 4, game=game).fingerprint != Position.new(decks, 3, game=game).fingerprint


def test_it_is_the_game_of_the_command(command: Callable[..., subprocess.CompletedProcess[str]], tmp_path) -> None:
    record = tmp_path / "game.jsonl"
    done = command("watch", "burn", "white-tokens", "--seed", "7", "--pair", "3", "--record", str(record))
    assert done.returncode == 0, done.stderr
    header, *steps = (json.loads(line) for line in record.read_text().splitlines())
    position = Position.new(["burn", "white-tokens"], 7, pair=3)
    assert f"{position.fingerprint:016x}" == header["start"]
    for step in steps:
        action = position.legal_actions()[step["choice"]]
        assert (position.to_act, action.text) == (step["player"], step["action"])
        position.apply(action)
        assert f"{position.fingerprint:016x}" == step["after"]
    assert position.outcome is not None


def test_actions_have_keys_and_texts(position: Position) -> None:
    actions = position.legal_actions()
    assert [action.key for action in actions] == position.legal_keys()
    assert len({action.key for action in actions}) == len(actions)
    assert all(0 <= action.key < 2**52 for action in actions)
    first = actions[0]
    assert int(first) == first.key
    assert first == position.legal_actions()[0]
    assert hash(first) == hash(position.legal_actions()[0])
    assert str(first) == first.text
    by_text, by_key = position.copy(), position.copy()
    by_text.apply(first)
    by_key.apply(first.key)
    assert by_text.fingerprint == by_key.fingerprint != position.fingerprint


def test_what_is_not_legal_is_refused(position: Position) -> None:
    before = position.fingerprint
    for action in (12345, 2**60, 2**80, -1):
        with pytest.raises(gauntlet.IllegalAction):
            position.apply(action)
    for nonsense in ("pass", None, 1.5):
        with pytest.raises(TypeError):
            position.apply(nonsense)  # type: ignore[arg-type]
    assert position.fingerprint == before
    for player in (2, 7):
        with pytest.raises(gauntlet.UsageError, match="players are 0 and 1"):
            position.view(player)


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_copies_are_apart(game: str, decks: list[str]) -> None:
    position = Position.new(decks, 3, game=game)
    advance(position, 8)
    before = position.fingerprint
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        advance(other, 5)
        assert position.fingerprint == before != other.fingerprint


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_undo_goes_back_step_by_step(game: str, decks: list[str]) -> None:
    position = Position.new(decks, 3, game=game)
    rng = random.Random(1)
    prints = [position.fingerprint]
    while len(prints) < 45 and position.to_act is not None:
        position.apply(rng.choice(position.legal_keys()))
        prints.append(position.fingerprint)
    other = position.copy()
    for one in (position, other):
        for expected in reversed(prints[:-1]):
            one.undo()
            assert one.fingerprint == expected
        assert one.steps == 0
        with pytest.raises(gauntlet.UsageError):
            one.undo()
        # What was taken back can be done again, otherwise too.
        advance(one, 30, seed=9)
        kept = one.copy()
        one.undo()
        one.undo()
        assert one.steps == kept.steps - 2


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_pickles_are_played_again(game: str, decks: list[str]) -> None:
    position = Position.new(decks, 3, game=game, max_turns=50)
    advance(position, 8)
    assert position.to_act is not None
    world = position.sample(position.to_act, 5)
    advance(world, 3, seed=2)
    for one in (Position.new(decks, 3, game=game), position, world):
        text = pickle.dumps(one)
        again = pickle.loads(text)
        assert again.fingerprint == one.fingerprint
        assert again.legal_keys() == one.legal_keys()
        assert again.deal(9).fingerprint == one.deal(9).fingerprint
        advance(again, 10)
        later = pickle.loads(text)
        advance(later, 10)
        assert later.fingerprint == again.fingerprint


def test_pickles_are_loaded_in_other_processes_anywhere(position: Position, tmp_path) -> None:
    advance(position, 30)
    file = tmp_path / "position"
    file.write_bytes(pickle.dumps(position))
    code = f"import pickle; print(pickle.load(open({str(file)!r}, 'rb')).fingerprint)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(done.stdout) == position.fingerprint


def test_broken_pickles_are_refused() -> None:
    for text in ("", "{}", '{"position": 99}'):
        with pytest.raises(gauntlet.UsageError):
            gauntlet._native.restore(text)


@pytest.mark.parametrize(("game", "decks"), GAMES)
def test_views_tell_what_a_player_knows_and_no_more(game: str, decks: list[str]) -> None:
    rng = random.Random(4)
    position = Position.new(decks, 11, game=game)
    for step in range(150):
        player = position.to_act
        if player is None:
            break
        views = [position.view(seat) for seat in (0, 1)]
        own, other = views[player], views[1 - player]
        assert own.legal_actions == position.legal_actions()
        assert own.question == position.question
        assert other.legal_actions == []
        assert other.question == ""
        told = own.to_dict()
        assert told == json.loads(own.json())
        assert (told["game"], told["player"], told["to_act"]) == (game, player, player)
        assert [action["key"] for action in told["legal_actions"]] == position.legal_keys()
        # In other worlds all that the player sees is the same.
        for seed in (1, 2):
            world = position.sample(player, seed)
            assert world.view(player).json() == own.json()
            assert world.legal_actions() == position.legal_actions()
        with pytest.raises(gauntlet.UsageError, match="only the player to act"):
            position.sample(1 - player, 1)
        position.apply(rng.choice(position.legal_keys()))
    for seat in (0, 1):
        json.loads(position.view(seat).json())


def test_worlds_differ_in_what_is_hidden(position: Position) -> None:
    player = position.to_act
    assert player is not None
    prints = {position.sample(player, seed).fingerprint for seed in range(8)}
    assert len(prints) == 8
    assert position.sample(player, 3).fingerprint == position.sample(player, 3).fingerprint
    world = position.sample(player, 3)
    with pytest.raises(gauntlet.UsageError, match="sampled"):
        world.undo()
    hands = {json.dumps(position.sample(player, seed).view(1 - player).to_dict()["observation"]) for seed in range(8)}
    assert len(hands) > 1, "the other's hand is dealt anew"


def test_magic_views_are_observations(position: Position) -> None:
    advance(position, 40)
    seen = position.view(0).to_dict()["observation"]
    assert seen["viewer"] == "p0"
    assert seen["players"][0]["hand"] is not None
    assert seen["players"][1]["hand"] is None


def test_decks_are_files_names_and_texts(tmp_path) -> None:
    text = "// a deck\n40 Forest\n20 Grizzly Bears\n"
    try:
        from_text = Position.new([text, "burn"], 1)
    except gauntlet.DeckError:
        text = "60 Mountain\n"
        from_text = Position.new([text + "\n", "burn"], 1)
    file = tmp_path / "mine.txt"
    file.write_text(text)
    assert Position.new([file, "burn"], 1).fingerprint == from_text.fingerprint
    assert Position.new([str(file), "burn"], 1).fingerprint == from_text.fingerprint
    mirror = Position.new(["burn", "burn"], 1)
    assert "burn against burn" in repr(mirror)


def test_bad_decks_are_told_as_the_command_tells_them(
    command: Callable[..., subprocess.CompletedProcess[str]], riddle
) -> None:
    for deck in ("no-such-deck", "brun", str(riddle)):
        told = command("watch", deck, "burn").stderr.removeprefix("error: ").strip()
        with pytest.raises(gauntlet.DeckError) as raised:
            Position.new([deck, "burn"])
        assert str(raised.value) == told
    with pytest.raises(gauntlet.DeckError, match="deck-1.txt:1"):
        Position.new(["60 Frobnicator\n", "burn"])
    with pytest.raises(gauntlet.UsageError, match="two decks"):
        Position.new(["burn"])
    with pytest.raises(gauntlet.UsageError, match="there is no game 'magik', did you mean 'magic'"):
        Position.new(["burn", "burn"], game="magik")
    with pytest.raises(gauntlet.UsageError, match="--max-turns"):
        Position.new(["burn", "burn"], max_turns=0)
    with pytest.raises(gauntlet.UsageError, match="there is no option 'max_turn' here; did you mean 'max_turns'"):
        Position.new(["burn", "burn"], max_turn=3)  # type: ignore[call-arg]
    with pytest.raises(gauntlet.UsageError, match="there is no option 'agent' here: the options are "):
        Position.new(["burn", "burn"], agent="random")  # type: ignore[call-arg]
    with pytest.raises(gauntlet.UsageError):
        Position.new(["burn", "burn"], policy="last-first")
    with pytest.raises(gauntlet.UsageError, match="there is no option 'sed' here"):
        Position.new(["burn", "burn"], sed=4)  # type: ignore[call-arg]
    with pytest.raises(gauntlet.CardError):
        Position.new(["burn", "burn"], cards="/nowhere")


def test_options_count() -> None:
    plain = Position.new(["burn", "burn"], 1)
    short = Position.new(["burn", "burn"], 1, max_turns=3)
    rng = random.Random(1)
    play_out(short, rng.choice)
    assert short.outcome is not None
    assert short.outcome.reason in ("turn_limit", "life")
    by_hand = Position.new(["burn", "burn"], 1, manual_mana=True)
    advance(plain, 60)
    advance(by_hand, 60)
    assert pickle.loads(pickle.dumps(by_hand)).fingerprint == by_hand.fingerprint


@pytest.mark.parametrize(("game", "decks"), [("magic", ["burn", "white-tokens"]), ("millennials", ["starting", "crowd"])])
def test_positions_are_saved_and_loaded(game: str, decks: list[str], tmp_path) -> None:
    one = Position.new(decks, seed=4, game=game)
    for step in range(30):
        file = tmp_path / f"{step}.jsonl"
        one.save(file)
        again = Position.load(file)
        assert again.fingerprint == one.fingerprint
        assert [int(action) for action in again.legal_actions()] == [int(action) for action in one.legal_actions()]
        if one.to_act is None:
            break
        actions = one.legal_actions()
        one.apply(actions[step % len(actions)])
    # What is loaded is saved, pickled, copied and taken back like any other.
    again.save(tmp_path / "again.jsonl")
    assert Position.load(tmp_path / "again.jsonl").fingerprint == again.fingerprint
    assert pickle.loads(pickle.dumps(again)).fingerprint == again.fingerprint
    steps = again.steps
    again.undo()
    assert again.steps == steps - 1
    with pytest.raises(gauntlet.UsageError, match="deals no others"):
        again.deal(1)


def test_a_saved_position_needs_no_card_files(tmp_path) -> None:
    cards = tmp_path / "cards.txt"
    cards.write_text("name Hill\nsuper Basic\ntype Land Mountain\n\nname Hopper\ncost {R}\ntype Creature Rabbit\npt 1/1\ntext Haste\n")
    deck = "40 Hill\n20 Hopper\n"
    with pytest.raises(gauntlet.DeckError):
        Position.new([deck, deck])
    deck = "56 Hill\n4 Hopper\n"
    one = Position.new([deck, deck], cards=cards)
    one.apply(one.legal_actions()[0])
    one.save(tmp_path / "one.jsonl")
    cards.unlink()
    again = Position.load(tmp_path / "one.jsonl")
    assert again.fingerprint == one.fingerprint
    assert pickle.loads(pickle.dumps(again)).fingerprint == one.fingerprint


def test_what_is_no_saved_position_is_refused(tmp_path) -> None:
    with pytest.raises(gauntlet.FileError):
        Position.load(tmp_path / "nothing.jsonl")
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(gauntlet.UsageError, match="isn't a recorded game"):
        Position.load(tmp_path / "bad.jsonl")
    one = Position.new(["burn", "white-tokens"])
    with pytest.raises(gauntlet.UsageError, match="sampled"):
        one.sample(one.to_act, 1).save(tmp_path / "world.jsonl")
    one.save(tmp_path / "one.jsonl")
    text = (tmp_path / "one.jsonl").read_text().replace('"start":"', '"start":"0', 1)
    (tmp_path / "changed.jsonl").write_text(text)
    with pytest.raises(gauntlet.UsageError, match="differs"):
        Position.load(tmp_path / "changed.jsonl")


def test_what_permanents_have_besides_is_told(tmp_path) -> None:
    cards = tmp_path / "cards.txt"
    cards.write_text(
        "name Moor\nsuper Basic\ntype Land Swamp\n\n"
        "name Prism\ncost {0}\ntype Artifact\ntext As ~ enters, choose a color.\ntext {T}: Add one mana of the chosen color.\n\n"
        "name Guild\ncost {0}\ntype Enchantment Class\ntext When ~ enters, you gain 1 life.\ntext {0}: Level 2\n"
        "text When this Class becomes level 2, you gain 2 life.\n"
    )
    deck = "52 Moor\n4 Prism\n4 Guild\n"
    wanted = ("keep", "cast", "level 2", "black", "pass")
    found: dict[str, set[str]] = {"Prism": set(), "Guild": set()}
    for seed in range(5):
        position = Position.new([deck, deck], seed, cards=cards, max_turns=30)
        while position.to_act is not None:
            actions = position.legal_actions()
            named = [action for word in wanted for action in actions if word in action.text.lower()]
            position.apply((named or actions)[0])
            if position.to_act is None:
                break
            observation = position.view(position.to_act).to_dict()["observation"]
            for permanent in (one for player in observation["players"] for one in player["battlefield"]):
                details = permanent["permanent"]
                assert details["statuses"] == []
                name = permanent["card_name"]
                assert (details["class_level"] is None) == (name != "Guild")
                if name in found:
                    found[name].add(json.dumps([details["class_level"], details["chosen"]]))
    assert found["Guild"] == {"[1, []]", "[2, []]"}
    assert found["Prism"] == {'[null, [{"kind": "color", "value": "black"}]]'}


@pytest.mark.parametrize("number", [-1, 2**64, -(10**30)])
def test_numbers_out_of_range_are_told_of(number: int) -> None:
    decks = ["burn", "white-tokens"]
    position = Position.new(decks)
    acting = position.to_act
    assert acting is not None
    seed, pair, player = (f"invalid value '{number}' for '{name}': it must be a whole number from 0 to " for name in ("seed", "pair", "player"))
    for sentence, call in [
        (seed, lambda: Position.new(decks, number)),
        (pair, lambda: Position.new(decks, 1, pair=number)),
        (seed, lambda: position.deal(number)),
        (pair, lambda: position.deal(1, number)),
        (seed, lambda: position.sample(acting, number)),
        (seed, lambda: position.view(acting).sample(number)),
        (player, lambda: position.view(number)),
        (player, lambda: position.sample(number, 1)),
    ]:
        with pytest.raises(gauntlet.UsageError) as raised:
            call()
        assert str(raised.value).startswith(sentence)
    with pytest.raises(gauntlet.UsageError, match="players are 0 and 1, not 2"):
        position.view(2)
    with pytest.raises(TypeError):
        Position.new(decks, 1.5)  # type: ignore[arg-type]
    for options in ({"seed": number}, {"games": number}, {"max_turns": number}):
        with pytest.raises(gauntlet.UsageError, match=f"invalid value '{number}' for '--{next(iter(options)).replace('_', '-')}"):
            gauntlet.match("burn", "white-tokens", **options)  # type: ignore[arg-type]


def test_what_is_placed_in_secret_is_not_in_the_others_view() -> None:
    position = Position.new(["starting", "crowd"], game="millennials")
    places = [action for action in position.legal_actions() if action.text.startswith("Play ")]
    before = position.view(1).to_dict()["observation"]
    position.apply(places[0])
    assert position.view(1).to_dict()["observation"] == before
    assert position.view(0).to_dict()["observation"] != before


def test_actions_and_views_can_be_pickled() -> None:
    import pickle

    position = gauntlet.Position.new(["burn", "white-tokens"], 7)
    action = position.legal_actions()[0]
    again = pickle.loads(pickle.dumps(action))
    assert (again, again.key, again.text) == (action, action.key, action.text)
    view = position.view(0)
    assert pickle.loads(pickle.dumps(view)).json() == view.json()
