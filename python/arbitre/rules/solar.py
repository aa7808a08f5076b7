"""The data of Solar: map, nations, cards and numbers (SOL 1), checked and compiled to tables.

Ids are fixed: states and move codes hold them by index, and many have an effect of their own.
An overlay changes their numbers; only the links of the map are a free list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules.solar_ids import EFFECTS, IDS, INVESTMENT_EFFECTS, ORDERS, TARGETS, ZONES
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table

Small: TypeAlias = Annotated[int, Meta(ge=0, le=30)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Signed: TypeAlias = Annotated[int, Meta(ge=-10, le=30)]
Change: TypeAlias = Annotated[int, Meta(ge=-10, le=0)]
Gauge: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
Ac: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
PaidAc: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
Vp: TypeAlias = Annotated[int, Meta(ge=0, le=50)]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Target: TypeAlias = Literal["", "own", "theirs"]


class Amounts(Struct, frozen=True, forbid_unknown_fields=True):
    """A price: how much of each resource."""

    energy: Small = 0
    materials: Small = 0
    science: Small = 0
    morale: Small = 0


class Supplies(Struct, frozen=True, forbid_unknown_fields=True):
    """A price of energy and materials alone."""

    energy: Small = 0
    materials: Small = 0


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """A gain, or an income, of which a part may be negative."""

    energy: Signed = 0
    materials: Signed = 0
    science: Signed = 0
    morale: Signed = 0


class Named(Protocol):
    """A row of a table."""

    @property
    def id(self) -> str: ...


Row = TypeVar("Row", bound=Named)

FREE = Amounts()
NO_SUPPLIES = Supplies()
NOTHING = Changes()


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of SOL 3 to 5 that belong to no table."""

    max_ac: PaidAc
    grudge_max: Annotated[int, Meta(ge=3, le=99)]
    tension_refusal: Gauge
    tension_demonstration: Gauge
    tension_war: Annotated[int, Meta(ge=10, le=10)]
    assault_floor_taken: Gauge
    assault_floor_held: Gauge
    pact_turns: Gauge
    tribute: Count
    capital_garrison: Small
    colony_garrison: Small
    combat_vp: Vp
    capital_vp: Vp
    recovery_turns: Annotated[int, Meta(ge=1, le=2)]
    recovery_turns_fast: Annotated[int, Meta(ge=1, le=2)]
    overproduction_max_vp: Count
    travel_short: Days
    travel_long: Days
    fog_radius: Count
    path_block_max_colonies: Count
    suffocation_max_colonies: Count
    suffocation_others_min: Count
    empath_exclusive_turns: Annotated[int, Meta(ge=0, le=3)]
    peace_tension_winner: Gauge
    peace_tension_loser: Gauge
    peace_tension_draw: Gauge
    war_reach_hops: Count
    strategy_pool_extra: Annotated[int, Meta(ge=0, le=6)]


class Actions(Struct, frozen=True, forbid_unknown_fields=True):
    """Prices of SOL 4. An action that takes command actions takes at least one."""

    colonize: Amounts
    colonize_ac: PaidAc
    upgrade: Amounts
    upgrade_ac: PaidAc
    build_route: Amounts
    build_route_ac: PaidAc
    protect_route_ac: PaidAc
    recall_token_ac: PaidAc
    raid_ac: PaidAc
    accord_ac: PaidAc
    accord_gift: Amounts


class Upkeep(Struct, frozen=True, forbid_unknown_fields=True):
    """SOL 1.13: of a colony of level 1, 2 and 3; what routes and accords cost and bring."""

    colony: tuple[Supplies, Supplies, Supplies]
    route_energy: Small
    route_income: Changes
    accord_income: Changes
    token: Supplies


class Tension(Struct, frozen=True, forbid_unknown_fields=True):
    """How gauges move (SOL 5.4)."""

    route_on_colony: Gauge
    shared_route_with_token: Gauge
    dominant_lead: Count
    dominant: Gauge
    supreme_lead: Count
    supreme: Gauge
    tech_gap_per_tier3: Gauge
    path_block: Gauge
    suffocation_start: Gauge
    suffocation_turn: Gauge
    raid_victim: Gauge
    raid_raider: Gauge
    raid_blocked_victim: Gauge
    espionage: tuple[Gauge, Gauge, Gauge]
    pirates: Gauge
    decay: Change
    accord: Change
    dyson: Gauge
    popular_war_morale: Count


class Pirates(Struct, frozen=True, forbid_unknown_fields=True):
    """SOL 5.8: the risk of an open route in percent."""

    base_percent: Percent
    percent_per_turn: Percent


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of SOL 6, and the energy that a Dyson Sphere shares (SOL 4.12)."""

    dyson_share: Count
    connected_bonus: Vp
    route: Vp
    income_over_5: Vp
    income_over_10: Vp
    extrasolar: Vp
    extrasolar_min_techs: Small


class Variants(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the variants of SOL 10.2."""

    weariness_morale: Count
    second_front_relief: Gauge
    event_morale: Count
    founding_morale: Count


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """A nation as it starts, and its passive (SOL 1.1)."""

    id: str
    home: str
    branch: str
    start: Amounts
    force: Small
    raid_force: Small
    morale_ac: Small = 0
    settlement_discount: Supplies = NO_SUPPLIES
    pirate_friend: bool = False
    energy_income: Count = 0


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """The power of the nation in the same place."""

    id: str
    cost: Amounts = FREE
    gov_points: Count = 0
    ac: Ac = 0
    percent_of_units: tuple[Percent, Percent, Percent] = (0, 0, 0)


class Government(Struct, frozen=True, forbid_unknown_fields=True):
    """A form of government (SOL 1.4)."""

    id: str
    ac: Ac = 0
    cost: Amounts = FREE
    gov_points: Small = 0
    ac_bonus: Ac = 0
    morale_cap: Small = 10
    morale_loss: Count = 0
    upkeep: Supplies = NO_SUPPLIES
    per_turn: Changes = NOTHING


class GovernmentLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """The command actions from so many government points on."""

    id: str
    points: Annotated[int, Meta(ge=0, le=99)]
    base_ac: PaidAc


class Node(Struct, frozen=True, forbid_unknown_fields=True):
    """A place for colonies (SOL 1.2)."""

    id: str
    zone: Literal["inner", "jovian", "saturnian", "outer"]
    vp: Vp
    energy: Count = 0
    materials: Count = 0
    extrasolar: bool = False
    frontier_vp: Vp = 0
    forge: bool = False
    harsh: bool = False
    level2_morale: Count = 0


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """Two nodes between which routes can be built."""

    id: str
    a: str
    b: str
    days: Days


class Technology(Struct, frozen=True, forbid_unknown_fields=True):
    """A technology (SOL 1.5)."""

    id: str
    branch: str
    tier: Annotated[int, Meta(ge=1, le=3)]
    ac: PaidAc
    vp: Vp
    cost: Amounts = FREE
    effects: tuple[str, ...] = ()
    immediate: Amounts = FREE
    per_turn: Changes = NOTHING
    per_colony: Changes = NOTHING
    force: Count = 0
    gov_points: Count = 0
    combat_bonus: Count = 0


class Civic(Struct, frozen=True, forbid_unknown_fields=True):
    """A civic action (SOL 1.6)."""

    id: str
    ac: PaidAc
    cost: Amounts = FREE
    repeatable: bool = False
    target: Target = ""
    tension: Change = 0
    immediate: Amounts = FREE
    per_turn: Changes = NOTHING
    gov_points: Count = 0


class MilitaryCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A military card (SOL 1.7); the last one is the Supercruiser."""

    id: str
    ac: PaidAc
    vp: Vp
    cost: Amounts = FREE
    force: Count = 0
    lose_next_turn: Count = 0
    requires: str = ""
    once_per_game: bool = False
    war_power: Small = 0
    deploy_cost: Supplies = NO_SUPPLIES


class Investment(Struct, frozen=True, forbid_unknown_fields=True):
    """An investment (SOL 1.8)."""

    id: str
    tier: Annotated[int, Meta(ge=1, le=2)]
    last: Annotated[int, Meta(ge=3, le=10)]
    cost: Amounts = FREE
    materials_halved: bool = False
    per_turn: Changes = NOTHING
    free_colonizations: Annotated[int, Meta(ge=0, le=1)] = 0
    free_routes: Annotated[int, Meta(ge=0, le=1)] = 0
    effect: Literal["", "espionage", "fast_recovery", "colonies_to_level_3", "open_empaths"] = ""


class StrategyCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A strategy card (SOL 1.9)."""

    id: str
    gain: Amounts = FREE
    force: Count = 0
    temporary: bool = False
    ac: Ac = 0
    target: Target = ""
    tension: Change = 0
    clears_grudge: bool = False
    order: Literal["", "this_turn", "next_turn"] = ""
    free_settlement: bool = False


class Discovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A discovery tile (SOL 1.10)."""

    id: str
    gain: Amounts = FREE
    per_turn: Changes = NOTHING
    vp: Vp = 0
    force: Count = 0


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of an event (SOL 1.11, 5.9)."""

    id: str
    vp: Vp = 0
    gain: Amounts = FREE
    loss_force: Count = 0
    loss_materials: Count = 0
    protected_loss_percent: Percent = 0
    tension_all: Change = 0
    accord_tension: Change = 0
    pact_cost: Amounts = FREE
    pact_war_surcharge: Amounts = FREE
    pact_morale: Count = 0


class Agenda(Struct, frozen=True, forbid_unknown_fields=True):
    """A secret agenda (SOL 1.12)."""

    id: str
    vp: Vp
    least: Small = 0
    morale: Small = 0
    technologies: tuple[str, ...] = ()


class Content(BaseContent, frozen=True, forbid_unknown_fields=True):
    """The data files of the game, one field a table."""

    constants: Constants
    caps: Amounts
    actions: Actions
    upkeep: Upkeep
    tension: Tension
    pirates: Pirates
    scoring: Scoring
    variants: Variants
    nodes: tuple[Node, ...]
    links: Annotated[tuple[Link, ...], Meta(min_length=13, max_length=30)]
    nations: tuple[Nation, ...]
    powers: tuple[Power, ...]
    governments: tuple[Government, ...]
    government_levels: tuple[GovernmentLevel, ...]
    branches: tuple[str, ...]
    technologies: tuple[Technology, ...]
    civics: tuple[Civic, ...]
    military_cards: tuple[MilitaryCard, ...]
    investments: tuple[Investment, ...]
    strategy_cards: tuple[StrategyCard, ...]
    discoveries: tuple[Discovery, ...]
    events: tuple[Event, ...]
    agendas: tuple[Agenda, ...]

    def __post_init__(self) -> None:
        for table, ids in IDS.items():
            rows = getattr(self, table)
            found = rows if table == "branches" else tuple(row.id for row in rows)
            if found != ids:
                why = f"expected the ids {', '.join(ids)} in this order; they are fixed"
                raise RulesError(table, "", "", why)
        _check_links(self.links)
        for nation in self.nations:
            _index("nations", nation.id, "home", nation.home, IDS["nodes"])
            _index("nations", nation.id, "branch", nation.branch, IDS["branches"])
        if len({nation.home for nation in self.nations}) != len(self.nations):
            raise RulesError("nations", "", "home", "two nations have the same home")
        _check_technologies(self.technologies)
        for card in self.military_cards:
            if card.requires:
                _index("military_cards", card.id, "requires", card.requires, IDS["technologies"])
        for agenda in self.agendas:
            for technology in agenda.technologies:
                _index("agendas", agenda.id, "technologies", technology, IDS["technologies"])
        if sum(self.powers[-1].percent_of_units) != 100:
            why = "expected percents that add up to 100"
            raise RulesError("powers", self.powers[-1].id, "percent_of_units", why)
        for first, second in zip(self.government_levels, self.government_levels[1:], strict=False):
            if first.points >= second.points:
                why = "expected more points than the level before"
                raise RulesError("government_levels", second.id, "points", why)
        if self.constants.travel_short > self.constants.travel_long:
            raise RulesError("constants", "travel_short", "value", "expected at most travel_long")


def _check_links(links: Sequence[Link]) -> None:
    """Each link once, its ends in the order of the nodes, and all nodes joined."""
    seen: set[tuple[str, str]] = set()
    joined = {IDS["nodes"][0]}
    for link in links:
        a = _index("links", link.id, "a", link.a, IDS["nodes"])
        b = _index("links", link.id, "b", link.b, IDS["nodes"])
        if a >= b:
            raise RulesError("links", link.id, "b", "expected a node behind `a` in the table")
        if (link.a, link.b) in seen:
            raise RulesError("links", link.id, "", f"{link.a} and {link.b} are linked twice")
        seen.add((link.a, link.b))
    for _ in IDS["nodes"]:
        joined |= {end for pair in seen if joined & set(pair) for end in pair}
    if missing := [node for node in IDS["nodes"] if node not in joined]:
        raise RulesError("links", "", "", f"nothing leads to {missing[0]}; link it")


def _check_technologies(technologies: Sequence[Technology]) -> None:
    """Three tiers a branch, in order: codes and openings count on it."""
    for place, technology in enumerate(technologies):
        branch = IDS["branches"][place // 3]
        if technology.branch != branch:
            raise RulesError("technologies", technology.id, "branch", f"expected {branch}; fixed")
        if technology.tier != place % 3 + 1:
            why = f"expected {place % 3 + 1}; tiers are fixed"
            raise RulesError("technologies", technology.id, "tier", why)
        for effect in technology.effects:
            _index("technologies", technology.id, "effects", effect, EFFECTS)


def _index(table: str, row: str, column: str, value: str, known: Sequence[str]) -> int:
    if value not in known:
        why = f'expected one of {", ".join(known)}, got "{value}"'
        raise RulesError(table, row, column, why)
    return known.index(value)


# --- compiled tables ---


def tables(content: Content) -> list[Table]:
    """The compiled tables; names become indices, a missing one is -1."""
    c = content
    return [
        _params(c),
        _table("nations", c.nations, _nation),
        _table("powers", c.powers, _flat),
        _table("nodes", c.nodes, _node),
        _table("links", c.links, _link),
        Table("branches", (), tuple((branch, ()) for branch in c.branches)),
        _table("technologies", c.technologies, _technology),
        _table("civics", c.civics, _civic),
        _table("governments", c.governments, _flat),
        _table("government_levels", c.government_levels, _flat),
        _table("military_cards", c.military_cards, _military),
        _table("investments", c.investments, _investment),
        _table("strategy_cards", c.strategy_cards, _strategy),
        _table("discoveries", c.discoveries, _flat),
        _table("events", c.events, _flat),
        _table("agendas", c.agendas, _agenda),
    ]


def _params(c: Content) -> Table:
    """All lone numbers in one table, a row each."""
    groups = {
        "": c.constants,
        "cap_": c.caps,
        "price_": c.actions,
        "upkeep_": c.upkeep,
        "tension_": c.tension,
        "pirates_": c.pirates,
        "score_": c.scoring,
        "variant_": c.variants,
    }
    rows: dict[str, int] = {}
    for prefix, group in groups.items():
        rows |= {f"{prefix}{name}": number for name, number in _flat(group).items()}
    return Table("params", ("value",), tuple((name, (number,)) for name, number in rows.items()))


def _table(name: str, rows: Sequence[Row], cells: Callable[[Row], dict[str, int]]) -> Table:
    found = [cells(row) for row in rows]
    lines = [(row.id, tuple(one.values())) for row, one in zip(rows, found, strict=True)]
    return Table(name, tuple(found[0]), lines)


def _flat(row: Struct) -> dict[str, int]:
    """The numbers of a struct by name, those of inner structs and lists too; words are left out."""
    found: dict[str, int] = {}
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, Struct):
            found |= {f"{name}_{inner}": number for inner, number in _flat(value).items()}
        elif isinstance(value, tuple) and value and isinstance(value[0], Struct | int):
            for place, part in enumerate(value):
                inner = _flat(part) if isinstance(part, Struct) else {"": part}
                found |= {f"{name}_{place}{f'_{k}' if k else ''}": n for k, n in inner.items()}
        elif isinstance(value, int):
            found[name] = int(value)
    return found


def _nation(row: Nation) -> dict[str, int]:
    home, branch = IDS["nodes"].index(row.home), IDS["branches"].index(row.branch)
    return {"home": home, "branch": branch, **_flat(row)}


def _node(row: Node) -> dict[str, int]:
    return {"zone": ZONES.index(row.zone), **_flat(row)}


def _link(row: Link) -> dict[str, int]:
    return {"a": IDS["nodes"].index(row.a), "b": IDS["nodes"].index(row.b), "days": row.days}


def _technology(row: Technology) -> dict[str, int]:
    return {
        "branch": IDS["branches"].index(row.branch),
        "effects": _mask(row.effects, EFFECTS),
        **_flat(msgspec.structs.replace(row, effects=())),
    }


def _civic(row: Civic) -> dict[str, int]:
    return {"target": TARGETS.index(row.target), **_flat(row)}


def _military(row: MilitaryCard) -> dict[str, int]:
    requires = IDS["technologies"].index(row.requires) if row.requires else -1
    return {"requires": requires, **_flat(row)}


def _investment(row: Investment) -> dict[str, int]:
    return {"effect": INVESTMENT_EFFECTS.index(row.effect), **_flat(row)}


def _strategy(row: StrategyCard) -> dict[str, int]:
    return {"target": TARGETS.index(row.target), "order": ORDERS.index(row.order), **_flat(row)}


def _agenda(row: Agenda) -> dict[str, int]:
    technologies = _mask(row.technologies, IDS["technologies"])
    return {"vp": row.vp, "least": row.least, "morale": row.morale, "technologies": technologies}


def _mask(names: Iterable[str], known: Sequence[str]) -> int:
    return sum(1 << known.index(name) for name in set(names))
