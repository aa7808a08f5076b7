"""Vitorian Wars with other cards than its own: sets that take the place of the default one, what is
said of a wrong card, and what only such cards can reach."""

from __future__ import annotations

from pathlib import Path

import pytest

import arbitre
from arbitre import SetupError
from support.games import game as game_of
from support.vitorian_wars import build, card, order, overlay, table, unit

PASS = {"kind": "pass"}


def test_a_target_in_the_wrong_row(tmp_path: Path) -> None:
    game = overlay(tmp_path, card("raider", "deploy: exhaust choose 1 enemy in rear_guard"))
    grid = {"1V1": unit("grey_free_militia"), "1R2": unit("grey_free_militia")}
    state = build(game, table(game, grid, {"raider": 1}))
    state = game.apply(state, 0, {"kind": "mobilize", "card": "raider", "cell": "0V1"})
    state = game.apply(state, 0, {"kind": "pay", "resource": "res_scarlet_p_1"})
    refused = game.validate(state, 0, {"kind": "target", "cell": "1V1"})
    assert (refused.code, refused.subject) == ("TARGET_WRONG_ROW", "1V1")
    assert [str(move) for move in game.moves(state, 0)] == ["target cell=1R2"]


def test_content_can_break_rules_of_decks_that_the_default_set_cannot(tmp_path: Path) -> None:
    field = card(
        "red_banner",
        type="field_condition",
        faction="scarlet",
        level=None,
        atk=None,
        **{"def": None},
    )
    marshal = '[[sovereigns]]\nid = "marshal"\nnumber = 6\ncolours = ["scarlet"]\n'
    game = overlay(tmp_path, field, marshal)
    mine = {
        "sovereign": "marshal",
        "maneuver": [{"card": "red_banner", "n": 1}],
        "convoy": [{"card": "res_grey_p_1", "n": 10}],
        "defense": [{"card": "res_grey_p_2", "n": 6}],
    }
    with pytest.raises(SetupError) as refused:
        game.initial(players=2, decks=["deck_moss", mine])
    assert refused.value.codes == ("DECK_SIZE", "DECK_FIELD_COLOR", "SOVEREIGN_NUMBER")


SET = """
replaces = ["cards"]

[[cards]]
id = "pike"
type = "unit"
faction = "grey"
level = 1
P = 1
atk = 2
def = 2

[[cards]]
id = "volley"
type = "order"
faction = "grey"
abilities = ["play: modify own_combatant atk 2 for combat"]

[[cards]]
id = "drill"
type = "equipment"
faction = "grey"
level = 1
abilities = ["attached: modify host atk 1 for while_attached"]
"""
SET_DECKS = """
replaces = ["decks"]

[[decks]]
id = "plain"
sovereign = "scarlet_sov_furnace"
maneuver = { pike = 15, volley = 15, drill = 15 }
convoy = { res_grey_p_1 = 10 }
defense = { res_grey_p_2 = 4 }
"""
SET_RULES = "[params]\ncopies = 15\ndeck_size = 45\n"


def test_a_set_of_ones_own_takes_the_place_of_the_default_one(tmp_path: Path) -> None:
    game = overlay(tmp_path, SET, SET_RULES, SET_DECKS)
    assert list(game.kinds["mobilize"].fields["card"].values) == ["pike", "volley", "drill"]
    assert game.digest != game_of("vitorian_wars").digest
    records = game.playouts(game.initial(players=2, seed=1), n=200, seed=1, threads=1)
    assert records["over"].all()


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        (card("x", level=10), ("cards", "x", "level")),
        (card("x", faction="purple"), ("cards", "x", "faction")),
        (card("x", keywords=["fly"]), ("cards", "x", "keywords")),
        (card("x", atk="two"), ("cards", "x", "atk")),
        (card("x", colour="red"), ("cards", "x", "colour")),
        (card("x", P=1, S=1), ("cards", "x", "level")),
        (card("x", "deploy: draw", "deploy: draw"), ("cards", "x", "abilities")),
        (card("x", "play: draw"), ("cards", "x", "abilities")),
        (card("x", "deploy: fly self"), ("cards", "x", "abilities")),
        (order("x"), ("cards", "x", "abilities")),
        (card("x", "activate: ready choose 1 own"), ("abilities", "x", "")),
        (card("x", "destroyed: destroy choose 1 enemy"), ("abilities", "x", "")),
        (card("x", "deploy: destroy all enemy"), ("abilities", "x", "")),
        (order("x", "play: modify all own atk 1 for turn; destroy same"), ("abilities", "x", "")),
        (order("x", "play: exhaust choose 3 own; ready choose 2 own"), ("abilities", "x", "")),
        (card("x", "destroyed: draw", level=5), ("abilities", "x", "")),
        (card("x", "static: destroy choose 1 own"), ("abilities", "x", "")),
        (card("x", "deploy: move self by step"), ("abilities", "x", "")),
        (card("x", "deploy: rule move_cost 1 for all"), ("abilities", "x", "")),
        (card("x", "deploy: modify self atk 1 for static"), ("abilities", "x", "")),
    ],
)
def test_a_wrong_card_is_told_by_its_row_and_column(
    tmp_path: Path, cards: str, place: tuple[str, str, str]
) -> None:
    with pytest.raises(arbitre.RulesError) as refused:
        overlay(tmp_path, cards)
    error = refused.value
    assert (error.table, error.row, error.column) == place
    assert place[0] == "abilities" or error.file == str(tmp_path / "cards.toml")


def test_a_wrong_deck_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(arbitre.RulesError, match=r"plain.*DECK_COPIES"):
        overlay(tmp_path, SET, "[params]\ndeck_size = 45\n", SET_DECKS)


def test_what_a_card_of_another_set_changes_has_its_bounds(tmp_path: Path) -> None:
    """Sixteen operations of 9, on ten units: prices and figures stay numbers."""
    many = "; ".join(["rule move_cost 9 for all"] * 16)
    worn = "; ".join(["modify host atk 9 def 9 for while_attached"] * 16)
    text = card("toll", f"static: {many}") + card(
        "plate", f"attached: {worn}", type="equipment", level=1, atk=None, **{"def": None}
    )
    game = overlay(tmp_path, text)
    grid = {f"0R{column}": unit("toll") for column in range(1, 6)}
    grid["0V1"] = unit("toll", equipment="plate")
    grid["1V1"] = unit("grey_free_militia")
    state = build(game, table(game, grid))
    refused = game.validate(state, 0, {"kind": "move", "from": "0V1", "to": "0V2"})
    assert (refused.code, refused.need, refused.have) == ("COST_SHORT", 100, 2)
    state = game.apply(state, 0, {"kind": "end_main"})
    state = game.apply(state, 0, {"kind": "declare_attack", "from": "0V1", "target": "1V1"})
    for seat in (1, 0, 1):
        state = game.apply(state, seat, PASS)
    _, events = game.step(state, 0, PASS)
    (damage,) = [event for event in events if event.kind == "damage"]
    assert list(damage["attacker"]) == [1 + 16 * 9, 1 + 16 * 9]


def test_no_shields_where_none_are_allowed(tmp_path: Path) -> None:
    game = overlay(tmp_path, rules="[params]\nshield_limit = 0\n")
    zone = {"ready": {"res_scarlet_p_1": 4}, "exhausted": {}}
    state = build(game, table(game, {}, {"ivory_paladin": 1}, zone=zone))
    state = game.apply(state, 0, {"kind": "mobilize", "card": "ivory_paladin", "cell": "0V1"})
    while game.document(state)["frames"]:
        state = game.apply(state, 0, {"kind": "pay", "resource": "res_scarlet_p_1"})
    assert game.document(state)["grid"]["0V1"]["shields"] == 0
