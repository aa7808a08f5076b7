"""A picture in the making: shapes, and text that keeps to its box. Must not know any game.

The picture is one self-contained SVG element: no style sheet, no ids, no fonts or files from
elsewhere, so many of them can stand in one page. It brings its own paper and reads the same on
light and dark pages. Every text is placed in a box, shrunk or cut until it fits, and noted in
`Canvas.placed` for tests. A group may say what it stands for (`of`), for pages on which a board
can be pointed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Literal, NamedTuple, TypeAlias

from arbitre.svg import typeset

Align: TypeAlias = Literal["start", "middle", "end"]
VerticalAlign: TypeAlias = Literal["top", "middle", "bottom"]
Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle, with the y axis pointing down."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box less a margin on each side."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def columns(self, n: int, gap: float = 0) -> list[Box]:
        """The box cut into n columns of one width."""
        w = (self.w - gap * (n - 1)) / n
        return [Box(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, *heights: float) -> list[Box]:
        """Rows of these heights from the top down."""
        tops = [self.y + sum(heights[:i]) for i in range(len(heights))]
        return [Box(self.x, y, self.w, h) for y, h in zip(tops, heights, strict=True)]

    def contains(self, other: Box, slack: float = 0.05) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Box, slack: float = 0.05) -> bool:
        wide = min(self.right, other.right) - max(self.x, other.x)
        high = min(self.bottom, other.bottom) - max(self.y, other.y)
        return wide > slack and high > slack


class Paint(NamedTuple):
    """How a shape looks."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1
    dash: str = ""
    opacity: float = 1


class Placed(NamedTuple):
    """A line of text: what it says, the box that it takes at most, and the one it was given."""

    text: str
    ink: Box
    within: Box


def component(domain: str, *values: object) -> str:
    """What a group stands for: a value of a field or domain of moves, such as `node:luna`; several
    values stand together (`node:luna+node:earth`, the way between them). Keys joined by spaces are
    alternatives."""
    return "+".join(f"{domain}:{value}" for value in values)


class Canvas:
    """Draws into a view of `width` by `height` units; `title` and `description` are for those who
    can't see the picture."""

    def __init__(
        self, width: float, height: float, *, title: str, description: str = "", lang: str = "en"
    ) -> None:
        self.view = Box(0, 0, width, height)
        self.lang = lang
        self.placed: list[Placed] = []
        self._depth = 1
        self._lines: list[str] = []
        self._describe("title", title)
        self._describe("desc", description)

    # --- shapes ---

    def rect(self, box: Box, paint: Paint, *, radius: float = 0) -> None:
        values = {"x": box.x, "y": box.y, "width": box.w, "height": box.h}
        self._element("rect", {**values, "rx": radius or None}, paint)

    def circle(self, cx: float, cy: float, r: float, paint: Paint) -> None:
        self._element("circle", {"cx": cx, "cy": cy, "r": r}, paint)

    def line(self, start: Point, end: Point, paint: Paint) -> None:
        values = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self._element("line", {**values, "stroke-linecap": "round"}, paint)

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        listed = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._element("polygon", {"points": listed, "stroke-linejoin": "round"}, paint)

    def path(self, d: str, paint: Paint) -> None:
        joins = {"stroke-linejoin": "round", "stroke-linecap": "round"}
        self._element("path", {"d": d, **joins}, paint)

    # --- text ---

    def text(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        fill: str,
        bold: bool = False,
        align: Align = "start",
        valign: VerticalAlign = "middle",
        lines: int = 1,
        smallest: float | None = None,
    ) -> float:
        """Sets a text into a box, in up to `lines` lines, shrunk to `smallest` (three quarters of
        `size` unless given) and cut where it must be. Returns the x where the longest line ends."""
        least = 0.75 * size if smallest is None else smallest
        cleaned = typeset.clean(text, typeset.LONGEST)
        if not cleaned:
            return box.x
        size, rows = typeset.settle(cleaned, (box.w, box.h), size, least, bold=bold, lines=lines)
        high = size * typeset.LEADING
        free = box.h - high * len(rows)
        top = box.y + {"top": 0.0, "middle": free / 2, "bottom": free}[valign]
        anchor = {"start": box.x, "middle": box.cx, "end": box.right}[align]
        end = box.x
        for i, row in enumerate(rows):
            wide = typeset.width(row, size, bold)
            left = anchor - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
            ink = Box(left, top + i * high, wide, high)
            self.placed.append(Placed(row, ink, box))
            values = {
                "x": anchor,
                "y": ink.y + typeset.ASCENT * size,
                "font-size": size,
                "font-weight": "bold" if bold else None,
                "text-anchor": None if align == "start" else align,
                "fill": fill,
            }
            self._put(f"<text{_attributes(values)}>{escape(row)}</text>")
            end = max(end, ink.right)
        return end

    # --- structure ---

    @contextmanager
    def group(self, title: str = "", *, opacity: float = 1, of: str = "") -> Iterator[None]:
        """Elements that belong together; viewers show the title on hovering over them. `of` is
        their `component`: whoever points at them means the moves that name it."""
        values = {"data-of": of or None, "opacity": opacity if opacity != 1 else None}
        self._put(f"<g{_attributes(values)}>")
        self._depth += 1
        self._describe("title", title)
        yield
        self._depth -= 1
        self._put("</g>")

    def svg(self) -> str:
        """The picture, an `svg` element with a line for each shape. It is as high as its width and
        view ask for, so that it keeps its proportions where the page makes it narrower."""
        w, h = map(_number, self.view[2:])
        root = _attributes(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {w} {h}",
                "width": w,
                "style": "max-width:100%",
                "role": "img",
                "xml:lang": self.lang,
                "font-family": "sans-serif",
            }
        )
        return "\n".join([f"<svg{root}>", *self._lines, "</svg>"]) + "\n"

    def _describe(self, tag: str, text: str) -> None:
        if cleaned := typeset.clean(text):
            self._put(f"<{tag}>{escape(cleaned)}</{tag}>")

    def _element(self, tag: str, values: dict[str, str | float | None], paint: Paint) -> None:
        stroked = paint.stroke != "none"
        look = {
            "fill": paint.fill,
            "stroke": paint.stroke if stroked else None,
            "stroke-width": paint.width if stroked and paint.width != 1 else None,
            "stroke-dasharray": paint.dash or None,
            "opacity": paint.opacity if paint.opacity != 1 else None,
        }
        self._put(f"<{tag}{_attributes({**values, **look})}/>")

    def _put(self, line: str) -> None:
        self._lines.append(" " * self._depth + line)


def _attributes(values: dict[str, str | float | None]) -> str:
    return "".join(
        f' {key}="{escape(value) if isinstance(value, str) else _number(value)}"'
        for key, value in values.items()
        if value is not None
    )


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
