"""What stands beside the planet of Terraforming Mars: ratings, milestones and awards with how far
everybody is, and what the signs mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arbitre.svg import terraforming_mars_marks as signs
from arbitre.svg.canvas import Box, Canvas, Paint, component
from arbitre.svg.marks import GOLD, GREEN, INK, LINE, MUTED, PANEL, SHADE
from arbitre.svg.scene import Scene, capital, number
from arbitre.svg.terraforming_mars_marks import SIGNS, TAG_SIGNS, Sign
from arbitre.svg.terraforming_mars_position import RESOURCES, TAGS, Position, size

FIGURES, RATINGS, GOALS, GAP = 58, 122, 158, 10
COLUMN = 34


class Row(NamedTuple):
    """A milestone or an award: which one, its name, what everybody has, whose it is, what it asks
    for."""

    of: str
    name: str
    values: Sequence[int]
    holder: int | None
    taken: bool
    least: int


class Panels:
    """Draws the boxes of a position into the column beside the planet."""

    def __init__(self, canvas: Canvas, scene: Scene, position: Position) -> None:
        self.canvas = canvas
        self.scene = scene
        self.position = position

    def paint(self, box: Box) -> None:
        """Everything, from the top down."""
        rest = box.h - FIGURES - RATINGS - 2 * GAP
        if self.position.solo:
            figures, _, ratings, _, legend = box.rows(FIGURES, GAP, RATINGS, GAP, rest)
        else:
            rest -= 2 * (GOALS + GAP)
            rows = box.rows(FIGURES, GAP, RATINGS, GAP, GOALS, GAP, GOALS, GAP, rest)
            figures, _, ratings, _, first, _, second, _, legend = rows
            self._goals(first, self.scene.said("milestones"), list(self._milestones()))
            self._goals(second, self.scene.said("awards"), list(self._awards()))
        self._figures(figures)
        self._ratings(ratings)
        self._legend(legend)

    # --- figures ---

    def _figures(self, box: Box) -> None:
        """Generation and piles."""
        document, word = self.position.document, self.scene.said
        generation = str(document["generation"])
        if self.position.solo:
            generation += f"/{self.position.content.params['solo_generations']}"
        figures = (
            (capital(self.scene.words.field("generation")), generation),
            (word("deck_cards"), str(size(document["deck"]))),
            (word("discard_cards"), str(size(document["discard"]))),
        )
        for (name, figure), cell in zip(figures, box.columns(3, GAP), strict=True):
            self.canvas.rect(cell, Paint(PANEL, LINE), radius=8)
            above, below = cell.inset(10, 6).rows(16, 30)
            self.canvas.text(above, name, 11, fill=MUTED, smallest=7)
            self.canvas.text(below, figure, 22, bold=True, fill=INK)

    def _ratings(self, box: Box) -> None:
        """Everybody's terraform rating on a line."""
        self.canvas.rect(box, Paint(PANEL, LINE), radius=8)
        title, band, scale = box.inset(12, 8).rows(18, 68, 20)
        self.canvas.text(title, self.scene.said("rating_track"), 12, bold=True, fill=INK)
        values = [seat["tr"] for seat in self.position.seats]
        aims = [self.position.content.params["solo_tr"]] if self._has_aim() else []
        least = min(values) // 5 * 5
        most = max(least + 30, -(-max(*values, *aims, 0) // 5) * 5)
        step = 5 * max(1, (most - least) // 60)
        most = least + -(-(most - least) // step) * step

        def x(value: int) -> float:
            share: float = (value - least) / (most - least)
            return band.x + 14 + share * (band.w - 28)

        self.canvas.line((x(least), scale.y), (x(most), scale.y), Paint("none", LINE, 2))
        for value in range(least, most + 1, step):
            self.canvas.line((x(value), scale.y - 3), (x(value), scale.y + 3), Paint("none", MUTED))
            room = Box(x(value) - 14, scale.y + 4, 28, 14)
            self.canvas.text(room, str(value), 10, fill=MUTED, align="middle", smallest=6)
        for aim in aims:
            self.canvas.circle(x(aim), scale.y, 4.5, Paint(GOLD, INK, 1))
        placed: list[tuple[float, int]] = []
        for value in values:
            lane = 0
            while any(other == lane and abs(at - x(value)) < 21 for at, other in placed):
                lane += 1
            placed.append((x(value), lane))
        high = max(lane for _, lane in placed)
        r = min(9.5, (64 / (high + 1) - 0.6) / 2)
        for seat, (at, lane) in enumerate(placed):
            name = self.scene.words.label("player", self.position.ids[seat])
            with self.canvas.group(f"{capital(name)}: {values[seat]}"):
                y = scale.y - 4 - r - lane * (2 * r + 0.6)
                signs.player(self.canvas, at, y, r, seat)

    def _has_aim(self) -> bool:
        """Whether a solo game is won by a rating."""
        return self.position.solo and self.position.objective == "tr_63"

    # --- milestones and awards ---

    def _milestones(self) -> Iterator[Row]:
        position, seats = self.position, range(len(self.position.seats))
        for name, owner in position.document["milestones"].items():
            goal = position.milestone(name)
            values = [position.measure(goal, seat) for seat in seats]
            label = f"{self.scene.words.label('milestone', name)} {goal.least}"
            holder = position.seat_of(owner)
            of = component("milestone", name)
            yield Row(of, label, values, holder, owner is not None, goal.least)

    def _awards(self) -> Iterator[Row]:
        position, seats = self.position, range(len(self.position.seats))
        funders = {one["award"]: one["funder"] for one in position.document["awards"]}
        for name in position.content.awards:
            values = [position.measure(position.award(name), seat) for seat in seats]
            holder = position.seat_of(funders.get(name))
            label = self.scene.words.label("award", name)
            of = component("award", name)
            yield Row(of, label, values, holder, name in funders, max(1, *values))

    def _goals(self, box: Box, title: str, rows: Sequence[Row]) -> None:
        """A line for each goal: who has it, and how much of it everybody has; bold is enough for a
        milestone, and most for an award."""
        self.canvas.rect(box, Paint(PANEL, LINE), radius=8)
        seats = len(self.position.seats)
        inner = box.inset(12, 8)
        head, *lines = inner.rows(26, *[(inner.h - 26) / len(rows)] * len(rows))
        left = inner.right - COLUMN * seats
        room = Box(head.x, head.y, left - head.x - 8, 20)
        self.canvas.text(room, title, 12, bold=True, fill=INK)
        for seat in range(seats):
            signs.player(self.canvas, left + (seat + 0.5) * COLUMN, head.y + 10, 9, seat)
        for line, row in zip(lines, rows, strict=True):
            with self.canvas.group(of=row.of):
                self._goal(line, left, row)

    def _goal(self, line: Box, left: float, row: Row) -> None:
        if row.taken:
            look = Paint(GOLD, opacity=0.4)
            self.canvas.rect(Box(line.x - 6, line.y + 1, line.w + 12, line.h - 2), look, radius=5)
            signs.player(self.canvas, line.x + 8, line.cy, 8, row.holder)
        room = Box(line.x + 24, line.y, left - line.x - 30, line.h)
        self.canvas.text(room, row.name, 12, bold=row.taken, fill=INK, smallest=7)
        for seat, value in enumerate(row.values):
            cell = Box(left + seat * COLUMN + 2, line.y, COLUMN - 4, line.h)
            enough = value >= row.least
            self.canvas.text(
                cell,
                number(value),
                12.5 if enough else 12,
                bold=enough,
                fill=GREEN if enough and not row.taken else INK if enough else MUTED,
                align="middle",
                smallest=6,
            )

    # --- what the signs mean ---

    def _legend(self, box: Box) -> None:
        self.canvas.rect(box, Paint(SHADE), radius=8)
        title, *_ = box.inset(12, 8).rows(20)
        self.canvas.text(title, self.scene.said("signs"), 12, bold=True, fill=INK)
        entries = list(self._entries())
        columns = 2 if self.position.solo else 3
        count = -(-len(entries) // columns)
        area = Box(box.x + 12, title.bottom + 2, box.w - 24, box.bottom - title.bottom - 10)
        high = area.h / count
        for column, cell in enumerate(area.columns(columns, 8)):
            for i, (what, text) in enumerate(entries[column * count : (column + 1) * count]):
                y = cell.y + (i + 0.5) * high
                r = min(10.0, 0.42 * high)
                signs.sign(self.canvas, cell.x + r, y, r, what)
                room = Box(cell.x + 2 * r + 6, y - high / 2, cell.w - 2 * r - 6, high)
                self.canvas.text(room, text, 12 if columns == 2 else 11, fill=INK, smallest=6.5)

    def _entries(self) -> Iterator[tuple[Sign, str]]:
        words = self.scene.words
        for name in RESOURCES:
            yield SIGNS[name], words.label("resource", name)
        yield SIGNS["card"], words.field("card")
        yield SIGNS["fighter"], words.word("fighter")
        for tag in TAGS:
            yield TAG_SIGNS[tag], words.word(tag)
        yield Sign(False, "#56718a", signs.waves, "#a9d6f2"), words.word("ocean_area")
        yield Sign(False, "#b9673f", signs.mountain, "#8f4326"), words.word("volcanic_area")
        yield Sign(True, GOLD, signs.tick, INK), words.word("action_used")
