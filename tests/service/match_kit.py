"""What the tests of matches share: a desk around a store, a clock to set, and players."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from arbitre_service import match_messages as words
from arbitre_service.adapters.databases import open_store, upgrade
from arbitre_service.adapters.engine import EngineJudge
from arbitre_service.adapters.umpire import EngineUmpire
from arbitre_service.clock import Clock
from arbitre_service.match_ports import Store
from arbitre_service.matches.bots import Bots
from arbitre_service.matches.callers import Holder, Host, Pace, digest_of
from arbitre_service.matches.desk import Matches
from arbitre_service.matches.house import House
from arbitre_service.matches.keeper import Keeper
from arbitre_service.offload import Offload
from support import games

GAME = "sept_solines"
TOY = "toy"
HOST = Host("club")
PATIENCE = 120.0

HOUSE = {"kept", "sockets", "room", "snapshots"}

_numbers = itertools.count()


class Time:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.wall = 1_800_000_000.0
        self.steady = 1_000.0

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)


@dataclass
class Club:
    """A worker: its desk and what is behind it."""

    store: Store
    house: House
    matches: Matches
    bots: Bots
    keeper: Keeper
    time: Time
    counts: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)


@cache
def umpire() -> EngineUmpire:
    """The registry's games and the test-only one."""
    return EngineUmpire(EngineJudge(more=[games.game(TOY)]))


def new_sqlite(folder: Path) -> str:
    address = f"sqlite:///{folder}/matches-{next(_numbers)}.db"
    upgrade(address)
    return address


@asynccontextmanager
async def club(address: str, time: Time | None = None, **settings: Any) -> AsyncIterator[Club]:
    """A worker on a database."""
    time = time or Time()
    clock = time.clock()
    counts: Counter[str] = Counter()
    said: list[str] = []
    store = open_store(address)
    offload = Offload(2)
    chosen = {
        "limit": 1000,
        "rate": 0.0,
        "host_rate": 0.0,
        "seconds": 20.0,
        "days": 0.0,
        **settings,
    }
    kept = {
        name: chosen[name] for name in ("kept", "sockets", "room", "snapshots") if name in chosen
    }
    house = House(store, umpire(), clock, offload, lambda name: counts.update([name]), **kept)
    matches = Matches(
        house,
        Pace(chosen["rate"], clock.steady),
        limit=chosen["limit"],
        host_pace=Pace(chosen["host_rate"], clock.steady),
    )
    bots = Bots(house, seconds=chosen["seconds"])
    house.changed = bots.wake
    keeper = Keeper(
        matches, bots, retention_days=chosen["days"], log=lambda what, **_: said.append(what)
    )
    await store.open(house.heard)
    try:
        yield Club(store, house, matches, bots, keeper, time, counts, said)
    finally:
        await bots.close()
        await house.close()
        await store.close()
        offload.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in an event loop, but not for ever."""

    async def bounded() -> None:
        await asyncio.wait_for(work(), PATIENCE)  # type: ignore[arg-type]

    asyncio.run(bounded())


def seat(token: str) -> Holder:
    """Who holds a token."""
    return Holder(digest_of(token.encode()))


@dataclass
class Table:
    """A match with its callers."""

    club: Club
    made: words.Created

    @property
    def id(self) -> str:
        return self.made.id

    def caller(self, number: int) -> Holder:
        token = self.made.seats[number].token
        assert isinstance(token, str)
        return seat(token)

    @property
    def spectator(self) -> Holder:
        assert isinstance(self.made.spectator, str)
        return seat(self.made.spectator)

    async def look(self, caller: Any = HOST) -> words.MatchView:
        return await self.club.matches.look(caller, self.id, "en", False, False)

    async def play(
        self, number: int, move: Any, *, by: Any = None, **more: Any
    ) -> words.PlayedMove:
        body = words.PlayMove(move=move, **more)
        return await self.club.matches.play(by or self.caller(number), self.id, body)

    async def step(self, dice: random.Random, **more: Any) -> words.PlayedMove:
        """One random move of whoever may act."""
        view = await self.look()
        number = dice.choice([seat for seat in view.to_act if seat != "chance"])
        return await self.play(number, await self.any_move(number, dice), **more)  # type: ignore[arg-type]

    async def any_move(self, number: Any, dice: random.Random) -> dict[str, Any]:
        view = await self.look(self.caller(number))
        assert isinstance(view.view, dict)
        move: dict[str, Any] = dice.choice(view.view["moves"])["move"]
        return move

    async def finish(self, dice: random.Random) -> words.MatchView:
        while not (view := await self.look()).over:
            await self.step(dice)
        return view

    async def log(self, caller: Any = HOST) -> words.MatchLog:
        return await self.club.matches.log(caller, self.id, 0, 5000)


async def open_table(club: Club, *, host: Host = HOST, **terms: Any) -> Table:
    """A new match."""
    body = words.NewMatch(**{"game": GAME, "players": 2, **terms})
    if "seats" in terms:
        body = words.NewMatch(**{"game": GAME, **terms})
    return Table(club, await club.matches.create(host, body))


def plain(answer: msgspec.Struct) -> Any:
    """An answer as it goes out, byte for byte."""
    return msgspec.msgpack.encode(answer)


async def until(true: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait for something that other tasks do."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)
