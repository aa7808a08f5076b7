"""`arbitre games`: the games there are."""

from __future__ import annotations

import typer

import arbitre
from arbitre.cli.arguments import Json, Lang, check_lang
from arbitre.cli.output import console, print_json, table


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog="Example: arbitre games --json")(games)


def games(lang: Lang = "en", json: Json = False) -> None:
    """List the games."""
    loaded = [arbitre.load(name) for name in arbitre.games()]
    for game in loaded:
        check_lang(lang, game.languages)
    if json:
        print_json([summary(game, lang) for game in loaded])
        return
    rows = table("game", "title", "players", "kinds", "codes", "state", "rules", right=(3, 4, 5))
    for game in loaded:
        rows.add_row(
            game.name,
            game.labels(lang).title,
            span(game.players),
            str(len(game.kinds)),
            f"{game.action_count:,}",
            f"{game.state_size} B",
            game.digest,
        )
    console().print(rows)


def summary(game: arbitre.Game, lang: str) -> dict[str, object]:
    """The head of a game's catalogue."""
    return {
        "game": game.name,
        "title": game.labels(lang).title,
        "players": list(game.players),
        "digest": game.digest,
        "state_size": game.state_size,
        "action_count": game.action_count,
        "ply_bound": game.ply_bound,
        "languages": list(game.languages),
    }


def span(numbers: tuple[int, ...]) -> str:
    """Numbers of players: `2-3`, or `2`."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}\N{EN DASH}{numbers[-1]}"
