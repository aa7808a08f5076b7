"""`arbitre play terraforming_mars`: the board and what is said of moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

import arbitre
from arbitre import Game, State
from arbitre.cli.board import board_of
from arbitre.cli.choices import list_choices
from support.games import Setup
from support.walks import walk

NAME = "terraforming_mars"
LANGUAGES = ("en", "fr")

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load(NAME)


@pytest.fixture
def play(app: Typer) -> Callable[..., Any]:
    def start(typed: list[str], *options: object) -> Any:
        arguments = ["play", NAME, "--players=2", "--seed=3", "--bots=random", *map(str, options)]
        return CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in typed))

    return start


def drawn(game: Game, state: State, seat: int, lang: str, capsys: Any) -> str:
    """The board as text."""
    from arbitre.cli.output import console

    console().print(board_of(game, lang).draw(game.observe(state, seat), seat))
    said: str = capsys.readouterr().out
    return said


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@each_language
def test_the_board_names_everything(game: Game, lang: str, capsys: Any) -> None:
    labels = game.labels(lang)
    for state in walk(Setup(NAME, 3), 2, "auto").some_states(12):
        said = drawn(game, state, 1, lang, capsys)
        document = game.document(state)
        for name in document["map"]:
            assert re.search(rf"\b{name}\b", said)
        for player in ("p0", "p1", "p2"):
            assert labels.label("player", player) in said
        for name in document["milestones"]:
            assert labels.label("milestone", name) in said
        for award in ("landlord", "banker", "scientist", "thermalist", "miner"):
            assert labels.label("award", award) in said
        assert "None" not in said
        assert "{" not in said


@each_language
def test_a_hand_is_shown_to_its_player_only(game: Game, lang: str, capsys: Any) -> None:
    states = walk(Setup(NAME, 2), 2, "auto").states
    state = next(s for s in states if all(own["hand"] for own in game.document(s)["seats"]))
    hands = [own["hand"] for own in game.document(state)["seats"]]
    labels = game.labels(lang)
    said = squeezed(drawn(game, state, 0, lang, capsys))
    own = said[said.rindex(f"{labels.word('hand_cards')} M€") :]
    for card in hands[0]:
        assert labels.label("card", card).split()[0] in own
    for card in hands[1]:
        assert labels.label("card", card) not in said


@pytest.mark.parametrize("players", [1, 3])
@each_language
def test_every_move_has_words_and_a_remark_never_fails(game: Game, players: int, lang: str) -> None:
    board, kinds = board_of(game, lang), set()
    for seed in (1, 2, 5):
        for state in walk(Setup(NAME, players), seed, "auto").some_states(60):
            for seat in state.to_act:
                for choice in list_choices(game, game.observe(state, seat), seat, board):
                    kinds.add(choice.move.kind)
                    assert choice.text
                    assert "{" not in choice.text + choice.remark
                    assert not choice.remark.endswith("\N{MIDDLE DOT}")
    assert {"play_card", "pick", "standard_project", "place", "card_action"} <= kinds


def test_an_option_says_what_it_does(game: Game) -> None:
    """The number of an option means nothing to a player; its program does."""
    document = game.document(game.initial(players=2, chance="manual", beginners=[0, 1]))
    document |= {"phase": "action", "stack": [], "generation": 2, "corporation_deck": "rest"}
    for seat in document["seats"]:
        seat |= {"chosen_corporation": None, "committed": False, "offered": [], "hand": []}
        seat |= {"corporation": "beginner_corporation"}
    own = document["seats"][0]
    own["stock"]["megacredit"] = 100
    own["hand"] = ["artificial_photosynthesis"]
    document |= {"deck": "rest", "active_player": "p0", "first_player": "p0"}
    state = game.build(document, chance="manual")
    state = game.apply(state, 0, {"kind": "play_card", "card": "artificial_photosynthesis"})
    board = board_of(game, "en")
    remarks = [choice.remark for choice in list_choices(game, state, 0, board)]
    assert remarks == [
        "raise your production of plants by 1",
        "raise your production of energy by 2",
    ]


def test_places_say_what_they_bring(game: Game) -> None:
    board = board_of(game, "en")
    state = game.initial(players=2, seed=1)
    document = game.document(state)
    document["map"]["h31"] = {"tile": "ocean", "owner": None, "special": None}
    about = board._about_hex  # type: ignore[attr-defined]
    from arbitre.svg.terraforming_mars_position import Position

    found = Position(document, board.content)  # type: ignore[attr-defined]
    assert about(found, "h30") == "2 plants, oceans beside it: 1"
    assert about(found, "h04") == "1 card"
    assert about(found, "ganymede_colony") == ""


def test_seats_are_players(play: Any) -> None:
    said = play(["quit"]).stdout
    assert "You are player 0." in said
    assert "player 1: random" in said


def test_a_game_can_be_begun(play: Any) -> None:
    said = play(["choose_corporation 1", "convert_heat", "done", "quit"], "--lang=fr").stdout
    assert "Refusé" in said
    assert "Vous êtes le joueur 0" in said
