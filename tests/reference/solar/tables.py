"""Numbers of SOL 1 for the twins, and what a document says at first sight."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Document: TypeAlias = Mapping[str, Any]
Nation: TypeAlias = Mapping[str, Any]
Row: TypeAlias = Mapping[str, Any]
Stocks: TypeAlias = dict[str, int]


def load_tables() -> Row:
    """Read the tables of SOL 1 from the data file of this package."""
    path = Path(__file__).parents[1] / "data" / "solar.json"
    tables: Row = json.loads(path.read_text(encoding="utf-8"))
    return tables


def by_id(rows: list[Row]) -> dict[str, Row]:
    """Rows of a table by their id, in the order of the table."""
    return {row["id"]: row for row in rows}


TABLES = load_tables()
CONSTANTS: Row = TABLES["constants"]
RESOURCES: list[str] = TABLES["resources"]
NATIONS = by_id(TABLES["nations"])
NODES = by_id(TABLES["nodes"])
LINKS: list[Row] = TABLES["links"]
TECHNOLOGIES = by_id(TABLES["technologies"])
GOVERNMENTS = by_id(TABLES["governments"])
INVESTMENTS = by_id(TABLES["investments"])
CRUISER: Row = TABLES["cruiser"]
UPKEEP: Row = TABLES["upkeep"]
TENSION: Row = TABLES["tension"]

NODE_ORDER = list(NODES)
"""The canonical node order (SOL 0)."""


# --- Links (SOL 1.2) --------------------------------------------------------------------------


def linked_nodes(node: str) -> dict[str, int]:
    """The nodes that one link joins to this one, with the days of the link."""
    found: dict[str, int] = {}
    for link in LINKS:
        if link["a"] == node:
            found[link["b"]] = link["days"]
        if link["b"] == node:
            found[link["a"]] = link["days"]
    return found


NEIGHBOURS = {node: linked_nodes(node) for node in NODES}
"""For each node its neighbours, with the days of the link between."""


def ends(route: Row) -> tuple[str, str]:
    """The two nodes of a route; the same pair for every route on one link (SOL 11)."""
    return route["a"], route["b"]


# --- Nations ----------------------------------------------------------------------------------


def living(document: Document) -> list[int]:
    """Seats of the nations that still take part (SOL 3.2), in canonical order."""
    return [seat for seat, nation in enumerate(document["nations"]) if not nation["eliminated"]]


def home(nation: Nation) -> str:
    """The home node of a nation, whoever holds it (SOL 1.1)."""
    node: str = NATIONS[nation["id"]]["home"]
    return node


def own_nodes(nation: Nation) -> list[str]:
    """Nodes of a nation's colonies, in acquisition order."""
    return [colony["node"] for colony in nation["colonies"]]


def holders(document: Document, node: str) -> list[int]:
    """Seats that have a colony on a node: none, one, or two in cohabitation (SOL 4.6)."""
    return [s for s, nation in enumerate(document["nations"]) if node in own_nodes(nation)]


def has_effect(nation: Nation, effect: str) -> bool:
    """Whether one of its technologies, of whatever origin, has this effect tag (SOL 1.5, 2)."""
    return any(effect in TECHNOLOGIES[name]["effects"] for name in nation["technologies"])


def combat_bonus(nation: Nation) -> int:
    """Permanent combat power; that of several cards adds up (SOL 1.5)."""
    return sum(TECHNOLOGIES[name].get("combat_bonus", 0) for name in nation["technologies"])


# --- Pairs ------------------------------------------------------------------------------------


def pairs_at_war(document: Document) -> Iterator[frozenset[int]]:
    """The two belligerents of every war."""
    for war in document["wars"]:
        yield frozenset((war["opener"], war["other"]))


def are_at_war(document: Document, x: int, y: int) -> bool:
    """Whether these two are at war with each other."""
    return frozenset((x, y)) in pairs_at_war(document)


def is_at_war(document: Document, seat: int) -> bool:
    """At war: in at least one war (SOL 2)."""
    return any(seat in pair for pair in pairs_at_war(document))


def have_accord(document: Document, x: int, y: int) -> bool:
    """Whether an accord binds these two."""
    return any(pair["accord"] for pair in document["pairs"] if {pair["x"], pair["y"]} == {x, y})


def have_pact(document: Document, x: int, y: int) -> bool:
    """Whether a non-aggression pact binds these two: through the turn it names (SOL 5.9)."""
    return any(
        {pair["x"], pair["y"]} == {x, y} and document["turn"] <= pair["pact_until"]
        for pair in document["pairs"]
    )


def accords_of(document: Document, seat: int) -> int:
    """How many accords a nation has: at most one with each other nation (SOL 4.8)."""
    return sum(1 for pair in document["pairs"] if pair["accord"] and seat in (pair["x"], pair["y"]))
