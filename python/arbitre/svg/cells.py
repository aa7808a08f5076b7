"""Territories around points, for drawings of maps. Must not know any game.

A territory is the part of a disc that is nearer to its point than to any other: where discs meet,
the border lies halfway, and a coast is a piece of the circle. All of it follows from coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from arbitre.svg.canvas import Box, Point

CORNERS = 40
"""Of the polygon that stands for a circle."""


def disc(centre: Point, radius: float) -> list[Point]:
    """A polygon that stands for a circle."""
    angles = (2 * math.pi * i / CORNERS for i in range(CORNERS))
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def distance(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def between(a: Point, b: Point, share: float) -> Point:
    """The point on the way from a to b, 0 being a and 1 being b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def beside(a: Point, b: Point, share: float, aside: float) -> Point:
    """The same, but so far to the right of the way."""
    x, y = between(a, b, share)
    long = distance(a, b) or 1.0
    return x - (b[1] - a[1]) / long * aside, y + (b[0] - a[0]) / long * aside


@lru_cache(maxsize=1024)
def territory(
    centre: Point, reach: float, others: tuple[tuple[Point, float], ...], frame: Box
) -> list[Point]:
    """The territory of a point: at most `reach` wide, inside the frame, and halfway to each of the
    other points less the gap that comes with it. Pictures of one map ask for the same ones."""
    shape = disc(centre, reach)
    for other, gap in others:
        apart = distance(centre, other)
        if 0 < apart < 2 * reach + gap:
            shape = _nearer(shape, centre, other, (apart - gap) / 2)
    corners = [(frame.x, frame.y), (frame.right, frame.y), (frame.right, frame.bottom)]
    sides = [*corners, (frame.x, frame.bottom), corners[0]]
    for start, end in pairwise(sides):
        inward = (start[1] - end[1], end[0] - start[0])
        shape = _side(shape, inward, inward[0] * start[0] + inward[1] * start[1])
    return shape


def rounded(shape: Sequence[Point], radius: float) -> str:
    """A closed path along a polygon, its corners rounded."""
    if len(shape) < 3:
        return ""
    parts: list[str] = []
    for before, corner, after in zip(
        (shape[-1], *shape), shape, (*shape[1:], shape[0]), strict=False
    ):
        start = between(corner, before, _share(corner, before, radius))
        end = between(corner, after, _share(corner, after, radius))
        parts.append(f"{'L' if parts else 'M'}{_at(start)}Q{_at(corner)} {_at(end)}")
    return "".join(parts) + "Z"


def leaves(box: Box, towards: Point) -> Point:
    """Where the way from the middle of a box to a point outside leaves the box."""
    dx, dy = towards[0] - box.cx, towards[1] - box.cy
    shares = [half / abs(d) for half, d in ((box.w / 2, dx), (box.h / 2, dy)) if d]
    return between((box.cx, box.cy), towards, min(*shares, 1.0) if shares else 0.0)


def _nearer(shape: list[Point], centre: Point, other: Point, most: float) -> list[Point]:
    """What of a polygon is at most so far from the centre in the direction of the other point."""
    long = distance(centre, other)
    away = ((centre[0] - other[0]) / long, (centre[1] - other[1]) / long)
    return _side(shape, away, away[0] * centre[0] + away[1] * centre[1] - most)


def _side(shape: list[Point], inward: Point, least: float) -> list[Point]:
    """What of a polygon is on the inner side of a line."""
    kept: list[Point] = []
    if not shape:
        return kept
    for start, end in pairwise([*shape, shape[0]]):
        before = inward[0] * start[0] + inward[1] * start[1] - least
        after = inward[0] * end[0] + inward[1] * end[1] - least
        if before >= 0:
            kept.append(start)
        if (before >= 0) != (after >= 0):
            kept.append(between(start, end, before / (before - after)))
    return kept


def _share(corner: Point, neighbour: Point, radius: float) -> float:
    """How much of a side a rounded corner takes, half of it at most."""
    long = distance(corner, neighbour)
    return min(0.5, radius / long) if long else 0.0


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
