"""A game in the style of OpenSpiel: a `Game` that makes `State`s, with the methods that algorithms written for OpenSpiel call.

>>> from gauntlet import openspiel
>>> game = openspiel.Game("mono-red-aggro", "white-tokens")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.returns()

OpenSpiel itself isn't needed. Chance is sampled inside (a game type of "sampled stochastic"): there are no chance nodes, and each initial state is another
shuffle. Actions are slots of the encoding (docs/encodings.md), 0 to `num_distinct_actions() - 1`, as algorithms index arrays by them; `State.keys()` has
the stable keys. Where there are more actions than slots (in Magic), the last slot leads to the next page: that is a move of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._native import Position
from .encoding import Encoded, Encoder, Offered
from .errors import GameOver, IllegalAction, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from .options import DealOptions, Path

__all__ = ["Game", "State"]

#: Who is to act once the game is over, as in OpenSpiel.
TERMINAL = -4


class Game:
    """Two decks, from which games are dealt.

    deck_a, deck_b: paths, names of shipped decks, or texts of decklists; player 0 has the first and takes the first turn. Without the second it is a mirror.
    game: "magic" or "millennials". In Millennials with mode="shipped" player 0 is the villain.
    seed: the seed of all shuffles (int, 0 to 2**64 - 1): initial state number n is the game of pair n.
    options: cards, min_cards, any_deck, manual_mana, knows, field_of, max_turns, max_actions, and Millennials' policy, mode, priority, generator, locations, as those of
    the command.

    `layout` is the `gauntlet.encoding.Layout` of the game.

    Raises `DeckError`, `CardError`, `FileError` and `UsageError` with the sentences of the command.
    """

    def __init__(
        self, deck_a: Path, deck_b: Path | None = None, *, seed: int = 1, game: str = "magic", **options: Unpack[DealOptions]
    ) -> None:
        self._first = Position.new([deck_a, deck_a if deck_b is None else deck_b], seed, game=game, **options)
        self._encoder = Encoder(self._first)
        self.layout = self._encoder.layout
        self._seed = seed
        self._dealt = 0
        self._max_actions = options.get("max_actions", 20_000)

    def num_players(self) -> int:
        """2."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many slots there are."""
        return self.layout.slots

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of `State.information_state_tensor` as an array."""
        return [self.layout.observation]

    def information_state_tensor_size(self) -> int:
        """How many numbers `State.information_state_tensor` has."""
        return self.layout.observation

    observation_tensor_shape = information_state_tensor_shape
    observation_tensor_size = information_state_tensor_size

    def min_utility(self) -> float:
        """−1, for a loss."""
        return -1.0

    def max_utility(self) -> float:
        """1, for a win."""
        return 1.0

    def utility_sum(self) -> float:
        """0: what one player wins the other one loses."""
        return 0.0

    def max_game_length(self) -> int:
        """The most decisions of a game; turned pages don't count."""
        return self._max_actions

    def new_initial_state(self, number: int | None = None) -> State:
        """A game at its first decision: number `number` (int, from 0), or else the next one."""
        if number is None:
            number, self._dealt = self._dealt, self._dealt + 1
        return State(self, self._first.deal(self._seed, number), number)

    def __getstate__(self) -> dict[str, Any]:
        # The encoder is made again: it belongs to the cards as they are loaded.
        return {name: value for name, value in vars(self).items() if name not in ("_encoder", "layout")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._encoder = Encoder(self._first)
        self.layout = self._encoder.layout

    def __repr__(self) -> str:
        return f"gauntlet.openspiel.Game({self._first!r})"


class State:
    """A position, with what each player has seen and chosen on the way there. Made by `Game.new_initial_state`."""

    def __init__(self, game: Game, position: Position, number: int) -> None:
        self._game = game
        # The number of the initial state; None in a world that was dealt for a player.
        self._number: int | None = number
        self._position = position
        self._page = 0
        # What tells a player's information state: what was seen and chosen at each decision, and whether it was in a world that was dealt for the player.
        self._past = [hashlib.blake2b(digest_size=16), hashlib.blake2b(digest_size=16)]
        self._history: list[int] = []

    def get_game(self) -> Game:
        """The game that it is a state of."""
        return self._game

    @property
    def position(self) -> Position:
        """The position itself, hidden cards included; a copy."""
        return self._position.copy()

    def current_player(self) -> int:
        """Who is to act, 0 or 1; −4 once the game is over."""
        acting = self._position.to_act
        return TERMINAL if acting is None else acting

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.to_act is None

    def is_chance_node(self) -> bool:
        """False: chance is sampled inside."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: players take turns."""
        return False

    def _offered(self) -> list[Offered]:
        return self._game._encoder.slots(self._position, self._page)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The slots that can be chosen, in order; none for a player who isn't to act."""
        acting = self._position.to_act
        if acting is None or player not in (None, acting):
            return []
        return [offered.slot for offered in self._offered()]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each slot that can be chosen, 0 for the others."""
        legal = set(self.legal_actions(player))
        return [int(slot in legal) for slot in range(self._game.layout.slots)]

    def keys(self) -> dict[int, int | None]:
        """The keys of the actions that can be chosen, by slot, as `Position.legal_actions` has them; None for the next page."""
        return {offered.slot: offered.key for offered in self._offered()}

    def action_to_string(self, player: int, action: int) -> str:
        """An action in words. Raises `IllegalAction` if it can't be chosen."""
        return self._chosen(action, player).text

    def _chosen(self, action: int, player: int | None = None) -> Offered:
        acting = self._position.to_act
        if acting is None:
            raise GameOver("the game is over: nobody is to act")
        if player in (None, acting):
            for offered in self._offered():
                if offered.slot == action:
                    return offered
        allowed, slots = len(self.legal_actions()), self._game.layout.slots
        raise IllegalAction(f"action {action} is not legal here; {allowed} of the {slots} slots can be chosen by player {acting}")

    def apply_action(self, action: int) -> None:
        """Takes the action in a slot. Raises `IllegalAction` if it can't be chosen, `GameOver` if the game is over; nothing has changed then."""
        chosen = self._chosen(action)
        acting = self.current_player()
        past = self._past[acting].copy()
        past.update(self._seen(acting))
        past.update(int(action).to_bytes(2, "little"))
        if chosen.key is None:
            pages = int(self._encoded(acting).observation[self._game.layout.at("game", "pages")])
            self._page = (self._page + 1) % pages
        else:
            self._position.apply(chosen.key)
            self._page = 0
        self._past[acting] = past
        self._history.append(int(action))

    def history(self) -> list[int]:
        """The actions that led here."""
        return list(self._history)

    def returns(self) -> list[float]:
        """By player 1 for a win, −1 for a loss; 0 for draws and while the game goes on."""
        outcome = self._position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if player == outcome.winner else -1.0 for player in (0, 1)]

    def rewards(self) -> list[float]:
        """The same: nothing is won before the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a player has won."""
        return self.returns()[self._player(player)]

    def _player(self, player: int | None) -> int:
        if player is None:
            player = self.current_player()
        if player not in (0, 1):
            raise UsageError(f"players are 0 and 1, not {player!r}")
        return player

    def _encoded(self, player: int) -> Encoded:
        return self._game._encoder.encode(self._position, player, self._page)

    def _seen(self, player: int) -> bytes:
        return self._encoded(player).observation.tobytes()

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees (by default the one who is to act), as `gauntlet.encoding` says: `layout.observation` numbers. What was seen before isn't in it."""
        numbers: list[float] = self.observation(player).tolist()
        return numbers

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same."""
        return self.information_state_tensor(player)

    def observation(self, player: int | None = None) -> NDArray[np.float32]:
        """The same as an array of float32, (layout.observation,)."""
        return self._encoded(self._player(player)).observation

    def action_features(self) -> NDArray[np.float32]:
        """What the slots mean: float32, (layout.slots, layout.action)."""
        return self._encoded(self._player(None)).action_features

    def information_state_string(self, player: int | None = None) -> str:
        """A text that is equal for states that a player can't tell apart who remembers all they saw when they chose and what they chose.

        What they see is told apart as far as the encoding goes.
        """
        player = self._player(player)
        past = self._past[player].copy()
        past.update(self._seen(player))
        return f"player {player}, turn {self._position.turn}: {past.hexdigest()}"

    def observation_string(self, player: int | None = None) -> str:
        """All that a player sees, as JSON."""
        return self._position.view(self._player(player)).json()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> State:
        """A state that a player, who is to act, can't tell from this one, with all that is hidden dealt anew.

        probability_sampler: returns numbers from 0 up to 1, from which the seed of the deal is made.

        Raises `UsageError` if the other player is to act, `GameOver` if the game is over.
        """
        player = self._player(player)
        seed = int(probability_sampler() * (1 << 53)) << 11
        made = self.clone()
        made._position = self._position.sample(player, seed)
        made._number = None
        # What the other one has seen in that world is not known.
        made._past[1 - player].update(b"resampled" + seed.to_bytes(8, "little"))
        return made

    def clone(self) -> State:
        """A state of its own that is equal to this one."""
        made = State.__new__(State)
        made._game, made._position, made._page = self._game, self._position.copy(), self._page
        made._number = self._number
        made._past = [past.copy() for past in self._past]
        made._history = list(self._history)
        return made

    def __reduce__(self) -> tuple[Callable[[Game, int, list[int]], State], tuple[Game, int, list[int]]]:
        if self._number is None:
            raise UsageError("a state that was resampled can't be pickled: pickle the one that it was made from")
        return _again, (self._game, self._number, self._history)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> State:
        return self.clone()

    def __str__(self) -> str:
        if self.is_terminal():
            return f"turn {self._position.turn}: the game is over, {self.returns()}"
        lines = [f"turn {self._position.turn}, player {self.current_player()}: {self._position.question}"]
        return "\n".join([*lines, *(f"{offered.slot:>3}  {offered.text}" for offered in self._offered())])


def _again(game: Game, number: int, history: list[int]) -> State:
    """The state that a pickle has."""
    state = game.new_initial_state(number)
    for action in history:
        state.apply_action(action)
    return state
