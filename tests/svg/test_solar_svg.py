"""The picture of Solar: what it tells of a position, and that it has room for the fullest one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import arbitre
from arbitre import Game
from arbitre.svg import compose
from arbitre.svg.canvas import Canvas
from arbitre.svg.solar_map import place
from arbitre.svg.solar_marks import LOOKS
from arbitre.svg.solar_points import public_points
from arbitre.svg.solar_position import Content, Position
from support.games import Setup, setups
from support.pictures import assert_well_set, tables_of, texts
from support.walks import walk

LANGUAGES = ("en", "fr")
NAME = "solar"


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


def picture(game: Game, document: Mapping[str, Any], lang: str, seat: int | None = None) -> Canvas:
    return compose(NAME, document, game.labels(lang), tables_of(game), seat=seat)


def position(game: Game, document: Mapping[str, Any]) -> Position:
    return Position(document, Content.read(tables_of(game)))


def colony(node: str, **changes: Any) -> dict[str, Any]:
    made = {"node": node, "level": 1, "no_upgrade": False, "hostile": 0}
    return made | {"founded": False, "raided_turn": 0} | changes


def test_nations_differ_without_colour(game: Game) -> None:
    assert len({look.mark.shape for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.dash for look in LOOKS.values()}) == len(LOOKS)
    for lang in LANGUAGES:
        letters = {game.labels(lang).label("nation", nation)[0] for nation in LOOKS}
        assert len(letters) == len(LOOKS)


def test_bodies_keep_their_order_from_the_sun() -> None:
    """Logarithmic distances: what is farther out is drawn farther out, moons with their planet."""
    order = ("luna", "phobos", "vesta", "ceres", "io", "titan", "triton", "pluto", "eris")
    sun = (58, 676)
    far = [((place(n)[0] - sun[0]) ** 2 + (place(n)[1] - sun[1]) ** 2) ** 0.5 for n in order]
    assert far == sorted(far)


def test_nodes_have_room_around_them(game: Game) -> None:
    spots = {node: place(node) for node in Content.read(tables_of(game)).nodes}
    for node, (x, y) in spots.items():
        for other, (u, v) in spots.items():
            assert node == other or (x - u) ** 2 + (y - v) ** 2 > 60**2, (node, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_days_and_panels_are_told(game: Game, lang: str) -> None:
    document = game.document(game.initial(players=4, seed=1))
    words = game.labels(lang)
    shown = texts(picture(game, document, lang))
    content = Content.read(tables_of(game))
    for node in content.nodes:
        assert words.label("node", node) in shown
    for link in content.links:
        assert link.days < 10 or str(link.days) in shown, link
    for nation in document["nations"]:
        assert words.label("nation", nation["id"]) in shown
        for value in nation["stock"].values():
            assert str(value) in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_seat_sees_question_marks_and_estimates(game: Game, lang: str) -> None:
    """What is hidden is told as hidden, what is estimated with how far it may be off (SOL 7)."""
    played = walk(Setup(NAME, 4), 1, "auto")
    state = next(s for s in played.states if game.document(s)["phase"] == "actions")
    seen = game.document(game.observe(state, 2))
    shown = texts(picture(game, seen, lang, seat=2))
    estimates = [text for text in shown if text.endswith("±3")]
    assert len(estimates) == 3
    assert shown.count("?") >= 3 * 4
    assert shown.count(game.labels(lang).word("you")) == 1
    whole = texts(picture(game, game.document(state), lang))
    assert not any(text.endswith("±3") for text in whole)


def test_the_fullest_board_has_room(game: Game) -> None:
    """Every node held, two colonies where two may be, every link with four protected routes."""
    document = game.document(game.initial(players=4, seed=1))
    content = Content.read(tables_of(game))
    for seat, nation in enumerate(document["nations"]):
        nodes = [node for i, node in enumerate(content.nodes) if i % 4 == seat]
        outer = {"triton": 0, "pluto": 1, "eris": 2}  # the guest of each
        guests = [node for node, guest in outer.items() if guest == seat and node not in nodes]
        nation["colonies"] = [colony(node, level=3, hostile=3) for node in nodes]
        nation["colonies"] += [colony(node, no_upgrade=True) for node in guests]
        nation["routes"] = [{"a": link.a, "b": link.b, "token": True} for link in content.links]
        nation["technologies"] = dict.fromkeys(content.technologies, "bought")
        nation["military"] = dict.fromkeys(nation["military"], 9)
        nation["stock"] = dict.fromkeys(nation["stock"], 9_999)
        nation |= {
            "reserve": 63,
            "strategy_card": "planned_initiative",
            "agenda": "tech_superpower",
        }
        nation |= {"investment1": "sustainable_agriculture", "investment2": "population_comfort"}
        nation["recovery"] = [{"count": 30, "turn": 9}, {"count": 33, "turn": 10}]
    document["turn"] = 8
    pacts = [pair | {"accord": True, "pact_until": 10} for pair in document["pairs"]]
    document["pairs"] = pacts
    document["tension"] = [[0 if x == y else 10 for y in range(4)] for x in range(4)]
    document["grudge"] = [[0 if x == y else 5 for y in range(4)] for x in range(4)]
    for lang in LANGUAGES:
        assert_well_set(picture(game, document, lang, seat=0))


def test_networks_are_those_of_the_rules(game: Game) -> None:
    """SOL 2: own routes from the home node, whoever holds the nodes between."""
    document = game.document(game.initial(players=2, seed=1))
    terrans, martians = document["nations"]
    terrans["colonies"] += [colony("ceres"), colony("titan")]
    terrans["routes"] = [{"a": "luna", "b": "phobos", "token": False}]
    assert position(game, document).network(0) == {"luna", "phobos"}
    assert position(game, document).connected(0) == 1
    terrans["routes"].append({"a": "phobos", "b": "ceres", "token": False})
    assert position(game, document).connected(0) == 2
    # The home node stays the root when somebody else holds it.
    terrans["colonies"] = terrans["colonies"][1:]
    martians["colonies"].append(colony("luna"))
    found = position(game, document)
    assert found.network(0) == {"luna", "phobos", "ceres"}
    assert [one.connected for one in found.held["ceres"]] == [True]
    assert [one.connected for one in found.held["luna"]] == [False]


@pytest.mark.parametrize("setup", setups(NAME), ids=str)
def test_points_of_whole_positions_are_those_of_the_engine(setup: Setup) -> None:
    """SOL 6: what the picture counts by itself, against what observations tell."""
    game, tables = setup.game, tables_of(setup.game)
    for state in walk(setup, 4, "auto").some_states(40):
        document = game.document(state)
        told = game.document(game.observe(state, arbitre.SPECTATOR))["public_vp"]
        found = position(game, document)
        assert [public_points(found, tables, seat) for seat in range(len(told))] == told


def test_bonds_are_listed(game: Game) -> None:
    document = game.document(game.initial(players=3, seed=1))
    document["turn"] = 5
    document["pairs"][0] |= {"accord": True}
    document["pairs"][1] |= {"pact_until": 7}
    war = {"opener": 1, "other": 2, "kind": "dyson", "declared_turn": 4, "order_no": 1}
    document["wars"] = [war | {"wins": [2, 1], "penalty_pending": False, "fresh": False}]
    shown = texts(picture(game, document, "en"))
    assert "Terrans \N{EN DASH} Martians: accord" in shown
    assert "Terrans \N{EN DASH} Jovians: pact until turn 7" in shown
    expected = "Martians \N{EN DASH} Jovians: refusal of the Dyson Sphere, 2\N{EN DASH}1"
    assert expected in shown
