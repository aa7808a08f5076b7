"""Logs that were edited, cut off or damaged, and files that are none: what is wrong is named."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre import LogError, Match
from arbitre.replay import MAX_FILE_BYTES, Log, dump, read, verify
from support.effort import so_many
from support.games import game
from support.matches import Records, as_bytes, played_to

# --- tampering: every kind is named, with its ply ---


def at_move(records: Records, kind: str, nth: int = 0) -> int:
    """The ply of a move, which is the place of its record."""
    found = [ply for ply, record in enumerate(records[1:-1], 1) if record[1]["kind"] == kind]
    return found[nth]


def test_an_illegal_move(records: Records, judge: Any) -> None:
    ply = at_move(records, "take", 3)
    records[ply][1] = {"kind": "disc_green"}
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_MOVE", ply)
    assert difference.verdict.code == "DISCS_LOCKED"
    assert "disc_green is illegal (DISCS_LOCKED" in str(difference)
    assert "Discs can be used from round 2" in str(difference)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"kind": "pass"}, "UNKNOWN_ACTION"),
        ({"kind": "take"}, "BAD_RIVER_INDEX"),
        ({"kind": "take", "place": 7}, "BAD_RIVER_INDEX"),
        ({"kind": "take", "place": 2**63}, "BAD_RIVER_INDEX"),
        ({"kind": "take", "place": "0"}, "BAD_RIVER_INDEX"),
        ({"kind": "take", "place": True}, "BAD_RIVER_INDEX"),
        ({"kind": "take", "place": 0, "price": 0}, "UNKNOWN_FIELD"),
        ({}, "UNKNOWN_ACTION"),
        ({"kind": "draw_card", "card": 1}, "NOT_A_PLAYER_MOVE"),
    ],
)
def test_a_move_that_is_none(records: Records, judge: Any, move: Any, code: str) -> None:
    ply = at_move(records, "take", 5)
    records[ply][1] = move
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_MOVE", ply)
    assert difference.verdict.code == code


def test_another_legal_move(records: Records, judge: Any) -> None:
    ply = at_move(records, "take", 4)
    place = records[ply][1]["place"]
    records[ply][1]["place"] = 1 if place == 0 else 0
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_POSITION", ply)
    assert f"{records[ply][2]:016x}" in difference.why


def test_another_draw(records: Records, judge: Any) -> None:
    ply = at_move(records, "draw_card", -1)
    drawn = {record[1]["card"] for record in records[1:ply] if record[1]["kind"] == "draw_card"}
    records[ply][1]["card"] = min(set(range(1, 29)) - drawn)
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_POSITION", ply)


def test_another_seat(records: Records, judge: Any) -> None:
    ply = at_move(records, "take", 2)
    records[ply][0] = 1 - records[ply][0]
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_MOVE", ply)
    assert difference.verdict.code == "NOT_YOUR_TURN"
    records[ply][0] = "chance"
    assert judge(records).verdict.code == "NOT_A_CHANCE_MOVE"


def test_another_fingerprint(records: Records, judge: Any) -> None:
    records[9][2] ^= 1
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_POSITION", 9)


def test_a_move_left_out(records: Records, judge: Any) -> None:
    del records[12]
    assert judge(records).ply == 12


def test_a_move_twice(records: Records, judge: Any) -> None:
    records.insert(12, records[12])
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_MOVE", 13)


def test_moves_exchanged(records: Records, judge: Any) -> None:
    records[2], records[3] = records[3], records[2]
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_POSITION", 2)


def test_moves_after_the_end_of_the_game(records: Records, judge: Any) -> None:
    records.insert(-1, records[at_move(records, "take")])
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_MOVE", len(records) - 2)


@pytest.mark.parametrize(
    ("field", "value"),
    [("scores", [99, 0]), ("scores", []), ("winners", [0, 1]), ("over", False), ("moves", 3)],
)
def test_another_end(records: Records, judge: Any, field: str, value: Any) -> None:
    records[-1][field] = value
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_END", len(records) - 2)
    assert f"tells {field}" in difference.why


def test_moves_cut_off_before_the_end(records: Records, judge: Any) -> None:
    del records[20:-1]
    difference = judge(records)
    assert (difference.code, difference.ply) == ("LOG_END", 19)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("digest", "0" * 16, "LOG_RULES"),
        ("game", "checkers", "LOG_GAME"),
        ("players", 3, "LOG_POSITION"),
        ("players", 4, "LOG_SETUP"),
        ("options", {"colour": "blue"}, "LOG_SETUP"),
        ("options", {"variants": {"rounds": 9}}, "LOG_SETUP"),
        ("options", {"variants": []}, "LOG_SETUP"),
        ("options", {}, "LOG_POSITION"),
        ("options", {"players": 3}, "LOG_RECORD"),
        ("options", {"variants": 1.5}, "LOG_RECORD"),
        ("options", {"variants": "\x1b[31m"}, "LOG_RECORD"),
        ("players", 0, "LOG_RECORD"),
        ("players", "2", "LOG_RECORD"),
        ("chance", "dice", "LOG_RECORD"),
        ("game", "../../secrets", "LOG_RECORD"),
        ("game", "sept_solines\n", "LOG_RECORD"),
        ("digest", "FF", "LOG_RECORD"),
        ("library", "\x1b]0;title\x07", "LOG_RECORD"),
        ("note", "hello", "LOG_RECORD"),
        ("arbitre_log", True, "LOG_RECORD"),
    ],
)
def test_another_header(records: Records, judge: Any, field: str, value: Any, code: str) -> None:
    records[0][field] = value
    difference = judge(records)
    assert difference.code == code
    assert difference.ply == (1 if code == "LOG_POSITION" else 0)


def test_rules_that_differ_are_both_named(records: Records, judge: Any) -> None:
    records[0]["digest"] = "0123456789abcdef"
    difference = judge(records)
    assert "0123456789abcdef" in difference.why
    assert game("sept_solines").digest in difference.why


@pytest.mark.parametrize(
    "record",
    [
        [],
        [0],
        [0, {"kind": "take", "place": 0}],
        [0, {"kind": "take", "place": 0}, 1, 2],
        [254, {"kind": "draw_card", "card": 1}, 1],
        [-1, {"kind": "take", "place": 0}, 1],
        ["nobody", {"kind": "take", "place": 0}, 1],
        [0, 3, 1],
        [0, {"kind": "take", "place": 0.0}, 1],
        [0, {"kind": "take", "place": None}, 1],
        [0, {"kind": "take\x1b[2J", "place": 0}, 1],
        [0, {"kind": "take", "place": [0]}, 1],
        [0, {"kind": "take", "place": 0}, -1],
        [0, {"kind": "take", "place": 0}, "1"],
        {"scores": [0, 0]},
        {},
        7,
        None,
        "move",
        b"move",
        msgpack.Timestamp(1),
    ],
)
def test_a_record_that_is_none(records: Records, judge: Any, record: Any) -> None:
    records[11] = record
    difference = judge(records)
    assert difference.code == "LOG_RECORD"
    assert difference.ply == (10 if isinstance(record, dict) else 11)


def test_the_first_difference_comes_first(records: Records, judge: Any) -> None:
    records[-1]["scores"] = [0, 0]
    records[30][2] ^= 1
    records[20][2] ^= 1
    assert judge(records).ply == 20
    assert judge(as_bytes(records)[:-5]).ply == 20
    records[10] = "damage"
    assert judge(records).ply == 10


# --- files that are damaged or none ---


def test_truncated_files_are_named(log: Log, records: Records, judge: Any) -> None:
    data = log.to_bytes()
    ends = [len(as_bytes(records[:n])) for n in range(len(records) + 1)]
    lengths = set(range(ends[1], len(data), so_many(11, 1)))
    lengths |= {end + off for end in ends[1:-1] for off in (-1, 0, 1) if ends[1] <= end + off}
    for length in sorted(lengths):
        difference = judge(data[:length])
        assert difference.code == "LOG_TRUNCATED"
        assert difference.ply == sum(end <= length for end in ends[1:])
    for length in (0, 1, ends[1] - 1):
        assert judge(data[:length]).code == "LOG_FORMAT"


def test_more_after_the_end_is_named(log: Log, records: Records, judge: Any) -> None:
    for more in (b"\x00", b"\xc1", log.to_bytes(), b"\x93"):
        difference = judge(log.to_bytes() + more)
        assert difference.code in ("LOG_RECORD", "LOG_TRUNCATED")
        assert difference.ply >= len(records) - 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\xc1",
        b"PK\x03\x04 a picture of a cat",
        b"{}",
        msgpack.packb({"arbitre": 1}),
        msgpack.packb([1, 2, 3]),
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 100_000,
        b"\x81\xa1a" * 100_000,
        b"\xd4\x05\x00",
    ],
    ids=range(13),
)
def test_other_files_are_no_logs(judge: Any, data: bytes) -> None:
    assert (judge(data).code, judge(data).ply) == ("LOG_FORMAT", None)


@pytest.mark.parametrize("version", [0, 2, 99, "1", None, 2**64 - 1])
def test_other_formats_are_named(records: Records, judge: Any, version: Any) -> None:
    records[0]["arbitre_log"] = version
    difference = judge(records)
    assert difference.code == "LOG_VERSION"
    assert "reads format 1 only" in difference.why


def test_files_beyond_all_size_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "endless"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    found = verify(path)
    assert found.difference and found.difference.code == "LOG_SIZE"
    assert str(MAX_FILE_BYTES) in found.difference.why


def test_deep_options_are_refused(records: Records, judge: Any) -> None:
    deep: Any = 1
    for _ in range(300):
        deep = [deep]
    records[0]["options"] = {"variants": deep}
    assert judge(records).code == "LOG_RECORD"


@settings(max_examples=300)
@given(st.data())
def test_garbage_never_crashes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = bytearray(small_log().to_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(whole) - 1))
        whole[place : place + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=6))
    path = tmp_path_factory.mktemp("garbage") / "x"
    path.write_bytes(bytes(whole))
    found = verify(path)
    assert found.ok is (found.difference is None)
    for read_it in (lambda: read(path), lambda: list(dump(path)), lambda: Match.load(path)):
        try:
            read_it()
        except LogError as error:
            assert not found.ok
            assert error.code in CODES and str(error)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_log_or_an_error(data: bytes) -> None:
    with pytest.raises(LogError) as caught:
        Log.from_bytes(data)
    assert caught.value.code in CODES


CODES = {
    *("LOG_FORMAT", "LOG_VERSION", "LOG_SIZE", "LOG_TRUNCATED", "LOG_RECORD", "LOG_GAME"),
    *("LOG_RULES", "LOG_SETUP", "LOG_MOVE", "LOG_POSITION", "LOG_END"),
}


def small_log() -> Log:
    return played_to(Match(game("sept_solines"), 2, 7), 7, decisions=4).log


def test_every_code_has_words() -> None:
    for lang in ("en", "fr"):
        labels = game("sept_solines").labels(lang)
        assert labels.missing("codes", sorted(CODES)) == ()


def test_errors_travel_between_processes(records: Records, judge: Any) -> None:
    records[11][1] = {"kind": "disc_green"}
    difference = judge(records)
    copy = pickle.loads(pickle.dumps(difference))
    assert (copy.code, copy.ply, copy.why) == (difference.code, difference.ply, difference.why)
    assert (copy.file, copy.verdict, str(copy)) == (
        difference.file,
        difference.verdict,
        str(difference),
    )


def test_random_edits_of_moves_are_always_found(records: Records, judge: Any) -> None:
    dice = random.Random(1)
    for _ in range(60):
        edited = [record.copy() for record in records]
        ply = dice.randrange(1, len(records) - 1)
        move = dict(edited[ply][1])
        field = dice.choice([name for name in move if name != "kind"] or ["kind"])
        move[field] = "odd" if field == "kind" else move[field] + dice.choice((-1, 1))
        edited[ply][1] = move
        difference = judge(edited)
        assert difference.ply == ply
        assert difference.code in ("LOG_MOVE", "LOG_POSITION")
