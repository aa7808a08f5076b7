"""The service over sockets: one move a request beside a bare Litestar route, packed moves beside
the same call in process, and two workers beside one.

Server and load generator have a core each, but for what is said to be free: there the system
spreads both over all cores.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.load import (
    CLIENT_CORE,
    CORES,
    SERVER_CORE,
    Load,
    Sample,
    Server,
    get,
    on_cores,
    post,
    processor_time,
)
from bench.workload import Workload

pytestmark = pytest.mark.skipif(
    SERVER_CORE == CLIENT_CORE, reason="server and load generator need a core each"
)

CONNECTIONS = 32
REQUESTS = 640  # of a round: 20 a connection, some 25 ms
WORKER_CONNECTIONS = 64
WORKER_REQUESTS = 1920  # some 75 ms of one worker
BUDGET = 6.0  # seconds of a comparison, as far as its rounds allow
MIN_ROUNDS, MAX_ROUNDS = 10, 100
PACKED_CONNECTIONS = 4
PACKED_REQUESTS = 32  # of 4,096 moves; more of shorter ones: processor time is told coarsely
FEW = 256

_encode = msgspec.msgpack.encode


def serve(workers: int = 1, cores: Set[int] = frozenset({SERVER_CORE})) -> Server:
    command = str(Path(sys.executable).with_name("arbitre"))
    arguments = [sys.executable, "-u", command, "serve", "--port=0", "--database=none"]
    arguments.append(f"--workers={workers}")
    return Server(arguments, cores=cores, workers=workers)


@pytest.fixture(scope="module")
def service() -> Iterator[Server]:
    with serve() as server:
        yield server


@pytest.fixture(scope="module")
def free_service() -> Iterator[Server]:
    with serve(cores=CORES) as server:
        yield server


@pytest.fixture(scope="module")
def greetings() -> Iterator[Load]:
    yardstick = Path(__file__).with_name("hello.py")
    with (
        Server([sys.executable, "-u", str(yardstick), "--port=0"]) as server,
        Load(server, [get("/hello")], CONNECTIONS) as load,
    ):
        yield load


def compare(
    benchmark: BenchmarkFixture,
    figure: str,
    unit: str,
    units: int,
    ours: Callable[[], Sample],
    theirs: Callable[[], Sample],
    *,
    cores: Set[int] = frozenset({CLIENT_CORE}),
) -> None:
    """Take turns: theirs, ours, theirs, ours... `units` are in one request of either. The load
    generator, which is this process, keeps to `cores`."""
    taken: list[Sample] = []
    beside: list[Sample] = []
    with on_cores(cores):
        rounds = BUDGET / (ours().wall + theirs().wall)
        benchmark.pedantic(  # type: ignore[no-untyped-call]
            lambda: taken.append(ours()),
            setup=lambda: beside.append(theirs()),
            rounds=round(min(max(rounds, MIN_ROUNDS), MAX_ROUNDS)),
        )

    def nanoseconds(samples: list[Sample], field: str) -> list[float]:
        return [getattr(sample, field) * 1e9 / sample.requests / units for sample in samples]

    benchmark.extra_info.update(
        figure=f"service.{figure}",
        unit=unit,
        operations=taken[0].requests * units,
        beside=nanoseconds(beside, "wall"),
        cpu=nanoseconds(taken, "server"),
        beside_cpu=nanoseconds(beside, "server"),
        busy=[sample.busy for sample in taken],
        pinned=cores == {CLIENT_CORE},
    )


def requests_to_judge_one(work: Workload, moves: Sequence[Any]) -> list[bytes]:
    path = f"/v1/games/{work.game.name}/validate"
    return [
        post(path, _encode({"state": state, "seat": seat, "move": move}))
        for state, seat, move in zip(work.records[:FEW], work.seats, moves, strict=False)
    ]


@pytest.mark.parametrize("form", ["code", "mapping"])
def test_validate_one(
    benchmark: BenchmarkFixture, service: Server, greetings: Load, reference: Workload, form: str
) -> None:
    moves: Sequence[Any] = reference.actions if form == "code" else reference.moves
    with Load(service, requests_to_judge_one(reference, moves), CONNECTIONS) as load:
        compare(
            benchmark,
            f"validate_one_{form}",
            "request",
            1,
            lambda: load.run(REQUESTS),
            lambda: greetings.run(REQUESTS),
        )


def measure_packed(
    benchmark: BenchmarkFixture,
    figure: str,
    service: Server,
    work: Workload,
    moves: int,
    *,
    states_each: bool,
    free: bool = False,
) -> None:
    """`free` leaves all cores to the service and to the load generator; what is measured in
    process is one thread all the same."""
    game = work.game
    name = "states" if states_each else "state"
    states = work.wire[: moves * game.state_size] if states_each else work.records[0]
    requests = PACKED_REQUESTS * 4096 // moves
    seats = work.seat_column[:moves].tobytes()
    actions = work.action_column[:moves].tobytes()

    def in_process() -> Sample:
        with on_cores(CORES if free else {SERVER_CORE}):
            game.validate_many(states, seats, actions)
            wall, cpu = time.perf_counter(), time.thread_time()
            for _ in range(requests):
                game.validate_many(states, seats, actions)
            cpu = time.thread_time() - cpu
            return Sample(requests, time.perf_counter() - wall, cpu, 0.0)

    body = _encode({name: states, "seats": seats, "actions": actions})
    path = f"/v1/games/{game.name}/validate/packed"
    with Load(service, [post(path, body)], PACKED_CONNECTIONS) as load:
        compare(
            benchmark,
            figure,
            "move",
            moves,
            lambda: load.run(requests),
            in_process,
            cores=CORES if free else {CLIENT_CORE},
        )


@pytest.mark.parametrize(
    ("figure", "moves", "states_each"),
    [("packed_256", 256, True), ("packed_4096", 4096, True), ("packed_4096_one", 4096, False)],
)
def test_packed(
    benchmark: BenchmarkFixture,
    service: Server,
    reference: Workload,
    figure: str,
    moves: int,
    states_each: bool,
) -> None:
    """A state for each move, or one for all."""
    measure_packed(benchmark, figure, service, reference, moves, states_each=states_each)


def test_packed_on_both_cores(
    benchmark: BenchmarkFixture, free_service: Server, reference: Workload
) -> None:
    """As an operator runs a worker: on whatever cores there are."""
    measure_packed(
        benchmark, "packed_4096_free", free_service, reference, 4096, states_each=True, free=True
    )


def test_two_workers(
    benchmark: BenchmarkFixture, free_service: Server, reference: Workload
) -> None:
    """All cores are free to all: two workers and the load generator share them."""
    requests = requests_to_judge_one(reference, reference.actions)
    with (
        serve(workers=2, cores=CORES) as service,
        balanced(service, requests) as two,
        # Last, for the service closes a connection on which no request comes.
        Load(free_service, requests, WORKER_CONNECTIONS) as one,
    ):
        compare(
            benchmark,
            "workers_2",
            "request",
            1,
            lambda: two.run(WORKER_REQUESTS),
            lambda: one.run(WORKER_REQUESTS),
            cores=CORES,
        )


@contextmanager
def balanced(service: Server, requests: Sequence[bytes]) -> Iterator[Load]:
    """Connections that are spread over both workers: the system gives a new one to whichever
    takes it first. What keeps a worker idle is no matter of the service's, so chance has more
    than one try."""
    for _ in range(20):
        with Load(service, requests, WORKER_CONNECTIONS) as load:
            before = [processor_time(pid) for pid in service.processes]
            load.run(WORKER_REQUESTS)
            if sorted(service.shares(before))[-2] > 0.4:
                yield load
                return
    raise RuntimeError("the connections never were spread over both workers")
