"""States, moves, events, verdicts and games as Python objects: equal, hashed, copied, pickled."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import Event, Game, Move, Rejected, State, Verdict, WireError
from support.games import Setup, setups
from support.walks import walk

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda x, p=p: pickle.loads(pickle.dumps(x, protocol=p)) for p in PROTOCOLS),
]


def assert_copies_equal(thing: Any) -> None:
    for make in COPIES:
        twin = make(thing)
        assert type(twin) is type(thing)
        assert twin == thing
        assert (twin != thing) is False
        assert str(twin) == str(thing)
        assert repr(twin) == repr(thing)


def sample(game_name: str) -> list[State]:
    found = []
    for setup in setups(game_name):
        for played in (walk(setup, 0, "auto"), walk(setup, 1, "manual")):
            found += played.some_states(4)
    return found + [setups(game_name)[0].game.observe(state, 0) for state in found[:4]]


# --- states ---


def test_states_are_values(game_name: str) -> None:
    states = sample(game_name)
    for state in states:
        assert_copies_equal(state)
        for make in COPIES:
            assert hash(make(state)) == hash(state)
            assert make(state).to_bytes() == state.to_bytes()
    assert len(set(states)) == len({state.to_bytes() for state in states})
    by_state = {state: i for i, state in enumerate(states)}
    for state in states:
        assert states[by_state[copy.copy(state)]] == state


def test_states_equal_nothing_else(game_name: str, game: Game) -> None:
    first, second = sample(game_name)[:2]
    assert first != second
    for other in (None, 0, "", b"", first.to_bytes(), game, game.document(first), object()):
        assert (first == other, first != other) == (False, True)


def test_states_cannot_be_changed(game_name: str) -> None:
    state = sample(game_name)[1]
    for name in ("ply", "players", "to_act", "over", "scores", "array", "viewer", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 0)
    with pytest.raises(ValueError, match="WRITEABLE"):
        state.array.setflags(write=True)


def test_a_record_outlives_its_state(game_name: str) -> None:
    setup = setups(game_name)[0]
    state = setup.initial(seed=3)
    data = state.to_bytes()
    record = state.array
    del state
    gc.collect()
    filler = [setup.initial(seed=seed) for seed in range(50)]
    assert record.tobytes() == data[-record.dtype.itemsize :]
    assert len(filler) == 50


def test_states_outlive_their_game(game_name: str) -> None:
    game = copy.copy(setups(game_name)[0].game)
    state = game.initial(players=game.players[0], seed=1)
    move = game.moves(state, state.to_act[0])[0]
    verdict = game.validate(state, state.to_act[0], game.action_count)
    del game
    gc.collect()
    assert state.to_act
    assert dict(move)["kind"] == move.kind
    assert verdict.code == "UNKNOWN_ACTION"
    assert repr(state).startswith("<State ")


def test_states_say_what_they_are(setup: Setup) -> None:
    played = walk(setup, 0, "auto")
    assert setup.game_name in repr(played.start)
    assert f"ply={played.start.ply}" in repr(played.start)
    assert repr(played.end).endswith(" over>")
    assert "viewer=0" in repr(setup.game.observe(played.start, 0))


# --- moves, events, verdicts ---


def test_moves_are_values(game: Game) -> None:
    step = max(1, game.action_count // 500)
    moves = [game.move(code) for code in range(0, game.action_count, step)]
    for move in moves:
        assert_copies_equal(move)
        assert {hash(make(move)) for make in COPIES} == {hash(move)}
        assert move not in (None, move.code, dict(move), str(move))
        assert set(move.keys()) == set(dict(move)) <= set(dir(move))
        assert str(move).startswith(move.kind)
        assert move["kind"] == move.kind
        with pytest.raises(KeyError):
            move["no such field"]
        with pytest.raises(AttributeError):
            _ = move.no_such_field
        with pytest.raises(AttributeError):
            setattr(move, "kind", "other")  # noqa: B010
    assert len(set(moves)) == len(moves)
    assert isinstance(moves[0], Move)


def test_events_are_values(setup: Setup) -> None:
    events = walk(setup, 2, "auto").events
    for event in [*events[:20], *events[-5:]]:
        assert isinstance(event, Event)
        assert_copies_equal(event)
        assert event != dict(event)
        assert event.kind == event["kind"] == dict(event)["kind"]
        assert event == Event(dict(event))
        # A copy shows to every seat what the event shows to it.
        for seat in range(setup.players):
            seen = setup.game.observe_events([event], seat)
            for make in COPIES:
                assert setup.game.observe_events([make(event)], seat) == seen
        with pytest.raises(TypeError):
            hash(event)


def test_verdicts_are_values(game: Game) -> None:
    state = game.initial(players=game.players[0], seed=1)
    seat = state.to_act[0]
    given: list[Any] = [*range(min(game.action_count, 300)), game.action_count, {"kind": "none"}]
    given.append(int(game.legal(state, seat)[0]))
    verdicts = [game.validate(state, seat, move) for move in given]
    for verdict in verdicts:
        assert isinstance(verdict, Verdict)
        assert_copies_equal(verdict)
        assert {hash(make(verdict)) for make in COPIES} == {hash(verdict)}
        assert verdict.ok is bool(verdict) is (verdict.code == "OK") is (verdict.number == 0)
        assert (type(verdict.need), type(verdict.have)) == (int, int)
        assert type(verdict.subject) is str
        assert verdict != verdict.code
        again = game.verdict(verdict.number, verdict.subject, verdict.need, verdict.have)
        assert again == verdict
        assert all(game.explain(verdict, lang) for lang in ("en", "fr"))
    assert {verdict.ok for verdict in verdicts} == {True, False}


def test_a_rejection_survives_a_pickle(game: Game) -> None:
    state = game.initial(players=game.players[0], seed=1)
    with pytest.raises(Rejected) as refused:
        game.apply(state, 0, game.action_count)
    back = pickle.loads(pickle.dumps(refused.value))
    assert back.verdict == refused.value.verdict
    assert str(back) == str(refused.value) == "UNKNOWN_ACTION"


# --- games ---


def test_games_are_copied_with_their_rules(game: Game) -> None:
    state = game.initial(players=game.players[0], seed=5)
    for make in COPIES:
        twin = make(game)
        assert type(twin) is Game
        assert (twin.name, twin.digest, twin.rules) == (game.name, game.digest, game.rules)
        assert twin.initial(players=game.players[0], seed=5) == state
        assert twin.legal(state, state.to_act[0]).tolist() == (
            game.legal(state, state.to_act[0]).tolist()
        )


def test_games_of_the_same_rules_take_the_same_states(game: Game) -> None:
    other = copy.copy(game)
    state = game.initial(players=game.players[0], seed=1)
    assert other.digest == game.digest
    assert other.from_bytes(state.to_bytes()) == state
    assert other.apply(state, state.to_act[0], int(game.legal(state, state.to_act[0])[0]))


def test_games_say_what_they_are(game: Game) -> None:
    assert game.name in repr(game)
    assert game.digest in repr(game)
    assert len(game.digest) == 16
    assert game.players == tuple(range(game.players[0], game.players[-1] + 1))
    assert game.state_size == 24 + np.dtype(game.state_dtype).itemsize
    assert game.codes[0] == "OK"
    assert game.words[0] == ""
    assert len(set(game.words)) == len(game.words)


@pytest.mark.parametrize("name", arbitre.games())
def test_a_fresh_process_restores_what_another_has_pickled(name: str) -> None:
    game = arbitre.load(name)
    state = game.initial(players=game.players[0], seed=9)
    things = (state, game.moves(state, state.to_act[0])[0], game.validate(state, 0, 1 << 31))
    script = (
        "import pickle, sys\n"
        "state, move, verdict = pickle.load(sys.stdin.buffer)\n"
        "print(hash(state), move, verdict.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(things), capture_output=True, check=True
    )
    assert done.stdout.decode().split("\n")[0] == f"{hash(state)} {things[1]} UNKNOWN_ACTION"


def test_pickles_of_unknown_rules_are_refused(game: Game) -> None:
    state = game.initial(players=game.players[0], seed=1)
    reduced: Any = state.__reduce__()
    restore, (name, digest, data) = reduced
    with pytest.raises(WireError, match="UNKNOWN_RULES"):
        restore(name, digest ^ 1, data)
    with pytest.raises(WireError):
        restore(name, digest, data[:-1])


def test_a_game_that_could_not_be_made_can_be_looked_at() -> None:
    """Tracebacks show the frame of the failed constructor, and with it the object. In a process of
    its own, as looking may be fatal, with an allocator that hands out no zeros."""
    script = (
        "import arbitre\n"
        "try:\n"
        "    arbitre.Game('these are no rules')\n"
        "except arbitre.RulesError as error:\n"
        "    hollow = error.__traceback__.tb_next.tb_frame.f_locals['self']\n"
        "try:\n"
        "    repr(hollow)\n"
        "except Exception:\n"
        "    pass\n"
    )
    environment = {**os.environ, "MALLOC_PERTURB_": "165"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr.decode()


def test_a_subclass_that_forgets_to_initialise_is_refused() -> None:
    class Forgetful(Game):
        def __init__(self) -> None:
            """Leaves out the call of the base."""

    with pytest.raises(TypeError, match="__init__"):
        Forgetful()
    for kind in (State, Move, Verdict):
        with pytest.raises(TypeError):
            kind()
