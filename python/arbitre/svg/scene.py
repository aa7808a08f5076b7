"""What a drawing is made from: a position and the words and numbers that belong to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Tables: TypeAlias = Mapping[str, Mapping[str, Sequence[int]]]
"""The compiled rules: table -> row -> integers, rows in their order."""
Events: TypeAlias = Sequence[Mapping[str, Any]]
"""Events as their fields, `kind` among them."""


class Words(Protocol):
    """What a drawing needs of labels (`arbitre.i18n.Labels`)."""

    lang: str

    @property
    def title(self) -> str: ...
    def label(self, domain: str, value: object) -> str: ...
    def word(self, word: str) -> str: ...
    def field(self, name: str) -> str: ...
    def describe(self, kind: str, fields: Mapping[str, object], event: bool = False) -> str: ...


class Scene(NamedTuple):
    """A position to draw: its document, the rules that it follows, and the words to say it in."""

    document: Mapping[str, Any]
    tables: Tables
    words: Words
    seat: int | None = None
    """Whose view it is; None for the whole position."""
    events: Events = ()
    """What led to the position and may be shown too, such as the events of the last turn."""

    def said(self, word: str) -> str:
        """A word of the game with a capital."""
        return capital(self.words.word(word))

    def seat_name(self, seat: int) -> str:
        return capital(self.words.label("seat", seat))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def signed(value: int) -> str:
    """A number with its sign, the minus a real one; 0 has none."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def number(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")
