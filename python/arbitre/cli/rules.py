"""`arbitre rules`: checks house rules, and writes compiled rules for users of C++."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import arbitre
from arbitre import RulesError
from arbitre.cli.arguments import Content, GameName, Json, Map, load_game
from arbitre.cli.output import console, fail, print_json, table
from arbitre.replay import write_whole
from arbitre.rules import games as game_names
from arbitre.rules.tables import parse

PLACES = ("file", "table", "row", "column")

Cells = dict[tuple[str, str, str], int | None]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    rules = typer.Typer(
        no_args_is_help=True, help="Check house rules; write compiled rules for users of C++."
    )
    rules.command(epilog="Example: arbitre rules check house.toml --game sept_solines")(check)
    rules.command(epilog="Example: arbitre rules compile sept_solines -o sept_solines.rules")(
        compile
    )
    app.add_typer(rules, name="rules")


def check(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A folder or TOML file.")],
    game: Annotated[
        str | None,
        typer.Option(
            help="The game that it changes.",
            show_default="the one that PATH or its folder is named after",
            autocompletion=game_names,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check house rules: what they change, or the file, table, row and column at fault."""
    name = _game_of(path) if game is None else game
    own = load_game(name)
    try:
        changed = load_game(name, path)
        for lang in changed.languages:
            changed.labels(lang)
    except (RulesError, ValueError) as error:
        if json:
            why = getattr(error, "why", str(error))  # labels know no tables
            found = {place: getattr(error, place, None) for place in PLACES}
            print_json({"ok": False, "game": name, "error": {**found, "why": why}})
            raise typer.Exit(1) from None
        fail(str(error))
    changes = _changes(own, changed)
    if json:
        digests = {"digest": changed.digest, "own_digest": own.digest}
        print_json({"ok": True, "game": name, **digests, "changes": changes})
        return
    out = console()
    if changes:
        rows = table("table", "row", "column", "own", "here", right=(3, 4))
        for change in changes:
            rows.add_row(*("" if cell is None else str(cell) for cell in change.values()))
        out.print(rows)
        out.print()
    out.print(Text("ok", style="bold green"), end=" ")
    if changed.digest == own.digest:
        out.print(f"{name}: the rules of the game, {own.digest}, are not changed")
    else:
        out.print(f"{name}: rules {changed.digest} instead of the game's own {own.digest}")


def compile(
    game: GameName,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write; - for standard output."
        ),
    ],
    content: Content = None,
    map: Map = None,
) -> None:
    """Write the compiled rules of a game, the text that the C++ engine reads."""
    rules = load_game(game, content, map)
    if output == "-":
        typer.echo(rules.rules, nl=False)
        return
    write_whole(output, rules.rules.encode())
    console().print(f"{output}: rules {rules.digest} of {rules.name}")


def _game_of(path: Path) -> str:
    """The game that a path is named after; the only one there is, when there is one."""
    games = arbitre.games()
    resolved = path.resolve()
    named = [word for word in (resolved.stem, resolved.parent.name) if word in games]
    if named or len(games) == 1:
        return [*named, games[0]][0]
    raise typer.BadParameter(f"which game? {', '.join(games)}", param_hint="--game")


def _changes(own: arbitre.Game, changed: arbitre.Game) -> list[dict[str, Any]]:
    """What differs in the compiled tables; None where a row is not there."""
    before, after = _cells(own), _cells(changed)
    return [
        {
            "table": place[0],
            "row": place[1],
            "column": place[2],
            "own": before.get(place),
            "here": after.get(place),
        }
        for place in dict.fromkeys([*before, *after])
        if (place in before, before.get(place)) != (place in after, after.get(place))
    ]


def _cells(game: arbitre.Game) -> Cells:
    cells: Cells = {}
    for rows in parse(game.rules):
        for row, values in rows.rows:
            cells |= {
                (rows.name, row, column): value
                for column, value in zip(rows.columns, values, strict=True)
            }
    return cells
