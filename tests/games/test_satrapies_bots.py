"""Bots of Satrapies: how strong they are, what they go by, what they imagine of hidden orders."""

from __future__ import annotations

from random import Random as Generator

import arbitre
from arbitre import bots
from support.satrapies import GAME, bare, build, give, submit_all


def wins(names: list[str], games: int) -> list[float]:
    """Victories of each bot; they move on by a seat every game. A shared one counts in parts."""
    made = [bots.make(name) for name in names]
    found = [0.0] * len(names)
    for index in range(games):
        rng = Generator(f"strength/{index}")
        state = GAME.initial(players=len(names), seed=index)
        while state.to_act:
            seat = state.to_act[0]
            bot = made[(seat - index) % len(names)]
            state = GAME.apply(state, seat, bot.choose(GAME, GAME.observe(state, seat), seat, rng))
        for seat in state.winners:
            found[(seat - index) % len(names)] += 1 / len(state.winners)
    return found


def test_greedy_beats_random_clearly() -> None:
    assert wins(["greedy", "random"], 20)[0] > 17
    assert wins(["greedy", "random", "random", "random"], 16)[0] > 12


def test_monte_carlo_beats_random_clearly() -> None:
    assert wins(["montecarlo:60", "random"], 10)[0] > 7


def test_greedy_takes_an_empty_province_and_hands_in_what_is_of_no_use() -> None:
    """One step ahead: the province it could take, and then nothing that only costs points."""
    state = build(bare({"phrygia": ("phrygians", "2M")}, ap=2))
    bot, rng = bots.Greedy(), Generator(1)
    first = bot.choose(GAME, GAME.observe(state, 1), 1, rng)
    assert (first.kind, first["from"]) == ("move", "phrygia")
    assert first["to"] in ("bithynia", "cappadocia", "caria", "lydia", "mysia")
    idle = build(bare(ap=1))
    assert bot.choose(GAME, GAME.observe(idle, 1), 1, rng).kind == "submit"


def test_the_worth_of_a_position_looks_through_the_orders_written() -> None:
    """An order that conquers is worth more than one that walks about at home."""
    state = build(bare({"phrygia": ("phrygians", "1M"), "bithynia": ("phrygians", "1M")}, ap=1))
    codes, values = GAME.evaluate(state, 1)
    worth = dict(zip(codes.tolist(), values.tolist(), strict=True))

    def of(text: str) -> int:
        (move,) = GAME.parse_orders(text)
        return worth[move.code]

    assert of("phrygia -> lydia M") > of("submit") > of("phrygia -> bithynia M")


def test_hidden_orders_of_who_has_submitted_are_imagined_and_those_of_writers_are_not() -> None:
    state = give(GAME.initial(players=4, seed=1), 1, "mysia -> lydia E; submit")
    state = give(state, 2, "recruit egypt")
    imagined = set()
    for seed in range(60):
        full = GAME.document(GAME.determinise(state, 0, seed))
        assert full["powers"][2]["orders"] == {"moves": [], "builds": []}
        assert [power["submitted"] for power in full["powers"]] == [False, True, False, False]
        imagined.add(str(full["powers"][1]["orders"]))
    assert len(imagined) > 20


def test_imagined_orders_are_those_of_somebody_who_wants_to_win() -> None:
    """Most of them leave the power with more than it has."""
    state = GAME.initial(players=2, seed=1)
    state = GAME.apply(state, 1, {"kind": "submit"})
    grown = 0
    for seed in range(60):
        full = GAME.determinise(state, 0, seed)
        after, _ = submit_all(full)
        grown += after.scores[1] > state.scores[1]
    assert grown > 40


def test_a_search_is_fixed_by_its_seed_and_counts_its_playouts() -> None:
    game = arbitre.load("satrapies", map="aegean")
    state = game.initial(players=2, seed=1)
    found = game.search(state, 0, playouts=400, seed=5)
    assert found == game.search(state, 0, playouts=400, seed=5, threads=2)
    assert found != game.search(state, 0, playouts=400, seed=6)
    assert sorted(each.move.code for each in found) == game.legal(state, 0).tolist()
