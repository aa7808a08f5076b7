"""Whole games of Terraforming Mars as text, a statement a line:

    game terraforming_mars
    players 2
    option draft true

    p1 begins
    p0 corporations credicor ecoline, draws mine moss trees ...
    p0 takes credicor, buys mine moss
    generation 2
    p0 plays comet, pays 3 titanium, at h05, from p1
    p0 ends
    scores 71 65
    winners p0

A line has an actor (`p0` to `p4`, or `neutral` in solo games) and clauses with commas between them;
a clause has a verb and its words. What follows a `#` is a comment. `VERBS` are all the verbs.

A leaf: reads and writes text, and knows neither the rules nor which ids there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, TypeAlias

from arbitre.errors import LogError

GAME = "terraforming_mars"
NEUTRAL = "neutral"
NOTHING = "nothing"
"""In the place of cards: none are bought."""
MONEY = "money"
"""In the place of metals and heat: all is paid in M€."""
WIDTH = 100
INDENT = "  "

Value: TypeAlias = str | int | bool | list[int]


class Verb(NamedTuple):
    """How many words follow a verb, and what they are."""

    least: int
    most: int
    what: str

    def takes(self, count: int) -> bool:
        return self.least <= count <= self.most


MANY = 1 << 10
VERBS = {
    # chance
    "begins": Verb(0, 0, ""),
    "corporations": Verb(1, MANY, "the corporations dealt"),
    "draws": Verb(1, MANY, "the cards drawn"),
    # set-up, research and what is chosen from cards
    "takes": Verb(1, 1, "a corporation"),
    "buys": Verb(1, MANY, f"the cards bought, or {NOTHING}"),
    "picks": Verb(1, MANY, "the cards picked"),
    "done": Verb(0, 0, ""),
    # turns
    "plays": Verb(1, 1, "a card"),
    "project": Verb(1, 1, "a standard project"),
    "sells": Verb(1, MANY, "the cards sold"),
    "claims": Verb(1, 1, "a milestone"),
    "funds": Verb(1, 1, "an award"),
    "uses": Verb(1, 2, "a card or corporation, and the number of the alternative unless it is 0"),
    "converts": Verb(1, 1, "plants or heat"),
    "opens": Verb(0, 0, ""),
    "ends": Verb(0, 0, ""),
    "passes": Verb(0, 0, ""),
    # answers
    "pays": Verb(1, 6, f"{MONEY}, or amounts such as 2 steel 1 titanium; M€ pay the rest"),
    "at": Verb(1, 1, "a hex"),
    "from": Verb(1, 1, "a player, neutral or nobody"),
    "on": Verb(1, 1, "a card, neutral or nobody"),
    "option": Verb(1, 1, "the number of an option, from 0"),
    "amount": Verb(1, 1, "a number"),
}


class Clause(NamedTuple):
    """What an actor does, or what befalls it."""

    verb: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *self.words])


class Line(NamedTuple):
    """What one actor does, in order; `number` counts the lines of the text from 1."""

    number: int
    actor: str
    clauses: tuple[Clause, ...]

    def __str__(self) -> str:
        return f"{self.actor} {', '.join(map(str, self.clauses))}"


class Check(NamedTuple):
    """What is said of the position: the generation, the points, or who has won."""

    number: int
    what: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.what, *self.values])


CHECKS = ("generation", "scores", "winners")


@dataclass
class Transcript:
    """A game as its text tells it."""

    players: int = 0
    options: dict[str, Value] = field(default_factory=dict)
    lines: list[Line | Check] = field(default_factory=list)
    start: int = 1
    """The number of the line that tells the players."""


def refuse(number: int, why: str) -> NoReturn:
    """A line that can't be read."""
    raise LogError("LOG_LINE", why, line=number)


# --- reading ---


def read(text: str) -> Transcript:
    """What a text tells; `LogError` with code `LOG_LINE` for a line that can't be read."""
    found = Transcript()
    named = False
    for number, whole in _statements(text):
        first, *words = whole.split()
        if not named:
            if [first, *words] != ["game", GAME]:
                refuse(number, f"expected 'game {GAME}' as the first statement, found {whole!r}")
            named = True
        elif first == "players":
            _read_players(found, number, words)
        elif first == "option":
            _read_option(found, number, words)
        elif first in CHECKS:
            found.lines.append(Check(number, first, tuple(words)))
        elif not found.players:
            refuse(number, f"expected 'players' and their number before {first!r}")
        else:
            found.lines.append(_line(number, first, whole))
    if not found.players:
        refuse(text.count("\n") + 1, "the text ends before 'players' and their number")
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments, an indented one joined to the one that it continues."""
    number, whole = 0, ""
    for current, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].rstrip()
        if not said.strip():
            continue
        if said[0].isspace() and whole:
            whole = f"{whole} {said.strip()}"
            continue
        if whole:
            yield number, whole
        number, whole = current, said.strip()
    if whole:
        yield number, whole


def _read_players(found: Transcript, number: int, words: list[str]) -> None:
    if found.players:
        refuse(number, "the number of players is told twice")
    if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 1:
        refuse(number, f"expected a number of players, found {' '.join(words) or 'nothing'}")
    found.players, found.start = int(words[0]), number


def _read_option(found: Transcript, number: int, words: list[str]) -> None:
    if found.lines:
        refuse(number, "options stand before the first line of play")
    name, *values = words or [""]
    if not values:
        refuse(number, "expected the name of an option and its value, such as 'option draft true'")
    if name in found.options:
        refuse(number, f"the option {name} is told twice")
    if all(value.isdecimal() and len(value) < 4 for value in values):
        found.options[name] = [int(value) for value in values]
    elif len(values) == 1:
        found.options[name] = {"true": True, "false": False}.get(values[0], values[0])
    else:
        refuse(number, f"expected one value of the option {name}, or numbers of seats")


def _line(number: int, actor: str, whole: str) -> Line:
    if not is_actor(actor):
        known = ", ".join(("game", "players", "option", *CHECKS))
        refuse(
            number, f"expected an actor, p0 to p4 or {NEUTRAL}, or one of {known}; found {actor!r}"
        )
    rest = whole.partition(actor)[2]
    return Line(number, actor, tuple(_clause(number, part) for part in rest.split(",")))


def is_actor(word: str) -> bool:
    return word == NEUTRAL or (len(word) == 2 and word[0] == "p" and word[1] in "01234")


def _clause(number: int, text: str) -> Clause:
    verb, *words = text.split() or [""]
    expected = VERBS.get(verb)
    if expected is None:
        found = repr(verb) if verb else "nothing"
        refuse(number, f"expected a verb, one of {', '.join(VERBS)}; found {found}")
    if not expected.takes(len(words)):
        found = repr(" ".join(words)) if words else "nothing"
        refuse(number, f"behind {verb}: expected {expected.what or 'nothing'}; found {found}")
    return Clause(verb, tuple(words))


# --- writing ---


def write(transcript: Transcript) -> str:
    """The text of a game; `read` gives it back, but for numbers of lines."""
    lines = [f"game {GAME}", f"players {transcript.players}"]
    lines += [f"option {name} {_shown(value)}" for name, value in transcript.options.items()]
    lines.append("")
    for line in transcript.lines:
        if isinstance(line, Check) and line.what != "winners":
            lines.append("")
        lines += _wrapped(str(line).split(" "))
    return "".join(f"{line}\n" for line in lines)


def _shown(value: Value) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """A statement in lines that are not too long; those after the first are indented."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = INDENT + word
        else:
            line = f"{line} {word}" if line else word
    yield line
