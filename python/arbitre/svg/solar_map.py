"""The map of Solar: the Sun at the lower left, every body at its distance on a logarithmic scale,
moons around their planet in their order but not to scale.

Colonies, levels and routes are drawn on it; nations share a link side by side. What is placed
anew in each position (days, tokens) looks for room, so that no text lies on another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from arbitre.svg import marks, solar_marks, typeset
from arbitre.svg.canvas import Align, Box, Canvas, Paint, Point, component
from arbitre.svg.marks import CARD, INK, LINE, MUTED
from arbitre.svg.scene import Scene, capital
from arbitre.svg.solar_marks import LOOKS
from arbitre.svg.solar_position import Holding, Link, Position

SUN: Point = (58, 676)
REACH, DECADE = 130, 500
"""Units from the Sun to the Earth, and for each tenfold distance beyond."""
DISC = 19
LONG = 10
"""Days from which a link tells them; shorter ones are within an inset."""
SKY, ORBIT, LINK = "#eef2f6", "#cdd7e1", "#7f9fc4"

AU: dict[str, float] = {"mars": 1.52, "vesta": 2.36, "ceres": 2.77, "jupiter": 5.2, "saturn": 9.54}
AU |= {"earth": 1.0, "neptune": 30.1, "pluto": 39.5, "eris": 67.8}
ANGLES: dict[str, float] = {
    "earth": 50,
    "mars": 23,
    "vesta": 13,
    "ceres": 52,
    "jupiter": 48,
    "saturn": 22,
}
ANGLES |= {"neptune": 22.5, "pluto": 36.5, "eris": 24.5}


class Planet(NamedTuple):
    """A planet that is scenery, and the radius of the inset in which its moons are."""

    radius: float
    fill: str
    inset: float
    label: Point


PLANETS: Mapping[str, Planet] = {
    "earth": Planet(13, "#9fc0dc", 0, (26, 10)),
    "mars": Planet(11, "#dfa48f", 0, (24, 4)),
    "jupiter": Planet(30, "#e6d2b5", 128, (-96, -100)),
    "saturn": Planet(24, "#e9dcb8", 84, (62, -26)),
    "neptune": Planet(18, "#b5cbe8", 0, (-4, 30)),
}

# Where moons are from their planet, and on which side of its disc each node has its name.
MOONS: Mapping[str, tuple[str, float, float]] = {
    "luna": ("earth", -14, -62),
    "phobos": ("mars", -2, -46),
    "deimos": ("mars", -16, 46),
    "io": ("jupiter", -53, 45),
    "europa": ("jupiter", -3, -82),
    "ganymede": ("jupiter", 88, 4),
    "callisto": ("jupiter", 92, 90),
    "enceladus": ("saturn", 24, 44),
    "titan": ("saturn", -2, -60),
    "triton": ("neptune", 14, -54),
}
SIDES = dict.fromkeys(("luna", "phobos", "europa", "titan"), "above")
SIDES |= dict.fromkeys(("ceres", "pluto"), "left")
SIDES |= dict.fromkeys(("deimos", "vesta", "ganymede", "triton", "enceladus", "eris"), "right")
SIDES |= dict.fromkeys(("io", "callisto"), "below")


def body(name: str) -> Point:
    """Where a body that goes round the Sun is."""
    r, angle = orbit(name), math.radians(ANGLES[name])
    return SUN[0] + r * math.cos(angle), SUN[1] - r * math.sin(angle)


def orbit(name: str) -> float:
    return REACH + DECADE * math.log10(AU[name])


def place(node: str) -> Point:
    """Where a node is."""
    if node not in MOONS:
        return body(node)
    planet, dx, dy = MOONS[node]
    x, y = body(planet)
    return x + dx, y + dy


def along(a: Point, b: Point, share: float, aside: float = 0.0) -> Point:
    """A point on the way from a to b, moved aside."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    return a[0] + share * dx - aside * dy / length, a[1] + share * dy + aside * dx / length


class Map:
    """Draws the map of a position into a frame."""

    def __init__(
        self, canvas: Canvas, scene: Scene, position: Position, letters: list[str]
    ) -> None:
        self.canvas = canvas
        self.scene = scene
        self.position = position
        self.letters = letters
        self.taken: list[Box] = []

    def paint(self, frame: Box) -> None:
        self.canvas.rect(frame, Paint(SKY), radius=10)
        self._orbits(frame)
        self._planets()
        for link in self.position.content.links:
            self._link(link)
        for node in self.position.content.nodes:
            self._node(node)
        for link in self.position.content.links:
            self._days(link)
        for link in self.position.content.links:
            self._tokens(link)

    # --- scenery ---

    def _orbits(self, frame: Box) -> None:
        x, y = SUN
        for name in AU:
            for arc in _arcs(orbit(name), frame):
                self.canvas.path(arc, Paint("none", ORBIT, 1))
        for r, fill in ((34, "#fbe9b0"), (24, "#f8d568"), (15, "#f3bf2f")):
            self.canvas.circle(x, y, r, Paint(fill))
        room = Box(x + 2, y - 52, 76, 16)
        self.canvas.text(room, self.scene.said("sun"), 11, fill=MUTED)

    def _planets(self) -> None:
        for name, planet in PLANETS.items():
            x, y = body(name)
            if planet.inset:
                look = Paint("#f7f9fb", ORBIT, 1.2)
                self.canvas.circle(x, y, planet.inset, look)
            self.canvas.circle(x, y, planet.radius, Paint(planet.fill))
            if name == "saturn":
                ring = f"M{x - 40:.1f} {y + 9:.1f}A41 9 -12 1 0 {x + 40:.1f} {y - 9:.1f}"
                self.canvas.path(ring, Paint("none", "#cbb988", 3))
            dx, dy = planet.label
            word = self.scene.said(name)
            room = Box(x + dx - 34, y + dy - 8, 68, 15)
            self.canvas.text(room, word, 11, fill=MUTED, align="middle")
            self.taken.append(room)

    # --- links and routes ---

    def _link(self, link: Link) -> None:
        a, b = place(link.a), place(link.b)
        name = self._route_name(link)
        said = f"{name} · {link.days} {self.scene.words.word('days')}"
        between = component("node", link.a, link.b)
        with self.canvas.group(said, of=between):
            self.canvas.line(a, b, Paint("none", LINK, 1.6, "1.5 6"))
        lanes = self.position.lanes.get((link.a, link.b), ())
        for i, lane in enumerate(lanes):
            aside = (i - (len(lanes) - 1) / 2) * 6
            look = LOOKS[self.position.ids[lane.seat]]
            start, end = along(a, b, 0, aside), along(a, b, 1, aside)
            with self.canvas.group(
                f"{self.scene.said('routes')} · {self._owner(lane.seat)}: {name}", of=between
            ):
                self.canvas.line(start, end, Paint("none", CARD, 6.5))
                self.canvas.line(start, end, Paint("none", look.mark.fill, 4, look.dash))

    def _route_name(self, link: Link) -> str:
        label = self.scene.words.label
        return f"{label('node', link.a)} \N{EN DASH} {label('node', link.b)}"

    def _owner(self, seat: int) -> str:
        return self.scene.words.label("nation", self.position.ids[seat])

    def _days(self, link: Link) -> None:
        if link.days < LONG:
            return
        text = str(link.days)
        wide = typeset.width(text, 10.5) + 0.2
        for share in (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74):
            x, y = along(place(link.a), place(link.b), share)
            room = Box(x - wide / 2, y - 6.5, wide, 13)
            if self._is_free(room.inset(-3, -1)):
                self.canvas.rect(room.inset(-2, 0), Paint(SKY, opacity=0.9), radius=4)
                self.canvas.text(room, text, 10.5, fill="#4a6487", align="middle")
                self.taken.append(room.inset(-2, 0))
                return

    def _tokens(self, link: Link) -> None:
        """The tokens that stand on a link, each on its own lane."""
        lanes = self.position.lanes.get((link.a, link.b), ())
        for i, lane in enumerate(lanes):
            if not lane.token:
                continue
            aside = (i - (len(lanes) - 1) / 2) * 6
            for share in _shares(link, i, len(lanes)):
                x, y = along(place(link.a), place(link.b), share, aside)
                if self._is_free(Box(x - 8, y - 8, 16, 16)):
                    break
            else:
                x, y = along(place(link.a), place(link.b), 0.5, aside * 3)
            self._token(x, y, lane.seat)

    def _token(self, x: float, y: float, seat: int) -> None:
        """A Force token; without its letter where there is no room for it."""
        room = Box(x - 8, y - 8, 16, 16)
        mark = LOOKS[self.position.ids[seat]].mark
        self.canvas.circle(x, y, 7.5, Paint(CARD, mark.fill, 2.2))
        if self._is_free(room):
            letter = Box(x - 6, y - 6, 12, 12)
            self.canvas.text(
                letter, self.letters[seat], 9, bold=True, fill=INK, align="middle", smallest=4
            )
            self.taken.append(room)

    def _is_free(self, box: Box) -> bool:
        if any(box.overlaps(other) for other in self.taken):
            return False
        return not any(box.overlaps(placed.ink) for placed in self.canvas.placed)

    # --- nodes ---

    def _node(self, node: str) -> None:
        x, y = place(node)
        held = self.position.held.get(node, ())
        words, facts = self.scene.words, self.position.content.nodes[node]
        with self.canvas.group(self._tooltip(node, held), of=component("node", node)):
            home = next((n for n, at in self.position.content.homes.items() if at == node), "")
            if home in self.position.ids:
                self.canvas.circle(x, y, DISC + 5, Paint("none", LOOKS[home].mark.fill, 1.6))
            if not held:
                self.canvas.circle(x, y, DISC - 3, Paint(CARD, MUTED, 1.4))
                self.canvas.circle(x, y, 3, Paint(LINE))
            for i, one in enumerate(held):
                self._colony(x + (i - (len(held) - 1) / 2) * 25, y, one, small=len(held) > 1)
            self._plate(node, words.label("node", node), facts)
        self.taken.append(Box(x - DISC - 4, y - DISC - 4, 2 * DISC + 8, 2 * DISC + 8))

    def _colony(self, x: float, y: float, one: Holding, *, small: bool) -> None:
        nation = self.position.ids[one.seat]
        r = 11.5 if small else DISC - 2
        mark = LOOKS[nation].mark
        if one.connected:
            marks.token(self.canvas, x, y, r, mark, self.letters[one.seat])
        else:
            outline = Paint(CARD, mark.fill, 2.4, "4 3")
            if mark.shape == "circle":
                self.canvas.circle(x, y, r, outline)
            else:
                self.canvas.polygon(marks.outline(mark.shape, x, y, r), outline)
            room = Box(x - r, y - r, 2 * r, 2 * r)
            self.canvas.text(
                room,
                self.letters[one.seat],
                1.1 * r,
                bold=True,
                fill=INK,
                align="middle",
                smallest=r / 2,
            )
        solar_marks.pips(self.canvas, x, y - r - 5, one.colony["level"], 2.6 if small else 3.2)
        solar_marks.alarm(self.canvas, x, y + r + 4, one.colony["hostile"])

    def _plate(self, node: str, name: str, facts: tuple[int, int, int]) -> None:
        """The name of a node and what it is worth."""
        x, y = place(node)
        side = SIDES[node]
        wide, high = 78.0, 29.0
        left = {"left": x - DISC - 12 - wide, "right": x + DISC + 12}.get(side, x - wide / 2)
        top = {"above": y - DISC - 14 - high, "below": y + DISC + 10}.get(side, y - high / 2)
        box = Box(left, top, wide, high)
        align: Align = "end" if side == "left" else "start" if side == "right" else "middle"
        parts = [("points", str(facts[0])), ("energy", str(facts[1])), ("materials", str(facts[2]))]
        first, second = box.rows(15, 14)
        long = max(typeset.width(name, 12, True), 70) if align == "middle" else wide
        self.canvas.rect(
            Box(box.cx - long / 2 - 3, top, long + 6, high), Paint(SKY, opacity=0.8), radius=5
        )
        self.canvas.text(first, name, 12, bold=True, fill=INK, align=align, smallest=8.5)
        row = second
        if align != "middle":
            used = solar_marks.width_of(parts, 10)
            row = Box(box.x if align == "start" else box.right - used, second.y, used, second.h)
        solar_marks.figures(self.canvas, row, parts, 10)

    def _tooltip(self, node: str, held: tuple[Holding, ...]) -> str:
        words = self.scene.words
        parts = [words.label("node", node)]
        for one in held:
            said = [self._owner(one.seat), f"{words.word('level')} {one.colony['level']}"]
            said += [words.word("isolated")] if not one.connected else []
            said += [words.word("guest")] if one.colony["no_upgrade"] else []
            said += [words.word("hostile")] if one.colony["hostile"] else []
            parts.append(", ".join(said))
        return capital(" · ".join(parts))


def _shares(link: Link, lane: int, lanes: int) -> Iterator[float]:
    """Where on a link a token may stand, best first: lanes at different places."""
    start = 0.5 + (lane - (lanes - 1) / 2) * (0.1 if link.days >= LONG else 0.16)
    for step in range(12):
        yield start + (step + 1) // 2 * 0.045 * (-1 if step % 2 else 1)


def _arcs(r: float, frame: Box) -> Iterator[str]:
    """The parts of a circle around the Sun that lie in the frame, as paths."""
    inner = frame.inset(2)
    points: list[Point] = []
    for quarter in range(-60, 421):
        angle = math.radians(quarter / 4)
        points.append((SUN[0] + r * math.cos(angle), SUN[1] - r * math.sin(angle)))
    run: list[Point] = []
    for before, point in pairwise([*points, (math.inf, math.inf)]):
        inside = inner.x <= before[0] <= inner.right and inner.y <= before[1] <= inner.bottom
        if inside:
            run.append(before)
        if run and (not inside or math.isinf(point[0])):
            if len(run) > 2:
                start, end = run[0], run[-1]
                sweep = f"A{r:.1f} {r:.1f} 0 0 0 {end[0]:.1f} {end[1]:.1f}"
                yield f"M{start[0]:.1f} {start[1]:.1f}{sweep}"
            run = []
