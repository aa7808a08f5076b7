"""What the tests of the service share: two worlds to speak to, and clients to do it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from match_kit import new_sqlite
from service_fakes import GAME, FakeJudge
from service_kit import CODECS, Codec, World, engine_world, make_world

from arbitre_service.adapters.databases import upgrade
from support.postgres import MISSING, Cluster, cluster, find


@pytest.fixture(scope="session", params=["fake", "engine"])
def world(request: pytest.FixtureRequest) -> World:
    """The service around a fake judge, then around the engine."""
    return make_world(FakeJudge(), GAME) if request.param == "fake" else engine_world()


@pytest.fixture(scope="session")
def engine() -> World:
    """The service around the engine."""
    return engine_world()


@pytest.fixture(scope="session")
def web(world: World) -> Iterator[TestClient[Litestar]]:
    """A client of `world`."""
    with TestClient(world.app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def engine_web(engine: World) -> Iterator[TestClient[Litestar]]:
    """A client of `engine`."""
    with TestClient(engine.app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(params=list(CODECS))
def codec(request: pytest.FixtureRequest) -> Codec:
    """Each wire format."""
    return CODECS[request.param]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server, where there can be one."""
    programs = find()
    if programs is None:
        pytest.skip(MISSING)
    with cluster(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, as its address."""
    if request.param == "sqlite":
        return new_sqlite(tmp_path)
    running: Cluster = request.getfixturevalue("postgres")
    address = running.create(f"t{uuid4().hex}")
    upgrade(address)
    return address
