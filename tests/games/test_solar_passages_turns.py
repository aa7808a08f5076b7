"""Solar, passages counted by hand: events (SOL 5.9), turns (SOL 5.11, 5.1, 5.4), scores (SOL 6).

Each scene runs to the start of the next turn, so the numbers hold income and upkeep too: a level-1
capital yields 1E 2M (`luna`, `phobos`), 3E 1M (`io`) or 1E 1M (`eris`, and 1E for the Belters).
"""

from __future__ import annotations

from typing import Any

import pytest

from reference.solar.positions import colony, nation, route, war
from support.solar_scenes import Scene, gauges, last_pass


def schedule(**events: str) -> dict[str, list[str]]:
    """The four events, of which the named turns are given: `schedule(t4="solar_storms")`."""
    rest = [
        *("mining_rush", "science_conference", "military_supremacy", "technological_lead"),
        *("most_attractive_nation", "pirate_proliferation", "trade_accords", "solar_storms"),
    ]
    unused = [name for name in rest if name not in events.values()]
    found = [events.get(f"t{turn}") or unused.pop(0) for turn in (2, 4, 6, 8)]
    return {"event_schedule": [*found, "final_judgment"]}


# --- Events -----------------------------------------------------------------------------------


def test_supremacy_counts_recovery_but_no_token_on_a_route() -> None:
    """SOL 5.9: 3 + 2 against 4, with three more on routes."""
    routes = [route(link, token=True) for link in ("phobos-deimos", "phobos-ceres", "phobos-vesta")]
    terrans = nation("terrans", reserve=3, recovery=[{"count": 2, "turn": 7}])
    martians = nation("martians", reserve=4, routes=routes)
    scene = last_pass(terrans, martians, turn=6, **schedule(t6="military_supremacy"))
    scene.play(0, "investment", investment="none").play(1, "investment", investment="none")
    assert [scene.nation(seat)["vp_events"] for seat in (0, 1)] == [6, 0]
    assert (scene.nation(0)["reserve"], scene.nation(0)["recovery"]) == (5, [])  # turn 7


@pytest.mark.parametrize(("morale", "prizes"), [(5, [0, 0, 0]), (4, [3, 3, 0])])
def test_the_most_attractive_nations(morale: int, prizes: list[int]) -> None:
    """SOL 5.9: two get the full prize each, three get nothing; it is the morale after upkeep.

    The Belters lose 1Mo: with 2E of income they miss 1E for three isolated colonies.
    """
    colonies = ["eris", "pluto", "titan", "triton"]
    scene = last_pass(
        nation("terrans", morale=4),
        nation("martians", morale=4),
        nation("belters", energy=0, morale=morale, colonies=colonies),
        turn=4,
        **schedule(t4="most_attractive_nation"),
    )
    assert [scene.nation(seat)["vp_events"] for seat in range(3)] == prizes
    gain = 2 if prizes[0] else 0
    assert scene.stock(0) == (2 + 1, 6 + 2 + gain, 3 + gain, 4)
    assert scene.stock(1) == (4 + 1, 4 + 2 + gain, 2 + gain, 4)
    assert scene.stock(2) == (0, 4 + 1, 1, morale - 1)


def test_a_copied_card_keeps_the_storm_out() -> None:
    """SOL 5.9, 4.13: the tag `storm_immune` of any origin; the other loses what it can."""
    jovians = nation(
        "jovians", technologies={"defensive_ai": "copied"}, routes=["io-europa"], reserve=1
    )
    belters = nation(
        "belters", reserve=0, materials=0, routes=["pluto-eris", route("triton-eris", token=True)]
    )
    scene = last_pass(jovians, belters, turn=4, **schedule(t4="solar_storms"))
    # io 3E 1M and 1M of trade, 1E for the route.
    assert scene.stock(0) == (5 + 3 - 1, 2 + 2, 3, 3)
    assert (scene.nation(0)["reserve"], scene.nation(0)["routes"]) == (1, [route("io-europa")])
    # eris 1E 1M, 1E, 2M of trade, 2E for routes; then -2M, and the newest route with its token.
    assert scene.stock(1) == (6 + 2 - 2, 0 + 3 - 2, 1, 2)
    assert (scene.nation(1)["reserve"], scene.nation(1)["routes"]) == (0, [route("pluto-eris")])


def test_pirates_strike_twice_in_one_turn() -> None:
    """SOL 5.8, 5.9, SOL-C22: +1 toward the Belters in PIRATES, and +1 at the pirate event."""
    terrans = nation("terrans", routes=["luna-deimos", "luna-ceres"])
    scene = last_pass(terrans, nation("belters"), turn=8, **schedule(t8="pirate_proliferation"))
    scene.chance("pirate_attack", destroyed=True)
    assert scene.document["pirates_hit"] == [0]
    scene.chance("pirate_attack", destroyed=False)
    assert scene.document["turn"] == 9
    assert scene.nation(0)["routes"] == []
    assert scene.document["tension"] == [[0, 2], [0, 0]]
    causes = [event["cause"] for event in scene.happened("route_lost")]
    assert causes == ["pirates", "proliferation"]
    assert scene.stock(0) == (2 + 1 - 2, 6 + 2 + 2, 3, 4)


def test_proliferation_lifts_no_gauge_of_a_war() -> None:
    """SOL 5.9 under the conditions of 5.8: not at war with the Belters."""
    terrans = nation("terrans", routes=[route("luna-deimos", token=True)])
    scene = last_pass(
        terrans,
        nation("belters"),
        turn=4,
        wars=[war(0, 1)],
        tension=gauges(2, g01=9, g10=10),
        **schedule(t4="pirate_proliferation"),
    )
    scene.no_peace(0, 1).play(0, "war_initiative", choice="attack")
    scene.play(0, "war_hold").play(1, "war_hold").chance("token_fate", lost=True)
    assert scene.document["tension"] == [[0, 9], [10, 0]]
    assert scene.nation(0)["recovery"] == [{"count": 1, "turn": 6}]
    assert scene.nation(0)["routes"] == []


def test_the_technology_grievance_counts_every_origin() -> None:
    """SOL 5.9: 3 tier-3 cards against 1, of whatever origin: +4, after the decay of TENSION."""
    martians = nation(
        "martians",
        technologies={
            "defensive_ai": "stolen",
            "telepathy": "copied",
            "hyperpropulsion": "bought",
            "orbital_network": "bought",
        },
    )
    terrans = nation("terrans", technologies=["dyson_sphere", "navigation_ai"])
    keys = schedule(t4="science_conference")
    scene = last_pass(terrans, martians, turn=4, tension=gauges(2, g01=5, g10=5), **keys)
    assert scene.document["tension"] == [[0, 5 - 1 + 4], [5 - 1, 0]]


def test_trade_proposals_are_heard_in_order_of_play() -> None:
    """SOL 5.9: each picks the next; the second of the three refuses."""
    scene = Scene(
        nation("terrans"),
        nation("martians", passed=True),
        nation("jovians", passed=True),
        turn=4,
        order=[1, 2, 0],
        visit=2,
        tension=gauges(3, g01=9, g20=3),
        **schedule(t4="trade_accords"),
    )
    # 9 falls to 8 in TENSION and to 6 at the summit: still eligible.
    scene.play(0, "pass").play(0, "trade_pick", nation="martians")
    scene.play(1, "trade_pick", nation="jovians").play(2, "trade_pick", nation="terrans")
    assert scene.document["queue"] == [[2, 0], [0, 1]]  # the first is being asked
    scene.play(2, "trade_answer", accept=False)
    scene.play(0, "trade_answer", accept=True)
    scene.play(1, "trade_answer", accept=True)
    document = scene.document
    accords = [(pair["x"], pair["y"]) for pair in document["pairs"] if pair["accord"]]
    assert accords == [(0, 1), (0, 2)]
    assert [scene.nation(seat)["vp_events"] for seat in range(3)] == [6, 3, 3]
    assert document["tension"] == [[0, 9 - 1 - 2 - 5, 0], [0, 0, 0], [0, 0, 0]]
    # 8 toward the Martians at step 5 of TENSION: a demonstration.
    assert scene.stock(0) == (3, 8, 3, 4 - 1)


def test_the_lead_in_technology_takes_no_tier_1() -> None:
    """SOL 5.9: one card of tier 2 by theft against three of tier 1."""
    terrans = nation("terrans", technologies=["greening", "asteroid_mining", "ion_propulsion"])
    martians = nation("martians", technologies={"orbital_network": "stolen"})
    scene = last_pass(terrans, martians, turn=8, **schedule(t8="technological_lead"))
    assert [scene.nation(seat)["vp_events"] for seat in (0, 1)] == [0, 6]


def test_a_conference_hears_connected_colonies_only() -> None:
    """SOL 5.9, 5.7.2: the gross science of now, whatever the morale lets through."""
    terrans = nation("terrans", colonies=["luna", colony("titan", 3)])
    jovians = nation("jovians", colonies=[colony("io", 2)], morale=0)
    scene = last_pass(terrans, jovians, turn=4, **schedule(t4="science_conference"))
    assert [scene.nation(seat)["vp_events"] for seat in (0, 1)] == [0, 6]
    # J = 0 + 1: half of 4E 1M 1S.
    assert scene.stock(1) == (5 + 2, 2 + 0, 3 + 0, 1)


# --- The end of a turn and the start of the next ----------------------------------------------


def test_overproduction_of_everything() -> None:
    """SOL 5.11: four points at most; morale counts unless the form lowers its cap."""
    terrans = nation(
        "terrans", energy=12, materials=19, science=11, morale=11, gov_form="solar_senate"
    )
    jovians = nation("jovians", morale=10, gov_form="instant_democracy")
    belters = nation("belters", morale=9, science=14, gov_form="corporate_domination")
    scene = last_pass(terrans, jovians, belters)
    assert [scene.nation(seat)["vp_events"] for seat in range(3)] == [4, 1, 1]
    assert scene.stock(0) == (12, 20, 10, 10)
    assert scene.stock(1) == (5 + 3 - 2, 2 + 1 - 2, 3, 10)
    assert scene.stock(2) == (8, 5, 10, 7)


def test_the_tokens_of_a_turn_start() -> None:
    """SOL 5.11.2, 5.1: surge, recovery, military loss, then what fallen routes bring."""
    terrans = nation(
        "terrans",
        reserve=1,
        surge_tokens=2,
        mil_lose_next=2,
        recovery=[{"count": 3, "turn": 4}, {"count": 5, "turn": 5}],
        routes=[route("titan-triton", token=True)],
    )
    scene = last_pass(terrans, nation("martians"))
    found = scene.nation(0)
    assert scene.document["turn"] == 4
    assert found["reserve"] == max(0, 1 - 2) + 3 - 2 + 1
    assert (found["recovery"], found["routes"]) == ([{"count": 5, "turn": 5}], [])
    assert (found["mil_lose_next"], found["surge_tokens"]) == (0, 0)


def test_a_short_reserve_loses_no_more_than_it_has() -> None:
    """SOL 5.1.4 before 5.1.5: the token of a fallen route is not lost with the others."""
    terrans = nation(
        "terrans", reserve=1, mil_lose_next=4, routes=[route("titan-triton", token=True)]
    )
    assert last_pass(terrans, nation("martians")).nation(0)["reserve"] == 1


def test_the_allotment_after_a_judgement() -> None:
    """SOL 5.1.8: level 2, tyranny, 4 AC; halved upward after a judged morale of 0."""
    martians = nation("martians", morale=0, gov_perm=5, gov_form="tyranny")
    terrans = nation("terrans", morale=7, gov_perm=14)
    scene = last_pass(terrans, martians)
    assert [scene.nation(seat)["ac_max"] for seat in (0, 1)] == [3 + 1 + 1, 2]
    assert scene.nation(1)["judged_morale"] == 0


def test_an_idle_gauge_decays_but_not_below_zero() -> None:
    """SOL 5.4.3 and 5: -1 without a grievance; a demonstration from 6 on, after the decay."""
    scene = last_pass(
        nation("terrans"),
        nation("martians"),
        nation("jovians"),
        tension=gauges(3, g01=7, g02=6, g12=1),
    )
    assert scene.document["tension"] == [[0, 6, 5], [0, 0, 0], [0, 0, 0]]
    assert scene.stock(0)[3] == 4 - 1
    assert [event["seat"] for event in scene.happened("demonstration")] == [0]


# --- Scores -----------------------------------------------------------------------------------


def scores(*nations: dict[str, Any], **keys: Any) -> list[int]:
    return list(Scene(*nations, **keys).state.scores)


def test_isolated_colonies_round_half_up() -> None:
    """SOL 6: 1 x 3 / 2, 3 / 2, 5 x 3 / 2, 4 x 2 / 2."""
    colonies = ["luna", colony("deimos", 3), "ceres", colony("titan", 3), colony("europa", 2)]
    terrans = nation("terrans", colonies=colonies)
    assert scores(terrans, nation("jovians")) == [3 + 2 + 2 + 8 + 4, 3 + 1]


@pytest.mark.parametrize(
    ("eris", "pluto", "points"), [(1, 1, 3 + 1), (3, 3, 16 + 6), (2, 1, 11 + 1), (1, 2, 3 + 4)]
)
def test_far_homes_of_the_belters(eris: int, pluto: int, points: int) -> None:
    """SOL 6: base 2 for their level 1 only; pluto is isolated."""
    belters = nation("belters", colonies=[colony("eris", eris), colony("pluto", pluto)])
    assert scores(nation("terrans"), belters) == [3, points]


def test_eris_in_other_hands() -> None:
    """SOL 6: 5 / 2 rounds to 3 for the Jovians, isolated; the Belters' `ceres` 3 / 2 to 2."""
    jovians = nation("jovians", colonies=["io", "eris"])
    assert scores(jovians, nation("belters", colonies=["ceres"])) == [4 + 3, 2]


def test_cards_of_every_origin() -> None:
    """SOL 6: 5 + 1 + 1 + 1 + 3, floor(5 / 2), and 8 for Extrasolar Exploration with five cards."""
    technologies = {
        "extrasolar_exploration": "copied",
        "greening": "stolen",
        "asteroid_mining": "bought",
        "empath_links": "copied",
        "navigation_ai": "bought",
    }
    terrans = nation("terrans", technologies=technologies)
    assert scores(terrans, nation("martians"))[0] == 3 + 11 + 2 + 8
    del terrans["technologies"]["greening"]
    assert scores(terrans, nation("martians"))[0] == 3 + 10 + 2


def test_collective_awakening_counts_connected_colonies() -> None:
    """SOL 6: luna 3, deimos 2, titan 5 / 2 -> 3, a route, the card 5, and 2 connected colonies."""
    terrans = nation(
        "terrans",
        technologies={"collective_awakening": "stolen"},
        colonies=["luna", "deimos", "titan"],
        routes=["luna-deimos"],
    )
    assert scores(terrans, nation("martians"))[0] == 3 + 2 + 3 + 1 + 5 + 2


def test_income_points() -> None:
    """SOL 6: 11E 5, 6M 2, 5S 0, 6Mo 2; a negative income takes nothing away."""
    per_turn = {"energy": 10, "materials": 4, "science": 5, "morale": 6}
    assert scores(nation("terrans", per_turn=per_turn), nation("martians"))[0] == 3 + 5 + 2 + 2
    per_turn = {"energy": -20, "materials": -20, "morale": -20}
    assert scores(nation("terrans", per_turn=per_turn), nation("martians"))[0] == 3


def test_the_superpower_is_compared_with_the_dead() -> None:
    """SOL 6, SOL-C53: three cards of an eliminated nation are as many as three."""
    names = ["greening", "asteroid_mining", "ion_propulsion"]
    terrans = nation("terrans", technologies=names, agenda="tech_superpower")
    jovians = nation("jovians", technologies=names, colonies=[])
    assert scores(terrans, jovians, nation("belters"))[0] == 3 + 3 + 1
    terrans["technologies"]["surveillance_drones"] = "copied"
    assert scores(terrans, jovians, nation("belters"))[0] == 3 + 4 + 2 + 8


def test_opulence_of_borrowed_cards() -> None:
    """SOL-C24: any origin."""
    terrans = nation(
        "terrans",
        technologies={"asteroid_mining": "copied", "advanced_robotics": "stolen"},
        agenda="material_opulence",
    )
    assert scores(terrans, nation("martians"))[0] == 3 + 1 + 3 + 1 + 12


def test_the_hub_may_be_isolated() -> None:
    """SOL 1.12: colonies on three of the four moons; connection plays no part."""
    moons = ["europa", "ganymede", "callisto"]
    terrans = nation("terrans", colonies=["luna", *moons], agenda="jovian_hub")
    assert scores(terrans, nation("belters"))[0] == 3 + 2 + 2 + 2 + 6


def test_an_equal_score_shares_the_victory() -> None:
    """SOL-C25."""
    scene = last_pass(nation("terrans"), nation("martians"), turn=10)
    assert scene.state.over
    assert list(scene.state.scores) == [3, 3]
    assert list(scene.state.winners) == [0, 1]
