"""Perft: the number of move sequences of a depth, against tables and against the Python twin.

`<game>.tsv` has a line for each count: the options as keyword arguments of `initial` in compact
JSON ("-" for none), the seed, the number of players, the depth, the count. Chance is automatic, so
the counts also pin what the generator draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import arbitre
from arbitre import CHANCE
from reference import sept_solines
from support.games import setups
from support.tables import PerftLine, perft_count, perft_path, read
from support.walks import walk

TABLES = {
    name: [PerftLine(**line) for line in read(perft_path(name))]
    for name in arbitre.games()
    if perft_path(name).exists()  # test_every_game_has_a_table tells of those that are missing
}
LINES = [(name, line) for name, lines in TABLES.items() for line in lines]
IDS = [f"{name}-{line.variant}-{line.players}p-depth{line.depth}" for name, line in LINES]


@pytest.mark.parametrize(("name", "line"), LINES, ids=IDS)
def test_count(name: str, line: PerftLine) -> None:
    assert perft_count(name, line) == int(line.count)


@pytest.mark.parametrize("name", arbitre.games())
def test_every_game_has_a_table(name: str) -> None:
    """Each set-up is counted to a depth of four, or two where that is a lot."""
    found: dict[tuple[str, int], set[int]] = {}
    for line in TABLES.get(name, []):
        found.setdefault((line.variant, int(line.players)), set()).add(int(line.depth))
    assert found.keys() == {(setup.variant, setup.players) for setup in setups(name)}
    for depths in found.values():
        assert depths == set(range(1, max(depths) + 1))
        assert max(depths) >= 2
    assert max(max(depths) for depths in found.values()) >= 4


def test_every_table_is_of_a_game() -> None:
    folder = perft_path("any").parent
    assert {path.stem for path in folder.glob("*.tsv")} == set(arbitre.games())


# --- against the twins ---


def twin_of_sept_solines(document: dict[str, Any], depth: int) -> int:
    """Perft in manual chance, by the rules text alone."""
    count = 0
    for seat in sept_solines.to_act(document):
        moves = sept_solines.legal(document, seat)
        if depth == 1:
            count += len(moves)
        else:
            afters = (sept_solines.apply(document, seat, move)[0] for move in moves)
            count += sum(twin_of_sept_solines(after, depth - 1) for after in afters)
    return count


TWINS: Mapping[str, Callable[[dict[str, Any], int], int]] = {"sept_solines": twin_of_sept_solines}


@pytest.mark.parametrize("name", TWINS)
def test_the_twin_counts_the_same(name: str) -> None:
    """Small depths from the start, the middle and the end of a game of every set-up."""
    for setup in setups(name):
        game = setup.game
        for state in walk(setup, 3, "manual").some_states(12):
            document = game.document(state)
            # A draw has many outcomes; one ply more is cheap where a player is to act.
            depth = 1 if CHANCE in state.to_act else 2
            assert game.perft(state, depth) == TWINS[name](document, depth)


def test_the_twin_counts_the_same_where_discs_are_played() -> None:
    """The position with the most moves there can be, two turns deep."""
    game = arbitre.load("sept_solines")
    state = game.build(most_moves(), chance="manual", seed=0)
    assert game.perft(state, 1) == 57
    for depth in (1, 2):
        assert game.perft(state, depth) == twin_of_sept_solines(most_moves(), depth)


def most_moves() -> dict[str, Any]:
    """Round 2: seat 0 has a disc of each colour, six cards and cubes for every place."""
    document = sept_solines.initial(2)
    river, hand = [4, 9, 13, 2, 20, 7, 25], [1, 3, 5, 6, 8, 10]
    document.update(phase="turn", round=2, first=0, current=0)
    document["river"] = [{"card": card, "cubes": 0} for card in river]
    document["deck"] = [card for card in document["deck"] if card not in river + hand]
    document["seats"][0].update(cards=hand, discs={"blue": 1, "orange": 1, "green": 1})
    document["supply"] = {"blue": 3, "orange": 3, "green": 3}
    return document
