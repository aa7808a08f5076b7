"""`arbitre.kernels.solar` against the plain twins of `reference.solar`.

A few thousand inputs for each kernel; in the long form more than 100,000.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import arbitre
from arbitre.kernels import solar
from support import solar_samples
from support.effort import so_many
from support.solar_samples import Sample

from .solar import economy, network, tension
from .solar.combat import Loss, Outcome, Side, fight
from .solar.positions import nation, position
from .solar.tables import NODE_ORDER, RESOURCES, holders, living, own_nodes

FIGHTS = so_many(6_000, 200_000)
BLOCKS = so_many(6, 260)
PLAYED, BENT = 80, 320  # positions of each block: from one game, and bent ones

GAME = arbitre.load("solar")

Document = dict[str, Any]
Rows = npt.NDArray[Any]
Answer = Mapping[str, Any]


def explain(kernel: str, document: Document, twin: Any, engine: Any) -> str:
    """What a failure shows."""
    text = json.dumps(document, indent=1)
    return f"{text}\n{kernel}: the twin says\n{twin}\nthe engine says\n{engine}"


# --- Positions --------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def block(number: int) -> Sample:
    return solar_samples.sample(GAME, number, PLAYED, BENT)


@lru_cache(maxsize=1)
def records(number: int) -> Rows:
    """The states of a block as one array; record by record NumPy would copy field by field."""
    data = b"".join(state.array.tobytes() for state in block(number).states)
    return np.frombuffer(data, dtype=GAME.state_dtype)


def row(answer: Rows, names: Sequence[str], *place: int) -> dict[str, Any]:
    """The named fields of one seat."""
    return {name: answer[name][place].tolist() for name in names}


def seats_beside(document: Document) -> list[int]:
    """Rows of the answers that stand for no living nation."""
    return [seat for seat in range(4) if seat not in living(document)]


def income_differs(document: Document, answer: Rows, i: int) -> Iterator[tuple[Any, Any]]:
    for seat in living(document):
        yield economy.gross_income(document, seat), row(answer, RESOURCES, i, seat)


UPKEEP_NAMES = (*RESOURCES, "reserve", "judged_morale", "missing")


def upkeep_differs(document: Document, answer: Rows, i: int) -> Iterator[tuple[Any, Any]]:
    for seat in living(document):
        found = economy.upkeep(document, seat)
        rest = {name: getattr(found, name) for name in ("reserve", "judged_morale", "missing")}
        yield {**found.stocks, **rest}, row(answer, UPKEEP_NAMES, i, seat)


def tension_differs(document: Document, answer: Rows, i: int) -> Iterator[tuple[Any, Any]]:
    seats = range(document["players"])
    twin = [[tension.grievances(document, x, y) for y in seats] for x in seats]
    yield twin, answer["add"][i][: len(seats), : len(seats)].tolist()
    for x in living(document):
        blocker = tension.blocker(document, x)
        twin_row = {
            "blocker": -1 if blocker is None else blocker,
            "suffocating": tension.is_suffocating(document, x),
        }
        yield twin_row, row(answer, ("blocker", "suffocating"), i, x)


def network_differs(document: Document, answer: Rows, i: int) -> Iterator[tuple[Any, Any]]:
    for seat in living(document):
        nation = document["nations"][seat]
        twin = {
            "connected": network.node_mask(network.connected_nodes(nation)),
            "colonies": network.node_mask(own_nodes(nation)),
            "counted_routes": network.counted_routes(document, seat),
            "engageable": network.engageable(nation),
        }
        yield twin, row(answer, list(twin), i, seat)


def journey_nodes(number: int) -> list[int]:
    """One target for each position of a block, by canonical index."""
    dice = random.Random(f"journeys {number}")
    return [dice.randrange(len(NODE_ORDER)) for _ in range(PLAYED + BENT)]


def is_target(document: Document, seat: int, node: str) -> bool:
    """The rules name no journey to an own node that no one shares (SOL 4.9)."""
    return holders(document, node) != [seat]


def journey_differs(number: int) -> Callable[[Document, Rows, int], Iterator[tuple[Any, Any]]]:
    nodes = journey_nodes(number)

    def differs(document: Document, answer: Rows, i: int) -> Iterator[tuple[Any, Any]]:
        node = NODE_ORDER[nodes[i]]
        for seat in range(document["players"]):
            if is_target(document, seat, node):
                days = network.journey_days(document["nations"][seat], node)
                twin = {"days": 0, "ac": 0}
                if days is not None:
                    twin = {"days": days, "ac": network.assault_ac(days)}
                yield (node, twin), (node, row(answer, ("days", "ac"), i, seat))

    return differs


def compare(kernel: str, number: int) -> tuple[Rows, Callable[..., Iterator[tuple[Any, Any]]]]:
    """What the engine answers to a block, and how one answer is compared."""
    states = records(number)
    match kernel:
        case "income":
            return solar.income(GAME, states), income_differs
        case "upkeep":
            return solar.upkeep(GAME, states), upkeep_differs
        case "tension":
            return solar.tension(GAME, states), tension_differs
        case "network":
            return solar.network(GAME, states), network_differs
        case _:
            nodes = np.array(journey_nodes(number))
            return solar.journey(GAME, states, nodes), journey_differs(number)


KERNELS = ("income", "upkeep", "tension", "network", "journey")


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("number", range(BLOCKS))
def test_engine_and_twin_agree(number: int, kernel: str) -> None:
    answer, differs = compare(kernel, number)
    for i, document in enumerate(block(number).documents):
        for twin, engine in differs(document, answer, i):
            assert engine == twin, explain(kernel, document, twin, engine)
        for seat in seats_beside(document):
            for name in answer.dtype.names:
                nothing = -1 if name == "blocker" else 0
                assert (answer[name][i, seat] == nothing).all(), (kernel, name, seat, document)


def features(document: Document) -> Iterator[str]:
    """What a comparison is worth having on."""
    yield f"{document['players']} players"
    yield document["phase"]
    for war in document["wars"]:
        yield war["kind"]
    seats = living(document)
    for node in NODE_ORDER:
        if len(holders(document, node)) == 2:
            yield "cohabitation"
    if len(seats) < document["players"]:
        yield "eliminated"
    if any(pair["accord"] for pair in document["pairs"]):
        yield "accord"
    for x in seats:
        nation = document["nations"][x]
        found = economy.upkeep(document, x)
        if found.judged_morale < 2:
            yield f"judged morale {found.judged_morale}"
        if found.missing:
            yield "missing upkeep"
        if min(nation["per_turn"].values()) < 0:
            yield "negative income"
        if len(network.connected_nodes(nation)) < len(own_nodes(nation)):
            yield "isolated colony"
        if not network.connected_nodes(nation):
            yield "no connected colony"
        if tension.is_suffocating(document, x):
            yield "suffocating"
        if any(tension.is_path_blocked(document, x, y) for y in seats if y != x):
            yield "path block"
        if any(tension.guarded_shared_links(document, x, y) for y in seats if y != x):
            yield "shared link"
        yield nation["gov_form"]
        yield from economy.active_investments(document, nation)
        yield from nation["technologies"]
        yield from nation["technologies"].values()


def test_positions_are_of_every_kind() -> None:
    """The first blocks have them all; `build` takes most bent ones, and every bend among them."""
    seen: Counter[str] = Counter()
    bends: Counter[str] = Counter()
    tried = 0
    for number in range(6):
        found = block(number)
        for document in found.documents:
            seen.update(set(features(document)))
        bends += found.bends_taken
        tried += found.tried
    assert tried < 2 * 6 * BENT
    assert {change.__name__ for change in solar_samples.BENDS} == set(bends)
    assert min(bends.values()) > BENT // 10, bends
    wanted = {
        *("2 players", "3 players", "4 players"),
        *("setup", "agenda", "strategy", "estimates", "actions", "wars", "pirates", "event"),
        *("espionage", "investment", "over", "popular", "dyson", "espionage"),
        *("cohabitation", "eliminated", "accord", "judged morale 0", "judged morale 1"),
        *("missing upkeep", "negative income", "isolated colony", "no connected colony"),
        *("suffocating", "path block", "shared link", "bought", "stolen", "copied"),
        *("tyranny", "corporate_domination", "solar_senate", "instant_democracy"),
        *("heavy_industry", "intensive_research", "sustainable_agriculture"),
        *("population_comfort", "telepathy", "empath_links", "terraforming"),
    }
    rare = {name for name in wanted if seen[name] < 5}
    assert rare == set(), seen


# --- Forms of the arguments -------------------------------------------------------------------


def plain_state() -> arbitre.State:
    document = position(nation("terrans"), nation("jovians"), nation("belters"))
    return GAME.build(document, chance="manual", seed=0)


def test_one_state_is_a_block_of_one() -> None:
    state = plain_state()
    alone = np.array([state.array], dtype=GAME.state_dtype)
    for kernel in (solar.income, solar.upkeep, solar.tension, solar.network):
        single, many = kernel(GAME, state), kernel(GAME, alone)
        assert single.dtype == many.dtype
        assert single.tobytes() == many.tobytes()
    days = solar.journey(GAME, alone, 0)
    assert days.shape == (1, 4)
    assert days["days"][0].tolist() == [0, 113, 331, 0]


def test_nodes_are_broadcast() -> None:
    state = plain_state()
    states = np.array([state.array] * len(NODE_ORDER), dtype=GAME.state_dtype)
    answer = solar.journey(GAME, states, np.arange(len(NODE_ORDER)))
    assert answer.shape == (len(NODE_ORDER), 4)
    for node in ("luna", "phobos", "eris"):
        i = NODE_ORDER.index(node)
        assert answer["days"][i].tolist() == solar.journey(GAME, states, i)["days"][i].tolist()


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_spoilt_record_is_named(kernel: str) -> None:
    states = np.array([plain_state().array] * 9, dtype=GAME.state_dtype)
    states.view(np.uint8).reshape(9, -1)[7] = 0xFF
    states.view(np.uint8).reshape(9, -1)[5] = 0xFF
    further = (0,) if kernel == "journey" else ()
    with pytest.raises(ValueError, match=r"\b5\b"):
        getattr(solar, kernel)(GAME, states, *further)


@pytest.mark.parametrize("node", [-1, 14, 2**40])
def test_nodes_that_do_not_exist(node: int) -> None:
    with pytest.raises(ValueError):
        solar.journey(GAME, plain_state(), node)


# --- Combat -----------------------------------------------------------------------------------

EDGES = (0, 1, 2, 3, 10, 62, 63)
BONUSES = (0, 2, 4)
LOSSES = ("materials", "energy", "destroyed", "recovery", "vp", "morale")

Fight = tuple[Side, list[Side], int]


def some_tokens(dice: random.Random, least: int) -> int:
    """Edges, the few of a usual fight, or anything."""
    wide = dice.choice((12, 63))
    return max(least, dice.choice((dice.choice(EDGES), dice.randint(0, wide))))


def some_side(dice: random.Random, *, least: int = 0, cruisers: bool = True) -> Side:
    cruiser = cruisers and dice.random() < 0.4
    return Side(some_tokens(dice, least), dice.choice(BONUSES), cruiser, dice.random() < 0.5)


def some_fight(dice: random.Random) -> Fight:
    """Every third fight is close, so that ties and narrow ends are no rarity."""
    attacker = some_side(dice, least=1)
    defenders = [some_side(dice)]
    if dice.random() < 0.5:
        defenders.append(some_side(dice, cruisers=False))
    garrison = dice.choice((1, 10, dice.randint(1, 10)))
    if dice.random() < 1 / 3:
        defence = garrison + sum(side.power for side in defenders)
        wanted = defence + dice.randint(-1, 1) - (attacker.power - attacker.tokens)
        attacker.tokens = min(63, max(1, wanted))
    return attacker, defenders, garrison


def arguments(fights: Sequence[Fight]) -> dict[str, npt.NDArray[Any]]:
    """The keyword arguments of `combat`, an array each."""
    columns: dict[str, list[Any]] = {}
    for attacker, defenders, garrison in fights:
        principal, *guests = defenders
        guest = guests[0] if guests else Side(0)
        values = {
            "tokens": attacker.tokens,
            "bonus": attacker.bonus,
            "cruiser": attacker.cruiser,
            "half": attacker.half,
            "garrison": garrison,
            "defender_tokens": principal.tokens,
            "defender_bonus": principal.bonus,
            "defender_cruiser": principal.cruiser,
            "defender_half": principal.half,
            "guest": bool(guests),
            "guest_tokens": guest.tokens,
            "guest_bonus": guest.bonus,
            "guest_half": guest.half,
        }
        for name, value in values.items():
            columns.setdefault(name, []).append(value)
    return {name: np.array(column) for name, column in columns.items()}


def flat(outcome: Outcome) -> dict[str, Any]:
    """An outcome in the words of the kernel."""
    found: dict[str, Any] = {
        "attack": outcome.attack,
        "defence": outcome.defence,
        "result": ("attacker", "defenders", "tie").index(outcome.result),
        "undefended": outcome.undefended,
    }
    principal, *guests = outcome.defenders
    guest = guests[0] if guests else Loss()
    for who, loss in (("attacker", outcome.attacker), ("defender", principal), ("guest", guest)):
        for name in LOSSES:
            found[f"{who}_{name}"] = getattr(loss, name)
    found["attacker_repair"] = outcome.attacker.repair
    found["defender_repair"] = principal.repair
    return found


def test_combat_fields() -> None:
    wanted = flat(fight(Side(1), [Side(0)], 1))
    assert set(solar.combat(tokens=1).dtype.names) == set(wanted)


def assert_same_fights(fights: Sequence[Fight]) -> None:
    answer = solar.combat(**arguments(fights))
    assert answer.shape == (len(fights),)
    names = answer.dtype.names
    for one, engine in zip(fights, answer.tolist(), strict=True):
        twin = flat(fight(*one))
        assert dict(zip(names, engine, strict=True)) == twin, one


def test_combat_of_random_commitments() -> None:
    dice = random.Random("fights")
    for _ in range(FIGHTS // 2_000):
        assert_same_fights([some_fight(dice) for _ in range(2_000)])


def test_combat_of_every_edge() -> None:
    """Few or most tokens on either side, bare or full garrison, every flag."""
    dice = random.Random("edges")
    fights: list[Fight] = []
    for tokens in EDGES[1:]:
        for against in EDGES:
            for garrison in (1, 2, 9, 10):
                for flags in range(32):
                    ours, theirs, half, their_half, guest = (flags >> i & 1 == 1 for i in range(5))
                    attacker = Side(tokens, dice.choice(BONUSES), ours, half)
                    defenders = [Side(against, dice.choice(BONUSES), theirs, their_half)]
                    if guest:
                        defenders.append(some_side(dice, cruisers=False))
                    fights.append((attacker, defenders, garrison))
    assert_same_fights(fights)


SIDES = st.builds(Side, st.integers(0, 63), st.sampled_from(BONUSES), st.booleans(), st.booleans())
GUESTS = st.builds(
    Side, st.integers(0, 63), st.sampled_from(BONUSES), st.just(False), st.booleans()
)


@given(
    attacker=SIDES.filter(lambda side: side.tokens > 0),
    principal=SIDES,
    guests=st.lists(GUESTS, max_size=1),
    garrison=st.integers(1, 10),
)
@example(Side(63, 4, True, True), Side(63, 4, True, True), [Side(63, 4, False, True)], 10)
@example(Side(63, 0, False, False), Side(0, 0, False, False), [], 1)
@example(Side(1, 0, False, False), Side(0, 0, False, False), [Side(0, 4)], 1)
@example(Side(1, 0, False, False), Side(0, 0, False, False), [], 1)
@example(Side(1, 4, True, True), Side(0, 0, False, False), [], 10)
def test_combat_one_by_one(
    attacker: Side, principal: Side, guests: list[Side], garrison: int
) -> None:
    one: Fight = (attacker, [principal, *guests], garrison)
    scalars = {name: column[0].item() for name, column in arguments([one]).items()}
    answer = solar.combat(**scalars)
    assert answer.shape == ()
    assert dict(zip(answer.dtype.names, answer.item(), strict=True)) == flat(fight(*one))


def test_combat_broadcasts() -> None:
    tokens = np.arange(1, 64).reshape(-1, 1)
    against = np.arange(64)
    answer = solar.combat(tokens=tokens, defender_tokens=against)
    assert answer.shape == (63, 64)
    for ours, theirs in ((1, 0), (5, 4), (63, 63)):
        twin = flat(fight(Side(ours), [Side(theirs)], 1))
        assert dict(zip(answer.dtype.names, answer[ours - 1, theirs].item(), strict=True)) == twin


OUT_OF_RANGE: list[Answer] = [
    {"tokens": 64},
    {"tokens": -1},
    {"tokens": 3, "defender_tokens": 64},
    {"tokens": 3, "guest": True, "guest_tokens": -1},
    {"tokens": np.array([3, 2**40])},
    {"tokens": 3, "garrison": -1},
    {"tokens": 3, "guest_tokens": 1},
    {"tokens": 3, "guest_bonus": 2},
    {"tokens": 3, "guest": np.array([True, False]), "guest_tokens": np.array([1, 1])},
]


@pytest.mark.parametrize("wrong", OUT_OF_RANGE, ids=str)
def test_combat_refuses_what_no_one_can_commit(wrong: Answer) -> None:
    with pytest.raises(ValueError):
        solar.combat(**wrong)


@pytest.mark.parametrize("wrong", [{"tokens": "3"}, {"tokens": 1.5}, {"tokens": None}], ids=str)
def test_combat_refuses_other_types(wrong: Answer) -> None:
    with pytest.raises(TypeError):
        solar.combat(**wrong)
