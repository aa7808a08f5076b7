"""The end of a game of Satrapies (SAT 6)."""

from __future__ import annotations

from typing import Any

from .position import provinces_of, rank
from .tables import CAPITALS, PARAMS, POWERS, Document


def living(doc: Document) -> list[str]:
    """The powers that are in the game, in index order."""
    return [state["id"] for state in doc["powers"] if not state["eliminated"]]


def best(doc: Document, powers: list[str]) -> list[str]:
    """Those of the best rank; several when they are equal on all five counts (SAT 6)."""
    top = max(rank(doc, power) for power in powers)
    return [power for power in powers if rank(doc, power) == top]


def capitals_to_dominate(players: int) -> int:
    """Three of four; two in games for two or three (SAT 6, 8)."""
    return PARAMS["domination_capitals"] if players == len(POWERS) else max(2, players - 1)


def dominates(doc: Document, power: str) -> bool:
    """Whether a power meets a condition of domination (SAT 6, 3)."""
    own = provinces_of(doc, power)
    capitals = [zone for zone in own if zone in CAPITALS]
    if len(capitals) >= capitals_to_dominate(doc["players"]):
        return True
    others = [len(provinces_of(doc, other)) for other in POWERS if other != power]
    return len(own) >= PARAMS["domination_provinces"] and all(len(own) > n for n in others)


def result(doc: Document, turn_played: int) -> dict[str, Any] | None:
    """How the game ends after this turn, or None (SAT 6)."""
    alive = living(doc)
    if not alive:
        return ended("extinction", [])
    if len(alive) == 1:
        return ended("last_power", alive)
    dominating = [power for power in alive if dominates(doc, power)]
    if dominating:
        return ended("domination", best(doc, dominating))
    if turn_played >= doc["variants"]["turn_limit"]:
        return ended("turn_limit", best(doc, alive))
    return None


def ended(reason: str, winners: list[str]) -> dict[str, Any]:
    return {"reason": reason, "winners": [POWERS.index(power) for power in winners]}
