"""The data of Satrapies: units, costs and a map (SAT 1), checked and compiled to tables.

`rules.toml` holds the numbers; the board is one file of `maps/`, or a file of the caller's
(`arbitre.load("satrapies", map=...)`). Provinces come before seas in the numbering of zones, each
in the order of its file; links are numbered by their zones, whatever their order there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table

STANDARD_MAP = "standard"
"""The map of `data/satrapies/maps` that is played when none is given."""

# The engine knows powers and unit classes by their places.
POWERS = ("hellenes", "phrygians", "egyptians", "medes", "neutral")
NEUTRAL = len(POWERS) - 1
UNIT_CLASSES = ("M", "E", "G")
CITADELS = ("minor", "major", "capital")
LINK_TYPES = ("open", "mountain", "pass", "port", "sea")

# A state has room for so much.
MAX_ZONES = 64
MAX_LINKS = 192
MAX_CAPACITY = 15
MAX_UNITS = 10

Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=30)]
Power: TypeAlias = Literal["hellenes", "phrygians", "egyptians", "medes", "neutral"]
LinkType: TypeAlias = Literal["open", "mountain", "pass", "port", "sea"]
Cost: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Strength: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Place: TypeAlias = tuple[int, int]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of income, capacity and length."""

    turn_limit: Annotated[int, Meta(ge=5, le=40)]
    ap_base: Annotated[int, Meta(ge=0, le=10)]
    ap_per_provinces: Annotated[int, Meta(ge=1, le=MAX_ZONES)]
    ap_per_major: Annotated[int, Meta(ge=0, le=2)]
    zone_base_capacity: Annotated[int, Meta(ge=1, le=MAX_CAPACITY)]
    capacity_per_citadel: Annotated[int, Meta(ge=0, le=MAX_CAPACITY)]
    cancels_per_turn: Annotated[int, Meta(ge=0, le=8)]


class UnitClass(Struct, frozen=True, forbid_unknown_fields=True):
    """A class of units: its values, what it costs to get one, how many a power may have."""

    id: str
    attack: Strength
    defence: Strength
    cost: Cost
    limit: Annotated[int, Meta(ge=0, le=MAX_UNITS)]


class CitadelBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What a citadel of each kind adds to the defence of its province."""

    minor: Strength
    major: Strength
    capital: Strength


class LinkCosts(Struct, frozen=True, forbid_unknown_fields=True, rename={"pass_": "pass"}):
    """Action points for a unit over a link of each type."""

    open: Cost
    mountain: Cost
    pass_: Cost
    port: Cost
    sea: Cost

    def of(self, link_type: LinkType) -> int:
        """The cost of a type."""
        cost: int = getattr(self, "pass_" if link_type == "pass" else link_type)
        return cost


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    """Units in a zone at the start."""

    M: Annotated[int, Meta(ge=0, le=MAX_UNITS)] = 0
    E: Annotated[int, Meta(ge=0, le=MAX_UNITS)] = 0
    G: Annotated[int, Meta(ge=0, le=MAX_UNITS)] = 0


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """A province: its place in drawings, citadels, ports, and who and what is there at first."""

    id: Id
    at: Place
    citadels: dict[str, str] = {}
    ports: tuple[Id, ...] = ()
    control: Power = "neutral"
    units: Units = Units()


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A sea zone and its place in drawings."""

    id: Id
    at: Place


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A way between two zones, in both directions; 0 is the ordinary cost of its type."""

    between: tuple[Id, Id]
    type: LinkType
    cost: Annotated[int, Meta(ge=0, le=9)] = 0


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a power dominate the map."""

    id: Id
    domination_capitals: Annotated[int, Meta(ge=2, le=4)]
    domination_provinces: Annotated[int, Meta(ge=1, le=MAX_ZONES)]


class Content(BaseContent, frozen=True, forbid_unknown_fields=True):
    """The data files of the game, one field a table."""

    powers: tuple[str, ...]
    params: Params
    unit_classes: tuple[UnitClass, ...]
    citadel_bonus: CitadelBonus
    link_costs: LinkCosts
    map: Map
    provinces: Annotated[tuple[Province, ...], Meta(min_length=2, max_length=MAX_ZONES)]
    seas: tuple[Sea, ...]
    links: Annotated[tuple[Link, ...], Meta(min_length=1, max_length=MAX_LINKS)]
    coasts: tuple[tuple[Id, Id], ...] = ()

    def __post_init__(self) -> None:
        _check_fixed(self)
        _check_zones(self)
        _check_links(self)
        _check_ports(self)
        _check_connection(self)
        _check_start(self)

    @property
    def zones(self) -> tuple[str, ...]:
        """The ids of all zones in the order of their numbers."""
        return (*(province.id for province in self.provinces), *(sea.id for sea in self.seas))

    def capacity(self, province: Province) -> int:
        """The units that a province holds (SAT 1.2)."""
        p = self.params
        return p.zone_base_capacity + p.capacity_per_citadel * len(province.citadels)


ZONE_COLUMNS = (
    *("sea", "minor", "major", "capital", "control"),
    *UNIT_CLASSES,
    *("x", "y"),
)


def tables(content: Content) -> list[Table]:
    """The compiled tables; zones, powers and types of links become indices."""
    p = content.params
    params = (
        ("turn_limit", (p.turn_limit,)),
        ("ap_base", (p.ap_base,)),
        ("ap_per_provinces", (p.ap_per_provinces,)),
        ("ap_per_major", (p.ap_per_major,)),
        ("zone_base_capacity", (p.zone_base_capacity,)),
        ("capacity_per_citadel", (p.capacity_per_citadel,)),
        ("cancels_per_turn", (p.cancels_per_turn,)),
        ("domination_capitals", (content.map.domination_capitals,)),
        ("domination_provinces", (content.map.domination_provinces,)),
    )
    classes = tuple(
        (each.id, (each.attack, each.defence, each.cost, each.limit))
        for each in content.unit_classes
    )
    bonus = content.citadel_bonus
    return [
        Table("params", ("value",), params),
        Table("powers", (), tuple((power, ()) for power in content.powers)),
        Table("unit_classes", ("attack", "defence", "cost", "limit"), classes),
        Table("citadels", ("bonus",), tuple((kind, (getattr(bonus, kind),)) for kind in CITADELS)),
        Table("zones", ZONE_COLUMNS, tuple(_zone_rows(content))),
        Table("links", ("a", "b", "type", "cost"), tuple(_link_rows(content))),
        Table("coasts", ("a", "b"), tuple(_coast_rows(content))),
    ]


def _zone_rows(content: Content) -> Iterator[tuple[str, tuple[int, ...]]]:
    for province in content.provinces:
        kinds = tuple(province.citadels.values())
        citadels = tuple(kinds.count(kind) for kind in CITADELS)
        units = (province.units.M, province.units.E, province.units.G)
        control = POWERS.index(province.control)
        yield province.id, (0, *citadels, control, *units, *province.at)
    for sea in content.seas:
        yield sea.id, (1, 0, 0, 0, NEUTRAL, 0, 0, 0, *sea.at)


def _link_rows(content: Content) -> Iterator[tuple[str, tuple[int, ...]]]:
    zones = content.zones
    found = []
    for link in content.links:
        a, b = sorted(map(zones.index, link.between))
        cost = link.cost or content.link_costs.of(link.type)
        found.append((a, b, LINK_TYPES.index(link.type), cost))
    for row in sorted(found):
        yield f"{zones[row[0]]}__{zones[row[1]]}", row


def _coast_rows(content: Content) -> Iterator[tuple[str, tuple[int, ...]]]:
    zones = content.zones
    for a, b in sorted(sorted(map(zones.index, coast)) for coast in content.coasts):
        yield f"{zones[a]}__{zones[b]}", (a, b)


# --- checks ---


def _check_fixed(content: Content) -> None:
    """What the engine knows by its place cannot be changed."""
    if content.powers != POWERS:
        raise RulesError("powers", "", "", f"expected {', '.join(POWERS)}; they are fixed")
    if (found := tuple(each.id for each in content.unit_classes)) != UNIT_CLASSES:
        why = f"expected the rows {', '.join(UNIT_CLASSES)}, got {', '.join(found)}"
        raise RulesError("unit_classes", "", "", why)


def _check_zones(content: Content) -> None:
    """Zones have ids of their own, and a state has room for them and for what they hold."""
    seen: set[str] = set()
    tables = [("provinces", each.id) for each in content.provinces]
    tables += [("seas", each.id) for each in content.seas]
    for table, zone in tables:
        if zone in seen:
            raise RulesError(table, zone, "id", f"{zone} appears twice; ids must differ")
        seen.add(zone)
    if len(seen) > MAX_ZONES:
        why = f"expected at most {MAX_ZONES} provinces and seas, got {len(seen)}"
        raise RulesError("seas", "", "", why)
    for province in content.provinces:
        for kind in province.citadels.values():
            if kind not in CITADELS:
                why = f"expected {', '.join(CITADELS)}, got {kind}"
                raise RulesError("provinces", province.id, "citadels", why)
        if (capacity := content.capacity(province)) > MAX_CAPACITY:
            why = f"the province would hold {capacity} units; a state has room for {MAX_CAPACITY}"
            raise RulesError("provinces", province.id, "citadels", why)


def _pair(zones: tuple[str, str]) -> str:
    """How a link or a coast is named in errors: there is no other name for it."""
    return " - ".join(zones)


def _check_links(content: Content) -> None:
    """Links and coasts join zones of the map, of the right kinds, and each pair once."""
    provinces = {each.id for each in content.provinces}
    seas = {each.id for each in content.seas}
    used: dict[frozenset[str], str] = {}
    rows = [("links", link.between, "between", link.type) for link in content.links]
    rows += [("coasts", coast, "", "port") for coast in content.coasts]
    for table, ends, column, link_type in rows:
        for zone in ends:
            if zone not in provinces | seas:
                why = f"{zone} is no zone of this map; add it to provinces or seas, or correct it"
                raise RulesError(table, _pair(ends), column, why)
        if ends[0] == ends[1]:
            raise RulesError(table, _pair(ends), column, "expected two different zones")
        at_sea = sum(zone in seas for zone in ends)
        expected = {"port": 1, "sea": 2}.get(link_type, 0)
        if at_sea != expected:
            what = ("two provinces", "a province and a sea", "two seas")
            which = "a coast" if table == "coasts" else f"a link of type {link_type}"
            why = f"{which} joins {what[expected]}, but these are {what[at_sea]}"
            raise RulesError(table, _pair(ends), "type" if column else "", why)
        if (before := used.get(frozenset(ends))) is not None:
            why = f"these zones are in {before} already; a link goes both ways, so list it once"
            raise RulesError(table, _pair(ends), column, why)
        used[frozenset(ends)] = table


def _check_ports(content: Content) -> None:
    """SAT 1.3: a province reaches a sea through a port on it, and a port is on a sea it reaches."""
    joined = {frozenset(link.between) for link in content.links}
    seas = {each.id for each in content.seas}
    ports: set[frozenset[str]] = set()
    for province in content.provinces:
        for sea in province.ports:
            if sea not in seas:
                why = f"expected seas of this map, got {sea}"
                raise RulesError("provinces", province.id, "ports", why)
            if (port := frozenset((province.id, sea))) not in joined:
                why = f"there is no link to {sea}; add one of type port, or drop the port"
                raise RulesError("provinces", province.id, "ports", why)
            ports.add(port)
    for link in content.links:
        if link.type == "port" and frozenset(link.between) not in ports:
            province_id, sea = sorted(link.between, key=seas.__contains__)
            why = f"{province_id} has no port on {sea}; add it to its ports, or move this to coasts"
            raise RulesError("links", _pair(link.between), "type", why)


def _check_connection(content: Content) -> None:
    """Every zone can be reached from every other."""
    zones = content.zones
    reached, waiting = {zones[0]}, [zones[0]]
    while waiting:
        zone = waiting.pop()
        for link in content.links:
            if zone in link.between:
                new = set(link.between) - reached
                reached |= new
                waiting += new
    for zone in zones:
        if zone not in reached:
            table = "seas" if any(sea.id == zone for sea in content.seas) else "provinces"
            why = f"no way leads from {zones[0]} to {zone}; add links"
            raise RulesError(table, zone, "id", why)


def _check_start(content: Content) -> None:
    """The first powers of the list take part, each with one capital, and within the limits."""
    present = {province.control for province in content.provinces} - {"neutral"}
    powers = POWERS[: max(2, len(present))]
    for power in powers:
        if power not in present:
            why = f"{power} starts nowhere; a map is for 2 to 4 powers, the first of the list"
            raise RulesError("provinces", "", "control", why)
    for power in powers:
        own = [each for each in content.provinces if each.control == power]
        capitals = [each.id for each in own for kind in each.citadels.values() if kind == "capital"]
        if len(capitals) != 1:
            why = f"{power} must start with one capital, but has {', '.join(capitals) or 'none'}"
            raise RulesError("provinces", own[0].id, "citadels", why)
        for index, unit_class in enumerate(content.unit_classes):
            counted = UNIT_CLASSES if index == 0 else (unit_class.id,)
            units = sum(getattr(each.units, name) for each in own for name in counted)
            if units > unit_class.limit:
                which = "units" if index == 0 else f"units of class {unit_class.id}"
                why = f"{power} starts with {units} {which}; the limit is {unit_class.limit}"
                raise RulesError("provinces", own[0].id, "units", why)
    for province in content.provinces:
        if province.control == "neutral" and "capital" in province.citadels.values():
            why = "a capital must belong to a power at the start; give it control"
            raise RulesError("provinces", province.id, "control", why)
        units = province.units.M + province.units.E + province.units.G
        if units > (capacity := content.capacity(province)):
            why = f"{units} units, but the province holds {capacity}"
            raise RulesError("provinces", province.id, "units", why)
