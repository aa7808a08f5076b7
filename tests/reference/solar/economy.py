"""Income and upkeep of one nation (SOL 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .network import connected_nodes, counted_routes
from .tables import (
    GOVERNMENTS,
    INVESTMENTS,
    NODES,
    RESOURCES,
    TECHNOLOGIES,
    UPKEEP,
    Document,
    Nation,
    Row,
    Stocks,
    accords_of,
    has_effect,
    home,
    is_at_war,
)


class Upkeep(NamedTuple):
    """What SOL 5.7 leaves a nation with."""

    stocks: Stocks
    reserve: int
    judged_morale: int
    missing: int
    """Units of the upkeep of colonies and routes that could not be paid (step 7)."""


def add(total: Stocks, gain: Mapping[str, int]) -> None:
    """Add amounts, of which a missing one is 0."""
    for resource, amount in gain.items():
        total[resource] += amount


# --- Steps 1 and 2 ----------------------------------------------------------------------------


def colony_income(nation: Nation, colony: Row) -> Stocks:
    """SOL 5.7, step 1: what one connected colony yields."""
    node = NODES[colony["node"]]
    halves = {1: 2, 2: 3, 3: 4}[colony["level"]]  # times 1, 1.5, 2
    income = dict.fromkeys(RESOURCES, 0)
    income["energy"] = node["energy"] * halves // 2
    income["materials"] = node["materials"] * halves // 2
    if colony["level"] == 2:
        add(income, {"morale": 1, "science": 1})
    if colony["level"] == 3:
        add(income, {"morale": 2, "science": 2})
    for technology in nation["technologies"]:
        add(income, TECHNOLOGIES[technology].get("per_colony", {}))
    return income


def active_investments(document: Document, nation: Nation) -> list[str]:
    """SOL 5.2 and 1.8: the investments that were paid, in their active turns."""
    found = []
    for key in ("investment1", "investment2"):
        if nation[key] is None or not nation[f"{key}_active"]:
            continue
        first, last = INVESTMENTS[nation[key]]["active"]
        if first <= document["turn"] <= last:
            found.append(nation[key])
    return found


def gross_income(document: Document, seat: int) -> Stocks:
    """SOL 5.7, step 2."""
    nation = document["nations"][seat]
    income = dict.fromkeys(RESOURCES, 0)
    for colony in nation["colonies"]:
        if colony["node"] in connected_nodes(nation):
            add(income, colony_income(nation, colony))
    routes = counted_routes(document, seat)
    income["materials"] += routes * UPKEEP["route_income"]["materials"]
    for _ in range(accords_of(document, seat)):
        add(income, {"materials": 1, "morale": 1})
    if nation["id"] == "belters":
        income["energy"] += 1
    add(income, nation["per_turn"])
    for investment in active_investments(document, nation):
        add(income, INVESTMENTS[investment].get("per_turn", {}))
    if has_effect(nation, "energy_per_2_routes"):
        income["energy"] += routes // 2
    add(income, GOVERNMENTS[nation["gov_form"]]["per_turn"])
    if has_effect(nation, "morale_minus_2_at_war") and is_at_war(document, seat):
        income["morale"] -= 2
    return income


# --- Steps 3 to 7 -----------------------------------------------------------------------------


def credited(gross: int, judged: int) -> int:
    """SOL 5.7, step 4: the part of an income in E, M or S that a nation of this morale gets."""
    if judged == 0:
        return 0
    if judged == 1:
        return gross // 2  # toward minus infinity: half of -1 is -1
    return gross


def colony_upkeep(nation: Nation, colony: Row) -> Stocks:
    """SOL 1.13, with the exemptions of SOL 1.5: what one colony other than the home asks."""
    level = colony["level"]
    asked = dict.fromkeys(("energy", "materials"), 0)
    add(asked, UPKEEP["colony"][str(level)])
    if level == 1 and has_effect(nation, "upkeep_energy_free_level1"):
        asked["energy"] = 0
    if level >= 2 and has_effect(nation, "upkeep_energy_free_level23"):
        asked["energy"] = 0
    if level >= 2 and has_effect(nation, "upkeep_free_level23"):
        asked = dict.fromkeys(asked, 0)
    return asked


def pay(stocks: Stocks, resource: str, amount: int) -> int:
    """Pay as far as possible; the units that are missing."""
    paid = min(stocks[resource], amount)
    stocks[resource] -= paid
    return amount - paid


def lose_morale(stocks: Stocks, amount: int) -> None:
    """A loss of morale, which stops at 0."""
    stocks["morale"] = max(0, stocks["morale"] - amount)


def pay_upkeep(nation: Nation, stocks: Stocks) -> int:
    """SOL 5.7, step 7, for colonies and routes: E, then M, then routes; the units missing."""
    asked = dict.fromkeys(("energy", "materials"), 0)
    for colony in nation["colonies"]:
        if colony["node"] != home(nation):
            add(asked, colony_upkeep(nation, colony))
    missing = pay(stocks, "energy", asked["energy"])
    missing += pay(stocks, "materials", asked["materials"])
    if not has_effect(nation, "route_upkeep_free"):
        for _ in nation["routes"]:
            missing += pay(stocks, "energy", UPKEEP["route"]["energy"])
    lose_morale(stocks, missing)
    return missing


def upkeep(document: Document, seat: int) -> Upkeep:
    """The whole SOL 5.7 for one living nation, from the document as it stands."""
    nation = document["nations"][seat]
    gross = gross_income(document, seat)
    stocks: Stocks = dict(nation["stock"])
    # Step 3.
    stocks["morale"] = max(0, stocks["morale"] + gross["morale"])
    judged = max(0, nation["snapshot_morale"] + gross["morale"])
    # Step 4.
    for resource in ("energy", "materials", "science"):
        stocks[resource] = max(0, stocks[resource] + credited(gross[resource], judged))
    # Step 5.
    reserve = nation["reserve"]
    for colony in nation["colonies"]:
        if colony["founded"]:
            reserve += 1
    # Step 6.
    for colony in nation["colonies"]:
        if colony["hostile"] == 3:
            lose_morale(stocks, 2)
        elif colony["hostile"] > 0:
            lose_morale(stocks, 1)
    # Step 7.
    missing = pay_upkeep(nation, stocks)
    for resource, amount in GOVERNMENTS[nation["gov_form"]]["upkeep"].items():
        pay(stocks, resource, amount)
    return Upkeep(stocks, reserve, judged, missing)
