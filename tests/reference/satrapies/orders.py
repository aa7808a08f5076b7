"""Orders of Satrapies: what is refused, in the sequence of SAT 4, and how a set is written."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from .position import cost_of, move_cost, sorted_orders, units_of, units_there, used_of
from .tables import (
    CLASSES,
    COASTS_WITHOUT_PORT,
    OWNERS,
    PARAMS,
    PROMOTE_COST,
    PROMOTED,
    RECRUIT_COST,
    ZONES,
    Document,
    has_major,
    is_province,
    link_between,
)

Move: TypeAlias = Mapping[str, Any]
Seat: TypeAlias = int | str

CHANCE = "chance"

# Kinds in packed order, each with its fields (SAT 11).
FIELDS: Mapping[str, tuple[str, ...]] = {
    "move": ("from", "to", "unit_class"),
    "recruit": ("zone",),
    "promote": ("zone", "unit_class"),
    "cancel_move": ("from", "to", "unit_class"),
    "cancel_build": ("zone",),
    "submit": (),
    "lot": ("winner",),
}
DOMAINS: Mapping[str, list[str]] = {
    "from": ZONES,
    "to": ZONES,
    "zone": ZONES,
    "unit_class": CLASSES,
    "winner": OWNERS,
}
UNKNOWN: Mapping[str, str] = {
    "from": "UNKNOWN_ZONE",
    "to": "UNKNOWN_ZONE",
    "zone": "UNKNOWN_ZONE",
    "unit_class": "UNKNOWN_UNIT_CLASS",
    "winner": "UNKNOWN_POWER",
}


class Verdict(NamedTuple):
    """Answer to a move: `OK` or the first refusal of SAT 4."""

    code: str
    subject: str = ""
    need: int = 0
    have: int = 0


OK = Verdict("OK")


def validate(doc: Document, seat: Seat, move: Move) -> Verdict:
    """Rows 1 to 26 of SAT 4."""
    return (
        refuse_undecodable(move)
        or refuse_seat(doc, seat, move["kind"])
        or (refuse_lot(doc, move) if seat == CHANCE else refuse_player(doc, int(seat), move))
        or OK
    )


def refuse_undecodable(move: Move) -> Verdict | None:
    """Rows 1 to 3: a kind of SAT 11 with exactly its fields, each within its domain."""
    kind = str(move.get("kind"))
    if kind not in FIELDS:
        return Verdict("UNKNOWN_ORDER", kind)
    for name in move:
        if name != "kind" and name not in FIELDS[kind]:
            return Verdict("UNKNOWN_FIELD", name)
    for name in FIELDS[kind]:
        if move.get(name) not in DOMAINS[name]:
            return Verdict(UNKNOWN[name], name)
    return None


def refuse_seat(doc: Document, seat: Seat, kind: str) -> Verdict | None:
    """Rows 4 and 5: the seat exists and plays a kind of its own."""
    if seat != CHANCE and seat not in range(doc["players"]):
        return Verdict("UNKNOWN_POWER", "seat")
    if seat == CHANCE and kind != "lot":
        return Verdict("NOT_A_CHANCE_MOVE", kind)
    if seat != CHANCE and kind == "lot":
        return Verdict("NOT_A_PLAYER_MOVE", kind)
    return None


def refuse_lot(doc: Document, move: Move) -> Verdict | None:
    """Rows 6 and 7: a lot is due, and between these."""
    if doc["phase"] != "lots":
        return Verdict("NO_DRAW_PENDING", move["kind"])
    if move["winner"] not in doc["pending"]["tied"]:
        return Verdict("NOT_AMONG_THE_TIED", move["winner"])
    return None


def refuse_player(doc: Document, seat: int, move: Move) -> Verdict | None:
    """Rows 8 to 26: the power may write, and may write this."""
    state = doc["powers"][seat]
    if doc["phase"] != "orders":
        return Verdict("NOT_IN_ORDERS_PHASE", doc["phase"])
    if state["eliminated"]:
        return Verdict("POWER_ELIMINATED", state["id"])
    if state["submitted"]:
        return Verdict("ORDERS_ALREADY_SUBMITTED", state["id"])
    first = next(p["id"] for p in doc["powers"] if not p["submitted"] and not p["eliminated"])
    if doc["variants"]["open_orders"] and first != state["id"]:
        return Verdict("NOT_YOUR_TURN", first)
    if move["kind"] == "move":
        return refuse_move(doc, state, move)
    if move["kind"] in ("recruit", "promote"):
        return refuse_build(doc, state, move)
    if move["kind"] in ("cancel_move", "cancel_build"):
        return refuse_cancel(state, move)
    return None


def refuse_move(doc: Document, state: Document, move: Move) -> Verdict | None:
    """Rows 12 to 14, 20, 21 and 24."""
    origin, destination, unit_class = move["from"], move["to"], move["unit_class"]
    if origin == destination:
        return Verdict("SAME_ZONE", origin)
    if frozenset((origin, destination)) in COASTS_WITHOUT_PORT:
        return Verdict("PORT_REQUIRED", destination)
    if link_between(origin, destination) is None:
        return Verdict("NOT_ADJACENT", destination)
    return refuse_unit(doc, state, origin, unit_class) or refuse_cost(
        state, move_cost(origin, destination)
    )


def refuse_build(doc: Document, state: Document, move: Move) -> Verdict | None:
    """Rows 15 to 24."""
    zone, promotes = move["zone"], move["kind"] == "promote"
    if not is_province(zone):
        return Verdict("NOT_A_PROVINCE", zone)
    if doc["control"][zone] != state["id"]:
        return Verdict("NOT_CONTROLLED", zone)
    if not has_major(zone):
        return Verdict("NO_MAJOR_CITADEL", zone)
    if any(build["zone"] == zone for build in state["orders"]["builds"]):
        return Verdict("PROVINCE_ALREADY_USED", zone)
    if promotes:
        if PROMOTED[move["unit_class"]] is None:
            return Verdict("NOT_PROMOTABLE", move["unit_class"])
        refused = refuse_unit(doc, state, zone, move["unit_class"])
        return (
            refused
            or refuse_higher_class(doc, state, move["unit_class"])
            or refuse_cost(state, PROMOTE_COST)
        )
    needs_unit = doc["variants"]["recruit_needs_unit"]
    if needs_unit and not any(units_there(doc, state["id"], zone).values()):
        return Verdict("NO_OWN_UNIT_THERE", zone, 1, 0)
    return refuse_tenth(doc, state) or refuse_cost(state, RECRUIT_COST)


def refuse_unit(doc: Document, state: Document, zone: str, unit_class: str) -> Verdict | None:
    """Rows 20 and 21: there is such a unit, and the set has not used it."""
    present = units_there(doc, state["id"], zone)[unit_class]
    if present == 0:
        return Verdict("NO_OWN_UNIT_THERE", zone, 1, 0)
    used = used_of(state["orders"], zone, unit_class)
    if used + 1 > present:
        return Verdict("UNITS_OVERCOMMITTED", unit_class, used + 1, present)
    return None


def refuse_tenth(doc: Document, state: Document) -> Verdict | None:
    """Row 22: units on the board and recruits, ten at most."""
    recruits = [b for b in state["orders"]["builds"] if b["kind"] == "recruit"]
    reached = sum(units_of(doc, state["id"]).values()) + len(recruits) + 1
    if reached > PARAMS["max_units"]:
        return Verdict("UNIT_LIMIT", "units", reached, PARAMS["max_units"])
    return None


def refuse_higher_class(doc: Document, state: Document, unit_class: str) -> Verdict | None:
    """Row 23: units of the higher class on the board and promotions to it, 2 or 1 at most."""
    higher = PROMOTED[unit_class]
    assert higher is not None
    builds = state["orders"]["builds"]
    promotions = [b for b in builds if b["kind"] == "promote" and b["unit_class"] == unit_class]
    reached = units_of(doc, state["id"])[higher] + len(promotions) + 1
    limit, code = (
        (PARAMS["max_elite"], "ELITE_LIMIT")
        if higher == "E"
        else (PARAMS["max_guard"], "GUARD_LIMIT")
    )
    return Verdict(code, higher, reached, limit) if reached > limit else None


def refuse_cost(state: Document, cost: int) -> Verdict | None:
    """Row 24: the AP that the set leaves."""
    left = state["ap"] - cost_of(state["orders"])
    return Verdict("INSUFFICIENT_AP", "ap", cost, left) if cost > left else None


def refuse_cancel(state: Document, move: Move) -> Verdict | None:
    """Rows 25 and 26."""
    if move["kind"] == "cancel_move":
        ends = (move["from"], move["to"], move["unit_class"])
        subject = move["from"]
        there = any(
            (order["from"], order["to"], order["unit_class"]) == ends
            for order in state["orders"]["moves"]
        )
    else:
        subject = move["zone"]
        there = any(build["zone"] == subject for build in state["orders"]["builds"])
    if not there:
        return Verdict("NO_SUCH_ORDER", subject)
    if state["cancels"] == 0:
        return Verdict("CANCEL_LIMIT", "cancels", 1, 0)
    return None


# --- Writing ----------------------------------------------------------------------------------


def written(orders: Document, move: Move) -> Document:
    """The order set after one more `move`, `recruit`, `promote` or cancellation (SAT 4, 11)."""
    orders = {"moves": list(orders["moves"]), "builds": list(orders["builds"])}
    kind = move["kind"]
    if kind in ("move", "cancel_move"):
        ends = {name: move[name] for name in ("from", "to", "unit_class")}
        count = 1 if kind == "move" else -1
        for order in orders["moves"]:
            if ends.items() <= order.items():
                count += order["count"]
        orders["moves"] = [o for o in orders["moves"] if not ends.items() <= o.items()]
        if count:
            orders["moves"].append({**ends, "count": count})
    elif kind == "cancel_build":
        orders["builds"] = [b for b in orders["builds"] if b["zone"] != move["zone"]]
    else:
        unit_class = move.get("unit_class", "M")
        orders["builds"].append({"zone": move["zone"], "kind": kind, "unit_class": unit_class})
    return sorted_orders(orders)


def all_moves() -> list[dict[str, str]]:
    """Every move of SAT 11 in the sequence of its packed number."""
    return [
        {"kind": kind, **dict(zip(names, values, strict=True))}
        for kind, names in FIELDS.items()
        for values in product(*(DOMAINS[name] for name in names))
    ]


def legal(doc: Document, seat: Seat) -> list[dict[str, str]]:
    """What a seat may play, in the sequence of the packed numbers."""
    return [move for move in all_moves() if validate(doc, seat, move) == OK]
