"""`arbitre perft`: counts sequences of moves, the usual proof that two engines agree."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import perf_counter
from typing import Annotated

import typer

from arbitre.cli.arguments import (
    Decks,
    GameName,
    Json,
    Players,
    Variants,
    check_seed,
    choose_decks,
    count_seats,
    flatten,
    load_game,
    read_variants,
)
from arbitre.cli.output import console, print_json, table


class Chance(StrEnum):
    """Who plays chance moves."""

    auto = "auto"
    manual = "manual"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog="Example: arbitre perft sept_solines --depth 4 --players 2 --split")(perft)


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(help="Number of moves in a sequence.", min=0)],
    players: Players = None,
    seed: Annotated[
        int, typer.Option(help="Seed of the set-up and the draws.", callback=check_seed)
    ] = 0,
    chance: Annotated[
        Chance, typer.Option(help="auto: the seed draws; manual: every draw counts as a move.")
    ] = Chance.auto,
    variant: Variants = None,
    decks: Decks = None,
    split: Annotated[bool, typer.Option("--split", help="Count for each first move.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of legal moves from the start of a game."""
    rules = load_game(game)
    variants = read_variants(rules, variant)
    options = variants | choose_decks(rules, decks)
    if split and depth == 0:
        raise typer.BadParameter("a split needs a depth of 1 or more", param_hint="--depth")
    seats = count_seats(rules, players)
    state = rules.initial(players=seats, seed=seed, chance=chance.value, **options)
    start = perf_counter()
    with _interruptible():
        if split:
            counts = rules.perft(state, depth, split=True)
            total = sum(counts.values())
        else:
            counts = {}
            total = rules.perft(state, depth)
    seconds = perf_counter() - start
    if json:
        parts = [
            {"code": move.code, "move": dict(move), "count": count}
            for move, count in counts.items()
        ]
        print_json(
            {
                "game": rules.name,
                "digest": rules.digest,
                "players": state.players,
                "seed": seed,
                "chance": chance.value,
                "variants": flatten(variants),
                "depth": depth,
                "count": total,
                "seconds": seconds,
                "sequences_per_s": total / seconds,
                **({"split": parts} if split else {}),
            }
        )
        return
    out = console()
    if split:
        rows = table("code", "move", "sequences", right=(0, 2))
        for move, count in counts.items():
            rows.add_row(str(move.code), rules.describe(move), f"{count:,}")
        out.print(rows)
        out.print()
    rate = f"{total / seconds / 1e6:,.1f} M/s"
    out.print(f"{rules.name}, {state.players} players, seed {seed}, depth {depth}: ", end="")
    out.print(f"{total:,}", style="bold", end="")
    out.print(f" ({seconds:.2f} s, {rate})", style="dim")


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end the process at once: a long native call would not notice it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
