"""What the tests of the page share: a service, a browser, and people who sit in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_kit import KEY, Visitor
from service_process import ENGINE, Server, serving

from support.chromium import MISSING, chromium, find

SETTINGS = {"ARBITRE_HEARTBEAT": "5", "ARBITRE_BOT_SECONDS": "1", "ARBITRE_BODY_LIMIT": "8388608"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for one module: its driver keeps an event loop running in this thread, where tests
    of other modules begin loops of their own."""
    program = find()
    if program is None:
        pytest.skip(MISSING)
    with chromium(program) as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that anybody on this machine may be a host of."""
    with serving(tmp_path_factory.mktemp("page"), ENGINE, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that asks its hosts for a key."""
    folder = tmp_path_factory.mktemp("guarded")
    tokens = folder / "tokens"
    tokens.write_text(f"club:{KEY}\n")
    with serving(folder, ENGINE, "--token-file", str(tokens), **SETTINGS) as running:
        yield running


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Visitor]]:
    """Opens the page for somebody with a browser of their own; in the end nothing went wrong."""
    visitors: list[Visitor] = []

    def open_page(server: Server, **settings: Any) -> Visitor:
        visitor = Visitor(browser, server, **settings)
        visitors.append(visitor)
        return visitor

    yield open_page
    for visitor in visitors:
        visitor.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []
