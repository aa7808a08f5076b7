"""Bots: they play legal moves, depend on nothing but what they may see and their generator, and
are as strong as they should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random as Generator
from typing import NamedTuple

import pytest

import arbitre
from arbitre import CHANCE, Game, State, bots
from support.effort import so_many
from support.games import Setup, all_games, game, setups
from support.walks import walk

MAKERS: dict[str, Callable[[], bots.Bot]] = {
    **bots.FACTORIES,
    "montecarlo": lambda: bots.MonteCarlo(playouts=60),
    "montecarlo, two threads": lambda: bots.MonteCarlo(playouts=60, threads=2),
}
each_bot = pytest.mark.parametrize("name", MAKERS)


class Decision(NamedTuple):
    """A seat that has to choose in a position; the state tells all secrets."""

    game: Game
    state: State
    seat: int

    def choice(self, bot: bots.Bot, state: State | None = None, seed: int = 9) -> arbitre.Move:
        shown = self.game.observe(self.state, self.seat) if state is None else state
        return bot.choose(self.game, shown, self.seat, Generator(seed))


def decisions(setup: Setup, count: int) -> Iterator[Decision]:
    """Choices of a random game, evenly spread, every seat that is to act in each."""
    for state in walk(setup, 0, "auto").some_states(count):
        for seat in state.to_act:
            if seat != CHANCE:
                yield Decision(setup.game, state, seat)


@each_bot
def test_bots_play_legal_moves_to_the_end(setup: Setup, name: str) -> None:
    bot, rng = MAKERS[name](), Generator(1)
    state = setup.initial(seed=1)
    # But for the smallest table without options, an ordinary run has time for the beginning.
    whole = setup == Setup(setup.game_name, setup.game.players[0])
    enough = setup.game.ply_bound if whole else so_many(30, setup.game.ply_bound)
    while state.to_act and state.ply < enough:
        seat = state.to_act[0]
        seen = setup.game.observe(state, seat)
        move = bot.choose(setup.game, seen, seat, rng)
        assert setup.game.validate(state, seat, move).ok
        state = setup.game.apply(state, seat, move)
    assert state.over or state.ply >= enough


@each_bot
def test_same_generator_same_choice(setup: Setup, name: str) -> None:
    for decision in decisions(setup, so_many(3, 6)):
        assert decision.choice(MAKERS[name]()) == decision.choice(MAKERS[name]())


@each_bot
def test_bots_keep_nothing_from_choice_to_choice(setup: Setup, name: str) -> None:
    bot = MAKERS[name]()
    count = so_many(3, 5)
    first = [decision.choice(bot) for decision in decisions(setup, count)]
    assert [decision.choice(bot) for decision in decisions(setup, count)] == first


@each_bot
def test_bots_never_peek(setup: Setup, name: str) -> None:
    """Neither the secrets of the others nor the luck to come make a difference."""
    bot, played = MAKERS[name](), setup.game
    for decision in decisions(setup, so_many(3, 16)):
        _, state, seat = decision
        choice = decision.choice(bot)
        seen = played.observe(state, seat)
        others = [state, played.reseed(state, 77)]
        others += [played.determinise(seen, seat, seed) for seed in range(so_many(2, 4))]
        for other in others:
            assert decision.choice(bot, other) == choice
            assert decision.choice(bot, played.observe(other, seat)) == choice


def test_threads_change_nothing(setup: Setup) -> None:
    one, two = (bots.MonteCarlo(playouts=120, threads=threads) for threads in (1, 2))
    for decision in decisions(setup, so_many(3, 6)):
        assert decision.choice(one) == decision.choice(two)
    for decision in decisions(setup, 3):
        found = [
            setup.game.search(decision.state, decision.seat, playouts=100, seed=3, threads=threads)
            for threads in (1, 2, 5)
        ]
        assert found[0] == found[1] == found[2]


@each_bot
def test_bots_say_when_there_is_nothing_to_choose(setup: Setup, name: str) -> None:
    end = walk(setup, 0, "auto").end
    with pytest.raises(ValueError, match="not to act"):
        MAKERS[name]().choose(setup.game, setup.game.observe(end, 0), 0, Generator(1))


def test_other_generators_make_other_choices() -> None:
    # The other bots weigh their moves, and often come to the same choice whatever the luck.
    for setup in setups("sept_solines")[:2]:
        found = {
            decision.choice(MAKERS["random"](), seed=seed).code
            for decision in list(decisions(setup, 4))[:1]
            for seed in range(40)
        }
        assert len(found) > 1


# --- searching ---


@pytest.mark.parametrize("name", all_games())
def test_search_tells_about_every_legal_move(name: str) -> None:
    for setup in setups(name)[:2]:
        for decision in decisions(setup, 4):
            played, state, seat = decision
            found = played.search(state, seat, playouts=300, seed=1)
            codes = sorted(estimate.move.code for estimate in found)
            assert codes == played.legal(state, seat).tolist()
            assert all(isinstance(estimate.margin, float) for estimate in found)
            if len(found) > 1:
                assert sum(estimate.visits for estimate in found) <= 300 + 16 * len(found)
                assert found[0].visits == max(estimate.visits for estimate in found)
            assert found[0].move == bots.MonteCarlo(300).choose(played, state, seat, _Fixed())


class _Fixed(Generator):
    """Gives the seed of the search above."""

    def getrandbits(self, k: int, /) -> int:
        return 1


def test_a_limit_of_time_is_kept() -> None:
    played = game("sept_solines")
    state = played.initial(players=3, seed=1)
    bot = bots.MonteCarlo(playouts=2**31, seconds=0.05)
    assert bot.choose(played, state, state.to_act[0], Generator(1)).kind == "take"


@pytest.mark.parametrize(
    "arguments", [{"playouts": 0}, {"seconds": -1.0}, {"threads": 0}, {"playouts": -5}]
)
def test_bad_budgets_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        bots.MonteCarlo(**arguments)


# --- names ---


def test_names_make_bots() -> None:
    for name in bots.FACTORIES:
        assert type(bots.make(name)) is bots.FACTORIES[name]
    assert bots.make("montecarlo:1500").playouts == 1500  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clever", "unknown bot 'clever'; the bots are random"),
        ("", "unknown bot ''"),
        ("greedy:3", "a budget is for montecarlo"),
        ("montecarlo:", "expected a number of playouts"),
        ("montecarlo:0", "expected a number of playouts"),
        ("montecarlo:-3", "expected a number of playouts"),
        ("montecarlo:1e3", "expected a number of playouts"),
        ("montecarlo:99999999999", "expected a number of playouts"),
    ],
)
def test_other_names_are_refused(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        bots.make(name)


# --- strength; seeds are fixed, so these are facts, not chances ---


def wins(names: list[str], games: int, players: int = 2) -> list[float]:
    """Victories of each bot; they move on by a seat every game. A shared one counts in parts."""
    played = game("sept_solines")
    made = [bots.make(name) for name in names]
    found = [0.0] * players
    for index in range(games):
        rng = Generator(f"strength/{index}")
        state = played.initial(players=players, seed=index)
        while state.to_act:
            seat = state.to_act[0]
            bot = made[(seat - index) % players]
            move = bot.choose(played, played.observe(state, seat), seat, rng)
            state = played.apply(state, seat, move)
        for seat in state.winners:
            found[(seat - index) % players] += 1 / len(state.winners)
    return found


def test_random_is_uniform() -> None:
    played = game("sept_solines")
    state = played.initial(players=2, seed=1)
    seat, rng = state.to_act[0], Generator(1)
    counts = Counter(bots.Random().choose(played, state, seat, rng).code for _ in range(7000))
    assert sorted(counts) == played.legal(state, seat).tolist()
    assert all(850 < count < 1150 for count in counts.values())


def test_greedy_beats_random_clearly() -> None:
    assert wins(["greedy", "random"], 100)[0] > 95
    assert wins(["greedy", "random", "random"], 60, players=3)[0] > 55


def test_monte_carlo_beats_random_clearly() -> None:
    assert wins(["montecarlo:60", "random"], 30)[0] > 27


def test_more_playouts_play_better() -> None:
    assert wins(["montecarlo:300", "montecarlo:20"], 40)[0] > 24


def test_greedy_takes_what_its_value_function_likes_best(setup: Setup) -> None:
    for decision in decisions(setup, so_many(3, 16)):
        played, state, seat = decision
        choice = decision.choice(bots.Greedy())
        codes, values = played.evaluate(state, seat)
        assert codes.tolist() == played.legal(state, seat).tolist()
        if played.name == "sept_solines":  # nothing is hidden, so the seed makes no difference
            assert values[codes.tolist().index(choice.code)] == values.max()
