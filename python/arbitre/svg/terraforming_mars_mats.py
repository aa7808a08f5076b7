"""The players of Terraforming Mars: a mat for each, as high as what lies before it asks for.

A mat shows what its viewer knows: of hidden cards there is their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arbitre.svg import marks, typeset
from arbitre.svg import terraforming_mars_marks as signs
from arbitre.svg.canvas import Box, Canvas, Paint, component
from arbitre.svg.marks import CARD, GOLD, INK, LINE, MUTED, PANEL, SHADE
from arbitre.svg.scene import Scene, capital, number, signed
from arbitre.svg.terraforming_mars_marks import SIGNS, TAG_SIGNS
from arbitre.svg.terraforming_mars_position import RESOURCES, TAGS, TYPES, Position, names, size

LEAST, PAD, LINE_HEIGHT, SMALL = 118, 10, 15, 10.0
NAME, FIGURES, STOCKS, LEAD = 190, 70, 384, 84
PRODUCTION = "#ecd9c4"
KINDS = {"automated": "#3f8a45", "active": "#2c6fae", "event": "#c0392b"}


class Item(NamedTuple):
    """A card before a player: which one, its name, its type, what lies on it, and whether it was
    used."""

    of: str
    name: str
    kind: str
    holds: str = ""
    amount: int = 0
    used: bool = False

    @property
    def wide(self) -> float:
        """The room that it takes in a line, less its name."""
        held = 16 + typeset.width(str(self.amount), SMALL, True) if self.amount else 0
        return 11 + held + (13 if self.used else 0)


class Flow(NamedTuple):
    """Cards under a heading, set into lines."""

    heading: str
    lines: Sequence[Sequence[Item]]


class Mats:
    """Draws the mats of a position, one below the other."""

    def __init__(self, canvas_width: float, scene: Scene, position: Position) -> None:
        self.scene = scene
        self.position = position
        self.room = canvas_width - PAD - NAME - FIGURES - STOCKS - LEAD - 3 * PAD - 8
        """How wide a line of cards may be."""
        self.flows = [list(self._flows(seat)) for seat in range(len(position.seats))]

    def heights(self) -> list[float]:
        """How high each mat is."""
        return [
            max(LEAST, 2 * PAD + sum(LINE_HEIGHT * len(flow.lines) + 3 for flow in flows))
            for flows in self.flows
        ]

    # --- what lies before a player ---

    def _flows(self, seat: int) -> Iterator[Flow]:
        own, word = self.position.seats[seat], self.scene.said
        label, cards = self.scene.words.label, self.position.content.cards

        def items(listed: Sequence[str]) -> list[Item]:
            return [
                Item(component("card", card), label("card", card), cards[card].type)
                for card in listed
            ]

        offered = names(own["offered_corporations"])
        if own["corporation"] is None and offered:
            chosen = own["chosen_corporation"]
            found = [
                Item(component("corporation", c), label("corporation", c), "", used=c == chosen)
                for c in offered
            ]
            yield from self._flow(word("offered_corporations"), found)
        tableau = [
            Item(
                component("card", card["card"]),
                label("card", card["card"]),
                kind,
                cards[card["card"]].holds,
                card["resources"],
                card["used"],
            )
            for kind in ("active", "automated")
            for card in self.position.played(seat, kind)
        ]
        yield from self._flow(f"{word('in_play')} {len(tableau)}", tableau)
        events = names(own["events"])
        if events:
            yield from self._flow(f"{word('event_cards')} {len(events)}", items(events))
        hand = names(own["hand"])
        if hand:
            yield from self._flow(f"{word('hand_cards')} {len(hand)}", items(hand))
        yield from self._flow(word("offered_cards"), items(names(own["offered"])))
        yield from self._flow(word("picked_cards"), items(names(own["picked"])))

    def _flow(self, heading: str, items: Sequence[Item]) -> Iterator[Flow]:
        lines: list[list[Item]] = []
        left = 0.0
        for item in items:
            shown = typeset.clean(item.name, typeset.LONGEST)
            name = typeset.cut(shown, self.room - item.wide - 1, SMALL)
            wide = item.wide + typeset.width(name, SMALL) + 10
            if not lines or wide - 10 > left:
                lines.append([])
                left = self.room
            lines[-1].append(item._replace(name=name))
            left -= wide
        if lines:
            yield Flow(heading, lines)

    # --- drawing ---

    def paint(self, canvas: Canvas, box: Box, seat: int) -> None:
        """The mat of a seat."""
        position = self.position
        own, mark = position.seats[seat], signs.PLAYERS[seat]
        with canvas.group(self.name(seat), of=component("player", position.ids[seat])):
            acts = seat in position.asked
            canvas.rect(box, Paint(PANEL, INK if acts else LINE, 2 if acts else 1), radius=10)
            canvas.rect(Box(box.x + 1, box.y + 12, 5, box.h - 24), Paint(mark.fill), radius=2)
            left = box.x + PAD + 4
            self._heading(canvas, Box(left, box.y + PAD, NAME - 8, LEAST - 2 * PAD), seat)
            left += NAME
            self._figures(canvas, Box(left, box.y + PAD, FIGURES - 8, LEAST - 2 * PAD), seat)
            left += FIGURES
            stocks, _, tags = Box(left, box.y + PAD, STOCKS - 12, LEAST).rows(64, 8, 24)
            for resource, cell in zip(RESOURCES, stocks.columns(6, 5), strict=True):
                self._stock(canvas, cell, resource, own["stock"], own["production"])
            self._tags(canvas, tags, seat)
            left += STOCKS
            y = box.y + PAD
            for flow in self.flows[seat]:
                self._cards(canvas, left, y, flow)
                y += LINE_HEIGHT * len(flow.lines) + 3

    def name(self, seat: int) -> str:
        return capital(self.scene.words.label("player", self.position.ids[seat]))

    def _heading(self, canvas: Canvas, box: Box, seat: int) -> None:
        """Who it is, with which corporation, and how matters stand."""
        own, word = self.position.seats[seat], self.scene.words.word
        signs.player(canvas, box.x + 17, box.y + 18, 15, seat)
        who = Box(box.x + 42, box.y, box.w - 42, 22)
        canvas.text(who, self.name(seat), 15, bold=True, fill=INK, smallest=9)
        corporation = own["corporation"]
        said = self.scene.words.label("corporation", corporation) if corporation else "\N{EN DASH}"
        room = Box(box.x + 42, box.y + 22, box.w - 42, 32)
        # Its action is named like that of a card.
        with canvas.group(of=component("card", corporation) if corporation else ""):
            canvas.text(room, said, 12, fill=MUTED, lines=2, smallest=8, valign="top")
        first = self.position.document["first_player"] == self.position.ids[seat]
        chips = [word("starts")] if first and not self.position.solo else []
        chips += [word("you")] if seat == self.scene.seat else []
        chips += [word("has_passed")] if own["passed"] and not self.position.over else []
        chips += [word("winner")] if seat in self.position.winners else []
        x, y = box.x, box.y + 67
        for chip in chips:
            gold = chip == word("winner")
            look = Paint(GOLD if gold else SHADE, LINE)
            wide = typeset.width(typeset.clean(chip, typeset.LONGEST), 11, True) + 17
            if x > box.x and x + wide > box.right:
                x, y = box.x, y + 22
            if y + 10 > box.y + LEAST - PAD:
                break
            x = marks.chip(canvas, x, y, chip, look=look, ink=INK, most=box.right - x) + 5

    def _figures(self, canvas: Canvas, box: Box, seat: int) -> None:
        """Rating, cards in hand, events, and at the end the points."""
        own, word = self.position.seats[seat], self.scene.words.word
        rating, hand, events, points = box.rows(28, 23, 23, 26)
        short = Box(rating.x, rating.y, 24, rating.h)
        canvas.text(short, word("rating"), 11, fill=MUTED, smallest=6)
        room = Box(short.right + 2, rating.y, rating.right - short.right - 2, rating.h)
        canvas.text(room, str(own["tr"]), 20, bold=True, fill=INK, smallest=10)
        told = (
            (hand, word("hand_cards"), size(own["hand"])),
            (events, word("event_cards"), size(own["events"])),
        )
        for cell, name, count in told:
            with canvas.group(f"{capital(name)}: {count}"):
                if cell is hand:
                    signs.sign(canvas, cell.x + 9, cell.cy, 8.5, SIGNS["card"])
                else:
                    self._kind(canvas, cell.x + 9, cell.cy, 6.5, "event")
                room = Box(cell.x + 26, cell.y, cell.w - 26, cell.h)
                canvas.text(room, str(count), 13, bold=True, fill=INK, smallest=8)
        if self.position.over:
            canvas.rect(points, Paint(GOLD), radius=6)
            said = f"{number(self.position.points(seat))} {word('points')}"
            canvas.text(
                points.inset(4, 1), said, 12, bold=True, fill=INK, align="middle", smallest=6
            )

    def _stock(
        self,
        canvas: Canvas,
        box: Box,
        resource: str,
        stock: dict[str, int],
        production: dict[str, int],
    ) -> None:
        label = capital(self.scene.words.label("resource", resource))
        with canvas.group(f"{label}: {stock[resource]}, {signed(production[resource])}"):
            above, below = box.rows(40, 24)
            canvas.rect(box, Paint(CARD, LINE), radius=6)
            canvas.rect(below.inset(2), Paint(PRODUCTION), radius=4)
            signs.sign(canvas, above.x + 13, above.cy, 9.5, SIGNS[resource])
            room = Box(above.x + 25, above.y, above.w - 28, above.h)
            figure = number(stock[resource])
            canvas.text(room, figure, 17, bold=True, fill=INK, align="middle", smallest=8)
            text = signed(production[resource])
            fill = MUTED if text == "0" else INK
            canvas.text(below, text, 13, bold=True, fill=fill, align="middle", smallest=8)

    def _tags(self, canvas: Canvas, box: Box, seat: int) -> None:
        """The tags in play, each with its number."""
        counts = self.position.tags(seat)
        for tag, cell in zip(TAGS, box.columns(len(TAGS)), strict=True):
            count = counts[tag]
            with canvas.group(
                f"{capital(self.scene.words.word(tag))}: {count}", opacity=1 if count else 0.3
            ):
                signs.sign(canvas, cell.x + 9, cell.cy, 9, TAG_SIGNS[tag])
                room = Box(cell.x + 19, cell.y, cell.w - 19.5, cell.h)
                canvas.text(room, str(count), 12, bold=True, fill=INK, smallest=6)

    def _cards(self, canvas: Canvas, x: float, y: float, flow: Flow) -> None:
        """Cards in their lines, behind their heading."""
        heading = Box(x, y, LEAD - 6, LINE_HEIGHT)
        canvas.text(heading, flow.heading, SMALL, bold=True, fill=MUTED, smallest=6)
        for i, line in enumerate(flow.lines):
            at, cy = x + LEAD, y + (i + 0.5) * LINE_HEIGHT
            for item in line:
                with canvas.group(of=item.of):
                    at = self._card(canvas, at, cy, item) + 10

    def _card(self, canvas: Canvas, x: float, cy: float, item: Item) -> float:
        if item.kind:
            self._kind(canvas, x + 4, cy, 4, item.kind)
        at = x + 11
        if item.amount:
            figure = str(item.amount)
            held = signs.SIGNS[item.holds]
            signs.counted(canvas, at, cy, held, figure, r=5.5, size=SMALL, ink=INK)
            at += 16 + typeset.width(figure, SMALL, True)
        room = Box(at, cy - 6.5, typeset.width(item.name, SMALL) + 0.1, 13)
        canvas.text(room, item.name, SMALL, fill=MUTED if item.used and item.kind else INK)
        if item.used:
            signs.sign(canvas, room.right + 7, cy, 5, signs.Sign(True, GOLD, signs.tick, INK))
        return room.right + (13 if item.used else 0)

    def _kind(self, canvas: Canvas, cx: float, cy: float, r: float, kind: str) -> None:
        """The type of a card: a square, a disc, a triangle."""
        paint = Paint(KINDS[kind])
        if kind == TYPES[0]:
            canvas.rect(Box(cx - 0.85 * r, cy - 0.85 * r, 1.7 * r, 1.7 * r), paint)
        elif kind == TYPES[1]:
            canvas.circle(cx, cy, r, paint)
        else:
            canvas.polygon([(cx - r, cy - 0.8 * r), (cx + r, cy - 0.8 * r), (cx, cy + r)], paint)
