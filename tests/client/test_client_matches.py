"""The calls of matches, of both clients, against the service as it runs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import httpx
import msgpack
import pytest
from service_process import ENGINE, Server, serving

import arbitre
from arbitre.client import AsyncClient, Client, Retries, ServiceError
from arbitre.replay import Log

GAME = "sept_solines"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("matches"), ENGINE, ARBITRE_SEAT_RATE="0") as running:
        yield running


def test_a_match_by_the_client(server: Server) -> None:
    dice = random.Random(3)
    with Client(server.url) as host:
        made = host.create_match(GAME, seats=[{"name": "Ada"}, {"name": "Zoë"}], undo=True)
        players = [Client(server.url, token=seat.token) for seat in made.seats]
        seen = players[0].match(made.id, lang="fr", picture=True)
        assert seen.viewer == 0 and seen.svg.startswith("<svg") and seen.options is None
        number = seen.to_act[0]
        assert isinstance(number, int)
        mover, other = players[number], players[1 - number]
        with pytest.raises(arbitre.Rejected) as refused:
            other.play(made.id, 0)
        assert refused.value.verdict.code == "NOT_YOUR_TURN"
        with pytest.raises(ServiceError) as stale:
            mover.play(made.id, 0, expected_version=99)
        assert (stale.value.status, stale.value.code) == (409, "STALE_VERSION")
        move = mover.match(made.id).view["moves"][0]["move"]
        first = mover.play(made.id, move, key="first")
        assert mover.play(made.id, move, key="first").repeated and not first.repeated
        assert other.updates(made.id, first.update.version - 1).updates == [first.update]
        mover.undo(made.id)
        back = other.undo(made.id, "agree")
        assert back.update.events == [{"kind": "match_undone", "seat": number}]
        while not (seen := host.match(made.id, brief=True)).over:
            number = seen.to_act[0]
            assert isinstance(number, int)
            moves = players[number].match(made.id).view["moves"]
            players[number].play(made.id, dice.choice(moves)["move"])
        log = players[0].match_log(made.id)
        assert log.complete and log.moves and log.moves[-1].ply == len(log.moves)
        assert players[1].ply(made.id, 2).plies == len(log.moves)
        file = players[1].export_match(made.id)
        assert Log.from_bytes(file).end.over
        assert host.match(host.import_match(file).id, brief=True).over
        fork = host.fork_match(made.id, 5, seats=[{}, {"bot": "random"}])
        assert host.resign(fork.id, seat=0).update.winners == [1]
        token = host.new_token(made.id, "spectator")
        with Client(server.url, token=token) as spectator:
            assert spectator.match(made.id).viewer == "spectator"
        page = host.matches(limit=2)
        assert len(page.matches) == 2
        assert [line.id for line in host.matches(before=page.next).matches][-1] == made.id
        for player in players:
            player.close()


def test_a_match_by_the_async_client(server: Server) -> None:
    async def work() -> None:
        async with AsyncClient(server.url) as host:
            made = await host.create_match(GAME, players=2)
            async with AsyncClient(server.url, token=made.spectator) as spectator:
                version = (await spectator.match(made.id, brief=True)).version
                waiting = asyncio.create_task(spectator.updates(made.id, version, wait=20))
                await asyncio.sleep(0.2)
                await host.resign(made.id, seat=1)
                told = await waiting
                assert told.over and told.updates[-1].winners == [0]
                assert (await spectator.match_log(made.id)).complete

    asyncio.run(work())


def test_what_may_be_sent_again() -> None:
    """A move that got lost is, under the same key; a new match is not, since there might be two."""
    seen: list[tuple[str, dict[str, object]]] = []

    def lose(request: httpx.Request) -> httpx.Response:
        seen.append((request.url.path, msgpack.unpackb(request.content)))
        raise httpx.ReadError("lost")

    client = Client(
        "http://x",
        retries=Retries(2, first_wait=0.001),
        transport=httpx.MockTransport(lose),
    )
    with client, pytest.raises(ServiceError):
        client.play("m", 1)
    assert len(seen) == 3 and len({str(body["key"]) for _, body in seen}) == 1
    seen.clear()
    with client, pytest.raises(ServiceError) as lost:
        client._http = httpx.Client(base_url="http://x", transport=httpx.MockTransport(lose))
        client.create_match(GAME, players=2)
    assert len(seen) == 1 and lost.value.code == "UNREACHABLE"
