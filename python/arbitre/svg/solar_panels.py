"""What stands beside the map of Solar: the calendar, the relations, and a panel for each nation.

A panel shows what its viewer knows: hidden figures are a question mark, a reserve that is only
estimated says by how much it may be off (SOL 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arbitre.svg import marks, solar_marks
from arbitre.svg.canvas import Box, Canvas, Paint, component
from arbitre.svg.marks import CARD, GOLD, INK, LINE, LOSS, MUTED, PANEL, SHADE
from arbitre.svg.scene import Scene, capital, number
from arbitre.svg.solar_marks import LOOKS
from arbitre.svg.solar_points import told_points
from arbitre.svg.solar_position import EVENT_TURNS, RESOURCES, Position

ACCORD, PACT, DASH, DOT = "#17785a", "#2f6f9f", "\N{EN DASH}", " · "
TIMES = "\N{MULTIPLICATION SIGN}"
PANEL_HEIGHT = 262


class Panels:
    """Draws the boxes of a position."""

    def __init__(
        self, canvas: Canvas, scene: Scene, position: Position, letters: list[str]
    ) -> None:
        self.canvas = canvas
        self.scene = scene
        self.position = position
        self.document = position.document
        self.letters = letters
        self.over = self.document["phase"] == "over"

    def name(self, seat: int) -> str:
        return capital(self.scene.words.label("nation", self.position.ids[seat]))

    def _item(self, name: str, value: str) -> str:
        """A name and what it is, with the space that French has before a colon."""
        space = "\N{NO-BREAK SPACE}" if self.scene.words.lang == "fr" else ""
        return f"{name}{space}: {value}"

    def _points(self, seat: int) -> int:
        return told_points(self.position, self.scene.tables, seat)

    def _token(self, x: float, y: float, r: float, seat: int) -> None:
        out = self.position.nations[seat]["eliminated"]
        nation, letter = self.position.ids[seat], self.letters[seat]
        solar_marks.nation(self.canvas, x, y, r, nation, letter, empty=out)

    # --- the calendar ---

    def calendar(self, box: Box) -> None:
        """The events by turn, and who plays in which order."""
        self.canvas.rect(box, Paint(PANEL, LINE), radius=8)
        inner = box.inset(12, 9)
        head, *rows, gap, order, tokens = inner.rows(18, *[21] * 5, 6, 18, 24)
        self.canvas.text(head, self.scene.said("events"), 12, bold=True, fill=INK)
        turn: int = self.document["turn"]
        for row, when, event in zip(
            rows, EVENT_TURNS, self.document["event_schedule"], strict=True
        ):
            past, now = when < turn or self.over, when == turn and not self.over
            if now:
                self.canvas.rect(row.inset(-5, 1), Paint(GOLD, opacity=0.55), radius=5)
            ink = MUTED if past or event is None else INK
            figure = Box(row.x, row.y, 20, row.h)
            self.canvas.text(figure, str(when), 12, bold=True, fill=ink, align="end")
            said = "?" if event is None else self.scene.words.label("event", event)
            room = Box(row.x + 30, row.y, row.w - 30, row.h)
            self.canvas.text(room, said, 11.5, bold=now, fill=ink, smallest=9)
            if past:
                end = min(room.right, room.x + 6)
                self.canvas.line((room.x - 6, row.cy), (end - 8, row.cy), Paint("none", MUTED, 1))
        self.canvas.line((box.x + 10, gap.cy), (box.right - 10, gap.cy), Paint("none", LINE))
        self.canvas.text(order, self.scene.said("order"), 12, bold=True, fill=INK)
        for place, seat in enumerate(self.document["order"]):
            x = tokens.x + 12 + place * 34
            with self.canvas.group(self.name(seat)):
                if self.document["phase"] == "actions" and seat in self.position.asked:
                    self.canvas.circle(x, tokens.cy, 13.5, Paint("none", INK, 1.6))
                faded = self.position.nations[seat]["passed"]
                with self.canvas.group(opacity=0.45 if faded else 1):
                    self._token(x, tokens.cy, 10, seat)

    # --- relations ---

    def relations(self, box: Box) -> None:
        """Tensions from the nation of a row toward that of a column, with grudges as dots; beside
        them wars, accords and pacts."""
        self.canvas.rect(box, Paint(PANEL, LINE), radius=8)
        count = len(self.position.nations)
        inner = box.inset(14, 9)
        head, grid = inner.rows(20, inner.h - 20)
        self.canvas.text(
            Box(head.x, head.y, 30 + 50 * count, 18),
            self.scene.said("tensions"),
            12,
            bold=True,
            fill=INK,
        )
        wide, high = 50.0, (grid.h - 26) / max(count, 3)
        left = grid.x + 30
        for seat in range(count):
            self._token(left + (seat + 0.5) * wide, grid.y + 11, 9, seat)
            self._token(grid.x + 11, grid.y + 26 + (seat + 0.5) * high, 9, seat)
        for x in range(count):
            for y in range(count):
                cell = Box(left + y * wide, grid.y + 26 + x * high, wide, high).inset(2, 1.5)
                self._tension(cell, x, y)
        room = Box(
            left + count * wide + 18, inner.y, inner.right - left - count * wide - 18, inner.h
        )
        self._bonds(room)

    def _tension(self, cell: Box, x: int, y: int) -> None:
        if x == y:
            self.canvas.rect(cell, Paint(SHADE), radius=4)
            return
        value: int = self.document["tension"][x][y]
        grudge: int = self.document["grudge"][x][y]
        word = self.scene.words.word
        told = f"{self.name(x)} \N{RIGHTWARDS ARROW} {self.name(y)}: {word('tension')} {value}"
        told += f", {word('grudge')} {grudge}" if grudge else ""
        with self.canvas.group(told):
            bond = self._bond_colour(x, y)
            edge = Paint(solar_marks.heat(value), bond or LINE, 2.4 if bond else 1)
            self.canvas.rect(cell, edge, radius=4)
            ink = solar_marks.heat_ink(value)
            room = Box(cell.x + 4, cell.y, cell.w - 20 if grudge else cell.w - 8, cell.h)
            self.canvas.text(room, str(value), 14, bold=True, fill=ink, align="middle", smallest=8)
            for i in range(grudge):
                spot = (cell.right - 7 - i % 2 * 6, cell.y + 6 + i // 2 * 6)
                self.canvas.circle(*spot, 2.1, Paint(LOSS if value < 9 else CARD))

    def _bond_colour(self, x: int, y: int) -> str:
        if self.position.war(x, y):
            return LOSS
        if self.position.has_pact(x, y):
            return PACT
        return ACCORD if self.position.pair(x, y)["accord"] else ""

    def _bonds(self, box: Box) -> None:
        """Wars, accords and pacts, a line for each pair that has any."""
        y = box.y
        for ink, text in self._bond_lines():
            if y + 17 > box.bottom:
                return
            self.canvas.rect(Box(box.x, y + 3.5, 4, 11), Paint(ink), radius=2)
            room = Box(box.x + 11, y, box.w - 11, 17)
            self.canvas.text(room, text, 11.5, fill=INK, smallest=9)
            y += 18
        if y == box.y:
            word = self.scene.words.word
            none = f"{self.scene.said('wars')}, {word('accords')}, "
            none += self._item(word("pacts"), word("none"))
            self.canvas.text(Box(box.x, box.y, box.w, 17), none, 11.5, fill=MUTED, smallest=9)

    def _bond_lines(self) -> Iterator[tuple[str, str]]:
        words = self.scene.words
        for war in self.document["wars"]:
            sides = f"{self.name(war['opener'])} {DASH} {self.name(war['other'])}"
            wins = f"{war['wins'][0]}{DASH}{war['wins'][1]}"
            yield LOSS, self._item(sides, f"{words.label('war', war['kind'])}, {wins}")
        for pair in self.document["pairs"]:
            x, y = pair["x"], pair["y"]
            said = []
            if pair["accord"]:
                forced = pair["accord_forced_node"]
                where = (
                    f" ({words.word('forced')}, {words.label('node', forced)})" if forced else ""
                )
                said.append(words.word("accord") + where)
            if self.position.has_pact(x, y):
                said.append(f"{words.word('pact')} {words.word('until_turn')} {pair['pact_until']}")
            if said:
                ink = PACT if self.position.has_pact(x, y) else ACCORD
                yield ink, self._item(f"{self.name(x)} {DASH} {self.name(y)}", ", ".join(said))

    # --- nations ---

    def nation(self, box: Box, seat: int) -> None:
        """The panel of a nation."""
        nation = self.position.nations[seat]
        acts, mine = seat in self.position.asked, seat == self.scene.seat
        mark = LOOKS[self.position.ids[seat]].mark
        with self.canvas.group(self.name(seat), of=component("nation", self.position.ids[seat])):
            edge = Paint(PANEL, INK, 2) if acts else Paint(PANEL, LINE)
            self.canvas.rect(box, edge, radius=10)
            self.canvas.rect(Box(box.x + 1, box.y + 14, 5, box.h - 28), Paint(mark.fill), radius=2)
            inner = Box(box.x + 16, box.y + 9, box.w - 28, box.h - 18)
            head, first, stocks, force, gov, grid, *rest = inner.rows(
                28, 28, 26, 24, 19, 26, 38, 17, 17, 17, 4
            )
            self._heading(head, seat, acts, mine)
            self._first(first, seat, nation)
            self._stocks(stocks, nation)
            self._force(force, seat, nation)
            self._government(gov, seat, nation)
            self._technologies(grid, nation)
            technologies, land, choices, secrets, _ = rest
            self._names(technologies, nation)
            self._land(land, seat, nation)
            self._line(choices, list(self._choices(nation)))
            self._line(secrets, list(self._secrets(seat, nation)))

    def _heading(self, box: Box, seat: int, acts: bool, mine: bool) -> None:
        canvas, word = self.canvas, self.scene.words.word
        nation = self.position.nations[seat]
        self._token(box.x + 11, box.y + 12, 11, seat)
        name = Box(box.x + 29, box.y + 1, 120, 22)
        x = canvas.text(name, self.name(seat), 15, bold=True, fill=INK) + 9
        chips: list[tuple[str, Paint, str]] = []
        if mine:
            chips.append((word("you"), Paint("none", MUTED, 1.2), INK))
        if acts:
            chips.append((word("to_play"), Paint(INK), CARD))
        if nation["eliminated"]:
            chips.append((word("eliminated"), Paint(LINE), INK))
        elif nation["passed"] and self.document["phase"] == "actions":
            chips.append((word("passed"), Paint(SHADE), INK))
        if nation["suffocating"] and not nation["eliminated"]:
            chips.append((word("suffocating"), Paint(LOSS), CARD))
        for text, look, ink in chips:
            most = box.right - x
            x = marks.chip(canvas, x, box.y + 12, text, look=look, ink=ink, most=most) + 6

    def _first(self, box: Box, seat: int, nation: Mapping[str, Any]) -> None:
        """Points and command actions."""
        points = self._points(seat)
        star = Box(box.x, box.y, 90, box.h)
        solar_marks.star(self.canvas, star.x + 10, star.cy, 9.5)
        figure = Box(star.x + 25, star.y, 54, star.h)
        self.canvas.text(figure, number(points), 20, bold=True, fill=INK, smallest=10)
        most = max(5, nation["ac_max"])
        wide = most * 9 + 52
        label = Box(box.right - wide, box.y, 46, box.h)
        with self.canvas.group(f"{self.scene.said('ac')}: {nation['ac_left']}/{nation['ac_max']}"):
            said = f"{nation['ac_left']}/{nation['ac_max']}"
            self.canvas.text(label, said, 13, bold=True, fill=INK, align="end")
            solar_marks.level_marks(self.canvas, label.right + 6, box.cy, nation["ac_left"], most)

    def _stocks(self, box: Box, nation: Mapping[str, Any]) -> None:
        stock = nation["stock"]
        for part, resource in zip(box.columns(4), RESOURCES, strict=True):
            value = None if stock is None else stock[resource]
            with self.canvas.group(self.scene.said(resource)):
                solar_marks.ICONS[resource](self.canvas, part.x + 9, part.cy, 8)
                room = Box(part.x + 22, part.y, part.w - 24, part.h)
                text = "?" if value is None else str(value)
                ink = MUTED if value is None else INK
                self.canvas.text(room, text, 15, bold=True, fill=ink, smallest=9)

    def _force(self, box: Box, seat: int, nation: Mapping[str, Any]) -> None:
        """The reserve, exact or as an estimate, what is recovering, and the Supercruiser."""
        canvas, word = self.canvas, self.scene.words.word
        reserve, guess = nation["reserve"], self.position.estimate(self.scene.seat, seat)
        text = str(reserve) if reserve is not None else "?" if guess is None else f"{guess} ±3"
        with canvas.group(self.scene.said("force")):
            solar_marks.shield(canvas, box.x + 9, box.cy, 8)
            room = Box(box.x + 22, box.y, 58, box.h)
            ink = INK if reserve is not None else MUTED
            x = canvas.text(room, text, 15, bold=True, fill=ink, smallest=9) + 10
        parts = []
        if nation["recovery"] is None:
            parts.append("+?")
        elif nation["recovery"]:
            parts += [
                f"+{one['count']} ({word('turn')} {one['turn']})" for one in nation["recovery"]
            ]
        if nation["military"]["supercruiser"]:
            ready = nation["cruiser_ready_turn"]
            away = ready is not None and ready > self.document["turn"]
            parts.append(word("cruiser") + (f" ({word('turn')} {ready})" if away else ""))
        rest = Box(x, box.y, box.right - x, box.h)
        canvas.text(rest, DOT.join(parts), 11, fill=INK, smallest=8.5)

    def _government(self, box: Box, seat: int, nation: Mapping[str, Any]) -> None:
        words = self.scene.words
        level = f"{words.word('level')} {self.position.government_level(seat)}"
        points = f"{self.position.government_points(seat)} {words.word('points')}"
        said = f"{words.label('form', nation['gov_form'])} · {level} · {points}"
        self.canvas.text(box, said, 11, fill=INK, smallest=8.5)

    def _technologies(self, box: Box, nation: Mapping[str, Any]) -> None:
        """A column for each branch, a square for each tier: full when bought, barred when stolen,
        open with a dot when copied."""
        words, content = self.scene.words, self.position.content
        owned = nation["technologies"]
        mark = LOOKS[nation["id"]].mark
        by_branch: dict[str, list[str]] = {branch: [] for branch in content.branches}
        for technology, at in content.technologies.items():
            by_branch[at.branch].append(technology)
        for part, (branch, cards) in zip(
            box.columns(len(by_branch), 6), by_branch.items(), strict=True
        ):
            tiers = sorted(cards, key=lambda card: content.technologies[card].tier)
            names = DOT.join(words.label("technology", card) for card in tiers if card in owned)
            with self.canvas.group(f"{words.label('branch', branch)}: {names or '0'}"):
                for i, card in enumerate(tiers):
                    square = Box(part.x + i * 10.5, part.cy - 5, 9, 9)
                    name = words.label("technology", card)
                    with self.canvas.group(name, of=component("technology", card)):
                        self._technology(square, owned.get(card), mark.fill)

    def _technology(self, square: Box, origin: str | None, colour: str) -> None:
        fill = colour if origin in ("bought", "stolen") else CARD
        edge = colour if origin else LINE
        self.canvas.rect(square, Paint(fill, edge, 1.2), radius=1.5)
        if origin == "stolen":
            corner, other = (square.x + 1, square.bottom - 1), (square.right - 1, square.y + 1)
            self.canvas.line(corner, other, Paint("none", CARD, 1.6))
        elif origin == "copied":
            self.canvas.circle(square.cx, square.cy, 2, Paint(colour))

    def _names(self, box: Box, nation: Mapping[str, Any]) -> None:
        words = self.scene.words
        names = [words.label("technology", card) for card in nation["technologies"]]
        text = ", ".join(names) if names else self._item(self.scene.said("technologies"), "0")
        ink = INK if names else MUTED
        self.canvas.text(box, text, 10, fill=ink, lines=3, smallest=8, valign="top")

    def _land(self, box: Box, seat: int, nation: Mapping[str, Any]) -> None:
        word = self.scene.words.word
        colonies, connected = len(nation["colonies"]), self.position.connected(seat)
        said = f"{self.scene.said('colonies')} {colonies}"
        said += (
            f" ({word('isolated_colonies')} {colonies - connected})" if connected < colonies else ""
        )
        tokens = sum(route["token"] for route in nation["routes"])
        said += f"{DOT}{word('routes')} {len(nation['routes'])}"
        said += f" ({word('protected')} {tokens})" if tokens else ""
        self.canvas.text(box, said, 11, fill=INK, smallest=8.5)

    def _choices(self, nation: Mapping[str, Any]) -> Iterator[str]:
        """What it took this turn, and its military cards."""
        words = self.scene.words
        if nation["strategy_card"]:
            yield words.label("strategy_card", nation["strategy_card"])
        for card, copies in nation["military"].items():
            if copies and card != "supercruiser":
                times = f" {TIMES}{copies}" if copies > 1 else ""
                yield words.label("military_card", card) + times

    def _secrets(self, seat: int, nation: Mapping[str, Any]) -> Iterator[str]:
        """The agenda and the investments, as far as the viewer knows them."""
        words = self.scene.words
        hidden = self.scene.seat is not None and seat != self.scene.seat and not self.over
        if nation["agenda"] is not None:
            yield self._item(words.field("agenda"), words.label("agenda", nation["agenda"]))
        elif hidden and self.document["turn"] > 1:
            yield self._item(words.field("agenda"), "?")
        for key in ("investment1", "investment2"):
            if nation[key] is not None:
                yield words.label("investment", nation[key])

    def _line(self, box: Box, parts: list[str]) -> None:
        self.canvas.text(box, DOT.join(parts), 11, fill=INK, smallest=8.5)
