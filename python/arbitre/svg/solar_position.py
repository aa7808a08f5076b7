"""What a drawing of Solar reads from a position: the tables by name, and what a document leaves out
because it follows from the rest (SOL 2): who lives where, and which colonies are connected.

Must not know how anything looks. The board of the terminal reads positions with it, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from arbitre.svg.scene import Tables

Document: TypeAlias = Mapping[str, Any]
RESOURCES = ("energy", "materials", "science", "morale")
EVENT_TURNS = (2, 4, 6, 8, 10)
FORGE_MOONS = ("io", "europa", "ganymede", "callisto")


class Node(NamedTuple):
    """A place for colonies: its points and what it yields at level 1."""

    points: int
    energy: int
    materials: int


class Link(NamedTuple):
    """Two nodes that a route can join, in canonical order, and the days between them."""

    a: str
    b: str
    days: int


class Technology(NamedTuple):
    """Where a technology stands: its branch and its tier, 1 to 3."""

    branch: str
    tier: int


class Content(NamedTuple):
    """The tables that a drawing needs, by id."""

    nodes: Mapping[str, Node]
    links: tuple[Link, ...]
    homes: Mapping[str, str]
    branches: tuple[str, ...]
    technologies: Mapping[str, Technology]
    form_points: Mapping[str, int]

    @classmethod
    def read(cls, tables: Tables) -> Content:
        """Reads the compiled tables; `tables` of `arbitre.rules.solar` orders their columns."""
        nodes, branches = list(tables["nodes"]), list(tables["branches"])
        return cls(
            {node: Node(*row[1:4]) for node, row in tables["nodes"].items()},
            tuple(Link(nodes[a], nodes[b], days) for a, b, days in tables["links"].values()),
            {nation: nodes[row[0]] for nation, row in tables["nations"].items()},
            tuple(branches),
            {
                technology: Technology(branches[row[0]], row[2])
                for technology, row in tables["technologies"].items()
            },
            {form: row[5] for form, row in tables["governments"].items()},
        )


class Holding(NamedTuple):
    """A colony on a node: whose it is, and what is told of it."""

    seat: int
    colony: Mapping[str, Any]
    connected: bool


class Lane(NamedTuple):
    """A route on a link: whose it is, and whether a token stands on it."""

    seat: int
    token: bool


class Position:
    """A document with what follows from it."""

    def __init__(self, document: Document, content: Content) -> None:
        self.document = document
        self.content = content
        self.nations: Sequence[Mapping[str, Any]] = document["nations"]
        self.ids: tuple[str, ...] = tuple(nation["id"] for nation in self.nations)

    # --- the map ---

    @cached_property
    def held(self) -> Mapping[str, tuple[Holding, ...]]:
        """The colonies on each node that has any; the original owner before a guest."""
        found: dict[str, list[Holding]] = {}
        for seat, nation in enumerate(self.nations):
            reached = self.network(seat)
            for colony in nation["colonies"]:
                one = Holding(seat, colony, colony["node"] in reached)
                found.setdefault(colony["node"], []).append(one)
        return {
            node: tuple(sorted(all_, key=lambda one: one.colony["no_upgrade"]))
            for node, all_ in found.items()
        }

    @cached_property
    def lanes(self) -> Mapping[tuple[str, str], tuple[Lane, ...]]:
        """The routes on each link that has any, in the order of the seats."""
        found: dict[tuple[str, str], list[Lane]] = {}
        for seat, nation in enumerate(self.nations):
            for route in nation["routes"]:
                found.setdefault((route["a"], route["b"]), []).append(Lane(seat, route["token"]))
        return {link: tuple(lanes) for link, lanes in found.items()}

    def home(self, seat: int) -> str:
        return self.content.homes[self.ids[seat]]

    def network(self, seat: int) -> frozenset[str]:
        """The nodes that a nation reaches from its home along its own routes (SOL 2)."""
        neighbours: dict[str, list[str]] = {}
        for route in self.nations[seat]["routes"]:
            neighbours.setdefault(route["a"], []).append(route["b"])
            neighbours.setdefault(route["b"], []).append(route["a"])
        reached, edge = {self.home(seat)}, [self.home(seat)]
        while edge:
            new = [node for node in neighbours.get(edge.pop(), ()) if node not in reached]
            reached.update(new)
            edge.extend(new)
        return frozenset(reached)

    def connected(self, seat: int) -> int:
        """How many of a nation's colonies are connected."""
        reached = self.network(seat)
        return sum(colony["node"] in reached for colony in self.nations[seat]["colonies"])

    # --- what is known of the nations ---

    def estimate(self, viewer: int | None, seat: int) -> int | None:
        """What a seat believes of the reserve of another, ±3; spectators believe nothing."""
        if viewer is None or viewer >= len(self.nations):
            return None
        row: Sequence[int | None] | None = self.document["estimate"][viewer]
        return None if row is None else row[seat]

    def government_points(self, seat: int) -> int:
        nation = self.nations[seat]
        own: int = nation["gov_perm"]
        return own + self.content.form_points[nation["gov_form"]]

    def government_level(self, seat: int) -> int:
        """1 to 4 at 0, 5, 10 and 15 points (SOL 1.4)."""
        return 1 + min(3, self.government_points(seat) // 5)

    # --- relations ---

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Ordered pairs of different seats."""
        seats = range(len(self.nations))
        return ((x, y) for x in seats for y in seats if x != y)

    def war(self, x: int, y: int) -> Mapping[str, Any] | None:
        for war in self.document["wars"]:
            if {war["opener"], war["other"]} == {x, y}:
                found: Mapping[str, Any] = war
                return found
        return None

    def pair(self, x: int, y: int) -> Mapping[str, Any]:
        """What binds two nations: accord, forced accord, pact."""
        low, high = sorted((x, y))
        found: Mapping[str, Any]
        for found in self.document["pairs"]:
            if (found["x"], found["y"]) == (low, high):
                return found
        raise ValueError(f"no pair of the seats {x} and {y}")

    def has_pact(self, x: int, y: int) -> bool:
        until: int = self.pair(x, y)["pact_until"]
        return until >= self.document["turn"] and until > 0

    # --- what is asked ---

    @property
    def top(self) -> Mapping[str, Any] | None:
        """The frame that is to be answered."""
        pending: Sequence[Mapping[str, Any]] = self.document["pending"]
        return pending[-1] if pending else None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are to answer."""
        seats = self.top["seats"] if self.top else ()
        return tuple(seat for seat in seats if isinstance(seat, int))
