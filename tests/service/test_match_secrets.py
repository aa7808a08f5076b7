"""What a seat receives doesn't depend on what it can't know.

Two worlds that differ in the secrets of seat B only, told to seat A by every route, error, event,
count and number: word for word the same. The test-only game has what is worst about secrets:
hidden hands, secret bids at the same time, and decisions of one seat that others don't see.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_kit import HOST, TOY, Table, Time, club, new_sqlite, open_table, run

import arbitre
from arbitre_service import match_messages as words
from arbitre_service.errors import MoveRefused, ServiceError
from arbitre_service.matches.callers import Holder
from arbitre_service.matches.live import Listener
from arbitre_service.matches.records import Snapshot
from arbitre_service.matches.replay import Kept
from arbitre_service.ports import SPECTATOR
from arbitre_service.problems import problem_of
from support import games
from support.effort import so_many


async def transcript(table: Table, caller: Holder, listener: Listener, viewer: int) -> list[Any]:
    """All that a caller can find out, but by playing."""
    matches, match = table.club.matches, table.id
    said: list[Any] = []

    async def ask(request: Any) -> None:
        try:
            answer = await request
        except ServiceError as error:
            answer = problem_of(error)
        said.append(msgspec.to_builtins(answer))

    for lang in ("en", "fr"):
        await ask(matches.look(caller, match, lang, False, True))  # type: ignore[arg-type]
    await ask(matches.updates(caller, match, 0, 0.0))
    await ask(matches.updates(caller, match, 0, 0.0, 500, "fr"))
    await ask(matches.rules(caller, match))
    for after in (1, 3, 99):
        await ask(matches.updates(caller, match, after, 0.0))
    await ask(matches.log(caller, match, 0, 5000))
    await ask(matches.log(caller, match, 0, 5000, "en"))
    await ask(matches.log(caller, match, 2, 1))
    await ask(matches.export(caller, match))
    for ply in (0, 4, 99):
        await ask(matches.ply(caller, match, ply, "en", False))
    # Moves that are none, of another seat, at another version: their refusals.
    for body in (
        words.PlayMove(move=2**31),
        words.PlayMove(move={"kind": "no such"}),
        words.PlayMove(move={"kind": "boast", "claim": True}),
        words.PlayMove(move=0, seat=1 - viewer if viewer < 2 else 0),
        words.PlayMove(move=0, seat="chance"),
        words.PlayMove(move=0, expected_version=0),
        words.PlayMove(move=0, expected_version=10_000),
    ):
        await ask(matches.play(caller, match, body))
    for action in ("agree", "refuse"):
        await ask(matches.undo(caller, match, words.Undo(action=action)))  # type: ignore[arg-type]
    await ask(matches.fork(caller, match, words.ForkMatch(ply=0)))
    await ask(matches.token(caller, match, words.NewToken(seat=0)))
    said.append([(version, msgspec.msgpack.decode(frame)) for version, frame in listener.take()])
    return [_without_ids(one, match) for one in said]


def _without_ids(value: Any, match: str) -> Any:
    """The id of a match is drawn, and says nothing."""
    if isinstance(value, dict):
        return {key: _without_ids(item, match) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_ids(item, match) for item in value]
    return "the match" if value == match else value


async def refusals(table: Table, seat: int) -> list[Any]:
    """The verdict on every code, for a seat that may move or not; those that are legal excepted."""
    legal = {
        move["code"]
        for move in (await table.look(table.caller(seat))).view["moves"]  # type: ignore[index]
    }
    codes = [code for code in range(games.game(TOY).action_count + 2) if code not in legal]
    found = []
    for code in codes:
        try:
            await table.play(seat, code)
        except MoveRefused as refused:
            found.append(msgspec.to_builtins(problem_of(refused)))
    return [sorted(legal), found]


class World:
    """A match of the test-only game in which the host deals."""

    def __init__(self, table: Table, watching: int) -> None:
        self.table = table
        self.watching = watching
        self.listener: Listener | None = None

    @property
    def caller(self) -> Holder:
        return (
            self.table.spectator if self.watching == SPECTATOR else self.table.caller(self.watching)
        )

    async def begin(self) -> None:
        live = await self.table.club.house.find(self.table.id)
        self.listener = self.table.club.house.listen(live, self.watching)

    async def chance(self, move: dict[str, Any]) -> None:
        await self.table.play(0, move, by=HOST, seat="chance")

    async def told(self) -> list[Any]:
        assert self.listener is not None
        return await transcript(self.table, self.caller, self.listener, self.watching)


async def deal(world: World, hands: list[list[int]]) -> None:
    """Deal its cards to one seat after another."""
    waiting = [list(hand) for hand in hands]
    while (await world.table.look()).to_act == ["chance"]:
        seat = next(seat for seat, hand in enumerate(waiting) if hand)
        await world.chance({"kind": "deal", "card": waiting[seat].pop(0)})


@settings(max_examples=6)
@given(data=st.data(), watcher=st.sampled_from([0, SPECTATOR]), undo=st.booleans())
def test_what_a_seat_receives_when_the_secrets_of_others_are_redrawn(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, watcher: int, undo: bool
) -> None:
    game = games.game(TOY)
    count = len(game.kinds["deal"].fields["card"].values)
    start = game.initial(players=2, seed=1)
    size = len(game.document(start)["seats"][0]["hand"])
    cards = data.draw(st.permutations(range(1, count + 1)))
    mine = sorted(cards[:size])
    rest = cards[size:]
    theirs = sorted(rest[:size]), sorted(data.draw(st.permutations(rest))[:size])
    bids = [data.draw(st.sampled_from(hand)) for hand in theirs]
    address = new_sqlite(tmp_path_factory.mktemp("secrets"))

    async def work() -> None:
        async with club(address) as made:
            worlds = [
                World(
                    await open_table(made, game=TOY, chance="manual", undo=undo, turn_seconds=30.0),
                    watcher,
                )
                for _ in range(2)
            ]
            for world in worlds:
                await world.begin()

            async def same() -> None:
                first, second = [await world.told() for world in worlds]
                assert first == second
                if watcher != SPECTATOR:
                    first, second = [await refusals(world.table, watcher) for world in worlds]
                    assert first == second

            for world, hand in zip(worlds, theirs, strict=True):
                await deal(world, [mine, hand])
            await same()
            made.time.pass_(3)
            # B bids in secret: that it has, A may know, but not what.
            for world, bid in zip(worlds, bids, strict=True):
                await world.table.play(1, {"kind": "bid", "card": bid})
            await same()
            made.time.pass_(4)
            await same()

    run(work)


@pytest.mark.parametrize("game", [*arbitre.games(), TOY])
@pytest.mark.parametrize("seed", so_many((1, 2), (1, 2, 3)))
def test_a_match_redrawn_behind_the_back_of_a_seat(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    """At several points of a match of any game: the position is replaced by one that differs in
    all that the seat can't know, by way of a snapshot, and the seat asks for everything."""
    rules = games.game(game)
    time_ = Time()

    async def work() -> None:
        async with club(new_sqlite(tmp_path), time_) as made:
            dice = random.Random(seed)
            table = await open_table(made, game=game)
            for _ in range(dice.randrange(1, 8)):
                if not (await table.look()).over:
                    await table.step(dice)
            live = await made.house.find(table.id)
            for viewer in (0, 1, SPECTATOR):
                caller = table.spectator if viewer == SPECTATOR else table.caller(viewer)
                true = live.replay.position
                kept = msgspec.msgpack.decode(live.replay.keep(), type=Kept)
                answers = []
                for luck in (None, 1, 2):
                    position = true if luck is None else rules.determinise(true, viewer, luck)
                    data = msgspec.msgpack.encode(Kept(kept.state, position.to_bytes()))

                    snapshot = AsyncMock(return_value=Snapshot(kept.state.number, data))

                    made.house._lives.clear()
                    monkeypatch.setattr(made.store, "snapshot", snapshot)
                    fresh = await made.house.find(table.id)
                    if luck is not None:
                        assert fresh.replay.position == made.house.rules_of(live.record).settled(
                            position, "auto"
                        )
                    listener = made.house.listen(fresh, viewer)
                    answers.append(await transcript(table, caller, listener, viewer))
                assert answers[0] == answers[1] == answers[2]

    run(work)


def test_numbers_have_no_gaps_where_a_seat_sees_nothing(tmp_path: Any) -> None:
    """Whatever others do: a seat's versions are 1, 2, 3, ..., each with something to see."""

    async def work() -> None:
        async with club(new_sqlite(tmp_path)) as made:
            dice = random.Random(7)
            table = await open_table(made, game=TOY, players=3)
            await table.finish(dice)
            rows = len(await made.store.rows(table.id, 0))
            for caller in (*map(table.caller, range(3)), table.spectator):
                log = await table.log(caller)
                assert [one.version for one in log.updates] == list(range(1, log.version + 1))
                assert log.version < rows
                seen = [(one.events, one.to_act, one.scores) for one in log.updates]
                assert all(a != b or a[0] for a, b in pairwise(seen))

    run(work)


def test_set_up_options_are_for_the_host_until_the_end(tmp_path: Any) -> None:
    """Some games have decks among them."""

    async def work() -> None:
        async with club(new_sqlite(tmp_path)) as made:
            table = await open_table(made, options={"variants": {}})
            for caller in (table.caller(0), table.spectator):
                assert (await table.look(caller)).options is msgspec.UNSET
            assert (await table.look(HOST)).options == {"variants": {}}
            await table.finish(random.Random(1))
            assert (await table.look(table.spectator)).options == {"variants": {}}

    run(work)
