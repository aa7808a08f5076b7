"""`arbitre replay`: verifies the log of a match, and reads it aloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

import arbitre
from arbitre import LogError
from arbitre.cli.arguments import Content, Json, Lang, Map, check_lang, load_game
from arbitre.cli.board import board_of
from arbitre.cli.output import console, print_json, table
from arbitre.cli.report import draw_report
from arbitre.i18n import Labels, languages
from arbitre.replay import Entry, Verification, dump, verify


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog="Example: arbitre replay match.arblog --dump --lang fr")(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The log of a match.")],
    read_aloud: Annotated[
        bool, typer.Option("--dump", help="Show the moves as well, as text.")
    ] = False,
    report: Annotated[
        bool,
        typer.Option("--report", help="Show the points line by line, for games that report them."),
    ] = False,
    lang: Lang = "en",
    content: Content = None,
    map: Map = None,
    json: Json = False,
) -> None:
    """Verify the log of a match, move by move; the first difference ends with exit code 1."""
    found = verify(file)
    name = found.header.game if found.header else ""
    check_lang(lang, languages(name))
    game = None
    if (content is not None or map is not None) and name in arbitre.games():
        game = load_game(name, content, map)
        found = verify(file, game)
    labels = game.labels(lang) if game else Labels(name, lang)
    if json:
        moves = {"log": list(_moves(found.entries, labels))} if read_aloud else {}
        points = {"report": _points(file, game)} if report and found.ok else {}
        print_json({"file": str(file), **_data(found), **moves, **points})
    else:
        if read_aloud and found.header:
            _dump(file, lang, game)
        if found.ok:
            _print(found, labels)
            if report:
                _report(file, lang, game)
    if found.difference:
        _explain(found.moves, found.difference, labels)
        raise typer.Exit(1)


def _dump(file: Path, lang: str, game: arbitre.Game | None) -> None:
    try:
        for line in dump(file, lang, game):
            typer.echo(line)
    except LogError:
        typer.echo("...")  # the verification tells why
    typer.echo()


def _print(found: Verification, labels: Labels) -> None:
    header, end, out = found.header, found.end, console()
    assert header and end
    rows = table("", labels.field("score"), right=(1,))
    for seat, score in enumerate(end.scores):
        style = "bold" if seat in end.winners else ""
        rows.add_row(labels.label("seat", seat), str(score), style=style)
    out.print(rows)
    out.print()
    state = "over" if end.over else "not over"
    out.print(Text("ok", style="bold green"), end=" ")
    out.print(f"{header.game}: {found.moves} moves verified, {state}, rules {header.digest}")


def _points(file: Path, game: arbitre.Game | None) -> dict[str, Any] | None:
    match = arbitre.Match.load(file, game)
    return match.game.report(match.state)


def _report(file: Path, lang: str, game: arbitre.Game | None) -> None:
    match = arbitre.Match.load(file, game)
    names = board_of(match.game, lang).names(match.state)
    drawn = draw_report(match.game, match.state, match.game.labels(lang).with_seats(names))
    out = console()
    out.print()
    out.print(f"{match.game.name} has no report" if drawn is None else drawn)


def _explain(confirmed: int, difference: LogError, labels: Labels) -> None:
    typer.echo(f"arbitre: {difference}", err=True)
    if labels.lang != "en":
        typer.echo(f"arbitre: {labels.explain(difference.code)}", err=True)
        verdict = difference.verdict
        if verdict is not None:
            said = labels.explain(verdict.code, verdict.subject, verdict.need, verdict.have)
            typer.echo(f"arbitre: {said}", err=True)
    if confirmed:
        typer.echo(f"arbitre: the {confirmed} moves before it are confirmed", err=True)


def _data(found: Verification) -> dict[str, Any]:
    error = found.difference
    verdict = error.verdict if error else None
    return {
        "ok": found.ok,
        "moves": found.moves,
        "difference": None
        if error is None
        else {
            "code": error.code,
            "ply": error.ply,
            "why": error.why,
            "verdict": None
            if verdict is None
            else {name: getattr(verdict, name) for name in ("code", "subject", "need", "have")},
        },
        "header": msgspec.to_builtins(found.header),
        "end": msgspec.to_builtins(found.end),
    }


def _moves(entries: tuple[Entry, ...], labels: Labels) -> Iterator[dict[str, Any]]:
    """The moves as data; fingerprints in hexadecimal, as JSON has no integers of 64 bits."""
    for ply, entry in enumerate(entries, 1):
        yield {
            "ply": ply,
            "seat": entry.by,
            "move": entry.move,
            "text": labels.label("move", entry.move),
            "fingerprint": f"{entry.fingerprint:016x}",
        }
