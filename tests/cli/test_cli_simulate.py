"""`arbitre simulate`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random as Generator
from types import MappingProxyType
from typing import Any

import pytest

import arbitre
from arbitre import bots
from arbitre.cli.tally import CHUNK, wilson

Run = Callable[..., Any]

GAME = "sept_solines"
SPEED = ("seconds", "games_per_s", "moves_per_s", "threads")


class First:
    """A bot that plays the first legal move."""

    def choose(
        self, game: arbitre.Game, observation: arbitre.State, seat: int, rng: Generator
    ) -> arbitre.Move:
        """The first legal move of an observation of the seat's own."""
        assert observation.viewer == seat
        return game.moves(observation, seat)[0]


@pytest.fixture
def first_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the bot `first`."""
    factories = {**bots.FACTORIES, "first": First}
    monkeypatch.setattr(bots, "FACTORIES", MappingProxyType(factories))


def steady(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what differs from run to run."""
    return {key: value for key, value in result.items() if key not in SPEED}


def test_shape_of_the_data(data: Run) -> None:
    games = CHUNK + 100
    result = data("simulate", GAME, "--games", games, "--players", 3, "--seed", 1, "--threads", 2)
    assert list(result) == [
        "game",
        "digest",
        "players",
        "bots",
        "rotate",
        "variants",
        "seed",
        "threads",
        "games",
        "moves",
        "seconds",
        "games_per_s",
        "moves_per_s",
        "wins",
        "win_rates",
        "seat_wins",
        "shared_wins",
        "unfinished",
        "scores",
        "lengths",
    ]
    assert (result["game"], result["players"], result["games"]) == (GAME, 3, games)
    assert result["bots"] == ["random"] * 3
    assert sum(result["wins"]) == pytest.approx(games)
    assert min(result["wins"]) > games / 5
    assert result["seat_wins"] == result["wins"]
    for wins, rate in zip(result["wins"], result["win_rates"], strict=True):
        assert rate["rate"] == pytest.approx(wins / games)
        assert 0 < rate["low"] < rate["rate"] < rate["high"] < rate["low"] + 0.07
    assert result["unfinished"] == 0
    for score in result["scores"]:
        assert score["min"] < score["mean"] < score["max"]
    lengths = result["lengths"]
    assert lengths["mean"] == pytest.approx(result["moves"] / games)
    assert 134 <= lengths["min"] <= lengths["mean"] <= lengths["max"] <= 160
    assert result["moves_per_s"] == pytest.approx(result["moves"] / result["seconds"])


def test_seed_alone_fixes_the_games(data: Run) -> None:
    def simulate(seed: int, threads: int) -> dict[str, Any]:
        command = ("simulate", GAME, "--games", 3 * CHUNK, "--seed", seed, "--threads", threads)
        return steady(data(*command))

    assert simulate(1, 1) == simulate(1, 2)
    assert simulate(1, 1)["scores"] != simulate(2, 1)["scores"]


def test_seed_is_told_when_it_was_drawn(data: Run) -> None:
    drawn = data("simulate", GAME, "--games", 20)
    again = data("simulate", GAME, "--games", 20, "--seed", drawn["seed"])
    assert steady(again) == steady(drawn)


def test_log_has_a_line_for_each_game(data: Run, tmp_path: Path) -> None:
    games, path = CHUNK + 10, tmp_path / "log.jsonl"
    result = data("simulate", GAME, "--games", games, "--seed", 3, "--players", 2, "--out", path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["index"] for line in lines] == list(range(games))
    assert {line["seed"] for line in lines} == {3}
    assert sum(line["plies"] for line in lines) == result["moves"]
    assert sum(len(line["winners"]) > 1 for line in lines) == result["shared_wins"]
    wins = [0.0, 0.0]
    for line in lines:
        best = [seat for seat, score in enumerate(line["scores"]) if score == max(line["scores"])]
        assert line["winners"] and set(line["winners"]) <= set(best)
        for seat in line["winners"]:
            wins[seat] += 1 / len(line["winners"])
    assert wins == pytest.approx(result["wins"])
    for seat, score in enumerate(result["scores"]):
        scores = [line["scores"][seat] for line in lines]
        assert (min(scores), max(scores)) == (score["min"], score["max"])
        assert sum(scores) / games == pytest.approx(score["mean"])
    # No chunk repeats another, and each game draws its own set-up.
    assert len({(line["plies"], *line["scores"]) for line in lines}) > games / 2


@pytest.mark.usefixtures("first_bot")
def test_other_bots_play_in_seat_order(data: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    command = ("simulate", GAME, "--games", 30, "--seed", 5, "--bots", "first,random")
    result = data(*command, "--out", path)
    assert result["bots"] == ["first", "random", "first"]
    assert sum(result["wins"]) == pytest.approx(30)
    assert steady(data(*command)) == steady(result)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(line["plies"] for line in lines) == result["moves"]
    assert len({tuple(line["scores"]) for line in lines}) > 20


@pytest.mark.usefixtures("first_bot")
def test_native_games_are_like_those_of_the_loop(
    data: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "FACTORIES", {"random": bots.Random, "uniform": bots.Random})
    command = ("simulate", GAME, "--games", 400, "--seed", 1, "--players", 2)
    native, loop = data(*command), data(*command, "--bots", "uniform")
    assert loop["lengths"]["mean"] == pytest.approx(native["lengths"]["mean"], abs=0.5)
    for ours, theirs in zip(loop["scores"], native["scores"], strict=True):
        assert ours["mean"] == pytest.approx(theirs["mean"], abs=4)  # five standard errors


def test_bots_move_on_by_a_seat_every_game(data: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    command = ("simulate", GAME, "--games", 30, "--seed", 5, "--bots", "greedy,random,random")
    result = data(*command, "--rotate", "--out", path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert result["rotate"] is True and result["bots"] == ["greedy", "random", "random"]
    # Greedy wins wherever it sits.
    assert [line["winners"] for line in lines] == [[index % 3] for index in range(30)]
    assert (result["wins"], result["seat_wins"]) == ([30, 0, 0], [10, 10, 10])
    mean = sum(line["scores"][index % 3] for index, line in enumerate(lines)) / 30
    assert result["scores"][0]["mean"] == pytest.approx(mean)
    fixed = data(*command)
    assert fixed["rotate"] is False and fixed["wins"] == fixed["seat_wins"] == [30, 0, 0]


def test_processes_change_nothing(data: Run) -> None:
    command = ("simulate", GAME, "--games", 10, "--seed", 5, "--bots", "greedy,random", "--rotate")
    assert steady(data(*command, "--threads", 2)) == steady(data(*command))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0, 0.2775),
        (10, 10, 0.7225, 1),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1),
        (81, 263, 0.2553, 0.3662),  # of Newcombe, 1998
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_intervals_are_those_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_house_rules_are_played(data: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("[params]\nrounds = 1\n", encoding="utf-8")
    result = data("simulate", GAME, "--games", 20, "--seed", 1, "--content", house)
    assert result["lengths"]["max"] < 60
    assert result["digest"] != arbitre.load(GAME).digest


def test_variants_are_used(data: Run) -> None:
    result = data("simulate", GAME, "--games", 50, "--seed", 1, "--variant", "rounds=1")
    assert result["variants"] == {"rounds": 1}
    assert result["lengths"]["max"] < 60


def test_table_for_people(run: Run) -> None:
    result = run("simulate", GAME, "--games", 200, "--players", 2, "--seed", 4)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["seat", "bot", "wins", "win", "%", "95", "%", "mean", "min", "max"]
    share, interval = lines[1].split()[3:5]
    low, high = map(float, interval.split("\N{EN DASH}"))
    assert low < float(share) < high
    assert [line.split()[:2] for line in lines[1:3]] == [["0", "random"], ["1", "random"]]
    assert "200 games of " in result.stdout and "seed 4" in result.stdout
    assert "games/s" in result.stdout and "moves/s" in result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--games", "0"], "--games"),
        (["--threads", "0"], "--threads"),
        (["--bots", "random,clever"], "unknown bot 'clever'; the bots are random"),
        (["--bots", ""], "unknown bot ''"),
        (["--bots", "greedy:9"], "a budget is for montecarlo"),
        (["--bots", "montecarlo:0"], "expected a number of playouts"),
        (["--bots", "montecarlo:many"], "expected a number of playouts"),
        (["--players", "2", "--bots", "random,random,random"], "3 bots for 2 seats"),
    ],
)
def test_wrong_usage(run: Run, options: list[str], said: str) -> None:
    result = run("simulate", GAME, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())


def test_refused_set_up_touches_no_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("precious", encoding="utf-8")
    result = run("simulate", GAME, "--players", 7, "--out", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("arbitre: BAD_PLAYERS") and result.stderr.count("\n") == 1
    assert path.read_text(encoding="utf-8") == "precious"


def test_log_that_cannot_be_written_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "log.jsonl"
    result = run("simulate", GAME, "--games", 5, "--out", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"arbitre: {path}: No such file or directory\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_for_terminals_and_apart_from_the_data() -> None:
    import pty

    arbitre_script = Path(sys.executable).with_name("arbitre")
    command = [str(arbitre_script), "simulate", GAME, "--games", "20000", "--json"]
    terminal, process_side = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=process_side) as process:
        os.close(process_side)
        seen = b""
        try:
            while part := os.read(terminal, 65536):
                seen += part
        except OSError:  # how Linux says that the other side has gone
            pass
        assert process.stdout
        result = json.loads(process.stdout.read())
    os.close(terminal)
    assert (process.returncode, result["games"]) == (0, 20000)
    assert b"Sept Solines" in seen and b"/20000" in seen
