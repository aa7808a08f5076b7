"""Scenes of Solar: a document made by hand, moves, and what comes of them."""

from __future__ import annotations

from typing import Any

import arbitre
from arbitre import CHANCE, State
from reference.solar.positions import position

GAME = arbitre.load("solar")

Nation = dict[str, Any]


class Scene:
    """A position that moves are played in, chance among them, with all the events so far."""

    def __init__(self, *nations: Nation, **keys: Any) -> None:
        document = position(*nations, **keys)
        self.state: State = GAME.build(document, chance="manual", seed=0)
        self.events: list[dict[str, Any]] = []

    def play(self, seat: int, kind: str, **fields: Any) -> Scene:
        """One move; `none` is the word for no nation, node or card."""
        self.state, events = GAME.step(self.state, seat, {"kind": kind, **fields})
        self.events += [dict(event) for event in events]
        return self

    def chance(self, kind: str, **fields: Any) -> Scene:
        return self.play(CHANCE, kind, **fields)

    def refusal(self, seat: int, kind: str, **fields: Any) -> str:
        """The code of the verdict on a move; OK if it is legal."""
        return GAME.validate(self.state, seat, {"kind": kind, **fields}).code

    def offer(self, seat: int, energy: int, materials: int, science: int) -> Scene:
        """A peace offer with its three amounts."""
        self.play(seat, "peace_offer", offer=True)
        amounts = {"energy": energy, "materials": materials, "science": science}
        for resource, amount in amounts.items():
            self.play(seat, "peace_amount", resource=resource, amount=amount)
        return self

    def no_peace(self, *seats: int) -> Scene:
        for seat in seats:
            self.play(seat, "peace_offer", offer=False)
        return self

    @property
    def document(self) -> dict[str, Any]:
        return GAME.document(self.state)

    def nation(self, seat: int) -> Nation:
        found: Nation = self.document["nations"][seat]
        return found

    def stock(self, seat: int) -> tuple[int, ...]:
        """Energy, materials, science, morale."""
        return tuple(self.nation(seat)["stock"].values())

    def happened(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]


def last_pass(*nations: Nation, **keys: Any) -> Scene:
    """The end of ACTIONS: seat 0 passes after all others."""
    for nation in nations[1:]:
        nation["passed"] = True
    return Scene(*nations, **keys).play(0, "pass")


def gauges(players: int, **pairs: int) -> list[list[int]]:
    """A matrix [x][y] from the pairs that are not 0: `gauges(2, g01=9)` is 9 of 0 toward 1."""
    found = [[0] * players for _ in range(players)]
    for name, value in pairs.items():
        found[int(name[1])][int(name[2])] = value
    return found
