"""What the measurements say: figures, the ratios between them, and the floors they are held to.

A figure is the time of one operation: processor time of what runs on one thread, else time by the
clock. Its best turn stands for it: other programs on the machine can only add to a time. A ratio
compares two figures measured in turns, in the same minute.

Names are dotted: `sept_solines.cpp.hash`, `sept_solines.python.apply`, `service.packed_256`.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace


class Figure(msgspec.Struct, frozen=True):
    """Nanoseconds of one operation."""

    unit: str
    best: float
    median: float

    @classmethod
    def of(cls, unit: str, nanoseconds: Sequence[float]) -> Figure:
        return cls(unit, min(nanoseconds), statistics.median(nanoseconds))

    @property
    def rate(self) -> float:
        """Operations a second."""
        return 1e9 / self.best


class Floor(msgspec.Struct, frozen=True):
    """The most nanoseconds that one operation of a game may take."""

    what: str
    figure: str
    limit: float
    as_rate: bool = False


class Ratio(msgspec.Struct, frozen=True):
    """A rate as a multiple of a yardstick's: by the best turns, and by the median over pairs of
    turns, one of each taken side by side."""

    what: str
    best: float
    paired: float | None = None
    least: float | None = None
    both_cores: bool = False
    """Whether it needs both cores for itself, so that a busy machine hides it."""
    by_pairs: bool = False
    """Whether the pairs tell more than the best: turns of a service are few and long."""
    most: float | None = None
    """What it can be in truth; beyond that is noise, to which nothing is held later."""

    @property
    def value(self) -> float:
        """What is held to floors and compared with earlier runs."""
        return self.best if self.paired is None or not self.by_pairs else self.paired

    @property
    def met(self) -> bool | None:
        return None if self.least is None else self.value >= self.least


class Peer(msgspec.Struct, frozen=True):
    """Another library and arbitre at work of the like kind, in turns."""

    peer: str
    kind: str
    """How the work was asked for: see `bench.peers`."""
    theirs: Figure
    ours: Figure
    ratio: float
    """The rate of arbitre as a multiple of the peer's, the median over pairs of turns."""


# Held by every game.
FLOORS = (
    Floor("C++: clone, with allocation", "cpp.clone_on_heap", 100),
    Floor("C++: hash", "cpp.hash", 200),
    Floor("C++: decode and check_state", "cpp.decode_check", 1000),
    Floor("C++: validate", "cpp.validate", 150),
    Floor("C++: legal, middle game", "cpp.legal", 1500),
    Floor("Python: validate a code", "python.validate_code", 500),
    Floor("Python: apply", "python.apply", 1000),
)

# Held by one game alone; a figure that all are held to has another limit then.
OWN = {
    "terraforming_mars": (
        Floor("a random game of three players", "python.terraforming_mars_game", 1e6),
        Floor("legal, a hand of ten cards", "python.terraforming_mars_legal", 3_000),
        Floor("C++: legal, middle game", "cpp.legal", 3_000),
        Floor("C++: decode and check_state", "cpp.decode_check", 1_500),
    ),
    "satrapies": (
        Floor("turns resolved, one thread", "python.satrapies_adjudicate", 1e9 / 150e3, True),
        Floor("legal orders of one power", "python.satrapies_legal", 20_000),
    ),
}

# Operations a second, on one core. A game whose orders are simultaneous is held to resolutions:
# nearly all of its work is there, and hardly any in a single order.
RATES = {
    "sept_solines": ("C++: random playouts, one thread", "cpp.playouts_1", 5e6),
    "vitorian_wars": ("C++: random playouts, one thread", "cpp.playouts_1", 2e6),
    "terraforming_mars": ("C++: random playouts, one thread", "cpp.playouts_1", 1e6),
    "solar": ("C++: random playouts, one thread", "cpp.playouts_1", 1e6),
    "satrapies": ("C++: whole adjudications", "cpp.adjudicate", 150e3),
}


def floors(game: str) -> Iterator[Floor]:
    """The floors of one game."""
    if game in RATES:
        what, figure, rate = RATES[game]
        yield Floor(what, figure, 1e9 / rate, as_rate=True)
    own = OWN.get(game, ())
    others = {floor.figure for floor in own}
    yield from (floor for floor in FLOORS if floor.figure not in others)
    yield from own


class Pair(NamedTuple):
    """A figure with the yardstick that was measured in turns with it."""

    what: str
    figure: str
    least: float | None = None
    least_cpu: float | None = None
    """The floor of the same ratio in processor time."""


# Of every game.
PAIRED = {
    "playouts": Pair("playouts: Python / C++", "python.playouts_1", 0.95),
    "validate_many_wire": Pair(
        "validate_many, wire: Python / C++", "python.validate_many_wire_1", 0.95
    ),
    "validate_many_raw": Pair(
        "validate_many, raw: Python / C++", "python.validate_many_raw_1", 0.95
    ),
    "validate_many_one": Pair(
        "validate_many, one state: Python / C++", "python.validate_many_one_1"
    ),
    "perft": Pair("perft: Python / C++", "python.perft"),
}

SERVED = {
    "validate_one": Pair("validate-one / hello", "validate_one_code", 0.90, 0.90),
    "validate_one_mapping": Pair("validate-one by name / hello", "validate_one_mapping"),
    "packed_4096_free": Pair(
        "packed 4,096, both cores / in process, one thread", "packed_4096_free", 0.85
    ),
    "packed_4096": Pair("packed 4,096, one core / in process", "packed_4096"),
    "packed_4096_one": Pair("packed 4,096, one state, one core / in process", "packed_4096_one"),
    "packed_256": Pair("packed 256, one core / in process", "packed_256"),
    "workers": Pair("2 workers / 1", "workers_2", None, None),
}

TWO_THREADS = "_2"
"""How the names of figures of two threads end."""
WORKERS_LEAST = 1.8
"""What two workers are to achieve that have a core each."""


class Threads(NamedTuple):
    """Two threads and one at the same work."""

    what: str
    two: str
    one: str
    least: float | None = None


THREADED = {
    "playouts_threads": Threads(
        "C++ playouts: 2 threads / 1", "cpp.playouts_2", "cpp.playouts_1", 1.8
    ),
    "playouts_threads_python": Threads(
        "Python playouts: 2 threads / 1", "python.playouts_2", "python.playouts_1", 1.8
    ),
    "validate_many_threads": Threads(
        "C++ validate_many, wire: 2 threads / 1",
        "cpp.validate_many_wire_2",
        "cpp.validate_many_wire_1",
    ),
    "validate_many_threads_python": Threads(
        "Python validate_many, wire: 2 threads / 1",
        "python.validate_many_wire_2",
        "python.validate_many_wire_1",
    ),
}


class Results(msgspec.Struct):
    """Everything one run found out."""

    games: list[str] = []
    figures: dict[str, Figure] = {}
    ratios: dict[str, Ratio] = {}
    peers: list[Peer] = []
    absent: dict[str, str] = {}
    """Peers that aren't installed, and how to install them."""
    busiest_client: float = 0.0
    """The largest part of its time that the load generator was at work, on a core of its own."""

    def add_native(self, game: str, measures: Mapping[str, Any]) -> None:
        """Take what the C++ programs print for a game."""
        self.games.append(game)
        for name, measure in measures.items():
            on = "ns" if name.endswith(TWO_THREADS) else "cpu"
            self.figures[f"{game}.cpp.{name}"] = Figure.of(measure["unit"], measure[on])
        for name, (what, two, one, least) in THREADED.items():
            one, two = one.removeprefix("cpp."), two.removeprefix("cpp.")
            if one in measures and two in measures:
                # As fast as two threads would be if each had a core and nothing was lost. Turns of
                # two threads are hardly ever undisturbed, so the pairs tell more than the best.
                spent = [2 * cpu for cpu in measures[one]["cpu"]]
                ratio = compare(f"{what}, processor time", spent, measures[two]["cpu"], least)
                self.ratios[f"{game}.{name}_cpu"] = replace(ratio, by_pairs=True, most=2.0)

    def add_benchmarks(self, benchmarks: Iterable[Mapping[str, Any]]) -> None:
        """Take the entries of a file of pytest-benchmark."""
        for benchmark in benchmarks:
            extra = benchmark["extra_info"]
            taken = [1e9 * t / extra["operations"] for t in benchmark["stats"]["data"]]
            if "cpu" in extra:
                self._add(extra["figure"], extra["unit"], taken)
                self._add_service(extra, taken)
                continue
            alone = not extra["figure"].endswith(TWO_THREADS)
            if alone:
                taken = extra["processor"]
            self._add(extra["figure"], extra["unit"], taken)
            if extra["beside"]:
                beside = [processor if alone else clock for clock, processor in extra["beside"]]
                game, _, figure = extra["figure"].partition(".")
                for name, pair in PAIRED.items():
                    if pair.figure == figure:
                        ratio = compare(pair.what, beside, taken, pair.least)
                        # A call can't take less time than what it calls.
                        self.ratios[f"{game}.{name}"] = replace(ratio, most=1.0)

    def add_threads(self) -> None:
        """Compare two threads with one by the clock."""
        for game in self.games:
            for name, (what, two, one, least) in THREADED.items():
                of = self.figures
                two, one, name = f"{game}.{two}", f"{game}.{one}", f"{game}.{name}"
                if two in of and one in of:
                    best = of[one].best / of[two].best
                    self.ratios[name] = Ratio(what, best, None, least, both_cores=True, most=2.0)

    def _add(self, name: str, unit: str, nanoseconds: Sequence[float]) -> None:
        if nanoseconds:
            self.figures[name] = Figure.of(unit, nanoseconds)

    def _add_service(self, extra: Mapping[str, Any], taken: Sequence[float]) -> None:
        """Take a measure of the service: by the clock, and in processor time of the server."""
        figure, unit = extra["figure"], extra["unit"]
        beside, cpu, beside_cpu = extra["beside"], extra["cpu"], extra["beside_cpu"]
        self._add(f"{figure}.cpu", unit, cpu)
        self._add(f"{figure}.yardstick", unit, beside)
        self._add(f"{figure}.yardstick.cpu", unit, beside_cpu)
        if extra["pinned"]:
            self.busiest_client = max(self.busiest_client, *extra["busy"])
        for name, pair in SERVED.items():
            if f"service.{pair.figure}" != figure:
                continue
            name = f"service.{name}"
            clock = compare(pair.what, beside, taken, pair.least, service=True)
            self.ratios[name] = clock
            if pair.figure == "workers_2":
                self._add_workers(name, pair.what, extra, taken)
            else:
                what = f"{pair.what}, processor time"
                spent = compare(what, beside_cpu, cpu, pair.least_cpu, service=True)
                self.ratios[f"{name}_cpu"] = replace(spent, both_cores=False)

    def _add_workers(
        self, name: str, what: str, extra: Mapping[str, Any], taken: Sequence[float]
    ) -> None:
        """Say what two workers would do beside each other if the load generator took nothing.

        One worker has a core and the generator the other, so it is measured whole. Two workers
        and the generator share two cores, so that `2 - busy` of them are left to the workers.
        """
        beside, cpu, beside_cpu = extra["beside"], extra["cpu"], extra["beside_cpu"]
        whole = [t * (2 - min(busy, 1.0)) / 2 for t, busy in zip(taken, extra["busy"], strict=True)]
        self.ratios[f"{name}_share"] = compare(
            f"{what}, the generator's share taken out", beside, whole, WORKERS_LEAST, service=True
        )
        halves = [spent / 2 for spent in cpu]
        spent = compare(f"{what}, processor time", beside_cpu, halves, WORKERS_LEAST, service=True)
        self.ratios[f"{name}_cpu"] = replace(spent, both_cores=False, most=2.0)


def compare(
    what: str,
    beside: Sequence[float],
    taken: Sequence[float],
    least: float | None = None,
    *,
    service: bool = False,
) -> Ratio:
    """The rate of what was taken as a multiple of what was measured beside it, turn by turn."""
    paired = statistics.median(b / t for b, t in zip(beside, taken, strict=True))
    return Ratio(what, min(beside) / min(taken), paired, least, service, service)
