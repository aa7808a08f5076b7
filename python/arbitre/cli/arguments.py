"""Arguments that commands share, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

import arbitre
from arbitre import bots
from arbitre.notation import DECKS
from arbitre.rules import games as game_names

GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name of a game; `arbitre games` lists them.",
        autocompletion=game_names,
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Lang: TypeAlias = Annotated[str, typer.Option(help="Language of the labels, such as en or fr.")]
Content: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="A folder or file of house rules to lay over the game's own data."),
]
Map: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="The map to play on: one that comes with the game, or a file of your own.",
        show_default="the standard map, in games that have maps",
    ),
]
Players: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Number of players.", show_default="the most that the game takes"),
]
Variants: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="KEY=VALUE",
        help="An option of the set-up; `arbitre show GAME` lists them. Repeatable.",
    ),
]

Decks: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="DECK,...",
        help="Decks in seat order, in games with decks: names of ready ones, deck codes or files.",
        show_default="the game's own",
    ),
]

_FLAGS = {"true": True, "yes": True, "on": True, "1": True}
_FLAGS |= {"false": False, "no": False, "off": False, "0": False}


def load_game(name: str, content: Path | None = None, map: str | None = None) -> arbitre.Game:
    """The game of an argument, on the map of an option."""
    if name not in arbitre.games():
        games = ", ".join(arbitre.games())
        raise typer.BadParameter(f"unknown game {name!r}; the games are {games}", param_hint="GAME")
    try:
        return arbitre.load(name, content, map=map)
    except ValueError as error:  # an unknown map, or a game without maps
        raise typer.BadParameter(str(error), param_hint="--map") from None


def check_seed(seed: int | None) -> int | None:
    """Refuses what is no seed: the engine takes 64 bits."""
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter("expected a number from 0 to 2^64 - 1")
    return seed


def count_seats(game: arbitre.Game, players: int | None) -> int:
    """The number of players asked for; the game judges it."""
    return game.players[-1] if players is None else players


def check_lang(lang: str, known: tuple[str, ...]) -> None:
    """Refuses a language that there are no words in."""
    if lang not in known:
        languages = ", ".join(known)
        raise typer.BadParameter(
            f"unknown language {lang!r}; the languages are {languages}", param_hint="--lang"
        )


def read_variants(game: arbitre.Game, given: list[str] | None) -> dict[str, Any]:
    """Options of the set-up as keywords of `Game.initial`. The game judges the values."""
    options = game.options
    keywords: dict[str, Any] = {}
    for text in given or ():
        key, separator, value = text.partition("=")
        if not separator:
            raise typer.BadParameter(f"{text!r}: expected KEY=VALUE", param_hint="--variant")
        if key not in options:
            raise typer.BadParameter(
                f"{game.name} has no option {key!r}; it has {', '.join(options) or 'none'}",
                param_hint="--variant",
            )
        group = options[key].group
        if key == "decks":
            raise typer.BadParameter("decks are given by --decks", param_hint="--variant")
        place = keywords.setdefault(group, {}) if group else keywords
        place[key] = _read_value(text, value, options[key])
    return keywords


def find_deck(game: arbitre.Game, text: str, hint: str) -> str | Path:
    """A deck as it is named on the command line: a ready one, a deck code, or else a file. The game
    judges it."""
    if text in game.decks or DECKS[game.name].is_code(text):
        return text
    if Path(text).is_file():
        return Path(text)
    ready = ", ".join(game.decks)
    raise typer.BadParameter(
        f"{text!r} is no deck code and no file; the ready decks are {ready}", param_hint=hint
    )


def read_decks(game: arbitre.Game, text: str | None) -> list[str | Path] | None:
    """The decks of `--decks`; None for those that the game takes by itself."""
    if text is None:
        return None
    if "decks" not in game.options:
        raise typer.BadParameter(f"{game.name} is not played with decks", param_hint="--decks")
    return [find_deck(game, name.strip(), "--decks") for name in text.split(",")]


def choose_decks(game: arbitre.Game, text: str | None) -> dict[str, Any]:
    """`--decks` as a keyword of `Game.initial`."""
    decks = read_decks(game, text)
    return {} if decks is None else {"decks": decks}


def read_bots(text: str, seats: int, game: arbitre.Game) -> list[str]:
    """The names of the bots of so many seats: those of `--bots`, repeated."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            bots.make(name, game.name)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--bots") from None
    if len(names) > seats:
        raise typer.BadParameter(f"{len(names)} bots for {seats} seats", param_hint="--bots")
    return [names[seat % len(names)] for seat in range(seats)]


def flatten(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `read_variants` without their groups, for output."""
    flat: dict[str, Any] = {}
    for key, value in keywords.items():
        flat |= value if isinstance(value, dict) else {key: value}
    return flat


def _read_value(text: str, value: str, option: arbitre.Option) -> str | int | bool:
    """A value of the type of the option's default; one of its domain, where it has none."""
    default: object = option.default
    if default is None and isinstance(option.domain, tuple):
        named = {str(known).lower(): known for known in option.domain}
        return named.get(value.lower(), value)
    if isinstance(default, bool):
        if value.lower() not in _FLAGS:
            raise typer.BadParameter(f"{text!r}: expected true or false", param_hint="--variant")
        return _FLAGS[value.lower()]
    if isinstance(default, int):
        try:
            return int(value)
        except ValueError:
            hint = "--variant"
            raise typer.BadParameter(f"{text!r}: expected an integer", param_hint=hint) from None
    return value
