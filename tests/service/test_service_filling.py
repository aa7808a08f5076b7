"""Large bodies, which are received past the parser: `arbitre_service.filling`."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from service_fakes import GAME
from service_process import APPLY, FAKE, PATIENCE, Line, Server, packed, request, serving

from arbitre_service.door import GATHER_LIMIT
from arbitre_service.filling import FILL_FROM

MOVES = 20_000
BODY = packed(MOVES)
PATH = f"/v1/games/{GAME}/validate/packed"
LARGE = request(BODY, path=PATH)
HEAD = LARGE[: -len(BODY)]
SLOW = 0.6
# Longer than what is gathered before the application has the request.
HUGE_MOVES = 250_000
HUGE = packed(HUGE_MOVES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("filling")
    # Room for one large body and a half.
    memory = str(len(BODY) * 3 // 2)
    with serving(
        folder, FAKE, ARBITRE_BODY_TIMEOUT=str(SLOW), ARBITRE_MEMORY_LIMIT=memory
    ) as running:
        yield running


def judged(line: Line) -> int:
    """Read an answer that must be a judgement; return how many moves were judged."""
    response = line.answer()
    assert response.status == 200
    return len(response.content["codes"]) // 2


@pytest.mark.parametrize(
    "cuts",
    [
        [],
        [len(HEAD)],
        [len(HEAD) - 1],
        [len(HEAD) + 1],
        [len(HEAD) + 1, len(HEAD) + 2, len(LARGE) - 1],
        [len(LARGE) - FILL_FROM, len(LARGE) - FILL_FROM + 1],
        [len(LARGE) - FILL_FROM + 1],
        range(len(HEAD), len(LARGE), 30_000),
    ],
)
def test_a_body_in_pieces(server: Server, cuts: list[int]) -> None:
    assert len(BODY) > 2 * FILL_FROM
    with Line(server) as line:
        for begin, end in zip([0, *cuts], [*cuts, len(LARGE)], strict=True):
            line.send(LARGE[begin:end])
            time.sleep(0.01)
        assert judged(line) == MOVES
    assert server.quiet()


@pytest.fixture(scope="module")
def roomy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("roomy")
    with serving(
        folder, FAKE, ARBITRE_BODY_TIMEOUT=str(SLOW), ARBITRE_BODY_LIMIT=str(8 << 20)
    ) as running:
        yield running


HUGE_HEAD = request(HUGE, path=PATH)[: -len(HUGE)]


@pytest.mark.parametrize(
    "cuts",
    [
        [],
        [len(HUGE_HEAD)],
        [len(HUGE_HEAD) + 1],
        [len(HUGE_HEAD) + GATHER_LIMIT + 1],
        [len(HUGE_HEAD) + len(HUGE) - FILL_FROM + 1],
        [len(HUGE_HEAD) + len(HUGE) - 1],
    ],
)
def test_a_huge_body_in_pieces(roomy: Server, cuts: list[int]) -> None:
    """The application has the request before its body; what is missing then comes whole."""
    assert len(HUGE) > GATHER_LIMIT + 2 * FILL_FROM
    sent = HUGE_HEAD + HUGE
    with Line(roomy) as line:
        for begin, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
            line.send(sent[begin:end])
            time.sleep(0.05)
        assert judged(line) == HUGE_MOVES
        assert line.ask(request(APPLY)).status == 200
    assert roomy.quiet()


def test_a_huge_body_before_and_behind_a_request(roomy: Server) -> None:
    with Line(roomy) as line:
        line.send(request(APPLY) + HUGE_HEAD + HUGE + request(APPLY))
        assert line.answer().status == 200
        assert judged(line) == HUGE_MOVES
        assert line.answer().status == 200


@pytest.mark.parametrize("sent", [0, 1, GATHER_LIMIT + 1, len(HUGE) - 1])
def test_a_huge_body_that_does_not_come(roomy: Server, sent: int) -> None:
    with Line(roomy) as line:
        line.send(HUGE_HEAD + HUGE[:sent])
        response = line.answer()
        assert (response.status, response.content["code"]) == (408, "REQUEST_TIMEOUT")
    with Line(roomy) as line:
        line.send(HUGE_HEAD + HUGE[:sent])
    assert roomy.quiet()


def test_one_after_another(server: Server) -> None:
    with Line(server) as line:
        for _ in range(5):
            line.send(LARGE)
            assert judged(line) == MOVES
            assert line.ask(request(APPLY)).status == 200


def test_a_request_behind(server: Server) -> None:
    """What follows a large body belongs to the next request, however it is cut."""
    with Line(server) as line:
        line.send(LARGE + request(APPLY) + request(APPLY))
        assert judged(line) == MOVES
        assert [line.answer().status, line.answer().status] == [200, 200]


def test_behind_a_request(server: Server) -> None:
    with Line(server) as line:
        line.send(request(APPLY) + LARGE)
        assert line.answer().status == 200
        assert judged(line) == MOVES


def test_the_connection_closes_when_asked(server: Server) -> None:
    with Line(server) as line:
        line.send(request(BODY, path=PATH, connection="close"))
        assert judged(line) == MOVES
        assert line.read() is None


@pytest.mark.parametrize("sent", [1, FILL_FROM, len(BODY) - 1])
def test_a_body_that_does_not_come(server: Server, sent: int) -> None:
    with Line(server) as line:
        began = time.monotonic()
        line.send(HEAD + BODY[:sent])
        response = line.answer()
        assert (response.status, response.content["code"]) == (408, "REQUEST_TIMEOUT")
        assert time.monotonic() - began >= SLOW * 0.8
        assert line.read() is None


@pytest.mark.parametrize("sent", [1, FILL_FROM, len(BODY) - 1])
def test_a_client_that_goes(server: Server, sent: int) -> None:
    with Line(server) as line:
        line.send(HEAD + BODY[:sent])
    assert server.quiet()
    end = time.monotonic() + PATIENCE
    while True:  # what it had sent is forgotten as soon as the server learns that it has gone
        with Line(server) as line:
            line.send(LARGE)
            if line.answer().status == 200:
                break
        assert time.monotonic() < end


def test_more_than_memory_has_room_for(server: Server) -> None:
    with Line(server) as first, Line(server) as second:
        first.send(HEAD + BODY[:-1])
        time.sleep(0.1)
        second.send(LARGE[:-1])
        response = second.answer()
        assert (response.status, response.content["code"]) == (503, "OVERLOADED")
        first.send(BODY[-1:])
        assert judged(first) == MOVES
