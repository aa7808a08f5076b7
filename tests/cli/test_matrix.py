"""`arbitre simulate --matrix`: which decks, nations or powers beat which."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arbitre.cli.matrix import LineUps, Matrix
from arbitre.cli.tally import wilson
from support.games import game

Run = Callable[..., Any]
DECKS = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")
GAME = "vitorian_wars"


def records(players: int, *games: tuple[tuple[int, ...], tuple[int, ...]]) -> Any:
    """Games by their winners and scores, as simulations give them."""
    layout = np.dtype([("winners", "<u4"), ("scores", "<i4", (players,))])
    return np.array([(sum(1 << s for s in won), scores) for won, scores in games], layout)


def test_the_figures_are_those_of_the_games() -> None:
    seats = list(product(range(2), repeat=2))
    matrix = Matrix(LineUps(["a", "b"], ["A", "B"], seats, []), each=4)
    won, lost, even = ((0,), (1, -1)), ((1,), (-1, 1)), ((0, 1), (0, 0))
    # a-a, a-b, b-a, b-b, four games of each; they come in any portions.
    games = [won, won, lost, lost, won, won, won, even, won, lost, lost, lost, won, won, won, won]
    for portion in (games[:3], games[3:9], games[9:]):
        matrix.add(records(2, *portion))
    first = [[cell and cell.rate for cell in row] for row in matrix.first()]
    assert first == [[0.5, 0.875], [0.25, 1.0]]
    against = matrix.against()
    assert against[0][0] is against[1][1] is None
    assert against[0][1] and against[0][1] == (6.5 / 8, *wilson(6.5, 8))
    assert against[1][0] and against[1][0].rate == pytest.approx(1.5 / 8)
    assert matrix.ordered
    data = matrix.data()
    assert data["sides"] == ["a", "b"]
    assert [(p["first"], p["second"], p["games"], p["wins"]) for p in data["pairs"]] == [
        ("a", "a", 4, 2.0),
        ("a", "b", 4, 3.5),
        ("b", "a", 4, 1.0),
        ("b", "b", 4, 4.0),
    ]
    a, b = data["overall"]
    # Without the games of a side against itself.
    assert (a["games"], a["wins"]) == (8, 3.5 + 3)
    assert (b["games"], b["wins"]) == (8, 0.5 + 1)
    assert [seat["wins"] for seat in a["seats"]] == [3.5, 3.0]
    assert [seat["games"] for seat in b["seats"]] == [4, 4]


def test_of_many_seats_the_winner_and_then_the_score_is_ahead() -> None:
    matrix = Matrix(LineUps([*"abc"], [*"ABC"], [(0, 1, 2)], []), each=2)
    # The winner has fewer points than the second; then two share the victory.
    matrix.add(records(3, ((0,), (5, 9, 9)), ((1, 2), (7, 8, 8))))
    against = [[cell and cell.rate for cell in row] for row in matrix.against()]
    assert against == [[None, 0.5, 0.5], [0.5, None, 0.5], [0.5, 0.5, None]]
    assert [one["wins"] for one in matrix.data()["overall"]] == [1.0, 0.5, 0.5]
    assert [one["seats"][2] is None for one in matrix.data()["overall"]] == [True, True, False]
    assert not matrix.ordered


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_every_pair_of_decks_meets_as_often(data: Run, bots: str) -> None:
    command = ("simulate", GAME, "--seed", 1, "--games", 30, "--matrix", "--bots", bots)
    found = data(*command, "--decks", "all")
    assert found["games"] == 32  # a whole number for each of 16 line-ups
    matrix = found["matrix"]
    assert matrix["sides"] == list(DECKS)
    pairs = [(pair["first"], pair["second"]) for pair in matrix["pairs"]]
    assert pairs == list(product(DECKS, repeat=2))
    for pair in matrix["pairs"]:
        assert pair["games"] == 2 and 0 <= pair["low"] <= pair["rate"] <= pair["high"] <= 1
        assert (pair["low"], pair["high"]) == pytest.approx(wilson(pair["wins"], 2))
    assert [one["games"] for one in matrix["overall"]] == [12] * 4
    assert sum(one["wins"] for one in matrix["overall"]) == pytest.approx(24)
    wins = sum(pair["wins"] for pair in matrix["pairs"])
    assert wins == pytest.approx(found["seat_wins"][0])
    again = data(*command, "--threads", 2)
    assert again["matrix"] == matrix and again["scores"] == found["scores"]


def test_a_line_up_is_what_it_says(data: Run) -> None:
    """A pair's games are those of the same set-up, whatever else is played."""
    command = ("simulate", GAME, "--seed", 1, "--bots", "greedy", "--matrix")
    two = data(*command, "--games", 8, "--decks", "deck_moss,deck_ivory")
    one = data(*command, "--games", 2, "--decks", "deck_moss")
    assert one["matrix"]["pairs"] == two["matrix"]["pairs"][:1]


def test_nations_are_combined(data: Run) -> None:
    found = data("simulate", "solar", "--players", 2, "--seed", 1, "--games", 12, "--matrix")
    matrix = found["matrix"]
    assert matrix["sides"] == ["terrans", "martians", "jovians", "belters"]
    assert len(matrix["pairs"]) == 6 and [one["games"] for one in matrix["overall"]] == [6] * 4
    assert matrix["overall"][0]["seats"][1] is matrix["overall"][3]["seats"][0] is None
    for a, b in product(range(4), repeat=2):
        if a == b:
            assert matrix["against"][a][b] is None
        else:
            both = matrix["against"][a][b]["rate"] + matrix["against"][b][a]["rate"]
            assert both == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 4])
def test_powers_have_their_seats(data: Run, players: int) -> None:
    command = ("simulate", "satrapies", "--players", players, "--seed", 1, "--games", 10)
    found = data(*command, "--matrix")
    state = game("satrapies").initial(players=players, seed=1)
    powers = [power["id"] for power in game("satrapies").document(state)["powers"]]
    assert found["matrix"]["sides"] == powers
    overall = found["matrix"]["overall"]
    assert [one["wins"] for one in overall] == pytest.approx(found["wins"])
    assert found["lengths"] == data(*command)["lengths"]


def test_tables_for_people(run: Run) -> None:
    command = ("simulate", GAME, "--games", 16, "--seed", 4, "--matrix")
    result = run(*command)
    assert (result.exit_code, result.stderr) == (0, "")
    labels = game(GAME).labels()
    for deck in DECKS:
        assert result.stdout.count(labels.label("decks", deck)) >= 5
    assert "row ahead of column" in result.stdout and "seat 1" in result.stdout
    assert "the row at seat 0" in result.stdout and "seed 4" in result.stdout


def test_a_picture_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "balance.svg"
    command = ("simulate", GAME, "--games", 16, "--seed", 4, "--matrix", "--picture", path)
    assert run(*command).exit_code == 0
    first = path.read_text(encoding="utf-8")
    assert first.startswith("<svg") and "Furnace Offensive" in first and "seed 4" in first
    assert run(*command, "--threads", 2).exit_code == 0
    assert path.read_text(encoding="utf-8") == first


def test_the_log_goes_on_over_line_ups(data: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    data("simulate", GAME, "--games", 32, "--seed", 4, "--matrix", "--out", path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["index"] for line in lines] == list(range(32))
    assert len({line["plies"] for line in lines}) > 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sept_solines", "--matrix"], "the seats of sept_solines are all alike"),
        (["solar", "--picture", "x.svg"], "it is a picture of the --matrix"),
        (["solar", "--matrix", "--decks", "all"], "solar is not played with decks"),
        (["vitorian_wars", "--decks", "all"], "'all' is no deck code and no file"),
    ],
)
def test_wrong_usage(run: Run, arguments: list[str], said: str) -> None:
    result = run("simulate", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())
