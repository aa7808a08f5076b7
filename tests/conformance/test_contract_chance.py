"""Chance: its probabilities, its two modes, and everything that a seed fixes."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from arbitre import CHANCE, Game, State
from support.effort import so_many
from support.games import Chance, Setup, setups
from support.walks import MODES, walk, walks

# --- the pending draw ---


def test_probabilities_sum_to_one_over_the_legal_draws(setup: Setup) -> None:
    game = setup.game
    for played in walks(setup):
        for state in played.states:
            codes, probabilities = game.chance(state)
            assert codes.dtype == np.uint32
            assert probabilities.dtype == np.float64
            assert codes.tolist() == game.legal(state, CHANCE).tolist()
            assert (len(codes) > 0) is (CHANCE in state.to_act)
            assert probabilities.shape == codes.shape
            assert bool(np.all(probabilities > 0))
            if len(codes):
                assert math.isclose(float(probabilities.sum()), 1.0, rel_tol=1e-12)


def test_chance_alone_plays_the_kinds_of_chance(setup: Setup) -> None:
    kinds = setup.game.kinds
    for played in walks(setup):
        for seat, move in played.log:
            assert kinds[move.kind].chance is (seat == CHANCE)


def test_the_engine_leaves_no_draw_pending_when_it_plays_chance(setup: Setup) -> None:
    for seed in (0, 2, 4):
        for state in walk(setup, seed, "auto").states:
            assert CHANCE not in state.to_act
            assert (state.chance, len(setup.game.chance(state)[0])) == ("auto", 0)


def test_the_host_plays_every_draw_when_chance_is_manual(setup: Setup) -> None:
    played = walk(setup, 1, "manual")
    assert played.start_played == []
    assert played.start_events == []
    for ply in played.plies:
        assert ply.played == [(ply.seat, setup.game.move(ply.code))]
    assert {state.chance for state in played.states} == {"manual"}


def awaiting_draws(setup: Setup) -> list[State]:
    """The states of a random game in which a draw is due; a variant may do without chance."""
    return [s for s in walk(setup, 1, "manual").states if CHANCE in s.to_act]


def way_to_a_draw(setup: Setup) -> list[tuple[int, int]]:
    """What players do in a random game before its first draw."""
    plies = walk(setup, 1, "manual").plies
    first = next(number for number, ply in enumerate(plies) if ply.seat == CHANCE)
    return [(ply.seat, ply.code) for ply in plies[:first]]


def first_draw(setup: Setup, seed: int, way: list[tuple[int, int]]) -> int:
    """The first chance move that the engine plays when players go that way."""
    state, _, log = setup.start(seed, "auto")
    for seat, move in way:
        assert log == []
        state, _, played = setup.game._advance(state, seat, move)
        log = played[1:]
    mover, drawn = log[0]
    assert mover == CHANCE
    return int(drawn.code)


def test_draws_follow_their_probabilities(setup: Setup) -> None:
    """Each outcome of the first draw within five standard deviations over many seeds."""
    if not awaiting_draws(setup):
        return
    n, game = so_many(1_000, 2_000), setup.game
    way = way_to_a_draw(setup)
    state = setup.initial(seed=0, chance="manual")
    for seat, move in way:
        state = game.apply(state, seat, move)
    codes, probabilities = game.chance(state)
    drawn = Counter(first_draw(setup, seed, way) for seed in range(n))
    assert drawn.keys() <= set(codes.tolist())
    for code, probability in zip(codes.tolist(), probabilities.tolist(), strict=True):
        spread = math.sqrt(n * probability * (1 - probability))
        assert abs(drawn[code] - n * probability) <= 5 * spread + 1


# --- one match, two modes ---


def test_both_modes_of_chance_reach_the_same_documents(setup: Setup) -> None:
    """The log of a game that the engine drew for, replayed with a host that draws the same."""
    game = setup.game
    for seed in so_many((0, 2), (0, 2, 4, 6)):
        automatic = walk(setup, seed, "auto")
        state, events, played = setup.start(seed=999, chance="manual")
        happened = list(events)
        assert played == []
        steps = [(automatic.start, automatic.start_played)]
        steps += [(ply.after, ply.played) for ply in automatic.plies]
        for reached, log in steps:
            for seat, move in log:
                state, events = game.step(state, seat, move)
                happened += events
            assert game.document(state) == game.document(reached)
            assert state.ply == reached.ply
            assert (state.to_act, state.scores) == (reached.to_act, reached.scores)
        assert happened == automatic.events
        assert (state.over, state.winners) == (True, automatic.end.winners)


# --- what a seed fixes ---


def test_the_same_seed_is_the_same_game(setup: Setup) -> None:
    for seed in (0, 1, 7, 1 << 63, (1 << 64) - 1):
        states = [setup.initial(seed) for _ in range(2)]
        assert states[0] == states[1]
        assert states[0].to_bytes() == states[1].to_bytes()
    played = walk(setup, 0, "auto")
    state = setup.initial(seed=0)
    for ply in played.plies:
        state = setup.game.apply(state, ply.seat, ply.code)
        assert state == ply.after


def test_other_seeds_are_other_games(setup: Setup) -> None:
    assert len({setup.initial(seed) for seed in range(50)}) == 50
    drawn = {str(setup.game.document(walk(setup, seed, "auto").end)) for seed in (0, 2, 4)}
    assert len(drawn) == 3


def test_without_a_seed_games_differ(setup: Setup) -> None:
    game = setup.game
    states = [game.initial(players=setup.players, **setup.options) for _ in range(8)]
    assert len(set(states)) == 8


# --- playouts ---


def roots(setup: Setup) -> list[State]:
    return [
        *walk(setup, 0, "auto").some_states(4),
        *walk(setup, 1, "manual").some_states(4),
    ]


def test_playouts_do_not_depend_on_threads(setup: Setup) -> None:
    for root in roots(setup):
        one = setup.game.playouts(root, n=40, seed=3, threads=1)
        two = setup.game.playouts(root, n=40, seed=3, threads=2)
        five = setup.game.playouts(root, n=40, seed=3, threads=5)
        assert one.tobytes() == two.tobytes() == five.tobytes()


def test_playouts_are_fixed_by_seed_and_index(setup: Setup) -> None:
    root = setup.initial(seed=0)
    many = setup.game.playouts(root, n=40, seed=3)
    assert many[:7].tobytes() == setup.game.playouts(root, n=7, seed=3).tobytes()
    assert many.tobytes() != setup.game.playouts(root, n=40, seed=4).tobytes()
    assert len({record.tobytes() for record in many}) > 1
    assert setup.game.playouts(root, n=0).shape == (0,)


def test_playouts_end_within_the_bound(setup: Setup) -> None:
    for root in roots(setup):
        results = setup.game.playouts(root, n=20, seed=1)
        assert bool(results["over"].all())
        assert results["scores"].shape == (20, setup.players)
        assert int(results["plies"].max()) + root.ply <= setup.game.ply_bound
        assert (int(results["plies"].max()) == 0) is root.over
        if root.over:
            assert {tuple(scores) for scores in results["scores"].tolist()} == {root.scores}
            assert set(results["winners"].tolist()) == {sum(1 << seat for seat in root.winners)}


def test_playouts_leave_their_root_alone(setup: Setup) -> None:
    root = setup.initial(seed=4)
    before = root.to_bytes()
    setup.game.playouts(root, n=10, threads=2)
    assert root.to_bytes() == before


# --- perft ---


def brute_force(game: Game, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = [(seat, code) for seat in state.to_act for code in game.legal(state, seat).tolist()]
    if depth == 1:
        return len(moves)
    return sum(brute_force(game, game.apply(state, *move), depth - 1) for move in moves)


@pytest.mark.parametrize("chance", MODES)
def test_perft_counts_what_legal_and_apply_give(setup: Setup, chance: Chance) -> None:
    game = setup.game
    for state in walk(setup, 3, chance).some_states(6):
        for depth in (0, 1, 2, 3):
            count = game.perft(state, depth)
            if depth < 3 or count <= 2_000:
                assert count == brute_force(game, state, depth)
            if depth > 0:
                split = game.perft(state, depth, split=True)
                assert sum(split.values()) == count
                codes = {c for seat in state.to_act for c in game.legal(state, seat).tolist()}
                assert {move.code for move in split} == codes


def test_perft_of_a_finished_game_is_zero(setup: Setup) -> None:
    end = walk(setup, 0, "auto").end
    assert [setup.game.perft(end, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert setup.game.perft(end, 2, split=True) == {}


def test_draws_have_rational_probabilities(game_name: str, game: Game) -> None:
    """Probabilities are weights over a sum, so each is a fraction with a small denominator."""
    dice = random.Random(game_name)
    due = [states for setup in setups(game_name) if (states := awaiting_draws(setup))]
    assert due
    for states in due:
        _, probabilities = game.chance(dice.choice(states))
        fractions = [Fraction(p).limit_denominator(1 << 16) for p in probabilities.tolist()]
        assert sum(fractions) == 1
        assert [float(fraction) for fraction in fractions] == probabilities.tolist()
