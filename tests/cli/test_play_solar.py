"""`arbitre play solar`: a board of many things, many moves, and the points at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random as Generator
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

import arbitre
from arbitre import Game, Match, bots
from arbitre.cli.board import board_of
from arbitre.cli.choices import list_choices
from arbitre.cli.play import SHOWN
from support.games import Setup
from support.walks import walk

NAME = "solar"
LANGUAGES = ("en", "fr")


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


@pytest.fixture
def play(app: Typer) -> Callable[..., Any]:
    def start(typed: list[str], *options: object) -> Any:
        arguments = ["play", NAME, "--players=3", "--seed=3", "--bots=random", *map(str, options)]
        return CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in typed))

    return start


def busiest(game: Game) -> tuple[arbitre.State, int]:
    """The position of a match of temperaments that offers one seat the most moves."""
    bot, rng = bots.make("strategist", NAME), Generator(2)
    state = game.initial(players=3, seed=2)
    best = (0, state, 0)
    while state.to_act:
        seat = state.to_act[0]
        count = len(game.legal(state, seat))
        best = max(best, (count, state, seat), key=lambda found: found[0])
        move = bot.choose(game, game.observe(state, seat), seat, rng)
        state = game.apply(state, seat, move)
    return best[1], best[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_names_everything(game: Game, lang: str, capsys: Any) -> None:
    from arbitre.cli.output import console

    board, labels = board_of(game, lang), game.labels(lang)
    for state in walk(Setup(NAME, 4), 2, "auto").some_states(12):
        console().print(board.draw(game.observe(state, 1), 1))
        said = capsys.readouterr().out
        for node in game.catalogue(lang)["colonize"].fields["node"].labels:
            assert node in said
        for nation in game.document(state)["nations"]:
            assert labels.label("nation", nation["id"]) in said
        assert "None" not in said
        assert "{" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_has_words_and_a_remark_never_fails(game: Game, lang: str) -> None:
    board = board_of(game, lang)
    for state in walk(Setup(NAME, 3), 5, "auto").some_states(25):
        for seat in state.to_act:
            for choice in list_choices(game, game.observe(state, seat), seat, board):
                assert choice.text
                assert "{" not in choice.text + choice.remark
                assert "none" not in choice.text.lower().split() or lang == "en"


def test_seats_are_nations(play: Any) -> None:
    said = play(["quit"]).stdout
    assert "You are the Terrans." in said
    assert "the Martians: random" in said
    assert "seat 1" not in said


def test_many_moves_are_listed_by_their_kinds(game: Game, tmp_path: Path, app: Typer) -> None:
    """Nothing is lost: each move is listed, or counted in the line of its kind."""
    state, seat = busiest(game)
    choices = list_choices(game, game.observe(state, seat), seat, board_of(game, "en"))
    assert len(choices) > SHOWN
    from arbitre.cli.play import _Session

    session = _Session(Match(game, 3, 1), seat, ["", "random", "random"], 1, "en", None)
    with session.out.capture() as captured:
        session._list(choices)
    counted = 0
    for line in captured.get().splitlines():
        if found := re.match(r" *(\d+)(?:\N{EN DASH}(\d+))? ", line):
            first, last = int(found[1]), int(found[2] or found[1])
            assert first == counted + 1
            counted = last
    assert counted == len(choices)


def test_words_find_moves(play: Any) -> None:
    """Up to the first visit the draft is passed; then part of a word finds moves of a kind."""
    said = play(["strategy_pick none", "colonize", "quit"]).stdout
    assert "moves. More words to see fewer" in said or "leaves one move" in said


def test_refusals_are_told_in_words(play: Any) -> None:
    said = play(["colonize luna", "quit"], "--lang=fr").stdout
    assert "Refusé" in said
    assert "Ce n\u2019est pas la phase d\u2019actions" in said


# --- the report ---


def recorded(game: Game, path: Path) -> Match:
    match, rng = Match(game, 3, 4), Generator(4)
    while not match.state.over:
        seat = match.state.to_act[0]
        seen = game.observe(match.state, seat)
        match.play(seat, bots.Random().choose(game, seen, seat, rng))
    match.save(path)
    return match


def test_replay_reports_the_points_line_by_line(game: Game, app: Typer, tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    match = recorded(game, path)
    result = CliRunner().invoke(app, ["replay", str(path), "--report"])
    assert result.exit_code == 0
    report = game.report(match.state)
    assert report is not None
    for nation in report["nations"]:
        assert sum(line["points"] for line in nation["lines"]) == nation["total"]
        assert nation["total"] == match.state.scores[nation["seat"]]
        total = str(nation["total"]).replace("-", "\N{MINUS SIGN}")
        assert re.search(rf"Score +{total}\b", result.stdout)
    assert "The Terrans" in result.stdout
    assert "Events, combats" in result.stdout


def test_the_report_as_data(game: Game, data: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    match = recorded(game, path)
    assert data("replay", path, "--report")["report"] == game.report(match.state)


def test_a_game_without_a_report_says_so(app: Typer, tmp_path: Path) -> None:
    plain = arbitre.load("sept_solines")
    Match(plain, 2, 1).save(tmp_path / "m.arblog")
    result = CliRunner().invoke(app, ["replay", str(tmp_path / "m.arblog"), "--report"])
    assert "sept_solines has no report" in result.stdout
