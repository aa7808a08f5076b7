"""The golden cases of tests/golden: read, set up and played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import arbitre
from arbitre import CHANCE, SPECTATOR, Event, Game, State

from .games import game as game_of
from .pointers import changed

FOLDER = Path(__file__).parents[1] / "golden"


class Case(NamedTuple):
    game: str
    body: dict[str, Any]

    @property
    def game_of(self) -> Game:
        return game_of(self.game)


class Played(NamedTuple):
    """Where the moves of a case have led, and what happened on the way."""

    game: Game
    state: State
    events: list[Event]


def cases(*games: str) -> Iterator[Case]:
    """The cases of some games, or of all. A game may have several files: `<game>_<what>.json`
    beside `<game>.json`."""
    for path in sorted(FOLDER.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        name = content["game"]
        assert content["format"] == 1, path
        assert path.stem == name or path.stem.startswith(f"{name}_"), path
        if name in (games or arbitre.games()):
            yield from (Case(name, body) for body in content["cases"])


def seat_of(seat: Any) -> Any:
    """A seat as cases write it: a number, "chance", or null for the spectator."""
    return {"chance": CHANCE, None: SPECTATOR}.get(seat, seat)


def given_state(game: Game, given: Mapping[str, Any]) -> State:
    if "document" in given:
        return game.build(given["document"], chance="manual", seed=0)
    state = game.initial(chance="manual", seed=0, **given["initial"])
    if not given.get("set"):
        return state
    document = game.document(state)
    for pointer, value in given["set"].items():
        document = changed(document, pointer, value)
    return game.build(document, chance="manual", seed=0)


def play(case: Case) -> Played:
    """A case from its position to the end of its moves."""
    game = case.game_of
    state = given_state(game, case.body["given"])
    events: list[Event] = []
    for step in case.body["do"]:
        state, happened = game.step(state, seat_of(step["seat"]), step["move"])
        events += happened
    return Played(game, state, events)
