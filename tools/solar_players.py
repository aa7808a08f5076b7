"""Players for recorded matches of Solar. They lead to what bots hardly ever reach: fallen capitals,
shared nodes, blocked raids, lost investments. `luck` is the chance that is kind to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from arbitre import Game, Move, State, bots

HOMES = {"terrans": "luna", "martians": "phobos", "jovians": "io", "belters": "eris"}

Document = dict[str, Any]
Wish = tuple[str, dict[str, Any]]


def find(moves: Sequence[Move], kind: str, **fields: Any) -> list[Move]:
    """The moves of a kind with these fields."""
    return [
        move
        for move in moves
        if move.kind == kind and all(move[name] == value for name, value in fields.items())
    ]


def first(moves: Sequence[Move], wishes: Sequence[Wish]) -> Move:
    """The first move that is wished for, or else the last of all."""
    for kind, fields in wishes:
        if found := find(moves, kind, **fields):
            return found[0]
    return moves[-1]


def visited(document: Document) -> bool:
    return bool(document["pending"][-1]["kind"] == "action")


STUBBORN: list[Wish] = [
    ("peace_answer", {"accept": False}),
    ("peace_offer", {"offer": False}),
    ("accord_answer", {"accept": False}),
    ("trade_pick", {"nation": "none"}),
    ("end_pacts", {}),
    ("pact_answer", {"accept": False}),
    ("tribute_answer", {"accept": False}),
    *(
        ("strategy_pick", {"card": card})
        for card in ("emergency_harvest", "scientific_sprint", "war_effort", "mobilization")
    ),
    ("investment", {"investment": "heavy_industry"}),
    ("investment", {"investment": "none"}),
    ("defense", {"tokens": 0}),
    ("cohabitant_defense", {"tokens": 0}),
]


class Hunter:
    """Arms, then assaults: a shared node by a token, capitals, then whatever it can take."""

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        document = game.document(observation)
        if visited(document):
            return best_assault(moves, document, seat) or first(moves, arm(document, seat))
        if found := find(moves, "war_colony", cruiser=False):
            return max(found, key=lambda move: int(move["tokens"]))
        return first(moves, STUBBORN) if len(moves) > 1 else moves[0]


def best_assault(moves: Sequence[Move], document: Document, seat: int) -> Move | None:
    found: tuple[int, Move] | None = None
    for move in find(moves, "assault", cruiser=False):
        worth = worth_of(move, document, seat)
        if worth > (found[0] if found else 0):
            found = worth, move
    return found[1] if found else None


def worth_of(move: Move, document: Document, seat: int) -> int:
    """0 for an assault that would fail against a bare garrison, or commits more than it needs."""
    node, tokens = move["node"], move["tokens"]
    nations = document["nations"]
    holders = [
        other
        for other, nation in enumerate(nations)
        if other != seat and any(colony["node"] == node for colony in nation["colonies"])
    ]
    if len(holders) == 2:
        return 3 if tokens == 1 else 0
    owner = nations[holders[0]]
    needed = 2
    if HOMES[owner["id"]] == node:
        since = document["turn"] - owner["home_retaken_turn"]
        needed = 1 + (min(10, 1 + since) if owner["home_retaken_turn"] else 10)
    if tokens != needed:
        return 0
    return 2 if node in HOMES.values() else 1


def arm(document: Document, seat: int) -> list[Wish]:
    """What an action is best spent on before an assault."""
    own = document["nations"][seat]
    stock = own["stock"]
    wishes: list[Wish] = []
    if stock["morale"] < 3:
        wishes.append(("buy_civic", {"civic": "social_programs"}))
    wishes.append(("buy_technology", {"technology": "autonomous_biosphere"}))
    if own["reserve"] < 15:
        wishes.append(("colonize", {}))
    wishes.append(("buy_technology", {"technology": "ion_propulsion"}))
    wishes.append(("buy_technology", {"technology": "navigation_ai"}))
    if document["turn"] > 2:
        wishes.append(("adopt_government", {"form": "tyranny"}))
    if stock["energy"] < 11:
        wishes.append(("buy_civic", {"civic": "he3_extraction"}))
    if stock["materials"] < 11:
        wishes.append(("buy_civic", {"civic": "asteroid_capture"}))
    wishes += [
        ("buy_military", {"card": "military_investment"}),
        ("use_power", {}),
        ("pass", {}),
    ]
    return wishes


class Meek:
    """Founds a second colony and then lets things happen."""

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        document = game.document(observation)
        if not visited(document):
            return first(moves, STUBBORN)
        alone = len(document["nations"][seat]["colonies"]) < 2
        return rng.choice((alone and find(moves, "colonize")) or find(moves, "pass"))


class Scholar:
    """Buys what it wants to know, and settles where others live."""

    def __init__(self, *technologies: str) -> None:
        self.technologies = technologies

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        document = game.document(observation)
        for technology in self.technologies:
            if found := find(moves, "buy_technology", technology=technology):
                return found[0]
        if found := find(moves, "extrasolar_target"):
            taken = {colony["node"] for one in document["nations"] for colony in one["colonies"]}
            return next((move for move in found if move["node"] in taken), found[0])
        for civic in ("research_investment", "social_programs"):
            if found := find(moves, "buy_civic", civic=civic):
                return found[0]
        return bots.Greedy().choose(game, observation, seat, rng)


class Raider:
    """Raids whom it can, the best guarded first, from the middle of the game on."""

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        document = game.document(observation)
        guarded = [
            one["id"] for one in document["nations"] if "defensive_ai" in one["technologies"]
        ]
        for victim in guarded:
            if found := find(moves, "raid", nation=victim, node="none"):
                return found[0]
        if visited(document):
            return first(moves, [("buy_military", {"card": "military_investment"}), ("pass", {})])
        return rng.choice(moves)


class Gambler:
    """Picks by kind, invests in heavy industry, and makes no peace."""

    def choose(self, game: Game, observation: State, seat: int, rng: random.Random) -> Move:
        moves = game.moves(observation, seat)
        for kind, fields in (
            ("investment", {"investment": "heavy_industry"}),
            ("peace_offer", {"offer": False}),
        ):
            if found := find(moves, kind, **fields):
                return found[0]
        kind = rng.choice(sorted({move.kind for move in moves}))
        return rng.choice(find(moves, kind))


PLAYERS: dict[str, bots.Bot] = {
    "hunter": Hunter(),
    "meek": Meek(),
    "settler": Scholar("extrasolar_exploration", "advanced_robotics", "quantum_computer"),
    "guarded": Scholar("defensive_ai", "orbital_network", "surveillance_drones"),
    "raider": Raider(),
    "gambler": Gambler(),
}


def luck(game: Game, state: State, rng: random.Random) -> Move:
    """Chance as a host deals it who is kind to hunters: arms first, then the means to use them."""
    codes, probabilities = game.chance(state)
    draws = [game.move(code) for code in codes.tolist()]
    if find(draws, "discovery"):
        document = game.document(state)
        finder = document["nations"][document["pending"][-1]["actor"]]
        tile = "rich_deposit"
        if finder["reserve"] < 15:
            tile = "secret_arsenal"
        elif finder["stock"]["energy"] < 11:
            tile = "energy_source"
        return find(draws, "discovery", tile=tile)[0]
    return rng.choices(draws, probabilities.tolist())[0]
