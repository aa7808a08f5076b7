"""Satrapies as a picture: the map with its powers, units, orders and battles, then who stands how.

A position alone shows its own orders, as far as the viewer may see them. With the events of the
last turn the picture adds its battles, numbered on the map and told below it, and, while no new
order is there to be seen, the moves that led to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arbitre.svg import marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint
from arbitre.svg.marks import CARD, GOLD, INK, LINE, MUTED, PANEL, SHADE
from arbitre.svg.satrapies_atlas import CITADELS, LINK_TYPES, Atlas
from arbitre.svg.satrapies_map import (
    MARKS,
    Arrow,
    Build,
    Chart,
    badge,
    builds_of,
    citadel,
    led,
    letters,
    moves_of,
    swords,
)
from arbitre.svg.scene import Scene

WIDTH, MARGIN = 1400, 24
HEADER, LEGEND, CARDS, GAP = 78, 48, 104, 12
BATTLE_ROW = 22
MOST_BATTLES = 16
"""Battles told below the map; of more, only their number."""


def paint(scene: Scene) -> Canvas:
    """The picture of a position."""
    frame = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 0)
    atlas = Atlas.read(scene.tables, frame)
    fights = _fights(scene.events)
    rows = (min(len(fights), MOST_BATTLES) + 1) // 2
    told = 34 + BATTLE_ROW * rows if rows else 0
    height = atlas.frame.bottom + LEGEND + CARDS + told + MARGIN
    title = f"{scene.words.title} · {_status(scene)}"
    summary = " ".join(_sentences(scene))
    canvas = Canvas(WIDTH, height, title=title, description=summary, lang=scene.words.lang)
    canvas.rect(canvas.view, Paint(marks.PAPER), radius=14)
    picture = _Picture(canvas, scene, atlas)
    picture.header()
    picture.map(fights)
    picture.legend(Box(frame.x, atlas.frame.bottom, frame.w, LEGEND))
    picture.powers(Box(frame.x, atlas.frame.bottom + LEGEND, frame.w, CARDS))
    if rows:
        picture.battles(Box(frame.x, height - MARGIN - told + GAP, frame.w, told - GAP), fights)
    return canvas


def _status(scene: Scene) -> str:
    """Which turn it is and what the game waits for."""
    doc, words = scene.document, scene.words
    last = doc["variants"]["turn_limit"]
    parts = [f"{scene.said('turn')} {min(doc['turn'], last)}/{last}"]
    if doc["phase"] == "over":
        parts.append(words.describe("game_over", doc["result"], event=True))
    else:
        parts.append(scene.said(doc["phase"]))
    if doc["pending"]:
        parts.append(f"{_place(scene, doc['pending'])}: {_powers(scene, doc['pending']['tied'])}")
    return " · ".join(parts)


def _place(scene: Scene, contest: Mapping[str, Any]) -> str:
    """Where a contest is: a zone, or a link."""
    zones = [contest["zone"]] if contest["zone"] else contest["link"]
    return " \N{EN DASH} ".join(scene.words.label("zone", zone) for zone in zones)


def _powers(scene: Scene, powers: Sequence[str]) -> str:
    return ", ".join(scene.words.label("nation", power) for power in powers)


def _sentences(scene: Scene) -> list[str]:
    """The position in words, for those who can't see the picture."""
    doc, words = scene.document, scene.words
    said = []
    for state in (*doc["powers"], {"id": "neutral"}):
        power = state["id"]
        named = [zone for zone, owner in doc["control"].items() if owner == power]
        if power == "neutral":
            named = [zone for zone in named if doc["units"][zone]["owner"]]
        named += [
            zone
            for zone, units in doc["units"].items()
            if units["owner"] == power and zone not in doc["control"]
        ]
        where = []
        for zone in named:
            units = doc["units"][zone]
            there = f" ({letters(units)})" if units["owner"] else ""
            where.append(f"{words.label('zone', zone)}{there}")
        said.append(f"{words.label('nation', power)}: {', '.join(where) or '0'}.")
    return said


class Fight(NamedTuple):
    """A battle in a zone, or a clash between two: totals by power, and who is left."""

    zones: tuple[str, ...]
    totals: Mapping[str, int]
    winner: str | None


def _fights(events: Sequence[Mapping[str, Any]]) -> list[Fight]:
    """The fights of the last turn in the order in which they are reported."""
    found = []
    for event in events:
        if event["kind"] in ("battle", "clash"):
            zones = (event["zone"],) if event["kind"] == "battle" else tuple(event["link"])
            totals = dict(zip(event["powers"], event["totals"], strict=True))
            found.append(Fight(zones, totals, *event["winners"] or (None,)))
    return found


def _orders(scene: Scene) -> tuple[list[Arrow], list[Build], bool]:
    """The orders to draw, and whether they are those of the last turn: the position's own that the
    viewer may see, else those that the events reveal."""
    powers = scene.document["powers"]
    shown = [(state["id"], state["orders"]) for state in powers if state["orders"]]
    arrows = [arrow for power, orders in shown for arrow in moves_of(power, orders)]
    builds = [build for power, orders in shown for build in builds_of(power, orders)]
    if arrows or builds:
        return arrows, builds, False
    revealed = [event for event in scene.events if event["kind"] == "orders_revealed"]
    return [arrow for event in revealed for arrow in led(event["power"], event["orders"])], [], True


class _Picture:
    """The parts of the picture, each drawn into the box it is told."""

    def __init__(self, canvas: Canvas, scene: Scene, atlas: Atlas) -> None:
        self.canvas = canvas
        self.scene = scene
        self.atlas = atlas
        self.document = scene.document

    def header(self) -> None:
        box = Box(MARGIN + 4, 10, WIDTH - 2 * MARGIN - 8, 62)
        name, status = box.rows(36, 24)
        self.canvas.text(name, self.scene.words.title, 26, bold=True, fill=INK)
        self.canvas.text(status, _status(self.scene), 14, fill=MUTED)

    def map(self, fights: Sequence[Fight]) -> None:
        """Ground and ways, what moves on them, then zones and what happens there."""
        doc = self.document
        chart = Chart(self.canvas, self.scene, self.atlas)
        chart.ground(doc["control"])
        chart.ways()
        arrows, builds, past = _orders(self.scene)
        chart.arrows(arrows, past=past)
        chart.tolls()
        chart.zones(doc["control"], doc["units"])
        chart.builds(builds)
        for number, fight in enumerate(fights[:MOST_BATTLES], 1):
            if len(fight.zones) == 1:
                chart.battle(fight.zones[0], str(number))
            else:
                chart.clash(fight.zones[0], fight.zones[1], str(number))
        if doc["pending"]:
            contest = doc["pending"]
            if contest["zone"]:
                chart.battle(contest["zone"], "?")
            else:
                chart.clash(contest["link"][0], contest["link"][1], "?")
        self.canvas.rect(self.atlas.frame, Paint("none", "#8fa9b6", 1.5), radius=10)

    # --- below the map ---

    def legend(self, box: Box) -> None:
        """What the signs on the map mean."""
        words = self.scene.words
        chart = Chart(self.canvas, self.scene, self.atlas)
        x, y = box.x + 6, box.cy + 1
        for kind in CITADELS:
            citadel(self.canvas, (x + 6, y), kind)
            x = self._caption(x + 18, box, words.label("citadel_kind", kind))
        for name in LINK_TYPES:
            chart.sample((x, y), name)
            x = self._caption(x + 50, box, words.label("link", name))
        chart.bar((x, y))
        self._caption(x + 50, box, words.word("no_port"))

    def _caption(self, x: float, box: Box, text: str) -> float:
        """A text of the legend; returns where the next sign begins."""
        room = Box(x, box.y, max(0.0, min(190.0, box.right - x)), box.h)
        return self.canvas.text(room, text, 12, fill=MUTED, smallest=9) + 20

    def powers(self, box: Box) -> None:
        """A card for each power, in index order."""
        states = self.document["powers"]
        for seat, part in enumerate(box.columns(max(len(states), 2), GAP)[: len(states)]):
            self._power(part, seat, states[seat])

    def _power(self, box: Box, seat: int, state: Mapping[str, Any]) -> None:
        canvas, words, doc = self.canvas, self.scene.words, self.document
        power = state["id"]
        won = doc["result"] is not None and seat in doc["result"]["winners"]
        name = words.label("nation", power)
        with canvas.group(name, opacity=0.6 if state["eliminated"] else 1):
            edge = Paint(PANEL, "#c8960c", 2.5) if won else Paint(PANEL, LINE, 1.2)
            canvas.rect(box, edge, radius=10)
            canvas.rect(
                Box(box.x + 1, box.y + 8, 6, box.h - 16), Paint(MARKS[power].fill), radius=3
            )
            badge(canvas, self.scene, (box.x + 28, box.y + 24), 12, power)
            title = Box(box.x + 48, box.y + 12, 150, 24)
            x = canvas.text(title, name, 16, bold=True, fill=INK) + 10
            for text, look, ink in self._chips(seat, state, won):
                x = (
                    marks.chip(
                        canvas, x, box.y + 24, text, look=look, ink=ink, most=box.right - x - 8
                    )
                    + 6
                )
            facts = Box(box.x + 18, box.y + 46, box.w - 36, 48).columns(4, 6)
            for column, (caption, figure) in zip(facts, self._facts(power, state), strict=True):
                value, label = column.rows(28, 18)
                canvas.text(value, figure, 20, bold=True, fill=INK, smallest=9)
                canvas.text(label, caption, 11, fill=MUTED, smallest=8)

    def _chips(
        self, seat: int, state: Mapping[str, Any], won: bool
    ) -> list[tuple[str, Paint, str]]:
        words, doc = self.scene.words, self.document
        chips = []
        if seat == self.scene.seat:
            chips.append((words.word("you"), Paint("none", MUTED, 1.2), INK))
        if won:
            chips.append((words.word("winner"), Paint(GOLD), INK))
        elif state["eliminated"]:
            chips.append((words.word("eliminated"), Paint(SHADE), INK))
        elif doc["phase"] == "orders":
            word, look, ink = ("submitted", Paint(SHADE), MUTED)
            if not state["submitted"]:
                word, look, ink = ("to_play", Paint(INK), CARD)
            chips.append((words.word(word), look, ink))
        return chips

    def _facts(self, power: str, state: Mapping[str, Any]) -> list[tuple[str, str]]:
        doc, words = self.document, self.scene.words
        own = [zone for zone, owner in doc["control"].items() if owner == power]
        units = dict.fromkeys("MEG", 0)
        for there in doc["units"].values():
            if there["owner"] == power:
                units = {name: count + there[name] for name, count in units.items()}
        points = sum(self.atlas.points(zone, doc["variants"]) for zone in own)
        return [
            (words.word("points"), str(points)),
            (words.word("provinces"), str(len(own))),
            (words.word("ap_short"), str(state["ap"])),
            (words.word("units"), letters(units) or "0"),
        ]

    def battles(self, box: Box, fights: Sequence[Fight]) -> None:
        """The fights of the last turn in two columns, numbered as on the map."""
        words = self.scene.words
        head = Box(box.x + 4, box.y, 400, 20)
        end = self.canvas.text(head, self.scene.said("battles"), 13, bold=True, fill=INK)
        if len(fights) > MOST_BATTLES:
            more = f"+{len(fights) - MOST_BATTLES}"
            self.canvas.text(Box(end + 10, box.y, 60, 20), more, 13, fill=MUTED)
        for i, fight in enumerate(fights[:MOST_BATTLES]):
            column = box.columns(2, 24)[i % 2]
            row = Box(column.x, box.y + 22 + BATTLE_ROW * (i // 2), column.w, BATTLE_ROW)
            swords(self.canvas, (row.x + 13, row.cy), 9)
            number = Box(row.x + 6, row.y + 3, 14, 16)
            self.canvas.text(
                number, str(i + 1), 10, bold=True, fill=CARD, align="middle", smallest=6
            )
            place = " \N{EN DASH} ".join(words.label("zone", zone) for zone in fight.zones)
            room = Box(row.x + 30, row.y, 190, row.h)
            self.canvas.text(room, place, 13, bold=True, fill=INK)
            self._totals(Box(row.x + 226, row.y, row.w - 226, row.h), fight)

    def _totals(self, box: Box, fight: Fight) -> None:
        """Each power's sign with its total; the winner's is framed."""
        x = box.x
        for power, total in fight.totals.items():
            figure = str(total)
            wide = 28 + typeset.width(figure, 13, True)
            if x + wide > box.right:
                break
            if power == fight.winner:
                frame = Box(x - 4, box.y + 1, wide + 4, box.h - 2)
                self.canvas.rect(frame, Paint(SHADE, INK, 1.4), radius=8)
            badge(self.canvas, self.scene, (x + 9, box.cy), 8, power)
            room = Box(x + 22, box.y, wide - 22, box.h)
            self.canvas.text(room, figure, 13, bold=power == fight.winner, fill=INK)
            x += wide + 12
