"""What a nation of Solar knows and what it makes of it, worked out once for a choice.

`Facts` are the tables of the rules by name, `Outlook` one position as one seat sees it. Hidden
figures are None in an observation and are guessed here the same way for everybody (SOL 7): nothing
in this package looks at a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from arbitre.rules.tables import parse

Row: TypeAlias = Mapping[str, int]
Document: TypeAlias = Mapping[str, Any]
RESOURCES = ("energy", "materials", "science", "morale")
LAST_TURN = 10
MOONS = frozenset(("io", "europa", "ganymede", "callisto"))
UNSEEN_PAY = 5
"""Tokens that a nation can pay, when its stocks are hidden."""
SIEGE_TURNS = 3


class Facts:
    """The tables of one set of rules."""

    def __init__(self, rules: str) -> None:
        tables: dict[str, dict[str, dict[str, int]]] = {
            table.name: {
                name: dict(zip(table.columns, row, strict=True)) for name, row in table.rows
            }
            for table in parse(rules)
        }
        self.params: Row = {name: row["value"] for name, row in tables["params"].items()}
        self.nations = tables["nations"]
        self.nodes = tables["nodes"]
        self.technologies = tables["technologies"]
        self.civics = tables["civics"]
        self.governments = tables["governments"]
        self.military = tables["military_cards"]
        self.investments = tables["investments"]
        self.strategy = tables["strategy_cards"]
        self.powers = tables["powers"]
        self.agendas = tables["agendas"]
        self.branches = list(tables["branches"])
        names = list(self.nodes)
        self.homes = {nation: names[row["home"]] for nation, row in self.nations.items()}
        self.near: dict[str, set[str]] = {name: set() for name in names}
        for row in tables["links"].values():
            self.near[names[row["a"]]].add(names[row["b"]])
            self.near[names[row["b"]]].add(names[row["a"]])
        self.days = _journeys(names, tables["links"].values())
        self.power_of = dict(zip(self.nations, self.powers, strict=True))
        self.thresholds = [row["points"] for row in tables["government_levels"].values()]
        order = list(self.technologies)
        self.agenda_cards = {
            agenda: frozenset(card for i, card in enumerate(order) if row["technologies"] >> i & 1)
            for agenda, row in self.agendas.items()
        }

    def level(self, points: int) -> int:
        """The level of a government with so many points."""
        return sum(points >= least for least in self.thresholds)


def _journeys(names: Sequence[str], links: Iterable[Row]) -> Mapping[str, Mapping[str, int]]:
    """The days of the shortest journey between any two nodes (SOL 1.2)."""
    far = 1 << 20
    days = {a: {b: 0 if a == b else far for b in names} for a in names}
    for row in links:
        a, b = names[row["a"]], names[row["b"]]
        days[a][b] = days[b][a] = row["days"]
    for over in names:
        for a in names:
            for b in names:
                days[a][b] = min(days[a][b], days[a][over] + days[over][b])
    return days


@lru_cache(maxsize=8)
def facts_of(rules: str) -> Facts:
    """The facts of compiled rules, read once."""
    return Facts(rules)


class Foe(NamedTuple):
    """Another living nation as the seat sees it."""

    seat: int
    nation: Mapping[str, Any]
    reserve: int
    payable: int
    certain: bool
    war: Mapping[str, Any] | None
    accord: bool
    pact: bool
    to_me: int
    from_me: int


class Outlook:
    """A position as one seat sees it."""

    def __init__(self, facts: Facts, document: Document, seat: int) -> None:
        self.facts = facts
        self.document = document
        self.seat = seat
        self.turn: int = document["turn"]
        self.left: int = LAST_TURN - self.turn
        self.me: Mapping[str, Any] = document["nations"][seat]
        self.stock: Mapping[str, int] = self.me["stock"]
        self.technologies: Mapping[str, str] = self.me["technologies"]
        self.home = facts.homes[self.me["id"]]
        self.colonies: dict[str, Mapping[str, Any]] = {c["node"]: c for c in self.me["colonies"]}
        self.row: Row = facts.nations[self.me["id"]]

    # --- the map ---

    @cached_property
    def occupants(self) -> Mapping[str, list[int]]:
        """The seats with a colony on each node."""
        found: dict[str, list[int]] = {}
        for seat, nation in enumerate(self.document["nations"]):
            for colony in nation["colonies"]:
                found.setdefault(colony["node"], []).append(seat)
        return found

    @cached_property
    def routes(self) -> frozenset[tuple[str, str]]:
        return frozenset((route["a"], route["b"]) for route in self.me["routes"])

    @cached_property
    def bare(self) -> frozenset[tuple[str, str]]:
        """The own routes that no token protects."""
        return frozenset((r["a"], r["b"]) for r in self.me["routes"] if not r["token"])

    @cached_property
    def network(self) -> frozenset[str]:
        """The nodes reached from home along own routes (SOL 2)."""
        return self.reached(self.routes)

    def reached(self, routes: Iterable[tuple[str, str]]) -> frozenset[str]:
        near: dict[str, list[str]] = {}
        for a, b in routes:
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        found, edge = {self.home}, [self.home]
        while edge:
            new = [node for node in near.get(edge.pop(), ()) if node not in found]
            found.update(new)
            edge.extend(new)
        return frozenset(found)

    @cached_property
    def pieces(self) -> Mapping[str, frozenset[str]]:
        """The nodes that own routes join to each node that they touch."""
        found: dict[str, set[str]] = {}
        for a, b in self.routes:
            both = found.get(a, {a}) | found.get(b, {b})
            found |= dict.fromkeys(both, both)
        return {node: frozenset(nodes) for node, nodes in found.items()}

    def joined_by(self, a: str, b: str) -> frozenset[str]:
        """The nodes that a route would join to the network."""
        if (a in self.network) == (b in self.network):
            return frozenset()
        far = b if a in self.network else a
        return self.pieces.get(far, frozenset((far,)))

    @cached_property
    def connected(self) -> int:
        """How many own colonies are connected."""
        return sum(node in self.network for node in self.colonies)

    @cached_property
    def hops(self) -> Mapping[str, int]:
        """How many routes are missing from the network to each node."""
        found = dict.fromkeys(self.network, 0)
        edge = list(self.network)
        while edge:
            new: list[str] = []
            for node in edge:
                for other in self.facts.near[node]:
                    if other not in found:
                        found[other] = found[node] + 1
                        new.append(other)
            edge = new
        return found

    def points(self, node: str, level: int) -> int:
        """Base points of a colony of mine (SOL 6)."""
        row = self.facts.nodes[node]
        if level == 1 and row["frontier_vp"] and self.row["pirate_friend"]:
            return row["frontier_vp"]
        return row["vp"]

    # --- strength ---

    @cached_property
    def engageable(self) -> int:
        """Tokens that may attack (SOL 2)."""
        held = sum(node in self.network and node != self.home for node in self.colonies)
        reserve: int = self.me["reserve"]
        return max(0, reserve - held)

    def assault_actions(self, node: str) -> int:
        """The command actions that an assault takes (SOL 4.9)."""
        if node in self.colonies:
            return 1
        bases = [base for base in self.colonies if base in self.network] or list(self.colonies)
        days = min(self.facts.days[base][node] for base in bases)
        short, long = self.facts.params["travel_short"], self.facts.params["travel_long"]
        return 1 if days < short else 2 if days <= long else 3

    @cached_property
    def combat_bonus(self) -> int:
        cards = self.facts.technologies
        return sum(cards[card]["combat_bonus"] for card in self.technologies)

    @cached_property
    def half_price(self) -> bool:
        return "navigation_ai" in self.technologies

    @cached_property
    def payable(self) -> int:
        """Tokens that the stocks pay without a cruiser (SOL 5.5)."""
        return self._payable(self.stock["materials"], self.stock["energy"], self.half_price)

    @staticmethod
    def _payable(materials: int, energy: int, half: bool) -> int:
        return min(2 * materials + 1, 2 * energy) if half else min(materials, energy)

    @cached_property
    def immune(self) -> bool:
        """Whether pirates spare my routes (SOL 5.8)."""
        cards = {"orbital_network", "defensive_ai", "empath_links"}
        return bool(self.row["pirate_friend"]) or not cards.isdisjoint(self.technologies)

    @property
    def risk(self) -> float:
        """The share of bare routes that pirates destroy this turn."""
        per_turn = self.facts.params["pirates_percent_per_turn"]
        return min(1.0, (self.facts.params["pirates_base_percent"] + per_turn * self.turn) / 100)

    @cached_property
    def foes(self) -> Mapping[int, Foe]:
        """The other living nations by seat."""
        doc = self.document
        found = {}
        for seat, nation in enumerate(doc["nations"]):
            if seat == self.seat or nation["eliminated"]:
                continue
            reserve, stock = nation["reserve"], nation["stock"]
            if reserve is None:
                seen = doc["estimate"][self.seat][seat]
                reserve = 4 if seen is None else seen
            half = "navigation_ai" in nation["technologies"]
            pay = (
                UNSEEN_PAY
                if stock is None
                else self._payable(stock["materials"], stock["energy"], half)
            )
            pair = self.pair(seat)
            found[seat] = Foe(
                seat=seat,
                nation=nation,
                reserve=reserve,
                payable=pay,
                certain=stock is not None,
                war=self.war(seat),
                accord=pair["accord"],
                pact=0 < self.turn <= pair["pact_until"],
                to_me=doc["tension"][seat][self.seat],
                from_me=doc["tension"][self.seat][seat],
            )
        return found

    def pair(self, other: int) -> Mapping[str, Any]:
        low, high = sorted((self.seat, other))
        pairs: Sequence[Mapping[str, Any]] = self.document["pairs"]
        return next(pair for pair in pairs if (pair["x"], pair["y"]) == (low, high))

    def war(self, other: int) -> Mapping[str, Any] | None:
        wars: Sequence[Mapping[str, Any]] = self.document["wars"]
        both = {self.seat, other}
        return next((war for war in wars if {war["opener"], war["other"]} == both), None)

    def felt(self, other: int) -> int:
        """The tension that I feel toward another nation, grudge included (SOL 4.8)."""
        grudge: int = self.document["grudge"][self.seat][other]
        tension: int = self.document["tension"][self.seat][other]
        return tension + (0 if grudge == 0 else 1 if grudge < 3 else 2)

    def victory_points(self, seat: int) -> int:
        points: int = self.document["public_vp"][seat]
        return points

    def seat_of(self, nation: str) -> int:
        """The seat of a nation, which a move names by its id."""
        ids = [one["id"] for one in self.document["nations"]]
        return ids.index(nation)

    # --- moods (SOL 8) ---

    @cached_property
    def besiegers(self) -> frozenset[int]:
        """The nations that attacked, raided or dispossessed this one in the last three turns, as
        far as the position still tells: tension held up by an assault, grudges, raided colonies."""
        doc, seat = self.document, self.seat
        raided = any(
            0 < self.turn - colony["raided_turn"] + 1 <= SIEGE_TURNS and colony["raided_turn"]
            for colony in self.me["colonies"]
        )
        floor = self.facts.params["assault_floor_held"] - SIEGE_TURNS + 1
        return frozenset(
            foe.seat
            for foe in self.foes.values()
            if doc["assaults"][foe.seat][seat]
            or (doc["grudge"][seat][foe.seat] and (raided or foe.from_me >= floor))
            or (self.home not in self.colonies and foe.seat in self.occupants.get(self.home, ()))
        )

    @property
    def cornered(self) -> bool:
        """Whether neighbours stifle this nation (SOL 5.4)."""
        stifled: bool = self.me["suffocating"]
        return stifled

    # --- what things are worth ---

    @cached_property
    def prices(self) -> Mapping[str, float]:
        """What a unit of each stock is worth now, in victory points."""
        fade = max(0.25, min(1.0, self.left / 3))
        caps = {name: self.facts.params[f"cap_{name}"] for name in RESOURCES}
        base = {"energy": 0.55, "materials": 0.55, "science": 0.7}
        found = {}
        for name, price in base.items():
            have = self.stock[name]
            scarce = 1.25 if have <= 3 else 1.0 if have <= 7 else 0.8 if have < caps[name] else 0.35
            found[name] = price * fade * scarce
        morale = self.stock["morale"]
        want = 3.0 if morale <= 1 else 1.6 if morale <= 3 else 0.8 if morale <= 6 else 0.35
        found["morale"] = want * (fade if self.left else 0.1)
        return found

    @cached_property
    def yields(self) -> Mapping[str, float]:
        """What a unit of income each turn is worth until the end, its share of the final income
        points included (SOL 6)."""
        ahead = 0.35
        base = {"energy": 0.5, "materials": 0.5, "science": 0.6, "morale": 0.55}
        return {name: price * max(0, self.left) * 0.8 + ahead for name, price in base.items()}

    def cost(self, row: Row, prefix: str = "cost_") -> float:
        """What a price in resources is worth."""
        return sum(self.prices[name] * row.get(prefix + name, 0) for name in RESOURCES)

    def income(self, row: Row, prefix: str = "per_turn_") -> float:
        """What an income each turn is worth."""
        return sum(self.yields[name] * row.get(prefix + name, 0) for name in RESOURCES)

    @property
    def token(self) -> float:
        """What a Force token is worth."""
        return 0.75 if self.left else 0.15

    @property
    def action(self) -> float:
        """What a further command action each turn is worth."""
        return 0.9 * self.left

    @cached_property
    def effort(self) -> float:
        """What a command action of this turn is worth: more where stocks wait to be used."""
        rich = sum(self.stock[name] for name in ("energy", "materials", "science"))
        return 1.2 if rich >= 10 else 0.7 if rich >= 5 else 0.3
