"""Matches between players who pick at random, fixed by their seeds."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

import msgpack

from arbitre import Game, Match, State
from arbitre.replay import Log

from .games import Chance, Setup
from .walks import pick

Records: TypeAlias = list[Any]
"""A log as any reader of msgpack sees it: the header, the moves, the end."""


def match_of(setup: Setup, seed: int, chance: Chance = "auto") -> Match:
    return Match(setup.game, setup.players, seed, chance=chance, **setup.options)


def advance(game: Game, state: State, dice: random.Random) -> tuple[int, int]:
    """Who moves, and how."""
    return pick(game, state, dice, by_kind=True)


def played_to(match: Match, seed: int, decisions: int) -> Match:
    """The same match, so many decisions later or at its end."""
    dice = random.Random(seed)
    for _ in range(decisions):
        if not match.state.to_act:
            break
        match.play(*advance(match.game, match.state, dice))
    return match


def finished(match: Match, seed: int) -> Match:
    """The same match at its end."""
    return played_to(match, seed, match.game.ply_bound)


def records_of(log: Log) -> Records:
    unpacker = msgpack.Unpacker()
    unpacker.feed(log.to_bytes())
    return list(unpacker)


def as_bytes(records: Records) -> bytes:
    return b"".join(map(msgpack.packb, records))
