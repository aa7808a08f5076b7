"""The public points of a nation of Solar (SOL 6), for whole documents, which leave them out.

Observations bring them along. A twin of the engine's count for display; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arbitre.svg.scene import Tables
from arbitre.svg.solar_position import RESOURCES, Position

# Columns of the compiled tables, as `arbitre.rules.solar` orders them.
NODE_POINTS, NODE_ENERGY, NODE_MATERIALS, NODE_FRONTIER = 1, 2, 3, 5
CARD_EFFECTS, CARD_POINTS, CARD_PER_COLONY = 1, 4, 17
MILITARY_POINTS, PIRATE_FRIEND, ENERGY_INCOME = 2, 11, 12
INVESTMENT_TIER, INVESTMENT_LAST, INVESTMENT_PER_TURN, FORM_PER_TURN = 1, 2, 8, 11
ROUTE_ENERGY, EXTRASOLAR, AWAKENING, WAR_MORALE = 1 << 12, 1 << 14, 1 << 15, 1 << 18
FIRST_TURNS = {1: 3, 2: 7}


def told_points(position: Position, tables: Tables, seat: int) -> int:
    """The public points: as told in an observation, else counted."""
    told: Sequence[int] | None = position.document.get("public_vp")
    return public_points(position, tables, seat) if told is None else told[seat]


def public_points(position: Position, tables: Tables, seat: int) -> int:
    """All points but those of the agenda."""
    nation = position.nations[seat]
    params = {name: row[0] for name, row in tables["params"].items()}
    points: int = nation["vp_events"] + params["score_route"] * counted_routes(position, seat)
    connected = 0
    for colony in nation["colonies"]:
        row = tables["nodes"][colony["node"]]
        joined = colony["node"] in position.network(seat)
        friend = tables["nations"][nation["id"]][PIRATE_FRIEND]
        frontier = row[NODE_FRONTIER] if friend and colony["level"] == 1 else 0
        base = (frontier or row[NODE_POINTS]) * colony["level"]
        points += base + params["score_connected_bonus"] if joined else (base + 1) // 2
        connected += joined
    cards = [tables["technologies"][card] for card in nation["technologies"]]
    points += sum(row[CARD_POINTS] for row in cards) + len(cards) // 2
    points += sum(
        copies * tables["military_cards"][card][MILITARY_POINTS]
        for card, copies in nation["military"].items()
    )
    effects = _effects(cards)
    if effects & EXTRASOLAR and len(cards) >= params["score_extrasolar_min_techs"]:
        points += params["score_extrasolar"]
    if effects & AWAKENING:
        points += connected
    if not nation["eliminated"]:
        for amount in gross_income(position, tables, seat):
            points += params["score_income_over_10"] * (amount > 10)
            points += params["score_income_over_5"] * (5 < amount <= 10)
    return points


def counted_routes(position: Position, seat: int) -> int:
    """Routes between own colonies, or from one to a node without any (SOL 2)."""
    own = {colony["node"] for colony in position.nations[seat]["colonies"]}
    free = set(position.content.nodes) - set(position.held)
    ends = ((route["a"], route["b"]) for route in position.nations[seat]["routes"])
    return sum(
        own >= {a, b} or (a in own and b in free) or (b in own and a in free) for a, b in ends
    )


def gross_income(position: Position, tables: Tables, seat: int) -> list[int]:
    """Energy, materials, science and morale a turn before upkeep (SOL 5.7)."""
    return [sum(amounts) for amounts in zip(*_incomes(position, tables, seat), strict=True)]


def _incomes(position: Position, tables: Tables, seat: int) -> Iterator[Sequence[int]]:
    nation, document = position.nations[seat], position.document
    params = {name: row[0] for name, row in tables["params"].items()}
    cards = [tables["technologies"][card] for card in nation["technologies"]]
    effects = _effects(cards)
    yield [nation["per_turn"][name] for name in RESOURCES]
    for colony in nation["colonies"]:
        row, level = tables["nodes"][colony["node"]], colony["level"]
        if colony["node"] in position.network(seat):
            more = level - 1
            energy, materials = (row[c] * (level + 1) // 2 for c in (NODE_ENERGY, NODE_MATERIALS))
            yield energy, materials, more, more
            yield from (card[CARD_PER_COLONY : CARD_PER_COLONY + 4] for card in cards)
        elif _is_in_transit(position, seat, colony["node"]):
            yield row[NODE_ENERGY], row[NODE_MATERIALS], 0, 0
    routes = counted_routes(position, seat)
    yield [routes * params[f"upkeep_route_income_{name}"] for name in RESOURCES]
    accords = sum(pair["accord"] for pair in document["pairs"] if seat in (pair["x"], pair["y"]))
    yield [accords * params[f"upkeep_accord_income_{name}"] for name in RESOURCES]
    yield tables["nations"][nation["id"]][ENERGY_INCOME], 0, 0, 0
    for number in (1, 2):
        yield from _investment(nation, tables, number, document["turn"])
    if effects & ROUTE_ENERGY:
        yield routes // 2, 0, 0, 0
    yield tables["governments"][nation["gov_form"]][FORM_PER_TURN : FORM_PER_TURN + 4]
    at_war = any(seat in (war["opener"], war["other"]) for war in document["wars"])
    if effects & WAR_MORALE and at_war:
        yield 0, 0, 0, -2


def _investment(
    nation: Mapping[str, Any], tables: Tables, number: int, turn: int
) -> Iterator[Sequence[int]]:
    if nation[f"investment{number}"] and nation[f"investment{number}_active"]:
        row = tables["investments"][nation[f"investment{number}"]]
        if FIRST_TURNS[row[INVESTMENT_TIER]] <= turn <= row[INVESTMENT_LAST]:
            yield row[INVESTMENT_PER_TURN : INVESTMENT_PER_TURN + 4]


def _is_in_transit(position: Position, seat: int, node: str) -> bool:
    """Variant `transit_income`: an own route leads to a node of an accord partner."""
    if not position.document.get("variants", {}).get("transit_income"):
        return False
    ends = {
        b if a == node else a
        for a, b in ((r["a"], r["b"]) for r in position.nations[seat]["routes"])
        if node in (a, b)
    }
    return any(
        one.seat != seat and position.pair(seat, one.seat)["accord"]
        for end in ends
        for one in position.held.get(end, ())
    )


def _effects(cards: Sequence[Sequence[int]]) -> int:
    found = 0
    for row in cards:
        found |= row[CARD_EFFECTS]
    return found
