"""The temperaments of Solar: legal, the same for the same luck, blind to what is hidden, quick
enough, and clearly better than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random as Generator
from time import perf_counter
from typing import Any

import pytest

import arbitre
from arbitre import CHANCE, Game, State, bots
from arbitre.bots.solar import Conqueror, Strategist
from arbitre.bots.solar.answers import Answers
from arbitre.bots.solar.outlook import Outlook, facts_of
from support.effort import so_many
from support.games import Setup, setups
from support.walks import walk

NAME = "solar"
TEMPERAMENTS = tuple(bots.POLICIES[NAME])
each_temperament = pytest.mark.parametrize("name", TEMPERAMENTS)
GAMES = so_many(24, 1_000)
NATIONS = ("terrans", "martians", "jovians", "belters")


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


def decisions(setup: Setup, seed: int, step: int) -> Iterator[tuple[State, int]]:
    """Choices of a random game, evenly spread."""
    states = [s for s in walk(setup, seed, "auto").states if s.to_act and CHANCE not in s.to_act]
    for state in states[::step]:
        for seat in state.to_act:
            yield state, seat


@pytest.mark.parametrize("setup", setups(NAME), ids=str)
def test_they_play_legal_moves_to_the_end(setup: Setup) -> None:
    """All of them at one table, in every variant."""
    game, rng = setup.game, Generator(1)
    seated = [bots.make(TEMPERAMENTS[seat % 3], NAME) for seat in range(setup.players)]
    state = setup.initial(seed=setup.players)
    while state.to_act:
        seat = state.to_act[0]
        move = seated[seat].choose(game, game.observe(state, seat), seat, rng)
        assert game.validate(state, seat, move).ok
        state = game.apply(state, seat, move)
    assert state.over


@each_temperament
def test_they_see_what_their_seat_sees_and_keep_nothing(game: Game, name: str) -> None:
    """Neither the secrets of others, nor luck to come, nor earlier choices make a difference."""
    bot = bots.make(name, NAME)
    for state, seat in decisions(Setup(NAME, 4), 2, 25):
        seen = game.observe(state, seat)
        choice = bot.choose(game, seen, seat, Generator(5))
        for seed in range(3):
            other = game.observe(game.determinise(seen, seat, seed), seat)
            assert bots.make(name).choose(game, other, seat, Generator(5)) == choice
        assert bot.choose(game, seen, seat, Generator(5)) == choice


@each_temperament
def test_they_say_when_there_is_nothing_to_choose(game: Game, name: str) -> None:
    end = walk(Setup(NAME, 2), 0, "auto").end
    with pytest.raises(ValueError, match="not to act"):
        bots.make(name).choose(game, game.observe(end, 0), 0, Generator(1))


def test_they_are_bots_of_solar_alone() -> None:
    assert bots.names(NAME) == (*bots.FACTORIES, *TEMPERAMENTS)
    assert bots.names("sept_solines") == tuple(bots.FACTORIES)
    assert isinstance(bots.make("strategist", NAME), Strategist)
    assert isinstance(bots.make("conqueror"), Conqueror)
    with pytest.raises(ValueError, match="unknown bot 'strategist'; the bots are random"):
        bots.make("strategist", "sept_solines")
    with pytest.raises(ValueError, match="a budget is for montecarlo"):
        bots.make("strategist:4", NAME)


def test_every_kind_of_question_has_a_considered_answer(game: Game) -> None:
    """No question of a random game is answered by lot alone, save where nothing depends on it."""
    free = {"war_hold", "end_pacts", "pass", "recall_token"}
    view = Outlook(facts_of(game.rules), game.document(game.observe(start(game), 0)), 0)
    answers = Answers(view, Strategist.bias)
    known = {*answers.of, *answers.worth.of, *free}
    assert {name for name, kind in game.kinds.items() if not kind.chance} == known


def start(game: Game) -> State:
    return game.initial(players=4, seed=3)


# --- moods (SOL 8) ---


def seen_in_actions(game: Game) -> dict[str, Any]:
    """What seat 0 sees in a visit of the first turn."""
    played = walk(Setup(NAME, 2), 1, "auto")
    state = next(s for s in played.states if game.document(s)["phase"] == "actions")
    return game.document(game.observe(state, 0))


def outlook(game: Game, document: dict[str, Any]) -> Outlook:
    return Outlook(facts_of(game.rules), document, 0)


def test_besieged_for_three_turns_after_a_raid(game: Game) -> None:
    document = seen_in_actions(game)
    assert not outlook(game, document).besiegers
    document["nations"][0]["colonies"][0]["raided_turn"] = 4
    document["grudge"][0][1] = 1
    for turn, besieged in ((4, True), (5, True), (6, True), (7, False)):
        document["turn"] = turn
        assert bool(outlook(game, document).besiegers) is besieged, turn


def test_besieged_for_three_turns_after_an_assault(game: Game) -> None:
    """An assault that was repelled lifts the tension to 6; it falls by one a quiet turn."""
    document = seen_in_actions(game)
    document["grudge"][0][1] = 1
    for tension, besieged in ((6, True), (5, True), (4, True), (3, False)):
        document["tension"][0][1] = tension
        assert bool(outlook(game, document).besiegers) is besieged, tension


def test_a_besieged_or_cornered_nation_arms(game: Game) -> None:
    document = seen_in_actions(game)
    calm = Strategist().mood(outlook(game, document))
    document["grudge"][0][1], document["tension"][0][1] = 1, 6
    besieged = Strategist().mood(outlook(game, document))
    assert besieged.force > calm.force
    assert besieged.conquest > calm.conquest
    document["nations"][0]["suffocating"] = True
    assert Strategist().mood(outlook(game, document)).force > besieged.force


# --- strength; seeds are fixed, so these are facts, not chances ---


def wins(name: str, games: int, players: int = 4) -> float:
    """The share of games that a temperament wins against Random, seats and nations rotating."""
    game, bot, rest = arbitre.load(NAME), bots.make(name), bots.Random()
    orders = list(permutations(NATIONS, players))
    won = 0.0
    for index in range(games):
        nations = sorted(orders[index % len(orders)], key=NATIONS.index)
        state = game.initial(players=players, seed=index, nations=nations)
        own, rng = index % players, Generator(f"{name}/{index}")
        while state.to_act:
            seat = state.to_act[0]
            mover = bot if seat == own else rest
            move = mover.choose(game, game.observe(state, seat), seat, rng)
            state = game.apply(state, seat, move)
        won += (own in state.winners) / len(state.winners)
    return won / games


@each_temperament
def test_one_against_three_random_nations(name: str) -> None:
    """1,000 games in the long form of this test."""
    assert wins(name, GAMES) >= (0.8 if GAMES >= 1000 else 0.7)


@each_temperament
def test_a_choice_takes_little_time(game: Game, name: str) -> None:
    """A millisecond on average; ten here, since test machines are busy."""
    bot, rng = bots.make(name), Generator(1)
    choices = list(decisions(Setup(NAME, 4), 3, 3))
    seen = [(game.observe(state, seat), seat) for state, seat in choices]
    began = perf_counter()
    kinds = Counter(bot.choose(game, state, seat, rng).kind for state, seat in seen)
    assert (perf_counter() - began) / len(seen) < 0.010
    assert len(kinds) > 5
