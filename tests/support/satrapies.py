"""Positions and maps of Satrapies for tests."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import arbitre
from arbitre import Event, Game, State
from arbitre.rules.tables import parse

Document = dict[str, Any]

GAME = arbitre.load("satrapies")
EMPTY = {"owner": None, "M": 0, "E": 0, "G": 0}
CAPITALS = {"hellenes": "attica", "phrygians": "phrygia", "egyptians": "egypt", "medes": "media"}
POWERS = tuple(CAPITALS)


def units(owner: str, said: str) -> dict[str, Any]:
    """Units as the rules write them: `2M1E`."""
    found = {**EMPTY, "owner": owner}
    for count, unit_class in zip(said[::2], said[1::2], strict=True):
        found[unit_class] = int(count)
    return found


def bare(
    there: Mapping[str, tuple[str, str]] | None = None,
    *,
    control: Mapping[str, str] | None = None,
    ap: int = 20,
    game: Game = GAME,
    players: int = 4,
    **variants: Any,
) -> Document:
    """The bare board of SAT 9: capitals without units, nothing else; then `there` puts units of an
    owner into zones, and `control` gives provinces away."""
    state = game.initial(players=players, seed=0, chance="manual", variants=variants)
    document = game.document(state)
    document["turn"] = 2
    for zone in document["units"]:
        document["units"][zone] = dict(EMPTY)
    for zone in document["control"]:
        owner = next((power for power in CAPITALS if CAPITALS[power] == zone), "neutral")
        document["control"][zone] = owner if owner in POWERS[:players] else "neutral"
    document["control"].update(control or {})
    for zone, (owner, said) in (there or {}).items():
        document["units"][zone] = units(owner, said)
        if zone in document["control"]:
            document["control"][zone] = owner
    for power in document["powers"]:
        power["ap"] = ap
    return document


def build(document: Document, game: Game = GAME) -> State:
    return game.build(document, chance="manual", seed=0)


def give(state: State, seat: int, text: str, game: Game = GAME) -> State:
    """Plays orders that are written as people write them."""
    for move in game.parse_orders(text):
        state = game.apply(state, seat, move)
    return state


def submit_all(state: State, game: Game = GAME) -> tuple[State, list[Event]]:
    """Submits for all who have not, and says what happened. Where a lot is due it stays due."""
    happened: list[Event] = []
    for seat in state.to_act:
        state, happened = game.step(state, seat, {"kind": "submit"})
    return state, happened


def random_orders(game: Game, state: State, dice: random.Random, most: int = 12) -> State:
    """Legal orders for every power that still writes, none of them submitted."""
    for seat in state.to_act:
        for _ in range(dice.randrange(most)):
            moves = [move for move in game.moves(state, seat) if move.kind in ORDERS]
            if not moves:
                break
            state = game.apply(state, seat, dice.choice(moves))
    return state


ORDERS = ("move", "recruit", "promote")


def middle(game: Game, dice: random.Random, turns: int, **setup: Any) -> State:
    """A position at the start of a turn, after so many turns of random orders."""
    state = game.initial(seed=dice.getrandbits(32), **{"players": 4, **setup})
    for _ in range(turns):
        turn = game.document(state)["turn"]
        after = random_orders(game, state, dice)
        while after.to_act and game.document(after)["turn"] == turn:
            after = game.apply(after, after.to_act[0], {"kind": "submit"})
        if not after.to_act:
            return state
        state = after
    return state


def crowded(game: Game, dice: random.Random, players: int = 4, **variants: Any) -> State:
    """A position in which units of all powers stand zone by zone, with points for many orders."""
    document = bare(game=game, players=players, **variants)
    zones = list(document["units"])
    neighbours = ways(game)
    near = {dice.choice(zones)}
    while len(near) < 20:
        near.add(dice.choice(neighbours[dice.choice(sorted(near))]))
    left = {power: ["M"] * 7 + ["E"] * 2 + ["G"] for power in POWERS[:players]}
    for zone in sorted(near):
        owner = dice.choice([*left, "neutral"])
        if owner == "neutral":
            said = "1M" if zone in document["control"] else ""
        else:
            said = f"1{left[owner].pop(dice.randrange(len(left[owner])))}" if left[owner] else ""
        if said:
            document["units"][zone] = units(owner, said)
            if zone in document["control"]:
                document["control"][zone] = owner
    return game.build(document, chance="manual", seed=0)


def ways(game: Game) -> dict[str, list[str]]:
    """The zones that are linked with each zone."""
    tables = {table.name: table.rows for table in parse(game.rules)}
    zones = [zone for zone, _ in tables["zones"]]
    found: dict[str, list[str]] = {zone: [] for zone in zones}
    for _, (a, b, *_rest) in tables["links"]:
        found[zones[a]].append(zones[b])
        found[zones[b]].append(zones[a])
    return found


# --- maps ---


def shipped_map(name: str) -> Document:
    """A map file of the package as plain data."""
    path = files("arbitre") / "data" / "satrapies" / "maps" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def toml(value: Any) -> str:
    """A value of a map file in TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def write_map(path: Path, content: Mapping[str, Any]) -> Path:
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in content.items()))
    return path


def map_with(path: Path, change: Callable[[Document], Any], name: str = "aegean") -> Path:
    """A copy of a map of the package with one thing changed."""
    content = shipped_map(name)
    change(content)
    return write_map(path, content)


def row(content: Document, table: str, zone: str) -> Document:
    """The row of a zone in a table of a map file."""
    rows: Iterable[Document] = content[table]
    return next(row for row in rows if row["id"] == zone)
