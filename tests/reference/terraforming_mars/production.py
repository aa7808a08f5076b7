"""The production phase (TM 3.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .tables import CONSTANTS, RESOURCES, Document, Seat, is_solo, is_terraformed, name_of

MOST_STOCK = 9_999
"""A limit of this project, TM-P1."""


class After(NamedTuple):
    """What production leads to."""

    stocks: list[dict[str, int]]
    ends: bool
    """No further generation begins: the game goes on with the final greenery, or is over."""
    generation: int
    first_player: str


def stock_after(seat: Seat) -> dict[str, int]:
    """Energy becomes heat; then everything grows, M€ by the rating too."""
    stock, production = dict(seat["stock"]), seat["production"]
    stock["heat"] += stock["energy"]
    stock["energy"] = 0
    for resource in RESOURCES:
        income = production[resource]
        if resource == "megacredit":
            income = max(0, income + seat["tr"])
        stock[resource] = min(MOST_STOCK, stock[resource] + income)
    return stock


def produce(document: Document) -> After:
    """What follows when the last player passes."""
    generation: int = document["generation"]
    ends = is_terraformed(document)
    if is_solo(document):
        ends = generation == CONSTANTS["solo_generations"]
    first: Any = document["first_player"]
    if not ends:
        generation += 1
        first = name_of((int(first[1:]) + 1) % document["players"])
    return After([stock_after(seat) for seat in document["seats"]], ends, generation, first)
