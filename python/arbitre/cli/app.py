"""Puts the command line together: the commands of this package and those that others bring."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, entry_points, requires
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arbitre import ArbitreError, __version__
from arbitre.cli import decks, games, perft, play, replay, rules, show, simulate
from arbitre.cli.output import fail

GROUP = "arbitre.commands"


class Commands(TyperGroup):
    """Ends a failed command with one sentence and exit code 1. Wrong usage ends with 2."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Runs the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            fail(f"{name}{error.strerror or error}")
        except (ArbitreError, ValueError) as error:
            fail(str(error))


def create() -> typer.Typer:
    """The command line with all its commands."""
    app = typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        epilog="Example: arbitre show sept_solines",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(arbitre)
    for module in (games, show, play, replay, simulate, perft, rules, decks):
        module.register(app)
    for entry_point in sorted(entry_points(group=GROUP)):
        _join(app, entry_point)
    return app


def arbitre(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Show the version and exit.",
            is_eager=True,
            callback=lambda asked: _show_version() if asked else None,
        ),
    ] = False,
) -> None:
    """Judges, plays and counts games of strategy."""


def _show_version() -> None:
    typer.echo(f"arbitre {__version__}")
    raise typer.Exit


def _join(app: typer.Typer, entry_point: EntryPoint) -> None:
    """Adds commands of another package. One that is broken must not take the others with it."""
    try:
        entry_point.load()(app)
    except Exception as error:
        _explain_absence(app, entry_point.name, f"{error}{_remedy(entry_point, error)}")


def _explain_absence(app: typer.Typer, name: str, why: str) -> None:
    @app.command(
        name,
        help=f"Not available: {why}",
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )
    def absent() -> None:
        fail(f"{name} is not available: {why}")


def _remedy(entry_point: EntryPoint, error: Exception) -> str:
    """How to install a missing module, when it belongs to an extra of its package."""
    if not isinstance(error, ModuleNotFoundError) or entry_point.dist is None:
        return ""
    package = entry_point.dist.name
    for line in requires(package) or ():
        extra = re.search(r"extra == ['\"]([^'\"]+)", line)
        if extra and re.match(rf"{error.name}\b", line.replace("-", "_")):
            return f"; pip install '{package}[{extra[1]}]'"
    return ""
