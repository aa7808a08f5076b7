"""Points and winners (TM 6)."""

from __future__ import annotations

from collections.abc import Sequence

from .tables import (
    AWARDS,
    CARDS,
    CONSTANTS,
    Document,
    Row,
    Seat,
    count_beside,
    is_solo,
    is_terraformed,
    name_of,
    own_spots,
    own_tags,
    own_tiles,
)

SOLO_RATING = 63
"""What the objective `tr_63` asks for."""


# --- Cards ------------------------------------------------------------------------------------


def cities_in_play(document: Document) -> int:
    """All cities, whoever owns them, off the map too."""
    on_map = sum(bool(tile) and tile["tile"] == "city" for tile in document["map"].values())
    return on_map + sum(owner is not None for owner in document["off_map"].values())


def counted(document: Document, seat: Seat, placed: Row, amount: Row) -> int:
    """A number that a card counts."""
    match amount["count"]:
        case "resources_here":
            n = placed["resources"]
        case "tags":
            n = own_tags(seat, amount["tag"])
        case "cities":
            n = cities_in_play(document)
        case "adjacent_to_own_tile":
            n = count_beside(document, placed["hex"], amount["of"]) if placed["hex"] else 0
        case other:
            raise AssertionError(other)
    each: int = amount["each"]
    return each * (n // amount["per"])


def card_points(document: Document, seat: Seat, placed: Row) -> int:
    """The points of a card in play with what lies on it, or of a played event."""
    vp = CARDS[placed["card"]]["vp"]
    if not vp:
        return 0
    if vp["kind"] == "count":
        return counted(document, seat, placed, vp["amount"])
    amount: int = vp["amount"]
    if vp["kind"] == "fixed_if_resource_here":
        return amount if placed["resources"] >= vp["min"] else 0
    return amount


def all_card_points(document: Document, seat: Seat) -> int:
    events = [{"card": card, "resources": 0, "hex": None} for card in seat["events"]]
    return sum(card_points(document, seat, placed) for placed in [*seat["tableau"], *events])


# --- Awards -----------------------------------------------------------------------------------


def measure(document: Document, player: int, award: str) -> int:
    """How far a player has got in an award."""
    seat, name = document["seats"][player], name_of(player)
    row = AWARDS[award]
    if document["options"]["preset"] == "seed_text":
        row = {"measure": row.get("measure_seed_text", row["measure"])}
    how = row["measure"]
    match how["metric"]:
        case "own_tiles":
            return len(own_tiles(document, name)) + len(own_spots(document, name))
        case "own_tags":
            return own_tags(seat, how["tag"])
        case "production" | "stock" as kept:
            return sum(seat[kept][resource] for resource in how["resources"])
        case other:
            raise AssertionError(other)


def award_points(values: Sequence[int]) -> list[int]:
    """The points of everybody for one award."""
    best = max(values)
    winners = [value == best for value in values]
    points = [CONSTANTS["award_vp_first"] * won for won in winners]
    if sum(winners) > 1 or len(values) == 2:
        return points
    second = max(value for value in values if value != best)
    return [
        CONSTANTS["award_vp_second"] if value == second else mine
        for value, mine in zip(values, points, strict=True)
    ]


# --- Points -----------------------------------------------------------------------------------


def points(document: Document) -> list[int]:
    """What everybody would have if the game ended now."""
    players = range(document["players"])
    found = []
    for player in players:
        seat, name = document["seats"][player], name_of(player)
        tiles = own_tiles(document, name)
        claimed = sum(owner == name for owner in document["milestones"].values())
        found.append(
            seat["tr"]
            + CONSTANTS["milestone_vp"] * claimed
            + sum(kind == "greenery" for kind in tiles.values())
            + sum(
                count_beside(document, hex, "greenery")
                for hex, kind in tiles.items()
                if kind == "city"
            )
            + all_card_points(document, seat)
        )
    for funded in document["awards"]:
        values = [measure(document, player, funded["award"]) for player in players]
        found = [a + b for a, b in zip(found, award_points(values), strict=True)]
    return found


def winners(document: Document) -> tuple[int, ...]:
    """Who has won a game that is over: most points, then most M€; alone, who met the objective."""
    if is_solo(document):
        won = is_terraformed(document)
        if document["options"]["solo_objective"] == "tr_63":
            won = document["seats"][0]["tr"] >= SOLO_RATING
        return (0,) if won else ()
    ranks = [
        (score, seat["stock"]["megacredit"])
        for score, seat in zip(points(document), document["seats"], strict=True)
    ]
    return tuple(player for player, rank in enumerate(ranks) if rank == max(ranks))
