"""A heat map of shares: who beats whom, in colours around one half. Must not know any game."""

from __future__ import annotations

from collections.abc import Sequence
from math import pow
from typing import NamedTuple

from arbitre.svg.canvas import Box, Canvas, Paint

INK, FAINT, PAPER, EMPTY = "#212121", "#616161", "#ffffff", "#f0f0f0"
LOSES, EVEN, WINS = (0xB3, 0x58, 0x06), (0xF7, 0xF7, 0xF7), (0x21, 0x66, 0xAC)
FULL = 0.35
"""How far from one half a share has its full colour."""
CELL_W, CELL_H, NAMES, HEAD, GAP, MARGIN = 118.0, 60.0, 170.0, 64.0, 36.0, 24.0


class Share(NamedTuple):
    """A share from 0 to 1 with the bounds of its interval."""

    rate: float
    low: float
    high: float

    @property
    def percent(self) -> str:
        """The share, in per cent."""
        return f"{100 * self.rate:.0f} %"

    @property
    def bounds(self) -> str:
        """The interval, in per cent."""
        return f"{100 * self.low:.0f}\N{EN DASH}{100 * self.high:.0f}"


class Panel(NamedTuple):
    """One map: what it shows, and a row of shares for each name; None where there are none."""

    title: str
    rows: Sequence[Sequence[Share | None]]


def draw_heat(title: str, caption: str, names: Sequence[str], panels: Sequence[Panel]) -> Canvas:
    """The panels below each other. A cell is the share of its row against its column."""
    wide = 2 * MARGIN + NAMES + len(names) * CELL_W
    each = GAP + HEAD + len(names) * CELL_H
    canvas = Canvas(wide, 2 * MARGIN + 52 + len(panels) * each, title=title, description=caption)
    canvas.rect(canvas.view, Paint(PAPER))
    page = canvas.view.inset(MARGIN)
    canvas.text(Box(page.x, page.y, page.w, 28), title, 20, fill=INK, bold=True)
    canvas.text(Box(page.x, page.y + 28, page.w, 24), caption, 13, fill=FAINT)
    for number, panel in enumerate(panels):
        _panel(canvas, Box(page.x, page.y + 52 + number * each, page.w, each), names, panel)
    return canvas


def _panel(canvas: Canvas, box: Box, names: Sequence[str], panel: Panel) -> None:
    top, head, *rows = box.rows(GAP, HEAD, *[CELL_H] * len(names))
    canvas.text(top, panel.title, 14, fill=INK, bold=True, valign="bottom")
    columns = Box(head.x + NAMES, head.y, head.w - NAMES, head.h).columns(len(names))
    for name, column in zip(names, columns, strict=True):
        room = column.inset(4, 6)
        canvas.text(room, name, 13, fill=INK, align="middle", valign="bottom", lines=3)
    for name, row, shares in zip(names, rows, panel.rows, strict=True):
        room = Box(row.x, row.y, NAMES - 10, row.h)
        canvas.text(room, name, 13, fill=INK, align="end", lines=3)
        cells = Box(row.x + NAMES, row.y, row.w - NAMES, row.h).columns(len(names))
        for other, cell, share in zip(names, cells, shares, strict=True):
            _cell(canvas, cell.inset(1.5), f"{name} / {other}", share)


def _cell(canvas: Canvas, box: Box, title: str, share: Share | None) -> None:
    if share is None:
        canvas.rect(box, Paint(EMPTY), radius=3)
        return
    with canvas.group(f"{title}: {share.percent} ({share.bounds})"):
        red, green, blue = colour = _colour(share.rate)
        canvas.rect(box, Paint(f"#{red:02x}{green:02x}{blue:02x}"), radius=3)
        ink = INK if _luminance(colour) > 0.2 else PAPER
        upper, lower = box.inset(4, 6).rows(27, 18)
        canvas.text(upper, share.percent, 18, fill=ink, bold=True, align="middle")
        canvas.text(lower, share.bounds, 12, fill=ink, align="middle")


def _colour(rate: float) -> tuple[int, int, int]:
    """From one colour for losing over nearly white to another for winning; both are told apart by
    people who don't see red and green."""
    part = min(abs(rate - 0.5) / FULL, 1.0)
    end = WINS if rate > 0.5 else LOSES
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(EVEN, end, strict=True))
    return red, green, blue


def _luminance(colour: tuple[int, int, int]) -> float:
    """How light a colour is, from 0 to 1, about as eyes have it."""
    weights = (0.2126, 0.7152, 0.0722)
    return sum(w * pow(channel / 255, 2.2) for w, channel in zip(weights, colour, strict=True))
