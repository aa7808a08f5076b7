"""Satrapies on other maps: the files that are refused and why, the small map, maps of one's own."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import arbitre
from arbitre import Game, RulesError, WireError
from arbitre.rules.load import load_content, maps
from support.satrapies import (
    GAME,
    Document,
    bare,
    give,
    map_with,
    middle,
    row,
    shipped_map,
    submit_all,
    write_map,
)
from support.walks import pick


def refusal(path: Path) -> RulesError:
    with pytest.raises(RulesError) as caught:
        arbitre.load("satrapies", map=path)
    assert caught.value.file == str(path)
    return caught.value


def drop(content: Document, table: str, index: int) -> None:
    del content[table][index]


def link(content: Document, a: str, b: str) -> Document:
    found: Document = next(each for each in content["links"] if each["between"] == [a, b])
    return found


def cut_off(content: Document) -> None:
    """Crete without its only way."""
    content["links"] = [each for each in content["links"] if "crete" not in each["between"]]
    row(content, "provinces", "crete")["ports"] = []


def crowd(content: Document) -> None:
    content["seas"] += [{"id": f"sea_{n}", "at": [0, 0]} for n in range(60)]


Change = Callable[[Document], Any]
WRONG: list[tuple[Change, str, str, str, str]] = [
    # what is wrong, then table, row, column and a part of what is said
    (
        lambda c: c["links"].append({"between": ["attica", "atlantis"], "type": "open"}),
        *("links", "attica - atlantis", "between", "atlantis is no zone of this map"),
    ),
    (
        lambda c: c["links"].append({"between": ["arcadia", "attica"], "type": "open"}),
        *("links", "arcadia - attica", "between", "list it once"),
    ),
    (
        lambda c: c["links"].append({"between": ["attica", "attica"], "type": "open"}),
        *("links", "attica - attica", "between", "two different zones"),
    ),
    (
        lambda c: link(c, "attica", "arcadia").update(type="sea"),
        *("links", "attica - arcadia", "type", "joins two seas, but these are two provinces"),
    ),
    (
        lambda c: link(c, "attica", "cyclades").update(type="open"),
        *("links", "attica - cyclades", "type", "joins two provinces"),
    ),
    (
        lambda c: link(c, "attica", "arcadia").update(type="tunnel"),
        *("links", "", "type", "tunnel"),
    ),
    (
        lambda c: link(c, "attica", "arcadia").update(cost=10),
        *("links", "", "cost", "<= 9"),
    ),
    (
        lambda c: c.update(coasts=[["attica", "cyclades"]]),
        *("coasts", "attica - cyclades", "", "in links already"),
    ),
    (
        lambda c: c.update(coasts=[["attica", "phrygia"]]),
        *("coasts", "attica - phrygia", "", "a coast joins a province and a sea"),
    ),
    (
        lambda c: c.update(coasts=[["attica", "atlantic"]]),
        *("coasts", "attica - atlantic", "", "atlantic is no zone"),
    ),
    (
        lambda c: row(c, "provinces", "attica").update(ports=["cyclades"]),
        *("links", "attica - thracian_sea", "type", "attica has no port on thracian_sea"),
    ),
    (
        lambda c: row(c, "provinces", "lydia").update(ports=["cyclades"]),
        *("provinces", "lydia", "ports", "no link to cyclades"),
    ),
    (
        lambda c: row(c, "provinces", "lydia").update(ports=["mysia"]),
        *("provinces", "lydia", "ports", "expected seas of this map, got mysia"),
    ),
    (cut_off, "provinces", "crete", "id", "no way leads from epirus to crete"),
    (
        lambda c: row(c, "seas", "cyclades").update(id="attica"),
        *("seas", "attica", "id", "appears twice"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(id="Crete"),
        *("provinces", "Crete", "id", "regex"),
    ),
    (crowd, "seas", "", "", "at most 64 provinces and seas, got 73"),
    (
        lambda c: row(c, "provinces", "crete").update(
            citadels={f"fort_{n}": "minor" for n in range(15)}
        ),
        *("provinces", "crete", "citadels", "would hold 16 units"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(citadels={"knossos": "huge"}),
        *("provinces", "crete", "citadels", "expected minor, major, capital, got huge"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(units={"M": 3}),
        *("provinces", "crete", "units", "3 units, but the province holds 2"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(control="trojans"),
        *("provinces", "crete", "control", "trojans"),
    ),
    (
        lambda c: (
            row(c, "provinces", "attica").update(units={"E": 2, "G": 0})
            or row(c, "provinces", "thessaly").update(units={"E": 1})
        ),
        *("provinces", "thessaly", "units", "hellenes starts with 3 units of class E"),
    ),
    (
        lambda c: row(c, "provinces", "attica").update(citadels={"athens": "major"}),
        *("provinces", "thessaly", "citadels", "one capital, but has none"),
    ),
    (
        lambda c: row(c, "provinces", "thessaly").update(citadels={"pherae": "capital"}),
        *("provinces", "thessaly", "citadels", "one capital, but has thessaly, attica"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(citadels={"knossos": "capital"}),
        *("provinces", "crete", "control", "a capital must belong to a power"),
    ),
    (
        lambda c: row(c, "provinces", "crete").update(control="medes"),
        *("provinces", "", "control", "egyptians starts nowhere"),
    ),
    (lambda c: c["map"].pop("id"), "map", "id", "value", "missing"),
    (lambda c: c["map"].update(size=3), "map", "size", "value", "unknown name"),
    (lambda c: c.pop("seas"), "seas", "", "", "missing"),
    (lambda c: c.update(rivers=[]), "rivers", "", "", "unknown name"),
]


@pytest.mark.parametrize(("change", "table", "line", "column", "why"), WRONG)
def test_what_is_wrong_with_a_map_is_named_by_table_row_and_column(
    tmp_path: Path, change: Change, table: str, line: str, column: str, why: str
) -> None:
    error = refusal(map_with(tmp_path / "house.toml", change))
    assert (error.table, error.column) in ((table, column), (table, ""))
    assert str(error.row).startswith(line) or not line
    assert why in error.why


def test_numbers_of_the_rules_are_checked_too(tmp_path: Path) -> None:
    for text, table, line in (
        ("[link_costs]\nopen = 0", "link_costs", "open"),
        ("[citadel_bonus]\nminor = 10", "citadel_bonus", "minor"),
        ("[params]\ncancels_per_turn = 9", "params", "cancels_per_turn"),
        ('powers = ["romans", "neutral"]', "powers", ""),
        ('[[unit_classes]]\nid = "M"\nlimit = 11', "unit_classes", "M"),
        ('[[unit_classes]]\nid = "X"\nattack=1\ndefence=1\ncost=1\nlimit=1', "unit_classes", ""),
    ):
        path = tmp_path / "x.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RulesError) as caught:
            arbitre.load("satrapies", content=path)
        assert (caught.value.table, caught.value.row) == (table, line)


# --- which map ---


def test_the_package_has_two_maps_and_the_standard_one_is_played() -> None:
    assert maps("satrapies") == ("aegean", "standard")
    assert maps("sept_solines") == ()
    assert arbitre.load("satrapies", map="standard").digest == GAME.digest
    assert arbitre.load("satrapies", map="aegean").digest != GAME.digest


def test_unknown_maps_list_the_maps(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown map 'mars'; the maps are aegean, standard"):
        arbitre.load("satrapies", map="mars")
    with pytest.raises(ValueError, match="sept_solines has no maps"):
        arbitre.load("sept_solines", map="standard")
    error = refusal(tmp_path / "missing.toml")
    assert "cannot be read" in error.why


def test_the_order_of_links_in_a_file_makes_no_difference(tmp_path: Path) -> None:
    def shuffle(content: Document) -> None:
        random.Random(1).shuffle(content["links"])
        for each in content["links"][::2]:
            each["between"].reverse()

    path = map_with(tmp_path / "links.toml", shuffle, "standard")
    assert arbitre.load("satrapies", map=path).rules == GAME.rules


def test_an_overlay_changes_a_map_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('provinces = [{ id = "crete", units = { M = 2 } }]', encoding="utf-8")
    for name in maps("satrapies"):
        game = arbitre.load("satrapies", content=path, map=name)
        there = game.document(game.initial(players=2, seed=0))["units"]["crete"]
        assert there == {"owner": "neutral", "M": 2, "E": 0, "G": 0}


def test_states_of_another_map_are_refused() -> None:
    aegean = arbitre.load("satrapies", map="aegean")
    state = aegean.initial(players=2, seed=0)
    with pytest.raises(WireError, match="UNKNOWN_RULES"):
        GAME.from_bytes(state.to_bytes())


# --- the small map ---


@pytest.fixture(scope="module")
def aegean() -> Game:
    return arbitre.load("satrapies", map="aegean")


def test_the_small_map_is_for_two(aegean: Game) -> None:
    assert aegean.players == (2,)
    assert len(aegean.kinds["recruit"].fields["zone"].values) == 13
    kinds = {each["type"] for each in shipped_map("aegean")["links"]}
    assert kinds == {"open", "mountain", "pass", "port", "sea"}


def test_the_small_map_agrees_with_the_standard_one() -> None:
    """Its zones are a part of the standard map, with the same citadels and links between them."""
    small = load_content("satrapies", None, "aegean")
    large = load_content("satrapies")
    zones = set(small.zones)
    assert zones < set(large.zones)
    within = [each for each in large.links if set(each.between) <= zones]
    assert list(small.links) == within
    of = {each.id: each for each in large.provinces}
    assert all(each.citadels == of[each.id].citadels for each in small.provinces)
    assert all(set(each.ports) == set(of[each.id].ports) & zones for each in small.provinces)


@pytest.mark.parametrize("seed", range(12))
def test_games_on_the_small_map_end_by_the_rules(aegean: Game, seed: int) -> None:
    dice = random.Random(seed)
    state = aegean.initial(players=2, seed=seed, chance="manual")
    while state.to_act:
        state = aegean.apply(state, *pick(aegean, state, dice, by_kind=seed % 2 == 1))
        assert aegean.from_bytes(state.to_bytes()) == state
    document = aegean.document(state)
    assert aegean.document(aegean.build(document)) == document
    assert document["result"]["winners"] == list(state.winners)


@pytest.mark.parametrize(("asked", "over"), [(3, True), (4, False)])
def test_a_map_may_ask_for_all_four_capitals(tmp_path: Path, asked: int, over: bool) -> None:
    """SAT-G05 once more: the third capital ends the game only where three are enough."""
    path = map_with(
        tmp_path / "own.toml",
        lambda content: content["map"].update(id="own", domination_capitals=asked),
        name="standard",
    )
    game = arbitre.load("satrapies", map=path)
    there = {"attica": ("phrygians", "1M"), "judea": ("phrygians", "1M")}
    state = game.build(bare(there, game=game), chance="manual", seed=0)
    state = give(state, 1, "judea -> egypt 1M", game)
    state, _ = submit_all(state, game)
    assert (state.over, state.winners) == (over, (1,) if over else ())


def test_the_largest_map_that_there_may_be_plays(tmp_path: Path) -> None:
    """64 zones in a ring of provinces, each with a major citadel, around one sea."""
    names = [f"land_{n}" for n in range(63)]
    provinces: list[Document] = [
        {"id": name, "at": [n, n], "citadels": {f"fort_{n}": "major"}, "ports": ["lake"]}
        for n, name in enumerate(names)
    ]
    for power, place in (("hellenes", 0), ("phrygians", 20), ("egyptians", 40)):
        provinces[place] |= {"control": power, "units": {"M": 2}}
        provinces[place]["citadels"] = {f"seat_{place}": "capital"}
    content = {
        "provinces": provinces,
        "seas": [{"id": "lake", "at": [0, 0]}],
        "links": [
            *({"between": [a, b], "type": "open"} for a, b in pairwise(names)),
            *({"between": [name, "lake"], "type": "port"} for name in names),
        ],
        "map": {"id": "ring", "domination_capitals": 3, "domination_provinces": 40},
    }
    game = arbitre.load("satrapies", map=write_map(tmp_path / "ring.toml", content))
    assert game.players == (2, 3)
    state = middle(game, random.Random(1), 12, players=3)
    assert game.from_bytes(state.to_bytes()) == state
    assert game.document(game.build(game.document(state))) == game.document(state)
    assert sum(state.scores) > 9
