"""Match logs: their bytes, replaying them, and naming what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import arbitre
from arbitre import CHANCE, LogError, Match
from arbitre.replay import Log, dump, positions, replay
from support.games import Setup, game
from support.matches import Records, as_bytes, finished, match_of, played_to, records_of

# --- the format ---


def test_a_log_is_a_stream_of_records(log: Log, records: Records) -> None:
    header, *moves, end = records
    assert header == {
        "arbitre_log": 1,
        "game": "sept_solines",
        "digest": game("sept_solines").digest,
        "players": 2,
        "chance": "auto",
        "options": {"variants": {"rounds": 2}},
        "library": arbitre.__version__,
    }
    assert moves[0][:2] == ["chance", {"kind": "draw_card", "card": moves[0][1]["card"]}]
    assert {seat for seat, _, _ in moves} == {"chance", 0, 1}
    assert all(0 <= fingerprint < 2**64 for _, _, fingerprint in moves)
    assert end["over"] is True and end["moves"] == len(moves) == len(log.entries)


def test_bytes_and_log_are_inverses(setup: Setup) -> None:
    log = played_to(match_of(setup, 1), 1, decisions=9).log
    assert Log.from_bytes(log.to_bytes()) == log
    assert as_bytes(records_of(log)) == log.to_bytes(), "any writer of msgpack writes the same"


def test_a_log_of_nothing_played_is_one() -> None:
    log = Match(game("sept_solines"), 2, 7, chance="manual").log
    assert log.entries == () and Log.from_bytes(log.to_bytes()) == log


# --- replaying ---


def test_replaying_gives_every_position(setup: Setup) -> None:
    match = finished(match_of(setup, 2), 2)
    log = match.log
    found = list(replay(setup.game, log))
    assert [position.ply for position in found] == list(range(len(log.entries) + 1))
    assert (found[0].seat, found[0].move) == (None, None)
    assert [(position.seat, position.move) for position in found[1:]] == match.moves
    assert [event for position in found for event in position.events] == match.events
    assert [position.state.ply for position in found] == [position.ply for position in found]
    assert [p.state.fingerprint for p in found[1:]] == [e.fingerprint for e in log.entries]
    assert setup.game.document(found[-1].state) == setup.game.document(match.state)
    assert {position.state.chance for position in found} == {"manual"}


def test_fingerprints_do_not_tell_who_played_chance(setup: Setup) -> None:
    log = finished(match_of(setup, 3), 3).log
    manual = match_of(setup, 99, "manual")
    for entry in log.entries:
        manual.play(entry.seat, entry.move)
    assert manual.log.entries == log.entries
    assert manual.log.end == log.end


def test_positions_follow_moves_in_words_or_codes(log: Log) -> None:
    solines = game("sept_solines")
    coded = [(entry.seat, solines.move(entry.move).code) for entry in log.entries]
    walk = positions(solines, 2, {"variants": {"rounds": 2}}, coded)
    assert [p.state.fingerprint for p in walk][1:] == [e.fingerprint for e in log.entries]


# --- reading aloud ---


def lines_before(lines: Iterator[str]) -> list[str]:
    """The lines that come before the error."""
    found: list[str] = []
    with pytest.raises(LogError):
        found.extend(lines)
    return found


def test_a_dump_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    match = Match(game("sept_solines"), 2, 7, variants={"rounds": 2})
    seat = match.state.to_act[0]
    match.play(seat, {"kind": "take", "place": 1})
    match.save(path)
    lines = list(dump(path))
    assert lines[:4] == ["Sept Solines", "arbitre_log: 1", "game: sept_solines", lines[3]]
    assert 'options: {"variants": {"rounds": 2}}' in lines
    (taken,) = [line for line in lines if " take place=1: " in line]
    fingerprint = f"{match.log.entries[8].fingerprint:016x}"
    assert taken.split()[:4] == ["9", "seat", str(seat), fingerprint]
    assert taken.endswith("take the card at place 1 (place 0 is the leftmost), paying 1 cube")
    assert lines[-4:] == ["scores: [0, 0]", "winners: []", "over: false", "moves: 10"]
    in_french = "\n".join(dump(path, "fr"))
    assert "prendre la carte à la place 1" in in_french and "le hasard" in in_french


def test_a_damaged_log_is_read_aloud_up_to_the_damage(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    log.save(path)
    whole = list(dump(path))
    path.write_bytes(log.to_bytes()[:-60])
    some = lines_before(dump(path))
    assert 20 < len(some) < len(whole) and whole[: len(some)] == some


def test_a_log_of_other_rules_is_read_aloud(records: Records, tmp_path: Path) -> None:
    path = tmp_path / "match.arblog"
    records[0]["game"], records[0]["digest"] = "checkers", "0" * 16
    path.write_bytes(as_bytes(records))
    assert any("take place=" in line for line in dump(path))


def test_labels_of_house_rules_are_used(tmp_path: Path) -> None:
    house = tmp_path / "house"
    (house / "i18n").mkdir(parents=True)
    (house / "i18n" / "en.toml").write_text('[game]\ntitle = "House"\n', encoding="utf-8")
    path = tmp_path / "match.arblog"
    played = arbitre.load("sept_solines", content=house)
    Match(played, 2, 7).save(path)
    assert next(dump(path, game=played)) == "House"
    assert next(dump(path)) == "Sept Solines"


def test_the_seat_of_chance_is_a_word(records: Records) -> None:
    log = Log.from_bytes(as_bytes(records))
    assert {entry.seat for entry in log.entries if entry.by == "chance"} == {CHANCE}
