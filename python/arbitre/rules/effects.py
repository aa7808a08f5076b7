"""Card effects in a short readable notation, and the lists of small operations they become.

    raise temperature 1; gain titanium 2; remove_any plant 3
    choose { gain plant 3 | add_resource microbe 3 to other | }
    when tags.plant >= 3 { production plant 4 } else { production plant 1 }
    production energy 1 per tags.power

A program is a list of operations with semicolons between them. An operation is its name and then its
parts: words, numbers, and lists in braces; `|` stands between the options of a choice, of which one
may be empty. An amount may be counted: `1 per 2 tags.microbe` is 1 for each two of them.

Must not know any game: a `Vocabulary` says which operations there are, what parts they have and what
can be counted. The engine's counterpart is `cpp/arbitre/effect`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

ARGUMENTS = 6
NO_ARGUMENT = 255

PartKind = Literal["word", "set", "number", "amount", "flag", "list", "options", "conditions"]


class NotationError(ValueError):
    """A text that is no program: where it goes wrong, counted from 1, and what to write instead."""

    def __init__(self, at: int, why: str) -> None:
        self.at = at
        self.why = why
        super().__init__(f"at character {at}: {why}")


@dataclass(frozen=True)
class Part:
    """One part of an operation, in the order in which it is written."""

    kind: PartKind
    slot: str
    """Where it goes: `amount`, `list`, `other`, or `1` to `6` for an argument."""
    words: tuple[str, ...] = ()
    """Of a word or a set; a word's number is its place here."""
    keyword: str = ""
    """Written in front of it."""
    optional: bool = False
    default: int | Literal["amount"] = 0
    """What it is when it is left out: a number, or the same as the amount."""


@dataclass(frozen=True)
class Signature:
    """An operation: its name and its parts. Its code is its place in the vocabulary."""

    name: str
    parts: tuple[Part, ...] = ()


class Comparison(NamedTuple):
    """A condition: its kind, an argument, and inclusive bounds (None where there is none)."""

    kind: str
    argument: int
    lo: int | None
    hi: int | None


@dataclass(frozen=True)
class ConditionKind:
    """Something that can be asked for: `name <= 5`, `name.word >= 1`, or the bare name."""

    name: str
    words: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True)
class Counter:
    """Something that can be counted: `name` or `name.word`. Its number is its place, from 1."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """What a game's programs may say."""

    ops: tuple[Signature, ...]
    counters: tuple[Counter, ...]
    conditions: tuple[ConditionKind, ...]

    def signature(self, name: str) -> tuple[int, Signature] | None:
        for code, signature in enumerate(self.ops):
            if signature.name == name:
                return code, signature
        return None


@dataclass
class Op:
    """An operation as the engine has it, with the lists inside it still as programs."""

    code: int
    amount: int = 0
    count: int = 0
    count_arg: int = 0
    per: int = 1
    arguments: list[int] = field(default_factory=lambda: [0] * ARGUMENTS)
    lists: list[Program] = field(default_factory=list)
    other: Program | None = None
    conditions: list[Comparison] = field(default_factory=list)


Program = list[Op]

# --- reading -----------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(?:(?P<number>[+-]?\d+)|(?P<word>[a-z_][a-z0-9_.+]*)|(?P<sign>[{}|;,]|<=|>=))")


class Token(NamedTuple):
    kind: str
    text: str
    at: int


class Reader:
    """The tokens of a text, one after the other; for programs and for whatever a game adds."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._tokens = list(_tokens(text))
        self._at = 0
        self._end = len(text) + 1

    # --- tokens ---

    def peek(self) -> Token:
        if self._at < len(self._tokens):
            return self._tokens[self._at]
        return Token("end", "the end", self._end)

    def next(self) -> Token:
        token = self.peek()
        self._at += 1
        return token

    def fail(self, wanted: str) -> NotationError:
        token = self.peek()
        return NotationError(token.at, f"expected {wanted}, found {token.text!r}")

    def takes(self, text: str) -> bool:
        """Takes the next token if it is this one."""
        if self.peek().text == text and self.peek().kind != "end":
            self._at += 1
            return True
        return False

    def demand(self, text: str) -> None:
        if not self.takes(text):
            raise self.fail(repr(text))

    def finish(self) -> None:
        if self.peek().kind != "end":
            raise self.fail("the end")

    def number(self) -> int:
        if self.peek().kind != "number":
            raise self.fail("a number")
        return int(self.next().text)

    def word(self, words: Sequence[str]) -> int:
        """The place of the next word in a list."""
        token = self.peek()
        if token.kind != "word" or token.text not in words:
            raise self.fail(f"one of {', '.join(words)}")
        self._at += 1
        return words.index(token.text)

    def set(self, words: Sequence[str]) -> int:
        """Words with plus signs between them, as bits."""
        token = self.next()
        bits = 0
        for word in token.text.split("+"):
            if token.kind != "word" or word not in words:
                self._at -= 1
                raise self.fail(f"some of {', '.join(words)} with + between them")
            bits |= 1 << words.index(word)
        return bits

    # --- programs ---

    def program(self) -> Program:
        """Operations up to the end, a closing brace or a bar."""
        program: Program = []
        while self.peek().kind != "end" and self.peek().text not in ("}", "|"):
            program.append(self.op())
            if not self.takes(";"):
                break
        return program

    def braced(self) -> Program:
        self.demand("{")
        program = self.program()
        self.demand("}")
        return program

    def op(self) -> Op:
        token = self.peek()
        found = self.vocabulary.signature(token.text) if token.kind == "word" else None
        if found is None:
            raise self.fail("an operation")
        self._at += 1
        code, signature = found
        op = Op(code)
        for part in signature.parts:
            self._part(op, part)
        return op

    def _part(self, op: Op, part: Part) -> None:
        if part.kind == "flag":
            _store(op, part.slot, int(self.takes(part.keyword)))
            return
        if part.keyword and not self.takes(part.keyword):
            if not part.optional:
                raise self.fail(repr(part.keyword))
            if part.slot == "other":
                op.other = []
            else:
                _store(op, part.slot, _default(op, part))
            return
        match part.kind:
            case "word":
                _store(op, part.slot, self.word(part.words))
            case "set":
                _store(op, part.slot, self.set(part.words))
            case "number":
                _store(op, part.slot, self.number())
            case "amount":
                op.amount, op.count, op.count_arg, op.per = self.amount()
            case "conditions":
                op.conditions = self.conditions()
                op.arguments[0] = len(op.conditions)
            case "list" if part.slot == "other":
                op.other = self.braced()
            case "list":
                op.lists.append(self.braced())
            case "options":
                self.demand("{")
                op.lists.append(self.program())
                while self.takes("|"):
                    op.lists.append(self.program())
                self.demand("}")
                op.arguments[0] = len(op.lists)

    def amount(self) -> tuple[int, int, int, int]:
        """A number, perhaps `per` something: (amount, count, argument, per)."""
        amount = self.number()
        if not self.takes("per"):
            return amount, 0, 0, 1
        per = self.number() if self.peek().kind == "number" else 1
        if per < 1:
            raise self.fail("a number from 1 on")
        names = {
            f"{counter.name}.{word}" if word else counter.name: (number, place)
            for number, counter in enumerate(self.vocabulary.counters, 1)
            for place, word in enumerate(counter.words or ("",))
        }
        found = names.get(self.peek().text)
        if found is None:
            raise self.fail("something that can be counted, such as " + next(iter(names)))
        self._at += 1
        return amount, found[0], found[1], per

    def conditions(self) -> list[Comparison]:
        """Conditions with commas between them."""
        conditions = [self.condition()]
        while self.takes(","):
            conditions.append(self.condition())
        return conditions

    def condition(self) -> Comparison:
        token = self.peek()
        name, _, word = token.text.partition(".")
        for kind in self.vocabulary.conditions:
            if kind.name != name or bool(kind.words) is not bool(word):
                continue
            if kind.words and word not in kind.words:
                continue
            self._at += 1
            argument = kind.words.index(word) if kind.words else 0
            if kind.bare:
                return Comparison(kind.name, argument, None, None)
            if self.takes("<="):
                return Comparison(kind.name, argument, None, self.number())
            self.demand(">=")
            return Comparison(kind.name, argument, self.number(), None)
        raise self.fail(f"one of {', '.join(kind.name for kind in self.vocabulary.conditions)}")


def read_program(text: str, vocabulary: Vocabulary) -> Program:
    """The program that a text says. Raises `NotationError`."""
    reader = Reader(text, vocabulary)
    program = reader.program()
    reader.finish()
    return program


def read_conditions(text: str, vocabulary: Vocabulary) -> list[Comparison]:
    """The conditions that a text says; none for an empty text."""
    reader = Reader(text, vocabulary)
    conditions = reader.conditions() if text.strip() else []
    reader.finish()
    return conditions


def read_amount(text: str, vocabulary: Vocabulary) -> tuple[int, int, int, int]:
    """The amount that a text says: (amount, count, argument, per)."""
    reader = Reader(text, vocabulary)
    amount = reader.amount()
    reader.finish()
    return amount


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            start = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            raise NotationError(start, f"unexpected {text[start - 1]!r}")
        kind = str(match.lastgroup)
        yield Token(kind, match[kind], match.start(kind) + 1)
        at = match.end()


def _store(op: Op, slot: str, value: int) -> None:
    if slot == "amount":
        op.amount = value
    else:
        op.arguments[int(slot) - 1] = value


# --- writing -----------------------------------------------------------------------------------


def write_program(program: Program, vocabulary: Vocabulary) -> str:
    """The text of a program, in one spelling: the inverse of `read_program`."""
    return "; ".join(_write_op(op, vocabulary) for op in program)


def _write_op(op: Op, vocabulary: Vocabulary) -> str:
    signature = vocabulary.ops[op.code]
    words = [signature.name]
    for part in signature.parts:
        if part.kind == "flag":
            if _stored(op, part.slot):
                words.append(part.keyword)
            continue
        if part.optional and part.slot != "other" and _stored(op, part.slot) == _default(op, part):
            continue
        if part.optional and part.slot == "other" and not op.other:
            continue
        if part.keyword:
            words.append(part.keyword)
        words.append(_write_part(op, part, vocabulary))
    return " ".join(word for word in words if word)


def _write_part(op: Op, part: Part, vocabulary: Vocabulary) -> str:
    match part.kind:
        case "word":
            return part.words[_stored(op, part.slot)]
        case "set":
            bits = _stored(op, part.slot)
            return "+".join(word for i, word in enumerate(part.words) if bits >> i & 1)
        case "amount":
            return write_amount(op.amount, op.count, op.count_arg, op.per, vocabulary)
        case "conditions":
            return write_conditions(op.conditions, vocabulary)
        case "options":
            options = " | ".join(write_program(option, vocabulary) for option in op.lists)
            return f"{{ {options} }}"
        case "list":
            inner = (op.other or []) if part.slot == "other" else op.lists[0]
            return f"{{ {write_program(inner, vocabulary)} }}"
        case _:
            return str(_stored(op, part.slot))


def write_amount(amount: int, count: int, argument: int, per: int, vocabulary: Vocabulary) -> str:
    if count == 0:
        return str(amount)
    counter = vocabulary.counters[count - 1]
    name = f"{counter.name}.{counter.words[argument]}" if counter.words else counter.name
    return f"{amount} per {name}" if per == 1 else f"{amount} per {per} {name}"


def write_conditions(conditions: Sequence[Comparison], vocabulary: Vocabulary) -> str:
    kinds = {kind.name: kind for kind in vocabulary.conditions}
    texts = []
    for condition in conditions:
        kind = kinds[condition.kind]
        name = f"{kind.name}.{kind.words[condition.argument]}" if kind.words else kind.name
        if condition.lo is not None:
            name += f" >= {condition.lo}"
        elif condition.hi is not None:
            name += f" <= {condition.hi}"
        texts.append(name)
    return ", ".join(texts)


def _default(op: Op, part: Part) -> int:
    return op.amount if part.default == "amount" else part.default


def _stored(op: Op, slot: str) -> int:
    return op.amount if slot == "amount" else op.arguments[int(slot) - 1]


# --- assembling --------------------------------------------------------------------------------

NO_PROGRAM = -1
UNBOUNDED = 999

OP_COLUMNS = (
    "code",
    "count",
    "count_arg",
    "per",
    "amount",
    "list",
    "other",
    *(f"arg_{i}" for i in range(1, ARGUMENTS + 1)),
)


@dataclass
class _Listed:
    path: str
    option: bool
    rows: list[tuple[int, ...]]


class Assembler:
    """Collects the programs and conditions of a game as the rows of its tables.

    Programs are numbered as they are added; lists inside a program follow it, and the options of a
    choice have numbers in a row.
    """

    def __init__(self, vocabulary: Vocabulary, condition_kinds: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        self._condition_kinds = list(condition_kinds)
        self._programs: list[_Listed] = []
        self.conditions: list[tuple[int, int, int, int]] = []

    def add(self, path: str, program: Program) -> int:
        """Adds a program and gives its number."""
        number = self._reserve(path, option=False)
        self._fill(number, program)
        return number

    def add_conditions(self, conditions: Sequence[Comparison]) -> int:
        """Adds conditions in a row and gives the number of the first."""
        first = len(self.conditions)
        for condition in conditions:
            kind = self._condition_kinds.index(condition.kind)
            lo = -UNBOUNDED if condition.lo is None else condition.lo
            hi = UNBOUNDED if condition.hi is None else condition.hi
            self.conditions.append((kind, condition.argument, lo, hi))
        return first

    def program_rows(self) -> list[tuple[str, tuple[int, int, int]]]:
        """Path, then first op, number of ops, whether it is an option."""
        rows = []
        first = 0
        for listed in self._programs:
            rows.append((listed.path, (first, len(listed.rows), int(listed.option))))
            first += len(listed.rows)
        return rows

    def op_rows(self) -> list[tuple[int, ...]]:
        return [row for listed in self._programs for row in listed.rows]

    def _reserve(self, path: str, *, option: bool) -> int:
        self._programs.append(_Listed(path, option, []))
        return len(self._programs) - 1

    def _fill(self, number: int, program: Program) -> None:
        listed = self._programs[number]
        for index, op in enumerate(program):
            path = f"{listed.path}/{index}"
            numbers = self._reserve_lists(op, path)
            other = NO_PROGRAM
            if self._has_other(op):
                other = self._reserve(f"{path}/else", option=False)
            amount = self.add_conditions(op.conditions) if op.conditions else op.amount
            first = numbers[0] if numbers else NO_PROGRAM
            row = (op.code, op.count, op.count_arg, op.per, amount, first, other, *op.arguments)
            listed.rows.append(row)
            for inner, inner_program in zip(numbers, op.lists, strict=True):
                self._fill(inner, inner_program)
            if other != NO_PROGRAM:
                self._fill(other, op.other or [])

    def _reserve_lists(self, op: Op, path: str) -> list[int]:
        choice = any(part.kind == "options" for part in self.vocabulary.ops[op.code].parts)
        if choice:
            return [
                self._reserve(f"{path}/options/{i}", option=True) for i in range(len(op.lists))
            ]
        return [self._reserve(f"{path}/then", option=False) for _ in op.lists]

    def _has_other(self, op: Op) -> bool:
        return any(part.slot == "other" for part in self.vocabulary.ops[op.code].parts)


def disassemble(
    number: int,
    programs: Sequence[tuple[int, int, int]],
    ops: Sequence[Sequence[int]],
    conditions: Sequence[Comparison],
    vocabulary: Vocabulary,
) -> Program:
    """A program from the rows of the tables, the inverse of `Assembler.add`."""
    inner: Callable[[int], Program] = lambda n: disassemble(  # noqa: E731
        n, programs, ops, conditions, vocabulary
    )
    first, size, _ = programs[number]
    program: Program = []
    for row in ops[first : first + size]:
        code, count, count_arg, per, amount, lists, other, *arguments = row
        op = Op(code, amount, count, count_arg, per, list(arguments))
        kinds = {part.kind: part for part in vocabulary.ops[code].parts}
        if "conditions" in kinds:
            op.conditions = list(conditions[amount : amount + arguments[0]])
            op.amount = 0
        if "options" in kinds:
            op.lists = [inner(lists + i) for i in range(arguments[0])]
        elif lists != NO_PROGRAM:
            op.lists = [inner(lists)]
        if other != NO_PROGRAM:
            op.other = inner(other)
        program.append(op)
    return program


def named(names: Sequence[str]) -> Mapping[str, int]:
    """The places of names."""
    return {name: place for place, name in enumerate(names)}
