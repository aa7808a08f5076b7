"""What the parts of pictures stand for: values of moves, and legal moves that have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import arbitre
from arbitre.svg.canvas import Canvas, component
from support.games import Setup, setups
from support.walks import walk

each_setup = pytest.mark.parametrize(
    "setup",
    [next(setup for setup in setups(name) if setup.players > 1) for name in arbitre.games()],
    ids=str,
)


def parts(svg: str) -> Iterator[list[tuple[str, str]]]:
    """The alternatives of all groups: what a move has to name, as (domain, value)."""
    for element in ElementTree.fromstring(svg).iter():
        for alternative in element.attrib.get("data-of", "").split():
            yield [tuple(part.split(":", 1)) for part in alternative.split("+")]  # type: ignore[misc]


def values(game: arbitre.Game) -> dict[str, set[str]]:
    """Of every field and every domain of moves: its values."""
    found: dict[str, set[str]] = {}
    for kind in game.kinds.values():
        for field, domain in kind.fields.items():
            for name in (field, domain.name):
                found.setdefault(name, set()).update(map(str, domain.values))
    return found


def named(alternative: list[tuple[str, str]], move: Any, kind: Any) -> bool:
    """Whether a move names all of it, as the page finds out."""
    return all(
        any(
            str(held) == value
            and (isinstance(held, str) or domain in (field, kind.fields[field].name))
            for field, held in move.items()
            if field != "kind"
        )
        for domain, value in alternative
    )


@each_setup
def test_parts_stand_for_values_of_moves(setup: Setup) -> None:
    game = setup.game
    known = values(game)
    kinds = game.kinds
    pointed = 0
    for state in walk(setup, 1, "auto").some_states(12):
        for seat in (None, *range(state.players)):
            found = list(parts(game.svg(state, seat)))
            for alternative in found:
                for domain, value in alternative:
                    assert value in known[domain], (domain, value)
            legal = [dict(move) for mover in state.to_act for move in game.moves(state, mover)]
            pointed += sum(
                any(named(alternative, move, kinds[move["kind"]]) for alternative in found)
                for move in legal
            )
    assert pointed >= 5, "legal moves that can be found by pointing at the board"


def test_a_component_is_written_with_care() -> None:
    assert component("node", "luna", "earth") == "node:luna+node:earth"
    canvas = Canvas(10, 10, title="t")
    with canvas.group("A", of='"><script>'):
        pass
    with canvas.group("B"):
        pass
    first, second = list(ElementTree.fromstring(canvas.svg()))[1:]
    assert first.attrib == {"data-of": '"><script>'} and second.attrib == {}
