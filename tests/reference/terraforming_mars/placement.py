"""Where tiles may go (TM 5.4, 5.11), and what a position asks a tile for."""

from __future__ import annotations

from typing import Any, NamedTuple

from .tables import (
    CARDS,
    CORPORATIONS,
    HEXES,
    NEIGHBOURS,
    PROJECTS,
    TRACKS,
    Document,
    Row,
    count_beside,
    own_tiles,
    tiles_beside,
)

LANDS = {
    "land",
    "land_not_reserved",
    "greenery_standard",
    "city_standard",
    "isolated",
    "next_to_city",
    "next_to_two_cities",
    "next_to_greenery",
    "metal_bonus",
    "metal_bonus_next_to_own",
    "volcanic",
}
"""Placements on land, which has neither ocean areas nor the area of Noctis City."""

CLAIM = "claim"
"""A marker instead of a tile: on a free hex that nobody else has marked either."""


def is_beside_own(document: Document, hex: str, player: str) -> bool:
    own = own_tiles(document, player)
    return any(other in own for other in NEIGHBOURS[hex])


def is_area(hex: str, placement: str) -> bool:
    """Whether a hex is of the kind that a placement is for."""
    reserved = HEXES[hex]["reserved"]
    if placement == "reserved_ocean":
        return bool(reserved == "ocean")
    if placement == "noctis":
        return bool(reserved == "noctis_city")
    assert placement in LANDS | {CLAIM}
    return reserved is None


def is_bound_to_own(document: Document, player: str) -> bool:
    """A greenery goes next to one's own if any such hex is free for it."""
    return any(
        is_beside_own(document, hex, player)
        and refusal_of_area(document, player, hex, "land") == ""
        for hex in HEXES
    )


def refusal_of_area(document: Document, player: str, hex: str, placement: str) -> str:
    """Why a hex can't be had, whatever is around it; "" when it can."""
    if document["map"][hex] is not None:
        return "PLACEMENT_OCCUPIED"
    if not is_area(hex, placement):
        return "PLACEMENT_RESERVED"
    claimant = document["claims"].get(hex)
    if claimant is not None and (placement == CLAIM or claimant != player):
        return "PLACEMENT_CLAIMED"
    return ""


BESIDE_CITIES = ("noctis", "next_to_two_cities")
"""Cities that may touch others."""


def refusal(document: Document, player: str, hex: str, placement: str, tile: str = "") -> str:
    """The first reason against a tile on a hex, in the order of TM 4.4; "" when there is none."""
    if code := refusal_of_area(document, player, hex, placement):
        return code
    cities = count_beside(document, hex, "city")
    metals = HEXES[hex]["bonus"].keys() & {"steel", "titanium"}
    own = is_beside_own(document, hex, player)
    if tile == "city" and cities > 0 and placement not in BESIDE_CITIES:
        return "PLACEMENT_NEXT_TO_CITY"
    match placement:
        case "greenery_standard" if not own and is_bound_to_own(document, player):
            return "PLACEMENT_NOT_NEXT_TO_OWN"
        case "metal_bonus_next_to_own" if not own:
            return "PLACEMENT_NOT_NEXT_TO_OWN"
        case "isolated" if tiles_beside(document, hex):
            return "PLACEMENT_RULE"
        case "next_to_city" if cities < 1:
            return "PLACEMENT_RULE"
        case "next_to_two_cities" if cities < 2:
            return "PLACEMENT_RULE"
        case "next_to_greenery" if count_beside(document, hex, "greenery") < 1:
            return "PLACEMENT_RULE"
        case "metal_bonus" | "metal_bonus_next_to_own" if not metals:
            return "PLACEMENT_RULE"
        case "volcanic" if not HEXES[hex]["volcanic"]:
            return "PLACEMENT_RULE"
    return ""


def legal(document: Document, player: str, placement: str, tile: str) -> list[str]:
    """The hexes that a tile may go to, in reading order."""
    return [hex for hex in HEXES if refusal(document, player, hex, placement, tile) == ""]


# --- What asks for a hex ----------------------------------------------------------------------


class Asked(NamedTuple):
    """A hex that is to be named: by whom, and what for."""

    player: str
    placement: str
    tile: str


def asked(document: Document) -> Asked | None:
    """What a hex is to be named for, None when the position asks something else."""
    frame = document["stack"][-1] if document["stack"] else None
    if frame is None or frame["frame"] != "ops":
        return None
    ops = program(frame["path"])
    if ops is None or frame["pc"] >= len(ops):
        return None
    needed = needed_by(ops[frame["pc"]])
    return None if needed is None else Asked(frame["player"], *needed)


def needed_by(op: Row) -> tuple[str, str] | None:
    """The placement and the tile of an operation that needs a hex, None of any other."""
    if op["op"] == "claim_area":
        return CLAIM, ""
    if op["op"] == "place_tile":
        return op["placement"], op["tile"]
    return None


def program(path: str) -> list[Any] | None:
    """The operations of a path (TM 12.2); None when nothing in that table places a tile."""
    table, id, *rest = path.split("/")
    tables: dict[str, Row] = {
        "cards": CARDS,
        "corporations": CORPORATIONS,
        "standard_projects": PROJECTS,
        "tracks": TRACKS,
    }
    found: Any = tables[table].get(id)
    for part in rest:
        if isinstance(found, list):
            found = found[int(part)]
        elif found is not None:
            found = found.get(part)
    return found if isinstance(found, list) else None


def own_placements(card: str) -> list[tuple[str, str]]:
    """Placement and tile of all that a card places on the map when it is played, in order."""
    found = (needed_by(op) for op in CARDS[card].get("on_play", ()))
    return [one for one in found if one is not None and not one[0].startswith("off_map")]
