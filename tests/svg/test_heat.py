"""The heat map of shares."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from arbitre.svg import Canvas
from arbitre.svg.heat import Panel, Share, draw_heat
from support.pictures import assert_well_set, texts

RATES = (0.0, 0.2, 0.499, 0.5, 0.501, 0.8, 1.0)


def drawn(names: list[str], panels: int = 2) -> Canvas:
    rows = [
        [None if a == b else Share(RATES[(a + b) % 7], 0.0, 1.0) for b in range(len(names))]
        for a in range(len(names))
    ]
    return draw_heat("A title", "a caption", names, [Panel("A panel", rows)] * panels)


@pytest.mark.parametrize(
    "names",
    [
        ["A", "B"],
        ["Furnace Offensive", "Escadre des Hauts Airs", "vw1-ABQGBwcG…", "Colonne des moussons"],
        [f"{'a very long name of a deck ' * 6}{i}" for i in range(7)],
        [""],
    ],
)
@pytest.mark.parametrize("panels", [1, 2])
def test_everything_has_its_place(names: list[str], panels: int) -> None:
    canvas = drawn(names, panels)
    assert_well_set(canvas)
    ElementTree.fromstring(canvas.svg())


def test_shares_are_told_in_words_too() -> None:
    canvas = drawn(["Ants", "Bees"], 1)
    cell = ["20 %", "0\N{EN DASH}100"]
    heads = ["A title", "a caption", "A panel", "Ants", "Bees"]
    assert texts(canvas) == [*heads, "Ants", *cell, "Bees", *cell]
    assert "<title>Ants / Bees: 20 % (0\N{EN DASH}100)</title>" in canvas.svg()


def fills(canvas: Canvas) -> list[str]:
    return [
        rect.get("fill", "")
        for rect in ElementTree.fromstring(canvas.svg()).iter()
        if rect.get("rx")
    ]


def test_colours_part_at_one_half() -> None:
    def colour(rate: float) -> str:
        panel = Panel("A panel", [[Share(rate, 0.0, 1.0)]])
        return fills(draw_heat("A title", "", ["A"], [panel]))[0]

    assert colour(0.5) == "#f7f7f7"
    assert colour(0.0) == colour(0.1) == "#b35806" and colour(1.0) == "#2166ac"
    losing, winning = int(colour(0.3)[1:3], 16), int(colour(0.7)[1:3], 16)
    assert losing > winning
