"""The client against the service as it runs, and the library beside it."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import arbitre
from arbitre.client import AsyncClient, Client, Retries, ServiceError

GAME = "sept_solines"
DECKS: Any = (
    "vitorian_wars",
    ["deck_moss", {"sovereign": "x", "maneuver": [], "convoy": [], "defense": []}, "vw1-!"],
)
TOKEN = "the-token-of-these-tests"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that asks for a token."""
    folder = tmp_path_factory.mktemp("client")
    tokens = folder / "tokens"
    tokens.write_text(f"tests:{TOKEN}\n")
    script = Path(sys.executable).with_name("arbitre")
    command = [sys.executable, "-u", str(script), "serve", "--port=0"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ARBITRE_")}
    environment["ARBITRE_DATABASE"] = f"sqlite:///{folder}/matches.db"
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [*command, f"--token-file={tokens}"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            said = re.search(r"http://\S+", process.stdout.readline())
            assert said, (folder / "log").read_text()
            yield said[0]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[Client]:
    # The service says where it will listen a moment before it does.
    with Client(url, TOKEN, retries=Retries(20)) as connected:
        yield connected


@pytest.fixture(scope="module")
def game() -> arbitre.Game:
    return arbitre.load(GAME)


def test_the_catalogue(client: Client, game: arbitre.Game) -> None:
    assert client.health().status == "ready" and GAME in client.health().games
    line = next(line for line in client.games() if line.name == GAME)
    assert (line.digest, line.state_size) == (game.digest, game.state_size)
    detail = client.game(GAME)
    assert detail.codes["0"] == "OK" and set(detail.kinds) == set(game.kinds)
    assert client.game(GAME, detail.digest) == detail


def test_a_match_is_the_one_of_the_library(client: Client, game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=7)
    position = client.states(GAME, players=2, seed=7)
    assert position.state == state.to_bytes() and position.digest == game.digest
    to_act, ply = position.to_act, 0
    data = position.state
    while to_act:
        seat, own = to_act[0], state.to_act[0]
        actions = client.legal(GAME, data, seat)
        assert actions == game.legal(state, own).tolist()
        move = actions[ply % len(actions)]
        if ply % 10 == 0:
            moves = client.moves(GAME, data, seat)
            assert moves == [dict(named) for named in game.moves(state, own)]
            judged = client.validate_many(GAME, data, seat, [*moves, 2**31])
            assert [verdict.ok for verdict in judged] == [True] * len(moves) + [False]
            seen = client.observe(GAME, data, seat)
            assert seen.state == game.observe(state, own).to_bytes() and seen.view
        applied = client.apply(GAME, data, seat, move)
        state = game.apply(state, own, move)
        data, to_act = applied.state, applied.to_act
        assert data == state.to_bytes()
        ply += 1
    assert applied.over and applied.scores == list(state.scores)
    assert client.report(GAME, data) is None


def test_report(client: Client) -> None:
    solar = arbitre.load("solar")
    state = solar.initial(players=2, seed=3)
    assert client.report("solar", state.to_bytes()) == solar.report(state)
    worded = client.report("solar", state.to_bytes(), "fr")
    assert worded is not None
    assert all(line["text"] for nation in worded["nations"] for line in nation["lines"])


def test_packed(client: Client, game: arbitre.Game) -> None:
    state = game.initial(players=3, seed=1)
    seat = state.to_act[0]
    actions = [*game.legal(state, seat).tolist(), 2**32 - 1]
    seats = bytes([seat]) * len(actions)
    one = client.validate_packed(GAME, seats, actions, state=state.to_bytes(), detail=True)
    each = client.validate_packed(
        GAME,
        seats,
        b"".join(action.to_bytes(4, "little") for action in actions),
        states=state.to_bytes() * len(actions),
        detail=True,
    )
    assert one == each and len(one) == len(actions)
    codes = list(one)
    assert not any(codes[:-1]) and game.codes[codes[-1]] == "UNKNOWN_ACTION"
    assert len(one.needs) == len(one.haves) == 4 * len(one)
    for wrong in ({}, {"state": b"", "states": b""}):
        with pytest.raises(TypeError, match="states"):
            client.validate_packed(GAME, seats, actions, **wrong)


def test_documents(client: Client, game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=7)
    document = game.document(state)
    built = client.states(GAME, document=document, seed=5)
    assert built.state == game.build(document, seed=5).to_bytes()
    document["seats"] = "nonsense"
    with pytest.raises(arbitre.DocumentError) as refused:
        client.states(GAME, document=document)
    with pytest.raises(arbitre.DocumentError) as own:
        game.build(document)
    assert refused.value.pointer == own.value.pointer


def test_a_refused_move_raises_as_the_library_does(client: Client, game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=7)
    seat, move = state.to_act[0], {"kind": "disc_orange", "place": 6}
    verdict = client.validate(GAME, state.to_bytes(), seat, move, lang="fr")
    with pytest.raises(arbitre.Rejected) as own:
        game.apply(state, seat, move)
    with pytest.raises(arbitre.Rejected) as refused:
        client.apply(GAME, state.to_bytes(), seat, move, lang="fr")
    theirs: Any = refused.value.verdict
    for field in ("ok", "code", "subject", "need", "have"):
        expected = getattr(own.value.verdict, field)
        assert getattr(theirs, field) == getattr(verdict, field) == expected
    assert theirs.message == verdict.message == game.explain(own.value.verdict, "fr")
    assert str(refused.value) == str(own.value)


def test_bad_bytes_and_setups_raise_as_the_library_does(client: Client, game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=7).to_bytes()
    for data in (b"", state[:-1], b"x" + state[1:], state[:-1] + b"\0\0"):
        with pytest.raises(arbitre.WireError) as own:
            game.from_bytes(data)
        with pytest.raises(arbitre.WireError) as refused:
            client.legal(GAME, data, 0)
        assert refused.value.code == own.value.code
    with pytest.raises(arbitre.SetupError) as unset:
        game.initial(players=99, seed=1)
    with pytest.raises(arbitre.SetupError) as refused_setup:
        client.states(GAME, players=99, seed=1)
    assert refused_setup.value.codes == unset.value.codes and refused_setup.value.details


@pytest.mark.parametrize(
    ("ask", "status", "code", "pointer"),
    [
        (lambda client: client.game("go"), 404, "UNKNOWN_GAME", ""),
        (lambda client: client.game("../health"), 404, "NOT_FOUND", ""),
        (lambda client: client.legal(GAME, b"", -1), 422, "INVALID_FIELD", "/seat"),
        (lambda client: client.legal(GAME, "text", 0), 422, "INVALID_FIELD", "/state"),
        (lambda client: client.states(GAME), 422, "MISSING_FIELD", "/players"),
        (lambda client: client.apply("go", b"", 0, 0), 404, "UNKNOWN_GAME", ""),
    ],
)
def test_other_refusals(client: Client, ask: Any, status: int, code: str, pointer: str) -> None:
    with pytest.raises(ServiceError) as refused:
        ask(client)
    error = refused.value
    assert (error.status, error.code, error.pointer) == (status, code, pointer)
    assert isinstance(error, arbitre.ArbitreError) and code in str(error)


def test_a_token_is_needed(url: str, client: Client) -> None:
    assert client.health()
    for token in (None, "another-token-altogether"):
        with Client(url, token) as stranger:
            assert stranger.health().status == "ready"
            with pytest.raises(ServiceError) as refused:
                stranger.games()
            assert (refused.value.status, refused.value.code) == (401, "UNAUTHORIZED")


def test_the_async_client_says_the_same(url: str, client: Client) -> None:
    async def ask() -> None:
        async with AsyncClient(url, TOKEN) as other:
            assert await other.health() == client.health()
            assert await other.games() == client.games()
            assert await other.game(GAME) == client.game(GAME)
            position = await other.states(GAME, players=2, seed=7)
            state, seat = position.state, position.to_act[0]
            assert position == client.states(GAME, players=2, seed=7)
            actions, moves = await asyncio.gather(
                other.legal(GAME, state, seat), other.moves(GAME, state, seat)
            )
            assert len(actions) == len(moves)
            assert (await other.validate(GAME, state, seat, moves[0])).ok
            assert len(await other.validate_many(GAME, state, seat, moves)) == len(moves)
            seats = bytes([int(seat)]) * len(actions)
            assert not any(await other.validate_packed(GAME, seats, actions, state=state))
            assert (await other.apply(GAME, state, seat, moves[0])).events
            assert (await other.observe(GAME, state, seat, "fr")).view
            assert await other.report(GAME, state) is None
            assert await other.validate_decks(*DECKS) == client.validate_decks(*DECKS)
            with pytest.raises(arbitre.Rejected):
                await other.apply(GAME, state, seat, 2**31)

    asyncio.run(ask())


def test_decks_are_judged_as_by_the_library(client: Client) -> None:
    game = arbitre.load(DECKS[0])
    good, bad, lost = client.validate_decks(*DECKS, lang="fr")
    assert (good.ok, good.reasons, good.code) == (True, [], game.encode_deck("deck_moss"))
    assert good.deck == game.deck("deck_moss")
    reasons = game.check_deck(DECKS[1][1])
    assert (bad.ok, [reason.code for reason in bad.reasons]) == (False, [r.code for r in reasons])
    explain = game.labels("fr").explain
    assert [reason.message for reason in bad.reasons] == [explain(r.code) for r in reasons]
    assert [reason.code for reason in lost.reasons] == ["DECK_CODE_FORMAT"]
    with pytest.raises(ServiceError) as refused:
        client.validate_decks(GAME, ["deck_moss"])
    assert (refused.value.status, refused.value.code) == (404, "NO_DECKS")


def test_both_clients_have_the_same_methods() -> None:
    def methods(client: type) -> dict[str, str]:
        public = inspect.getmembers(client, inspect.isfunction)
        return {n: str(inspect.signature(m)) for n, m in public if not n.startswith("_")}

    assert methods(Client) == methods(AsyncClient)


def test_the_client_needs_no_service_package() -> None:
    code = (
        "import sys, arbitre.client; "
        "print([m for m in ('litestar', 'uvicorn', 'arbitre_service') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
