"""Pictures of positions, as SVG. A leaf: sees documents, words and numbers, never a state.

A new game adds a module here with `paint(scene) -> Canvas` and one line to `DRAWINGS`. What games
can share is in `canvas` (boxes, shapes, text that fits), `typeset` (how wide text is) and `marks`
(colours, tokens, chips, curves).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arbitre.svg import satrapies, sept_solines, solar, terraforming_mars, vitorian_wars
from arbitre.svg.canvas import Box, Canvas, Paint, Placed
from arbitre.svg.scene import Events, Scene, Tables, Words

__all__ = ["DRAWINGS", "Box", "Canvas", "Events", "Paint", "Placed", "Scene", "compose", "draw"]

DRAWINGS: dict[str, Callable[[Scene], Canvas]] = {
    "satrapies": satrapies.paint,
    "sept_solines": sept_solines.paint,
    "solar": solar.paint,
    "terraforming_mars": terraforming_mars.paint,
    "vitorian_wars": vitorian_wars.paint,
}


def compose(
    game_name: str,
    document: Mapping[str, Any],
    labels: Words,
    tables: Tables,
    *,
    seat: int | None = None,
    events: Events = (),
) -> Canvas:
    """The picture of a document, before it is written out. `events` are those that led to it and
    may be shown too. `NotImplementedError` for a game that has no drawing; notebooks then fall back
    on text."""
    paint = DRAWINGS.get(game_name)
    if paint is None:
        raise NotImplementedError(f"no drawing of {game_name}; add one to arbitre.svg.DRAWINGS")
    return paint(Scene(document, tables, labels, seat, events))


def draw(
    game_name: str,
    document: Mapping[str, Any],
    labels: Words,
    tables: Tables,
    *,
    seat: int | None = None,
    events: Events = (),
) -> str:
    """The picture of a document as SVG; equal arguments give equal text."""
    return compose(game_name, document, labels, tables, seat=seat, events=events).svg()
