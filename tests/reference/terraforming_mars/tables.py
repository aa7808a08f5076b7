"""Cards, map and numbers of TM 1 for the twins, and what a document says at first sight."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Document: TypeAlias = Mapping[str, Any]
Seat: TypeAlias = Mapping[str, Any]
Row: TypeAlias = Mapping[str, Any]


def load_tables() -> Row:
    """Read the tables of TM 1 from the data file of this package."""
    path = Path(__file__).parents[1] / "data" / "terraforming_mars.json"
    tables: Row = json.loads(path.read_text(encoding="utf-8"))
    return tables


def by_id(rows: list[Row]) -> dict[str, Row]:
    """Rows of a table by their id, in the order of the table."""
    return {row["id"]: row for row in rows}


TABLES = load_tables()
CONSTANTS: Row = TABLES["constants"]
TRACKS: Row = TABLES["tracks"]
HEXES = by_id(TABLES["hexes"])
PROJECTS = by_id(TABLES["standard_projects"])
AWARDS = by_id(TABLES["awards"])
CORPORATIONS = by_id(TABLES["corporations"])
CARDS = by_id(TABLES["cards"])

RESOURCES = ("megacredit", "steel", "titanium", "plant", "energy", "heat")


# --- The map (TM 0) ---------------------------------------------------------------------------


def are_neighbours(one: Row, other: Row) -> bool:
    offset = [other["q"] - one["q"], other["r"] - one["r"]]
    return offset in TABLES["neighbor_offsets"]


NEIGHBOURS = {
    id: [other for other, there in HEXES.items() if are_neighbours(here, there)]
    for id, here in HEXES.items()
}
"""For each hex those that touch it; off the map there are none."""


def tiles_beside(document: Document, hex: str) -> list[Row]:
    """The tiles next to a hex."""
    return [document["map"][other] for other in NEIGHBOURS[hex] if document["map"][other]]


def count_beside(document: Document, hex: str, kind: str) -> int:
    """How many tiles of a kind are next to a hex, whoever owns them."""
    return sum(tile["tile"] == kind for tile in tiles_beside(document, hex))


def own_tiles(document: Document, player: str) -> dict[str, str]:
    """The tiles of a player on the map: hex and kind."""
    tiles = document["map"].items()
    return {hex: tile["tile"] for hex, tile in tiles if tile and tile["owner"] == player}


def own_spots(document: Document, player: str) -> list[str]:
    """Spots off the map that a player has built on."""
    return [spot for spot, owner in document["off_map"].items() if owner == player]


# --- Players ----------------------------------------------------------------------------------


def name_of(seat: int) -> str:
    return f"p{seat}"


def is_solo(document: Document) -> bool:
    return bool(document["players"] == 1)


def is_terraformed(document: Document) -> bool:
    """All three parameters are at their maxima."""
    return all(document[parameter] == track["max"] for parameter, track in TRACKS.items())


def cards_in_play(seat: Seat) -> Iterator[Row]:
    """The corporation and the tableau: what lends its tags. Played events don't (TM 1.3)."""
    if seat["corporation"] is not None:
        yield CORPORATIONS[seat["corporation"]]
    for placed in seat["tableau"]:
        yield CARDS[placed["card"]]


def own_tags(seat: Seat, tag: str) -> int:
    return sum(card["tags"].count(tag) for card in cards_in_play(seat))
