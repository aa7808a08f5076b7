"""How the suites measure: many short turns, each beside a turn of the yardstick where there is one.

A turn lasts about two milliseconds, less than a time slice, so that some of them run undisturbed
even on a busy machine; the best of them is the figure. Each is measured by the clock and in
processor time; what runs on one thread is judged by the latter, which leaves out interruptions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

from pytest_benchmark.fixture import BenchmarkFixture

from bench.native import Native

ROUNDS = 100
TURN = 0.002


class Measure:
    """Measures a pass of so many operations; the report reads what is left in `extra_info`."""

    def __init__(
        self, benchmark: BenchmarkFixture, game: str, native: Callable[[], Native]
    ) -> None:
        self._benchmark = benchmark
        self._game = game
        self._native = native

    def __call__(
        self,
        figure: str,
        run: Callable[[], object],
        operations: int,
        unit: str,
        *,
        beside: str | None = None,
    ) -> None:
        """`beside` names the measure of the C++ programs that is the yardstick."""
        repeats = passes(run)

        spent: list[float] = []

        def turn() -> None:
            begin = process_time()
            for _ in range(repeats):
                run()
            spent.append(1e9 * (process_time() - begin) / repeats / operations)

        yardstick: list[tuple[float, float]] = []

        def before() -> None:
            if beside is not None:
                yardstick.append(self._native().ask(beside))
            run()  # as the program does: its memory is warm when the clock starts

        self._benchmark.extra_info.update(
            figure=f"{self._game}.python.{figure}",
            unit=unit,
            operations=repeats * operations,
            beside=yardstick,
            processor=spent,
        )
        self._benchmark.pedantic(turn, setup=before, rounds=ROUNDS)  # type: ignore[no-untyped-call]


def passes(run: Callable[[], object]) -> int:
    """How many passes fill a turn."""
    spent = []
    for _ in range(5):
        begin = perf_counter()
        run()
        spent.append(perf_counter() - begin)
    return max(1, round(TURN / min(spent)))
