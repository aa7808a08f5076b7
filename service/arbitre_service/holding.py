"""Server-held matches put together: the house, its desk, its bots and its keeper."""

from __future__ import annotations

from collections.abc import Mapping

from arbitre_service.clock import Clock
from arbitre_service.errors import NotReady, ServiceError
from arbitre_service.logs import LOG
from arbitre_service.match_ports import Store, Umpire
from arbitre_service.matches.bots import Bots
from arbitre_service.matches.callers import Pace
from arbitre_service.matches.desk import Matches
from arbitre_service.matches.house import House
from arbitre_service.matches.keeper import Keeper
from arbitre_service.metrics import Metrics
from arbitre_service.offload import Offload
from arbitre_service.settings import Settings


class Holding:
    """All that an application needs for matches."""

    def __init__(
        self,
        settings: Settings,
        umpire: Umpire,
        store: Store,
        clock: Clock,
        offload: Offload,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._settings = settings
        self.house = House(
            store,
            umpire,
            clock,
            offload,
            metrics.count,
            sockets=settings.socket_limit,
            room=settings.queue_limit,
        )
        self.matches = Matches(
            self.house,
            Pace(settings.seat_rate, clock.steady),
            limit=settings.match_limit,
            host_pace=Pace(settings.host_rate, clock.steady),
        )
        self.bots = Bots(self.house, seconds=settings.bot_seconds, threads=settings.bot_threads)
        self.house.changed = self.bots.wake
        self.keeper = Keeper(
            self.matches, self.bots, retention_days=settings.retention_days, log=LOG.warning
        )

    async def open(self) -> None:
        """Begin."""
        await self._store.open(self.house.heard)
        self.keeper.start()

    async def close(self) -> None:
        """End, after what is being written."""
        await self.keeper.close()
        await self.bots.close()
        await self.house.close()
        await self._store.close()

    async def ready(self) -> None:
        """Find out whether matches can be played.

        Raises:
            NotReady: the database doesn't answer.
        """
        try:
            await self._store.ping()
        except ServiceError as error:
            raise NotReady(error.detail) from error

    def measure(self) -> None:
        """Note what this worker holds, for whichever worker is asked."""
        levels = self._metrics.counts.levels
        levels["listeners"] = self.house.listening
        levels["matches_in_memory"] = len(self.house)
        levels["socket_limit"] = self._settings.socket_limit

    async def gauges(self) -> Mapping[str, tuple[str, float]]:
        """Measure what isn't counted."""
        self.measure()
        found = {
            "match_limit": ("Matches that may be open.", float(self._settings.match_limit)),
            "seat_rate": ("Requests a second of a seat.", self._settings.seat_rate),
            "host_rate": ("Requests a second of a host's key.", self._settings.host_rate),
            "retention_days": ("Days that ended matches are kept.", self._settings.retention_days),
            "clock_offset_seconds": (
                "By how much the machine's clock was set since the start.",
                round(self._clock.offset(), 3),
            ),
        }
        try:
            count = await self._store.count_open()
        except ServiceError:
            found["database_up"] = ("Whether the database answers.", 0.0)
        else:
            found["database_up"] = ("Whether the database answers.", 1.0)
            found["matches_open"] = ("Open matches.", float(count))
        return found
