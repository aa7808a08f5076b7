"""A game of Satrapies, move by move (SAT 3): orders, submissions and lots around the resolution."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .adjudicate import Event, resolve
from .orders import CHANCE, OK, Move, Seat, Verdict, validate, written
from .tables import Document, copy_of


class IllegalMove(ValueError):
    """Raised by `apply` for a move that `validate` refuses."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(" ".join(str(part) for part in verdict))
        self.verdict = verdict


def waiting(doc: Document) -> list[int]:
    """The seats whose orders are not in (SAT 3)."""
    return [
        seat
        for seat, state in enumerate(doc["powers"])
        if not state["submitted"] and not state["eliminated"]
    ]


def to_act(doc: Document) -> list[Seat]:
    """Who is to act: all that have not submitted, one after the other with `open_orders`."""
    if doc["phase"] == "lots":
        return [CHANCE]
    if doc["phase"] == "over":
        return []
    seats: list[Seat] = [*waiting(doc)]
    return seats[:1] if doc["variants"]["open_orders"] else seats


def chance(doc: Document) -> list[tuple[dict[str, Any], Fraction]]:
    """The outcomes of the pending lot, one for each of the tied, all alike (SAT-C8)."""
    if doc["phase"] != "lots":
        return []
    tied = doc["pending"]["tied"]
    return [({"kind": "lot", "winner": owner}, Fraction(1, len(tied))) for owner in tied]


def apply(doc: Document, seat: Seat, move: Move) -> tuple[Document, list[Event]]:
    """The document after a legal move, and what happened; `doc` stays as it is."""
    verdict = validate(doc, seat, move)
    if verdict != OK:
        raise IllegalMove(verdict)
    doc = copy_of(doc)
    if move["kind"] == "lot":
        doc["lots"].append(move["winner"])
        return further(doc, [{"kind": "lot", "winner": move["winner"]}])
    state = doc["powers"][int(seat)]
    if move["kind"] == "submit":
        state["submitted"] = True
        events = [{"kind": "orders_submitted", "power": state["id"]}]
        return (doc, events) if waiting(doc) else further(doc, events)
    state["orders"] = written(state["orders"], move)
    cancels = move["kind"].startswith("cancel")
    state["cancels"] -= cancels
    kind = "order_cancelled" if cancels else "order_added"
    return doc, [{"kind": kind, "power": state["id"], "order": dict(move)}]


def further(doc: Document, events: list[Event]) -> tuple[Document, list[Event]]:
    """All orders are in: on to the next lot, or to the next turn (SAT 3)."""
    resolution = resolve(doc)
    if resolution.document is not None:
        return resolution.document, events + resolution.events
    doc["phase"], doc["pending"] = "lots", resolution.pending
    return doc, [*events, {"kind": "draw_due", **(resolution.pending or {})}]
