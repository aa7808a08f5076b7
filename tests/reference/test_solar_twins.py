"""The twins of Solar's kernels against the worked examples of SOL 9, counted by hand.

Every expected number is copied from the rules text; no engine takes part.
"""

from __future__ import annotations

from typing import Any

import pytest

from .solar import economy, network, tension
from .solar.positions import colony, nation, position, route, war
from .solar.tables import LINKS, NATIONS, NODE_ORDER, NODES, TECHNOLOGIES

Document = dict[str, Any]


def amounts(**given: int) -> dict[str, int]:
    """Four resources, those that are not named being 0."""
    return {"energy": 0, "materials": 0, "science": 0, "morale": 0, **given}


def test_tables() -> None:
    assert (len(NATIONS), len(NODES), len(LINKS), len(TECHNOLOGIES)) == (4, 14, 30, 21)
    assert [NATIONS[name]["home"] for name in NATIONS] == ["luna", "phobos", "io", "eris"]
    for link in LINKS:
        assert NODE_ORDER.index(link["a"]) < NODE_ORDER.index(link["b"])


# --- Journeys and AC (X01 to X04) -------------------------------------------------------------

DAYS = """
luna        0  54  52  58  70 113 116 117 121 197 195 307 286 331
phobos     54   0   2  24  36  79  82  83  87 163 161 273 252 297
deimos     52   2   0  26  38  81  84  85  89 165 163 275 254 299
ceres      58  24  26   0  12  55  58  59  63 139 137 249 228 273
vesta      70  36  38  12   0  49  52  52  56 131 125 242 222 267
io        113  79  81  55  49   0   3   4   8  84  86 194 173 218
europa    116  82  84  58  52   3   0   4   8  82  86 194 170 215
ganymede  117  83  85  59  52   4   4   0   4  80  82 190 174 219
callisto  121  87  89  63  56   8   8   4   0  78  78 194 178 223
titan     197 163 165 139 131  84  82  80  78   0   6 150 130 175
enceladus 195 161 163 137 125  86  86  82  78   6   0 150 136 181
triton    307 273 275 249 242 194 194 190 194 150 150   0  60  90
pluto     286 252 254 228 222 173 170 174 178 130 136  60   0  45
eris      331 297 299 273 267 218 215 219 223 175 181  90  45   0
"""


def test_journeys_are_those_of_the_printed_table() -> None:
    rows = [line.split() for line in DAYS.split("\n") if line]
    assert [row[0] for row in rows] == NODE_ORDER
    for start, *days in rows:
        found = [network.days_between(start, goal) for goal in NODE_ORDER]
        assert found == [int(number) for number in days], start


def test_x01_assault_ac_from_luna() -> None:
    terrans = nation("terrans")
    targets = ("phobos", "ceres", "io", "titan")
    days = [network.journey_days(terrans, target) for target in targets]
    assert days == [54, 58, 113, 197]
    assert [network.assault_ac(day) for day in days if day is not None] == [1, 1, 2, 3]


def test_x02_the_shorter_of_two_connected_bases() -> None:
    routes = ["io-ganymede", "ganymede-callisto"]
    jovians = nation("jovians", colonies=["io", "callisto"], routes=routes)
    assert network.journey_days(jovians, "titan") == 78
    # Callisto counts only while it is connected.
    jovians["routes"].pop()
    assert network.journey_days(jovians, "titan") == 84
    assert network.assault_ac(78) == network.assault_ac(84) == 2


@pytest.mark.parametrize(
    ("base", "days", "ac"), [("pluto", 60, 2), ("titan", 150, 2), ("ganymede", 190, 3)]
)
def test_x03_thresholds(base: str, days: int, ac: int) -> None:
    lone = nation("martians", colonies=[base])
    assert network.journey_days(lone, "triton") == days
    assert network.assault_ac(days) == ac


def test_x04_without_a_connected_base() -> None:
    terrans = nation("terrans", colonies=["ceres"])
    assert network.connected_nodes(terrans) == []
    assert network.journey_days(terrans, "phobos") == 24
    assert network.journey_days(nation("terrans", colonies=[]), "phobos") is None


def test_a_cohabitant_is_there_already() -> None:
    """SOL 4.9: J = 0 on the own node, connected or not."""
    jovians = nation("jovians", colonies=["io", colony("pluto", no_upgrade=True)])
    assert network.journey_days(jovians, "pluto") == 0
    assert network.journey_days(jovians, "eris") == 218  # pluto is isolated: from io


# --- Networks (SOL 2) -------------------------------------------------------------------------


def test_networks_cross_what_others_hold() -> None:
    """SOL-C30, SOL-C31: over any node, from the home node even when someone else is there."""
    routes = ["luna-phobos", "phobos-ceres"]
    terrans = nation("terrans", colonies=["ceres", "vesta"], routes=routes)
    assert network.connected_nodes(terrans) == ["ceres"]
    assert network.node_mask(["ceres", "luna"]) == 0b1001
    terrans["routes"][0] = route("luna-deimos")
    assert network.connected_nodes(terrans) == []


def test_counted_routes() -> None:
    """SOL 2: both ends own, or one own and one free of everybody; connection plays no part."""
    routes = ["luna-phobos", "luna-ceres", "luna-io", "titan-enceladus", "triton-pluto"]
    terrans = nation("terrans", colonies=["luna", "titan", "enceladus"], routes=routes)
    document = position(terrans, nation("martians"))
    # phobos is foreign and triton-pluto has no own end; the isolated titan-enceladus counts.
    assert network.counted_routes(document, 0) == 3
    # A cohabited end is an own end, and no free one.
    shared = colony("triton", no_upgrade=True)
    document = position(
        nation("martians", colonies=["phobos", "triton"], routes=["triton-pluto"]),
        nation("belters", colonies=["eris", shared], routes=["triton-pluto", "triton-eris"]),
    )
    assert [network.counted_routes(document, seat) for seat in (0, 1)] == [1, 2]


def test_x27_reserve_obligation() -> None:
    routes = ["io-europa", "io-ganymede", "ganymede-callisto", "ceres-io"]
    colonies = ["io", "europa", "ganymede", "callisto", "ceres"]
    jovians = nation("jovians", colonies=colonies, routes=routes, reserve=6)
    assert network.engageable(jovians) == 2
    jovians.update(routes=jovians["routes"][:3], reserve=4)  # ceres is isolated now
    assert network.engageable(jovians) == 1
    jovians["reserve"] = 3
    assert network.engageable(jovians) == 0
    jovians["reserve"] = 1
    assert network.engageable(jovians) == 0


# --- Income (X05 to X08, X13, X14) ------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "income"),
    [
        (1, amounts(energy=3, materials=1)),
        (2, amounts(energy=4, materials=1, science=1, morale=1)),
        (3, amounts(energy=6, materials=2, science=2, morale=2)),
    ],
)
def test_x05_income_of_io(level: int, income: dict[str, int]) -> None:
    jovians = nation("jovians", colonies=[colony("io", level)])
    assert economy.gross_income(position(jovians, nation("belters")), 0) == income


@pytest.mark.parametrize(
    ("technologies", "income"),
    [
        ([], amounts(energy=1, materials=4, science=1, morale=1)),
        (
            ["advanced_biosphere", "terraforming"],
            amounts(energy=1, materials=6, science=1, morale=2),
        ),
    ],
)
def test_x06_income_of_ceres(technologies: list[str], income: dict[str, int]) -> None:
    terrans = nation(
        "terrans",
        technologies=technologies,
        colonies=["luna", colony("ceres", 2)],
        routes=["luna-ceres"],
    )
    assert economy.colony_income(terrans, terrans["colonies"][1]) == income


def test_isolated_colonies_yield_nothing() -> None:
    """SOL 5.7, step 2."""
    martians = nation("martians", technologies=["terraforming"], colonies=[colony("titan", 3)])
    document = position(martians, nation("belters"))
    assert economy.gross_income(document, 0) == amounts()


def test_x07_jovians_do_nothing() -> None:
    document = position(nation("jovians"), nation("belters"), turn=1)
    found = economy.upkeep(document, 0)
    assert found.stocks == amounts(energy=8, materials=3, science=3, morale=3)
    assert found.missing == 0


def test_x08_belters_with_eris_and_pluto() -> None:
    belters = nation(
        "belters", energy=6, materials=4, colonies=["eris", "pluto"], routes=["pluto-eris"]
    )
    document = position(nation("terrans"), belters)
    assert economy.gross_income(document, 1) == amounts(energy=2, materials=3)
    found = economy.upkeep(document, 1).stocks
    assert (found["energy"], found["materials"]) == (6, 7)


def test_x13_trade_income() -> None:
    """One route to a colony of another nation, one to a free node."""
    martians = nation("martians", energy=4, materials=0, routes=["luna-phobos", "phobos-ceres"])
    document = position(nation("terrans"), martians)
    # phobos 1E 2M, 1M of trade.
    assert economy.gross_income(document, 1) == amounts(energy=1, materials=3)
    found = economy.upkeep(document, 1)
    assert found.stocks["energy"] == 4 + 1 - 2
    assert found.missing == 0


FIVE = ["luna-io", "ceres-io", "vesta-io", "io-europa", "io-ganymede"]


@pytest.mark.parametrize(
    ("routes", "foreign", "energy"),
    [(FIVE, [], 2), (FIVE[:1], [], 0), (FIVE, ["ceres", "vesta"], 1)],
    ids=["X14a", "X14b", "X14c"],
)
def test_x14_empath_links(routes: list[str], foreign: list[str], energy: int) -> None:
    jovians = nation("jovians", technologies=["empath_links"], routes=routes)
    belters = nation("belters", colonies=["eris", *foreign])
    income = economy.gross_income(position(jovians, belters), 0)
    assert income["energy"] == 3 + energy


def test_what_else_is_in_the_gross_income() -> None:
    """SOL 5.7, step 2: accords, Belters, per_turn, investments, form, Telepathy at war."""
    belters = nation(
        "belters",
        technologies={"telepathy": "copied"},
        gov_form="instant_democracy",
        per_turn={"energy": -4, "science": 3},
        investment1="heavy_industry",
        investment1_active=True,
        investment2="population_comfort",
        investment2_active=True,
    )
    document = position(
        nation("terrans"), nation("martians"), belters, accords=[(0, 2), (1, 2)], turn=5
    )
    # eris 1E 1M; two accords 2M 2Mo; Belters 1E; democracy 1Mo; heavy industry 4M until turn 5.
    expected = amounts(energy=-2, materials=7, science=3, morale=3)
    assert economy.gross_income(document, 2) == expected
    document["turn"] = 6
    expected["materials"] -= 4
    assert economy.gross_income(document, 2) == expected
    document["turn"] = 9  # comfort: +4Mo on turns 7 to 9
    expected["morale"] += 4
    assert economy.gross_income(document, 2) == expected
    document["wars"] = [war(0, 2)]
    document["pairs"][1]["accord"] = False
    expected["morale"] -= 2 + 1
    expected["materials"] -= 1
    assert economy.gross_income(document, 2) == expected
    document["turn"] = 10
    expected["morale"] -= 4
    assert economy.gross_income(document, 2) == expected


# --- Upkeep (X09 to X12) and morale (X15 to X17) ----------------------------------------------


def poor_martians(*technologies: str) -> Document:
    """After income they have 1E 1M: phobos 1E 2M, deimos 1M, trade 1M, and 3M less."""
    martians = nation(
        "martians",
        energy=0,
        materials=0,
        morale=5,
        technologies=list(technologies),
        colonies=["phobos", "deimos", "titan"],
        routes=["phobos-deimos"],
        per_turn={"materials": -3},
    )
    return position(martians, nation("belters"))


def test_x09_missing_upkeep() -> None:
    found = economy.upkeep(poor_martians(), 0)
    assert found.stocks == amounts(energy=0, materials=1, science=2, morale=5 - 2)
    assert found.missing == 2


def test_x10_autonomous_biosphere() -> None:
    found = economy.upkeep(poor_martians("autonomous_biosphere"), 0)
    assert found.stocks == amounts(energy=0, materials=1, science=2, morale=5)
    assert found.missing == 0


def test_x10b_trade_income_pays_upkeep() -> None:
    martians = nation(
        "martians",
        energy=1,
        materials=0,
        colonies=["phobos", colony("deimos", 2)],
        routes=["phobos-deimos"],
        per_turn={"materials": -3},  # phobos 2M, deimos 1M, trade 1M
    )
    found = economy.upkeep(position(martians, nation("belters")), 0)
    assert found.missing == 0
    assert (found.stocks["energy"], found.stocks["materials"]) == (0, 0)


@pytest.mark.parametrize(
    ("technologies", "energy", "materials"),
    [([], 3, 3), (["advanced_biosphere"], 1, 3), (["terraforming"], 1, 0)],
)
def test_x11_upkeep_of_each_level(technologies: list[str], energy: int, materials: int) -> None:
    colonies = ["io", "luna", colony("ceres", 2), colony("titan", 3)]
    jovians = nation("jovians", colonies=colonies, technologies=technologies)
    stocks = amounts(energy=9, materials=9)
    assert economy.pay_upkeep(jovians, stocks) == 0
    assert (stocks["energy"], stocks["materials"]) == (9 - energy, 9 - materials)


def test_x12_government_upkeep_has_no_penalty() -> None:
    jovians = nation("jovians", energy=2, materials=0, gov_form="instant_democracy")
    found = economy.upkeep(position(jovians, nation("belters")), 0)
    assert found.stocks == amounts(energy=3, materials=0, science=3, morale=3 + 1)
    assert found.missing == 0


def test_hyperpropulsion_pays_for_no_route() -> None:
    """SOL 1.5, `route_upkeep_free`."""
    routes = ["io-europa", "io-ganymede"]
    jovians = nation("jovians", energy=0, technologies=["hyperpropulsion"], routes=routes)
    assert economy.upkeep(position(jovians, nation("belters")), 0).stocks["energy"] == 3
    del jovians["technologies"]["hyperpropulsion"]
    assert economy.upkeep(position(jovians, nation("belters")), 0).stocks["energy"] == 1


def judged(snapshot: int, morale: int, gain: int, routes: list[str]) -> economy.Upkeep:
    """Empty stocks and a gross income of 5E 3M 1S, and 1M for each route that costs nothing."""
    jovians = nation(
        "jovians",
        energy=0,
        materials=0,
        science=0,
        morale=morale,
        snapshot_morale=snapshot,
        technologies=["hyperpropulsion"],
        routes=routes,
        per_turn={"energy": 2, "materials": 2, "science": 1, "morale": gain},
    )
    return economy.upkeep(position(jovians, nation("belters")), 0)


def test_x15_wars_after_the_pass_are_not_judged() -> None:
    found = judged(snapshot=2, morale=0, gain=1, routes=[])
    assert found.stocks == amounts(energy=5, materials=3, science=1, morale=1)
    assert found.judged_morale == 3


def test_x16_judged_morale_1() -> None:
    found = judged(snapshot=0, morale=0, gain=1, routes=[])
    assert found.stocks == amounts(energy=2, materials=1, science=0, morale=1)
    assert found.judged_morale == 1


def test_x10c_trade_income_is_judged_too() -> None:
    found = judged(snapshot=0, morale=0, gain=1, routes=["io-europa", "io-ganymede"])
    assert found.stocks == amounts(energy=2, materials=2, science=0, morale=1)
    found = judged(snapshot=0, morale=0, gain=0, routes=["io-europa", "io-ganymede"])
    assert found.stocks == amounts()


def test_x17_judged_morale_0_and_2() -> None:
    assert judged(snapshot=0, morale=0, gain=0, routes=[]).stocks == amounts()
    found = judged(snapshot=2, morale=0, gain=0, routes=[])
    assert found.stocks == amounts(energy=5, materials=3, science=1)
    assert found.judged_morale == 2
    assert judged(snapshot=1, morale=0, gain=0, routes=[]).judged_morale == 1
    assert judged(snapshot=2, morale=5, gain=-9, routes=[]).judged_morale == 0


def test_negative_incomes() -> None:
    """SOL 5.7, step 4: half of -1 is -1; a stock stops at 0; J = 0 takes nothing away."""
    assert [economy.credited(gross, 1) for gross in (-3, -1, 0, 1, 5)] == [-2, -1, 0, 0, 2]
    assert economy.credited(-4, 0) == 0
    jovians = nation("jovians", energy=1, per_turn={"energy": -9})
    found = economy.upkeep(position(jovians, nation("belters")), 0)
    assert found.stocks["energy"] == 0


def test_founding_tokens_and_hostility() -> None:
    """SOL 5.7, steps 5 and 6: every founded colony, connected or not; 2Mo, then 1Mo a turn."""
    colonies = [
        "io",
        colony("titan", founded=True),
        colony("europa", founded=True),
        colony("luna", hostile=3),
        colony("ceres", hostile=1),
    ]
    jovians = nation("jovians", energy=9, morale=4, reserve=0, colonies=colonies)
    found = economy.upkeep(position(jovians, nation("belters")), 0)
    assert (found.reserve, found.stocks["morale"], found.judged_morale) == (2, 1, 4)


# --- Tension (X45 to X49) ---------------------------------------------------------------------


def test_x45_routes_on_colonies() -> None:
    terrans = nation("terrans", colonies=["luna", "deimos"])
    martians = nation("martians", routes=["luna-phobos", "phobos-deimos"])
    document = position(terrans, martians)
    assert tension.grievances(document, 0, 1) == 2
    assert tension.grievances(document, 1, 0) == 0
    document["pairs"][0]["accord"] = True
    assert tension.grievances(document, 0, 1) == 0
    # At war nothing moves, nor for the eliminated.
    document["pairs"][0]["accord"] = False
    document["wars"] = [war(1, 0)]
    assert tension.grievances(document, 0, 1) == 0


def test_x46_shared_link_with_a_token() -> None:
    terrans = nation("terrans", routes=["luna-ceres"])
    martians = nation("martians", routes=[route("luna-ceres", token=True)])
    document = position(terrans, martians)
    assert tension.grievances(document, 0, 1) == 1 + 1
    # The route of x carries no token, and ceres is nobody's.
    assert tension.grievances(document, 1, 0) == 0
    # An accord removes the first grievance only.
    document["pairs"][0]["accord"] = True
    assert tension.grievances(document, 0, 1) == 1


JOVIAN_CHAIN = [
    ("europa", "io-europa"),
    ("ganymede", "io-ganymede"),
    ("callisto", "ganymede-callisto"),
    ("titan", "europa-titan"),
    ("ceres", "ceres-io"),
    ("vesta", "vesta-io"),
    ("enceladus", "titan-enceladus"),
]


@pytest.mark.parametrize(("theirs", "points"), [(6, 3), (8, 6), (5, 0)])
def test_x47_dominance(theirs: int, points: int) -> None:
    colonies = ["luna", "deimos", "eris"]  # eris is isolated
    terrans = nation("terrans", colonies=colonies, routes=["luna-deimos"])
    chain = JOVIAN_CHAIN[: theirs - 1]
    jovians = nation(
        "jovians", colonies=["io", *(node for node, _ in chain)], routes=[link for _, link in chain]
    )
    document = position(terrans, jovians)
    assert len(network.connected_nodes(jovians)) == theirs
    assert tension.grievances(document, 0, 1) == points
    assert tension.grievances(document, 1, 0) == 0


def test_x48_path_block() -> None:
    martians = nation("martians", colonies=["phobos", "triton"])
    document = position(nation("terrans"), martians, nation("belters"), turn=1)
    assert tension.exits(document, 2) == ["triton", "pluto"]
    assert tension.blocker(document, 2) == 1
    assert (tension.free_exits(document, 2), tension.held_exits(document, 2, 1)) == (1, 1)
    assert tension.grievances(document, 2, 1) == 4
    assert tension.grievances(document, 2, 0) == 0
    document["block_charged"][2][1] = True
    assert tension.grievances(document, 2, 1) == 0


def suffocating_belters(**keys: Any) -> Document:
    """Turn 4: Belters on eris and pluto with 2 colonies, the others with 3, 3 and 4.

    Their exits are europa, titan and triton; the Jovians hold europa, two are free.
    """
    return position(
        nation("terrans", colonies=["luna", "deimos", "vesta"]),
        nation("martians", colonies=["phobos", "ceres", "enceladus"]),
        nation("jovians", colonies=["io", "europa", "ganymede", "callisto"]),
        nation("belters", colonies=["pluto", "eris"], **keys),
        turn=4,
    )


def test_x49_suffocation() -> None:
    document = suffocating_belters()
    assert tension.free_exits(document, 3) == 2
    assert [tension.grievances(document, 3, y) for y in range(3)] == [0, 0, 6]
    document = suffocating_belters(suffocating=True)
    assert [tension.grievances(document, 3, y) for y in range(3)] == [0, 0, 1]
    document["turn"] = 1
    assert not tension.is_suffocating(document, 3)
    document["turn"] = 6
    document["nations"][3]["colonies"].append(colony("deimos"))
    assert not tension.is_suffocating(document, 3)
    assert tension.grievances(document, 3, 2) == 0


def test_x49d_no_culprit() -> None:
    document = suffocating_belters()
    document["nations"][2]["colonies"].pop(1)  # europa is free now, three colonies are left
    assert not tension.is_suffocating(document, 3)
    assert [tension.grievances(document, 3, y) for y in range(3)] == [0, 0, 0]


def test_suffocation_goes_on_in_a_war_with_the_blocker() -> None:
    document = suffocating_belters()
    document["wars"] = [war(2, 3)]
    assert tension.is_suffocating(document, 3)
    assert [tension.grievances(document, 3, y) for y in range(3)] == [0, 0, 0]


def test_blocker_ties() -> None:
    """SOL-C14: most exits held, then most connected colonies, then canonical order."""
    document = position(
        nation("terrans"),
        nation("martians", colonies=["phobos", "triton"]),
        nation("jovians", colonies=["io", "pluto"]),
        nation("belters"),
    )
    assert tension.blocker(document, 3) == 1
    document["nations"][2].update(colonies=[colony("io"), colony("pluto"), colony("europa")])
    assert tension.blocker(document, 3) == 1  # europa is isolated
    document["nations"][2]["routes"] = [route("io-europa")]
    assert tension.blocker(document, 3) == 2
    for seat in range(3):
        document["nations"][seat].update(colonies=[], eliminated=True)
    assert tension.blocker(document, 3) is None
    assert not tension.is_suffocating(document, 3)
