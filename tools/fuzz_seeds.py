"""Writes tests/fuzz/corpus, where the fuzz targets begin: real games; `--check` only compares.

    .venv/bin/python tools/fuzz_seeds.py

Seeds are fixed, so the same rules give the same files. Run it after a change of the rules or of a
state, which makes the old ones refused at the door. Files that it did not write stay: they are what
the fuzzer found.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arbitre
from arbitre import CHANCE, Game, Match, Move, State
from arbitre.game import Chance, remember

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
TOY = ROOT / "build" / "py" / "tests" / "cpp"
TESTS = (ROOT / "tests" / "fuzz", ROOT / "tests" / "service")
PREFIX = "game-"
NUMBERED = 4
"""Seats that have a number of their own in tests/fuzz/actions.cpp."""


def subjects() -> list[Game]:
    """The games in the order of `subject` in tests/fuzz/subjects.cpp."""
    sys.path.insert(0, str(TOY))
    toy = importlib.import_module("arbitre_toy")
    return [remember(Game(toy.RULES, plugin=toy.GAME)), *map(arbitre.load, arbitre.games())]


def moves(match: Match, seed: int) -> Iterator[tuple[State, int, Move]]:
    """Plays a match at random to its end: each position, with the seat and the move in it."""
    luck = random.Random(seed)
    while match.state.to_act:
        state = match.state
        seat = luck.choice(state.to_act)
        move = luck.choice(match.game.moves(state, seat))
        yield state, seat, move
        match.play(seat, move)


def positions(game: Game, players: int) -> list[State]:
    """Three positions of a game: its start, its middle, its end."""
    match = Match(game, players, seed=1, chance="manual")
    walk = [state for state, _, _ in moves(match, players)]
    return [walk[0], walk[len(walk) // 2], match.state]


def tree(value: Any) -> bytes:
    """A document as tests/fuzz/document.cpp reads it."""
    if value is None:
        return b"\0"
    if isinstance(value, bool):
        return bytes([1 + value])
    if isinstance(value, int):
        small = -128 <= value < 128
        return bytes([3 if small else 4]) + value.to_bytes(1 if small else 8, "little", signed=True)
    if isinstance(value, str):
        return b"\5" + word(value)
    if isinstance(value, list):
        return b"\6" + count(value) + b"".join(map(tree, value))
    pairs = (word(key) + tree(item) for key, item in value.items())
    return b"\7" + count(value) + b"".join(pairs)


def count(value: list[Any] | dict[str, Any]) -> bytes:
    return len(value).to_bytes(2, "little")


def word(text: str) -> bytes:
    data = text.encode()
    return bytes([len(data)]) + data


def choice(domain: Any, value: Any) -> int:
    """The byte that picks a value in tests/fuzz/actions.cpp."""
    index: int = value - domain["min"] if isinstance(domain, dict) else domain.index(value)
    return index


def script(number: int, game: Game, players: int, chance: Chance) -> bytes:
    """A game as tests/fuzz/actions.cpp plays it, with a refused move before each one."""
    standard = [choice(domain, value) for _, _, domain, value in game._options]
    data = bytes([number, players - game.players[0], *standard, chance == "auto"])
    luck = random.Random(players)
    for state, seat, move in moves(Match(game, players, seed=1, chance=chance), players):
        refused = luck.randrange(game.action_count)
        if not game.validate(state, state.to_act[0], refused):
            data += bytes([7]) + refused.to_bytes(3, "little")
        data += bytes([4 if seat == CHANCE else seat]) + move.code.to_bytes(3, "little")
    return data


def seeds() -> Iterator[tuple[str, bytes]]:
    """The files: a path in the corpus and what is in it."""
    for number, game in enumerate(subjects()):
        name, byte = f"{PREFIX}{game.name}", bytes([number])
        fewest, most = game.players[0], game.players[-1]
        start, middle, end = positions(game, most)
        small = positions(game, fewest)[1]
        seen = game.observe(middle, 0)
        for place, state in {"middle": middle, "end": end, "small": small, "seen": seen}.items():
            yield f"wire/{name}-{place}", byte + state.to_bytes()
        for place, state in {"start": start, "middle": middle, "end": end, "small": small}.items():
            yield f"document/{name}-{place}", byte + b"\0" + tree(game.document(state))
        many = min(most, NUMBERED)
        yield f"actions/{name}-manual", script(number, game, many, "manual")
        yield f"actions/{name}-auto", script(number, game, many, "auto")
        yield f"actions/{name}-small", script(number, game, fewest, "manual")
        yield f"content/{name}", game.rules.encode()
    sys.path[:0] = map(str, TESTS)
    for name, body in importlib.import_module("bodies").Stranger().seeds():
        yield f"bodies/{PREFIX}{name}", body


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    check: bool = parser.parse_args().check
    wanted = {CORPUS / name: data for name, data in seeds()}
    stale = [path for path, data in wanted.items() if not _has(path, data)]
    stale += [path for path in CORPUS.glob(f"*/{PREFIX}*") if path not in wanted]
    if check and stale:
        print(f"{len(stale)} seeds are out of date; run: python tools/fuzz_seeds.py")
        return 1
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path in wanted:
            path.write_bytes(wanted[path])
        else:
            path.unlink()
    if not check:
        print(f"{len(wanted)} seeds, {sum(map(len, wanted.values()))} bytes, {len(stale)} changed")
    return 0


def _has(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
