"""`arbitre decks`, and decks where other commands take them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbitre.notation.vitorian_wars import read_deck, write_deck
from support.games import game

GAME = game("vitorian_wars")
MOSS = GAME.encode_deck("deck_moss")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A deck file."""
    path = tmp_path / "mine.toml"
    path.write_text(write_deck(GAME.deck("deck_moss")), encoding="utf-8")
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The file of a deck that may not be played, for two reasons."""
    path = tmp_path / "short.toml"
    deck = GAME.deck("deck_moss")
    deck["maneuver"].pop()
    deck["convoy"].pop()
    path.write_text(write_deck(deck), encoding="utf-8")
    return path


def test_a_good_deck_is_told_with_its_code(run: Any, data: Any, mine: Path) -> None:
    for deck in (mine, MOSS, "deck_moss"):
        result = run("decks", "check", deck)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == f"ok {deck} may be played. Its code:\n{MOSS}\n"
        found = data("decks", "check", deck)
        assert found == {
            "ok": True,
            "game": "vitorian_wars",
            "deck": str(deck),
            "reasons": [],
            "code": MOSS,
        }


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_reason_is_told(run: Any, short: Path, lang: str) -> None:
    result = run("decks", "check", short, "--lang", lang)
    assert (result.exit_code, result.stderr) == (1, "")
    said = {
        "en": "may not be played, for 2 reasons:",
        "fr": "ne peut être joué, pour 2 raisons\N{NO-BREAK SPACE}:",
    }
    head, *lines = result.stdout.splitlines()
    assert head == f"{short} {said[lang]}"
    reasons = GAME.check_deck(short)
    assert [reason.code for reason in reasons] == ["DECK_SIZE", "CONVOY_SIZE"]
    for reason, first, second in zip(reasons, lines[::2], lines[1::2], strict=True):
        assert first == f"{reason.code} {GAME.labels(lang).explain(reason.code)}"
        assert second.strip() == reason.detail


def test_every_reason_is_data(run: Any, short: Path) -> None:
    result = run("decks", "check", short, "--json", "--lang", "fr")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["ok"], found["code"]) == (1, False, None)
    explain = GAME.labels("fr").explain
    assert found["reasons"] == [
        {"code": reason.code, "detail": reason.detail, "message": explain(reason.code)}
        for reason in GAME.check_deck(short)
    ]


def test_what_cannot_be_read_is_a_reason_as_well(run: Any, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("sovereign = ", encoding="utf-8")
    for deck, code in ((broken, "DECK_FILE"), (MOSS[:-1], "DECK_CODE_CHECKSUM")):
        result = run("decks", "check", deck)
        assert (result.exit_code, result.stderr) == (1, "")
        assert f"{deck} may not be played:" in result.stdout and code in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.toml"], "'nowhere.toml' is no deck code and no file"),
        (["deck_moss", "--game", "solar"], "solar is not played with decks"),
        (["deck_moss", "--game", "go"], "unknown game 'go'"),
        (["deck_moss", "--lang", "de"], "unknown language 'de'"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage(run: Any, arguments: list[str], said: str) -> None:
    result = run("decks", "check", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", "").split())


def test_a_deck_goes_round(run: Any, data: Any, mine: Path, tmp_path: Path) -> None:
    assert run("decks", "encode", mine).stdout == f"{MOSS}\n"
    assert data("decks", "encode", mine) == {"game": "vitorian_wars", "code": MOSS}
    result = run("decks", "decode", MOSS, "--lang", "fr")
    path = tmp_path / "again.toml"
    path.write_text(result.stdout, encoding="utf-8")
    assert read_deck(path) == GAME.decode_deck(MOSS)
    name = GAME.labels("fr").label("card", "moss_river_levy")
    assert f"moss_river_levy = 4  # {name}" in result.stdout
    assert data("decks", "decode", mine)["deck"] == GAME.deck("deck_moss")


def test_only_decks_that_may_be_played_are_written(run: Any, short: Path) -> None:
    for command in ("encode", "decode"):
        result = run("decks", command, short)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "DECK_SIZE: " in result.stderr and "CONVOY_SIZE: " in result.stderr


def test_house_rules_judge_decks(run: Any, short: Path, tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "rules.toml").write_text("[params]\ncopies = 3\n", encoding="utf-8")
    (house / "decks.toml").write_text("", encoding="utf-8")
    result = run("decks", "check", "deck_moss", "--content", house)
    assert result.exit_code == 1  # the ready decks themselves have four of a card


# --- other commands ---


def test_simulate_takes_decks(data: Any, run: Any, mine: Path, short: Path) -> None:
    command = ("simulate", "vitorian_wars", "--games", 4, "--seed", 3, "--decks")
    found = data(*command, f"{mine},deck_azure")
    assert found["decks"] == [str(mine), "deck_azure"] and found["variants"] == {}
    same = data(*command, f"{MOSS}, deck_azure")
    assert same["lengths"] == found["lengths"] == data(*command, "deck_moss,deck_azure")["lengths"]
    refused = run(*command, f"deck_azure,{short}")
    assert refused.exit_code == 1 and "DECK_SIZE: decks: 1: " in refused.stderr
    for decks, said in (("deck_moss", "expected two decks"), ("nobody,deck_moss", "no deck code")):
        refused = run(*command, decks)
        assert refused.exit_code in (1, 2) and said in " ".join(refused.stderr.split())


def test_perft_takes_decks(data: Any, mine: Path) -> None:
    command = ("perft", "vitorian_wars", "--depth", 2, "--chance", "manual", "--decks")
    found = data(*command, f"{mine},deck_azure")
    assert found["count"] == data(*command, "deck_moss,deck_azure")["count"]


def test_who_plays_first_is_a_variant(data: Any) -> None:
    command = ("simulate", "vitorian_wars", "--games", 2, "--seed", 3, "--variant", "first=1")
    assert data(*command)["variants"] == {"first": 1}


def test_decks_are_no_variant(run: Any) -> None:
    result = run("simulate", "vitorian_wars", "--variant", "decks=deck_moss")
    assert result.exit_code == 2 and "decks are given by --decks" in result.stderr
    result = run("simulate", "sept_solines", "--decks", "deck_moss")
    assert result.exit_code == 2 and "sept_solines is not played with decks" in result.stderr
