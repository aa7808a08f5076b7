"""The contract of every game, set-up by set-up: what is legal, who acts, and how a game ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import CHANCE, Game, Rejected, State
from support.games import Setup, setups, variants
from support.golden import cases, play
from support.walks import (
    MODES,
    STATES,
    Walk,
    assert_legal_is_what_validate_accepts,
    codes_to_try,
    judge_all,
    pick,
    seats_to_try,
    walk,
    walks,
)

BEYOND = (0xFFFFFFFF, 1 << 32, 1 << 64, 1 << 200, -1, -(1 << 64))


def test_every_variant_is_played(game_name: str, game: Game) -> None:
    played = {setup.variant for setup in setups(game_name)}
    assert played == set(variants(game))
    assert {setup.players for setup in setups(game_name)} == set(game.players)


# --- legality ---


def test_legal_is_what_validate_accepts(setup: Setup) -> None:
    """Every code, or a large sample, for every seat and every number that is none, at every ply."""
    for played in walks(setup):
        dice = random.Random(played.seed)
        for state in played.judged:
            codes = codes_to_try(setup.game, state, dice)
            assert_legal_is_what_validate_accepts(setup.game, state, codes)


def test_legal_moves_are_ascending_numbers_and_the_same_in_words(setup: Setup) -> None:
    for state in walk(setup, 0, "manual").states:
        for seat in seats_to_try(setup.players):
            codes = setup.game.legal(state, seat)
            assert codes.dtype == np.uint32
            assert codes.ndim == 1
            assert bool(np.all(codes[1:] > codes[:-1]))
            moves = setup.game.moves(state, seat)
            assert [move.code for move in moves] == codes.tolist()


def test_numbers_beyond_the_last_code_are_unknown_actions(setup: Setup) -> None:
    game = setup.game
    for state in walk(setup, 0, "manual").some_states(5):
        for seat in seats_to_try(setup.players):
            for code in (game.action_count, *BEYOND):
                assert game.validate(state, seat, code).code == "UNKNOWN_ACTION"


def refusals(state: State, played: Walk) -> Iterator[tuple[int, int]]:
    """A seat and a code for every reason of refusal that the state has."""
    dice = random.Random(state.ply)
    codes = codes_to_try(played.game, state, dice)
    seats = seats_to_try(state.players)
    seen = {0}
    for seat, row in zip(seats, judge_all(played.game, state, seats, codes), strict=True):
        numbers, first = np.unique(row, return_index=True)
        for number, index in zip(numbers.tolist(), first.tolist(), strict=True):
            if number not in seen:
                seen.add(number)
                yield seat, int(codes[index])


def test_refused_moves_say_why_and_change_nothing(setup: Setup) -> None:
    game = setup.game
    for chance in MODES:
        played = walk(setup, 2, chance)
        for state in played.judged:
            before = state.to_bytes()
            for seat, code in refusals(state, played):
                verdict = game.validate(state, seat, code)
                with pytest.raises(Rejected) as refused:
                    game.apply(state, seat, code)
                assert refused.value.verdict == verdict
                assert not verdict.ok
                assert not verdict
                assert game.codes[verdict.number] == verdict.code != "OK"
                assert state.to_bytes() == before


def test_step_and_apply_play_the_same_move(setup: Setup) -> None:
    game = setup.game
    for ply in walk(setup, 1, "auto").plies:
        after, events = game.step(ply.before, ply.seat, ply.code)
        assert after == game.apply(ply.before, ply.seat, ply.code) == ply.after
        assert events == ply.events
        assert ply.played[0] == (ply.seat, game.move(ply.code))
        assert [seat for seat, _ in ply.played[1:]] == [CHANCE] * (len(ply.played) - 1)


def forms(game: Game, code: int) -> list[Any]:
    move = game.move(code)
    return [code, np.uint32(code), move, dict(move), {**dict(reversed(list(dict(move).items())))}]


def test_all_forms_of_a_move_are_judged_and_played_alike(setup: Setup) -> None:
    game = setup.game
    played = walk(setup, 3, "manual")
    for ply in played.plies[:: 1 + len(played.plies) // STATES]:
        afters = [game.apply(ply.before, ply.seat, form) for form in forms(game, ply.code)]
        assert afters == [ply.after] * len(afters)
        for seat, code in refusals(ply.before, played):
            verdicts = [game.validate(ply.before, seat, form) for form in forms(game, code)]
            assert verdicts == [verdicts[0]] * len(verdicts)


# --- the course of a game ---


def test_somebody_can_always_move_until_the_end(setup: Setup) -> None:
    game = setup.game
    for played in walks(setup):
        for state in played.states:
            assert state.over is (state.to_act == ())
            assert list(state.to_act) == sorted(set(state.to_act))
            assert set(state.to_act) <= {*range(setup.players), CHANCE}
            for seat in seats_to_try(setup.players):
                assert (len(game.legal(state, seat)) > 0) is (seat in state.to_act)
            assert len(state.scores) == setup.players
            assert all(type(score) is int for score in state.scores)
        assert not any(state.over for state in played.states[:-1])


def test_winners_are_named_at_the_end_and_not_before(setup: Setup) -> None:
    for played in walks(setup):
        assert {state.winners for state in played.states[:-1]} <= {()}
        winners = played.end.winners
        assert list(winners) == sorted(set(winners))
        assert set(winners) <= set(range(setup.players))


def test_games_end_within_their_bound_and_count_their_plies(setup: Setup) -> None:
    for played in walks(setup):
        assert played.end.over
        assert played.end.ply == len(played.log) <= setup.game.ply_bound
        assert played.start.ply == len(played.start_played)
        for ply in played.plies:
            assert ply.after.ply == ply.before.ply + len(ply.played)


def test_states_are_what_they_were_when_new(setup: Setup) -> None:
    """Nothing that is played later changes a state from before."""
    for played in walks(setup):
        for state, (number, data) in zip(played.states, played.prints, strict=True):
            assert hash(state) == number
            assert state.to_bytes() == data
        assert len({data for _, data in played.prints}) == len(played.prints)


def test_full_states_have_no_viewer_and_know_their_game(setup: Setup) -> None:
    played = walk(setup, 0, "auto")
    for state in played.states:
        assert state.viewer is None
        assert (state.game, state.players) == (setup.game_name, setup.players)
        assert state.chance == "auto"


# --- moves as numbers and as words ---


def test_codes_and_words_say_the_same(game: Game) -> None:
    dice = random.Random(game.name)
    every = range(game.action_count)
    codes = list(every) if len(every) <= 1 << 16 else dice.sample(every, 1 << 16)
    words = set()
    for code in codes:
        move = game.move(code)
        mapping = dict(move)
        assert move.code == code == int(move.__index__())
        assert game.move(mapping) == move
        assert game.move(mapping).code == code
        assert game.move(move).code == code
        assert next(iter(mapping)) == "kind"
        assert mapping["kind"] == move.kind
        assert {name: getattr(move, name) for name in mapping} == mapping
        words.add(str(move))
    assert len(words) == len(codes)
    for beyond in (game.action_count, *BEYOND):
        with pytest.raises(Rejected, match="UNKNOWN_ACTION"):
            game.move(beyond)


def first_of_each_kind(game: Game) -> list[dict[str, Any]]:
    return [dict(game.move(kind.offset)) for kind in game.kinds.values()]


def test_kinds_cover_all_codes(game: Game) -> None:
    offset = 0
    for name, kind in game.kinds.items():
        assert (kind.name, kind.offset) == (name, offset)
        size = 1
        for domain in kind.fields.values():
            assert len(domain.values) == len(domain.labels) == len(set(domain.values))
            size *= len(domain.values)
        assert kind.size == size
        last = dict(game.move(offset + size - 1))
        ends = {field: domain.values[-1] for field, domain in kind.fields.items()}
        assert last == {"kind": name, **ends}
        offset += size
    assert offset == game.action_count


WRONG_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10_000,
    1 << 70,
    0.5,
    "no such id",
    [],
    {},
    b"",
    (),
)


def test_moves_that_are_none_are_refused_by_name(game: Game) -> None:
    state = game.initial(players=game.players[0], seed=1)
    known = set(game.codes.values()) - {"OK"}
    for good in first_of_each_kind(game):
        bad: list[dict[str, Any]] = [
            {},
            {"kind": None},
            {"kind": "no_such_kind"},
            {**good, "kind": good["kind"].upper()},
            {**good, "surplus": 0},
        ]
        for field in good.keys() - {"kind"}:
            domain = game.kinds[good["kind"]].fields[field]
            bad.append({name: good[name] for name in good if name != field})
            bad += [
                {**good, field: value}
                for value in WRONG_VALUES
                if not any(type(value) is type(v) and value == v for v in domain.values)
                and not (value is None and "none" in domain.values)
            ]
        for move in bad:
            verdict = game.validate(state, state.to_act[0], move)
            assert verdict.code in known, move
            assert (verdict.need, verdict.have) == (0, 0)
            with pytest.raises(Rejected) as refused:
                game.move(move)
            assert refused.value.verdict == verdict
            with pytest.raises(Rejected):
                game.apply(state, state.to_act[0], move)


def test_events_are_those_of_the_catalogue(setup: Setup) -> None:
    for played in walks(setup):
        for event in played.events:
            kind = setup.game.events[event.kind]
            assert list(dict(event)) == ["kind", *kind.fields]


def test_random_players_and_golden_cases_reach_every_kind_of_move_and_event(
    game_name: str, game: Game
) -> None:
    """What random players hardly ever reach must be reached from the positions of golden cases."""
    played = [found for setup in setups(game_name) for found in walks(setup)]
    moves = {move.kind for found in played for _, move in found.log}
    events = {event.kind for found in played for event in found.events}
    if moves != set(game.kinds) or events != set(game.events):
        for case in cases(game_name):
            if "setup" in case.body["expect"]:
                continue  # nothing is played from a set-up that is refused
            moves |= {step["move"]["kind"] for step in case.body["do"]}
            events |= {event.kind for event in play(case).events}
    assert moves == set(game.kinds)
    assert events == set(game.events)


def test_random_games_are_fixed_by_their_seed(setup: Setup) -> None:
    for chance in MODES:
        found = walk.__wrapped__(setup, 5, chance)
        assert found.prints == walk(setup, 5, chance).prints
        assert found.events == walk(setup, 5, chance).events


def test_pick_only_offers_legal_moves(setup: Setup) -> None:
    state = setup.initial(seed=11, chance="manual")
    dice = random.Random(11)
    for _ in range(20):
        seat, code = pick(setup.game, state, dice, by_kind=True)
        assert code in setup.game.legal(state, seat)


def test_the_registry_names_its_games() -> None:
    assert list(arbitre.games()) == sorted(arbitre.games())
    for name in arbitre.games():
        assert arbitre.load(name).name == name
    with pytest.raises(ValueError, match="no_such_game"):
        arbitre.load("no_such_game")
