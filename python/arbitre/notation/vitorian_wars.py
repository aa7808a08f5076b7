"""Decks of Vitorian Wars as files, to keep and to edit, and as codes, to share.

A deck is a map, as the engine reads it: `sovereign`, and the lists `maneuver`, `convoy` and
`defense` of `{"card": id, "n": copies}`. A file holds the same as TOML, with tables of copies by
card:

    name = "March of the Furnaces"      # left out at will
    sovereign = "scarlet_sov_march"

    [maneuver]
    scarlet_bayonet_levy = 4

A code is `vw1-` and base64url of some forty bytes: the sovereign, then for each list the number of
its entries and the entries by ascending card, four bytes of checksum. Cards are written as their
numbers, so a code is short; the checksum is taken over their ids, so it never stands for other
cards than those it was made of. Cards that are appended to a card set change no number. A deck has
one code.

Whether a deck may be played is the engine's to say.
"""

from __future__ import annotations

import re
import tomllib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec

from arbitre.errors import SetupError

__all__ = ["Cards", "Deck", "decode", "encode", "is_code", "read_deck", "settle", "write_deck"]

Deck: TypeAlias = dict[str, Any]
"""A deck as the engine reads it."""

VERSION = 1
MAX_FILE_BYTES = 64 << 10
MAX_CODE = 512
"""Characters of a code; a deck of fifty different cards takes about 100."""
MOST = 99
"""Copies of a card that a deck can be written with."""

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_CODE = re.compile(r"vw([0-9]{1,4})-([A-Za-z0-9_-]+)", re.ASCII)
_PARTS = ("maneuver", "convoy", "defense")
_RUN = 4  # copies that an entry can say; more are said by further entries
_CHECKSUM = 4

Copies: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A deck file."""

    sovereign: str
    maneuver: dict[str, Copies]
    convoy: dict[str, Copies]
    defense: dict[str, Copies]
    name: str = ""


class Cards(NamedTuple):
    """What decks are made of under some rules: ids in the order of their numbers, and the decks
    that are ready to play."""

    sovereigns: Sequence[str]
    cards: Sequence[str]
    resources: Sequence[str]
    ready: Mapping[str, Deck]

    @classmethod
    def of(cls, tables: Mapping[str, Sequence[tuple[str, Sequence[int]]]]) -> Cards:
        """The cards of compiled rules: the rows of each table by its name."""
        sovereigns, cards, resources = (
            [row for row, _ in tables[name]] for name in ("sovereigns", "cards", "resources")
        )
        ready: list[tuple[str, Deck]] = [
            (name, {"sovereign": sovereigns[cells[0]], **{part: [] for part in _PARTS}})
            for name, cells in tables["decks"]
        ]
        for _, (deck, part, card, n) in tables["deck_cards"]:
            ids = resources if part else cards
            ready[deck][1][_PARTS[part]].append({"card": ids[card], "n": n})
        return cls(sovereigns, cards, resources, dict(ready))

    def of_part(self, part: str) -> Sequence[str]:
        """The ids that a list of a deck takes."""
        return self.cards if part == "maneuver" else self.resources


# --- decks as they are given ---------------------------------------------------------------------


def settle(decks: Sequence[Any], cards: Cards) -> list[Any]:
    """Decks with those read that are codes or paths of files; what else there is stays as it is.
    `SetupError` has a reason for each that can't be read."""
    settled: list[Any] = []
    codes: list[str] = []
    details: list[str] = []
    for place, deck in enumerate(decks):
        try:
            if isinstance(deck, Path):
                settled.append(read_deck(deck))
            elif isinstance(deck, str) and is_code(deck):
                settled.append(decode(deck, cards))
            else:
                settled.append(deck)
        except SetupError as error:
            codes += error.codes
            details += [f"decks: {place}: {detail}" for detail in error.details]
    if codes:
        raise SetupError(tuple(codes), tuple(details))
    return settled


# --- files ---------------------------------------------------------------------------------------


def read_deck(path: str | Path) -> Deck:
    """The deck of a TOML file. `SetupError` (`DECK_FILE`) says what is wrong with the file, not
    whether the deck may be played; `OSError` where there is none to be read."""
    with Path(path).open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    try:
        if len(data) > MAX_FILE_BYTES:
            raise ValueError(f"larger than {MAX_FILE_BYTES} bytes; shorten it")
        found = msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), _File)
    except UnicodeDecodeError:
        why = "not UTF-8 text; save the file as UTF-8"
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        why = str(error)
    else:
        lists = {part: _entries(getattr(found, part)) for part in _PARTS}
        return {"sovereign": found.sovereign, **lists}
    raise SetupError(("DECK_FILE",), (f"{path}: {why}",))


def write_deck(deck: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """A deck as the text of a file, cards in the order of the deck. `names` of cards by their ids
    are written beside them."""

    def remark(card: str) -> str:
        name = (names or {}).get(card, "").replace("\n", " ")
        return f"  # {name}" if name else ""

    lines = [f"sovereign = {_quoted(deck['sovereign'])}{remark(deck['sovereign'])}"]
    for part in _PARTS:
        lines += ["", f"[{part}]"]
        for card, n in _copies(deck[part]).items():
            key = card if _BARE.fullmatch(card) else _quoted(card)
            lines.append(f"{key} = {n}{remark(card)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _entries(copies: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"card": card, "n": n} for card, n in copies.items()]


def _copies(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Copies by card, each card once."""
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry["card"]] = copies.get(entry["card"], 0) + entry["n"]
    return copies


# --- codes ---------------------------------------------------------------------------------------


def is_code(text: str) -> bool:
    """Whether a text wants to be a deck code; it may be a bad one."""
    return re.match(r"\s*vw[0-9]+-", text, re.ASCII) is not None


def encode(deck: Mapping[str, Any], cards: Cards) -> str:
    """The code of a deck whose ids the rules know, in lists where they belong, such as that of any
    deck that may be played."""
    sorted_copies = []
    for part in _PARTS:
        ids = cards.of_part(part)
        numbered = {ids.index(card): n for card, n in _copies(deck[part]).items()}
        sorted_copies.append(dict(sorted(numbered.items())))
    sovereign = cards.sovereigns.index(deck["sovereign"])
    packed = _pack(sovereign, sorted_copies)
    return _text(packed + _checksum(sovereign, sorted_copies, cards))


def decode(code: str, cards: Cards) -> Deck:
    """The deck of a code, whatever surrounds it but blanks. `SetupError` says why there is none:
    `DECK_CODE_FORMAT`, `DECK_CODE_VERSION` or `DECK_CODE_CHECKSUM`."""
    code = code.strip() if len(code) <= 2 * MAX_CODE else code
    match = _CODE.fullmatch(code) if len(code) <= MAX_CODE else None
    if match is None:
        raise _refusal("FORMAT", "this is no deck code, or not all of it; copy it as a whole")
    if int(match[1]) != VERSION:
        why = f"a deck code of version {int(match[1])}, and this engine reads version {VERSION}"
        raise _refusal("VERSION", f"{why}; ask for the deck as a file")
    try:
        data = urlsafe_b64decode(match[2] + "=" * (-len(match[2]) % 4))
        packed, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
        sovereign, copies = _unpack(packed, cards)
        fits = _checksum(sovereign, copies, cards) == checksum
    except ValueError:
        fits = False
    if not fits:
        why = "this deck code has a mistake in it, or was made with other cards"
        raise _refusal("CHECKSUM", f"{why}; copy it again, and use the rules it was made with")
    if _text(_pack(sovereign, copies) + checksum) != code:
        raise _refusal(
            "FORMAT", "not the way in which the code of this deck is written; copy it again"
        )
    lists = {}
    for part, numbered in zip(_PARTS, copies, strict=True):
        ids = cards.of_part(part)
        lists[part] = _entries({ids[number]: n for number, n in numbered.items()})
    return {"sovereign": cards.sovereigns[sovereign], **lists}


def _refusal(kind: str, why: str) -> SetupError:
    return SetupError((f"DECK_CODE_{kind}",), (why,))


def _text(data: bytes) -> str:
    return f"vw{VERSION}-{urlsafe_b64encode(data).decode().rstrip('=')}"


def _checksum(sovereign: int, copies: Sequence[Mapping[int, int]], cards: Cards) -> bytes:
    """Over the ids, not the numbers, so that it is wrong where a number stands for another card."""
    lines = [cards.sovereigns[sovereign]]
    for part, numbered in zip(_PARTS, copies, strict=True):
        ids = cards.of_part(part)
        lines += [part, *(f"{ids[number]} {n}" for number, n in numbered.items())]
    return sha256("\n".join(lines).encode()).digest()[:_CHECKSUM]


def _pack(sovereign: int, copies: Iterable[Mapping[int, int]]) -> bytes:
    """Numbers of seven bits a byte. An entry is the distance to the card before it, times four, and
    how many copies there are less one; a distance of 0 adds copies to the card before."""
    out = bytearray()
    _put(out, sovereign)
    for numbered in copies:
        entries: list[int] = []
        before = -1
        for number, n in numbered.items():
            while n > 0:
                entries.append((number - before) * _RUN + min(n, _RUN) - 1)
                before, n = number, n - _RUN
        _put(out, len(entries))
        for entry in entries:
            _put(out, entry)
    return bytes(out)


def _unpack(data: bytes, cards: Cards) -> tuple[int, list[dict[int, int]]]:
    """The inverse of `_pack`, for any bytes; `ValueError` where they make no sense."""
    numbers = _numbers(data)
    place = iter(numbers)
    sovereign = next(place, -1)
    copies: list[dict[int, int]] = []
    for part in _PARTS:
        numbered: dict[int, int] = {}
        number = -1
        for _ in range(next(place, 0)):
            entry = next(place, None)
            if entry is None:
                raise ValueError("cut off")
            number += entry // _RUN
            n = numbered.get(number, 0) + entry % _RUN + 1
            if not 0 <= number < len(cards.of_part(part)) or n > MOST:
                raise ValueError("no such card, or too many of it")
            numbered[number] = n
        copies.append(numbered)
    if not 0 <= sovereign < len(cards.sovereigns) or next(place, None) is not None:
        raise ValueError("no such sovereign, or more than a deck")
    return sovereign, copies


def _put(out: bytearray, number: int) -> None:
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def _numbers(data: bytes) -> list[int]:
    numbers: list[int] = []
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number = shift = 0
    if shift:
        raise ValueError("cut off")
    return numbers
