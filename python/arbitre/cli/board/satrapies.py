"""Satrapies in a terminal: the own zones with the ways that lead from them, the orders given, then
the others and what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.output import table
from arbitre.cli.words import words
from arbitre.rules.tables import parse

NOTHING = "\N{MIDDLE DOT}"
CLASSES, NEUTRAL = ("M", "E", "G"), "neutral"
KINDS = ("minor", "major", "capital")
STYLES = {"hellenes": "blue", "phrygians": "red", "egyptians": "dark_goldenrod", "medes": "green"}


class Satrapies:
    """The look of the game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        self.words = words(lang, "satrapies")
        tables = {rows.name: dict(rows.rows) for rows in parse(game.rules)}
        zones = list(tables["zones"])
        self.seas = {zone for zone, cells in tables["zones"].items() if cells[0]}
        self.citadels = {zone: tuple(cells[1:4]) for zone, cells in tables["zones"].items()}
        self.bonuses = [cells[0] for cells in tables["citadels"].values()]
        self.values = {name: (cells[0], cells[1]) for name, cells in tables["unit_classes"].items()}
        self.prices = {name: cells[2] for name, cells in tables["unit_classes"].items()}
        self.ways: dict[str, dict[str, int]] = {zone: {} for zone in zones}
        for a, b, _, cost in tables["links"].values():
            self.ways[zones[a]][zones[b]] = cost
            self.ways[zones[b]][zones[a]] = cost

    def draw(self, state: State, seat: int) -> RenderableType:
        """What the power has, what it has ordered, and what the others have."""
        position = self.game.document(state)
        power = position["powers"][seat]
        parts: list[RenderableType] = [self._head(position, power), "", self._own(position, power)]
        if power["orders"] and any(power["orders"].values()):
            written = self.game.orders_text(state, seat, self.lang).splitlines()
            parts += ["", Text(self._item("orders", "; ".join(written)))]
        parts += ["", self._powers(position), "", self._lands(position, power["id"])]
        return Group(*parts)

    def phrase(self, move: Move) -> str:
        """Orders as people write them, classes by their letters."""
        template = self.words.get(move.kind)
        if template is None:
            return self.game.describe(move, self.lang)
        fields = {
            name: self.labels.label("zone", value) if value in self.ways else value
            for name, value in dict(move).items()
        }
        return template.format(**fields)

    def remark(self, state: State, move: Move) -> str:
        """What an order costs, and who is where a unit is sent."""
        fields = dict(move)
        kind = fields["kind"]
        if kind == "recruit":
            return self._cost(self.prices["M"])
        if kind == "promote":
            return self._cost(self.prices[CLASSES[CLASSES.index(fields["unit_class"]) + 1]])
        if kind != "move":
            return ""
        position = self.game.document(state)
        cost = self._cost(self.ways[fields["from"]][fields["to"]])
        return f"{cost}, {self._guard(position, fields['to'])}"

    # --- parts ---

    def _head(self, position: Mapping[str, Any], power: Mapping[str, Any]) -> Text:
        word, turns = self.labels.word, position["variants"]["turn_limit"]
        turn = self.words["turn_of"].format(turn=min(position["turn"], turns), turns=turns)
        parts = [f"{word('turn')} {turn}"]
        if position["phase"] == "orders" and power["orders"] is not None:
            left = power["ap"] - self._spent(power["orders"])
            parts.append(f"{word('ap')} {self.words['left_of'].format(left=left, all=power['ap'])}")
            parts.append(f"{word('cancels')} {power['cancels']}")
        else:
            parts.append(word(position["phase"]))
        return Text(f" {NOTHING} ".join(parts), style="dim")

    def _own(self, position: Mapping[str, Any], power: Mapping[str, Any]) -> Table:
        """The zones of the power: their citadels, units, and ways with their costs."""
        name = self.labels.label("nation", power["id"])
        word, field = self.labels.word, self.labels.field
        columns = (field("zone"), self.words["citadels"], word("units"), self.words["ways"])
        rows = table(*columns, title=name)
        for zone in self._held(position, power["id"]):
            ways = (f"{self._zone(end)} {cost}" for end, cost in self.ways[zone].items())
            rows.add_row(
                Text(self._zone(zone), STYLES[power["id"]]),
                self._fortified(zone) or NOTHING,
                Text(_letters(position["units"][zone]) or NOTHING, "bold"),
                Text(", ".join(ways), style="dim"),
            )
        return rows

    def _powers(self, position: Mapping[str, Any]) -> Table:
        """How the powers stand, in index order."""
        word = self.labels.word
        columns = ("", word("points"), word("provinces"), word("ap"), word("units"), "")
        rows = table(*columns, right=(1, 2, 3))
        for power in position["powers"]:
            name = power["id"]
            held = [zone for zone, owner in position["control"].items() if owner == name]
            points = sum(1 + self._bonus(zone, position["variants"]) for zone in held)
            counts = dict.fromkeys(CLASSES, 0)
            for units in position["units"].values():
                if units["owner"] == name:
                    counts = {each: counts[each] + units[each] for each in CLASSES}
            status = "eliminated" if power["eliminated"] else "submitted"
            rows.add_row(
                Text(self.labels.label("nation", name), STYLES[name]),
                str(points),
                str(len(held)),
                str(power["ap"]),
                _letters(counts) or NOTHING,
                word(status) if power["eliminated"] or power["submitted"] else "",
            )
        return rows

    def _lands(self, position: Mapping[str, Any], own: str) -> Table:
        """Where the others are: their zones with the units in them, the garrisons, and what
        stands empty."""
        rows = table("", "")
        rows.show_header = False
        for power in (*(each["id"] for each in position["powers"]), NEUTRAL):
            if power == own:
                continue
            zones = self._held(position, power)
            if power == NEUTRAL:
                empty = [zone for zone in zones if position["units"][zone]["owner"] is None]
                zones = [zone for zone in zones if zone not in empty]
            shown = ", ".join(self._with_units(position, zone) for zone in zones)
            name = Text(self.labels.label("nation", power), STYLES.get(power, ""))
            rows.add_row(name, shown or NOTHING)
        rows.add_row(self.words["empty"], ", ".join(map(self._zone, empty)) or NOTHING)
        return rows

    # --- words and numbers ---

    def _held(self, position: Mapping[str, Any], power: str) -> list[str]:
        """Provinces that a power controls and seas where it has units, in their order."""
        return [
            zone
            for zone, units in position["units"].items()
            if power in (position["control"].get(zone), units["owner"])
        ]

    def _guard(self, position: Mapping[str, Any], zone: str) -> str:
        """Who is in a zone, and the total with which he would fight there if he stays."""
        units, controller = position["units"][zone], position["control"].get(zone)
        if units["owner"] is None:
            if controller is None or controller == NEUTRAL:
                return self.words["nobody"]
            return self.labels.label("nation", controller)
        at_home = units["owner"] == controller
        total = sum(units[name] * self.values[name][at_home] for name in CLASSES)
        total += self._bonus(zone, position["variants"]) if at_home else 0
        owner = self.labels.label("nation", units["owner"])
        return f"{owner} {_letters(units)}, {self.words['total'].format(total=total)}"

    def _bonus(self, zone: str, variants: Mapping[str, Any]) -> int:
        """SAT 1.2 and 8."""
        pairs = zip(self.citadels[zone], self.bonuses, strict=True)
        found = [bonus for count, bonus in pairs for _ in range(count)]
        return max(found, default=0) if variants["bonus_stacking"] == "best" else sum(found)

    def _spent(self, orders: Mapping[str, Any]) -> int:
        """SAT 4: the AP that an order set costs."""
        spent = sum(self.ways[each["from"]][each["to"]] * each["count"] for each in orders["moves"])
        for build in orders["builds"]:
            place = CLASSES.index(build["unit_class"]) + (build["kind"] == "promote")
            spent += self.prices[CLASSES[place]]
        return int(spent)

    def _fortified(self, zone: str) -> str:
        """The citadels of a zone by their kinds."""
        pairs = zip(KINDS, self.citadels[zone], strict=True)
        kinds: Iterable[str] = (kind for kind, count in pairs for _ in range(count))
        return ", ".join(self.labels.label("citadel_kind", kind) for kind in kinds)

    def _with_units(self, position: Mapping[str, Any], zone: str) -> str:
        there = _letters(position["units"][zone])
        return f"{self._zone(zone)} ({there})" if there else self._zone(zone)

    def _zone(self, zone: str) -> str:
        return self.labels.label("zone", zone)

    def _cost(self, ap: int) -> str:
        return self.words["cost"].format(ap=ap)

    def _item(self, name: str, value: str) -> str:
        return self.words["item"].format(name=self.labels.field(name), value=value)


def _letters(units: Mapping[str, int]) -> str:
    """Units in short: `2M E`."""
    return " ".join(
        f"{units[name] if units[name] > 1 else ''}{name}" for name in CLASSES if units.get(name)
    )
