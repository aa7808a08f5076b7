"""The arithmetic of Solar for whole arrays: combats, incomes, upkeep, tension, networks, journeys.

These are the functions that play itself uses. `game` is `arbitre.load("solar")`; `states` is one
`State` or an array of records of `game.state_dtype`, each of which is checked: `ValueError` names
the first that is no position. Results are structured arrays; the last axis are the four seats, and
the rows of seats that do not exist or are eliminated are 0.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from arbitre import _native

__all__ = ["combat", "income", "journey", "network", "tension", "upkeep"]

States: TypeAlias = _native.State | npt.NDArray[np.void]
Numbers: TypeAlias = npt.ArrayLike
Rows: TypeAlias = npt.NDArray[np.void]

SEATS = 4
NODES = 14
MOST_TOKENS = 63
MOST_BONUS = 1_000

_INCOME = np.dtype([(name, np.int32) for name in ("energy", "materials", "science", "morale")])
_UPKEEP = np.dtype(
    [
        (name, np.int32)
        for name in (
            *("energy", "materials", "science", "morale"),
            *("reserve", "judged_morale", "missing"),
        )
    ]
)
_NETWORK = np.dtype(
    [
        ("connected", np.uint16),
        ("colonies", np.uint16),
        ("counted_routes", np.int32),
        ("engageable", np.int32),
    ]
)
_JOURNEY = np.dtype([("days", np.int32), ("ac", np.int32)])
_TENSION = np.dtype(
    [
        ("add", np.int32, (SEATS, SEATS)),
        ("blocker", np.int32, (SEATS,)),
        ("suffocating", np.bool_, (SEATS,)),
    ]
)
_COMBAT = np.dtype(
    [
        ("attack", np.int32),
        ("defence", np.int32),
        ("result", np.int32),
        ("undefended", np.bool_),
        *(
            (f"{side}_{name}", np.int32)
            for side in ("attacker", "defender", "guest")
            for name in ("materials", "energy", "destroyed", "recovery", "vp", "morale")
        ),
        ("attacker_repair", np.bool_),
        ("defender_repair", np.bool_),
    ]
)


def combat(
    *,
    tokens: Numbers,
    bonus: Numbers = 0,
    cruiser: Numbers = False,
    half: Numbers = False,
    garrison: Numbers = 1,
    defender_tokens: Numbers = 0,
    defender_bonus: Numbers = 0,
    defender_cruiser: Numbers = False,
    defender_half: Numbers = False,
    guest: Numbers = False,
    guest_tokens: Numbers = 0,
    guest_bonus: Numbers = 0,
    guest_half: Numbers = False,
) -> Rows:
    """Combats on a colony, from the commitments to what each side pays, loses and gains.

    `half` is owning the technology that halves the price of tokens; `guest` says that a second
    defender is there. `result` is 0 when the attacker wins, 1 when the defenders do, 2 for a tie;
    `vp` and `morale` are changes, without the points of a capital. Everything is broadcast
    together.
    """
    columns = [
        _numbers("tokens", tokens, MOST_TOKENS),
        _numbers("bonus", bonus, MOST_BONUS),
        _flags("cruiser", cruiser),
        _flags("half", half),
        _numbers("garrison", garrison, MOST_BONUS),
        _numbers("defender_tokens", defender_tokens, MOST_TOKENS),
        _numbers("defender_bonus", defender_bonus, MOST_BONUS),
        _flags("defender_cruiser", defender_cruiser),
        _flags("defender_half", defender_half),
        _flags("guest", guest),
        _numbers("guest_tokens", guest_tokens, MOST_TOKENS),
        _numbers("guest_bonus", guest_bonus, MOST_BONUS),
        _flags("guest_half", guest_half),
    ]
    fights = np.stack(np.broadcast_arrays(*columns), axis=-1)
    absent = fights[..., 9] == 0
    if bool(np.any(absent & ((fights[..., 10] != 0) | (fights[..., 11] != 0)))):
        raise ValueError("guest_tokens, guest_bonus: expected 0 where there is no guest")
    flat = np.ascontiguousarray(fights.reshape(-1, len(columns)))
    return _rows(_native.solar_combat(flat), _COMBAT, fights.shape[:-1])


def income(game: _native.Referee, states: States) -> Rows:
    """The gross income of each nation: energy, materials, science, morale. Shape (n, 4)."""
    return _seats(_native.solar_income(game, states), _INCOME)


def upkeep(game: _native.Referee, states: States) -> Rows:
    """What the whole income and upkeep would leave each nation with, from the state as it stands:
    stocks, reserve, judged morale, and the units of upkeep that are missing. Shape (n, 4)."""
    return _seats(_native.solar_upkeep(game, states), _UPKEEP)


def network(game: _native.Referee, states: States) -> Rows:
    """The colonies of each nation and those its network reaches, as masks of nodes; its counted
    routes and engageable tokens. Shape (n, 4)."""
    return _seats(_native.solar_network(game, states), _NETWORK)


def journey(game: _native.Referee, states: States, nodes: Numbers) -> Rows:
    """Days and command actions of an assault by each nation on a node, given by its place: one for
    each record, or one for all. Shape (n, 4)."""
    places = _numbers("nodes", nodes, NODES - 1)
    count = 1 if isinstance(states, _native.State) else np.size(states)
    if places.ndim > 1 or places.size not in (1, count):
        raise ValueError(f"nodes: expected one, or {count} for the records")
    flat = np.ascontiguousarray(places.reshape(-1))
    return _seats(_native.solar_journey(game, states, flat), _JOURNEY)


def tension(game: _native.Referee, states: States) -> Rows:
    """What the grievances of each nation would add to its tension toward each other now (`add`);
    who blocks it, or -1 (`blocker`); whether it suffocates. Shape (n,)."""
    found = _native.solar_tension(game, states)
    rows = np.empty(len(found), dtype=_TENSION)
    rows["add"] = found[:, :16].reshape(-1, SEATS, SEATS)
    rows["blocker"] = found[:, 16:20]
    rows["suffocating"] = found[:, 20:] != 0
    return rows


def _rows(found: npt.NDArray[np.int32], dtype: np.dtype[Any], shape: tuple[int, ...]) -> Rows:
    """Rows of numbers as records."""
    rows = np.empty(shape, dtype=dtype)
    assert dtype.names is not None
    for place, name in enumerate(dtype.names):
        rows[name] = found[..., place].reshape(shape)
    return rows


def _seats(found: npt.NDArray[np.int32], dtype: np.dtype[Any]) -> Rows:
    return _rows(found, dtype, found.shape[:-1])


def _numbers(name: str, given: Numbers, most: int) -> npt.NDArray[np.int32]:
    """Integers from 0 to `most`, as they are broadcast."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, got {array.dtype}")
    if array.size and not (int(array.min()) >= 0 and int(array.max()) <= most):
        raise ValueError(f"{name}: expected 0 to {most}")
    return array.astype(np.int32)


def _flags(name: str, given: Numbers) -> npt.NDArray[np.int32]:
    """Booleans, or integers that are 0 or 1."""
    array = np.asarray(given)
    if array.dtype.kind == "b":
        return array.astype(np.int32)
    return _numbers(name, array, 1)
