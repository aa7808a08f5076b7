"""What is measured: positions and moves of each game."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.figures import RATES
from bench.workload import (
    MOST,
    NODES,
    REFERENCE,
    RESOLVING,
    Workload,
    last_orders,
    middle_game,
    power_of_two,
    size_of,
    subjects,
    workload,
)

import arbitre


@pytest.fixture(scope="module")
def work() -> Workload:
    return workload(subjects()[0])


def test_every_game_of_the_registry_is_measured_the_reference_first() -> None:
    assert subjects()[0].game == REFERENCE
    assert {subject.game for subject in subjects()} == set(arbitre.games())
    for subject in subjects():
        assert subject.players == max(arbitre.load(subject.game).players)


def test_games_with_simultaneous_orders_have_a_kind_that_resolves_them() -> None:
    assert set(RESOLVING) <= set(RATES)
    for name in set(RESOLVING) & set(arbitre.games()):
        assert RESOLVING[name] in arbitre.load(name).kinds


@pytest.mark.parametrize(
    ("state_size", "size"), [(136, 4096), (1024, 1024), (5000, 128), (1 << 20, 64)]
)
def test_large_states_make_a_small_workload(state_size: int, size: int) -> None:
    assert size_of(state_size) == size


@pytest.mark.parametrize(("wanted", "power"), [(0.2, 8), (8, 8), (100, 64), (128, 128), (1e9, 256)])
def test_power_of_two(wanted: float, power: int) -> None:
    assert power_of_two(wanted, 8, 256) == power


def test_half_of_the_moves_are_legal_by_choice_and_each_is_the_seats(work: Workload) -> None:
    game = work.game
    assert work.size == len(work.states) == MOST
    for number, state in enumerate(work.states[:200]):
        seat = work.seats[number]
        assert seat in state.to_act
        assert game.validate(state, seat, work.legal[number]).ok
        if number % 2:
            assert work.actions[number] == work.legal[number]
    refused = sum(
        not game.validate(*judged).ok
        for judged in zip(work.states[::2], work.seats[::2], work.actions[::2], strict=True)
    )
    assert refused > 0.5 * work.size / 2


def test_the_same_workload_each_time(work: Workload) -> None:
    again = Workload(arbitre.load(REFERENCE), work.players)
    assert (again.wire, again.actions, again.legal) == (work.wire, work.actions, work.legal)


def test_one_call_keeps_to_what_a_turn_can_bear(work: Workload) -> None:
    assert work.playouts in {16, 32, 64, 128, 256}
    assert work.game.perft(work.root, work.perft_depth) <= NODES
    assert work.game.perft(work.root, work.perft_depth + 1) > NODES


def test_the_files_are_as_the_programs_read_them(work: Workload, tmp_path: Path) -> None:
    arguments = work.write(tmp_path)
    rules, moves = Path(arguments[0]), Path(arguments[1])
    assert rules.read_text(encoding="utf-8") == work.game.rules
    data = moves.read_bytes()
    assert len(data) == work.size * (work.game.state_size + 1 + 4 + 4)
    assert data.startswith(work.records[0])
    assert data[-4:] == work.legal[-1].to_bytes(4, "little")
    assert arguments[2:4] == ["--players", str(work.players)] and "--resolving" not in arguments


def test_positions_that_wait_for_one_seat_are_written_apart(tmp_path: Path) -> None:
    """As in a game with simultaneous orders; here any kind of move does."""
    game = arbitre.load(REFERENCE)
    kind = next(iter(game.kinds))
    work = Workload(game, 2, kind)
    assert 0 < len(work.resolving) <= 256
    for state, seat, action in work.resolving:
        assert state.to_act == (seat,)
        assert game.move(action).kind == kind and game.validate(state, seat, action).ok
    arguments = work.write(tmp_path)
    written = Path(arguments[arguments.index("--resolving") + 1]).read_bytes()
    assert len(written) == len(work.resolving) * (game.state_size + 1 + 4 + 4)


def test_a_kind_that_nobody_may_play_finds_nothing(work: Workload) -> None:
    assert list(last_orders(work.game, work.states[:50], "submit")) == []


def test_the_middle_of_a_game_is_neither_its_beginning_nor_its_end(work: Workload) -> None:
    import random

    states = middle_game(work.game, random.Random(1), 1)
    plies = [state.ply for state in states]
    assert plies == sorted(plies) and plies[0] > 5
    assert not any(state.over for state in states)
