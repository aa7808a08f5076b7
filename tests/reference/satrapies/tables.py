"""The tables of Satrapies (SAT 1): powers, unit classes, zones and links, as plain lookups."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Document: TypeAlias = dict[str, Any]
Row: TypeAlias = Mapping[str, Any]

_DATA: Row = json.loads(
    (Path(__file__).parents[1] / "data" / "satrapies.json").read_text(encoding="utf-8")
)

PARAMS: Mapping[str, int] = _DATA["params"]
NEUTRAL = "neutral"

# Powers in index order, neutral last (SAT 0).
OWNERS: list[str] = [power["id"] for power in _DATA["powers"]]
POWERS: list[str] = OWNERS[:-1]
CAPITALS: list[str] = [power["capital"] for power in _DATA["powers"][:-1]]
HOMES: dict[str, list[str]] = {power["id"]: power["home"] for power in _DATA["powers"]}

# Classes from the weakest to the strongest (SAT 1.1).
CLASSES: list[str] = [row["id"] for row in _DATA["unit_classes"]]
ATTACK: dict[str, int] = {row["id"]: row["attack"] for row in _DATA["unit_classes"]}
DEFENCE: dict[str, int] = {row["id"]: row["defence"] for row in _DATA["unit_classes"]}
PROMOTED: dict[str, str | None] = {row["id"]: row["promote_to"] for row in _DATA["unit_classes"]}
PROMOTE_COST = 3
RECRUIT_COST = 2

# Zones in index order, provinces before seas (SAT 1.4).
ZONE: dict[str, Row] = {row["id"]: row for row in _DATA["zones"]}
ZONES: list[str] = list(ZONE)
PROVINCES: list[str] = [row["id"] for row in _DATA["zones"] if row["kind"] == "province"]
SEAS: list[str] = [row["id"] for row in _DATA["zones"] if row["kind"] != "province"]
CITADEL_BONUS: dict[str, int] = {row["id"]: row["bonus"] for row in _DATA["citadel_kinds"]}
RECRUITING: list[str] = [row["id"] for row in _DATA["citadel_kinds"] if row["recruits"]]

# Links in index order, and the coasts that none of them crosses (SAT 1.3, 1.5).
LINKS: list[Row] = _DATA["links"]
COASTS_WITHOUT_PORT: list[frozenset[str]] = [
    frozenset((coast["a"], coast["b"])) for coast in _DATA["coasts_without_port"]
]

REJECTION_CODES: list[str] = [row["id"] for row in _DATA["rejection_codes"]]
VARIANTS: dict[str, Any] = {row["id"]: row["default"] for row in _DATA["variants"]}


def copy_of(doc: Document) -> Document:
    """A document to write into; documents are JSON, and this is the quick way to copy JSON."""
    copied: Document = json.loads(json.dumps(doc))
    return copied


@cache
def is_province(zone: str) -> bool:
    """Whether a zone is land (SAT 1.4)."""
    return zone in PROVINCES


@cache
def link_between(a: str, b: str) -> Row | None:
    """The link of two zones, which works both ways (SAT 1.3)."""
    for link in LINKS:
        if {link["a"], link["b"]} == {a, b}:
            return link
    return None


@cache
def citadels(zone: str) -> list[str]:
    """The kinds of the citadels of a zone; a sea has none (SAT 1.2)."""
    return [citadel["kind"] for citadel in ZONE[zone].get("citadels", [])]


@cache
def has_major(zone: str) -> bool:
    """Whether a zone has a major citadel, which every capital is (SAT 1.2)."""
    return any(kind in RECRUITING for kind in citadels(zone))


@cache
def capacity(zone: str) -> int:
    """One unit, and one more for each citadel (SAT 1.2)."""
    return PARAMS["zone_base_capacity"] + PARAMS["capacity_per_citadel"] * len(citadels(zone))


def bonus(zone: str, variants: Row) -> int:
    """The defence bonus: citadels add up, unless only the best of them counts (SAT 1.2, 8)."""
    bonuses = [CITADEL_BONUS[kind] for kind in citadels(zone)]
    if variants["bonus_stacking"] == "best":
        return max(bonuses, default=0)
    return sum(bonuses)


def points(zone: str, variants: Row) -> int:
    """What a province is worth at the end (SAT 6)."""
    return 1 + bonus(zone, variants)
