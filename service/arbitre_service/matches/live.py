"""A match that is in use: its replay, what was told lately, and who listens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import UNSET

from arbitre_service.match_messages import (
    MatchLine,
    MatchView,
    SeatView,
    UndoView,
    Update,
    UpdateFrame,
    Viewer,
)
from arbitre_service.match_ports import Played
from arbitre_service.matches.records import HOST, Line, MatchRecord, Row
from arbitre_service.matches.replay import Group, Replay
from arbitre_service.messages import Language, Seat, encode_msgpack
from arbitre_service.ports import CHANCE, SPECTATOR

REMEMBERED: Final = 16
"""Groups of which it is known, without a replay, what they told."""


Encode = Callable[[object], bytes]
"""Writes a frame, in one of the formats."""


class Listener:
    """Somebody who waits for updates: frames in a queue of bounded length."""

    def __init__(
        self,
        viewer: int,
        room: int,
        digest: str = "",
        lang: Language | None = None,
        encode: Encode = encode_msgpack,
    ) -> None:
        """Begin to listen, with room for so many frames, by the token of this hash; `lang` is for
        events in words."""
        self.viewer = viewer
        self.digest = digest
        self.lang: Final = lang
        self.encode: Final = encode
        self._room = room
        self._frames: deque[tuple[int, bytes]] = deque()
        self._bell = asyncio.Event()
        self.overrun = False
        """Whether frames were lost because they weren't taken."""
        self.revoked = False
        """Whether the token is good no more."""

    def offer(self, version: int, frame: bytes) -> None:
        """Put a frame into the queue."""
        if len(self._frames) >= self._room:
            self.overrun = True
            self._frames.clear()
        elif not self.overrun:
            self._frames.append((version, frame))
        self._bell.set()

    def revoke(self) -> None:
        """Tell it to go."""
        self.revoked = True
        self._bell.set()

    async def wait(self, seconds: float) -> bool:
        """Wait until there is something; false when the time is up."""
        try:
            await asyncio.wait_for(self._bell.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def take(self) -> list[tuple[int, bytes]]:
        """Take all frames, each with the version that it makes."""
        frames = list(self._frames)
        self._frames.clear()
        self._bell.clear()
        return frames


class Live:
    """A match in memory."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.lock = asyncio.Lock()
        self.stamp: object = None
        """When it was last compared with the store."""
        self.snapshot_at = replay.resumed_at
        self.thinking: asyncio.Task[None] | None = None
        """The bots at work."""
        self.listeners: set[Listener] = set()
        self._groups: deque[Group] = deque(maxlen=REMEMBERED)

    @property
    def record(self) -> MatchRecord:
        """The match as it was set up."""
        return self.replay.record

    def version(self, viewer: int) -> int:
        """Return how often a viewer was told something."""
        return self.replay.state.versions.get(viewer, 0)

    def absorb(self, rows: Sequence[Row]) -> list[Group]:
        """Follow new rows, and tell those who listen."""
        groups = list(self.replay.absorb(rows))
        for group in groups:
            self._groups.append(group)
            self._publish(group)
        tokens = self.replay.state.tokens
        for listener in self.listeners:
            if listener.digest and listener.digest not in tokens:
                listener.revoke()
        return groups

    def _publish(self, group: Group) -> None:
        frames: dict[tuple[int, str | None, Encode], bytes] = {}
        for listener in self.listeners:
            viewer = listener.viewer
            if viewer in group.versions:
                same = viewer, listener.lang, listener.encode
                if same not in frames:
                    frame = UpdateFrame(update=self.update(group, viewer, listener.lang))
                    frames[same] = listener.encode(frame)
                listener.offer(group.versions[viewer], frames[same])

    def remembered(self, viewer: int, after: int) -> list[Group] | None:
        """Return the groups that told a viewer something after a version; None when some of them
        are forgotten."""
        groups = [group for group in self._groups if group.versions.get(viewer, 0) > after]
        if not groups:
            return [] if self.version(viewer) <= after else None
        first = groups[0].first if viewer == HOST else groups[0].versions[viewer]
        return groups if first <= after + 1 else None

    # --- what is said of it ---

    def update(self, group: Group, viewer: int, lang: Language | None = None) -> Update:
        """Word what a viewer is told after a group."""
        return update_of(self.replay, group, viewer, self.version(viewer), lang)

    def view(
        self, viewer: int, now: float, lang: Language, with_view: bool, picture: bool
    ) -> MatchView:
        """Show the match to a viewer."""
        replay, record, state = self.replay, self.record, self.replay.state
        seen = replay.seen[viewer]
        facts = replay.standing(seen)
        looking = None if viewer == HOST else viewer
        more: dict[str, object] = {}
        if with_view:
            more["view"] = replay.rules.view(seen, looking, lang)
        if picture and (svg := replay.rules.picture(seen, looking, lang)) is not None:
            more["svg"] = svg
        if viewer == HOST or replay.over:
            more["options"] = record.options
        undo: dict[str, object] = {} if state.asked is None else {"asked": state.asked}
        return MatchView(
            id=record.id,
            game=record.game,
            digest=record.digest,
            players=record.players,
            viewer=viewer_name(viewer),
            version=self.version(viewer),
            chance=record.chance,
            seats=[
                SeatView(seat=seat, name=who.name, bot=who.bot, resigned=seat in state.resigned)
                for seat, who in enumerate(record.seats)
            ],
            undo=UndoView(allowed=record.undo, agreed=state.agreed, **undo),  # type: ignore[arg-type]
            to_act=seats(facts.to_act),
            over=facts.over,
            scores=list(facts.scores),
            winners=list(facts.winners),
            ended=state.ended,  # type: ignore[arg-type]
            deadlines=self.deadlines(viewer),
            now=now,
            state=replay.rules.pack(seen),
            **more,  # type: ignore[arg-type]
        )

    def deadlines(self, viewer: int) -> dict[str, float]:
        """Return when the time of seats is up, as far as a viewer may know."""
        seconds = self.record.turn_seconds
        if not seconds or self.replay.over:
            return {}
        since = self.replay.state.since.get(viewer, {})
        return {str(seat): at + seconds for seat, at in since.items()}

    def overdue(self, now: float) -> list[int]:
        """Return the seats whose time is up and that lose by it."""
        if self.record.late != "resign":
            return []
        due = self.deadlines(HOST)
        return [seat for seat in self.replay.people if due.get(str(seat), now) < now]


def update_of(
    replay: Replay, group: Group, viewer: int, version: int, lang: Language | None = None
) -> Update:
    """Word what a viewer is told after a group; `version` is for one that isn't told anything,
    `lang` for the events in words, too."""
    events, facts = group.told(replay, viewer)
    return Update(
        version=group.versions.get(viewer, version),
        at=group.at,
        events=events,
        texts=UNSET if lang is None else replay.rules.tell(events, lang),
        to_act=seats(facts.to_act),
        over=facts.over,
        scores=list(facts.scores),
        winners=list(facts.winners),
    )


def line_of(line: Line) -> MatchLine:
    """Show a match in a list."""
    record = line.record
    return MatchLine(
        id=record.id,
        game=record.game,
        players=record.players,
        names=[seat.name for seat in record.seats],
        bots=[seat.bot for seat in record.seats],
        created=record.created,
        moved=line.at,
        over=record.over,
    )


def moves_of(rows: Sequence[Row]) -> list[Played]:
    """Return the moves that led to where a match is: those taken back aren't among them."""
    line: list[Played] = []
    for row in rows:
        if row.kind == "move":
            line.append((row.seat, row.data))
        elif row.kind == "undo":
            del line[row.data["plies"] :]
    return line


def seats(numbers: Sequence[int]) -> list[Seat]:
    """Name seats."""
    return ["chance" if seat == CHANCE else seat for seat in numbers]


def viewer_name(viewer: int) -> Viewer:
    """Name a viewer."""
    if viewer == HOST:
        return "host"
    return "spectator" if viewer == SPECTATOR else viewer
