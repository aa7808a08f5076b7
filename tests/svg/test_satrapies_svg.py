"""The picture of Satrapies: what it shows is what the position and the events say."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from test_svg import Hostile, assert_self_contained, assert_well_set, tables_of, texts

import arbitre
from arbitre import CHANCE, Event, Game, State
from arbitre.svg import Canvas, compose
from arbitre.svg.satrapies import MOST_BATTLES
from arbitre.svg.satrapies_map import MARKS, TINTS

NAME = "satrapies"
each_language = pytest.mark.parametrize("lang", ["en", "fr"])


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


def picture(
    game: Game,
    document: Mapping[str, Any],
    lang: str = "en",
    seat: int | None = None,
    events: list[Event] | None = None,
) -> Canvas:
    told = [dict(event) for event in events or []]
    return compose(NAME, document, game.labels(lang), tables_of(game), seat=seat, events=told)


def eager(game: Game, state: State, seat: int, dice: random.Random) -> State:
    """A power gives as many orders as it can, but for a few."""
    while True:
        orders = [
            move for move in game.moves(state, seat) if move.kind in ("move", "recruit", "promote")
        ]
        if not orders or dice.random() < 0.1:
            return state
        state = game.apply(state, seat, dice.choice(orders))


def turns(game: Game, seed: int, **variants: Any) -> list[tuple[State, list[Event], State]]:
    """For each turn of a game: the position when all orders are written, but one power has not
    submitted; what comes of it; and the position after it."""
    dice = random.Random(seed)
    state = game.initial(players=game.players[-1], seed=seed, chance="manual", variants=variants)
    found = []
    while not state.over:
        for seat in state.to_act:
            state = eager(game, state, seat, dice)
        *others, last = state.to_act
        for seat in others:
            state = game.apply(state, seat, {"kind": "submit"})
        written = state
        state, events = game.step(state, last, {"kind": "submit"})
        while state.to_act == (CHANCE,):
            state, more = game.step(state, CHANCE, dice.choice(game.moves(state, CHANCE)))
            events += more
        found.append((written, events, state))
    return found


@each_language
@pytest.mark.parametrize("map", ["standard", "aegean"])
def test_every_zone_is_named_in_full(map: str, lang: str) -> None:
    game = arbitre.load(NAME, map=map)
    document = game.document(game.initial(players=2, seed=1))
    assert_well_set(canvas := picture(game, document, lang))
    shown = texts(canvas)
    for zone in document["units"]:
        assert game.labels(lang).label("zone", zone) in shown


@pytest.mark.parametrize("seed", range(4))
def test_orders_and_battles_are_drawn_well(game: Game, seed: int) -> None:
    for written, events, state in turns(game, seed, border_clash=seed % 2 == 1):
        for canvas in (
            picture(game, game.document(written)),
            picture(game, game.document(state), "fr", events=events),
        ):
            assert_well_set(canvas)
            assert_self_contained(canvas.svg())


def test_arrows_are_the_orders(game: Game) -> None:
    words = game.labels()
    arrows = 0
    for written, events, state in turns(game, 7)[:6]:
        document = game.document(written)
        drawn = picture(game, document).svg()
        past = picture(game, game.document(state), events=events).svg()
        for power in document["powers"]:
            for move in power["orders"]["moves"]:
                start, end = words.label("zone", move["from"]), words.label("zone", move["to"])
                title = f"{start} \N{RIGHTWARDS ARROW} {end}</title>"
                assert title in drawn
                assert title in past
                arrows += 1
    assert arrows > 20


def test_nobody_sees_the_orders_of_others(game: Game) -> None:
    """A seat sees its own arrows, a spectator none."""
    written, _, _ = turns(game, 7)[0]
    words = game.labels()
    whole = game.document(written)
    for seat in (*range(4), arbitre.SPECTATOR):
        seen = game.svg(written, seat)
        for other, power in enumerate(whole["powers"]):
            name = words.label("nation", power["id"])
            moves = [move for move in power["orders"]["moves"] if move["count"] == 1]
            assert moves
            title = f"<title>{name}: {moves[0]['unit_class']}"
            shown = any(
                line.strip().startswith(title) and "\N{RIGHTWARDS ARROW}" in line
                for line in seen.splitlines()
            )
            assert shown is (seat == other)


def test_battles_are_told_as_the_engine_reports_them(game: Game) -> None:
    words = game.labels()
    battles = 0
    for _, events, state in turns(game, 3):
        shown = texts(picture(game, game.document(state), events=events))
        fights = [event for event in events if event.kind == "battle"]
        assert ("Battles of the last turn" in shown) is bool(fights)
        if not fights:
            continue
        told = shown[shown.index("Battles of the last turn") + 1 :]
        for number, fight in enumerate(fights[:MOST_BATTLES], 1):
            assert told[:2] == [str(number), words.label("zone", fight.zone)]
            letters = [words.label("nation", power)[0] for power in fight.powers]
            totals = map(str, fight.totals)
            expected = [text for pair in zip(letters, totals, strict=True) for text in pair]
            assert told[2 : 2 + len(expected)] == expected
            told = told[2 + len(expected) :]
            battles += 1
        assert told == []
    assert battles > 10


def test_cards_tell_the_scores(game: Game) -> None:
    for variants in ({}, {"bonus_stacking": "best"}):
        for _, _, state in turns(game, 5, **variants):
            shown = texts(picture(game, game.document(state)))
            found = [shown[i - 1] for i, text in enumerate(shown) if text == "points"]
            assert found == [str(score) for score in state.scores]


def test_a_tie_is_marked_while_a_lot_is_due(game: Game) -> None:
    document = game.document(game.initial(players=4, seed=1))
    for zone in ("epirus", "aetolia"):
        document["units"][zone] = {"owner": "hellenes", "M": 1, "E": 0, "G": 0}
    document["control"]["epirus"] = "phrygians"
    document["units"]["epirus"]["owner"] = "phrygians"
    orders = document["powers"][1]["orders"]
    orders["moves"] = [{"from": "epirus", "to": "aetolia", "unit_class": "M", "count": 1}]
    state = game.build(document, chance="manual")
    for seat in range(4):
        state = game.apply(state, seat, {"kind": "submit"})
    shown = texts(picture(game, game.document(state)))
    assert any("Aetolia: Hellenes, Phrygians" in text for text in shown)
    assert "?" in shown


def test_powers_differ_in_colour_shape_and_letter(game: Game) -> None:
    assert len({mark.shape for mark in MARKS.values()}) == len(MARKS)
    assert len({mark.fill for mark in MARKS.values()}) == len(MARKS)
    assert MARKS.keys() == TINTS.keys()
    for lang in ("en", "fr"):
        initials = [game.labels(lang).label("nation", power)[0] for power in MARKS]
        assert len(set(initials)) == len(MARKS)


@pytest.mark.parametrize("text", ["<b>&\"'", "W" * 900, "two words " * 90, "", "漢字" * 60])
def test_hostile_labels_stay_in_their_boxes(game: Game, text: str) -> None:
    for written, events, state in turns(game, 2)[:3]:
        for document in (game.document(written), game.document(state)):
            told = [dict(event) for event in events]
            canvas = compose(NAME, document, Hostile(text), tables_of(game), events=told)
            assert_well_set(canvas)
            assert_self_contained(canvas.svg())


def test_maps_of_any_shape_can_be_drawn(game: Game) -> None:
    """Zones on one line, or all in one place: no failure, however little there is to read."""
    tables = {name: dict(rows) for name, rows in tables_of(game).items()}
    document = game.document(game.initial(players=4, seed=1))
    for move in (lambda i: (10 * i, 5), lambda i: (7, 300 * i), lambda i: (0, 0)):
        rows = tables_of(game)["zones"].items()
        tables["zones"] = {z: (*row[:-2], *move(i)) for i, (z, row) in enumerate(rows)}
        canvas = compose(NAME, document, game.labels("en"), tables)
        assert_self_contained(canvas.svg())
        assert all(canvas.view.contains(placed.within) for placed in canvas.placed)
