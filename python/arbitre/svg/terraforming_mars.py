"""Terraforming Mars as a picture: the planet with its parameters around it, ratings, milestones and
awards beside it, a mat for each player below.

The parts are in `terraforming_mars_map`, `terraforming_mars_panels` and `terraforming_mars_mats`,
the signs in `terraforming_mars_marks`; what a document leaves out is worked out in
`terraforming_mars_position`.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.svg import marks
from arbitre.svg.canvas import Box, Canvas, Paint
from arbitre.svg.marks import INK, MUTED
from arbitre.svg.scene import Scene, capital, number
from arbitre.svg.terraforming_mars_map import Planet
from arbitre.svg.terraforming_mars_mats import Mats
from arbitre.svg.terraforming_mars_panels import Panels
from arbitre.svg.terraforming_mars_position import PARAMETERS, Content, Position, size

WIDTH, MARGIN, GAP = 1200, 22, 10
HEADER, PLANET, PLANET_WIDTH = 78, 706, 720


def paint(scene: Scene) -> Canvas:
    """The picture of a position."""
    position = Position(scene.document, Content.read(scene.tables))
    mats = Mats(WIDTH - 2 * MARGIN, scene, position)
    heights = mats.heights()
    top: float = HEADER + PLANET + GAP
    height = top + sum(heights) + GAP * (len(heights) - 1) + MARGIN
    title = f"{scene.words.title} · {_status(scene, position)}"
    summary = " ".join(_sentences(scene, position))
    canvas = Canvas(WIDTH, height, title=title, description=summary, lang=scene.words.lang)
    canvas.rect(canvas.view, Paint(marks.PAPER), radius=14)
    name, status = Box(MARGIN + 8, 12, WIDTH - 2 * MARGIN - 16, 58).rows(34, 24)
    canvas.text(name, scene.words.title, 26, bold=True, fill=INK)
    canvas.text(status, _status(scene, position), 14, fill=MUTED)

    Planet(canvas, scene, position).paint(Box(MARGIN, HEADER, PLANET_WIDTH, PLANET))
    left = MARGIN + PLANET_WIDTH + GAP
    Panels(canvas, scene, position).paint(Box(left, HEADER, WIDTH - MARGIN - left, PLANET))
    for seat, high in enumerate(heights):
        mats.paint(canvas, Box(MARGIN, top, WIDTH - 2 * MARGIN, high), seat)
        top += high + GAP
    return canvas


def _name(scene: Scene, position: Position, seat: int) -> str:
    return capital(scene.words.label("player", position.ids[seat]))


def _status(scene: Scene, position: Position) -> str:
    """Which generation it is, what is done, and by whom; at the end who has won."""
    document, words = position.document, scene.words
    parts = [f"{capital(words.field('generation'))} {document['generation']}"]
    parts.append(capital(words.label("phase", document["phase"])))
    if position.asked:
        parts.append(", ".join(_name(scene, position, seat) for seat in position.asked))
    if position.winners:
        winners = ", ".join(_name(scene, position, seat) for seat in position.winners)
        space = "\N{NO-BREAK SPACE}" if words.lang == "fr" else ""
        parts.append(f"{capital(words.word('winner'))}{space}: {winners}")
    return " · ".join(parts)


def _sentences(scene: Scene, position: Position) -> Iterator[str]:
    """The position in words, for those who can't see the picture."""
    words, document = scene.words, position.document
    tracks = (f"{words.word(f'{name}_track')} {number(document[name])}" for name in PARAMETERS)
    yield capital(", ".join(tracks)) + "."
    for seat, own in enumerate(position.seats):
        stock = ", ".join(
            f"{words.label('resource', name)} {n} ({number(own['production'][name])})"
            for name, n in own["stock"].items()
        )
        hand = f"{words.word('hand_cards')} {size(own['hand'])}"
        corporation = own["corporation"]
        said = words.label("corporation", corporation) if corporation else "\N{EN DASH}"
        rating = f"{words.word('rating')} {own['tr']}"
        yield f"{_name(scene, position, seat)}: {said}, {rating}; {stock}; {hand}."
