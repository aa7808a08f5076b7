"""The planet of Terraforming Mars: 61 hexes with what they print and what was built on them, the
three parameters as a ring around it, the two cities off the map beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arbitre.svg import terraforming_mars_marks as signs
from arbitre.svg.canvas import Align, Box, Canvas, Paint, Point, component
from arbitre.svg.marks import CARD, GOLD
from arbitre.svg.scene import Scene, capital, number
from arbitre.svg.terraforming_mars_marks import SIGNS
from arbitre.svg.terraforming_mars_position import PARAMETERS, SPOTS, Position

SIDE = 37.0
"""From the middle of a hex to each of its corners."""
DISC, INNER, OUTER = 301, 305, 329
MIDDLE: Point = (360, 360)
"""Of the planet, from the corner of the frame."""
SPACE, STAR, PALE, FAINT = "#181d2c", "#c9d2ea", "#f3ede2", "#a9b1c7"
SOIL = ("#7c3620", "#8f4326", "#a04f2d")
LAND, EDGE, INKED = "#b9673f", "#dca07c", "#fff3e6"
WATERBED, SHORE = "#56718a", "#a9d6f2"

NAMES: Mapping[str, str] = {
    "h07": "tharsis_tholus",
    "h12": "ascraeus_mons",
    "h19": "pavonis_mons",
    "h27": "arsia_mons",
    "h29": "noctis_area",
}
"""The words for hexes that bear a name."""

# Where the ring of each parameter begins and how far each of its steps goes, in degrees clockwise
# from the top; its colour up to the value of now; what is said behind the value.
ARCS: Mapping[str, tuple[float, float, str, str]] = {
    "oxygen": (-72, 9.6, "#8cc98a", "\N{NO-BREAK SPACE}%"),
    "temperature": (172, -4.5, "#f0a24a", "\N{NO-BREAK SPACE}°C"),
    "oceans": (188, 10, "#6fb4e0", ""),
}


class Planet:
    """Draws the planet of a position into a frame."""

    def __init__(self, canvas: Canvas, scene: Scene, position: Position) -> None:
        self.canvas = canvas
        self.scene = scene
        self.position = position
        self.centre: Point = (0, 0)

    def paint(self, frame: Box) -> None:
        """Everything, from the stars to the tokens on tiles."""
        self.centre = (frame.x + MIDDLE[0], frame.y + MIDDLE[1])
        self.canvas.rect(frame, Paint(SPACE), radius=12)
        self._stars(frame)
        for r, fill in zip((DISC, DISC - 7, DISC - 20), SOIL, strict=True):
            self.canvas.circle(*self.centre, r, Paint(fill))
        for name in PARAMETERS:
            self._track(name)
        self._figures(frame)
        for hex in self.position.content.hexes:
            self._hex(hex)
        for spot, x in zip(SPOTS, (frame.right - 56, frame.x + 56), strict=True):
            self._spot(spot, x, frame.y + 46)

    def _stars(self, frame: Box) -> None:
        """The same stars in every picture, where nothing else is."""
        for i in range(1, 160):
            x = frame.x + 8 + i * 197.3 % (frame.w - 16)
            y = frame.y + 8 + i * 113.9 % (frame.h - 16)
            if math.hypot(x - self.centre[0], y - self.centre[1]) > OUTER + 6:
                self.canvas.circle(x, y, 0.5 + i % 3 * 0.35, Paint(STAR, opacity=0.35 + i % 4 / 10))

    # --- parameters ---

    def _track(self, name: str) -> None:
        """A piece of the ring for each value; oceans are counted from the first one on."""
        track = self.position.content.tracks[name]
        start, step, fill, unit = ARCS[name]
        now: int = self.position.document[name]
        values: Sequence[int] = track.values if name != "oceans" else track.values[1:]
        word = self.scene.said(f"{name}_track")
        for i, value in enumerate(values):
            angles = sorted((start + i * step, start + (i + 1) * step))
            shape = signs.ring(self.centre, INNER, OUTER, angles[0] + 0.3, angles[1] - 0.3)
            reached = value <= now
            bonus = value in self.position.content.bonuses[name]
            edge = Paint(fill if reached else "#2b3249", GOLD if bonus else "none", 2)
            with self.canvas.group(f"{word}: {number(value)}{unit}"):
                self.canvas.path(shape, edge)
                turn = math.radians(sum(angles) / 2 - 90)
                r = (INNER + OUTER) / 2
                x, y = self.centre[0] + r * math.cos(turn), self.centre[1] + r * math.sin(turn)
                if value == now:
                    self.canvas.circle(x, y, 13.5, Paint(CARD, "#1e2430", 1.5))
                ink = "#1e2430" if reached else FAINT
                room = Box(x - 11.5, y - 8, 23, 16)
                size = 9.0 if name == "temperature" else 11.0
                self.canvas.text(
                    room, number(value), size, bold=True, fill=ink, align="middle", smallest=6
                )

    def _figures(self, frame: Box) -> None:
        """The parameters in words: oxygen above its ring, the others in the lower corners."""
        document, tracks = self.position.document, self.position.content.tracks
        said = {
            "oxygen": f"{document['oxygen']}{ARCS['oxygen'][3]}",
            "temperature": number(document["temperature"]) + ARCS["temperature"][3],
            "oceans": f"{document['oceans']}/{tracks['oceans'].most}",
        }
        top = Box(self.centre[0] - 100, frame.y + 5, 200, 22)
        text = f"{self.scene.said('oxygen_track')} {said['oxygen']}"
        self.canvas.text(top, text, 14, bold=True, fill=ARCS["oxygen"][2], align="middle")
        low = frame.bottom - 56
        left, right = Box(frame.x + 16, low, 104, 46), Box(frame.right - 120, low, 104, 46)
        for name, box in (("oceans", left), ("temperature", right)):
            align: Align = "start" if name == "oceans" else "end"
            word, figure = box.rows(18, 28)
            fill = ARCS[name][2]
            self.canvas.text(
                word, self.scene.said(f"{name}_track"), 12, fill=fill, align=align, smallest=8
            )
            self.canvas.text(figure, said[name], 21, bold=True, fill=fill, align=align)

    # --- hexes ---

    def at(self, hex: str) -> Point:
        """Where the middle of a hex is."""
        here = self.position.content.hexes[hex]
        x = SIDE * math.sqrt(3) * (here.q + here.r / 2)
        return self.centre[0] + x, self.centre[1] + 1.5 * SIDE * here.r

    def _hex(self, hex: str) -> None:
        x, y = self.at(hex)
        tile = self.position.tiles.get(hex)
        with self.canvas.group(" · ".join(self._told(hex)), of=component("hex", hex)):
            if tile is None:
                self._ground(hex, x, y)
            else:
                self._tile(tile, x, y)
            ink = INKED if tile is None else CARD
            room = Box(x - 14, y + 0.49 * SIDE, 28, 10.5)
            self.canvas.text(room, hex, 8, fill=ink, align="middle", smallest=5)

    def _told(self, hex: str) -> Iterator[str]:
        """A hex in words."""
        words, position = self.scene.words, self.position
        here = position.content.hexes[hex]
        yield words.label("hex", hex)
        tile = position.tiles.get(hex)
        if tile is not None:
            yield words.label("tile", tile["tile"])
            if tile["special"] is not None:
                yield words.label("card", tile["special"])
            if tile["owner"] is not None:
                yield words.label("target", tile["owner"])
            return
        if here.reserved == "ocean":
            yield words.word("ocean_area")
        if here.volcanic:
            yield words.word("volcanic_area")
        for name, n in here.bonus.items():
            label = words.field("card") if name == "card" else words.label("resource", name)
            yield f"{n} {label}"
        claimed = position.document["claims"].get(hex)
        if claimed is not None:
            yield f"{words.word('claim')}: {words.label('target', claimed)}"

    def _ground(self, hex: str, x: float, y: float) -> None:
        """A hex without a tile: what it is for, its name and what it prints."""
        here = self.position.content.hexes[hex]
        corners = signs.hexagon(x, y, SIDE - 1.2)
        water = here.reserved == "ocean"
        self.canvas.polygon(corners, Paint(WATERBED if water else LAND, EDGE, 1))
        if water or here.reserved:
            dash = Paint("none", SHORE if water else "#f1e7da", 2, "" if water else "5 4")
            self.canvas.polygon(signs.hexagon(x, y, SIDE - 4), dash)
        if here.volcanic:
            signs.mountain(self.canvas, x, y + 0.12 * SIDE, 0.8 * SIDE, SOIL[1])
        owner = self.position.document["claims"].get(hex)
        named = NAMES.get(hex)
        if named is not None:
            room = Box(x - 26, y - 25, 52, 20)
            self.canvas.text(
                room,
                self.scene.words.word(named),
                8.5,
                fill=INKED,
                align="middle",
                lines=2,
                smallest=6,
            )
        if owner is not None:
            self.canvas.circle(x, y + 5, 12.5, Paint("none", CARD, 1.5, "3 2.5"))
            signs.player(self.canvas, x, y + 5, 9, self.position.seat_of(owner))
            return
        bonus = [name for name, n in here.bonus.items() for _ in range(n)]
        for i, name in enumerate(bonus):
            place = x + (i - (len(bonus) - 1) / 2) * 20
            signs.sign(self.canvas, place, y + (5 if named else 0), 9, SIGNS[name])

    def _tile(self, tile: Mapping[str, Any], x: float, y: float) -> None:
        """A tile with its name, if it has one, and its owner."""
        kind, special = tile["tile"], tile["special"]
        signs.tile(self.canvas, x, y, SIDE - 1.2, kind)
        if special is not None and kind == "city":
            signs.star(self.canvas, x + 0.52 * SIDE, y - 0.4 * SIDE, 6, GOLD)
        elif special is not None:
            room = Box(x - 27, y - 25, 54, 23)
            name = self.scene.words.label("card", special)
            self.canvas.text(
                room, name, 9, bold=True, fill=CARD, align="middle", lines=2, smallest=5.5
            )
        if tile["owner"] is not None:
            signs.player(self.canvas, x, y + 8, 9.5, self.position.seat_of(tile["owner"]))

    # --- off the map ---

    def _spot(self, spot: str, x: float, y: float) -> None:
        owner = self.position.document["off_map"][spot]
        name = self.scene.words.label("place", spot)
        whose = self.scene.words.label("target", owner) if owner else ""
        with self.canvas.group(f"{name} · {whose}" if whose else name):
            self.canvas.circle(
                x, y, 27, Paint("#3a4159" if owner is None else signs.CITY, FAINT, 1.2)
            )
            faded = 1 if owner is not None else 0.55
            with self.canvas.group(opacity=faded):
                signs.skyline(self.canvas, x, y - 9, 11, PALE)
            if owner is not None:
                signs.player(self.canvas, x, y + 12, 9.5, self.position.seat_of(owner))
            room = Box(x - 46, y + 31, 92, 28)
            self.canvas.text(
                room,
                capital(name),
                10.5,
                fill=PALE,
                align="middle",
                lines=2,
                smallest=7,
                valign="top",
            )
