"""Pictures as tests look at them: whether texts keep to their places, and what they say."""

from __future__ import annotations

from functools import cache

from arbitre import Game
from arbitre.rules.tables import parse
from arbitre.svg import Canvas
from arbitre.svg.canvas import Box
from arbitre.svg.scene import Tables


@cache
def tables_of(game: Game) -> Tables:
    return {table.name: dict(table.rows) for table in parse(game.rules)}


def assert_well_set(canvas: Canvas) -> None:
    """No text overlaps another one, leaves the room it was given, or the picture."""
    for placed in canvas.placed:
        assert placed.within.contains(placed.ink), placed
        assert canvas.view.contains(placed.within), placed
    in_order = sorted(canvas.placed, key=lambda placed: placed.ink.y)
    for i, one in enumerate(in_order):
        for other in in_order[i + 1 :]:
            if other.ink.y > one.ink.bottom:
                break
            assert not one.ink.overlaps(other.ink), (one, other)


def texts(canvas: Canvas) -> list[str]:
    """The texts of a picture, each in one line again."""
    whole: list[tuple[Box, str]] = []
    for placed in canvas.placed:
        if whole and whole[-1][0] == placed.within:
            whole[-1] = (placed.within, f"{whole[-1][1]} {placed.text}")
        else:
            whole.append((placed.within, placed.text))
    return [text for _, text in whole]
