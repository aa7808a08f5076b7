"""The phases TENSION and INCOME of Solar in play, against their twins.

Positions of random play, bent at will; then the last nation passes.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import arbitre
from arbitre import DocumentError
from reference.solar import economy, tension
from reference.solar.tables import living
from support import solar_samples
from support.effort import so_many

GAME = arbitre.load("solar")
GAMES = so_many(12, 200)
PASSES = 50  # positions of each game

Document = dict[str, Any]


def excite(document: Document, dice: random.Random) -> None:
    """Gauges near 10, and what decides who opens a war against whom, and when."""
    seats = range(document["players"])
    document["war_clock"] = max(document["war_clock"], 9)
    for x in seats:
        for y in seats:
            if x != y:
                document["tension"][x][y] = dice.choice((0, 5, 6, 8, 9, 9, 10))
                document["grievance"][x][y] = dice.random() < 0.4
                document["cause_tick"][x][y] = 0
    # No two causes or wars have one tick, as in play.
    pairs = [(x, y) for x in seats for y in seats if x != y]
    ticks = dice.sample(range(1, 10), 9)
    for x, y in dice.sample(pairs, dice.randint(0, min(9, len(pairs)))):
        number = ticks.pop()
        taken = any(war["order_no"] == number for war in document["wars"])
        document["cause_tick"][x][y] = 0 if taken else number


def calm(document: Document, dice: random.Random) -> None:
    """No war, and none in sight."""
    document["wars"] = []
    document["tension"] = [[min(7, gauge) for gauge in row] for row in document["tension"]]


def last_to_pass(document: Document, dice: random.Random) -> int:
    """Makes it the visit of one living nation, after all others have passed."""
    seats = living(document)
    seat = dice.choice(seats)
    for other in document["nations"]:
        other["passed"] = True
    document["nations"][seat]["passed"] = False
    document["order"] = [seat, *(other for other in seats if other != seat)]
    document["visit"] = 0
    document["pending"] = [{"kind": "action", "seats": [seat]}]
    return seat


def lives_are_lost(before: Document, after: Document) -> bool:
    """A guest that the war drove out may have been the last colony of its nation (SOL 5.3.6)."""
    return living(before) != living(after)


@pytest.mark.parametrize("number", range(GAMES))
def test_the_phases_are_played_as_written(number: int) -> None:
    """Games of 2, 3 and 4 nations in turn."""
    dice = random.Random(f"tension {number}")
    game = list(solar_samples.play(GAME, 2 + number % 3, dice, by_kind=number // 3 % 2 == 1))
    bases = [
        json.dumps(document)
        for document in map(GAME.document, game)
        if [frame["kind"] for frame in document["pending"]] == ["action"]
    ]
    seen: Counter[str] = Counter()
    while seen["passes"] < PASSES:
        before = json.loads(dice.choice(bases))
        solar_samples.bend(before, dice)
        dice.choice((excite, calm))(before, dice)
        seat = last_to_pass(before, dice)
        try:
            state = GAME.build(before, chance="manual", seed=0)
        except DocumentError:
            seen["refused"] += 1
            continue
        seen["passes"] += 1
        after = GAME.document(GAME.apply(state, seat, {"kind": "pass"}))
        if lives_are_lost(before, after):
            seen["lost"] += 1
            continue
        assert_tension(before, after, seen)
        if after["phase"] == "pirates":
            assert_income(before, after, seat)
            seen["incomes"] += 1
    assert seen["refused"] < seen["passes"]
    assert seen["wars"] > PASSES // 10, seen
    assert seen["incomes"] > PASSES // 10, seen
    if number % 3 > 0:  # two nations at war have nobody else to demonstrate against
        assert seen["demonstrations"] > PASSES // 10, seen


def assert_tension(before: Document, after: Document, seen: Counter[str]) -> None:
    """SOL 5.4: what is left to see of the phase in the position where the game waits next."""
    gauges = tension.next_gauges(before)
    opened = tension.popular_wars(before, gauges)
    gauges = tension.gauges_of_wars(gauges, opened)
    shown = json.dumps(before, indent=1)
    if after["phase"] == "wars":
        # Nothing has been answered yet.
        fresh = after["wars"][len(before["wars"]) :]
        assert [(war["opener"], war["other"]) for war in fresh] == opened, shown
        assert all(war["kind"] == "popular" and war["fresh"] for war in fresh), shown
        clock = before["war_clock"]
        for war, (x, y) in zip(fresh, opened, strict=True):
            clock += before["cause_tick"][x][y] == 0
            assert war["order_no"] == (before["cause_tick"][x][y] or clock), shown
        assert after["war_clock"] == clock, shown
        for x in living(before):
            lost = tension.demonstrations(before, gauges, opened, x)
            morale = before["nations"][x]["stock"]["morale"]
            assert after["nations"][x]["stock"]["morale"] == max(0, morale - lost), shown
            seen["demonstrations"] += lost > 0
    else:
        assert opened == [], shown
    if after["phase"] == "wars" or before["turn"] % 2 == 1:
        # On even turns the event and the technology grievance may have moved the gauges since.
        assert after["tension"] == gauges, shown
        for x in living(before):
            suffocates = after["nations"][x]["suffocating"]
            assert suffocates == tension.is_suffocating(before, x), shown
            for y in tension.others(before, x):
                charged = before["block_charged"][x][y] or (
                    tension.is_path_blocked(before, x, y)
                    and not any({x, y} == {w["opener"], w["other"]} for w in before["wars"])
                )
                assert after["block_charged"][x][y] == charged, shown
    seen["wars"] += len(opened) > 0


def assert_income(before: Document, after: Document, seat: int) -> None:
    """SOL 5.7, without a war before it, and with pirates to be asked about after it."""
    entering = json.loads(json.dumps(before))
    gauges = tension.next_gauges(before)
    for x in living(before):
        nation = entering["nations"][x]
        if x == seat:
            nation["snapshot_morale"] = nation["stock"]["morale"]
        lost = tension.demonstrations(before, gauges, [], x)
        nation["stock"]["morale"] = max(0, nation["stock"]["morale"] - lost)
    for x in living(before):
        found, twin = after["nations"][x], economy.upkeep(entering, x)
        assert found["stock"] == twin.stocks, json.dumps(before, indent=1)
        assert found["reserve"] == twin.reserve
        assert found["judged_morale"] == twin.judged_morale
        assert not any(colony["founded"] for colony in found["colonies"])
        for was, colony in zip(before["nations"][x]["colonies"], found["colonies"], strict=True):
            assert colony["hostile"] == max(0, was["hostile"] - 1)
