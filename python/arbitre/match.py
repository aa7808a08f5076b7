"""A match: one game from its start, with its history, its log, and ways back.

States are immutable, so a match keeps those it has been through, and going back costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from arbitre._native import CHANCE, Event, Move, State
from arbitre.errors import LogError
from arbitre.game import Chance, Game, MoveLike
from arbitre.replay import Log, Position, Verification, game_of, positions, read, record, replay
from arbitre.replay import verify as verify_log

__all__ = ["Match"]


class _Step(NamedTuple):
    """What can be taken back at once: the moves, what happened, and where they led."""

    state: State
    events: list[Event]
    moves: list[tuple[int, Move]]


class Match:
    """A game being played.

    >>> match = Match(load("sept_solines"), players=2, seed=7)
    >>> events = match.play(match.state.to_act[0], {"kind": "take", "place": 0})

    With `chance="auto"` the engine draws, with "manual" the host plays the moves of chance as any
    other, with seat `CHANCE`. Options go by keyword as in `Game.initial`.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        seed: int | None = None,
        *,
        chance: Chance = "auto",
        **options: Any,
    ) -> None:
        """Raises `SetupError` with every reason at once. `seed` None draws one."""
        options = game._settle(options)
        start = _Step(*game._start(players, seed, chance, options))
        # As they will be read from a log, and out of the caller's reach.
        plain = msgspec.msgpack.decode(msgspec.msgpack.encode(options))
        self._set_up(game, players, chance, plain, [start])

    def _set_up(
        self,
        game: Game,
        players: int,
        chance: Chance,
        options: dict[str, Any],
        steps: list[_Step],
    ) -> None:
        self.game = game
        self.players = players
        self.chance: Chance = chance
        self._options = options
        self._steps = steps
        self._undone: list[_Step] = []

    # --- the present ---

    @property
    def state(self) -> State:
        """The position."""
        return self._steps[-1].state

    @property
    def events(self) -> list[Event]:
        """All that has happened, in order, set-up included, secrets too: `Game.observe_events` is
        what a seat may see of it."""
        return [event for step in self._steps for event in step.events]

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """All (seat, move) played, in order, those of chance among them. Place n is ply n + 1."""
        return [move for step in self._steps for move in step.moves]

    def play(self, seat: int, move: MoveLike) -> list[Event]:
        """Plays a move and gives what happened, up to the next decision. Raises `Rejected` when
        the move is illegal, and everything is as it was. What was undone can't be redone after."""
        step = _Step(*self.game._advance(self.state, seat, move))
        self._steps.append(step)
        self._undone.clear()
        return list(step.events)

    # --- ways back ---

    def undo(self) -> list[tuple[int, Move]]:
        """Takes back the last player's move and the draws that followed it; with manual chance the
        last move. Gives what it took back, nothing at the start of the match. The same move played
        again meets the same luck: `fork` is the way to other luck."""
        if len(self._steps) == 1:
            return []
        self._undone.append(self._steps.pop())
        return list(self._undone[-1].moves)

    def redo(self) -> list[tuple[int, Move]]:
        """Plays again what was undone last. Gives the moves, none if there is nothing to redo."""
        if not self._undone:
            return []
        self._steps.append(self._undone.pop())
        return list(self._steps[-1].moves)

    def fork(self, ply: int, seed: int | None = None) -> Match:
        """A match with the same first `ply` moves, chance counted, that goes on by itself. A draw
        that is due there is drawn anew; luck from there on is that of `seed`, None draws one."""
        moves = self.moves
        if not 0 <= ply <= len(moves):
            raise ValueError(f"ply: expected 0 to {len(moves)}, the moves played; got {ply}")
        walk = positions(self.game, self.players, self._options, islice(moves, ply))
        return self._resume(self.game, self.players, self.chance, self._options, walk, seed)

    # --- the log ---

    @property
    def log(self) -> Log:
        """The match as it is written down: all of it, secrets included, but not the seed."""
        return record(self.game, self.players, self.chance, self._options, self.moves)

    def save(self, path: str | Path) -> None:
        """Writes the log to a file, which is there as a whole or not at all."""
        self.log.save(path)

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None, seed: int | None = None) -> Match:
        """The match of a log, verified on the way; `LogError` names the first difference. `game`
        is needed when it was played under other content than the game's own. A log has no seed:
        luck from there on is that of `seed`, None draws one."""
        log = read(path)
        header = log.header
        try:
            game = game or game_of(header)
            walk = replay(game, log)
            return cls._resume(game, header.players, header.chance, header.options, walk, seed)
        except LogError as error:
            error.file = str(path)
            raise

    @staticmethod
    def verify(path: str | Path, game: Game | None = None) -> Verification:
        """Replays a log move by move: true when it is whole and the rules confirm it, else its
        `difference` names the first, with its ply. `game` as in `load`."""
        return verify_log(path, game)

    @classmethod
    def _resume(
        cls,
        game: Game,
        players: int,
        chance: Chance,
        options: dict[str, Any],
        walk: Iterable[Position],
        seed: int | None,
    ) -> Match:
        """A match that has been through these positions."""
        luck = Random(seed)
        steps: list[_Step] = []
        for _, seat, move, state, events in walk:
            if chance == "auto":
                state = game.reseed(state, luck.getrandbits(64))
            if steps and chance == "auto" and seat == CHANCE:
                before = steps.pop()
                events, moves = [*before.events, *events], before.moves
            else:
                moves = []
            if seat is not None and move is not None:
                moves = [*moves, (seat, move)]
            steps.append(_Step(state, events, moves))
        if chance == "auto" and CHANCE in steps[-1].state.to_act:
            state, events, moves = steps.pop()
            codes, probabilities = game.chance(state)
            code = luck.choices(codes.tolist(), probabilities.tolist())[0]
            state, more, drawn = game._advance(state, CHANCE, code)
            steps.append(_Step(state, [*events, *more], [*moves, *drawn]))
        match = cls.__new__(cls)
        match._set_up(game, players, chance, options, steps)
        return match

    def __repr__(self) -> str:
        state = "over" if self.state.over else f"to act {', '.join(map(str, self.state.to_act))}"
        moves = sum(len(step.moves) for step in self._steps)
        return f"<Match {self.game.name} players={self.players} moves={moves} {state}>"
