"""Solar beyond the golden cases: set-ups, refusals that only other data reach, the report, and play
on from every position of a golden case."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import CHANCE, SPECTATOR, DocumentError, Rejected, SetupError, State
from reference.solar.positions import colony, nation, position
from support.golden import Case, cases, given_state, play
from support.walks import pick

GAME = arbitre.load("solar")
CASES = list(cases("solar"))
NATIONS = ("terrans", "martians", "jovians", "belters")


def nations_of(state: State) -> list[str]:
    return [one["id"] for one in GAME.document(state)["nations"]]


# --- set-ups ---


def test_codes_and_sizes_are_those_of_the_rules() -> None:
    assert GAME.action_count == 5_562
    assert GAME.players == (2, 3, 4)
    assert np.dtype(GAME.state_dtype).itemsize <= 2_048
    offsets = {name: kind.offset for name, kind in GAME.kinds.items()}
    assert offsets["colonize"] == 0
    assert offsets["assault"] == 14 + 14 + 392 + 196 + 196 + 60 + 4
    assert offsets["draw_event"] == 5_562 - (9 + 8 + 11 + 4 + 7 + 8 + 3 + 3 + 2 + 2)


@pytest.mark.parametrize("players", GAME.players)
def test_without_names_the_first_nations_play(players: int) -> None:
    assert nations_of(GAME.initial(players=players, seed=1)) == list(NATIONS[:players])


def test_seats_go_by_the_canonical_order() -> None:
    state = GAME.initial(players=3, seed=1, nations=["belters", "terrans", "jovians"])
    assert nations_of(state) == ["terrans", "jovians", "belters"]
    homes = [one["colonies"][0]["node"] for one in GAME.document(state)["nations"]]
    assert homes == ["luna", "io", "eris"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["terrans"],
        ["terrans", "terrans"],
        ["terrans", "martians", "jovians"],
        ["terrans", "venusians"],
        ["terrans", 1],
        "terrans",
        None,
        {"terrans": 1, "martians": 2},
    ],
    ids=str,
)
def test_impossible_nations_are_refused(wrong: Any) -> None:
    with pytest.raises(SetupError) as refused:
        GAME.initial(players=2, seed=1, nations=wrong)
    assert set(refused.value.codes) == {"BAD_OPTION_VALUE"}
    assert "nations" in str(refused.value)


def test_every_reason_against_a_set_up_is_told() -> None:
    with pytest.raises(SetupError) as refused:
        GAME.initial(players=5, seed=1, variants={"war_weariness": 1}, nation="terrans")
    assert set(refused.value.codes) == {"BAD_PLAYERS", "UNKNOWN_OPTION", "BAD_OPTION_VALUE"}


def test_the_variants_that_are_on_stand_in_the_document() -> None:
    plain = GAME.document(GAME.initial(players=2, seed=1, chance="manual"))
    assert "variants" not in plain
    some = GAME.initial(
        players=2, seed=1, variants={"rotation_debt": True, "transit_income": False}
    )
    assert GAME.document(some)["variants"] == {"rotation_debt": True}
    given = {**plain, "variants": {"rotation_debt": False}}
    assert GAME.document(GAME.build(given)) == plain


# --- refusals ---


def test_every_code_of_the_game_is_reached() -> None:
    """By a golden case, or by the test below, whose prices the game's own data do not have."""
    found = {"NOT_ENOUGH_MORALE"}
    for case in CASES:
        wanted = case.body["expect"].get("verdict", [])
        for verdict in wanted if isinstance(wanted, list) else [wanted]:
            found.add(verdict["code"])
    own = {name for number, name in GAME.codes.items() if number >= 256}
    assert own - found == set()
    assert "UNKNOWN_ID" in found


def test_a_price_in_morale(tmp_path: Path) -> None:
    overlay = tmp_path / "cards.toml"
    overlay.write_text('[[civics]]\nid = "propaganda"\ncost = { energy = 0, morale = 2 }\n')
    game = arbitre.load("solar", content=overlay)
    document = position(nation("terrans", morale=1), nation("martians"))
    move = {"kind": "buy_civic", "civic": "propaganda", "target": "none"}
    verdict = game.validate(game.build(document), 0, move)
    assert (verdict.code, verdict.subject) == ("NOT_ENOUGH_MORALE", "morale")
    assert (verdict.need, verdict.have) == (2, 1)
    assert GAME.validate(GAME.build(document), 0, move).ok


# --- the report ---


def test_the_report_has_every_line_of_a_score() -> None:
    document = position(
        nation(
            "jovians",
            colonies=[colony("io", 3), colony("ganymede", 2), colony("titan")],
            routes=["io-ganymede", "ganymede-callisto"],
            technologies=["asteroid_mining", "solar_extractors", "dyson_sphere"],
            per_turn={"energy": 8, "materials": 4},
            agenda="energy_empire",
            vp_events=8,
        ),
        nation("belters"),
    )
    document["nations"][0]["military"]["military_investment"] = 2
    state = GAME.build(document)
    report = GAME.report(state)
    assert report is not None
    jovians, belters = report["nations"]
    assert (jovians["nation"], jovians["seat"], belters["nation"]) == ("jovians", 0, "belters")
    lines = [
        (line["item"], line.get("node") or line.get("technology"), line["points"])
        for line in jovians["lines"]
        if line["item"] in ("colony", "technology", "routes", "agenda", "events")
    ]
    assert lines == [
        ("colony", "io", 10),
        ("colony", "ganymede", 9),
        ("colony", "titan", 3),
        ("routes", None, 2),
        ("technology", "asteroid_mining", 1),
        ("technology", "solar_extractors", 3),
        ("technology", "dyson_sphere", 5),
        ("events", None, 8),
        ("agenda", None, 12),
    ]
    for one, score in zip(report["nations"], state.scores, strict=True):
        assert sum(line["points"] for line in one["lines"]) == one["total"] == score
        agenda = sum(line["points"] for line in one["lines"] if line["item"] == "agenda")
        assert one["public_vp"] == one["total"] - agenda


def test_reports_add_up_to_the_scores_all_through_a_game() -> None:
    dice = random.Random(3)
    state = GAME.initial(players=4, seed=3)
    while state.to_act:
        report = GAME.report(state)
        assert report is not None
        totals = [one["total"] for one in report["nations"]]
        assert totals == list(state.scores)
        assert totals == [sum(x["points"] for x in one["lines"]) for one in report["nations"]]
        state = GAME.apply(state, *pick(GAME, state, dice, by_kind=True))
    with pytest.raises(Rejected, match="OBSERVATION_ONLY"):
        GAME.report(GAME.observe(state, 0))
    plain = arbitre.load("sept_solines")
    assert plain.report(plain.initial(players=2, seed=1)) is None


# --- what is redrawn is likely ---


def test_redrawn_reserves_lie_within_the_fog() -> None:
    document = position(nation("terrans", reserve=30), nation("martians", reserve=20))
    document["estimate"] = [[None, 22], [28, None]]
    state = GAME.build(document)
    drawn = set()
    for seed in range(200):
        full = GAME.document(GAME.determinise(state, 0, seed))
        assert full["nations"][0] == document["nations"][0]
        drawn.add(full["nations"][1]["reserve"])
    assert drawn == set(range(19, 26))


# --- positions that are none ---


def test_nobody_is_visited_while_the_order_is_drawn() -> None:
    dice = random.Random(0)
    state = GAME.initial(players=3, seed=1, chance="manual")
    while (document := GAME.document(state))["pending"][0]["kind"] != "draw_order":
        state = GAME.apply(state, *pick(GAME, state, dice, by_kind=False))
    assert document["phase"] == "actions"
    with pytest.raises(DocumentError) as refused:
        GAME.build(document | {"visit": 1})
    assert refused.value.pointer == "/visit"


# --- on from every golden position ---


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.body["id"])
def test_a_golden_position_can_be_played_to_the_end(case: Case) -> None:
    """Every state on the way is one that the engine takes back, and what a viewer sees of it can be
    redrawn without a difference."""
    if "setup" in case.body["expect"]:
        return
    dice = random.Random(case.body["id"])
    for state in (given_state(GAME, case.body["given"]), play(case).state):
        steps = 0
        while state.to_act:
            state = GAME.apply(state, *pick(GAME, state, dice, by_kind=steps % 2 == 0))
            assert GAME.from_bytes(state.to_bytes()) == state
            if steps % 40 == 0:
                document = GAME.document(state)
                assert GAME.document(GAME.build(document)) == document
                for viewer in (*range(state.players), SPECTATOR):
                    seen = GAME.observe(state, viewer)
                    full = GAME.determinise(seen, viewer, seed=steps)
                    assert GAME.from_bytes(full.to_bytes()) == full
                    assert GAME.observe(full, viewer) == seen
            steps += 1
        assert CHANCE not in state.to_act
