"""The store: one suite that every adapter passes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from match_kit import run
from sqlalchemy import Connection

from arbitre_service.adapters import databases
from arbitre_service.adapters.databases import (
    DatabaseError,
    default_address,
    make_ready,
    open_store,
    revision,
    shown,
    upgrade,
)
from arbitre_service.adapters.models import METADATA
from arbitre_service.errors import TooManyMatches
from arbitre_service.match_ports import Store
from arbitre_service.matches.records import MatchRecord, Row, SeatRecord, Snapshot

NOW = 1_800_000_000.5


def record(name: str, **changes: Any) -> MatchRecord:
    fields: dict[str, Any] = {
        "id": name.ljust(16, "_"),
        "host": "club",
        "game": "sept_solines",
        "digest": "0123456789abcdef",
        "players": 2,
        "chance": "auto",
        "options": {"variants": {"rounds": 3}, "text": "é ' \" \\ \u2028"},
        "seats": [SeatRecord(name="Zoë"), SeatRecord(bot="greedy")],
        "luck": bytes(range(32)),
        "undo": True,
        "late": "allow",
        "turn_seconds": 0.25,
        "created": NOW,
    }
    return MatchRecord(**{**fields, **changes})


def row(number: int, seat: int = 0, key: str | None = None, at: float = NOW, **data: Any) -> Row:
    return Row(number, seat, "move", data or {"kind": "take", "place": number}, at, key)


def with_store(address: str, test: Any) -> None:
    async def work() -> None:
        heard: list[str] = []
        store = open_store(address)
        await store.open(heard.append)
        try:
            await test(store, heard)
        finally:
            await store.close()

    run(work)


def test_what_is_written_is_read(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        match = record("one")
        rows = [row(1, 254, text="é\x00'".replace("\x00", "")), row(2, 1, key="k:1", at=NOW + 1)]
        await store.create(match, rows, 10)
        assert await store.record(match.id) == match
        assert await store.rows(match.id, 0) == rows
        assert await store.rows(match.id, 1) == rows[1:]
        assert await store.rows(match.id, 2) == []
        assert await store.record("x" * 16) is None and await store.rows("x" * 16, 0) == []
        assert await store.keyed(match.id, 1, "k:1") == rows[1]
        assert await store.keyed(match.id, 0, "k:1") is None
        await store.ping()

    with_store(database, test)


def test_numbers_and_keys_are_taken_once(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        match = record("one")
        await store.create(match, [row(1)], 10)
        assert await store.append(match.id, [row(2, key="a"), row(3)], 0, None)
        assert not await store.append(match.id, [row(3), row(4)], 0, None), "a number is taken"
        assert not await store.append(match.id, [row(4, key="a")], 0, None), "the key is"
        assert await store.append(match.id, [row(4, 1, key="a")], 0, None), "another seat's key"
        assert not await store.append("x" * 16, [row(1)], 0, None), "no such match"
        assert [one.number for one in await store.rows(match.id, 0)] == [1, 2, 3, 4]

    with_store(database, test)


def test_of_many_who_want_a_number_one_gets_it(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        match = record("one")
        await store.create(match, [row(1)], 10)
        for number in (2, 4, 6):
            wishes = [
                store.append(match.id, [row(number, who=n), row(number + 1, who=n)], 0, None)
                for n in range(20)
            ]
            assert sum(await asyncio.gather(*wishes)) == 1
        rows = await store.rows(match.id, 0)
        assert [one.number for one in rows] == [1, 2, 3, 4, 5, 6, 7]
        for first, second in ((1, 2), (3, 4), (5, 6)):
            assert rows[first].data == rows[second].data, "all rows of one wish, or none"

    with_store(database, test)


def test_the_end_of_a_match_and_forgetting_it(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        for name in ("one", "two", "three"):
            await store.create(record(name), [row(1)], 10)
        one, two = record("one").id, record("two").id
        assert await store.count_open() == 3
        assert await store.append(one, [row(2)], NOW + 5, Snapshot(1, b"kept"))
        assert await store.append(two, [row(2)], NOW + 50, None)
        found = await store.record(one)
        assert found is not None and found.over and found.ended == NOW + 5
        assert await store.count_open() == 1
        assert await store.forget(NOW + 10) == 1
        assert await store.record(one) is None
        assert await store.rows(one, 0) == [] and await store.snapshot(one) is None
        assert await store.forget(NOW + 10) == 0
        assert await store.record(two) is not None

    with_store(database, test)


def test_no_more_matches_than_may_be(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        await store.create(record("one"), [row(1)], 2)
        await store.create(record("two"), [row(1)], 2)
        with pytest.raises(TooManyMatches):
            await store.create(record("three"), [row(1)], 2)
        assert await store.record(record("three").id) is None
        await store.create(record("over", over=True, ended=NOW), [row(1)], 2)
        assert await store.append(record("one").id, [row(2)], NOW, None)
        await store.create(record("three"), [row(1)], 2)

    with_store(database, test)


def test_snapshots_are_replaced(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        match = record("one")
        await store.create(match, [row(1)], 10)
        assert await store.snapshot(match.id) is None
        for number in (2, 3):
            kept = Snapshot(number - 1, bytes([number, 0, 255]))
            assert await store.append(match.id, [row(number)], 0, kept)
            assert await store.snapshot(match.id) == kept
        refused = Snapshot(9, b"never")
        assert not await store.append(match.id, [row(3)], 0, refused)
        assert await store.snapshot(match.id) == kept

    with_store(database, test)


def test_lists(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        for number in range(7):
            await store.create(
                record(
                    f"m{number}",
                    created=NOW + number // 2,
                    game="toy" if number == 3 else "sept_solines",
                    host="other" if number == 4 else "club",
                ),
                [row(1), row(2, at=NOW + 100 + number)],
                10,
            )
        await store.append(record("m5").id, [row(3, at=NOW + 500)], NOW + 500, None)

        async def names(*asked: Any) -> list[str]:
            return [line.record.id.rstrip("_") for line in await store.lines(*asked)]

        assert await names(None, None, None, None, 10) == ["m6", "m5", "m4", "m3", "m2", "m1", "m0"]
        assert await names("club", None, None, None, 10) == ["m6", "m5", "m3", "m2", "m1", "m0"]
        assert await names("club", "toy", None, None, 10) == ["m3"]
        assert await names("club", None, True, None, 10) == ["m5"]
        assert await names("club", None, False, None, 2) == ["m6", "m3"]
        before = (NOW + 1, record("m3").id)
        assert await names("club", None, False, before, 2) == ["m2", "m1"]
        (line,) = await store.lines("club", None, True, None, 10)
        assert (line.number, line.at) == (3, NOW + 500)

    with_store(database, test)


def test_what_waits_for_the_service(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        people = [SeatRecord(), SeatRecord()]
        await store.create(record("bots"), [row(1), row(2, at=NOW)], 10)
        await store.create(record("late", seats=people, late="resign"), [row(1, at=NOW + 5)], 10)
        await store.create(record("people", seats=people), [row(1)], 10)
        await store.create(record("ended", over=True), [row(1)], 10)
        bots, late = record("bots").id, record("late").id
        assert await store.waiting(NOW + 1, "", 10) == [(bots, 2)]
        assert await store.waiting(NOW + 9, "", 10) == [(bots, 2), (late, 1)]
        assert await store.waiting(NOW + 9, "", 1) == [(bots, 2)]
        assert await store.waiting(NOW + 9, bots, 1) == [(late, 1)]

    with_store(database, test)


def test_other_processes_are_heard(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        match = record("one")
        other = open_store(database)
        await other.open(lambda name: None)
        try:
            async with asyncio.timeout(20):
                # A server tells at its first connection that all may have changed.
                await asyncio.sleep(0.2)
                stamp = store.stamp()
                await other.create(match, [row(1)], 10)
                assert not store.unchanged(stamp)
                while match.id not in heard:
                    await asyncio.sleep(0.005)
                heard.clear()
                await other.append(match.id, [row(2)], 0, None)
                while match.id not in heard:
                    await asyncio.sleep(0.005)
        finally:
            await other.close()

    with_store(database, test)


def test_a_hundred_at_once(database: str) -> None:
    async def test(store: Store, heard: list[str]) -> None:
        names = [record(f"m{number}") for number in range(20)]
        await asyncio.gather(*(store.create(match, [row(1)], 100) for match in names))
        for number in range(2, 7):
            done = await asyncio.gather(
                *(store.append(match.id, [row(number)], 0, None) for match in names)
            )
            assert all(done)
        for match in names:
            assert len(await store.rows(match.id, 0)) == 6
        groups = getattr(store, "groups", 1)
        assert groups < 120, "SQLite commits in groups"

    with_store(database, test)


# --- tables ---


def test_migrations_make_the_tables_that_the_models_say(database: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    assert databases._run(databases._parse(database), differences) == []
    before, newest = revision(database)
    assert before == newest
    assert upgrade(database) == (newest, newest), "a second time changes nothing"
    make_ready(database)


def test_a_database_of_another_revision_is_refused(database: str) -> None:
    def age(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()

    databases._run(databases._parse(database), age)
    with pytest.raises(DatabaseError, match="arbitre db upgrade"):
        make_ready(database)


@pytest.mark.parametrize(
    "address",
    ["", "matches.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "none", "://", "http://x"],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(DatabaseError):
        open_store(address)
    with pytest.raises(DatabaseError):
        make_ready(address)


def test_what_cannot_be_reached_is_said_without_the_password(tmp_path: Any) -> None:
    with pytest.raises(DatabaseError) as refused:
        make_ready(f"postgresql://me:hush@/db?host={tmp_path}")
    assert "hush" not in str(refused.value) and "postgresql://me:***@" in str(refused.value)
    assert "hush" not in shown("postgresql://me:hush@host/db")
    with pytest.raises(DatabaseError, match="name another file"):
        (tmp_path / "file").write_text("")
        make_ready(f"sqlite:///{tmp_path}/file/matches.db")


def test_the_default_is_a_file_of_ones_own(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_address() == f"sqlite:///{tmp_path}/arbitre/matches.db"
    make_ready(default_address())
    file = tmp_path / "arbitre" / "matches.db"
    assert file.stat().st_mode & 0o777 == 0o600, "the secrets of all matches are in it"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/arbitre:/var/lib/more")
    assert default_address() == "sqlite:////var/lib/arbitre/matches.db"


def test_records_are_plain() -> None:
    """A record survives what databases and other processes see of it."""
    made = record("one")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=MatchRecord) == made
