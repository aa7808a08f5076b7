"""Many at once: `validate_many` in all its forms, and batches of games stepped together."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from arbitre import CHANCE, Batch, Game, Rejected, SetupError, State
from arbitre.game import Verdicts
from support.effort import so_many
from support.games import Setup
from support.walks import codes_to_try, seats_to_try, walk
from support.wire import as_record, body_of, with_body


def as_lists(verdicts: Verdicts) -> list[list[int]]:
    return [part.tolist() for part in verdicts]


def cases(setup: Setup) -> tuple[list[State], list[int], list[int]]:
    """States with a seat and a code each, legal and not, of both modes of chance."""
    dice = random.Random(str(setup))
    states, seats, codes = [], [], []
    for played in (walk(setup, 2, "auto"), walk(setup, 3, "manual")):
        for state in [*played.judged, *(setup.game.observe(s, 0) for s in played.some_states(9))]:
            seat = dice.choice([*state.to_act, *seats_to_try(setup.players)])
            tried = codes_to_try(setup.game, state, dice).tolist()
            legal = setup.game.legal(state, seat).tolist()
            states.append(state)
            seats.append(seat)
            codes.append(dice.choice([*legal, *dice.sample(tried, 2), setup.game.action_count]))
    return states, seats, codes


# --- validate_many ---


def test_many_verdicts_are_those_of_validate(setup: Setup) -> None:
    game = setup.game
    states, seats, codes = cases(setup)
    found = game.validate_many(states, seats, codes)
    assert [part.dtype for part in found] == [np.uint16, np.uint16, np.int32, np.int32]
    for state, seat, code, number, subject, need, have in zip(
        states, seats, codes, *as_lists(found), strict=True
    ):
        verdict = game.validate(state, seat, code)
        assert verdict.number == number
        assert verdict.code == game.codes[number]
        assert verdict.subject == game.words[subject]
        assert (verdict.need, verdict.have) == (need, have)
    assert {0} < set(found.code.tolist())


def test_all_forms_of_states_seats_and_actions_are_judged_alike(setup: Setup) -> None:
    game = setup.game
    states, seats, codes = cases(setup)
    expected = as_lists(game.validate_many(states, seats, codes))
    bodies = b"".join(map(body_of, states))
    wire = b"".join(state.to_bytes() for state in states)
    of_states: list[Any] = [
        states,
        tuple(states),
        as_record(game, bodies),
        as_record(game, bodies).reshape(-1, 1),
        wire,
        bytearray(wire),
        memoryview(b"odd" + wire)[3:],
        np.frombuffer(wire, dtype=np.uint8),
        np.frombuffer(wire, dtype=np.uint8).reshape(len(states), -1),
    ]
    of_seats: list[Any] = [
        seats,
        tuple(seats),
        bytes(seats),
        memoryview(bytes(seats)),
        np.array(seats, dtype=np.uint8),
        np.array(seats, dtype=np.int64),
        np.array(seats, dtype=">u4"),
    ]
    packed = np.array(codes, dtype="<u4")
    of_actions: list[Any] = [
        codes,
        packed,
        packed.tobytes(),
        bytearray(packed.tobytes()),
        packed.astype(np.int64),
        packed.astype(">u4"),
        np.repeat(packed, 2)[::2],
    ]
    for form in of_states:
        assert as_lists(game.validate_many(form, seats, codes)) == expected
    for form in of_seats:
        assert as_lists(game.validate_many(states, form, codes)) == expected
    for form in of_actions:
        assert as_lists(game.validate_many(states, seats, form)) == expected


def test_one_state_or_seat_serves_all(setup: Setup) -> None:
    game = setup.game
    state = walk(setup, 3, "manual").some_states(5)[2]
    codes = codes_to_try(game, state, random.Random(0))
    n = len(codes)
    for seat in seats_to_try(setup.players):
        expected = as_lists(game.validate_many([state] * n, [seat] * n, codes))
        for form in (state, state.to_bytes(), as_record(game, body_of(state))):
            assert as_lists(game.validate_many(form, seat, codes)) == expected
    single = game.validate_many(state, 0, int(game.move(0)))
    assert single.code.tolist() == [game.validate(state, 0, 0).number]
    assert as_lists(game.validate_many(state, [], [])) == [[]] * 4
    assert as_lists(game.validate_many(state, b"", b"")) == [[]] * 4
    assert as_lists(game.validate_many([], [], [])) == [[]] * 4


def test_threads_change_no_verdict(setup: Setup) -> None:
    game = setup.game
    states, seats, codes = cases(setup)
    times = 1 + 4_000 // len(states)
    bodies = as_record(game, b"".join(map(body_of, states)) * times)
    one = as_lists(game.validate_many(bodies, seats * times, codes * times, threads=1))
    for threads in (0, 2, 3, 8):
        assert one == as_lists(
            game.validate_many(bodies, seats * times, codes * times, threads=threads)
        )


# --- batches ---


def batch_of(setup: Setup, n: int, seed: int, threads: int = 1) -> Batch:
    return setup.game.batch(n, players=setup.players, seed=seed, threads=threads, **setup.options)


def states_in(batch: Batch, setup: Setup) -> list[State]:
    """The games of a batch as states of their own."""
    model = setup.initial(seed=0)
    data = batch.states.tobytes()
    size = len(data) // max(1, len(batch))
    bodies = [data[i * size : (i + 1) * size] for i in range(len(batch))]
    return [setup.game.from_bytes(with_body(model, body)) for body in bodies]


def random_actions(batch: Batch, dice: np.random.Generator) -> npt.NDArray[np.uint32]:
    """A legal move for every game that is not over, 0 for the others."""
    codes, offsets = batch.legal()
    counts = np.diff(offsets)
    actions = np.zeros(len(batch), dtype=np.uint32)
    open_games = counts > 0
    picks = offsets[:-1] + (dice.random(len(batch)) * counts).astype(np.int64)
    actions[open_games] = codes[picks[open_games]]
    return actions


def test_a_batch_shows_the_games_that_it_holds(setup: Setup) -> None:
    game = setup.game
    size = so_many(2, 12)
    batch = batch_of(setup, size, seed=1)
    dice = np.random.default_rng(0)
    assert len(batch) == size
    states = states_in(batch, setup)
    for _ in range(game.ply_bound):
        movers = [state.to_act[0] if state.to_act else 255 for state in states]
        assert batch.to_act.tolist() == movers
        assert batch.done.tolist() == [state.over for state in states]
        assert batch.scores.tolist() == [list(state.scores) for state in states]
        codes, offsets = batch.legal()
        assert codes.dtype == np.uint32
        assert offsets.dtype == np.int64
        legal = np.split(codes, offsets[1:-1])
        assert [part.tolist() for part in legal] == [
            game.legal(state, mover).tolist() for state, mover in zip(states, movers, strict=True)
        ]
        views = [m if m < setup.players else 255 for m in movers]
        seen = batch.observations()
        assert seen.dtype == game.state_dtype
        assert seen.tobytes() == b"".join(
            body_of(game.observe(state, view)) for state, view in zip(states, views, strict=True)
        )
        if bool(batch.done.all()):
            return
        actions = random_actions(batch, dice)
        before = states
        numbers = batch.step(actions)
        states = states_in(batch, setup)
        for old, new, mover, action, number in zip(
            before, states, movers, actions.tolist(), numbers.tolist(), strict=True
        ):
            if old.over:
                assert number != 0
                assert new == old
            else:
                assert number == 0
                assert new == game.apply(old, mover, action)
    raise AssertionError("the games are longer than their bound")


def test_refused_actions_leave_their_game_unchanged(setup: Setup) -> None:
    game = setup.game
    batch = batch_of(setup, 64, seed=2)
    dice = np.random.default_rng(1)
    refused = 0
    after = states_in(batch, setup)
    for _ in range(so_many(6, 25)):
        states = after
        actions = random_actions(batch, dice)
        wild = dice.random(64) < 0.5
        actions[wild] = dice.integers(0, game.action_count + 2, int(wild.sum()))
        numbers = batch.step(actions)
        after = states_in(batch, setup)
        for old, new, action, number in zip(
            states, after, actions.tolist(), numbers.tolist(), strict=True
        ):
            mover = old.to_act[0] if old.to_act else 253
            assert number == game.validate(old, mover, action).number
            assert (new == old) is (number != 0)
            refused += number != 0
            if number != 0:
                with pytest.raises(Rejected):
                    game.apply(old, mover, action)
    assert refused > 100


def run(batch: Batch, steps: int) -> list[bytes]:
    dice = np.random.default_rng(5)
    seen = [batch.states.tobytes()]
    for _ in range(steps):
        batch.step(random_actions(batch, dice))
        batch.reset()
        seen.append(batch.states.tobytes())
    return seen


def test_batches_are_fixed_by_their_seed_and_not_by_threads(setup: Setup) -> None:
    size = so_many(200, 600)
    one = run(batch_of(setup, size, seed=3, threads=1), steps=30)
    assert run(batch_of(setup, size, seed=3, threads=2), steps=30) == one
    assert run(batch_of(setup, size, seed=3, threads=5), steps=30) == one
    assert run(batch_of(setup, size, seed=4, threads=1), steps=1)[0] != one[0]


def test_every_game_and_every_episode_of_a_batch_is_another(setup: Setup) -> None:
    batch = batch_of(setup, 40, seed=6)
    first = states_in(batch, setup)
    batch.reset([True] * 40)
    second = states_in(batch, setup)
    assert len({*first, *second}) == 80
    assert {state.ply for state in first} == {state.ply for state in second}
    assert all(CHANCE not in state.to_act for state in first)


def test_reset_starts_new_games_where_it_is_told_to(setup: Setup) -> None:
    batch = batch_of(setup, 20, seed=7)
    dice = np.random.default_rng(2)
    for _ in range(3):
        batch.step(random_actions(batch, dice))
    before = states_in(batch, setup)
    batch.reset()
    assert [a == b for a, b in zip(states_in(batch, setup), before, strict=True)] == [
        not state.over for state in before
    ]
    before = states_in(batch, setup)
    mask = np.arange(20) % 3 == 0
    batch.reset(mask)
    same = [a == b for a, b in zip(states_in(batch, setup), before, strict=True)]
    assert same == (~mask).tolist()


def test_finished_games_stay_until_they_are_reset(setup: Setup) -> None:
    batch = batch_of(setup, 6, seed=8)
    dice = np.random.default_rng(3)
    while not bool(batch.done.all()):
        batch.step(random_actions(batch, dice))
    ended = batch.states.tobytes()
    assert batch.to_act.tolist() == [255] * 6
    assert bool((batch.step(random_actions(batch, dice)) != 0).all())
    assert batch.states.tobytes() == ended
    batch.reset()
    assert not bool(batch.done.any())


def test_the_records_of_a_batch_are_live_and_read_only(setup: Setup) -> None:
    batch = batch_of(setup, 5, seed=9)
    records = batch.states
    before = records.tobytes()
    assert not records.flags.writeable
    batch.step(random_actions(batch, np.random.default_rng(4)))
    assert records.tobytes() == batch.states.tobytes() != before
    del batch
    assert len(records.tobytes()) == len(before)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_batch_of_an_impossible_set_up_is_refused(game: Game, n: int) -> None:
    with pytest.raises(SetupError, match="BAD_PLAYERS"):
        game.batch(n, players=99)
    with pytest.raises(SetupError, match="UNKNOWN_OPTION"):
        game.batch(n, players=game.players[0], no_such_option=1)
