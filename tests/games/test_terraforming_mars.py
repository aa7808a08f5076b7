"""What play of Terraforming Mars promises beyond the golden cases: refusals all reached, effects
that wait and branch, secrets, the bounds of the state."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import arbitre
from arbitre import CHANCE, DocumentError, Game, SetupError, State, bots
from support.games import game as game_of
from support.pointers import changed

GOLDEN = Path(__file__).parents[1] / "golden" / "terraforming_mars.json"
OCEANS = ["h02", "h04", "h05", "h11", "h26", "h30", "h31", "h32", "h41"]


@pytest.fixture(scope="module")
def mars() -> Game:
    return game_of("terraforming_mars")


def table(mars: Game, players: int = 3, **patches: Any) -> dict[str, Any]:
    """A position in the action phase of generation 2; `p0` has 100 M€ and the turn."""
    start = mars.initial(players=players, chance="manual", beginners=list(range(players)))
    document = mars.document(start)
    document |= {"phase": "action", "stack": [], "generation": 2}
    document |= {"deck": "rest", "corporation_deck": "rest"}
    for seat in document["seats"]:
        seat |= {"chosen_corporation": None, "committed": False}
        seat["corporation"] = "beginner_corporation"
        seat["production"] = dict.fromkeys(seat["production"], 2)
    document["seats"][0]["stock"]["megacredit"] = 100
    for key, value in patches.items():
        document["seats"][0][key] = value
    return document


def build(mars: Game, document: dict[str, Any]) -> State:
    return mars.build(document, chance="manual", seed=0)


def play(mars: Game, state: State, *moves: tuple[Any, dict[str, Any]]) -> State:
    for seat, move in moves:
        state = mars.apply(state, seat, move)
    return state


def place(card: str, **marks: Any) -> dict[str, Any]:
    """A card of a tableau."""
    return {"card": card, "resources": 0, "used": False, "bonus": None, "hex": None} | marks


# --- refusals ---


def test_every_refusal_is_proved_by_a_golden_case(mars: Game) -> None:
    cases = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
    verdicts = [case["expect"].get("verdict", []) for case in cases]
    found = {v["code"] for some in verdicts for v in (some if isinstance(some, list) else [some])}
    own = {name for number, name in mars.codes.items() if number >= 1024}
    assert own <= found


def test_every_card_and_corporation_is_played_in_a_golden_case(mars: Game) -> None:
    cases = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
    played = {step["move"].get("card") for case in cases for step in case["do"]}
    assert set(mars.kinds["play_card"].fields["card"].values) <= played
    text = json.dumps(cases)
    assert all(
        f'"{id}"' in text for id in mars.kinds["choose_corporation"].fields["corporation"].values
    )


# --- effects that wait ---


def test_an_effect_that_waits_survives_bytes_and_goes_two_ways(mars: Game) -> None:
    document = table(
        mars, hand=["imported_hydrogen"], tableau=[place("decomposers"), place("ants")]
    )
    state = play(
        mars, build(mars, document), (0, {"kind": "play_card", "card": "imported_hydrogen"})
    )
    assert mars.document(state)["stack"][-1]["path"] == "cards/imported_hydrogen/on_play"
    again = mars.from_bytes(state.to_bytes())
    rebuilt = mars.build(mars.document(state), chance="manual", seed=0)
    for waiting in (again, rebuilt):
        plants = mars.apply(waiting, 0, {"kind": "choose_option", "option": 0})
        microbes = mars.apply(waiting, 0, {"kind": "choose_option", "option": 1})
        assert mars.document(plants)["seats"][0]["stock"]["plant"] == 3
        fed = mars.apply(microbes, 0, {"kind": "target_card", "card": "ants"})
        assert mars.document(fed)["seats"][0]["tableau"][1]["resources"] == 3
    assert mars.document(state)["seats"][0]["stock"]["plant"] == 0


def test_the_stack_shows_what_waits_below(mars: Game) -> None:
    document = table(mars, hand=["lake_marineris"])
    document["temperature"] = 2
    state = play(mars, build(mars, document), (0, {"kind": "play_card", "card": "lake_marineris"}))
    frames = [frame["frame"] for frame in mars.document(state)["stack"]]
    assert frames == ["action", "card", "ops"]
    assert mars.document(state)["stack"][1] == {
        "frame": "card",
        "player": "p0",
        "card": "lake_marineris",
        "stage": "triggers",
        "price": 18,
    }
    state = play(
        mars,
        state,
        (0, {"kind": "place", "hex": "h11"}),
        (CHANCE, {"kind": "draw", "card": "mine"}),
        (CHANCE, {"kind": "draw", "card": "moss"}),
    )
    assert mars.document(state)["stack"][-1]["hex"] == "h11"
    assert mars.document(state)["oceans"] == 1


def test_a_question_with_one_answer_is_not_asked(mars: Game) -> None:
    """TM-P5: a hand of one card is sold without asking which."""
    document = table(mars, hand=["mine"])
    state = mars.apply(
        build(mars, document), 0, {"kind": "standard_project", "project": "sell_patents"}
    )
    assert mars.document(state)["seats"][0]["stock"]["megacredit"] == 101
    assert mars.document(state)["discard"] == ["mine"]


# --- events ---


def test_events_tell_the_move_and_hide_the_card(mars: Game) -> None:
    document = table(mars, tableau=[place("development_center")])
    document["seats"][0]["stock"]["energy"] = 1
    move = {"kind": "card_action", "card": "development_center", "alternative": 0}
    state, events = mars.step(build(mars, document), 0, move)
    action, spent = (dict(event) for event in events)
    assert action == {"kind": "action", "player": "p0", "move": move}
    assert spent == {"kind": "stock", "player": "p0", "resource": "energy", "amount": -1}
    _, events = mars.step(state, CHANCE, {"kind": "draw", "card": "mine"})
    drawn = {"kind": "drawn", "player": "p0", "card": "mine"}
    assert [dict(event) for event in mars.observe_events(events, 0)] == [drawn]
    assert dict(mars.observe_events(events, 1)[0]) == drawn | {"card": None}


def test_payments_and_sales_are_reported_once(mars: Game) -> None:
    document = table(mars, hand=["mine", "moss"])
    document["seats"][0]["stock"]["steel"] = 2
    state = build(mars, document)
    state, _ = mars.step(state, 0, {"kind": "play_card", "card": "mine"})
    state, events = mars.step(state, 0, {"kind": "pay", "steel": 1, "titanium": 0, "heat": 0})
    assert [event.kind for event in events] == ["paid", "card_played", "production_changed"]
    assert dict(events[0]) == {
        "kind": "paid",
        "player": "p0",
        "price": 4,
        "steel": 1,
        "titanium": 0,
        "heat": 0,
    }


# --- secrets ---


def test_what_a_seat_sees(mars: Game) -> None:
    document = table(mars, hand=["mine", "moss"], events=["asteroid"])
    document["seats"][1]["hand"] = ["trees"]
    state = build(mars, document)
    seen = mars.document(mars.observe(state, 1))
    mine, other = seen["seats"][1], seen["seats"][0]
    assert (mine["hand"], mine["picked"], mine["paying"]) == (["trees"], [], False)
    assert (other["hand"], other["events"], other["offered"]) == (2, 1, 0)
    assert (other["picked"], other["paying"], other["heat_paid"]) == (None, None, None)
    assert (seen["deck"], seen["discard"], seen["corporation_deck"]) == (204, 0, 12)
    assert other["stock"] == mars.document(state)["seats"][0]["stock"]


def test_a_card_about_to_be_bought_is_hidden(mars: Game) -> None:
    document = table(mars, corporation="helion", tableau=[place("inventors_guild")])
    document["seats"][0]["stock"]["heat"] = 5
    state = play(
        mars,
        build(mars, document),
        (0, {"kind": "card_action", "card": "inventors_guild", "alternative": 0}),
        (CHANCE, {"kind": "draw", "card": "mine"}),
        (0, {"kind": "pick", "card": "mine"}),
    )
    assert mars.document(state)["stack"][-1]["buying"] == "mine"
    assert mars.document(mars.observe(state, 1))["stack"][-1]["buying"] is None
    paid = mars.apply(state, 0, {"kind": "pay", "steel": 0, "titanium": 0, "heat": 3})
    assert mars.document(paid)["seats"][0]["hand"] == ["mine"]
    assert mars.document(paid)["seats"][0]["stock"]["heat"] == 2


def test_played_events_are_laid_open_at_the_end(mars: Game) -> None:
    """TM-P2: they count, so winners could not be known otherwise."""
    document = table(mars, players=2, events=["interstellar_colony_ship"])
    document |= {"temperature": 8, "oxygen": 14, "oceans": 9}
    for hex in OCEANS:
        document["map"][hex] = {"tile": "ocean", "owner": None, "special": None}
    for seat in document["seats"]:
        seat["production"]["plant"] = 0
    state = build(mars, document)
    assert mars.document(mars.observe(state, 1))["seats"][0]["events"] == 1
    over = play(mars, state, (0, {"kind": "pass"}), (1, {"kind": "pass"}))
    assert over.over and over.winners == (0,)
    seen = mars.observe(over, 1)
    assert seen.winners == (0,)
    assert mars.document(seen)["seats"][0]["events"] == ["interstellar_colony_ship"]


# --- bounds ---


def test_stocks_stop_at_their_limit(mars: Game) -> None:
    document = table(mars)
    document["seats"][0]["stock"] = dict.fromkeys(document["seats"][0]["stock"], 9999)
    state = play(mars, build(mars, document), *((seat, {"kind": "pass"}) for seat in range(3)))
    stock = mars.document(state)["seats"][0]["stock"]
    assert stock == dict.fromkeys(stock, 9999) | {"energy": 2}


def test_beginners_have_seats(mars: Game) -> None:
    with pytest.raises(SetupError) as refused:
        mars.initial(players=2, beginners=[2])
    assert refused.value.codes == ("BAD_OPTION_VALUE",)
    state = mars.initial(players=2, beginners=[1], seed=1)
    assert state.to_act == (0,)
    assert mars.document(state)["seats"][1]["chosen_corporation"] == "beginner_corporation"


@pytest.mark.parametrize(
    ("patch", "pointer"),
    [
        ({"oceans": 1}, "/oceans"),
        ({"oxygen": 15}, "/oxygen"),
        ({"temperature": -29}, "/temperature"),
        ({"claims": {"h05": "p0"}}, "/claims"),
        ({"claims": {"h09": "p4"}}, "/claims"),
        ({"awards": [{"award": "miner", "funder": "p0"}] * 2}, "/awards"),
        ({"phase": "draft"}, "/phase"),
        ({"stack": [{"frame": "action", "player": "p1"}]}, "/stack/0"),
        ({"stack": [{"frame": "reveal", "player": "p0", "stage": "enter"}]}, "/stack/0"),
    ],
)
def test_positions_that_are_none(mars: Game, patch: dict[str, Any], pointer: str) -> None:
    with pytest.raises(DocumentError) as refused:
        build(mars, table(mars) | patch)
    assert refused.value.pointer == pointer


def test_every_seat_will_have_corporations_to_choose_from(mars: Game) -> None:
    document = mars.document(mars.initial(players=3, seed=1, chance="manual"))
    waiting = [i for i, f in enumerate(document["stack"]) if f["frame"] == "deal_corporations"]
    assert len(waiting) == 3
    for index in waiting:
        for left in (0, 3):
            with pytest.raises(DocumentError) as refused:
                mars.build(changed(document, f"/stack/{index}/left", left))
            assert refused.value.pointer == f"/stack/{index}/left"


def test_a_card_is_in_one_place(mars: Game) -> None:
    document = table(mars, hand=["mine"])
    document["seats"][1]["hand"] = ["mine"]
    with pytest.raises(DocumentError, match="exactly one place"):
        build(mars, document)


def test_overlays_change_cards_without_code(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    row = '{ id = "mine", play = "production titanium 2; draw 1" }'
    house.write_text(f"cards = [{row}]", encoding="utf-8")
    changed = arbitre.load("terraforming_mars", content=house)
    document = table(changed, hand=["mine"])
    state = changed.apply(build(changed, document), 0, {"kind": "play_card", "card": "mine"})
    assert changed.document(state)["seats"][0]["production"]["titanium"] == 4
    assert state.to_act == (CHANCE,)


# --- bots ---


def victories(mars: Game, names: list[str], games: int) -> float:
    """Of the first bot; seats move on every game. Seeds are fixed, so this is a fact."""
    won = 0.0
    made = [bots.make(name) for name in names]
    for index in range(games):
        dice = random.Random(f"strength/{index}")
        state = mars.initial(players=len(made), seed=index)
        while state.to_act:
            seat = state.to_act[0]
            bot = made[(seat - index) % len(made)]
            move = bot.choose(mars, mars.observe(state, seat), seat, dice)
            state = mars.apply(state, seat, move)
        winners = [(seat - index) % len(made) for seat in state.winners]
        won += winners.count(0) / len(winners)
    return won


def test_greedy_beats_random_clearly(mars: Game) -> None:
    assert victories(mars, ["greedy", "random"], 20) >= 18
    assert victories(mars, ["greedy", "random", "random"], 15) >= 12


def test_monte_carlo_beats_random(mars: Game) -> None:
    assert victories(mars, ["montecarlo:40", "random"], 4) >= 3
