"""Positions of Satrapies: the set-up (SAT 2) and what can be read off a document (SAT 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tables import (
    ATTACK,
    CAPITALS,
    CLASSES,
    HOMES,
    NEUTRAL,
    PARAMS,
    POWERS,
    PROMOTE_COST,
    PROVINCES,
    RECRUIT_COST,
    VARIANTS,
    ZONE,
    ZONES,
    Document,
    citadels,
    has_major,
    link_between,
    points,
)


def no_orders() -> Document:
    """An empty order set (SAT 12)."""
    return {"moves": [], "builds": []}


def initial(players: int = 4, variants: Mapping[str, Any] | None = None) -> Document:
    """The first position: home provinces, garrisons and the first income (SAT 2)."""
    chosen = {**VARIANTS, **(variants or {})}
    present = POWERS[:players]
    doc: Document = {
        "game": "satrapies",
        "players": players,
        "variants": chosen,
        "turn": 1,
        "phase": "orders",
        "control": {zone: start_control(zone, present) for zone in PROVINCES},
        "units": {zone: start_units(zone, present, chosen) for zone in ZONES},
        "powers": [],
        "lots": [],
        "pending": None,
        "result": None,
    }
    for power in present:
        state = {
            "id": power,
            "ap": income(doc, power),
            "eliminated": False,
            "submitted": False,
            "cancels": PARAMS["cancels_per_turn"],
            "orders": no_orders(),
        }
        doc["powers"].append(state)
    return doc


def start_control(zone: str, present: list[str]) -> str:
    """Home provinces are their power's, if it takes part; all else is neutral (SAT 2)."""
    for power in present:
        if zone in HOMES[power]:
            return power
    return NEUTRAL


def start_units(zone: str, present: list[str], variants: Mapping[str, Any]) -> Document:
    """The units of a zone at the start, garrisons by variant (SAT 1.4, 2, 8)."""
    row = ZONE[zone]
    if row["kind"] != "province":
        return {"owner": None, "M": 0, "E": 0, "G": 0}
    owner, counts = start_control(zone, present), dict(row["start_units"])
    if owner == NEUTRAL:
        if zone in CAPITALS:  # of an absent power
            counts = {"M": 1, "E": 0, "G": 0}
        elif row["start_control"] != NEUTRAL:  # another home province of an absent power
            counts = {"M": 0, "E": 0, "G": 0}
        if variants["neutral_garrisons"] == "none":
            counts = {"M": 0, "E": 0, "G": 0}
        if variants["neutral_garrisons"] == "all" and citadels(zone) and not any(counts.values()):
            counts = {"M": 1, "E": 0, "G": 0}
    return {"owner": owner if any(counts.values()) else None, **counts}


# --- Reading ----------------------------------------------------------------------------------


def provinces_of(doc: Document, power: str) -> list[str]:
    return [zone for zone in PROVINCES if doc["control"][zone] == power]


def units_of(doc: Document, power: str) -> dict[str, int]:
    """How many units of each class a power has on the board."""
    counts = dict.fromkeys(CLASSES, 0)
    for zone in ZONES:
        if doc["units"][zone]["owner"] == power:
            for unit_class in CLASSES:
                counts[unit_class] += doc["units"][zone][unit_class]
    return counts


def units_there(doc: Document, power: str, zone: str) -> dict[str, int]:
    """How many units of each class a power has in a zone."""
    units = doc["units"][zone]
    mine = units["owner"] == power
    return {unit_class: units[unit_class] if mine else 0 for unit_class in CLASSES}


def income(doc: Document, power: str) -> int:
    """The AP of a new turn (SAT 5.11): base, half the provinces, one for each major citadel."""
    own = provinces_of(doc, power)
    majors = [zone for zone in own if has_major(zone)]
    base: int = doc["variants"]["ap_base"]
    return base + len(own) // PARAMS["ap_per_provinces"] + PARAMS["ap_per_major"] * len(majors)


def score(doc: Document, power: str) -> int:
    """The points of a power at any time (SAT 6)."""
    return sum(points(zone, doc["variants"]) for zone in provinces_of(doc, power))


def rank(doc: Document, power: str) -> tuple[int, ...]:
    """What decides, in sequence (SAT 6)."""
    own = provinces_of(doc, power)
    return (
        score(doc, power),
        len([zone for zone in own if zone in CAPITALS]),
        len([zone for zone in own if has_major(zone)]),
        len(own),
        sum(ATTACK[name] * count for name, count in units_of(doc, power).items()),
    )


# --- Order sets (SAT 4) -----------------------------------------------------------------------


def move_cost(origin: str, destination: str) -> int:
    """The AP that one unit pays for a link (SAT 1.3)."""
    link = link_between(origin, destination)
    assert link is not None
    cost: int = link["cost"]
    return cost


def cost_of(orders: Document) -> int:
    """The AP of a whole order set (SAT 4)."""
    cost = 0
    for move in orders["moves"]:
        cost += move_cost(move["from"], move["to"]) * move["count"]
    for build in orders["builds"]:
        cost += RECRUIT_COST if build["kind"] == "recruit" else PROMOTE_COST
    return cost


def used_of(orders: Document, zone: str, unit_class: str) -> int:
    """How many units of a class in a zone an order set uses (SAT 4, row 21)."""
    used = 0
    for move in orders["moves"]:
        if (move["from"], move["unit_class"]) == (zone, unit_class):
            used += move["count"]
    for build in orders["builds"]:
        if build["kind"] == "promote" and (build["zone"], build["unit_class"]) == (
            zone,
            unit_class,
        ):
            used += 1
    return used


def sorted_orders(orders: Document) -> Document:
    """An order set as SAT 12 writes it."""

    def place(move: Mapping[str, Any]) -> tuple[int, int, int]:
        ends = (ZONES.index(move["from"]), ZONES.index(move["to"]))
        return (*ends, CLASSES.index(move["unit_class"]))

    return {
        "moves": sorted(orders["moves"], key=place),
        "builds": sorted(orders["builds"], key=lambda build: ZONES.index(build["zone"])),
    }
