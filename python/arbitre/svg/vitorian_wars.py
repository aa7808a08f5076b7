"""Vitorian Wars as a picture: the two sides of the battlefield facing each other, and beside each
its command zone. The side of the seat that looks is below; columns with one number face each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbitre.svg import marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint, component
from arbitre.svg.marks import CARD, GOLD, INK, LINE, LOSS, MUTED, PANEL, SHADE
from arbitre.svg.scene import Scene
from arbitre.svg.vitorian_wars_position import COLUMNS, Content, cells, count, viewer

WIDTH, MARGIN, GAP = 1180, 24, 8
CELL, ROW = 158, 92
HEADER, MIDDLE, EDGE = 84, 46, 26
SIDE = 2 * ROW + GAP
GRID_LEFT = MARGIN + EDGE
PANEL_LEFT = GRID_LEFT + COLUMNS * (CELL + GAP) + 10
PANEL_WIDTH = WIDTH - MARGIN - PANEL_LEFT
HAND = 120
CHIP_ROW = 25
FACTIONS = ("#a3293d", "#1664a6", "#b9b19c", "#17785a", "#c9971b", "#7b8088")

DASH, TIMES = "\N{EN DASH}", "\N{MULTIPLICATION SIGN}"


def paint(scene: Scene) -> Canvas:
    """The picture of a position."""
    height = HEADER + 2 * SIDE + MIDDLE + HAND + MARGIN
    title = f"{scene.words.title} · {_status(scene)}"
    summary = " ".join(_sentences(scene))
    canvas = Canvas(WIDTH, height, title=title, description=summary, lang=scene.words.lang)
    canvas.rect(canvas.view, Paint(marks.PAPER), radius=14)
    picture = _Picture(canvas, scene)
    below = viewer(scene.document, scene.seat)
    picture.header()
    picture.side(HEADER, 1 - below, ("R", "V"))
    picture.middle(HEADER + SIDE)
    picture.side(HEADER + SIDE + MIDDLE, below, ("V", "R"))
    picture.hands(HEADER + 2 * SIDE + MIDDLE, below)
    return canvas


def _status(scene: Scene) -> str:
    """Which turn it is, whose, and what is done."""
    document = scene.document
    parts = [f"{scene.said('turn')} {document['turn']}", scene.said(document["phase"])]
    if document["result"] is not None:
        winner = document["result"]["winner"]
        fields = {"winner": winner, "reason": document["result"]["reason"]}
        parts[1:] = [scene.words.describe("game_over", fields, event=True)]
    elif document["active"] is not None:
        parts.append(scene.seat_name(document["active"]))
    return " · ".join(parts)


def _sentences(scene: Scene) -> list[str]:
    """The position in words, for those who can't see the picture."""
    words, document = scene.words, scene.document
    said = []
    for seat, player in enumerate(document["players"]):
        units = [
            f"{words.label('card', unit['card'])} ({words.label('cell', cell)})"
            for cell, unit in document["grid"].items()
            if int(cell[0]) == seat
        ]
        facts = ", ".join(
            f"{words.word(name)} {count(player[name])}" for name in ("pile", "hand", "deck")
        )
        sovereign = words.label("sovereign", player["sovereign"])
        said.append(f"{scene.seat_name(seat)}: {sovereign}, {facts}; {', '.join(units) or DASH}.")
    return said


class _Picture:
    """The parts of the picture, each drawn at the height it is told."""

    def __init__(self, canvas: Canvas, scene: Scene) -> None:
        self.canvas = canvas
        self.scene = scene
        self.words = scene.words
        self.document = scene.document
        self.content = Content.read(scene.tables)

    def header(self) -> None:
        """The name of the game and how it stands."""
        name, status = Box(GRID_LEFT, 14, WIDTH - 2 * GRID_LEFT, 60).rows(36, 24)
        self.canvas.text(name, self.words.title, 26, bold=True, fill=INK)
        self.canvas.text(status, _status(self.scene), 14, fill=MUTED)

    # --- a side ---

    def side(self, top: float, seat: int, rows: tuple[str, str]) -> None:
        """Both rows of a seat, and its command zone."""
        for number, row in enumerate(rows):
            y = top + number * (ROW + GAP)
            name = self.scene.said("vanguard" if row == "V" else "rear_guard")
            for column, cell in enumerate(cells(seat, row)):
                box = Box(GRID_LEFT + column * (CELL + GAP), y, CELL, ROW)
                with self.canvas.group(f"{name} {column + 1}", of=component("cell", cell)):
                    self.cell(box, cell)
        self.command(Box(PANEL_LEFT, top, PANEL_WIDTH, SIDE), seat)

    def cell(self, box: Box, cell: str) -> None:
        """A cell with its unit, if it has one."""
        unit = self.document["grid"].get(cell)
        if unit is None:
            self.canvas.rect(box, Paint(SHADE, LINE, 1, "4 4"), radius=8)
            self.canvas.text(box, cell[1:], 12, fill=MUTED, align="middle")
            return
        card = self.content.cards[unit["card"]]
        fights = self._fights(cell)
        edge = Paint(CARD, LOSS if fights else LINE, 3 if fights else 1.2)
        self.canvas.rect(box, edge, radius=8)
        band = Box(box.x, box.y, 7, box.h)
        self.canvas.rect(band, Paint(FACTIONS[card.faction % len(FACTIONS)]), radius=3)
        inner = Box(box.x + 14, box.y + 5, box.w - 20, box.h - 10)
        name, keywords, figures = inner.rows(34, 22, 26)
        faded = bool(unit["exhausted"])
        fill = MUTED if faded else INK
        self.canvas.text(
            name, self.words.label("card", unit["card"]), 13, bold=True, fill=fill, lines=2
        )
        worth = self.content.figures(self.document, cell)
        marks_of = [self.words.label("keyword", word) for word in worth.keywords]
        if unit["equipment"]:
            marks_of.append("+ " + self.words.label("card", unit["equipment"]))
        self.canvas.text(keywords, ", ".join(marks_of), 9.5, fill=MUTED, lines=2, smallest=7)
        left, middle, right = figures.columns(3)
        self.canvas.text(left, f"{worth.attack}/{worth.defense}", 17, bold=True, fill=fill)
        self.canvas.text(middle, self._state(unit), 9, fill=MUTED, align="middle", smallest=6)
        level = f"{self.words.word('level')} {card.level}"
        self.canvas.text(right, level, 10, fill=MUTED, align="end", smallest=7)

    def _state(self, unit: Mapping[str, Any]) -> str:
        said = [self.words.word("exhausted")] if unit["exhausted"] else []
        if unit["shields"]:
            said.append(f"{self.words.label('keyword', 'shield')} {unit['shields']}")
        return ", ".join(said)

    def _fights(self, cell: str) -> bool:
        combat = self.document["combat"]
        return combat is not None and cell in (combat["attacker"], combat["target"])

    # --- command zones ---

    def command(self, box: Box, seat: int) -> None:
        """Sovereign, pile, convoy, deck and resources of a seat."""
        player = self.document["players"][seat]
        self.canvas.rect(box, Paint(PANEL, LINE, 1.2), radius=10)
        inner = box.inset(12, 8)
        lines = inner.rows(24, 20, 22, 22, 22, 22, 20, 20)
        say, label = self.scene.said, self.words.label
        active = self.document["active"] == seat
        name = self.scene.seat_name(seat)
        if active:
            self.canvas.circle(lines[0].right - 8, lines[0].cy, 6, Paint(GOLD, INK, 1))
        head = Box(lines[0].x, lines[0].y, lines[0].w - 20, lines[0].h)
        self.canvas.text(head, name, 15, bold=True, fill=INK)
        self.canvas.text(lines[1], label("sovereign", player["sovereign"]), 12, fill=MUTED)
        number = self.content.numbers[player["sovereign"]]
        facts = (
            ("pile", f"{count(player['pile'])}/{number}"),
            ("hand", str(count(player["hand"]))),
            ("deck", str(count(player["deck"]) + count(player["deck_bottom"]))),
            ("convoy", str(count(player["convoy"]))),
        )
        for line, (word, value) in zip(lines[2:6], facts, strict=True):
            left, right = line.columns(2)
            self.canvas.text(left, say(word), 12, fill=MUTED)
            self.canvas.text(right, value, 14, bold=True, fill=INK, align="end")
        self.canvas.text(lines[6], self._zone(player), 10.5, fill=INK, smallest=6)
        field = label("card", player["field"]) if player["field"] else DASH
        self.canvas.text(lines[7], f"{say('field')}: {field}", 10.5, fill=MUTED, smallest=6)

    def _zone(self, player: Mapping[str, Any]) -> str:
        zone, parts = player["zone"], []
        for state in ("ready", "exhausted"):
            by_type = {"P": 0, "S": 0}
            for resource, n in zone[state].items():
                row = self.scene.tables["resources"][resource]
                by_type["PS"[row[0]]] += n * row[1]
            values = " ".join(f"{n} {kind}" for kind, n in by_type.items())
            parts.append(f"{self.words.word(state)} {values}")
        return f"{self.scene.said('zone')}: {', '.join(parts)}"

    # --- between and below ---

    def middle(self, top: float) -> None:
        """The combat under way and the orders on the stack."""
        box = Box(GRID_LEFT, top + 6, WIDTH - MARGIN - GRID_LEFT, MIDDLE - 12)
        combat = self.document["combat"]
        if combat is None:
            middle = box.cy
            self.canvas.line((box.x, middle), (box.right, middle), Paint("none", LINE, 2, "6 6"))
            return
        self.canvas.rect(box, Paint(PANEL, LOSS, 1.2), radius=8)
        label = self.words.label
        attacker = label("cell", combat["attacker"]) if combat["attacker"] else DASH
        target = label("target", combat["target"]) if combat["target"] else DASH
        orders = ", ".join(label("card", order["card"]) for order in combat["orders"])
        said = f"{self.scene.said('combat')}: {attacker} \N{RIGHTWARDS ARROW} {target}"
        if orders:
            said += f" · {self.words.word('orders')}: {orders}"
        self.canvas.text(box.inset(12, 2), said, 13, bold=True, fill=INK, smallest=7)

    def hands(self, top: float, below: int) -> None:
        """The cards that the one who looks has in hand; for the whole position, both hands."""
        seats = (below,) if self.scene.seat in (0, 1) else (0, 1)
        box = Box(GRID_LEFT, top + 12, WIDTH - MARGIN - GRID_LEFT, HAND - 16)
        for room, seat in zip(box.rows(*[box.h / len(seats)] * len(seats)), seats, strict=True):
            hand = self.document["players"][seat]["hand"]
            said = "" if isinstance(hand, Mapping) and hand else f" {count(hand)}"
            text = f"{self.scene.said('hand')}, {self.scene.seat_name(seat)}:{said}"
            head = Box(room.x, room.y, room.w, 20)
            self.canvas.text(head, text, 13, fill=INK)
            if isinstance(hand, Mapping):
                self.hand(Box(room.x, room.y + 20, room.w, room.h - 20), hand)

    def hand(self, box: Box, hand: Mapping[str, int]) -> None:
        """A chip for each card, row by row; what there is no room for is counted."""
        x, y = box.x, box.y
        for place, (card, copies) in enumerate(hand.items()):
            text = self.words.label("card", card) + (f" {TIMES}{copies}" if copies > 1 else "")
            wide = typeset.width(text, marks.CHIP, True) + 18
            if x + wide > box.right - 40 and x > box.x:
                x, y = box.x, y + CHIP_ROW
            if y + CHIP_ROW > box.bottom + 1:
                rest = f"+{len(hand) - place}"
                last = Box(box.right - 36, y - CHIP_ROW, 36, CHIP_ROW)
                self.canvas.text(last, rest, 12, fill=MUTED, align="end")
                return
            with self.canvas.group(of=component("card", card)):
                look, most = Paint(CARD, LINE, 1.2), box.right - 40 - x
                x = 6 + marks.chip(
                    self.canvas, x, y + CHIP_ROW / 2, text, look=look, ink=INK, most=most
                )
