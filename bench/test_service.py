"""The service over sockets: one move a request beside a bare Litestar route, and packed moves
beside the same call in process. Server and load generator each have a core of their own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.load import CLIENT_CORE, SERVER_CORE, Load, Sample, Server, get, on_core, post
from bench.workload import Workload

pytestmark = pytest.mark.skipif(
    SERVER_CORE == CLIENT_CORE, reason="server and load generator need a core each"
)

CONNECTIONS = 32
REQUESTS = 640  # of a round: 20 a connection, some 25 ms
BUDGET = 6.0  # seconds of a comparison, as far as its rounds allow
MIN_ROUNDS, MAX_ROUNDS = 10, 100
PACKED_CONNECTIONS = 4
PACKED_REQUESTS = 16
FEW = 256

_encode = msgspec.msgpack.encode


@pytest.fixture(scope="module", autouse=True)
def client_core() -> Iterator[None]:
    with on_core(CLIENT_CORE):
        yield


@pytest.fixture(scope="module")
def service() -> Iterator[Server]:
    command = str(Path(sys.executable).with_name("arbitre"))
    with Server([sys.executable, "-u", command, "serve", "--port=0"]) as server:
        yield server


@pytest.fixture(scope="module")
def hello() -> Iterator[Server]:
    yardstick = Path(__file__).with_name("hello.py")
    with Server([sys.executable, "-u", str(yardstick), "--port=0"]) as server:
        yield server


@pytest.fixture(scope="module")
def greetings(hello: Server) -> Iterator[Load]:
    with Load(hello, [get("/hello")], CONNECTIONS) as load:
        yield load


def compare(
    benchmark: BenchmarkFixture,
    figure: str,
    unit: str,
    units: int,
    ours: Callable[[], Sample],
    theirs: Callable[[], Sample],
) -> None:
    """Take turns: theirs, ours, theirs, ours... `units` are in one request of either."""
    taken: list[Sample] = []
    beside: list[Sample] = []
    rounds = BUDGET / (ours().wall + theirs().wall)
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: taken.append(ours()),
        setup=lambda: beside.append(theirs()),
        rounds=round(min(max(rounds, MIN_ROUNDS), MAX_ROUNDS)),
    )

    def nanoseconds(samples: list[Sample], field: str) -> list[float]:
        return [getattr(sample, field) * 1e9 / sample.requests / units for sample in samples]

    benchmark.extra_info.update(
        figure=figure,
        unit=unit,
        operations=taken[0].requests * units,
        beside=nanoseconds(beside, "wall"),
        cpu=nanoseconds(taken, "server"),
        beside_cpu=nanoseconds(beside, "server"),
        busy=max(sample.busy for sample in taken + beside),
    )


@pytest.mark.parametrize("form", ["code", "mapping"])
def test_validate_one(
    benchmark: BenchmarkFixture, service: Server, greetings: Load, work: Workload, form: str
) -> None:
    moves: Sequence[object] = work.actions if form == "code" else work.moves
    path = f"/v1/games/{work.game.name}/validate"
    bodies = [
        _encode({"state": state, "seat": seat, "move": move})
        for state, seat, move in zip(work.records[:FEW], work.seats, moves, strict=False)
    ]
    with Load(service, [post(path, body) for body in bodies], CONNECTIONS) as load:
        compare(
            benchmark,
            f"validate_one_{form}",
            "request",
            1,
            lambda: load.run(REQUESTS),
            lambda: greetings.run(REQUESTS),
        )


@pytest.mark.parametrize(
    ("figure", "moves", "states_each"),
    [("packed_256", 256, True), ("packed_4096", 4096, True), ("packed_4096_one", 4096, False)],
)
def test_packed(
    benchmark: BenchmarkFixture,
    service: Server,
    work: Workload,
    figure: str,
    moves: int,
    states_each: bool,
) -> None:
    """A state for each move, or one for all."""
    game = work.game
    name = "states" if states_each else "state"
    states = work.wire[: moves * game.state_size] if states_each else work.records[0]
    seats = work.seat_column[:moves].tobytes()
    actions = work.action_column[:moves].tobytes()

    def in_process() -> Sample:
        with on_core(SERVER_CORE):
            game.validate_many(states, seats, actions)
            wall, cpu = time.perf_counter(), time.thread_time()
            for _ in range(PACKED_REQUESTS):
                game.validate_many(states, seats, actions)
            cpu = time.thread_time() - cpu
            return Sample(PACKED_REQUESTS, time.perf_counter() - wall, cpu, 0.0)

    body = _encode({name: states, "seats": seats, "actions": actions})
    path = f"/v1/games/{game.name}/validate/packed"
    with Load(service, [post(path, body)], PACKED_CONNECTIONS) as load:
        compare(benchmark, figure, "move", moves, lambda: load.run(PACKED_REQUESTS), in_process)
