"""What all suites share: one workload, and the C++ programs, built when first asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import arbitre
from bench.measure import Measure
from bench.native import Native
from bench.workload import GAME, Workload


@pytest.fixture(scope="session")
def work() -> Workload:
    return Workload(arbitre.load(GAME))


@pytest.fixture(scope="session")
def native(work: Workload) -> Iterator[Native]:
    with Native(work) as programs:
        yield programs


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Measure:
    return Measure(benchmark, lambda: request.getfixturevalue("native"))
