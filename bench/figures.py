"""What the measurements say: figures, the ratios between them, and the floors they are held to.

A figure is the time of one operation. Its best turn stands for it: other programs on the machine
can only add to a time. A ratio compares two figures measured in turns, in the same minute.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


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
    """The most nanoseconds that one operation may take."""

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

    @property
    def value(self) -> float:
        """What is held to floors and compared with earlier runs."""
        return self.best if self.paired is None or not self.by_pairs else self.paired

    @property
    def met(self) -> bool | None:
        return None if self.least is None else self.value >= self.least


FLOORS = (
    Floor("C++: random playouts, one thread", "cpp.playouts_1", 1e9 / 5e6, as_rate=True),
    Floor("C++: clone, with allocation", "cpp.clone_on_heap", 100),
    Floor("C++: hash", "cpp.hash", 200),
    Floor("C++: decode and check_state", "cpp.decode_check", 1000),
    Floor("C++: validate", "cpp.validate", 150),
    Floor("C++: legal, middle game", "cpp.legal", 1500),
    Floor("Python: validate a code", "python.validate_code", 500),
    Floor("Python: apply", "python.apply", 1000),
    Floor(
        "Satrapies: turns resolved, one thread",
        "python.satrapies_adjudicate",
        1e9 / 150e3,
        as_rate=True,
    ),
    Floor("Satrapies: legal orders of one power", "python.satrapies_legal", 20_000),
)

# Name -> what, figure, least. Each has a yardstick measured in turns with it.
PAIRED = {
    "playouts": ("playouts: Python / C++", "python.playouts_1", 0.95),
    "validate_many_wire": (
        "validate_many, wire: Python / C++",
        "python.validate_many_wire_1",
        0.95,
    ),
    "validate_many_raw": ("validate_many, raw: Python / C++", "python.validate_many_raw_1", 0.95),
    "validate_many_one": (
        "validate_many, one state: Python / C++",
        "python.validate_many_one_1",
        None,
    ),
    "perft": ("perft: Python / C++", "python.perft", None),
    "validate_one": (
        "validate-one / hello, requests a second",
        "service.validate_one_code",
        0.90,
    ),
    "validate_one_mapping": (
        "validate-one by name / hello, requests a second",
        "service.validate_one_mapping",
        None,
    ),
    "packed_4096": ("packed 4,096 / in process, moves a second", "service.packed_4096", 0.85),
    "packed_4096_one": (
        "packed 4,096, one state / in process, moves a second",
        "service.packed_4096_one",
        None,
    ),
    "packed_256": ("packed 256 / in process, moves a second", "service.packed_256", None),
}

# Name -> what, figure of two threads, figure of one, least.
THREADED = {
    "playouts_threads": ("C++ playouts: 2 threads / 1", "cpp.playouts_2", "cpp.playouts_1", 1.8),
    "playouts_threads_python": (
        "Python playouts: 2 threads / 1",
        "python.playouts_2",
        "python.playouts_1",
        1.8,
    ),
    "validate_many_threads": (
        "C++ validate_many, wire: 2 threads / 1",
        "cpp.validate_many_wire_2",
        "cpp.validate_many_wire_1",
        None,
    ),
    "validate_many_threads_python": (
        "Python validate_many, wire: 2 threads / 1",
        "python.validate_many_wire_2",
        "python.validate_many_wire_1",
        None,
    ),
}


class Results(msgspec.Struct):
    """Everything one run found out."""

    figures: dict[str, Figure] = {}
    ratios: dict[str, Ratio] = {}
    busiest_client: float = 0.0
    """The largest part of its time that the load generator was at work."""

    def add_native(self, measures: Mapping[str, Any]) -> None:
        """Take what the C++ programs print."""
        for name, measure in measures.items():
            self.figures[f"cpp.{name}"] = Figure.of(measure["unit"], measure["ns"])
            if name.endswith(("_1", "_2")):
                self.figures[f"cpp.{name}.cpu"] = Figure.of(measure["unit"], measure["cpu"])

    def add_benchmarks(self, benchmarks: Sequence[Mapping[str, Any]]) -> None:
        """Take the entries of a file of pytest-benchmark."""
        for benchmark in benchmarks:
            extra = benchmark["extra_info"]
            source = "service" if "cpu" in extra else "python"
            name = f"{source}.{extra['figure']}"
            taken = [1e9 * t / extra["operations"] for t in benchmark["stats"]["data"]]
            self.figures[name] = Figure.of(extra["unit"], taken)
            self._compare(name, extra["beside"], taken)
            if "cpu" in extra:
                self.figures[f"{name}.cpu"] = Figure.of(extra["unit"], extra["cpu"])
                self._compare(name, extra["beside_cpu"], extra["cpu"], ".cpu")
                self.busiest_client = max(self.busiest_client, extra["busy"])

    def add_threads(self) -> None:
        """Compare two threads with one."""
        for name, (what, two, one, least) in THREADED.items():
            if two in self.figures and one in self.figures:
                best = self.figures[one].best / self.figures[two].best
                self.ratios[name] = Ratio(what, best, None, least, both_cores=True)
            if f"{two}.cpu" in self.figures and f"{one}.cpu" in self.figures:
                # As fast as two threads would be if each had a core and nothing was lost.
                best = 2 * self.figures[f"{one}.cpu"].best / self.figures[f"{two}.cpu"].best
                self.ratios[f"{name}_cpu"] = Ratio(f"{what}, processor time", best, None, least)

    def _compare(
        self, figure: str, beside: Sequence[float], taken: Sequence[float], suffix: str = ""
    ) -> None:
        if beside:
            self.figures[f"{figure}.yardstick{suffix}"] = Figure.of(
                self.figures[figure].unit, beside
            )
        for name, (what, of, least) in PAIRED.items():
            if beside and of == figure:
                if suffix:
                    name, what = f"{name}_cpu", what.rpartition(", ")[0] + ", processor time"
                best = min(beside) / min(taken)
                paired = statistics.median(b / t for b, t in zip(beside, taken, strict=True))
                remote = figure.startswith("service.")
                both_cores = remote and not suffix
                self.ratios[name] = Ratio(what, best, paired, least, both_cores, remote)
