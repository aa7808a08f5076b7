"""Colours and small signs that the drawings share.

No colour speaks alone: a token has a shape and a letter too, a number has its sign. The three inks
differ in lightness as well, so that they stay apart for colour-blind readers and in print.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from arbitre.svg import typeset
from arbitre.svg.canvas import Box, Canvas, Paint, Point

PAPER, PANEL, CARD = "#f7f4ec", "#fdfcf8", "#ffffff"
LINE, SHADE = "#d8d1c2", "#ebe6da"
INK, MUTED, LOSS = "#1e2430", "#5f6672", "#a3293d"
BLUE, ORANGE, GREEN, GOLD = "#1664a6", "#ee9b1b", "#17785a", "#f3c53c"
WATER, RIPPLE = "#e2ebee", "#c6d6dc"


class Mark(NamedTuple):
    """The look of a kind of token: its shape, its colour and that of the letter on it."""

    shape: str
    fill: str
    ink: str


SIDES = {"triangle": 3, "diamond": 4, "square": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}


def outline(shape: str, cx: float, cy: float, r: float) -> list[Point]:
    """The corners of a shape about as large as a circle of radius r."""
    sides = SIDES[shape]
    turn = math.pi / sides if shape in ("square", "octagon") else 0.0
    reach = r * {3: 1.35, 4: 1.27, 5: 1.14, 6: 1.1, 8: 1.05}[sides]
    angles = (2 * math.pi * i / sides - math.pi / 2 + turn for i in range(sides))
    return [(cx + reach * math.cos(a), cy + reach * math.sin(a)) for a in angles]


def token(
    canvas: Canvas, cx: float, cy: float, r: float, mark: Mark, letter: str, *, empty: bool = False
) -> None:
    """A token with its letter; `empty` shows the place of one."""
    paint = Paint(CARD, LINE, 1.5) if empty else Paint(mark.fill, CARD, r / 8)
    if mark.shape == "circle":
        canvas.circle(cx, cy, r, paint)
    else:
        canvas.polygon(outline(mark.shape, cx, cy, r), paint)
    fill = MUTED if empty else mark.ink
    box = Box(cx - r, cy - r, 2 * r, 2 * r)
    canvas.text(box, letter, 1.15 * r, bold=True, fill=fill, align="middle", smallest=r / 2)


def cube(canvas: Canvas, cx: float, cy: float, r: float) -> None:
    """A yellow cube seen from a corner."""
    x, y = r * math.cos(math.pi / 6), r / 2
    top = [(cx, cy - r), (cx + x, cy - y), (cx, cy), (cx - x, cy - y)]
    left = [(cx - x, cy - y), (cx, cy), (cx, cy + r), (cx - x, cy + y)]
    right = [(cx + x, cy - y), (cx, cy), (cx, cy + r), (cx + x, cy + y)]
    for points, fill in ((top, "#fbe38e"), (left, GOLD), (right, "#cf9b16")):
        canvas.polygon(points, Paint(fill, "#8a650a", r / 9))


def cubes(canvas: Canvas, box: Box, count: int, most: int = 6) -> None:
    """Up to `most` cubes one by one, more as a figure."""
    if count <= most:
        for i in range(count):
            cube(canvas, box.cx + (i - (count - 1) / 2) * 15, box.cy, 7.5)
    else:
        figure = str(count)
        wide = 24 + typeset.width(figure, 14, True)
        cube(canvas, box.cx - wide / 2 + 8, box.cy, 8)
        room = Box(box.cx - wide / 2 + 24, box.y, wide - 23.9, box.h)
        canvas.text(room, figure, 14, bold=True, fill=INK)


def ripples(canvas: Canvas, start: float, end: float, y: float) -> None:
    """The surface of water from one x to another."""
    step = 22
    count = max(0, int((end - start) / step))
    waves = f"q{step / 4:g} -5 {step / 2:g} 0t{step / 2:g} 0" * count
    canvas.path(f"M{end - count * step:g} {y:g}{waves}", Paint("none", RIPPLE, 1.3))


CHIP = 11.0
"""The size of the text of a chip."""


def chip(
    canvas: Canvas, x: float, cy: float, text: str, *, look: Paint, ink: str, most: float
) -> float:
    """A short text in a rounded frame that starts at x and is at most so wide; nothing where there
    is no room for it. Returns the x after it."""
    size, pad, high = CHIP, 8.0, 19.0
    shown = typeset.cut(typeset.clean(text, typeset.LONGEST), most - 2 * pad, size, True)
    if not shown:
        return x
    frame = Box(x, cy - high / 2, typeset.width(shown, size, True) + 2 * pad + 0.1, high)
    canvas.rect(frame, look, radius=high / 2)
    canvas.text(frame.inset(pad, 0), shown, size, bold=True, fill=ink, align="middle")
    return frame.right


def smooth(points: Sequence[Point]) -> str:
    """A path through points of ascending x that never swings past their heights."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(points)]
    tangents = [slopes[0], *map(_between, slopes, slopes[1:]), slopes[-1]]
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for i, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
        third = (x1 - x0) / 3
        ends = (x0 + third, y0 + third * tangents[i], x1 - third, y1 - third * tangents[i + 1])
        parts.append("C" + " ".join(f"{v:.1f}" for v in (*ends, x1, y1)))
    return "".join(parts)


def _between(before: float, after: float) -> float:
    """The tangent where two slopes meet: level at a peak or dip, else their harmonic mean."""
    return 2 * before * after / (before + after) if before * after > 0 else 0.0
