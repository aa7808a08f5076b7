"""Solar as a picture: the map with everything on it, then a panel for each nation.

The parts are in `solar_map` and `solar_panels`, the signs in `solar_marks`; what a document leaves
out is worked out in `solar_position`.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.svg import marks
from arbitre.svg.canvas import Box, Canvas, Paint
from arbitre.svg.marks import INK, MUTED
from arbitre.svg.scene import Scene, capital
from arbitre.svg.solar_map import Map
from arbitre.svg.solar_panels import PANEL_HEIGHT, Panels
from arbitre.svg.solar_points import told_points
from arbitre.svg.solar_position import Content, Position

WIDTH, MARGIN, GAP = 1200, 22, 12
HEADER, MAP = 78, 644
TURNS = 10


def paint(scene: Scene) -> Canvas:
    """The picture of a position."""
    position = Position(scene.document, Content.read(scene.tables))
    height = HEADER + MAP + GAP + PANEL_HEIGHT + MARGIN
    title = f"{scene.words.title} · {_status(scene, position)}"
    description = " ".join(_sentences(scene, position))
    canvas = Canvas(WIDTH, height, title=title, description=description, lang=scene.words.lang)
    canvas.rect(canvas.view, Paint(marks.PAPER), radius=14)
    name, status = Box(MARGIN + 8, 12, WIDTH - 2 * MARGIN - 16, 58).rows(34, 24)
    canvas.text(name, scene.words.title, 26, bold=True, fill=INK)
    canvas.text(status, _status(scene, position), 14, fill=MUTED)

    letters = _letters(scene, position)
    frame = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, MAP)
    Map(canvas, scene, position, letters).paint(frame)
    panels = Panels(canvas, scene, position, letters)
    panels.calendar(Box(MARGIN + 12, HEADER + 12, 214, 195))
    panels.relations(Box(WIDTH - MARGIN - 12 - 560, HEADER + MAP - 12 - 176, 560, 176))
    row = Box(MARGIN, HEADER + MAP + GAP, WIDTH - 2 * MARGIN, PANEL_HEIGHT)
    for seat, box in enumerate(row.columns(len(position.nations), GAP)):
        panels.nation(box, seat)
    return canvas


def _letters(scene: Scene, position: Position) -> list[str]:
    return [scene.words.label("nation", nation)[:1].upper() for nation in position.ids]


def _name(scene: Scene, position: Position, seat: int) -> str:
    return capital(scene.words.label("nation", position.ids[seat]))


def _status(scene: Scene, position: Position) -> str:
    """Which turn it is, what is asked and of whom; at the end only that."""
    doc, top = scene.document, position.top
    parts = [f"{scene.said('turn')} {doc['turn']}/{TURNS}", scene.said(doc["phase"])]
    if top is not None and top["kind"] != doc["phase"]:
        parts.append(capital(scene.words.word(top["kind"])))
    if position.asked:
        parts.append(", ".join(_name(scene, position, seat) for seat in position.asked))
    return " · ".join(parts)


def _sentences(scene: Scene, position: Position) -> Iterator[str]:
    """The position in words, for those who can't see the picture."""
    words = scene.words
    for seat, nation in enumerate(position.nations):
        colonies = (
            f"{words.label('node', colony['node'])} ({colony['level']})"
            for colony in nation["colonies"]
        )
        said = f"{told_points(position, scene.tables, seat)} {words.word('points')}, "
        routes = f"{words.word('routes')} {len(nation['routes'])}"
        name = _name(scene, position, seat)
        yield f"{name}: {said}{words.word('colonies')} {', '.join(colonies) or '0'}; {routes}."
