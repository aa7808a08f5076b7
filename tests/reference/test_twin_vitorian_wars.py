"""The combat twin of Vitorian Wars against the engine: in the golden cases, in random games over
all pairs of decks, and in positions full of cards that no game would bring together.

In the long form fifty times as many games and positions.
"""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from itertools import product
from typing import Any

import pytest

import arbitre
from arbitre import CHANCE, Event, Game, State
from support.effort import so_many
from support.golden import cases, given_state, seat_of
from support.walks import pick

from . import vitorian_wars as twin

TIMES = so_many(1, 50)
GAMES_A_PAIR = TIMES
POSITIONS = 600 * TIMES

DECKS = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")
TARGETS = [*(f"{seat}{row}{column}" for seat, row, column in product("01", "RV", "12345"))]

PASS, SUPPORT, REACTIVE = ({"kind": kind} for kind in ("pass", "support", "reactive"))

Document = dict[str, Any]
Tally = Counter[str]


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load("vitorian_wars")


# --- One position -------------------------------------------------------------------------------


def events_of(events: list[Event], *kinds: str) -> list[dict[str, Any]]:
    return [dict(event) for event in events if event.kind in kinds]


def finish_combat(game: Game, state: State, events: list[Event]) -> State:
    """Answers what is asked, and plays chance, until the combat is over."""
    while not state.over and not events_of(events, "combat_ended"):
        (seat,) = state.to_act
        state, more = game.step(state, seat, int(game.legal(state, seat)[0]))
        events += more
    return state


def compare_damage(game: Game, state: State, doc: Document, tally: Tally) -> None:
    """VW 5.4 and 5.5: the attacker closes the barrage."""
    found = twin.fight(doc)
    attacker = doc["combat"]["seat"]
    after, events = game.step(state, attacker, PASS)
    after = finish_combat(game, after, events)
    (damage,) = events_of(events, "damage")
    assert (tuple(damage["attacker"]), tuple(damage["defender"])) == found[:2], doc
    assert {fields["cell"] for fields in events_of(events, "destroyed")} == found.destroyed, doc
    lost = {fields["cell"] for fields in events_of(events, "shield_lost")}
    assert lost == found.shields_lost, doc
    piles = [player["pile"] for player in game.document(after)["players"]]
    before = sum(doc["players"][1 - attacker]["pile"].values())
    pierced = found.pierces and before > 0
    assert sum(piles[1 - attacker].values()) == before - pierced, doc
    assert sum(piles[attacker].values()) == sum(doc["players"][attacker]["pile"].values())
    assert not after.over
    tally["damage"] += 1
    tally["destroyed"] += len(found.destroyed)
    tally["shields"] += len(lost)
    tally["pierced"] += pierced
    tally[f"flank {min(3, twin.flank(doc))}"] += 1
    tally["reactive"] += sum(doc["combat"]["reactive"])
    tally["supported"] += sum(doc["combat"]["supported"])


def compare_support(game: Game, state: State, doc: Document, seat: int, tally: Tally) -> None:
    """VW 5.3: what support costs, and what it adds."""
    found = twin.support(doc, seat)
    assert game.validate(state, seat, SUPPORT).code == found.code, doc
    tally[f"support {found.code}"] += 1
    if found.code != "OK":
        return
    after, events = game.step(state, seat, SUPPORT)
    frames = game.document(after)["frames"]
    assert [frame["xS"] for frame in frames] == ([found.cost] if found.cost else []), doc
    while not events_of(events, "supported"):
        after, events = game.step(after, seat, int(game.legal(after, seat)[0]))
    assert [fields["n"] for fields in events_of(events, "supported")] == [found.adds], doc


def compare_direct(game: Game, state: State, doc: Document, tally: Tally) -> None:
    """VW 5.5: a hit on the sovereign that nobody answers."""
    seat = doc["combat"]["seat"]
    pile = doc["players"][1 - seat]["pile"]
    after, events = game.step(state, seat, PASS)
    after = finish_combat(game, after, events)
    lost = [fields["seat"] for fields in events_of(events, "pile_lost")]
    assert lost == ([1 - seat] if pile else []), doc
    assert after.over is not bool(pile)
    assert not after.over or after.winners == (seat,)
    tally["direct" if pile else "fell"] += 1


def compare_attacks(game: Game, state: State, doc: Document, seat: int, tally: Tally) -> None:
    """VW 4.9 and 5.1: the verdict on every attack of the phase."""
    kind = {"main": "charge", "combat": "declare_attack"}[doc["phase"]]
    for start, target in product(TARGETS, [*TARGETS, "sovereign"]):
        code = game.validate(state, seat, {"kind": kind, "from": start, "target": target}).code
        assert code == twin.attack_code(doc, seat, kind, start, target), (start, target, doc)
        tally[f"attack {code}"] += 1


def compare(game: Game, state: State, tally: Tally) -> None:
    """All that the twin can say about a position."""
    if state.over or state.to_act[0] == CHANCE:
        return
    (seat,) = state.to_act
    answers = {game.move(code).kind for code in game.legal(state, seat).tolist()}
    if not answers & {"pass", "end_main", "end_combat"}:
        return
    doc = game.document(state)
    if "pass" not in answers:
        compare_attacks(game, state, doc, seat, tally)
        return
    combat = doc["combat"]
    if combat["step"].startswith("barrage"):
        compare_support(game, state, doc, seat, tally)
        assert game.validate(state, seat, REACTIVE).code == twin.reactive_code(doc, seat), doc
        if combat["step"] == "barrage_attacker":
            compare_damage(game, state, doc, tally)
    elif (
        combat["step"] == "orders_attacker"
        and combat["target"] == "sovereign"
        and combat["attacker"]
        and not combat["orders"]
    ):
        compare_direct(game, state, doc, tally)


# --- Where positions come from ------------------------------------------------------------------


def test_golden_cases(game: Game) -> None:
    tally: Tally = Counter()
    for case in cases("vitorian_wars"):
        body = case.body
        if "setup" in body["expect"]:
            continue
        state = given_state(game, body["given"])
        compare(game, state, tally)
        for step in body["do"]:
            state = game.apply(state, seat_of(step["seat"]), step["move"])
            compare(game, state, tally)
    for what in ("damage", "destroyed", "shields", "pierced", "reactive", "supported", "direct"):
        assert tally[what] >= 3, tally
    assert tally["flank 1"] >= 3, tally


@pytest.mark.parametrize("decks", list(product(DECKS, repeat=2)), ids="-".join)
def test_random_games(game: Game, decks: tuple[str, str]) -> None:
    tally: Tally = Counter()
    for seed in range(GAMES_A_PAIR):
        dice = random.Random(f"{decks} {seed}")
        state = game.initial(players=2, seed=seed, decks=list(decks))
        while not state.over:
            compare(game, state, tally)
            state = game.apply(state, *pick(game, state, dice, by_kind=seed % 2 == 1))
    assert tally["attack OK"] > 0


def some(dice: random.Random, names: list[str], at_most: int) -> list[str]:
    return dice.sample(names, dice.randint(0, at_most))


def scattered(doc: Document, dice: random.Random) -> Document:
    """A barrage between units of all decks, with equipment, modifiers and fields at will."""
    doc = deepcopy(doc)
    by_type = {
        kind: [name for name, card in twin.CARDS.items() if card["type"] == kind]
        for kind in ("unit", "equipment", "field_condition")
    }
    grid = {}
    attacker, target = f"0V{dice.randint(1, 5)}", dice.choice(TARGETS[10:])
    for cell in TARGETS:
        if cell in (attacker, target) or dice.random() < 0.5:
            grid[cell] = {
                "card": dice.choice(by_type["unit"]),
                "exhausted": dice.random() < 0.3,
                "hold": False,
                "entered": False,
                "moved": False,
                "attacks": int(cell == attacker),
                "shields": dice.choice((0, 0, 1, 2)),
                "equipment": dice.choice(by_type["equipment"]) if dice.random() < 0.3 else None,
                "mods": {
                    expiry: {
                        "atk": dice.randint(-4, 4),
                        "def": dice.randint(1, 4),
                        "keywords": sorted(some(dice, twin.NUMBERS["keywords"], 2)),
                    }
                    for expiry in some(dice, ["combat", "turn", "until_0", "until_1"], 2)
                },
            }
    doc["grid"] = grid
    doc["active"] = 0
    for player in doc["players"]:
        player["deck"] = player["hand"] = player["discard"] = {}
        player["field"] = dice.choice([None, *by_type["field_condition"]])
    doc["combat"] = {
        "seat": 0,
        "attacker": attacker,
        "target": target,
        "step": dice.choice(("barrage_attacker", "barrage_defender")),
        "orders": [],
        "cancelled": False,
        "pierced": False,
        "supported": [False, dice.random() < 0.5],
        "support": [0, 0],
        "reactive": [dice.random() < 0.5, dice.random() < 0.5],
        "ganked": [False, False],
    }
    if doc["combat"]["supported"][1]:
        doc["combat"]["support"][1] = dice.randint(0, 9)
    return doc


def test_scattered_positions(game: Game) -> None:
    dice = random.Random(5)
    tally: Tally = Counter()
    state = game.initial(players=2, seed=3, first=0)
    while not (state.over or ("end_combat" in map(str, kinds_of(game, state)))):
        state = game.apply(state, *pick(game, state, dice, by_kind=True))
    doc = game.document(state)
    for _ in range(POSITIONS):
        compare(game, game.build(scattered(doc, dice), chance="auto", seed=1), tally)
    for what in ("damage", "destroyed", "shields", "reactive", "supported"):
        assert tally[what] >= 30, tally
    for what in ("pierced", "flank 0", "flank 1", "flank 2", "flank 3"):
        assert tally[what] >= 5, tally


def kinds_of(game: Game, state: State) -> set[str]:
    """The kinds of moves that answer a position of a player."""
    (seat,) = state.to_act
    return (
        set()
        if seat == CHANCE
        else {game.move(code).kind for code in game.legal(state, seat).tolist()}
    )
