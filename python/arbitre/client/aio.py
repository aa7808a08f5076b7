"""The client for `async` code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

import httpx

from arbitre.client import calls, match_calls
from arbitre.client.answers import (
    Applied,
    CreatedMatch,
    DeckVerdict,
    GameDetail,
    GameSummary,
    Health,
    MatchList,
    MatchLog,
    MatchView,
    Move,
    Observed,
    PackedVerdicts,
    PlayedMove,
    PlyView,
    Position,
    Seat,
    Updates,
    Verdict,
)
from arbitre.client.calls import Call
from arbitre.client.retries import Retries
from arbitre.client.sending import Attempts, Chance, Language, Late, Result, headers, one_of


class AsyncClient:
    """What `Client` does, for `async` code, method by method."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Prepare to speak to the service at `url`; nothing is sent yet."""
        self._http = httpx.AsyncClient(
            base_url=url, headers=headers(token), timeout=timeout, transport=transport
        )
        self._retries = retries or Retries()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def health(self) -> Health:
        """Ask whether moves can be judged."""
        return await self._send(calls.health())

    async def games(self) -> list[GameSummary]:
        """List the games."""
        return await self._send(calls.games())

    async def game(self, name: str, digest: str | None = None) -> GameDetail:
        """Describe a game: kinds of moves, fields, domains, codes, labels."""
        return await self._send(calls.game(name, digest))

    async def states(
        self,
        game: str,
        *,
        players: int | None = None,
        document: Mapping[str, Any] | None = None,
        seed: int | None = None,
        chance: Chance = "auto",
        options: Mapping[str, Any] | None = None,
        digest: str | None = None,
    ) -> Position:
        """Set up a position, from `players` and options or from a `document`."""
        call = calls.states(game, players, document, seed, chance, options, digest)
        return await self._send(call)

    async def validate(
        self, game: str, state: bytes, seat: Seat, move: Move, lang: Language | None = None
    ) -> Verdict:
        """Judge a move. `lang` adds the reason in words."""
        (verdict,) = await self.validate_many(game, state, seat, [move], lang)
        return verdict

    async def validate_many(
        self,
        game: str,
        state: bytes,
        seat: Seat,
        moves: Sequence[Move],
        lang: Language | None = None,
    ) -> list[Verdict]:
        """Judge several moves of a seat in one position."""
        return await self._send(calls.validate(game, state, seat, moves, lang))

    async def validate_packed(
        self,
        game: str,
        seats: bytes,
        actions: Sequence[int] | bytes,
        *,
        states: bytes | None = None,
        state: bytes | None = None,
        detail: bool = False,
    ) -> PackedVerdicts:
        """Judge many moves: record i of `states`, or the one `state`, seat i, action i."""
        column, one = one_of(states, state)
        call = calls.validate_packed(game, column, seats, actions, one, detail)
        return await self._send(call)

    async def legal(self, game: str, state: bytes, seat: Seat) -> list[int]:
        """List the codes of a seat's legal moves."""
        return await self._send(calls.legal(game, state, seat))

    async def moves(self, game: str, state: bytes, seat: Seat) -> list[dict[str, Any]]:
        """List a seat's legal moves by name, in the order of their codes."""
        return await self._send(calls.moves(game, state, seat))

    async def apply(
        self, game: str, state: bytes, seat: Seat, move: Move, lang: Language | None = None
    ) -> Applied:
        """Play a move; `Rejected` has the verdict of an illegal one, in words of `lang`."""
        return await self._send(calls.apply(game, state, seat, move, lang))

    async def observe(self, game: str, state: bytes, seat: Seat, lang: Language = "en") -> Observed:
        """Reduce a position to what a seat may see."""
        return await self._send(calls.observe(game, state, seat, lang))

    async def report(
        self, game: str, state: bytes, lang: Language | None = None
    ) -> dict[str, Any] | None:
        """Tell the points of every seat, line by line, in words of `lang`, too; None for a game
        that has no such report."""
        return await self._send(calls.report(game, state, lang))

    async def validate_decks(
        self,
        game: str,
        decks: Sequence[str | Mapping[str, Any]],
        *,
        lang: Language | None = None,
        digest: str | None = None,
    ) -> list[DeckVerdict]:
        """Judge decks: maps, deck codes or names of ready ones. `lang` adds the reasons in
        words."""
        return await self._send(calls.validate_decks(game, decks, lang, digest))

    # --- matches that the service holds ---

    async def create_match(
        self,
        game: str,
        *,
        players: int | None = None,
        seats: Sequence[Mapping[str, str]] | None = None,
        chance: Chance = "auto",
        options: Mapping[str, Any] | None = None,
        digest: str | None = None,
        undo: bool = False,
        spectators: bool = True,
        turn_seconds: float = 0.0,
        late: Late = "allow",
    ) -> CreatedMatch:
        """Make a match, as a host. `seats`: `{"name": ...}` or `{"bot": "greedy"}` for each."""
        terms = match_calls.terms_of(seats, undo, spectators, turn_seconds, late)
        terms |= {"options": options, "digest": digest}
        return await self._send(match_calls.create(game, players, chance, terms))

    async def import_match(
        self, log: bytes, *, seats: Sequence[Mapping[str, str]] | None = None, undo: bool = False
    ) -> CreatedMatch:
        """Go on with a match from its log, as a host."""
        terms = match_calls.terms_of(seats, undo, True, 0.0, "allow")
        return await self._send(match_calls.restore(log, terms))

    async def fork_match(
        self,
        match: str,
        ply: int,
        *,
        seats: Sequence[Mapping[str, str]] | None = None,
        undo: bool = False,
    ) -> CreatedMatch:
        """Make a match of the first `ply` moves of one that is over, as a host."""
        terms = match_calls.terms_of(seats, undo, True, 0.0, "allow")
        return await self._send(match_calls.fork(match, ply, terms))

    async def matches(
        self,
        *,
        game: str | None = None,
        over: bool | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> MatchList:
        """List one's matches, as a host, the newest first."""
        return await self._send(match_calls.matches(game, over, before, limit))

    async def match(
        self, match: str, *, lang: Language = "en", brief: bool = False, picture: bool = False
    ) -> MatchView:
        """Look at a match with what the token lets one see."""
        return await self._send(match_calls.match(match, lang, brief, picture))

    async def play(
        self,
        match: str,
        move: Move,
        *,
        seat: Seat | None = None,
        expected_version: int | None = None,
        key: str | None = None,
        lang: Language = "en",
    ) -> PlayedMove:
        """Play a move; `Rejected` has the verdict of an illegal one. A host names the `seat`."""
        call = match_calls.play(match, move, seat, expected_version, key, lang)
        return await self._send(call)

    async def undo(
        self,
        match: str,
        action: Literal["ask", "agree", "refuse"] = "ask",
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> PlayedMove:
        """Ask to take one's last move back, agree to that, or refuse."""
        return await self._send(match_calls.undo(match, action, expected_version, key))

    async def resign(
        self, match: str, *, seat: int | None = None, key: str | None = None
    ) -> PlayedMove:
        """Give up. A host names the `seat`."""
        return await self._send(match_calls.resign(match, seat, key))

    async def updates(
        self, match: str, after: int, *, wait: float = 0.0, lang: Language | None = None
    ) -> Updates:
        """What one was told after a version, in words too; waits so long if there is nothing."""
        return await self._send(match_calls.updates(match, after, wait, lang))

    async def match_log(
        self, match: str, *, after: int = 0, lang: Language | None = None
    ) -> MatchLog:
        """What happened, as far as one may know; with a language in words, too."""
        return await self._send(match_calls.log(match, after, lang))

    async def export_match(self, match: str) -> bytes:
        """The match as the file that `Match.save` writes: a host's at any time, all others' when
        it is over."""
        return await self._send(match_calls.export(match))

    async def ply(
        self, match: str, ply: int, *, lang: Language = "en", picture: bool = False
    ) -> PlyView:
        """The match as it was after so many moves, where one may see all of it."""
        return await self._send(match_calls.ply(match, ply, lang, picture))

    async def new_token(self, match: str, seat: Seat, *, revoke_only: bool = False) -> str:
        """Replace the token of a seat or of `"spectator"`, as a host."""
        return await self._send(match_calls.token(match, seat, revoke_only))

    async def _send(self, call: Call[Result]) -> Result:
        attempts = Attempts(call, self._retries)
        while True:
            response: httpx.Response | None = None
            try:
                response = await self._http.request(call.method, call.path, content=call.body)
            except httpx.HTTPError as error:
                attempts.failed(error)
            wait = attempts.wait(response)
            if wait is None:
                return attempts.result(response)
            await asyncio.sleep(wait)
