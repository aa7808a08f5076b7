"""Sept Solines as a picture: the river on top, then the editing table of each seat.

River places and table slots share seven columns; what is counted stands to the right of them. A
table with seven cards has each under its slot, with what it counts for. Before that its cards lie
in a dashed tray out of step with the slots, with those that each may still come to (SEP 5.1, 5.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from arbitre.svg import marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint, component
from arbitre.svg.marks import CARD, GOLD, INK, LINE, LOSS, MUTED, PANEL, SHADE, Mark
from arbitre.svg.scene import Scene, Tables, capital, number, signed

WIDTH, MARGIN, PAD = 1000, 28, 14
COLUMN, GAP, SIDE = 102, 8, 132
SEVEN = 7
LEFT = MARGIN + PAD
SIDE_LEFT = WIDTH - MARGIN - PAD - SIDE
HEADER, RIVER, TABLE, BETWEEN = 86, 212, 228, 12
RIVER_CARD, TABLE_CARD = 142, 72
TIMES, EN_DASH = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"

MARKS = {
    "blue": Mark("circle", marks.BLUE, CARD),
    "orange": Mark("diamond", marks.ORANGE, INK),
    "green": Mark("square", marks.GREEN, CARD),
}


class Card(NamedTuple):
    """What is printed on a card; the colour of its dot is "" where there is none."""

    value: int
    dot: str


class Content(NamedTuple):
    """The cards by number, the comments of each board, and the audience curve."""

    cards: Mapping[int, Card]
    comments: Mapping[str, tuple[str, ...]]
    curve: tuple[int, ...]
    places: int

    @classmethod
    def read(cls, tables: Tables) -> Content:
        colours = [*tables["colours"], ""]
        cards = tables["cards"].values()
        return cls(
            {i: Card(value, colours[dot]) for i, (value, dot) in enumerate(cards, 1)},
            {board: tuple(colours[c] for c in row) for board, row in tables["boards"].items()},
            tuple(row[0] for row in tables["multipliers"].values()),
            tables["params"]["river_size"][0],
        )

    def neutralised(self, board: str, slot: int, card: int) -> bool:
        dot = self.cards[card].dot
        return dot != "" and dot == self.comments[board][slot]

    def counted(self, board: str, slot: int, card: int) -> int:
        if self.neutralised(board, slot, card):
            return 0
        return self.cards[card].value * self.curve[slot]


def paint(scene: Scene) -> Canvas:
    """The picture of a position."""
    seats = scene.document["seats"]
    height = HEADER + RIVER + len(seats) * (TABLE + BETWEEN) - BETWEEN + MARGIN
    summary = " ".join(_sentences(scene))
    title = f"{scene.words.title} · {_status(scene)}"
    canvas = Canvas(WIDTH, height, title=title, description=summary, lang=scene.words.lang)
    canvas.rect(canvas.view, Paint(marks.PAPER), radius=14)
    picture = _Picture(canvas, scene, Content.read(scene.tables))
    picture.header()
    picture.river(HEADER)
    for seat in range(len(seats)):
        picture.table(HEADER + RIVER + seat * (TABLE + BETWEEN), seat)
    return canvas


def _status(scene: Scene) -> str:
    """Which round it is and what the game waits for."""
    doc = scene.document
    parts = [f"{scene.said('round')} {doc['round']}/{doc['variants']['rounds']}"]
    if doc["phase"] == "over":
        winners = {"winners": doc["winners"]}
        parts.append(scene.words.describe("game_over", winners, event=True))
    else:
        parts.append(scene.said(doc["phase"]))
    if doc["phase"] == "turn":
        parts.append(scene.seat_name(doc["current"]))
    return " · ".join(parts)


def _sentences(scene: Scene) -> list[str]:
    """The position in words, for those who can't see the picture."""
    doc, words = scene.document, scene.words

    def cards(numbers: list[int]) -> str:
        return ", ".join(f"{card} {words.label('card', card)}" for card in numbers) or "0"

    river = cards([place["card"] for place in doc["river"]])
    said = [f"{scene.said('river')}: {river}.", f"{scene.said('deck')}: {len(doc['deck'])}."]
    for seat, own in enumerate(doc["seats"]):
        board = words.label("board", own["board"]) if own["board"] else "?"
        counts = (
            f"{words.word('score')} {number(own['score'])}, {words.word('cubes')} {own['cubes']}"
        )
        said.append(f"{scene.seat_name(seat)} ({board}): {counts}; {cards(own['cards'])}.")
    return said


def _column(i: int, y: float, h: float) -> Box:
    return Box(LEFT + i * (COLUMN + GAP), y, COLUMN, h)


def _split(box: Box) -> tuple[Box, Box]:
    """Room for the score and, smaller, for what this round adds to it."""
    left = 76
    return Box(box.x, box.y, left, box.h), Box(box.x + left + 8, box.y, box.w - left - 8, box.h)


class _Picture:
    """The parts of the picture, each drawn at the height it is told."""

    def __init__(self, canvas: Canvas, scene: Scene, content: Content) -> None:
        self.canvas = canvas
        self.scene = scene
        self.content = content
        self.document = scene.document

    # --- header ---

    def header(self) -> None:
        words = self.scene.words
        box = Box(LEFT, 16, SIDE_LEFT - LEFT - 40, 60)
        name, status = box.rows(36, 24)
        self.canvas.text(name, words.title, 26, bold=True, fill=INK)
        self.canvas.text(status, _status(self.scene), 14, fill=MUTED)
        with self.canvas.group(self.scene.said("supply")):
            side = Box(SIDE_LEFT, 20, SIDE, 16)
            self.canvas.text(side, words.word("supply"), 11, fill=MUTED)
            self._discs(Box(SIDE_LEFT, 42, SIDE, 24), self.document["supply"])

    def _discs(self, box: Box, counts: Mapping[str, int]) -> None:
        for part, (colour, mark) in zip(box.columns(len(MARKS), 4), MARKS.items(), strict=True):
            count = counts[colour]
            self._token(part.x + 11, part.cy, 9, colour, mark, empty=not count)
            room = Box(part.x + 26, part.y, part.w - 26, part.h)
            self.canvas.text(room, str(count), 14, bold=count > 0, fill=INK if count else MUTED)

    def _token(
        self, cx: float, cy: float, r: float, colour: str, mark: Mark, *, empty: bool = False
    ) -> None:
        letter = self.scene.words.label("colour", colour)[:1].upper()
        marks.token(self.canvas, cx, cy, r, mark, letter, empty=empty)

    # --- river ---

    def river(self, top: float) -> None:
        river, places = self.document["river"], self.content.places
        bed = Box(MARGIN, top, SIDE_LEFT - MARGIN - PAD + 6, RIVER - BETWEEN)
        self.canvas.rect(bed, Paint(marks.WATER), radius=10)
        title, cards, below = Box(LEFT, top + 5, bed.w - 2 * PAD, bed.h - 5).rows(
            24, RIVER_CARD, 26
        )
        name = Box(LEFT, title.y, 300, 20)
        end = self.canvas.text(name, self.scene.said("river"), 13, bold=True, fill=INK)
        marks.ripples(self.canvas, end + 10, LEFT + SEVEN * (COLUMN + GAP) - GAP, title.y + 11)
        for i in range(places):
            box = _column(i, cards.y, RIVER_CARD)
            if i < len(river):
                self._river_card(box, i, river[i]["card"], river[i]["cubes"])
            else:
                self.canvas.rect(box, Paint("none", MUTED, 1.2, "5 4"), radius=7)
            place = f"{self.scene.words.word('place')} {i}" if i == 0 else str(i)
            self.canvas.text(_column(i, below.y, 20), place, 11, fill=MUTED, align="middle")
        self._deck(Box(SIDE_LEFT, cards.y, SIDE, RIVER_CARD))

    def _deck(self, box: Box) -> None:
        count = len(self.document["deck"])
        pile = Box(box.x, box.y + 12, 84, 110)
        label = self.scene.words.word("deck")
        with self.canvas.group(f"{capital(label)}: {count}"):
            for step in (10, 5, 0) if count > 2 else (0,) if count else ():
                sheet = Box(pile.x + step, pile.y + step / 1.5, pile.w, pile.h)
                self.canvas.rect(sheet, Paint(INK, marks.PAPER, 1.5), radius=7)
            if not count:
                self.canvas.rect(pile, Paint("none", MUTED, 1.2, "5 4"), radius=7)
            ink = CARD if count else MUTED
            inner = pile.inset(8, 22)
            figure, name = inner.rows(42, 20)
            self.canvas.text(figure, str(count), 30, bold=True, fill=ink, align="middle")
            self.canvas.text(name, label, 11, fill=ink, align="middle")

    def _tooltip(self, card: int) -> str:
        face, words = self.content.cards[card], self.scene.words
        parts = [f"{card}", words.label("card", card), signed(face.value)]
        return " · ".join([*parts, *([words.label("colour", face.dot)] if face.dot else [])])

    def _card_frame(self, box: Box, card: int, *, out: bool = False) -> Card:
        """The frame with the number on a tab and the dot, as on every card; `out` when it is
        neutralised."""
        face = self.content.cards[card]
        look = Paint(SHADE, MARKS[face.dot].fill, 2) if out else Paint(CARD, LINE, 1.2)
        self.canvas.rect(box, look, radius=7)
        tab = Box(box.x + 6, box.y + 6, 24, 17)
        self.canvas.rect(tab, Paint(LINE if out else SHADE), radius=4)
        self.canvas.text(tab, str(card), 12, bold=True, fill=INK, align="middle")
        if face.dot:
            self._token(box.right - 15, box.y + 15, 8.5, face.dot, MARKS[face.dot])
        return face

    def _river_card(self, box: Box, place: int, card: int, cubes: int) -> None:
        with self.canvas.group(self._tooltip(card), of=component("place", place)):
            face = self._card_frame(box, card)
            inner = Box(box.x + 6, box.y + 26, box.w - 12, box.h - 26)
            value, title, strip, _ = inner.rows(42, 42, 26, 6)
            ink = INK if face.value >= 0 else LOSS
            self.canvas.text(value, signed(face.value), 32, bold=True, fill=ink, align="middle")
            name = self.scene.words.label("card", card)
            self.canvas.text(title, name, 11, fill=INK, align="middle", lines=3, smallest=9.5)
            if cubes:
                marks.cubes(self.canvas, strip, cubes)

    # --- tables ---

    def table(self, top: float, seat: int) -> None:
        own = self.document["seats"][seat]
        acts = self.document["current"] == seat
        won = seat in (self.document["winners"] or ())
        panel = Box(MARGIN, top, WIDTH - 2 * MARGIN, TABLE)
        with self.canvas.group(self.scene.seat_name(seat)):
            edge = Paint(PANEL, INK, 2) if acts else Paint(PANEL, "#c8960c" if won else LINE, 2)
            self.canvas.rect(panel, edge if acts or won else Paint(PANEL, LINE), radius=10)
            inner = Box(LEFT, top + 9, SEVEN * (COLUMN + GAP) - GAP, TABLE - 18)
            head, lane, gap, cards, below = inner.rows(26, 78, 10, TABLE_CARD, 20)
            self._heading(head, seat, own)
            fixed = len(own["cards"]) == SEVEN
            self._lane(lane, own["board"])
            if fixed:
                self._fixed_cards(gap, cards, below, own)
            else:
                self._open_cards(cards, below, own["cards"])
            divider = SIDE_LEFT - 12
            self.canvas.line((divider, top + 14), (divider, panel.bottom - 14), Paint("none", LINE))
            self._counts(Box(SIDE_LEFT, top + 12, SIDE, TABLE - 24), own, fixed)

    def _heading(self, box: Box, seat: int, own: Mapping[str, Any]) -> None:
        canvas, words, doc = self.canvas, self.scene.words, self.document
        dark, plain = Paint(INK), Paint("none", MUTED, 1.2)
        name = Box(box.x, box.y, 180, 20)
        x = canvas.text(name, self.scene.seat_name(seat), 15, bold=True, fill=INK) + 10
        chips: list[tuple[str, Paint, str]] = []
        if own["board"]:
            chips.append((words.label("board", own["board"]), Paint(SHADE), INK))
        if seat == self.scene.seat:
            chips.append((words.word("you"), plain, INK))
        if doc["first"] == seat and doc["phase"] != "over":
            chips.append((words.field("first"), plain, INK))
        if doc["current"] == seat:
            chips.append(
                (words.word("to_play" if doc["phase"] == "turn" else "has_taken"), dark, CARD)
            )
        if own["retired"] and doc["phase"] != "over":
            chips.append((words.word("retired"), Paint(LINE), INK))
        if seat in (doc["winners"] or ()):
            chips.append((words.word("winner"), Paint(GOLD), INK))
        for text, look, ink in chips:
            x = marks.chip(canvas, x, box.y + 10, text, look=look, ink=ink, most=box.right - x) + 7
        if not own["retired"]:
            said = f"{len(own['cards'])}/{SEVEN} · {words.word('slots_open')}"
            room = Box(x + 8, box.y, max(0.0, box.right - x - 8), 20)
            canvas.text(room, said, 11, fill=MUTED, align="end", smallest=10)

    def _lane(self, box: Box, board: str | None) -> None:
        """The three boards with the audience curve, and the comments where they lie on it."""
        slots = [_column(i, box.y, box.h) for i in range(SEVEN)]
        for first, last in ((0, 2), (3, 3), (4, 6)):
            part = Box(slots[first].x, box.y, slots[last].right - slots[first].x, box.h)
            self.canvas.rect(part, Paint(CARD, LINE), radius=6)
        curve = self.content.curve
        low, high = min(*curve, 0), max(*curve, 1)
        top, bottom = box.y + 29, box.bottom - 12
        rise = (bottom - top) / (high - low)
        points = [
            (slot.cx, bottom - (m - low) * rise) for slot, m in zip(slots, curve, strict=True)
        ]
        (_, first_y), (_, last_y) = points[0], points[-1]
        line = marks.smooth([(box.x, first_y), *points, (box.right, last_y)])
        zero = bottom + low * rise
        self.canvas.path(f"{line}V{zero:.1f}H{box.x}Z", Paint(SHADE, opacity=0.75))
        for i in (2, 3):
            gap = Box(slots[i].right, box.y, GAP, box.h)
            self.canvas.rect(gap, Paint(PANEL))
            for x in (gap.x, gap.right):
                self.canvas.line((x, box.y + 6), (x, box.bottom - 6), Paint("none", LINE))
        self.canvas.path(line, Paint("none", MUTED, 2))
        for i, (x, y) in enumerate(points):
            comment = self.content.comments[board][i] if board else ""
            if comment:
                self._token(x, y, 9.5, comment, MARKS[comment])
            else:
                self.canvas.circle(x, y, 4, Paint(CARD, MUTED, 2))
            times = f"{TIMES}{number(curve[i])}"
            room = Box(x - 20, y - 27, 40, 16)
            self.canvas.text(room, times, 13, bold=True, fill=INK, align="middle")

    def _fixed_cards(self, gap: Box, cards: Box, below: Box, own: Mapping[str, Any]) -> None:
        """Seven cards, each tied to its slot, with what it counts for."""
        board = own["board"]
        for i, card in enumerate(own["cards"]):
            box = _column(i, cards.y, cards.h)
            out = self.content.neutralised(board, i, card)
            counted = self.content.counted(board, i, card)
            tie = MARKS[self.content.cards[card].dot].fill if out else LINE
            self.canvas.line((box.cx, gap.y), (box.cx, box.y), Paint("none", tie, 4 if out else 2))
            self._table_card(box, card, out=out)
            room = _column(i, below.y + 2, below.h - 2)
            if out:
                word = self.scene.words.word("neutralised")
                self.canvas.text(room, word, 11, fill=MUTED, align="middle")
            else:
                ink = LOSS if counted < 0 else INK if counted else MUTED
                text = signed(counted)
                self.canvas.text(room, text, 13, bold=True, fill=ink, align="middle")

    def _open_cards(self, cards: Box, below: Box, held: list[int]) -> None:
        """Fewer than seven cards in their order, in a tray, with the slots still open to each."""
        tray = Box(cards.x, cards.y - 5, cards.w, cards.h + 27)
        self.canvas.rect(tray, Paint("none", "#b9b2a3", 1.2, "5 4"), radius=7)
        pitch = COLUMN + 2
        left = cards.cx - (len(held) * pitch - 2) / 2
        for i, card in enumerate(held):
            box = Box(left + i * pitch, cards.y, COLUMN, cards.h)
            self._table_card(box, card)
            last = SEVEN - len(held) + i + 1
            text = f"{self.scene.words.word('slots')} {i + 1}{EN_DASH}{last}"
            room = Box(box.x, below.y + 1, box.w, below.h - 2)
            self.canvas.text(room, text, 11, fill=MUTED, align="middle")

    def _table_card(self, box: Box, card: int, *, out: bool = False) -> None:
        with self.canvas.group(self._tooltip(card), of=component("card", card)):
            face = self._card_frame(box, card, out=out)
            value = Box(box.x + 31, box.y + 3, box.w - 56, 26)
            ink = MUTED if out else INK if face.value >= 0 else LOSS
            text = signed(face.value)
            self.canvas.text(value, text, 20, bold=True, fill=ink, align="middle")
            if out:
                reach = typeset.width(text, 20, True) / 2 + 1
                start, end = (value.cx - reach, value.cy + 11), (value.cx + reach, value.cy - 11)
                self.canvas.line(start, end, Paint("none", INK, 2))
            title = Box(box.x + 5, box.y + 30, box.w - 10, box.h - 32)
            name = self.scene.words.label("card", card)
            ink = MUTED if out else INK
            self.canvas.text(title, name, 11, fill=ink, align="middle", lines=3, smallest=9.5)

    def _counts(self, box: Box, own: Mapping[str, Any], fixed: bool) -> None:
        canvas, words = self.canvas, self.scene.words
        heads, figures, _, cubes, cubes_row, _, discs, discs_row = box.rows(
            16, 46, 16, 16, 28, 12, 16, 28
        )
        left, right = _split(heads)
        canvas.text(left, words.word("score"), 11, fill=MUTED)
        score, total = _split(figures)
        canvas.text(score, number(own["score"]), 36, bold=True, fill=INK, smallest=10)
        if fixed:
            canvas.text(right, words.field("round"), 11, fill=MUTED)
            counted = enumerate(own["cards"])
            points = sum(self.content.counted(own["board"], i, card) for i, card in counted)
            ink = LOSS if points < 0 else INK
            canvas.text(total, signed(points), 22, bold=True, fill=ink, smallest=10)
        canvas.text(cubes, words.word("cubes"), 11, fill=MUTED)
        marks.cube(canvas, cubes_row.x + 10, cubes_row.cy, 10)
        room = Box(cubes_row.x + 27, cubes_row.y, cubes_row.w - 27, cubes_row.h)
        canvas.text(room, str(own["cubes"]), 18, bold=True, fill=INK)
        canvas.text(discs, words.word("discs"), 11, fill=MUTED)
        self._discs(discs_row, own["discs"])
