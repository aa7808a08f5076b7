"""Part of the demonstration: whole matches of bots, judged move by move through the service. A bot
gets what its seat may see and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

import arbitre
from arbitre import bots
from arbitre.cli.report import draw_report
from arbitre.client import Client

Say = Callable[[str], None]


class Played(NamedTuple):
    """How a match ended, and what it took."""

    game: arbitre.Game
    state: arbitre.State
    moves: int
    """Those of the players; chance is the service's."""
    last_turn: list[arbitre.Event]


def play(client: Client, name: str, players: Sequence[str], seed: int) -> Played:
    """Play a match; the service plays chance and judges every move."""
    game = arbitre.load(name)
    rng = random.Random(seed)
    seated = [bots.make(player) for player in players]
    position = client.states(name, players=len(players), seed=seed)
    state, to_act, moves = position.state, position.to_act, 0
    last: list[arbitre.Event] = []
    now: list[arbitre.Event] = []
    while to_act:
        (seat, *_) = to_act
        assert isinstance(seat, int)
        seen = game.from_bytes(client.observe(name, state, seat).state)
        move = seated[seat].choose(game, seen, seat, rng)
        answer = client.apply(name, state, seat, move.code)
        state, to_act, moves = answer.state, answer.to_act, moves + 1
        now += [arbitre.Event(event) for event in answer.events]
        if any(event["kind"] == "turn_ended" for event in answer.events):
            last, now = now, []
    return Played(game, game.from_bytes(state), moves, last)


def show_scores(played: Played, players: Sequence[str], out: Console) -> None:
    """A line: who got what, and who won."""
    points = zip(players, played.state.scores, strict=True)
    out.print(f"  {played.moves} moves, {played.state.ply} with chance:  ", end="")
    out.print("  ".join(f"{name} {score}" for name, score in points), end="  ")
    won = " and ".join(f"seat {seat} ({players[seat]})" for seat in played.state.winners)
    out.print(f"won by {won}", style="bold green")


def show_report(played: Played, out: Console) -> None:
    """The end report: every line of every seat."""
    report = draw_report(played.game, played.state, played.game.labels())
    if report is not None:
        out.print()
        out.print(report)


def keep_picture(played: Played, folder: Path) -> Path:
    """Write the last position, with what happened in its last turn, as a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{played.game.name}.svg"
    path.write_text(played.game.svg(played.state, events=played.last_turn), encoding="utf-8")
    return path
