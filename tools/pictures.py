"""Writes the sample pictures of docs/images; `--check` only compares.

Each is a position of a game between bots that a seed fixes, so the pictures change when the rules,
a bot or the drawing changes, and with nothing else.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random as Generator
from typing import Any, NamedTuple

import arbitre
from arbitre import bots

IMAGES = Path(__file__).parents[1] / "docs" / "images"


class Sample(NamedTuple):
    """A picture: its game, players and seed, which position of the game it shows, who plays, and
    whose view it is (None for the whole position)."""

    game: str
    players: int
    seed: int
    shows: Callable[[Mapping[str, Any]], bool]
    bots: tuple[str, ...] = ("greedy",)
    seat: int | None = None


def _turn_to_write(document: Mapping[str, Any]) -> bool:
    """Late in a game, before any order of the turn."""
    written = (power["orders"]["moves"] + power["orders"]["builds"] for power in document["powers"])
    return document["phase"] == "orders" and document["turn"] == 9 and not any(written)


def _orders_of_all(document: Mapping[str, Any]) -> bool:
    """One power is still to submit."""
    waiting = [power for power in document["powers"] if not power["submitted"]]
    last = len(waiting) == 1 and len(waiting[0]["orders"]["moves"]) > 1
    return document["phase"] == "orders" and document["turn"] == 5 and last


def _late_in_round_two(document: Mapping[str, Any]) -> bool:
    """A turn in which some seat has its seven cards and others are still at it."""
    retired = [seat["retired"] for seat in document["seats"]]
    return document["phase"] == "turn" and document["round"] == 2 and any(retired)


def _late_actions(document: Mapping[str, Any]) -> bool:
    """A visit of seat 0 on turn 7."""
    pending = document["pending"]
    visited = bool(pending) and pending[-1]["kind"] == "action" and pending[-1]["seats"] == [0]
    return visited and document["turn"] == 7


def _many_cards_in_play(document: Mapping[str, Any]) -> bool:
    """A turn with tiles of all kinds on the map and many cards in play."""
    tiles = [tile["tile"] for tile in document["map"].values() if tile is not None]
    varied = all(tiles.count(tile) > 2 for tile in ("ocean", "greenery", "city"))
    played = sum(len(seat["tableau"]) for seat in document["seats"])
    turn = document["phase"] == "action" and len(document["stack"]) == 0
    return turn and varied and played > 30


def _fight(document: Mapping[str, Any]) -> bool:
    """A combat with an order on the stack, and many units around it."""
    combat = document["combat"]
    return combat is not None and len(combat["orders"]) > 0 and len(document["grid"]) > 7


def _main_phase(document: Mapping[str, Any]) -> bool:
    """A turn of two commanders who have built up."""
    equipped = any(unit["equipment"] for unit in document["grid"].values())
    return document["phase"] == "main" and len(document["grid"]) > 8 and equipped


TEMPERAMENTS = ("strategist", "conqueror", "opportunist")
MIXED = ("random", "greedy", "greedy")
SAMPLES: Mapping[str, Sample] = {
    "satrapies-turn": Sample("satrapies", 4, 44, _turn_to_write),
    "satrapies-orders": Sample("satrapies", 4, 44, _orders_of_all),
    "sept_solines-turn": Sample("sept_solines", 3, 25, _late_in_round_two),
    "sept_solines-over": Sample(
        "sept_solines", 3, 49, lambda document: document["phase"] == "over"
    ),
    "solar-turn": Sample("solar", 4, 7, _late_actions, TEMPERAMENTS, seat=0),
    "solar-over": Sample("solar", 3, 5, lambda document: document["phase"] == "over", TEMPERAMENTS),
    "terraforming_mars-turn": Sample(
        "terraforming_mars", 4, 14, _many_cards_in_play, MIXED, seat=0
    ),
    "terraforming_mars-over": Sample(
        "terraforming_mars", 3, 8, lambda document: document["phase"] == "finished", MIXED
    ),
    "vitorian_wars-turn": Sample("vitorian_wars", 2, 3, _main_phase, ("random",), seat=0),
    "vitorian_wars-combat": Sample("vitorian_wars", 2, 11, _fight, ("random",)),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    check: bool = parser.parse_args().check
    old = [path for path, picture in pictures() if _read(path) != picture]
    if check and old:
        names = ", ".join(path.name for path in old)
        print(f"out of date: {names}; run: python tools/pictures.py", file=sys.stderr)
        return 1
    for path, picture in pictures():
        if path in old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(picture, encoding="utf-8", newline="\n")
            print(f"wrote {path}")
    return 0


def pictures() -> Iterator[tuple[Path, str]]:
    """The file and the text of each picture."""
    for name, sample in SAMPLES.items():
        game = arbitre.load(sample.game)
        state, events = position(game, sample)
        yield IMAGES / f"{name}.svg", game.svg(state, sample.seat, events=events)


def position(game: arbitre.Game, sample: Sample) -> tuple[arbitre.State, list[arbitre.Event]]:
    """The first position of the sample's game that is to be shown, and the events of the turn
    before it in games that end their turns with `turn_ended`."""
    state = game.initial(players=sample.players, seed=sample.seed)
    rng = Generator(sample.seed)
    seated = [bots.make(sample.bots[i % len(sample.bots)]) for i in range(sample.players)]
    last: list[arbitre.Event] = []
    now: list[arbitre.Event] = []
    while not sample.shows(game.document(state)):
        seat = state.to_act[0]
        move = seated[seat].choose(game, game.observe(state, seat), seat, rng)
        state, events = game.step(state, seat, move)
        now += events
        if any(event.kind == "turn_ended" for event in events):
            last, now = now, []
    return state, last


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
