"""How games look in a terminal: one module for each, which adds its line to `BOARDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from arbitre import Game, Move, State
from arbitre.cli.board.satrapies import Satrapies
from arbitre.cli.board.sept_solines import SeptSolines
from arbitre.cli.board.solar import Solar
from arbitre.cli.board.terraforming_mars import TerraformingMars
from arbitre.cli.board.vitorian_wars import VitorianWars


class Board(Protocol):
    """The look of one game in one language."""

    def draw(self, state: State, seat: int) -> RenderableType:
        """The position as the player of the seat sees it; `state` may be an observation."""
        ...

    def phrase(self, move: Move) -> str:
        """A move in few words, for the list."""
        ...

    def remark(self, state: State, move: Move) -> str:
        """What a legal move means here beyond its words, such as the card at a place; "" for
        nothing. Players find moves by these words, too."""
        ...

    def names(self, state: State) -> Mapping[int, str]:
        """What the seats are called in this match; empty where they are just seats."""
        ...


BOARDS: Mapping[str, Callable[[Game, str], Board]] = MappingProxyType(
    {
        "satrapies": Satrapies,
        "sept_solines": SeptSolines,
        "solar": Solar,
        "terraforming_mars": TerraformingMars,
        "vitorian_wars": VitorianWars,
    }
)


def board_of(game: Game, lang: str) -> Board:
    """The board of a game; one that has none of its own is shown as its document."""
    return BOARDS.get(game.name, Plain)(game, lang)


class Plain:
    """Any game, as indented text."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang

    def draw(self, state: State, seat: int) -> RenderableType:
        """The document of the position, one line for each value."""
        return Text("\n".join(_lines(self.game.document(state))))

    def phrase(self, move: Move) -> str:
        """The description of the move."""
        return self.game.describe(move, self.lang)

    def remark(self, state: State, move: Move) -> str:
        """Nothing."""
        return ""

    def names(self, state: State) -> Mapping[int, str]:
        """Seats are seats."""
        return {}


def _lines(value: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    for key, item in value.items():
        start = f"{'  ' * depth}{key}:"
        if isinstance(item, Mapping):
            yield start
            yield from _lines(item, depth + 1)
        elif isinstance(item, list) and item and isinstance(item[0], Mapping):
            yield start
            yield from _lines({str(place): part for place, part in enumerate(item)}, depth + 1)
        elif isinstance(item, list):
            yield f"{start} {' '.join(map(str, item))}"
        else:
            yield f"{start} {item}"
