"""`arbitre rules check` and `arbitre rules compile`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arbitre
from arbitre import Match
from support.games import game

SOLINES = game("sept_solines")

# Which game files of no telling name belong to.
GAME = ("--game", "sept_solines")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# --- check ---


def test_good_house_rules_show_what_they_change(run: Any, data: Any, tmp_path: Path) -> None:
    house = write(
        tmp_path / "house.toml",
        "[params]\nriver_size = 5\n"
        '[[cards]]\nnumber = 3\nvalue = -5\n[[cards]]\nnumber = 29\nid = "late"\nvalue = 4\n',
    )
    result = run("rules", "check", *GAME, house)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["params", "river_size", "value", "7", "5"] in lines
    assert ["cards", "card_03", "value", "-2", "-5"] in lines
    assert ["cards", "late", "value", "4"] in lines
    digest = arbitre.load("sept_solines", content=house).digest
    expected = f"ok sept_solines: rules {digest} instead of the game's own {SOLINES.digest}"
    assert result.stdout.splitlines()[-1] == expected
    found = data("rules", "check", *GAME, house)
    assert (found["ok"], found["digest"], found["own_digest"]) == (True, digest, SOLINES.digest)
    assert found["changes"][0] == {
        "table": "params",
        "row": "river_size",
        "column": "value",
        "own": 7,
        "here": 5,
    }


def test_a_folder_is_checked_as_a_whole(run: Any, tmp_path: Path) -> None:
    write(tmp_path / "rules.toml", "[params]\nrounds = 2\n")
    write(tmp_path / "i18n" / "en.toml", '[game]\ntitle = "Five"\n')
    assert run("rules", "check", *GAME, tmp_path).exit_code == 0
    labels = write(tmp_path / "i18n" / "fr.toml", '[kinds]\ntake = "{"\n')
    result = run("rules", "check", *GAME, tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(labels) in result.stderr and "kinds.take" in result.stderr
    result = run("rules", "check", *GAME, tmp_path, "--json")
    assert result.exit_code == 1
    assert "kinds.take" in json.loads(result.stdout)["error"]["why"]


def test_rules_that_change_nothing_are_said_to(run: Any, tmp_path: Path) -> None:
    result = run("rules", "check", *GAME, write(tmp_path / "house.toml", ""))
    assert result.exit_code == 0
    assert (
        result.stdout
        == f"ok sept_solines: the rules of the game, {SOLINES.digest}, are not changed\n"
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[cards]]\nnumber = 3\nvalue = -500\n", ("cards", "card_03", "value")),
        ('[[cards]]\nnumber = 3\ndot = "red"\n', ("cards", "card_03", "dot")),
        ("[params]\nriver_size = 9\n", ("params", "river_size", "value")),
        ("[params]\nspeed = 9\n", ("params", "speed", "value")),
        ("[[cards]]\nvalue = 1\n", ("cards", 1, "id")),
        ("multipliers = [1, 2]\n", ("multipliers", "", "")),
        ("cards = 3\n", ("cards", "", "")),
        ("not TOML", ("", "", "")),
    ],
)
def test_faults_are_named_with_their_place(
    run: Any, tmp_path: Path, text: str, place: tuple[str, Any, str]
) -> None:
    house = write(tmp_path / "house.toml", text)
    result = run("rules", "check", *GAME, house)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"arbitre: {house}: ") and result.stderr.count("\n") == 1
    for part in place:
        assert str(part) in result.stderr
    result = run("rules", "check", *GAME, house, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    error = found["error"]
    assert (found["ok"], found["game"], error["file"]) == (False, "sept_solines", str(house))
    assert (error["table"], error["row"], error["column"]) == place
    assert error["why"]


def test_the_game_may_be_said(run: Any, tmp_path: Path) -> None:
    house = write(tmp_path / "house.toml", "[params]\nrounds = 2\n")
    assert run("rules", "check", house, "--game", "sept_solines").exit_code == 0
    result = run("rules", "check", house, "--game", "checkers")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "unknown game" in result.stderr


def test_the_game_is_that_of_the_path(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arbitre, "games", lambda: ("checkers", "sept_solines"))
    named = write(tmp_path / "sept_solines" / "rules.toml", "[params]\nrounds = 2\n")
    assert run("rules", "check", named).exit_code == 0
    assert run("rules", "check", named.parent).exit_code == 0
    assert run("rules", "check", write(tmp_path / "sept_solines.toml", "")).exit_code == 0
    result = run("rules", "check", write(tmp_path / "house.toml", ""))
    assert result.exit_code == 2
    assert "which game?" in result.stderr


def test_a_missing_path_is_one_sentence(run: Any, tmp_path: Path) -> None:
    result = run("rules", "check", *GAME, tmp_path / "none")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be read: No such file" in result.stderr


# --- compile ---


@pytest.mark.parametrize("name", arbitre.games())
def test_compiled_rules_are_the_text_of_the_game(run: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out.rules"
    result = run("rules", "compile", name, "-o", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert path.read_text(encoding="utf-8") == arbitre.load(name).rules
    assert arbitre.load(name).digest in result.stdout
    result = run("rules", "compile", name, "--output", "-")
    assert result.stdout == arbitre.load(name).rules


def test_compiled_rules_make_the_game_again(run: Any, tmp_path: Path) -> None:
    house = write(tmp_path / "house.toml", "[params]\nrounds = 2\n")
    path = tmp_path / "out.rules"
    assert run("rules", "compile", "sept_solines", "--content", house, "-o", path).exit_code == 0
    compiled = arbitre.Game(path.read_text(encoding="utf-8"))
    assert compiled.digest == arbitre.load("sept_solines", content=house).digest
    assert Match(compiled, 2, 7).state.ply == 8


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["compile", "sept_solines"], 2),
        (["compile", "checkers", "-o", "x"], 2),
        (["compile", "sept_solines", "-o", "/nowhere/at/all"], 1),
        (["compile", "sept_solines", "--content", "/nowhere.toml", "-o", "-"], 1),
        (["check"], 2),
        (["dance"], 2),
    ],
)
def test_exit_codes(run: Any, arguments: list[str], code: int) -> None:
    result = run("rules", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr


@pytest.mark.parametrize("command", ["check", "compile"])
def test_help_has_an_example(run: Any, command: str) -> None:
    result = run("rules", command, "--help")
    assert result.exit_code == 0
    assert f"Example: arbitre rules {command}" in result.stdout
