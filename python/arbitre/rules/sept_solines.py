"""The data of Sept Solines: cards, boards and numbers (SEP 1), checked and compiled to tables."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from arbitre.errors import RulesError
from arbitre.rules.tables import Content as BaseContent
from arbitre.rules.tables import Table

# Each colour has an effect of its own, so the engine knows them by name and place.
COLOURS = ("blue", "orange", "green")

SLOTS = 7

Multiplier: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the set-up; those with a single allowed value are fixed by the engine."""

    players_min: Annotated[int, Meta(ge=2, le=3)]
    players_max: Annotated[int, Meta(ge=2, le=3)]
    rounds: Annotated[int, Meta(ge=1, le=5)]
    rounds_max: Annotated[int, Meta(ge=5, le=5)]
    river_size: Annotated[int, Meta(ge=2, le=7)]
    cards_per_round: Annotated[int, Meta(ge=SLOTS, le=SLOTS)]
    cubes_per_player: Annotated[int, Meta(ge=0, le=80)]
    discs_per_colour: Annotated[int, Meta(ge=0, le=40)]
    track_spaces: Annotated[int, Meta(ge=1)]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A board: the colour of the comment over each slot, "" where there is none."""

    id: str
    comments: tuple[str, str, str, str, str, str, str]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: chronological number, media value, colour of its dot ("" where there is none)."""

    number: Annotated[int, Meta(ge=1, le=31)]
    id: str
    value: Annotated[int, Meta(ge=-99, le=99)]
    dot: str = ""


class Content(BaseContent, frozen=True, forbid_unknown_fields=True):
    """The data files of the game, one field a table."""

    params: Params
    colours: tuple[str, ...]
    multipliers: tuple[
        Multiplier, Multiplier, Multiplier, Multiplier, Multiplier, Multiplier, Multiplier
    ]
    boards: Annotated[tuple[Board, ...], Meta(min_length=3, max_length=3)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=28, max_length=31)]

    def __post_init__(self) -> None:
        _check_params(self.params)
        if self.colours != COLOURS:
            why = f"expected {', '.join(COLOURS)}; each has an effect of its own, so they are fixed"
            raise RulesError("colours", "", "", why)
        for board in self.boards:
            for comment in board.comments:
                _check_colour("boards", board.id, "comments", comment)
        for card in self.cards:
            _check_colour("cards", card.id, "dot", card.dot)
        _check_numbers(self.cards)


def tables(content: Content) -> list[Table]:
    """The compiled tables; colours become their index, -1 stands for none."""
    slots = tuple(f"slot_{slot}" for slot in range(1, SLOTS + 1))
    p = content.params
    params = (
        ("players_min", (p.players_min,)),
        ("players_max", (p.players_max,)),
        ("rounds", (p.rounds,)),
        ("rounds_max", (p.rounds_max,)),
        ("river_size", (p.river_size,)),
        ("cards_per_round", (p.cards_per_round,)),
        ("cubes_per_player", (p.cubes_per_player,)),
        ("discs_per_colour", (p.discs_per_colour,)),
    )
    colours = tuple((colour, ()) for colour in content.colours)
    multipliers = tuple((slot, (m,)) for slot, m in zip(slots, content.multipliers, strict=True))
    boards = tuple((board.id, tuple(map(_colour, board.comments))) for board in content.boards)
    by_number = sorted(content.cards, key=lambda card: card.number)
    cards = tuple((card.id, (card.value, _colour(card.dot))) for card in by_number)
    return [
        Table("params", ("value",), params),
        Table("colours", (), colours),
        Table("multipliers", ("value",), multipliers),
        Table("boards", slots, boards),
        Table("cards", ("value", "dot"), cards),
    ]


def _colour(colour: str) -> int:
    return COLOURS.index(colour) if colour else -1


def _check_params(params: Params) -> None:
    if params.players_min > params.players_max:
        why = f"expected at most players_max ({params.players_max}), got {params.players_min}"
        raise RulesError("params", "players_min", "value", why)


def _check_colour(table: str, row: str, column: str, colour: str) -> None:
    if colour and colour not in COLOURS:
        why = f'expected {", ".join(COLOURS)} or "" for none, got "{colour}"'
        raise RulesError(table, row, column, why)


def _check_numbers(cards: tuple[Card, ...]) -> None:
    previous = 0
    for card in sorted(cards, key=lambda card: card.number):
        if card.number != previous + 1:
            fault = "repeated" if card.number == previous else f"{previous + 1} is missing"
            why = f"expected the numbers 1 to {len(cards)}, each once; got {card.number} ({fault})"
            raise RulesError("cards", card.id, "number", why)
        previous = card.number
