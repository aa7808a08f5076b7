"""Terraforming Mars against the plain twins of `reference.terraforming_mars`: where tiles may go,
the production phase, points and winners.

Positions of a few random games, and bent ones; in the long form of some thousand
games.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from arbitre import CHANCE, DocumentError, Game, State
from support.effort import so_many
from support.games import Setup, setups
from support.games import game as game_of
from support.walks import pick

from .terraforming_mars import placement, production, scoring
from .terraforming_mars.tables import CARDS, HEXES, RESOURCES, TABLES, TRACKS, name_of

GAMES = so_many(1, 120)
EVERY = 12
"""One position in so many is compared in what costs much."""
BENT = so_many(24, 4_000)

SETUPS = setups("terraforming_mars")

Document = dict[str, Any]


def mars() -> Game:
    return game_of("terraforming_mars")


def explain(document: Document, what: str) -> str:
    """What a failure shows."""
    return f"{what} in\n{json.dumps(document)}"


# --- what is compared -------------------------------------------------------------------------


def compare_points(state: State, document: Document) -> None:
    assert list(state.scores) == scoring.points(document), explain(document, "points")
    if state.over:
        assert state.winners == scoring.winners(document), explain(document, "winners")


def judge(state: State, seat: int, move: dict[str, Any]) -> str:
    verdict = mars().validate(state, seat, move)
    return "" if verdict.ok else verdict.code


def compare_hexes(state: State, document: Document, seen: Counter[str]) -> None:
    """All hexes, when one is asked for."""
    asked = placement.asked(document)
    assert asked is not None, explain(document, "a hex is asked for, but no operation needs one")
    player, place, tile = asked
    seat = int(player[1:])
    engine = {hex: judge(state, seat, {"kind": "place", "hex": hex}) for hex in HEXES}
    twin = {hex: placement.refusal(document, player, hex, place, tile) for hex in HEXES}
    assert engine == twin, explain(document, f"{tile} on {place} of {player}")
    seen.update({f"{place}: {code or 'legal'}" for code in twin.values()})


PLACING_PROJECTS = {"greenery": "greenery_standard", "city": "city_standard"}


def compare_projects(state: State, document: Document, seen: Counter[str]) -> None:
    """Whether there is room for the tiles of standard projects, in a turn."""
    player = document["active_player"]
    for project, place in PLACING_PROJECTS.items():
        move = {"kind": "standard_project", "project": project}
        room = bool(placement.legal(document, player, place, project))
        code = judge(state, int(player[1:]), move)
        assert (code != "NO_LEGAL_PLACEMENT") == room, explain(document, project)
        seen[f"{project}: {'room' if room else 'full'}"] += 1


def compare_production(before: Document, after: Document, seen: Counter[str]) -> None:
    """What the pass of the last player led to."""
    twin = production.produce(before)
    assert [seat["stock"] for seat in after["seats"]] == twin.stocks, explain(before, "stocks")
    assert (after["generation"], after["first_player"]) == (twin.generation, twin.first_player)
    goes_on = after["phase"] in ("research", "draft")
    assert goes_on != twin.ends, explain(before, "the end")
    for seat, was in zip(after["seats"], before["seats"], strict=True):
        assert (seat["production"], seat["tr"]) == (was["production"], was["tr"])
        assert (seat["pending_discount"], seat["pending_steps"]) == (0, 0)
        if goes_on:
            assert not (seat["passed"] or seat["tr_raised"] or seat["corporation_used"])
            assert not any(placed["used"] for placed in seat["tableau"])
        if min(was["production"].values()) < 0:
            seen["production: negative"] += 1
        if was["stock"]["energy"]:
            seen["production: energy"] += 1
    seen["production: end" if twin.ends else "production: goes on"] += 1


# --- random games -----------------------------------------------------------------------------


def is_last_pass(document: Document, code: int) -> bool:
    passed = [seat["passed"] for seat in document["seats"]]
    return mars().move(code).kind == "pass" and passed.count(False) == 1


def play(setup: Setup, seed: int, seen: Counter[str]) -> Iterator[Document]:
    """Compares along a random game; gives positions of turns, to be bent."""
    game, dice = mars(), random.Random(f"twin {setup} {seed}")
    state = setup.initial(seed, "manual")
    places, passes = game.kinds["place"], game.kinds["pass"]
    for ply in range(1_000_000):
        if not state.to_act:
            break
        seat, code = pick(game, state, dice, by_kind=seed % 2 == 1)
        if places.offset <= code < places.offset + places.size:
            compare_hexes(state, game.document(state), seen)
        document = game.document(state) if code == passes.offset or ply % EVERY == 0 else None
        if document and ply % EVERY == 0:
            compare_points(state, document)
            if seat != CHANCE and document["phase"] == "action" and not document["stack"]:
                compare_projects(state, document, seen)
                yield document
        after = game.apply(state, seat, code)
        if document and is_last_pass(document, code):
            compare_production(document, game.document(after), seen)
        state = after
    assert state.over
    compare_points(state, game.document(state))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_engine_and_twin_agree_in_random_games(setup: Setup) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for _ in play(setup, seed, seen):
            pass
    assert seen["production: goes on"] > 0


# --- bent positions: any map, any card --------------------------------------------------------


def some_owner(document: Document, dice: random.Random) -> str:
    owners = [name_of(seat) for seat in range(document["players"])]
    return dice.choice([*owners, "neutral"] if len(owners) == 1 else owners)


def bend_map(document: Document, dice: random.Random) -> None:
    """Lays tiles and markers wherever there is room, seldom or nearly everywhere."""
    density = dice.choice((0.1, 0.3, 0.6, 0.95))
    for hex, there in HEXES.items():
        if document["map"][hex] is not None or dice.random() > density:
            continue
        owner = some_owner(document, dice)
        document["claims"].pop(hex, None)
        if there["reserved"] == "ocean":
            if document["oceans"] < TRACKS["oceans"]["max"]:
                document["oceans"] += 1
                document["map"][hex] = {"tile": "ocean", "owner": None, "special": None}
        elif there["reserved"] is None:
            tile = dice.choice(("greenery", "greenery", "city"))
            document["map"][hex] = {"tile": tile, "owner": owner, "special": None}
    free = [hex for hex, tile in document["map"].items() if not tile and not HEXES[hex]["reserved"]]
    claimants = dice.sample(range(document["players"]), k=1)
    if free and not document["claims"] and dice.random() < 0.7:
        document["claims"][dice.choice(free)] = name_of(claimants[0])


def bend_seats(document: Document, dice: random.Random) -> None:
    """Gives everybody stocks and productions, and some of the milestones and awards."""
    for seat in document["seats"]:
        seat["stock"] = {resource: dice.choice((0, 1, 9, 300)) for resource in RESOURCES}
        seat["production"] = {resource: dice.choice((0, 1, 9)) for resource in RESOURCES}
        seat["production"]["megacredit"] = dice.choice((-5, -1, 0, 9))
        for placed in seat["tableau"]:
            if placed["resources"]:
                placed["resources"] += dice.randrange(9)
    if document["players"] == 1:
        return
    owners = [name_of(seat) for seat in range(document["players"])]
    document["milestones"] = dict.fromkeys(document["milestones"])
    for milestone in dice.sample(sorted(document["milestones"]), dice.randrange(4)):
        document["milestones"][milestone] = dice.choice(owners)
    awards = dice.sample([award["id"] for award in TABLES["awards"]], dice.randrange(4))
    document["awards"] = [{"award": id, "funder": dice.choice(owners)} for id in awards]


def hand_card(document: Document, card: str) -> None:
    """Makes the active player able to play a card, as far as wealth and requirements go."""
    for seat in document["seats"]:
        for pile in ("hand", "events"):
            seat[pile] = [id for id in seat[pile] if id != card]
    document["discard"] = [id for id in document["discard"] if id != card]
    document["deck"] = "rest"
    seat = document["seats"][int(document["active_player"][1:])]
    seat["hand"] = sorted([*seat["hand"], card], key=list(CARDS).index)
    seat["production"] = dict.fromkeys(RESOURCES, 9)
    seat["stock"] = dict.fromkeys(RESOURCES, 300)
    seat["pending_steps"] = 40


PLACING_CARDS = [card for card in CARDS if placement.own_placements(card)]


def compare_card(document: Document, card: str, seen: Counter[str]) -> None:
    """Plays a card that places a tile, up to the question of the hex."""
    game = mars()
    state = game.build(document, chance="manual", seed=0)
    seat = int(document["active_player"][1:])
    move = {"kind": "play_card", "card": card}
    code = judge(state, seat, move)
    room = all(is_room(document, *needed) for needed in placement.own_placements(card))
    if code == "NO_LEGAL_PLACEMENT":
        assert not room, explain(document, card)
        seen[f"{card}: full"] += 1
    elif code == "":
        assert room, explain(document, card)
        state = game.apply(state, seat, move)
        while seat in state.to_act and (moves := game.moves(state, seat)):
            if moves[0].kind == "place":
                compare_hexes(state, game.document(state), seen)
                break
            if moves[0].kind not in ("pay", "choose_option", "target_card"):
                break
            state = game.apply(state, seat, moves[0])
    else:
        assert code.startswith("REQ_") or code in ("NO_TARGET", "FIRST_ACTION_REQUIRED"), code


def is_room(document: Document, place: str, tile: str) -> bool:
    """Oceans need none once all have been laid."""
    if tile == "ocean" and document["oceans"] == TRACKS["oceans"]["max"]:
        return True
    return bool(placement.legal(document, document["active_player"], place, tile))


def bent_positions(setup: Setup, number: int) -> Iterator[tuple[Document, random.Random]]:
    dice = random.Random(f"bent {setup} {number}")
    for document in play(setup, 1_000 + number, Counter()):
        if dice.random() < 0.2:
            bent = deepcopy(document)
            bend_map(bent, dice)
            bend_seats(bent, dice)
            yield bent, dice


@cache
def compare_bent(players: int) -> Counter[str]:
    """Compares bent positions, and tells what there was to compare."""
    seen: Counter[str] = Counter()
    taken = number = 0
    setup = Setup("terraforming_mars", players)
    while taken < BENT:
        for document, dice in bent_positions(setup, number):
            try:
                state = mars().build(document, chance="manual", seed=0)
            except DocumentError as error:
                raise AssertionError(explain(document, str(error))) from error
            compare_points(state, document)
            compare_projects(state, document, seen)
            in_play = {placed["card"] for seat in document["seats"] for placed in seat["tableau"]}
            playable = [card for card in PLACING_CARDS if card not in in_play]
            for card in dice.sample(playable, 5):
                handed = deepcopy(document)
                hand_card(handed, card)
                compare_card(handed, card, seen)
            taken += 1
        number += 1
    return seen


@pytest.mark.parametrize("players", mars().players)
def test_engine_and_twin_agree_on_bent_positions(players: int) -> None:
    assert compare_bent(players).total() > BENT


def test_every_placement_is_compared_with_every_answer() -> None:
    seen: Counter[str] = Counter()
    for players in mars().players:
        seen += compare_bent(players)
    for setup in (SETUPS[1], SETUPS[2]):
        for _ in play(setup, 1, seen):
            pass
    places = {place for card in PLACING_CARDS for place, _ in placement.own_placements(card)}
    places -= {"noctis"}  # one hex, which nobody is asked for
    everywhere = ("legal", "PLACEMENT_OCCUPIED", "PLACEMENT_RESERVED")
    wanted = {f"{place}: {code}" for place in places for code in everywhere}
    wanted |= {f"{place}: PLACEMENT_CLAIMED" for place in places - {"reserved_ocean"}}
    wanted |= {
        "city_standard: PLACEMENT_NEXT_TO_CITY",
        "greenery_standard: PLACEMENT_NOT_NEXT_TO_OWN",
        "metal_bonus_next_to_own: PLACEMENT_NOT_NEXT_TO_OWN",
        *("city: room", "city: full", "greenery: room"),
        *("production: energy", "production: goes on", "production: end"),
    }
    with_rules = ("isolated", "next_to_city", "next_to_two_cities", "next_to_greenery", "volcanic")
    wanted |= {f"{place}: PLACEMENT_RULE" for place in (*with_rules, "metal_bonus")}
    assert wanted - seen.keys() == set()
