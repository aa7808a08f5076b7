"""Solar in a terminal: the nations, the map, routes, tensions and bonds, and what is asked.

Reads documents with `arbitre.svg.solar_position`, as the picture does. What a seat doesn't know is
a question mark, or an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.output import table
from arbitre.cli.words import words
from arbitre.rules.tables import parse
from arbitre.svg.solar_points import told_points
from arbitre.svg.solar_position import RESOURCES, Content, Holding, Position

DOT, DASH, TIMES = "\N{MIDDLE DOT}", "\N{EN DASH}", "\N{MULTIPLICATION SIGN}"
STYLES = {"terrans": "blue", "martians": "red", "jovians": "dark_orange", "belters": "magenta"}
TURNS = 10


class Solar:
    """The look of the game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        self.words = words(lang, "solar")
        tables = parse(game.rules)
        self.tables = {rows.name: dict(rows.rows) for rows in tables}
        self.content = Content.read(self.tables)
        self.rows = {
            rows.name: {
                name: dict(zip(rows.columns, cells, strict=True)) for name, cells in rows.rows
            }
            for rows in tables
        }
        self.remarks: Mapping[str, Callable[[Position, Mapping[str, Any]], str]] = {
            "colonize": self._about_node,
            "upgrade": self._about_node,
            "assault": self._about_target,
            "war_colony": self._about_target,
            "raid": self._about_target,
            "build_route": self._about_link,
            "buy_technology": lambda _, move: self._about_technology(move["technology"]),
            "telepathy_copy": lambda _, move: self._about_technology(move["technology"]),
            "steal": lambda _, move: self._about_technology(move["technology"]),
            "buy_civic": lambda _, move: self._price("civics", move["civic"]),
            "adopt_government": lambda _, move: self._price("governments", move["form"]),
            "buy_military": lambda _, move: self._about_military(move["card"]),
            "investment": lambda _, move: self._price("investments", move["investment"]),
            "choose_agenda": lambda _, move: self._points(
                self.rows["agendas"][move["agenda"]]["vp"]
            ),
        }

    # --- what a board is asked ---

    def draw(self, state: State, seat: int) -> RenderableType:
        """Everything that the seat sees, from the nations to the question of the moment."""
        position = Position(self.game.document(state), self.content)
        parts: list[RenderableType] = [self._head(position), "", self._nations(position, seat), ""]
        parts += [self._map(position), ""]
        if any(nation["routes"] for nation in position.nations):
            parts += [self._routes(position), ""]
        parts += [self._tensions(position)]
        parts += [Text(line) for line in self._bonds(position)]
        parts += ["", *self._own(position, seat)]
        if asked := self._asked(position):
            parts += ["", asked]
        return Group(*parts)

    def phrase(self, move: Move) -> str:
        """The description of the move."""
        return self.game.describe(move, self.lang)

    def remark(self, state: State, move: Move) -> str:
        """What it costs and brings, and whom it meets."""
        about = self.remarks.get(move.kind)
        if about is None:
            return ""
        return about(Position(self.game.document(state), self.content), dict(move))

    def names(self, state: State) -> Mapping[int, str]:
        """Seats are nations."""
        ids = (nation["id"] for nation in self.game.document(state)["nations"])
        return {seat: self.labels.label("people", nation) for seat, nation in enumerate(ids)}

    # --- remarks ---

    def _about_node(self, position: Position, move: Mapping[str, Any]) -> str:
        node = self.content.nodes[move["node"]]
        parts = [
            self._points(node.points),
            self._amounts(energy=node.energy, materials=node.materials),
        ]
        return f" {DOT} ".join(part for part in parts if part)

    def _about_target(self, position: Position, move: Mapping[str, Any]) -> str:
        held = position.held.get(move["node"], ())
        owners = [f"{self._nation(position, one.seat)} {one.colony['level']}" for one in held]
        return ", ".join(owners)

    def _about_link(self, position: Position, move: Mapping[str, Any]) -> str:
        others = position.lanes.get((move["a"], move["b"]), ())
        ends = [one.seat for end in (move["a"], move["b"]) for one in position.held.get(end, ())]
        seats = sorted({*ends, *(lane.seat for lane in others)} - set(position.asked))
        return ", ".join(self._nation(position, seat) for seat in seats)

    def _about_technology(self, name: str) -> str:
        if name not in self.rows["technologies"]:
            return ""
        row = self.rows["technologies"][name]
        branch = self.labels.label("branch", self.content.technologies[name].branch)
        price = self._price("technologies", name)
        return f" {DOT} ".join((f"{branch} {row['tier']}", price, self._points(row["vp"])))

    def _about_military(self, name: str) -> str:
        row = self.rows["military_cards"][name]
        return f"{self._price('military_cards', name)} {DOT} {self._points(row['vp'])}"

    def _price(self, kind: str, name: str) -> str:
        row = self.rows[kind].get(name)
        return "" if row is None else self._amounts(**{r: row[f"cost_{r}"] for r in RESOURCES})

    def _amounts(self, **amounts: int) -> str:
        return " ".join(f"{count}{self.words[name]}" for name, count in amounts.items() if count)

    def _points(self, points: int) -> str:
        return f"{points} {self.labels.word('victory_points')}"

    # --- parts ---

    def _head(self, position: Position) -> Text:
        word, doc = self.labels.word, position.document
        now, soon = (
            doc["event_schedule"][min(4, (doc["turn"] + ahead) // 2 - 1)] for ahead in (0, 1)
        )
        parts = [f"{word('turn')} {doc['turn']}/{TURNS}", word(doc["phase"])]
        if doc["turn"] % 2 == 0 and now:
            parts.append(self._item(word("event"), self.labels.label("event", now)))
        elif soon and doc["turn"] % 2:
            parts.append(self._item(self.words["event_next"], self.labels.label("event", soon)))
        if doc["order"]:
            order = ", ".join(self._nation(position, seat) for seat in doc["order"])
            parts.append(self._item(word("order"), order))
        return Text(f" {DOT} ".join(parts), style="dim")

    def _nations(self, position: Position, viewer: int) -> Table:
        word = self.labels.word
        columns = [
            "",
            word("victory_points"),
            self.words["ac"],
            *(word(name) for name in RESOURCES),
        ]
        columns += [word("force"), word("government"), word("colonies"), word("routes")]
        rows = table(*columns, right=(1, 2, 3, 4, 5, 6, 7))
        for seat, nation in enumerate(position.nations):
            stock = nation["stock"] or dict.fromkeys(RESOURCES)
            points = told_points(position, self.tables, seat)
            joined, total = position.connected(seat), len(nation["colonies"])
            level = f"{word('level')} {position.government_level(seat)}"
            style = "bold" if seat == viewer else "dim" if nation["eliminated"] else ""
            rows.add_row(
                self._named(position, seat),
                _number(points),
                f"{nation['ac_left']}/{nation['ac_max']}",
                *(_shown(stock[name]) for name in RESOURCES),
                self._force(position, viewer, seat),
                f"{self.labels.label('form', nation['gov_form'])}, {level}",
                str(total) if joined == total else f"{total} ({joined} {self.words['joined']})",
                str(len(nation["routes"])),
                style=style,
            )
        return rows

    def _force(self, position: Position, viewer: int, seat: int) -> str:
        nation = position.nations[seat]
        reserve, guess = nation["reserve"], position.estimate(viewer, seat)
        text = "?" if guess is None else f"{guess} ±3"
        if reserve is not None:
            text = str(reserve)
        back = sum(one["count"] for one in nation["recovery"] or ())
        return f"{text} +{back}" if back else text

    def _map(self, position: Position) -> Table:
        word, label = self.labels.word, self.labels.label
        columns = (
            "",
            word("victory_points"),
            self.words["energy"],
            self.words["materials"],
            word("colonies"),
        )
        rows = table(*columns, right=(1, 2, 3))
        for name, node in self.content.nodes.items():
            held = position.held.get(name, ())
            owners = Text(", ").join(self._holding(position, one) for one in held)
            home = next((n for n, at in self.content.homes.items() if at == name), None)
            star = " *" if home in position.ids else ""
            rows.add_row(
                label("node", name) + star,
                str(node.points),
                str(node.energy),
                str(node.materials),
                owners if held else Text(DOT, style="dim"),
            )
        return rows

    def _holding(self, position: Position, one: Holding) -> Text:
        word = self.labels.word
        text = self._named(position, one.seat).append(f" {one.colony['level']}")
        marks = [word("isolated")] if not one.connected else []
        marks += [word("guest")] if one.colony["no_upgrade"] else []
        marks += [f"{word('hostile')} {one.colony['hostile']}"] if one.colony["hostile"] else []
        return text.append(f" ({', '.join(marks)})", style="dim") if marks else text

    def _routes(self, position: Position) -> Table:
        rows = table(self.labels.word("routes"), self.words["token"])
        for seat, nation in enumerate(position.nations):
            if nation["routes"]:
                said = (
                    f"{self._node(route['a'])}{DASH}{self._node(route['b'])}{' *' * route['token']}"
                    for route in nation["routes"]
                )
                rows.add_row(self._named(position, seat), ", ".join(said))
        return rows

    def _tensions(self, position: Position) -> Table:
        """Tension of the nation of a row toward that of a column; a grudge behind a plus sign."""
        doc, seats = position.document, range(len(position.nations))
        columns = (self.words["toward"], *(self._nation(position, seat) for seat in seats))
        rows = table(*columns, right=tuple(seat + 1 for seat in seats))
        for x in seats:
            cells = []
            for y in seats:
                tension, grudge = doc["tension"][x][y], doc["grudge"][x][y]
                text = f"{tension}+{grudge}" if grudge else str(tension)
                style = "bold red" if tension >= 9 else "red" if tension >= 6 else ""
                cells.append(Text(DASH, style="dim") if x == y else Text(text, style=style))
            rows.add_row(self._named(position, x), *cells)
        return rows

    def _bonds(self, position: Position) -> Iterator[str]:
        word, label = self.labels.word, self.labels.label
        for war in position.document["wars"]:
            sides = self._sides(position, war["opener"], war["other"])
            wins = f"{war['wins'][0]}{DASH}{war['wins'][1]}"
            yield self._item(sides, f"{label('war', war['kind'])}, {wins}")
        for pair in position.document["pairs"]:
            said = [word("accord")] if pair["accord"] else []
            if position.has_pact(pair["x"], pair["y"]):
                said.append(f"{word('pact')} {word('until_turn')} {pair['pact_until']}")
            if said:
                sides = self._sides(position, pair["x"], pair["y"])
                yield self._item(sides, ", ".join(said))

    def _sides(self, position: Position, x: int, y: int) -> str:
        return f"{self._nation(position, x)} {DASH} {self._nation(position, y)}"

    def _own(self, position: Position, seat: int) -> Iterator[Text]:
        """What only the own panel tells: technologies, cards and plans."""
        label, word, nation = self.labels.label, self.labels.word, position.nations[seat]
        cards = [label("technology", card) for card in nation["technologies"]]
        cards += [
            label("military_card", card) + (f" {TIMES}{copies}" if copies > 1 else "")
            for card, copies in nation["military"].items()
            if copies
        ]
        if cards:
            yield Text(self._item(word("cards"), ", ".join(cards)))
        plans = []
        if nation["strategy_card"]:
            plans.append(
                self._item(word("strategy_card"), label("strategy_card", nation["strategy_card"]))
            )
        if nation["agenda"]:
            plans.append(self._item(self.labels.field("agenda"), label("agenda", nation["agenda"])))
        for key in ("investment1", "investment2"):
            if nation[key]:
                plans.append(
                    self._item(self.labels.field("investment"), label("investment", nation[key]))
                )
        if plans:
            yield Text(f" {DOT} ".join(plans))

    def _asked(self, position: Position) -> Text | None:
        """The question of the moment, with whom and what it is about."""
        top = position.top
        if top is None:
            return None
        said = [self.labels.word(top["kind"])]
        if "actor" in top:
            said.append(self._nation(position, top["actor"]))
        if any(top.get("amounts") or ()):
            said.append(self._amounts(**dict(zip(RESOURCES, top["amounts"], strict=False))))
        if "combat" in top:
            combat = top["combat"]
            tokens = _shown(combat["tokens"])
            said.append(
                f"{self._nation(position, combat['attacker'])} {DASH} {self._node(combat['node'])}"
            )
            said.append(self._item(self.labels.field("tokens"), tokens))
        return Text(self._item(self.labels.word("asked"), f" {DOT} ".join(said)), style="bold")

    # --- names ---

    def _nation(self, position: Position, seat: int) -> str:
        return self.labels.label("nation", position.ids[seat])

    def _named(self, position: Position, seat: int) -> Text:
        return Text(self._nation(position, seat), style=STYLES[position.ids[seat]])

    def _node(self, node: str) -> str:
        return self.labels.label("node", node)

    def _item(self, name: str, value: object) -> str:
        return self.words["item"].format(name=name, value=value)


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _number(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
