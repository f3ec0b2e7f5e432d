"""Exceptions."""

import pickle

import pytest

import gauntlet
from gauntlet import errors


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
