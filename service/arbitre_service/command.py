"""The `serve` command, which joins the `arbitre` command line."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer
from msgspec.structs import replace

from arbitre_service import database_command
from arbitre_service.settings import LogFormat, LogLevel, Settings

# Every `arbitre` command imports this module, so what only serving needs is imported there.

_FACTORY: Final = "arbitre_service.app:application"
_PROTOCOL: Final = "arbitre_service.protocol:ServiceProtocol"
_STREAMS: Final = "arbitre_service.sockets:StreamProtocol"
_LIMITS: Final = "Limits, each worker's own"
_TIMES: Final = "Time-outs, in seconds"
_NO_DATABASE: Final = "none"
_MATCHES: Final = "Matches"
_LOGS: Final = "Logs and metrics"


def register(app: typer.Typer) -> None:
    """Add the commands of this package to a command line."""
    # uvicorn is imported when it is needed; that it is missing is told at once.
    if importlib.util.find_spec("uvicorn") is None:
        raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
    app.command()(serve)
    database_command.register(app)


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
    token_file: Annotated[
        str | None,
        typer.Option(help="Bearer tokens that are admitted, `name:token` a line."),
    ] = None,
    insecure_no_tokens: Annotated[
        bool | None,
        typer.Option(
            "--insecure-no-tokens", help="Serve other machines without tokens all the same."
        ),
    ] = None,
    body_limit: Annotated[
        int | None,
        typer.Option(help="Bytes of a body.", show_default="8 MiB", rich_help_panel=_LIMITS),
    ] = None,
    memory_limit: Annotated[
        int | None,
        typer.Option(
            help="Bytes of all bodies held.", show_default="256 MiB", rich_help_panel=_LIMITS
        ),
    ] = None,
    request_limit: Annotated[
        int | None,
        typer.Option(
            help="Requests answered at once.", show_default="256", rich_help_panel=_LIMITS
        ),
    ] = None,
    connection_limit: Annotated[
        int | None,
        typer.Option(help="Open connections.", show_default="4096", rich_help_panel=_LIMITS),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            help="Threads for heavy requests.",
            show_default="0: one a core",
            rich_help_panel=_LIMITS,
        ),
    ] = None,
    header_timeout: Annotated[
        float | None,
        typer.Option(help="For a head to arrive.", show_default="10", rich_help_panel=_TIMES),
    ] = None,
    body_timeout: Annotated[
        float | None,
        typer.Option(
            help="For a body to arrive, and an answer to be taken.",
            show_default="30",
            rich_help_panel=_TIMES,
        ),
    ] = None,
    idle_timeout: Annotated[
        float | None,
        typer.Option(
            help="For a connection to rest between requests.",
            show_default="75",
            rich_help_panel=_TIMES,
        ),
    ] = None,
    drain_timeout: Annotated[
        float | None,
        typer.Option(
            help="For requests to end when the service does.",
            show_default="20",
            rich_help_panel=_TIMES,
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Where matches are kept: sqlite:///FILE, postgresql://..., or none.",
            show_default="a file of its own",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    match_limit: Annotated[
        int | None,
        typer.Option(
            help="Open matches, over all workers.",
            show_default="100000",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    retention_days: Annotated[
        float | None,
        typer.Option(
            help="Days that ended matches are kept.",
            show_default="0: for ever",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    seat_rate: Annotated[
        float | None,
        typer.Option(
            help="Requests a second of a seat.", show_default="20", rich_help_panel=_MATCHES
        ),
    ] = None,
    host_rate: Annotated[
        float | None,
        typer.Option(
            help="Requests a second of a host's key.",
            show_default="1000",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    socket_limit: Annotated[
        int | None,
        typer.Option(
            help="Streams and waiting requests.", show_default="2048", rich_help_panel=_MATCHES
        ),
    ] = None,
    queue_limit: Annotated[
        int | None,
        typer.Option(
            help="Updates that a stream may be behind.",
            show_default="256",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    heartbeat: Annotated[
        float | None,
        typer.Option(
            help="Seconds between signs of life on a stream.",
            show_default="20",
            rich_help_panel=_MATCHES,
        ),
    ] = None,
    bot_seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds that a bot may think.", show_default="2", rich_help_panel=_MATCHES
        ),
    ] = None,
    bot_threads: Annotated[
        int | None,
        typer.Option(help="Bots that think at once.", show_default="1", rich_help_panel=_MATCHES),
    ] = None,
    log_level: Annotated[
        LogLevel | None,
        typer.Option(help="The least that is logged.", show_default="info", rich_help_panel=_LOGS),
    ] = None,
    log_format: Annotated[
        LogFormat | None,
        typer.Option(
            help="auto: text at a terminal, else JSON.", show_default="auto", rich_help_panel=_LOGS
        ),
    ] = None,
    log_sample: Annotated[
        float | None,
        typer.Option(
            help="Share of requests that is logged, 0 to 1.",
            show_default="0",
            rich_help_panel=_LOGS,
        ),
    ] = None,
    metrics_folder: Annotated[
        str | None,
        typer.Option(
            help="Where workers share their counts.",
            show_default="a temporary one",
            rich_help_panel=_LOGS,
        ),
    ] = None,
) -> None:
    """Serve the HTTP API. Each option may also be set as ARBITRE_HOST, ARBITRE_PORT, ..."""
    given = {name: value for name, value in locals().items() if value not in (None, [])}
    if content:
        given["content"] = tuple(content)
    try:
        # Written as variables and read back, which is what checks them.
        variables = replace(Settings.from_environment(), **given).to_environment()
        settings = Settings.from_environment(variables)
        check(settings)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    os.environ.update(variables)  # That is where worker processes read their settings.
    run(settings)


def check(settings: Settings) -> None:
    """Find out now what a worker would say in a traceback, and again at every restart.

    Raises:
        ValueError: the service can't, or mustn't, be started like this.
    """
    from arbitre_service.access import Tokens, exposed

    Tokens(settings.token_file)
    if exposed(settings.host) and not settings.token_file and not settings.insecure_no_tokens:
        raise ValueError(
            f"{settings.host} can be reached from other machines, and states hold secrets: give "
            "--token-file FILE with a token a line, or listen on 127.0.0.1 behind a proxy. Where "
            "something else already keeps strangers out, add --insecure-no-tokens."
        )
    if settings.content:
        from arbitre_service.adapters.engine import EngineJudge

        EngineJudge(settings.content)
    if settings.database != _NO_DATABASE:
        _make_ready(settings.database)


def _make_ready(address: str) -> None:
    from arbitre_service.adapters.databases import DatabaseError, default_address, make_ready

    try:
        make_ready(address or default_address())
    except DatabaseError as error:
        raise ValueError(str(error)) from error


def run(settings: Settings, app: str = _FACTORY) -> None:
    """Say where the service listens, and serve until a signal ends it."""
    import uvicorn

    from arbitre_service.logs import configure
    from arbitre_service.sockets import MESSAGE_LIMIT

    configure(settings)
    _allow_files(settings)
    port = _probe(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    typer.echo(f"arbitre listens on http://{host}:{port}")
    with _shared_counts(settings):
        uvicorn.run(
            app,
            factory=True,
            host=settings.host,
            port=port,
            workers=settings.workers,
            loop="uvloop",
            http=_PROTOCOL,
            ws=_STREAMS,
            ws_max_size=MESSAGE_LIMIT,
            ws_ping_interval=settings.heartbeat,
            ws_ping_timeout=settings.heartbeat,
            # Frames are small, and a window for each of a thousand streams isn't.
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            # A worker that is still importing on a busy machine isn't dead.
            timeout_worker_healthcheck=60,
            timeout_graceful_shutdown=max(1, round(settings.drain_timeout)),
            # Nothing here reads the client's address or scheme.
            proxy_headers=False,
            server_header=False,
        )


@contextmanager
def _shared_counts(settings: Settings) -> Iterator[None]:
    """Give several workers a folder for what they count, for as long as they run."""
    if settings.workers == 1 or settings.metrics_folder:
        yield
        return
    folder = tempfile.mkdtemp(prefix="arbitre-metrics-")
    os.environ.update(replace(settings, metrics_folder=folder).to_environment())
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _allow_files(settings: Settings) -> None:
    """Let a worker hold as many connections as its limit says, if the system does."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connection_limit + 256
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


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
