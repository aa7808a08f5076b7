"""Vitorian Wars as pictures and boards read it: the cards, and what each unit is worth just now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arbitre.svg.scene import Tables

COLUMNS = 5
STATIC, ATTACHED = 7, 8
MODIFY, GRANT = 0, 1
DEFENSE_OFFSET = 99
ANY_ROW = 2


class Card(NamedTuple):
    """What is printed on a card; keywords and subtypes as bits."""

    kind: int
    faction: int
    level: int
    cost: tuple[int, int]
    attack: int
    defense: int
    subtypes: int
    keywords: int
    host: int


class Figures(NamedTuple):
    """What a unit is worth now, and the keywords that it has."""

    attack: int
    defense: int
    keywords: tuple[str, ...]


class Content(NamedTuple):
    """The compiled cards and what their lasting abilities do."""

    cards: Mapping[str, Card]
    names: Sequence[str]
    factions: Sequence[str]
    keywords: Sequence[str]
    numbers: Mapping[str, int]
    """Of each sovereign: the size of its defense pile."""
    lasting: Mapping[str, list[tuple[int, Sequence[int]]]]
    """Of each card: (trigger, op) of its static and attached abilities."""
    selectors: Sequence[Sequence[int]]

    @classmethod
    def read(cls, tables: Tables) -> Content:
        """Read the compiled rules."""
        cards = {
            card_id: Card(row[0], row[1], row[2], (row[3], row[4]), *row[5:])
            for card_id, row in tables["cards"].items()
        }
        names = list(cards)
        lasting: dict[str, list[tuple[int, Sequence[int]]]] = {}
        ops = iter(tables["ops"].values())
        for holder, trigger, _, _, count in tables["abilities"].values():
            own = [next(ops) for _ in range(count)]
            if trigger in (STATIC, ATTACHED):
                lasting.setdefault(names[holder], []).extend((trigger, op) for op in own)
        return cls(
            cards,
            names,
            list(tables["factions"]),
            list(tables["keywords"]),
            {name: row[0] for name, row in tables["sovereigns"].items()},
            lasting,
            list(tables["selectors"].values()),
        )

    def figures(self, document: Mapping[str, Any], cell: str) -> Figures:
        """Attack, defense and keywords of the unit of a cell (VW 5.4)."""
        unit = document["grid"][cell]
        card = self.cards[unit["card"]]
        attack, defense = card.attack, card.defense
        for trigger, op in self.lasting.get(unit["equipment"] or "", ()):
            if trigger == ATTACHED and op[0] == MODIFY:
                attack, defense = attack + op[1], defense + op[3] - DEFENSE_OFFSET
        for mod in unit["mods"].values():
            attack, defense = attack + mod["atk"], defense + mod["def"]
        for source, seat, op in self._static(document):
            if op[0] == MODIFY and self._meant(document, op[2], seat, source, cell):
                attack, defense = attack + op[1], defense + op[3] - DEFENSE_OFFSET
        bits = self._keywords(unit)
        held = tuple(word for i, word in enumerate(self.keywords) if bits >> i & 1)
        return Figures(max(attack, 0), max(defense, 0), held)

    def _keywords(self, unit: Mapping[str, Any]) -> int:
        bits = self.cards[unit["card"]].keywords
        for trigger, op in self.lasting.get(unit["equipment"] or "", ()):
            if trigger == ATTACHED and op[0] == GRANT:
                bits |= 1 << op[3]
        for mod in unit["mods"].values():
            for word in mod["keywords"]:
                bits |= 1 << self.keywords.index(word)
        return bits

    def _static(self, document: Mapping[str, Any]) -> Iterator[tuple[str, int, Sequence[int]]]:
        """The operations of what is in play: the cell they come from, whose they are, and they."""
        for seat, player in enumerate(document["players"]):
            for trigger, op in self.lasting.get(player["field"] or "", ()):
                if trigger == STATIC:
                    yield "", seat, op
        for cell, unit in document["grid"].items():
            for trigger, op in self.lasting.get(unit["card"], ()):
                if trigger == STATIC:
                    yield cell, int(cell[0]), op

    def _meant(
        self, document: Mapping[str, Any], selector: int, seat: int, source: str, cell: str
    ) -> bool:
        _, enemy, row, subtypes, keywords, level, other, _, _ = self.selectors[selector]
        unit = document["grid"][cell]
        card = self.cards[unit["card"]]
        return (
            int(cell[0]) == (1 - seat if enemy else seat)
            and (row == ANY_ROW or "RV"[row] == cell[1])
            and (not subtypes or bool(card.subtypes & subtypes))
            and (not keywords or bool(self._keywords(unit) & keywords))
            and (level < 0 or card.level <= level)
            and not (other and source == cell)
        )


def count(bag: Mapping[str, int] | Sequence[object] | int | None) -> int:
    """How many cards there are, seen or hidden."""
    if bag is None:
        return 0
    if isinstance(bag, int):
        return bag
    return sum(bag.values()) if isinstance(bag, Mapping) else len(bag)


def viewer(document: Mapping[str, Any], seat: int | None) -> int:
    """Whose side is drawn below: the one who looks, else seat 0."""
    return seat if seat in (0, 1) else 0


def cells(seat: int, row: str) -> list[str]:
    """The cells of a row, from column 1 on."""
    return [f"{seat}{row}{column}" for column in range(1, COLUMNS + 1)]
