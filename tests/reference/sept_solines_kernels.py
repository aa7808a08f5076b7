"""The small rules of Sept Solines: tables, moves, set-up, the river, counting and order.

Functions over plain values, none of which looks into a document, so that each can be compared by
itself. The game made of them is in `sept_solines`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Document: TypeAlias = dict[str, Any]
Move: TypeAlias = Mapping[str, Any]
River: TypeAlias = list[dict[str, int]]
Tables: TypeAlias = Mapping[str, Any]

# Fields of each kind, kinds in packed order (SEP 11).
FIELDS: Mapping[str, tuple[str, ...]] = {
    "take": ("place",),
    "disc_green": (),
    "disc_orange": ("place",),
    "disc_blue": ("place", "card"),
    "choose_board": ("board",),
    "draw_board": ("board",),
    "draw_card": ("card",),
    "draw_first": ("seat",),
}
FIELD_CODES: Mapping[str, str] = {
    "place": "BAD_RIVER_INDEX",
    "card": "UNKNOWN_CARD",
    "board": "UNKNOWN_BOARD",
    "seat": "UNKNOWN_SEAT",
}


class Verdict(NamedTuple):
    """Answer to a move: `OK` or the first refusal of SEP 4."""

    code: str
    subject: str = ""
    need: int = 0
    have: int = 0


class HandScore(NamedTuple):
    """One counted hand (SEP 5.6): points by slot, neutralised cards, sum, discs earned."""

    slots: tuple[int, ...]
    neutralised: tuple[int, ...]
    total: int
    discs: dict[str, int]


# --- Tables (SEP 1) ---------------------------------------------------------------------------


def load_tables() -> Tables:
    """Read the tables of SEP 1 from the data file next to this module."""
    path = Path(__file__).parent / "data" / "sept_solines.json"
    tables: Tables = json.loads(path.read_text(encoding="utf-8"))
    return tables


TABLES: Tables = load_tables()


def card_numbers(tables: Tables) -> list[int]:
    """Numbers of all cards, ascending: 1 to 28, all different (SEP 1.1)."""
    return list(range(1, len(tables["cards"]) + 1))


def card_row(number: int, tables: Tables) -> Mapping[str, Any]:
    """Value and dot of one card (SEP 1.1)."""
    rows: dict[int, Mapping[str, Any]] = {card["number"]: card for card in tables["cards"]}
    return rows[number]


def board_names(tables: Tables) -> list[str]:
    """Names of the large boards, in the sequence of SEP 0."""
    return [board["id"] for board in tables["boards"]]


def colour_names(tables: Tables) -> list[str]:
    """Colours of comments, dots and advantage discs."""
    return [colour["id"] for colour in tables["colours"]]


def comments_of(board: str, tables: Tables) -> list[str | None]:
    """Comment of each slot of a table, none on the small board (SEP 1.2)."""
    rows: dict[str, list[str | None]] = {row["id"]: row["comments"] for row in tables["boards"]}
    return rows[board]


def no_discs(tables: Tables) -> dict[str, int]:
    """A count of zero for each colour."""
    return dict.fromkeys(colour_names(tables), 0)


# --- Moves and their numbers (SEP 11) ---------------------------------------------------------


def domain(field: str, tables: Tables = TABLES) -> list[Any]:
    """All values of a field, in packed order (SEP 11)."""
    if field == "place":
        return list(range(tables["params"]["river_size"]))
    if field == "card":
        return card_numbers(tables)
    if field == "board":
        return board_names(tables)
    return list(range(tables["params"]["players_max"]))


def in_domain(value: object, values: Sequence[Any]) -> bool:
    """Whether a value is one of a domain; `True` and `1.0` are not the number 1."""
    return type(value) is type(values[0]) and value in values


def all_moves(tables: Tables = TABLES) -> list[dict[str, Any]]:
    """Every move of every kind; its position in the list is its packed number (SEP 11)."""
    return [
        {"kind": kind, **dict(zip(fields, values, strict=True))}
        for kind, fields in FIELDS.items()
        for values in product(*(domain(field, tables) for field in fields))
    ]


def pack(move: Move, tables: Tables = TABLES) -> int:
    """Packed number of a move (SEP 11); `ValueError` if it is outside the domains."""
    refusal = refuse_undecodable(move, tables)
    if refusal is not None:
        raise ValueError(" ".join(str(part) for part in refusal))
    return all_moves(tables).index(dict(move))


def unpack(code: int, tables: Tables = TABLES) -> dict[str, Any]:
    """Move of a packed number (SEP 11); `ValueError` if there is none."""
    moves = all_moves(tables)
    if not 0 <= code < len(moves):
        raise ValueError(f"no move has the number {code}")
    return moves[code]


def refuse_undecodable(move: Move, tables: Tables) -> Verdict | None:
    """Checks 1 to 3: kind, no foreign fields, every field inside its domain."""
    kind = move.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        return Verdict("UNKNOWN_ACTION", kind if isinstance(kind, str) else "")
    for field in move:
        if field != "kind" and field not in FIELDS[kind]:
            return Verdict("UNKNOWN_FIELD", field)
    for field in FIELDS[kind]:
        if not in_domain(move.get(field), domain(field, tables)):
            return Verdict(FIELD_CODES[field], field)
    return None


# --- Set-up (SEP 2, 8) ------------------------------------------------------------------------


def variant_allows(values: str, value: object) -> bool:
    """Whether a value fits the values column of SEP 8."""
    if values == "bool":
        return isinstance(value, bool)
    if ".." in values:
        low, high = (int(end) for end in values.split(".."))
        return type(value) is int and low <= value <= high
    return isinstance(value, str) and value in values.split(" | ")


def all_variants(chosen: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    """The five variants with the chosen values, defaults for the others (SEP 8)."""
    rows = {row["id"]: row for row in tables["variants"]}
    for key, value in chosen.items():
        if key not in rows or not variant_allows(rows[key]["values"], value):
            raise ValueError(f"no such variant: {key} = {value!r}")
    return {key: chosen.get(key, row["default"]) for key, row in rows.items()}


def initial(
    players: int, variants: Mapping[str, Any] | None = None, tables: Tables = TABLES
) -> Document:
    """The document before anything is drawn; only boards by seat are set (SEP 2)."""
    params = tables["params"]
    if not params["players_min"] <= players <= params["players_max"]:
        raise ValueError(f"no game for {players} players")
    values = all_variants(variants or {}, tables)
    by_seat = values["board_assignment"] == "by_seat"
    return {
        "game": tables["id"],
        "players": players,
        "variants": values,
        "phase": "setup",
        "round": 1,
        "first": None,
        "current": None,
        "river": [],
        "deck": card_numbers(tables),
        "seats": [
            {
                "board": board_names(tables)[seat] if by_seat else None,
                "cubes": params["cubes_per_player"],
                "discs": no_discs(tables),
                "cards": [],
                "score": 0,
                "retired": False,
            }
            for seat in range(players)
        ],
        "supply": dict.fromkeys(colour_names(tables), params["discs_per_colour"]),
        "winners": None,
    }


# --- The river (SEP 5.1 to 5.4) ---------------------------------------------------------------


def pay_cubes(river: River, place: int) -> River:
    """One cube more on each place to the left of the chosen one (SEP 5.1, step 1)."""
    return [
        {"card": spot["card"], "cubes": spot["cubes"] + (1 if index < place else 0)}
        for index, spot in enumerate(river)
    ]


def lift_card(river: River, place: int) -> tuple[int, int, River]:
    """Card and cubes of a place, and the river closed up to the left (SEP 5.1, 2 and 3)."""
    spot = river[place]
    return spot["card"], spot["cubes"], river[:place] + river[place + 1 :]


def refill_river(river: River, card: int) -> River:
    """A drawn card at the right end, without cubes (SEP 2; 5.1, step 3)."""
    return [*river, {"card": card, "cubes": 0}]


def put_back_card(river: River, place: int, card: int, cubes: int) -> River:
    """A returned card in the gap of a lifted one; nothing slides (SEP 5.4)."""
    return [*river[:place], {"card": card, "cubes": cubes}, *river[place:]]


def drop_rightmost_cube(river: River) -> tuple[River, int]:
    """One cube less on the rightmost place that has one, and how many that was: 1 or 0."""
    for place in reversed(range(len(river))):
        if river[place]["cubes"] > 0:
            spot = {"card": river[place]["card"], "cubes": river[place]["cubes"] - 1}
            return [*river[:place], spot, *river[place + 1 :]], 1
    return river, 0


def gather_right(river: River, wanted: int) -> tuple[River, int]:
    """Up to so many cubes from the right end, one after the other (SEP 5.3)."""
    gathered = 0
    for _ in range(wanted):
        river, cubes = drop_rightmost_cube(river)
        gathered += cubes
    return river, gathered


# --- Counting and order (SEP 5.6, 5.7, 6) -----------------------------------------------------


def score_hand(board: str, cards: Sequence[int], tables: Tables = TABLES) -> HandScore:
    """Count one full hand on a board (SEP 5.6, steps 2 and 3)."""
    multipliers = tables["multipliers"]
    comments = comments_of(board, tables)
    points: list[int] = []
    neutralised: list[int] = []
    discs = no_discs(tables)
    for card, multiplier, comment in zip(sorted(cards), multipliers, comments, strict=True):
        row = card_row(card, tables)
        if comment is not None and comment == row["dot"]:
            neutralised.append(card)
            discs[comment] += 1
            points.append(0)
        else:
            points.append(row["value"] * multiplier)
    return HandScore(tuple(points), tuple(neutralised), sum(points), discs)


def next_seat(retired: Sequence[bool], seat: int) -> int | None:
    """Next seat clockwise still in the round, the same one at last (SEP 5.1, step 6)."""
    players = len(retired)
    for step in range(1, players + 1):
        candidate = (seat + step) % players
        if not retired[candidate]:
            return candidate
    return None


def next_first(
    previous: int, scores: Sequence[int], discs: Sequence[int], cubes: Sequence[int]
) -> int:
    """First player of the next round (SEP 5.7): all counts lowest, then clockwise."""
    players = len(scores)

    def rank(seat: int) -> tuple[int, int, int, int]:
        # The left neighbour of the previous first player is 0 steps away, he himself is last.
        steps = (seat - previous - 1) % players
        return scores[seat], discs[seat], cubes[seat], steps

    return min(range(players), key=rank)
