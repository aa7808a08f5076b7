"""The command line `arbitre`. A leaf: the rest of the package does not know it.

One module for each command. Commands of other packages join through the entry-point group
`arbitre.commands`: an entry point loads to a function that adds commands to a `typer.Typer`.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Runs the command line; exit codes are 0, 1 (refused or failed) and 2 (wrong usage)."""
    try:
        from arbitre.cli.app import create
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        sys.exit("The command line needs more packages: pip install 'arbitre[cli]'")
    # Labels go beyond ASCII; a terminal that does not still shows the rest. What is typed may be
    # anything.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    create()(prog_name="arbitre")
