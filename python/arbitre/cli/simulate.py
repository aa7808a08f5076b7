"""`arbitre simulate`: plays many games and tells how they went."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arbitre import Game
from arbitre import bots as players_of
from arbitre.cli.arguments import (
    Content,
    Decks,
    GameName,
    Json,
    Map,
    Players,
    Variants,
    check_seed,
    count_seats,
    flatten,
    load_game,
    read_bots,
    read_decks,
    read_variants,
)
from arbitre.cli.output import console, print_json, table
from arbitre.replay import write_whole

if TYPE_CHECKING:
    from arbitre.cli.matrix import LineUps
    from arbitre.cli.tally import Records

_encode = msgspec.json.Encoder().encode


def register(app: typer.Typer) -> None:
    """Adds the command."""
    example = "Example: arbitre simulate sept_solines --games 100000 --players 3 --threads 2"
    app.command(epilog=example)(simulate)


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 1000,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Same seed, same games.", show_default="a fresh one", callback=check_seed
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            help="Games played at once: threads when all bots are random, else processes.",
            min=1,
            max=1024,
        ),
    ] = 1,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME,...",
            help=f"Bots in seat order, repeated over the seats: {players_of.told()};"
            " or montecarlo:1000 with its playouts.",
        ),
    ] = "random",
    rotate: Annotated[
        bool,
        typer.Option("--rotate", help="Bots move on by a seat every game, so no seat favours one."),
    ] = False,
    variant: Variants = None,
    decks: Decks = None,
    matrix: Annotated[
        bool,
        typer.Option(
            "--matrix",
            help="Show which decks, nations or powers beat which: every line-up is played as often."
            " Decks meet in both orders and themselves, those of --decks or, as with `--decks all`,"
            " all that are ready.",
        ),
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw the matrix as a heat map into this SVG file.", dir_okay=False),
    ] = None,
    content: Content = None,
    map: Map = None,
    out: Annotated[
        Path | None, typer.Option(help="Write one JSON line a game to this file.", dir_okay=False)
    ] = None,
    json: Json = False,
) -> None:
    """Play many games and show win rates with 95 % intervals, scores, lengths and speed."""
    # Counting needs NumPy, and the matrix pictures: all other commands start without them.
    from arbitre.cli.matrix import Matrix
    from arbitre.cli.tally import Tally, play_natively, play_with

    rules = load_game(game, content, map)
    seats = count_seats(rules, players)
    names = read_bots(bots, seats, rules)
    options = read_variants(rules, variant)
    seed = secrets.randbits(32) if seed is None else seed
    if picture and not matrix:
        raise typer.BadParameter("it is a picture of the --matrix", param_hint="--picture")
    found = _matrix_of(rules, seats, options, decks) if matrix else None
    if found is None and (chosen := read_decks(rules, decks)):
        options["decks"] = chosen
    setups = [options] if found is None else found.options
    # Refuses a bad set-up before a file is touched.
    for setup in setups:
        rules.initial(players=seats, seed=seed, **setup)
    each = -(-games // len(setups))
    if set(names) == {"random"}:
        chunks = play_natively(rules, seats, setups, each, seed, threads)
    else:
        chunks = play_with(names, rules, setups, each, seed, rotate=rotate, processes=threads)

    tally = Tally(seats, rotate=rotate)
    report = None if found is None else Matrix(found, each)
    seconds = 0.0
    with ExitStack() as stack:
        log = stack.enter_context(out.open("wb")) if out else None
        progress = stack.enter_context(_progress())
        task = progress.add_task(rules.labels().title, total=each * len(setups))
        for records, spent in _timed(chunks):
            seconds += spent
            if log:
                _write(log, tally.games, seed, records)
            tally.add(records)
            if report:
                report.add(records)
            progress.update(task, completed=tally.games)

    result = {
        "game": rules.name,
        "digest": rules.digest,
        "players": seats,
        "bots": names,
        "rotate": rotate,
        "variants": flatten({k: v for k, v in options.items() if k != "decks"}),
        **({"decks": [str(deck) for deck in options["decks"]]} if "decks" in options else {}),
        "seed": seed,
        "threads": threads,
        "games": tally.games,
        "moves": tally.moves,
        "seconds": seconds,
        "games_per_s": tally.games / seconds,
        "moves_per_s": tally.moves / seconds,
        "wins": tally.wins.tolist(),
        "win_rates": tally.win_rates,
        "seat_wins": tally.seat_wins.tolist(),
        "shared_wins": tally.shared,
        "unfinished": tally.unfinished,
        "scores": tally.scores,
        "lengths": tally.lengths,
        **({"matrix": report.data()} if report else {}),
    }
    if report and picture:
        title = f"{rules.labels().title}: balance"
        write_whole(picture, report.picture(title, _caption(result)).svg().encode())
    if json:
        print_json(result)
    else:
        _print(result)
        for rows in report.tables() if report else ():
            console().print()
            console().print(rows)


def _matrix_of(rules: Game, seats: int, options: Mapping[str, Any], decks: str | None) -> LineUps:
    from arbitre.cli.matrix import line_ups

    chosen = None if decks == "all" and "decks" in rules.options else read_decks(rules, decks)
    return line_ups(rules, seats, options, chosen)


def _caption(result: Mapping[str, Any]) -> str:
    bots = ", ".join(dict.fromkeys(result["bots"]))
    return f"{result['games']:,} games, bots {bots}; intervals of 95 %; seed {result['seed']}"


def _timed(chunks: Iterator[Records]) -> Iterator[tuple[Records, float]]:
    """Chunks with the seconds that playing them took."""
    start = perf_counter()
    for records in chunks:
        yield records, perf_counter() - start
        start = perf_counter()


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _write(log: BinaryIO, first: int, seed: int, records: Records) -> None:
    """One line a game. Seed and index together fix a game of this set-up."""
    columns = (records[name].tolist() for name in ("plies", "scores", "winners"))
    for index, (plies, scores, mask) in enumerate(zip(*columns, strict=True), first):
        winners = [seat for seat in range(len(scores)) if mask >> seat & 1]
        line = {"index": index, "seed": seed, "plies": plies, "scores": scores, "winners": winners}
        log.write(_encode(line) + b"\n")


def _print(result: dict[str, Any]) -> None:
    first = "player" if result["rotate"] else "seat"
    columns = (first, "bot", "wins", "win %", "95 %", "mean", "min", "max")
    rows = table(*columns, right=(0, 2, 3, 4, 5, 6, 7))
    lines = zip(result["bots"], result["wins"], result["win_rates"], result["scores"], strict=True)
    for number, (bot, wins, rate, score) in enumerate(lines):
        rows.add_row(
            str(number),
            bot,
            f"{wins:,.1f}",
            f"{100 * rate['rate']:.1f}",
            f"{100 * rate['low']:.1f}\N{EN DASH}{100 * rate['high']:.1f}",
            f"{score['mean']:.2f}",
            str(score["min"]),
            str(score["max"]),
        )
    lengths = result["lengths"]
    out = console()
    out.print(rows)
    out.print()
    out.print(
        f"{result['games']:,} games of {lengths['mean']:.1f} moves"
        f" ({lengths['min']} to {lengths['max']}), {result['shared_wins']:,} shared wins,"
        f" seed {result['seed']}"
    )
    if result["rotate"]:
        wins = ", ".join(f"{100 * wins / result['games']:.1f} %" for wins in result["seat_wins"])
        out.print(f"bots moved on by a seat every game; the seats won {wins}")
    if result["unfinished"]:
        out.print(f"{result['unfinished']:,} games reached the bound on moves before their end")
    out.print(
        f"{result['seconds']:.2f} s: {result['games_per_s']:,.0f} games/s,"
        f" {result['moves_per_s'] / 1e6:,.2f} M moves/s",
        style="dim",
    )
