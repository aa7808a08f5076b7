"""What the service counts, and how several workers say it with one voice.

Each worker counts in plain numbers, which costs a request well under a microsecond. Where several
share a port, any of them may be asked: each writes its counts into a file of a common folder once
a second, and whoever is asked adds up all files. So the counts of other workers are up to a
second old, and those of a worker that has ended still count.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

CONTENT_TYPE: Final = (b"content-type", CONTENT_TYPE_LATEST.encode())
PUBLISH_SECONDS: Final = 1.0

NO_ROUTE: Final = "none"
"""The route of requests that reached none: unknown resources, slow or malformed ones."""

_BOUNDS: Final = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005),
    *(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
_SUFFIX: Final = ".counts"

TALLIES: Final = {
    "matches_created": "Matches made.",
    "moves_played": "Moves of people that were written down.",
    "bot_moves": "Moves of bots.",
    "requests_repeated": "Requests whose key was known: answered, not done again.",
    "requests_paced": "Requests of seats that asked more often than they may.",
    "seats_overdue": "Seats that resigned because their time was up.",
    "streams_opened": "Streams that were opened.",
    "streams_overrun": "Streams that were closed because their client was too slow.",
    "bots_out_of_time": "Moves that a bot didn't find in time; any legal one was played.",
    "bots_stopped": "Bots that a failure has stopped; they are woken later.",
    "snapshots_refused": "Snapshots of another version; the matches were replayed whole.",
    "refreshes_failed": "Looks at a match that the database didn't answer.",
    "rounds_failed": "Rounds of the keeper that the database didn't answer.",
    "storage_errors": "Requests that failed because of the database.",
}
"""What is counted of matches, by the name of the metric without its prefix."""

LEVELS: Final = {
    "streams": "Open streams.",
    "listeners": "Streams and waiting requests.",
    "matches_in_memory": "Matches that a worker has in memory.",
    "socket_limit": "How many may listen, all workers together.",
}

Tally = Mapping[str | int, int]
"""How many verdicts of each code, by name or by number."""


class RouteCounts(msgspec.Struct):
    """The requests of one route."""

    statuses: dict[int, int] = {}
    buckets: list[int] = msgspec.field(default_factory=lambda: [0] * (len(_BOUNDS) + 1))
    seconds: float = 0.0

    def add(self, status: int, seconds: float) -> None:
        """Count a request."""
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.buckets[bisect_left(_BOUNDS, seconds)] += 1
        self.seconds += seconds

    def merge(self, other: RouteCounts) -> None:
        """Add the counts of another worker."""
        for status, count in other.statuses.items():
            self.statuses[status] = self.statuses.get(status, 0) + count
        self.buckets = [a + b for a, b in zip(self.buckets, other.buckets, strict=True)]
        self.seconds += other.seconds


class Counts(msgspec.Struct):
    """All that a worker has counted."""

    pid: int = 0
    in_flight: int = 0
    connections: int = 0
    routes: dict[str, RouteCounts] = {}
    verdicts: dict[str, dict[str | int, int]] = {}
    tallies: dict[str, int] = {}
    levels: dict[str, int] = {}

    def merge(self, other: Counts) -> None:
        """Add the counts of another worker; what was under way in a dead one is not."""
        if _alive(other.pid):
            self.in_flight += other.in_flight
            self.connections += other.connections
            for name, level in other.levels.items():
                self.levels[name] = self.levels.get(name, 0) + level
        for name, route in other.routes.items():
            self.routes.setdefault(name, RouteCounts()).merge(route)
        for name, count in other.tallies.items():
            self.tallies[name] = self.tallies.get(name, 0) + count
        for game, tally in other.verdicts.items():
            _add(self.verdicts.setdefault(game, {}), tally)


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Counts).decode


class Metrics:
    """The counts of this worker; together with `folder`, those of all."""

    def __init__(
        self,
        names: Callable[[str], Mapping[str, str]],
        version: str,
        folder: str = "",
    ) -> None:
        """Begin to count. `names` tells the codes of a game by their numbers."""
        self.counts = Counts(pid=os.getpid())
        self._names = names
        self._version = version
        self._folder = Path(folder) if folder else None
        self._file = f"{self.counts.pid}-{time.time_ns()}{_SUFFIX}"

    def route(self, name: str) -> RouteCounts:
        """Return the counter of a route."""
        return self.counts.routes.setdefault(name, RouteCounts())

    def judged(self, game: str, tally: Tally) -> None:
        """Count verdicts of a game."""
        _add(self.counts.verdicts.setdefault(game, {}), tally)

    def count(self, name: str) -> None:
        """Count something of `TALLIES`."""
        self.counts.tallies[name] = self.counts.tallies.get(name, 0) + 1

    def publish(self) -> None:
        """Let the other workers know."""
        if self._folder is not None:
            # Written beside and renamed: nobody reads half of it.
            written = self._folder / f"{self._file}.new"
            written.write_bytes(_encode(self.counts))
            written.rename(self._folder / self._file)

    def exposition(self, more: Mapping[str, tuple[str, float]] | None = None) -> bytes:
        """Write all counts in Prometheus' text format, and gauges that are `more`: their help and
        value by name."""
        return generate_latest(_Once([*self._families(), *_gauges(more or {})]))

    def _total(self) -> Counts:
        total = Counts()
        total.merge(self.counts)
        for file in self._folder.glob(f"*{_SUFFIX}") if self._folder else ():
            if file.name != self._file:
                total.merge(_decode(file.read_bytes()))
        return total

    def _families(self) -> Iterable[Metric]:
        total = self._total()
        about = GaugeMetricFamily("arbitre_info", "The version that runs.", labels=["version"])
        about.add_metric([self._version], 1)
        yield about
        yield GaugeMetricFamily(
            "arbitre_requests_in_flight", "Requests being answered.", value=total.in_flight
        )
        yield GaugeMetricFamily(
            "arbitre_connections", "Open connections, idle ones too.", value=total.connections
        )
        requests = CounterMetricFamily(
            "arbitre_requests", "Requests answered.", labels=["route", "status"]
        )
        seconds = HistogramMetricFamily(
            "arbitre_request_seconds", "From the whole request to its answer.", labels=["route"]
        )
        for name, route in sorted(total.routes.items()):
            for status, count in sorted(route.statuses.items()):
                requests.add_metric([name, str(status)], count)
            bounds = [*(str(bound) for bound in _BOUNDS), "+Inf"]
            buckets = zip(bounds, accumulate(route.buckets), strict=True)
            seconds.add_metric([name], list(buckets), route.seconds)
        yield requests
        yield seconds
        verdicts = CounterMetricFamily(
            "arbitre_verdicts",
            "Moves judged, by code of verdict.",
            labels=["game", "code"],
        )
        for game, tally in sorted(total.verdicts.items()):
            named: dict[str, int] = {}
            for code, count in tally.items():
                name = self._names(game)[str(code)] if isinstance(code, int) else code
                named[name] = named.get(name, 0) + count
            for name, count in sorted(named.items()):
                verdicts.add_metric([game, name], count)
        yield verdicts
        for name, help_ in TALLIES.items():
            yield CounterMetricFamily(f"arbitre_{name}", help_, value=total.tallies.get(name, 0))
        for name, help_ in LEVELS.items():
            yield GaugeMetricFamily(f"arbitre_{name}", help_, value=total.levels.get(name, 0))


def _gauges(more: Mapping[str, tuple[str, float]]) -> Iterable[Metric]:
    for name, (help_, value) in more.items():
        yield GaugeMetricFamily(f"arbitre_{name}", help_, value=value)


class _Once(CollectorRegistry):
    """A registry of families that are made already."""

    def __init__(self, families: Iterable[Metric]) -> None:
        super().__init__(auto_describe=False)
        self._made = families

    def collect(self) -> Iterable[Metric]:
        return self._made


def _add(total: dict[str | int, int], tally: Tally) -> None:
    for code, count in tally.items():
        total[code] = total.get(code, 0) + count


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
