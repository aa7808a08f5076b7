"""`arbitre play satrapies`: the board, and orders typed as people write them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

import arbitre
from arbitre import bots
from arbitre.cli.board.satrapies import Satrapies
from support.games import game as game_of

GAME = "satrapies"


@pytest.fixture
def play(app: Typer) -> Callable[..., Any]:
    """Plays with these lines typed, against random bots."""

    def start(typed: list[str], *options: str) -> Any:
        arguments = ["play", GAME, "--seed=3", "--bots=random", *options]
        return CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in typed))

    return start


def answer(output: str, typed: str) -> str:
    """What was said to a line typed."""
    return output.split(f"> {typed}\n", 1)[1].split("\n> ", 1)[0]


def test_the_first_turn_shows_all_there_is_to_know(play: Any) -> None:
    result = play(["quit"])
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout
    assert "You are the Hellenes." in said and "the Medes: random" in said
    assert "action points 5 of 5" in said
    lines = [" ".join(line.split()) for line in said.splitlines()]
    own = "Attica capital M E Aetolia 1, Thessaly 1, Arcadia 1, Thracian Sea 2, Cyclades 2"
    assert own in lines
    assert "Phrygians 7 3 5 3M 2E" in lines
    assert "Medes Assyria (M), Media (M E), Parthia (M)" in lines
    assert any(line.startswith("Neutral Macedonia (M), Arcadia (M), ") for line in lines)
    assert any(line.startswith("Empty Epirus, Thrace, ") for line in lines)
    assert any(line.endswith("Attica → Arcadia E 1 AP, Neutral M, total 3") for line in lines)
    assert any(line.endswith("Attica → Cyclades M 2 AP, nobody there") for line in lines)


@pytest.mark.parametrize("typed", ["attica -> arcadia 1E", "E Attica to Arcadia", "att - arc E"])
def test_orders_are_played_as_people_write_them(play: Any, typed: str) -> None:
    said = answer(play([typed, "quit"]).stdout, typed)
    assert "The Hellenes write an order: move one elite unit from Attica to Arcadia." in said
    assert "action points 4 of 5" in said
    assert "orders: Attica -> Arcadia 1E" in said
    assert "take back: Attica → Arcadia E" in said


def test_a_count_orders_as_many_units_and_a_refusal_is_explained(play: Any) -> None:
    typed = "attica -> arcadia 2M"
    said = answer(play([typed, "quit"]).stdout, typed)
    assert said.count("The Hellenes write an order") == 1
    assert "Refused: Your orders would use 2 units of this class there" in said


def test_a_turn_is_told_when_it_is_resolved(play: Any) -> None:
    result = play(["attica -> arcadia 1E", "recruit attica", "submit", "quit"])
    said = answer(result.stdout, "submit")
    assert "The Hellenes have handed in their orders." in said
    assert "The orders of the Hellenes are revealed: move one elite unit" in said
    assert "Battle for Arcadia: the Hellenes and the neutral garrison with 2 and 3" in said
    assert "Turn 1 is over." in said
    assert "turn 2 of 16" in said
    # What bots write in secret leaves no trace: a heading, and that they have submitted.
    heading = "the Phrygians (random)\n  The Phrygians have handed in their orders."
    assert said.count("the Phrygians (random)") == said.count(heading) == 1


def test_it_speaks_french(play: Any) -> None:
    result = play(["attique - arcadie E", "recruter attique", "envoyer", "quit"], "--lang=fr")
    said = result.stdout
    assert "Vous êtes les Hellènes." in said
    assert "points d\u2019action 5 sur 5" in said
    assert "déplacer une unité d\u2019élite depuis l\u2019Attique vers l\u2019Arcadie" in said
    assert "ordres\u00a0: Attique -> Arcadie 1E; recruter Attique" in said
    assert "Les Hellènes ont enregistré leurs ordres." in said


def test_other_maps_are_played(play: Any) -> None:
    result = play(["quit"], "--map=aegean")
    assert "Neutral    Macedonia (M), Arcadia (M), Lydia (M)" in result.stdout
    assert "Egyptians" not in result.stdout
    refused = play([], "--map=mars")
    assert refused.exit_code == 2
    assert "the maps are" in refused.stderr and "standard" in refused.stderr


def test_totals_are_those_of_a_battle() -> None:
    """SAT 5.6: defence and bonus at home, attack at sea; the best citadel only, by option."""
    game = game_of(GAME)
    state = game.initial(players=4, seed=1)
    document = game.document(state)
    document["units"]["ionia"] = {"owner": "hellenes", "M": 1, "E": 1, "G": 1}
    document["control"]["ionia"] = "hellenes"
    document["units"]["attica"] = {"owner": None, "M": 0, "E": 0, "G": 0}
    document["units"]["cyclades"] = {"owner": "medes", "M": 0, "E": 1, "G": 0}
    document["units"]["media"]["E"] = 0
    board = Satrapies(game, "en")

    def remark(origin: str, to: str, **variants: Any) -> str:
        there = {**document, "variants": {**document["variants"], **variants}}
        move = game.move({"kind": "move", "from": origin, "to": to, "unit_class": "M"})
        return board.remark(game.build(there), move)

    assert remark("lydia", "ionia") == "1 AP, Hellenes M E G, total 6"
    assert remark("lydia", "ionia", bonus_stacking="best") == "1 AP, Hellenes M E G, total 5"
    assert remark("ionia", "cyclades") == "2 AP, Medes E, total 2"
    assert remark("aetolia", "attica") == "1 AP, Hellenes"
    assert remark("arcadia", "cyclades") == "3 AP, Medes E, total 2"


@pytest.mark.parametrize("name", ["standard", "aegean"])
def test_every_position_of_a_game_is_shown(name: str) -> None:
    game = arbitre.load(GAME, map=name)
    match = arbitre.Match(game, game.players[-1], 5)
    boards = [Satrapies(game, lang) for lang in ("en", "fr")]
    bot, luck = bots.make("random"), Random(1)
    while not match.state.over:
        seat = match.state.to_act[0]
        for board in boards:
            assert board.draw(game.observe(match.state, seat), seat)
        match.play(seat, bot.choose(game, game.observe(match.state, seat), seat, luck))
    for board in boards:
        assert board.draw(match.state, 0)
