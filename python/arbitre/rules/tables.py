"""Compiled rules: named tables of integers, in the canonical text that the engine reads.

Must not know any game. The text is the input of the rules digest, so equal rules give equal text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from arbitre.errors import RulesError

FORMAT_VERSION = 1

_ID = re.compile(r"[A-Za-z0-9_]{1,64}", re.ASCII)
_INT64 = range(-(2**63), 2**63)


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the data of one game: a field for each table of its files.

    The schema module of a game defines a subclass named `Content` with the checks that one table
    alone cannot make, so that inconsistent content does not exist.
    """


class Table(msgspec.Struct, frozen=True):
    """A table: its name, the names of its columns, and (row id, integers) for each row."""

    name: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int]]]


def render(game: str, tables: Iterable[Table]) -> str:
    """The canonical text of compiled rules; `RulesError` when a table cannot be written."""
    _claim(game, set())
    lines = [f"arbitre-rules {FORMAT_VERSION} {game}"]
    names: set[str] = set()
    for table in tables:
        _claim(table.name, names, table.name)
        columns: set[str] = set()
        for column in table.columns:
            _claim(column, columns, table.name, "", column)
        lines += ["", " ".join([f"[{table.name}]", *table.columns]), *_rows(table)]
    return "\n".join(lines) + "\n"


def parse(text: str) -> list[Table]:
    """The tables of a canonical text, the inverse of `render`."""
    tables = []
    for block in text.rstrip("\n").split("\n\n")[1:]:
        head, *lines = block.split("\n")
        name, *columns = head.split(" ")
        rows = [(row_id, [int(cell) for cell in cells]) for row_id, *cells in map(str.split, lines)]
        tables.append(Table(name.strip("[]"), columns, rows))
    return tables


def _rows(table: Table) -> Iterator[str]:
    ids: set[str] = set()
    for row_id, cells in table.rows:
        _claim(row_id, ids, table.name, row_id)
        if len(cells) != len(table.columns):
            why = f"expected {len(table.columns)} integers, got {len(cells)}"
            raise RulesError(table.name, row_id, "", why)
        for column, cell in zip(table.columns, cells, strict=True):
            if type(cell) is not int or cell not in _INT64:
                why = f"expected an integer of 64 bits, got {cell!r}"
                raise RulesError(table.name, row_id, column, why)
        yield " ".join([row_id, *map(str, cells)])


def _claim(text: str, taken: set[str], table: str = "", row: str = "", column: str = "") -> None:
    """Adds an id to those of its kind; refuses a malformed or repeated one."""
    if not _ID.fullmatch(text):
        why = f"expected an id of up to 64 letters, digits and underscores, got {text!r}"
        raise RulesError(table, row, column, why)
    if text in taken:
        raise RulesError(table, row, column, f"{text} appears twice; ids must differ")
    taken.add(text)
