"""`arbitre decks`: checks decks, and writes them as codes to share and as files to edit."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer
from rich.text import Text

from arbitre import Game
from arbitre.cli.arguments import Content, Json, Lang, check_lang, find_deck, load_game
from arbitre.cli.output import console, print_json
from arbitre.cli.words import words
from arbitre.rules import games as game_names

Deck: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="DECK", help="A TOML file, a deck code, or the name of a ready deck."),
]
DeckGame: TypeAlias = Annotated[
    str, typer.Option("--game", help="The game of the deck.", autocompletion=game_names)
]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    decks = typer.Typer(
        no_args_is_help=True, help="Check decks; write them as codes to share and files to edit."
    )
    decks.command(epilog="Example: arbitre decks check mine.toml --lang fr")(check)
    decks.command(epilog="Example: arbitre decks encode mine.toml")(encode)
    decks.command(epilog="Example: arbitre decks decode deck_scarlet > mine.toml")(decode)
    app.add_typer(decks, name="decks")


def check(
    deck: Deck,
    game: DeckGame = "vitorian_wars",
    lang: Lang = "en",
    content: Content = None,
    json: Json = False,
) -> None:
    """Check a deck: its code if it may be played, else every reason against it and exit code 1."""
    rules = _load(game, content, lang)
    found = find_deck(rules, deck, "DECK")
    reasons = rules.check_deck(found)
    code = None if reasons else rules.encode_deck(found)
    explain = rules.labels(lang).explain
    if json:
        listed = [{**reason._asdict(), "message": explain(reason.code)} for reason in reasons]
        print_json(
            {"ok": not reasons, "game": rules.name, "deck": deck, "reasons": listed, "code": code}
        )
    else:
        said, out = words(lang, "decks"), console()
        if code:
            out.print(Text("ok", style="bold green"), end=" ")
            out.print(said["good"].format(deck=deck))
            out.print(code, soft_wrap=True)
        else:
            key = "bad" if len(reasons) > 1 else "bad_one"
            out.print(said[key].format(deck=deck, n=len(reasons)))
            for reason in reasons:
                out.print(Text(reason.code, style="bold"), explain(reason.code), soft_wrap=True)
                out.print(Text(f"    {reason.detail}", style="dim"), soft_wrap=True)
    if reasons:
        raise typer.Exit(1)


def encode(
    deck: Deck, game: DeckGame = "vitorian_wars", content: Content = None, json: Json = False
) -> None:
    """Write a deck that may be played as a code: a short text that fits into a link."""
    rules = _load(game, content, "en")
    code = rules.encode_deck(find_deck(rules, deck, "DECK"))
    if json:
        print_json({"game": rules.name, "code": code})
    else:
        typer.echo(code)


def decode(
    deck: Deck,
    game: DeckGame = "vitorian_wars",
    lang: Lang = "en",
    content: Content = None,
    json: Json = False,
) -> None:
    """Write a deck that may be played as a file, cards with their names."""
    rules = _load(game, content, lang)
    found = rules.deck(find_deck(rules, deck, "DECK"))
    if json:
        print_json({"game": rules.name, "deck": found})
    else:
        typer.echo(rules.deck_text(found, lang), nl=False)


def _load(game: str, content: Any, lang: str) -> Game:
    rules = load_game(game, content)
    check_lang(lang, rules.languages)
    if "decks" not in rules.options:
        raise typer.BadParameter(f"{rules.name} is not played with decks", param_hint="--game")
    return rules
