"""What a drawing of Terraforming Mars reads from a position: the tables by name, and what a
document leaves out because it follows from the rest: tags, tiles by owner, what milestones and
awards count, points (TM 6), and who is asked.

Must not know how anything looks. The board of the terminal reads positions with it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from arbitre.svg.scene import Tables

Document: TypeAlias = Mapping[str, Any]
RESOURCES = ("megacredit", "steel", "titanium", "plant", "energy", "heat")
HELD = ("animal", "microbe", "science", "fighter")
TAGS = (
    *("building", "space", "science", "power", "earth"),
    *("jovian", "plant", "microbe", "animal", "city"),
)
TYPES = ("automated", "active", "event")
PARAMETERS = ("temperature", "oxygen", "oceans")
SPOTS = ("ganymede_colony", "phobos_space_haven")
NEUTRAL = "neutral"
METRICS = (
    *("tr", "own_cities", "own_greeneries", "own_tags"),
    *("hand_size", "own_tiles", "production", "stock"),
)
COUNTS = (
    *("none", "tags", "tags_of_opponents", "cities", "cities_on_mars", "events_played"),
    *("resources_here", "oceans_next_to_own_tile", "cities_next_to_own_tile"),
)
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
RESERVED = ("", "ocean", "noctis_city")


class Hex(NamedTuple):
    """A hex of the map: where it is, what it is for, what it prints."""

    q: int
    r: int
    reserved: str
    volcanic: bool
    bonus: Mapping[str, int]


class Points(NamedTuple):
    """The victory points of a card: how they are counted, and by what."""

    kind: int
    amount: int
    counted: str
    argument: int
    per: int
    least: int


class Card(NamedTuple):
    """A card or corporation as far as a drawing tells it."""

    type: str
    cost: int
    holds: str
    tags: tuple[str, ...]
    points: Points


class Goal(NamedTuple):
    """What a milestone or an award counts, and how much a milestone asks for in this game."""

    metric: str
    tag: str
    resources: tuple[str, ...]
    least: int


class Track(NamedTuple):
    """A parameter of the planet."""

    least: int
    most: int
    step: int
    start: int

    @property
    def values(self) -> range:
        return range(self.least, self.most + 1, self.step)


class Content(NamedTuple):
    """The tables that a drawing needs, by id."""

    params: Mapping[str, int]
    tracks: Mapping[str, Track]
    bonuses: Mapping[str, tuple[int, ...]]
    """Of each parameter: the values that give something to whoever reaches them."""
    hexes: Mapping[str, Hex]
    cards: Mapping[str, Card]
    corporations: Mapping[str, Card]
    milestones: Mapping[str, Sequence[int]]
    awards: Mapping[str, Sequence[int]]

    @classmethod
    def read(cls, tables: Tables) -> Content:
        """Reads the compiled tables; `tables` of `arbitre.rules.terraforming_mars` orders their
        columns."""
        bonuses: dict[str, list[int]] = {name: [] for name in PARAMETERS}
        for track, at, _ in tables["track_bonuses"].values():
            bonuses[PARAMETERS[track]].append(at)
        return cls(
            {name: row[0] for name, row in tables["params"].items()},
            {name: Track(*row) for name, row in tables["tracks"].items()},
            {name: tuple(values) for name, values in bonuses.items()},
            {name: _hex(row) for name, row in tables["hexes"].items()},
            {name: _card(row) for name, row in tables["cards"].items()},
            {name: _card(row) for name, row in tables["corporations"].items()},
            tables["milestones"],
            tables["awards"],
        )


def _hex(row: Sequence[int]) -> Hex:
    names = (*RESOURCES, "card")
    bonus = {name: n for name, n in zip(names, row[4:], strict=True) if n}
    return Hex(row[0], row[1], RESERVED[row[2]], bool(row[3]), bonus)


def _card(row: Sequence[int]) -> Card:
    kind, amount, count, argument, per, least = row[17:23]
    return Card(
        TYPES[row[0]],
        row[3],
        HELD[row[4]] if row[4] >= 0 else "",
        tuple(TAGS[tag] for tag in row[5:8] if tag >= 0),
        Points(kind, amount, COUNTS[max(count, 0)], argument, per, least),
    )


def size(cards: Sequence[str] | int | None) -> int:
    """How many cards there are, seen or hidden."""
    return 0 if cards is None else cards if isinstance(cards, int) else len(cards)


def names(cards: Sequence[str] | int | None) -> Sequence[str]:
    """The cards that can be seen."""
    return () if cards is None or isinstance(cards, int) else cards


class Position:
    """A document with what follows from it."""

    def __init__(self, document: Document, content: Content) -> None:
        self.document = document
        self.content = content
        self.seats: Sequence[Mapping[str, Any]] = document["seats"]
        self.ids = tuple(f"p{seat}" for seat in range(len(self.seats)))
        self.solo = len(self.seats) == 1
        self.over: bool = document["phase"] == "finished"
        options = document.get("options") or {}
        self.seed_text = options.get("preset") == "seed_text"
        self.objective: str = options.get("solo_objective", "complete_parameters")

    # --- who ---

    def seat_of(self, owner: str | None) -> int | None:
        """The seat of an owner; None for nobody and for the neutral player."""
        return self.ids.index(owner) if owner in self.ids else None

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The seats that are to answer."""
        document = self.document
        top = document["stack"][-1] if document["stack"] else None
        if top is not None:
            seat = self.seat_of(top.get("player"))
            return () if seat is None else (seat,)
        if self.over:
            return ()
        if document["phase"] in ("setup", "research", "draft"):
            return tuple(i for i, seat in enumerate(self.seats) if not seat["committed"])
        seat = self.seat_of(document["active_player"])
        return () if seat is None else (seat,)

    # --- the map ---

    @cached_property
    def tiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The hexes with a tile."""
        return {hex: tile for hex, tile in self.document["map"].items() if tile is not None}

    @cached_property
    def _places(self) -> Mapping[tuple[int, int], str]:
        return {(hex.q, hex.r): name for name, hex in self.content.hexes.items()}

    def beside(self, hex: str) -> Iterator[str]:
        """The neighbours of a hex."""
        here = self.content.hexes[hex]
        for q, r in AROUND:
            name = self._places.get((here.q + q, here.r + r))
            if name is not None:
                yield name

    def count_beside(self, hex: str, tile: str) -> int:
        near = (self.tiles.get(other) for other in self.beside(hex))
        return sum(other is not None and other["tile"] == tile for other in near)

    def owned(self, seat: int, *kinds: str) -> list[str]:
        """The hexes on the map with tiles of a seat, of all kinds or of these."""
        return [
            hex
            for hex, tile in self.tiles.items()
            if tile["owner"] == self.ids[seat] and (not kinds or tile["tile"] in kinds)
        ]

    def off_map(self, seat: int) -> int:
        """How many cities of a seat lie off the map."""
        return sum(owner == self.ids[seat] for owner in self.document["off_map"].values())

    # --- cards ---

    def tags(self, seat: int) -> Counter[str]:
        """Tags in play: corporation and tableau, no events."""
        found: Counter[str] = Counter()
        corporation = self.seats[seat]["corporation"]
        if corporation is not None:
            found.update(self.content.corporations[corporation].tags)
        for card in self.seats[seat]["tableau"]:
            found.update(self.content.cards[card["card"]].tags)
        return found

    def played(self, seat: int, kind: str) -> list[Mapping[str, Any]]:
        """The cards of a type in a tableau, in play order."""
        cards = self.content.cards
        return [c for c in self.seats[seat]["tableau"] if cards[c["card"]].type == kind]

    # --- milestones and awards ---

    def milestone(self, name: str) -> Goal:
        metric, tag, published, seed_text = self.content.milestones[name]
        return Goal(METRICS[metric], TAGS[tag], (), seed_text if self.seed_text else published)

    def award(self, name: str) -> Goal:
        metric, tag, published, seed_text = self.content.awards[name]
        bits = seed_text if self.seed_text else published
        counted = tuple(r for i, r in enumerate(RESOURCES) if bits >> i & 1)
        return Goal(METRICS[metric], TAGS[tag], counted, 0)

    def measure(self, goal: Goal, seat: int) -> int:
        """What a seat has of what a milestone or an award counts."""
        own = self.seats[seat]
        match goal.metric:
            case "own_cities":
                return len(self.owned(seat, "city")) + self.off_map(seat)
            case "own_greeneries":
                return len(self.owned(seat, "greenery"))
            case "own_tags":
                return self.tags(seat)[goal.tag]
            case "hand_size":
                return size(own["hand"])
            case "own_tiles":
                return len(self.owned(seat)) + self.off_map(seat)
            case "production" | "stock" as where:
                return sum(own[where][resource] for resource in goal.resources)
            case _:
                rating: int = own["tr"]
                return rating

    # --- points ---

    def points(self, seat: int) -> int:
        """The victory points of a seat when the game is over (TM 6); before, those of cards that
        can't be seen are left out."""
        own, params = self.seats[seat], self.content.params
        total: int = own["tr"] + len(self.owned(seat, "greenery"))
        total += sum(self.count_beside(hex, "greenery") for hex in self.owned(seat, "city"))
        holders = self.document["milestones"].values()
        total += params["milestone_vp"] * sum(owner == self.ids[seat] for owner in holders)
        total += sum(self._award_points(award["award"], seat) for award in self.document["awards"])
        for card in own["tableau"]:
            total += self._card_points(self.content.cards[card["card"]].points, seat, card)
        for name in names(own["events"]):
            total += self._card_points(self.content.cards[name].points, seat, {})
        return total

    def _award_points(self, name: str, seat: int) -> int:
        goal = self.award(name)
        values = [self.measure(goal, other) for other in range(len(self.seats))]
        ahead = sum(value > values[seat] for value in values)
        if ahead == 0:
            return self.content.params["award_vp_first"]
        alone = values.count(max(values)) == 1
        second = len(values) > 2 and alone and ahead == 1
        return self.content.params["award_vp_second"] if second else 0

    def _card_points(self, points: Points, seat: int, card: Mapping[str, Any]) -> int:
        held = card.get("resources", 0)
        match points.kind:
            case 1:
                return points.amount
            case 2:
                return points.amount * (self._count(points, seat, card) // points.per)
            case 3:
                return points.amount if held >= points.least else 0
        return 0

    def _count(self, points: Points, seat: int, card: Mapping[str, Any]) -> int:
        cities = [hex for hex, tile in self.tiles.items() if tile["tile"] == "city"]
        away = sum(owner is not None for owner in self.document["off_map"].values())
        hex = card.get("hex")
        match points.counted:
            case "tags":
                return self.tags(seat)[TAGS[points.argument]]
            case "tags_of_opponents":
                others = (i for i in range(len(self.seats)) if i != seat)
                return sum(self.tags(other)[TAGS[points.argument]] for other in others)
            case "cities":
                return len(cities) + away
            case "cities_on_mars":
                return len(cities)
            case "events_played":
                return sum(size(one["events"]) for one in self.seats)
            case "resources_here":
                held: int = card.get("resources", 0)
                return held
            case "oceans_next_to_own_tile":
                return self.count_beside(hex, "ocean") if hex else 0
            case "cities_next_to_own_tile":
                return self.count_beside(hex, "city") if hex else 0
        return 0

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Who has won when the game is over: most points, then most M€; alone, who has reached the
        aim (TM 6.1)."""
        if not self.over:
            return ()
        if self.solo:
            if self.objective == "tr_63":
                return (0,) if self.seats[0]["tr"] >= self.content.params["solo_tr"] else ()
            tracks = self.content.tracks
            done = all(self.document[name] == tracks[name].most for name in PARAMETERS)
            return (0,) if done else ()
        ranks = [
            (self.points(seat), own["stock"]["megacredit"]) for seat, own in enumerate(self.seats)
        ]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
