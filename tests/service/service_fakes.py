"""A judge without an engine: the smallest game that can show every answer of the service.

The game is called `tally`. Seats 0 and 1 take turns to add 0..9 to a sum that may not pass 20;
who reaches 20 ends it. A state is 8 bytes: magic, sum, seat to act, chance mode, checksum.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Litestar
from msgspec import UNSET

from arbitre_service.app import create_app
from arbitre_service.errors import BadDocument, BadState, MoveRefused, SetupRefused, UnknownGame
from arbitre_service.messages import (
    Applied,
    DeckReason,
    DeckVerdict,
    DomainInfo,
    FieldInfo,
    GameDetail,
    GameSummary,
    KindInfo,
    Observed,
    PackedVerdicts,
    Position,
    Reason,
    Reported,
    Verdict,
)
from arbitre_service.settings import Settings
from arbitre_service.table import Table

GAME = "tally"
DIGEST = "0123456789abcdef"
MAGIC = b"TALY"
SIZE = 8
GOAL = 20
ACTIONS = 10
CODES = ("OK", "UNKNOWN_ACTION", "NOT_YOUR_TURN", "TOO_MUCH", "GAME_OVER")
SUBJECTS = ("", "kind", "seat", "sum")
EXPLODE = 13
"""A seat that makes the judge fail as it never should."""
SLEEP = 14
"""A seat that makes the judge think for `SLEEP_SECONDS`."""
SLEEP_SECONDS = 0.7


def pack(total: int, seat: int = 0, manual: bool = False) -> bytes:
    """Make a state."""
    body = MAGIC + bytes([total, seat, manual])
    return body + bytes([sum(body) % 251])


def unpack(state: bytes, record: int | None = None) -> tuple[int, int]:
    """Read a state, refusing what `pack` can't have made."""
    if len(state) != SIZE:
        raise BadState("TRUNCATED", f"A state has {SIZE} bytes.", record=record)
    if state[:4] != MAGIC:
        raise BadState("BAD_MAGIC", "These bytes aren't a state.", record=record)
    if sum(state[:7]) % 251 != state[7]:
        raise BadState("BAD_CHECKSUM", "The state was altered.", record=record)
    return state[4], state[5]


class FakeJudge:
    """Judges `tally`; remembers what it was asked."""

    def __init__(self, games: tuple[str, ...] = (GAME,)) -> None:
        self._games = games
        self.applied = 0

    def games(self) -> Sequence[GameSummary]:
        return [
            GameSummary(
                name=name,
                digest=DIGEST,
                players=[2],
                state_size=SIZE,
                action_count=ACTIONS,
                labels={"en": "Tally", "fr": "Compte"},
            )
            for name in self._games
        ]

    def game(self, game: str, digest: str | None) -> GameDetail:
        self._check(game, digest)
        return GameDetail(
            name=game,
            digest=DIGEST,
            digests=[DIGEST],
            players=[2],
            state_size=SIZE,
            action_count=ACTIONS,
            labels={"en": "Tally", "fr": "Compte"},
            kinds={
                "add": KindInfo(
                    offset=0,
                    size=ACTIONS,
                    chance=False,
                    fields=[FieldInfo("amount", "amount", {"en": "amount", "fr": "nombre"})],
                    labels={"en": "add", "fr": "ajouter"},
                )
            },
            domains={"amount": DomainInfo(list(range(ACTIONS)), {})},
            events={"added": {"seat": "seat", "amount": "amount"}},
            options={},
            codes={str(number): code for number, code in enumerate(CODES)},
            subjects=list(SUBJECTS),
        )

    def knows(self, game: str) -> bool:
        return game in self._games

    def state_size(self, game: str) -> int:
        return SIZE

    def set_up(
        self,
        game: str,
        *,
        players: int,
        seed: int | None,
        chance: str,
        options: Mapping[str, Any],
        digest: str | None,
    ) -> Position:
        self._check(game, digest)
        reasons = []
        if players != 2:
            reasons.append(Reason("BAD_PLAYERS", "Two players.", "/players"))
        for name in options:
            reasons.append(Reason("UNKNOWN_OPTION", f"No option {name}.", f"/options/{name}"))
        if reasons:
            raise SetupRefused(reasons)
        return self._position(pack(0, manual=chance == "manual"))

    def build(
        self,
        game: str,
        document: Mapping[str, Any],
        *,
        seed: int | None,
        chance: str,
        digest: str | None,
    ) -> Position:
        self._check(game, digest)
        total = document.get("sum")
        if not isinstance(total, int) or not 0 <= total <= GOAL:
            raise BadDocument("0 to 20.", pointer="/document/sum")
        return self._position(pack(total))

    def validate(
        self,
        game: str,
        state: bytes,
        seat: int,
        moves: Sequence[int | Mapping[str, Any]],
        lang: str | None,
    ) -> list[Verdict]:
        total, to_act = unpack(state)
        return [self._verdict(total, to_act, seat, move, lang) for move in moves]

    def validate_packed(
        self,
        game: str,
        states: bytes | memoryview,
        seats: bytes,
        actions: bytes,
        detail: bool,
    ) -> PackedVerdicts:
        broadcast = len(states) == SIZE
        columns: list[list[int]] = [[], [], [], []]
        for index, seat in enumerate(seats):
            start = 0 if broadcast else SIZE * index
            total, to_act = unpack(bytes(states[start : start + SIZE]), index)
            move = int.from_bytes(actions[4 * index : 4 * index + 4], "little")
            verdict = self._verdict(total, to_act, seat, move, None)
            row = CODES.index(verdict.code), SUBJECTS.index(verdict.subject)
            for column, number in zip(columns, (*row, verdict.need, verdict.have), strict=True):
                column.append(number)
        packed = [
            b"".join(number.to_bytes(width, "little") for number in column)
            for column, width in zip(columns, (2, 2, 4, 4), strict=True)
        ]
        return PackedVerdicts(*packed) if detail else PackedVerdicts(packed[0])

    def legal_actions(self, game: str, state: bytes, seat: int) -> bytes:
        total, to_act = unpack(state)
        return b"".join(
            code.to_bytes(4, "little")
            for code in range(ACTIONS)
            if self._verdict(total, to_act, seat, code, None).ok
        )

    def legal_moves(self, game: str, state: bytes, seat: int) -> list[dict[str, Any]]:
        packed = self.legal_actions(game, state, seat)
        return [{"kind": "add", "amount": code} for code in packed[::4]]

    def apply(
        self,
        game: str,
        state: bytes,
        seat: int,
        move: int | Mapping[str, Any],
        lang: str | None,
    ) -> Applied:
        total, to_act = unpack(state)
        verdict = self._verdict(total, to_act, seat, move, lang)
        if not verdict.ok:
            raise MoveRefused(verdict, f"{verdict.code} in {lang or 'en'}")
        self.applied += 1
        amount = move if isinstance(move, int) else move["amount"]
        total += amount
        over = total == GOAL
        return Applied(
            state=pack(total, 1 - seat),
            events=[{"kind": "added", "seat": seat, "amount": amount}],
            to_act=[] if over else [1 - seat],
            over=over,
            scores=[total, total],
        )

    def observe(self, game: str, state: bytes, seat: int, lang: str) -> Observed:
        total, to_act = unpack(state)
        return Observed(state=state, view={"sum": total, "to_act": to_act, "lang": lang})

    def report(self, game: str, state: bytes, lang: str | None) -> Reported:
        total, _ = unpack(state)
        return Reported(report={"sum": total, "lang": lang})

    def validate_decks(
        self,
        game: str,
        decks: Sequence[str | Mapping[str, Any]],
        lang: str | None,
        digest: str | None,
    ) -> list[DeckVerdict]:
        self._check(game, digest)
        told = UNSET if lang is None else f"TOO_PLAIN ({lang})"
        return [
            DeckVerdict(True, [], deck, {"cards": []})
            if isinstance(deck, str)
            else DeckVerdict(False, [DeckReason("TOO_PLAIN", f"{len(deck)} keys.", told)])
            for deck in decks
        ]

    def _check(self, game: str, digest: str | None) -> None:
        if game not in self._games or digest not in (None, DIGEST):
            raise UnknownGame(f"No {game} with content {digest}.")

    def _position(self, state: bytes) -> Position:
        return Position(state=state, to_act=[state[5]], digest=DIGEST)

    def _verdict(
        self,
        total: int,
        to_act: int,
        seat: int,
        move: int | Mapping[str, Any],
        lang: str | None,
    ) -> Verdict:
        if seat == EXPLODE:
            raise RuntimeError("the secret reason")
        if seat == SLEEP:
            time.sleep(SLEEP_SECONDS)
        known = isinstance(move, int) or (move.get("kind") == "add" and "amount" in move)
        amount = move if isinstance(move, int) else move.get("amount")
        if not known or not isinstance(amount, int) or not 0 <= amount < ACTIONS:
            verdict = ("UNKNOWN_ACTION", "kind", 0, 0)
        elif total == GOAL:
            verdict = ("GAME_OVER", "", 0, 0)
        elif seat != to_act:
            verdict = ("NOT_YOUR_TURN", "seat", to_act, seat)
        elif total + amount > GOAL:
            verdict = ("TOO_MUCH", "sum", total + amount, GOAL)
        else:
            verdict = ("OK", "", 0, 0)
        code, subject, need, have = verdict
        result = Verdict(ok=code == "OK", code=code, subject=subject, need=need, have=have)
        if lang is None:
            return result
        return Verdict(
            ok=result.ok,
            code=code,
            subject=subject,
            need=need,
            have=have,
            message=f"{code} ({lang})",
        )


def application() -> Litestar:
    """Make the service around a fake judge, with the settings of the environment."""
    return create_app(Table(FakeJudge()), Settings.from_environment())
