"""`arbitre perft`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import arbitre

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def game() -> arbitre.Game:
    """The smallest game."""
    return arbitre.load("sept_solines")


def test_count_is_that_of_the_engine(run: Run, data: Run, game: arbitre.Game) -> None:
    count = game.perft(game.initial(players=3, seed=0), 4)
    counted = data("perft", game.name, "--depth", 4)
    assert (counted["count"], counted["players"], counted["seed"]) == (count, 3, 0)
    assert counted["sequences_per_s"] > 0 and "split" not in counted
    result = run("perft", game.name, "--depth", 4)
    assert result.exit_code == 0
    assert f"sept_solines, 3 players, seed 0, depth 4: {count:,} (" in result.stdout


def test_seed_players_and_variants_are_used(data: Run, game: arbitre.Game) -> None:
    variants = {"rounds": 1, "blue_keeps_cubes": True, "board_assignment": "chosen"}
    options = [f"--variant={key}={str(value).lower()}" for key, value in variants.items()]
    counted = data("perft", game.name, "--depth", 5, "--players", 2, "--seed", 9, *options)
    state = game.initial(players=2, seed=9, variants=variants)
    assert counted["count"] == game.perft(state, 5)
    assert counted["variants"] == variants


def test_split_adds_up(run: Run, data: Run, game: arbitre.Game) -> None:
    split = data("perft", game.name, "--depth", 3, "--split")
    assert sum(part["count"] for part in split["split"]) == split["count"]
    assert [part["code"] for part in split["split"]] == list(range(7))
    assert split["split"][2]["move"] == {"kind": "take", "place": 2}
    lines = run("perft", game.name, "--depth", 3, "--split").stdout.splitlines()
    assert lines[1].split()[0] == "0" and lines[1].split()[-1] == str(split["split"][0]["count"])


def test_manual_chance_counts_draws(data: Run, game: arbitre.Game) -> None:
    counted = data("perft", game.name, "--depth", 2, "--chance", "manual")
    assert (counted["count"], counted["chance"]) == (28 * 27, "manual")


def test_depth_zero(data: Run, game: arbitre.Game) -> None:
    assert data("perft", game.name, "--depth", 0)["count"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--depth"),
        (["--depth", "-1"], "--depth"),
        (["--depth", "0", "--split"], "1 or more"),
        (["--depth", "1", "--seed", "-1"], "--seed"),
        (["--depth", "1", "--seed", str(2**64)], "--seed"),
        (["--depth", "1", "--chance", "dice"], "--chance"),
        (["--depth", "1", "--variant", "rounds"], "expected KEY=VALUE"),
        (["--depth", "1", "--variant", "round=1"], "no option 'round'; it has"),
        (["--depth", "1", "--variant", "rounds=two"], "expected an integer"),
        (["--depth", "1", "--variant", "blue_keeps_cubes=maybe"], "expected true or false"),
    ],
)
def test_wrong_usage(run: Run, options: list[str], said: str) -> None:
    result = run("perft", "sept_solines", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "9"], "BAD_PLAYERS"),
        (["--players", "0"], "BAD_PLAYERS"),
        (["--variant", "rounds=9"], "BAD_OPTION_VALUE"),
        (["--variant", "board_assignment=stolen"], "BAD_OPTION_VALUE"),
    ],
)
def test_refused_set_up_is_one_sentence(run: Run, options: list[str], said: str) -> None:
    result = run("perft", "sept_solines", "--depth", "1", *options)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"arbitre: {said}") and result.stderr.count("\n") == 1
