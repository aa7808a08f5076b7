"""Cards on the command line: `arbitre show --card`, and what `arbitre rules check` says of a wrong
one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arbitre
from arbitre.cli.show import CARD_PAGES
from arbitre.rules.load import load_content

EVERY_CARD = [
    (game, card)
    for game, pages in CARD_PAGES.items()
    for card in pages.card_ids(load_content(game))
]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            (
                "Ants",
                "Action: remove 1 microbe from any other card",
                "1 VP for every 2 resources on this card",
            ),
        ),
        ("fr", ("Fourmis", "Action\u00a0: retirez 1 microbe", "Il faut 4 % d\u2019oxygène")),
    ],
)
def test_a_card_is_shown_with_its_program_and_its_text(
    run: Any, lang: str, lines: tuple[str, ...]
) -> None:
    result = run("show", "terraforming_mars", "--card", "ants", "--lang", lang)
    assert (result.exit_code, result.stderr) == (0, "")
    for line in (*lines, "ants", "oxygen >= 4", "add_resource microbe 1 to self"):
        assert line in result.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_can_be_shown_as_data(run: Any, lang: str) -> None:
    for game, card in EVERY_CARD[::40]:
        result = run("show", game, "--card", card, "--lang", lang, "--json")
        page = json.loads(result.stdout)
        assert page["id"] == card and page["name"] and all(page["text"])


def test_cards_that_are_none(run: Any) -> None:
    result = run("show", "terraforming_mars", "--card", "ant")
    assert result.exit_code == 2
    assert "try ants" in result.stderr
    result = run("show", "sept_solines", "--card", "ants")
    assert result.exit_code == 2
    assert "no cards" in result.stderr


def test_a_wrong_card_is_told_by_file_row_and_column(run: Any, tmp_path: Path) -> None:
    house = tmp_path / "terraforming_mars.toml"
    house.write_text('cards = [{ id = "ants", play = "gain gold 1" }]', encoding="utf-8")
    result = run("rules", "check", house)
    assert (result.exit_code, result.stdout) == (1, "")
    said = " ".join(result.stderr.split())
    assert "cards, row ants, column play: " in said and "expected one of megacredit" in said
    result = run("rules", "check", house, "--json")
    error = json.loads(result.stdout)["error"]
    assert (error["file"], error["table"]) == (str(house), "cards")
    assert (error["row"], error["column"]) == ("ants", "play")


def test_a_right_card_is_told_too(run: Any, tmp_path: Path) -> None:
    house = tmp_path / "terraforming_mars.toml"
    house.write_text('cards = [{ id = "ants", cost = 8 }]', encoding="utf-8")
    result = run("rules", "check", house, "--json")
    found = json.loads(result.stdout)
    assert found["ok"] and found["digest"] != arbitre.load("terraforming_mars").digest
    assert [(change["row"], change["here"]) for change in found["changes"]] == [("ants", 8)]
