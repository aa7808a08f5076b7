"""Documents of Solar to compare the engine and its twins on: from random play, and bent at will.

The bent ones need only satisfy SOL 12.4; play would reach few of them. What `build` refuses is
left out, and counted.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from arbitre import DocumentError, Game, State
from reference.solar.positions import colony, route
from reference.solar.tables import (
    GOVERNMENTS,
    INVESTMENTS,
    LINKS,
    NEIGHBOURS,
    NODE_ORDER,
    RESOURCES,
    TECHNOLOGIES,
    holders,
    home,
    living,
    own_nodes,
)

from .walks import pick

Document = dict[str, Any]
Nation = dict[str, Any]

LINK_NAMES = [f"{link['a']}-{link['b']}" for link in LINKS]
EXTRASOLAR = ("triton", "pluto", "eris")
ORIGINS = ("bought", "stolen", "copied")


@dataclass
class Sample:
    """States with their documents; of the bent ones, how many, and which bends, `build` took."""

    states: list[State] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    tried: int = 0
    taken: int = 0
    bends_taken: Counter[str] = field(default_factory=Counter)

    def add(self, state: State, document: Document) -> None:
        self.states.append(state)
        self.documents.append(document)


def sample(game: Game, number: int, played: int, bent: int) -> Sample:
    """One random game, by number: so many of its positions, the last among them, and bent ones."""
    dice = random.Random(f"solar sample {number}")
    players = 2 + number % 3
    states = list(play(game, players, dice, by_kind=number // 3 % 2 == 1))
    found = Sample()
    for state in [states[-1], *dice.choices(states, k=played - 1)]:
        found.add(state, game.document(state))
    bases = [json.dumps(document) for document in found.documents]
    while found.taken < bent:
        assert found.tried < 10 * bent, "most bent documents are refused"
        document = json.loads(dice.choice(bases))
        used = bend(document, dice)
        found.tried += 1
        try:
            state = game.build(document, chance="manual", seed=0)
        except DocumentError:
            continue
        found.add(state, document)
        found.taken += 1
        found.bends_taken.update(used)
    return found


def play(game: Game, players: int, dice: random.Random, *, by_kind: bool) -> Iterator[State]:
    """The states of a random game, chance by its probabilities."""
    state = game.initial(players=players, seed=dice.randrange(2**32), chance="manual")
    yield state
    while state.to_act:
        seat, code = pick(game, state, dice, by_kind)
        state = game.apply(state, seat, code)
        yield state


# --- Bends ------------------------------------------------------------------------------------


def bend(document: Document, dice: random.Random) -> list[str]:
    """Change up to a dozen things, in place; the names of what was done."""
    bends = dice.choices(BENDS, k=dice.randint(1, 12))
    for change in bends:
        change(document, dice)
    return [change.__name__ for change in bends]


def some_nation(document: Document, dice: random.Random) -> Nation:
    found: Nation = document["nations"][dice.choice(living(document))]
    return found


def settle(document: Document, nation: Nation, node: str, dice: random.Random) -> None:
    """A colony more, if the node takes one (SOL 12.4); a second occupant is a guest."""
    occupants = len(holders(document, node))
    if node in own_nodes(nation) or occupants > (1 if node in EXTRASOLAR else 0):
        return
    guest = occupants == 1
    level = 1 if guest else dice.randint(1, 3)
    founded = dice.random() < 0.3
    nation["colonies"].append(colony(node, level, no_upgrade=guest, founded=founded))


def lay(nation: Nation, link: str, dice: random.Random) -> None:
    """A route more, at a random place of the list, unless the nation has it."""
    laid = route(link, token=dice.random() < 0.4)
    if all((had["a"], had["b"]) != (laid["a"], laid["b"]) for had in nation["routes"]):
        nation["routes"].insert(dice.randint(0, len(nation["routes"])), laid)


def link_name(a: str, b: str) -> str:
    return "-".join(sorted((a, b), key=NODE_ORDER.index))


def touch_colonies(document: Document, dice: random.Random) -> None:
    for nation in document["nations"]:
        for had in nation["colonies"]:
            if dice.random() < 0.5:
                had["level"] = dice.randint(1, 3)
            had["hostile"] = dice.choice((had["hostile"], 0, 0, 1, 2, 3))
            had["founded"] = dice.choice((had["founded"], False, True))
            had["raided_turn"] = dice.choice((had["raided_turn"], 0, document["turn"]))


def add_colonies(document: Document, dice: random.Random) -> None:
    for node in dice.sample(NODE_ORDER, dice.randint(1, 4)):
        settle(document, some_nation(document, dice), node, dice)


def add_guest(document: Document, dice: random.Random) -> None:
    settle(document, some_nation(document, dice), dice.choice(EXTRASOLAR), dice)


def remove_colonies(document: Document, dice: random.Random) -> None:
    """All but some of a nation, which may so lose its capital."""
    nation = some_nation(document, dice)
    kept = dice.randint(1, len(nation["colonies"]))
    left = dice.sample(nation["colonies"], kept)
    nation["colonies"] = [had for had in nation["colonies"] if had in left]
    forget_alone_guests(document)


def forget_alone_guests(document: Document) -> None:
    """Where one occupant is left, it is no guest."""
    for nation in document["nations"]:
        for had in nation["colonies"]:
            if len(holders(document, had["node"])) == 1:
                had["no_upgrade"] = False


def swap_capital(document: Document, dice: random.Random) -> None:
    """One nation's home goes to another, if both live on."""
    loser, winner = some_nation(document, dice), some_nation(document, dice)
    node = home(loser)
    if loser is winner or holders(document, node) != [document["nations"].index(loser)]:
        return
    if len(loser["colonies"]) < 2:
        return
    loser["colonies"] = [had for had in loser["colonies"] if had["node"] != node]
    winner["colonies"].append(colony(node, dice.randint(1, 3), hostile=dice.randint(0, 3)))


def grow_network(document: Document, dice: random.Random) -> None:
    """Routes and colonies along a random way from home."""
    nation = some_nation(document, dice)
    node = home(nation)
    for _ in range(dice.randint(1, 8)):
        last, node = node, dice.choice(list(NEIGHBOURS[node]))
        lay(nation, link_name(last, node), dice)
        if dice.random() < 0.7:
            settle(document, nation, node, dice)


def squeeze(document: Document, dice: random.Random) -> None:
    """One nation keeps at most two colonies, others settle around it (SOL 5.4.2d, e)."""
    nation = some_nation(document, dice)
    nation["colonies"] = nation["colonies"][: dice.randint(1, 2)]
    forget_alone_guests(document)
    around = [node for own in own_nodes(nation) for node in NEIGHBOURS[own]]
    spare = dice.sample(NODE_ORDER, 14)
    for node in [*around, *spare]:
        other = some_nation(document, dice)
        if other is not nation and dice.random() < 0.8:
            settle(document, other, node, dice)


def add_routes(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    for link in dice.sample(LINK_NAMES, dice.randint(1, 6)):
        lay(nation, link, dice)


def share_routes(document: Document, dice: random.Random) -> None:
    """Several nations on the same links, with and without tokens."""
    for link in dice.sample(LINK_NAMES, 3):
        for seat in living(document):
            if dice.random() < 0.7:
                lay(document["nations"][seat], link, dice)


def remove_routes(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    nation["routes"] = [had for had in nation["routes"] if dice.random() < 0.5]


def toggle_tokens(document: Document, dice: random.Random) -> None:
    for nation in document["nations"]:
        for had in nation["routes"]:
            had["token"] = dice.random() < 0.5


def set_technologies(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    chance = dice.random()
    nation["technologies"] = {
        name: dice.choice(ORIGINS) for name in TECHNOLOGIES if dice.random() < chance
    }


def add_upkeep_technologies(document: Document, dice: random.Random) -> None:
    for seat in living(document):
        for name in ("autonomous_biosphere", "advanced_biosphere", "terraforming", "telepathy"):
            if dice.random() < 0.3:
                document["nations"][seat]["technologies"][name] = dice.choice(ORIGINS)


def set_government(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    nation["gov_form"] = dice.choice(list(GOVERNMENTS))
    nation["gov_perm"] = dice.randint(0, 20)


def set_investments(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    for tier in (1, 2):
        names = [name for name, row in INVESTMENTS.items() if row["tier"] == tier]
        chosen = dice.choice([None, *names])
        nation[f"investment{tier}"] = chosen
        nation[f"investment{tier}_active"] = chosen is not None and dice.random() < 0.8


def set_turn(document: Document, dice: random.Random) -> None:
    """Another turn of the same phase, where the phase has more than one."""
    if document["phase"] in ("actions", "pirates", "wars"):
        document["turn"] = dice.randint(1, 10)


def set_stocks(document: Document, dice: random.Random) -> None:
    for seat in living(document):
        nation = document["nations"][seat]
        most = dice.choice((0, 1, 3, 12, 30))
        nation["stock"] = {resource: dice.randint(0, most) for resource in RESOURCES}
        nation["snapshot_morale"] = dice.choice((0, 1, 2, dice.randint(0, 15)))


def set_per_turn(document: Document, dice: random.Random) -> None:
    nation = some_nation(document, dice)
    nation["per_turn"] = {resource: dice.randint(-8, 8) for resource in RESOURCES}


def set_tokens(document: Document, dice: random.Random) -> None:
    for seat in living(document):
        document["nations"][seat]["reserve"] = dice.choice((0, 1, 2, 5, dice.randint(0, 30)))


def set_gauges(document: Document, dice: random.Random) -> None:
    for x in living(document):
        for y in living(document):
            if x != y:
                document["tension"][x][y] = dice.randint(0, 10)
                document["grudge"][x][y] = dice.randint(0, 5)
                document["grievance"][x][y] = dice.random() < 0.3


def set_charges(document: Document, dice: random.Random) -> None:
    for x in living(document):
        document["nations"][x]["suffocating"] = dice.random() < 0.5
        for y in living(document):
            if x != y:
                document["block_charged"][x][y] = dice.random() < 0.3


def set_pairs(document: Document, dice: random.Random) -> None:
    """Accords and pacts between living nations that are not at war."""
    at_war = [{war["opener"], war["other"]} for war in document["wars"]]
    for pair in document["pairs"]:
        seats = {pair["x"], pair["y"]}
        if seats <= set(living(document)) and seats not in at_war:
            pair["accord"] = dice.random() < 0.5
            pair["accord_forced_node"] = None
            pair["pact_until"] = dice.choice((0, 0, document["turn"], 10))


def set_wars(document: Document, dice: random.Random) -> None:
    """Other wars, without accord or pact; not while the wars of the turn are fought."""
    if document["phase"] == "wars":
        return
    document["wars"] = []
    for pair in document["pairs"]:
        seats = [pair["x"], pair["y"]]
        if dice.random() < 0.5 or not set(seats) <= set(living(document)):
            continue
        pair.update(accord=False, accord_forced_node=None, pact_until=0)
        dice.shuffle(seats)
        number = len(document["wars"]) + 1
        document["wars"].append(
            {
                "opener": seats[0],
                "other": seats[1],
                "kind": dice.choice(("popular", "dyson", "espionage")),
                "declared_turn": dice.randint(1, document["turn"]),
                "order_no": number,
                "wins": [dice.randint(0, 3), dice.randint(0, 3)],
                "penalty_pending": False,
                "fresh": False,
            }
        )
    document["war_clock"] = max(document["war_clock"], len(document["wars"]))


def eliminate(document: Document, dice: random.Random) -> None:
    """A nation without colony: its wars, accords and pacts end with it (SOL 5.5, step 9d)."""
    if len(living(document)) < 2 or document["phase"] == "wars":
        return
    seat = dice.choice(living(document))
    nation = document["nations"][seat]
    nation.update(colonies=[], eliminated=True, passed=True, ac_left=0)
    forget_alone_guests(document)
    document["wars"] = [
        war for war in document["wars"] if seat not in (war["opener"], war["other"])
    ]
    for pair in document["pairs"]:
        if seat in (pair["x"], pair["y"]):
            pair.update(accord=False, accord_forced_node=None, pact_until=0)


BENDS: list[Callable[[Document, random.Random], None]] = [
    touch_colonies,
    add_colonies,
    add_guest,
    remove_colonies,
    swap_capital,
    grow_network,
    squeeze,
    add_routes,
    share_routes,
    remove_routes,
    toggle_tokens,
    set_technologies,
    add_upkeep_technologies,
    set_government,
    set_investments,
    set_turn,
    set_stocks,
    set_per_turn,
    set_tokens,
    set_gauges,
    set_charges,
    set_pairs,
    set_wars,
    eliminate,
]
