"""Solar, passages counted by hand: wars (SOL 5.6) and espionage (SOL 5.10).

Each scene runs to the start of the next turn, so the numbers hold income and upkeep too: a level-1
capital yields 1E 2M (`luna`, `phobos`), 3E 1M (`io`) or 1E 1M (`eris`, and 1E for the Belters).
"""

from __future__ import annotations

from typing import Any

from reference.solar.positions import colony, matrix, nation, route, war
from support.solar_scenes import Scene, gauges, last_pass

AT_WAR = {"tension": gauges(2, g01=10, g10=10), "wars": [war(0, 1)]}


def test_the_second_offer_ends_an_ongoing_war() -> None:
    """SOL 5.6: the other belligerent offers after the opener, and wins 1 to 2 (SOL-C17)."""
    scene = last_pass(
        nation("terrans"), nation("martians"), **{**AT_WAR, "wars": [war(0, 1, wins=[1, 2])]}
    )
    scene.no_peace(0).offer(1, energy=1, materials=2, science=0)
    scene.play(0, "peace_answer", accept=True)
    assert scene.document["wars"] == []
    assert scene.document["tension"] == [[0, 5], [0, 0]]
    assert scene.stock(0) == (2 + 1 + 1, 6 + 2 + 2, 3, 4)
    assert scene.stock(1) == (4 - 1 + 1, 4 - 2 + 2, 2, 3 + 1)
    assert [event["kind"] for event in scene.events].count("war_settled") == 1


def test_an_averted_war_halves_both_gauges_upward() -> None:
    """SOL 5.6: ceil(t/2). A mission has lowered one gauge since the war was declared (SOL-C56)."""
    fresh = war(1, 0, kind="espionage", declared_turn=3, fresh=True)
    scene = last_pass(
        nation("terrans"),
        nation("martians"),
        turn=4,
        wars=[fresh],
        tension=gauges(2, g01=7, g10=10),
    )
    assert scene.state.to_act == (0,)  # who did not open offers first
    scene.offer(0, energy=0, materials=0, science=0).play(1, "peace_answer", accept=True)
    assert scene.document["wars"] == []
    assert scene.document["tension"] == [[0, 4], [5, 0]]
    assert len(scene.happened("war_averted")) == 1


def test_tribute_takes_materials_first_and_averts() -> None:
    """SOL 5.6: m = min(M, 3), e = 3 - m; an averted popular war costs nobody morale (SOL-C18)."""
    martians = nation("martians", energy=5, materials=2)
    scene = last_pass(nation("terrans"), martians, tension=gauges(2, g01=10))
    scene.no_peace(1, 0).play(0, "demand_peace").play(1, "tribute_answer", accept=True)
    assert scene.document["wars"] == []
    assert scene.document["tension"] == [[0, 5], [5, 0]]
    assert scene.stock(0) == (2 + 1 + 1, 6 + 2 + 2, 3, 4)
    assert scene.stock(1) == (5 - 1 + 1, 2 - 2 + 2, 2, 3)
    assert scene.happened("war_penalty") == []


def test_a_capital_falls_in_a_war() -> None:
    """SOL 5.5, 5.7: prize, trophy, garrison token, hostility and the upkeep of the same turn."""
    terrans = nation("terrans", energy=15, materials=20, reserve=20)
    martians = nation("martians", colonies=["phobos", "deimos"])
    scene = last_pass(terrans, martians, **AT_WAR).no_peace(0, 1)
    scene.play(0, "war_initiative", choice="attack")  # the larger reserve
    scene.play(0, "war_colony", node="phobos", tokens=14, cruiser=False)
    scene.play(1, "defense", tokens=2, cruiser=False)  # 14 against 10 + 2
    document = scene.document
    assert document["wars"][0]["wins"] == [1, 0]
    assert (document["grudge"][1][0], document["cause_tick"][1][0]) == (1, 2)
    scene.play(1, "war_hold")
    victor, loser = scene.nation(0), scene.nation(1)
    assert (victor["vp_events"], victor["capital_trophies"]) == (2 + 10, ["phobos"])
    assert victor["colonies"][1] == colony("phobos", 1, hostile=2)
    assert (victor["reserve"], victor["recovery"]) == (20 - 7, [{"count": 7, "turn": 5}])
    # phobos is isolated: no yield, 1E of upkeep, and 2Mo in its first turn.
    assert scene.stock(0) == (15 - 14 + 1 - 1, 20 - 14 + 2, 3, 4 - 2)
    # Of 2 tokens one is destroyed; the garrison takes one more from the reserve.
    assert (loser["reserve"], loser["recovery"]) == (5 - 2 - 1, [{"count": 1, "turn": 5}])
    assert (loser["eliminated"], loser["colonies"]) == (False, [colony("deimos")])
    assert scene.stock(1) == (4 - 2 - 1, 4 - 2, 2, 3 - 1)


def test_the_enemy_is_only_the_guest() -> None:
    """SOL 5.5: the principal is a third nation, so no win is counted; its accord ends (SOL-C54)."""
    terrans = nation("terrans", energy=12, materials=15, reserve=9)
    martians = nation("martians", colonies=["phobos", colony("pluto", 3)])
    jovians = nation("jovians", colonies=["io", colony("pluto", no_upgrade=True)])
    for seat in (martians, jovians):
        seat["passed"] = True
    scene = Scene(
        terrans,
        martians,
        jovians,
        wars=[war(0, 2)],
        tension=gauges(3, g02=10, g20=10),
        accords=[(0, 1)],
    )
    scene.play(0, "pass").no_peace(0, 2).play(0, "war_initiative", choice="attack")
    scene.play(0, "war_colony", node="pluto", tokens=9, cruiser=False)
    scene.play(1, "defense", tokens=2, cruiser=False)
    scene.play(2, "cohabitant_defense", tokens=1)  # 9 against 1 + 2 + 1
    scene.play(2, "war_hold")
    document = scene.document
    assert document["wars"][0]["wins"] == [0, 0]
    assert not any(pair["accord"] for pair in document["pairs"])
    # One level less than the higher of the two; the hostility has cost 2Mo once.
    assert scene.nation(0)["colonies"][1] == colony("pluto", 2, hostile=2)
    assert scene.nation(0)["vp_events"] == 2
    assert scene.stock(0) == (12 - 9 + 1 - 1, 15 - 9 + 2 - 1, 3, 4 - 2)
    assert (document["tension"][1][0], document["tension"][2][0]) == (8, 10)
    assert (document["grudge"][1][0], document["grudge"][2][0]) == (1, 1)
    assert (document["cause_tick"][1][0], document["cause_tick"][2][0]) == (2, 3)
    assert (scene.nation(1)["reserve"], scene.nation(2)["reserve"]) == (5 - 2 - 1, 4 - 1)
    assert scene.stock(1) == (4 - 2 + 1, 4 - 2 + 2, 2, 3 - 1)
    assert scene.stock(2) == (5 - 1 + 3, 2 - 1 + 1, 3, 3 - 1)


def test_an_elimination_ends_every_war_of_the_queue() -> None:
    """SOL 5.6: the second war is skipped. SOL 5.5.8 and 9d: a last morale is lost, then no more."""
    martians = nation("martians", colonies=["ceres"], reserve=0, passed=True)
    scene = Scene(
        nation("terrans"),
        martians,
        nation("jovians", passed=True),
        wars=[war(0, 1), war(2, 1, order_no=2)],
        tension=gauges(3, g01=10, g10=10, g12=10, g21=10),
    )
    scene.play(0, "pass").no_peace(0, 1).play(0, "war_initiative", choice="attack")
    scene.play(0, "war_colony", node="ceres", tokens=2, cruiser=False)
    scene.play(1, "defense", tokens=0, cruiser=False)
    document = scene.document
    assert (document["turn"], document["phase"], document["wars"]) == (4, "strategy", [])
    assert scene.nation(1)["eliminated"]
    assert scene.stock(1) == (4, 4, 2, 3 - 1)
    # Undefended: nothing is paid, the two tokens stay. ceres costs 1E and 2Mo.
    assert scene.nation(0)["reserve"] == 5
    assert scene.stock(0) == (2 + 1 - 1, 6 + 2, 3, 4 - 2)
    assert scene.nation(0)["capital_trophies"] == []


def test_the_settlement_of_turn_10_comes_before_overproduction() -> None:
    """SOL 5.11: +1Mo of the winner, then a point for the 11th morale, then the cap."""
    scene = last_pass(
        nation("terrans", morale=10),
        nation("martians"),
        turn=10,
        **{**AT_WAR, "wars": [war(0, 1, wins=[2, 0])]},
    )
    scene.no_peace(0, 1).play(1, "war_initiative", choice="attack")  # payable: 2 against 4
    scene.play(1, "war_hold").play(0, "war_hold")
    assert scene.state.over
    assert scene.document["tension"] == [[0, 0], [5, 0]]
    assert scene.nation(0)["vp_events"] == 1
    assert scene.stock(0) == (3, 8, 3, 10)
    assert list(scene.state.scores) == [2 + 1 + 1, 2 + 1]


def test_popular_wars_take_their_number_from_the_cause() -> None:
    """SOL 5.3, 5.4.4: `cause_tick` of the opener if set, else the next of the clock."""
    causes = gauges(3, g10=3)
    scene = last_pass(
        nation("terrans"),
        nation("martians"),
        nation("jovians"),
        tension=gauges(3, g10=10, g20=10),
        cause_tick=causes,
        war_clock=5,
    )
    document = scene.document
    assert (document["queue"], document["war_clock"]) == ([3, 6], 6)
    opened = [(war["opener"], war["other"], war["order_no"]) for war in document["wars"]]
    assert opened == [(1, 0, 3), (2, 0, 6)]
    assert all(war["fresh"] and war["penalty_pending"] for war in document["wars"])
    assert (document["tension"][0], scene.state.to_act) == ([0, 10, 10], (0,))


def test_a_guest_at_home_stays_when_war_breaks_out() -> None:
    """SOL 5.3.4: the guest leaves `pluto`, but not its own home `eris`."""
    guests = [colony("eris", no_upgrade=True), colony("pluto", no_upgrade=True)]
    scene = last_pass(
        nation("jovians", colonies=["io", "eris", "pluto"]),
        nation("belters", colonies=guests),
        tension=gauges(2, g10=10),
    )
    assert [c["node"] for c in scene.nation(1)["colonies"]] == ["eris"]
    assert [c["node"] for c in scene.nation(0)["colonies"]] == ["io", "eris", "pluto"]
    assert scene.happened("colony_lost") == [{"kind": "colony_lost", "seat": 1, "node": "pluto"}]


def test_the_cruiser_has_two_roles() -> None:
    """SOL 5.5: used in an attack of this turn, it may still defend once."""
    cruiser = {"military_investment": 0, "combat_drones": 0, "fighter_fleets": 0, "supercruiser": 1}
    martians = nation(
        "martians",
        energy=12,
        materials=12,
        reserve=8,
        military=cruiser,
        cruiser_used_attack=True,
    )
    scene = last_pass(nation("terrans"), martians, **AT_WAR).no_peace(0, 1)
    scene.play(1, "war_initiative", choice="defend")
    scene.play(0, "war_colony", node="phobos", tokens=1, cruiser=False)
    scene.play(1, "defense", tokens=0, cruiser=True)  # 1 against 10 + 5
    strike = {"kind": "war_colony", "node": "luna", "tokens": 1}
    assert scene.refusal(1, **strike, cruiser=True) == "CRUISER_UNAVAILABLE"
    assert scene.refusal(1, **strike, cruiser=False) == "OK"
    assert scene.nation(1)["cruiser_used_defense"]
    assert scene.nation(1)["cruiser_ready_turn"] == 0
    scene.play(1, "war_hold")
    # One token: floor(1/2) = 0 destroyed, 1 in recovery.
    assert (scene.nation(0)["reserve"], scene.nation(0)["recovery"][0]["count"]) == (4, 1)
    assert scene.stock(0) == (2 - 1 + 1, 6 - 1 + 2, 3, 4 - 1)
    assert scene.stock(1) == (12 - 5 + 1, 12 - 5 + 2, 2, 3)
    assert scene.nation(1)["vp_events"] == 2


def test_a_captured_route_costs_its_energy_and_falls() -> None:
    """SOL 5.6, 5.7.7, 5.8, 5.1.5: no own end, so no trade; exposed; gone at the next TURN_START."""
    martians = nation("martians", colonies=["phobos", "vesta"], routes=["phobos-vesta"])
    scene = last_pass(nation("terrans", reserve=9), martians, **AT_WAR).no_peace(0, 1)
    scene.play(0, "war_initiative", choice="attack")
    scene.play(0, "war_route", a="phobos", b="vesta", fate="capture")
    assert scene.nation(0)["routes"] == [route("phobos-vesta")]
    assert scene.nation(1)["routes"] == []
    scene.play(1, "war_hold").chance("pirate_attack", destroyed=False)
    assert scene.document["turn"] == 4
    assert scene.nation(0)["routes"] == []
    assert scene.stock(0) == (2 + 1 - 1, 6 + 2, 3, 4)
    assert scene.nation(0)["reserve"] == 9
    # vesta is isolated now: no yield, 1E.
    assert scene.stock(1) == (4 + 1 - 1, 4 + 2, 2, 3)
    assert scene.happened("route_lost")[-1]["cause"] == "abandoned"


def test_a_pact_ends_a_war_with_two_morale_for_its_winner() -> None:
    """SOL 5.9: the settlement comes before the pact's own +1Mo, and all gauges end at 0."""
    scene = pact_summit(nation("terrans"), nation("martians"), wins=[0, 1])
    scene.play(0, "pact_pick", nation="martians").play(0, "end_pacts").play(1, "end_pacts")
    scene.play(1, "pact_answer", accept=True)
    document = scene.document
    assert document["wars"] == []
    assert document["tension"] == document["grudge"] == [[0, 0], [0, 0]]
    assert document["pairs"][0]["pact_until"] == 8
    assert scene.stock(0) == (2 + 1 - 2, 6 + 2 - 6, 3, 4 + 1)
    assert scene.stock(1) == (4 + 1, 4 + 2, 2, 3 + 1 + 1)


def test_a_pact_in_war_needs_energy_too() -> None:
    """SOL 5.9: 6M and 1E do not pay 6M 2E, so nobody is asked."""
    poor = nation("terrans", energy=0, materials=4)
    scene = pact_summit(poor, nation("martians"), wins=[0, 0])
    scene.play(0, "pact_pick", nation="martians").play(0, "end_pacts").play(1, "end_pacts")
    document = scene.document
    assert (document["turn"], len(document["wars"])) == (5, 1)
    assert document["tension"] == [[0, 5], [5, 0]]
    assert scene.stock(0) == (1, 6, 3, 4)


def pact_summit(*nations: dict[str, Any], wins: list[int]) -> Scene:
    """Turn 4: two nations at war hold their fire and meet at the summit."""
    schedule = ["mining_rush", "diplomatic_accords", "solar_storms", "trade_accords"]
    scene = last_pass(
        *nations,
        turn=4,
        event_schedule=[*schedule, "final_judgment"],
        wars=[war(0, 1, wins=wins)],
        tension=gauges(2, g01=10, g10=10),
        grudge=gauges(2, g01=2, g10=3),
    )
    scene.no_peace(0, 1).play(1, "war_initiative", choice="attack")
    return scene.play(1, "war_hold").play(0, "war_hold")


# --- Espionage --------------------------------------------------------------------------------

SPY = {"investment1": "espionage", "investment1_active": True}


def test_stolen_defensive_ai_brings_all_tokens() -> None:
    """SOL 5.10: 4 tokens, those of the routes; nothing else opens or closes."""
    terrans = nation("terrans", routes=[route("luna-deimos", token=True)], **SPY)
    martians = nation("martians", technologies=["defensive_ai"])
    scene = last_pass(terrans, martians, tier3_taken=["defensive_ai"])
    before = scene.document
    scene.play(0, "steal", nation="martians", technology="defensive_ai").play(0, "end_espionage")
    document = scene.document
    assert scene.nation(0)["technologies"] == {"defensive_ai": "stolen"}
    assert scene.nation(1)["technologies"] == {"defensive_ai": "bought"}
    assert scene.nation(0)["reserve"] == 5 + 4 + 1
    assert scene.nation(0)["routes"] == [route("luna-deimos")]
    assert document["tension"] == [[0, 0], [6, 0]]
    assert document["grudge"] == [[0, 0], [0, 0]]
    for key in ("branch_open", "tier3_taken"):
        assert document[key] == before[key]


def test_spies_come_in_order_of_play() -> None:
    """SOL 5.10: what a spy stole cannot be stolen from it."""
    scene = Scene(
        nation("terrans", **SPY),
        nation("martians", passed=True, **SPY),
        nation("jovians", passed=True, technologies=["asteroid_mining"]),
        order=[1, 2, 0],
        visit=2,
    )
    scene.play(0, "pass")
    assert scene.state.to_act == (1,)
    theft = {"kind": "steal", "technology": "asteroid_mining"}
    scene.play(1, **theft, nation="jovians").play(1, "end_espionage")
    assert scene.state.to_act == (0,)
    assert scene.refusal(0, **theft, nation="martians") == "OPTION_NOT_OFFERED"
    scene.play(0, **theft, nation="jovians").play(0, "end_espionage")
    assert [scene.nation(seat)["per_turn"]["materials"] for seat in range(3)] == [3, 3, 0]
    assert scene.document["tension"] == [[0, 0, 0], [0, 0, 0], [6, 6, 0]]


def test_a_theft_of_three_ends_the_accord() -> None:
    """SOL 5.10, 5.3: cards and their tokens first, then the war, which breaks foreign routes."""
    terrans = nation("terrans", routes=[route("phobos-ceres", token=True)], **SPY)
    names = ["surveillance_drones", "orbital_network", "defensive_ai"]
    scene = last_pass(
        terrans, nation("martians", technologies=names), accords=[(0, 1)], war_clock=4
    )
    for name in reversed(names):
        scene.play(0, "steal", nation="martians", technology=name)
    assert scene.refusal(0, "end_espionage") == "OK"
    scene.play(0, "end_espionage")
    document = scene.document
    assert scene.happened("stolen")[0]["technologies"] == names
    assert not document["pairs"][0]["accord"]
    assert document["tension"] == [[0, 10], [10, 0]]
    opened = document["wars"][0]
    assert (opened["opener"], opened["kind"], opened["order_no"]) == (1, "espionage", 5)
    assert (opened["fresh"], opened["penalty_pending"]) == (True, False)
    # The token came home with the first card, not once more with the broken route.
    assert (scene.nation(0)["reserve"], scene.nation(0)["routes"]) == (5 + 4 + 1, [])
    assert scene.happened("route_lost")[0]["cause"] == "war"
    # The accord was paid before it ended: +1M +1Mo; the route cost 1E.
    assert scene.stock(0) == (2 + 1 - 1, 6 + 2 + 1, 3, 4 + 1)


def test_a_theft_follows_the_technology_grievance() -> None:
    """SOL 3.2, 5.9, 5.10: 1 - 1 in TENSION, +4 for two tier-3 cards, +6 for one theft: war."""
    terrans = nation("terrans", technologies=["hyperpropulsion", "dyson_sphere"], **SPY)
    martians = nation("martians", technologies=["greening"])
    scene = last_pass(terrans, martians, turn=4, tension=gauges(2, g10=1))
    assert scene.document["tension"] == [[0, 0], [4, 0]]
    scene.play(0, "steal", nation="martians", technology="greening").play(0, "end_espionage")
    document = scene.document
    assert [(war["opener"], war["kind"]) for war in document["wars"]] == [(1, "espionage")]
    assert document["tension"] == [[0, 10], [10, 0]]
    assert scene.nation(0)["per_turn"]["morale"] == 1
    assert scene.stock(0) == (2 + 1, 6 + 2, 3, 4 + 2)


def test_stolen_telepathy_asks_for_no_copy() -> None:
    """SOL 4.13: only who buys it copies; its income is stolen all the same."""
    martians = nation("martians", technologies=["telepathy", "greening"])
    scene = last_pass(nation("terrans", **SPY), martians)
    scene.play(0, "steal", nation="martians", technology="telepathy").play(0, "end_espionage")
    assert (scene.document["turn"], scene.document["phase"]) == (4, "strategy")
    assert scene.nation(0)["technologies"] == {"telepathy": "stolen"}
    assert scene.nation(0)["per_turn"]["science"] == 3


def test_a_spy_may_wait_until_turn_5() -> None:
    """SOL 5.10: asked on turns 3, 4 and 5 while unused."""
    martians = nation("martians", technologies=["greening"])
    scene = last_pass(nation("terrans", **SPY), martians, turn=5)
    assert scene.document["phase"] == "espionage"
    scene.play(0, "end_espionage")
    assert (scene.document["turn"], scene.document["phase"]) == (6, "strategy")
    assert scene.document["tension"] == matrix(2, 0, 0)
