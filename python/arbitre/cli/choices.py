"""The legal moves of a turn as a player finds them: by number, by words, or written as programs do.

Must not know how they are shown, nor any game.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Any, NamedTuple, Protocol

from arbitre import Game, Move, State, Verdict

MAX_JUDGED = 4096
"""Codes of a kind that are tried to find out why none of them is legal."""


class Choice(NamedTuple):
    """A legal move with its number in the list, from 1, and its words."""

    number: int
    move: Move
    text: str
    remark: str

    def matches(self, typed: str, kind: str) -> bool:
        """Whether all that was typed is among the words of the move and its kind: parts of words,
        whole numbers."""
        text = plain(f"{self.move.kind} {kind} {self.text} {self.remark}")
        numbers = "".join(c if c.isdigit() else " " for c in text).split()
        tokens = plain(typed).split()
        return all(token in (numbers if token.isdigit() else text) for token in tokens)


class Speaker(Protocol):
    """What has words for moves: a board."""

    def phrase(self, move: Move) -> str:
        """A move in few words."""
        ...

    def remark(self, state: State, move: Move) -> str:
        """What the move means here; "" for nothing."""
        ...


def list_choices(game: Game, state: State, seat: int, board: Speaker) -> list[Choice]:
    """The legal moves of a seat, numbered."""
    return [
        Choice(number, move, board.phrase(move), board.remark(state, move))
        for number, move in enumerate(game.moves(state, seat), 1)
    ]


def plain(text: str) -> str:
    """Text without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c)).replace("\u2019", "'")


def read_move(game: Game, typed: str) -> dict[str, Any] | None:
    """A move as programs write it, such as `disc_blue place=3 card=4`, or shorter `disc_blue 3 4`;
    None for anything else, as it may be words to look for."""
    kind, *values = typed.split()
    if kind not in game.kinds:
        return None
    fields = game.kinds[kind].fields
    if not fields and not values:
        return {"kind": kind}
    if values and all("=" in value for value in values):
        pairs = [value.split("=", 1) for value in values]
        return {"kind": kind, **{name: _value(value) for name, value in pairs}}
    if 0 < len(values) <= len(fields):
        found = dict(zip(fields, map(_value, values), strict=False))
        if all(isinstance(v, int) or v in fields[name].values for name, v in found.items()):
            return {"kind": kind, **found}
    return None


def why_none(game: Game, state: State, seat: int, typed: str, lang: str) -> Verdict | None:
    """Why no move of the kind that was typed is legal: the reason that most of them have. None when
    what was typed names no kind, or when a move of that kind is legal."""
    wanted = plain(typed)
    for kind in game.catalogue(lang).values():
        if kind.chance or wanted not in f"{plain(kind.name)} {plain(kind.label)}":
            continue
        step = max(1, kind.size // MAX_JUDGED)
        codes = range(kind.offset, kind.offset + kind.size, step)
        found = game.validate_many(state, seat, codes)
        if not found.code.all():
            return None
        columns = (found.code, found.subject, found.need, found.have)
        reasons = Counter(zip(*(column.tolist() for column in columns), strict=True))
        (number, subject, need, have), _ = reasons.most_common(1)[0]
        return game.verdict(number, game.words[subject], need, have)
    return None


def _value(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text
