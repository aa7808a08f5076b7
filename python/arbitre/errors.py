"""The exceptions of the package. Each says what is wrong and what to do about it.

Raised for what a programmer, an operator or a designer can cause. What a player can cause is a
verdict, a value; it becomes an exception (`Rejected`) only when a refused move is applied.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple, Protocol


class Verdict(Protocol):
    """What `Rejected` reads of a verdict: the code of the refusal and its numbers."""

    @property
    def code(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def need(self) -> int: ...
    @property
    def have(self) -> int: ...


class ArbitreError(Exception):
    """Base of every exception of this package."""


class RulesError(ArbitreError):
    """Rules data that cannot be used.

    `table`, `row` and `column` say where ("" where they do not apply), `why` says what is expected
    instead, `file` is the data file at fault where it is known.
    """

    def __init__(
        self,
        table: str,
        row: str | int,
        column: str | int,
        why: str,
        file: str | None = None,
    ) -> None:
        super().__init__(table, row, column, why, file)
        self.table = table
        self.row = row
        self.column = column
        self.why = why
        self.file = file

    def __str__(self) -> str:
        place = [self.table] if self.table else []
        place += [f"row {self.row}"] if self.row != "" else []
        place += [f"column {self.column}"] if self.column != "" else []
        parts = [self.file or "", ", ".join(place), self.why]
        return ": ".join(part for part in parts if part)


class WireError(ArbitreError):
    """Bytes that are not a state of this engine and these rules; `code` is stable."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why

    def __str__(self) -> str:
        return f"{self.code}: {self.why}"


class DocumentError(ArbitreError):
    """A document that is no position of the game; `pointer` is a JSON pointer into it."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(pointer, why)
        self.pointer = pointer
        self.why = why

    def __str__(self) -> str:
        return f"{self.pointer or 'document'}: {self.why}"


class Reason(NamedTuple):
    """One reason against a set-up or a deck: a stable name and a readable sentence."""

    code: str
    detail: str


class SetupError(ArbitreError):
    """A set-up that cannot be played, with every reason at once.

    `codes` are stable names, `details` one readable sentence for each of them.
    """

    def __init__(self, codes: tuple[str, ...], details: tuple[str, ...] = ()) -> None:
        super().__init__(codes, details)
        self.codes = codes
        self.details = details

    @property
    def reasons(self) -> list[Reason]:
        """Codes and details in pairs."""
        pairs = zip_longest(self.codes, self.details, fillvalue="")
        return [Reason(code, detail) for code, detail in pairs]

    def __str__(self) -> str:
        return "; ".join(": ".join(part for part in reason if part) for reason in self.reasons)


class Rejected(ArbitreError):
    """A refused move was applied; `verdict` says why. The state it was applied to is unchanged."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict

    def __str__(self) -> str:
        v = self.verdict
        numbers = f"need {v.need}, have {v.have}" if v.need or v.have else ""
        said = ", ".join(part for part in (v.subject, numbers) if part)
        return f"{v.code}: {said}" if said else v.code


class OrdersError(ArbitreError):
    """A text that is no list of orders.

    `line` and `column`, from 1, say where; `token` is what stands there ("" at the end of an
    order), `expected` what should.
    """

    def __init__(self, line: int, column: int, token: str, expected: str) -> None:
        super().__init__(line, column, token, expected)
        self.line = line
        self.column = column
        self.token = token
        self.expected = expected

    def __str__(self) -> str:
        found = f'"{self.token}"' if self.token else "the end of the order"
        return f"line {self.line}, column {self.column}: expected {self.expected}, found {found}"


class LogError(ArbitreError):
    """A match log that can't be read, or that the rules don't confirm.

    `code` is stable, `why` says what differs and what to do. `ply` is the move at fault, chance
    moves counted: 0 for the header and the set-up, None where it is the file as a whole. `verdict`
    tells why a move is refused; `file` is the log where it is known, `line`, from 1, the place in a
    log that is a text.
    """

    def __init__(
        self,
        code: str,
        why: str,
        ply: int | None = None,
        verdict: Verdict | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(code, why, ply, verdict, file, line)
        self.code = code
        self.why = why
        self.ply = ply
        self.verdict = verdict
        self.file = file
        self.line = line

    def __str__(self) -> str:
        place = "" if self.ply is None else f"ply {self.ply}"
        if self.line is not None:
            place = f"line {self.line}"
        return ": ".join(part for part in (self.file or "", place, self.code, self.why) if part)
