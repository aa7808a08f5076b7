"""Peers: turns, what is counted, and what is said when one isn't there."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from typing import Any

import numpy as np
import pytest
from bench.peers import Comparison, Ours
from bench.workload import Workload, subjects, workload

from bench import peers


@pytest.fixture(scope="module")
def work() -> Workload:
    return workload(subjects()[0])


def test_peers_that_are_not_installed_are_named(
    work: Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(peers, "version", version)
    found, absent = peers.measure(work)
    assert found == []
    assert set(absent) == set(peers.PACKAGES)
    assert absent["chess"] == "chess is not installed; `make bench-peers` installs it"


def test_peers_that_are_installed_are_measured(
    work: Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(count: int) -> float:
        end = time.process_time() + 0.005
        while time.process_time() < end:
            pass
        return count

    def comparisons(_: Workload) -> Iterator[Comparison]:
        yield Comparison("sloth", "calls", lambda: slow(1), lambda: slow(20))

    monkeypatch.setattr(peers, "version", lambda _: "1")
    monkeypatch.setattr(peers, "PACKAGES", {"sloth": comparisons})
    monkeypatch.setattr(peers, "BUDGET", 0.1)
    [found], absent = peers.measure(work)
    assert absent == {}
    assert (found.peer, found.kind, found.theirs.unit) == ("sloth", "calls", "move")
    assert found.theirs.best >= 5e6 and found.ours.best >= 5e6 / 20
    assert found.ratio == pytest.approx(20, rel=0.5)


def test_arbitre_counts_its_moves(work: Workload) -> None:
    ours = Ours(work)
    records = work.game.playouts(work.root, work.playouts, peers.SEED)
    assert ours.playouts() == records["plies"].sum()
    least, most = records["plies"].min() / 2, records["plies"].max() * 2
    assert least < ours.calls() < most
    assert least < ours.observing() < most
    assert ours.perft() == work.game.perft(work.root, peers.DEPTH)


def test_picks_are_even() -> None:
    draw = random.Random(1).random
    picks = [peers.pick("abc", draw) for _ in range(3000)]
    assert {letter: picks.count(letter) for letter in "abc"} == {
        letter: pytest.approx(1000, rel=0.1) for letter in "abc"
    }


class Dice:
    """A game as OpenSpiel has them: a throw, then as many decisions."""

    def __init__(self) -> None:
        self.left: int | None = None

    def is_chance_node(self) -> bool:
        return self.left is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(2, 0.0), (3, 1.0)]

    def is_terminal(self) -> bool:
        return self.left == 0

    def legal_actions(self) -> list[int]:
        return [1]

    def apply_action(self, action: int) -> None:
        self.left = action if self.left is None else self.left - action

    def new_initial_state(self) -> Dice:
        return Dice()


def test_moves_of_open_spiel_are_counted_with_chance() -> None:
    generator = random.Random(1)
    assert peers.play_open_spiel(Dice(), generator) == 4
    dealt = peers.dealt(Dice(), generator)
    assert dealt.left == 3 and peers.play_open_spiel(dealt, generator) == 3


class Steps:
    """An environment as PettingZoo has them: two seats, the second is told that it is over."""

    def __init__(self, moves: int, masked: bool) -> None:
        self.moves, self.masked, self.played = moves, masked, []  # type: ignore[var-annotated]

    def reset(self, seed: int) -> None:
        self.played = []

    def agent_iter(self) -> Iterator[str]:
        while len(self.played) <= self.moves:
            yield "seat"

    def last(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        mask = np.array([0, 1, 0])
        over = len(self.played) == self.moves
        seen, info = ({"action_mask": mask}, {}) if self.masked else (mask, {"action_mask": mask})
        return seen, 0.0, over, False, info

    def step(self, action: int | None) -> None:
        self.played.append(action)


@pytest.mark.parametrize("masked", [True, False])
def test_moves_of_petting_zoo_are_counted(masked: bool) -> None:
    environment = Steps(5, masked)
    assert peers.play_petting_zoo(environment, random.Random(1).random) == 5
    assert environment.played == [1] * 5 + [None]


def test_long_games_of_petting_zoo_are_left() -> None:
    moves = peers.play_petting_zoo(Steps(1000, True), random.Random(1).random)
    assert moves == peers.FIRST_MOVES
