"""The use cases of matches, on both databases: playing, refusing, undoing, ending, keeping."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from match_kit import (
    GAME,
    HOST,
    TOY,
    Club,
    club,
    new_sqlite,
    open_table,
    plain,
    run,
    seat,
    umpire,
)
from msgspec import UNSET

import arbitre
from arbitre.replay import Log
from arbitre_service import match_messages as words
from arbitre_service.errors import (
    HostOnly,
    InvalidField,
    KeyReused,
    MatchOver,
    MatchRunning,
    MissingField,
    MoveRefused,
    NotYourSeat,
    ServiceError,
    SetupRefused,
    StaleVersion,
    TooManyMatches,
    TooManyRequests,
    Unauthorized,
    UnknownMatch,
)
from arbitre_service.matches.callers import Host
from arbitre_service.matches.check import check
from support import games


def with_club(address: str, test: Any, **settings: Any) -> None:
    async def work() -> None:
        async with club(address, **settings) as made:
            await test(made)

    run(work)


async def differences(made: Club) -> list[str]:
    return [found.why async for found in check(made.store, umpire()) if not found.ok]


@pytest.mark.parametrize("game", [GAME, TOY])
def test_a_match_from_its_start_to_its_end(database: str, game: str) -> None:
    """What the service keeps is what `Match` of the library would."""

    async def test(made: Club) -> None:
        dice = random.Random(7)
        table = await open_table(made, game=game)
        version = (await table.look(table.caller(0))).version
        end = await table.finish(dice)
        assert end.over and end.ended == "rules" and end.to_act == []
        log = await table.log(table.caller(0))
        assert log.complete and isinstance(log.moves, list)
        assert [update.version for update in log.updates] == list(range(1, log.version + 1))
        assert log.version > version
        file = (await made.matches.export(table.caller(1), table.id)).log
        told = Log.from_bytes(file)
        assert told.end.over and list(told.end.scores) == end.scores
        assert [entry.move for entry in told.entries] == [move.move for move in log.moves]
        with pytest.raises(MatchOver):
            await table.play(0, {"kind": "take", "place": 0})
        assert await differences(made) == []
        assert made.counts["moves_played"] == sum(1 for move in log.moves if move.seat != "chance")

    with_club(database, test)


def test_the_export_is_what_the_library_saves(database: str, tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made, options={"variants": {}})
        await table.finish(random.Random(1))
        file = tmp_path / "match.arblog"
        file.write_bytes((await made.matches.export(HOST, table.id)).log)
        assert arbitre.Match.verify(file)
        match = arbitre.Match.load(file)
        assert match.state.over
        match.save(tmp_path / "again.arblog")
        assert (tmp_path / "again.arblog").read_bytes() == file.read_bytes()

    with_club(database, test)


def test_another_worker_and_another_start_tell_the_same(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(3)
        table = await open_table(made, game=TOY, players=3)
        async with club(database, made.time) as other:
            for turn in range(12):
                here = made if turn % 2 else other
                table.club = here
                await table.step(dice)
            for caller in (HOST, table.spectator, *map(table.caller, range(3))):
                answers = set()
                for worker in (made, other):
                    table.club = worker
                    answers.add(plain(await table.look(caller)))
                    answers.add(plain(await worker.matches.updates(caller, table.id, 3, 0)))
                assert len(answers) == 2
        async with club(database, made.time) as later:
            for caller in (HOST, table.spectator, *map(table.caller, range(3))):
                table.club = made
                before = plain(await table.look(caller)), plain(await table.log(caller))
                table.club = later
                assert (plain(await table.look(caller)), plain(await table.log(caller))) == before

    with_club(database, test)


# --- versions and keys ---


def test_a_version_that_is_not_the_present_one(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        view = await table.look()
        number = view.to_act[0]
        assert isinstance(number, int)
        version = (await table.look(table.caller(number))).version
        move = await table.any_move(number, random.Random(1))
        for wrong in (version - 1, version + 1):
            with pytest.raises(StaleVersion) as refused:
                await table.play(number, move, expected_version=wrong)
            assert refused.value.version == version
        answer = await table.play(number, move, expected_version=version)
        assert answer.update.version == version + 1
        with pytest.raises(StaleVersion) as refused:
            await table.play(number, move, expected_version=version)
        assert refused.value.version == version + 1

    with_club(database, test)


def test_a_worker_that_lags_behind_looks_before_it_refuses(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(5)
        table = await open_table(made)
        async with club(database, made.time) as other:
            table.club = other
            await table.look()  # Now both have it in memory.
            for _ in range(6):
                # Each move is judged by the worker that hasn't seen the one before.
                view = await table.look()
                number = view.to_act[0]
                assert isinstance(number, int)
                caller = table.caller(number)
                move = await table.any_move(number, dice)
                seen = (await table.look(caller)).version
                table.club = made if table.club is other else other
                body = words.PlayMove(move=move, expected_version=seen)
                await table.club.matches.play(caller, table.id, body)

    with_club(database, test)


def test_a_key_is_done_once(database: str) -> None:
    async def test(made: Club) -> None:
        dice = random.Random(11)
        table = await open_table(made)
        numbers = []
        for turn in range(4):
            number = (await table.look()).to_act[0]
            assert isinstance(number, int)
            move = await table.any_move(number, dice)
            key = f"turn-{turn}"
            first = await table.play(number, move, key=key)
            again = await table.play(number, move, key=key)
            assert again.repeated and not first.repeated
            assert plain(again.update) == plain(first.update)
            numbers.append((number, move, key, first))
        rows = await made.store.rows(table.id, 0)
        assert [row.key for row in rows if row.key] == [key for _, _, key, _ in numbers]
        # Long after, too, and from a worker that knows nothing of it.
        async with club(database, made.time) as later:
            table.club = later
            for number, move, key, first in numbers:
                again = await table.play(number, move, key=key, expected_version=1)
                assert again.repeated and plain(again.update) == plain(first.update)
            assert len(await later.store.rows(table.id, 0)) == len(rows)
            number, move, key, _ = numbers[0]
            other = {**move, "place": 99}
            with pytest.raises((KeyReused, MoveRefused)):
                await table.play(number, other, key=key)
            with pytest.raises(KeyReused):
                await later.matches.resign(table.caller(number), table.id, words.Resign(key=key))

    with_club(database, test)


def test_the_same_request_sent_many_times_at_once(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        number = (await table.look()).to_act[0]
        assert isinstance(number, int)
        move = await table.any_move(number, random.Random(2))
        before = len(await made.store.rows(table.id, 0))
        async with club(database, made.time) as other:
            await other.matches.look(HOST, table.id, "en", True, False)
            body = words.PlayMove(move=move, key="once")
            answers = await asyncio.gather(
                *(
                    worker.matches.play(table.caller(number), table.id, body)
                    for worker in (made, other) * 8
                )
            )
        assert sorted(answer.repeated for answer in answers) == [False] + [True] * 15
        assert len({plain(answer.update) for answer in answers}) == 1
        rows = await made.store.rows(table.id, before)
        assert [row.key for row in rows].count("once") == 1

    with_club(database, test)


def test_seats_that_act_at_once(tmp_path: Any) -> None:
    """Bids are secret, but that a seat has bid isn't: so the other's version grows, as it sees."""

    async def test(made: Club) -> None:
        table = await open_table(made, game=TOY)
        views = [await table.look(table.caller(number)) for number in (0, 1)]
        dice = random.Random(1)
        moves = [await table.any_move(number, dice) for number in (0, 1)]
        await table.play(0, moves[0], expected_version=views[0].version)
        seen = await table.look(table.caller(1))
        assert seen.version == views[1].version + 1 and seen.to_act == [1]
        with pytest.raises(StaleVersion):
            await table.play(1, moves[1], expected_version=views[1].version)
        await table.play(1, moves[1], expected_version=seen.version)

    with_club(new_sqlite(tmp_path), test)


# --- who may do what ---


def test_what_a_token_is_good_for(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        other = await open_table(made)
        matches = made.matches
        move = words.PlayMove(move=0)
        for stranger in (other.caller(0), other.spectator, seat("seat-" + "x" * 43)):
            with pytest.raises(Unauthorized):
                await matches.look(stranger, table.id, "en", True, False)
            with pytest.raises(Unauthorized):
                await matches.play(stranger, table.id, move)
            with pytest.raises(Unauthorized):
                await matches.look(stranger, "x" * 16, "en", True, False)
        with pytest.raises(UnknownMatch):
            await matches.look(Host("another club"), table.id, "en", True, False)
        with pytest.raises(UnknownMatch):
            await matches.look(HOST, "x" * 16, "en", True, False)
        spectator = table.spectator
        for refused in (
            lambda: matches.play(spectator, table.id, move),
            lambda: matches.undo(spectator, table.id, words.Undo()),
            lambda: matches.resign(spectator, table.id, words.Resign()),
            lambda: table.play(0, 0, seat=1),
            lambda: table.play(0, 0, seat="chance"),
            lambda: matches.resign(table.caller(0), table.id, words.Resign(seat=1)),
        ):
            with pytest.raises(NotYourSeat):
                await refused()
        for refused in (
            lambda: matches.create(table.caller(0), words.NewMatch(game=GAME, players=2)),
            lambda: matches.list(table.caller(0), words.ListQuery()),
            lambda: matches.restore(spectator, words.ImportMatch(log=b"")),
            lambda: matches.token(table.caller(0), table.id, words.NewToken(seat=0)),
        ):
            with pytest.raises(HostOnly):
                await refused()
        with pytest.raises(MissingField):
            await matches.play(HOST, table.id, move)
        with pytest.raises(InvalidField):
            await matches.play(HOST, table.id, words.PlayMove(move=0, seat=2))
        for query in (matches.export(table.caller(0), table.id),):
            with pytest.raises(MatchRunning):
                await query
        with pytest.raises(MatchRunning):
            await matches.ply(table.caller(0), table.id, 0, "en", False)

    with_club(database, test)


def test_tokens_are_replaced_and_revoked_everywhere(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        async with club(database, made.time) as other:
            old = table.caller(0)
            await other.matches.look(old, table.id, "en", True, False)
            new = await made.matches.token(HOST, table.id, words.NewToken(seat=0))
            assert isinstance(new.token, str)
            for worker in (made, other):
                with pytest.raises(Unauthorized):
                    await worker.matches.look(old, table.id, "en", True, False)
                view = await worker.matches.look(seat(new.token), table.id, "en", True, False)
                assert view.viewer == 0
            gone = words.NewToken(seat="spectator", revoke_only=True)
            assert (await made.matches.token(HOST, table.id, gone)).token is msgspec.UNSET
            with pytest.raises(Unauthorized):
                await other.matches.look(table.spectator, table.id, "en", True, False)
            with pytest.raises(InvalidField):
                await made.matches.token(HOST, table.id, words.NewToken(seat=2))
        kept = [
            row.data["hash"] for row in await made.store.rows(table.id, 0) if "hash" in row.data
        ]
        assert new.token not in repr(kept) and seat(new.token).digest in kept

    with_club(database, test)


def test_a_token_may_ask_so_often(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        for _ in range(20):
            await table.look(table.caller(0))
        with pytest.raises(TooManyRequests):
            await table.look(table.caller(0))
        await table.look(table.caller(1))
        for _ in range(40):
            await table.look(HOST)
            await table.look(table.spectator)
        made.time.pass_(1.0)
        for _ in range(2):
            await table.look(table.caller(0))
        with pytest.raises(TooManyRequests):
            await table.look(table.caller(0))
        assert made.counts["requests_paced"] == 2

    with_club(new_sqlite(tmp_path), test, rate=2.0)


def test_a_host_may_ask_so_often(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        matches, everything = made.matches, words.ListQuery()
        for _ in range(9):
            await table.look(HOST)
        for asking in (
            lambda: matches.list(HOST, everything),
            lambda: matches.create(HOST, words.NewMatch(game=GAME, players=2)),
            lambda: matches.restore(HOST, words.ImportMatch(log=b"")),
            lambda: table.look(HOST),
        ):
            made.time.pass_(1.0)
            await matches.list(HOST, everything)
            with pytest.raises(TooManyRequests):
                await asking()
        # Others have a measure of their own, and who asks without a key has none.
        await matches.list(Host("another"), everything)
        for _ in range(30):
            await matches.list(Host(""), everything)
            await table.look(table.caller(0))

    with_club(new_sqlite(tmp_path), test, host_rate=1.0)


def test_events_and_moves_in_words(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made)
        dice = random.Random(3)
        for _ in range(3):
            await table.step(dice)
        matches, caller = made.matches, table.caller(0)
        plain = await matches.updates(caller, table.id, 0, 0.0)
        assert all(update.texts is UNSET for update in plain.updates)
        labels = {lang: games.game(GAME).labels(lang) for lang in ("en", "fr")}
        told: dict[str, list[str]] = {}
        for lang in ("en", "fr"):
            answers = (
                await matches.updates(caller, table.id, 0, 0.0, 500, lang),  # type: ignore[arg-type]
                await matches.log(caller, table.id, 0, 5000, lang),  # type: ignore[arg-type]
            )
            assert answers[0].updates == answers[1].updates
            for update, other in zip(answers[0].updates, plain.updates, strict=True):
                assert update.events == other.events and isinstance(update.texts, list)
                for event, text in zip(update.events, update.texts, strict=True):
                    fields = {name: value for name, value in event.items() if name != "kind"}
                    assert text == labels[lang].describe(event["kind"], fields, event=True)
            told[lang] = [text for update in answers[0].updates for text in update.texts]  # type: ignore[union-attr]
        assert told["en"] != told["fr"]
        ply = await matches.ply(HOST, table.id, 1, "fr", False)
        assert ply.text and len(ply.texts) == len(ply.events) > 0
        log = await matches.log(HOST, table.id, 0, 5000, "fr")
        assert isinstance(log.moves, list) and log.moves[0].text == ply.text
        assert (await matches.log(HOST, table.id, 0, 5000)).moves[0].text is UNSET  # type: ignore[index]

    with_club(new_sqlite(tmp_path), test)


def test_what_befalls_a_match_is_told_in_words(tmp_path: Any) -> None:
    """Events of the match rather than of its game: each has a text in every language."""

    async def test(made: Club) -> None:
        table = await open_table(made, undo=True)
        await table.step(random.Random(1))
        acting = (await table.look()).to_act
        mover = next(number for number in (0, 1) if number not in acting)
        matches = made.matches
        for number, action in (
            (mover, "ask"),
            (1 - mover, "refuse"),
            (mover, "ask"),
            (1 - mover, "agree"),
        ):
            await matches.undo(table.caller(number), table.id, words.Undo(action=action))  # type: ignore[arg-type]
        await table.step(random.Random(1))
        await matches.undo(HOST, table.id, words.Undo())
        await matches.resign(table.caller(0), table.id, words.Resign())
        for lang, host in (
            ("en", "The host takes"),
            ("fr", "L\N{RIGHT SINGLE QUOTATION MARK}hôte reprend"),
        ):
            log = await matches.log(table.spectator, table.id, 0, 5000, lang)  # type: ignore[arg-type]
            said = {
                event["kind"]: text
                for update in log.updates
                for event, text in zip(update.events, update.texts, strict=True)  # type: ignore[arg-type]
            }
            kinds = {kind for kind in said if kind.startswith("match_")}
            assert kinds == {
                *("match_undo_asked", "match_undo_agreed", "match_undo_refused", "match_undone"),
                *("match_resigned", "match_ended"),
            }
            assert all("match_" not in said[kind] and said[kind].endswith(".") for kind in kinds)
            assert said["match_undone"].startswith(host)

    with_club(new_sqlite(tmp_path), test)


def test_the_game_of_a_match_is_described_to_whom_it_concerns(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        table, other = await open_table(made), await open_table(made)
        for caller in (HOST, table.caller(1), table.spectator):
            told = await made.matches.rules(caller, table.id)
            assert (told.name, told.digest) == (GAME, table.made.digest)
            assert told.kinds["take"].labels["fr"]
        with pytest.raises(Unauthorized):
            await made.matches.rules(other.caller(0), table.id)

    with_club(new_sqlite(tmp_path), test)


def test_set_ups_that_cannot_stand(tmp_path: Any) -> None:
    async def test(made: Club) -> None:
        for wrong, error in (
            ({"game": "go"}, ServiceError),
            ({"players": 9}, SetupRefused),
            ({"options": {"colour": 1}}, SetupRefused),
            ({"options": {"seed": 1}}, SetupRefused),
            ({"options": {"players": 1}}, SetupRefused),
            ({"options": {"variants": {"rounds": object()}}}, InvalidField),
            ({"players": 3, "seats": [words.NewSeat()] * 2}, InvalidField),
            ({"seats": [words.NewSeat(bot="deep blue"), words.NewSeat()]}, InvalidField),
            ({"players": msgspec.UNSET}, MissingField),
        ):
            with pytest.raises(error):
                body = words.NewMatch(**{"game": GAME, "players": 2, **wrong})
                await made.matches.create(HOST, body)
        assert await made.store.lines(None, None, None, None, 10) == []
        table = await open_table(made)
        await made.matches.resign(table.caller(0), table.id, words.Resign())
        await open_table(made)
        with pytest.raises(TooManyMatches):
            await open_table(made)

    with_club(new_sqlite(tmp_path), test, limit=1)


def test_lists_are_of_ones_own_matches_page_by_page(database: str) -> None:
    async def test(made: Club) -> None:
        ids = []
        for number in range(5):
            made.time.pass_(1)
            ids.append((await open_table(made, game=TOY if number == 2 else GAME)).id)
        await open_table(made, host=Host("another club"))
        await made.matches.resign(HOST, ids[0], words.Resign(seat=1))
        found, before = [], msgspec.UNSET
        for _ in range(3):
            page = await made.matches.list(HOST, words.ListQuery(limit=2, before=before))
            found += [line.id for line in page.matches]
            before = page.next
        assert found == ids[::-1] and before is msgspec.UNSET
        over = await made.matches.list(HOST, words.ListQuery(over=True))
        assert [line.id for line in over.matches] == ids[:1]
        toys = await made.matches.list(HOST, words.ListQuery(game=TOY, over=False))
        assert [line.id for line in toys.matches] == [ids[2]]
        with pytest.raises(InvalidField):
            await made.matches.list(HOST, words.ListQuery(before="yesterday"))

    with_club(database, test)


# --- chance ---


def test_a_host_plays_chance_by_hand(database: str) -> None:
    async def test(made: Club) -> None:
        table = await open_table(made, game=TOY, chance="manual")
        dice = random.Random(4)
        for _ in range(12):
            view = await table.look()
            assert isinstance(view.view, dict)
            if view.to_act == ["chance"]:
                moves = [move for move in view.view["moves"] if move["seat"] == arbitre.CHANCE]
                drawn = dice.choice(moves)["move"]
                await table.play(0, drawn, by=HOST, seat="chance")
            else:
                await table.step(dice)
        assert await differences(made) == []

    with_club(database, test)


def test_luck_is_the_secret_of_a_match(tmp_path: Any) -> None:
    """The same moves meet other luck in another match, and the same when they are made again."""

    async def test(made: Club) -> None:
        tables = [await open_table(made, undo=True) for _ in range(6)]
        starts = {plain((await table.look()).view) for table in tables}  # type: ignore[arg-type]
        assert len(starts) == 6
        table = tables[0]
        number = (await table.look()).to_act[0]
        assert isinstance(number, int)
        move = await table.any_move(number, random.Random(2))
        first = await table.play(number, move)
        await made.matches.undo(HOST, table.id, words.Undo())
        second = await table.play(number, move)
        assert first.update.events == second.update.events

    with_club(new_sqlite(tmp_path), test)
