"""The use cases of server-held matches: what each route does, free of HTTP, rules and databases."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec import UNSET, UnsetType

from arbitre_service import match_messages as words
from arbitre_service.errors import (
    HostOnly,
    InvalidField,
    MatchOver,
    MatchRunning,
    MissingField,
    MoveRefused,
    NotYourSeat,
    ServiceError,
    Unauthorized,
    UndoRefused,
    UnknownMatch,
)
from arbitre_service.match_ports import Played
from arbitre_service.matches.callers import (
    SPECTATOR_COST,
    Caller,
    Holder,
    Host,
    Pace,
    new_token,
)
from arbitre_service.matches.house import Decision, Deed, House
from arbitre_service.matches.live import Live, line_of, moves_of, seats
from arbitre_service.matches.records import HOST, MatchRecord, Row, SeatRecord
from arbitre_service.matches.replay import Replay
from arbitre_service.messages import GameDetail, Language, Seat
from arbitre_service.plain import require_plain
from arbitre_service.ports import CHANCE, SPECTATOR

PAGE: Final = 100
"""Matches of a list, and no more."""
UPDATES: Final = 500
"""Updates of one answer, and no more."""
_MAX_DEPTH: Final = 8


class Matches:
    """Where the callers of the routes of matches are served."""

    def __init__(
        self, house: House, pace: Pace, *, limit: int, host_pace: Pace | None = None
    ) -> None:
        """Serve the matches of a house; `limit` of them may be open at once. Tokens of seats keep
        to the one pace, keys of hosts to the other."""
        self.house = house
        self.limit = limit
        self._pace = pace
        self._host_pace = host_pace

    # --- who asks ---

    async def enter(self, caller: Caller, match: str, *, fresh: bool = True) -> tuple[Live, int]:
        """Return a match and the viewer that a caller is in it.

        Raises:
            Unauthorized: the token is none of this match, or of no match at all.
            UnknownMatch: the host has no such match.
        """
        if isinstance(caller, Host):
            self._admit(caller)
            live = await self.house.find(match, fresh=fresh)
            if live.record.host != caller.name:
                raise UnknownMatch("There is no such match.")
            viewer = HOST
        else:
            try:
                live = await self.house.find(match, fresh=fresh)
            except UnknownMatch:
                self._admit(caller)
                raise _unknown_token() from None
            seat = live.replay.state.tokens.get(caller.digest)
            if seat is None and not fresh:
                # It may be new, from another worker.
                await self.house.refresh(live)
                seat = live.replay.state.tokens.get(caller.digest)
            self._admit(caller, SPECTATOR_COST if seat == SPECTATOR else 1.0)
            if seat is None:
                raise _unknown_token()
            viewer = seat
        await self.settle(live)
        return live, viewer

    def _admit(self, caller: Caller, cost: float = 1.0) -> None:
        """Count a request of a token or key; `TooManyRequests` when there are too many."""
        try:
            if isinstance(caller, Holder):
                self._pace.admit(caller.digest, cost)
            elif caller.name and self._host_pace is not None:
                self._host_pace.admit(caller.name, cost)
        except ServiceError:
            self.house.count("requests_paced")
            raise

    # --- making matches ---

    async def create(self, caller: Caller, body: words.NewMatch) -> words.Created:
        """Make a match."""
        host = self._host(caller)
        self._admit(host)
        require_plain(body.options, "/options", _MAX_DEPTH)
        digest = None if body.digest is UNSET else body.digest
        rules = self.house.umpire.rules(body.game, digest)
        players = _players(body.players, body.seats)
        record = self._record(host, body, body.game, rules.digest, players)
        record = _with(record, chance=body.chance, options=body.options)
        luck = _first_luck(record)
        opening = rules.start(players, body.options, body.chance, luck).moves
        return await self._begin(record, opening, body)

    async def restore(self, caller: Caller, body: words.ImportMatch) -> words.Created:
        """Make a match of a log."""
        host = self._host(caller)
        self._admit(host)
        log = await self.house.offload.run(self.house.umpire.read_log, body.log)
        record = self._record(host, body, log.game, log.digest, _players(log.players, body.seats))
        record = _with(record, chance=log.chance, options=log.options)
        return await self._begin(record, log.moves, body)

    async def fork(self, caller: Caller, match: str, body: words.ForkMatch) -> words.Created:
        """Make a match of the first moves of one that is over."""
        live, viewer = await self.enter(caller, match)
        host = self._host(caller, viewer)
        source = live.record
        if not live.replay.over:
            raise MatchRunning("A match is forked when it is over.")
        moves = moves_of(await self.house.store.rows(match, 0))
        if body.ply > len(moves):
            raise InvalidField(f"The match has {len(moves)} moves.", pointer="/ply")
        players = _players(source.players, body.seats)
        record = self._record(host, body, source.game, source.digest, players)
        record = _with(record, chance=source.chance, options=source.options)
        return await self._begin(record, moves[: body.ply], body)

    def _record(
        self, host: Host, terms: words.Terms, game: str, digest: str, players: int
    ) -> MatchRecord:
        sitting = [] if terms.seats is UNSET else terms.seats
        for index, seat in enumerate(sitting):
            if seat.bot and not self.house.umpire.is_bot(seat.bot):
                raise InvalidField(f"There is no bot {seat.bot!r}.", pointer=f"/seats/{index}/bot")
        return MatchRecord(
            id=secrets.token_urlsafe(12),
            host=host.name,
            game=game,
            digest=digest,
            players=players,
            chance="auto",
            options={},
            seats=[SeatRecord(name=seat.name, bot=seat.bot) for seat in sitting]
            or [SeatRecord()] * players,
            luck=secrets.token_bytes(32),
            undo=terms.undo,
            late=terms.late,
            turn_seconds=terms.turn_seconds,
            created=self.house.clock.now(),
        )

    async def _begin(
        self, record: MatchRecord, moves: Sequence[Played], terms: words.Terms
    ) -> words.Created:
        deeds = [Deed(HOST, "start", {}), *(Deed(seat, "move", move) for seat, move in moves)]
        deeds += [Deed(*drawn) for drawn in self._due(record, moves)]
        tokens: dict[int, str] = {}
        wanted = [seat for seat, who in enumerate(record.seats) if not who.bot]
        for seat in [*wanted, *([SPECTATOR] if terms.spectators else [])]:
            tokens[seat], digest = new_token()
            deeds.append(Deed(HOST, "token", {"seat": seat, "hash": digest}))
        rows = [
            Row(number, deed.seat, deed.kind, deed.data, record.created)
            for number, deed in enumerate(deeds, 1)
        ]
        live = await self.house.create(record, rows, self.limit)
        return words.Created(
            id=record.id,
            game=record.game,
            digest=record.digest,
            version=live.version(HOST),
            seats=[
                words.SeatTokens(
                    seat=seat, name=who.name, bot=who.bot, token=tokens.get(seat, UNSET)
                )
                for seat, who in enumerate(record.seats)
            ],
            spectator=tokens.get(SPECTATOR, UNSET),
        )

    def _due(
        self, record: MatchRecord, moves: Sequence[Played]
    ) -> list[tuple[int, Any, dict[str, Any]]]:
        """Return the draws that moves leave an automatic match in the middle of."""
        replay = Replay(record, self.house.rules_of(record))
        rules = replay.rules
        position = rules.settled(replay.position, record.chance)
        position, _ = rules.play(position, moves)
        replay.state.plies = len(moves)
        return [(seat, "move", move) for seat, move in rules.draw(position, replay.luck())]

    # --- looking ---

    async def list(self, caller: Caller, query: words.ListQuery) -> words.MatchList:
        """List the caller's matches."""
        host = self._host(caller)
        self._admit(host)
        cursor = None if query.before is UNSET else _cursor(query.before)
        limit = query.limit
        found = await self.house.store.lines(
            host.name, _set(query.game), _set(query.over), cursor, limit + 1
        )
        more: str | UnsetType = UNSET
        if len(found) > limit:
            last = found[limit - 1].record
            more = f"{last.created!r}_{last.id}"
        return words.MatchList(matches=[line_of(line) for line in found[:limit]], next=more)

    async def look(
        self, caller: Caller, match: str, lang: Language, brief: bool, picture: bool
    ) -> words.MatchView:
        """Show a match to the caller."""
        live, viewer = await self.enter(caller, match)
        return live.view(viewer, self.house.clock.now(), lang, not brief, picture)

    async def rules(self, caller: Caller, match: str) -> GameDetail:
        """Describe the game of a match, by the rules that it is played by."""
        live, _ = await self.enter(caller, match)
        self.house.rules_of(live.record)
        return self.house.umpire.describe(live.record.game, live.record.digest)

    async def updates(
        self,
        caller: Caller,
        match: str,
        after: int,
        wait: float,
        limit: int = UPDATES,
        lang: Language | None = None,
    ) -> words.Updates:
        """Return what the caller was told after a version; wait for it if there is nothing."""
        live, viewer = await self.enter(caller, match)
        if wait > 0 and live.version(viewer) <= after and not live.replay.over:
            digest = caller.digest if isinstance(caller, Holder) else ""
            await self._await_update(live, viewer, digest, after, wait)
            if digest and live.replay.state.tokens.get(digest) != viewer:
                raise _unknown_token()
        return await self.updates_of(live, viewer, after, limit, lang)

    async def updates_of(
        self, live: Live, viewer: int, after: int, limit: int, lang: Language | None = None
    ) -> words.Updates:
        """Return what a viewer was told after a version."""
        groups = live.remembered(viewer, after)
        if groups is None:
            found = await self.house.history(live, viewer, after, limit, lang)
        else:
            found = [live.update(group, viewer, lang) for group in groups[:limit]]
        version = found[-1].version if found else live.version(viewer)
        return words.Updates(
            version=version,
            over=live.replay.over and version >= live.version(viewer),
            updates=found,
        )

    async def _await_update(
        self, live: Live, viewer: int, digest: str, after: int, seconds: float
    ) -> None:
        """Wait until a viewer is told something, or until the time is up."""
        listener = self.house.listen(live, viewer, digest)
        try:
            # Written between the look before and now, perhaps by another process.
            await self.house.refresh(live)
            if live.version(viewer) <= after and not live.replay.over:
                await listener.wait(seconds)
                await self.house.refresh(live)
        finally:
            self.house.leave(live, listener)

    async def log(
        self, caller: Caller, match: str, after: int, limit: int, lang: Language | None = None
    ) -> words.MatchLog:
        """Tell what happened, as far as the caller may know."""
        live, viewer = await self.enter(caller, match)
        complete = viewer == HOST or live.replay.over
        found = await self.house.history(live, viewer, after, limit, lang)
        moves: list[words.LogMove] | UnsetType = UNSET
        if complete:
            played = moves_of(await self.house.store.rows(match, 0))
            moves = [
                words.LogMove(
                    ply=ply,
                    seat=seats([seat])[0],
                    move=move,
                    text=UNSET if lang is None else live.replay.rules.phrase(move, lang),
                )
                for ply, (seat, move) in enumerate(played, 1)
            ]
        version = found[-1].version if found else live.version(viewer)
        return words.MatchLog(complete=complete, version=version, updates=found, moves=moves)

    async def export(self, caller: Caller, match: str) -> words.MatchFile:
        """Write a match as a file."""
        live, viewer = await self.enter(caller, match)
        self._complete(live, viewer)
        record = live.record
        moves = moves_of(await self.house.store.rows(match, 0))
        log = await self.house.offload.run(
            live.replay.rules.write_log, record.players, record.chance, record.options, moves
        )
        return words.MatchFile(log=log)

    async def ply(
        self, caller: Caller, match: str, ply: int, lang: Language, picture: bool
    ) -> words.PlyView:
        """Show a match as it was after so many moves."""
        live, viewer = await self.enter(caller, match)
        self._complete(live, viewer)
        moves = moves_of(await self.house.store.rows(match, 0))
        if ply > len(moves):
            raise InvalidField(f"The match has {len(moves)} moves.")
        record, rules = live.record, live.replay.rules

        def work() -> words.PlyView:
            start = rules.start(record.players, record.options, record.chance, None)
            position, happened = rules.settled(start.position, record.chance), start.happenings
            if ply:
                position, _ = rules.play(position, moves[: ply - 1])
                position, happened = rules.play(position, [moves[ply - 1]])
            more: dict[str, Any] = {}
            if ply:
                seat, move = moves[ply - 1]
                more |= {"seat": seats([seat])[0], "move": move, "text": rules.phrase(move, lang)}
            if picture and (svg := rules.picture(position, None, lang)) is not None:
                more["svg"] = svg
            return words.PlyView(
                ply=ply,
                plies=len(moves),
                view=rules.view(position, None, lang),
                events=(events := rules.plain(happened)),
                texts=rules.tell(events, lang),
                **more,
            )

        return await self.house.offload.run(work)

    # --- playing ---

    async def play(self, caller: Caller, match: str, body: words.PlayMove) -> words.PlayedMove:
        """Play a move."""
        live, viewer = await self.enter(caller, match, fresh=False)
        actor = self._actor(live, viewer, body.seat)
        rules = live.replay.rules

        def decide(replay: Replay) -> Decision:
            if replay.over:
                raise MatchOver("The match is over; nothing can be played any more.")
            if viewer != HOST and replay.bot_of(actor):
                raise NotYourSeat("The seat has resigned; a bot plays on for it.")
            return planned(replay, actor, body.move, body.lang)

        def same(row: Row) -> bool:
            try:
                return row.kind == "move" and row.data == rules.named(body.move)
            except MoveRefused:
                return False

        written = await self.house.write(
            live,
            viewer,
            decide,
            actor=actor,
            key=_set(body.key),
            same=same,
            expected=_set(body.expected_version),
        )
        if not written.repeated:
            self.house.count("moves_played")
        return words.PlayedMove(repeated=written.repeated, update=written.update)

    async def undo(self, caller: Caller, match: str, body: words.Undo) -> words.PlayedMove:
        """Ask to take moves back, agree to it, or refuse it."""
        live, viewer = await self.enter(caller, match, fresh=False)
        if viewer == SPECTATOR:
            raise NotYourSeat("Spectators only look on.")

        def decide(replay: Replay) -> Decision:
            if replay.over:
                raise MatchOver("The match is over.")
            if not replay.record.undo:
                raise UndoRefused("In this match no move is taken back.")
            if viewer != HOST and viewer not in replay.people:
                raise NotYourSeat("The seat has resigned.")
            return Decision(_undo(replay, viewer, body.action))

        kind = "undo" if viewer == HOST else body.action
        written = await self.house.write(
            live,
            viewer,
            decide,
            actor=viewer,
            key=_set(body.key),
            same=lambda row: row.kind == kind,
            expected=_set(body.expected_version),
        )
        return words.PlayedMove(repeated=written.repeated, update=written.update)

    async def resign(self, caller: Caller, match: str, body: words.Resign) -> words.PlayedMove:
        """Give up."""
        live, viewer = await self.enter(caller, match, fresh=False)
        actor = self._actor(live, viewer, body.seat)
        written = await self.house.write(
            live,
            viewer,
            lambda replay: resigned(replay, actor),
            actor=actor,
            key=_set(body.key),
            same=lambda row: row.kind == "resign",
        )
        return words.PlayedMove(repeated=written.repeated, update=written.update)

    async def token(self, caller: Caller, match: str, body: words.NewToken) -> words.Tokened:
        """Replace the token of a seat, or of the spectators."""
        live, viewer = await self.enter(caller, match)
        self._host(caller, viewer)
        seat = SPECTATOR if body.seat == "spectator" else body.seat
        if seat != SPECTATOR and (seat >= live.record.players or live.record.seats[seat].bot):
            raise InvalidField("There is no such seat, or a bot has it.", pointer="/seat")
        token, digest = new_token()
        data = {"seat": seat, "hash": "" if body.revoke_only else digest}
        await self.house.write(
            live, viewer, lambda _: Decision([Deed(HOST, "token", data)]), actor=HOST
        )
        return words.Tokened() if body.revoke_only else words.Tokened(token=token)

    async def settle(self, live: Live) -> None:
        """See to it that a seat whose time is up loses by it, if that is how the match is."""
        house = self.house
        if house.clock.age() < min(live.record.turn_seconds, GRACE):
            return  # The clock may have been set while nobody was here to play.
        for seat in live.overdue(house.clock.now()):
            with contextlib.suppress(MatchOver, NotYourSeat, UndoRefused):
                await house.write(live, HOST, partial(_late, seat=seat, house=house), actor=seat)
                house.count("seats_overdue")

    # --- checks ---

    def _host(self, caller: Caller, viewer: int = HOST) -> Host:
        if not isinstance(caller, Host) or viewer != HOST:
            raise HostOnly("That takes a host key; a seat's token is for playing.")
        return caller

    def _actor(self, live: Live, viewer: int, seat: Seat | UnsetType) -> int:
        wanted = seat if not isinstance(seat, str) else {"chance": CHANCE}.get(seat, SPECTATOR)
        if viewer == HOST:
            if wanted is UNSET:
                raise MissingField("A host names the seat that it acts for.", pointer="/seat")
            if wanted != CHANCE and not 0 <= wanted < live.record.players:
                raise InvalidField("There is no such seat.", pointer="/seat")
            return wanted
        if viewer == SPECTATOR:
            raise NotYourSeat("Spectators only look on.")
        if wanted is not UNSET and wanted != viewer:
            raise NotYourSeat(f"The token is for seat {viewer}.", pointer="/seat")
        return viewer

    def _complete(self, live: Live, viewer: int) -> None:
        if viewer != HOST and not live.replay.over:
            raise MatchRunning("Until the match is over only its host may see all of it.")


GRACE: Final = 60.0
"""For so many seconds after its start a process takes no seat's time as up."""


def planned(replay: Replay, seat: int, move: Any, lang: str = "en") -> Decision:
    """Decide on a move."""
    plan = replay.rules.plan(replay.position, seat, move, replay.luck(), lang)
    return Decision([Deed(mover, "move", made) for mover, made in plan.moves], plan.over)


def resigned(replay: Replay, seat: int) -> Decision:
    """Decide on a resignation."""
    if replay.over:
        raise MatchOver("The match is over.")
    if seat == CHANCE or seat in replay.state.resigned:
        raise NotYourSeat("The seat has resigned already, or is none that could.")
    left = replay.record.players - len(replay.state.resigned) - 1
    return Decision([Deed(seat, "resign", {})], over=left < 2)


def _late(replay: Replay, *, seat: int, house: House) -> Decision:
    since = replay.state.since.get(HOST, {})
    if since.get(seat, house.clock.now()) + replay.record.turn_seconds > house.clock.now():
        raise UndoRefused("The seat has moved meanwhile.")
    return resigned(replay, seat)


def _undo(replay: Replay, viewer: int, action: str) -> list[Deed]:
    state = replay.state
    if viewer == HOST or action == "ask":
        if viewer != HOST and state.asked is not None:
            raise UndoRefused(f"Seat {state.asked} already asks to take a move back.")
        plies = replay.last_of(viewer)
        if plies is None:
            raise UndoRefused("There is no move to take back.")
        undo = Deed(viewer, "undo", {"plies": plies})
        if viewer == HOST:
            return [undo]
        ask = Deed(viewer, "ask", {"plies": plies})
        return [ask] if set(replay.people) - {viewer} else [ask, undo]
    if state.asked is None:
        raise UndoRefused("Nobody asks to take a move back.")
    if action == "refuse":
        return [Deed(viewer, "refuse", {})]
    if viewer == state.asked or viewer in state.agreed:
        raise UndoRefused("The seat has said so already.")
    agree = Deed(viewer, "agree", {})
    if set(replay.people) - {state.asked, viewer, *state.agreed}:
        return [agree]
    return [agree, Deed(state.asked, "undo", {"plies": state.back_to})]


def _players(players: int | UnsetType, sitting: Sequence[words.NewSeat] | UnsetType) -> int:
    if isinstance(sitting, UnsetType):
        if isinstance(players, UnsetType):
            raise MissingField("Give `players`, or `seats`.", pointer="/players")
        return players
    if players is not UNSET and len(sitting) != players:
        raise InvalidField(f"There are {players} players.", pointer="/seats")
    return len(sitting)


def _first_luck(record: MatchRecord) -> int:
    return int.from_bytes(record.luck[:8], "little")


def _with(record: MatchRecord, **changes: Any) -> MatchRecord:
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    return MatchRecord(**{**fields, **changes})


def _cursor(before: str) -> tuple[float, str]:
    created, separator, match = before.partition("_")
    try:
        return float(created), match if separator else ""
    except ValueError:
        raise InvalidField("`before` is the `next` of another page.") from None


def _set(value: Any) -> Any:
    return None if value is UNSET else value


def _unknown_token() -> Unauthorized:
    return Unauthorized("The token is none of this match, or not any more.")
