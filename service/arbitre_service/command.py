"""The `serve` command, which joins the `arbitre` command line."""

from __future__ import annotations

import os
import socket
from typing import Annotated, Any, Final

import typer
from msgspec.structs import replace

from arbitre_service.settings import Settings

# Every `arbitre` command imports this module, so what only serving needs is imported there.

_FACTORY: Final = "arbitre_service.app:application"


def register(app: typer.Typer) -> None:
    """Add the commands of this package to a command line."""
    app.command()(serve)


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port; 0 takes a free one.", show_default="8000")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that share the port.", show_default="1")
    ] = None,
    content: Annotated[
        list[str] | None,
        typer.Option(help="GAME=PATH: content to load beside the game's own. Repeatable."),
    ] = None,
) -> None:
    """Serve the HTTP API. Each option may also be set as ARBITRE_HOST, ARBITRE_PORT, ..."""
    try:
        settings = Settings.from_environment()
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    chosen: dict[str, Any] = {
        name: value
        for name, value in (("host", host), ("port", port), ("workers", workers))
        if value is not None
    }
    if content:
        chosen["content"] = tuple(content)
    # Worker processes read their settings from the environment, so a choice is written there
    # first; reading it back is also what checks it.
    os.environ.update(replace(settings, **chosen).to_environment())
    try:
        settings = Settings.from_environment()
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if settings.content:
        from arbitre_service.adapters.engine import EngineJudge

        # A worker would say this as well, but in a traceback and again at every restart.
        EngineJudge(settings.content)
    run(settings)


def run(settings: Settings, app: str = _FACTORY) -> None:
    """Say where the service listens, and serve until a signal ends it."""
    import uvicorn

    port = _probe(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    typer.echo(f"arbitre listens on http://{host}:{port}")
    uvicorn.run(
        app,
        factory=True,
        host=settings.host,
        port=port,
        workers=settings.workers,
        loop="uvloop",
        http="httptools",
        log_level=settings.log_level,
        access_log=False,
        # Nothing here reads the client's address or scheme.
        proxy_headers=False,
        server_header=False,
    )


def _probe(settings: Settings) -> int:
    """Make sure the address can be bound, and learn the port that 0 stands for."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.create_server((settings.host, settings.port), family=family) as probe:
            port: int = probe.getsockname()[1]
            return port
    except OSError as error:
        why = str(error.strerror or error).partition(" (while")[0]
        address = f"{settings.host}:{settings.port}"
        typer.echo(f"arbitre: can't listen on {address}: {why}", err=True)
        raise typer.Exit(1) from error
