"""Wrong arguments: any Python object anywhere gives an answer or a clean error, never a crash."""

from __future__ import annotations

import array
import sys
from collections import ChainMap, OrderedDict, UserDict
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arbitre import ArbitreError, Event, Game, State
from support import games
from support.effort import so_many

# What a caller may get for a wrong argument.
CLEAN = (ArbitreError, TypeError, ValueError, OverflowError, BufferError)

Call = Callable[[Game, State, Any, Any, Any], Any]


class Index:
    """A number to those who ask for its index."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Colour(IntEnum):
    RED = 1


class Text(str):
    """A string of a class of its own."""

    __slots__ = ()


def circle() -> list[Any]:
    """A list that holds itself."""
    found: list[Any] = [0]
    found.append(found)
    return found


def nest(depth: int) -> Any:
    found: Any = {"kind": "take"}
    for _ in range(depth):
        found = {"kind": [found]}
    return found


CIRCLE: dict[str, Any] = {"kind": "take"}
CIRCLE["place"] = CIRCLE

ODD: tuple[Any, ...] = (
    object(),
    int,
    len,
    ...,
    NotImplemented,
    1j,
    Decimal("2"),
    Fraction(1, 3),
    Index(1),
    Index(1 << 80),
    Index(-1),
    Colour.RED,
    Text("take"),
    range(3),
    slice(3),
    {1, 2},
    frozenset({"kind"}),
    iter([1, 2]),
    SimpleNamespace(kind="take", place=0),
    Event({"kind": "odd", "x": [1]}),
    circle(),
    CIRCLE,
    nest(60),
    UserDict({"kind": "take", "place": 0}),
    OrderedDict(kind="take", place=Index(0)),
    ChainMap({"kind": "take"}, {"place": Colour.RED}),
    MappingProxyType({"kind": Text("take"), "place": np.int8(0)}),
    {"kind": "take", "place": 0, 3: 4},
    {"kind": "\ud800"},
    {"kind": "take\0", "pl\0ace": 0},
    {Text("kind"): Text("take"), "place": True},
    array.array("I", [0, 1]),
    array.array("d", [0.5]),
    memoryview(b"abcdefgh")[::2],
    memoryview(bytes(8)).cast("I"),
    np.uint8(1),
    np.int64(-5),
    np.uint64(1 << 63),
    np.float32(1.5),
    np.float64("nan"),
    np.bool_(True),
    np.str_("take"),
    np.datetime64(1, "D"),
    np.array(1),
    np.zeros(0),
    np.zeros((2, 2), dtype=np.uint32),
    np.full(1, -1),
    np.full(2, 1 << 40),
    np.full(1, (1 << 64) - 1, dtype=np.uint64),
    np.zeros(4, dtype=">u2"),
    np.zeros(3, dtype=np.float32),
    np.zeros(2, dtype="S4"),
    np.zeros(2, dtype="U4"),
    np.zeros(2, dtype="M8[D]"),
    np.zeros(2, dtype=[("a", "u1"), ("b", "<u4")]),
    np.array([1, "x", None], dtype=object),
    np.ones(5, dtype=np.uint32)[::-2],
    np.ma.masked_array([1, 2], mask=[False, True]),
)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.binary(max_size=12),
    st.sampled_from(["kind", "take", "players", "variants", "phase", "auto", "manual"]),
    st.sampled_from(range(len(ODD))).map(lambda i: ODD[i]),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=5) | st.just("kind"), inner, max_size=4),
    ),
    max_leaves=8,
)


def small(given: Any) -> Any:
    """Anything but a large number, which would only take long."""
    try:
        return given if abs(int(given)) < 4 else 2
    except (TypeError, ValueError, OverflowError):
        return given


def batch_step(game: Game, state: State, x: Any, y: Any, z: Any) -> Any:
    return game.batch(2, players=state.players, seed=1).step(x)


def batch_reset(game: Game, state: State, x: Any, y: Any, z: Any) -> Any:
    return game.batch(2, players=state.players, seed=1).reset(x)


def options(x: Any, y: Any) -> dict[str, Any]:
    if isinstance(x, Mapping):
        return {key: value for key, value in x.items() if type(key) is str and key.isidentifier()}
    return {str(x): y} if str(x).isidentifier() else {}


def start(game: Game, state: State, x: Any, y: Any, z: Any) -> Any:
    reserved = {"players", "seed", "chance", "self"}
    return game.initial(
        players=state.players,
        seed=1,
        **{key: value for key, value in options(x, y).items() if key not in reserved},
    )


CALLS: Mapping[str, Call] = {
    "validate": lambda game, state, x, y, z: game.validate(state, x, y),
    "validate move": lambda game, state, x, y, z: game.validate(state, state.to_act[0], x),
    "validate state": lambda game, state, x, y, z: game.validate(x, y, z),
    "apply": lambda game, state, x, y, z: game.apply(state, x, y),
    "apply move": lambda game, state, x, y, z: game.apply(state, state.to_act[0], x),
    "step": lambda game, state, x, y, z: game.step(state, x, y),
    "legal": lambda game, state, x, y, z: game.legal(state, x),
    "legal state": lambda game, state, x, y, z: game.legal(x, y),
    "moves": lambda game, state, x, y, z: game.moves(state, x),
    "move": lambda game, state, x, y, z: game.move(x),
    "verdict": lambda game, state, x, y, z: game.verdict(x, y, z),
    "observe": lambda game, state, x, y, z: game.observe(state, x),
    "determinise": lambda game, state, x, y, z: game.determinise(state, x, y),
    "determinise seed": lambda game, state, x, y, z: game.determinise(state, 0, x),
    "observe events": lambda game, state, x, y, z: game.observe_events(x, y),
    "observe odd events": lambda game, state, x, y, z: game.observe_events([x], 0),
    "initial players": lambda game, state, x, y, z: game.initial(players=x, seed=y, chance=z),
    "initial options": start,
    "initial variants": lambda game, state, x, y, z: game.initial(players=2, variants=x),
    "initial seed": lambda game, state, x, y, z: game.initial(players=2, seed=x),
    "initial chance": lambda game, state, x, y, z: game.initial(players=2, chance=x),
    "build": lambda game, state, x, y, z: game.build(x),
    "build part": lambda game, state, x, y, z: game.build({**game.document(state), "phase": x}),
    "build seed": lambda game, state, x, y, z: game.build(game.document(state), seed=x, chance=y),
    "document": lambda game, state, x, y, z: game.document(x),
    "chance": lambda game, state, x, y, z: game.chance(x),
    "from bytes": lambda game, state, x, y, z: game.from_bytes(x),
    "perft": lambda game, state, x, y, z: game.perft(state, small(x), split=y),
    "playouts": lambda game, state, x, y, z: game.playouts(state, small(x), y, z),
    "many": lambda game, state, x, y, z: game.validate_many(x, y, z),
    "many states": lambda game, state, x, y, z: game.validate_many(x, 0, [0, 1]),
    "many state list": lambda game, state, x, y, z: game.validate_many([x, state], 0, [0, 1]),
    "many seats": lambda game, state, x, y, z: game.validate_many(state, x, [0, 1]),
    "many actions": lambda game, state, x, y, z: game.validate_many(state, 0, x),
    "many threads": lambda game, state, x, y, z: game.validate_many(state, 0, [0], threads=x),
    "batch": lambda game, state, x, y, z: game.batch(small(x), players=y, seed=z),
    "batch threads": lambda game, state, x, y, z: game.batch(2, players=2, threads=x),
    "batch step": batch_step,
    "batch reset": batch_reset,
    "event": lambda game, state, x, y, z: Event(x, seat=y),
    "event secrets": lambda game, state, x, y, z: Event({"kind": "k", "x": y}, secrets=x),
    "game": lambda game, state, x, y, z: Game(x, plugin=y),
}


def assert_clean(call: Call, game: Game, state: State, *given: Any) -> None:
    before = state.to_bytes()
    try:
        call(game, state, *given)
    except CLEAN as error:
        assert str(error)
    assert state.to_bytes() == before


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("game_name", list(games.all_games()))
@settings(max_examples=so_many(5, 100), suppress_health_check=[HealthCheck.too_slow])
@given(x=anything, y=anything, z=anything)
@example(x=-1, y=-1, z=-1)
@example(x=1 << 200, y=1 << 200, z=1 << 200)
@example(x=None, y=None, z=None)
@example(x=[-1], y=[-1], z=[-1])
@example(x=[1 << 70], y=[1 << 70], z=[1 << 70])
def test_any_object_is_answered_cleanly(game_name: str, call: str, x: Any, y: Any, z: Any) -> None:
    game = games.game(game_name)
    state = game.initial(players=game.players[0], seed=1)
    assert_clean(CALLS[call], game, state, x, y, z)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("game_name", list(games.all_games()))
def test_every_odd_object_is_answered_cleanly(game_name: str, call: str) -> None:
    game = games.game(game_name)
    state = game.initial(players=game.players[0], seed=1)
    for odd in ODD:
        for arguments in ((odd, 0, 0), (0, odd, 0), (0, 0, odd), (odd, odd, odd)):
            assert_clean(CALLS[call], game, state, *arguments)


def test_calls_keep_no_references(game_name: str) -> None:
    """What is passed in is let go of again, refused or not."""
    game = games.game(game_name)
    state = game.initial(players=game.players[0], seed=1)
    for call in CALLS.values():
        given = [object(), {"kind": "x"}, ["x"]]
        for thing in given:
            count = sys.getrefcount(thing)
            for _ in range(3):
                assert_clean(call, game, state, thing, 0, 0)
            assert sys.getrefcount(thing) == count
