"""A program as a user writes it: it must run, and `mypy --strict` must see these very types."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, assert_type

import numpy as np
import numpy.typing as npt

import arbitre
from arbitre import bots, replay


def host() -> None:
    """A host that judges and plays moves."""
    game = arbitre.load("sept_solines")
    assert_type(game, arbitre.Game)
    assert_type(game.name, str)
    assert_type(game.players, tuple[int, ...])
    assert_type(game.kinds, Mapping[str, arbitre.Kind])
    assert_type(game.options, Mapping[str, arbitre.Option])

    state = game.initial(players=2, seed=7, variants={"rounds": 1})
    assert_type(state, arbitre.State)
    assert_type(state.to_act, tuple[int, ...])
    assert_type(state.scores, tuple[int, ...])
    assert_type(state.winners, tuple[int, ...])
    assert_type(state.viewer, int | None)
    assert_type(state.chance, Literal["auto", "manual"])
    assert_type(copy.copy(state), arbitre.State)
    assert_type(state.array, npt.NDArray[np.void])
    assert_type(game.from_bytes(state.to_bytes()), arbitre.State)

    seat = state.to_act[0]
    verdict = game.validate(state, seat, {"kind": "disc_green"})
    assert_type(verdict, arbitre.Verdict)
    assert_type((verdict.ok, verdict.code, verdict.need), tuple[bool, str, int])
    assert_type(game.explain(verdict, lang="fr"), str)

    moves = game.moves(state, seat)
    assert_type(moves, list[arbitre.Move])
    assert_type(dict(moves[0]), dict[str, Any])
    assert_type(moves[0].kind, str)
    assert_type(game.describe(moves[0]), str)

    after, events = game.step(state, seat, moves[0])
    assert_type(after, arbitre.State)
    assert_type(events, list[arbitre.Event])
    assert_type(game.observe_events(events, arbitre.SPECTATOR), list[arbitre.Event])
    assert_type(game.apply(state, seat, moves[0].code), arbitre.State)
    try:
        game.apply(after, seat, moves[0])
    except arbitre.Rejected as refused:
        assert_type(game.explain(refused.verdict), str)

    document = game.document(after)
    assert_type(document, dict[str, Any])
    assert_type(game.build(document, chance="manual"), arbitre.State)
    assert_type(game.view(after, seat=0), dict[str, Any])


def researcher() -> None:
    """A study of many games."""
    game = arbitre.load("sept_solines")
    root = game.initial(players=2, seed=7, chance="manual")
    codes, probabilities = game.chance(root)
    assert_type(codes, npt.NDArray[np.uint32])
    assert_type(probabilities, npt.NDArray[np.float64])
    assert_type(game.playouts(root, n=8, seed=1, threads=2), npt.NDArray[np.void])

    state = game.initial(players=2, seed=7)
    actions = game.legal(state, state.to_act[0])
    assert_type(actions, npt.NDArray[np.uint32])
    assert_type(game.apply(state, state.to_act[0], actions[0]), arbitre.State)
    assert_type(game.perft(state, 2), int)
    assert_type(game.perft(state, 2, split=True), dict[arbitre.Move, int])
    verdicts = game.validate_many(state, state.to_act[0], actions)
    assert_type(verdicts.code, npt.NDArray[np.uint16])
    assert_type(verdicts.need, npt.NDArray[np.int32])

    batch = game.batch(4, players=2, seed=1)
    assert_type(batch, arbitre.Batch)
    flat, offsets = batch.legal()
    assert_type(flat, npt.NDArray[np.uint32])
    assert_type(offsets, npt.NDArray[np.int64])
    assert_type(batch.step(flat[offsets[:-1]]), npt.NDArray[np.uint16])
    assert_type(batch.done, npt.NDArray[np.bool_])


class First:
    """A bot of the user's own."""

    def choose(
        self, game: arbitre.Game, observation: arbitre.State, seat: int, rng: random.Random
    ) -> arbitre.Move:
        """Always the first legal move."""
        return game.moves(observation, seat)[0]


def players() -> None:
    """Bots, the package's and the user's."""
    game = arbitre.load("sept_solines")
    state = game.initial(players=2, seed=7)
    seated: list[bots.Bot] = [bots.make("random"), First()]
    while state.to_act:
        seat = state.to_act[0]
        move = seated[seat].choose(game, game.observe(state, seat), seat, random.Random(1))
        assert_type(move, arbitre.Move)
        state = game.apply(state, seat, move)


def matches(folder: Path) -> None:
    """A host that keeps matches and their logs."""
    game = arbitre.load("sept_solines")
    match = arbitre.Match(game, 2, seed=7, variants={"rounds": 1})
    seat = match.state.to_act[0]
    assert_type(match.state, arbitre.State)
    assert_type(match.play(seat, {"kind": "take", "place": 0}), list[arbitre.Event])
    assert_type(match.moves, list[tuple[int, arbitre.Move]])
    assert_type(match.events, list[arbitre.Event])
    assert_type(match.undo(), list[tuple[int, arbitre.Move]])
    assert_type(match.redo(), list[tuple[int, arbitre.Move]])
    assert_type(match.fork(9), arbitre.Match)
    match.save(folder / "match.arblog")
    assert_type(arbitre.Match.load(folder / "match.arblog"), arbitre.Match)
    found = arbitre.Match.verify(folder / "match.arblog", game)
    assert_type(found.difference, arbitre.LogError | None)
    assert_type(found.ok, bool)
    for position in replay.replay(game, match.log):
        assert_type(position.state, arbitre.State)
        assert_type(position.move, arbitre.Move | None)

    assert_type(arbitre.games(), tuple[str, ...])
    mars = arbitre.Match(arbitre.load("terraforming_mars"), 2, seed=7)
    text = arbitre.games.terraforming_mars.export_log(mars)
    assert_type(text, str)
    assert_type(arbitre.games.terraforming_mars.import_log(text), arbitre.Match)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        matches(Path(temporary))
    host()
    researcher()
    players()
