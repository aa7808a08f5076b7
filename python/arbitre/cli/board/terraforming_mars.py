"""Terraforming Mars in a terminal: the planet, the players, milestones and awards, what everybody
has in play, and the own hand with its texts.

Reads documents with `arbitre.svg.terraforming_mars_position`, as the picture does. Of what a seat
doesn't see there is the number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.output import table
from arbitre.cli.words import words
from arbitre.rules import terraforming_mars as schema
from arbitre.rules.load import load_content
from arbitre.rules.tables import parse
from arbitre.rules.terraforming_mars_text import card_page, option_text
from arbitre.svg.scene import number, signed
from arbitre.svg.terraforming_mars_position import (
    PARAMETERS,
    RESOURCES,
    SPOTS,
    TAGS,
    TYPES,
    Content,
    Goal,
    Position,
    names,
    size,
)

DOT, DASH, TICK = "\N{MIDDLE DOT}", "\N{EN DASH}", "\N{CHECK MARK}"
UNITS = {"temperature": "\N{NO-BREAK SPACE}°C", "oxygen": "\N{NO-BREAK SPACE}%", "oceans": ""}
STYLES = ("bold red", "bold blue", "bold yellow", "bold magenta", "bold")
TILES = {"ocean": "blue", "greenery": "green", "city": "bold", "special": "magenta"}
WIDE = 8
"""Characters a hex."""


class TerraformingMars:
    """The look of the game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        self.words = words(lang, "terraforming_mars")
        self.tables = {rows.name: dict(rows.rows) for rows in parse(game.rules)}
        self.content = Content.read(self.tables)
        self.texts = self._texts()
        self.remarks: Mapping[str, Callable[[Position, Mapping[str, Any]], str]] = {
            "choose_corporation": lambda _, move: self.texts.get(move["corporation"], ""),
            "pick": lambda _, move: self._about_card(move["card"]),
            "play_card": lambda _, move: self._about_card(move["card"]),
            "card_action": lambda _, move: self._about_action(move["card"], move["alternative"]),
            "claim_milestone": self._about_milestone,
            "fund_award": self._about_award,
            "place": lambda position, move: self._about_hex(position, move["hex"]),
            "standard_project": lambda _, move: self._about_project(move["project"]),
            "choose_option": lambda position, move: self._about_option(position, move["option"]),
            "target_player": lambda position, move: self._about_player(position, move["player"]),
        }

    # --- what a board is asked ---

    def draw(self, state: State, seat: int) -> RenderableType:
        """Everything that the seat sees, from the planet to its hand."""
        position = Position(self.game.document(state), self.content)
        parts: list[RenderableType] = [self._head(position), "", *self._map(position), ""]
        parts += [self._players(position, seat), "", self._tags(position), ""]
        if not position.solo:
            parts += [self._goals(position), ""]
        parts += [self._tableaus(position), *self._own(position, seat)]
        return Group(*parts)

    def phrase(self, move: Move) -> str:
        """The description of the move."""
        return self.game.describe(move, self.lang)

    def remark(self, state: State, move: Move) -> str:
        """What it costs, asks for and does."""
        about = self.remarks.get(move.kind)
        if about is None:
            return ""
        return about(Position(self.game.document(state), self.content), dict(move))

    def names(self, state: State) -> Mapping[int, str]:
        """Seats are players, as events call them."""
        return {seat: self.labels.label("player", f"p{seat}") for seat in range(state.players)}

    # --- texts of cards ---

    def _texts(self) -> Mapping[str, str]:
        """The text of every card and corporation in one line; those that a file laid over the rules
        adds have none."""
        content = load_content(self.game.name, self.game.overlay)
        assert isinstance(content, schema.Content)
        ids = (*(card.id for card in content.cards), *(c.id for c in content.corporations))
        return {id: " ".join(card_page(content, id, self.labels).text) for id in ids}

    def _about_card(self, name: str) -> str:
        card = self.content.cards[name]
        return f"{card.cost}{self.words['money']} {DOT} {self.texts.get(name, '')}".rstrip(
            f" {DOT}"
        )

    def _about_action(self, name: str, alternative: int) -> str:
        """The texts of all alternatives; which one it is stands in the move."""
        return self.texts.get(name, "")

    def _about_project(self, name: str) -> str:
        cost = self.tables["projects"][name][0]
        return f"{cost}{self.words['money']}" if cost else ""

    def _about_milestone(self, position: Position, move: Mapping[str, Any]) -> str:
        goal = position.milestone(move["milestone"])
        return f"{self._values(position, goal)} ({goal.least})"

    def _about_award(self, position: Position, move: Mapping[str, Any]) -> str:
        return self._values(position, position.award(move["award"]))

    def _values(self, position: Position, goal: Goal) -> str:
        seats = range(len(position.seats))
        return ", ".join(f"{seat}: {number(position.measure(goal, seat))}" for seat in seats)

    def _about_hex(self, position: Position, name: str) -> str:
        if name not in self.content.hexes:
            return ""
        parts = [
            f"{n} {self.labels.field('card') if what == 'card' else self._resource(what)}"
            for what, n in self.content.hexes[name].bonus.items()
        ]
        oceans = position.count_beside(name, "ocean")
        if oceans:
            parts.append(self.words["beside"].format(n=oceans))
        return ", ".join(parts)

    def _about_option(self, position: Position, option: int) -> str:
        top = position.document["stack"][-1]
        if top["frame"] != "ops":
            return ""
        return option_text(self.tables, f"{top['path']}/{top['pc']}/options/{option}", self.labels)

    def _about_player(self, position: Position, player: str) -> str:
        seat = position.seat_of(player)
        if seat is None:
            return ""
        own = position.seats[seat]
        return self._amounts(own["stock"], own["production"])

    # --- parts ---

    def _resource(self, name: str) -> str:
        return self.labels.label("resource", name)

    def _amounts(self, stock: Mapping[str, int], production: Mapping[str, int]) -> str:
        return ", ".join(
            f"{self._resource(name)} {number(stock[name])} ({signed(production[name])})"
            for name in RESOURCES
            if stock[name] or production[name]
        )

    def _head(self, position: Position) -> Text:
        word, document = self.labels.word, position.document
        parts = [f"{self.labels.field('generation')} {document['generation']}"]
        parts.append(self.labels.label("phase", document["phase"]))
        parts += [
            f"{word(f'{name}_track')} {number(document[name])}{UNITS[name]}" for name in PARAMETERS
        ]
        parts.append(f"{word('deck_cards')} {size(document['deck'])}")
        return Text(f" {DOT} ".join(parts), style="dim")

    def _map(self, position: Position) -> Iterator[Text]:
        """Two lines for each row of hexes: their names, then what is on them or what they print."""
        rows: dict[int, list[str]] = {}
        for name, hex in self.content.hexes.items():
            rows.setdefault(hex.r, []).append(name)
        for r, row in rows.items():
            above, below = Text(" " * (WIDE // 2 * abs(r))), Text(" " * (WIDE // 2 * abs(r)))
            for name in row:
                above.append(name.ljust(WIDE), style="dim")
                below.append_text(self._hex(position, name))
            yield above
            yield below
        cities = [
            self.words["item"].format(
                name=self.labels.label("place", spot),
                value=self._owner(position.document["off_map"][spot]),
            )
            for spot in SPOTS
        ]
        yield Text(f" {DOT} ".join(cities))
        yield Text(self.words["map_key"], style="dim")

    def _owner(self, owner: str | None) -> str:
        if owner is None:
            return DASH
        return self.labels.label("target", owner)

    def _hex(self, position: Position, name: str) -> Text:
        hex, tile = self.content.hexes[name], position.tiles.get(name)
        if tile is not None:
            owner = tile["owner"]
            whose = "" if owner is None else "N" if owner == "neutral" else owner[1:]
            seat = position.seat_of(owner)
            style = TILES[tile["tile"]] if seat is None else STYLES[seat]
            shown = f"{self.words[tile['tile']]} {whose}"
            return Text(shown[: WIDE - 1].ljust(WIDE), style=style)
        claimed = position.document["claims"].get(name)
        if claimed is not None:
            return Text(f"({claimed[1:]})".ljust(WIDE), style=STYLES[int(claimed[1:])])
        mark = "~" if hex.reserved == "ocean" else "^" if hex.volcanic else ""
        mark = "#" if hex.reserved == "noctis_city" else mark
        printed = " ".join(f"{n}{self.words[what]}" for what, n in hex.bonus.items())
        text = f"{mark}{printed}" or DOT
        return Text(text.ljust(WIDE), style="cyan" if hex.reserved == "ocean" else "")

    def _named(self, position: Position, seat: int) -> Text:
        return Text(self.labels.label("player", position.ids[seat]), style=STYLES[seat])

    def _players(self, position: Position, viewer: int) -> Table:
        word = self.labels.word
        columns = ["", self.labels.field("corporation"), word("rating")]
        columns += [self._resource(name) for name in RESOURCES]
        columns += [word("hand_cards"), ""]
        rows = table(*columns, right=(2, 3, 4, 5, 6, 7, 8, 9))
        for seat, own in enumerate(position.seats):
            corporation = own["corporation"]
            rows.add_row(
                self._named(position, seat),
                self.labels.label("corporation", corporation) if corporation else DASH,
                str(own["tr"]),
                *(
                    f"{number(own['stock'][name])} {signed(own['production'][name])}"
                    for name in RESOURCES
                ),
                str(size(own["hand"])),
                ", ".join(self._marks(position, seat)),
                style="bold" if seat == viewer else "",
            )
        return rows

    def _tags(self, position: Position) -> Table:
        """The tags that everybody has in play."""
        columns = (self.words["tags"], *map(self.labels.word, TAGS))
        rows = table(*columns, right=tuple(range(1, len(columns))))
        for seat in range(len(position.seats)):
            counts = position.tags(seat)
            shown = (str(counts[tag]) if counts[tag] else DOT for tag in TAGS)
            rows.add_row(self._named(position, seat), *shown)
        return rows

    def _marks(self, position: Position, seat: int) -> Iterator[str]:
        word = self.labels.word
        if position.document["first_player"] == position.ids[seat] and not position.solo:
            yield word("starts")
        if position.seats[seat]["passed"] and not position.over:
            yield word("has_passed")
        if position.over:
            yield f"{position.points(seat)} {word('points')}"

    def _goals(self, position: Position) -> Table:
        """Milestones and awards: whose they are, and what everybody has of what they count."""
        seats = range(len(position.seats))
        columns = (self.labels.word("milestones"), "", *map(str, seats))
        rows = table(*columns, right=tuple(seat + 2 for seat in seats))
        for name, owner in position.document["milestones"].items():
            goal = position.milestone(name)
            label = f"{self.labels.label('milestone', name)} {goal.least}"
            self._goal(position, rows, label, owner, goal)
        rows.add_row(Text(self.labels.word("awards"), style="dim"))
        funders = {one["award"]: one["funder"] for one in position.document["awards"]}
        for name in self.content.awards:
            label = self.labels.label("award", name)
            self._goal(position, rows, label, funders.get(name), position.award(name))
        return rows

    def _goal(
        self, position: Position, rows: Table, label: str, owner: str | None, goal: Goal
    ) -> None:
        values = (number(position.measure(goal, i)) for i in range(len(position.seats)))
        style = "" if owner is None else "bold"
        rows.add_row(label, self._owner(owner), *values, style=style)

    def _tableaus(self, position: Position) -> Table:
        """What everybody has in play, with what lies on it; a tick where the action was used."""
        rows = table("", self.labels.word("in_play"))
        for seat, own in enumerate(position.seats):
            said = [self._in_play(card) for kind in TYPES for card in position.played(seat, kind)]
            if count := size(own["events"]):
                seen = ", ".join(self.labels.label("card", card) for card in names(own["events"]))
                events = f"{self.labels.word('event_cards')} {count}"
                said.append(f"{events} ({seen})" if seen else events)
            rows.add_row(self._named(position, seat), ", ".join(said) or DASH)
        return rows

    def _in_play(self, card: Mapping[str, Any]) -> str:
        text = self.labels.label("card", card["card"])
        if card["resources"]:
            text += (
                f" ({card['resources']} {self.labels.word(self.content.cards[card['card']].holds)})"
            )
        return f"{text} {TICK}" if card["used"] else text

    def _own(self, position: Position, viewer: int) -> Iterator[RenderableType]:
        """The cards that only the viewer sees."""
        if viewer >= len(position.seats):
            return
        own, word = position.seats[viewer], self.labels.word
        offered = names(own["offered_corporations"])
        if offered and own["corporation"] is None:
            yield ""
            rows = table(word("offered_corporations"), "")
            for name in offered:
                chosen = f" {TICK}" if name == own["chosen_corporation"] else ""
                rows.add_row(
                    self.labels.label("corporation", name) + chosen, self.texts.get(name, "")
                )
            yield rows
        lists = ("offered_cards", "offered"), ("picked_cards", "picked"), ("hand_cards", "hand")
        for heading, key in lists:
            if cards := names(own[key]):
                yield ""
                yield self._cards(word(heading), cards)

    def _cards(self, heading: str, cards: Sequence[str]) -> Table:
        rows = table(heading, "M€", "", right=(1,))
        for name in cards:
            cost = str(self.content.cards[name].cost)
            rows.add_row(self.labels.label("card", name), cost, self.texts.get(name, ""))
        return rows
