"""What commands print: data as JSON, tables for people, failures as a sentence on stderr."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 120


def console() -> Console:
    """Standard output. Labels are data, so nothing in them is taken for markup."""
    is_known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(
        width=None if is_known else PIPED_WIDTH, markup=False, highlight=False, emoji=False
    )


def table(*columns: str, right: tuple[int, ...] = (), title: str = "") -> Table:
    """An empty table; the columns numbered in `right` are aligned to the right."""
    made = Table(
        title=Text(title, style="bold") if title else None,
        title_justify="left",
        box=None,
        header_style="dim",
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for number, column in enumerate(columns):
        made.add_column(column, justify="right" if number in right else "left")
    return made


def print_json(data: Any) -> None:
    """Data for programs, on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2))


def fail(sentence: str) -> NoReturn:
    """Ends the command with exit code 1 and a sentence on standard error."""
    typer.echo(f"arbitre: {sentence}", err=True)
    raise typer.Exit(1)
