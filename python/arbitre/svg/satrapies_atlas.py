"""The map of Satrapies as its picture needs it: where zones lie and what joins them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from arbitre.svg import cells
from arbitre.svg.canvas import Box, Point
from arbitre.svg.scene import Tables

LINK_TYPES = ("open", "mountain", "pass", "port", "sea")
CITADELS = ("minor", "major", "capital")
SIDE, ABOVE, HIGHEST = 62, 62, 900
"""Margins of the outermost points, and how high the map gets at most between them."""
NARROW = 46
"""How far a province reaches at least around its point."""
STRAIT = 20
"""Water between provinces that lie side by side with no way between them."""


class Zone(NamedTuple):
    """A zone; its citadels by kind, the lowest first."""

    id: str
    at: Point
    is_sea: bool
    citadels: tuple[str, ...]


class Way(NamedTuple):
    """A link between two zones; `special` when it costs more or less than others of its type."""

    a: str
    b: str
    type: str
    cost: int
    special: bool


class Atlas(NamedTuple):
    """The map in the coordinates of the picture."""

    zones: Mapping[str, Zone]
    ways: tuple[Way, ...]
    coasts: tuple[tuple[str, str], ...]
    bonus: Mapping[str, int]
    """What a citadel of each kind adds to the defence of its province."""
    frame: Box

    @classmethod
    def read(cls, tables: Tables, room: Box) -> Atlas:
        """The map of compiled rules, as wide as a room and as high as it gets."""
        rows = tables["zones"]
        at, frame = fitted({name: (row[-2], row[-1]) for name, row in rows.items()}, room)
        zones = {}
        for name, (is_sea, *counts, _, _, _, _, _, _) in rows.items():
            kinds = [
                kind for kind, count in zip(CITADELS, counts, strict=True) for _ in range(count)
            ]
            zones[name] = Zone(name, at[name], bool(is_sea), tuple(kinds))
        ids = list(zones)
        usual = _usual_costs(tables)
        ways = tuple(
            Way(ids[a], ids[b], LINK_TYPES[kind], cost, cost != usual[kind])
            for a, b, kind, cost in tables["links"].values()
        )
        coasts = tuple((ids[a], ids[b]) for a, b in tables["coasts"].values())
        bonus = {kind: row[0] for kind, row in tables["citadels"].items()}
        return cls(zones, ways, coasts, bonus, frame)

    def points(self, zone: str, variants: Mapping[str, Any]) -> int:
        """What a province is worth (SAT 6, 8)."""
        bonuses = [self.bonus[kind] for kind in self.zones[zone].citadels]
        if variants["bonus_stacking"] == "best":
            return 1 + max(bonuses, default=0)
        return 1 + sum(bonuses)

    def territory(self, zone: Zone) -> list[Point]:
        """The outline of a province: it reaches beyond the middle of its ways over land, and
        keeps its distance from provinces that no way leads to."""
        neighbours = {
            way.b if way.a == zone.id else way.a
            for way in self.ways
            if way.type not in ("port", "sea") and zone.id in (way.a, way.b)
        }
        longest = max((cells.distance(zone.at, self.zones[n].at) for n in neighbours), default=0.0)
        others = tuple(
            (other.at, 0.0 if other.is_sea or other.id in neighbours else STRAIT)
            for other in self.zones.values()
            if other.id != zone.id
        )
        return cells.territory(zone.at, max(NARROW, 0.62 * longest), others, self.frame.inset(12))


def fitted(points: Mapping[str, Point], room: Box) -> tuple[dict[str, Point], Box]:
    """Coordinates stretched to the width of a room, margins apart, and the frame that they take."""
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((room.w - 2 * SIDE) / max(wide, 1), HIGHEST / max(high, 1))
    left = room.cx - wide * scale / 2
    top = room.y + ABOVE
    placed = {
        name: (left + (x - min(xs)) * scale, top + (y - min(ys)) * scale)
        for name, (x, y) in points.items()
    }
    return placed, Box(room.x, room.y, room.w, high * scale + 2 * ABOVE)


def _usual_costs(tables: Tables) -> dict[int, int]:
    """For each type of link the cost that most links of it have."""
    costs: dict[int, Counter[int]] = {}
    for _, _, kind, cost in tables["links"].values():
        costs.setdefault(kind, Counter())[cost] += 1
    return {kind: counted.most_common(1)[0][0] for kind, counted in costs.items()}
