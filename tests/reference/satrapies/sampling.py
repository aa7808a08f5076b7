"""Random positions and order sets, for comparing the twin with itself and with the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from . import play
from .orders import OK, validate, written
from .position import initial, units_of, units_there
from .tables import (
    CLASSES,
    LINKS,
    NEUTRAL,
    PARAMS,
    PROVINCES,
    SEAS,
    ZONES,
    Document,
    capacity,
    copy_of,
    has_major,
)

Dice: TypeAlias = random.Random
LIMITS: Mapping[str, int] = {
    "M": PARAMS["max_units"],
    "E": PARAMS["max_elite"],
    "G": PARAMS["max_guard"],
}
NEIGHBOURS: dict[str, list[str]] = {
    zone: [
        link["b"] if link["a"] == zone else link["a"]
        for link in LINKS
        if zone in (link["a"], link["b"])
    ]
    for zone in ZONES
}
# Half of the 36 provinces and the 12 major citadels: 33 AP at most with a base of 3 (SAT 2).
MOST_INCOME = 30

# Options that bear on the resolution, with values worth trying (SAT 8).
VARIANT_VALUES: Mapping[str, list[Any]] = {
    "border_clash": [False, True],
    "neutral_garrisons": ["major", "none", "all"],
    "ties": ["lot", "defender", "all_destroyed"],
    "bonus_stacking": ["sum", "best"],
    "ap_carry_cap": [0, 1, 20],
    "turn_limit": [16, 5, 40],
    "open_orders": [False, True],
    "recruits_fight": [False, True],
    "recruit_needs_unit": [False, True],
    "ap_base": [3, 0, 10],
}


def random_variants(dice: Dice) -> dict[str, Any]:
    """The standard game half of the time, else each option by itself or all together."""
    if dice.random() < 0.5:
        return {}
    names = list(VARIANT_VALUES)
    chosen = names if dice.random() < 0.3 else dice.sample(names, dice.randint(1, 3))
    return {name: dice.choice(VARIANT_VALUES[name]) for name in chosen}


# --- Order sets -------------------------------------------------------------------------------


def tempting_orders(doc: Document, seat: int) -> list[dict[str, str]]:
    """Orders that may well be legal: every move of every unit, and builds on own citadels."""
    power = doc["powers"][seat]["id"]
    found = []
    for zone in ZONES:
        for unit_class, count in units_there(doc, power, zone).items():
            for other in NEIGHBOURS[zone] if count else []:
                move = {"kind": "move", "from": zone, "to": other, "unit_class": unit_class}
                found += [move] * count
    for zone in PROVINCES:
        if doc["control"][zone] == power and has_major(zone):
            found.append({"kind": "recruit", "zone": zone})
            found += [{"kind": "promote", "zone": zone, "unit_class": name} for name in "ME"]
    return found


def give_orders(doc: Document, dice: Dice) -> Document:
    """The document with a random order set for every living power, each built by legal orders.

    Powers try few or all of the tempting orders; half of the time they are after the same zones.
    """
    doc = copy_of(doc)
    # Judged as if it were each power's turn to write.
    closed = {**doc, "variants": {**doc["variants"], "open_orders": False}}
    eagerness = dice.choice([0.2, 0.5, 1.0])
    targets = dice.sample(ZONES, dice.choice([0, 12]))
    for seat, state in enumerate(doc["powers"]):
        if state["eliminated"]:
            continue
        tempting = tempting_orders(doc, seat)
        dice.shuffle(tempting)
        tempting.sort(key=lambda order: order.get("to") not in targets)
        for order in tempting[: round(len(tempting) * eagerness)]:
            if validate(closed, seat, order) == OK:
                state["orders"] = written(state["orders"], order)
    return doc


# --- Positions --------------------------------------------------------------------------------


def played(dice: Dice, players: int, variants: Mapping[str, Any]) -> Iterator[Document]:
    """The positions of a random game at the beginning of each turn, up to its end."""
    doc = initial(players, variants)
    while doc["phase"] == "orders":
        yield doc
        doc = finish(give_orders(doc, dice), dice)


def finish(doc: Document, dice: Dice) -> Document:
    """Every living power submits, and lots are drawn to the end of the turn."""
    for seat in play.waiting(doc):
        doc, _ = play.apply(doc, seat, {"kind": "submit"})
    while doc["phase"] == "lots":
        doc, _ = play.apply(doc, "chance", dice.choice(play.chance(doc))[0])
    return doc


def invented(dice: Dice, players: int, variants: Mapping[str, Any]) -> Document:
    """A position that satisfies the invariants of SAT 2, most likely out of reach of play."""
    doc = initial(players, variants)
    present = [state["id"] for state in doc["powers"]]
    for zone in PROVINCES:
        doc["control"][zone] = dice.choice([*present, NEUTRAL])
    for units in doc["units"].values():
        units.update(owner=None, M=0, E=0, G=0)
    for power in present:
        station(doc, dice, power, dice.randint(0, PARAMS["max_units"]))
    station(doc, dice, NEUTRAL, dice.randint(0, 8))
    doc["turn"] = dice.randint(1, doc["variants"]["turn_limit"])
    settle_powers(doc, dice)
    return doc


def mutated(doc: Document, dice: Dice) -> Document:
    """A position with a few units elsewhere, provinces handed over and other AP."""
    doc = copy_of(doc)
    for _ in range(dice.randint(1, 4)):
        change: Callable[[Document, Dice], None] = dice.choice([hand_over, redeploy, redeploy])
        change(doc, dice)
    settle_powers(doc, dice)
    return doc


def hand_over(doc: Document, dice: Dice) -> None:
    """An empty province changes its controller."""
    empty = [zone for zone in PROVINCES if doc["units"][zone]["owner"] is None]
    alive = [state["id"] for state in doc["powers"] if not state["eliminated"]]
    if empty:
        doc["control"][dice.choice(empty)] = dice.choice([*alive, NEUTRAL])


def redeploy(doc: Document, dice: Dice) -> None:
    """The units of a zone go, and as many of their owner appear anywhere."""
    occupied = [zone for zone in ZONES if doc["units"][zone]["owner"] is not None]
    if occupied:
        units = doc["units"][dice.choice(occupied)]
        owner, count = units["owner"], units["M"] + units["E"] + units["G"]
        units.update(owner=None, M=0, E=0, G=0)
        station(doc, dice, owner, count)


def station(doc: Document, dice: Dice, owner: str, count: int) -> None:
    """Puts units of random classes into zones where the owner may stand, while there is room."""
    for _ in range(count):
        places = [zone for zone in ZONES if has_room(doc, owner, zone)]
        have = units_of(doc, owner)
        classes = [name for name in CLASSES if owner == NEUTRAL or have[name] < LIMITS[name]]
        if places and (owner == NEUTRAL or sum(have.values()) < PARAMS["max_units"]):
            units = doc["units"][dice.choice(places)]
            units["owner"] = owner
            units["M" if owner == NEUTRAL else dice.choice(classes)] += 1


def has_room(doc: Document, owner: str, zone: str) -> bool:
    """Whether one more unit of the owner may stand there between turns (SAT 2)."""
    units = doc["units"][zone]
    if zone in SEAS and owner == NEUTRAL:
        return False
    if zone in PROVINCES and doc["control"][zone] != owner:
        return False
    return units["owner"] in (None, owner) and sum(units[c] for c in CLASSES) < capacity(zone)


def settle_powers(doc: Document, dice: Dice) -> None:
    """AP for everybody; a power that has nothing left is out of the game (SAT 5.11)."""
    for state in doc["powers"]:
        own = [zone for zone in PROVINCES if doc["control"][zone] == state["id"]]
        has_unit = any(units_of(doc, state["id"]).values())
        if state["eliminated"] or not (has_unit or any(has_major(zone) for zone in own)):
            state.update(eliminated=True, ap=0)
            for zone in own:
                doc["control"][zone] = NEUTRAL
        else:
            most = doc["variants"]["ap_base"] + MOST_INCOME
            state["ap"] = dice.choice([0, dice.randint(1, 9), dice.randint(10, most)])
