"""Sept Solines in a terminal: the river, the own table under the audience curve, the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.output import table
from arbitre.cli.words import words
from arbitre.rules.tables import parse

SLOTS = 7
NOTHING = "\N{MIDDLE DOT}"
DASH = "\N{EN DASH}"
STYLES = {"blue": "blue", "orange": "dark_orange", "green": "green"}


class SeptSolines:
    """The look of the game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        self.words = words(lang, "sept_solines")
        tables = {rows.name: dict(rows.rows) for rows in parse(game.rules)}
        colours = list(tables["colours"])
        names = {-1: "", **dict(enumerate(colours))}
        self.multipliers = [cells[0] for cells in tables["multipliers"].values()]
        self.comments = {
            board: [names[cell] for cell in cells] for board, cells in tables["boards"].items()
        }
        self.cards = {
            number: (cells[0], names[cells[1]])
            for number, cells in enumerate(tables["cards"].values(), 1)
        }

    def draw(self, state: State, seat: int) -> RenderableType:
        """River, own table, the others and the supply."""
        position = self.game.document(state)
        own = position["seats"][seat]
        parts: list[RenderableType] = [self._head(position), "", self._river(position["river"])]
        parts += ["", self._own_head(own), self._table(own), "", self._others(position, seat)]
        return Group(*parts)

    def phrase(self, move: Move) -> str:
        """Places and cards by their numbers; the remark tells more."""
        template = self.words.get(move.kind)
        return template.format(**dict(move)) if template else self.game.describe(move, self.lang)

    def remark(self, state: State, move: Move) -> str:
        """The card that a move takes."""
        fields = dict(move)
        if fields["kind"] not in ("take", "disc_orange", "disc_blue"):
            return ""
        place = self.game.document(state)["river"][fields["place"]]
        card, cubes = place["card"], place["cubes"]
        value, dot = self.cards[card]
        parts = [_signed(value)]
        parts += [self.labels.label("colour", dot)] if dot else []
        if cubes:
            parts.append(self._item(self.labels.field("cubes"), cubes))
        title = self.labels.label("card", card)
        return f"{self.labels.field('card')} {card} ({', '.join(parts)}) {title}"

    def names(self, state: State) -> Mapping[int, str]:
        """Seats are seats."""
        return {}

    # --- parts ---

    def _head(self, position: Mapping[str, Any]) -> Text:
        word = self.labels.word
        numbers = {"round": position["round"], "rounds": position["variants"]["rounds"]}
        parts = [
            f"{word('round')} {self.words['round_of'].format(**numbers)}",
            f"{word('deck')} {len(position['deck'])}",
            self._item(word("supply"), self._counts(position["supply"])),
        ]
        return Text(f" {NOTHING} ".join(parts), style="dim")

    def _river(self, river: Sequence[Mapping[str, int]]) -> RenderableType:
        if not river:
            return Text(self._item(self._title("river"), DASH))
        rows = _grid(self._title("river"), len(river))
        rows.add_row(self.labels.field("place"), *map(str, range(len(river))), style="dim")
        rows.add_row(self.labels.field("card"), *(Text(str(p["card"]), "bold") for p in river))
        self._add_cards(rows, [place["card"] for place in river])
        cubes = (str(place["cubes"]) if place["cubes"] else NOTHING for place in river)
        rows.add_row(self.labels.field("cubes"), *cubes)
        return rows

    def _own_head(self, own: Mapping[str, Any]) -> Text:
        board = self.labels.label("board", own["board"]) if own["board"] else DASH
        word = self.labels.word
        facts = (
            f"{word('score')} {_signed(own['score'], plus=False)}",
            f"{word('cubes')} {own['cubes']}",
            self._item(word("discs"), self._counts(own["discs"])),
        )
        head = Text(self._item(self.words["your_table"], board), style="bold")
        return head.append(f" {NOTHING} {f' {NOTHING} '.join(facts)}", style="not bold")

    def _table(self, own: Mapping[str, Any]) -> Table:
        rows = _grid("", SLOTS)
        rows.add_row(self.labels.field("slot"), *map(str, range(1, SLOTS + 1)), style="dim")
        times = (f"\N{MULTIPLICATION SIGN}{_signed(m, plus=False)}" for m in self.multipliers)
        rows.add_row(self.words["times"], *times)
        if own["board"]:
            comments = self.comments[own["board"]]
            rows.add_row(self.words["comment"], *map(self._dot, comments))
        cards = own["cards"]
        if cards:
            rows.add_row(self.labels.field("card"), *(Text(str(card), "bold") for card in cards))
            self._add_cards(rows, cards)
        open_slots = SLOTS - len(cards)
        if cards and open_slots:
            ends = (f"{slot}{DASH}{slot + open_slots}" for slot in range(1, len(cards) + 1))
            rows.add_row(self.words["may_end"], *ends, style="dim")
        return rows

    def _others(self, position: Mapping[str, Any], seat: int) -> Table:
        label, field, word = self.labels.label, self.labels.field, self.labels.word
        columns = (
            "",
            field("board"),
            word("cubes"),
            word("discs"),
            field("score"),
            self.words["cards"],
        )
        rows = table(*columns, right=(2, 4), title=self.words["others"])
        for other, held in enumerate(position["seats"]):
            if other == seat:
                continue
            rows.add_row(
                label("seat", other),
                label("board", held["board"]) if held["board"] else DASH,
                str(held["cubes"]),
                self._counts({c: n for c, n in held["discs"].items() if n}) or NOTHING,
                _signed(held["score"], plus=False),
                Text(", ").join(map(self._short, held["cards"])) if held["cards"] else NOTHING,
            )
        return rows

    def _add_cards(self, rows: Table, cards: Sequence[int]) -> None:
        values = (_signed(self.cards[card][0]) for card in cards)
        rows.add_row(self.words["value"], *values)
        rows.add_row(self.words["dot"], *(self._dot(self.cards[card][1]) for card in cards))

    def _dot(self, colour: str) -> Text:
        name = self.labels.label("colour", colour) if colour else NOTHING
        return Text(name, style=STYLES.get(colour, ""))

    def _short(self, card: int) -> Text:
        value, dot = self.cards[card]
        text = Text(f"{card} ").append(f"({_signed(value)}")
        if dot:
            text.append(" ").append_text(self._dot(dot))
        return text.append(")")

    def _counts(self, counts: Mapping[str, int]) -> str:
        return ", ".join(f"{self.labels.label('colour', c)} {n}" for c, n in counts.items())

    def _item(self, name: str, value: object) -> str:
        return self.words["item"].format(name=name, value=value)

    def _title(self, name: str) -> str:
        word = self.labels.word(name)
        return word[:1].upper() + word[1:]


def _grid(title: str, columns: int) -> Table:
    """Rows with their name on the left and one column for each place or slot."""
    made = table("", *("" for _ in range(columns)), title=title)
    made.show_header = False
    for column in made.columns[1:]:
        column.justify = "center"
        column.min_width = 7
    return made


def _signed(value: int, *, plus: bool = True) -> str:
    text = f"{value:+d}" if plus and value else str(value)
    return text.replace("-", "\N{MINUS SIGN}")
