"""The signs of Solar: nations by colour, shape, letter and dash; resources by small figures.

No colour speaks alone: a nation has its shape and its letter on nodes, and its own dash on routes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from arbitre.svg import marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint, Point
from arbitre.svg.marks import CARD, INK, LINE, LOSS, MUTED, Mark

STAR, BOLT, ROCK, FLASK, HEART, SHIELD = "#b8860b", "#d99a00", "#7a7468", "#2f6f9f", LOSS, "#4d5563"

HEAT = (
    *("#ffffff", "#fdf6e3", "#fbecc5", "#f9e0a4", "#f7d283", "#f4c063"),
    *("#f0a94f", "#ea8f45", "#e0733f", "#d2563d", "#bb3a3a"),
)
"""The colour of a tension, 0 to 10: paper, amber, red."""


class Look(NamedTuple):
    """How a nation is drawn: its token, and the dash of its routes."""

    mark: Mark
    dash: str


LOOKS: Mapping[str, Look] = {
    "terrans": Look(Mark("circle", "#1664a6", CARD), ""),
    "martians": Look(Mark("diamond", "#b3402a", CARD), "9 5"),
    "jovians": Look(Mark("hexagon", "#ee9b1b", INK), "14 4 3 4"),
    "belters": Look(Mark("square", "#4b3b63", CARD), "2.5 5.5"),
}


# --- small figures, each within a circle of radius r ---


def star(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Victory points."""
    reach = (r * 1.15, r * 0.5)
    angles = (math.pi * i / 5 - math.pi / 2 for i in range(10))
    points = [
        (cx + reach[i % 2] * math.cos(a), cy + reach[i % 2] * math.sin(a))
        for i, a in enumerate(angles)
    ]
    canvas.polygon(points, Paint(STAR))


def bolt(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Energy."""
    shape = ((0.25, -1.1), (-0.7, 0.2), (-0.05, 0.2), (-0.3, 1.1), (0.7, -0.25), (0.05, -0.25))
    canvas.polygon(_scaled(shape, cx, cy, r), Paint(BOLT, "#7d5a00", r / 9))


def rock(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Materials."""
    shape = ((-0.9, 0.6), (-0.65, -0.4), (0.0, -0.85), (0.7, -0.45), (0.95, 0.6))
    canvas.polygon(_scaled(shape, cx, cy, r), Paint(ROCK, "#4c473e", r / 9))


def flask(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Knowledge."""
    shape = ((-0.3, -1), (0.3, -1), (0.3, -0.3), (0.9, 0.9), (-0.9, 0.9), (-0.3, -0.3))
    canvas.polygon(_scaled(shape, cx, cy, r), Paint(CARD, FLASK, r / 5))
    filled = ((-0.45, 0.25), (0.45, 0.25), (0.75, 0.8), (-0.75, 0.8))
    canvas.polygon(_scaled(filled, cx, cy, r), Paint(FLASK))


def heart(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Morale."""
    x, y = cx, cy + 0.95 * r
    left = f"C{x - 1.6 * r:.1f} {cy - 0.2 * r:.1f} {x - 0.8 * r:.1f} {cy - 1.5 * r:.1f}"
    right = f"C{x + 0.8 * r:.1f} {cy - 1.5 * r:.1f} {x + 1.6 * r:.1f} {cy - 0.2 * r:.1f}"
    dent = f"{x:.1f} {cy - 0.45 * r:.1f}"
    canvas.path(f"M{x:.1f} {y:.1f}{left} {dent}{right} {x:.1f} {y:.1f}Z", Paint(HEART))


def shield(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """Force tokens."""
    top, low = cy - 0.9 * r, cy + 1.05 * r
    side = f"V{cy + 0.1 * r:.1f}Q{cx + 0.85 * r:.1f} {cy + 0.7 * r:.1f} {cx:.1f} {low:.1f}"
    back = f"Q{cx - 0.85 * r:.1f} {cy + 0.7 * r:.1f} {cx - 0.85 * r:.1f} {cy + 0.1 * r:.1f}Z"
    canvas.path(f"M{cx - 0.85 * r:.1f} {top:.1f}H{cx + 0.85 * r:.1f}{side}{back}", Paint(SHIELD))


ICONS: Mapping[str, Callable[[Canvas, float, float, float], None]] = {
    "points": star,
    "energy": bolt,
    "materials": rock,
    "science": flask,
    "morale": heart,
    "force": shield,
}


def _scaled(shape: tuple[Point, ...], cx: float, cy: float, r: float) -> list[Point]:
    return [(cx + r * x, cy + r * y) for x, y in shape]


def figures(
    canvas: Canvas, box: Box, parts: list[tuple[str, str]], size: float, *, middle: bool = True
) -> None:
    """Figures, each behind its sign, in a row."""
    sign, gap = 0.9 * size, 0.55 * size
    widths = [sign + 3 + typeset.width(text, size, True) + 0.1 for _, text in parts]
    x = box.x + (box.w - sum(widths) - gap * (len(parts) - 1)) / 2 if middle else box.x
    for (icon, text), wide in zip(parts, widths, strict=True):
        ICONS[icon](canvas, x + sign / 2, box.cy, sign / 2)
        room = Box(x + sign + 3, box.y, wide - sign - 3, box.h)
        canvas.text(room, text, size, bold=True, fill=MUTED if text in "?0" else INK)
        x += wide + gap


def nation(
    canvas: Canvas, cx: float, cy: float, r: float, name: str, letter: str, *, empty: bool = False
) -> None:
    """The token of a nation."""
    marks.token(canvas, cx, cy, r, LOOKS[name].mark, letter, empty=empty)


def pips(canvas: Canvas, cx: float, cy: float, level: int, r: float = 3.2) -> None:
    """The level of a colony, a dot each."""
    for i in range(level):
        x = cx + (i - (level - 1) / 2) * (2 * r + 2)
        canvas.circle(x, cy, r, Paint(INK, CARD, 1))


def alarm(canvas: Canvas, cx: float, cy: float, count: int) -> None:
    """A hostile population, a red triangle for each turn that it lasts."""
    for i in range(count):
        x = cx + (i - (count - 1) / 2) * 9
        canvas.polygon([(x - 4, cy + 4), (x + 4, cy + 4), (x, cy - 4)], Paint(LOSS, CARD, 0.8))


def heat(value: int) -> str:
    """The colour of a tension."""
    return HEAT[max(0, min(10, value))]


def heat_ink(value: int) -> str:
    return CARD if value >= 9 else INK


def level_marks(canvas: Canvas, x: float, cy: float, full: int, most: int) -> float:
    """Small bars, `full` of `most` filled. Returns the x after them."""
    for i in range(most):
        box = Box(x + i * 9, cy - 6, 6, 12)
        canvas.rect(box, Paint(INK if i < full else "none", INK if i < full else LINE, 1), radius=2)
    return x + most * 9


def width_of(parts: list[tuple[str, str]], size: float) -> float:
    """The width of a row of `figures`."""
    wide = (0.9 * size + 3 + typeset.width(text, size, True) + 0.1 for _, text in parts)
    return sum(wide) + 0.55 * size * (len(parts) - 1)
