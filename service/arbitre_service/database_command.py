"""The `db` commands, which join the `arbitre` command line."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated, Final, NoReturn

import typer

# Every `arbitre` command imports this module, so what only databases need is imported there.

_SHOWN: Final = 20

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; ARBITRE_DATABASE otherwise.",
        show_default="a file of its own",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document for programs.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    database = typer.Typer(no_args_is_help=True, help="Look after the database of matches.")
    database.command(
        epilog="Example: arbitre db upgrade --database postgresql://arbitre@db.example/arbitre"
    )(upgrade)
    database.command(epilog="Example: arbitre db check --json")(check)
    app.add_typer(database, name="db")


def upgrade(database: Database = None, json: Json = False) -> None:
    """Make the tables of matches, or bring them to this version. Back the database up before."""
    from arbitre_service.adapters.databases import DatabaseError, shown
    from arbitre_service.adapters.databases import upgrade as run

    address = _address(database)
    try:
        before, now = run(address)
    except DatabaseError as error:
        _fail(str(error))
    if json:
        _print_json({"database": shown(address), "before": before, "now": now})
    elif before == now:
        typer.echo(f"{shown(address)} is of revision {now} already.")
    else:
        typer.echo(f"{shown(address)}: revision {before or 'none'} -> {now}.")


def check(
    database: Database = None,
    content: Annotated[
        list[str] | None,
        typer.Option(help="GAME=PATH: content that matches were played with. Repeatable."),
    ] = None,
    json: Json = False,
) -> None:
    """Replay every match, row by row; name those that differ, each with its first row that does.
    A difference ends with exit code 1."""
    from arbitre_service.adapters.databases import DatabaseError, open_store, revision, shown
    from arbitre_service.adapters.engine import EngineJudge
    from arbitre_service.adapters.umpire import EngineUmpire
    from arbitre_service.errors import ServiceError
    from arbitre_service.matches.check import Finding
    from arbitre_service.matches.check import check as run

    address = _address(database)

    async def work() -> list[Finding]:
        store = open_store(address)
        await store.open(lambda match: None)
        try:
            umpire = EngineUmpire(EngineJudge(content or ()))
            return [finding async for finding in run(store, umpire)]
        finally:
            await store.close()

    try:
        found, newest = revision(address)
        if found != newest:
            raise DatabaseError(f"{shown(address)} isn't of revision {newest}: arbitre db upgrade")
        findings = asyncio.run(work())
    except (DatabaseError, ValueError) as error:
        _fail(str(error))
    except ServiceError as error:
        _fail(error.detail)
    wrong = [finding for finding in findings if not finding.ok]
    rows = sum(finding.rows for finding in findings)
    if json:
        differences = [
            {"match": one.match, "game": one.game, "row": one.number, "why": one.why}
            for one in wrong
        ]
        _print_json({"matches": len(findings), "rows": rows, "differences": differences})
    else:
        for one in wrong[:_SHOWN]:
            typer.echo(f"match {one.match} ({one.game}), row {one.number}: {one.why}")
        if len(wrong) > _SHOWN:
            typer.echo(f"... and {len(wrong) - _SHOWN} more")
        typer.echo(f"{len(findings)} matches, {rows} rows: {len(wrong)} differ")
    if wrong:
        raise typer.Exit(1)


def _address(database: str | None) -> str:
    from arbitre_service.adapters.databases import NONE, default_address

    address = database or os.environ.get("ARBITRE_DATABASE") or default_address()
    if address == NONE:
        _fail("there is no database: name one with --database")
    return address


def _print_json(data: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2))


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"arbitre: {sentence}", err=True)
    raise typer.Exit(1)
