"""Recorded matches: each is still confirmed, and together they are the behaviour signature."""

from __future__ import annotations

from pathlib import Path

import pytest

import arbitre
from arbitre import Match
from arbitre.replay import read, replay
from support.games import game as game_of
from support.games import options_of, variants
from support.signature import REPLAYS, promised, replays, signature

each_game = pytest.mark.parametrize("name", arbitre.games())
each_replay = pytest.mark.parametrize(
    "path", replays(), ids=lambda path: f"{path.parent.name}/{path.stem}"
)

RECORD = "record some: add it to PLAN of tools/record_replays.py and run that"


@each_game
def test_every_game_has_replays(name: str) -> None:
    assert replays(name), f"{name} has no replays; {RECORD}"


def test_every_replay_belongs_to_a_game() -> None:
    assert {path.parent.name for path in replays()} <= set(arbitre.games())
    strangers = {path for path in REPLAYS.rglob("*") if path.is_file()} - set(replays())
    assert {path.suffix for path in strangers} <= {".py", ".pyc"}


@each_replay
def test_the_rules_confirm_it(path: Path) -> None:
    found = Match.verify(path)
    assert found, found.difference
    assert found.header and found.header.game == path.parent.name
    assert found.end and found.end.over, "record matches to their end"


@each_replay
def test_it_goes_on_like_a_match(path: Path) -> None:
    match = Match.load(path)
    assert match.log.to_bytes() == path.read_bytes()
    while match.undo():
        pass
    while match.redo():
        pass
    assert match.log.to_bytes() == path.read_bytes()


@each_game
def test_every_kind_of_move_and_event_is_in_one(name: str) -> None:
    game = game_of(name)
    moves, events = set(), set()
    for path in replays(name):
        for position in replay(game, read(path)):
            moves |= {position.move.kind} if position.move else set()
            events |= {event.kind for event in position.events}
    assert set(game.kinds) - moves == set(), RECORD
    assert set(game.events) - events == set(), RECORD


@each_game
def test_every_number_of_players_and_every_variant_is_in_one(name: str) -> None:
    game = game_of(name)
    headers = [read(path).header for path in replays(name)]
    assert {header.players for header in headers} == set(game.players), RECORD
    assert {header.chance for header in headers} == {"auto", "manual"}, RECORD
    for wanted in map(options_of, variants(game)):
        assert any(
            wanted == header.options if not wanted else includes(header.options, wanted)
            for header in headers
        ), f"{wanted}: {RECORD}"


def includes(options: dict[str, object], wanted: dict[str, object]) -> bool:
    """Whether options hold all that is wanted, groups looked into."""
    for key, value in wanted.items():
        found = options.get(key)
        if isinstance(value, dict) and isinstance(found, dict):
            if not includes(found, value):
                return False
        elif found != value:
            return False
    return True


def test_the_changelog_tells_the_signature() -> None:
    assert signature() == promised(), (
        f"the same moves lead to other games now. If that is meant, put `Signature: {signature()}`"
        " and what was changed into the newest section of CHANGELOG.md"
    )
