"""The course of matches: moves taken back, seats given up, bots, time, logs, snapshots, ends."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from typing import Any

import msgspec
import pytest
from match_kit import (
    GAME,
    HOST,
    TOY,
    Club,
    Table,
    Time,
    club,
    new_sqlite,
    open_table,
    plain,
    run,
    umpire,
    until,
)

from arbitre_service import match_messages as words
from arbitre_service.errors import (
    BadLog,
    InvalidField,
    MatchOver,
    MatchRunning,
    NotYourSeat,
    RulesGone,
    StaleVersion,
    Unauthorized,
    UndoRefused,
)
from arbitre_service.matches.check import check


def with_club(address: str, test: Any, **settings: Any) -> None:
    async def work() -> None:
        async with club(address, **settings) as made:
            await test(made)

    run(work)


async def differences(made: Club) -> list[str]:
    return [found.why async for found in check(made.store, umpire()) if not found.ok]


# --- taking back ---


def test_a_move_is_taken_back_when_all_agree(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(3)
        table = await open_table(made, players=3, undo=True)
        undo = made.matches.undo
        for _ in range(4):
            await table.step(dice)
        before = await table.look()
        mover = before.to_act[0]
        assert isinstance(mover, int)
        await table.step(dice)
        others = [number for number in range(3) if number != mover]
        # Somebody else's move goes too: what is asked for is one's own last move.
        await table.step(dice)
        await undo(table.caller(mover), table.id, words.Undo())
        view = await table.look(table.caller(others[0]))
        assert view.undo.asked == mover
        with pytest.raises(UndoRefused):
            await undo(table.caller(others[0]), table.id, words.Undo())
        with pytest.raises(UndoRefused):
            await undo(table.caller(mover), table.id, words.Undo(action="agree"))
        await undo(table.caller(others[0]), table.id, words.Undo(action="agree", key="yes"))
        again = words.Undo(action="agree", key="yes")
        assert (await undo(table.caller(others[0]), table.id, again)).repeated
        with pytest.raises(UndoRefused):
            await undo(table.caller(others[0]), table.id, words.Undo(action="agree"))
        await table.look()
        answer = await undo(table.caller(others[1]), table.id, words.Undo(action="agree"))
        assert answer.update.events == [{"kind": "match_undone", "seat": mover}]
        after = await table.look()
        assert isinstance(before.view, dict) and isinstance(after.view, dict)
        assert after.view["position"] == before.view["position"]
        assert after.version > before.version and after.undo.asked is msgspec.UNSET
        await table.finish(dice)
        assert await differences(made) == []
        assert (await made.matches.export(HOST, table.id)).log

    with_club(database, test)


def test_what_cannot_be_taken_back(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        undo = made.matches.undo
        never = await open_table(made)
        await never.step(random.Random(1))
        for caller in (HOST, never.caller(0)):
            with pytest.raises(UndoRefused):
                await undo(caller, never.id, words.Undo())
        table = await open_table(made, undo=True)
        for caller in (HOST, table.caller(0), table.caller(1)):
            with pytest.raises(UndoRefused, match="no move"):
                await undo(caller, table.id, words.Undo())
        with pytest.raises(UndoRefused, match="Nobody"):
            await undo(table.caller(0), table.id, words.Undo(action="agree"))
        await table.step(random.Random(1))
        await table.step(random.Random(1))
        view = await table.look(table.caller(0))
        with pytest.raises(StaleVersion):
            body = words.Undo(expected_version=view.version + 1)
            await undo(table.caller(0), table.id, body)
        await undo(table.caller(0), table.id, words.Undo())
        await undo(table.caller(1), table.id, words.Undo(action="refuse"))
        with pytest.raises(UndoRefused, match="Nobody"):
            await undo(table.caller(1), table.id, words.Undo(action="agree"))
        await undo(table.caller(1), table.id, words.Undo())
        await undo(table.caller(1), table.id, words.Undo(action="refuse"))
        await made.matches.resign(table.caller(0), table.id, words.Resign())
        with pytest.raises(MatchOver):
            await undo(table.caller(1), table.id, words.Undo())

    with_club(new_sqlite(tmp_path), test)


def test_bots_do_not_mind(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        seats = [words.NewSeat(), words.NewSeat(bot="random")]
        table = await open_table(made, seats=seats, undo=True)
        await until(lambda: made.house._lives[table.id].thinking is None)
        before = await table.look()
        assert before.to_act == [0]
        await table.step(random.Random(1))
        await until(lambda: made.house._lives[table.id].thinking is None)
        answer = await made.matches.undo(table.caller(0), table.id, words.Undo())
        assert answer.update.events[0]["kind"] == "match_undone"
        after = await table.look()
        assert isinstance(before.view, dict) and isinstance(after.view, dict)
        assert after.view["position"] == before.view["position"]

    with_club(new_sqlite(tmp_path), test)


# --- giving up ---


def test_who_resigns_leaves_the_match_to_the_other(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        await table.step(random.Random(1))
        answer = await made.matches.resign(table.caller(1), table.id, words.Resign(key="enough"))
        assert [event["kind"] for event in answer.update.events] == [
            "match_resigned",
            "match_ended",
        ]
        assert answer.update.over and answer.update.winners == [0] and not answer.update.to_act
        again = await made.matches.resign(table.caller(1), table.id, words.Resign(key="enough"))
        assert again.repeated
        with pytest.raises(MatchOver):
            await made.matches.resign(table.caller(0), table.id, words.Resign())
        view = await table.look(table.spectator)
        assert view.ended == "resigned" and view.seats[1].resigned and view.winners == [0]
        assert view.options == {}
        assert (await table.log(table.spectator)).complete
        (line,) = await made.store.lines(None, None, None, None, 5)
        assert line.record.over
        assert await differences(made) == []

    with_club(database, test)


def test_among_three_a_bot_plays_on_for_who_resigns(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(5)
        table = await open_table(made, players=3)
        await table.step(dice)
        await made.matches.resign(table.caller(1), table.id, words.Resign())
        with pytest.raises(NotYourSeat):
            await made.matches.resign(table.caller(1), table.id, words.Resign())
        while not (view := await table.look()).over:
            number = view.to_act[0]
            if number == 1:
                with pytest.raises((NotYourSeat, MatchOver)):  # the bot may just end the match
                    await table.play(1, 0)
                live = made.house._lives[table.id]
                await until(lambda live=live: live.thinking is None)
                assert 1 not in (await table.look()).to_act
            else:
                await table.step(dice)
        assert view.ended == "rules" and 1 not in view.winners
        assert made.counts["bot_moves"] > 0
        assert await differences(made) == []

    with_club(new_sqlite(tmp_path), test)


# --- bots ---


def test_bots_play_a_whole_match(database: str) -> None:
    async def test(made: Club) -> None:
        seats = [words.NewSeat(bot="greedy"), words.NewSeat(bot="random")]
        table = await open_table(made, seats=seats)
        await until(lambda: made.house._lives[table.id].replay.over)
        assert (await table.look()).ended == "rules"
        assert await differences(made) == []

    with_club(database, test)


def test_a_match_of_bots_that_nobody_watches(tmp_path: Any) -> None:
    """Not even a token is written down behind the draws that it begins with."""

    async def test(made: Club) -> None:
        seats = [words.NewSeat(bot="random")] * 2
        for game in (GAME, TOY):
            table = await open_table(made, game=game, seats=seats, spectators=False)
            live = made.house._lives[table.id]
            await until(lambda live=live: live.replay.over, 60.0)
        assert await differences(made) == []

    with_club(new_sqlite(tmp_path), test)


def test_bots_go_on_after_a_restart(tmp_path: Any) -> None:
    address = new_sqlite(tmp_path)
    time_ = Time()

    async def work() -> None:
        async with club(address, time_) as made:
            made.bots._closed = True  # As if the process had ended just then.
            table = await open_table(made, seats=[words.NewSeat(bot="random")] * 2)
            number = made.house._lives[table.id].replay.state.number
        time_.pass_(60)
        async with club(address, time_) as later:
            await later.keeper.round()
            live = later.house._lives[table.id]
            await until(lambda: live.replay.over)
            assert live.replay.state.number > number

    run(work)


def test_a_bot_that_thinks_too_long_gets_any_move(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arbitre_service.adapters.umpire import EngineRules

    choose = EngineRules.choose

    def slowly(self: EngineRules, *arguments: Any) -> int:
        time.sleep(0.2)
        return choose(self, *arguments)

    monkeypatch.setattr(EngineRules, "choose", slowly)

    async def test(made: Club) -> None:
        seats = [words.NewSeat(), words.NewSeat(bot="greedy")]
        table = await open_table(made, seats=seats)
        for _ in range(2):
            live = made.house._lives[table.id]
            await until(lambda live=live: live.thinking is None)
            assert (await table.look()).to_act == [0]
            await table.step(random.Random(1))
        assert made.counts["bots_out_of_time"] >= 1

    with_club(new_sqlite(tmp_path), test, seconds=0.05)


# --- time ---


def test_deadlines_are_told(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made, turn_seconds=60.0)
        view = await table.look()
        number = view.to_act[0]
        assert view.deadlines == {str(number): view.now + 60}
        made.time.pass_(20)
        await table.step(random.Random(1))
        later = await table.look()
        other = later.to_act[0]
        assert later.now == view.now + 20
        assert later.deadlines == {str(other): later.now + 60}
        assert (await table.look(table.caller(0))).deadlines == later.deadlines
        made.time.pass_(600)
        assert not (await table.look()).over, "nothing becomes of it here"
        assert (await open_table(made)) and not (await (await open_table(made)).look()).deadlines

    with_club(database, test)


def test_whose_time_is_up_has_resigned(database: str) -> None:
    async def test(made: Club) -> None:
        made.time.pass_(100)
        table = await open_table(made, turn_seconds=60.0, late="resign")
        number = (await table.look()).to_act[0]
        assert isinstance(number, int)
        made.time.pass_(59)
        await made.keeper.round()
        assert not (await table.look()).over
        made.time.pass_(2)
        await made.keeper.round()
        (line,) = await made.store.lines(None, None, None, None, 5)
        assert line.record.over
        view = await table.look(table.caller(number))
        assert view.ended == "resigned" and view.winners == [1 - number]
        assert made.counts["seats_overdue"] == 1

    with_club(database, test)


def test_a_clock_that_is_set_moves_no_deadline(tmp_path: Any) -> None:
    """Forwards or back: the service goes by the time that has passed, and says what it saw."""

    async def test(made: Club) -> None:
        made.time.pass_(100)
        table = await open_table(made, turn_seconds=60.0, late="resign")
        began = (await table.look()).now
        for jump in (86_400.0 * 365, -2 * 86_400.0 * 365, 86_400.0 * 365 + 5):
            made.time.wall += jump
            await made.keeper.round()
            view = await table.look()
            assert not view.over and view.now == began
        assert made.said == ["clock set"] * 3
        made.time.pass_(30)
        await table.step(random.Random(1))
        times = [row.at for row in await made.store.rows(table.id, 0)]
        assert times == sorted(times) and times[-1] == began + 30
        await made.keeper.round()
        assert made.said == ["clock set"] * 3, "once each"

    with_club(new_sqlite(tmp_path), test)


def test_a_clock_that_was_set_between_two_starts(tmp_path: Any) -> None:
    """A log never runs backwards, and whoever is away too long by a wrong clock gets some grace."""
    address = new_sqlite(tmp_path)
    time_ = Time()

    async def work() -> None:
        async with club(address, time_) as made:
            table = await open_table(made, turn_seconds=3600.0, late="resign")
            await table.step(random.Random(1))
        time_.wall -= 1000
        async with club(address, time_) as made:
            table.club = made
            await table.step(random.Random(1))
            times = [row.at for row in await made.store.rows(table.id, 0)]
            assert times == sorted(times)
        time_.wall += 1_000_000
        async with club(address, time_) as made:
            table.club = made
            await made.keeper.round()
            assert not (await table.look()).over
            time_.pass_(61)
            assert (await table.look()).over

    run(work)


# --- keeping and forgetting ---


def test_matches_are_forgotten_when_they_have_been_over_for_long(database: str) -> None:
    async def test(made: Club) -> None:
        old, new, open_ = [await open_table(made) for _ in range(3)]
        await made.matches.resign(HOST, old.id, words.Resign(seat=0))
        made.time.pass_(86_400)
        await made.matches.resign(HOST, new.id, words.Resign(seat=0))
        made.time.pass_(86_400 + 60)
        await made.keeper.round()
        assert await made.store.record(old.id) is None
        assert await made.store.record(new.id) is not None
        assert await made.store.record(open_.id) is not None
        assert "matches forgotten" in made.said

    with_club(database, test, days=2.0)


def test_a_long_match_is_resumed_from_its_snapshot(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(8)
        table = await open_table(made, players=3)
        while len(await made.store.rows(table.id, 0)) < 50:
            await table.step(dice)
        snapshot = await made.store.snapshot(table.id)
        assert snapshot is not None and snapshot.number >= 40
        callers = (HOST, table.spectator, *map(table.caller, range(3)))
        async with club(database, made.time) as later:
            table.club = later
            replay = (await later.house.find(table.id)).replay
            assert replay.resumed_at == snapshot.number, "not from the start"
            for caller in callers:
                seen = []
                for worker in (made, later):
                    table.club = worker
                    seen.append(plain(await table.look(caller)))
                    seen.append(plain(await worker.matches.updates(caller, table.id, 2, 0)))
                assert seen[:2] == seen[2:]
            table.club = later
            await table.finish(dice)
        assert await differences(made) == []

    with_club(database, test, snapshots=20)


def test_a_match_whose_rules_are_gone(tmp_path: Any) -> None:
    address = new_sqlite(tmp_path)

    async def test(made: Club) -> None:
        table = await open_table(made)
        with sqlite3.connect(address.removeprefix("sqlite:///")) as file:
            file.execute("UPDATE matches SET digest = '0000000000000000'")
        file.close()
        async with club(address) as later:
            with pytest.raises(RulesGone):
                await later.matches.look(HOST, table.id, "en", True, False)
            assert len(await differences(later)) == 1

    with_club(address, test)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("DELETE FROM match_events WHERE number = 20", "missing"),
        ("UPDATE match_events SET seat = 1 - seat WHERE number = 20 AND seat < 2", "refused"),
        ("UPDATE match_events SET data = '{}' WHERE kind = 'move' AND number = 20", "refused"),
        ("UPDATE match_events SET kind = 'dance' WHERE number = 20", "kind"),
        ("DELETE FROM match_events", "no rows"),
        ("UPDATE matches SET over = 1", "said to be over"),
    ],
)
def test_check_names_the_first_row_that_differs(tmp_path: Any, damage: str, why: str) -> None:
    address = new_sqlite(tmp_path)

    async def test(made: Club) -> None:
        table = await open_table(made)
        for _ in range(10):
            await table.step(random.Random(1))
        rows = await made.store.rows(table.id, 0)
        if "seat = 1" in damage or "'move'" in damage:
            at = next(row.number for row in rows if row.number > 14 and row.seat < 2)
        else:
            at = 20
        with sqlite3.connect(address.removeprefix("sqlite:///")) as file:
            changed = file.execute(damage.replace("number = 20", f"number = {at}")).rowcount
        file.close()
        assert changed
        (found,) = [one async for one in check(made.store, umpire())]
        assert why in found.why, found
        if "number" in damage:
            assert found.number in (at, at + 1)

    with_club(address, test)


# --- files and forks ---


def test_import_and_fork(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(6)
        table = await open_table(made)
        for _ in range(5):
            await table.step(dice)
        with pytest.raises(MatchRunning):
            await made.matches.fork(HOST, table.id, words.ForkMatch(ply=1))
        half = (await made.matches.export(HOST, table.id)).log
        copy = Table(made, await made.matches.restore(HOST, words.ImportMatch(log=half)))
        was, is_ = await table.look(), await copy.look()
        assert isinstance(was.view, dict) and isinstance(is_.view, dict)
        assert was.view["position"] == is_.view["position"]
        await copy.finish(dice)
        end = await table.finish(dice)
        whole = (await made.matches.export(HOST, table.id)).log
        over = Table(made, await made.matches.restore(HOST, words.ImportMatch(log=whole)))
        view = await over.look(over.caller(1))
        assert view.over and view.scores == end.scores
        assert (await made.store.record(over.id)).over  # type: ignore[union-attr]
        plies = len((await table.log()).moves)  # type: ignore[arg-type]
        # In the middle of a draw, too: chance is then drawn anew.
        for ply in (0, 1, plies // 2, plies // 2 + 1, plies):
            fork = await made.matches.fork(HOST, table.id, words.ForkMatch(ply=ply))
            forked = Table(made, fork)
            there = await made.matches.ply(table.caller(0), table.id, ply, "en", False)
            here = await made.matches.log(HOST, forked.id, 0, 5000)
            assert isinstance(here.moves, list) and len(here.moves) >= ply
            assert there.ply == ply and there.plies == plies
        assert (await forked.look()).over
        with pytest.raises(InvalidField):
            await made.matches.fork(HOST, table.id, words.ForkMatch(ply=plies + 1))
        with pytest.raises(InvalidField):
            await made.matches.ply(HOST, table.id, plies + 1, "en", False)
        assert await differences(made) == []
        for bad in (b"", half[:-3], half.replace(b"take", b"rake", 1), b"\x81" + half):
            with pytest.raises(BadLog) as refused:
                await made.matches.restore(HOST, words.ImportMatch(log=bad))
            assert refused.value.code and refused.value.code.startswith("LOG_")

    with_club(database, test)


# --- listening ---


def test_who_waits_is_told_by_any_worker(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(2)
        table = await open_table(made)
        async with club(database, made.time) as other:
            await asyncio.sleep(0.3)  # A server's listener needs a moment.
            for _ in range(3):
                version = (await table.look(table.spectator)).version
                waiting = asyncio.create_task(
                    other.matches.updates(table.spectator, table.id, version, 30.0)
                )
                await until(lambda: other.house.listening == 1)
                await table.step(dice)
                found = await waiting
                assert [update.version for update in found.updates] == [version + 1]
            assert other.house.listening == 0
            began = time.monotonic()
            empty = await other.matches.updates(table.spectator, table.id, version + 1, 0.05)
            assert empty.updates == [] and empty.version == version + 1
            assert time.monotonic() - began < 10

    with_club(database, test)


def test_a_token_revoked_while_somebody_waits(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        waiting = asyncio.create_task(made.matches.updates(table.caller(0), table.id, 99, 30.0))
        await until(lambda: made.house.listening == 1)
        await made.matches.token(HOST, table.id, words.NewToken(seat=0))
        with pytest.raises(Unauthorized):
            await waiting

    with_club(new_sqlite(tmp_path), test)


def test_updates_from_any_version(database: str) -> None:
    """Near the present from memory, further back from the log: the same words."""

    async def test(made: Club) -> None:
        dice = random.Random(9)
        table = await open_table(made, game=TOY, players=3)
        while not (await table.look()).over and len(await made.store.rows(table.id, 0)) < 60:
            await table.step(dice)
        for caller in (HOST, table.spectator, table.caller(2)):
            every = (await made.matches.updates(caller, table.id, 0, 0)).updates
            for after in range(every[-1].version + 2):
                found = await made.matches.updates(caller, table.id, after, 0)
                expected = [update for update in every if update.version > after]
                assert list(map(plain, found.updates)) == list(map(plain, expected))
            paged, after = [], 0
            while True:
                page = await made.matches.updates(caller, table.id, after, 0, limit=7)
                paged += page.updates
                if not page.updates:
                    break
                after = page.version
            assert list(map(plain, paged)) == list(map(plain, every))

    with_club(database, test)
