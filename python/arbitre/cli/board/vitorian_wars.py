"""Vitorian Wars in a terminal: the rows of the battlefield, the own hand, both command zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.output import table
from arbitre.rules.tables import parse
from arbitre.svg.vitorian_wars_position import COLUMNS, Content, cells, count, viewer

NOTHING = "\N{MIDDLE DOT}"
TIMES = "\N{MULTIPLICATION SIGN}"


class VitorianWars:
    """The look of the game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        tables = {rows.name: dict(rows.rows) for rows in parse(game.rules)}
        self.content = Content.read(tables)
        self.resources = tables["resources"]

    def draw(self, state: State, seat: int) -> RenderableType:
        """The battlefield with the own side below, the combat, the command zones, the hand."""
        position = self.game.document(state)
        below = viewer(position, seat)
        parts: list[RenderableType] = [self._head(position), "", self._grid(position, below)]
        if position["combat"] is not None:
            parts += ["", self._combat(position["combat"])]
        parts += ["", self._zones(position), "", self._hand(position["players"][below]["hand"])]
        return Group(*parts)

    def phrase(self, move: Move) -> str:
        """The description of the move."""
        return self.game.describe(move, self.lang)

    def remark(self, state: State, move: Move) -> str:
        """What a card costs, and what a unit is worth."""
        fields = dict(move)
        position = self.game.document(state)
        said = []
        card = self.content.cards.get(fields.get("card", ""))
        if card is not None and fields["kind"] != "discard":
            personnel, supplies = card.cost
            said.append(f"{self.labels.word('level')} {card.level}, {personnel} P {supplies} S")
            if card.attack or card.defense:
                said.append(f"{card.attack}/{card.defense}")
        for name in ("from", "target", "cell"):
            cell = fields.get(name, "")
            if cell in position["grid"]:
                said.append(self._unit(position, cell))
        return ", ".join(said)

    def names(self, state: State) -> Mapping[int, str]:
        """What the sovereigns are called."""
        players = self.game.document(state)["players"]
        names = [self.labels.label("sovereign", player["sovereign"]) for player in players]
        return {} if names[0] == names[1] else dict(enumerate(names))

    # --- parts ---

    def _head(self, position: Mapping[str, Any]) -> Text:
        word = self.labels.word
        parts = [f"{word('turn')} {position['turn']}", word(position["phase"])]
        if position["active"] is not None:
            parts.append(self.labels.label("seat", position["active"]))
        return Text(f" {NOTHING} ".join(parts), style="dim")

    def _grid(self, position: Mapping[str, Any], below: int) -> Table:
        rows = Table(show_header=True, expand=False)
        rows.add_column("")
        for column in range(1, COLUMNS + 1):
            rows.add_column(str(column), justify="center", min_width=14)
        sides = ((1 - below, "R"), (1 - below, "V"), (below, "V"), (below, "R"))
        for number, (seat, row) in enumerate(sides):
            name = self.labels.word("vanguard" if row == "V" else "rear_guard")
            head = Text(f"{name}\n{self.labels.label('seat', seat)}", style="dim")
            shown = [self._cell(position, cell) for cell in cells(seat, row)]
            rows.add_row(head, *shown, end_section=number == 1)
        return rows

    def _cell(self, position: Mapping[str, Any], cell: str) -> Text:
        unit = position["grid"].get(cell)
        if unit is None:
            return Text(NOTHING, style="dim")
        style = "dim" if unit["exhausted"] else "bold"
        text = Text(self.labels.label("card", unit["card"]), style=style)
        return text.append(f"\n{self._worth(position, cell)}", style="not bold")

    def _worth(self, position: Mapping[str, Any], cell: str) -> str:
        unit = position["grid"][cell]
        worth = self.content.figures(position, cell)
        said = [f"{worth.attack}/{worth.defense}"]
        said += [self.labels.label("keyword", word) for word in worth.keywords]
        if unit["shields"]:
            said.append(f"{self.labels.label('keyword', 'shield')} {TIMES}{unit['shields']}")
        if unit["exhausted"]:
            said.append(self.labels.word("exhausted"))
        return ", ".join(said)

    def _unit(self, position: Mapping[str, Any], cell: str) -> str:
        unit = position["grid"][cell]
        return f"{self.labels.label('card', unit['card'])} {self._worth(position, cell)}"

    def _combat(self, combat: Mapping[str, Any]) -> Text:
        label, word = self.labels.label, self.labels.word
        attacker = label("cell", combat["attacker"]) if combat["attacker"] else NOTHING
        target = label("target", combat["target"]) if combat["target"] else NOTHING
        text = Text(f"{word('combat')}: {attacker} \N{RIGHTWARDS ARROW} {target}", style="bold")
        for order in combat["orders"]:
            text.append(f"\n  {label('seat', order['seat'])}: {label('card', order['card'])}")
        return text

    def _zones(self, position: Mapping[str, Any]) -> Table:
        word = self.labels.word
        columns = ("", word("pile"), word("hand"), word("deck"), word("convoy"), word("zone"))
        rows = table(*columns, word("field"), right=(1, 2, 3, 4))
        for seat, player in enumerate(position["players"]):
            field = self.labels.label("card", player["field"]) if player["field"] else NOTHING
            rows.add_row(
                self.labels.label("seat", seat),
                str(count(player["pile"])),
                str(count(player["hand"])),
                str(count(player["deck"]) + count(player["deck_bottom"])),
                str(count(player["convoy"])),
                self._resources(player["zone"]),
                field,
            )
        return rows

    def _resources(self, zone: Mapping[str, Mapping[str, int]]) -> str:
        said = []
        for state in ("ready", "exhausted"):
            worth = {"P": 0, "S": 0}
            for resource, n in zone[state].items():
                kind, value = self.resources[resource][:2]
                worth["PS"[kind]] += n * value
            said.append(f"{self.labels.word(state)} {worth['P']} P {worth['S']} S")
        return ", ".join(said)

    def _hand(self, hand: Mapping[str, int] | int) -> RenderableType:
        word = self.labels.word
        if isinstance(hand, int):
            return Text(f"{word('hand')}: {hand}")
        rows = table(word("hand"), word("level"), "P", "S", "", right=(1, 2, 3))
        for name, n in hand.items():
            card = self.content.cards[name]
            title = self.labels.label("card", name) + (f" {TIMES}{n}" if n > 1 else "")
            worth = f"{card.attack}/{card.defense}" if card.attack or card.defense else ""
            rows.add_row(title, str(card.level), str(card.cost[0]), str(card.cost[1]), worth)
        return rows
