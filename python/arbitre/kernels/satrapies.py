"""The resolution of a turn of Satrapies (SAT 5) by itself, for balance studies, bots and training.

>>> import arbitre
>>> from arbitre.kernels import satrapies
>>> game = arbitre.load("satrapies")
>>> states = satrapies.records([game.initial(players=4, seed=n) for n in range(1000)])
>>> after = satrapies.adjudicate(game, states, seed=1)
>>> int(after.states["turn"][0]), bool(after.due.any())
(2, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from arbitre._native import Move, Referee, State, satrapies_adjudicate

__all__ = ["Adjudicated", "adjudicate", "orders", "orders_dtype", "records"]

Records: TypeAlias = npt.NDArray[np.void]


class Adjudicated(NamedTuple):
    """Positions at the start of the next turn, and where a lot was missing.

    Where `due` is true, nothing was resolved and the position is the one that was given.
    """

    states: Records
    due: npt.NDArray[np.bool_]


def adjudicate(
    game: Referee,
    states: State | Sequence[State] | Records,
    orders: Records | None = None,
    *,
    seed: int | None = None,
    threads: int = 1,
) -> Adjudicated:
    """Resolves the turn in every position, as if all its powers had submitted.

    `states` are states or records of `game.state_dtype`, which stay as they are. `orders` replaces
    the orders in them: records of `orders_dtype(game)`, one row for all positions or a row for
    each, one column for each power. Lots that a state has drawn are used; more are drawn by `seed`,
    each position for itself, so the result doesn't depend on `threads`. Without a seed a position
    that needs more is left alone.

    Every position and every order set is checked first. The first bad one is a `WireError` that
    names it, and nothing is resolved. Generator and ply of a position stay what they were.
    """
    after = records(states, dtype=game.state_dtype)
    if orders is not None:
        given = np.asarray(orders)
        if given.dtype != orders_dtype(game):
            raise TypeError("orders: expected records of orders_dtype(game)")
        given = given[np.newaxis] if given.ndim == 1 else given
        fits = given.ndim == 2 and given.shape[0] in (1, len(after)) and given.shape[1] <= 4
        if not fits:
            raise ValueError(
                f"orders: expected 1 or {len(after)} rows of up to 4 powers, got {given.shape}"
            )
        _raw(after["powers"]["orders"])[:, : given.shape[1]] = _raw(given)
    return Adjudicated(after, satrapies_adjudicate(game, after, seed, threads))


def records(
    states: State | Iterable[State] | Records, dtype: np.dtype[np.void] | None = None
) -> Records:
    """States as a new contiguous array of records, one for each."""
    if isinstance(states, np.ndarray):
        if dtype is not None and states.dtype != dtype:
            raise TypeError("states: expected records of game.state_dtype")
        return _raw(states).reshape(-1).copy().view(states.dtype)
    listed = [states] if isinstance(states, State) else list(states)
    if not listed:
        return np.empty(0, dtype=dtype)
    together = bytearray().join(state.array.tobytes() for state in listed)
    return np.frombuffer(together, dtype=listed[0].array.dtype)


def _raw(array: npt.NDArray[Any]) -> Records:
    """The same memory as plain bytes: NumPy copies them at once, records field by field."""
    return array.view(np.dtype((np.void, array.dtype.itemsize)))


def orders_dtype(game: Referee) -> np.dtype[np.void]:
    """The layout of one power's orders, as states hold them."""
    powers = game.state_dtype["powers"].subdtype
    assert powers is not None
    return powers[0]["orders"]


def orders(game: Referee, moves: Iterable[int | Move | Mapping[str, Any]]) -> Records:
    """The order set of one power as a record of `orders_dtype(game)`, from the moves that give it
    (`move`, `recruit`, `promote`) in any sequence. Whether they are legal shows when it is used."""
    units: dict[tuple[int, int, int], int] = {}
    builds: dict[int, int] = {}
    zones = {zone: index for index, zone in enumerate(_zones(game))}
    for given in moves:
        move = dict(game.move(given))
        if move["kind"] == "move":
            key = zones[move["from"]], zones[move["to"]], "MEG".index(move["unit_class"])
            units[key] = units.get(key, 0) + 1
        elif move["kind"] in ("recruit", "promote"):
            zone = zones[move["zone"]]
            if zone in builds:
                raise ValueError(f"{move['zone']}: a province recruits or promotes once a turn")
            builds[zone] = 0 if move["kind"] == "recruit" else 1 + "MEG".index(move["unit_class"])
        else:
            raise ValueError(f"{move['kind']}: expected a move, a recruit or a promote")
    record = np.zeros((), dtype=orders_dtype(game))
    _fill(record["moves"], [(*key, count) for key, count in sorted(units.items())])
    _fill(record["builds"], sorted(builds.items()))
    return record


def _fill(entries: Any, rows: Sequence[tuple[int, ...]]) -> None:
    if len(rows) > len(entries["items"]):
        raise ValueError(f"expected at most {len(entries['items'])} orders, got {len(rows)}")
    for place, row in enumerate(rows):
        entries["items"][place] = row
    entries["size"] = len(rows)


def _zones(game: Referee) -> list[str]:
    return [str(zone) for zone in game._catalogue()["domains"]["zone"]]
