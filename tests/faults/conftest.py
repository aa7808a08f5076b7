"""The faults are those of running services; what they share is with the tests of the service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.postgres import MISSING, Cluster, cluster, find


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server to take down, where there can be one."""
    programs = find()
    if programs is None:
        pytest.skip(MISSING)
    with cluster(programs) as running:
        yield running
