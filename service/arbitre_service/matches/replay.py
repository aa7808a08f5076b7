"""What follows from the rows of a match: the position, and what every viewer has been told.

Everything here is a function of the set-up and the rows, so all workers and all restarts agree.
Rows come in groups: one row, and the draws that chance played by itself after it. After a group a
viewer is told something, or nothing: events that it may see, or an observation that differs from
its last one. What it is told is counted for that viewer alone, and that count is its version. So
neither a number nor a gap tells of moves that a viewer can't see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count
from typing import Any, Final

import msgspec

from arbitre_service.errors import MatchBroken
from arbitre_service.match_ports import Facts, Happening, Played, Position, Rules
from arbitre_service.matches.records import HOST, MatchRecord, Row
from arbitre_service.ports import CHANCE, SPECTATOR

RULES: Final = "rules"
RESIGNED: Final = "resigned"
STAND_IN: Final = "greedy"
"""The bot that plays on for a seat that has resigned while others play."""


class State(msgspec.Struct):
    """All that the rows up to `number` lead to, but the position; plain, so it can be kept."""

    number: int = 0
    at: float = 0.0
    plies: int = 0
    versions: dict[int, int] = {}
    """How often each viewer was told something."""
    since: dict[int, dict[int, float]] = {}
    """For each viewer, since when it has seen a seat to be the one to act."""
    resigned: list[int] = []
    ended: str = ""
    """Why the match is over: by its rules, or because of who resigned."""
    asked: int | None = None
    """The seat that wants to take its last move back."""
    back_to: int = 0
    """The plies that would be left then."""
    agreed: list[int] = []
    tokens: dict[str, int] = {}
    """Hashes of tokens that are good, and their seats."""


class Kept(msgspec.Struct):
    """The content of a snapshot."""

    state: State
    position: bytes


class Group:
    """What rows that belong together have led to."""

    __slots__ = (
        "_ended",
        "_events",
        "_notes",
        "_resigned",
        "_seen",
        "at",
        "first",
        "number",
        "versions",
    )

    def __init__(
        self,
        state: State,
        first: int,
        versions: dict[int, int],
        seen: dict[int, Position],
        events: dict[int, list[Happening]],
        notes: list[dict[str, Any]],
    ) -> None:
        self.first = first
        self.number = state.number
        self.at = state.at
        self.versions = versions
        """The new version of each viewer that is told something."""
        self._ended = state.ended
        self._resigned = tuple(state.resigned)
        self._seen = seen
        self._events = events
        self._notes = notes

    def told(self, replay: Replay, viewer: int) -> tuple[list[dict[str, Any]], Facts]:
        """Return the events that a viewer is told of, and how the match stands after them."""
        events = [*self._notes, *replay.rules.plain(self._events[viewer])]
        facts = replay.rules.facts(self._seen[viewer])
        return events, standing(facts, self._ended, self._resigned)


def standing(facts: Facts, ended: str, resigned: Sequence[int]) -> Facts:
    """Return what is true of a position, as resignations leave it."""
    if not ended:
        return facts
    if ended == RESIGNED:
        winners = tuple(seat for seat in range(len(facts.scores)) if seat not in resigned)
    else:
        winners = tuple(seat for seat in facts.winners if seat not in resigned)
    return Facts((), True, facts.scores, winners)


class Replay:
    """A match as it unfolds."""

    def __init__(self, record: MatchRecord, rules: Rules) -> None:
        """Begin where no row is: at the set-up."""
        self.record = record
        self.rules = rules
        self.state = State()
        start = rules.start(record.players, record.options, record.chance, None)
        self.position: Position = rules.settled(start.position, record.chance)
        self._opening: list[Happening] | None = start.happenings
        self._line: list[Played] | None = []
        """The moves that led to the position; None after a snapshot."""
        self._steps: list[tuple[int, int]] = []
        """Who made each of them, and how many plies there were before."""
        self.seen: dict[int, Position] = {}
        self.resumed_at = 0
        """The number of the snapshot that it goes on from."""

    @classmethod
    def resumed(cls, record: MatchRecord, rules: Rules, kept: bytes) -> Replay:
        """Go on from a snapshot.

        Raises:
            ValueError: it is of another version.
            BadState: its position is none of these rules.
        """
        found = msgspec.msgpack.decode(kept, type=Kept)
        replay = cls.__new__(cls)
        replay.record, replay.rules, replay.state = record, rules, found.state
        replay.position = rules.settled(rules.unpack(found.position), record.chance)
        replay._opening, replay._line, replay._steps = None, None, []
        replay.resumed_at = found.state.number
        replay.seen = replay._look()
        return replay

    def keep(self) -> bytes:
        """Write a snapshot."""
        return msgspec.msgpack.encode(Kept(self.state, self.rules.pack(self.position)))

    @property
    def over(self) -> bool:
        """Whether the match has ended, by its rules or otherwise."""
        return bool(self.state.ended)

    @property
    def viewers(self) -> list[int]:
        """Everybody who may look on."""
        return [*range(self.record.players), SPECTATOR, HOST]

    def bot_of(self, seat: int) -> str:
        """Return the bot that moves for a seat, "" where none does."""
        if seat == CHANCE:
            return ""
        bot = self.record.seats[seat].bot
        return bot or (STAND_IN if seat in self.state.resigned else "")

    @property
    def people(self) -> list[int]:
        """The seats that somebody plays."""
        return [seat for seat in range(self.record.players) if not self.bot_of(seat)]

    def luck(self) -> int:
        """Return what the next draw follows from: a secret of the match and the ply, so a move
        that is taken back and made again meets the same luck."""
        key = self.state.plies.to_bytes(8, "little")
        return int.from_bytes(blake2b(key, key=self.record.luck, digest_size=8).digest(), "little")

    def last_of(self, seat: int) -> int | None:
        """Return how many plies there were before the seat's last move; any seat's for the host."""
        for mover, plies in reversed(self._steps):
            if mover == seat or (seat == HOST and mover != CHANCE):
                return plies
        return None

    def standing(self, seen: Position) -> Facts:
        """Return what is true of the match, as a viewer sees it."""
        return standing(self.rules.facts(seen), self.state.ended, self.state.resigned)

    # --- rows ---

    def absorb(self, rows: Sequence[Row]) -> Iterator[Group]:
        """Follow rows, whole groups of them, and return what each group leads to."""
        for first, group in _groups(rows, self.record.chance):
            yield self._follow(first, group)

    def _follow(self, first: Row, rows: Sequence[Row]) -> Group:
        state = self.state
        last = rows[-1]
        if rows[0].number != state.number + 1 or last.number != state.number + len(rows):
            raise MatchBroken(f"Row {state.number + 1} of the match is missing.")
        state.number, state.at = last.number, last.at
        moves = [(row.seat, row.data) for row in rows if row.kind == "move"]
        happenings: list[Happening] = []
        if self._opening is not None:
            happenings, self._opening = self._opening, None
        notes: list[dict[str, Any]] = []
        if moves:
            before = state.plies
            self.position, more = self.rules.play(self.position, moves)
            happenings += more
            state.plies += len(moves)
            if self.record.undo and self._line is not None:
                self._line += moves
                if first.kind == "move":
                    self._steps.append((first.seat, before))
            if self.rules.facts(self.position).over:
                state.ended = RULES
                notes.append({"kind": "match_ended", "why": RULES})
        else:
            notes += self._note(first)
        if state.ended:
            state.asked, state.agreed = None, []
        return self._tell(first, bool(moves), happenings, notes)

    def _note(self, row: Row) -> list[dict[str, Any]]:
        """Follow a row that is no move; return what everybody is told of it."""
        state = self.state
        said: dict[str, Any] = {"seat": "host" if row.seat == HOST else row.seat}
        match row.kind:
            case "start":
                return []
            case "token":
                seat = row.data["seat"]
                state.tokens = {name: of for name, of in state.tokens.items() if of != seat}
                if row.data["hash"]:
                    state.tokens[row.data["hash"]] = seat
                return []
            case "resign":
                return self._resign(row.seat)
            case "ask":
                state.asked, state.back_to, state.agreed = row.seat, row.data["plies"], []
                return [{"kind": "match_undo_asked", **said}]
            case "agree":
                state.agreed = [*state.agreed, row.seat]
                return [{"kind": "match_undo_agreed", **said}]
            case "refuse":
                state.asked, state.agreed = None, []
                return [{"kind": "match_undo_refused", **said}]
            case "undo":
                self._go_back(row.data["plies"])
                return [{"kind": "match_undone", **said}]
            case _:
                raise MatchBroken(f"Row {row.number} of the match is of no known kind.")

    def _resign(self, seat: int) -> list[dict[str, Any]]:
        state = self.state
        state.resigned = sorted({*state.resigned, seat})
        notes: list[dict[str, Any]] = [{"kind": "match_resigned", "seat": seat}]
        left = [other for other in range(self.record.players) if other not in state.resigned]
        if len(left) < 2:
            state.ended = RESIGNED
            notes.append({"kind": "match_ended", "why": RESIGNED})
        return notes

    def _go_back(self, plies: int) -> None:
        assert self._line is not None, "a match with undo has no snapshots"
        record, state = self.record, self.state
        del self._line[plies:]
        while self._steps and self._steps[-1][1] >= plies:
            self._steps.pop()
        start = self.rules.start(record.players, record.options, record.chance, None)
        position = self.rules.settled(start.position, record.chance)
        self.position, _ = self.rules.play(position, self._line)
        state.plies = plies
        state.asked, state.agreed = None, []

    def _look(self) -> dict[int, Position]:
        rules, position = self.rules, self.position
        seen = {viewer: rules.observe(position, viewer) for viewer in range(self.record.players)}
        seen[SPECTATOR] = rules.observe(position, SPECTATOR)
        seen[HOST] = position
        return seen

    def _tell(
        self,
        first: Row,
        moved: bool,
        happenings: list[Happening],
        notes: list[dict[str, Any]],
    ) -> Group:
        rules, state = self.rules, self.state
        before, self.seen = self.seen, self._look()
        versions: dict[int, int] = {}
        events: dict[int, list[Happening]] = {}
        for viewer, seen in self.seen.items():
            if viewer == HOST:
                events[HOST] = happenings
                versions[HOST] = state.number
            else:
                events[viewer] = rules.visible(happenings, viewer)
                if not notes and not events[viewer] and seen == before.get(viewer):
                    continue
                versions[viewer] = state.versions.get(viewer, 0) + 1
            acting = set(rules.facts(seen).to_act) - {CHANCE}
            mover = first.seat if moved else None
            since = state.since.get(viewer, {})
            state.since[viewer] = {
                seat: state.at if seat == mover else since.get(seat, state.at) for seat in acting
            }
        state.versions |= versions
        return Group(state, first.number, versions, self.seen, events, notes)


def _groups(rows: Sequence[Row], chance: str) -> Iterator[tuple[Row, Sequence[Row]]]:
    """Split rows into groups; chance by itself belongs to what came before it."""
    start = 0
    for end in count(1):
        if start >= len(rows):
            return
        joined = end < len(rows) and (
            chance == "auto" and rows[end].kind == "move" and rows[end].seat == CHANCE
        )
        if not joined:
            yield rows[start], rows[start:end]
            start = end
