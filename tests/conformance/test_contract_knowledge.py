"""What a seat may know: observations, determinised states, events as a seat sees them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from arbitre import CHANCE, SPECTATOR, Event, Game, Rejected, State
from support.effort import so_many
from support.games import Setup
from support.walks import (
    Walk,
    assert_legal_is_what_validate_accepts,
    codes_to_try,
    pick,
    seats_to_try,
    walk,
    walks,
)


def viewers(setup: Setup) -> list[int]:
    return [*range(setup.players), SPECTATOR]


def two_walks(setup: Setup) -> list[Walk]:
    return [walk(setup, 2, "auto"), walk(setup, 3, "manual")]


def test_observing_twice_is_observing_once(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.judged:
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                assert seen.viewer == viewer
                assert game.observe(seen, viewer) == seen
                assert (seen.game, seen.players) == (state.game, state.players)


def test_an_observation_shows_the_viewer_own_moves(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.judged:
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                assert game.legal(seen, viewer).tolist() == game.legal(state, viewer).tolist()
                assert (viewer in seen.to_act) is (viewer in state.to_act)
                assert (seen.over, seen.winners) == (state.over, state.winners)


def test_an_observation_gives_the_viewer_the_same_verdicts(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.some_states(8):
            codes = codes_to_try(game, state, random.Random(played.seed))
            for viewer in range(setup.players):
                seen = game.observe(state, viewer)
                given = game.validate_many(state, viewer, codes)
                found = game.validate_many(seen, viewer, codes)
                assert [part.tolist() for part in found] == [part.tolist() for part in given]


def test_an_observation_judges_for_nobody_else(setup: Setup) -> None:
    game = setup.game
    state = walk(setup, 3, "manual").some_states(5)[2]
    for viewer in viewers(setup):
        seen = game.observe(state, viewer)
        for seat in seats_to_try(setup.players):
            if seat != viewer:
                assert game.validate(seen, seat, 0).code == "OBSERVATION_ONLY"
                assert len(game.legal(seen, seat)) == 0
        for other in viewers(setup):
            if other != viewer:
                with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
                    game.observe(seen, other)
                with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
                    game.determinise(seen, other, seed=0)


def test_observations_have_no_future(setup: Setup) -> None:
    game = setup.game
    for state in walk(setup, 3, "manual").some_states(6):
        for viewer in viewers(setup):
            seen = game.observe(state, viewer)
            for code in [*game.legal(state, viewer).tolist()[:3], 0]:
                with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
                    game.apply(seen, viewer, code)
            with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
                game.perft(seen, 1)
            with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
                game.playouts(seen, 1)
            assert [len(part) for part in game.chance(seen)] == [0, 0]


def test_no_observation_carries_the_generator_or_a_count_of_moves(setup: Setup) -> None:
    """Two states that differ in nothing but their generator look the same to everybody."""
    game = setup.game
    for played in two_walks(setup):
        for state in played.some_states(8):
            document = game.document(state)
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                head = seen.array["head"]
                assert (int(head["rng"]["key"]), int(head["rng"]["counter"])) == (0, 0)
                assert seen.ply == 0
                others = (game.build(document, chance=state.chance, seed=n) for n in (1, 2))
                assert {game.observe(other, viewer) for other in others} == {seen}


def test_redrawing_what_is_hidden_changes_nothing_that_is_seen(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.judged:
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                for seed in (0, 1):
                    full = game.determinise(seen, viewer, seed)
                    assert full.viewer is None
                    assert game.document(game.observe(full, viewer)) == game.document(seen)
                    assert game.observe(full, viewer) == seen


def test_what_the_viewer_cannot_see_never_reaches_a_determinised_state(setup: Setup) -> None:
    """The draw starts from what is seen, whether the full state or the observation is given."""
    game = setup.game
    for played in two_walks(setup):
        for state in played.some_states(8):
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                full = game.determinise(state, viewer, seed=5)
                assert full == game.determinise(seen, viewer, seed=5)
                other = game.determinise(state, viewer, seed=6)
                assert full == game.determinise(other, viewer, seed=5)


def test_determinised_states_are_positions_that_can_be_played_to_the_end(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.some_states(so_many(3, 5)):
            for viewer in viewers(setup):
                full = game.determinise(state, viewer, seed=viewer)
                assert game.from_bytes(full.to_bytes()) == full
                assert game.document(game.build(game.document(full))) == game.document(full)
                assert full.chance == state.chance
                codes = codes_to_try(game, full, random.Random(viewer))
                assert_legal_is_what_validate_accepts(game, full, codes)
                dice = random.Random(viewer)
                while full.to_act:
                    assert full.ply <= game.ply_bound
                    full = game.apply(full, *pick(game, full, dice, by_kind=False))


def test_observations_survive_bytes_and_give_documents(setup: Setup) -> None:
    game = setup.game
    for played in two_walks(setup):
        for state in played.some_states(10):
            for viewer in viewers(setup):
                seen = game.observe(state, viewer)
                assert game.from_bytes(seen.to_bytes()) == seen
                assert json.loads(json.dumps(game.document(seen))) == game.document(seen)
                # An observation may add what its viewer could not count.
                assert game.document(seen).keys() >= game.document(state).keys()


# --- events ---


def fields(events: list[Event]) -> list[dict[str, Any]]:
    return [dict(event) for event in events]


def test_seats_see_events_whole_in_part_or_not_at_all(setup: Setup) -> None:
    game = setup.game
    for played in walks(setup)[:4]:
        for viewer in viewers(setup):
            seen = game.observe_events(played.events, viewer)
            assert game.observe_events(seen, viewer) == seen
            left = iter(fields(played.events))
            for event in fields(seen):
                whole = next((whole for whole in left if agrees(whole, event)), None)
                assert whole is not None, event
                assert event.keys() == whole.keys()


def agrees(whole: dict[str, Any], seen: dict[str, Any]) -> bool:
    return all(seen[name] in (None, value) for name, value in whole.items())


def test_a_spectator_sees_no_more_than_a_seat(setup: Setup) -> None:
    game = setup.game
    for played in walks(setup)[:4]:
        seen = fields(game.observe_events(played.events, SPECTATOR))
        for seat in range(setup.players):
            left = iter(fields(game.observe_events(played.events, seat)))
            assert all(any(agrees(more, event) for more in left) for event in seen)


def test_numbers_that_are_no_seat_see_no_secret_event(game: Game) -> None:
    """What nobody owns is shown to nobody, whatever number asks."""
    hidden = Event({"kind": "drawn", "card": 7}, own_seat_only=True)
    veiled = Event({"kind": "drawn", "card": 7}, secrets=("card",))
    for nobody in (-1, 8, 253, CHANCE, SPECTATOR, 256, 1 << 70):
        try:
            seen = game.observe_events([hidden, veiled], nobody)
        except ValueError:
            continue
        assert fields(seen) == [{"kind": "drawn", "card": None}]


# --- who can look ---


def test_only_seats_and_the_spectator_can_look(setup: Setup) -> None:
    game = setup.game
    state: State = setup.initial(seed=0)
    for nobody in (setup.players, 8, 253, CHANCE, 256, -1, 1 << 70):
        with pytest.raises(ValueError, match="seat"):
            game.observe(state, nobody)
        with pytest.raises(ValueError, match="seat"):
            game.determinise(state, nobody, seed=0)
