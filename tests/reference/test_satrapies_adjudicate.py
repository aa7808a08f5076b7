"""The engine of Satrapies beside its twin: the same turns, order by order and lot by lot.

Positions come from random games, from such positions with a few things changed, and from nowhere;
each gets random legal order sets for all its powers. In the long form 200,000 turns in all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from arbitre import CHANCE, Event, Game, State
from support.effort import so_many
from support.games import game as game_of

from .satrapies import orders, play, sampling
from .satrapies.adjudicate import resolve
from .satrapies.position import initial, no_orders
from .satrapies.tables import CLASSES, OWNERS, POWERS, ZONES

TURNS = so_many(1_600, 200_000)
"""Turns that are resolved by both."""
PARTS = so_many(16, 240)
"""Each has its own dice, so that the parts can run side by side."""

Document = dict[str, Any]


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of("satrapies")


# --- Positions with orders --------------------------------------------------------------------


def turns(part: int, count: int) -> Iterator[tuple[random.Random, Document]]:
    """So many positions with an order set for each power; each position comes with several."""
    dice = random.Random(f"turns {part}")
    while count > 0:
        players, variants = dice.randint(2, 4), sampling.random_variants(dice)
        if dice.random() < 0.6:
            players, variants = 4, {}
        found = list(sampling.played(dice, players, variants))
        found += [sampling.mutated(doc, dice) for doc in found]
        found += [sampling.invented(dice, players, variants) for _ in found]
        found *= so_many(1, 8)
        for doc in found[:count]:
            yield dice, sampling.give_orders(doc, dice)
        count -= len(found)


def before_the_last(doc: Document, dice: random.Random) -> tuple[Document, int]:
    """Everybody has submitted but one power: the document, and the seat of that power."""
    waiting = play.waiting(doc)
    last = waiting[-1] if doc["variants"]["open_orders"] else dice.choice(waiting)
    for seat in waiting:
        doc["powers"][seat]["submitted"] = seat != last
    return doc, last


# --- What the engine reports, as the twin writes it -------------------------------------------


def plain(event: Event) -> Document:
    """An event of the engine as the twin has it."""
    told = dict(event)
    kind = told["kind"]
    if kind in ("battle", "clash"):
        place = {"zone": told["zone"]} if kind == "battle" else {"link": told["link"]}
        totals = dict(zip(told["powers"], told["totals"], strict=True))
        (winner,) = told["winners"] or (None,)
        return {"kind": kind, **place, "totals": totals, "winner": winner}
    if kind == "conquered":
        told["previous"] = told.pop("before")
    elif kind == "trimmed":
        told["owner"] = told.pop("power")
    elif kind == "orders_revealed":
        del told["orders"]  # compared by `revealed`
    elif kind == "game_over":
        told["winners"] = [POWERS.index(power) for power in told["winners"]]
    return told


def revealed(events: list[Event]) -> dict[str, list[Document]]:
    """The orders that each power is told to have given."""
    return {
        event["power"]: list(event["orders"])
        for event in map(dict, events)
        if event["kind"] == "orders_revealed"
    }


def given(state: Mapping[str, Any]) -> list[Document]:
    """An order set as the moves that make it, in the sequence of the document."""
    moves = []
    for order in state["orders"]["moves"]:
        ends = {name: order[name] for name in ("from", "to", "unit_class")}
        moves += [{"kind": "move", **ends}] * order["count"]
    for build in state["orders"]["builds"]:
        order = {"kind": build["kind"], "zone": build["zone"]}
        if build["kind"] == "promote":
            order["unit_class"] = build["unit_class"]
        moves.append(order)
    return moves


# --- Turns ------------------------------------------------------------------------------------


def compare_turn(game: Game, doc: Document, dice: random.Random, seen: Counter[str]) -> None:
    """One turn in both, lots included; every position on the way is the same."""
    doc, last = before_the_last(doc, dice)
    state = game.build(doc, chance="manual")
    assert game.document(state) == doc
    state, events = game.step(state, last, {"kind": "submit"})
    doc["powers"][last]["submitted"] = True
    assert plain(events[0]) == {"kind": "orders_submitted", "power": doc["powers"][last]["id"]}
    events = events[1:]
    while (twin := resolve(doc)).document is None:
        doc["phase"], doc["pending"] = "lots", twin.pending
        assert game.document(state) == doc
        zones = [doc["pending"]["zone"]] if doc["pending"]["zone"] else doc["pending"]["link"]
        due = {"kind": "draw_due", "zones": zones, "tied": doc["pending"]["tied"]}
        assert [dict(event) for event in events] == [due]
        winner = dice.choice(doc["pending"]["tied"])
        state, events = game.step(state, CHANCE, {"kind": "lot", "winner": winner})
        assert dict(events[0]) == {"kind": "lot", "winner": winner}
        events = events[1:]
        doc["lots"].append(winner)
        seen["lot"] += 1
    assert game.document(state) == twin.document
    assert [plain(event) for event in events] == twin.events
    living = [power for power in doc["powers"] if not power["eliminated"]]
    assert revealed(events) == {power["id"]: given(power) for power in living}
    seen.update(event["kind"] for event in twin.events)
    seen["turn"] += 1


@pytest.mark.parametrize("part", range(PARTS))
def test_turns(game: Game, part: int) -> None:
    seen: Counter[str] = Counter()
    for dice, doc in turns(part, TURNS // PARTS):
        compare_turn(game, doc, dice, seen)
    assert seen["turn"] >= TURNS // PARTS
    for kind in ("battle", "conquered", "recruited", "trimmed", "promoted"):
        assert seen[kind] > 0, kind


def test_turns_until_the_rare_has_happened(game: Game) -> None:
    """A lot, and a recruit that is lost: too rare to be in every part."""
    seen: Counter[str] = Counter()
    for dice, doc in turns(PARTS, 3_000):
        compare_turn(game, doc, dice, seen)
        if seen["recruit_lost"] > 0 and seen["lot"] > 0:
            return
    raise AssertionError(f"still missing after {seen['turn']} turns")


# --- Refusals ---------------------------------------------------------------------------------


def half_written(dice: random.Random, doc: Document) -> Document:
    """Some powers have submitted, some are still writing and have taken orders back."""
    doc = sampling.give_orders(doc, dice)
    waiting = play.waiting(doc)
    done = dice.sample(waiting, dice.randrange(len(waiting)))
    if doc["variants"]["open_orders"]:
        done = waiting[: len(done)]
        for seat in waiting[len(done) + 1 :]:
            doc["powers"][seat]["orders"] = no_orders()
    for seat in waiting:
        state = doc["powers"][seat]
        state["submitted"] = seat in done
        writes = seat not in waiting[len(done) + 1 :] or not doc["variants"]["open_orders"]
        state["cancels"] = dice.choice([0, 1, 8]) if writes else 8
    return doc


def any_move(dice: random.Random, doc: Document, seat: int) -> Document:
    """A move of any kind, often one that is nearly legal."""
    power = doc["powers"][seat]
    own = [zone for zone in ZONES if doc["units"][zone]["owner"] == power["id"]]
    own += [zone for zone, controller in doc["control"].items() if controller == power["id"]]
    written = given(power)
    kind = dice.choice(["move"] * 4 + ["recruit", "promote"] * 2 + list(orders.FIELDS))
    zone = dice.choice(own) if own and dice.random() < 0.8 else dice.choice(ZONES)
    to = dice.choice(sampling.NEIGHBOURS[zone] if dice.random() < 0.7 else ZONES)
    values = {"from": zone, "to": to, "zone": zone, "unit_class": dice.choice(CLASSES)}
    values["winner"] = dice.choice(OWNERS)
    move = {"kind": kind, **{name: values[name] for name in orders.FIELDS[kind]}}
    if kind.startswith("cancel") and written and dice.random() < 0.7:
        order = dice.choice(written)
        if order["kind"] == "move":
            return {**order, "kind": "cancel_move"}
        return {"kind": "cancel_build", "zone": order["zone"]}
    return move


@pytest.mark.parametrize("part", range(4))
def test_verdicts(game: Game, part: int) -> None:
    """Code, subject and numbers of any move of any seat, and the list of legal ones."""
    dice = random.Random(f"verdicts {part}")
    codes: Counter[str] = Counter()
    for _ in range(30 * so_many(1, 10)):
        players, variants = dice.randint(2, 4), sampling.random_variants(dice)
        found = [*sampling.played(dice, players, variants)]
        found = [dice.choice(found), sampling.invented(dice, players, variants)]
        for doc in (half_written(dice, doc) for doc in found if play.waiting(doc)):
            state = game.build(doc, chance="manual")
            assert game.document(state) == doc
            assert list(state.to_act) == play.to_act(doc)
            for seat in range(players):
                for _ in range(40):
                    move = any_move(dice, doc, seat)
                    expected = orders.validate(doc, seat, move)
                    verdict = game.validate(state, seat, move)
                    found_out = (verdict.code, verdict.subject, verdict.need, verdict.have)
                    assert found_out == tuple(expected), (move, doc)
                    codes[expected.code] += 1
                power = doc["powers"][seat]
                legal = [dict(move) for move in game.moves(state, seat)]
                if seat in play.to_act(doc):
                    tempting = sampling.tempting_orders(doc, seat)
                    twins = [m for m in tempting if orders.validate(doc, seat, m) == orders.OK]
                    orders_of_engine = [
                        m for m in legal if m["kind"] in ("move", "recruit", "promote")
                    ]
                    assert unique(orders_of_engine) == unique(twins)
                    cancels = [m for m in legal if m["kind"].startswith("cancel")]
                    assert len(cancels) == (len(unique(given(power))) if power["cancels"] else 0)
                else:
                    assert legal == []
    assert len(codes) > 18, codes


def unique(moves: list[Document]) -> list[tuple[tuple[str, str], ...]]:
    return sorted({tuple(sorted(move.items())) for move in moves})


@pytest.mark.parametrize("phase", ["lots", "over"])
def test_verdicts_after_the_orders(game: Game, phase: str) -> None:
    """While a lot is due, and when the game is over."""
    dice = random.Random(phase)
    found = 0
    while found < 20:
        doc = initial(4, {"turn_limit": 5})
        state = game.initial(players=4, chance="manual", variants={"turn_limit": 5})
        while doc["phase"] == "orders":
            for seat, power in enumerate(sampling.give_orders(doc, dice)["powers"]):
                for move in given(power) if not power["eliminated"] else []:
                    doc, _ = play.apply(doc, seat, move)
                    state = game.apply(state, seat, move)
            for seat in play.waiting(doc):
                doc, _ = play.apply(doc, seat, {"kind": "submit"})
                state = game.apply(state, seat, {"kind": "submit"})
            if doc["phase"] == phase:
                found += 1
                check_all(game, doc, state)
            while doc["phase"] == "lots":
                lot = dice.choice(play.chance(doc))[0]
                doc, _ = play.apply(doc, "chance", lot)
                state = game.apply(state, CHANCE, lot)
        assert game.document(state) == doc


def check_all(game: Game, doc: Document, state: State) -> None:
    """One move of each kind, and every lot, by everybody."""
    assert game.document(state) == doc
    moves = [{"kind": "lot", "winner": owner} for owner in OWNERS]
    first = {move["kind"]: move for move in reversed(orders.all_moves())}
    for seat in (0, 3, "chance"):
        for move in [*first.values(), *moves]:
            expected = orders.validate(doc, seat, move)
            verdict = game.validate(state, CHANCE if seat == "chance" else seat, move)
            found = (verdict.code, verdict.subject, verdict.need, verdict.have)
            assert found == tuple(expected), move
