"""The signs of Terraforming Mars: players by colour, shape and number; resources, tags and tiles by
small figures that differ in shape as well as in colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from arbitre.svg import marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint, Point
from arbitre.svg.marks import CARD, INK, Mark

PLAYERS = (
    Mark("circle", "#b8322a", CARD),
    Mark("square", "#1d5fa8", CARD),
    Mark("diamond", "#f2c230", INK),
    Mark("hexagon", "#5b3a8c", CARD),
    Mark("pentagon", "#22262e", CARD),
)
NEUTRAL = Mark("octagon", "#d9d5cb", INK)

OCEAN, GREENERY, CITY, SPECIAL = "#2d6f9e", "#3f8a45", "#8b919c", "#5d4a5e"
TILES: Mapping[str, str] = {
    "ocean": OCEAN,
    "greenery": GREENERY,
    "city": CITY,
    "special": SPECIAL,
}

Glyph: TypeAlias = Callable[[Canvas, float, float, float, str], None]
"""Draws into a circle of radius r around a point, in one colour."""


class Sign(NamedTuple):
    """A figure on its ground."""

    round: bool
    ground: str
    glyph: Glyph
    ink: str


def player(canvas: Canvas, cx: float, cy: float, r: float, seat: int | None) -> None:
    """The token of a player; None for the neutral one."""
    mark = NEUTRAL if seat is None else PLAYERS[seat]
    letter = "N" if seat is None else str(seat)
    marks.token(canvas, cx, cy, r, mark, letter)


# --- glyphs ---


def _at(shape: Iterable[Point], cx: float, cy: float, r: float) -> list[Point]:
    return [(cx + r * x, cy + r * y) for x, y in shape]


def _path(canvas: Canvas, d: str, cx: float, cy: float, r: float, paint: Paint) -> None:
    """A path written in units of r around the middle: commands and numbers in pairs."""
    out, is_x = [], True
    for part in d.split():
        if part.isalpha():
            out.append(part)
            continue
        value = float(part) * r + (cx if is_x else cy)
        out.append(f"{value:.1f}")
        is_x = not is_x
    canvas.path(" ".join(out), paint)


def bolt(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    shape = ((0.35, -0.95), (-0.6, 0.15), (-0.02, 0.15), (-0.35, 0.95), (0.6, -0.2), (0.03, -0.2))
    canvas.polygon(_at(shape, cx, cy, r), Paint(ink))


def leaf(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    _path(canvas, "M -0.7 0.7 Q -0.85 -0.7 0.8 -0.8 Q 0.8 0.75 -0.7 0.7 Z", cx, cy, r, Paint(ink))
    end = (cx - 0.9 * r, cy + 0.9 * r)
    canvas.line(end, (cx - 0.4 * r, cy + 0.4 * r), Paint("none", ink, r / 5))


def star(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    angles = (math.pi * i / 5 - math.pi / 2 for i in range(10))
    reach = (1.0, 0.42)
    shape = [(reach[i % 2] * math.cos(a), reach[i % 2] * math.sin(a)) for i, a in enumerate(angles)]
    canvas.polygon(_at(shape, cx, cy, r), Paint(ink))


def flame(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    d = "M 0 -1 C 0.15 -0.4 0.75 -0.2 0.65 0.35 C 0.6 0.8 0.3 0.95 0 0.95"
    d += " C -0.4 0.95 -0.7 0.7 -0.65 0.25 C -0.6 -0.05 -0.4 -0.1 -0.35 -0.45"
    d += " C -0.2 -0.3 -0.15 -0.2 -0.12 -0.05 C 0.02 -0.3 0.05 -0.6 0 -1 Z"
    _path(canvas, d, cx, cy, r, Paint(ink))


def beam(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A girder."""
    half = ((-0.75, -0.85), (0.75, -0.85), (0.75, -0.45), (0.22, -0.45))
    other = ((0.22, 0.45), (0.75, 0.45), (0.75, 0.85), (-0.75, 0.85))
    left = ((-0.75, 0.45), (-0.22, 0.45), (-0.22, -0.45), (-0.75, -0.45))
    canvas.polygon(_at((*half, *other, *left), cx, cy, r), Paint(ink))


def coin(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """The sign of the euro."""
    pen = Paint("none", ink, r / 4)
    _path(canvas, "M 0.6 -0.55 C 0.1 -1 -0.6 -0.7 -0.6 0", cx, cy, r, pen)
    _path(canvas, "M 0.6 0.55 C 0.1 1 -0.6 0.7 -0.6 0", cx, cy, r, pen)
    for y in (-0.17, 0.2):
        canvas.line((cx - 0.9 * r, cy + y * r), (cx + 0.2 * r, cy + y * r), pen)


def page(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A card."""
    canvas.rect(Box(cx - 0.55 * r, cy - 0.8 * r, 1.1 * r, 1.6 * r), Paint(ink), radius=r / 6)


def paw(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    for x, y, size in ((-0.7, -0.05, 0.24), (-0.28, -0.6, 0.26), (0.28, -0.6, 0.26)):
        canvas.circle(cx + x * r, cy + y * r, size * r, Paint(ink))
    canvas.circle(cx + 0.7 * r, cy - 0.05 * r, 0.24 * r, Paint(ink))
    _path(
        canvas,
        "M 0 -0.15 C 0.5 0 0.75 0.8 0 0.75 C -0.75 0.8 -0.5 0 0 -0.15 Z",
        cx,
        cy,
        r,
        Paint(ink),
    )


def cell(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A rod with hairs."""
    for x in (-0.45, 0.0, 0.45):
        canvas.line(
            (cx + x * r, cy - 0.8 * r), (cx + x * r, cy + 0.8 * r), Paint("none", ink, r / 7)
        )
    body = Box(cx - 0.85 * r, cy - 0.42 * r, 1.7 * r, 0.84 * r)
    canvas.rect(body, Paint(ink), radius=0.42 * r)


def skyline(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    shape = ((-0.85, 0.75), (-0.85, -0.05), (-0.4, -0.05), (-0.4, -0.85), (0.15, -0.85))
    rest = ((0.15, -0.3), (0.8, -0.3), (0.8, 0.75))
    canvas.polygon(_at((*shape, *rest), cx, cy, r), Paint(ink))


def works(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A building under a saw-tooth roof."""
    roof = ((-0.8, -0.1), (-0.25, -0.6), (-0.25, -0.1), (0.3, -0.6), (0.3, -0.1))
    rest = ((0.45, -0.1), (0.45, -0.85), (0.8, -0.85), (0.8, 0.75), (-0.8, 0.75))
    canvas.polygon(_at((*roof, *rest), cx, cy, r), Paint(ink))


def atom(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    pen = Paint("none", ink, r / 8)
    for turn in (0, 60, 120):
        x, y = 0.95 * r * math.cos(math.radians(turn)), 0.95 * r * math.sin(math.radians(turn))
        half = f"A{0.95 * r:.1f} {0.36 * r:.1f} {turn} 1 0 "
        start, end = f"{cx - x:.1f} {cy - y:.1f}", f"{cx + x:.1f} {cy + y:.1f}"
        canvas.path(f"M{start}{half}{end}{half}{start}", pen)
    canvas.circle(cx, cy, 0.2 * r, Paint(ink))


def globe(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """Land on the Earth."""
    _path(
        canvas,
        "M -0.7 -0.5 C -0.2 -0.9 0.3 -0.7 0.1 -0.3 C 0 0 -0.5 0 -0.7 -0.5 Z",
        cx,
        cy,
        r,
        Paint(ink),
    )
    _path(
        canvas,
        "M -0.1 0.2 C 0.4 -0.1 0.9 0.1 0.6 0.5 C 0.4 0.9 0 0.8 -0.1 0.2 Z",
        cx,
        cy,
        r,
        Paint(ink),
    )


def bands(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """The clouds of Jupiter."""
    for y, half in ((-0.35, 0.78), (0.08, 0.88), (0.5, 0.66)):
        start, end = (cx - half * r, cy + y * r), (cx + half * r, cy + y * r)
        canvas.line(start, end, Paint("none", ink, r / 5.5))


def ship(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A fighter."""
    shape = ((0, -0.9), (0.25, 0.1), (0.85, 0.6), (0.2, 0.5), (0, 0.8), (-0.2, 0.5), (-0.85, 0.6))
    canvas.polygon(_at((*shape, (-0.25, 0.1)), cx, cy, r), Paint(ink))


def waves(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    for y in (-0.45, 0.05, 0.55):
        d = f"M -0.9 {y} Q -0.45 {y - 0.4} 0 {y} Q 0.45 {y + 0.4} 0.9 {y}"
        _path(canvas, d, cx, cy, r, Paint("none", ink, r / 7))


def trees(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    for x, y, size in ((-0.48, 0.1, 0.85), (0.5, 0.0, 1.0)):
        x, y, size = cx + x * r, cy + y * r, size * r
        canvas.rect(Box(x - 0.08 * size, y + 0.2 * size, 0.16 * size, 0.6 * size), Paint(ink))
        crown = ((0, -0.95), (0.5, 0.4), (-0.5, 0.4))
        canvas.polygon(_at(crown, x, y, size), Paint(ink))


def mountain(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """A volcano."""
    shape = ((-0.95, 0.6), (-0.3, -0.5), (-0.12, -0.3), (0.12, -0.3), (0.3, -0.5), (0.95, 0.6))
    canvas.polygon(_at(shape, cx, cy, r), Paint(ink))


def tick(canvas: Canvas, cx: float, cy: float, r: float, ink: str) -> None:
    """An action that was used."""
    _path(canvas, "M -0.7 0 L -0.2 0.55 L 0.75 -0.6", cx, cy, r, Paint("none", ink, r / 3))


SIGNS: Mapping[str, Sign] = {
    "megacredit": Sign(True, "#f0c23b", coin, "#5d4300"),
    "steel": Sign(False, "#8a5a35", beam, "#f6e7d8"),
    "titanium": Sign(False, "#30343d", star, "#f0c23b"),
    "plant": Sign(False, "#3f8a45", leaf, "#f1f8e6"),
    "energy": Sign(False, "#7b3fa0", bolt, "#fbf1ff"),
    "heat": Sign(False, "#cf3a22", flame, "#ffe3b0"),
    "card": Sign(False, "#2c5f86", page, "#f4f1e8"),
    "animal": Sign(False, "#5c7a3a", paw, "#f5f8e6"),
    "microbe": Sign(False, "#6f8f2d", cell, "#f5f8e6"),
    "science": Sign(False, "#e9e6df", atom, "#30343d"),
    "fighter": Sign(False, "#4b5563", ship, "#f4f1e8"),
}
"""Resources, squares; the coin is round. Those on cards come last."""

TAG_SIGNS: Mapping[str, Sign] = {
    "building": Sign(True, "#8a5a35", works, "#f6e7d8"),
    "space": Sign(True, "#22262e", star, "#f0c23b"),
    "science": Sign(True, "#e9e6df", atom, "#30343d"),
    "power": Sign(True, "#7b3fa0", bolt, "#fbf1ff"),
    "earth": Sign(True, "#2f74b5", globe, "#a8d08a"),
    "jovian": Sign(True, "#c9843c", bands, "#fbe7c6"),
    "plant": Sign(True, "#3f8a45", leaf, "#f1f8e6"),
    "microbe": Sign(True, "#6f8f2d", cell, "#f5f8e6"),
    "animal": Sign(True, "#5c7a3a", paw, "#f5f8e6"),
    "city": Sign(True, "#6d7480", skyline, "#f4f1e8"),
}


def sign(canvas: Canvas, cx: float, cy: float, r: float, what: Sign) -> None:
    """A figure on its ground."""
    paint = Paint(what.ground, CARD, r / 9)
    if what.round:
        canvas.circle(cx, cy, r, paint)
    else:
        canvas.rect(Box(cx - 0.92 * r, cy - 0.92 * r, 1.84 * r, 1.84 * r), paint, radius=0.3 * r)
    what.glyph(canvas, cx, cy, 0.68 * r, what.ink)


def counted(
    canvas: Canvas, x: float, cy: float, what: Sign, text: str, *, r: float, size: float, ink: str
) -> float:
    """A sign with a figure behind it, from x on. Returns the x after them."""
    sign(canvas, x + r, cy, r, what)
    room = Box(
        x + 2 * r + 3,
        cy - 0.6 * size - 0.1,
        typeset.width(text, size, True) + 0.1,
        1.2 * size + 0.2,
    )
    canvas.text(room, text, size, bold=True, fill=ink)
    return room.right


# --- the planet ---


def hexagon(cx: float, cy: float, r: float) -> list[Point]:
    """The corners of a hex that stands on one of them."""
    angles = (math.radians(60 * i - 90) for i in range(6))
    return [(cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles]


def ring(centre: Point, inner: float, outer: float, start: float, end: float) -> str:
    """A piece of a ring between two angles, in degrees clockwise from the top."""

    def at(r: float, angle: float) -> str:
        turn = math.radians(angle - 90)
        return f"{centre[0] + r * math.cos(turn):.1f} {centre[1] + r * math.sin(turn):.1f}"

    out = f"M{at(outer, start)}A{outer:.1f} {outer:.1f} 0 0 1 {at(outer, end)}"
    return f"{out}L{at(inner, end)}A{inner:.1f} {inner:.1f} 0 0 0 {at(inner, start)}Z"


def tile(canvas: Canvas, cx: float, cy: float, r: float, kind: str) -> None:
    """A tile without its owner."""
    canvas.polygon(hexagon(cx, cy, r), Paint(TILES[kind], CARD, 1.5))
    if kind == "ocean":
        waves(canvas, cx, cy, 0.55 * r, "#bfe0f2")
    elif kind == "greenery":
        trees(canvas, cx, cy - 0.36 * r, 0.44 * r, "#d8efc4")
    elif kind == "city":
        skyline(canvas, cx, cy - 0.4 * r, 0.4 * r, "#f4f1e8")
