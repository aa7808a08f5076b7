"""`arbitre replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgpack
import pytest

import arbitre
from arbitre import Match
from arbitre.replay import Log
from support.games import game
from support.matches import finished

SOLINES = game("sept_solines")


@pytest.fixture
def match() -> Match:
    """A finished match."""
    return finished(Match(SOLINES, 2, 7, variants={"rounds": 2}), 7)


@pytest.fixture
def path(match: Match, tmp_path: Path) -> Path:
    """Its log."""
    found = tmp_path / "match.arblog"
    match.save(found)
    return found


def edit(path: Path, ply: int, place: Any, value: Any) -> None:
    """Changes one part of one record; record 0 is the header, the others are moves."""
    unpacker = msgpack.Unpacker()
    unpacker.feed(path.read_bytes())
    records = list(unpacker)
    records[ply][place] = value
    path.write_bytes(b"".join(map(msgpack.packb, records)))


def test_a_log_is_verified(run: Any, path: Path, match: Match) -> None:
    result = run("replay", path)
    assert (result.exit_code, result.stderr) == (0, "")
    last = result.stdout.splitlines()[-1]
    moves = len(match.moves)
    assert last == f"ok sept_solines: {moves} moves verified, over, rules {SOLINES.digest}"
    for seat, score in enumerate(match.state.scores):
        assert f"seat {seat} {score}" in " ".join(result.stdout.split())


def test_as_data(data: Any, path: Path, match: Match) -> None:
    found = data("replay", path)
    assert list(found) == ["file", "ok", "moves", "difference", "header", "end"]
    assert (found["ok"], found["difference"]) == (True, None)
    assert found["moves"] == found["end"]["moves"] == len(match.moves)
    assert found["header"]["options"] == {"variants": {"rounds": 2}}
    moves = data("replay", path, "--dump", "--lang", "fr")["log"]
    assert [move["ply"] for move in moves] == list(range(1, len(match.moves) + 1))
    assert [move["move"] for move in moves] == [dict(move) for _, move in match.moves]
    assert moves[0]["seat"] == "chance"
    assert moves[0]["text"].startswith("la carte tirée est la ")
    assert int(moves[-1]["fingerprint"], 16) == match.state.fingerprint


def test_a_dump_tells_the_moves(run: Any, path: Path) -> None:
    result = run("replay", path, "--dump")
    assert "game: sept_solines" in result.stdout
    assert "take the card at place" in result.stdout
    assert "the card drawn is" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("ok ")
    in_french = run("replay", path, "--dump", "--lang", "fr").stdout
    assert "prendre la carte à la place" in in_french


def test_the_first_difference_is_named_with_its_ply(run: Any, path: Path) -> None:
    edit(path, 15, 1, {"kind": "disc_green"})
    edit(path, 30, 2, 0)
    result = run("replay", path)
    assert (result.exit_code, result.stdout) == (1, "")
    first, *others = result.stderr.splitlines()
    assert first.startswith(f"arbitre: {path}: ply 15: LOG_MOVE: disc_green is illegal")
    assert others == ["arbitre: the 14 moves before it are confirmed"]
    in_french = run("replay", path, "--lang", "fr").stderr.splitlines()
    assert in_french[1] == "arbitre: Un coup de ce journal de partie n\u2019est pas permis."
    assert "Les disques" in in_french[2] or "tour" in in_french[2]

    result = run("replay", path, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["ok"], found["moves"]) == (False, 14)
    assert (found["difference"]["code"], found["difference"]["ply"]) == ("LOG_MOVE", 15)
    assert found["difference"]["verdict"].keys() == {"code", "subject", "need", "have"}
    assert found["header"]["game"] == "sept_solines"


def test_a_damaged_log_is_read_as_far_as_it_goes(run: Any, path: Path, match: Match) -> None:
    path.write_bytes(path.read_bytes()[:-100])
    result = run("replay", path, "--dump")
    assert result.exit_code == 1
    assert "take the card" in result.stdout and "\nok " not in result.stdout
    assert "LOG_TRUNCATED" in result.stderr and "moves before it are confirmed" in result.stderr


@pytest.mark.parametrize("option", ["--json", "--dump", "--lang=fr"])
def test_a_file_that_is_no_log(run: Any, tmp_path: Path, option: str) -> None:
    path = tmp_path / "cat.png"
    path.write_bytes(b"\x89PNG\r\n")
    result = run("replay", path, option)
    assert result.exit_code == 1
    assert f"arbitre: {path}: LOG_FORMAT: not a match log" in result.stderr
    if option == "--json":
        found = json.loads(result.stdout)
        assert (found["ok"], found["header"], found["moves"]) == (False, None, 0)


def test_a_missing_file_is_one_sentence(run: Any, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"arbitre: {tmp_path / 'none'}: No such file or directory\n"


def test_house_rules_are_handed_in(run: Any, tmp_path: Path) -> None:
    house, path = tmp_path / "house.toml", tmp_path / "match.arblog"
    house.write_text("[params]\nriver_size = 5\n", encoding="utf-8")
    rules = arbitre.load("sept_solines", content=house)
    finished(Match(rules, 2, 7), 7).save(path)
    assert run("replay", path, "--content", house).exit_code == 0
    result = run("replay", path)
    assert result.exit_code == 1
    assert "LOG_RULES" in result.stderr
    assert rules.digest in result.stderr and SOLINES.digest in result.stderr


def test_a_game_of_another_package_is_named(run: Any, path: Path) -> None:
    edit(path, 0, "game", "checkers")
    result = run("replay", path, "--dump")
    assert result.exit_code == 1
    assert "LOG_GAME: there is no game checkers here" in result.stderr
    assert "take place=" in result.stdout


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["x", "--lang"]])
def test_wrong_usage(run: Any, arguments: list[str]) -> None:
    assert run("replay", *arguments).exit_code == 2


def test_unknown_language(run: Any, path: Path) -> None:
    result = run("replay", path, "--lang", "de")
    assert (result.exit_code, result.stdout) == (2, "")


def test_recorded_log_is_what_its_match_says(path: Path, match: Match) -> None:
    assert Log.from_bytes(path.read_bytes()) == match.log
