"""Orders of Satrapies as text, one a line:

    attica -> arcadia 1E        an elite moves from Attica to Arcadia
    ionia -> lydia 2M           two mercenaries move; each pays for itself
    recruit attica              a new mercenary in Attica
    promote attica M            a mercenary in Attica becomes an elite
    submit                      these are all the orders

A reader is lenient where nothing can be misunderstood. Orders may also be separated by `;` or `,`.
What follows a `#` is a comment. Case, accents, and dashes and underscores inside of names make no
difference. A zone is named by its id, by its name in any language, or by the beginning of either
(three letters at least) if no other zone begins like that. The arrow may be `->`, `-`, `\u2192` or
`to`; the units may stand before the zones or behind them, and a count of one may be left out.
`recruter`, `promouvoir` and `envoyer` are understood too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn, TypeAlias

from arbitre.errors import OrdersError

Move: TypeAlias = dict[str, Any]
"""A move as `Game.move` takes it."""

CLASSES = ("M", "E", "G")
MOST_UNITS = 10
SHORTEST = 3  # letters of an abbreviated name

KEYWORDS = {
    "en": {"recruit": "recruit", "promote": "promote", "submit": "submit"},
    "fr": {"recruit": "recruter", "promote": "promouvoir", "submit": "envoyer"},
}
_MEANING = {said: word for words in KEYWORDS.values() for word, said in words.items()}
_ARROWS = ("->", "-", "\N{RIGHTWARDS ARROW}", "\N{EN DASH}", "to")
_TOKEN = re.compile(r"->|[-\u2192\u2013]|[\w'\u2019]+|\S")
_UNITS = re.compile(r"(\d{0,3})([meg])", re.IGNORECASE)
_NO_UNITS = re.compile(r"\d*[^\W\d_]")  # written like units

ORDER = "an order, such as 'attica -> arcadia 1E', 'recruit attica' or 'submit'"
UNITS = "units, such as 2M for two mercenaries, 1E or G"


class Token(NamedTuple):
    """A word or a sign and where it stands, from 1."""

    text: str
    line: int
    column: int

    def refuse(self, expected: str) -> NoReturn:
        raise OrdersError(self.line, self.column, self.text, expected)


class Words:
    """The names of zones: ids, and labels in whatever languages there are.

    `labels` maps a language to the label of each zone by its id.
    """

    def __init__(self, zones: Iterable[str], labels: Mapping[str, Mapping[str, str]]) -> None:
        self._labels = labels
        self._zones: dict[str, str] = {}
        for zone in zones:
            for name in (zone, *(label[zone] for label in labels.values())):
                self._zones.setdefault(plain(name), zone)

    def shown(self, zone: str, lang: str | None) -> str:
        """The name of a zone in a language; its id without one."""
        return zone if lang is None else self._labels[lang][zone]

    def matching(self, name: str) -> list[str]:
        """The zones that a name may stand for: one for a whole name, else all that begin so."""
        if (zone := self._zones.get(name)) is not None:
            return [zone]
        if len(name) < SHORTEST:
            return []
        return list(dict.fromkeys(z for known, z in self._zones.items() if known.startswith(name)))

    def near(self, name: str) -> list[str]:
        """Zones whose names look like a misspelt one."""
        found = get_close_matches(name, self._zones, n=3, cutoff=0.7)
        return list(dict.fromkeys(self._zones[known] for known in found))


def plain(text: str) -> str:
    """A name without what is easily left out: case, accents, dashes and underscores."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = (" " if c in "_-'\u2019\u2013" else c for c in decomposed if not _is_accent(c))
    return " ".join("".join(letters).split())


def _is_accent(character: str) -> bool:
    return unicodedata.combining(character) != 0


# --- writing ---


def write(orders: Mapping[str, Any], words: Words, lang: str | None = None) -> str:
    """The orders of a power, as the state document holds them, in the notation above."""
    keywords = KEYWORDS.get(lang or "en", KEYWORDS["en"])

    def zone(name: str) -> str:
        return words.shown(name, lang)

    lines = [
        f"{zone(move['from'])} -> {zone(move['to'])} {move['count']}{move['unit_class']}"
        for move in orders["moves"]
    ]
    for build in orders["builds"]:
        line = f"{keywords[build['kind']]} {zone(build['zone'])}"
        lines.append(line if build["kind"] == "recruit" else f"{line} {build['unit_class']}")
    return "".join(f"{line}\n" for line in lines)


# --- reading ---


def parse(text: str, words: Words) -> list[Move]:
    """The moves that a text orders, in its sequence; `OrdersError` names the token at fault."""
    moves: list[Move] = []
    for tokens, end in _orders(text):
        moves += _order(tokens, end, words)
    return moves


def _orders(text: str) -> Iterator[tuple[list[Token], Token]]:
    """The tokens of each order, with the place behind it."""
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0]
        tokens: list[Token] = []
        for match in _TOKEN.finditer(line):
            token = Token(match[0], number, match.start() + 1)
            if token.text in (";", ","):
                if tokens:
                    yield tokens, Token("", number, token.column)
                tokens = []
            else:
                tokens.append(token)
        if tokens:
            yield tokens, Token("", number, len(line.rstrip()) + 1)


def _order(tokens: Sequence[Token], end: Token, words: Words) -> list[Move]:
    first, *rest = tokens
    keyword = _MEANING.get(plain(first.text))
    if keyword == "submit":
        if rest:
            rest[0].refuse(f"nothing behind {first.text}")
        return [{"kind": "submit"}]
    if keyword == "recruit":
        return [{"kind": "recruit", "zone": _zone(rest, end, words)}]
    if keyword == "promote":
        count, unit_class, site = _units(rest, end, "the class to promote, M or E")
        if count != 1:
            first.refuse("one promotion an order: a province promotes one unit a turn")
        return [{"kind": "promote", "zone": _zone(site, end, words), "unit_class": unit_class}]
    return _move(tokens, end, words)


def _move(tokens: Sequence[Token], end: Token, words: Words) -> list[Move]:
    arrows = [i for i, token in enumerate(tokens) if token.text.casefold() in _ARROWS]
    if not arrows:
        _refuse_without_arrow(tokens, end, words)
    count, unit_class, rest = _units(tokens, end, UNITS)
    arrows = [i for i, token in enumerate(rest) if token.text.casefold() in _ARROWS]
    # Names may hold dashes of their own: the arrow is the first that parts two zones.
    for i in arrows:
        if _is_zone(rest[:i], words) and _is_zone(rest[i + 1 :], words):
            break
    else:
        i = next((i for i in arrows if _is_zone(rest[:i], words)), arrows[0])
    move = {
        "kind": "move",
        "from": _zone(rest[:i], rest[i], words),
        "to": _zone(rest[i + 1 :], end, words),
        "unit_class": unit_class,
    }
    return [dict(move) for _ in range(count)]


def _refuse_without_arrow(tokens: Sequence[Token], end: Token, words: Words) -> NoReturn:
    first = tokens[0]
    if _UNITS.fullmatch(first.text) or first.text.isdigit() or words.matching(plain(first.text)):
        end.refuse("an arrow and the zone to move to, as in 'attica -> arcadia 1E'")
    first.refuse(ORDER)


def _units(tokens: Sequence[Token], end: Token, expected: str) -> tuple[int, str, Sequence[Token]]:
    """Count and class, from the end of an order or its beginning, and what is left of it."""
    for here, rest in (_last_units(tokens), _first_units(tokens)):
        if here:
            digits, letter = "".join(token.text for token in here)[:-1], here[-1].text[-1]
            count = int(digits or 1)
            if not 1 <= count <= MOST_UNITS:
                here[0].refuse(f"a count from 1 to {MOST_UNITS}")
            return count, letter.upper(), rest
    if tokens and _NO_UNITS.fullmatch(tokens[-1].text):
        tokens[-1].refuse(expected)  # a letter that is no class
    end.refuse(expected)


def _last_units(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    if len(tokens) > 1 and tokens[-2].text.isdigit() and tokens[-1].text.upper() in CLASSES:
        return tokens[-2:], tokens[:-2]
    if tokens and _UNITS.fullmatch(tokens[-1].text):
        return tokens[-1:], tokens[:-1]
    return (), tokens


def _first_units(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    if len(tokens) > 1 and tokens[0].text.isdigit() and tokens[1].text.upper() in CLASSES:
        return tokens[:2], tokens[2:]
    if tokens and _UNITS.fullmatch(tokens[0].text):
        return tokens[:1], tokens[1:]
    return (), tokens


def _name(tokens: Sequence[Token]) -> str:
    return plain(" ".join(token.text for token in tokens))


def _is_zone(tokens: Sequence[Token], words: Words) -> bool:
    return len(words.matching(_name(tokens))) == 1


def _zone(tokens: Sequence[Token], end: Token, words: Words) -> str:
    """The zone that tokens name; `end` is what stands behind them."""
    if not tokens:
        end.refuse("a zone")
    name = _name(tokens)
    found = words.matching(name)
    if len(found) == 1:
        return found[0]
    said = Token(" ".join(token.text for token in tokens), tokens[0].line, tokens[0].column)
    if found:
        said.refuse(f"a zone; more letters, as this may be {_either(found)}")
    near = words.near(name)
    said.refuse(f"a zone of this map{f'; did you mean {_either(near)}?' if near else ''}")


def _either(zones: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(zones[:-1]), zones[-1])))
