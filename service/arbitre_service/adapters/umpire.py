"""The rules that server-held matches are played by, over the `arbitre` package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

import arbitre
from arbitre import bots
from arbitre.replay import Log, record, replay
from arbitre_service import messages
from arbitre_service.adapters.engine import (
    EngineJudge,
    mode_of,
    setup_refused,
    verdict_of,
)
from arbitre_service.errors import (
    BadLog,
    BadState,
    MatchBroken,
    MoveRefused,
    SetupRefused,
    UnknownGame,
)
from arbitre_service.match_ports import Facts, Plan, Played, ReadLog, Rules, Start

_RESERVED: Final = frozenset({"self", "players", "seed", "chance"})


class EngineUmpire:
    """All games of a judge, under all the content that it has loaded."""

    def __init__(self, judge: EngineJudge) -> None:
        self._judge = judge
        self._rules: dict[tuple[str, str], EngineRules] = {}

    def rules(self, game: str, digest: str | None) -> Rules:
        """Return the rules of a game."""
        loaded = self._judge.loaded(game, digest)
        key = loaded.name, loaded.digest
        if key not in self._rules:
            self._rules[key] = EngineRules(loaded)
        return self._rules[key]

    def describe(self, game: str, digest: str) -> messages.GameDetail:
        """Publish everything about a game."""
        return self._judge.game(game, digest)

    def is_bot(self, name: str) -> bool:
        """Tell whether there is such a bot."""
        try:
            bots.make(name)
        except ValueError:
            return False
        return True

    def read_log(self, data: bytes) -> ReadLog:
        """Read a match log and replay it."""
        try:
            log = Log.from_bytes(data)
            header = log.header
            try:
                game = self._judge.loaded(header.game, header.digest)
            except UnknownGame as error:
                raise BadLog(error.detail, pointer="/log", code="LOG_RULES") from error
            for _ in replay(game, log):
                pass
        except arbitre.LogError as error:
            raise BadLog(str(error), pointer="/log", code=error.code) from error
        moves = [(entry.seat, dict(entry.move)) for entry in log.entries]
        return ReadLog(
            header.game, header.digest, header.players, header.chance, header.options, moves
        )


class EngineRules:
    """One game of the engine. Inside a call chance is the caller's to play, move by move; what is
    handed out is as chance is played in the match."""

    def __init__(self, game: arbitre.Game) -> None:
        self._game = game

    @property
    def digest(self) -> str:
        """Return the digest of the rules."""
        return self._game.digest

    def start(
        self, players: int, options: Mapping[str, Any], chance: str, luck: int | None
    ) -> Start:
        """Begin a match."""
        if wrong := sorted(_RESERVED & options.keys()):
            reason = messages.Reason(
                "UNKNOWN_OPTION", f"{wrong[0]}: unknown option; remove it.", "/options"
            )
            raise SetupRefused([reason])
        mode = "manual" if luck is None else mode_of(chance)
        try:
            position, events, moves = self._game._start(players, luck or 0, mode, options)
        except arbitre.SetupError as error:
            raise setup_refused(error, options) from error
        return Start(position, list(events), [_by_name(move) for move in moves])

    def plan(
        self,
        position: arbitre.State,
        seat: int,
        move: int | Mapping[str, Any],
        luck: int,
        lang: str,
    ) -> Plan:
        """Judge a move and find out what follows from it."""
        if position.chance == "auto":
            position = self._game.reseed(position, luck)
        try:
            after, _, moves = self._game._advance(position, seat, move)
        except arbitre.Rejected as refused:
            verdict = verdict_of(self._game, refused.verdict, lang)
            raise MoveRefused(verdict, str(verdict.message)) from refused
        return Plan([_by_name(played) for played in moves], after.over)

    def named(self, move: int | Mapping[str, Any]) -> dict[str, Any]:
        """Write a move by name."""
        try:
            return dict(self._game.move(move))
        except arbitre.Rejected as refused:
            verdict = verdict_of(self._game, refused.verdict, "en")
            raise MoveRefused(verdict, str(verdict.message)) from refused

    def draw(self, position: arbitre.State, luck: int) -> list[Played]:
        """Return the draws that are due; the first is drawn here, the engine draws what follows."""
        if position.chance != "auto" or arbitre.CHANCE not in position.to_act:
            return []
        position = self._game.reseed(position, luck)
        codes, probabilities = self._game.chance(position)
        code = Random(luck).choices(codes.tolist(), probabilities.tolist())[0]
        _, _, moves = self._game._advance(position, arbitre.CHANCE, code)
        return [_by_name(played) for played in moves]

    def play(
        self, position: arbitre.State, moves: Sequence[Played]
    ) -> tuple[arbitre.State, list[arbitre.Event]]:
        """Play moves as they are written down."""
        chance = position.chance
        position = self._game.reseed(position, 0, manual=True)
        events: list[arbitre.Event] = []
        try:
            for seat, move in moves:
                position, more, _ = self._game._advance(position, seat, move)
                events += more
        except arbitre.Rejected as refused:
            raise MatchBroken(f"A move that was played before is refused: {refused}") from refused
        return self.settled(position, chance), events

    def settled(self, position: arbitre.State, chance: str) -> arbitre.State:
        """Return the same position without a generator."""
        return self._game.reseed(position, 0, manual=chance == "manual")

    def observe(self, position: arbitre.State, viewer: int) -> arbitre.State:
        """Return what a seat or a spectator may see."""
        return self._game.observe(position, viewer)

    def visible(self, happenings: Sequence[arbitre.Event], viewer: int) -> list[arbitre.Event]:
        """Return the events that a seat or a spectator may see."""
        return self._game.observe_events(happenings, viewer)

    def plain(self, happenings: Sequence[arbitre.Event]) -> list[dict[str, Any]]:
        """Write events as maps."""
        return [dict(event) for event in happenings]

    def tell(self, events: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
        """Say events in words."""
        labels = self._game.labels(lang)
        return [labels.describe(kind, fields, event=True) for kind, fields in map(_apart, events)]

    def phrase(self, move: Mapping[str, Any], lang: str) -> str:
        """Say a move in words."""
        return self._game.labels(lang).describe(*_apart(move))

    def facts(self, position: arbitre.State) -> Facts:
        """Return what is true of a position."""
        return Facts(position.to_act, position.over, position.scores, position.winners)

    def pack(self, position: arbitre.State) -> bytes:
        """Write a position in wire form."""
        return position.to_bytes()

    def unpack(self, data: bytes) -> arbitre.State:
        """Read a position."""
        try:
            return self._game.from_bytes(data)
        except arbitre.WireError as error:
            raise BadState(error.code, error.why) from error

    def view(self, position: arbitre.State, viewer: int | None, lang: str) -> dict[str, Any]:
        """Write a position for people."""
        return self._game.view(position, viewer, lang)

    def picture(self, position: arbitre.State, viewer: int | None, lang: str) -> str | None:
        """Draw a position."""
        try:
            return self._game.svg(position, viewer, lang)
        except NotImplementedError:
            return None

    def choose(self, bot: str, seen: arbitre.State, seat: int, seed: int, seconds: float) -> int:
        """Let a bot choose; one that searches gets half of the time, and knows it."""
        player = bots.make(bot)
        if isinstance(player, bots.MonteCarlo):
            player.seconds = seconds / 2
        return player.choose(self._game, seen, seat, Random(seed)).code

    def any_move(self, seen: arbitre.State, seat: int, seed: int) -> int:
        """Return the code of some legal move."""
        return bots.Random().choose(self._game, seen, seat, Random(seed)).code

    def write_log(
        self, players: int, chance: str, options: Mapping[str, Any], moves: Sequence[Played]
    ) -> bytes:
        """Write a match as `Match.save` does."""
        plain = msgspec.msgpack.decode(msgspec.msgpack.encode(options))
        return record(self._game, players, mode_of(chance), plain, moves).to_bytes()


def _apart(named: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take the kind of an event or move from its fields."""
    return str(named["kind"]), {name: value for name, value in named.items() if name != "kind"}


def _by_name(played: tuple[int, arbitre.Move]) -> Played:
    seat, move = played
    return seat, dict(move)
