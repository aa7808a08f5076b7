"""Writes docs/cli.md from the command line itself; `--check` only compares."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.cli import get_docs_for_click

from arbitre.cli.app import create
from generated import settle

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"

INTRO = """\
# Command line

Comes with `pip install 'arbitre[cli]'`; `serve` needs `arbitre[service]` too. Every command has
`--help`. Exit codes: 0 done, 1 refused or failed, with one sentence on the error stream, 2 wrong
usage. With `--json` a command prints one JSON document for programs. Where colours don't help, set
`NO_COLOR=1`.

| command | what it does |
| --- | --- |
{table}
"""

# What every command has, or what belongs to the shell.
SKIPPED = ("* `--help`", "* `--install-completion`", "* `--show-completion`")


def page() -> str:
    root = typer.main.get_command(create())
    context = typer.Context(root, info_name="arbitre")
    text = get_docs_for_click(obj=root, ctx=context, name="arbitre")
    sections = re.split(r"^(?=#+ `)", text, flags=re.MULTILINE)[2:]  # the first is the root's own
    parts = ["\n".join(tidy(section)) for section in sections]
    table = "\n".join(row(part) for part in parts if "## `" in part)
    return INTRO.format(table=table) + "\n" + "\n\n".join(parts) + "\n"


def tidy(section: str) -> Iterator[str]:
    """A command as this documentation shows it."""
    lines = [line for line in section.strip().splitlines() if not line.startswith(SKIPPED)]
    text = re.sub(r"\*\*Commands\*\*:\n\n(\* .*\n?)*", "", "\n".join(lines))  # each has its section
    text = re.sub(r"\*\*(\w+)\*\*:\n\n(?!\*|```)", "", text)  # options that were all skipped
    text = re.sub(r"^\*\*Usage\*\*:\n\n```console\n\$ (.*)\n```", r"```\n\1\n```", text, flags=re.M)
    text = re.sub(r"^\*\*(\w+)\*\*:", r"\1:", text, flags=re.M)
    text = re.sub(r"^Example: (.*)$", r"Example: `\1`", text, flags=re.M)
    return iter(re.sub(r"\n{3,}", "\n\n", text).strip().splitlines())


def row(part: str) -> str:
    """A command's line in the table: its name, linked, and its first sentence."""
    heading, _, summary, *_ = part.splitlines()
    name = heading.strip("# `")
    return f"| [`{name}`](#{name.replace(' ', '-')}) | {summary.partition('. ')[0].rstrip('.')} |"


if __name__ == "__main__":
    sys.exit(settle(PAGE, page(), "tools/docs_cli.py"))
